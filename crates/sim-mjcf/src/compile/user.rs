//! User data: rows of numbers that the model only stores.

use crate::error::Result;
use crate::source_span::SourceSpan;

/// Numbers per object: from `<size>`, else the length of the longest list.
pub(crate) fn width(given: i32, lengths: impl Iterator<Item = usize>) -> usize {
    usize::try_from(given).unwrap_or_else(|_| lengths.max().unwrap_or(0))
}

/// Extends the numbers of one object of the tree to the common length. Too many numbers are cut off and reported.
pub(crate) fn fit(values: &mut Vec<f64>, width: usize, setting: &str, span: &SourceSpan) -> Result<()> {
    let fits = values.len() <= width;
    values.resize(width, 0.0);
    match fits {
        true => Ok(()),
        false => Err(span.conversion(format!("user has more values than {setting} = {width}"))),
    }
}

/// Writes one object's row, zeros after the given values.
pub(crate) fn set(
    rows: &mut [f64],
    id: usize,
    width: usize,
    values: &[f64],
    setting: &str,
    span: &SourceSpan,
) -> Result<()> {
    if values.len() > width {
        return Err(span.conversion(format!(
            "'user' has {} values, but {setting} is {width}: raise it in <size> or leave it out",
            values.len()
        )));
    }
    rows[id * width..id * width + values.len()].copy_from_slice(values);
    Ok(())
}
