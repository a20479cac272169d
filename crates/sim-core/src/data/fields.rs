//! Data: every array of one world, under MuJoCo's names, grouped by the stage that writes it.
//!
//! One flat table: rows × columns come from the Model's sizes. Spatial vectors are rotation before
//! translation; "com frame" means parallel to the world, centred at the centre of mass of the body's
//! kinematic tree. Units are SI: metres, radians, kilograms, seconds, newtons.

#![allow(non_snake_case)] // MuJoCo's own names: `M`, `qLD`, `ten_J`

use super::any_field::AnyField;
use super::padding::Padding;
use super::scratch::{Scratch, Workspace};
use super::sleep_state::SleepState;
use super::statistics::{MAX_ISLANDS, SolverStat};
use super::{ConstraintState, ConstraintType, Contact, Warnings};
use crate::arrays::{Flag, Shape, array_visitors, dim};
use crate::linalg::dense;
use crate::linalg::factored::Factored;
use crate::linalg::row_matrix::RowMatrix;
use crate::model::Model;
use crate::model::derived::ObjectIndex;
use crate::scratch::constraint::CoupledRows;
use std::sync::Arc;

macro_rules! data_table {
    (
        scalars { $($(#[doc = $sdoc:literal])* $sname:ident : $st:ty),* $(,)? }
        lists { $($(#[$lmeta:meta])* $lname:ident : $lt:ty),* $(,)? }
        arrays { $($(#[doc = $doc:literal])* $name:ident : $t:ty [ $rows:tt $(, $cols:tt $(* $k:literal)?)? ]),* $(,)? }
        rows { $($(#[doc = $rdoc:literal])* $rname:ident : $rt:ty [ $rrows:ident $(, $rcols:literal)? ]),* $(,)? }
        matrices { $($(#[$xmeta:meta])* $xname:ident : $xt:ty),* $(,)? }
    ) => {
        /// One world: its state, its inputs and the results of the last pass through the pipeline.
        ///
        /// Plain owned buffers sized by [`Model::make_data`]; a Data is used with the Model it was made for. Worlds are
        /// equal when everything that can be read of them is.
        ///
        /// ```
        /// use sim_core::Model;
        ///
        /// let model = Model::n_link_pendulum(1, 1.0, 0.1);
        /// let mut data = model.make_data();
        /// data.qpos[0] = 0.5;
        /// let mut twin = data.clone();
        /// for _ in 0..100 {
        ///     data.step(&model)?;
        ///     twin.step(&model)?;
        /// }
        /// assert!(data.qpos[0] < 0.5 && data == twin);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Clone, Debug, Default)]
        #[repr(align(128))] // worlds side by side share no pair of cache lines, like their buffers: see `padding.rs`
        pub struct Data {
            $($(#[doc = $sdoc])* pub $sname: $st,)*
            $($(#[$lmeta])* pub $lname: Vec<$lt>,)*
            $($(#[doc = $doc])* pub $name: Vec<$t>,)*
            $($(#[doc = $rdoc])* pub $rname: Vec<$rt>,)*
            $($(#[$xmeta])* pub(crate) $xname: $xt,)*
            /// Names and addresses of the Model it was made for.
            pub(crate) index: Arc<ObjectIndex>,
            /// Buffers without meaning between stages.
            pub(crate) scratch: Scratch,
            /// Buffers that other worlds of the model may use next.
            pub(crate) work: Box<Workspace>,
        }

        impl PartialEq for Data {
            fn eq(&self, other: &Self) -> bool {
                $(self.$sname == other.$sname)&&*
                    $(&& self.$lname == other.$lname)*
                    $(&& self.$name == other.$name)*
                    $(&& self.$rname == other.$rname)*
                    $(&& self.$xname == other.$xname)*
            }
        }

        /// What a stage that reads a field of Data borrows: numbers by value, arrays as slices.
        #[allow(non_camel_case_types, unused_lifetimes, dead_code)] // a table of names: not every field is read by a stage
        pub(crate) mod read {
            use super::*;
            $(pub type $sname<'a> = $st;)*
            $(pub type $lname<'a> = &'a [$lt];)*
            $(pub type $name<'a> = &'a [$t];)*
            $(pub type $rname<'a> = &'a [$rt];)*
            $(pub type $xname<'a> = &'a $xt;)*
        }

        /// What a stage that writes a field of Data borrows mutably: only what depends on the constraints may change its
        /// length.
        #[allow(non_camel_case_types, dead_code)] // as above
        pub(crate) mod write {
            use super::*;
            $(pub type $sname = $st;)*
            $(pub type $lname = Vec<$lt>;)*
            $(pub type $name = [$t];)*
            $(pub type $rname = Vec<$rt>;)*
            $(pub type $xname = $xt;)*
        }

        impl Data {
            /// Gives every array the length that the Model's sizes give; new entries are zero.
            pub(crate) fn resize_arrays(&mut self, m: &Model, padding: Padding) {
                $(padding.fit(&mut self.$name, dim!(m, $rows) $(* dim!(m, $cols $(* $k)?))?);)*
            }

            /// Whether the arrays of fixed size are as long as those of another world.
            pub(super) fn has_lengths_of(&self, other: &Self) -> bool {
                $(self.$name.len() == other.$name.len())&&*
            }

            /// Copies everything but the work space; buffers that are large enough are not reallocated.
            pub(super) fn copy_fields(&mut self, from: &Self) {
                $(self.$sname = from.$sname;)*
                $(self.$lname.clone_from(&from.$lname);)*
                $(self.$name.clone_from(&from.$name);)*
                $(self.$rname.clone_from(&from.$rname);)*
                $(self.$xname.clone_from(&from.$xname);)*
            }

            /// Names of the arrays whose length changes with the constraints, in declaration order.
            pub const ROW_ARRAY_NAMES: &'static [&'static str] = &[$(stringify!($rname)),*];

            /// Names, element types and dimensions of the arrays whose length changes with the constraints; rows are counts of Data.
            pub const ROW_ARRAYS: &'static [crate::arrays::ArrayInfo] =
                &[$(crate::arrays::array_info!($(#[doc = $rdoc])* $rname: $rt [$rrows $(, $rcols)?])),*];

            /// Calls `visit(name, shape, entries)` for every array whose length changes with the constraints.
            pub fn visit_row_arrays<'a>(
                &'a self,
                visit: &mut dyn FnMut(&'static str, crate::arrays::Shape, crate::arrays::ArrayRef<'a>),
            ) {
                $(visit(
                    stringify!($rname),
                    crate::arrays::Shape { rows: self.$rrows, cols: [$($rcols)?].first().copied() },
                    <$rt as crate::arrays::ArrayElement>::view(&self.$rname),
                );)*
            }

            /// Calls `visit(name, entries)` for every array whose length changes with the constraints, mutably.
            pub fn visit_row_arrays_mut(&mut self, visit: &mut dyn FnMut(&'static str, crate::arrays::ArrayMut<'_>)) {
                $(visit(stringify!($rname), <$rt as crate::arrays::ArrayElement>::view_mut(&mut self.$rname));)*
            }

            /// Documentation of a number of Data, such as `ncon`, in the lines of the source; `None` for other names.
            pub fn scalar_doc(name: &str) -> Option<&'static str> {
                match name {
                    $(stringify!($sname) => Some(concat!($($sdoc, "\n"),*)),)*
                    _ => None,
                }
            }

            /// Names of all fields, in declaration order.
            pub const FIELD_NAMES: &'static [&'static str] =
                &[$(stringify!($sname),)* $(stringify!($lname),)* $(stringify!($name),)* $(stringify!($rname),)*
                    $(stringify!($xname),)*];

            /// Calls `visit(name, field)` for every field, mutably.
            pub fn visit_fields_mut(&mut self, visit: &mut dyn FnMut(&'static str, AnyField<'_>)) {
                use crate::arrays::ArrayElement;
                $(visit(stringify!($sname), (&mut self.$sname).into());)*
                $(visit(stringify!($lname), (&mut self.$lname).into());)*
                $(visit(stringify!($name), AnyField::Array(<$t as ArrayElement>::view_mut(&mut self.$name)));)*
                $(visit(stringify!($rname), AnyField::Array(<$rt as ArrayElement>::view_mut(&mut self.$rname)));)*
                $(visit(stringify!($xname), (&mut self.$xname).into());)*
            }

            /// Gives the row arrays the lengths of the current counts; warm buffers do not allocate.
            pub fn resize_row_arrays(&mut self) {
                if self.nefc == 0 {
                    self.efc_J.clear();
                }
                if self.nA == 0 {
                    self.efc_Y.clear();
                    self.efc_AR.clear();
                }
                $(dense::fit(&mut self.$rname, self.$rrows $(* $rcols)?, <$rt>::default());)*
            }
        }

        array_visitors!(Data, sizes of Model { $($(#[doc = $doc])* $name: $t [$rows $(, $cols $(* $k)?)?]),* });
    };
}

data_table! {
scalars {
    /// Simulation time (s).
    time: f64,
    /// Potential and kinetic energy (J), with the energy flag on.
    energy: [f64; 2],
    /// Contacts.
    ncon: usize,
    /// Warnings raised since the last reset.
    warning: Warnings,
    /// Equality rows.
    ne: usize,
    /// Friction-loss rows.
    nf: usize,
    /// Limit rows.
    nl: usize,
    /// All constraint rows.
    nefc: usize,
    /// Entries of the sparse constraint Jacobian.
    nJ: usize,
    /// Entries of the inverse inertia in constraint space, for dual solvers.
    nA: usize,
    /// Entries of its square root.
    nY: usize,
    /// Islands: groups of trees connected by constraints.
    nisland: usize,
    /// Degrees of freedom in islands.
    nidof: usize,
    /// Awake trees.
    ntree_awake: usize,
    /// Bodies that are awake or immovable.
    nbody_awake: usize,
    /// Bodies whose parents are awake or immovable.
    nparent_awake: usize,
    /// Awake degrees of freedom.
    nv_awake: usize,
    /// Iterations of the last constraint solve, by island.
    solver_niter: [i32; MAX_ISLANDS],
    /// Matrix that the solver used, by island: none, `J`, the Hessian or `efc_AR`; see [`solver_nnz`](Data::solver_nnz).
    solver_matrix: [i32; MAX_ISLANDS],
    /// Difference between forward and inverse dynamics, with the fwdinv flag on: of the constraint forces and of the applied
    /// forces.
    solver_fwdinv: [f64; 2],
    /// Whether the potential energy belongs to the current positions.
    flg_energypos: bool,
    /// Whether the kinetic energy belongs to the current velocities.
    flg_energyvel: bool,
    /// Whether `subtree_linvel` and `subtree_angmom` belong to the current velocities.
    flg_subtreevel: bool,
    /// Whether `cacc`, `cfrc_int` and `cfrc_ext` belong to the current accelerations.
    flg_rnepost: bool,
}
lists {
    /// Contacts of the current positions, in the order of their geoms.
    contact: Contact,
    /// Statistics of each iteration: [`MAX_ITERATIONS`](crate::data::MAX_ITERATIONS) entries per island, without those at the end that no solve used.
    solver: SolverStat,
}
arrays {
    // ---- state

    /// Joint positions (m, rad, unit quaternions).
    qpos: f64 [nq],
    /// Velocities of the degrees of freedom (m/s, rad/s).
    qvel: f64 [nv],
    /// Actuator activations.
    act: f64 [na],
    /// Ring buffers of delayed controls and sensors: user slot, cursor, times, values.
    history: f64 [nhistory],
    /// Acceleration the constraint solver starts from.
    qacc_warmstart: f64 [nv],
    /// Controls.
    ctrl: f64 [nu],
    /// Applied generalised force.
    qfrc_applied: f64 [nv],
    /// Applied force and torque (force first) at the centres of mass, in the world frame.
    xfrc_applied: f64 [nbody, 6],
    /// Whether an equality constraint is on.
    eq_active: Flag [neq],
    /// Positions of mocap bodies (m).
    mocap_pos: f64 [nmocap, 3],
    /// Orientations of mocap bodies.
    mocap_quat: f64 [nmocap, 4],
    /// Sleep of each tree. Below -1: awake, and how many steps at rest are missing. -1: ready to sleep. From 0 on: asleep, and
    /// the next tree of the cycle it fell asleep with.
    tree_asleep: i32 [ntree],
    /// Numbers of the user; the engine never reads or writes them.
    userdata: f64 [nuserdata],

    // ---- results of a step

    /// Accelerations of the degrees of freedom (m/s², rad/s²).
    qacc: f64 [nv],
    /// Time derivatives of the activations (1/s).
    act_dot: f64 [na],
    /// Sensor values.
    sensordata: f64 [nsensordata],

    // ---- sleep, from `tree_asleep`

    /// Whether a tree is awake.
    tree_awake: i32 [ntree],
    /// Whether a body is awake, asleep or immovable.
    body_awake: SleepState [nbody],
    /// Bodies that are awake or immovable.
    body_awake_ind: i32 [nbody],
    /// Bodies whose parents are awake or immovable, without the world.
    parent_awake_ind: i32 [nbody],
    /// Awake degrees of freedom.
    dof_awake_ind: i32 [nv],

    // ---- position: kinematics

    /// Position of the body frame (m).
    xpos: f64 [nbody, 3],
    /// Orientation of the body frame.
    xquat: f64 [nbody, 4],
    /// Orientation of the body frame, as a matrix.
    xmat: f64 [nbody, 9],
    /// Position of the body's centre of mass (m).
    xipos: f64 [nbody, 3],
    /// Orientation of the body's principal axes.
    ximat: f64 [nbody, 9],
    /// Joint anchor in the world (m).
    xanchor: f64 [njnt, 3],
    /// Joint axis in the world.
    xaxis: f64 [njnt, 3],
    /// Geom position (m).
    geom_xpos: f64 [ngeom, 3],
    /// Geom orientation.
    geom_xmat: f64 [ngeom, 9],
    /// Site position (m).
    site_xpos: f64 [nsite, 3],
    /// Site orientation.
    site_xmat: f64 [nsite, 9],
    /// Camera position (m).
    cam_xpos: f64 [ncam, 3],
    /// Camera orientation; it looks along its negative z axis.
    cam_xmat: f64 [ncam, 9],
    /// Light position (m).
    light_xpos: f64 [nlight, 3],
    /// Light direction.
    light_xdir: f64 [nlight, 3],

    /// Bounding volumes that overlapped another one, with `vis.global.bvactive` on.
    bvh_active: Flag [nbvh],

    // ---- position: centres of mass

    /// Centre of mass of the subtree below each body (m).
    subtree_com: f64 [nbody, 3],
    /// Motion axis of each dof in the com frame.
    cdof: f64 [nv, 6],
    /// Body inertia in the com frame: six rotational entries, first moment, mass.
    cinert: f64 [nbody, 10],

    // ---- position: tendons

    /// First point of the tendon's path.
    ten_wrapadr: i32 [ntendon],
    /// Points of the tendon's path.
    ten_wrapnum: i32 [ntendon],
    /// Tendon Jacobian, rows as in the Model's `ten_J_rownnz`, `ten_J_rowadr`, `ten_J_colind`.
    ten_J: f64 [nJten],
    /// Tendon length (m, or the units of its joints).
    ten_length: f64 [ntendon],
    /// Object at each path point: geom id, -1 site, -2 pulley.
    wrap_obj: i32 [nwrap, 2],
    /// Path points (m).
    wrap_xpos: f64 [nwrap, 6],

    // ---- position: transmissions

    /// Length of each actuator output.
    actuator_length: f64 [nout],
    /// Entries of each row of `actuator_moment`.
    moment_rownnz: i32 [nout],
    /// First entry of each row of `actuator_moment`.
    moment_rowadr: i32 [nout],
    /// Dof of each entry of `actuator_moment`.
    moment_colind: i32 [nJmom],
    /// Moment arms: derivative of the output's length by the dofs.
    actuator_moment: f64 [nJmom],

    // ---- position: inertia

    /// Inertia of the subtree moving as one body, in the com frame.
    crb: f64 [nbody, 10],
    /// Joint-space inertia, lower triangle, rows as in the Model's `M_rownnz`, `M_rowadr`, `M_colind`.
    M: f64 [nC],

    // ---- velocity

    /// Tendon velocity.
    ten_velocity: f64 [ntendon],
    /// Velocity of each actuator output.
    actuator_velocity: f64 [nout],
    /// Body velocity in the com frame.
    cvel: f64 [nbody, 6],
    /// Time derivative of `cdof`.
    cdof_dot: f64 [nv, 6],
    /// Coriolis, centrifugal and gravitational force, on the left-hand side.
    qfrc_bias: f64 [nv],
    /// Force of joint and tendon springs.
    qfrc_spring: f64 [nv],
    /// Force of joint and tendon dampers.
    qfrc_damper: f64 [nv],
    /// Gravity compensation.
    qfrc_gravcomp: f64 [nv],
    /// Force of the medium.
    qfrc_fluid: f64 [nv],
    /// Pull of adhesive contacts.
    qfrc_adhesion: f64 [nv],
    /// All passive forces.
    qfrc_passive: f64 [nv],
    /// Velocity of the subtree's centre of mass (m/s).
    subtree_linvel: f64 [nbody, 3],
    /// Angular momentum of the subtree about its centre of mass (kg m²/s).
    subtree_angmom: f64 [nbody, 3],

    // ---- integration

    /// Derivative of the smooth forces by the velocities, rows as in the Model's `D_rownnz`, `D_rowadr`,
    /// `D_colind`; written by the implicit integrators.
    qDeriv: f64 [nD],
    /// Factors of `M - h qDeriv` for the `implicit` integrator.
    qLU: f64 [nD],

    // ---- force and acceleration

    /// Force of each actuator output.
    actuator_force: f64 [nout],
    /// Actuator force on the dofs.
    qfrc_actuator: f64 [nv],
    /// All forces but those of constraints.
    qfrc_smooth: f64 [nv],
    /// Acceleration without constraints.
    qacc_smooth: f64 [nv],
    /// Constraint force on the dofs.
    qfrc_constraint: f64 [nv],
    /// Force that explains the acceleration, from inverse dynamics.
    qfrc_inverse: f64 [nv],
    /// Body acceleration in the com frame, gravity included.
    cacc: f64 [nbody, 6],
    /// Force of the parent on the body, in the com frame.
    cfrc_int: f64 [nbody, 6],
    /// External force on the body, in the com frame.
    cfrc_ext: f64 [nbody, 6],

    // ---- constraints, one entry per Model object

    /// First constraint row of a tendon, -1 without one.
    tendon_efcadr: i32 [ntendon],
    /// Island of a tree, -1 without constraints.
    tree_island: i32 [ntree],
    /// Trees, those of an island together, those without constraints last.
    map_itree2tree: i32 [ntree],
    /// Island of a dof, -1 without constraints; this and the maps below hold while there are islands.
    dof_island: i32 [nv],
    /// Place of a dof among the dofs of all islands.
    map_dof2idof: i32 [nv],
    /// Dofs, those of an island together, those without constraints last.
    map_idof2dof: i32 [nv],
}
rows {
    /// Trees of an island.
    island_ntree: i32 [nisland],
    /// First entry of an island in `map_itree2tree`.
    island_itreeadr: i32 [nisland],
    /// Degrees of freedom of an island.
    island_nv: i32 [nisland],
    /// First entry of an island in `map_idof2dof`.
    island_idofadr: i32 [nisland],
    /// First dof of an island.
    island_dofadr: i32 [nisland],
    /// Equality rows of an island.
    island_ne: i32 [nisland],
    /// Friction-loss rows of an island.
    island_nf: i32 [nisland],
    /// Rows of an island.
    island_nefc: i32 [nisland],
    /// First entry of an island in `map_iefc2efc`.
    island_iefcadr: i32 [nisland],
    /// Island of a row.
    efc_island: i32 [nefc],
    /// Place of a row among the rows of all islands.
    map_efc2iefc: i32 [nefc],
    /// Rows, those of an island together.
    map_iefc2efc: i32 [nefc],
    /// What the row constrains.
    efc_type: ConstraintType [nefc],
    /// Object of the row: equality, dof, joint or tendon, by type.
    efc_id: i32 [nefc],
    /// Violation of the constraint; negative inside a limit.
    efc_pos: f64 [nefc],
    /// Distance at which the row becomes active.
    efc_margin: f64 [nefc],
    /// Largest force of a friction-loss row.
    efc_frictionloss: f64 [nefc],
    /// Diagonal of the inverse inertia in constraint space, approximate.
    efc_diagA: f64 [nefc],
    /// Stiffness, damping, impedance and its derivative.
    efc_KBIP: f64 [nefc, 4],
    /// Constraint mass.
    efc_D: f64 [nefc],
    /// Regularisation: inverse constraint mass.
    efc_R: f64 [nefc],
    /// Velocity of the constraint.
    efc_vel: f64 [nefc],
    /// Acceleration the constraint aims at.
    efc_aref: f64 [nefc],
    /// Acceleration error of the unconstrained motion.
    efc_b: f64 [nefc],
    /// Zone of the cost the row ended in.
    efc_state: ConstraintState [nefc],
    /// Constraint force.
    efc_force: f64 [nefc],
}
matrices {
    /// The constraint Jacobian.
    efc_J: RowMatrix,
    /// `J M^(-1/2)`, for dual solvers, which act on rows.
    efc_Y: RowMatrix,
    /// Inverse inertia in constraint space, `J M⁻¹ Jᵀ`, plus the regularisation, for dual solvers.
    efc_AR: CoupledRows,
    /// Factor of `M`.
    qLD: Factored,
    /// Factor of the inertia with implicit damping.
    qH: Factored,
}
}

impl Model {
    /// Whether worlds of the other model have arrays of equal lengths, so that they can be used with this one. Names,
    /// keyframes, textures and the like may differ.
    #[must_use]
    pub fn has_worlds_like(&self, other: &Self) -> bool {
        self.changed_length(other).is_none()
    }

    /// The first array of a world with another length than in worlds of the other model: its name and both lengths.
    pub(crate) fn changed_length(&self, other: &Self) -> Option<(&'static str, usize, usize)> {
        let shapes = |m: &Self| {
            let mut list = Vec::with_capacity(Data::ARRAY_NAMES.len());
            Data::default().visit_arrays(m, &mut |name, shape, _| list.push((name, shape)));
            list
        };
        let length = |shape: Shape| shape.rows.saturating_mul(shape.cols.unwrap_or(1));
        let pairs = shapes(self).into_iter().zip(shapes(other));
        let mut changed = pairs.filter(|((_, own), (_, others))| own != others);
        changed.next().map(|((name, own), (_, others))| (name, length(own), length(others)))
    }
}

impl Data {
    /// Gives every array of fixed size the length that the Model gives.
    pub(crate) fn resize(&mut self, m: &Model, padding: Padding) {
        self.resize_arrays(m, padding);
        if !self.index.is_of(m) {
            self.index = m.derived().index;
        }
        self.follow(m);
        self.fit_matrices();
        self.scratch.resize(m, padding);
    }

    /// Clears the contacts, and the constraint rows that may stem from them.
    pub(crate) fn clear_contacts(&mut self) {
        self.ncon = 0;
        self.contact.clear();
        self.clear_rows();
    }

    /// Clears the constraint rows.
    pub(crate) fn clear_rows(&mut self) {
        self.forget_rows();
        self.resize_row_arrays();
    }

    /// No rows; their arrays keep what they hold.
    pub(crate) fn forget_rows(&mut self) {
        (self.ne, self.nf, self.nl, self.nefc, self.nJ) = (0, 0, 0, 0, 0);
        (self.nA, self.nY) = (0, 0);
        (self.nisland, self.nidof) = (0, 0);
        for contact in &mut self.contact {
            contact.efc_address = -1;
        }
    }
}
