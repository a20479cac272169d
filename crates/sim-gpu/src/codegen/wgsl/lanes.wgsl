// Operations over the lanes of a world, and the status of a failed world.

// the first failure of a world is kept
fn fail(code: i32, info: i32) {
    if (status() == STATUS_OK) {
        set_status(code);
        set_status_info(info);
    }
}

#if SEVERAL_WORLDS
// Lane number of a world that is not stepped, in workgroups whose worlds share barriers: its loops over numbers begin beyond their ends.
const IDLE_LANE: i32 = 1 << 24u;

// gives a failed world lanes beyond all loops
fn idle_if_failed() {
    if (status() != STATUS_OK) {
        lane = IDLE_LANE;
    }
}
#end

// Reductions over the lanes of a world. All lanes must call them, and all get the result.
fn lanes_sum(x: real) -> real {
#if ONE_LANE
    return x;
#else
#if SUBGROUPS
#if SEVERAL_WORLDS
    var sum = x;
    for (var half = LANES / 2; half > 0; half /= 2) {
        sum += subgroupShuffleXor(sum, u32(half));
    }
    return sum;
#else
    return subgroupAdd(x);
#end
#else
    lane_reals[thread] = x;
    sync();
    for (var half = LANES / 2; half > 0; half /= 2) {
        if (lane < half) {
            lane_reals[thread] += lane_reals[thread + half];
        }
        sync();
    }
    let sum = lane_reals[first_thread];
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
#if SUBGROUPS && !SEVERAL_WORLDS
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
#if SEVERAL_WORLDS
    var most = x;
    for (var half = LANES / 2; half > 0; half /= 2) {
        most = max(most, subgroupShuffleXor(most, u32(half)));
    }
    return most;
#else
    return subgroupMax(x);
#end
#else
    lane_reals[thread] = x;
    sync();
    for (var half = LANES / 2; half > 0; half /= 2) {
        if (lane < half) {
            lane_reals[thread] = max(lane_reals[thread], lane_reals[thread + half]);
        }
        sync();
    }
    let most = lane_reals[first_thread];
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
#if SEVERAL_WORLDS
    var sum = x;
    for (var half = LANES / 2; half > 0; half /= 2) {
        sum += subgroupShuffleXor(sum, u32(half));
    }
    return sum;
#else
    return subgroupAdd(x);
#end
#else
    lane_ints[thread] = x;
    sync();
    for (var half = LANES / 2; half > 0; half /= 2) {
        if (lane < half) {
            lane_ints[thread] += lane_ints[thread + half];
        }
        sync();
    }
    let sum = lane_ints[first_thread];
    sync();
    return sum;
#end
#end
}

// the largest number of all worlds of the workgroup
fn group_max_int(x: i32) -> i32 {
#if SEVERAL_WORLDS
#if SUBGROUPS
    return subgroupMax(x);
#else
    lane_ints[thread] = x;
    sync();
    var most = x;
    for (var k = 0; k < LANES * GROUP_WORLDS; k += LANES) {
        most = max(most, lane_ints[k]);
    }
    sync();
    return most;
#end
#else
    return x;
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
    let before = subgroupExclusiveAdd(x);
#if SEVERAL_WORLDS
    return before - subgroupShuffle(before, u32(first_thread));
#else
    return before;
#end
#else
    lane_ints[thread] = x;
    sync();
    var sum = 0;
    for (var k = 0; k < thread - first_thread; k++) {
        sum += lane_ints[first_thread + k];
    }
    sync();
    return sum;
#end
#end
}
