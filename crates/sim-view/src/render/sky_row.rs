//! The sky at many pixels of the eye's view: image, haze, and which pixels they hide.

use crate::render::numeric::{BATCH, Row, larger, share, smaller};
use crate::render::sky::{Haze, Sky};
use crate::render::span::Batch;

impl Sky<'_> {
    /// Whether many pixels can be coloured at a time: all rays start at the eye.
    pub(super) fn takes_batches(&self) -> bool {
        self.view.depth.perspective
    }

    /// Colours of the background, without fog.
    #[inline(always)]
    pub(super) fn fill(&self, b: &mut Batch) {
        self.read(b);
        let n = b.n.min(BATCH);
        for k in 0..3 {
            b.color[k][..n].copy_from_slice(&b.texels.color[k][..n]);
        }
        b.distance[..n].fill(f32::INFINITY);
        self.cover_haze(b);
    }

    /// Covers the pixels of a batch with the sky or its haze, if these are nearer.
    #[inline(always)]
    pub(super) fn cover_batch(&self, b: &mut Batch) {
        let n = b.n.min(BATCH);
        let mut far = false;
        for i in 0..n {
            far |= b.distance[i] > self.clear;
        }
        if !far {
            return;
        }
        let rays = &self.view.rays;
        let mut hidden = false;
        let limit = &mut b.texels.at[0];
        for i in 0..n {
            let [dx, dy, dz] = rays.direction(b.px[i], b.py[i]);
            let across = larger(dx * dx + dy * dy, 1e-30).sqrt();
            let found = self.radius / larger(across, dz.abs());
            // nothing is hidden closer than the sky can begin
            limit[i] = if b.distance[i] > self.clear { found } else { f32::INFINITY };
            hidden |= b.distance[i] > limit[i];
        }
        if hidden {
            let limit = *limit;
            self.read(b);
            for k in 0..3 {
                for i in 0..n {
                    let behind = b.distance[i] > limit[i];
                    b.color[k][i] = if behind { b.texels.color[k][i] } else { b.color[k][i] };
                }
            }
            for i in 0..n {
                b.distance[i] = smaller(b.distance[i], limit[i]);
            }
        }
        self.cover_haze(b);
    }

    /// Reads the image.
    #[inline(always)]
    fn read(&self, b: &mut Batch) {
        let n = b.n.min(BATCH);
        let rays = &self.view.rays;
        // the images' second axis is up
        let turned = |[a, b, c]: [f32; 3]| [a, c, -b];
        let steps = rays.steps().map(turned);
        let [[x, xdx, xdy], [y, ydx, ydy], [z, zdx, zdy]] = &mut b.texels.direction;
        for i in 0..n {
            [x[i], y[i], z[i]] = turned(rays.direction(b.px[i], b.py[i]));
            [xdx[i], ydx[i], zdx[i]] = steps[0];
            [xdy[i], ydy[i], zdy[i]] = steps[1];
        }
        self.texture.cube_row(n, &mut b.texels);
    }

    #[inline(always)]
    fn cover_haze(&self, b: &mut Batch) {
        let Some(haze) = &self.haze else { return };
        let n = b.n.min(BATCH);
        let opacity: &mut Row = &mut b.texels.at[0];
        for i in 0..n {
            // no haze closer than it can begin
            let reach = if b.distance[i] > self.clear { b.distance[i] } else { 0.0 };
            opacity[i] = haze.opacity(self.radius, self.view.rays.direction(b.px[i], b.py[i]), reach);
        }
        for k in 0..3 {
            for i in 0..n {
                b.color[k][i] += (haze.color[k] - b.color[k][i]) * opacity[i];
            }
        }
    }
}

impl Haze {
    /// Opacity of haze in a direction from the eye, up to a distance.
    #[inline(always)]
    fn opacity(&self, radius: f32, direction: [f32; 3], distance: f32) -> f32 {
        let along = |axis: &[f32; 3]| axis[0] * direction[0] + axis[1] * direction[1] + axis[2] * direction[2];
        let d = [along(&self.axes[0]), along(&self.axes[1]), along(&self.axes[2])];
        // |t d| across the normal = 1 + t slope: the point where the ray leaves the cone, lengths in radii
        let slope = self.width * d[2] / self.elevation;
        let a = d[0] * d[0] + d[1] * d[1] - slope * slope;
        let root = larger(slope * slope + a, 0.0).sqrt();
        // it reaches up to the eye's height, where the slope is 0
        let t = 1.0 / (root - slope);
        let height = 1.0 + t * d[2] / self.elevation;
        let upper = (1.0 - height) / (1.0 - self.opaque);
        let at = if height < self.opaque { height / self.opaque } else { upper };
        let valid = (d[2] <= 0.0) & (t > 0.0) & (0.0..=1.0).contains(&height) & (t * radius <= distance);
        if valid { share(at) } else { 0.0 }
    }
}
