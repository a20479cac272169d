//! Types of the machine: every value is a list of scalars.

use crate::fault::Fault;
use naga::{ArraySize, Handle, Module, Scalar, ScalarKind, Type, TypeInner};

/// Type of a scalar. A register has 64 bits; a 32-bit type uses the lower half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// `i32`.
    I32,
    /// `u32`.
    U32,
    /// `bool`.
    Bool,
}

impl Kind {
    /// The kind of a scalar type.
    pub fn of(scalar: Scalar) -> Result<Self, Fault> {
        match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 4) => Ok(Self::F32),
            (ScalarKind::Float, 8) => Ok(Self::F64),
            (ScalarKind::Sint, 4) => Ok(Self::I32),
            (ScalarKind::Uint, 4) => Ok(Self::U32),
            (ScalarKind::Bool, _) => Ok(Self::Bool),
            _ => Err(Fault(format!("unsupported scalar type {scalar:?}: use f32, f64, i32, u32 or bool"))),
        }
    }

    /// Size in a buffer (bytes).
    pub fn bytes(self) -> usize {
        if self == Self::F64 { 8 } else { 4 }
    }

    /// Content of memory before the first write: a number that stands out where it is used.
    pub fn poison(self) -> u64 {
        match self {
            Self::F32 => u64::from(f32::NAN.to_bits()),
            Self::F64 => f64::NAN.to_bits(),
            Self::I32 | Self::U32 => 0x6bad_6bad,
            Self::Bool => 1,
        }
    }
}

/// One scalar of a type.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// Its first byte in a buffer.
    pub byte: u32,
    /// What it is.
    pub kind: Kind,
}

/// Part of a type that a pointer leads to.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A type of the module.
    Whole(Handle<Type>),
    /// One number of a vector.
    Single(Scalar),
}

/// Scalars of a type, in order.
pub fn cells(module: &Module, inner: &TypeInner) -> Result<Vec<Cell>, Fault> {
    match *inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => Ok(vec![Cell { byte: 0, kind: Kind::of(scalar)? }]),
        TypeInner::Vector { size, scalar } => {
            let kind = Kind::of(scalar)?;
            Ok((0..size as u32).map(|i| Cell { byte: i * u32::from(scalar.width), kind }).collect())
        }
        TypeInner::Array { base, size, stride } => {
            let one = cells(module, &module.types[base].inner)?;
            let ArraySize::Constant(count) = size else {
                return Err(Fault("a runtime-sized array is no value: index it".into()));
            };
            let shift = |i: u32| one.iter().map(move |cell| Cell { byte: cell.byte + i * stride, ..*cell });
            Ok((0..count.get()).flat_map(shift).collect())
        }
        TypeInner::Struct { ref members, .. } => {
            let mut all = vec![];
            for member in members {
                let inner = &module.types[member.ty].inner;
                all.extend(cells(module, inner)?.iter().map(|cell| Cell { byte: cell.byte + member.offset, ..*cell }));
            }
            Ok(all)
        }
        _ => Err(Fault(format!("unsupported type of a value: {inner:?}"))),
    }
}

/// Number of scalars of a type.
pub fn count(module: &Module, ty: Handle<Type>) -> Result<u32, Fault> {
    Ok(cells(module, &module.types[ty].inner)?.len() as u32)
}
