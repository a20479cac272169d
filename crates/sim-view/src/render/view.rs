//! Views: the projection from points of the model to pixels, for the eye, its mirror image, and lights.

use crate::render::error::RenderError;
use crate::render::numeric::{cross, dot64, narrow, unit, wide};
use crate::scene::{Projection, Scene};

/// Conversion of the distance from the eye to a value of the depth buffer: 1 at the near plane, 0 at the far one. Linear in the
/// picture, and most precise far away, where f32 near 0 is most precise too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    pub(super) perspective: bool,
    scale: f32,
    shift: f32,
}

impl Depth {
    fn new(perspective: bool, near: f64, far: f64) -> Self {
        let range = far - near;
        let (scale, shift) =
            if perspective { (near * far / range, -near / range) } else { (-1.0 / range, far / range) };
        Self { perspective, scale: scale as f32, shift: shift as f32 }
    }

    /// Value at a distance.
    #[inline(always)]
    pub(super) fn value(&self, distance: f32) -> f32 {
        if self.perspective { self.scale / distance + self.shift } else { self.scale * distance + self.shift }
    }

    /// Distance of a value.
    #[inline(always)]
    pub(super) fn distance(&self, value: f32) -> f32 {
        let (scale, value) = (f64::from(self.scale), f64::from(value) - f64::from(self.shift));
        (if self.perspective { scale / value } else { value / scale }) as f32
    }
}

/// Conversion from pixels to the model: the point at pixel `(x, y)` and distance `d` is `base + x bx + y by + d (ray + x rx + y ry)`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rays {
    base: [[f32; 3]; 3],
    ray: [[f32; 3]; 3],
}

impl Rays {
    /// The viewing direction at a pixel, of length 1 along the view's axis.
    #[inline(always)]
    pub(super) fn direction(&self, x: f32, y: f32) -> [f32; 3] {
        let [r, rx, ry] = &self.ray;
        [0, 1, 2].map(|k| r[k] + x * rx[k] + y * ry[k])
    }

    /// The changes of that direction to the next pixel in x and y.
    pub(super) fn steps(&self) -> [[f32; 3]; 2] {
        [self.ray[1], self.ray[2]]
    }

    /// About half the width of a pixel at a distance.
    #[inline(always)]
    pub(super) fn half_pixel(&self, distance: f32) -> f32 {
        let length = |v: &[f32; 3]| v[0].abs().max(v[1].abs()).max(v[2].abs());
        0.5 * (length(&self.base[1]) + length(&self.ray[1]) * distance)
    }

    /// The point at a pixel and a distance.
    #[inline(always)]
    pub(super) fn point(&self, x: f32, y: f32, distance: f32) -> [f32; 3] {
        let [b, bx, by] = &self.base;
        let direction = self.direction(x, y);
        [0, 1, 2].map(|k| b[k] + x * bx[k] + y * by[k] + distance * direction[k])
    }
}

/// A view of the model.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// From a point of the model to `x w`, `y w` in pixels, `w`, and the distance along the axis.
    pub(super) rows: [[f32; 4]; 4],
    pub(super) depth: Depth,
    pub(super) near: f32,
    pub(super) far: f32,
    /// Width of the picture in pixels.
    pub(super) width: usize,
    pub(super) height: usize,
    /// Planes at the sides, with unit normals, positive inside.
    pub(super) sides: [[f32; 4]; 4],
    /// Points behind this plane are hidden.
    pub(super) clip: Option<[f32; 4]>,
    /// Whether front faces are clockwise.
    pub(super) flipped: bool,
    /// The eye in the model.
    pub(super) eye: [f32; 3],
    pub(super) rays: Rays,
}

/// The rectangle of the near plane, and the visible distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frustum {
    pub(super) perspective: bool,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
    pub(super) top: f64,
    pub(super) near: f64,
    pub(super) far: f64,
}

/// A rotation with scale and translation, from the model to the room of the cameras.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    rotation: [[f64; 3]; 3],
    translation: [f64; 3],
    pub(super) scale: f64,
}

impl Placement {
    const NONE: Self =
        Self { rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], translation: [0.0; 3], scale: 1.0 };

    pub(super) fn of(scene: &Scene) -> Self {
        if !scene.enabletransform {
            return Self::NONE;
        }
        let [w, x, y, z] = scene.rotate.map(f64::from);
        let rotation = [
            [w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z],
        ];
        Self { rotation, translation: wide(scene.translate), scale: f64::from(scene.scale) }
    }

    /// A room direction in the model, its length divided by the scale.
    fn back(&self, v: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|k| (0..3).map(|i| self.rotation[i][k] * v[i]).sum::<f64>() / self.scale)
    }

    /// `v . room(p)` as a row for points of the model.
    fn row(&self, v: [f64; 3], shift: f64) -> [f64; 4] {
        let r = self.back(v).map(|x| x * self.scale * self.scale);
        [r[0], r[1], r[2], dot64(v, self.translation) + shift]
    }
}

/// The mean of the scene's two projections.
pub(super) fn middle(scene: &Scene) -> Result<Projection, RenderError> {
    let [a, b] = &scene.camera;
    if a.orthographic != b.orthographic {
        return Err(RenderError::MixedCameras);
    }
    let mean = |x: f32, y: f32| 0.5 * (x + y);
    let sum = |x: [f32; 3], y: [f32; 3]| [0, 1, 2].map(|k| f64::from(x[k]) + f64::from(y[k]));
    let forward = unit(sum(a.forward, b.forward));
    let up = sum(a.up, b.up);
    let along = dot64(up, forward);
    let up = unit([0, 1, 2].map(|k| up[k] - along * forward[k]));
    let middle = Projection {
        pos: narrow(sum(a.pos, b.pos).map(|x| 0.5 * x)),
        forward: narrow(forward),
        up: narrow(up),
        frustum_center: mean(a.frustum_center, b.frustum_center),
        frustum_width: mean(a.frustum_width, b.frustum_width),
        frustum_bottom: mean(a.frustum_bottom, b.frustum_bottom),
        frustum_top: mean(a.frustum_top, b.frustum_top),
        frustum_near: mean(a.frustum_near, b.frustum_near),
        frustum_far: mean(a.frustum_far, b.frustum_far),
        orthographic: a.orthographic,
    };
    let (near, far) = (middle.frustum_near, middle.frustum_far);
    // MuJoCo's smallest near plane
    if near >= 1e-15 && far > near && far < f32::INFINITY {
        Ok(middle)
    } else {
        Err(RenderError::Frustum { near, far })
    }
}

impl View {
    /// The view of the scene's camera in a picture of this size.
    pub(super) fn eye(scene: &Scene, camera: &Projection, width: usize, height: usize) -> Self {
        let (bottom, top) = (f64::from(camera.frustum_bottom), f64::from(camera.frustum_top));
        let half = match f64::from(camera.frustum_width) {
            0.0 => 0.5 * width as f64 / height as f64 * (top - bottom),
            given => given,
        };
        let center = f64::from(camera.frustum_center);
        let frustum = Frustum {
            perspective: !camera.orthographic,
            left: center - half,
            right: center + half,
            bottom,
            top,
            near: f64::from(camera.frustum_near),
            far: f64::from(camera.frustum_far),
        };
        let axes = axes(wide(camera.forward), wide(camera.up));
        Self::new(&Placement::of(scene), wide(camera.pos), axes, frustum, width, height)
    }

    /// The view of a light at `pos` that shines along `dir`.
    pub(super) fn light(pos: [f32; 3], dir: [f32; 3], frustum: Frustum, size: usize) -> Self {
        let forward = wide(dir);
        let mut up = cross(forward, [-1.0, 0.0, 0.0]);
        if dot64(up, up) <= 0.01 {
            up = cross(forward, [0.0, 1.0, 0.0]);
        }
        Self::new(&Placement::NONE, wide(pos), axes(forward, unit(up)), frustum, size, size)
    }

    fn new(place: &Placement, pos: [f64; 3], axes: [[f64; 3]; 3], f: Frustum, width: usize, height: usize) -> Self {
        let [right, up, forward] = axes;
        let (w, h) = (width as f64, height as f64);
        let row = |v: [f64; 3]| place.row(v, -dot64(v, pos));
        let distance = row(forward);
        let last = if f.perspective { distance } else { [0.0, 0.0, 0.0, 1.0] };
        // maps a coordinate of the near rectangle to 0 to 1
        let across = |axis: [f64; 4], low: f64, high: f64| {
            let scale = if f.perspective { f.near } else { 1.0 } / (high - low);
            [0, 1, 2, 3].map(|k| scale * axis[k] - low / (high - low) * last[k])
        };
        let x = across(row(right), f.left, f.right);
        let y = across(row(up), f.bottom, f.top);
        let side = |v: [f64; 4]| {
            let length = dot64([v[0], v[1], v[2]], [v[0], v[1], v[2]]).sqrt();
            v.map(|c| (c / length) as f32)
        };
        let rest = |v: [f64; 4]| [0, 1, 2, 3].map(|k| last[k] - v[k]);
        let rows = [x.map(|c| c * w), rest(y).map(|c| c * h), last, distance];
        // the inverse transformation
        let eye = place.back([0, 1, 2].map(|k| pos[k] - place.translation[k]));
        let [br, bu, bf] = axes.map(|axis| place.back(axis));
        let scale = if f.perspective { 1.0 / f.near } else { 1.0 };
        let step = [(f.right - f.left) / w * scale, -(f.top - f.bottom) / h * scale];
        let corner = [0, 1, 2].map(|k| br[k] * f.left * scale + bu[k] * f.top * scale);
        let plane = [corner, br.map(|c| c * step[0]), bu.map(|c| c * step[1])];
        let add = |a: [f64; 3], b: [f64; 3]| [0, 1, 2].map(|k| a[k] + b[k]);
        let none = [0.0; 3];
        let (base, ray) = if f.perspective {
            ([eye, none, none], [add(plane[0], bf), plane[1], plane[2]])
        } else {
            ([add(eye, plane[0]), plane[1], plane[2]], [bf, none, none])
        };
        Self {
            rows: rows.map(|row| row.map(|c| c as f32)),
            depth: Depth::new(f.perspective, f.near, f.far),
            near: f.near as f32,
            far: f.far as f32,
            width,
            height,
            sides: [side(x), side(rest(x)), side(y), side(rest(y))],
            clip: None,
            flipped: false,
            eye: narrow(eye),
            rays: Rays { base: base.map(narrow), ray: ray.map(narrow) },
        }
    }

    /// This view of the model's mirror image in the plane through `pos` with this `normal`.
    pub(super) fn mirrored(&self, pos: [f32; 3], normal: [f32; 3]) -> Self {
        let (pos, n) = (wide(pos), wide(normal));
        let offset = dot64(pos, n);
        // a row r applied to p - 2 (n . p - offset) n
        let fold = |row: [f32; 4]| {
            let r = [row[0], row[1], row[2]].map(f64::from);
            let along = 2.0 * dot64(r, n);
            let r = [0, 1, 2].map(|k| (r[k] - along * n[k]) as f32);
            [r[0], r[1], r[2], (f64::from(row[3]) + along * offset) as f32]
        };
        let eye = wide(self.eye);
        let above = 2.0 * (dot64(n, eye) - offset);
        Self {
            rows: self.rows.map(fold),
            sides: self.sides.map(fold),
            clip: Some([normal[0], normal[1], normal[2], -offset as f32]),
            flipped: !self.flipped,
            eye: narrow([0, 1, 2].map(|k| eye[k] - above * n[k])),
            ..self.clone()
        }
    }
}

/// Right, up and forward, at right angles.
fn axes(forward: [f64; 3], up: [f64; 3]) -> [[f64; 3]; 3] {
    let forward = unit(forward);
    let right = unit(cross(forward, up));
    [right, unit(cross(right, forward)), forward]
}
