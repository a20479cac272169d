//! Every shader is valid, and can be told to cards that read other languages: Metal's and Direct3D's.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::type_complexity)]

mod harness;

use harness::load;
use naga::back::{hlsl, msl};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use sim_gpu::{GpuBatchSim, GpuOptions};

fn translate(place: &str, text: &str) {
    let module = naga::front::wgsl::parse_str(text).unwrap_or_else(|e| panic!("{place}: {}", e.emit_to_string(text)));
    let info = Validator::new(ValidationFlags::all(), Capabilities::SUBGROUP)
        .validate(&module)
        .unwrap_or_else(|e| panic!("{place}: {}", e.emit_to_string(text)));
    let (metal, _) = msl::write_string(&module, &info, &msl::Options::default(), &msl::PipelineOptions::default())
        .unwrap_or_else(|e| panic!("{place}, Metal: {e}"));
    assert!(metal.contains("kernel void"), "{place}");
    let mut direct3d = String::new();
    let options = hlsl::Options { fake_missing_bindings: true, ..hlsl::Options::default() };
    hlsl::Writer::new(&mut direct3d, &options, &hlsl::PipelineOptions::default())
        .write(&module, &info, None)
        .unwrap_or_else(|e| panic!("{place}, Direct3D: {e}"));
    assert!(direct3d.contains("[numthreads("), "{place}");
}

#[test]
fn shaders_are_valid_in_three_languages() {
    for name in ["cartpole", "cradle", "double_pendulum", "pendulum_ball", "dominoes", "marbles"] {
        let model = load(name);
        for (smooth_lanes, solver_lanes, bytes) in [(1, 32, 48 << 10), (32, 32, 16 << 10), (1, 1, 16 << 10)] {
            let subgroups = bytes > 16 << 10;
            let options = GpuOptions { smooth_lanes, solver_lanes, subgroups, ..GpuOptions::default() };
            for (kernel, text) in GpuBatchSim::shaders_of(&model, &options, bytes).unwrap() {
                translate(&format!("{name}, {kernel}, {smooth_lanes} and {solver_lanes} lanes"), &text);
            }
        }
    }
}
