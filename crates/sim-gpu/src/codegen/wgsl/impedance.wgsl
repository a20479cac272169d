// Impedance, stiffness and damping of a row, from its violation and its entry of the impedance table
// (`tables/impedance.rs`).

// solver parameters of a row
struct Impedance {
    stiffness: real,
    damping: real,
    impedance: real,
    slope: real,
    // regularization R of the row, before friction cones change it
    regularisation: real,
}

// a power whose exponent is the impedance's exponent minus one
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

// Inputs: an entry of the impedance table, the distance minus the margin, and the row's inverse inertia. The impedance is a sigmoid over
// the width of the violation: two powers that meet in the middle.
fn row_impedance(i: i32, distance: real, weight: real) -> Impedance {
    let depth = distance * impedance_table_at(i, IMPEDANCE_INVERSE_WIDTH);
    let x = min(abs(depth), 1.0);
    let rises = x <= impedance_table_at(i, IMPEDANCE_MIDPOINT);
    let t = select(1.0 - x, x, rises);
    let exponent = impedance_table_at(i, IMPEDANCE_EXPONENT);
    let scale = select(impedance_table_at(i, IMPEDANCE_FALLING), impedance_table_at(i, IMPEDANCE_RISING), rises);
    let steepness = solimp_power(t * scale, exponent);
    let part = steepness * t;
    let range = impedance_table_at(i, IMPEDANCE_RANGE);
    let impedance = impedance_table_at(i, IMPEDANCE_LOW) + select(1.0 - part, part, rises) * range;
    let slope = exponent * steepness * range * impedance_table_at(i, IMPEDANCE_INVERSE_WIDTH);
    let regularisation = max((1.0 - impedance) * weight / impedance, MINVAL);
    return Impedance(
        impedance_table_at(i, IMPEDANCE_STIFFNESS),
        impedance_table_at(i, IMPEDANCE_DAMPING),
        impedance,
        select(0.0, select(slope, -slope, depth < 0.0), x > 0.0 && x < 1.0),
        regularisation,
    );
}

// visible fields of a row's impedance
fn note_impedance(row: i32, s: Impedance, regularisation: real) {
    set_efc_KBIP(row, vec4r(s.stiffness, s.damping, s.impedance, s.slope));
    set_efc_R(row, regularisation);
    set_efc_D(row, 1.0 / regularisation);
    set_efc_diagA(row, regularisation * s.impedance / (1.0 - s.impedance));
}

// reference acceleration of a row
fn reference_acceleration(s: Impedance, pos: real, margin: real, vel: real) -> real {
    return -s.damping * vel - s.stiffness * s.impedance * (pos - margin);
}
