struct Settings { scale: f32, count: i32 }
@group(0) @binding(1) var<storage, read> inputs: array<f32>;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(2) var<uniform> settings: Settings;
@group(0) @binding(3) var<storage, read_write> turns: atomic<i32>;
var<workgroup> shared_number: i32;
var<private> own: array<f32, 7>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) i: u32) {
    for (var k = 0; k < settings.count; k++) {
        switch k { case 1: { continue; } case 2: { out[0] = 1.0; } default: { break; } }
        for (var l = 0; l < 3; l++) { if (l == k) { continue; } out[l] = 2.0; }
        out[k] = 3.0;
    }
}
