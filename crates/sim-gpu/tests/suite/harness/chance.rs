//! How much the CPU's own results change where rounding decides: for states perturbed in their last digits, and for other solver paths to
//! the
//! minimum.

use super::numbers;
use sim_core::{Data, DisableFlags, Model, SolverType};

/// Number of perturbed states.
const TRIES: usize = 8;

/// Number of perturbed states in the search for another number of rows.
const ROW_TRIES: usize = 256;

/// Size of the perturbation, relative to the number and to one.
const NUDGE: f64 = 4e-16;

/// Allowed ratio of the GPU's difference to the change on the CPU: a few tries do not find the largest change.
const SLACK: f64 = 10.0;

/// Whether rounding explains a difference of a world's field after `steps` steps and a forward pass from `state`.
pub fn decides(m: &Model, state: &Data, steps: usize, field: &str, difference: f64) -> bool {
    let Some(settled) = run(m, state, steps, field) else { return false };
    let mut random = oorandom::Rand64::new(5);
    let joined = joined(m);
    let nudged = (0..TRIES).flat_map(|_| {
        let nudged = nudge(state, &mut random);
        [m, &joined].map(|way| run(way, &nudged, steps, field))
    });
    let others = other_ways(m).into_iter().map(|way| run(&way, state, steps, field));
    let moved = |other: Option<Vec<f64>>| match other {
        Some(other) if other.len() == settled.len() => {
            settled.iter().zip(&other).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()))
        }
        // another number of rows, or a failed variant, excuses nothing
        Some(_) => f64::INFINITY,
        None => 0.0,
    };
    let rows = match field {
        "nefc" => difference,
        _ if field.starts_with("efc_") => 1.0,
        _ => f64::INFINITY,
    };
    nudged.chain(others).any(|other| difference <= SLACK * moved(other)) || rows_come_by_chance(m, state, steps, rows)
}

/// Whether rounding decides about `least` rows or more. Rows of an equality without dofs are left out when their Jacobian is zero, and
/// rounding makes it zero in some states only.
fn rows_come_by_chance(m: &Model, state: &Data, steps: usize, least: f64) -> bool {
    let Some(settled) = run(m, state, steps, "nefc").filter(|_| least.is_finite()) else { return false };
    let mut random = oorandom::Rand64::new(6);
    let mut nudged = (0..ROW_TRIES).filter_map(|_| run(m, &nudge(state, &mut random), steps, "nefc"));
    nudged.any(|rows| (rows[0] - settled[0]).abs() >= least)
}

/// The model solved as on the GPU, all islands at once. Conjugate gradients then take another path, and with very stiff rows rounding
/// keeps them from the minimum in many states where they converge island by island.
fn joined(m: &Model) -> Model {
    let mut m = m.clone();
    m.opt.disableflags |= DisableFlags::ISLAND;
    m
}

/// Other paths of the solver to the minimum.
fn other_ways(m: &Model) -> [Model; 3] {
    let mut all = [joined(m), m.clone(), joined(m)];
    all[0].opt.disableflags |= DisableFlags::WARMSTART;
    all[1].opt.solver = if m.opt.solver == SolverType::Newton { SolverType::CG } else { SolverType::Newton };
    all[1].opt.iterations = 1000;
    // a solver that converges slowly has not converged
    all[2].opt.iterations /= 2;
    all
}

fn run(m: &Model, state: &Data, steps: usize, field: &str) -> Option<Vec<f64>> {
    let mut data = state.clone();
    data.forward(m).ok()?;
    for _ in 0..steps {
        data.step(m).ok()?;
    }
    Some(numbers(&data, field))
}

fn nudge(state: &Data, random: &mut oorandom::Rand64) -> Data {
    let mut data = state.clone();
    let mut move_by = |list: &mut [f64], part: f64| {
        list.iter_mut().for_each(|x| *x += part * (2.0 * random.rand_float() - 1.0) * x.abs().max(1.0));
    };
    move_by(&mut data.qpos, NUDGE);
    move_by(&mut data.qvel, NUDGE);
    move_by(&mut data.qacc_warmstart, NUDGE);
    data
}
