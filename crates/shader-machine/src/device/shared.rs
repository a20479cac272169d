//! What a device, its queue and everything made by them share.

use super::errors::Errors;
use super::settings::Settings;
use crate::Ledger;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Something to be told to the caller at the next poll.
pub type Callback = Box<dyn FnOnce() + Send>;

/// A device's settings and state.
pub struct Shared {
    pub features: wgpu::Features,
    pub limits: wgpu::Limits,
    pub info: wgpu::AdapterInfo,
    pub errors: Errors,
    /// Where kernels' work is written down.
    pub ledger: Option<Ledger>,
    /// Held while work is done: a submission sees no other.
    pub work: Mutex<()>,
    callbacks: Mutex<Vec<Callback>>,
    /// Bytes that no buffer has taken.
    left: AtomicU64,
}

/// Bytes of the device's memory, given back when this is dropped.
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

/// Locks; a test that panicked elsewhere has its own message, and the state is whole between statements.
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
            ledger: settings.ledger.clone(),
            work: Mutex::default(),
            callbacks: Mutex::default(),
            left: AtomicU64::new(settings.memory_bytes),
        }
    }

    /// Some of the memory, if so much is left.
    pub fn take(self: &Arc<Self>, bytes: u64) -> Option<Taken> {
        let less = |left: u64| left.checked_sub(bytes);
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).ok()?;
        Some(Taken { shared: Arc::clone(self), bytes })
    }

    /// Keeps a callback until the device is polled, as devices do: code that forgets to poll must not work here.
    pub fn at_poll(&self, callback: Callback) {
        lock(&self.callbacks).push(callback);
    }

    /// Calls what was kept.
    pub fn poll(&self) {
        // taken out first: a callback may ask for the next one
        let callbacks = std::mem::take(&mut *lock(&self.callbacks));
        callbacks.into_iter().for_each(|callback| callback());
    }
}
