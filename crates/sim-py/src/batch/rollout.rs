//! Open-loop trajectories from initial states, by several threads: the engine of `rollout.py`.
//!
//! Each thread has its own world, and takes one chunk of trajectories after another, those of its part first. A trajectory depends only on
//! its initial state, its controls and its model, so results do not depend on the thread.

use crate::batch::worker_pool::{ActiveCalls, WorkerPool};
use crate::dropin::stepping;
use crate::errors::FatalError;
use crate::interrupt::{Turn, Watch};
use crate::native::callbacks;
use crate::native::data::MjData;
use crate::native::model::MjModel;
use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use sim_core::binding::batch;
use sim_core::data::State;
use sim_core::{Data, Model, warning};
use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

/// A pool of threads, the caller among them. Without threads, the caller computes all trajectories.
///
/// nthread: int.
#[pyclass(frozen, module = "cortenforge._core", name = "_Rollout")]
struct Rollout {
    pool: Option<WorkerPool>,
    /// A world for each thread, made by that thread. The caller's worlds are adjacent in memory, and threads that write to them would share
    /// cache lines.
    twins: Vec<Mutex<Option<Data>>>,
    active_calls: ActiveCalls,
}

/// The data that all trajectories share.
struct Plan<'a> {
    models: Vec<&'a MjModel>,
    steps: usize,
    spec: State,
    nstate: usize,
    ncontrol: usize,
    nv: usize,
    nsensordata: usize,
    state0: Vec<f64>,
    warmstart0: Option<Vec<f64>>,
    control: Option<Vec<f64>>,
    /// Warnings, by trajectory.
    messages: Mutex<Vec<(usize, Vec<String>)>>,
    watch: Watch,
}

/// A trajectory in progress: its index, the number of steps done, and its warnings.
struct Trajectory {
    r: usize,
    t: usize,
    messages: Vec<String>,
}

impl Trajectory {
    fn new(r: usize) -> Self {
        Self { r, t: 0, messages: vec![] }
    }
}

/// Trajectories `first..last` and the places of their results.
struct Chunk<'a> {
    first: usize,
    last: usize,
    state: Option<&'a mut [f64]>,
    sensordata: Option<&'a mut [f64]>,
}

/// Row `i` of a matrix with `n` columns.
fn row(values: &[f64], i: usize, n: usize) -> &[f64] {
    &values[i * n..(i + 1) * n]
}

impl Plan<'_> {
    /// Clears inputs that no control sets, before a chunk.
    fn clear(&self, d: &mut Data) {
        for (bit, input) in [
            (State::CTRL, &mut d.ctrl),
            (State::QFRC_APPLIED, &mut d.qfrc_applied),
            (State::XFRC_APPLIED, &mut d.xfrc_applied),
        ] {
            if !self.spec.contains(bit) {
                input.fill(0.0);
            }
        }
    }

    fn start(&self, m: &Model, d: &mut Data, r: usize) -> Result<(), String> {
        for i in 0..m.nbody {
            let Ok(id) = usize::try_from(m.body_mocapid[i]) else { continue };
            if !self.spec.contains(State::MOCAP_POS) {
                d.mocap_pos[3 * id..3 * id + 3].copy_from_slice(&m.body_pos[3 * i..3 * i + 3]);
            }
            if !self.spec.contains(State::MOCAP_QUAT) {
                d.mocap_quat[4 * id..4 * id + 4].copy_from_slice(&m.body_quat[4 * i..4 * i + 4]);
            }
        }
        if !self.spec.contains(State::EQ_ACTIVE) {
            d.eq_active.copy_from_slice(&m.eq_active0);
        }
        let state = row(&self.state0, r, self.nstate);
        d.set_state(m, state, State::FULLPHYSICS).map_err(|e| e.to_string())?;
        match &self.warmstart0 {
            Some(values) => d.qacc_warmstart.copy_from_slice(row(values, r, self.nv)),
            None => d.qacc_warmstart.fill(0.0),
        }
        d.warning.number.fill(0);
        Ok(())
    }

    fn steer(&self, m: &Model, d: &mut Data, step: usize) -> Result<(), String> {
        let Some(control) = &self.control else { return Ok(()) };
        d.set_state(m, row(control, step, self.ncontrol), self.spec).map_err(|e| e.to_string())
    }

    fn record(&self, m: &Model, d: &Data, at: usize, chunk: &mut Chunk<'_>) -> Result<(), String> {
        if let Some(out) = &mut chunk.state {
            let n = self.nstate;
            d.get_state(m, &mut out[at * n..(at + 1) * n], State::FULLPHYSICS).map_err(|e| e.to_string())?;
        }
        if let Some(out) = &mut chunk.sensordata {
            let n = self.nsensordata;
            out[at * n..(at + 1) * n].copy_from_slice(&d.sensordata);
        }
        Ok(())
    }

    /// Computes one trajectory to its end, or until a poll for signals is due. Returns whether it is at its end. After a warning the world
    /// stands still, and the remaining results repeat the last ones.
    fn roll(
        &self,
        m: &Model,
        d: &mut Data,
        trajectory: &mut Trajectory,
        chunk: &mut Chunk<'_>,
        turn: &mut Turn<'_>,
    ) -> Result<bool, String> {
        let r = trajectory.r;
        let first = trajectory.t;
        if first == 0 {
            self.start(m, d, r)?;
        }
        let mut step = |t: usize| {
            if !warned(d) {
                self.steer(m, d, r * self.steps + t).map_err(Some)?;
                let stepped = stepping::step(m, d);
                stepped.map_err(|error| Some(stepping::describe(m, error)))?;
            }
            self.record(m, d, (r - chunk.first) * self.steps + t, chunk).map_err(Some)?;
            trajectory.t = t + 1;
            // stops without an error
            if turn.due() && trajectory.t < self.steps { Err(None) } else { Ok(()) }
        };
        let (outcome, warnings) = warning::collect(|| (first..self.steps).try_for_each(&mut step));
        trajectory.messages.extend(warnings);
        let outcome = match outcome {
            Err(None) => return Ok(false),
            Err(Some(message)) => Err(message),
            Ok(()) => Ok(true),
        };
        let messages = std::mem::take(&mut trajectory.messages);
        if !messages.is_empty() {
            self.messages.lock().unwrap_or_else(PoisonError::into_inner).push((r, messages));
        }
        outcome
    }

    /// Emits the warnings of the trajectories in order, unless a signal ended the call.
    fn warn(self, py: Python<'_>) -> PyResult<()> {
        self.watch.finish()?;
        let mut messages = self.messages.into_inner().unwrap_or_else(PoisonError::into_inner);
        messages.sort_unstable();
        messages.iter().flat_map(|(_, messages)| messages).try_for_each(|message| callbacks::warn(py, message))
    }

    /// Computes the trajectories of a chunk in a caller's world.
    fn roll_chunk(&self, data: &MjData, mut chunk: Chunk<'_>) -> Result<(), String> {
        let mut turn = self.watch.turn(true);
        data.work(|d| {
            self.clear(d);
            Ok::<_, String>(())
        })?;
        for r in chunk.first..chunk.last {
            let mut trajectory = Trajectory::new(r);
            loop {
                let m = self.models[r].store.read();
                let over = data.work(|d| self.roll(&m, d, &mut trajectory, &mut chunk, &mut turn))?;
                drop(m);
                if !turn.poll_if_due() {
                    return Ok(());
                }
                if over {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Computes the chunks of a thread. An error: the first trajectory of the first chunk that failed, and the reason. `at` is set
    /// to the first trajectory of the current chunk.
    fn roll_chunks<'c, 'a: 'c>(
        &self,
        d: &mut Data,
        at: &Cell<usize>,
        chunks: impl Iterator<Item = &'c mut Chunk<'a>>,
        turn: &mut Turn<'_>,
    ) -> Option<(usize, String)> {
        let mut failure = None;
        for chunk in chunks {
            if self.watch.stopped() {
                break;
            }
            at.set(chunk.first);
            self.clear(d);
            let mut rest = (chunk.first..chunk.last).take_while(|_| !self.watch.stopped());
            let outcome = rest.try_for_each(|r| {
                let mut trajectory = Trajectory::new(r);
                loop {
                    let m = self.models[r].store.read();
                    let over = self.roll(&m, d, &mut trajectory, chunk, turn)?;
                    // not locked during a poll for signals: only this thread uses the world
                    drop(m);
                    if !turn.poll_if_due() || over {
                        return Ok(());
                    }
                }
            });
            failure = failure.or(outcome.err().map(|message| (chunk.first, message)));
        }
        failure
    }

    /// Computes all trajectories in order, with Python's callbacks.
    fn roll_staged(&self, models: &[Bound<'_, MjModel>], d: &Bound<'_, MjData>, mut chunk: Chunk<'_>) -> PyResult<()> {
        self.clear(&mut d.get().store.write());
        for (r, m) in models.iter().enumerate().take(chunk.last) {
            MjData::run(d, m, |m, d| self.start(m, d, r))?;
            for t in 0..self.steps {
                if !warned(&d.get().store.read()) {
                    MjData::run(d, m, |m, d| self.steer(m, d, r * self.steps + t))?;
                    stepping::step_staged(m, d)?;
                }
                m.py().check_signals()?;
                MjData::run(d, m, |m, d| self.record(m, d, r * self.steps + t, &mut chunk))?;
            }
        }
        Ok(())
    }
}

fn warned(d: &Data) -> bool {
    d.warning.number.iter().any(|n| *n > 0)
}

type Array<'py> = Bound<'py, PyArrayDyn<f64>>;

fn copied(array: &PyReadonlyArrayDyn<'_, f64>) -> Vec<f64> {
    array.as_array().iter().copied().collect()
}

/// Rejects arrays for results that are not contiguous.
pub fn check_order<T: Element>(name: &str, array: &Bound<'_, PyArrayDyn<T>>) -> PyResult<()> {
    if array.is_c_contiguous() { Ok(()) } else { Err(PyValueError::new_err(format!("{name} is not contiguous"))) }
}

/// Rejects an array with another number of entries than the trajectories need.
fn check_size(name: &str, found: usize, expected: usize) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name}.size should be {expected}, got {found}")))
}

/// Rejects models that a world does not fit. Checks equal neighbours once.
fn check_models(d: &Bound<'_, MjData>, models: &[Bound<'_, MjModel>]) -> PyResult<()> {
    let mut runs = models.chunk_by(|a, b| a.is(b)).filter_map(<[_]>::first);
    runs.try_for_each(|m| d.get().check_model(m))
}

fn input(name: &str, array: Option<Array<'_>>, expected: usize) -> PyResult<Option<Vec<f64>>> {
    let Some(array) = array else { return Ok(None) };
    check_size(name, array.len(), expected)?;
    Ok(Some(copied(&array.try_readonly()?)))
}

/// Cuts the results into chunks of whole trajectories.
fn chunks<'a>(
    n: usize,
    size: usize,
    state: (Option<&'a mut [f64]>, usize),
    sensordata: (Option<&'a mut [f64]>, usize),
) -> Vec<Chunk<'a>> {
    fn parts(array: Option<&mut [f64]>, width: usize) -> impl Iterator<Item = &mut [f64]> {
        let mut rest = array;
        std::iter::from_fn(move || {
            let all = rest.take()?;
            let (part, left) = all.split_at_mut(width.min(all.len()));
            rest = Some(left);
            Some(part)
        })
    }
    let (mut states, mut sensors) = (parts(state.0, size * state.1), parts(sensordata.0, size * sensordata.1));
    let firsts = (0..n).step_by(size);
    firsts
        .map(|first| Chunk { first, last: n.min(first + size), state: states.next(), sensordata: sensors.next() })
        .collect()
}

#[pymethods]
impl Rollout {
    #[new]
    #[pyo3(signature = (*, nthread))]
    fn new(nthread: i64) -> PyResult<Self> {
        let nthread = usize::try_from(nthread).unwrap_or(0);
        let pool = (nthread > 0).then(|| WorkerPool::new(Some(nthread))).transpose()?;
        let twins = (0..nthread).map(|_| Mutex::default()).collect();
        Ok(Self { pool, twins, active_calls: ActiveCalls::default() })
    }

    /// Rolls out one trajectory for each row of `state0`.
    ///
    /// model: list[Model]; data: list[Data]; nstep, control_spec: int; state0: numpy float64 (n, nstate); warmstart0: numpy float64
    /// (n, nv) or None; control: numpy float64 (n, nstep, ncontrol) or None; state: numpy float64 (n, nstep, nstate) or None, written;
    /// sensordata: numpy float64 (n, nstep, nsensordata) or None, written; chunk_size: int or None.
    #[pyo3(signature = (model, data, nstep, control_spec, state0, warmstart0=None, control=None, state=None,
                        sensordata=None, chunk_size=None))]
    #[allow(clippy::too_many_arguments)]
    fn rollout(
        &self,
        py: Python<'_>,
        model: &Bound<'_, PyList>,
        data: &Bound<'_, PyList>,
        nstep: i64,
        control_spec: u32,
        state0: Array<'_>,
        warmstart0: Option<Array<'_>>,
        control: Option<Array<'_>>,
        state: Option<Array<'_>>,
        sensordata: Option<Array<'_>>,
        chunk_size: Option<i64>,
    ) -> PyResult<()> {
        let n = state0.shape().first().copied().unwrap_or(0);
        let models: Vec<Bound<'_, MjModel>> = model.extract()?;
        let datas: Vec<Bound<'_, MjData>> = data.extract()?;
        if models.len() < n {
            return Err(PyIndexError::new_err(format!("{n} models are needed, got {}", models.len())));
        }
        self.check_threads(datas.len())?;
        let _call = self.active_calls.begin()?;
        let steps = usize::try_from(nstep).unwrap_or(0);
        let control_spec = State::from_bits_retain(control_spec);
        let (Some(first), true) = (models.first(), steps > 0 && n > 0) else { return Ok(()) };
        for d in &datas {
            check_models(d, &models[..n])?;
            d.get().settle(d.py())?;
        }
        let sizes = |m: &Model| {
            let size = |sig: State| m.state_size(sig).map_err(|e| FatalError::new_err(e.to_string()));
            PyResult::Ok((size(State::FULLPHYSICS)?, size(control_spec)?, m.nv, m.nsensordata))
        };
        let (nstate, ncontrol, nv, nsensordata) = sizes(&first.get().store.read())?;
        check_size("state0", state0.len(), n * nstate)?;
        let plan = Plan {
            models: models[..n].iter().map(Bound::get).collect(),
            state0: copied(&state0.try_readonly()?),
            warmstart0: input("warmstart0", warmstart0, n * nv)?,
            control: input("control", control, n * steps * ncontrol)?,
            spec: control_spec,
            steps,
            nstate,
            ncontrol,
            nv,
            nsensordata,
            messages: Mutex::default(),
            watch: Watch::default(),
        };
        for (name, array) in [("state", &state), ("sensordata", &sensordata)] {
            array.as_ref().map_or(Ok(()), |array| check_order(name, array))?;
        }
        let mut state = state.map(|a| a.try_readwrite()).transpose()?;
        let mut sensordata = sensordata.map(|a| a.try_readwrite()).transpose()?;
        let state = state.as_mut().map(|a| a.as_slice_mut()).transpose()?;
        let sensordata = sensordata.as_mut().map(|a| a.as_slice_mut()).transpose()?;
        check_size("state", state.as_ref().map_or(n * steps * nstate, |s| s.len()), n * steps * nstate)?;
        let width = n * steps * nsensordata;
        check_size("sensordata", sensordata.as_ref().map_or(width, |s| s.len()), width)?;
        if callbacks::staged() {
            return plan.roll_staged(&models, &datas[0], Chunk { first: 0, last: n, state, sensordata });
        }
        let size = self.chunk_size(n, chunk_size)?;
        let chunks = chunks(n, size, (state, steps * nstate), (sensordata, steps * nsensordata));
        let worlds: Vec<&MjData> = datas.iter().map(Bound::get).collect();
        let pool = self.pool.as_ref().map(WorkerPool::here).transpose()?;
        let outcome = py.detach(|| self.distribute_watched(pool.as_deref(), &plan, &worlds, chunks));
        worlds.iter().for_each(|d| d.refresh_contacts());
        plan.warn(py)?;
        outcome.map_err(FatalError::new_err)
    }
}

impl Rollout {
    /// How many of `n` trajectories a thread takes at a time.
    fn chunk_size(&self, n: usize, asked: Option<i64>) -> PyResult<usize> {
        match (&self.pool, asked) {
            // short chunks: no thread waits long for another; results do not depend on it
            (Some(_), None) => Ok(1),
            (Some(_), Some(size)) if n > 1 => {
                let positive = usize::try_from(size).ok().filter(|size| *size > 0);
                positive.ok_or_else(|| PyValueError::new_err("chunk_size must be positive"))
            }
            _ => Ok(n),
        }
    }

    fn check_threads(&self, datas: usize) -> PyResult<()> {
        let message = match &self.pool {
            _ if datas == 0 => "The list of data instances is empty".to_string(),
            None if datas > 1 => {
                "More than one data instance passed but rollout is configured to run on main thread".to_string()
            }
            Some(pool) if pool.threads() != datas => {
                format!("Length of data: {datas} not equal to nthread: {}", pool.threads())
            }
            _ => return Ok(()),
        };
        Err(PyValueError::new_err(message))
    }

    /// Distributes the chunks to the threads. Returns the error of the first trajectory that failed.
    fn distribute_watched(
        &self,
        pool: Option<&batch::WorkerPool>,
        plan: &Plan<'_>,
        worlds: &[&MjData],
        mut chunks: Vec<Chunk<'_>>,
    ) -> Result<(), String> {
        let (Some(pool), true) = (pool, worlds.len() > 1) else {
            return chunks.into_iter().try_for_each(|chunk| plan.roll_chunk(worlds[0], chunk));
        };
        let failures = Mutex::new(Vec::new());
        let idle = || plan.watch.poll();
        pool.distribute_with_idle(&mut chunks, idle, |queue| {
            let worker = queue.worker();
            // worker 0 is the thread that calls
            let mut turn = plan.watch.turn(worker == 0);
            let mut queue = queue.peekable();
            // a thread without a chunk does not touch its world
            if queue.peek().is_some() {
                let mut twin = self.twins[worker].lock().unwrap_or_else(PoisonError::into_inner);
                let at = Cell::new(0);
                let outcome =
                    worlds[worker].work_on_copy(&mut twin, |d| Ok(plan.roll_chunks(d, &at, queue, &mut turn)));
                let failure = outcome.unwrap_or_else(|message| Some((at.get(), message)));
                failures.lock().unwrap_or_else(PoisonError::into_inner).extend(failure);
            }
        });
        let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
        failures.into_iter().min().map_or(Ok(()), |(_, message)| Err(message))
    }
}

/// Adds the class to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Rollout>()
}
