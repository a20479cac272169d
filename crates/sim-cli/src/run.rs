//! `run`: simulates a model and reports speed and result.

use crate::args::{DEFAULT_TIME, RunArgs};
use crate::control::Controls;
use crate::error::{CliError, Result, filmed, recorded};
use crate::files::record::Record;
use crate::interrupt::Interrupt;
use crate::picture::film::Format;
use crate::picture::video::Video;
use crate::report::{Recorded, Report, columns, digits, duration, grouped, shown};
use crate::source::{self, Loaded};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use sim_core::binding::batch::failure_text;
use sim_core::binding::message::{Line, Name, number};
use sim_core::{Data, EnableFlags, Model, StepError, warning};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Steps between two updates of the progress bar.
const PROGRESS_STEPS: u64 = 64;
/// Limit on the steps of a run: beyond it, the time step or the time is a typing error.
const MAX_STEPS: f64 = 1e12;

/// The `run` command.
pub fn run(args: &RunArgs) -> Result<Report> {
    let interrupt = Interrupt::watch()?;
    let Loaded { mut model, title, source, mut warnings, .. } = source::load(args.model.as_deref(), &interrupt)?;
    // energies are part of the report
    model.opt.enableflags |= EnableFlags::ENERGY;
    let steps = args.steps.map_or_else(|| step_count(args.time, &model), Ok)?;
    let mut controls = Controls::parse(&args.ctrl, args.seed, &model, steps)?;
    let record = args.out.as_deref().map(|path| Record::new(path, args.model.as_deref(), &model, steps)).transpose()?;
    let film = |path: &PathBuf| {
        if !Format::of(path)?.moves() {
            return Err(CliError::file(
                path,
                "is not a film: name it .gif, .webp or .mp4, or use `render` for a picture",
            ));
        }
        Video::new(path, args.model.as_deref(), &model, &args.look)
    };
    let video = args.video.as_ref().map(film).transpose()?;
    let data = model.make_data();
    let mut simulation = Simulation { data, record, video, done: 0, energy_start: [0.0; 2], seconds: 0.0 };
    let (outcome, reported) = warning::collect(|| simulation.go(&model, &mut controls, steps, &interrupt));
    warnings.extend(reported);
    if outcome.is_err() {
        // there will be no report
        warnings.iter().for_each(|text| warning::warn(text));
    }
    let Simulation { data, record, video, energy_start, seconds, .. } = simulation;
    let film = conclude_film(video);
    let written = match (conclude(record, outcome), &film, &args.video) {
        (Err(source), Ok(pictures @ 1..), Some(path)) => {
            let (source, path) = (Box::new(source), path.clone());
            return Err(CliError::FilmEndedEarly { source, path, pictures: *pictures });
        }
        (written, ..) => written?,
    };
    let pictures = film?;
    let filmed = args.video.as_deref().map(|path| (path, pictures));
    warnings.extend(model.unsimulated_features().iter().map(|feature| format!("not simulated yet: {feature}")));
    let outcome = Outcome {
        model: &model,
        title: &title,
        source: &source,
        data: &data,
        steps,
        seconds,
        energy_start,
        written,
        filmed,
        warnings,
    };
    Ok(report(&outcome))
}

/// The error that a run of this model would report at its start or first step, and the warnings of that step.
pub fn trial(model: Model) -> (Option<CliError>, Vec<String>) {
    warning::collect(|| refusal(model))
}

fn refusal(mut model: Model) -> Option<CliError> {
    model.opt.enableflags |= EnableFlags::ENERGY;
    if let Err(error) = step_count(DEFAULT_TIME, &model) {
        return Some(error);
    }
    let data = match contained(|| Ok(model.make_data())) {
        Ok(data) => data,
        Err(source) => return Some(CliError::Step { step: 0, time: 0.0, source }),
    };
    let mut simulation = Simulation { data, record: None, video: None, done: 0, energy_start: [0.0; 2], seconds: 0.0 };
    simulation.go(&model, &mut Controls::Zero, 1, &Interrupt::never()).err()
}

/// Completes the recording of a run that succeeded or failed.
fn conclude(record: Option<Record>, outcome: Result<()>) -> Result<Option<Recorded>> {
    let Some(record) = record else { return outcome.map(|()| None) };
    let (kept, written) = record.finish(outcome.is_ok());
    match (outcome.and(written), kept) {
        (Ok(()), kept) => Ok(kept),
        (Err(source), Some(kept)) => Err(CliError::EndedEarly { source: Box::new(source), kept }),
        (Err(source), None) => Err(source),
    }
}

/// Completes the film of a run that succeeded or failed. Returns its number of pictures; without pictures there is no film.
fn conclude_film(video: Option<Video>) -> Result<u64> {
    let Some(video) = video.filter(|video| video.pictures() > 0) else { return Ok(0) };
    let pictures = video.pictures();
    video.finish().map(|()| pictures)
}

/// State of a run.
struct Simulation {
    data: Data,
    record: Option<Record>,
    video: Option<Video>,
    done: u64,
    energy_start: [f64; 2],
    seconds: f64,
}

impl Simulation {
    /// Takes the steps until the end, an error or an interrupt.
    fn go(&mut self, model: &Model, controls: &mut Controls, steps: u64, interrupt: &Interrupt) -> Result<()> {
        controls.fill(0, model, &mut self.data.ctrl);
        self.engine(|data| data.forward(model))?;
        self.energy_start = self.data.energy;
        self.film(model)?;
        let bar = progress(steps);
        let start = Instant::now();
        let outcome = (0..steps).try_for_each(|step| {
            if interrupt.asked() {
                return Err(CliError::Interrupted { step, time: self.data.time });
            }
            controls.fill(step, model, &mut self.data.ctrl);
            self.engine(|data| data.step(model))?;
            self.done += 1;
            if step % PROGRESS_STEPS == 0 {
                bar.set_position(step);
            }
            self.record.as_mut().map_or(Ok(()), |record| record.push(&self.data))?;
            self.film(model)
        });
        self.seconds = start.elapsed().as_secs_f64();
        bar.finish_and_clear();
        outcome?;
        // the last step ends with new positions and velocities: bring the energy up to them
        self.engine(|data| data.forward(model))
    }

    /// Adds a picture of the state to the film if one is due.
    fn film(&mut self, model: &Model) -> Result<()> {
        self.video.as_mut().map_or(Ok(()), |video| video.follow(model, &self.data))
    }

    /// Runs a call of the engine.
    fn engine(&mut self, work: impl FnOnce(&mut Data) -> Result<(), StepError>) -> Result<()> {
        let (step, time) = (self.done, self.data.time);
        contained(|| work(&mut self.data)).map_err(|source| CliError::Step { step, time, source })
    }
}

/// Turns a panic of the engine into an error, so that recordings survive it.
pub fn contained<R>(work: impl FnOnce() -> Result<R, StepError>) -> Result<R, StepError> {
    let outcome = catch_unwind(AssertUnwindSafe(work));
    outcome.unwrap_or_else(|panic| Err(StepError::Panicked { message: failure_text(panic.as_ref()) }))
}

fn step_count(time: f64, model: &Model) -> Result<u64> {
    let timestep = model.opt.timestep;
    if !(timestep.is_finite() && timestep > 0.0) {
        let source = StepError::InvalidTimestep(timestep);
        return Err(CliError::Step { step: 0, time: 0.0, source });
    }
    let steps = (time / timestep).round();
    if !(0.0..=MAX_STEPS).contains(&steps) {
        return Err(CliError::Usage(format!(
            "--time {} s has too many steps of {} s, the model's time step: give a shorter time, or --steps",
            number(time),
            number(timestep)
        )));
    }
    Ok((steps as u64).max(1))
}

/// A bar on standard error, drawn only when that is a terminal.
pub fn progress(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3} %  {per_sec}  {eta} left") {
        bar.set_style(style);
    }
    bar
}

struct Outcome<'a> {
    model: &'a Model,
    title: &'a str,
    source: &'a str,
    data: &'a Data,
    steps: u64,
    seconds: f64,
    energy_start: [f64; 2],
    written: Option<Recorded>,
    filmed: Option<(&'a Path, u64)>,
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
            format!("{} ({}): {} dof, {} controls, {} bodies", Name(o.title), Line(o.source), m.nv, m.nu, m.nbody),
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
                "{} J (potential {}, kinetic {}), {} J at the start",
                digits(total(d.energy), 8),
                digits(d.energy[0], 8),
                digits(d.energy[1], 8),
                digits(total(o.energy_start), 8)
            ),
        ],
    ];
    if let Some(Recorded { path, rows: count }) = &o.written {
        rows.push(vec!["recorded".into(), format!("{} rows to {}", grouped(*count), shown(path))]);
    }
    if let Some((path, pictures)) = o.filmed {
        rows.push(vec!["filmed".into(), format!("{} pictures to {}", grouped(pictures), shown(path))]);
    }
    for warning in &o.warnings {
        rows.push(vec!["warning".into(), Line(warning).to_string()]);
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
        "recorded": o.written.as_ref().map(recorded),
        "filmed": o.filmed.map(|(path, pictures)| filmed(path, pictures)),
        "warnings": o.warnings,
    });
    Report::new(columns(&rows), json)
}
