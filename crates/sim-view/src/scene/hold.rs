//! Holding a body with the mouse: grip, motion, force.

use crate::scene::draw::selected_point;
use crate::scene::mouse::PARALLEL_DRAG;
use crate::scene::read::{id, row};
use crate::scene::space::compose;
use crate::scene::turn;
use crate::scene::{Perturb, Scene, SceneError};
use sim_core::binding::dynamics::velocity::{Orientation, object_velocity};
use sim_core::binding::dynamics::{inertia, jacobian};
use sim_core::binding::linalg::ltdl;
use sim_core::binding::stage::{Axes, ObjectMotion};
use sim_core::math::{MINVAL, Pose, Vec3, quat, spatial, vec3};
use sim_core::{Data, JointType, Model, ObjType};

impl Perturb {
    /// Grips the selected body, `mjv_initPerturb`: sets its target pose, the mass at the grip point, and the scale of motions. Without
    /// a selected body it does nothing.
    ///
    /// # Errors
    ///
    /// If the scene's camera was never updated.
    pub fn grip(&mut self, m: &Model, d: &Data, scene: &Scene) -> Result<(), SceneError> {
        let Some((body, point, refpos, refquat)) = self.held(m, d) else { return Ok(()) };
        self.localmass = felt_mass(m, d, body, point);
        (self.refpos, self.refquat, self.refselpos) = (refpos, refquat, point);
        let head = scene.head_in_model()?;
        let depth = vec3::dot(vec3::sub(point, head.pos), head.forward);
        self.scale = scene.frustum_height()? * depth;
        if scene.camera[0].orthographic {
            self.scale *= PARALLEL_DRAG;
        }
        Ok(())
    }

    /// The selected body, the grip point, and the pose of its centre of mass.
    fn held(&self, m: &Model, d: &Data) -> Option<(usize, Vec3, Vec3, [f64; 4])> {
        let body = usize::try_from(self.select).ok().filter(|body| (1..m.nbody).contains(body))?;
        let refquat = quat::mul(row(&d.xquat, body)?, row(&m.body_iquat, body)?);
        Some((body, selected_point(self, d, body)?, row(&d.xipos, body)?, refquat))
    }

    /// Moves the held body to its target pose, `mjv_applyPerturbPose`. A mocap body always moves; a free body, or a descendant of one,
    /// only while the simulation is paused.
    pub fn apply_pose(&self, m: &Model, d: &mut Data, paused: bool) {
        self.try_apply_pose(m, d, paused);
    }

    fn try_apply_pose(&self, m: &Model, d: &mut Data, paused: bool) -> Option<()> {
        if self.active | self.active2 == 0 {
            return None;
        }
        let body = usize::try_from(self.select).ok().filter(|body| (1..m.nbody).contains(body))?;
        let inertial = Pose { pos: row(&m.body_ipos, body)?, quat: row(&m.body_iquat, body)? };
        let wanted = compose(&Pose { pos: self.refpos, quat: self.refquat }, &inertial.inverse());
        if let Some(mocap) = id(&m.body_mocapid, body) {
            d.mocap_pos.get_mut(3 * mocap..3 * mocap + 3)?.copy_from_slice(&wanted.pos);
            d.mocap_quat.get_mut(4 * mocap..4 * mocap + 4)?.copy_from_slice(&wanted.quat);
            return Some(());
        }
        if !paused {
            return None;
        }
        if let Some(at) = free_joint(m, body) {
            return set_pose(d, at, &wanted);
        }
        let at = free_joint(m, id(&m.body_rootid, body)?)?;
        let [x, y, z, q @ ..] = *d.qpos.get(at..)?.first_chunk::<7>()?;
        let root = Pose { pos: [x, y, z], quat: q };
        let own = Pose { pos: row(&d.xpos, body)?, quat: row(&d.xquat, body)? };
        set_pose(d, at, &compose(&wanted, &compose(&own.inverse(), &root)))
    }

    /// Pulls the held body with a spring and a damper, through `xfrc_applied`, `mjv_applyPerturbForce`.
    pub fn apply_force(&self, m: &Model, d: &mut Data) {
        if let Some((body, force)) = self.pull(m, d)
            && let Some(entry) = d.xfrc_applied.get_mut(6 * body..6 * body + 6)
        {
            entry.copy_from_slice(&force);
        }
    }

    /// The body, and the force and torque on its centre of mass.
    fn pull(&self, m: &Model, d: &Data) -> Option<(usize, [f64; 6])> {
        let active = self.active | self.active2;
        let body = usize::try_from(self.select).ok().filter(|body| *body < m.nbody)?;
        if active == 0 {
            return None;
        }
        let motion = object_velocity(m, ObjectMotion::of(d), ObjType::Body, body, Orientation::World);
        let (turning, moving) = (spatial::rot(&motion), spatial::lin(&motion));
        let [_, resistance] = row::<_, 2>(&m.body_invweight0, body)?;
        let inertia = if resistance == 0.0 { 1.0 } else { 1.0 / f64::max(MINVAL, resistance) };
        let (stiffness, turn_stiffness) = (f64::from(m.vis.map.stiffness), f64::from(m.vis.map.stiffnessrot));
        let [x, y, z, a, b, c]: [f64; 6] = row(&d.xfrc_applied, body)?;
        let (mut force, mut torque) = ([x, y, z], [a, b, c]);
        if active & Self::TRANSLATE != 0 {
            let point = selected_point(self, d, body)?;
            let away = vec3::sub(point, self.refselpos);
            let arm = vec3::sub(point, row(&d.xipos, body)?);
            let speed = vec3::add(vec3::cross(turning, arm), moving);
            force = vec3::scale(away, -stiffness * self.localmass);
            force = vec3::add_scaled(force, speed, -stiffness.sqrt() * self.localmass);
            torque = vec3::cross(arm, force);
            // rotation about the line of the pull is damped too
            let axis = vec3::normalize(away).0;
            let damping = -turn_stiffness.sqrt() * inertia * vec3::dot(axis, turning);
            torque = vec3::add_scaled(torque, axis, damping);
        }
        if active & Self::ROTATE != 0 {
            let own = quat::mul(row(&d.xquat, body)?, row(&m.body_iquat, body)?);
            let missing = turn::vector(quat::mul(self.refquat, quat::conj(own)));
            torque = vec3::scale(missing, turn_stiffness * inertia);
            torque = vec3::add_scaled(torque, turning, -turn_stiffness.sqrt() * inertia);
        }
        Some((body, [force[0], force[1], force[2], torque[0], torque[1], torque[2]]))
    }
}

/// Address in `qpos` of a free joint that is the only joint of the body.
fn free_joint(m: &Model, body: usize) -> Option<usize> {
    let joint = id(&m.body_jntadr, body)?;
    let alone = *m.body_jntnum.get(body)? == 1 && *m.jnt_type.get(joint)? == JointType::Free;
    if alone { id(&m.jnt_qposadr, joint) } else { None }
}

fn set_pose(d: &mut Data, at: usize, pose: &Pose) -> Option<()> {
    let entry = d.qpos.get_mut(at..at.checked_add(7)?)?;
    entry[..3].copy_from_slice(&pose.pos);
    entry[3..].copy_from_slice(&pose.quat);
    Some(())
}

/// Mean effective mass of the body at a point: three over the trace of `J M⁻¹ Jᵀ`; 1 for fixed bodies.
fn felt_mass(m: &Model, d: &Data, body: usize, point: Vec3) -> f64 {
    let mut jacobian = vec![0.0; 3 * m.nv];
    jacobian::point(m, Axes::of(d), Some(&mut jacobian), None, point, body);
    let factor = d.qLD();
    let scale: Vec<f64> = d.qLDiagInv().iter().map(|x| x.sqrt()).collect();
    let mut inverse = 0.0;
    for row in jacobian.chunks_exact_mut(m.nv.max(1)) {
        ltdl::half_solve(inertia::pattern(m), &factor, &scale, row);
        inverse += row.iter().map(|x| x * x).sum::<f64>();
    }
    if inverse == 0.0 { 1.0 } else { 3.0 / f64::max(inverse, MINVAL) }
}
