//! Where a field lies in the buffer of all worlds, and the settings of kernels that copy fields.

use crate::backend::dispatch::in_rows;
use crate::codegen::Layout;
use crate::codegen::plan::Plan;
use std::ops::Range;

/// Settings of a copy, in the order in which the shader has them.
pub type Settings = [u32; 11];

/// Threads of a workgroup of the copying kernels, as the shader has them.
pub const GROUP: usize = 64;

/// WGSL of the copying kernels for numbers of this WGSL type.
pub fn shader_text(number: &str) -> String {
    include_str!("../codegen/wgsl/transfer.wgsl").replace("NUMBER", number)
}

/// A field of some worlds in the buffer of all worlds.
#[derive(Clone, Debug)]
pub struct FieldSlice<'a> {
    /// The field's name.
    pub name: &'a str,
    /// Whether its numbers are integers, which have a buffer of their own.
    pub is_int: bool,
    /// Its place in a world.
    pub at: usize,
    /// Its numbers in a world.
    pub len: usize,
    /// Numbers of a world in the buffer.
    pub world_len: usize,
    /// Worlds of a tile.
    pub tile: usize,
    /// The worlds.
    pub worlds: Range<usize>,
}

impl<'a> FieldSlice<'a> {
    /// A field of the first `worlds` worlds, by its layout and its place in a world.
    pub fn new(layout: &'a Layout, at: usize, plan: &Plan, worlds: usize) -> Self {
        let (name, is_int, len) = (&layout.name, layout.is_int, layout.seen_rows() * layout.width);
        let world_len = plan.world_len[usize::from(is_int)];
        Self { name, is_int, at, len, world_len, tile: plan.tile, worlds: 0..worlds }
    }

    /// Numbers of all its worlds.
    pub fn total(&self) -> usize {
        self.worlds.len() * self.len
    }

    /// Settings of a copy between the field and dense rows of `row_len` numbers. The first world has row `first_row`, each next world the
    /// row `row_step` further. `status` is the field that says which worlds run, if the kernel reads it.
    pub fn settings(
        &self,
        row_len: usize,
        (first_row, row_step): (usize, usize),
        status: Option<&FieldSlice<'_>>,
    ) -> Settings {
        let (worlds, first) = (self.worlds.len(), self.worlds.start);
        let [status_len, status_at] = status.map_or([0; 2], |status| [status.world_len, status.at]);
        let place = [worlds, first, self.world_len, self.at, self.len];
        let rows = [row_len, first_row, row_step, status_len, status_at, self.tile];
        let mut all: Settings = [0; 11];
        all.iter_mut().zip(place.into_iter().chain(rows)).for_each(|(to, number)| *to = number as u32);
        all
    }

    /// Workgroups of a copy in both dimensions. None if there is nothing to copy.
    pub fn groups(&self) -> Option<[u32; 2]> {
        in_rows(self.total().div_ceil(GROUP) as u32)
    }
}

/// Blocks of rows of controls, one block for each step.
#[derive(Clone, Copy, Debug)]
pub struct RowBlocks<'a> {
    /// Where each block begins.
    pub first_rows: &'a [usize],
    /// Rows from one world's to the next one's: 1, or 0 if all worlds share a row.
    pub row_step: usize,
}
