//! Scenes of models with every kind of object: arbitrary numbers, allocations of a warm update, and geoms that do not fit.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../sim-core/tests/counting/mod.rs"]
mod counting;

use counting::COUNT;
use sim_core::{Data, Model, ObjType, warning};
use sim_view::{
    Camera, CameraKind, Categories, FrameKind, LabelKind, MouseAction, Perturb, Scene, SceneError, SceneOption, Shape,
    VisualFlags,
};
use std::cell::Cell;

/// Our own models; together they have every kind of object.
const MODELS: [&str; 9] =
    ["cable", "gripper", "hand", "humanoid", "loops", "meshes", "muscle_arm", "tactile_pad", "workshop"];

fn load(name: &str) -> Model {
    let path = format!("{}/../../models/{name}.xml", env!("CARGO_MANIFEST_DIR"));
    warning::collect(|| sim_mjcf::load_model_from_file(&path).unwrap()).0
}

fn world(model: &Model, steps: usize) -> Data {
    let mut data = model.make_data();
    data.qvel.fill(0.3);
    data.xfrc_applied.fill(0.1);
    for _ in 0..steps {
        data.step(model).unwrap();
    }
    data.forward(model).unwrap();
    data
}

fn everything() -> SceneOption {
    SceneOption { flags: VisualFlags::all(), label: LabelKind::Body, frame: FrameKind::Body, ..SceneOption::default() }
}

#[test]
fn warm_updates_do_not_allocate() {
    for name in MODELS {
        let model = load(name);
        let data = world(&model, 10);
        let mut scene = Scene::new(&model, 100_000);
        let mut camera = Camera::free(&model);
        let perturb = Perturb { select: 1, active: 3, ..Perturb::default() };
        let mut update = |option: &SceneOption| {
            scene.update(&model, &data, option, Some(&perturb), &mut camera, Categories::all()).unwrap();
            scene.geoms.len()
        };
        let mut update_all = || {
            for label in 0..17 {
                update(&SceneOption { label: LabelKind::from_number(label).unwrap(), ..everything() });
            }
            update(&everything())
        };
        let count = update_all();
        let before = COUNT.with(Cell::get);
        assert_eq!(update_all(), count);
        assert_eq!(COUNT.with(Cell::get) - before, 0, "{name}");
    }
}

#[test]
fn a_full_scene_says_so_once_and_keeps_the_first() {
    let model = load("humanoid");
    let data = world(&model, 1);
    let (mut whole, mut part) = (Scene::new(&model, 10_000), Scene::new(&model, 5));
    let (option, mut camera) = (everything(), Camera::free(&model));
    whole.update(&model, &data, &option, None, &mut camera, Categories::all()).unwrap();
    let (_, reported) = warning::collect(|| {
        for _ in 0..2 {
            part.update(&model, &data, &option, None, &mut camera, Categories::all()).unwrap();
        }
    });
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(part.exhausted && !whole.exhausted);
    // infinite planes follow the camera of the previous picture, which the first of the two pictures did not have
    assert_eq!(part.geoms[1..], whole.geoms[1..5]);
    assert!(whole.geoms.iter().enumerate().all(|(k, geom)| geom.segid == k as i32));
}

#[test]
fn categories_and_groups_choose() {
    let model = load("workshop");
    let data = world(&model, 1);
    let mut scene = Scene::new(&model, 10_000);
    let mut counts = [0; 8];
    for (bits, count) in counts.iter_mut().enumerate() {
        scene.geoms.clear();
        scene.add_geoms(&model, &data, &everything(), None, Categories::from_bits_retain(bits as i32));
        *count = scene.geoms.len();
        let others = !Categories::from_bits_retain(bits as i32);
        assert!(scene.geoms.iter().all(|geom| !others.intersects(geom.category)));
    }
    assert_eq!(counts[0], 0);
    assert_eq!(counts[3], counts[1] + counts[2]);
    let none = SceneOption { geomgroup: [false; 6], ..SceneOption::default() };
    scene.geoms.clear();
    scene.add_geoms(&model, &data, &none, None, Categories::all());
    assert!(scene.geoms.iter().all(|geom| geom.objtype != ObjType::Geom));
}

/// Numbers as a Python program may write them.
const ODD: [i32; 9] = [i32::MIN, -7, -1, 0, 1, 2, 5, 1000, i32::MAX];
const ODD_REALS: [f64; 6] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, -1e-320, 0.0];

#[test]
fn any_ids_and_numbers_are_survived() {
    let model = load("workshop");
    let data = world(&model, 3);
    let mut scene = Scene::new(&model, 2000);
    for id in ODD {
        for real in ODD_REALS {
            let odd = Perturb {
                select: id,
                flexselect: id,
                skinselect: id,
                active: id,
                active2: id,
                refpos: [real; 3],
                refquat: [real; 4],
                refselpos: [real; 3],
                localpos: [real; 3],
                localmass: real,
                scale: real,
            };
            let option = SceneOption { bvh_depth: id, flex_layer: id, ..everything() };
            for kind in [CameraKind::Free, CameraKind::Tracking, CameraKind::Fixed, CameraKind::User] {
                let mut camera = Camera {
                    kind,
                    fixedcamid: id,
                    trackbodyid: id,
                    lookat: [real; 3],
                    distance: real,
                    azimuth: real,
                    elevation: real,
                    orthographic: id > 0,
                };
                let _ = scene.update(&model, &data, &option, Some(&odd), &mut camera, Categories::all());
                for action in 0..10 {
                    let action = MouseAction::from_number(action).unwrap();
                    let _ = camera.drag(&model, action, real, 1.0);
                    let mut held = odd;
                    let _ = held.drag(&model, &data, action, real, 1.0, &scene);
                    let mut moved = scene.clone();
                    (moved.enabletransform, moved.scale, moved.translate) = (true, real as f32, [real as f32; 3]);
                    let _ = moved.drag(&model, action, real, 1.0, [real; 3]);
                }
                let _ = scene.select(&model, &data, &option, real, 0.5, real);
            }
            let (mut held, mut pushed) = (odd, data.clone());
            let _ = held.grip(&model, &data, &scene);
            odd.apply_force(&model, &mut pushed);
            odd.apply_pose(&model, &mut pushed, true);
        }
    }
}

#[test]
fn a_world_of_another_model_draws_no_more_than_it_has() {
    let (large, small) = (load("humanoid"), load("pendulum_hinge"));
    let data = world(&small, 1);
    let mut scene = Scene::new(&large, 2000);
    let _ = scene.update(&large, &data, &everything(), None, &mut Camera::free(&large), Categories::all());
    let shown = scene.geoms.iter().filter(|geom| geom.objtype == ObjType::Geom).count();
    assert!(shown <= small.ngeom);
}

#[test]
fn cameras_that_do_not_exist_are_errors() {
    let model = load("humanoid");
    let data = world(&model, 1);
    let mut scene = Scene::new(&model, 2000);
    let mut fixed = Camera { kind: CameraKind::Fixed, fixedcamid: model.ncam as i32, ..Camera::default() };
    let refused = scene.update(&model, &data, &SceneOption::default(), None, &mut fixed, Categories::all());
    assert_eq!(refused, Err(SceneError::NoSuchCamera(model.ncam as i32)));
    assert!(!scene.geoms.is_empty(), "geoms do not depend on the camera");
    let mut user = Camera { kind: CameraKind::User, ..Camera::default() };
    let refused = scene.update(&model, &data, &SceneOption::default(), None, &mut user, Categories::all());
    assert_eq!(refused, Err(SceneError::NoNearPlane(0.0)), "there is no camera to put the head light on");
}

#[test]
fn the_mouse_finds_what_it_points_at_and_pulls_it() {
    let model = load("humanoid");
    let mut data = world(&model, 1);
    let mut scene = Scene::new(&model, 2000);
    let chest = model.body("chest").unwrap().id().index();
    let mut camera = Camera { kind: CameraKind::Tracking, trackbodyid: chest as i32, ..Camera::free(&model) };
    scene.update(&model, &data, &SceneOption::default(), None, &mut camera, Categories::all()).unwrap();
    let found = scene.select(&model, &data, &SceneOption::default(), 1.0, 0.5, 0.5).unwrap().unwrap();
    assert_ne!(found.body, 0, "something of the humanoid is in the middle of the picture");

    let mut held = Perturb { select: found.body as i32, active: Perturb::TRANSLATE, ..Perturb::default() };
    held.grip(&model, &data, &scene).unwrap();
    assert!(held.localmass > 0.0);
    held.drag(&model, &data, MouseAction::MoveV, 0.0, -0.2, &scene).unwrap();
    data.xfrc_applied.fill(0.0);
    held.apply_force(&model, &mut data);
    assert!(data.xfrc_applied[6 * found.body + 2] > 0.0, "the mouse goes up, and so does the force");

    let option = SceneOption::default();
    scene.update(&model, &data, &option, Some(&held), &mut camera, Categories::all()).unwrap();
    let line = scene.geoms.iter().find(|geom| geom.objtype == ObjType::Unknown && geom.shape == Shape::Capsule);
    assert!(line.is_some_and(|line| line.objid == held.select));
}

#[test]
fn the_mouse_finds_skins() {
    let xml = "<mujoco><asset><skin vertex='-1 -1 1 1 -1 1 1 1 1 -1 1 1' face='0 1 2 0 2 3'>\
        <bone body='a' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 3' vertweight='1 .4 1'/>\
        <bone body='b' bindpos='0 0 0' bindquat='1 0 0 0' vertid='1 2' vertweight='.6 1'/></skin></asset>\
        <worldbody><geom type='plane' size='3 3 .1'/><body name='a'><joint/><geom size='.1' pos='.9 -.9 1.2'/></body>\
        <body name='b'><joint/><geom size='.1'/></body></worldbody></mujoco>";
    let mut model = sim_mjcf::load_model(xml).unwrap();
    model.vis.global.orthographic = 1;
    model.vis.global.fovy = 4.0;
    let data = world(&model, 0);
    let mut scene = Scene::new(&model, 100);
    let mut camera = Camera { elevation: -90.0, distance: 5.0, ..Camera::default() };
    let mut option = SceneOption::default();
    scene.update(&model, &data, &option, None, &mut camera, Categories::all()).unwrap();
    // four metres are seen from above, x to the right and y up
    let found = |scene: &Scene, option: &SceneOption, x: f64, y: f64| {
        scene.select(&model, &data, option, 1.0, 0.5 + x / 4.0, 0.5 + y / 4.0).unwrap().unwrap()
    };
    let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|k| (a[k] - b[k]).abs() < 1e-6);
    for (x, y, body, vertex) in [(-0.8, -0.7, 1, [-1.0, -1.0, 1.0]), (0.7, 0.8, 2, [1.0, 1.0, 1.0])] {
        let seen = found(&scene, &option, x, y);
        assert_eq!((seen.skin, seen.geom, seen.body), (Some(0), None, body), "{seen:?}");
        assert!(near(seen.point, vertex), "{seen:?}");
    }
    // the heavier of two bones, and a geom before the skin
    assert_eq!(found(&scene, &option, 0.7, -0.6).body, 2);
    let ball = found(&scene, &option, 0.9, -0.9);
    assert_eq!((ball.skin, ball.geom, ball.body), (None, Some(1), 1), "{ball:?}");
    option.flags -= VisualFlags::SKIN;
    assert_eq!(found(&scene, &option, -0.8, -0.7).geom, Some(0), "the floor");
    // a scene without vertices has no skin
    option.flags |= VisualFlags::SKIN;
    scene.skinvert.clear();
    assert_eq!(found(&scene, &option, -0.8, -0.7).geom, Some(0));
}
