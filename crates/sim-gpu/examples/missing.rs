//! Prints which features of some models the GPU does not support.
#[allow(clippy::print_stdout)]
fn main() {
    for path in std::env::args().skip(1) {
        match sim_mjcf::load_model_from_file(&path) {
            Ok(m) => println!(
                "{path}\tnv {}\t{:?} {:?}\t{:?}",
                m.nv,
                m.opt.solver,
                m.opt.integrator,
                sim_gpu::GpuBatchSim::missing(&m)
            ),
            Err(e) => println!("{path}: {e}"),
        }
    }
}
