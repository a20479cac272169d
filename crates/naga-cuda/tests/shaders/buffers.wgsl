struct Settings { scale: f32, count: i32 }
@group(0) @binding(1) var<storage, read> inputs: array<f32>;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(2) var<uniform> settings: Settings;
@group(0) @binding(3) var<storage, read_write> turns: atomic<i32>;
var<workgroup> shared_number: i32;
var<private> own: array<f32, 7>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) i: u32) {
    out[i] = inputs[i] * settings.scale;
}
