//! The sky: a cube of images on a wide cylinder around the eye, and haze at the horizon of an infinite plane.

use crate::render::assets::Assets;
use crate::render::numeric::dot;
use crate::render::shade::Fog;
use crate::render::texture::Texture;
use crate::render::view::View;
use crate::scene::{RenderFlags, Scene, Shape};

/// Radius and half height of the cylinder, relative to the far plane's distance: just below 1 / sqrt 2.
const RADIUS: f32 = 0.70;

/// Haze: a cone around the eye, from a circle on a plane up to the eye's height, with a height of full opacity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Haze {
    pub(super) color: [f32; 3],
    /// The axes of the plane: x, y, normal.
    pub(super) axes: [[f32; 3]; 3],
    /// Height of the eye above the plane, in radii.
    pub(super) elevation: f32,
    /// Inward width of the cone on the plane, in radii.
    pub(super) width: f32,
    /// Fraction of the height at which it is opaque.
    pub(super) opaque: f32,
}

/// The sky and haze of a scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backdrop {
    /// Index of its texture.
    texture: usize,
    radius: f32,
    haze: Option<Haze>,
    clear: f32,
}

/// The sky and haze in a view.
#[derive(Debug)]
pub(super) struct Sky<'a> {
    pub(super) texture: &'a Texture,
    pub(super) radius: f32,
    pub(super) haze: Option<Haze>,
    /// Distance from the eye up to which haze has no effect.
    pub(super) clear: f32,
    pub(super) view: &'a View,
}

impl Backdrop {
    /// `None`: the scene has no sky.
    pub(super) fn new(scene: &Scene, assets: &Assets, view: &View, scale: f32) -> Option<Self> {
        if !scene.flags.contains(RenderFlags::SKYBOX) {
            return None;
        }
        let texture = assets.sky?;
        assets.textures.get(texture)?.as_ref()?;
        let radius = RADIUS * view.far / scale;
        let haze = scene.flags.contains(RenderFlags::HAZE).then(|| haze(scene, assets, view.eye, radius)).flatten();
        // the nearest point of cylinder or cone, along the outermost rays
        let (w, h) = (view.width as f32, view.height as f32);
        let longest = [[0.0, 0.0], [w, 0.0], [0.0, h], [w, h]]
            .map(|[x, y]| {
                let d = view.rays.direction(x, y);
                dot(d, d).sqrt()
            })
            .into_iter()
            .fold(1e-20, f32::max);
        let inner = haze.map_or(1.0, |haze| 1.0 - haze.width).clamp(0.0, 1.0);
        let clear = if view.depth.perspective { 0.99 * inner * radius / longest } else { 0.0 };
        Some(Self { texture, radius, haze, clear })
    }

    pub(super) fn at<'a>(&self, assets: &'a Assets, view: &'a View) -> Option<Sky<'a>> {
        let &Self { texture, radius, haze, clear } = self;
        let texture = assets.textures.get(texture)?.as_ref()?;
        Some(Sky { texture, radius, haze, clear, view })
    }
}

impl Sky<'_> {
    /// Distance of the cylinder at a pixel.
    pub(super) fn distance(&self, x: f32, y: f32) -> f32 {
        let d = self.view.rays.direction(x, y);
        let start = self.view.rays.point(x, y, 0.0);
        let o = [0, 1, 2].map(|k| start[k] - self.view.eye[k]);
        // exit through the side, |o + t d| = radius across the axis
        let (a, b) = (d[0] * d[0] + d[1] * d[1], o[0] * d[0] + o[1] * d[1]);
        let c = o[0] * o[0] + o[1] * o[1] - self.radius * self.radius;
        let mantle = if a > 0.0 { (-b + (b * b - a * c).max(0.0).sqrt()) / a } else { f32::INFINITY };
        let end = if d[2] == 0.0 { f32::INFINITY } else { (self.radius.copysign(d[2]) - o[2]) / d[2] };
        mantle.min(end)
    }

    /// Colour of the background at a pixel, without fog.
    pub(super) fn alone(&self, x: f32, y: f32) -> [f32; 3] {
        if !self.view.depth.perspective {
            let distance = self.distance(x, y);
            let mut color = self.color(x, y, distance);
            self.cover(x, y, distance, None, &mut color);
            return color;
        }
        let turned = |[a, b, c]: [f32; 3]| [a, c, -b];
        let steps = self.view.rays.steps().map(turned);
        let [r, g, b, _] = self.texture.cube(turned(self.view.rays.direction(x, y)), &steps);
        let mut color = [r, g, b];
        self.cover(x, y, f32::INFINITY, None, &mut color);
        color
    }

    /// Colour at a pixel and a distance.
    pub(super) fn color(&self, x: f32, y: f32, distance: f32) -> [f32; 3] {
        let point = |x: f32, y: f32| {
            let p = self.view.rays.point(x, y, distance);
            let [a, b, c] = [0, 1, 2].map(|k| p[k] - self.view.eye[k]);
            // the images' second axis is up
            [a, c, -b]
        };
        let here = point(x, y);
        let to = |p: [f32; 3]| [0, 1, 2].map(|k| p[k] - here[k]);
        let [r, g, b, _] = self.texture.cube(here, &[to(point(x + 1.0, y)), to(point(x, y + 1.0))]);
        [r, g, b]
    }

    /// Whether the cylinder hides a point at a distance.
    pub(super) fn hides(&self, x: f32, y: f32, distance: f32) -> bool {
        distance > self.clear && distance > self.distance(x, y)
    }

    /// Covers a colour at a distance with haze.
    pub(super) fn cover(&self, x: f32, y: f32, distance: f32, fog: Option<&Fog>, color: &mut [f32; 3]) {
        let Some(haze) = &self.haze else { return };
        // haze reaches up to the eye's height
        if self.view.depth.perspective && dot(haze.axes[2], self.view.rays.direction(x, y)) > 0.0 {
            return;
        }
        if let Some((nearer, opacity)) = haze.at(self.view, self.radius, x, y)
            && nearer <= distance
        {
            let mut cone = haze.color;
            if let Some(fog) = fog {
                fog.cover(nearer, &mut cone);
            }
            for k in 0..3 {
                color[k] += (cone[k] - color[k]) * opacity;
            }
        }
    }
}

/// Haze over the first infinite plane, if the eye is above it.
fn haze(scene: &Scene, assets: &Assets, eye: [f32; 3], radius: f32) -> Option<Haze> {
    let endless = |shape: Shape, size: [f32; 3]| shape == Shape::Plane && size[0] == 0.0 && size[1] == 0.0;
    let g = scene.geoms.iter().find(|g| endless(g.shape, g.size))?;
    let axis = |k: usize| [g.mat[k], g.mat[3 + k], g.mat[6 + k]];
    let elevation = dot([0, 1, 2].map(|k| eye[k] - g.pos[k]), axis(2)) / radius;
    if elevation.is_nan() || elevation <= 0.0 {
        return None;
    }
    let width = assets.constants.haze;
    // midway between the angle of the cone and the vertical
    let alpha = libm::atan2f(1.0, width);
    let beta = (0.75 * std::f64::consts::PI) as f32 - alpha;
    let opaque = 0.5f32.sqrt() * width * libm::sinf(alpha) / libm::sinf(beta);
    let axes = [axis(0), axis(1), axis(2)];
    Some(Haze { color: assets.constants.haze_color, axes, elevation, width, opaque })
}

impl Haze {
    /// Distance and opacity of the cone at a pixel.
    fn at(&self, view: &View, radius: f32, x: f32, y: f32) -> Option<(f32, f32)> {
        let d = self.axes.map(|axis| dot(axis, view.rays.direction(x, y)));
        let start = view.rays.point(x, y, 0.0);
        let start = [0, 1, 2].map(|k| start[k] - view.eye[k]);
        let o = self.axes.map(|axis| dot(axis, start) / radius);
        // |o + t d| across the normal = 1 + width (o + t d) / elevation along it, lengths in radii
        let (shift, slope) = (1.0 + self.width * o[2] / self.elevation, self.width * d[2] / self.elevation);
        let a = d[0] * d[0] + d[1] * d[1] - slope * slope;
        let b = o[0] * d[0] + o[1] * d[1] - shift * slope;
        let c = o[0] * o[0] + o[1] * o[1] - shift * shift;
        let root = (b * b - a * c).max(0.0).sqrt();
        // the point where the ray leaves the cone
        let t = if b > 0.0 { -c / (b + root) } else { (root - b) / a };
        let height = 1.0 + (o[2] + t * d[2]) / self.elevation;
        let valid = t > 0.0 && (0.0..=1.0).contains(&height);
        let opacity = if height < self.opaque { height / self.opaque } else { (1.0 - height) / (1.0 - self.opaque) };
        valid.then_some((t * radius, opacity.clamp(0.0, 1.0)))
    }
}
