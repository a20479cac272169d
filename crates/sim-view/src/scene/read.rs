//! Checked reading of tables. An index out of range gives `None`, and the object is not drawn.

/// Row `i` of a table with `N` columns.
pub(crate) fn row<T: Copy, const N: usize>(table: &[T], i: usize) -> Option<[T; N]> {
    table.as_chunks().0.get(i).copied()
}

/// Entry `i` as an object's index. `None`: -1.
pub(crate) fn id(table: &[i32], i: usize) -> Option<usize> {
    usize::try_from(*table.get(i)?).ok()
}

/// The indices `first .. first + count` of objects, as tables of addresses and counts have them.
pub(crate) fn span(first: &[i32], count: &[i32], i: usize) -> std::ops::Range<usize> {
    match (id(first, i), id(count, i)) {
        (Some(first), Some(count)) => first..first.saturating_add(count),
        _ => 0..0,
    }
}

/// Whether the group of object `i` is visible. Groups above 5 count as 5.
pub(crate) fn in_group(shown: &[bool; 6], groups: &[i32], i: usize) -> bool {
    groups.get(i).is_some_and(|group| shown[(*group).clamp(0, 5) as usize])
}
