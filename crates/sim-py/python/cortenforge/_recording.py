"""`Recording`: a run of a model that can be looked at, as a film or in a notebook."""

from __future__ import annotations

import base64
import os
import pathlib
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._renderer import Renderer

#: Most pictures of a film, and of one in a notebook.
_MOST, _MOST_SHOWN = 10_000, 200
_RATE = 25.0


def _full_physics() -> int:
    from .mujoco import mjtState

    return int(mjtState.mjSTATE_FULLPHYSICS)


class Recording:
    """A run: the states of one world, a row for each (`mjSTATE_FULLPHYSICS`), as ``rollout`` and ``BatchSim.step`` give them.

    In a notebook it shows itself as a film.
    """

    def __init__(self, model: _core.Model, states: npt.ArrayLike) -> None:
        if not isinstance(model, _core.Model):
            raise TypeError(f"model should be a Model, not a {type(model).__name__}")
        rows = np.array(states, dtype=np.float64)
        size = _core.mj_stateSize(model, _full_physics())
        if rows.ndim != 2 or rows.shape[1] != size or not len(rows):
            raise ValueError(f"the states of a run have the shape (steps, {size}) with at least one step, not {rows.shape}")
        self._model, self._states = model, rows

    @property
    def model(self) -> _core.Model:
        """The model."""
        return self._model

    @property
    def states(self) -> npt.NDArray[np.float64]:
        """The states, a row for each step."""
        return self._states

    @property
    def times(self) -> npt.NDArray[np.float64]:
        """Simulation time of each step (s)."""
        return self._states[:, 0]

    def __len__(self) -> int:
        return len(self._states)

    def film(self, format: str = "webp", camera: Any = -1, *, width: int = 320, height: int = 240, rate: float = _RATE) -> bytes:
        """The run as a file that plays as fast as it went, `rate` pictures a second: "webp" or "gif"."""
        film = _core._Film(format, int(width), int(height), float(rate))
        renderer, data = Renderer(self._model, width, height), _core.Data(self._model)
        picture = np.empty((int(height), int(width), 3), dtype=np.uint8)
        spec = _full_physics()
        for step in self._steps(float(rate)):
            _core.mj_setState(self._model, data, self._states[step], spec)
            _core.mj_forward(self._model, data)
            film.push(renderer.color(data, camera, out=picture))
        return bytes(film.finish())

    def save(
        self, path: str | os.PathLike[str], camera: Any = -1, *, width: int = 320, height: int = 240, rate: float = _RATE
    ) -> None:
        """Writes the film of the run; the name ends in .webp or .gif."""
        target = pathlib.Path(path)
        target.write_bytes(self.film(target.suffix[1:].lower(), camera, width=width, height=height, rate=rate))

    def _duration(self) -> float:
        """Seconds from the first to the last step; an error where the times do not rise."""
        times = self.times
        if not (np.isfinite(times).all() and (np.diff(times) >= 0).all()):
            raise ValueError("the times of the steps should be numbers that do not fall")
        return float(times[-1] - times[0])

    def _steps(self, rate: float) -> npt.NDArray[np.intp]:
        """The step that each picture shows: the last one before its time."""
        pictures = self._duration() * rate
        if not pictures < _MOST:
            raise ValueError(f"a film has less than {_MOST} pictures, not {pictures:.0f}: choose a lower rate")
        at = self.times[0] + np.arange(int(pictures + 1e-9) + 1) / rate
        steps: npt.NDArray[np.intp] = np.maximum(np.searchsorted(self.times, at + 1e-9, side="right") - 1, 0)
        return steps

    def _repr_html_(self) -> str | None:
        """The film, for notebooks; None where it cannot be drawn."""
        try:
            rate = min(_RATE, _MOST_SHOWN / max(self._duration(), 1e-3))
            film = base64.b64encode(self.film(rate=rate)).decode()
        except Exception:
            return None
        return f'<img src="data:image/webp;base64,{film}" alt="a run of {len(self)} steps"/>'
