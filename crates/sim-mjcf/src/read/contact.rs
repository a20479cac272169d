//! `<contact>`: explicit pairs and exclusions.

use crate::error::Result;
use crate::error_list::ErrorList;
use crate::read::element::Element;
use crate::spec::{Exclude, Meta, Spec};

/// Reads one `<contact>` section.
pub(crate) fn read_contacts(section: &Element, spec: &mut Spec, errors: &mut ErrorList) -> Result<()> {
    for el in &section.children {
        match el.tag {
            "pair" => {
                let (mut pair, meta) = spec.start(el, |class| &class.pair, errors)?;
                pair.meta = meta;
                errors.take(el.apply(&mut pair))?;
                spec.pairs.push(pair);
            }
            _ => {
                let mut exclude = Exclude { meta: Meta::read(el, ""), ..Exclude::default() };
                errors.take(el.apply(&mut exclude))?;
                spec.excludes.push(exclude);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::parse_mjcf_str;

    #[test]
    fn a_short_list_keeps_the_inherited_tail() {
        let spec = parse_mjcf_str(
            "<mujoco><default><pair friction='1 2 3 4 5' condim='4'/></default>
             <contact><pair geom1='a' geom2='b' friction='7'/><exclude body1='c' body2='d'/></contact></mujoco>",
        )
        .unwrap();
        assert_eq!(spec.pairs[0].friction, [7.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(spec.pairs[0].condim, 4);
        assert_eq!(spec.excludes[0].body2, "d");
    }
}
