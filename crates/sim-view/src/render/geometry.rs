//! From items to triangles of a picture. Vertices are transformed, lit and projected; hidden faces are skipped; the
//! remaining triangles are sorted into the tiles that they touch.
//!
//! Each chunk of a pass is filled by one thread.

use crate::render::chunk::{Chunk, Culls, Drawn, add_triangle, snap};
use crate::render::clip::{self, Clipped};
use crate::render::error::RenderError;
use crate::render::items::{Form, Item, Role};
use crate::render::lighting::{BLOCK, MOST_LAMPS};
use crate::render::lines;
use crate::render::numeric::larger;
use crate::render::setting::{Draw, Setting};
use crate::render::surface::{Surface, SurfacePart};
use crate::render::tiles::Triangles;
use sim_core::binding::linalg::{Kernel, widest};

/// The name of these buffers in errors.
const WHAT: &str = "triangles of the picture";

/// Vertices of a piece to light.
struct Shine<'a> {
    chunk: &'a mut Chunk,
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
        self.chunk.shine_on(self.s, self.item, self.surface, self.piece, self.channels)
    }
}

impl Chunk {
    /// Fills the chunk with the triangles of `draws`.
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
        // an invisible draw needs no light, and its vertices are dropped
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
        widest(Shine { chunk: self, s, item, surface, piece, channels })
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

    /// Adds the visible faces of a piece.
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
        // rounding may exceed the guard slightly, and huge numbers may give NaN
        let (low, high) = s.sampling.guard();
        let x = three.map(|p| snap((p.x / p.w).max(low).min(high[0]), unit));
        let y = three.map(|p| snap((p.y / p.w).max(low).min(high[1]), unit));
        let z = three.map(|p| s.view.depth.value(p.distance));
        add_triangle(s, x, y, z, culls, list, corners, draw)?;
    }
    Ok(())
}
