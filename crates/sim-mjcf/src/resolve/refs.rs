//! Objects outside the tree that refer to others by name: an attachment copies some of them, and deleting a part of the
//! tree deletes some.

use super::Expander;
use super::index::Index;
use super::keys::Keys;
use super::names::Names;
use super::space::Namespace;
use super::tree::{Tree, weight};
use crate::error::{MjcfError, Result};
use crate::limits::Budget;
use crate::source_span::SourceSpan;
use crate::spec::{Actuator, Equality, Exclude, Object, Pair, Sensor, Skin, Spec, Tendon, Tuple};
use sim_core::{EqType, GeomType, ObjType, SensorType, TransmissionType, WrapType};

/// Where references are looked up.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub names: &'a Names,
    pub tree: &'a Tree,
}

impl Scope<'_> {
    fn has(&self, kind: ObjType, name: &str) -> bool {
        self.names.has(kind, name)
    }

    /// Whether a tendon can wrap around a geom. MuJoCo checks before it reads the geom's own type: the class's type
    /// decides.
    fn has_pulley(&self, name: &str) -> bool {
        let geom = self.names.node(ObjType::Geom, name).and_then(|node| self.tree.geom(node));
        geom.is_some_and(|geom| [GeomType::Sphere, GeomType::Cylinder].contains(&geom.class_kind))
    }
}

/// An object that refers to others by name.
trait Referring: Object + Clone {
    /// Returns a copy with resolved references; `None` if one does not resolve.
    fn resolve(&self, ns: &Namespace, names: &Scope<'_>) -> Option<Self>;
    /// Its weight in the limit of objects.
    fn weight(&self) -> usize {
        weight(self.meta().name.len())
    }
}

/// Resolves two references, of which one may lie outside the namespace: a geom inside touches one outside.
fn pair_up(kind: ObjType, a: &str, b: &str, ns: &Namespace, names: &Scope<'_>) -> Option<(String, String)> {
    let (mut first, mut second) = (ns.wrap(a), ns.wrap(b));
    let (mut found_first, mut found_second) = (names.has(kind, &first), names.has(kind, &second));
    if !found_first && found_second {
        first = a.to_string();
        found_first = names.has(kind, &first);
    }
    if found_first && !found_second {
        second = b.to_string();
        found_second = names.has(kind, &second);
    }
    (found_first && found_second).then_some((first, second))
}

/// A reference that must lie inside the namespace.
fn inside(kind: ObjType, name: &str, ns: &Namespace, names: &Scope<'_>) -> Option<String> {
    Some(ns.wrap(name)).filter(|wrapped| names.has(kind, wrapped))
}

impl Referring for Pair {
    fn resolve(&self, ns: &Namespace, names: &Scope<'_>) -> Option<Self> {
        let (geom1, geom2) = pair_up(ObjType::Geom, &self.geom1, &self.geom2, ns, names)?;
        Some(Self { geom1, geom2, ..self.clone() })
    }
}

impl Referring for Exclude {
    fn resolve(&self, ns: &Namespace, names: &Scope<'_>) -> Option<Self> {
        let (body1, body2) = pair_up(ObjType::Body, &self.body1, &self.body2, ns, names)?;
        Some(Self { body1, body2, ..self.clone() })
    }
}

impl Referring for Equality {
    fn resolve(&self, ns: &Namespace, names: &Scope<'_>) -> Option<Self> {
        let kind = match self.kind {
            EqType::Joint => ObjType::Joint,
            EqType::Tendon => ObjType::Tendon,
            _ => self.objtype,
        };
        let name1 = inside(kind, &self.name1, ns, names)?;
        let name2 = if self.name2.is_empty() { String::new() } else { inside(kind, &self.name2, ns, names)? };
        let to_world = kind == ObjType::Body && name2.is_empty() && name1 == super::WORLD_NAME;
        (name1 != name2 && !to_world).then(|| Self { name1, name2, ..self.clone() })
    }
}

impl Referring for Tendon {
    fn resolve(&self, ns: &Namespace, names: &Scope<'_>) -> Option<Self> {
        let kind_of = |kind: WrapType| match kind {
            WrapType::Joint => Some(ObjType::Joint),
            WrapType::Site => Some(ObjType::Site),
            WrapType::Sphere | WrapType::Cylinder => Some(ObjType::Geom),
            _ => None,
        };
        let known = |kind: ObjType, target: &str, side: &str| {
            let side_known = || side.is_empty() || names.has(ObjType::Site, side);
            if kind == ObjType::Geom { names.has_pulley(target) && side_known() } else { names.has(kind, target) }
        };
        // a part of the path may lie outside the namespace, but not all of it
        let mut path = vec![];
        let mut any = false;
        for (i, wrap) in self.path.iter().enumerate() {
            let Some(kind) = kind_of(wrap.kind) else { continue };
            let (mut target, mut side) = (ns.wrap(&wrap.target), wrap.sidesite.clone());
            ns.enter(&mut side);
            if known(kind, &target, &side) {
                any = true;
            } else if known(kind, &wrap.target, &wrap.sidesite) {
                target.clone_from(&wrap.target);
                side.clone_from(&wrap.sidesite);
            } else {
                return None;
            }
            path.push((i, target, side));
        }
        if !any {
            return None;
        }
        let mut copy = self.clone();
        for (i, target, side) in path {
            if let Some(wrap) = copy.path.get_mut(i) {
                (wrap.target, wrap.sidesite) = (target, side);
            }
        }
        Some(copy)
    }

    fn weight(&self) -> usize {
        weight(self.meta.name.len().saturating_add(self.path.len().saturating_mul(128)))
    }
}

impl Referring for Actuator {
    fn resolve(&self, ns: &Namespace, names: &Scope<'_>) -> Option<Self> {
        let (mut refsite, mut slidersite) = (self.refsite.clone(), self.slidersite.clone());
        ns.enter(&mut refsite);
        ns.enter(&mut slidersite);
        let second = match self.trntype {
            TransmissionType::SliderCrank => names.has(ObjType::Site, &slidersite) && self.cranklength > 0.0,
            TransmissionType::Site => refsite.is_empty() || names.has(ObjType::Site, &refsite),
            _ => true,
        };
        if !second {
            return None;
        }
        let target = inside(self.target_kind(), &self.target, ns, names)?;
        Some(Self { target, refsite, slidersite, ..self.clone() })
    }
}

impl Referring for Sensor {
    fn resolve(&self, ns: &Namespace, names: &Scope<'_>) -> Option<Self> {
        let (has_obj, has_ref) = (self.objtype != ObjType::Unknown, self.reftype != ObjType::Unknown);
        let (mut objname, mut refname) = (self.objname.clone(), self.refname.clone());
        let mut obj = false;
        if has_obj {
            objname = ns.wrap(&self.objname);
            obj = names.has(self.objtype, &objname);
        }
        let mut reference = false;
        if has_ref {
            refname = ns.wrap(&self.refname);
            reference = names.has(self.reftype, &refname);
        }
        // one of the two may lie outside the namespace
        if has_obj && has_ref && !obj && reference {
            objname.clone_from(&self.objname);
            obj = names.has(self.objtype, &objname);
        }
        if has_obj && has_ref && obj && !reference {
            refname.clone_from(&self.refname);
            reference = names.has(self.reftype, &refname);
        }
        let alone = [
            SensorType::EPotential,
            SensorType::EKinetic,
            SensorType::Clock,
            SensorType::Plugin,
            SensorType::Contact,
            SensorType::User,
        ];
        let complete = (if has_obj { obj } else { alone.contains(&self.kind) }) && (!has_ref || reference);
        complete.then(|| Self { objname, refname, ..self.clone() })
    }
}

impl Referring for Tuple {
    fn resolve(&self, ns: &Namespace, names: &Scope<'_>) -> Option<Self> {
        if self.objects.is_empty() {
            return None;
        }
        let found = self.objects.iter().map(|(kind, name, prm)| Some((*kind, inside(*kind, name, ns, names)?, *prm)));
        Some(Self { objects: found.collect::<Option<_>>()?, ..self.clone() })
    }

    fn weight(&self) -> usize {
        weight(self.meta.name.len().saturating_add(self.objects.len().saturating_mul(64)))
    }
}

/// Returns copies of the objects that resolve under a namespace, with their positions in the list. An index avoids visiting
/// all objects.
fn copies<T: Referring>(
    list: &[T],
    ns: &Namespace,
    names: &Scope<'_>,
    index: Option<&Index>,
    budget: &mut Budget,
    span: &SourceSpan,
) -> Result<Vec<(usize, T)>> {
    let mut out = vec![];
    let among = match index {
        Some(index) => index.candidates(T::KIND, &ns.suffix, list.len()),
        None => (0..list.len()).collect(),
    };
    for (i, object) in among.into_iter().filter_map(|i| Some((i, list.get(i)?))) {
        if let Some(mut copy) = object.resolve(ns, names) {
            ns.enter_meta(copy.meta_mut());
            budget.take(copy.weight(), 1, span)?;
            out.push((i, copy));
        }
    }
    Ok(out)
}

/// Adds copies to a list; their names must be new.
fn append<T: Object>(
    list: &mut Vec<T>,
    added: impl IntoIterator<Item = T>,
    names: &mut Names,
    span: &SourceSpan,
) -> Result<()> {
    for object in added {
        let meta = object.meta();
        names.claim(T::KIND, &meta.name, &meta.span, usize::MAX).map_err(|error| match error {
            MjcfError::DuplicateName { kind, name, first, .. } => {
                MjcfError::DuplicateName { span: span.clone(), kind, name, first }
            }
            other => other,
        })?;
        list.push(object);
    }
    Ok(())
}

fn objects<T>(copies: Vec<(usize, T)>) -> impl Iterator<Item = T> {
    copies.into_iter().map(|(_, object)| object)
}

macro_rules! copy_referring {
    ($this:ident, $source:expr, $ns:ident, $span:ident, $($list:ident),*) => {$(
        let scope = Scope { names: &$this.names, tree: &$this.tree };
        let added = copies(&$source.$list, $ns, &scope, None, &mut $this.budget, $span)?;
        append(&mut $this.spec.$list, objects(added), &mut $this.names, $span)?;
    )*};
}

macro_rules! copy_indexed {
    ($this:ident, $index:ident, $ns:ident, $span:ident, $($list:ident),*) => {$(
        $this.index_names(&mut $index);
        let scope = Scope { names: &$this.names, tree: &$this.tree };
        let added = copies(&$this.spec.$list, $ns, &scope, $index.as_ref(), &mut $this.budget, $span)?;
        append(&mut $this.spec.$list, objects(added), &mut $this.names, $span)?;
    )*};
}

impl Expander<'_> {
    /// Copies the objects that refer to a copied part of this model's tree. An index only serves namespaces with a suffix.
    pub(super) fn copy_own(
        &mut self,
        ns: &Namespace,
        index: Option<Index>,
        span: &SourceSpan,
    ) -> Result<Option<Index>> {
        let mut index = index;
        let before = Index::lengths(&self.spec);
        copy_indexed!(self, index, ns, span, pairs, excludes, tendons, equalities);
        self.index_names(&mut index);
        let scope = Scope { names: &self.names, tree: &self.tree };
        let added = copies(&self.spec.actuators, ns, &scope, index.as_ref(), &mut self.budget, span)?;
        self.keys.copy_actuators(added.iter().map(|&(i, _)| i));
        append(&mut self.spec.actuators, objects(added), &mut self.names, span)?;
        copy_indexed!(self, index, ns, span, sensors, tuples);
        if let Some(index) = &mut index {
            index.extend(&mut self.spec, before);
        }
        Ok(index)
    }

    /// Adds new names to the index.
    fn index_names(&mut self, index: &mut Option<Index>) {
        if let Some(index) = index {
            self.names.take_log().iter().for_each(|name| index.add_name(name));
        }
    }

    /// Copies another model's assets and the objects that refer to its copied part.
    pub(super) fn copy_foreign(&mut self, index: usize, ns: &Namespace, span: &SourceSpan) -> Result<()> {
        let Some(model) = self.models.get(index) else { return Ok(()) };
        let mut source = (*model.spec).clone_lists();
        name_by_file(&mut source);
        self.copy_assets(source, ns, span)?;
        let Some(model) = self.models.get(index) else { return Ok(()) };
        copy_referring!(self, model.spec, ns, span, pairs, excludes, tendons, equalities);
        let scope = Scope { names: &self.names, tree: &self.tree };
        let added = copies(&model.spec.actuators, ns, &scope, None, &mut self.budget, span)?;
        self.keys.adopt_actuators(added.iter().map(|&(i, _)| i));
        append(&mut self.spec.actuators, objects(added), &mut self.names, span)?;
        copy_referring!(self, model.spec, ns, span, sensors, tuples);
        Ok(())
    }

    /// Copies the skins whose bones were all copied. As in MuJoCo, their names and those of their materials stay the same.
    fn copy_skins(&mut self, skins: Vec<Skin>, ns: &Namespace, span: &SourceSpan) -> Result<()> {
        for mut skin in skins {
            skin.bones.iter_mut().for_each(|bone| bone.body = ns.wrap(&bone.body));
            if skin.bones.iter().all(|bone| self.names.has(ObjType::Body, &bone.body)) {
                skin.meta.origin += ns.foreign.unwrap_or(0);
                self.budget.take(weight(skin.heap_bytes()), 1, span)?;
                append(&mut self.spec.skins, [skin], &mut self.names, span)?;
            }
        }
        Ok(())
    }

    fn copy_assets(&mut self, source: Spec, ns: &Namespace, span: &SourceSpan) -> Result<()> {
        fn enter<T: Object>(mut object: T, ns: &Namespace) -> T {
            ns.enter_meta(object.meta_mut());
            object
        }
        self.copy_skins(source.skins, ns, span)?;
        let count = source.meshes.len() + source.hfields.len() + source.textures.len() + source.materials.len();
        self.budget.take(1, count + source.numerics.len() + source.texts.len(), span)?;
        let (spec, names) = (&mut self.spec, &mut self.names);
        append(&mut spec.meshes, source.meshes.into_iter().map(|x| enter(x, ns)), names, span)?;
        append(&mut spec.hfields, source.hfields.into_iter().map(|x| enter(x, ns)), names, span)?;
        append(&mut spec.textures, source.textures.into_iter().map(|x| enter(x, ns)), names, span)?;
        let materials = source.materials.into_iter().map(|mut material| {
            material.textures.iter_mut().for_each(|texture| ns.enter(texture));
            enter(material, ns)
        });
        append(&mut spec.materials, materials, names, span)?;
        append(&mut spec.numerics, source.numerics.into_iter().map(|x| enter(x, ns)), names, span)?;
        append(&mut spec.texts, source.texts.into_iter().map(|x| enter(x, ns)), names, span)
    }
}

impl Spec {
    /// Makes a spec with only copies of this one's assets and custom data.
    fn clone_lists(&self) -> Self {
        Self {
            meshes: self.meshes.clone(),
            skins: self.skins.clone(),
            hfields: self.hfields.clone(),
            textures: self.textures.clone(),
            materials: self.materials.clone(),
            numerics: self.numerics.clone(),
            texts: self.texts.clone(),
            ..Self::default()
        }
    }
}

/// Names nameless meshes, skins, height fields and textures after their files.
pub(crate) fn name_by_file(spec: &mut Spec) {
    fn fill(name: &mut String, file: &str) {
        if name.is_empty() {
            let bare = crate::files::strip_dir(file);
            bare.rsplit_once('.').map_or(bare, |(stem, _)| stem).clone_into(name);
        }
    }
    spec.meshes.iter_mut().for_each(|x| fill(&mut x.meta.name, &x.file));
    spec.skins.iter_mut().for_each(|x| fill(&mut x.meta.name, &x.file));
    spec.hfields.iter_mut().for_each(|x| fill(&mut x.meta.name, &x.file));
    spec.textures.iter_mut().for_each(|x| fill(&mut x.meta.name, &x.file));
}

/// Whether each object has all its references, by list.
pub(crate) struct Complete([Vec<bool>; 6]);

/// Finds the objects that have all their references.
pub(crate) fn complete(spec: &Spec, names: &Scope<'_>) -> Complete {
    fn flags<T: Referring>(list: &[T], names: &Scope<'_>) -> Vec<bool> {
        let ns = Namespace::default();
        list.iter().map(|object| object.resolve(&ns, names).is_some()).collect()
    }
    Complete([
        flags(&spec.pairs, names),
        flags(&spec.excludes, names),
        flags(&spec.tendons, names),
        flags(&spec.equalities, names),
        flags(&spec.actuators, names),
        flags(&spec.sensors, names),
    ])
}

impl Complete {
    /// Whether an actuator has its references, and the tendon it pulls has its own.
    pub(crate) fn actuator(&self, spec: &Spec, i: usize) -> bool {
        let [_, _, tendons, _, actuators, _] = &self.0;
        let pulled = |a: &&Actuator| a.trntype == TransmissionType::Tendon;
        let tendon = spec.actuators.get(i).filter(pulled).map(|a| &a.target);
        let tendon = tendon.and_then(|target| spec.tendons.iter().position(|t| t.meta.name == *target));
        actuators.get(i) == Some(&true) && tendon.is_none_or(|t| tendons.get(t) == Some(&true))
    }
}

/// Removes the objects that lost a reference. Objects that never had all references stay, to be reported later.
pub(crate) fn remove_lost(spec: &mut Spec, complete: &Complete, tree: &Tree, names: &mut Names, keys: &mut Keys) {
    fn prune<T: Referring>(list: &mut Vec<T>, complete: &[bool], tree: &Tree, names: &mut Names) -> Vec<bool> {
        let ns = Namespace::default();
        let scope = Scope { names, tree };
        let keep: Vec<bool> = list
            .iter()
            .enumerate()
            .map(|(i, object)| !complete.get(i).is_some_and(|&s| s) || object.resolve(&ns, &scope).is_some())
            .collect();
        let mut i = 0;
        list.retain(|object| {
            let stays = keep.get(i).is_none_or(|&k| k);
            if !stays {
                names.remove(T::KIND, &object.meta().name);
            }
            i += 1;
            stays
        });
        keep
    }
    let [pairs, excludes, tendons, equalities, actuators, sensors] = &complete.0;
    prune(&mut spec.pairs, pairs, tree, names);
    prune(&mut spec.excludes, excludes, tree, names);
    prune(&mut spec.tendons, tendons, tree, names);
    prune(&mut spec.equalities, equalities, tree, names);
    let kept = prune(&mut spec.actuators, actuators, tree, names);
    keys.keep_actuators(&kept);
    prune(&mut spec.sensors, sensors, tree, names);
}
