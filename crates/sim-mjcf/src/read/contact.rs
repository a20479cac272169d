//! `<contact>`: explicit pairs and exclusions.

use crate::error::Result;
use crate::read::element::Element;
use crate::spec::{Exclude, Meta, Pair, Spec};

impl Pair {
    /// Overwrites what the element gives.
    pub(crate) fn apply(&mut self, el: &Element) -> Result<()> {
        el.read_text("geom1", &mut self.geom1);
        el.read_text("geom2", &mut self.geom2);
        el.read_int("condim", &mut self.condim);
        el.read_reals("friction", &mut self.friction);
        el.read_reals("solref", &mut self.solref);
        el.read_reals("solreffriction", &mut self.solreffriction);
        el.read_reals("solimp", &mut self.solimp);
        el.read_real("gap", &mut self.gap);
        el.read_real("margin", &mut self.margin);
        el.read_real("adhesion", &mut self.adhesion);
        Ok(())
    }
}

/// Reads one `<contact>` section.
pub(crate) fn read_contacts(section: &Element, spec: &mut Spec) -> Result<()> {
    for el in &section.children {
        match el.tag {
            "pair" => {
                let (mut pair, meta) = spec.start(el, |class| &class.pair)?;
                pair.meta = meta;
                pair.apply(el)?;
                spec.pairs.push(pair);
            }
            _ => spec.excludes.push(Exclude {
                meta: Meta::read(el, ""),
                body1: el.required_text("body1")?.to_string(),
                body2: el.required_text("body2")?.to_string(),
            }),
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
