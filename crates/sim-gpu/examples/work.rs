//! Counts the instructions of a step with an interpreter of shaders: `work MODEL.xml [steps [samples]]`.
//!
//! Worlds run on the CPU as in a speed test (`throughput`, with its NOISE, REPLAY, SMOOTH_LANES and SOLVER_LANES). At some moments of the
//! run the shaders compute one step, and its instructions count. A GPU issues an instruction once for all lanes of a subgroup, so worlds in
//! one subgroup share instructions. It also fuses some of them. With FUNCTIONS=60 the most expensive functions are printed too.

mod speed_test;

use shader_machine::{Counts, FunctionCounts, InstructionCounter, Settings};
use sim_core::{Data, Model, StepError};
use sim_gpu::{ControlNoise, GpuBatchSim, GpuOptions, GpuSimContext};
use speed_test::{Failure, Replay, noise, start};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of worlds: as many as share a workgroup when each has one lane.
const WORLDS: usize = 32;

/// Default number of steps of a run, and of moments that count.
const STEPS: usize = 1000;
const LOOKS: usize = 5;

/// A world of the run, on the CPU.
struct Runner {
    data: Data,
    /// Noise added to the controls.
    noise: Vec<f64>,
    random: oorandom::Rand64,
}

impl Runner {
    /// Advances the noise: the process that `ControlNoise` describes, from other random numbers.
    fn push(&mut self, m: &Model, noise: &ControlNoise) {
        let kept = if noise.time_constant > 0.0 { (-m.opt.timestep / noise.time_constant).exp() } else { 0.0 };
        for (k, x) in self.noise.iter_mut().enumerate() {
            let (low, high) = (m.actuator_ctrlrange[2 * k], m.actuator_ctrlrange[2 * k + 1]);
            let half_width = if m.actuator_ctrllimited[k].get() { 0.5 * (high - low) } else { 1.0 };
            let (a, b) = (1.0 - self.random.rand_float(), self.random.rand_float());
            let normal = (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos();
            *x = kept * *x + noise.deviation * half_width * (1.0 - kept * kept).sqrt() * normal;
        }
    }

    /// Steps under the controls of the recording, or under the present controls.
    fn step(&mut self, m: &Model, noise: Option<&ControlNoise>, recorded: Option<&[f64]>) -> Result<(), StepError> {
        if let Some(controls) = recorded {
            self.data.ctrl.copy_from_slice(controls);
        }
        if let Some(noise) = noise {
            self.push(m, noise);
        }
        let held = self.data.ctrl.clone();
        self.data.ctrl.iter_mut().zip(&self.noise).for_each(|(u, noise)| *u += noise);
        let outcome = self.data.step(m);
        self.data.ctrl.copy_from_slice(&held);
        outcome
    }
}

/// Counts of the interpreter.
#[derive(Default)]
struct Table {
    counted: BTreeMap<(String, String), FunctionCounts>,
    /// Steps of all worlds together.
    steps: usize,
}

impl Table {
    fn add(&mut self, counter: &InstructionCounter) {
        for (name, work) in counter.take() {
            let sum = self.counted.entry(name).or_default();
            sum.own += work.own;
            sum.whole += work.whole;
        }
        self.steps += WORLDS;
    }

    #[allow(clippy::print_stdout)]
    fn line(&self, name: &str, whole: u64, work: &Counts) {
        let mean = |n: u64| n as f64 / self.steps as f64;
        println!(
            "{name:28} {:8.0} {:8.0} {:7.1} {:8.0} {:7.0} {:7.0} {:7.0} {:7.0} {:9.0} {:8.1}",
            mean(whole),
            mean(work.instructions()),
            mean(work.calls),
            mean(work.arithmetic),
            mean(work.near),
            mean(work.far),
            mean(work.lines),
            mean(work.stores),
            mean(work.exchanges),
            mean(work.barriers),
        );
    }

    #[allow(clippy::print_stdout)]
    fn heading(what: &str) {
        println!(
            "\n{what:28} {:>8} {:>8} {:>7} {:>8} {:>7} {:>7} {:>7} {:>7} {:>9} {:>8}",
            "whole", "own", "calls", "arith.", "near", "far", "lines", "stores", "exchanges", "barriers"
        );
    }

    /// Prints the counts of whole kernels, then of the functions with the most instructions.
    fn print(&self, functions: usize) {
        Self::heading("kernel");
        let mut kernels: BTreeMap<&str, Counts> = BTreeMap::new();
        let mut all = Counts::default();
        for ((kernel, _), work) in &self.counted {
            *kernels.entry(kernel).or_default() += work.own;
            all += work.own;
        }
        kernels.iter().for_each(|(name, work)| self.line(name, work.instructions(), work));
        self.line("all", all.instructions(), &all);
        if functions > 0 {
            Self::heading("function");
            let mut listed: Vec<_> = self.counted.iter().collect();
            listed.sort_by_key(|(_, work)| std::cmp::Reverse(work.whole));
            listed.iter().take(functions).for_each(|((_, name), work)| self.line(name, work.whole, &work.own));
        }
    }
}

fn setting(name: &str) -> Option<usize> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// Copies the states of the run into the worlds of a batch.
fn load(batch: &mut GpuBatchSim, runners: &[Runner], is_noisy: bool) -> Result<(), Failure> {
    for (world, runner) in runners.iter().enumerate() {
        batch.set_world(world, &runner.data)?;
    }
    if is_noisy {
        let noise: Vec<f64> = runners.iter().flat_map(|runner| runner.noise.iter().copied()).collect();
        batch.write("control_noise", &noise)?;
    }
    Ok(())
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: work MODEL.xml [steps [looks]]")?;
    let mut number = |usual| arguments.next().map_or(Ok(usual), |n| n.parse::<usize>());
    let (steps, looks) = (number(STEPS)?, number(LOOKS)?.max(1));
    let model = Arc::new(sim_mjcf::load_model_from_file(&path)?);
    let (noise, replay) = (noise()?.filter(|_| model.nu > 0), Replay::asked(&model)?);
    if let Some(recorded) = replay.as_ref().map(|replay| replay.steps(&model)).filter(|&recorded| recorded < steps) {
        return Err(format!("{steps} steps, but REPLAY has controls for {recorded}").into());
    }
    let counter = InstructionCounter::default();
    let (device, queue, info) =
        shader_machine::device(&Settings { counter: Some(counter.clone()), ..Settings::default() });
    let context = GpuSimContext::from_device(device, queue, info);
    let options = GpuOptions::default()
        .visible(["ncon", "solver_niter"])
        .control_noise(noise)
        .tune(|tuning| tuning.smooth_lanes(setting("SMOOTH_LANES")).solver_lanes(setting("SOLVER_LANES")));
    let mut batch = GpuBatchSim::with(&context, Arc::clone(&model), WORLDS, &options)?;
    let runner = |world| Runner {
        data: start(&model, replay.as_ref()),
        noise: vec![0.0; model.nu],
        random: oorandom::Rand64::new(world as u128),
    };
    let mut runners: Vec<Runner> = (0..WORLDS).map(runner).collect();
    let (mut table, mut contacts, mut iterations, mut done) = (Table::default(), 0.0, 0.0, 0);
    for look in 0..looks {
        // in the middle of each part of the run
        let until = (2 * look + 1) * steps / (2 * looks);
        let recorded = |step: usize| replay.as_ref().map(|r| &r.controls[step * model.nu..(step + 1) * model.nu]);
        for step in done..until {
            runners.iter_mut().try_for_each(|runner| runner.step(&model, noise.as_ref(), recorded(step)))?;
        }
        done = until;
        load(&mut batch, &runners, noise.is_some())?;
        // reads and writes between the steps do not count
        counter.take();
        if let Some(error) = batch.step_all()?.into_iter().flatten().next() {
            return Err(error.into());
        }
        table.add(&counter);
        let mean = |numbers: &[i32]| numbers.iter().map(|&n| f64::from(n)).sum::<f64>() / numbers.len() as f64;
        contacts += mean(&batch.read_ints("ncon")?) / looks as f64;
        iterations += mean(&batch.read_ints("solver_niter")?) / looks as f64;
    }
    println!("{path}: {looks} of {steps} steps of {WORLDS} worlds: {contacts:.1} contacts, {iterations:.2} iterations");
    table.print(setting("FUNCTIONS").unwrap_or(0));
    Ok(())
}
