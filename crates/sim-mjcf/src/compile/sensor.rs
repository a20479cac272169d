//! Sensors: objects, data types, stages, and the size of each reading.

use super::actuator::MAX_SAMPLES;
use super::ids::Ids;
use super::user;
use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::spec::{Sensor, Spec};
use sim_core::math::set_row;
use sim_core::{DataType, GeomType, JointType, Model, ObjType, SensorType, Stage};

/// Numbers per data field of a contact sensor: found, force, torque, dist, pos, normal, tangent.
const CONTACT_DATA: [i64; 7] = [1, 3, 3, 1, 3, 3, 3];
/// Numbers per data field of a rangefinder: dist, dir, origin, point, normal, depth.
const RAY_DATA: [i64; 6] = [1, 3, 3, 3, 3, 1];
/// Kinds of objects that have a frame.
const FRAMES: &[ObjType] = &[ObjType::Body, ObjType::XBody, ObjType::Geom, ObjType::Site, ObjType::Camera];

/// Counts sensors. Their readings depend on the objects and are counted when filled.
pub(crate) fn sizes(spec: &Spec, _ids: &Ids, model: &mut Model) -> Result<()> {
    model.nsensor = spec.sensors.len();
    model.nuser_sensor = user::width(spec.size.nuser_sensor, spec.sensors.iter().map(|sensor| sensor.user.len()));
    Ok(())
}

/// Fills `sensor_*`, sets `nsensordata` and adds to `nhistory`; actuators, tendons and meshes are complete.
pub(crate) fn fill(spec: &Spec, ids: &Ids, m: &mut Model) -> Result<()> {
    let mut address = 0;
    ErrorList::each(spec.sensors.iter().enumerate(), |(id, sensor)| {
        check_numbers(sensor)?;
        let (object, reference) = objects(sensor, ids)?;
        let datatype = if sensor.kind == SensorType::User { sensor.datatype } else { datatype(sensor.kind) };
        check(sensor, object, reference, m)?;
        let directional =
            datatype == DataType::Axis && sensor.kind != SensorType::GeomNormal || datatype == DataType::Quaternion;
        if sensor.cutoff > 0.0 && directional {
            return Err(sensor.meta.span.conversion("'cutoff' would spoil a unit vector or quaternion: leave it out"));
        }
        let dim = dimension(sensor, object, m)?;
        m.sensor_type[id] = sensor.kind;
        m.sensor_datatype[id] = datatype;
        m.sensor_needstage[id] = if sensor.kind == SensorType::User { sensor.needstage } else { stage(sensor.kind) };
        m.sensor_objtype[id] = sensor.objtype;
        m.sensor_objid[id] = object.map_or(-1, |object| object as i32);
        m.sensor_reftype[id] = sensor.reftype;
        m.sensor_refid[id] = reference.map_or(-1, |object| object as i32);
        m.sensor_intprm[3 * id..3 * id + 3].copy_from_slice(&sensor.intprm);
        m.sensor_cutoff[id] = sensor.cutoff;
        m.sensor_noise[id] = sensor.noise;
        m.sensor_plugin[id] = -1;
        m.sensor_dim[id] = dim;
        m.sensor_adr[id] = i32::try_from(address).map_err(|_| too_large(sensor))?;
        address += dim as usize;
        fill_history(sensor, id, dim as usize, m)?;
        let width = m.nuser_sensor;
        user::set(&mut m.sensor_user, id, width, &sensor.user, "nuser_sensor", &sensor.meta.span)
    })?;
    m.nsensordata = address;
    Ok(())
}

fn too_large(sensor: &Sensor) -> MjcfError {
    MjcfError::TooLarge {
        span: sensor.meta.span.clone(),
        message: "the readings are too many: lower 'num', 'nsample' or the camera's resolution".to_string(),
    }
}

fn fill_history(sensor: &Sensor, id: usize, dim: usize, m: &mut Model) -> Result<()> {
    m.sensor_delay[id] = sensor.delay;
    m.sensor_history[2 * id] = sensor.nsample;
    m.sensor_history[2 * id + 1] = sensor.interp;
    set_row(&mut m.sensor_interval, id, sensor.interval);
    m.sensor_historyadr[id] = -1;
    if let Ok(samples @ 1..) = usize::try_from(sensor.nsample) {
        m.sensor_historyadr[id] = i32::try_from(m.nhistory).map_err(|_| too_large(sensor))?;
        // user value and cursor, then times, then readings
        let values = samples.checked_mul(dim).ok_or_else(|| too_large(sensor))?;
        m.nhistory = m.nhistory.checked_add(2 + samples + values).ok_or_else(|| too_large(sensor))?;
    }
    Ok(())
}

fn check_numbers(sensor: &Sensor) -> Result<()> {
    let [period, phase] = sensor.interval;
    let problem = if sensor.noise < 0.0 {
        "'noise' cannot be negative"
    } else if sensor.cutoff < 0.0 {
        "'cutoff' cannot be negative"
    } else if period < 0.0 {
        "the period in 'interval' cannot be negative"
    } else if phase > 0.0 {
        "the phase in 'interval' cannot be positive"
    } else if period > 0.0 && phase <= -period {
        "the phase in 'interval' must be later than minus one period"
    } else if sensor.delay > 0.0 && sensor.nsample <= 0 {
        "'delay' needs a history: give 'nsample'"
    } else if sensor.nsample > MAX_SAMPLES {
        "'nsample' is at most 16777216"
    } else {
        return Ok(());
    };
    Err(sensor.meta.span.conversion(problem))
}

/// Ids of the measured object and of the reference.
fn objects(sensor: &Sensor, ids: &Ids) -> Result<(Option<usize>, Option<usize>)> {
    let span = &sensor.meta.span;
    let find = |kind: ObjType, name: &str, role: &str| match (kind, name) {
        (ObjType::Unknown, _) => Ok(None),
        (_, "") => Err(span.conversion(format!("the name of the {role} is missing"))),
        _ => ids.find(kind, name, span).map(Some),
    };
    let object = find(sensor.objtype, &sensor.objname, "measured object")?;
    let reference = find(sensor.reftype, &sensor.refname, "reference")?;
    if reference.is_some() && !FRAMES.contains(&sensor.reftype) {
        return Err(span.conversion(format!(
            "the reference must be a body, xbody, geom, site or camera, found {}",
            sensor.reftype
        )));
    }
    Ok((object, reference))
}

/// Whether the sensor can measure what it is attached to.
fn check(sensor: &Sensor, object: Option<usize>, reference: Option<usize>, m: &Model) -> Result<()> {
    use SensorType as S;
    let fail = |message: String| Err(sensor.meta.span.conversion(message));
    if sensor.kind.label().is_none() {
        return fail(format!("there is no sensor of kind {}", sensor.kind));
    }
    let allowed = sensor.kind.objects();
    if !allowed.contains(&sensor.objtype) {
        let list: Vec<_> = allowed.iter().map(ToString::to_string).collect();
        return fail(format!("this sensor measures {}, found {}", list.join(" or "), sensor.objtype));
    }
    if object.is_none() && !allowed.contains(&ObjType::Unknown) {
        return fail("this sensor needs an object to measure".to_string());
    }
    let id = object.unwrap_or(0);
    let problem = match sensor.kind {
        S::CamProjection => {
            let camera = if sensor.reftype == ObjType::Camera { reference } else { None };
            let resolution = camera.map_or([0, 0], |c| [m.cam_resolution[2 * c], m.cam_resolution[2 * c + 1]]);
            (resolution[0] == 0 || resolution[1] == 0)
                .then_some("a projection needs a camera with a 'resolution' in pixels")
        }
        S::JointPos | S::JointVel | S::JointActFrc => (![JointType::Slide, JointType::Hinge].contains(&m.jnt_type[id]))
            .then_some("this sensor needs a slide or hinge joint"),
        S::BallQuat | S::BallAngVel => (m.jnt_type[id] != JointType::Ball).then_some("this sensor needs a ball joint"),
        S::JointLimitPos | S::JointLimitVel | S::JointLimitFrc => {
            (!m.jnt_limited[id]).then_some("this sensor needs a joint with limits: give the joint a 'range'")
        }
        S::TendonLimitPos | S::TendonLimitVel | S::TendonLimitFrc => {
            (!m.tendon_limited[id]).then_some("this sensor needs a tendon with limits: give the tendon a 'range'")
        }
        S::InsideSite => (sensor.reftype != ObjType::Site).then_some("this sensor needs a site to be inside of"),
        S::Tactile => check_tactile(sensor, reference, m),
        S::GeomDist | S::GeomNormal | S::GeomFromTo => check_distance(sensor, object, reference, m),
        S::Contact => check_contact(sensor),
        S::Rangefinder => check_fields(sensor, RAY_DATA.len()),
        S::User => check_user(sensor),
        _ => None,
    };
    problem.map_or(Ok(()), |message| fail(message.to_string()))
}

fn check_distance(sensor: &Sensor, object: Option<usize>, reference: Option<usize>, m: &Model) -> Option<&'static str> {
    if ![ObjType::Body, ObjType::Geom].contains(&sensor.reftype) {
        return Some("distances are measured between bodies or geoms");
    }
    if sensor.objtype == sensor.reftype && object == reference {
        return Some("distances are measured between two different objects");
    }
    let heightfield =
        |kind, id: Option<usize>| kind == ObjType::Geom && id.is_some_and(|geom| m.geom_type[geom] == GeomType::HField);
    (heightfield(sensor.objtype, object) || heightfield(sensor.reftype, reference))
        .then_some("distances to height fields are not defined: a height field is not convex")
}

fn check_tactile(sensor: &Sensor, reference: Option<usize>, m: &Model) -> Option<&'static str> {
    let geom = if sensor.reftype == ObjType::Geom { reference } else { None };
    let Some(geom) = geom else { return Some("this sensor needs a geom to be fixed to") };
    let body = m.geom_bodyid[geom];
    let collides = |g: usize| m.geom_bodyid[g] == body && (m.geom_contype[g] != 0 || m.geom_conaffinity[g] != 0);
    (!(0..m.ngeom).any(collides)).then_some("the body of this sensor's geom has no geom that collides")
}

fn check_contact(sensor: &Sensor) -> Option<&'static str> {
    if ![ObjType::Unknown, ObjType::Body, ObjType::XBody, ObjType::Geom].contains(&sensor.reftype) {
        return Some("the second criterion of a contact sensor is a body, a subtree or a geom");
    }
    if !(0..=3).contains(&sensor.intprm[1]) {
        return Some("'reduce' is none, mindist, maxforce or netforce");
    }
    if sensor.intprm[2] <= 0 {
        return Some("'num' must be positive");
    }
    check_fields(sensor, CONTACT_DATA.len())
}

fn check_fields(sensor: &Sensor, count: usize) -> Option<&'static str> {
    let bits = sensor.intprm[0];
    (bits <= 0 || bits >> count != 0).then_some("'data' asks for fields that this sensor does not have")
}

fn check_user(sensor: &Sensor) -> Option<&'static str> {
    match (sensor.datatype, sensor.dim) {
        (_, ..0) => Some("'dim' cannot be negative"),
        (DataType::Axis, dim) if dim != 3 => Some("datatype 'axis' needs dim='3'"),
        (DataType::Quaternion, dim) if dim != 4 => Some("datatype 'quaternion' needs dim='4'"),
        _ => None,
    }
}

/// Numbers in a reading.
fn dimension(sensor: &Sensor, object: Option<usize>, m: &Model) -> Result<i32> {
    use SensorType as S;
    let id = object.unwrap_or(0);
    let fields = |sizes: &[i64]| -> i64 {
        sizes.iter().enumerate().filter(|(bit, _)| sensor.intprm[0] & 1 << bit != 0).map(|(_, size)| size).sum()
    };
    let dim: i64 = match sensor.kind {
        S::CamProjection => 2,
        S::Accelerometer | S::Velocimeter | S::Gyro | S::Force | S::Torque | S::Magnetometer | S::BallAngVel => 3,
        S::FramePos | S::FrameXAxis | S::FrameYAxis | S::FrameZAxis | S::FrameLinVel | S::FrameAngVel => 3,
        S::FrameLinAcc | S::FrameAngAcc | S::SubtreeCom | S::SubtreeLinVel | S::SubtreeAngMom | S::GeomNormal => 3,
        S::BallQuat | S::FrameQuat => 4,
        S::GeomFromTo => 6,
        S::ActuatorPos | S::ActuatorVel | S::ActuatorFrc => i64::from(m.actuator_outnum[id]),
        S::Contact => i64::from(sensor.intprm[2]) * fields(&CONTACT_DATA),
        S::Tactile => 3 * i64::from(m.mesh_vertnum[id]),
        S::Rangefinder => {
            let rays = if sensor.objtype == ObjType::Camera {
                i64::from(m.cam_resolution[2 * id]).saturating_mul(i64::from(m.cam_resolution[2 * id + 1]))
            } else {
                1
            };
            rays.saturating_mul(fields(&RAY_DATA))
        }
        S::User => i64::from(sensor.dim),
        S::Plugin => return Err(sensor.meta.span.unsupported("a sensor computed by a plugin")),
        _ => 1,
    };
    i32::try_from(dim.max(0)).map_err(|_| too_large(sensor))
}

/// Kind of values of a sensor.
fn datatype(kind: SensorType) -> DataType {
    use SensorType as S;
    match kind {
        S::Touch | S::InsideSite => DataType::Positive,
        S::FrameXAxis | S::FrameYAxis | S::FrameZAxis | S::GeomNormal => DataType::Axis,
        S::BallQuat | S::FrameQuat => DataType::Quaternion,
        _ => DataType::Real,
    }
}

/// Stage after which a sensor can be computed.
fn stage(kind: SensorType) -> Stage {
    use SensorType as S;
    match kind {
        S::Touch | S::Accelerometer | S::Force | S::Torque | S::Contact | S::Tactile => Stage::Acc,
        S::ActuatorFrc | S::JointActFrc | S::TendonActFrc | S::JointLimitFrc | S::TendonLimitFrc => Stage::Acc,
        S::FrameLinAcc | S::FrameAngAcc => Stage::Acc,
        S::Velocimeter | S::Gyro | S::JointVel | S::TendonVel | S::ActuatorVel | S::BallAngVel => Stage::Vel,
        S::JointLimitVel | S::TendonLimitVel | S::FrameLinVel | S::FrameAngVel => Stage::Vel,
        S::SubtreeLinVel | S::SubtreeAngMom => Stage::Vel,
        _ => Stage::Pos,
    }
}

#[cfg(test)]
mod tests {
    use crate::load_model;

    fn sensors(text: &str) -> crate::Result<sim_core::Model> {
        load_model(&format!(
            "<mujoco><worldbody><camera name='c' resolution='4 3'/><body name='b'><joint name='j'/><geom size='1'/>
             <site name='s'/></body></worldbody><sensor>{text}</sensor></mujoco>"
        ))
    }

    #[test]
    fn readings_are_sized_by_their_objects() {
        let model = sensors(
            "<accelerometer site='s' nsample='2'/><rangefinder camera='c' data='dist normal'/>
             <contact num='2' data='found force'/>",
        )
        .unwrap();
        assert_eq!(model.sensor_dim, [3, 48, 8]);
        assert_eq!(model.sensor_adr, [0, 3, 51]);
        assert_eq!((model.nsensordata, model.nhistory), (59, 10));
    }

    #[test]
    fn a_tactile_pad_feels_depth() {
        let load = |contype: i32| {
            load_model(&format!(
                "<mujoco><asset><mesh name='pad' builtin='plate' params='3 3' inertia='shell' scale='.1 .1 .1'/></asset>
                 <worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 -.02'><freejoint/>
                 <geom size='.1' contype='{contype}' conaffinity='0'/>
                 <geom name='g' type='mesh' mesh='pad' contype='0' conaffinity='0' mass='0'/></body></worldbody>
                 <sensor><tactile geom='g' mesh='pad'/></sensor></mujoco>"
            ))
        };
        assert!(load(0).is_err());
        let model = load(1).unwrap();
        assert_eq!(model.nsensordata, 3 * model.mesh_vertnum[0] as usize);
        let mut data = model.make_data();
        data.qvel[2] = 0.5;
        data.forward(&model).unwrap();
        let depths = &data.sensordata[..model.mesh_vertnum[0] as usize];
        let expected = (0..depths.len()).map(|v| {
            let height = data.geom_xpos[8]
                + f64::from(model.mesh_vert[3 * v]) * data.geom_xmat[24]
                + f64::from(model.mesh_vert[3 * v + 1]) * data.geom_xmat[25]
                + f64::from(model.mesh_vert[3 * v + 2]) * data.geom_xmat[26];
            (-height).max(0.0)
        });
        for (depth, expected) in depths.iter().zip(expected) {
            assert!((depth - expected).abs() < 1e-12, "{depth} {expected}");
        }
        assert!(depths.iter().any(|&depth| depth > 0.0));
    }

    #[test]
    fn sensors_that_cannot_measure_are_refused() {
        for bad in [
            "<ballquat joint='j'/>",
            "<jointlimitpos joint='j'/>",
            "<framequat objtype='body' objname='b' cutoff='1'/>",
            "<gyro site='nowhere'/>",
            "<gyro site='s' delay='1'/>",
            "<gyro site='s' interval='0.1 -0.2'/>",
            "<user dim='2' datatype='axis'/>",
        ] {
            assert!(sensors(bad).is_err(), "{bad}");
        }
    }
}
