//! How far the CPU's own numbers move where chance decides: states nudged in their last digits, and the solver's way to the
//! same minimum.

use super::numbers;
use sim_core::{Data, DisableFlags, Model, SolverType};

/// Nudged states that are tried.
const TRIES: usize = 8;

/// Nudged states that are tried for another number of rows.
const ROW_TRIES: usize = 256;

/// What counts as the last digits, relative to the number and to one.
const NUDGE: f64 = 4e-16;

/// How far the GPU may be beyond what the CPU's own numbers move: a few tries do not find the most.
const SLACK: f64 = 10.0;

/// Whether a difference of a world's field is no larger than what chance makes of it: `steps` steps and a forward pass from `state`.
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
        // another number of rows; a way that fails excuses nothing
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

/// Whether rounding decides about so many rows or more: those of an equality that no dof moves are left out where their Jacobian is
/// zero, which rounding leaves in some states and in others not.
fn rows_come_by_chance(m: &Model, state: &Data, steps: usize, least: f64) -> bool {
    let Some(settled) = run(m, state, steps, "nefc").filter(|_| least.is_finite()) else { return false };
    let mut random = oorandom::Rand64::new(6);
    let mut nudged = (0..ROW_TRIES).filter_map(|_| run(m, &nudge(state, &mut random), steps, "nefc"));
    nudged.any(|rows| (rows[0] - settled[0]).abs() >= least)
}

/// The model solved as the GPU solves it, all islands at once: conjugate gradients take another way then, and where a row is stiff
/// beyond measure, rounding keeps them from the minimum in many states in which they arrive island by island.
fn joined(m: &Model) -> Model {
    let mut m = m.clone();
    m.opt.disableflags |= DisableFlags::ISLAND;
    m
}

/// Other ways of the solver to the same minimum.
fn other_ways(m: &Model) -> [Model; 3] {
    let mut all = [joined(m), m.clone(), joined(m)];
    all[0].opt.disableflags |= DisableFlags::WARMSTART;
    all[1].opt.solver = if m.opt.solver == SolverType::Newton { SolverType::CG } else { SolverType::Newton };
    all[1].opt.iterations = 1000;
    // a solver that converges slowly has not arrived
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
