//! Stack for deeply nested models.
//!
//! Readers, resolver and compiler follow the tree by recursion. Ordinary models need little stack; one that nests
//! hundreds of bodies, or brings models that nest in turn, is worked on in a thread of its own, so that no input can
//! overflow the stack of the caller. The crate `stacker` grows a stack in place, but needs a C compiler to be built.

use crate::error::Result;
use crate::read::element::Element;
use crate::stop::Stop;
use std::sync::Mutex;
use std::thread;

/// Nesting that any stack has room for.
const SHALLOW: usize = 48;

/// Stack of the thread; only what is used is ever backed by memory.
const STACK: usize = 256 << 20;

/// Runs `work` on a document where there is room for it. The work may drop the document when it has read it.
pub fn run<T: Send>(root: Element, stop: &Stop, work: impl FnOnce(Element) -> Result<T> + Send) -> Result<T> {
    if !is_deep(&root) {
        return work(root);
    }
    let span = root.span.clone();
    let work = Mutex::new(Some(|| work(root)));
    let take = || work.lock().ok().and_then(|mut work| work.take());
    let done = thread::scope(|scope| stop.share(scope, 1, Some(STACK), || take().map(|work| work())));
    let result = match done.into_iter().next() {
        Some(Ok(result)) => result,
        Some(Err(panic)) => std::panic::resume_unwind(panic),
        // without a thread the caller's stack must do
        None => take().map(|work| work()),
    };
    result.unwrap_or_else(|| Err(span.invalid("the model could not be worked on")))
}

/// Whether elements nest deeply, or model assets may.
fn is_deep(root: &Element) -> bool {
    let mut open: Vec<(&Element, usize)> = vec![(root, 1)];
    while let Some((element, depth)) = open.pop() {
        if depth > SHALLOW || element.tag == "model" {
            return true;
        }
        open.extend(
            element.children.iter().filter(|c| !c.children.is_empty() || c.tag == "model").map(|c| (c, depth + 1)),
        );
    }
    false
}
