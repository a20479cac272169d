//! Return to the reference pose or a keyframe.

use crate::access::{Find, KeyId, UnknownObject};
use crate::arrays::{ArrayMut, Flag};
use crate::data::{Data, MAX_ISLANDS, Padding, SolverStat};
use crate::model::{CHART_QUAT, GainType, Model};

/// Arrays of the forces that the user applies.
const APPLIED: [&str; 2] = ["qfrc_applied", "xfrc_applied"];

/// Whether a reset clears them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AppliedForces {
    /// They stay.
    Keep,
    /// They are set to zero.
    Clear,
}

/// Whether any flag is set: blocks of flags are reduced at once.
fn is_any(flags: &[Flag]) -> bool {
    flags.chunks(4096).any(|part| part.iter().fold(false, |any, flag| any | flag.get()))
}

impl Model {
    /// Makes a world for this model, in the reference pose, at rest.
    pub fn make_data(&self) -> Data {
        let mut data = Data::default();
        data.reset_all(self);
        data
    }

    /// Makes a world for this model without padding between its arrays, for a thread that makes and steps its own worlds. Threads
    /// that share worlds use [`make_data`](Self::make_data), whose padding keeps their cache lines apart.
    pub fn make_thread_data(&self) -> Data {
        let mut data = Data::default();
        data.resize(self, Padding::None);
        data.reset_all(self);
        data
    }
}

impl Data {
    /// Returns to the reference pose at rest. `qfrc_applied` and `xfrc_applied` are kept; everything else,
    /// results included, is cleared.
    pub fn reset(&mut self, m: &Model) {
        self.begin_again(m, AppliedForces::Keep);
    }

    /// Returns to the reference pose at rest and clears the applied forces too.
    pub fn reset_all(&mut self, m: &Model) {
        self.begin_again(m, AppliedForces::Clear);
    }

    fn begin_again(&mut self, m: &Model, forces: AppliedForces) {
        self.resize(m, Padding::CacheLine);
        self.visit_arrays_mut(&mut |name, array| match array {
            ArrayMut::F64(_) if forces == AppliedForces::Keep && APPLIED.contains(&name) => {}
            ArrayMut::F64(a) => a.fill(0.0),
            ArrayMut::F32(a) => a.fill(0.0),
            ArrayMut::I32(a) => a.fill(0),
            ArrayMut::I64(a) => a.fill(0),
            ArrayMut::U8(a) => a.fill(0),
            // flags of the nodes of large meshes, which may never be set: memory that is never written is never allocated
            ArrayMut::Bool(a) if !is_any(a) => {}
            ArrayMut::Bool(a) => a.fill(Flag::OFF),
        });
        self.qLD.fill(0.0);
        self.qH.fill(0.0);
        self.time = 0.0;
        self.energy = [0.0; 2];
        self.clear_contacts();
        self.warning = Default::default();
        self.solver.fill(SolverStat::default());
        self.solver_niter = [0; MAX_ISLANDS];
        self.solver_matrix = [0; MAX_ISLANDS];
        self.solver_fwdinv = [0.0; 2];
        (self.flg_energypos, self.flg_energyvel) = (false, false);
        (self.flg_subtreevel, self.flg_rnepost) = (false, false);

        self.qpos.copy_from_slice(&m.qpos0);
        self.eq_active.copy_from_slice(&m.eq_active0);
        self.reset_ctrl(m);
        self.reset_history(m);
        // before the mocap bodies are placed, as MuJoCo does it
        super::sleep::reset(m, self);
        for i in 0..m.nbody {
            if let Ok(id) = usize::try_from(m.body_mocapid[i]) {
                self.mocap_pos[3 * id..3 * id + 3].copy_from_slice(&m.body_pos[3 * i..3 * i + 3]);
                self.mocap_quat[4 * id..4 * id + 4].copy_from_slice(&m.body_quat[4 * i..4 * i + 4]);
            }
        }
    }

    /// Returns to keyframe `key`: the reference pose, then the keyframe's time, positions, velocities,
    /// activations, controls and mocap poses. Applied forces are kept. Returns whether the keyframe exists.
    pub fn reset_to_keyframe(&mut self, m: &Model, key: usize) -> bool {
        self.reset(m);
        if key >= m.nkey {
            return false;
        }
        fn row(source: &[f64], key: usize, target: &mut [f64]) {
            let n = target.len();
            target.copy_from_slice(&source[key * n..(key + 1) * n]);
        }
        self.time = m.key_time[key];
        row(&m.key_qpos, key, &mut self.qpos);
        row(&m.key_qvel, key, &mut self.qvel);
        row(&m.key_act, key, &mut self.act);
        row(&m.key_mpos, key, &mut self.mocap_pos);
        row(&m.key_mquat, key, &mut self.mocap_quat);
        row(&m.key_ctrl, key, &mut self.ctrl);
        true
    }

    /// Returns to a keyframe, found by name or id. An unknown keyframe is an error and changes nothing.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.reset_to(&model, "bent")?;
    /// assert_eq!(data.joint("elbow")?.qpos(), [0.5]);
    /// assert!(data.reset_to(&model, "bend").unwrap_err().to_string().contains("'bent'"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reset_to(&mut self, m: &Model, key: impl Find<KeyId>) -> Result<(), UnknownObject> {
        let key = key.find_in(m)?;
        self.reset_to_keyframe(m, key.index());
        Ok(())
    }

    /// Neutral controls: zero, and the identity for quaternion setpoints.
    pub fn reset_ctrl(&mut self, m: &Model) {
        self.ctrl.fill(0.0);
        for i in 0..m.nactuator {
            if m.actuator_gaintype[i] == GainType::SO3 && m.actuator_ctrlspec[i] == CHART_QUAT {
                self.ctrl[m.actuator_ctrladr[i] as usize] = 1.0;
            }
        }
    }

    /// Fills the history buffers with zeros at the times before the start.
    fn reset_history(&mut self, m: &Model) {
        let dt = m.opt.timestep;
        for i in 0..m.nactuator {
            let n = m.actuator_history[2 * i];
            if n > 0 {
                let buffer = &mut self.history[m.actuator_historyadr[i] as usize..];
                buffer[1] = f64::from(n - 1);
                for j in 0..n {
                    buffer[2 + j as usize] = -f64::from(n - j) * dt;
                }
            }
        }
        for i in 0..m.nsensor {
            let n = m.sensor_history[2 * i];
            if n <= 0 {
                continue;
            }
            let (period, phase) = (m.sensor_interval[2 * i], m.sensor_interval[2 * i + 1]);
            let buffer = &mut self.history[m.sensor_historyadr[i] as usize..];
            let first = if phase == 0.0 { -period } else { phase };
            buffer[0] = if period > 0.0 { first } else { -dt };
            buffer[1] = f64::from(n - 1);
            for j in 0..n {
                // sampled sensors: period apart, rounded up to the grid of time steps
                buffer[2 + j as usize] = if period > 0.0 {
                    ((first - f64::from(n - 1 - j) * period) / dt).ceil() * dt
                } else {
                    -f64::from(n - j) * dt
                };
            }
        }
    }
}
