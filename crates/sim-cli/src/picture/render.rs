//! `render`: draw a model or a recorded run as a picture or a film.

use crate::args::RenderArgs;
use crate::error::{CliError, Result};
use crate::files::recording::{self, Recording};
use crate::interrupt::Interrupt;
use crate::picture::film::Format;
use crate::picture::video::Video;
use crate::report::{Report, bytes, columns, duration, grouped, shown};
use crate::run::{contained, progress};
use crate::source::{self, Loaded};
use serde_json::json;
use sim_core::binding::message::number;
use sim_core::{Data, Model, warning};
use std::path::Path;
use std::time::Instant;

/// How long a film of a model is where nothing is said (s).
const FILM_TIME: f64 = 5.0;
/// Limit on the pictures of a film: beyond it, the time or the rate is a typing error.
const MOST_PICTURES: f64 = 1e6;

/// The `render` command.
pub fn render(args: &RenderArgs) -> Result<Report> {
    let interrupt = Interrupt::watch()?;
    let format = Format::of(&args.out)?;
    let recorded = args.source.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("npz"));
    let file = match (&args.model, recorded) {
        (Some(model), true) => Some(model.clone()),
        (Some(_), false) => {
            return Err(CliError::Usage(
                "--model needs a recorded run (.npz): name the run, or leave out --model".into(),
            ));
        }
        (None, true) => recording::model_of(&args.source)?,
        (None, false) => Some(args.source.clone()),
    };
    let Loaded { model, warnings, .. } = source::load(file.as_deref(), &interrupt)?;
    let mut warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    let mut data =
        contained(|| Ok(model.make_data())).map_err(|source| CliError::Step { step: 0, time: 0.0, source })?;
    start(&model, &mut data, args.key.as_deref())?;
    let scenes = if recorded { Scenes::Recorded(Recording::read(&args.source, &model)?) } else { Scenes::Simulated };
    let mut video = Video::new(&args.out, Some(&args.source), &model, &args.look)?;
    let start = Instant::now();
    let (outcome, reported) = warning::collect(|| {
        let mut filming = Filming { model: &model, data: &mut data, video: &mut video, interrupt: &interrupt };
        match (&scenes, format.moves()) {
            (Scenes::Recorded(run), true) => filming.replay(run, args.time, args.look.fps),
            (Scenes::Recorded(run), false) => filming.row(run, run.row_at(args.time.unwrap_or(f64::MAX))),
            (Scenes::Simulated, true) => filming.simulate(args.time.unwrap_or(FILM_TIME), args.look.fps),
            (Scenes::Simulated, false) => filming.single(args.time.unwrap_or(0.0)),
        }
    });
    warnings.extend(reported);
    let (pictures, seconds) = (video.pictures(), start.elapsed().as_secs_f64());
    if pictures > 0 {
        // what was filmed before an error is kept
        video.finish()?;
    }
    match outcome {
        Err(error) if pictures > 0 && format.moves() => {
            warnings.iter().for_each(|text| warning::warn(text));
            return Err(CliError::FilmEndedEarly { source: Box::new(error), path: args.out.clone(), pictures });
        }
        other => other?,
    }
    if pictures == 0 {
        return Err(CliError::file(&args.out, "nothing was drawn: give a recording with rows, or a longer --time"));
    }
    Ok(report(args, pictures, seconds, &warnings))
}

/// Where the states of a film come from.
enum Scenes {
    Recorded(Recording),
    Simulated,
}

/// A film on its way.
struct Filming<'a> {
    model: &'a Model,
    data: &'a mut Data,
    video: &'a mut Video,
    interrupt: &'a Interrupt,
}

impl Filming<'_> {
    /// The rows of a recording that are next to the film's times.
    fn replay(&mut self, run: &Recording, time: Option<f64>, fps: f64) -> Result<()> {
        let (first, last) = (run.time.first().copied().unwrap_or(0.0), run.time.last().copied().unwrap_or(0.0));
        let pictures = pictures(time.map_or(last - first, |time| time.min(last - first)), fps)?;
        let bar = progress(pictures);
        let outcome = (0..pictures).try_for_each(|picture| {
            self.asked()?;
            bar.set_position(picture);
            self.row(run, run.row_at(first + picture as f64 / fps))
        });
        bar.finish_and_clear();
        outcome
    }

    /// One row of a recording.
    fn row(&mut self, run: &Recording, row: usize) -> Result<()> {
        run.apply(row, self.data);
        self.engine(|model, data| data.forward(model))?;
        self.video.push(self.model, self.data)
    }

    /// The motion of a model without controls.
    fn simulate(&mut self, time: f64, fps: f64) -> Result<()> {
        let (pictures, begin) = (pictures(time, fps)?, self.data.time);
        let bar = progress(pictures);
        let outcome = (0..pictures).try_for_each(|picture| {
            bar.set_position(picture);
            self.until(begin + picture as f64 / fps)?;
            self.video.push(self.model, self.data)
        });
        bar.finish_and_clear();
        outcome
    }

    /// One picture at a time.
    fn single(&mut self, time: f64) -> Result<()> {
        self.until(self.data.time + time)?;
        self.video.push(self.model, self.data)
    }

    /// Steps up to a time, and brings everything up to the state there.
    fn until(&mut self, time: f64) -> Result<()> {
        while self.data.time + 0.5 * self.model.opt.timestep < time {
            self.asked()?;
            self.engine(|model, data| data.step(model))?;
        }
        self.engine(|model, data| data.forward(model))
    }

    fn engine(&mut self, work: impl FnOnce(&Model, &mut Data) -> Result<(), sim_core::StepError>) -> Result<()> {
        let (model, data) = (self.model, &mut *self.data);
        let time = data.time;
        contained(|| work(model, data)).map_err(|source| CliError::Step {
            step: (time / model.opt.timestep) as u64,
            time,
            source,
        })
    }

    fn asked(&self) -> Result<()> {
        if self.interrupt.asked() {
            let (step, time) = ((self.data.time / self.model.opt.timestep) as u64, self.data.time);
            return Err(CliError::Interrupted { step, time });
        }
        Ok(())
    }
}

/// Number of pictures of a film of `seconds` seconds.
fn pictures(seconds: f64, fps: f64) -> Result<u64> {
    let count = (seconds * fps * (1.0 + 1e-9)).floor() + 1.0;
    if count > MOST_PICTURES {
        return Err(CliError::Usage(format!(
            "{} s at {} pictures a second are {} pictures, more than {}: give a shorter --time or a lower --fps",
            number(seconds),
            number(fps),
            number(count),
            number(MOST_PICTURES)
        )));
    }
    Ok(count as u64)
}

/// Puts a world at its start, or at a keyframe.
fn start(model: &Model, data: &mut Data, key: Option<&str>) -> Result<()> {
    let timestep = model.opt.timestep;
    if !(timestep.is_finite() && timestep > 0.0) {
        let source = sim_core::StepError::InvalidTimestep(timestep);
        return Err(CliError::Step { step: 0, time: 0.0, source });
    }
    if let Some(key) = key {
        data.reset_to_keyframe(model, source::keyframe(model, key)?);
    }
    Ok(())
}

fn report(args: &RenderArgs, pictures: u64, seconds: f64, warnings: &[String]) -> Report {
    let size = std::fs::metadata(&args.out).map_or(0, |data| data.len());
    let rate = pictures as f64 / seconds.max(1e-9);
    let mut rows = vec![
        vec!["written".to_string(), format!("{} ({})", shown(&args.out), bytes(size))],
        vec!["pictures".to_string(), format!("{} of {}", grouped(pictures), args.look.size)],
        vec!["took".to_string(), format!("{}, {rate:.1} pictures a second", duration(seconds))],
    ];
    rows.extend(warnings.iter().map(|text| vec!["warning".to_string(), text.clone()]));
    let json = json!({
        "file": args.out.display().to_string(),
        "bytes": size,
        "pictures": pictures,
        "width": args.look.size.width,
        "height": args.look.size.height,
        "seconds": seconds,
        "warnings": warnings,
    });
    Report::new(format!("{}\n{}", title(&args.source), columns(&rows)), json)
}

fn title(source: &Path) -> String {
    shown(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn films_begin_and_end_with_a_picture() {
        assert_eq!(pictures(0.0, 30.0).ok(), Some(1));
        assert_eq!(pictures(1.0, 30.0).ok(), Some(31));
        assert_eq!(pictures(0.1 + 0.2, 10.0).ok(), Some(4));
        assert!(pictures(1e9, 30.0).is_err());
    }
}
