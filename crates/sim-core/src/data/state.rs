//! The state of a world as one vector: which components, in which order, in and out.
//!
//! A signature has one bit per component; the vector holds the chosen components in the order of their bits.

use super::Data;
use crate::model::Model;
use thiserror::Error;

/// Bits of a state signature.
pub mod component {
    /// Simulation time.
    pub const TIME: u32 = 1 << 0;
    /// Positions.
    pub const QPOS: u32 = 1 << 1;
    /// Velocities.
    pub const QVEL: u32 = 1 << 2;
    /// Activations.
    pub const ACT: u32 = 1 << 3;
    /// Past controls and readings.
    pub const HISTORY: u32 = 1 << 4;
    /// Acceleration the solver starts from.
    pub const WARMSTART: u32 = 1 << 5;
    /// Controls.
    pub const CTRL: u32 = 1 << 6;
    /// Applied generalised force.
    pub const QFRC_APPLIED: u32 = 1 << 7;
    /// Applied forces and torques on bodies.
    pub const XFRC_APPLIED: u32 = 1 << 8;
    /// Which equality constraints are on.
    pub const EQ_ACTIVE: u32 = 1 << 9;
    /// Positions of mocap bodies.
    pub const MOCAP_POS: u32 = 1 << 10;
    /// Orientations of mocap bodies.
    pub const MOCAP_QUAT: u32 = 1 << 11;
    /// The user's numbers.
    pub const USERDATA: u32 = 1 << 12;
    /// State of plugins; always empty.
    pub const PLUGIN: u32 = 1 << 13;

    /// What evolves.
    pub const PHYSICS: u32 = QPOS | QVEL | ACT | HISTORY;
    /// What evolves, with time.
    pub const FULLPHYSICS: u32 = TIME | PHYSICS | PLUGIN;
    /// What the user sets.
    pub const USER: u32 = CTRL | QFRC_APPLIED | XFRC_APPLIED | EQ_ACTIVE | MOCAP_POS | MOCAP_QUAT | USERDATA;
    /// All that decides the next step.
    pub const INTEGRATION: u32 = FULLPHYSICS | USER | WARMSTART;
}

/// Number of components.
const COMPONENTS: usize = 14;

/// Why a state vector was refused.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// The signature has bits beyond the last component.
    #[error("a state signature is below 2^{COMPONENTS}")]
    Signature,
    /// A component is asked for that the source does not have.
    #[error("the source has no such component")]
    NotASubset,
    /// The vector has another length than its signature says.
    #[error("a state of {expected} numbers was expected, not {found}")]
    Length {
        /// What the signature asks for.
        expected: usize,
        /// What was given.
        found: usize,
    },
}

fn check_length(expected: usize, found: usize) -> Result<(), StateError> {
    if expected == found { Ok(()) } else { Err(StateError::Length { expected, found }) }
}

/// One component.
enum Part<Numbers, Flags> {
    Numbers(Numbers),
    Flags(Flags),
}

/// The components in the order of their bits, borrowed with `$ref`; the last, plugin state, is always empty.
macro_rules! parts {
    ($d:expr, $one:path, $($ref:tt)+) => {
        [
            Part::Numbers($one($($ref)+ $d.time)),
            Part::Numbers($($ref)+ $d.qpos[..]),
            Part::Numbers($($ref)+ $d.qvel[..]),
            Part::Numbers($($ref)+ $d.act[..]),
            Part::Numbers($($ref)+ $d.history[..]),
            Part::Numbers($($ref)+ $d.qacc_warmstart[..]),
            Part::Numbers($($ref)+ $d.ctrl[..]),
            Part::Numbers($($ref)+ $d.qfrc_applied[..]),
            Part::Numbers($($ref)+ $d.xfrc_applied[..]),
            Part::Flags($($ref)+ $d.eq_active[..]),
            Part::Numbers($($ref)+ $d.mocap_pos[..]),
            Part::Numbers($($ref)+ $d.mocap_quat[..]),
            Part::Numbers($($ref)+ $d.userdata[..]),
            Part::Numbers($($ref)+ []),
        ]
    };
}

fn views(d: &Data) -> [Part<&[f64], &[bool]>; COMPONENTS] {
    parts!(d, std::slice::from_ref, &)
}

fn views_mut(d: &mut Data) -> [Part<&mut [f64], &mut [bool]>; COMPONENTS] {
    parts!(d, std::slice::from_mut, &mut)
}

/// Sizes of the components in the order of their bits.
fn sizes(m: &Model) -> [usize; COMPONENTS] {
    let (nmocap, nv) = (m.nmocap, m.nv);
    [1, m.nq, nv, m.na, m.nhistory, nv, m.nu, nv, 6 * m.nbody, m.neq, 3 * nmocap, 4 * nmocap, m.nuserdata, 0]
}

fn selected(sig: u32, component: usize) -> bool {
    sig >> component & 1 == 1
}

impl Model {
    /// Length of a state vector with the components of `sig`.
    pub fn state_size(&self, sig: u32) -> Result<usize, StateError> {
        if sig >> COMPONENTS != 0 {
            return Err(StateError::Signature);
        }
        Ok(sizes(self).iter().enumerate().filter(|(i, _)| selected(sig, *i)).map(|(_, n)| n).sum())
    }

    /// Picks the components `to_sig` out of a state vector with the components `from_sig`.
    pub fn extract_state(&self, from: &[f64], from_sig: u32, to: &mut [f64], to_sig: u32) -> Result<(), StateError> {
        check_length(self.state_size(from_sig)?, from.len())?;
        if to_sig & !from_sig != 0 {
            return Err(StateError::NotASubset);
        }
        check_length(self.state_size(to_sig)?, to.len())?;
        let (mut read, mut written) = (0, 0);
        for (component, n) in sizes(self).into_iter().enumerate().filter(|(i, _)| selected(from_sig, *i)) {
            if selected(to_sig, component) {
                to[written..written + n].copy_from_slice(&from[read..read + n]);
                written += n;
            }
            read += n;
        }
        Ok(())
    }

    /// Stores the state of a world in keyframe `key`. Returns whether there is such a keyframe.
    pub fn set_keyframe(&mut self, d: &Data, key: usize) -> bool {
        if key >= self.nkey {
            return false;
        }
        fn store(target: &mut [f64], key: usize, values: &[f64]) {
            let n = values.len();
            target[key * n..(key + 1) * n].copy_from_slice(values);
        }
        self.key_time[key] = d.time;
        store(&mut self.key_qpos, key, &d.qpos);
        store(&mut self.key_qvel, key, &d.qvel);
        store(&mut self.key_act, key, &d.act);
        store(&mut self.key_mpos, key, &d.mocap_pos);
        store(&mut self.key_mquat, key, &d.mocap_quat);
        store(&mut self.key_ctrl, key, &d.ctrl);
        true
    }
}

impl Data {
    /// Writes the components of `sig` to `state`.
    pub fn get_state(&self, m: &Model, state: &mut [f64], sig: u32) -> Result<(), StateError> {
        check_length(m.state_size(sig)?, state.len())?;
        let mut state = state.iter_mut();
        for (component, part) in views(self).into_iter().enumerate() {
            match part {
                _ if !selected(sig, component) => {}
                Part::Numbers(values) => values.iter().zip(&mut state).for_each(|(v, x)| *x = *v),
                Part::Flags(values) => values.iter().zip(&mut state).for_each(|(v, x)| *x = f64::from(u8::from(*v))),
            }
        }
        Ok(())
    }

    /// Sets the components of `sig` from `state`.
    pub fn set_state(&mut self, m: &Model, state: &[f64], sig: u32) -> Result<(), StateError> {
        check_length(m.state_size(sig)?, state.len())?;
        let mut state = state.iter().copied();
        for (component, part) in views_mut(self).into_iter().enumerate() {
            match part {
                _ if !selected(sig, component) => {}
                Part::Numbers(values) => values.iter_mut().zip(&mut state).for_each(|(v, x)| *v = x),
                Part::Flags(values) => values.iter_mut().zip(&mut state).for_each(|(v, x)| *v = x != 0.0),
            }
        }
        Ok(())
    }

    /// Copies the components of `sig` from another world of the same model.
    pub fn copy_state(&mut self, m: &Model, from: &Self, sig: u32) -> Result<(), StateError> {
        m.state_size(sig)?;
        for (component, pair) in views_mut(self).into_iter().zip(views(from)).enumerate() {
            match pair {
                _ if !selected(sig, component) => {}
                (Part::Numbers(to), Part::Numbers(from)) if to.len() == from.len() => to.copy_from_slice(from),
                (Part::Flags(to), Part::Flags(from)) if to.len() == from.len() => to.copy_from_slice(from),
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_comes_back() {
        let m = Model::n_link_pendulum(3, 1.0, 0.1);
        let mut d = m.make_data();
        (d.time, d.qpos[1], d.qvel[2]) = (4.0, 0.5, -1.0);
        let mut state = vec![0.0; m.state_size(component::INTEGRATION).unwrap()];
        d.get_state(&m, &mut state, component::INTEGRATION).unwrap();
        let mut e = m.make_data();
        e.set_state(&m, &state, component::INTEGRATION).unwrap();
        assert_eq!(d, e);
        let mut velocities = [0.0; 3];
        m.extract_state(&state, component::INTEGRATION, &mut velocities, component::QVEL).unwrap();
        assert_eq!(velocities, [0.0, 0.0, -1.0]);
    }

    #[test]
    fn wrong_signatures_are_refused() {
        let m = Model::n_link_pendulum(1, 1.0, 0.1);
        let d = m.make_data();
        assert_eq!(m.state_size(1 << 14), Err(StateError::Signature));
        assert!(d.get_state(&m, &mut [0.0], component::PHYSICS).is_err());
        let refused = m.extract_state(&[0.0], component::QPOS, &mut [0.0], component::QVEL);
        assert_eq!(refused, Err(StateError::NotASubset));
    }
}
