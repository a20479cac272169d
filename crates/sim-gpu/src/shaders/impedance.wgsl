// How hard and how damped a row is: from solref, solimp and the size of the violation to stiffness, damping and mass.

const MIN_IMPEDANCE: real = 0.0001;
const MAX_IMPEDANCE: real = 0.9999;
const DEFAULT_SOLREF: vec2r = vec2r(0.02, 1.0);

struct Solimp {
    low: real,
    high: real,
    width: real,
    middle: real,
    exponent: real,
}

// what the solver parameters make of a row
struct Softness {
    stiffness: real,
    damping: real,
    impedance: real,
    slope: real,
    // softness of the row, before friction cones change it
    regularisation: real,
}

fn safe_solimp(low: real, high: real, width: real, middle: real, exponent: real) -> Solimp {
    return Solimp(
        clip(low, MIN_IMPEDANCE, MAX_IMPEDANCE),
        clip(high, MIN_IMPEDANCE, MAX_IMPEDANCE),
        max(width, 0.0),
        clip(middle, MIN_IMPEDANCE, MAX_IMPEDANCE),
        max(exponent, 1.0),
    );
}

// spring and damper, made safe; what mixes the two formats is replaced
fn safe_solref(given: vec2r, replacement: vec2r) -> vec2r {
    var solref = given;
    if ((given.x > 0.0) != (given.y > 0.0)) {
        solref = replacement;
    }
#if REFSAFE
    // a time constant below two steps would be unstable
    if (solref.x > 0.0) {
        solref.x = max(solref.x, 2.0 * opt_timestep());
    }
#end
    return solref;
}

fn solimp_power(a: real, b: real) -> real {
    if (b == 1.0) {
        return a;
    }
    if (b == 2.0) {
        return a * a;
    }
#if SOLIMP_POWER
    return pow_of(a, b);
#else
    return 1.0;
#end
}

// impedance (x) and its derivative (y) at a violation: a sigmoid between low and high over the width
fn impedance_at(imp: Solimp, pos: real, margin: real) -> vec2r {
    if (imp.low == imp.high || imp.width <= MINVAL) {
        return vec2r(0.5 * (imp.low + imp.high), 0.0);
    }
    let depth = (pos - margin) / imp.width;
    let x = abs(depth);
    if (x >= 1.0) {
        return vec2r(imp.high, 0.0);
    }
    if (x <= 0.0) {
        return vec2r(imp.low, 0.0);
    }
    var y = x;
    var slope = real(1.0);
    if (imp.exponent != 1.0) {
        // two powers that meet in the middle
        let rises = x <= imp.middle;
        let reach = select(1.0 - imp.middle, imp.middle, rises);
        let t = select(1.0 - x, x, rises);
        let scale = 1.0 / solimp_power(reach, imp.exponent - 1.0);
        let part = scale * solimp_power(t, imp.exponent);
        y = select(1.0 - part, part, rises);
        slope = imp.exponent * scale * solimp_power(t, imp.exponent - 1.0);
    }
    let range = imp.high - imp.low;
    return vec2r(imp.low + y * range, select(slope, -slope, depth < 0.0) * range / imp.width);
}

// stiffness (x) and damping (y); what only brakes has no stiffness
fn spring(solref: vec2r, high: real, brakes: bool) -> vec2r {
    var stiffness = real(0.0);
    if (!brakes) {
        if (solref.x > 0.0) {
            stiffness = 1.0 / max(high * high * solref.x * solref.x * solref.y * solref.y, MINVAL);
        } else {
            stiffness = -solref.x / max(high * high, MINVAL);
        }
    }
    var damping = -solref.y / max(high, MINVAL);
    if (solref.y > 0.0) {
        damping = 2.0 / max(high * solref.x, MINVAL);
    }
    return vec2r(stiffness, damping);
}

// `weight` is the inverse inertia that the row meets
fn soften(solref: vec2r, imp: Solimp, pos: real, margin: real, weight: real, brakes: bool) -> Softness {
    let impedance = impedance_at(imp, pos, margin);
    let k = spring(safe_solref(solref, DEFAULT_SOLREF), imp.high, brakes);
    let regularisation = max((1.0 - impedance.x) * weight / impedance.x, MINVAL);
    return Softness(k.x, k.y, impedance.x, impedance.y, regularisation);
}

// what of a row's impedance is told to whoever asks for it
fn note_impedance(row: i32, s: Softness, regularisation: real) {
    set_efc_KBIP(row, vec4r(s.stiffness, s.damping, s.impedance, s.slope));
    set_efc_R(row, regularisation);
    set_efc_D(row, 1.0 / regularisation);
    set_efc_diagA(row, regularisation * s.impedance / (1.0 - s.impedance));
}

// acceleration that a row asks for
fn reference_acceleration(s: Softness, pos: real, margin: real, vel: real) -> real {
    return -s.damping * vel - s.stiffness * s.impedance * (pos - margin);
}
