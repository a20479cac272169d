//! Where errors go: to a scope, to the handler, and the end of the device to its callback.

use super::shared::lock;
use crate::Fault;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;
use wgpu::custom::BoxDeviceLostCallback;

struct Scope {
    filter: wgpu::ErrorFilter,
    error: Option<wgpu::Error>,
}

/// Scopes of each thread, the handler, and whether the device is gone.
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
    /// A device was used wrongly.
    pub fn validation(&self, description: String) {
        let source = Box::new(Fault(description.clone()));
        self.report(wgpu::ErrorFilter::Validation, wgpu::Error::Validation { source, description });
    }

    /// A shader was stopped.
    pub fn internal(&self, description: String) {
        let source = Box::new(Fault(description.clone()));
        self.report(wgpu::ErrorFilter::Internal, wgpu::Error::Internal { source, description });
    }

    /// There is no memory left.
    pub fn out_of_memory(&self, description: String) {
        let source = Box::new(Fault(description));
        self.report(wgpu::ErrorFilter::OutOfMemory, wgpu::Error::OutOfMemory { source });
    }

    /// What was checked, or nothing and an error of validation.
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

    /// Sets who hears of errors outside of scopes.
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

    /// Sets who hears of the end; at once where it is reached.
    pub fn at_end(&self, callback: BoxDeviceLostCallback) {
        let mut end = lock(&self.end);
        if end.is_reached {
            drop(end);
            tell_end(callback);
        } else {
            end.callback = Some(callback);
        }
    }

    /// The device is gone.
    pub fn end(&self) {
        let mut end = lock(&self.end);
        end.is_reached = true;
        let callback = end.callback.take();
        drop(end);
        if let Some(callback) = callback {
            tell_end(callback);
        }
    }

    /// An error where the device is gone.
    pub fn check_end(&self) -> Result<(), String> {
        if lock(&self.end).is_reached { Err("the device was destroyed: make another".into()) } else { Ok(()) }
    }
}

fn tell_end(callback: BoxDeviceLostCallback) {
    callback(wgpu::DeviceLostReason::Destroyed, "the device was destroyed".into());
}

#[cold]
#[allow(clippy::panic, reason = "an error that nobody asks for ends a program of wgpu, here as on any device")]
fn unhandled(error: &wgpu::Error) -> ! {
    panic!("an error of the shader machine that no scope and no handler took: {error}")
}
