//! Geoms of the model.

use crate::scene::draw::{Canvas, Subject, colour, material};
use crate::scene::geom::{double, single};
use crate::scene::read::{id, in_group, row};
use crate::scene::{LabelKind, SceneGeom, Shape, VisualFlags};
use sim_core::math::{Vec3, mat3, vec3};
use sim_core::{GeomType, ObjType};

/// Grid squares along each side of an infinite plane.
const PLANE_GRID: f64 = 200.0;

/// Adds all geoms that are shown.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let mut plane = -1;
    for g in 0..subject.m.ngeom {
        if subject.m.geom_type.get(g) == Some(&GeomType::Plane) {
            plane += 1;
        }
        add_geom(subject, canvas, g, plane);
    }
}

/// Adds geom `g`; `plane` is the number of the last plane up to it.
fn add_geom(subject: &Subject<'_>, canvas: &mut Canvas<'_>, g: usize, plane: i32) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let category = subject.wanted(&m.geom_bodyid, g)?;
    if !in_group(&subject.option.geomgroup, &m.geom_group, g) {
        return None;
    }
    let body = id(&m.geom_bodyid, g)?;
    let kind = *m.geom_type.get(g)?;
    let (size, pos, mat) = (row(&m.geom_size, g)?, row(&d.geom_xpos, g)?, row(&d.geom_xmat, g)?);

    let mut geom = canvas.start(g, category, ObjType::Geom)?;
    geom.reset(Shape(kind.0), Some(size), Some(pos), Some(&mat), None);
    geom.dataid = *m.geom_dataid.get(g)?;
    geom.modelrbound = *m.geom_rbound.get(g)? as f32;
    material::set(subject, &mut geom, *m.geom_matid.get(g)?, row(&m.geom_rgba, g)?)?;
    if let Some(rgba) = island_colour(subject, body) {
        (geom.matid, geom.rgba) = (-1, rgba);
    }
    if geom.rgba[3] == 0.0 {
        return None;
    }
    if subject.selected() == Some(body) {
        material::mark(subject, &mut geom);
    }
    geom.label = subject.label(LabelKind::Geom, ObjType::Geom, g);
    match kind {
        GeomType::Mesh | GeomType::Sdf => set_mesh(subject, &mut geom, g),
        GeomType::Plane => {
            geom.dataid = plane;
            geom.pos = single(plane_centre(subject, g, pos)?);
            Some(())
        }
        _ => Some(()),
    }?;
    canvas.put(geom);
    Some(())
}

/// The colour of a body's island, if islands are shown.
fn island_colour(subject: &Subject<'_>, body: usize) -> Option<[f32; 4]> {
    if subject.shows(VisualFlags::ISLAND) { colour::of_body(subject, body) } else { None }
}

/// Sets the number of the mesh or its hull: twice the mesh's index, plus one for the hull.
fn set_mesh(subject: &Subject<'_>, geom: &mut SceneGeom, g: usize) -> Option<()> {
    let m = subject.m;
    // a distance field from the program has no mesh
    let Some(mesh) = id(&m.geom_dataid, g) else { return Some(()) };
    geom.texcoord = *m.mesh_texcoordadr.get(mesh)? >= 0;
    let collides = *m.geom_contype.get(g)? != 0 || *m.geom_conaffinity.get(g)? != 0;
    let hull = *m.mesh_graphadr.get(mesh)? >= 0 && subject.shows(VisualFlags::CONVEXHULL) && collides;
    geom.dataid = geom.dataid.checked_mul(2)?.checked_add(i32::from(hull))?;
    Some(())
}

/// Centre of a drawn plane: an infinite one follows the camera, by whole squares of its texture or grid.
fn plane_centre(subject: &Subject<'_>, g: usize, pos: Vec3) -> Option<Vec3> {
    let (m, d) = (subject.m, subject.d);
    let size: Vec3 = row(&m.geom_size, g)?;
    let axes = mat3::transpose(&row(&d.geom_xmat, g)?);
    let [left, right] = subject.eyes.map(|eye| eye.pos);
    let eye: Vec3 = double([0, 1, 2].map(|k| left[k] + right[k]));
    let away = vec3::sub(vec3::scale(eye, 0.5), pos);
    let mut centre = pos;
    for k in 0..2 {
        if size[k] > 0.0 {
            continue;
        }
        let axis: Vec3 = row(&axes, k)?;
        let step = square(subject, g, k);
        let steps = (0.5 * vec3::dot(away, axis) / step).round().clamp(f64::from(i32::MIN), f64::from(i32::MAX));
        centre = vec3::add_scaled(centre, axis, 2.0 * step * steps);
    }
    Some(centre)
}

/// Half of the length after which an infinite plane's pattern repeats along an axis.
fn square(subject: &Subject<'_>, g: usize, axis: usize) -> f64 {
    let m = subject.m;
    let repeats = id(&m.geom_matid, g).and_then(|material| row::<_, 2>(&m.mat_texrepeat, material));
    match repeats.map(|repeats| repeats[axis]) {
        Some(repeats) if repeats > 0.0 => f64::from(2.0 / repeats),
        _ => 2.1 * (f64::from(m.vis.map.zfar) * m.stat.extent) / (PLANE_GRID - 2.0),
    }
}
