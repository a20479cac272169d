//! A surface: triangles and the attributes of their corners, in pieces small enough to be culled or given to a thread one by one.

use crate::render::error::{Budget, RenderError};
use std::collections::HashMap;

/// Target size of a piece in vertices; a piece may end a little above.
const PIECE: usize = 1024;

/// The name of these buffers in errors.
const WHAT: &str = "surfaces";

/// A range of vertices and triangles in the lists of a [`Surface`].
#[derive(Clone, Debug)]
pub(super) struct SurfacePart {
    pub(super) vertex: usize,
    pub(super) vertices: usize,
    pub(super) triangle: usize,
    pub(super) triangles: usize,
    /// Centre of the bounding box.
    pub(super) center: [f32; 3],
    /// Half sizes of the bounding box.
    pub(super) half: [f32; 3],
}

/// Triangles in local coordinates. Corners count from the first vertex of their piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    pub(crate) position: [Vec<f32>; 3],
    pub(crate) normal: [Vec<f32>; 3],
    /// Empty, or a pair for each vertex.
    pub(crate) texcoord: Vec<[f32; 2]>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// Bit k: the edge from corner k to the next is drawn in wireframe.
    pub(super) edges: Vec<u8>,
    pub(super) pieces: Vec<SurfacePart>,
    /// Whether the surface is closed, so that front faces alone hide everything.
    pub(super) closed: bool,
}

impl Surface {
    /// Vertices of the corners of all triangles, one after the other.
    #[cfg(feature = "viewer")]
    pub(crate) fn corners(&self) -> impl Iterator<Item = usize> {
        let of_piece = |piece: &SurfacePart| {
            let first = piece.vertex;
            let triangles = self.triangles.get(piece.triangle..piece.triangle + piece.triangles).unwrap_or_default();
            triangles.iter().flatten().map(move |&corner| first + corner as usize)
        };
        self.pieces.iter().flat_map(of_piece)
    }

    /// The local position of a vertex.
    pub(super) fn at(&self, vertex: usize) -> [f32; 3] {
        [self.position[0][vertex], self.position[1][vertex], self.position[2][vertex]]
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let floats = self.position.iter().chain(&self.normal).map(Vec::capacity).sum::<usize>();
        let pairs = self.texcoord.capacity();
        let faces = self.triangles.capacity();
        (4 * floats + 8 * pairs + 13 * faces + size_of::<SurfacePart>() * self.pieces.capacity()) as u64
    }
}

/// A corner of a triangle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Corner {
    pub(super) position: [f32; 3],
    pub(super) normal: [f32; 3],
    pub(super) texcoord: [f32; 2],
}

/// Builds a [`Surface`] corner by corner. Equal corners of a piece become one vertex.
#[derive(Debug)]
pub(super) struct Builder<'a> {
    surface: Surface,
    budget: &'a Budget,
    with_texcoord: bool,
    vertex: usize,
    triangle: usize,
    known: HashMap<[u32; 8], u32>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(budget: &'a Budget, with_texcoord: bool) -> Self {
        let surface = Surface::default();
        Self { surface, budget, with_texcoord, vertex: 0, triangle: 0, known: HashMap::new() }
    }

    fn corner(&mut self, corner: &Corner) -> Result<u32, RenderError> {
        let Corner { position: p, normal: n, texcoord: t } = corner;
        let key = [p[0], p[1], p[2], n[0], n[1], n[2], t[0], t[1]].map(f32::to_bits);
        if let Some(&found) = self.known.get(&key) {
            return Ok(found);
        }
        let s = &mut self.surface;
        for (list, value) in s.position.iter_mut().zip(p).chain(s.normal.iter_mut().zip(n)) {
            self.budget.reserve(WHAT, list, 1)?;
            list.push(*value);
        }
        if self.with_texcoord {
            self.budget.reserve(WHAT, &mut s.texcoord, 1)?;
            s.texcoord.push(*t);
        }
        let index = (s.position[0].len() - 1 - self.vertex) as u32;
        self.known.insert(key, index);
        Ok(index)
    }

    fn face(&mut self, corners: [&Corner; 3], edges: u8) -> Result<(), RenderError> {
        let mut indices = [0; 3];
        for (index, corner) in indices.iter_mut().zip(corners) {
            *index = self.corner(corner)?;
        }
        self.budget.reserve(WHAT, &mut self.surface.triangles, 1)?;
        self.budget.reserve(WHAT, &mut self.surface.edges, 1)?;
        self.surface.triangles.push(indices);
        self.surface.edges.push(edges);
        Ok(())
    }

    /// Adds a triangle, counterclockwise seen from the front.
    pub(super) fn triangle(&mut self, [a, b, c]: [&Corner; 3]) -> Result<(), RenderError> {
        self.face([a, b, c], 7)?;
        self.end_piece(PIECE);
        Ok(())
    }

    /// Adds a quadrilateral, counterclockwise seen from the front; its diagonal goes from the second corner to the fourth.
    pub(super) fn quad(&mut self, [a, b, c, d]: [&Corner; 4]) -> Result<(), RenderError> {
        self.face([a, b, d], 0b101)?;
        self.face([b, c, d], 0b011)?;
        self.end_piece(PIECE);
        Ok(())
    }

    /// Ends the piece if it has `most` vertices or more.
    fn end_piece(&mut self, most: usize) {
        let s = &mut self.surface;
        let vertices = s.position[0].len() - self.vertex;
        if vertices < most.max(1) {
            return;
        }
        let mut center = [0.0; 3];
        let mut half = [0.0; 3];
        for k in 0..3 {
            let values = &s.position[k][self.vertex..];
            let low = values.iter().copied().fold(f32::INFINITY, f32::min);
            let high = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            center[k] = 0.5 * (low + high);
            half[k] = 0.5 * (high - low);
        }
        let triangles = s.triangles.len() - self.triangle;
        s.pieces.push(SurfacePart { vertex: self.vertex, vertices, triangle: self.triangle, triangles, center, half });
        self.vertex = s.position[0].len();
        self.triangle = s.triangles.len();
        self.known.clear();
    }

    /// The surface of all triangles added.
    pub(super) fn finish(mut self, closed: bool) -> Surface {
        self.end_piece(0);
        self.surface.closed = closed;
        self.surface
    }
}
