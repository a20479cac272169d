// Checks of the state before and after the forward pass.

// Whether a number is NaN or larger than 1e10. It tests the bits, because drivers optimize comparisons with NaN away.
fn is_bad(x: real) -> bool {
    // 1e10, below infinity and NaN
    return (bitcast<u32>(f32(x)) & 0x7fffffffu) > 0x501502f9u;
}

// the smallest index for which some lane found a bad number, or -1; lanes without one pass -1
fn first_bad(own: i32) -> i32 {
    // a maximum over indices that count down
    let most = lanes_max(select(-1.0, real(1 << 24u) - real(own), own >= 0));
    return select(-1, (1 << 24u) - i32(most), most >= 0.0);
}

// stage: checks before
fn checks_before() {
    var bad = -1;
    for (var i = lane; i < NQ; i += LANES) {
        if (bad < 0 && is_bad(qpos(i))) {
            bad = i;
        }
    }
    bad = first_bad(bad);
    if (lane == 0 && bad >= 0) {
        fail(STATUS_BAD_QPOS, bad);
    }
    bad = -1;
    for (var i = lane; i < NV; i += LANES) {
        if (bad < 0 && is_bad(qvel(i))) {
            bad = i;
        }
    }
    bad = first_bad(bad);
    if (lane == 0 && bad >= 0) {
        fail(STATUS_BAD_QVEL, bad);
    }
}

// stage: checks after
fn checks_after() {
#if RK4
    // passes inside a step may have NaN or infinite states
    if (run.part > 0) {
        return;
    }
#end
    var bad = -1;
    for (var i = lane; i < NV; i += LANES) {
        if (bad < 0 && is_bad(qacc(i))) {
            bad = i;
        }
    }
    bad = first_bad(bad);
    if (lane == 0 && bad >= 0) {
        fail(STATUS_BAD_QACC, bad);
    }
}
