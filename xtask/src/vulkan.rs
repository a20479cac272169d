//! A GPU in software for the tests: Mesa's lavapipe, which runs the shaders on the processor.

use crate::process::Step;
use std::path::Path;
use std::sync::OnceLock;

/// Debian's packages: the driver and the loader that finds it.
const PACKAGES: [&str; 2] = ["mesa-vulkan-drivers", "libvulkan1"];

/// Where drivers of Vulkan say that they are there.
const FOLDERS: [&str; 3] = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];

/// Makes sure that there is a driver, once, whoever asks: finds one, or installs the one in software where this system may. Systems
/// that have other ways to their cards need none.
pub fn ensure() -> Result<(), String> {
    static MADE: OnceLock<Result<(), String>> = OnceLock::new();
    MADE.get_or_init(find_or_install).clone()
}

fn find_or_install() -> Result<(), String> {
    if !cfg!(target_os = "linux") || is_there() {
        return Ok(());
    }
    let how = format!("install a Vulkan driver: apt-get install {}", PACKAGES.join(" "));
    let apt = |args: &[&str]| Step::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive");
    // an old list of packages may do
    let _ = apt(&["update", "-qq"]).run();
    let install = [&["install", "-y", "-qq", "--no-install-recommends"], &PACKAGES[..]].concat();
    apt(&install).must().map_err(|e| format!("the tests of sim-gpu need a GPU, or one in software; {how} ({e})"))?;
    if is_there() { Ok(()) } else { Err(format!("no Vulkan driver was found after installing one; {how}")) }
}

fn is_there() -> bool {
    let has_driver = |folder: &str| {
        std::fs::read_dir(folder).is_ok_and(|mut files| {
            files.any(|file| file.is_ok_and(|file| file.file_name().to_string_lossy().ends_with(".json")))
        })
    };
    let has_loader = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
        .iter()
        .any(|folder| Path::new(folder).join("libvulkan.so.1").exists());
    has_loader && (FOLDERS.iter().any(|folder| has_driver(folder)) || std::env::var_os("VK_DRIVER_FILES").is_some())
}
