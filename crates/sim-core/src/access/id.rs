//! Ids of objects as types of their own, so that a joint cannot be taken for a body.

use crate::message::Name;
use crate::model::{Model, ObjType};

/// An id: the place of an object among those of its kind in one Model.
pub trait Id: Copy + Eq {
    /// The kind of object.
    const KIND: ObjType;
    /// The kind in words.
    const WORD: &'static str;

    /// The id of the object at this place.
    fn new(index: usize) -> Self;

    /// The place in arrays of this kind of object.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$meta:meta])* $Id:ident: $Kind:ident, $word:literal;)*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $Id(u32);

            impl Id for $Id {
                const KIND: ObjType = ObjType::$Kind;
                const WORD: &'static str = $word;

                #[inline]
                fn new(index: usize) -> Self {
                    Self(index as u32)
                }

                #[inline]
                fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
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
    /// A custom number.
    NumericId: Numeric, "numeric";
    /// A custom text.
    TextId: Text, "text";
    /// A custom tuple.
    TupleId: Tuple, "tuple";
    /// A keyframe.
    KeyId: Key, "keyframe";
}

impl BodyId {
    /// The world, which everything stands in.
    pub const WORLD: Self = Self(0);
}

/// The id that an entry of a Model's array stands for: none where it is negative.
pub(super) fn optional<I: Id>(entry: i32) -> Option<I> {
    usize::try_from(entry).ok().map(I::new)
}

/// No object of the kind has the name that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {kind} '{}'{}", Name(name), suggestion(nearest))]
pub struct UnknownName {
    /// The kind in words.
    pub kind: &'static str,
    /// The name that was asked for.
    pub name: String,
    /// Names that there are, the most similar first, at most five.
    pub nearest: Vec<String>,
}

fn suggestion(nearest: &[String]) -> String {
    match nearest {
        [] => "; none of them has a name".into(),
        names => {
            let names: Vec<String> = names.iter().map(|name| format!("'{}'", Name(name))).collect();
            format!("; there are {}", names.join(", "))
        }
    }
}

impl UnknownName {
    /// The error for a name, with what there is instead.
    pub(crate) fn new<I: Id>(m: &Model, name: &str) -> Self {
        const MOST: usize = 5;
        let mut nearest: Vec<&str> = (0..m.count(I::KIND)).filter_map(|id| m.name(I::KIND, id)).collect();
        nearest.sort_by_key(|other| (distance(name, other), *other));
        nearest.truncate(MOST);
        let nearest = nearest.into_iter().map(str::to_string).collect();
        Self { kind: I::WORD, name: name.to_string(), nearest }
    }
}

/// How different two names are: letters that one has in common with the start and the end of the other count as equal.
fn distance(a: &str, b: &str) -> usize {
    let start = a.bytes().zip(b.bytes()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    let end = a.bytes().rev().zip(b.bytes().rev()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    let length = a.len().max(b.len());
    length - (start + end).min(length)
}
