"""Many worlds of one model, stepped together by several threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

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

    def __init__(self, model: MjModel, n: int, *, threads: int | None = None) -> None:
        """Makes `n` worlds; `threads` step them, by default as many as there are processors."""
        if n < 0:
            raise ValueError("a batch has no negative number of worlds")
        if threads is not None and threads < 1:
            raise ValueError("at least one thread is needed")
        self._model = model
        self._team = _core._Team(threads)
        # first, as it refuses more worlds than there is room for
        self._data = self._team.make(model, n)
        self._models = [model] * n
        self._errors: list[str | None] = [None] * n
        self._renew(self._models, self._data)

    def _renew(self, models: list[MjModel], data: list[MjData]) -> None:
        # all of it or nothing: a model that does not fit is refused here
        self._worlds = _core._Worlds(self._team, models, data)
        self._models, self._data = models, data

    def _chosen(self, worlds: npt.ArrayLike | None) -> list[int]:
        """Numbers of the worlds that a mask or a list of numbers names; of all without one."""
        n = len(self)
        if worlds is None:
            return list(range(n))
        which = np.asarray(worlds)
        if which.size == 0:
            return []
        if which.ndim != 1 or which.dtype.kind not in "biu":
            raise TypeError("worlds are chosen by a list of booleans, one for each, or by a list of their numbers")
        if which.dtype == bool:
            return [int(i) for i in np.flatnonzero(which[:n])]
        for i in which.tolist():
            if not -n <= i < n:
                raise IndexError(f"there is no world {i} in a batch of {n}")
        return [int(i) for i in which % n]

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
        state: npt.NDArray[Any] | None = None,
        sensordata: npt.NDArray[Any] | None = None,
    ) -> list[str | None]:
        """Steps every world `nstep` times with its inputs held, up to its first error; the errors by world.

        Where they are given, `control` has a row of controls for every world, or one for all, and `state`
        (``mjSTATE_FULLPHYSICS``) and `sensordata` are contiguous arrays that the results are put into, a row for every world,
        even after an error; a world that the engine itself failed on has rows of NaN until it is reset. Every world's rows are
        copied by the thread that steps it, which costs less than :meth:`set` and :meth:`get_state` do.
        """
        if control is not None:
            control, shape = np.asarray(control, np.float64), (len(self), self._model.nu)
            if control.shape != shape:
                control = _spread(control, shape, f"control should have {shape[0]} rows of {shape[1]} numbers")
            control = np.ascontiguousarray(control)
        self._errors = self._worlds.step(nstep, control, state, sensordata)
        return list(self._errors)

    def forward(self) -> list[str | None]:
        """Computes what follows from the state and inputs of every world, without moving; the errors by world."""
        self._errors = self._worlds.forward()
        return list(self._errors)

    def reset(self, mask: npt.ArrayLike | None = None) -> None:
        """Resets the worlds that `mask` chooses, by booleans or by their numbers, or all. Applied forces are kept.

        A world that the engine itself failed on is replaced by a new one: ``batch[i]`` is another object then.
        """
        chosen = self._chosen(mask)
        replaced = self._worlds.reset(chosen)
        if replaced:
            data = self._data.copy()
            for i, world in replaced:
                data[i] = world
            self._renew(self._models, data)
        for i in chosen:
            self._errors[i] = None

    def _shape(self, name: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
        shape, kind = _core._world_array(self._model, name)
        return (len(self), *shape), np.dtype(kind)

    def get(self, name: str, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Copies an array of every world, one row per world, into `out` where that is given."""
        shape, dtype = self._shape(name)
        return _filled(out, f"'{name}'", shape, dtype, lambda rows: self._worlds.read(name, rows))

    def set(self, name: str, values: npt.ArrayLike) -> None:
        """Sets an array of every world from one row per world, or all from the same."""
        shape, dtype = self._shape(name)
        rows = _spread(np.asarray(values, dtype), shape, f"'{name}' has shape {shape}")
        self._worlds.write(name, np.array(rows, order="C"))

    def get_state(self, spec: int = INTEGRATION, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Copies the state of every world, one row per world, into `out` where that is given; `spec` chooses the components."""
        shape = (len(self), _core.mj_stateSize(self._model, int(spec)))
        read = self._worlds.read_state
        return _filled(out, "the states", shape, np.dtype(np.float64), lambda rows: read(int(spec), rows))

    def set_state(self, states: npt.ArrayLike, spec: int = INTEGRATION) -> None:
        """Restores the state of every world from one row per world, or all from the same."""
        shape = (len(self), _core.mj_stateSize(self._model, int(spec)))
        rows = _spread(np.asarray(states, np.float64), shape, f"the states have shape {shape}")
        self._worlds.write_state(int(spec), np.array(rows, order="C"))

    def override(self, worlds: npt.ArrayLike | None = None, /, **values: npt.ArrayLike) -> None:
        """Gives worlds models of their own with other values of the named parameters, one row per world or one for all.

        `worlds` chooses them by booleans or by their numbers. A parameter is an array of the model, like ``body_mass``, or one of
        its options, like ``gravity``. What :func:`mj_setConst` computes from them follows; bounds of shapes (``geom_rbound``,
        ``geom_aabb``) do not follow from ``geom_size``, but can be given too. A new ``qpos0`` shows at the next reset. Nothing
        changes on an error. ``batch[i].model`` and :meth:`model_of` are the world's own model from now on.
        """
        chosen = self._chosen(worlds)
        rows = {}
        for name, given in values.items():
            shape = (len(chosen), *np.shape(getattr(_owner(self._model, name), name)))
            rows[name] = _spread(np.asarray(given), shape, f"'{name}' has shape {shape} here")
        sources, arrays = [self._models[i] for i in chosen], {}
        options = [name for name in rows if _owner(self._model, name) is not self._model]
        if options:
            sources = _core._twins(self._model, sources)
        for name, given in rows.items():
            if name in options:
                for source, value in zip(sources, given, strict=True):
                    _assign(source.opt, name, value)
            else:
                arrays[name] = _entries(given, getattr(self._model, name).dtype)
        models = self._models.copy()
        for i, own in zip(chosen, _core._own_models(self._team, self._model, sources, arrays), strict=True):
            models[i] = own
        self._renew(models, self._data)

    def clear_override(self, worlds: npt.ArrayLike | None = None) -> None:
        """Lets worlds, chosen by booleans or by their numbers, share the common model again."""
        models = self._models.copy()
        for i in self._chosen(worlds):
            models[i] = self._model
        self._renew(models, self._data)


def _spread(values: npt.NDArray[Any], shape: tuple[int, ...], rule: str) -> npt.NDArray[Any]:
    """The values as an array of that shape, repeated where they are fewer."""
    try:
        return np.broadcast_to(values, shape)
    except ValueError:
        raise ValueError(f"{rule}, not {values.shape}") from None


def _filled(
    out: npt.NDArray[Any] | None, what: str, shape: tuple[int, ...], dtype: np.dtype[Any], read: Callable[[npt.NDArray[Any]], None]
) -> npt.NDArray[Any]:
    """What `read` copies into an array of that shape and type; in `out` where that is given."""
    if out is not None and out.shape != shape:
        raise ValueError(f"{what} should have shape {shape}, not {out.shape}")
    if out is not None and out.dtype == dtype and out.flags.c_contiguous:
        read(out)
        return out
    rows = np.empty(shape, dtype)
    read(rows)
    if out is None:
        return rows
    out[...] = rows
    return out


def _owner(model: MjModel, name: str) -> MjModel | _core.MjOption:
    """What has a parameter of that name: the model for its arrays, or its options."""
    if isinstance(getattr(model, name, None), np.ndarray):
        return model
    if name.startswith("_") or not isinstance(getattr(model.opt, name, None), (np.ndarray, int, float)):
        raise KeyError(f"the model has neither an array nor an option called '{name}'")
    return model.opt


def _entries(rows: npt.NDArray[Any], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """The rows one after another in that type; the first alone where all are the same memory."""
    rows = rows[:1] if rows.strides[0] == 0 else rows
    entries = np.empty(rows.shape, dtype)
    np.copyto(entries, rows, casting="same_kind")
    return entries.reshape(-1)


def _assign(owner: MjModel | _core.MjOption, name: str, value: npt.NDArray[Any]) -> None:
    target = getattr(owner, name)
    if isinstance(target, np.ndarray):
        np.copyto(target, value, casting="same_kind")
    else:
        setattr(owner, name, value.item())
