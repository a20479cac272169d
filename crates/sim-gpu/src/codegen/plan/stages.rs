//! The stages of a step on the card, and the kernels that they form.

use crate::codegen::kernel::Scale;
use crate::codegen::plan::{KernelSpec, Phase};
use sim_core::Integrator;

/// The shader files.
pub const SHADERS: &[&str] = &[
    include_str!("../wgsl/math.wgsl"),
    include_str!("../wgsl/elementary.wgsl"),
    include_str!("../wgsl/lanes.wgsl"),
    include_str!("../wgsl/enums.wgsl"),
    include_str!("../wgsl/noise.wgsl"),
    include_str!("../wgsl/kinematics.wgsl"),
    include_str!("../wgsl/com.wgsl"),
    include_str!("../wgsl/frames.wgsl"),
    include_str!("../wgsl/tendon.wgsl"),
    include_str!("../wgsl/inertia.wgsl"),
    include_str!("../wgsl/velocity.wgsl"),
    include_str!("../wgsl/passive.wgsl"),
    include_str!("../wgsl/fluid.wgsl"),
    include_str!("../wgsl/bias.wgsl"),
    include_str!("../wgsl/transmission.wgsl"),
    include_str!("../wgsl/actuation.wgsl"),
    include_str!("../wgsl/activation.wgsl"),
    include_str!("../wgsl/muscle.wgsl"),
    include_str!("../wgsl/dcmotor.wgsl"),
    include_str!("../wgsl/energy.wgsl"),
    include_str!("../wgsl/integration.wgsl"),
    include_str!("../wgsl/rk4.wgsl"),
    include_str!("../wgsl/implicit.wgsl"),
    include_str!("../wgsl/fluid_slope.wgsl"),
    include_str!("../wgsl/check.wgsl"),
    include_str!("../wgsl/fine.wgsl"),
    include_str!("../wgsl/collision.wgsl"),
    include_str!("../wgsl/plane_pairs.wgsl"),
    include_str!("../wgsl/sphere_capsule.wgsl"),
    include_str!("../wgsl/box_pairs.wgsl"),
    include_str!("../wgsl/box_edges.wgsl"),
    include_str!("../wgsl/fine_boxes.wgsl"),
    include_str!("../wgsl/capsule_box.wgsl"),
    include_str!("../wgsl/rows.wgsl"),
    include_str!("../wgsl/contact_rows.wgsl"),
    include_str!("../wgsl/equality.wgsl"),
    include_str!("../wgsl/impedance.wgsl"),
    include_str!("../wgsl/reference.wgsl"),
    include_str!("../wgsl/solver.wgsl"),
    include_str!("../wgsl/newton.wgsl"),
    include_str!("../wgsl/newton_rows.wgsl"),
    include_str!("../wgsl/newton_joined.wgsl"),
    include_str!("../wgsl/factor.wgsl"),
    include_str!("../wgsl/linesearch.wgsl"),
    include_str!("../wgsl/cone.wgsl"),
    include_str!("../wgsl/cg.wgsl"),
    include_str!("../wgsl/sensor_reading.wgsl"),
    include_str!("../wgsl/sensor_position.wgsl"),
    include_str!("../wgsl/sensor_velocity.wgsl"),
    include_str!("../wgsl/sensor_acceleration.wgsl"),
    include_str!("../wgsl/sensor_contact.wgsl"),
    include_str!("../wgsl/rne_post.wgsl"),
];

/// How many lanes work on a world in each part of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// In the parts that are serial and small.
    pub smooth: usize,
    /// In the solver.
    pub solver: usize,
}

/// Invocations of a workgroup that has several worlds.
const THREADS: usize = 32;

/// A workgroup for each world, unless one lane has it alone.
fn scale(lanes: usize) -> Scale {
    Scale { lanes, worlds: if lanes == 1 { THREADS } else { 1 } }
}

/// As many worlds in a workgroup as it has room for. Their lanes wait for each other: this is for stages that go the same way in all worlds.
pub fn packed(lanes: usize) -> Scale {
    Scale { lanes, worlds: (THREADS / lanes).max(1) }
}

/// Name of a stage and its function.
type Stage = (&'static str, &'static str);

/// The stage that makes noise on the controls. A kernel of its own: a forward pass, which moves nothing, does without it, and each of many
/// lanes has a control.
const NOISE: &[Stage] = &[("control noise", "push_noise")];

/// Stages that work on one world's poses, inertia and contacts, in the order of the step.
const POSITIONS: &[Stage] = &[
    ("checks before", "checks_before"),
    ("kinematics", "kinematics"),
    ("attached poses", "attached_poses"),
    ("centres of mass", "centres_of_mass"),
    ("cameras and lights", "cameras_and_lights"),
    ("tendons", "tendons"),
    ("inertia", "inertia"),
    ("inertia factor", "inertia_factor"),
    ("contacts", "contacts"),
];

/// Stages that work on its velocities and forces.
const FORCES: &[Stage] = &[
    ("transmission", "transmission"),
    // sensors may read the energies; the kinetic one needs no more than the inertia
    ("potential energy", "potential_energy"),
    ("kinetic energy", "kinetic_energy_of_sensors"),
    ("sensors of positions", "position_sensors"),
    ("output velocities", "output_velocities"),
    ("velocity", "velocity"),
    ("passive forces", "passive_forces"),
    ("bias forces", "bias_forces"),
    ("sensors of velocities", "velocity_sensors"),
    ("kinetic energy", "kinetic_energy"),
    ("actuation", "actuation"),
    ("smooth acceleration", "smooth_acceleration"),
    ("integration", "step_matrix_ahead"),
];

/// Stages that work on constraints: matrices, which several lanes share.
const SOLVE: &[Stage] = &[
    ("constraint rows", "constraint_rows"),
    ("constraint reference", "constraint_reference"),
    ("constraint solution", "constraint_solution"),
];

/// Stages that need the acceleration.
const SENSE: &[Stage] = &[("sensors of accelerations", "acceleration_sensors")];

/// Stages that move a world.
const MOVE: &[Stage] = &[("checks after", "checks_after"), ("integration", "integration")];

/// What moves a world in the parts of a Runge-Kutta step.
const MOVE_IN_PARTS: &[Stage] = &[("checks after", "checks_after"), ("integration", "rk4_part")];

/// Stages that an integrator's own passes leave out: only the state at the end of a step is sensed and checked.
const ONCE: &[&str] =
    &["checks_before", "cameras_and_lights", "position_sensors", "velocity_sensors", "kinetic_energy_of_sensors"];

/// The kernels of a step; those that a model does not need have no stages. The smooth part of large models is two: drivers take longer
/// for one, and what passes between them is little beside it.
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
        stages.retain(|stage| !ONCE.contains(&stage.1));
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

/// The same with a kernel for each stage.
pub fn by_stage(kernels: &[KernelSpec]) -> Vec<KernelSpec> {
    let alone = |spec: &KernelSpec, stage: Stage| KernelSpec { name: stage.0, stages: vec![stage], ..spec.clone() };
    kernels.iter().flat_map(|spec| spec.stages.iter().map(move |&stage| alone(spec, stage))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Lanes, SHADERS, kernels};
    use crate::codegen::Features;
    use sim_core::Integrator;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn stages_have_their_functions() {
        for integrator in [Integrator::Euler, Integrator::RungeKutta4] {
            for kernel in kernels(Lanes { smooth: 1, solver: 1 }, integrator, true) {
                for (_, function) in kernel.stages {
                    let declared = format!("fn {function}()");
                    assert!(SHADERS.iter().any(|file| file.contains(&declared)), "{declared} is in no shader file");
                }
            }
        }
    }

    #[test]
    fn kernels_have_names_of_their_own() {
        for is_large in [false, true] {
            let all = kernels(Lanes { smooth: 1, solver: 1 }, Integrator::RungeKutta4, is_large);
            let names: BTreeSet<&str> = all.iter().map(|kernel| kernel.name).collect();
            assert_eq!(names.len(), all.len(), "{names:?}");
        }
    }

    /// Features of which a model has no more than one.
    const EXCLUSIVE: [&[&str]; 3] =
        [&["PYRAMIDAL", "ELLIPTIC"], &["NEWTON", "CG"], &["EULER", "IMPLICITFAST", "SPRINGDAMPER", "RK4"]];

    /// Names of all conditions in the files.
    fn condition_names(text: &str) -> BTreeSet<&str> {
        let conditions = text.lines().filter_map(|line| line.trim().strip_prefix("#if "));
        let words = conditions.flat_map(|condition| condition.split(|c: char| !c.is_alphanumeric() && c != '_'));
        words.filter(|word| !word.is_empty()).collect()
    }

    /// The declared functions, each with the conditions it stands in: lines `#if …` and `#else` that are open there.
    fn functions(text: &str) -> Vec<(String, String)> {
        let (mut open, mut all): (Vec<String>, Vec<(String, String)>) = (Vec::new(), Vec::new());
        for line in text.lines() {
            match line.trim() {
                command if command.starts_with("#if ") => open.push(format!("{command}\n")),
                "#else" => open.last_mut().into_iter().for_each(|condition| condition.push_str("#else\n")),
                "#end" => drop(open.pop()),
                _ => {}
            }
            if let Some(rest) = line.strip_prefix("fn ") {
                let name = rest.split('(').next().unwrap_or_default();
                let ends = "#end\n".repeat(open.len());
                all.push((name.to_string(), format!("{}x\n{ends}", open.concat())));
            }
        }
        all
    }

    /// Whatever a model uses, a function stands once: files that declare it again do so under conditions that exclude each other.
    #[test]
    fn functions_stand_once_for_all_features() {
        let mut by_name: BTreeMap<String, Vec<String>> = BTreeMap::new();
        // those that are repeated have a number in their names, which the library looks at when it is written out
        let all = SHADERS.iter().flat_map(|file| functions(file)).filter(|(name, _)| !name.contains('$'));
        for (name, conditions) in all {
            by_name.entry(name).or_default().push(conditions);
        }
        let mut several = 0;
        for (name, places) in by_name.iter().filter(|(_, places)| places.len() > 1) {
            several += 1;
            let text = places.concat();
            let names: Vec<&'static str> =
                condition_names(&text).into_iter().map(|name| &*Box::leak(name.to_string().into_boxed_str())).collect();
            assert!(names.len() < 16, "{name}: too many conditions to try");
            for choice in 0..1_u32 << names.len() {
                let mut features = Features::default();
                names.iter().enumerate().for_each(|(bit, name)| features.set(name, choice >> bit & 1 == 1));
                let count = |group: &[&str]| group.iter().filter(|name| features.has(name)).count();
                if EXCLUSIVE.iter().any(|group| count(group) > 1) {
                    continue;
                }
                let standing = places.iter().filter(|place| !features.select(place).is_empty()).count();
                assert!(standing <= 1, "{name} stands {standing} times with {features:?}");
            }
        }
        assert!(several > 0, "none is declared under several conditions");
    }
}
