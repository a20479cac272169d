//! Low parts of the sizes and positions of geoms, beyond f32: the distance of touching geoms is a small difference of these.
//!
//! Two numbers hold the positions of geoms that do not move, and of geoms whose bodies are children of the world. Below longer chains
//! of bodies, rounding on the way is larger than a low part.

use super::Numbers;
use crate::codegen::preprocessor::Features;
use sim_core::Model;

/// The tables.
#[derive(Clone, Debug, Default)]
pub struct LowParts {
    /// Whether a body that touches something is a kinematic tree by itself.
    has_single_body_trees: bool,
    /// Which geoms do not move, and where these are: position and rotation matrix.
    geom_fixed: Vec<i32>,
    fixed_pos: Vec<f64>,
    fixed_mat: Vec<f64>,
    body_pos: Vec<f64>,
    geom_pos: Vec<f64>,
    geom_size: Vec<f64>,
}

impl LowParts {
    /// Tables of a model, whose pairs of these geoms may touch.
    pub fn new(m: &Model, touching: impl Iterator<Item = usize>) -> Self {
        let mut bodies = vec![0; m.ntree];
        for b in 1..m.nbody {
            if m.body_dofnum[b] > 0
                && let Some(count) = usize::try_from(m.body_treeid[b]).ok().and_then(|tree| bodies.get_mut(tree))
            {
                *count += 1;
            }
        }
        let is_alone = |tree: i32| usize::try_from(tree).is_ok_and(|tree| bodies.get(tree) == Some(&1));
        let mut low_parts = Self {
            has_single_body_trees: touching.into_iter().any(|g| is_alone(m.body_treeid[m.geom_bodyid[g] as usize])),
            body_pos: m.body_pos.to_vec(),
            geom_pos: m.geom_pos.to_vec(),
            geom_size: m.geom_size.to_vec(),
            ..Self::default()
        };
        low_parts.place_fixed(m);
        low_parts
    }

    /// Places the geoms that do not move.
    fn place_fixed(&mut self, m: &Model) {
        let mut poses: Vec<Option<Pose>> = vec![None; m.nbody];
        for b in 0..m.nbody {
            let own = Pose::new(&m.body_pos[3 * b..], &m.body_quat[4 * b..]);
            let parent = poses[m.body_parentid[b] as usize];
            let moves = m.body_dofnum[b] > 0 || m.body_mocapid[b] >= 0;
            poses[b] = if b == 0 { Some(Pose::default()) } else { parent.filter(|_| !moves).map(|p| p.then(&own)) };
        }
        for g in 0..m.ngeom {
            let own = Pose::new(&m.geom_pos[3 * g..], &m.geom_quat[4 * g..]);
            let pose = poses[m.geom_bodyid[g] as usize].map(|body| body.then(&own));
            self.geom_fixed.push(i32::from(pose.is_some()));
            let pose = pose.unwrap_or_default();
            self.fixed_pos.extend(pose.pos);
            self.fixed_mat.extend(matrix(pose.quat));
        }
    }

    /// Sets the model's trait.
    pub fn features(&self, f: &mut Features) {
        f.traits.single_body_trees = self.has_single_body_trees;
    }

    /// Name, width and numbers of each table.
    pub fn arrays(&self) -> Vec<(&'static str, usize, Numbers)> {
        let whole = |list: &[f64]| Numbers::Reals(list.to_vec());
        let rest = |list: &[f64]| Numbers::Reals(list.iter().map(|&x| x - f64::from(x as f32)).collect());
        vec![
            ("geom_fixed", 1, Numbers::Ints(self.geom_fixed.clone())),
            ("geom_fixed_pos", 3, whole(&self.fixed_pos)),
            ("geom_fixed_pos_low", 3, rest(&self.fixed_pos)),
            ("geom_fixed_mat", 9, whole(&self.fixed_mat)),
            ("geom_fixed_mat_low", 9, rest(&self.fixed_mat)),
            ("body_pos_low", 3, rest(&self.body_pos)),
            ("geom_pos_low", 3, rest(&self.geom_pos)),
            ("geom_size_low", 3, rest(&self.geom_size)),
        ]
    }
}

/// A place in the world; the quaternion has its real part first.
#[derive(Clone, Copy, Debug)]
struct Pose {
    pos: [f64; 3],
    quat: [f64; 4],
}

impl Default for Pose {
    fn default() -> Self {
        Self { pos: [0.0; 3], quat: [1.0, 0.0, 0.0, 0.0] }
    }
}

impl Pose {
    /// From the beginning of two lists.
    fn new(pos: &[f64], quat: &[f64]) -> Self {
        let mut pose = Self::default();
        pose.pos.iter_mut().zip(pos).for_each(|(to, &from)| *to = from);
        pose.quat.iter_mut().zip(quat).for_each(|(to, &from)| *to = from);
        pose
    }

    /// Another pose seen from this one, in the world.
    fn then(&self, other: &Self) -> Self {
        let (m, v) = (matrix(self.quat), other.pos);
        let row = |k: usize| self.pos[k] + m[3 * k] * v[0] + m[3 * k + 1] * v[1] + m[3 * k + 2] * v[2];
        let ([a, b, c, d], [e, f, g, h]) = (self.quat, other.quat);
        let quat = [
            a * e - b * f - c * g - d * h,
            a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f,
            a * h + b * g - c * f + d * e,
        ];
        Self { pos: [row(0), row(1), row(2)], quat }
    }
}

/// The rotation matrix of a quaternion of any length.
fn matrix([w, x, y, z]: [f64; 4]) -> [f64; 9] {
    let s = 2.0 / (w * w + x * x + y * y + z * z);
    [
        1.0 - s * (y * y + z * z),
        s * (x * y - w * z),
        s * (x * z + w * y),
        s * (x * y + w * z),
        1.0 - s * (x * x + z * z),
        s * (y * z - w * x),
        s * (x * z - w * y),
        s * (y * z + w * x),
        1.0 - s * (x * x + y * y),
    ]
}
