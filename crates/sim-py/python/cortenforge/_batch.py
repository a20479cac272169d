"""Many worlds of one model, stepped together by several threads."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import MjData, MjModel

#: Everything that decides the next step.
INTEGRATION = 0b11111111111111


class BatchSim:
    """`n` independent worlds that share one model.

    ``batch[i]`` is a world like any other: its arrays are views of the engine's memory. :meth:`get` and :meth:`set`
    copy an array of all worlds at once. A step that fails is reported in :attr:`errors`; nothing is reset by itself.
    Results do not depend on the number of threads.
    """

    def __init__(self, model: MjModel, n: int, *, threads: int | None = None):
        """Makes `n` worlds; `threads` step them, by default as many as there are processors."""
        if n < 0:
            raise ValueError("a batch has no negative number of worlds")
        if threads is not None and threads < 1:
            raise ValueError("at least one thread is needed")
        self._model = model
        self._models = [model] * n
        self._team = _core._Team(threads)
        self._data = self._team.make(model, n)
        self._errors: list[str | None] = [None] * n
        self._renew()

    def _renew(self):
        self._worlds = _core._Worlds(self._team, self._models, self._data)

    @property
    def model(self) -> MjModel:
        """The shared model."""
        return self._model

    @property
    def errors(self) -> list[str | None]:
        """What went wrong in the last step of each world."""
        return list(self._errors)

    def model_of(self, i: int) -> MjModel:
        """The model of world `i`: its own where it has one, else the shared one."""
        return self._models[i]

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, i: int) -> MjData:
        return self._data[i]

    def __iter__(self) -> Iterator[MjData]:
        return iter(self._data)

    def step(
        self,
        nstep: int = 1,
        *,
        control: npt.ArrayLike | None = None,
        state: np.ndarray | None = None,
        sensordata: np.ndarray | None = None,
    ) -> list[str | None]:
        """Steps every world `nstep` times with its inputs held, up to its first error; the errors by world.

        Where they are given, `control` has a row of controls for every world, and `state` (``mjSTATE_FULLPHYSICS``) and
        `sensordata` are contiguous arrays that the results are put into, a row for every world, even after an error. Every
        world's rows are copied by the thread that steps it, which costs less than :meth:`set` and :meth:`get_state` do.
        """
        if control is not None:
            control = np.ascontiguousarray(control, np.float64)
        self._errors = self._worlds.step(nstep, control, state, sensordata)
        return list(self._errors)

    def forward(self) -> list[str | None]:
        """Computes what follows from the state and inputs of every world, without moving; the errors by world."""
        self._errors = self._worlds.forward()
        return list(self._errors)

    def reset(self, mask: npt.ArrayLike | None = None) -> None:
        """Resets the worlds that `mask` chooses, or all. Applied forces are kept.

        A world that the engine itself failed on is replaced by a new one.
        """
        chosen = [True] * len(self) if mask is None else np.asarray(mask, bool)[: len(self)].tolist()
        broken = self._worlds.reset(chosen)
        for i in broken:
            self._data[i] = MjData(self._models[i])
        if broken:
            self._renew()
        self._errors[: len(chosen)] = [None if reset else e for reset, e in zip(chosen, self._errors, strict=False)]

    def _shape(self, name: str) -> tuple[tuple[int, ...], np.dtype]:
        if name == "time":
            return (len(self),), np.dtype(np.float64)
        sample = getattr(self._data[0], name, None) if self._data else None
        if not isinstance(sample, np.ndarray):
            raise KeyError(f"no array of a fixed size is called '{name}'")
        return (len(self), *sample.shape), sample.dtype

    def get(self, name: str, out: np.ndarray | None = None) -> np.ndarray:
        """Copies an array of every world, one row per world, into `out` where that is given."""
        shape, dtype = self._shape(name)
        rows = np.empty(shape, dtype) if out is None else out
        if rows.shape != shape:
            raise ValueError(f"'{name}' has shape {shape}, not {rows.shape}")
        if rows.dtype == dtype and rows.flags.c_contiguous:
            self._worlds.read(name, rows)
        else:
            whole = np.empty(shape, dtype)
            self._worlds.read(name, whole)
            rows[...] = whole
        return rows

    def set(self, name: str, values: npt.ArrayLike) -> None:
        """Sets an array of every world from one row per world, or all from the same."""
        shape, dtype = self._shape(name)
        self._worlds.write(name, np.array(np.broadcast_to(np.asarray(values, dtype), shape), order="C"))

    def get_state(self, spec: int = INTEGRATION, out: np.ndarray | None = None) -> np.ndarray:
        """The state of every world, one row per world; `spec` chooses the components."""
        shape = (len(self), _core.mj_stateSize(self._model, int(spec)))
        out = np.empty(shape) if out is None else out
        if out.shape != shape:
            raise ValueError(f"the states have shape {shape}, not {out.shape}")
        if len(self):
            self._worlds.read_state(int(spec), out)
        return out

    def set_state(self, states: npt.ArrayLike, spec: int = INTEGRATION) -> None:
        """Restores the state of every world from one row per world, or all from the same."""
        shape = (len(self), _core.mj_stateSize(self._model, int(spec)))
        if len(self):
            rows = np.broadcast_to(np.asarray(states, np.float64), shape)
            self._worlds.write_state(int(spec), np.array(rows, order="C"))

    def override(self, worlds: Sequence[int] | None = None, /, **arrays: npt.ArrayLike) -> None:
        """Gives worlds models of their own with other values in the named arrays, one row per world.

        Constants that follow from them are recomputed; a new `qpos0` shows at the next reset.
        """
        chosen = list(range(len(self)) if worlds is None else worlds)
        rows = {
            name: np.broadcast_to(np.asarray(values), (len(chosen), *getattr(self._model, name).shape))
            for name, values in arrays.items()
        }
        own = {}
        for row, i in enumerate(chosen):
            model = copy.copy(self._models[i])
            for name, values in rows.items():
                getattr(model, name)[...] = values[row]
            _core.mj_setConst(model, MjData(model))
            own[i] = model
        for i, model in own.items():
            self._models[i] = model
        self._renew()

    def clear_override(self, worlds: Sequence[int] | None = None) -> None:
        """Lets worlds share the common model again."""
        for i in range(len(self)) if worlds is None else worlds:
            self._models[i] = self._model
        self._renew()
