//! The stages of a step on the card, and the kernels that they form.

use crate::plan::KernelSpec;
use crate::source::Scale;

/// The shader files.
pub const SHADERS: &[&str] = &[
    include_str!("shaders/math.wgsl"),
    include_str!("shaders/elementary.wgsl"),
    include_str!("shaders/lanes.wgsl"),
    include_str!("shaders/enums.wgsl"),
    include_str!("shaders/kinematics.wgsl"),
    include_str!("shaders/com.wgsl"),
    include_str!("shaders/tendon.wgsl"),
    include_str!("shaders/inertia.wgsl"),
    include_str!("shaders/velocity.wgsl"),
    include_str!("shaders/passive.wgsl"),
    include_str!("shaders/fluid.wgsl"),
    include_str!("shaders/bias.wgsl"),
    include_str!("shaders/transmission.wgsl"),
    include_str!("shaders/actuation.wgsl"),
    include_str!("shaders/muscle.wgsl"),
    include_str!("shaders/energy.wgsl"),
    include_str!("shaders/integration.wgsl"),
    include_str!("shaders/implicit.wgsl"),
    include_str!("shaders/check.wgsl"),
    include_str!("shaders/collision.wgsl"),
    include_str!("shaders/plane_pairs.wgsl"),
    include_str!("shaders/sphere_capsule.wgsl"),
    include_str!("shaders/box_pairs.wgsl"),
    include_str!("shaders/capsule_box.wgsl"),
    include_str!("shaders/rows.wgsl"),
    include_str!("shaders/impedance.wgsl"),
    include_str!("shaders/reference.wgsl"),
    include_str!("shaders/solver.wgsl"),
    include_str!("shaders/newton.wgsl"),
    include_str!("shaders/linesearch.wgsl"),
    include_str!("shaders/cone.wgsl"),
    include_str!("shaders/cg.wgsl"),
    include_str!("shaders/sensor_position.wgsl"),
    include_str!("shaders/sensor_velocity.wgsl"),
    include_str!("shaders/sensor_acceleration.wgsl"),
    include_str!("shaders/rne_post.wgsl"),
];

/// How many lanes work on a world in each part of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// In the parts that are serial and small.
    pub smooth: usize,
    /// In the solver.
    pub solver: usize,
}

/// Invocations of a workgroup in kernels with one lane to a world.
const WORLDS_PER_GROUP: usize = 32;

fn scale(lanes: usize) -> Scale {
    Scale { lanes, worlds: if lanes == 1 { WORLDS_PER_GROUP } else { 1 } }
}

/// Stages that work on one world's poses, inertia, forces and contacts, in the order of the step.
const SMOOTH: &[(&str, &str)] = &[
    ("checks before", "checks_before"),
    ("kinematics", "kinematics"),
    ("attached poses", "attached_poses"),
    ("centres of mass", "centres_of_mass"),
    ("cameras and lights", "cameras_and_lights"),
    ("tendons", "tendons"),
    ("inertia", "inertia"),
    ("inertia factor", "inertia_factor"),
    ("contacts", "contacts"),
    ("transmission", "transmission"),
    ("sensors of positions", "position_sensors"),
    ("potential energy", "potential_energy"),
    ("output velocities", "output_velocities"),
    ("velocity", "velocity"),
    ("passive forces", "passive_forces"),
    ("bias forces", "bias_forces"),
    ("sensors of velocities", "velocity_sensors"),
    ("kinetic energy", "kinetic_energy"),
    ("actuation", "actuation"),
    ("smooth acceleration", "smooth_acceleration"),
];

/// Stages that work on constraints: matrices, which several lanes share.
const SOLVE: &[(&str, &str)] = &[
    ("constraint rows", "constraint_rows"),
    ("impedance of the rows", "row_impedance"),
    ("constraint reference", "constraint_reference"),
    ("constraint solution", "constraint_solution"),
];

/// Stages that need the acceleration.
const ADVANCE: &[(&str, &str)] =
    &[("sensors of accelerations", "acceleration_sensors"), ("checks after", "checks_after")];

/// The kernels of a forward pass.
pub fn kernels(lanes: Lanes) -> Vec<KernelSpec> {
    vec![
        KernelSpec { name: "smooth", stages: SMOOTH.to_vec(), scale: scale(lanes.smooth) },
        KernelSpec { name: "solve", stages: SOLVE.to_vec(), scale: scale(lanes.solver) },
        KernelSpec { name: "advance", stages: ADVANCE.to_vec(), scale: scale(lanes.smooth) },
    ]
}
