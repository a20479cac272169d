//! Actuators.

use super::{Limited, Meta, Object};
use sim_core::{ActuatorDynamics, BiasType, GainType, ObjType, TransmissionType};

/// Input signature of servos and motors: bits of the signals that `ctrl` holds, in this order.
pub mod signal {
    /// Position setpoint.
    pub const POS: i32 = 1;
    /// Velocity setpoint.
    pub const VEL: i32 = 2;
    /// Feed-forward force.
    pub const FF: i32 = 4;
    /// Voltage at a motor's terminals.
    pub const VOLTAGE: i32 = 8;
    /// No input at all.
    pub const NONE: i32 = 16;
}

/// Input signature of orientation servos: how `ctrl` gives the wanted orientation.
pub mod chart {
    /// Rotation vector, three controls.
    pub const EXPMAP: i32 = 1;
    /// Quaternion, four controls.
    pub const QUAT: i32 = 2;
}

/// `<general>` and every shortcut.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Actuator {
    pub meta: Meta,
    pub gaintype: GainType,
    pub gainprm: [f64; 10],
    pub biastype: BiasType,
    pub biasprm: [f64; 10],
    pub dyntype: ActuatorDynamics,
    pub dynprm: [f64; 10],
    /// Number of activation variables; -1: what the dynamics need.
    pub actdim: i32,
    /// Input signature; 0: what the gain needs.
    pub ctrlspec: i32,
    pub velrange: [f64; 2],
    pub ffrange: [f64; 2],
    pub actearly: bool,
    pub trntype: TransmissionType,
    pub gear: [f64; 6],
    /// Joint, tendon, site or body that is driven.
    pub target: String,
    pub refsite: String,
    pub slidersite: String,
    pub cranklength: f64,
    pub lengthrange: [f64; 2],
    pub inheritrange: f64,
    pub damping: [f64; 3],
    pub armature: f64,
    pub ctrllimited: Limited,
    pub ctrlrange: [f64; 2],
    pub forcelimited: Limited,
    pub forcerange: [f64; 2],
    pub actlimited: Limited,
    pub actrange: [f64; 2],
    pub group: i32,
    pub nsample: i32,
    pub interp: i32,
    pub delay: f64,
    pub user: Vec<f64>,
}

/// An array of `N` numbers that starts with `first` and goes on with zeros.
const fn leading<const N: usize>(first: f64) -> [f64; N] {
    let mut out = [0.0; N];
    out[0] = first;
    out
}

impl Default for Actuator {
    fn default() -> Self {
        Self {
            meta: Meta::default(),
            gaintype: GainType::Fixed,
            gainprm: leading(1.0),
            biastype: BiasType::None,
            biasprm: [0.0; 10],
            dyntype: ActuatorDynamics::None,
            dynprm: leading(1.0),
            actdim: -1,
            ctrlspec: 0,
            velrange: [0.0; 2],
            ffrange: [0.0; 2],
            actearly: false,
            trntype: TransmissionType::Undefined,
            gear: leading(1.0),
            target: String::new(),
            refsite: String::new(),
            slidersite: String::new(),
            cranklength: 0.0,
            lengthrange: [0.0; 2],
            inheritrange: 0.0,
            damping: [0.0; 3],
            armature: 0.0,
            ctrllimited: Limited::Auto,
            ctrlrange: [0.0; 2],
            forcelimited: Limited::Auto,
            forcerange: [0.0; 2],
            actlimited: Limited::Auto,
            actrange: [0.0; 2],
            group: 0,
            nsample: 0,
            interp: 0,
            delay: 0.0,
            user: vec![],
        }
    }
}

impl Actuator {
    /// Kind of the object the transmission acts on.
    pub fn target_kind(&self) -> ObjType {
        match self.trntype {
            TransmissionType::Joint | TransmissionType::JointInParent => ObjType::Joint,
            TransmissionType::Tendon => ObjType::Tendon,
            TransmissionType::Body => ObjType::Body,
            TransmissionType::Undefined => ObjType::Unknown,
            _ => ObjType::Site,
        }
    }
}

impl Object for Actuator {
    const KIND: ObjType = ObjType::Actuator;
    fn meta(&self) -> &Meta {
        &self.meta
    }
    fn meta_mut(&mut self) -> &mut Meta {
        &mut self.meta
    }
    fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String)) {
        let kind = self.target_kind();
        visit(kind, &mut self.target);
        visit(ObjType::Site, &mut self.refsite);
        visit(ObjType::Site, &mut self.slidersite);
    }
}
