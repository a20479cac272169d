//! Expressions in C++. The result of a statement of naga becomes a named constant; places in memory are written where they are used.

use crate::names::{argument_name, global_name, member_name};
use crate::options::Options;
use crate::types::{constant, is_atomic, literal, scalar_name, type_name, type_of, vector_name};
use naga::proc::TypeResolution;
use naga::{
    AddressSpace, ArraySize, BinaryOperator, Expression, Function, Handle, LocalVariable, MathFunction, Module,
    RelationalFunction, Scalar, ScalarKind, StorageAccess, SwizzleComponent, TypeInner, UnaryOperator,
};

const PARTS: [&str; 4] = ["x", "y", "z", "w"];

/// A function during its translation.
#[derive(Clone, Copy, Debug)]
pub struct Body<'m> {
    pub module: &'m Module,
    pub options: &'m Options,
    pub function: &'m Function,
    pub info: &'m naga::valid::FunctionInfo,
    /// Whether operations must not be fused or reordered.
    pub is_exact: bool,
}

impl Body<'_> {
    pub fn inner(&self, handle: Handle<Expression>) -> &TypeInner {
        self.info[handle].ty.inner_with(&self.module.types)
    }

    pub fn local(&self, handle: Handle<LocalVariable>) -> String {
        let name = self.function.local_variables[handle].name.as_deref().unwrap_or("variable");
        format!("{name}_{}v", handle.index())
    }

    /// Name of an expression that a statement has computed.
    pub fn name(&self, handle: Handle<Expression>) -> String {
        let name = self.function.named_expressions.get(&handle).map_or("", String::as_str);
        format!("{name}_{}e", handle.index())
    }

    /// Type of an expression's value.
    pub fn value_type(&self, handle: Handle<Expression>) -> Result<String, String> {
        match self.info[handle].ty {
            TypeResolution::Handle(ty) => type_of(self.module, ty),
            TypeResolution::Value(ref inner) => type_name(self.module, inner),
        }
    }

    pub fn is_pointer(&self, handle: Handle<Expression>) -> bool {
        matches!(self.inner(handle), TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. })
    }

    /// A value that was computed before, or that needs no computation.
    pub fn value(&self, handle: Handle<Expression>) -> Result<String, String> {
        match self.function.expressions[handle] {
            Expression::Literal(value) => literal(value),
            Expression::Constant(other) => constant(self.module, self.module.constants[other].init),
            Expression::ZeroValue(ty) => Ok(format!("{}{{}}", type_of(self.module, ty)?)),
            Expression::FunctionArgument(i) => Ok(argument_name(self.function, i as usize)),
            _ => Ok(self.name(handle)),
        }
    }

    /// The initial value of a variable, a constant expression.
    pub fn start(&self, handle: Handle<Expression>) -> Result<String, String> {
        match self.function.expressions[handle] {
            Expression::Compose { .. } | Expression::Splat { .. } => {
                Ok(format!("{}{{{}}}", self.value_type(handle)?, self.start_parts(handle)?.join(", ")))
            }
            Expression::Literal(_) | Expression::Constant(_) | Expression::ZeroValue(_) => self.value(handle),
            ref other => Err(format!("a variable that starts with {other:?}")),
        }
    }

    /// The components of an initial value; scalars for a vector.
    fn start_parts(&self, handle: Handle<Expression>) -> Result<Vec<String>, String> {
        let is_vector = matches!(self.inner(handle), TypeInner::Vector { .. });
        match self.function.expressions[handle] {
            Expression::Splat { size, value } => Ok(vec![self.start(value)?; size as usize]),
            Expression::Compose { ref components, .. } => {
                let lists = components.iter().map(|&part| match self.function.expressions[part] {
                    Expression::Compose { .. } | Expression::Splat { .. } if is_vector => self.start_parts(part),
                    _ => Ok(vec![self.start(part)?]),
                });
                Ok(lists.collect::<Result<Vec<_>, String>>()?.concat())
            }
            ref other => Err(format!("a variable that starts with parts of {other:?}")),
        }
    }

    /// A place in memory.
    pub fn place(&self, handle: Handle<Expression>) -> Result<String, String> {
        let types = &self.module.types;
        match self.function.expressions[handle] {
            Expression::GlobalVariable(variable) => {
                let variable = &self.module.global_variables[variable];
                let is_array = matches!(types[variable.ty].inner, TypeInner::Array { size: ArraySize::Dynamic, .. });
                let name = global_name(variable);
                match variable.space {
                    AddressSpace::Storage { .. } if !is_array => Ok(format!("(*{name})")),
                    _ => Ok(name),
                }
            }
            Expression::LocalVariable(variable) => Ok(self.local(variable)),
            Expression::Access { base, index } => {
                let (base_text, index) = (self.place(base)?, self.value(index)?);
                match self.pointee(base)? {
                    TypeInner::Array { size: ArraySize::Dynamic, .. } => Ok(format!("{base_text}[{index}]")),
                    TypeInner::Array { .. } => Ok(format!("{base_text}.at[{index}]")),
                    TypeInner::Vector { .. } if self.has_address(base) => Ok(format!("(&{base_text}.x)[{index}]")),
                    TypeInner::Vector { .. } => Ok(format!("part({base_text}, {index})")),
                    other => Err(format!("an index into {other:?}")),
                }
            }
            Expression::AccessIndex { base, index } => {
                let base_text = self.place(base)?;
                match self.pointee(base)? {
                    TypeInner::Array { size: ArraySize::Dynamic, .. } => Ok(format!("{base_text}[{index}]")),
                    other => Ok(format!("{base_text}{}", part_of(&other, index)?)),
                }
            }
            ref other => Err(format!("a place in memory by {other:?}")),
        }
    }

    /// The type behind a pointer.
    fn pointee(&self, handle: Handle<Expression>) -> Result<TypeInner, String> {
        match *self.inner(handle) {
            TypeInner::Pointer { base, .. } => Ok(self.module.types[base].inner.clone()),
            TypeInner::ValuePointer { size: Some(size), scalar, .. } => Ok(TypeInner::Vector { size, scalar }),
            ref other => Err(format!("a pointer that is {other:?}")),
        }
    }

    /// Whether all invocations change a place atomically.
    pub fn is_atomic(&self, handle: Handle<Expression>) -> bool {
        matches!(*self.inner(handle), TypeInner::Pointer { base, .. } if is_atomic(self.module, base))
    }

    /// Whether a place has an address in any case. Variables of an invocation stay in registers, without an address.
    fn has_address(&self, handle: Handle<Expression>) -> bool {
        match self.function.expressions[handle] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => self.has_address(base),
            Expression::GlobalVariable(variable) => {
                self.module.global_variables[variable].space != AddressSpace::Private
            }
            _ => false,
        }
    }

    /// Whether a place is in a read-only buffer.
    fn is_constant(&self, handle: Handle<Expression>) -> bool {
        match self.function.expressions[handle] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => self.is_constant(base),
            Expression::GlobalVariable(variable) => {
                let space = self.module.global_variables[variable].space;
                matches!(space, AddressSpace::Storage { access } if !access.contains(StorageAccess::STORE))
            }
            _ => false,
        }
    }

    /// The C++ expression for an expression of naga.
    pub fn compute(&self, handle: Handle<Expression>) -> Result<String, String> {
        match self.function.expressions[handle] {
            Expression::Load { pointer } => {
                let place = self.place(pointer)?;
                if self.is_atomic(pointer) {
                    return Ok(format!("now(&{place})"));
                }
                let is_number = matches!(self.inner(handle), TypeInner::Scalar(_));
                Ok(if is_number && self.is_constant(pointer) { format!("__ldg(&{place})") } else { place })
            }
            Expression::Compose { ref components, .. } => {
                let ty = self.value_type(handle)?;
                self.compose(handle, &ty, components)
            }
            Expression::Splat { size, value } => {
                Ok(format!("{}{{{}}}", self.value_type(handle)?, vec![self.value(value)?; size as usize].join(", ")))
            }
            Expression::Swizzle { size, vector, pattern } => {
                let vector = self.value(vector)?;
                let part = |k: &SwizzleComponent| format!("{vector}.{}", PARTS[*k as usize]);
                let parts: Vec<String> = pattern[..size as usize].iter().map(part).collect();
                Ok(format!("{}{{{}}}", self.value_type(handle)?, parts.join(", ")))
            }
            Expression::Access { base, index } => {
                let (text, index) = (self.value(base)?, self.value(index)?);
                match self.inner(base) {
                    TypeInner::Array { .. } => Ok(format!("{text}.at[{index}]")),
                    _ => Ok(format!("part({text}, {index})")),
                }
            }
            Expression::AccessIndex { base, index } => {
                Ok(format!("{}{}", self.value(base)?, part_of(self.inner(base), index)?))
            }
            Expression::Unary { op, expr } => {
                let sign = match op {
                    UnaryOperator::Negate => "-",
                    UnaryOperator::LogicalNot => "!",
                    UnaryOperator::BitwiseNot => "~",
                };
                Ok(format!("{sign}({})", self.value(expr)?))
            }
            Expression::Binary { op, left, right } => self.binary(op, left, right),
            Expression::Select { condition, accept, reject } => {
                let (condition_text, accept, reject) =
                    (self.value(condition)?, self.value(accept)?, self.value(reject)?);
                match self.inner(condition) {
                    TypeInner::Scalar(_) => Ok(format!("{condition_text} ? {accept} : {reject}")),
                    _ => Ok(format!("choose({condition_text}, {accept}, {reject})")),
                }
            }
            Expression::Relational { fun, argument } => match fun {
                RelationalFunction::All => Ok(format!("every({})", self.value(argument)?)),
                RelationalFunction::Any => Ok(format!("some({})", self.value(argument)?)),
                other => Err(format!("the function {other:?}")),
            },
            Expression::Math { fun, arg, arg1, arg2, arg3 } => {
                let arguments: Result<Vec<String>, String> =
                    [Some(arg), arg1, arg2, arg3].into_iter().flatten().map(|a| self.value(a)).collect();
                Ok(format!("{}({})", math_name(fun)?, arguments?.join(", ")))
            }
            Expression::As { expr, kind, convert } => self.cast(expr, kind, convert),
            ref other => Err(format!("the expression {other:?}")),
        }
    }

    /// Composes a value. In WGSL vectors may be composed of vectors; C++ needs their components.
    fn compose(
        &self,
        handle: Handle<Expression>,
        ty: &str,
        components: &[Handle<Expression>],
    ) -> Result<String, String> {
        let mut parts = Vec::new();
        for &component in components {
            let value = self.value(component)?;
            match (self.inner(handle), self.inner(component)) {
                (TypeInner::Vector { .. }, TypeInner::Vector { size, .. }) => {
                    parts.extend(PARTS[..*size as usize].iter().map(|part| format!("{value}.{part}")));
                }
                _ => parts.push(value),
            }
        }
        if matches!(self.inner(handle), TypeInner::Array { .. }) {
            return Ok(format!("{ty}{{{{{}}}}}", parts.join(", ")));
        }
        Ok(format!("{ty}{{{}}}", parts.join(", ")))
    }

    fn binary(
        &self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<String, String> {
        let (a, b) = (self.value(left)?, self.value(right)?);
        let is_real = self.inner(left).scalar_kind() == Some(ScalarKind::Float);
        let is_number = matches!((self.inner(left), self.inner(right)), (TypeInner::Scalar(_), TypeInner::Scalar(_)));
        let sign = match op {
            BinaryOperator::Add if self.is_exact && is_real => return Ok(format!("exact_add({a}, {b})")),
            BinaryOperator::Subtract if self.is_exact && is_real => return Ok(format!("exact_subtract({a}, {b})")),
            BinaryOperator::Multiply if self.is_exact && is_real => return Ok(format!("exact_multiply({a}, {b})")),
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Equal => "==",
            BinaryOperator::NotEqual => "!=",
            BinaryOperator::Less => "<",
            BinaryOperator::LessEqual => "<=",
            BinaryOperator::Greater => ">",
            BinaryOperator::GreaterEqual => ">=",
            BinaryOperator::And => "&",
            BinaryOperator::ExclusiveOr => "^",
            BinaryOperator::InclusiveOr => "|",
            other if !is_number => return Err(format!("the operation {other:?} of vectors")),
            BinaryOperator::Modulo if is_real => return Ok(format!("m_modulo({a}, {b})")),
            // WGSL uses the last five bits of a shift's width
            BinaryOperator::ShiftLeft => return Ok(format!("{a} << ({b} & 31u)")),
            BinaryOperator::ShiftRight => return Ok(format!("{a} >> ({b} & 31u)")),
            BinaryOperator::Modulo => "%",
            BinaryOperator::LogicalAnd => "&&",
            BinaryOperator::LogicalOr => "||",
        };
        Ok(format!("{a} {sign} {b}"))
    }

    fn cast(&self, expr: Handle<Expression>, kind: ScalarKind, convert: Option<u8>) -> Result<String, String> {
        let value = self.value(expr)?;
        match (convert, self.inner(expr)) {
            (Some(width), TypeInner::Scalar(_)) => Ok(format!("({})({value})", scalar_name(Scalar { kind, width })?)),
            (Some(width), TypeInner::Vector { size, .. }) => {
                let scalar = Scalar { kind, width };
                let name = scalar_name(scalar)?;
                let parts: Vec<String> =
                    PARTS[..*size as usize].iter().map(|part| format!("({name})({value}.{part})")).collect();
                Ok(format!("{}{{{}}}", vector_name(*size, scalar)?, parts.join(", ")))
            }
            (None, _) => {
                let name = scalar_name(Scalar { kind, width: 4 })?;
                Ok(format!("bits_{name}({value})"))
            }
            (_, other) => Err(format!("a conversion of {other:?}")),
        }
    }
}

/// A member of a struct, or a component of a vector or an array, as the suffix of its name.
fn part_of(inner: &TypeInner, index: u32) -> Result<String, String> {
    match inner {
        TypeInner::Vector { .. } => Ok(format!(".{}", PARTS[index as usize])),
        TypeInner::Struct { members, .. } => Ok(format!(".{}", member_name(&members[index as usize]))),
        TypeInner::Array { .. } => Ok(format!(".at[{index}]")),
        other => Err(format!("a part of {other:?}")),
    }
}

fn math_name(fun: MathFunction) -> Result<&'static str, String> {
    Ok(match fun {
        MathFunction::Abs => "m_abs",
        MathFunction::Min => "m_min",
        MathFunction::Max => "m_max",
        MathFunction::Clamp => "m_clamp",
        MathFunction::Sqrt => "m_sqrt",
        MathFunction::InverseSqrt => "m_inverse_sqrt",
        MathFunction::Floor => "m_floor",
        MathFunction::Ceil => "m_ceil",
        MathFunction::Round => "m_round",
        MathFunction::Trunc => "m_trunc",
        MathFunction::Exp => "m_exp",
        MathFunction::Exp2 => "m_exp2",
        MathFunction::Log => "m_log",
        MathFunction::Log2 => "m_log2",
        MathFunction::Sin => "m_sin",
        MathFunction::Cos => "m_cos",
        MathFunction::Pow => "m_pow",
        MathFunction::Fma => "m_fma",
        MathFunction::Sign => "m_sign",
        MathFunction::Dot => "m_dot",
        MathFunction::Cross => "m_cross",
        MathFunction::Length => "m_length",
        MathFunction::Normalize => "m_normalize",
        MathFunction::CountOneBits => "m_count_ones",
        other => return Err(format!("the function {other:?}")),
    })
}
