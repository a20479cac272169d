//! What shaders may read and write: the arrays of Model and Data, and what the card keeps besides.
//!
//! Names and shapes come from sim-core's tables. Arrays of Data whose length changes with the constraints have the length of
//! their limit here.

use crate::codegen::Layout;
use crate::codegen::noise::{CONTROL_NOISE, ControlNoise, NOISE_STEP};
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

/// Rows of a field that only the card has.
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

/// Width of the stored rows of the Jacobian, and of what they have of a second tree.
const BASIS_WIDTH: usize = usize::MAX;
const JOINT_BASIS_WIDTH: usize = usize::MAX - 1;

/// Words with a bit for each contact.
const CONTACT_WORDS: usize = usize::MAX - 2;

/// Fields of a world that Data does not have, or has in another form: name, rows, numbers in a row, whole numbers.
const OWN: &[(&str, Rows, usize, bool)] = &[
    // ---- state
    ("time", Rows::One, 1, false),
    // why the world failed, and the entry or the number that tells more
    ("status", Rows::One, 1, true),
    ("status_info", Rows::One, 1, true),
    ("energy", Rows::One, 2, false),
    // ---- contacts: which pair of the list, and where
    ("ncon", Rows::One, 1, true),
    ("contact_pair", Rows::Contacts, 1, true),
    ("contact_dist", Rows::Contacts, 1, false),
    ("contact_pos", Rows::Contacts, 3, false),
    ("contact_frame", Rows::Contacts, 9, false),
    // what 32 bits leave of its position
    ("contact_pos_rest", Rows::Contacts, 3, false),
    // the first two axes of its frame, from which shaders make the third
    ("contact_axes", Rows::Contacts, 6, false),
    // its first row among the constraint rows (-1 where it has none); its first row in the basis and, in the upper half, its dimensions
    ("contact_efc_address", Rows::Contacts, 1, true),
    ("contact_rows", Rows::Contacts, 1, true),
    // its bodies, in the lower and the upper half of a word
    ("contact_sides", Rows::Contacts, 1, true),
    // the kinematic tree that it acts on, or both trees that it joins (below zero); the same for each stored row
    ("contact_tree", Rows::Contacts, 1, true),
    ("basis_tree", Rows::Basis, 1, true),
    // mass of its rows, friction of its regularised cone, which edges of its pyramid push, Hessian of its cone
    ("contact_D", Rows::Contacts, 1, false),
    ("contact_mu", Rows::Contacts, 1, false),
    ("contact_edges", Rows::Contacts, 1, true),
    ("contact_curvature", Rows::Contacts, 4, false),
    // normal of a plane, axis of a capsule or cylinder
    ("geom_axis", Rows::Size("ngeom"), 3, false),
    // what 32 bits leave of the places of geoms
    ("geom_xpos_rest", Rows::Size("ngeom"), 3, false),
    ("geom_xmat_rest", Rows::Size("ngeom"), 9, false),
    // ---- constraint rows
    ("ne", Rows::One, 1, true),
    ("nf", Rows::One, 1, true),
    ("nl", Rows::One, 1, true),
    ("nefc", Rows::One, 1, true),
    // rows of the Jacobian that are stored: couplings (equalities, tendons, balls), then of each contact normal, tangents,
    // torsion, rolling, all but the normal times their friction
    ("nbasis", Rows::One, 1, true),
    ("ncoupling", Rows::One, 1, true),
    ("basis", Rows::Basis, BASIS_WIDTH, false),
    ("joint_basis", Rows::Basis, JOINT_BASIS_WIDTH, false),
    ("basis_ref", Rows::Basis, 1, false),
    // number, kind and place in its group, row, position and mass of each coupling
    ("coupling", Rows::Couplings, 1, true),
    ("coupling_row", Rows::Couplings, 1, true),
    ("coupling_pos", Rows::Couplings, 1, false),
    ("coupling_D", Rows::Couplings, 1, false),
    ("coupling_weight", Rows::Couplings, 1, false),
    // mass and reference of the rows that act on one dof: friction loss; lower and upper limit, and the first row of these
    ("dof_friction_D", Rows::Dofs, 1, false),
    ("dof_friction_ref", Rows::Dofs, 1, false),
    ("dof_limit_D", Rows::Dofs, 2, false),
    ("dof_limit_ref", Rows::Dofs, 2, false),
    ("dof_limit_row", Rows::Dofs, 1, true),
    ("dof_weight", Rows::Dofs, 1, false),
    // ---- solver
    ("solver_niter", Rows::One, 1, true),
    // the inertia, or the matrix of an implicit integrator, near the solver, and a zero behind its entries
    ("matrix", Rows::Matrix, 1, false),
    ("qH", Rows::Triangle, 1, false),
    // the first dof of those that contacts join with the dofs of each tree
    ("tree_reach", Rows::Trees, 1, true),
    // whether contacts join it with another, and a bit for each contact that acts on it
    ("tree_joined", Rows::Trees, 1, true),
    ("tree_contacts", Rows::Trees, CONTACT_WORDS, true),
    ("qH_inv", Rows::Dofs, 1, false),
    ("Ma", Rows::Dofs, 1, false),
    ("grad", Rows::Dofs, 1, false),
    ("search", Rows::Dofs, 1, false),
    ("Mgrad", Rows::Dofs, 1, false),
    ("Mv", Rows::Dofs, 1, false),
    ("old_grad", Rows::Dofs, 1, false),
    ("old_Mgrad", Rows::Dofs, 1, false),
    ("jar", Rows::Basis, 1, false),
    ("jv", Rows::Basis, 1, false),
    ("basis_force", Rows::Basis, 1, false),
    // ---- smooth dynamics
    // inertia of a body with all below it, about the origin of its frame
    ("composite", Rows::Bodies, 10, false),
    ("qLD", Rows::Size("nC"), 1, false),
    ("qLDiagInv", Rows::Dofs, 1, false),
    ("cfrc_body", Rows::Bodies, 6, false),
    ("cacc_bias", Rows::Bodies, 6, false),
    ("ten_spring", Rows::Size("ntendon"), 1, false),
    ("ten_damper", Rows::Size("ntendon"), 1, false),
    ("clamped_ctrl", Rows::Size("nu"), 1, false),
    ("tendon_total", Rows::Size("ntendon"), 1, false),
    // ---- integration: the matrix over the step in M's pattern, the inverse of its pivots, the acceleration
    ("step_matrix", Rows::Size("nC"), 1, false),
    ("step_inverse", Rows::Dofs, 1, false),
    ("step_acc", Rows::Dofs, 1, false),
    ("output_slope", Rows::Size("nout"), 1, false),
    ("tendon_slope", Rows::Size("ntendon"), 1, false),
    ("step_stiffness", Rows::Dofs, 1, false),
    ("fluid_slope", Rows::Bodies, 36, false),
    // start of a Runge-Kutta step, and the weighted sums of its rates
    ("rk_time", Rows::One, 1, false),
    ("rk_qpos", Rows::Size("nq"), 1, false),
    ("rk_qvel", Rows::Dofs, 1, false),
    ("rk_act", Rows::Size("na"), 1, false),
    ("rk_velocity", Rows::Dofs, 1, false),
    ("rk_acceleration", Rows::Dofs, 1, false),
    ("rk_act_dot", Rows::Size("na"), 1, false),
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

/// Fields that errors of a world tell of; they are in that buffer too.
pub const TOLD: &[&str] = &["qacc"];

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

/// Numbers of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers {
    /// Real ones.
    Reals(Vec<f64>),
    /// Whole ones.
    Ints(Vec<i32>),
}

impl Numbers {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Reals(list) => list.len(),
            Self::Ints(list) => list.len(),
        }
    }

    /// The numbers as real ones.
    pub fn into_reals(self) -> Vec<f64> {
        match self {
            Self::Reals(list) => list,
            Self::Ints(list) => list.into_iter().map(f64::from).collect(),
        }
    }
}

impl Catalogue {
    /// What there is for a model.
    pub fn new(m: &Model, tables: &Tables, limits: Limits) -> Self {
        Self { model: constants(m, tables), world: world_fields(m, tables, limits) }
    }

    /// Adds what noise on the controls takes: its settings, its numbers for `nu` controls, and the number of a world's step.
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
            BASIS_WIDTH => tables.rows.basis_width(),
            JOINT_BASIS_WIDTH => tables.rows.joint_basis_width(),
            CONTACT_WORDS => limits.contacts.div_ceil(32),
            width => width,
        };
        let is_single = matches!(rows, Rows::One);
        let is_empty = count * width == 0;
        let (rows, width) = (count.max(1), width.max(1));
        Layout { name: name.to_string(), rows, width, is_int, is_single, is_empty }
    });
    let arrays = Data::ARRAYS.iter().chain(Data::ROW_ARRAYS).map(of_table);
    arrays.chain(own).map(|layout| (layout.name.clone(), layout)).collect()
}
