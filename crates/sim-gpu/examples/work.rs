//! What a step executes, counted by an interpreter of shaders: `work MODEL.xml [steps]`. A few worlds step on the processor first, from the
//! first keyframe and with controls that differ, so that what is counted is a usual state. Instructions are those of a world: a card issues
//! each once for all lanes, and fuses some of them. Shared with kernels of one lane, a world has a 32nd of them.

use shader_machine::{FunctionWork, Ledger, Settings, Work};
use sim_core::{Data, Model};
use sim_gpu::{GpuBatchSim, GpuOptions, GpuSimContext};
use std::collections::BTreeMap;
use std::sync::Arc;

type Failure = Box<dyn std::error::Error>;

/// Worlds, and the steps that are counted.
const WORLDS: usize = 4;
const STEPS: usize = 6;

/// Functions that are told, those with the most work.
const TOLD: usize = 60;

/// A world after some steps under controls of its own.
fn usual_state(m: &Model, world: usize, steps: usize) -> Result<Data, Failure> {
    let mut data = m.make_data();
    if m.nkey > 0 {
        data.reset_to_keyframe(m, 0);
    }
    for step in 0..steps + 37 * world {
        for (k, ctrl) in data.ctrl.iter_mut().enumerate() {
            *ctrl += 0.01 * ((step * 31 + k * 17 + world * 101) as f64).sin();
        }
        data.step(m)?;
    }
    Ok(data)
}

/// What was counted, for a step of a world.
struct Table {
    counted: BTreeMap<(String, String), FunctionWork>,
}

impl Table {
    fn mean(n: u64) -> f64 {
        n as f64 / (WORLDS * STEPS) as f64
    }

    #[allow(clippy::print_stdout)]
    fn line(name: &str, whole: u64, work: &Work) {
        let mean = Self::mean;
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

    /// Work of whole kernels, then of the functions with the most.
    fn print(&self) {
        Self::heading("kernel");
        let mut kernels: BTreeMap<&str, Work> = BTreeMap::new();
        for ((kernel, _), work) in &self.counted {
            *kernels.entry(kernel).or_default() += work.own;
        }
        kernels.iter().for_each(|(name, work)| Self::line(name, work.instructions(), work));
        Self::heading("function");
        let mut functions: Vec<_> = self.counted.iter().collect();
        functions.sort_by_key(|(_, work)| std::cmp::Reverse(work.whole));
        functions.iter().take(TOLD).for_each(|((_, name), work)| Self::line(name, work.whole, &work.own));
    }
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: work MODEL.xml [steps]")?;
    let steps = arguments.next().map_or(Ok(150), |n| n.parse())?;
    let model = Arc::new(sim_mjcf::load_model_from_file(&path)?);
    let ledger = Ledger::default();
    let (device, queue, info) =
        shader_machine::device(&Settings { ledger: Some(ledger.clone()), ..Settings::default() });
    let context = GpuSimContext::from_device(device, queue, info);
    let setting = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let options = GpuOptions {
        visible: ["ncon", "solver_niter"].map(String::from).to_vec(),
        smooth_lanes: setting("SMOOTH_LANES"),
        solver_lanes: setting("SOLVER_LANES"),
        ..GpuOptions::default()
    };
    let mut batch = GpuBatchSim::with(&context, Arc::clone(&model), WORLDS, &options)?;
    for world in 0..WORLDS {
        batch.set_env(world, &usual_state(&model, world, steps)?)?;
    }
    let mean = |numbers: &[i32]| numbers.iter().map(|&n| f64::from(n)).sum::<f64>() / numbers.len() as f64;
    let (mut counted, mut contacts, mut iterations) = (BTreeMap::new(), vec![], vec![]);
    for _ in 0..STEPS {
        // what is read and written between the steps is not theirs
        ledger.take();
        if let Some(error) = batch.step_all()?.into_iter().flatten().next() {
            return Err(error.into());
        }
        for (name, work) in ledger.take() {
            let sum: &mut FunctionWork = counted.entry(name).or_default();
            sum.own += work.own;
            sum.whole += work.whole;
        }
        contacts.extend(batch.read_ints("ncon")?);
        iterations.extend(batch.read_ints("solver_niter")?);
    }
    println!("{path}: {:.1} contacts, {:.2} iterations", mean(&contacts), mean(&iterations));
    Table { counted }.print();
    Ok(())
}
