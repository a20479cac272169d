//! Running a program: its lines pass through to the terminal, or to those of the chore, while they are kept for counting.

use crate::log::{self, Kept};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// A program with its arguments.
#[derive(Debug)]
pub struct Step {
    command: Command,
    shown: String,
    quiet: bool,
}

/// How a program ended.
#[derive(Debug)]
pub struct Ran {
    /// Whether its status was zero.
    pub success: bool,
    /// Its standard output.
    pub output: String,
    /// Its standard error, where the step is quiet.
    pub errors: String,
}

impl Step {
    /// A program in the repository's root.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let shown = program.as_ref().to_string_lossy().into_owned();
        let mut command = Command::new(program);
        command.current_dir(crate::root());
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

    /// Keeps what it writes instead of showing it.
    pub fn quiet(mut self) -> Self {
        self.quiet = true;
        self
    }

    /// Runs the program to its end.
    pub fn run(mut self) -> Result<Ran, String> {
        let failed = |what: &str, error: std::io::Error| format!("{what}: {error}");
        if self.quiet {
            let ended = self.command.stdin(Stdio::null()).output();
            let ended = ended.map_err(|e| failed(&format!("cannot start '{}'", self.shown), e))?;
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let (output, errors) = (text(&ended.stdout), text(&ended.stderr));
            return Ok(Ran { success: ended.status.success(), output, errors });
        }
        let chore = Kept::current();
        let mut child = self
            .command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(if chore.is_some() { Stdio::piped() } else { Stdio::inherit() })
            .spawn()
            .map_err(|e| failed(&format!("cannot start '{}'", self.shown), e))?;
        let mut output = String::new();
        let (written, said) = (child.stdout.take(), child.stderr.take());
        let read = std::thread::scope(|scope| {
            let chore = chore.as_ref();
            scope.spawn(move || log::as_in(chore, || each_line(said, log::line)));
            each_line(written, |line| {
                log::line(line);
                output.push_str(line);
                output.push('\n');
            })
        });
        read.map_err(|e| failed(&self.shown, e))?;
        let status = child.wait().map_err(|e| failed(&self.shown, e))?;
        Ok(Ran { success: status.success(), output, errors: String::new() })
    }

    /// Runs the program and takes a failure for an error.
    pub fn must(self) -> Result<Ran, String> {
        let shown = self.shown.clone();
        let ran = self.run()?;
        if ran.success { Ok(ran) } else { Err(format!("failed: {shown}")) }
    }
}

/// Does something with each line, to the end of what is read.
fn each_line(read: Option<impl Read>, mut work: impl FnMut(&str)) -> std::io::Result<()> {
    let Some(read) = read else { return Ok(()) };
    BufReader::new(read).split(b'\n').try_for_each(|line| {
        work(&String::from_utf8_lossy(&line?));
        Ok(())
    })
}
