//! Writes the kernels of a model in WGSL and CUDA C++, planned for NVIDIA's GPUs: `wgsl MODEL.xml FOLDER [smooth lanes [solver lanes]]`.

use sim_gpu::{GpuBatchSim, GpuCompiler, GpuOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (path, folder) = (arguments.next().ok_or("no model")?, arguments.next().ok_or("no folder")?);
    let mut lanes = || arguments.next().map(|n| n.parse()).transpose();
    let (smooth, solver) = (lanes()?, lanes()?);
    let options = GpuOptions::default()
        .compiler(GpuCompiler::Nvrtc)
        .tune(|tuning| tuning.smooth_lanes(smooth).solver_lanes(solver));
    let model = sim_mjcf::load_model_from_file(path)?;
    for (name, text) in GpuBatchSim::shaders_of(&model, &options, 48 << 10)? {
        std::fs::write(format!("{folder}/{}.wgsl", name.replace(' ', "_")), text)?;
    }
    for (name, text) in GpuBatchSim::cuda_of(&model, &options)? {
        std::fs::write(format!("{folder}/{}.cu", name.replace(' ', "_")), text)?;
    }
    Ok(())
}
