//! `bench`: steps per second, and where the time of a step goes.
//!
//! Whole steps are timed first, undisturbed. Then each stage is run again on its own at states along the motion; what the
//! stages do not account for (checks, sums of forces, integration) is the rest.

use crate::args::BenchArgs;
use crate::error::{CliError, Result};
use crate::report::{Report, columns, duration, grouped};
use crate::source;
use serde_json::json;
use sim_core::dynamics::{bias, com, frames, inertia, kinematics, tendon, transmission, velocity};
use sim_core::force::{actuation, passive};
use sim_core::{Data, Model, StepError, constraint, solver};
use std::time::{Duration, Instant};

/// Wall time spent on whole steps when no number of steps is given.
const TIMED: Duration = Duration::from_secs(2);
/// Steps before the clock starts, so that buffers have their size and caches are warm.
const WARM_UP: u64 = 50;
/// States at which the stages are timed.
const STAGE_SAMPLES: u64 = 500;

type StageFn = fn(&Model, &mut Data) -> Result<(), StepError>;

/// The stages of a step in order, under the names of ARCHITECTURE.md.
#[allow(clippy::unit_arg)] // `done` gives stages that cannot fail the type of those that can
const STAGES: &[(&str, StageFn)] = &[
    ("kinematics", |m, d| done(kinematics::kinematics(m, d))),
    ("centres of mass", |m, d| done(com::com_position(m, d))),
    ("cameras and lights", |m, d| done(frames::cameras_and_lights(m, d, false))),
    ("tendons", |m, d| done(tendon::tendons(m, d))),
    ("inertia", |m, d| done(inertia::mass_matrix(m, d))),
    ("inertia factor", |m, d| done(inertia::factor(m, d))),
    ("constraint rows", |m, d| done(constraint::make_constraints(m, d))),
    ("transmission", |m, d| done(transmission::transmissions(m, d))),
    ("velocity", |m, d| done(velocity::com_velocity(m, d))),
    ("passive forces", |m, d| done(passive::passive(m, d))),
    ("constraint reference", |m, d| done(constraint::reference::reference(m, d))),
    ("bias forces", |m, d| {
        let mut force = std::mem::take(&mut d.qfrc_bias);
        bias::newton_euler(m, d, false, &mut force);
        bias::tendon_bias(m, d, &mut force);
        d.qfrc_bias = force;
        Ok(())
    }),
    ("actuation", actuation::actuation),
    ("constraint solution", solver::solve),
];

fn done((): ()) -> Result<(), StepError> {
    Ok(())
}

/// The `bench` command.
pub fn bench(args: &BenchArgs) -> Result<Report> {
    let loaded = source::load(Some(&args.model))?;
    let model = &loaded.model;
    let mut data = model.make_data();
    for _ in 0..WARM_UP {
        step(model, &mut data)?;
    }
    let (steps, seconds) = whole_steps(model, args.steps)?;
    let per_step = seconds / steps as f64;
    let (stages, sampled) = stage_times(model, &mut data)?;
    let known: f64 = stages.iter().map(|(_, s)| s).sum();

    let share = |s: f64| format!("{:5.1} %", 100.0 * s / sampled.max(known));
    let mut rows: Vec<Vec<String>> =
        stages.iter().map(|&(name, s)| vec![name.to_string(), duration(s), share(s)]).collect();
    let rest = (sampled - known).max(0.0);
    rows.push(vec!["rest".into(), duration(rest), share(rest)]);
    let rate = 1.0 / per_step;
    let factor = rate * model.opt.timestep;
    let text = format!(
        "{} ({}): {} dof\n{} steps/s, {factor:.1} x real time ({} steps in {}), loaded in {}\n\ntime by stage, per step\n{}",
        model.model_name(),
        loaded.source,
        model.nv,
        grouped(rate as u64),
        grouped(steps),
        duration(seconds),
        duration(loaded.seconds),
        columns(&rows)
    );
    let json = json!({
        "model": model.model_name(),
        "source": loaded.source,
        "load_seconds": loaded.seconds,
        "steps": steps,
        "wall_seconds": seconds,
        "steps_per_second": rate,
        "real_time_factor": factor,
        "stages": stages.iter().map(|&(name, s)| json!({ "stage": name, "seconds_per_step": s })).collect::<Vec<_>>(),
        "rest_seconds_per_step": rest,
        "not_simulated": model.unsimulated_features(),
    });
    Ok(Report::new(text, json))
}

fn step(model: &Model, data: &mut Data) -> Result<()> {
    let time = data.time;
    data.step(model).map_err(|source| CliError::Step { step: (time / model.opt.timestep).round() as u64, time, source })
}

/// Times whole steps from the reference pose: a given number, or as many as fit.
fn whole_steps(model: &Model, steps: Option<u64>) -> Result<(u64, f64)> {
    let mut data = model.make_data();
    let start = Instant::now();
    let mut done = 0;
    while steps.map_or_else(|| start.elapsed() < TIMED, |n| done < n) {
        step(model, &mut data)?;
        done += 1;
    }
    Ok((done, start.elapsed().as_secs_f64()))
}

/// Mean time of each stage, and of the whole step at the same states, in seconds.
fn stage_times(model: &Model, data: &mut Data) -> Result<(Vec<(&'static str, f64)>, f64)> {
    let mut total = vec![Duration::ZERO; STAGES.len()];
    let mut whole = Duration::ZERO;
    for sample in 0..STAGE_SAMPLES {
        let failed = |source| CliError::Step { step: sample, time: 0.0, source };
        // the inputs of every stage at this state
        data.forward(model).map_err(failed)?;
        for ((_, stage), total) in STAGES.iter().zip(&mut total) {
            let start = Instant::now();
            stage(model, data).map_err(failed)?;
            *total += start.elapsed();
        }
        let start = Instant::now();
        step(model, data)?;
        whole += start.elapsed();
    }
    let mean = |t: Duration| t.as_secs_f64() / STAGE_SAMPLES as f64;
    Ok((STAGES.iter().zip(total).map(|((name, _), t)| (*name, mean(t))).collect(), mean(whole)))
}
