//! Geoms and sites: pose, size, bounds, mass and inertia.

use super::frame::{compose, orientation, z_to};
use super::tree::{GeomNode, PosedNode};
use super::{fluid, shape, user};
use crate::error::Result;
use crate::mesh::CompiledMesh;
use crate::numeric::{EPS, unit};
use crate::source_span::SourceSpan;
use crate::spec::{Compiler, Orientation, Site};
use sim_core::GeomType;
use sim_core::math::{Pose, Quat, Vec3, quat, vec3};

/// Data of the rest of the model that a geom needs.
pub(crate) struct GeomContext<'a> {
    pub compiler: &'a Compiler,
    /// Whether geoms are fitted to the box of a mesh. The main model decides, also for attached models.
    pub fitaabb: bool,
    pub meshes: &'a [CompiledMesh],
    /// Sizes of the height fields.
    pub hfields: &'a [[f64; 4]],
    pub nuser: usize,
    /// Whether the geom counts towards its body's inertia.
    pub infer_inertia: bool,
    /// Whether the geom's body can move.
    pub in_moving_body: bool,
}

/// Compiles a geom whose `mesh` and `hfield` indices are set.
pub(crate) fn compile(node: &mut GeomNode, context: &GeomContext<'_>) -> Result<()> {
    let span = node.spec.meta.span.clone();
    check(node, context, &span)?;
    node.visual = node.spec.contype == 0 && node.spec.conaffinity == 0;
    node.size = node.spec.size;
    node.surfacevel = node.spec.surfacevel;
    place_geom(node, context, &span)?;
    if let Some(mesh) = node.mesh {
        absorb_mesh_frame(node, &context.meshes[mesh], context.fitaabb, &span)?;
    }
    check_size(node.spec.kind, node.size, &span)?;
    bounds(node, context);
    if node.size.iter().any(|s| s.is_nan()) {
        return Err(span.conversion("size is not a number"));
    }
    if context.infer_inertia {
        mass(node, context, &span)?;
    }
    if node.spec.fluid_ellipsoid {
        node.fluid = fluid::coefficients(node.spec.kind, node.size, node.spec.fluidcoef);
    }
    if let Some(frame) = &node.frame {
        node.pose = compose(frame, &node.pose);
    }
    Ok(())
}

/// Whether the geom has the shape of its mesh.
fn is_mesh(kind: GeomType) -> bool {
    kind == GeomType::Mesh || kind == GeomType::Sdf
}

fn check(node: &mut GeomNode, context: &GeomContext<'_>, span: &SourceSpan) -> Result<()> {
    let spec = &mut node.spec;
    user::fit(&mut spec.user, context.nuser, "nuser_geom", span)?;
    if ![1, 3, 4, 6].contains(&spec.condim) {
        return Err(span.conversion(format!("condim must be 1, 3, 4 or 6, found {}", spec.condim)));
    }
    if spec.kind == GeomType::Mesh && node.mesh.is_none() {
        return Err(span.conversion("a geom of type mesh needs the attribute 'mesh'"));
    }
    if spec.kind == GeomType::HField && node.hfield.is_none() {
        return Err(span.conversion("a geom of type hfield needs the attribute 'hfield'"));
    }
    if spec.kind != GeomType::HField && node.hfield.is_some() {
        return Err(span.conversion("the attribute 'hfield' needs type=\"hfield\""));
    }
    if spec.kind == GeomType::Plane && context.in_moving_body {
        return Err(span.conversion("planes are only allowed in bodies that cannot move"));
    }
    Ok(())
}

/// Pose from `fromto`, or from `pos` and an orientation.
fn place_geom(node: &mut GeomNode, context: &GeomContext<'_>, span: &SourceSpan) -> Result<()> {
    let spec = &node.spec;
    node.pose = match spec.fromto {
        Some(ends) => {
            if node.mesh.is_some() {
                return Err(span.conversion("fromto cannot be used with a mesh"));
            }
            let (pose, size) = between(ends, spec.kind, spec.pos, node.size, span)?;
            node.size = size;
            pose
        }
        None => posed(spec.pos, unit(spec.quat).0, &spec.alt, context.compiler, span)?,
    };
    Ok(())
}

/// Pose and size of a shape that reaches from one point to another.
fn between(ends: [f64; 6], kind: GeomType, pos: Vec3, mut size: Vec3, span: &SourceSpan) -> Result<(Pose, Vec3)> {
    if ![GeomType::Capsule, GeomType::Cylinder, GeomType::Ellipsoid, GeomType::Box].contains(&kind) {
        return Err(span.conversion("fromto needs a capsule, cylinder, ellipsoid or box"));
    }
    if pos != [0.0; 3] {
        return Err(span.conversion("pos and fromto cannot both be given"));
    }
    let [x0, y0, z0, x1, y1, z1] = ends;
    let (direction, length) = unit([x0 - x1, y0 - y1, z0 - z1]);
    let half = length / 2.0;
    if half < EPS {
        return Err(span.conversion("the points of fromto are too close to each other"));
    }
    if kind == GeomType::Ellipsoid || kind == GeomType::Box {
        size = [size[0], size[0], half];
    } else {
        size[1] = half;
    }
    let middle = [(x0 + x1) / 2.0, (y0 + y1) / 2.0, (z0 + z1) / 2.0];
    Ok((Pose { pos: middle, quat: z_to(direction) }, size))
}

/// Pose from a position and an orientation in any notation.
pub(crate) fn posed(pos: Vec3, q: Quat, alt: &Orientation, compiler: &Compiler, span: &SourceSpan) -> Result<Pose> {
    let quat = orientation(q, alt, compiler).map_err(|message| span.conversion(message))?;
    Ok(Pose { pos, quat })
}

/// Moves the geom to its mesh's inertial frame; a primitive takes its size from the mesh.
fn absorb_mesh_frame(node: &mut GeomNode, mesh: &CompiledMesh, fitaabb: bool, span: &SourceSpan) -> Result<()> {
    let mut center = [0.0; 3];
    if !is_mesh(node.spec.kind) {
        let kind = node.spec.kind;
        (node.size, center) = crate::mesh::fit(mesh, kind, node.size, node.spec.fitscale, fitaabb)
            .ok_or_else(|| span.conversion(format!("a {kind} cannot be fitted to a mesh")))?;
    } else if node.spec.shellinertia {
        return Err(span.conversion("the inertia of a mesh geom is chosen in the mesh asset (inertia=\"shell\")"));
    }
    let (pos, q) = (mesh.pos, mesh.quat);
    let meshpos = vec3::add(quat::rotate(q, center), pos);
    node.pose = compose(&node.pose, &Pose { pos: meshpos, quat: q });
    if node.surfacevel != [0.0; 6] {
        let [a, b, c, d, e, f] = node.surfacevel;
        let (linear, angular) = ([a, b, c], [d, e, f]);
        // the origin moves to the mesh frame: the linear part gains omega x offset
        let linear = quat::rotate(quat::conj(q), vec3::add(linear, vec3::cross(angular, meshpos)));
        let angular = quat::rotate(quat::conj(q), angular);
        node.surfacevel = [linear[0], linear[1], linear[2], angular[0], angular[1], angular[2]];
    }
    Ok(())
}

/// Number of sizes a shape takes.
fn size_count(kind: GeomType) -> usize {
    match kind {
        GeomType::Sphere => 1,
        GeomType::Capsule | GeomType::Cylinder => 2,
        GeomType::Ellipsoid | GeomType::Box => 3,
        _ => 0,
    }
}

fn check_size(kind: GeomType, size: Vec3, span: &SourceSpan) -> Result<()> {
    if kind == GeomType::Plane {
        if size[2] <= 0.0 {
            return Err(span.conversion("the third size of a plane must be positive"));
        }
        return Ok(());
    }
    for (i, s) in size.iter().enumerate().take(size_count(kind)) {
        if *s <= 0.0 {
            return Err(span.conversion(format!(
                "size {i} of a {kind} must be positive, found {}",
                sim_core::binding::message::number(*s)
            )));
        }
    }
    Ok(())
}

/// Sizes of meshes and height fields, bounding box and bounding radius.
fn bounds(node: &mut GeomNode, context: &GeomContext<'_>) {
    let kind = node.spec.kind;
    let mut rbound = None;
    let corners = if let (GeomType::HField, Some(id)) = (kind, node.hfield) {
        let [x, y, top, base] = context.hfields[id];
        node.size = [x, y, 0.25 * top + 0.5 * base];
        rbound = Some((x * x + y * y + (top * top).max(base * base)).sqrt());
        [-x, -y, -base, x, y, top]
    } else if let (true, Some(id)) = (is_mesh(kind), node.mesh) {
        let c = context.meshes[id].aamm;
        node.size = [c[0].abs().max(c[3].abs()), c[1].abs().max(c[4].abs()), c[2].abs().max(c[5].abs())];
        rbound = Some(vec3::norm(node.size));
        c
    } else {
        shape::corners(kind, node.size)
    };
    node.aabb = shape::center_and_size(corners);
    node.rbound = rbound.unwrap_or_else(|| shape::bounding_radius(kind, node.size));
}

fn mass(node: &mut GeomNode, context: &GeomContext<'_>, span: &SourceSpan) -> Result<()> {
    let (kind, size, shell) = (node.spec.kind, node.size, node.spec.shellinertia);
    let mesh = node.mesh.filter(|_| is_mesh(kind)).map(|id| &context.meshes[id]);
    let measure = match mesh {
        Some(mesh) => mesh.volume,
        None => shape::measure(kind, size, shell),
    };
    let mass = match node.spec.mass {
        Some(mass) if mass == 0.0 || measure > EPS => mass,
        Some(_) => 0.0,
        None => node.spec.density * measure,
    };
    node.mass = mass;
    if mass != 0.0 {
        node.inertia = match mesh {
            Some(mesh) => shape::box_from_half_sizes(mesh.boxsz, mass),
            None => shape::inertia(kind, size, shell, mass),
        };
    }
    if mass < 0.0 || node.inertia.iter().any(|&i| i < 0.0) || node.spec.density < 0.0 {
        return Err(span.conversion("mass, density and inertia cannot be negative"));
    }
    Ok(())
}

/// Compiles a site.
pub(crate) fn compile_site(node: &mut PosedNode<Site>, compiler: &Compiler, nuser: usize) -> Result<()> {
    let spec = &mut node.spec;
    let span = spec.meta.span.clone();
    user::fit(&mut spec.user, nuser, "nuser_site", &span)?;
    if [GeomType::Mesh, GeomType::HField, GeomType::Plane].contains(&spec.kind) {
        return Err(span.conversion(format!("a site cannot be a {}", spec.kind)));
    }
    node.pose = match spec.fromto {
        Some(ends) => {
            let (pose, size) = between(ends, spec.kind, spec.pos, spec.size, &span)?;
            spec.size = size;
            pose
        }
        None => posed(spec.pos, spec.quat, &spec.alt, compiler, &span)?,
    };
    if let Some(frame) = &node.frame {
        node.pose = compose(frame, &node.pose);
    }
    node.pose.quat = unit(node.pose.quat).0;
    check_size(spec.kind, spec.size, &span)
}

#[cfg(test)]
mod tests {
    use crate::{Assets, Loader};

    #[test]
    fn the_main_model_decides_how_geoms_are_fitted() {
        let part = "<mujoco><compiler fitaabb='true'/><asset><mesh name='m' builtin='sphere' params='2'/></asset>
            <worldbody><body name='b'><geom type='ellipsoid' mesh='m'/></body></worldbody></mujoco>";
        let size = |fitaabb: &str| {
            let main = format!(
                "<mujoco><compiler fitaabb='{fitaabb}'/><asset><model name='p' file='p.xml'/></asset>
                 <worldbody><attach model='p' body='b' prefix='q'/></worldbody></mujoco>"
            );
            let assets: Assets = [("p.xml", part)].into_iter().collect();
            Loader::new().assets(assets).load_str(&main, "").unwrap().model.geom_size[0]
        };
        assert!((size("true") - 1.0).abs() < 1e-6 && size("false") < 0.8);
    }
}
