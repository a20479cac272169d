//! What can go wrong with a picture.

/// Why there is no picture.
///
/// ```
/// use sim_core::Model;
/// use sim_view::render::{Options, RenderError, Renderer};
///
/// let model = Model::example();
/// let error = Renderer::new(&model, 0, 480, Options::default()).err();
/// assert_eq!(error, Some(RenderError::Size { width: 0, height: 480, most: RenderError::MOST_PIXELS }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// A side of the picture is zero or too large.
    #[error("a picture of {width} x {height} pixels: each side must be 1 to {most}")]
    Size {
        /// Pixels of a row.
        width: usize,
        /// Rows.
        height: usize,
        /// Most pixels of a side.
        most: usize,
    },
    /// The caller's array does not fit the picture.
    #[error("the array has {len} entries, the picture needs {expected}")]
    Array {
        /// Entries there are.
        len: usize,
        /// Entries needed.
        expected: usize,
    },
    /// More memory is needed than [`Options::memory`](crate::render::Options::memory) allows.
    #[error("{what}: {bytes} bytes are needed, {limit} are allowed (`Options::memory`)")]
    Memory {
        /// What it is needed for.
        what: &'static str,
        /// Bytes needed.
        bytes: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// The system has no more memory.
    #[error("{what}: the system did not give {bytes} bytes")]
    OutOfMemory {
        /// What it was needed for.
        what: &'static str,
        /// Bytes asked for.
        bytes: u64,
    },
    /// A number of slices, stacks or quads of the model's `visual/quality` that no surface can be made of.
    #[error("visual/quality: {name} is {value}, must be 1 to {most}")]
    Quality {
        /// Name of the setting.
        name: &'static str,
        /// Its value.
        value: i32,
        /// Its largest value.
        most: i32,
    },
    /// The near and far planes of the scene's cameras bound no space.
    #[error("the scene's camera has near plane {near} and far plane {far}: 0 < near < far is needed")]
    Frustum {
        /// Distance of the near plane.
        near: f32,
        /// Distance of the far plane.
        far: f32,
    },
    /// The two cameras of the scene have different projections.
    #[error("one of the scene's cameras is orthographic, the other is not")]
    MixedCameras,
    /// A number that is not one of the model's objects.
    #[error("there is no {kind} {id}: the model has {count}")]
    Id {
        /// Kind of object.
        kind: &'static str,
        /// The number.
        id: usize,
        /// How many there are.
        count: usize,
    },
    /// The threads cannot start, or their number exceeds the limit.
    #[error("{threads} threads could not be started: ask for fewer, or for 0, which takes as many as the machine has")]
    Threads {
        /// Threads asked for.
        threads: usize,
    },
}

impl RenderError {
    /// Most pixels of a side.
    pub const MOST_PIXELS: usize = 16_384;
}

/// A share of the memory that pictures may use, counted before anything is allocated.
#[derive(Debug)]
pub(crate) struct Budget {
    limit: u64,
    used: std::sync::atomic::AtomicU64,
}

impl Budget {
    pub(crate) fn new(limit: u64) -> Self {
        Self { limit, used: 0.into() }
    }

    /// Takes `bytes` for `what`.
    pub(super) fn take(&self, what: &'static str, bytes: u64) -> Result<(), RenderError> {
        use std::sync::atomic::Ordering::Relaxed;
        let fits = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= self.limit);
        match self.used.fetch_update(Relaxed, Relaxed, fits) {
            Ok(_) => Ok(()),
            Err(used) => Err(RenderError::Memory { what, bytes: used.saturating_add(bytes), limit: self.limit }),
        }
    }

    /// Gives `bytes` back.
    pub(super) fn give(&self, bytes: u64) {
        self.used.fetch_sub(bytes, std::sync::atomic::Ordering::Relaxed);
    }

    /// Room for `extra` more entries, doubling what there is. While a list moves, its old memory counts too.
    pub(super) fn reserve<T>(&self, what: &'static str, list: &mut Vec<T>, extra: usize) -> Result<(), RenderError> {
        let before = list.capacity();
        if before - list.len() >= extra {
            return Ok(());
        }
        let bytes = |entries: usize| (entries as u64).saturating_mul(size_of::<T>() as u64);
        let more = extra.max(list.len()).max(64);
        let wanted = bytes(list.len().saturating_add(more));
        self.take(what, wanted)?;
        if list.try_reserve_exact(more).is_err() {
            self.give(wanted);
            return Err(RenderError::OutOfMemory { what, bytes: wanted });
        }
        self.give(bytes(before));
        Ok(())
    }

    /// Gives a list the length `len`, new entries being `value`.
    pub(super) fn resize<T: Clone>(
        &self,
        what: &'static str,
        list: &mut Vec<T>,
        len: usize,
        value: T,
    ) -> Result<(), RenderError> {
        self.reserve(what, list, len.saturating_sub(list.len()))?;
        list.resize(len, value);
        Ok(())
    }

    /// Gives a list at least the length `len`, new entries being empty.
    pub(super) fn extend<T: Default>(
        &self,
        what: &'static str,
        list: &mut Vec<T>,
        len: usize,
    ) -> Result<(), RenderError> {
        self.reserve(what, list, len.saturating_sub(list.len()))?;
        list.resize_with(len.max(list.len()), T::default);
        Ok(())
    }
}
