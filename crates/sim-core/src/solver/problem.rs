//! What a primal solver works on: the rows and dofs of a world, or of one island, dofs packed into tiles.

use crate::constraint::{self, update::Rows};
use crate::data::{ConstraintType, Data};
use crate::linalg::ltdl::Pattern;
use crate::linalg::sparse;
use crate::linalg::tile_rows::TileRows;
use crate::linalg::tiles::{Grid, Lane, Tile, WIDTH};
use crate::model::Model;
use crate::stage::{RowCosts, RowJacobian};

/// `min ½ (a - a0)ᵀ M (a - a0) + s(J a - aref)`.
pub(super) struct Problem<'a> {
    /// Degrees of freedom.
    pub nv: usize,
    pub rows: Rows<'a>,
    /// `J`.
    pub jacobian: &'a TileRows,
    /// Pattern of `M` and its factor, in tiles.
    pub grid: Grid<'a>,
    pub mass: &'a [Tile],
    pub factor: &'a [Tile],
    pub diag_inv: &'a [Lane],
    /// `M a0`.
    pub qfrc_smooth: &'a [Lane],
    /// Makes costs and gradients comparable across models: an inverse inertia.
    pub scale: f64,
    /// Where the reference engine would store the matrices sparsely: what their sizes depend on.
    pub sparse: Option<Sparse<'a>>,
}

/// A problem in the numbering of the world.
#[derive(Clone, Copy)]
pub(super) struct Sparse<'a> {
    pub m: &'a Model,
    pub d: &'a Data,
    pub part: Part<'a>,
}

impl<'a> Sparse<'a> {
    /// Columns of a row of the Jacobian, by the number of the dof in this part.
    pub(super) fn columns(&self, row: i32) -> impl Iterator<Item = i32> + 'a {
        let (s, count) = (*self, self.part.dofs.len() as i32);
        let (columns, _) = constraint::jacobian::jacobian(RowJacobian::of(s.d)).row(row as usize);
        columns.iter().map(move |&c| s.number(c)).filter(move |n| (0..count).contains(n))
    }

    /// Columns of a row of `M`, by the number of the dof in this part.
    pub(super) fn ancestors(&self, dof: i32) -> impl Iterator<Item = i32> + 'a {
        let s = *self;
        s.m.M_colind[sparse::row_range(&s.m.M_rownnz, &s.m.M_rowadr, dof as usize)].iter().map(move |&c| s.number(c))
    }

    fn number(&self, dof: i32) -> i32 {
        match self.part.island {
            Some(island) => self.d.map_dof2idof[dof as usize] - self.d.island_idofadr[island],
            None => dof,
        }
    }
}

impl Problem<'_> {
    /// Tiles of the dofs.
    pub(super) fn tiles(&self) -> usize {
        self.grid.sizes.len()
    }

    /// Entries of the Jacobian, as the reference engine would store it.
    pub(super) fn stored_entries(&self) -> usize {
        match &self.sparse {
            Some(s) => s.part.rows.iter().map(|&r| s.d.efc_J_rownnz[r as usize].max(0) as usize).sum(),
            None => self.nv * self.rows.len(),
        }
    }
}

/// Which dofs and rows of the world belong to a problem.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub dofs: &'a [i32],
    pub rows: &'a [i32],
    /// The island; none where all rows are solved at once.
    island: Option<usize>,
    /// Every dof of the world is in it, in order.
    all_dofs: bool,
    /// Every row of the world is in it, in order.
    all_rows: bool,
}

impl<'a> Part<'a> {
    pub(super) fn of(d: &'a Data, island: usize) -> Self {
        let range = |first: i32, count: i32| first.max(0) as usize..(first + count).max(0) as usize;
        let dofs = &d.map_idof2dof[range(d.island_idofadr[island], d.island_nv[island])];
        let rows = &d.map_iefc2efc[range(d.island_iefcadr[island], d.island_nefc[island])];
        let (all_dofs, all_rows) = (dofs.len() == d.qvel.len(), rows.len() == d.nefc);
        Self { dofs, rows, island: Some(island), all_dofs, all_rows }
    }

    /// Whether nothing of the world is missing.
    fn is_everything(&self) -> bool {
        self.all_dofs && self.all_rows
    }

    /// Everything; `counts` holds the numbers from zero on.
    pub(super) fn whole(m: &Model, d: &Data, counts: &'a [i32]) -> Self {
        Self { dofs: &counts[..m.nv], rows: &counts[..d.nefc], island: None, all_dofs: true, all_rows: true }
    }
}

/// Copies the entries of `source` at `index`.
pub(super) fn take<T: Copy>(index: &[i32], source: &[T], out: &mut Vec<T>) {
    out.clear();
    out.extend(index.iter().map(|&i| source[i as usize]));
}

/// A problem's own copies of what it works on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Packed {
    /// Number of each tile of the world in this problem, -1 for those that do not belong here.
    number: Vec<i32>,
    /// The tiles that do.
    taken: Vec<u32>,
    rownnz: Vec<i32>,
    rowadr: Vec<i32>,
    colind: Vec<i32>,
    sizes: Vec<u8>,
    inertia: Vec<Tile>,
    factor: Vec<Tile>,
    diag_inv: Vec<Lane>,
    qfrc_smooth: Vec<Lane>,
    jacobian: TileRows,
    mass: Vec<f64>,
    regularisation: Vec<f64>,
    frictionloss: Vec<f64>,
    kind: Vec<ConstraintType>,
    id: Vec<i32>,
}

impl Packed {
    /// Packs a part of the world. All dofs at once stay where they are; so do all rows.
    pub(super) fn collect(&mut self, m: &Model, d: &Data, part: &Part<'_>) {
        for &tile in &self.taken {
            self.number[tile as usize] = -1;
        }
        self.taken.clear();
        let tiles = m.dof_layout().len();
        self.number.resize(tiles, -1);
        if part.all_dofs {
            for (i, number) in self.number.iter_mut().enumerate() {
                *number = i as i32;
            }
            self.taken.extend(0..tiles as u32);
        } else {
            self.take_tiles(m, d, part.dofs);
        }
        if !part.is_everything() {
            self.pack_rows(d, part);
        }
        let mut force = std::mem::take(&mut self.qfrc_smooth);
        self.pack_dofs(m, part, &d.qfrc_smooth, &mut force);
        self.qfrc_smooth = force;
        if !part.all_rows {
            take(part.rows, &d.efc_D, &mut self.mass);
            take(part.rows, &d.efc_R, &mut self.regularisation);
            take(part.rows, &d.efc_frictionloss, &mut self.frictionloss);
            take(part.rows, &d.efc_type, &mut self.kind);
            take(part.rows, &d.efc_id, &mut self.id);
        }
    }

    /// Copies the tiles of some dofs, numbered anew. They belong to whole kinematic trees.
    fn take_tiles(&mut self, m: &Model, d: &Data, dofs: &[i32]) {
        let (layout, source) = (m.dof_layout(), &d.work.inertia_tiles.factored);
        let Grid { pattern, sizes } = layout.grid();
        self.rownnz.clear();
        self.rowadr.clear();
        self.colind.clear();
        self.sizes.clear();
        self.inertia.clear();
        self.factor.clear();
        self.diag_inv.clear();
        for &dof in dofs {
            let slot = layout.slot[dof as usize] as usize;
            // the first dof of a tile stands for it
            if !slot.is_multiple_of(WIDTH) {
                continue;
            }
            let tile = slot / WIDTH;
            self.number[tile] = self.rownnz.len() as i32;
            self.taken.push(tile as u32);
            self.sizes.push(sizes[tile]);
            let row = sparse::row_range(pattern.rownnz, pattern.rowadr, tile);
            self.rowadr.push(self.colind.len() as i32);
            self.rownnz.push(row.len() as i32);
            self.colind.extend(pattern.colind[row.clone()].iter().map(|&c| self.number[c as usize]));
            self.inertia.extend_from_slice(&source.matrix[row.clone()]);
            self.factor.extend_from_slice(&source.factor[row]);
            self.diag_inv.push(source.diag_inv[tile]);
        }
    }

    /// Place of a dof in the tiles of this problem.
    #[inline]
    fn slot(&self, m: &Model, dof: i32) -> usize {
        let slot = m.dof_layout().slot[dof as usize] as usize;
        self.number[slot / WIDTH] as usize * WIDTH + slot % WIDTH
    }

    /// The rows of the Jacobian, copied from those of the world. Tiles of other islands hold zeros of a path that does not
    /// reach them, and are left out.
    fn pack_rows(&mut self, d: &Data, part: &Part<'_>) {
        self.jacobian.clear();
        let source = &d.work.row_tiles.rows;
        let number = |tile: i32| self.number.get(tile as usize).copied().filter(|&n| n >= 0);
        let mut last = None;
        for &r in part.rows {
            self.jacobian.append(source, r as usize, &mut last, number);
        }
    }

    /// A vector over the dofs, in tiles; zero at absent dofs.
    pub(super) fn pack_dofs(&self, m: &Model, part: &Part<'_>, source: &[f64], out: &mut Vec<Lane>) {
        out.clear();
        if part.all_dofs {
            out.resize(m.dof_layout().len(), [0.0; WIDTH]);
            m.dof_layout().scatter_dofs(source, out, &(0..part.dofs.len()));
            return;
        }
        out.resize(self.rownnz.len(), [0.0; WIDTH]);
        let flat = out.as_flattened_mut();
        for &dof in part.dofs {
            flat[self.slot(m, dof)] = source[dof as usize];
        }
    }

    /// The reverse of [`pack_dofs`](Self::pack_dofs).
    pub(super) fn unpack_dofs(&self, m: &Model, part: &Part<'_>, source: &[Lane], out: &mut [f64]) {
        let flat = source.as_flattened();
        for &dof in part.dofs {
            out[dof as usize] = flat[self.slot(m, dof)];
        }
    }

    /// The problem of the part that was packed.
    pub(super) fn problem<'a>(&'a self, m: &'a Model, d: &'a Data, part: Part<'a>) -> Problem<'a> {
        let (ne, nf, scale) = match part.island {
            Some(i) => {
                (d.island_ne[i].max(0) as usize, d.island_nf[i].max(0) as usize, sum_of_inertia(m, d, part.dofs))
            }
            None => (d.ne, d.nf, m.stat.meaninertia * m.nv.max(1) as f64),
        };
        let own = Rows {
            ne,
            nf,
            mass: &self.mass,
            regularisation: &self.regularisation,
            frictionloss: &self.frictionloss,
            kind: &self.kind,
            id: &self.id,
        };
        let world = &d.work.inertia_tiles.factored;
        let (grid, mass, factor, diag_inv) = if part.all_dofs {
            (m.dof_layout().grid(), &world.matrix, &world.factor, &world.diag_inv)
        } else {
            let pattern = Pattern { rownnz: &self.rownnz, rowadr: &self.rowadr, colind: &self.colind };
            (Grid { pattern, sizes: &self.sizes }, &self.inertia, &self.factor, &self.diag_inv)
        };
        Problem {
            nv: part.dofs.len(),
            rows: if part.all_rows { Rows::of(RowCosts::of(d)) } else { own },
            jacobian: if part.is_everything() { &d.work.row_tiles.rows } else { &self.jacobian },
            grid,
            mass,
            factor,
            diag_inv,
            qfrc_smooth: &self.qfrc_smooth,
            scale: 1.0 / scale,
            sparse: m.is_sparse().then_some(Sparse { m, d, part }),
        }
    }
}

/// Sum of the diagonal of `M`.
fn sum_of_inertia(m: &Model, d: &Data, dofs: &[i32]) -> f64 {
    dofs.iter().map(|&i| d.M[(m.M_rowadr[i as usize] + m.M_rownnz[i as usize] - 1) as usize]).sum()
}
