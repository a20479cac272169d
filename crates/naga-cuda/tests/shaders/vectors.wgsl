struct Settings { scale: f32, count: i32 }
@group(0) @binding(1) var<storage, read> inputs: array<f32>;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(2) var<uniform> settings: Settings;
@group(0) @binding(3) var<storage, read_write> turns: atomic<i32>;
var<workgroup> shared_number: i32;
var<private> own: array<f32, 7>;

const UP = vec4<f32>(vec2<f32>(1.0, 2.0), vec2(3.0));

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) i: u32) {
    let a = vec2(inputs[0], inputs[1]);
    let b = vec4(a, a.yx);
    var c = vec3(b.zw, 1.0) * 2.0;
    c[i % 3u] = UP[i];
    out[i] = dot(c, b.xyz) + select(c, b.xyz, c < b.xyz).x + length(-c);
}
