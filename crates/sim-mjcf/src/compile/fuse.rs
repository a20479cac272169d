//! `fusestatic` merges bodies without joints into their parents. `discardvisual` drops geoms that are only shown.

use super::body::{Part, collect_contact_bits, sum};
use super::bounds::{collides, remember};
use super::frame::compose;
use super::tree::{BodyNode, Tree};
use crate::error::Result;
use crate::spec::{Object, Spec};
use sim_core::math::{Pose, quat};
use sim_core::{ObjType, SensorType};
use std::collections::HashSet;

/// The most geoms whose nodes in bounding volumes are searched while fusing. Without a limit, fusing very many bodies into
/// the world takes quadratic time.
const MAX_REMEMBERED: usize = 1_000_000;
/// Masses below this are not worth moving.
const MIN_MASS: f64 = 1e-15;

/// Fuses every static body that nothing refers to into its parent.
pub(crate) fn fuse_static(tree: &mut Tree, spec: &mut Spec) -> Result<()> {
    let referenced = referenced_names(spec, tree, &[ObjType::Body, ObjType::XBody]);
    // indices stay valid while fusing: fused bodies are marked and removed at the end
    let mut fused = vec![false; tree.bodies.len()];
    let mut remembered = 0;
    for id in 1..tree.bodies.len() {
        let body = &tree.bodies[id];
        let name = &body.spec.meta.name;
        let needed = !name.is_empty() && (referenced.contains(name) || carries_force_sensor(body, spec));
        if needed || !body.joints.is_empty() || body.spec.mocap {
            continue;
        }
        let parent_id = body.parent;
        let parent = &mut tree.bodies[parent_id];
        remembered += parent.geoms.len();
        if remembered <= MAX_REMEMBERED {
            remember(parent);
        }
        fuse(tree, id)?;
        fused[id] = true;
    }
    compact(tree, &fused);
    Ok(())
}

/// Names of objects of some kinds that other objects refer to.
fn referenced_names(spec: &mut Spec, tree: &mut Tree, kinds: &[ObjType]) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut note = |kind: ObjType, name: &mut String| {
        if kinds.contains(&kind) && !name.is_empty() {
            names.insert(name.clone());
        }
    };
    spec.skins.iter_mut().for_each(|o| o.references(&mut note));
    spec.pairs.iter_mut().for_each(|o| o.references(&mut note));
    spec.excludes.iter_mut().for_each(|o| o.references(&mut note));
    spec.equalities.iter_mut().for_each(|o| o.references(&mut note));
    spec.tendons.iter_mut().for_each(|o| o.references(&mut note));
    spec.actuators.iter_mut().for_each(|o| o.references(&mut note));
    spec.sensors.iter_mut().for_each(|o| o.references(&mut note));
    spec.tuples.iter_mut().for_each(|o| o.references(&mut note));
    for body in &mut tree.bodies {
        body.cameras.iter_mut().for_each(|o| o.spec.references(&mut note));
        body.lights.iter_mut().for_each(|o| o.spec.references(&mut note));
    }
    names
}

/// Whether a force or torque sensor measures between a body and its parent: such a body is not fused.
fn carries_force_sensor(body: &BodyNode, spec: &Spec) -> bool {
    spec.sensors
        .iter()
        .filter(|s| s.kind == SensorType::Force || s.kind == SensorType::Torque)
        .any(|s| body.sites.iter().any(|site| site.spec.meta.name == s.objname))
}

/// Moves a body's parts to its parent.
fn fuse(tree: &mut Tree, id: usize) -> Result<()> {
    let parent_id = tree.bodies[id].parent;
    let pose = tree.bodies[id].pose;
    let children = std::mem::take(&mut tree.bodies[id].children);
    for &child in &children {
        tree.bodies[child].pose = compose(&pose, &tree.bodies[child].pose);
        tree.bodies[child].parent = parent_id;
    }
    let mut geoms = std::mem::take(&mut tree.bodies[id].geoms);
    let mut sites = std::mem::take(&mut tree.bodies[id].sites);
    // cameras and lights change their body but keep the numbers they had in the fused one, as in MuJoCo
    let mut cameras = std::mem::take(&mut tree.bodies[id].cameras);
    let mut lights = std::mem::take(&mut tree.bodies[id].lights);
    geoms.iter_mut().for_each(|g| g.pose = compose(&pose, &g.pose));
    sites.iter_mut().for_each(|s| s.pose = compose(&pose, &s.pose));
    if parent_id > 0 && tree.bodies[id].mass >= MIN_MASS {
        add_mass(tree, parent_id, id)?;
    }
    let parent = &mut tree.bodies[parent_id];
    tree.spare_bounds += usize::from(geoms.iter().any(collides) && parent.geoms.iter().any(collides));
    if let Some(at) = parent.children.iter().position(|&c| c == id) {
        parent.children.splice(at..=at, children);
    }
    parent.geoms.append(&mut geoms);
    parent.sites.append(&mut sites);
    parent.cameras.append(&mut cameras);
    parent.lights.append(&mut lights);
    collect_contact_bits(parent);
    Ok(())
}

/// Adds the mass of a fused body to its parent.
fn add_mass(tree: &mut Tree, parent_id: usize, id: usize) -> Result<()> {
    let body = &tree.bodies[id];
    let inertial = compose(&body.pose, &Pose { pos: body.ipos, quat: body.iquat });
    let part = Part { mass: body.mass, pos: inertial.pos, quat: inertial.quat, inertia: body.inertia };
    let span = body.spec.meta.span.clone();
    let parent = &mut tree.bodies[parent_id];
    let own = Part { mass: parent.mass, pos: parent.ipos, quat: parent.iquat, inertia: parent.inertia };
    if own.mass + part.mass < MIN_MASS {
        (parent.mass, parent.inertia) = (0.0, [0.0; 3]);
        (parent.ipos, parent.iquat) = ([0.0; 3], quat::IDENTITY);
        return Ok(());
    }
    let whole = sum(&[own, part]).map_err(|m| span.conversion(format!("fusing static bodies: {m}")))?;
    (parent.mass, parent.inertia) = (whole.mass, whole.inertia);
    (parent.ipos, parent.iquat) = (whole.pos, whole.quat);
    Ok(())
}

/// Removes fused bodies and renumbers the rest. Order stays: depth first.
fn compact(tree: &mut Tree, fused: &[bool]) {
    let mut renumbered = Vec::with_capacity(fused.len());
    let mut next = 0;
    for &gone in fused {
        renumbered.push(next);
        next += usize::from(!gone);
    }
    let mut keep = fused.iter().map(|gone| !gone);
    tree.bodies.retain(|_| keep.next().unwrap_or(true));
    for body in &mut tree.bodies {
        body.parent = renumbered[body.parent];
        body.children.iter_mut().for_each(|c| *c = renumbered[*c]);
    }
}

/// Finds the geoms that other objects refer to, which are kept even if they never collide.
pub(crate) fn keep_referenced_geoms(tree: &mut Tree, spec: &mut Spec) {
    let referenced = referenced_names(spec, tree, &[ObjType::Geom]);
    for geom in tree.bodies.iter_mut().flat_map(|b| &mut b.geoms) {
        geom.visual &= !referenced.contains(&geom.spec.meta.name);
    }
}

/// Drops geoms that are only shown. Inertias are already computed and stay.
pub(crate) fn discard_visual_geoms(tree: &mut Tree) {
    for body in &mut tree.bodies {
        let mut kept = 0;
        let renumbered: Vec<i32> = body
            .geoms
            .iter()
            .map(|g| {
                kept += i32::from(!g.visual);
                if g.visual { -1 } else { kept - 1 }
            })
            .collect();
        for old in &mut body.old_leaves {
            *old = usize::try_from(*old).ok().and_then(|i| renumbered.get(i)).copied().unwrap_or(-1);
        }
        body.geoms.retain(|g| !g.visual);
    }
}
