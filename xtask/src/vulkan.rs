//! The Vulkan driver of the GPU tests: one that is installed, or Mesa's lavapipe, which runs shaders on the CPU.

use crate::debian;
use std::path::Path;
use std::sync::OnceLock;

/// Debian's packages of the driver and of its loader.
const PACKAGES: [&str; 2] = ["mesa-vulkan-drivers", "libvulkan1"];
/// Folders in which Vulkan drivers are registered.
const DRIVERS: [&str; 3] = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];
/// Folders of the loader.
const LOADERS: [&str; 4] = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"];

/// Finds a driver, or installs one. The first call does the work. Other systems than Linux need none.
pub fn ensure() -> Result<(), String> {
    static FOUND: OnceLock<Result<(), String>> = OnceLock::new();
    let find = || debian::ensure(found, &PACKAGES, "the tests of sim-gpu need a Vulkan driver");
    FOUND.get_or_init(|| if cfg!(target_os = "linux") { find() } else { Ok(()) }).clone()
}

fn found() -> bool {
    let registers_driver = |folder: &str| {
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
        files.map(|file| file.path()).any(|path| path.extension().is_some_and(|e| e == "json"))
    };
    let loader = LOADERS.iter().any(|folder| Path::new(folder).join("libvulkan.so.1").exists());
    loader && (DRIVERS.iter().any(|folder| registers_driver(folder)) || std::env::var_os("VK_DRIVER_FILES").is_some())
}
