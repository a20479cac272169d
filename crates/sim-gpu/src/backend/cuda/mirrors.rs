//! Packed copies of fields that callers view, where the layout of the worlds' buffer cannot be viewed.
//!
//! A copy of an input is written back before anything reads the worlds, so that what a caller wrote counts. All copies are made anew
//! after anything that changes the worlds.

use super::fields::{CudaFields, CudaRows};
use crate::backend::device::CudaStream;
use crate::backend::field::FieldSlice;
use crate::error::GpuSimResult;
use crate::io::cuda_views::Kept;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A copy of a field.
#[derive(Debug)]
struct Mirror {
    name: String,
    field: FieldSlice<'static>,
    is_input: bool,
    rows: CudaRows,
    kept: Kept,
}

/// All copies of a batch.
#[derive(Debug, Default)]
pub struct Mirrors(Mutex<Vec<Mirror>>);

impl Mirrors {
    fn all(&self) -> MutexGuard<'_, Vec<Mirror>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The copy of a field, if there is one.
    pub fn find(&self, name: &str) -> Option<(CudaRows, Kept)> {
        let all = self.all();
        let found = all.iter().find(|mirror| mirror.name == name)?;
        Some((found.rows, found.kept.clone()))
    }

    /// Adds a copy, whose numbers are those of the field already.
    pub fn add(&self, field: &FieldSlice<'_>, is_input: bool, rows: CudaRows, kept: Kept) {
        let name = field.name.to_string();
        self.all().push(Mirror { name, field: field.unnamed(), is_input, rows, kept });
    }

    /// Launches the copies of inputs into the worlds.
    pub fn take(&self, fields: &CudaFields, stream: CudaStream) -> GpuSimResult<()> {
        let all = self.all();
        let mut inputs = all.iter().filter(|mirror| mirror.is_input);
        inputs.try_for_each(|mirror| fields.scatter(stream, &mirror.field, mirror.rows))
    }

    /// Launches the copies of all fields from the worlds.
    pub fn give(&self, fields: &CudaFields, stream: CudaStream) -> GpuSimResult<()> {
        self.all().iter().try_for_each(|mirror| fields.gather(stream, &mirror.field, mirror.rows))
    }
}
