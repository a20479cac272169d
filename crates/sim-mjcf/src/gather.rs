//! Errors of one document, gathered: what does not depend on a mistake is looked at after it, so that a user learns of
//! all mistakes at once.

use crate::error::{MjcfError, Result};
use crate::source_span::SourceSpan;
use std::collections::HashSet;

/// Errors of one document that are reported together; the search ends with the last of them.
pub(crate) const MAX_ERRORS: usize = 100;

/// A step of the loading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Step {
    /// Text to elements.
    #[default]
    Parse,
    /// Elements to objects, each by itself.
    Read,
    /// Objects to a model, each as the others allow.
    Build,
}

/// Errors so far. What goes on after one must not stumble over what it left behind: an error that only follows from
/// another is none.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    list: Vec<MjcfError>,
    /// How many of them are of steps that came before the present one.
    before: usize,
    step: Step,
    /// Names that elements had which could not be read.
    lost: HashSet<String>,
}

impl Errors {
    /// The value, or nothing when there is an error, which is kept. Fails with all errors so far where it makes no sense
    /// to go on: a model that is too large, too many errors, a load that is to end.
    pub fn take<T>(&mut self, result: Result<T>) -> Result<Option<T>> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) => self.note(error).map(|()| None),
        }
    }

    /// Does something for each of several things that know nothing of each other.
    pub fn each<I: IntoIterator>(items: I, mut work: impl FnMut(I::Item) -> Result<()>) -> Result<()> {
        let mut errors = Self::default();
        for item in items {
            errors.take(work(item))?;
        }
        errors.finish()
    }

    /// Whether nothing was wrong.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Fails when anything was wrong.
    pub fn finish(self) -> Result<()> {
        if self.list.is_empty() { Ok(()) } else { Err(self.all()) }
    }

    /// All errors and a last one, after which nothing else can be looked at.
    pub fn and(&mut self, last: MjcfError) -> MjcfError {
        match self.note(last) {
            Ok(()) => std::mem::take(self).all(),
            Err(all) => all,
        }
    }

    /// The next step begins. It works on what is left, and counts only what it finds wrong for sure.
    pub fn begin(&mut self, step: Step) {
        self.before = self.list.len();
        self.step = step;
    }

    /// What stands in a text that could not be read: anything in quotes may be a name that others refer to.
    pub fn lose(&mut self, text: &str) {
        self.lost.extend(text.split(['"', '\'']).skip(1).step_by(2).map(str::to_string));
    }

    /// A name that an element had which could not be read.
    pub fn lose_name(&mut self, name: Option<&str>) {
        self.lost.extend(name.map(str::to_string));
    }

    /// Keeps an error; fails as [`Self::take`] does.
    #[cold]
    pub fn note(&mut self, error: MjcfError) -> Result<()> {
        let errors = match error {
            MjcfError::Interrupted => return Err(MjcfError::Interrupted),
            MjcfError::Several(errors) => errors,
            one => vec![one],
        };
        // so many were gathered that the search for them broke off: what it was to fill is not complete
        let is_cut_off = errors.len() >= MAX_ERRORS;
        for error in errors {
            let last = matches!(error, MjcfError::TooLarge { .. });
            // copies of an element have its mistakes, and some are found on two ways
            if !self.knows(&error) && !self.follows(&error) {
                self.list.push(error);
            }
            if last || self.list.len() >= MAX_ERRORS {
                return Err(std::mem::take(self).all());
            }
        }
        if is_cut_off { Err(std::mem::take(self).all()) } else { Ok(()) }
    }

    /// Whether an error is there already; one about missing files may tell of several.
    fn knows(&self, error: &MjcfError) -> bool {
        self.list.iter().any(|known| match (known, error) {
            (MjcfError::MissingFiles(known), MjcfError::MissingFiles(files)) => {
                files.iter().all(|(_, file)| known.iter().any(|(_, other)| other == file))
            }
            (known, error) => known == error,
        })
    }

    /// Whether an error may be due to those of earlier steps.
    fn follows(&self, error: &MjcfError) -> bool {
        let Some(span) = error.span() else { return self.before > 0 };
        self.list.iter().take(self.before).any(|earlier| {
            if matches!(earlier, MjcfError::DuplicateName { .. }) {
                // the first of that name is there
                return false;
            }
            let Some(cause) = earlier.span() else { return true };
            match error {
                MjcfError::UnknownReference { name, .. } => {
                    let unread = matches!(earlier, MjcfError::IncludeError { .. } | MjcfError::BadFile { .. });
                    unread || brings_names(cause) || span.is_inside(cause) || self.lost.contains(name)
                }
                MjcfError::DuplicateName { .. } => brings_names(cause),
                _ if self.step == Step::Read => {
                    related(cause, span) || matches!(cause.section(), "compiler" | "default")
                }
                _ => spoils(cause, span),
            }
        })
    }

    /// All of them in the order of the document: file by file as they come up, and by position in each. Those without a
    /// position come last, and after the mistakes what is right but not honoured.
    pub fn all(mut self) -> MjcfError {
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

/// Whether an element makes objects whose names are not written in it.
fn brings_names(span: &SourceSpan) -> bool {
    matches!(span.tag(), "replicate" | "attach" | "composite" | "model")
}

/// Whether one span lies in the other.
fn related(cause: &SourceSpan, other: &SourceSpan) -> bool {
    cause.is_inside(other) || other.is_inside(cause)
}

/// Whether a mistake in one element may make another one look wrong.
fn spoils(cause: &SourceSpan, other: &SourceSpan) -> bool {
    let related = related(cause, other);
    match cause.section() {
        "option" | "visual" | "statistic" => false,
        // what a body carries counts for the bodies around it; other sections refer to it
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
        let error = Errors::each(lines, |line| Err(at(line).invalid("no"))).unwrap_err();
        let found: Vec<u32> = error.errors().iter().map(|e| e.span().unwrap().line()).collect();
        assert_eq!(found, [1, 2, 3]);
        assert_eq!(Errors::each([7], |line| Err(at(line).invalid("no"))), Err(at(7).invalid("no")));
        assert_eq!(Errors::each(lines, |_| Ok(())), Ok(()));
    }

    /// More errors than are gathered, all of which follow from one that was found before.
    #[test]
    fn a_search_that_broke_off_is_the_last() {
        let geom = |i: usize| format!("<geom size='1' material='m{i}'/>");
        let geoms: String = (0..MAX_ERRORS + 50).map(geom).collect();
        // the attachment could have brought the materials
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
        let error = Errors::each(1..1000, |line| {
            seen += 1;
            Err(at(line).invalid("no"))
        });
        assert_eq!((error.unwrap_err().errors().len(), seen), (MAX_ERRORS, MAX_ERRORS));
        let large = || MjcfError::TooLarge { span: at(5), message: "no".into() };
        let error = Errors::each(0..9, |i| if i == 5 { Err(large()) } else { Err(at(i).conversion("no")) });
        assert_eq!(error.unwrap_err().errors().len(), 6);
        let error = Errors::each(0..9, |i| if i == 5 { Err(MjcfError::Interrupted) } else { Err(at(i).invalid("no")) });
        assert_eq!(error, Err(MjcfError::Interrupted));
    }
}
