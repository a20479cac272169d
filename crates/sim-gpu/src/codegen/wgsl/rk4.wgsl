// Fourth-order Runge-Kutta: four forward passes, each followed by its part of the update.
//
// Each part starts from the state at the beginning of the step. Positions move on their manifold with the part's velocity, and
// activations belong to the state. All solver calls share one warm start.

#if RK4
// stage: integration, in parts
fn rk4_part() {
    if (status() != STATUS_OK) {
        // if any part fails, the world returns to the state at the beginning of the step
        if (run.part > 0) {
            back_to_start();
        } else {
            keep_start();
        }
        return;
    }
    if (run.part == 0) {
        keep_start();
    }
    add_rates();
    sync();
    if (run.part < 3) {
        // the next part's velocities come after its positions, which use the present velocities
        for (var q = lane; q < NQ; q += LANES) {
            set_qpos(q, rk_qpos(q));
        }
        sync();
        for (var j = lane; j < NJNT; j += LANES) {
            advance_joint(j);
        }
        sync();
        next_start(part_ahead() * opt_timestep());
    } else {
        back_to_start();
        sync();
        for (var i = lane; i < NV; i += LANES) {
            set_qvel(i, qvel(i) + opt_timestep() * rk_acceleration(i));
        }
        finish_step();
    }
}

// time of the next part within the step, as a fraction
fn part_ahead() -> real {
    return select(real(0.5), 1.0, run.part == 2);
}

fn keep_start() {
    for (var q = lane; q < NQ; q += LANES) {
        set_rk_qpos(q, qpos(q));
    }
    for (var i = lane; i < NV; i += LANES) {
        set_rk_qvel(i, qvel(i));
        set_rk_velocity(i, 0.0);
        set_rk_acceleration(i, 0.0);
    }
#if ACTIVATIONS
    for (var a = lane; a < NA; a += LANES) {
        set_rk_act(a, act(a));
        set_rk_act_dot(a, 0.0);
    }
#end
    if (lane == 0) {
        set_rk_time(time());
    }
}

// adds the rates of this part to the step's
fn add_rates() {
    var weight: real = 1.0 / 6.0;
    if (run.part == 1 || run.part == 2) {
        weight = 1.0 / 3.0;
    }
    for (var i = lane; i < NV; i += LANES) {
        set_rk_velocity(i, rk_velocity(i) + weight * qvel(i));
        set_rk_acceleration(i, rk_acceleration(i) + weight * qacc(i));
    }
#if ACTIVATIONS
    for (var a = lane; a < NA; a += LANES) {
        set_rk_act_dot(a, rk_act_dot(a) + weight * act_dot(a));
    }
#end
}

// velocities, activations and time of the next part
fn next_start(ahead: real) {
    for (var i = lane; i < NV; i += LANES) {
        set_qvel(i, rk_qvel(i) + qacc(i) * ahead);
    }
#if ACTIVATIONS
    for (var a = lane; a < NA; a += LANES) {
        set_act(a, rk_act(a) + act_dot(a) * ahead);
    }
#end
    if (lane == 0) {
        set_time(rk_time() + ahead);
    }
}

fn back_to_start() {
    for (var q = lane; q < NQ; q += LANES) {
        set_qpos(q, rk_qpos(q));
    }
    for (var i = lane; i < NV; i += LANES) {
        set_qvel(i, rk_qvel(i));
    }
#if ACTIVATIONS
    for (var a = lane; a < NA; a += LANES) {
        set_act(a, rk_act(a));
    }
#end
    if (lane == 0) {
        set_time(rk_time());
    }
}

// the velocity that moves the positions: the present part's, or the weighted one at the end
fn position_rate(dof: i32) -> real {
    if (run.part < 3) {
        return part_ahead() * qvel(dof);
    }
    return rk_velocity(dof);
}

fn activation_rate(at: i32) -> real {
    return rk_act_dot(at);
}
#end
