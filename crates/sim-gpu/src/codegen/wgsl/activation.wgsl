// Activation dynamics: rates of the actuators' states, and their values after a step.

#if ACTIVATIONS
// rates of the activations of actuator i; slew limits replace the setpoint among the clamped controls
fn activation_rates(i: i32) {
    let first = actuator_actadr(i);
    let states = actuator_actnum(i);
    if (first < 0 || states == 0) {
        return;
    }
    for (var at = first; at < first + states; at++) {
        set_act_dot(at, 0.0);
    }
    let last = first + states - 1;
    let input = actuator_ctrladr(i);
    switch (actuator_dyntype(i)) {
        case DYN_INTEGRATOR: {
            let n = min(actuator_ctrlnum(i), states);
            for (var k = 0; k < n; k++) {
                set_act_dot(last + 1 - n + k, clamped_ctrl(input + k));
            }
        }
        case DYN_FILTER, DYN_FILTEREXACT: {
            set_act_dot(last, (clamped_ctrl(input) - act(last)) / max(actuator_dynprm_at(i, 0), MINVAL));
        }
#if ACT_MUSCLE
        case DYN_MUSCLE: {
            set_act_dot(last, muscle_rate(i, clamped_ctrl(input), act(last)));
        }
#end
#if ACT_PID
        case DYN_PID: {
            pid_rates(i, first, input);
        }
#end
#if ACT_DCMOTOR
        case DYN_DCMOTOR: {
            motor_rates(i, first, last, input);
        }
#end
        default: {}
    }
}

// value of activation `at` of actuator i after a step with a rate, within its range
fn next_activation(i: i32, at: i32, rate: real) -> real {
    let kind = actuator_dyntype(i);
#if FILTEREXACT
    if (kind == DYN_FILTEREXACT) {
        return limit_activation(i, exact_activation(act(at), rate, max(actuator_dynprm_at(i, 0), MINVAL)));
    }
#end
#if ACT_DCMOTOR
    if (kind == DYN_DCMOTOR) {
        return next_motor_state(i, at, rate);
    }
#end
    return limit_activation(i, act(at) + rate * opt_timestep());
}

// step response of a filter to a constant input, exact
fn exact_activation(x: real, rate: real, tau: real) -> real {
    return x + rate * tau * (1.0 - exp_of(-opt_timestep() / tau));
}

fn limit_activation(i: i32, x: real) -> real {
    if (actuator_actlimited(i) != 0) {
        let range = actuator_actrange(i);
        return clip(x, range.x, range.y);
    }
    return x;
}

// the error, or zero if it would grow an integral beyond its limit
fn anti_windup(error: real, z: real, most: real) -> real {
    if (most > 0.0 && z >= most) {
        return min(error, 0.0);
    }
    if (most > 0.0 && z <= -most) {
        return max(error, 0.0);
    }
    return error;
}

// moves the first setpoint towards its target at a limited rate, and stores the rate of change in activation `at`
fn slew_setpoint(input: i32, at: i32, rate: real, period: real) {
    let before = act(at);
    var u = clamped_ctrl(input);
    if (period > 0.0) {
        u = wrap_setpoint(u, before, period);
    }
    let way = rate * opt_timestep();
    let limited = clip(u, before - way, before + way);
    set_clamped_ctrl(input, limited);
    set_act_dot(at, (limited - before) / opt_timestep());
}
#end

#if ACT_PID
fn pid_rates(i: i32, first: i32, input: i32) {
    let period = wrap_period(i);
    var at = first;
    if (actuator_dynprm_at(i, 1) > 0.0) {
        slew_setpoint(input, at, actuator_dynprm_at(i, 1), period);
        at += 1;
    }
    if (actuator_gainprm_at(i, 0) > 0.0) {
        var error = clamped_ctrl(input) - actuator_length(actuator_outadr(i));
        if (period > 0.0) {
            error -= period * nearest(error / period);
        }
        set_act_dot(at, anti_windup(error, act(at), actuator_dynprm_at(i, 0)));
    }
}

// inputs of a PID servo; the state's part is the affine bias
fn pid_force(i: i32, x: real) -> real {
    let inputs = unpacked_inputs(i);
    var goal = inputs.x;
    let period = wrap_period(i);
    if (period > 0.0) {
        goal = wrap_setpoint(goal, x, period);
    }
    var force = -actuator_biasprm_at(i, 1) * goal - actuator_biasprm_at(i, 2) * inputs.y + inputs.z;
#if ACTIVATIONS
    let states = actuator_actnum(i);
    if (states > 0 && actuator_gainprm_at(i, 0) > 0.0) {
        force += actuator_gainprm_at(i, 0) * activation_input(i, actuator_actadr(i) + states - 1);
    }
#end
    return force;
}
#end

// position, velocity, feed-forward and voltage inputs; missing ones are zero
fn unpacked_inputs(i: i32) -> vec4r {
    let spec = actuator_ctrlspec(i);
    var at = actuator_ctrladr(i);
    let end = at + actuator_ctrlnum(i);
    var inputs = vec4r(0.0);
    for (var k = 0; k < 4; k++) {
        if (((spec >> u32(k)) & 1) != 0 && at < end) {
            inputs[k] = clamped_ctrl(at);
            at += 1;
        }
    }
    return inputs;
}
