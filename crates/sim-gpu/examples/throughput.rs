//! Measures steps per second of a model on the GPU: `throughput MODEL.xml [worlds …]`. Every world starts at the first keyframe, with NOISE
//! and REPLAY as in `speed_test`. With COMPILER=nvrtc, NVIDIA's NVRTC compiles the kernels.

mod speed_test;

use sim_gpu::{GpuBatchSim, GpuCompiler, GpuOptions, GpuSimContext, GpuStates};
use speed_test::{Failure, Replay, compiler, noise};
use std::sync::Arc;
use std::time::Instant;

/// Puts all worlds into their initial states.
fn begin(batch: &mut GpuBatchSim, start: &GpuStates) -> Result<(), Failure> {
    let choice = vec![Some(0); batch.len()];
    Ok(batch.reset_from(start, &choice)?)
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: throughput MODEL.xml [worlds …]")?;
    let counts: Vec<usize> = arguments.map(|n| n.parse()).collect::<Result<_, _>>()?;
    let counts = if counts.is_empty() { vec![1024] } else { counts };
    let setting = |name: &str, default: usize| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let model = Arc::new(sim_mjcf::load_model_from_file(&path)?);
    let replay = Replay::asked(&model)?;
    let recorded = replay.as_ref().map(|replay| replay.steps(&model));
    let steps = setting("STEPS", recorded.unwrap_or(1000));
    if let Some(recorded) = recorded.filter(|&recorded| recorded < steps) {
        return Err(format!("STEPS={steps}, but REPLAY has controls for {recorded} steps").into());
    }
    let context = GpuSimContext::shared()?;
    println!("{} on {}", path, context.adapter_info().name);
    if compiler()? == GpuCompiler::Nvrtc {
        let start = Instant::now();
        let state = if context.no_cuda().is_none() { "opened" } else { "is not there" };
        println!("CUDA {state} after {:.2} s", start.elapsed().as_secs_f64());
    }
    for worlds in counts {
        let options = GpuOptions::default()
            .visible(["ncon", "nefc", "solver_niter"])
            .contacts(std::env::var("CONTACTS").ok().and_then(|n| n.parse().ok()))
            .control_noise(noise()?)
            .compiler(compiler()?)
            .tune(|tuning| {
                tuning
                    .smooth_lanes(std::env::var("SMOOTH_LANES").ok().and_then(|n| n.parse().ok()))
                    .solver_lanes(std::env::var("SOLVER_LANES").ok().and_then(|n| n.parse().ok()))
                    .groups(std::env::var("WORKGROUPS").ok().and_then(|n| n.parse().ok()))
                    .private_numbers(std::env::var("PRIVATE_NUMBERS").ok().and_then(|n| n.parse().ok()))
                    .workgroup_bytes(std::env::var("WORKGROUP_BYTES").ok().and_then(|n| n.parse().ok()))
            });
        let start = Instant::now();
        let mut batch = GpuBatchSim::with(&context, Arc::clone(&model), worlds, &options)?;
        let initial = batch.upload_states(&[speed_test::start(&model, replay.as_ref())])?;
        begin(&mut batch, &initial)?;
        batch.step_all()?;
        let first = start.elapsed().as_secs_f64();
        for (kernel, time) in batch.compile_times() {
            println!("    {kernel} compiled in {:.2} s", time.as_secs_f64());
        }
        let mut times = Vec::new();
        let mut failed = 0;
        for _ in 0..setting("ROUNDS", 3).max(1) {
            begin(&mut batch, &initial)?;
            batch.errors()?;
            let start = Instant::now();
            let errors = match &replay {
                Some(replay) => batch.step_all_with_shared(&replay.controls[..steps * model.nu], steps)?,
                None => batch.step_all_n(steps)?,
            };
            failed = errors.iter().flatten().count();
            times.push(start.elapsed().as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        let (best, median) = (times[0], times[times.len() / 2]);
        let mean = |field: &str| -> Result<f64, Failure> {
            Ok(batch.read_ints(field)?.iter().map(|&x| f64::from(x)).sum::<f64>() / worlds as f64)
        };
        println!(
            "{worlds} worlds: {:.3} M steps/s (median {:.3}), {:.1} us a step; first step after {first:.2} s; {failed} failed; contacts {:.2}, rows {:.2}, iterations {:.2}; {} bytes a world",
            worlds as f64 * steps as f64 / best / 1e6,
            worlds as f64 * steps as f64 / median / 1e6,
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
