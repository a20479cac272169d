//! Rays against height fields: a base box, two triangles per cell, and the vertical sides of the terrain.

use super::line::{Crossing, Ray, nearer};
use super::mesh::triangle;
use super::shape::faces;
use crate::math::{Vec3, row, vec3};
use crate::model::Model;

/// One height field of the Model.
struct Terrain<'a> {
    /// Half extents along x and y, height of the top, depth of the base (m).
    size: [f64; 4],
    rows: usize,
    cols: usize,
    heights: &'a [f32],
}

impl Terrain<'_> {
    /// Distance between samples along x and y.
    fn cell(&self) -> [f64; 2] {
        [2.0 * self.size[0] / (self.cols - 1) as f64, 2.0 * self.size[1] / (self.rows - 1) as f64]
    }

    /// Elevation of a sample, as a fraction of the top's height.
    fn elevation(&self, r: usize, c: usize) -> f64 {
        f64::from(self.heights[r * self.cols + c])
    }

    /// A sample as a point.
    fn point(&self, r: usize, c: usize) -> Vec3 {
        let [dx, dy] = self.cell();
        [dx * c as f64 - self.size[0], dy * r as f64 - self.size[1], self.elevation(r, c) * self.size[2]]
    }

    /// Where a point lies along an axis, in samples.
    fn place(&self, point: Vec3, axis: usize) -> f64 {
        (point[axis] + self.size[axis]) / self.cell()[axis]
    }

    /// Whether a cell lies wholly below or above an interval of elevations.
    fn misses(&self, r: usize, c: usize, [low, high]: [f64; 2]) -> bool {
        let corners = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)].map(|(r, c)| self.elevation(r, c));
        corners.iter().all(|&z| z < low) || corners.iter().all(|&z| z > high)
    }
}

/// The smaller and the larger of two numbers.
fn ordered(a: f64, b: f64) -> [f64; 2] {
    [a.min(b), a.max(b)]
}

/// The part of a ray that can meet the surface of a terrain.
struct Track<'a> {
    terrain: &'a Terrain<'a>,
    ray: &'a Ray,
    /// Distances along the ray at which it enters and leaves the box of the surface.
    span: [f64; 2],
    /// What rounding may move a place by, in cells, generously.
    slack: f64,
}

impl<'a> Track<'a> {
    fn new(terrain: &'a Terrain<'a>, ray: &'a Ray, span: [f64; 2]) -> Self {
        let [dx, dy] = terrain.cell();
        let slack = 1e-3 + 1e-12 * vec3::norm(ray.origin) / dx.min(dy);
        Self { terrain, ray, span, slack }
    }

    /// The cells along an axis below the part of the ray between two distances.
    fn cells(&self, axis: usize, samples: usize, [from, to]: [f64; 2]) -> std::ops::Range<usize> {
        let place = |distance: f64| self.terrain.place(self.ray.at(distance), axis);
        let [low, high] = ordered(place(from), place(to));
        let last = (samples - 1) as f64;
        (low - self.slack).floor().clamp(0.0, last) as usize..(high + self.slack).ceil().clamp(0.0, last) as usize
    }

    /// The rows of cells below the track.
    fn rows(&self) -> std::ops::Range<usize> {
        self.cells(1, self.terrain.rows, self.span)
    }

    /// The part of the span above one row of cells.
    fn above_row(&self, r: usize) -> [f64; 2] {
        let Ray { origin, direction } = self.ray;
        let dy = self.terrain.cell()[1];
        let at = |place: f64| (dy * place - self.terrain.size[1] - origin[1]) / direction[1];
        let [low, high] = ordered(at(r as f64 - self.slack), at(r as f64 + 1.0 + self.slack));
        // along a row the bounds are infinite or not numbers, and the whole span counts
        [self.span[0].max(low), self.span[1].min(high)]
    }

    /// Elevations the ray has between two distances.
    fn elevations(&self, [from, to]: [f64; 2]) -> [f64; 2] {
        let top = self.terrain.size[2];
        let [low, high] = ordered(self.ray.at(from)[2], self.ray.at(to)[2]);
        let slack = 1e-9 * top + 1e-12 * vec3::norm(self.ray.origin);
        [(low - slack) / top, (high + slack) / top]
    }

    /// The nearest triangle it meets, or what was nearer already. Only the cells below the ray are looked at: row by row
    /// those its shadow crosses, and of them those that reach its height.
    fn nearest(&self, mut best: Option<Crossing>) -> Option<Crossing> {
        let terrain = self.terrain;
        for r in self.rows() {
            let part = self.above_row(r);
            if part[0] > part[1] {
                continue;
            }
            let heights = self.elevations(part);
            for c in self.cells(0, terrain.cols, part) {
                if terrain.misses(r, c, heights) {
                    continue;
                }
                let corner = |dr: usize, dc: usize| terrain.point(r + dr, c + dc);
                best = nearer(best, triangle([corner(0, 0), corner(0, 1), corner(1, 1)], self.ray));
                best = nearer(best, triangle([corner(0, 0), corner(1, 1), corner(1, 0)], self.ray));
            }
        }
        best
    }
}

/// Where the ray, in the height field's frame, meets it first.
pub(super) fn crossing(m: &Model, field: usize, ray: &Ray) -> Option<Crossing> {
    let terrain = Terrain {
        size: row(&m.hfield_size, field),
        rows: m.hfield_nrow[field] as usize,
        cols: m.hfield_ncol[field] as usize,
        heights: m.hfield_data.get(m.hfield_adr[field] as usize..)?,
    };
    let [x, y, top, base] = terrain.size;
    let first = |found: [Option<Crossing>; 6]| found.into_iter().flatten().fold(None, |a, b| nearer(a, Some(b)));
    let shifted = |by: f64| Ray { origin: vec3::add(ray.origin, [0.0, 0.0, by]), ..*ray };
    let mut best = first(faces([x, y, 0.5 * base], &shifted(0.5 * base)));
    let sides = faces([x, y, 0.5 * top], &shifted(-0.5 * top));
    let Some(enter) = first(sides) else { return best };
    if terrain.rows < 2 || terrain.cols < 2 {
        return best;
    }
    // a ray that starts inside the top box meets one face only
    let leave = sides.iter().flatten().map(|c| c.distance).fold(enter.distance, f64::max);
    let from = if leave > enter.distance { enter.distance } else { 0.0 };
    best = Track::new(&terrain, ray, [from, leave]).nearest(best);
    for (face, side) in sides.into_iter().enumerate().take(4) {
        if let Some(side) = side
            && below_rim(&terrain, face, ray.at(side.distance))
        {
            best = nearer(best, Some(side));
        }
    }
    best
}

/// Whether a point on a vertical side (-x, +x, -y, +y) is below the rim of the terrain.
fn below_rim(terrain: &Terrain<'_>, face: usize, point: Vec3) -> bool {
    let along = 1 - face / 2;
    let samples = if along == 1 { terrain.rows } else { terrain.cols };
    let place = terrain.place(point, along);
    let before = place.floor().clamp(0.0, (samples - 2) as f64);
    let rim = |i: usize| match face {
        0 => terrain.elevation(i, 0),
        1 => terrain.elevation(i, terrain.cols - 1),
        2 => terrain.elevation(0, i),
        _ => terrain.elevation(terrain.rows - 1, i),
    };
    let i = before as usize;
    let height = rim(i) * (before + 1.0 - place) + rim(i + 1) * (place - before);
    point[2] / terrain.size[2] < height
}
