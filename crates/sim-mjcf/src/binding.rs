//! Items for bindings, tools and tests beyond the loader: the schema of MJCF, and decoding of a file's bytes.
//!
//! A program that loads, builds and compiles models does not need them. These names may change with any version; the rest of
//! the crate follows semantic versioning.
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
