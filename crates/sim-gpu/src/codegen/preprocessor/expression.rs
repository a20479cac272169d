//! Sums of products of numbers, sizes and variables of repetitions.

use super::feature::{Features, Size};
use crate::codegen::SourceLine;
use crate::codegen::error::{CodegenError, nearest};

/// An expression such as `2*k+1` or `NBLOCK-1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    at: SourceLine,
    terms: Vec<(i64, Vec<Factor>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Factor {
    Number(i64),
    Size(Size),
    /// A variable, by the depth of its repetition.
    Variable(usize),
}

impl Sum {
    /// Reads an expression inside repetitions with these variables, the outermost first.
    pub fn parse(text: &str, variables: &[&str], at: SourceLine) -> Result<Self, CodegenError> {
        let factor = |word: &str| {
            let word = word.trim();
            if let Ok(number) = word.parse::<u32>() {
                return Ok(Factor::Number(i64::from(number)));
            }
            let is_name = word.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
            if word.is_empty() || !is_name || word.starts_with(|c: char| c.is_ascii_digit()) {
                let (text, form) = (text.to_string(), "sums of products, such as `2*k+1`");
                return Err(CodegenError::Malformed { at, what: "expression", text, form });
            }
            let variable = variables.iter().rposition(|name| *name == word).map(Factor::Variable);
            variable.or_else(|| Size::from_name(word).map(Factor::Size)).ok_or_else(|| CodegenError::UnknownName {
                at,
                name: word.to_string(),
                nearest: nearest(word, Size::ALL.iter().map(|size| size.name())),
            })
        };
        let mut terms = Vec::new();
        let (mut sign, mut rest) = (1, text);
        loop {
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            terms.push((sign, rest[..end].split('*').map(factor).collect::<Result<_, _>>()?));
            match rest[end..].chars().next() {
                None => return Ok(Self { at, terms }),
                Some(operator) => {
                    sign = if operator == '+' { 1 } else { -1 };
                    rest = &rest[end + 1..];
                }
            }
        }
    }

    /// Its value where the repetitions have come to these numbers, the outermost first.
    pub fn value(&self, features: &Features, numbers: &[i64]) -> Result<i64, CodegenError> {
        let mut sum = 0;
        for (sign, factors) in &self.terms {
            let mut product = *sign;
            for factor in factors {
                product *= match *factor {
                    Factor::Number(number) => number,
                    Factor::Variable(depth) => numbers.get(depth).copied().unwrap_or_default(),
                    Factor::Size(size) => {
                        let (at, name) = (self.at, size.name());
                        features.size(size).ok_or(CodegenError::UnsetSize { at, name })?
                    }
                };
            }
            sum += product;
        }
        Ok(sum)
    }
}
