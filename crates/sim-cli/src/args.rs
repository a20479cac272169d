//! The command line: arguments and help texts.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use sim_core::binding::message::Name;
use sim_view::film::Size;
use std::ffi::OsString;
use std::path::PathBuf;

/// Default duration of a run, in simulated seconds.
pub const DEFAULT_TIME: f64 = 10.0;

/// Physics for robotics and reinforcement learning: runs, draws, inspects, checks and times MJCF models.
#[derive(Debug, Parser)]
#[command(name = "cortenforge", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Examples:
  cortenforge run                          the built-in humanoid, ten simulated seconds
  cortenforge run arm.xml --out arm.npz    record a run
  cortenforge render arm.xml -o arm.png    a picture
  cortenforge render arm.npz -o arm.gif    a film of a recorded run
  cortenforge view arm.xml                 the model in your browser, moving
  cortenforge info arm.xml                 sizes, body tree, joints, actuators, sensors
  cortenforge check arm.xml                errors and warnings with their places
  cortenforge bench arm.xml                steps per second, time by stage
  cortenforge bench arm.xml --gpu          steps per second of many worlds on a GPU
  cortenforge models                       the built-in models: cortenforge view quadruped

With --json a command always prints one JSON object. If the command fails, the object is {\"error\": {…}} with message,
kind and, if known, file, line and column, and the exit status is not zero. A message does not repeat its file and line.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Simulate a model and report speed, final time, energy and warnings.
    #[command(after_help = "Examples:
  cortenforge run
  cortenforge run arm.xml --time 5 --ctrl random --seed 7 --out run.npz
  cortenforge run arm.xml --ctrl run.npz            replay the controls of a recorded run
  cortenforge run arm.xml --key home --time 2
  cortenforge run arm.xml --steps 1000 --ctrl controls.csv --out run.csv
  cortenforge run arm.xml --ctrl random --video run.gif --size 320x240

A control file has one row per step. Its last row is used to the end of the run. The columns of a .csv file are the
model's controls. If it has a header, they are the columns named ctrl[0], ctrl[1] …. An .npz file has the array ctrl.

A recording replaces the file at --out when the run ends. Ctrl-C, a closed terminal (status 130) and errors such as a full disk
(status 1) keep what was recorded and filmed until then. Only an .mp4 is lost when the disk is full. Figures of speed count the steps,
not the drawing and recording.")]
    Run(RunArgs),
    /// Draw a model or a recorded run as a picture or a film. Needs no display, driver or GPU.
    #[command(after_help = "Examples:
  cortenforge render arm.xml -o arm.png --size 1280x720 --azimuth 120
  cortenforge render arm.xml -o arm.gif --time 3              three seconds of its motion
  cortenforge render run.npz -o run.mp4 --camera side         a recorded run
  cortenforge render arm.xml -o depth.png --depth --camera wrist

A picture shows the model at --time seconds (default: 0). A film lasts --time seconds (default: 5, or the length of the
recording). A depth picture has 16 bits per pixel, in millimetres. --segmentation gives every object its own colour.
.mp4 needs ffmpeg: one on the PATH, or the program that the variable CORTENFORGE_FFMPEG names. Ctrl-C ends a film early
and keeps it.")]
    Render(RenderArgs),
    /// Show a model or a recorded run in the browser: play, push, go back in time, edit the file.
    #[command(after_help = "Examples:
  cortenforge view                          a built-in robot that stands
  cortenforge view quadruped                one of the built-in models
  cortenforge view arm.xml --paused
  cortenforge view arm.xml --worlds 100     a hundred worlds side by side, with noise on their first states
  cortenforge view arm.xml --worlds 100 --vary controls --seed 7    with random controls
  cortenforge view run.npz                  a recorded run
  cortenforge view arm.xml --port 8642 --no-browser

Only this machine can open the page. Its address has a random key. The page opens in your browser if there is one. On a server
that you reach by ssh, forward the printed port and open the same address at home. The model is loaded again when its file, or a
file that it includes, changes. A model or a folder that is dropped on the page takes its place. It sees the files that were dropped
with it, and nothing else of the disk.")]
    View(ViewArgs),
    /// Describe a model: sizes, body tree, joints, actuators, sensors, memory.
    #[command(after_help = "Examples:
  cortenforge info arm.xml
  cortenforge info arm.xml --json | jq .sizes.nv
  cortenforge info --gpu                            adapters, drivers and limits
  cortenforge info arm.xml --gpu                    what the GPU does not support of the model
  cortenforge info arm.xml --gpu --wgsl             the model's shaders")]
    Info(InfoArgs),
    /// Load a model, take a step, and report errors and warnings with their places.
    #[command(after_help = "Examples:
  cortenforge check arm.xml
  cortenforge check arm.xml --json | jq '.warnings[].message'

Warnings name values that were hardly meant: angles in the wrong unit, actuators whose control does nothing, controls without a
range. The exit status is 1 if the model cannot be loaded or run.")]
    Check(ModelArgs),
    /// Measure steps per second and the time each stage of a step takes.
    #[command(after_help = "Examples:
  cortenforge bench arm.xml
  cortenforge bench arm.xml --steps 100000 --json
  cortenforge bench arm.xml --gpu --worlds 4096     all worlds at once on a GPU, from the reference pose
  cortenforge bench arm.xml --gpu --ctrl wave.npz --noise    a recorded motion in all worlds, with different noise in each

A recorded motion is an .npz file. ctrl has a row of controls for each interval. times has the start of each interval and the
end of the last one, in seconds. The first rows of qpos and qvel, if present, are the initial state. Without times, and in
.csv files, each step has a row, as in files for run --ctrl.")]
    Bench(BenchArgs),
    /// List the built-in models, whose names stand for files.
    #[command(after_help = "Examples:
  cortenforge models
  cortenforge view humanoid
  cortenforge run cartpole --ctrl random

A file of that name goes before a built-in model.")]
    Models(ModelsArgs),
}

/// Arguments of `models`.
#[derive(Debug, Args)]
pub struct ModelsArgs {
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// A model and the output format.
#[derive(Debug, Args)]
pub struct ModelArgs {
    /// MJCF file, or the name of a built-in model.
    pub model: PathBuf,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// MJCF file, or the name of a built-in model.
    #[arg(required_unless_present = "gpu")]
    pub model: Option<PathBuf>,
    /// Describe the GPUs: their drivers and limits. With a model: what they do not support of it.
    #[arg(long)]
    pub gpu: bool,
    /// Print the shaders of the model.
    #[arg(long, requires_all = ["gpu", "model"])]
    pub wgsl: bool,
    /// Use the adapter whose name contains this.
    #[arg(long, value_name = "NAME", requires = "gpu")]
    pub adapter: Option<String>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// MJCF file, or the name of a built-in model. Default: humanoid.
    pub model: Option<PathBuf>,
    /// Simulated time in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = DEFAULT_TIME, value_parser = duration, allow_negative_numbers = true)]
    pub time: f64,
    /// Number of steps, instead of a time.
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub steps: Option<u64>,
    /// Controls: zero, random (within their ranges, redrawn every 0.1 s), or a .csv or .npz file.
    #[arg(long, value_name = "zero|random|FILE", default_value = "zero")]
    pub ctrl: OsString,
    /// Seed of the random controls.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Keyframe to start from, by name or number. With --ctrl zero its controls hold.
    #[arg(long, value_name = "NAME|INDEX")]
    pub key: Option<String>,
    /// Record every step to a .npz or .csv file. Replaces the file when the run ends.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Film the run to a .gif, .webp or .mp4 file.
    #[arg(long, value_name = "FILE")]
    pub video: Option<PathBuf>,
    /// Camera and size of the film.
    #[command(flatten)]
    pub look: LookArgs,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Camera and size of pictures.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub struct LookArgs {
    /// A camera of the model by name or number, or the free camera.
    #[arg(long, value_name = "NAME|free")]
    pub camera: Option<String>,
    /// Follow a body with the free camera.
    #[arg(long, value_name = "BODY", conflicts_with = "camera")]
    pub track: Option<String>,
    /// Angle of the free camera about the vertical, in degrees.
    #[arg(long, value_name = "DEGREES", value_parser = finite, allow_negative_numbers = true)]
    pub azimuth: Option<f64>,
    /// Angle of the free camera above the horizon, in degrees. -90 looks straight down.
    #[arg(long, value_name = "DEGREES", value_parser = finite, allow_negative_numbers = true)]
    pub elevation: Option<f64>,
    /// Distance of the free camera from the point that it looks at.
    #[arg(long, value_name = "LENGTH", value_parser = positive, allow_negative_numbers = true)]
    pub distance: Option<f64>,
    /// Point that the free camera looks at.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    pub lookat: Option<[f64; 3]>,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "640x480", value_parser = size)]
    pub size: Size,
    /// Pictures per second of a film.
    #[arg(long, value_name = "N", default_value_t = 30.0, value_parser = positive, allow_negative_numbers = true)]
    pub fps: f64,
    /// Draw depth: millimetres in a picture, grey values in a film.
    #[arg(long, conflicts_with = "segmentation")]
    pub depth: bool,
    /// Draw every object in its own colour.
    #[arg(long)]
    pub segmentation: bool,
}

/// Arguments of `render`.
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// MJCF file, name of a built-in model, or recorded run (.npz).
    #[arg(value_name = "MODEL|RUN.npz")]
    pub source: PathBuf,
    /// File to write: .png, .gif, .webp or .mp4.
    #[arg(short, long, value_name = "FILE")]
    pub out: PathBuf,
    /// MJCF file of the recorded run. Default: the file that the recording names.
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    /// Time of a picture, or duration of a film, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = time, allow_negative_numbers = true)]
    pub time: Option<f64>,
    /// Keyframe to start from, by name or number.
    #[arg(long, value_name = "NAME|INDEX")]
    pub key: Option<String>,
    /// Camera and size of pictures.
    #[command(flatten)]
    pub look: LookArgs,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `view`.
#[derive(Debug, Args)]
pub struct ViewArgs {
    /// MJCF file, name of a built-in model, or recorded run (.npz). Default: strider, a built-in robot that stands.
    #[arg(value_name = "MODEL|RUN.npz")]
    pub source: Option<PathBuf>,
    /// MJCF file of a recorded run. Default: the file that the recording names.
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    /// Number of worlds, side by side.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = worlds)]
    pub worlds: usize,
    /// Number of worlds that pages show at a time, around the selected one. Default: 400.
    #[arg(long, value_name = "N", value_parser = worlds)]
    pub shown: Option<usize>,
    /// What makes the worlds differ. Default: noise for several worlds, none for one.
    #[arg(long, value_name = "WHAT")]
    pub vary: Option<Vary>,
    /// Seed of the noise or of the controls. Default: 0.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Keyframe to start from, by name or number.
    #[arg(long, value_name = "NAME|INDEX")]
    pub key: Option<String>,
    /// Wait for the play button. Default: time runs as soon as a page shows the model.
    #[arg(long)]
    pub paused: bool,
    /// Do not open a browser.
    #[arg(long)]
    pub no_browser: bool,
    /// Serve other machines too, at this host name or address. Everyone with the key in the address can use the viewer.
    #[arg(long, value_name = "HOST")]
    pub host: Option<String>,
    /// Port. 0: a free one.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
    /// Print one JSON object at the end.
    #[arg(long)]
    pub json: bool,
}

/// What makes the worlds of a viewer differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Vary {
    /// Each world starts from another state, within the limits of its joints.
    Noise,
    /// Smooth random controls drive each world.
    Controls,
    /// All worlds are alike.
    None,
}

/// Limit on the worlds of a viewer.
const MOST_WORLDS: usize = 10_000;

fn worlds(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if (1..=MOST_WORLDS).contains(&count) => Ok(count),
        _ => Err(format!("give a number from 1 to {MOST_WORLDS}")),
    }
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// MJCF file, or the name of a built-in model.
    pub model: PathBuf,
    /// Number of timed steps. Default: two seconds of steps, or up to 1000 steps of a recording.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// Step many worlds on the GPU.
    #[arg(long)]
    pub gpu: bool,
    /// Number of worlds on the GPU.
    #[arg(long, value_name = "N", requires = "gpu", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..))]
    pub worlds: u64,
    /// Use the adapter whose name contains this.
    #[arg(long, value_name = "NAME", requires = "gpu")]
    pub adapter: Option<String>,
    /// Keyframe from which the worlds start, by name or number. Default: the reference pose.
    #[arg(long, value_name = "NAME|INDEX", requires = "gpu", conflicts_with = "ctrl")]
    pub key: Option<String>,
    /// Recorded controls that all worlds follow, from a .csv or .npz file.
    #[arg(long, value_name = "FILE", requires = "gpu")]
    pub ctrl: Option<PathBuf>,
    /// Limit on the contacts of a world on the GPU. Default: what the model can have, within a bound.
    #[arg(long, value_name = "N", requires = "gpu")]
    pub contacts: Option<usize>,
    /// Threads per world (lanes) outside the solver: a power of two. Default: from the model's dofs, the number of worlds and the GPU.
    #[arg(long, value_name = "N", requires = "gpu")]
    pub smooth_lanes: Option<usize>,
    /// Threads per world (lanes) in the solver: 32 or 1. Default: from the model's dofs, the number of worlds and the GPU.
    #[arg(long, value_name = "N", requires = "gpu")]
    pub solver_lanes: Option<usize>,
    /// Find the quickest numbers of lanes for this model and number of worlds.
    #[arg(long, requires = "gpu", conflicts_with_all = ["smooth_lanes", "solver_lanes", "stages"])]
    pub try_lanes: bool,
    /// Compiler of the kernels: the GPU's driver, NVIDIA's NVRTC (Linux, NVIDIA GPU, libnvrtc installed), or best, which uses NVRTC when
    /// it is installed and the driver otherwise.
    #[arg(long, value_name = "WHO", requires = "gpu", default_value = "best")]
    pub compiler: Compiler,
    /// Also time every stage of a step in a separate kernel, at the end of the run. Their sum is longer than a step, because each stage
    /// hands its results on through device memory.
    #[arg(long, requires = "gpu")]
    pub stages: bool,
    /// Add noise to the controls, made on the GPU: 1 % of half their ranges, with a time constant of 0.1 s.
    #[arg(long, requires = "gpu")]
    pub noise: bool,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Compiler of the GPU's kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Compiler {
    /// The GPU's driver.
    Driver,
    /// NVIDIA's NVRTC.
    Nvrtc,
    /// NVRTC when it is installed, otherwise the driver.
    Best,
}

impl From<Compiler> for sim_gpu::GpuCompiler {
    fn from(compiler: Compiler) -> Self {
        match compiler {
            Compiler::Driver => Self::Driver,
            Compiler::Nvrtc => Self::Nvrtc,
            Compiler::Best => Self::Best,
        }
    }
}

/// A number with a name for what it should be, such as `number of seconds`.
fn number(text: &str, what: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{} is not a {what}", Name(text)))
}

/// A finite number above zero.
fn above_zero(value: f64) -> Result<f64, String> {
    if value.is_finite() && value > 0.0 { Ok(value) } else { Err("must be a finite number above zero".into()) }
}

fn positive(text: &str) -> Result<f64, String> {
    above_zero(number(text, "number")?)
}

/// A duration in seconds.
fn duration(text: &str) -> Result<f64, String> {
    above_zero(number(text, "number of seconds")?)
}

fn is_finite(value: f64) -> Result<f64, String> {
    if value.is_finite() { Ok(value) } else { Err("must be a finite number".into()) }
}

fn finite(text: &str) -> Result<f64, String> {
    is_finite(number(text, "number")?)
}

/// A time in seconds that is not negative.
fn time(text: &str) -> Result<f64, String> {
    let value = is_finite(number(text, "number of seconds")?)?;
    if value < 0.0 { Err("must not be negative".into()) } else { Ok(value) }
}

/// Three numbers with commas between them.
fn point(text: &str) -> Result<[f64; 3], String> {
    let numbers: Vec<f64> = text.split(',').map(|part| finite(part.trim())).collect::<Result<_, _>>()?;
    numbers.try_into().map_err(|_| "must be three numbers, as in 0,0,1".into())
}

/// Width and height with an x between them.
fn size(text: &str) -> Result<Size, String> {
    const WRONG: &str = "must be width and height in pixels, as in 640x480";
    let (width, height) = text.split_once(['x', 'X']).ok_or(WRONG)?;
    match [width, height].map(str::parse) {
        [Ok(width @ 1..), Ok(height @ 1..)] => Ok(Size { width, height }),
        _ => Err(WRONG.into()),
    }
}

/// Suggests the commands that are near to an unknown one, or lists all. Clap also suggests those that are far.
fn with_near_commands(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand).cloned() else { return error };
    let limit = (typed.chars().count() / 3).clamp(1, 3);
    let cli = Cli::command();
    let names: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
    let is_near = |name: &&str| strsim::damerau_levenshtein(&typed, name) <= limit;
    let near: Vec<String> = names.iter().copied().filter(is_near).map(String::from).collect();
    error.remove(ContextKind::SuggestedSubcommand);
    // clap's other tip is to pass the word as a value, which no command takes there
    error.remove(ContextKind::Suggested);
    if near.is_empty() {
        let tip = StyledStr::from(format!("the commands are: {}", names.join(", ")));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    } else {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(near));
    }
    error
}

/// Replaces clap's tip about an unknown option, which is to pass a file of that name, by the commands that have the option.
/// Suggests only near commands for an unknown one.
pub fn with_tips(error: clap::Error) -> clap::Error {
    let mut error = with_near_commands(error);
    let unknown = error.kind() == ErrorKind::UnknownArgument && error.get(ContextKind::SuggestedArg).is_none();
    let option = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) if unknown && option.starts_with('-') => Some(option.clone()),
        _ => None,
    };
    let Some(option) = option else { return error };
    error.remove(ContextKind::Suggested);
    let cli = Cli::command();
    let has = |command: &&clap::Command| {
        command.get_arguments().any(|argument| argument.get_long().is_some_and(|long| option == format!("--{long}")))
    };
    let commands: Vec<&str> = cli.get_subcommands().filter(has).map(clap::Command::get_name).collect();
    if !commands.is_empty() {
        let tip = StyledStr::from(format!("'{option}' is an option of: {}", commands.join(", ")));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn gpu_arguments_need_a_gpu() {
        let parse = |line: &str| Cli::try_parse_from(line.split(' '));
        for good in [
            "c info --gpu",
            "c info a.xml",
            "c info a.xml --gpu --wgsl",
            "c bench a.xml --gpu --worlds 8 --adapter x",
            "c bench a.xml --gpu --noise",
            "c bench a.xml --gpu --stages",
            "c bench a.xml --gpu --compiler nvrtc",
            "c bench a.xml --gpu --compiler best --key home --contacts 9",
            "c bench a.xml --gpu --try-lanes --ctrl b.npz",
            "c bench a.xml --gpu --ctrl b.npz --noise",
        ] {
            assert!(parse(good).is_ok(), "{good}");
        }
        for bad in [
            "c info",
            "c info --gpu --wgsl",
            "c info a.xml --wgsl",
            "c bench a.xml --worlds 8",
            "c bench a.xml --noise",
            "c bench a.xml --compiler nvrtc",
            "c bench a.xml --key home",
            "c bench a.xml --try-lanes",
            "c bench a.xml --gpu --key home --ctrl b.npz",
            "c bench a.xml --gpu --try-lanes --smooth-lanes 4",
            "c bench a.xml --gpu --compiler gcc",
            "c bench a.xml --stages",
            "c bench a.xml --ctrl b.npz",
            "c bench --gpu",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn worlds_differ_by_what_the_user_says() {
        let parse = |line: &str| match Cli::try_parse_from(line.split(' ')).map(|cli| cli.command) {
            Ok(Command::View(args)) => Some((args.vary, args.seed)),
            _ => None,
        };
        assert_eq!(parse("c view --worlds 9"), Some((None, None)));
        assert_eq!(parse("c view --vary controls --seed 7"), Some((Some(Vary::Controls), Some(7))));
        assert_eq!(parse("c view --vary none"), Some((Some(Vary::None), None)));
        for bad in ["c view --vary", "c view --vary policy", "c view --seed -1", "c view --seed x"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_unknown_option_is_looked_for_in_other_commands() {
        let cases = [
            ("c run --worlds 5", Some("'--worlds' is an option of: view, bench")),
            ("c check a.xml --gpu", Some("'--gpu' is an option of: info, bench")),
            ("c --key home", Some("'--key' is an option of: run, render, view, bench")),
            ("c info a.xml --model=b.xml", Some("'--model' is an option of: render, view")),
            ("c render a.npz -o b.gif --steps 3", Some("'--steps' is an option of: run, bench")),
            ("c run --vidoe a.gif", Some("a similar argument exists: '--video'")),
            ("c run --nonsense", None),
            ("c bench a.xml -x", None),
        ];
        for (line, tip) in cases {
            let text = with_tips(Cli::try_parse_from(line.split(' ')).unwrap_err()).to_string();
            assert!(!text.contains("as a value"), "{line}: {text}");
            match tip {
                Some(tip) => assert!(text.contains(tip), "{line}: {text}"),
                None => assert!(!text.contains("tip:"), "{line}: {text}"),
            }
        }
    }

    #[test]
    fn sizes_and_points_are_read() {
        assert_eq!(size("84x42"), Ok(Size::new(84, 42)));
        for bad in ["", "84", "84x", "0x4", "-1x4", "4x4x4", "99999999999x1"] {
            assert!(size(bad).is_err(), "{bad}");
        }
        assert_eq!(point("1, -2,3e0"), Ok([1.0, -2.0, 3.0]));
        for bad in ["", "1,2", "1,2,3,4", "1,2,inf"] {
            assert!(point(bad).is_err(), "{bad}");
        }
        assert!(time("0").is_ok() && time("-0.1").is_err());
    }

    #[test]
    fn times_must_be_positive() {
        assert_eq!((positive("2.5"), duration("2.5")), (Ok(2.5), Ok(2.5)));
        for bad in ["0", "-1", "nan", "inf", "two"] {
            assert!(positive(bad).is_err() && duration(bad).is_err(), "{bad}");
        }
        for seconds in [duration, time] {
            assert_eq!(seconds("abc"), Err("abc is not a number of seconds".into()));
        }
        assert_eq!(positive("abc"), Err("abc is not a number".into()));
    }

    #[test]
    fn only_near_commands_are_suggested() {
        for (line, words) in [
            ("c rnu", "a similar subcommand exists: 'run'"),
            ("c rendr a.xml", "a similar subcommand exists: 'render'"),
            ("c nosuch", "the commands are: run, render, view, info, check, bench, models"),
            ("c fly", "the commands are: run, render,"),
        ] {
            let text = with_tips(Cli::try_parse_from(line.split(' ')).unwrap_err()).to_string();
            assert!(text.contains(words) && text.contains("unrecognized subcommand"), "{line}: {text}");
            assert!(!text.contains("as a value"), "{line}: {text}");
            assert!(!line.ends_with("nosuch") || !text.contains("similar"), "{line}: {text}");
        }
    }
}
