//! Numbers of Rust that shaders know by name: they are written into each kernel that uses them, and into no WGSL source.

use super::status::Status;
use super::tables::{impedance, outputs, pairs, rows, sensors};
use sim_core::binding::force::{CHART_QUAT, input};
use sim_core::binding::sensor::reduce;
use sim_core::data::{ConstraintState, ConstraintType};
use sim_core::enums::{driver, same_frame};
use sim_core::{
    ActuatorDynamics, BiasType, CamLightMode, DataType, EqType, GainType, GeomType, JointType, ObjType,
    TransmissionType,
};
use std::collections::BTreeMap;

/// Constants of the engine by their names in the shaders.
const ENGINE: &[(&str, i32)] = &[
    ("JNT_FREE", JointType::Free.0),
    ("JNT_BALL", JointType::Ball.0),
    ("JNT_SLIDE", JointType::Slide.0),
    ("JNT_HINGE", JointType::Hinge.0),
    ("TRN_JOINT", TransmissionType::Joint.0),
    ("TRN_JOINTINPARENT", TransmissionType::JointInParent.0),
    ("TRN_SLIDERCRANK", TransmissionType::SliderCrank.0),
    ("TRN_TENDON", TransmissionType::Tendon.0),
    ("TRN_SITE", TransmissionType::Site.0),
    ("TRN_BODY", TransmissionType::Body.0),
    ("TRN_SO3", TransmissionType::SO3.0),
    ("DYN_NONE", ActuatorDynamics::None.0),
    ("DYN_INTEGRATOR", ActuatorDynamics::Integrator.0),
    ("DYN_FILTER", ActuatorDynamics::Filter.0),
    ("DYN_FILTEREXACT", ActuatorDynamics::FilterExact.0),
    ("DYN_MUSCLE", ActuatorDynamics::Muscle.0),
    ("DYN_DCMOTOR", ActuatorDynamics::DcMotor.0),
    ("DYN_PID", ActuatorDynamics::Pid.0),
    ("GAIN_FIXED", GainType::Fixed.0),
    ("GAIN_AFFINE", GainType::Affine.0),
    ("GAIN_MUSCLE", GainType::Muscle.0),
    ("GAIN_DCMOTOR", GainType::DcMotor.0),
    ("GAIN_SO3", GainType::SO3.0),
    ("GAIN_PID", GainType::Pid.0),
    ("BIAS_AFFINE", BiasType::Affine.0),
    ("BIAS_MUSCLE", BiasType::Muscle.0),
    ("BIAS_DCMOTOR", BiasType::DcMotor.0),
    ("BIAS_SO3", BiasType::SO3.0),
    // in actuator_ctrlspec: an orientation is given by a quaternion
    ("CHART_QUAT", CHART_QUAT),
    // bits of actuator_ctrlspec: which inputs a servo or motor has
    ("INPUT_POSITION", input::POS),
    ("INPUT_VELOCITY", input::VEL),
    ("INPUT_FORCE", input::FF),
    ("INPUT_VOLTAGE", input::VOLTAGE),
    ("GEOM_PLANE", GeomType::Plane.0),
    ("GEOM_SPHERE", GeomType::Sphere.0),
    ("GEOM_CAPSULE", GeomType::Capsule.0),
    ("GEOM_ELLIPSOID", GeomType::Ellipsoid.0),
    ("GEOM_CYLINDER", GeomType::Cylinder.0),
    ("GEOM_BOX", GeomType::Box.0),
    ("OBJ_UNKNOWN", ObjType::Unknown.0),
    ("OBJ_BODY", ObjType::Body.0),
    ("OBJ_XBODY", ObjType::XBody.0),
    ("OBJ_GEOM", ObjType::Geom.0),
    ("OBJ_SITE", ObjType::Site.0),
    ("OBJ_CAMERA", ObjType::Camera.0),
    ("SAME_BODY", same_frame::BODY as i32),
    ("SAME_INERTIA", same_frame::INERTIA as i32),
    ("SAME_BODYROT", same_frame::BODYROT as i32),
    ("SAME_INERTIAROT", same_frame::INERTIAROT as i32),
    ("MODE_TRACK", CamLightMode::Track.0),
    ("MODE_TRACKCOM", CamLightMode::TrackCom.0),
    ("MODE_TARGETBODY", CamLightMode::TargetBody.0),
    ("MODE_TARGETBODYCOM", CamLightMode::TargetBodyCom.0),
    // in jnt_actuatorid and tendon_actuatorid
    ("SEVERAL_DRIVERS", driver::SEVERAL),
    ("EQ_CONNECT", EqType::Connect.0),
    ("EQ_WELD", EqType::Weld.0),
    ("EQ_JOINT", EqType::Joint.0),
    ("EQ_TENDON", EqType::Tendon.0),
    ("ROW_EQUALITY", ConstraintType::Equality.0),
    ("ROW_FRICTION_DOF", ConstraintType::FrictionDof.0),
    ("ROW_FRICTION_TENDON", ConstraintType::FrictionTendon.0),
    ("ROW_LIMIT_JOINT", ConstraintType::LimitJoint.0),
    ("ROW_LIMIT_TENDON", ConstraintType::LimitTendon.0),
    ("ROW_CONTACT_FRICTIONLESS", ConstraintType::ContactFrictionless.0),
    ("ROW_CONTACT_PYRAMIDAL", ConstraintType::ContactPyramidal.0),
    ("ROW_CONTACT_ELLIPTIC", ConstraintType::ContactElliptic.0),
    ("ZONE_SATISFIED", ConstraintState::Satisfied.0),
    ("ZONE_QUADRATIC", ConstraintState::Quadratic.0),
    ("ZONE_LINEAR_NEG", ConstraintState::LinearNeg.0),
    ("ZONE_LINEAR_POS", ConstraintState::LinearPos.0),
    ("ZONE_CONE", ConstraintState::Cone.0),
    ("DATATYPE_REAL", DataType::Real.0),
    ("DATATYPE_POSITIVE", DataType::Positive.0),
    ("REDUCE_MINDIST", reduce::MINDIST),
    ("REDUCE_MAXFORCE", reduce::MAXFORCE),
    ("REDUCE_NETFORCE", reduce::NETFORCE),
];

/// Constants that do not depend on the model, by their names in the shaders.
pub fn constants() -> BTreeMap<String, i64> {
    let named = |(name, value): (&str, i32)| (name.to_string(), i64::from(value));
    let fixed = ENGINE.iter().chain(&rows::SOURCES).chain(&outputs::MOVES).chain(&impedance::COLUMNS).copied();
    let statuses = Status::NAMED.into_iter().map(|(name, status)| (name, status as i32));
    let mut all: BTreeMap<String, i64> = fixed.chain(statuses).chain(sensors::types()).map(named).collect();
    all.extend(pairs::kinds().map(|(name, kind)| (name, i64::from(kind))));
    all
}

#[cfg(test)]
mod tests {
    use super::constants;
    use crate::codegen::wgsl::SOURCES;
    use std::collections::BTreeSet;

    /// Words of the sources that are not in comments.
    fn words() -> BTreeSet<&'static str> {
        let lines = SOURCES.iter().flat_map(|source| source.text.lines());
        let code = lines.filter(|line| !line.trim_start().starts_with('#')).filter_map(|line| line.split("//").next());
        code.flat_map(|code| code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')).collect()
    }

    #[test]
    fn constants_are_used_and_declared_in_no_source() {
        let (constants, words) = (constants(), words());
        assert!(constants.len() > 130, "{}", constants.len());
        for name in constants.keys() {
            assert!(words.contains(name.as_str()), "no source uses {name}");
            let declaration = format!("const {name}:");
            assert!(SOURCES.iter().all(|source| !source.text.contains(&declaration)), "a source declares {name}");
        }
    }

    /// A source that needs another value of an enum adds it to the table: its name begins like those of the enum.
    #[test]
    fn sources_declare_no_constant_with_a_prefix_of_an_enum() {
        let prefixes: BTreeSet<String> = constants()
            .keys()
            .filter_map(|name| name.split_once('_'))
            .map(|(prefix, _)| format!("{prefix}_"))
            .collect();
        assert!(
            prefixes.contains("JNT_") && prefixes.contains("PAIR_") && prefixes.contains("STATUS_"),
            "{prefixes:?}"
        );
        let lines = SOURCES.iter().flat_map(|source| source.text.lines());
        let names = lines.filter_map(|line| Some(line.trim().strip_prefix("const ")?.split_once(": i32")?.0));
        let declared: Vec<&str> = names.filter(|name| prefixes.iter().any(|prefix| name.starts_with(prefix))).collect();
        assert_eq!(declared, Vec::<&str>::new());
    }
}
