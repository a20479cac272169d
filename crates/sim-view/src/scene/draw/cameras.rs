//! Cameras of the model: body, lens, and frustum if the camera has a resolution.

use crate::scene::camera::lens_frustum;
use crate::scene::draw::frames::{self, Axes};
use crate::scene::draw::tactile::set_triangle;
use crate::scene::draw::{Canvas, Subject};
use crate::scene::geom::single;
use crate::scene::read::row;
use crate::scene::{FrameKind, LabelKind, Shape, VisualFlags};
use sim_core::math::{Mat3, Vec3, mat3, vec3};
use sim_core::{ObjType, Projection};
use std::f64::consts::PI;

/// Opacity of a camera whose frustum is drawn.
const TRANSLUCENT: f32 = 0.3;
/// Width of the frustum's edges, pixels.
const EDGE: f64 = 3.0;

/// Adds all cameras.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    if !subject.shows(VisualFlags::CAMERA) {
        return;
    }
    for c in 0..subject.m.ncam {
        add_camera(subject, canvas, c);
    }
}

fn add_camera(subject: &Subject<'_>, canvas: &mut Canvas<'_>, c: usize) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let (pos, mat): (Vec3, Mat3) = (row(&d.cam_xpos, c)?, row(&d.cam_xmat, c)?);
    let size = f64::from(subject.scale() * m.vis.scale.camera);
    let mut rgba = m.vis.rgba.camera;
    if row::<_, 2>(&m.cam_resolution, c)?.iter().any(|pixels| *pixels > 1) {
        rgba[3] = TRANSLUCENT;
        add_frustum(subject, canvas, c);
    }

    let mut geom = canvas.decor(c, ObjType::Camera)?;
    (geom.shape, geom.size) = (Shape::Box, single([size, size * 0.8, size * 0.4]));
    (geom.pos, geom.mat, geom.rgba) = (single(pos), single(mat), rgba);
    geom.label = subject.label(LabelKind::Camera, ObjType::Camera, c);
    canvas.put(geom);

    let mut geom = canvas.decor(c, ObjType::Camera)?;
    (geom.shape, geom.size) = (Shape::Cylinder, single([size * 0.4, size * 0.4, size * 0.3]));
    geom.pos = single([0, 1, 2].map(|k| pos[k] - size * 0.6 * mat[3 * k + 2]));
    geom.mat = single(mat);
    geom.rgba = [rgba[0] * 0.5, rgba[1] * 0.5, rgba[2] * 0.5, rgba[3]];
    canvas.put(geom);

    if subject.option.frame == FrameKind::Camera {
        frames::add(canvas, c, pos, &mat, Axes::of(subject))?;
    }
    Some(())
}

/// Corners of the near and of the far rectangle, each in order from the lower left one.
fn corners(subject: &Subject<'_>, c: usize) -> Option<[[Vec3; 4]; 2]> {
    let (m, d) = (subject.m, subject.d);
    let near = f64::from(m.vis.map.znear) * m.stat.extent;
    let mut far = f64::from(m.vis.scale.frustum * subject.scale());
    let fovy = *m.cam_fovy.get(c)?;
    let sensor: [f32; 2] = row(&m.cam_sensorsize, c)?;
    let [width, height] = row(&m.cam_resolution, c)?;
    let aspect = width as f32 / height as f32;
    let parallel = *m.cam_projection.get(c)? == Projection::Orthographic;

    let (mut vertical, mut horizontal) = if parallel {
        ([(fovy / 2.0) as f32; 2], [(fovy * f64::from(aspect) / 2.0) as f32; 2])
    } else if sensor[0] != 0.0 && sensor[1] != 0.0 {
        lens_frustum(near as f32, row(&m.cam_intrinsic, c)?, sensor)
    } else {
        let half = (near * libm::tan(fovy * PI / 360.0)) as f32;
        ([half; 2], [half * aspect; 2])
    };

    let (pos, mat): (Vec3, Mat3) = (row(&d.cam_xpos, c)?, row(&d.cam_xmat, c)?);
    let [x, y, z] = [0, 1, 2].map(|axis| mat3::col(&mat, axis));
    let rectangle = |distance: f64, vertical: [f32; 2], horizontal: [f32; 2]| {
        let centre = vec3::add_scaled(pos, z, -distance);
        let [left, right] = [-horizontal[0], horizontal[1]].map(|side| vec3::add_scaled(centre, x, f64::from(side)));
        let [low, high] = [-vertical[0], vertical[1]].map(f64::from);
        [(left, low), (right, low), (right, high), (left, high)].map(|(side, height)| vec3::add_scaled(side, y, height))
    };
    let first = rectangle(near, vertical, horizontal);
    if parallel {
        far = f64::from((horizontal[0] + vertical[0]) / 2.0);
    } else {
        let grow = |side: f32| (f64::from(side) * (far / near)) as f32;
        (vertical, horizontal) = (vertical.map(grow), horizontal.map(grow));
    }
    Some([first, rectangle(far, vertical, horizontal)])
}

fn add_frustum(subject: &Subject<'_>, canvas: &mut Canvas<'_>, c: usize) -> Option<()> {
    let rgba = subject.m.vis.rgba.frustum;
    let [near, far] = corners(subject, c)?;
    for e in 0..4 {
        let next = (e + 1) % 4;
        for triangle in [[near[e], far[e], near[next]], [far[e], far[next], near[next]]] {
            let mut geom = canvas.decor(c, ObjType::Camera)?;
            set_triangle(&mut geom, triangle, rgba);
            canvas.put(geom);
        }
        for (from, to) in [(near[e], near[next]), (far[e], far[next]), (near[e], far[e])] {
            let mut geom = canvas.decor(c, ObjType::Camera)?;
            geom.arrow(Shape::Line, EDGE, from, to);
            geom.rgba = rgba;
            canvas.put(geom);
        }
    }
    Some(())
}
