//! `<sensor>`: what is measured, on which object, relative to which other.

use crate::error::Result;
use crate::read::custom::object_kind;
use crate::read::element::{Element, Value};
use crate::spec::{Meta, Sensor, Spec};
use sim_core::{DataType, ObjType, SensorType, Stage};

/// Data fields of contact sensors, in their order in the output.
const CONTACT_DATA: [&str; 7] = ["found", "force", "torque", "dist", "pos", "normal", "tangent"];
/// Data fields of rangefinders, in their order in the output.
const RAY_DATA: [&str; 6] = ["dist", "dir", "origin", "point", "normal", "depth"];

/// Reads one `<sensor>` section.
pub(crate) fn read_sensors(section: &Element, spec: &mut Spec) -> Result<()> {
    for el in &section.children {
        let mut sensor = Sensor { meta: Meta::read(el, ""), ..Sensor::default() };
        sensor.read_common(el);
        sensor.read_kind(el)?;
        spec.sensors.push(sensor);
    }
    Ok(())
}

impl Sensor {
    fn read_common(&mut self, el: &Element) {
        el.read_int("nsample", &mut self.nsample);
        el.read_keyword("interp", &mut self.interp);
        el.read_real("delay", &mut self.delay);
        el.read_reals("interval", &mut self.interval);
        el.read_real("cutoff", &mut self.cutoff);
        el.read_real("noise", &mut self.noise);
        el.read_list("user", &mut self.user);
    }

    fn read_kind(&mut self, el: &Element) -> Result<()> {
        let kind = SensorType::ALL.iter().copied().find(|k| k.label() == Some(el.tag));
        self.kind = kind.ok_or_else(|| el.place.unsupported(format!("sensor <{}>", el.tag)))?;
        match self.kind {
            SensorType::Plugin => return Err(el.place.unsupported("a sensor computed by a plugin")),
            SensorType::Rangefinder => self.read_rangefinder(el)?,
            SensorType::GeomDist | SensorType::GeomNormal | SensorType::GeomFromTo => {
                self.read_object(el, &[("body1", ObjType::Body), ("geom1", ObjType::Geom)]);
                self.read_reference(el, &[("body2", ObjType::Body), ("geom2", ObjType::Geom)]);
            }
            SensorType::Contact => self.read_contact(el)?,
            SensorType::User => self.read_user(el)?,
            SensorType::Tactile => {
                self.read_object(el, &[("mesh", ObjType::Mesh)]);
                self.read_reference(el, &[("geom", ObjType::Geom)]);
            }
            SensorType::CamProjection => {
                self.read_object(el, &[("site", ObjType::Site)]);
                self.read_reference(el, &[("camera", ObjType::Camera)]);
            }
            SensorType::InsideSite => {
                self.read_frames(el);
                self.read_reference(el, &[("site", ObjType::Site)]);
            }
            _ if el.has("objtype") => self.read_frames(el),
            _ => self.read_object(
                el,
                &[
                    ("site", ObjType::Site),
                    ("joint", ObjType::Joint),
                    ("tendon", ObjType::Tendon),
                    ("actuator", ObjType::Actuator),
                    ("body", ObjType::Body),
                ],
            ),
        }
        Ok(())
    }

    /// Takes the first attribute that is present as the measured object.
    fn read_object(&mut self, el: &Element, choices: &[(&str, ObjType)]) {
        if let Some((name, kind)) = first_given(el, choices) {
            self.objname = name.to_string();
            self.objtype = kind;
        }
    }

    /// Takes the first attribute that is present as the reference.
    fn read_reference(&mut self, el: &Element, choices: &[(&str, ObjType)]) {
        if let Some((name, kind)) = first_given(el, choices) {
            self.refname = name.to_string();
            self.reftype = kind;
        }
    }

    /// Object and reference given by kind and name.
    fn read_frames(&mut self, el: &Element) {
        el.read_keyword("objtype", &mut self.objtype.0);
        el.read_text("objname", &mut self.objname);
        el.read_keyword("reftype", &mut self.reftype.0);
        el.read_text("refname", &mut self.refname);
    }

    fn read_rangefinder(&mut self, el: &Element) -> Result<()> {
        self.read_object(el, &[("site", ObjType::Site), ("camera", ObjType::Camera)]);
        self.intprm[0] = data_fields(el, &RAY_DATA)?;
        Ok(())
    }

    fn read_contact(&mut self, el: &Element) -> Result<()> {
        self.read_object(
            el,
            &[
                ("site", ObjType::Site),
                ("body1", ObjType::Body),
                ("subtree1", ObjType::XBody),
                ("geom1", ObjType::Geom),
            ],
        );
        self.read_reference(el, &[("body2", ObjType::Body), ("subtree2", ObjType::XBody), ("geom2", ObjType::Geom)]);
        self.intprm = [data_fields(el, &CONTACT_DATA)?, el.keyword("reduce").unwrap_or(0), el.int("num").unwrap_or(1)];
        if self.intprm[2] <= 0 {
            return Err(el.place_of("num").invalid("'num' is the number of contact slots and must be positive"));
        }
        Ok(())
    }

    fn read_user(&mut self, el: &Element) -> Result<()> {
        el.read_text("objname", &mut self.objname);
        if let Some(word) = el.text("objtype") {
            // a word that names no kind means "no object", as in MuJoCo
            self.objtype = object_kind(word).unwrap_or(ObjType::Unknown);
        }
        self.dim = el.int("dim").ok_or_else(|| crate::error::MjcfError::MissingAttribute {
            place: el.place.clone(),
            attribute: "dim".to_string(),
        })?;
        if let Some(value) = el.keyword("needstage") {
            self.needstage = Stage(value);
        }
        if let Some(value) = el.keyword("datatype") {
            self.datatype = DataType(value);
        }
        Ok(())
    }
}

fn first_given<'a>(el: &'a Element, choices: &[(&str, ObjType)]) -> Option<(&'a str, ObjType)> {
    choices.iter().find_map(|(attribute, kind)| Some((el.text(attribute)?, *kind)))
}

/// The bits of the requested data fields; the first field alone when `data` is absent.
fn data_fields(el: &Element, fields: &[&str]) -> Result<i32> {
    let Some(attribute) = el.attribute("data") else { return Ok(1) };
    let positions: Vec<i32> = match &attribute.value {
        Value::Keywords(list) => list.clone(),
        Value::Keyword(one, _) => vec![*one],
        _ => vec![],
    };
    if positions.windows(2).any(|pair| pair[1] <= pair[0]) {
        let message = format!("data fields must be in the order: {}", fields.join(", "));
        return Err(el.place_of("data").invalid(message));
    }
    let bits = positions.iter().filter(|p| (0..fields.len() as i32).contains(p)).fold(0, |bits, p| bits | 1 << p);
    Ok(if bits == 0 { 1 } else { bits })
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
