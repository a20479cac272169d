//! Wrong entries of a scene: geoms, lights, cameras, skins, flags and the transformation.

use crate::dice::Dice;
use sim_core::{LightType, ObjType};
use sim_view::{Categories, Label, RenderFlags, Scene, SceneGeom, SceneLight, Shape};

/// The most entries that are changed.
const MAX_EDITS: usize = 10;
/// The most lights that are added: each may have a shadow map.
const MAX_LIGHTS: usize = 6;

/// Numbers of shapes, and some invalid ones.
const SHAPES: [i32; 21] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 100, 101, 102, 103, 104, 105, 106, 107, 108, 1001, -1, i32::MAX];

/// Changes some entries and adds others.
pub(super) fn change_scene(scene: &mut Scene, dice: &mut Dice<'_>) {
    for _ in 0..dice.below(MAX_EDITS) {
        match dice.below(12) {
            0..=2 => scene.geoms.push(added(dice)),
            3..=5 => {
                let at = dice.below(scene.geoms.len());
                if let Some(geom) = scene.geoms.get_mut(at) {
                    change_geom(geom, dice);
                }
            }
            6 if scene.lights.len() < MAX_LIGHTS => scene.lights.push(light(dice)),
            6 | 7 => {
                let at = dice.below(scene.lights.len());
                if let Some(light) = scene.lights.get_mut(at) {
                    change_light(light, dice);
                }
            }
            8 => change_camera(scene, dice),
            9 => scene.flags ^= RenderFlags::from_bits_retain(1 << dice.below(13)),
            10 => change_skins(scene, dice),
            _ => change_transform(scene, dice),
        }
    }
}

fn number(dice: &mut Dice<'_>) -> f32 {
    dice.number() as f32
}

/// Makes a geom of any shape with mostly usual numbers.
fn added(dice: &mut Dice<'_>) -> SceneGeom {
    let shape = Shape(dice.pick(&SHAPES));
    let size = [0; 3].map(|_| if dice.chance(16) { dice.extreme() } else { dice.positive().clamp(0.01, 1.0) });
    let pos = [0; 3].map(|_| dice.usual().clamp(-2.0, 2.0));
    let mut geom = SceneGeom::new(shape, Some(size), Some(pos), None, None);
    geom.dataid = dice.below(4) as i32 - 1;
    geom.matid = dice.below(5) as i32 - 1;
    geom.texid = dice.below(6) as i32 - 1;
    (geom.texuniform, geom.texcoord) = (dice.chance(128), dice.chance(128));
    geom.category = Categories::DYNAMIC;
    geom.rgba[3] = dice.pick(&[1.0, 0.5, 0.0, 1.5]);
    if dice.chance(64) {
        geom.label = Label::new(dice.pick(&[
            "a label",
            "ä€𝄞\u{0}\n\t",
            "a label that is so long that it runs out of the picture",
        ]));
    }
    geom
}

fn change_geom(geom: &mut SceneGeom, dice: &mut Dice<'_>) {
    match dice.below(16) {
        0 => geom.shape = Shape(dice.pick(&SHAPES)),
        1 => geom.dataid = dice.whole(true) as i32,
        2 => geom.matid = dice.whole(true) as i32,
        3 => geom.texid = dice.whole(true) as i32,
        4 => geom.segid = dice.whole(true) as i32,
        5 => (geom.objid, geom.objtype) = (dice.whole(true) as i32, ObjType(dice.whole(true) as i32)),
        6 => geom.size[dice.below(3)] = number(dice),
        7 => geom.pos[dice.below(3)] = number(dice),
        8 => geom.mat[dice.below(9)] = number(dice),
        9 => geom.rgba[dice.below(4)] = number(dice),
        10 => (geom.emission, geom.specular, geom.shininess) = (number(dice), number(dice), number(dice)),
        11 => geom.reflectance = number(dice),
        12 => geom.texrepeat[dice.below(2)] = number(dice),
        13 => (geom.camdist, geom.modelrbound) = (number(dice), number(dice)),
        14 => {
            (geom.transparent, geom.texuniform, geom.texcoord) = (dice.chance(128), dice.chance(128), dice.chance(128))
        }
        _ => geom.label = Label::new("\u{7f}~ÿ\u{1}"),
    }
}

/// Makes a light that casts shadows.
fn light(dice: &mut Dice<'_>) -> SceneLight {
    SceneLight {
        pos: [0; 3].map(|_| dice.usual().clamp(-3.0, 3.0) as f32),
        dir: [0; 3].map(|_| dice.usual().clamp(-1.0, 1.0) as f32),
        kind: LightType(dice.below(5) as i32),
        attenuation: [1.0, 0.0, 0.0],
        cutoff: dice.positive() as f32,
        diffuse: [0.5; 3],
        specular: [0.3; 3],
        castshadow: dice.chance(192),
        ..SceneLight::default()
    }
}

fn change_light(light: &mut SceneLight, dice: &mut Dice<'_>) {
    match dice.below(9) {
        0 => light.pos[dice.below(3)] = number(dice),
        1 => light.dir[dice.below(3)] = number(dice),
        2 => light.kind = LightType(dice.whole(true) as i32),
        3 => light.attenuation[dice.below(3)] = number(dice),
        4 => (light.cutoff, light.exponent) = (number(dice), number(dice)),
        5 => (light.ambient, light.diffuse, light.specular) = ([number(dice); 3], [number(dice); 3], [number(dice); 3]),
        6 => (light.castshadow, light.headlight) = (dice.chance(128), dice.chance(128)),
        7 => (light.bulbradius, light.range, light.softness) = (number(dice), number(dice), number(dice)),
        _ => light.texid = dice.whole(true) as i32,
    }
}

/// Changes one camera of the scene, or both.
fn change_camera(scene: &mut Scene, dice: &mut Dice<'_>) {
    let eyes = 1 + dice.below(2);
    let (field, axis, value) = (dice.below(8), dice.below(3), number(dice));
    for eye in &mut scene.camera[..eyes] {
        match field {
            0 => eye.pos[axis] = value,
            1 => eye.forward[axis] = value,
            2 => eye.up[axis] = value,
            3 => eye.frustum_center = value,
            4 => (eye.frustum_bottom, eye.frustum_top) = (-value, value),
            5 => eye.frustum_near = value,
            6 => eye.frustum_far = value,
            _ => eye.orthographic = !eye.orthographic,
        }
    }
}

fn change_skins(scene: &mut Scene, dice: &mut Dice<'_>) {
    fn write<T>(list: &mut [T], dice: &mut Dice<'_>, value: T) {
        let at = dice.below(list.len());
        if let Some(entry) = list.get_mut(at) {
            *entry = value;
        }
    }
    let whole = dice.whole(true) as usize;
    let point = [number(dice), number(dice), number(dice)];
    match dice.below(7) {
        0 => write(&mut scene.skinvertadr, dice, whole),
        1 => write(&mut scene.skinvertnum, dice, whole),
        2 => write(&mut scene.skinfacenum, dice, whole),
        3 => write(&mut scene.skinvert, dice, point),
        4 => write(&mut scene.skinnormal, dice, point),
        5 => scene.skinvert.truncate(dice.below(8)),
        _ => scene.skinnormal.clear(),
    }
}

fn change_transform(scene: &mut Scene, dice: &mut Dice<'_>) {
    scene.enabletransform = dice.chance(192);
    match dice.below(4) {
        0 => scene.scale = number(dice),
        1 => scene.translate[dice.below(3)] = number(dice),
        2 => scene.rotate[dice.below(4)] = number(dice),
        _ => (scene.framewidth, scene.framergb) = (dice.whole(true) as u32, [number(dice); 3]),
    }
}
