//! Copies of controls by CUDA.

use crate::backend::field::{FieldSlice, RowBlocks, Settings};

/// Copies of blocks of rows at an address of CUDA into a field, ready to be launched.
#[derive(Debug)]
pub struct CudaBlocks {
    /// Workgroups of a copy in both dimensions. None if there is nothing to copy.
    pub groups: Option<[u32; 2]>,
    /// Settings of each block.
    pub settings: Vec<Settings>,
    /// Address of the rows.
    pub address: u64,
}

impl CudaBlocks {
    /// Copies into a field from rows of `row_len` numbers. `status` is the field that says which worlds run.
    pub fn new(
        field: &FieldSlice<'_>,
        status: &FieldSlice<'_>,
        address: u64,
        row_len: usize,
        blocks: RowBlocks<'_>,
    ) -> Self {
        let first_rows = blocks.first_rows.iter();
        let settings = first_rows.map(|&row| field.settings(row_len, (row, blocks.row_step), Some(status))).collect();
        Self { groups: field.groups(), settings, address }
    }
}
