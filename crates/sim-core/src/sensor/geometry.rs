//! Sensors that question the geometry: rays of sites and cameras, distances between geoms.

use super::frame::object;
use super::reading::put;
use crate::math::{Mat3, Vec3, mat3, row, vec3};
use crate::model::{Model, ObjType, Projection, SensorType};
use crate::query::geom_distance;
use crate::query::ray::{self, Filter, Hit, Ray};
use crate::stage::{GeomPoses, NarrowPhase, PositionReadings};

/// What a ray reports, by bit of the sensor's specification and in this order.
pub mod ray_data {
    /// Distance, -1 where nothing was met.
    pub const DIST: i32 = 1 << 0;
    /// Direction.
    pub const DIR: i32 = 1 << 1;
    /// Origin.
    pub const ORIGIN: i32 = 1 << 2;
    /// Point that was met.
    pub const POINT: i32 = 1 << 3;
    /// Normal there.
    pub const NORMAL: i32 = 1 << 4;
    /// Distance along the view.
    pub const DEPTH: i32 = 1 << 5;

    /// Numbers of each kind.
    const SIZES: [(i32, usize); 6] = [(DIST, 1), (DIR, 3), (ORIGIN, 3), (POINT, 3), (NORMAL, 3), (DEPTH, 1)];

    /// How many numbers of the wanted kinds stand before those of `kind`; of all kinds, for `i32::MAX`.
    #[must_use]
    pub fn offset(wanted: i32, kind: i32) -> usize {
        SIZES.iter().filter(|(bit, _)| wanted & bit != 0 && *bit < kind).map(|(_, size)| size).sum()
    }
}

/// Parameters per sensor in `sensor_intprm`.
const INT_PARAMETERS: usize = 3;

/// The lens of a camera in pixels: focal lengths, centre, and the height of an orthographic image (m).
#[derive(Clone, Copy, Debug)]
pub struct Lens {
    focal: [f64; 2],
    centre: [f64; 2],
    extent: Option<f64>,
}

/// Focal lengths of a perspective camera in pixels; single precision where the model stores the lens.
pub(super) fn focal_lengths(m: &Model, cam: usize) -> [f64; 2] {
    let size = &m.cam_sensorsize[2 * cam..2 * cam + 2];
    if size[0] != 0.0 && size[1] != 0.0 {
        return [0, 1]
            .map(|k| f64::from(m.cam_intrinsic[4 * cam + k] / size[k] * m.cam_resolution[2 * cam + k] as f32));
    }
    let half_angle = m.cam_fovy[cam] * std::f64::consts::PI / 360.0;
    [0.5 / half_angle.tan() * f64::from(m.cam_resolution[2 * cam + 1]); 2]
}

impl Lens {
    /// The lens of a camera of the model.
    #[must_use]
    pub fn new(m: &Model, cam: usize) -> Self {
        let pixels = [0, 1].map(|k| m.cam_resolution[2 * cam + k]);
        let half = pixels.map(|n| 0.5 * f64::from(n));
        let size = &m.cam_sensorsize[2 * cam..2 * cam + 2];
        if m.cam_projection[cam] == Projection::Orthographic {
            return Self { focal: half, centre: half, extent: Some(m.cam_fovy[cam]) };
        }
        let centre = if size[0] != 0.0 && size[1] != 0.0 {
            [0, 1].map(|k| f64::from(m.cam_intrinsic[4 * cam + 2 + k] / size[k] * pixels[k] as f32))
        } else {
            half
        };
        Self { focal: focal_lengths(m, cam), centre, extent: None }
    }

    /// The ray through the centre of a pixel, counted from the upper left corner.
    #[must_use]
    pub fn ray(&self, pos: Vec3, mat: &Mat3, column: usize, line: usize) -> Ray {
        let x = (column as f64 + 0.5 - self.centre[0]) / self.focal[0];
        let y = -(line as f64 + 0.5 - self.centre[1]) / self.focal[1];
        match self.extent {
            None => {
                let (direction, _) = vec3::normalize(mat3::mul_vec(mat, [x, y, -1.0]));
                Ray { origin: pos, direction }
            }
            Some(extent) => {
                let half = 0.5 * extent;
                let origin = vec3::add(pos, mat3::mul_vec(mat, [x * half, y * half, 0.0]));
                Ray { origin, direction: vec3::neg(mat3::col(mat, 2)) }
            }
        }
    }
}

/// Readings of a rangefinder: one ray of a site, or one per pixel of a camera.
pub(super) fn rangefinder(m: &Model, d: &PositionReadings<'_>, i: usize, out: &mut [f64]) {
    let wanted = m.sensor_intprm[INT_PARAMETERS * i];
    let (kind, id) = object(m, i);
    let mut writer = Writer { wanted, out, at: 0 };
    if kind == ObjType::Site {
        let mat: Mat3 = row(d.site_xmat, id);
        let ray = Ray { origin: row(d.site_xpos, id), direction: mat3::col(&mat, 2) };
        let filter = Filter { exclude_body: Some(m.site_bodyid[id] as usize), ..Filter::default() };
        return writer.write(&ray, ray::cast(m, GeomPoses!(d), &ray, &filter), None);
    }
    let filter = Filter { exclude_body: Some(m.cam_bodyid[id] as usize), ..Filter::default() };
    let (pos, mat): (Vec3, Mat3) = (row(d.cam_xpos, id), row(d.cam_xmat, id));
    let lens = Lens::new(m, id);
    for line in 0..m.cam_resolution[2 * id + 1].max(0) as usize {
        for column in 0..m.cam_resolution[2 * id].max(0) as usize {
            let ray = lens.ray(pos, &mat, column, line);
            writer.write(&ray, ray::cast(m, GeomPoses!(d), &ray, &filter), Some((pos, mat3::col(&mat, 2))));
        }
    }
}

/// Writes the wanted fields of one ray after another.
struct Writer<'a> {
    wanted: i32,
    out: &'a mut [f64],
    at: usize,
}

impl Writer<'_> {
    fn put(&mut self, bit: i32, values: &[f64]) {
        if self.wanted & bit != 0 {
            for &value in values {
                if let Some(slot) = self.out.get_mut(self.at) {
                    *slot = value;
                }
                self.at += 1;
            }
        }
    }

    /// `camera` is its position and its axis towards the viewer: depth is measured along the view, not the ray.
    fn write(&mut self, ray: &Ray, hit: Option<Hit>, camera: Option<(Vec3, Vec3)>) {
        let point = hit.map_or([0.0; 3], |hit| ray.at(hit.distance));
        let depth = hit.map_or(-1.0, |hit| match camera {
            Some((pos, back)) => -vec3::dot(vec3::sub(point, pos), back),
            None => hit.distance,
        });
        self.put(ray_data::DIST, &[hit.map_or(-1.0, |hit| hit.distance)]);
        self.put(ray_data::DIR, &hit.map_or([0.0; 3], |_| ray.direction));
        self.put(ray_data::ORIGIN, &ray.origin);
        self.put(ray_data::POINT, &point);
        self.put(ray_data::NORMAL, &hit.map_or([0.0; 3], |hit| hit.normal));
        self.put(ray_data::DEPTH, &[depth]);
    }
}

/// Distance, direction or segment between the nearest geoms of two bodies, or between two geoms.
pub(super) fn between_geoms(m: &Model, d: &mut PositionReadings<'_>, i: usize, out: &mut [f64]) {
    let geoms = |kind: ObjType, id: i32| {
        let id = id.max(0) as usize;
        if kind == ObjType::Body {
            let first = m.body_geomadr[id].max(0) as usize;
            first..first + m.body_geomnum[id] as usize
        } else {
            id..id + 1
        }
    };
    let mut best = (m.sensor_cutoff[i], [0.0; 6]);
    for geom1 in geoms(m.sensor_objtype[i], m.sensor_objid[i]) {
        for geom2 in geoms(m.sensor_reftype[i], m.sensor_refid[i]) {
            let found = geom_distance(m, &mut NarrowPhase!(d), geom1, geom2, m.sensor_cutoff[i]);
            if found.0 < best.0 {
                best = found;
            }
        }
    }
    let (distance, [x0, y0, z0, x1, y1, z1]) = best;
    match m.sensor_type[i] {
        SensorType::GeomDist => put(out, &[distance]),
        SensorType::GeomNormal => {
            let segment = [x1 - x0, y1 - y0, z1 - z0];
            let normal = if segment == [0.0; 3] { segment } else { vec3::normalize(segment).0 };
            put(out, &normal);
        }
        _ => put(out, &best.1),
    }
}
