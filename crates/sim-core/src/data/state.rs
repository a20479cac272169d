//! The state of a world as one vector: which components, in which order, in and out.
//!
//! A signature has one bit per component; the vector holds the chosen components in the order of their bits.

use super::Data;
use crate::arrays::Flag;
use crate::model::Model;
use bitflags::bitflags;
use thiserror::Error;

/// The one list of what a state is made of: bit, field of Data, kind, numbers.
macro_rules! components {
    ($($(#[$($meta:tt)*])* $BIT:ident = $shift:literal: $field:ident $kind:ident [$($size:tt)+];)*) => {
        bitflags! {
            /// Components of a state vector, as a set: its bits are MuJoCo's state signature (`mjtState`).
            ///
            /// A state vector holds the components of the set in the order of their bits.
            ///
            /// ```
            /// use sim_core::Model;
            /// use sim_core::data::State;
            ///
            /// let model = Model::example();
            /// let mut data = model.make_data();
            /// let mut state = vec![0.0; model.state_size(State::QPOS | State::QVEL)?];
            /// data.get_state(&model, &mut state, State::QPOS | State::QVEL)?;
            /// data.step(&model)?;
            /// data.set_state(&model, &state, State::QPOS | State::QVEL)?;
            /// assert_eq!(data.qpos, model.qpos0);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
            pub struct State: u32 {
                $($(#[$($meta)*])* const $BIT = 1 << $shift;)*
                /// State of plugins; always empty.
                const PLUGIN = 1 << 13;

                /// What the physics moves: positions, velocities, activations, histories.
                const PHYSICS = Self::QPOS.bits() | Self::QVEL.bits() | Self::ACT.bits() | Self::HISTORY.bits();
                /// What the physics moves, with time and plugins.
                const FULLPHYSICS = Self::TIME.bits() | Self::PHYSICS.bits() | Self::PLUGIN.bits();
                /// What the user sets.
                const USER = Self::CTRL.bits()
                    | Self::QFRC_APPLIED.bits()
                    | Self::XFRC_APPLIED.bits()
                    | Self::EQ_ACTIVE.bits()
                    | Self::MOCAP_POS.bits()
                    | Self::MOCAP_QUAT.bits()
                    | Self::USERDATA.bits();
                /// Everything that decides the next step.
                const INTEGRATION = Self::FULLPHYSICS.bits() | Self::USER.bits() | Self::WARMSTART.bits();
            }
        }

        /// Fields of Data that make up the state, in the order of their bits.
        pub const STATE_FIELDS: &[&str] = &[$(stringify!($field)),*];

        #[inline]
        fn view(d: &Data, bit: State) -> Part<&[f64], &[Flag]> {
            match bit {
                $(State::$BIT => borrow!($kind d.$field, &, from_ref),)*
                _ => Part::Numbers(&[]),
            }
        }

        #[inline]
        fn view_mut(d: &mut Data, bit: State) -> Part<&mut [f64], &mut [Flag]> {
            match bit {
                $(State::$BIT => borrow!($kind d.$field, &mut, from_mut),)*
                _ => Part::Numbers(&mut []),
            }
        }

        /// Size of the component of a bit.
        #[inline]
        fn size(m: &Model, bit: State) -> usize {
            match bit {
                $(State::$BIT => count!(m, $($size)+),)*
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

/// Error of reading or setting a state vector.
///
/// ```
/// use sim_core::data::State;
/// use sim_core::{Model, StateError};
///
/// let model = Model::example();
/// let data = model.make_data();
/// let mut state = vec![0.0; 3];
/// let error = data.get_state(&model, &mut state, State::QPOS).unwrap_err();
/// assert_eq!(error, StateError::Length { expected: 8, found: 3 });
/// assert_eq!(model.state_size(State::from_bits_retain(1 << 20)), Err(StateError::Signature(1 << 20)));
/// ```
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// The signature has bits that no component has.
    #[error("the state signature is {0}: use the bits of `State`, below 2^{COMPONENTS}")]
    Signature(u32),
    /// The target signature has a component that the source lacks.
    #[error("the source state lacks a component of the target: ask for components of the source")]
    NotASubset,
    /// The length of the vector does not match its signature.
    #[error("the vector has {found} numbers: give {expected}")]
    Length {
        /// Numbers that the signature needs.
        expected: usize,
        /// Numbers given.
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
fn bits(sig: State) -> impl Iterator<Item = State> {
    let mut rest = sig.bits();
    std::iter::from_fn(move || {
        let bit = rest & rest.wrapping_neg();
        rest ^= bit;
        (bit != 0).then_some(State::from_bits_retain(bit))
    })
}

impl Model {
    /// Length of a state vector with the components of `sig`.
    pub fn state_size(&self, sig: State) -> Result<usize, StateError> {
        if sig.bits() >> COMPONENTS != 0 {
            return Err(StateError::Signature(sig.bits()));
        }
        Ok(bits(sig).map(|bit| size(self, bit)).sum())
    }

    /// Picks the components `to_sig` out of a state vector with the components `from_sig`.
    pub fn extract_state(
        &self,
        from: &[f64],
        from_sig: State,
        to: &mut [f64],
        to_sig: State,
    ) -> Result<(), StateError> {
        check_length(self.state_size(from_sig)?, from.len())?;
        if !from_sig.contains(to_sig) {
            return Err(StateError::NotASubset);
        }
        check_length(self.state_size(to_sig)?, to.len())?;
        let (mut read, mut written) = (0, 0);
        for bit in bits(from_sig) {
            let n = size(self, bit);
            if to_sig.contains(bit) {
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
    pub fn get_state(&self, m: &Model, state: &mut [f64], sig: State) -> Result<(), StateError> {
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
    pub fn set_state(&mut self, m: &Model, state: &[f64], sig: State) -> Result<(), StateError> {
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
    pub fn copy_state(&mut self, m: &Model, from: &Self, sig: State) -> Result<(), StateError> {
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
        let mut state = vec![0.0; m.state_size(State::INTEGRATION).unwrap()];
        d.get_state(&m, &mut state, State::INTEGRATION).unwrap();
        let mut e = m.make_data();
        e.set_state(&m, &state, State::INTEGRATION).unwrap();
        assert_eq!(d, e);
        let mut velocities = [0.0; 3];
        m.extract_state(&state, State::INTEGRATION, &mut velocities, State::QVEL).unwrap();
        assert_eq!(velocities, [0.0, 0.0, -1.0]);
    }

    #[test]
    fn wrong_signatures_are_refused() {
        let m = Model::n_link_pendulum(1, 1.0, 0.1);
        let d = m.make_data();
        assert_eq!(m.state_size(State::from_bits_retain(1 << 14)), Err(StateError::Signature(1 << 14)));
        assert!(d.get_state(&m, &mut [0.0], State::PHYSICS).is_err());
        let refused = m.extract_state(&[0.0], State::QPOS, &mut [0.0], State::QVEL);
        assert_eq!(refused, Err(StateError::NotASubset));
    }
}
