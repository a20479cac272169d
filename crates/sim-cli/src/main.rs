//! The program `cortenforge`: the library's [`sim_cli::run`] with the arguments of the process.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    sim_cli::silence_vulkan();
    ExitCode::from(sim_cli::run(std::env::args_os()))
}
