//! The worlds of a batch, and operations on all of them: steps, resets, and copies of their arrays.
//!
//! Every world is an [`MjData`], so its arrays can be viewed. One call copies an array of all worlds in or out.

use crate::batch::rollout::check_order;
use crate::batch::states::BatchStates;
use crate::batch::worker_pool::{ActiveCalls, Call};
use crate::errors::Failed;
use crate::interrupt::{Turn, Watch};
use crate::memory::mirror;
use crate::native::callbacks;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use crate::native::unsupported::did_you_mean;
use numpy::{Element, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sim_core::arrays::{ArrayInfo, ArrayMut, ArrayRef, Element as Entry, Shape};
use sim_core::batch::Controls;
use sim_core::binding::batch::{ThreadWorkspace, WorkerPool, Workspaces, reader, writer};
use sim_core::binding::data::Produced;
use sim_core::data::State;
use sim_core::{BatchError, Data, Model, StateError, StepError, warning};
use std::sync::{Mutex, PoisonError, RwLockReadGuard};

fn unknown(name: &str) -> PyErr {
    let known = Data::ARRAYS.iter().chain(Data::PRODUCED).map(|info| info.name);
    PyKeyError::new_err(format!("no array of a fixed size is called '{name}'{}", did_you_mean(name, known)))
}

/// The produced array of a fixed size with this name.
fn produced_info(name: &str) -> Option<&'static ArrayInfo> {
    Data::PRODUCED.iter().find(|info| info.name == name && mirror::is_fixed(info))
}

/// Shape and type of the array that every world of a model has under a name.
pub fn world_array(model: &MjModel, name: &str) -> PyResult<(Vec<usize>, &'static str)> {
    if let Some(info) = produced_info(name) {
        let len = Data::produced_len(&model.store.read(), name).ok_or_else(|| unknown(name))?;
        return Ok((vec![len], info.element.name()));
    }
    let (read, fresh) = (reader(name).ok_or_else(|| unknown(name))?, Data::default());
    let kind = match read(&fresh) {
        ArrayRef::F64(_) => "f8",
        ArrayRef::F32(_) => "f4",
        ArrayRef::I32(_) => "i4",
        ArrayRef::I64(_) => "i8",
        ArrayRef::U8(_) => "u1",
        ArrayRef::Bool(_) => "?",
    };
    let mut shape = match name {
        "time" => vec![],
        _ => vec![read(&fresh).len()],
    };
    fresh.visit_arrays(&model.store.read(), &mut |found, Shape { rows, cols }, _| {
        if found == name {
            shape = [Some(rows), cols].into_iter().flatten().collect();
        }
    });
    Ok((shape, kind))
}

/// Worlds and the model of each.
pub struct Worlds {
    pub models: Vec<Py<MjModel>>,
    pub worlds: Vec<Py<MjData>>,
    spaces: Workspaces,
    active_calls: ActiveCalls,
}

/// The model of the current world, locked until a world of another model comes.
#[derive(Default)]
struct Reading<'a>(Option<(&'a MjModel, Result<RwLockReadGuard<'a, Model>, String>)>);

impl<'a> Reading<'a> {
    /// Locks a model once for many worlds, because threads that lock it write to one cache line. An invalid edit of the model is an
    /// error of its worlds.
    fn open(&mut self, model: &'a MjModel) -> Result<&Model, String> {
        let held = self.0.take().filter(|(known, _)| known.store.is(&model.store));
        let open = || (model, model.consistent().map(|()| model.store.read()));
        match &self.0.insert(held.unwrap_or_else(open)).1 {
            Ok(m) => Ok(m),
            Err(why) => Err(why.clone()),
        }
    }
}

/// A world during a call for all worlds, with its rows of the caller's arrays.
struct Job<'a> {
    model: &'a MjModel,
    world: &'a MjData,
    error: &'a mut Option<Box<Failed>>,
    /// Remaining steps.
    left: usize,
    /// Index of the world, number of worlds, and number of steps of the call.
    place: (usize, usize, usize),
    controls: Controls<'a>,
    state: Output<'a>,
    sensordata: Output<'a>,
}

/// Where the results of one world go.
enum Output<'a> {
    /// No results.
    None,
    /// The result of the last step.
    Last(&'a mut [f64]),
    /// The result of every step.
    Every(Vec<&'a mut [f64]>),
}

impl<'a> Output<'a> {
    /// The rows of each world in an array with a row for each world, or for each step and world.
    fn of(array: Option<Results<'a>>, n: usize, steps: usize) -> impl Iterator<Item = Self> {
        let (mut last, mut every) = (None, None);
        match array {
            Some(Results { numbers, every: false }) => last = Some(numbers),
            Some(Results { numbers, every: true }) => {
                let width = numbers.len() / (n * steps).max(1);
                let mut worlds: Vec<Vec<&mut [f64]>> = (0..n).map(|_| Vec::with_capacity(steps)).collect();
                let mut rest = numbers;
                for k in 0..n * steps {
                    let (row, left) = rest.split_at_mut(width);
                    worlds[k % n].push(row);
                    rest = left;
                }
                every = Some(worlds.into_iter());
            }
            None => {}
        }
        let mut last = rows_mut(last, n);
        (0..n).map(move |_| match (&mut every, last.next().flatten()) {
            (Some(worlds), _) => worlds.next().map_or(Self::None, Self::Every),
            (None, Some(row)) => Self::Last(row),
            (None, None) => Self::None,
        })
    }

    /// The row of a step, when every step has one.
    fn at(&mut self, step: usize) -> &mut [&'a mut [f64]] {
        match self {
            Self::Every(rows) => rows.get_mut(step..=step).unwrap_or_default(),
            Self::None | Self::Last(_) => &mut [],
        }
    }

    /// Rows that show how a call ends: those of the steps from `step` on, or the one for the whole call.
    fn rest(&mut self, step: usize) -> &mut [&'a mut [f64]] {
        match self {
            Self::None => &mut [],
            Self::Last(row) => std::slice::from_mut(row),
            Self::Every(rows) => rows.get_mut(step..).unwrap_or_default(),
        }
    }
}

impl Job<'_> {
    /// Number of steps that are done.
    fn done(&self) -> usize {
        self.place.2.saturating_sub(self.left)
    }

    /// Steps until no step is left, one fails, or `due` is true. Reads controls and writes results.
    fn run(
        &mut self,
        m: &Model,
        d: &mut Data,
        work: &impl Fn(&Model, &mut Data) -> Result<(), StepError>,
        mut due: impl FnMut() -> bool,
    ) -> Result<(), Box<Failed>> {
        let (world, worlds, steps) = self.place;
        if steps == 0
            && let (Controls::Set(_), Some(row)) = (self.controls, self.controls.row(0, world, worlds, m.nu))
        {
            d.ctrl.copy_from_slice(row);
        }
        while self.left > 0 {
            let step = self.done();
            if let Some(row) = self.controls.row(step, world, worlds, m.nu) {
                d.ctrl.copy_from_slice(row);
            }
            if let Err(error) = work(m, d) {
                let failed = Failed::new(error, d);
                return record(m, d, self.state.rest(step), self.sensordata.rest(step)).and(Err(failed));
            }
            self.left -= 1;
            record(m, d, self.state.at(step), self.sensordata.at(step))?;
            if due() {
                break;
            }
        }
        record(m, d, self.state.rest(steps), self.sensordata.rest(steps))
    }

    /// Writes NaN to the caller's arrays.
    fn leave_no_results(&mut self) {
        let step = self.done();
        for rows in [self.state.rest(step), self.sensordata.rest(step)] {
            rows.iter_mut().for_each(|row| row.fill(f64::NAN));
        }
    }

    /// Takes all remaining steps of the world. Returns whether the call goes on.
    fn go<'m>(
        &mut self,
        space: &mut ThreadWorkspace,
        reading: &mut Reading<'m>,
        turn: &mut Turn<'_>,
        work: &impl Fn(&Model, &mut Data) -> Result<(), StepError>,
    ) -> bool
    where
        Self: 'm,
    {
        loop {
            let (model, world) = (self.model, self.world);
            let m = match reading.open(model) {
                Ok(m) => m,
                Err(why) => {
                    *self.error = Some(Failed::of_model(why));
                    self.leave_no_results();
                    return turn.poll_if_due();
                }
            };
            let mut due = || turn.due();
            let outcome = world.work(|d| space.run(d, |d| self.run(m, d, work, &mut due)));
            let over = self.left == 0 || outcome.is_err();
            *self.error = outcome.err();
            if world.is_broken() {
                self.leave_no_results();
            }
            if turn.must_poll() {
                // no lock may be held
                *reading = Reading::default();
            }
            let more = turn.poll_if_due();
            if over || !more {
                return more;
            }
        }
    }
}

/// Writes the results of a world to rows of the caller's arrays.
fn record(m: &Model, d: &Data, states: &mut [&mut [f64]], readings: &mut [&mut [f64]]) -> Result<(), Box<Failed>> {
    for row in states {
        d.get_state(m, row, State::FULLPHYSICS).map_err(|e| Failed::of_model(e.to_string()))?;
    }
    readings.iter_mut().for_each(|row| row.copy_from_slice(&d.sensordata));
    Ok(())
}

/// The caller's arrays for steps: controls and results.
#[derive(Default)]
pub struct Exchange<'a> {
    pub controls: Controls<'a>,
    pub state: Option<Results<'a>>,
    pub sensordata: Option<Results<'a>>,
}

/// A caller's array for results.
pub struct Results<'a> {
    pub numbers: &'a mut [f64],
    /// Whether it has a row for each step and world, and not for each world alone.
    pub every: bool,
}

/// The rows of an array that has one for each of `n` worlds, or nothing for each.
fn rows_mut<T>(array: Option<&mut [T]>, n: usize) -> impl Iterator<Item = Option<&mut [T]>> {
    let width = array.as_ref().map_or(0, |array| array.len() / n.max(1));
    let mut rest = array;
    (0..n).map(move |_| {
        let (row, left) = rest.take()?.split_at_mut(width);
        rest = Some(left);
        Some(row)
    })
}

impl Worlds {
    /// Makes worlds and models a batch. An error leaves all worlds with their models.
    pub fn new(py: Python<'_>, models: Vec<Py<MjModel>>, worlds: Vec<Py<MjData>>) -> PyResult<Self> {
        for (m, d) in models.iter().zip(&worlds) {
            d.get().check_sizes(m.bind(py))?;
        }
        models.iter().zip(&worlds).for_each(|(m, d)| d.get().adopt(m.clone_ref(py)));
        Ok(Self { models, worlds, spaces: Workspaces::default(), active_calls: ActiveCalls::default() })
    }

    /// Runs engine code `times` times on every world, and returns the errors. A world that the engine failed on has no results. A signal
    /// ends the call between two steps.
    pub fn run(
        &self,
        py: Python<'_>,
        pool: &WorkerPool,
        times: usize,
        Exchange { controls, state, sensordata }: Exchange<'_>,
        work: impl Fn(&Model, &mut Data) -> Result<(), StepError> + Send + Sync,
    ) -> PyResult<Vec<Option<Box<Failed>>>> {
        if callbacks::staged() {
            return Err(PyRuntimeError::new_err(
                "a batch does not call the callbacks that are installed (set_mjcb_control, set_mjcb_passive, set_mjcb_sensor): \
                 remove them with None, or step its worlds one by one with mj_step",
            ));
        }
        let n = self.worlds.len();
        let mut errors: Vec<Option<Box<Failed>>> = std::iter::repeat_with(|| None).take(n).collect();
        let pairs = self.models.iter().map(Py::get).zip(self.worlds.iter().map(Py::get)).zip(&mut errors);
        let arrays = Output::of(state, n, times).zip(Output::of(sensordata, n, times)).enumerate();
        let job = |(((model, world), error), (i, (state, sensordata)))| Job {
            model,
            world,
            error,
            left: times,
            place: (i, n, times),
            controls,
            state,
            sensordata,
        };
        let _call = self.active_calls.begin()?;
        let watch = Watch::default();
        let mut jobs: Vec<Job<'_>> = pairs.zip(arrays).map(job).collect();
        jobs.iter().try_for_each(|job| job.world.settle(py))?;
        let messages = Mutex::new(vec![]);
        py.detach(|| {
            let idle = || watch.poll();
            pool.distribute_with_idle(&mut jobs, idle, |queue| {
                // worker 0 is the thread that calls
                let worker = queue.worker();
                let mut turn = watch.turn(worker == 0);
                let steps = |space: &mut ThreadWorkspace| {
                    let mut reading = Reading::default();
                    for job in queue {
                        if !job.go(space, &mut reading, &mut turn, &work) {
                            break;
                        }
                    }
                };
                let ((), news) = warning::collect(|| self.spaces.with(worker, steps));
                if !news.is_empty() {
                    messages.lock().unwrap_or_else(PoisonError::into_inner).extend(news);
                }
            });
        });
        jobs.iter().for_each(|job| job.world.refresh_contacts());
        watch.finish()?;
        callbacks::warn_of_worlds(py, messages.into_inner().unwrap_or_else(PoisonError::into_inner))?;
        Ok(errors)
    }

    /// Begins a call. It is an error in a process that was forked during another call.
    pub fn begin(&self) -> PyResult<Call<'_>> {
        self.active_calls.begin()
    }

    /// Calls `visit` with each world's part of a contiguous array.
    fn parts<E: Element>(
        &self,
        array: &Bound<'_, PyAny>,
        mut visit: impl FnMut(usize, &MjData, &mut [E]),
    ) -> PyResult<()> {
        let _call = self.active_calls.begin()?;
        let array = array.cast::<PyArrayDyn<E>>()?;
        check_order("the array", array)?;
        let mut array = array.try_readwrite()?;
        let all = array.as_slice_mut()?;
        let n = self.worlds.len();
        if all.len() % n.max(1) != 0 {
            return Err(PyValueError::new_err("the array does not have a row for every world"));
        }
        let width = all.len() / n.max(1);
        for (i, world) in self.worlds.iter().enumerate() {
            visit(i, world.get(), &mut all[i * width..(i + 1) * width]);
        }
        Ok(())
    }

    /// Copies entries of every world to `array`, or from it.
    pub fn exchange(&self, name: &str, array: &Bound<'_, PyAny>, out: bool) -> PyResult<()> {
        if let Some(info) = produced_info(name) {
            return self.read_produced(info, array, out);
        }
        let (Some(read), Some(write)) = (reader(name), writer(name)) else { return Err(unknown(name)) };
        macro_rules! exchange {
            ($($kind:ident => $t:ty),*) => {
                match read(&Data::default()) {
                    $(ArrayRef::$kind(_) => self.parts::<$t>(array, |_, d, part| {
                        let mut d = d.store.write();
                        if let (false, ArrayMut::$kind(own)) = (out, write(&mut d)) && own.len() == part.len() {
                            own.copy_from_slice(part);
                        }
                        if let (true, ArrayRef::$kind(own)) = (out, read(&d)) && own.len() == part.len() {
                            part.copy_from_slice(own);
                        }
                    }),)*
                    // the bytes of numpy's bools can be anything
                    ArrayRef::Bool(_) => {
                        let bytes = array.cast::<PyArrayDyn<bool>>()?.call_method1("view", ("uint8",))?;
                        self.parts::<u8>(&bytes, |_, d, part| {
                            let mut d = d.store.write();
                            if let (false, ArrayMut::Bool(own)) = (out, write(&mut d)) && own.len() == part.len() {
                                own.iter_mut().zip(&*part).for_each(|(own, byte)| *own = (*byte != 0).into());
                            }
                            if let (true, ArrayRef::Bool(own)) = (out, read(&d)) && own.len() == part.len() {
                                part.iter_mut().zip(own).for_each(|(byte, own)| *byte = own.get().into());
                            }
                        })
                    }
                }
            };
        }
        exchange!(F64 => f64, F32 => f32, I32 => i32, I64 => i64, U8 => u8)
    }

    /// Copies a produced array of every world to `array`. It cannot be copied back.
    fn read_produced(&self, info: &ArrayInfo, array: &Bound<'_, PyAny>, out: bool) -> PyResult<()> {
        if !out {
            return Err(PyValueError::new_err(BatchError::ReadOnlyField(info.name.to_string()).to_string()));
        }
        let made = |d: &MjData| d.store.read().produce(info.name);
        macro_rules! read {
            ($kind:ident, $t:ty) => {
                self.parts::<$t>(array, |_, d, part| {
                    if let Some(Produced::$kind(own)) = made(d)
                        && own.len() == part.len()
                    {
                        part.copy_from_slice(&own);
                    }
                })
            };
        }
        match info.element {
            Entry::I32 => read!(I32, i32),
            _ => read!(F64, f64),
        }
    }

    /// Runs `work` on the chosen worlds: place among the chosen ones, index, model and data. Returns new worlds for those that the engine
    /// failed on.
    ///
    /// `work` moves no buffer of a world.
    pub fn edit(
        &self,
        py: Python<'_>,
        pool: &WorkerPool,
        chosen: &[usize],
        work: impl Fn(usize, usize, &Model, &mut Data) + Sync,
    ) -> PyResult<Vec<(usize, MjData)>> {
        let pair =
            |(place, &i): (usize, &usize)| Some((self.models.get(i)?.get(), self.worlds.get(i)?.get(), place, i));
        let mut jobs: Vec<_> =
            chosen.iter().enumerate().filter_map(pair).map(|(m, d, place, i)| (m, d, place, i, false)).collect();
        let _call = self.active_calls.begin()?;
        py.detach(|| {
            pool.distribute(&mut jobs, |queue| {
                let mut reading = Reading::default();
                for (m, d, place, i, failed) in queue {
                    let Ok(m) = reading.open(m) else {
                        *failed = true;
                        continue;
                    };
                    let edit = |d: &mut Data| {
                        work(*place, *i, m, d);
                        Ok::<_, String>(())
                    };
                    *failed = d.work(edit).is_err();
                }
            });
        });
        let mut replaced = vec![];
        for (m, d, place, i, _) in jobs.into_iter().filter(|job| job.4) {
            let world = d.replacement(self.models[i].bind(py))?;
            work(place, i, &m.store.read(), &mut world.store.write());
            replaced.push((i, world));
        }
        Ok(replaced)
    }

    /// State and inputs of every world.
    pub fn save(&self) -> PyResult<BatchStates> {
        let _call = self.active_calls.begin()?;
        let mut states = BatchStates { worlds: self.worlds.len(), width: 0, rows: vec![] };
        for (model, world) in self.models.iter().zip(&self.worlds) {
            // the model's lock comes before the world's, as in a step
            let m = model.get().store.read();
            let invalid = |error: StateError| PyValueError::new_err(error.to_string());
            states.width = m.state_size(State::INTEGRATION).map_err(invalid)?;
            let start = states.rows.len();
            states.rows.resize(start + states.width, 0.0);
            let row = &mut states.rows[start..];
            world.get().store.read().get_state(&m, row, State::INTEGRATION).map_err(invalid)?;
        }
        Ok(states)
    }

    /// Copies the state of every world to the rows of `out`.
    pub fn read_states(&self, sig: State, out: &Bound<'_, PyAny>) -> PyResult<()> {
        self.states(out, |m, d, part| d.get_state(m, part, sig).map_err(|e| e.to_string()))
    }

    /// Sets the state of every world from the rows of `values`.
    pub fn write_states(&self, sig: State, values: &Bound<'_, PyAny>) -> PyResult<()> {
        self.states(values, |m, d, part| d.set_state(m, part, sig).map_err(|e| e.to_string()))
    }

    fn states(
        &self,
        array: &Bound<'_, PyAny>,
        visit: impl Fn(&Model, &mut Data, &mut [f64]) -> Result<(), String>,
    ) -> PyResult<()> {
        let mut refused = None;
        self.parts::<f64>(array, |i, d, part| {
            // the model's lock comes before the world's, as in a step
            let model = self.models[i].get().store.read();
            if let Err(message) = visit(&model, &mut d.store.write(), part) {
                refused = Some(message);
            }
        })?;
        refused.map_or(Ok(()), |message| Err(PyValueError::new_err(message)))
    }
}
