//! `run`: simulate, and say how fast and with what result.

use crate::args::RunArgs;
use crate::control::Controls;
use crate::error::{CliError, Result};
use crate::record::Record;
use crate::report::{Report, columns, duration, grouped};
use crate::source::{self, Loaded};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use sim_core::{Data, EnableFlags, Model};
use std::time::Instant;

/// Steps between two updates of the progress bar.
const PROGRESS_STEPS: u64 = 64;
/// Most steps a run may ask for: beyond it, the time step or the time was mistyped.
const MAX_STEPS: f64 = 1e12;

/// The `run` command.
pub fn run(args: &RunArgs) -> Result<Report> {
    let Loaded { mut model, source, mut warnings, .. } = source::load(args.model.as_deref())?;
    // energies are part of the report
    model.opt.enableflags |= EnableFlags::ENERGY;
    let steps = step_count(args, &model)?;
    let mut controls = Controls::parse(&args.ctrl, args.seed, &model)?;
    let mut record = args.out.as_deref().map(|path| Record::new(path, &model)).transpose()?;

    let mut data = model.make_data();
    controls.fill(0, &model, &mut data.ctrl);
    data.forward(&model).map_err(|source| CliError::Step { step: 0, time: 0.0, source })?;
    let energy_start = data.energy;
    let bar = progress(steps);
    let start = Instant::now();
    for step in 0..steps {
        controls.fill(step, &model, &mut data.ctrl);
        let time = data.time;
        data.step(&model).map_err(|source| CliError::Step { step, time, source })?;
        if let Some(record) = &mut record {
            record.push(&data);
        }
        if step % PROGRESS_STEPS == 0 {
            bar.set_position(step);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    // the last step ends with new positions and velocities: bring the energy up to them
    data.forward(&model).map_err(|source| CliError::Step { step: steps, time: data.time, source })?;
    let written = record.map(Record::write).transpose()?;
    warnings.extend(model.unsimulated_features().iter().map(|feature| format!("not simulated yet: {feature}")));
    let outcome =
        Outcome { model: &model, source: &source, data: &data, steps, seconds, energy_start, written, warnings };
    Ok(report(&outcome))
}

fn step_count(args: &RunArgs, model: &Model) -> Result<u64> {
    if let Some(steps) = args.steps {
        return Ok(steps);
    }
    let steps = (args.time / model.opt.timestep).round();
    if !(0.0..=MAX_STEPS).contains(&steps) {
        return Err(CliError::Usage(format!(
            "{} s at the model's time step of {} s are too many steps; give --steps",
            args.time, model.opt.timestep
        )));
    }
    Ok((steps as u64).max(1))
}

/// A bar on standard error, drawn only when that is a terminal.
fn progress(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3} %  {per_sec}  {eta} left") {
        bar.set_style(style);
    }
    bar
}

struct Outcome<'a> {
    model: &'a Model,
    source: &'a str,
    data: &'a Data,
    steps: u64,
    seconds: f64,
    energy_start: [f64; 2],
    written: Option<(std::path::PathBuf, usize)>,
    warnings: Vec<String>,
}

fn report(o: &Outcome) -> Report {
    let (m, d) = (o.model, o.data);
    let rate = o.steps as f64 / o.seconds.max(1e-9);
    let factor = o.steps as f64 * m.opt.timestep / o.seconds.max(1e-9);
    let total = |e: [f64; 2]| e[0] + e[1];
    let mut rows = vec![
        vec![
            "model".into(),
            format!("{} ({}): {} dof, {} controls, {} bodies", m.model_name(), o.source, m.nv, m.nu, m.nbody),
        ],
        vec![
            "time".into(),
            format!("{:.3} s simulated in {} steps of {}", d.time, grouped(o.steps), duration(m.opt.timestep)),
        ],
        vec![
            "speed".into(),
            format!("{} steps/s, {factor:.1} x real time ({})", grouped(rate as u64), duration(o.seconds)),
        ],
        vec![
            "energy".into(),
            format!(
                "{:.6} J (potential {:.6}, kinetic {:.6}), {:.6} J at the start",
                total(d.energy),
                d.energy[0],
                d.energy[1],
                total(o.energy_start)
            ),
        ],
    ];
    if let Some((path, count)) = &o.written {
        rows.push(vec!["recorded".into(), format!("{} rows to {}", grouped(*count as u64), path.display())]);
    }
    for warning in &o.warnings {
        rows.push(vec!["warning".into(), warning.clone()]);
    }
    let json = json!({
        "model": m.model_name(),
        "source": o.source,
        "steps": o.steps,
        "timestep": m.opt.timestep,
        "time": d.time,
        "wall_seconds": o.seconds,
        "steps_per_second": rate,
        "real_time_factor": factor,
        "energy": { "potential": d.energy[0], "kinetic": d.energy[1], "total": total(d.energy), "total_at_start": total(o.energy_start) },
        "recorded": o.written.as_ref().map(|(path, rows)| json!({ "file": path.display().to_string(), "rows": rows })),
        "warnings": o.warnings,
    });
    Report::new(columns(&rows), json)
}
