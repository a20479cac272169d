//! How objects print all their attributes.

use pyo3::prelude::*;

/// A number of things: "1 body", "3 bodies".
pub fn plural(count: usize, thing: &str) -> String {
    match (count, thing.strip_suffix('y')) {
        (1, _) => format!("1 {thing}"),
        (_, Some(start)) => format!("{count} {start}ies"),
        _ => format!("{count} {thing}s"),
    }
}

/// `<Class` and one line per attribute, as MuJoCo prints its structs.
pub fn describe(object: &Bound<'_, PyAny>, names: &[&str]) -> PyResult<String> {
    describe_as(object.get_type().name()?.to_str()?, object, names)
}

/// `<class` and one line per attribute.
pub fn describe_as(class: &str, object: &Bound<'_, PyAny>, names: &[&str]) -> PyResult<String> {
    let mut text = format!("<{class}");
    for name in names {
        let value = object.getattr(*name)?.repr()?.to_string().replace('\n', "\n  ");
        text.push_str(&format!("\n  {name}: {value}"));
    }
    text.push_str("\n>");
    Ok(text)
}
