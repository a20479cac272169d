//! Validation of a Model: every index refers to something that exists, every array has its length, derived arrays match their
//! sources.
//!
//! The stages index without asking. Loaders make valid Models. A Model that was edited, unpickled or read from a file is checked
//! here once, by one table of rules ([`table`]) that says of each array what its entries may be. A rule names the arrays that it
//! reads, so that an edit of some arrays runs only the rules about them.

mod actuators;
mod assets;
mod entry;
mod sensors;
mod sizes;
mod structure;
mod table;

use crate::arrays::{ArrayRef, Shape};
use crate::model::{Model, ModelError};
use std::sync::LazyLock;
use table::{RULES, Rule};

pub(super) use entry::entry_label;

impl Model {
    /// Checks the lengths of all arrays and everything that the entries of one say about another. The first defect is the error,
    /// which names array and entry. A Model that passes can be stepped. Call it after edits by hand and before the next step.
    pub fn validate(&self) -> Result<(), ModelError> {
        self.check_lengths()?;
        sizes::check(self)?;
        RULES.iter().try_for_each(|rule| (rule.check)(self))
    }

    /// Checks a Model that was made from a valid one by editing arrays. Only arrays that differ from those of `valid` are checked.
    /// If the defect shows in another array, the error names an edited entry too.
    pub fn validate_edits(&self, valid: &Self) -> Result<(), ModelError> {
        self.check_lengths()?;
        if !self.has_sizes_of(valid) {
            return self.validate();
        }
        self.check_edits(valid)
    }

    /// Whether there are rules for the entries of an array; without one they may be anything.
    pub fn is_checked(array: &str) -> bool {
        RULES.iter().any(|rule| rule.arrays.contains(&array))
    }

    /// The rules about arrays that differ from those of a valid Model.
    fn check_edits(&self, valid: &Self) -> Result<(), ModelError> {
        let edited = self.differing_arrays(valid);
        let concerned = |rule: &&Rule| rule.arrays.iter().any(|array| edited.contains(array));
        for rule in RULES.iter().filter(concerned) {
            (rule.check)(self).map_err(|error| self.with_edits(valid, error, rule, &edited))?;
        }
        Ok(())
    }

    fn check_lengths(&self) -> Result<(), ModelError> {
        let mut outcome = Ok(());
        self.visit_arrays(self, &mut |array, shape: Shape, entries| {
            if outcome.is_ok() && shape.len() != entries.len() {
                outcome = Err(ModelError::Length { array, expected: shape.len(), found: entries.len() });
            }
        });
        outcome?;
        let found = self.geom_sdf.len();
        if found != self.ngeom {
            return Err(ModelError::Length { array: "geom_sdf", expected: self.ngeom, found });
        }
        Ok(())
    }

    fn has_sizes_of(&self, other: &Self) -> bool {
        let (mut own, mut others) = (vec![], vec![]);
        self.visit_sizes(&mut |_, size| own.push(size));
        other.visit_sizes(&mut |_, size| others.push(size));
        own == others
    }

    /// An error that also says what was edited, where it shows in an array that was not.
    fn with_edits(&self, valid: &Self, error: ModelError, rule: &Rule, edited: &[&str]) -> ModelError {
        let names = |array: &str| edited.contains(&array) && rule.arrays.contains(&array);
        match error {
            ModelError::BadEntry { array, index, value, why } if !names(array) => {
                let edits = rule.arrays.iter().filter(|array| names(array));
                let edits: Vec<String> = edits.filter_map(|array| self.first_edit(valid, array)).collect();
                ModelError::BadEntry { array, index, value, why: format!("{why}; edited: {}", edits.join(", ")) }
            }
            ModelError::BadSize { size, value, why } => {
                let edits = rule.arrays.iter().filter(|array| names(array));
                let edits: Vec<String> = edits.filter_map(|array| self.first_edit(valid, array)).collect();
                ModelError::BadSize { size, value, why: format!("{why}; edited: {}", edits.join(", ")) }
            }
            other => other,
        }
    }

    /// Text that names the first entry of an array that differs.
    fn first_edit(&self, valid: &Self, array: &'static str) -> Option<String> {
        fn first<T: PartialEq + Copy, N: Into<f64>>(
            own: &[T],
            before: &[T],
            number: fn(T) -> N,
        ) -> Option<(usize, f64, f64)> {
            let index = own.iter().zip(before).position(|(a, b)| a != b)?;
            Some((index, number(own[index]).into(), number(before[index]).into()))
        }
        let (index, now, before) = match (self.array(array)?, valid.array(array)?) {
            (ArrayRef::I32(a), ArrayRef::I32(b)) => first(a, b, |x| x),
            (ArrayRef::U8(a), ArrayRef::U8(b)) => first(a, b, |x| x),
            (ArrayRef::F64(a), ArrayRef::F64(b)) => first(a, b, |x| x),
            (ArrayRef::F32(a), ArrayRef::F32(b)) => first(a, b, |x| x),
            (ArrayRef::I64(a), ArrayRef::I64(b)) => first(a, b, |x| x as f64),
            _ => None,
        }?;
        Some(format!("{} = {now} (was {before})", entry_label(array, index)))
    }
}

/// Arrays that rules look at, by their place in the table.
static CHECKED: LazyLock<Vec<bool>> =
    LazyLock::new(|| Model::ARRAY_NAMES.iter().map(|array| Model::is_checked(array)).collect());

/// The arrays of a valid Model that there are rules for: what edits of it are compared with. It shares them with the Model.
#[derive(Clone, Debug)]
pub struct Verified(Model);

impl Verified {
    /// What there is of a Model that is known to be valid.
    pub fn of(valid: &Model) -> Self {
        Self(valid.with_some_arrays(&CHECKED))
    }

    /// Whether arrays hold the same entries in the Model; each is named by its [comparer](Model::comparer).
    pub fn agrees(&self, m: &Model, arrays: &[fn(&Model, &Model) -> bool]) -> bool {
        arrays.iter().all(|same| same(m, &self.0))
    }

    /// Checks what was edited of the Model since, which must have the lengths it had. If it is valid, it is what the next edits
    /// are compared with.
    pub fn follow(&mut self, m: &Model) -> Result<(), ModelError> {
        // a copy: pinned arrays may be written from outside meanwhile
        let part = m.with_some_arrays(&CHECKED);
        part.check_edits(&self.0)?;
        self.0 = part;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
