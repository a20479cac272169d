//! Steps a second of a model on the GPU: `throughput MODEL.xml [worlds …]`. Every world starts at the first keyframe; with NOISE=1 its
//! controls have the noise of speed tests.

use sim_gpu::{ControlNoise, GpuBatchSim, GpuOptions, GpuSimContext};
use std::sync::Arc;
use std::time::Instant;

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: throughput MODEL.xml [worlds …]")?;
    let counts: Vec<usize> = arguments.map(|n| n.parse()).collect::<Result<_, _>>()?;
    let counts = if counts.is_empty() { vec![1024] } else { counts };
    let setting = |name: &str, default: usize| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let steps = setting("STEPS", 1000);
    let model = Arc::new(sim_mjcf::load_model_from_file(&path)?);
    let context = GpuSimContext::shared()?;
    println!("{} on {}", path, context.adapter_info().name);
    for worlds in counts {
        let options = GpuOptions {
            visible: ["ncon", "nefc", "solver_niter"].map(String::from).to_vec(),
            smooth_lanes: setting("SMOOTH_LANES", 1),
            solver_lanes: setting("SOLVER_LANES", 32),
            contacts: std::env::var("CONTACTS").ok().and_then(|n| n.parse().ok()),
            private_numbers: std::env::var("PRIVATE_NUMBERS").ok().and_then(|n| n.parse().ok()),
            workgroup_bytes: std::env::var("WORKGROUP_BYTES").ok().and_then(|n| n.parse().ok()),
            control_noise: (setting("NOISE", 0) > 0).then(ControlNoise::default),
            ..GpuOptions::default()
        };
        let start = Instant::now();
        let mut batch = GpuBatchSim::with(&context, Arc::clone(&model), worlds, &options)?;
        if model.nkey > 0 {
            let keys = batch.keyframes()?;
            batch.reset_from(&keys, &vec![Some(0); worlds])?;
        }
        batch.step_all()?;
        let first = start.elapsed().as_secs_f64();
        for (kernel, time) in batch.compile_times() {
            println!("    {kernel} compiled in {:.2} s", time.as_secs_f64());
        }
        let mut best = f64::INFINITY;
        let mut failed = 0;
        for _ in 0..setting("ROUNDS", 3) {
            if model.nkey > 0 {
                let keys = batch.keyframes()?;
                batch.reset_from(&keys, &vec![Some(0); worlds])?;
            }
            batch.errors()?;
            let start = Instant::now();
            failed = batch.step_all_n(steps)?.iter().flatten().count();
            best = best.min(start.elapsed().as_secs_f64());
        }
        let mean = |field: &str| -> Result<f64, Box<dyn std::error::Error>> {
            Ok(batch.read_ints(field)?.iter().map(|&x| f64::from(x)).sum::<f64>() / worlds as f64)
        };
        println!(
            "{worlds} worlds: {:.3} M steps/s, {:.1} us a step; first step after {first:.2} s; {failed} failed; contacts {:.2}, rows {:.2}, iterations {:.2}; {} bytes a world",
            worlds as f64 * steps as f64 / best / 1e6,
            best / steps as f64 * 1e6,
            mean("ncon")?,
            mean("nefc")?,
            mean("solver_niter")?,
            batch.bytes_per_world(),
        );
        if setting("CPU", 0) > 0 {
            let mut cpu = batch.cpu_reference()?;
            let count = (steps / 4).max(1);
            let start = Instant::now();
            (0..count).for_each(|_| drop(cpu.step_all()));
            println!("    on the CPU: {:.3} M steps/s", (worlds * count) as f64 / start.elapsed().as_secs_f64() / 1e6);
        }
        match batch.profile_steps(50) {
            Ok(times) => {
                for t in times {
                    println!(
                        "    {}: {:.1} us, {} lanes, {} bytes",
                        t.name, t.microseconds, t.lanes, t.workgroup_bytes
                    );
                }
            }
            Err(error) => println!("    {error}"),
        }
    }
    Ok(())
}
