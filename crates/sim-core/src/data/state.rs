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

/// The component of a bit, borrowed with `$ref`; plugin state is always empty.
macro_rules! part {
    ($d:expr, $bit:expr, $one:path, $($ref:tt)+) => {
        match $bit {
            component::TIME => Part::Numbers($one($($ref)+ $d.time)),
            component::QPOS => Part::Numbers($($ref)+ $d.qpos[..]),
            component::QVEL => Part::Numbers($($ref)+ $d.qvel[..]),
            component::ACT => Part::Numbers($($ref)+ $d.act[..]),
            component::HISTORY => Part::Numbers($($ref)+ $d.history[..]),
            component::WARMSTART => Part::Numbers($($ref)+ $d.qacc_warmstart[..]),
            component::CTRL => Part::Numbers($($ref)+ $d.ctrl[..]),
            component::QFRC_APPLIED => Part::Numbers($($ref)+ $d.qfrc_applied[..]),
            component::XFRC_APPLIED => Part::Numbers($($ref)+ $d.xfrc_applied[..]),
            component::EQ_ACTIVE => Part::Flags($($ref)+ $d.eq_active[..]),
            component::MOCAP_POS => Part::Numbers($($ref)+ $d.mocap_pos[..]),
            component::MOCAP_QUAT => Part::Numbers($($ref)+ $d.mocap_quat[..]),
            component::USERDATA => Part::Numbers($($ref)+ $d.userdata[..]),
            _ => Part::Numbers($($ref)+ []),
        }
    };
}

#[inline]
fn view(d: &Data, bit: u32) -> Part<&[f64], &[bool]> {
    part!(d, bit, std::slice::from_ref, &)
}

#[inline]
fn view_mut(d: &mut Data, bit: u32) -> Part<&mut [f64], &mut [bool]> {
    part!(d, bit, std::slice::from_mut, &mut)
}

/// Size of the component of a bit.
#[inline]
fn size(m: &Model, bit: u32) -> usize {
    match bit {
        component::TIME => 1,
        component::QPOS => m.nq,
        component::QVEL | component::WARMSTART | component::QFRC_APPLIED => m.nv,
        component::ACT => m.na,
        component::HISTORY => m.nhistory,
        component::CTRL => m.nu,
        component::XFRC_APPLIED => 6 * m.nbody,
        component::EQ_ACTIVE => m.neq,
        component::MOCAP_POS => 3 * m.nmocap,
        component::MOCAP_QUAT => 4 * m.nmocap,
        component::USERDATA => m.nuserdata,
        _ => 0,
    }
}

/// The bits of a signature, in order.
#[inline]
fn bits(sig: u32) -> impl Iterator<Item = u32> {
    let mut rest = sig;
    std::iter::from_fn(move || {
        let bit = rest & rest.wrapping_neg();
        rest ^= bit;
        (bit != 0).then_some(bit)
    })
}

impl Model {
    /// Length of a state vector with the components of `sig`.
    pub fn state_size(&self, sig: u32) -> Result<usize, StateError> {
        if sig >> COMPONENTS != 0 {
            return Err(StateError::Signature);
        }
        Ok(bits(sig).map(|bit| size(self, bit)).sum())
    }

    /// Picks the components `to_sig` out of a state vector with the components `from_sig`.
    pub fn extract_state(&self, from: &[f64], from_sig: u32, to: &mut [f64], to_sig: u32) -> Result<(), StateError> {
        check_length(self.state_size(from_sig)?, from.len())?;
        if to_sig & !from_sig != 0 {
            return Err(StateError::NotASubset);
        }
        check_length(self.state_size(to_sig)?, to.len())?;
        let (mut read, mut written) = (0, 0);
        for bit in bits(from_sig) {
            let n = size(self, bit);
            if to_sig & bit != 0 {
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
        let mut state = state;
        for bit in bits(sig) {
            let (own, rest) = state.split_at_mut(size(m, bit));
            state = rest;
            match view(self, bit) {
                Part::Numbers(values) => values.iter().zip(own).for_each(|(v, x)| *x = *v),
                Part::Flags(values) => values.iter().zip(own).for_each(|(v, x)| *x = f64::from(u8::from(*v))),
            }
        }
        Ok(())
    }

    /// Sets the components of `sig` from `state`.
    pub fn set_state(&mut self, m: &Model, state: &[f64], sig: u32) -> Result<(), StateError> {
        check_length(m.state_size(sig)?, state.len())?;
        let mut state = state;
        for bit in bits(sig) {
            let (own, rest) = state.split_at(size(m, bit));
            state = rest;
            match view_mut(self, bit) {
                Part::Numbers(values) => values.iter_mut().zip(own).for_each(|(v, x)| *v = *x),
                Part::Flags(values) => values.iter_mut().zip(own).for_each(|(v, x)| *v = *x != 0.0),
            }
        }
        Ok(())
    }

    /// Copies the components of `sig` from another world of the same model.
    pub fn copy_state(&mut self, m: &Model, from: &Self, sig: u32) -> Result<(), StateError> {
        m.state_size(sig)?;
        for bit in bits(sig) {
            match (view_mut(self, bit), view(from, bit)) {
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
