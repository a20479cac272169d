//! Pictures: equal bytes on every machine, and correct content.

#![allow(clippy::expect_used)]

mod scenes;

use scenes::{empty, everything, geom, model};
use sim_core::{LightType, Model, ObjType};
use sim_view::render::{Options, RenderError, Renderer, Threads};
use sim_view::{RenderFlags, Scene, Shape};

const SIZE: [usize; 2] = [200, 150];

fn renderer(threads: usize) -> Renderer {
    let options = Options::default().with_threads(threads);
    Renderer::new(&model(), SIZE[0], SIZE[1], options).expect("a renderer")
}

struct Pictures {
    color: Vec<u8>,
    depth: Vec<f32>,
    buffer: Vec<f32>,
    objects: Vec<[i32; 2]>,
}

fn take(r: &mut Renderer, scene: &Scene) -> Pictures {
    let pixels = r.width() * r.height();
    let mut p = Pictures {
        color: vec![7; 3 * pixels],
        depth: vec![7.0; pixels],
        buffer: vec![7.0; pixels],
        objects: vec![[7; 2]; pixels],
    };
    r.color(scene, &mut p.color).expect("colour");
    r.depth(scene, &mut p.depth).expect("depth");
    r.depth_buffer(scene, &mut p.buffer).expect("depth buffer");
    r.segmentation(scene, &mut p.objects).expect("segmentation");
    p
}

/// FNV-1a hash of all bytes.
fn hash(p: &Pictures) -> u64 {
    let floats = p.depth.iter().chain(&p.buffer).flat_map(|x| x.to_bits().to_le_bytes());
    let numbers = p.objects.iter().flatten().flat_map(|x| x.to_le_bytes());
    let bytes = p.color.iter().copied().chain(floats).chain(numbers);
    bytes.fold(0xcbf2_9ce4_8422_2325, |h, byte| (h ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Pictures that cover all paths of the renderer: name, model, samples, and scene.
fn cases() -> Vec<(&'static str, Model, Option<usize>, Scene)> {
    let flag = |set: RenderFlags| {
        let mut scene = everything();
        scene.flags ^= set;
        scene
    };
    let mut parallel = everything();
    for camera in &mut parallel.camera {
        camera.orthographic = true;
        (camera.frustum_bottom, camera.frustum_top) = (-1.5, 1.5);
    }
    let mut placed = everything();
    placed.enabletransform = true;
    (placed.scale, placed.translate, placed.rotate) = (0.5, [0.1, 0.2, 0.3], [0.8, 0.0, 0.0, 0.6]);
    let of_model = |name, scene| (name, model(), None, scene);
    let (world, decorated) = scenes::decorated();
    vec![
        of_model("plain", everything()),
        of_model("wireframe", flag(RenderFlags::WIREFRAME)),
        of_model("fog", flag(RenderFlags::FOG)),
        of_model("additive", flag(RenderFlags::ADDITIVE)),
        of_model("no effects", flag(RenderFlags::default())),
        of_model("segment", flag(RenderFlags::SEGMENT | RenderFlags::IDCOLOR)),
        of_model("depth", flag(RenderFlags::DEPTH)),
        of_model("parallel", parallel),
        of_model("placed", placed),
        of_model("skin in haze", scenes::skin_in_haze()),
        ("spots on one sample", model(), Some(1), scenes::spots()),
        ("decorations", world, None, decorated),
    ]
}

/// Hashes of all pictures of each case, for every build, machine and number of threads. After an intended change of
/// pictures, `cargo test -p sim-view --test pictures everywhere` prints the new list.
const GOLDEN: [(&str, u64); 12] = [
    ("plain", 0x9514_5803_08d6_6dbb),
    ("wireframe", 0x56f7_1c83_6e1f_9526),
    ("fog", 0xd6b5_705d_8c9d_7f0e),
    ("additive", 0x45e9_deb0_b44c_f8bd),
    ("no effects", 0x1234_8591_572d_8ec5),
    ("segment", 0x1415_4049_cb0e_9cee),
    ("depth", 0xbed2_35cc_237d_c132),
    ("parallel", 0x7452_c06f_8f70_db75),
    ("placed", 0x0471_af0c_3427_fdd4),
    ("skin in haze", 0x180b_80d8_7020_2fc8),
    ("spots on one sample", 0x701f_e691_370c_5680),
    ("decorations", 0x267a_b574_53da_ee25),
];

/// A line of the list, in the format above.
fn line(name: &str, hash: u64) -> String {
    let [a, b, c, d] = [48, 32, 16, 0].map(|shift| hash >> shift & 0xffff);
    format!("    (\"{name}\", 0x{a:04x}_{b:04x}_{c:04x}_{d:04x}),\n")
}

#[test]
fn pictures_have_the_same_bytes_everywhere() {
    let cases = cases();
    let list = |hashes: &[(&str, u64)]| hashes.iter().map(|(name, hash)| line(name, *hash)).collect::<String>();
    for threads in [1, 2, 8] {
        let found = cases.iter().map(|(name, model, samples, scene)| {
            let options = Options::default().with_threads(threads).with_samples(*samples);
            let mut r = Renderer::new(model, SIZE[0], SIZE[1], options).expect("a renderer");
            let (faces, texcoord) = scenes::sheet();
            r.upload_skin(0, &faces, &texcoord).expect("a skin");
            (*name, hash(&take(&mut r, scene)))
        });
        let found: Vec<(&str, u64)> = found.collect();
        assert!(found == GOLDEN, "{threads} threads:\n{}", list(&found));
    }
}

#[test]
fn renderers_share_threads_and_move_between_others() {
    let (model, scene, threads) = (model(), everything(), Threads::new(3).expect("threads"));
    let expected = hash(&take(&mut renderer(1), &scene));
    let draw = |mut r: Renderer| {
        (0..5).for_each(|_| assert_eq!(hash(&take(&mut r, &scene)), expected));
        r
    };
    let new = || Renderer::with_threads(&model, SIZE[0], SIZE[1], Options::default(), &threads).expect("a renderer");
    std::thread::scope(|scope| {
        let at_once = [(); 4].map(|()| scope.spawn(|| draw(new())));
        let moved = at_once.map(|thread| thread.join().expect("pictures"));
        moved.into_iter().for_each(|r| _ = scope.spawn(|| draw(r)));
    });
    const fn shared<T: Send + Sync + 'static>() {}
    const { shared::<Renderer>() };
}

#[test]
fn nothing_of_a_picture_stays_in_the_next() {
    let mut moved = everything();
    moved.geoms.iter_mut().skip(1).for_each(|g| g.pos = [0.5 * g.pos[1], 0.3 - g.pos[0], 0.8]);
    let scenes = [everything(), moved, scenes::spots(), empty()];
    for threads in [1, 3] {
        let mut used = renderer(threads);
        for scene in scenes.iter().chain(scenes.iter().rev()) {
            assert_eq!(hash(&take(&mut used, scene)), hash(&take(&mut renderer(threads), scene)));
        }
    }
}

#[test]
fn large_pictures_are_drawn_in_parts() {
    // more bands than are drawn at once, the last one with few rows
    let (scene, size) = (everything(), [3000, 3003]);
    let picture = |threads: usize| {
        let options = Options::default().with_threads(threads).with_samples(Some(1));
        let mut r = Renderer::new(&model(), size[0], size[1], options).expect("a renderer");
        let mut objects = vec![[7; 2]; size[0] * size[1]];
        r.segmentation(&scene, &mut objects).expect("segmentation");
        objects
    };
    assert!(picture(1) == picture(3));
}

#[test]
fn a_sphere_is_where_it_is() {
    let mut scene = empty();
    let mut ball = geom(Shape::Sphere, [0.5; 3], [-3.2 + 0.8 * 3.0, 0.0, 2.6 - 0.6 * 3.0]);
    (ball.objid, ball.objtype) = (42, ObjType::Site);
    scene.geoms.push(ball);
    let p = take(&mut renderer(1), &scene);
    let middle = SIZE[1] / 2 * SIZE[0] + SIZE[0] / 2;
    assert_eq!(p.objects[middle], [42, ObjType::Site.0]);
    assert!((p.depth[middle] - 2.5).abs() < 0.01, "{}", p.depth[middle]);
    assert_eq!((p.objects[0], p.depth[0]), ([-1; 2], 100.0));
    // 0.5 m at 2.96 m, with half a field of view of 22.5 degrees in 75 pixels
    let radius = 75.0 * 0.5 / (9.0f32 - 0.25).sqrt() / 0.414_213_56;
    let seen = p.objects.iter().filter(|object| object[0] == 42).count() as f32;
    assert!((seen / (std::f32::consts::PI * radius * radius) - 1.0).abs() < 0.02, "{seen}");
}

#[test]
fn shadows_mirror_and_sky_are_there() {
    let mut r = renderer(1);
    let mean = |scene: &Scene, r: &mut Renderer, at: [usize; 2]| {
        let color = take(r, scene).color;
        let start = 3 * (at[1] * SIZE[0] + at[0]);
        color[start..start + 3].iter().map(|&c| u32::from(c)).sum::<u32>()
    };
    // a ball 0.5 m above the floor, the light right above it
    let mut scene = everything();
    scene.geoms.truncate(1);
    scene.geoms[0].matid = -1;
    scene.lights.truncate(2);
    scene.lights[1] = scenes::light(LightType::Directional, [0.0, 0.0, 4.0], [0.0, 0.0, -1.0]);
    let below = [SIZE[0] / 2, SIZE[1] * 6 / 10];
    let plain = mean(&scene, &mut r, below);
    let mut shaded = scene.clone();
    shaded.geoms.push(geom(Shape::Sphere, [0.4; 3], [0.0, 0.0, 0.9]));
    let pictures = take(&mut r, &shaded);
    let with = pictures.color.clone();
    shaded.flags -= RenderFlags::SHADOW;
    let without = take(&mut r, &shaded).color;
    let darker = with.iter().zip(&without).filter(|(a, b)| a.saturating_add(20) < **b).count();
    assert!(darker > 300, "{darker} bytes are in shadow");
    shaded.flags -= RenderFlags::REFLECTION;
    let dull = take(&mut r, &shaded).color;
    let brighter = without.iter().zip(&dull).filter(|(a, b)| **a > b.saturating_add(5)).count();
    assert!(brighter > 300, "{brighter} bytes are mirrored");
    assert!(plain > 0);
    // above the horizon is the sky, and its depth is in the buffer
    let mut up = empty();
    for camera in &mut up.camera {
        (camera.forward, camera.up) = ([0.8, 0.0, 0.6], [-0.6, 0.0, 0.8]);
    }
    let sky = take(&mut r, &up);
    assert!(sky.color.iter().any(|&c| c > 20) && sky.buffer.iter().all(|&z| z < 1.0));
    up.flags -= RenderFlags::SKYBOX;
    let night = take(&mut r, &up);
    assert!(night.color.iter().all(|&c| c == 0) && night.buffer.iter().all(|&z| z == 1.0));
}

#[test]
fn opacity_blends() {
    let mut r = renderer(1);
    let mut scene = everything();
    scene.geoms.truncate(1);
    scene.geoms.push(geom(Shape::Box, [0.5; 3], [0.0, 0.0, 0.6]));
    let middle = 3 * (SIZE[1] / 2 * SIZE[0] + SIZE[0] / 2);
    let mut at = |alpha: f32| {
        scene.geoms[1].rgba = [1.0, 0.0, 0.0, alpha];
        take(&mut r, &scene).color[middle..middle + 3].to_vec()
    };
    let (none, half, full) = (at(0.0), at(0.5), at(1.0));
    assert!(half[0] > none[0] && half[2] < none[2] && full[2] < half[2], "{none:?} {half:?} {full:?}");
}

#[test]
fn skins_are_drawn_from_their_faces() {
    let mut r = renderer(1);
    let mut scene = empty();
    let mut skin = geom(Shape::Skin, [1.0; 3], [0.0; 3]);
    (skin.objid, skin.objtype) = (0, ObjType::Skin);
    scene.geoms.push(skin);
    scene.skinvert = vec![[-1.0, -1.0, 0.5], [1.0, -1.0, 0.5], [1.0, 1.0, 0.5], [-1.0, 1.0, 0.5]];
    scene.skinnormal = vec![[0.0, 0.0, 1.0]; 4];
    (scene.skinvertadr, scene.skinvertnum, scene.skinfacenum) = (vec![0], vec![4], vec![2]);
    let seen = |p: &Pictures| p.objects.iter().filter(|object| object[1] == ObjType::Skin.0).count();
    assert_eq!(seen(&take(&mut r, &scene)), 0, "no faces yet");
    r.upload_skin(0, &[[0, 1, 2], [0, 2, 3]], &[]).expect("faces");
    assert!(seen(&take(&mut r, &scene)) > 2000);
    r.upload_skin(0, &[[0, 1, 9]], &[]).expect("faces");
    assert_eq!(seen(&take(&mut r, &scene)), 0, "a corner is missing");
}

#[test]
fn uploads_replace_what_was_there() {
    let mut m = model();
    let mut r = Renderer::new(&m, SIZE[0], SIZE[1], Options::default().with_threads(1)).expect("a renderer");
    let scene = everything();
    let before = take(&mut r, &scene);
    m.hfield_data.iter_mut().for_each(|x| *x = 1.0 - *x);
    m.tex_data.iter_mut().for_each(|x| *x = 255 - *x);
    m.mesh_vert.iter_mut().for_each(|x| *x *= 1.5);
    let same = take(&mut r, &scene);
    assert_eq!(hash(&before), hash(&same), "nothing is looked at behind one's back");
    r.upload_hfield(&m, 0).expect("hfield");
    let field = take(&mut r, &scene);
    assert_ne!(before.depth, field.depth);
    r.upload_mesh(&m, 0).expect("mesh");
    assert_ne!(field.objects, take(&mut r, &scene).objects);
    let plain = take(&mut r, &scene).color;
    (0..m.ntex).for_each(|id| r.upload_texture(&m, id).expect("texture"));
    assert_ne!(plain, take(&mut r, &scene).color);
    assert_eq!(r.upload_mesh(&m, 5), Err(RenderError::Id { kind: "mesh", id: 5, count: 1 }));
    assert_eq!(r.upload_hfield(&m, 1), Err(RenderError::Id { kind: "hfield", id: 1, count: 1 }));
    assert_eq!(r.upload_texture(&m, 3), Err(RenderError::Id { kind: "texture", id: 3, count: 3 }));
}
