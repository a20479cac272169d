//! The sky at eight pixels of a row, seen from the eye: image, haze, and what they hide.

use crate::render::numeric::{dot, larger, share, smaller};
use crate::render::sky::{Haze, Sky};
use crate::render::span::{GROUP, Row};

impl Sky<'_> {
    /// Whether eight pixels can be coloured at a time: all rays start at the eye.
    pub(super) fn takes_groups(&self) -> bool {
        self.view.depth.perspective
    }

    /// Colours from `(x, y)` on where nothing is before the sky, without fog.
    #[inline(always)]
    pub(super) fn group(&self, x: f32, y: f32) -> [Row; 3] {
        let directions = self.directions(x, y);
        let mut color = self.image(&directions);
        if let Some(haze) = &self.haze {
            haze.cover(self.radius, &directions, &[f32::INFINITY; GROUP], &mut color);
        }
        color
    }

    /// Covers what is at some distances, as far as the sky or its haze is before it.
    #[inline(always)]
    pub(super) fn cover_group(&self, x: f32, y: f32, distance: &Row, color: &mut [Row; 3]) {
        if distance.iter().all(|&d| d <= self.clear) {
            return;
        }
        let directions = self.directions(x, y);
        let mut limit = [0.0; GROUP];
        let mut hidden = false;
        for i in 0..GROUP {
            let [dx, dy, dz] = [0, 1, 2].map(|k| directions[k][i]);
            let across = larger(dx * dx + dy * dy, 1e-30).sqrt();
            limit[i] = self.radius / larger(across, dz.abs());
            hidden |= distance[i] > limit[i];
        }
        let mut seen = [0.0; GROUP];
        for i in 0..GROUP {
            // nothing is hidden up to where the sky can begin
            seen[i] = if distance[i] > self.clear { smaller(distance[i], limit[i]) } else { 0.0 };
        }
        if hidden {
            let image = self.image(&directions);
            for k in 0..3 {
                for i in 0..GROUP {
                    let behind = (distance[i] > self.clear) & (distance[i] > limit[i]);
                    color[k][i] = if behind { image[k][i] } else { color[k][i] };
                }
            }
        }
        if let Some(haze) = &self.haze {
            haze.cover(self.radius, &directions, &seen, color);
        }
    }

    #[inline(always)]
    fn directions(&self, x: f32, y: f32) -> [Row; 3] {
        let mut directions = [[0.0; GROUP]; 3];
        for i in 0..GROUP {
            let direction = self.view.rays.direction(x + i as f32, y);
            for k in 0..3 {
                directions[k][i] = direction[k];
            }
        }
        directions
    }

    /// The image in some directions.
    #[inline(always)]
    fn image(&self, [x, y, z]: &[Row; 3]) -> [Row; 3] {
        // the images' second axis is up
        let steps = self.view.rays.steps().map(|[a, b, c]| [a, c, -b].map(|x| [x; GROUP]));
        let mut texels = [[1.0; GROUP]; 4];
        self.texture.cube_row(&[*x, *z, y.map(|y| -y)], &steps, &mut texels);
        let [r, g, b, _] = texels;
        [r, g, b]
    }
}

impl Haze {
    /// Covers what is at some distances, seen from the eye.
    #[inline(always)]
    fn cover(&self, radius: f32, directions: &[Row; 3], distance: &Row, color: &mut [Row; 3]) {
        let mut opacity = [0.0; GROUP];
        for i in 0..GROUP {
            let direction = [0, 1, 2].map(|k| directions[k][i]);
            let d = self.axes.map(|axis| dot(axis, direction));
            // |t d| across the normal = 1 + t slope: the point where the ray leaves the cone, lengths in radii
            let slope = self.width * d[2] / self.elevation;
            let a = d[0] * d[0] + d[1] * d[1] - slope * slope;
            let root = larger(slope * slope + a, 0.0).sqrt();
            let t = if slope < 0.0 { 1.0 / (root - slope) } else { (root + slope) / a };
            let height = 1.0 + t * d[2] / self.elevation;
            let upper = (1.0 - height) / (1.0 - self.opaque);
            let at = if height < self.opaque { height / self.opaque } else { upper };
            // it reaches up to the eye's height
            let valid = (d[2] <= 0.0) & (t > 0.0) & (height >= 0.0) & (height <= 1.0) & (t * radius <= distance[i]);
            opacity[i] = if valid { share(at) } else { 0.0 };
        }
        for k in 0..3 {
            for i in 0..GROUP {
                color[k][i] += (self.color[k] - color[k][i]) * opacity[i];
            }
        }
    }
}
