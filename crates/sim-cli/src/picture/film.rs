//! Writes a film or a picture to a file. The ending chooses the format. The file is replaced when it is complete.

use crate::error::{CliError, Result};
use crate::files::output::Output;
use crate::files::record::explained;
use crate::picture::sink::Sink;
use sim_view::film::{FilmError, GifFilm, Size, WebpFilm, write_png, write_png_depth};
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Variable of the environment that names the ffmpeg to use. Default: the `ffmpeg` on the PATH.
const FFMPEG: &str = "CORTENFORGE_FFMPEG";

/// The byte that ends a GIF.
const GIF_TRAILER: &[u8] = &[0x3b];

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One picture.
    Png,
    /// A film of 256 colours.
    Gif,
    /// A film of all colours.
    Webp,
    /// A film encoded by ffmpeg.
    Mp4,
}

impl Format {
    /// The format of a file by its ending.
    pub fn of(path: &Path) -> Result<Self> {
        match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
            Some("png") => Ok(Self::Png),
            Some("gif") => Ok(Self::Gif),
            Some("webp") => Ok(Self::Webp),
            Some("mp4") => Ok(Self::Mp4),
            _ => Err(CliError::file(path, "has another ending: name a picture .png, a film .gif, .webp or .mp4")),
        }
    }

    /// Whether the format holds more than one picture.
    pub fn moves(self) -> bool {
        self != Self::Png
    }
}

/// A file of pictures in progress.
pub struct Film {
    path: PathBuf,
    size: Size,
    output: Output,
    encoder: Encoder,
    /// The file of a GIF or WebP.
    sink: Option<Sink>,
    pictures: u64,
}

enum Encoder {
    Png,
    Gif(Box<GifFilm<Sink>>),
    Webp(Box<WebpFilm<Sink>>),
    Mp4(Ffmpeg),
}

/// The process that encodes; it ends with the film.
struct Ffmpeg(Child);

impl Drop for Ffmpeg {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Film {
    /// Creates a file without pictures. An error: it cannot be written.
    pub fn new(path: &Path, source: Option<&Path>, size: Size, rate: f64) -> Result<Self> {
        let format = Format::of(path)?;
        let mut output = Output::create(path, source)?;
        let failed = |error| CliError::file(path, error_text(&error));
        let mut file = || output.file().try_clone().map_err(FilmError::Io).map_err(failed);
        let (encoder, sink) = match format {
            Format::Png => (Encoder::Png, None),
            Format::Gif => {
                let sink = Sink::new(file()?, GIF_TRAILER);
                (Encoder::Gif(Box::new(GifFilm::new(sink.clone(), size, rate).map_err(failed)?)), Some(sink))
            }
            Format::Webp => {
                let sink = Sink::new(file()?, &[]);
                (Encoder::Webp(Box::new(WebpFilm::new(sink.clone(), size, rate).map_err(failed)?)), Some(sink))
            }
            Format::Mp4 => (ffmpeg(path, output.part(), size, rate)?, None),
        };
        Ok(Self { path: path.to_path_buf(), size, output, encoder, sink, pictures: 0 })
    }

    /// Number of pictures.
    pub fn pictures(&self) -> u64 {
        self.pictures
    }

    /// Adds a picture in colour.
    pub fn push(&mut self, rgb: &[u8]) -> Result<()> {
        let written = match &mut self.encoder {
            Encoder::Png => {
                let mut file = BufWriter::new(self.output.file());
                write_png(&mut file, self.size, rgb).and_then(|()| Ok(file.flush()?))
            }
            Encoder::Gif(film) => film.push(rgb),
            Encoder::Webp(film) => film.push(rgb),
            Encoder::Mp4(Ffmpeg(child)) => match &mut child.stdin {
                Some(pipe) => pipe.write_all(rgb).map_err(FilmError::Io),
                None => Err(FilmError::Io(io::ErrorKind::BrokenPipe.into())),
            },
        };
        let sink = self.sink.as_ref();
        let written = written.and_then(|()| Ok(sink.map_or(Ok(()), Sink::end_picture)?));
        if let Err(error) = written {
            // without a whole picture there is no film
            if let Some(sink) = sink.filter(|_| self.pictures > 0) {
                sink.go_back().map_err(|error| CliError::file(&self.path, explained(&error)))?;
            }
            return Err(self.failed(error));
        }
        self.pictures += 1;
        Ok(())
    }

    /// Adds a picture of depths, in metres. The file must be a picture.
    pub fn push_depth(&mut self, depth: &[f32]) -> Result<()> {
        let mut file = BufWriter::new(self.output.file());
        let written = write_png_depth(&mut file, self.size, depth).and_then(|()| Ok(file.flush()?));
        written.map_err(|error| CliError::file(&self.path, error_text(&error)))?;
        self.pictures += 1;
        Ok(())
    }

    /// The error of a film. If the encoder process ended, its own message.
    fn failed(&mut self, error: FilmError) -> CliError {
        match &mut self.encoder {
            Encoder::Mp4(process) => CliError::file(&self.path, ended(&mut process.0)),
            _ => CliError::file(&self.path, error_text(&error)),
        }
    }

    /// Completes the file and puts it in its place.
    pub fn finish(self) -> Result<()> {
        let Self { path, output, encoder, .. } = self;
        let completed = match encoder {
            Encoder::Png => Ok(()),
            Encoder::Gif(film) => film.finish().and_then(flushed),
            Encoder::Webp(film) => film.finish().and_then(flushed),
            Encoder::Mp4(mut process) => {
                drop(process.0.stdin.take());
                match process.0.wait() {
                    Ok(status) if status.success() => Ok(()),
                    _ => return Err(CliError::file(&path, ended(&mut process.0))),
                }
            }
        };
        completed.map_err(|error| CliError::file(&path, error_text(&error)))?;
        output.publish().map_err(|error| CliError::file(&path, explained(&error)))
    }
}

fn flushed(mut sink: Sink) -> Result<(), FilmError> {
    Ok(sink.flush()?)
}

/// An error of writing with its cure, if there is one.
fn error_text(error: &FilmError) -> String {
    match error {
        FilmError::Io(error) => explained(error),
        other => other.to_string(),
    }
}

/// Starts ffmpeg, which takes pictures on its standard input.
fn ffmpeg(path: &Path, part: &Path, size: Size, rate: f64) -> Result<Encoder> {
    let rate = rate.to_string();
    let chosen = std::env::var_os(FFMPEG).filter(|program| !program.is_empty());
    let mut command = Command::new(chosen.clone().unwrap_or_else(|| "ffmpeg".into()));
    command.args(["-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"]);
    command.args(["-s", &size.to_string(), "-r", &rate, "-i", "-", "-an"]);
    // most players support only this pixel format, which needs even sides
    command.args(["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-pix_fmt", "yuv420p"]);
    command.args(["-movflags", "+faststart", "-f", "mp4"]).arg(part);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    // Ctrl-C, and a terminal that closes, end the pictures; ffmpeg then completes the film
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    match command.spawn() {
        Ok(child) => Ok(Encoder::Mp4(Ffmpeg(child))),
        Err(error) => Err(CliError::file(path, not_started(chosen, &error))),
    }
}

/// Why ffmpeg does not start, with the cure.
fn not_started(chosen: Option<OsString>, error: &io::Error) -> String {
    match chosen {
        Some(program) => format!(
            "needs ffmpeg, but {FFMPEG} is {}, which cannot start ({error}): give the path of the program, or unset {FFMPEG}",
            program.display()
        ),
        None if error.kind() == io::ErrorKind::NotFound => {
            "needs ffmpeg, which is not installed: install ffmpeg, or for the Python \
             package run `pip install imageio-ffmpeg`, or choose .gif or .webp"
                .into()
        }
        None => format!("ffmpeg cannot start: {error}"),
    }
}

/// The last message of ffmpeg.
fn ended(child: &mut Child) -> String {
    let mut said = String::new();
    drop(child.stdin.take());
    if let Some(errors) = &mut child.stderr {
        let _ = io::Read::read_to_string(&mut io::Read::take(errors, 4096), &mut said);
    }
    format!("ffmpeg failed: {}", said.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_chooses_the_format() {
        assert_eq!(Format::of(Path::new("a/b.PNG")).ok(), Some(Format::Png));
        assert_eq!(Format::of(Path::new("b.webp")).ok(), Some(Format::Webp));
        for bad in ["b", "b.jpg", "b.npz", ".gif"] {
            assert!(Format::of(Path::new(bad)).is_err(), "{bad}");
        }
    }
}
