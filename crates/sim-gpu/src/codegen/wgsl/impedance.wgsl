// How hard and how damped a row is: from what solref and solimp make of it (`tables/softness.rs`) and the size of the violation.

// what the solver parameters make of a row
struct Softness {
    stiffness: real,
    damping: real,
    impedance: real,
    slope: real,
    // softness of the row, before friction cones change it
    regularisation: real,
}

// a power that is one less than the exponent of an impedance
fn solimp_power(t: real, exponent: real) -> real {
    if (exponent == 1.0) {
        return 1.0;
    }
#if SOLIMP_POWER
    if (exponent != 2.0) {
        return select(pow_of(max(t, MINVAL), exponent - 1.0), 0.0, t <= 0.0);
    }
#end
    return t;
}

// From an entry of the table of softness, the distance beyond the margin and the inverse inertia that the row meets. The impedance is a
// sigmoid over the width of the violation: two powers that meet in the middle.
fn soften(i: i32, distance: real, weight: real) -> Softness {
    let depth = distance * softness_at(i, 4);
    let x = min(abs(depth), 1.0);
    let rises = x <= softness_at(i, 5);
    let t = select(1.0 - x, x, rises);
    let exponent = softness_at(i, 6);
    let steepness = solimp_power(t * select(softness_at(i, 8), softness_at(i, 7), rises), exponent);
    let part = steepness * t;
    let range = softness_at(i, 3);
    let impedance = softness_at(i, 2) + select(1.0 - part, part, rises) * range;
    let slope = exponent * steepness * range * softness_at(i, 4);
    let regularisation = max((1.0 - impedance) * weight / impedance, MINVAL);
    return Softness(
        softness_at(i, 0),
        softness_at(i, 1),
        impedance,
        select(0.0, select(slope, -slope, depth < 0.0), x > 0.0 && x < 1.0),
        regularisation,
    );
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
