//! Commands that use a GPU, on any adapter. CI has a software adapter.

use crate::common::{Packed, command, cortenforge, folder, object, packed_array, stderr, stdout, text, write, zip};
use std::process::Output;

const ROD: &str = "<mujoco model='rod'><worldbody><body pos='0 0 1'><joint axis='0 1 0'/>\
                   <geom type='capsule' size='.02' fromto='0 0 0 0 0 -.5'/></body></worldbody></mujoco>";

/// The command on a machine without a Vulkan driver.
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
    let limits = &adapters[0]["limits"];
    assert!(limits["nvrtc"].is_string() != limits["no_nvrtc"].is_string(), "{limits}");
    for word in [name, "driver", "workgroup memory", "double precision", "NVRTC"] {
        assert!(text.contains(word), "'{word}' missing in:\n{text}");
    }
    let output = cortenforge(&["info", "--gpu", "--adapter", "no such GPU"]);
    assert!(!output.status.success());
    assert!(stderr(&output).contains("no adapter has 'no such GPU' in its name; there are: "), "{}", stderr(&output));
}

/// Words of Vulkan's loader, layers and drivers would be taken for ours.
#[test]
#[cfg(target_os = "linux")]
fn nothing_but_errors_of_ours_goes_to_standard_error() {
    let folder = folder("gpu_quiet");
    let rod = write(&folder.join("rod.xml"), ROD);
    let runtime = text(&folder.join("none"));
    type Variables<'a> = &'a [(&'a str, &'a str)];
    let cases: [(&[&str], Variables<'_>); 7] = [
        (&["info", "--gpu"], &[]),
        (&["info", "--gpu", "--json"], &[]),
        (&["info", &rod, "--gpu"], &[]),
        (&["bench", &rod, "--gpu", "--worlds", "2", "--steps", "2"], &[]),
        (&["bench", &rod, "--gpu", "--worlds", "2", "--steps", "2", "--json"], &[]),
        // a desktop that is not there
        (&["info", "--gpu"], &[("WAYLAND_DISPLAY", "wayland-9"), ("DISPLAY", ":99")]),
        (&["info", "--gpu"], &[("XDG_RUNTIME_DIR", &runtime)]),
    ];
    for (args, variables) in cases {
        let mut command = command(args);
        for name in ["XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "DISPLAY"] {
            command.env_remove(name);
        }
        let output = command.envs(variables.iter().copied()).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
        assert_eq!(stderr(&output), "", "{args:?} {variables:?}");
    }
    // whoever asks the loader to speak hears it
    let output = command(&["info", "--gpu"]).env("VK_LOADER_DEBUG", "all").output().unwrap();
    assert!(!stderr(&output).is_empty());
}

#[test]
#[cfg(target_os = "linux")]
fn a_machine_without_a_gpu_gets_advice() {
    let output = without_gpu(&["info", "--gpu"]);
    assert!(output.status.success() && stdout(&output).contains("mesa-vulkan-drivers"), "{}", stdout(&output));
    assert_eq!(object(&without_gpu(&["info", "--gpu", "--json"]))["adapters"], serde_json::json!([]));
    let rod = write(&folder("gpu_none").join("rod.xml"), ROD);
    let output = without_gpu(&["bench", &rod, "--gpu", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let error = object(&output)["error"].clone();
    assert_eq!(error["kind"], "gpu");
    assert!(error["message"].as_str().unwrap().contains("install a Vulkan driver"), "{error}");
    // shaders can be printed without a GPU
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
    assert!(stdout(&cortenforge(&["info", &rod, "--gpu"])).contains("the GPU runs it"));
    let text = stdout(&cortenforge(&["info", &rod, "--gpu", "--wgsl"]));
    assert!(text.starts_with("// for ") && text.contains("@compute"), "{text}");
    let report = object(&cortenforge(&["info", &rod, "--gpu", "--wgsl", "--json"]));
    assert!(report["shaders"][0]["wgsl"].as_str().unwrap().contains("@compute"));

    let slow = write(&folder.join("pgs.xml"), ROD.replace("<worldbody>", "<option solver='PGS'/><worldbody>"));
    let report = object(&cortenforge(&["info", &slow, "--gpu", "--json"]));
    assert_eq!(report["runs"], false);
    assert!(report["missing"][0].as_str().unwrap().contains("Newton"), "{report}");
    assert!(stdout(&cortenforge(&["info", &slow, "--gpu"])).contains("the GPU does not run it"));
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

#[test]
fn lanes_are_tried() {
    let rod = write(&folder("gpu_lanes").join("rod.xml"), ROD);
    let args = ["bench", &rod, "--gpu", "--worlds", "8", "--steps", "4", "--try-lanes"];
    let report = object(&cortenforge(&[&args[..], &["--json"]].concat()));
    let tried = report["tried"].as_array().unwrap();
    assert_eq!((tried.len(), &report["compiler"]), (8, &"driver".into()), "{report}");
    for one in tried {
        assert!(one["steps_per_second"].as_f64().unwrap() > 0.0 && one["worlds_in_error"] == 0, "{one}");
    }
    let text = stdout(&cortenforge(&args));
    assert_eq!(text.matches("the quickest").count(), 1, "{text}");
}

#[test]
fn worlds_start_at_a_keyframe() {
    let text = BALL
        .replace("</mujoco>", "<keyframe><key name='up' qpos='.3'/><key name='down' qpos='-.11'/></keyframe></mujoco>");
    let ball = write(&folder("gpu_key").join("ball.xml"), text);
    let run = |key: &[&str]| {
        let args = ["bench", &ball, "--gpu", "--worlds", "2", "--steps", "1", "--json"];
        object(&cortenforge(&[&args[..], key].concat()))
    };
    let contacts =
        [&[] as &[&str], &["--key", "up"], &["--key", "down"], &["--key", "1"]].map(|key| run(key)["contacts"].clone());
    assert_eq!(contacts, [0.0, 0.0, 1.0, 1.0]);
    let output = cortenforge(&["bench", &ball, "--gpu", "--key", "aside"]);
    assert!(
        stderr(&output).contains("--key aside does not exist: the model has 2 keyframes: up, down"),
        "{}",
        stderr(&output)
    );
}

/// A ball above the floor that only its motor moves. It touches the floor if the motor or the initial state brings it down.
const BALL: &str = "<mujoco model='ball'><option gravity='0 0 0'/><worldbody><geom type='plane' size='1 1 1'/>\
                    <body pos='0 0 .2'><joint name='lift' type='slide' axis='0 0 1'/><geom size='.1' mass='1'/></body>\
                    </worldbody><actuator><motor joint='lift'/></actuator></mujoco>";

/// A recorded motion of three intervals of 0.02 s.
fn motion(ctrl: [f64; 3], times: &[f64], state: &[(&str, f64)]) -> Vec<u8> {
    let mut arrays: Vec<Packed> = vec![
        packed_array("ctrl", "3, 1", &ctrl, true),
        packed_array("times", &format!("{},", times.len()), times, false),
    ];
    // a second row that nothing reads
    arrays.extend(state.iter().map(|(name, first)| packed_array(name, "2, 1", &[*first, 9.0], true)));
    zip(&arrays)
}

#[test]
fn recordings_are_replayed() {
    let folder = folder("gpu_replay");
    let ball = write(&folder.join("ball.xml"), BALL);
    let times = [0.0, 0.02, 0.04, 0.06];
    let run = |name: &str, bytes: Vec<u8>, more: &[&str]| {
        let file = write(&folder.join(name), bytes);
        let args = ["bench", &ball, "--gpu", "--worlds", "2", "--json", "--ctrl", &file];
        let report = object(&cortenforge(&[&args[..], more].concat()));
        assert_eq!((&report["ctrl"], &report["worlds_in_error"]), (&file.into(), &0.into()), "{report}");
        report
    };
    // a time step of 0.002: ten in an interval
    let still = run("still.npz", motion([0.0; 3], &times, &[]), &[]);
    assert_eq!((&still["steps"], &still["contacts"]), (&30.into(), &serde_json::json!(0.0)));
    let noisy = run("still.npz", motion([0.0; 3], &times, &[]), &["--noise", "--steps", "20"]);
    assert_eq!((&noisy["steps"], &noisy["noise"]), (&20.into(), &true.into()));
    // the second interval pushes the ball down; one step of it is not enough
    let push = motion([0.0, -500.0, 0.0], &times, &[]);
    assert_eq!(run("push.npz", push.clone(), &["--steps", "11"])["contacts"], 0.0);
    assert_eq!(run("push.npz", push.clone(), &["--steps", "24"])["contacts"], 1.0);
    // the initial state
    let state = motion([0.0; 3], &times[..3], &[("qpos", -0.1), ("qvel", 0.0)]);
    assert_eq!(run("state.npz", state, &["--steps", "1"])["contacts"], 1.0);
    // a table has a row for each step
    let table = run("table.csv", b"0\n0\n-1\n".to_vec(), &[]);
    assert_eq!(table["steps"], 3);
    let text = stdout(&cortenforge(&[
        "bench",
        &ball,
        "--gpu",
        "--worlds",
        "2",
        "--ctrl",
        folder.join("push.npz").to_str().unwrap(),
    ]));
    assert!(text.contains("controls of ") && text.contains("30 steps of each world"), "{text}");
}

/// Fails before the command looks for a GPU.
#[test]
fn recordings_that_do_not_fit_are_refused() {
    let folder = folder("gpu_replay_refused");
    let ball = write(&folder.join("ball.xml"), BALL);
    let rod = write(&folder.join("rod.xml"), ROD);
    let times = [0.0, 0.02, 0.04, 0.06];
    let refused = |model: &str, name: &str, bytes: Option<Vec<u8>>, more: &[&str], word: &str| {
        let file = bytes.map_or(name.to_string(), |bytes| write(&folder.join(name), bytes));
        let output = without_gpu(&[&["bench", model, "--gpu", "--ctrl", &file], more].concat());
        let message = stderr(&output);
        assert!(output.status.code() == Some(1) && message.contains(word), "{name}: {message}");
    };
    let good = || Some(motion([0.0; 3], &times, &[]));
    let steps = "--steps asks for 31 steps, but there are controls for 30: ask for no more";
    refused(&ball, "long.npz", good(), &["--steps", "31"], steps);
    refused(
        &ball,
        "long.csv",
        Some(b"0\n0\n".to_vec()),
        &["--steps", "3"],
        "asks for 3 steps, but there are controls for 2",
    );
    refused(&rod, "none.npz", good(), &[], "the model has no controls");
    refused(&ball, "nowhere.npz", None, &[], "no such control file");
    refused(&ball, "table.txt", Some(b"0\n".to_vec()), &[], ".csv and .npz");
    let bad_times = Some(motion([0.0; 3], &times[..2], &[]));
    refused(&ball, "times.npz", bad_times, &[], "2 numbers for 3 rows of controls");
    let not_finite = Some(motion([0.0, f64::NAN, 0.0], &times, &[]));
    refused(&ball, "nan.npz", not_finite, &[], "array 'ctrl': it has a NaN or infinite number");
    let wide = zip(&[packed_array("ctrl", "1, 2", &[0.0; 2], false), packed_array("times", "1,", &[0.0], false)]);
    refused(&ball, "wide.npz", Some(wide), &[], "2 columns of controls, but the model has 1 control");
    let wrong = zip(&[
        packed_array("ctrl", "1, 1", &[0.0], false),
        packed_array("times", "1,", &[0.0], false),
        packed_array("qpos", "1, 7", &[0.0; 7], false),
    ]);
    refused(&ball, "state.npz", Some(wrong), &[], "array 'qpos': 7 columns, but the model has 1 such numbers");
}
