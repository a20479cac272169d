//! Tactile sensors: the mesh of their points, coloured by the readings.

use crate::scene::draw::{Canvas, Subject};
use crate::scene::geom::double;
use crate::scene::read::{id, row, span};
use crate::scene::{SceneGeom, Shape, VisualFlags};
use sim_core::math::{MINVAL, Mat3, Vec3, mat3, vec3};
use sim_core::{ObjType, SensorType};

/// Opacity of a triangle without a reading.
const FAINT: f32 = 0.1;

/// Makes a geom the triangle of three points.
pub(super) fn set_triangle(geom: &mut SceneGeom, corners: [Vec3; 3], rgba: [f32; 4]) {
    let sides = [vec3::sub(corners[1], corners[0]), vec3::sub(corners[2], corners[0])];
    let normal = vec3::cross(sides[0], sides[1]);
    let [(x, a), (y, b), (z, c)] = [sides[0], sides[1], normal].map(vec3::normalize);
    let mat = [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
    geom.reset(Shape::Triangle, Some([a, b, c]), Some(corners[0]), Some(&mat), Some(rgba));
}

/// Adds the sensors with a reading.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    if !subject.shows(VisualFlags::CONTACTPOINT) {
        return;
    }
    for s in 0..subject.m.nsensor {
        if subject.m.sensor_type.get(s) == Some(&SensorType::Tactile) {
            add_sensor(subject, canvas, s);
        }
    }
}

fn add_sensor(subject: &Subject<'_>, canvas: &mut Canvas<'_>, s: usize) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let (mesh, g) = (id(&m.sensor_objid, s)?, id(&m.sensor_refid, s)?);
    let (pos, mat): (Vec3, Mat3) = (row(&d.geom_xpos, g)?, row(&d.geom_xmat, g)?);
    let readings = d.sensordata.get(id(&m.sensor_adr, s)?..)?;
    let vertices = span(&m.mesh_vertadr, &m.mesh_vertnum, mesh);
    let channels = id(&m.sensor_dim, s)?.checked_div(vertices.len())?;
    let strongest = readings.get(..vertices.len())?.iter().fold(0.0, |most: f64, force| most.max(force.abs()));
    if strongest == 0.0 || *m.geom_rbound.get(g)? < MINVAL {
        return None;
    }
    for f in span(&m.mesh_faceadr, &m.mesh_facenum, mesh).take(m.nmeshface) {
        let face: [i32; 3] = row(&m.mesh_face, f)?;
        let mut corners = [[0.0; 3]; 3];
        for (corner, vertex) in corners.iter_mut().zip(face) {
            let local = double(row(&m.mesh_vert, vertices.start.checked_add_signed(vertex as isize)?)?);
            *corner = vec3::add(mat3::mul_vec(&mat, local), pos);
        }
        let rgba = colour(readings, face, vertices.len(), channels, strongest)?;
        let mut geom = canvas.decor(s, ObjType::Sensor)?;
        set_triangle(&mut geom, corners, rgba);
        canvas.put(geom);
    }
    Some(())
}

/// One colour component for each of the first three channels: the mean over the corners with a reading.
fn colour(readings: &[f64], face: [i32; 3], vertices: usize, channels: usize, strongest: f64) -> Option<[f32; 4]> {
    let mut rgba = [0.0, 0.0, 0.0, 1.0];
    for channel in 0..channels.min(3) {
        let mut feeling = 0.0;
        for vertex in face {
            let force = *readings.get(channel * vertices + usize::try_from(vertex).ok()?)?;
            rgba[channel] = (f64::from(rgba[channel]) + force.abs() / strongest) as f32;
            if force != 0.0 {
                feeling += 1.0;
            }
        }
        if feeling > 0.0 {
            rgba[channel] = (f64::from(rgba[channel]) / feeling) as f32;
        }
    }
    if rgba[..3] == [0.0; 3] {
        rgba[3] = FAINT;
    }
    Some(rgba)
}
