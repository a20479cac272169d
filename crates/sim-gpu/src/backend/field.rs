//! Where a field lies in the buffer of all worlds, and the settings of kernels that copy fields.

use crate::backend::dispatch::in_rows;
use crate::codegen::plan::Plan;
use crate::codegen::settings::CopySettings;
use crate::codegen::status::Status;
use crate::codegen::{GROUPS_PER_ROW, Layout};
use std::ops::Range;

/// Settings of a copy, in the order in which the shader has them.
pub type Settings = [u32; 12];

/// Threads of a workgroup of the copying kernels.
pub const GROUP: usize = 64;

/// WGSL of the copying kernels for numbers of this WGSL type. The source names what Rust knows: it is filled in here.
pub fn shader_text(number: &str) -> String {
    let known = [
        ("NUMBER", number.to_string()),
        ("GROUP_THREADS", GROUP.to_string()),
        ("GROUPS_PER_ROW", format!("{GROUPS_PER_ROW}u")),
        ("STATUS_OK", (Status::Ok as i32).to_string()),
    ];
    let source = include_str!("../codegen/wgsl/transfer.wgsl").to_string();
    let text = known.iter().fold(source, |text, (name, value)| text.replace(name, value));
    CopySettings::shader_struct() + &text
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

    /// The field without its name.
    pub fn unnamed(&self) -> FieldSlice<'static> {
        let Self { name: _, is_int, at, len, world_len, tile, ref worlds } = *self;
        FieldSlice { name: "", is_int, at, len, world_len, tile, worlds: worlds.clone() }
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
        let [status_len, status_at] = status.map_or([0; 2], |status| [status.world_len, status.at].map(|x| x as u32));
        let settings = CopySettings {
            worlds: self.worlds.len() as u32,
            first: self.worlds.start as u32,
            world_len: self.world_len as u32,
            at: self.at as u32,
            len: self.len as u32,
            row_len: row_len as u32,
            first_row: first_row as u32,
            row_step: row_step as u32,
            status_len,
            status_at,
            tile: self.tile as u32,
            mask_at: 0,
        };
        settings.words()
    }

    /// Settings of a copy of rows into the worlds of a mask, whose first byte is byte `mask_at` of its buffer.
    pub fn masked_settings(&self, row_len: usize, row_step: usize, mask_at: u32) -> Settings {
        let mut settings = self.settings(row_len, (0, row_step), None);
        settings[CopySettings::MASK_AT] = mask_at;
        settings
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
