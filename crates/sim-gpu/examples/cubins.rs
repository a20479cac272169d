//! Compiles the kernels of a model by NVRTC, for cards that are elsewhere: `cubins MODEL.xml ARCHITECTURE FOLDER`, such as `cubins arm.xml sm_90
//! kernels`. With CORTENFORGE_CACHE=FOLDER the example `throughput`, with COMPILER=nvrtc and the same settings in its environment, finds
//! them on a machine that has no NVRTC.

use sim_gpu::{ControlNoise, GpuBatchSim, GpuOptions, Precision};

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, architecture, folder] = arguments.as_slice() else {
        return Err("usage: cubins MODEL.xml ARCHITECTURE FOLDER".into());
    };
    let model = sim_mjcf::load_model_from_file(path)?;
    let options = GpuOptions {
        precision: if number("DOUBLE").is_some_and(|n| n > 0) { Precision::Double } else { Precision::Single },
        visible: ["ncon", "nefc", "solver_niter"].map(String::from).to_vec(),
        smooth_lanes: number("SMOOTH_LANES"),
        solver_lanes: number("SOLVER_LANES"),
        contacts: number("CONTACTS"),
        private_numbers: number("PRIVATE_NUMBERS"),
        workgroup_bytes: number("WORKGROUP_BYTES"),
        control_noise: number("NOISE").filter(|&n| n > 0).map(|_| ControlNoise::default()),
        ..GpuOptions::default()
    };
    for (kernel, time) in GpuBatchSim::compile_ahead(&model, &options, architecture, folder.as_ref())? {
        println!("{kernel}: {:.2} s", time.as_secs_f64());
    }
    Ok(())
}
