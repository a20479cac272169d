//! The namespace of an attachment: prefix and suffix of the names it copies.

use crate::spec::{Item, Meta, Object};
use sim_core::ObjType;

/// Text around names, and whether the objects come from another model.
#[derive(Clone, Debug, Default)]
pub(crate) struct Namespace {
    /// Put before names.
    pub prefix: String,
    /// Put after names.
    pub suffix: String,
    /// For objects of another model: offset of their compiler settings.
    pub foreign: Option<usize>,
}

impl Namespace {
    /// Returns the name inside the namespace.
    pub fn wrap(&self, name: &str) -> String {
        let mut out = String::with_capacity(self.prefix.len() + name.len() + self.suffix.len());
        out.push_str(&self.prefix);
        out.push_str(name);
        out.push_str(&self.suffix);
        out
    }

    /// Wraps a name unless it is empty.
    pub fn enter(&self, name: &mut String) {
        if !name.is_empty() {
            *name = self.wrap(name);
        }
    }

    /// Wraps the name of an asset or a class, which only another model brings.
    fn enter_foreign(&self, name: &mut String) {
        if self.foreign.is_some() {
            self.enter(name);
        }
    }

    /// Wraps the common part of a copied object.
    pub fn enter_meta(&self, meta: &mut Meta) {
        self.enter(&mut meta.name);
        self.enter_class(&mut meta.class);
        meta.origin += self.foreign.unwrap_or(0);
    }

    fn enter_class(&self, class: &mut String) {
        if class != crate::spec::MAIN {
            self.enter_foreign(class);
        }
    }

    /// Wraps a copied object of the tree, without its items.
    pub fn enter_item(&self, item: &mut Item) {
        match item {
            Item::Body(body) => {
                self.enter_meta(&mut body.meta);
                self.enter_class(&mut body.childclass);
            }
            Item::Frame(frame) => {
                self.enter_meta(&mut frame.meta);
                self.enter_class(&mut frame.childclass);
            }
            Item::Joint(joint) => self.enter_meta(&mut joint.meta),
            Item::Geom(geom) => {
                self.enter_meta(&mut geom.meta);
                self.enter_foreign(&mut geom.material);
                self.enter_foreign(&mut geom.hfield);
                self.enter_foreign(&mut geom.mesh);
            }
            Item::Site(site) => {
                self.enter_meta(&mut site.meta);
                self.enter_foreign(&mut site.material);
            }
            Item::Camera(camera) => {
                self.enter_meta(&mut camera.meta);
                self.enter(&mut camera.target);
            }
            Item::Light(light) => {
                self.enter_meta(&mut light.meta);
                self.enter(&mut light.target);
                self.enter(&mut light.texture);
            }
        }
    }
}

/// Kind and common part of an object of the tree.
pub(crate) fn common(item: &Item) -> (ObjType, &Meta) {
    match item {
        Item::Body(x) => (ObjType::Body, x.meta()),
        Item::Frame(x) => (ObjType::Frame, x.meta()),
        Item::Joint(x) => (ObjType::Joint, x.meta()),
        Item::Geom(x) => (ObjType::Geom, x.meta()),
        Item::Site(x) => (ObjType::Site, x.meta()),
        Item::Camera(x) => (ObjType::Camera, x.meta()),
        Item::Light(x) => (ObjType::Light, x.meta()),
    }
}
