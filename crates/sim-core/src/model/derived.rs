//! What is computed from arrays of a Model once and kept: places of the dofs in tiles, hulls laid out for searches.
//!
//! A part keeps the arrays it was made from, which costs one reference count each. An edited array gets new memory, so shared
//! memory proves equal entries; otherwise entries are compared. Hence a part is never used for another Model, and no flag has
//! to say that a Model was edited.
//!
//! To add a part, add it to the table below with the arrays that it follows from, and all of them.

#![allow(non_snake_case)] // MuJoCo's own names: `M_rownnz`

use super::Model;
use super::enums::JointType;
use super::hulls::hulls;
use crate::arrays::Shared;
use crate::linalg::layout::{Layout, Trees};
use crate::linalg::ltdl::Pattern;
use crate::shape::hull_adjacency::HullAdjacency;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

macro_rules! derived {
    ($($(#[$meta:meta])* $field:ident: $Part:ident of $T:ty = $make:expr, from { $($source:ident: $t:ty),* $(,)? })*) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Default)]
            pub(crate) struct $Part {
                made: $T,
                $($source: Shared<$t>,)*
            }

            impl $Part {
                /// Names of the arrays it follows from.
                #[allow(dead_code)] // of use to the parts that hold the arrays themselves
                const SOURCES: &'static [&'static str] = &[$(stringify!($source)),*];

                fn of(m: &Model) -> Self {
                    let make: fn(&Model) -> $T = $make;
                    Self { made: make(m), $($source: m.$source.clone()),* }
                }

                /// Whether it was made from the very memory of the Model's arrays.
                #[inline(always)]
                fn shares(&self, m: &Model) -> bool {
                    $(self.$source.is_same(&m.$source))&&*
                }

                /// Whether it holds for the Model.
                #[inline(always)]
                pub(crate) fn is_of(&self, m: &Model) -> bool {
                    self.shares(m) || self.is_equal(m)
                }

                /// Whether the entries are equal: the slow way, after edits or for pinned arrays.
                #[cold]
                fn is_equal(&self, m: &Model) -> bool {
                    $(self.$source.has_bits_of(&m.$source))&&*
                }
            }

            impl Deref for $Part {
                type Target = $T;

                #[inline(always)]
                fn deref(&self) -> &$T {
                    &self.made
                }
            }
        )*

        /// All parts.
        #[derive(Clone, Debug)]
        pub(crate) struct Derived { $(pub $field: Arc<$Part>),* }

        impl Derived {
            fn of(m: &Model) -> Self {
                Self { $($field: Arc::new($Part::of(m))),* }
            }

            fn is_of(&self, m: &Model) -> bool {
                $(self.$field.is_of(m))&&*
            }

            /// The parts of a Model: those that hold for it, and new ones.
            fn renewed(&self, m: &Model) -> Self {
                Self {
                    $($field: if self.$field.is_of(m) { self.$field.clone() } else { Arc::new($Part::of(m)) }),*
                }
            }

            /// Parts for `m`, made anew wherever the memory differs, so that a comparison of memory suffices afterwards.
            fn made_of(&self, m: &Model) -> Self {
                Self {
                    $($field: if self.$field.shares(m) { self.$field.clone() } else { Arc::new($Part::of(m)) }),*
                }
            }
        }
    };
}

derived! {
    /// Places of the dofs in tiles.
    layout: DofLayout of Arc<Layout> = |m| Arc::new(Layout::of(Trees {
        parent: &m.dof_parentid,
        simplenum: &m.dof_simplenum,
        pattern: m.mass_pattern(),
    })), from { dof_parentid: i32, dof_simplenum: i32, M_rownnz: i32, M_rowadr: i32, M_colind: i32 }

    /// Hulls of the meshes, laid out for support searches.
    hulls: HullLayout of HullAdjacency = hulls,
        from { mesh_vert: f32, mesh_vertadr: i32, mesh_vertnum: i32, mesh_graph: i32, mesh_graphadr: i32 }

    /// Vertices of the largest polygon of the meshes, and polygons around the vertex that has most.
    mesh_degrees: MeshDegrees of [usize; 2] = |m| [&m.mesh_polyvertnum, &m.mesh_polymapnum].map(|counts| largest(counts)),
        from { mesh_polyvertnum: i32, mesh_polymapnum: i32 }

    /// What a world needs to find objects by name: a Model of the same sizes with the arrays of names and addresses alone.
    index: ObjectIndex of Arc<Model> = |m| Arc::new(m.with_arrays(ObjectIndex::SOURCES)),
        from {
            names: u8, names_map: i32, name_bodyadr: i32, name_jntadr: i32, name_geomadr: i32, name_siteadr: i32,
            name_camadr: i32, name_lightadr: i32, name_meshadr: i32, name_skinadr: i32, name_hfieldadr: i32,
            name_texadr: i32, name_matadr: i32, name_pairadr: i32, name_excludeadr: i32, name_eqadr: i32,
            name_tendonadr: i32, name_actuatoradr: i32, name_sensoradr: i32, name_numericadr: i32, name_textadr: i32,
            name_tupleadr: i32, name_keyadr: i32, jnt_type: JointType, jnt_qposadr: i32, jnt_dofadr: i32, body_mocapid: i32,
            body_rootid: i32,
            geom_bodyid: i32, actuator_ctrladr: i32, actuator_ctrlnum: i32, actuator_outadr: i32,
            actuator_outnum: i32, actuator_actadr: i32, actuator_actnum: i32, sensor_adr: i32, sensor_dim: i32,
        }
}

fn largest(counts: &[i32]) -> usize {
    counts.iter().copied().max().unwrap_or(0).max(0) as usize
}

/// The parts as a Model keeps them: made at first use, shared by its copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept(OnceLock<Derived>);

/// Two Models are equal whether or not their parts were made.
impl PartialEq for Kept {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Model {
    /// Sparsity of `M` and its factor.
    #[inline]
    pub fn mass_pattern(&self) -> Pattern<'_> {
        Pattern { rownnz: &self.M_rownnz, rowadr: &self.M_rowadr, colind: &self.M_colind }
    }

    /// What follows from the arrays as they are: the kept parts, or new ones where arrays were edited.
    pub(crate) fn derived(&self) -> Derived {
        let kept = self.kept.0.get_or_init(|| Derived::of(self));
        if kept.is_of(self) { kept.clone() } else { kept.renewed(self) }
    }

    /// A Model of the same sizes with the arrays of these names; the others are empty.
    fn with_arrays(&self, names: &[&str]) -> Self {
        let chosen: Vec<bool> = Self::ARRAYS.iter().map(|info| names.contains(&info.name)).collect();
        self.with_some_arrays(&chosen)
    }

    /// Keeps what follows from the arrays as they are.
    pub(crate) fn renew_derived(&mut self) -> &Derived {
        let current = self.kept.0.get().map(|kept| kept.made_of(self));
        self.kept = Kept(OnceLock::from(current.unwrap_or_else(|| Derived::of(self))));
        self.kept.0.get_or_init(|| Derived::of(self))
    }

    /// The hulls if they are kept and no array was edited since. Without them a search reads the arrays and finds the same points.
    #[inline]
    pub(crate) fn hull_layout(&self) -> Option<&HullAdjacency> {
        self.kept.0.get().map(|kept| &*kept.hulls).filter(|hulls| hulls.shares(self)).map(|hulls| &**hulls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrays::ArrayMut;

    #[test]
    fn parts_are_shared_until_an_array_they_follow_from_is_edited() {
        let mut m = Model::n_link_pendulum(7, 0.7, 0.3);
        let before = m.derived().layout;
        assert!(Arc::ptr_eq(&m.clone().derived().layout, &before));
        m.body_mass[1] = 2.0;
        m.set_const().unwrap();
        assert!(Arc::ptr_eq(&m.derived().layout, &before));
        // the same entries in other memory
        m.dof_simplenum = m.dof_simplenum.to_vec().into();
        assert!(!before.shares(&m) && Arc::ptr_eq(&m.derived().layout, &before));
        m.dof_simplenum[0] += 1;
        assert!(!before.is_of(&m) && !Arc::ptr_eq(&m.derived().layout, &before));
        assert!(m.derived().layout.is_of(&m));
    }

    #[test]
    fn every_array_that_a_part_follows_from_is_watched() {
        let mut m = Model::n_link_pendulum(3, 1.0, 1.0);
        m.mesh_vert = vec![0.5; 3].into();
        for counts in [&mut m.mesh_vertadr, &mut m.mesh_vertnum, &mut m.mesh_graph, &mut m.mesh_graphadr] {
            *counts = [0].into();
        }
        (m.mesh_polyvertnum, m.mesh_polymapnum) = ([3].into(), [4].into());
        let Derived { layout, hulls, mesh_degrees, .. } = m.derived();
        type Holds<'a> = &'a dyn Fn(&Model) -> bool;
        let parts: [(Holds<'_>, &[&str]); 3] = [
            (&|m| layout.is_of(m), &["dof_parentid", "dof_simplenum", "M_rownnz", "M_rowadr", "M_colind"]),
            (&|m| hulls.is_of(m), &["mesh_vert", "mesh_vertadr", "mesh_vertnum", "mesh_graph", "mesh_graphadr"]),
            (&|m| mesh_degrees.is_of(m), &["mesh_polyvertnum", "mesh_polymapnum"]),
        ];
        for (is_of, sources) in parts {
            for name in sources {
                for pinned in [false, true] {
                    let mut edited = m.clone();
                    if pinned {
                        edited.pin_array(name).unwrap();
                    }
                    assert!(is_of(&edited));
                    match edited.array_mut(name).unwrap() {
                        ArrayMut::I32(a) => a[0] += 1,
                        ArrayMut::F32(a) => a[0] = -a[0],
                        other => panic!("{other:?}"),
                    }
                    assert!(!is_of(&edited) && is_of(&m), "{name}");
                }
            }
        }
    }

    #[test]
    fn what_is_written_to_pinned_memory_is_seen() {
        let mut m = Model::n_link_pendulum(3, 1.0, 1.0);
        m.dof_parentid.pin();
        let part = m.derived().layout;
        assert!(!part.shares(&m) && part.is_of(&m));
        m.dof_parentid[2] = 0;
        assert!(!part.is_of(&m));
        assert!(m.derived().layout.slot != part.slot || **m.derived().layout != **part);
    }
}
