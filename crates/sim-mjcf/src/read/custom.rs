//! `<custom>`: numbers, texts and tuples that only the user gives a meaning.

use crate::error::{MjcfError, Result};
use crate::read::element::Element;
use crate::spec::{Meta, Numeric, Spec, Text, Tuple};
use sim_core::ObjType;

/// Most numbers a custom field may have.
const MAX_NUMERIC: i32 = 500;

/// Reads one `<custom>` section.
pub(crate) fn read_customs(section: &Element, spec: &mut Spec) -> Result<()> {
    for el in &section.children {
        el.required_text("name")?;
        match el.tag {
            "numeric" => spec.numerics.push(numeric(el)?),
            "text" => spec.texts.push(text(el)?),
            _ => spec.tuples.push(tuple(el)?),
        }
    }
    Ok(())
}

/// The kind of object a word names; `None` when it names none.
pub(crate) fn object_kind(word: &str) -> Option<ObjType> {
    ObjType::ALL.iter().copied().find(|k| k.label() == Some(word) && (1..100).contains(&k.0))
}

fn numeric(el: &Element) -> Result<Numeric> {
    let mut data = match (el.reals("data"), el.text("data")) {
        (Some(values), _) => values.to_vec(),
        (None, Some(text)) => numbers(el, text)?,
        (None, None) => vec![],
    };
    // one more than the limit stands for "as many as there are", as in MuJoCo
    let given = el.int("size").filter(|size| *size != MAX_NUMERIC + 1);
    let size = given.unwrap_or_else(|| i32::try_from(data.len()).unwrap_or(i32::MAX));
    if !(1..=MAX_NUMERIC).contains(&size) {
        return Err(el.invalid(format!("a custom field has 1 to {MAX_NUMERIC} numbers, found {size}")));
    }
    let length = size as usize;
    if data.len() > length {
        return Err(el.place_of("data").invalid(format!("attribute 'data' has more than size={size} numbers")));
    }
    data.resize(length, 0.0);
    Ok(Numeric { meta: Meta::read(el, ""), data, size })
}

fn numbers(el: &Element, text: &str) -> Result<Vec<f64>> {
    text.split_ascii_whitespace()
        .map(|word| {
            word.parse().map_err(|_| MjcfError::InvalidAttribute {
                place: el.place_of("data"),
                attribute: "data".to_string(),
                expected: "numbers".to_string(),
                found: format!("'{word}'"),
                suggestion: None,
            })
        })
        .collect()
}

fn text(el: &Element) -> Result<Text> {
    let data = el.required_text("data")?;
    if data.is_empty() {
        return Err(el.place_of("data").invalid("a custom text cannot be empty"));
    }
    Ok(Text { meta: Meta::read(el, ""), data: data.to_string() })
}

fn tuple(el: &Element) -> Result<Tuple> {
    let mut objects = vec![];
    for child in &el.children {
        let word = child.required_text("objtype")?;
        let kind = object_kind(word).ok_or_else(|| MjcfError::InvalidAttribute {
            place: child.place_of("objtype"),
            attribute: "objtype".to_string(),
            expected: "a kind of object".to_string(),
            found: format!("'{word}'"),
            suggestion: crate::suggest::nearest(word, ObjType::ALL.iter().filter_map(|k| k.label()))
                .map(str::to_string),
        })?;
        let name = child.required_text("objname")?.trim();
        objects.push((kind, name.to_string(), child.real("prm").unwrap_or(0.0)));
    }
    Ok(Tuple { meta: Meta::read(el, ""), objects })
}

#[cfg(test)]
mod tests {
    use crate::parse_mjcf_str;

    #[test]
    fn numbers_are_filled_up_to_the_size() {
        let spec = parse_mjcf_str("<mujoco><custom><numeric name='n' size='3' data='1 2'/></custom></mujoco>").unwrap();
        assert_eq!(spec.numerics[0].data, [1.0, 2.0, 0.0]);
        for bad in ["size='1' data='1 2'", "", "size='0'", "size='1000'"] {
            assert!(parse_mjcf_str(&format!("<mujoco><custom><numeric name='n' {bad}/></custom></mujoco>")).is_err());
        }
    }
}
