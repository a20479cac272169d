//! Two capsules: nearest points of their axes, or up to two touches where the axes are parallel.

use super::{Solid, clip, sphere_sphere};
use crate::math::{MINVAL, Vec3, vec3};
use crate::shape::manifold::Manifold;

/// Capsule and capsule.
pub fn capsule_capsule(a: &Solid, b: &Solid, margin: f64, out: &mut Manifold) {
    let (axis1, axis2) = (vec3::scale(a.axis(), a.size[1]), vec3::scale(b.axis(), b.size[1]));
    let between = vec3::sub(a.pos, b.pos);

    // the nearest points at x1 axis1 and x2 axis2 solve [ma mb; mb mc] x = [u; v]
    let ma = vec3::dot(axis1, axis1);
    let mb = -vec3::dot(axis1, axis2);
    let mc = vec3::dot(axis2, axis2);
    let u = -vec3::dot(axis1, between);
    let v = vec3::dot(axis2, between);
    let det = ma * mc - mb * mb;

    let point = |s: &Solid, axis: Vec3, x: f64| s.at(vec3::add(vec3::scale(axis, x), s.pos));
    if det.abs() >= MINVAL {
        let mut x1 = (mc * u - mb * v) / det;
        let mut x2 = (ma * v - mb * u) / det;
        if x1 > 1.0 {
            x1 = 1.0;
            x2 = (v - mb) / mc;
        } else if x1 < -1.0 {
            x1 = -1.0;
            x2 = (v + mb) / mc;
        }
        if x2 > 1.0 {
            x2 = 1.0;
            x1 = clip((u - mb) / ma, -1.0, 1.0);
        } else if x2 < -1.0 {
            x2 = -1.0;
            x1 = clip((u + mb) / ma, -1.0, 1.0);
        }
        sphere_sphere(&point(a, axis1, x1), &point(b, axis2, x2), margin, out);
        return;
    }

    // parallel: each end of the first, then of the second, until two touch
    let before = out.len();
    let ends = [(true, 1.0), (true, -1.0), (false, 1.0), (false, -1.0)];
    for (i, (of_first, x)) in ends.into_iter().enumerate() {
        if i >= 2 && out.len() - before >= 2 {
            return;
        }
        let (x1, x2) =
            if of_first { (x, clip((v - x * mb) / mc, -1.0, 1.0)) } else { (clip((u - x * mb) / ma, -1.0, 1.0), x) };
        sphere_sphere(&point(a, axis1, x1), &point(b, axis2, x2), margin, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::mat3;

    #[test]
    fn parallel_capsules_touch_twice() {
        let a = Solid { pos: [0.0; 3], mat: mat3::IDENTITY, size: [0.1, 0.5, 0.0] };
        let b = a.at([0.15, 0.0, 0.2]);
        let mut out = Manifold::default();
        capsule_capsule(&a, &b, 0.0, &mut out);
        assert_eq!(out.len(), 2);
        assert!(out.iter().all(|t| (t.dist + 0.05).abs() < 1e-15));
    }

    #[test]
    fn crossed_capsules_touch_once() {
        let a = Solid { pos: [0.0; 3], mat: mat3::IDENTITY, size: [0.1, 0.5, 0.0] };
        // third axis along x
        let turned = [0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0];
        let b = Solid { pos: [0.0, 0.15, 0.0], mat: turned, size: [0.1, 0.5, 0.0] };
        let mut out = Manifold::default();
        capsule_capsule(&a, &b, 0.0, &mut out);
        assert_eq!(out.len(), 1);
        assert!((out[0].dist + 0.05).abs() < 1e-15);
    }
}
