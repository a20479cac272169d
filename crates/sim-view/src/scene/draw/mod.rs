//! The geoms of a scene, family by family.
//!
//! Each file adds one family of geoms: it reads a Model and a world through [`Subject`] and writes to a [`Canvas`].
//! [`OBJECTS`] and [`DECORATIONS`] have MuJoCo's order, so a scene has it too. One family of MuJoCo is missing: flexes, which the
//! loader rejects.

mod actuators;
mod bodies;
mod cameras;
mod canvas;
mod catenary;
mod colour;
mod contacts;
mod equalities;
mod frames;
mod geoms;
mod inertias;
mod joints;
mod labels;
mod material;
mod perturbation;
mod rangefinders;
mod sites;
mod skins;
mod slider_cranks;
mod spotlights;
mod tactile;
mod tendons;
mod volumes;

pub(super) use canvas::{Canvas, Subject};
pub(super) use perturbation::selected_point;

use crate::scene::Categories;

/// A function that adds one family.
type Family = fn(&Subject<'_>, &mut Canvas<'_>);

/// Families of the model's objects, in order.
const OBJECTS: [Family; 5] = [skins::add, geoms::add, sites::add, tendons::add, slider_cranks::add];

/// Families of decorations, in order.
const DECORATIONS: [Family; 22] = [
    frames::add_of_geoms,
    frames::add_of_sites,
    volumes::add_of_bodies,
    volumes::add_of_meshes,
    volumes::add_octrees,
    tactile::add,
    inertias::add,
    perturbation::add_object,
    frames::add_of_bodies,
    perturbation::add_selected_point,
    labels::add_of_bodies,
    joints::add,
    actuators::add,
    labels::add_of_islands,
    cameras::add,
    spotlights::add,
    bodies::add_centres_of_mass,
    bodies::add_connections,
    rangefinders::add,
    perturbation::add_forces,
    equalities::add,
    contacts::add,
];

/// Adds all families that the options select, `mjv_addGeoms`.
pub(super) fn add(subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    OBJECTS.iter().for_each(|family| family(subject, canvas));
    if subject.categories.contains(Categories::DECOR) {
        DECORATIONS.iter().for_each(|family| family(subject, canvas));
    }
}
