//! Ids of objects as types of their own, so that a joint cannot be taken for a body.

use crate::message::Name;
use crate::model::{Model, ObjType};

/// The id of an object: its place among the objects of its kind in one Model.
pub trait Id: Copy + Eq + std::fmt::Debug {
    /// The kind of object.
    const KIND: ObjType;
    /// The kind in words.
    const WORD: &'static str;

    /// The id of the object at this place.
    fn new(index: usize) -> Self;

    /// The place in the arrays of this kind of object.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$meta:meta])* $Id:ident: $Kind:ident, $word:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Id(u32);

        impl Id for $Id {
            const KIND: ObjType = ObjType::$Kind;
            const WORD: &'static str = $word;

            #[inline]
            fn new(index: usize) -> Self {
                // an index that no Model can have stays one
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }

            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $Id {
            /// The place in the arrays of this kind of object: `model.body_mass[id.index()]`.
            #[inline]
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl Find<$Id> for $Id {
            fn find_in(self, m: &Model) -> Result<$Id, UnknownObject> {
                if self.index() < m.count($Id::KIND) { Ok(self) } else { Err(UnknownObject::index::<$Id>(m, self)) }
            }
        }
    )*};
}

ids! {
    /// A body.
    BodyId: Body, "body";
    /// A joint.
    JointId: Joint, "joint";
    /// A geom.
    GeomId: Geom, "geom";
    /// A site.
    SiteId: Site, "site";
    /// A camera.
    CameraId: Camera, "camera";
    /// A light.
    LightId: Light, "light";
    /// A mesh.
    MeshId: Mesh, "mesh";
    /// A height field.
    HFieldId: HField, "height field";
    /// A texture.
    TextureId: Texture, "texture";
    /// A material.
    MaterialId: Material, "material";
    /// A contact pair.
    PairId: Pair, "contact pair";
    /// An excluded pair of bodies.
    ExcludeId: Exclude, "exclusion";
    /// An equality constraint.
    EqualityId: Equality, "equality";
    /// A tendon.
    TendonId: Tendon, "tendon";
    /// An actuator.
    ActuatorId: Actuator, "actuator";
    /// A sensor.
    SensorId: Sensor, "sensor";
    /// A custom list of numbers.
    NumericId: Numeric, "numeric";
    /// A custom text.
    TextId: Text, "text";
    /// A custom tuple of objects.
    TupleId: Tuple, "tuple";
    /// A keyframe.
    KeyId: Key, "keyframe";
}

impl BodyId {
    /// The world, which every other body is in.
    pub const WORLD: Self = Self(0);
}

/// What an object is asked for by: its name, or its id.
pub trait Find<I> {
    /// The id of the object in this Model.
    fn find_in(self, m: &Model) -> Result<I, UnknownObject>;
}

impl<I: Id> Find<I> for &str {
    fn find_in(self, m: &Model) -> Result<I, UnknownObject> {
        m.id(I::KIND, self).map(I::new).ok_or_else(|| UnknownObject::name::<I>(m, self))
    }
}

impl<I: Id> Find<I> for &String {
    fn find_in(self, m: &Model) -> Result<I, UnknownObject> {
        self.as_str().find_in(m)
    }
}

/// The object that an entry of a Model's array refers to; none where the entry is negative.
pub(super) fn optional<I: Id>(entry: i32) -> Option<I> {
    usize::try_from(entry).ok().map(I::new)
}

/// No object of the kind has this name, or this id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {kind} {object}{hint}")]
pub struct UnknownObject {
    /// The kind in words.
    pub kind: &'static str,
    /// The name or the index that was asked for, as it is shown.
    pub object: String,
    /// What there is instead.
    hint: String,
}

impl UnknownObject {
    /// No object has this name: the most similar names are shown.
    fn name<I: Id>(m: &Model, name: &str) -> Self {
        const SHOWN: usize = 5;
        let mut names: Vec<&str> = (0..m.count(I::KIND)).filter_map(|id| m.name(I::KIND, id)).collect();
        names.sort_by_key(|other| (difference(name, other), *other));
        names.truncate(SHOWN);
        let names: Vec<String> = names.into_iter().map(|name| format!("'{}'", Name(name))).collect();
        let hint = match (m.count(I::KIND), names.is_empty()) {
            (0, _) => "; the model has none".into(),
            (_, true) => "; none of them has a name".into(),
            _ => format!("; the most similar names are {}", names.join(", ")),
        };
        Self { kind: I::WORD, object: format!("'{}'", Name(name)), hint }
    }

    /// No object has this index.
    fn index<I: Id>(m: &Model, id: I) -> Self {
        let hint = format!("; the model has {}: is the id of another model?", m.count(I::KIND));
        Self { kind: I::WORD, object: id.index().to_string(), hint }
    }
}

/// How many letters of the longer name are neither in the common beginning nor in the common end.
fn difference(a: &str, b: &str) -> usize {
    let start = a.bytes().zip(b.bytes()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    let end = a.bytes().rev().zip(b.bytes().rev()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    let length = a.len().max(b.len());
    length - (start + end).min(length)
}
