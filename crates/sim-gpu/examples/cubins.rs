//! Compiles the kernels of a model with NVRTC for GPUs of other machines: `cubins MODEL.xml ARCHITECTURE FOLDER`, such as
//! `cubins arm.xml sm_90 kernels`.
//! With CORTENFORGE_CACHE=FOLDER, COMPILER=nvrtc and equal settings, `throughput` finds these kernels on a machine without NVRTC.
//! With DOUBLE=1 the kernels compute in f64.

use sim_gpu::{ControlNoise, GpuBatchSim, GpuOptions, Precision};

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// The noise of `throughput`: that of speed tests with NOISE=1, white noise of a deviation with for example NOISE=0.3.
fn noise() -> Result<Option<ControlNoise>, std::num::ParseFloatError> {
    let level: f64 = std::env::var("NOISE").map_or(Ok(0.0), |level| level.parse())?;
    if level == 0.0 || level == 1.0 {
        return Ok((level > 0.0).then(ControlNoise::default));
    }
    Ok(Some(ControlNoise { deviation: level, time_constant: 0.0, seed: 0 }))
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, architecture, folder] = arguments.as_slice() else {
        return Err("usage: cubins MODEL.xml ARCHITECTURE FOLDER".into());
    };
    let model = sim_mjcf::load_model_from_file(path)?;
    let options = GpuOptions::default()
        .precision(if number("DOUBLE").is_some_and(|n| n > 0) { Precision::Double } else { Precision::Single })
        .visible(["ncon", "nefc", "solver_niter"])
        .contacts(number("CONTACTS"))
        .control_noise(noise()?)
        .tune(|tuning| {
            tuning
                .smooth_lanes(number("SMOOTH_LANES"))
                .solver_lanes(number("SOLVER_LANES"))
                .private_numbers(number("PRIVATE_NUMBERS"))
                .workgroup_bytes(number("WORKGROUP_BYTES"))
        });
    for (kernel, time) in GpuBatchSim::compile_ahead(&model, &options, architecture, folder.as_ref())? {
        println!("{kernel}: {:.2} s", time.as_secs_f64());
    }
    Ok(())
}
