//! Sensors that look around: rangefinders and distances between geoms.

use super::frame::{object, reference};
use super::put;
use crate::data::Data;
use crate::math::{Mat3, Vec3, mat3, row, vec3};
use crate::model::{Model, ObjType, Projection, SensorType};
use crate::query::geom_distance;
use crate::query::ray::{Filter, Hit, Ray, cast};

/// Fields of a ray's reading, as bits of the sensor's first parameter, in their order in the reading.
mod field {
    pub const DIST: i32 = 1 << 0;
    pub const DIR: i32 = 1 << 1;
    pub const ORIGIN: i32 = 1 << 2;
    pub const POINT: i32 = 1 << 3;
    pub const NORMAL: i32 = 1 << 4;
    pub const DEPTH: i32 = 1 << 5;
}

/// What a rangefinder sees: one ray along the z axis of a site, or one per pixel of a camera.
pub(super) fn rangefinder(m: &Model, d: &Data, i: usize, out: &mut [f64]) {
    let (kind, id) = object(m, i);
    let fields = m.sensor_intprm[3 * i];
    if kind != ObjType::Camera {
        let ray = Ray { origin: row(&d.site_xpos, id), direction: mat3::col(&row(&d.site_xmat, id), 2) };
        let hit = look(m, d, &ray, m.site_bodyid[id]);
        write_ray(out, fields, &ray, hit, hit.map_or(-1.0, |hit| hit.distance));
        return;
    }
    let size: i32 = [1, 3, 3, 3, 3, 1].iter().enumerate().map(|(k, n)| n * (fields >> k & 1)).sum();
    let camera = Camera::new(m, d, id);
    for (pixel, part) in out.chunks_exact_mut(size.max(1) as usize).enumerate() {
        let ray = camera.ray(pixel);
        let hit = look(m, d, &ray, m.cam_bodyid[id]);
        let depth = |hit: Hit| -vec3::dot(vec3::sub(ray.at(hit.distance), camera.pos), mat3::col(&camera.mat, 2));
        write_ray(part, fields, &ray, hit, hit.map_or(-1.0, depth));
    }
}

/// The nearest geom on a ray, those of the sensor's own body left out.
fn look(m: &Model, d: &Data, ray: &Ray, own: i32) -> Option<Hit> {
    cast(m, d, ray, &Filter { exclude_body: usize::try_from(own).ok(), ..Filter::default() })
}

/// Writes the chosen fields of one ray; those of a miss are zero, distance and depth -1.
fn write_ray(out: &mut [f64], fields: i32, ray: &Ray, hit: Option<Hit>, depth: f64) {
    let seen = |value: Vec3| if hit.is_some() { value } else { [0.0; 3] };
    let (dist, normal) = hit.map_or((-1.0, [0.0; 3]), |hit| (hit.distance, hit.normal));
    let all: [(i32, &[f64]); 6] = [
        (field::DIST, &[dist]),
        (field::DIR, &seen(ray.direction)),
        (field::ORIGIN, &ray.origin),
        (field::POINT, &seen(ray.at(dist))),
        (field::NORMAL, &normal),
        (field::DEPTH, &[depth]),
    ];
    let chosen = all.iter().filter(|(bit, _)| fields & bit != 0).flat_map(|(_, values)| values.iter());
    out.iter_mut().zip(chosen).for_each(|(x, value)| *x = *value);
}

/// A camera's place and lens, lengths in pixels.
struct Camera {
    pos: Vec3,
    mat: Mat3,
    width: usize,
    focal: [f64; 2],
    centre: [f64; 2],
    /// Half the height of an orthographic image (m); `None` for perspective.
    half_extent: Option<f64>,
}

impl Camera {
    fn new(m: &Model, d: &Data, id: usize) -> Self {
        let pixels = [m.cam_resolution[2 * id], m.cam_resolution[2 * id + 1]];
        let half = pixels.map(|n| f64::from(n) / 2.0);
        let size = [m.cam_sensorsize[2 * id], m.cam_sensorsize[2 * id + 1]];
        let orthographic = m.cam_projection[id] == Projection::Orthographic;
        let (focal, centre) = if orthographic {
            (half, half)
        } else if size[0] != 0.0 && size[1] != 0.0 {
            // single precision, as the model stores the lens
            let scaled =
                |k: usize, axis: usize| f64::from(m.cam_intrinsic[4 * id + k] / size[axis] * pixels[axis] as f32);
            ([scaled(0, 0), scaled(1, 1)], [scaled(2, 0), scaled(3, 1)])
        } else {
            let focal = 0.5 / (m.cam_fovy[id] * std::f64::consts::PI / 360.0).tan() * f64::from(pixels[1]);
            ([focal; 2], half)
        };
        Self {
            pos: row(&d.cam_xpos, id),
            mat: row(&d.cam_xmat, id),
            width: pixels[0].max(1) as usize,
            focal,
            centre,
            half_extent: orthographic.then_some(m.cam_fovy[id] / 2.0),
        }
    }

    /// The ray through the middle of a pixel, counted row by row from the upper left.
    fn ray(&self, pixel: usize) -> Ray {
        let x = ((pixel % self.width) as f64 + 0.5 - self.centre[0]) / self.focal[0];
        let y = -((pixel / self.width) as f64 + 0.5 - self.centre[1]) / self.focal[1];
        match self.half_extent {
            None => Ray { origin: self.pos, direction: vec3::normalize(mat3::mul_vec(&self.mat, [x, y, -1.0])).0 },
            Some(half) => Ray {
                origin: vec3::add(self.pos, mat3::mul_vec(&self.mat, [x * half, y * half, 0.0])),
                direction: vec3::neg(mat3::col(&self.mat, 2)),
            },
        }
    }
}

/// Distance, direction or segment between the nearest geoms of two objects, looked for within the cutoff.
pub(super) fn distance(m: &Model, d: &mut Data, i: usize, out: &mut [f64]) {
    let cutoff = m.sensor_cutoff[i];
    let (mut best, mut segment) = (cutoff, [0.0; 6]);
    if let Some(other) = reference(m, i) {
        for first in geoms(m, object(m, i)) {
            for second in geoms(m, other) {
                let (dist, found) = geom_distance(m, d, first, second, cutoff);
                if dist < best {
                    (best, segment) = (dist, found);
                }
            }
        }
    }
    match m.sensor_type[i] {
        SensorType::GeomDist => put(out, &[best]),
        SensorType::GeomNormal => {
            let along = vec3::sub([segment[3], segment[4], segment[5]], [segment[0], segment[1], segment[2]]);
            put(out, &if along == [0.0; 3] { along } else { vec3::normalize(along).0 });
        }
        _ => put(out, &segment),
    }
}

/// A geom, or the geoms of a body.
fn geoms(m: &Model, (kind, id): (ObjType, usize)) -> std::ops::Range<usize> {
    if kind != ObjType::Body {
        return id..id + 1;
    }
    let first = m.body_geomadr[id].max(0) as usize;
    first..first + m.body_geomnum[id].max(0) as usize
}
