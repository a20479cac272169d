//! `<tendon>`: spatial and fixed tendons with their paths.

use crate::error::{MjcfError, Result};
use crate::read::element::Element;
use crate::spec::{Limited, Spec, Tendon, Wrap};
use sim_core::WrapType;

impl Tendon {
    /// Overwrites what the element gives; the path is read apart.
    pub(crate) fn apply(&mut self, el: &Element) -> Result<()> {
        el.read_int("group", &mut self.group);
        if let Some(value) = el.keyword("limited") {
            self.limited = Limited::from_keyword(value);
        }
        if let Some(value) = el.keyword("actuatorfrclimited") {
            self.actuatorfrclimited = Limited::from_keyword(value);
        }
        el.read_reals("range", &mut self.range);
        el.read_reals("actuatorfrcrange", &mut self.actuatorfrcrange);
        el.read_reals("solreflimit", &mut self.solreflimit);
        el.read_reals("solimplimit", &mut self.solimplimit);
        el.read_reals("solreffriction", &mut self.solreffriction);
        el.read_reals("solimpfriction", &mut self.solimpfriction);
        el.read_real("frictionloss", &mut self.frictionloss);
        el.read_real("width", &mut self.width);
        el.read_text("material", &mut self.material);
        el.read_real("margin", &mut self.margin);
        el.read_reals("stiffness", &mut self.stiffness);
        el.read_reals("damping", &mut self.damping);
        el.read_real("armature", &mut self.armature);
        el.read_floats("rgba", &mut self.rgba);
        el.read_list("user", &mut self.user);
        // one number is a length without a dead band
        match el.reals("springlength") {
            Some([both]) => self.springlength = [*both; 2],
            _ => el.read_reals("springlength", &mut self.springlength),
        }
        Ok(())
    }
}

impl Wrap {
    fn read(el: &Element) -> Result<Self> {
        let mut wrap = Self {
            kind: WrapType::Site,
            target: String::new(),
            sidesite: String::new(),
            prm: 0.0,
            place: el.place.clone(),
        };
        match el.tag {
            "site" => wrap.target = el.required_text("site")?.to_string(),
            "geom" => {
                wrap.kind = WrapType::Sphere;
                wrap.target = el.required_text("geom")?.to_string();
                el.read_text("sidesite", &mut wrap.sidesite);
            }
            "pulley" => {
                wrap.kind = WrapType::Pulley;
                wrap.prm = required_real(el, "divisor")?;
            }
            _ => {
                wrap.kind = WrapType::Joint;
                wrap.target = el.required_text("joint")?.to_string();
                wrap.prm = required_real(el, "coef")?;
            }
        }
        Ok(wrap)
    }
}

fn required_real(el: &Element, name: &str) -> Result<f64> {
    el.real(name).ok_or_else(|| MjcfError::MissingAttribute { place: el.place.clone(), attribute: name.to_string() })
}

/// Reads one `<tendon>` section.
pub(crate) fn read_tendons(section: &Element, spec: &mut Spec) -> Result<()> {
    for el in &section.children {
        let (mut tendon, meta) = spec.start(el, |class| &class.tendon)?;
        tendon.meta = meta;
        tendon.spatial = el.tag == "spatial";
        tendon.apply(el)?;
        tendon.path = el.children.iter().map(Wrap::read).collect::<Result<_>>()?;
        spec.tendons.push(tendon);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{MjcfError, parse_mjcf_str};

    #[test]
    fn one_springlength_stands_for_both() {
        let spec = parse_mjcf_str(
            "<mujoco><tendon><fixed springlength='2'><joint joint='a' coef='3'/></fixed></tendon></mujoco>",
        )
        .unwrap();
        assert_eq!(spec.tendons[0].springlength, [2.0, 2.0]);
        assert_eq!(spec.tendons[0].path[0].prm, 3.0);
    }

    #[test]
    fn a_joint_needs_a_coefficient() {
        let text = "<mujoco><tendon><fixed><joint joint='a'/></fixed></tendon></mujoco>";
        assert!(matches!(parse_mjcf_str(text), Err(MjcfError::MissingAttribute { .. })));
    }
}
