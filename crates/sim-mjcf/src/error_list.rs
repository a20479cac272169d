//! Collects the errors of one document.
//!
//! Loading goes on after a mistake, as far as later parts do not depend on it, so that a user sees all mistakes at once.

use crate::error::{MjcfError, Result};
use crate::source_span::SourceSpan;
use std::collections::HashSet;

/// The most errors of one document that are reported. Loading ends with the last of them.
pub(crate) const MAX_ERRORS: usize = 100;

/// A phase of the loading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Text to elements.
    #[default]
    Parse,
    /// Elements to objects, one by one.
    Read,
    /// Objects to a model, as far as other objects allow.
    Build,
}

/// The errors so far. An error that only follows from an earlier one is dropped.
#[derive(Debug, Default)]
pub(crate) struct ErrorList {
    list: Vec<MjcfError>,
    /// Number of errors from earlier phases.
    earlier: usize,
    phase: Phase,
    /// Names of elements that could not be read.
    lost_names: HashSet<String>,
}

impl ErrorList {
    /// Returns the value, or none after an error, which is kept. Fails with all errors if the loading cannot go on: the model is
    /// too large, there are too many errors, or a stop was requested.
    pub fn take<T>(&mut self, result: Result<T>) -> Result<Option<T>> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) => self.push(error).map(|()| None),
        }
    }

    /// Does something for each of several independent items, and fails with all their errors.
    pub fn each<I: IntoIterator>(items: I, mut work: impl FnMut(I::Item) -> Result<()>) -> Result<()> {
        let mut errors = Self::default();
        for item in items {
            errors.take(work(item))?;
        }
        errors.finish()
    }

    /// Whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Fails if there are errors.
    pub fn finish(self) -> Result<()> {
        if self.list.is_empty() { Ok(()) } else { Err(self.into_error()) }
    }

    /// Returns all errors and a last one, after which the loading cannot go on.
    pub fn with_last(&mut self, last: MjcfError) -> MjcfError {
        match self.push(last) {
            Ok(()) => std::mem::take(self).into_error(),
            Err(all) => all,
        }
    }

    /// Starts the next phase. It works on what is left, so errors that may follow from earlier phases are dropped.
    pub fn begin(&mut self, phase: Phase) {
        self.earlier = self.list.len();
        self.phase = phase;
    }

    /// Notes the names in a text that could not be read: anything in quotes may be a name that others refer to.
    pub fn lose_text(&mut self, text: &str) {
        self.lost_names.extend(text.split(['"', '\'']).skip(1).step_by(2).map(str::to_string));
    }

    /// Notes the name of an element that could not be read.
    pub fn lose_name(&mut self, name: Option<&str>) {
        self.lost_names.extend(name.map(str::to_string));
    }

    /// Keeps an error; fails as [`Self::take`] does.
    #[cold]
    pub fn push(&mut self, error: MjcfError) -> Result<()> {
        let errors = match error {
            MjcfError::Interrupted => return Err(MjcfError::Interrupted),
            MjcfError::Several(errors) => errors,
            one => vec![one],
        };
        // a search that stopped at its limit is incomplete: nothing can build on its result
        let is_cut_off = errors.len() >= MAX_ERRORS;
        for error in errors {
            let last = matches!(error, MjcfError::TooLarge { .. });
            // copies of an element repeat its mistakes, and two checks may find the same one
            if !self.contains(&error) && !self.follows(&error) {
                self.list.push(error);
            }
            if last || self.list.len() >= MAX_ERRORS {
                return Err(std::mem::take(self).into_error());
            }
        }
        if is_cut_off { Err(std::mem::take(self).into_error()) } else { Ok(()) }
    }

    /// Whether the list has this error. An error about missing files may hold several files.
    fn contains(&self, error: &MjcfError) -> bool {
        self.list.iter().any(|known| match (known, error) {
            (MjcfError::MissingFiles(known), MjcfError::MissingFiles(files)) => {
                files.iter().all(|(_, file)| known.iter().any(|(_, other)| other == file))
            }
            (known, error) => known == error,
        })
    }

    /// Whether errors of earlier phases may have caused this error.
    fn follows(&self, error: &MjcfError) -> bool {
        let Some(span) = error.span() else { return self.earlier > 0 };
        self.list.iter().take(self.earlier).any(|earlier| {
            if matches!(earlier, MjcfError::DuplicateName { .. }) {
                // the first object of that name is there
                return false;
            }
            let Some(cause) = earlier.span() else { return true };
            match error {
                MjcfError::UnknownReference { name, .. } => {
                    let unread = matches!(earlier, MjcfError::IncludeError { .. } | MjcfError::BadFile { .. });
                    unread || makes_names(cause) || span.is_inside(cause) || self.lost_names.contains(name)
                }
                MjcfError::DuplicateName { .. } => makes_names(cause),
                // only the directories of <compiler> decide where a file is
                MjcfError::MissingFiles(_) => cause.section() == "compiler",
                _ if self.phase == Phase::Read => {
                    related(cause, span) || matches!(cause.section(), "compiler" | "default")
                }
                _ => may_cause(cause, span),
            }
        })
    }

    /// Makes one error of all, in document order: by file in order of appearance, then by position. Errors without a position come
    /// last among the mistakes; unsupported features come after all mistakes.
    pub fn into_error(mut self) -> MjcfError {
        let mut files: Vec<String> = vec![];
        self.list.sort_by_cached_key(|error| {
            let unsupported = matches!(error, MjcfError::Unsupported { .. });
            let Some(span) = error.span() else { return (unsupported, usize::MAX, u32::MAX, u32::MAX) };
            let file = files.iter().position(|file| file == span.file()).unwrap_or_else(|| {
                files.push(span.file().to_string());
                files.len() - 1
            });
            let line = if span.line() == 0 { u32::MAX } else { span.line() };
            (unsupported, file, line, span.column())
        });
        MjcfError::of(self.list).unwrap_or_else(|| MjcfError::Several(vec![]))
    }
}

/// Whether an element makes objects whose names do not stand in it.
fn makes_names(span: &SourceSpan) -> bool {
    matches!(span.tag(), "replicate" | "attach" | "composite" | "model")
}

/// Whether one span lies in the other.
fn related(cause: &SourceSpan, other: &SourceSpan) -> bool {
    cause.is_inside(other) || other.is_inside(cause)
}

/// Whether a mistake in one element may cause an error in another.
fn may_cause(cause: &SourceSpan, other: &SourceSpan) -> bool {
    let related = related(cause, other);
    match cause.section() {
        "option" | "visual" | "statistic" => false,
        // a body changes the bodies around it, and other sections refer to it
        "worldbody" if other.section() == "worldbody" => related,
        "worldbody" => other.section() != "asset",
        "asset" if matches!(cause.tag(), "texture" | "material" | "layer") => related,
        "contact" | "equality" | "sensor" | "custom" | "keyframe" => related,
        "tendon" => related || matches!(other.section(), "equality" | "actuator" | "sensor"),
        "actuator" => related || matches!(other.section(), "sensor" | "keyframe"),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32) -> SourceSpan {
        SourceSpan::new("f".into(), line, 1, "geom", None, None)
    }

    #[test]
    fn errors_come_in_the_order_of_the_document() {
        let lines = [3, 1, 3, 2];
        let error = ErrorList::each(lines, |line| Err(at(line).invalid("no"))).unwrap_err();
        let found: Vec<u32> = error.errors().iter().map(|e| e.span().unwrap().line()).collect();
        assert_eq!(found, [1, 2, 3]);
        assert_eq!(ErrorList::each([7], |line| Err(at(line).invalid("no"))), Err(at(7).invalid("no")));
        assert_eq!(ErrorList::each(lines, |_| Ok(())), Ok(()));
    }

    /// More errors than the limit, all caused by an earlier one.
    #[test]
    fn a_search_that_hits_the_limit_is_the_last() {
        let geom = |i: usize| format!("<geom size='1' material='m{i}'/>");
        let geoms: String = (0..MAX_ERRORS + 50).map(geom).collect();
        // the attachment could have had the materials
        let text = format!(
            "<mujoco><worldbody><frame><attach prefix='a'/></frame>{geoms}<body><geom size='1'/></body></worldbody>\
             <keyframe><key/></keyframe></mujoco>"
        );
        let error = crate::load_model(&text).unwrap_err();
        assert!(error.to_string().contains("say which 'body' or 'frame'"), "{error}");
    }

    #[test]
    fn some_errors_end_the_search() {
        let mut seen = 0;
        let error = ErrorList::each(1..1000, |line| {
            seen += 1;
            Err(at(line).invalid("no"))
        });
        assert_eq!((error.unwrap_err().errors().len(), seen), (MAX_ERRORS, MAX_ERRORS));
        let large = || MjcfError::TooLarge { span: at(5), message: "no".into() };
        let error = ErrorList::each(0..9, |i| if i == 5 { Err(large()) } else { Err(at(i).conversion("no")) });
        assert_eq!(error.unwrap_err().errors().len(), 6);
        let error =
            ErrorList::each(0..9, |i| if i == 5 { Err(MjcfError::Interrupted) } else { Err(at(i).invalid("no")) });
        assert_eq!(error, Err(MjcfError::Interrupted));
    }
}
