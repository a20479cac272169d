//! Sensors: what they measure exists, and there is room for what they read.

use super::actuators::history;
use super::entry::{Outcome, is_one_of, outside, refuse, require};
use crate::model::{JointType, Model, ObjType, SensorType};

/// Numbers that a ray reports, by bit of the sensor's specification.
const RAY_FIELDS: [i64; 6] = [1, 3, 3, 3, 3, 1];

/// Whether a sensor of a kind measures an object at all.
fn needs_object(kind: SensorType) -> bool {
    use SensorType as S;
    !matches!(kind, S::Clock | S::EPotential | S::EKinetic | S::User | S::Plugin)
}

/// Measured objects and references exist.
pub(super) fn objects(m: &Model) -> Outcome {
    use SensorType as S;
    for i in 0..m.nsensor {
        let (kind, object, id) = (m.sensor_type[i], m.sensor_objtype[i], m.sensor_objid[i]);
        let allowed = if needs_object(kind) { kind.objects() } else { ObjType::ALL };
        require(allowed.contains(&object), "sensor_objtype", i, object.0, || {
            let list: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            format!("a sensor of type '{kind}' measures {}", list.join(" or "))
        })?;
        // every kind of object is stored with its id, or with -1 if the id is unknown
        let count = m.count(object);
        let none = id == -1 && (object == ObjType::Unknown || !needs_object(kind));
        let least = if needs_object(kind) && object != ObjType::Unknown { 0 } else { -1 };
        let of = format!("objects of type '{object}'");
        require(none || is_one_of(id, count), "sensor_objid", i, id, || outside(least, &of, count))?;
        reference(m, i)?;
        if matches!(kind, S::BallQuat | S::BallAngVel) {
            let ball = m.jnt_type[id as usize] == JointType::Ball;
            require(ball, "sensor_objid", i, id, || "must be a ball joint".to_string())?;
        }
    }
    Ok(())
}

/// The frame of reference, or the second object, of a sensor.
fn reference(m: &Model, i: usize) -> Outcome {
    use SensorType as S;
    let (kind, id) = (m.sensor_reftype[i], m.sensor_refid[i]);
    let (allowed, least): (&[ObjType], i32) = match m.sensor_type[i] {
        S::CamProjection => (&[ObjType::Camera], 0),
        S::InsideSite => (&[ObjType::Site], 0),
        S::Tactile => (&[ObjType::Geom], 0),
        S::GeomDist | S::GeomNormal | S::GeomFromTo => (&[ObjType::Body, ObjType::Geom], 0),
        _ => (ObjType::ALL, -1),
    };
    require(allowed.contains(&kind), "sensor_reftype", i, kind.0, || {
        let list: Vec<String> = allowed.iter().map(ToString::to_string).collect();
        format!("a sensor of type '{}' refers to {}", m.sensor_type[i], list.join(" or "))
    })?;
    let count = m.count(kind);
    let ok = (least == -1 && id == -1) || is_one_of(id, count);
    require(ok, "sensor_refid", i, id, || outside(least, &format!("objects of type '{kind}'"), count))
}

/// Readings of cameras have a place for every pixel; buffers of past readings lie in the history.
pub(super) fn readings(m: &Model) -> Outcome {
    for i in 0..m.nsensor {
        let (dim, id) = (m.sensor_dim[i], m.sensor_objid[i]);
        if m.sensor_type[i] == SensorType::Rangefinder && m.sensor_objtype[i] == ObjType::Camera {
            let camera = id as usize;
            let [width, height] = [0, 1].map(|k| i64::from(m.cam_resolution[2 * camera + k].max(0)));
            let wanted = m.sensor_intprm[3 * i];
            let fields: i64 = (0..RAY_FIELDS.len()).filter(|k| wanted >> k & 1 == 1).map(|k| RAY_FIELDS[k]).sum();
            let rays = width.saturating_mul(height);
            if rays.saturating_mul(fields.max(1)) > i64::from(dim) {
                let why =
                    format!("with {rays} pixels of the camera there are more readings than sensor_dim[{i}] = {dim}");
                return Err(refuse("cam_resolution", 2 * camera, m.cam_resolution[2 * camera], why));
            }
        }
        let (samples, start) = (m.sensor_history[2 * i], m.sensor_historyadr[i]);
        if samples > 0 {
            history(m, ("sensor_history", 2 * i, samples), ("sensor_historyadr", i, start), dim)?;
        }
    }
    Ok(())
}

/// Objects of tuples exist.
pub(super) fn tuples(m: &Model) -> Outcome {
    for (i, (&kind, &id)) in m.tuple_objtype.iter().zip(&m.tuple_objid).enumerate() {
        let count = m.count(kind);
        let ok = id == -1 || is_one_of(id, count);
        require(ok, "tuple_objid", i, id, || outside(-1, &format!("objects of type '{kind}'"), count))?;
    }
    Ok(())
}
