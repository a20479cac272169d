//! Read: text to validated elements, elements to spec.

mod actuator;
mod apply;
mod asset;
mod body;
mod composite;
mod contact;
mod context;
mod custom;
mod defaults;
pub mod element;
mod equality;
mod include;
mod keyframe;
mod meta;
mod motor;
mod other_kind;
mod sensor;
mod settings;
mod shortcut;
mod tendon;
pub mod text;
pub mod xml;

use crate::compile;
use crate::error::Result;
use crate::error_list::ErrorList;
use crate::files::Files;
use crate::spec::{Compiler, Document, Spec};
use crate::warning::Warning;
use context::{Context, MAX_MODEL_DEPTH, MAX_MODELS, Tally, too_many_models};
use element::Element;
use std::path::PathBuf;

/// Reads a parsed file whose directory is `dir`.
pub fn document(root: &Element, files: &Files, dir: &str) -> Result<Document> {
    let mut errors = ErrorList::default();
    let document = document_with(root, files, dir, &mut errors)?;
    errors.finish()?;
    Ok(document)
}

/// Reads a parsed file whose directory is `dir`. Mistakes that leave the rest readable go into `errors`.
pub(crate) fn document_with(root: &Element, files: &Files, dir: &str, errors: &mut ErrorList) -> Result<Document> {
    let chain = if root.span.file().is_empty() { vec![] } else { vec![PathBuf::from(root.span.file())] };
    read(root, files, dir, &chain, &Tally::default(), errors)
}

/// Reads one file; `chain` ends with it.
fn read(
    root: &Element,
    files: &Files,
    dir: &str,
    chain: &[PathBuf],
    tally: &Tally,
    errors: &mut ErrorList,
) -> Result<Document> {
    if chain.len() > MAX_MODEL_DEPTH || tally.models.get() > MAX_MODELS {
        return Err(errors.with_last(too_many_models(&root.span)));
    }
    let mut document = Document { limits: files.limits.clone(), ..Document::default() };
    let compiler = read_settings(root, dir, &mut document.spec, errors)?;
    let cx = Context { files, dir, compiler: &compiler, chain, tally };
    let each = |tag: &'static str| root.children.iter().filter(move |c| c.tag == tag);
    for section in each("default") {
        defaults::read_defaults(section, &mut document.spec, &cx, errors)?;
    }
    if let Some(plugin) = each("extension").flat_map(|section| &section.children).next() {
        errors.push(plugin.span.unsupported("an engine plugin"))?;
    }
    for section in each("custom") {
        custom::read_customs(section, &mut document.spec, errors)?;
    }
    for section in each("asset") {
        asset::read_assets(section, &mut document, &cx, errors)?;
    }
    read_relations(root, &mut document.spec, &cx, errors)?;
    let models = each("asset").flat_map(|section| section.children_named("model")).count();
    if document.models.len() < models {
        // the tree attaches models that could not be read; files that are missing too are reported with them
        errors.take(compile::check_files(&document.spec, files))?;
        return Err(std::mem::take(errors).into_error());
    }
    for section in each("worldbody") {
        body::read_world(section, &mut document, &files.stop, errors)?;
    }
    for stray in each("body").chain(each("frame")) {
        let message = format!("<{}> outside <worldbody> is not part of the model: move it there", stray.tag);
        document.spec.warnings.push(Warning::new(&stray.span, message));
    }
    Ok(document)
}

/// Reads the settings and returns the compiler's, which the other sections need.
fn read_settings(root: &Element, dir: &str, spec: &mut Spec, errors: &mut ErrorList) -> Result<Compiler> {
    root.read_text("model", &mut spec.modelname);
    root.read_text(xml::COMMENT, &mut spec.comment);
    let mut compiler = Compiler { modelfiledir: dir.to_string(), ..Compiler::default() };
    let each = |tag: &'static str| root.children.iter().filter(move |c| c.tag == tag);
    for section in each("compiler") {
        errors.take(settings::read_compiler(section, &mut compiler))?;
    }
    for section in each("option") {
        errors.take(settings::read_option(section, spec, &mut compiler))?;
    }
    for section in each("size") {
        errors.take(settings::read_size(section, &mut spec.size))?;
    }
    for section in each("visual") {
        settings::read_visual(section, spec, &mut compiler, errors)?;
    }
    for section in each("statistic") {
        errors.take(settings::read_statistic(section, &mut spec.statistic))?;
    }
    spec.origins = vec![compiler.clone()];
    Ok(compiler)
}

/// Reads the sections that refer to the tree.
fn read_relations(root: &Element, spec: &mut Spec, cx: &Context<'_>, errors: &mut ErrorList) -> Result<()> {
    let each = |tag: &'static str| root.children.iter().filter(move |c| c.tag == tag);
    for section in each("contact") {
        contact::read_contacts(section, spec, errors)?;
    }
    for child in each("deformable").flat_map(|section| &section.children) {
        match child.tag {
            "skin" => asset::read_skin(child, spec, cx, errors)?,
            other => errors.push(child.span.unsupported(format!("<{other}>")))?,
        }
    }
    for section in each("equality") {
        equality::read_equalities(section, spec, errors)?;
    }
    for section in each("tendon") {
        tendon::read_tendons(section, spec, errors)?;
    }
    for section in each("actuator") {
        actuator::read_actuators(section, spec, errors)?;
    }
    for section in each("sensor") {
        sensor::read_sensors(section, spec, errors)?;
    }
    for section in each("keyframe") {
        keyframe::read_keyframes(section, spec, errors)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::MjcfError;
    use crate::spec::{Item, Orientation};

    fn load(xml: &str) -> Result<Spec> {
        let files = Files::default();
        document(&xml::parse(xml, "", &files)?, &files, "")?.resolve()
    }

    #[test]
    fn classes_nest_and_leave_tails_alone() {
        let spec = load(
            "<mujoco><default><geom size='1 2 3'/><default class='a'><geom euler='0 0 90'/></default></default>
             <worldbody><body childclass='a'><frame><geom size='4'/></frame><geom class='main'/></body></worldbody></mujoco>",
        )
        .unwrap();
        let Some(Item::Body(body)) = spec.world.items.first() else { panic!("no body") };
        let Some(Item::Frame(frame)) = body.items.first() else { panic!("no frame") };
        let Some(Item::Geom(geom)) = frame.items.first() else { panic!("no geom") };
        assert_eq!((geom.size, geom.alt), ([4.0, 2.0, 3.0], Orientation::Euler([0.0, 0.0, 90.0])));
        let Some(Item::Geom(geom)) = body.items.last() else { panic!("no geom") };
        assert_eq!(geom.alt, Orientation::Quat);
    }

    #[test]
    fn class_names_are_checked() {
        for bad in [
            "<default class='other'/>",
            "<default><default/></default>",
            "<default><default class='a'/><default class='a'/></default>",
            "<default><default class='main'/></default>",
            "<worldbody><geom class='none' size='1'/></worldbody>",
            "<worldbody><body childclass='none'/></worldbody>",
        ] {
            assert!(load(&format!("<mujoco>{bad}</mujoco>")).is_err(), "{bad}");
        }
    }

    #[test]
    fn classes_nest_as_deep_as_elements() {
        let open: String = (0..490).map(|i| format!("<default class='c{i}'>")).collect();
        let xml = format!("<mujoco><default>{open}{}</default></mujoco>", "</default>".repeat(490));
        assert_eq!(load(&xml).unwrap().defaults.len(), 491);
    }

    #[test]
    fn sections_add_up_and_elevation_is_turned_over() {
        let spec = load(
            "<mujoco><option timestep='0.1'/><option><flag gravity='disable'/></option><option><flag energy='enable'/></option>
             <asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 1' elevation='1 2 3 4'/></asset>
             <worldbody><site/></worldbody><worldbody><site/></worldbody></mujoco>",
        )
        .unwrap();
        assert_eq!(
            (spec.option.timestep, spec.option.disableflags.bits(), spec.option.enableflags.bits()),
            (0.1, 1 << 7, 1 << 1)
        );
        assert_eq!(spec.hfields[0].elevation, [3.0, 4.0, 1.0, 2.0]);
        assert_eq!(spec.world.items.len(), 2);
    }

    #[test]
    fn a_model_that_refers_to_itself_is_refused() {
        let own = "<mujoco><asset><model name='m' file='m.xml'/></asset></mujoco>";
        let files = Files { assets: [("m.xml", own)].into_iter().collect(), disk: false, ..Files::default() };
        let root = xml::parse(own, "", &files).unwrap();
        assert!(matches!(document(&root, &files, ""), Err(MjcfError::TooLarge { .. })));
    }

    #[test]
    fn bodies_outside_the_world_are_read_past() {
        let text =
            "<mujoco><body><joint/><geom size='1'/></body><frame/><worldbody><geom size='1'/></worldbody></mujoco>";
        let files = Files::default();
        let read = document(&xml::parse(text, "", &files).unwrap(), &files, "").unwrap();
        assert_eq!(read.spec.warnings.len(), 2);
        assert!(crate::load_model(text).is_ok_and(|m| m.nbody == 1 && m.ngeom == 1));
    }
}
