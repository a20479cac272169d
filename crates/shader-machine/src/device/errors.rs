//! Routes errors to a scope or the handler, and the loss of the device to its callback.

use super::shared::lock;
use crate::fault::Fault;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;
use wgpu::custom::BoxDeviceLostCallback;

struct Scope {
    filter: wgpu::ErrorFilter,
    error: Option<wgpu::Error>,
}

/// Error scopes of each thread, the error handler, and whether the device is lost.
#[derive(Default)]
pub struct Errors {
    scopes: Mutex<HashMap<ThreadId, Vec<Scope>>>,
    handler: Mutex<Option<Arc<dyn wgpu::UncapturedErrorHandler>>>,
    end: Mutex<End>,
}

#[derive(Default)]
struct End {
    is_reached: bool,
    callback: Option<BoxDeviceLostCallback>,
}

impl Errors {
    /// Reports misuse of the device.
    pub fn validation(&self, description: String) {
        let source = Box::new(Fault(description.clone()));
        self.report(wgpu::ErrorFilter::Validation, wgpu::Error::Validation { source, description });
    }

    /// Reports a fault of a shader.
    pub fn internal(&self, description: String) {
        let source = Box::new(Fault(description.clone()));
        self.report(wgpu::ErrorFilter::Internal, wgpu::Error::Internal { source, description });
    }

    /// Reports that the memory is full.
    pub fn out_of_memory(&self, description: String) {
        let source = Box::new(Fault(description));
        self.report(wgpu::ErrorFilter::OutOfMemory, wgpu::Error::OutOfMemory { source });
    }

    /// The value, or `None` and a validation error.
    pub fn checked<T>(&self, result: Result<T, String>) -> Option<T> {
        result.map_err(|message| self.validation(message)).ok()
    }

    fn report(&self, filter: wgpu::ErrorFilter, error: wgpu::Error) {
        if let Some(error) = self.catch(filter, error) {
            // not called under the lock: a handler may set another
            let handler = lock(&self.handler).clone();
            match handler {
                Some(handler) => handler(error),
                None => unhandled(&error),
            }
        }
    }

    /// Leaves an error in the innermost scope of its kind; the first of a scope stays.
    fn catch(&self, filter: wgpu::ErrorFilter, error: wgpu::Error) -> Option<wgpu::Error> {
        let mut scopes = lock(&self.scopes);
        let own = scopes.entry(std::thread::current().id()).or_default();
        match own.iter_mut().rev().find(|scope| scope.filter == filter) {
            Some(scope) => {
                scope.error.get_or_insert(error);
                None
            }
            None => Some(error),
        }
    }

    /// Sets the handler of errors outside of scopes.
    pub fn handle(&self, handler: Arc<dyn wgpu::UncapturedErrorHandler>) {
        *lock(&self.handler) = Some(handler);
    }

    /// Opens a scope and gives its place.
    pub fn push(&self, filter: wgpu::ErrorFilter) -> u32 {
        let mut scopes = lock(&self.scopes);
        let own = scopes.entry(std::thread::current().id()).or_default();
        own.push(Scope { filter, error: None });
        (own.len() - 1) as u32
    }

    /// Closes a scope, and those inside of it that were left open.
    pub fn pop(&self, index: u32) -> Option<wgpu::Error> {
        let mut scopes = lock(&self.scopes);
        let own = scopes.get_mut(&std::thread::current().id())?;
        let closed = own.split_off((index as usize).min(own.len()));
        closed.into_iter().next().and_then(|scope| scope.error)
    }

    /// Sets the callback of the loss. Calls it now if the device is lost.
    pub fn at_end(&self, callback: BoxDeviceLostCallback) {
        let mut end = lock(&self.end);
        if end.is_reached {
            drop(end);
            report_loss(callback);
        } else {
            end.callback = Some(callback);
        }
    }

    /// Loses the device.
    pub fn end(&self) {
        let mut end = lock(&self.end);
        end.is_reached = true;
        let callback = end.callback.take();
        drop(end);
        if let Some(callback) = callback {
            report_loss(callback);
        }
    }

    /// Fails if the device is lost.
    pub fn check_end(&self) -> Result<(), String> {
        if lock(&self.end).is_reached { Err("the device was destroyed: make another".into()) } else { Ok(()) }
    }
}

fn report_loss(callback: BoxDeviceLostCallback) {
    callback(wgpu::DeviceLostReason::Destroyed, "the device was destroyed".into());
}

#[cold]
#[allow(clippy::panic, reason = "wgpu ends a program on an unhandled error, here as on any device")]
fn unhandled(error: &wgpu::Error) -> ! {
    panic!("unhandled error of the shader machine: {error}")
}
