//! Every shader is valid, and translates to the languages of other GPUs: Metal's and Direct3D's.

use crate::harness::load;
use crate::harness::whole::stripped;
use naga::back::{hlsl, msl};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use sim_core::Model;
use sim_gpu::{ControlNoise, GpuBatchSim, GpuOptions};
use std::collections::BTreeSet;

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

/// Lanes of the smooth part and of the solver, bytes of workgroup memory, support for subgroups: for large GPUs, and for
/// the smallest.
const WAYS: [(usize, usize, usize, bool); 5] = [
    (1, 32, 48 << 10, true),
    (8, 32, 48 << 10, true),
    (1, 32, 16 << 10, false),
    (32, 32, 16 << 10, false),
    (1, 1, 16 << 10, false),
];

/// Every model of ours, unchanged or without its unsupported features.
#[test]
fn shaders_are_valid_in_three_languages() {
    let folder = format!("{}/../../models", env!("CARGO_MANIFEST_DIR"));
    let (mut translated, mut seen) = (0, BTreeSet::new());
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "xml") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut model = Model::clone(&load(&name));
        if !GpuBatchSim::missing(&model).is_empty() {
            model = stripped(&model);
        }
        if !GpuBatchSim::missing(&model).is_empty() {
            continue;
        }
        translated += 1;
        for (smooth_lanes, solver_lanes, bytes, subgroups) in WAYS {
            let control_noise = Some(ControlNoise::default());
            let options = GpuOptions::default()
                .control_noise(control_noise)
                .tune(|tuning| tuning.smooth_lanes(smooth_lanes).solver_lanes(solver_lanes).subgroups(subgroups));
            for (kernel, text) in GpuBatchSim::shaders_of(&model, &options, bytes).unwrap() {
                if seen.insert(text.clone()) {
                    translate(&format!("{name}, {kernel}, {smooth_lanes} and {solver_lanes} lanes, {bytes}"), &text);
                }
            }
        }
    }
    assert!(translated >= 17, "{translated} models were translated");
}
