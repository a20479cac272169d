// Muscles: force by length and velocity, and activation dynamics (Millard et al. 2013 timescales).

struct Muscle {
    // operating range of the length, in optimal lengths
    low: real,
    high: real,
    peak: real,
    lmin: real,
    lmax: real,
    vmax: real,
    fpmax: real,
    fvmax: real,
    // length in metres at the low end, and the optimal length
    start: real,
    optimal: real,
}

// parameters from the fields of the gain or the bias; a negative peak force means: scale by the acceleration
fn muscle_of(p0: vec4r, p1: vec4r, fvmax: real, out: i32) -> Muscle {
    let range = actuator_lengthrange(out);
    var peak = p0.z;
    if (peak < 0.0) {
        peak = p0.w / max(actuator_acc0(out), MINVAL);
    }
    let optimal = (range.y - range.x) / max(p0.y - p0.x, MINVAL);
    return Muscle(p0.x, p0.y, peak, p1.x, p1.y, p1.z, p1.w, fvmax, range.x, optimal);
}

fn gain_muscle(i: i32, out: i32) -> Muscle {
    let p0 = vec4r(actuator_gainprm_at(i, 0), actuator_gainprm_at(i, 1), actuator_gainprm_at(i, 2), actuator_gainprm_at(i, 3));
    let p1 = vec4r(actuator_gainprm_at(i, 4), actuator_gainprm_at(i, 5), actuator_gainprm_at(i, 6), actuator_gainprm_at(i, 7));
    return muscle_of(p0, p1, actuator_gainprm_at(i, 8), out);
}

fn bias_muscle(i: i32, out: i32) -> Muscle {
    let p0 = vec4r(actuator_biasprm_at(i, 0), actuator_biasprm_at(i, 1), actuator_biasprm_at(i, 2), actuator_biasprm_at(i, 3));
    let p1 = vec4r(actuator_biasprm_at(i, 4), actuator_biasprm_at(i, 5), actuator_biasprm_at(i, 6), actuator_biasprm_at(i, 7));
    return muscle_of(p0, p1, actuator_biasprm_at(i, 8), out);
}

fn muscle_length(m: Muscle, x: real) -> real {
    return m.low + (x - m.start) / max(m.optimal, MINVAL);
}

// active force per unit of activation; muscles pull, so it is negative
fn muscle_gain(i: i32, out: i32, x: real, vel: real) -> real {
    let m = gain_muscle(i, out);
    let v = vel / max(m.optimal * m.vmax, MINVAL);
    let y = m.fvmax - 1.0;
    var by_velocity = m.fvmax;
    if (v <= -1.0) {
        by_velocity = 0.0;
    } else if (v <= 0.0) {
        by_velocity = (v + 1.0) * (v + 1.0);
    } else if (v <= y) {
        by_velocity = m.fvmax - (y - v) * (y - v) / max(y, MINVAL);
    }
    return -m.peak * muscle_length_curve(muscle_length(m, x), m.lmin, m.lmax) * by_velocity;
}

// derivative of the gain by the velocity
fn muscle_gain_slope(i: i32, out: i32, x: real, vel: real) -> real {
    let m = gain_muscle(i, out);
    let speed = max(m.optimal * m.vmax, MINVAL);
    let v = vel / speed;
    let y = m.fvmax - 1.0;
    var slope: real = 0.0;
    if (v > -1.0 && v <= 0.0) {
        slope = 2.0 * v + 2.0;
    } else if (v > 0.0 && v <= y) {
        slope = (2.0 * y - 2.0 * v) / max(y, MINVAL);
    }
    return -m.peak * muscle_length_curve(muscle_length(m, x), m.lmin, m.lmax) * slope / speed;
}

// passive force
fn muscle_bias(i: i32, out: i32, x: real) -> real {
    let m = bias_muscle(i, out);
    let l = muscle_length(m, x);
    let b = 0.5 * (1.0 + m.lmax);
    if (l <= 1.0) {
        return 0.0;
    }
    if (l <= b) {
        let s = (l - 1.0) / max(b - 1.0, MINVAL);
        return -m.peak * m.fpmax * 0.5 * s * s;
    }
    let s = (l - b) / max(b - 1.0, MINVAL);
    return -m.peak * m.fpmax * (0.5 + s);
}

// active force by normalised length: four half parabolas, one at length one
fn muscle_length_curve(l: real, lmin: real, lmax: real) -> real {
    if (l < lmin || l > lmax) {
        return 0.0;
    }
    let a = 0.5 * (lmin + 1.0);
    let b = 0.5 * (1.0 + lmax);
    if (l <= a) {
        let s = (l - lmin) / max(a - lmin, MINVAL);
        return 0.5 * s * s;
    }
    if (l <= 1.0) {
        let s = (1.0 - l) / max(1.0 - a, MINVAL);
        return 1.0 - 0.5 * s * s;
    }
    if (l <= b) {
        let s = (l - 1.0) / max(b - 1.0, MINVAL);
        return 1.0 - 0.5 * s * s;
    }
    let s = (lmax - l) / max(lmax - b, MINVAL);
    return 0.5 * s * s;
}

// rate of the activation under an excitation; blends two time constants over a width
fn muscle_rate(i: i32, u: real, activation: real) -> real {
    let excess = clip(u, 0.0, 1.0) - activation;
    let stretch = 0.5 + 1.5 * clip(activation, 0.0, 1.0);
    let rise = actuator_dynprm_at(i, 0) * stretch;
    let decay = actuator_dynprm_at(i, 1) / stretch;
    let width = actuator_dynprm_at(i, 2);
    var tau: real = 0.0;
    if (width < MINVAL) {
        tau = select(decay, rise, excess > 0.0);
    } else {
        tau = decay + (rise - decay) * quintic_step(excess / width + 0.5);
    }
    return excess / max(tau, MINVAL);
}

// quintic step from zero to one with flat ends
fn quintic_step(x: real) -> real {
    if (x <= 0.0) {
        return 0.0;
    }
    if (x >= 1.0) {
        return 1.0;
    }
    return x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0);
}
