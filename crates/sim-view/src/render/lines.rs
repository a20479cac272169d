//! Lines: rectangles in the picture with the width of the line.

use crate::render::chunk::{Chunk, Culls, add_triangle, snap};
use crate::render::clip::{self, Point};
use crate::render::error::RenderError;
use crate::render::items::{Cull, Form, Item};
use crate::render::setting::Setting;
use crate::render::surface::{Surface, SurfacePart};

/// Limit on the width of a line, pixels.
const WIDEST: f32 = 255.0;

/// The corners of a cube, and the pairs of corners of its edges.
const CUBE_EDGES: [[usize; 2]; 12] =
    [[0, 1], [1, 3], [3, 2], [2, 0], [4, 5], [5, 7], [7, 6], [6, 4], [0, 4], [1, 5], [2, 6], [3, 7]];

/// Adds an item that consists of lines.
pub(super) fn item(chunk: &mut Chunk, s: &Setting<'_>, item: &Item) -> Result<(), RenderError> {
    match item.form {
        Form::Line => local_line(chunk, s, item, [0.0; 3], [0.0, 0.0, 1.0]),
        Form::LineBox => {
            let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 1 { 1.0 } else { -1.0 });
            CUBE_EDGES.iter().try_for_each(|&[a, b]| local_line(chunk, s, item, corner(a), corner(b)))
        }
        _ => Ok(()),
    }
}

/// Adds the edges of a piece's faces that are not culled.
pub(super) fn edges(
    chunk: &mut Chunk,
    s: &Setting<'_>,
    item: &Item,
    surface: &Surface,
    piece: &SurfacePart,
) -> Result<(), RenderError> {
    if let Form::Grid(id) = item.form {
        return grid(chunk, s, item, id);
    }
    let culls = Culls::new(s, item, surface);
    let range = piece.triangle..piece.triangle + piece.triangles;
    let width = s.assets.constants.line_width;
    for (face, &edges) in surface.triangles[range.clone()].iter().zip(&surface.edges[range]) {
        let corners = face.map(|v| chunk.vertex(v as usize));
        let points = [0, 1, 2].map(|k| {
            let local = surface.at(piece.vertex + face[k] as usize);
            clip::point(corners[k].1, corners[k].2, height(s, item, local))
        });
        // the clipped face decides which side is visible
        let seen = clip::polygon(s, &points);
        let Some([a, b, c]) = seen.points().first_chunk::<3>() else { continue };
        let unit = s.sampling.unit() as f32;
        let (low, high) = s.sampling.guard();
        let place = |p: &Point| [p.x, p.y].map(|x| x / p.w);
        let [a, b, c] = [a, b, c].map(|p| [0, 1].map(|k| i64::from(snap(place(p)[k].max(low).min(high[k]), unit))));
        if culls.drops((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) {
            continue;
        }
        for k in (0..3).filter(|k| edges >> k & 1 == 1) {
            line(chunk, s, item, [points[k], points[(k + 1) % 3]], *face, width)?;
        }
    }
    Ok(())
}

/// Adds the lines of a plane's grid.
fn grid(chunk: &mut Chunk, s: &Setting<'_>, item: &Item, id: usize) -> Result<(), RenderError> {
    let Some(grid) = s.assets.grids.get(id) else { return Ok(()) };
    let [xs, ys] = &grid.lines;
    let (Some((&x0, &x1)), Some((&y0, &y1))) = (xs.first().zip(xs.last()), ys.first().zip(ys.last())) else {
        return Ok(());
    };
    for &x in xs {
        local_line(chunk, s, item, [x, y0, 0.0], [x, y1, 0.0])?;
    }
    for &y in ys {
        local_line(chunk, s, item, [x0, y, 0.0], [x1, y, 0.0])?;
    }
    Ok(())
}

fn height(s: &Setting<'_>, item: &Item, local: [f32; 3]) -> f32 {
    let Some(plane) = s.view.clip else { return 1.0 };
    let [x, y, z] = placed(item, local);
    plane[0] * x + plane[1] * y + plane[2] * z + plane[3]
}

fn placed(item: &Item, p: [f32; 3]) -> [f32; 3] {
    item.place.each_ref().map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3])
}

/// Adds a line between two points in local coordinates.
fn local_line(
    chunk: &mut Chunk,
    s: &Setting<'_>,
    item: &Item,
    from: [f32; 3],
    to: [f32; 3],
) -> Result<(), RenderError> {
    let ends = [from, to].map(|local| {
        let p = placed(item, local);
        let [x, y, w, d] = s.view.rows.each_ref().map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3]);
        clip::point([x, y, w], d, height(s, item, local))
    });
    let width = if matches!(item.form, Form::Grid(_)) { s.assets.constants.line_width } else { item.width };
    line(chunk, s, item, ends, [0; 3], width)
}

/// Adds a line between two points of the picture.
fn line(
    chunk: &mut Chunk,
    s: &Setting<'_>,
    item: &Item,
    ends: [Point; 2],
    corners: [u32; 3],
    width: f32,
) -> Result<(), RenderError> {
    let seen = clip::polygon(s, &ends);
    let Some(&[a, b]) = seen.points().first_chunk::<2>() else { return Ok(()) };
    let [from, to] = [a, b].map(|p| [p.x / p.w, p.y / p.w]);
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = (along[0] * along[0] + along[1] * along[1]).sqrt();
    if length.is_nan() || length <= 0.0 {
        return Ok(());
    }
    let half = 0.5 * if width > 0.0 { width.min(WIDEST) } else { 1.0 };
    let across = [-along[1] / length * half, along[0] / length * half];
    let unit = s.sampling.unit() as f32;
    let (low, high) = s.sampling.guard();
    let corner = |p: [f32; 2], side: f32| [0, 1].map(|k| snap((p[k] + side * across[k]).max(low).min(high[k]), unit));
    let [p, q, r, t] = [corner(from, -1.0), corner(to, -1.0), corner(to, 1.0), corner(from, 1.0)];
    let [near, far] = [a, b].map(|p| s.view.depth.value(p.distance));
    let draw = (chunk.drawn.len() - 1) as u32;
    let both = Culls::new(s, &Item { cull: Cull::None, ..*item }, &Surface::default());
    let list = chunk.list(item.role);
    for (three, z) in [([p, q, r], [near, far, far]), ([p, r, t], [near, far, near])] {
        add_triangle(s, three.map(|c| c[0]), three.map(|c| c[1]), z, &both, list, corners, draw)?;
    }
    Ok(())
}
