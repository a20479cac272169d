//! Contact rows: one for the normal of a contact without friction, two per friction direction for a pyramidal
//! cone, one per direction for an elliptic one.
//!
//! The Jacobian of a contact is that of its point on the second body minus that on the first, in the contact
//! frame: normal, two tangents, spin, two rolling directions.

use super::{RowKind, is_sparse, push_dense_row};
use crate::data::{ConstraintType, Contact, ContactExclude, Data};
use crate::dynamics::{bias, jacobian};
use crate::math::{MINVAL, Mat3, Vec3, mat3, row, spatial, vec3};
use crate::model::{ConeType, Model, disable};

/// The bodies of a contact.
pub(crate) fn bodies(m: &Model, contact: &Contact) -> [usize; 2] {
    contact.geom.map(|g| usize::try_from(g).map_or(0, |g| m.geom_bodyid[g] as usize))
}

/// Rows of one contact.
pub(crate) fn row_count(m: &Model, contact: &Contact) -> usize {
    let dim = contact.dim.max(1) as usize;
    if dim > 1 && m.opt.cone == ConeType::Pyramidal { 2 * (dim - 1) } else { dim }
}

pub(super) fn add_rows(m: &Model, d: &mut Data) {
    if m.opt.disableflags & disable::CONTACT != 0 || m.nv == 0 {
        return;
    }
    let mut columns = std::mem::take(&mut d.scratch.chain);
    let mut jac = std::mem::take(&mut d.scratch.jac[0]);
    // contacts of two bodies stand together and move by the same dofs
    let (mut last, mut n) = ([usize::MAX; 2], 0);
    for i in 0..d.contact.len() {
        let contact = d.contact[i];
        if contact.exclude != ContactExclude::INCLUDED {
            continue;
        }
        let bodies = bodies(m, &contact);
        if bodies != last {
            n = jacobian::merge_chains(m, bodies[0], bodies[1], true, &mut columns);
            last = bodies;
        }
        if n == 0 && is_sparse(m) {
            d.contact[i].exclude = ContactExclude::NO_DOFS;
            continue;
        }
        let (columns, out) = (&columns[..n], jac.as_chunks_mut().0);
        contact_columns(m, d, &contact, bodies, columns, out);
        d.contact[i].efc_address = d.nefc as i32;
        rows_of(m, d, i, &contact, columns, &jac);
    }
    d.scratch.chain = columns;
    d.scratch.jac[0] = jac;
}

/// What each of the dofs that move the two bodies against each other does, in the frame of the contact.
fn contact_columns(m: &Model, d: &Data, contact: &Contact, bodies: [usize; 2], dofs: &[i32], out: &mut [[f64; 6]]) {
    let axes: [Vec3; 3] = std::array::from_fn(|k| row(&contact.frame, k));
    let turns = contact.dim > 3;
    jacobian::difference_over(m, d, dofs, bodies, contact.pos, |k, p, r| {
        let along = |v: Vec3| [vec3::dot(axes[0], v), vec3::dot(axes[1], v), vec3::dot(axes[2], v)];
        let (p, r) = (along(p), if turns { along(r) } else { [0.0; 3] });
        out[k] = [p[0], p[1], p[2], r[0], r[1], r[2]];
    });
}

/// Appends the rows of contact `i`, whose Jacobian is in `jac`.
fn rows_of(m: &Model, d: &mut Data, i: usize, contact: &Contact, columns: &[i32], jac: &[f64]) {
    let (jac, _) = jac.as_chunks::<6>();
    let jac = &jac[..columns.len()];
    let what = |kind: ConstraintType| RowKind { margin: contact.includemargin, ..RowKind::new(kind, i) };
    if contact.dim == 1 {
        push_dense_row(d, what(ConstraintType::ContactFrictionless), contact.dist, columns, jac.iter().map(|j| j[0]));
    } else if m.opt.cone == ConeType::Pyramidal {
        for k in 1..contact.dim.clamp(1, 6) as usize {
            for friction in [contact.friction[k - 1], -contact.friction[k - 1]] {
                let edge = jac.iter().map(|j| j[0] + j[k] * friction);
                push_dense_row(d, what(ConstraintType::ContactPyramidal), contact.dist, columns, edge);
            }
        }
    } else {
        for k in 0..contact.dim.clamp(1, 6) as usize {
            let mut what = what(ConstraintType::ContactElliptic);
            if k > 0 {
                what.margin = 0.0;
            }
            let pos = if k == 0 { contact.dist } else { 0.0 };
            push_dense_row(d, what, pos, columns, jac.iter().map(|j| j[k]));
        }
    }
}

/// Approximate diagonal of the inverse inertia for the rows of a contact that starts at row `r`.
pub(super) fn diagonal(m: &Model, d: &mut Data, r: usize) {
    let contact = d.contact[d.efc_id[r] as usize];
    let [b1, b2] = bodies(m, &contact);
    let weight = |part: usize| m.body_invweight0[2 * b1 + part] + m.body_invweight0[2 * b2 + part];
    let (translation, rotation) = (weight(0), weight(1));
    let pyramidal = d.efc_type[r] == ConstraintType::ContactPyramidal;
    for k in 0..row_count(m, &contact) {
        d.efc_diagA[r + k] = if pyramidal {
            let friction = contact.friction[k / 2];
            translation + friction * friction * if k / 2 < 2 { translation } else { rotation }
        } else if k < 3 {
            translation
        } else {
            rotation
        };
    }
}

/// Regularisation of the friction directions, and the friction of the regularised cone, of the contact that starts at row
/// `r`.
pub(super) fn regularise_friction(m: &Model, d: &mut Data, r: usize) {
    let Some(contact) = d.contact.get_mut(d.efc_id[r] as usize) else { return };
    let (dim, friction) = (contact.dim.max(0) as usize, contact.friction);
    if dim < 2 {
        return;
    }
    d.efc_R[r + 1] = d.efc_R[r] / m.opt.impratio.max(MINVAL);
    let mu = friction[0] * (d.efc_R[r + 1] / d.efc_R[r]).sqrt();
    contact.mu = mu;
    if d.efc_type[r] == ConstraintType::ContactElliptic {
        // R mu² is the same in all friction directions
        for k in 1..dim - 1 {
            d.efc_R[r + k + 1] = d.efc_R[r + 1] * friction[0] * friction[0] / (friction[k] * friction[k]);
        }
    } else {
        // every edge gets what makes the pyramid as soft as the elliptic cone along its friction directions
        let edge = 2.0 * mu * mu * d.efc_R[r];
        d.efc_R[r..r + 2 * (dim - 1)].fill(edge);
    }
}

/// Adds the velocity of moving surfaces to `efc_vel`: along the tangents and about the normal.
pub(super) fn add_surface_velocity(m: &Model, d: &mut Data) {
    for i in 0..d.contact.len() {
        let contact = d.contact[i];
        let Ok(r) = usize::try_from(contact.efc_address) else { continue };
        let Some((linear, angular)) = surface_velocity(m, d, &contact) else { continue };
        let (linear, angular) = (mat3::mul_vec(&contact.frame, linear), mat3::mul_vec(&contact.frame, angular));
        let slip = [0.0, linear[1], linear[2], angular[0], 0.0, 0.0];
        let dim = contact.dim as usize;
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
fn surface_velocity(m: &Model, d: &Data, contact: &Contact) -> Option<(Vec3, Vec3)> {
    let (mut linear, mut angular) = ([0.0; 3], [0.0; 3]);
    let mut moving = false;
    for (g, sign) in contact.geom.into_iter().zip([-1.0, 1.0]) {
        let Ok(g) = usize::try_from(g) else { continue };
        let own: [f64; 6] = row(&m.geom_surfacevel, g);
        if own == [0.0; 6] {
            continue;
        }
        moving = true;
        let mat: Mat3 = row(&d.geom_xmat, g);
        let turn = mat3::mul_vec(&mat, [own[3], own[4], own[5]]);
        let arm = vec3::sub(contact.pos, row(&d.geom_xpos, g));
        let slide = vec3::add(mat3::mul_vec(&mat, [own[0], own[1], own[2]]), vec3::cross(turn, arm));
        linear = vec3::add_scaled(linear, slide, sign);
        angular = vec3::add_scaled(angular, turn, sign);
    }
    moving.then_some((linear, angular))
}

/// Force and torque at contact `i`, in its frame: what the rows carry, less the adhesive pull; zero without rows.
pub fn force(m: &Model, d: &Data, i: usize) -> [f64; 6] {
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
pub(crate) fn add_external_forces(m: &Model, d: &mut Data) {
    for i in 0..d.contact.len() {
        let contact = d.contact[i];
        if contact.efc_address < 0 || contact.geom.iter().any(|&g| g < 0) {
            continue;
        }
        let local = force(m, d, i);
        let linear = mat3::mul_t_vec(&contact.frame, [local[0], local[1], local[2]]);
        let angular = mat3::mul_t_vec(&contact.frame, [local[3], local[4], local[5]]);
        let wrench = spatial::join(angular, linear);
        for (body, sign) in bodies(m, &contact).into_iter().zip([-1.0, 1.0]) {
            if body != 0 {
                bias::add_external(m, d, body, &wrench, contact.pos, sign);
            }
        }
    }
}

/// Calls `visit(dof, arm)` with the Jacobian of the distance of a contact's surfaces.
pub(super) fn normal_columns(m: &Model, d: &Data, contact: &Contact, mut visit: impl FnMut(usize, f64)) {
    let [b1, b2] = bodies(m, contact);
    let normal: Vec3 = row(&contact.frame, 0);
    jacobian::difference(m, d, (b1, contact.pos), (b2, contact.pos), |dof, p, _| visit(dof, vec3::dot(normal, p)));
}
