//! Planes, distances and centres of facets.

use super::store::{Facet, Grower};
use sim_core::math::{Vec3, vec3};

impl Facet {
    /// Height of a point above the plane.
    pub(super) fn height(&self, p: Vec3) -> f64 {
        self.offset + p[0] * self.normal[0] + p[1] * self.normal[1] + p[2] * self.normal[2]
    }
}

impl Grower<'_> {
    /// Height of a point, by number, above a facet.
    pub(super) fn height(&self, point: u32, f: u32) -> f64 {
        self.facet(f).height(self.points[point as usize])
    }

    /// Height of a vertex above a facet.
    pub(super) fn vertex_height(&self, v: u32, f: u32) -> f64 {
        self.height(self.vertex(v).point, f)
    }

    /// Computes the plane of a triangle and whether it is flipped.
    pub(super) fn set_plane(&mut self, f: u32) {
        let facet = self.facet(f);
        let &[a, b, c] = &facet.verts[..] else { return };
        let up = facet.up;
        let corners = [a, b, c].map(|v| self.place(v));
        let (mut normal, mut offset) = by_product(corners, up);
        let off = |p: Vec3| (offset + vec3::dot(p, normal)).abs() > self.tol.round;
        if off(corners[2]) || off(corners[1]) {
            let (suspicious, n) = by_elimination(corners, up, &self.tol.zero);
            normal = n;
            offset = -(corners[0][0] * n[0]) - corners[0][1] * n[1] - corners[0][2] * n[2];
            let height = offset + vec3::dot(self.interior, normal);
            if suspicious && height > 0.0 {
                normal = normal.map(|x| -x);
                offset = -offset;
            }
        }
        let (interior, round) = (self.interior, self.tol.round);
        let facet = self.facet_mut(f);
        facet.normal = normal;
        facet.offset = offset;
        facet.flipped = facet.height(interior) >= -round;
    }

    /// Mean of a facet's vertices, projected onto its plane; cached.
    pub(super) fn centre(&mut self, f: u32) -> Vec3 {
        let facet = self.facet(f);
        if let Some(centre) = facet.centre {
            return centre;
        }
        let mut sum = [0.0; 3];
        for &v in &facet.verts {
            sum = vec3::add(sum, self.place(v));
        }
        let count = facet.verts.len() as f64;
        let mean = sum.map(|x| x / count);
        let height = facet.height(mean);
        let normal = facet.normal;
        let centre: Vec3 = std::array::from_fn(|k| mean[k] - height * normal[k]);
        self.facet_mut(f).centre = Some(centre);
        centre
    }
}

/// Normal and offset from the cross product of two edges.
fn by_product([a, b, c]: [Vec3; 3], up: bool) -> (Vec3, f64) {
    let (u, w) = (vec3::sub(c, a), vec3::sub(b, a));
    let n = [u[1] * w[2] - u[2] * w[1], w[0] * u[2] - w[2] * u[0], u[0] * w[1] - u[1] * w[0]];
    let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
    let length = if up { length } else { -length };
    let n = if length == 0.0 { [(1.0f64 / 3.0).sqrt(); 3] } else { n.map(|x| x / length) };
    (n, -(a[0] * n[0] + a[1] * n[1] + a[2] * n[2]))
}

/// Normal by Gaussian elimination with row exchange, more exact for slivers; and whether its sign is doubtful.
fn by_elimination([a, b, c]: [Vec3; 3], up: bool, zero: &[f64; 3]) -> (bool, Vec3) {
    let (mut r, mut q) = (vec3::sub(b, a), vec3::sub(c, a));
    let mut sign = up;
    if q[0].abs() > r[0].abs() {
        std::mem::swap(&mut r, &mut q);
        sign = !sign;
    }
    let mut suspicious = r[0].abs() <= zero[0];
    if r[0] != 0.0 {
        let m = q[0] / r[0];
        q[1] -= m * r[1];
        q[2] -= m * r[2];
    }
    suspicious |= q[1].abs() <= zero[1];
    sign ^= (q[1] < 0.0) ^ (r[0] < 0.0);
    let unit = if sign { -1.0 } else { 1.0 };
    let mut n = [0.0, 0.0, unit];
    if q[1] == 0.0 {
        n = [0.0, unit, 0.0];
        suspicious = true;
    } else {
        n[1] = (0.0 - q[2] * n[2]) / q[1];
    }
    if r[0] == 0.0 {
        n = [unit, 0.0, 0.0];
        suspicious = true;
    } else {
        n[0] = (0.0 - r[1] * n[1] - r[2] * n[2]) / r[0];
    }
    let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
    (suspicious, n.map(|x| x / length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_agree() {
        let corners = [[0.1, 0.2, 0.3], [1.0, -0.5, 0.2], [0.3, 2.0, -0.7]];
        for up in [false, true] {
            let (n, _) = by_product(corners, up);
            let (suspicious, m) = by_elimination(corners, up, &[0.0; 3]);
            assert!(!suspicious);
            assert!(vec3::dist(n, m) < 1e-14, "{n:?} {m:?}");
        }
    }
}
