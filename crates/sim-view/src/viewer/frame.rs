//! Encodes frames: looks when they change, poses every time.

use crate::scene::{Scene, SceneGeom, SceneLight, Shape};
use crate::viewer::protocol::{
    Bytes, FRAME, FRAME_PLAYING, FRAME_RESET, FrameHeader, LIGHT_CASTS_SHADOW, LIGHT_IS_HEADLIGHT, LOOK_CATEGORY_SHIFT,
    LOOK_TEXCOORD, LOOK_TEXUNIFORM, LOOK_TRANSPARENT, LightRecord, LookRecord, Pose, Record,
};
use crate::viewer::skin;
use sim_core::math::quat;
use sim_core::{Data, Model};

/// Content of a frame.
#[derive(Clone, Copy, Debug)]
pub struct FrameInput<'a> {
    /// Version of the model.
    pub version: u32,
    /// The model.
    pub model: &'a Model,
    /// The state.
    pub data: &'a Data,
    /// The scene to draw.
    pub scene: &'a Scene,
    /// Whether time runs.
    pub playing: bool,
    /// The point that a tracking camera looks at.
    pub lookat: [f64; 3],
    /// Watched values.
    pub values: &'a [f64],
    /// Samples of each watched value since the last frame: times and values.
    pub samples: &'a [Vec<[f64; 2]>],
    /// Number of the list of watched values.
    pub watch: u32,
    /// Number of the world.
    pub world: u32,
    /// Packed poses of the bodies of other worlds.
    pub others: &'a [u8],
}

/// Encodes the frames of one page. It remembers the looks that the page has.
#[derive(Debug, Default)]
pub struct Encoder {
    number: u32,
    version: Option<u32>,
    sent: Vec<SceneGeom>,
    /// Bodies that are bones of skins.
    bones: Vec<usize>,
    changes: Vec<u8>,
    labels: Vec<u8>,
}

impl Encoder {
    /// Number of the last frame.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The next frame.
    pub fn frame(&mut self, input: &FrameInput<'_>) -> Vec<u8> {
        let FrameInput { model: m, data: d, scene, .. } = *input;
        self.number = self.number.wrapping_add(1);
        let fresh = self.version != Some(input.version);
        if fresh {
            self.sent.clear();
            self.version = Some(input.version);
            self.bones = skin::bodies(m);
        }
        let changed = self.note_changes(m, scene);
        let samples = input.samples.get(..input.values.len()).unwrap_or(&[]);
        while !self.labels.len().is_multiple_of(4) {
            self.labels.push(0);
        }
        let bones: &[usize] = if skin::is_shown(scene) { &self.bones } else { &[] };
        let mut out =
            Bytes(Vec::with_capacity(128 + Pose::BYTES * (scene.geoms.len() + bones.len()) + self.changes.len()));
        out.record(&FrameHeader {
            kind: FRAME,
            number: self.number,
            version: input.version,
            bits: if input.playing { FRAME_PLAYING } else { 0 } | if fresh { FRAME_RESET } else { 0 },
            time: d.time,
            items: scene.geoms.len() as u32,
            changes: changed as u32,
            lights: scene.lights.len() as u32,
            cameras: m.ncam as u32,
            bones: bones.len() as u32,
            values: input.values.len() as u32,
            samples: samples.iter().map(Vec::len).sum::<usize>() as u32,
            qpos: d.qpos.len() as u32,
            ctrl: d.ctrl.len() as u32,
            bodies: (input.others.len() / 2) as u32,
            labels: self.labels.len() as u32,
            watch: input.watch,
            lookat: input.lookat.map(|x| x as f32),
            world: input.world,
        });
        for geom in &scene.geoms {
            out.pose(geom.pos, quat::from_mat(&geom.mat.map(f64::from)));
        }
        out.0.extend_from_slice(&self.changes);
        scene.lights.iter().for_each(|light| out.record(&light_record(light)));
        for id in 0..m.ncam {
            let pos = d.cam_xpos.get(3 * id..3 * id + 3).map_or([0.0; 3], |p| [p[0], p[1], p[2]]);
            let mat = d.cam_xmat.get(9 * id..9 * id + 9).and_then(|mat| mat.try_into().ok());
            let turn = mat.map_or([1.0, 0.0, 0.0, 0.0], |mat: [f64; 9]| quat::from_mat(&mat));
            out.pose(pos.map(|x| x as f32), turn);
        }
        skin::write_poses(d, bones, &mut out);
        input.values.iter().for_each(|&value| out.double(value));
        (0..input.values.len()).for_each(|k| out.int(samples.get(k).map_or(0, |list| list.len() as u32)));
        samples.iter().flatten().flatten().for_each(|&number| out.double(number));
        d.qpos.iter().chain(d.ctrl.iter()).for_each(|&x| out.single(x as f32));
        out.0.extend_from_slice(input.others);
        out.0.extend_from_slice(&self.labels);
        out.0
    }

    /// Writes the looks that the page does not have, and returns their number.
    fn note_changes(&mut self, m: &Model, scene: &Scene) -> usize {
        let mut count = 0;
        self.changes.clear();
        self.labels.clear();
        self.sent.truncate(scene.geoms.len());
        for (at, geom) in scene.geoms.iter().enumerate() {
            let mut look = SceneGeom { pos: [0.0; 3], mat: [0.0; 9], camdist: 0.0, ..*geom };
            if look.shape == Shape::Skin {
                look.size[2] = skin::inflation(m, look.objid);
            }
            if self.sent.get(at) == Some(&look) {
                continue;
            }
            count += 1;
            self.write_look(at, &look);
            match self.sent.get_mut(at) {
                Some(sent) => *sent = look,
                None => self.sent.push(look),
            }
        }
        count
    }

    fn write_look(&mut self, at: usize, look: &SceneGeom) {
        let label = look.label.as_str().as_bytes();
        let texuniform = if look.texuniform { LOOK_TEXUNIFORM } else { 0 };
        let texcoord = if look.texcoord { LOOK_TEXCOORD } else { 0 };
        let transparent = if look.transparent { LOOK_TRANSPARENT } else { 0 };
        let record = LookRecord {
            item: at as u32,
            shape: look.shape.0,
            dataid: look.dataid,
            objtype: look.objtype.0,
            objid: look.objid,
            segid: look.segid,
            texid: look.texid,
            bits: texuniform | texcoord | transparent | (look.category.bits() as u32) << LOOK_CATEGORY_SHIFT,
            size: look.size,
            rgba: look.rgba,
            emission: look.emission,
            specular: look.specular,
            shininess: look.shininess,
            reflectance: look.reflectance,
            texrepeat: look.texrepeat,
            label_start: self.labels.len() as u32,
            label_length: label.len() as u32,
        };
        record.put(&mut self.changes);
        self.labels.extend_from_slice(label);
    }
}

fn light_record(light: &SceneLight) -> LightRecord {
    let is_headlight = if light.headlight { LIGHT_IS_HEADLIGHT } else { 0 };
    let casts_shadow = if light.castshadow { LIGHT_CASTS_SHADOW } else { 0 };
    LightRecord {
        kind: light.kind.0,
        bits: is_headlight | casts_shadow,
        pos: light.pos,
        dir: light.dir,
        ambient: light.ambient,
        diffuse: light.diffuse,
        specular: light.specular,
        attenuation: light.attenuation,
        cutoff: light.cutoff,
        exponent: light.exponent,
        range: light.range,
        intensity: light.intensity,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Camera, Categories, SceneOption};

    fn number(bytes: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
    }

    #[test]
    fn looks_are_sent_once_and_poses_every_time() {
        let m = Model::example();
        let mut d = m.make_data();
        d.forward(&m).unwrap();
        let mut scene = Scene::new(&m, 100);
        let mut camera = Camera::free(&m);
        let mut encoder = Encoder::default();
        let mut frame = |d: &Data| {
            scene.update(&m, d, &SceneOption::default(), None, &mut camera, Categories::all()).unwrap();
            let lookat = camera.lookat;
            let input = FrameInput {
                version: 7,
                model: &m,
                data: d,
                scene: &scene,
                playing: true,
                lookat,
                values: &[1.5],
                samples: &[vec![[0.1, 1.0], [0.2, 1.5]]],
                watch: 4,
                world: 0,
                others: &[],
            };
            encoder.frame(&input)
        };
        let first = frame(&d);
        d.step(&m).unwrap();
        let second = frame(&d);
        let (items, lights) = (number(&first, 24) as usize, number(&first, 32) as usize);
        assert_eq!((number(&first, 0), number(&first, 8), number(&first, 12)), (1, 7, 3));
        assert_eq!(number(&first, 28) as usize, items, "all are new");
        // a tendon has another length, nothing else looks otherwise
        let changed = number(&second, 28) as usize;
        assert!(number(&second, 12) == 1 && changed < items, "{changed} of {items}");
        let bones = number(&first, 40) as usize;
        let rest = 88 + 28 * items + 96 * lights + 28 * m.ncam + 28 * bones + 8 + (4 + 2 * 16) + 4 * (m.nq + m.nu);
        assert_eq!((number(&first, 48), number(&first, 68)), (2, 4), "samples, and the list of their names");
        assert_eq!(second.len(), rest + 92 * changed);
        assert_eq!(first.len(), rest + 92 * items);
    }
}
