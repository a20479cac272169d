//! Checks for specs made by a program, which a document passes by construction: missing settings and classes, numbers
//! without a keyword, endless nesting of bodies.

use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::source_span::SourceSpan;
use crate::spec::{Item, MAX_DEPTH, Object, Spec, Visit, take_items};
use crate::table::Fields;
use std::collections::HashSet;

/// Refuses a spec that the compiler cannot process.
pub(crate) fn check(spec: &mut Spec) -> Result<()> {
    if spec.origins.is_empty() {
        return Err(
            SourceSpan::none().conversion("the spec has no compiler settings: 'origins' needs at least one entry")
        );
    }
    check_depth(spec)?;
    let classes = spec.defaults.iter().map(|class| class.name.clone()).collect();
    let origins = spec.origins.len();
    let mut known = Known { classes, last: String::new(), origins, errors: ErrorList::default() };
    spec.visit(&mut known)?;
    known.errors.finish()
}

/// Checks that objects refer to existing settings and classes, and hold numbers with keywords. The compiler checks other
/// values where it uses them; here the object is known.
struct Known {
    classes: HashSet<String>,
    /// The class found last: neighbours often share it.
    last: String,
    origins: usize,
    errors: ErrorList,
}

impl Visit for Known {
    fn object<T: Object + Fields + Clone>(&mut self, object: &mut T) -> Result<()> {
        let result = self.check(object);
        self.errors.take(result).map(drop)
    }
}

impl Known {
    fn check<T: Object + Fields>(&mut self, object: &T) -> Result<()> {
        let meta = object.meta();
        if meta.origin >= self.origins {
            return Err(meta.span.conversion(format!(
                "{} '{}' was written under compiler settings {}, but the spec's 'origins' are {}: correct 'meta.origin'",
                T::OBJECT,
                meta.name,
                meta.origin,
                self.origins
            )));
        }
        if meta.class != self.last && !meta.class.is_empty() {
            if !self.classes.contains(&meta.class) {
                return Err(MjcfError::UnknownReference {
                    span: meta.span.clone(),
                    kind: format!("default class of {} '{}'", T::OBJECT, meta.name),
                    name: meta.class.clone(),
                    suggestion: None,
                });
            }
            self.last.clone_from(&meta.class);
        }
        match object.unknown_keyword() {
            None => Ok(()),
            Some(field) => {
                let message = format!("{} '{}': '{field}' holds no keyword that there is", T::OBJECT, meta.name);
                Err(meta.span.conversion(message))
            }
        }
    }
}

/// Refuses a tree that is too deep for the recursion that follows. Takes it apart first, because dropping it recurses too.
fn check_depth(spec: &mut Spec) -> Result<()> {
    let mut level: Vec<&Item> = spec.world.items.iter().collect();
    for _ in 0..=MAX_DEPTH {
        if level.is_empty() {
            return Ok(());
        }
        level = level.into_iter().flat_map(Item::inside).collect();
    }
    let mut open = std::mem::take(&mut spec.world.items);
    while let Some(mut item) = open.pop() {
        open.append(&mut take_items(&mut item));
    }
    let message = format!("bodies and frames nest more than {MAX_DEPTH} deep");
    Err(MjcfError::TooLarge { span: SourceSpan::none(), message })
}
