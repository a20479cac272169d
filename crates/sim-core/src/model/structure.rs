//! Structure that follows from the finished arrays: kinematic trees, simple bodies, sparsity of the matrices.
//!
//! The loader fills the objects (parents, joints, sites, wraps, actuators) and calls [`Model::derive_structure`]
//! once; nothing here depends on positions.

use crate::arrays::Shape;
use crate::math::{Quat, Vec3, quat, row, vec3};
use crate::model::chain::{Common, carrier, merge_chains};
use crate::model::{
    EqType, JacobianType, JointType, Model, SleepPolicy, StepLimits, TransmissionType, WrapType, same_frame,
};

/// Difference below which two frames count as equal.
const FRAME_EPS: f64 = 1e-6;
/// Smallest component of a joint axis that counts.
const AXIS_EPS: f64 = 1e-14;

/// Dofs from which `auto` storage counts as sparse.
const SPARSE_DOFS: usize = 60;

impl Model {
    /// Contacts that a world may have.
    #[must_use]
    #[inline]
    pub fn max_contacts(&self) -> usize {
        self.limits.max_contacts(self.nbody)
    }

    /// Pairs of geoms that a step looks at closely.
    pub(crate) fn max_pairs(&self) -> usize {
        self.max_contacts().saturating_mul(StepLimits::PAIRS_PER_CONTACT)
    }

    /// Whether MuJoCo stores this model's constraint Jacobian sparsely; decides which all-zero
    /// rows are left out.
    pub fn is_sparse(&self) -> bool {
        match self.opt.jacobian {
            JacobianType::Sparse => true,
            JacobianType::Auto => self.nv >= SPARSE_DOFS,
            _ => false,
        }
    }

    /// Computes every size and array that is pure structure, in dependency order: joint and dof addresses,
    /// trees, frames, simple bodies, sparse patterns.
    ///
    /// Expects bodies (`body_parentid body_mocapid body_jntnum body_jntadr body_ipos body_iquat`), joints
    /// (`jnt_type jnt_pos jnt_axis`), geoms, sites, tendon paths, actuators' transmissions and `nq nv` with
    /// arrays resized. `may_be_simple(body)` is false where the user switched the optimisation off.
    pub fn derive_structure(&mut self, may_be_simple: &dyn Fn(usize) -> bool) {
        self.derive_addresses();
        self.derive_trees();
        self.derive_same_frames();
        self.derive_simple(may_be_simple);
        self.derive_matrix_patterns();
        self.derive_tendon_pattern();
        self.derive_moment_size();
        self.derive_equality_size();
    }

    /// Addresses of joints and dofs, owners of dofs, roots, weld groups and parent dofs.
    /// Writes `jnt_qposadr jnt_dofadr jnt_bodyid body_dofnum body_dofadr body_rootid body_weldid dof_bodyid
    /// dof_jntid dof_parentid`.
    pub fn derive_addresses(&mut self) {
        let (mut q, mut v) = (0, 0);
        let mut last_dof = vec![-1; self.nbody];
        for i in 0..self.nbody {
            let parent = self.body_parentid[i] as usize;
            let root = i == 0 || parent == 0;
            self.body_rootid[i] = if root { i as i32 } else { self.body_rootid[parent] };
            let moves = self.body_jntnum[i] > 0 || i == 0 || self.body_mocapid[i] >= 0;
            self.body_weldid[i] = if moves { i as i32 } else { self.body_weldid[parent] };
            last_dof[i] = if i == 0 { -1 } else { last_dof[parent] };
            let first = v;
            let joints = self.body_jntadr[i].max(0) as usize;
            for j in joints..joints + self.body_jntnum[i] as usize {
                self.jnt_bodyid[j] = i as i32;
                self.jnt_qposadr[j] = q as i32;
                self.jnt_dofadr[j] = v as i32;
                q += self.jnt_type[j].nq();
                for _ in 0..self.jnt_type[j].nv() {
                    self.dof_bodyid[v] = i as i32;
                    self.dof_jntid[v] = j as i32;
                    self.dof_parentid[v] = last_dof[i];
                    last_dof[i] = v as i32;
                    v += 1;
                }
            }
            self.body_dofnum[i] = (v - first) as i32;
            self.body_dofadr[i] = if v > first { first as i32 } else { -1 };
        }
    }

    /// Kinematic trees: every chain of dofs that starts at a root dof. Writes `ntree dof_treeid body_treeid`
    /// and gives the `tree_` arrays their length, new trees with the automatic sleep policy.
    pub fn derive_trees(&mut self) {
        let mut trees = 0;
        for v in 0..self.nv {
            trees += usize::from(self.dof_parentid[v] == -1);
            self.dof_treeid[v] = trees as i32 - 1;
        }
        self.ntree = trees;
        for array in [&mut self.tree_bodyadr, &mut self.tree_bodynum, &mut self.tree_dofadr, &mut self.tree_dofnum] {
            array.resize(trees, 0);
        }
        self.tree_sleep_policy.resize(trees, SleepPolicy::Auto);
        self.derive_tree_ranges();
    }

    /// Ranges of bodies and dofs of each tree, and the trees each tendon touches. Writes `body_treeid
    /// tree_bodyadr tree_bodynum tree_dofadr tree_dofnum tendon_treenum tendon_treeid`.
    pub(crate) fn derive_tree_ranges(&mut self) {
        for i in 0..self.nbody {
            let weld = self.body_weldid[i] as usize;
            self.body_treeid[i] =
                if self.body_dofnum[weld] > 0 { self.dof_treeid[self.body_dofadr[weld] as usize] } else { -1 };
        }
        self.tree_bodynum.fill(0);
        let mut current = -1;
        for i in 1..self.nbody {
            let tree = self.body_treeid[i];
            if tree > current {
                current = tree;
                self.tree_bodyadr[tree as usize] = i as i32;
            }
            if tree >= 0 {
                self.tree_bodynum[tree as usize] += 1;
            }
        }
        self.tree_dofnum.fill(0);
        current = -1;
        for v in 0..self.nv {
            let tree = self.dof_treeid[v];
            if tree > current {
                current = tree;
                self.tree_dofadr[tree as usize] = v as i32;
            }
            self.tree_dofnum[tree as usize] += 1;
        }
        for t in 0..self.ntendon {
            let mut seen = Vec::new();
            for tree in self.tendon_trees(t) {
                if !seen.contains(&tree) {
                    seen.push(tree);
                }
            }
            self.tendon_treenum[t] = seen.len() as i32;
            for k in 0..2 {
                self.tendon_treeid[2 * t + k] = seen.get(k).map_or(-1, |&tree| tree as i32);
            }
        }
    }

    /// Body of the object at place `w` of a tendon path.
    pub(crate) fn wrap_body(&self, w: usize) -> Option<usize> {
        let id = self.wrap_objid[w].max(0) as usize;
        Some(match self.wrap_type[w] {
            WrapType::Joint => self.jnt_bodyid[id],
            WrapType::Site => self.site_bodyid[id],
            WrapType::Sphere | WrapType::Cylinder => self.geom_bodyid[id],
            _ => return None,
        } as usize)
    }

    /// Trees of the objects along a tendon, in path order, with repetitions.
    pub(crate) fn tendon_trees(&self, t: usize) -> impl Iterator<Item = usize> + '_ {
        let first = self.tendon_adr[t] as usize;
        (first..first + self.tendon_num[t] as usize)
            .filter_map(|w| self.wrap_body(w))
            .filter_map(|body| usize::try_from(self.body_treeid[body]).ok())
    }

    /// Which frames coincide. Writes `body_sameframe geom_sameframe site_sameframe`.
    pub fn derive_same_frames(&mut self) {
        for i in 0..self.nbody {
            let (pos, rotation) = (row(&self.body_ipos, i), row(&self.body_iquat, i));
            self.body_sameframe[i] = if !same_rotation(rotation, quat::IDENTITY) {
                same_frame::NONE
            } else if same_point(pos, [0.0; 3]) {
                same_frame::BODY
            } else {
                same_frame::BODYROT
            };
        }
        for g in 0..self.ngeom {
            let body = self.geom_bodyid[g] as usize;
            self.geom_sameframe[g] = self.attached_frame(body, row(&self.geom_pos, g), row(&self.geom_quat, g));
        }
        for s in 0..self.nsite {
            let body = self.site_bodyid[s] as usize;
            self.site_sameframe[s] = self.attached_frame(body, row(&self.site_pos, s), row(&self.site_quat, s));
        }
    }

    fn attached_frame(&self, body: usize, pos: Vec3, rotation: Quat) -> u8 {
        let (ipos, iquat) = (row(&self.body_ipos, body), row(&self.body_iquat, body));
        if same_rotation(rotation, quat::IDENTITY) {
            if same_point(pos, [0.0; 3]) { same_frame::BODY } else { same_frame::BODYROT }
        } else if same_rotation(rotation, iquat) {
            if same_point(pos, ipos) { same_frame::INERTIA } else { same_frame::INERTIAROT }
        } else {
            same_frame::NONE
        }
    }

    /// Bodies whose inertia is diagonal in every pose, and the runs of their dofs. Writes `body_simple
    /// dof_simplenum`. Needs `body_sameframe`.
    pub fn derive_simple(&mut self, may_be_simple: &dyn Fn(usize) -> bool) {
        for i in 0..self.nbody {
            let parent = self.body_parentid[i] as usize;
            let at_root =
                self.body_rootid[i] == i as i32 || (self.body_parentid[parent] == 0 && self.body_dofnum[parent] == 0);
            let simple =
                self.body_sameframe[i] == same_frame::BODY && at_root && may_be_simple(i) && self.joints_are_simple(i);
            let joints = self.body_jntadr[i].max(0) as usize;
            let slides = (joints..joints + self.body_jntnum[i] as usize).all(|j| self.jnt_type[j] == JointType::Slide);
            self.body_simple[i] = match simple {
                false => 0,
                true if self.body_dofnum[i] > 0 && slides => 2,
                true => 1,
            };
            // the inertia of a parent depends on its children
            if parent > 0 {
                self.body_simple[parent] = 0;
            }
        }
        // a tendon with inertia couples the bodies it passes
        for t in 0..self.ntendon {
            if self.tendon_armature[t] != 0.0 {
                let first = self.tendon_adr[t] as usize;
                for w in first..first + self.tendon_num[t] as usize {
                    if self.wrap_type[w] != WrapType::Joint
                        && let Some(body) = self.wrap_body(w)
                    {
                        self.body_simple[body] = 0;
                    }
                }
            }
        }
        self.derive_simple_runs();
    }

    /// Runs of dofs of simple bodies. Writes `dof_simplenum`.
    pub(crate) fn derive_simple_runs(&mut self) {
        let mut run = 0;
        for v in (0..self.nv).rev() {
            run = if self.body_simple[self.dof_bodyid[v] as usize] > 0 { run + 1 } else { 0 };
            self.dof_simplenum[v] = run;
        }
    }

    /// Joints at the body's origin along its axes, with no joint after a rotation.
    fn joints_are_simple(&self, body: usize) -> bool {
        let joints = self.body_jntadr[body].max(0) as usize;
        let mut rotated = false;
        for j in joints..joints + self.body_jntnum[body] as usize {
            let axis: Vec3 = row(&self.jnt_axis, j);
            let aligned = axis.iter().filter(|x| x.abs() > AXIS_EPS).count() == 1;
            let scalar = matches!(self.jnt_type[j], JointType::Hinge | JointType::Slide);
            if rotated || !same_point(row(&self.jnt_pos, j), [0.0; 3]) || (scalar && !aligned) {
                return false;
            }
            rotated |= matches!(self.jnt_type[j], JointType::Ball | JointType::Hinge);
        }
        true
    }

    /// Dofs that appear in a tendon's Jacobian, increasing; for a fixed tendon with repetitions.
    /// `seen` has for each body the last tendon whose path was followed through it, counted from one.
    fn tendon_dofs(&self, t: usize, seen: &mut [usize]) -> Vec<i32> {
        let first = self.tendon_adr[t] as usize;
        let path = first..first + self.tendon_num[t] as usize;
        let mut dofs: Vec<i32> = Vec::new();
        if !path.is_empty() && self.wrap_type[first] == WrapType::Joint {
            dofs.extend(path.map(|w| self.jnt_dofadr[self.wrap_objid[w] as usize]));
            dofs.sort_unstable();
            return dofs;
        }
        for body in path.filter_map(|w| self.wrap_body(w)) {
            let mut b = body;
            // the ancestors of a body do not depend on the path that led here
            while b > 0 && seen[b] != t + 1 {
                seen[b] = t + 1;
                let dof = self.body_dofadr[b];
                dofs.extend(dof..dof + self.body_dofnum[b]);
                b = carrier(self, b);
            }
        }
        dofs.sort_unstable();
        dofs.dedup();
        dofs
    }

    /// Sparsity of the tendon Jacobian. Writes `nJten ten_J_rownnz ten_J_rowadr ten_J_colind`.
    pub fn derive_tendon_pattern(&mut self) {
        let (mut columns, mut seen) = (Vec::new(), vec![0; self.nbody]);
        for t in 0..self.ntendon {
            let dofs = self.tendon_dofs(t, &mut seen);
            self.ten_J_rowadr[t] = columns.len() as i32;
            self.ten_J_rownnz[t] = dofs.len() as i32;
            columns.extend(dofs);
        }
        self.nJten = columns.len();
        self.ten_J_colind = columns.into();
    }

    /// Largest number of moment arms. Writes `nJmom`. Needs the tendon pattern.
    pub fn derive_moment_size(&mut self) {
        let mut chain = vec![0; self.nv];
        let mut merged = |b1: i32, b2: i32, skip| merge_chains(self, b1 as usize, b2 as usize, skip, &mut chain);
        let mut size = 0;
        for i in 0..self.nactuator {
            let (id, second) = (self.actuator_trnid[2 * i].max(0) as usize, self.actuator_trnid[2 * i + 1]);
            size += match self.actuator_trntype[i] {
                TransmissionType::Joint | TransmissionType::JointInParent => self.jnt_type[id].nv(),
                TransmissionType::Tendon => self.ten_J_rownnz[id] as usize,
                TransmissionType::SliderCrank => {
                    merged(self.site_bodyid[id], self.site_bodyid[second.max(0) as usize], Common::Keep)
                }
                TransmissionType::Site => {
                    let reference = if second >= 0 { self.site_bodyid[second as usize] } else { 0 };
                    merged(self.site_bodyid[id], reference, Common::Skip)
                }
                TransmissionType::SO3 if second < 0 => 3,
                TransmissionType::SO3 => 3 * self.nv,
                TransmissionType::Body => self.nv,
                _ => 0,
            };
        }
        self.nJmom = size;
    }

    /// Largest number of equality rows. Writes `nemax`.
    pub fn derive_equality_size(&mut self) {
        self.nemax = self
            .eq_type
            .iter()
            .map(|kind| match *kind {
                EqType::Connect => 3,
                EqType::Weld => 7,
                _ => 1,
            })
            .sum();
    }

    /// Whether every array has the length that the sizes give.
    pub fn has_consistent_arrays(&self) -> bool {
        let mut ok = true;
        self.visit_arrays(self, &mut |_, shape: Shape, array| ok &= shape.len() == array.len());
        ok
    }
}

fn same_point(a: Vec3, b: Vec3) -> bool {
    vec3::sub(a, b).iter().all(|x| x.abs() < FRAME_EPS)
}

fn same_rotation(a: Quat, b: Quat) -> bool {
    let near = |sign: f64| (0..4).all(|k| (a[k] - sign * b[k]).abs() < FRAME_EPS);
    near(1.0) || near(-1.0)
}
