//! Contact rows: one for the normal of a contact without friction, two per friction direction for a pyramidal
//! cone, one per direction for an elliptic one.
//!
//! The Jacobian of a contact is that of its point on the second body minus that on the first, in the contact
//! frame: normal, two tangents, spin, two rolling directions.

use super::rows::{RowKind, push_rows};
use crate::data::{ConstraintType, Contact, ContactExclude};
use crate::dynamics::{bias, jacobian};
use crate::math::{Mat3, Vec3, mat3, row, spatial, vec3};
use crate::model::chain::{Common, merge_chains};
use crate::model::{ConeType, DisableFlags, Model};
use crate::stage::{Axes, ConstraintReference, ConstraintRows, ContactForces, ExternalForces, NewRows};

/// Rows of one contact.
pub(crate) fn row_count(m: &Model, contact: &Contact) -> usize {
    let dim = contact.dim.clamp(1, 6) as usize;
    if dim > 1 && m.opt.cone == ConeType::Pyramidal { 2 * (dim - 1) } else { dim }
}

pub(super) fn add_rows(m: &Model, d: &mut ConstraintRows<'_>) {
    if m.opt.disableflags.contains(DisableFlags::CONTACT) || m.nv == 0 {
        return;
    }
    let (axes, mut rows) = (Axes!(d), NewRows!(d));
    let (columns, jac) = (&mut *d.chain, &mut *d.point_jac);
    // contacts of two bodies stand together and move by the same dofs
    let (mut last, mut n) = ([usize::MAX; 2], 0);
    for (i, contact) in d.contact.iter_mut().enumerate() {
        if contact.exclude != ContactExclude::INCLUDED {
            continue;
        }
        let bodies = contact.bodies(m);
        if bodies != last {
            n = merge_chains(m, bodies[0], bodies[1], Common::Skip, columns);
            last = bodies;
        }
        if n == 0 && m.is_sparse() {
            contact.exclude = ContactExclude::NO_DOFS;
            continue;
        }
        let columns = &columns[..n];
        contact_rows(m, axes, contact, bodies, columns, jac);
        contact.efc_address = *rows.nefc as i32;
        rows_of(m, &mut rows, i, contact, columns, jac);
    }
}

/// How the dofs that move the two bodies against each other do so, in the frame of the contact: a row of `out` for each
/// direction.
fn contact_rows(m: &Model, d: Axes<'_>, contact: &Contact, bodies: [usize; 2], dofs: &[i32], out: &mut [f64]) {
    let axes: [Vec3; 3] = std::array::from_fn(|k| row(&contact.frame, k));
    let n = dofs.len();
    let (shifts, turns) = out[..6 * n].split_at_mut(3 * n);
    if contact.dim > 3 {
        jacobian::difference_over(m, d, dofs, bodies, contact.pos, |k, p, r| {
            write_column(shifts, n, k, &axes, p);
            write_column(turns, n, k, &axes, r);
        });
    } else {
        jacobian::difference_over(m, d, dofs, bodies, contact.pos, |k, p, _| write_column(shifts, n, k, &axes, p));
    }
}

/// Column `k` of three rows of length `n`: a vector along the axes.
#[inline(always)]
fn write_column(rows: &mut [f64], n: usize, k: usize, axes: &[Vec3; 3], v: Vec3) {
    for (axis, row) in axes.iter().zip(rows.chunks_exact_mut(n)) {
        row[k] = vec3::dot(*axis, v);
    }
}

/// Appends the rows of contact `i`, whose directions have their rows in `jac`.
fn rows_of(m: &Model, d: &mut NewRows<'_>, i: usize, contact: &Contact, columns: &[i32], jac: &[f64]) {
    let (n, dim) = (columns.len(), contact.dim.clamp(1, 6) as usize);
    let what = |kind| RowKind { margin: contact.includemargin, ..RowKind::new(kind, i) };
    if dim > 1 && m.opt.cone == ConeType::Pyramidal {
        push_rows(d, what(ConstraintType::ContactPyramidal), contact.dist, 2 * (dim - 1), columns, |rows| {
            edges(&contact.friction, n, jac, rows);
        });
        return;
    }
    let kind = if dim == 1 { ConstraintType::ContactFrictionless } else { ConstraintType::ContactElliptic };
    push_rows(d, what(kind), contact.dist, dim, columns, |rows| rows.copy_from_slice(&jac[..dim * n]));
    // distance and margin are those of the normal
    let sliding = *d.nefc + 1 - dim..*d.nefc;
    d.efc_pos[sliding.clone()].fill(0.0);
    d.efc_margin[sliding].fill(0.0);
}

/// Rows of the edges of a pyramid: for each friction direction the normal plus and minus it.
fn edges(friction: &[f64; 5], n: usize, jac: &[f64], out: &mut [f64]) {
    if n == 0 {
        return;
    }
    let (normal, others) = jac.split_at(n);
    for ((pair, other), &mu) in out.chunks_exact_mut(2 * n).zip(others.chunks_exact(n)).zip(friction) {
        let (plus, minus) = pair.split_at_mut(n);
        for (((plus, minus), &a), &b) in plus.iter_mut().zip(minus).zip(normal).zip(other) {
            *plus = a + b * mu;
            *minus = a + b * -mu;
        }
    }
}

/// Approximate diagonal of the inverse inertia for the first row of each contact, which decides about the others.
pub(super) fn diagonal(m: &Model, contacts: &[Contact], diagonal: &mut [f64]) {
    for contact in contacts {
        let Ok(r) = usize::try_from(contact.efc_address) else { continue };
        let [b1, b2] = contact.bodies(m);
        let weight = m.body_invweight0[2 * b1] + m.body_invweight0[2 * b2];
        let pyramidal = contact.dim > 1 && m.opt.cone == ConeType::Pyramidal;
        let edge = contact.friction[0];
        diagonal[r] = if pyramidal { weight + edge * edge * weight } else { weight };
    }
}

/// Adds the velocity of moving surfaces to `efc_vel`: along the tangents and about the normal.
pub(super) fn add_surface_velocity(m: &Model, d: &mut ConstraintReference<'_>) {
    for contact in d.contact {
        let Ok(r) = usize::try_from(contact.efc_address) else { continue };
        let Some((linear, angular)) = surface_velocity(m, d, contact) else { continue };
        let (linear, angular) = (mat3::mul_vec(&contact.frame, linear), mat3::mul_vec(&contact.frame, angular));
        let slip = [0.0, linear[1], linear[2], angular[0], 0.0, 0.0];
        let dim = contact.dim.clamp(1, 6) as usize;
        if dim == 1 || m.opt.cone != ConeType::Pyramidal {
            for k in 0..dim {
                d.efc_vel[r + k] += slip[k];
            }
        } else {
            for k in 1..dim {
                let push = contact.friction[k - 1] * slip[k];
                d.efc_vel[r + 2 * (k - 1)] += push;
                d.efc_vel[r + 2 * (k - 1) + 1] -= push;
            }
        }
    }
}

/// Velocity of the second surface against the first at a contact, in the world; none where both are at rest.
fn surface_velocity(m: &Model, d: &ConstraintReference<'_>, contact: &Contact) -> Option<(Vec3, Vec3)> {
    let (mut linear, mut angular) = ([0.0; 3], [0.0; 3]);
    let mut moving = false;
    for (g, sign) in contact.geom.into_iter().zip([-1.0, 1.0]) {
        let Ok(g) = usize::try_from(g) else { continue };
        let own: [f64; 6] = row(&m.geom_surfacevel, g);
        if own == [0.0; 6] {
            continue;
        }
        moving = true;
        let mat: Mat3 = row(d.geom_xmat, g);
        let turn = mat3::mul_vec(&mat, [own[3], own[4], own[5]]);
        let arm = vec3::sub(contact.pos, row(d.geom_xpos, g));
        let slide = vec3::add(mat3::mul_vec(&mat, [own[0], own[1], own[2]]), vec3::cross(turn, arm));
        linear = vec3::add_scaled(linear, slide, sign);
        angular = vec3::add_scaled(angular, turn, sign);
    }
    moving.then_some((linear, angular))
}

/// Force and torque at contact `i`, in its frame: what the rows carry, less the adhesive pull; zero without rows.
#[inline]
pub fn force(m: &Model, d: ContactForces<'_>, i: usize) -> [f64; 6] {
    let mut out = [0.0; 6];
    let Some(contact) = d.contact.get(i) else { return out };
    let Ok(r) = usize::try_from(contact.efc_address) else { return out };
    let rows = row_count(m, contact);
    let Some(forces) = d.efc_force.get(r..r + rows) else { return out };
    if contact.dim > 1 && m.opt.cone == ConeType::Pyramidal {
        out[0] = forces.iter().sum();
        for (k, edge) in forces.chunks_exact(2).enumerate() {
            out[k + 1] = (edge[0] - edge[1]) * contact.friction[k];
        }
    } else {
        out[..rows].copy_from_slice(forces);
    }
    out[0] -= contact.adhesion;
    out
}

/// Adds the forces of contacts to the external forces of their bodies.
pub(crate) fn add_external_forces(m: &Model, d: ExternalForces<'_>, cfrc_ext: &mut [f64]) {
    for (i, contact) in d.contact.iter().enumerate() {
        if contact.efc_address < 0 || contact.geom.iter().any(|&g| g < 0) {
            continue;
        }
        let local = force(m, ContactForces!(d), i);
        let linear = mat3::mul_t_vec(&contact.frame, [local[0], local[1], local[2]]);
        let angular = mat3::mul_t_vec(&contact.frame, [local[3], local[4], local[5]]);
        let wrench = spatial::join(angular, linear);
        for (body, sign) in contact.bodies(m).into_iter().zip([-1.0, 1.0]) {
            if body != 0 {
                bias::add_external(m, d.subtree_com, cfrc_ext, body, &wrench, contact.pos, sign);
            }
        }
    }
}
