//! Files that ask for too much, or are not what they say: each ends in an error that says what was too much, what the
//! limit is and what to do, long before the machine notices.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_mjcf::{Assets, Files, Limits, MjcfError, load_file_from, load_from, load_text};
use std::path::{Path, PathBuf};

/// A text that must be refused, and words that the error must hold.
type Case = (String, &'static [&'static str]);

fn refused(text: &str, assets: Assets) -> MjcfError {
    match load_text(text, "", assets) {
        Ok(_) => panic!("loaded: {}", text.chars().take(200).collect::<String>()),
        Err(error) => error,
    }
}

/// Every case is refused, in words that say why.
fn check(cases: &[Case]) {
    for (text, words) in cases {
        let error = refused(text, Assets::new()).to_string();
        for word in *words {
            assert!(error.contains(word), "'{word}' is not in: {error}");
        }
    }
}

fn world(inside: &str) -> String {
    format!("<mujoco><worldbody>{inside}</worldbody></mujoco>")
}

fn nested(open: &str, levels: usize, inside: &str) -> String {
    let tag: String = open.chars().skip(1).take_while(|c| c.is_ascii_alphabetic()).collect();
    format!("{}{inside}{}", open.repeat(levels), format!("</{tag}>").repeat(levels))
}

fn muscle(lengthrange: &str) -> String {
    format!(
        "<mujoco><compiler><lengthrange {lengthrange}/></compiler><worldbody><body><joint name='j'/><geom size='.1'/></body>
         </worldbody><actuator><muscle name='biceps' joint='j'/></actuator></mujoco>"
    )
}

#[test]
fn work_is_counted_before_it_is_done() {
    let attach: String = (0..12)
        .map(|i| {
            let copies: String = (0..10).map(|k| format!("<attach body='b{i}' prefix='p{k}'/>")).collect();
            format!("<body name='b{}'>{copies}</body>", i + 1)
        })
        .collect();
    let keys = |n: usize, inside: &str| -> String { (0..n).map(|i| format!("<key name='k{i}' {inside}/>")).collect() };
    let copied = |copies: usize, keys: String| {
        format!(
            "<mujoco><worldbody><replicate count='{copies}'><body><joint/><geom size='1'/></body></replicate></worldbody>
             <keyframe>{keys}</keyframe></mujoco>"
        )
    };
    let six = "<joint/>".repeat(6);
    let chain = nested(&format!("<body>{six}<geom size='1'/>"), 490, "<attach body='a' prefix='p'/>");
    check(&[
        (muscle("inttotal='1e9'"), &["actuator 'biceps'", "'inttotal'", "'lengthrange'", "limit 'operations'"]),
        (muscle("inttotal='1e300' timestep='1e-300'"), &["actuator 'biceps'", "operations"]),
        (world(&nested("<replicate count='10'>", 12, "<site/>")), &["objects, the limit is 200000", "fewer copies"]),
        (world(&format!("<body name='b0'><site/></body>{attach}")), &["objects, the limit is 200000"]),
        (copied(1000, keys(1000, "")), &["1000 keyframes", "1000 copies", "'objects'"]),
        (copied(300, keys(300, "qpos='0'")), &["300 keyframes", "bytes, the limit is 4294967296"]),
        (world(&format!("<body name='a'>{chain}</body>")), &["degrees of freedom", "operations"]),
        (
            world(&format!("<replicate count='40'>{}</replicate>", nested(&format!("<body>{six}"), 480, ""))),
            &["degrees of freedom", "limit 'memory'"],
        ),
    ]);
}

#[test]
fn sixty_thousand_classes_load() {
    let classes: String = (0..60_000).map(|i| format!("<default class='c{i}'/>")).collect();
    let text =
        format!("<mujoco><default>{classes}</default><worldbody><geom class='c59999' size='1'/></worldbody></mujoco>");
    assert_eq!(load_text(&text, "", Assets::new()).unwrap().model.ngeom, 1);
}

#[test]
fn limits_can_be_set() {
    let tight = |change: &dyn Fn(&mut Limits), text: &str, name: &str| {
        let mut limits = Limits::default();
        assert!(load_from(text, "", &Files { limits: limits.clone(), ..Files::default() }).is_ok(), "{text}");
        change(&mut limits);
        let error = load_from(text, "", &Files { limits, ..Files::default() }).unwrap_err();
        assert!(matches!(error, MjcfError::TooLarge { .. } | MjcfError::Invalid { .. }), "{error}");
        assert!(error.to_string().contains(&format!("raise the limit '{name}'")), "{error}");
    };
    let bodies = world(&"<body><joint/><geom size='1'/></body>".repeat(20));
    tight(&|l| l.elements = 10, &bodies, "elements");
    tight(&|l| l.objects = 10, &bodies, "objects");
    tight(&|l| l.memory = 1000, &bodies, "memory");
    tight(&|l| l.operations = 1000, &bodies, "operations");
    let texture = "<mujoco><asset><texture name='t' type='2d' builtin='flat' width='50' height='50'/></asset></mujoco>";
    tight(&|l| l.picture_bytes = 1000, texture, "picture_bytes");
    let mesh = "<mujoco><asset><mesh name='m' builtin='supersphere' params='9 1 1'/></asset></mujoco>";
    tight(&|l| l.vertices = 20, mesh, "vertices");
}

#[test]
fn pictures_and_sizes_are_bounded() {
    let asset = |inside: &str| format!("<mujoco><asset>{inside}</asset></mujoco>");
    let texture = |inside: &str| asset(&format!("<texture name='t' {inside}/>"));
    check(&[
        (texture("type='2d' builtin='checker' width='30000' height='30000'"), &["2700000000 bytes", "picture_bytes"]),
        (texture("type='cube' builtin='gradient' width='10000' mark='random'"), &["10000 x 60000", "picture_bytes"]),
        (texture("type='2d' builtin='flat' width='2147483647' height='2147483647'"), &["picture_bytes"]),
        (asset("<hfield name='h' nrow='100000' ncol='100000' size='1 1 1 1'/>"), &["40000000000 bytes", "coarser"]),
        (asset("<hfield name='h' nrow='2147483647' ncol='2147483647' size='1 1 1 1'/>"), &["picture_bytes"]),
        (asset("<mesh name='m' builtin='supersphere' params='2000 1 1'/>"), &["4000000 vertices", "resolution"]),
        ("<mujoco><size nuserdata='2000000000'/></mujoco>".into(), &["'userdata'", "memory"]),
        ("<mujoco><size nkey='1000000000'/></mujoco>".into(), &["nkey", "objects"]),
        (world("<composite type='cable' count='2000000000 1 1' curve='s'><geom type='box'/></composite>"), &["cable"]),
    ]);
}

#[test]
fn pictures_that_lie_are_refused() {
    let text = "<mujoco><asset><texture name='t' type='2d' file='a.png'/></asset></mujoco>";
    let signature = b"\x89PNG\r\n\x1a\n".to_vec();
    for bytes in [vec![], vec![0; 100], signature.clone(), [signature, vec![0xFF; 50]].concat(), b"GIF89a".to_vec()] {
        let error = refused(text, [("a.png", bytes)].into_iter().collect());
        assert!(matches!(error, MjcfError::BadFile { .. }), "{error}");
    }
}

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sim-mjcf-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn model(&self, text: &str) -> MjcfError {
        let path = self.0.join("model.xml");
        std::fs::write(&path, text).unwrap();
        self.load(&path)
    }

    fn load(&self, path: &Path) -> MjcfError {
        load_file_from(path, &Files::with_disk(Assets::new())).map(drop).expect_err("it is refused")
    }

    fn mesh(&self, file: &str) -> MjcfError {
        self.model(&format!(
            "<mujoco><asset><mesh name='m' file='{file}' content_type='model/stl'/></asset>
             <worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>"
        ))
    }

    /// A file that is long without taking room.
    fn sparse(&self, name: &str, bytes: u64) {
        std::fs::File::create(self.0.join(name)).unwrap().set_len(bytes).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn only_regular_files_of_a_sane_size_are_read() {
    let folder = Folder::new("files");
    std::fs::create_dir_all(folder.0.join("folder.stl")).unwrap();
    folder.sparse("huge.stl", 3 << 30);
    folder.sparse("large.stl", 900 << 20);
    folder.sparse("large.xml", 900 << 20);
    folder.sparse("large.png", 900 << 20);
    let picture = "<mujoco><asset><texture name='t' type='2d' file='large.png'/></asset></mujoco>";
    let cases = [
        (folder.mesh("folder.stl"), "it is a directory"),
        (folder.mesh("huge.stl"), "has 3221225472 bytes, the limit is 1073741824"),
        (folder.mesh("large.stl"), "0 faces"),
        (folder.mesh("none.stl"), "missing files"),
        (folder.model("<mujoco><include file='folder.stl'/></mujoco>"), "it is a directory"),
        (folder.model("<mujoco><include file='none.xml'/></mujoco>"), "no such file"),
        (folder.model("<mujoco><include file='large.xml'/></mujoco>"), "not text"),
        (folder.model(picture), "not a usable PNG"),
        (folder.load(&folder.0), "it is a directory"),
        (folder.load(&folder.0.join("none.xml")), "none.xml"),
    ];
    for (error, word) in cases {
        assert!(error.to_string().contains(word), "'{word}' is not in: {error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_files_of_the_system_are_refused() {
    let folder = Folder::new("devices");
    for (file, word) in [
        ("/dev/zero", "device"),
        ("/dev/null", "device"),
        ("/proc/self/maps", "made up by the system"),
        ("/proc/cpuinfo", "made up by the system"),
        ("/proc", "directory"),
    ] {
        for error in [folder.mesh(file), folder.model(&format!("<mujoco><include file='{file}'/></mujoco>"))] {
            assert!(error.to_string().contains(word), "{file}: '{word}' is not in: {error}");
        }
    }
}

#[test]
fn messages_are_for_people() {
    let deep: String = (0..400).map(|i| format!("<body name='b{i}'>")).collect();
    let cases: Vec<(String, &str, &str)> = vec![
        (world("<body name='a&#10;&#27;[31m'><geom/></body>"), "body[a\\n\\u{1b}[31m]", "\u{1b}"),
        (world(&format!("{deep}<geom bogus='1'/>{}", "</body>".repeat(400))), "(395 more)/body[b396]", "body[b200]"),
        (world(&format!("<geom {}='1'/>", "x".repeat(10_000))), "(10000 bytes in all)", "x"),
        ("<mujoco><size nkey='1000000000'/></mujoco>".into(), "nkey of <size> needs", "0:0"),
        (muscle("inttotal='1e9'"), "inttotal 1e9 s, time step 0.01 s", "inttotal 1000000000"),
        (world("<geom class='no&#13;ne' size='1'/>"), "'no\\rne' not found", "\r"),
    ];
    for (text, word, never) in cases {
        let error = refused(&text, Assets::new()).to_string();
        assert!(error.contains(word) && error.len() < 600, "'{word}' is not in: {error}");
        assert!(never == "x" || !error.contains(never), "{never:?} is in: {error}");
    }
}

#[test]
fn length_ranges_that_cannot_be_found_name_the_actuator() {
    let error = refused(&muscle(""), Assets::new()).to_string();
    assert!(error.starts_with("<text>:") && error.contains("length range of actuator 'biceps'"), "{error}");
    assert!(error.contains("give 'lengthrange'"), "{error}");
}

#[test]
fn all_errors_of_a_document_are_reported_together() {
    let text =
        "<mujoco><option timestap='1'/><worldbody>\n<geom sise='1'/>\n<geom size='a' rgba='1 2'/>\n<bodie><x/></bodie>
        <geom type='cub'/></worldbody>\n<include file='nowhere.xml'/>\n<sensor><gyro/></sensor></mujoco>";
    let error = refused(text, Assets::new());
    let lines: Vec<u32> = error.errors().iter().map(|e| e.span().unwrap().line()).collect();
    assert_eq!(lines, [1, 2, 3, 3, 4, 5, 6, 7], "{error}");
    assert!(matches!(error.first(), MjcfError::UnknownAttribute { attribute, .. } if attribute == "timestap"));
    let shown = error.to_string();
    assert!(shown.starts_with("<text>:1:17: ") && shown.contains("\nand 7 more errors:\n"), "{shown}");
    // one error is itself, not a list
    assert!(matches!(refused("<mujoco><bodie/></mujoco>", Assets::new()), MjcfError::UnknownElement { .. }));
}

#[test]
fn errors_without_end_are_cut_off() {
    let error = refused(&world(&"<geom bogus='1'/>".repeat(10_000)), Assets::new());
    assert_eq!(error.errors().len(), 100);
    // what follows text that is not XML cannot be read
    let error = refused("<mujoco><geo/><worldbody></mujoco>", Assets::new());
    assert!(matches!(error.errors(), [MjcfError::UnknownElement { .. }, MjcfError::XmlParse { .. }]), "{error}");
}

#[test]
fn latin_1_is_read_as_the_letters_it_means() {
    let folder = Folder::new("latin");
    let path = folder.0.join("model.xml");
    let text =
        b"<?xml version='1.0' encoding='ISO-8859-1'?><mujoco><worldbody><body name='caf\xE9'/></worldbody></mujoco>";
    std::fs::write(&path, text).unwrap();
    let model = load_file_from(&path, &Files::with_disk(Assets::new())).unwrap().model;
    assert_eq!(model.nbody, 2);
    // MuJoCo reads up to a zero byte
    std::fs::write(&path, b"<mujoco/>\0 anything <").unwrap();
    assert!(load_file_from(&path, &Files::with_disk(Assets::new())).is_ok());
}
