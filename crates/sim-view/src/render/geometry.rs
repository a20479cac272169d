//! From items to triangles of a picture: vertices are placed, lit and projected, faces that cannot be seen are left out, and
//! what remains is sorted into the tiles it touches.
//!
//! A pass (the picture, its mirror image, a light's view) cuts its list of draws into lanes. Each lane is filled by one thread;
//! reading lanes one after the other gives the order of the draws, however many threads there are.

use crate::render::assets::Assets;
use crate::render::clip::{self, Clipped};
use crate::render::error::{Budget, RenderError};
use crate::render::items::{Cull, Form, Item, Role};
use crate::render::lighting::{BLOCK, Lamps, MOST_LAMPS};
use crate::render::lines;
use crate::render::numeric::{dot, larger};
use crate::render::surface::{Surface, SurfacePart};
use crate::render::tiles::{Sampling, Triangle, Triangles};
use crate::render::view::View;
use sim_core::binding::linalg::{Kernel, widest};

/// Lanes of a pass.
pub(super) const LANES: usize = 8;

/// What vertices and triangles of a picture are made for, in errors.
const WHAT: &str = "triangles of the picture";

/// A piece of an item's surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    pub(super) item: usize,
    /// Division of a primitive.
    pub(super) level: usize,
    pub(super) piece: usize,
}

/// A draw as a lane keeps it: where its vertices are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    pub(super) item: usize,
    pub(super) level: usize,
    /// First vertex in the surface.
    pub(super) vertex: usize,
    /// First vertex in the lane.
    pub(super) corner: usize,
    /// First colour in the lane, and colours of each vertex.
    pub(super) color: usize,
    pub(super) channels: usize,
}

/// How triangles of a pass are lit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Light {
    /// Not at all: only where they are counts.
    Unlit,
    /// By all lamps. On opaque items each lamp that casts shadows has a separate channel.
    Apart,
    /// By all lamps together, colours times this.
    Together(f32),
}

impl Light {
    /// Factors of colours under lights.
    pub(super) fn tint(self) -> Option<f32> {
        match self {
            Self::Unlit => None,
            Self::Apart => Some(1.0),
            Self::Together(tint) => Some(tint),
        }
    }
}

/// What all lanes of a pass have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    pub(super) view: &'a View,
    pub(super) assets: &'a Assets,
    pub(super) items: &'a [Item],
    pub(super) lamps: &'a Lamps,
    pub(super) sampling: Sampling,
    pub(super) light: Light,
    /// Whether closed surfaces show their front alone, and all others both sides.
    pub(super) casters: bool,
    pub(super) wireframe: bool,
    pub(super) budget: &'a Budget,
}

/// Triangles of a part of a pass.
#[derive(Debug, Default)]
pub(super) struct Lane {
    pub(super) drawn: Vec<Drawn>,
    /// `x w`, `y w`, `w` of each vertex.
    pub(super) corners: Vec<[f32; 3]>,
    pub(super) colors: Vec<[f32; 3]>,
    pub(super) opaque: Triangles,
    pub(super) clear: Triangles,
    projected: Projected,
    pub(super) error: Option<RenderError>,
}

/// The vertices of one piece in the picture.
#[derive(Debug, Default)]
pub(super) struct Projected {
    x: Vec<i32>,
    y: Vec<i32>,
    z: Vec<f32>,
    /// Distance from the eye.
    distance: Vec<f32>,
    /// Whether it has to be clipped.
    outside: Vec<bool>,
}

impl<'a> Setting<'a> {
    /// The surface of a draw.
    pub(super) fn surface(&self, form: Form, level: usize) -> Option<&'a Surface> {
        self.assets.surface(form, level)
    }

    /// Lists the draws of items, first to last, and leaves out what the view does not see.
    pub(super) fn list(&self, keep: impl Fn(&Item) -> bool, draws: &mut Vec<Draw>) -> Result<(), RenderError> {
        for (i, item) in self.items.iter().enumerate().filter(|(_, item)| keep(item)) {
            let level = self.level(item);
            let Some(surface) = self.surface(item.form, level) else {
                if matches!(item.form, Form::Line | Form::LineBox) {
                    self.budget.reserve("draws", draws, 1)?;
                    draws.push(Draw { item: i, level, piece: 0 });
                }
                continue;
            };
            for (piece, p) in surface.pieces.iter().enumerate() {
                if !matches!(item.form, Form::Grid(_)) && !self.sees(item, p) {
                    continue;
                }
                self.budget.reserve("draws", draws, 1)?;
                draws.push(Draw { item: i, level, piece });
            }
        }
        Ok(())
    }

    /// Whether a piece can be in the view: its bounding box is not beyond one of the sides.
    pub(super) fn sees(&self, item: &Item, piece: &SurfacePart) -> bool {
        let p = &item.place;
        let beyond = |plane: &[f32; 4]| {
            // the plane in local coordinates
            let n = [0, 1, 2].map(|j| plane[0] * p[0][j] + plane[1] * p[1][j] + plane[2] * p[2][j]);
            let shift = plane[0] * p[0][3] + plane[1] * p[1][3] + plane[2] * p[2][3] + plane[3];
            let (mut middle, mut reach) = (shift, 0.0);
            for k in 0..3 {
                middle += n[k] * piece.center[k];
                reach += n[k].abs() * piece.half[k];
            }
            // a margin for rounding
            middle + reach < -1e-4 * (middle.abs() + reach)
        };
        let view = self.view;
        let axis = view.rows[3];
        let near = [axis[0], axis[1], axis[2], axis[3] - view.near];
        let far = [-axis[0], -axis[1], -axis[2], view.far - axis[3]];
        !view.sides.iter().chain([&near, &far]).chain(&view.clip).any(beyond)
    }

    /// The coarsest division of a primitive that makes no difference: its outline stays within a twentieth of a pixel of the
    /// finest one's (a quarter of one for shadows), and light differs little along its straight lines.
    fn level(&self, item: &Item) -> usize {
        let boxed = item.form == Form::Cube;
        let divided = item.radius > 0.0 || boxed;
        if !divided || self.wireframe {
            return 0;
        }
        let p = &item.place;
        let column = |k: usize| (p[0][k] * p[0][k] + p[1][k] * p[1][k] + p[2][k] * p[2][k]).sqrt();
        let length = column(0).max(column(1)).max(column(2));
        let at = p.map(|row| row[3]);
        let straight = usize::from(self.is_far(at, length));
        if boxed {
            return straight;
        }
        let v = self.view;
        let reach = 2.0 * length;
        let row = |row: &[f32; 4]| row[0] * at[0] + row[1] * at[1] + row[2] * at[2] + row[3];
        let w = if v.depth.perspective { (row(&v.rows[2]) - reach).max(v.near) } else { 1.0 };
        let scale = |row: &[f32; 4]| (row[0] * row[0] + row[1] * row[1] + row[2] * row[2]).sqrt();
        let pixels = item.radius * scale(&v.rows[0]).max(scale(&v.rows[1])) / w;
        let allowed = if self.casters { 0.25 } else { 0.05 };
        let outline = self.assets.flatness.iter().rposition(|gap| gap * pixels <= allowed).unwrap_or(0);
        2 * outline + straight
    }

    /// Whether something is much smaller than its distances from the eye and from lamps.
    fn is_far(&self, at: [f32; 3], length: f32) -> bool {
        if matches!(self.light, Light::Unlit) {
            return true;
        }
        let d = [0, 1, 2].map(|k| at[k] - self.view.eye[k]);
        let square = dot(d, d).min(self.lamps.nearest(at));
        square > 64.0 * length * length
    }
}

impl Assets {
    /// The surface of a form.
    pub(super) fn surface(&self, form: Form, level: usize) -> Option<&Surface> {
        let p = self.primitives.get(level)?;
        match form {
            Form::Sphere => Some(&p.sphere),
            Form::Top => Some(&p.top),
            Form::Bottom => Some(&p.bottom),
            Form::Cylinder => Some(&p.cylinder),
            Form::Tube => Some(&p.tube),
            Form::Cone => Some(&p.cone),
            Form::Cube => Some(&p.cube),
            Form::Triangle => Some(&self.triangle),
            Form::Grid(id) => self.grids.get(id).map(|grid| &grid.surface),
            Form::Mesh(id) => self.meshes.get(id),
            Form::Hfield(id) => self.hfields.get(id),
            Form::Skin(id) => self.skins.get(id),
            Form::Line | Form::LineBox => None,
        }
    }
}

/// Vertices of a piece to light.
struct Shine<'a> {
    lane: &'a mut Lane,
    s: &'a Setting<'a>,
    item: &'a Item,
    surface: &'a Surface,
    piece: &'a SurfacePart,
    channels: usize,
}

impl Kernel for Shine<'_> {
    type Output = Result<(), RenderError>;

    #[inline(always)]
    fn run(self) -> Result<(), RenderError> {
        self.lane.shine_on(self.s, self.item, self.surface, self.piece, self.channels)
    }
}

impl Lane {
    /// Fills the lane with the triangles of `draws`.
    pub(super) fn fill(&mut self, s: &Setting<'_>, draws: &[Draw]) {
        self.drawn.clear();
        self.corners.clear();
        self.colors.clear();
        self.error = None;
        self.opaque.clear(&s.sampling);
        self.clear.clear(&s.sampling);
        self.error = draws
            .iter()
            .try_for_each(|draw| self.add(s, *draw))
            .and_then(|()| self.opaque.sort(&s.sampling, s.budget))
            .and_then(|()| self.clear.sort(&s.sampling, s.budget))
            .err();
    }

    /// The list that an item's triangles belong to.
    pub(super) fn list(&mut self, role: Role) -> &mut Triangles {
        if role == Role::Clear { &mut self.clear } else { &mut self.opaque }
    }

    fn add(&mut self, s: &Setting<'_>, draw: Draw) -> Result<(), RenderError> {
        let item = &s.items[draw.item];
        let drawn = Drawn {
            item: draw.item,
            level: draw.level,
            vertex: 0,
            corner: self.corners.len(),
            color: self.colors.len(),
            channels: 0,
        };
        let Some(surface) = s.surface(item.form, draw.level) else {
            s.budget.reserve(WHAT, &mut self.drawn, 1)?;
            self.drawn.push(drawn);
            return lines::item(self, s, item);
        };
        let Some(piece) = surface.pieces.get(draw.piece) else { return Ok(()) };
        let channels = if matches!(item.form, Form::Grid(_)) { 0 } else { s.channels(item) };
        s.budget.reserve(WHAT, &mut self.drawn, 1)?;
        self.drawn.push(Drawn { vertex: piece.vertex, channels, ..drawn });
        self.project(s, item, surface, piece)?;
        let before = self.list(item.role).list.len();
        if s.wireframe {
            lines::edges(self, s, item, surface, piece)?;
        } else {
            self.faces(s, item, surface, piece)?;
        }
        // nothing to be seen needs no light, and vertices without light need not be kept
        if self.list(item.role).list.len() == before {
            self.drawn.pop();
            self.corners.truncate(drawn.corner);
        } else if channels > 0 {
            self.shine(s, item, surface, piece, channels)?;
        }
        Ok(())
    }

    /// Projects the vertices of a piece.
    fn project(
        &mut self,
        s: &Setting<'_>,
        item: &Item,
        surface: &Surface,
        piece: &SurfacePart,
    ) -> Result<(), RenderError> {
        let count = piece.vertices;
        let span = piece.vertex..piece.vertex + count;
        let [px, py, pz] = surface.position.each_ref().map(|list| &list[span.clone()]);
        let v = s.view;
        let combine = |row: &[f32; 4]| {
            let p = &item.place;
            let mut out = [0, 1, 2, 3].map(|j| row[0] * p[0][j] + row[1] * p[1][j] + row[2] * p[2][j]);
            out[3] += row[3];
            out
        };
        let [rx, ry, rw, rd] = v.rows.each_ref().map(combine);
        let clip = v.clip.as_ref().map_or([0.0, 0.0, 0.0, 1.0], combine);
        let p = &mut self.projected;
        for list in [&mut p.x, &mut p.y] {
            s.budget.resize(WHAT, list, count, 0)?;
        }
        for list in [&mut p.z, &mut p.distance] {
            s.budget.resize(WHAT, list, count, 0.0)?;
        }
        s.budget.resize(WHAT, &mut p.outside, count, false)?;
        let start = self.corners.len();
        s.budget.resize(WHAT, &mut self.corners, start + count, [0.0; 3])?;
        let corners = &mut self.corners[start..];
        let (x, y, z) = (&mut p.x[..count], &mut p.y[..count], &mut p.z[..count]);
        let (distance, outside) = (&mut p.distance[..count], &mut p.outside[..count]);
        let unit = s.sampling.unit() as f32;
        let (low, high) = s.sampling.guard();
        let depth = v.depth;
        for i in 0..count {
            let at = |r: &[f32; 4]| r[0] * px[i] + r[1] * py[i] + r[2] * pz[i] + r[3];
            let (wx, wy, w, d) = (at(&rx), at(&ry), at(&rw), at(&rd));
            let (sx, sy) = (wx / w, wy / w);
            let inside = (d >= v.near)
                & (d <= v.far)
                & (sx >= low)
                & (sx <= high[0])
                & (sy >= low)
                & (sy <= high[1])
                & (at(&clip) >= 0.0);
            corners[i] = [wx, wy, w];
            x[i] = snap(sx, unit);
            y[i] = snap(sy, unit);
            z[i] = depth.value(d);
            distance[i] = d;
            outside[i] = !inside;
        }
        Ok(())
    }

    /// Lights the vertices of a piece.
    fn shine(
        &mut self,
        s: &Setting<'_>,
        item: &Item,
        surface: &Surface,
        piece: &SurfacePart,
        channels: usize,
    ) -> Result<(), RenderError> {
        widest(Shine { lane: self, s, item, surface, piece, channels })
    }

    #[inline(always)]
    fn shine_on(
        &mut self,
        s: &Setting<'_>,
        item: &Item,
        surface: &Surface,
        piece: &SurfacePart,
        channels: usize,
    ) -> Result<(), RenderError> {
        let Some(tint) = s.light.tint() else { return Ok(()) };
        let start = self.colors.len();
        s.budget.resize(WHAT, &mut self.colors, start + piece.vertices * channels, [0.0; 3])?;
        let mut finish = item.finish;
        finish.color = finish.color.map(|c| c * tint);
        let (place, turn) = (&item.place, &item.turn);
        let mut out = [[[0.0; BLOCK]; 3]; 1 + MOST_LAMPS];
        for first in (0..piece.vertices).step_by(BLOCK) {
            let count = BLOCK.min(piece.vertices - first);
            let (mut p, mut n) = ([[0.0; BLOCK]; 3], [[0.0; BLOCK]; 3]);
            let from = piece.vertex + first;
            let (mut q, mut m) = ([[0.0; BLOCK]; 3], [[0.0; BLOCK]; 3]);
            for k in 0..3 {
                q[k][..count].copy_from_slice(&surface.position[k][from..from + count]);
                m[k][..count].copy_from_slice(&surface.normal[k][from..from + count]);
            }
            for i in 0..BLOCK {
                for k in 0..3 {
                    p[k][i] = place[k][0] * q[0][i] + place[k][1] * q[1][i] + place[k][2] * q[2][i] + place[k][3];
                    n[k][i] = turn[k][0] * m[0][i] + turn[k][1] * m[1][i] + turn[k][2] * m[2][i];
                }
                let length = larger((n[0][i] * n[0][i] + n[1][i] * n[1][i] + n[2][i] * n[2][i]).sqrt(), 1e-20);
                for k in 0..3 {
                    n[k][i] /= length;
                }
            }
            s.lamps.shine(channels > 1, &finish, s.view.eye, &p, &n, &mut out[..channels]);
            let colors = &mut self.colors[start + first * channels..start + (first + count) * channels];
            for (i, colors) in colors.chunks_exact_mut(channels).enumerate() {
                for (color, block) in colors.iter_mut().zip(&out) {
                    *color = [block[0][i], block[1][i], block[2][i]];
                }
            }
        }
        Ok(())
    }

    /// Adds the faces of a piece that can be seen.
    fn faces(
        &mut self,
        s: &Setting<'_>,
        item: &Item,
        surface: &Surface,
        piece: &SurfacePart,
    ) -> Result<(), RenderError> {
        let draw = (self.drawn.len() - 1) as u32;
        let start = self.drawn[draw as usize].corner;
        let p = &self.projected;
        let list = if item.role == Role::Clear { &mut self.clear } else { &mut self.opaque };
        let culls = Culls::new(s, item, surface);
        let (px, py, pz) = (&p.x[..piece.vertices], &p.y[..piece.vertices], &p.z[..piece.vertices]);
        let outside = &p.outside[..piece.vertices];
        for face in &surface.triangles[piece.triangle..piece.triangle + piece.triangles] {
            let at = face.map(|v| v as usize);
            if outside[at[0]] | outside[at[1]] | outside[at[2]] {
                let corners = at.map(|v| self.corners[start + v]);
                let distances = at.map(|v| p.distance[v]);
                let local = at.map(|v| surface.at(piece.vertex + v));
                let polygon = clip::triangle(s, item, corners, distances, local);
                fan(s, &polygon, &culls, list, *face, draw)?;
                continue;
            }
            let x = at.map(|v| px[v]);
            let y = at.map(|v| py[v]);
            let z = at.map(|v| pz[v]);
            add_triangle(s, x, y, z, &culls, list, *face, draw)?;
        }
        Ok(())
    }

    /// Vertices of the piece that was projected last.
    pub(super) fn vertex(&self, v: usize) -> ([i32; 2], [f32; 3], f32) {
        let p = &self.projected;
        let start = self.drawn.last().map_or(0, |drawn| drawn.corner);
        ([p.x[v], p.y[v]], self.corners[start + v], p.distance[v])
    }
}

/// Pixels as whole multiples of `1 / unit`, rounded down after half a unit is added.
#[inline(always)]
pub(super) fn snap(x: f32, unit: f32) -> i32 {
    // positive, so that cutting off the fraction rounds down
    const SHIFT: i32 = 1 << 21;
    ((x * unit + (SHIFT as f32 + 0.5)) as i32).wrapping_sub(SHIFT)
}

/// Which sides of triangles are left out, by the sign of their area in the picture, whose y points down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Culls {
    positive: bool,
    negative: bool,
}

impl Culls {
    pub(super) fn new(s: &Setting<'_>, item: &Item, surface: &Surface) -> Self {
        let cull = match (s.casters, surface.closed) {
            (false, _) => item.cull,
            (true, true) => Cull::Back,
            (true, false) => Cull::None,
        };
        let [mut positive, mut negative] = match cull {
            Cull::Back => [true, false],
            Cull::Front => [false, true],
            Cull::None => [false, false],
        };
        if s.view.flipped {
            std::mem::swap(&mut positive, &mut negative);
        }
        Self { positive, negative }
    }

    /// Whether a triangle of this area is left out.
    #[inline(always)]
    pub(super) fn drops(&self, area: i64) -> bool {
        area == 0 || (area > 0 && self.positive) || (area < 0 && self.negative)
    }
}

/// Adds the triangles of a clipped polygon.
fn fan(
    s: &Setting<'_>,
    polygon: &Clipped,
    culls: &Culls,
    list: &mut Triangles,
    corners: [u32; 3],
    draw: u32,
) -> Result<(), RenderError> {
    let unit = s.sampling.unit() as f32;
    let points = polygon.points();
    for pair in points.get(1..).unwrap_or(&[]).windows(2) {
        let three = [points[0], pair[0], pair[1]];
        // rounding may lead a little beyond, and very large numbers to none at all
        let (low, high) = s.sampling.guard();
        let x = three.map(|p| snap((p.x / p.w).max(low).min(high[0]), unit));
        let y = three.map(|p| snap((p.y / p.w).max(low).min(high[1]), unit));
        let z = three.map(|p| s.view.depth.value(p.distance));
        add_triangle(s, x, y, z, culls, list, corners, draw)?;
    }
    Ok(())
}

/// Adds a triangle, unless it faces away or no sample can lie in it.
#[inline(always)]
pub(super) fn add_triangle(
    s: &Setting<'_>,
    mut x: [i32; 3],
    mut y: [i32; 3],
    mut z: [f32; 3],
    culls: &Culls,
    list: &mut Triangles,
    corners: [u32; 3],
    draw: u32,
) -> Result<(), RenderError> {
    let (x1, y1) = (x[1] - x[0], y[1] - y[0]);
    let (x2, y2) = (x[2] - x[0], y[2] - y[0]);
    let area = i64::from(x1) * i64::from(y2) - i64::from(x2) * i64::from(y1);
    if culls.drops(area) {
        return Ok(());
    }
    let low = [x[0].min(x[1]).min(x[2]), y[0].min(y[1]).min(y[2])];
    let high = [x[0].max(x[1]).max(x[2]), y[0].max(y[1]).max(y[2])];
    if s.sampling.misses(low, high) {
        return Ok(());
    }
    // depth is linear across the picture
    let scale = s.sampling.unit() as f32 / area as f32;
    let (z1, z2) = (z[1] - z[0], z[2] - z[0]);
    let zx = (z1 * y2 as f32 - z2 * y1 as f32) * scale;
    let zy = (z2 * x1 as f32 - z1 * x2 as f32) * scale;
    if area < 0 {
        x.swap(1, 2);
        y.swap(1, 2);
        z.swap(1, 2);
    }
    list.push(&s.sampling, s.budget, Triangle { x, y, z: z[0], zx, zy, corners, draw }, low, high)
}

impl Setting<'_> {
    /// Colours of each vertex of an item.
    pub(super) fn channels(&self, item: &Item) -> usize {
        match self.light {
            Light::Unlit => 0,
            Light::Apart if item.role != Role::Clear => self.lamps.channels(),
            _ => 1,
        }
    }
}
