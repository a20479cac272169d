//! What is put into a scene, family by family.
//!
//! Each file adds one family of geoms: it reads a Model and a world through [`Subject`] and writes to a [`Canvas`].
//! [`OBJECTS`] and [`DECORATIONS`] say in which order MuJoCo adds them, and so in which order a scene has them. One family of
//! MuJoCo is not there: flexes, which the loader refuses.

mod actuators;
mod bodies;
mod cameras;
mod catenary;
mod colour;
mod contacts;
mod equalities;
mod frames;
mod geoms;
mod inertias;
mod joints;
mod labels;
mod material;
mod perturbation;
mod rangefinders;
mod sites;
mod skins;
mod slider_cranks;
mod spotlights;
mod tactile;
mod tendons;
mod volumes;

pub(super) use perturbation::selected_point;

use crate::scene::read::id;
use crate::scene::{Categories, Label, LabelKind, Perturb, Projection, SceneGeom, SceneOption, VisualFlags};
use sim_core::{Data, Model, ObjType, warning};

/// Adds one family.
type Family = fn(&Subject<'_>, &mut Canvas<'_>);

/// Families of what the model itself has, in order.
const OBJECTS: [Family; 5] = [skins::add, geoms::add, sites::add, tendons::add, slider_cranks::add];

/// Families of decorations, in order.
const DECORATIONS: [Family; 22] = [
    frames::add_of_geoms,
    frames::add_of_sites,
    volumes::add_of_bodies,
    volumes::add_of_meshes,
    volumes::add_octrees,
    tactile::add,
    inertias::add,
    perturbation::add_object,
    frames::add_of_bodies,
    perturbation::add_selected_point,
    labels::add_of_bodies,
    joints::add,
    actuators::add,
    labels::add_of_islands,
    cameras::add,
    spotlights::add,
    bodies::add_centres_of_mass,
    bodies::add_connections,
    rangefinders::add,
    perturbation::add_forces,
    equalities::add,
    contacts::add,
];

/// What is shown, and how.
pub(super) struct Subject<'a> {
    pub m: &'a Model,
    pub d: &'a Data,
    pub option: &'a SceneOption,
    pub perturb: &'a Perturb,
    /// What is wanted; without static objects where the options leave them out.
    pub categories: Categories,
    /// The cameras of the picture before.
    pub eyes: [Projection; 2],
}

/// Adds all families that the options ask for, `mjv_addGeoms`.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    OBJECTS.iter().for_each(|family| family(subject, canvas));
    if subject.categories.contains(Categories::DECOR) {
        DECORATIONS.iter().for_each(|family| family(subject, canvas));
    }
}

impl Subject<'_> {
    /// Whether a switch is on.
    fn shows(&self, flag: VisualFlags) -> bool {
        self.option.flags.contains(flag)
    }

    /// Category of a body: static if it is fixed to the world, dynamic otherwise. `None`: the body does not exist.
    fn category(&self, body: usize) -> Option<Categories> {
        let weld = self.m.body_weldid.get(body)?;
        Some(if *weld == 0 { Categories::STATIC } else { Categories::DYNAMIC })
    }

    /// The category of the body that object `i` sits on, where it is wanted.
    fn wanted(&self, bodyid: &[i32], i: usize) -> Option<Categories> {
        self.category(id(bodyid, i)?).filter(|category| self.categories.intersects(*category))
    }

    /// Mean size of the bodies, which decorations are scaled by.
    fn scale(&self) -> f32 {
        self.m.stat.meansize as f32
    }

    /// The selected body. `None`: no body is selected, or it does not exist.
    fn selected(&self) -> Option<usize> {
        usize::try_from(self.perturb.select).ok().filter(|body| (1..self.m.nbody).contains(body))
    }

    /// The label of an object where objects of this kind are labelled: its name, or its kind and number.
    fn label(&self, wanted: LabelKind, kind: ObjType, i: usize) -> Label {
        if self.option.label == wanted { name(self.m, kind, i) } else { Label::EMPTY }
    }
}

/// Name of an object, or its kind and number.
fn name(m: &Model, kind: ObjType, i: usize) -> Label {
    match m.name(kind, i) {
        Some(name) => Label::new(name),
        None => Label::written(format_args!("{kind} {i}")),
    }
}

/// Where geoms are put, as long as there is room.
pub(super) struct Canvas<'a> {
    pub geoms: &'a mut Vec<SceneGeom>,
    pub maxgeom: usize,
    pub exhausted: &'a mut bool,
}

impl Canvas<'_> {
    /// A geom that shows object `objid`, to be [put](Self::put). `None`: the scene is full; the first time this is reported.
    fn start(&mut self, objid: usize, category: Categories, objtype: ObjType) -> Option<SceneGeom> {
        let place = self.geoms.len();
        if place >= self.maxgeom {
            if !*self.exhausted {
                *self.exhausted = true;
                warning::warn(&format!("the scene is full: make it with maxgeom above {}", self.maxgeom));
            }
            return None;
        }
        let (objid, segid) = (i32::try_from(objid).ok()?, i32::try_from(place).ok()?);
        Some(SceneGeom { objid, segid, category, objtype, ..SceneGeom::default() })
    }

    /// A geom of a decoration.
    fn decor(&mut self, objid: usize, objtype: ObjType) -> Option<SceneGeom> {
        self.start(objid, Categories::DECOR, objtype)
    }

    /// Adds a geom that was started.
    fn put(&mut self, geom: SceneGeom) {
        self.geoms.push(geom);
    }
}
