//! Constants that follow from the reference pose: inverse weights, reference lengths, statistics.
//!
//! [`Model::set_const`] recomputes them all after an edit of the primary fields (masses, poses, joints,
//! tendons, gears …).

use crate::data::Data;
use crate::dynamics::frames::{self, Attachment};
use crate::dynamics::{inertia, jacobian, kinematics, reflected};
use crate::linalg::ltdl::FactorRows;
use crate::linalg::{dense, sparse};
use crate::math::{MINVAL, Quat, Vec3, get, mat3, quat, row, set_row, spatial, vec3};
use crate::model::{
    EnableFlags, EqType, GainType, JointType, Model, ModelError, ObjType, SleepPolicy, TransmissionType, driver,
    same_frame,
};
use crate::pipeline::stages;
use crate::stage::{BodyFrames, CamerasAndLights, Moments};
use std::ops::Range;

impl Model {
    /// Recomputes all constants that follow from the other fields, except `actuator_lengthrange`.
    ///
    /// Overwrites `stat`; a loader puts the user's own statistics back afterwards.
    pub fn set_const(&mut self) -> Result<(), ModelError> {
        self.set_const_unless(&|| false)
    }

    /// Recomputes the derived constants until `stop` returns true, then fails with [`ModelError::Interrupted`]. `stop` is called for
    /// every body, joint, tendon and actuator. An interrupted model is incomplete.
    ///
    /// ```
    /// use sim_core::{Model, ModelError};
    ///
    /// let mut model = Model::n_link_pendulum(2, 1.0, 0.1);
    /// assert_eq!(model.set_const_unless(&|| true), Err(ModelError::Interrupted));
    /// assert_eq!(model.set_const_unless(&|| false), Ok(()));
    /// ```
    pub fn set_const_unless(&mut self, stop: &dyn Fn() -> bool) -> Result<(), ModelError> {
        self.compute_constants(&mut Data::default(), stop)
    }

    /// Recomputes the derived constants in the buffers of `d`, whatever it held.
    pub(crate) fn set_const_in(&mut self, d: &mut Data) -> Result<(), ModelError> {
        self.compute_constants(d, &|| false)
    }

    fn compute_constants(&mut self, d: &mut Data, stop: &dyn Fn() -> bool) -> Result<(), ModelError> {
        [self.npolygonmax, self.nmeshdegmax] = **self.renew_derived().mesh_degrees;
        self.derive_same_frames();
        for i in 1..self.nbody {
            if self.body_simple[i] > 0 && self.body_sameframe[i] != same_frame::BODY {
                return Err(ModelError::NoLongerSimple(i));
            }
        }
        self.set_masses();
        self.set_driven();
        self.derive_tree_ranges();
        self.set_sleep_policies()?;
        self.derive_tendon_pattern();

        // the reference pose of the constants is that of a world awake
        let flags = self.opt.enableflags;
        self.opt.enableflags &= !EnableFlags::SLEEP;
        d.reset_all(self);
        let result = self.set_reference(d, stop);
        if result.is_ok() {
            self.set_statistic(d);
            self.set_spring_lengths(d);
        }
        self.opt.enableflags = flags;
        result
    }

    /// Subtree masses and the number of gravity-compensated bodies.
    fn set_masses(&mut self) {
        self.body_subtreemass.copy_from_slice(&self.body_mass);
        for i in (1..self.nbody).rev() {
            let mass = self.body_subtreemass[i];
            self.body_subtreemass[self.body_parentid[i] as usize] += mass;
        }
        self.ngravcomp = self.body_gravcomp.iter().filter(|&&g| g > 0.0).count();
    }

    /// Which actuator adds damping or armature to each joint and tendon: -1 none, -2 several.
    fn set_driven(&mut self) {
        self.jnt_actuatorid.fill(driver::NONE);
        self.tendon_actuatorid.fill(driver::NONE);
        for i in 0..self.nactuator {
            let plain = self.actuator_damping[i] == 0.0
                && dense::is_zero(&self.actuator_dampingpoly[2 * i..2 * i + 2])
                && self.actuator_armature[i] == 0.0;
            if plain {
                continue;
            }
            let target = self.actuator_trnid[2 * i].max(0) as usize;
            let slot = match self.actuator_trntype[i] {
                TransmissionType::Joint | TransmissionType::JointInParent => &mut self.jnt_actuatorid[target],
                TransmissionType::Tendon => &mut self.tendon_actuatorid[target],
                _ => continue,
            };
            *slot = if *slot == driver::NONE { i as i32 } else { driver::SEVERAL };
        }
    }

    /// Trees an actuator acts on.
    fn actuated_trees(&self, i: usize) -> Vec<usize> {
        let id = self.actuator_trnid[2 * i].max(0) as usize;
        let body = match self.actuator_trntype[i] {
            TransmissionType::Joint | TransmissionType::JointInParent => self.jnt_bodyid[id],
            TransmissionType::SO3 if self.actuator_trnid[2 * i + 1] < 0 => self.jnt_bodyid[id],
            TransmissionType::SO3 | TransmissionType::Site | TransmissionType::SliderCrank => self.site_bodyid[id],
            TransmissionType::Body => id as i32,
            TransmissionType::Tendon => return self.tendon_trees(id).collect(),
            _ => return Vec::new(),
        };
        usize::try_from(self.body_treeid[body as usize]).into_iter().collect()
    }

    /// Decides for trees left to the compiler whether they may sleep: not when an actuator or a tendon to
    /// another tree may move them.
    fn set_sleep_policies(&mut self) -> Result<(), ModelError> {
        for i in 0..self.nactuator {
            for tree in self.actuated_trees(i) {
                if self.tree_sleep_policy[tree] == SleepPolicy::Auto {
                    self.tree_sleep_policy[tree] = SleepPolicy::AutoNever;
                }
            }
        }
        for t in 0..self.ntendon {
            let spans = self.tendon_treenum[t];
            let slack = self.tendon_stiffness[t] == 0.0
                && self.tendon_damping[t] == 0.0
                && dense::is_zero(&self.tendon_stiffnesspoly[2 * t..2 * t + 2])
                && dense::is_zero(&self.tendon_dampingpoly[2 * t..2 * t + 2])
                && self.tendon_actuatorid[t] == driver::NONE;
            if spans < 2 || (spans == 2 && slack) {
                continue;
            }
            for tree in self.tendon_trees(t).collect::<Vec<_>>() {
                match self.tree_sleep_policy[tree] {
                    SleepPolicy::Auto => self.tree_sleep_policy[tree] = SleepPolicy::AutoNever,
                    SleepPolicy::Allowed | SleepPolicy::Init => {
                        let why = if spans > 2 { "spans more than two trees" } else { "has stiffness or damping" };
                        return Err(ModelError::CannotSleep { tree, tendon: t, why });
                    }
                    _ => {}
                }
            }
        }
        for policy in &mut self.tree_sleep_policy {
            if *policy == SleepPolicy::Auto {
                *policy = SleepPolicy::AutoAllowed;
            }
        }
        Ok(())
    }

    /// Everything that depends on `qpos0`; leaves the reference pose in `d`.
    fn set_reference(&mut self, d: &mut Data, stop: &dyn Fn() -> bool) -> Result<(), ModelError> {
        d.qpos.copy_from_slice(&self.qpos0);
        stages::kinematics(self, d);
        stages::centres_of_mass(self, d);
        frames::cameras_and_lights(self, &mut CamerasAndLights::of(d), Attachment::Rigid);
        self.set_dof_inertia(d);
        stages::tendons(self, d);
        stages::inertia(self, d);
        stages::inertia_factor(self, d);
        stages::transmission(self, d);
        self.tendon_length0.copy_from_slice(&d.ten_length);
        self.actuator_length0.copy_from_slice(&d.actuator_length);

        let factor = &FactorRows::of(&d.qLD);
        self.set_body_weights(d, factor, stop)?;
        self.set_dof_weights(factor, stop)?;
        self.set_tendon_weights(d, factor, stop)?;
        self.set_actuator_accelerations(d, factor, stop)?;
        self.complete_equality_data(d)?;
        self.set_camera_offsets(d);
        self.resolve_damping_ratios(d);
        Ok(())
    }

    /// Diagonal of the inertia, tendons aside.
    fn set_dof_inertia(&mut self, d: &mut Data) {
        stages::composite_bodies(self, d);
        for i in 0..self.nv {
            let axis = row(&d.cdof, i);
            let momentum = spatial::mul_inertia(&row(&d.crb, self.dof_bodyid[i] as usize), &axis);
            let joint = reflected::Driven::Joint(self.dof_jntid[i] as usize);
            let armature = self.dof_armature[i] + reflected::armature(self, joint);
            self.dof_M0[i] = armature + spatial::dot(&axis, &momentum);
        }
    }

    /// Mean diagonal blocks of `J M⁻¹ Jᵀ` at the bodies' centres of mass.
    fn set_body_weights(&mut self, d: &Data, factor: &FactorRows, stop: &dyn Fn() -> bool) -> Result<(), ModelError> {
        let nv = self.nv;
        let singular = singular(factor);
        let (mut jac, mut x) = (vec![0.0; 6 * nv], vec![0.0; nv]);
        for i in 0..self.nbody {
            go_on(stop)?;
            let weights = if i == 0 || self.body_dofnum[self.body_weldid[i] as usize] == 0 {
                [0.0; 2]
            } else if self.body_simple[i] == 2 {
                if self.body_mass[i] == 0.0 {
                    return Err(ModelError::MasslessBody(i));
                }
                [1.0 / self.body_mass[i].max(MINVAL), 0.0]
            } else {
                let (jacp, jacr) = jac.split_at_mut(3 * nv);
                jacobian::body_com(self, d, Some(jacp), Some(jacr), i);
                let block = self.weight_block(self.body_treeid[i], singular);
                let mut diagonal = [0.0; 6];
                for (k, a) in diagonal.iter_mut().enumerate() {
                    let row = &jac[k * nv + block.start..k * nv + block.end];
                    x[block.clone()].copy_from_slice(row);
                    inertia::solve_block(self, factor, &mut x, block.clone());
                    *a = dense::dot(row, &x[block.clone()]);
                }
                [(diagonal[0] + diagonal[1] + diagonal[2]) / 3.0, (diagonal[3] + diagonal[4] + diagonal[5]) / 3.0]
            };
            set_row(&mut self.body_invweight0, i, weights);
        }
        Ok(())
    }

    /// Diagonal of `M⁻¹`, averaged over the translations and the rotations of a joint.
    fn set_dof_weights(&mut self, factor: &FactorRows, stop: &dyn Fn() -> bool) -> Result<(), ModelError> {
        let singular = singular(factor);
        let (mut unit, mut x) = (vec![0.0; self.nv], vec![0.0; self.nv]);
        for j in 0..self.njnt {
            go_on(stop)?;
            let (dof, body) = (self.jnt_dofadr[j] as usize, self.jnt_bodyid[j] as usize);
            if self.body_simple[body] == 2 {
                if self.body_mass[body] == 0.0 {
                    return Err(ModelError::MasslessBody(body));
                }
                self.dof_invweight0[dof] = 1.0 / self.body_mass[body].max(MINVAL);
                continue;
            }
            let n = self.jnt_type[j].nv();
            let block = self.weight_block(self.dof_treeid[dof], singular);
            for k in dof..dof + n {
                unit[k] = 1.0;
                x[block.clone()].copy_from_slice(&unit[block.clone()]);
                inertia::solve_block(self, factor, &mut x, block.clone());
                self.dof_invweight0[k] = dense::dot(&unit[block.clone()], &x[block.clone()]);
                unit[k] = 0.0;
            }
            if matches!(self.jnt_type[j], JointType::Free | JointType::Ball) {
                for block in self.dof_invweight0[dof..dof + n].chunks_exact_mut(3) {
                    let mean = (block[0] + block[1] + block[2]) / 3.0;
                    block.fill(mean);
                }
            }
        }
        Ok(())
    }

    /// The dofs that a weight of tree `tree` depends on: those of the tree, since only they move together. Not so
    /// when the inertia is `singular`: then the weights of the whole model are not numbers, as in MuJoCo.
    fn weight_block(&self, tree: i32, singular: bool) -> Range<usize> {
        if singular {
            return 0..self.nv;
        }
        let first = self.tree_dofadr[tree as usize] as usize;
        first..first + self.tree_dofnum[tree as usize] as usize
    }

    fn set_tendon_weights(&mut self, d: &Data, factor: &FactorRows, stop: &dyn Fn() -> bool) -> Result<(), ModelError> {
        let (mut jac, mut x) = (vec![0.0; self.nv], vec![0.0; self.nv]);
        for t in 0..self.ntendon {
            go_on(stop)?;
            jac.fill(0.0);
            let range = sparse::row_range(&self.ten_J_rownnz, &self.ten_J_rowadr, t);
            for k in range {
                jac[self.ten_J_colind[k] as usize] = d.ten_J[k];
            }
            x.copy_from_slice(&jac);
            inertia::solve(self, factor, &mut x);
            self.tendon_invweight0[t] = dense::dot(&jac, &x);
        }
        Ok(())
    }

    /// Norm of the acceleration a unit force of each output gives.
    fn set_actuator_accelerations(
        &mut self,
        d: &Data,
        factor: &FactorRows,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), ModelError> {
        let mut x = vec![0.0; self.nv];
        for i in 0..self.nout {
            go_on(stop)?;
            Moments::of(d).matrix().row_dense(i, &mut x);
            inertia::solve(self, factor, &mut x);
            self.actuator_acc0[i] = dense::norm(&x);
        }
        Ok(())
    }

    /// Anchors and relative poses the user left to the reference pose.
    fn complete_equality_data(&mut self, d: &Data) -> Result<(), ModelError> {
        for i in 0..self.neq {
            let kind = self.eq_type[i];
            if kind != EqType::Connect && kind != EqType::Weld {
                continue;
            }
            let (b1, b2) = (self.eq_obj1id[i].max(0) as usize, self.eq_obj2id[i].max(0) as usize);
            let data = &mut self.eq_data[11 * i..11 * i + 11];
            match (self.eq_objtype[i], kind) {
                (ObjType::Site, EqType::Connect) => data.fill(0.0),
                (ObjType::Site, _) => {}
                (ObjType::Body, EqType::Connect) => {
                    // the anchor is given in the first body
                    let anchor = kinematics::point_to_world(BodyFrames::of(d), b1, get(data, 0));
                    data[3..6].copy_from_slice(&to_local(d, b2, anchor));
                }
                (ObjType::Body, _) => {
                    let given: Quat = get(data, 6);
                    if given != [0.0; 4] {
                        data[6..10].copy_from_slice(&quat::normalize(given).0);
                        continue;
                    }
                    // the anchor is given in the second body
                    let anchor = kinematics::point_to_world(BodyFrames::of(d), b2, get(data, 0));
                    data[3..6].copy_from_slice(&to_local(d, b1, anchor));
                    let relative = quat::mul(quat::conj(row(&d.xquat, b1)), row(&d.xquat, b2));
                    data[6..10].copy_from_slice(&relative);
                }
                _ => return Err(ModelError::BadEqualityObject(i)),
            }
        }
        Ok(())
    }

    /// Offsets that tracking cameras and lights keep.
    fn set_camera_offsets(&mut self, d: &Data) {
        for i in 0..self.ncam {
            let body = self.cam_bodyid[i] as usize;
            let tracked = usize::try_from(self.cam_targetbodyid[i]).unwrap_or(body);
            let pos: Vec3 = row(&d.cam_xpos, i);
            set_row(&mut self.cam_pos0, i, vec3::sub(pos, row(&d.xpos, body)));
            set_row(&mut self.cam_poscom0, i, vec3::sub(pos, row(&d.subtree_com, tracked)));
            set_row(&mut self.cam_mat0, i, row::<9>(&d.cam_xmat, i));
        }
        for i in 0..self.nlight {
            let body = self.light_bodyid[i] as usize;
            let tracked = usize::try_from(self.light_targetbodyid[i]).unwrap_or(body);
            let pos: Vec3 = row(&d.light_xpos, i);
            set_row(&mut self.light_pos0, i, vec3::sub(pos, row(&d.xpos, body)));
            set_row(&mut self.light_poscom0, i, vec3::sub(pos, row(&d.subtree_com, tracked)));
            set_row(&mut self.light_dir0, i, row::<3>(&d.light_xdir, i));
        }
    }

    /// Turns a positive `biasprm[2]` of a position servo, a damping ratio, into damping: `-2 r sqrt(kp m)`
    /// with the inertia `m` reflected through the transmission.
    fn resolve_damping_ratios(&mut self, d: &Data) {
        for i in 0..self.nactuator {
            let pid = self.actuator_gaintype[i] == GainType::Pid;
            let (kp, stiffness) = (self.actuator_gainprm[10 * i], -self.actuator_biasprm[10 * i + 1]);
            let ratio = self.actuator_biasprm[10 * i + 2];
            if (!pid && kp != stiffness) || ratio <= 0.0 {
                continue;
            }
            let (columns, arms) = Moments::of(d).matrix().row(self.actuator_outadr[i] as usize);
            let mut mass = 0.0;
            for (&dof, arm) in columns.iter().zip(arms) {
                let squared = arm.abs() * arm.abs();
                if squared > MINVAL {
                    mass += self.dof_M0[dof as usize] / squared;
                }
            }
            self.actuator_biasprm[10 * i + 2] = -(ratio * 2.0 * (if pid { stiffness } else { kp } * mass).sqrt());
        }
    }

    /// Rest lengths of tendon springs that were left to `qpos_spring`.
    fn set_spring_lengths(&mut self, d: &mut Data) {
        d.qpos.copy_from_slice(&self.qpos_spring);
        stages::kinematics(self, d);
        stages::centres_of_mass(self, d);
        stages::tendons(self, d);
        for t in 0..self.ntendon {
            if self.tendon_lengthspring[2 * t] == -1.0 && self.tendon_lengthspring[2 * t + 1] == -1.0 {
                self.tendon_lengthspring[2 * t..2 * t + 2].fill(d.ten_length[t]);
            }
        }
    }

    /// Stiffness and damping that give joint `j` a time constant and damping ratio (MJCF `springdamper`).
    /// Needs the constants of [`Model::set_const`]; does nothing unless both numbers are positive.
    pub fn set_spring_damper(&mut self, j: usize, timeconst: f64, dampratio: f64) {
        if timeconst <= 0.0 || dampratio <= 0.0 {
            return;
        }
        let (dof, n) = (self.jnt_dofadr[j] as usize, self.jnt_type[j].nv());
        let weight: f64 = self.dof_invweight0[dof..dof + n].iter().sum();
        let mass = n as f64 / weight.max(MINVAL);
        self.jnt_stiffness[j] = mass / (timeconst * timeconst * dampratio * dampratio).max(MINVAL);
        self.dof_damping[dof..dof + n].fill(2.0 * mass / timeconst.max(MINVAL));
    }

    /// Scales masses and inertias so that the bodies weigh `total` (kg) together.
    pub fn scale_total_mass(&mut self, total: f64) {
        let current: f64 = self.body_mass.iter().skip(1).sum();
        let scale = (total / current.max(MINVAL)).max(MINVAL);
        for i in 1..self.nbody {
            self.body_mass[i] *= scale;
            dense::scale(&mut self.body_inertia[3 * i..3 * i + 3], scale);
        }
    }
}

/// Fails when the caller stops the computation.
fn go_on(stop: &dyn Fn() -> bool) -> Result<(), ModelError> {
    if stop() { Err(ModelError::Interrupted) } else { Ok(()) }
}

/// Whether some dof has no inertia at all.
fn singular(factor: &FactorRows) -> bool {
    factor.diag_inv.iter().any(|x| !x.is_finite())
}

/// A world point in the frame of a body.
fn to_local(d: &Data, body: usize, point: Vec3) -> Vec3 {
    mat3::mul_t_vec(&row(&d.xmat, body), vec3::sub(point, row(&d.xpos, body)))
}
