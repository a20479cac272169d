//! Bounding volumes over the geoms of each body.

use super::tree::{BodyNode, GeomNode, Tree};
use crate::mesh::bvh::{Bvh, Leaf};
use sim_core::Model;

/// One hierarchy per body, in its inertial frame, over the geoms that collide.
pub(crate) fn of_bodies(tree: &Tree) -> Vec<Bvh> {
    let mut first = 0;
    let bodies = tree.bodies.iter();
    bodies
        .map(|body| {
            let mut bvh = of_body(body, first);
            // a node that was a leaf before fusing keeps its geom, as in MuJoCo
            for (id, &old) in bvh.nodeid.iter_mut().zip(&body.old_leaves) {
                if *id < 0 && old >= 0 {
                    *id = first + old;
                }
            }
            first += body.geoms.len() as i32;
            bvh
        })
        .collect()
}

/// The hierarchy of a body whose first geom has the given id.
fn of_body(body: &BodyNode, first: i32) -> Bvh {
    let leaves: Vec<Leaf> = (first..)
        .zip(&body.geoms)
        .filter(|(_, geom)| collides(geom))
        .map(|(id, geom)| Leaf { id, pos: geom.pose.pos, quat: Some(geom.pose.quat), aabb: geom.aabb })
        .collect();
    Bvh::new(&leaves, body.ipos, body.iquat)
}

/// Notes the geoms at the leaves of a body's hierarchy before another body is fused into it.
pub(crate) fn remember(body: &mut BodyNode) {
    let leaves = of_body(body, 0).nodeid;
    if body.old_leaves.len() < leaves.len() {
        body.old_leaves.resize(leaves.len(), -1);
    }
    for (old, &id) in body.old_leaves.iter_mut().zip(&leaves) {
        if id >= 0 {
            *old = id;
        }
    }
}

/// Whether a geom has a bounding volume.
pub(crate) fn collides(geom: &GeomNode) -> bool {
    geom.spec.contype != 0 || geom.spec.conaffinity != 0
}

/// Counts the nodes.
pub(crate) fn sizes(bounds: &[Bvh], spare: usize, model: &mut Model) {
    model.nbvhstatic = bounds.iter().map(Bvh::len).sum::<usize>() + spare;
    model.nbvh = model.nbvhstatic;
}

/// Writes the bodies' nodes and returns the position after the last one.
pub(crate) fn fill(bounds: &[Bvh], model: &mut Model) -> usize {
    let mut at = 0;
    for (body, tree) in bounds.iter().enumerate() {
        let n = tree.len();
        model.body_bvhnum[body] = n as i32;
        model.body_bvhadr[body] = if n > 0 { at as i32 } else { -1 };
        model.bvh_aabb[6 * at..6 * (at + n)].copy_from_slice(&tree.aabb);
        model.bvh_child[2 * at..2 * (at + n)].copy_from_slice(&tree.child);
        model.bvh_nodeid[at..at + n].copy_from_slice(&tree.nodeid);
        model.bvh_depth[at..at + n].copy_from_slice(&tree.depth);
        at += n;
    }
    at
}
