//! Text arguments, and text about the format of models.

#![allow(non_snake_case)] // MuJoCo's own names

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use sim_mjcf::binding::schema;

/// A text argument: `str`, or the bytes of one, which clients of the reference also pass.
pub struct Text(pub String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(Self(text.to_str()?.to_string()));
        }
        let bytes = object.cast::<PyBytes>().map_err(|_| PyTypeError::new_err("expected str or bytes"))?;
        let text = std::str::from_utf8(bytes.as_bytes());
        text.map(|text| Self(text.to_string())).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

/// The grammar of MJCF as text or HTML: elements by depth, and their attributes.
///
/// flg_html, flg_pad: bool.
#[pyfunction]
fn mj_printSchema(flg_html: bool, flg_pad: bool) -> String {
    let mut text = String::new();
    let pad = match (flg_pad, flg_html) {
        (true, true) => "&nbsp;&nbsp;",
        (true, false) => "  ",
        _ => "",
    };
    schema::walk(&mut |path, node| {
        let depth = path.matches('/').count();
        let names: Vec<&str> = node.attributes().map(|attribute| attribute.name).collect();
        let (tag, names) = (node.element.tag, names.join(" "));
        if flg_html {
            text.push_str(&format!("<tr><td>{}{tag}</td><td>{names}</td></tr>\n", pad.repeat(depth)));
        } else {
            text.push_str(&format!("{}{tag} ({}): {names}\n", pad.repeat(depth), depth));
        }
    });
    if flg_html { format!("<table>\n{text}</table>\n") } else { text }
}

/// Adds the function to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mj_printSchema, module)?)
}
