//! The macro behind the tables.
//!
//! ```text
//! object_table! {
//!     /// Documentation of the struct.
//!     Joint "joint" (meta) in ["worldbody/body/joint"] {      // its name in messages; the elements it is written as
//!         /// Common part.
//!         meta: Meta = Meta::default();                       // no attribute: a field of the spec alone
//!         /// Value in the reference pose.
//!         reference: f64 = 0.0, "ref";                        // written as its type says
//!         /// Output kinds, as bits.
//!         output: i32 = 1, "output" by Bits(CAMERA_OUTPUT);   // written in another way
//!     }
//!     whole { "anchor" in data by ANCHOR; }                   // a codec that sees the whole object
//!     not_fields { "class": "…"; }                                 // no field: what becomes of the attribute instead
//! }
//! ```
//!
//! Each row has one line of documentation, which is also [`FieldInfo::doc`](crate::FieldInfo::doc).

/// The codec of a row: the one it names, else that of the field's type.
macro_rules! codec {
    ($T:ty) => {
        $crate::table::codec::Plain::<$T>::NEW
    };
    ($T:ty, $codec:expr) => {
        $codec
    };
}
pub(crate) use codec;

/// Struct, default and [`Fields`](crate::table::Fields) of an object from its table.
macro_rules! object_table {
    (
        $(#[$meta:meta])*
        $Name:ident $object:literal $(($common:ident))? in $elements:tt {
            $(#[doc = $doc:literal] $field:ident: $T:ty = $default:expr
                $(, $attribute:literal $(by $codec:expr)?)*;)*
        }
        $($rest:tt)*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $Name {
            $(
                #[doc = $doc]
                $(
                    #[doc = ""]
                    #[doc = concat!("MJCF: `", $attribute, "`.")]
                )*
                pub $field: $T,
            )*
        }

        impl Default for $Name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        $crate::table::fields_table! {
            $Name $object $(($common))? in $elements {
                $($([$doc] $field: $T, $attribute $(by $codec)?;)*)*
            }
            $($rest)*
        }
    };
}
pub(crate) use object_table;

/// [`Fields`](crate::table::Fields) of a struct that exists: one row for each attribute.
macro_rules! fields_table {
    (
        $Name:ident $object:literal $(($common:ident))? in [$($element:literal),* $(,)?] {
            $([$doc:literal] $field:ident: $T:ty, $attribute:literal $(by $codec:expr)?;)*
        }
        $(whole {
            $(#[doc = $wdoc:literal] $wattribute:literal in $wfield:ident by $wcodec:expr;)*
        })?
        $(not_fields { $($apart:literal: $reason:literal;)* })?
    ) => {
        impl $crate::table::Fields for $Name {
            const OBJECT: &'static str = $object;
            const ELEMENTS: &'static [&'static str] = &[$($element),*];
            const FIELDS: &'static [$crate::table::FieldInfo] = &[
                $($crate::table::FieldInfo {
                    name: $attribute,
                    field: stringify!($field),
                    kind: $crate::table::codec!($T $(, $codec)?).kind(),
                    most: $crate::table::codec!($T $(, $codec)?).most(),
                    written: $crate::table::codec!($T $(, $codec)?).written(),
                    doc: $doc,
                    default: || <$Name as $crate::table::Fields>::get(&<$Name>::default(), $attribute),
                },)*
                $($($crate::table::FieldInfo {
                    name: $wattribute,
                    field: stringify!($wfield),
                    kind: $wcodec.kind(),
                    most: $wcodec.most(),
                    written: $wcodec.written(),
                    doc: $wdoc,
                    default: || <$Name as $crate::table::Fields>::get(&<$Name>::default(), $wattribute),
                },)*)?
            ];
            const NOT_FIELDS: &'static [(&'static str, &'static str)] = &[$($(($apart, $reason)),*)?];

            #[allow(unreachable_code)]
            fn name(&self) -> &str {
                $(return &self.$common.name;)?
                ""
            }

            #[allow(unused_imports)] // of tables without rows
            fn get(&self, name: &str) -> Option<$crate::table::Value> {
                use $crate::table::codec::Codec;
                match name {
                    $($attribute => $crate::table::codec!($T $(, $codec)?).write(&self.$field),)*
                    $($($wattribute => $wcodec.write(self),)*)?
                    _ => None,
                }
            }

            #[allow(unused_imports)] // of tables without rows
            fn unknown_keyword(&self) -> Option<&'static str> {
                use $crate::table::codec::Codec;
                $(if !$crate::table::codec!($T $(, $codec)?).is_known(&self.$field) {
                    return Some($attribute);
                })*
                None
            }

            #[allow(unused_imports, unused_variables, unreachable_code)] // of tables without rows
            fn put(
                &mut self,
                name: &str,
                value: &$crate::table::Value,
            ) -> Option<Result<(), $crate::table::Fault>> {
                use $crate::table::codec::Codec;
                Some(match name {
                    $($attribute => $crate::table::codec!($T $(, $codec)?).read(&mut self.$field, value),)*
                    $($($wattribute => $wcodec.read(self, value),)*)?
                    _ => return None,
                })
            }
        }
    };
}
pub(crate) use fields_table;
