//! Worlds with their own parameters: masses, friction, gains, armature, reference poses, gravity.
//!
//! `per_world` of the options names the fields. They and the derived ones are among the numbers of each world. A world with overrides has its
//! own Model on the CPU; derived constants are computed there and uploaded. No kernel is compiled again.

use crate::backend::field::FieldSlice;
use crate::batch::GpuBatchSim;
use crate::codegen::catalogue::{Catalogue, Limits, Numbers};
use crate::codegen::features::features;
use crate::codegen::preprocessor::Features;
use crate::codegen::tables::Tables;
use crate::error::{GpuSimError, GpuSimResult};
use crate::parameters::{check_orientations, check_timestep, is_plain, mixes_friction, option, widest};
use sim_core::arrays::ArrayRef;
use sim_core::binding::batch::write_entries;
use sim_core::{Data, Model};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// What the shaders of a model read, and their features.
struct Read {
    catalogue: Catalogue,
    features: Features,
}

impl Read {
    fn new(m: &Model, limits: Limits, varied: &BTreeSet<String>) -> Self {
        let tables = Tables::with(m, mixes_friction(m, varied));
        Self { catalogue: Catalogue::new(m, &tables, limits), features: features(&widest(m, varied)) }
    }

    fn numbers(&self, name: &str) -> Option<&Numbers> {
        self.catalogue.constant(name).map(|constant| &constant.numbers)
    }
}

/// Names, in quotes, of arrays that differ from the common model and are not in `per_world`.
fn differing(own: &Model, common: &Model, varied: &BTreeSet<String>) -> Vec<String> {
    let mut names = Vec::new();
    own.visit_arrays(own, &mut |name, _, array| {
        if common.array(name).is_none_or(|other| other != array) && !varied.contains(name) {
            names.push(format!("'{name}'"));
        }
    });
    names
}

/// Sets an array of a Model, or an option.
fn set_parameter(m: &mut Model, name: &str, numbers: &[f64]) {
    match m.array_mut(name) {
        Some(array) => write_entries(array, numbers),
        None => {
            option(m, name, |list| list.copy_from_slice(numbers));
        }
    }
}

/// Numbers of an array of a Model, or of an option.
fn parameter(m: &Model, name: &str) -> Option<Vec<f64>> {
    match m.array(name) {
        Some(ArrayRef::F64(list)) => Some(list.to_vec()),
        Some(_) => None,
        None => option(&mut Model::clone(m), name, |list| list.to_vec()),
    }
}

impl GpuBatchSim {
    /// Overrides fields of the Model in every world. Each entry names an array, or an option such as `opt_gravity`, and has its numbers
    /// `[world][number]`. Derived constants are computed for each world. The fields must be in
    /// [`GpuOptions::per_world`](crate::GpuOptions::per_world). Nothing changes on an error.
    pub fn override_fields(&mut self, fields: &[(&str, &[f64])]) -> GpuSimResult<()> {
        self.refresh_models()?;
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
                set_parameter(own, name, numbers);
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

    /// Edits the Model of one world, on top of earlier overrides. Fields that change must be in
    /// [`GpuOptions::per_world`](crate::GpuOptions::per_world).
    pub fn override_model(&mut self, world: usize, edit: impl FnOnce(&mut Model)) -> GpuSimResult<()> {
        self.check_world(world)?;
        self.refresh_models()?;
        let own = self.settled(world, edit, &mut Data::default(), &self.read_of(&self.model))?;
        self.upload_parameters(world, std::slice::from_ref(&own))?;
        self.own.resize(self.worlds, None);
        self.own[world] = Some(own);
        Ok(())
    }

    /// Lets the worlds whose entry of `mask` is true share the common Model again; without a mask all worlds.
    pub fn clear_overrides(&mut self, mask: Option<&[bool]>) -> GpuSimResult<()> {
        if let Some(mask) = mask {
            self.check_mask(mask)?;
        }
        self.refresh_models()?;
        let has_own = |world: usize| self.own.get(world).is_some_and(Option::is_some);
        let chosen: Vec<usize> =
            (0..self.worlds).filter(|&world| has_own(world) && mask.is_none_or(|mask| mask[world])).collect();
        // neighbours are uploaded together
        for run in chosen.chunk_by(|a, b| a + 1 == *b) {
            self.upload_parameters(run[0], &vec![Arc::clone(&self.model); run.len()])?;
            run.iter().for_each(|&world| self.own[world] = None);
        }
        Ok(())
    }

    /// Brings the Models of worlds up to date with parameters that were written on the device. Calls that use the Models do it by
    /// themselves; [`model_of`](Self::model_of) does not.
    pub fn refresh_models(&mut self) -> GpuSimResult<()> {
        if !self.written.is_empty() {
            self.own = self.current_models(0..self.worlds)?;
        }
        Ok(())
    }

    /// The own Models of worlds, with what was written on the device.
    pub(crate) fn current_models(&self, worlds: Range<usize>) -> GpuSimResult<Vec<Option<Arc<Model>>>> {
        let mut models: Vec<_> = worlds.clone().map(|world| self.own.get(world).cloned().flatten()).collect();
        for name in &self.written {
            let numbers = self.reals(&FieldSlice { worlds: worlds.clone(), ..self.field(name)? })?;
            let (len, kind) = (numbers.len() / models.len().max(1), self.real_kind());
            for (model, row) in models.iter_mut().zip(numbers.chunks_exact(len.max(1))) {
                let before = model.as_ref().unwrap_or(&self.model);
                if parameter(before, name).is_some_and(|kept| kind.packed(&kept) == kind.packed(row)) {
                    continue;
                }
                let mut own = Model::clone(before);
                set_parameter(&mut own, name, row);
                *model = Some(Arc::new(own));
            }
        }
        Ok(models)
    }

    /// Whether worlds may get a parameter on the device, by [`view`](Self::view) or [`write_cuda`](Self::write_cuda): it is in
    /// [`GpuOptions::per_world`](crate::GpuOptions::per_world), and no constant follows from it.
    pub fn takes_parameter(&self, field: &str) -> bool {
        self.check_plain(field).is_ok_and(|is_parameter| is_parameter) && self.plan.world.contains_key(field)
    }

    /// Whether a field is a parameter that worlds differ in. An error if constants follow from it, which only overrides compute.
    pub(crate) fn check_plain(&self, field: &str) -> GpuSimResult<bool> {
        if !self.varied.contains(field) {
            return Ok(false);
        }
        if is_plain(&self.model, field) {
            return Ok(true);
        }
        Err(GpuSimError::UnknownField(format!(
            "constants follow from '{field}', so that it is not written on the device: use `override`, which computes them"
        )))
    }

    /// The Model of a world: its own if it has overrides, else the shared one.
    pub fn model_of(&self, world: usize) -> &Arc<Model> {
        self.own.get(world).and_then(Option::as_ref).unwrap_or(&self.model)
    }

    /// Numbers of a field of the Model.
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
            "'{name}' is shared by all worlds of this batch: name it in `per_world` of its options"
        )))
    }

    fn read_of(&self, m: &Model) -> Read {
        Read::new(m, self.limits(), &self.varied)
    }

    /// A world's model after an edit, with derived constants.
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
        check_timestep(&own).map_err(|message| GpuSimError::Parameters { world, message })?;
        self.check_shared(world, &own, common)?;
        Ok(Arc::new(own))
    }

    /// Rejects a model that differs in a number that all worlds share, or in the features of the shaders.
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
    pub(crate) fn upload_parameters(&mut self, first: usize, models: &[Arc<Model>]) -> GpuSimResult<()> {
        // worlds may have other reference poses from now on
        self.reset_states.clear();
        let placed: Vec<&String> = self.varied.iter().filter(|name| self.plan.world.contains_key(*name)).collect();
        if placed.is_empty() || models.is_empty() {
            return Ok(());
        }
        let mut rows: Vec<Vec<f64>> = vec![Vec::new(); placed.len()];
        for model in models {
            let tables = Tables::with(model, mixes_friction(model, &self.varied));
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
            let slice = FieldSlice { worlds, ..self.field(name)? };
            self.put(&slice, &row)?;
        }
        Ok(())
    }
}
