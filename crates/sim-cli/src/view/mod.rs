//! `view`: a model or a recorded run in the browser.

mod model_file;
mod page;

use crate::args::ViewArgs;
use crate::error::{CliError, Result};
use crate::files::recording::{self, Recording};
use crate::interrupt::Interrupt;
use crate::report::Report;
use crate::source;
use model_file::ModelFile;
use serde_json::json;
use sim_core::Model;
use sim_core::data::State;
use sim_view::viewer::{Address, Player, Viewer};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

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
