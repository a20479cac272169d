//! `bench`: steps per second, and where the time of a step goes.
//!
//! Whole steps are timed first, undisturbed; then the stages of further steps along the same motion. For models whose
//! profile was taken with MuJoCo, the share each part has there stands beside ours.

use crate::args::BenchArgs;
use crate::error::{CliError, Result};
use crate::interrupt::Interrupt;
use crate::report::{Report, columns, duration, grouped};
use crate::source;
use serde_json::json;
use sim_core::binding::message::{Line, Name};
use sim_core::{Data, Model};
use std::time::{Duration, Instant};

/// Wall time spent on whole steps when no number of steps is given.
pub const TIMED: Duration = Duration::from_secs(2);
/// Steps between two looks at the clock.
const BATCH: u64 = 32;
/// Steps before the clock starts, so that buffers have their size and caches are warm.
const WARM_UP: u64 = 50;
/// Steps whose stages are timed: so many pieces of so many steps, of which the quickest counts, for there the fewest
/// interruptions fell into a stage.
const PIECES: u64 = 10;
const PIECE: u64 = 50;

/// Shares of the parts in MuJoCo, by model: name, dofs, geoms, then percentages in the order of the first line.
/// `cargo xtask bench-step --stages --write` writes it.
const SHARES: &str = include_str!("shares.tsv");

/// Part of the step, stage, seconds per step.
type Row = (&'static str, &'static str, f64);

/// The share (%) that a part of a step has in MuJoCo, if the model was measured there.
fn share_in_mujoco(shares: &str, model: &Model, part: &str) -> Option<f64> {
    let mut lines = shares.lines().map(|line| line.split('\t'));
    let place = lines.next()?.position(|name| name == part)?;
    let (nv, ngeom) = (model.nv.to_string(), model.ngeom.to_string());
    let same = |fields: &mut std::str::Split<'_, char>| {
        fields.next() == Some(model.model_name()) && fields.next() == Some(&nv) && fields.next() == Some(&ngeom)
    };
    let mut fields = lines.find_map(|mut fields| same(&mut fields).then_some(fields))?;
    fields.nth(place.checked_sub(3)?)?.parse().ok()
}

/// Seconds per step of all stages.
fn total(rows: &[Row]) -> f64 {
    rows.iter().map(|(_, _, s)| s).sum()
}

/// A line per part of the step, its stages indented below.
fn table(model: &Model, rows: &[Row]) -> String {
    let total = total(rows);
    let line = |name: String, s: f64| vec![name, duration(s), format!("{:5.1} %", 100.0 * s / total)];
    let mut lines = Vec::new();
    for group in rows.chunk_by(|a, b| a.0 == b.0) {
        let part = group[0].0;
        let mut whole = line(part.to_string(), group.iter().map(|(_, _, s)| s).sum());
        whole.extend(share_in_mujoco(SHARES, model, part).map(|share| format!("{share:5.1} % in MuJoCo")));
        lines.push(whole);
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
    for _ in 0..PIECES {
        go_on(model, &data, interrupt)?;
        let piece: Vec<Row> = data.profile(model, PIECE).map_err(failed)?.rows().collect();
        if rows.is_empty() || total(&piece) < total(&rows) {
            rows = piece;
        }
    }

    let text = format!(
        "{} ({}): {} dof\n{} steps/s, {factor:.1} x real time ({} steps in {}), loaded in {}\n\ntime by stage, per step\n{}",
        Name(model.model_name()),
        Line(&loaded.source),
        model.nv,
        grouped(rate as u64),
        grouped(steps),
        duration(seconds),
        duration(loaded.seconds),
        table(model, &rows)
    );
    let stage = |&(part, name, s): &Row| json!({ "part": part, "stage": name, "seconds_per_step": s });
    let parts = rows.chunk_by(|a, b| a.0 == b.0).map(|group| group[0].0);
    let shares =
        parts.filter_map(|part| Some((part.to_string(), json!(share_in_mujoco(SHARES, model, part)? / 100.0))));
    let json = json!({
        "model": model.model_name(),
        "source": loaded.source,
        "load_seconds": loaded.seconds,
        "steps": steps,
        "wall_seconds": seconds,
        "steps_per_second": rate,
        "real_time_factor": factor,
        "stages": rows.iter().map(stage).collect::<Vec<_>>(),
        "share_in_mujoco": shares.collect::<serde_json::Map<_, _>>(),
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

/// Times whole steps from the reference pose: a given number, or as many as fit.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_found_by_name_and_size() {
        let shares = "model\tnv\tngeom\tinertia\tsolver\nempty\t1\t0\t9\t9\n\t0\t0\t12.5\t40\n";
        let mut model = Model::empty();
        let name = model.model_name().to_string();
        let shares = shares.replace("\n\t0", &format!("\n{name}\t0"));
        assert_eq!(share_in_mujoco(&shares, &model, "inertia"), Some(12.5));
        assert_eq!(share_in_mujoco(&shares, &model, "solver"), Some(40.0));
        assert_eq!(share_in_mujoco(&shares, &model, "magic"), None);
        assert_eq!(share_in_mujoco("", &model, "solver"), None);
        model.nv = 7;
        assert_eq!(share_in_mujoco(&shares, &model, "solver"), None);
    }

    #[test]
    fn every_part_has_a_column() {
        let m = Model::n_link_pendulum(2, 1.0, 0.1);
        let profile = m.make_data().profile(&m, 1).unwrap();
        let mut parts: Vec<&str> = profile.rows().map(|(part, _, _)| part).collect();
        parts.dedup();
        let head = SHARES.lines().next().unwrap_or_default();
        assert_eq!(head.split('\t').skip(3).collect::<Vec<_>>(), parts);
    }
}
