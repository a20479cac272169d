//! What shaders compute on the machine, and what it does not let pass.

#![allow(clippy::unwrap_used)]

use shader_machine::{Bound, Program};

const HEAD: &str = "
@group(0) @binding(0) var<storage, read_write> out: array<i32>;
var<workgroup> shared_ints: array<i32, 8>;
";

/// Runs the body of a kernel with eight lanes over `out`.
fn run(functions: &str, body: &str) -> Result<Vec<i32>, String> {
    let text = format!(
        "{HEAD}\n{functions}\n@compute @workgroup_size(8)
        fn main(@builtin(local_invocation_index) index: u32) {{ let lane = i32(index);\n{body}\n}}"
    );
    let program = Program::parse(&text).map_err(|fault| fault.to_string())?;
    let mut words = vec![0_u32; 8];
    let bound = Bound { group: 0, binding: 0, words: &mut words };
    program.run("main", [1, 1, 1], &mut [bound]).map_err(|fault| fault.to_string())?;
    Ok(words.into_iter().map(|word| word as i32).collect())
}

#[test]
fn lanes_take_different_ways() {
    let body = "
        var sum = 0;
        for (var i = 0; i < 100; i++) {
            if (i % 2 == 1) { continue; }
            if (i > lane) { break; }
            sum += i;
        }
        out[lane] = sum;";
    assert_eq!(run("", body).unwrap(), [0, 0, 2, 2, 6, 6, 12, 12]);
}

#[test]
fn switches_choose_by_lane() {
    let body = "
        var x = 100;
        switch (lane) {
            case 1, 2: { x = 1; }
            case 3: { if (lane == 3) { x = 3; break; } x = 4; }
            case 5: { return; }
            default: { x = -lane; }
        }
        out[lane] = x;";
    assert_eq!(run("", body).unwrap(), [0, 1, 1, 3, -4, 0, -6, -7]);
}

#[test]
fn functions_return_early_and_keep_their_variables_apart() {
    let functions = "
        struct Pair { a: vec3<i32>, b: i32 }
        fn twice(x: i32) -> i32 { var y = x; y += x; return y; }
        fn pair(x: i32) -> Pair {
            if (x > 3) { return Pair(vec3<i32>(x, twice(x), 0), 1); }
            return Pair(vec3<i32>(0), twice(twice(x)));
        }";
    let body = "let p = pair(lane); var v = p.a; v.z = 5; v[lane % 3] += 1; out[lane] = v.x + v.y + v.z * 100 + p.b;";
    assert_eq!(run(functions, body).unwrap(), [501, 505, 608, 513, 514, 616, 520, 523]);
}

#[test]
fn numbers_of_64_bits_are_exact() {
    let body = "let x = 1.0lf / 3.0lf; out[lane] = i32(x * 1e9lf) + i32(sqrt(f64(lane)) * 1e3lf);";
    assert_eq!(run("", body).unwrap()[2], 333_333_333 + 1414);
}

#[test]
fn neighbours_share_through_barriers() {
    let body = "
        shared_ints[lane] = lane * 10;
        workgroupBarrier();
        out[lane] = shared_ints[(lane + 1) % 8] + subgroupAdd(lane);";
    assert_eq!(run("", body).unwrap(), [38, 48, 58, 68, 78, 88, 98, 28]);
}

#[test]
fn races_are_faults() {
    let body = "shared_ints[lane] = lane; out[lane] = shared_ints[(lane + 1) % 8];";
    let fault = run("", body).unwrap_err();
    assert!(fault.contains("shared_ints") && fault.contains("without a barrier"), "{fault}");
    let fault = run("", "out[0] = lane;").unwrap_err();
    assert!(fault.contains("lanes 0 and 1"), "{fault}");
}

#[test]
fn each_memory_has_its_barrier() {
    let exchange = |barrier: &str| {
        format!(
            "out[lane] = lane; {barrier}(); let x = out[(lane + 1) % 8]; workgroupBarrier(); storageBarrier(); out[lane] = x;"
        )
    };
    let fault = run("", &exchange("workgroupBarrier")).unwrap_err();
    assert!(fault.contains("out: lanes"), "{fault}");
    assert_eq!(run("", &exchange("storageBarrier")).unwrap(), [1, 2, 3, 4, 5, 6, 7, 0]);
}

#[test]
fn barriers_need_all_lanes() {
    // the front end cannot tell that the branch depends on the lane
    let fault = run("", "if (out[lane] == 0 && lane < 4) { workgroupBarrier(); }").unwrap_err();
    assert!(fault.contains("barrier") || fault.contains("uniform"), "{fault}");
}

#[test]
fn indices_stay_inside() {
    let fault = run("", "out[lane + 1] = 1;").unwrap_err();
    assert!(fault.contains("36 are needed"), "{fault}");
    let fault = run("", "out[lane] = shared_ints[lane + 4];").unwrap_err();
    assert!(fault.contains("index 8 of 8 in shared_ints, lane 4"), "{fault}");
}

#[test]
fn memory_that_was_never_written_is_poisoned() {
    assert_eq!(run("", "out[lane] = shared_ints[lane];").unwrap(), [0x6bad_6bad; 8]);
}

#[test]
fn lanes_add_to_atomics_one_after_another() {
    let text = "
        @group(0) @binding(0) var<storage, read_write> out: array<i32>;
        @group(0) @binding(1) var<storage, read_write> count: atomic<i32>;
        @compute @workgroup_size(4)
        fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3<u32>) {
            let before = atomicAdd(&count, 2);
            out[4u * group.x + lane] = before;
            if (before == 14) { atomicStore(&count, -1); }
        }";
    let program = Program::parse(text).unwrap();
    let (mut words, mut count) = (vec![0_u32; 8], vec![0_u32]);
    let out = Bound { group: 0, binding: 0, words: &mut words };
    let atomic = Bound { group: 0, binding: 1, words: &mut count };
    program.run("main", [2, 1, 1], &mut [out, atomic]).unwrap();
    assert_eq!(words, [0, 2, 4, 6, 8, 10, 12, 14]);
    assert_eq!(count, [u32::MAX]);
}
