//! `bench --gpu`: times many worlds of a model on a GPU, all from the reference pose, from a keyframe or along a recording.

use crate::args::{BenchArgs, Compiler};
use crate::error::{CliError, Result};
use crate::gpu::info::choice;
use crate::gpu::lanes;
use crate::gpu::replay::Replay;
use crate::gpu::timing::{COUNTS, Measured, Motion, Subject};
use crate::interrupt::Interrupt;
use crate::report::{Report, bytes, columns, counted, digits, duration, grouped, plural, shown};
use crate::source::{self, Loaded};
use serde_json::{Value, json};
use sim_core::Model;
use sim_core::binding::message::{Line, Name};
use sim_gpu::{ControlNoise, GpuCompiler, GpuOptions, GpuSimContext, KernelTime};
use std::sync::Arc;

/// The `bench --gpu` command.
pub fn bench(args: &BenchArgs) -> Result<Report> {
    let interrupt = &Interrupt::watch()?;
    let Loaded { model, title, source, .. } = source::load(Some(&args.model), interrupt)?;
    let worlds = usize::try_from(args.worlds).map_err(|e| CliError::Usage(format!("--worlds: {e}")))?;
    let replay = args.ctrl.as_deref().map(|path| Replay::read(path, &model, args.steps)).transpose()?;
    let key = args.key.as_deref().map(|key| source::keyframe(&model, key)).transpose()?;
    let motion = replay.as_ref().map_or(Motion::Free { steps: args.steps, key }, Motion::Replayed);
    let context = GpuSimContext::new(&choice(args.adapter.as_deref()))?;
    if args.compiler != Compiler::Driver {
        // CUDA opens another device; its creation is not part of the measurement
        context.no_cuda();
    }
    let subject = Subject { model: Arc::new(model), worlds, context, motion, interrupt };
    let about = About { args, title: &title, source: &source, subject: &subject };
    let options = options(args);
    if args.try_lanes {
        return lanes::compare(&subject, &options, &about);
    }
    let measured = subject.measure(&options, args.stages)?;
    let mut text = about.head(measured.compiler) + &measured.text(&subject.model);
    if measured.compiler == GpuCompiler::Driver {
        text += &quicker(&subject.context);
    }
    let mut json = about.json(measured.compiler);
    json.extend(measured.json(&subject.model));
    Ok(Report::new(text, Value::Object(json)))
}

/// A hint on faster kernels. `None`: CUDA is missing. Called last, because it opens CUDA's device, which is not part of the
/// measurement.
fn quicker(context: &GpuSimContext) -> String {
    match (context.no_cuda(), context.nvrtc_version()) {
        (Some(_), _) => String::new(),
        (None, Ok([major, minor])) => {
            format!("\nNVRTC {major}.{minor} is here and usually quicker: --compiler nvrtc\n")
        }
        (None, Err(why)) => format!("\nNVRTC would make quicker kernels: {why}\n"),
    }
}

/// Options of the batch.
fn options(args: &BenchArgs) -> GpuOptions {
    GpuOptions::default()
        .visible(COUNTS)
        .control_noise(args.noise.then(ControlNoise::default))
        .contacts(args.contacts)
        .compiler(args.compiler.into())
        .tune(|tuning| tuning.smooth_lanes(args.smooth_lanes).solver_lanes(args.solver_lanes))
}

/// A JSON object.
type Object = serde_json::Map<String, Value>;

fn object(value: Value) -> Object {
    match value {
        Value::Object(object) => object,
        _ => Object::new(),
    }
}

/// What was measured: model, worlds, device, and steps.
pub struct About<'a> {
    args: &'a BenchArgs,
    title: &'a str,
    source: &'a str,
    subject: &'a Subject<'a>,
}

impl About<'_> {
    /// The first line of a report.
    pub fn head(&self, compiler: GpuCompiler) -> String {
        let controls = match (&self.args.ctrl, self.args.noise) {
            (Some(path), true) => format!(", controls of {} with noise", shown(path)),
            (Some(path), false) => format!(", controls of {}", shown(path)),
            (None, true) => ", noise on the controls".into(),
            (None, false) => String::new(),
        };
        let by = if compiler == GpuCompiler::Nvrtc { ", kernels by NVRTC" } else { "" };
        let Subject { model, context, .. } = self.subject;
        format!(
            "{} ({}): {} dof, {} world{} on {}{by}{controls}\n",
            Name(self.title),
            Line(self.source),
            model.nv,
            grouped(self.args.worlds),
            plural(self.args.worlds),
            Line(&context.adapter_info().name),
        )
    }

    /// The report as JSON.
    pub fn json(&self, compiler: GpuCompiler) -> Object {
        let adapter = self.subject.context.adapter_info();
        object(json!({
            "model": self.subject.model.model_name(),
            "source": self.source,
            "adapter": adapter.name,
            "driver": adapter.driver_info,
            "worlds": self.subject.worlds,
            "noise": self.args.noise,
            "compiler": match compiler {
                GpuCompiler::Nvrtc => "nvrtc",
                GpuCompiler::Driver | GpuCompiler::Best => "driver",
            },
            "key": self.args.key,
            "ctrl": self.args.ctrl.as_deref().map(|path| path.display().to_string()),
        }))
    }
}

impl Measured {
    /// Simulated seconds per second.
    fn factor(&self, m: &Model) -> f64 {
        self.timed.rate() * m.opt.timestep
    }

    fn text(&self, m: &Model) -> String {
        let row = |name: &str, value: String| vec![name.to_string(), value];
        let failed = match self.timed.first_error() {
            Some((world, error)) => {
                let count = grouped(self.timed.failed() as u64);
                format!("{count}, which did not go on: the first is {world}: {}", Line(&error.to_string()))
            }
            None => "0".into(),
        };
        let rows = [
            row("first step after", duration(self.first_step)),
            row("memory of a world", bytes(self.bytes_per_world as u64)),
            row("contacts", digits(self.means[0], 3)),
            row("constraint rows", digits(self.means[1], 3)),
            row("solver iterations", digits(self.means[2], 3)),
            row("worlds in error", failed),
        ];
        let mut text = format!(
            "{} steps/s, {} x real time ({} step{} of each world in {})\n",
            grouped(self.timed.rate() as u64),
            grouped(self.factor(m) as u64),
            grouped(self.timed.steps),
            plural(self.timed.steps),
            duration(self.timed.seconds),
        );
        text += &columns(&rows);
        let parts = [
            ("time by kernel, a step of all worlds", &self.kernels),
            ("time by stage, each in a separate kernel", &self.stages),
        ];
        for (title, kernels) in parts.into_iter().filter(|(_, kernels)| !kernels.is_empty()) {
            text += &format!("\n{title}\n");
            text += &columns(&kernels.iter().map(kernel_row).collect::<Vec<_>>());
        }
        if let Some(why) = &self.no_stages {
            text += &format!("\nno time by stage: {}\n", Line(why));
        }
        text
    }

    fn json(&self, m: &Model) -> Object {
        let first = self.timed.first_error();
        object(json!({
            "steps": self.timed.steps,
            "wall_seconds": self.timed.seconds,
            "steps_per_second": self.timed.rate(),
            "real_time_factor": self.factor(m),
            "first_step_seconds": self.first_step,
            "bytes_per_world": self.bytes_per_world,
            "contacts": self.means[0],
            "constraint_rows": self.means[1],
            "solver_iterations": self.means[2],
            "worlds_in_error": self.timed.failed(),
            "first_error": first.map(|(world, error)| json!({ "world": world, "message": error.to_string() })),
            "kernels": self.kernels.iter().map(kernel_json).collect::<Vec<_>>(),
            "stages": self.stages.iter().map(kernel_json).collect::<Vec<_>>(),
            "no_stages": self.no_stages,
        }))
    }
}

fn kernel_row(kernel: &KernelTime) -> Vec<String> {
    let lanes = counted(kernel.lanes, "lane");
    vec![kernel.name.clone(), duration(kernel.microseconds * 1e-6), lanes]
}

fn kernel_json(kernel: &KernelTime) -> Value {
    json!({
        "name": kernel.name,
        "seconds_per_step": kernel.microseconds * 1e-6,
        "lanes": kernel.lanes,
        "workgroup_bytes": kernel.workgroup_bytes,
    })
}
