//! `<custom>`: numbers, texts and tuples, whose meaning is up to the user.

use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::read::element::Element;
use crate::spec::{Meta, Numeric, Spec, Text, Tuple, object_kind};
use sim_core::ObjType;

/// Most numbers a custom field may have.
const MAX_NUMERIC: i32 = crate::compile::MAX_NUMERIC as i32;

/// Reads one `<custom>` section.
pub(crate) fn read_customs(section: &Element, spec: &mut Spec, errors: &mut ErrorList) -> Result<()> {
    for el in &section.children {
        if errors.take(el.required_text("name"))?.is_none() {
            continue;
        }
        match el.tag {
            "numeric" => spec.numerics.extend(errors.take(numeric(el))?),
            "text" => spec.texts.extend(errors.take(text(el))?),
            _ => spec.tuples.extend(errors.take(tuple(el))?),
        }
        if !errors.is_empty() {
            errors.lose_name(el.text("name"));
        }
    }
    Ok(())
}

fn numeric(el: &Element) -> Result<Numeric> {
    let mut numeric = Numeric { meta: Meta::read(el, ""), ..Numeric::default() };
    el.apply(&mut numeric)?;
    // one more than the limit stands for "as many as there are", as in MuJoCo
    if !el.has("size") || numeric.size == MAX_NUMERIC + 1 {
        numeric.size = i32::try_from(numeric.data.len()).unwrap_or(i32::MAX);
    }
    let size = numeric.size;
    if !(1..=MAX_NUMERIC).contains(&size) {
        return Err(el.invalid(format!("a custom field has 1 to {MAX_NUMERIC} numbers, found {size}")));
    }
    let length = size as usize;
    if numeric.data.len() > length {
        return Err(el.span_of("data").invalid(format!("attribute 'data' has more than size={size} numbers")));
    }
    numeric.data.resize(length, 0.0);
    Ok(numeric)
}

fn text(el: &Element) -> Result<Text> {
    let mut text = Text { meta: Meta::read(el, ""), ..Text::default() };
    el.apply(&mut text)?;
    if text.data.is_empty() {
        return Err(el.span_of("data").invalid("a custom text cannot be empty"));
    }
    Ok(text)
}

fn tuple(el: &Element) -> Result<Tuple> {
    let mut objects = vec![];
    for child in &el.children {
        let word = child.required_text("objtype")?;
        let kind = object_kind(word).ok_or_else(|| MjcfError::InvalidAttribute {
            span: child.span_of("objtype"),
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
