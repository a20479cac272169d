//! Rays against height fields: a base box, two triangles per cell, and the vertical sides of the terrain.

use super::mesh::triangle;
use super::shape::faces;
use super::{Crossing, Ray, nearer};
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

    /// The cells below the part of the ray between two distances, with one cell around them.
    fn cells_below(&self, ray: &Ray, from: f64, to: f64) -> [std::ops::Range<usize>; 2] {
        let cell = self.cell();
        let ends = [ray.at(from), ray.at(to)];
        let range = |axis: usize, samples: usize| {
            let place = ends.map(|p| (p[axis] + self.size[axis]) / cell[axis]);
            let low = (place[0].min(place[1]).floor() - 1.0).max(0.0);
            let high = (place[0].max(place[1]).ceil() + 1.0).min((samples - 1) as f64).max(0.0);
            low as usize..high as usize
        };
        [range(1, self.rows), range(0, self.cols)]
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
    let [rows, cols] = terrain.cells_below(ray, from, leave);
    for r in rows {
        for c in cols.clone() {
            let corner = |dr: usize, dc: usize| terrain.point(r + dr, c + dc);
            best = nearer(best, triangle([corner(0, 0), corner(0, 1), corner(1, 1)], ray));
            best = nearer(best, triangle([corner(0, 0), corner(1, 1), corner(1, 0)], ray));
        }
    }
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
    let place = (point[along] + terrain.size[along]) / terrain.cell()[along];
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
