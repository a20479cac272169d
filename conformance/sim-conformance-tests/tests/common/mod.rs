//! Shared models and states: those of `models/`, and random trees of every joint type.

#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)] // each test binary uses its part

pub mod scenes;

use sim_core::{Data, JointType, Model};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reproducible random numbers by xorshift64*. The hashes in `conformance/determinism.txt` depend on this generator.
pub struct Random(u64);

impl Random {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in [-scale, scale).
    pub fn around(&mut self, scale: f64) -> f64 {
        scale * (2.0 * self.unit() - 1.0)
    }

    /// Uniform in 0..n.
    pub fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }
}

/// Every model of `models/`, by name.
pub fn our_models() -> Vec<(String, Model)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join("models"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "xml"))
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, sim_mjcf::load_model_from_file(&path).unwrap())
        })
        .collect()
}

/// A random tree of bodies with every joint type, several joints on some bodies, armature, and spatial tendons.
pub fn random_tree(seed: u64) -> Model {
    let mut rng = Random::new(seed);
    let bodies = 2 + rng.below(12);
    let mut parents = vec![0usize];
    for i in 1..bodies {
        parents.push(rng.below(i + 1));
    }
    let mut world = String::new();
    for i in (0..bodies).filter(|&i| parents[i] == 0) {
        write_body(&mut world, &parents, i, true, &mut rng);
    }
    let xml = format!(
        "<mujoco><option gravity='0.3 -0.2 -9.81'/><worldbody><site name='base' pos='.1 .2 .3'/>{world}</worldbody>\
         <tendon><spatial name='t' armature='.02' stiffness='3' damping='.1'><site site='s{a}'/><site site='base'/>\
         <site site='s{b}'/></spatial></tendon>\
         <actuator><motor tendon='t' gear='2'/><general site='s{b}' refsite='base' gear='.3 1 -.4 .2 .5 .7'/></actuator>\
         </mujoco>",
        a = rng.below(bodies),
        b = rng.below(bodies),
    );
    sim_mjcf::load_model(&xml).unwrap_or_else(|e| panic!("{e}\n{xml}"))
}

/// Body `i` (its parent is `parents[i] - 1`, 0 is the world) and everything below it.
fn write_body(xml: &mut String, parents: &[usize], i: usize, top: bool, rng: &mut Random) {
    let mut triple = |scale: f64| format!("{:.3} {:.3} {:.3}", rng.around(scale), rng.around(scale), rng.around(scale));
    let (pos, euler, com, axis) = (triple(0.5), triple(90.0), triple(0.1), triple(1.0));
    write!(xml, "<body pos='{pos}' euler='{euler}'>").unwrap();
    match rng.below(6) {
        0 if top => xml.push_str("<freejoint/>"),
        0 | 1 => write!(xml, "<joint type='ball' armature='.01' pos='{com}'/>").unwrap(),
        2 => write!(xml, "<joint type='slide' axis='{axis}' damping='.3'/><joint axis='0 1 .2' armature='.05'/>")
            .unwrap(),
        3 => write!(xml, "<joint axis='1 0 0' pos='{com}'/><joint axis='{axis}' stiffness='2'/>").unwrap(),
        4 => write!(xml, "<joint type='slide' axis='1 0 0'/><joint type='ball'/>").unwrap(),
        _ => write!(xml, "<joint axis='{axis}'/>").unwrap(),
    }
    let (mass, x, y, z) = (0.2 + rng.unit(), 0.05 + rng.unit(), 0.05 + rng.unit(), 0.05 + rng.unit());
    write!(
        xml,
        "<geom type='box' pos='{com}' euler='{euler}' size='{:.3} {:.3} {:.3}' mass='{mass:.3}'/><site name='s{i}' pos='{com}'/>",
        0.1 * x,
        0.1 * y,
        0.1 * z
    )
    .unwrap();
    for child in (i + 1..parents.len()).filter(|&c| parents[c] == i + 1) {
        write_body(xml, parents, child, false, rng);
    }
    xml.push_str("</body>");
}

/// A random configuration, with unit quaternions, and random velocities.
pub fn randomize(m: &Model, d: &mut Data, rng: &mut Random) {
    for j in 0..m.njnt {
        let mut q = m.jnt_qposadr[j] as usize;
        match m.jnt_type[j] {
            JointType::Free | JointType::Ball => {
                if m.jnt_type[j] == JointType::Free {
                    (0..3).for_each(|k| d.qpos[q + k] += rng.around(0.3));
                    q += 3;
                }
                let quat: [f64; 4] = std::array::from_fn(|_| rng.around(1.0));
                let norm = quat.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-3);
                (0..4).for_each(|k| d.qpos[q + k] = quat[k] / norm);
            }
            _ => d.qpos[q] += rng.around(0.4),
        }
    }
    d.qvel.iter_mut().for_each(|v| *v = rng.around(1.0));
}

/// The models of `models/` and forty random trees.
pub fn all_models() -> Vec<(String, Model)> {
    let mut models = our_models();
    models.extend((0..40).map(|seed| (format!("random tree {seed}"), random_tree(seed))));
    models
}

/// Largest magnitude.
pub fn scale(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |a: f64, b| a.max(b.abs()))
}

/// Asserts that two vectors agree relative to the largest entry of the second (or one).
pub fn assert_close(what: &str, a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len(), "{what}");
    let bound = tolerance * scale(b).max(1.0);
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        assert!((x - y).abs() <= bound, "{what}[{i}]: {x} against {y}");
    }
}
