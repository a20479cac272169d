//! Contacts of a world with what they belong to and what they carry.

use super::id::{BodyId, GeomId, Id};
use crate::constraint::contact;
use crate::data::{ConstraintType, Contact, Data, Side};
use crate::math::{Vec3, mat3};
use std::ops::Deref;

/// A contact of a world; it has the fields of [`Contact`] besides its methods.
///
/// ```
/// use sim_core::Model;
/// use sim_core::access::BodyId;
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// while data.time < 0.5 {
///     data.step(&model)?;
/// }
/// let contact = data.contacts().next().expect("the ball lies on the floor");
/// assert_eq!(contact.bodies(), [Some(BodyId::WORLD), Some(model.body("ball")?.id())]);
/// assert!((contact.force()[2] - 0.5 * 9.81).abs() < 0.01, "{:?}", contact.force());
/// assert!(contact.dist < 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ContactView<'a> {
    data: &'a Data,
    contact: &'a Contact,
}

impl Deref for ContactView<'_> {
    type Target = Contact;

    fn deref(&self) -> &Contact {
        self.contact
    }
}

impl<'a> ContactView<'a> {
    /// The geoms that touch; `None` for a side that is no geom.
    #[must_use]
    pub fn geoms(&self) -> [Option<GeomId>; 2] {
        self.contact.sides.map(|side| side.geom().map(GeomId::new))
    }

    /// The bodies that touch; `None` for a side that is part of a deformable body.
    #[must_use]
    pub fn bodies(&self) -> [Option<BodyId>; 2] {
        self.contact.sides.map(|side| match side {
            Side::World => Some(BodyId::WORLD),
            Side::Geom(geom) => {
                let body = self.data.index.geom_bodyid.get(geom as usize)?;
                usize::try_from(*body).ok().map(BodyId::new)
            }
            Side::Vertex { .. } | Side::Element { .. } => None,
        })
    }

    /// Direction from the first side to the second, of length 1.
    #[must_use]
    pub fn normal(&self) -> Vec3 {
        let [x, y, z, ..] = self.contact.frame;
        [x, y, z]
    }

    /// Force (N) and torque (N m) in the frame of the contact: along the normal first, then along the tangents. The first side
    /// feels the opposite of the second, on which they act.
    #[must_use]
    pub fn local_force(&self) -> [f64; 6] {
        let Ok(first) = usize::try_from(self.contact.efc_address) else { return [0.0; 6] };
        let pyramidal = self.data.efc_type.get(first) == Some(&ConstraintType::ContactPyramidal);
        contact::decode_force(self.contact, &self.data.efc_force, pyramidal)
    }

    /// Force that acts on the second side, in the world's frame (N).
    #[must_use]
    pub fn force(&self) -> Vec3 {
        let [normal, first, second, ..] = self.local_force();
        mat3::mul_t_vec(&self.contact.frame, [normal, first, second])
    }

    /// Torque that acts on the second side about the point of contact, in the world's frame (N m).
    #[must_use]
    pub fn torque(&self) -> Vec3 {
        let [.., spin, first, second] = self.local_force();
        mat3::mul_t_vec(&self.contact.frame, [spin, first, second])
    }
}

impl Data {
    /// The contacts that the last pass found.
    pub fn contacts(&self) -> impl ExactSizeIterator<Item = ContactView<'_>> + Clone {
        self.contact.iter().map(|contact| ContactView { data: self, contact })
    }
}
