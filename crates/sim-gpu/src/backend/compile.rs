//! Compilation of several kernels at once.

use crate::codegen::Scope;
use crate::error::{GpuSimError, GpuSimResult};
use std::time::{Duration, Instant};

/// A shader to be compiled.
#[derive(Clone, Copy, Debug)]
pub struct Shader<'a> {
    /// Its name in messages.
    pub name: &'a str,
    /// WGSL.
    pub text: &'a str,
    /// The entry point.
    pub entry: &'a str,
    /// Threads that its barriers wait for.
    pub scope: Scope,
}

/// Compiles all items at once, one thread each, and measures how long each takes.
pub fn side_by_side<T: Sync, R: Send>(
    all: &[T],
    compile: impl Fn(&T) -> GpuSimResult<R> + Sync,
) -> GpuSimResult<(Vec<R>, Vec<Duration>)> {
    let outcomes: Vec<GpuSimResult<(R, Duration)>> = std::thread::scope(|scope| {
        let compile = &compile;
        let start = |item| {
            scope.spawn(move || {
                let start = Instant::now();
                Ok((compile(item)?, start.elapsed()))
            })
        };
        let running: Vec<_> = all.iter().map(start).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(panicked()))).collect()
    });
    Ok(outcomes.into_iter().collect::<GpuSimResult<Vec<_>>>()?.into_iter().unzip())
}

/// The error for a compiler that ended its thread.
fn panicked() -> GpuSimError {
    GpuSimError::ShaderCompilation { kernel: "all".into(), at: None, message: "the compiler panicked".into() }
}
