//! Contacts of single shapes with distance fields ([`SdfCollisionData`](crate::SdfCollisionData)) and height fields
//! ([`HeightFieldData`](crate::HeightFieldData)), without a model: for programs with a world representation of their own.
//!
//! ```
//! use sim_core::math::Pose;
//! use sim_core::{HeightFieldData, field_contact};
//!
//! let flat = HeightFieldData::new(vec![0.5; 9], 3, 3, [1.0, 1.0]).expect("nine heights in three rows");
//! let touch = field_contact::heightfield_sphere_contact(&flat, &Pose::IDENTITY, [0.0, 0.0, 0.7], 0.25);
//! assert!(touch.is_some_and(|touch| (touch.penetration - 0.05).abs() < 1e-9));
//! ```

pub use crate::collision::heightfield::{
    HeightFieldContact, heightfield_box_contact, heightfield_capsule_contact, heightfield_convex_mesh_contact,
    heightfield_cylinder_contact, heightfield_ellipsoid_contact, heightfield_point_contact, heightfield_sphere_contact,
};
pub use crate::collision::sdf::{
    SdfContact, sdf_box_contact, sdf_capsule_contact, sdf_convex_mesh_contact, sdf_cylinder_contact,
    sdf_ellipsoid_contact, sdf_heightfield_contact, sdf_plane_contact, sdf_point_contact, sdf_sdf_contact,
    sdf_sphere_contact, sdf_triangle_mesh_contact,
};
