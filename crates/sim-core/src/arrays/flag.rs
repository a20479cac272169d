//! Yes or no, in one byte that may hold anything.

use bytemuck::{Pod, Zeroable};
use std::fmt;
use std::ops::Not;

/// An entry of an array of flags. Memory that others look into may hold any byte, and a `bool` may not: every byte is a valid
/// `Flag`, and all but zero are "on".
///
/// ```
/// use sim_core::arrays::Flag;
///
/// let flags: &[Flag] = bytemuck::cast_slice(&[0u8, 1, 2]);
/// assert_eq!(flags, [false, true, true]);
/// ```
#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(transparent)]
pub struct Flag(u8);

impl Flag {
    /// Off.
    pub const OFF: Self = Self(0);
    /// On.
    pub const ON: Self = Self(1);

    /// Whether it is on.
    #[inline(always)]
    #[must_use]
    pub const fn get(self) -> bool {
        self.0 != 0
    }
}

impl From<bool> for Flag {
    #[inline(always)]
    fn from(on: bool) -> Self {
        Self(on as u8)
    }
}

impl From<Flag> for bool {
    #[inline(always)]
    fn from(flag: Flag) -> Self {
        flag.get()
    }
}

impl Not for Flag {
    type Output = bool;

    #[inline(always)]
    fn not(self) -> bool {
        !self.get()
    }
}

/// Flags are equal when both are on or both are off, whatever the bytes.
impl PartialEq for Flag {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Flag {}

impl PartialEq<bool> for Flag {
    fn eq(&self, other: &bool) -> bool {
        self.get() == *other
    }
}

impl fmt::Debug for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_byte_is_a_flag() {
        for byte in 0..=u8::MAX {
            let flag: Flag = bytemuck::cast(byte);
            assert_eq!(flag, byte != 0);
            assert_eq!(flag, Flag::from(flag.get()));
            assert_eq!(!flag, byte == 0);
        }
        assert_eq!((Flag::OFF.get(), Flag::ON.get(), bool::from(Flag::default())), (false, true, false));
        assert_eq!(format!("{:?}", Flag::ON), "true");
    }
}
