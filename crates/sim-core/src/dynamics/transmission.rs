//! Transmissions: how actuator outputs reach the dofs.
//!
//! Each actuator has one or more outputs; an output has a length and a sparse row of moment arms, the
//! derivative of the length by the dofs.

use super::{jacobian, touch};
use crate::linalg::sparse;
use crate::math::{Quat, Vec3, get, mat3, quat, row, vec3};
use crate::model::chain;
use crate::model::{JointType, Model, ObjType, TransmissionType};
use crate::sleep::Filter;
use crate::stage::{Awake, Axes, Transmission};

/// Lengths and moment arms of all actuator outputs.
pub fn transmissions(m: &Model, d: &mut Transmission<'_>) {
    let mut writer = Writer { next: 0 };
    let filter = Filter::new(m, d.ntree_awake);
    for i in 0..m.nactuator {
        let out = m.actuator_outadr[i] as usize;
        if filter.skips(m, Awake!(d), ObjType::Actuator, i) {
            for k in out..out + m.actuator_outnum[i] as usize {
                writer.row(d, k, &[], &[]);
            }
            continue;
        }
        let id = m.actuator_trnid[2 * i].max(0) as usize;
        match m.actuator_trntype[i] {
            TransmissionType::Joint | TransmissionType::JointInParent => joint(m, d, &mut writer, i, out, id),
            TransmissionType::Tendon => tendon(m, d, &mut writer, out, id),
            TransmissionType::SliderCrank => slider_crank(m, d, &mut writer, i, out, id),
            TransmissionType::Site => site(m, d, &mut writer, i, out, id),
            TransmissionType::SO3 => orientation(m, d, &mut writer, i, out, id),
            TransmissionType::Body => {
                d.actuator_length[out] = 0.0;
                touch::body_arms(m, Axes!(d), d.contact, id, d.dof_sum);
                writer.dense(d, out);
            }
            _ => {
                d.actuator_length[out] = 0.0;
                writer.row(d, out, &[], &[]);
            }
        }
    }
}

/// Appends rows to the sparse moment matrix.
struct Writer {
    next: usize,
}

impl Writer {
    /// A row with the given dofs and arms.
    fn row(&mut self, d: &mut Transmission<'_>, out: usize, columns: &[i32], arms: &[f64]) {
        let end = self.next + columns.len();
        d.moment_rowadr[out] = self.next as i32;
        d.moment_rownnz[out] = columns.len() as i32;
        d.moment_colind[self.next..end].copy_from_slice(columns);
        d.actuator_moment[self.next..end].copy_from_slice(arms);
        self.next = end;
    }

    /// A row with the non-zero entries of the dense vector that the scratch holds.
    fn dense(&mut self, d: &mut Transmission<'_>, out: usize) {
        let start = self.next;
        for (j, &arm) in d.dof_sum.iter().enumerate() {
            if arm != 0.0 {
                d.moment_colind[self.next] = j as i32;
                d.actuator_moment[self.next] = arm;
                self.next += 1;
            }
        }
        d.moment_rowadr[out] = start as i32;
        d.moment_rownnz[out] = (self.next - start) as i32;
    }
}

/// Rotation vector of a ball joint, and its normalised quaternion.
fn ball_state(m: &Model, qpos: &[f64], joint: usize, skip: usize) -> (Vec3, Quat) {
    let q = quat::normalize(get(qpos, m.jnt_qposadr[joint] as usize + skip)).0;
    (quat::to_rotvec(q), q)
}

fn joint(m: &Model, d: &mut Transmission<'_>, writer: &mut Writer, i: usize, out: usize, id: usize) {
    let gear: [f64; 6] = row(&m.actuator_gear, out);
    let (turn_gear, tran_gear) = ([gear[3], gear[4], gear[5]], [gear[0], gear[1], gear[2]]);
    let dof = m.jnt_dofadr[id];
    let in_parent = m.actuator_trntype[i] == TransmissionType::JointInParent;
    match m.jnt_type[id] {
        JointType::Ball => {
            let (rotation, q) = ball_state(m, d.qpos, id, 0);
            let axis = if in_parent { quat::rotate(quat::conj(q), tran_gear) } else { tran_gear };
            d.actuator_length[out] = vec3::dot(rotation, axis);
            writer.row(d, out, &[dof, dof + 1, dof + 2], &axis);
        }
        JointType::Free => {
            let axis =
                if in_parent { quat::rotate(quat::conj(ball_state(m, d.qpos, id, 3).1), turn_gear) } else { turn_gear };
            // a wrench has no meaningful length
            d.actuator_length[out] = 0.0;
            let columns: [i32; 6] = std::array::from_fn(|k| dof + k as i32);
            writer.row(d, out, &columns, &[gear[0], gear[1], gear[2], axis[0], axis[1], axis[2]]);
        }
        _ => {
            d.actuator_length[out] = d.qpos[m.jnt_qposadr[id] as usize] * gear[0];
            writer.row(d, out, &[dof], &[gear[0]]);
        }
    }
}

fn tendon(m: &Model, d: &mut Transmission<'_>, writer: &mut Writer, out: usize, id: usize) {
    let gear = m.actuator_gear[6 * out];
    d.actuator_length[out] = d.ten_length[id] * gear;
    let range = sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, id);
    let start = writer.next;
    for at in range.clone() {
        d.moment_colind[writer.next] = m.ten_J_colind[at];
        d.actuator_moment[writer.next] = d.ten_J[at] * gear;
        writer.next += 1;
    }
    d.moment_rowadr[out] = start as i32;
    d.moment_rownnz[out] = range.len() as i32;
}

/// The rod at an output. MuJoCo 3.12.0 looks it up by output, not by actuator: after an actuator with several outputs it reads
/// the rod of another actuator, then the zeros that pad the array to 64 bytes, then the next array in memory.
fn rod_length(m: &Model, out: usize) -> f64 {
    let padded = m.actuator_cranklength.len().next_multiple_of(8);
    let beyond = || out.checked_sub(padded).and_then(|at| m.actuator_dynprm.get(at)).copied();
    m.actuator_cranklength.get(out).copied().or_else(beyond).unwrap_or(0.0)
}

/// Length of a rod's slider along its axis: `a.v - sqrt((a.v)² + r² - v.v)` with `v` from slider to crank.
fn slider_crank(m: &Model, d: &mut Transmission<'_>, writer: &mut Writer, i: usize, out: usize, id: usize) {
    let slider = m.actuator_trnid[2 * i + 1].max(0) as usize;
    let rod = rod_length(m, out);
    let gear = m.actuator_gear[6 * out];
    let axis = mat3::col(&row(d.site_xmat, slider), 2);
    let (crank_pos, slider_pos): (Vec3, Vec3) = (row(d.site_xpos, id), row(d.site_xpos, slider));
    let v = vec3::sub(crank_pos, slider_pos);
    let av = vec3::dot(v, axis);
    let det = av * av + rod * rod - vec3::dot(v, v);

    // derivatives of the length by the vector and the axis; a rod too short gives its projection
    let (length, by_vector, by_axis) = if det <= 0.0 {
        (av, axis, v)
    } else {
        let root = det.sqrt();
        let by_vector = vec3::add(vec3::scale(axis, 1.0 - av / root), vec3::scale(v, 1.0 / root));
        (av - root, by_vector, vec3::scale(v, 1.0 - av / root))
    };
    d.actuator_length[out] = length * gear;

    let arms = &mut d.dof_sum[..];
    arms.fill(0.0);
    let (crank_body, slider_body) = (m.site_bodyid[id] as usize, m.site_bodyid[slider] as usize);
    let mut turning = chain::chain(m, slider_body).peekable();
    jacobian::difference(m, Axes!(d), (slider_body, slider_pos), (crank_body, crank_pos), |dof, column, _| {
        let spin = if turning.next_if_eq(&dof).is_some() { get(d.cdof, 6 * dof) } else { [0.0; 3] };
        let turn = vec3::cross(spin, axis);
        // both parts coordinate by coordinate: a sum that cancels leaves MuJoCo's rounding
        for k in 0..3 {
            arms[dof] += by_axis[k] * turn[k] + by_vector[k] * column[k];
        }
    });
    let start = writer.next;
    writer.dense(d, out);
    for arm in &mut d.actuator_moment[start..writer.next] {
        *arm *= gear;
    }
}

/// Whether a dof moves `body`.
fn moves(m: &Model, dof: usize, body: usize) -> bool {
    chain::chain(m, body).any(|k| k == dof)
}

/// Calls `visit(dof, translation, rotation)` for the dofs that move one of two sites but not both, with the
/// columns of the second site's Jacobian minus the first's.
fn relative(
    m: &Model,
    d: Axes<'_>,
    site_xpos: &[f64],
    reference: usize,
    site: usize,
    mut visit: impl FnMut(usize, Vec3, Vec3),
) {
    let (b1, b2) = (m.site_bodyid[reference] as usize, m.site_bodyid[site] as usize);
    let (p1, p2) = (row(site_xpos, reference), row(site_xpos, site));
    jacobian::difference(m, d, (b1, p1), (b2, p2), |dof, translation, rotation| {
        if moves(m, dof, b1) != moves(m, dof, b2) {
            visit(dof, translation, rotation);
        }
    });
}

/// Rotation vector of a site relative to a reference site.
fn relative_rotation(m: &Model, xquat: &[f64], reference: usize, site: usize) -> Vec3 {
    // the order of this product is MuJoCo's
    let world = |s: usize| quat::mul(row(&m.site_quat, s), row(xquat, m.site_bodyid[s] as usize));
    quat::difference(world(site), world(reference))
}

fn site(m: &Model, d: &mut Transmission<'_>, writer: &mut Writer, i: usize, out: usize, id: usize) {
    let gear: [f64; 6] = row(&m.actuator_gear, out);
    let (tran_gear, turn_gear) = ([gear[0], gear[1], gear[2]], [gear[3], gear[4], gear[5]]);
    let mut length = 0.0;
    let arms = &mut d.dof_sum[..];
    arms.fill(0.0);
    match usize::try_from(m.actuator_trnid[2 * i + 1]) {
        Err(_) => {
            let mat = row(d.site_xmat, id);
            let (force, torque) = (mat3::mul_vec(&mat, tran_gear), mat3::mul_vec(&mat, turn_gear));
            let (pos, body) = (row(d.site_xpos, id), m.site_bodyid[id] as usize);
            jacobian::project_wrench(m, Axes!(d), force, torque, pos, body, arms);
        }
        Ok(reference) => {
            let mat = row(d.site_xmat, reference);
            let (force, torque) = (mat3::mul_vec(&mat, tran_gear), mat3::mul_vec(&mat, turn_gear));
            let (translates, rotates) = (tran_gear != [0.0; 3], turn_gear != [0.0; 3]);
            if translates {
                let gap = vec3::sub(row(d.site_xpos, id), row(d.site_xpos, reference));
                length += vec3::dot(mat3::mul_t_vec(&mat, gap), tran_gear);
            }
            if rotates {
                length += vec3::dot(relative_rotation(m, d.xquat, reference, id), turn_gear);
            }
            relative(m, Axes!(d), d.site_xpos, reference, id, |dof, translation, rotation| {
                if translates {
                    arms[dof] += vec3::dot(translation, force);
                }
                if rotates {
                    arms[dof] += vec3::dot(rotation, torque);
                }
            });
        }
    }
    d.actuator_length[out] = length;
    writer.dense(d, out);
}

/// Three outputs: the rotation vector of a ball joint, or of a site relative to a reference site.
fn orientation(m: &Model, d: &mut Transmission<'_>, writer: &mut Writer, i: usize, out: usize, id: usize) {
    match usize::try_from(m.actuator_trnid[2 * i + 1]) {
        Err(_) => {
            let (rotation, _) = ball_state(m, d.qpos, id, 0);
            for k in 0..3 {
                d.actuator_length[out + k] = rotation[k];
                writer.row(d, out + k, &[m.jnt_dofadr[id] + k as i32], &[1.0]);
            }
        }
        Ok(reference) => {
            let rotation = relative_rotation(m, d.xquat, reference, id);
            let mat = row(d.site_xmat, id);
            for k in 0..3 {
                d.actuator_length[out + k] = rotation[k];
                let axis = mat3::col(&mat, k);
                let arms = &mut d.dof_sum[..];
                arms.fill(0.0);
                relative(m, Axes!(d), d.site_xpos, reference, id, |dof, _, turn| arms[dof] = vec3::dot(turn, axis));
                writer.dense(d, out + k);
            }
        }
    }
}
