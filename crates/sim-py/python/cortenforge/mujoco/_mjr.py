"""The functions `mjr_...` that draw scenes and move pixels. Pixels of callers come bottom row first."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core
from ._context import BGR, LARGEST, OFFSCREEN, WINDOW, MjrContext, check_aux, current
from ._frame import Box, Frame, scaled
from ._plain import MjrRect


def checked(con: Any) -> MjrContext:
    """A context."""
    if not isinstance(con, MjrContext):
        raise TypeError(f"con should be an MjrContext, not a {type(con).__name__}")
    return con


def _bounded(box: Box) -> Box:
    if max(box.width, box.height) > LARGEST:
        raise ValueError(f"a viewport of {box.width} x {box.height} pixels: each side may have up to {LARGEST}")
    return box


def mjr_setBuffer(framebuffer: int, con: Any) -> None:
    """Draws into the window's frame or the offscreen one (mjtFramebuffer) from now on."""
    checked(con)._set_buffer(int(framebuffer))


def mjr_restoreBuffer(con: Any) -> None:
    """Makes the context's frame current again."""
    checked(con)._restore()


def mjr_render(viewport: Any, scn: Any, con: Any) -> None:
    """Draws a scene into a part of the current frame."""
    context, box = checked(con), _bounded(Box.of(viewport))
    if getattr(scn, "stereo", 0):
        raise _core.FatalError("stereo pictures are not supported: set scn.stereo to mjSTEREO_NONE")
    context._render(box, scn)


def mjr_maxViewport(con: Any) -> Any:
    """The whole current frame."""
    context = checked(con)
    frame = context._frames[context.currentBuffer]
    return MjrRect(0, 0, *((0, 0) if frame is None else (frame.width, frame.height)))


def _pixels(name: str, array: Any, kind: Any, shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """The caller's array in the shape of the pixels, the same memory."""
    if not isinstance(array, np.ndarray) or array.dtype != kind:
        found = array.dtype if isinstance(array, np.ndarray) else type(array).__name__
        raise TypeError(f"{name} should be a {np.dtype(kind).name} array, not {found}")
    if array.shape == shape:
        return array
    if array.size != int(np.prod(shape)):
        raise ValueError(f"{name} should have {int(np.prod(shape))} entries for this viewport, not the shape {array.shape}")
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} should have the shape {shape}, or its entries one after another")
    return array.reshape(shape)


def _copy_out(frame: Frame, source: npt.NDArray[Any], box: Box, out: npt.NDArray[Any]) -> None:
    if not out.flags.writeable:
        raise ValueError("the array for the pixels is read-only")
    place, inside = frame.parts(box)
    flipped = out[::-1]
    if (frame.width, frame.height) != (box.width, box.height):
        flipped[...] = 0
    flipped[inside] = source[place]


def mjr_readPixels(rgb: Any, depth: Any, viewport: Any, con: Any) -> None:
    """Copies colour, depth or both of a part of the current frame.

    rgb: uint8 or None, three entries for each pixel; depth: float32 or None, one for each, 0 at the near plane and 1 at the far one,
    or the other way round where `con.readDepthMap` is mjDEPTH_ZEROFAR. What lies outside of the frame is 0.
    """
    context, box = checked(con), _bounded(Box.of(viewport))
    frame = context._frames[context.currentBuffer]
    if frame is None:
        raise _core.FatalError("there is nothing to read: this MjrContext has no model, or was freed")
    width, height = max(0, box.width), max(0, box.height)
    colours = None if rgb is None else _pixels("rgb", rgb, np.uint8, (height, width, 3))
    depths = None if depth is None else _pixels("depth", depth, np.float32, (height, width))
    if box.empty:
        return
    if colours is not None:
        _copy_out(frame, frame.color, box, colours)
        if context.readPixelFormat == BGR:
            colours[...] = colours[..., ::-1].copy()
    if depths is not None:
        context._settle()
        _copy_out(frame, frame.depth, box, depths)
        if context.readDepthMap:
            np.subtract(np.float32(1), depths, out=depths)


def mjr_drawPixels(rgb: Any, depth: Any, viewport: Any, con: Any) -> None:
    """Copies colour, depth or both to a part of the current frame."""
    context, box = checked(con), _bounded(Box.of(viewport))
    frame = context._frame
    if box.empty:
        return
    place, inside = frame.parts(box)
    if rgb is not None:
        frame.color[place] = _pixels("rgb", rgb, np.uint8, (box.height, box.width, 3))[::-1][inside]
    if depth is not None:
        values = _pixels("depth", depth, np.float32, (box.height, box.width))
        context._settle()
        # what OpenGL keeps has its 1 at the near plane
        frame.depth[place] = 1 - np.clip(values, 0, 1)[::-1][inside]


def _cut(frame: Frame, source: npt.NDArray[Any], box: Box) -> npt.NDArray[Any]:
    """The pixels of a box, 0 outside of the frame."""
    place, inside = frame.parts(box)
    whole = np.zeros((box.height, box.width, *source.shape[2:]), dtype=source.dtype)
    whole[inside] = source[place]
    return whole


def _paste(frame: Frame, target: npt.NDArray[Any], box: Box, pixels: npt.NDArray[Any]) -> None:
    place, inside = frame.parts(box)
    target[place] = pixels[inside]


def mjr_blitBuffer(src: Any, dst: Any, flg_color: int, flg_depth: int, con: Any) -> None:
    """Copies a part of the current frame to a part of the other one, in another size where they differ."""
    context, source, target = checked(con), _bounded(Box.of(src)), _bounded(Box.of(dst))
    here = context._frames[context.currentBuffer]
    there = context._frames[OFFSCREEN if context.currentBuffer == WINDOW else WINDOW]
    if here is None or there is None or source.empty or target.empty:
        return
    if flg_color:
        pixels = scaled(_cut(here, here.color, source), target.width, target.height, smooth=not flg_depth)
        _paste(there, there.color, target, pixels)
    if flg_depth:
        context._settle()
        _paste(there, there.depth, target, scaled(_cut(here, here.depth, source), target.width, target.height, smooth=False))


def mjr_addAux(index: int, width: int, height: int, samples: int, con: Any) -> None:
    """Makes an auxiliary frame; sizes of 0 take it away."""
    checked(con)._add_aux(int(index), int(width), int(height), int(samples))


def mjr_setAux(index: int, con: Any) -> None:
    """Draws into an auxiliary frame until mjr_restoreBuffer."""
    checked(con)._aim_at_aux(int(index))


def mjr_blitAux(index: int, src: Any, left: int, bottom: int, con: Any) -> None:
    """Copies colours from an auxiliary frame to the current one."""
    context, source = checked(con), _bounded(Box.of(src))
    check_aux(int(index))
    frame, target = context._aux.get(int(index)), context._frames[context.currentBuffer]
    if frame is not None and target is not None and not source.empty:
        box = Box(left, bottom, source.width, source.height)
        _paste(target, target.color, box, _cut(frame, frame.color, source))
    context._restore()


def mjr_resizeOffscreen(width: int, height: int, con: Any) -> None:
    """Another size of the offscreen frame."""
    context = checked(con)
    if context._pen and (int(width), int(height)) != (context.offWidth, context.offHeight):
        context._resize_offscreen(int(width), int(height))
        context._set_buffer(context.currentBuffer)


def mjr_changeFont(fontscale: int, con: Any) -> None:
    """Another size of text (mjtFontScale)."""
    checked(con)._set_font(int(fontscale))


def _upload(kind: str, m: Any, con: Any, number: int) -> None:
    context = checked(con)
    if not isinstance(m, _core.Model):
        raise TypeError(f"m should be an MjModel, not a {type(m).__name__}")
    if m is not context._model:
        raise _core.FatalError("this MjrContext was made for another model: make one for this model")
    context._settle()
    try:
        context._pen.upload(kind, int(number))
    except ValueError as error:
        raise _core.FatalError(str(error)) from None


def mjr_uploadTexture(m: Any, con: Any, texid: int) -> None:
    """Takes a texture from the model again, after its entries have changed."""
    _upload("texture", m, con, texid)


def mjr_uploadMesh(m: Any, con: Any, meshid: int) -> None:
    """Takes a mesh from the model again, after its entries have changed."""
    _upload("mesh", m, con, meshid)


def mjr_uploadHField(m: Any, con: Any, hfieldid: int) -> None:
    """Takes a height field from the model again, after its entries have changed."""
    _upload("hfield", m, con, hfieldid)


def mjr_rectangle(viewport: Any, r: float, g: float, b: float, a: float) -> None:
    """Mixes a colour into a part of the frame that is current in this thread."""
    context, box = current(), Box.of(viewport)
    context._viewport = box
    context._frame.fill(box, (r, g, b, a))


def mjr_findRect(x: int, y: int, nrect: int, rect: Any) -> int:
    """Number of the first rectangle that a place is in, -1 where there is none.

    rect: MjrRect, or several of them.
    """
    rects = list(rect) if isinstance(rect, (list, tuple)) else [rect]
    for number, box in enumerate(map(Box.of, rects[: max(0, int(nrect))])):
        if box.left <= x < box.left + box.width and box.bottom <= y < box.bottom + box.height:
            return number
    return -1


def mjr_finish() -> None:
    """Nothing is left to be done: functions draw before they return."""


def mjr_getError() -> int:
    """Always 0: errors are exceptions."""
    return 0


class MjrRendererInfo:
    """What draws: in the manner of MuJoCo's classic renderer, without a graphics library."""

    def __init__(self) -> None:
        self._names = ("", "")

    @property
    def renderer(self) -> str:
        """Family of the renderer."""
        return self._names[0]

    @property
    def backend(self) -> str:
        """Graphics library; empty, since there is none."""
        return self._names[1]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MjrRendererInfo) and self._names == other._names

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<MjrRendererInfo\n  backend: {self.backend!r}\n  renderer: {self.renderer!r}\n>"


def mjr_defaultRendererInfo(info: Any) -> None:
    """Says nothing of the renderer."""
    info._names = ("", "")


def mjr_getRendererInfo(info: Any) -> None:
    """Says which renderer there is."""
    info._names = ("classic", "")


__all__ = ["MjrRendererInfo", *(name for name in dir() if name.startswith("mjr_"))]
