//! Where each dof and each entry of `M` has its place in tiles. It follows from the kinematic trees alone.
//!
//! Dofs that follow each other down a branch share a tile. Trees whose rows of `M` hold nothing but the diagonal (bodies that
//! move by themselves about their own principal axes) are kept separate: they are divided by it instead of being factored.

use crate::linalg::ltdl::Pattern;
use crate::linalg::sparse;
use crate::linalg::tiles::{Grid, IDENTITY, Lane, Tile, WIDTH};
use std::ops::Range;

/// Places of the dofs in tiles. It follows from the trees of a Model alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layout {
    /// Place of each dof: four times its tile, plus its number in the tile.
    pub slot: Vec<i32>,
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    pub(super) colind: Vec<i32>,
    /// Dofs in each tile along the diagonal.
    sizes: Vec<u8>,
    /// An identity of this layout: what tiles hold besides entries.
    identity: Vec<Tile>,
    /// Place of each entry of `M` among the numbers of the tiles.
    pub(super) entry: Vec<u32>,
    /// First entry of each row of `M`, and their number.
    pub(super) start: Vec<usize>,
    /// All dofs in order, by trees next to each other of one kind.
    pub(super) runs: Vec<Run>,
}

/// Kinematic trees of one kind, next to each other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    /// Their dofs.
    pub dofs: Range<usize>,
    /// Their inertia is diagonal.
    pub diagonal: bool,
    /// It is constant too: all dofs are simple.
    pub simple: bool,
}

/// What a layout follows from: the kinematic trees, and the rows of `M` that they give.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trees<'a> {
    /// Parent of each dof, -1 for a root.
    pub parent: &'a [i32],
    /// Dofs whose inertia is constant and diagonal: positive.
    pub simplenum: &'a [i32],
    /// Pattern of `M`.
    pub pattern: Pattern<'a>,
}

impl Layout {
    /// Dofs that follow each other down a branch share a tile.
    pub(crate) fn of(trees: Trees<'_>) -> Self {
        let nv = trees.parent.len();
        let mut out = Self { slot: Vec::with_capacity(nv), ..Self::default() };
        let mut next = 0;
        for dof in 0..nv {
            let parent = usize::try_from(trees.parent[dof]).ok();
            if next % WIDTH == 0 || parent.is_none_or(|parent| parent + 1 != dof) {
                next = out.rownnz.len() * WIDTH;
                out.begin_tile(parent);
            }
            out.slot.push(next as i32);
            next += 1;
            if let Some(size) = out.sizes.last_mut() {
                *size += 1;
            }
        }
        for dof in 0..nv {
            let places = out.entries_of(trees.pattern, dof);
            out.start.push(out.entry.len());
            out.entry.extend(places);
        }
        out.start.push(out.entry.len());
        out.identity = out.make_identity();
        out.find_runs(trees);
        out
    }

    /// Sorts the trees by kind.
    fn find_runs(&mut self, Trees { parent, simplenum, pattern }: Trees<'_>) {
        let (nv, mut first) = (parent.len(), 0);
        while first < nv {
            let is_root = |&dof: &usize| parent[dof] < 0;
            let end = (first + 1..nv).find(is_root).unwrap_or(nv);
            let diagonal = pattern.rownnz[first..end].iter().all(|&nnz| nnz == 1);
            let simple = diagonal && simplenum[first..end].iter().all(|&num| num > 0);
            match self.runs.last_mut() {
                Some(run) if (run.diagonal, run.simple) == (diagonal, simple) => run.dofs.end = end,
                _ => self.runs.push(Run { dofs: first..end, diagonal, simple }),
            }
            first = end;
        }
    }

    /// The runs within `dofs`.
    #[inline]
    pub(crate) fn runs_of(&self, dofs: Range<usize>) -> impl Iterator<Item = Run> {
        let first = self.runs.partition_point(|run| run.dofs.end <= dofs.start);
        self.runs[first..]
            .iter()
            .take_while(move |run| run.dofs.start < dofs.end)
            .map(move |run| Run { dofs: run.dofs.start.max(dofs.start)..run.dofs.end.min(dofs.end), ..*run })
    }

    /// A new tile below the one of dof `parent`.
    fn begin_tile(&mut self, parent: Option<usize>) {
        let (tile, start) = (self.rownnz.len() as i32, self.colind.len());
        if let Some(above) = parent.map(|dof| self.slot[dof] as usize / WIDTH) {
            self.colind.extend_from_within(sparse::row_range(&self.rownnz, &self.rowadr, above));
        }
        self.colind.push(tile);
        self.sizes.push(0);
        self.rowadr.push(start as i32);
        self.rownnz.push((self.colind.len() - start) as i32);
    }

    /// Places of the entries of a row of `M`.
    fn entries_of(&self, mass: Pattern<'_>, dof: usize) -> Vec<u32> {
        let own = self.slot[dof] as usize;
        let tiles = sparse::row_range(&self.rownnz, &self.rowadr, own / WIDTH);
        let columns = &mass.colind[sparse::row_range(mass.rownnz, mass.rowadr, dof)];
        let place = |&column: &i32| {
            let other = self.slot[column as usize] as usize;
            let at = self.colind[tiles.clone()].iter().position(|&c| c as usize == other / WIDTH).unwrap_or(0);
            ((tiles.start + at) * WIDTH * WIDTH + own % WIDTH * WIDTH + other % WIDTH) as u32
        };
        columns.iter().map(place).collect()
    }

    /// The pattern of the tiles.
    pub(crate) fn grid(&self) -> Grid<'_> {
        let pattern = Pattern { rownnz: &self.rownnz, rowadr: &self.rowadr, colind: &self.colind };
        Grid { pattern, sizes: &self.sizes }
    }

    /// Number of tiles along the diagonal.
    pub(crate) fn len(&self) -> usize {
        self.rownnz.len()
    }

    /// An identity of this layout.
    pub(super) fn identity(&self) -> &[Tile] {
        &self.identity
    }

    fn make_identity(&self) -> Vec<Tile> {
        let mut tiles = vec![[[0.0; WIDTH]; WIDTH]; self.colind.len()];
        for (&adr, &nnz) in self.rowadr.iter().zip(&self.rownnz) {
            tiles[(adr + nnz - 1) as usize] = IDENTITY;
        }
        tiles
    }

    /// Entries of the rows `dofs` of `M`.
    pub(crate) fn entries(&self, dofs: &Range<usize>) -> Range<usize> {
        self.start[dofs.start]..self.start[dofs.end]
    }

    /// Rows of tiles that hold `dofs`, whole kinematic trees.
    pub(crate) fn tiles_of(&self, dofs: &Range<usize>) -> Range<usize> {
        let tile = |dof: usize| self.slot.get(dof).map_or(self.len(), |&slot| slot as usize / WIDTH);
        tile(dofs.start)..tile(dofs.end)
    }

    /// Tiles of some rows of tiles.
    pub(super) fn range_of(&self, rows: &Range<usize>) -> Range<usize> {
        let start = |row: usize| self.rowadr.get(row).map_or(self.colind.len(), |&adr| adr as usize);
        start(rows.start)..start(rows.end)
    }

    /// Tiles of a matrix with the pattern of `M`, given in compressed rows.
    pub(crate) fn pack(&self, values: &[f64], tiles: &mut Vec<Tile>) {
        tiles.clone_from(&self.identity);
        let flat = tiles.as_flattened_mut().as_flattened_mut();
        for (&place, &x) in self.entry.iter().zip(values) {
            flat[place as usize] = x;
        }
    }

    /// Appends the tiles of one row of tiles, whose first dof is `first`.
    pub(crate) fn append_row(&self, values: &[f64], tile: usize, first: usize, out: &mut Vec<Tile>) {
        let (begin, range) = (out.len(), self.range_of(&(tile..tile + 1)));
        out.extend_from_slice(&self.identity[range.clone()]);
        let flat = out[begin..].as_flattened_mut().as_flattened_mut();
        for k in self.entries(&(first..first + usize::from(self.sizes[tile]))) {
            flat[self.entry[k] as usize - range.start * WIDTH * WIDTH] = values[k];
        }
    }

    /// Puts a vector over the dofs into lanes; lanes of absent dofs keep their numbers.
    pub(crate) fn scatter_dofs(&self, values: &[f64], lanes: &mut [Lane], dofs: &Range<usize>) {
        let flat = lanes.as_flattened_mut();
        for (&slot, &x) in self.slot[dofs.clone()].iter().zip(&values[dofs.clone()]) {
            flat[slot as usize] = x;
        }
    }

    /// The reverse of [`scatter_dofs`](Self::scatter_dofs).
    pub(crate) fn gather_dofs(&self, lanes: &[Lane], values: &mut [f64], dofs: &Range<usize>) {
        let flat = lanes.as_flattened();
        for (&slot, x) in self.slot[dofs.clone()].iter().zip(&mut values[dofs.clone()]) {
            *x = flat[slot as usize];
        }
    }
}
