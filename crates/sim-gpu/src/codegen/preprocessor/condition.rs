//! Conditions: features joined by `&&` and `||`, each with or without `!`.

use super::feature::{Feature, Features};
use crate::codegen::SourceLine;
use crate::codegen::error::{CodegenError, nearest};

/// A condition of `#if`: alternatives of terms that all hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    alternatives: Vec<Vec<Term>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term {
    feature: Feature,
    is_negated: bool,
}

impl Condition {
    /// Reads a condition.
    pub fn parse(text: &str, at: SourceLine) -> Result<Self, CodegenError> {
        let term = |term: &str| {
            let (name, is_negated) = match term.trim().strip_prefix('!') {
                Some(name) => (name.trim(), true),
                None => (term.trim(), false),
            };
            if name.is_empty() || !name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_') {
                let (text, form) = (text.to_string(), "features joined by && and ||, such as `A && !B || C`");
                return Err(CodegenError::Malformed { at, what: "condition", text, form });
            }
            let feature = Feature::from_name(name).ok_or_else(|| CodegenError::UnknownFeature {
                at,
                name: name.to_string(),
                nearest: nearest(name, Feature::ALL.iter().map(|feature| feature.name())),
            })?;
            Ok(Term { feature, is_negated })
        };
        let all = |all: &str| all.split("&&").map(term).collect::<Result<Vec<_>, _>>();
        Ok(Self { alternatives: text.split("||").map(all).collect::<Result<_, _>>()? })
    }

    /// Whether it holds.
    pub fn holds(&self, features: &Features) -> bool {
        let term = |term: &Term| features.has(term.feature) != term.is_negated;
        self.alternatives.iter().any(|all| all.iter().all(term))
    }
}
