//! The table behind Model and Data: a macro that turns one list of `name: type [rows, cols]` into struct
//! fields, their allocation from the Model's sizes, and a visitor.
//!
//! The visitor is what the Python package, the conformance harness and `info` walk, so an array is
//! declared once and is visible everywhere.

use bytemuck::{Pod, cast_slice, cast_slice_mut};

/// Rows and, for matrices, columns of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns; `None` for a vector.
    pub cols: Option<usize>,
}

impl Shape {
    /// Number of entries; the largest number there is where it does not fit.
    pub fn len(self) -> usize {
        self.rows.saturating_mul(self.cols.unwrap_or(1))
    }

    /// Whether there are no entries.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A borrowed array of one of the stored element types. Typed enums appear as `I32`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum ArrayRef<'a> {
    F64(&'a [f64]),
    F32(&'a [f32]),
    I32(&'a [i32]),
    I64(&'a [i64]),
    U8(&'a [u8]),
    Bool(&'a [bool]),
}

/// The mutable form of [`ArrayRef`].
#[derive(Debug)]
#[allow(missing_docs)]
pub enum ArrayMut<'a> {
    F64(&'a mut [f64]),
    F32(&'a mut [f32]),
    I32(&'a mut [i32]),
    I64(&'a mut [i64]),
    U8(&'a mut [u8]),
    Bool(&'a mut [bool]),
}

impl ArrayRef<'_> {
    /// Number of entries.
    pub fn len(&self) -> usize {
        match self {
            Self::F64(a) => a.len(),
            Self::F32(a) => a.len(),
            Self::I32(a) => a.len(),
            Self::I64(a) => a.len(),
            Self::U8(a) => a.len(),
            Self::Bool(a) => a.len(),
        }
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of one entry.
    pub fn entry_bytes(&self) -> usize {
        match self {
            Self::F64(_) | Self::I64(_) => 8,
            Self::F32(_) | Self::I32(_) => 4,
            Self::U8(_) | Self::Bool(_) => 1,
        }
    }

    /// Bytes of the entries.
    pub fn bytes(&self) -> usize {
        self.len() * self.entry_bytes()
    }
}

impl ArrayMut<'_> {
    /// Number of entries.
    pub fn len(&self) -> usize {
        match self {
            Self::F64(a) => a.len(),
            Self::F32(a) => a.len(),
            Self::I32(a) => a.len(),
            Self::I64(a) => a.len(),
            Self::U8(a) => a.len(),
            Self::Bool(a) => a.len(),
        }
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Element types an array may have.
pub trait ArrayElement: Copy + Default {
    /// Views a slice under its stored type.
    fn view(slice: &[Self]) -> ArrayRef<'_>;
    /// Views a mutable slice under its stored type.
    fn view_mut(slice: &mut [Self]) -> ArrayMut<'_>;
}

macro_rules! element {
    ($($t:ty => $v:ident),*) => {$(
        impl ArrayElement for $t {
            fn view(slice: &[Self]) -> ArrayRef<'_> { ArrayRef::$v(slice) }
            fn view_mut(slice: &mut [Self]) -> ArrayMut<'_> { ArrayMut::$v(slice) }
        }
    )*};
}
element!(f64 => F64, f32 => F32, i32 => I32, i64 => I64, u8 => U8, bool => Bool);

/// Marks the open enums, which are transparent `i32`s.
pub(crate) trait IntCode: Pod + Default {}

impl<T: IntCode> ArrayElement for T {
    fn view(slice: &[Self]) -> ArrayRef<'_> {
        ArrayRef::I32(cast_slice(slice))
    }
    fn view_mut(slice: &mut [Self]) -> ArrayMut<'_> {
        ArrayMut::I32(cast_slice_mut(slice))
    }
}

/// One dimension: a number, or the name of a size of the Model.
macro_rules! dim {
    ($m:expr, $n:literal) => {
        $n
    };
    ($m:expr, $n:ident) => {
        $m.$n
    };
    ($m:expr, $n:ident * $k:literal) => {
        $m.$n * $k
    };
}
pub(crate) use dim;

/// Implements `visit_arrays`, `visit_arrays_mut` and `resize_arrays` for a struct whose arrays are listed.
macro_rules! array_visitors {
    ($S:ident { $($name:ident : $t:ty [ $rows:tt $(, $cols:tt $(* $k:literal)?)? ]),* $(,)? }) => {
        impl $S {
            /// Names of all arrays, in declaration order.
            pub const ARRAY_NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Calls `visit(name, shape, entries)` for every array; shapes come from `sizes`.
            pub fn visit_arrays<'a>(
                &'a self,
                sizes: &$crate::model::Model,
                visit: &mut dyn FnMut(&'static str, $crate::arrays::Shape, $crate::arrays::ArrayRef<'a>),
            ) {
                $(visit(
                    stringify!($name),
                    $crate::arrays::Shape {
                        rows: $crate::arrays::dim!(sizes, $rows),
                        cols: [$($crate::arrays::dim!(sizes, $cols $(* $k)?))?].first().copied(),
                    },
                    <$t as $crate::arrays::ArrayElement>::view(&self.$name),
                );)*
            }

            /// How to find the array of a name.
            pub fn reader(name: &str) -> Option<for<'a> fn(&'a Self) -> $crate::arrays::ArrayRef<'a>> {
                match name {
                    $(stringify!($name) => Some(|own| <$t as $crate::arrays::ArrayElement>::view(&own.$name)),)*
                    _ => None,
                }
            }

            /// How to find the array of a name, mutably.
            pub fn writer(name: &str) -> Option<for<'a> fn(&'a mut Self) -> $crate::arrays::ArrayMut<'a>> {
                match name {
                    $(stringify!($name) => Some(|own| <$t as $crate::arrays::ArrayElement>::view_mut(&mut own.$name)),)*
                    _ => None,
                }
            }

            /// The array of a name.
            pub fn array(&self, name: &str) -> Option<$crate::arrays::ArrayRef<'_>> {
                Self::reader(name).map(|find| find(self))
            }

            /// The array of a name, mutably.
            pub fn array_mut(&mut self, name: &str) -> Option<$crate::arrays::ArrayMut<'_>> {
                Self::writer(name).map(|find| find(self))
            }

            /// Calls `visit(name, entries)` for every array, mutably.
            pub fn visit_arrays_mut(&mut self, visit: &mut dyn FnMut(&'static str, $crate::arrays::ArrayMut<'_>)) {
                $(visit(stringify!($name), <$t as $crate::arrays::ArrayElement>::view_mut(&mut self.$name));)*
            }
        }
    };
}
pub(crate) use array_visitors;
