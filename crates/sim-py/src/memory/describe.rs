//! How objects print all their attributes.

use pyo3::prelude::*;

/// `<Class` and one line per attribute, as MuJoCo prints its structs.
pub fn describe(object: &Bound<'_, PyAny>, names: &[&str]) -> PyResult<String> {
    let mut text = format!("<{}", object.get_type().name()?);
    for name in names {
        let value = object.getattr(*name)?.repr()?.to_string().replace('\n', "\n  ");
        text.push_str(&format!("\n  {name}: {value}"));
    }
    text.push_str("\n>");
    Ok(text)
}
