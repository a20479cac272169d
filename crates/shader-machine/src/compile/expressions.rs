//! Expressions as instructions. A value is a list of registers; taking values apart and putting them together costs nothing.

use super::pointer::Pointer;
use super::{Code, Context, constant, literal};
use crate::code::{Binary, Op, Reg, Root, Unary};
use crate::fault::Fault;
use crate::kinds::{Kind, cells};
use naga::valid::FunctionInfo;
use naga::{
    BinaryOperator, Expression, Function, Handle, LocalVariable, MathFunction, RelationalFunction, TypeInner,
    UnaryOperator,
};
use std::collections::HashMap;

/// Expressions of one function.
#[derive(Debug)]
pub struct Expressions<'m> {
    /// What is known of the module.
    pub context: &'m Context<'m>,
    /// The function.
    pub function: &'m Function,
    info: &'m FunctionInfo,
    arguments: Vec<Vec<Reg>>,
    values: HashMap<Handle<Expression>, Vec<Reg>>,
    /// Its variables.
    pub locals: HashMap<Handle<LocalVariable>, Pointer>,
    /// Instructions that were not yet taken.
    pub ops: Vec<Op>,
}

impl<'m> Expressions<'m> {
    /// Of a function.
    pub fn new(
        context: &'m Context<'m>,
        function: &'m Function,
        info: &'m FunctionInfo,
        arguments: Vec<Vec<Reg>>,
    ) -> Self {
        Self { context, function, info, arguments, values: HashMap::new(), locals: HashMap::new(), ops: vec![] }
    }

    /// Bits of a constant expression.
    pub fn constant(&self, handle: Handle<Expression>) -> Result<Vec<u64>, Fault> {
        match &self.function.expressions[handle] {
            Expression::Literal(value) => Ok(vec![literal(*value)?]),
            Expression::Constant(other) => constant(self.context.module, self.context.module.constants[*other].init),
            Expression::ZeroValue(ty) => {
                Ok(vec![0; cells(self.context.module, &self.context.module.types[*ty].inner)?.len()])
            }
            Expression::Splat { size, value } => Ok(self.constant(*value)?.repeat(*size as usize)),
            Expression::Compose { components, .. } => {
                let parts: Result<Vec<Vec<u64>>, Fault> = components.iter().map(|part| self.constant(*part)).collect();
                Ok(parts?.concat())
            }
            other => Err(Fault(format!("a variable starts with {other:?}, which the machine does not know"))),
        }
    }

    /// Line of an expression.
    pub fn line(&self, handle: Handle<Expression>) -> u32 {
        self.context.lines.of(self.function.expressions.get_span(handle))
    }

    fn inner(&self, handle: Handle<Expression>) -> &TypeInner {
        self.info[handle].ty.inner_with(&self.context.module.types)
    }

    /// Kind of the numbers of an expression.
    pub fn kind(&self, handle: Handle<Expression>) -> Result<Kind, Fault> {
        match *self.inner(handle) {
            TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } => Kind::of(scalar),
            ref other => Err(Fault(format!("line {}: no arithmetic with {other:?}", self.line(handle)))),
        }
    }

    fn is_pointer(&self, handle: Handle<Expression>) -> bool {
        matches!(self.inner(handle), TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. })
    }

    /// Gives an expression registers that a statement fills.
    pub fn fill(&mut self, code: &mut Code, handle: Handle<Expression>) -> Result<Vec<Reg>, Fault> {
        let n = cells(self.context.module, self.inner(handle))?.len();
        let registers = code.registers(n);
        self.values.insert(handle, registers.clone());
        Ok(registers)
    }

    /// Registers of an expression that was computed, or that is always known.
    pub fn value(&mut self, code: &mut Code, handle: Handle<Expression>) -> Result<Vec<Reg>, Fault> {
        if let Some(found) = self.values.get(&handle) {
            return Ok(found.clone());
        }
        match self.function.expressions[handle] {
            Expression::Literal(_) | Expression::Constant(_) | Expression::ZeroValue(_) => {
                let bits = self.constant(handle)?;
                Ok(bits.into_iter().map(|x| code.constant(x)).collect())
            }
            Expression::FunctionArgument(i) => Ok(self.arguments[i as usize].clone()),
            ref other => Err(Fault(format!("line {}: {other:?} is used before it is computed", self.line(handle)))),
        }
    }

    /// The register of a single number.
    pub fn single(&mut self, code: &mut Code, handle: Handle<Expression>) -> Result<Reg, Fault> {
        match self.value(code, handle)?[..] {
            [reg] => Ok(reg),
            _ => Err(Fault(format!("line {}: one number is needed", self.line(handle)))),
        }
    }

    /// Follows a pointer.
    pub fn pointer(&mut self, code: &mut Code, handle: Handle<Expression>) -> Result<Pointer, Fault> {
        match self.function.expressions[handle] {
            Expression::GlobalVariable(variable) => Ok(self.context.globals[&variable].clone()),
            Expression::LocalVariable(variable) => Ok(self.locals[&variable].clone()),
            Expression::AccessIndex { base, index } => self.pointer(code, base)?.part(self.context.module, index),
            Expression::Access { base, index } => {
                let index = self.single(code, index)?;
                self.pointer(code, base)?.indexed(self.context.module, index)
            }
            _ => Err(Fault(format!("line {}: the machine follows pointers to variables alone", self.line(handle)))),
        }
    }

    /// Computes an expression.
    pub fn emit(&mut self, code: &mut Code, handle: Handle<Expression>) -> Result<(), Fault> {
        if self.is_pointer(handle) {
            return Ok(());
        }
        let value = match self.function.expressions[handle].clone() {
            Expression::Load { pointer } => {
                let line = self.line(handle);
                let from = self.pointer(code, pointer)?.place(self.context.module, line)?;
                let to = code.registers(from.cells.len());
                self.ops.push(Op::Load { to: to.clone().into(), from });
                to
            }
            Expression::Compose { components, .. } => {
                let mut all = vec![];
                for part in components {
                    all.extend(self.value(code, part)?);
                }
                all
            }
            Expression::Splat { size, value } => vec![self.single(code, value)?; size as usize],
            Expression::Swizzle { size, vector, pattern } => {
                let vector = self.value(code, vector)?;
                pattern[..size as usize].iter().map(|&part| vector[part as usize]).collect()
            }
            Expression::AccessIndex { base, index } => self.part(code, base, index)?,
            Expression::Access { base, index } => self.picked(code, handle, base, index)?,
            Expression::Unary { op, expr } => {
                let f = match op {
                    UnaryOperator::Negate => Unary::Negate,
                    UnaryOperator::LogicalNot | UnaryOperator::BitwiseNot => Unary::Not,
                };
                self.each(code, f, expr)?
            }
            Expression::Binary { op, left, right } => {
                let kind = self.kind(left)?;
                let (a, b) = (self.value(code, left)?, self.value(code, right)?);
                self.pairs(code, operator(op), kind, &a, &b)
            }
            Expression::Select { condition, accept, reject } => {
                let condition = self.value(code, condition)?;
                let (a, b) = (self.value(code, accept)?, self.value(code, reject)?);
                self.select(code, &condition, &a, &b)
            }
            Expression::As { expr, convert, kind } => {
                let f = match convert {
                    Some(width) => Unary::To(Kind::of(naga::Scalar { kind, width })?),
                    None if self.kind(expr)? == Kind::F64 => {
                        return Err(Fault(format!("line {}: no bits of 64", self.line(handle))));
                    }
                    None => Unary::Bits,
                };
                self.each(code, f, expr)?
            }
            Expression::Relational { fun, argument } => {
                let all = self.value(code, argument)?;
                let f = match fun {
                    RelationalFunction::All => Binary::And,
                    RelationalFunction::Any => Binary::Or,
                    _ => return Err(Fault(format!("line {}: {fun:?} is unknown here", self.line(handle)))),
                };
                vec![self.fold(code, f, Kind::Bool, &all)]
            }
            Expression::Math { fun, arg, arg1, arg2, .. } => {
                let others = [arg1, arg2].into_iter().flatten().collect::<Vec<_>>();
                self.math(code, handle, fun, arg, &others)?
            }
            Expression::ArrayLength(array) => {
                let pointer = self.pointer(code, array)?;
                let (Root::Buffer(buffer), TypeInner::Pointer { base, .. }) = (pointer.root, self.inner(array)) else {
                    return Err(Fault(format!("line {}: the length of no array", self.line(handle))));
                };
                let TypeInner::Array { stride, .. } = self.context.module.types[*base].inner else {
                    return Err(Fault(format!("line {}: the length of no array", self.line(handle))));
                };
                let to = code.register();
                self.ops.push(Op::Length { to, buffer, at: pointer.at, stride });
                vec![to]
            }
            other => return Err(Fault(format!("line {}: the machine does not know {other:?}", self.line(handle)))),
        };
        self.values.insert(handle, value);
        Ok(())
    }

    fn part(&mut self, code: &mut Code, base: Handle<Expression>, index: u32) -> Result<Vec<Reg>, Fault> {
        let all = self.value(code, base)?;
        let module = self.context.module;
        let count = |ty| crate::kinds::count(module, ty);
        let (first, n) = match self.inner(base) {
            TypeInner::Vector { .. } => (index, 1),
            TypeInner::Array { base, .. } => (index * count(*base)?, count(*base)?),
            TypeInner::Struct { members, .. } => {
                let before: Result<u32, Fault> =
                    members[..index as usize].iter().try_fold(0, |sum, member| Ok(sum + count(member.ty)?));
                (before?, count(members[index as usize].ty)?)
            }
            other => return Err(Fault(format!("line {}: no parts of {other:?}", self.line(base)))),
        };
        Ok(all[first as usize..(first + n) as usize].to_vec())
    }

    /// The part of a value that an index names.
    fn picked(
        &mut self,
        code: &mut Code,
        handle: Handle<Expression>,
        base: Handle<Expression>,
        index: Handle<Expression>,
    ) -> Result<Vec<Reg>, Fault> {
        let (all, index) = (self.value(code, base)?, self.single(code, index)?);
        let n = cells(self.context.module, self.inner(handle))?.len();
        let (to, line) = (code.registers(n), self.line(handle));
        for (k, &to) in to.iter().enumerate() {
            let from = all.iter().copied().skip(k).step_by(n).collect();
            self.ops.push(Op::Pick { to, from, index, line });
        }
        Ok(to)
    }

    fn each(&mut self, code: &mut Code, f: Unary, of: Handle<Expression>) -> Result<Vec<Reg>, Fault> {
        let (kind, all) = (self.kind(of)?, self.value(code, of)?);
        Ok(all.into_iter().map(|a| self.unary(code, f, kind, a)).collect())
    }

    fn unary(&mut self, code: &mut Code, f: Unary, kind: Kind, a: Reg) -> Reg {
        let to = code.register();
        self.ops.push(Op::Unary { f, kind, to, a });
        to
    }

    fn binary(&mut self, code: &mut Code, f: Binary, kind: Kind, a: Reg, b: Reg) -> Reg {
        let to = code.register();
        self.ops.push(Op::Binary { f, kind, to, a, b });
        to
    }

    /// A function of two vectors, or of a vector and a number.
    fn pairs(&mut self, code: &mut Code, f: Binary, kind: Kind, a: &[Reg], b: &[Reg]) -> Vec<Reg> {
        let n = a.len().max(b.len());
        let at = |list: &[Reg], i: usize| if list.len() == 1 { list[0] } else { list[i] };
        (0..n).map(|i| self.binary(code, f, kind, at(a, i), at(b, i))).collect()
    }

    fn select(&mut self, code: &mut Code, condition: &[Reg], a: &[Reg], b: &[Reg]) -> Vec<Reg> {
        let choose = |(i, (&a, &b)): (usize, (&Reg, &Reg))| {
            let to = code.register();
            let condition = if condition.len() == 1 { condition[0] } else { condition[i] };
            self.ops.push(Op::Select { to, condition, a, b });
            to
        };
        a.iter().zip(b).enumerate().map(choose).collect()
    }

    fn fold(&mut self, code: &mut Code, f: Binary, kind: Kind, all: &[Reg]) -> Reg {
        let mut sum = all[0];
        for &next in &all[1..] {
            sum = self.binary(code, f, kind, sum, next);
        }
        sum
    }

    fn dot(&mut self, code: &mut Code, kind: Kind, a: &[Reg], b: &[Reg]) -> Reg {
        let products = self.pairs(code, Binary::Multiply, kind, a, b);
        self.fold(code, Binary::Add, kind, &products)
    }

    fn math(
        &mut self,
        code: &mut Code,
        handle: Handle<Expression>,
        f: MathFunction,
        first: Handle<Expression>,
        others: &[Handle<Expression>],
    ) -> Result<Vec<Reg>, Fault> {
        let (kind, a) = (self.kind(first)?, self.value(code, first)?);
        let mut rest = vec![];
        for &other in others {
            rest.push(self.value(code, other)?);
        }
        let unary = match f {
            MathFunction::Abs => Some(Unary::Abs),
            MathFunction::Sign => Some(Unary::Sign),
            MathFunction::Sqrt => Some(Unary::Sqrt),
            MathFunction::InverseSqrt => Some(Unary::InverseSqrt),
            MathFunction::Floor => Some(Unary::Floor),
            MathFunction::Ceil => Some(Unary::Ceil),
            MathFunction::Round => Some(Unary::Round),
            MathFunction::Trunc => Some(Unary::Trunc),
            MathFunction::Sin => Some(Unary::Sin),
            MathFunction::Cos => Some(Unary::Cos),
            MathFunction::Tan => Some(Unary::Tan),
            MathFunction::Asin => Some(Unary::Asin),
            MathFunction::Acos => Some(Unary::Acos),
            MathFunction::Atan => Some(Unary::Atan),
            MathFunction::Exp => Some(Unary::Exp),
            MathFunction::Exp2 => Some(Unary::Exp2),
            MathFunction::Log => Some(Unary::Log),
            MathFunction::Log2 => Some(Unary::Log2),
            MathFunction::CountOneBits => Some(Unary::CountOnes),
            _ => None,
        };
        if let Some(f) = unary {
            return Ok(a.into_iter().map(|a| self.unary(code, f, kind, a)).collect());
        }
        Ok(match (f, &rest[..]) {
            (MathFunction::Min, [b]) => self.pairs(code, Binary::Min, kind, &a, b),
            (MathFunction::Max, [b]) => self.pairs(code, Binary::Max, kind, &a, b),
            (MathFunction::Pow, [b]) => self.pairs(code, Binary::Pow, kind, &a, b),
            (MathFunction::Atan2, [b]) => self.pairs(code, Binary::Atan2, kind, &a, b),
            (MathFunction::Clamp, [low, high]) => {
                let above = self.pairs(code, Binary::Max, kind, &a, low);
                self.pairs(code, Binary::Min, kind, &above, high)
            }
            (MathFunction::Fma, [b, c]) => {
                let product = self.pairs(code, Binary::Multiply, kind, &a, b);
                self.pairs(code, Binary::Add, kind, &product, c)
            }
            (MathFunction::Dot, [b]) => vec![self.dot(code, kind, &a, b)],
            (MathFunction::Length, []) => {
                let square = self.dot(code, kind, &a, &a);
                vec![self.unary(code, Unary::Sqrt, kind, square)]
            }
            (MathFunction::Normalize, []) => {
                let square = self.dot(code, kind, &a, &a);
                let length = self.unary(code, Unary::Sqrt, kind, square);
                self.pairs(code, Binary::Divide, kind, &a, &[length])
            }
            (MathFunction::Cross, [b]) => {
                let mut part = |i: usize, j: usize| {
                    let left = self.binary(code, Binary::Multiply, kind, a[i], b[j]);
                    let right = self.binary(code, Binary::Multiply, kind, a[j], b[i]);
                    self.binary(code, Binary::Subtract, kind, left, right)
                };
                vec![part(1, 2), part(2, 0), part(0, 1)]
            }
            _ => return Err(Fault(format!("line {}: the machine does not know {f:?}", self.line(handle)))),
        })
    }
}

fn operator(op: BinaryOperator) -> Binary {
    match op {
        BinaryOperator::Add => Binary::Add,
        BinaryOperator::Subtract => Binary::Subtract,
        BinaryOperator::Multiply => Binary::Multiply,
        BinaryOperator::Divide => Binary::Divide,
        BinaryOperator::Modulo => Binary::Remainder,
        BinaryOperator::Equal => Binary::Equal,
        BinaryOperator::NotEqual => Binary::NotEqual,
        BinaryOperator::Less => Binary::Less,
        BinaryOperator::LessEqual => Binary::LessEqual,
        BinaryOperator::Greater => Binary::Greater,
        BinaryOperator::GreaterEqual => Binary::GreaterEqual,
        BinaryOperator::And | BinaryOperator::LogicalAnd => Binary::And,
        BinaryOperator::InclusiveOr | BinaryOperator::LogicalOr => Binary::Or,
        BinaryOperator::ExclusiveOr => Binary::Xor,
        BinaryOperator::ShiftLeft => Binary::ShiftLeft,
        BinaryOperator::ShiftRight => Binary::ShiftRight,
    }
}
