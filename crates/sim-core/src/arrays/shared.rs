//! Entries that several owners share until one of them writes.

use bytemuck::NoUninit;
use std::fmt;
use std::iter::repeat_n;
use std::ops::{Deref, DerefMut};
use std::slice::{Iter, IterMut};
use std::sync::Arc;

/// An array of a [`Model`](crate::model::Model): it reads as a slice. Copies of its Model share it until one of them writes to
/// it.
///
/// Cloning a plain array costs one reference count. A [pinned](Self::pin) array is visible from outside: its memory is never
/// shared and never moves.
///
/// ```
/// use sim_core::arrays::Shared;
///
/// let a: Shared<f64> = vec![1.0, 2.0].into();
/// let mut b = a.clone();
/// assert!(a.is_same(&b));
/// b[1] = 3.0;
/// assert_eq!((&a[..], &b[..]), (&[1.0, 2.0][..], &[1.0, 3.0][..]));
/// ```
pub struct Shared<T> {
    entries: Arc<[T]>,
    /// Pinned: pointers to this memory exist outside. The array is the only owner until it is dropped.
    pinned: bool,
}

impl<T> Shared<T> {
    /// Whether both use one memory. Then their entries are equal, and an edit of either moves it to new memory.
    #[inline(always)]
    pub fn is_same(&self, other: &Self) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.entries), Arc::as_ptr(&other.entries))
    }

    /// Whether the memory is [pinned](Self::pin).
    pub fn is_pinned(&self) -> bool {
        self.pinned
    }
}

impl<T: Clone> Shared<T> {
    /// Makes this array the only owner of its memory for the rest of its life. From now on a clone copies the entries, and a write
    /// changes them in place. Bindings that hand out pointers to the entries need this. What gives the
    /// array another length or replaces it gives the memory up.
    pub fn pin(&mut self) -> &mut [T] {
        self.pinned = true;
        self
    }

    /// Gives the array a length: what is new is `value`.
    pub fn resize(&mut self, len: usize, value: T) {
        if self.is_empty() && len > 0 {
            // a separate array, without a check of each entry: textures have hundreds of megabytes
            *self = repeat_n(value, len).collect();
        } else if len != self.len() {
            let kept = &self[..len.min(self.len())];
            *self = kept.iter().cloned().chain(repeat_n(value, len - kept.len())).collect();
        }
    }

    /// Takes over the entries of another array: shares them, or copies them where this one is pinned and has room for them.
    /// Whether it could.
    pub fn adopt(&mut self, other: &Self) -> bool {
        if !self.pinned {
            *self = other.clone();
            return true;
        }
        let fits = self.len() == other.len();
        if fits && !self.is_same(other) {
            self.clone_from_slice(other);
        }
        fits
    }
}

impl<T: NoUninit> Shared<T> {
    /// Whether both hold the same bits. Arrays that share memory are not compared.
    #[inline]
    pub fn has_bits_of(&self, other: &Self) -> bool {
        self.is_same(other) || self.bytes() == other.bytes()
    }

    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self)
    }

    /// Shares the memory of an array that holds the same bits, unless one of the two is pinned.
    pub fn share_with(&mut self, other: &Self) {
        if !(self.pinned || other.pinned || self.is_same(other)) && self.bytes() == other.bytes() {
            *self = other.clone();
        }
    }
}

impl<T> Deref for Shared<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.entries
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    /// The entries, copied first if another array shares them.
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // empty arrays may share one place without end; there is nothing to copy
        if self.entries.is_empty() {
            return &mut [];
        }
        Arc::make_mut(&mut self.entries)
    }
}

impl<T: Clone> Clone for Shared<T> {
    fn clone(&self) -> Self {
        let entries = if self.pinned { Arc::from(&self[..]) } else { Arc::clone(&self.entries) };
        Self { entries, pinned: false }
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self { entries: Arc::default(), pinned: false }
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries.fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other) || self[..] == other[..]
    }
}

macro_rules! compare_with {
    ($($other:ty $(, $n:ident)?;)*) => {$(
        impl<T: PartialEq $(, const $n: usize)?> PartialEq<$other> for Shared<T> {
            fn eq(&self, other: &$other) -> bool {
                self[..] == other[..]
            }
        }
    )*};
}
compare_with!([T]; &[T]; Vec<T>; [T; N], N; &[T; N], N;);

impl<T: PartialEq> PartialEq<Shared<T>> for Vec<T> {
    fn eq(&self, other: &Shared<T>) -> bool {
        self[..] == other[..]
    }
}

impl<T> From<Vec<T>> for Shared<T> {
    fn from(entries: Vec<T>) -> Self {
        Self { entries: entries.into(), pinned: false }
    }
}

impl<T: Clone> From<&[T]> for Shared<T> {
    fn from(entries: &[T]) -> Self {
        Self { entries: entries.into(), pinned: false }
    }
}

impl<T, const N: usize> From<[T; N]> for Shared<T> {
    fn from(entries: [T; N]) -> Self {
        Self { entries: entries.into(), pinned: false }
    }
}

impl<T> FromIterator<T> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        Self { entries: entries.into_iter().collect(), pinned: false }
    }
}

impl<'a, T> IntoIterator for &'a Shared<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Clone> IntoIterator for &'a mut Shared<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_leaves_the_others_alone() {
        let first: Shared<i32> = vec![1, 2, 3].into();
        let mut second = first.clone();
        assert!(first.is_same(&second));
        second[0] = 7;
        assert!(!first.is_same(&second));
        assert_eq!((first, second), ([1, 2, 3].into(), [7, 2, 3].into()));
    }

    #[test]
    fn the_only_owner_writes_in_place() {
        let mut own: Shared<f64> = vec![0.0; 4].into();
        let place = own.as_ptr();
        own[2] = 1.0;
        own.fill(2.0);
        assert_eq!(own.as_ptr(), place);
    }

    #[test]
    fn pinned_memory_is_never_shared_and_never_moves() {
        let common: Shared<f64> = vec![1.0, 2.0].into();
        let mut pinned = common.clone();
        let place = pinned.pin().as_ptr();
        assert!(!pinned.is_same(&common));
        let twin = pinned.clone();
        assert!(!twin.is_pinned() && !twin.is_same(&pinned) && twin == common);
        pinned[0] = 5.0;
        pinned.share_with(&common);
        assert!(pinned.adopt(&common) && !pinned.adopt(&vec![1.0].into()));
        assert_eq!((pinned.as_ptr(), &pinned), (place, &common));
        assert!(pinned.is_pinned());
    }

    #[test]
    fn arrays_share_again_what_holds_the_same_bits() {
        let common: Shared<f64> = vec![0.0, f64::NAN].into();
        let mut own: Shared<f64> = vec![0.0, f64::NAN].into();
        assert!(own.has_bits_of(&common));
        own.share_with(&common);
        assert!(own.is_same(&common));
        let mut signed: Shared<f64> = vec![-0.0, f64::NAN].into();
        assert!(!signed.has_bits_of(&common));
        signed.share_with(&common);
        assert!(!signed.is_same(&common));
    }

    #[test]
    fn lengths_change_like_those_of_a_vector() {
        let mut array = Shared::default();
        array.resize(2, 1);
        array.resize(3, 2);
        assert_eq!(array, [1, 1, 2]);
        array.resize(1, 0);
        assert_eq!(array, [1]);
        let mut none: Shared<i32> = Shared::default();
        none.fill(3);
        assert!(none.is_empty() && none.is_same(&Shared::default()));
    }
}
