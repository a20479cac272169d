//! Errors of pictures.

/// An error of a picture.
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
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
        /// Largest side in pixels.
        most: usize,
    },
    /// The caller's array does not match the picture.
    #[error("the array has {len} entries: give {expected}")]
    Array {
        /// Length of the array.
        len: usize,
        /// Required length.
        expected: usize,
    },
    /// A picture needs more memory than [`Options::memory`](crate::render::Options::memory) allows.
    #[error("{what}: {bytes} bytes are needed, {limit} are allowed: raise `Options::memory`, or draw smaller pictures")]
    Memory {
        /// The buffer or asset.
        what: &'static str,
        /// Required memory in bytes.
        bytes: u64,
        /// Allowed memory in bytes.
        limit: u64,
    },
    /// The system is out of memory.
    #[error("{what}: the system has no free memory for {bytes} bytes: draw smaller pictures or a smaller model")]
    OutOfMemory {
        /// The buffer or asset.
        what: &'static str,
        /// Requested memory in bytes.
        bytes: u64,
    },
    /// A number of slices, stacks or quads in the model's `visual/quality` is out of range.
    #[error("visual/quality: {name} is {value}: it must be 1 to {most}")]
    Quality {
        /// Name of the setting.
        name: &'static str,
        /// Its value.
        value: i32,
        /// Its largest value.
        most: i32,
    },
    /// The near and far planes of the scene's cameras enclose no volume.
    #[error("the scene's camera has near plane {near} and far plane {far}: set 0 < near < far")]
    Frustum {
        /// Distance of the near plane.
        near: f32,
        /// Distance of the far plane.
        far: f32,
    },
    /// The two cameras of the scene have different projections.
    #[error("one of the scene's cameras is orthographic, the other is not: give both the same projection")]
    MixedCameras,
    /// The index of an object is out of range.
    #[error("{kind} {id} does not exist: the model has {count}, counted from 0")]
    Id {
        /// Kind of object.
        kind: &'static str,
        /// The index.
        id: usize,
        /// Number of such objects.
        count: usize,
    },
    /// The threads cannot start, or their number exceeds the limit.
    #[error("{threads} threads could not be started: ask for fewer, or for 0, which takes as many as the machine has")]
    Threads {
        /// Requested threads.
        threads: usize,
    },
}

impl RenderError {
    /// Largest side of a picture in pixels.
    pub const MOST_PIXELS: usize = 16_384;
}

/// The memory budget of a picture, checked before each allocation.
#[derive(Debug)]
pub(crate) struct Budget {
    limit: u64,
    used: std::sync::atomic::AtomicU64,
}

impl Budget {
    pub(crate) fn new(limit: u64) -> Self {
        Self { limit, used: 0.into() }
    }

    /// Reserves `bytes` for `what`.
    pub(super) fn take(&self, what: &'static str, bytes: u64) -> Result<(), RenderError> {
        use std::sync::atomic::Ordering::Relaxed;
        let fits = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= self.limit);
        match self.used.fetch_update(Relaxed, Relaxed, fits) {
            Ok(_) => Ok(()),
            Err(used) => Err(RenderError::Memory { what, bytes: used.saturating_add(bytes), limit: self.limit }),
        }
    }

    /// Releases `bytes`.
    pub(super) fn give(&self, bytes: u64) {
        self.used.fetch_sub(bytes, std::sync::atomic::Ordering::Relaxed);
    }

    /// Reserves room for `extra` more entries, doubling the capacity. While a list moves, its old memory counts too.
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

    /// Resizes a list to the length `len` with new entries `value`.
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

    /// Extends a list to at least the length `len` with default entries.
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
