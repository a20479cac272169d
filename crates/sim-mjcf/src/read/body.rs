//! Reads the tree as written: bodies, frames and their items. Replicates and attachments become items too.

use super::defaults::instance;
use super::element::Element;
use crate::error::{MjcfError, Result};
use crate::error_list::{ErrorList, Phase};
use crate::spec::{Attach, Body, Composite, Document, Frame, Inertial, Item, Joint, Meta, Replicate, Spec, Written};
use crate::stop::Stop;
use sim_core::JointType;

/// Reads a `<worldbody>` section; several sections add up.
pub(crate) fn read_world(
    section: &Element,
    document: &mut Document,
    stop: &Stop,
    errors: &mut ErrorList,
) -> Result<()> {
    if let Some(attribute) = section.attributes.first() {
        errors.push(section.span_of(attribute.name).invalid("the world body takes no attributes"))?;
    }
    let class = class_name(&document.spec, 0);
    let mut owner = Owner { world: true, inertial: None };
    let mut items = std::mem::take(&mut document.world);
    Reader { document, stop, errors }.items(section, &class, &mut owner, &mut items)?;
    document.world = items;
    Ok(())
}

/// State that every level of the tree needs.
struct Reader<'a> {
    document: &'a mut Document,
    stop: &'a Stop,
    errors: &'a mut ErrorList,
}

/// The body that items are read into.
struct Owner {
    /// Whether it is the world, which cannot move.
    world: bool,
    /// Its explicit inertia, which may be inside a frame.
    inertial: Option<Inertial>,
}

impl Reader<'_> {
    /// Reads the items of a body, frame or replicate; `class` is their default class.
    ///
    /// Bodies may nest hundreds deep. So only what every level needs lives across the recursion; large values are made
    /// after it.
    fn items(&mut self, el: &Element, class: &str, owner: &mut Owner, out: &mut Vec<Written>) -> Result<()> {
        for child in &el.children {
            self.stop.check()?;
            if owner.world && matches!(child.tag, "joint" | "freejoint" | "inertial") {
                self.errors.push(in_world(child))?;
                continue;
            }
            match child.tag {
                "inertial" => self.keep(read_inertial(child, &mut owner.inertial))?,
                "body" | "frame" | "replicate" => self.container(child, class, owner, out)?,
                _ => self.leaf(child, class, out)?,
            }
        }
        Ok(())
    }

    /// Reads an element that contains items.
    fn container(&mut self, el: &Element, inherited: &str, owner: &mut Owner, out: &mut Vec<Written>) -> Result<()> {
        let class = self.childclass(el, inherited)?;
        let mut items = Vec::with_capacity(el.children.len());
        if el.tag == "frame" {
            self.items(el, &class, owner, &mut items)?;
            return self.keep(push_frame(el, &class, items, out));
        }
        let mut owner = Box::new(Owner { world: false, inertial: None });
        self.items(el, &class, &mut owner, &mut items)?;
        self.keep(match el.tag {
            "body" => push_body(el, &class, items, owner.inertial.take(), out),
            // the copied body is dropped after the copies are made, with its inertia
            _ => push_replicate(el, &class, items, out),
        })
    }

    /// Default class of the items inside an element.
    fn childclass(&mut self, el: &Element, inherited: &str) -> Result<String> {
        let spec = &self.document.spec;
        let class = self.errors.take(spec.childclass(el, inherited))?;
        Ok(class.map_or_else(|| inherited.to_string(), |index| class_name(spec, index)))
    }

    #[inline(never)]
    fn leaf(&mut self, el: &Element, inherited: &str, out: &mut Vec<Written>) -> Result<()> {
        let document = &mut *self.document;
        let written = match el.tag {
            "attach" => read_attach(el, document, inherited).map(Written::Attach),
            "composite" => {
                Composite::read(el, inherited, &document.limits).map(|cable| Written::Composite(Box::new(cable)))
            }
            _ => read_leaf(el, &document.spec, inherited).map(|item| Written::Object(item, vec![])),
        };
        match self.errors.take(written)? {
            Some(written) => out.push(written),
            // others may refer to it, or to objects that it attaches
            None => {
                self.errors.lose_name(el.text("name"));
                if el.tag == "attach" {
                    self.errors.begin(Phase::Read);
                }
            }
        }
        Ok(())
    }

    fn keep(&mut self, result: Result<()>) -> Result<()> {
        self.errors.take(result).map(drop)
    }
}

#[cold]
fn in_world(el: &Element) -> MjcfError {
    let what = if el.tag == "inertial" { "inertia" } else { "joints" };
    el.invalid(format!("the world body cannot have {what}; put it into a <body>"))
}

/// Reads an element without items.
fn read_leaf(el: &Element, spec: &Spec, inherited: &str) -> Result<Item> {
    let Some(class) = spec.defaults.get(spec.class(el, Some(inherited))?) else {
        return Err(el.invalid("its default class does not exist"));
    };
    Ok(match el.tag {
        "joint" => {
            let mut joint = instance(&class.joint, &class.name, el);
            el.apply(&mut joint)?;
            Item::Joint(joint)
        }
        "freejoint" => {
            // a free joint has no defaults
            let mut joint = Joint { meta: Meta::read(el, &class.name), kind: JointType::Free, ..Joint::default() };
            el.apply(&mut joint)?;
            Item::Joint(joint)
        }
        "geom" => {
            let mut geom = instance(&class.geom, &class.name, el);
            geom.class_kind = geom.kind;
            el.apply(&mut geom)?;
            refuse_plugin(el)?;
            Item::Geom(geom)
        }
        "site" => {
            let mut site = instance(&class.site, &class.name, el);
            el.apply(&mut site)?;
            Item::Site(site)
        }
        "camera" => {
            let mut camera = instance(&class.camera, &class.name, el);
            el.apply(&mut camera)?;
            Item::Camera(camera)
        }
        "light" => {
            let mut light = instance(&class.light, &class.name, el);
            el.apply(&mut light)?;
            Item::Light(light)
        }
        "plugin" => return Err(el.span.unsupported("an engine plugin")),
        other => return Err(el.span.unsupported(format!("<{other}>"))),
    })
}

#[inline(never)]
fn push_body(
    el: &Element,
    class: &str,
    items: Vec<Written>,
    inertial: Option<Inertial>,
    out: &mut Vec<Written>,
) -> Result<()> {
    let mut body = Box::new(Body { meta: Meta::read(el, class), inertial, ..Body::default() });
    let applied = el.apply(&mut *body);
    out.push(Written::Object(Item::Body(body), items));
    applied
}

#[inline(never)]
fn push_frame(el: &Element, class: &str, items: Vec<Written>, out: &mut Vec<Written>) -> Result<()> {
    let mut frame = Frame { meta: Meta::read(el, class), ..Frame::default() };
    let applied = el.apply(&mut frame);
    out.push(Written::Object(Item::Frame(frame), items));
    applied
}

#[inline(never)]
fn push_replicate(el: &Element, class: &str, items: Vec<Written>, out: &mut Vec<Written>) -> Result<()> {
    let mut replicate = Replicate { meta: Meta::read(el, class), ..Replicate::default() };
    let applied = el.apply(&mut replicate);
    out.push(Written::Replicate(replicate, items));
    applied
}

fn read_attach(el: &Element, document: &mut Document, class: &str) -> Result<Attach> {
    let mut attach = Attach { meta: Meta::read(el, class), ..Attach::default() };
    el.required_text("prefix")?;
    el.apply(&mut attach)?;
    if attach.body.is_some() && attach.frame.is_some() {
        return Err(el.invalid("attach either a 'body' or a 'frame', not both"));
    }
    if attach.model.is_none() && attach.body.is_none() && attach.frame.is_none() {
        return Err(el.invalid("without 'model' this model is meant: say which 'body' or 'frame' of it to attach"));
    }
    if let Some(model) = &attach.model {
        document.adopt_classes(el, model, &attach.prefix)?;
    }
    Ok(attach)
}

fn class_name(spec: &Spec, index: usize) -> String {
    spec.defaults.get(index).map(|c| c.name.clone()).unwrap_or_default()
}

fn read_inertial(el: &Element, target: &mut Option<Inertial>) -> Result<()> {
    el.apply(target.get_or_insert_with(Inertial::default))
}

/// Refuses an element that leaves its work to an engine plugin.
pub(crate) fn refuse_plugin(el: &Element) -> Result<()> {
    match el.child("plugin") {
        Some(plugin) => Err(plugin.span.unsupported("an engine plugin")),
        None => Ok(()),
    }
}
