//! Most contacts and constraint rows of a world, from what its model can have.

use crate::codegen::catalogue::Limits;
use crate::codegen::tables::Pairs;
use sim_core::{ConeType, DisableFlags, EqType, JointType, Model};

/// Contacts that every world may have, if its pairs can give as many: a tumbling humanoid has at most 14.
const CONTACTS: usize = 48;

/// Contacts for each body that moves, which a world hardly exceeds: tumbling robots have one per body, standing boxes four.
const CONTACTS_PER_BODY: usize = 4;

/// Rows that are not of contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rows {
    /// All of them.
    all: usize,
    /// Those whose Jacobian has more than one entry.
    stored: usize,
}

impl Rows {
    fn add(&mut self, count: usize, is_stored: bool) {
        self.all += count;
        self.stored += if is_stored { count } else { 0 };
    }
}

/// Limits of a model. `contacts`: the user's limit, if given.
pub fn limits(m: &Model, pairs: &Pairs, contacts: Option<usize>) -> Limits {
    if m.opt.disableflags.contains(DisableFlags::CONSTRAINT) {
        return Limits { contacts: 0, rows: 0, basis: 0 };
    }
    let all: usize = pairs.most_contacts().sum();
    let moving = (1..m.nbody).filter(|&b| m.body_dofnum[b] > 0).count();
    let contacts = all.min(contacts.unwrap_or(CONTACTS.max(CONTACTS_PER_BODY * moving)));
    let most = |of: fn(&Model, usize) -> usize| {
        let widest = pairs.list.iter().map(|pair| of(m, dim(pair.prototype().dim))).max().unwrap_or(0);
        let every: usize =
            pairs.list.iter().zip(pairs.most_contacts()).map(|(pair, n)| n * of(m, dim(pair.prototype().dim))).sum();
        every.min(contacts * widest)
    };
    let other = other_rows(m);
    Limits { contacts, rows: other.all + most(rows_of_contact), basis: other.stored + most(|_, dim| dim) }
}

fn dim(of_contact: i32) -> usize {
    usize::try_from(of_contact).unwrap_or(0)
}

/// Constraint rows of a contact with `dim` dimensions.
fn rows_of_contact(m: &Model, dim: usize) -> usize {
    match (dim, m.opt.cone) {
        (0 | 1, _) => dim,
        (_, ConeType::Pyramidal) => 2 * (dim - 1),
        _ => dim,
    }
}

fn other_rows(m: &Model) -> Rows {
    let mut rows = Rows::default();
    let is_on = |flag| !m.opt.disableflags.contains(flag);
    if is_on(DisableFlags::EQUALITY) {
        for kind in m.eq_type.iter() {
            let count = match *kind {
                EqType::Connect => 3,
                EqType::Weld => 6,
                _ => 1,
            };
            rows.add(count, true);
        }
    }
    if is_on(DisableFlags::FRICTIONLOSS) {
        rows.add(m.dof_frictionloss.iter().filter(|&&loss| loss > 0.0).count(), false);
        rows.add(m.tendon_frictionloss.iter().filter(|&&loss| loss > 0.0).count(), true);
    }
    if is_on(DisableFlags::LIMIT) {
        for j in (0..m.njnt).filter(|&j| bool::from(m.jnt_limited[j])) {
            let is_ball = m.jnt_type[j] == JointType::Ball;
            let sides = if is_ball { 1 } else { sides(&m.jnt_range[2 * j..2 * j + 2], m.jnt_margin[j]) };
            rows.add(sides, is_ball);
        }
        for i in (0..m.ntendon).filter(|&i| bool::from(m.tendon_limited[i])) {
            rows.add(sides(&m.tendon_range[2 * i..2 * i + 2], m.tendon_margin[i]), true);
        }
    }
    rows
}

/// How many ends of a range can be near at once.
fn sides(range: &[f64], margin: f64) -> usize {
    let is_wide = range[1] - range[0] > 2.0 * margin && margin >= 0.0;
    if is_wide { 1 } else { 2 }
}
