//! Every outcome is reported: by the exit status, by a line on standard error, and with `--json` by an object.

#[cfg(target_os = "linux")]
use crate::common::{bounded, limited};
use crate::common::{command, cortenforge, folder, model, object, stderr, stdout, text, write};
use std::fs::{File, OpenOptions};
use std::process::Stdio;

fn scene(option: &str, joint: &str) -> String {
    format!(
        "<mujoco><option {option}/><worldbody><body><joint type='slide' {joint}/><geom size='.1' mass='1'/></body>\
         </worldbody></mujoco>"
    )
}

#[test]
fn errors_are_json_where_json_is_asked_for() {
    let folder = folder("json_errors");
    let of = |name: &str, contents: &str| write(&folder.join(name), contents);
    let bad = of("bad.xml", "<mujoco>\n <worldbody>\n  <geom typ='box'/>\n </worldbody>\n</mujoco>");
    let open = of("open.xml", "<mujoco><worldbody>");
    let still = of("still.xml", &scene("timestep='0'", ""));
    let quadruped = model("quadruped.xml");
    let words = of("words.csv", "0,0,0,x,0,0,0,0\n");
    let cases: [(&[&str], &str, i32); 14] = [
        (&["run", &bad], "model", 1),
        (&["info", &bad], "model", 1),
        (&["bench", &bad], "model", 1),
        (&["run", &open], "model", 1),
        (&["run", "nowhere.xml"], "file", 1),
        (&["info", "nowhere.xml"], "file", 1),
        (&["check", "nowhere.xml"], "file", 1),
        (&["bench", "nowhere.xml"], "file", 1),
        (&["run", &quadruped, "--steps", "2", "--ctrl", &words], "file", 1),
        (&["run", &quadruped, "--steps", "2", "--out", "run.mp4"], "file", 1),
        (&["run", &still], "step", 1),
        (&["run", &quadruped, "--time", "1e300"], "usage", 1),
        (&["run", &quadruped, "--time", "-1"], "usage", 2),
        (&["fly"], "usage", 2),
    ];
    for (args, kind, status) in cases {
        let with_json: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
        let output = cortenforge(&with_json);
        let report = object(&output);
        assert_eq!(report["error"]["kind"], kind, "{args:?}: {report}");
        assert!(!report["error"]["message"].as_str().unwrap().is_empty(), "{args:?}");
        assert_eq!(output.status.code(), Some(status), "{args:?}");
        let plain = cortenforge(args);
        assert_eq!((stdout(&plain), plain.status.code()), (String::new(), Some(status)), "{args:?}");
        assert!(stderr(&plain).starts_with("error: "), "{args:?}: {}", stderr(&plain));
    }
    let report = object(&cortenforge(&["run", &bad, "--json"]));
    assert_eq!((&report["error"]["line"], &report["error"]["file"]), (&3.into(), &bad.as_str().into()));
    assert!(report["error"]["column"].as_u64().unwrap() > 1);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let quadruped = model("quadruped.xml");
    let cases: [&[&str]; 7] = [
        &["run", &quadruped, "--steps", "2"],
        &["run", &quadruped, "--steps", "2", "--json"],
        &["info", &quadruped],
        &["check", &quadruped],
        &["bench", &quadruped, "--steps", "2"],
        &["--help"],
        &["run", "nowhere.xml", "--json"],
    ];
    for args in cases {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = limited(args).stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let message = stderr(&output);
        assert!(message.contains("error: standard output: No space left"), "{args:?}: {message}");
        assert!(!message.contains("panicked"), "{args:?}: {message}");
        // a pipe without a reader
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = limited(args).stdout(writer).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(141), "{args:?}");
        let message = stderr(&output);
        assert!(!message.contains("Broken pipe") && !message.contains("panicked"), "{args:?}: {message}");
        assert_eq!(message.contains("no such file"), args.contains(&"nowhere.xml"), "{args:?}: {message}");
    }
}

#[test]
fn check_reports_what_run_refuses() {
    let folder = folder("checked");
    let cases = [
        ("zero.xml", scene("timestep='0'", ""), "time step 0"),
        ("negative.xml", scene("timestep='-0.01'", ""), "time step -0.01"),
        ("short.xml", scene("timestep='1e-300'", ""), "too many steps"),
        ("heavy.xml", scene("gravity='0 0 -1e30'", "axis='0 0 1'"), "qacc[0]"),
        ("far.xml", scene("", "ref='1e20'"), "qpos[0]"),
    ];
    for (name, contents, expected) in cases {
        let path = write(&folder.join(name), contents);
        let run = cortenforge(&["run", &path, "--steps", "1"]);
        let plain = cortenforge(&["run", &path]);
        assert!(!plain.status.success(), "{name} runs: {}", stdout(&plain));
        assert!(stderr(&plain).contains(expected) || stderr(&run).contains(expected), "{name}: {}", stderr(&plain));
        let check = cortenforge(&["check", &path, "--json"]);
        assert_eq!(check.status.code(), Some(1), "{name}");
        let report = object(&check);
        assert_eq!(report["ok"], false);
        let message = report["errors"][0]["message"].as_str().unwrap();
        assert!(message.contains(expected) && !message.contains(name), "{message}");
        assert_eq!(report["errors"][0]["file"], path.as_str());
    }
}

#[test]
fn all_errors_of_a_document_are_listed() {
    let folder = folder("all_errors");
    let bad = "<mujoco>\n <worldbody>\n  <geom typ='box'/>\n  <geom size='x'/>\n  <bdy/>\n </worldbody>\n</mujoco>";
    let bad = write(&folder.join("bad.xml"), bad);
    let check = cortenforge(&["check", &bad, "--json"]);
    let report = object(&check);
    let lines: Vec<_> = report["errors"].as_array().unwrap().iter().map(|error| error["line"].clone()).collect();
    assert_eq!(lines, [3, 4, 5], "{report}");
    assert!(stdout(&cortenforge(&["check", &bad])).contains("3 errors"));
    let report = object(&cortenforge(&["run", &bad, "--json"]));
    assert_eq!((&report["error"]["line"], report["error"]["errors"].as_array().unwrap().len()), (&3.into(), 3));
}

#[cfg(target_os = "linux")]
#[test]
fn control_files_without_end_are_refused() {
    let folder = folder("controls");
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, folder.join(name)).unwrap();
        text(&folder.join(name))
    };
    let sparse = |name: &str, len: u64| {
        let path = folder.join(name);
        File::create(&path).unwrap().set_len(len).unwrap();
        text(&path)
    };
    let pipe = folder.join("pipe.csv");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let cases = [
        ("/dev/zero".to_string(), "not a regular file"),
        ("/dev/random".to_string(), "not a regular file"),
        (link("/dev/zero", "zero.csv"), "not a regular file"),
        (link("/dev/zero", "zero.npz"), "not a regular file"),
        (text(&pipe), "not a regular file"),
        (link("/proc/self/maps", "maps.csv"), "no rows"),
        (link("/proc/kmsg", "kernel.npz"), "no rows"),
        (sparse("large.csv", 3 << 30), "3.0 GiB are too much"),
        (sparse("zeros.csv", 1 << 29), "line 1 is longer than"),
        (sparse("large.npz", 3 << 30), "not a zip archive"),
        (text(&folder), "is a directory"),
    ];
    for (path, expected) in cases {
        let output = bounded(&["run", &model("quadruped.xml"), "--steps", "2", "--ctrl", &path]);
        assert_eq!(output.status.code(), Some(1), "{path}");
        assert!(stderr(&output).contains(expected), "{path}: {}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn hostile_archives_are_refused() {
    use crate::common::{Packed, packed_zeros, zip};
    use std::os::unix::fs::FileExt;
    let folder = folder("archives");
    let of = |name: &str, entries: &[Packed]| write(&folder.join(name), zip(entries));
    // two gigabytes in two megabytes; the unpacked limit; a ratio that no compression reaches; rows that do not exist
    let bomb = of("bomb.npz", &[packed_zeros("ctrl.npy", 1 << 24, 8)]);
    let largest = of("largest.npz", &[packed_zeros("ctrl.npy", 1 << 21, 8)]);
    let mut empty = packed_zeros("ctrl.npy", 1 << 21, 8);
    empty.data.truncate(1000);
    let empty = of("empty.npz", &[empty]);
    let mut short = packed_zeros("ctrl.npy", 1 << 21, 8);
    let len = short.data.len();
    short.data.truncate(len - 2000);
    short.data.extend([3, 0]);
    let short = of("short.npz", &[short]);
    let garbage = Packed { name: "ctrl.npy".into(), data: vec![0xff; 1 << 20], size: 1 << 28, checksum: 0 };
    let garbage = of("garbage.npz", &[garbage]);
    let entry = |i: u32| Packed { name: format!("array{i}.npy"), data: vec![3, 0], size: 0, checksum: 0 };
    let crowd = of("crowd.npz", &(0..60_000).map(entry).collect::<Vec<_>>());
    // a directory of three gigabytes of zeros
    let path = folder.join("hollow.npz");
    let hollow = File::create(&path).unwrap();
    let end = [b"PK\x05\x06\0\0\0\0\x01\0\x01\0".as_slice(), &(3u32 << 30).to_le_bytes(), &[0; 6]].concat();
    hollow.write_all_at(&end, 3 << 30).unwrap();
    let hollow = text(&path);
    let cases = [
        (bomb, "has 134217728 numbers: the limit is"),
        (largest, "damaged entry"),
        (empty, "cannot have the size"),
        (short, "damaged entry"),
        (garbage, "not a .npy array"),
        (crowd, "too many entries"),
        (hollow, "truncated directory"),
    ];
    for (path, expected) in cases {
        let output = bounded(&["run", &model("quadruped.xml"), "--steps", "1000000000", "--ctrl", &path]);
        assert_eq!(output.status.code(), Some(1), "{path}");
        assert!(stderr(&output).contains(expected), "{path}: {}", stderr(&output));
    }
}

#[test]
fn packed_controls_are_read() {
    let folder = folder("packed");
    // more data than the run reads, so the checksum is not checked
    let path =
        write(&folder.join("packed.npz"), crate::common::zip(&[crate::common::packed_zeros("ctrl.npy", 1 << 14, 8)]));
    let output = cortenforge(&["run", &model("quadruped.xml"), "--steps", "20", "--ctrl", &path]);
    assert!(output.status.success(), "{}", stderr(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn models_that_are_no_files_are_refused() {
    for (path, expected) in
        [("/dev/zero", "not a regular file"), ("/dev/null", "not a regular file"), ("/tmp", "is a directory")]
    {
        for name in ["run", "info", "check", "bench"] {
            let output = bounded(&[name, path]);
            assert_eq!(output.status.code(), Some(1), "{name} {path}");
            assert!(stderr(&output).contains(expected), "{name} {path}: {}", stderr(&output));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_bounds_of_commands_are_kept() {
    let forever = limited(&["run", &model("quadruped.xml"), "--steps", "1000000000"]).output().unwrap();
    assert_eq!(forever.status.code(), None, "ended by a signal, not {}", forever.status);
}

#[cfg(target_os = "linux")]
#[test]
fn hostile_commands_are_bounded() {
    let folder = folder("hostile");
    let of = |name: &str, contents: &str| write(&folder.join(name), contents);
    let quadruped = model("quadruped.xml");
    let copies = of(
        "copies.xml",
        "<mujoco><worldbody><replicate count='2000000000'><geom size='1'/></replicate></worldbody></mujoco>",
    );
    let chain = format!("{}{}", "<body><joint/><joint/><joint/><joint/>".repeat(480), "</body>".repeat(480));
    let chain =
        of("chain.xml", &format!("<mujoco><worldbody><replicate count='40'>{chain}</replicate></worldbody></mujoco>"));
    let heap = "<body><freejoint/><geom size='.1'/></body>".repeat(600);
    let heap = of("heap.xml", &format!("<mujoco><worldbody>{heap}</worldbody></mujoco>"));
    let bomb = of("bomb.xml", &"<a>".repeat(1_000_000));
    let words = of("words.csv", &"x,".repeat(4_000_000));
    let nowhere = text(&folder.join("none").join("run.csv"));
    let sparse = folder.join("sparse.stl");
    File::create(&sparse).unwrap().set_len(900 << 20).unwrap();
    let sparse = "<mujoco><asset><mesh name='m' file='sparse.stl'/></asset><worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>";
    let sparse = of("sparse.xml", sparse);
    let endless = text(&folder.join("endless.npz"));
    let cases: [(&[&str], &str); 16] = [
        (&["check", &copies], "objects"),
        (&["run", &copies], "objects"),
        (&["info", &chain], "limit"),
        (&["check", &heap], "limit"),
        (&["run", &heap, "--steps", "1000000"], "limit"),
        (&["bench", &heap], "limit"),
        (&["check", &bomb], "error"),
        (&["run", &quadruped, "--time", "1e300"], "too many steps"),
        (&["run", &quadruped, "--steps", "99999999999999999999"], "invalid value"),
        (&["run", &quadruped, "--steps", "2", "--ctrl", &words], "words.csv"),
        (&["run", &quadruped, "--steps", "2", "--out", &nowhere], "run.csv"),
        (&["run", &quadruped, "--steps", "2", "--out", &quadruped], "quadruped.xml"),
        (&["run", &quadruped, "--steps", "100000000000", "--out", &endless], "do not fit"),
        (&["check", &sparse], "0 faces"),
        (&["info", &sparse], "0 faces"),
        (&["check", &text(&folder)], "directory"),
    ];
    for (args, word) in cases {
        for json in [false, true] {
            let args: Vec<&str> = args.iter().copied().chain(json.then_some("--json")).collect();
            let output = bounded(&args);
            assert!(!output.status.success(), "{args:?}: {}", stdout(&output));
            let output_text = stdout(&output) + &stderr(&output);
            assert!(output_text.contains(word) && !output_text.contains("panicked"), "{args:?}: {output_text}");
        }
    }
}

/// A dozen mistakes in as many sections.
const DOZEN: &str = "<mujoco>
<option timestap='1'/>
<asset><material name='m' texture='none'/></asset>
<worldbody>
 <body name='a'><joint name='j'/><geom name='g' size='1'/><site name='s'/></body>
 <body name='a'><geom name='h' size='1' material='none'/></body>
 <body name='c'><geom class='none' size='1'/></body>
</worldbody>
<contact><pair geom1='g' geom2='none'/></contact>
<contact><exclude body1='a' body2='none'/></contact>
<equality><joint joint1='none'/></equality>
<tendon><fixed><joint joint='none' coef='1'/></fixed></tendon>
<actuator><motor joint='none'/></actuator>
<sensor><gyro site='none'/></sensor>
<custom><tuple name='t'><element objtype='geom' objname='none'/></tuple></custom>
</mujoco>";

#[test]
fn check_tells_of_all_mistakes_at_once() {
    let folder = folder("dozen");
    let path = write(&folder.join("dozen.xml"), DOZEN);
    let lines = [2, 3, 6, 6, 7, 9, 10, 11, 12, 13, 14, 15];
    let plain = cortenforge(&["check", &path]);
    let text = stdout(&plain);
    assert_eq!(plain.status.code(), Some(1), "{text}");
    assert!(text.ends_with(": 12 errors, 0 warnings\n"), "{text}");
    let reported = text.lines().filter_map(|line| line.strip_prefix("error: ")?.strip_prefix(&path)?.split(':').nth(1));
    assert_eq!(reported.map(|line| line.parse().unwrap()).collect::<Vec<i32>>(), lines, "{text}");
    let report = object(&cortenforge(&["check", &path, "--json"]));
    let errors = report["errors"].as_array().unwrap();
    assert_eq!(errors.iter().map(|e| e["line"].as_i64().unwrap()).collect::<Vec<_>>(), lines.map(i64::from));
    assert!(errors.iter().all(|e| e["file"] == path.as_str() && !e["message"].as_str().unwrap().is_empty()));
    // the other commands report them too
    let report = object(&cortenforge(&["run", &path, "--json"]));
    assert_eq!(report["error"]["errors"].as_array().map(Vec::len), Some(12));
}

/// Models that take long to load, each in its own way.
fn slow_models() -> Vec<(&'static str, String)> {
    let muscle = "<mujoco><compiler><lengthrange inttotal='1000' timestep='0.0001'/></compiler><worldbody><body>\
        <joint name='j' limited='true' range='-90 90'/><geom size='.1'/></body></worldbody>\
        <actuator><muscle joint='j'/></actuator></mujoco>";
    let chain = "<body><joint/><joint axis='1 0 0'/><joint axis='0 1 0'/><geom size='.1'/>".repeat(450);
    let chain = format!("<mujoco><worldbody>{chain}{}</worldbody></mujoco>", "</body>".repeat(450));
    vec![("length range", muscle.to_string()), ("constants", chain)]
}

/// Waits until a process has used this many hundredths of a second of processor time. Returns false if it ended before.
#[cfg(target_os = "linux")]
fn has_worked(child: &mut std::process::Child, hundredths: u64) -> bool {
    while child.try_wait().unwrap().is_none() {
        // fields after the name, which ends in the last bracket; the 12th and 13th are processor times
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
        let fields = stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace().skip(11).take(2);
        if fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() >= hundredths {
            return true;
        }
        std::thread::yield_now();
    }
    false
}

#[cfg(target_os = "linux")]
#[test]
fn loading_can_be_interrupted() {
    use std::time::{Duration, Instant};
    let folder = folder("slow");
    for (i, (name, text)) in slow_models().into_iter().enumerate() {
        let path = write(&folder.join(format!("slow{i}.xml")), text);
        for (arguments, json) in [(["check", &path], false), (["info", &path], true), (["run", &path], true)] {
            let arguments: Vec<&str> = arguments.into_iter().chain(json.then_some("--json")).collect();
            let mut child = command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            assert!(has_worked(&mut child, 30), "{name}: it is loaded already");
            crate::common::signal(&child, "INT");
            let sent = Instant::now();
            let output = child.wait_with_output().unwrap();
            // wall time, which other processes stretch; tests of the package measure processor time
            assert!(sent.elapsed() < Duration::from_secs(10), "{name}");
            assert_eq!(output.status.code(), Some(130), "{name}: {}", stderr(&output));
            assert!(stderr(&output).contains("interrupted while the model was loaded"), "{}", stderr(&output));
            if json {
                assert_eq!(object(&output)["error"]["kind"], "interrupted");
            }
        }
    }
}
