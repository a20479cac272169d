//! What a binding, a tool or a test needs beyond the loader: the schema of MJCF, and the first step of reading a file.
//!
//! A program that loads, builds and compiles models needs none of it. These names follow the inside of the loader: they may
//! change with any version, while the rest of the crate keeps to semantic versioning.
//!
//! ```
//! use sim_mjcf::binding::schema;
//!
//! let joint = schema::find("worldbody/body/joint").expect("MJCF has joints");
//! let (_, damping) = joint.attribute("damping").expect("which have damping");
//! assert_eq!(damping.arity.1, 3, "linear, quadratic and cubic");
//! ```

pub use crate::read::text::decode;
pub use crate::suggest::nearest;

/// Every element and attribute of MJCF, with types, numbers of values, defaults and keywords.
pub mod schema {
    pub use crate::schema::{
        Attribute, Count, Element, Keywords, Kind, MANY, Node, Range, Rule, find, keywords, root, walk,
    };
}
