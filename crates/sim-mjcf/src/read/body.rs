//! The tree: bodies, frames and what they carry, as written. Replicates and attachments become items of their own.

use super::defaults::instance;
use super::element::{Element, Value};
use super::settings::read_ints;
use crate::error::Result;
use crate::spec::{
    Attach, Body, Camera, Composite, Frame, Geom, Inertial, Item, Joint, Light, Limited, Meta, Orientation, Replicate,
    Site, Spec,
};
use sim_core::math::quat;
use sim_core::{CamLightMode, GeomType, JointType, LightType, Projection, SleepPolicy};

/// A `<worldbody>` section; several add up.
pub(crate) fn read_world(section: &Element, spec: &mut Spec) -> Result<()> {
    if let Some(attribute) = section.attributes.first() {
        return Err(section.place_of(attribute.name).invalid("the world body takes no attributes"));
    }
    let mut world = std::mem::take(&mut spec.world);
    world.meta.name = "world".into();
    let class = spec.defaults.first().map(|c| c.name.clone()).unwrap_or_default();
    world.meta.class.clone_from(&class);
    let mut owner = Owner { world: true, inertial: None };
    read_items(section, spec, &class, &mut owner, &mut world.items)?;
    spec.world = world;
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
fn read_items(el: &Element, spec: &mut Spec, class: &str, owner: &mut Owner, out: &mut Vec<Item>) -> Result<()> {
    for child in &el.children {
        if owner.world && matches!(child.tag, "joint" | "freejoint" | "inertial") {
            let what = if child.tag == "inertial" { "inertia" } else { "joints" };
            return Err(child.invalid(format!("the world body cannot have {what}; put it into a <body>")));
        }
        match child.tag {
            "inertial" => read_inertial(child, &mut owner.inertial)?,
            "body" | "frame" | "replicate" => read_container(child, spec, class, owner, out)?,
            _ => push_leaf(child, spec, class, out)?,
        }
    }
    Ok(())
}

/// What carries other items.
fn read_container(
    el: &Element,
    spec: &mut Spec,
    inherited: &str,
    owner: &mut Owner,
    out: &mut Vec<Item>,
) -> Result<()> {
    let class = class_name(spec, spec.childclass(el, inherited)?);
    let mut items = Vec::with_capacity(el.children.len());
    if el.tag == "frame" {
        read_items(el, spec, &class, owner, &mut items)?;
        return push_frame(el, &class, items, out);
    }
    let mut owner = Box::new(Owner { world: false, inertial: None });
    read_items(el, spec, &class, &mut owner, &mut items)?;
    match el.tag {
        "body" => push_body(el, &class, items, owner.inertial.take(), out),
        // copies are made of a body that is thrown away afterwards, and its inertia with it
        _ => push_replicate(el, &class, items, out),
    }
}

#[inline(never)]
fn push_leaf(el: &Element, spec: &mut Spec, inherited: &str, out: &mut Vec<Item>) -> Result<()> {
    let item = match el.tag {
        "attach" => Item::Attach(read_attach(el, spec, inherited)?),
        "composite" => Item::Composite(Box::new(Composite::read(el, inherited)?)),
        _ => read_leaf(el, spec, inherited)?,
    };
    out.push(item);
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
            joint.apply(el)?;
            Item::Joint(joint)
        }
        "freejoint" => Item::Joint(free_joint(el, &class.name)),
        "geom" => {
            let mut geom = instance(&class.geom, &class.name, el);
            geom.class_kind = geom.kind;
            geom.apply(el)?;
            Item::Geom(geom)
        }
        "site" => {
            let mut site = instance(&class.site, &class.name, el);
            site.apply(el)?;
            Item::Site(site)
        }
        "camera" => {
            let mut camera = instance(&class.camera, &class.name, el);
            camera.apply(el)?;
            Item::Camera(camera)
        }
        "light" => {
            let mut light = instance(&class.light, &class.name, el);
            light.apply(el)?;
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
    items: Vec<Item>,
    inertial: Option<Inertial>,
    out: &mut Vec<Item>,
) -> Result<()> {
    let mut body = Body {
        meta: Meta::read(el, class),
        childclass: el.text("childclass").unwrap_or_default().to_string(),
        inertial,
        items,
        ..Body::default()
    };
    el.read_reals("pos", &mut body.pos);
    read_orientation(el, &mut body.quat, &mut body.alt)?;
    el.read_bool("mocap", &mut body.mocap);
    el.read_real("gravcomp", &mut body.gravcomp);
    if let Some(policy) = el.keyword("sleep") {
        body.sleep = SleepPolicy(policy);
    }
    if let Some(simple) = el.keyword("simple") {
        body.simple = simple != 0;
    }
    el.read_list("user", &mut body.user);
    out.push(Item::Body(Box::new(body)));
    Ok(())
}

#[inline(never)]
fn push_frame(el: &Element, class: &str, items: Vec<Item>, out: &mut Vec<Item>) -> Result<()> {
    let mut frame = Frame {
        meta: Meta::read(el, class),
        childclass: el.text("childclass").unwrap_or_default().to_string(),
        items,
        ..Frame::default()
    };
    el.read_reals("pos", &mut frame.pos);
    read_orientation(el, &mut frame.quat, &mut frame.alt)?;
    out.push(Item::Frame(frame));
    Ok(())
}

#[inline(never)]
fn push_replicate(el: &Element, class: &str, items: Vec<Item>, out: &mut Vec<Item>) -> Result<()> {
    let mut replicate = Replicate {
        meta: Meta::read(el, class),
        childclass: el.text("childclass").unwrap_or_default().to_string(),
        items,
        ..Replicate::default()
    };
    el.read_int("count", &mut replicate.count);
    el.read_reals("offset", &mut replicate.offset);
    el.read_reals("euler", &mut replicate.euler);
    el.read_text("sep", &mut replicate.sep);
    out.push(Item::Replicate(replicate));
    Ok(())
}

fn read_attach(el: &Element, spec: &mut Spec, class: &str) -> Result<Attach> {
    let text = |name: &str| el.text(name).map(str::to_string);
    let attach = Attach {
        meta: Meta::read(el, class),
        model: text("model"),
        body: text("body"),
        frame: text("frame"),
        prefix: el.required_text("prefix")?.to_string(),
    };
    if attach.body.is_some() && attach.frame.is_some() {
        return Err(el.invalid("attach either a 'body' or a 'frame', not both"));
    }
    if attach.model.is_none() && attach.body.is_none() && attach.frame.is_none() {
        return Err(el.invalid("without 'model' this model is meant: say which 'body' or 'frame' of it to attach"));
    }
    if let Some(model) = &attach.model {
        spec.adopt_classes(el, model, &attach.prefix)?;
    }
    Ok(attach)
}

fn class_name(spec: &Spec, index: usize) -> String {
    spec.defaults.get(index).map(|c| c.name.clone()).unwrap_or_default()
}

fn read_inertial(el: &Element, target: &mut Option<Inertial>) -> Result<()> {
    let inertial = target.get_or_insert_with(|| Inertial {
        pos: [0.0; 3],
        quat: quat::IDENTITY,
        alt: Orientation::Quat,
        mass: 0.0,
        diaginertia: [0.0; 3],
        fullinertia: None,
    });
    el.read_reals("pos", &mut inertial.pos);
    el.read_real("mass", &mut inertial.mass);
    el.read_reals("diaginertia", &mut inertial.diaginertia);
    read_orientation(el, &mut inertial.quat, &mut inertial.alt)?;
    read_optional(el, "fullinertia", &mut inertial.fullinertia);
    Ok(())
}

/// A free joint takes nothing from its class.
fn free_joint(el: &Element, class: &str) -> Joint {
    let mut joint = Joint { meta: Meta::read(el, class), kind: JointType::Free, ..Joint::default() };
    el.read_int("group", &mut joint.group);
    if let Some(align) = el.keyword("align") {
        joint.align = Limited::from_keyword(align);
    }
    joint
}

/// `quat` and its alternatives. An alternative wins over `quat`, also over one that a class gave before.
fn read_orientation(el: &Element, quat: &mut [f64; 4], alt: &mut Orientation) -> Result<()> {
    el.read_reals("quat", quat);
    if el.has("quat") && *quat == [0.0; 4] {
        return Err(el.place_of("quat").invalid("the zero quaternion is not a rotation"));
    }
    let mut given = usize::from(el.has("quat"));
    if let Some(v) = fixed(el, "axisangle") {
        *alt = Orientation::AxisAngle(v);
        given += 1;
    }
    if let Some(v) = fixed(el, "xyaxes") {
        *alt = Orientation::XyAxes(v);
        given += 1;
    }
    if let Some(v) = fixed(el, "zaxis") {
        *alt = Orientation::ZAxis(v);
        given += 1;
    }
    if let Some(v) = fixed(el, "euler") {
        *alt = Orientation::Euler(v);
        given += 1;
    }
    if given > 1 {
        return Err(el.invalid("give the orientation once: one of quat, axisangle, xyaxes, zaxis, euler"));
    }
    Ok(())
}

/// An attribute of exactly `N` numbers.
fn fixed<const N: usize>(el: &Element, name: &str) -> Option<[f64; N]> {
    el.reals(name)?.try_into().ok()
}

/// Overwrites the leading entries of an optional vector.
pub(crate) fn read_optional<const N: usize>(el: &Element, name: &str, target: &mut Option<[f64; N]>) {
    if el.has(name) {
        el.read_reals(name, target.get_or_insert([0.0; N]));
    }
}

fn read_limited(el: &Element, name: &str, target: &mut Limited) {
    if let Some(value) = el.keyword(name) {
        *target = Limited::from_keyword(value);
    }
}

impl Joint {
    /// Overwrites what the element gives.
    pub(crate) fn apply(&mut self, el: &Element) -> Result<()> {
        if let Some(kind) = el.keyword("type") {
            self.kind = JointType(kind);
        }
        el.read_int("group", &mut self.group);
        el.read_reals("pos", &mut self.pos);
        el.read_reals("axis", &mut self.axis);
        el.read_reals("springdamper", &mut self.springdamper);
        read_limited(el, "limited", &mut self.limited);
        read_limited(el, "actuatorfrclimited", &mut self.actuatorfrclimited);
        el.read_reals("solreflimit", &mut self.solreflimit);
        el.read_reals("solimplimit", &mut self.solimplimit);
        el.read_reals("solreffriction", &mut self.solreffriction);
        el.read_reals("solimpfriction", &mut self.solimpfriction);
        el.read_reals("stiffness", &mut self.stiffness);
        el.read_reals("range", &mut self.range);
        el.read_reals("actuatorfrcrange", &mut self.actuatorfrcrange);
        el.read_bool("actuatorgravcomp", &mut self.actuatorgravcomp);
        el.read_real("margin", &mut self.margin);
        el.read_real("ref", &mut self.reference);
        el.read_real("springref", &mut self.springref);
        el.read_real("armature", &mut self.armature);
        el.read_reals("damping", &mut self.damping);
        el.read_real("frictionloss", &mut self.frictionloss);
        el.read_list("user", &mut self.user);
        Ok(())
    }
}

impl Geom {
    /// Overwrites what the element gives.
    pub(crate) fn apply(&mut self, el: &Element) -> Result<()> {
        if let Some(kind) = el.keyword("type") {
            self.kind = GeomType(kind);
        }
        el.read_int("contype", &mut self.contype);
        el.read_int("conaffinity", &mut self.conaffinity);
        el.read_int("condim", &mut self.condim);
        el.read_int("group", &mut self.group);
        el.read_int("priority", &mut self.priority);
        el.read_reals("size", &mut self.size);
        el.read_text("material", &mut self.material);
        el.read_reals("friction", &mut self.friction);
        self.mass = el.real("mass").or(self.mass);
        el.read_real("density", &mut self.density);
        el.read_bool("shellinertia", &mut self.shellinertia);
        el.read_real("solmix", &mut self.solmix);
        el.read_reals("solref", &mut self.solref);
        el.read_reals("solimp", &mut self.solimp);
        el.read_real("margin", &mut self.margin);
        el.read_real("gap", &mut self.gap);
        el.read_reals("surfacevel", &mut self.surfacevel);
        el.read_real("adhesion", &mut self.adhesion);
        read_optional(el, "fromto", &mut self.fromto);
        el.read_reals("pos", &mut self.pos);
        read_orientation(el, &mut self.quat, &mut self.alt)?;
        el.read_text("hfield", &mut self.hfield);
        el.read_text("mesh", &mut self.mesh);
        el.read_real("fitscale", &mut self.fitscale);
        el.read_floats("rgba", &mut self.rgba);
        if let Some(shape) = el.keyword("fluidshape") {
            self.fluid_ellipsoid = shape == 1;
        }
        el.read_reals("fluidcoef", &mut self.fluidcoef);
        el.read_list("user", &mut self.user);
        refuse_plugin(el)
    }
}

impl Site {
    /// Overwrites what the element gives.
    pub(crate) fn apply(&mut self, el: &Element) -> Result<()> {
        if let Some(kind) = el.keyword("type") {
            self.kind = GeomType(kind);
        }
        el.read_int("group", &mut self.group);
        el.read_reals("pos", &mut self.pos);
        read_orientation(el, &mut self.quat, &mut self.alt)?;
        el.read_text("material", &mut self.material);
        el.read_reals("size", &mut self.size);
        read_optional(el, "fromto", &mut self.fromto);
        el.read_floats("rgba", &mut self.rgba);
        el.read_list("user", &mut self.user);
        Ok(())
    }
}

impl Camera {
    /// Overwrites what the element gives.
    pub(crate) fn apply(&mut self, el: &Element) -> Result<()> {
        if let Some(projection) = el.keyword("projection") {
            self.projection = Projection(projection);
        }
        el.read_real("fovy", &mut self.fovy);
        el.read_real("ipd", &mut self.ipd);
        read_ints(el, "resolution", &mut self.resolution);
        if let Some(bits) = el.keywords("output").filter(|bits| !bits.is_empty()) {
            self.output = bits.iter().fold(0, |all, bit| all | bit);
        }
        el.read_reals("pos", &mut self.pos);
        read_orientation(el, &mut self.quat, &mut self.alt)?;
        if let Some(mode) = el.keyword("mode") {
            self.mode = CamLightMode(mode);
        }
        el.read_text("target", &mut self.target);
        el.read_floats("focal", &mut self.focal);
        el.read_floats("focalpixel", &mut self.focalpixel);
        el.read_floats("principal", &mut self.principal);
        el.read_floats("principalpixel", &mut self.principalpixel);
        el.read_floats("sensorsize", &mut self.sensorsize);
        el.read_list("user", &mut self.user);
        Ok(())
    }
}

impl Light {
    /// Overwrites what the element gives.
    pub(crate) fn apply(&mut self, el: &Element) -> Result<()> {
        match el.attribute("directional").map(|a| &a.value) {
            Some(Value::Bool(true)) => self.kind = LightType::Directional,
            Some(_) => self.kind = LightType::Spot,
            None => {}
        }
        if let Some(kind) = el.keyword("type") {
            self.kind = LightType(kind);
        }
        el.read_bool("castshadow", &mut self.castshadow);
        el.read_bool("active", &mut self.active);
        el.read_reals("pos", &mut self.pos);
        el.read_reals("dir", &mut self.dir);
        el.read_float("bulbradius", &mut self.bulbradius);
        el.read_float("intensity", &mut self.intensity);
        el.read_float("range", &mut self.range);
        el.read_floats("attenuation", &mut self.attenuation);
        el.read_float("cutoff", &mut self.cutoff);
        el.read_float("softness", &mut self.softness);
        el.read_float("exponent", &mut self.exponent);
        el.read_floats("ambient", &mut self.ambient);
        el.read_floats("diffuse", &mut self.diffuse);
        el.read_floats("specular", &mut self.specular);
        if let Some(mode) = el.keyword("mode") {
            self.mode = CamLightMode(mode);
        }
        el.read_text("target", &mut self.target);
        el.read_text("texture", &mut self.texture);
        Ok(())
    }
}

/// Refuses an element that leaves its work to an engine plugin.
pub(crate) fn refuse_plugin(el: &Element) -> Result<()> {
    match el.child("plugin") {
        Some(plugin) => Err(plugin.place.unsupported("an engine plugin")),
        None => Ok(()),
    }
}
