//! Runs a program with a time limit.

use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Time for a program to end that was stopped.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// A program to run.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its arguments.
    pub arguments: &'a [&'a str],
    /// The folder that it runs in. `None`: the present one.
    pub folder: Option<&'a Path>,
    /// Where programs are searched. `None`: nowhere.
    pub path: Option<&'a OsStr>,
    /// The folder for files with what it prints. Files, because a pipe ends only with the last process that has it.
    pub logs: &'a Path,
    /// Time limit.
    pub limit: Duration,
}

/// How a program ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// It does not exist, or cannot start.
    NotThere,
    /// It ran for too long and was stopped, with all that it had started.
    TooSlow {
        /// Its errors until then.
        errors: String,
    },
    /// It ended by itself.
    Done {
        /// Whether its status was 0.
        is_success: bool,
        /// What it printed.
        output: String,
        /// Its errors.
        errors: String,
    },
}

impl Program<'_> {
    /// Runs the program until its end, or until its time is over.
    pub fn run(&self) -> End {
        let (output, errors) = (self.logs.join("output.log"), self.logs.join("errors.log"));
        let (Ok(to), Ok(to_errors)) = (File::create(&output), File::create(&errors)) else { return End::NotThere };
        let mut command = Command::new(self.name);
        command.args(self.arguments).stdin(Stdio::null()).stdout(to).stderr(to_errors);
        command.env("PATH", self.path.unwrap_or(OsStr::new("")));
        if let Some(folder) = self.folder {
            command.current_dir(folder);
        }
        // what it starts is in its group, and is stopped with it
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let Ok(mut child) = command.spawn() else { return End::NotThere };
        let id = child.id();
        let (sender, ended) = mpsc::channel();
        std::thread::spawn(move || sender.send(child.wait()));
        match ended.recv_timeout(self.limit) {
            Ok(Ok(status)) => End::Done { is_success: status.success(), output: text(&output), errors: text(&errors) },
            Ok(Err(_)) | Err(_) => {
                stop(id);
                let _ = ended.recv_timeout(LAST_WORDS);
                End::TooSlow { errors: text(&errors) }
            }
        }
    }
}

/// Stops a program and what it has started.
fn stop(id: u32) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("taskkill");
        command.args(["/T", "/F", "/PID", &id.to_string()]);
        command
    } else {
        // the minus means the group
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &format!("kill -s KILL -- -{id}")]);
        command
    };
    let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
}

/// The text of a file.
fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes).trim().to_string()
}
