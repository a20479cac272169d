//! Memory and time of a model, estimated from the numbers of its parts before the arrays are made and the constants
//! computed. A chain of joints needs memory by the square of its length, and time by the cube.

use super::tree::Tree;
use crate::error::Result;
use crate::limits::Limits;
use crate::source_span::SourceSpan;
use crate::spec::Spec;
use sim_core::arrays::{ArrayRef, Shape};
use sim_core::binding::message::{Name, count, number};
use sim_core::{BiasType, Data, GainType, LengthRangeMode, LengthRangeOptions, Model, TransmissionType};

/// Bytes for each entry of the inertia matrix: the matrix, its factors, derivatives, and their indices.
pub(crate) const ENTRY_BYTES: u128 = 120;
/// Bytes for each pair of a body and a dof that moves it.
const PAIR_BYTES: u128 = 16;

/// A tree of bodies that move together.
#[derive(Clone, Copy, Default)]
struct MovingTree {
    bodies: u128,
    dofs: u128,
    /// Entries of their part of the inertia matrix.
    entries: u128,
}

/// Quantities that grow faster than the number of objects.
struct Growth {
    trees: Vec<MovingTree>,
    /// Pairs of a body and a dof that moves it.
    pairs: u128,
    /// The first body of the largest tree.
    largest: SourceSpan,
}

impl Growth {
    fn of(tree: &Tree) -> Self {
        let mut trees: Vec<(MovingTree, usize)> = vec![];
        // for each body the dofs that move it and the tree it is in
        let mut above: Vec<(u128, Option<usize>)> = Vec::with_capacity(tree.bodies.len());
        for (id, body) in tree.bodies.iter().enumerate() {
            let own: usize = body.joints.iter().map(|joint| joint.spec.kind.nv()).sum();
            let (before, parent) = above.get(body.parent).copied().unwrap_or_default();
            let own = own as u128;
            let member = parent.or_else(|| {
                (own > 0).then(|| {
                    trees.push((MovingTree::default(), id));
                    trees.len() - 1
                })
            });
            if let Some((together, _)) = member.and_then(|member| trees.get_mut(member)) {
                together.bodies += 1;
                together.dofs += own;
                together.entries += own * before + own * (own + 1) / 2;
            }
            above.push((before + own, member));
        }
        let largest = trees.iter().max_by_key(|(together, _)| together.entries);
        let largest = largest.and_then(|(_, id)| tree.bodies.get(*id)).map(|body| body.spec.meta.span.clone());
        Self {
            pairs: above.iter().map(|(dofs, _)| dofs).sum(),
            trees: trees.into_iter().map(|(together, _)| together).collect(),
            largest: largest.unwrap_or_default(),
        }
    }

    fn entries(&self) -> u128 {
        self.trees.iter().map(|tree| tree.entries).sum()
    }
}

/// Refuses a model that needs too much memory, or whose constants take too long. All sizes are set, no array is made yet.
pub(crate) fn check(tree: &Tree, model: &Model, limits: &Limits) -> Result<()> {
    let growth = Growth::of(tree);
    let mut bytes = growth.entries() * ENTRY_BYTES + growth.pairs * PAIR_BYTES;
    let mut add = |_: &'static str, shape: Shape, array: ArrayRef<'_>| {
        bytes += shape.len() as u128 * array.entry_bytes() as u128;
    };
    model.visit_arrays(model, &mut add);
    Data::default().visit_arrays(model, &mut add);
    let (nv, nbody) = (model.nv, model.nbody);
    let what = format!("a model of {nbody} bodies and {nv} degrees of freedom");
    let cure = "split long chains of joints, or leave parts of the model out";
    limits.check_memory(bytes, &growth.largest, &what, cure)?;
    let what = format!("computing the constants of {nbody} bodies and {nv} degrees of freedom");
    limits.check_operations(constants(&growth, model), &growth.largest, &what, cure)
}

/// Operations for the constants: the inertia matrix is solved for each dof, six times for each body, and once for each
/// tendon and actuator.
fn constants(growth: &Growth, model: &Model) -> u128 {
    let [nv, nbody] = [model.nv, model.nbody].map(|n| n as u128);
    let weights: u128 = growth.trees.iter().map(|tree| (6 * tree.bodies + tree.dofs) * 2 * tree.entries).sum();
    let outputs = (model.ntendon + model.nu) as u128 * (2 * growth.entries() + nv);
    weights + outputs + 6 * nbody * nv
}

/// Refuses endless simulations for the length ranges of actuators.
pub(crate) fn check_length_ranges(spec: &Spec, m: &Model, options: &LengthRangeOptions, limits: &Limits) -> Result<()> {
    let timestep = if options.timestep > 0.0 { options.timestep } else { m.opt.timestep };
    let steps = 2.0 * (options.inttotal / timestep).max(if timestep > 0.0 { 0.0 } else { f64::INFINITY });
    // a NaN ends the simulation at once, and so does a time that is not positive
    let steps = if options.inttotal > 0.0 { steps } else { 0.0 };
    let nv = m.nv as u128;
    let objects = (m.nbody + m.nwrap + m.nu + m.nsite + m.ngeom) as u128;
    // a step needs positions, the inertia matrix and its factors, and a few constraints
    let each = 2000 + 50 * (objects + nv) + 4 * m.nM as u128 + 4 * m.neq as u128 * nv;
    let mut operations = 0u128;
    for (i, actuator) in spec.actuators.iter().enumerate().filter(|(i, _)| is_simulated(m, *i, options)) {
        operations = operations.saturating_add((steps as u128).saturating_mul(each));
        let name = match actuator.meta.name.as_str() {
            "" => format!("actuator {i}"),
            name => format!("actuator '{}'", Name(name)),
        };
        let what = format!(
            "finding the length range of {name}, with {} steps of simulation for each actuator (inttotal {} s, time \
             step {} s),",
            count(steps as u128),
            number(options.inttotal),
            number(timestep)
        );
        let cure = "give 'lengthrange' in the actuator, or lower 'inttotal' or raise 'timestep' in <lengthrange>";
        limits.check_operations(operations, &actuator.meta.span, &what, cure)?;
    }
    Ok(())
}

/// Whether the length range of an actuator is found by simulation.
fn is_simulated(m: &Model, i: usize, options: &LengthRangeOptions) -> bool {
    let muscle = m.actuator_gaintype[i] == GainType::Muscle || m.actuator_biastype[i] == BiasType::Muscle;
    let user = m.actuator_gaintype[i] == GainType::User || m.actuator_biastype[i] == BiasType::User;
    let selected = match options.mode {
        LengthRangeMode::None => false,
        LengthRangeMode::Muscle => muscle,
        LengthRangeMode::MuscleUser => muscle || user,
        LengthRangeMode::All => true,
    };
    let out = usize::try_from(m.actuator_outadr[i]).unwrap_or(0);
    let defined = m.actuator_lengthrange[2 * out] < m.actuator_lengthrange[2 * out + 1];
    let target = usize::try_from(m.actuator_trnid[2 * i]).unwrap_or(0);
    let limited = match m.actuator_trntype[i] {
        TransmissionType::Joint | TransmissionType::JointInParent => m.jnt_limited[target].get(),
        TransmissionType::Tendon => m.tendon_limited[target].get(),
        _ => false,
    };
    selected && !(options.useexisting && defined) && !(options.uselimit && limited)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Loader;

    fn load(body: &str, limits: Limits) -> Result<()> {
        let text = format!("<mujoco><worldbody>{body}</worldbody></mujoco>");
        Loader::new().disk(false).limits(limits).load_str(&text, "").map(drop)
    }

    fn chain(length: usize) -> String {
        format!("{}{}", "<body><joint/><geom size='1'/>".repeat(length), "</body>".repeat(length))
    }

    #[test]
    fn a_chain_costs_more_than_as_many_single_bodies() {
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        assert!(load(&"<body><joint/><geom size='1'/></body>".repeat(120), limits.clone()).is_ok());
        let error = load(&chain(120), limits).unwrap_err().to_string();
        assert!(error.contains("120 degrees of freedom") && error.contains("'memory'"), "{error}");
    }

    #[test]
    fn the_forecast_is_near_what_the_model_takes() {
        let text = format!("<mujoco><worldbody>{}</worldbody></mujoco>", chain(60));
        let model = crate::load_model(&text).unwrap();
        let mut bytes = 0;
        let mut add = |_: &'static str, _: Shape, array: ArrayRef<'_>| bytes += array.len() * array.entry_bytes();
        model.visit_arrays(&model, &mut add);
        model.make_data().visit_arrays(&model, &mut add);
        let enough = |memory: usize| load(&chain(60), Limits { memory: memory as u64, ..Limits::default() }).is_ok();
        assert!(!enough(bytes / 2) && enough(3 * bytes), "{bytes}");
    }

    #[test]
    fn a_long_chain_of_joints_takes_too_long() {
        let limits = Limits { operations: 1_000_000, ..Limits::default() };
        assert!(load(&chain(20), limits.clone()).is_ok());
        let error = load(&chain(100), limits).unwrap_err().to_string();
        assert!(error.contains("computing the constants") && error.contains("'operations'"), "{error}");
    }
}
