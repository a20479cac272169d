struct Settings { scale: f32, count: i32 }
@group(0) @binding(1) var<storage, read> inputs: array<f32>;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(2) var<uniform> settings: Settings;
@group(0) @binding(3) var<storage, read_write> turns: atomic<i32>;
var<workgroup> shared_number: i32;
var<private> own: array<f32, 7>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) i: u32) {
    let all = subgroupAdd(vec3(inputs[i])); let far = subgroupShuffle(inputs[i], 3u);
    let bits = (bitcast<vec3<u32>>(all) & vec3(7u)) ^ vec3(1u);
    out[i] = all.x + far + f32(subgroupExclusiveAdd(1)) + f32(i >> 3u) + inputs[0] % 2.0 + f32(bits.y);
}
