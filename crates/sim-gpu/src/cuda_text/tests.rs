use super::{Loops, translate};
use crate::spirv::Scope;

const BUFFERS: &str = "struct Settings { scale: f32, count: i32 }
    @group(0) @binding(1) var<storage, read> inputs: array<f32>;
    @group(0) @binding(0) var<storage, read_write> out: array<f32>;
    @group(0) @binding(2) var<uniform> settings: Settings;
    @group(0) @binding(3) var<storage, read_write> turns: atomic<i32>;
    var<workgroup> shared_number: i32;
    var<private> own: array<f32, 7>;
";

/// The text of a kernel with these functions and statements.
fn kernel(functions: &str, statements: &str, scope: Scope, loops: Loops) -> Result<String, String> {
    let head = "@compute @workgroup_size(64) fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) i: u32)";
    let text = format!("{BUFFERS}{functions}\n{head} {{ {statements} }}");
    let made = translate(&text, "main", scope, loops)?;
    compile(&made);
    Ok(made)
}

fn body(functions: &str, statements: &str) -> String {
    kernel(functions, statements, Scope::Workgroup, Loops::Free).unwrap()
}

/// Where there is NVRTC, it has to agree.
fn compile(text: &str) {
    use crate::device::nvrtc;
    if nvrtc::version().is_ok() {
        nvrtc::compile("test", text, &["--gpu-architecture=sm_90", "--std=c++17"]).unwrap();
    }
}

/// Whether parts stand in a text in this order.
fn stand_in_order(text: &str, parts: &[&str]) -> bool {
    let mut rest = text;
    parts.iter().all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

#[test]
fn a_kernel_takes_buffers_in_the_order_of_their_bindings() {
    let text = body("", "out[i] = inputs[i] * settings.scale;");
    let taken =
        "kernel(float* given_out_g, const float* given_inputs_g, Settings_t given_settings_g, int* given_turns_g)";
    assert!(text.contains(taken), "{text}");
    assert!(text.contains("static_assert(sizeof(Settings_t) == 8"), "{text}");
    assert!(text.contains("__launch_bounds__(64)") && text.contains("#define SUBGROUP_LANES 32"), "{text}");
    assert!(text.contains("__ldg(&inputs_g["), "what nobody writes is read as such: {text}");
    assert!(text.contains("Array<float, 7> own_g;") && text.contains("__shared__ int shared_number_g;"), "{text}");
}

#[test]
fn a_continue_in_a_switch_goes_to_the_end_of_its_loop() {
    let text = body(
        "",
        "for (var k = 0; k < settings.count; k++) {
            switch k { case 1: { continue; } case 2: { out[0] = 1.0; } default: { break; } }
            for (var l = 0; l < 3; l++) { if (l == k) { continue; } out[l] = 2.0; }
            out[k] = 3.0;
        }",
    );
    assert!(stand_in_order(&text, &["case 1: {", "goto next_1;", "goto next_2;", "next_2:;", "next_1:;"]), "{text}");
    assert!(!text.contains("#pragma unroll 1"), "{text}");
}

#[test]
fn loops_are_kept_where_that_is_asked_for() {
    let loops = "for (var k = 0; k < settings.count; k++) { while (out[k] < 1.0) { out[k] += 0.5; } }";
    let text = kernel("", loops, Scope::Workgroup, Loops::Kept).unwrap();
    assert_eq!(text.matches("#pragma unroll 1\n").count(), 2, "{text}");
    assert!(stand_in_order(&text, &["#pragma unroll 1", "while (true) {", "#pragma unroll 1", "while (true) {"]));
}

#[test]
fn vectors_are_made_of_vectors() {
    let text = body(
        "const UP = vec4<f32>(vec2<f32>(1.0, 2.0), vec2(3.0));",
        "let a = vec2(inputs[0], inputs[1]);
        let b = vec4(a, a.yx);
        var c = vec3(b.zw, 1.0) * 2.0;
        c[i % 3u] = UP[i];
        out[i] = dot(c, b.xyz) + select(c, b.xyz, c < b.xyz).x + length(-c);",
    );
    assert!(text.contains("Vec4<float>{1.0f, 2.0f, 3.0f, 3.0f}"), "{text}");
    let made_of_two = text.lines().any(|line| line.contains("Vec4<float>{a_") && line.matches(".y").count() == 2);
    assert!(made_of_two, "{text}");
    assert!(text.contains("part(c_") && text.contains("choose("), "{text}");
}

#[test]
fn exact_functions_are_computed_as_they_stand() {
    let text = body(
        "fn exact_sum(a: f32, b: f32) -> f32 { let sum = a + b; return b - (sum - a) * a; }
         fn sum(a: f32, b: f32) -> f32 { return a + b; }",
        "out[i] = exact_sum(inputs[0], inputs[1]) + sum(inputs[2], inputs[3]);",
    );
    let counts = ["add", "subtract", "multiply"].map(|name| text.matches(&format!("= exact_{name}(")).count());
    assert_eq!(counts, [1, 2, 1], "{text}");
    assert!(text.contains("INLINE float exact_sum_f(") && text.contains(" + b_1a"), "{text}");
}

#[test]
fn structs_of_the_same_members_stay_apart() {
    let text = body(
        "struct Force { int: vec3<f32>, at: array<f32, 2> }
         struct Torque { int: vec3<f32>, at: array<f32, 2> }
         fn turned(f: Force) -> Torque { return Torque(f.int * 2.0, f.at); }",
        "let t = turned(Force(vec3(1.0), array<f32, 2>(3.0, 4.0))); out[i] = t.int.x + t.at[1];",
    );
    assert!(text.contains("INLINE Torque_t turned_f(Force_t f_0a)"), "{text}");
    assert!(text.contains("f_0a.int_m") && text.contains(".at_m;") && text.contains(".at[1]"), "{text}");
}

#[test]
fn atomic_numbers_and_uniform_loads() {
    let statements = "if (i == 0u) { shared_number = atomicAdd(&turns, 1); atomicStore(&turns, 0); }
        let number = workgroupUniformLoad(&shared_number);
        out[i] = f32(number + atomicLoad(&turns));";
    for (scope, barrier) in [(Scope::Workgroup, "__syncthreads();"), (Scope::Subgroup, "__syncwarp(ALL_LANES);")] {
        let text = kernel("", statements, scope, Loops::Free).unwrap();
        let order = [
            "atomicAdd(&(*turns_g), 1)",
            "atomicExch(&(*turns_g), 0)",
            barrier,
            "= shared_number_g;",
            barrier,
            "now(&",
        ];
        assert!(stand_in_order(&text, &order), "{text}");
    }
}

#[test]
fn operations_of_subgroups_and_of_whole_numbers() {
    let text = body(
        "",
        "let all = subgroupAdd(vec3(inputs[i])); let far = subgroupShuffle(inputs[i], 3u);
         let bits = (bitcast<vec3<u32>>(all) & vec3(7u)) ^ vec3(1u);
         out[i] = all.x + far + f32(subgroupExclusiveAdd(1)) + f32(i >> 3u) + inputs[0] % 2.0 + f32(bits.y);",
    );
    for part in ["s_reduce_add(", "s_shuffle(", "s_exclusive_add(1)", ">> (3u & 31u)", "m_modulo(", "bits_unsigned("] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn what_has_no_counterpart_is_named() {
    let refused =
        |functions: &str, statements: &str| kernel(functions, statements, Scope::Workgroup, Loops::Free).unwrap_err();
    let error = refused("fn put(p: ptr<function, f32>) { *p = 1.0; }", "var x = 0.0; put(&x); out[0] = x;");
    assert!(error.contains("Pointer"), "{error}");
    let error = refused("", "out[0] = tan(inputs[0]);");
    assert!(error.contains("Tan"), "{error}");
    let error = refused("", "out[i] = f32(arrayLength(&inputs));");
    assert!(error.contains("ArrayLength"), "{error}");
    let text = "@compute @workgroup_size(1) fn main() {}";
    assert!(translate(text, "other", Scope::Workgroup, Loops::Free).unwrap_err().contains("'other'"));
    assert!(translate("fn main() { nothing", "main", Scope::Workgroup, Loops::Free).is_err());
}
