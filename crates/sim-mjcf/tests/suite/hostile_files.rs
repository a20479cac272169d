//! Errors of hostile files, and limits. The time and memory of such files are tested in `bounds`.

use sim_mjcf::{Assets, Limits, Loader, MjcfError};

fn refused(text: &str, assets: Assets) -> MjcfError {
    match Loader::new().assets(assets).load_str(text, "") {
        Ok(_) => panic!("loaded: {}", text.chars().take(200).collect::<String>()),
        Err(error) => error,
    }
}

fn world(inside: &str) -> String {
    format!("<mujoco><worldbody>{inside}</worldbody></mujoco>")
}

fn muscle(lengthrange: &str) -> String {
    format!(
        "<mujoco><compiler><lengthrange {lengthrange}/></compiler><worldbody><body><joint name='j'/><geom size='.1'/></body>
         </worldbody><actuator><muscle name='biceps' joint='j'/></actuator></mujoco>"
    )
}

#[test]
fn limits_can_be_set() {
    let tight = |change: &dyn Fn(&mut Limits), text: &str, name: &str| {
        let mut limits = Limits::default();
        assert!(Loader::new().disk(false).limits(limits.clone()).load_str(text, "").is_ok(), "{text}");
        change(&mut limits);
        let error = Loader::new().disk(false).limits(limits).load_str(text, "").unwrap_err();
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
    let path = std::env::temp_dir().join(format!("sim-mjcf-latin-{}.xml", std::process::id()));
    let text =
        b"<?xml version='1.0' encoding='ISO-8859-1'?><mujoco><worldbody><body name='caf\xE9'/></worldbody></mujoco>";
    std::fs::write(&path, text).unwrap();
    let model = Loader::new().load(&path).unwrap().model;
    assert_eq!(model.nbody, 2);
    // MuJoCo reads up to a zero byte
    std::fs::write(&path, b"<mujoco/>\0 anything <").unwrap();
    assert!(Loader::new().load(&path).is_ok());
    std::fs::remove_file(path).unwrap();
}
