//! Worlds with parameters of their own: masses, friction, gains, armature, reference poses, gravity.
//!
//! Fields that may differ are named when the batch is made; they live among the numbers of each world, with everything that
//! follows from them. Their values change at any time without compiling again: each world has a Model of its own on the CPU,
//! whose derived constants are computed anew, and whose numbers are uploaded.

use crate::batch::GpuBatchSim;
use crate::codegen::Features;
use crate::codegen::catalogue::{Catalogue, Limits, Numbers};
use crate::codegen::features::features;
use crate::codegen::tables::Tables;
use crate::error::{GpuSimError, GpuSimResult};
use crate::transfer::Source;
use sim_core::arrays::{ArrayMut, ArrayRef};
use sim_core::binding::batch::write_entries;
use sim_core::{Data, Model};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Fields from which no other follows.
const PLAIN: &[&str] = &[
    "actuator_gainprm",
    "actuator_dynprm",
    "actuator_ctrlrange",
    "actuator_forcerange",
    "actuator_actrange",
    "dof_damping",
    "dof_frictionloss",
    "dof_solref",
    "dof_solimp",
    "jnt_stiffness",
    "jnt_margin",
    "jnt_solref",
    "jnt_solimp",
    "jnt_actfrcrange",
    "qpos_spring",
    "eq_data",
    "eq_solref",
    "eq_solimp",
    "opt_gravity",
    "opt_wind",
    "opt_density",
    "opt_viscosity",
    "opt_timestep",
];

/// Fields of contacts, from which the parameters of pairs follow.
const OF_CONTACTS: &[&str] = &[
    "geom_friction",
    "geom_solref",
    "geom_solimp",
    "geom_solmix",
    "geom_margin",
    "geom_gap",
    "pair_friction",
    "pair_solref",
    "pair_solreffriction",
    "pair_solimp",
    "pair_margin",
    "pair_gap",
];

/// What follows from them.
const PAIRS: &[&str] = &["near_bound", "near_margin", "near_includemargin", "near_friction", "near_adhesion"];

/// What follows from solref and solimp of anything, and from the time step.
const SOFTNESS: &[&str] = &["softness", "near_brake"];

/// What follows from the ranges of joints.
const RANGES: &[&str] = &["jnt_range_rest"];

/// What follows from the places and sizes of bodies and geoms.
const PLACES: &[&str] = &[
    "geom_fixed_pos",
    "geom_fixed_pos_rest",
    "geom_fixed_mat",
    "geom_fixed_mat_rest",
    "body_pos_rest",
    "geom_pos_rest",
    "geom_size_rest",
];

/// What may follow from any other field.
const CONSTANTS: &[&str] = &[
    "body_subtreemass",
    "body_invweight0",
    "dof_invweight0",
    "dof_M0",
    "tendon_invweight0",
    "tendon_length0",
    "tendon_lengthspring",
    "actuator_acc0",
    "actuator_length0",
    "actuator_biasprm",
    "stat_meaninertia",
];

/// Fields that differ between worlds where these are named by the user.
pub fn varied(m: &Model, named: &[String]) -> GpuSimResult<BTreeSet<String>> {
    let mut all = BTreeSet::new();
    for name in named {
        let real = matches!(m.array(name), Some(ArrayRef::F64(_)));
        if !real && option(&mut m.clone(), name, |_| ()).is_none() {
            return Err(GpuSimError::UnknownField(format!(
                "'{name}' is no array of real numbers of the Model and no option such as opt_gravity: a world cannot have its own"
            )));
        }
        all.insert(name.clone());
        let also: &[&[&str]] = match name.as_str() {
            name if PLAIN.contains(&name) => &[],
            "jnt_range" => &[RANGES],
            name if OF_CONTACTS.contains(&name) => &[PAIRS],
            _ => &[CONSTANTS, PAIRS, PLACES],
        };
        let soft = [SOFTNESS].into_iter().filter(|_| name.contains("sol") || name == "opt_timestep");
        all.extend(also.iter().copied().chain(soft).flatten().map(|name| name.to_string()));
    }
    Ok(all)
}

/// The model with everything present that a world may have of its own: zeros become ones. What shaders hold and how many rows
/// there can be follows from it.
pub fn widest(m: &Model, varied: &BTreeSet<String>) -> Model {
    let mut wide = m.clone();
    let fill = |list: &mut [f64]| list.iter_mut().filter(|x| **x == 0.0).for_each(|x| *x = 1.0);
    for name in varied {
        if let Some(ArrayMut::F64(list)) = wide.array_mut(name) {
            fill(list);
        } else {
            option(&mut wide, name, fill);
        }
    }
    wide
}

/// Most by which the length of a quaternion may differ from one: numbers of 32 bits are as inexact.
const UNIT_SLACK: f64 = 1e-6;

/// Refuses bodies whose orientation is not of unit length: lanes turn vectors by it before its parent's, one after another.
pub fn check_orientations(m: &Model) -> Result<(), String> {
    let length = |body: usize| m.body_quat[4 * body..4 * body + 4].iter().map(|x| x * x).sum::<f64>().sqrt();
    let is_unit = |body: usize| (1.0 - UNIT_SLACK..=1.0 + UNIT_SLACK).contains(&length(body));
    match (1..m.nbody).find(|&body| !is_unit(body)) {
        None => Ok(()),
        Some(body) => Err(format!("'body_quat' of body {body} has length {}: scale it to one", length(body))),
    }
}

/// What shaders read of a model, and what they are made of.
struct Read {
    catalogue: Catalogue,
    features: Features,
}

impl Read {
    fn new(m: &Model, limits: Limits, varied: &BTreeSet<String>) -> Self {
        Self { catalogue: Catalogue::new(m, &Tables::new(m), limits), features: features(&widest(m, varied)) }
    }

    fn numbers(&self, name: &str) -> Option<&Numbers> {
        self.catalogue.constant(name).map(|constant| &constant.numbers)
    }
}

/// Arrays and options that are not for worlds to have and differ nevertheless, each in quotes.
fn differing(own: &Model, common: &Model, varied: &BTreeSet<String>) -> Vec<String> {
    let mut names = Vec::new();
    own.visit_arrays(own, &mut |name, _, array| {
        if common.array(name).is_none_or(|other| other != array) && !varied.contains(name) {
            names.push(format!("'{name}'"));
        }
    });
    names
}

/// Calls `edit` with the numbers of an option `opt_…`.
fn option<T>(m: &mut Model, name: &str, edit: impl FnOnce(&mut [f64]) -> T) -> Option<T> {
    use sim_core::binding::model::FieldMut;
    let wanted = name.strip_prefix("opt_")?;
    let (mut edit, mut result) = (Some(edit), None);
    m.opt.visit_fields(&mut |found, field, _| {
        if let (true, FieldMut::F64(list)) = (found == wanted, field) {
            result = edit.take().map(|edit| edit(list));
        }
    });
    result
}

impl GpuBatchSim {
    /// Overrides fields of the Model in every world: each entry names an array, or an option such as `opt_gravity`, and gives
    /// its numbers for all worlds, one world after another. What follows from them is computed for each world. The fields must
    /// have been named in [`GpuOptions::per_world`](crate::GpuOptions::per_world). Nothing changes on an error.
    pub fn override_fields(&mut self, fields: &[(&str, &[f64])]) -> GpuSimResult<()> {
        for (name, values) in fields {
            self.check_varied(name)?;
            let expected = self.worlds * self.parameter_len(name);
            if values.len() != expected {
                return Err(GpuSimError::WrongLength { field: name.to_string(), expected, given: values.len() });
            }
        }
        let edit = |world: usize, own: &mut Model| {
            for (name, values) in fields {
                let len = values.len() / self.worlds.max(1);
                let numbers = &values[world * len..(world + 1) * len];
                match own.array_mut(name) {
                    Some(array) => write_entries(array, numbers),
                    None => {
                        option(own, name, |list| list.copy_from_slice(numbers));
                    }
                }
            }
        };
        let mut models = Vec::with_capacity(self.worlds);
        let (mut scratch, common) = (Data::default(), self.read_of(&self.model));
        for world in 0..self.worlds {
            models.push(self.settled(world, |own| edit(world, own), &mut scratch, &common)?);
        }
        self.upload_parameters(0, &models)?;
        self.own = models.into_iter().map(Some).collect();
        Ok(())
    }

    /// Edits the parameters of one world, on top of earlier edits.
    pub fn override_model(&mut self, world: usize, edit: impl FnOnce(&mut Model)) -> GpuSimResult<()> {
        if world >= self.worlds {
            return Err(GpuSimError::NoSuchWorld { world, worlds: self.worlds });
        }
        let own = self.settled(world, edit, &mut Data::default(), &self.read_of(&self.model))?;
        self.upload_parameters(world, std::slice::from_ref(&own))?;
        self.own.resize(self.worlds, None);
        self.own[world] = Some(own);
        Ok(())
    }

    /// The Model of a world: its own where it has one, else the shared one.
    pub fn model_of(&self, world: usize) -> &Arc<Model> {
        self.own.get(world).and_then(Option::as_ref).unwrap_or(&self.model)
    }

    /// Numbers of a parameter in one world.
    fn parameter_len(&self, name: &str) -> usize {
        self.model
            .array(name)
            .map_or_else(|| option(&mut Model::clone(&self.model), name, |list| list.len()).unwrap_or(0), |a| a.len())
    }

    fn check_varied(&self, name: &str) -> GpuSimResult<()> {
        if self.varied.contains(name) {
            return Ok(());
        }
        Err(GpuSimError::UnknownField(format!(
            "'{name}' is the same in all worlds of this batch: name it in `per_world` of its options"
        )))
    }

    fn read_of(&self, m: &Model) -> Read {
        Read::new(m, self.limits(), &self.varied)
    }

    /// A world's model after an edit, with what follows from it.
    fn settled(
        &self,
        world: usize,
        edit: impl FnOnce(&mut Model),
        scratch: &mut Data,
        common: &Read,
    ) -> GpuSimResult<Arc<Model>> {
        let mut own = Model::clone(self.model_of(world));
        edit(&mut own);
        own.settle(&self.model, scratch)
            .map_err(|error| GpuSimError::Parameters { world, message: error.to_string() })?;
        check_orientations(&own).map_err(|message| GpuSimError::Parameters { world, message })?;
        self.check_shared(world, &own, common)?;
        Ok(Arc::new(own))
    }

    /// Refuses a model that differs where all worlds of the batch are alike: in a number that shaders read, or in what they are
    /// made of.
    fn check_shared(&self, world: usize, own: &Model, common: &Read) -> GpuSimResult<()> {
        let refuse = |message: String| Err(GpuSimError::Parameters { world, message });
        let read = self.read_of(own);
        let shared = self.plan.model.keys().filter(|name| !self.varied.contains(*name));
        if let Some(name) = shared.into_iter().find(|name| read.numbers(name) != common.numbers(name)) {
            let causes = differing(own, &self.model, &self.varied);
            let causes = if causes.is_empty() { format!("'{name}'") } else { causes.join(", ") };
            return refuse(format!(
                "{causes} would differ from the other worlds: name it in `per_world` of the batch's options"
            ));
        }
        if read.features != common.features {
            return refuse(
                "worlds of a batch share their kinds of joints, actuators and constraints, their flags and their integrator, \
                 none of which is for `per_world`: make a batch of its own"
                    .into(),
            );
        }
        Ok(())
    }

    /// Uploads the parameters of worlds from `first` on.
    pub(crate) fn upload_parameters(&self, first: usize, models: &[Arc<Model>]) -> GpuSimResult<()> {
        let placed: Vec<&String> = self.varied.iter().filter(|name| self.plan.world.contains_key(*name)).collect();
        if placed.is_empty() || models.is_empty() {
            return Ok(());
        }
        let mut rows: Vec<Vec<f64>> = vec![Vec::new(); placed.len()];
        for model in models {
            let tables = Tables::new(model);
            let catalogue = Catalogue::new(model, &tables, self.limits());
            for (name, row) in placed.iter().zip(&mut rows) {
                if let Some(constant) = catalogue.constant(name) {
                    let mut numbers = constant.numbers.clone().into_reals();
                    numbers.resize(constant.layout.len(), 0.0);
                    row.extend(numbers);
                }
            }
        }
        for (name, row) in placed.iter().zip(rows) {
            let worlds = first..first + models.len();
            let source = Source { worlds, ..self.source(name)? };
            self.put(&source, &row)?;
        }
        Ok(())
    }
}
