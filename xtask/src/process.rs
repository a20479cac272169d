//! Runs a program. Its output goes to the terminal, or to the log of the step that runs it.

use crate::log::{self, Log};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use wait4::Wait4;

/// A program with its arguments and environment variables.
#[derive(Debug)]
pub struct Program {
    command: Command,
    shown: String,
    quiet: bool,
}

/// How a program ended.
#[derive(Debug)]
pub struct Ran {
    /// Whether its exit status was zero.
    pub success: bool,
    /// Its standard output.
    pub output: String,
    /// Its standard error; empty unless the program ran quietly.
    pub errors: String,
}

impl Program {
    /// A program that runs in the repository's root.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let shown = program.as_ref().to_string_lossy().into_owned();
        let mut command = Command::new(program);
        command.current_dir(crate::folders::root()).stdin(Stdio::null());
        Self { command, shown, quiet: false }
    }

    /// Adds arguments.
    pub fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        for arg in args {
            self.shown.push(' ');
            self.shown.push_str(&arg.as_ref().to_string_lossy());
            self.command.arg(arg);
        }
        self
    }

    /// Sets an environment variable.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs the program in another folder.
    pub fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Keeps the output instead of showing it.
    pub fn quiet(mut self) -> Self {
        self.quiet = true;
        self
    }

    /// Runs the program to its end.
    pub fn run(mut self) -> Result<Ran, String> {
        let log = Log::current();
        let errors = if self.quiet || log.is_some() { Stdio::piped() } else { Stdio::inherit() };
        let mut child = self
            .command
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .map_err(|e| format!("cannot start '{}': {e}", self.shown))?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let show = |line: &str| {
            if !self.quiet {
                log::line(line);
            }
        };
        let (output, errors) = std::thread::scope(|scope| {
            let errors = scope.spawn(|| log::with(log.as_ref(), || lines(stderr, show)));
            let output = lines(stdout, show);
            let errors = errors.join().unwrap_or_else(|_| Ok(String::new()));
            (output, errors)
        });
        let failed = |e: std::io::Error| format!("{}: {e}", self.shown);
        let ended = child.wait4().map_err(failed)?;
        if let Some(log) = &log {
            log.add_cpu(ended.rusage.utime + ended.rusage.stime);
        }
        let (output, errors) = (output.map_err(failed)?, errors.map_err(failed)?);
        Ok(Ran { success: ended.status.success(), output, errors: if self.quiet { errors } else { String::new() } })
    }

    /// Runs the program. An exit status other than zero is an error.
    pub fn must(self) -> Result<Ran, String> {
        let shown = self.shown.clone();
        let ran = self.run()?;
        if ran.success { Ok(ran) } else { Err(format!("failed: {shown}")) }
    }
}

/// Reads to the end, shows each line, and returns all lines.
fn lines(read: Option<impl Read>, show: impl Fn(&str)) -> std::io::Result<String> {
    let mut text = String::new();
    let Some(read) = read else { return Ok(text) };
    for line in BufReader::new(read).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        show(&line);
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}
