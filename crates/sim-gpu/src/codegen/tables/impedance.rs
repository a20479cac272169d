//! Stiffness, damping and impedance of constraint rows from solref and solimp, for each source of rows.
//! None of these change while a world steps, so that no shader computes them.

use super::Numbers;
use super::Pairs;
use sim_core::math::MINVAL;
use sim_core::{DisableFlags, Model};

/// Columns of the table by their names in the shaders.
pub const COLUMNS: [(&str, i32); 9] = [
    ("IMPEDANCE_STIFFNESS", 0),
    ("IMPEDANCE_DAMPING", 1),
    // impedance without violation, and its range
    ("IMPEDANCE_LOW", 2),
    ("IMPEDANCE_RANGE", 3),
    ("IMPEDANCE_INVERSE_WIDTH", 4),
    ("IMPEDANCE_MIDPOINT", 5),
    ("IMPEDANCE_EXPONENT", 6),
    // factors of the rising and of the falling part of the curve
    ("IMPEDANCE_RISING", 7),
    ("IMPEDANCE_FALLING", 8),
];

/// Numbers of an entry.
const WIDTH: usize = COLUMNS.len();

const MIN_IMPEDANCE: f64 = 0.0001;
const MAX_IMPEDANCE: f64 = 0.9999;
const DEFAULT_SOLREF: [f64; 2] = [0.02, 1.0];

/// The table: pairs that may touch, limits of joints, friction of dofs, limits and friction of tendons, equalities.
#[derive(Clone, Debug, Default)]
pub struct ImpedanceTable {
    numbers: Vec<f64>,
    /// Damping of sliding contacts, by pair.
    sliding_damping: Vec<f64>,
    /// First entry of each kind, after the pairs.
    first: [usize; 5],
}

impl ImpedanceTable {
    /// The table of a model.
    pub fn new(m: &Model, pairs: &Pairs) -> Self {
        let mut table = Self::default();
        let shortest = match m.opt.disableflags.contains(DisableFlags::REFSAFE) {
            true => 0.0,
            // a time constant below two steps would be unstable
            false => 2.0 * m.opt.timestep,
        };
        let safe = |given: [f64; 2], replacement| safe_solref(given, replacement, shortest);
        for pair in &pairs.list {
            let pair = pair.prototype();
            let (own, none) = (safe(pair.solref, DEFAULT_SOLREF), [0.0; 2]);
            let sliding = safe(pair.solreffriction, none);
            table.numbers.extend(entry(own, pair.solimp, false));
            table.sliding_damping.push(spring(if sliding == none { own } else { sliding }, high(pair.solimp), true)[1]);
        }
        let sources: [(&[f64], &[f64], bool); 5] = [
            (&m.jnt_solref, &m.jnt_solimp, false),
            (&m.dof_solref, &m.dof_solimp, true),
            (&m.tendon_solref_lim, &m.tendon_solimp_lim, false),
            (&m.tendon_solref_fri, &m.tendon_solimp_fri, true),
            (&m.eq_solref, &m.eq_solimp, false),
        ];
        for (first, (solref, solimp, damps)) in table.first.iter_mut().zip(sources) {
            *first = table.numbers.len() / WIDTH;
            for (solref, solimp) in solref.as_chunks().0.iter().zip(solimp.as_chunks().0) {
                table.numbers.extend(entry(safe(*solref, DEFAULT_SOLREF), *solimp, damps));
            }
        }
        table
    }

    /// Constants of the shaders.
    pub fn constants(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let names = [
            "IMPEDANCE_LIMIT_JOINT",
            "IMPEDANCE_FRICTION_DOF",
            "IMPEDANCE_LIMIT_TENDON",
            "IMPEDANCE_FRICTION_TENDON",
            "IMPEDANCE_EQUALITY",
        ];
        names.into_iter().zip(self.first)
    }

    /// Name, width and numbers of each table.
    pub fn arrays(&self) -> [(&'static str, usize, Numbers); 2] {
        [
            ("impedance_table", WIDTH, Numbers::Reals(self.numbers.clone())),
            ("near_damping", 1, Numbers::Reals(self.sliding_damping.clone())),
        ]
    }
}

/// A safe solref. One that mixes the two formats is replaced.
fn safe_solref(given: [f64; 2], replacement: [f64; 2], shortest: f64) -> [f64; 2] {
    let [time, damping] = if (given[0] > 0.0) == (given[1] > 0.0) { given } else { replacement };
    [if time > 0.0 { time.max(shortest) } else { time }, damping]
}

fn clip(impedance: f64) -> f64 {
    impedance.clamp(MIN_IMPEDANCE, MAX_IMPEDANCE)
}

fn high(solimp: [f64; 5]) -> f64 {
    clip(solimp[1])
}

/// Stiffness and damping. A row that only damps has no stiffness.
fn spring(solref: [f64; 2], high: f64, damps: bool) -> [f64; 2] {
    let [a, b] = solref;
    let stiffness = match (damps, a > 0.0) {
        (true, _) => 0.0,
        (false, true) => 1.0 / (high * high * a * a * b * b).max(MINVAL),
        (false, false) => -a / (high * high).max(MINVAL),
    };
    [stiffness, if b > 0.0 { 2.0 / (high * a).max(MINVAL) } else { -b / high.max(MINVAL) }]
}

fn entry(solref: [f64; 2], solimp: [f64; 5], damps: bool) -> [f64; WIDTH] {
    let [low, high, width, middle, exponent] = solimp;
    let (low, high, width, middle, exponent) = (clip(low), clip(high), width.max(0.0), clip(middle), exponent.max(1.0));
    let [stiffness, damping] = spring(solref, high, damps);
    let is_flat = low == high || width <= MINVAL;
    let (low, range, inverse) = match is_flat {
        true => (0.5 * (low + high), 0.0, 0.0),
        false => (low, high - low, 1.0 / width),
    };
    // not their powers, which may overflow f32
    [stiffness, damping, low, range, inverse, middle, exponent, 1.0 / middle, 1.0 / (1.0 - middle)]
}

#[cfg(test)]
mod tests {
    use super::{entry, safe_solref, spring};

    #[test]
    fn an_unsafe_solref_is_replaced() {
        assert_eq!(safe_solref([0.001, 1.0], [0.02, 1.0], 0.004), [0.004, 1.0], "quicker than two steps");
        assert_eq!(safe_solref([0.5, -1.0], [0.02, 1.0], 0.004), [0.02, 1.0], "neither format");
        assert_eq!(safe_solref([-100.0, -10.0], [0.02, 1.0], 0.004), [-100.0, -10.0]);
    }

    #[test]
    fn springs_are_as_stiff_as_their_time_constants_ask_for() {
        let [stiffness, damping] = spring([0.02, 1.0], 0.9, false);
        assert!((stiffness - 1.0 / (0.9 * 0.9 * 0.02 * 0.02)).abs() < 1e-9);
        assert!((damping - 2.0 / (0.9 * 0.02)).abs() < 1e-9);
        assert_eq!(spring([0.02, 1.0], 0.9, true)[0], 0.0, "a damper does not push");
        assert_eq!(spring([-8.1, -0.9], 0.9, false), [8.1 / (0.9 * 0.9), 1.0]);
    }

    #[test]
    fn an_impedance_that_does_not_change_has_no_width() {
        let [_, _, low, range, inverse, ..] = entry([0.02, 1.0], [0.7, 0.9, 0.0, 0.5, 2.0], false);
        assert_eq!((low, range, inverse), (0.8, 0.0, 0.0));
    }
}
