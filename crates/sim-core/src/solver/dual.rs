//! Shared by the dual solvers. They minimise `½ fᵀ (A + R) f + fᵀ b` over the admissible forces of the rows, one
//! block at a time: a row, or the rows of an elliptic contact.

use super::problem::Part;
use super::qcqp;
use crate::constraint::cone::{self, MAX_DIM};
use crate::constraint::update::Rows;
use crate::data::{ConstraintState, ConstraintType, Contact, SolverStat};
use crate::linalg::dense;
use crate::linalg::relax::MAX_INCREASE;
use crate::math::MINVAL;
use crate::model::Model;
use crate::scratch::constraint::CoupledRows;
use crate::stage::{DualRows, RowCosts};

/// Smallest diagonal of `A` without its regularisation.
const MIN_DIAGONAL: f64 = 1e-10;

/// A square block of `A`.
pub(super) type Block = [f64; MAX_DIM * MAX_DIM];

/// Which matrix the forces act through: with or without the regularisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stiffness {
    /// `A + R`.
    Soft,
    /// `A`: without the regularisation.
    Hard,
}

/// Where scaled friction forces end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ellipsoid {
    /// On the surface of the ellipsoid.
    Surface,
    /// On the surface if they are outside; inside they stay.
    Within,
}

/// The rows of a dual problem.
#[derive(Clone, Copy)]
pub(super) struct Dual<'a> {
    pub d: &'a DualRows<'a>,
    pub contacts: &'a [Contact],
    /// `A + R`.
    pub matrix: &'a CoupledRows,
    /// Equality and friction-loss rows; they come first.
    pub ne: usize,
    pub nf: usize,
    /// The rows, by their indices in the world.
    pub list: &'a [i32],
    /// Makes costs comparable across models.
    pub scale: f64,
    pub island: usize,
}

/// Outputs of a pass, over all rows of the world.
pub(super) struct Forces<'a> {
    pub force: &'a mut [f64],
    pub state: &'a mut [ConstraintState],
    pub statistics: &'a mut [SolverStat],
}

impl<'a> Dual<'a> {
    /// The rows of an island, or of the world.
    pub(super) fn new(m: &Model, d: &'a DualRows<'a>, contacts: &'a [Contact], part: Part<'a>) -> Self {
        let (ne, nf) = match part.island {
            Some(k) => (d.island_ne[k].max(0) as usize, d.island_nf[k].max(0) as usize),
            None => (d.ne, d.nf),
        };
        let scale = 1.0 / (m.stat.meaninertia * m.nv.max(1) as f64);
        Self { d, contacts, matrix: d.efc_AR, ne, nf, list: part.rows, scale, island: part.island.unwrap_or(0) }
    }

    /// The contact of an elliptic row.
    #[inline]
    pub(super) fn elliptic(&self, row: usize) -> Option<&Contact> {
        (self.d.efc_type[row] == ConstraintType::ContactElliptic)
            .then(|| self.contacts.get(self.d.efc_id[row].max(0) as usize))?
    }

    /// Rows of the block that starts at `row`.
    pub(super) fn block_len(&self, row: usize) -> usize {
        Rows::of(RowCosts!(self.d)).block(self.contacts, row)
    }

    /// Inverse diagonal of the matrix.
    pub(super) fn inverse_diagonal(&self, stiffness: Stiffness, out: &mut Vec<f64>) {
        out.clear();
        out.extend(self.list.iter().map(|&r| {
            let diagonal = self.matrix.entry(r as usize, r as usize);
            1.0 / match stiffness {
                Stiffness::Soft => diagonal,
                Stiffness::Hard => (diagonal - self.d.efc_R[r as usize]).max(MINVAL),
            }
        }));
    }

    /// The block of the matrix that starts at `row`.
    pub(super) fn block(&self, row: usize, n: usize, stiffness: Stiffness) -> Block {
        let mut out = [0.0; MAX_DIM * MAX_DIM];
        for i in 0..n {
            for j in 0..n {
                out[i * n + j] = self.matrix.entry(row + i, row + j);
            }
            if stiffness == Stiffness::Hard {
                let diagonal = &mut out[i * (n + 1)];
                *diagonal = (*diagonal - self.d.efc_R[row + i]).max(MIN_DIAGONAL);
            }
        }
        out
    }

    /// Slope of the cost by the force of one row.
    #[inline]
    pub(super) fn slope(&self, force: &[f64], row: usize) -> f64 {
        self.d.efc_b[row] + self.matrix.dot(row, force)
    }

    /// Slope of the cost by the forces of a block.
    pub(super) fn residual(&self, force: &[f64], row: usize, n: usize, stiffness: Stiffness) -> [f64; MAX_DIM] {
        let mut out = [0.0; MAX_DIM];
        for (i, x) in out.iter_mut().enumerate().take(n) {
            let r = row + i;
            *x = self.slope(force, r);
            if stiffness == Stiffness::Hard {
                *x -= self.d.efc_R[r] * force[r];
            }
        }
        out
    }

    /// Zone of the block at index `c` of the list, by its forces.
    #[inline]
    pub(super) fn zone(&self, c: usize, row: usize, force: &[f64]) -> ConstraintState {
        if c < self.ne {
            ConstraintState::Quadratic
        } else if c < self.ne + self.nf {
            friction_zone(force[0], self.d.efc_frictionloss[row])
        } else if let Some(contact) = self.elliptic(row) {
            cone_zone(contact, force)
        } else if force[0] <= 0.0 {
            ConstraintState::Satisfied
        } else {
            ConstraintState::Quadratic
        }
    }

    /// Updates the zones of the rows from their forces; returns how many rows are active and how many changed.
    pub(super) fn update_states(&self, force: &[f64], state: &mut [ConstraintState]) -> (i32, i32) {
        let (mut active, mut changed) = (0, 0);
        let mut c = 0;
        while c < self.list.len() {
            let r = self.list[c] as usize;
            let n = self.block_len(r);
            let zone = self.zone(c, r, &force[r..r + n]);
            for s in &mut state[r..r + n] {
                changed += i32::from(*s != zone);
                *s = zone;
            }
            if zone != ConstraintState::Satisfied {
                active += n as i32;
            }
            c += n;
        }
        (active, changed)
    }
}

/// A friction row at its bound is linear; a negative force means a positive error.
fn friction_zone(force: f64, loss: f64) -> ConstraintState {
    if force <= -loss {
        ConstraintState::LinearPos
    } else if force >= loss {
        ConstraintState::LinearNeg
    } else {
        ConstraintState::Quadratic
    }
}

/// Zone of a contact's forces, scaled to a circular cone.
fn cone_zone(contact: &Contact, force: &[f64]) -> ConstraintState {
    let mut scaled = [0.0; MAX_DIM];
    for ((x, f), s) in scaled.iter_mut().zip(force).zip(cone::scales(contact)) {
        *x = f / s;
    }
    let (normal, tangent, mu) = (scaled[0], dense::norm(&scaled[1..force.len()]), contact.mu);
    if mu * normal >= tangent {
        ConstraintState::Satisfied
    } else if normal + mu * tangent <= 0.0 {
        ConstraintState::Quadratic
    } else {
        ConstraintState::Cone
    }
}

/// Change of the cost when the forces of a block change from `old` to `force`. Reverts a change that increases the cost.
pub(super) fn cost_change(block: &[f64], force: &mut [f64], old: &[f64], slope: &[f64]) -> f64 {
    let n = force.len();
    let mut delta = [0.0; MAX_DIM];
    for ((x, new), old) in delta.iter_mut().zip(force.iter()).zip(old) {
        *x = new - old;
    }
    let delta = &delta[..n];
    let mut change = 0.0;
    for i in 0..n {
        change += 0.5 * delta[i] * dense::dot(&block[i * n..(i + 1) * n], delta) + delta[i] * slope[i];
    }
    if change > MAX_INCREASE {
        force.copy_from_slice(&old[..n]);
        change = 0.0;
    }
    change
}

/// Friction forces of a contact whose normal force is given: `min ½ fᵀ A f + fᵀ b` within the ellipsoid.
pub(super) fn solve_friction(contact: &Contact, a: &[f64], b: &[f64], force: &mut [f64]) {
    let Some((&mut normal, friction)) = force.split_first_mut() else { return };
    if normal < MINVAL {
        friction.fill(0.0);
        return;
    }
    let n = friction.len();
    let (x, bound) = qcqp::solve(a, b, &contact.friction, normal, n);
    friction.copy_from_slice(&x[..n]);
    if bound {
        scale_to_ellipsoid(contact, normal, friction, Ellipsoid::Surface);
    }
}

/// Scales the friction forces of a contact to its normal force.
pub(super) fn scale_to_ellipsoid(contact: &Contact, normal: f64, friction: &mut [f64], to: Ellipsoid) {
    let squared: f64 = friction.iter().zip(&contact.friction).map(|(f, mu)| f * f / (mu * mu)).sum();
    if to == Ellipsoid::Surface || squared > normal * normal {
        dense::scale(friction, (normal * normal / squared.max(MINVAL)).sqrt());
    }
}
