//! MJCF keywords of enums, and setters that take an enum or its keyword.

use super::enums::{ConeType, Integrator, JacobianType, SolverType};
use super::options::Options;
use crate::message::Name;
use std::convert::Infallible;

/// No value of an enum has this keyword.
///
/// ```
/// use sim_core::Integrator;
///
/// assert_eq!("implicitfast".parse(), Ok(Integrator::ImplicitFast));
/// let error = "implicit-fast".parse::<Integrator>().unwrap_err();
/// assert!(error.to_string().contains("'implicitfast'"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} '{}' is unknown: use one of {known}", Name(keyword))]
pub struct UnknownKeyword {
    /// The enum.
    pub kind: &'static str,
    /// The keyword given.
    pub keyword: String,
    /// The keywords of the enum.
    known: String,
}

impl UnknownKeyword {
    pub(super) fn new(kind: &'static str, keyword: &str, known: impl Iterator<Item = &'static str>) -> Self {
        let known: Vec<String> = known.map(|word| format!("'{word}'")).collect();
        Self { kind, keyword: keyword.to_string(), known: known.join(", ") }
    }
}

impl From<Infallible> for UnknownKeyword {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

macro_rules! setters {
    ($($set:ident: $field:ident $Enum:ident;)*) => {
        impl Options {
            $(
                #[doc = concat!("Sets [`", stringify!($field), "`](Self::", stringify!($field), ") to a [`", stringify!($Enum), "`] or its MJCF keyword.")]
                pub fn $set<V: TryInto<$Enum>>(&mut self, value: V) -> Result<&mut Self, UnknownKeyword>
                where
                    UnknownKeyword: From<V::Error>,
                {
                    self.$field = value.try_into()?;
                    Ok(self)
                }
            )*
        }
    };
}

setters! {
    set_integrator: integrator Integrator;
    set_solver: solver SolverType;
    set_cone: cone ConeType;
    set_jacobian: jacobian JacobianType;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_take_enums_and_keywords() {
        let mut options = Options::default();
        options.set_integrator("implicitfast").unwrap().set_solver(SolverType::CG).unwrap();
        options.set_cone("elliptic").unwrap();
        assert_eq!((options.integrator, options.solver), (Integrator::ImplicitFast, SolverType::CG));
        assert_eq!(options.cone, ConeType::Elliptic);
        let error = options.set_cone("round").unwrap_err().to_string();
        assert_eq!(error, "ConeType 'round' is unknown: use one of 'pyramidal', 'elliptic'");
    }
}
