//! State that a device shares with its queue, buffers and pipelines.

use super::errors::Errors;
use super::settings::Settings;
use crate::counts::InstructionCounter;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A callback that the next poll calls.
pub type Callback = Box<dyn FnOnce() + Send>;

/// A device's settings and state.
pub struct Shared {
    pub features: wgpu::Features,
    pub limits: wgpu::Limits,
    pub info: wgpu::AdapterInfo,
    pub errors: Errors,
    /// Counts the instructions of kernels.
    pub counter: Option<InstructionCounter>,
    /// Held while a submission runs: one at a time.
    pub work: Mutex<()>,
    callbacks: Mutex<Vec<Callback>>,
    /// Free memory (bytes).
    left: AtomicU64,
}

/// Memory of a buffer, freed on drop.
pub struct Taken {
    shared: Arc<Shared>,
    bytes: u64,
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.shared.left.fetch_add(self.bytes, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("info", &self.info).finish_non_exhaustive()
    }
}

/// Locks, even after a panic in another thread: the state is whole between statements.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub fn new(settings: &Settings) -> Self {
        Self {
            features: settings.features(),
            limits: settings.limits(),
            info: settings.info(),
            errors: Errors::default(),
            counter: settings.counter.clone(),
            work: Mutex::default(),
            callbacks: Mutex::default(),
            left: AtomicU64::new(settings.memory_bytes),
        }
    }

    /// Takes memory for a buffer, if enough is free.
    pub fn take(self: &Arc<Self>, bytes: u64) -> Option<Taken> {
        let less = |left: u64| left.checked_sub(bytes);
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).ok()?;
        Some(Taken { shared: Arc::clone(self), bytes })
    }

    /// Keeps a callback until the next poll, as devices do: code that forgets to poll must fail here.
    pub fn at_poll(&self, callback: Callback) {
        lock(&self.callbacks).push(callback);
    }

    /// Calls the callbacks.
    pub fn poll(&self) {
        // taken first: a callback may add another
        let callbacks = std::mem::take(&mut *lock(&self.callbacks));
        callbacks.into_iter().for_each(|callback| callback());
    }
}
