//! Translates small WGSL shaders and checks the CUDA C++. sim-gpu compiles the files of `shaders/` if NVRTC is installed.

#![allow(clippy::unwrap_used, clippy::panic)]

use naga_cuda::{BarrierScope, Error, Loops, Options, translate_wgsl};

/// The translation of a file of `shaders/`.
macro_rules! shader {
    ($name:literal) => {
        include_str!(concat!("shaders/", $name, ".wgsl"))
    };
}

fn options() -> Options {
    Options::new("main")
}

fn cuda(wgsl: &str) -> String {
    translate_wgsl(wgsl, &options()).unwrap()
}

/// Whether a text contains these parts in this order.
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
    let text = cuda(shader!("buffers"));
    let taken =
        "kernel(float* given_out_g, const float* given_inputs_g, Settings_t given_settings_g, int* given_turns_g)";
    assert!(text.contains(taken), "{text}");
    assert!(text.contains("static_assert(sizeof(Settings_t) == 8"), "{text}");
    assert!(text.contains("__launch_bounds__(64)") && text.contains("#define SUBGROUP_LANES 32"), "{text}");
    assert!(text.contains("__ldg(&inputs_g["), "read-only buffers go through the read-only cache: {text}");
    assert!(text.contains("Array<float, 7> own_g;") && text.contains("__shared__ int shared_number_g;"), "{text}");
}

#[test]
fn workgroups_of_all_dimensions_are_one_block() {
    let text = cuda("@compute @workgroup_size(4, 2, 2) fn main(@builtin(local_invocation_index) i: u32) {}");
    assert!(text.contains("__launch_bounds__(16)") && text.contains("#define SUBGROUP_LANES 16"), "{text}");
    assert!(text.contains("shader.run_shader(threadIdx.x);"), "{text}");
}

#[test]
fn the_named_entry_point_alone_becomes_a_kernel() {
    let text = "@group(0) @binding(0) var<storage, read_write> x: array<f32>;
        @compute @workgroup_size(1) fn one() { x[0] = 1.0; }
        @compute @workgroup_size(2) fn two() { x[0] = 2.0; }";
    let two = translate_wgsl(text, &Options::new("two")).unwrap();
    assert!(two.contains("x_g[0] = 2.0f;") && !two.contains("x_g[0] = 1.0f;"), "{two}");
    assert_eq!(two.matches("__global__").count(), 1, "{two}");
}

#[test]
fn double_precision_is_kept() {
    let text = "@group(0) @binding(0) var<storage, read_write> x: array<f64>;
        @compute @workgroup_size(1) fn main() { x[0] = sqrt(x[1]) + f64(0.5lf); }";
    let text = cuda(text);
    assert!(text.contains("double* given_x_g") && text.contains("m_sqrt(") && text.contains("0.5"), "{text}");
}

#[test]
fn a_continue_in_a_switch_goes_to_the_end_of_its_loop() {
    let text = cuda(shader!("continue_in_switch"));
    assert!(stand_in_order(&text, &["case 1: {", "goto next_1;", "goto next_2;", "next_2:;", "next_1:;"]), "{text}");
    assert!(!text.contains("#pragma unroll 1"), "{text}");
}

#[test]
fn loops_stay_rolled_on_request() {
    let text = translate_wgsl(shader!("loops"), &options().loops(Loops::Rolled)).unwrap();
    assert_eq!(text.matches("#pragma unroll 1\n").count(), 2, "{text}");
    assert!(stand_in_order(&text, &["#pragma unroll 1", "while (true) {", "#pragma unroll 1", "while (true) {"]));
}

#[test]
fn vectors_are_made_of_vectors() {
    let text = cuda(shader!("vectors"));
    assert!(text.contains("Vec4<float>{1.0f, 2.0f, 3.0f, 3.0f}"), "{text}");
    let made_of_two = text.lines().any(|line| line.contains("Vec4<float>{a_") && line.matches(".y").count() == 2);
    assert!(made_of_two, "{text}");
    assert!(text.contains("part(c_") && text.contains("choose("), "{text}");
}

#[test]
fn exact_functions_are_not_fused() {
    let text = cuda(shader!("exact"));
    let counts = ["add", "subtract", "multiply"].map(|name| text.matches(&format!("= exact_{name}(")).count());
    assert_eq!(counts, [1, 2, 1], "{text}");
    assert!(text.contains("INLINE float exact_sum_f(") && text.contains(" + b_1a"), "{text}");
}

#[test]
fn structs_of_the_same_members_stay_apart() {
    let text = cuda(shader!("structs"));
    assert!(text.contains("INLINE Torque_t turned_f(Force_t f_0a)"), "{text}");
    assert!(text.contains("f_0a.int_m") && text.contains(".at_m;") && text.contains(".at[1]"), "{text}");
}

#[test]
fn atomic_numbers_and_uniform_loads() {
    let scopes = [(BarrierScope::Workgroup, "__syncthreads();"), (BarrierScope::Subgroup, "__syncwarp(ALL_LANES);")];
    for (scope, barrier) in scopes {
        let text = translate_wgsl(shader!("atomics"), &options().barriers(scope)).unwrap();
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
fn operations_of_subgroups_and_of_integers() {
    let text = cuda(shader!("subgroups"));
    for part in ["s_reduce_add(", "s_shuffle(", "s_exclusive_add(1)", ">> (3u & 31u)", "m_modulo(", "bits_unsigned("] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// Place and construct of the error for a shader with two buffers `x` and `y`.
fn unsupported(functions: &str, statements: &str) -> (String, String) {
    let text = format!(
        "@group(0) @binding(0) var<storage, read_write> x: array<f32>;
         {functions}
         @compute @workgroup_size(1) fn main() {{ {statements} }}"
    );
    match translate_wgsl(&text, &options()).unwrap_err() {
        Error::Unsupported { place, what } => (place, what),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_has_no_counterpart_is_named_with_its_place() {
    let (place, what) = unsupported("fn put(p: ptr<function, f32>) { *p = 1.0; }", "var a = 0.0; put(&a); x[0] = a;");
    assert!(place == "put" && what.contains("Pointer"), "{place}: {what}");
    let (place, what) = unsupported("fn slope(a: f32) -> f32 { return tan(a); }", "x[0] = slope(x[0]);");
    assert_eq!((place.as_str(), what.as_str()), ("slope", "the function Tan"));
    let (place, what) = unsupported("", "x[0] = f32(arrayLength(&x));");
    assert!(place == "main" && what.contains("ArrayLength"), "{place}: {what}");
    let (place, what) = unsupported("var<private> start: f32 = 1.0;", "x[0] = start;");
    assert!(place == "start" && what.contains("initial value"), "{place}: {what}");
    let (_, what) = unsupported("", "let m = mat2x2<f32>(1.0, 0.0, 0.0, 1.0); x[0] = m[0].x;");
    assert!(what.contains("Matrix"), "{what}");
}

#[test]
fn entry_arguments_without_a_counterpart_are_named() {
    let text = "@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {}";
    let error = translate_wgsl(text, &options()).unwrap_err();
    assert!(error.to_string().starts_with("main: CUDA has no counterpart for an entry argument"), "{error}");
    assert!(error.to_string().contains("GlobalInvocationId"), "{error}");
}

#[test]
fn text_that_is_no_shader_is_an_error() {
    let text = "@compute @workgroup_size(1) fn main() {}";
    let error = translate_wgsl(text, &Options::new("other")).unwrap_err();
    assert_eq!(error.to_string(), "the shader has no compute entry point 'other': it has 'main'");
    assert!(matches!(translate_wgsl("fn main() { nothing", &options()), Err(Error::Parse(_))));
    let invalid = "@compute @workgroup_size(1) fn main() { var x = 1.0; x = helper(); } fn helper() -> f32 { }";
    assert!(matches!(translate_wgsl(invalid, &options()), Err(Error::Validation(_) | Error::Parse(_))));
}
