//! `run`: simulates a model and reports speed and result.

use crate::args::{DEFAULT_TIME, RunArgs};
use crate::control::Controls;
use crate::error::{CliError, Result, filmed, recorded};
use crate::files::record::Record;
use crate::interrupt::Interrupt;
use crate::picture::film::Format;
use crate::picture::video::Video;
use crate::report::{Recorded, Report, columns, counted, digits, duration, grouped, plural, shown};
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
    let Loaded { mut model, title, source, warnings, .. } = source::load(args.model.as_deref(), &interrupt)?;
    let mut warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    // energies are part of the report
    model.opt.enableflags |= EnableFlags::ENERGY;
    let key = args.key.as_deref().map(|key| source::keyframe(&model, key)).transpose()?;
    let steps = args.steps.map_or_else(|| step_count(args.time, &model, "give a shorter --time, or --steps"), Ok)?;
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
    let mut data = model.make_data();
    if let Some(key) = key {
        data.reset_to_keyframe(&model, key);
    }
    let time_start = data.time;
    let mut simulation = Simulation::new(data, record, video);
    let (outcome, reported) = warning::collect(|| simulation.go(&model, &mut controls, steps, &interrupt));
    warnings.extend(reported);
    if outcome.is_err() {
        // there will be no report
        warnings.iter().for_each(|text| warning::warn(text));
    }
    let Simulation { data, record, video, energy_start, seconds, .. } = simulation;
    let key = args.key.as_deref();
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
        key,
        steps,
        seconds,
        time_start,
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
    if let Err(error) = step_count(DEFAULT_TIME, &model, "raise 'timestep' in <option>") {
        return Some(error);
    }
    let data = match contained(|| Ok(model.make_data())) {
        Ok(data) => data,
        Err(source) => return Some(CliError::Step { step: 0, time: 0.0, source }),
    };
    let mut simulation = Simulation::new(data, None, None);
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
    seconds: Seconds,
}

/// Wall time of a run, in seconds. A figure of speed counts the steps alone.
#[derive(Clone, Copy, Debug, Default)]
struct Seconds {
    steps: f64,
    drawing: f64,
    recording: f64,
}

impl Simulation {
    fn new(data: Data, record: Option<Record>, video: Option<Video>) -> Self {
        Self { data, record, video, done: 0, energy_start: [0.0; 2], seconds: Seconds::default() }
    }

    /// Takes the steps until the end, an error or an interrupt.
    fn go(&mut self, model: &Model, controls: &mut Controls, steps: u64, interrupt: &Interrupt) -> Result<()> {
        controls.fill(0, model, &mut self.data.ctrl);
        self.engine(|data| data.forward(model))?;
        self.energy_start = self.data.energy;
        self.film(model)?;
        let bar = progress(steps);
        let (start, drawn_before) = (Instant::now(), self.seconds.drawing);
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
            self.record()?;
            self.film(model)
        });
        let others = self.seconds.drawing - drawn_before + self.seconds.recording;
        self.seconds.steps = (start.elapsed().as_secs_f64() - others).max(0.0);
        bar.finish_and_clear();
        outcome?;
        // the last step ends with new positions and velocities: bring the energy up to them
        self.engine(|data| data.forward(model))
    }

    /// Adds a picture of the state to the film if one is due.
    fn film(&mut self, model: &Model) -> Result<()> {
        let Some(video) = &mut self.video else { return Ok(()) };
        timed(&mut self.seconds.drawing, || video.follow(model, &self.data))
    }

    /// Adds a row to the recording.
    fn record(&mut self) -> Result<()> {
        let Some(record) = &mut self.record else { return Ok(()) };
        timed(&mut self.seconds.recording, || record.push(&self.data))
    }

    /// Runs a call of the engine.
    fn engine(&mut self, work: impl FnOnce(&mut Data) -> Result<(), StepError>) -> Result<()> {
        let (step, time) = (self.done, self.data.time);
        contained(|| work(&mut self.data)).map_err(|source| CliError::Step { step, time, source })
    }
}

/// Adds the wall time of some work to a sum.
fn timed<R>(seconds: &mut f64, work: impl FnOnce() -> R) -> R {
    let start = Instant::now();
    let result = work();
    *seconds += start.elapsed().as_secs_f64();
    result
}

/// Turns a panic of the engine into an error, so that recordings survive it.
pub fn contained<R>(work: impl FnOnce() -> Result<R, StepError>) -> Result<R, StepError> {
    let outcome = catch_unwind(AssertUnwindSafe(work));
    outcome.unwrap_or_else(|panic| Err(StepError::Panicked { message: failure_text(panic.as_ref()) }))
}

/// Number of steps of a time. `cure` is what to do if they are too many.
fn step_count(time: f64, model: &Model, cure: &str) -> Result<u64> {
    let timestep = model.opt.timestep;
    if !(timestep.is_finite() && timestep > 0.0) {
        let source = StepError::InvalidTimestep(timestep);
        return Err(CliError::Step { step: 0, time: 0.0, source });
    }
    let steps = (time / timestep).round();
    if !(0.0..=MAX_STEPS).contains(&steps) {
        return Err(CliError::Usage(format!(
            "{} s have too many steps of {} s, the model's time step: {cure}",
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

impl Seconds {
    /// Time of the steps, and what it leaves out.
    fn text(self) -> String {
        let left_out = [("drawing", self.drawing), ("recording", self.recording)];
        let left_out = left_out.into_iter().filter(|(_, seconds)| *seconds > 0.0);
        let left_out: Vec<String> =
            left_out.map(|(what, seconds)| format!("{} of {what}", duration(seconds))).collect();
        let steps = duration(self.steps);
        if left_out.is_empty() { steps } else { format!("{steps}, without {}", left_out.join(" and ")) }
    }
}

struct Outcome<'a> {
    model: &'a Model,
    title: &'a str,
    source: &'a str,
    data: &'a Data,
    key: Option<&'a str>,
    steps: u64,
    seconds: Seconds,
    time_start: f64,
    energy_start: [f64; 2],
    written: Option<Recorded>,
    filmed: Option<(&'a Path, u64)>,
    warnings: Vec<String>,
}

fn report(o: &Outcome) -> Report {
    let (m, d) = (o.model, o.data);
    let rate = o.steps as f64 / o.seconds.steps.max(1e-9);
    let factor = rate * m.opt.timestep;
    let total = |e: [f64; 2]| e[0] + e[1];
    let mut rows = vec![
        vec![
            "model".into(),
            format!(
                "{} ({}): {} dof, {}, {} {}",
                Name(o.title),
                Line(o.source),
                m.nv,
                counted(m.nu, "control"),
                m.nbody,
                if m.nbody == 1 { "body" } else { "bodies" }
            ),
        ],
        vec![
            "time".into(),
            format!(
                "{:.3} s simulated in {} step{} of {}",
                d.time - o.time_start,
                grouped(o.steps),
                plural(o.steps),
                duration(m.opt.timestep)
            ),
        ],
        vec![
            "speed".into(),
            format!("{} steps/s, {factor:.1} x real time ({})", grouped(rate as u64), o.seconds.text()),
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
        rows.push(vec!["recorded".into(), format!("{} row{} to {}", grouped(*count), plural(*count), shown(path))]);
    }
    if let Some((path, pictures)) = o.filmed {
        rows.push(vec![
            "filmed".into(),
            format!("{} picture{} to {}", grouped(pictures), plural(pictures), shown(path)),
        ]);
    }
    for warning in &o.warnings {
        rows.push(vec!["warning".into(), Line(warning).to_string()]);
    }
    let json = json!({
        "model": m.model_name(),
        "source": o.source,
        "key": o.key,
        "steps": o.steps,
        "timestep": m.opt.timestep,
        "time": d.time,
        "wall_seconds": o.seconds.steps,
        "drawing_seconds": o.seconds.drawing,
        "recording_seconds": o.seconds.recording,
        "steps_per_second": rate,
        "real_time_factor": factor,
        "energy": { "potential": d.energy[0], "kinetic": d.energy[1], "total": total(d.energy), "total_at_start": total(o.energy_start) },
        "recorded": o.written.as_ref().map(recorded),
        "filmed": o.filmed.map(|(path, pictures)| filmed(path, pictures)),
        "warnings": o.warnings,
    });
    Report::new(columns(&rows), json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_counts_the_steps_alone() {
        let text = |steps, drawing, recording| Seconds { steps, drawing, recording }.text();
        assert_eq!(text(0.5, 0.0, 0.0), "500.000 ms");
        assert_eq!(text(0.5, 2.0, 0.0), "500.000 ms, without 2.000 s of drawing");
        assert_eq!(text(0.5, 2.0, 0.001), "500.000 ms, without 2.000 s of drawing and 1.000 ms of recording");
        let mut sum = 0.25;
        assert_eq!(timed(&mut sum, || 7), 7);
        assert!(sum > 0.25);
    }
}
