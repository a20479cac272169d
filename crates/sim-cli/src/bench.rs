//! `bench`: steps per second, and where the time of a step goes.
//!
//! Whole steps are timed first. The stages of further steps along the same motion follow.

use crate::args::BenchArgs;
use crate::error::{CliError, Result};
use crate::interrupt::Interrupt;
use crate::report::{Report, columns, duration, grouped, plural};
use crate::source;
use serde_json::json;
use sim_core::binding::message::{Line, Name};
use sim_core::{Data, Model};
use std::time::{Duration, Instant};

/// Wall time spent on whole steps when no number of steps is given.
pub const TIMED: Duration = Duration::from_secs(2);
/// Steps between two readings of the clock.
const BATCH: u64 = 32;
/// Steps before the clock starts, so that buffers have their size and caches are warm.
const WARM_UP: u64 = 50;
/// Measurements of the stages. The quickest counts: it has the fewest interruptions.
const PROFILES: u64 = 10;
/// Steps of each measurement.
const PROFILE_STEPS: u64 = 50;

/// Part of the step, stage, seconds per step.
type Row = (&'static str, &'static str, f64);

/// Seconds per step of all stages.
fn total(rows: &[Row]) -> f64 {
    rows.iter().map(|(_, _, s)| s).sum()
}

/// A line per part of the step, its stages indented below.
fn table(rows: &[Row]) -> String {
    let total = total(rows);
    let line = |name: String, s: f64| vec![name, duration(s), format!("{:5.1} %", 100.0 * s / total)];
    let mut lines = Vec::new();
    for group in rows.chunk_by(|a, b| a.0 == b.0) {
        let part = group[0].0;
        lines.push(line(part.to_string(), group.iter().map(|(_, _, s)| s).sum()));
        if group.len() > 1 {
            lines.extend(group.iter().map(|(_, name, s)| line(format!("  {name}"), *s)));
        }
    }
    columns(&lines)
}

/// The `bench` command.
pub fn bench(args: &BenchArgs) -> Result<Report> {
    let interrupt = &Interrupt::watch()?;
    let loaded = source::load(Some(&args.model), interrupt)?;
    let model = &loaded.model;
    let mut data = model.make_data();
    for _ in 0..WARM_UP {
        step(model, &mut data, interrupt)?;
    }
    let (steps, seconds) = whole_steps(model, args.steps, interrupt)?;
    let rate = steps as f64 / seconds;
    let factor = rate * model.opt.timestep;
    let start = data.time;
    let failed = |source| CliError::Step { step: steps_done(model, start), time: start, source };
    let mut rows: Vec<Row> = Vec::new();
    for _ in 0..PROFILES {
        go_on(model, &data, interrupt)?;
        let profile: Vec<Row> = data.profile(model, PROFILE_STEPS).map_err(failed)?.rows().collect();
        if rows.is_empty() || total(&profile) < total(&rows) {
            rows = profile;
        }
    }

    let text = format!(
        "{} ({}): {} dof\n{} steps/s, {factor:.1} x real time ({} step{} in {}), loaded in {}\n\ntime by stage, per step\n{}",
        Name(&loaded.title),
        Line(&loaded.source),
        model.nv,
        grouped(rate as u64),
        grouped(steps),
        plural(steps),
        duration(seconds),
        duration(loaded.seconds),
        table(&rows)
    );
    let stage = |&(part, name, s): &Row| json!({ "part": part, "stage": name, "seconds_per_step": s });
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

fn step(model: &Model, data: &mut Data, interrupt: &Interrupt) -> Result<()> {
    go_on(model, data, interrupt)?;
    let time = data.time;
    data.step(model).map_err(|source| CliError::Step { step: steps_done(model, time), time, source })
}

/// Fails when the user wants it to end.
fn go_on(model: &Model, data: &Data, interrupt: &Interrupt) -> Result<()> {
    let time = data.time;
    if interrupt.asked() { Err(CliError::Interrupted { step: steps_done(model, time), time }) } else { Ok(()) }
}

fn steps_done(model: &Model, time: f64) -> u64 {
    (time / model.opt.timestep).round() as u64
}

/// Times `steps` whole steps from the reference pose. `None`: as many as fit.
fn whole_steps(model: &Model, steps: Option<u64>, interrupt: &Interrupt) -> Result<(u64, f64)> {
    let mut data = model.make_data();
    let start = Instant::now();
    let mut done = 0;
    while steps.map_or_else(|| start.elapsed() < TIMED, |n| done < n) {
        let batch = steps.map_or(BATCH, |n| BATCH.min(n - done));
        for _ in 0..batch {
            step(model, &mut data, interrupt)?;
        }
        done += batch;
    }
    Ok((done, start.elapsed().as_secs_f64()))
}
