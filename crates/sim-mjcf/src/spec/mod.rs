//! The spec: a model whose includes, defaults, replicates and attachments are resolved, but nothing is computed. Before
//! resolving it is a [`Document`].
//!
//! Each object has a table (`crate::table`): fields have the names of the MJCF attributes, defaults are MuJoCo's.

mod actuator;
mod asset;
mod body;
mod classes;
mod composite;
mod constraint;
mod copy;
mod custom;
mod document;
mod sensor;
mod settings;
mod skin;
mod tendon;
mod view;

pub use actuator::*;
pub use asset::*;
pub use body::*;
pub use composite::*;
pub use constraint::*;
pub use copy::*;
pub use custom::*;
pub use document::*;
pub use sensor::*;
pub use settings::*;
pub use skin::*;
pub use tendon::*;
pub use view::*;

use crate::schema::keywords;
use crate::source_span::SourceSpan;
use crate::table::Fields;
use crate::warning::Warning;
use sim_core::ObjType;
use std::sync::Arc;

/// The common part of every object: name, class, place.
///
/// ```
/// use sim_mjcf::spec::{Geom, Item, Meta};
///
/// let mut spec = sim_mjcf::parse_mjcf_str("<mujoco><worldbody><geom name='a' size='1'/></worldbody></mujoco>")?;
/// let Item::Geom(first) = &spec.world.items[0] else { panic!("a geom was written") };
/// assert_eq!((first.meta.name.as_str(), first.meta.class.as_str(), first.meta.span.line()), ("a", "main", 1));
/// let meta = Meta { name: "b".into(), ..Meta::default() };
/// spec.world.items.push(Item::Geom(Geom { meta, size: [0.5, 0.0, 0.0], ..Geom::default() }));
/// assert_eq!(sim_mjcf::compile(spec, &Default::default())?.ngeom, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meta {
    /// Name; empty when it has none.
    pub name: String,
    /// Default class it was made from.
    pub class: String,
    /// Where it was written.
    pub span: SourceSpan,
    /// Index in [`Spec::origins`] of its compiler settings.
    pub origin: usize,
}

/// A resolved model, ready to be compiled. The default is the empty model.
///
/// ```
/// use sim_mjcf::{Files, compile, parse_mjcf_str};
///
/// let mut spec = parse_mjcf_str("<mujoco model='a'><worldbody><geom size='1'/></worldbody></mujoco>")?;
/// spec.modelname = "b".into();
/// spec.option.timestep = 0.01;
/// let model = compile(spec, &Files::default())?;
/// assert_eq!((model.model_name(), model.opt.timestep), ("b", 0.01));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Name of the model.
    pub modelname: String,
    /// Comment at the top of the file.
    pub comment: String,
    /// Compiler settings: entry 0 is this model's own, further ones belong to attached models.
    pub origins: Vec<Compiler>,
    /// Physics options.
    pub option: sim_core::Options,
    /// Sizes.
    pub size: Size,
    /// Statistics that override computed ones.
    pub statistic: StatisticOverride,
    /// Visual settings.
    pub visual: sim_core::Visual,
    /// Default classes; entry 0 is `main`.
    pub defaults: Vec<DefaultClass>,
    /// Mesh assets.
    pub meshes: Vec<Mesh>,
    /// Skins.
    pub skins: Vec<Skin>,
    /// Height fields.
    pub hfields: Vec<HField>,
    /// Textures.
    pub textures: Vec<Texture>,
    /// Materials.
    pub materials: Vec<Material>,
    /// The world and everything in it.
    pub world: Body,
    /// Explicit contact pairs.
    pub pairs: Vec<Pair>,
    /// Excluded body pairs.
    pub excludes: Vec<Exclude>,
    /// Equality constraints.
    pub equalities: Vec<Equality>,
    /// Tendons.
    pub tendons: Vec<Tendon>,
    /// Actuators.
    pub actuators: Vec<Actuator>,
    /// Sensors.
    pub sensors: Vec<Sensor>,
    /// Custom numbers.
    pub numerics: Vec<Numeric>,
    /// Custom texts.
    pub texts: Vec<Text>,
    /// Custom tuples.
    pub tuples: Vec<Tuple>,
    /// Keyframes.
    pub keys: Vec<Key>,
    /// Warnings: remarks that do not stop the model from loading.
    pub warnings: Vec<Warning>,
    /// Finds default classes by name.
    pub(crate) class_index: classes::ClassIndex,
}

/// Name of a model without one.
const UNNAMED: &str = "MuJoCo Model";
/// Name of the class that everything starts from.
pub const MAIN: &str = "main";
/// Name of the outermost body.
pub const WORLD: &str = "world";

impl Default for Spec {
    fn default() -> Self {
        let world = Meta { name: WORLD.into(), class: MAIN.into(), ..Meta::default() };
        Self {
            modelname: UNNAMED.into(),
            comment: String::new(),
            origins: vec![Compiler::default()],
            option: sim_core::Options::default(),
            size: Size::default(),
            statistic: StatisticOverride::default(),
            visual: sim_core::Visual::default(),
            defaults: vec![DefaultClass { name: MAIN.into(), ..DefaultClass::default() }],
            meshes: vec![],
            skins: vec![],
            hfields: vec![],
            textures: vec![],
            materials: vec![],
            world: Body { meta: world, ..Body::default() },
            pairs: vec![],
            excludes: vec![],
            equalities: vec![],
            tendons: vec![],
            actuators: vec![],
            sensors: vec![],
            numerics: vec![],
            texts: vec![],
            tuples: vec![],
            keys: vec![],
            warnings: vec![],
            class_index: classes::ClassIndex::default(),
        }
    }
}

/// A named set of defaults, one per kind of object. A nested class starts as a copy of its parent and shares the defaults
/// that it does not change: a model may have tens of thousands of classes.
///
/// ```
/// let text = "<mujoco><default><default class='red'><geom rgba='1 0 0 1'/></default></default></mujoco>";
/// let spec = sim_mjcf::parse_mjcf_str(text)?;
/// let red = spec.defaults.iter().find(|class| class.name == "red").expect("the class was written");
/// assert_eq!((red.parent, red.geom.rgba), (Some(0), [1.0, 0.0, 0.0, 1.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DefaultClass {
    /// Class name.
    pub name: String,
    /// Index of the parent class.
    pub parent: Option<usize>,
    /// Where it was written.
    pub span: SourceSpan,
    /// Defaults of joints.
    pub joint: Arc<Joint>,
    /// Defaults of geoms.
    pub geom: Arc<Geom>,
    /// Defaults of sites.
    pub site: Arc<Site>,
    /// Defaults of cameras.
    pub camera: Arc<Camera>,
    /// Defaults of lights.
    pub light: Arc<Light>,
    /// Defaults of meshes.
    pub mesh: Arc<Mesh>,
    /// Defaults of materials.
    pub material: Arc<Material>,
    /// Defaults of contact pairs.
    pub pair: Arc<Pair>,
    /// Defaults of equality constraints.
    pub equality: Arc<Equality>,
    /// Defaults of tendons.
    pub tendon: Arc<Tendon>,
    /// Defaults of actuators, one for all kinds: every shortcut writes into it.
    pub actuator: Arc<Actuator>,
}

/// An object of a spec: it has a name and refers to others by name.
///
/// ```
/// use sim_core::ObjType;
/// use sim_mjcf::spec::{Geom, Object};
///
/// /// The names that an object refers to.
/// fn needs(object: &mut impl Object) -> Vec<(ObjType, String)> {
///     let mut names = vec![];
///     object.references(&mut |kind, name| names.extend((!name.is_empty()).then(|| (kind, name.clone()))));
///     names
/// }
///
/// let mut geom = Geom { material: "steel".into(), ..Geom::default() };
/// assert_eq!(needs(&mut geom), [(ObjType::Material, "steel".to_string())]);
/// ```
pub trait Object {
    /// Kind of the object.
    const KIND: ObjType;
    /// Common part.
    fn meta(&self) -> &Meta;
    /// Common part, mutably.
    fn meta_mut(&mut self) -> &mut Meta;
    /// Calls `visit(kind, name)` for every reference to another object, also empty ones.
    fn references(&mut self, visit: &mut dyn FnMut(ObjType, &mut String));
}

/// Visits every object of a spec.
///
/// ```
/// use sim_mjcf::Fields;
/// use sim_mjcf::spec::{Object, Visit};
///
/// /// Puts a prefix before every name.
/// struct Prefix(&'static str);
///
/// impl Visit for Prefix {
///     fn object<T: Object + Fields + Clone>(&mut self, object: &mut T) -> sim_mjcf::Result<()> {
///         let name = &mut object.meta_mut().name;
///         *name = format!("{}{name}", self.0);
///         Ok(())
///     }
/// }
///
/// let mut spec = sim_mjcf::parse_mjcf_str("<mujoco><worldbody><site name='tip'/></worldbody></mujoco>")?;
/// spec.visit(&mut Prefix("left_"))?;
/// assert_eq!(spec.world.meta.name, "left_world");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Visit {
    /// Looks at one.
    fn object<T: Object + Fields + Clone>(&mut self, object: &mut T) -> crate::Result<()>;
}

impl Spec {
    /// Calls `visit` for every object: those of the tree depth first from the world on, then list by list. Ends with
    /// the first error.
    pub fn visit(&mut self, visit: &mut impl Visit) -> crate::Result<()> {
        fn list<T: Object + Fields + Clone>(objects: &mut [T], visit: &mut impl Visit) -> crate::Result<()> {
            objects.iter_mut().try_for_each(|object| visit.object(object))
        }
        visit.object(&mut self.world)?;
        // a list of what is left instead of recursion: a program may nest as deep as it likes
        let mut open = vec![self.world.items.iter_mut()];
        while let Some(items) = open.last_mut() {
            match items.next() {
                None => _ = open.pop(),
                Some(Item::Frame(frame)) => {
                    visit.object(frame)?;
                    open.push(frame.items.iter_mut());
                }
                Some(Item::Body(body)) => {
                    visit.object(&mut **body)?;
                    open.push(body.items.iter_mut());
                }
                Some(Item::Joint(joint)) => visit.object(joint)?,
                Some(Item::Geom(geom)) => visit.object(geom)?,
                Some(Item::Site(site)) => visit.object(site)?,
                Some(Item::Camera(camera)) => visit.object(camera)?,
                Some(Item::Light(light)) => visit.object(light)?,
            }
        }
        list(&mut self.meshes, visit)?;
        list(&mut self.skins, visit)?;
        list(&mut self.hfields, visit)?;
        list(&mut self.textures, visit)?;
        list(&mut self.materials, visit)?;
        list(&mut self.pairs, visit)?;
        list(&mut self.excludes, visit)?;
        list(&mut self.equalities, visit)?;
        list(&mut self.tendons, visit)?;
        list(&mut self.actuators, visit)?;
        list(&mut self.sensors, visit)?;
        list(&mut self.numerics, visit)?;
        list(&mut self.texts, visit)?;
        list(&mut self.tuples, visit)?;
        list(&mut self.keys, visit)
    }
}

macro_rules! object {
    ($T:ty, $kind:ident $(, $(($rk:expr, $($field:ident).+)),*)?) => {
        impl $crate::spec::Object for $T {
            const KIND: sim_core::ObjType = sim_core::ObjType::$kind;
            fn meta(&self) -> &$crate::spec::Meta { &self.meta }
            fn meta_mut(&mut self) -> &mut $crate::spec::Meta { &mut self.meta }
            #[allow(unused_variables)]
            fn references(&mut self, visit: &mut dyn FnMut(sim_core::ObjType, &mut String)) {
                $($(visit($rk, &mut self.$($field).+);)*)?
            }
        }
    };
}
pub(crate) use object;

/// "Limited" switches: off, on, or on when a range is given.
///
/// ```
/// use sim_mjcf::spec::{Joint, Limited};
///
/// let mut joint = Joint { range: [0.0, 90.0], ..Joint::default() };
/// assert_eq!(joint.limited, Limited::Auto, "on, because there is a range");
/// joint.limited = Limited::False;
/// assert_eq!(sim_mjcf::Fields::get(&joint, "limited"), Some(sim_mjcf::Value::Keyword(0, "false")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Limited {
    /// Off.
    False,
    /// On.
    True,
    /// On when a range is given and `autolimits` is set.
    #[default]
    Auto,
}

crate::table::closed! {
    Limited keywords::AUTO { 0 False, 1 True, 2 Auto };
    InertiaFromGeom keywords::AUTO { 0 False, 1 True, 2 Auto };
    MeshInertia keywords::MESH_INERTIA { 0 Convex, 1 Exact, 2 Legacy, 3 Shell };
}

pub(crate) use sim_core::{SOLIMP, SOLREF};
