//! `view`: a model or a recorded run in the browser.

mod page;

use crate::args::{Vary, ViewArgs};
use crate::error::{CliError, Result};
use crate::files::recording::{self, Recording};
use crate::interrupt::Interrupt;
use crate::report::Report;
use crate::source::{self, title};
use serde_json::json;
use sim_core::Model;
use sim_core::data::State;
use sim_mjcf::{FileLog, Loader, MjcfError, Stop};
use sim_view::viewer::{Address, LoadFailure, Loaded, Player, Source, Variation, Viewer, WatchedFiles};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// The model that `view` shows when none is named: a robot that stands.
const FIRST_SCENE: &str = include_str!("../../../../models/strider.xml");

/// The `view` command.
pub fn view(args: &ViewArgs) -> Result<Report> {
    let interrupt = Interrupt::watch()?;
    let recorded =
        args.source.as_ref().filter(|path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("npz")));
    let file = match (recorded, &args.model) {
        (Some(_), Some(model)) => Some(model.clone()),
        (Some(run), None) => recording::model_of(run)?,
        (None, Some(_)) => {
            return Err(CliError::Usage(
                "--model needs a recorded run (.npz): name the run, or leave out --model".into(),
            ));
        }
        (None, None) => args.source.clone(),
    };
    if recorded.is_some() {
        refuse_options_of_models(args)?;
    }
    let (variation, seed) = variation(args)?;
    let mut source = ModelFile::new(file, interrupt.clone());
    let loaded = source.load_first()?;
    let states = recorded.map(|run| states(run, &loaded.model)).transpose()?;
    let key = args.key.as_deref().map(|key| source::keyframe(&loaded.model, key)).transpose()?;
    let address = Address { host: args.host.clone(), port: args.port };
    let viewer = Viewer::start(&address, page::files()?).map_err(|error| CliError::Viewer(error.to_string()))?;
    let hub = Arc::clone(viewer.hub());
    let player = match states {
        Some(states) => Player::recorded(Arc::clone(&hub), Box::new(source), loaded, states),
        None => Player::new(Arc::clone(&hub), Box::new(source), loaded, args.worlds),
    };
    let mut player = player.map_err(|failure| CliError::Viewer(failure.message))?;
    args.shown.iter().for_each(|&count| player.show_at_most(count));
    key.iter().for_each(|&key| player.go_to_key(key));
    player.vary(variation, seed);
    if !args.paused {
        player.play();
    }
    announce(&viewer, args)?;
    let waiting = Arc::clone(&hub);
    let waiter = std::thread::spawn(move || {
        while !interrupt.asked() && !waiting.wait_closing(Duration::from_millis(50)) {}
        waiting.close();
    });
    player.run();
    let _ = waiter.join();
    let published = hub.published();
    Ok(Report::new(String::new(), json!({ "url": viewer.url(), "states": published })))
}

/// Rejects options that mean nothing for a recording.
fn refuse_options_of_models(args: &ViewArgs) -> Result<()> {
    let given = [
        ("--worlds", args.worlds != 1),
        ("--shown", args.shown.is_some()),
        ("--vary", args.vary.is_some()),
        ("--seed", args.seed.is_some()),
        ("--key", args.key.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) => Err(CliError::Usage(format!(
            "{name} needs a model: a recorded run is one world with its own states; leave out {name}, or name the model file"
        ))),
        None => Ok(()),
    }
}

/// What makes the worlds differ, and its seed.
fn variation(args: &ViewArgs) -> Result<(Variation, u64)> {
    let variation = match args.vary {
        Some(Vary::Noise) => Variation::Noise,
        None if args.worlds > 1 => Variation::Noise,
        Some(Vary::Controls) => Variation::Controls,
        Some(Vary::None) | None => Variation::None,
    };
    match args.seed {
        Some(seed) if variation == Variation::None => Err(CliError::Usage(format!(
            "--seed {seed} changes nothing: worlds that are alike have no random numbers; give --vary noise, --vary controls or several \
             --worlds"
        ))),
        seed => Ok((variation, seed.unwrap_or(0))),
    }
}

/// Prints the address, and opens it in a browser.
fn announce(viewer: &Viewer, args: &ViewArgs) -> Result<()> {
    let url = viewer.url();
    let mut out = std::io::stdout().lock();
    let mut lines = format!("{url}\n");
    if args.no_browser || !open(&url) {
        let port = viewer.address().port();
        lines += &format!(
            "Open this address in a browser. From another machine, run ssh -N -L {port}:localhost:{port} USER@THIS_MACHINE first.\n"
        );
    }
    lines += "Ctrl-C ends the viewer.\n";
    out.write_all(lines.as_bytes()).and_then(|()| out.flush()).map_err(CliError::Output)
}

/// Opens an address in the user's browser. Returns whether there is one.
fn open(url: &str) -> bool {
    let has = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(target_os = "windows") {
        let mut start = Command::new("cmd");
        start.args(["/C", "start", ""]);
        start
    } else if has("DISPLAY") || has("WAYLAND_DISPLAY") {
        Command::new("xdg-open")
    } else {
        return false;
    };
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}

/// States of a recorded run with their times.
fn states(path: &Path, m: &Model) -> Result<Vec<(f64, Box<[f64]>)>> {
    let run = Recording::read(path, m)?;
    let mut data = m.make_data();
    let size = m.state_size(State::INTEGRATION).map_err(|error| CliError::Viewer(error.to_string()))?;
    let mut all = Vec::new();
    for (row, &time) in run.time.iter().enumerate() {
        run.apply(row, &mut data);
        let mut state = vec![0.0; size].into_boxed_slice();
        data.get_state(m, &mut state, State::INTEGRATION).map_err(|error| CliError::Viewer(error.to_string()))?;
        all.push((time, state));
    }
    Ok(all)
}

/// A model file, or the built-in model, with the files that it includes.
struct ModelFile {
    path: Option<PathBuf>,
    /// Name and text of a model that was dropped on the page. It replaces the file.
    dropped: Option<(String, String)>,
    watched: WatchedFiles,
    interrupt: Interrupt,
}

impl ModelFile {
    fn new(path: Option<PathBuf>, interrupt: Interrupt) -> Self {
        Self { path, dropped: None, watched: WatchedFiles::default(), interrupt }
    }

    fn load_first(&mut self) -> Result<Loaded> {
        self.load_now().map_err(|error| match error {
            MjcfError::Interrupted => CliError::NotLoaded,
            other => CliError::Model(other),
        })
    }

    fn load_now(&mut self) -> Result<Loaded, MjcfError> {
        let log = FileLog::default();
        let interrupt = self.interrupt.clone();
        let loader = Loader::new().stop(Stop::when(move || interrupt.asked())).log(log.clone());
        let (outcome, file) = match (&self.dropped, &self.path) {
            // a dropped file has no folder: the working directory does not name it
            (Some((name, text)), _) => (loader.load_str(text, name), Some(Path::new("/").join(name))),
            (None, Some(path)) => {
                self.watched.add(path);
                (loader.load(path), Some(path.clone()))
            }
            (None, None) => (loader.load_str(FIRST_SCENE, "strider.xml"), None),
        };
        // an error may come before all files are known: watch the known ones too
        log.files().iter().for_each(|file| self.watched.add(file));
        let sim_mjcf::Loaded { model, warnings } = outcome?;
        let name = title(&model, file.as_deref());
        Ok(Loaded { model, name, warnings: warnings.iter().map(ToString::to_string).collect(), data: None })
    }

    fn failure(&self, error: &MjcfError) -> LoadFailure {
        let place = error.span().map(|span| (span.file().to_string(), span.line() as usize, span.column() as usize));
        LoadFailure::at(error.to_string(), place, |file| self.text_of(file))
    }

    /// The text of a file of the model.
    fn text_of(&self, file: &str) -> String {
        match &self.dropped {
            Some((name, text)) if name == file => text.clone(),
            _ => std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default(),
        }
    }
}

impl Source for ModelFile {
    fn load(&mut self) -> Result<Loaded, LoadFailure> {
        self.load_now().map_err(|error| self.failure(&error))
    }

    fn load_dropped(&mut self, name: &str, text: &[u8]) -> Result<Loaded, LoadFailure> {
        let text = String::from_utf8_lossy(text).into_owned();
        let before = self.dropped.replace((name.to_string(), text));
        self.load_now().map_err(|error| {
            let failure = self.failure(&error);
            self.dropped = before;
            failure
        })
    }

    fn has_changed(&mut self) -> bool {
        self.dropped.is_none() && self.watched.has_changed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Height of the trunk, and how upright it is.
    fn stance(d: &sim_core::Data) -> (f64, f64) {
        (d.qpos[2], 1.0 - 2.0 * (d.qpos[4].powi(2) + d.qpos[5].powi(2)))
    }

    #[test]
    fn the_first_scene_stands_for_a_minute() {
        let model = sim_mjcf::load_str(FIRST_SCENE).unwrap();
        let mut data = model.make_data();
        let (height, _) = stance(&data);
        while data.time < 60.0 {
            data.step(&model).unwrap();
            let (now, upright) = stance(&data);
            assert!((now - height).abs() < 0.03 && upright > 0.999, "{now} m, {upright} after {} s", data.time);
        }
        assert!(data.qpos[0].hypot(data.qpos[1]) < 0.05, "it stays where it is: {:?}", &data.qpos[..3]);
    }

    fn variation_of(line: &str) -> std::result::Result<(Variation, u64), String> {
        use clap::Parser;
        let cli = crate::args::Cli::try_parse_from(line.split(' ')).map_err(|error| error.to_string())?;
        let crate::args::Command::View(args) = cli.command else { return Err("another command".into()) };
        if args.source.as_ref().is_some_and(|path| path.extension().is_some_and(|end| end == "npz")) {
            refuse_options_of_models(&args).map_err(|error| error.to_string())?;
        }
        variation(&args).map_err(|error| error.to_string())
    }

    #[test]
    fn several_worlds_differ_and_no_option_is_ignored() {
        for (line, wanted) in [
            ("c view", (Variation::None, 0)),
            ("c view --worlds 9", (Variation::Noise, 0)),
            ("c view --worlds 9 --seed 4", (Variation::Noise, 4)),
            ("c view --worlds 9 --vary none", (Variation::None, 0)),
            ("c view --vary controls --seed 4", (Variation::Controls, 4)),
            ("c view --vary noise", (Variation::Noise, 0)),
            ("c view run.npz", (Variation::None, 0)),
        ] {
            assert_eq!(variation_of(line), Ok(wanted), "{line}");
        }
        for (line, named) in [
            ("c view --seed 4", "--seed 4"),
            ("c view --worlds 9 --vary none --seed 4", "--seed 4"),
            ("c view run.npz --worlds 2", "--worlds"),
            ("c view run.npz --shown 2", "--shown"),
            ("c view run.npz --vary none", "--vary"),
            ("c view run.npz --seed 1", "--seed"),
            ("c view run.npz --key home", "--key"),
        ] {
            let error = variation_of(line).unwrap_err();
            assert!(error.contains(named), "{line}: {error}");
        }
    }
}
