//! The memory layout of records: numbers, arrays of numbers and short texts, each at an offset that fits its alignment.

/// Types of the fields of records.
pub trait Field: Sized {
    /// numpy's letter and size of the entries.
    const CODE: &'static str;
    /// Bytes.
    const SIZE: usize;
    /// Alignment of the entries.
    const ALIGN: usize;

    /// Dimensions; none for a single number or text.
    fn dims() -> Vec<usize> {
        vec![]
    }

    /// Reads it from the beginning of its memory; zero when the memory is too short.
    fn read(bytes: &[u8]) -> Self;

    /// Writes it to the beginning of its memory.
    fn write(&self, bytes: &mut [u8]);
}

macro_rules! numbers {
    ($($t:ty = $code:literal),*) => {$(
        impl Field for $t {
            const CODE: &'static str = $code;
            const SIZE: usize = size_of::<$t>();
            const ALIGN: usize = align_of::<$t>();

            fn read(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or_else(Default::default, |bytes| Self::from_ne_bytes(*bytes))
            }

            fn write(&self, bytes: &mut [u8]) {
                if let Some(target) = bytes.first_chunk_mut() {
                    *target = self.to_ne_bytes();
                }
            }
        }
    )*};
}
numbers!(i32 = "i4", u8 = "u1", f32 = "f4", f64 = "f8");

impl<T: Field, const N: usize> Field for [T; N] {
    const CODE: &'static str = T::CODE;
    const SIZE: usize = N * T::SIZE;
    const ALIGN: usize = T::ALIGN;

    fn dims() -> Vec<usize> {
        [vec![N], T::dims()].concat()
    }

    fn read(bytes: &[u8]) -> Self {
        std::array::from_fn(|k| T::read(bytes.get(k * T::SIZE..).unwrap_or_default()))
    }

    fn write(&self, bytes: &mut [u8]) {
        for (entry, bytes) in self.iter().zip(bytes.chunks_mut(T::SIZE)) {
            entry.write(bytes);
        }
    }
}

/// A text that ends with a zero.
#[derive(Clone, Copy, Debug)]
pub struct Text(pub [u8; Text::SIZE]);

impl Text {
    /// The text up to its end, without bytes that are not UTF-8.
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(Self::SIZE);
        let text = &self.0[..end];
        match std::str::from_utf8(text) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default(),
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        let mut bytes = [0; Self::SIZE];
        let end = text.floor_char_boundary(Self::SIZE - 1);
        bytes[..end].copy_from_slice(&text.as_bytes()[..end]);
        Self(bytes)
    }
}

impl Field for Text {
    const CODE: &'static str = "S100";
    const SIZE: usize = 100;
    const ALIGN: usize = 1;

    fn read(bytes: &[u8]) -> Self {
        Self(bytes.first_chunk().copied().unwrap_or([0; Self::SIZE]))
    }

    fn write(&self, bytes: &mut [u8]) {
        if let Some(target) = bytes.first_chunk_mut() {
            *target = self.0;
        }
    }
}

/// Name, type of the entries, dimensions and offset of a field.
pub type FieldInfo = (&'static str, &'static str, Vec<usize>, usize);

/// A record that Python holds.
pub trait Record: Sized {
    /// Its class.
    const NAME: &'static str;

    /// Its fields, in order.
    fn fields() -> Vec<FieldInfo>;

    /// Bytes of one record.
    fn size() -> usize;

    /// Reads one.
    fn read(bytes: &[u8]) -> Self;

    /// Writes one.
    fn write(&self, bytes: &mut [u8]);
}

/// The next offset that fits an alignment.
pub const fn aligned(at: usize, align: usize) -> usize {
    at.next_multiple_of(align)
}

/// Declares records by their fields. `"type" kind: i32` is `type` in Python.
macro_rules! records {
    ($($(#[$meta:meta])* $Record:ident = $class:literal { $($shown:literal $field:ident : $t:ty,)* })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs)]
        pub struct $Record {
            $(pub $field: $t,)*
        }

        impl $crate::scene::layout::Record for $Record {
            const NAME: &'static str = $class;

            fn fields() -> Vec<$crate::scene::layout::FieldInfo> {
                use $crate::scene::layout::{Field, aligned};
                let (mut list, mut at) = (vec![], 0);
                $(
                    at = aligned(at, <$t as Field>::ALIGN);
                    list.push(($shown, <$t as Field>::CODE, <$t as Field>::dims(), at));
                    at += <$t as Field>::SIZE;
                )*
                let _ = at;
                list
            }

            fn size() -> usize {
                use $crate::scene::layout::{Field, aligned};
                // a multiple of the strictest alignment, so that records can follow each other
                const SIZE: usize = {
                    let (mut at, mut align) = (0, 1);
                    $(
                        at = aligned(at, <$t as Field>::ALIGN) + <$t as Field>::SIZE;
                        if <$t as Field>::ALIGN > align {
                            align = <$t as Field>::ALIGN;
                        }
                    )*
                    aligned(at, align)
                };
                SIZE
            }

            fn read(bytes: &[u8]) -> Self {
                use $crate::scene::layout::{Field, aligned};
                let mut at = 0;
                $(
                    at = aligned(at, <$t as Field>::ALIGN);
                    let $field = <$t as Field>::read(bytes.get(at..).unwrap_or_default());
                    at += <$t as Field>::SIZE;
                )*
                let _ = at;
                Self { $($field,)* }
            }

            fn write(&self, bytes: &mut [u8]) {
                use $crate::scene::layout::{Field, aligned};
                let mut at = 0;
                $(
                    at = aligned(at, <$t as Field>::ALIGN);
                    Field::write(&self.$field, bytes.get_mut(at..).unwrap_or_default());
                    at += <$t as Field>::SIZE;
                )*
                let _ = at;
            }
        }
    )*};
}
pub(super) use records;
