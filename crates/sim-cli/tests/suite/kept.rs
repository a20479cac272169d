//! What a run recorded or filmed is kept: on a full disk, past a limit on files, after the end of a terminal, with odd paths and times.

#![cfg(target_os = "linux")] // limits, signals and file systems
use crate::common::{
    command, cortenforge, folder, in_a_terminal, model, object, packed_array, parts, pause, rows, signal, signal_group,
    stderr, stdout, text, wait_for_recording, write, zip,
};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// A ball that bounces, so that pictures differ.
const BALL: &str = "<mujoco><worldbody><geom type='plane' size='2 2 .1'/><body pos='0 0 1'><freejoint/>\
                    <geom size='.2' rgba='1 0 0 1'/></body></worldbody></mujoco>";

/// Pictures of a film in WebP, whose chunks must fill the file, or of a GIF, which must be whole too.
fn pictures(path: &Path) -> u64 {
    let bytes = std::fs::read(path).unwrap();
    if path.extension().unwrap() == "gif" { gif_pictures(&bytes) } else { webp_pictures(&bytes) }
}

fn webp_pictures(bytes: &[u8]) -> u64 {
    let size = |at: usize| u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap()) as usize;
    assert_eq!((&bytes[..4], size(0) + 8, &bytes[8..12]), (&b"RIFF"[..], bytes.len(), &b"WEBP"[..]));
    let (mut at, mut count) = (12, 0);
    while at < bytes.len() {
        count += u64::from(&bytes[at..at + 4] == b"ANMF");
        at += 8 + size(at).next_multiple_of(2);
    }
    assert_eq!(at, bytes.len());
    count
}

/// Walks over the blocks of a GIF.
fn gif_pictures(bytes: &[u8]) -> u64 {
    let table = |flags: u8| if flags & 0x80 != 0 { 3 << ((flags & 7) + 1) } else { 0 };
    assert_eq!(&bytes[..6], b"GIF89a");
    let (mut at, mut count) = (13 + table(bytes[10]), 0);
    loop {
        match bytes[at] {
            0x3b => break,
            0x21 => at += 2,
            0x2c => {
                count += 1;
                at += 11 + table(bytes[at + 9]);
            }
            other => panic!("block {other:x} at {at}"),
        }
        while bytes[at] != 0 {
            at += 1 + usize::from(bytes[at]);
        }
        at += 1;
    }
    assert_eq!(at + 1, bytes.len());
    count
}

/// Checks the report of a run that ended early: it names the file and what is in it.
fn check_kept(output: &Output, file: &Path, label: &str) {
    let report = object(output);
    let message = report["error"]["message"].as_str().unwrap_or_else(|| panic!("{label}: {report}"));
    if file.extension().is_some_and(|ending| ending == "npz" || ending == "csv") {
        let count = rows(file) as u64;
        assert_eq!((&report["recorded"]["rows"], count > 0), (&count.into(), true), "{label}: {report}");
        assert!(
            message.contains(&format!("; recorded until then: {count} rows in {}", text(file))),
            "{label}: {message}"
        );
    } else {
        let count = pictures(file);
        assert_eq!((&report["filmed"]["pictures"], count > 0), (&count.into(), true), "{label}: {report}");
        assert!(
            message.contains(&format!("; filmed until then: {count} pictures in {}", text(file))),
            "{label}: {message}"
        );
    }
}

/// Arguments that record to a file, or film.
fn arguments<'a>(model: &'a str, file: &'a str, length: &[&'a str]) -> Vec<&'a str> {
    let place = match file.rsplit('.').next() {
        Some("npz" | "csv") => vec!["--out", file],
        _ => vec!["--video", file, "--size", "64x48", "--fps", "50"],
    };
    [&["run", model, "--json"][..], length, &place].concat()
}

#[test]
fn a_limit_on_file_sizes_keeps_what_was_recorded() {
    let cases = [
        // less than a block of rows, more than one, far fewer than planned
        ("npz", 30, &["--steps", "3000"][..]),
        ("csv", 30, &["--steps", "3000"]),
        ("npz", 3000, &["--time", "1000"]),
        ("csv", 3000, &["--time", "1000"]),
        ("npz", 3000, &["--steps", "1000000000"]),
        ("npz", 10, &["--steps", "200"]),
        ("gif", 60, &["--time", "1000"]),
        ("webp", 60, &["--time", "1000"]),
        ("webp", 24, &["--time", "1000"]),
    ];
    for (ending, blocks, length) in cases {
        let label = format!("{ending}, {blocks} blocks, {length:?}");
        let folder = folder(&format!("limit-{ending}-{blocks}-{}", length[1]));
        let ball = write(&folder.join("ball.xml"), BALL);
        let file = folder.join(format!("run.{ending}"));
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -f {blocks}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_cortenforge")]);
        let output = command.args(arguments(&ball, &text(&file), length)).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{label}: {} {}", output.status, stderr(&output));
        check_kept(&output, &file, &label);
        assert!(stderr(&output).contains("File too large"), "{label}: {}", stderr(&output));
        assert!(stderr(&output).contains("ulimit -f"), "{label}: {}", stderr(&output));
        assert_eq!(parts(&folder), 0, "{label}");
        let size = std::fs::metadata(&file).unwrap().len();
        assert!(size <= blocks * 1024 && size > blocks * 512 / 3, "{label}: {size} bytes");
    }
}

/// Runs the command with a disk of a few kilobytes at `disk`, and copies what is there to `out`. `None`: this machine lets nobody
/// mount one.
fn on_a_small_disk(kilobytes: u32, disk: &Path, out: &Path, args: &[&str]) -> Option<Output> {
    let mount = format!("mount -t tmpfs -o size={kilobytes}k none '{}'", disk.display());
    let isolated = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-c", script, env!("CARGO_BIN_EXE_cortenforge")]).stdin(Stdio::null());
        command
    };
    if !isolated(&mount).output().is_ok_and(|output| output.status.success()) {
        return None;
    }
    let copy = format!("cp -a '{}/.' '{}'", disk.display(), out.display());
    Some(isolated(&format!("{mount} && \"$0\" \"$@\"; status=$?; {copy}; exit $status")).args(args).output().unwrap())
}

#[test]
fn a_full_disk_keeps_what_was_recorded() {
    let cases = [
        ("npz", 64, &["--steps", "3000"][..]),
        ("csv", 64, &["--steps", "3000"]),
        ("npz", 4000, &["--time", "1000"]),
        ("csv", 4000, &["--time", "1000"]),
        ("npz", 2500, &["--steps", "1000000000"]),
        ("gif", 64, &["--time", "1000"]),
        ("webp", 64, &["--time", "1000"]),
        ("webp", 20, &["--time", "1000"]),
    ];
    for (ending, kilobytes, length) in cases {
        let label = format!("{ending}, {kilobytes} KiB, {length:?}");
        let folder = folder(&format!("full-{ending}-{kilobytes}-{}", length[1]));
        let ball = write(&folder.join("ball.xml"), BALL);
        let [disk, out] = ["disk", "out"].map(|name| folder.join(name));
        [&disk, &out].into_iter().for_each(|folder| std::fs::create_dir(folder).unwrap());
        let file = text(&disk.join(format!("run.{ending}")));
        let Some(output) = on_a_small_disk(kilobytes, &disk, &out, &arguments(&ball, &file, length)) else {
            return eprintln!("no disk can be mounted here: not tested");
        };
        assert_eq!(output.status.code(), Some(1), "{label}: {} {}", output.status, stderr(&output));
        assert!(stderr(&output).contains("No space left on device"), "{label}: {}", stderr(&output));
        assert!(stderr(&output).contains("free space on the disk"), "{label}: {}", stderr(&output));
        assert_eq!(parts(&out), 0, "{label}");
        // the report names the file where it was
        let kept = out.join(format!("run.{ending}"));
        let report = stdout(&output).replace(&file, &text(&kept));
        check_kept(&Output { stdout: report.into_bytes(), ..output }, &kept, &label);
    }
}

#[test]
fn signals_of_terminals_and_limits_keep_what_was_recorded() {
    let cases = [
        ("npz", &["HUP"][..]),
        ("csv", &["HUP"]),
        ("webp", &["HUP"]),
        ("gif", &["HUP"]),
        // a terminal and a shell send theirs both; `timeout` sends its signal twice
        ("npz", &["HUP", "HUP", "HUP"]),
        ("npz", &["TERM", "TERM", "TERM"]),
        ("csv", &["HUP", "TERM"]),
        ("npz", &["XCPU"]),
        ("csv", &["XCPU", "XCPU"]),
    ];
    for (ending, signals) in cases {
        let label = format!("{ending}, {signals:?}");
        let folder = folder(&format!("signals-{ending}-{}", signals.join("-")));
        let ball = write(&folder.join("ball.xml"), BALL);
        let file = folder.join(format!("run.{ending}"));
        let mut command = in_a_terminal(&arguments(&ball, &text(&file), &["--time", "100000"]));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_for_recording(&folder, &mut child);
        signals.iter().for_each(|name| signal(&child, name));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{label}: {}", stderr(&output));
        check_kept(&output, &file, &label);
        assert_eq!(parts(&folder), 0, "{label}");
    }
}

#[test]
fn nohup_outlives_its_terminal() {
    let folder = folder("nohup");
    let file = folder.join("run.npz");
    let args = ["run", &model("pendulum_ball.xml"), "--time", "100000", "--out", &text(&file), "--json"];
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_cortenforge")]).args(args);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for_recording(&folder, &mut child);
    signal(&child, "HUP");
    pause(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "the run is over");
    signal(&child, "TERM");
    let output = child.wait_with_output().unwrap();
    check_kept(&output, &file, "nohup");
}

/// Ctrl-C reaches all programs of a terminal; the encoder must finish its film nevertheless.
#[test]
fn a_film_by_ffmpeg_outlives_the_signals_of_a_terminal() {
    for name in ["INT", "HUP", "TERM"] {
        let folder = folder(&format!("ffmpeg-{name}"));
        let ball = write(&folder.join("ball.xml"), BALL);
        let encoder = folder.join("ffmpeg");
        let trapped = "#!/bin/sh\ntrap 'exit 255' INT HUP TERM\nfor last; do :; done\ncat > \"$last\"\n";
        write(&encoder, trapped);
        assert!(Command::new("chmod").arg("+x").arg(&encoder).status().unwrap().success());
        let film = folder.join("film.mp4");
        let args = ["run", &ball, "--time", "100000", "--video", &text(&film), "--size", "64x48", "--json"];
        let path = format!("{}:{}", text(&folder), std::env::var("PATH").unwrap_or_default());
        let mut command = in_a_terminal(&args);
        command.env("PATH", path).process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        wait_for_recording(&folder, &mut child);
        signal_group(&child, name);
        let output = child.wait_with_output().unwrap();
        let report = object(&output);
        let pictures = report["filmed"]["pictures"].as_u64().unwrap_or_else(|| panic!("{name}: {report}"));
        let size = std::fs::metadata(&film).unwrap().len();
        assert_eq!((output.status.code(), size), (Some(130), pictures * 64 * 48 * 3), "{name}: {report}");
        assert_eq!(parts(&folder), 0, "{name}");
    }
}

#[test]
fn times_that_fall_or_are_nan_are_errors() {
    let folder = folder("times");
    let slider = "<mujoco><worldbody><body><joint type='slide'/><geom size='.1'/></body></worldbody></mujoco>";
    let slider = write(&folder.join("slider.xml"), slider);
    let cases: [(&str, [f64; 3], Option<&str>); 7] = [
        ("falls", [0.0, 0.2, 0.1], Some("row 2 is 0.1 s, before 0.2 s")),
        ("reversed", [2.0, 1.0, 0.0], Some("row 1 is 1 s, before 2 s")),
        ("first", [f64::NAN, 1.0, 2.0], Some("row 0 is NaN")),
        ("last", [0.0, 1.0, f64::NAN], Some("row 2 is NaN")),
        ("endless", [0.0, 1.0, f64::INFINITY], Some("row 2 is inf")),
        ("still", [0.5, 0.5, 0.5], None),
        ("late", [-1.0, 0.0, 7.0], None),
    ];
    for (name, times, expected) in cases {
        let numbers = [0.0, 0.1, 0.2];
        let arrays = [
            packed_array("time", "3,", &times, false),
            packed_array("qpos", "3, 1", &numbers, false),
            packed_array("qvel", "3, 1", &numbers, false),
            packed_array("act", "3, 0", &[], false),
            packed_array("ctrl", "3, 0", &[], false),
        ];
        let run = write(&folder.join(format!("{name}.npz")), zip(&arrays));
        for ending in ["png", "gif", "webp"] {
            let label = format!("{name}.{ending}");
            let out = folder.join(&label);
            let args =
                ["render", &run, "--model", &slider, "-o", &text(&out), "--size", "32x24", "--fps", "2", "--json"];
            let output = cortenforge(&args);
            let report = object(&output);
            assert_eq!(output.status.success(), expected.is_none(), "{label}: {report}");
            assert_eq!(out.exists(), expected.is_none(), "{label}");
            match expected {
                Some(words) => {
                    let message = report["error"]["message"].as_str().unwrap();
                    assert!(message.contains(words), "{label}: {message}");
                }
                None => assert!(report["pictures"].as_u64().unwrap() > 0, "{label}: {report}"),
            }
        }
    }
    assert_eq!(parts(&folder), 0);
}

/// The command with arguments that need not be text.
fn with_paths(args: &[&OsStr]) -> Output {
    command(&[]).args(args).output().unwrap()
}

#[test]
fn paths_that_are_not_utf8_are_kept() {
    let folder = folder("paths");
    let names: [&[u8]; 6] = [b"caf\xe9", b"\xff", b"\xed\xb2\x80", "größe".as_bytes(), b"a\nb", b"\xe4\xb8 \x80\x80"];
    for (i, name) in names.into_iter().enumerate() {
        let place = folder.join(i.to_string()).join(OsStr::from_bytes(name));
        std::fs::create_dir_all(&place).unwrap();
        let own = |ending: &str| -> PathBuf {
            let mut file = OsString::from(OsStr::from_bytes(name));
            file.push(ending);
            place.join(file)
        };
        let (model, run, again, film) = (own(".xml"), own(".npz"), own("-again.npz"), own(".gif"));
        std::fs::write(&model, BALL).unwrap();
        let of = |args: &[&OsStr]| {
            let output = with_paths(args);
            assert!(output.status.success(), "{name:?}: {}", stderr(&output));
        };
        let [steps, ten, out, o] = ["--steps", "10", "--out", "-o"].map(OsStr::new);
        of(&["run".as_ref(), model.as_ref(), steps, ten, out, run.as_ref()]);
        // the recording names its model
        of(&["render".as_ref(), run.as_ref(), o, film.as_ref(), "--size".as_ref(), "32x24".as_ref()]);
        assert!(std::fs::metadata(&film).unwrap().len() > 0);
        // the ball has no controls, which is said of a file that is found
        let output = with_paths(&["run".as_ref(), model.as_ref(), steps, ten, "--ctrl".as_ref(), again.as_ref()]);
        assert!(stderr(&output).contains("no such control file"), "{name:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("UTF-8"), "{name:?}: {}", stderr(&output));
    }
}
