//! Names of the dimensions of arrays: which size of the Model gives the rows and the columns.
//!
//! The visitors report numbers, so we ask them for the shapes of a model whose sizes are all different.

use crate::data::COUNTS;
use sim_core::arrays::{ArrayRef, Shape};
use sim_core::{Data, Model};
use std::sync::OnceLock;

/// Smallest size of the model that is asked; small literal dimensions stay below it.
const FIRST: usize = 1009;
/// The same for the counts of a Data.
const FIRST_COUNT: usize = 10007;

/// One dimension: a size's name and a factor, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dim {
    /// A size of the Model times a factor.
    Size(&'static str, usize),
    /// A fixed number.
    Fixed(usize),
}

impl Dim {
    fn of(value: usize) -> Self {
        if let Some((name, _)) = COUNTS.get(value.wrapping_sub(FIRST_COUNT)) {
            return Self::Size(name, 1);
        }
        for factor in [1, 3, 4] {
            let size = Model::SIZE_NAMES.get((value / factor).wrapping_sub(FIRST));
            if let (Some(name), 0) = (size, value % factor) {
                return Self::Size(name, factor);
            }
        }
        Self::Fixed(value)
    }
}

impl std::fmt::Display for Dim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Size(name, 1) => f.write_str(name),
            Self::Size(name, factor) => write!(f, "{name}*{factor}"),
            Self::Fixed(value) => write!(f, "{value}"),
        }
    }
}

/// Name, element type and dimensions of an array.
#[derive(Clone, Debug)]
pub struct ArrayInfo {
    /// MuJoCo's name.
    pub name: &'static str,
    /// numpy's name of the element type.
    pub dtype: &'static str,
    /// Rows.
    pub rows: Dim,
    /// Columns of a matrix.
    pub cols: Option<Dim>,
}

impl ArrayInfo {
    fn new(name: &'static str, shape: Shape, entries: ArrayRef<'_>) -> Self {
        let dtype = match entries {
            ArrayRef::F64(_) => "float64",
            ArrayRef::F32(_) => "float32",
            ArrayRef::I32(_) => "int32",
            ArrayRef::I64(_) => "int64",
            ArrayRef::U8(_) => "uint8",
            ArrayRef::Bool(_) => "bool",
        };
        Self { name, dtype, rows: Dim::of(shape.rows), cols: shape.cols.map(Dim::of) }
    }

    /// Element type and shape in words.
    pub fn describe(&self) -> String {
        match self.cols {
            None => format!("{} array ({},)", self.dtype, self.rows),
            Some(cols) => format!("{} array ({}, {cols})", self.dtype, self.rows),
        }
    }
}

/// A model without objects whose sizes are all different.
fn probe() -> Model {
    let mut model = Model::default();
    let mut next = FIRST;
    model.visit_sizes_mut(&mut |_, size| {
        *size = next;
        next += 1;
    });
    model
}

/// The arrays of a Model, in declaration order.
pub fn model_arrays() -> &'static [ArrayInfo] {
    static ARRAYS: OnceLock<Vec<ArrayInfo>> = OnceLock::new();
    ARRAYS.get_or_init(|| {
        let mut arrays = Vec::with_capacity(Model::ARRAY_NAMES.len());
        Model::default().visit_arrays(&probe(), &mut |name, shape, entries| {
            arrays.push(ArrayInfo::new(name, shape, entries));
        });
        arrays
    })
}

/// The arrays of a Data, in declaration order.
pub fn data_arrays() -> &'static [ArrayInfo] {
    static ARRAYS: OnceLock<Vec<ArrayInfo>> = OnceLock::new();
    ARRAYS.get_or_init(|| {
        let mut arrays = Vec::with_capacity(Data::ARRAY_NAMES.len());
        Data::default().visit_arrays(&probe(), &mut |name, shape, entries| {
            arrays.push(ArrayInfo::new(name, shape, entries));
        });
        arrays
    })
}

/// The arrays of a Data whose length changes with the constraints.
pub fn row_arrays() -> Vec<ArrayInfo> {
    let mut data = Data::default();
    for (place, (_, field)) in COUNTS.iter().enumerate() {
        *field(&mut data) = FIRST_COUNT + place;
    }
    let mut arrays = vec![];
    data.visit_row_arrays(&mut |name, shape, entries| arrays.push(ArrayInfo::new(name, shape, entries)));
    arrays
}
