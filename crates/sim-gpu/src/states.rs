//! States of worlds: saved and restored on the card, chosen by mask, downloaded and uploaded as Data.

use crate::batch::GpuBatchSim;
use crate::codegen::catalogue::{APPLIED, Numbers, STATE};
use crate::cuda_fields::CudaRows;
use crate::error::{GpuSimError, GpuSimResult};
use crate::lending::{Lent, wait};
use crate::program::{Kernels, to_bytes};
use crate::room::storage;
use crate::transfer::{Dense, Source};
use sim_core::Data;
use sim_core::binding::batch::{read_entries, reader, write_entries, writer};

/// States that stay on the card: those of a batch at one moment, keyframes, or worlds of the CPU.
///
/// ```
/// use sim_gpu::{GpuBatchSim, GpuOptions};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let mut batch = GpuBatchSim::with(&context, model, 2, &GpuOptions::default())?;
/// let saved = batch.save_states()?;
/// batch.step_all_n(100)?;
/// batch.restore_states(&saved)?;
/// assert_eq!(batch.read("time")?, [0.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuStates {
    /// Real and whole numbers, a row for each state.
    rows: [Rows; 2],
    count: usize,
    /// Real and whole numbers of a state, and bytes of a real one.
    form: [usize; 3],
    device: wgpu::Device,
}

/// Rows of states: for shaders alone, or for CUDA too.
#[derive(Debug)]
enum Rows {
    Own(wgpu::Buffer),
    Shared(Lent),
}

impl Rows {
    fn buffer(&self) -> GpuSimResult<&wgpu::Buffer> {
        match self {
            Self::Own(buffer) => Ok(buffer),
            Self::Shared(lent) => lent.buffer(),
        }
    }

    /// Where CUDA finds them, if it knows them.
    fn address(&self) -> Option<u64> {
        match self {
            Self::Own(_) => None,
            Self::Shared(lent) => Some(lent.address()),
        }
    }
}

impl GpuStates {
    /// Number of states.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl GpuBatchSim {
    /// Copies the state and the inputs of every world, on the card.
    pub fn save_states(&self) -> GpuSimResult<GpuStates> {
        let states = self.empty_states(self.worlds)?;
        let fields = [0, 1].map(|kind| self.state(kind, self.state_len[kind]));
        if let (Kernels::Nvrtc(program), Some(rows)) = (self.program.kernels(), self.cuda_rows(&states)) {
            self.context.settle()?;
            program.fields().gather_all(fields.iter().zip(rows))?;
            return Ok(states);
        }
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        for (kind, field) in fields.iter().enumerate() {
            let rows = Dense { buffer: states.rows[kind].buffer()?, row_len: self.state_len[kind] };
            self.transfer.gather(&self.context, &mut encoder, field, rows)?;
        }
        self.context.submit(encoder.finish());
        self.context.check()?;
        Ok(states)
    }

    /// Gives every world the state and the inputs saved for it.
    pub fn restore_states(&mut self, states: &GpuStates) -> GpuSimResult<()> {
        let choice: Vec<Option<usize>> = (0..self.worlds).map(Some).collect();
        self.take_states(states, &choice, self.state_len[0])
    }

    /// Resets each world to the state it chose, if any; applied forces stay, as in a reset of the CPU.
    pub fn reset_from(&mut self, states: &GpuStates, choice: &[Option<usize>]) -> GpuSimResult<()> {
        self.take_states(states, choice, self.state_len[0] - self.applied_len)
    }

    /// Resets every world to the model's initial state.
    pub fn reset_all(&mut self) -> GpuSimResult<()> {
        self.reset_where(&vec![true; self.worlds])
    }

    /// Resets world `i`.
    pub fn reset(&mut self, i: usize) -> GpuSimResult<()> {
        self.check_world(i)?;
        let mask: Vec<bool> = (0..=i).map(|world| world == i).collect();
        self.reset_where(&mask)
    }

    /// Resets the worlds whose entry of `mask` is true; worlds beyond its end are left alone.
    pub fn reset_where(&mut self, mask: &[bool]) -> GpuSimResult<()> {
        if self.own.iter().all(Option::is_none) {
            let initial = match self.initial.take() {
                Some(kept) => kept,
                None => self.upload_states(&[self.model.make_data()])?,
            };
            let choice: Vec<_> = mask.iter().map(|chosen| chosen.then_some(0)).collect();
            let outcome = self.reset_from(&initial, &choice);
            self.initial = Some(initial);
            return outcome;
        }
        // worlds with a model of their own have a reference pose of their own
        let mut initial = Vec::new();
        let mut choice = vec![None; mask.len().min(self.worlds)];
        for (world, choice) in choice.iter_mut().enumerate().filter(|(world, _)| mask[*world]) {
            *choice = Some(initial.len());
            initial.push(self.model_of(world).make_data());
        }
        let initial = self.upload_states(&initial)?;
        self.reset_from(&initial, &choice)
    }

    /// The model's keyframes, on the card.
    pub fn keyframes(&self) -> GpuSimResult<GpuStates> {
        let worlds: Vec<Data> = (0..self.model.nkey)
            .map(|key| {
                let mut data = self.model.make_data();
                data.reset_to_keyframe(&self.model, key);
                data
            })
            .collect();
        self.upload_states(&worlds)
    }

    /// States and inputs of worlds of the CPU, on the card.
    pub fn upload_states(&self, worlds: &[Data]) -> GpuSimResult<GpuStates> {
        let states = self.empty_states(worlds.len())?;
        for kind in 0..2 {
            let mut rows = Vec::with_capacity(worlds.len() * self.state_len[kind]);
            for data in worlds {
                for (name, (layout, _)) in
                    self.state_fields().filter(|(_, (layout, _))| usize::from(layout.is_int) == kind)
                {
                    rows.extend(entries(data, name, layout.len()));
                }
            }
            let numbers = match kind {
                0 => Numbers::Reals(rows),
                _ => Numbers::Ints(rows.into_iter().map(|x| x as i32).collect()),
            };
            let bytes = to_bytes(&numbers, self.precision);
            match &states.rows[kind] {
                Rows::Own(buffer) => self.context.upload(buffer, 0, &bytes),
                Rows::Shared(lent) => lent.memory()?.upload(&bytes).map_err(GpuSimError::Nvrtc)?,
            }
        }
        Ok(states)
    }

    /// A copy of world `i`: its state, its inputs, and the visible fields as computed last. Fields that the batch does not keep
    /// are those of a fresh world; `forward` computes them.
    pub fn env(&self, i: usize) -> GpuSimResult<Data> {
        self.check_world(i)?;
        let mut data = self.model.make_data();
        let known = self.plan.world.keys().filter_map(|name| Some((name.as_str(), writer(name)?)));
        let (names, writers): (Vec<_>, Vec<_>) = known.unzip();
        for (find, numbers) in writers.iter().zip(self.read_world_all(&names, i)?) {
            write_entries(find(&mut data), &numbers);
        }
        self.fill_contacts(i, &mut data)?;
        Ok(data)
    }

    /// Gives world `i` the state and the inputs of a world of the CPU.
    pub fn set_env(&mut self, i: usize, data: &Data) -> GpuSimResult<()> {
        self.check_world(i)?;
        let states = self.upload_states(std::slice::from_ref(data))?;
        let choice: Vec<_> = (0..=i).map(|world| (world == i).then_some(0)).collect();
        self.take_states(&states, &choice, self.state_len[0])
    }

    /// Fields of the state in the order of the buffer.
    pub(crate) fn state_fields(&self) -> impl Iterator<Item = (&'static str, &(crate::codegen::Layout, usize))> {
        STATE.iter().filter_map(|&name| Some((name, self.plan.world.get(name)?)))
    }

    fn empty_states(&self, count: usize) -> GpuSimResult<GpuStates> {
        let rows = |kind: usize| -> GpuSimResult<Rows> {
            let (numbers, bytes) = (count.saturating_mul(self.state_len[kind]), self.transfer.bytes(kind == 1));
            match self.program.kernels() {
                Kernels::Driver(_) => Ok(Rows::Own(storage(&self.context, "states", numbers, bytes, count)?)),
                Kernels::Nvrtc(_) => {
                    let bytes = (numbers as u64).saturating_mul(bytes as u64);
                    let lent = self.context.lender().and_then(|lender| lender.lend(bytes, count));
                    Ok(Rows::Shared(lent.map_err(GpuSimError::of_nvrtc)?))
                }
            }
        };
        let device = self.context.device.clone();
        Ok(GpuStates { rows: [rows(0)?, rows(1)?], count, form: self.state_form(), device })
    }

    /// Where CUDA finds the real and the whole numbers of states, if it knows both.
    fn cuda_rows(&self, states: &GpuStates) -> Option<[CudaRows; 2]> {
        let rows =
            |kind: usize| Some(CudaRows { address: states.rows[kind].address()?, row_len: self.state_len[kind] });
        Some([rows(0)?, rows(1)?])
    }

    /// Real and whole numbers of a state, and bytes of a real one.
    fn state_form(&self) -> [usize; 3] {
        [self.state_len[0], self.state_len[1], self.precision.bytes()]
    }

    /// The first numbers of the state as one field.
    fn state(&self, kind: usize, len: usize) -> Source<'_> {
        Source {
            buffer: self.program.worlds(kind == 1),
            name: "state",
            is_int: kind == 1,
            at: 0,
            len,
            world_len: self.plan.world_len[kind],
            tile: self.plan.tile,
            worlds: 0..self.worlds,
        }
    }

    fn take_states(&mut self, states: &GpuStates, choice: &[Option<usize>], reals: usize) -> GpuSimResult<()> {
        if states.form != self.state_form() || states.device != self.context.device {
            return Err(GpuSimError::ForeignStates);
        }
        if let Some(&state) = choice.iter().flatten().find(|&&state| state >= states.count) {
            return Err(GpuSimError::NoSuchWorld { world: state, worlds: states.count });
        }
        let mut rows: Vec<i32> = choice.iter().map(|row| row.map_or(-1, |row| row as i32)).collect();
        rows.resize(self.worlds, -1);
        let fields = [self.state(0, reals), self.state(1, self.state_len[1])];
        if let (Kernels::Nvrtc(program), Some(from)) = (self.program.kernels(), self.cuda_rows(states)) {
            self.context.settle()?;
            let [real, whole] = fields;
            return program.fields().scatter_chosen(&[(real, from[0]), (whole, from[1])], &rows);
        }
        let chosen = storage(&self.context, "choice", self.worlds, 4, self.worlds)?;
        self.context.upload(&chosen, 0, bytemuck::cast_slice(&rows));
        let mut encoder = self.context.device.create_command_encoder(&Default::default());
        for (kind, field) in fields.iter().enumerate() {
            let dense = Dense { buffer: states.rows[kind].buffer()?, row_len: self.state_len[kind] };
            self.transfer.scatter_chosen(&self.context, &mut encoder, field, dense, &chosen)?;
        }
        let submission = self.context.submit(encoder.finish());
        if states.rows.iter().any(|rows| rows.address().is_some()) {
            // they may be given back before the shaders are done
            wait(&self.context.device, submission)?;
        }
        self.context.check()
    }

    pub(crate) fn check_world(&self, world: usize) -> GpuSimResult<()> {
        let worlds = self.worlds;
        if world < worlds { Ok(()) } else { Err(GpuSimError::NoSuchWorld { world, worlds }) }
    }
}

/// Entries of a world's field; zero where it has none.
fn entries(data: &Data, name: &str, len: usize) -> Vec<f64> {
    let mut numbers = vec![0.0; len];
    if let Some(find) = reader(name) {
        read_entries(find(data), &mut numbers);
    }
    numbers
}

/// Numbers of the state in the worlds' buffers, real and whole, and of the applied forces at its end.
pub(crate) fn state_lengths(plan: &crate::codegen::plan::Plan) -> ([usize; 2], usize) {
    let len = |names: &[&str], kind: usize| -> usize {
        let fields = names.iter().filter_map(|&name| plan.world.get(name));
        fields.filter(|(layout, _)| usize::from(layout.is_int) == kind).map(|(layout, _)| layout.len()).sum()
    };
    ([len(STATE, 0), len(STATE, 1)], len(APPLIED, 0))
}
