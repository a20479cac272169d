//! `<equality>`: constraints between bodies, sites, joints or tendons.

use crate::error::Result;
use crate::read::element::Element;
use crate::spec::{Equality, Spec};
use sim_core::{EqType, ObjType};

impl Equality {
    /// Overwrites the attributes that all kinds share.
    pub(crate) fn apply(&mut self, el: &Element) -> Result<()> {
        el.read_bool("active", &mut self.active);
        el.read_reals("solref", &mut self.solref);
        el.read_reals("solimp", &mut self.solimp);
        Ok(())
    }

    /// Reads kind, objects and data.
    fn read_objects(&mut self, el: &Element) -> Result<()> {
        match el.tag {
            "connect" => {
                self.kind = EqType::Connect;
                el.read_reals("anchor", &mut self.data[..3]);
                self.read_frames(el, el.has("body1") && el.has("anchor"))
            }
            "weld" => {
                self.kind = EqType::Weld;
                el.read_reals("anchor", &mut self.data[..3]);
                el.read_reals("relpose", &mut self.data[3..10]);
                el.read_real("torquescale", &mut self.data[10]);
                // the default of polynomial constraints is no anchor
                if el.has("body1") && !el.has("anchor") {
                    self.data[..3].fill(0.0);
                }
                self.read_frames(el, el.has("body1"))
            }
            "joint" => {
                self.kind = EqType::Joint;
                self.read_scalars(el, ObjType::Joint, "joint1", "joint2")
            }
            "tendon" => {
                self.kind = EqType::Tendon;
                self.read_scalars(el, ObjType::Tendon, "tendon1", "tendon2")
            }
            _ => Err(el.place.unsupported(format!("equality constraint <{}>", el.tag))),
        }
    }

    /// Two bodies, the second one optional, or two sites.
    fn read_frames(&mut self, el: &Element, bodies: bool) -> Result<()> {
        let (kind, first, second) =
            if bodies { (ObjType::Body, "body1", "body2") } else { (ObjType::Site, "site1", "site2") };
        self.objtype = kind;
        self.name1 = el.required_text(first)?.to_string();
        self.name2 = if bodies { el.text(second).unwrap_or_default() } else { el.required_text(second)? }.to_string();
        Ok(())
    }

    /// Two joints or tendons, the second one optional, and the polynomial between them.
    fn read_scalars(&mut self, el: &Element, kind: ObjType, first: &str, second: &str) -> Result<()> {
        self.objtype = kind;
        self.name1 = el.required_text(first)?.to_string();
        self.name2 = el.text(second).unwrap_or_default().to_string();
        el.read_reals("polycoef", &mut self.data[..5]);
        Ok(())
    }
}

/// Reads one `<equality>` section.
pub(crate) fn read_equalities(section: &Element, spec: &mut Spec) -> Result<()> {
    for el in &section.children {
        let (mut equality, meta) = spec.start(el, |class| &class.equality)?;
        equality.meta = meta;
        equality.apply(el)?;
        equality.read_objects(el)?;
        spec.equalities.push(equality);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::parse_mjcf_str;
    use sim_core::ObjType;

    #[test]
    fn bodies_or_sites() {
        let spec = parse_mjcf_str(
            "<mujoco><equality><weld body1='a'/><weld site1='s' site2='t'/><joint joint1='j' polycoef='3'/></equality>
             </mujoco>",
        )
        .unwrap();
        let [body, site, joint] = &spec.equalities[..] else { panic!("three constraints") };
        assert_eq!((body.objtype, &body.data[..3]), (ObjType::Body, &[0.0; 3][..]));
        assert_eq!((site.objtype, site.name2.as_str()), (ObjType::Site, "t"));
        assert_eq!(joint.data[..3], [3.0, 1.0, 0.0]);
    }
}
