//! Contacts of loaded models: height fields, margins and gaps, limits on their number, and that warm detection allocates
//! nothing.

#![allow(clippy::unwrap_used)]

#[path = "../../sim-core/tests/counting/mod.rs"]
mod counting;

use sim_core::binding::query::ray::{Ray, cast};
use sim_core::binding::stage::GeomPoses;
use sim_core::data::{ContactExclude, Warning};
use sim_core::math::{row, vec3};
use sim_core::{Data, Excess, GeomType, Model, SdfCollisionData, StepError};
use std::sync::Arc;

fn load(text: &str) -> Model {
    sim_mjcf::load_model(text).unwrap()
}

fn forward(m: &Model) -> Data {
    let mut d = m.make_data();
    d.forward(m).unwrap();
    d
}

/// A height field as the first geom, and a free body above it.
fn terrain(field: &str, span: &str, other: &str) -> Model {
    load(&format!(
        "<mujoco><asset><hfield name='t' {field}/><mesh name='cube' vertex='-.3 -.3 -.3 .3 -.3 -.3 -.3 .3 -.3 .3 .3 -.3
         -.3 -.3 .3 .3 -.3 .3 -.3 .3 .3 .3 .3 .3'/></asset>
         <worldbody><geom type='hfield' hfield='t' {span}/><body><freejoint/>
         <inertial mass='1' pos='0 0 0' diaginertia='.1 .1 .1'/>{other}</body></worldbody></mujoco>"
    ))
}

/// Height of the surface at a place, by a ray from above.
fn height(m: &Model, d: &Data, x: f64, y: f64) -> f64 {
    let ray = Ray { origin: [x, y, 100.0], direction: [0.0, 0.0, -1.0] };
    100.0 - cast(m, GeomPoses::of(d), &ray, &Default::default()).unwrap().distance
}

const FLAT: &str = "nrow='3' ncol='3' size='5 5 1 .1' elevation='0 0 0 0 1 0 0 0 0'";
const SHAPES: [&str; 6] = [
    "<geom type='sphere' size='.3' pos='0 0 .295'/>",
    "<geom type='capsule' size='.3 .2' pos='0 0 .295' zaxis='1 0 0'/>",
    "<geom type='box' size='.3 .3 .3' pos='0 0 .295'/>",
    "<geom type='cylinder' size='.3 .3' pos='0 0 .295'/>",
    "<geom type='ellipsoid' size='.4 .3 .3' pos='0 0 .295'/>",
    "<geom type='mesh' mesh='cube' pos='0 0 .295'/>",
];

#[test]
fn a_height_field_is_loaded_with_its_geom() {
    let m = terrain(FLAT, "", "");
    assert_eq!((m.nhfield, m.geom_type[0], m.geom_dataid[0]), (1, GeomType::HField, 0));
    assert_eq!((m.hfield_nrow[0], m.hfield_ncol[0], &m.hfield_size[..]), (3, 3, &[5.0, 5.0, 1.0, 0.1][..]));
}

#[test]
fn heights_are_scaled_and_placed_around_the_geom() {
    // columns run along x from -5 to 5, rows along y; the heights are stretched to 0..1 first, as in the reference
    let row = "0 .5 1 .5 0 .5 1 .5 0 .5 1 ";
    let m = terrain(&format!("nrow='3' ncol='11' size='5 2 10 .1' elevation='{}'", row.repeat(3)), "pos='1 2 3'", "");
    let d = forward(&m);
    for (column, sample) in row.split_whitespace().enumerate() {
        let x = 1.0 - 5.0 + column as f64;
        let x = x.clamp(-4.0 + 1e-9, 6.0 - 1e-9);
        let expected = 3.0 + 10.0 * sample.parse::<f64>().unwrap();
        assert!((height(&m, &d, x, 2.3) - expected).abs() < 1e-6, "column {column}");
    }
    // half way between two columns
    assert!((height(&m, &d, -3.5, 2.0) - 3.0 - 2.5).abs() < 1e-6);
}

#[test]
fn a_ball_touches_the_top_of_a_plateau() {
    // heights that are all the same count as zero; a ball a little lower than its radius touches there
    let m = terrain(
        "nrow='5' ncol='5' size='2 2 1 .1' elevation='1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'",
        "",
        "<geom size='1' pos='.2 .1 .95'/>",
    );
    let d = forward(&m);
    assert!(d.ncon > 0);
    // prisms aside of the lowest point touch obliquely and less deep
    let deepest = d.contact.iter().min_by(|a, b| a.dist.total_cmp(&b.dist)).unwrap();
    assert!((deepest.pos[2] + 0.025).abs() < 1e-3 && (deepest.dist + 0.05).abs() < 1e-3, "{deepest:?}");
    assert!(deepest.frame[2] > 0.999);
}

#[test]
fn every_convex_shape_comes_to_rest_on_square_and_oblong_cells() {
    for field in ["nrow='5' ncol='5' size='2 2 1 .1'", "nrow='4' ncol='33' size='3 .7 1 .1'"] {
        for shape in SHAPES {
            let m = terrain(field, "", shape);
            let mut d = m.make_data();
            for _ in 0..500 {
                d.step(&m).unwrap();
                assert!(d.ncon > 0, "{shape} on {field}");
            }
            // the field has the lower type and comes first: normals point up, from it to the other geom
            assert!(d.contact.iter().all(|c| c.geom() == [0, 1] && c.frame[2] > 0.9), "{shape} on {field}");
            assert!(d.qpos[2].abs() < 0.03 && vec3::norm(get(&d.qvel)) < 0.02, "{shape} on {field}: {:?}", d.qpos);
        }
    }
}

fn get(qvel: &[f64]) -> [f64; 3] {
    [qvel[0], qvel[1], qvel[2]]
}

#[test]
fn normals_do_not_depend_on_the_order_of_the_geoms() {
    // the field is the second geom of the model here
    let m = load(
        "<mujoco><asset><hfield name='t' nrow='3' ncol='3' size='2 2 1 .1'/></asset><worldbody>
         <body pos='0 0 .295'><freejoint/><geom size='.3'/></body><body><geom type='hfield' hfield='t'/></body></worldbody></mujoco>",
    );
    let d = forward(&m);
    assert!(d.ncon > 0);
    for c in &d.contact {
        let centres = c.geom().map(|g| row::<3>(&d.geom_xpos, g as usize));
        let normal = [c.frame[0], c.frame[1], c.frame[2]];
        assert!(
            vec3::dot(normal, vec3::sub(centres[1], centres[0])) > 0.0
                && m.geom_type[c.geom()[0] as usize] == GeomType::HField
        );
    }
}

#[test]
fn no_place_on_a_field_is_missed_by_the_broad_phase() {
    // a tilted and shifted field: balls over all of it touch, whatever their place
    for i in 0..7 {
        for j in 0..7 {
            let (x, y) = (0.6 * f64::from(i) - 1.8, 0.3 * f64::from(j) - 0.9);
            let m = load(
                &format!(
                    "<mujoco><asset><hfield name='t' nrow='6' ncol='9' size='2 1 1 .1'/></asset><worldbody>
                 <body pos='3 -2 1' euler='20 -30 40'><geom type='hfield' hfield='t'/>
                 <body pos='{x} {y} .09'><freejoint/><geom size='.1'/></body></body></worldbody></mujoco>"
                )
                .replace("<freejoint/>", "<joint type='ball'/>"),
            );
            assert!(forward(&m).ncon > 0, "{x} {y}");
        }
    }
}

#[test]
fn fields_and_planes_ignore_each_other() {
    let m = load(
        "<mujoco><asset><hfield name='t' nrow='3' ncol='3' size='2 2 1 .1'/></asset><worldbody>
         <geom type='plane' size='1 1 1'/><geom type='hfield' hfield='t'/><body><freejoint/>
         <inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/><geom type='hfield' hfield='t'/></body></worldbody></mujoco>",
    );
    assert_eq!(forward(&m).ncon, 0);
}

#[test]
fn wrong_references_to_height_fields_are_errors() {
    let message = |asset: &str, geom: &str| {
        let text = format!(
            "<mujoco><asset>{asset}</asset><worldbody><geom name='ground' type='hfield' {geom}/></worldbody></mujoco>"
        );
        sim_mjcf::load_model(&text).unwrap_err().to_string()
    };
    let asset = "<hfield name='t' nrow='3' ncol='3' size='2 2 1 .1'/>";
    let unknown = message(asset, "hfield='nowhere'");
    assert!(unknown.contains("nowhere") && unknown.contains("ground"), "{unknown}");
    assert!(message(asset, "").contains("hfield"), "{}", message(asset, ""));
    assert!(message(&asset.repeat(2), "hfield='t'").contains('t'));
}

/// A ball of radius 0.1 whose lowest point is `above` the plane.
fn ball_above(above: f64, plane: &str, ball: &str) -> Model {
    load(&format!(
        "<mujoco><worldbody><geom type='plane' size='1 1 1' {plane}/><body pos='0 0 {}'><freejoint/>
         <geom size='.1' {ball}/></body></worldbody></mujoco>",
        0.1 + above
    ))
}

#[test]
fn a_margin_finds_contacts_before_the_surfaces_touch() {
    for (plane, ball, found) in [
        ("", "", false),
        ("margin='.002'", "", true),
        ("", "margin='.002'", true),
        // margins are added: each alone would not reach
        ("margin='.0006'", "margin='.0006'", true),
        ("margin='.0004'", "margin='.0004'", false),
    ] {
        let d = forward(&ball_above(0.001, plane, ball));
        assert_eq!(d.ncon > 0, found, "{plane} {ball}");
        if found {
            assert!((d.contact[0].dist - 0.001).abs() < 1e-12 && d.contact[0].efc_address == 0 && d.nefc > 0);
        }
    }
}

#[test]
fn a_contact_in_the_gap_is_listed_without_force() {
    let d = forward(&ball_above(0.0015, "margin='.001'", "gap='.001'"));
    assert_eq!((d.ncon, d.nefc), (1, 0));
    assert_eq!((d.contact[0].exclude, d.contact[0].efc_address), (ContactExclude::IN_GAP, -1));
    assert_eq!(d.contact[0].includemargin, 0.001);
    assert_eq!(forward(&ball_above(0.0025, "margin='.001'", "gap='.001'")).ncon, 0);
}

#[test]
fn margin_and_gap_shift_where_a_ball_comes_to_rest() {
    let rest = |plane: &str| {
        let m = ball_above(0.01, plane, "");
        let mut d = m.make_data();
        for _ in 0..1500 {
            d.step(&m).unwrap();
        }
        d.qpos[2] - 0.1
    };
    let (bare, gap, margin) = (rest(""), rest("gap='.004'"), rest("margin='.004'"));
    assert!(bare < 0.0 && bare > -0.002);
    // force begins at the margin, so the ball floats; a gap alone only lists contacts earlier
    assert!((margin - bare - 0.004).abs() < 2e-4, "{margin} {bare}");
    assert!((gap - bare).abs() < 1e-9, "{gap} {bare}");
}

#[test]
fn no_margin_means_touching_only() {
    assert_eq!(forward(&ball_above(1e-9, "", "")).ncon, 0);
    assert_eq!(forward(&ball_above(-1e-9, "", "")).ncon, 1);
}

/// Balls on a floor, each with one contact of four rows.
fn balls(size: &str) -> Model {
    let ball = |i: i32| format!("<body pos='{i} 0 .099'><freejoint/><geom size='.1'/></body>");
    let bodies: String = (0..12).map(ball).collect();
    load(&format!("<mujoco>{size}<worldbody><geom type='plane' size='50 50 1'/>{bodies}</worldbody></mujoco>"))
}

#[test]
fn where_the_reference_would_leave_something_out_there_is_a_warning() {
    for (size, contacts, rows) in [
        ("", 0, 0),
        // numbers that memory follows from, as in the reference no limits themselves
        ("<size nconmax='12' njmax='48'/>", 0, 0),
        ("<size nconmax='5'/>", 0, 0),
        ("<size njmax='40'/>", 0, 0),
        // room for the contacts, not for their rows, then not even for the contacts
        ("<size memory='15000'/>", 0, 1),
        ("<size memory='5000'/>", 1, 1),
    ] {
        let mut m = balls(size);
        m.limits.memory = None;
        let d = forward(&m);
        assert_eq!((d.ncon, d.nefc), (12, 48), "{size}");
        let raised = [Warning::ContactFull, Warning::ConstraintFull].map(|w| d.warning.get(w));
        assert_eq!(raised.map(|(_, number)| number), [contacts, rows], "{size}");
        if contacts > 0 {
            assert_eq!(raised.map(|(info, _)| info), [12, 5000]);
        }
    }
    assert!(Warning::ContactFull.text(12).contains("nconmax") && Warning::ConstraintFull.text(5000).contains("memory"));
}

#[test]
fn memory_that_a_file_names_is_a_limit() {
    for (memory, needed) in [(15000, 12 * 584 + 48 * (24 + 14 * 8) + 48 * 6 * 12), (5000, 12 * 584)] {
        let m = balls(&format!("<size memory='{memory}'/>"));
        let error = m.make_data().forward(&m).unwrap_err();
        let expected = StepError::TooLarge { excess: Excess::Memory, needed, limit: memory };
        assert_eq!(error, expected);
        assert!(error.to_string().contains("raise 'memory' of <size>"), "{error}");
    }
}

#[test]
fn warm_detection_on_fields_of_height_and_distance_allocates_nothing() {
    let others: String = SHAPES
        .iter()
        .enumerate()
        .map(|(i, shape)| format!("<body pos='{} 0 0'><freejoint/>{shape}</body>", i as f64 - 2.5))
        .collect();
    let mut m = load(&format!(
        "<mujoco><asset><hfield name='t' nrow='20' ncol='30' size='4 4 1 .1'/><mesh name='cube' vertex='-.3 -.3 -.3 .3 -.3 -.3
         -.3 .3 -.3 .3 .3 -.3 -.3 -.3 .3 .3 -.3 .3 -.3 .3 .3 .3 .3 .3'/></asset><worldbody>
         <geom type='hfield' hfield='t'/><geom type='plane' size='4 4 1' pos='0 0 -.01'/>{others}
         <body pos='0 1.5 .295'><freejoint/><inertial mass='1' pos='0 0 0' diaginertia='.1 .1 .1'/><geom type='sdf'/></body>
         <body pos='1 1.5 .295'><freejoint/><geom type='sdf' mesh='cube'/></body></worldbody></mujoco>"
    ));
    let grid = m.geom_type.iter().position(|&kind| kind == GeomType::Sdf).unwrap();
    m.set_geom_sdf(grid, Arc::new(SdfCollisionData::sphere([0.0; 3], 0.3, 30, 0.05).unwrap())).unwrap();
    let mut d = m.make_data();
    for _ in 0..30 {
        d.step(&m).unwrap();
    }
    let kinds = |g: i32| m.geom_type[g as usize];
    assert!(d.contact.iter().any(|c| c.geom().map(kinds) == [GeomType::HField, GeomType::Sdf]));
    assert!(d.contact.iter().any(|c| c.geom().map(kinds) == [GeomType::HField, GeomType::Mesh]));
    let before = counting::COUNT.with(std::cell::Cell::get);
    for _ in 0..5 {
        sim_core::binding::pipeline::stages::collide(&m, &mut d).unwrap();
    }
    assert_eq!(counting::COUNT.with(std::cell::Cell::get) - before, 0);
    assert!(d.ncon > 8);
}

/// Meshes of eight and of forty points that tumble into a heap, searched in the layout made for it and, when that is given
/// up, in the Model's own tables: the same contacts, bit for bit.
#[test]
fn meshes_touch_alike_with_and_without_their_layout() {
    let points = |count: u32| -> String {
        let turn = |i: u32| (f64::from(i) * 2.4, 1.0 - 2.0 * (f64::from(i) + 0.5) / f64::from(count));
        let point =
            |(angle, z): (f64, f64)| [(1.0 - z * z).sqrt() * angle.cos(), (1.0 - z * z).sqrt() * angle.sin(), z];
        (0..count).flat_map(|i| point(turn(i))).map(|x| format!("{:.4} ", 0.1 * x)).collect()
    };
    let body = |i: u32| {
        let mesh = if i.is_multiple_of(3) { "few" } else { "many" };
        format!(
            "<body pos='{} 0 {}'><freejoint/><geom type='mesh' mesh='{mesh}'/></body>",
            0.01 * f64::from(i),
            0.12 + 0.19 * f64::from(i)
        )
    };
    let m = load(&format!(
        "<mujoco><asset><mesh name='few' vertex='{}'/><mesh name='many' vertex='{}'/></asset><worldbody>\
         <geom type='plane' size='5 5 1'/><geom type='box' size='0.05 0.05 0.05'/>{}</worldbody></mujoco>",
        points(8),
        points(40),
        (0..8).map(body).collect::<String>()
    ));
    let mut plain = m.clone();
    // what others may write to at any time is searched as it is
    plain.mesh_vert.pin();
    let (mut d, mut e, mut touched) = (m.make_data(), plain.make_data(), 0);
    for _ in 0..400 {
        d.step(&m).unwrap();
        e.step(&plain).unwrap();
        assert_eq!(d.contact, e.contact);
        touched += d.ncon;
    }
    assert!(touched > 1000, "{touched}");
}
