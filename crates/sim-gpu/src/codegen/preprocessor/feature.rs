//! What conditions and repetitions of the WGSL sources may name.

macro_rules! names {
    ($(#[$meta:meta])* $kind:ident { $($variant:ident = $name:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs)] // the names say it
        pub enum $kind {
            $($variant,)*
        }

        impl $kind {
            /// Every entry, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Name in the sources.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The entry of a name in the sources.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

names! {
    /// What a model uses or a kernel is: names of conditions.
    Feature {
        // Kinds of joints, and what bodies carry.
        Free = "FREE";
        Ball = "BALL";
        Slide = "SLIDE";
        Mocap = "MOCAP";
        Sites = "SITES";
        Geoms = "GEOMS";
        Cameras = "CAMERAS";
        Lights = "LIGHTS";
        // Tendons, passive forces and energy.
        Tendons = "TENDONS";
        TendonArmature = "TENDON_ARMATURE";
        Reflected = "REFLECTED";
        Gravity = "GRAVITY";
        Spring = "SPRING";
        Damper = "DAMPER";
        Passive = "PASSIVE";
        JointSprings = "JOINT_SPRINGS";
        JointDampers = "JOINT_DAMPERS";
        Gravcomp = "GRAVCOMP";
        Fluid = "FLUID";
        Ellipsoids = "ELLIPSOIDS";
        Energy = "ENERGY";
        EnergyFlag = "ENERGY_FLAG";
        // Actuators.
        Actuators = "ACTUATORS";
        Activations = "ACTIVATIONS";
        ActuatorLengths = "ACTUATOR_LENGTHS";
        ActuatorGroups = "ACTUATOR_GROUPS";
        Clampctrl = "CLAMPCTRL";
        ControlNoise = "CONTROL_NOISE";
        Actearly = "ACTEARLY";
        Filterexact = "FILTEREXACT";
        WrappedSetpoints = "WRAPPED_SETPOINTS";
        ActSo3 = "ACT_SO3";
        ActPid = "ACT_PID";
        ActMuscle = "ACT_MUSCLE";
        ActDcmotor = "ACT_DCMOTOR";
        ForceLimits = "FORCE_LIMITS";
        TendonForceLimits = "TENDON_FORCE_LIMITS";
        JointForceLimits = "JOINT_FORCE_LIMITS";
        // Integrators.
        Euler = "EULER";
        Implicitfast = "IMPLICITFAST";
        Springdamper = "SPRINGDAMPER";
        Rk4 = "RK4";
        StepMatrix = "STEP_MATRIX";
        // Pairs of geoms.
        Contacts = "CONTACTS";
        Adhesion = "ADHESION";
        MixedFriction = "MIXED_FRICTION";
        PlanePairs = "PLANE_PAIRS";
        PlaneSphere = "PLANE_SPHERE";
        PlaneCapsule = "PLANE_CAPSULE";
        PlaneEllipsoid = "PLANE_ELLIPSOID";
        PlaneCylinder = "PLANE_CYLINDER";
        PlaneBox = "PLANE_BOX";
        SphereSphere = "SPHERE_SPHERE";
        SphereCapsule = "SPHERE_CAPSULE";
        SphereCylinder = "SPHERE_CYLINDER";
        SphereBox = "SPHERE_BOX";
        CapsuleCapsule = "CAPSULE_CAPSULE";
        CapsuleBox = "CAPSULE_BOX";
        BoxBox = "BOX_BOX";
        // Constraint rows.
        Attachments = "ATTACHMENTS";
        AttachedSites = "ATTACHED_SITES";
        Equalities = "EQUALITIES";
        EqJoint = "EQ_JOINT";
        EqTendon = "EQ_TENDON";
        DofFriction = "DOF_FRICTION";
        TendonFriction = "TENDON_FRICTION";
        DofLimits = "DOF_LIMITS";
        BallLimits = "BALL_LIMITS";
        TendonLimits = "TENDON_LIMITS";
        Couplings = "COUPLINGS";
        SparseRows = "SPARSE_ROWS";
        SolimpPower = "SOLIMP_POWER";
        Friction = "FRICTION";
        Pyramidal = "PYRAMIDAL";
        Elliptic = "ELLIPTIC";
        // Solvers.
        Newton = "NEWTON";
        Cg = "CG";
        Warmstart = "WARMSTART";
        TwoRows = "TWO_ROWS";
        SolvedInLanes = "SOLVED_IN_LANES";
        FreeInLanes = "FREE_IN_LANES";
        StepInLanes = "STEP_IN_LANES";
        // Shape of a kernel.
        OneLane = "ONE_LANE";
        SeveralWorlds = "SEVERAL_WORLDS";
        Subgroups = "SUBGROUPS";
        RowsInLanes = "ROWS_IN_LANES";
        ByTrees = "BY_TREES";
        Double = "DOUBLE";
        Fine = "FINE";
        // Sensors, and what they or visible fields need.
        PositionSensors = "POSITION_SENSORS";
        VelocitySensors = "VELOCITY_SENSORS";
        AccelerationSensors = "ACCELERATION_SENSORS";
        SensorCutoff = "SENSOR_CUTOFF";
        SubtreeVelocities = "SUBTREE_VELOCITIES";
        BodyForces = "BODY_FORCES";
        BodyAccelerations = "BODY_ACCELERATIONS";
        ExternalForces = "EXTERNAL_FORCES";
        ComInertias = "COM_INERTIAS";
        ComComposites = "COM_COMPOSITES";
        SensedBodies = "SENSED_BODIES";
        SensedXbodies = "SENSED_XBODIES";
        SensedGeoms = "SENSED_GEOMS";
        SensedSites = "SENSED_SITES";
        SensedCameras = "SENSED_CAMERAS";
        // Types of sensors.
        SensorTouch = "SENSOR_TOUCH";
        SensorAccelerometer = "SENSOR_ACCELEROMETER";
        SensorVelocimeter = "SENSOR_VELOCIMETER";
        SensorGyro = "SENSOR_GYRO";
        SensorForce = "SENSOR_FORCE";
        SensorTorque = "SENSOR_TORQUE";
        SensorMagnetometer = "SENSOR_MAGNETOMETER";
        SensorCamprojection = "SENSOR_CAMPROJECTION";
        SensorJointpos = "SENSOR_JOINTPOS";
        SensorJointvel = "SENSOR_JOINTVEL";
        SensorTendonpos = "SENSOR_TENDONPOS";
        SensorTendonvel = "SENSOR_TENDONVEL";
        SensorActuatorpos = "SENSOR_ACTUATORPOS";
        SensorActuatorvel = "SENSOR_ACTUATORVEL";
        SensorActuatorfrc = "SENSOR_ACTUATORFRC";
        SensorJointactfrc = "SENSOR_JOINTACTFRC";
        SensorTendonactfrc = "SENSOR_TENDONACTFRC";
        SensorBallquat = "SENSOR_BALLQUAT";
        SensorBallangvel = "SENSOR_BALLANGVEL";
        SensorJointlimitpos = "SENSOR_JOINTLIMITPOS";
        SensorJointlimitvel = "SENSOR_JOINTLIMITVEL";
        SensorJointlimitfrc = "SENSOR_JOINTLIMITFRC";
        SensorTendonlimitpos = "SENSOR_TENDONLIMITPOS";
        SensorTendonlimitvel = "SENSOR_TENDONLIMITVEL";
        SensorTendonlimitfrc = "SENSOR_TENDONLIMITFRC";
        SensorFramepos = "SENSOR_FRAMEPOS";
        SensorFramequat = "SENSOR_FRAMEQUAT";
        SensorFramexaxis = "SENSOR_FRAMEXAXIS";
        SensorFrameyaxis = "SENSOR_FRAMEYAXIS";
        SensorFramezaxis = "SENSOR_FRAMEZAXIS";
        SensorFramelinvel = "SENSOR_FRAMELINVEL";
        SensorFrameangvel = "SENSOR_FRAMEANGVEL";
        SensorFramelinacc = "SENSOR_FRAMELINACC";
        SensorFrameangacc = "SENSOR_FRAMEANGACC";
        SensorSubtreecom = "SENSOR_SUBTREECOM";
        SensorSubtreelinvel = "SENSOR_SUBTREELINVEL";
        SensorSubtreeangmom = "SENSOR_SUBTREEANGMOM";
        SensorInsidesite = "SENSOR_INSIDESITE";
        SensorContact = "SENSOR_CONTACT";
        SensorEPotential = "SENSOR_E_POTENTIAL";
        SensorEKinetic = "SENSOR_E_KINETIC";
        SensorClock = "SENSOR_CLOCK";
    }
}

names! {
    /// Sizes of repetitions: those of the solver whose lanes hold the rows of a tree's matrix.
    Size {
        Block = "NBLOCK";
        Quads = "NQUAD";
        Pairs = "NPAIR";
        Columns = "NCOL";
        Left = "NLEFT";
        Second = "NSECOND";
    }
}

/// What of a model no condition names, but the plan or the tables ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Hinge joints.
    pub hinges: bool,
    /// `solref` is kept above two time steps.
    pub refsafe: bool,
    /// Lanes can hold the matrix of every tree, by its size.
    pub trees_fit: bool,
    /// More than one kinematic tree.
    pub several_trees: bool,
    /// A body that may touch something is a kinematic tree by itself.
    pub single_body_trees: bool,
}

/// Features that hold, and sizes of repetitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    holds: [bool; Feature::ALL.len()],
    sizes: [Option<i64>; Size::ALL.len()],
    /// What no condition names.
    pub traits: Traits,
}

impl Default for Features {
    /// No feature holds, and no size has a value.
    fn default() -> Self {
        Self { holds: [false; Feature::ALL.len()], sizes: [None; Size::ALL.len()], traits: Traits::default() }
    }
}

impl Features {
    /// Sets whether a feature holds.
    pub fn set(&mut self, feature: Feature, holds: bool) {
        self.holds[feature as usize] = holds;
    }

    /// Whether a feature holds.
    pub fn has(&self, feature: Feature) -> bool {
        self.holds[feature as usize]
    }

    /// Sets a size.
    pub fn set_size(&mut self, size: Size, value: usize) {
        self.sizes[size as usize] = Some(value as i64);
    }

    /// A size, if it is set.
    pub fn size(&self, size: Size) -> Option<i64> {
        self.sizes[size as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Feature, Size};
    use crate::codegen::wgsl::SOURCES;
    use std::collections::BTreeSet;

    /// Words of the commands that begin so, in all sources.
    fn words(command: &str) -> BTreeSet<&'static str> {
        let lines = SOURCES.iter().flat_map(|source| source.text.lines());
        let commands = lines.filter_map(|line| line.trim().strip_prefix(command));
        let words = commands.flat_map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
        words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).collect()
    }

    #[test]
    fn features_and_conditions_have_the_same_names() {
        let features: BTreeSet<&str> = Feature::ALL.iter().map(|feature| feature.name()).collect();
        assert_eq!(features.len(), Feature::ALL.len(), "a name stands twice");
        assert!(features.len() > 100);
        let used = words("#if ");
        assert_eq!(features.difference(&used).collect::<Vec<_>>(), Vec::<&&str>::new(), "no source names these");
        assert_eq!(used.difference(&features).collect::<Vec<_>>(), Vec::<&&str>::new(), "these are no features");
        for feature in Feature::ALL {
            assert_eq!(Feature::from_name(feature.name()), Some(*feature));
        }
    }

    #[test]
    fn sizes_and_repetitions_have_the_same_names() {
        let sizes: BTreeSet<&str> = Size::ALL.iter().map(|size| size.name()).collect();
        assert_eq!(words("#for "), sizes);
    }
}
