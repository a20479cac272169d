//! `bench`: steps per second, and where the time of a step goes.
//!
//! Whole steps are timed first, undisturbed. Then, at states along the motion, each stage is run again on its own: a step
//! itself carries no timers. What the stages of a forward pass do not account for (checks, energies) is the rest;
//! integration is what a step takes beyond a forward pass.

use crate::args::BenchArgs;
use crate::error::{CliError, Result};
use crate::report::{Report, columns, duration, grouped};
use crate::source;
use serde_json::json;
use sim_core::dynamics::{bias, com, frames, inertia, kinematics, tendon, transmission, velocity};
use sim_core::force::{actuation, passive};
use sim_core::{Data, Model, StepError, constraint, pipeline, sensor, solver};
use std::time::{Duration, Instant};

/// Wall time spent on whole steps when no number of steps is given.
const TIMED: Duration = Duration::from_secs(2);
/// Steps between two looks at the clock.
const BATCH: u64 = 32;
/// Steps before the clock starts, so that buffers have their size and caches are warm.
const WARM_UP: u64 = 50;
/// States at which the stages are timed.
const STAGE_SAMPLES: u64 = 500;

type StageFn = fn(&Model, &mut Data) -> Result<(), StepError>;

/// The stages of a forward pass in order, by part of the pass, under the names of ARCHITECTURE.md.
#[allow(clippy::unit_arg)] // `done` gives stages that cannot fail the type of those that can
const STAGES: &[(&str, &str, StageFn)] = &[
    ("position", "kinematics", |m, d| done(kinematics::kinematics(m, d))),
    ("position", "centres of mass", |m, d| done(com::com_position(m, d))),
    ("position", "cameras and lights", |m, d| done(frames::cameras_and_lights(m, d, false))),
    ("position", "tendons", |m, d| done(tendon::tendons(m, d))),
    ("position", "inertia", |m, d| done(inertia::mass_matrix(m, d))),
    ("position", "inertia factor", |m, d| done(inertia::factor(m, d))),
    ("position", "constraint rows", |m, d| done(constraint::make_constraints(m, d))),
    ("position", "transmission", |m, d| done(transmission::transmissions(m, d))),
    ("velocity", "output velocities", |m, d| done(pipeline::output_velocities(m, d))),
    ("velocity", "velocity", |m, d| done(velocity::com_velocity(m, d))),
    ("velocity", "passive forces", |m, d| done(passive::passive(m, d))),
    ("velocity", "constraint reference", |m, d| done(constraint::reference::reference(m, d))),
    ("velocity", "bias forces", |m, d| {
        let mut force = std::mem::take(&mut d.qfrc_bias);
        bias::newton_euler(m, d, false, &mut force);
        bias::tendon_bias(m, d, &mut force);
        d.qfrc_bias = force;
        Ok(())
    }),
    ("acceleration", "actuation", actuation::actuation),
    ("acceleration", "smooth acceleration", |m, d| done(pipeline::smooth_acceleration(m, d))),
    ("acceleration", "constraint solution", solver::solve),
    ("sensors", "position sensors", |m, d| done(sensor::position(m, d))),
    ("sensors", "velocity sensors", |m, d| done(sensor::velocity(m, d))),
    ("sensors", "acceleration sensors", |m, d| done(sensor::acceleration(m, d))),
];

fn done((): ()) -> Result<(), StepError> {
    Ok(())
}

/// Mean times in seconds.
struct Times {
    /// Of each of [`STAGES`].
    stages: Vec<f64>,
    /// Of the rest of a forward pass.
    rest: f64,
    /// Of a step beyond a forward pass.
    integration: f64,
}

impl Times {
    /// Part of the step, stage, seconds.
    fn rows(&self) -> Vec<(&'static str, &'static str, f64)> {
        let mut rows: Vec<_> = STAGES.iter().zip(&self.stages).map(|(&(part, name, _), &s)| (part, name, s)).collect();
        rows.push(("integration", "integration", self.integration));
        rows.push(("rest", "rest", self.rest));
        rows
    }
}

/// A line per part of the step, its stages indented below.
fn table(rows: &[(&str, &str, f64)]) -> String {
    let total: f64 = rows.iter().map(|(_, _, s)| s).sum();
    let line = |name: String, s: f64| vec![name, duration(s), format!("{:5.1} %", 100.0 * s / total)];
    let mut lines = Vec::new();
    for group in rows.chunk_by(|a, b| a.0 == b.0) {
        lines.push(line(group[0].0.to_string(), group.iter().map(|(_, _, s)| s).sum()));
        if group.len() > 1 {
            lines.extend(group.iter().map(|(_, name, s)| line(format!("  {name}"), *s)));
        }
    }
    columns(&lines)
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
    let rate = steps as f64 / seconds;
    let factor = rate * model.opt.timestep;
    let rows = stage_times(model, &mut data)?.rows();

    let text = format!(
        "{} ({}): {} dof\n{} steps/s, {factor:.1} x real time ({} steps in {}), loaded in {}\n\ntime by stage, per step\n{}",
        model.model_name(),
        loaded.source,
        model.nv,
        grouped(rate as u64),
        grouped(steps),
        duration(seconds),
        duration(loaded.seconds),
        table(&rows)
    );
    let stage = |&(part, name, s): &(&str, &str, f64)| json!({ "part": part, "stage": name, "seconds_per_step": s });
    let json = json!({
        "model": model.model_name(),
        "source": loaded.source,
        "load_seconds": loaded.seconds,
        "steps": steps,
        "wall_seconds": seconds,
        "steps_per_second": rate,
        "real_time_factor": factor,
        "stages": rows.iter().map(stage).collect::<Vec<_>>(),
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
        let batch = steps.map_or(BATCH, |n| BATCH.min(n - done));
        for _ in 0..batch {
            step(model, &mut data)?;
        }
        done += batch;
    }
    Ok((done, start.elapsed().as_secs_f64()))
}

/// What two looks at the clock cost between them: the least of many.
fn clock_cost() -> Duration {
    (0..1000).map(|_| Instant::now().elapsed()).min().unwrap_or_default()
}

/// Mean times at states along the motion.
fn stage_times(model: &Model, data: &mut Data) -> Result<Times> {
    let clock = clock_cost();
    let mut stages = vec![Duration::ZERO; STAGES.len()];
    let (mut forward, mut whole) = (Duration::ZERO, Duration::ZERO);
    for sample in 0..STAGE_SAMPLES {
        let failed = |source| CliError::Step { step: sample, time: 0.0, source };
        let mut timed = |total: &mut Duration, work: &dyn Fn(&Model, &mut Data) -> Result<(), StepError>| {
            let start = Instant::now();
            work(model, data).map_err(failed)?;
            *total += start.elapsed().saturating_sub(clock);
            Ok::<(), CliError>(())
        };
        // also gives every stage its inputs at this state
        timed(&mut forward, &|m, d| d.forward(m))?;
        for ((_, _, stage), total) in STAGES.iter().zip(&mut stages) {
            timed(total, stage)?;
        }
        timed(&mut whole, &|m, d| d.step(m))?;
    }
    let mean = |t: Duration| t.as_secs_f64() / STAGE_SAMPLES as f64;
    Ok(Times {
        rest: mean(forward.saturating_sub(stages.iter().sum())),
        integration: mean(whole.saturating_sub(forward)),
        stages: stages.into_iter().map(mean).collect(),
    })
}
