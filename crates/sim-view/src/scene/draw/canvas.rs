//! Inputs and outputs of the families of geoms: [`Subject`] and [`Canvas`].

use crate::scene::read::id;
use crate::scene::{Categories, Label, LabelKind, Perturb, Projection, SceneGeom, SceneOption, VisualFlags};
use sim_core::{Data, Model, ObjType, warning};

/// The model and the world that are shown, with the options.
pub(crate) struct Subject<'a> {
    pub m: &'a Model,
    pub d: &'a Data,
    pub option: &'a SceneOption,
    pub perturb: &'a Perturb,
    /// Wanted categories; without static objects if the options hide them.
    pub categories: Categories,
    /// The cameras of the previous picture.
    pub eyes: [Projection; 2],
}

impl Subject<'_> {
    /// Whether a flag is set.
    pub(super) fn shows(&self, flag: VisualFlags) -> bool {
        self.option.flags.contains(flag)
    }

    /// Category of a body: static if it is fixed to the world, dynamic otherwise. `None`: the body does not exist.
    pub(super) fn category(&self, body: usize) -> Option<Categories> {
        let weld = self.m.body_weldid.get(body)?;
        Some(if *weld == 0 { Categories::STATIC } else { Categories::DYNAMIC })
    }

    /// The category of the body of object `i`, if it is wanted.
    pub(super) fn wanted(&self, bodyid: &[i32], i: usize) -> Option<Categories> {
        self.category(id(bodyid, i)?).filter(|category| self.categories.intersects(*category))
    }

    /// Mean size of the bodies, the unit of decorations.
    pub(super) fn scale(&self) -> f32 {
        self.m.stat.meansize as f32
    }

    /// The selected body. `None`: no body is selected, or it does not exist.
    pub(super) fn selected(&self) -> Option<usize> {
        usize::try_from(self.perturb.select).ok().filter(|body| (1..self.m.nbody).contains(body))
    }

    /// The label of an object, if objects of this kind are labelled: its name, or its kind and number.
    pub(super) fn label(&self, wanted: LabelKind, kind: ObjType, i: usize) -> Label {
        if self.option.label == wanted { name(self.m, kind, i) } else { Label::EMPTY }
    }
}

/// Name of an object, or its kind and number.
pub(super) fn name(m: &Model, kind: ObjType, i: usize) -> Label {
    match m.name(kind, i) {
        Some(name) => Label::new(name),
        None => Label::written(format_args!("{kind} {i}")),
    }
}

/// The list that geoms are added to, up to its limit.
pub(crate) struct Canvas<'a> {
    pub geoms: &'a mut Vec<SceneGeom>,
    pub maxgeom: usize,
    pub exhausted: &'a mut bool,
}

impl Canvas<'_> {
    /// A geom that shows object `objid`, to be [put](Self::put). `None`: the scene is full, which is reported once.
    pub(super) fn start(&mut self, objid: usize, category: Categories, objtype: ObjType) -> Option<SceneGeom> {
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

    /// Starts a geom of a decoration.
    pub(super) fn decor(&mut self, objid: usize, objtype: ObjType) -> Option<SceneGeom> {
        self.start(objid, Categories::DECOR, objtype)
    }

    /// Adds a geom that was started.
    pub(super) fn put(&mut self, geom: SceneGeom) {
        self.geoms.push(geom);
    }
}
