//! States of worlds: saved and restored on the device, chosen by mask, downloaded and uploaded as Data.

use crate::backend::api::{FieldCopy, MaskedRows};
use crate::backend::field::FieldSlice;
use crate::batch::GpuBatchSim;
use crate::codegen::Layout;
use crate::codegen::catalogue::{Numbers, STATE};
use crate::error::{GpuSimError, GpuSimResult};
use crate::io::cuda_views::CudaMask;
use crate::io::numbers::to_bytes;
use crate::io::saved_states::{GpuStates, StateForm};
use sim_core::binding::batch::{read_entries, reader, write_entries, writer};
use sim_core::{Data, Model};

/// Fields of the Model that states after a reset follow from.
const OF_RESETS: [&str; 9] =
    ["qpos0", "body_pos", "body_quat", "key_time", "key_qpos", "key_qvel", "key_act", "key_mpos", "key_mquat"];

impl GpuBatchSim {
    /// Copies the state and the inputs of every world, on the device.
    pub fn save_states(&self) -> GpuSimResult<GpuStates> {
        let states = self.empty_states(self.worlds)?;
        let copy = |kind: usize| FieldCopy {
            field: self.state(kind, self.state_len[kind]),
            rows: &states.rows[kind],
            row_len: self.state_len[kind],
        };
        self.backend.gather(&[copy(0), copy(1)])?;
        // a batch on another stream may take them
        self.finish()?;
        Ok(states)
    }

    /// Gives every world the state and the inputs saved for it. States of another number of worlds are an error.
    pub fn restore_states(&mut self, states: &GpuStates) -> GpuSimResult<()> {
        self.check_len("saved states", states.len())?;
        let choice: Vec<Option<usize>> = (0..self.worlds).map(Some).collect();
        self.take_states(states, &choice, self.state_len[0])
    }

    /// Resets each world to the saved state it chose, if any. Applied forces stay, as in [`Data::reset`].
    pub fn reset_from(&mut self, states: &GpuStates, choice: &[Option<usize>]) -> GpuSimResult<()> {
        self.take_states(states, choice, self.state_len[0] - self.applied_len)
    }

    /// Resets every world to the model's initial state.
    pub fn reset_all(&mut self) -> GpuSimResult<()> {
        self.reset_where(&vec![true; self.worlds])
    }

    /// Resets world `i` to the model's initial state.
    pub fn reset(&mut self, i: usize) -> GpuSimResult<()> {
        self.check_world(i)?;
        let mask: Vec<bool> = (0..self.worlds).map(|world| world == i).collect();
        self.reset_where(&mask)
    }

    /// Resets the worlds whose entry of `mask` is true to the model's initial state. `mask` has one entry for each world.
    pub fn reset_where(&mut self, mask: &[bool]) -> GpuSimResult<()> {
        self.reset_hosted(mask, None)
    }

    /// Resets the worlds whose entry of `mask` is true to a keyframe. A world with its own Model takes the keyframe of that.
    pub fn reset_to_keyframe(&mut self, mask: &[bool], key: usize) -> GpuSimResult<()> {
        self.check_keyframe(key)?;
        self.reset_hosted(mask, Some(key))
    }

    /// Resets the worlds of a mask in CUDA's memory to the model's initial state or to a keyframe. With NVRTC nothing waits, and a graph can
    /// capture it after the first reset to the same keyframe.
    ///
    /// ```no_run
    /// # use sim_gpu::{CudaMask, GpuBatchSim};
    /// # fn run(mut batch: GpuBatchSim, address: u64) -> sim_gpu::GpuSimResult<()> {
    /// // a boolean tensor with an entry for each world
    /// batch.reset_where_cuda(CudaMask { address, len: batch.len() }, None)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn reset_where_cuda(&mut self, mask: CudaMask, key: Option<usize>) -> GpuSimResult<()> {
        self.check_cuda_mask(mask)?;
        key.map_or(Ok(()), |key| self.check_keyframe(key))?;
        self.with_reset_states(key, |batch, states| {
            batch.take_states_by(states, MaskedRows { mask, row_step: usize::from(states.len() > 1) })
        })
    }

    /// Resets the worlds of a mask in CUDA's memory to their own rows of saved states. With NVRTC nothing waits.
    pub fn reset_from_where_cuda(&mut self, states: &GpuStates, mask: CudaMask) -> GpuSimResult<()> {
        self.check_cuda_mask(mask)?;
        self.check_len("saved states", states.len())?;
        self.take_states_by(states, MaskedRows { mask, row_step: 1 })
    }

    /// Resets the worlds of a mask of the host.
    fn reset_hosted(&mut self, mask: &[bool], key: Option<usize>) -> GpuSimResult<()> {
        self.check_mask(mask)?;
        self.with_reset_states(key, |batch, states| {
            let row = |(world, &chosen): (usize, &bool)| chosen.then_some(if states.len() > 1 { world } else { 0 });
            let choice: Vec<_> = mask.iter().enumerate().map(row).collect();
            batch.reset_from(states, &choice)
        })
    }

    /// Calls `work` with the states that a reset to the initial state or to a keyframe copies: one for all worlds, or one for each.
    fn with_reset_states(
        &mut self,
        key: Option<usize>,
        work: impl FnOnce(&mut Self, &GpuStates) -> GpuSimResult<()>,
    ) -> GpuSimResult<()> {
        let states = match self.reset_states.remove(&key) {
            Some(kept) => kept,
            None => self.upload_states(&self.reset_worlds(key))?,
        };
        let outcome = work(self, &states);
        self.reset_states.insert(key, states);
        outcome
    }

    /// Worlds of the CPU at the initial state or at a keyframe: one for each world where their Models may differ in it, else one.
    fn reset_worlds(&self, key: Option<usize>) -> Vec<Data> {
        let reset = |model: &Model| {
            let mut data = model.make_data();
            if let Some(key) = key {
                data.reset_to_keyframe(model, key);
            }
            data
        };
        let differ = self.own.iter().any(Option::is_some) && OF_RESETS.iter().any(|&name| self.varied.contains(name));
        if differ {
            (0..self.worlds).map(|world| reset(self.model_of(world))).collect()
        } else {
            vec![reset(&self.model)]
        }
    }

    fn check_keyframe(&self, key: usize) -> GpuSimResult<()> {
        let keys = self.model.nkey;
        if key < keys {
            return Ok(());
        }
        Err(GpuSimError::InvalidReset(format!("keyframe {key} does not exist: the model has {keys}, counted from 0")))
    }

    /// The model's keyframes, uploaded as states.
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

    /// Uploads states and inputs of worlds of the CPU.
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
            self.backend.fill(&states.rows[kind], &to_bytes(&numbers, self.precision))?;
        }
        Ok(states)
    }

    /// A copy of world `i` on the CPU: its state, its inputs, and the visible fields as computed last. Other fields are those of a fresh
    /// `Data`; [`Data::forward`] computes them.
    pub fn world(&self, i: usize) -> GpuSimResult<Data> {
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
    pub fn set_world(&mut self, i: usize, data: &Data) -> GpuSimResult<()> {
        self.check_world(i)?;
        if !data.is_like(&self.model.make_data()) {
            return Err(GpuSimError::ForeignWorld { world: i });
        }
        let states = self.upload_states(std::slice::from_ref(data))?;
        let choice: Vec<_> = (0..self.worlds).map(|world| (world == i).then_some(0)).collect();
        self.take_states(&states, &choice, self.state_len[0])
    }

    /// Fields of the state in the order of the buffer.
    pub(crate) fn state_fields(&self) -> impl Iterator<Item = (&'static str, &(Layout, usize))> {
        STATE.iter().filter_map(|&name| Some((name, self.plan.world.get(name)?)))
    }

    fn empty_states(&self, count: usize) -> GpuSimResult<GpuStates> {
        let rows =
            |kind: usize| self.backend.rows("states", count.saturating_mul(self.state_len[kind]), kind == 1, count);
        let device = self.context.device.clone();
        Ok(GpuStates { rows: [rows(0)?, rows(1)?], count, form: self.state_form(), device })
    }

    fn state_form(&self) -> StateForm {
        StateForm { len: self.state_len, real_bytes: self.precision.bytes() }
    }

    /// The first `len` numbers of the state as one field.
    fn state(&self, kind: usize, len: usize) -> FieldSlice<'_> {
        FieldSlice {
            name: "state",
            is_int: kind == 1,
            at: 0,
            len,
            world_len: self.plan.world_len[kind],
            tile: self.plan.tile,
            worlds: 0..self.worlds,
        }
    }

    /// Copies the first `reals` reals and all integers of states into the worlds.
    fn state_copies<'a>(&'a self, states: &'a GpuStates, reals: usize) -> GpuSimResult<[FieldCopy<'a>; 2]> {
        if states.form != self.state_form() || states.device != self.context.device {
            return Err(GpuSimError::ForeignStates);
        }
        let copy = |kind: usize, len: usize| FieldCopy {
            field: self.state(kind, len),
            rows: &states.rows[kind],
            row_len: self.state_len[kind],
        };
        Ok([copy(0, reals), copy(1, self.state_len[1])])
    }

    /// Resets the worlds of a mask in CUDA's memory to states. Applied forces stay, as in [`Data::reset`].
    fn take_states_by(&mut self, states: &GpuStates, rows: MaskedRows) -> GpuSimResult<()> {
        self.backend.scatter_masked(&self.state_copies(states, self.state_len[0] - self.applied_len)?, rows)
    }

    /// Copies the first `reals` reals and all integers of the chosen states into the worlds.
    fn take_states(&mut self, states: &GpuStates, choice: &[Option<usize>], reals: usize) -> GpuSimResult<()> {
        let copies = self.state_copies(states, reals)?;
        self.check_len("choice of states", choice.len())?;
        if let Some(&state) = choice.iter().flatten().find(|&&state| state >= states.count) {
            return Err(GpuSimError::NoSuchState { state, states: states.count });
        }
        let rows: Vec<i32> = choice.iter().map(|row| row.map_or(-1, |row| row as i32)).collect();
        self.backend.scatter_chosen(&copies, &rows)
    }

    pub(crate) fn check_world(&self, world: usize) -> GpuSimResult<()> {
        let worlds = self.worlds;
        if world < worlds { Ok(()) } else { Err(GpuSimError::NoSuchWorld { world, worlds }) }
    }

    /// An error if a mask has not one entry for each world.
    pub(crate) fn check_mask(&self, mask: &[bool]) -> GpuSimResult<()> {
        self.check_len("mask of worlds", mask.len())
    }

    /// An error if a list has not one entry for each world.
    fn check_len(&self, list: &str, given: usize) -> GpuSimResult<()> {
        if given == self.worlds {
            return Ok(());
        }
        Err(GpuSimError::WrongLength { field: list.into(), expected: self.worlds, given })
    }
}

/// Numbers of a world's field; zeros if it has none.
fn entries(data: &Data, name: &str, len: usize) -> Vec<f64> {
    let mut numbers = vec![0.0; len];
    if let Some(find) = reader(name) {
        read_entries(find(data), &mut numbers);
    }
    numbers
}
