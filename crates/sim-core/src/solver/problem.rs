//! A primal problem: the rows and dofs of a world or of one island, with dofs packed into tiles.

use crate::constraint::update::Rows;
use crate::linalg::layout::Layout;
use crate::linalg::ltdl::Pattern;
use crate::linalg::sparse;
use crate::linalg::tile_rows::TileRows;
use crate::linalg::tiles::{Grid, Lane, Tile, WIDTH};
use crate::model::Model;
use crate::scratch::solver::{Packed, TileNumbers};
use crate::stage::{IslandMaps, PrimalRows, RowCosts};

/// `min ½ (a - a0)ᵀ M (a - a0) + s(J a - aref)`.
pub(super) struct Problem<'a> {
    pub rows: Rows<'a>,
    /// `J`.
    pub jacobian: &'a TileRows,
    /// Sparsity of `M` and its factor, in tiles.
    pub grid: Grid<'a>,
    pub mass: &'a [Tile],
    pub factor: &'a [Tile],
    pub diag_inv: &'a [Lane],
    /// `M a0`.
    pub qfrc_smooth: &'a [Lane],
    /// Makes costs and gradients comparable across models: an inverse inertia.
    pub scale: f64,
    /// Whether MuJoCo would store the matrices sparsely.
    pub sparse: bool,
}

impl Problem<'_> {
    /// Tiles of the dofs.
    pub(super) fn tiles(&self) -> usize {
        self.grid.sizes.len()
    }
}

/// The dofs and rows of the world that belong to a problem.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub dofs: &'a [i32],
    pub rows: &'a [i32],
    /// The island; `None` if all rows are solved at once.
    pub island: Option<usize>,
    /// Whether it has every dof of the world, in order.
    all_dofs: bool,
    /// Whether it has every row of the world, in order.
    all_rows: bool,
}

impl<'a> Part<'a> {
    /// The problem of an island, or of all rows; `counts` holds the integers from zero on.
    pub(super) fn of(m: &Model, d: IslandMaps<'a>, counts: &'a [i32], island: Option<usize>) -> Self {
        island.map_or_else(|| Self::whole(m, d.nefc, counts), |island| Self::island(m, d, island))
    }

    fn island(m: &Model, d: IslandMaps<'a>, island: usize) -> Self {
        let range = |first: i32, count: i32| first.max(0) as usize..(first + count).max(0) as usize;
        let dofs = &d.map_idof2dof[range(d.island_idofadr[island], d.island_nv[island])];
        let rows = &d.map_iefc2efc[range(d.island_iefcadr[island], d.island_nefc[island])];
        let (all_dofs, all_rows) = (dofs.len() == m.nv, rows.len() == d.nefc);
        Self { dofs, rows, island: Some(island), all_dofs, all_rows }
    }

    /// Whether it is the whole world.
    fn is_everything(&self) -> bool {
        self.all_dofs && self.all_rows
    }

    fn whole(m: &Model, nefc: usize, counts: &'a [i32]) -> Self {
        Self { dofs: &counts[..m.nv], rows: &counts[..nefc], island: None, all_dofs: true, all_rows: true }
    }
}

/// Copies the entries of `source` at `index`.
pub(super) fn take<T: Copy>(index: &[i32], source: &[T], out: &mut Vec<T>) {
    out.clear();
    out.extend(index.iter().map(|&i| source[i as usize]));
}

/// The arrays of the world that problems are packed from.
pub(super) struct World<'a> {
    pub d: PrimalRows<'a>,
    /// Positions of the dofs in tiles.
    pub layout: &'a Layout,
}

impl TileNumbers {
    /// Removes all tiles of another problem.
    fn clear(&mut self, tiles: usize) {
        for &tile in &self.taken {
            self.number[tile as usize] = -1;
        }
        self.taken.clear();
        self.number.resize(tiles, -1);
    }

    /// Numbers every tile by itself.
    fn take_all(&mut self) {
        for (i, number) in self.number.iter_mut().enumerate() {
            *number = i as i32;
        }
        self.taken.extend(0..self.number.len() as u32);
    }

    /// Position of a dof in the tiles of the problem.
    #[inline]
    fn slot(&self, layout: &Layout, dof: i32) -> usize {
        let slot = layout.slot[dof as usize] as usize;
        self.number[slot / WIDTH] as usize * WIDTH + slot % WIDTH
    }

    /// A vector over the dofs, in tiles; zero at absent dofs.
    fn pack(&self, layout: &Layout, part: &Part<'_>, source: &[f64], out: &mut Vec<Lane>) {
        out.clear();
        out.resize(self.taken.len(), [0.0; WIDTH]);
        if part.all_dofs {
            layout.scatter_dofs(source, out, &(0..part.dofs.len()));
            return;
        }
        let flat = out.as_flattened_mut();
        for &dof in part.dofs {
            flat[self.slot(layout, dof)] = source[dof as usize];
        }
    }
}

impl Packed {
    /// Packs a part of the world. A problem with all dofs or all rows uses the arrays of the world.
    pub(super) fn collect(&mut self, world: &World<'_>, part: &Part<'_>) {
        let layout = world.layout;
        self.tiles.clear(layout.len());
        if part.all_dofs {
            self.tiles.take_all();
            layout.pack(world.d.M, &mut self.inertia);
        } else {
            self.take_tiles(layout, &world.d, part.dofs);
        }
        if !part.is_everything() {
            self.pack_rows(world.d.efc_J.rows(), part);
        }
        let d = &world.d;
        self.tiles.pack(layout, part, d.qfrc_smooth, &mut self.qfrc_smooth);
        if !part.all_rows {
            take(part.rows, d.efc_D, &mut self.mass);
            take(part.rows, d.efc_R, &mut self.regularisation);
            take(part.rows, d.efc_frictionloss, &mut self.frictionloss);
            take(part.rows, d.efc_type, &mut self.kind);
            take(part.rows, d.efc_id, &mut self.id);
        }
    }

    /// Copies the tiles of some dofs and numbers them anew. The dofs form whole kinematic trees.
    fn take_tiles(&mut self, layout: &Layout, d: &PrimalRows<'_>, dofs: &[i32]) {
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
            // once per tile, at its first dof
            if !slot.is_multiple_of(WIDTH) {
                continue;
            }
            let tile = slot / WIDTH;
            self.tiles.number[tile] = self.rownnz.len() as i32;
            self.tiles.taken.push(tile as u32);
            self.sizes.push(sizes[tile]);
            let row = sparse::row_range(pattern.rownnz, pattern.rowadr, tile);
            self.rowadr.push(self.colind.len() as i32);
            self.rownnz.push(row.len() as i32);
            self.colind.extend(pattern.colind[row.clone()].iter().map(|&c| self.tiles.number[c as usize]));
            layout.append_row(d.M, tile, dof as usize, &mut self.inertia);
            self.factor.extend_from_slice(&d.qLD.tiles()[row]);
            self.diag_inv.push(d.qLD.lanes()[tile]);
        }
    }

    /// Copies the rows of the Jacobian from those of the world. Tiles of other islands hold zeros of a path that does not
    /// reach them, and are skipped.
    fn pack_rows(&mut self, source: &TileRows, part: &Part<'_>) {
        self.jacobian.clear();
        let number = |tile: i32| self.tiles.number.get(tile as usize).copied().filter(|&n| n >= 0);
        let mut last = None;
        for &r in part.rows {
            self.jacobian.append(source, r as usize, &mut last, number);
        }
    }

    /// A vector over the dofs, in tiles; zero at absent dofs.
    pub(super) fn pack_dofs(&self, layout: &Layout, part: &Part<'_>, source: &[f64], out: &mut Vec<Lane>) {
        self.tiles.pack(layout, part, source, out);
    }

    /// The reverse of [`pack_dofs`](Self::pack_dofs).
    pub(super) fn unpack_dofs(&self, layout: &Layout, part: &Part<'_>, source: &[Lane], out: &mut [f64]) {
        let flat = source.as_flattened();
        for &dof in part.dofs {
            out[dof as usize] = flat[self.tiles.slot(layout, dof)];
        }
    }

    /// The problem of the packed part.
    pub(super) fn problem<'a>(&'a self, m: &'a Model, world: &'a World<'a>, part: Part<'a>) -> Problem<'a> {
        let d = &world.d;
        let (ne, nf, scale) = match part.island {
            Some(i) => {
                (d.island_ne[i].max(0) as usize, d.island_nf[i].max(0) as usize, sum_of_inertia(m, d.M, part.dofs))
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
        let (grid, factor, diag_inv) = if part.all_dofs {
            (world.layout.grid(), d.qLD.tiles(), d.qLD.lanes())
        } else {
            let pattern = Pattern { rownnz: &self.rownnz, rowadr: &self.rowadr, colind: &self.colind };
            (Grid { pattern, sizes: &self.sizes }, &self.factor[..], &self.diag_inv[..])
        };
        Problem {
            rows: if part.all_rows { Rows::of(RowCosts!(d)) } else { own },
            jacobian: if part.is_everything() { world.d.efc_J.rows() } else { &self.jacobian },
            grid,
            mass: &self.inertia,
            factor,
            diag_inv,
            qfrc_smooth: &self.qfrc_smooth,
            scale: 1.0 / scale,
            sparse: m.is_sparse(),
        }
    }
}

/// Sum of the diagonal of `M`.
fn sum_of_inertia(m: &Model, mass: &[f64], dofs: &[i32]) -> f64 {
    dofs.iter().map(|&i| mass[(m.M_rowadr[i as usize] + m.M_rownnz[i as usize] - 1) as usize]).sum()
}
