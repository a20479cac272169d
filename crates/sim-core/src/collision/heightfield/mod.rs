//! Height fields: a grid of cells, each two prisms with vertical walls from the base to the surface.
//!
//! The other shape is brought into the field's frame; every prism under its bounding box that reaches high enough is a
//! separate convex pair ([`super::convex`]) and gives at most one touch. The cells may be rectangular.
//!
//! As in MuJoCo, a margin raises the prisms and inflates the shape by half, and the distances reported are those of
//! the raised and inflated bodies.

mod contact;

pub use contact::{
    HeightFieldContact, heightfield_box_contact, heightfield_capsule_contact, heightfield_convex_mesh_contact,
    heightfield_cylinder_contact, heightfield_ellipsoid_contact, heightfield_point_contact, heightfield_sphere_contact,
};

use crate::convex::support::Body;
use crate::convex::{Scratch, Settings, Shape, correct_normals, penetrate};
use crate::math::{MINVAL, Mat3, Vec3, mat3, vec3};
use crate::shape::manifold::{MAX_TOUCHES, Manifold};

pub use crate::shape::terrain::Field;

/// Bounds of a body, lower and upper corner.
fn bounds(body: &mut Body<'_>) -> [Vec3; 2] {
    let mut out = [[0.0; 3]; 2];
    for k in 0..3 {
        for (side, sign) in [(1, 1.0), (0, -1.0)] {
            let mut dir = [0.0; 3];
            dir[k] = sign;
            out[side][k] = body.surface(dir)[k];
        }
    }
    out
}

/// First and last sample along one axis of the field that a body between `low` and `high` may touch.
fn covered(low: f64, high: f64, half: f64, samples: usize) -> (usize, usize) {
    let last = samples.saturating_sub(1);
    let at = |x: f64| (x + half) / (2.0 * half) * last as f64;
    // conversions saturate, and take what is not a number for zero
    ((at(low).floor() as usize).min(last), (at(high).ceil() as usize).min(last))
}

/// Appends the touches of a height field and a convex shape nearer than `margin`, at most [`MAX_TOUCHES`].
pub fn collide(
    field: &Field<'_>,
    shape: &Shape<'_>,
    margin: f64,
    settings: &Settings,
    work: &mut Scratch,
    out: &mut Manifold,
) {
    let local: Vec3 = mat3::mul_t_vec(&field.mat, vec3::sub(shape.pos, field.pos));
    let radius = shape.rbound + margin;
    let [size_x, size_y, top, base] = field.size;
    let misses = |low: Vec3, high: Vec3| {
        size_x < low[0] || -size_x > high[0] || size_y < low[1] || -size_y > high[1] || top < low[2] || -base > high[2]
    };
    if misses(local.map(|x| x - radius), local.map(|x| x + radius)) {
        return;
    }

    let Some(mut body) = shape.body(0.0) else { return };
    let frame: Mat3 = mat3::mul(&mat3::transpose(&field.mat), &shape.mat);
    (body.pos, body.mat) = (local, frame);
    let [low, high] = bounds(&mut body);
    if misses(low.map(|x| x - margin), high.map(|x| x + margin)) {
        return;
    }
    let columns = covered(low[0], high[0], size_x, field.ncol);
    let rows = covered(low[1], high[1], size_y, field.nrow);
    let step = [(2.0 * size_x) / (field.ncol as f64 - 1.0), (2.0 * size_y) / (field.nrow as f64 - 1.0)];

    body.margin = margin;
    let prism = Body::prism([[0.0; 3]; 3], 0.0);
    let mut bodies = [prism, body];
    let start = out.len();
    let slabs = if settings.native { Some(Slabs::new(&mut bodies[1], step, settings.tolerance)) } else { None };
    collide_prisms(field, &mut bodies, [rows, columns], step, (low[2], slabs), settings, work, out);
    correct_normals([None, Some(shape)], settings, &mut out[start..]);
}

/// Extent of a body across both diagonals of a cell: with rows and columns it bounds the body by an octagon.
struct Slabs {
    across: [[f64; 2]; 2],
    low: [f64; 2],
    high: [f64; 2],
}

impl Slabs {
    /// The slabs of a body, its margin included, wider by `tolerance`.
    fn new(body: &mut Body<'_>, step: [f64; 2], tolerance: f64) -> Self {
        let kept = (body.vertex, body.climbed);
        let length = (step[0] * step[0] + step[1] * step[1]).sqrt();
        let across = [-step[0], step[0]].map(|x| [step[1] / length, x / length]);
        let mut reach = |n: [f64; 2], sign: f64| {
            let point = body.support([sign * n[0], sign * n[1], 0.0]);
            n[0] * point[0] + n[1] * point[1] + sign * tolerance
        };
        let (low, high) = (across.map(|n| reach(n, -1.0)), across.map(|n| reach(n, 1.0)));
        // where the search of a hull begins decides which of equals it finds: leave no trace
        (body.vertex, body.climbed) = kept;
        Self { across, low, high }
    }

    /// Whether the walls of a prism are beyond the body.
    fn exclude(&self, corners: &[Vec3; 3]) -> bool {
        (0..2).any(|k| {
            let [p, q, s] = corners.map(|c| self.across[k][0] * c[0] + self.across[k][1] * c[1]);
            (p > self.high[k] && q > self.high[k] && s > self.high[k])
                || (p < self.low[k] && q < self.low[k] && s < self.low[k])
        })
    }
}

/// Collides the body with the prisms of the cells in the given rows and columns that reach up to `low` and that the
/// slabs, where given, do not exclude.
fn collide_prisms(
    field: &Field<'_>,
    bodies: &mut [Body<'_>; 2],
    [rows, columns]: [(usize, usize); 2],
    step: [f64; 2],
    (low, slabs): (f64, Option<Slabs>),
    settings: &Settings,
    work: &mut Scratch,
    out: &mut Manifold,
) {
    let (start, margin, base) = (out.len(), bodies[1].margin, field.size[3]);
    for r in rows.0..rows.1 {
        let sample = |i: usize, c: usize| field.surface(r + 1 - i, c, step, margin);
        let mut tops = [[0.0; 3], sample(0, columns.0), sample(1, columns.0)];
        for c in columns.0 + 1..=columns.1 {
            for i in 0..2 {
                tops = [tops[1], tops[2], sample(i, c)];
                if tops.iter().all(|corner| corner[2] < low) || slabs.as_ref().is_some_and(|s| s.exclude(&tops)) {
                    continue;
                }
                let is_upright = tops.iter().all(|corner| corner[2] >= -base);
                if settings.native && is_upright && lies_above(&mut bodies[1], tops, settings.tolerance) {
                    continue;
                }
                bodies[0] = Body::prism(tops, -base);
                let before = out.len();
                penetrate(bodies, 0.0, 1, settings, work, out);
                for touch in &mut out[before..] {
                    touch.normal = mat3::mul_vec(&field.mat, touch.normal);
                    touch.pos = vec3::add(mat3::mul_vec(&field.mat, touch.pos), field.pos);
                }
                if out.len() - start >= MAX_TOUCHES {
                    return;
                }
            }
        }
    }
}

/// Whether a body is above the plane of a triangle by more than `tolerance`: this alone rejects most of the prisms under a
/// leaning body. The iterations would reject them too, but need several support points.
fn lies_above(body: &mut Body<'_>, [a, b, c]: [Vec3; 3], tolerance: f64) -> bool {
    let normal = vec3::cross(vec3::sub(b, a), vec3::sub(c, a));
    let (up, length) = vec3::normalize(if normal[2] < 0.0 { vec3::neg(normal) } else { normal });
    let kept = (body.vertex, body.climbed);
    let lowest = body.support(vec3::neg(up));
    // where the search of a hull begins decides which of equals it finds: leave no trace
    (body.vertex, body.climbed) = kept;
    length >= MINVAL && vec3::dot(up, vec3::sub(lowest, a)) > tolerance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GeomType;

    fn flat(data: &[f32]) -> Field<'_> {
        Field { size: [1.0, 2.0, 1.0, 0.1], nrow: 2, ncol: 3, data, pos: [0.0; 3], mat: mat3::IDENTITY }
    }

    fn touches(pos: Vec3) -> Vec<f64> {
        let ball =
            Shape { kind: GeomType::Sphere, size: [0.1, 0.0, 0.0], pos, mat: mat3::IDENTITY, rbound: 0.1, hull: None };
        let settings = Settings { tolerance: 1e-6, iterations: 35, multi: true, native: true };
        let mut out = Manifold::default();
        collide(&flat(&[0.5; 6]), &ball, 0.0, &settings, &mut Scratch::default(), &mut out);
        out.iter().map(|touch| touch.dist).collect()
    }

    #[test]
    fn ball_on_a_plateau() {
        let found = touches([0.5, 0.3, 0.58]);
        assert!(!found.is_empty() && found.iter().all(|dist| (dist + 0.02).abs() < 1e-6));
        assert!(touches([0.5, 0.3, 0.65]).is_empty());
    }

    #[test]
    fn undefined_places_end() {
        assert!(touches([f64::NAN; 3]).is_empty());
        assert!(touches([f64::INFINITY, 0.0, 0.0]).is_empty());
    }
}
