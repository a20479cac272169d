//! The memory that a model reserves for contacts and constraint rows, and what happens when a world needs more.
//!
//! MuJoCo has a fixed memory for them and leaves out what does not fit. Here buffers grow and nothing is ever left out. A file that
//! names the bytes (`<size memory>`) means a limit: passing it is an error of the step. Where the bytes follow from other numbers
//! (`nconmax`, `njmax`, or nothing), passing them is a warning that MuJoCo would leave something out. Bytes are counted as MuJoCo
//! counts them.

use super::{Warning, Warnings};
use crate::error::{Excess, StepError};
use crate::model::Model;

/// Bytes of a contact in MuJoCo.
pub const CONTACT_BYTES: usize = 584;
/// Bytes of a constraint row without its Jacobian: six integers and fourteen numbers.
const ROW_BYTES: usize = 6 * size_of::<i32>() + 14 * size_of::<f64>();
/// Bytes of an entry of the Jacobian: its column and its value.
const ENTRY_BYTES: usize = size_of::<i32>() + size_of::<f64>();

/// Whether `count` passes a limit; zero and the largest number stand for none.
fn passes(count: usize, limit: usize) -> bool {
    limit > 0 && count > limit
}

/// What a warning is about, as far as it can be written.
fn info(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Warns, or fails, when there are more contacts than the model reserves memory for.
pub(crate) fn check_contacts(m: &Model, ncon: usize, time: f64, warning: &mut Warnings) -> Result<(), StepError> {
    let bytes = ncon.saturating_mul(CONTACT_BYTES);
    if passes(bytes, m.narena) {
        within_limit(m, bytes)?;
        warning.raise(m, time, Warning::ContactFull, info(ncon));
    }
    Ok(())
}

/// Warns, or fails, when contacts and constraint rows with their `stored` entries need more memory than the model reserves.
pub(crate) fn check_rows(
    m: &Model,
    [ncon, nefc, stored]: [usize; 3],
    time: f64,
    warning: &mut Warnings,
) -> Result<(), StepError> {
    let entries = if m.is_sparse() { stored } else { nefc.saturating_mul(m.nv) };
    let bytes = [(ncon, CONTACT_BYTES), (nefc, ROW_BYTES), (entries, ENTRY_BYTES), (m.ntendon, size_of::<i32>())]
        .into_iter()
        .fold(0usize, |sum, (count, each)| sum.saturating_add(count.saturating_mul(each)));
    if nefc > 0 && passes(bytes, m.narena) {
        within_limit(m, bytes)?;
        warning.raise(m, time, Warning::ConstraintFull, info(m.narena));
    }
    Ok(())
}

/// Whether a world may have so many bytes of contacts and rows.
fn within_limit(m: &Model, needed: usize) -> Result<(), StepError> {
    match m.limits.memory {
        Some(limit) if needed > limit => Err(StepError::TooLarge { excess: Excess::Memory, needed, limit }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_that_are_not_set_are_never_passed() {
        assert!(!passes(5, 0) && !passes(usize::MAX, usize::MAX));
        assert!(passes(5, 4) && !passes(4, 4));
        assert_eq!(info(usize::MAX), i32::MAX);
    }
}
