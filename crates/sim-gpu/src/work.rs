//! What kernels are handed to, one after another: a pass of wgpu, which is submitted when all are in it, or CUDA, which starts them at
//! once.

use crate::cuda_program::CudaProgram;
use crate::error::GpuSimResult;
use crate::pipelines::Pipelines;
use crate::program::Run;
use crate::transfer::{Copies, Transfer};

/// Work for the card, in its order.
#[derive(Debug)]
pub enum Work<'a> {
    /// Of wgpu.
    Pass(Box<wgpu::ComputePass<'a>>, &'a Pipelines),
    /// Of CUDA.
    Stream(&'a CudaProgram),
}

impl Work<'_> {
    /// Adds a kernel by its place in the plan.
    pub fn kernel(&mut self, kernel: usize, run: Run) -> GpuSimResult<()> {
        match self {
            Self::Pass(pass, pipelines) => {
                pipelines.dispatch(pass, kernel, run);
                Ok(())
            }
            Self::Stream(program) => program.launch(kernel, run),
        }
    }

    /// Adds the copy of a block of controls: into every world, or into those alone that have not failed.
    pub fn controls(
        &mut self,
        transfer: &Transfer,
        copies: &Copies,
        block: usize,
        only_running: bool,
    ) -> GpuSimResult<()> {
        match self {
            Self::Pass(pass, _) => {
                transfer.record_block(pass, copies, block, only_running);
                Ok(())
            }
            Self::Stream(program) => program.launch_block(copies, block, only_running),
        }
    }
}
