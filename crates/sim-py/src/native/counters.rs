//! Counters of a world: `Data.warning` and `Data.timer`.

use crate::memory::describe::describe;
use crate::memory::views::Block;
use crate::native::data::MjData;
use crate::native::timers::{MjTimerStat, Timer};
use numpy::PyArray1;
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use sim_core::Data;
use sim_core::arrays::{ArrayMut, Shape};

fn place(index: isize, len: usize) -> PyResult<usize> {
    let place = if index < 0 { index + len as isize } else { index };
    usize::try_from(place).ok().filter(|k| *k < len).ok_or_else(|| PyIndexError::new_err("Index out of range."))
}

/// Counters of one kind of warning: of a world, or on their own. `WarningStat()` has zeros.
#[pyclass(subclass, module = "cortenforge._core", name = "WarningStat")]
pub struct MjWarningStat {
    lastinfo: i32,
    number: i32,
    world: Option<(Py<MjData>, usize)>,
}

impl MjWarningStat {
    fn values(&self) -> (i32, i32) {
        let Some((data, kind)) = &self.world else { return (self.lastinfo, self.number) };
        let warning = data.get().store.read().warning;
        let entry = |list: &[i32]| list.get(*kind).copied().unwrap_or_default();
        (entry(&warning.lastinfo), entry(&warning.number))
    }

    fn write(&mut self, (lastinfo, number): (i32, i32)) {
        (self.lastinfo, self.number) = (lastinfo, number);
        let Some((data, kind)) = &self.world else { return };
        let warning = &mut data.get().store.write().warning;
        warning.lastinfo.get_mut(*kind).into_iter().for_each(|x| *x = lastinfo);
        warning.number.get_mut(*kind).into_iter().for_each(|x| *x = number);
    }
}

#[pymethods]
impl MjWarningStat {
    #[new]
    fn new() -> Self {
        Self { lastinfo: 0, number: 0, world: None }
    }

    /// What the last warning was about: an index, or the number of a kind.
    ///
    /// int; can be set.
    #[getter]
    fn lastinfo(&self) -> i32 {
        self.values().0
    }

    #[setter]
    fn set_lastinfo(&mut self, value: i32) {
        self.write((value, self.values().1));
    }

    /// Number of warnings.
    ///
    /// int; can be set.
    #[getter]
    fn number(&self) -> i32 {
        self.values().1
    }

    #[setter]
    fn set_number(&mut self, value: i32) {
        self.write((self.values().0, value));
    }

    fn __copy__(&self) -> Self {
        let (lastinfo, number) = self.values();
        Self { lastinfo, number, world: None }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.try_borrow().is_ok_and(|other| other.values() == self.values()))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        describe(slf.as_any(), &["lastinfo", "number"])
    }
}

/// Counters of a world's warnings by kind.
///
/// Items: WarningStat.
#[pyclass(frozen, module = "cortenforge._core", name = "WarningList")]
pub struct WarningList {
    data: Py<MjData>,
}

impl WarningList {
    /// The counters of a world.
    pub fn new(data: Py<MjData>) -> Self {
        Self { data }
    }

    fn view<'py>(&self, py: Python<'py>, counters: fn(&mut Data) -> &mut [i32]) -> PyResult<Bound<'py, PyAny>> {
        self.data.get().store.view(py, |data| {
            let entries = counters(data);
            Block::new(Shape { rows: entries.len(), cols: None }, ArrayMut::I32(entries))
        })
    }
}

#[pymethods]
impl WarningList {
    /// What the last warning of each kind was about.
    ///
    /// int32 array (7,).
    #[getter]
    fn lastinfo<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.view(py, |d| &mut d.warning.lastinfo)
    }

    /// Number of warnings of each kind.
    ///
    /// int32 array (7,).
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.view(py, |d| &mut d.warning.number)
    }

    fn __len__(&self) -> usize {
        self.data.get().store.read().warning.number.len()
    }

    fn __getitem__(&self, py: Python<'_>, index: isize) -> PyResult<MjWarningStat> {
        let kind = place(index, self.__len__())?;
        Ok(MjWarningStat { lastinfo: 0, number: 0, world: Some((self.data.clone_ref(py), kind)) })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let counters = |list: &Self| list.data.get().store.read().warning;
        other.cast::<Self>().is_ok_and(|other| counters(self) == counters(other.get()))
    }
}

/// Timers of a world: steps, forward and inverse dynamics as a whole. Parts of them are not timed.
///
/// Items: TimerStat.
#[pyclass(frozen, module = "cortenforge._core", name = "TimerList")]
pub struct TimerList {
    data: Py<MjData>,
}

impl TimerList {
    /// The timers of a world.
    pub fn new(data: Py<MjData>) -> Self {
        Self { data }
    }
}

#[pymethods]
impl TimerList {
    /// Total time of each timer (s).
    ///
    /// float64 array (15,).
    #[getter]
    fn duration<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        let timers = self.data.get().timers();
        PyArray1::from_iter(py, timers.iter().map(|timer| timer.duration)).into_any()
    }

    /// How often each timer ran.
    ///
    /// int32 array (15,).
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        let timers = self.data.get().timers();
        PyArray1::from_iter(py, timers.iter().map(|timer| timer.number)).into_any()
    }

    fn __len__(&self) -> usize {
        Timer::COUNT
    }

    fn __getitem__(&self, index: isize) -> PyResult<MjTimerStat> {
        let kind = place(index, Timer::COUNT)?;
        Ok(self.data.get().timers().get(kind).copied().unwrap_or_default())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.data.get().timers() == other.get().data.get().timers())
    }
}

/// Adds the classes to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.setattr("WarningStat", MjWarningStat::type_object(py))?;
    module.setattr("WarningList", WarningList::type_object(py))?;
    module.setattr("TimerStat", MjTimerStat::type_object(py))?;
    module.setattr("TimerList", TimerList::type_object(py))
}
