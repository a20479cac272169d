//! Collision detection: which geoms touch, where, and how deep.
//!
//! [`collide`] reads poses and writes `contact`. Bodies whose boxes overlap come from `broadphase`, geoms of
//! bodies with many of them from `midphase`; `filter` says which pairs are allowed; `dispatch` chooses the
//! function that finds the touches; `params` makes contacts of them.

mod broadphase;
pub mod convex;
mod dispatch;
mod driver;
mod filter;
pub mod heightfield;
pub mod manifold;
mod midphase;
mod params;
pub mod primitive;
pub mod sdf;
mod solids;
mod sweep;

pub(crate) use dispatch::{is_collidable, touches};
pub use driver::collide;
pub(crate) use driver::{CollisionWork, find_contacts};
pub(crate) use params::GeomPair;
pub use solids::{HeightFieldData, TriangleMeshData};
