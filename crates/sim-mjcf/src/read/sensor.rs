//! `<sensor>`: the quantity, its object and its reference.

use crate::error::Result;
use crate::error_list::ErrorList;
use crate::read::element::Element;
use crate::spec::{Meta, Sensor, Spec};
use sim_core::SensorType;

/// Reads one `<sensor>` section.
pub(crate) fn read_sensors(section: &Element, spec: &mut Spec, errors: &mut ErrorList) -> Result<()> {
    for el in &section.children {
        let kind = match SensorType::ALL.iter().copied().find(|k| k.label() == Some(el.tag)) {
            Some(SensorType::Plugin) => Err(el.span.unsupported("a sensor computed by a plugin")),
            kind => kind.ok_or_else(|| el.span.unsupported(format!("sensor <{}>", el.tag))),
        };
        let Some(kind) = errors.take(kind)? else {
            errors.lose_name(el.text("name"));
            continue;
        };
        let mut sensor = Sensor { meta: Meta::read(el, ""), ..Sensor::of(kind) };
        errors.take(el.apply(&mut sensor))?;
        spec.sensors.push(sensor);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::parse_mjcf_str;
    use sim_core::{ObjType, SensorType};

    fn sensor(text: &str) -> crate::Result<super::Sensor> {
        parse_mjcf_str(&format!("<mujoco><sensor>{text}</sensor></mujoco>")).map(|mut spec| spec.sensors.remove(0))
    }

    #[test]
    fn data_fields_become_bits_in_order() {
        let contact = sensor("<contact subtree1='a' data='found dist normal' num='3' reduce='maxforce'/>").unwrap();
        assert_eq!((contact.kind, contact.objtype), (SensorType::Contact, ObjType::XBody));
        assert_eq!(contact.intprm, [0b10_1001, 2, 3]);
        assert!(sensor("<contact data='dist found'/>").is_err());
        assert_eq!(sensor("<rangefinder camera='c'/>").unwrap().intprm[0], 1);
    }

    #[test]
    fn an_unknown_kind_of_a_user_sensor_means_no_object() {
        let user = sensor("<user dim='2' objtype='thing' objname='x' needstage='vel'/>").unwrap();
        assert_eq!((user.objtype, user.dim), (ObjType::Unknown, 2));
    }
}
