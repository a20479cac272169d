//! The inputs of the list of pairs: when they change, the list is computed again.

use super::pair::is_overridden;
use crate::arrays::Shared;
use crate::model::{DisableFlags, GeomType, Model};

macro_rules! sources {
    ($($name:ident: $t:ty),* $(,)?) => {
        /// The arrays of a Model that the list follows from, and the options. Keeping one costs a reference count: an edited
        /// array gets new memory and so differs.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Sources {
            $($name: Shared<$t>,)*
            nbody: usize,
            options: (i32, u64),
        }

        impl Sources {
            /// The inputs of a Model.
            pub(crate) fn of(m: &Model) -> Self {
                Self { $($name: m.$name.clone(),)* nbody: m.nbody, options: options(m) }
            }

            /// Whether the Model still has these inputs.
            #[inline]
            pub(crate) fn are_of(&self, m: &Model) -> bool {
                let same = $(self.$name.is_same(&m.$name))&&*;
                self.nbody == m.nbody && self.options == options(m) && (same || self.equal(m))
            }

            /// Whether the entries are equal: the slow comparison, after edits or for pinned arrays.
            #[cold]
            fn equal(&self, m: &Model) -> bool {
                $(self.$name.has_bits_of(&m.$name))&&*
            }
        }
    };
}

sources! {
    geom_contype: i32,
    geom_conaffinity: i32,
    geom_type: GeomType,
    geom_bodyid: i32,
    body_contype: i32,
    body_conaffinity: i32,
    body_weldid: i32,
    body_parentid: i32,
    body_dofnum: i32,
    body_geomnum: i32,
    body_geomadr: i32,
    body_bvhadr: i32,
    exclude_signature: i32,
    pair_geom1: i32,
    pair_geom2: i32,
    pair_signature: i32,
    geom_rbound: f64,
    geom_margin: f64,
    geom_gap: f64,
    geom_pos: f64,
    geom_size: f64,
    geom_aabb: f64,
    pair_margin: f64,
    pair_gap: f64,
}

/// The relevant options: flags, and the margin that overrides all others.
fn options(m: &Model) -> (i32, u64) {
    let flags = m.opt.disableflags & (DisableFlags::FILTERPARENT | DisableFlags::MIDPHASE);
    (flags.bits(), if is_overridden(m) { m.opt.o_margin.to_bits() } else { f64::NAN.to_bits() })
}
