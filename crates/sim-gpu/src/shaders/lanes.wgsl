// What the lanes of a world do together, and how a world fails.

struct Run {
    // worlds of the batch
    worlds: i32,
    // the first kernel of a call
    fresh: i32,
    // part of a step that has several
    part: i32,
    // workgroups of kernels that take worlds by turns
    groups: i32,
}

const STATUS_OK: i32 = 0;
const STATUS_BAD_QPOS: i32 = 1;
const STATUS_BAD_QVEL: i32 = 2;
const STATUS_BAD_QACC: i32 = 3;
const STATUS_BAD_CTRL: i32 = 4;
const STATUS_CONTACTS: i32 = 5;
const STATUS_ROWS: i32 = 6;
const STATUS_CHOLESKY: i32 = 7;

// the first failure of a world stands
fn fail(code: i32, info: i32) {
    if (status() == STATUS_OK) {
        set_status(code);
        set_status_info(info);
    }
}

// Sums and the like over the lanes of a world; all lanes must call them, and all get the result.
fn lanes_sum(x: real) -> real {
#if ONE_LANE
    return x;
#else
#if SUBGROUPS
    return subgroupAdd(x);
#else
    lane_reals[lane] = x;
    sync();
    for (var half = LANES / 2; half > 0; half /= 2) {
        if (lane < half) {
            lane_reals[lane] += lane_reals[lane + half];
        }
        sync();
    }
    let sum = lane_reals[0];
    sync();
    return sum;
#end
#end
}

// three sums at once
fn lanes_sum3(x: vec3r) -> vec3r {
#if ONE_LANE
    return x;
#else
#if SUBGROUPS
    return subgroupAdd(x);
#else
    return vec3r(lanes_sum(x.x), lanes_sum(x.y), lanes_sum(x.z));
#end
#end
}

fn lanes_max(x: real) -> real {
#if ONE_LANE
    return x;
#else
#if SUBGROUPS
    return subgroupMax(x);
#else
    lane_reals[lane] = x;
    sync();
    for (var half = LANES / 2; half > 0; half /= 2) {
        if (lane < half) {
            lane_reals[lane] = max(lane_reals[lane], lane_reals[lane + half]);
        }
        sync();
    }
    let most = lane_reals[0];
    sync();
    return most;
#end
#end
}

fn lanes_sum_int(x: i32) -> i32 {
#if ONE_LANE
    return x;
#else
#if SUBGROUPS
    return subgroupAdd(x);
#else
    lane_ints[lane] = x;
    sync();
    for (var half = LANES / 2; half > 0; half /= 2) {
        if (lane < half) {
            lane_ints[lane] += lane_ints[lane + half];
        }
        sync();
    }
    let sum = lane_ints[0];
    sync();
    return sum;
#end
#end
}

fn lanes_any(x: bool) -> bool {
    return lanes_sum_int(select(0, 1, x)) > 0;
}

// sum over the lanes before this one
fn lanes_before(x: i32) -> i32 {
#if ONE_LANE
    return 0;
#else
#if SUBGROUPS
    return subgroupExclusiveAdd(x);
#else
    lane_ints[lane] = x;
    sync();
    var sum = 0;
    for (var k = 0; k < lane; k++) {
        sum += lane_ints[k];
    }
    sync();
    return sum;
#end
#end
}
