//! The tree: bodies, frames and what they carry, as written. Replicates and attachments become items of their own.

use super::defaults::instance;
use super::element::Element;
use crate::error::Result;
use crate::spec::{Attach, Body, Composite, Document, Frame, Inertial, Item, Joint, Meta, Replicate, Spec, Written};
use sim_core::JointType;

/// A `<worldbody>` section; several add up.
pub(crate) fn read_world(section: &Element, document: &mut Document) -> Result<()> {
    if let Some(attribute) = section.attributes.first() {
        return Err(section.place_of(attribute.name).invalid("the world body takes no attributes"));
    }
    let class = class_name(&document.spec, 0);
    let mut owner = Owner { world: true, inertial: None };
    let mut items = std::mem::take(&mut document.world);
    read_items(section, document, &class, &mut owner, &mut items)?;
    document.world = items;
    Ok(())
}

/// The body that items are read into.
struct Owner {
    /// Whether it is the world itself, which moves nowhere.
    world: bool,
    /// Its explicit inertia, which may stand inside a frame.
    inertial: Option<Inertial>,
}

/// Items of a body, frame or replicate; `class` is what they start from unless they say otherwise.
///
/// Bodies may nest hundreds deep: only what every level needs lives across the recursion, large values are made
/// after it.
fn read_items(
    el: &Element,
    document: &mut Document,
    class: &str,
    owner: &mut Owner,
    out: &mut Vec<Written>,
) -> Result<()> {
    for child in &el.children {
        if owner.world && matches!(child.tag, "joint" | "freejoint" | "inertial") {
            let what = if child.tag == "inertial" { "inertia" } else { "joints" };
            return Err(child.invalid(format!("the world body cannot have {what}; put it into a <body>")));
        }
        match child.tag {
            "inertial" => read_inertial(child, &mut owner.inertial)?,
            "body" | "frame" | "replicate" => read_container(child, document, class, owner, out)?,
            _ => push_leaf(child, document, class, out)?,
        }
    }
    Ok(())
}

/// What carries other items.
fn read_container(
    el: &Element,
    document: &mut Document,
    inherited: &str,
    owner: &mut Owner,
    out: &mut Vec<Written>,
) -> Result<()> {
    let class = class_name(&document.spec, document.spec.childclass(el, inherited)?);
    let mut items = Vec::with_capacity(el.children.len());
    if el.tag == "frame" {
        read_items(el, document, &class, owner, &mut items)?;
        return push_frame(el, &class, items, out);
    }
    let mut owner = Box::new(Owner { world: false, inertial: None });
    read_items(el, document, &class, &mut owner, &mut items)?;
    match el.tag {
        "body" => push_body(el, &class, items, owner.inertial.take(), out),
        // copies are made of a body that is thrown away afterwards, and its inertia with it
        _ => push_replicate(el, &class, items, out),
    }
}

#[inline(never)]
fn push_leaf(el: &Element, document: &mut Document, inherited: &str, out: &mut Vec<Written>) -> Result<()> {
    let written = match el.tag {
        "attach" => Written::Attach(read_attach(el, document, inherited)?),
        "composite" => Written::Composite(Box::new(Composite::read(el, inherited, &document.limits)?)),
        _ => Written::Object(read_leaf(el, &document.spec, inherited)?, vec![]),
    };
    out.push(written);
    Ok(())
}

/// What carries nothing else.
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
            // it takes nothing from its class
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
        "plugin" => return Err(el.place.unsupported("an engine plugin")),
        other => return Err(el.place.unsupported(format!("<{other}>"))),
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
    el.apply(&mut *body)?;
    out.push(Written::Object(Item::Body(body), items));
    Ok(())
}

#[inline(never)]
fn push_frame(el: &Element, class: &str, items: Vec<Written>, out: &mut Vec<Written>) -> Result<()> {
    let mut frame = Frame { meta: Meta::read(el, class), ..Frame::default() };
    el.apply(&mut frame)?;
    out.push(Written::Object(Item::Frame(frame), items));
    Ok(())
}

#[inline(never)]
fn push_replicate(el: &Element, class: &str, items: Vec<Written>, out: &mut Vec<Written>) -> Result<()> {
    let mut replicate = Replicate { meta: Meta::read(el, class), ..Replicate::default() };
    el.apply(&mut replicate)?;
    out.push(Written::Replicate(replicate, items));
    Ok(())
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
        Some(plugin) => Err(plugin.place.unsupported("an engine plugin")),
        None => Ok(()),
    }
}
