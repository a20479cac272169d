//! Inputs of a pass: its view, items and lamps, and the list of draws that follows from them.

use crate::render::assets::Assets;
use crate::render::error::{Budget, RenderError};
use crate::render::items::{Form, Item, Role};
use crate::render::lighting::Lamps;
use crate::render::numeric::dot;
use crate::render::surface::{Surface, SurfacePart};
use crate::render::tiles::Sampling;
use crate::render::view::View;

/// A piece of an item's surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    pub(super) item: usize,
    /// Division of a primitive.
    pub(super) level: usize,
    pub(super) piece: usize,
}

/// Lighting of a pass.
#[derive(Clone, Copy, Debug)]
pub(super) enum Light {
    /// No light: only positions count.
    Unlit,
    /// Light of all lamps. On opaque items each lamp with shadows has a separate channel.
    Apart,
    /// Light of all lamps together, with colours multiplied by this.
    Together(f32),
}

impl Light {
    /// Factor on colours under lights.
    pub(super) fn tint(self) -> Option<f32> {
        match self {
            Self::Unlit => None,
            Self::Apart => Some(1.0),
            Self::Together(tint) => Some(tint),
        }
    }
}

/// Inputs that all chunks of a pass share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    pub(super) view: &'a View,
    pub(super) assets: &'a Assets,
    pub(super) items: &'a [Item],
    pub(super) lamps: &'a Lamps,
    pub(super) sampling: Sampling,
    pub(super) light: Light,
    /// Whether closed surfaces show only their front, and all others both sides.
    pub(super) casters: bool,
    pub(super) wireframe: bool,
    pub(super) budget: &'a Budget,
}

impl<'a> Setting<'a> {
    /// The surface of a draw.
    pub(super) fn surface(&self, form: Form, level: usize) -> Option<&'a Surface> {
        self.assets.surface(form, level)
    }

    /// Lists the draws of items in order, without those outside the view.
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

    /// Whether a piece can be visible: its bounding box is not beyond one of the sides.
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

    /// The coarsest division of a primitive without a visible difference: its outline is within a twentieth of a pixel of the
    /// finest one's (a quarter of a pixel for shadows), and light differs little along its straight lines.
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

    /// Whether a length is much smaller than the distances to the eye and to lamps.
    fn is_far(&self, at: [f32; 3], length: f32) -> bool {
        if matches!(self.light, Light::Unlit) {
            return true;
        }
        let d = [0, 1, 2].map(|k| at[k] - self.view.eye[k]);
        let square = dot(d, d).min(self.lamps.nearest(at));
        square > 64.0 * length * length
    }

    /// Number of colours of each vertex of an item.
    pub(super) fn channels(&self, item: &Item) -> usize {
        match self.light {
            Light::Unlit => 0,
            Light::Apart if item.role != Role::Clear => self.lamps.channels(),
            _ => 1,
        }
    }
}
