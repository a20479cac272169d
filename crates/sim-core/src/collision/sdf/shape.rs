//! Signed distances of primitive shapes in their own frames, and the gradients of them (Quilez, distance functions).
//!
//! Inside a box MuJoCo bends the field from the face normals to the radius so that it has no creases; the same
//! here. The values are not clamped: where a gradient does not exist (the centre of a ball) it is not a number.

use crate::math::{Vec3, vec3};
use crate::model::GeomType;

/// Smallest divisor of the cylinder's directions.
const TINY: f64 = 1e-10;

/// Distance (m) from a point to a shape, negative inside; `None` for shapes that are not primitive.
pub fn distance(kind: GeomType, size: Vec3, x: Vec3) -> Option<f64> {
    Some(match kind {
        GeomType::Plane => x[2],
        GeomType::Sphere => vec3::norm(x) - size[0],
        GeomType::Box => box_distance(size, x),
        GeomType::Capsule => vec3::norm(from_axis(size[1], x)) - size[0],
        GeomType::Ellipsoid => {
            let (_, k0, k1) = ellipsoid_terms(size, x);
            k0 * (k0 - 1.0) / k1
        }
        GeomType::Cylinder => {
            let a = cylinder_excess(size, x);
            let b = a.map(|v| v.max(0.0));
            a[0].max(a[1]).min(0.0) + (b[0] * b[0] + b[1] * b[1]).sqrt()
        }
        _ => return None,
    })
}

/// Direction in which the distance grows; `None` for shapes that are not primitive.
pub fn gradient(kind: GeomType, size: Vec3, x: Vec3) -> Option<Vec3> {
    Some(match kind {
        GeomType::Plane => [0.0, 0.0, 1.0],
        GeomType::Sphere => vec3::scale(x, 1.0 / vec3::norm(x)),
        GeomType::Box => box_gradient(size, x),
        GeomType::Capsule => {
            let a = from_axis(size[1], x);
            let length = vec3::norm(a);
            a.map(|v| v / length)
        }
        GeomType::Ellipsoid => ellipsoid_gradient(size, x),
        GeomType::Cylinder => cylinder_gradient(size, x),
        _ => return None,
    })
}

/// How far a point is beyond the faces of a box.
fn box_excess(size: Vec3, x: Vec3) -> Vec3 {
    std::array::from_fn(|k| x[k].abs() - size[k])
}

/// The bent field inside a box: unit, outward, towards the near faces.
fn bent(size: Vec3, excess: Vec3, x: Vec3) -> Vec3 {
    let (field, _) = vec3::normalize(std::array::from_fn(|k| -size[k] / excess[k]));
    std::array::from_fn(|k| if x[k] < 0.0 { -field[k] } else { field[k] })
}

fn box_distance(size: Vec3, x: Vec3) -> f64 {
    let a = box_excess(size, x);
    if a.iter().any(|&v| v >= 0.0) {
        let outside = a.map(|v| v.max(0.0));
        return vec3::norm(outside) + a[0].max(a[1].max(a[2])).min(0.0);
    }
    let field = bent(size, a, x);
    let t: Vec3 = std::array::from_fn(|k| -a[k] / field[k].abs());
    -t[0].min(t[1].min(t[2])) * vec3::norm(field)
}

fn box_gradient(size: Vec3, x: Vec3) -> Vec3 {
    let a = box_excess(size, x);
    let wide = if a[0] > a[1] { 0 } else { 1 };
    let most = if a[2] > a[wide] { 2 } else { wide };
    if a[most] < 0.0 {
        return bent(size, a, x);
    }
    let length = vec3::norm(a.map(|v| v.max(0.0)));
    std::array::from_fn(|k| if a[k] > 0.0 { a[k] / length * x[k] / x[k].abs() } else { 0.0 })
}

/// From the nearest point of a capsule's axis.
fn from_axis(half: f64, x: Vec3) -> Vec3 {
    [x[0], x[1], x[2] - x[2].min(half).max(-half)]
}

/// The point over the squared sizes, and the two lengths of the ellipsoid's approximate distance.
fn ellipsoid_terms(size: Vec3, x: Vec3) -> (Vec3, f64, f64) {
    let a: Vec3 = std::array::from_fn(|k| x[k] / size[k]);
    let b: Vec3 = std::array::from_fn(|k| a[k] / size[k]);
    (b, vec3::norm(a), vec3::norm(b))
}

fn ellipsoid_gradient(size: Vec3, x: Vec3) -> Vec3 {
    let (b, k0, k1) = ellipsoid_terms(size, x);
    let (inverse0, inverse1) = (1.0 / k0, 1.0 / k1);
    let by_k0 = (2.0 * k0 - 1.0) * inverse1;
    let by_k1 = k0 * (k0 - 1.0) * inverse1 * inverse1;
    let slope = |k: usize| b[k] * inverse0 * by_k0 - b[k] * inverse1 / (size[k] * size[k]) * by_k1;
    vec3::normalize(std::array::from_fn(slope)).0
}

/// How far a point is beyond the side and the caps of a cylinder.
fn cylinder_excess(size: Vec3, x: Vec3) -> [f64; 2] {
    [(x[0] * x[0] + x[1] * x[1]).sqrt() - size[0], x[2].abs() - size[1]]
}

fn cylinder_gradient(size: Vec3, x: Vec3) -> Vec3 {
    let a = cylinder_excess(size, x);
    let radius = (x[0] * x[0] + x[1] * x[1]).sqrt().max(TINY);
    let out = [x[0] / radius, x[1] / radius, x[2] / x[2].abs().max(TINY)];
    let side = a[0] > a[1];
    if a[usize::from(!side)] < 0.0 {
        return if side { [out[0], out[1], 0.0] } else { [0.0, 0.0, out[2]] };
    }
    let b = a.map(|v| v.max(0.0));
    let length = (b[0] * b[0] + b[1] * b[1]).sqrt().max(TINY);
    [out[0] * b[0] / length, out[1] * b[0] / length, out[2] * b[1] / length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_at_known_points() {
        let root2 = 2.0_f64.sqrt();
        let cases = [
            (GeomType::Sphere, [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], root2 - 1.0),
            (GeomType::Capsule, [0.1, 2.0, 0.0], [1.0, 0.0, 1.5], 0.9),
            (GeomType::Cylinder, [1.0, 1.0, 0.0], [2.0, 0.0, 2.0], root2),
            (GeomType::Box, [1.0, 1.0, 1.0], [0.0, 0.0, 0.0], -(3.0_f64.sqrt())),
            (GeomType::Box, [1.0, 1.0, 1.0], [0.0, 0.0, 3.0], 2.0),
            (GeomType::Ellipsoid, [1.0, 1.0, 1.0], [0.0, 2.0, 0.0], 1.0),
            (GeomType::Plane, [0.0; 3], [4.0, 4.0, 0.5], 0.5),
        ];
        for (kind, size, x, expected) in cases {
            assert!((distance(kind, size, x).unwrap() - expected).abs() < 1e-12, "{kind}");
        }
        assert!(distance(GeomType::Mesh, [1.0; 3], [0.0; 3]).is_none());
    }

    #[test]
    fn gradients_outside_are_slopes() {
        let kinds = [GeomType::Sphere, GeomType::Capsule, GeomType::Cylinder, GeomType::Box];
        let (x, size) = ([0.9, 0.7, 1.3], [0.5, 0.6, 0.7]);
        for kind in kinds {
            let g = gradient(kind, size, x).unwrap();
            for k in 0..3 {
                let mut y = x;
                y[k] += 1e-7;
                let slope = (distance(kind, size, y).unwrap() - distance(kind, size, x).unwrap()) / 1e-7;
                assert!((g[k] - slope).abs() < 1e-5, "{kind} {k}");
            }
        }
    }
}
