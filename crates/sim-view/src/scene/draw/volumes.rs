//! Bounding volumes of bodies and meshes, and octrees of distance fields, down to a depth.

use crate::scene::draw::{Canvas, Subject};
use crate::scene::read::{id, row, span};
use crate::scene::{Shape, VisualFlags};
use sim_core::math::{Mat3, Vec3, mat3, vec3};
use sim_core::{GeomType, ObjType};

/// Adds a box given by its centre and half sizes in a frame.
fn add_box(canvas: &mut Canvas<'_>, node: usize, aabb: [f64; 6], pos: Vec3, mat: &Mat3, rgba: [f32; 4]) -> Option<()> {
    let [x, y, z, a, b, c] = aabb;
    let centre = vec3::add(mat3::mul_vec(mat, [x, y, z]), pos);
    let mut geom = canvas.decor(node, ObjType::Unknown)?;
    geom.reset(Shape::LineBox, Some([a, b, c]), Some(centre), Some(mat), Some(rgba));
    canvas.put(geom);
    Some(())
}

/// Whether a node is a leaf.
fn is_leaf(subject: &Subject<'_>, node: usize) -> Option<bool> {
    Some(row::<_, 2>(&subject.m.bvh_child, node)? == [-1, -1])
}

/// Whether a node is at the wanted depth, or a leaf above it.
fn is_at_depth(subject: &Subject<'_>, node: usize) -> Option<bool> {
    let (depth, wanted) = (*subject.m.bvh_depth.get(node)?, subject.option.bvh_depth);
    Some(depth == wanted || (depth < wanted && is_leaf(subject, node)?))
}

/// Whether active volumes are highlighted.
fn marks_active(subject: &Subject<'_>) -> bool {
    subject.m.vis.global.bvactive != 0
}

fn is_active(subject: &Subject<'_>, node: usize) -> Option<bool> {
    subject.d.bvh_active.get(node).map(|active| active.get())
}

/// Adds volumes of bodies: boxes around several geoms in the body's frame, around a single geom in its own frame.
pub(super) fn add_of_bodies(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (m, d) = (subject.m, subject.d);
    if !subject.shows(VisualFlags::BODYBVH) {
        return;
    }
    let mut body = 0;
    let mut add_one = |node: usize, body: usize| {
        let colours = &m.vis.rgba;
        let active = marks_active(subject) && is_active(subject, node)?;
        let rgba = if active { colours.bvactive } else { colours.bv };
        if is_leaf(subject, node)? {
            let g = id(&m.bvh_nodeid, node)?;
            let (pos, mat) = (row(&d.geom_xpos, g)?, row(&d.geom_xmat, g)?);
            return add_box(canvas, node, row(&m.geom_aabb, g)?, pos, &mat, rgba);
        }
        let (pos, mat) = (row(&d.xipos, body)?, row(&d.ximat, body)?);
        add_box(canvas, node, row(&m.bvh_aabb, node)?, pos, &mat, rgba)
    };
    for node in 0..m.nbvhstatic {
        // the nodes of bodies are in the order of the bodies
        while body < m.nbody && node >= span(&m.body_bvhadr, &m.body_bvhnum, body).end {
            body += 1;
        }
        if body >= m.nbody {
            break;
        }
        if is_at_depth(subject, node) == Some(true) {
            add_one(node, body);
        }
    }
}

/// Adds volumes of meshes; if active ones are highlighted, only those.
pub(super) fn add_of_meshes(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (m, d) = (subject.m, subject.d);
    if !subject.shows(VisualFlags::MESHBVH) {
        return;
    }
    let mut add_one = |g: usize, node: usize| {
        if !is_at_depth(subject, node)? || (marks_active(subject) && !is_active(subject, node)?) {
            return None;
        }
        let colours = &m.vis.rgba;
        let rgba = if marks_active(subject) { colours.bvactive } else { colours.bv };
        let (pos, mat) = (row(&d.geom_xpos, g)?, row(&d.geom_xmat, g)?);
        add_box(canvas, node, row(&m.bvh_aabb, node)?, pos, &mat, rgba)
    };
    for g in 0..m.ngeom {
        // as in MuJoCo, a height field's index counts as a mesh's
        let Some(mesh) = id(&m.geom_dataid, g) else { continue };
        if m.geom_type.get(g) == Some(&GeomType::Sdf) || id(&m.mesh_octadr, mesh).is_some() {
            continue;
        }
        for node in span(&m.mesh_bvhadr, &m.mesh_bvhnum, mesh).take(m.nbvh) {
            add_one(g, node);
        }
    }
}

/// Adds octrees of meshes that serve as distance fields.
pub(super) fn add_octrees(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (m, d) = (subject.m, subject.d);
    if !subject.shows(VisualFlags::MESHBVH) {
        return;
    }
    let mut add_one = |g: usize, node: usize| {
        if *m.oct_depth.get(node)? != subject.option.bvh_depth {
            return None;
        }
        let (pos, mat) = (row(&d.geom_xpos, g)?, row(&d.geom_xmat, g)?);
        add_box(canvas, node, row(&m.oct_aabb, node)?, pos, &mat, m.vis.rgba.bv)
    };
    for g in 0..m.ngeom {
        let Some(mesh) = id(&m.geom_dataid, g) else { continue };
        if m.geom_type.get(g) == Some(&GeomType::HField) {
            continue;
        }
        for node in span(&m.mesh_octadr, &m.mesh_octnum, mesh).take(m.noct) {
            add_one(g, node);
        }
    }
}
