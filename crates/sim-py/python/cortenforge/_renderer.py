"""`Renderer`: pictures of worlds as numpy arrays, and the pictures that models and worlds show of themselves in a notebook."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core

#: What each kind of picture has for a pixel.
_KINDS: dict[str, tuple[tuple[int, ...], Any]] = {
    "color": ((3,), np.uint8),
    "depth": ((), np.float32),
    "segmentation": ((2,), np.int32),
}
#: Width and height of the pictures in a notebook.
_NOTEBOOK = (480, 360)


def model_name(model: _core.Model) -> str:
    """The model's own name."""
    return model.names.split(b"\0", 1)[0].decode(errors="replace")


class Renderer:
    """Draws the worlds of a model.

    A camera is the number or the name of one of the model's, -1 for a free one that sees everything, or an
    ``cortenforge.mujoco.MjvCamera``; a list of cameras gives a picture for each, in a new first dimension. `option` is an
    ``cortenforge.mujoco.MjvOption``. Pictures go to `out` where that is given, an array of the right shape and type with its
    entries one after another, and else to a new array. Rows come from the top.
    """

    def __init__(self, model: _core.Model, width: int = 640, height: int = 480, *, max_geom: int = 10_000) -> None:
        if not isinstance(model, _core.Model):
            raise TypeError(f"model should be a Model, not a {type(model).__name__}")
        for name, count, least, what in (("width", width, 1, "pixels"), ("height", height, 1, "pixels"), ("max_geom", max_geom, 0, "geoms")):
            if int(count) < least:
                raise ValueError(f"`{name}` is {count}: give a number of {what}, at least {least}")
        self._model, self._size, self._max_geom = model, (int(height), int(width)), int(max_geom)
        self._drawer: Any = _core._Drawer(model, int(width), int(height))

    def __repr__(self) -> str:
        return f"<Renderer of {model_name(self._model)!r}: {self.width} x {self.height} pixels>"

    @property
    def model(self) -> _core.Model:
        """The model."""
        return self._model

    @property
    def width(self) -> int:
        """Pixels of a row."""
        return self._size[1]

    @property
    def height(self) -> int:
        """Rows of a picture."""
        return self._size[0]

    def color(
        self, data: _core.Data, camera: Any = -1, *, option: Any = None, out: npt.NDArray[Any] | None = None
    ) -> npt.NDArray[np.uint8]:
        """A picture in colour: uint8 (height, width, 3)."""
        return self._pictures("color", data, camera, option, out)

    def depth(
        self, data: _core.Data, camera: Any = -1, *, option: Any = None, out: npt.NDArray[Any] | None = None
    ) -> npt.NDArray[np.float32]:
        """Distances along the axis of sight in metres, the far plane's where there is nothing: float32 (height, width)."""
        return self._pictures("depth", data, camera, option, out)

    def segmentation(
        self, data: _core.Data, camera: Any = -1, *, option: Any = None, out: npt.NDArray[Any] | None = None
    ) -> npt.NDArray[np.int32]:
        """Number and type (mjtObj) of what is seen, -1 and -1 where there is nothing: int32 (height, width, 2)."""
        return self._pictures("segmentation", data, camera, option, out)

    def batch(
        self,
        batch: _core.BatchSim,
        camera: Any = -1,
        *,
        kind: str = "color",
        option: Any = None,
        out: npt.NDArray[Any] | None = None,
    ) -> npt.NDArray[Any]:
        """Pictures of all worlds of a batch, drawn by its threads: (worlds, height, width, ...).

        kind: "color", "depth" or "segmentation".
        """
        if not isinstance(batch, _core.BatchSim):
            raise TypeError(f"batch should be a BatchSim, not a {type(batch).__name__}")
        cameras, several = self._cameras(camera)
        target = self._target(kind, (len(cameras), len(batch)) if several else (len(batch),), out)
        for chosen, part in zip(cameras, target if several else [target], strict=True):
            self._drawer.worlds(kind, batch, chosen, part, option, self._max_geom)
        return target

    def _pictures(self, kind: str, data: Any, camera: Any, option: Any, out: npt.NDArray[Any] | None) -> npt.NDArray[Any]:
        if not isinstance(data, _core.Data):
            raise TypeError(f"data should be a Data, not a {type(data).__name__}")
        cameras, several = self._cameras(camera)
        target = self._target(kind, (len(cameras),) if several else (), out)
        draw = getattr(self._drawer, kind)
        for chosen, part in zip(cameras, target if several else [target], strict=True):
            self._drawer.look(data, chosen, option, self._max_geom)
            draw(part)
        return target

    def _cameras(self, camera: Any) -> tuple[list[Any], bool]:
        from .mujoco.renderer import camera_of

        several = isinstance(camera, (list, tuple))
        return [camera_of(self._model, one) for one in (camera if several else [camera])], several

    def _target(self, kind: str, first: tuple[int, ...], out: npt.NDArray[Any] | None) -> npt.NDArray[Any]:
        if kind not in _KINDS:
            raise ValueError(f"pictures are of the kind {', '.join(_KINDS)}, not {kind!r}")
        entries, dtype = _KINDS[kind]
        shape = (*first, *self._size, *entries)
        if out is None:
            return np.empty(shape, dtype=dtype)
        if not isinstance(out, np.ndarray) or out.dtype != dtype:
            found = out.dtype if isinstance(out, np.ndarray) else type(out).__name__
            raise TypeError(f"out should be a {np.dtype(dtype).name} array, not {found}")
        if out.shape != shape or not out.flags.c_contiguous:
            raise ValueError(f"out should have the shape {shape} with its entries one after another, not {out.shape}")
        if not out.flags.writeable:
            raise ValueError("out is read-only")
        return out


def _picture(model: Any, data: Any) -> bytes | None:
    """A world as a PNG, or None where it cannot be drawn: a notebook shows the text then."""
    try:
        return bytes(_core._png(Renderer(model, *_NOTEBOOK).color(data)))
    except Exception:
        return None


def _show_model(self: Any) -> bytes | None:
    """A picture of the model in its reference pose, for notebooks."""
    try:
        data = _core.Data(self)
        _core.mj_forward(self, data)
    except Exception:
        return None
    return _picture(self, data)


def _show_data(self: Any) -> bytes | None:
    """A picture of the world as it is, for notebooks."""
    return _picture(self.model, self)


setattr(_core.Model, "_repr_png_", _show_model)
setattr(_core.Data, "_repr_png_", _show_data)
