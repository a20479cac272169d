//! Stack space for deeply nested models.
//!
//! The reader, the resolver and the compiler recurse along the tree. Most models need little stack. A model that nests hundreds
//! of bodies, or includes other models, is loaded in a thread with a large stack, so that no input overflows the caller's stack.
//! The crate `stacker` grows a stack in place, but needs a C compiler.

use crate::error::Result;
use crate::read::element::Element;
use crate::stop::Stop;
use std::sync::Mutex;
use std::thread;

/// Depth of nesting that fits any stack.
const MAX_SHALLOW: usize = 48;

/// Stack of the thread in bytes. Only what is used is backed by memory.
const STACK_BYTES: usize = 256 << 20;

/// Runs `work` on a document with enough stack. `work` may drop the document once it is read.
pub fn run_with_enough<T: Send>(
    root: Element,
    stop: &Stop,
    work: impl FnOnce(Element) -> Result<T> + Send,
) -> Result<T> {
    if !is_deep(&root) {
        return work(root);
    }
    let span = root.span.clone();
    let work = Mutex::new(Some(|| work(root)));
    let take = || work.lock().ok().and_then(|mut work| work.take());
    let done = thread::scope(|scope| stop.run_threads(scope, 1, Some(STACK_BYTES), || take().map(|work| work())));
    let result = match done.into_iter().next() {
        Some(Ok(result)) => result,
        Some(Err(panic)) => std::panic::resume_unwind(panic),
        // no thread could be started: use the caller's stack
        None => take().map(|work| work()),
    };
    result.unwrap_or_else(|| Err(span.invalid("the model could not be loaded: its thread did not start")))
}

/// Whether elements nest deeply, or included models may.
fn is_deep(root: &Element) -> bool {
    let mut open: Vec<(&Element, usize)> = vec![(root, 1)];
    while let Some((element, depth)) = open.pop() {
        if depth > MAX_SHALLOW || element.tag == "model" {
            return true;
        }
        open.extend(
            element.children.iter().filter(|c| !c.children.is_empty() || c.tag == "model").map(|c| (c, depth + 1)),
        );
    }
    false
}
