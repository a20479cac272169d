//! Contact rows: one for the normal of a contact without friction, two per friction direction for a pyramidal
//! cone, one per direction for an elliptic one.
//!
//! The Jacobian of a contact is that of its point on the second side minus that on the first, in the contact
//! frame: normal, two tangents, spin, two rolling directions.

use super::rows::{RowKind, push_rows};
use crate::data::{ConstraintType, Contact, ContactExclude, Side};
use crate::dynamics::bias;
use crate::dynamics::point_jacobian::{PointJacobian, SharedPoint};
use crate::error::{Excess, StepError};
use crate::math::{Mat3, Vec3, mat3, row, spatial, vec3};
use crate::model::{ConeType, DisableFlags, Model};
use crate::stage::{Axes, ConstraintReference, ConstraintRows, ContactForces, ExternalForces, NewRows};

/// Rows of one contact.
pub(crate) fn row_count(contact: &Contact, pyramidal: bool) -> usize {
    let dim = contact.dim.clamp(1, 6) as usize;
    if dim > 1 && pyramidal { 2 * (dim - 1) } else { dim }
}

pub(super) fn add_rows(m: &Model, d: &mut ConstraintRows<'_>) -> Result<(), StepError> {
    if m.opt.disableflags.contains(DisableFlags::CONTACT) || m.nv == 0 {
        return Ok(());
    }
    let (axes, mut rows) = (Axes!(d), NewRows!(d));
    let (columns, jac) = (&mut *d.chain, &mut *d.point_jac);
    // contacts of one pair of bodies are adjacent and depend on equal dofs
    let (mut last, mut n) = ([usize::MAX; 2], 0);
    for (i, contact) in d.contact.iter_mut().enumerate() {
        if contact.exclude != ContactExclude::INCLUDED {
            continue;
        }
        let Some(bodies) = contact.bodies(m) else {
            contact.exclude = ContactExclude::SOFT;
            continue;
        };
        let moved = SharedPoint { bodies, point: contact.pos };
        if bodies != last {
            n = moved.dofs(m, columns);
            last = bodies;
        }
        if n == 0 && m.is_sparse() {
            contact.exclude = ContactExclude::NO_DOFS;
            continue;
        }
        let columns = &columns[..n];
        contact_rows(m, axes, contact, &moved, columns, jac);
        contact.efc_address = *rows.nefc as i32;
        rows_of(m, &mut rows, i, contact, columns, jac);
        m.limits.check_matrix(Excess::Jacobian, rows.efc_J.len())?;
    }
    Ok(())
}

/// Relative motion of the two sides per unit of each dof, in the frame of the contact: a row of `out` for each direction.
fn contact_rows<P: PointJacobian>(m: &Model, d: Axes<'_>, contact: &Contact, moved: &P, dofs: &[i32], out: &mut [f64]) {
    let axes: [Vec3; 3] = std::array::from_fn(|k| row(&contact.frame, k));
    let n = dofs.len();
    let (shifts, turns) = out[..6 * n].split_at_mut(3 * n);
    if contact.dim > 3 {
        moved.columns(m, d, dofs, |k, p, r| {
            write_column(shifts, n, k, &axes, p);
            write_column(turns, n, k, &axes, r);
        });
    } else {
        moved.columns(m, d, dofs, |k, p, _| write_column(shifts, n, k, &axes, p));
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

/// Approximate diagonal of the inverse inertia for the first row of each contact; the other rows follow from it.
pub(super) fn diagonal(m: &Model, contacts: &[Contact], diagonal: &mut [f64]) {
    for contact in contacts {
        let Ok(r) = usize::try_from(contact.efc_address) else { continue };
        // contacts of flexes have no rows yet
        let Some([b1, b2]) = contact.bodies(m) else { continue };
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

/// Velocity of the second surface relative to the first at a contact, in world axes; `None` if neither surface moves by itself.
fn surface_velocity(m: &Model, d: &ConstraintReference<'_>, contact: &Contact) -> Option<(Vec3, Vec3)> {
    let (mut linear, mut angular) = ([0.0; 3], [0.0; 3]);
    let mut moving = false;
    for (side, sign) in contact.sides.into_iter().zip([-1.0, 1.0]) {
        // only geoms have moving surfaces
        let Some(g) = side.geom() else { continue };
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

/// Force and torque at contact `i`, in its frame: the rows' forces minus the adhesive pull; zero without rows.
#[inline]
pub fn force(m: &Model, d: ContactForces<'_>, i: usize) -> [f64; 6] {
    let Some(contact) = d.contact.get(i) else { return [0.0; 6] };
    decode_force(contact, d.efc_force, m.opt.cone == ConeType::Pyramidal)
}

/// Force and torque of a contact whose rows are edges of a pyramid or axes of a cone.
#[inline]
pub(crate) fn decode_force(contact: &Contact, efc_force: &[f64], pyramidal: bool) -> [f64; 6] {
    let mut out = [0.0; 6];
    let Ok(r) = usize::try_from(contact.efc_address) else { return out };
    let rows = row_count(contact, pyramidal);
    let Some(forces) = efc_force.get(r..r + rows) else { return out };
    if contact.dim > 1 && pyramidal {
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
        // as in MuJoCo, only contacts of two geoms
        let [Side::Geom(_), Side::Geom(_)] = contact.sides else { continue };
        let Some(bodies) = contact.bodies(m) else { continue };
        if contact.efc_address < 0 {
            continue;
        }
        let local = force(m, ContactForces!(d), i);
        let linear = mat3::mul_t_vec(&contact.frame, [local[0], local[1], local[2]]);
        let angular = mat3::mul_t_vec(&contact.frame, [local[3], local[4], local[5]]);
        let wrench = spatial::join(angular, linear);
        for (body, sign) in bodies.into_iter().zip([-1.0, 1.0]) {
            if body != 0 {
                bias::add_external(m, d.subtree_com, cfrc_ext, body, &wrench, contact.pos, sign);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Data;
    use crate::dynamics::com::com_position;
    use crate::model::chain::chain;
    use crate::pipeline::stages::{constraint_rows, kinematics};
    use crate::stage::CentresOfMass;

    /// A weighted sum of two rigid points.
    struct Mix([(f64, SharedPoint); 2]);

    impl PointJacobian for Mix {
        fn dofs(&self, m: &Model, out: &mut [i32]) -> usize {
            let moves =
                |dof: &usize| self.0.iter().any(|(_, p)| p.bodies.iter().any(|&b| chain(m, b).any(|x| x == *dof)));
            (0..m.nv).filter(moves).zip(out).map(|(dof, out)| *out = dof as i32).count()
        }

        fn columns(&self, m: &Model, d: Axes<'_>, dofs: &[i32], mut visit: impl FnMut(usize, Vec3, Vec3)) {
            let mut sums = vec![([0.0; 3], [0.0; 3]); dofs.len()];
            for (weight, part) in &self.0 {
                let mut own = vec![0; m.nv];
                let n = part.dofs(m, &mut own);
                part.columns(m, d, &own[..n], |k, p, r| {
                    let place = dofs.iter().position(|&dof| dof == own[k]).unwrap();
                    let (shift, turn) = &mut sums[place];
                    (*shift, *turn) = (vec3::add_scaled(*shift, p, *weight), vec3::add_scaled(*turn, r, *weight));
                });
            }
            sums.into_iter().enumerate().for_each(|(k, (p, r))| visit(k, p, r));
        }
    }

    fn pendulum() -> (Model, Data) {
        let m = Model::n_link_pendulum(4, 1.0, 0.1);
        let mut d = m.make_data();
        d.qpos.copy_from_slice(&[0.4, -0.7, 0.2, 0.5]);
        kinematics(&m, &mut d);
        com_position(&m, &mut CentresOfMass::of(&mut d));
        (m, d)
    }

    /// The six directions of a contact over all dofs.
    fn dense_rows(m: &Model, d: &Data, contact: &Contact, moved: &impl PointJacobian) -> Vec<f64> {
        let (mut dofs, mut rows) = (vec![0; m.nv], vec![0.0; 6 * m.nv]);
        let n = moved.dofs(m, &mut dofs);
        contact_rows(m, Axes::of(d), contact, moved, &dofs[..n], &mut rows);
        let mut out = vec![0.0; 6 * m.nv];
        for r in 0..6 {
            for k in 0..n {
                out[r * m.nv + dofs[k] as usize] = rows[r * n + k];
            }
        }
        out
    }

    #[test]
    fn rows_of_a_mix_are_the_mean_of_the_rigid_rows() {
        let (m, d) = pendulum();
        let frame = [0.6, 0.0, 0.8, 0.0, 1.0, 0.0, -0.8, 0.0, 0.6];
        let contact = Contact { pos: [0.2, 0.1, -1.5], frame, dim: 6, ..Contact::default() };
        let at = |bodies| SharedPoint { bodies, point: contact.pos };
        let (near, far) = (at([0, 2]), at([0, 4]));
        let mixed = dense_rows(&m, &d, &contact, &Mix([(0.5, near), (0.5, far)]));
        let [near, far] = [near, far].map(|moved| dense_rows(&m, &d, &contact, &moved));
        assert!(near != far && near.iter().any(|&x| x != 0.0));
        for (k, x) in mixed.iter().enumerate() {
            assert!((x - 0.5 * (near[k] + far[k])).abs() < 1e-14, "entry {k}");
        }
    }

    #[test]
    fn a_contact_with_a_soft_side_says_why_it_has_no_rows() {
        let (m, mut d) = pendulum();
        let geom = Side::Geom(m.geom_bodyid.iter().position(|&b| b == 2).unwrap() as u32);
        let frame = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        for (side, exclude) in [
            (Side::World, ContactExclude::INCLUDED),
            (Side::Vertex { flex: 0, vertex: 0 }, ContactExclude::SOFT),
            (Side::Element { flex: 0, element: 0 }, ContactExclude::SOFT),
        ] {
            d.contact.clear();
            d.contact.push(Contact { sides: [side, geom], frame, dim: 1, ..Contact::default() });
            d.ncon = 1;
            constraint_rows(&m, &mut d).unwrap();
            assert_eq!(d.contact[0].exclude, exclude);
            assert_eq!(d.nefc, usize::from(!side.is_soft()));
        }
    }
}
