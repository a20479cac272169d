//! Skins: triangles whose vertices follow bodies, the skin's bones.
//!
//! A bone moves a vertex from its bind position by the motion of the bone's body (linear blend skinning). A vertex is the mean over its
//! bones, by weight. Its normal is the mean over the triangles around it, by area. Sums are in f32, in MuJoCo's order.

use crate::scene::read::{id, in_group, row, span};
use crate::scene::{Scene, SceneOption};
use sim_core::math::{Mat3, Vec3, mat3, quat, vec3};
use sim_core::{Data, Model};

/// Lengths below this count as zero.
const TINY: f64 = 1e-15;

impl Scene {
    /// Allocates the skins of a model.
    pub(super) fn hold_skins(&mut self, m: &Model) {
        let numbers = |table: &[i32], into: &mut Vec<usize>| {
            into.clear();
            into.extend(table.iter().map(|number| usize::try_from(*number).unwrap_or_default()));
        };
        numbers(&m.skin_vertadr, &mut self.skinvertadr);
        numbers(&m.skin_vertnum, &mut self.skinvertnum);
        numbers(&m.skin_facenum, &mut self.skinfacenum);
        self.skinvert.resize(m.nskinvert, [0.0; 3]);
        self.skinnormal.resize(m.nskinvert, [0.0; 3]);
    }

    /// Updates the vertices of visible skins, `mjv_updateActiveSkin`; those of others are zero.
    pub fn update_skins(&mut self, m: &Model, d: &Data, option: &SceneOption) {
        self.hold_skins(m);
        for skin in 0..m.nskin {
            let vertices = span(&m.skin_vertadr, &m.skin_vertnum, skin);
            let (Some(vert), Some(normal)) =
                (self.skinvert.get_mut(vertices.clone()), self.skinnormal.get_mut(vertices.clone()))
            else {
                continue;
            };
            vert.fill([0.0; 3]);
            normal.fill([0.0; 3]);
            if !in_group(&option.skingroup, &m.skin_group, skin) {
                continue;
            }
            for bone in span(&m.skin_boneadr, &m.skin_bonenum, skin).take_while(|bone| *bone < m.nskinbone) {
                carry(m, d, bone, vertices.start, vert);
            }
            add_normals(m, skin, vert, normal);
            let inflate = m.skin_inflate.get(skin).copied().unwrap_or_default();
            for (vert, normal) in vert.iter_mut().zip(normal) {
                normalise(normal);
                (0..3).for_each(|k| vert[k] += inflate * normal[k]);
            }
        }
    }
}

/// Adds a bone's contribution to its vertices.
fn carry(m: &Model, d: &Data, bone: usize, first: usize, vert: &mut [[f32; 3]]) -> Option<()> {
    let body = id(&m.skin_bonebodyid, bone)?;
    let (rotation, translation) = motion(m, d, bone, body)?;
    for k in span(&m.skin_bonevertadr, &m.skin_bonevertnum, bone) {
        let (vertex, weight) = (id(&m.skin_bonevertid, k)?, *m.skin_bonevertweight.get(k)?);
        let bound = row::<f32, 3>(&m.skin_vert, first.checked_add(vertex)?)?.map(f64::from);
        let carried = vec3::add(mat3::mul_vec(&rotation, bound), translation);
        let vert = vert.get_mut(vertex)?;
        (0..3).for_each(|axis| vert[axis] += weight * carried[axis] as f32);
    }
    Some(())
}

/// Rotation and translation of a bone since binding.
fn motion(m: &Model, d: &Data, bone: usize, body: usize) -> Option<(Mat3, Vec3)> {
    let bound = row::<f32, 4>(&m.skin_bonebindquat, bone)?.map(f64::from);
    let turned = quat::mul(row(&d.xquat, body)?, quat::conj(bound));
    let rotation = quat::to_mat(turned);
    let start = row::<f32, 3>(&m.skin_bonebindpos, bone)?.map(f64::from);
    Some((rotation, vec3::sub(row(&d.xpos, body)?, mat3::mul_vec(&rotation, start))))
}

/// Adds the normal of each triangle, with the length of twice its area, to its corners.
fn add_normals(m: &Model, skin: usize, vert: &[[f32; 3]], normal: &mut [[f32; 3]]) -> Option<()> {
    for face in span(&m.skin_faceadr, &m.skin_facenum, skin) {
        let corners = row::<i32, 3>(&m.skin_face, face)?.map(|corner| usize::try_from(corner).unwrap_or(usize::MAX));
        let [a, b, c] = [*vert.get(corners[0])?, *vert.get(corners[1])?, *vert.get(corners[2])?];
        let edge = |to: [f32; 3]| [0, 1, 2].map(|k| f64::from(to[k] - a[k]));
        let across = vec3::cross(edge(b), edge(c));
        for corner in corners {
            let normal = normal.get_mut(corner)?;
            (0..3).for_each(|k| normal[k] = (f64::from(normal[k]) + across[k]) as f32);
        }
    }
    Some(())
}

fn normalise(normal: &mut [f32; 3]) {
    let length = (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]).sqrt();
    let scale = (1.0 / f64::from(length).max(TINY)) as f32;
    normal.iter_mut().for_each(|x| *x *= scale);
}
