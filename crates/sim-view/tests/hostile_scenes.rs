//! Invalid scenes end in a picture or in an error with its cause, within the memory limit.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../../sim-core/tests/counting/mod.rs"]
mod counting;
mod scenes;

use counting::{COUNT, HELD, PEAK};
use scenes::{everything, geom, model};
use sim_core::{LightType, ObjType};
use sim_view::render::{Options, RenderError, Renderer};
use sim_view::{Scene, Shape};
use std::sync::Mutex;
use std::sync::atomic::Ordering;

/// The memory counter covers all threads, so the tests run one after another.
static TURN: Mutex<()> = Mutex::new(());

fn renderer(size: usize, memory: u64) -> Renderer {
    let options = Options::default().with_threads(1).with_memory(memory);
    Renderer::new(&model(), size, size, options).expect("a renderer")
}

fn color(r: &mut Renderer, scene: &Scene) -> Result<Vec<u8>, RenderError> {
    let mut out = vec![0; 3 * r.width() * r.height()];
    r.color(scene, &mut out)?;
    let mut depth = vec![0.0; r.width() * r.height()];
    r.depth(scene, &mut depth)?;
    assert!(depth.iter().all(|d| !d.is_nan()));
    r.depth_buffer(scene, &mut depth)?;
    assert!(depth.iter().all(|d| (0.0..=1.0).contains(d)));
    r.segmentation(scene, &mut vec![[0; 2]; r.width() * r.height()])?;
    Ok(out)
}

#[test]
fn warm_pictures_allocate_nothing() {
    let _turn = TURN.lock();
    let mut r = renderer(96, 1 << 30);
    let scene = everything();
    let mut out = vec![0; 3 * 96 * 96];
    let (mut depth, mut objects) = (vec![0.0; 96 * 96], vec![[0; 2]; 96 * 96]);
    let mut all = |r: &mut Renderer| {
        r.color(&scene, &mut out).expect("colour");
        r.depth(&scene, &mut depth).expect("depth");
        r.segmentation(&scene, &mut objects).expect("segmentation");
    };
    (0..2).for_each(|_| all(&mut r));
    let before = COUNT.with(std::cell::Cell::get);
    all(&mut r);
    assert_eq!(COUNT.with(std::cell::Cell::get), before);
}

#[test]
fn extreme_numbers_end_in_a_picture_or_an_error() {
    let _turn = TURN.lock();
    let mut r = renderer(64, 1 << 30);
    let extreme = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 1e20, -1e20, 1e-30, 0.0, -1.0];
    for value in extreme {
        for field in 0..12 {
            let mut scene = everything();
            for g in &mut scene.geoms {
                match field {
                    0 => g.pos[1] = value,
                    1 => g.size = [value; 3],
                    2 => g.mat[4] = value,
                    3 => g.rgba = [value; 4],
                    4 => (g.emission, g.specular, g.shininess) = (value, value, value),
                    5 => g.reflectance = value,
                    6 => (g.texid, g.matid, g.texrepeat) = (0, 0, [value; 2]),
                    7 => (g.mat, g.size[0]) = ([value; 9], value),
                    _ => {}
                }
            }
            for l in &mut scene.lights {
                match field {
                    8 => (l.pos, l.dir) = ([value; 3], [value; 3]),
                    9 => (l.attenuation, l.cutoff, l.exponent) = ([value; 3], value, value),
                    10 => (l.ambient, l.diffuse, l.specular) = ([value; 3], [value; 3], [value; 3]),
                    _ => {}
                }
            }
            if field == 11 {
                scene.enabletransform = true;
                (scene.scale, scene.translate, scene.rotate) = (value, [value; 3], [value; 4]);
            }
            color(&mut r, &scene).unwrap_or_else(|error| panic!("field {field}, {value}: {error}"));
        }
        for field in 0..5 {
            let mut scene = everything();
            for camera in &mut scene.camera {
                match field {
                    0 => camera.pos[0] = value,
                    1 => camera.forward = [value; 3],
                    2 => camera.up = [value; 3],
                    3 => (camera.frustum_bottom, camera.frustum_top) = (-value, value),
                    _ => camera.frustum_near = value,
                }
            }
            match color(&mut r, &scene) {
                Ok(_) | Err(RenderError::Frustum { .. }) => {}
                Err(error) => panic!("camera {field}, {value}: {error}"),
            }
        }
    }
}

#[test]
fn extreme_ids_draw_nothing() {
    let _turn = TURN.lock();
    let mut r = renderer(64, 1 << 30);
    for id in [i32::MIN, -2, 1, 7, 100_000, i32::MAX] {
        let mut scene = everything();
        for g in &mut scene.geoms {
            (g.dataid, g.matid, g.texid, g.objid, g.segid) = (id, id, id, id, id);
            g.objtype = ObjType(id);
            g.texcoord = true;
        }
        let last = scene.geoms.len() - 1;
        scene.geoms[last].shape = Shape(id);
        scene.geoms[last - 1].shape = Shape::Skin;
        scene.geoms[last - 2].shape = Shape::Flex;
        scene.lights[0].kind = LightType(id);
        scene.skinvertadr = vec![id as usize, 3];
        scene.skinvertnum = vec![usize::MAX];
        r.upload_skin(0, &[[0, 1, id as u32]], &[[0.5; 2]]).expect("faces");
        color(&mut r, &scene).expect("a picture");
    }
}

#[test]
fn skins_of_any_number_are_counted() {
    let _turn = TURN.lock();
    let mut r = renderer(16, 1 << 30);
    for id in [usize::MAX, usize::MAX - 1, 1 << 40] {
        let error = r.upload_skin(id, &[[0, 1, 2]], &[]).err();
        assert!(matches!(error, Some(RenderError::Memory { what: "skins", .. })), "{id}: {error:?}");
    }
}

#[test]
fn random_scenes_end_in_a_picture_or_an_error() {
    let _turn = TURN.lock();
    let mut r = renderer(48, 1 << 30);
    let mut random = oorandom::Rand32::new(5);
    for _ in 0..150 {
        let mut scene = everything();
        let mut any = |scale: f32| match random.rand_range(0..20) {
            0 => f32::from_bits(random.rand_u32()),
            _ => scale * (2.0 * random.rand_float() - 1.0),
        };
        for g in &mut scene.geoms {
            g.pos = [any(2.0), any(2.0), any(2.0)];
            g.size = [any(1.0), any(1.0), any(1.0)];
            g.mat.iter_mut().for_each(|x| *x = any(1.0));
            g.rgba[3] = any(2.0).abs();
        }
        for camera in &mut scene.camera {
            camera.pos = [any(2.0), any(2.0), any(2.0)];
            camera.forward = [any(1.0), any(1.0), any(1.0)];
        }
        scene.flags = sim_view::RenderFlags::from_bits_retain(random.rand_u32());
        match color(&mut r, &scene) {
            Ok(_) | Err(RenderError::Frustum { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_camera_inside_of_geoms_sees_through_them() {
    let _turn = TURN.lock();
    let mut r = renderer(64, 1 << 30);
    for shape in [Shape::Sphere, Shape::Box, Shape::Capsule, Shape::Ellipsoid, Shape::Cylinder] {
        let mut scene = everything();
        let here = scene.camera[0].pos;
        scene.geoms.push(geom(shape, [0.7; 3], here));
        let with = color(&mut r, &scene).expect("a picture");
        scene.geoms.pop();
        scene.flags -= sim_view::RenderFlags::SHADOW | sim_view::RenderFlags::REFLECTION;
        assert!(with.iter().any(|&c| c > 30));
    }
}

#[test]
fn very_many_geoms_stay_within_the_memory_allowed() {
    let _turn = TURN.lock();
    let mut scene = everything();
    for i in 0..100_000 {
        let at = |k: i32| (i * k % 1000) as f32 / 250.0 - 2.0;
        scene.geoms.push(geom(Shape::Sphere, [0.02; 3], [at(7), at(13), at(29) + 2.0]));
    }
    let memory = 1 << 30;
    let mut r = renderer(128, memory);
    assert!(color(&mut r, &scene).is_ok());
    // too little memory: an error with the numbers, and less allocated than the limit
    let small = 48 << 20;
    drop(r);
    let mut r = renderer(128, small);
    let held = HELD.load(Ordering::Relaxed);
    PEAK.store(held, Ordering::Relaxed);
    match color(&mut r, &scene) {
        Err(RenderError::Memory { bytes, limit, .. }) => assert!(bytes > limit && limit == small),
        other => panic!("{:?}", other.map(|picture| picture.len())),
    }
    let taken = PEAK.load(Ordering::Relaxed) - held;
    assert!(taken as u64 <= small, "{taken}");
}

#[test]
fn large_textures_and_surfaces_are_counted_before_they_are_made() {
    let _turn = TURN.lock();
    let mut m = model();
    let side = 4096;
    (m.tex_width[2], m.tex_height[2], m.tex_adr[2]) = (side, side, 0);
    m.tex_data = vec![100; 3 * side as usize * side as usize].into();
    let held = HELD.load(Ordering::Relaxed);
    PEAK.store(held, Ordering::Relaxed);
    let memory = 64 << 20;
    let error = Renderer::new(&m, 64, 64, Options::default().with_threads(1).with_memory(memory)).err();
    assert!(matches!(error, Some(RenderError::Memory { what: "textures", .. })), "{error:?}");
    assert!(((PEAK.load(Ordering::Relaxed) - held) as u64) < memory);
    let mut m = model();
    m.vis.quality.numslices = i32::MAX;
    let error = Renderer::new(&m, 64, 64, Options::default()).err();
    assert!(matches!(error, Some(RenderError::Quality { name: "numslices", .. })), "{error:?}");
}

#[test]
fn sizes_are_checked() {
    let _turn = TURN.lock();
    let m = model();
    for (width, height) in [(0, 1), (1, 0), (16_385, 1), (usize::MAX, usize::MAX)] {
        let error = Renderer::new(&m, width, height, Options::default()).err();
        assert!(matches!(error, Some(RenderError::Size { .. })), "{error:?}");
    }
    let mut r = renderer(16, 1 << 30);
    assert_eq!(r.color(&everything(), &mut [0; 3]), Err(RenderError::Array { len: 3, expected: 768 }));
    let mut scene = everything();
    scene.camera[1].orthographic = true;
    assert_eq!(r.depth(&scene, &mut [0.0; 256]), Err(RenderError::MixedCameras));
    // one pixel, one row, one column, and a very long one
    for (width, height) in [(1, 1), (301, 1), (1, 301), (16_384, 3), (3, 16_384)] {
        let mut r = Renderer::new(&m, width, height, Options::default().with_threads(1)).expect("a renderer");
        assert!(color(&mut r, &everything()).is_ok());
    }
}

#[test]
#[ignore = "takes a gigabyte and a minute"]
fn a_very_large_picture() {
    let _turn = TURN.lock();
    let mut r = Renderer::new(&model(), 16_000, 16_000, Options::default()).expect("a renderer");
    let mut out = vec![0; 3 * 16_000 * 16_000];
    r.color(&everything(), &mut out).expect("a picture");
    assert!(out.iter().any(|&c| c > 100));
}
