//! The tactile sensor: a mesh fixed to a geom whose vertices feel how deep they are in what the body touches.
//!
//! All depths come first, then the sliding speeds along the two tangents of every vertex (where the mesh has such
//! frames: three normals to a vertex). Depths are signed distances, so a vertex is felt through by shapes that have
//! one: primitives, and meshes with an octree.

use super::frame::object;
use crate::collision::sdf::{Field, Octree};
use crate::math::{Mat3, Quat, Vec3, mat3, quat, row, spatial, vec3};
use crate::model::{GeomType, Model};
use crate::stage::TactileReadings;

/// The sensing vertices of a mesh.
struct Skin<'a> {
    vertices: &'a [[f32; 3]],
    /// Normal and two tangents of each vertex, if the mesh has them.
    frames: Option<&'a [[f32; 9]]>,
    turn: Quat,
}

impl<'a> Skin<'a> {
    fn new(m: &'a Model, mesh: usize) -> Option<Self> {
        let part = |address: i32, count: i32| {
            let start = usize::try_from(address).ok()?;
            Some(start..start.checked_add(usize::try_from(count).ok()?)?)
        };
        let (vertices, normals) = (*m.mesh_vertnum.get(mesh)?, *m.mesh_normalnum.get(mesh)?);
        let directions = m.mesh_normal.as_chunks::<3>().0.get(part(m.mesh_normaladr[mesh], normals)?)?;
        Some(Self {
            vertices: m.mesh_vert.as_chunks::<3>().0.get(part(m.mesh_vertadr[mesh], vertices)?)?,
            frames: (i64::from(normals) == 3 * i64::from(vertices))
                .then_some(directions.as_flattened().as_chunks::<9>().0),
            turn: row(&m.mesh_quat, mesh),
        })
    }

    /// The two tangents of a vertex.
    fn tangents(&self, vertex: usize) -> Option<[Vec3; 2]> {
        let frame = self.frames?.get(vertex)?;
        let tangent = |k: usize| quat::rotate(self.turn, std::array::from_fn(|i| f64::from(frame[3 * k + i])));
        Some([tangent(1), tangent(2)])
    }
}

/// Depths and sliding speeds of all vertices of sensor `i`.
pub(super) fn read(m: &Model, d: TactileReadings<'_>, i: usize, out: &mut [f64]) {
    out.fill(0.0);
    let (mesh, geom) = (object(m, i).1, m.sensor_refid[i].max(0) as usize);
    let Some(skin) = Skin::new(m, mesh) else { return };
    let weld = m.body_weldid[m.geom_bodyid[geom] as usize] as usize;
    for k in 0..d.contact.len() {
        for side in 0..2 {
            if let Some(other) = touched(m, d, weld, k, side).filter(|&g| is_first(m, d, weld, (k, side), g)) {
                feel(m, d, &skin, (geom, weld), other, out);
            }
        }
    }
}

/// The geom on the other side of contact `k`, where the sensing body is on side `side`. Depths are felt in geoms alone.
fn touched(m: &Model, d: TactileReadings<'_>, weld: usize, k: usize, side: usize) -> Option<usize> {
    let sides = d.contact[k].sides;
    let own = sides[side].geom()?;
    let body = m.geom_bodyid[own] as usize;
    if m.body_weldid[body] as usize != weld {
        return None;
    }
    sides[1 - side].geom()
}

/// Whether no contact before this one was with the same geom.
fn is_first(m: &Model, d: TactileReadings<'_>, weld: usize, (k, side): (usize, usize), geom: usize) -> bool {
    let before = (0..k).flat_map(|k| [(k, 0), (k, 1)]).chain((0..side).map(|side| (k, side)));
    before.into_iter().all(|(k, side)| touched(m, d, weld, k, side) != Some(geom))
}

/// Adds what the vertices feel of one geom.
fn feel(m: &Model, d: TactileReadings<'_>, skin: &Skin, (geom, weld): (usize, usize), other: usize, out: &mut [f64]) {
    let field = match m.geom_type[other] {
        GeomType::Mesh => Octree::of_mesh(m, m.geom_dataid[other]).map(Field::Octree),
        _ => Field::of_geom(m, other),
    };
    let Some(field) = field else { return };
    let count = skin.vertices.len();
    let (pos, mat): (Vec3, Mat3) = (row(d.geom_xpos, geom), row(d.geom_xmat, geom));
    let (there, turned): (Vec3, Mat3) = (row(d.geom_xpos, other), row(d.geom_xmat, other));
    let velocity = |body: usize, at: Vec3| {
        let com = row(d.subtree_com, m.body_rootid[body] as usize);
        spatial::lin(&spatial::move_motion(&row(d.cvel, body), at, com))
    };
    let other_velocity = velocity(m.geom_bodyid[other] as usize, there);
    for (j, vertex) in skin.vertices.iter().enumerate() {
        let at = vec3::add(mat3::mul_vec(&mat, vertex.map(f64::from)), pos);
        let distance = field.distance(mat3::mul_t_vec(&turned, vec3::sub(at, there)));
        // not inside, or nowhere
        if distance.is_nan() || distance >= 0.0 {
            continue;
        }
        if let Some(depth) = out.get_mut(j) {
            *depth = depth.max(-distance);
        }
        let Some(tangents) = skin.tangents(j) else { continue };
        let slip = vec3::sub(velocity(weld, at), other_velocity);
        for (channel, tangent) in tangents.iter().enumerate() {
            if let Some(speed) = out.get_mut((channel + 1) * count + j) {
                *speed += vec3::dot(slip, *tangent).abs();
            }
        }
    }
}
