//! Codes that are stored with each constraint row: its type and the zone of its cost.

use crate::arrays::IntCode;
use bytemuck::{Pod, Zeroable};

macro_rules! row_code {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $value:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Pod, Zeroable)]
        #[repr(transparent)]
        pub struct $name(pub i32);

        impl IntCode for $name {}

        #[allow(non_upper_case_globals)]
        impl $name {
            $($(#[$vmeta])* pub const $variant: Self = Self($value);)*
        }
    };
}

row_code! {
    /// What a constraint row constrains.
    ///
    /// ```
    /// use sim_core::Model;
    /// use sim_core::data::ConstraintType;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.qpos[0] = 2.1; // beyond the range of the elbow
    /// data.forward(&model)?;
    /// assert_eq!(data.efc_type[0], ConstraintType::LimitJoint);
    /// assert!(data.efc_type[1..].iter().all(|kind| *kind == ConstraintType::ContactPyramidal));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ConstraintType {
        /// Equality constraint.
        Equality = 0;
        /// Friction loss of a dof.
        FrictionDof = 1;
        /// Friction loss of a tendon.
        FrictionTendon = 2;
        /// Joint limit.
        LimitJoint = 3;
        /// Tendon limit.
        LimitTendon = 4;
        /// Contact without friction.
        ContactFrictionless = 5;
        /// One edge of a pyramidal friction cone.
        ContactPyramidal = 6;
        /// One axis of an elliptic friction cone.
        ContactElliptic = 7;
    }
}

row_code! {
    /// Zone of the cost a constraint row is in.
    ///
    /// ```
    /// use sim_core::Model;
    /// use sim_core::data::ConstraintState;
    ///
    /// let model = Model::example();
    /// let mut data = model.make_data();
    /// data.forward(&model)?;
    /// for (state, force) in data.efc_state.iter().zip(&data.efc_force) {
    ///     assert_eq!(*state == ConstraintState::Quadratic, *force > 0.0);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ConstraintState {
        /// Inactive: no cost, no force.
        Satisfied = 0;
        /// Quadratic cost.
        Quadratic = 1;
        /// Saturated friction loss, positive force.
        LinearNeg = 2;
        /// Saturated friction loss, negative force.
        LinearPos = 3;
        /// Sliding contact on an elliptic cone.
        Cone = 4;
    }
}
