//! Compile: spec to Model.
//!
//! The order is MuJoCo's, because results depend on it: assets, then the tree from the root outwards,
//! fusing and discarding, everything that refers to the tree, sizes, arrays, derived constants.

mod actuator;
mod asset_memory;
mod assets;
mod body;
mod bounds;
mod camera;
mod check;
mod contact;
mod cost;
mod custom;
mod equality;
mod fill;
mod fluid;
pub(crate) mod frame;
mod fuse;
mod geom;
mod hfield;
#[cfg(test)]
mod hostile;
mod ids;
mod joint;
mod keyframe;
mod material;
mod meshes;
mod paths;
mod sensor;
mod servo;
mod settings;
mod shape;
mod skin;
mod skn;
mod tendon;
mod texture;
mod tree;
mod trial;
mod user;

pub(crate) use assets::check_files;
pub(crate) use cost::ENTRY_BYTES;
pub(crate) use custom::MAX_NUMERIC;
pub(crate) use hfield::check as check_hfield;
pub(crate) use ids::Ids;

use crate::error::{MjcfError, Result};
use crate::error_list::{ErrorList, Phase};
use crate::files::{AssetKind, Files, asset_path};
use crate::mesh::{self, CompiledMesh};
use crate::source_span::SourceSpan;
use crate::spec::{Compiler, Meta, Spec};
use body::Surroundings;
use sim_core::{Model, ModelError, ObjType};
use tree::Tree;

/// Compiles a spec into a model. The spec comes from a document or from a program; every contradiction is an error.
///
/// ```
/// use sim_mjcf::{Files, compile, spec::Spec};
///
/// let model = compile(Spec::default(), &Files::default())?;
/// assert_eq!((model.nbody, model.nq), (1, 0));
/// # Ok::<(), sim_mjcf::MjcfError>(())
/// ```
pub fn compile(spec: Spec, files: &Files) -> Result<Model> {
    compile_with(spec, files, ErrorList::default())
}

/// Compiles a spec; `errors` holds the mistakes found so far.
pub(crate) fn compile_with(spec: Spec, files: &Files, mut errors: ErrorList) -> Result<Model> {
    errors.begin(Phase::Build);
    let model = build(spec, files, &mut errors).map_err(|error| errors.with_last(error))?;
    errors.finish()?;
    model.ok_or_else(|| SourceSpan::none().conversion("the model could not be compiled"))
}

/// Compiles a spec; returns no model if anything is wrong.
fn build(mut spec: Spec, files: &Files, errors: &mut ErrorList) -> Result<Option<Model>> {
    check::check(&mut spec)?;
    let mut model = Model::default();
    (model.opt, model.vis) = (spec.option.clone(), spec.visual.clone());
    errors.take(assets::name_assets(&mut spec))?;
    errors.take(check_files(&spec, files))?;
    asset_memory::check(&spec, files)?;
    keyframe::expand(&mut spec, &files.limits)?;
    let mut tree = tree::flatten(&mut spec, errors)?;
    settings::sizes(&spec, &tree, &files.limits, &mut model)?;
    let mut written = Ids::default();
    let meshes = compile_tree(&mut tree, &mut spec, files, &model, &mut written, errors)?;
    let ids = register(&tree, &spec, &written, errors)?;
    contact::sort(&mut spec, &ids, &tree.geom_bodies(), errors)?;
    // sorting renumbers pairs and exclusions
    let ids = register(&tree, &spec, &written, errors)?;
    fill_model(&tree, &spec, &ids, &meshes, files, &mut model, errors)?;
    if !errors.is_empty() {
        return Ok(None);
    }
    name_objects(&tree, &spec, &mut model);
    finish(&tree, &spec, files, &mut model)?;
    Ok(Some(model))
}

/// Compiles meshes, bodies and their parts; then fuses and discards, by the compiler settings. `written` gets the ids
/// before fusing.
fn compile_tree(
    tree: &mut Tree,
    spec: &mut Spec,
    files: &Files,
    model: &Model,
    written: &mut Ids,
    errors: &mut ErrorList,
) -> Result<Vec<CompiledMesh>> {
    let settings = spec.origins[0].clone();
    if settings.discardvisual {
        errors.take(assets::drop_visual(spec, tree))?;
    }
    let mut asset_ids = Ids::default();
    errors.take(assets::register(&spec.meshes, &mut asset_ids))?;
    errors.take(assets::register(&spec.hfields, &mut asset_ids))?;
    errors.take(assets::link_geoms(tree, spec, &asset_ids))?;
    let (mut meshes, broken_meshes) = meshes::compile_all(tree, spec, files, errors)?;
    let hfields: Vec<[f64; 4]> = spec.hfields.iter().map(|h| h.size).collect();
    let (meshes_so_far, broken_meshes) = (&meshes[..], &broken_meshes[..]);
    let around =
        Surroundings { spec, meshes: meshes_so_far, broken_meshes, hfields: &hfields, model, stop: &files.stop };
    body::compile_all(tree, &around, errors)?;
    // a tree with errors is neither fused nor discarded: others refer to its objects
    if settings.fusestatic && errors.is_empty() {
        errors.take(tree.register(written))?;
        fuse::fuse_static(tree, spec)?;
    }
    if settings.discardvisual && errors.is_empty() {
        fuse::keep_referenced_geoms(tree, spec);
        meshes::discard_unused(&mut meshes, tree, spec);
        fuse::discard_visual_geoms(tree);
    }
    errors.take(body::check_masses(tree))?;
    Ok(meshes)
}

/// Final ids of all objects. Fusing renumbers the parts of bodies, but MuJoCo still finds them under their old ids: a name
/// then means the object that has the number now.
fn register(tree: &Tree, spec: &Spec, written: &Ids, errors: &mut ErrorList) -> Result<Ids> {
    let mut ids = Ids::default();
    errors.take(tree.register(&mut ids))?;
    if !spec.origins[0].discardvisual {
        for kind in [ObjType::Geom, ObjType::Site, ObjType::Camera, ObjType::Light] {
            ids.take_kind(kind, written);
        }
    }
    errors.take(assets::register(&spec.meshes, &mut ids))?;
    errors.take(assets::register(&spec.skins, &mut ids))?;
    errors.take(assets::register(&spec.hfields, &mut ids))?;
    errors.take(assets::register(&spec.textures, &mut ids))?;
    errors.take(assets::register(&spec.materials, &mut ids))?;
    errors.take(assets::register(&spec.pairs, &mut ids))?;
    errors.take(assets::register(&spec.excludes, &mut ids))?;
    errors.take(assets::register(&spec.equalities, &mut ids))?;
    errors.take(assets::register(&spec.tendons, &mut ids))?;
    errors.take(assets::register(&spec.actuators, &mut ids))?;
    errors.take(assets::register(&spec.sensors, &mut ids))?;
    errors.take(assets::register(&spec.numerics, &mut ids))?;
    errors.take(assets::register(&spec.texts, &mut ids))?;
    errors.take(assets::register(&spec.tuples, &mut ids))?;
    errors.take(assets::register(&spec.keys, &mut ids))?;
    Ok(ids)
}

/// Sets all sizes, then writes all arrays.
fn fill_model(
    tree: &Tree,
    spec: &Spec,
    ids: &Ids,
    meshes: &[CompiledMesh],
    files: &Files,
    model: &mut Model,
    errors: &mut ErrorList,
) -> Result<()> {
    let load = |kind: AssetKind| {
        move |meta: &Meta, file: &str| {
            files.read_as(Some(kind), &asset_path(&spec.origins[meta.origin], kind, file), &meta.span)
        }
    };
    fill::sizes(tree, model);
    // of a tree with errors, write only what other objects need
    let bounds = errors.is_empty().then(|| bounds::of_bodies(tree));
    bounds::sizes(bounds.as_deref().unwrap_or_default(), tree.spare_bounds, model);
    mesh::sizes(meshes, model);
    let skins = skin::sizes(spec, ids, &mut load(AssetKind::Skin), &files.stop, model, errors)?;
    let hfields = hfield::sizes(spec, &files.limits, &mut load(AssetKind::HField), model, errors)?;
    let textures = texture::sizes(spec, &files.limits, &mut load(AssetKind::Texture), model, errors)?;
    material::sizes(spec, model);
    contact::sizes(spec, ids, model)?;
    equality::sizes(spec, ids, model)?;
    tendon::sizes(spec, ids, model)?;
    actuator::sizes(spec, ids, model)?;
    sensor::sizes(spec, ids, model)?;
    errors.take(custom::sizes(spec, ids, model))?;
    keyframe::sizes(spec, ids, model)?;
    settings::check_memory(model, &files.limits)?;
    cost::check(tree, model, &files.limits)?;
    files.stop.check()?;
    model.resize_arrays();

    errors.take(fill::fill(tree, ids, model))?;
    if let Some(bounds) = &bounds {
        let first_mesh_node = bounds::fill(bounds, model);
        mesh::fill(meshes, model, first_mesh_node);
    }
    skin::fill(&skins, model);
    errors.take(hfield::fill(spec, hfields, model))?;
    errors.take(texture::fill(spec, textures, model, &files.stop))?;
    errors.take(material::fill(spec, ids, model))?;
    paths::fill(spec, model)?;
    model.derive_addresses();
    errors.take(contact::fill(spec, ids, model))?;
    errors.take(equality::fill(spec, ids, model))?;
    errors.take(tendon::fill(spec, ids, model))?;
    errors.take(actuator::fill(spec, ids, model))?;
    errors.take(sensor::fill(spec, ids, model))?;
    errors.take(custom::fill(spec, ids, model))?;
    // the sizes of readings and histories are known now
    settings::check_memory(model, &files.limits)?;
    errors.take(keyframe::fill(spec, ids, model)).map(drop)
}

/// Writes the names of all objects.
fn name_objects(tree: &Tree, spec: &Spec, model: &mut Model) {
    fn of<T: crate::spec::Object>(objects: &[T]) -> Vec<String> {
        objects.iter().map(|o| o.meta().name.clone()).collect()
    }
    model.set_names(&spec.modelname, &|kind| match kind {
        ObjType::Mesh => of(&spec.meshes),
        ObjType::Skin => of(&spec.skins),
        ObjType::HField => of(&spec.hfields),
        ObjType::Texture => of(&spec.textures),
        ObjType::Material => of(&spec.materials),
        ObjType::Pair => of(&spec.pairs),
        ObjType::Exclude => of(&spec.excludes),
        ObjType::Equality => of(&spec.equalities),
        ObjType::Tendon => of(&spec.tendons),
        ObjType::Actuator => of(&spec.actuators),
        ObjType::Sensor => of(&spec.sensors),
        ObjType::Numeric => of(&spec.numerics),
        ObjType::Text => of(&spec.texts),
        ObjType::Tuple => of(&spec.tuples),
        ObjType::Key => of(&spec.keys),
        _ => tree.names(kind),
    });
}

/// Structure and constants that follow from the arrays.
fn finish(tree: &Tree, spec: &Spec, files: &Files, model: &mut Model) -> Result<()> {
    let compiler: &Compiler = &spec.origins[0];
    model.derive_structure(&|body| tree.bodies[body].spec.simple);
    fill::fill_sleep(tree, model)?;
    if compiler.settotalmass > 0.0 {
        model.scale_total_mass(compiler.settotalmass);
    }
    model.narena = settings::arena(spec, model);
    let conversion = |error: ModelError| SourceSpan::none().conversion(error.to_string());
    let asked = || files.stop.is_requested();
    let failed = |error: ModelError| match error {
        ModelError::Interrupted => MjcfError::Interrupted,
        other => conversion(other),
    };
    model.set_const_unless(&asked).map_err(failed)?;
    for (joint, node) in tree.bodies.iter().flat_map(|b| &b.joints).enumerate() {
        let [timeconst, dampratio] = node.spec.springdamper;
        model.set_spring_damper(joint, timeconst, dampratio);
    }
    cost::check_length_ranges(spec, model, &compiler.lengthrange, &files.limits)?;
    model.set_length_range_unless(&compiler.lengthrange, &asked).map_err(|error| length_range_error(spec, error))?;
    settings::override_statistic(&spec.statistic, model);
    trial::check(spec, model)?;
    // set last: a model whose first pose needs more still loads, and the first step reports it
    model.limits.memory = usize::try_from(spec.size.memory).ok();
    Ok(())
}

/// Makes the error about an actuator's length range, with the cure.
fn length_range_error(spec: &Spec, error: ModelError) -> MjcfError {
    let (actuator, label, why) = match &error {
        ModelError::LengthRange { actuator, label, why } => (actuator, label, why),
        ModelError::Interrupted => return MjcfError::Interrupted,
        other => return SourceSpan::none().conversion(other.to_string()),
    };
    let meta = spec.actuators.get(*actuator).map(|a| a.meta.clone()).unwrap_or_default();
    meta.span.conversion(format!(
        "the length range of {label} cannot be found: {why}; give 'lengthrange' in the actuator, limit the joint or \
         tendon it moves and set 'uselimit' in <lengthrange>, or raise 'inttotal' there"
    ))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_singular_inertia_leaves_no_weight_a_number() {
        let free = "<body><joint/><joint axis='1 0 0'/><geom size='1'/></body>";
        let doubled = "<body pos='3 0 0'><joint/><joint/><geom size='1'/></body>";
        let model = crate::load_model(&format!("<mujoco><worldbody>{free}{doubled}</worldbody></mujoco>")).unwrap();
        assert!(model.dof_invweight0.iter().all(|x| x.is_nan()));
    }
}
