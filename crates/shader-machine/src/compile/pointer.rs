//! Pointers of a shader, followed to the memory they lead to.

use crate::code::{Place, Reg, Root, Step};
use crate::fault::Fault;
use crate::kinds::{Cell, Kind, Shape, cells, count};
use naga::{ArraySize, Module, TypeInner};

/// A pointer on its way from a variable to one of its parts.
#[derive(Clone, Debug)]
pub struct Pointer {
    /// The variable's memory.
    pub root: Root,
    /// First number: a register, a scalar of the workgroup or a byte of the buffer.
    pub at: u32,
    /// Indices known only at run time.
    pub steps: Vec<Step>,
    /// What it leads to.
    pub shape: Shape,
    /// The variable's name.
    pub name: String,
}

impl Pointer {
    fn in_bytes(&self) -> bool {
        matches!(self.root, Root::Buffer(_))
    }

    fn inner<'m>(&self, module: &'m Module) -> Result<&'m TypeInner, Fault> {
        match self.shape {
            Shape::Whole(ty) => Ok(&module.types[ty].inner),
            Shape::Single(_) => Err(Fault(format!("{}: a number has no parts", self.name))),
        }
    }

    /// To a part whose place is known.
    pub fn part(mut self, module: &Module, index: u32) -> Result<Self, Fault> {
        match *self.inner(module)? {
            TypeInner::Vector { scalar, .. } => {
                self.at += index * if self.in_bytes() { u32::from(scalar.width) } else { 1 };
                self.shape = Shape::Single(scalar);
            }
            TypeInner::Array { base, stride, .. } => {
                self.at += index * if self.in_bytes() { stride } else { count(module, base)? };
                self.shape = Shape::Whole(base);
            }
            TypeInner::Struct { ref members, .. } => {
                for member in &members[..index as usize] {
                    if !self.in_bytes() {
                        self.at += count(module, member.ty)?;
                    }
                }
                if self.in_bytes() {
                    self.at += members[index as usize].offset;
                }
                self.shape = Shape::Whole(members[index as usize].ty);
            }
            ref other => return Err(Fault(format!("{}: no parts of {other:?}", self.name))),
        }
        Ok(self)
    }

    /// To the part that a register names.
    pub fn indexed(mut self, module: &Module, index: Reg) -> Result<Self, Fault> {
        let step = match *self.inner(module)? {
            TypeInner::Vector { size, scalar } => {
                let stride = if self.in_bytes() { u32::from(scalar.width) } else { 1 };
                self.shape = Shape::Single(scalar);
                Step { index, stride, limit: Some(size as u32) }
            }
            TypeInner::Array { base, stride, size } => {
                let stride = if self.in_bytes() { stride } else { count(module, base)? };
                self.shape = Shape::Whole(base);
                let limit = match size {
                    ArraySize::Constant(n) => Some(n.get()),
                    ArraySize::Dynamic => None,
                    ArraySize::Pending(_) => return Err(Fault(format!("{}: a size that is not fixed", self.name))),
                };
                Step { index, stride, limit }
            }
            ref other => return Err(Fault(format!("{}: {other:?} has no index", self.name))),
        };
        self.steps.push(step);
        Ok(self)
    }

    /// The numbers it leads to.
    pub fn place(self, module: &Module, line: u32) -> Result<Place, Fault> {
        let cells = match self.shape {
            Shape::Whole(ty) => cells(module, &module.types[ty].inner)?,
            Shape::Single(scalar) => vec![Cell { byte: 0, kind: Kind::of(scalar)? }],
        };
        Ok(Place {
            root: self.root,
            at: self.at,
            steps: self.steps.into(),
            cells: cells.into(),
            name: self.name.into(),
            line,
        })
    }
}
