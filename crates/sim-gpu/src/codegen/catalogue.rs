//! Fields that shaders may read and write: arrays of Model and Data, and fields that only the GPU has.
//!
//! Names and shapes come from sim-core's tables. Arrays of Data whose length changes with the constraints have the length of
//! their limit here.

use crate::codegen::kernel::Layout;
use crate::codegen::noise::{CONTROL_NOISE, ControlNoise, NOISE_STEP};
pub use crate::codegen::tables::Numbers;
use crate::codegen::tables::Tables;
use sim_core::arrays::{ArrayInfo, ArrayRef, Dim, Element};
use sim_core::{Data, Model};
use std::collections::BTreeMap;

/// Most contacts and constraint rows of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Contacts.
    pub contacts: usize,
    /// Constraint rows.
    pub rows: usize,
    /// Rows of the constraint Jacobian that are stored: those of contacts before pyramids are made of them.
    pub basis: usize,
}

/// Rows of a field that only the GPU has.
#[derive(Clone, Copy)]
enum Rows {
    One,
    Contacts,
    Basis,
    Couplings,
    Triangle,
    Dofs,
    Bodies,
    Trees,
    /// Entries of the inertia, and one more.
    Matrix,
    Size(&'static str),
}

/// Numbers in a row of such a field.
#[derive(Clone, Copy)]
enum Width {
    Fixed(usize),
    /// A stored row of the constraint Jacobian.
    Basis,
    /// What it has of a second tree.
    JointBasis,
    /// Words with a bit for each contact.
    ContactWords,
}

/// Fields of a world that Data does not have, or has in another form: name, rows, numbers in a row, whole numbers.
const OWN: &[(&str, Rows, Width, bool)] = &[
    // ---- state
    ("time", Rows::One, Width::Fixed(1), false),
    // why the world failed, and the entry or the number of its message
    ("status", Rows::One, Width::Fixed(1), true),
    ("status_info", Rows::One, Width::Fixed(1), true),
    ("energy", Rows::One, Width::Fixed(2), false),
    // ---- contacts: which pair of the list, and where
    ("ncon", Rows::One, Width::Fixed(1), true),
    ("contact_pair", Rows::Contacts, Width::Fixed(1), true),
    ("contact_dist", Rows::Contacts, Width::Fixed(1), false),
    ("contact_pos", Rows::Contacts, Width::Fixed(3), false),
    ("contact_frame", Rows::Contacts, Width::Fixed(9), false),
    // low part of its position, beyond f32
    ("contact_pos_low", Rows::Contacts, Width::Fixed(3), false),
    // the first two axes of its frame, from which shaders make the third
    ("contact_axes", Rows::Contacts, Width::Fixed(6), false),
    // its first row among the constraint rows (-1 where it has none); its first row in the basis and, in the upper half, its dimensions
    ("contact_efc_address", Rows::Contacts, Width::Fixed(1), true),
    ("contact_rows", Rows::Contacts, Width::Fixed(1), true),
    // its bodies, in the lower and the upper half of a word
    ("contact_sides", Rows::Contacts, Width::Fixed(1), true),
    // the kinematic tree that it acts on, or both trees that it joins (below zero); that of each stored row
    ("contact_tree", Rows::Contacts, Width::Fixed(1), true),
    ("basis_tree", Rows::Basis, Width::Fixed(1), true),
    // mass of its rows, friction of its regularised cone, which edges of its pyramid push, Hessian of its cone
    ("contact_D", Rows::Contacts, Width::Fixed(1), false),
    ("contact_mu", Rows::Contacts, Width::Fixed(1), false),
    ("contact_edges", Rows::Contacts, Width::Fixed(1), true),
    ("contact_curvature", Rows::Contacts, Width::Fixed(4), false),
    // normal of a plane, axis of a capsule or cylinder
    ("geom_axis", Rows::Size("ngeom"), Width::Fixed(3), false),
    // low parts of the poses of geoms, beyond f32
    ("geom_xpos_low", Rows::Size("ngeom"), Width::Fixed(3), false),
    ("geom_xmat_low", Rows::Size("ngeom"), Width::Fixed(9), false),
    // ---- constraint rows
    ("ne", Rows::One, Width::Fixed(1), true),
    ("nf", Rows::One, Width::Fixed(1), true),
    ("nl", Rows::One, Width::Fixed(1), true),
    ("nefc", Rows::One, Width::Fixed(1), true),
    // rows of the Jacobian that are stored: couplings (equalities, tendons, balls), then of each contact normal, tangents,
    // torsion, rolling, all but the normal times their friction
    ("nbasis", Rows::One, Width::Fixed(1), true),
    ("ncoupling", Rows::One, Width::Fixed(1), true),
    ("basis", Rows::Basis, Width::Basis, false),
    ("joint_basis", Rows::Basis, Width::JointBasis, false),
    ("basis_ref", Rows::Basis, Width::Fixed(1), false),
    // number, kind and place in its group, row, position and mass of each coupling
    ("coupling", Rows::Couplings, Width::Fixed(1), true),
    ("coupling_row", Rows::Couplings, Width::Fixed(1), true),
    ("coupling_pos", Rows::Couplings, Width::Fixed(1), false),
    ("coupling_D", Rows::Couplings, Width::Fixed(1), false),
    ("coupling_weight", Rows::Couplings, Width::Fixed(1), false),
    // mass and reference of the rows that act on one dof: friction loss; lower and upper limit, and the first row of these
    ("dof_friction_D", Rows::Dofs, Width::Fixed(1), false),
    ("dof_friction_ref", Rows::Dofs, Width::Fixed(1), false),
    ("dof_limit_D", Rows::Dofs, Width::Fixed(2), false),
    ("dof_limit_ref", Rows::Dofs, Width::Fixed(2), false),
    ("dof_limit_row", Rows::Dofs, Width::Fixed(1), true),
    ("dof_weight", Rows::Dofs, Width::Fixed(1), false),
    // ---- solver
    ("solver_niter", Rows::One, Width::Fixed(1), true),
    // the inertia, or the matrix of an implicit integrator, near the solver, and a zero behind its entries
    ("matrix", Rows::Matrix, Width::Fixed(1), false),
    ("qH", Rows::Triangle, Width::Fixed(1), false),
    // the first dof of those that contacts join with the dofs of each tree
    ("tree_reach", Rows::Trees, Width::Fixed(1), true),
    // whether contacts join it with another, and a bit for each contact that acts on it
    ("tree_joined", Rows::Trees, Width::Fixed(1), true),
    ("tree_contacts", Rows::Trees, Width::ContactWords, true),
    ("qH_inv", Rows::Dofs, Width::Fixed(1), false),
    ("Ma", Rows::Dofs, Width::Fixed(1), false),
    ("grad", Rows::Dofs, Width::Fixed(1), false),
    ("search", Rows::Dofs, Width::Fixed(1), false),
    ("Mgrad", Rows::Dofs, Width::Fixed(1), false),
    ("Mv", Rows::Dofs, Width::Fixed(1), false),
    ("old_grad", Rows::Dofs, Width::Fixed(1), false),
    ("old_Mgrad", Rows::Dofs, Width::Fixed(1), false),
    ("jar", Rows::Basis, Width::Fixed(1), false),
    ("jv", Rows::Basis, Width::Fixed(1), false),
    ("basis_force", Rows::Basis, Width::Fixed(1), false),
    // ---- smooth dynamics
    // inertia of a body with all below it, about the origin of its frame
    ("composite", Rows::Bodies, Width::Fixed(10), false),
    ("qLD", Rows::Size("nC"), Width::Fixed(1), false),
    ("qLDiagInv", Rows::Dofs, Width::Fixed(1), false),
    ("cfrc_body", Rows::Bodies, Width::Fixed(6), false),
    ("cacc_bias", Rows::Bodies, Width::Fixed(6), false),
    ("ten_spring", Rows::Size("ntendon"), Width::Fixed(1), false),
    ("ten_damper", Rows::Size("ntendon"), Width::Fixed(1), false),
    ("clamped_ctrl", Rows::Size("nu"), Width::Fixed(1), false),
    ("tendon_total", Rows::Size("ntendon"), Width::Fixed(1), false),
    // ---- integration: the matrix over the step in M's pattern, the inverse of its pivots, the acceleration
    ("step_matrix", Rows::Size("nC"), Width::Fixed(1), false),
    ("step_inverse", Rows::Dofs, Width::Fixed(1), false),
    ("step_acc", Rows::Dofs, Width::Fixed(1), false),
    ("output_slope", Rows::Size("nout"), Width::Fixed(1), false),
    ("tendon_slope", Rows::Size("ntendon"), Width::Fixed(1), false),
    ("step_stiffness", Rows::Dofs, Width::Fixed(1), false),
    ("fluid_slope", Rows::Bodies, Width::Fixed(36), false),
    // start of a Runge-Kutta step, and the weighted sums of its rates
    ("rk_time", Rows::One, Width::Fixed(1), false),
    ("rk_qpos", Rows::Size("nq"), Width::Fixed(1), false),
    ("rk_qvel", Rows::Dofs, Width::Fixed(1), false),
    ("rk_act", Rows::Size("na"), Width::Fixed(1), false),
    ("rk_velocity", Rows::Dofs, Width::Fixed(1), false),
    ("rk_acceleration", Rows::Dofs, Width::Fixed(1), false),
    ("rk_act_dot", Rows::Size("na"), Width::Fixed(1), false),
];

/// Fields that a step takes from the last one or from the user, in their order in the buffer of all worlds, where they always are.
pub const STATE: &[&str] = &[
    "time",
    "qpos",
    "qvel",
    "act",
    "qacc_warmstart",
    "ctrl",
    // where controls have noise, as the number of its step below
    CONTROL_NOISE,
    "mocap_pos",
    "mocap_quat",
    "qfrc_applied",
    "xfrc_applied",
    "eq_active",
    "status",
    "status_info",
    NOISE_STEP,
];

/// The end of the state's real numbers, which a reset leaves alone.
pub const APPLIED: &[&str] = &["qfrc_applied", "xfrc_applied"];

/// Fields that a kernel takes from its own last run; they are in that buffer wherever a kernel touches them.
pub const KEPT: &[&str] =
    &["energy", "rk_time", "rk_qpos", "rk_qvel", "rk_act", "rk_velocity", "rk_acceleration", "rk_act_dot"];

/// Fields that errors of a world report. They have a place in the buffer of all worlds too.
pub const REPORTED: &[&str] = &["qacc"];

/// Everything that accessors may name.
#[derive(Debug)]
pub struct Catalogue {
    model: BTreeMap<String, Constant>,
    world: BTreeMap<String, Layout>,
}

/// A field of the model: shape and numbers.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Its shape.
    pub layout: Layout,
    /// Its numbers.
    pub numbers: Numbers,
}

impl Catalogue {
    /// The fields of a model.
    pub fn new(m: &Model, tables: &Tables, limits: Limits) -> Self {
        Self { model: constants(m, tables), world: world_fields(m, tables, limits) }
    }

    /// Adds the fields of noise on the controls: its settings, its numbers for `nu` controls, and the number of a world's step.
    pub fn add_noise(&mut self, noise: &ControlNoise, nu: usize) {
        for (name, numbers) in noise.constants() {
            add(&mut self.model, name, 1, numbers.len(), true, numbers);
        }
        let reals = Layout {
            name: CONTROL_NOISE.to_string(),
            rows: nu,
            width: 1,
            is_int: false,
            is_single: false,
            is_empty: false,
        };
        let count = Layout { name: NOISE_STEP.to_string(), rows: 1, is_int: true, is_single: true, ..reals.clone() };
        self.world.extend([reals, count].map(|layout| (layout.name.clone(), layout)));
    }

    /// A field of the model.
    pub fn constant(&self, name: &str) -> Option<&Constant> {
        self.model.get(name)
    }

    /// A field of a world.
    pub fn field(&self, name: &str) -> Option<&Layout> {
        self.world.get(name)
    }
}

fn constants(m: &Model, tables: &Tables) -> BTreeMap<String, Constant> {
    let mut all = BTreeMap::new();
    m.visit_arrays(m, &mut |name, shape, array| {
        let numbers = match array {
            ArrayRef::F64(a) => Numbers::Reals(a.to_vec()),
            ArrayRef::F32(a) => Numbers::Reals(a.iter().map(|&x| f64::from(x)).collect()),
            ArrayRef::I32(a) => Numbers::Ints(a.to_vec()),
            ArrayRef::U8(a) => Numbers::Ints(a.iter().map(|&x| i32::from(x)).collect()),
            ArrayRef::Bool(a) => Numbers::Ints(a.iter().map(|&x| i32::from(bool::from(x))).collect()),
            ArrayRef::I64(_) => return,
        };
        add(&mut all, name, shape.rows, shape.cols.unwrap_or(1), false, numbers);
    });
    let mut options = m.opt.clone();
    // on the CPU less than none are none too
    options.iterations = options.iterations.max(0);
    options.ls_iterations = options.ls_iterations.max(0);
    options.visit_fields(&mut |name, field, _| {
        use sim_core::binding::model::FieldMut;
        let numbers = match field {
            FieldMut::F64(a) => Numbers::Reals(a.to_vec()),
            FieldMut::F32(a) => Numbers::Reals(a.iter().map(|&x| f64::from(x)).collect()),
            FieldMut::I32(a) => Numbers::Ints(a.to_vec()),
        };
        add(&mut all, &format!("opt_{name}"), 1, numbers.len(), true, numbers);
    });
    add(&mut all, "stat_meaninertia", 1, 1, true, Numbers::Reals(vec![m.stat.meaninertia]));
    for (name, width, numbers) in tables.arrays() {
        add(&mut all, name, numbers.len() / width, width, false, numbers);
    }
    all
}

fn add(all: &mut BTreeMap<String, Constant>, name: &str, rows: usize, width: usize, is_single: bool, numbers: Numbers) {
    let is_int = matches!(numbers, Numbers::Ints(_));
    let is_empty = rows * width == 0;
    let (rows, width) = (rows.max(1), width.max(1));
    let layout = Layout { name: name.to_string(), rows, width, is_int, is_single, is_empty };
    all.insert(name.to_string(), Constant { layout, numbers });
}

fn world_fields(m: &Model, tables: &Tables, limits: Limits) -> BTreeMap<String, Layout> {
    let mut sizes = BTreeMap::new();
    m.visit_sizes(&mut |name, size| {
        sizes.insert(name, size);
    });
    sizes.insert("nefc", limits.rows);
    let size = |dim: Dim| match dim {
        Dim::Size(name, factor) => sizes.get(name).copied().unwrap_or(0) * factor,
        Dim::Fixed(value) => value,
    };
    let of_table = |array: &ArrayInfo| {
        let (rows, width) = (size(array.rows), array.cols.map_or(1, size));
        Layout {
            name: array.name.to_string(),
            rows: rows.max(1),
            width: width.max(1),
            is_empty: rows * width == 0,
            is_int: !matches!(array.element, Element::F64 | Element::F32),
            is_single: false,
        }
    };
    let own = OWN.iter().map(|&(name, rows, width, is_int)| {
        let count = match rows {
            Rows::One => 1,
            Rows::Contacts => limits.contacts,
            Rows::Basis => limits.basis,
            Rows::Couplings => tables.rows.couplings(),
            Rows::Triangle => tables.rows.triangle(),
            Rows::Dofs => m.nv,
            Rows::Trees => m.ntree,
            Rows::Matrix => m.nC + 1,
            Rows::Bodies => m.nbody,
            Rows::Size(name) => sizes.get(name).copied().unwrap_or(0),
        };
        let width = match width {
            Width::Fixed(width) => width,
            Width::Basis => tables.rows.basis_width(),
            Width::JointBasis => tables.rows.joint_basis_width(),
            Width::ContactWords => limits.contacts.div_ceil(32),
        };
        let is_single = matches!(rows, Rows::One);
        let is_empty = count * width == 0;
        let (rows, width) = (count.max(1), width.max(1));
        Layout { name: name.to_string(), rows, width, is_int, is_single, is_empty }
    });
    let arrays = Data::ARRAYS.iter().chain(Data::ROW_ARRAYS).map(of_table);
    arrays.chain(own).map(|layout| (layout.name.clone(), layout)).collect()
}
