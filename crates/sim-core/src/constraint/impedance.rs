//! Stiffness, damping, impedance and regularisation of each row, from `solref`, `solimp` and the violation.

use super::contact;
use crate::data::ConstraintType;
use crate::dynamics::inertia;
use crate::linalg::{dense, sparse};
use crate::math::{MINVAL, row, set_row};
use crate::model::{ConeType, DisableFlags, EnableFlags, EqType, Model, ObjType, SOLREF};
use crate::stage::Impedance;

/// Smallest impedance.
const MIN_IMPEDANCE: f64 = 0.0001;
/// Largest impedance.
const MAX_IMPEDANCE: f64 = 0.9999;

/// Approximate diagonal of the inverse inertia in constraint space, from the constants of the reference pose.
fn diagonal(m: &Model, d: &mut Impedance<'_>) {
    let mut weld_row = 0;
    for r in 0..d.ne + d.nf + d.nl {
        let id = d.efc_id[r] as usize;
        d.efc_diagA[r] = match d.efc_type[r] {
            ConstraintType::Equality => match m.eq_type[id] {
                EqType::Connect => attached_weight(m, id, 0),
                EqType::Weld => {
                    let part = usize::from(weld_row > 2);
                    weld_row = (weld_row + 1) % 6;
                    attached_weight(m, id, part)
                }
                kind => {
                    let weight = |object: i32| match usize::try_from(object) {
                        Ok(j) if kind == EqType::Joint => m.dof_invweight0[m.jnt_dofadr[j] as usize],
                        Ok(t) => m.tendon_invweight0[t],
                        Err(_) => 0.0,
                    };
                    weight(m.eq_obj1id[id]) + weight(m.eq_obj2id[id])
                }
            },
            ConstraintType::FrictionDof => m.dof_invweight0[id],
            ConstraintType::LimitJoint => m.dof_invweight0[m.jnt_dofadr[id] as usize],
            _ => m.tendon_invweight0[id],
        };
    }
    contact::diagonal(m, d.contact, d.efc_diagA);
}

/// Exact diagonal of `J M⁻¹ Jᵀ`. Needs the factored inertia.
fn exact_diagonal(m: &Model, d: &mut Impedance<'_>) {
    let x = &mut *d.dof_sum;
    d.factor_rows.unpack(d.qLD);
    for r in 0..d.nefc {
        let columns = d.efc_J.row(r, d.row_entries);
        x.fill(0.0);
        for (&c, &value) in columns.iter().zip(&*d.row_entries) {
            x[c as usize] += value;
        }
        inertia::solve(m, d.factor_rows, x);
        d.efc_diagA[r] = sparse::dot(columns, d.row_entries, x);
    }
}

/// Translational (0) or rotational (1) inverse weight of both bodies of a connect or weld.
fn attached_weight(m: &Model, eq: usize, part: usize) -> f64 {
    [m.eq_obj1id[eq], m.eq_obj2id[eq]]
        .into_iter()
        .map(|id| {
            let id = id.max(0) as usize;
            let body = if m.eq_objtype[eq] == ObjType::Site { m.site_bodyid[id] as usize } else { id };
            m.body_invweight0[2 * body + part]
        })
        .sum()
}

/// Solver parameters of a row.
struct Parameters {
    /// Spring and damper.
    reference: [f64; 2],
    /// Impedance.
    imp: [f64; 5],
}

impl Parameters {
    /// Solver parameters, clamped to valid values.
    #[inline]
    fn new(m: &Model, reference: [f64; 2], imp: [f64; 5]) -> Self {
        let bounded = |x: f64| x.clamp(MIN_IMPEDANCE, MAX_IMPEDANCE);
        Self {
            reference: safe_reference(m, reference, SOLREF),
            imp: [bounded(imp[0]), bounded(imp[1]), imp[2].max(0.0), bounded(imp[3]), imp[4].max(1.0)],
        }
    }

    /// Solver parameters of a row that is not of a contact.
    fn of_row(m: &Model, d: &Impedance<'_>, r: usize) -> Self {
        let id = d.efc_id[r] as usize;
        let (reference, imp) = match d.efc_type[r] {
            ConstraintType::Equality => (row(&m.eq_solref, id), row(&m.eq_solimp, id)),
            ConstraintType::LimitJoint => (row(&m.jnt_solref, id), row(&m.jnt_solimp, id)),
            ConstraintType::FrictionDof => (row(&m.dof_solref, id), row(&m.dof_solimp, id)),
            ConstraintType::LimitTendon => (row(&m.tendon_solref_lim, id), row(&m.tendon_solimp_lim, id)),
            _ => (row(&m.tendon_solref_fri, id), row(&m.tendon_solimp_fri, id)),
        };
        Self::new(m, reference, imp)
    }
}

/// Spring and damper, clamped to valid values.
#[inline]
fn safe_reference(m: &Model, mut reference: [f64; 2], default: [f64; 2]) -> [f64; 2] {
    if (reference[0] > 0.0) != (reference[1] > 0.0) {
        reference = default;
    }
    // a time constant below two steps would be unstable
    if !m.opt.disableflags.contains(DisableFlags::REFSAFE) && reference[0] > 0.0 {
        reference[0] = reference[0].max(2.0 * m.opt.timestep);
    }
    reference
}

fn power(a: f64, b: f64) -> f64 {
    if b == 1.0 {
        a
    } else if b == 2.0 {
        a * a
    } else {
        a.powf(b)
    }
}

/// Impedance and its derivative at violation `pos`: a sigmoid between `imp[0]` and `imp[1]` over the width.
#[inline]
pub fn impedance_at(imp: &[f64; 5], pos: f64, margin: f64) -> (f64, f64) {
    let [low, high, width, middle, exponent] = *imp;
    if low == high || width <= MINVAL {
        return (0.5 * (low + high), 0.0);
    }
    let signed = (pos - margin) / width;
    let (x, sign) = if signed < 0.0 { (-signed, -1.0) } else { (signed, 1.0) };
    if x >= 1.0 || x <= 0.0 {
        return (if x >= 1.0 { high } else { low }, 0.0);
    }
    let (y, slope) = if exponent == 1.0 {
        (x, 1.0)
    } else if x <= middle {
        let a = 1.0 / power(middle, exponent - 1.0);
        (a * power(x, exponent), exponent * a * power(x, exponent - 1.0))
    } else {
        let b = 1.0 / power(1.0 - middle, exponent - 1.0);
        (1.0 - b * power(1.0 - x, exponent), exponent * b * power(1.0 - x, exponent - 1.0))
    };
    (low + y * (high - low), slope * sign * (high - low) / width)
}

/// Effect of a row's force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// Pulls towards the constraint surface.
    Restores,
    /// Only damps.
    Brakes,
}

/// Stiffness and damping of a spring `reference` at full impedance `high`; a damper has no stiffness.
fn spring(reference: [f64; 2], high: f64, action: Action) -> [f64; 2] {
    let stiffness = if action == Action::Brakes {
        0.0
    } else if reference[0] > 0.0 {
        1.0 / (high * high * reference[0] * reference[0] * reference[1] * reference[1]).max(MINVAL)
    } else {
        -reference[0] / (high * high).max(MINVAL)
    };
    let damping =
        if reference[1] > 0.0 { 2.0 / (high * reference[0]).max(MINVAL) } else { -reference[1] / high.max(MINVAL) };
    [stiffness, damping]
}

/// Rows that share one impedance, from row `r` on.
fn group(m: &Model, d: &Impedance<'_>, r: usize) -> usize {
    match d.efc_type[r] {
        ConstraintType::Equality => match m.eq_type[d.efc_id[r] as usize] {
            EqType::Weld => 6,
            EqType::Connect => 3,
            _ => 1,
        },
        _ => 1,
    }
}

/// Regularisation of a row with impedance `value`.
#[inline]
fn regularisation(value: f64, weight: f64) -> f64 {
    ((1.0 - value) * weight / value).max(MINVAL)
}

/// Mass of a row, and the inverse inertia consistent with it.
#[inline]
fn masses(regularisation: f64, value: f64) -> [f64; 2] {
    [1.0 / regularisation, regularisation * value / (1.0 - value)]
}

/// Stiffness, damping, impedance, regularisation and mass of every row.
pub fn impedance(m: &Model, d: &mut Impedance<'_>) {
    if m.opt.enableflags.contains(EnableFlags::DIAGEXACT) {
        exact_diagonal(m, d);
    } else {
        diagonal(m, d);
    }
    let mut r = 0;
    while r < d.ne + d.nf + d.nl {
        let rows = r..r + group(m, d, r);
        let p = Parameters::of_row(m, d, r);
        // the impedance of a connect or weld follows from the violation of all its rows together
        let pos = if rows.len() > 1 { dense::norm(&d.efc_pos[rows.clone()]) } else { d.efc_pos[r] };
        let (value, slope) = impedance_at(&p.imp, pos, d.efc_margin[r]);
        let loss = matches!(d.efc_type[r], ConstraintType::FrictionDof | ConstraintType::FrictionTendon);
        let action = if loss { Action::Brakes } else { Action::Restores };
        let [stiffness, damping] = spring(p.reference, p.imp[1], action);
        for r in rows.clone() {
            set_row(d.efc_KBIP, r, [stiffness, damping, value, slope]);
            d.efc_R[r] = regularisation(value, d.efc_diagA[r]);
            [d.efc_D[r], d.efc_diagA[r]] = masses(d.efc_R[r], value);
        }
        r = rows.end;
    }
    contacts(m, d);
}

/// Fills impedance and regularisation of the rows of contacts, and the friction of their regularised cones.
fn contacts(m: &Model, d: &mut Impedance<'_>) {
    let (diagonal, springs) = (&mut d.efc_diagA[..], &mut d.efc_KBIP[..]);
    let (mass, softness) = (&mut d.efc_D[..], &mut d.efc_R[..]);
    for contact in &mut *d.contact {
        let Ok(r) = usize::try_from(contact.efc_address) else { continue };
        let rows = r..r + contact::row_count(contact, m.opt.cone == ConeType::Pyramidal);
        let p = Parameters::new(m, contact.solref, contact.solimp);
        let (value, slope) = impedance_at(&p.imp, contact.dist, contact.includemargin);
        let [stiffness, damping] = spring(p.reference, p.imp[1], Action::Restores);
        let (kbip, _) = springs[4 * rows.start..4 * rows.end].as_chunks_mut::<4>();
        kbip.fill([stiffness, damping, value, slope]);
        let normal = regularisation(value, diagonal[r]);
        let tangent = normal / m.opt.impratio.max(MINVAL);
        if contact.dim > 1 {
            contact.mu = contact.friction[0] * (tangent / normal).sqrt();
        }
        if contact.dim > 1 && m.opt.cone == ConeType::Pyramidal {
            // every edge gets the R that makes the pyramid as compliant as the elliptic cone along its friction directions
            let edge = 2.0 * contact.mu * contact.mu * normal;
            let [own, inverse] = masses(edge, value);
            softness[rows.clone()].fill(edge);
            mass[rows.clone()].fill(own);
            diagonal[rows].fill(inverse);
            continue;
        }
        if rows.len() > 1 {
            let friction = safe_reference(m, contact.solreffriction, [0.0; 2]);
            let sliding = if friction == [0.0; 2] { p.reference } else { friction };
            let [stiffness, damping] = spring(sliding, p.imp[1], Action::Brakes);
            kbip[1..].fill([stiffness, damping, value, slope]);
        }
        for (k, r) in rows.enumerate() {
            softness[r] = match k {
                0 => normal,
                1 => tangent,
                // R mu² is the same in all friction directions
                _ => {
                    let [first, own] = [contact.friction[0], contact.friction[k - 1]];
                    tangent * first * first / (own * own)
                }
            };
            [mass[r], diagonal[r]] = masses(softness[r], value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SOLIMP;

    #[test]
    fn impedance_is_continuous_at_its_knots() {
        let imp = SOLIMP;
        for x in [0.0005, 0.001] {
            let jump = impedance_at(&imp, x + 1e-12, 0.0).0 - impedance_at(&imp, x - 1e-12, 0.0).0;
            assert!(jump.abs() < 1e-8);
        }
        assert_eq!(impedance_at(&imp, -0.002, 0.0), (0.95, 0.0));
    }
}
