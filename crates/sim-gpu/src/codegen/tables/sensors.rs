//! Sensors by stage, the fields of a world that they need, and sensors that the GPU does not read.

use super::Numbers;
use crate::codegen::named::objects;
use crate::codegen::preprocessor::{Feature, Features};
use sim_core::{DisableFlags, EnableFlags, Model, ObjType, SensorType, Stage};
use std::collections::{BTreeMap, BTreeSet};

/// Types that the GPU reads, with their features.
const KINDS: [(SensorType, Feature); 42] = {
    use SensorType as S;
    [
        (S::Touch, Feature::SensorTouch),
        (S::Accelerometer, Feature::SensorAccelerometer),
        (S::Velocimeter, Feature::SensorVelocimeter),
        (S::Gyro, Feature::SensorGyro),
        (S::Force, Feature::SensorForce),
        (S::Torque, Feature::SensorTorque),
        (S::Magnetometer, Feature::SensorMagnetometer),
        (S::CamProjection, Feature::SensorCamprojection),
        (S::JointPos, Feature::SensorJointpos),
        (S::JointVel, Feature::SensorJointvel),
        (S::TendonPos, Feature::SensorTendonpos),
        (S::TendonVel, Feature::SensorTendonvel),
        (S::ActuatorPos, Feature::SensorActuatorpos),
        (S::ActuatorVel, Feature::SensorActuatorvel),
        (S::ActuatorFrc, Feature::SensorActuatorfrc),
        (S::JointActFrc, Feature::SensorJointactfrc),
        (S::TendonActFrc, Feature::SensorTendonactfrc),
        (S::BallQuat, Feature::SensorBallquat),
        (S::BallAngVel, Feature::SensorBallangvel),
        (S::JointLimitPos, Feature::SensorJointlimitpos),
        (S::JointLimitVel, Feature::SensorJointlimitvel),
        (S::JointLimitFrc, Feature::SensorJointlimitfrc),
        (S::TendonLimitPos, Feature::SensorTendonlimitpos),
        (S::TendonLimitVel, Feature::SensorTendonlimitvel),
        (S::TendonLimitFrc, Feature::SensorTendonlimitfrc),
        (S::FramePos, Feature::SensorFramepos),
        (S::FrameQuat, Feature::SensorFramequat),
        (S::FrameXAxis, Feature::SensorFramexaxis),
        (S::FrameYAxis, Feature::SensorFrameyaxis),
        (S::FrameZAxis, Feature::SensorFramezaxis),
        (S::FrameLinVel, Feature::SensorFramelinvel),
        (S::FrameAngVel, Feature::SensorFrameangvel),
        (S::FrameLinAcc, Feature::SensorFramelinacc),
        (S::FrameAngAcc, Feature::SensorFrameangacc),
        (S::SubtreeCom, Feature::SensorSubtreecom),
        (S::SubtreeLinVel, Feature::SensorSubtreelinvel),
        (S::SubtreeAngMom, Feature::SensorSubtreeangmom),
        (S::InsideSite, Feature::SensorInsidesite),
        (S::Contact, Feature::SensorContact),
        (S::EPotential, Feature::SensorEPotential),
        (S::EKinetic, Feature::SensorEKinetic),
        (S::Clock, Feature::SensorClock),
    ]
};

/// Kinds of objects whose frames are measured, with their features.
const FRAMES: [(ObjType, Feature); 5] = [
    (ObjType::Body, Feature::SensedBodies),
    (ObjType::XBody, Feature::SensedXbodies),
    (ObjType::Geom, Feature::SensedGeoms),
    (ObjType::Site, Feature::SensedSites),
    (ObjType::Camera, Feature::SensedCameras),
];

/// Number of each type by its name in the shaders.
pub fn types() -> impl Iterator<Item = (&'static str, i32)> {
    KINDS.iter().map(|(kind, feature)| (feature.name(), kind.0))
}

/// Sensors of each stage; a model whose sensors are off has none.
#[derive(Clone, Debug, Default)]
pub struct Sensors {
    position: Vec<i32>,
    velocity: Vec<i32>,
    acceleration: Vec<i32>,
}

impl Sensors {
    /// Those of a model.
    pub fn new(m: &Model) -> Self {
        if m.opt.disableflags.contains(DisableFlags::SENSOR) {
            return Self::default();
        }
        let of = |stage| (0..m.nsensor).filter(|&i| m.sensor_needstage[i] == stage).map(|i| i as i32).collect();
        Self { position: of(Stage::Pos), velocity: of(Stage::Vel), acceleration: of(Stage::Acc) }
    }

    /// Sets the features of the sensors, and of the fields that they or the caller need. Sensors are read only if their readings
    /// are visible.
    pub fn features(&self, m: &Model, visible: &BTreeSet<String>, f: &mut Features) {
        let sees = |field| visible.contains(field);
        let lists = [
            (Feature::PositionSensors, &self.position),
            (Feature::VelocitySensors, &self.velocity),
            (Feature::AccelerationSensors, &self.acceleration),
        ];
        let mut read: Vec<usize> = Vec::new();
        if sees("sensordata") {
            for (name, list) in lists {
                f.set(name, !list.is_empty());
                read.extend(list.iter().map(|&i| i as usize));
            }
        }
        let kinds: BTreeSet<i32> = read.iter().map(|&i| m.sensor_type[i].0).collect();
        let has = |kind: SensorType| kinds.contains(&kind.0);
        for (kind, name) in KINDS {
            f.set(name, has(kind));
        }
        let frames: BTreeSet<i32> = read.iter().flat_map(|&i| [m.sensor_objtype[i].0, m.sensor_reftype[i].0]).collect();
        for (kind, name) in FRAMES {
            f.set(name, frames.contains(&kind.0));
        }
        // lengths follow from the pose even where nothing actuates
        f.set(Feature::ActuatorLengths, m.nactuator > 0 && (has(SensorType::ActuatorPos) || sees("actuator_length")));
        f.set(Feature::SensorCutoff, read.iter().any(|&i| m.sensor_cutoff[i] > 0.0));
        let asked = m.opt.enableflags.contains(EnableFlags::ENERGY);
        f.set(Feature::Energy, asked || has(SensorType::EPotential) || has(SensorType::EKinetic));
        let momenta = has(SensorType::SubtreeLinVel) || has(SensorType::SubtreeAngMom);
        f.set(Feature::SubtreeVelocities, momenta || sees("subtree_linvel") || sees("subtree_angmom"));
        let accelerations = [SensorType::Accelerometer, SensorType::FrameLinAcc, SensorType::FrameAngAcc];
        let forces = has(SensorType::Force) || has(SensorType::Torque) || sees("cfrc_int");
        f.set(Feature::BodyForces, forces);
        f.set(Feature::ComInertias, forces || sees("cinert"));
        f.set(Feature::ComComposites, sees("crb"));
        f.set(Feature::ExternalForces, forces || sees("cfrc_ext"));
        f.set(Feature::BodyAccelerations, forces || accelerations.into_iter().any(has) || sees("cacc"));
    }

    /// Constants of the shaders.
    pub fn constants(&self) -> [(&'static str, usize); 3] {
        [
            ("NPOSITION_SENSOR", self.position.len()),
            ("NVELOCITY_SENSOR", self.velocity.len()),
            ("NACCELERATION_SENSOR", self.acceleration.len()),
        ]
    }

    /// Name, width and numbers of each table.
    pub fn arrays(&self) -> Vec<(&'static str, usize, Numbers)> {
        let ints = |list: &[i32]| Numbers::Ints(list.to_vec());
        vec![
            ("position_sensor", 1, ints(&self.position)),
            ("velocity_sensor", 1, ints(&self.velocity)),
            ("acceleration_sensor", 1, ints(&self.acceleration)),
        ]
    }
}

/// Adds the sensors of a model that the GPU does not read, each with its cure.
pub fn missing_sensors(m: &Model, all: &mut Vec<String>) {
    if m.opt.disableflags.contains(DisableFlags::SENSOR) {
        return;
    }
    let mut uncovered: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
    for i in 0..m.nsensor {
        let kind = m.sensor_type[i];
        if KINDS.iter().all(|known| known.0 != kind) {
            uncovered.entry(kind.0).or_default().push(i);
        }
    }
    for (kind, sensors) in uncovered {
        all.push(format!(
            "sensors of type '{}' ({}): delete them, or set <flag sensor=\"disable\"/> in <option>",
            SensorType(kind),
            objects(m, ObjType::Sensor, &sensors)
        ));
    }
}
