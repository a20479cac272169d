//! The kernels of a plan and the copies of fields in CUDA C++.

use crate::backend::compile::Shader;
use crate::backend::field::{GROUP, shader_text};
use crate::codegen::kernel::KernelText;
use crate::codegen::plan::{Kernel, Phase, Plan};
use crate::codegen::{Precision, Scope};
use crate::error::{GpuSimError, GpuSimResult};
use naga_cuda::{BarrierScope, Loops, Options};

/// A kernel to be compiled by NVRTC.
#[derive(Debug)]
pub struct CudaSource {
    /// Its name.
    pub name: &'static str,
    /// CUDA C++.
    pub text: String,
    /// The WGSL it was translated from; none for kernels that copy fields.
    pub wgsl: Option<KernelText>,
    /// Threads of a workgroup.
    pub threads: u32,
}

impl CudaSource {
    /// Adds the line of the WGSL source that NVRTC's message is about to an error.
    pub fn located(&self, error: GpuSimError) -> GpuSimError {
        match (error, &self.wgsl) {
            (GpuSimError::ShaderCompilation { kernel, at: None, message }, Some(wgsl)) => {
                let at = wgsl.locate_cuda(&message, &self.text);
                GpuSimError::ShaderCompilation { kernel, at, message }
            }
            (error, _) => error,
        }
    }
}

/// Kernels that copy fields: name, entry point of the shader, and whether they copy integers.
pub const COPIES: [(&str, &str, bool); 9] = [
    ("gather", "gather", false),
    ("gather whole numbers", "gather", true),
    ("scatter", "scatter", false),
    ("scatter whole numbers", "scatter", true),
    ("scatter chosen", "scatter_chosen", false),
    ("scatter chosen whole numbers", "scatter_chosen", true),
    ("scatter masked", "scatter_masked", false),
    ("scatter masked whole numbers", "scatter_masked", true),
    ("scatter where worlds run", "scatter_running", false),
];

/// The kernels of a plan, then those that copy fields.
pub fn sources(plan: &Plan, precision: Precision) -> GpuSimResult<Vec<CudaSource>> {
    let mut all = Vec::new();
    for kernel in &plan.kernels {
        let threads = (kernel.scale.lanes * kernel.scale.worlds) as u32;
        let shader = Shader { name: kernel.name, text: kernel.text.as_str(), entry: "main", scope: kernel.barriers };
        all.push(CudaSource {
            name: kernel.name,
            text: translate(shader, loops(kernel)).map_err(|error| error.located(&kernel.text))?,
            wgsl: Some(kernel.text.clone()),
            threads,
        });
    }
    for (name, entry, is_int) in COPIES {
        let text = shader_text(if is_int { "i32" } else { precision.number() });
        let shader = Shader { name, text: &text, entry, scope: Scope::Workgroup };
        let text = translate(shader, Loops::Automatic)?;
        all.push(CudaSource { name, text, wgsl: None, threads: GROUP as u32 });
    }
    Ok(all)
}

/// What NVRTC may do with a kernel's loops.
///
/// An unrolled solver is larger than the instruction cache. Its warps execute different parts of it, so they would wait for instructions.
/// Other kernels are as fast with rolled loops and compile in a tenth of the time. With one lane per world the solver is a third faster
/// unrolled, and the kernel that moves worlds twice as fast.
fn loops(kernel: &Kernel) -> Loops {
    let gains = matches!(kernel.phase, Phase::Solve | Phase::Move);
    if kernel.scale.lanes == 1 && gains { Loops::Automatic } else { Loops::Rolled }
}

/// A shader in CUDA C++.
fn translate(shader: Shader<'_>, loops: Loops) -> GpuSimResult<String> {
    let barriers = match shader.scope {
        Scope::Workgroup => BarrierScope::Workgroup,
        Scope::Subgroup => BarrierScope::Subgroup,
    };
    let options = Options::new(shader.entry).barriers(barriers).loops(loops);
    naga_cuda::translate_wgsl(shader.text, &options).map_err(|e| GpuSimError::ShaderCompilation {
        kernel: shader.name.into(),
        at: None,
        message: e.to_string(),
    })
}
