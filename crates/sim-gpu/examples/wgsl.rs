//! The shaders of a model: `wgsl MODEL.xml FOLDER`.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (path, folder) = (arguments.next().ok_or("no model")?, arguments.next().ok_or("no folder")?);
    let model = sim_mjcf::load_model_from_file(path)?;
    for (name, text) in sim_gpu::GpuBatchSim::shaders_of(&model, &sim_gpu::GpuOptions::default(), 48 << 10)? {
        std::fs::write(format!("{folder}/{}.wgsl", name.replace(' ', "_")), text)?;
    }
    Ok(())
}
