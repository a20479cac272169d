//! Typed ids of objects, so that a joint cannot be mistaken for a body.

use crate::message::Name;
use crate::model::{Model, ObjType};

/// The id of an object: its place among the objects of its kind in one Model.
///
/// ```
/// use sim_core::Model;
/// use sim_core::access::{BodyId, Id, SensorId};
///
/// /// How many objects of a kind have no name.
/// fn nameless<I: Id>(model: &Model) -> usize {
///     (0..model.count(I::KIND)).filter(|i| model.name(I::KIND, I::new(*i).index()).is_none()).count()
/// }
///
/// let model = Model::example();
/// assert_eq!((nameless::<BodyId>(&model), nameless::<SensorId>(&model)), (0, 0));
/// ```
pub trait Id: Copy + Eq + std::fmt::Debug {
    /// The kind of object.
    const KIND: ObjType;
    /// The kind as shown in messages.
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
    ///
    /// ```
    /// use sim_core::Model;
    /// use sim_core::access::BodyId;
    ///
    /// let model = Model::example();
    /// let ball = model.body("ball")?.id();
    /// assert_eq!(model.body_mass[ball.index()], 0.5);
    /// assert_ne!(ball, BodyId::WORLD);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    BodyId: Body, "body";
    /// A joint.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// let float = model.joint("float")?.id();
    /// let first = model.jnt_qposadr[float.index()] as usize;
    /// data.qpos[first + 2] = 2.0;
    /// assert_eq!(data.joint(float)?.qpos()[2], 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    JointId: Joint, "joint";
    /// A geom.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.forward(&model)?;
    /// let skin = model.geom("skin")?.id();
    /// let touching = data.contacts().filter(|contact| contact.geoms().contains(&Some(skin)));
    /// assert_eq!(touching.count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    GeomId: Geom, "geom";
    /// A site.
    ///
    /// ```
    /// use sim_core::Model;
    /// use sim_core::access::SiteId;
    ///
    /// let model = Model::example();
    /// let on_the_arm: Vec<SiteId> =
    ///     model.sites().filter(|site| site.body().name() == Some("arm")).map(|site| site.id()).collect();
    /// assert_eq!(on_the_arm, [model.site("tip")?.id()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    SiteId: Site, "site";
    /// A camera.
    ///
    /// ```
    /// use sim_core::Model;
    /// use sim_core::access::{CameraId, Find};
    ///
    /// let model = Model::example();
    /// // found once, used at every frame
    /// let eye: CameraId = "eye".find_in(&model)?;
    /// assert_eq!(model.make_data().camera(eye)?.id(), eye);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    CameraId: Camera, "camera";
    /// A light.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// let lamp = model.light("lamp")?.id();
    /// model.light_active[lamp.index()] = false.into();
    /// assert!(!model.light(lamp)?.active());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    LightId: Light, "light";
    /// A mesh.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let wedge = model.mesh("wedge")?.id();
    /// let vertices = model.mesh_vertnum[wedge.index()];
    /// assert_eq!(model.mesh(wedge)?.vert().len(), 3 * vertices as usize);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    MeshId: Mesh, "mesh";
    /// A skin.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// let glove = model.skin("glove")?.id();
    /// model.skin_inflate[glove.index()] = 0.01;
    /// assert_eq!(model.skin(glove)?.inflate(), 0.01);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    SkinId: Skin, "skin";
    /// A height field.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// let hill = model.hfield("hill")?.id();
    /// // a mountain, 8 m high
    /// model.hfield_size[4 * hill.index() + 2] = 8.0;
    /// assert_eq!(model.hfield(hill)?.size()[2], 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    HFieldId: HField, "height field";
    /// A texture.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let stripes = model.texture("stripes")?.id();
    /// let users = model.materials().filter(|material| material.textures().contains(&Some(stripes)));
    /// assert_eq!(users.count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    TextureId: Texture, "texture";
    /// A material.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let rubber = model.material("rubber")?.id();
    /// assert_eq!(model.geom("skin")?.material(), Some(rubber));
    /// assert_eq!(model.geom("bone")?.material(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    MaterialId: Material, "material";
    /// A contact pair.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// let scrape = model.pair("scrape")?.id();
    /// model.pair_margin[scrape.index()] = 0.02;
    /// assert_eq!(model.pair(scrape)?.margin(), 0.02);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    PairId: Pair, "contact pair";
    /// An excluded pair of bodies.
    ///
    /// ```
    /// use sim_core::{Model, ObjType};
    ///
    /// let model = Model::example();
    /// let apart = model.exclude("apart")?.id();
    /// assert_eq!(model.name(ObjType::Exclude, apart.index()), Some("apart"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ExcludeId: Exclude, "exclusion";
    /// An equality constraint.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// let lock = model.equality("lock")?.id();
    /// data.equality_mut(lock)?.set_active(true);
    /// assert!(data.eq_active[lock.index()].get());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    EqualityId: Equality, "equality";
    /// A tendon.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// let cord = model.tendon("cord")?.id();
    /// data.qpos[0] = 0.25;
    /// data.forward(&model)?;
    /// assert_eq!(data.ten_length[cord.index()], 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    TendonId: Tendon, "tendon";
    /// An actuator.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let mut model = Model::example();
    /// let motor = model.actuator("motor")?.id();
    /// model.actuator_gainprm[10 * motor.index()] = 3.0;
    /// let mut data = model.make_data();
    /// data.actuator_mut(motor)?.ctrl()[0] = 0.5;
    /// data.forward(&model)?;
    /// assert_eq!(data.actuator(motor)?.force(), [1.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ActuatorId: Actuator, "actuator";
    /// A sensor.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let angle = model.sensor("angle")?.id();
    /// let mut data = model.make_data();
    /// data.qpos[0] = -0.5;
    /// data.forward(&model)?;
    /// assert_eq!(data.sensordata[model.sensor_adr[angle.index()] as usize], -0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    SensorId: Sensor, "sensor";
    /// A custom list of numbers.
    ///
    /// ```
    /// use sim_core::Model;
    /// use sim_core::access::NumericId;
    /// use std::collections::HashMap;
    ///
    /// let model = Model::example();
    /// let sums: HashMap<NumericId, f64> = model.numerics().map(|list| (list.id(), list.data().iter().sum())).collect();
    /// assert_eq!(sums[&model.numeric("gains")?.id()], 6.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    NumericId: Numeric, "numeric";
    /// A custom text.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let last = model.texts().map(|text| text.id()).max();
    /// assert_eq!(last, Some(model.text("author")?.id()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    TextId: Text, "text";
    /// A custom tuple of objects.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let group = model.tuple("group")?.id();
    /// assert_eq!(model.tuple_size[group.index()], 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    TupleId: Tuple, "tuple";
    /// A keyframe.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// let bent = model.keyframe("bent")?.id();
    /// assert!(data.reset_to_keyframe(&model, bent.index()));
    /// assert_eq!(data.joint("elbow")?.qpos(), [0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    KeyId: Key, "keyframe";
}

impl BodyId {
    /// The world, which every other body is in.
    pub const WORLD: Self = Self(0);
}

/// A key of an object: its name or its id.
///
/// ```
/// use sim_core::Model;
/// use sim_core::access::{BodyId, Find, UnknownObject};
///
/// /// Takes a name or an id, as the methods of `Model` and `Data` do.
/// fn weight(model: &Model, body: impl Find<BodyId>) -> Result<f64, UnknownObject> {
///     let body = body.find_in(model)?;
///     Ok(-model.opt.gravity[2] * model.body_mass[body.index()])
/// }
///
/// let model = Model::example();
/// assert_eq!(weight(&model, "arm")?, weight(&model, model.body("arm")?.id())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// The object that an entry of a Model's array refers to; `None` if the entry is negative.
pub(super) fn optional<I: Id>(entry: i32) -> Option<I> {
    usize::try_from(entry).ok().map(I::new)
}

/// No object of the kind has this name, or this id.
///
/// ```
/// use sim_core::Model;
///
/// let error = Model::example().joint("elbo").unwrap_err();
/// assert_eq!((error.kind, error.object.as_str()), ("joint", "'elbo'"));
/// assert!(error.to_string().contains("'elbow'"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {kind} {object}{hint}")]
pub struct UnknownObject {
    /// The kind as shown in messages.
    pub kind: &'static str,
    /// The name or the index that was looked up, as the message shows it.
    pub object: String,
    /// Similar names, or the number of objects.
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
