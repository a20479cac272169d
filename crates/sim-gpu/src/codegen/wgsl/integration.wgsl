// The next state: the acceleration over the step, then activations, velocities, positions and time.

// stage: integration
fn integration() {
#if SEVERAL_WORLDS
    idle_if_failed();
#else
    if (status() != STATUS_OK) {
        return;
    }
#end
    step_acceleration();
    sync();
    for (var i = lane; i < NV; i += LANES) {
        set_qvel(i, qvel(i) + opt_timestep() * step_acc(i));
    }
    finish_step();
}

// positions and activations from the new velocities
fn finish_step() {
#if ACTIVATIONS
    advance_activations();
#end
    for (var i = lane; i < NV; i += LANES) {
        set_qacc_warmstart(i, qacc(i));
    }
    sync();
    for (var j = lane; j < NJNT; j += LANES) {
        advance_joint(j);
    }
    if (lane == 0) {
        set_time(time() + opt_timestep());
    }
}

// the velocity that moves the positions: the new one
#if !RK4
fn position_rate(dof: i32) -> real {
    return qvel(dof);
}

fn activation_rate(at: i32) -> real {
    return act_dot(at);
}
#end

// moves the positions of a joint
fn advance_joint(j: i32) {
    let h = opt_timestep();
    var q = jnt_qposadr(j);
    var v = jnt_dofadr(j);
#if FREE || BALL
    let kind = jnt_type(j);
#if FREE
    if (kind == JNT_FREE) {
        for (var k = 0; k < 3; k++) {
            set_qpos(q + k, qpos(q + k) + h * position_rate(v + k));
        }
        q += 3;
        v += 3;
    }
#end
    if (kind == JNT_FREE || kind == JNT_BALL) {
        let turning = vec3r(position_rate(v), position_rate(v + 1), position_rate(v + 2));
        set_qpos_quat(q, quat_integrate(qpos_quat(q), turning, h));
        return;
    }
#end
    set_qpos(q, qpos(q) + h * position_rate(v));
}

fn set_qpos_quat(q: i32, quat: vec4r) {
    set_qpos(q, quat.x);
    set_qpos(q + 1, quat.y);
    set_qpos(q + 2, quat.z);
    set_qpos(q + 3, quat.w);
}

#if ACTIVATIONS
fn advance_activations() {
#if ACTUATORS
    for (var i = lane; i < NACTUATOR; i += LANES) {
        let first = actuator_actadr(i);
        if (first >= 0) {
            for (var at = first; at < first + actuator_actnum(i); at++) {
                let rate = select(activation_rate(at), 0.0, is_disabled(i));
                set_act(at, next_activation(i, at, rate));
            }
            rewrap_setpoint(i, first);
        }
    }
#end
}

// replaces a setpoint stored in activations by the equivalent one within a turn
fn rewrap_setpoint(i: i32, first: i32) {
    if (actuator_dyntype(i) != DYN_INTEGRATOR) {
        return;
    }
#if WRAPPED_SETPOINTS
    let period = wrap_period(i);
    if (period > 0.0) {
        let at = first + actuator_actnum(i) - 1;
        set_act(at, wrap_setpoint(act(at), actuator_length(actuator_outadr(i)), period));
    }
#end
#if ACT_SO3
    if (actuator_gaintype(i) == GAIN_SO3) {
        let angle = norm(vec3r(act(first), act(first + 1), act(first + 2)));
        if (angle > PI) {
            let scale = (angle - 2.0 * PI * nearest(angle / (2.0 * PI))) / angle;
            for (var k = first; k < first + 3; k++) {
                set_act(k, act(k) * scale);
            }
        }
    }
#end
}
#end

#if STEP_MATRIX
#if STEP_IN_LANES
// stage: integration, the part before the constraints: the matrix, which the lanes of the solver use
fn step_matrix_ahead() {
    step_system();
}

// the solver has found the acceleration already, except for free bodies
fn step_acceleration() {
#if IMPLICITFAST && FREE
    solve_free_bodies();
#end
}
#else
// the acceleration over the step, by an inertia that includes the derivatives of velocity-dependent forces
fn step_acceleration() {
    for (var i = lane; i < NV; i += LANES) {
        set_step_acc(i, qfrc_smooth(i) + qfrc_constraint(i));
    }
    step_system();
    sync();
    solve_step();
#if IMPLICITFAST && FREE
    solve_free_bodies();
#end
}
#end
#else
fn step_acceleration() {
    for (var i = lane; i < NV; i += LANES) {
        set_step_acc(i, qacc(i));
    }
}
#end

#if EULER
// M + h B, with B the derivatives of the joints' dampers
fn step_system() {
    let h = opt_timestep();
    for (var i = lane; i < NV; i += LANES) {
        let first = M_rowadr(i);
        let last = first + M_rownnz(i) - 1;
        for (var k = first; k < last; k++) {
            set_step_matrix(k, M(k));
        }
        let c = dof_total_damping(i);
        set_step_matrix(last, M(last) + h * damper_slope(c.x, c.yz, qvel(i)));
    }
}
#end

// step_acc <- step_matrix^-1 step_acc: elimination from the leaves, which keeps the sparsity, and back substitution
fn solve_step() {
    eliminate_step();
    for (var level = 0; level < NDOFLEVEL; level++) {
        let end = level_dofadr(level + 1);
        for (var j = level_dofadr(level) + lane; j < end; j += LANES) {
            let i = level_dof(j);
            let first = M_rowadr(i);
            var x = step_acc(i);
            for (var k = first; k < first + level; k++) {
                x -= step_matrix(k) * step_acc(M_colind(k));
            }
            set_step_acc(i, x * step_inverse(i));
        }
        sync();
    }
}

#if ONE_LANE
fn eliminate_step() {
    for (var k = NV - 1; k >= 0; k--) {
        let first = M_rowadr(k);
        let last = first + M_rownnz(k) - 1;
        let inverse = 1.0 / step_matrix(last);
        set_step_inverse(k, inverse);
        for (var n = first; n < last; n++) {
            let i = M_colind(n);
            let above = M_rowadr(i);
            let s = step_matrix(n) * inverse;
            for (var e = first; e <= n; e++) {
                set_step_matrix(above + e - first, step_matrix(above + e - first) - s * step_matrix(e));
            }
            set_step_acc(i, step_acc(i) - s * step_acc(k));
        }
    }
}
#else
fn eliminate_step() {
    for (var level = NDOFLEVEL - 1; level >= 0; level--) {
        let end = level_entryadr(level + 1);
        for (var j = level_entryadr(level) + lane; j < end; j += LANES) {
            let i = level_entry(j, 0);
            let place = level_entry(j, 1);
            var sum = step_matrix(M_rowadr(i) + place);
            // only one lane updates the row's right side
            let is_diagonal = place == level;
            var force = real(0.0);
            if (is_diagonal) {
                force = step_acc(i);
            }
            let last = below_adr(i + 1);
            for (var b = below_adr(i); b < last; b++) {
                let k = below_dof(b);
                let row = M_rowadr(k);
                let s = step_matrix(row + level) * step_inverse(k);
                sum -= s * step_matrix(row + place);
                if (is_diagonal) {
                    force -= s * step_acc(k);
                }
            }
            set_step_matrix(M_rowadr(i) + place, sum);
            if (is_diagonal) {
                set_step_inverse(i, 1.0 / sum);
                set_step_acc(i, force);
            }
        }
        sync();
    }
}
#end
