//! Types and constants in C++.

use naga::{ArraySize, Expression, Handle, Literal, Module, Scalar, ScalarKind, Type, TypeInner, VectorSize};

/// Name of a scalar.
pub fn scalar_name(scalar: Scalar) -> Result<&'static str, String> {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Float, 4) => Ok("float"),
        (ScalarKind::Float, 8) => Ok("double"),
        (ScalarKind::Sint, 4) => Ok("int"),
        (ScalarKind::Uint, 4) => Ok("unsigned"),
        (ScalarKind::Bool, _) => Ok("bool"),
        _ => Err(format!("numbers of the type {scalar:?}")),
    }
}

/// Name of a vector.
pub fn vector_name(size: VectorSize, scalar: Scalar) -> Result<String, String> {
    Ok(format!("Vec{}<{}>", size as u8, scalar_name(scalar)?))
}

/// Name of a type of the module.
pub fn type_of(module: &Module, handle: Handle<Type>) -> Result<String, String> {
    let ty = &module.types[handle];
    match ty.inner {
        // two structs may have equal members
        TypeInner::Struct { .. } => {
            let name = ty.name.as_deref().ok_or("a struct without a name")?;
            Ok(format!("{name}_t"))
        }
        ref inner => type_name(module, inner),
    }
}

/// Name of the type of an expression; the module need not contain it.
pub fn type_name(module: &Module, inner: &TypeInner) -> Result<String, String> {
    match *inner {
        TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => Ok(scalar_name(scalar)?.into()),
        TypeInner::Vector { size, scalar } => vector_name(size, scalar),
        TypeInner::Array { base, size: ArraySize::Constant(n), .. } => {
            Ok(format!("Array<{}, {n}>", type_of(module, base)?))
        }
        ref other => Err(format!("values of the type {other:?}")),
    }
}

/// A literal.
pub fn literal(value: Literal) -> Result<String, String> {
    match value {
        Literal::F64(x) if x.is_finite() => Ok(format!("{x:?}")),
        Literal::F32(x) if x.is_finite() => Ok(format!("{x:?}f")),
        Literal::U32(x) => Ok(format!("{x}u")),
        Literal::I32(i32::MIN) => Ok("(-2147483647 - 1)".into()),
        Literal::I32(x) => Ok(format!("{x}")),
        Literal::Bool(x) => Ok(format!("{x}")),
        _ => Err(format!("the literal {value:?}")),
    }
}

/// A constant expression outside functions.
pub fn constant(module: &Module, handle: Handle<Expression>) -> Result<String, String> {
    match module.global_expressions[handle] {
        Expression::Literal(value) => literal(value),
        Expression::Constant(other) => constant(module, module.constants[other].init),
        Expression::ZeroValue(ty) => Ok(format!("{}{{}}", type_of(module, ty)?)),
        Expression::Splat { .. } => {
            let parts = parts(module, handle)?;
            let scalar = splat_scalar(module, handle)?;
            Ok(format!("Vec{}<{}>{{{}}}", parts.len(), scalar_name(scalar)?, parts.join(", ")))
        }
        Expression::Compose { ty, .. } => {
            Ok(format!("{}{{{}}}", type_of(module, ty)?, parts(module, handle)?.join(", ")))
        }
        ref other => Err(format!("the constant {other:?}")),
    }
}

/// The components of a constant; scalars for a vector, even if it is composed of vectors.
fn parts(module: &Module, handle: Handle<Expression>) -> Result<Vec<String>, String> {
    match module.global_expressions[handle] {
        Expression::Splat { size, value } => Ok(vec![constant(module, value)?; size as usize]),
        Expression::Compose { ty, ref components } => {
            let is_vector = matches!(module.types[ty].inner, TypeInner::Vector { .. });
            let lists = components.iter().map(|&part| match module.global_expressions[part] {
                Expression::Compose { .. } | Expression::Splat { .. } if is_vector => parts(module, part),
                _ => Ok(vec![constant(module, part)?]),
            });
            Ok(lists.collect::<Result<Vec<_>, String>>()?.concat())
        }
        ref other => Err(format!("the parts of the constant {other:?}")),
    }
}

/// Scalar type of a constant with equal components.
fn splat_scalar(module: &Module, handle: Handle<Expression>) -> Result<Scalar, String> {
    match module.global_expressions[handle] {
        Expression::Splat { value, .. } => splat_scalar(module, value),
        Expression::Literal(value) => Ok(value.scalar()),
        Expression::Constant(other) => match module.types[module.constants[other].ty].inner {
            TypeInner::Scalar(scalar) => Ok(scalar),
            ref other => Err(format!("a vector of {other:?}")),
        },
        ref other => Err(format!("a vector of {other:?}")),
    }
}

/// Whether threads change values of a type atomically.
pub fn is_atomic(module: &Module, ty: Handle<Type>) -> bool {
    matches!(module.types[ty].inner, TypeInner::Atomic(_))
}
