//! Timestamps of CUDA.

use super::driver::{Functions, Handle};
use super::shared::Driver;
use super::stream::CudaStream;
use std::sync::Arc;

/// Timestamps recorded between launches.
#[derive(Debug)]
pub struct Clock {
    driver: Arc<Driver>,
    stream: CudaStream,
    events: Vec<Handle>,
}

impl Clock {
    /// A clock without timestamps on a stream.
    pub fn new(driver: &Arc<Driver>, stream: CudaStream) -> Self {
        Self { driver: Arc::clone(driver), stream, events: Vec::new() }
    }

    /// Records a timestamp after everything launched before on the stream.
    pub fn record(&mut self) -> Result<(), String> {
        let (stream, events) = (self.stream, &mut self.events);
        self.driver.inside(|functions| {
            let mut event = Handle::NULL;
            // SAFETY: the event is made in this context and destroyed when the clock is dropped.
            functions.check("CUDA made no event", unsafe { (functions.create_event)(&raw mut event, 0) })?;
            events.push(event);
            // SAFETY: the event is of this context, and the stream exists.
            functions.check("CUDA kept no time", unsafe { (functions.record_event)(event, stream.handle()) })
        })
    }

    /// Waits, and returns the time from each timestamp to the next (µs).
    pub fn spans(&self) -> Result<Vec<f64>, String> {
        self.driver.inside(|functions| {
            if let Some(&last) = self.events.last() {
                // SAFETY: the event is of this context.
                functions.check("CUDA did not finish", unsafe { (functions.wait_event)(last) })?;
            }
            self.events.windows(2).map(|pair| span(functions, pair[0], pair[1])).collect()
        })
    }
}

fn span(functions: &Functions, from: Handle, to: Handle) -> Result<f64, String> {
    let mut milliseconds = 0.0;
    // SAFETY: both events are recorded and complete.
    let code = unsafe { (functions.elapsed)(&raw mut milliseconds, from, to) };
    functions.check("CUDA kept no time", code)?;
    Ok(f64::from(milliseconds) * 1000.0)
}

impl Drop for Clock {
    fn drop(&mut self) {
        let _ = self.driver.inside::<_, String>(|functions| {
            for &event in &self.events {
                // SAFETY: the event is of this context, and only this value has it.
                unsafe { (functions.destroy_event)(event) };
            }
            Ok(())
        });
    }
}
