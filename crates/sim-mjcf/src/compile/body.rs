//! Bodies: pose, mass and inertia, checks, alignment of free joints.

use super::frame::{compose, invert, orientation, point_inertia, principal_axes, rotate_inertia};
use super::geom::{self, GeomContext};
use super::tree::{BodyNode, Tree};
use super::{camera, joint, user};
use crate::error::Result;
use crate::error_list::ErrorList;
use crate::mesh::CompiledMesh;
use crate::numeric::{EPS, unit};
use crate::source_span::SourceSpan;
use crate::spec::{Compiler, InertiaFromGeom, Limited, Spec};
use crate::stop::Stop;
use sim_core::math::{Pose, Quat, Vec3, quat, vec3};
use sim_core::{JointType, Model};

/// Smallest mass and inertia of a body that moves.
const MIN_INERTIA: f64 = 1e-15;

/// Data of the rest of the model that the parts of bodies need.
pub(crate) struct Surroundings<'a> {
    pub spec: &'a Spec,
    pub meshes: &'a [CompiledMesh],
    /// Which of the meshes could not be compiled.
    pub broken_meshes: &'a [bool],
    /// Sizes of the height fields.
    pub hfields: &'a [[f64; 4]],
    /// Widths of user data.
    pub model: &'a Model,
    pub stop: &'a Stop,
}

/// Compiles every body and its parts. Mesh and height field indices of geoms must be set.
pub(crate) fn compile_all(tree: &mut Tree, around: &Surroundings<'_>, errors: &mut ErrorList) -> Result<()> {
    let Surroundings { spec, model, .. } = *around;
    for id in 0..tree.bodies.len() {
        around.stop.check()?;
        let in_moving_body = {
            let root = tree.weld_root(id);
            root > 0 && !tree.bodies[root].spec.mocap
        };
        let in_world = tree.bodies[id].parent == 0;
        let childless = tree.bodies[id].children.is_empty();
        let body = &mut tree.bodies[id];
        let compiler = &spec.origins[body.spec.meta.origin];
        body.broken = errors.take(compile_frame(body, compiler, model.nuser_body))?.is_none();
        let infers = infers_inertia(body, compiler, id);
        compile_geoms(body, around, infers, in_moving_body, errors)?;
        if !body.broken {
            body.broken = errors.take(compile_inertia(body, compiler, id))?.is_none();
        }
        if let Some(frame) = &body.frame {
            body.pose = compose(frame, &body.pose);
        }
        collect_contact_bits(body);
        let alignment = free_alignment(body, compiler, childless);
        if let Some(inverse) = &alignment {
            align_geoms(body, inverse);
        }
        compile_joints(body, spec, model.nuser_jnt, in_world, errors)?;
        compile_posed(body, spec, model, errors)?;
        if let Some(inverse) = &alignment {
            align_posed(body, inverse);
        }
    }
    Ok(())
}

fn compile_frame(body: &mut BodyNode, compiler: &Compiler, nuser: usize) -> Result<()> {
    let spec = &mut body.spec;
    let span = &spec.meta.span;
    user::fit(&mut spec.user, nuser, "nuser_body", span)?;
    body.pose = geom::posed(spec.pos, unit(spec.quat).0, &spec.alt, compiler, span)?;
    if let Some(inertial) = &spec.inertial {
        body.mass = inertial.mass;
        body.ipos = inertial.pos;
        body.iquat = unit(inertial.quat).0;
        body.inertia = inertial.diaginertia;
        if let Some(full) = inertial.fullinertia {
            if inertial.diaginertia != [0.0; 3] {
                return Err(span.conversion("fullinertia and diaginertia cannot both be given"));
            }
            (body.iquat, body.inertia) =
                principal_axes(full).map_err(|m| span.conversion(format!("fullinertia: {m}")))?;
        }
        body.iquat =
            orientation(body.iquat, &inertial.alt, compiler).map_err(|m| span.conversion(format!("inertial: {m}")))?;
    }
    Ok(())
}

fn infers_inertia(body: &BodyNode, compiler: &Compiler, id: usize) -> bool {
    id > 0 && (body.spec.inertial.is_none() || compiler.inertiafromgeom == InertiaFromGeom::True)
}

fn compile_geoms(
    body: &mut BodyNode,
    around: &Surroundings<'_>,
    infers: bool,
    in_moving_body: bool,
    errors: &mut ErrorList,
) -> Result<()> {
    let Surroundings { spec, meshes, hfields, .. } = *around;
    let groups = spec.origins[body.spec.meta.origin].inertiagrouprange;
    for node in &mut body.geoms {
        let context = GeomContext {
            compiler: &spec.origins[node.spec.meta.origin],
            fitaabb: spec.origins[0].fitaabb,
            meshes,
            hfields,
            nuser: around.model.nuser_geom,
            infer_inertia: infers && (groups[0]..=groups[1]).contains(&node.spec.group),
            in_moving_body,
        };
        // a missing asset is reported elsewhere
        node.broken |= node.mesh.is_some_and(|mesh| around.broken_meshes[mesh]);
        if node.broken {
            node.spec.user.resize(context.nuser, 0.0);
        } else {
            node.broken = errors.take(geom::compile(node, &context))?.is_none();
        }
        body.broken |= node.broken;
    }
    Ok(())
}

/// Mass properties in the order: from geoms, defaults, bounds, checks, balance.
fn compile_inertia(body: &mut BodyNode, compiler: &Compiler, id: usize) -> Result<()> {
    let span = body.spec.meta.span.clone();
    let explicit = body.spec.inertial.is_some();
    let mut defined = explicit;
    if id > 0
        && (compiler.inertiafromgeom == InertiaFromGeom::True
            || (!explicit && compiler.inertiafromgeom == InertiaFromGeom::Auto))
    {
        defined |= inertia_from_geoms(body, compiler, &span)?;
    }
    if !defined {
        // no inertia at all: the inertial frame is the body's own pose
        body.ipos = body.pose.pos;
        body.iquat = body.pose.quat;
    }
    if id == 0 {
        return Ok(());
    }
    body.mass = body.mass.max(compiler.boundmass);
    body.inertia = body.inertia.map(|i| i.max(compiler.boundinertia));
    if body.mass < 0.0 || body.inertia.iter().any(|&i| i < 0.0) {
        return Err(span.conversion("mass and inertia cannot be negative"));
    }
    let [a, b, c] = body.inertia;
    if a + b < c || a + c < b || b + c < a {
        if !compiler.balanceinertia {
            return Err(span.conversion(
                "inertia must satisfy A + B >= C; correct it or set balanceinertia=\"true\" in <compiler>",
            ));
        }
        body.inertia = [(a + b + c) / 3.0; 3];
    }
    Ok(())
}

/// Adds mass and inertia of the geoms that count; returns whether there are any.
fn inertia_from_geoms(body: &mut BodyNode, compiler: &Compiler, span: &SourceSpan) -> Result<bool> {
    let [first, last] = compiler.inertiagrouprange;
    let parts: Vec<Part> = body
        .geoms
        .iter()
        .filter(|g| (first..=last).contains(&g.spec.group) && g.mass > EPS)
        .map(|g| Part { mass: g.mass, pos: g.pose.pos, quat: g.pose.quat, inertia: g.inertia })
        .collect();
    match parts.as_slice() {
        [] => return Ok(false),
        [only] => {
            body.ipos = only.pos;
            body.iquat = only.quat;
            body.mass = only.mass;
            body.inertia = only.inertia;
        }
        _ => {
            let whole = sum(&parts).map_err(|m| span.conversion(m))?;
            body.mass = whole.mass;
            body.ipos = whole.pos;
            body.iquat = whole.quat;
            body.inertia = whole.inertia;
        }
    }
    Ok(true)
}

/// A rigid part: mass, centre of mass, principal axes and moments.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub mass: f64,
    pub pos: Vec3,
    pub quat: Quat,
    pub inertia: Vec3,
}

/// Combines several parts.
pub(crate) fn sum(parts: &[Part]) -> std::result::Result<Part, String> {
    let mut mass = 0.0;
    let mut weighted = [0.0; 3];
    for part in parts {
        mass += part.mass;
        for i in 0..3 {
            weighted[i] += part.mass * part.pos[i];
        }
    }
    if mass < EPS {
        return Err(format!("the mass is {mass:e}, too small for a centre of mass: give at least {EPS:e}"));
    }
    let com = weighted.map(|w| w / mass);
    let mut total = [0.0; 6];
    for part in parts {
        let own = rotate_inertia(part.inertia, part.quat);
        let shifted = point_inertia(part.mass, vec3::sub(part.pos, com));
        for k in 0..6 {
            total[k] = total[k] + own[k] + shifted[k];
        }
    }
    let (quat, inertia) = principal_axes(total)?;
    Ok(Part { mass, pos: com, quat, inertia })
}

/// Collision bits and margin over the body's geoms.
pub(crate) fn collect_contact_bits(body: &mut BodyNode) {
    (body.contype, body.conaffinity, body.margin) = (0, 0, 0.0);
    for geom in &body.geoms {
        body.contype |= geom.spec.contype;
        body.conaffinity |= geom.spec.conaffinity;
        body.margin = body.margin.max(geom.spec.margin + geom.spec.gap);
    }
}

/// Moves a free body with `align` to its inertial frame, and returns the transformation that keeps its parts in place.
fn free_alignment(body: &mut BodyNode, compiler: &Compiler, childless: bool) -> Option<Pose> {
    let [only] = body.joints.as_slice() else { return None };
    let wanted = match only.spec.align {
        Limited::True => true,
        Limited::False => false,
        Limited::Auto => compiler.alignfree,
    };
    if only.spec.kind != JointType::Free || !childless || !wanted {
        return None;
    }
    let inertial = Pose { pos: body.ipos, quat: body.iquat };
    body.pose = compose(&body.pose, &inertial);
    body.ipos = [0.0; 3];
    body.iquat = quat::IDENTITY;
    Some(invert(&inertial))
}

fn align_geoms(body: &mut BodyNode, inverse: &Pose) {
    for geom in &mut body.geoms {
        geom.pose = compose(inverse, &geom.pose);
    }
}

fn align_posed(body: &mut BodyNode, inverse: &Pose) {
    for site in &mut body.sites {
        site.pose = compose(inverse, &site.pose);
    }
    for camera in &mut body.cameras {
        camera.pose = compose(inverse, &camera.pose);
    }
    for light in &mut body.lights {
        light.pose.pos = compose(inverse, &light.pose).pos;
        light.spec.dir = quat::rotate(inverse.quat, light.spec.dir);
    }
}

fn compile_joints(
    body: &mut BodyNode,
    spec: &Spec,
    nuser: usize,
    in_world: bool,
    errors: &mut ErrorList,
) -> Result<()> {
    let mut has_ball = false;
    for node in &mut body.joints {
        errors.take(joint::compile(node, &spec.origins[node.spec.meta.origin], nuser))?;
        let kind = node.spec.kind;
        if has_ball && (kind == JointType::Ball || kind == JointType::Hinge) {
            errors.push(node.spec.meta.span.conversion("a ball joint cannot be followed by another rotation"))?;
        }
        has_ball |= kind == JointType::Ball;
    }
    errors.take(check_joints(body, in_world)).map(drop)
}

/// Checks that the joints of a body fit together.
fn check_joints(body: &mut BodyNode, in_world: bool) -> Result<()> {
    let span = &body.spec.meta.span;
    body.dofnum = body.joints.iter().map(|j| j.spec.kind.nv()).sum();
    if body.dofnum > 6 {
        return Err(span.conversion(format!("a body can have at most 6 degrees of freedom, found {}", body.dofnum)));
    }
    if body.spec.mocap && (body.dofnum > 0 || !in_world) {
        return Err(span.conversion("a mocap body must be a child of the world without joints"));
    }
    let free = body.joints.iter().filter(|j| j.spec.kind == JointType::Free).count();
    if free > 1 || (free == 1 && body.joints.len() > 1) {
        return Err(span.conversion("a free joint must be the only joint of its body"));
    }
    if free > 0 && !in_world {
        return Err(span.conversion("a free joint can only be used in a child of the world"));
    }
    Ok(())
}

fn compile_posed(body: &mut BodyNode, spec: &Spec, model: &Model, errors: &mut ErrorList) -> Result<()> {
    for site in &mut body.sites {
        errors.take(geom::compile_site(site, &spec.origins[site.spec.meta.origin], model.nuser_site))?;
    }
    for node in &mut body.cameras {
        errors.take(camera::compile_camera(node, &spec.origins[node.spec.meta.origin], model.nuser_cam))?;
    }
    for node in &mut body.lights {
        errors.take(camera::compile_light(node))?;
    }
    Ok(())
}

/// Checks that every moving body has mass, itself or in a body fixed to it.
pub(crate) fn check_masses(tree: &Tree) -> Result<()> {
    ErrorList::each(tree.bodies.iter().enumerate().skip(1), |(id, body)| {
        if body.joints.is_empty() || has_mass(tree, id) {
            return Ok(());
        }
        let message = "mass and inertia of moving bodies must be positive: add a geom with mass or an <inertial>";
        Err(body.spec.meta.span.conversion(message))
    })
}

/// Whether a body has mass; true for a body that could not be compiled.
fn has_mass(tree: &Tree, id: usize) -> bool {
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        let body = &tree.bodies[id];
        if body.broken || body.mass >= MIN_INERTIA && body.inertia.iter().all(|&i| i >= MIN_INERTIA) {
            return true;
        }
        pending.extend(body.children.iter().filter(|&&c| tree.bodies[c].joints.is_empty()));
    }
    false
}
