//! `<equality>`: constraints between bodies, sites, joints or tendons.

use crate::error::Result;
use crate::error_list::ErrorList;
use crate::read::element::Element;
use crate::spec::Spec;
use sim_core::EqType;

/// Reads one `<equality>` section.
pub(crate) fn read_equalities(section: &Element, spec: &mut Spec, errors: &mut ErrorList) -> Result<()> {
    for el in &section.children {
        let (mut equality, meta) = spec.start(el, |class| &class.equality, errors)?;
        equality.meta = meta;
        equality.kind = match el.tag {
            "connect" => EqType::Connect,
            "weld" => EqType::Weld,
            "joint" => EqType::Joint,
            "tendon" => EqType::Tendon,
            other => {
                errors.push(el.span.unsupported(format!("equality constraint <{other}>")))?;
                errors.lose_name(el.text("name"));
                continue;
            }
        };
        errors.take(el.apply(&mut equality))?;
        // the default of polynomial constraints is no anchor
        if el.tag == "weld" && el.has("body1") && !el.has("anchor") {
            equality.data[..3].fill(0.0);
        }
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
