//! The `cortenforge` command from outside: good input, bad input, and the files it writes.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn cortenforge(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cortenforge")).args(args).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = cortenforge(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

/// Runs a command that must fail. Returns its standard error; standard output must be empty.
fn failure(args: &[&str]) -> String {
    let output = cortenforge(args);
    assert!(!output.status.success(), "{args:?} succeeded");
    assert_eq!(stdout(&output), "", "{args:?}");
    stderr(&output)
}

fn model(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models").join(name).display().to_string()
}

/// A path in the target folder for this test.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn write(name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = file(name);
    std::fs::write(&path, contents).unwrap();
    path.display().to_string()
}

#[test]
fn run_without_arguments_simulates_the_humanoid() {
    let output = cortenforge(&["run", "--time", "0.5"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    for word in ["humanoid (built in)", "0.500 s simulated", "steps/s", "x real time", "energy"] {
        assert!(text.contains(word), "'{word}' missing in:\n{text}");
    }
    // without a terminal there is no progress bar
    assert_eq!(stderr(&output), "");
}

#[test]
fn run_reports_as_json() {
    let report = json(&["run", &model("quadruped.xml"), "--steps", "40", "--json"]);
    assert_eq!(report["steps"], 40);
    assert!((report["time"].as_f64().unwrap() - 0.2).abs() < 1e-12);
    assert!(report["steps_per_second"].as_f64().unwrap() > 0.0);
    assert!(report["energy"]["total"].is_f64());
    assert!(report["warnings"].is_array());
}

#[test]
fn random_controls_follow_the_seed() {
    let energy = |seed: &str| {
        let report =
            json(&["run", &model("quadruped.xml"), "--steps", "50", "--ctrl", "random", "--seed", seed, "--json"]);
        report["energy"]["total"].as_f64().unwrap()
    };
    assert_eq!(energy("1"), energy("1"));
    assert_ne!(energy("1"), energy("2"));
}

#[test]
fn a_recorded_run_replays_bit_for_bit() {
    for ending in ["npz", "csv"] {
        let names = ["first", "second"].map(|n| file(&format!("{n}.{ending}")).display().to_string());
        let quadruped = model("quadruped.xml");
        let run = |ctrl: &str, out: &str| {
            let output =
                cortenforge(&["run", &quadruped, "--steps", "30", "--ctrl", ctrl, "--seed", "3", "--out", out]);
            assert!(output.status.success(), "{}", stderr(&output));
        };
        run("random", &names[0]);
        run(&names[0], &names[1]);
        assert!(std::fs::read(&names[0]).unwrap() == std::fs::read(&names[1]).unwrap(), "{ending}");
    }
}

/// A cart with three keyframes: rest, one with speed and a late time, one with a control.
const KEYS: &str = "<mujoco model='cart'><option timestep='0.01'/><worldbody><body><joint name='x' type='slide' axis='1 0 0'/>
    <geom size='.1' mass='1'/></body></worldbody><actuator><motor joint='x' ctrlrange='-9 9'/></actuator>
    <keyframe><key/><key name='fast' time='7' qvel='2'/><key name='push' ctrl='3'/><key name='early' time='-5'/></keyframe></mujoco>";

#[test]
fn runs_start_from_keyframes() {
    let cart = write("keys.xml", KEYS);
    let cases = [
        (&["--key", "0"][..], 0.0, 0.0, 0.1),
        (&["--key", "fast"], 2.0, 0.2, 7.1),
        (&["--key", "1"], 2.0, 0.2, 7.1),
        // the control of the keyframe holds: a speed of 3 m/s2 * 0.1 s
        (&["--key", "push"], 0.3, 0.0165, 0.1),
        (&["--key", "early"], 0.0, 0.0, -4.9),
        (&[], 0.0, 0.0, 0.1),
    ];
    for (args, speed, place, time) in cases {
        let out = file("keys.csv").display().to_string();
        let report = json(&[&["run", &cart, "--steps", "10", "--out", &out, "--json"][..], args].concat());
        assert!((report["time"].as_f64().unwrap() - time).abs() < 1e-9, "{args:?}: {report}");
        assert_eq!(report["key"].as_str(), args.get(1).copied());
        let text = std::fs::read_to_string(&out).unwrap();
        let last: Vec<f64> = text.lines().last().unwrap().split(',').map(|cell| cell.parse().unwrap()).collect();
        assert!((last[2] - speed).abs() < 1e-9 && (last[1] - place).abs() < 1e-9, "{args:?}: {last:?}");
        // a film begins with the keyframe, whatever its time
        let film = file("keys.gif").display().to_string();
        let look = ["--video", &film, "--fps", "50", "--size", "32x24"];
        let report = json(&[&["run", &cart, "--steps", "10", "--json"][..], &look, args].concat());
        assert_eq!(report["filmed"]["pictures"], 6, "{args:?}: {report}");
    }
    let printed = stdout(&cortenforge(&["run", &cart, "--steps", "10", "--key", "fast"]));
    assert!(printed.contains("0.100 s simulated in 10 steps"), "{printed}");
    for bad in ["4", "slow", "", "1.0", "+"] {
        let message = failure(&["run", &cart, "--steps", "1", "--key", bad]);
        assert!(message.contains("does not exist: the model has 4 keyframes: 0, fast, push, early"), "{message}");
    }
    let single = write(
        "key.xml",
        KEYS.replace("<key/>", "").replace("<key name='push' ctrl='3'/><key name='early' time='-5'/>", ""),
    );
    let message = failure(&["run", &single, "--steps", "1", "--key", "slow"]);
    assert!(message.contains("the model has 1 keyframe: fast\n"), "{message}");
}

#[test]
fn figures_of_speed_leave_out_drawing_and_recording() {
    let cart = write("speed.xml", KEYS);
    let [film, out] = ["speed.gif", "speed.npz"].map(|name| file(name).display().to_string());
    let args = ["run", &cart, "--steps", "50", "--video", &film, "--fps", "50", "--size", "160x120", "--out", &out];
    let report = json(&[&args[..], &["--json"]].concat());
    let number = |key: &str| report[key].as_f64().unwrap();
    assert!((number("steps_per_second") - 50.0 / number("wall_seconds")).abs() < 1e-3 * number("steps_per_second"));
    // a picture takes far longer than the steps between two
    assert!(number("drawing_seconds") > 2.0 * number("wall_seconds"), "{report}");
    assert!(number("recording_seconds") > 0.0, "{report}");
    let printed = stdout(&cortenforge(&args));
    assert!(
        printed.contains("without") && printed.contains("of drawing and") && printed.contains("of recording)"),
        "{printed}"
    );
    let printed = stdout(&cortenforge(&args[..4]));
    assert!(!printed.contains("without"), "{printed}");
}

#[test]
fn reports_name_a_model_by_its_name_or_its_file() {
    let place = file("titles");
    std::fs::create_dir_all(place.join("unitree_g1")).unwrap();
    let of = |path: &str, text: &str| {
        let path = place.join(path);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let cases = [
        (of("arm.xml", "<mujoco model='my arm'><worldbody/></mujoco>"), "my arm ("),
        (of("ant.xml", "<mujoco><worldbody/></mujoco>"), "ant ("),
        (of("unitree_g1/scene.xml", "<mujoco><worldbody/></mujoco>"), "unitree_g1/scene ("),
        (of("unitree_g1/g1.xml", "<mujoco model='scene'><worldbody/></mujoco>"), "g1 ("),
        (of("esc.xml", "<mujoco model='m&#27;[31m'><worldbody/></mujoco>"), "m\\u{1b}[31m ("),
    ];
    for (path, begin) in cases {
        for args in [&["info", &path][..], &["run", &path, "--steps", "2"], &["bench", &path, "--steps", "2"]] {
            let printed = stdout(&cortenforge(args));
            assert!(
                printed.trim_start().trim_start_matches("model").trim_start().starts_with(begin),
                "{args:?}: {printed}"
            );
        }
    }
}

#[test]
fn csv_has_a_header_and_a_row_per_step() {
    let out = file("rows.csv").display().to_string();
    cortenforge(&["run", &model("pendulum_ball.xml"), "--steps", "5", "--out", &out]);
    let text = std::fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6);
    assert!(lines[0].starts_with("time,qpos[0],"));
    let width = lines[0].split(',').count();
    assert!(lines.iter().all(|l| l.split(',').count() == width));
}

#[test]
fn info_describes_a_model() {
    let text = stdout(&cortenforge(&["info", &model("hand.xml")]));
    for word in ["tendon hand", "index base", "hinge index 1", "index flexor", "filterexact", "tendonpos", "memory"] {
        assert!(text.contains(word), "'{word}' missing in:\n{text}");
    }
    let report = json(&["info", &model("cartpole.xml"), "--json"]);
    assert_eq!(report["sizes"]["nv"], 2);
    assert_eq!(report["joints"][0]["joint"], "slider");
    assert_eq!(report["bodies"][2]["name"], "pole");
    assert!(report["memory"]["model_bytes"].as_u64().unwrap() > 1000);
}

#[test]
fn check_accepts_good_models_and_warns() {
    let output = cortenforge(&["check", &model("humanoid.xml")]);
    assert!(output.status.success());
    assert!(stdout(&output).contains("0 errors"));
    let skinned = "<mujoco><worldbody><body name='b'><geom size='1'/></body></worldbody>\
                   <deformable><skin vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'><bone body='b' bindpos='0 0 0' \
                   bindquat='1 0 0 0' vertid='0 1 2' vertweight='1 1 1'/></skin></deformable></mujoco>";
    let report = json(&["check", &write("skinned.xml", skinned), "--json"]);
    assert_eq!((&report["ok"], report["warnings"].as_array().map(Vec::len)), (&true.into(), Some(0)));
    let stray = "<mujoco><worldbody/><body name='b'><geom size='1'/></body></mujoco>";
    let report = json(&["check", &write("stray.xml", stray), "--json"]);
    assert_eq!(report["ok"], true);
    assert!(report["warnings"][0]["message"].as_str().unwrap().contains("is not part of the model"));
}

#[test]
fn check_names_the_place_of_an_error() {
    let bad =
        write("bad.xml", "<mujoco>\n  <worldbody>\n    <geom typ='box' size='1 1 1'/>\n  </worldbody>\n</mujoco>");
    let output = cortenforge(&["check", &bad]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("bad.xml:3:"), "{}", stdout(&output));
    assert!(stdout(&output).contains("1 error"));
    let report: Value = serde_json::from_str(&stdout(&cortenforge(&["check", &bad, "--json"]))).unwrap();
    assert_eq!(report["errors"][0]["line"], 3);
    assert_eq!(report["ok"], false);
}

#[test]
fn bench_reports_speed_and_stages() {
    let report = json(&["bench", &model("quadruped.xml"), "--steps", "20", "--json"]);
    assert_eq!(report["steps"], 20);
    assert!(report["stages"].as_array().unwrap().len() > 10);
    let text = stdout(&cortenforge(&["bench", &model("quadruped.xml"), "--steps", "20"]));
    assert!(text.contains("kinematics") && text.contains("steps/s"), "{text}");
}

#[test]
fn missing_and_odd_files_are_named() {
    for command in ["run", "info", "check", "bench"] {
        assert!(failure(&[command, "nowhere.xml"]).contains("nowhere.xml: no such file"), "{command}");
    }
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert!(failure(&["info", folder]).contains("is a directory"));
}

#[test]
fn bad_models_are_errors_everywhere() {
    let texts: [(&str, &[u8]); 4] = [
        ("empty.xml", b""),
        ("text.xml", b"not xml at all"),
        ("binary.xml", &[0xff, 0xfe, 0x00, 0x80]),
        ("open.xml", b"<mujoco><worldbody>"),
    ];
    for (name, contents) in texts {
        let path = write(name, contents);
        for command in ["run", "info", "bench"] {
            let message = failure(&[command, &path]);
            assert!(message.starts_with("error: ") && message.contains(name), "{command} {name}: {message}");
        }
        assert_eq!(cortenforge(&["check", &path]).status.code(), Some(1));
    }
}

#[test]
fn bad_arguments_are_explained() {
    let quadruped = model("quadruped.xml");
    let cases: [(&[&str], &str); 11] = [
        (&["run", &quadruped, "--time", "-1"], "above zero"),
        (&["run", &quadruped, "--time", "1", "--steps", "1"], "cannot be used with"),
        (&["run", &quadruped, "--steps", "1", "--ctrl", "full"], "no such control file"),
        (&["run", &quadruped, "--steps", "1", "--out", "run.mp4"], ".npz or .csv"),
        (&["run", &quadruped, "--steps", "1", "--out", "/nowhere/at/all/run.npz"], "/nowhere/at/all"),
        (&["run", &quadruped, "--time", "1e300"], "too many steps"),
        (&["run", &quadruped, "--time", "abc"], "abc is not a number of seconds"),
        (&["render", &quadruped, "-o", "a.png", "--time", "abc"], "abc is not a number of seconds"),
        (&["bench", &quadruped, "--steps", "0"], "0"),
        (&["fly"], "unrecognized subcommand"),
        (&["nosuch"], "the commands are: run, render, view,"),
    ];
    for (args, expected) in cases {
        let message = failure(args);
        assert!(message.contains(expected), "{args:?}: {message}");
    }
}

#[test]
fn bad_control_files_are_explained() {
    let quadruped = model("quadruped.xml");
    let cases = [
        (write("narrow.csv", "1,2\n"), "8 controls"),
        (write("words.csv", "0,0,0,0,0,0,0,0\n0,0,0,x,0,0,0,0\n"), "line 2: 'x' is not a number"),
        (write("nan.csv", "0,0,0,NaN,0,0,0,0\n"), "has a NaN or infinite number"),
        (write("none.csv", "\n"), "no rows"),
        (write("other.txt", "1"), ".csv and .npz"),
        (write("broken.npz", "PK"), "not a zip archive"),
    ];
    for (path, expected) in cases {
        let message = failure(&["run", &quadruped, "--steps", "2", "--ctrl", &path]);
        assert!(message.contains(expected), "{path}: {message}");
    }
}

#[test]
fn help_shows_examples() {
    for args in [&["--help"][..], &["run", "--help"], &["info", "--help"], &["check", "--help"], &["bench", "--help"]] {
        let output = cortenforge(args);
        assert!(output.status.success());
        assert!(stdout(&output).contains("Examples:"), "{args:?}");
    }
    assert!(stdout(&cortenforge(&["--version"])).contains(env!("CARGO_PKG_VERSION")));
}
