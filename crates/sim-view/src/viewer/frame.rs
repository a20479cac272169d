//! A frame: what a page draws next, as bytes. How things look is sent when it changes, where they are every time.
//!
//! `viewer/PROTOCOL.md` has the layout.

use crate::scene::{Scene, SceneGeom, SceneLight, Shape};
use crate::viewer::skin;
use sim_core::math::quat;
use sim_core::{Data, Model};

/// Number of the message.
const KIND: u32 = 1;

/// Bit of the header: time runs.
const PLAYING: u32 = 1;

/// Bit of the header: nothing is known of earlier frames.
const FRESH: u32 = 2;

/// What a frame is made of.
#[derive(Clone, Copy, Debug)]
pub struct FrameInput<'a> {
    /// Version of the model.
    pub version: u32,
    /// The model.
    pub model: &'a Model,
    /// The state.
    pub data: &'a Data,
    /// What there is to draw.
    pub scene: &'a Scene,
    /// Whether time runs.
    pub playing: bool,
    /// The point that a tracking camera looks at.
    pub lookat: [f64; 3],
    /// Values that are watched.
    pub values: &'a [f64],
    /// Which world it is.
    pub world: u32,
    /// Poses of the bodies of other worlds, packed.
    pub others: &'a [u8],
}

/// Makes frames for one page: it knows what the page was sent.
#[derive(Debug, Default)]
pub struct Encoder {
    number: u32,
    version: Option<u32>,
    sent: Vec<SceneGeom>,
    /// Bodies that are bones of the model's skins.
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
        while !self.labels.len().is_multiple_of(4) {
            self.labels.push(0);
        }
        let bones: &[usize] = if skin::is_shown(scene) { &self.bones } else { &[] };
        let mut out = Bytes(Vec::with_capacity(128 + 28 * (scene.geoms.len() + bones.len()) + self.changes.len()));
        out.int(KIND);
        out.int(self.number);
        out.int(input.version);
        out.int(if input.playing { PLAYING } else { 0 } | if fresh { FRESH } else { 0 });
        out.double(d.time);
        let counts = [
            scene.geoms.len(),
            changed,
            scene.lights.len(),
            m.ncam,
            bones.len(),
            input.values.len(),
            d.qpos.len(),
            d.ctrl.len(),
            input.others.len() / 2,
            self.labels.len(),
        ];
        counts.iter().for_each(|&count| out.int(count as u32));
        input.lookat.iter().for_each(|&x| out.single(x as f32));
        out.int(input.world);
        for geom in &scene.geoms {
            out.pose(geom.pos, quat::from_mat(&geom.mat.map(f64::from)));
        }
        out.0.extend_from_slice(&self.changes);
        scene.lights.iter().for_each(|light| out.light(light));
        for id in 0..m.ncam {
            let pos = d.cam_xpos.get(3 * id..3 * id + 3).map_or([0.0; 3], |p| [p[0], p[1], p[2]]);
            let mat = d.cam_xmat.get(9 * id..9 * id + 9).and_then(|mat| mat.try_into().ok());
            let turn = mat.map_or([1.0, 0.0, 0.0, 0.0], |mat: [f64; 9]| quat::from_mat(&mat));
            out.pose(pos.map(|x| x as f32), turn);
        }
        skin::write_poses(d, bones, &mut out);
        input.values.iter().for_each(|&value| out.double(value));
        d.qpos.iter().chain(d.ctrl.iter()).for_each(|&x| out.single(x as f32));
        out.0.extend_from_slice(input.others);
        out.0.extend_from_slice(&self.labels);
        out.0
    }

    /// Lists what looks otherwise than the page was told; how many there are.
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
        let bits = u32::from(look.texuniform)
            | u32::from(look.texcoord) << 1
            | u32::from(look.transparent) << 2
            | (look.category.bits() as u32) << 8;
        let mut out = Bytes(std::mem::take(&mut self.changes));
        out.int(at as u32);
        let numbers = [look.shape.0, look.dataid, look.objtype.0, look.objid, look.segid, look.texid, bits as i32];
        numbers.iter().for_each(|&number| out.int(number as u32));
        let surface = [look.emission, look.specular, look.shininess, look.reflectance];
        let reals = look.size.iter().chain(&look.rgba).chain(&surface).chain(&look.texrepeat);
        reals.for_each(|&x| out.single(x));
        out.int(self.labels.len() as u32);
        out.int(label.len() as u32);
        self.changes = out.0;
        self.labels.extend_from_slice(label);
    }
}

/// Bytes of a message.
#[derive(Debug, Default)]
pub struct Bytes(pub Vec<u8>);

impl Bytes {
    /// Adds a whole number.
    pub fn int(&mut self, x: u32) {
        self.0.extend_from_slice(&x.to_le_bytes());
    }

    /// Adds a real number of 32 bits.
    pub fn single(&mut self, x: f32) {
        self.0.extend_from_slice(&x.to_le_bytes());
    }

    fn double(&mut self, x: f64) {
        self.0.extend_from_slice(&x.to_le_bytes());
    }

    fn pose(&mut self, pos: [f32; 3], turn: [f64; 4]) {
        pos.iter().for_each(|&x| self.single(x));
        turn.iter().for_each(|&x| self.single(x as f32));
    }

    fn light(&mut self, light: &SceneLight) {
        self.int(light.kind.0 as u32);
        self.int(u32::from(light.headlight) | u32::from(light.castshadow) << 1);
        let vectors = [light.pos, light.dir, light.ambient, light.diffuse, light.specular, light.attenuation];
        vectors.iter().flatten().for_each(|&x| self.single(x));
        [light.cutoff, light.exponent, light.range, light.intensity].iter().for_each(|&x| self.single(x));
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
        let rest = 80 + 28 * items + 96 * lights + 28 * m.ncam + 28 * bones + 8 + 4 * (m.nq + m.nu);
        assert_eq!(second.len(), rest + 92 * changed);
        assert_eq!(first.len(), rest + 92 * items);
    }
}
