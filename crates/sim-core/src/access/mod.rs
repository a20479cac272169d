//! Objects by name, with types: what a program reads and sets without counting array entries.
//!
//! ```
//! # use sim_core::{Model, access::UnknownName};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let model = Model::n_link_pendulum(2, 1.0, 0.1);
//! let mut data = model.make_data();
//! data.joint_mut("joint0")?.qpos()[0] = 0.3;
//! data.step(&model)?;
//! let tip = data.body("link1")?;
//! println!("{:?} moves at {:?}", tip.xpos(), tip.cvel());
//! for body in model.bodies().skip(1) {
//!     println!("{:?} weighs {} kg", body.name(), body.mass());
//! }
//! # Ok(())
//! # }
//! ```

mod contacts;
mod id;
mod in_data;
mod in_model;

pub use contacts::{ContactRef, Contacts};
pub use id::*;
pub use in_data::*;
pub use in_model::*;
