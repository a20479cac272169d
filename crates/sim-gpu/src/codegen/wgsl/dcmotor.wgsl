// DC motors: driver voltage, electrical and thermal states, LuGre friction.
//
// Parameters: gainprm = R, K, alpha, T0, kp, ki, kd, Vmax; dynprm = te, di_max, RT, C, Ta, sigma0, sigma1, slew, Imax;
// biasprm = cogging amplitude, poles, phase, Coulomb, static, Stribeck velocity.

#if ACT_DCMOTOR
// index of each state among the motor's activations, -1 if it has none
struct MotorSlots {
    slew: i32,
    integral: i32,
    temperature: i32,
    bristle: i32,
    current: i32,
}

fn motor_slots(i: i32) -> MotorSlots {
    var next = 0;
    var slots = MotorSlots(-1, -1, -1, -1, -1);
    if (actuator_dynprm_at(i, 7) > 0.0) {
        slots.slew = next;
        next += 1;
    }
    if (actuator_gainprm_at(i, 5) > 0.0) {
        slots.integral = next;
        next += 1;
    }
    if (actuator_dynprm_at(i, 2) > 0.0) {
        slots.temperature = next;
        next += 1;
    }
    if (actuator_dynprm_at(i, 5) > 0.0) {
        slots.bristle = next;
        next += 1;
    }
    if (actuator_dynprm_at(i, 0) > 0.0) {
        slots.current = next;
    }
    return slots;
}

// terminal voltage: a torque-space PID with back-EMF compensation, limited by the supply, plus the raw input
fn motor_voltage(i: i32, x: real, v: real, integral: real) -> real {
    let inputs = unpacked_inputs(i);
    var driver: real = 0.0;
    if ((actuator_ctrlspec(i) & (INPUT_POSITION | INPUT_VELOCITY | INPUT_FORCE)) != 0) {
        let torque = actuator_gainprm_at(i, 4) * (inputs.x - x) + actuator_gainprm_at(i, 6) * (inputs.y - v)
            + actuator_gainprm_at(i, 5) * integral + inputs.z;
        driver = actuator_gainprm_at(i, 0) / actuator_gainprm_at(i, 1) * torque + actuator_gainprm_at(i, 1) * v;
        let supply = actuator_gainprm_at(i, 7);
        if (supply > 0.0) {
            driver = clip(driver, -supply, supply);
        }
    }
    return driver + inputs.w;
}

// resistance at a temperature above ambient
fn motor_resistance(i: i32, rise: real) -> real {
    let warmth = rise + actuator_dynprm_at(i, 4) - actuator_gainprm_at(i, 3);
    return actuator_gainprm_at(i, 0) * (1.0 + actuator_gainprm_at(i, 2) * warmth);
}

// decay rate of the bristle by the Stribeck curve
fn bristle_rate(i: i32, v: real) -> real {
    let ratio = v / max(actuator_biasprm_at(i, 5), MINVAL);
    let coulomb = actuator_biasprm_at(i, 3);
    let g = coulomb + (actuator_biasprm_at(i, 4) - coulomb) * exp_of(-ratio * ratio);
    return -actuator_dynprm_at(i, 5) * abs(v) / max(g, MINVAL);
}

fn motor_rates(i: i32, first: i32, last: i32, input: i32) {
    let slots = motor_slots(i);
    let out = actuator_outadr(i);
    let x = actuator_length(out);
    let v = actuator_velocity(out);
    let k = actuator_gainprm_at(i, 1);
    let te = actuator_dynprm_at(i, 0);
    var resistance = actuator_gainprm_at(i, 0);
    if (slots.slew >= 0) {
        slew_setpoint(input, first + slots.slew, actuator_dynprm_at(i, 7), 0.0);
    }
    var integral: real = 0.0;
    if (slots.integral >= 0) {
        let at = first + slots.integral;
        integral = act(at);
        set_act_dot(at, anti_windup(clamped_ctrl(input) - x, integral, actuator_dynprm_at(i, 8)));
    }
    let voltage = motor_voltage(i, x, v, integral);
    if (slots.temperature >= 0) {
        // heat of the winding minus its loss to the surroundings
        let at = first + slots.temperature;
        let rise = act(at);
        resistance = motor_resistance(i, rise);
        var current = (voltage - k * v) / resistance;
        if (te > 0.0) {
            current = act(last);
        }
        set_act_dot(at, (resistance * current * current - rise / actuator_dynprm_at(i, 2)) / actuator_dynprm_at(i, 3));
    }
    if (slots.bristle >= 0) {
        let at = first + slots.bristle;
        set_act_dot(at, bristle_rate(i, v) * act(at) + v);
    }
    if (slots.current >= 0) {
        var rate = (voltage / resistance - k / resistance * v - act(last)) / te;
        let most = actuator_dynprm_at(i, 1);
        if (most > 0.0) {
            rate = clip(rate, -most, most);
        }
        set_act_dot(last, rate);
    }
}

fn next_motor_state(i: i32, at: i32, rate: real) -> real {
    let slots = motor_slots(i);
    let slot = at - actuator_actadr(i);
    let h = opt_timestep();
    let x = act(at);
    if (slot == slots.current) {
        return exact_activation(x, rate, max(actuator_dynprm_at(i, 0), MINVAL));
    }
    if (slot == slots.bristle) {
        // exact if the velocity is constant over the step
        let v = actuator_velocity(actuator_outadr(i));
        let a = bristle_rate(i, v);
        let decay = exp_of(a * h);
        var gain = h;
        if (abs(a) > MINVAL) {
            gain = (decay - 1.0) / a;
        }
        return decay * x + gain * v;
    }
    let most = actuator_dynprm_at(i, 8);
    if (slot == slots.integral && most > 0.0) {
        return clip(x + rate * h, -most, most);
    }
    return x + rate * h;
}

// torque per volt or ampere; for a motor with a controller the voltage replaces the control
fn motor_gain(i: i32, x: real, v: real) -> real {
    let slots = motor_slots(i);
    let first = actuator_actadr(i);
    var resistance = actuator_gainprm_at(i, 0);
    var integral: real = 0.0;
#if ACTIVATIONS
    if (slots.temperature >= 0) {
        resistance = motor_resistance(i, act(first + slots.temperature));
    }
    if (slots.integral >= 0) {
        integral = act(first + slots.integral);
    }
#end
    if (actuator_ctrlspec(i) != INPUT_VOLTAGE && actuator_ctrlnum(i) > 0) {
        set_clamped_ctrl(actuator_ctrladr(i), motor_voltage(i, x, v, integral));
    }
    if (actuator_dynprm_at(i, 0) > 0.0) {
        return actuator_gainprm_at(i, 1);
    }
    return actuator_gainprm_at(i, 1) / max(resistance, MINVAL);
}

// cogging and friction, which no current limit bounds
fn motor_friction(i: i32) {
    if (actuator_biastype(i) != BIAS_DCMOTOR || is_disabled(i)) {
        return;
    }
    let out = actuator_outadr(i);
    let cogging = actuator_biasprm_at(i, 0);
    if (cogging != 0.0) {
        let angle = actuator_biasprm_at(i, 1) * actuator_length(out) + actuator_biasprm_at(i, 2);
        set_actuator_force(out, actuator_force(out) + cogging * sin_cos(angle).x);
    }
#if ACTIVATIONS
    let slots = motor_slots(i);
    if (slots.bristle >= 0) {
        let at = actuator_actadr(i) + slots.bristle;
        let friction = actuator_dynprm_at(i, 5) * act(at) + actuator_dynprm_at(i, 6) * act_dot(at);
        set_actuator_force(out, actuator_force(out) - friction);
    }
#end
}
#end
