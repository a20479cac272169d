//! Forces, states and cost of the rows for a given acceleration error `jar = J a - aref`.

use super::cone::{self, Scaled};
use crate::data::{ConstraintState, ConstraintType, Contact};
use crate::stage::{RowCosts, RowForces};

/// Inputs of the cost of the rows.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    /// Equality rows; they come first.
    pub ne: usize,
    /// Friction-loss rows; they come next.
    pub nf: usize,
    /// `efc_D`.
    pub mass: &'a [f64],
    /// `efc_R`.
    pub regularisation: &'a [f64],
    /// `efc_frictionloss`.
    pub frictionloss: &'a [f64],
    /// `efc_type`.
    pub kind: &'a [ConstraintType],
    /// `efc_id`.
    pub id: &'a [i32],
}

impl<'a> Rows<'a> {
    /// Inputs of the cost of all rows of a world.
    #[inline]
    pub(crate) fn of(d: RowCosts<'a>) -> Self {
        Self {
            ne: d.ne,
            nf: d.nf,
            mass: d.efc_D,
            regularisation: d.efc_R,
            frictionloss: d.efc_frictionloss,
            kind: d.efc_type,
            id: d.efc_id,
        }
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.kind.len()
    }

    /// Length of the block that starts at row `r`: the rows of an elliptic contact form one block.
    #[inline]
    pub(crate) fn block(&self, contacts: &[Contact], r: usize) -> usize {
        if self.kind[r] == ConstraintType::ContactElliptic { cone::dim(&contacts[self.id[r] as usize]) } else { 1 }
    }
}

/// Outputs: forces and states of the rows.
pub(crate) struct Response<'a> {
    /// `efc_state`.
    pub state: &'a mut [ConstraintState],
    /// `efc_force`.
    pub force: &'a mut [f64],
}

/// Whether contacts in the middle zone of their cone get the Hessian of their cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hessians {
    /// Writes the Hessians.
    Write,
    /// Keeps the old Hessians.
    Keep,
}

/// Forces and states of all rows of a world for `jar`; returns the cost. Writes `efc_force efc_state`, and with `Hessians::Write`
/// the Hessians of sliding contacts.
pub(crate) fn update(d: &mut RowForces<'_>, jar: &[f64], hessians: Hessians) -> f64 {
    let rows = Rows::of(RowCosts!(d));
    update_rows(&rows, jar, d.contact, Response { state: d.efc_state, force: d.efc_force }, hessians)
}

/// Forces and states of some rows for `jar`; returns the cost. With `hessians`, contacts in the middle zone of their
/// cone get the Hessian `H`.
pub(crate) fn update_rows(
    rows: &Rows<'_>,
    jar: &[f64],
    contacts: &mut [Contact],
    out: Response<'_>,
    hessians: Hessians,
) -> f64 {
    let mut cost = 0.0;
    for r in 0..rows.ne {
        cost += quadratic(rows, jar, r, out.state, out.force);
    }
    for r in rows.ne..rows.ne + rows.nf {
        let (loss, x) = (rows.frictionloss[r], jar[r]);
        let knee = rows.regularisation[r] * loss;
        if -knee < x && x < knee {
            cost += quadratic(rows, jar, r, out.state, out.force);
            continue;
        }
        let linear = -0.5 * rows.regularisation[r] * loss * loss;
        (out.state[r], out.force[r]) =
            if x <= -knee { (ConstraintState::LinearNeg, loss) } else { (ConstraintState::LinearPos, -loss) };
        cost += if x <= -knee { linear - loss * x } else { linear + loss * x };
    }
    let mut r = rows.ne + rows.nf;
    while r < rows.len() {
        if rows.kind[r] == ConstraintType::ContactElliptic {
            let contact = &mut contacts[rows.id[r] as usize];
            let end = (r + cone::dim(contact)).min(rows.len());
            cost = elliptic(rows, jar, r..end, contact, (out.state, out.force), hessians, cost);
            r = end;
            continue;
        }
        if jar[r] >= 0.0 {
            (out.state[r], out.force[r]) = (ConstraintState::Satisfied, 0.0);
        } else {
            cost += quadratic(rows, jar, r, out.state, out.force);
        }
        r += 1;
    }
    cost
}

/// A row in its quadratic zone.
#[inline]
fn quadratic(rows: &Rows<'_>, jar: &[f64], r: usize, state: &mut [ConstraintState], force: &mut [f64]) -> f64 {
    state[r] = ConstraintState::Quadratic;
    force[r] = -rows.mass[r] * jar[r];
    0.5 * rows.mass[r] * jar[r] * jar[r]
}

/// The rows of a contact with an elliptic cone, added to the cost row by row: with a large cost, the order of the sum decides which of
/// two starts is the better one.
fn elliptic(
    rows: &Rows<'_>,
    jar: &[f64],
    range: std::ops::Range<usize>,
    contact: &mut Contact,
    (state, force): (&mut [ConstraintState], &mut [f64]),
    hessians: Hessians,
    cost: f64,
) -> f64 {
    let scaled = Scaled::new(contact, &jar[range.clone()]);
    let zone = scaled.zone();
    let cost = match zone {
        ConstraintState::Satisfied => {
            force[range.clone()].fill(0.0);
            cost
        }
        ConstraintState::Quadratic => range.clone().fold(cost, |cost, r| cost + quadratic(rows, jar, r, state, force)),
        _ => {
            let mass = cone::middle_mass(rows.mass[range.start], contact.mu);
            if hessians == Hessians::Write {
                scaled.hessian(mass, &mut contact.H);
            }
            cost + scaled.slide(mass, &mut force[range.clone()])
        }
    };
    state[range].fill(zone);
    cost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_added_row_by_row() {
        // next to 1e19, none of three rows of 600 counts, but their sum would
        let contact = Contact { dim: 3, mu: 1.0, friction: [1.0; 5], ..Contact::default() };
        let elliptic = ConstraintType::ContactElliptic;
        let rows = Rows {
            ne: 1,
            nf: 0,
            mass: &[2e19, 12.0, 1200.0, 1200.0],
            regularisation: &[0.0; 4],
            frictionloss: &[0.0; 4],
            kind: &[ConstraintType::Equality, elliptic, elliptic, elliptic],
            id: &[0; 4],
        };
        let (mut state, mut force) = ([ConstraintState::Satisfied; 4], [0.0; 4]);
        let out = Response { state: &mut state, force: &mut force };
        let cost = update_rows(&rows, &[1.0, -10.0, 1.0, 1.0], &mut [contact], out, Hessians::Keep);
        assert_eq!(state, [ConstraintState::Quadratic; 4]);
        assert_eq!(cost, 1e19);
    }
}
