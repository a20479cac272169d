//! Any field of Data, by name: for tools that walk all of them.

use super::{Contact, MAX_ISLANDS, SolverStat, Warnings};
use crate::arrays::ArrayMut;
use crate::linalg::factored::Factored;
use crate::linalg::row_matrix::RowMatrix;
use crate::scratch::constraint::CoupledRows;

/// A field of Data, borrowed.
#[derive(Debug)]
pub enum AnyField<'a> {
    /// A count.
    Count(&'a mut usize),
    /// A flag.
    Flag(&'a mut bool),
    /// A number or a few.
    Numbers(&'a mut [f64]),
    /// A number for each island with statistics.
    Islands(&'a mut [i32; MAX_ISLANDS]),
    /// Warnings.
    Warnings(&'a mut Warnings),
    /// Contacts.
    Contacts(&'a mut Vec<Contact>),
    /// Statistics of the solver.
    Statistics(&'a mut Vec<SolverStat>),
    /// An array.
    Array(ArrayMut<'a>),
    /// A factored matrix.
    Factored(&'a mut Factored),
    /// A matrix of constraint rows over the dofs.
    Rows(&'a mut RowMatrix),
    /// A matrix of constraint rows over each other.
    Coupled(&'a mut CoupledRows),
}

macro_rules! from {
    ($($t:ty => |$x:ident| $make:expr;)*) => {$(
        impl<'a> From<&'a mut $t> for AnyField<'a> {
            fn from($x: &'a mut $t) -> Self {
                $make
            }
        }
    )*};
}

from! {
    usize => |x| Self::Count(x);
    bool => |x| Self::Flag(x);
    f64 => |x| Self::Numbers(std::slice::from_mut(x));
    [f64; 2] => |x| Self::Numbers(x);
    [i32; MAX_ISLANDS] => |x| Self::Islands(x);
    Warnings => |x| Self::Warnings(x);
    Vec<Contact> => |x| Self::Contacts(x);
    Vec<SolverStat> => |x| Self::Statistics(x);
    Factored => |x| Self::Factored(x);
    RowMatrix => |x| Self::Rows(x);
    CoupledRows => |x| Self::Coupled(x);
}
