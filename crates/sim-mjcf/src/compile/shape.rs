//! Volumes, inertias and bounds of geoms.

use sim_core::GeomType;
use sim_core::math::Vec3;
use std::f64::consts::PI;

/// Half-extent that stands for infinity in bounding boxes.
const INFINITE: f64 = 1e10;

/// Volume of a solid shape, or area of a shell.
pub(crate) fn measure(kind: GeomType, size: Vec3, shell: bool) -> f64 {
    let [r, h, _] = size;
    match (kind, shell) {
        (GeomType::Sphere, false) => 4.0 * PI * r * r * r / 3.0,
        (GeomType::Sphere, true) => 4.0 * PI * r * r,
        (GeomType::Capsule, false) => {
            let height = 2.0 * h;
            PI * (r * r * height + 4.0 * r * r * r / 3.0)
        }
        (GeomType::Capsule, true) => 4.0 * PI * r * r + 2.0 * PI * r * (2.0 * h),
        (GeomType::Cylinder, false) => PI * r * r * (2.0 * h),
        (GeomType::Cylinder, true) => 2.0 * PI * r * r + 2.0 * PI * r * (2.0 * h),
        (GeomType::Ellipsoid, false) => 4.0 * PI * size[0] * size[1] * size[2] / 3.0,
        (GeomType::Ellipsoid, true) => {
            // Thomsen's approximation of the surface
            let p = 1.6075;
            let sum = (size[0] * size[1]).powf(p) + (size[1] * size[2]).powf(p) + (size[2] * size[0]).powf(p);
            4.0 * PI * (sum / 3.0).powf(1.0 / p)
        }
        (GeomType::Box | GeomType::HField, false) => size[0] * size[1] * size[2] * 8.0,
        (GeomType::Box | GeomType::HField, true) => 8.0 * (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]),
        _ => 0.0,
    }
}

/// Principal moments of a shape with the given mass.
pub(crate) fn inertia(kind: GeomType, size: Vec3, shell: bool, mass: f64) -> Vec3 {
    match (kind, shell) {
        (GeomType::Sphere, _) => {
            let divisor = if shell { 3.0 } else { 5.0 };
            [2.0 * mass * size[0] * size[0] / divisor; 3]
        }
        (GeomType::Capsule, false) => solid_capsule(size[0], size[1], mass),
        (GeomType::Capsule, true) => shell_capsule(size[0], size[1], mass),
        (GeomType::Cylinder, false) => {
            let (r, height) = (size[0], 2.0 * size[1]);
            let across = mass * (3.0 * r * r + height * height) / 12.0;
            [across, across, mass * r * r / 2.0]
        }
        (GeomType::Cylinder, true) => shell_cylinder(size[0], size[1], mass),
        (GeomType::Ellipsoid, false) => ellipsoid(size, mass),
        (GeomType::Ellipsoid, true) => shell_ellipsoid(size, mass),
        (GeomType::Box | GeomType::HField, false) => box_from_half_sizes(size, mass),
        (GeomType::Box | GeomType::HField, true) => shell_box(size, mass),
        _ => [0.0; 3],
    }
}

/// Principal moments of a solid box with the given half-sizes.
pub(crate) fn box_from_half_sizes(size: Vec3, mass: f64) -> Vec3 {
    let [x, y, z] = size.map(|s| s * s);
    [mass * (y + z) / 3.0, mass * (x + z) / 3.0, mass * (x + y) / 3.0]
}

fn solid_capsule(r: f64, half: f64, mass: f64) -> Vec3 {
    let height = 2.0 * half;
    let caps = mass * 4.0 * r / (4.0 * r + 3.0 * height);
    let cylinder = mass - caps;
    let cap_inertia = 2.0 * caps * r * r / 5.0;
    let across = cylinder * (3.0 * r * r + height * height) / 12.0
        + (cap_inertia + caps * height * (3.0 * r + 2.0 * height) / 8.0);
    [across, across, cylinder * r * r / 2.0 + cap_inertia]
}

fn shell_capsule(r: f64, half: f64, mass: f64) -> Vec3 {
    let height = 2.0 * half;
    let cap_area = 4.0 * PI * r * r;
    let total_area = cap_area + 2.0 * PI * r * height;
    let caps = mass * cap_area / total_area;
    let cylinder = mass - caps;
    let cap_inertia = 2.0 * caps * r * r / 3.0;
    // a hemispherical shell has its centre of mass at half the radius
    let com = r / 2.0;
    let at = half + com;
    let across = cylinder * (6.0 * r * r + height * height) / 12.0 + (cap_inertia + caps * (at * at - com * com));
    [across, across, cylinder * r * r + cap_inertia]
}

fn shell_cylinder(r: f64, half: f64, mass: f64) -> Vec3 {
    let height = 2.0 * half;
    let disk_area = PI * r * r;
    let total_area = 2.0 * disk_area + 2.0 * PI * r * height;
    let disk = mass * disk_area / total_area;
    let side = mass - 2.0 * disk;
    let disk_across = disk * r * r / 4.0 + disk * half * half;
    let across = side * (6.0 * r * r + height * height) / 12.0 + 2.0 * disk_across;
    [across, across, side * r * r + 2.0 * (disk * r * r / 2.0)]
}

fn ellipsoid(size: Vec3, mass: f64) -> Vec3 {
    let [x, y, z] = size.map(|s| s * s);
    [mass * (y + z) / 5.0, mass * (x + z) / 5.0, mass * (x + y) / 5.0]
}

/// The difference of two solid ellipsoids, one a little larger.
fn shell_ellipsoid(size: Vec3, mass: f64) -> Vec3 {
    let larger = size.map(|s| s + 1e-6);
    let volume = |s: Vec3| 4.0 * PI * s[0] * s[1] * s[2] / 3.0;
    let (inner, outer) = (volume(size), volume(larger));
    let density = mass / (outer - inner);
    let a = ellipsoid(size, inner * density);
    let b = ellipsoid(larger, outer * density);
    [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
}

fn shell_box(size: Vec3, mass: f64) -> Vec3 {
    let [sx, sy, sz] = size.map(|s| s * s);
    let [lx, ly, lz] = size.map(|s| 2.0 * s);
    let (a0, a1, a2) = (lx * ly, ly * lz, lz * lx);
    let total = 2.0 * (a0 + a1 + a2);
    let (m0, m1, m2) = (mass * a0 / total, mass * a1 / total, mass * a2 / total);
    let slab = |m: f64, square: f64| m * square / 12.0;
    [
        2.0 * (m0 * sz + m2 * sy + slab(m0, ly * ly) + slab(m1, ly * ly + lz * lz) + slab(m2, lz * lz)),
        2.0 * (m0 * sz + m1 * sx + slab(m0, lx * lx) + slab(m1, lz * lz) + slab(m2, lx * lx + lz * lz)),
        2.0 * (m1 * sx + m2 * sy + slab(m0, lx * lx + ly * ly) + slab(m1, ly * ly) + slab(m2, lx * lx)),
    ]
}

/// Bounding box of a primitive in its own frame, as minimum and maximum corner.
pub(crate) fn corners(kind: GeomType, size: Vec3) -> [f64; 6] {
    let half = match kind {
        GeomType::Plane => return [-INFINITE, -INFINITE, -INFINITE, INFINITE, INFINITE, 0.0],
        GeomType::Sphere => [size[0]; 3],
        GeomType::Capsule => [size[0], size[0], size[0] + size[1]],
        GeomType::Cylinder => [size[0], size[0], size[1]],
        _ => size,
    };
    [-half[0], -half[1], -half[2], half[0], half[1], half[2]]
}

/// Centre and half-sizes of a box given by its corners.
pub(crate) fn center_and_size(c: [f64; 6]) -> [f64; 6] {
    [
        (c[3] + c[0]) / 2.0,
        (c[4] + c[1]) / 2.0,
        (c[5] + c[2]) / 2.0,
        (c[3] - c[0]) / 2.0,
        (c[4] - c[1]) / 2.0,
        (c[5] - c[2]) / 2.0,
    ]
}

/// Radius of the bounding sphere of a primitive; 0 for other types.
pub(crate) fn bounding_radius(kind: GeomType, size: Vec3) -> f64 {
    let [x, y, z] = size;
    match kind {
        GeomType::Sphere => x,
        GeomType::Capsule => x + y,
        GeomType::Cylinder => (x * x + y * y).sqrt(),
        GeomType::Ellipsoid => x.max(y).max(z),
        GeomType::Box => (x * x + y * y + z * z).sqrt(),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inertia of a shape by summing over a grid of cells, an independent check of the formulas.
    fn by_cells(inside: impl Fn(Vec3) -> bool, half: Vec3, mass: f64) -> Vec3 {
        let n = 80;
        let (mut sum, mut count) = ([0.0; 3], 0.0);
        for i in 0..n {
            for j in 0..n {
                for k in 0..n {
                    let at = |i: usize, axis: usize| ((i as f64 + 0.5) / n as f64 * 2.0 - 1.0) * half[axis];
                    let p = [at(i, 0), at(j, 1), at(k, 2)];
                    if inside(p) {
                        let [x, y, z] = p.map(|c| c * c);
                        sum[0] += y + z;
                        sum[1] += x + z;
                        sum[2] += x + y;
                        count += 1.0;
                    }
                }
            }
        }
        sum.map(|s| mass * s / count)
    }

    #[test]
    fn solid_inertias_agree_with_a_sum_over_cells() {
        let (r, h, mass) = (0.3, 0.5, 2.0);
        type Case<'a> = (GeomType, Vec3, Vec3, &'a dyn Fn(Vec3) -> bool);
        let cases: [Case<'_>; 4] = [
            (GeomType::Sphere, [r, 0.0, 0.0], [r; 3], &|[x, y, z]| x * x + y * y + z * z < r * r),
            (GeomType::Capsule, [r, h, 0.0], [r, r, r + h], &|[x, y, z]| {
                let end = (z.abs() - h).max(0.0);
                x * x + y * y + end * end < r * r
            }),
            (GeomType::Cylinder, [r, h, 0.0], [r, r, h], &|[x, y, _]| x * x + y * y < r * r),
            (GeomType::Box, [0.1, 0.2, 0.3], [0.1, 0.2, 0.3], &|_| true),
        ];
        for (kind, size, half, inside) in cases {
            let (got, want) = (inertia(kind, size, false, mass), by_cells(inside, half, mass));
            for i in 0..3 {
                assert!((got[i] - want[i]).abs() < 5e-3 * want[i], "{kind} {got:?} {want:?}");
            }
        }
    }

    #[test]
    fn shells_are_derivatives_of_solids() {
        // mass per area of a thin shell: difference of two solids of equal density
        let e = 1e-6;
        let (size, grown) = ([0.3, 0.5, 0.4], [0.3 + e, 0.5 + e, 0.4 + e]);
        let area = measure(GeomType::Box, size, true);
        let (v0, v1) = (measure(GeomType::Box, size, false), measure(GeomType::Box, grown, false));
        assert!(((v1 - v0) / e - area).abs() < 1e-4 * area);
        let shell = inertia(GeomType::Box, size, true, area * e);
        let (a, b) = (inertia(GeomType::Box, size, false, v0), inertia(GeomType::Box, grown, false, v1));
        for i in 0..3 {
            assert!((b[i] - a[i] - shell[i]).abs() < 1e-4 * shell[i]);
        }
    }
}
