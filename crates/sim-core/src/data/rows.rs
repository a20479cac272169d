//! Codes stored with each constraint row.

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
