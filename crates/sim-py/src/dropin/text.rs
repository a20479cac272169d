//! Text about the format of models and about warnings.

#![allow(non_snake_case)] // MuJoCo's own names

use pyo3::prelude::*;
use sim_core::data::Warning;
use sim_mjcf::binding::schema;

/// Returns the grammar of MJCF as text or HTML: elements by depth, and their attributes.
///
/// flg_html, flg_pad: bool. Returns str.
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

/// Returns the text of a warning from its kind and its subject.
///
/// warning, info: int. Returns str.
#[pyfunction]
fn mju_warningText(warning: i64, info: i64) -> String {
    let kind = usize::try_from(warning).ok().and_then(|k| Warning::ALL.get(k).copied());
    let info = i32::try_from(info).unwrap_or(i32::MAX);
    kind.map_or_else(|| "no such warning".to_string(), |kind| kind.text(info))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mju_warningText, module)?)?;
    module.add_function(wrap_pyfunction!(mj_printSchema, module)?)
}
