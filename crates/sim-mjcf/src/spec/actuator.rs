//! Actuators.

use super::{Limited, Meta, Object};
use crate::schema::keywords::INTERP;
use crate::schema::{Kind, MANY};
use crate::table::codec::{self, Custom, Number};
use crate::table::field::{self, text};
use crate::table::value::{CHARTS, SIGNALS, word_of};
use crate::table::{Fault, Value, object_table};
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

/// An array of `N` numbers that starts with `first` and goes on with zeros.
const fn leading<const N: usize>(first: f64) -> [f64; N] {
    let mut out = [0.0; N];
    out[0] = first;
    out
}

/// The target of an actuator; the attribute decides the transmission.
macro_rules! transmissions {
    ($($NAME:ident $Kind:ident;)*) => {$(
        const $NAME: Custom<Actuator> = Custom::new(
            Kind::Reference,
            1,
            |actuator, value| {
                text(value)?.clone_into(&mut actuator.target);
                actuator.trntype = TransmissionType::$Kind;
                Ok(())
            },
            |actuator| {
                (actuator.trntype == TransmissionType::$Kind).then(|| Value::Text(actuator.target.clone()))
            },
        );
    )*};
}

transmissions! {
    JOINT Joint;
    JOINT_IN_PARENT JointInParent;
    TENDON Tendon;
    CRANKSITE SliderCrank;
    SITE Site;
    BODY Body;
}

/// A chart of orientations, no input at all, or a list of signals in their order.
const INPUT: Custom<Actuator> = Custom::new(
    Kind::Input,
    MANY,
    |actuator, value| {
        actuator.ctrlspec = match value {
            Value::Keyword(number, _) if word_of(CHARTS, *number).is_some() => *number,
            Value::Text(word) if CHARTS.iter().any(|(known, _)| known == word) => field::keyword(CHARTS, value)?,
            Value::Keywords(numbers) if !numbers.is_sorted_by(|a, b| a < b) => {
                return Err(Fault::Invalid("inputs must be in the order: pos, vel, ff, voltage".to_string()));
            }
            _ => codec::bits(SIGNALS, value, |bit| bit)?,
        };
        Ok(())
    },
    // charts and signals share their numbers
    |actuator| match (actuator.gaintype, actuator.ctrlspec) {
        (GainType::SO3, number) | (_, number @ signal::NONE) => field::keyword_value(CHARTS, number),
        (_, bits) => codec::bits_value(SIGNALS, bits, |bit| bit),
    },
);

object_table! {
    /// `<general>` and every shortcut.
    ///
    /// ```
    /// use sim_core::{ObjType, TransmissionType};
    /// use sim_mjcf::Fields;
    /// use sim_mjcf::spec::Actuator;
    ///
    /// let mut motor = Actuator::default();
    /// motor.set("tendon", "rope")?;
    /// motor.set("gear", 5.0)?;
    /// assert_eq!((motor.trntype, motor.target.as_str()), (TransmissionType::Tendon, "rope"));
    /// assert_eq!((motor.target_kind(), motor.gear[0]), (ObjType::Tendon, 5.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Actuator "actuator" (meta) in [
        "actuator/general", "actuator/motor", "actuator/position", "actuator/velocity", "actuator/intvelocity",
        "actuator/orientation", "actuator/pid", "actuator/damper", "actuator/cylinder", "actuator/muscle",
        "actuator/hillmuscle", "actuator/adhesion", "actuator/dcmotor",
    ] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Law of the gain: force from the input.
        gaintype: GainType = GainType::Fixed, "gaintype";
        /// Parameters of the gain.
        gainprm: [f64; 10] = leading(1.0), "gainprm";
        /// Law of the bias that is added to the force.
        biastype: BiasType = BiasType::None, "biastype";
        /// Parameters of the bias.
        biasprm: [f64; 10] = [0.0; 10], "biasprm";
        /// Dynamics: activations from controls.
        dyntype: ActuatorDynamics = ActuatorDynamics::None, "dyntype";
        /// Parameters of the dynamics.
        dynprm: [f64; 10] = leading(1.0), "dynprm";
        /// Number of activation variables; -1: as many as the dynamics need.
        actdim: i32 = -1, "actdim";
        /// Input signature; 0: the gain's own.
        ctrlspec: i32 = 0;
        /// Range of the velocity input.
        velrange: [f64; 2] = [0.0; 2], "velrange";
        /// Range of the feed-forward input.
        ffrange: [f64; 2] = [0.0; 2], "ffrange";
        /// Whether the force takes the activation of the next step.
        actearly: bool = false, "actearly";
        /// Type of transmission.
        trntype: TransmissionType = TransmissionType::Undefined;
        /// Scale of the transmission.
        gear: [f64; 6] = leading(1.0), "gear";
        /// Joint, tendon, site or body that is driven.
        target: String = String::new();
        /// Site in whose frame a site is driven.
        refsite: String = String::new(), "refsite";
        /// Site of a slider-crank that slides.
        slidersite: String = String::new(), "slidersite";
        /// Length of the rod of a slider-crank.
        cranklength: f64 = 0.0, "cranklength";
        /// Range of the transmission's length; zero: computed.
        lengthrange: [f64; 2] = [0.0; 2], "lengthrange";
        /// Share of the target's range that becomes the range of the input.
        inheritrange: f64 = 0.0, "inheritrange";
        /// Linear, quadratic and cubic coefficient.
        damping: [f64; 3] = [0.0; 3], "damping";
        /// Armature inertia added to the target.
        armature: f64 = 0.0, "armature";
        /// Whether `ctrlrange` holds.
        ctrllimited: Limited = Limited::Auto, "ctrllimited";
        /// Range of the control.
        ctrlrange: [f64; 2] = [0.0; 2], "ctrlrange";
        /// Whether `forcerange` holds.
        forcelimited: Limited = Limited::Auto, "forcelimited";
        /// Range of the force.
        forcerange: [f64; 2] = [0.0; 2], "forcerange";
        /// Whether `actrange` holds.
        actlimited: Limited = Limited::Auto, "actlimited";
        /// Range of the activation.
        actrange: [f64; 2] = [0.0; 2], "actrange";
        /// Group for display and for being disabled.
        group: i32 = 0, "group";
        /// Number of samples in the history of controls.
        nsample: i32 = 0, "nsample";
        /// Interpolation of the history.
        interp: i32 = 0, "interp" by Number(INTERP);
        /// Delay of the control.
        delay: f64 = 0.0, "delay";
        /// User data.
        user: Vec<f64> = vec![], "user";
    }
    whole {
        /// What the control holds.
        "input" in ctrlspec by INPUT;
        /// Joint it drives.
        "joint" in target by JOINT;
        /// Joint it drives, in the parent's frame.
        "jointinparent" in target by JOINT_IN_PARENT;
        /// Tendon it pulls.
        "tendon" in target by TENDON;
        /// Site of a slider-crank that turns.
        "cranksite" in target by CRANKSITE;
        /// Site it drives.
        "site" in target by SITE;
        /// Body whose contacts it presses.
        "body" in target by BODY;
    }
    not_fields {
        "name": "it is meta.name";
        "class": "it is meta.class";
        "kp": "a short form: set gainprm and biasprm";
        "kv": "a short form: set gainprm and biasprm";
        "dampratio": "a short form: set biasprm";
        "timeconst": "a short form: set dynprm and dyntype";
        "ki": "a short form: set gainprm";
        "imax": "a short form: set dynprm";
        "slewmax": "a short form: set dynprm";
        "posrange": "a short form: set ctrlrange";
        "area": "a short form: set gainprm";
        "diameter": "a short form: set gainprm";
        "bias": "a short form: set biasprm";
        "tausmooth": "a short form: set dynprm";
        "range": "a short form: set gainprm and biasprm";
        "force": "a short form: set gainprm and biasprm";
        "scale": "a short form: set gainprm and biasprm";
        "lmin": "a short form: set gainprm and biasprm";
        "lmax": "a short form: set gainprm and biasprm";
        "vmax": "a short form: set gainprm and biasprm";
        "fpmax": "a short form: set gainprm and biasprm";
        "fvmax": "a short form: set gainprm and biasprm";
        "preset": "a short form: set gainprm";
        "optimallength": "a short form: set gainprm";
        "slacklength": "a short form: set gainprm";
        "pennation": "a short form: set gainprm";
        "fiberdamping": "a short form: set gainprm";
        "tendonstrain": "a short form: set gainprm and actdim";
        "gain": "a short form: set gainprm";
        "motorconst": "a short form: set gainprm";
        "resistance": "a short form: set gainprm";
        "nominal": "a short form: set gainprm";
        "saturation": "a short form: set forcerange and dynprm";
        "inductance": "a short form: set dynprm";
        "cogging": "a short form: set biasprm";
        "controller": "a short form: set gainprm and dynprm";
        "thermal": "a short form: set dynprm and gainprm";
        "lugre": "a short form: set dynprm and biasprm";
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
