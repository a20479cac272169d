//! Models and scenes with everything that can be drawn, shared by the tests of pictures.

#![allow(dead_code, clippy::expect_used)]

use sim_core::{LightType, Model, ObjType};
use sim_view::{
    Camera, Categories, FrameKind, Label, LabelKind, Perturb, Projection, RenderFlags, Scene, SceneGeom, SceneLight,
    SceneOption, Shape, VisualFlags,
};

/// A model with textures of all kinds, a mesh, a height field and an infinite plane.
pub fn model() -> Model {
    let xml = r#"
    <mujoco>
      <asset>
        <texture type="skybox" builtin="gradient" rgb1=".3 .5 .7" rgb2="0 0 0" width="32" height="192"/>
        <texture name="cube" type="cube" builtin="flat" mark="cross" width="64" height="64" rgb1=".8 .6 .4" markrgb="1 1 1"/>
        <texture name="grid" type="2d" builtin="checker" width="100" height="60" rgb1=".1 .2 .3" rgb2=".6 .7 .8"/>
        <material name="cube" texture="cube" texuniform="true"/>
        <material name="grid" texture="grid" texrepeat="1 1" texuniform="true" reflectance=".3"/>
        <mesh name="wedge" vertex="0 0 0  1 0 0  0 1 0  0 0 1  1 0 1" scale=".4 .4 .4"/>
        <hfield name="hills" nrow="5" ncol="7" size=".6 .6 .3 .1"/>
      </asset>
      <worldbody>
        <geom type="plane" size="0 0 .05" material="grid"/>
        <geom type="plane" size="1 2 .1"/>
        <geom type="mesh" mesh="wedge"/>
        <geom type="hfield" hfield="hills"/>
      </worldbody>
    </mujoco>"#;
    let mut model = sim_mjcf::load_model(xml).expect("the model loads");
    for (i, height) in model.hfield_data.iter_mut().enumerate() {
        *height = (i * 7 % 11) as f32 / 11.0;
    }
    model
}

/// A geom at a position, with its own colour.
pub fn geom(shape: Shape, size: [f32; 3], pos: [f32; 3]) -> SceneGeom {
    let shade = |k: i32| 0.25 + 0.15 * ((shape.0 * 3 + k) % 5) as f32;
    SceneGeom {
        shape,
        dataid: -1,
        objtype: ObjType::Geom,
        objid: shape.0,
        category: Categories::DYNAMIC,
        matid: -1,
        texid: -1,
        texuniform: false,
        texcoord: false,
        segid: shape.0,
        size,
        pos,
        mat: [0.8, -0.6, 0.0, 0.6, 0.8, 0.0, 0.0, 0.0, 1.0],
        rgba: [shade(0), shade(1), shade(2), 1.0],
        emission: 0.0,
        specular: 0.5,
        shininess: 0.5,
        reflectance: 0.0,
        texrepeat: [1.0; 2],
        label: Label::EMPTY,
        camdist: 0.0,
        modelrbound: size[0].max(size[1]).max(size[2]),
        transparent: false,
    }
}

/// A light that casts shadows.
pub fn light(kind: LightType, pos: [f32; 3], dir: [f32; 3]) -> SceneLight {
    SceneLight {
        id: 0,
        pos,
        dir,
        kind,
        texid: -1,
        attenuation: [1.0, 0.0, 0.0],
        cutoff: 45.0,
        exponent: 10.0,
        ambient: [0.1; 3],
        diffuse: [0.6; 3],
        specular: [0.3; 3],
        headlight: false,
        castshadow: true,
        bulbradius: 0.02,
        intensity: 0.0,
        range: 10.0,
        softness: 0.0,
    }
}

/// A camera that looks down at the origin from 4 m.
pub fn camera() -> Projection {
    let (near, high) = (0.02, 0.02 * 0.414_213_56);
    Projection {
        pos: [-3.2, 0.0, 2.6],
        forward: [0.8, 0.0, -0.6],
        up: [0.6, 0.0, 0.8],
        frustum_center: 0.0,
        frustum_width: 0.0,
        frustum_bottom: -high,
        frustum_top: high,
        frustum_near: near,
        frustum_far: 100.0,
        orthographic: false,
    }
}

/// A scene without geoms.
pub fn empty() -> Scene {
    let mut head = light(LightType::Directional, [0.0; 3], [0.8, 0.0, -0.6]);
    head.castshadow = false;
    Scene {
        maxgeom: 1000,
        geoms: Vec::new(),
        lights: vec![
            head,
            light(LightType::Spot, [0.5, -1.0, 4.0], [-0.1, 0.2, -1.0]),
            light(LightType::Directional, [1.0, 2.0, 4.0], [-0.2, -0.5, -1.0]),
            light(LightType::Point, [0.0, 0.0, 3.0], [0.0, 0.0, -1.0]),
        ],
        camera: [camera(); 2],
        skinvertadr: Vec::new(),
        skinvertnum: Vec::new(),
        skinfacenum: Vec::new(),
        skinvert: Vec::new(),
        skinnormal: Vec::new(),
        flags: RenderFlags::default(),
        enabletransform: false,
        translate: [0.0; 3],
        rotate: [1.0, 0.0, 0.0, 0.0],
        scale: 1.0,
        framewidth: 0,
        framergb: [0.5; 3],
        exhausted: false,
    }
}

/// A scene with a geom of every shape, one of them transparent, on an infinite floor that mirrors.
pub fn everything() -> Scene {
    let mut scene = empty();
    let mut floor = geom(Shape::Plane, [0.0, 0.0, 0.05], [0.0; 3]);
    floor.mat = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    (floor.dataid, floor.matid, floor.reflectance, floor.category) = (0, 1, 0.3, Categories::STATIC);
    scene.geoms.push(floor);
    let shapes = [
        (Shape::Sphere, [0.3, 0.3, 0.3]),
        (Shape::Capsule, [0.15, 0.15, 0.3]),
        (Shape::Ellipsoid, [0.3, 0.2, 0.1]),
        (Shape::Cylinder, [0.2, 0.2, 0.3]),
        (Shape::Box, [0.2, 0.3, 0.1]),
        (Shape::Mesh, [0.2, 0.2, 0.2]),
        (Shape::Hfield, [0.6, 0.6, 0.3]),
        (Shape::Arrow, [0.05, 0.05, 1.0]),
        (Shape::Arrow1, [0.05, 0.05, 1.0]),
        (Shape::Arrow2, [0.05, 0.05, 1.0]),
        (Shape::Line, [3.0, 3.0, 0.8]),
        (Shape::LineBox, [0.2, 0.2, 0.2]),
        (Shape::Triangle, [0.5, 0.5, 0.0]),
        (Shape::Plane, [0.3, 0.2, 0.1]),
    ];
    for (i, (shape, size)) in shapes.into_iter().enumerate() {
        let pos = [0.8 * (i % 4) as f32 - 1.2, 0.8 * (i / 4) as f32 - 1.2, 0.35];
        let mut g = geom(shape, size, pos);
        g.segid = i as i32 + 1;
        if matches!(shape, Shape::Mesh | Shape::Hfield) {
            g.dataid = 0;
        }
        g.matid = i32::try_from(i % 2).expect("small") - 1;
        if shape == Shape::Cylinder {
            g.rgba[3] = 0.4;
        }
        if shape == Shape::Arrow {
            g.label = Label::new("an arrow");
        }
        scene.geoms.push(g);
    }
    scene
}

/// Vertices along a side of a skin.
const SHEET: u32 = 6;

/// Triangles and texture coordinates of a skin.
pub fn sheet() -> (Vec<[u32; 3]>, Vec<[f32; 2]>) {
    let cells = (0..SHEET - 1).flat_map(|r| (0..SHEET - 1).map(move |c| r * SHEET + c));
    let faces = cells.flat_map(|a| [[a, a + SHEET, a + 1], [a + 1, a + SHEET, a + SHEET + 1]]).collect();
    let share = |k: u32| k as f32 / (SHEET - 1) as f32;
    (faces, (0..SHEET * SHEET).map(|k| [share(k % SHEET), share(k / SHEET)]).collect())
}

/// A skin above textured hills, in front of a hazy horizon.
pub fn skin_in_haze() -> Scene {
    let mut scene = everything();
    scene.geoms.retain(|g| g.shape == Shape::Hfield || (g.shape == Shape::Plane && g.size[0] == 0.0));
    scene.geoms.iter_mut().filter(|g| g.shape == Shape::Hfield).for_each(|g| g.matid = 0);
    for camera in &mut scene.camera {
        (camera.pos, camera.forward, camera.up) = ([-3.0, 0.0, 1.4], [0.96, 0.0, -0.28], [0.28, 0.0, 0.96]);
    }
    let mut skin = geom(Shape::Skin, [1.0; 3], [0.0; 3]);
    (skin.objid, skin.objtype, skin.segid, skin.matid, skin.texcoord) = (0, ObjType::Skin, 9, 1, true);
    skin.rgba = [1.0; 4];
    scene.geoms.push(skin);
    for k in 0..SHEET * SHEET {
        let (r, c) = ((k / SHEET) as f32, (k % SHEET) as f32);
        let wave = [0.0, 0.1, 0.25, 0.2, 0.05, -0.1][(k % SHEET) as usize];
        scene.skinvert.push([0.25 * r - 0.8, 0.3 * c - 1.0, 0.7 + 0.15 * r + wave]);
        scene.skinnormal.push([-0.6, 0.0, 0.8]);
    }
    let count = scene.skinvert.len();
    (scene.skinvertadr, scene.skinvertnum, scene.skinfacenum) = (vec![0], vec![count], vec![2 * (count - 11)]);
    scene
}

/// Spotlights of several widths and colours over a few shapes, one of them a box that mirrors.
pub fn spots() -> Scene {
    let mut scene = everything();
    scene.geoms.retain(|g| matches!(g.shape, Shape::Plane | Shape::Sphere | Shape::Capsule | Shape::Box));
    for g in &mut scene.geoms {
        g.reflectance = if g.shape == Shape::Box { 0.6 } else { 0.0 };
    }
    scene.lights.truncate(1);
    for (i, cutoff) in [5.0, 15.0, 30.0, 60.0, 90.0].into_iter().enumerate() {
        let x = i as f32 - 2.0;
        let mut spot = light(LightType::Spot, [0.5 * x, -0.3 * x, 2.0 + 0.3 * x], [-0.2 * x, 0.1, -1.0]);
        (spot.cutoff, spot.exponent) = (cutoff, [0.0, 1.0, 5.0, 10.0, 20.0][i]);
        spot.diffuse = [[0.9, 0.1, 0.1], [0.1, 0.9, 0.1], [0.1, 0.1, 0.9], [0.4; 3], [0.3, 0.3, 0.0]][i];
        spot.attenuation = [1.0, 0.02 * i as f32, 0.01];
        spot.castshadow = i != 3;
        scene.lights.push(spot);
    }
    (scene.framewidth, scene.framergb) = (4, [0.2, 0.6, 0.4]);
    scene
}

/// A model and a scene of its initial state with most decorations. Nothing in it uses functions that differ between machines.
pub fn decorated() -> (Model, Scene) {
    let xml = r#"
    <mujoco>
      <statistic extent="1.6" center="0 0 .4" meansize=".15"/>
      <worldbody>
        <light name="lamp" type="spot" pos=".5 -.5 2" dir="0 0 -1"/>
        <camera name="side" pos="0 -1 1"/>
        <geom name="floor" type="plane" size="1.5 1.5 .1" rgba=".4 .5 .4 1"/>
        <site name="hook" pos="0 0 1.1" type="box" size=".03 .03 .03"/>
        <body name="ball" pos="-.5 0 .19">
          <freejoint/>
          <geom name="ball" size=".2"/>
        </body>
        <body name="arm" pos="0 0 .6">
          <joint name="turn" axis="0 1 0"/>
          <geom name="rod" type="capsule" size=".05" fromto="0 0 0 .4 0 0"/>
          <site name="tip" pos=".4 0 0" size=".04"/>
          <body name="cube" pos=".55 0 0">
            <joint name="slide" type="slide" axis="0 0 1"/>
            <joint name="twist" type="ball"/>
            <geom name="cube" type="box" size=".1 .1 .1"/>
          </body>
        </body>
      </worldbody>
      <tendon><spatial name="rope" width=".01"><site site="hook"/><site site="tip"/></spatial></tendon>
      <equality><connect name="tie" body1="cube" body2="ball" anchor="0 0 0"/></equality>
      <actuator><motor name="motor" joint="turn"/></actuator>
    </mujoco>"#;
    let model = sim_mjcf::load_model(xml).expect("the model loads");
    let mut data = model.make_data();
    data.forward(&model).expect("the world");
    let mut option = SceneOption { label: LabelKind::Geom, frame: FrameKind::Body, ..SceneOption::default() };
    option.flags |= VisualFlags::JOINT | VisualFlags::CAMERA | VisualFlags::ACTUATOR | VisualFlags::LIGHT;
    option.flags |= VisualFlags::CONSTRAINT | VisualFlags::CONTACTPOINT | VisualFlags::COM;
    option.flags |= VisualFlags::TRANSPARENT | VisualFlags::AUTOCONNECT | VisualFlags::PERTFORCE;
    let mut held = Perturb { select: 1, active: Perturb::TRANSLATE, ..Perturb::default() };
    (held.refpos, held.refselpos) = ([-0.5, 0.3, 0.6], [-0.5, 0.3, 0.6]);
    let mut scene = Scene::new(&model, 1000);
    let mut camera = Camera { azimuth: 120.0, elevation: -20.0, ..Camera::free(&model) };
    scene.update(&model, &data, &option, Some(&held), &mut camera, Categories::all()).expect("a scene");
    (model, scene)
}
