//! Rules refuse what they say, and there is one for every array that needs one.

use super::Verified;
use super::structure::freedom;
use super::table::{FREE, RULES};
use crate::arrays::{ArrayMut, Element};
use crate::model::{JointType, Model, ModelError};

#[test]
fn every_array_of_whole_numbers_has_a_rule_or_is_free() {
    for info in Model::ARRAYS {
        let whole = matches!(info.element, Element::I32 | Element::I64 | Element::U8);
        let (checked, free) = (Model::is_checked(info.name), FREE.contains(&info.name));
        assert!(!(checked && free) && (!whole || checked || free), "{}", info.name);
    }
    for name in RULES.iter().flat_map(|rule| rule.arrays).chain(FREE) {
        assert!(Model::ARRAY_NAMES.contains(name), "{name}");
    }
}

#[test]
fn models_of_this_crate_are_valid() {
    for n in 0..5 {
        assert_eq!(Model::n_link_pendulum(n, 1.0, 0.1).validate(), Ok(()));
    }
    assert_eq!(Model::empty().validate(), Ok(()));
}

/// One edit, and how the error begins.
type Case = (&'static str, usize, i32, &'static str);

const CASES: &[Case] = &[
    ("body_parentid", 3, 7, "body_parentid[3] = 7: a parent must come before its body"),
    ("body_parentid", 2, 2, "body_parentid[2] = 2: a parent must come before its body"),
    ("body_parentid", 0, 1, "body_parentid[0] = 1: the world is its own parent"),
    (
        "body_parentid",
        3,
        1,
        "dof_parentid[2] = 1: the bodies and joints make it 0; edited: body_parentid[3] = 1 (was 2)",
    ),
    ("body_jntnum", 1, -1, "body_jntnum[1] = -1: must be from 0 to 4"),
    ("body_jntnum", 1, 2, "body_jntadr[2] = 1: joints follow the order"),
    ("body_jntadr", 2, 0, "body_jntadr[2] = 0: joints follow the order of the bodies: the first of this one is 1"),
    ("jnt_type", 0, 9, "jnt_type[0] = 9: must be one of 0 (free), 1 (ball), 2 (slide), 3 (hinge)"),
    ("jnt_type", 3, 1, "jnt_type[3] = 1: a joint of type 'ball' needs 4 positions and 3 dofs"),
    ("jnt_qposadr", 1, 99, "jnt_qposadr[1] = 99: the bodies and joints make it 1"),
    ("dof_parentid", 2, 2, "dof_parentid[2] = 2: the bodies and joints make it 1"),
    ("dof_parentid", 2, i32::MAX, "dof_parentid[2] = 2147483647: the bodies and joints make it 1"),
    ("M_rownnz", 1, 0, "M_rownnz[1] = 0: the chains of dofs make it 2"),
    ("mapD2M", 3, -1, "mapD2M[3] = -1: the chains of dofs make it"),
    ("B_colind", 0, 7, "B_colind[0] = 7: the chains of dofs make it 0"),
    ("dof_simplenum", 0, 1, "dof_simplenum[0] = 1: 'body_simple' makes it 0"),
    ("geom_bodyid", 2, 5, "geom_bodyid[2] = 5: must be from 0 to 4 (nbody = 5)"),
    ("geom_bodyid", 2, -1, "geom_bodyid[2] = -1: must be from 0 to 4 (nbody = 5)"),
    ("geom_dataid", 1, 0, "geom_dataid[1] = 0: must be -1 (none): nmesh = 0"),
    ("geom_condim", 0, 2, "geom_condim[0] = 2: must be one of 1, 3, 4, 6"),
    ("body_geomnum", 4, 2, "body_geomnum[4] = 2: with body_geomadr[4] = 3 reaches beyond ngeom = 4"),
    ("body_geomadr", 4, i32::MAX, "body_geomadr[4] = 2147483647: must be from 0 to ngeom = 4"),
    ("body_bvhadr", 1, 0, "body_bvhadr[1] = 0: must be -1 (none): nbvhstatic = 0"),
    ("jnt_actuatorid", 0, -3, "jnt_actuatorid[0] = -3: must be -1 or -2: nactuator = 0"),
    ("names_map", 0, -2, "names_map[0] = -2"),
];

fn edited(array: &str, index: usize, value: i32) -> Model {
    let mut m = Model::n_link_pendulum(4, 1.0, 0.1);
    match m.array_mut(array) {
        Some(ArrayMut::I32(entries)) => entries[index] = value,
        other => panic!("{array}: {other:?}"),
    }
    m
}

#[test]
fn edits_are_refused_by_name() {
    let valid = Model::n_link_pendulum(4, 1.0, 0.1);
    for &(array, index, value, expected) in CASES {
        let m = edited(array, index, value);
        let text = m.validate_edits(&valid).expect_err(array).to_string();
        assert!(text.starts_with(expected), "{array}[{index}] = {value}: {text}");
        let (plain, _) = expected.split_once("; edited").unwrap_or((expected, ""));
        let text = m.validate().expect_err(array).to_string();
        assert!(text.starts_with(plain), "{array}[{index}] = {value}: {text}");
        // whichever array shows it
        assert!(m.validate_edits(&valid).unwrap_err().to_string().contains(array), "{array}");
    }
}

/// Runs one rule alone: on a whole model, numbers of joints and mocap bodies would fail before.
#[test]
fn free_joints_and_mocap_bodies_are_children_of_the_world() {
    let valid = Model::n_link_pendulum(4, 1.0, 0.1);
    assert_eq!(freedom(&valid), Ok(()));
    let mut m = valid.clone();
    m.jnt_type[2] = JointType::Free;
    let text = freedom(&m).unwrap_err().to_string();
    assert!(text.starts_with("jnt_type[2] = 0: a free joint must be the only joint of a child of the world"), "{text}");
    let mut m = valid.clone();
    m.body_mocapid[3] = 0;
    let text = freedom(&m).unwrap_err().to_string();
    assert!(text.starts_with("body_mocapid[3] = 0: a mocap body must be a child of the world"), "{text}");
    // one that hangs from the world, but by a joint
    m.body_mocapid.swap(3, 1);
    assert!(freedom(&m).unwrap_err().to_string().starts_with("body_mocapid[1] = 0"));
}

#[test]
fn skins_stay_among_their_vertices() {
    let cases: &[Case] = &[
        ("skin_matid", 0, 1, "skin_matid[0] = 1: must be from -1 to 0 (nmat = 1)"),
        ("skin_vertnum", 0, 4, "skin_vertnum[0] = 4: with skin_vertadr[0] = 0 reaches beyond nskinvert = 3"),
        ("skin_texcoordadr", 0, 0, "skin_texcoordadr[0] = 0: must be -1 (none), or with skin_vertnum[0] = 3 lie in"),
        ("skin_texcoordadr", 0, i32::MIN, "skin_texcoordadr[0] = -2147483648: must be -1 (none)"),
        ("skin_facenum", 0, -1, "skin_facenum[0] = -1: a number of things cannot be negative"),
        ("skin_face", 2, 3, "skin_face[0, 2] = 3: must be from 0 to 2 (vertices of the skin = 3)"),
        ("skin_boneadr", 0, 1, "skin_bonenum[0] = 2: with skin_boneadr[0] = 1 reaches beyond nskinbone = 2"),
        ("skin_bonebodyid", 1, 4, "skin_bonebodyid[1] = 4: must be from 0 to 3 (nbody = 4)"),
        ("skin_bonevertadr", 1, i32::MAX, "skin_bonevertadr[1] = 2147483647: must be from 0 to nskinbonevert = 4"),
        ("skin_bonevertnum", 1, 3, "skin_bonevertnum[1] = 3: with skin_bonevertadr[1] = 2 reaches beyond"),
        ("skin_bonevertid", 3, -1, "skin_bonevertid[3] = -1: must be from 0 to 2 (vertices of the skin = 3)"),
        ("skin_pathadr", 0, 100, "skin_pathadr[0] = 100: must be from -1 (none) to npaths"),
        ("name_skinadr", 0, -1, "name_skinadr[0] = -1"),
    ];
    let valid = Model::example();
    for &(array, index, value, expected) in cases {
        let mut m = valid.clone();
        match m.array_mut(array) {
            Some(ArrayMut::I32(entries)) => entries[index] = value,
            other => panic!("{array}: {other:?}"),
        }
        let text = m.validate_edits(&valid).expect_err(array).to_string();
        assert!(text.starts_with(expected), "{array}[{index}] = {value}: {text}");
        assert!(m.validate().unwrap_err().to_string().starts_with(expected), "{array}[{index}] = {value}");
    }
    let mut m = valid.clone();
    m.skin_group.fill(-7);
    assert_eq!(m.validate_edits(&valid), Ok(()));
}

#[test]
fn an_error_elsewhere_names_the_edit() {
    let valid = Model::n_link_pendulum(4, 1.0, 0.1);
    let m = edited("body_parentid", 3, 1);
    let text = m.validate_edits(&valid).unwrap_err().to_string();
    assert!(text.ends_with("; edited: body_parentid[3] = 1 (was 2)"), "{text}");
}

#[test]
fn what_was_valid_is_remembered() {
    let mut m = Model::n_link_pendulum(4, 1.0, 0.1);
    let mut verified = Verified::of(&m);
    assert!(verified.0.body_mass.is_empty() && verified.0.body_parentid.is_same(&m.body_parentid));
    let arrays = ["body_parentid", "geom_condim"].map(|name| Model::comparer(name).unwrap());
    m.body_parentid.pin();
    m.geom_condim.pin();
    assert!(verified.agrees(&m, &arrays));
    m.geom_condim[1] = 4;
    assert!(!verified.agrees(&m, &arrays));
    assert_eq!(verified.follow(&m), Ok(()));
    assert!(verified.agrees(&m, &arrays));
    m.body_parentid[3] = 7;
    for _ in 0..2 {
        let text = verified.follow(&m).unwrap_err().to_string();
        assert_eq!(text, "body_parentid[3] = 7: a parent must come before its body");
    }
    m.body_parentid[3] = 2;
    assert!(verified.agrees(&m, &arrays));
}

#[test]
fn edits_that_matter_to_no_rule_are_free() {
    let valid = Model::n_link_pendulum(3, 1.0, 0.1);
    let mut m = valid.clone();
    m.geom_contype.fill(-7);
    m.geom_group.fill(99);
    m.body_mass[1] = f64::NAN;
    assert_eq!(m.validate_edits(&valid), Ok(()));
    assert_eq!(m.validate(), Ok(()));
}

#[test]
fn lengths_and_sizes_are_part_of_it() {
    let mut m = Model::empty();
    m.body_mass = vec![].into();
    assert_eq!(m.validate(), Err(ModelError::Length { array: "body_mass", expected: 1, found: 0 }));
    let mut m = Model::empty();
    m.nflex = 1;
    assert!(matches!(m.validate(), Err(ModelError::BadSize { size: "nflex", value: 1, .. })));
    let mut m = Model::empty();
    m.nuserdata = 1 << 40;
    assert!(matches!(m.validate(), Err(ModelError::BadSize { size: "nuserdata", .. })));
    let mut m = Model::n_link_pendulum(2, 1.0, 1.0);
    m.nM = 7;
    assert!(matches!(m.validate(), Err(ModelError::BadSize { size: "nM", value: 7, .. })));
    // what is compared with another Model is checked as a whole where sizes differ
    assert!(m.validate_edits(&Model::n_link_pendulum(2, 1.0, 1.0)).is_err());
}

#[test]
fn matrices_name_row_and_column() {
    assert_eq!(super::entry::entry_label("actuator_trnid", 5), "actuator_trnid[2, 1]");
    assert_eq!(super::entry::entry_label("jnt_type", 5), "jnt_type[5]");
}
