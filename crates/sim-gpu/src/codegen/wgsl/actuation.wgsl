// Actuation: controls and activations to forces of the outputs and of the dofs.
//
// force = gain(length, velocity) * input + bias(length, velocity), limited for each actuator, tendon and joint.

// stage: actuation
fn actuation() {
#if ACTUATORS
    read_controls();
    for (var i = lane; i < NACTUATOR; i += LANES) {
#if ACTIVATIONS
        activation_rates(i);
#end
        output_force(i);
    }
    sync();
#if TENDON_FORCE_LIMITS
    tendon_force_totals();
    sync();
#end
    for (var i = lane; i < NACTUATOR; i += LANES) {
        limit_force(i);
#if ACT_DCMOTOR
        motor_friction(i);
#end
    }
    sync();
#else
    for (var i = lane; i < NOUT; i += LANES) {
        set_actuator_force(i, 0.0);
    }
#end
    for (var i = lane; i < NV; i += LANES) {
        set_qfrc_actuator(i, actuator_force_on(i));
    }
}

// controls within their ranges; a NaN or infinite control fails the world
fn read_controls() {
    var bad = -1;
    for (var k = lane; k < NU; k += LANES) {
        var u = ctrl(k);
#if CONTROL_NOISE
        u += control_noise(k);
#end
#if CLAMPCTRL
        if (actuator_ctrllimited(k) != 0) {
            let range = actuator_ctrlrange(k);
            u = clip(u, range.x, range.y);
        }
#end
        if (bad < 0 && is_bad(u)) {
            bad = k;
        }
        set_clamped_ctrl(k, u);
    }
    bad = first_bad(bad);
    if (lane == 0 && bad >= 0) {
        fail(STATUS_BAD_CTRL, bad);
    }
    sync();
}

// whether the actuator's group is disabled
fn is_disabled(i: i32) -> bool {
#if ACTUATOR_GROUPS
    let group = actuator_group(i);
    return group >= 0 && group <= 30 && ((opt_disableactuator() >> u32(group)) & 1) != 0;
#else
    return false;
#end
}

// the activation that a force depends on: the present one, or with actearly the one after the step
fn activation_input(i: i32, at: i32) -> real {
#if ACTEARLY
    if (actuator_actearly(i) != 0) {
        return next_activation(i, at, act_dot(at));
    }
#end
    return act(at);
}

fn output_force(i: i32) {
    let out = actuator_outadr(i);
    if (is_disabled(i)) {
        for (var k = out; k < out + actuator_outnum(i); k++) {
            set_actuator_force(k, 0.0);
        }
        return;
    }
    let kind = actuator_gaintype(i);
#if ACT_SO3
    if (kind == GAIN_SO3) {
        orientation_force(i, out);
        return;
    }
#end
    let x = actuator_length(out);
    let v = actuator_velocity(out);
    var gain: real = 0.0;
    switch (kind) {
        case GAIN_FIXED: {
            gain = actuator_gainprm_at(i, 0);
        }
        case GAIN_AFFINE: {
            gain = actuator_gainprm_at(i, 0) + actuator_gainprm_at(i, 1) * x + actuator_gainprm_at(i, 2) * v;
        }
#if ACT_MUSCLE
        case GAIN_MUSCLE: {
            gain = muscle_gain(i, out, x, v);
        }
#end
#if ACT_DCMOTOR
        case GAIN_DCMOTOR: {
            gain = motor_gain(i, x, v);
        }
#end
        default: {}
    }
    var force: real = 0.0;
#if ACT_PID
    if (kind == GAIN_PID) {
        force = pid_force(i, x);
    } else {
        force = gain * gain_input(i, x);
    }
#else
    force = gain * gain_input(i, x);
#end
    switch (actuator_biastype(i)) {
        case BIAS_AFFINE: {
            force += actuator_biasprm_at(i, 0) + actuator_biasprm_at(i, 1) * x + actuator_biasprm_at(i, 2) * v;
        }
#if ACT_MUSCLE
        case BIAS_MUSCLE: {
            force += muscle_bias(i, out, x);
        }
#end
#if ACT_DCMOTOR
        case BIAS_DCMOTOR: {
            // back-EMF; a motor with a current state feels it through the current
            if (actuator_dynprm_at(i, 0) <= 0.0) {
                force -= gain * actuator_gainprm_at(i, 1) * v;
            }
        }
#end
        default: {}
    }
    set_actuator_force(out, force);
}

// input of the gain: the last activation, or the control
fn gain_input(i: i32, x: real) -> real {
    var input: real = 0.0;
    if (actuator_ctrlnum(i) > 0) {
        input = clamped_ctrl(actuator_ctrladr(i));
    }
#if ACTIVATIONS
    let states = actuator_actnum(i);
    // voltage drives a motor without a current state
    let stateless = actuator_gaintype(i) == GAIN_DCMOTOR && actuator_dynprm_at(i, 0) <= 0.0;
    if (states > 0 && !stateless) {
        input = activation_input(i, actuator_actadr(i) + states - 1);
    }
#end
#if WRAPPED_SETPOINTS
    let period = wrap_period(i);
    if (period > 0.0) {
        input = wrap_setpoint(input, x, period);
    }
#end
    return input;
}

// period of the setpoint of a servo on a three-dimensional rotation, zero for all other actuators
fn wrap_period(i: i32) -> real {
    let dynamics = actuator_dyntype(i);
    let servo = actuator_gaintype(i) == GAIN_FIXED && actuator_biastype(i) == BIAS_AFFINE
        && actuator_gainprm_at(i, 0) == -actuator_biasprm_at(i, 1)
        && (dynamics == DYN_NONE || dynamics == DYN_INTEGRATOR);
    if (!servo && actuator_gaintype(i) != GAIN_PID) {
        return 0.0;
    }
    let gear = actuator_gear(actuator_outadr(i));
    let kind = actuator_trntype(i);
    if (kind == TRN_SITE && actuator_trnid(i, 1) >= 0 && dot(gear.a, gear.a) == 0.0) {
        return 2.0 * PI * norm(gear.b);
    }
    if ((kind == TRN_JOINT || kind == TRN_JOINTINPARENT) && jnt_type(actuator_trnid(i, 0)) == JNT_BALL) {
        return 2.0 * PI * norm(gear.a);
    }
    return 0.0;
}

// the representative of a periodic setpoint nearest to a length
fn wrap_setpoint(u: real, x: real, period: real) -> real {
    return u - period * nearest((u - x) / period);
}

// torque of an orientation servo: proportional to the rotation that remains to the target, damped
fn orientation_force(i: i32, out: i32) {
    let at = actuator_ctrladr(i);
    var goal = IDENTITY_QUAT;
    if (actuator_ctrlspec(i) == CHART_QUAT) {
        goal = quat_normalize(vec4r(clamped_ctrl(at), clamped_ctrl(at + 1), clamped_ctrl(at + 2), clamped_ctrl(at + 3)));
    } else if (actuator_dyntype(i) == DYN_NONE) {
        goal = quat_from_rotvec(vec3r(clamped_ctrl(at), clamped_ctrl(at + 1), clamped_ctrl(at + 2)));
    } else {
#if ACTIVATIONS
        let first = actuator_actadr(i);
        goal = quat_from_rotvec(vec3r(
            activation_input(i, first),
            activation_input(i, first + 1),
            activation_input(i, first + 2),
        ));
#end
    }
    let current = quat_from_rotvec(vec3r(actuator_length(out), actuator_length(out + 1), actuator_length(out + 2)));
    let error = quat_difference(goal, current);
    let stiffness = actuator_gainprm_at(i, 0);
    for (var k = 0; k < 3; k++) {
        let bias = actuator_biasprm_at(i, 0) + actuator_biasprm_at(i, 2) * actuator_velocity(out + k);
        set_actuator_force(out + k, stiffness * error[k] + bias);
    }
}

// force of all actuators of each tendon
fn tendon_force_totals() {
    for (var t = lane; t < NTENDON; t += LANES) {
        var sum: real = 0.0;
        for (var i = 0; i < NACTUATOR; i++) {
            if (drives_tendon(i, t)) {
                sum += actuator_force(actuator_outadr(i));
            }
        }
        set_tendon_total(t, sum);
    }
}

// limits the force of an actuator to the ranges of its tendon and its own
fn limit_force(i: i32) {
    let out = actuator_outadr(i);
#if TENDON_FORCE_LIMITS
    if (actuator_trntype(i) == TRN_TENDON && tendon_actfrclimited(actuator_trnid(i, 0)) != 0) {
        let t = actuator_trnid(i, 0);
        let range = tendon_actfrcrange(t);
        let total = tendon_total(t);
        if (total != 0.0 && total < range.x) {
            set_actuator_force(out, actuator_force(out) * (range.x / total));
        } else if (total != 0.0 && total > range.y) {
            set_actuator_force(out, actuator_force(out) * (range.y / total));
        }
    }
#end
#if FORCE_LIMITS
    if (actuator_forcelimited(i) == 0) {
        return;
    }
    let range = actuator_forcerange(i);
#if ACT_SO3
    if (actuator_gaintype(i) == GAIN_SO3) {
        // a torque keeps its direction
        let size = norm(vec3r(actuator_force(out), actuator_force(out + 1), actuator_force(out + 2)));
        if (size > range.y) {
            for (var k = out; k < out + 3; k++) {
                set_actuator_force(k, actuator_force(k) * (range.y / size));
            }
        }
        return;
    }
#end
    for (var k = out; k < out + actuator_outnum(i); k++) {
        set_actuator_force(k, clip(actuator_force(k), range.x, range.y));
    }
#end
}

// force of all actuators on a dof, with gravity compensation by actuators, within the joint's range
fn actuator_force_on(dof: i32) -> real {
    var force: real = 0.0;
#if ACTUATORS
    let end = dof_momentadr(dof + 1);
    for (var k = dof_momentadr(dof); k < end; k++) {
        force += actuator_moment(dof_moment(k, 1)) * actuator_force(dof_moment(k, 0));
    }
    let j = dof_jntid(dof);
#if GRAVCOMP
    if (jnt_actgravcomp(j) != 0) {
        force += qfrc_gravcomp(dof);
    }
#end
#if JOINT_FORCE_LIMITS
    if (jnt_actfrclimited(j) != 0 && dof == jnt_dofadr(j)) {
        let range = jnt_actfrcrange(j);
        force = clip(force, range.x, range.y);
    }
#end
#end
    return force;
}
