//! What sensors measure, and of which kinds of objects.

use super::ObjType;
use bytemuck::{Pod, Zeroable};

open_enum! {
    /// What a sensor measures.
    ///
    /// ```
    /// use sim_core::{Model, SensorType};
    ///
    /// let mut model = Model::example();
    /// model.sensor_type[0] = SensorType::JointVel;
    /// model.sensor_needstage[0] = sim_core::Stage::Vel;
    /// let mut data = model.make_data();
    /// data.qvel[0] = 3.0;
    /// data.forward(&model)?;
    /// assert_eq!(data.sensor("angle")?.data(), [3.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    SensorType {
        /// Summed contact normal force in a site's volume.
        Touch = 0, "touch";
        /// Linear acceleration in the site's frame.
        Accelerometer = 1, "accelerometer";
        /// Linear velocity in the site's frame.
        Velocimeter = 2, "velocimeter";
        /// Angular velocity in the site's frame.
        Gyro = 3, "gyro";
        /// Force between the site's body and its parent.
        Force = 4, "force";
        /// Torque between the site's body and its parent.
        Torque = 5, "torque";
        /// Magnetic flux in the site's frame.
        Magnetometer = 6, "magnetometer";
        /// Ray casts from a site or camera.
        Rangefinder = 7, "rangefinder";
        /// Pixel of a site in a camera's image.
        CamProjection = 8, "camprojection";
        /// Position of a scalar joint.
        JointPos = 9, "jointpos";
        /// Velocity of a scalar joint.
        JointVel = 10, "jointvel";
        /// Tendon length.
        TendonPos = 11, "tendonpos";
        /// Tendon velocity.
        TendonVel = 12, "tendonvel";
        /// Actuator length.
        ActuatorPos = 13, "actuatorpos";
        /// Actuator velocity.
        ActuatorVel = 14, "actuatorvel";
        /// Actuator force.
        ActuatorFrc = 15, "actuatorfrc";
        /// Total actuator force at a joint.
        JointActFrc = 16, "jointactuatorfrc";
        /// Total actuator force at a tendon.
        TendonActFrc = 17, "tendonactuatorfrc";
        /// Quaternion of a ball joint.
        BallQuat = 18, "ballquat";
        /// Angular velocity of a ball joint.
        BallAngVel = 19, "ballangvel";
        /// Distance of a joint to its limit.
        JointLimitPos = 20, "jointlimitpos";
        /// Velocity of a joint towards its limit.
        JointLimitVel = 21, "jointlimitvel";
        /// Force of a joint limit.
        JointLimitFrc = 22, "jointlimitfrc";
        /// Distance of a tendon to its limit.
        TendonLimitPos = 23, "tendonlimitpos";
        /// Velocity of a tendon towards its limit.
        TendonLimitVel = 24, "tendonlimitvel";
        /// Force of a tendon limit.
        TendonLimitFrc = 25, "tendonlimitfrc";
        /// Position of a frame.
        FramePos = 26, "framepos";
        /// Orientation of a frame.
        FrameQuat = 27, "framequat";
        /// X axis of a frame.
        FrameXAxis = 28, "framexaxis";
        /// Y axis of a frame.
        FrameYAxis = 29, "frameyaxis";
        /// Z axis of a frame.
        FrameZAxis = 30, "framezaxis";
        /// Linear velocity of a frame.
        FrameLinVel = 31, "framelinvel";
        /// Angular velocity of a frame.
        FrameAngVel = 32, "frameangvel";
        /// Linear acceleration of a frame.
        FrameLinAcc = 33, "framelinacc";
        /// Angular acceleration of a frame.
        FrameAngAcc = 34, "frameangacc";
        /// Centre of mass of a subtree.
        SubtreeCom = 35, "subtreecom";
        /// Linear velocity of a subtree.
        SubtreeLinVel = 36, "subtreelinvel";
        /// Angular momentum of a subtree.
        SubtreeAngMom = 37, "subtreeangmom";
        /// Whether an object is inside a site.
        InsideSite = 38, "insidesite";
        /// Signed distance of two geoms.
        GeomDist = 39, "distance";
        /// Direction between two geoms.
        GeomNormal = 40, "normal";
        /// Nearest points of two geoms.
        GeomFromTo = 41, "fromto";
        /// Contacts selected by a criterion.
        Contact = 42, "contact";
        /// Potential energy.
        EPotential = 43, "e_potential";
        /// Kinetic energy.
        EKinetic = 44, "e_kinetic";
        /// Simulation time.
        Clock = 45, "clock";
        /// Tactile array on a signed distance field.
        Tactile = 46, "tactile";
        /// Computed by a plugin.
        Plugin = 47, "plugin";
        /// Written by the user.
        User = 48, "user";
    }
}

/// Kinds of objects that have a frame.
const FRAMES: &[ObjType] = &[ObjType::Body, ObjType::XBody, ObjType::Geom, ObjType::Site, ObjType::Camera];

impl SensorType {
    /// Kinds of objects that a sensor of this type measures; `Unknown` stands for none.
    ///
    /// ```
    /// use sim_core::{ObjType, SensorType};
    ///
    /// assert_eq!(SensorType::Gyro.objects(), [ObjType::Site]);
    /// assert_eq!(SensorType::Clock.objects(), [ObjType::Unknown]);
    /// ```
    pub fn objects(self) -> &'static [ObjType] {
        use SensorType as S;
        match self {
            S::Touch | S::Accelerometer | S::Velocimeter | S::Gyro | S::Force | S::Torque => &[ObjType::Site],
            S::Magnetometer | S::CamProjection => &[ObjType::Site],
            S::Rangefinder => &[ObjType::Site, ObjType::Camera],
            S::JointPos | S::JointVel | S::JointActFrc | S::BallQuat | S::BallAngVel => &[ObjType::Joint],
            S::JointLimitPos | S::JointLimitVel | S::JointLimitFrc => &[ObjType::Joint],
            S::TendonPos | S::TendonVel | S::TendonActFrc => &[ObjType::Tendon],
            S::TendonLimitPos | S::TendonLimitVel | S::TendonLimitFrc => &[ObjType::Tendon],
            S::ActuatorPos | S::ActuatorVel | S::ActuatorFrc => &[ObjType::Actuator],
            S::FramePos | S::FrameQuat | S::FrameXAxis | S::FrameYAxis | S::FrameZAxis => FRAMES,
            S::FrameLinVel | S::FrameAngVel | S::FrameLinAcc | S::FrameAngAcc | S::InsideSite => FRAMES,
            S::SubtreeCom | S::SubtreeLinVel | S::SubtreeAngMom => &[ObjType::Body],
            S::GeomDist | S::GeomNormal | S::GeomFromTo => &[ObjType::Body, ObjType::Geom],
            S::Contact => &[ObjType::Unknown, ObjType::Site, ObjType::Body, ObjType::XBody, ObjType::Geom],
            S::Tactile => &[ObjType::Mesh],
            S::EPotential | S::EKinetic | S::Clock => &[ObjType::Unknown],
            _ => ObjType::ALL,
        }
    }
}
