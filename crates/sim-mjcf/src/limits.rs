//! Limits of one load. Bytes, objects and operations are counted before they are spent, never by the clock. So a file is
//! refused on every machine or on none.

use crate::error::{MjcfError, Result};
use crate::source_span::SourceSpan;
use sim_core::binding::message::count;

/// Limits of one load, for [`Loader::limits`](crate::Loader::limits).
///
/// The defaults fit every usual model. Lower them for files of unknown authors; raise them for unusual models.
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
    /// Elements of all documents together, with includes and model assets.
    pub elements: usize,
    /// Objects of the model after replicates, attachments and composites are expanded. An object counts once per half
    /// kibibyte. The limit also holds for keyframes, links of a cable and bones of a large SKN file.
    pub objects: usize,
    /// Vertices of all built-in meshes together, of the skins of all cables together, and of one large MSH or SKN file.
    pub vertices: usize,
    /// Bytes of all drawn or decoded textures together, and of all height fields together.
    pub picture_bytes: u64,
    /// Bytes of the compiled model and one world of it, and of the loader's own data. A byte of a mesh or skin file counts as
    /// four, for each mesh or skin made from it.
    pub memory: u64,
    /// Approximate number of arithmetic operations for constants and length ranges: 2·10¹¹ take about two minutes.
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
    /// Sets every limit to the largest number.
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

/// Counts the objects of a model while it is expanded.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    objects: usize,
}

impl Budget {
    /// Makes a budget with nothing used.
    pub fn new(limits: Limits) -> Self {
        Self { limits, objects: 0 }
    }

    /// Returns its limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts `count` copies of an object of this weight, or refuses.
    pub fn take(&mut self, weight: usize, count: usize, span: &SourceSpan) -> Result<()> {
        self.check(weight, count, span)?;
        self.objects = self.objects.saturating_add(weight.saturating_mul(count));
        Ok(())
    }

    /// Refuses copies that exceed the limit, without counting them.
    pub fn check(&self, weight: usize, count: usize, span: &SourceSpan) -> Result<()> {
        let needed = self.objects as u128 + weight as u128 * count as u128;
        self.limits.check_objects(needed, span, "the expanded model", "make fewer copies")
    }

    /// Uncounts removed objects.
    pub fn give(&mut self, weight: usize) {
        self.objects = self.objects.saturating_sub(weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_need_the_limit_and_the_cure() {
        let limits = Limits { memory: 1000, ..Limits::default() };
        assert!(limits.check_memory(1000, &SourceSpan::none(), "it", "shrink it").is_ok());
        let error = limits.check_memory(1001, &SourceSpan::none(), "it", "shrink it").unwrap_err().to_string();
        assert_eq!(error, "it needs 1001 bytes, the limit is 1000: shrink it, or raise the limit 'memory'");
    }

    #[test]
    fn removed_objects_can_be_added_again() {
        let mut budget = Budget::new(Limits { objects: 10, ..Limits::default() });
        budget.take(3, 3, &SourceSpan::none()).unwrap();
        assert!(budget.take(2, 1, &SourceSpan::none()).is_err());
        budget.give(1);
        assert!(budget.take(2, 1, &SourceSpan::none()).is_ok());
        assert!(budget.check(usize::MAX, usize::MAX, &SourceSpan::none()).is_err());
    }
}
