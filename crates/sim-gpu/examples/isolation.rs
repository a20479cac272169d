//! Checks that a thousand faults in some worlds of a batch change no bit of any other world:
//! `isolation MODEL.xml [worlds [steps [faults]]]`. With `COMPILER=nvrtc`, NVRTC compiles the kernels.
//!
//! Two batches start from equal states. In one, worlds get positions and velocities that are NaN, infinite controls and huge velocities,
//! fail, and are reset. Every world without a fault must keep the bits of the other batch, after every round.

#![allow(clippy::print_stdout)]

use sim_gpu::{GpuBatchSim, GpuCompiler, GpuOptions, GpuSimContext};
use std::process::ExitCode;
use std::sync::Arc;

/// Steps between two rounds of faults.
const BETWEEN: usize = 10;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = arguments.first().ok_or("usage: isolation MODEL.xml [worlds [steps [faults]]]")?;
    let number = |i: usize, default: usize| arguments.get(i).map_or(Ok(default), |text| text.parse());
    let (worlds, steps, faults) = (number(1, 4096)?, number(2, 250)?, number(3, 1000)?);
    let model = Arc::new(sim_mjcf::load_model_from_file(path)?);
    let context = GpuSimContext::shared()?;
    let compiler = match std::env::var("COMPILER").as_deref() {
        Ok("nvrtc") => GpuCompiler::Nvrtc,
        _ => GpuCompiler::Driver,
    };
    let options = GpuOptions::default().visible(["qacc"]).compiler(compiler);
    let mut quiet = GpuBatchSim::with(&context, Arc::clone(&model), worlds, &options)?;
    let mut random = oorandom::Rand64::new(9);
    let mut noise = |scale: f64| scale * (2.0 * random.rand_float() - 1.0);
    let qvel: Vec<f64> = (0..worlds * model.nv).map(|_| noise(0.5)).collect();
    quiet.write("qvel", &qvel)?;
    let mut hit = GpuBatchSim::with(&context, Arc::clone(&model), worlds, &options)?;
    hit.write("qvel", &qvel)?;

    let rounds = (steps / BETWEEN).max(1);
    let mut touched = vec![false; worlds];
    let (mut injected, mut failed) = (0, 0);
    for round in 0..rounds {
        let controls: Vec<f64> = (0..worlds * model.nu).map(|_| noise(0.3)).collect();
        quiet.write("ctrl", &controls)?;
        hit.write("ctrl", &controls)?;
        for _ in 0..(faults * (round + 1) / rounds) - injected {
            // a quarter of the worlds gets all faults
            let world = ((noise(0.5) + 0.5) * worlds as f64 / 4.0) as usize * 4 % worlds;
            let field = ["qpos", "qvel", "ctrl", "qvel"][injected % 4];
            inject(&mut hit, world, field, [f64::NAN, f64::NAN, f64::INFINITY, 1e9][injected % 4])?;
            touched[world] = true;
            injected += 1;
        }
        quiet.step_all_n(BETWEEN)?;
        let errors = hit.step_all_n(BETWEEN)?;
        failed += errors.iter().flatten().count();
        if let Some(world) = (0..worlds).find(|&i| errors[i].is_some() && !touched[i]) {
            println!("world {world} failed without a fault: {:?}", errors[world]);
            return Ok(ExitCode::FAILURE);
        }
        let mask: Vec<bool> = errors.iter().map(Option::is_some).collect();
        hit.reset_where(&mask)?;
        for field in ["qpos", "qvel", "qacc_warmstart"] {
            let (a, b) = (quiet.read(field)?, hit.read(field)?);
            let len = a.len() / worlds;
            let differs = |i: &usize| {
                let bits = |list: &[f64]| list[i * len..(i + 1) * len].iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                !touched[*i] && bits(&a) != bits(&b)
            };
            if let Some(world) = (0..worlds).find(differs) {
                println!("{field} of world {world} differs after {} steps: 0 passed, 1 failed", (round + 1) * BETWEEN);
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    println!(
        "{path}: {} world-steps, {injected} faults in {} worlds, {failed} failures; the other {} worlds have the same bits",
        worlds * rounds * BETWEEN,
        touched.iter().filter(|&&was| was).count(),
        touched.iter().filter(|&&was| !was).count(),
    );
    println!("1 passed, 0 failed");
    Ok(ExitCode::SUCCESS)
}

/// Writes a number into the first entry of a world's field.
fn inject(batch: &mut GpuBatchSim, world: usize, field: &str, number: f64) -> sim_gpu::GpuSimResult<()> {
    let mut data = batch.world(world)?;
    let list = match field {
        "qpos" => &mut data.qpos,
        "qvel" => &mut data.qvel,
        _ => &mut data.ctrl,
    };
    if let Some(first) = list.first_mut() {
        *first = number;
    }
    batch.set_world(world, &data)
}
