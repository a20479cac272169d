//! How the command prints names, numbers, files and warnings.

use crate::common::{cortenforge, folder, object, stderr, stdout, text, write};

/// A model with an unusual name and mass.
const ODD: &str = "<mujoco model='m&#27;[31m'><option timestep='1e-4'/><worldbody><body name='b&#27;[2J'>
    <joint name='j&#7;' range='-90 90'/><geom size='.01' density='1'/></body></worldbody>
    <actuator><motor name='a&#27;' joint='j&#7;'/></actuator>
    <sensor><jointpos name='s&#27;' joint='j&#7;'/></sensor></mujoco>";

/// A grid of balls on the ground, in a model that declares less memory than their contacts need.
const CROWD: &str = "<mujoco><size nstack='1' njmax='1' nconmax='1'/><worldbody><geom type='plane' size='9 9 1'/>
    <body pos='0 0 .09'><freejoint/><replicate count='1800' offset='.3 0 0'><geom size='.1'/></replicate></body>
    </worldbody></mujoco>";

#[test]
fn control_characters_are_escaped_wherever_names_are_printed() {
    let place = folder("messages-escaped");
    let model = write(&place.join("odd.xml"), ODD);
    let broken = write(&place.join("broken.xml"), ODD.replace("size='.01'", "size='.01' mesh='&#27;'"));
    let stopped = write(&place.join("stopped.xml"), ODD.replace("<motor ", "<position kp='1e300' "));
    let ctrl = write(&place.join("ctrl.csv"), "1e9\n");
    for args in [
        vec!["info", &model],
        vec!["check", &model],
        vec!["run", &model, "--steps", "2"],
        vec!["bench", &model, "--steps", "2"],
        vec!["info", &broken],
        vec!["check", &broken],
        vec!["run", &stopped, "--steps", "5", "--ctrl", &ctrl],
        vec!["run", "no\u{1b}such.xml"],
    ] {
        let output = cortenforge(&args);
        let printed = stdout(&output) + &stderr(&output);
        assert!(!printed.contains(|c: char| c.is_control() && c != '\n'), "{args:?}: {printed:?}");
        assert!(printed.contains("\\u{") || args[0] == "check", "{args:?}: {printed}");
    }
}

#[test]
fn numbers_are_written_as_people_write_them() {
    let model = write(&folder("messages-numbers").join("odd.xml"), ODD);
    let printed = stdout(&cortenforge(&["info", &model]));
    // 4/3 pi 1e-6 kg, and degrees converted to radians
    for word in ["time step 0.0001 s", "4.1888e-6 kg", "[-1.5708, 1.5708]"] {
        assert!(printed.contains(word), "'{word}' is not in:\n{printed}");
    }
}

#[test]
fn a_directory_is_said_to_be_one() {
    let place = text(&folder("messages-directory"));
    for command in ["run", "info", "check", "bench"] {
        let output = cortenforge(&[command, &place]);
        assert!(!output.status.success());
        assert!(stderr(&output).contains("is a directory"), "{command}: {}", stderr(&output));
    }
}

#[test]
fn warnings_of_the_loader_and_of_the_steps_are_reported_together() {
    let xml = CROWD.replace("<worldbody>", "<body name='stray'/><worldbody>");
    let model = write(&folder("messages-warnings").join("crowd.xml"), xml);
    let output = cortenforge(&["run", &model, "--steps", "3", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let warnings: Vec<String> = serde_json::from_value(object(&output)["warnings"].clone()).unwrap();
    assert!(warnings[0].contains("body[stray]"), "{warnings:?}");
    // once each, not at every step
    assert_eq!(warnings.iter().filter(|text| text.contains("contacts are more than")).count(), 1, "{warnings:?}");
    let checked = cortenforge(&["check", &model]);
    assert!(stdout(&checked).contains("1800 contacts") && stderr(&checked).is_empty(), "{}", stderr(&checked));
    let printed = stdout(&cortenforge(&["run", &model, "--steps", "3"]));
    assert!(printed.contains("warning  1800 contacts"), "{printed}");
}

#[test]
fn warnings_before_an_error_are_not_lost() {
    let xml = CROWD.replace("</worldbody>", "<body pos='0 3 1'><joint name='j'/><geom size='.1'/></body></worldbody><actuator><motor joint='j'/></actuator>");
    let place = folder("messages-lost");
    let (model, ctrl) = (write(&place.join("crowd.xml"), xml), write(&place.join("ctrl.csv"), "0\n1e300\n"));
    let output = cortenforge(&["run", &model, "--steps", "3", "--ctrl", &ctrl]);
    assert!(!output.status.success());
    let printed = stderr(&output);
    assert!(
        printed.contains("warning: 1800 contacts")
            && printed
                .contains("error: the simulation stopped at step 1, time 0.002 s: ctrl[0] of actuator 0 is 1e300"),
        "{printed}"
    );
}
