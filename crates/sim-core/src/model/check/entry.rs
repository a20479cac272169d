//! What one entry may be: the words of a refusal, and the rules that most arrays have.

use crate::arrays::{ArrayInfo, Dim};
use crate::model::{Model, ModelError};

/// What a rule says.
pub(super) type Outcome = Result<(), ModelError>;

/// An entry as Python programs write it: `jnt_type[3]`, `actuator_trnid[2, 1]`.
pub(in crate::model) fn entry_label(array: &str, index: usize) -> String {
    let info = Model::ARRAYS.iter().find(|info| info.name == array);
    match info {
        Some(ArrayInfo { cols: Some(Dim::Fixed(cols)), .. }) => format!("{array}[{}, {}]", index / cols, index % cols),
        _ => format!("{array}[{index}]"),
    }
}

/// The entry of an array that cannot be.
pub(super) fn refuse(array: &'static str, index: usize, value: impl Into<i64>, why: impl Into<String>) -> ModelError {
    ModelError::BadEntry { array, index, value: value.into(), why: why.into() }
}

/// An entry is refused unless something holds.
pub(super) fn require(
    ok: bool,
    array: &'static str,
    index: usize,
    value: impl Into<i64>,
    why: impl FnOnce() -> String,
) -> Outcome {
    if ok { Ok(()) } else { Err(refuse(array, index, value, why())) }
}

/// Whether an index is one of `count` things.
pub(super) fn is_one_of(index: i32, count: usize) -> bool {
    usize::try_from(index).is_ok_and(|index| index < count)
}

/// Every entry is an index below a size, or not below `least`: -1 where there may be none.
pub(super) fn indices(array: &'static str, values: &[i32], least: i32, (of, count): (&str, usize)) -> Outcome {
    match values.iter().position(|&value| value < least || (value >= 0 && !is_one_of(value, count))) {
        None => Ok(()),
        Some(at) => Err(refuse(array, at, values[at], outside(least, of, count))),
    }
}

/// Where an index has to be.
pub(super) fn outside(least: i32, of: &str, count: usize) -> String {
    match (count, least) {
        (0, 0) => format!("there is nothing to refer to ({of} = 0)"),
        (0, _) => format!("must be {}: {of} = 0", if least == -1 { "-1 (none)" } else { "-1 or -2" }),
        _ => format!("must be from {least} to {} ({of} = {count})", count - 1),
    }
}

/// Blocks of entries: where each begins and how many it has.
pub(super) struct Blocks<'a> {
    /// Array of the first entries.
    pub starts: (&'static str, &'a [i32]),
    /// Array of the numbers.
    pub numbers: (&'static str, &'a [i32]),
    /// The size they are blocks of.
    pub of: (&'static str, usize),
}

impl Blocks<'_> {
    /// All blocks lie inside; the beginning of an empty one may be anything from -1 to the end.
    pub fn check(&self) -> Outcome {
        let ((start_name, starts), (number_name, numbers), (of, count)) = (self.starts, self.numbers, self.of);
        for (i, (&start, &number)) in starts.iter().zip(numbers).enumerate() {
            require(number >= 0, number_name, i, number, || "a number of things cannot be negative".to_string())?;
            let least = if number > 0 { 0 } else { -1 };
            let inside = start >= least && i64::from(start) <= count as i64;
            require(inside, start_name, i, start, || format!("must be from {least} to {of} = {count}"))?;
            let fits = number == 0 || i64::from(start) + i64::from(number) <= count as i64;
            require(fits, number_name, i, number, || {
                format!("with {start_name}[{i}] = {start} reaches beyond {of} = {count}")
            })?;
        }
        Ok(())
    }
}

/// Every entry is one of a few numbers.
pub(super) fn among(array: &'static str, values: impl IntoIterator<Item = i32>, allowed: &[i32]) -> Outcome {
    for (i, value) in values.into_iter().enumerate() {
        require(allowed.contains(&value), array, i, value, || {
            let list: Vec<String> = allowed.iter().map(i32::to_string).collect();
            format!("must be one of {}", list.join(", "))
        })?;
    }
    Ok(())
}

/// Every entry of an open enum has a name.
macro_rules! kinds {
    ($array:ident, $Kind:ty) => {
        |m| match m.$array.iter().position(|kind| kind.label().is_none()) {
            None => Ok(()),
            Some(at) => {
                let list: Vec<String> = <$Kind>::ALL.iter().map(|kind| format!("{} ({kind})", kind.0)).collect();
                Err(refuse(stringify!($array), at, m.$array[at].0, format!("must be one of {}", list.join(", "))))
            }
        }
    };
}
pub(super) use kinds;
