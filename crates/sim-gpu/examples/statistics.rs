//! Steps many worlds on the GPU and on the CPU from equal random states, under equal random controls: `statistics MODEL.xml [worlds
//! [steps]]`. Chaos separates single worlds; their means and deviations must agree within the error of the sample.

#![allow(clippy::print_stdout)]

use sim_core::{Data, Model};
use sim_gpu::{GpuBatchSim, GpuCompiler, GpuOptions, GpuSimContext};
use std::process::ExitCode;
use std::sync::Arc;

/// Steps between two changes of the controls.
const HELD: usize = 25;

/// Limit on the difference of means and deviations, in standard errors. Chance alone exceeds it once in some ten thousand comparisons.
const MOST: f64 = 4.0;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = arguments.first().ok_or("usage: statistics MODEL.xml [worlds [steps]]")?;
    let number = |i: usize, default: usize| arguments.get(i).map_or(Ok(default), |text| text.parse());
    let (worlds, steps) = (number(1, 1024)?, number(2, 1000)?);
    if worlds < 2 || steps < HELD {
        return Err(format!("{worlds} worlds and {steps} steps: give at least 2 worlds and {HELD} steps").into());
    }
    let model = Arc::new(sim_mjcf::load_model_from_file(path)?);
    let mut random = oorandom::Rand64::new(3);
    let start: Vec<Data> = (0..worlds).map(|_| nudged(&model, &mut random)).collect();

    let compiler = match std::env::var("COMPILER").as_deref() {
        Ok("nvrtc") => GpuCompiler::Nvrtc,
        _ => GpuCompiler::Driver,
    };
    let options = GpuOptions::default().compiler(compiler);
    let mut gpu = GpuBatchSim::with(&GpuSimContext::shared()?, Arc::clone(&model), worlds, &options)?;
    let states = gpu.upload_states(&start)?;
    gpu.restore_states(&states)?;
    let mut cpu = gpu.cpu_reference()?;
    let mut failed = [0; 2];
    for _ in 0..steps / HELD {
        let controls: Vec<f64> = (0..worlds * model.nu).map(|_| f64::from(noise(&mut random) as f32)).collect();
        gpu.write("ctrl", &controls)?;
        failed[0] = gpu.step_all_n(HELD)?.iter().flatten().count();
        for i in 0..worlds {
            let range = i * model.nu..(i + 1) * model.nu;
            if let Some(data) = cpu.world_mut(i) {
                data.ctrl.copy_from_slice(&controls[range]);
            }
        }
        for _ in 0..HELD {
            failed[1] = cpu.step_all().iter().flatten().count();
        }
    }
    println!("{path}: {worlds} worlds, {steps} steps; failed: {} on the GPU, {} on the CPU", failed[0], failed[1]);
    if failed.contains(&worlds) {
        return Err("compared nothing: every world failed".into());
    }
    let of_gpu = gpu.cpu_reference()?;
    let mut agree = true;
    for (name, measure) in MEASURES {
        let all = |batch: &sim_core::BatchSim| -> Vec<f64> {
            (0..worlds).filter_map(|i| Some(measure(&model, batch.world(i)?))).collect()
        };
        agree &= compare(name, &all(&of_gpu), &all(&cpu));
    }
    println!("{}", if agree { "1 passed, 0 failed" } else { "0 passed, 1 failed" });
    Ok(ExitCode::from(u8::from(!agree)))
}

/// A quantity of a world.
type Measure = fn(&Model, &Data) -> f64;

/// Quantities that are compared. The CPU evaluates the final state in both cases.
const MEASURES: [(&str, Measure); 4] = [
    ("height of the centre of mass", |m, data| evaluated(m, data).subtree_com[2]),
    ("potential energy", |m, data| evaluated(m, data).energy[0]),
    ("kinetic energy", |m, data| evaluated(m, data).energy[1]),
    ("contacts", |m, data| evaluated(m, data).ncon as f64),
];

fn evaluated(m: &Model, data: &Data) -> Data {
    let mut with_energy = m.clone();
    with_energy.opt.enableflags |= sim_core::EnableFlags::ENERGY;
    let mut data = data.clone();
    // a failed world has its last state, which can be evaluated
    let _ = data.forward(&with_energy);
    data
}

fn noise(random: &mut oorandom::Rand64) -> f64 {
    0.3 * (2.0 * random.rand_float() - 1.0)
}

/// The first keyframe, or the initial state, with small random changes. All numbers are f32, so that both sides start alike.
fn nudged(m: &Model, random: &mut oorandom::Rand64) -> Data {
    let mut data = m.make_data();
    if m.nkey > 0 {
        data.reset_to_keyframe(m, 0);
    }
    let step: Vec<f64> = (0..m.nv).map(|_| 0.1 * noise(random)).collect();
    sim_core::binding::integrate::integrate_position(m, &mut data.qpos, &step, 1.0);
    data.qvel.iter_mut().for_each(|v| *v = noise(random));
    for x in data.qpos.iter_mut().chain(data.qvel.iter_mut()) {
        *x = f64::from(*x as f32);
    }
    data
}

/// Whether two samples have equal means and deviations, within their sampling errors.
fn compare(name: &str, gpu: &[f64], cpu: &[f64]) -> bool {
    if gpu.len() != cpu.len() || gpu.is_empty() {
        println!("{name:30} compared nothing: {} worlds on the GPU, {} on the CPU", gpu.len(), cpu.len());
        return false;
    }
    let (a, b) = (moments(gpu), moments(cpu));
    let n = gpu.len() as f64;
    let mean_error = ((a.1 * a.1 + b.1 * b.1) / n).sqrt().max(1e-12);
    // the standard error of a deviation with this fourth moment
    let spread_error = ((a.2 + b.2) / n).sqrt().max(1e-12);
    let (mean, spread) = ((a.0 - b.0).abs() / mean_error, (a.1 - b.1).abs() / spread_error);
    println!(
        "{name:30} GPU {:10.4} +- {:9.4}, CPU {:10.4} +- {:9.4}: {mean:.2} and {spread:.2} standard errors apart",
        a.0, a.1, b.0, b.1
    );
    mean <= MOST && spread <= MOST
}

/// Mean, deviation, and the variance of the deviation times the size of the sample.
fn moments(list: &[f64]) -> (f64, f64, f64) {
    let n = list.len() as f64;
    let mean = list.iter().sum::<f64>() / n;
    let power = |k: i32| list.iter().map(|x| (x - mean).powi(k)).sum::<f64>() / n;
    let variance = power(2);
    let spread = variance.sqrt();
    let of_spread = if variance > 0.0 { (power(4) - variance * variance) / (4.0 * variance) } else { 0.0 };
    (mean, spread, of_spread.max(0.0))
}
