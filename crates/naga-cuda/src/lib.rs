//! Translates compute shaders to CUDA C++.
//!
//! [naga] reads WGSL (and other languages) into a module. This crate writes such a module as CUDA C++ for NVRTC or nvcc. One source
//! then runs everywhere through wgpu, and on NVIDIA's GPUs also through CUDA.
//!
//! ```
//! use naga_cuda::{Options, translate_wgsl};
//!
//! let text = "
//!     @group(0) @binding(0) var<storage, read> x: array<f32>;
//!     @group(0) @binding(1) var<storage, read_write> y: array<f32>;
//!     @compute @workgroup_size(64)
//!     fn double(@builtin(local_invocation_index) i: u32) { y[i] = 2.0 * x[i]; }";
//! let cuda = translate_wgsl(text, &Options::new("double"))?;
//! assert!(cuda.contains("kernel(const float* given_x_g, float* given_y_g)"));
//! # Ok::<(), naga_cuda::Error>(())
//! ```
//!
//! # What the text contains
//!
//! The source is complete: it includes no header. It begins with a prelude that defines vectors, mathematical functions and operations of
//! subgroups. The shader becomes a `struct` whose members are the buffers and the private variables, and whose member functions are the
//! functions of the shader. The entry point becomes an `extern "C" __global__` function named [`KERNEL`].
//!
//! # How to launch it
//!
//! - One thread block is one workgroup. All threads are in `x`: a `@workgroup_size(8, 4, 1)` is a block of 32.
//! - Arguments follow the order of `(group, binding)`. A storage buffer is a pointer; a uniform buffer is passed by value.
//! - The source asserts at compile time that structs have WGSL's sizes.
//!
//! # What is supported
//!
//! | Part of WGSL | Supported |
//! |---|---|
//! | types | `f32`, `f64`, `i32`, `u32`, `bool`, vectors, arrays, structs, atomic `i32` and `u32` |
//! | address spaces | storage, uniform, workgroup, private, function |
//! | control flow | `if`, `switch`, `loop`, `for`, `while`, `break`, `continue`, `return` |
//! | barriers | both kinds; `workgroupUniformLoad` |
//! | atomics | load, store, add, exchange |
//! | subgroups | add, min, max, exclusive add, shuffle, shuffle xor, broadcast |
//! | entry arguments | `workgroup_id`, `local_invocation_index` |
//!
//! Anything else is an [`Error::Unsupported`] that names it and the function that uses it: matrices, textures, pointers as arguments,
//! `arrayLength`, initial values of private variables.
//!
//! # What differs from WGSL
//!
//! - Memory is not initialized to zero, and indices are not checked.
//! - Operations of functions whose names begin with `exact` are not fused or reordered. Compensated sums need that.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod error;
mod expressions;
mod module;
mod names;
mod options;
mod statements;
mod types;

pub use error::Error;
pub use module::{KERNEL, SUBGROUP_LANES, translate_wgsl, write_string};
pub use naga;
pub use options::{BarrierScope, Loops, Options};
