//! A distance field on a regular grid: the data a program gives to a geom of type sdf.
//!
//! Samples are stored x fastest, then y, then z. Between samples the field is trilinear; outside the grid it continues
//! with the distance to the grid's box.

use super::triangle_mesh::TriangleMeshData;
use crate::math::{Vec3, vec3};

/// Most samples of a grid: memory of two gigabytes.
const MAX_SAMPLES: usize = 1 << 28;

/// Error of a grid whose numbers are inconsistent.
///
/// ```
/// use sim_core::{SdfCollisionData, SdfError};
///
/// let error = SdfCollisionData::new(vec![0.0; 7], [2, 2, 2], 0.1, [0.0; 3]).unwrap_err();
/// assert_eq!(error, SdfError::Values { expected: 8, found: 7 });
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SdfError {
    /// Fewer than two samples along an axis, or too many in all.
    #[error("the distance grid has {} x {} x {} samples: use at least 2 along each axis, and at most 2^28 in all", .size[0], .size[1], .size[2])]
    Size {
        /// Samples along x, y and z.
        size: [usize; 3],
    },
    /// The number of values does not fit the number of samples.
    #[error("the distance grid has {found} values: give {expected}, one for each sample")]
    Values {
        /// Samples of the grid.
        expected: usize,
        /// Values given.
        found: usize,
    },
    /// A cell size that is not positive, or a number that is not finite.
    #[error("{what} of the distance grid is {value}: give a finite number, for the cell size above 0")]
    Number {
        /// Cell size, origin or distance.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// The geom does not exist.
    #[error("geom {geom} does not exist: the model has {count}, counted from 0")]
    Geom {
        /// The index given.
        geom: usize,
        /// Number of geoms.
        count: usize,
    },
}

/// Signed distances on a regular grid, negative inside.
///
/// ```
/// use sim_core::SdfCollisionData;
///
/// let ball = SdfCollisionData::sphere([0.0; 3], 1.0, 32, 0.5)?;
/// assert!(ball.distance([0.0; 3]) < -0.9 && ball.distance([2.0, 0.0, 0.0]) > 0.9);
/// let slab = SdfCollisionData::from_fn([8, 8, 8], 0.25, [-1.0; 3], |p| p[2].abs() - 0.5)?;
/// assert!((slab.distance([0.3, 0.2, 0.7]) - 0.2).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SdfCollisionData {
    values: Vec<f64>,
    size: [usize; 3],
    cell_size: f64,
    origin: Vec3,
    /// Where the surface crosses the edges of the grid: what stands on a plane.
    surface: Vec<Vec3>,
}

impl SdfCollisionData {
    /// A grid of `size` samples along x, y and z, `cell_size` (m) apart, the first at `origin`.
    pub fn new(values: Vec<f64>, size: [usize; 3], cell_size: f64, origin: Vec3) -> Result<Self, SdfError> {
        let expected = sample_count(size)?;
        if values.len() != expected {
            return Err(SdfError::Values { expected, found: values.len() });
        }
        let bad = |numbers: &[f64]| numbers.iter().copied().find(|v| !v.is_finite());
        if let Some(value) = bad(&values) {
            return Err(SdfError::Number { what: "a distance", value });
        }
        if let Some(value) = bad(&origin) {
            return Err(SdfError::Number { what: "the origin", value });
        }
        check_cell_size(cell_size)?;
        let mut out = Self { values, size, cell_size, origin, surface: Vec::new() };
        out.surface = out.crossings();
        Ok(out)
    }

    /// A grid that samples a distance function.
    pub fn from_fn(
        size: [usize; 3],
        cell_size: f64,
        origin: Vec3,
        distance: impl Fn(Vec3) -> f64,
    ) -> Result<Self, SdfError> {
        let mut values = Vec::with_capacity(sample_count(size)?);
        for z in 0..size[2] {
            for y in 0..size[1] {
                for x in 0..size[0] {
                    values.push(distance(at(origin, cell_size, [x, y, z])));
                }
            }
        }
        Self::new(values, size, cell_size, origin)
    }

    /// A ball, with `cells` cells along its box, which is `padding` (m) wider than the ball on each side.
    pub fn sphere(center: Vec3, radius: f64, cells: usize, padding: f64) -> Result<Self, SdfError> {
        let half = radius + padding;
        let (size, cell, origin) = fit(center, [half; 3], cells)?;
        Self::from_fn(size, cell, origin, |p| vec3::dist(p, center) - radius)
    }

    /// A box, with `cells` cells along its longest side.
    pub fn cuboid(center: Vec3, half: Vec3, cells: usize, padding: f64) -> Result<Self, SdfError> {
        let (size, cell, origin) = fit(center, half.map(|h| h + padding), cells)?;
        Self::from_fn(size, cell, origin, |p| {
            let q: Vec3 = std::array::from_fn(|k| (p[k] - center[k]).abs() - half[k]);
            vec3::norm(q.map(|v| v.max(0.0))) + q[0].max(q[1].max(q[2])).min(0.0)
        })
    }

    /// A closed mesh, with `cells` cells along the longest side of its box, which is `padding` (m) wider.
    ///
    /// Every sample looks at every face: meant for the few thousand faces of a collision shape.
    pub fn from_mesh(mesh: &TriangleMeshData, cells: usize, padding: f64) -> Result<Self, SdfError> {
        let (low, high) = mesh.aabb();
        let center = vec3::scale(vec3::add(low, high), 0.5);
        let half = vec3::scale(vec3::sub(high, low), 0.5);
        let (size, cell, origin) = fit(center, half.map(|h| h + padding), cells)?;
        Self::from_fn(size, cell, origin, |p| mesh.distance(p))
    }

    /// Samples along x, y and z.
    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    /// Distance between samples (m).
    pub fn cell_size(&self) -> f64 {
        self.cell_size
    }

    /// Position of the first sample (m).
    pub fn origin(&self) -> Vec3 {
        self.origin
    }

    /// The samples, x fastest, then y, then z.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// A sample; `None` beyond the grid.
    pub fn get(&self, x: usize, y: usize, z: usize) -> Option<f64> {
        let inside = x < self.size[0] && y < self.size[1] && z < self.size[2];
        if inside { self.values.get(self.index([x, y, z])).copied() } else { None }
    }

    /// Lower and upper corner of the grid.
    pub fn aabb(&self) -> (Vec3, Vec3) {
        (self.origin, at(self.origin, self.cell_size, self.size.map(|n| n - 1)))
    }

    /// The grid's box as centre and half-sizes.
    pub fn bounds(&self) -> [f64; 6] {
        let (low, high) = self.aabb();
        std::array::from_fn(|i| if i < 3 { 0.5 * (low[i] + high[i]) } else { 0.5 * (high[i - 3] - low[i - 3]) })
    }

    /// Points where the surface crosses the edges of the grid.
    pub fn surface(&self) -> &[Vec3] {
        &self.surface
    }

    /// Signed distance (m) at a point.
    pub fn distance(&self, p: Vec3) -> f64 {
        let (inside, away) = self.project(p);
        let (corners, coord) = self.cell(inside);
        let mut out = 0.0;
        for (j, value) in corners.iter().enumerate() {
            let factor = |k: usize| if j >> k & 1 == 1 { coord[k] } else { 1.0 - coord[k] };
            out += factor(0) * factor(1) * factor(2) * value;
        }
        out + vec3::norm(away)
    }

    /// A distance (m) that the shape is at least away from a point: that of the grid's box, or inside it the interpolated
    /// one less a cell.
    pub fn least_distance(&self, p: Vec3) -> f64 {
        let beyond = vec3::norm(self.project(p).1);
        if beyond > 0.0 { beyond } else { self.distance(p) - self.cell_size }
    }

    /// Gradient of the distance at a point; its length is about one if the samples are true distances.
    pub fn gradient(&self, p: Vec3) -> Vec3 {
        let (inside, away) = self.project(p);
        let (corners, coord) = self.cell(inside);
        let beyond = vec3::norm(away);
        std::array::from_fn(|axis| {
            if away[axis] != 0.0 {
                return away[axis] / beyond;
            }
            let mut slope = 0.0;
            for (j, value) in corners.iter().enumerate() {
                let upper = |k: usize| j >> k & 1 == 1;
                let factor = |k: usize| if upper(k) { coord[k] } else { 1.0 - coord[k] };
                let sign = if upper(axis) { 1.0 } else { -1.0 };
                slope += sign * factor((axis + 1) % 3) * factor((axis + 2) % 3) * value;
            }
            slope / self.cell_size
        })
    }

    /// Outward unit normal at a point; `None` if the field is flat there.
    pub fn normal(&self, p: Vec3) -> Option<Vec3> {
        let (normal, length) = vec3::normalize(self.gradient(p));
        (length > 1e-10).then_some(normal)
    }

    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.size[1] + y) * self.size[0] + x
    }

    /// The nearest point of the grid's box, and the way from there to the point.
    fn project(&self, p: Vec3) -> (Vec3, Vec3) {
        let (low, high) = self.aabb();
        let inside: Vec3 = std::array::from_fn(|k| p[k].max(low[k]).min(high[k]));
        (inside, vec3::sub(p, inside))
    }

    /// Samples at the corners of the cell that holds a point, and the point's place in it.
    fn cell(&self, p: Vec3) -> ([f64; 8], Vec3) {
        let (mut first, mut coord) = ([0; 3], [0.0; 3]);
        for k in 0..3 {
            let place = (p[k] - self.origin[k]) / self.cell_size;
            // conversions saturate, and take what is not a number for zero
            first[k] = (place as usize).min(self.size[k] - 2);
            coord[k] = place - first[k] as f64;
        }
        let corner = |j: usize| std::array::from_fn(|k| first[k] + (j >> k & 1));
        (std::array::from_fn(|j| self.values.get(self.index(corner(j))).copied().unwrap_or(0.0)), coord)
    }

    /// Where the sign of the distance changes along an edge of the grid.
    fn crossings(&self) -> Vec<Vec3> {
        let mut out = Vec::new();
        for z in 0..self.size[2] {
            for y in 0..self.size[1] {
                for x in 0..self.size[0] {
                    let here = [x, y, z];
                    let a = self.values[self.index(here)];
                    let from = at(self.origin, self.cell_size, here);
                    for k in (0..3).filter(|&k| here[k] + 1 < self.size[k]) {
                        let mut next = here;
                        next[k] += 1;
                        let b = self.values[self.index(next)];
                        if (a <= 0.0) != (b <= 0.0) {
                            let mut point = from;
                            point[k] += self.cell_size * a / (a - b);
                            out.push(point);
                        }
                    }
                }
            }
        }
        out
    }
}

fn sample_count(size: [usize; 3]) -> Result<usize, SdfError> {
    let count = size[0].checked_mul(size[1]).and_then(|n| n.checked_mul(size[2]));
    count.filter(|&n| n <= MAX_SAMPLES && size.iter().all(|&s| s >= 2)).ok_or(SdfError::Size { size })
}

fn check_cell_size(value: f64) -> Result<(), SdfError> {
    let is_valid = value.is_finite() && value > 0.0;
    if is_valid { Ok(()) } else { Err(SdfError::Number { what: "the cell size", value }) }
}

fn at(origin: Vec3, cell: f64, index: [usize; 3]) -> Vec3 {
    std::array::from_fn(|k| origin[k] + cell * index[k] as f64)
}

/// Samples, cell size and origin of a grid around a box with `cells` cells along its longest side.
fn fit(center: Vec3, half: Vec3, cells: usize) -> Result<([usize; 3], f64, Vec3), SdfError> {
    let longest = half[0].max(half[1].max(half[2]));
    let cell = 2.0 * longest / cells as f64;
    check_cell_size(cell)?;
    let count = half.map(|h| (2.0 * h / cell).ceil().max(1.0));
    let origin = std::array::from_fn(|k| center[k] - 0.5 * cell * count[k]);
    Ok((count.map(|c| (c as usize).saturating_add(1)), cell, origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_has_its_distances_and_normals() {
        let ball = SdfCollisionData::sphere([0.1, 0.0, 0.0], 0.5, 40, 0.1).unwrap();
        for p in [[0.6, 0.0, 0.0], [0.1, 0.3, 0.2], [0.5, 0.4, -0.5]] {
            let exact = vec3::dist(p, [0.1, 0.0, 0.0]) - 0.5;
            assert!((ball.distance(p) - exact).abs() < 2.0 * ball.cell_size(), "{p:?}");
            let away = vec3::normalize(vec3::sub(p, [0.1, 0.0, 0.0])).0;
            assert!(vec3::dot(ball.normal(p).unwrap(), away) > 0.97, "{p:?}");
        }
        // beyond the grid's box the field is a bound, not exact
        let far = ball.distance([1.5, 0.2, -0.4]);
        assert!((0.95..1.2).contains(&far) && ball.gradient([1.5, 0.2, -0.4])[0] > 0.9, "{far}");
        assert!(ball.surface().iter().all(|p| (vec3::dist(*p, [0.1, 0.0, 0.0]) - 0.5).abs() < 1e-3));
    }

    #[test]
    fn bad_grids_are_refused() {
        for size in [[1, 2, 2], [usize::MAX, 2, 2]] {
            assert_eq!(SdfCollisionData::new(vec![], size, 1.0, [0.0; 3]), Err(SdfError::Size { size }));
        }
        let found = SdfCollisionData::new(vec![0.0; 7], [2, 2, 2], 1.0, [0.0; 3]);
        assert_eq!(found, Err(SdfError::Values { expected: 8, found: 7 }));
        let found = SdfCollisionData::new(vec![0.0; 8], [2, 2, 2], 0.0, [0.0; 3]);
        assert_eq!(found, Err(SdfError::Number { what: "the cell size", value: 0.0 }));
        assert!(SdfCollisionData::sphere([0.0; 3], 0.5, 0, 0.0).is_err());
    }

    /// A surface wrapped around two circles, given by a function of two angles.
    fn wrapped(n: usize, k: usize, closed: bool, place: impl Fn(f64, f64) -> Vec3) -> TriangleMeshData {
        use std::f64::consts::TAU;
        let turn = |i: usize, of: usize| TAU * i as f64 / of as f64;
        let vertices = (0..n * k).map(|v| place(turn(v / k, n), turn(v % k, k))).collect();
        let last = if closed { n } else { n - 1 };
        let quads = (0..last).flat_map(|i| (0..k).map(move |j| (i, j)));
        let at = |i: usize, j: usize| (i % n) * k + j % k;
        let faces = quads.flat_map(|(i, j)| {
            let q = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]
        });
        TriangleMeshData::new(vertices, faces.collect()).unwrap()
    }

    /// A body of height `2 half` over an outline that turns counter-clockwise, whose top is made of `faces`.
    fn extruded(outline: &[[f64; 2]], faces: &[[usize; 3]], half: f64) -> TriangleMeshData {
        let n = outline.len();
        let vertices = [-half, half].iter().flat_map(|&z| outline.iter().map(move |p| [p[0], p[1], z])).collect();
        let top = faces.iter().map(|f| f.map(|v| v + n));
        let bottom = faces.iter().map(|&[a, b, c]| [a, c, b]);
        let walls = (0..n).flat_map(|i| {
            let j = (i + 1) % n;
            [[i, j, j + n], [i, j + n, i + n]]
        });
        TriangleMeshData::new(vertices, top.chain(bottom).chain(walls).collect()).unwrap()
    }

    #[test]
    fn a_grid_of_a_mesh_is_within_a_cell_of_the_mesh() {
        let ball = wrapped(13, 12, false, |a, b| {
            // poles are circles too small to matter
            let polar = (a / 2.0 * 13.0 / 12.0).clamp(1e-6, std::f64::consts::PI - 1e-6);
            [0.3 * polar.sin() * b.cos(), 0.3 * polar.sin() * b.sin(), 0.3 * polar.cos()]
        });
        let torus = wrapped(16, 10, true, |a, b| {
            let r = 0.3 + 0.1 * b.cos();
            [r * a.cos(), r * a.sin(), 0.1 * b.sin()]
        });
        let corner = [[0.0, 0.0], [0.4, 0.0], [0.4, 0.1], [0.1, 0.1], [0.1, 0.5], [0.0, 0.5]];
        let angle = extruded(&corner, &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]], 0.08);
        let meshes = [
            ("box", TriangleMeshData::cuboid([0.3, 0.2, 0.1])),
            ("ball", ball),
            ("angle", angle),
            ("plate", TriangleMeshData::cuboid([0.3, 0.2, 0.004])),
            ("torus", torus),
        ];
        for (name, mesh) in meshes {
            for cells in [8, 24] {
                let grid = SdfCollisionData::from_mesh(&mesh, cells, 0.05).unwrap();
                let (low, high) = grid.aabb();
                let (mut inside, mut worst) = (0, 0.0f64);
                for i in 0..300 {
                    let t = f64::from(i);
                    let share = [1.7, 2.3, 3.1].map(|rate| 0.5 + 0.5 * (rate * t).sin());
                    let p: Vec3 = std::array::from_fn(|k| low[k] + share[k] * (high[k] - low[k]));
                    worst = worst.max((grid.distance(p) - mesh.distance(p)).abs());
                    inside += usize::from(mesh.distance(p) < 0.0);
                }
                assert!(worst < grid.cell_size(), "{name}: {worst} of {}", grid.cell_size());
                assert!(inside > 0 || name == "plate", "{name}");
            }
        }
    }
}
