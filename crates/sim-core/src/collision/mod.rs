//! Collision detection: which geoms touch, where, and how deep.
//!
//! `driver::find_contacts` finds the contacts of a world. `broadphase` finds bodies whose boxes overlap, `midphase` the pairs of
//! their geoms. Small models have a `list` of pairs instead; `rules` then checks for pairs that touch whether the search would
//! have found them. `filter` says which pairs are allowed; `dispatch` chooses the function that finds the touches; `params` makes
//! contacts of them.

mod bounds;
mod broadphase;
mod dispatch;
mod driver;
mod filter;
pub mod heightfield;
mod list;
mod midphase;
mod params;
mod placed;
pub mod primitive;
mod proxy;
mod reach;
mod rules;
pub mod sdf;

pub(crate) use crate::scratch::pair::{GeomPair, is_collidable};
pub use crate::shape::manifold;
pub(crate) use dispatch::touches;
pub(crate) use driver::find_contacts;
pub use params::MIN_FRICTION;
pub use reach::{NearPair, near_pairs};
