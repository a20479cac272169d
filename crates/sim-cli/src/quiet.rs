//! Keeps words of Vulkan's loader, layers and drivers off standard error, where errors of ours go.
//!
//! They read variables of the environment, which a running program cannot change without `unsafe`. So the program starts itself again
//! with these variables: the same process, arguments and files. What the user has set stays.

#![cfg_attr(not(target_os = "linux"), allow(dead_code))]

/// A variable, its value, and variables of the user that it would override.
type Silencer = (&'static str, &'static str, &'static [&'static str]);

const SILENCERS: [Silencer; 4] = [
    ("VK_LOADER_DEBUG", "none", &[]),
    ("MESA_LOG", "null", &["MESA_LOG_FILE"]),
    ("MESA_VK_IGNORE_CONFORMANCE_WARNING", "1", &[]),
    // Mesa's layer that sorts GPUs asks Wayland, which complains on a machine without a desktop; we sort them ourselves
    ("NODEVICE_SELECT", "1", &["MESA_VK_DEVICE_SELECT", "MESA_VK_DEVICE_SELECT_FORCE_DEFAULT_DEVICE", "DRI_PRIME"]),
];

/// Variables that are missing in an environment.
fn missing(is_set: impl Fn(&str) -> bool) -> Vec<(&'static str, &'static str)> {
    let needed = |(name, _, users): &&Silencer| !is_set(name) && !users.iter().any(|user| is_set(user));
    SILENCERS.iter().filter(needed).map(|(name, value, _)| (*name, *value)).collect()
}

/// Starts the program again, once, if it will use a GPU. Where that fails the command goes on, with the noise.
#[cfg(target_os = "linux")]
pub fn silence_vulkan() {
    use std::os::unix::process::CommandExt;
    let mut arguments = std::env::args_os();
    let (name, arguments) = (arguments.next(), arguments.collect::<Vec<_>>());
    let missing = missing(|name| std::env::var_os(name).is_some());
    if missing.is_empty() || !arguments.iter().any(|argument| argument == "--gpu") {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    let mut again = std::process::Command::new(program);
    if let Some(name) = name {
        again.arg0(name);
    }
    let _error = again.args(arguments).envs(missing).exec();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_of_the_user_stay() {
        let names =
            |set: &[&str]| missing(|name| set.contains(&name)).iter().map(|(name, _)| *name).collect::<Vec<_>>();
        let all = ["VK_LOADER_DEBUG", "MESA_LOG", "MESA_VK_IGNORE_CONFORMANCE_WARNING", "NODEVICE_SELECT"];
        assert_eq!(names(&[]), all);
        assert_eq!(names(&["VK_LOADER_DEBUG"]), all[1..]);
        assert_eq!(names(&["MESA_LOG_FILE", "DRI_PRIME"]), ["VK_LOADER_DEBUG", "MESA_VK_IGNORE_CONFORMANCE_WARNING"]);
        assert_eq!(names(&["MESA_VK_DEVICE_SELECT"]), all[..3]);
        // the second start finds nothing to do
        for user in [&[][..], &["DRI_PRIME"], &["VK_LOADER_DEBUG", "MESA_LOG_FILE"]] {
            let again: Vec<&str> = names(user).into_iter().chain(user.iter().copied()).collect();
            assert_eq!(names(&again), [] as [&str; 0], "{user:?}");
        }
    }
}
