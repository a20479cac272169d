//! Rays against primitive shapes, in the shape's frame.

use super::line::{Crossing, Ray, nearer};
use crate::math::{MINVAL, Vec3, vec3};
use crate::model::GeomType;

/// Where the ray meets the surface of a shape first.
pub(super) fn crossing(kind: GeomType, size: Vec3, ray: &Ray) -> Option<Crossing> {
    match kind {
        GeomType::Plane => plane(size, ray),
        GeomType::Sphere => ball(size[0], [0.0; 3], ray, |_| true),
        GeomType::Capsule => capsule(size[0], size[1], ray),
        GeomType::Ellipsoid => ellipsoid(size, ray),
        GeomType::Cylinder => cylinder(size[0], size[1], ray),
        GeomType::Box => faces(size, ray).into_iter().flatten().fold(None, |a, b| nearer(a, Some(b))),
        _ => None,
    }
}

/// Both roots of `a x² + 2 b x + c`, the smaller first.
fn roots(a: f64, b: f64, c: f64) -> Option<[f64; 2]> {
    let discriminant = b * b - a * c;
    if discriminant < 0.0 || a < MINVAL {
        return None;
    }
    let root = discriminant.sqrt();
    Some([(-b - root) / a, (-b + root) / a])
}

/// The front of a plane, within its rectangle where it has one.
fn plane(size: Vec3, ray: &Ray) -> Option<Crossing> {
    if ray.direction[2] > -MINVAL {
        return None;
    }
    let distance = -ray.origin[2] / ray.direction[2];
    let point = ray.at(distance);
    let inside = |axis: usize| size[axis] <= 0.0 || point[axis].abs() <= size[axis];
    (distance >= 0.0 && inside(0) && inside(1)).then_some(Crossing { distance, normal: [0.0, 0.0, 1.0] })
}

/// The first point of a sphere that `keep` accepts.
fn ball(radius: f64, centre: Vec3, ray: &Ray, keep: impl Fn(Vec3) -> bool) -> Option<Crossing> {
    let offset = vec3::sub(ray.origin, centre);
    let found = roots(
        vec3::dot(ray.direction, ray.direction),
        vec3::dot(ray.direction, offset),
        vec3::dot(offset, offset) - radius * radius,
    )?;
    let distance = found.into_iter().find(|&x| x >= 0.0 && keep(ray.at(x)))?;
    let (normal, _) = vec3::normalize(vec3::sub(ray.at(distance), centre));
    Some(Crossing { distance, normal })
}

/// The round side of a cylinder about z. Only its first crossing counts: a ray that enters through a cap and leaves
/// through the side meets the cap first.
fn tube(radius: f64, half: f64, ray: &Ray) -> Option<Crossing> {
    let (o, v) = (ray.origin, ray.direction);
    let found =
        roots(v[0] * v[0] + v[1] * v[1], v[0] * o[0] + v[1] * o[1], o[0] * o[0] + o[1] * o[1] - radius * radius)?;
    let distance = found.into_iter().find(|&x| x >= 0.0)?;
    let point = ray.at(distance);
    if point[2].abs() > half {
        return None;
    }
    let (normal, _) = vec3::normalize([point[0], point[1], 0.0]);
    Some(Crossing { distance, normal })
}

fn capsule(radius: f64, half: f64, ray: &Ray) -> Option<Crossing> {
    let top = ball(radius, [0.0, 0.0, half], ray, |p| p[2] >= half);
    let bottom = ball(radius, [0.0, 0.0, -half], ray, |p| p[2] <= -half);
    nearer(nearer(tube(radius, half, ray), top), bottom)
}

fn cylinder(radius: f64, half: f64, ray: &Ray) -> Option<Crossing> {
    let cap = |side: f64| {
        if ray.direction[2].abs() <= MINVAL {
            return None;
        }
        let distance = (side * half - ray.origin[2]) / ray.direction[2];
        let point = ray.at(distance);
        let inside = distance >= 0.0 && point[0] * point[0] + point[1] * point[1] <= radius * radius;
        inside.then_some(Crossing { distance, normal: [0.0, 0.0, side] })
    };
    nearer(nearer(cap(-1.0), cap(1.0)), tube(radius, half, ray))
}

fn ellipsoid(size: Vec3, ray: &Ray) -> Option<Crossing> {
    let weight = size.map(|s| 1.0 / (s * s));
    let dot = |a: Vec3, b: Vec3| weight[0] * a[0] * b[0] + weight[1] * a[1] * b[1] + weight[2] * a[2] * b[2];
    let found =
        roots(dot(ray.direction, ray.direction), dot(ray.direction, ray.origin), dot(ray.origin, ray.origin) - 1.0)?;
    let distance = found.into_iter().find(|&x| x >= 0.0)?;
    let point = ray.at(distance);
    let (normal, _) = vec3::normalize(std::array::from_fn(|k| weight[k] * point[k]));
    Some(Crossing { distance, normal })
}

/// Crossings with the six faces of a box: -x, +x, -y, +y, -z, +z.
pub(super) fn faces(size: Vec3, ray: &Ray) -> [Option<Crossing>; 6] {
    std::array::from_fn(|face| {
        let (axis, side) = (face / 2, if face % 2 == 0 { -1.0 } else { 1.0 });
        if ray.direction[axis].abs() <= MINVAL {
            return None;
        }
        let distance = (side * size[axis] - ray.origin[axis]) / ray.direction[axis];
        let point = ray.at(distance);
        let inside = distance >= 0.0 && (0..3).all(|k| k == axis || point[k].abs() <= size[k]);
        let mut normal = [0.0; 3];
        normal[axis] = side;
        inside.then_some(Crossing { distance, normal })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn down(x: f64, y: f64) -> Ray {
        Ray { origin: [x, y, 5.0], direction: [0.0, 0.0, -1.0] }
    }

    #[test]
    fn shapes_are_met_at_their_tops() {
        let size = [0.3, 0.5, 0.7];
        for (kind, top) in [
            (GeomType::Plane, 0.0),
            (GeomType::Sphere, 0.3),
            (GeomType::Capsule, 0.8),
            (GeomType::Ellipsoid, 0.7),
            (GeomType::Cylinder, 0.5),
            (GeomType::Box, 0.7),
        ] {
            let found = crossing(kind, size, &down(0.0, 0.0)).unwrap();
            assert!((5.0 - found.distance - top).abs() < 1e-12 && found.normal == [0.0, 0.0, 1.0], "{kind}");
            assert!(crossing(kind, size, &down(0.9, 0.9)).is_none(), "{kind}");
        }
    }

    #[test]
    fn from_inside_a_ray_meets_the_far_side() {
        let ray = Ray { origin: [0.0; 3], direction: [2.0, 0.0, 0.0] };
        for kind in [GeomType::Sphere, GeomType::Capsule, GeomType::Ellipsoid, GeomType::Cylinder, GeomType::Box] {
            assert!((crossing(kind, [0.3, 0.5, 0.7], &ray).unwrap().distance - 0.15).abs() < 1e-12, "{kind}");
        }
    }
}
