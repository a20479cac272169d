//! Validation of a Model: every index refers to something that exists, every array has its length.
//!
//! The stages index without asking; a Model that was not built by a loader, or was edited by hand, is checked
//! here once.

use crate::model::{EqType, JointType, Model, ModelError, ObjType, SensorType, TransmissionType, WrapType};

/// Collects the first broken reference.
struct Checker(Result<(), ModelError>);

impl Checker {
    /// Every entry of `array` is in `low..count`; `low` is -1 where "none" is allowed.
    fn range(&mut self, array: &'static str, values: &[i32], low: i32, count: usize) {
        if self.0.is_err() {
            return;
        }
        for (index, &value) in values.iter().enumerate() {
            if i64::from(value) < i64::from(low) || i64::from(value) >= count as i64 {
                self.0 = Err(ModelError::BadReference { array, index, value: i64::from(value) });
                return;
            }
        }
    }

    /// Blocks `address..address + number` lie in `0..count`; an empty block may have any address.
    fn blocks(&mut self, array: &'static str, addresses: &[i32], numbers: &[i32], count: usize) {
        if self.0.is_err() {
            return;
        }
        for (index, (&address, &number)) in addresses.iter().zip(numbers).enumerate() {
            let end = i64::from(address) + i64::from(number);
            if number < 0 || (number > 0 && (address < 0 || end > count as i64)) {
                self.0 = Err(ModelError::BadReference { array, index, value: i64::from(address) });
                return;
            }
        }
    }

    fn require(&mut self, ok: bool, array: &'static str, index: usize, value: i32) {
        if self.0.is_ok() && !ok {
            self.0 = Err(ModelError::BadReference { array, index, value: i64::from(value) });
        }
    }
}

impl Model {
    /// Checks lengths and references; the first defect is reported.
    pub fn validate(&self) -> Result<(), ModelError> {
        if !self.has_consistent_arrays() {
            return Err(ModelError::InconsistentArrays);
        }
        let mut c = Checker(Ok(()));
        self.check_tree(&mut c);
        self.check_attached(&mut c);
        self.check_patterns(&mut c);
        if c.0.is_ok() {
            self.check_tendons(&mut c);
            self.check_actuators(&mut c);
            self.check_equalities(&mut c);
            self.check_sensors(&mut c);
            self.check_collision(&mut c);
        }
        c.0
    }

    fn check_tree(&self, c: &mut Checker) {
        c.require(self.nbody > 0, "nbody", 0, 0);
        for (i, &parent) in self.body_parentid.iter().enumerate() {
            // parents come first
            c.require(parent >= 0 && (parent as usize) < i.max(1), "body_parentid", i, parent);
        }
        c.range("body_rootid", &self.body_rootid, 0, self.nbody);
        c.range("body_weldid", &self.body_weldid, 0, self.nbody);
        c.range("body_mocapid", &self.body_mocapid, -1, self.nmocap);
        c.range("body_treeid", &self.body_treeid, -1, self.ntree);
        c.blocks("body_jntadr", &self.body_jntadr, &self.body_jntnum, self.njnt);
        c.blocks("body_dofadr", &self.body_dofadr, &self.body_dofnum, self.nv);
        c.blocks("body_geomadr", &self.body_geomadr, &self.body_geomnum, self.ngeom);
        c.blocks("tree_dofadr", &self.tree_dofadr, &self.tree_dofnum, self.nv);
        c.blocks("tree_bodyadr", &self.tree_bodyadr, &self.tree_bodynum, self.nbody);
        for j in 0..self.njnt {
            let kind = self.jnt_type[j];
            c.require(kind.label().is_some(), "jnt_type", j, kind.0);
            let fits = |adr: i32, n: usize, total: usize| adr >= 0 && adr as usize + n <= total;
            c.require(fits(self.jnt_qposadr[j], kind.nq(), self.nq), "jnt_qposadr", j, self.jnt_qposadr[j]);
            c.require(fits(self.jnt_dofadr[j], kind.nv(), self.nv), "jnt_dofadr", j, self.jnt_dofadr[j]);
        }
        c.range("jnt_bodyid", &self.jnt_bodyid, 0, self.nbody);
        c.range("jnt_actuatorid", &self.jnt_actuatorid, -2, self.nactuator);
        c.range("dof_bodyid", &self.dof_bodyid, 0, self.nbody);
        c.range("dof_jntid", &self.dof_jntid, 0, self.njnt);
        c.range("dof_treeid", &self.dof_treeid, 0, self.ntree);
        for (v, &parent) in self.dof_parentid.iter().enumerate() {
            c.require(parent >= -1 && parent < v as i32, "dof_parentid", v, parent);
        }
    }

    fn check_attached(&self, c: &mut Checker) {
        c.range("geom_bodyid", &self.geom_bodyid, 0, self.nbody);
        c.range("site_bodyid", &self.site_bodyid, 0, self.nbody);
        c.range("cam_bodyid", &self.cam_bodyid, 0, self.nbody);
        c.range("cam_targetbodyid", &self.cam_targetbodyid, -1, self.nbody);
        c.range("light_bodyid", &self.light_bodyid, 0, self.nbody);
        c.range("light_targetbodyid", &self.light_targetbodyid, -1, self.nbody);
    }

    /// Rows of the inertia: ancestors, then the diagonal.
    fn check_patterns(&self, c: &mut Checker) {
        c.blocks("M_rowadr", &self.M_rowadr, &self.M_rownnz, self.nC);
        c.blocks("ten_J_rowadr", &self.ten_J_rowadr, &self.ten_J_rownnz, self.nJten);
        c.range("ten_J_colind", &self.ten_J_colind, 0, self.nv);
        for i in 0..self.nv {
            if c.0.is_err() {
                return;
            }
            let n = self.M_rownnz[i];
            c.require(n > 0, "M_rownnz", i, n);
            let start = self.M_rowadr[i].max(0) as usize;
            let row = &self.M_colind[start..start + n.max(0) as usize];
            let expected: Vec<i32> = if self.dof_simplenum[i] > 0 {
                vec![i as i32]
            } else {
                let mut chain: Vec<i32> = std::iter::successors(Some(i as i32), |&v| {
                    let parent = self.dof_parentid[v as usize];
                    (parent >= 0).then_some(parent)
                })
                .collect();
                chain.reverse();
                chain
            };
            c.require(row == expected, "M_colind", i, row.first().copied().unwrap_or(-1));
            let ordered = i == 0 || self.M_rowadr[i] == self.M_rowadr[i - 1] + self.M_rownnz[i - 1];
            c.require(ordered, "M_rowadr", i, self.M_rowadr[i]);
        }
    }

    fn check_tendons(&self, c: &mut Checker) {
        c.blocks("tendon_adr", &self.tendon_adr, &self.tendon_num, self.nwrap);
        c.range("tendon_actuatorid", &self.tendon_actuatorid, -2, self.nactuator);
        for w in 0..self.nwrap {
            let id = self.wrap_objid[w];
            let count = match self.wrap_type[w] {
                WrapType::Joint => self.njnt,
                WrapType::Site => self.nsite,
                WrapType::Sphere | WrapType::Cylinder => self.ngeom,
                _ => continue,
            };
            c.require(id >= 0 && (id as usize) < count, "wrap_objid", w, id);
        }
        for t in 0..self.ntendon {
            if c.0.is_err() {
                return;
            }
            let first = self.tendon_adr[t].max(0) as usize;
            let path = &self.wrap_type[first..first + self.tendon_num[t].max(0) as usize];
            let fixed = path.first() == Some(&WrapType::Joint);
            for (k, &kind) in path.iter().enumerate() {
                let geom = |x: Option<&WrapType>| matches!(x, Some(&WrapType::Sphere | &WrapType::Cylinder));
                // a geom stands between two sites
                let between = k > 0 && path[k - 1] == WrapType::Site && path.get(k + 1) == Some(&WrapType::Site);
                let ok = (kind == WrapType::Joint) == fixed && (!geom(Some(&kind)) || between);
                c.require(ok, "wrap_type", first + k, kind.0);
            }
        }
    }

    fn check_actuators(&self, c: &mut Checker) {
        c.blocks("actuator_ctrladr", &self.actuator_ctrladr, &self.actuator_ctrlnum, self.nu);
        c.blocks("actuator_outadr", &self.actuator_outadr, &self.actuator_outnum, self.nout);
        c.blocks("actuator_actadr", &self.actuator_actadr, &self.actuator_actnum, self.na);
        for i in 0..self.nactuator {
            let (id, second) = (self.actuator_trnid[2 * i], self.actuator_trnid[2 * i + 1]);
            let inside = |id: i32, count: usize| id >= 0 && (id as usize) < count;
            let (first_ok, second_ok) = match self.actuator_trntype[i] {
                TransmissionType::Joint | TransmissionType::JointInParent => (inside(id, self.njnt), true),
                TransmissionType::Tendon => (inside(id, self.ntendon), true),
                TransmissionType::SliderCrank => (inside(id, self.nsite), inside(second, self.nsite)),
                TransmissionType::Site => (inside(id, self.nsite), second == -1 || inside(second, self.nsite)),
                TransmissionType::Body => (inside(id, self.nbody), true),
                TransmissionType::SO3 if second == -1 => {
                    (inside(id, self.njnt) && self.jnt_type[id as usize] == JointType::Ball, true)
                }
                TransmissionType::SO3 => (inside(id, self.nsite), inside(second, self.nsite)),
                _ => (true, true),
            };
            c.require(first_ok, "actuator_trnid", 2 * i, id);
            c.require(second_ok, "actuator_trnid", 2 * i + 1, second);
            let outputs = if self.actuator_trntype[i] == TransmissionType::SO3 { 3 } else { 1 };
            c.require(self.actuator_outnum[i] == outputs, "actuator_outnum", i, self.actuator_outnum[i]);
            let n = self.actuator_history[2 * i];
            let room = n <= 0 || {
                let start = i64::from(self.actuator_historyadr[i]);
                start >= 0 && start + 2 + 2 * i64::from(n) <= self.nhistory as i64
            };
            c.require(room, "actuator_historyadr", i, self.actuator_historyadr[i]);
        }
    }

    /// Explicit pairs and the bounding volumes of bodies.
    fn check_collision(&self, c: &mut Checker) {
        c.range("pair_geom1", &self.pair_geom1, 0, self.ngeom);
        c.range("pair_geom2", &self.pair_geom2, 0, self.ngeom);
        for b in 0..self.nbody {
            let (adr, num) = (self.body_bvhadr[b], self.body_bvhnum[b]);
            let Ok(first) = usize::try_from(adr) else { continue };
            let nodes = num.max(0) as usize;
            // the root is entered without asking
            let fits = nodes > 0 && first + nodes <= self.nbvhstatic.min(self.nbvh);
            c.require(fits, "body_bvhadr", b, adr);
            if c.0.is_err() {
                return;
            }
            for node in first..first + nodes {
                for child in [self.bvh_child[2 * node], self.bvh_child[2 * node + 1]] {
                    // children come after their parent, so that a descent ends
                    let below = child == -1 || (child > (node - first) as i32 && child < num);
                    c.require(below, "bvh_child", node, child);
                }
                let geom = self.bvh_nodeid[node];
                c.require(geom >= -1 && geom < self.ngeom as i32, "bvh_nodeid", node, geom);
            }
        }
    }

    fn check_equalities(&self, c: &mut Checker) {
        for i in 0..self.neq {
            let (first, second) = (self.eq_obj1id[i], self.eq_obj2id[i]);
            let inside = |id: i32, count: usize| id >= 0 && (id as usize) < count;
            let (ok1, ok2) = match self.eq_type[i] {
                EqType::Connect | EqType::Weld => {
                    let count = if self.eq_objtype[i] == ObjType::Site { self.nsite } else { self.nbody };
                    (inside(first, count), inside(second, count))
                }
                EqType::Joint => (inside(first, self.njnt), second == -1 || inside(second, self.njnt)),
                EqType::Tendon => (inside(first, self.ntendon), second == -1 || inside(second, self.ntendon)),
                _ => (true, true),
            };
            c.require(ok1, "eq_obj1id", i, first);
            c.require(ok2, "eq_obj2id", i, second);
        }
    }

    fn check_sensors(&self, c: &mut Checker) {
        use SensorType as S;
        c.blocks("sensor_adr", &self.sensor_adr, &self.sensor_dim, self.nsensordata);
        for i in 0..self.nsensor {
            if c.0.is_err() {
                return;
            }
            let (id, other) = (self.sensor_objid[i], self.sensor_refid[i]);
            let inside = |id: i32, count: usize| id >= 0 && (id as usize) < count;
            let kind = match self.sensor_type[i] {
                S::Touch | S::Accelerometer | S::Velocimeter | S::Gyro | S::Force | S::Torque => ObjType::Site,
                S::Magnetometer | S::CamProjection => ObjType::Site,
                S::JointPos | S::JointVel | S::JointActFrc | S::BallQuat | S::BallAngVel => ObjType::Joint,
                S::JointLimitPos | S::JointLimitVel | S::JointLimitFrc => ObjType::Joint,
                S::TendonPos | S::TendonVel | S::TendonActFrc => ObjType::Tendon,
                S::TendonLimitPos | S::TendonLimitVel | S::TendonLimitFrc => ObjType::Tendon,
                S::ActuatorPos | S::ActuatorVel | S::ActuatorFrc => ObjType::Actuator,
                S::SubtreeCom | S::SubtreeLinVel | S::SubtreeAngMom => ObjType::Body,
                S::Clock | S::EPotential | S::EKinetic | S::User | S::Plugin => ObjType::Unknown,
                _ => self.sensor_objtype[i],
            };
            c.require(kind == ObjType::Unknown || inside(id, self.count(kind)), "sensor_objid", i, id);
            let other_ok = match self.sensor_type[i] {
                S::CamProjection => inside(other, self.ncam),
                S::InsideSite => inside(other, self.nsite),
                _ => other == -1 || inside(other, self.count(self.sensor_reftype[i])),
            };
            c.require(other_ok, "sensor_refid", i, other);
            let ball = matches!(self.sensor_type[i], S::BallQuat | S::BallAngVel);
            if ball && c.0.is_ok() {
                c.require(self.jnt_type[id as usize].nv() >= 3, "sensor_objid", i, id);
            }
            let (n, dim) = (i64::from(self.sensor_history[2 * i]), i64::from(self.sensor_dim[i]));
            let start = i64::from(self.sensor_historyadr[i]);
            let room = n <= 0 || (start >= 0 && start + 2 + n * (1 + dim) <= self.nhistory as i64);
            c.require(room, "sensor_historyadr", i, self.sensor_historyadr[i]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_models_are_valid_and_damage_is_found() {
        let mut m = Model::n_link_pendulum(3, 1.0, 0.1);
        assert_eq!(m.validate(), Ok(()));
        m.jnt_qposadr[1] = 99;
        assert!(matches!(m.validate(), Err(ModelError::BadReference { array: "jnt_qposadr", index: 1, .. })));
        let mut m = Model::empty();
        assert_eq!(m.validate(), Ok(()));
        m.body_mass = vec![].into();
        assert_eq!(m.validate(), Err(ModelError::InconsistentArrays));
    }
}
