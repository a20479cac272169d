//! The state of a world as one vector: which components, in which order, in and out.
//!
//! A signature has one bit per component; the vector holds the chosen components in the order of their bits.

use super::Data;
use crate::arrays::Flag;
use crate::model::Model;
use thiserror::Error;

/// The one list of what a state is made of: bit, field of Data, kind, numbers.
macro_rules! components {
    ($($(#[$meta:meta])* $BIT:ident = $shift:literal: $field:ident $kind:ident [$($size:tt)+];)*) => {
        /// Bits of a state signature.
        pub mod component {
            $($(#[$meta])* pub const $BIT: u32 = 1 << $shift;)*
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

        /// Fields of Data that make up the state, in the order of their bits.
        pub const STATE_FIELDS: &[&str] = &[$(stringify!($field)),*];

        #[inline]
        fn view(d: &Data, bit: u32) -> Part<&[f64], &[Flag]> {
            match bit {
                $(component::$BIT => borrow!($kind d.$field, &, from_ref),)*
                _ => Part::Numbers(&[]),
            }
        }

        #[inline]
        fn view_mut(d: &mut Data, bit: u32) -> Part<&mut [f64], &mut [Flag]> {
            match bit {
                $(component::$BIT => borrow!($kind d.$field, &mut, from_mut),)*
                _ => Part::Numbers(&mut []),
            }
        }

        /// Size of the component of a bit.
        #[inline]
        fn size(m: &Model, bit: u32) -> usize {
            match bit {
                $(component::$BIT => count!(m, $($size)+),)*
                _ => 0,
            }
        }
    };
}

/// One component, borrowed with `$ref`.
macro_rules! borrow {
    (number $d:ident.$field:ident, $($reference:tt)+) => { borrow!(@one $d.$field, $($reference)+) };
    (@one $d:ident.$field:ident, &, $one:ident) => { Part::Numbers(std::slice::$one(&$d.$field)) };
    (@one $d:ident.$field:ident, &mut, $one:ident) => { Part::Numbers(std::slice::$one(&mut $d.$field)) };
    (numbers $d:ident.$field:ident, &, $one:ident) => { Part::Numbers(&$d.$field[..]) };
    (numbers $d:ident.$field:ident, &mut, $one:ident) => { Part::Numbers(&mut $d.$field[..]) };
    (flags $d:ident.$field:ident, &, $one:ident) => { Part::Flags(&$d.$field[..]) };
    (flags $d:ident.$field:ident, &mut, $one:ident) => { Part::Flags(&mut $d.$field[..]) };
}

/// How many numbers: one, a size of the Model, or a multiple of it.
macro_rules! count {
    ($m:ident, 1) => {
        1
    };
    ($m:ident, $size:ident) => {
        $m.$size
    };
    ($m:ident, $k:literal * $size:ident) => {
        $k * $m.$size
    };
}

components! {
    /// Simulation time.
    TIME = 0: time number [1];
    /// Positions.
    QPOS = 1: qpos numbers [nq];
    /// Velocities.
    QVEL = 2: qvel numbers [nv];
    /// Activations.
    ACT = 3: act numbers [na];
    /// Past controls and readings.
    HISTORY = 4: history numbers [nhistory];
    /// Acceleration the solver starts from.
    WARMSTART = 5: qacc_warmstart numbers [nv];
    /// Controls.
    CTRL = 6: ctrl numbers [nu];
    /// Applied generalised force.
    QFRC_APPLIED = 7: qfrc_applied numbers [nv];
    /// Applied forces and torques on bodies.
    XFRC_APPLIED = 8: xfrc_applied numbers [6 * nbody];
    /// Which equality constraints are on.
    EQ_ACTIVE = 9: eq_active flags [neq];
    /// Positions of mocap bodies.
    MOCAP_POS = 10: mocap_pos numbers [3 * nmocap];
    /// Orientations of mocap bodies.
    MOCAP_QUAT = 11: mocap_quat numbers [4 * nmocap];
    /// The user's numbers.
    USERDATA = 12: userdata numbers [nuserdata];
}

/// Number of components.
const COMPONENTS: usize = STATE_FIELDS.len() + 1;

/// Why a state vector was refused.
///
/// ```
/// use sim_core::data::component;
/// use sim_core::{Model, StateError};
///
/// let model = Model::example();
/// let data = model.make_data();
/// let mut state = vec![0.0; 3];
/// let error = data.get_state(&model, &mut state, component::QPOS).unwrap_err();
/// assert_eq!(error, StateError::Length { expected: 8, found: 3 });
/// assert_eq!(model.state_size(1 << 20), Err(StateError::Signature));
/// ```
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
                Part::Flags(values) => values.iter().zip(own).for_each(|(v, x)| *x = f64::from(u8::from(v.get()))),
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
                Part::Flags(values) => values.iter_mut().zip(own).for_each(|(v, x)| *v = (*x != 0.0).into()),
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
