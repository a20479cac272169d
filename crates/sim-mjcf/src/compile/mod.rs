//! Compile: spec to Model.
//!
//! The order is MuJoCo's, because results depend on it: assets, then the tree from the root outwards,
//! fusing and discarding, everything that refers to the tree, sizes, arrays, derived constants.

mod actuator;
mod assets;
mod body;
mod camera;
mod contact;
mod custom;
mod equality;
mod fill;
mod fluid;
pub(crate) mod frame;
mod fuse;
mod geom;
mod hfield;
mod ids;
mod joint;
mod keyframe;
mod material;
mod sensor;
mod servo;
mod settings;
mod shape;
mod tendon;
mod texture;
mod tree;
mod user;

pub use ids::Ids;

use crate::error::Result;
use crate::files::Files;
use crate::spec::Spec;
use sim_core::Model;

/// Compiles a resolved spec.
pub fn compile(mut spec: Spec, files: &Files) -> Result<Model> {
    let mut model = Model { opt: spec.option.clone(), vis: spec.visual.clone(), ..Model::default() };
    assets::name_assets(&mut spec)?;
    let mut tree = tree::flatten(&mut spec)?;
    settings::sizes(&spec, &tree, &mut model);
    if spec.origins[0].discardvisual {
        assets::drop_visual(&mut spec, &mut tree);
    }
    todo!()
}
