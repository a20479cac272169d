//! Default classes: named sets of attributes that objects start from.

use super::context::Context;
use super::element::Element;
use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::spec::{DefaultClass, Document, MAIN, Meta, Object, Spec};
use std::sync::Arc;

/// Most default classes a model may have.
const MAX_CLASSES: usize = 1 << 16;

impl Spec {
    /// Index of an element's class: from `class`, else inherited, else `main`.
    pub(crate) fn class(&self, el: &Element, inherited: Option<&str>) -> Result<usize> {
        match el.text("class") {
            Some(name) => self.class_of(el, "class", name),
            None => Ok(inherited.map_or(0, |name| self.inherited_class(name))),
        }
    }

    /// Index of the default class of the items inside an element.
    pub(crate) fn childclass(&self, el: &Element, inherited: &str) -> Result<usize> {
        match el.text("childclass") {
            Some(name) => self.class_of(el, "childclass", name),
            None => Ok(self.inherited_class(inherited)),
        }
    }

    /// Index of an inherited class. Attached models may have a class of the same name: the last one counts. An element that
    /// names a class gets the first one.
    fn inherited_class(&self, name: &str) -> usize {
        self.last_class(name).unwrap_or(0)
    }

    fn class_of(&self, el: &Element, attribute: &str, name: &str) -> Result<usize> {
        self.find_class(name).ok_or_else(|| MjcfError::UnknownReference {
            span: el.span_of(attribute),
            kind: "default class".into(),
            name: name.into(),
            suggestion: crate::suggest::nearest(name, self.defaults.iter().map(|c| c.name.as_str())).map(Into::into),
        })
    }
}

impl Document {
    /// Adds the classes of an attached model, under its prefix, below `main`: later elements may use them.
    pub(crate) fn adopt_classes(&mut self, el: &Element, model: &str, prefix: &str) -> Result<()> {
        let Some(asset) = self.models.iter().find(|asset| asset.spec.modelname == model) else {
            return Err(MjcfError::UnknownReference {
                span: el.span_of("model"),
                kind: "model".into(),
                name: model.into(),
                suggestion: crate::suggest::nearest(model, self.models.iter().map(|m| m.spec.modelname.as_str()))
                    .map(Into::into),
            });
        };
        let first = self.spec.defaults.len();
        if first.saturating_add(asset.spec.defaults.len()) > MAX_CLASSES {
            let message = format!("attached models bring more than {MAX_CLASSES} default classes");
            return Err(MjcfError::TooLarge { span: el.span.clone(), message });
        }
        self.spec.extend_classes(asset.spec.defaults.iter().map(|class| DefaultClass {
            name: format!("{prefix}{}", class.name),
            parent: Some(class.parent.map_or(0, |parent| first + parent)),
            ..class.clone()
        }));
        Ok(())
    }
}

/// Makes an object: a copy of its class's defaults with its own name and place.
pub(crate) fn instance<T: Object + Clone>(default: &Arc<T>, class: &str, el: &Element) -> T {
    let mut object = T::clone(default);
    *object.meta_mut() = Meta::read(el, class);
    object
}

/// Reads a `<default>` section at the top of the file into `main`.
pub(crate) fn read_defaults(
    section: &Element,
    spec: &mut Spec,
    cx: &Context<'_>,
    errors: &mut ErrorList,
) -> Result<()> {
    if section.text("class").is_some_and(|name| !name.is_empty() && name != MAIN) {
        let message = "the outermost default class is called 'main'; leave 'class' out";
        errors.push(section.span_of("class").invalid(message))?;
    }
    read_class(section, 0, spec, cx, errors)
}

/// Fills the class `index` from an element, then the classes nested in it, which start as its copies.
fn read_class(el: &Element, index: usize, spec: &mut Spec, cx: &Context<'_>, errors: &mut ErrorList) -> Result<()> {
    if let Some(class) = spec.defaults.get_mut(index) {
        for child in el.children.iter().filter(|c| c.tag != "default") {
            errors.take(apply(class, child, cx))?;
        }
    }
    for child in el.children_named("default") {
        cx.files.stop.check()?;
        // read the inside even of a class that cannot be made: others may name its classes
        let index = errors.take(add_class(child, index, spec))?.unwrap_or(index);
        read_class(child, index, spec, cx, errors)?;
    }
    Ok(())
}

/// Adds a class as a copy of its parent. A separate function, because classes are large and nest deeply.
#[inline(never)]
fn add_class(el: &Element, parent: usize, spec: &mut Spec) -> Result<usize> {
    let name = el.text("class").unwrap_or_default();
    if name.is_empty() {
        return Err(el.invalid("a nested default class needs a name: give it a 'class'"));
    }
    if let Some(first) = spec.find_class(name).and_then(|index| spec.defaults.get(index)) {
        return Err(MjcfError::DuplicateName {
            span: el.span.clone(),
            kind: "default".into(),
            name: name.into(),
            first: first.span.clone(),
        });
    }
    let mut class = spec.defaults.get(parent).cloned().unwrap_or_default();
    class.name = name.into();
    class.parent = Some(parent);
    class.span = el.span.clone();
    spec.extend_classes([class]);
    Ok(spec.defaults.len() - 1)
}

fn apply(class: &mut DefaultClass, el: &Element, cx: &Context<'_>) -> Result<()> {
    match el.tag {
        "mesh" => placed(&mut class.mesh, el).apply(el, cx),
        "material" => placed(&mut class.material, el).apply(el),
        "joint" => el.apply(placed(&mut class.joint, el)),
        "geom" => el.apply(placed(&mut class.geom, el)),
        "site" => el.apply(placed(&mut class.site, el)),
        "camera" => el.apply(placed(&mut class.camera, el)),
        "light" => el.apply(placed(&mut class.light, el)),
        "pair" => el.apply(placed(&mut class.pair, el)),
        "equality" => el.apply(placed(&mut class.equality, el)),
        "tendon" => el.apply(placed(&mut class.tendon, el)),
        _ => placed(&mut class.actuator, el).apply(el),
    }
}

/// The defaults that an element changes, with its place, so that remarks about inherited values can name it.
fn placed<'a, T: Object + Clone>(defaults: &'a mut Arc<T>, el: &Element) -> &'a mut T {
    let object = Arc::make_mut(defaults);
    object.meta_mut().span = el.span.clone();
    object
}
