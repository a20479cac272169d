//! Shadows: a depth map of a light's view. A point behind a visible point of the light is in shadow.
//!
//! MuJoCo draws 4096 x 4096 texels for each light. This map covers only the region where shadows can be visible: the light's view of
//! shadow casters, intersected with the eye's view. As many texels as the picture has pixels then give edges as sharp as MuJoCo's.
//! Points outside the map are lit, as outside MuJoCo's.

use crate::render::assets::Constants;
use crate::render::clip;
use crate::render::error::RenderError;
use crate::render::items::{Form, Item, Role};
use crate::render::numeric::dot;
use crate::render::pass::{Look, Pass, Subject};
use crate::render::setting::{Light, Setting};
use crate::render::surface::Surface;
use crate::render::tiles::{self, PIXELS, Sampling, Triangles};
use crate::render::view::{Frustum, View};
use crate::scene::SceneLight;
use sim_core::LightType;
use sim_core::binding::linalg::{Kernel, widest};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Depth offset away from the light, relative to the change of depth over a texel: MuJoCo's polygon offset.
const SLOPE_BIAS: f32 = 1.5;
/// Depth offset of triangles that face the light: a few steps of 24 bits.
const BIAS: f32 = 1e-6;

/// Sides of maps are multiples of this: whole tiles.
const MAP_STEP: usize = tiles::WIDTH;

/// A rectangle in fractions of MuJoCo's map: low and high x, low and high y.
type Region = [f32; 4];

const EMPTY: Region = [1.0, 0.0, 1.0, 0.0];

/// A shadow map of a light.
#[derive(Debug, Default)]
pub(super) struct Shadow {
    /// The light's view. Without one, everything is lit.
    pub(super) pass: Pass,
    columns: usize,
    size: usize,
    /// Width of a texel: constant part, and factor of the distance.
    texel: [f32; 2],
    /// Bits of depths, tile by tile. One thread draws each tile, later all threads read them.
    texels: Vec<AtomicU32>,
    /// Whether a tile has any depths.
    drawn: Vec<AtomicBool>,
}

impl Shadow {
    /// Plans the region of the map.
    pub(super) fn plan(&mut self, eye: &View, subject: &Subject, light: &SceneLight) -> Result<(), RenderError> {
        self.pass.look = None;
        let constants = &subject.assets.constants;
        let Some(frustum) = frustum(light, constants, eye) else { return Ok(()) };
        let whole = View::light(light.pos, light.dir, frustum, 1);
        let casting = |item: &Item| item.casts && !is_idle(item, &subject.items.items, eye, light, &whole);
        let Some(region) = region(eye, subject, &whole, &casting) else { return Ok(()) };
        let pixels = eye.width.max(eye.height);
        let most = (constants.shadow_size as usize).clamp(MAP_STEP, 4096);
        self.size = pixels.min(most).next_multiple_of(MAP_STEP);
        let frustum = part(frustum, region);
        let view = View::light(light.pos, light.dir, frustum, self.size);
        let side = (frustum.right - frustum.left).max(frustum.top - frustum.bottom) / self.size as f64;
        let (fixed, growing) = if frustum.perspective { (0.0, side / frustum.near) } else { (side, 0.0) };
        self.texel = [fixed as f32, growing as f32];
        let sampling = Sampling::new(self.size, self.size, 1);
        self.columns = sampling.columns();
        let tiles = self.columns * sampling.bands();
        subject.budget.extend("shadows", &mut self.texels, tiles * PIXELS)?;
        subject.budget.extend("shadows", &mut self.drawn, tiles)?;
        let look = Look { view, sampling, light: Light::Unlit, casters: true, wireframe: false };
        self.pass.plan(look, subject, casting)
    }

    /// Tiles of the map.
    pub(super) fn tiles(&self) -> usize {
        self.pass.look.as_ref().map_or(0, |look| look.sampling.columns() * look.sampling.bands())
    }

    /// Draws a tile of the map.
    pub(super) fn draw(&self, tile: usize) {
        let Some(Look { sampling, .. }) = &self.pass.look else { return };
        let touches = |list: &Triangles| !list.of_tile(tile).is_empty();
        let any = self.pass.chunks.iter().any(|chunk| touches(&chunk.opaque) || touches(&chunk.clear));
        // an empty tile stays empty
        if !self.drawn[tile].swap(any, Ordering::Relaxed) && !any {
            return;
        }
        let mut depths = [0.0; PIXELS];
        widest(Tile { pass: &self.pass, sampling, tile, texels: &mut depths });
        for (texel, depth) in self.texels[tile * PIXELS..].iter().zip(depths) {
            texel.store(depth.to_bits(), Ordering::Relaxed);
        }
    }

    /// Whether light reaches a point of the model. A surface nearer to the light by at most `margin` does not hide it.
    #[inline(always)]
    pub(super) fn is_lit(&self, p: [f32; 3], margin: f32) -> bool {
        let Some((view, size)) = self.map() else { return true };
        let at = |row: &[f32; 4]| row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
        let [x, y, w, distance] = view.rows.each_ref().map(at);
        let (x, y) = (x / w, y / w);
        // NaN is not inside
        let inside = w > 0.0 && x >= 0.0 && y >= 0.0 && x < size && y < size;
        if !inside {
            return true;
        }
        view.depth.value(self.nearer(distance) - margin) >= self.nearest(self.place(x as i32, y as i32) as usize)
    }

    /// A distance minus the width of a texel there: a surface in the same texel does not hide it.
    #[inline(always)]
    pub(super) fn nearer(&self, distance: f32) -> f32 {
        distance - (self.texel[0] + self.texel[1] * distance)
    }

    /// View and size of the map.
    #[inline(always)]
    pub(super) fn map(&self) -> Option<(&View, f32)> {
        self.pass.look.as_ref().map(|look| (&look.view, self.size as f32))
    }

    /// Index of a texel in the map; sides have up to 4096 texels.
    #[inline(always)]
    pub(super) fn place(&self, x: i32, y: i32) -> i32 {
        const WIDTH: u32 = tiles::WIDTH as u32;
        const HEIGHT: u32 = tiles::HEIGHT as u32;
        let (x, y) = (x as u32 & 0xfff, y as u32 & 0xfff);
        let tile = y / HEIGHT * self.columns as u32 + x / WIDTH;
        (tile * PIXELS as u32 + y % HEIGHT * WIDTH + x % WIDTH) as i32
    }

    /// The largest depth at a texel.
    #[inline(always)]
    pub(super) fn nearest(&self, place: usize) -> f32 {
        self.texels.get(place).map_or(0.0, |texel| f32::from_bits(texel.load(Ordering::Relaxed)))
    }
}

/// A tile of a map to draw.
struct Tile<'a> {
    pass: &'a Pass,
    sampling: &'a Sampling,
    tile: usize,
    texels: &'a mut [f32],
}

impl Kernel for Tile<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        draw_tile(self.pass, self.sampling, self.tile, self.texels);
    }
}

#[inline(always)]
fn draw_tile(pass: &Pass, sampling: &Sampling, tile: usize, texels: &mut [f32]) {
    let columns = sampling.columns();
    let origin = [tile % columns * tiles::WIDTH, tile / columns * tiles::HEIGHT];
    for chunk in &pass.chunks {
        // transparent surfaces cast shadows too
        for list in [&chunk.opaque, &chunk.clear] {
            for &place in list.of_tile(tile) {
                let triangle = &list.list[place as usize];
                let bias = BIAS + SLOPE_BIAS * triangle.zx.abs().max(triangle.zy.abs());
                tiles::cover_depth(triangle, bias, sampling, origin, texels);
            }
        }
    }
}

/// The volume of MuJoCo's map.
fn frustum(light: &SceneLight, constants: &Constants, eye: &View) -> Option<Frustum> {
    let (near, far) = (f64::from(eye.near), f64::from(eye.far));
    let perspective = light.kind != LightType::Directional;
    let half = if perspective {
        let angle = f64::from(2.0 * light.cutoff * constants.shadow_scale).min(160.0);
        libm::tan(angle.to_radians() / 2.0) * near
    } else {
        f64::from(constants.shadow_clip)
    };
    let sound = half > 0.0 && half.is_finite() && light.pos.iter().chain(&light.dir).all(|x| x.abs() < 1e12);
    sound.then_some(Frustum { perspective, left: -half, right: half, bottom: -half, top: half, near, far })
}

/// A part of a frustum.
fn part(f: Frustum, [x0, x1, y0, y1]: Region) -> Frustum {
    let (width, height) = (f.right - f.left, f.top - f.bottom);
    Frustum {
        left: f.left + f64::from(x0) * width,
        right: f.left + f64::from(x1) * width,
        // rows run downwards
        bottom: f.top - f64::from(y1) * height,
        top: f.top - f64::from(y0) * height,
        ..f
    }
}

/// Whether a plane casts no shadow: light and eye are in front of it, and no item is behind it.
fn is_idle(item: &Item, items: &[Item], eye: &View, light: &SceneLight, whole: &View) -> bool {
    let Form::Grid(_) = item.form else { return false };
    let normal = [item.place[0][2], item.place[1][2], item.place[2][2]];
    let pos = item.place.map(|row| row[3]);
    let above = |p: [f32; 3]| dot([0, 1, 2].map(|k| p[k] - pos[k]), normal);
    let lit = if whole.depth.perspective { above(light.pos) > 0.0 } else { dot(light.dir, normal) < 0.0 };
    let hides = |other: &Item| !matches!(other.form, Form::Grid(_)) && above(other.place.map(|row| row[3])) < 0.0;
    lit && above(eye.eye) >= 0.0 && !items.iter().any(hides)
}

/// The region in which shadows can be visible.
fn region(eye: &View, subject: &Subject, whole: &View, casting: &impl Fn(&Item) -> bool) -> Option<Region> {
    let (mut casters, mut receivers) = (EMPTY, EMPTY);
    let (assets, items) = (&subject.assets, &subject.items.items);
    let unlit = Setting {
        view: eye,
        assets,
        items,
        lamps: &subject.lamps,
        sampling: Sampling::new(eye.width, eye.height, 1),
        light: Light::Unlit,
        casters: false,
        wireframe: false,
        budget: &subject.budget,
    };
    for item in items {
        let Some(surface) = assets.surface(item.form, 0) else { continue };
        if casting(item) {
            casters = join(casters, bounds(item, surface, whole));
        }
        if item.role == Role::Clear {
            continue;
        }
        if matches!(item.form, Form::Grid(_)) {
            receivers = join(receivers, seen_plane(&unlit, item, surface, whole));
        } else if surface.pieces.iter().any(|piece| unlit.sees(item, piece)) {
            receivers = join(receivers, bounds(item, surface, whole));
        }
    }
    let [a, b] = [casters, receivers];
    let common = [a[0].max(b[0]).max(0.0), a[1].min(b[1]).min(1.0), a[2].max(b[2]).max(0.0), a[3].min(b[3]).min(1.0)];
    let (width, height) = (common[1] - common[0], common[3] - common[2]);
    // false for NaN
    let sound = width > 0.0 && height > 0.0;
    if !sound {
        return None;
    }
    // a little more, so that edges of shadows are not at edges of the map
    let (x, y) = (0.01 * width, 0.01 * height);
    let [x0, x1, y0, y1] = [common[0] - x, common[1] + x, common[2] - y, common[3] + y];
    Some([x0.max(0.0), x1.min(1.0), y0.max(0.0), y1.min(1.0)])
}

fn join(a: Region, b: Region) -> Region {
    if b[0] > b[1] || b[2] > b[3] {
        return a;
    }
    if a[0] > a[1] {
        return b;
    }
    [a[0].min(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].max(b[3])]
}

/// Extends the region by a point; to everything if the point is behind the view.
fn grow(region: &mut Region, view: &View, p: [f32; 3]) {
    let at = |row: &[f32; 4]| row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
    let [x, y, w, _] = view.rows.each_ref().map(at);
    let (x, y) = (x / w, y / w);
    let point = if w > 0.0 && x.is_finite() && y.is_finite() { [x, x, y, y] } else { [0.0, 1.0, 0.0, 1.0] };
    *region = join(*region, point);
}

/// Extends the region by the bounding boxes of an item's pieces.
fn bounds(item: &Item, surface: &Surface, view: &View) -> Region {
    let mut region = EMPTY;
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for piece in &surface.pieces {
        for k in 0..3 {
            low[k] = low[k].min(piece.center[k] - piece.half[k]);
            high[k] = high[k].max(piece.center[k] + piece.half[k]);
        }
    }
    if surface.pieces.is_empty() {
        return region;
    }
    for corner in 0..8 {
        let p = [0, 1, 2].map(|k| if corner >> k & 1 == 1 { high[k] } else { low[k] });
        let p = item.place.map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3]);
        grow(&mut region, view, p);
    }
    region
}

/// Extends the region by the visible part of a plane.
fn seen_plane(s: &Setting<'_>, item: &Item, surface: &Surface, view: &View) -> Region {
    let mut region = EMPTY;
    let (width, height) = (s.view.width as f32, s.view.height as f32);
    for face in &surface.triangles {
        let local = face.map(|v| surface.at(v as usize));
        let placed = local.map(|p| item.place.map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3]));
        let at = |row: &[f32; 4], p: [f32; 3]| row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
        let [x, y, w, d] = [0, 1, 2, 3].map(|k| placed.map(|p| at(&s.view.rows[k], p)));
        let corners = [0, 1, 2].map(|i| [x[i], y[i], w[i]]);
        let seen = clip::triangle(s, item, corners, d, local);
        for p in seen.points() {
            // corners of the clipped polygon may be outside the picture
            let (x, y) = ((p.x / p.w).clamp(0.0, width), (p.y / p.w).clamp(0.0, height));
            grow(&mut region, view, s.view.rays.point(x, y, p.distance));
        }
    }
    region
}
