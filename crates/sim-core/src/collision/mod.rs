//! Collision detection: which geoms touch, where, and how deep.
//!
//! `driver::find_contacts` finds the contacts of a world. Bodies whose boxes overlap come from `broadphase`, geoms of
//! bodies with many of them from `midphase`; in small models the pairs stand in a `list`, and `rules` checks for those that touch
//! what the search would have said. `filter` says which pairs are allowed; `dispatch` chooses the
//! function that finds the touches; `params` makes contacts of them.

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
pub use reach::{NearPair, near_pairs};
