//! What one load may cost. Everything is counted in bytes, objects and operations before it is spent, never by the
//! clock, so that a file is refused on every machine or on none.

use crate::error::{MjcfError, Result};
use crate::source_span::SourceSpan;
use sim_core::binding::message::count;

/// How much a load may take. The defaults leave room for every model that is worth loading; a program that loads
/// strangers' files may lower them, one with unusual models may raise them (see [`Files::limits`](crate::Files)).
///
/// ```
/// use sim_mjcf::{Limits, Loader, MjcfError};
///
/// let mut limits = Limits::default();
/// limits.objects = 100;
/// let text = "<mujoco><worldbody><replicate count='1000'><site/></replicate></worldbody></mujoco>";
/// let outcome = Loader::new().limits(limits).load_str(text, "");
/// assert!(matches!(outcome, Err(MjcfError::TooLarge { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Elements of all documents together, includes and model assets counted in.
    pub elements: usize,
    /// Objects of the model once replicates, attachments and composites are carried out, each counted once per half
    /// kibibyte it takes; keyframes, links of a cable and bones of a large SKN file are held to the same number.
    pub objects: usize,
    /// Vertices of all built-in meshes together, of the skins of all cables together, and of one large MSH or SKN file.
    pub vertices: usize,
    /// Bytes of all textures together once they are drawn or decoded, and of all height fields together.
    pub picture_bytes: u64,
    /// Bytes of the compiled model and one world of it, and of what is kept on the way there. A byte of a mesh or skin file
    /// counts as four, each time a mesh or skin is made from it.
    pub memory: u64,
    /// Arithmetic operations, roughly, that constants and length ranges may take: 2·10¹¹ are about two minutes.
    pub operations: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 1 << 30,
            elements: 500_000,
            objects: 200_000,
            vertices: 1_000_000,
            picture_bytes: 1 << 30,
            memory: 4 << 30,
            operations: 200_000_000_000,
        }
    }
}

impl Limits {
    /// No limits but those of the machine.
    pub fn none() -> Self {
        Self {
            file_bytes: u64::MAX,
            elements: usize::MAX,
            objects: usize::MAX,
            vertices: usize::MAX,
            picture_bytes: u64::MAX,
            memory: u64::MAX,
            operations: u64::MAX,
        }
    }

    /// Refuses memory beyond the limit.
    pub(crate) fn check_memory(&self, needed: u128, span: &SourceSpan, what: &str, cure: &str) -> Result<()> {
        let limit = Limit { name: "memory", unit: "bytes", most: self.memory };
        limit.check(needed, span, what, cure)
    }

    /// Refuses pictures beyond the limit.
    pub(crate) fn check_pictures(&self, needed: u128, span: &SourceSpan, what: &str, cure: &str) -> Result<()> {
        let limit = Limit { name: "picture_bytes", unit: "bytes", most: self.picture_bytes };
        limit.check(needed, span, what, cure)
    }

    /// Refuses vertices beyond the limit.
    pub(crate) fn check_vertices(&self, needed: u128, span: &SourceSpan, what: &str, cure: &str) -> Result<()> {
        let limit = Limit { name: "vertices", unit: "vertices", most: self.vertices as u64 };
        limit.check(needed, span, what, cure)
    }

    /// Refuses work beyond the limit.
    pub(crate) fn check_operations(&self, needed: u128, span: &SourceSpan, what: &str, cure: &str) -> Result<()> {
        let limit = Limit { name: "operations", unit: "operations", most: self.operations };
        limit.check(needed, span, what, cure)
    }

    /// Refuses more objects than the limit.
    pub(crate) fn check_objects(&self, needed: u128, span: &SourceSpan, what: &str, cure: &str) -> Result<()> {
        let limit = Limit { name: "objects", unit: "objects", most: self.objects as u64 };
        limit.check(needed, span, what, cure)
    }
}

/// One of the limits.
struct Limit {
    /// The field of [`Limits`].
    name: &'static str,
    unit: &'static str,
    most: u64,
}

impl Limit {
    fn check(&self, needed: u128, span: &SourceSpan, what: &str, cure: &str) -> Result<()> {
        if needed <= u128::from(self.most) {
            return Ok(());
        }
        let Self { name, unit, most } = self;
        let (needed, most) = (count(needed), count(u128::from(*most)));
        let message = format!("{what} needs {needed} {unit}, the limit is {most}: {cure}, or raise the limit '{name}'");
        Err(MjcfError::TooLarge { span: span.clone(), message })
    }
}

/// Objects taken so far while a model is expanded.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    objects: usize,
}

impl Budget {
    /// Nothing taken yet.
    pub fn new(limits: Limits) -> Self {
        Self { limits, objects: 0 }
    }

    /// The limits it keeps.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Takes room for `count` copies of something, or refuses.
    pub fn take(&mut self, weight: usize, count: usize, span: &SourceSpan) -> Result<()> {
        self.check(weight, count, span)?;
        self.objects = self.objects.saturating_add(weight.saturating_mul(count));
        Ok(())
    }

    /// Refuses what would not fit, without taking room.
    pub fn check(&self, weight: usize, count: usize, span: &SourceSpan) -> Result<()> {
        let needed = self.objects as u128 + weight as u128 * count as u128;
        self.limits.check_objects(needed, span, "the expanded model", "make fewer copies")
    }

    /// Gives room back.
    pub fn give(&mut self, weight: usize) {
        self.objects = self.objects.saturating_sub(weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_say_what_was_asked_for_and_what_to_do() {
        let limits = Limits { memory: 1000, ..Limits::default() };
        assert!(limits.check_memory(1000, &SourceSpan::none(), "it", "shrink it").is_ok());
        let error = limits.check_memory(1001, &SourceSpan::none(), "it", "shrink it").unwrap_err().to_string();
        assert_eq!(error, "it needs 1001 bytes, the limit is 1000: shrink it, or raise the limit 'memory'");
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let mut budget = Budget::new(Limits { objects: 10, ..Limits::default() });
        budget.take(3, 3, &SourceSpan::none()).unwrap();
        assert!(budget.take(2, 1, &SourceSpan::none()).is_err());
        budget.give(1);
        assert!(budget.take(2, 1, &SourceSpan::none()).is_ok());
        assert!(budget.check(usize::MAX, usize::MAX, &SourceSpan::none()).is_err());
    }
}
