//! Messages of the loader: the place if known, names and numbers as written, and a cure.

use sim_core::warning;
use sim_mjcf::{Assets, Loader, load_model};
use std::path::{Path, PathBuf};

fn refusal(xml: &str) -> String {
    refusal_with(xml, &[])
}

fn refusal_with(xml: &str, files: &[(&str, &[u8])]) -> String {
    let mut assets = Assets::new();
    for (name, bytes) in files {
        assets.insert(name, *bytes);
    }
    match Loader::new().assets(assets).load_str(xml, "") {
        Ok(_) => panic!("accepted: {xml}"),
        Err(error) => error.to_string(),
    }
}

fn world(inside: &str) -> String {
    format!("<mujoco><worldbody>{inside}</worldbody></mujoco>")
}

/// A temporary folder.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("messages-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether a character moves the cursor, starts a line or changes the direction of writing.
fn is_raw(c: char) -> bool {
    (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c)
}

/// Errors of every step of loading: text, schema, references, sizes, compilation, trial.
#[test]
fn no_message_begins_with_a_place_that_is_none() {
    let muscle = "<mujoco><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>
        <actuator><muscle name='biceps' joint='j'/></actuator></mujoco>";
    let deep = format!("{}{}", "<body>".repeat(2000), "</body>".repeat(2000));
    let cases = [
        String::new(),
        "plain words".into(),
        "<mujoco>".into(),
        "<mujoco/><mujoco/>".into(),
        "<robot/>".into(),
        "<mujoco><size nkey='1000000000'/></mujoco>".into(),
        "<mujoco><size memory='1Z'/></mujoco>".into(),
        "<mujoco><option timestep='0.0.1'/></mujoco>".into(),
        "<mujoco><option integrator='Eular'/></mujoco>".into(),
        "<mujoco><compiler eulerseq='xyw'/></mujoco>".into(),
        "<mujoco><keyframe><key qpos='1'/></keyframe></mujoco>".into(),
        "<mujoco><include file='nowhere.xml'/></mujoco>".into(),
        "<mujoco><asset><mesh name='m' file='nowhere.obj'/></asset></mujoco>".into(),
        "<mujoco><asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 0'/></asset></mujoco>".into(),
        "<mujoco><sensor><jointpos joint='none'/></sensor></mujoco>".into(),
        "<mujoco><contact><exclude body1='a' body2='b'/></contact></mujoco>".into(),
        world("<body><joint/></body>"),
        world("<body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 10'/></body>"),
        world("<geom type='mesh' mesh='none'/>"),
        world("<body name='a'/><body name='a'/>"),
        world("<replicate count='1000000000'><geom size='1'/></replicate>"),
        world(&deep),
        muscle.into(),
    ];
    for xml in cases {
        let text = refusal(&xml);
        assert!(!text.starts_with("<text>:0") && !text.contains(":0:0"), "{text}");
        assert!(!text.is_empty() && text.lines().next().unwrap().len() > 10, "{text:?}");
    }
}

#[test]
fn length_ranges_and_controls_name_the_actuator_and_the_cure() {
    let muscle = |attributes: &str| {
        refusal(&format!(
            "<mujoco><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>
             <actuator><muscle {attributes} joint='j'/></actuator></mujoco>"
        ))
    };
    for (attributes, label) in
        [("name='biceps'", "actuator 'biceps'"), ("", "actuator 0"), ("name='a&#27;b'", "actuator 'a\\u{1b}b'")]
    {
        let text = muscle(attributes);
        assert!(text.starts_with("<text>:2:") && text.contains(label), "{text}");
        assert!(text.contains("cannot be found") && text.contains("give 'lengthrange'"), "{text}");
    }
    // the numbers in it are rounded
    let range = muscle("name='biceps'");
    let digits = range.split(|c: char| !c.is_ascii_digit()).map(str::len).max().unwrap();
    assert!(digits <= 12, "{range}");
}

#[test]
fn a_directory_is_said_to_be_one() {
    let folder = Folder::new("directory");
    std::fs::create_dir_all(folder.path().join("sub.xml")).unwrap();
    std::fs::create_dir_all(folder.path().join("sub.obj")).unwrap();
    std::fs::create_dir_all(folder.path().join("sub.png")).unwrap();
    let model = folder.path().join("model.xml");
    let text = |xml: &str| {
        std::fs::write(&model, xml).unwrap();
        Loader::new().load(&model).unwrap_err().to_string()
    };
    let cases = [
        ("model", Loader::new().load(folder.path()).unwrap_err().to_string()),
        ("include", text("<mujoco><include file='sub.xml'/></mujoco>")),
        ("mesh", text("<mujoco><asset><mesh name='m' file='sub.obj'/></asset></mujoco>")),
        ("texture", text("<mujoco><asset><texture name='t' type='2d' file='sub.png'/></asset></mujoco>")),
        ("hfield", text("<mujoco><asset><hfield name='h' size='1 1 1 1' file='sub.png'/></asset></mujoco>")),
        ("attached model", text("<mujoco><asset><model name='o' file='sub.xml'/></asset></mujoco>")),
    ];
    for (what, text) in cases {
        assert!(text.contains("directory"), "{what}: {text}");
    }
}

#[test]
fn a_missing_model_and_files_of_other_kinds_are_named() {
    let folder = Folder::new("other");
    let error = Loader::new().load("nowhere.xml").unwrap_err();
    assert_eq!(error.to_string(), "nowhere.xml: no such file");
    for (name, bytes, words) in [
        ("a.png", &b"\x89PNG\r\n\x1a\n"[..], "this is a PNG picture, not a model: give an MJCF file (.xml)"),
        ("a.obj", b"v 0 0 0\n", "this is an OBJ mesh, not a model"),
        ("a.stl", &[0; 84], "this is an STL mesh, not a model"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let text = Loader::new().load(&path).unwrap_err().to_string();
        assert!(text.contains(&format!("{name}: {words}")), "{text}");
        let included = refusal_with(&format!("<mujoco><include file='{name}'/></mujoco>"), &[(name, bytes)]);
        assert!(included.contains(words), "{included}");
    }
    // an asset that is missing is named with the place that asks for it
    let lost = refusal("<mujoco><asset><mesh name='m' file='lost.stl'/></asset></mujoco>");
    assert!(lost.contains("missing files:") && lost.contains("asked for at"), "{lost}");
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let name = "x&#27;[31m&#7;&#13;\u{202e}";
    let cases = [
        world(&format!("<body name='{name}'><geom/></body>")),
        world(&format!("<body name='{name}'/><body name='{name}'/>")),
        world(&format!("<geom class='{name}' size='1'/>")),
        world(&format!("<geom material='{name}' size='1'/>")),
        world(&format!("<geom type='{name}' size='1'/>")),
        world(&format!("<geom size='{name}'/>")),
        format!("<mujoco><include file='{name}'/></mujoco>"),
        format!("<mujoco><asset><mesh file='{name}.obj'/></asset></mujoco>"),
        format!("<mujoco><sensor><jointpos name='{name}' joint='{name}'/></sensor></mujoco>"),
        format!("<mujoco><equality><weld body1='{name}'/></equality></mujoco>"),
        format!("<mujoco><keyframe><key name='{name}' qpos='1'/></keyframe></mujoco>"),
        format!("<mujoco model='{name}'><worldbody><body name='{name}'><joint/></body></worldbody></mujoco>"),
    ];
    for xml in cases {
        let text = refusal(&xml);
        assert!(!text.contains(is_raw), "{text:?}");
        assert!(text.contains("\\u{1b}[31m"), "{text}");
    }
    // files with a wrong format
    let text = refusal_with(
        "<mujoco><asset><mesh name='m' file='a.obj'/></asset></mujoco>",
        &[("a.obj", b"v 1 2 \x1b[31m\nf 1 2 3\n")],
    );
    assert!(!text.contains(is_raw), "{text:?}");
    // warnings
    let xml = format!(
        "<mujoco><asset><model name='{name}' file='{name}.xml'/></asset>
         <worldbody><attach model='{name}' prefix='p'/></worldbody></mujoco>"
    );
    let mut assets = Assets::new();
    assets.insert(
        "x\u{1b}[31m\u{7}\r\u{202e}.xml",
        format!("<mujoco model='{name}'><option timestep='.1'/><worldbody><body name='{name}'/></worldbody></mujoco>")
            .as_bytes(),
    );
    let warnings = Loader::new().assets(assets).load_str(&xml, "").unwrap().warnings;
    assert!(!warnings.is_empty());
    for text in warnings.iter().map(ToString::to_string) {
        assert!(!text.contains(is_raw) && text.contains("\\u{1b}[31m"), "{text:?}");
    }
}

#[test]
fn numbers_are_written_as_people_write_them() {
    for (xml, word) in [
        (world("<geom size='-0.001'/>"), "found -0.001"),
        (world("<geom size='-0.000000001'/>"), "found -1e-9"),
        (world("<geom size='-1e300'/>"), "found -1e300"),
        (world("<camera fovy='200.5'/>"), "found 200.5"),
        (world("<geom type='box' size='.1 .1 -.30000000000000004'/>"), "found -0.3"),
    ] {
        let text = refusal(&xml);
        assert!(text.contains(word), "'{word}' is not in: {text}");
    }
}

#[test]
fn deep_paths_show_their_ends() {
    let open: String = (0..300).map(|i| format!("<body name='b{i}'>")).collect();
    let text = refusal(&world(&format!("{open}<geom bogus='1'/>{}", "</body>".repeat(300))));
    assert!(text.len() < 400 && text.contains("(295 more)") && text.contains("body[b299]/geom"), "{text}");
    assert!(text.contains("mujoco/worldbody/body[b0]/"), "{text}");
}

#[test]
fn warnings_are_returned_or_reported() {
    let xml = "<mujoco><body name='b'/></mujoco>";
    // returned by a loader
    let warnings = Loader::new().load_str(xml, "").unwrap().warnings;
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].to_string().starts_with("<text>:1:9: mujoco/body[b]: "), "{warnings:?}");
    let (_, reported) = warning::collect(|| Loader::new().load_str(xml, "").unwrap());
    assert!(reported.is_empty(), "{reported:?}");
    // reported by the short functions
    let (m, reported) = warning::collect(|| load_model(xml).unwrap());
    assert_eq!((m.nbody, reported), (1, vec![warnings[0].to_string()]));
}
