"""One protocol for batches of worlds, on the CPU and on a GPU."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from typing import Any, Literal, Protocol, SupportsFloat, SupportsIndex, runtime_checkable

import numpy as np
import numpy.typing as npt

from ._core import BatchSim, Data, GpuArray, GpuBatchSim, Model
from ._errors import StepError


@runtime_checkable
class Batch(Protocol):
    """Many worlds of one model, stepped together: `BatchSim` and `GpuBatchSim`.

    A program written for this protocol runs on both. Arrays of all worlds have one row for each world. A call with a wrong argument
    raises an exception and changes nothing. An error of one world stays in that world: see `errors`.
    """

    @property
    def nworld(self) -> int:
        """Number of worlds."""

    @property
    def model(self) -> Model:
        """The model that the worlds share."""

    @property
    def device(self) -> str:
        """What the worlds run on: "cpu", or the name of the GPU."""

    @property
    def threads(self) -> int | None:
        """Number of threads that step the worlds; None on a GPU."""

    @property
    def errors(self) -> list[StepError | None]:
        """The error of each world in its last step or forward pass; None for a world that was reset since."""

    def __len__(self) -> int: ...

    def step(
        self,
        n: SupportsIndex = 1,
        *,
        ctrl: npt.ArrayLike | None = None,
        state: npt.NDArray[np.float64] | None = None,
        sensordata: npt.NDArray[np.float64] | None = None,
    ) -> list[StepError | None]:
        """Steps every world `n` times, up to its first error, and returns the error of each world.

        `ctrl` of shape (nworld, nu) is held; (n, nworld, nu) has the controls of every step; (n, 1, nu) is for all worlds. `state` and
        `sensordata` receive results: shape (nworld, width) for the end of the call, (n, nworld, width) for every step. A GPU raises
        NotImplementedError for them and names what to use instead.
        """

    def submit(self, n: SupportsIndex = 1) -> None:
        """Steps every world `n` times with its inputs held. A GPU goes on while the program does: `errors` and `get` wait for it."""

    def wait(self) -> None:
        """Waits until submitted steps are done."""

    def forward(self) -> list[StepError | None]:
        """Computes everything that follows from the state and inputs of every world, without moving."""

    def get(self, name: str, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Copies an array of every world, into `out` if given."""

    def set(self, name: str, values: npt.ArrayLike) -> None:
        """Sets an array of the state or of the inputs from one row for each world, or one for all. ValueError: it is computed."""

    def view(self, name: str) -> list[npt.NDArray[Any]] | GpuArray:
        """Views of an array of every world, always current: numpy arrays on the CPU, an array for DLPack and CUDA on a GPU."""

    def world(self, i: SupportsIndex) -> Data:
        """A copy of world `i`; negative numbers count from the end. IndexError: no such world."""

    def set_world(self, i: SupportsIndex, data: Data) -> None:
        """Gives world `i` the state and the inputs of `data`."""

    def save(self) -> Any:
        """Saves state and inputs of every world, where the batch runs. `len` of the result is the number of worlds."""

    def restore(self, states: Any) -> None:
        """Gives every world what was saved for it. ValueError: another number of worlds was saved."""

    def reset(
        self,
        mask: npt.ArrayLike | None = None,
        *,
        keyframe: str | SupportsIndex | None = None,
        states: Any = None,
        rows: npt.ArrayLike | None = None,
        noise: SupportsFloat | tuple[SupportsFloat, SupportsFloat] | None = None,
        seed: SupportsIndex | None = None,
    ) -> None:
        """Resets the worlds of `mask` to the reference pose, to a keyframe, or to saved states. Applied forces are kept.

        What follows from the state, like `xpos`, is computed by the next `forward` or `step`: a batch does not pay for it twice.

        `mask` has nworld booleans, or numbers of worlds. `rows` has a row of `states` for each world to reset. `noise` is the standard
        deviation of what is added to positions and velocities, or a pair; it follows from `seed` and the index of the world alone.
        """

    def override(self, worlds: npt.ArrayLike | None = None, /, **values: npt.ArrayLike) -> None:
        """Gives worlds their own values of parameters of the model, like `body_mass` or `gravity`."""

    def clear_override(self, worlds: npt.ArrayLike | None = None) -> None:
        """Gives worlds the parameters of the common model again."""

    def model_of(self, i: SupportsIndex) -> Model:
        """The model of world `i`."""


def batch(
    model: Model | str | os.PathLike[str],
    n: SupportsIndex,
    *,
    device: Literal["cpu", "gpu", "auto"] = "cpu",
    **options: Any,
) -> Batch:
    """Makes `n` worlds of a model, on the CPU or on a GPU.

    model: a Model, the path of a file, or MJCF text. device: "cpu", "gpu", or "auto": the GPU when there is one that runs the model,
    else the CPU, with a warning that says why. `batch.device` and the repr name what was taken. options: those of `BatchSim`
    (`threads`) or of `GpuBatchSim` (`visible`, `per_world`, `precision`, ...). With "auto", give them as `cpu={...}` and `gpu={...}`.

    ValueError: the device is none of these. The errors of `Model.from_file`, `BatchSim` and `GpuBatchSim`.

        batch = cortenforge.batch("models/humanoid.xml", 4096, device="gpu", visible=["xpos"])
    """
    if device not in ("cpu", "gpu", "auto"):
        raise ValueError(f"`device` is {device!r}: give 'cpu', 'gpu' or 'auto'")
    made = _model(model)
    if device != "auto":
        return BatchSim(made, n, **options) if device == "cpu" else GpuBatchSim(made, n, **options)
    on_cpu, on_gpu = _options(options, "cpu"), _options(options, "gpu")
    if options:
        raise TypeError(f"`{next(iter(options))}` is no option of device='auto': give cpu={{...}} and gpu={{...}}")
    reason = _why_not(made)
    if reason is None:
        return GpuBatchSim(made, n, **on_gpu)
    warnings.warn(f"the worlds run on the CPU: {reason}", RuntimeWarning, stacklevel=2)
    return BatchSim(made, n, **on_cpu)


def _options(options: dict[str, Any], device: str) -> Mapping[str, Any]:
    return options.pop(device, None) or {}


def _why_not(model: Model) -> str | None:
    """Why the model does not run on a GPU here; None when it does."""
    if not GpuBatchSim.available():
        return "there is no GPU that can be used"
    missing = GpuBatchSim.missing(model)
    return "; ".join(missing) if missing else None


def _model(model: Model | str | os.PathLike[str]) -> Model:
    if isinstance(model, Model):
        return model
    if isinstance(model, str) and model.lstrip().startswith("<"):
        return Model.from_string(model)
    return Model.from_file(model)
