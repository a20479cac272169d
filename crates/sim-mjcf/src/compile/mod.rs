//! Compile: spec to Model.
//!
//! The order is MuJoCo's, because results depend on it: assets, then the tree from the root outwards,
//! fusing and discarding, everything that refers to the tree, sizes, arrays, derived constants.

mod actuator;
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
mod tendon;
mod texture;
mod tree;
mod trial;
mod user;

pub(crate) use cost::ENTRY_BYTES;
pub(crate) use custom::MAX_NUMERIC;
pub(crate) use hfield::check as check_hfield;
pub use ids::Ids;

use crate::error::{MjcfError, Result};
use crate::files::{AssetKind, Files, asset_path};
use crate::limits::Limits;
use crate::mesh::{self, CompiledMesh};
use crate::place::Place;
use crate::spec::{Compiler, Meta, Spec};
use sim_core::{Model, ModelError, ObjType};
use tree::Tree;

/// Gives the bytes of a file that an object asks for, by the name written in the model.
pub(crate) type Load<'a> = dyn FnMut(&Meta, &str) -> Result<Vec<u8>> + 'a;

/// Compiles a spec: one that was resolved from a document, or one made by a program. Whatever it holds, what does not
/// fit together is an error.
///
/// ```
/// use sim_mjcf::{Files, compile::compile, spec::Spec};
///
/// let model = compile(Spec::default(), &Files::default())?;
/// assert_eq!((model.nbody, model.nq), (1, 0));
/// # Ok::<(), sim_mjcf::MjcfError>(())
/// ```
pub fn compile(mut spec: Spec, files: &Files) -> Result<Model> {
    check::check(&mut spec)?;
    let mut model = Model::default();
    (model.opt, model.vis) = (spec.option.clone(), spec.visual.clone());
    assets::name_assets(&mut spec)?;
    assets::check_files(&spec, files)?;
    keyframe::expand(&mut spec, &files.limits)?;
    let mut tree = tree::flatten(&mut spec)?;
    settings::sizes(&spec, &tree, &files.limits, &mut model)?;
    let mut written = Ids::default();
    let meshes = compile_tree(&mut tree, &mut spec, files, &model, &mut written)?;
    let ids = register(&tree, &spec, &written)?;
    contact::sort(&mut spec, &ids, &tree.geom_bodies())?;
    // sorting renumbers pairs and exclusions
    let ids = register(&tree, &spec, &written)?;
    fill_model(&tree, &spec, &ids, &meshes, files, &mut model)?;
    name_objects(&tree, &spec, &mut model);
    finish(&tree, &spec, &files.limits, &mut model)?;
    Ok(model)
}

/// Compiles meshes, bodies and everything bodies carry; fuses and discards what the compiler settings say. `written`
/// takes the ids before fusing.
fn compile_tree(
    tree: &mut Tree,
    spec: &mut Spec,
    files: &Files,
    model: &Model,
    written: &mut Ids,
) -> Result<Vec<CompiledMesh>> {
    let settings = spec.origins[0].clone();
    if settings.discardvisual {
        assets::drop_visual(spec, tree)?;
    }
    let mut asset_ids = Ids::default();
    assets::register(&spec.meshes, &mut asset_ids)?;
    assets::register(&spec.hfields, &mut asset_ids)?;
    assets::link_geoms(tree, spec, &asset_ids)?;
    let mut meshes = meshes::compile_all(tree, spec, files)?;
    let hfields: Vec<[f64; 4]> = spec.hfields.iter().map(|h| h.size).collect();
    body::compile_all(tree, spec, &meshes, &hfields, model)?;
    if settings.fusestatic {
        tree.register(written)?;
        fuse::fuse_static(tree, spec)?;
    }
    if settings.discardvisual {
        fuse::keep_referenced_geoms(tree, spec);
        meshes::discard_unused(&mut meshes, tree, spec);
        fuse::discard_visual_geoms(tree);
    }
    body::check_masses(tree)?;
    Ok(meshes)
}

/// Final ids of all objects. What a body carries is renumbered by fusing, but MuJoCo goes on to find it under the ids it
/// had before: a name then means the object that took the number.
fn register(tree: &Tree, spec: &Spec, written: &Ids) -> Result<Ids> {
    let mut ids = Ids::default();
    tree.register(&mut ids)?;
    if !spec.origins[0].discardvisual {
        for kind in [ObjType::Geom, ObjType::Site, ObjType::Camera, ObjType::Light] {
            ids.take_kind(kind, written);
        }
    }
    assets::register(&spec.meshes, &mut ids)?;
    assets::register(&spec.hfields, &mut ids)?;
    assets::register(&spec.textures, &mut ids)?;
    assets::register(&spec.materials, &mut ids)?;
    assets::register(&spec.pairs, &mut ids)?;
    assets::register(&spec.excludes, &mut ids)?;
    assets::register(&spec.equalities, &mut ids)?;
    assets::register(&spec.tendons, &mut ids)?;
    assets::register(&spec.actuators, &mut ids)?;
    assets::register(&spec.sensors, &mut ids)?;
    assets::register(&spec.numerics, &mut ids)?;
    assets::register(&spec.texts, &mut ids)?;
    assets::register(&spec.tuples, &mut ids)?;
    assets::register(&spec.keys, &mut ids)?;
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
) -> Result<()> {
    let load = |kind: AssetKind| {
        move |meta: &Meta, file: &str| files.read(&asset_path(&spec.origins[meta.origin], kind, file), &meta.place)
    };
    fill::sizes(tree, model);
    let bounds = bounds::of_bodies(tree);
    bounds::sizes(&bounds, tree.spare_bounds, model);
    mesh::sizes(meshes, model);
    let hfields = hfield::sizes(spec, &files.limits, &mut load(AssetKind::HField), model)?;
    let textures = texture::sizes(spec, &files.limits, &mut load(AssetKind::Texture), model)?;
    material::sizes(spec, model);
    contact::sizes(spec, ids, model)?;
    equality::sizes(spec, ids, model)?;
    tendon::sizes(spec, ids, model)?;
    actuator::sizes(spec, ids, model)?;
    sensor::sizes(spec, ids, model)?;
    custom::sizes(spec, ids, model)?;
    keyframe::sizes(spec, ids, model)?;
    settings::check_memory(model, &files.limits)?;
    cost::check(tree, model, &files.limits)?;
    model.resize_arrays();

    fill::fill(tree, ids, model)?;
    let first_mesh_node = bounds::fill(&bounds, model);
    mesh::fill(meshes, model, first_mesh_node);
    hfield::fill(spec, hfields, model)?;
    texture::fill(spec, textures, model)?;
    material::fill(spec, ids, model)?;
    paths::fill(spec, model)?;
    model.derive_addresses();
    contact::fill(spec, ids, model)?;
    equality::fill(spec, ids, model)?;
    tendon::fill(spec, ids, model)?;
    actuator::fill(spec, ids, model)?;
    sensor::fill(spec, ids, model)?;
    custom::fill(spec, ids, model)?;
    // readings and histories are counted by now
    settings::check_memory(model, &files.limits)?;
    keyframe::fill(spec, ids, model)
}

/// Writes the names of all objects.
fn name_objects(tree: &Tree, spec: &Spec, model: &mut Model) {
    fn of<T: crate::spec::Object>(objects: &[T]) -> Vec<String> {
        objects.iter().map(|o| o.meta().name.clone()).collect()
    }
    model.set_names(&spec.modelname, &|kind| match kind {
        ObjType::Mesh => of(&spec.meshes),
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
fn finish(tree: &Tree, spec: &Spec, limits: &Limits, model: &mut Model) -> Result<()> {
    let compiler: &Compiler = &spec.origins[0];
    model.derive_structure(&|body| tree.bodies[body].spec.simple);
    fill::fill_sleep(tree, model)?;
    if compiler.settotalmass > 0.0 {
        model.scale_total_mass(compiler.settotalmass);
    }
    model.narena = settings::arena(spec, model);
    let conversion = |error: ModelError| Place::none().conversion(error.to_string());
    model.set_const().map_err(conversion)?;
    for (joint, node) in tree.bodies.iter().flat_map(|b| &b.joints).enumerate() {
        let [timeconst, dampratio] = node.spec.springdamper;
        model.set_spring_damper(joint, timeconst, dampratio);
    }
    cost::check_length_ranges(spec, model, &compiler.lengthrange, limits)?;
    model.set_length_range(&compiler.lengthrange).map_err(|error| length_range_error(spec, error))?;
    settings::override_statistic(&spec.statistic, model);
    trial::check(spec, model)?;
    // only now: a file whose first pose needs more loads, and the step says so
    model.limits.memory = usize::try_from(spec.size.memory).ok();
    Ok(())
}

/// Says which actuator it is, and what to do.
fn length_range_error(spec: &Spec, error: ModelError) -> MjcfError {
    let ModelError::LengthRange { actuator, label, why } = &error else {
        return Place::none().conversion(error.to_string());
    };
    let meta = spec.actuators.get(*actuator).map(|a| a.meta.clone()).unwrap_or_default();
    meta.place.conversion(format!(
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
