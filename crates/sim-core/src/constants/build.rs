//! Models built without a file.

use crate::math::row;
use crate::model::{GeomType, JointType, Model, ObjType, Options, SOLIMP, SOLREF, Statistic};

/// Time step of the pendulums (s).
const PENDULUM_TIMESTEP: f64 = 1.0 / 240.0;

impl Model {
    /// The world alone: one static body, no degrees of freedom.
    pub fn empty() -> Self {
        let mut m = Self { nbody: 1, opt: Options::default(), stat: Statistic::default(), ..Self::default() };
        m.resize_arrays();
        m.init_bodies();
        m.finish("empty", &|_| Vec::new());
        m
    }

    /// A planar chain of `n` point-like links hanging from the world along -z, each a thin rod of `length`
    /// (m) and `mass` (kg) on a hinge about y; time step 1/240 s, no damping, no contacts.
    pub fn n_link_pendulum(n: usize, length: f64, mass: f64) -> Self {
        let mut m = Self { nbody: n + 1, njnt: n, nq: n, nv: n, ngeom: n, ..Self::default() };
        m.opt.timestep = PENDULUM_TIMESTEP;
        m.resize_arrays();
        m.init_bodies();
        // a slender rod: its width gives the axial inertia
        let radius = 0.01 * length;
        let bending = mass * length * length / 12.0;
        for i in 1..=n {
            let j = i - 1;
            m.body_parentid[i] = j as i32;
            (m.body_jntnum[i], m.body_jntadr[i]) = (1, j as i32);
            (m.body_geomnum[i], m.body_geomadr[i]) = (1, j as i32);
            if i > 1 {
                m.body_pos[3 * i + 2] = -length;
            }
            m.body_ipos[3 * i + 2] = -0.5 * length;
            m.body_mass[i] = mass;
            m.body_inertia[3 * i..3 * i + 3].copy_from_slice(&[bending, bending, 0.5 * mass * radius * radius]);

            m.jnt_type[j] = JointType::Hinge;
            m.jnt_axis[3 * j + 1] = 1.0;
            m.jnt_solref[2 * j..2 * j + 2].copy_from_slice(&SOLREF);
            m.jnt_solimp[5 * j..5 * j + 5].copy_from_slice(&SOLIMP);
            m.dof_solref[2 * j..2 * j + 2].copy_from_slice(&SOLREF);
            m.dof_solimp[5 * j..5 * j + 5].copy_from_slice(&SOLIMP);

            m.geom_type[j] = GeomType::Capsule;
            m.geom_bodyid[j] = i as i32;
            m.geom_condim[j] = 3;
            (m.geom_dataid[j], m.geom_matid[j], m.geom_plugin[j]) = (-1, -1, -1);
            m.geom_solmix[j] = 1.0;
            m.geom_solref[2 * j..2 * j + 2].copy_from_slice(&SOLREF);
            m.geom_solimp[5 * j..5 * j + 5].copy_from_slice(&SOLIMP);
            m.geom_friction[3 * j..3 * j + 3].copy_from_slice(&[1.0, 0.005, 0.0001]);
            m.geom_size[3 * j..3 * j + 2].copy_from_slice(&[radius, 0.5 * length - radius]);
            m.geom_aabb[6 * j + 3..6 * j + 6].copy_from_slice(&[radius, radius, 0.5 * length]);
            m.geom_rbound[j] = 0.5 * length;
            m.geom_pos[3 * j + 2] = -0.5 * length;
            m.geom_quat[4 * j] = 1.0;
            m.geom_rgba[4 * j..4 * j + 4].copy_from_slice(&[0.5, 0.5, 0.5, 1.0]);
        }
        m.finish("pendulum", &|kind| match kind {
            ObjType::Body => std::iter::once("world".to_string()).chain((1..=n).map(|i| format!("link{i}"))).collect(),
            ObjType::Joint => (1..=n).map(|i| format!("hinge{i}")).collect(),
            ObjType::Geom => (1..=n).map(|i| format!("rod{i}")).collect(),
            _ => Vec::new(),
        });
        m
    }

    /// Identity poses and absent references of all bodies.
    pub(super) fn init_bodies(&mut self) {
        for i in 0..self.nbody {
            self.body_quat[4 * i] = 1.0;
            self.body_iquat[4 * i] = 1.0;
            self.body_mocapid[i] = -1;
            self.body_jntadr[i] = -1;
            self.body_geomadr[i] = -1;
            self.body_bvhadr[i] = -1;
            self.body_plugin[i] = -1;
        }
        self.jnt_actuatorid.fill(-1);
        self.njmax = 0;
        self.npaths = 1;
        self.paths = [0].into();
    }

    /// Names, structure and constants of a model whose objects are filled in.
    pub(super) fn finish(&mut self, name: &str, names: &dyn Fn(ObjType) -> Vec<String>) {
        self.set_names(name, &|kind| match (kind, names(kind)) {
            (ObjType::Body, list) if list.is_empty() => vec!["world".to_string()],
            (_, list) => list,
        });
        self.qpos_spring = self.qpos0.clone();
        self.derive_structure(&|_| true);
        // objects built here satisfy every condition set_const checks
        let constants = self.set_const();
        debug_assert!(constants.is_ok());
        debug_assert!(self.nbody == 0 || row::<4>(&self.body_quat, 0) == [1.0, 0.0, 0.0, 0.0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_the_pendulum() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        assert_eq!((m.nbody, m.njnt, m.nq, m.nv, m.nu), (4, 3, 3, 3, 0));
        assert_eq!(m.opt.timestep, 1.0 / 240.0);
        assert!((m.body_subtreemass[0] - 0.3).abs() < 1e-15);
        assert!(m.has_consistent_arrays());
        assert_eq!(m.id(ObjType::Joint, "hinge2"), Some(1));
    }

    #[test]
    fn empty_has_only_the_world() {
        let m = Model::empty();
        assert_eq!((m.nbody, m.nv), (1, 0));
        assert_eq!(m.name(ObjType::Body, 0), Some("world"));
        assert!(m.has_consistent_arrays());
    }
}
