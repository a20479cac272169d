//! The command line: what each command takes, and the help a person reads.

use crate::run::DEFAULT_TIME;
use clap::{Args, Parser, Subcommand, ValueEnum};
use sim_view::film::Size;
use std::path::PathBuf;

/// Physics for robotics and reinforcement learning: load, run, draw, inspect, check and time MJCF models.
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

With --json a command prints one JSON object whatever becomes of it: where it cannot be carried out, {\"error\": {…}}
with message, kind and, where known, file, line and column. The status is then not zero.")]
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
  cortenforge run arm.xml --steps 1000 --ctrl controls.csv --out run.csv
  cortenforge run arm.xml --ctrl random --video run.gif --size 320x240

A control file holds one row per step; its last row is held to the end. In a CSV file the columns are the
model's controls, or, with a header, those named ctrl[0], ctrl[1] …; in an .npz file it is the array ctrl.

A recording is written beside its place while the run goes on and renamed when it is complete: until then the
file that was there stays. What was recorded or filmed before Ctrl-C (status 130) or an error (status 1) is kept.")]
    Run(RunArgs),
    /// Draw a model, or a recorded run, as a picture or a film. No display, driver or GPU is needed.
    #[command(after_help = "Examples:
  cortenforge render arm.xml -o arm.png --size 1280x720 --azimuth 120
  cortenforge render arm.xml -o arm.gif --time 3              three seconds of its motion
  cortenforge render run.npz -o run.mp4 --camera side         a recorded run
  cortenforge render arm.xml -o depth.png --depth --camera wrist

A picture shows the model at --time seconds, 0 unless told; a film goes on for that long, 5 unless told, or as long
as the recording. A picture of depth has 16 bits: millimetres. In colours of --segmentation every object has one of its own.
Films in .mp4 are encoded by ffmpeg, where it is installed. A film that Ctrl-C ends early is kept.")]
    Render(RenderArgs),
    /// Show a model, or a recorded run, in the browser: play, push, scrub back, edit the file and see.
    #[command(after_help = "Examples:
  cortenforge view                          the built-in humanoid
  cortenforge view arm.xml --paused
  cortenforge view arm.xml --worlds 100     a hundred of them beside each other
  cortenforge view run.npz                  a recorded run
  cortenforge view arm.xml --port 8642 --no-browser

The page is served to this machine alone, at an address with a random key; it opens in your browser where there is one. On a server
reached by ssh, forward the port that is printed and open the same address at home. The model is loaded again when its file, or one
that it includes, changes.")]
    View(ViewArgs),
    /// Describe a model: sizes, body tree, joints, actuators, sensors, memory.
    #[command(after_help = "Examples:
  cortenforge info arm.xml
  cortenforge info arm.xml --json | jq .sizes.nv
  cortenforge info --gpu                            adapters, drivers and limits
  cortenforge info arm.xml --gpu                    what of the model a GPU does not run
  cortenforge info arm.xml --gpu --wgsl             its shaders")]
    Info(InfoArgs),
    /// Load a model, try a step, and report errors and warnings with their places.
    #[command(after_help = "Examples:
  cortenforge check arm.xml
  cortenforge check arm.xml --json | jq '.warnings[].message'

Exits with status 1 when the model cannot be loaded, or when `run` would refuse it.")]
    Check(ModelArgs),
    /// Measure steps per second and the time each stage of a step takes.
    #[command(after_help = "Examples:
  cortenforge bench arm.xml
  cortenforge bench arm.xml --steps 100000 --json
  cortenforge bench arm.xml --gpu --worlds 4096     all worlds at once on a GPU, from the reference pose
  cortenforge bench arm.xml --gpu --ctrl wave.npz --noise    a recorded motion in all worlds, each with noise of its own

A recorded motion is an .npz file: ctrl has a row of controls for each interval, times the seconds at which the intervals
begin and, as one more number, the last one ends; controls hold until the next. Where there are qpos and qvel their first rows
are the state to start from. Without times, and in .csv files, there is a row for each step, as in files for run --ctrl.")]
    Bench(BenchArgs),
}

/// A model and the output format.
#[derive(Debug, Args)]
pub struct ModelArgs {
    /// MJCF file.
    pub model: PathBuf,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// MJCF file.
    #[arg(required_unless_present = "gpu")]
    pub model: Option<PathBuf>,
    /// Tell of GPUs: without a model the adapters with their drivers and limits, with one what of it they do not run.
    #[arg(long)]
    pub gpu: bool,
    /// Print the shaders of the model.
    #[arg(long, requires_all = ["gpu", "model"])]
    pub wgsl: bool,
    /// The adapter whose name contains this.
    #[arg(long, value_name = "NAME", requires = "gpu")]
    pub adapter: Option<String>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// MJCF file; without it, the built-in humanoid.
    pub model: Option<PathBuf>,
    /// Simulated time in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = DEFAULT_TIME, value_parser = positive, allow_negative_numbers = true)]
    pub time: f64,
    /// Number of steps, instead of a time.
    #[arg(long, value_name = "N", conflicts_with = "time")]
    pub steps: Option<u64>,
    /// Controls: zero, random (within their ranges, redrawn every 0.1 s), or a .csv or .npz file.
    #[arg(long, value_name = "zero|random|FILE", default_value = "zero")]
    pub ctrl: String,
    /// Seed of the random controls.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Record every step to a file, .npz or .csv; replaces the file when the run is over.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Film the run: .gif, .webp or .mp4.
    #[arg(long, value_name = "FILE")]
    pub video: Option<PathBuf>,
    /// How the film is taken.
    #[command(flatten)]
    pub look: LookArgs,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// How pictures are taken.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub struct LookArgs {
    /// A camera of the model by name or number, or the free camera.
    #[arg(long, value_name = "NAME|free")]
    pub camera: Option<String>,
    /// Follow a body with the free camera.
    #[arg(long, value_name = "BODY", conflicts_with = "camera")]
    pub track: Option<String>,
    /// Turn of the free camera about the vertical, degrees.
    #[arg(long, value_name = "DEGREES", value_parser = finite, allow_negative_numbers = true)]
    pub azimuth: Option<f64>,
    /// Angle of the free camera above the horizon, degrees: -90 looks straight down.
    #[arg(long, value_name = "DEGREES", value_parser = finite, allow_negative_numbers = true)]
    pub elevation: Option<f64>,
    /// Distance of the free camera to what it looks at.
    #[arg(long, value_name = "LENGTH", value_parser = positive, allow_negative_numbers = true)]
    pub distance: Option<f64>,
    /// Point that the free camera looks at.
    #[arg(long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true)]
    pub lookat: Option<[f64; 3]>,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "640x480", value_parser = size)]
    pub size: Size,
    /// Pictures a second of a film.
    #[arg(long, value_name = "N", default_value_t = 30.0, value_parser = positive, allow_negative_numbers = true)]
    pub fps: f64,
    /// Show depth: in millimetres in a picture, as grey values in a film.
    #[arg(long, conflicts_with = "segmentation")]
    pub depth: bool,
    /// Show every object in a colour of its own.
    #[arg(long)]
    pub segmentation: bool,
}

/// Arguments of `render`.
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// MJCF file, or a run recorded as .npz.
    #[arg(value_name = "MODEL|RUN.npz")]
    pub source: PathBuf,
    /// Where to write: .png, .gif, .webp or .mp4.
    #[arg(short, long, value_name = "FILE")]
    pub out: PathBuf,
    /// Model of the recorded run, where it is not the file that was recorded.
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    /// Time of a picture, or duration of a film, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = not_negative, allow_negative_numbers = true)]
    pub time: Option<f64>,
    /// Keyframe to start from, by name or number.
    #[arg(long, value_name = "NAME")]
    pub key: Option<String>,
    /// How pictures are taken.
    #[command(flatten)]
    pub look: LookArgs,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `view`.
#[derive(Debug, Args)]
pub struct ViewArgs {
    /// MJCF file or recorded run (.npz); without it, the built-in humanoid.
    #[arg(value_name = "MODEL|RUN.npz")]
    pub source: Option<PathBuf>,
    /// MJCF file of a recorded run, where it is not the one that the recording names.
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    /// How many worlds of the model stand beside each other.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = worlds)]
    pub worlds: usize,
    /// How many of them pages show at a time, those around the selected one: 400 unless told.
    #[arg(long, value_name = "N", value_parser = worlds)]
    pub shown: Option<usize>,
    /// Keyframe to start from, by name or number.
    #[arg(long, value_name = "NAME")]
    pub key: Option<String>,
    /// Wait for the play button.
    #[arg(long)]
    pub paused: bool,
    /// Do not open a browser.
    #[arg(long)]
    pub no_browser: bool,
    /// Serve to other machines too, at this host name or address of this machine: whoever has the key in the address can use it.
    #[arg(long, value_name = "HOST")]
    pub host: Option<String>,
    /// Port; a free one unless told.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
    /// Print one JSON object when it ends.
    #[arg(long)]
    pub json: bool,
}

/// Most worlds that a page shows.
const MOST_WORLDS: usize = 10_000;

fn worlds(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if (1..=MOST_WORLDS).contains(&count) => Ok(count),
        _ => Err(format!("a number from 1 to {MOST_WORLDS}")),
    }
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// MJCF file.
    pub model: PathBuf,
    /// Number of timed steps; without it, as many as fit two seconds, or up to 1000 of a recording.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// Step many worlds on a GPU.
    #[arg(long)]
    pub gpu: bool,
    /// Number of worlds on the GPU.
    #[arg(long, value_name = "N", requires = "gpu", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..))]
    pub worlds: u64,
    /// The adapter whose name contains this.
    #[arg(long, value_name = "NAME", requires = "gpu")]
    pub adapter: Option<String>,
    /// Keyframe from which the worlds start, by name or number; without it, the reference pose.
    #[arg(long, value_name = "NAME", requires = "gpu", conflicts_with = "ctrl")]
    pub key: Option<String>,
    /// Recorded controls that all worlds follow, from a .csv or .npz file.
    #[arg(long, value_name = "FILE", requires = "gpu")]
    pub ctrl: Option<PathBuf>,
    /// Most contacts of a world on the GPU; without it, what the model can have, within reason.
    #[arg(long, value_name = "N", requires = "gpu")]
    pub contacts: Option<usize>,
    /// Lanes (invocations of the GPU) that share a world in all of the step but the solver: a power of two. Unless told, 32, and 1 for models
    /// of up to 12 dofs or where subgroups hold less; few are quicker for very many worlds.
    #[arg(long, value_name = "N", requires = "gpu")]
    pub smooth_lanes: Option<usize>,
    /// Lanes that share a world in the solver: 32, or 1, which is usual for models of up to 12 dofs and slower for few worlds.
    #[arg(long, value_name = "N", requires = "gpu")]
    pub solver_lanes: Option<usize>,
    /// Try which lanes are the quickest for this model and number of worlds, instead of one measurement.
    #[arg(long, requires = "gpu", conflicts_with_all = ["smooth_lanes", "solver_lanes", "stages"])]
    pub try_lanes: bool,
    /// Who compiles the kernels: the GPU's driver; NVIDIA's NVRTC, on Linux and its cards, where libnvrtc is installed; or the best that is
    /// there, which is NVRTC.
    #[arg(long, value_name = "WHO", requires = "gpu", default_value = "best")]
    pub compiler: Compiler,
    /// Time every stage of a step besides, in a kernel of its own, at the end of the run: what they hand on goes through memory there, so
    /// that together they take longer than a step.
    #[arg(long, requires = "gpu")]
    pub stages: bool,
    /// Noise added to the controls, made on the GPU: a hundredth of half their ranges, forgotten in a tenth of a second.
    #[arg(long, requires = "gpu")]
    pub noise: bool,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Who compiles the kernels of a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Compiler {
    /// Its driver.
    Driver,
    /// NVIDIA's NVRTC.
    Nvrtc,
    /// NVRTC where it is there, else the driver.
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

/// A finite number above zero.
fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        Ok(_) => Err("must be a finite number above zero".into()),
        Err(error) => Err(error.to_string()),
    }
}

fn finite(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        Ok(_) => Err("must be a finite number".into()),
        Err(error) => Err(error.to_string()),
    }
}

fn not_negative(text: &str) -> Result<f64, String> {
    let value = finite(text)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

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
    fn sizes_and_points_are_read() {
        assert_eq!(size("84x42"), Ok(Size::new(84, 42)));
        for bad in ["", "84", "84x", "0x4", "-1x4", "4x4x4", "99999999999x1"] {
            assert!(size(bad).is_err(), "{bad}");
        }
        assert_eq!(point("1, -2,3e0"), Ok([1.0, -2.0, 3.0]));
        for bad in ["", "1,2", "1,2,3,4", "1,2,inf"] {
            assert!(point(bad).is_err(), "{bad}");
        }
        assert!(not_negative("0").is_ok() && not_negative("-0.1").is_err());
    }

    #[test]
    fn times_must_be_positive() {
        assert_eq!(positive("2.5"), Ok(2.5));
        for bad in ["0", "-1", "nan", "inf", "two"] {
            assert!(positive(bad).is_err(), "{bad}");
        }
    }
}
