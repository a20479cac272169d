//! Switches of the options: sets of bits.

use bitflags::bitflags;
use bytemuck::{Pod, Zeroable};

bitflags! {
    /// Bits of `opt.disableflags`: a set bit switches a default feature off.
    ///
    /// Bits without a name are kept as they are.
    ///
    /// ```
    /// use sim_core::{DisableFlags, Model};
    ///
    /// let mut model = Model::example();
    /// model.opt.disableflags |= DisableFlags::CONTACT | DisableFlags::GRAVITY;
    /// let mut data = model.make_data();
    /// data.step(&model)?;
    /// assert_eq!((data.ncon, data.qvel[2]), (0, 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Pod, Zeroable)]
    #[repr(transparent)]
    pub struct DisableFlags: i32 {
        /// The whole constraint solver.
        const CONSTRAINT = 1 << 0;
        /// Equality constraints.
        const EQUALITY = 1 << 1;
        /// Joint and tendon friction loss.
        const FRICTIONLOSS = 1 << 2;
        /// Joint and tendon limits.
        const LIMIT = 1 << 3;
        /// Contacts.
        const CONTACT = 1 << 4;
        /// Passive springs.
        const SPRING = 1 << 5;
        /// Passive dampers.
        const DAMPER = 1 << 6;
        /// Gravity.
        const GRAVITY = 1 << 7;
        /// Clamping of controls to their range.
        const CLAMPCTRL = 1 << 8;
        /// Warm start of the solver.
        const WARMSTART = 1 << 9;
        /// Collision filter between parent and child.
        const FILTERPARENT = 1 << 10;
        /// Actuator forces.
        const ACTUATION = 1 << 11;
        /// Protection of solref against time steps that are too long.
        const REFSAFE = 1 << 12;
        /// Sensors.
        const SENSOR = 1 << 13;
        /// Mid-phase collision culling.
        const MIDPHASE = 1 << 14;
        /// Implicit joint damping in the Euler integrator.
        const EULERDAMP = 1 << 15;
        /// Automatic reset on numerical trouble.
        const AUTORESET = 1 << 16;
        /// The native convex collider.
        const NATIVECCD = 1 << 17;
        /// Constraint islands.
        const ISLAND = 1 << 18;
        /// Several contacts per convex pair.
        const MULTICCD = 1 << 19;
        // any other bit
        const _ = !0;
    }
}

bitflags! {
    /// Bits of `opt.enableflags`: a set bit switches an optional feature on.
    ///
    /// Bits without a name are kept as they are.
    ///
    /// ```
    /// use sim_core::{EnableFlags, Model};
    ///
    /// let mut model = Model::example();
    /// model.opt.enableflags |= EnableFlags::ENERGY;
    /// let mut data = model.make_data();
    /// data.qvel[0] = 2.0;
    /// data.forward(&model)?;
    /// assert!(data.energy[1] > 0.0, "kinetic energy: {:?}", data.energy);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Pod, Zeroable)]
    #[repr(transparent)]
    pub struct EnableFlags: i32 {
        /// Contact parameter override.
        const OVERRIDE = 1 << 0;
        /// Energy computation.
        const ENERGY = 1 << 1;
        /// Comparison of forward and inverse dynamics.
        const FWDINV = 1 << 2;
        /// Discrete-time inverse dynamics.
        const INVDISCRETE = 1 << 3;
        /// Sleeping.
        const SLEEP = 1 << 4;
        /// Exact diagonal of the constraint-space inertia.
        const DIAGEXACT = 1 << 5;
        // any other bit
        const _ = !0;
    }
}
