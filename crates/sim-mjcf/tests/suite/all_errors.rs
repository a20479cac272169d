//! All mistakes of a document are reported at once, each at its line, without errors that only follow from another mistake.

use sim_mjcf::{Loader, MjcfError};

/// A document by lines: the right line, the wrong line, and a part of the error.
const DOCUMENT: &[(&str, &str, &str)] = &[
    ("<mujoco>", "", ""),
    ("<option timestep='.002'/>", "<option timestap='.002'/>", "no attribute 'timestap'"),
    ("<visual><global realtime='1'/></visual>", "<visual><global realtime='-1'/></visual>", "'realtime'"),
    ("<asset>", "", ""),
    ("<texture name='t' type='2d' builtin='flat' width='4' height='4'/>", "", ""),
    (
        "<texture name='u' type='2d' builtin='flat' width='4' height='4'/>",
        "<texture name='u' type='2d'/>",
        "2d texture",
    ),
    ("<material name='m' texture='t'/>", "<material name='m' texture='T'/>", "texture 'T' not found"),
    ("<mesh name='k' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>", "<mesh name='k' vertex='0 0 0 1 0 0 0 1 0'/>", "4 vertices"),
    (
        "<hfield name='h' nrow='2' ncol='2' size='1 1 1 1'/>",
        "<hfield name='h' nrow='2' ncol='2' size='1 1 1 0'/>",
        "sizes",
    ),
    ("</asset>", "", ""),
    ("<worldbody>", "", ""),
    ("<geom name='floor' type='plane' size='1 1 1'/>", "<geom name='floor' type='plan' size='1 1 1'/>", "'plan'"),
    ("<geom type='hfield' hfield='h'/>", "<geom type='hfield' hfield='H'/>", "hfield 'H' not found"),
    ("<camera name='c' resolution='4 3' fovy='45'/>", "<camera name='c' resolution='4 3' fovy='200'/>", "fovy"),
    ("<light name='l' dir='0 0 -1'/>", "<light name='l' dir='0 0 0'/>", "dir is too short"),
    ("<body name='a' pos='0 0 1'>", "<body name='a' poss='0 0 1'>", "no attribute 'poss'"),
    ("<joint name='j' range='-1 1'/>", "<joint name='j' range='1 -1' limited='true'/>", "range"),
    ("<geom name='g' size='.1' material='m'/>", "<geom name='g' size='.1' material='n'/>", "material 'n' not found"),
    ("<site name='s'/>", "<site name='s' type='mesh'/>", "a site cannot be"),
    ("</body>", "", ""),
    ("<body name='b' pos='0 0 2'>", "", ""),
    ("<joint name='i'/>", "<joint name='j'/>", "repeated name 'j' in joint"),
    ("<geom type='mesh' mesh='k'/>", "<geom type='mesh' mesh='K'/>", "mesh 'K' not found"),
    ("<site name='r' pos='.1 0 0'/>", "<site name='r' class='none'/>", "default class 'none' not found"),
    ("</body>", "", ""),
    (
        "<body name='d'><joint/><geom size='1'/></body>",
        "<body name='d'><joint/><geom size='1' mass='0'/></body>",
        "mass",
    ),
    ("</worldbody>", "", ""),
    ("<contact>", "", ""),
    ("<pair geom1='floor' geom2='g'/>", "<pair geom1='floor' geom2='nothing'/>", "geom 'nothing' not found"),
    ("<exclude body1='a' body2='b'/>", "<exclude body1='a' body2='bb'/>", "body 'bb' not found"),
    ("</contact>", "", ""),
    ("<equality><weld body1='a' body2='b'/></equality>", "<equality><weld body1='a' body2='a'/></equality>", "differ"),
    ("<tendon>", "", ""),
    (
        "<spatial name='x'><site site='s'/><site site='r'/></spatial>",
        "<spatial name='x'><site site='s'/><site site='q'/></spatial>",
        "site 'q'",
    ),
    (
        "<fixed name='y'><joint joint='j' coef='1'/></fixed>",
        "<fixed name='y'><joint joint='jj' coef='1'/></fixed>",
        "joint 'jj'",
    ),
    ("</tendon>", "", ""),
    ("<actuator>", "", ""),
    ("<motor name='p' joint='j'/>", "<motor name='p' joint='jay'/>", "joint 'jay' not found"),
    (
        "<position name='q' joint='j' kp='1'/>",
        "<position name='q' joint='j' kp='1' ctrlrange='1 1' ctrllimited='true'/>",
        "ctrlrange",
    ),
    ("</actuator>", "", ""),
    ("<sensor>", "", ""),
    ("<gyro site='s'/>", "<gyro site='z'/>", "site 'z' not found"),
    ("<jointpos joint='j'/>", "<ballquat joint='j'/>", "ball joint"),
    ("<actuatorpos actuator='p'/>", "<actuatorpos actuator='pp'/>", "actuator 'pp' not found"),
    ("</sensor>", "", ""),
    ("<custom>", "", ""),
    ("<numeric name='n' data='1'/>", "<numeric name='n' size='1' data='1 2'/>", "more than size=1"),
    (
        "<tuple name='e'><element objtype='body' objname='a'/></tuple>",
        "<tuple name='e'><element objtype='body' objname='o'/></tuple>",
        "body 'o' not found",
    ),
    ("</custom>", "", ""),
    ("<keyframe><key qpos='0 0 0'/></keyframe>", "<keyframe><key qpos='0 0 0 0'/></keyframe>", "3 numbers"),
    ("</mujoco>", "", ""),
];

/// The document with mistakes in some lines, counted from 0.
fn document(wrong: &[usize]) -> String {
    let lines = DOCUMENT.iter().enumerate();
    lines.map(|(i, (right, mistake, _))| if wrong.contains(&i) { mistake } else { right }.to_string() + "\n").collect()
}

fn mistakes() -> Vec<usize> {
    (0..DOCUMENT.len()).filter(|&i| !DOCUMENT[i].1.is_empty()).collect()
}

fn error_of(text: &str) -> MjcfError {
    Loader::new().load_str(text, "").map(drop).unwrap_err()
}

/// Checks the texts of the errors and returns their lines, counted from 0.
fn found(wrong: &[usize]) -> Vec<usize> {
    let error = error_of(&document(wrong));
    let line_of = |error: &MjcfError| {
        let line = error.span().unwrap_or_else(|| panic!("no place: {error}")).line() as usize - 1;
        let word = DOCUMENT[line].2;
        assert!(wrong.contains(&line) && error.to_string().contains(word), "{wrong:?}: '{word}' is not in {error}");
        line
    };
    error.errors().iter().map(line_of).collect()
}

#[test]
fn the_document_is_right_without_mistakes() {
    assert!(Loader::new().load_str(&document(&[]), "").is_ok());
    assert!(mistakes().len() > 24);
}

#[test]
fn a_mistake_alone_is_one_error() {
    for line in mistakes() {
        assert_eq!(found(&[line]), [line], "{}", DOCUMENT[line].1);
    }
}

/// Pairs of mistakes: only real mistakes are reported, and independent ones are reported together.
#[test]
fn no_error_follows_from_another() {
    let mistakes = mistakes();
    let (mut pairs, mut both) = (0, 0);
    for (i, &first) in mistakes.iter().enumerate() {
        for &second in &mistakes[i + 1..] {
            let lines = found(&[first, second]);
            assert!(!lines.is_empty() && lines.is_sorted());
            pairs += 1;
            both += usize::from(lines == [first, second]);
        }
    }
    assert!(10 * both > 9 * pairs, "{both} of {pairs} pairs");
}

#[test]
fn mistakes_that_only_compiling_finds_come_together() {
    // neither the schema nor the typed reading finds one of these
    let early = ["timestap", "realtime", "'plan'", "'poss'", "'none'", "size=1"];
    let late: Vec<usize> =
        mistakes().into_iter().filter(|&i| !early.iter().any(|word| DOCUMENT[i].2.contains(word))).collect();
    assert!(late.len() > 18);
    assert_eq!(found(&late), late);
}

#[test]
fn mistakes_of_all_steps_come_together() {
    let of = |word: &str| DOCUMENT.iter().position(|(_, _, says)| says.contains(word)).unwrap();
    let words = [
        "timestap",
        "realtime",
        "texture 'T'",
        "'poss'",
        "'j' in joint",
        "'none'",
        "'nothing'",
        "'bb'",
        "'jj'",
        "'jay'",
        "site 'z'",
        "'pp'",
        "size=1",
        "body 'o'",
    ];
    let wrong: Vec<usize> = words.iter().map(|word| of(word)).collect();
    assert_eq!(found(&wrong), wrong);
}

#[test]
fn everything_wrong_at_once() {
    let lines = found(&mistakes());
    assert!(lines.len() > 12 && lines.is_sorted(), "{lines:?}");
}

#[test]
fn names_that_could_not_be_read_are_not_missed() {
    let cases = [
        // an element that is not known, with what others refer to
        (
            "<mujoco>\n<worldbody>\n<boddy name='b'><joint name='j'/></boddy></worldbody>\n<actuator><motor joint='j'/></actuator></mujoco>",
            vec![3],
        ),
        // a file that is not there
        ("<mujoco>\n<include file='none.xml'/>\n<actuator><motor joint='j'/></actuator></mujoco>", vec![2]),
        // copies that are not made
        (
            "<mujoco><worldbody>\n<replicate count='x'><site name='s'/></replicate></worldbody>\n<sensor><gyro site='s0'/></sensor></mujoco>",
            vec![2],
        ),
        (
            "<mujoco><worldbody>\n<attach model='m' body='b' prefix='p'/>\n<geom class='pc' size='1'/></worldbody>\n<sensor><gyro site='ps'/></sensor></mujoco>",
            vec![2],
        ),
        // one that has nothing to do with it
        (
            "<mujoco><worldbody>\n<boddy name='b'/></worldbody>\n<actuator><motor joint='j'/></actuator></mujoco>",
            vec![2, 3],
        ),
    ];
    for (text, lines) in cases {
        let error = error_of(text);
        let found: Vec<u32> = error.errors().iter().map(|e| e.span().unwrap().line()).collect();
        assert_eq!(found, lines, "{error}");
    }
}

#[test]
fn copies_repeat_no_error_and_files_are_reported_once() {
    let geom = "<replicate count='50'><body><geom type='mesh' mesh='none'/></body></replicate>";
    let error = error_of(&format!("<mujoco><worldbody>{geom}</worldbody></mujoco>"));
    assert!(matches!(error, MjcfError::UnknownReference { .. }), "{error}");
    let error = error_of(
        "<mujoco><asset><mesh name='a' file='a.stl'/><mesh name='b' file='b.stl'/></asset>
         <worldbody><geom type='mesh' mesh='a'/><body><joint/><geom type='mesh' mesh='b'/></body></worldbody>
         <sensor><gyro site='none'/></sensor></mujoco>",
    );
    let [MjcfError::MissingFiles(files), MjcfError::UnknownReference { .. }] = error.errors() else {
        panic!("{error}")
    };
    assert_eq!(files.len(), 2);
}

#[test]
fn a_model_that_is_attached_has_its_own_errors() {
    let part = "<mujoco>\n<worldbody><body name='b'><geom class='x' size='1'/>\n<geom class='y' size='1'/></body></worldbody></mujoco>";
    let main = "<mujoco><asset><model name='m' file='part.xml'/></asset>\n<worldbody><attach model='m' body='b' prefix='p'/></worldbody>\n<contact><pair class='z' geom1='a' geom2='b'/></contact></mujoco>";
    let error = Loader::new()
        .assets([("part.xml", part)].into_iter().collect())
        .load_str(main, "main.xml")
        .map(drop)
        .unwrap_err();
    let mut places: Vec<_> =
        error.errors().iter().map(|e| e.span().map(|p| (p.file().to_string(), p.line())).unwrap()).collect();
    places.sort();
    let expected = [("main.xml", 3), ("part.xml", 2), ("part.xml", 3)].map(|(file, line)| (file.to_string(), line));
    assert_eq!(places, expected, "{error}");
}

/// Files that a model asks for and that are not there, in the order of the message.
fn missing(text: &str, files: &[(&str, &str)]) -> Vec<String> {
    let loader = Loader::new().assets(files.iter().copied().collect()).disk(false);
    let error = loader.load_str(text, "main.xml").map(drop).unwrap_err();
    let of = |error: &MjcfError| match error {
        MjcfError::MissingFiles(files) => files.iter().map(|(_, file)| file.display().to_string()).collect(),
        MjcfError::IncludeError { file, .. } => vec![file.clone()],
        _ => vec![],
    };
    error.errors().iter().flat_map(of).collect()
}

#[test]
fn all_missing_files_are_named_at_once() {
    let assets = "<asset><mesh name='m' file='m.stl'/><texture name='t' type='2d' file='t.png'/><hfield name='h' file='h.png' \
                  size='1 1 1 1'/></asset>";
    let part = "<mujoco model='part'><asset><mesh name='q' file='q.stl'/></asset><worldbody><body name='b'><geom type='mesh' \
                mesh='q'/></body></worldbody></mujoco>";
    type Case<'a> = (String, Vec<(&'a str, &'a str)>, Vec<&'a str>);
    let cases: [Case; 8] = [
        (assets.into(), vec![], vec!["m.stl", "h.png", "t.png"]),
        // two includes, and all kinds of assets
        (
            format!("<include file='a.xml'/>{assets}<worldbody><include file='b.xml'/></worldbody>"),
            vec![],
            vec!["a.xml", "m.stl", "h.png", "t.png", "b.xml"],
        ),
        // in a file that is there
        (
            format!("<include file='in.xml'/>{assets}"),
            vec![("in.xml", "<mujoco><include file='deep.xml'/><asset><mesh name='n' file='n.obj'/></asset></mujoco>")],
            vec!["deep.xml", "n.obj", "m.stl", "h.png", "t.png"],
        ),
        // a model to attach, and one with a missing mesh
        (format!("<asset><model name='p' file='p.xml'/></asset>{assets}"), vec![], vec!["p.xml", "m.stl", "h.png", "t.png"]),
        (
            format!(
                "<asset><model name='p' file='p.xml'/></asset>{assets}<worldbody><attach model='p' body='b' prefix='p'/></worldbody>"
            ),
            vec![("p.xml", part)],
            vec!["m.stl", "q.stl", "h.png", "t.png"],
        ),
        // sides of a cube, and a file that is asked for twice
        (
            "<asset><texture name='c' type='cube' fileright='r.png' fileleft='l.png' fileup='r.png'/><mesh name='m' file='m.stl'/>\
             <mesh name='n' file='m.stl'/></asset>"
                .into(),
            vec![],
            vec!["m.stl", "r.png", "l.png"],
        ),
        // beside other mistakes
        (
            format!("<option timestap='1'/>{assets}<worldbody><geom sise='1'/></worldbody>"),
            vec![],
            vec!["m.stl", "h.png", "t.png"],
        ),
        // a mistake in the directories hides what depends on them
        (format!("<compiler meshdri='x'/>{assets}"), vec![], vec![]),
    ];
    for (text, files, expected) in cases {
        let mut found = missing(&format!("<mujoco>{text}</mujoco>"), &files);
        let mut expected: Vec<String> = expected.into_iter().map(String::from).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{text}");
    }
}
