//! Sensors by the stage that reads them, what of a world they need, and which of them the card does not read.

use crate::codegen::Features;
use crate::codegen::catalogue::Numbers;
use sim_core::{DisableFlags, EnableFlags, Model, ObjType, SensorType, Stage};
use std::collections::{BTreeMap, BTreeSet};

/// The kinds that the card reads, with their names in the conditions of the shaders.
const KINDS: [(SensorType, &str); 42] = {
    use SensorType as S;
    [
        (S::Touch, "SENSOR_TOUCH"),
        (S::Accelerometer, "SENSOR_ACCELEROMETER"),
        (S::Velocimeter, "SENSOR_VELOCIMETER"),
        (S::Gyro, "SENSOR_GYRO"),
        (S::Force, "SENSOR_FORCE"),
        (S::Torque, "SENSOR_TORQUE"),
        (S::Magnetometer, "SENSOR_MAGNETOMETER"),
        (S::CamProjection, "SENSOR_CAMPROJECTION"),
        (S::JointPos, "SENSOR_JOINTPOS"),
        (S::JointVel, "SENSOR_JOINTVEL"),
        (S::TendonPos, "SENSOR_TENDONPOS"),
        (S::TendonVel, "SENSOR_TENDONVEL"),
        (S::ActuatorPos, "SENSOR_ACTUATORPOS"),
        (S::ActuatorVel, "SENSOR_ACTUATORVEL"),
        (S::ActuatorFrc, "SENSOR_ACTUATORFRC"),
        (S::JointActFrc, "SENSOR_JOINTACTFRC"),
        (S::TendonActFrc, "SENSOR_TENDONACTFRC"),
        (S::BallQuat, "SENSOR_BALLQUAT"),
        (S::BallAngVel, "SENSOR_BALLANGVEL"),
        (S::JointLimitPos, "SENSOR_JOINTLIMITPOS"),
        (S::JointLimitVel, "SENSOR_JOINTLIMITVEL"),
        (S::JointLimitFrc, "SENSOR_JOINTLIMITFRC"),
        (S::TendonLimitPos, "SENSOR_TENDONLIMITPOS"),
        (S::TendonLimitVel, "SENSOR_TENDONLIMITVEL"),
        (S::TendonLimitFrc, "SENSOR_TENDONLIMITFRC"),
        (S::FramePos, "SENSOR_FRAMEPOS"),
        (S::FrameQuat, "SENSOR_FRAMEQUAT"),
        (S::FrameXAxis, "SENSOR_FRAMEXAXIS"),
        (S::FrameYAxis, "SENSOR_FRAMEYAXIS"),
        (S::FrameZAxis, "SENSOR_FRAMEZAXIS"),
        (S::FrameLinVel, "SENSOR_FRAMELINVEL"),
        (S::FrameAngVel, "SENSOR_FRAMEANGVEL"),
        (S::FrameLinAcc, "SENSOR_FRAMELINACC"),
        (S::FrameAngAcc, "SENSOR_FRAMEANGACC"),
        (S::SubtreeCom, "SENSOR_SUBTREECOM"),
        (S::SubtreeLinVel, "SENSOR_SUBTREELINVEL"),
        (S::SubtreeAngMom, "SENSOR_SUBTREEANGMOM"),
        (S::InsideSite, "SENSOR_INSIDESITE"),
        (S::Contact, "SENSOR_CONTACT"),
        (S::EPotential, "SENSOR_E_POTENTIAL"),
        (S::EKinetic, "SENSOR_E_KINETIC"),
        (S::Clock, "SENSOR_CLOCK"),
    ]
};

/// Kinds of objects whose frames are measured, with their names in the conditions of the shaders.
const FRAMES: [(ObjType, &str); 5] = [
    (ObjType::Body, "SENSED_BODIES"),
    (ObjType::XBody, "SENSED_XBODIES"),
    (ObjType::Geom, "SENSED_GEOMS"),
    (ObjType::Site, "SENSED_SITES"),
    (ObjType::Camera, "SENSED_CAMERAS"),
];

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

    /// Sets the names of the sensors that are read, and of what they or the caller need: nobody reads sensors unless their
    /// readings are visible.
    pub fn features(&self, m: &Model, visible: &BTreeSet<String>, f: &mut Features) {
        let sees = |field| visible.contains(field);
        let lists = [
            ("POSITION_SENSORS", &self.position),
            ("VELOCITY_SENSORS", &self.velocity),
            ("ACCELERATION_SENSORS", &self.acceleration),
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
        f.set("ACTUATOR_LENGTHS", m.nactuator > 0 && (has(SensorType::ActuatorPos) || sees("actuator_length")));
        f.set("SENSOR_CUTOFF", read.iter().any(|&i| m.sensor_cutoff[i] > 0.0));
        let asked = m.opt.enableflags.contains(EnableFlags::ENERGY);
        f.set("ENERGY", asked || has(SensorType::EPotential) || has(SensorType::EKinetic));
        let momenta = has(SensorType::SubtreeLinVel) || has(SensorType::SubtreeAngMom);
        f.set("SUBTREE_VELOCITIES", momenta || sees("subtree_linvel") || sees("subtree_angmom"));
        let accelerations = [SensorType::Accelerometer, SensorType::FrameLinAcc, SensorType::FrameAngAcc];
        let forces = has(SensorType::Force) || has(SensorType::Torque) || sees("cfrc_int");
        f.set("BODY_FORCES", forces);
        f.set("COM_INERTIAS", forces || sees("cinert"));
        f.set("COM_COMPOSITES", sees("crb"));
        f.set("EXTERNAL_FORCES", forces || sees("cfrc_ext"));
        f.set("BODY_ACCELERATIONS", forces || accelerations.into_iter().any(has) || sees("cacc"));
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

/// What a model's sensors have that the card does not read, each with its cure.
pub fn missing_sensors(m: &Model, all: &mut Vec<String>) {
    if m.opt.disableflags.contains(DisableFlags::SENSOR) {
        return;
    }
    let mut uncovered: BTreeMap<i32, (usize, usize)> = BTreeMap::new();
    for i in 0..m.nsensor {
        let kind = m.sensor_type[i];
        if KINDS.iter().all(|known| known.0 != kind) {
            uncovered.entry(kind.0).or_insert((0, i)).0 += 1;
        }
    }
    for (count, first) in uncovered.into_values() {
        let kind = m.sensor_type[first];
        let name = m.name(ObjType::Sensor, first).map_or_else(|| format!("sensor {first}"), |name| format!("'{name}'"));
        all.push(format!(
            "{count} sensors of type '{kind}' ({name}, for example): leave them out, switch sensors off by their flag, or step the \
             model on the CPU"
        ));
    }
}
