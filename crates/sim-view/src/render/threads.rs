//! Threads that several renderers share.

use crate::render::error::RenderError;
use std::sync::Arc;

/// Threads that make pictures. Clones are the same threads, so that many renderers need no more of them than one.
///
/// ```
/// use sim_core::Model;
/// use sim_view::render::{Options, Renderer, Threads};
///
/// let (model, threads) = (Model::example(), Threads::new(2)?);
/// let small = Renderer::with_threads(&model, 32, 32, Options::default(), &threads)?;
/// let large = Renderer::with_threads(&model, 640, 480, Options::default(), &threads)?;
/// assert_eq!((small.width(), large.width()), (32, 640));
/// # Ok::<(), sim_view::render::RenderError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Threads(Arc<rayon::ThreadPool>);

impl Threads {
    /// Starts so many threads; 0 takes as many as the machine has.
    ///
    /// # Errors
    ///
    /// The system did not start them.
    pub fn new(threads: usize) -> Result<Self, RenderError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Self(Arc::new(pool.map_err(|_| RenderError::Threads { threads })?)))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Runs work on them.
    pub(super) fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.0.install(work)
    }
}
