"""`Recording`: a run of a model that can be looked at, as a film, in a notebook or in the viewer."""

from __future__ import annotations

import base64
import io
import os
import pathlib
import tempfile
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _ffmpeg
from ._renderer import Renderer, model_name

#: Most pictures of a film, and of one in a notebook.
_MOST, _MOST_SHOWN = 10_000, 200
_RATE = 25.0

#: What `save` writes, by the ending of the name.
_ENDINGS = (".webp", ".gif", ".mp4", ".npz")


def _full_physics() -> int:
    from .mujoco import mjtState

    return int(mjtState.mjSTATE_FULLPHYSICS)


class Recording:
    """A run: the states of one world, a row for each (`mjSTATE_FULLPHYSICS`), as ``rollout`` and ``BatchSim.step`` give them.

    `ctrl` has the controls of each step, where a file should keep them. In a notebook a recording shows itself as a film.
    """

    def __init__(self, model: _core.Model, states: npt.ArrayLike, ctrl: npt.ArrayLike | None = None) -> None:
        if not isinstance(model, _core.Model):
            raise TypeError(f"model should be a Model, not a {type(model).__name__}")
        rows = np.array(states, dtype=np.float64)
        size = _core.mj_stateSize(model, _full_physics())
        if rows.ndim != 2 or rows.shape[1] != size or not len(rows):
            raise ValueError(f"the states of a run have the shape (steps, {size}) with at least one step, not {rows.shape}")
        self._model, self._states = model, rows
        self._ctrl = np.zeros((len(rows), model.nu)) if ctrl is None else np.array(ctrl, dtype=np.float64)
        if self._ctrl.shape != (len(rows), model.nu):
            raise ValueError(f"`ctrl` has shape {self._ctrl.shape}: give ({len(rows)}, {model.nu}), the controls of each step")

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

    def __repr__(self) -> str:
        steps = f"{len(self)} step{'' if len(self) == 1 else 's'}"
        return f"<Recording of {model_name(self._model)!r}: {steps}, from {self.times[0]:g} s to {self.times[-1]:g} s>"

    def film(self, format: str = "webp", camera: Any = -1, *, width: int = 320, height: int = 240, rate: float = _RATE) -> bytes:
        """The run as a file that plays as fast as it went, `rate` pictures a second: "webp" or "gif"."""
        pictures = self._pictures(camera, width, height, rate)
        film = _core._Film(format, int(width), int(height), float(rate))
        for picture in pictures:
            film.push(picture)
        return bytes(film.finish())

    def save(
        self, path: str | os.PathLike[str], camera: Any = -1, *, width: int = 320, height: int = 240, rate: float = _RATE
    ) -> None:
        """Writes the run to a file. The ending of its name chooses the form.

        .webp and .gif are films. .mp4 is one too, and needs ffmpeg: ``pip install imageio-ffmpeg``, one on the PATH, or the program that
        the environment variable ``CORTENFORGE_FFMPEG`` names. .npz holds the states; ``cortenforge view run.npz`` plays them, with the
        model's file or built-in model (``--model FILE`` names it where the model was made from text or has moved). `camera`, `width`, `height` and `rate` are for films.
        """
        target = pathlib.Path(path)
        ending = target.suffix.lower()
        if ending not in _ENDINGS:
            found = f"ends in {ending!r}" if ending else "has no ending"
            raise ValueError(f"{target.name!r} {found}: give a name that ends in {', '.join(_ENDINGS[:-1])} or .npz")
        if ending == ".npz":
            self._save_states(target)
        elif ending == ".mp4":
            _ffmpeg.write(target, self._pictures(camera, width, height, rate), int(width), int(height), float(rate))
        else:
            _replace(target, self.film(ending[1:], camera, width=width, height=height, rate=rate))

    def _pictures(self, camera: Any, width: int, height: int, rate: float) -> Iterator[npt.NDArray[np.uint8]]:
        """The pictures of a film, each in the memory of the one before. What is wrong is said at once."""
        steps, renderer = self._steps(float(rate)), Renderer(self._model, width, height)
        return self._drawn(steps, renderer, camera)

    def _drawn(self, steps: npt.NDArray[np.intp], renderer: Renderer, camera: Any) -> Iterator[npt.NDArray[np.uint8]]:
        data, spec = _core.Data(self._model), _full_physics()
        picture = np.empty((renderer.height, renderer.width, 3), dtype=np.uint8)
        for step in steps:
            _core.mj_setState(self._model, data, self._states[step], spec)
            data.ctrl[:] = self._ctrl[step]
            _core.mj_forward(self._model, data)
            yield renderer.color(data, camera, out=picture)

    def _save_states(self, target: pathlib.Path) -> None:
        """Writes a file as the command `cortenforge run --out` does."""
        model, arrays, first = self._model, {"time": self.times}, 1
        for name, width in (("qpos", model.nq), ("qvel", model.nv), ("act", model.na)):
            arrays[name] = self._states[:, first : first + width]
            first += width
        arrays["ctrl"] = self._ctrl
        named: dict[str, Any] = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
        if model._source is not None:
            named["model"] = np.array(os.fspath(model._source))
        contents = io.BytesIO()
        np.savez(contents, **named)
        _replace(target, contents.getvalue())

    def _duration(self) -> float:
        """Seconds from the first to the last step; an error where the times do not rise."""
        times = self.times
        if not (np.isfinite(times).all() and (np.diff(times) >= 0).all()):
            raise ValueError("the times of the steps fall or are NaN or infinite: a film needs times that rise")
        return float(times[-1] - times[0])

    def _steps(self, rate: float) -> npt.NDArray[np.intp]:
        """The step that each picture shows: the last one before its time."""
        if not (rate > 0 and np.isfinite(rate)):
            raise ValueError(f"`rate` is {rate}: give the pictures of a second, above 0")
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


def _replace(target: pathlib.Path, contents: bytes) -> None:
    """Writes a file; one of the same name stays until the new one is complete."""
    place, unfinished = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(place, "wb") as file:
            file.write(contents)
        os.chmod(unfinished, 0o666 & ~_ffmpeg._umask())
        os.replace(unfinished, target)
    finally:
        if os.path.exists(unfinished):
            os.unlink(unfinished)
