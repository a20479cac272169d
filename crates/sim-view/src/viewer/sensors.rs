//! Names of the values of sensors: axes of vectors, components of quaternions, fields of contacts.

use sim_core::{Model, SensorType};

/// Fields of a contact sensor in the order of their bits, each with the names of its values.
const CONTACT_FIELDS: [(&str, &[&str]); 7] = [
    ("found", &[""]),
    ("force", AXES),
    ("torque", AXES),
    ("distance", &[""]),
    ("position", AXES),
    ("normal", AXES),
    ("tangent", AXES),
];

const AXES: &[&str] = &["x", "y", "z"];
const QUATERNION: &[&str] = &["w", "x", "y", "z"];
const PIXEL: &[&str] = &["x", "y"];
const SEGMENT: &[&str] = &["from x", "from y", "from z", "to x", "to y", "to z"];

/// Limit on the values of one sensor that get names.
const MOST: usize = 1024;

/// Names of the values of a sensor. Empty: it has one value, or values that are only numbered.
pub fn value_names(m: &Model, id: usize) -> Vec<String> {
    let count = m.sensor_dim.get(id).and_then(|&count| usize::try_from(count).ok()).unwrap_or(0);
    let Some(&kind) = m.sensor_type.get(id).filter(|_| (2..=MOST).contains(&count)) else { return Vec::new() };
    if kind == SensorType::Contact {
        let fields = m.sensor_intprm.get(3 * id).copied().unwrap_or(0);
        return contact_names(fields, count);
    }
    let names = names(kind);
    if names.len() == count { names.iter().map(ToString::to_string).collect() } else { Vec::new() }
}

fn names(kind: SensorType) -> &'static [&'static str] {
    use SensorType as S;
    match kind {
        S::Accelerometer | S::Velocimeter | S::Gyro | S::Force | S::Torque | S::Magnetometer => AXES,
        S::BallAngVel | S::FramePos | S::FrameXAxis | S::FrameYAxis | S::FrameZAxis => AXES,
        S::FrameLinVel | S::FrameAngVel | S::FrameLinAcc | S::FrameAngAcc => AXES,
        S::SubtreeCom | S::SubtreeLinVel | S::SubtreeAngMom | S::GeomNormal => AXES,
        S::BallQuat | S::FrameQuat => QUATERNION,
        S::GeomFromTo => SEGMENT,
        S::CamProjection => PIXEL,
        _ => &[],
    }
}

/// Names of a contact sensor: the values of a slot, for each slot.
fn contact_names(fields: i32, count: usize) -> Vec<String> {
    let chosen = CONTACT_FIELDS.iter().enumerate().filter(|(bit, _)| fields >> bit & 1 == 1);
    let slot: Vec<String> = chosen
        .flat_map(|(_, (field, axes))| axes.iter().map(move |axis| format!("{field} {axis}").trim_end().to_string()))
        .collect();
    if slot.is_empty() || !count.is_multiple_of(slot.len()) {
        return Vec::new();
    }
    if count == slot.len() {
        return slot;
    }
    (0..count / slot.len()).flat_map(|k| slot.iter().map(move |name| format!("{k}: {name}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sensors_have_axis_names() {
        let mut m = Model::example();
        let mut named = |kind: SensorType, count: i32, fields: i32| {
            (m.sensor_type[0], m.sensor_dim[0], m.sensor_intprm[0]) = (kind, count, fields);
            value_names(&m, 0).join(",")
        };
        for (kind, count, fields, wanted) in [
            (SensorType::Accelerometer, 3, 0, "x,y,z"),
            (SensorType::FrameQuat, 4, 0, "w,x,y,z"),
            (SensorType::CamProjection, 2, 0, "x,y"),
            (SensorType::GeomFromTo, 6, 0, "from x,from y,from z,to x,to y,to z"),
            (SensorType::JointPos, 1, 0, ""),
            (SensorType::User, 5, 0, ""),
            (SensorType::Rangefinder, 9, 0, ""),
            (SensorType::Contact, 4, 0b11, "found,force x,force y,force z"),
            (SensorType::Contact, 4, 0b1001, "0: found,0: distance,1: found,1: distance"),
            (SensorType::Contact, 5, 0b11, ""),
            (SensorType::Contact, 3, 0, ""),
            (SensorType::Gyro, -3, 0, ""),
            (SensorType::User, i32::MAX, 0, ""),
        ] {
            assert_eq!(named(kind, count, fields), wanted, "{kind:?}");
        }
        assert!(value_names(&m, 99).is_empty());
    }

    #[test]
    fn every_sensor_of_a_fixed_size_has_names_for_it() {
        for &kind in SensorType::ALL {
            assert!([0, 2, 3, 4, 6].contains(&names(kind).len()), "{kind:?}");
        }
        assert_eq!(SensorType::ALL.iter().filter(|&&kind| names(kind) == AXES).count(), 19);
    }
}
