//! `<compiler>`: directories of files, sources of masses, discarded objects; values by MuJoCo 3.12.0 or closed form.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_core::{Model, ObjType};
use sim_mjcf::{Assets, Loaded, Loader, MjcfError, load_model};
use std::f64::consts::PI;

/// Mass of a ball of 0.1 m at the default density.
const BALL: f64 = 4.0 / 3.0 * PI * 0.001 * 1000.0;

fn try_load(compiler: &str, world: &str, rest: &str) -> Result<Model, MjcfError> {
    load_model(&format!("<mujoco><compiler {compiler}/><worldbody>{world}</worldbody>{rest}</mujoco>"))
}

fn load(compiler: &str, world: &str) -> Model {
    try_load(compiler, world, "").unwrap_or_else(|e| panic!("{compiler}: {e}"))
}

fn body(mass: f64, inertia: &str) -> String {
    format!("<body><joint/><inertial pos='0 0 0' mass='{mass}' diaginertia='{inertia}'/></body>")
}

fn assert_close(what: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= 1e-14 * b.abs().max(1.0), "{what}: {found:?} against {expected:?}");
    }
}

fn names(m: &Model, kind: ObjType, count: usize) -> Vec<&str> {
    (0..count).map(|id| m.name(kind, id).unwrap_or("")).collect()
}

/// A tetrahedron as an OBJ file of so many metres.
fn tetrahedron(size: f64) -> Vec<u8> {
    format!("v 0 0 0\nv {size} 0 0\nv 0 {size} 0\nv 0 0 {size}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n").into_bytes()
}

/// A PNG file of one pixel.
const PIXEL: [u8; 72] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 144, 119, 83,
    222, 0, 0, 0, 15, 73, 68, 65, 84, 120, 1, 1, 4, 0, 251, 255, 0, 10, 20, 30, 0, 104, 0, 61, 232, 12, 187, 131, 0, 0,
    0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];

#[test]
fn assetdir_is_where_meshes_and_textures_are_unless_their_own_folder_is_named() {
    let load = |compiler: &str, files: &[&str]| {
        let mut assets = Assets::new();
        for file in files {
            assets.insert(file, if file.ends_with("obj") { tetrahedron(1.0) } else { PIXEL.to_vec() });
        }
        let xml = format!(
            "<mujoco><compiler {compiler}/><asset><mesh name='m' file='rock.obj'/>
               <texture name='t' type='2d' file='skin.png'/></asset>
             <worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>"
        );
        Loader::new().assets(assets).load_str(&xml, "").map(Loaded::report_warnings)
    };
    for (compiler, files) in [
        ("assetdir='data'", ["data/rock.obj", "data/skin.png"]),
        ("assetdir='data' meshdir='meshes'", ["meshes/rock.obj", "data/skin.png"]),
        ("assetdir='data' texturedir='skins'", ["data/rock.obj", "skins/skin.png"]),
    ] {
        match load(compiler, &files) {
            Ok(m) => assert_eq!((m.nmesh, m.ntex), (1, 1), "{compiler}"),
            Err(error) => panic!("{compiler}: {error}"),
        }
    }
    // a missing file is named by the path that was tried
    let error = load("assetdir='data' meshdir='meshes'", &["data/skin.png"]).unwrap_err().to_string();
    assert!(error.contains("meshes/rock.obj"), "{error}");
}

#[test]
fn inertiafromgeom_says_where_masses_come_from() {
    let explicit = "<inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/>";
    for (mode, inertial, moving, mass) in [
        ("auto", explicit, true, 2.0),
        ("auto", "", true, BALL),
        ("true", explicit, true, BALL),
        ("false", explicit, true, 2.0),
        // it has no mass
        ("false", "", false, 0.0),
    ] {
        let joint = if moving { "<joint/>" } else { "" };
        let m = load(&format!("inertiafromgeom='{mode}'"), &format!("<body>{joint}{inertial}<geom size='.1'/></body>"));
        assert_close(&format!("{mode} {inertial}"), &m.body_mass, &[0.0, mass]);
    }
    // a body that moves must have one
    let error =
        try_load("inertiafromgeom='false'", "<body name='bob'><joint/><geom size='.1'/></body>", "").unwrap_err();
    let text = error.to_string();
    assert!(text.contains("body[bob]") && text.contains("mass"), "{text}");
}

#[test]
fn settotalmass_scales_masses_and_inertias() {
    let m = load("settotalmass='10'", &(body(2.0, "1 2 3") + &body(6.0, ".1 .1 .2")));
    assert_close("masses", &m.body_mass, &[0.0, 2.5, 7.5]);
    assert_close("inertias", &m.body_inertia[3..], &[1.25, 2.5, 3.75, 0.125, 0.125, 0.25]);
    assert_close("total", &m.body_subtreemass[..1], &[10.0]);
}

#[test]
fn balanceinertia_makes_an_impossible_inertia_possible() {
    let world = body(1.0, "1 1 10");
    assert_close("inertia", &load("balanceinertia='true'", &world).body_inertia[3..], &[4.0; 3]);
    let error = try_load("", &world, "").unwrap_err().to_string();
    assert!(error.contains("A + B >= C") && error.contains("balanceinertia"), "{error}");
    // a possible inertia is unchanged
    assert_close("inertia", &load("balanceinertia='true'", &body(1.0, "1 1 2")).body_inertia[3..], &[1.0, 1.0, 2.0]);
}

#[test]
fn boundmass_and_boundinertia_are_lower_bounds() {
    let m = load("boundmass='.01' boundinertia='.5'", &(body(0.001, ".1 1 1") + &body(3.0, "1 1 1")));
    assert_close("masses", &m.body_mass, &[0.0, 0.01, 3.0]);
    assert_close("inertias", &m.body_inertia[3..], &[0.5, 1.0, 1.0, 1.0, 1.0, 1.0]);
}

#[test]
fn masses_are_bounded_then_balanced_then_scaled() {
    // were it balanced first, the first body would have 5 three times before it is scaled
    let m = load(
        "balanceinertia='true' boundmass='3' boundinertia='5' settotalmass='30'",
        &(body(1.0, "1 1 10") + &body(7.0, "6 6 6")),
    );
    assert_close("masses", &m.body_mass, &[0.0, 9.0, 21.0]);
    assert_close("inertias", &m.body_inertia[3..], &[15.0, 15.0, 30.0, 18.0, 18.0, 18.0]);
}

#[test]
fn discardvisual_drops_what_only_decorates_and_keeps_its_mass() {
    let xml = |compiler: &str| {
        format!(
            "<mujoco><compiler {compiler}/>
             <asset><material name='m'/><texture name='t' type='2d' builtin='flat' width='4' height='4'/></asset>
             <worldbody><body><joint/><geom name='solid' size='.1'/>
               <geom name='deco' size='.3' contype='0' conaffinity='0' mass='1'/>
               <geom name='sensed' size='.05' contype='0' conaffinity='0'/></body></worldbody>
             <sensor><framepos objtype='geom' objname='sensed'/></sensor></mujoco>"
        )
    };
    let whole = load_model(&xml("")).unwrap();
    let spare = load_model(&xml("discardvisual='true'")).unwrap();
    assert_eq!(names(&whole, ObjType::Geom, whole.ngeom), ["solid", "deco", "sensed"]);
    assert_eq!(names(&spare, ObjType::Geom, spare.ngeom), ["solid", "sensed"]);
    assert_eq!([whole.nmat, whole.ntex, spare.nmat, spare.ntex], [1, 1, 0, 0]);
    // by MuJoCo
    for m in [&whole, &spare] {
        assert_close("mass", &m.body_mass[1..], &[5.712388980384691]);
        assert_close("inertia", &m.body_inertia[3..], &[0.05327875959474387; 3]);
    }
}

#[test]
fn fusestatic_makes_still_bodies_part_of_their_parents() {
    let world = "<body name='base' pos='0 0 1'><joint name='j' axis='0 1 0'/><geom name='g0' size='.1'/>
          <body name='arm' pos='.3 0 0' euler='0 0 90'><geom name='g1' type='box' size='.1 .2 .05'/>
            <site name='s' pos='.1 0 0'/>
            <body name='hand' pos='0 .4 0'><joint name='k'/><geom name='g2' size='.05'/></body></body></body>
        <body name='wall' pos='2 0 0'><geom name='w' type='box' size='.1 1 1'/></body>";
    let (whole, fused) = (load("", world), load("fusestatic='true'", world));
    assert_eq!(names(&whole, ObjType::Body, whole.nbody), ["world", "base", "arm", "hand", "wall"]);
    assert_eq!(names(&fused, ObjType::Body, fused.nbody), ["world", "base", "hand"]);
    assert_eq!(names(&fused, ObjType::Geom, fused.ngeom), ["w", "g0", "g1", "g2"]);
    assert_eq!(*fused.geom_bodyid, [0, 1, 1, 2]);
    assert_eq!((&*fused.site_bodyid, &*fused.body_parentid), (&[1][..], &[0, 0, 1][..]));
    // by MuJoCo
    assert_close("masses", &fused.body_mass, &[0.0, 12.188790204786393, std::f64::consts::FRAC_PI_6]);
    assert_close("centre", &fused.body_ipos[3..6], &[0.19690223227056192, 0.0, 0.0]);
    assert_close("hand", &fused.body_pos[6..], &[-0.1, 0.0, 0.0]);
    for m in [&whole, &fused] {
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.3, 0.4]);
        d.forward(m).unwrap();
        assert!((d.qacc[0] - 25.7075219631281).abs() < 1e-11, "{:?}", d.qacc);
        let hand = m.id(ObjType::Geom, "g2").unwrap();
        assert_close("g2", &d.geom_xpos[3 * hand..3 * hand + 3], &[-0.09553364891256055, 0.0, 1.029552020666134]);
    }
    // what something refers to stays
    for reference in [
        "<sensor><framepos objtype='body' objname='arm'/></sensor>",
        "<sensor><framepos objtype='xbody' objname='arm'/></sensor>",
        "<contact><exclude body1='arm' body2='hand'/></contact>",
        "<actuator><adhesion body='arm' ctrlrange='0 1'/></actuator>",
    ] {
        let m = try_load("fusestatic='true'", world, reference).unwrap_or_else(|e| panic!("{reference}: {e}"));
        assert_eq!(names(&m, ObjType::Body, m.nbody), ["world", "base", "arm", "hand"], "{reference}");
    }
}

#[test]
fn global_coordinates_are_not_supported_and_local_ones_are() {
    let error = try_load("coordinate='global'", "<geom size='1'/>", "").unwrap_err();
    assert!(matches!(error, MjcfError::Unsupported { .. }), "{error:?}");
    let text = error.to_string();
    assert!(text.starts_with("<text>:1:") && text.contains("global"), "{text}");
    assert_eq!(load("coordinate='local'", "<geom size='1'/>").ngeom, 1);
}
