//! The commands that work with a GPU, on whatever adapter there is: CI has one in software.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{command, cortenforge, folder, object, stderr, stdout, write};
use std::process::Output;

const ROD: &str = "<mujoco model='rod'><worldbody><body pos='0 0 1'><joint axis='0 1 0'/>\
                   <geom type='capsule' size='.02' fromto='0 0 0 0 0 -.5'/></body></worldbody></mujoco>";

/// The command on a machine whose Vulkan has no driver.
fn without_gpu(args: &[&str]) -> Output {
    command(args).env("VK_DRIVER_FILES", "/nowhere").env("VK_ICD_FILENAMES", "/nowhere").output().unwrap()
}

#[test]
fn adapters_are_listed() {
    let output = cortenforge(&["info", "--gpu", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let adapters = object(&output)["adapters"].as_array().unwrap().clone();
    let name = adapters[0]["name"].as_str().unwrap();
    assert!(!name.is_empty() && adapters[0]["limits"]["buffer_bytes"].as_u64().unwrap() >= 128 << 20, "{adapters:?}");
    let text = stdout(&cortenforge(&["info", "--gpu", "--adapter", name]));
    for word in [name, "driver", "workgroup memory", "double precision"] {
        assert!(text.contains(word), "'{word}' missing in:\n{text}");
    }
    let output = cortenforge(&["info", "--gpu", "--adapter", "no such card"]);
    assert!(!output.status.success());
    assert!(stderr(&output).contains("no adapter is the one asked for; there are: "), "{}", stderr(&output));
}

#[test]
#[cfg(target_os = "linux")]
fn a_machine_without_a_gpu_is_told_what_to_do() {
    let output = without_gpu(&["info", "--gpu"]);
    assert!(output.status.success() && stdout(&output).contains("mesa-vulkan-drivers"), "{}", stdout(&output));
    assert_eq!(object(&without_gpu(&["info", "--gpu", "--json"]))["adapters"], serde_json::json!([]));
    let rod = write(&folder("gpu_none").join("rod.xml"), ROD);
    let output = without_gpu(&["bench", &rod, "--gpu", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let error = object(&output)["error"].clone();
    assert_eq!(error["kind"], "gpu");
    assert!(error["message"].as_str().unwrap().contains("install a Vulkan driver"), "{error}");
    // shaders can be looked at all the same
    let output = without_gpu(&["info", &rod, "--gpu", "--wgsl"]);
    assert!(output.status.success() && stdout(&output).contains("@compute"), "{}", stderr(&output));
}

#[test]
fn models_are_looked_at() {
    let folder = folder("gpu_models");
    let rod = write(&folder.join("rod.xml"), ROD);
    let report = object(&cortenforge(&["info", &rod, "--gpu", "--json"]));
    assert_eq!((&report["runs"], &report["missing"]), (&true.into(), &serde_json::json!([])));
    assert!(report["shaders"][0]["lines"].as_u64().unwrap() > 10 && report["shaders"][0]["wgsl"].is_null());
    assert!(stdout(&cortenforge(&["info", &rod, "--gpu"])).contains("a GPU runs it"));
    let text = stdout(&cortenforge(&["info", &rod, "--gpu", "--wgsl"]));
    assert!(text.starts_with("// for ") && text.contains("@compute"), "{text}");
    let report = object(&cortenforge(&["info", &rod, "--gpu", "--wgsl", "--json"]));
    assert!(report["shaders"][0]["wgsl"].as_str().unwrap().contains("@compute"));

    let slow = write(&folder.join("pgs.xml"), ROD.replace("<worldbody>", "<option solver='PGS'/><worldbody>"));
    let report = object(&cortenforge(&["info", &slow, "--gpu", "--json"]));
    assert_eq!(report["runs"], false);
    assert!(report["missing"][0].as_str().unwrap().contains("Newton"), "{report}");
    assert!(stdout(&cortenforge(&["info", &slow, "--gpu"])).contains("a GPU does not run it"));
    let output = cortenforge(&["bench", &slow, "--gpu", "--worlds", "2"]);
    assert!(!output.status.success() && stderr(&output).contains("Newton"), "{}", stderr(&output));
}

#[test]
fn worlds_are_timed() {
    let rod = write(&folder("gpu_bench").join("rod.xml"), ROD);
    let args = ["bench", &rod, "--gpu", "--worlds", "8", "--steps", "20"];
    let report = object(&cortenforge(&[&args[..], &["--json"]].concat()));
    assert_eq!((&report["worlds"], &report["steps"], &report["worlds_in_error"]), (&8.into(), &20.into(), &0.into()));
    for key in ["steps_per_second", "real_time_factor", "first_step_seconds", "bytes_per_world"] {
        assert!(report[key].as_f64().unwrap() > 0.0, "{key} in {report}");
    }
    assert_eq!((&report["contacts"], &report["first_error"]), (&serde_json::json!(0.0), &serde_json::Value::Null));
    let text = stdout(&cortenforge(&args));
    for word in
        ["8 worlds on", "steps/s", "first step after", "memory of a world", "solver iterations", "worlds in error"]
    {
        assert!(text.contains(word), "'{word}' missing in:\n{text}");
    }
}
