//! The table behind Model and Data. A macro turns one list of `name: type [rows, cols]` into struct fields, their allocation from
//! the Model's sizes, a description of each array, and a visitor.
//!
//! The descriptions and the visitor are what the Python package, the conformance harness and `info` walk, so an
//! array is declared once and is visible everywhere.

mod flag;
mod shared;

pub use flag::Flag;
pub use shared::Shared;

use bytemuck::{Pod, cast_slice, cast_slice_mut};
use std::fmt;

/// Stored type of an array's entries. Typed enums are `I32`.
///
/// ```
/// use sim_core::Model;
/// use sim_core::arrays::Element;
///
/// let flags: Vec<_> = Model::ARRAYS.iter().filter(|array| array.element == Element::Bool).collect();
/// assert!(flags.iter().any(|array| array.name == "jnt_limited"));
/// assert_eq!((Element::F64.bytes(), Element::F64.name()), (8, "float64"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Element {
    F64,
    F32,
    I32,
    I64,
    U8,
    Bool,
}

impl Element {
    /// Bytes of one entry.
    pub const fn bytes(self) -> usize {
        match self {
            Self::F64 | Self::I64 => 8,
            Self::F32 | Self::I32 => 4,
            Self::U8 | Self::Bool => 1,
        }
    }

    /// numpy's name of the type: `float64`, `int32`, …
    pub const fn name(self) -> &'static str {
        match self {
            Self::F64 => "float64",
            Self::F32 => "float32",
            Self::I32 => "int32",
            Self::I64 => "int64",
            Self::U8 => "uint8",
            Self::Bool => "bool",
        }
    }
}

/// One dimension of an array, as the table declares it. Displays as `nv`, `nmocap*3` or `6`.
///
/// ```
/// use sim_core::arrays::Dim;
/// use sim_core::Model;
///
/// let keys = Model::ARRAYS.iter().find(|array| array.name == "key_mpos").expect("an array of a model");
/// assert_eq!((keys.rows, keys.cols), (Dim::Size("nkey", 1), Some(Dim::Size("nmocap", 3))));
/// assert_eq!(Dim::Size("nmocap", 3).to_string(), "nmocap*3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dim {
    /// A size of the Model, or a count of the Data for arrays of constraint rows, times a factor.
    Size(&'static str, usize),
    /// A fixed number.
    Fixed(usize),
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(name, 1) => f.write_str(name),
            Self::Size(name, factor) => write!(f, "{name}*{factor}"),
            Self::Fixed(value) => write!(f, "{value}"),
        }
    }
}

/// An array of the table: its name, element type and symbolic dimensions.
///
/// ```
/// use sim_core::Data;
///
/// let xpos = Data::ARRAYS.iter().find(|array| array.name == "xpos").expect("an array of a world");
/// assert_eq!(xpos.describe(), "float64 array (nbody, 3)");
/// assert!(xpos.doc.contains("body frame"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayInfo {
    /// MuJoCo's name.
    pub name: &'static str,
    /// Stored type of the entries.
    pub element: Element,
    /// Rows.
    pub rows: Dim,
    /// Columns; `None` for a vector.
    pub cols: Option<Dim>,
    /// The documentation of the field, in the lines of the source.
    pub doc: &'static str,
}

impl ArrayInfo {
    /// Element type and shape as text: `float64 array (nbody, 3)`.
    pub fn describe(&self) -> String {
        let (element, rows) = (self.element.name(), self.rows);
        match self.cols {
            None => format!("{element} array ({rows},)"),
            Some(cols) => format!("{element} array ({rows}, {cols})"),
        }
    }
}

/// Rows and, for matrices, columns of an array.
///
/// ```
/// use sim_core::Model;
/// use sim_core::arrays::Shape;
///
/// let model = Model::example();
/// let mut found = None;
/// model.visit_arrays(&model, &mut |name, shape, _| found = found.or((name == "geom_rgba").then_some(shape)));
/// assert_eq!(found, Some(Shape { rows: 3, cols: Some(4) }));
/// assert_eq!(found.map(Shape::len), Some(12));
/// ```
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
///
/// ```
/// use sim_core::Model;
/// use sim_core::arrays::ArrayRef;
///
/// let model = Model::example();
/// // a name that is known only when the program runs
/// match model.array("body_mass") {
///     Some(ArrayRef::F64(masses)) => assert_eq!(masses.iter().sum::<f64>(), 1.5),
///     other => panic!("masses are numbers: {other:?}"),
/// }
/// assert!(model.array("body_colour").is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum ArrayRef<'a> {
    F64(&'a [f64]),
    F32(&'a [f32]),
    I32(&'a [i32]),
    I64(&'a [i64]),
    U8(&'a [u8]),
    Bool(&'a [Flag]),
}

/// The mutable form of [`ArrayRef`].
///
/// ```
/// use sim_core::Model;
/// use sim_core::arrays::ArrayMut;
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// if let Some(ArrayMut::F64(velocities)) = data.array_mut("qvel") {
///     velocities.fill(0.5);
/// }
/// assert_eq!(data.qvel, [0.5; 7]);
/// ```
#[derive(Debug)]
#[allow(missing_docs)]
pub enum ArrayMut<'a> {
    F64(&'a mut [f64]),
    F32(&'a mut [f32]),
    I32(&'a mut [i32]),
    I64(&'a mut [i64]),
    U8(&'a mut [u8]),
    Bool(&'a mut [Flag]),
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

    /// Stored type of the entries.
    pub fn element(&self) -> Element {
        match self {
            Self::F64(_) => Element::F64,
            Self::F32(_) => Element::F32,
            Self::I32(_) => Element::I32,
            Self::I64(_) => Element::I64,
            Self::U8(_) => Element::U8,
            Self::Bool(_) => Element::Bool,
        }
    }

    /// Bytes of one entry.
    pub fn entry_bytes(&self) -> usize {
        self.element().bytes()
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
pub(crate) trait ArrayElement: Copy + Default {
    /// The stored type.
    const ELEMENT: Element;
    /// Views a slice under its stored type.
    fn view(slice: &[Self]) -> ArrayRef<'_>;
    /// Views a mutable slice under its stored type.
    fn view_mut(slice: &mut [Self]) -> ArrayMut<'_>;
}

macro_rules! element {
    ($($t:ty => $v:ident),*) => {$(
        impl ArrayElement for $t {
            const ELEMENT: Element = Element::$v;
            fn view(slice: &[Self]) -> ArrayRef<'_> { ArrayRef::$v(slice) }
            fn view_mut(slice: &mut [Self]) -> ArrayMut<'_> { ArrayMut::$v(slice) }
        }
    )*};
}
element!(f64 => F64, f32 => F32, i32 => I32, i64 => I64, u8 => U8, Flag => Bool);

/// Marks the open enums, which are transparent `i32`s.
pub(crate) trait IntCode: Pod + Default {}

impl<T: IntCode> ArrayElement for T {
    const ELEMENT: Element = Element::I32;
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

/// A dimension of the table as a [`Dim`].
macro_rules! symbol {
    ($n:literal) => {
        $crate::arrays::Dim::Fixed($n)
    };
    ($n:ident) => {
        $crate::arrays::Dim::Size(stringify!($n), 1)
    };
    ($n:ident * $k:literal) => {
        $crate::arrays::Dim::Size(stringify!($n), $k)
    };
}
pub(crate) use symbol;

/// The [`ArrayInfo`] of one line of the table.
macro_rules! array_info {
    ($(#[doc = $doc:literal])* $name:ident : $t:ty [ $rows:tt $(, $cols:tt $(* $k:literal)?)? ]) => {
        $crate::arrays::ArrayInfo {
            doc: concat!($($doc, "\n"),*),
            name: stringify!($name),
            element: <$t as $crate::arrays::ArrayElement>::ELEMENT,
            rows: $crate::arrays::symbol!($rows),
            cols: [$($crate::arrays::symbol!($cols $(* $k)?))?].first().copied(),
        }
    };
}
pub(crate) use array_info;

/// Implements `ARRAYS`, `visit_arrays`, `array` and their relatives for a struct whose arrays are listed.
macro_rules! array_visitors {
    ($S:ident, sizes of $M:ty {
        $($(#[doc = $doc:literal])* $name:ident : $t:ty [ $rows:tt $(, $cols:tt $(* $k:literal)?)? ]),* $(,)?
    }) => {
        impl $S {
            /// Names of all arrays, in declaration order.
            pub const ARRAY_NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Names, element types and dimensions of all arrays, in declaration order.
            pub const ARRAYS: &'static [$crate::arrays::ArrayInfo] =
                &[$($crate::arrays::array_info!($(#[doc = $doc])* $name: $t [$rows $(, $cols $(* $k)?)?])),*];

            /// Calls `visit(name, shape, entries)` for every array; shapes come from `sizes`.
            pub fn visit_arrays<'a>(
                &'a self,
                sizes: &$M,
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

#[cfg(test)]
mod tests {
    use super::{ArrayInfo, ArrayRef, Dim, Element, Shape};
    use crate::data::Data;
    use crate::model::{Model, Options, Statistic, VisualRgba};
    use std::collections::BTreeMap;

    type Sizes = BTreeMap<&'static str, usize>;

    /// A model without objects whose sizes are all different, and larger than any number in the table.
    fn probe() -> (Model, Sizes) {
        let (mut model, mut sizes) = (Model::default(), Sizes::new());
        model.visit_sizes_mut(&mut |name, size| {
            *size = 1009 + sizes.len();
            sizes.insert(name, *size);
        });
        (model, sizes)
    }

    fn value(dim: Dim, sizes: &Sizes) -> usize {
        match dim {
            Dim::Size(name, factor) => sizes[name] * factor,
            Dim::Fixed(value) => {
                assert!(value < 1009, "{value} is no small number");
                value
            }
        }
    }

    /// Compares a table with what the visitor says.
    fn check(table: &[ArrayInfo], names: &[&str], sizes: &Sizes, found: &[(&str, Shape, Element)]) {
        let declared: Vec<_> = table
            .iter()
            .map(|a| {
                let shape = Shape { rows: value(a.rows, sizes), cols: a.cols.map(|cols| value(cols, sizes)) };
                (a.name, shape, a.element)
            })
            .collect();
        assert_eq!(declared, found);
        assert!(table.iter().map(|a| a.name).eq(names.iter().copied()));
    }

    /// What a visitor reports.
    fn collect<'a>(
        walk: impl FnOnce(&mut dyn FnMut(&'static str, Shape, ArrayRef<'a>)),
    ) -> Vec<(&'static str, Shape, Element)> {
        let mut found = vec![];
        walk(&mut |name, shape, entries| found.push((name, shape, entries.element())));
        found
    }

    #[test]
    fn symbolic_dimensions_are_those_of_the_visitors() {
        let (sized, sizes) = probe();
        let model = Model::default();
        check(Model::ARRAYS, Model::ARRAY_NAMES, &sizes, &collect(|visit| model.visit_arrays(&sized, visit)));
        let data = Data::default();
        check(Data::ARRAYS, Data::ARRAY_NAMES, &sizes, &collect(|visit| data.visit_arrays(&sized, visit)));
    }

    #[test]
    fn symbolic_rows_are_counts_of_data() {
        let data = Data { nefc: 1009, nJ: 1010, nA: 1011, nY: 1012, nisland: 1013, ..Data::default() };
        let counts = Sizes::from([("nefc", 1009), ("nJ", 1010), ("nA", 1011), ("nY", 1012), ("nisland", 1013)]);
        check(Data::ROW_ARRAYS, Data::ROW_ARRAY_NAMES, &counts, &collect(|visit| data.visit_row_arrays(visit)));
    }

    #[test]
    fn every_array_is_documented() {
        let all = Model::ARRAYS.iter().chain(Data::ARRAYS).chain(Data::ROW_ARRAYS).chain(Data::PRODUCED);
        for array in all {
            assert!(array.doc.trim().len() > 3, "{}", array.name);
        }
        assert_eq!(Model::SIZE_DOCS.len(), Model::SIZE_NAMES.len());
        assert!(Model::SIZE_DOCS.iter().all(|doc| !doc.trim().is_empty()));
        assert!(Data::scalar_doc("ncon").is_some() && Data::scalar_doc("qpos").is_none());
    }

    #[test]
    fn every_setting_is_documented() {
        for (names, docs) in [
            (Options::FIELD_NAMES, Options::FIELD_DOCS),
            (Statistic::FIELD_NAMES, Statistic::FIELD_DOCS),
            (VisualRgba::FIELD_NAMES, VisualRgba::FIELD_DOCS),
        ] {
            assert_eq!(names.len(), docs.len());
            assert!(docs.iter().all(|doc| doc.trim().len() > 3), "{docs:?}");
        }
        assert_eq!(Options::FIELD_DOCS[0].trim(), "Time step (s).");
    }

    #[test]
    fn arrays_describe_themselves() {
        let of = |table: &[ArrayInfo], name| table.iter().find(|a| a.name == name).map(ArrayInfo::describe);
        assert_eq!(of(Model::ARRAYS, "key_mpos").as_deref(), Some("float64 array (nkey, nmocap*3)"));
        assert_eq!(of(Model::ARRAYS, "jnt_type").as_deref(), Some("int32 array (njnt,)"));
        assert_eq!(of(Data::ARRAYS, "eq_active").as_deref(), Some("bool array (neq,)"));
        assert_eq!(of(Data::ROW_ARRAYS, "efc_KBIP").as_deref(), Some("float64 array (nefc, 4)"));
    }
}
