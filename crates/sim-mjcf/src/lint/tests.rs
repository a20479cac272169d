//! Each rule finds what it is for, at its place, and leaves alone what people write.

use super::{Finding, RULES, check};
use crate::parse_mjcf_str;

fn found(text: &str) -> Vec<Finding> {
    check(&parse_mjcf_str(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// A model with a joint `knee` in line 3 and parts in the lines 1, 2, 3 and 4.
fn model(settings: &str, world: &str, joint: &str, rest: &str) -> String {
    format!(
        "<mujoco>{settings}\n<worldbody>{world}\n<body><joint name='knee' {joint}/><geom size='1'/></body></worldbody>\n{rest}</mujoco>"
    )
}

const RADIAN: &str = "<compiler angle='radian'/>";
const RANGE: &str = "ctrlrange='-1 1'";

fn actuator(text: &str) -> String {
    model("", "", "", &format!("<actuator>{text}</actuator>"))
}

/// Rule, model, line and words of a finding.
type Case = (&'static str, String, u32, &'static [&'static str]);

fn cases_of_angles() -> Vec<Case> {
    let class = "<compiler angle='radian'/><default><default class='leg'><joint range='-90 90'/></default></default>";
    vec![
        (
            "degrees-in-radians",
            model(RADIAN, "", "range='-90 90'", ""),
            3,
            &["joint 'knee'", "-90 90", "-1.5708 1.5708", "angle=\"degree\""],
        ),
        ("degrees-in-radians", model(RADIAN, "", "range='0 6.5'", ""), 3, &["0 6.5"]),
        ("degrees-in-radians", model(RADIAN, "", "type='ball' range='0 45'", ""), 3, &["0 45"]),
        ("degrees-in-radians", model(RADIAN, "", "ref='30'", ""), 3, &["ref is 30", "0.5236"]),
        ("degrees-in-radians", model(RADIAN, "", "springref='-20'", ""), 3, &["springref is -20"]),
        ("degrees-in-radians", model(class, "", "class='leg'", ""), 1, &["joint 'knee'", "-90 90"]),
        (
            "degrees-in-radians",
            model(RADIAN, "<geom name='g' size='1' euler='0 0 90'/>", "", ""),
            2,
            &["geom 'g'", "euler is 0 0 90"],
        ),
        ("degrees-in-radians", model(RADIAN, "<site name='s' axisangle='0 0 1 45'/>", "", ""), 2, &["site 's'", "45"]),
        ("degrees-in-radians", model(RADIAN, "<camera name='c' euler='30 0 0'/>", "", ""), 2, &["camera 'c'"]),
        ("degrees-in-radians", model(RADIAN, "<frame euler='30 0 0'/>", "", ""), 2, &["a frame without a name"]),
        (
            "radians-in-degrees",
            model("", "", "range='-1.57 1.57'", ""),
            3,
            &["joint 'knee'", "-1.57 1.57 degrees", "-89.954 89.954", "angle=\"radian\""],
        ),
        ("radians-in-degrees", model("", "", "range='0 3.14'", ""), 3, &["0 3.14"]),
        ("radians-in-degrees", model("", "", "range='-1 1'", ""), 3, &["-1 1"]),
        ("radians-in-degrees", model("", "", "range='-3.75 0.1'", ""), 3, &["-3.75 0.1"]),
        ("radians-in-degrees", model("", "", "ref='1.5708'", ""), 3, &["ref is 1.5708", "90"]),
        (
            "radians-in-degrees",
            model("", "<geom size='1' euler='0 1.5708 0'/>", "", ""),
            2,
            &["a geom without a name", "0 90 0"],
        ),
        ("radians-in-degrees", model("", "<geom size='1' axisangle='0 0 1 3.1416'/>", "", ""), 2, &["axisangle"]),
        (
            "always-degrees",
            model(RADIAN, "<camera name='c' fovy='0.785'/>", "", ""),
            2,
            &["camera 'c'", "fovy is 0.785", "44.977"],
        ),
        (
            "always-degrees",
            model("", "<light name='l' cutoff='0.7854'/>", "", ""),
            2,
            &["light 'l'", "cutoff is 0.7854", "45"],
        ),
        (
            "always-radians",
            actuator("<position name='a' joint='knee' kp='9' ctrlrange='-90 90'/>"),
            4,
            &["actuator 'a'", "-90 90", "joint 'knee'", "-1.5708 1.5708"],
        ),
        (
            "always-radians",
            model("", "", "range='-90 90'", "<keyframe><key name='k' qpos='45'/></keyframe>"),
            4,
            &["keyframe 'k'", "45", "0.7854"],
        ),
    ]
}

fn cases_of_actuators() -> Vec<Case> {
    vec![
        (
            "zero-gain",
            actuator(&format!("<position name='a' joint='knee' kp='0' {RANGE}/>")),
            4,
            &["actuator 'a'", "kp is 0", "no force"],
        ),
        (
            "zero-gain",
            actuator(&format!("<position joint='knee' kp='0' kv='1' {RANGE}/>")),
            4,
            &["control has no effect"],
        ),
        (
            "zero-gain",
            actuator(&format!("<velocity joint='knee' kv='0' {RANGE}/>")),
            4,
            &["an actuator without a name"],
        ),
        ("zero-gain", actuator(&format!("<velocity name='a' joint='knee' kv='0' {RANGE}/>")), 4, &["kv is 0"]),
        ("zero-gain", actuator(&format!("<motor name='a' joint='knee' gear='0' {RANGE}/>")), 4, &["gear is 0"]),
        ("zero-gain", actuator(&format!("<general name='a' joint='knee' gainprm='0' {RANGE}/>")), 4, &["gainprm is 0"]),
        (
            "zero-gain",
            actuator(&format!("<intvelocity name='a' joint='knee' kp='0' actrange='-1 1' {RANGE}/>")),
            4,
            &["kp is 0"],
        ),
        ("zero-gain", actuator("<damper name='a' joint='knee' kv='0' ctrlrange='0 1'/>"), 4, &["kv is 0"]),
        ("zero-gain", actuator(&format!("<cylinder name='a' joint='knee' area='0' {RANGE}/>")), 4, &["area is 0"]),
        ("zero-gain", actuator("<muscle name='a' joint='knee' force='0' lengthrange='0 1'/>"), 4, &["force is 0"]),
        ("no-control-range", actuator("<motor name='a' joint='knee'/>"), 4, &["actuator 'a'", "no range", "ctrlrange"]),
        ("no-control-range", actuator("<position name='a' joint='knee' kp='1'/>"), 4, &["no range"]),
        (
            "no-control-range",
            actuator("<motor name='a' joint='knee' ctrllimited='false' ctrlrange='-1 1'/>"),
            4,
            &["no range"],
        ),
        ("no-control-range", actuator("<velocity name='a' joint='knee' kv='1'/>"), 4, &["no range"]),
    ]
}

#[test]
fn each_rule_names_place_object_value_and_cure() {
    let cases = [cases_of_angles(), cases_of_actuators()].concat();
    for (rule, text, line, words) in &cases {
        let findings = found(text);
        let [finding] = &findings[..] else { panic!("{text}: {findings:?}") };
        assert_eq!((finding.rule, finding.warning.span.line()), (*rule, *line), "{text}: {findings:?}");
        for word in *words {
            assert!(finding.warning.message.contains(word), "'{word}' is not in: {}", finding.warning);
        }
        assert!(finding.warning.span.column() > 0 && finding.others.is_empty(), "{finding:?}");
    }
    for rule in RULES {
        assert!(cases.iter().filter(|case| case.0 == rule.name).count() > 1, "{} has too few cases", rule.name);
    }
}

#[test]
fn what_people_write_is_left_alone() {
    let cases = [
        model(RADIAN, "", "range='-1.57 1.57'", ""),
        model(RADIAN, "", "range='-6.28319 6.28319'", ""),
        // two turns, and as many as one likes
        model(RADIAN, "", "range='-12.566 12.566'", ""),
        model(RADIAN, "", "range='-1e6 1e6'", ""),
        model(RADIAN, "", "type='slide' range='-90 90' ref='30'", ""),
        model(RADIAN, "", "limited='false' range='-90 90'", ""),
        model("", "", "range='-90 90'", ""),
        model("", "", "range='-5 5'", ""),
        model("", "", "range='-4.5 4.5'", ""),
        model("", "", "type='slide' range='-1.57 1.57'", ""),
        model("", "<geom size='1' euler='0 0 3'/><geom size='1' euler='0.5 1 2'/>", "", ""),
        model(RADIAN, "<camera fovy='45'/><camera projection='orthographic' fovy='2'/>", "", ""),
        model("", "<light type='directional' cutoff='1'/>", "", ""),
        model("", "", "range='-90 90'", "<keyframe><key qpos='1.5'/></keyframe>"),
        model("", "", "", "<keyframe><key qpos='45'/></keyframe>"),
        actuator("<motor joint='knee' ctrlrange='-90 90'/>"),
        actuator("<position joint='knee' kp='9' gear='60' ctrlrange='-90 90'/>"),
        actuator("<position joint='knee' kp='9' kv='0' ctrlrange='-3 3'/>"),
        actuator("<general joint='knee' ctrlrange='-1 1'/>"),
        actuator("<muscle joint='knee' lengthrange='0 1'/>"),
        model(
            "",
            "<body><joint type='ball' name='b'/><geom size='1'/></body>",
            "",
            "<actuator><orientation joint='b' kp='1'/></actuator>",
        ),
        actuator("<damper joint='knee' kv='1' ctrlrange='0 1'/>"),
        model("", "", "range='-90 90'", "<actuator><position joint='knee' kp='9' inheritrange='1'/></actuator>"),
    ];
    for text in cases {
        assert_eq!(found(&text), [], "{text}");
    }
}

#[test]
fn objects_with_one_value_are_one_finding() {
    let joints: String =
        (0..6).map(|i| format!("<body><joint name='j{i}' range='-90 90'/><geom size='1'/></body>\n")).collect();
    let findings = found(&format!("<mujoco>{RADIAN}<worldbody>{joints}</worldbody></mujoco>"));
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert!(
        finding.warning.message.contains("joint 'j0'")
            && finding.warning.message.contains("(also 'j1', 'j2', 'j3' and 2 more)"),
        "{finding:?}"
    );
    assert_eq!(finding.others.iter().map(|span| span.line()).collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
    // many values are cut at a limit
    let joints: String = (0..999).map(|i| format!("<joint range='-{} 90'/>", i + 10)).collect();
    let many = format!("<mujoco>{RADIAN}<worldbody><body>{joints}<geom size='1'/></body></worldbody></mujoco>");
    assert_eq!(found(&many).len(), super::MAX_FINDINGS);
}

#[test]
fn a_class_is_named_once_for_all_its_objects() {
    let text = "<mujoco><default>\n<motor ctrllimited='false' gear='0'/></default><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>
        <actuator>\n<motor name='a' joint='j' ctrllimited='true' ctrlrange='0 1'/>\n<motor name='b' joint='j' ctrllimited='true' ctrlrange='0 1'/></actuator></mujoco>";
    let findings = found(text);
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((finding.warning.span.line(), finding.others.len()), (2, 0), "{finding:?}");
    assert!(finding.warning.message.contains("actuator 'a'") && finding.warning.message.contains("also 'b'"));
}
