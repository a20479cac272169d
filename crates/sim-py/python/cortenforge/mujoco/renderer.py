"""`Renderer`: pictures of a model's worlds as numpy arrays."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core
from ._context import OFFSCREEN, MjrContext
from ._scene import MjvCamera, MjvOption, MjvScene

_CAMERA, _FREE, _FIXED, _ALL = 7, 0, 2, 7
#: 1 at the near plane, 0 at the far one.
_ZEROFAR = 1


def camera_of(model: Any, camera: Any) -> Any:
    """An MjvCamera for a camera of the model, by number or name; -1 is a free one that sees the whole model."""
    if isinstance(camera, MjvCamera):
        return camera
    number = camera
    if isinstance(number, str):
        number = _core.mj_name2id(model, _CAMERA, number)
        if number == -1:
            names = [_core.mj_id2name(model, _CAMERA, number) or str(number) for number in range(model.ncam)]
            known = f"The model has: {', '.join(map(repr, names))}." if names else "The model has no cameras: leave it out."
            raise ValueError(f'The camera "{camera}" does not exist. {known}')
    if number < -1 or number >= model.ncam:
        raise ValueError(f"The camera id {number} is out of range [-1, {model.ncam}).")
    found = MjvCamera()
    found.fixedcamid = int(number)
    if number == -1:
        found.type = _FREE
        _core.mjv_defaultFreeCamera(model, found)
    else:
        found.type = _FIXED
    return found


def _check_side(name: str, size: int, most: int) -> None:
    if size > most:
        raise ValueError(
            f"Image {name} {size} > framebuffer {name} {most}. Either reduce the image {name} or specify a larger offscreen "
            f'framebuffer in the model XML using the clause:\n<visual>\n  <global off{name}="my_{name}"/>\n</visual>'
        )
    if size < 1:
        raise ValueError(f"Image {name} {size}: at least one pixel is needed")


class Renderer:
    """Draws the worlds of a model in colour, depth or segmentation.

    ``update_scene(data)`` takes over what there is to see, ``render()`` draws it: uint8 (height, width, 3); with depth enabled
    float32 (height, width) in metres; with segmentation enabled int32 (height, width, 2), number and type (mjtObj) of what is seen,
    -1 and -1 for nothing. `font_scale` is the size of texts that are written with the context.
    """

    def __init__(self, model: Any, height: int = 240, width: int = 320, max_geom: int = 10000, font_scale: int = 150) -> None:
        self._mjr_context: MjrContext | None = None
        if not isinstance(model, _core.Model):
            raise TypeError(f"model should be an MjModel, not a {type(model).__name__}")
        _check_side("width", width, model.vis.global_.offwidth)
        _check_side("height", height, model.vis.global_.offheight)
        self._width, self._height = int(width), int(height)
        self._model = model
        self._scene = MjvScene(model=model, maxgeom=max_geom)
        self._scene_option = MjvOption()
        self._mjr_context = MjrContext(model, int(font_scale))
        self._mjr_context._set_buffer(OFFSCREEN)
        self._mjr_context.readDepthMap = _ZEROFAR
        self._depth_rendering = False
        self._segmentation_rendering = False

    @property
    def model(self) -> Any:
        """The model."""
        return self._model

    @property
    def scene(self) -> Any:
        """What there is to see: it can be changed between `update_scene` and `render`."""
        return self._scene

    @property
    def height(self) -> int:
        """Rows of a picture."""
        return self._height

    @property
    def width(self) -> int:
        """Pixels of a row."""
        return self._width

    def enable_depth_rendering(self) -> None:
        """`render` gives depth from now on."""
        self._segmentation_rendering = False
        self._depth_rendering = True

    def disable_depth_rendering(self) -> None:
        """`render` gives no depth from now on."""
        self._depth_rendering = False

    def enable_segmentation_rendering(self) -> None:
        """`render` gives segmentation from now on."""
        self._segmentation_rendering = True
        self._depth_rendering = False

    def disable_segmentation_rendering(self) -> None:
        """`render` gives no segmentation from now on."""
        self._segmentation_rendering = False

    def render(self, *, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
        """Draws the scene, into `out` where that is given, which is cast to where its type is another.

        Segmentation is drawn into `out` where that is (height, width, 2); where it is (height, width, 3) it is a new array, and
        `out` gets the colours of the numbers.
        """
        if self._mjr_context is None:
            raise RuntimeError("render cannot be called after close.")
        if out is not None and not isinstance(out, np.ndarray):
            raise TypeError(f"out should be an array, not a {type(out).__name__}")
        context, size = self._mjr_context, (self._height, self._width)
        # one scene at a time: what mjr_render left for later comes first
        context._settle()
        context._pen.resize(self._width, self._height)
        context._pen.load(self._scene)
        if self._depth_rendering:
            return self._fill(out, size, np.float32, context._pen.depth)
        if self._segmentation_rendering:
            if out is not None and out.shape == (*size, 3):
                self._fill(out, (*size, 3), np.uint8, self._numbers)
                out = None
            return self._fill(out, (*size, 2), np.int32, context._pen.segmentation)
        return self._fill(out, (*size, 3), np.uint8, context._pen.color)

    def _numbers(self, out: npt.NDArray[Any]) -> None:
        """Colours that are the numbers of segmentation, one higher."""
        assert self._mjr_context is not None
        flags = self._scene.flags.copy()
        self._scene.flags[_SEGMENT] = self._scene.flags[_IDCOLOR] = 1
        try:
            self._mjr_context._pen.load(self._scene)
            self._mjr_context._pen.color(out)
        finally:
            self._scene.flags[:] = flags

    def _fill(self, out: npt.NDArray[Any] | None, shape: tuple[int, ...], kind: Any, draw: Any) -> npt.NDArray[Any]:
        if out is not None and out.shape != shape:
            raise ValueError(
                f"Expected `out.shape == {shape}`. Got `out.shape={out.shape}` instead. With depth rendering the array is "
                "`(height, width)`, with segmentation `(height, width, 2)` and otherwise `(height, width, 3)`."
            )
        if out is not None and not out.flags.writeable:
            raise ValueError("out is read-only")
        if out is not None and out.dtype == kind and out.flags.c_contiguous and out.flags.aligned:
            draw(out)
            return out
        drawn = np.empty(shape, dtype=kind)
        draw(drawn)
        if out is None:
            return drawn
        out[...] = drawn
        return out

    def update_scene(self, data: Any, camera: Any = -1, scene_option: Any = None) -> None:
        """Takes over what there is to see of a world.

        data: MjData; camera: number or name of a camera of the model, -1 for a free one, or an MjvCamera; scene_option: MjvOption.
        """
        chosen = camera_of(self._model, camera)
        option = self._scene_option if scene_option is None else scene_option
        _core.mjv_updateScene(self._model, data, option, None, chosen, _ALL, self._scene)

    def close(self) -> None:
        """Gives up what the renderer holds; it cannot be used any more."""
        if self._mjr_context is not None:
            self._mjr_context.free()
        self._mjr_context = None

    def __enter__(self) -> Renderer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_mjr_context"):
            self.close()


#: Numbers of mjtRndFlag.
_SEGMENT, _IDCOLOR = 8, 9

__all__ = ["Renderer"]
