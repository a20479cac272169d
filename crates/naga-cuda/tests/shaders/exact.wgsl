struct Settings { scale: f32, count: i32 }
@group(0) @binding(1) var<storage, read> inputs: array<f32>;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(2) var<uniform> settings: Settings;
@group(0) @binding(3) var<storage, read_write> turns: atomic<i32>;
var<workgroup> shared_number: i32;
var<private> own: array<f32, 7>;

fn exact_sum(a: f32, b: f32) -> f32 { let sum = a + b; return b - (sum - a) * a; }
fn sum(a: f32, b: f32) -> f32 { return a + b; }

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) i: u32) {
    out[i] = exact_sum(inputs[0], inputs[1]) + sum(inputs[2], inputs[3]);
}
