//! The shaders of a model: `wgsl MODEL.xml FOLDER [lanes of the smooth part [lanes of the solver]]`, as NVIDIA's GPUs have them.

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
    Ok(())
}
