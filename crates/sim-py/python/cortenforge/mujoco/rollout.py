"""Open-loop trajectories from initial states, with their states and sensor readings: ``mujoco.rollout`` on this engine.

Dimensions are inferred from the arrays, arrays of one row or one step serve all, and results are allocated where the
caller gives no memory for them. Trajectories are computed by as many threads as there are worlds.
"""

from __future__ import annotations

import atexit
import operator
from collections.abc import Sequence
from typing import Any, Optional, TypeAlias, Union

import numpy as np
from numpy import typing as npt

from .. import _core
from .._core import mj_stateSize
from ._classes import MjData, MjModel

Results: TypeAlias = "tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]"

FULLPHYSICS = 0b10000000011111
CTRL = 1 << 6
USER = 0b1111111000000


class Rollout:
    """A pool of threads that computes trajectories."""

    def __init__(self, *, nthread: int | None = None) -> None:
        """Starts `nthread` threads; with none of them the caller's own thread does the work."""
        self.nthread = 0 if nthread is None else nthread
        self.rollout_: _core._Rollout | None = _core._Rollout(nthread=self.nthread)

    def __enter__(self) -> Rollout:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the threads."""
        self.rollout_ = None

    def rollout(
        self,
        model: Union[MjModel, Sequence[MjModel]],
        data: Union[MjData, Sequence[MjData]],
        initial_state: npt.ArrayLike,
        control: Optional[npt.ArrayLike] = None,
        *,
        control_spec: int = CTRL,
        skip_checks: bool = False,
        nstep: Optional[int] = None,
        initial_warmstart: Optional[npt.ArrayLike] = None,
        state: Optional[npt.ArrayLike] = None,
        sensordata: Optional[npt.ArrayLike] = None,
        chunk_size: Optional[int] = None,
    ) -> Results:
        """Computes trajectories.

        Args:
          model: a model, or one for each trajectory.
          data: a world, or one for each thread; they are work space.
          initial_state: states to start from, (nbatch or 1) x nstate.
          control: what is applied, (nbatch or 1) x (nstep or 1) x ncontrol.
          control_spec: components of the state that `control` consists of.
          skip_checks: take the arguments as they are: lists of models and worlds, arrays of full size.
          nstep: steps, where they do not follow from an array.
          initial_warmstart: accelerations the solver starts from, (nbatch or 1) x nv.
          state: memory for the states, nbatch x nstep x nstate.
          sensordata: memory for the sensor readings, nbatch x nstep x nsensordata.
          chunk_size: trajectories a thread takes at a time; one by default.

        Returns:
          The states and the sensor readings after each step.

        Raises:
          RuntimeError: the threads were ended before.
          ValueError: arrays or lists that do not fit together.
        """
        if self.rollout_ is None:
            raise RuntimeError("rollout requested after thread pool shutdown")
        outputs: Any = state, sensordata
        models: Any = model
        worlds: Any = data
        steps: Any = nstep
        if not skip_checks:
            arrays: dict[str, Any] = {
                "initial_state": initial_state,
                "initial_warmstart": initial_warmstart,
                "control": control,
                "state": state,
                "sensordata": sensordata,
            }
            models, worlds, steps, arrays = _prepare(model, data, nstep, control_spec, chunk_size, arrays)
            initial_state, initial_warmstart, control = (
                arrays[name] for name in ("initial_state", "initial_warmstart", "control")
            )
            outputs = arrays["state"], arrays["sensordata"]
        started = (initial_state, initial_warmstart, control)
        inputs: Any = (x if x is None else np.asarray(x, np.float64) for x in started)
        arguments: Any = (*inputs, *outputs, chunk_size)
        self.rollout_.rollout(models, worlds, steps, operator.index(control_spec), *arguments)
        results: Results = outputs
        return results


#: The pool that calls with ``persistent_pool=True`` share.
persistent_rollout: Rollout | None = None


def shutdown_persistent_pool() -> None:
    """Ends the threads of the pool that calls with ``persistent_pool=True`` share."""
    global persistent_rollout
    if persistent_rollout is not None:
        persistent_rollout.close()
    persistent_rollout = None


atexit.register(shutdown_persistent_pool)


def rollout(
    model: Union[MjModel, Sequence[MjModel]],
    data: Union[MjData, Sequence[MjData]],
    initial_state: npt.ArrayLike,
    control: Optional[npt.ArrayLike] = None,
    *,
    control_spec: int = CTRL,
    skip_checks: bool = False,
    nstep: Optional[int] = None,
    initial_warmstart: Optional[npt.ArrayLike] = None,
    state: Optional[npt.ArrayLike] = None,
    sensordata: Optional[npt.ArrayLike] = None,
    chunk_size: Optional[int] = None,
    persistent_pool: bool = False,
) -> Results:
    """Computes trajectories with one thread for each world in `data`; see :meth:`Rollout.rollout`.

    With `persistent_pool` the threads are kept for the next call.
    """
    global persistent_rollout
    worlds: Any = data if isinstance(data, list) else [data]
    nthread = len(worlds) if len(worlds) > 1 else 0
    if persistent_pool:
        if persistent_rollout is None or persistent_rollout.nthread != nthread:
            shutdown_persistent_pool()
            persistent_rollout = Rollout(nthread=nthread)
        pool = persistent_rollout
    else:
        pool = Rollout(nthread=nthread)
    try:
        return pool.rollout(
            model,
            worlds,
            initial_state,
            control,
            control_spec=control_spec,
            skip_checks=skip_checks,
            nstep=nstep,
            initial_warmstart=initial_warmstart,
            state=state,
            sensordata=sensordata,
            chunk_size=chunk_size,
        )
    finally:
        if not persistent_pool:
            pool.close()


def _prepare(
    model: Any, data: Any, nstep: Any, control_spec: int, chunk_size: Any, arrays: dict[str, Any]
) -> tuple[list[MjModel], list[MjData], int, dict[str, Any]]:
    """Checks the arguments and brings them to full size."""
    if control_spec & ~USER:
        raise ValueError("control_spec can only contain bits in mjSTATE_USER")
    for name, number in {"nstep": nstep, "chunk_size": chunk_size}.items():
        if number and not isinstance(number, int):
            raise ValueError(f"{name} must be an integer")
    axes = {"initial_state": 2, "initial_warmstart": 2, "control": 3, "state": 3, "sensordata": 3}
    for name, array in arrays.items():
        if array is not None and not isinstance(array, (np.ndarray, float)):
            raise ValueError(f"{name} must be a numpy array or float")
    arrays = {name: array if array is None else _full(name, array, axes[name]) for name, array in arrays.items()}

    models = [model] if isinstance(model, MjModel) else list(model)
    nbatch = _common(0, 1, arrays)
    if nbatch == 1:
        nbatch = len(models)
    if len(models) > 1 and len(models) != nbatch:
        raise ValueError(f"nbatch inferred as {nbatch} but model is length {len(models)}")
    nstep = _common(1, nstep or 1, {name: arrays[name] for name in ("control", "state", "sensordata")})

    sizes = {_sizes(m, control_spec) for m in models}
    if len(sizes) != 1:
        raise ValueError("models are not compatible")
    nstate, ncontrol, nv, nsensordata = sizes.pop()
    widths = {"initial_state": nstate, "state": nstate, "control": ncontrol}
    widths |= {"initial_warmstart": nv, "sensordata": nsensordata}
    for name, width in widths.items():
        array = arrays[name]
        if array is not None and array.shape[-1] != width:
            raise ValueError(f"trailing dimension of {name} must be {width}, got {array.shape[-1]}")

    for name in ("initial_state", "initial_warmstart", "control"):
        if arrays[name] is not None:
            shape = (nbatch, nstep)[: axes[name] - 1] + arrays[name].shape[-1:]
            arrays[name] = np.ascontiguousarray(np.broadcast_to(arrays[name], shape))
    for name in ("state", "sensordata"):
        if arrays[name] is None:
            arrays[name] = np.empty((nbatch, nstep, widths[name]))
    models = models * nbatch if len(models) == 1 else models
    return models, data if isinstance(data, list) else [data], nstep, arrays


def _full(name: str, array: Any, ndim: int) -> npt.NDArray[np.float64]:
    """The array with leading dimensions added, contiguous and of the engine's type."""
    if np.ndim(array) > ndim:
        raise ValueError(f"{name} can have at most {ndim} dimensions")
    array = np.asarray(array)
    missing = tuple(range(ndim - array.ndim))
    # an array of full size stays the caller's own
    return np.ascontiguousarray(np.expand_dims(array, missing) if missing else array, dtype=np.float64)


def _common(axis: int, value: int, arrays: dict[str, Any]) -> int:
    """The length of an axis on which the arrays agree; length 1 fits everything."""
    for name, array in arrays.items():
        found = value if array is None else array.shape[axis]
        if found == value:
            continue
        if value == 1:
            value = found
        elif found != 1:
            raise ValueError(f"dimension {axis} inferred as {value} but {name} has {found}")
    return value


def _sizes(model: MjModel, control_spec: int) -> tuple[int, int, int, int]:
    return mj_stateSize(model, FULLPHYSICS), mj_stateSize(model, int(control_spec)), model.nv, model.nsensordata
