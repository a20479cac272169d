//! No recording is lost: neither an earlier one, nor what a run recorded or filmed before it ended early.

#![cfg(unix)] // signals are sent by `kill`

use crate::common::{
    command, cortenforge, folder, model, object, parts, pause, rows, signal, stderr, text, wait_for_recording, write,
};
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

/// A slider with positive feedback: its velocity grows until the engine reports an error.
const RUNAWAY: &str = "<mujoco><option integrator='Euler'><flag eulerdamp='disable'/></option><worldbody><body>\
                       <joint type='slide' damping='-50'/><geom size='.1' mass='1'/></body></worldbody></mujoco>";

fn record(model: &str, steps: &str, out: &Path) {
    let output = cortenforge(&["run", model, "--steps", steps, "--out", &text(out)]);
    assert!(output.status.success(), "{}", stderr(&output));
}

/// Pseudo-random numbers, equal in every run.
fn drawn(i: u64) -> f64 {
    (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64 / (1u64 << 24) as f64
}

#[test]
fn a_killed_run_leaves_the_old_recording_or_a_whole_new_one() {
    let folder = folder("killed");
    let model = model("pendulum_ball.xml");
    for ending in ["npz", "csv"] {
        let out = folder.join(format!("run.{ending}"));
        record(&model, "7", &out);
        let old = std::fs::read(&out).unwrap();
        let start = Instant::now();
        record(&model, "4000", &folder.join(format!("timed.{ending}")));
        let whole = start.elapsed();
        let (mut before, mut after) = (0, 0);
        for i in 0..50 {
            std::fs::write(&out, &old).unwrap();
            let mut child = command(&["run", &model, "--steps", "4000", "--out", &text(&out)])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            pause(whole.mul_f64(1.3 * drawn(i + 1)));
            child.kill().unwrap();
            child.wait().unwrap();
            match rows(&out) {
                7 => {
                    assert!(std::fs::read(&out).unwrap() == old);
                    before += 1;
                }
                4000 => after += 1,
                n => panic!("{n} rows after a kill"),
            }
        }
        assert_eq!(before + after, 50);
        assert!(before > 0, "no run was killed in time");
    }
    // the next run removes the files of killed runs
    record(&model, "7", &folder.join("last.npz"));
    assert_eq!(parts(&folder), 0);
}

#[test]
fn an_interrupted_run_keeps_what_it_recorded() {
    let cases = [
        ("npz", "INT", false),
        ("npz", "INT", true),
        ("csv", "INT", false),
        ("csv", "INT", true),
        ("npz", "TERM", true),
        ("csv", "TERM", false),
    ];
    for (i, (ending, name, json)) in cases.into_iter().enumerate() {
        let folder = folder(&format!("interrupted{i}"));
        let out = folder.join(format!("run.{ending}"));
        record(&model("pendulum_ball.xml"), "7", &out);
        let mut arguments = vec!["run", "", "--time", "10000", "--out", ""];
        let (model, path) = (model("pendulum_ball.xml"), text(&out));
        (arguments[1], arguments[5]) = (&model, &path);
        arguments.extend(json.then_some("--json"));
        let mut child = command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_for_recording(&folder, &mut child);
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{name}: {}", stderr(&output));
        assert!(stderr(&output).contains("error: interrupted after"), "{}", stderr(&output));
        let kept = rows(&out);
        assert!(kept > 7, "{kept} rows");
        assert_eq!(parts(&folder), 0);
        if json {
            let report = object(&output);
            assert_eq!(report["error"]["kind"], "interrupted");
            assert_eq!(report["recorded"]["rows"], kept);
            assert_eq!(report["error"]["step"], kept);
        }
    }
}

#[test]
fn a_run_that_fails_keeps_what_it_recorded() {
    let folder = folder("failing");
    let runaway = write(&folder.join("runaway.xml"), RUNAWAY);
    for (ending, steps) in [("npz", "100000"), ("csv", "100000"), ("npz", "1000"), ("csv", "1000"), ("npz", "5000000")]
    {
        let out = folder.join(format!("run.{ending}"));
        let output = cortenforge(&["run", &runaway, "--steps", steps, "--out", &text(&out), "--json"]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let report = object(&output);
        assert_eq!(report["error"]["kind"], "step", "{report}");
        assert_eq!(report["recorded"]["rows"], rows(&out));
        assert!(rows(&out) > 10, "{report}");
    }
    assert_eq!(parts(&folder), 0);
}

/// Pictures of a film in WebP, whose chunks must fill the file.
fn pictures(path: &Path) -> usize {
    let bytes = std::fs::read(path).unwrap();
    let size = |at: usize| u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..4], size(0) + 8, &bytes[8..12]), (&b"RIFF"[..], bytes.len(), &b"WEBP"[..]));
    let (mut at, mut count) = (12, 0);
    while at < bytes.len() {
        count += usize::from(&bytes[at..at + 4] == b"ANMF");
        at += 8 + size(at).next_multiple_of(2);
    }
    count
}

#[test]
fn a_film_that_ends_early_is_kept_and_named() {
    let folder = folder("filming");
    let runaway = write(&folder.join("runaway.xml"), RUNAWAY);
    let (out, film) = (text(&folder.join("run.npz")), text(&folder.join("run.webp")));
    let filmed = ["--video", &film, "--size", "40x30", "--fps", "100"];
    // an error of the engine, with a recording and without one
    for recorded in [&["--out", &out][..], &[]] {
        let args = [&["run", &runaway, "--steps", "100000"], recorded, &filmed].concat();
        let output = cortenforge(&args);
        let count = pictures(Path::new(&film));
        assert!(count > 10, "{count} pictures");
        let said = format!("; filmed until then: {count} pictures in {film}");
        assert!(stderr(&output).contains(&said), "{}", stderr(&output));
        assert_eq!(stderr(&output).contains(" rows in "), !recorded.is_empty(), "{}", stderr(&output));
        let report = object(&cortenforge(&[&args[..], &["--json"]].concat()));
        assert_eq!(report["error"]["kind"], "step", "{report}");
        assert_eq!((&report["filmed"]["pictures"], &report["filmed"]["file"]), (&count.into(), &film.as_str().into()));
        assert_eq!(report["recorded"].is_object(), !recorded.is_empty(), "{report}");
    }
    // Ctrl-C
    std::fs::remove_file(&film).unwrap();
    let pendulum = model("pendulum_ball.xml");
    let args = [&["run", &pendulum, "--time", "10000", "--json"], &filmed[..]].concat();
    let mut child = command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_recording(&folder, &mut child);
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    let report = object(&output);
    assert_eq!((output.status.code(), &report["error"]["kind"]), (Some(130), &"interrupted".into()), "{report}");
    assert_eq!(report["filmed"]["pictures"], pictures(Path::new(&film)));
    assert_eq!(parts(&folder), 0);
}

#[test]
fn a_run_that_cannot_begin_leaves_the_old_recording() {
    let folder = folder("beginning");
    let pendulum = model("pendulum_ball.xml");
    let still = RUNAWAY.replace("<option ", "<option timestep='0' ");
    let still = write(&folder.join("still.xml"), still);
    for ending in ["npz", "csv"] {
        let out = folder.join(format!("run.{ending}"));
        record(&pendulum, "7", &out);
        let path = text(&out);
        let cases: [&[&str]; 6] = [
            &["run", &still, "--out", &path],
            &["run", &still, "--steps", "3", "--out", &path],
            &["run", "nowhere.xml", "--out", &path],
            &["run", &pendulum, "--ctrl", "nowhere.csv", "--out", &path],
            &["run", &pendulum, "--time", "1e300", "--out", &path],
            &["run", &pendulum, "--steps", "-3", "--out", &path],
        ];
        for case in cases {
            let output = cortenforge(case);
            assert!(!output.status.success(), "{case:?}");
            assert_eq!(rows(&out), 7, "{case:?}");
        }
    }
    assert_eq!(parts(&folder), 0);
}

#[test]
fn places_that_cannot_be_recorded_to_are_refused() {
    let folder = folder("places");
    let pendulum = std::fs::read(model("pendulum_ball.xml")).unwrap();
    let own = write(&folder.join("model.csv"), &pendulum);
    std::fs::create_dir(folder.join("inner")).unwrap();
    std::fs::create_dir(folder.join("folder.npz")).unwrap();
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, folder.join(name)).unwrap();
        text(&folder.join(name))
    };
    let cases = [
        (own.clone(), "the model itself"),
        (text(&folder.join("inner/../model.csv")), "the model itself"),
        (link(&own, "link.csv"), "the model itself"),
        (link("/dev/full", "full.npz"), "not a regular file"),
        (link("nowhere.npz", "dangling.npz"), "does not exist"),
        (text(&folder.join("folder.npz")), "is a directory"),
        (text(&folder.join("no/such/run.npz")), "the folder does not exist"),
        (text(&folder.join("run.mp4")), ".npz or .csv"),
    ];
    for (out, expected) in cases {
        let output = cortenforge(&["run", &own, "--steps", "3", "--out", &out]);
        assert_eq!(output.status.code(), Some(1), "{out}");
        assert!(stderr(&output).contains(expected), "{out}: {}", stderr(&output));
        assert!(std::fs::read(&own).unwrap() == pendulum, "{out}");
    }
    let output = cortenforge(&["run", &own, "--steps", "1000000000000", "--out", &text(&folder.join("run.npz"))]);
    assert!(stderr(&output).contains("do not fit an .npz file (16.0 TiB): record at most"), "{}", stderr(&output));
    assert_eq!(parts(&folder), 0);
    // a link stays, and its target is replaced
    let target = folder.join("target.npz");
    record(&own, "2", &target);
    let through = link(&text(&target), "through.npz");
    record(&own, "5", Path::new(&through));
    assert_eq!(rows(&target), 5);
    assert!(std::fs::symlink_metadata(&through).unwrap().is_symlink());
}
