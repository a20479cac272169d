//! Rays of rangefinders, with hit points and normals, and the shortest segments between geoms from sensors.

use crate::scene::draw::{Canvas, Subject, frames};
use crate::scene::geom::single;
use crate::scene::read::{id, row};
use crate::scene::{SceneGeom, Shape, VisualFlags};
use sim_core::binding::sensor::{Lens, ray_data};
use sim_core::math::{Mat3, Vec3, mat3, vec3};
use sim_core::{ObjType, SensorType};

/// Width of a ray, pixels.
const RAY: f64 = 3.0;
/// Size of a hit point, in widths of frames: for a site, and for a camera's pixel.
const SITE_POINT: f64 = 1.5;
const PIXEL_POINT: f64 = 1.3;

/// Adds all sensors with a reading.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    if !subject.shows(VisualFlags::RANGEFINDER) {
        return;
    }
    for s in 0..subject.m.nsensor {
        match subject.m.sensor_type.get(s) {
            Some(&SensorType::Rangefinder) => add_rangefinder(subject, canvas, s),
            Some(&SensorType::GeomFromTo) => add_segment(subject, canvas, s),
            _ => None,
        };
    }
}

/// Readings of a sensor, by ray.
struct Readings<'a> {
    wanted: i32,
    values: &'a [f64],
    /// Numbers per ray.
    width: usize,
}

impl<'a> Readings<'a> {
    fn of(subject: &Subject<'a>, s: usize) -> Option<Self> {
        let m = subject.m;
        let wanted = row::<_, 3>(&m.sensor_intprm, s)?[0];
        let values = subject.d.sensordata.get(id(&m.sensor_adr, s)?..)?;
        Some(Self { wanted, values, width: ray_data::offset(wanted, i32::MAX) })
    }

    /// `N` numbers of one kind for a ray. `None`: the sensor does not report them.
    fn get<const N: usize>(&self, ray: usize, kind: i32) -> Option<[f64; N]> {
        if self.wanted & kind == 0 {
            return None;
        }
        let start = ray.checked_mul(self.width)?.checked_add(ray_data::offset(self.wanted, kind))?;
        self.values.get(start..)?.first_chunk().copied()
    }
}

fn add_rangefinder(subject: &Subject<'_>, canvas: &mut Canvas<'_>, s: usize) -> Option<()> {
    let (m, d) = (subject.m, subject.d);
    let readings = Readings::of(subject, s)?;
    let object = id(&m.sensor_objid, s)?;
    match *m.sensor_objtype.get(s)? {
        ObjType::Site => {
            let mat: Mat3 = row(&d.site_xmat, object)?;
            let (origin, direction) = (row(&d.site_xpos, object)?, mat3::col(&mat, 2));
            add_ray(subject, canvas, s, &readings, 0, origin, direction, SITE_POINT)
        }
        ObjType::Camera => {
            let (pos, mat) = (row(&d.cam_xpos, object)?, row(&d.cam_xmat, object)?);
            let [width, height] = row::<_, 2>(&m.cam_resolution, object)?.map(|n| usize::try_from(n).unwrap_or(0));
            let lens = Lens::new(m, object);
            // no more rays than the sensor has readings, whatever the resolution
            let rays = width.saturating_mul(height).min(readings.values.len());
            for ray in 0..rays {
                let line = lens.ray(pos, &mat, ray % width, ray / width);
                add_ray(subject, canvas, s, &readings, ray, line.origin, line.direction, PIXEL_POINT)?;
            }
            Some(())
        }
        _ => None,
    }
}

/// Adds the ray, the hit point and its normal, if the sensor reports them. `None`: the scene is full.
fn add_ray(
    subject: &Subject<'_>,
    canvas: &mut Canvas<'_>,
    s: usize,
    readings: &Readings<'_>,
    ray: usize,
    origin: Vec3,
    direction: Vec3,
    point_size: f64,
) -> Option<()> {
    let axes = frames::Axes::of(subject);
    let rgba = subject.m.vis.rgba.rangefinder;
    let distance = readings.get(ray, ray_data::DIST).map(|[distance]| distance).filter(|distance| *distance >= 0.0);
    let mut point = None;
    if let Some(distance) = distance {
        let end = vec3::add_scaled(origin, direction, distance);
        put_between(canvas, s, Shape::Line, RAY, origin, end, rgba)?;
        point = Some(end);
    }
    if let Some(met) = readings.get(ray, ray_data::POINT).filter(|met| *met != [0.0; 3]) {
        let mut geom = canvas.decor(s, ObjType::Sensor)?;
        geom.shape = Shape::Sphere;
        geom.size = [(point_size * f64::from(axes.width)) as f32; 3];
        (geom.pos, geom.rgba) = (single(met), rgba);
        canvas.put(geom);
        point = Some(met);
    }
    if let (Some(point), Some(normal)) = (point, readings.get(ray, ray_data::NORMAL)) {
        let end = vec3::add_scaled(point, normal, 2.0 * f64::from(axes.length));
        put_between(canvas, s, Shape::Arrow1, f64::from(axes.width), point, end, rgba)?;
    }
    Some(())
}

fn put_between(
    canvas: &mut Canvas<'_>,
    s: usize,
    shape: Shape,
    width: f64,
    from: Vec3,
    to: Vec3,
    rgba: [f32; 4],
) -> Option<()> {
    let mut geom: SceneGeom = canvas.decor(s, ObjType::Sensor)?;
    geom.arrow(shape, width, from, to);
    geom.rgba = rgba;
    canvas.put(geom);
    Some(())
}

/// Adds the shortest segment between two geoms, if one was found.
fn add_segment(subject: &Subject<'_>, canvas: &mut Canvas<'_>, s: usize) -> Option<()> {
    let start = id(&subject.m.sensor_adr, s)?;
    let ends: &[f64; 6] = subject.d.sensordata.get(start..)?.first_chunk()?;
    if *ends == [0.0; 6] {
        return None;
    }
    let [x, y, z, a, b, c] = *ends;
    put_between(canvas, s, Shape::Line, RAY, [x, y, z], [a, b, c], subject.m.vis.rgba.rangefinder)
}
