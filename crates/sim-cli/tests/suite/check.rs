//! `check`: places and cures of what is wrong and of what was hardly meant.

use crate::common::{cortenforge, folder, model, object, stdout, write};
use std::path::Path;

/// A leg with a mistake of each kind, one to a line.
const DOUBTFUL: &str = "<mujoco><compiler angle='radian'/><worldbody>
<camera name='eye' fovy='0.8'/>
<body><joint name='hip' range='-90 90'/><geom size='.1'/>
<body><joint name='knee' range='-1 1'/><geom size='.1' euler='0 0 45'/></body></body></worldbody>
<actuator>
<position name='weak' joint='hip' kp='0' ctrlrange='-1 1'/>
<position name='far' joint='knee' kp='9' ctrlrange='-60 60'/>
<motor name='open' joint='knee'/>
</actuator></mujoco>";

#[test]
fn warnings_have_place_object_value_and_cure() {
    let path = write(&folder("check-doubtful").join("leg.xml"), DOUBTFUL);
    let expected = [
        ("degrees-in-radians", 3, "joint 'hip': range is -90 90 radians"),
        ("degrees-in-radians", 4, "a geom without a name: euler is 0 0 45 radians"),
        ("always-degrees", 2, "camera 'eye': fovy is 0.8 degrees"),
        ("always-radians", 7, "actuator 'far': ctrlrange is -60 60 radians"),
        ("zero-gain", 6, "actuator 'weak': kp is 0"),
        ("no-control-range", 8, "actuator 'open': its control has no range"),
    ];
    let output = cortenforge(&["check", &path, "--json"]);
    assert!(output.status.success(), "warnings are no errors");
    let report = object(&output);
    let warnings = report["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), expected.len(), "{report}");
    let printed = stdout(&cortenforge(&["check", &path]));
    for (warning, (rule, line, begin)) in warnings.iter().zip(expected) {
        let message = warning["message"].as_str().unwrap();
        assert_eq!(
            (&warning["rule"], &warning["line"], &warning["file"]),
            (&rule.into(), &line.into(), &path.as_str().into())
        );
        assert!(warning["column"].as_u64().unwrap() > 0 && message.starts_with(begin), "{warning}");
        assert!(!message.contains("leg.xml"), "{message}");
        let (column, place) = (&warning["column"], warning["path"].as_str().unwrap());
        let text = format!("warning: {path}:{line}:{column}: {place}: {message}");
        assert!(printed.contains(&text), "'{text}' is not in:\n{printed}");
    }
    assert!(printed.ends_with(": 0 errors, 6 warnings\n"), "{printed}");
}

#[test]
fn all_missing_files_are_errors_with_places() {
    let folder = folder("check-missing");
    let text = "<mujoco>\n<include file='part.xml'/>\n<asset><mesh name='m' file='m.stl'/>\n<texture name='t' type='2d' file='t.png'/>\n\
                <hfield name='h' file='h.png' size='1 1 1 1'/>\n<mesh name='n' file='n.obj'/></asset></mujoco>";
    let path = write(&folder.join("robot.xml"), text);
    let output = cortenforge(&["check", &path, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report = object(&output);
    let errors = report["errors"].as_array().unwrap();
    let found: Vec<(u64, &str)> =
        errors.iter().map(|e| (e["line"].as_u64().unwrap(), e["message"].as_str().unwrap())).collect();
    let expected = [(2, "part.xml"), (3, "m.stl"), (4, "t.png"), (5, "h.png"), (6, "n.obj")];
    assert_eq!(found.len(), expected.len(), "{report}");
    for (line, name) in expected {
        let named = found.iter().filter(|(at, message)| *at == line && message.contains(name));
        assert_eq!(named.count(), 1, "{name}: {report}");
    }
    assert!(
        errors
            .iter()
            .all(|error| error["file"] == path.as_str() && !error["message"].as_str().unwrap().contains("robot.xml:"))
    );
    assert!(stdout(&cortenforge(&["check", &path])).contains("5 errors"));
    // the other commands list them too
    let report = object(&cortenforge(&["run", &path, "--json"]));
    assert_eq!(report["error"]["errors"].as_array().map(Vec::len), Some(5), "{report}");
}

#[test]
fn a_urdf_file_is_refused_with_the_way_to_convert_it() {
    let path = write(
        &folder("check-urdf").join("robot.urdf"),
        "<?xml version='1.0'?>\n<robot name='r'><link name='a'/></robot>",
    );
    for command in ["run", "info", "check", "bench"] {
        let output = cortenforge(&[command, &path, "--json"]);
        let report = object(&output);
        let error = if command == "check" { &report["errors"][0] } else { &report["error"] };
        let message = error["message"].as_str().unwrap();
        assert_eq!((output.status.code(), &error["line"]), (Some(1), &2.into()), "{command}: {report}");
        for words in
            ["URDF", "not supported yet", "mj_saveLastXML('robot.xml'", "pip install mujoco", "xacro", "meshes"]
        {
            assert!(message.contains(words), "{command}: '{words}' is not in {message}");
        }
    }
}

#[test]
fn models_of_ours_are_left_alone() {
    let folder = model("");
    let mut checked = 0;
    for entry in std::fs::read_dir(Path::new(&folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "xml") {
            continue;
        }
        let report = object(&cortenforge(&["check", &path.display().to_string(), "--json"]));
        assert_eq!(report["ok"], true, "{report}");
        for warning in report["warnings"].as_array().unwrap() {
            assert!(warning["rule"].is_null(), "{}: {warning}", path.display());
        }
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
}
