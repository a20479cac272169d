//! `<tendon>`: spatial and fixed tendons with their paths.

use crate::error::Result;
use crate::error_list::ErrorList;
use crate::read::element::Element;
use crate::spec::{Spec, Wrap};

impl Wrap {
    fn read(el: &Element) -> Result<Self> {
        let mut wrap = Self { span: el.span.clone(), ..Self::default() };
        el.apply(&mut wrap)?;
        Ok(wrap)
    }
}

/// Reads one `<tendon>` section.
pub(crate) fn read_tendons(section: &Element, spec: &mut Spec, errors: &mut ErrorList) -> Result<()> {
    for el in &section.children {
        let (mut tendon, meta) = spec.start(el, |class| &class.tendon, errors)?;
        tendon.meta = meta;
        tendon.spatial = el.tag == "spatial";
        errors.take(el.apply(&mut tendon))?;
        for wrap in &el.children {
            tendon.path.extend(errors.take(Wrap::read(wrap))?);
        }
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
