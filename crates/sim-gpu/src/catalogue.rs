//! What shaders may read and write: the arrays of Model and Data, and what the card keeps besides.
//!
//! Names and shapes come from sim-core's tables. Arrays of Data whose length changes with the constraints have the length of
//! their limit here.

use crate::source::Layout;
use crate::tables::Tables;
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
    Rows,
    Basis,
    Dofs,
    Bodies,
    Size(&'static str),
}

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
    // first row of a contact among the constraint rows and in the basis
    ("contact_efc_address", Rows::Contacts, 1, true),
    ("contact_basis", Rows::Contacts, 1, true),
    // ---- constraint rows
    ("ne", Rows::One, 1, true),
    ("nf", Rows::One, 1, true),
    ("nl", Rows::One, 1, true),
    ("nefc", Rows::One, 1, true),
    ("nbasis", Rows::One, 1, true),
    // rows of the Jacobian: of contacts normal, tangents, torsion, rolling; of everything else the row itself
    ("basis", Rows::Basis, usize::MAX, false),
    ("basis_row", Rows::Rows, 1, true),
    // ---- solver
    ("solver_niter", Rows::One, 1, true),
    ("qH", Rows::Dofs, usize::MAX, false),
    ("Ma", Rows::Dofs, 1, false),
    ("grad", Rows::Dofs, 1, false),
    ("search", Rows::Dofs, 1, false),
    ("Mgrad", Rows::Dofs, 1, false),
    ("Mv", Rows::Dofs, 1, false),
    ("jar", Rows::Rows, 1, false),
    ("jv", Rows::Rows, 1, false),
    ("basis_acc", Rows::Basis, 1, false),
    ("basis_force", Rows::Basis, 1, false),
    // ---- smooth dynamics
    ("qLD", Rows::Size("nC"), 1, false),
    ("qLDiagInv", Rows::Dofs, 1, false),
    ("cfrc_body", Rows::Bodies, 6, false),
    ("cacc_bias", Rows::Bodies, 6, false),
];

/// Fields that a step takes from the last one or from the user; they are always in the buffer of all worlds.
pub const STATE: &[&str] = &[
    "time",
    "qpos",
    "qvel",
    "act",
    "qacc_warmstart",
    "ctrl",
    "qfrc_applied",
    "xfrc_applied",
    "eq_active",
    "mocap_pos",
    "mocap_quat",
    "status",
    "status_info",
];

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

impl Catalogue {
    /// What there is for a model.
    pub fn new(m: &Model, tables: &Tables, limits: Limits) -> Self {
        Self { model: constants(m, tables), world: world_fields(m, limits) }
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
    options.visit_fields(&mut |name, field, _| {
        use sim_core::binding::model::FieldMut;
        let numbers = match field {
            FieldMut::F64(a) => Numbers::Reals(a.to_vec()),
            FieldMut::F32(a) => Numbers::Reals(a.iter().map(|&x| f64::from(x)).collect()),
            FieldMut::I32(a) => Numbers::Ints(a.to_vec()),
        };
        let width = match &numbers {
            Numbers::Reals(a) => a.len(),
            Numbers::Ints(a) => a.len(),
        };
        add(&mut all, &format!("opt_{name}"), 1, width, true, numbers);
    });
    add(&mut all, "stat_meaninertia", 1, 1, true, Numbers::Reals(vec![m.stat.meaninertia]));
    for (name, width, numbers) in tables.arrays() {
        let len = match &numbers {
            Numbers::Reals(a) => a.len(),
            Numbers::Ints(a) => a.len(),
        };
        add(&mut all, name, len / width, width, false, numbers);
    }
    all
}

fn add(all: &mut BTreeMap<String, Constant>, name: &str, rows: usize, width: usize, is_single: bool, numbers: Numbers) {
    let is_int = matches!(numbers, Numbers::Ints(_));
    let layout = Layout { name: name.to_string(), rows: rows.max(1), width: width.max(1), is_int, is_single };
    all.insert(name.to_string(), Constant { layout, numbers });
}

fn world_fields(m: &Model, limits: Limits) -> BTreeMap<String, Layout> {
    let mut sizes = BTreeMap::new();
    m.visit_sizes(&mut |name, size| {
        sizes.insert(name, size);
    });
    sizes.insert("nefc", limits.rows);
    let size = |dim: Dim| match dim {
        Dim::Size(name, factor) => sizes.get(name).copied().unwrap_or(0) * factor,
        Dim::Fixed(value) => value,
    };
    let of_table = |array: &ArrayInfo| Layout {
        name: array.name.to_string(),
        rows: size(array.rows).max(1),
        width: array.cols.map_or(1, size).max(1),
        is_int: !matches!(array.element, Element::F64 | Element::F32),
        is_single: false,
    };
    let own = OWN.iter().map(|&(name, rows, width, is_int)| {
        let count = match rows {
            Rows::One => 1,
            Rows::Contacts => limits.contacts,
            Rows::Rows => limits.rows,
            Rows::Basis => limits.basis,
            Rows::Dofs => m.nv,
            Rows::Bodies => m.nbody,
            Rows::Size(name) => sizes.get(name).copied().unwrap_or(0),
        };
        let width = if width == usize::MAX { m.nv } else { width };
        let is_single = matches!(rows, Rows::One);
        Layout { name: name.to_string(), rows: count.max(1), width: width.max(1), is_int, is_single }
    });
    let arrays = Data::ARRAYS.iter().chain(Data::ROW_ARRAYS).map(of_table);
    arrays.chain(own).map(|layout| (layout.name.clone(), layout)).collect()
}
