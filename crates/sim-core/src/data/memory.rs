//! The memory that a model asks for its contacts and constraint rows, and the warnings when a world needs more.
//!
//! The buffers of a world grow, so nothing is ever dropped. But `<size>` may name the bytes (`memory`), or the numbers of
//! contacts and rows that they follow from (`nconmax`, `njmax`), and the reference stops there: the contacts or rows beyond
//! would be missing. Bytes are counted as the reference counts them. The two numbers are no limits themselves.

use super::{Warning, Warnings};
use crate::model::Model;

/// Bytes of a contact in the reference.
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

/// Warns when there are more contacts than the model asks room for.
pub(crate) fn check_contacts(m: &Model, ncon: usize, time: f64, warning: &mut Warnings) {
    if passes(ncon.saturating_mul(CONTACT_BYTES), m.narena) {
        warning.raise(m, time, Warning::ContactFull, info(ncon));
    }
}

/// Warns when contacts and constraint rows with their `stored` entries need more than the model asks room for.
pub(crate) fn check_rows(m: &Model, [ncon, nefc, stored]: [usize; 3], time: f64, warning: &mut Warnings) {
    let entries = if m.is_sparse() { stored } else { nefc.saturating_mul(m.nv) };
    let bytes = [(ncon, CONTACT_BYTES), (nefc, ROW_BYTES), (entries, ENTRY_BYTES), (m.ntendon, size_of::<i32>())]
        .into_iter()
        .fold(0usize, |sum, (count, each)| sum.saturating_add(count.saturating_mul(each)));
    if nefc > 0 && passes(bytes, m.narena) {
        warning.raise(m, time, Warning::ConstraintFull, info(m.narena));
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
