//! Views: structs of borrows, so that a signature states what a function reads and writes.
//!
//! A view has the names of Data's fields, so `d.xpos` means the field of Data in a stage too. For each entry of the table, [`stages!`]
//! and [`views!`] define a struct, a function `of` that borrows it from a Data, and a macro with the view's name. The macro, as in
//! `Axes!(d)`, borrows the view from another view with these fields, field by field, so other fields of `d` stay free.
//!
//! Building a view costs a load and a store for each field, which slows small worlds. Therefore stages of one function are
//! `inline(always)`, so that only the fields in use remain, and `pipeline/stages.rs` first checks whether there is work to do.

use crate::data::{MAX_ISLANDS, Warnings};
use crate::linalg::factored::Factored;
use crate::linalg::row_matrix::RowMatrix;
use crate::scratch::constraint::CoupledRows;

/// How a view that reads a field borrows it: arrays as slices, numbers by value.
pub trait FieldView {
    /// The borrowed form: a slice or a value.
    type View<'a>
    where
        Self: 'a;
    /// Borrows the field.
    fn view(&self) -> Self::View<'_>;
}

macro_rules! view_slices {
    ($($holder:ty),*) => {$(
        impl<T> FieldView for $holder {
            type View<'a> = &'a [T] where Self: 'a;
            #[inline(always)]
            fn view(&self) -> &[T] {
                self
            }
        }
    )*};
}
view_slices!(Vec<T>, &[T], &mut [T], &mut Vec<T>);

macro_rules! view_values {
    ($($t:ty),*) => {$(
        impl FieldView for $t {
            type View<'a> = $t;
            #[inline(always)]
            fn view(&self) -> $t {
                *self
            }
        }
        impl FieldView for &mut $t {
            type View<'a> = $t where Self: 'a;
            #[inline(always)]
            fn view(&self) -> $t {
                **self
            }
        }
    )*};
}
view_values!(usize, f64, bool, [f64; 2], [i32; MAX_ISLANDS], Warnings);

macro_rules! view_references {
    ($($t:ty),*) => {$(
        impl FieldView for $t {
            type View<'a> = &'a $t;
            #[inline(always)]
            fn view(&self) -> &$t {
                self
            }
        }
        impl FieldView for &$t {
            type View<'a> = &'a $t where Self: 'a;
            #[inline(always)]
            fn view(&self) -> &$t {
                self
            }
        }
        impl FieldView for &mut $t {
            type View<'a> = &'a $t where Self: 'a;
            #[inline(always)]
            fn view(&self) -> &$t {
                self
            }
        }
    )*};
}
view_references!(Factored, RowMatrix, CoupledRows);

/// Defines a view: its struct, and functions that borrow it from Data.
macro_rules! view {
    ($(#[$meta:meta])* $View:ident
        reads { $($r:ident)* } updates { $($u:ident)* } writes { $($w:ident)* } scratch { $($s:ident)* } work { $($k:ident)* }
    ) => {
        $(#[$meta])*
        #[allow(missing_docs, non_snake_case)]
        #[derive(Debug)]
        pub struct $View<'a> {
            $(pub(crate) $r: $crate::data::read::$r<'a>,)*
            $(pub(crate) $u: &'a mut $crate::data::write::$u,)*
            $(pub(crate) $w: &'a mut $crate::data::write::$w,)*
            $(pub(crate) $s: &'a mut $crate::data::buffer::$s,)*
            $(pub(crate) $k: &'a mut $crate::data::shared::$k,)*
        }

        impl<'a> $View<'a> {
            /// Borrows the view from a world.
            #[inline(always)]
            #[allow(dead_code)] // views that only stages take are borrowed from the stages' own
            pub fn of(d: &'a mut $crate::data::Data) -> Self {
                Self {
                    $($r: $crate::stage::FieldView::view(&d.$r),)*
                    $($u: &mut d.$u,)*
                    $($w: &mut d.$w,)*
                    $($s: &mut d.scratch.$s,)*
                    $($k: &mut d.work.$k,)*
                }
            }
        }
    };
}

/// Defines a view that only reads. It is `Copy`, and borrows from a shared reference to a world.
macro_rules! read_view {
    ($(#[$meta:meta])* $View:ident { $($r:ident)* }) => {
        $(#[$meta])*
        #[allow(missing_docs, non_snake_case)]
        #[derive(Clone, Copy, Debug)]
        pub struct $View<'a> {
            $(pub(crate) $r: $crate::data::read::$r<'a>,)*
        }

        impl<'a> $View<'a> {
            /// Borrows the view from a world.
            #[inline(always)]
            #[allow(dead_code)] // views that only stages take are borrowed from the stages' own
            pub fn of(d: &'a $crate::data::Data) -> Self {
                Self { $($r: $crate::stage::FieldView::view(&d.$r),)* }
            }
        }
    };
}

/// Defines views other than stages, for functions that several stages call. The first token must be `$`.
macro_rules! views {
    ($D:tt
        reading { $($(#[$rmeta:meta])* $Read:ident { $($rr:ident)* })* }
        writing { $($(#[$meta:meta])* $View:ident {
            reads { $($r:ident)* } updates { $($u:ident)* } writes { $($w:ident)* } scratch { $($s:ident)* } work { $($k:ident)* }
        })* }
    ) => {
        $(read_view! { $(#[$rmeta])* $Read { $($rr)* } })*
        $(view! { $(#[$meta])* $View
            reads { $($r)* } updates { $($u)* } writes { $($w)* } scratch { $($s)* } work { $($k)* } })*

        /// Views borrowed from views.
        #[allow(unused_imports)]
        mod narrow {
            $(
                #[allow(unused_macros)]
                macro_rules! $Read {
                    ($D d:expr) => { $crate::stage::$Read { $($rr: $crate::stage::FieldView::view(&$D d.$rr),)* } };
                }
                #[allow(unused_imports)]
                pub(crate) use $Read;
            )*
            $(
                #[allow(unused_macros)]
                macro_rules! $View {
                    ($D d:expr) => { $crate::stage::$View {
                        $($r: $crate::stage::FieldView::view(&$D d.$r),)*
                        $($u: &mut $D d.$u,)*
                        $($w: &mut $D d.$w,)*
                        $($s: &mut $D d.$s,)*
                        $($k: &mut $D d.$k,)*
                    } };
                }
                #[allow(unused_imports)]
                pub(crate) use $View;
            )*
        }
        #[allow(unused_imports)]
        pub(crate) use narrow::*;
    };
}

/// Defines the stages: views with a name, a part of the step, a file and MuJoCo's function.
macro_rules! stages {
    ($($(#[$meta:meta])* $View:ident ($name:literal, $part:literal, $file:literal, $reference:literal) {
        reads { $($r:ident)* } updates { $($u:ident)* } writes { $($w:ident)* } scratch { $($s:ident)* } work { $($k:ident)* }
    })*) => {
        $(view! { $(#[$meta])* $View
            reads { $($r)* } updates { $($u)* } writes { $($w)* } scratch { $($s)* } work { $($k)* } })*

        /// A stage of the step.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum StageId { $($(#[$meta])* $View),* }

        /// All stages, in the order of the step.
        pub const STAGES: &[StageInfo] = &[$(StageInfo {
            id: StageId::$View,
            name: $name,
            part: $part,
            file: $file,
            reference: $reference,
            reads: &[$(stringify!($r)),*],
            updates: &[$(stringify!($u)),*],
            writes: &[$(stringify!($w)),*],
        }),*];
    };
}

pub(super) use {read_view, stages, view, views};
