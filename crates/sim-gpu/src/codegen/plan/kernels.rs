//! The stages of a step on the GPU, and the kernels that they form.

use super::{KernelSpec, Phase};
use crate::codegen::kernel::Scale;
use crate::codegen::stage::{RK4_PART, Stage};
use sim_core::Integrator;
use sim_core::binding::stage::StageId;

/// How many lanes work on a world in each part of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// In the parts that are serial and small.
    pub smooth: usize,
    /// In the solver.
    pub solver: usize,
}

/// Threads of a workgroup that has several worlds.
const THREADS: usize = 32;

/// A workgroup for each world, unless one lane has it alone.
fn scale(lanes: usize) -> Scale {
    Scale { lanes, worlds: if lanes == 1 { THREADS } else { 1 } }
}

/// As many worlds per workgroup as fit. Their lanes wait for each other: this suits stages that branch alike in all worlds.
pub fn packed(lanes: usize) -> Scale {
    Scale { lanes, worlds: (THREADS / lanes).max(1) }
}

/// Noise on the controls. It has a kernel: a forward pass, which moves nothing, does without it, and each of many lanes has a control.
const NOISE: &[Stage] = &[Stage::noise("push_noise")];

/// Stages that work on one world's poses, inertia and contacts, in the order of the step.
const POSITIONS: &[Stage] = &[
    Stage::once(StageId::ChecksBefore, "checks_before"),
    Stage::new(StageId::Kinematics, "kinematics"),
    Stage::new(StageId::AttachedPoses, "attached_poses"),
    Stage::new(StageId::CentresOfMass, "centres_of_mass"),
    Stage::once(StageId::CamerasAndLights, "cameras_and_lights"),
    Stage::new(StageId::Tendons, "tendons"),
    Stage::new(StageId::Inertia, "inertia"),
    Stage::new(StageId::InertiaFactor, "inertia_factor"),
    Stage::new(StageId::Contacts, "contacts"),
];

/// Stages that work on its velocities and forces.
const FORCES: &[Stage] = &[
    Stage::new(StageId::Transmission, "transmission"),
    // sensors may read the energies; the kinetic one needs no more than the inertia
    Stage::new(StageId::PotentialEnergy, "potential_energy"),
    Stage::once(StageId::KineticEnergy, "kinetic_energy_of_sensors"),
    Stage::once(StageId::PositionSensors, "position_sensors"),
    Stage::new(StageId::OutputVelocities, "output_velocities"),
    Stage::new(StageId::Velocity, "velocity"),
    Stage::new(StageId::PassiveForces, "passive_forces"),
    Stage::new(StageId::BiasForces, "bias_forces"),
    Stage::once(StageId::VelocitySensors, "velocity_sensors"),
    Stage::new(StageId::KineticEnergy, "kinetic_energy"),
    Stage::new(StageId::Actuation, "actuation"),
    Stage::new(StageId::SmoothAcceleration, "smooth_acceleration"),
    Stage::new(StageId::Integration, "step_matrix_ahead"),
];

/// Stages that work on constraints: matrices, which several lanes share.
const SOLVE: &[Stage] = &[
    Stage::new(StageId::ConstraintRows, "constraint_rows"),
    Stage::new(StageId::ConstraintReference, "constraint_reference"),
    Stage::new(StageId::ConstraintSolution, "constraint_solution"),
];

/// Stages that need the acceleration.
const SENSE: &[Stage] = &[Stage::new(StageId::AccelerationSensors, "acceleration_sensors")];

/// Stages that move a world.
const MOVE: &[Stage] =
    &[Stage::new(StageId::ChecksAfter, "checks_after"), Stage::new(StageId::Integration, "integration")];

/// What moves a world in the parts of a Runge-Kutta step.
const MOVE_IN_PARTS: &[Stage] =
    &[Stage::new(StageId::ChecksAfter, "checks_after"), Stage::new(StageId::Integration, RK4_PART)];

/// The kernels of a step; a kernel that a model does not need has no stages. The smooth part of large models is two kernels: drivers
/// compile one longer, and few fields pass between them.
pub fn kernels(lanes: Lanes, integrator: Integrator, is_large: bool) -> Vec<KernelSpec> {
    let in_parts = integrator == Integrator::RungeKutta4;
    let kernel = |phase, name, stages: &[Stage], scale| KernelSpec { phase, name, stages: stages.to_vec(), scale };
    let (smooth_scale, solver_scale) = (packed(lanes.smooth), scale(lanes.solver));
    // each with its name between the ends of a Runge-Kutta step
    let smooth: &[(&str, &str, &[&[Stage]])] = match is_large {
        true => &[("positions", "positions inside", &[POSITIONS]), ("forces", "forces inside", &[FORCES])],
        false => &[("smooth", "smooth inside", &[POSITIONS, FORCES])],
    };
    let mut all = vec![kernel(Phase::Noise, "noise", NOISE, solver_scale)];
    for (name, _, parts) in smooth {
        all.push(kernel(Phase::Smooth, name, &parts.concat(), smooth_scale));
    }
    for (_, name, parts) in smooth.iter().filter(|_| in_parts) {
        let mut stages = parts.concat();
        stages.retain(|stage| !stage.is_once);
        all.push(kernel(Phase::SmoothInside, name, &stages, smooth_scale));
    }
    all.push(kernel(Phase::Solve, "solve", SOLVE, solver_scale));
    // worlds differ in their contacts
    all.push(kernel(Phase::Sense, "sense", SENSE, scale(lanes.smooth)));
    all.push(match in_parts {
        // one that failed goes back to where the step began
        true => kernel(Phase::Move, "move", MOVE_IN_PARTS, scale(lanes.smooth)),
        false => kernel(Phase::Move, "move", MOVE, smooth_scale),
    });
    all
}

/// Kernels of one stage each, in the order of the step.
pub fn by_stage(kernels: &[KernelSpec]) -> Vec<KernelSpec> {
    let alone =
        |spec: &KernelSpec, stage: Stage| KernelSpec { name: stage.id.name(), stages: vec![stage], ..spec.clone() };
    kernels.iter().flat_map(|spec| spec.stages.iter().map(move |&stage| alone(spec, stage))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Lanes, kernels};
    use crate::codegen::preprocessor::Sources;
    use crate::codegen::wgsl::SOURCES;
    use sim_core::Integrator;
    use std::collections::BTreeSet;

    #[test]
    fn stages_have_their_functions() {
        let sources = Sources::parse(SOURCES).unwrap();
        for integrator in [Integrator::Euler, Integrator::RungeKutta4] {
            let kernels = kernels(Lanes { smooth: 1, solver: 1 }, integrator, true);
            let functions: BTreeSet<&str> =
                kernels.iter().flat_map(|kernel| &kernel.stages).map(|stage| stage.function).collect();
            assert!(functions.len() > 25, "{functions:?}");
            for function in functions {
                assert!(sources.declares(function), "no source declares {function}");
            }
        }
    }

    #[test]
    fn kernels_have_different_names() {
        for is_large in [false, true] {
            let all = kernels(Lanes { smooth: 1, solver: 1 }, Integrator::RungeKutta4, is_large);
            let names: BTreeSet<&str> = all.iter().map(|kernel| kernel.name).collect();
            assert_eq!(names.len(), all.len(), "{names:?}");
        }
    }
}
