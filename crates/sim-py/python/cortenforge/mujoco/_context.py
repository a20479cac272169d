"""`MjrContext`: what `mjr_render` draws with, and the frames it draws into.

There is no OpenGL here: frames are numpy memory, one for the window of the current `GLContext`, one for offscreen pictures, and
auxiliary ones. Fields that tell of OpenGL's objects are 1 where there is such a thing and 0 where not.
"""

from __future__ import annotations

import sys
import threading
import warnings
import weakref
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core
from ._frame import Box, Frame, height_of, width_of

#: Auxiliary frames of a context, and most textures and materials its lists have room for.
NAUX, _MAXTEXTURE, _MAXMATERIAL, _ROLES = 10, 1000, 1000, 10
#: Characters of a font.
_CHARACTERS = 127
WINDOW, OFFSCREEN = 0, 1
RGB, BGR = 0x1907, 0x80E0
_FONTSCALES = (50, 100, 150, 200, 250, 300)
#: Most pixels of a side.
LARGEST = 16384

_WHOLE = """
    shadowSize offWidth offHeight offSamples fontScale offFBO offFBO_r offColor offColor_r offDepthStencil offDepthStencil_r
    shadowFBO shadowTex ntexture basePlane baseMesh baseHField baseBuiltin baseFontNormal baseFontShadow baseFontBig rangePlane
    rangeMesh rangeHField rangeBuiltin rangeFont nskin charHeight charHeightBig glInitialized windowAvailable windowSamples
    windowStereo windowDoublebuffer currentBuffer readPixelFormat readDepthMap
"""
_REAL = "lineWidth shadowClip shadowScale fogStart fogEnd"
_LISTS: dict[str, tuple[int, str]] = {
    "fogRGBA": (4, "f4"), "auxWidth": (NAUX, "i4"), "auxHeight": (NAUX, "i4"), "auxSamples": (NAUX, "i4"),
    "auxFBO": (NAUX, "u4"), "auxFBO_r": (NAUX, "u4"), "auxColor": (NAUX, "u4"), "auxColor_r": (NAUX, "u4"),
    "mat_texid": (_MAXMATERIAL * _ROLES, "i4"), "mat_texuniform": (_MAXMATERIAL, "i4"),
    "mat_texrepeat": (_MAXMATERIAL * 2, "f4"), "textureType": (_MAXTEXTURE, "i4"), "texture": (_MAXTEXTURE, "u4"),
    "skinvertVBO": (0, "u4"), "skinnormalVBO": (0, "u4"), "skintexcoordVBO": (0, "u4"), "skinfaceVBO": (0, "u4"),
    "charWidth": (_CHARACTERS, "i4"), "charWidthBig": (_CHARACTERS, "i4"),
}  # fmt: skip
#: Fields that callers may set.
SETTABLE = ("readPixelFormat", "readDepthMap")

_thread = threading.local()


def use_window(width: int, height: int) -> None:
    """Contexts that are made from now on in this thread have a window of this size."""
    _thread.window = (width, height)


def _window_is_open() -> bool:
    """Whether a window of GLFW's is current: nothing can be drawn into one, so that must not seem to work."""
    glfw = sys.modules.get("glfw")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return bool(glfw.get_current_context()) if glfw is not None else False
    except Exception:
        return False


class MjrContext:
    """What draws scenes of a model, with the frames it draws into.

    Most fields follow the model and cannot be set; `readDepthMap` (mjtDepthMap) and `readPixelFormat` (RGB or BGR) can.
    """

    offWidth: int
    offHeight: int
    offSamples: int
    currentBuffer: int
    readPixelFormat: int
    readDepthMap: int
    charHeight: int
    charHeightBig: int
    _model: Any
    _drawer: Any
    _frames: dict[int, Frame | None]
    _aux: dict[int, Frame]
    _target: int
    _viewport: Box
    _owed: tuple[Frame, Box] | None
    _dot: int
    _open: bool

    def __init__(self, model: Any = None, fontscale: int | None = None) -> None:
        self._reset()
        if model is None and fontscale is None:
            return
        if not isinstance(model, _core.Model):
            raise TypeError(f"model should be an MjModel, not a {type(model).__name__}")
        if fontscale is None:
            raise TypeError("MjrContext() needs a fontscale (mjtFontScale) besides the model")
        vis, extent = model.vis, model.stat.extent
        width, height = int(vis.global_.offwidth), int(vis.global_.offheight)
        self._model = model
        self._follow(vis, extent)
        self._set_font(int(fontscale))
        self._resize_offscreen(width, height)
        self._drawer = _core._Drawer(model, 1, 1)
        self._open = _window_is_open()
        window: tuple[int, int] = getattr(_thread, "window", None) or (width, height)
        self._frames[WINDOW] = None if min(window) < 1 else Frame(*window)
        self._note(glInitialized=1, windowAvailable=int(self._frames[WINDOW] is not None), readPixelFormat=RGB)
        self._set_buffer(WINDOW)

    def _reset(self) -> None:
        numbers: dict[str, Any] = dict.fromkeys(_WHOLE.split(), 0) | dict.fromkeys(_REAL.split(), 0.0)
        lists = {name: np.zeros(count, dtype=kind) for name, (count, kind) in _LISTS.items()}
        lists["mat_texid"][:] = -1
        for array in lists.values():
            array.flags.writeable = False
        self.__dict__.update(numbers | lists)
        self.__dict__.update(_model=None, _drawer=None, _frames={WINDOW: None, OFFSCREEN: None}, _aux={}, _target=WINDOW)
        self.__dict__.update(_viewport=Box(0, 0, 0, 0), _owed=None, _dot=1, _open=False)

    def _follow(self, vis: Any, extent: float) -> None:
        """Takes the fields that follow the model."""
        self._note(
            lineWidth=float(vis.global_.linewidth), shadowClip=float(extent * vis.map.shadowclip),
            shadowScale=float(vis.map.shadowscale), fogStart=float(extent * vis.map.fogstart),
            fogEnd=float(extent * vis.map.fogend), shadowSize=int(vis.quality.shadowsize),
            offSamples=int(vis.quality.offsamples), ntexture=int(self._model.ntex),
        )  # fmt: skip
        self._write("fogRGBA", vis.rgba.fog)
        self._write("textureType", self._model.tex_type)
        self._write("texture", np.arange(1, self._model.ntex + 1))
        self._write("mat_texid", np.ravel(self._model.mat_texid))
        self._write("mat_texuniform", self._model.mat_texuniform)
        self._write("mat_texrepeat", np.ravel(self._model.mat_texrepeat))

    def _note(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    def _write(self, name: str, values: Any, start: int = 0) -> None:
        array = self.__dict__[name]
        values = np.atleast_1d(values)[: max(0, len(array) - start)]
        array.flags.writeable = True
        array[start : start + len(values)] = values
        array.flags.writeable = False

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            self.__dict__[name] = value
        elif name == "readDepthMap":
            self.__dict__[name] = int(value)
        elif name == "readPixelFormat":
            if int(value) not in (RGB, BGR):
                raise ValueError(f"readPixelFormat can be RGB ({RGB}) or BGR ({BGR}), not {int(value)}")
            self.__dict__[name] = int(value)
        elif name in self.__dict__:
            raise AttributeError(f"{name} follows the model and the functions mjr_..., it cannot be set")
        else:
            raise AttributeError(f"MjrContext has no field {name}")

    def free(self) -> None:
        """Gives up the frames; nothing can be drawn from now on."""
        self._reset()

    def __repr__(self) -> str:
        return f"<MjrContext offscreen {self.offWidth} x {self.offHeight}>"

    # ---- what the functions use

    @property
    def _pen(self) -> Any:
        """What draws; an error after `free`."""
        if self._drawer is None:
            raise _core.FatalError("this MjrContext has no model, or was freed: nothing can be drawn with it")
        return self._drawer

    def _set_font(self, fontscale: int) -> None:
        """Another size of text."""
        if fontscale not in _FONTSCALES:
            raise _core.FatalError(f"fontscale {fontscale} is none of mjtFontScale: {', '.join(map(str, _FONTSCALES))}")
        dot = max(1, (fontscale + 37) // 75)
        self._note(fontScale=fontscale, rangeFont=_CHARACTERS + 1, baseFontNormal=1, baseFontShadow=1, baseFontBig=1)
        self._note(_dot=dot, charHeight=height_of(dot), charHeightBig=height_of(2 * dot))
        self._write("charWidth", np.full(_CHARACTERS, width_of(" ", dot)))
        self._write("charWidthBig", np.full(_CHARACTERS, width_of(" ", 2 * dot)))

    def _resize_offscreen(self, width: int, height: int) -> None:
        """Another offscreen frame."""
        if min(width, height) < 0 or max(width, height) > LARGEST:
            raise _core.FatalError(f"an offscreen frame of {width} x {height} pixels: each side may have 0 to {LARGEST}")
        if self._owed is not None and self._owed[0] is self._frames[OFFSCREEN]:
            self._owed = None
        there = int(width > 0 and height > 0)
        self._frames[OFFSCREEN] = Frame(width, height) if there else None
        self._note(offWidth=width, offHeight=height, offFBO=there, offColor=there, offDepthStencil=there)
        multi = int(there and self.offSamples > 0)
        self._note(offFBO_r=multi, offColor_r=multi, offDepthStencil_r=multi)

    def _set_buffer(self, number: int) -> None:
        """Draws into the window or offscreen; where there is one frame only, into that."""
        there = [known for known in (WINDOW, OFFSCREEN) if self._frames[known] is not None]
        if not there:
            raise _core.FatalError("no frame to draw into: the context was freed, or has neither a window nor an offscreen frame")
        wanted = OFFSCREEN if number == OFFSCREEN else WINDOW
        self._note(currentBuffer=wanted if wanted in there else there[0])
        self._restore()

    def _restore(self) -> None:
        """Draws into the current frame again, after an auxiliary one."""
        self._target = self.currentBuffer
        _thread.context = weakref.ref(self)

    def _add_aux(self, index: int, width: int, height: int, samples: int) -> None:
        """Makes an auxiliary frame, or takes it away where a side is 0."""
        check_aux(index)
        if max(width, height) > LARGEST:
            raise _core.FatalError(f"an auxiliary frame of {width} x {height} pixels: each side may have up to {LARGEST}")
        there = width > 0 and height > 0
        self._aux.pop(index, None)
        if there:
            self._aux[index] = Frame(width, height)
        for name, value in zip(("auxWidth", "auxHeight", "auxSamples"), (width, height, max(0, samples)), strict=True):
            self._write(name, value if there else 0, index)
        for name in ("auxFBO", "auxFBO_r", "auxColor", "auxColor_r"):
            self._write(name, int(there), index)

    @property
    def _frame(self) -> Frame:
        """What is drawn into."""
        found = self._aux.get(-1 - self._target) if self._target < 0 else self._frames[self._target]
        if found is None:
            raise _core.FatalError("no frame to draw into: the context was freed, or its frame was taken away")
        return found

    def _aim_at_aux(self, index: int) -> None:
        """Draws into an auxiliary frame until `_restore`."""
        check_aux(index)
        if index not in self._aux:
            raise _core.FatalError(f"there is no auxiliary frame {index}: mjr_addAux makes one")
        self._target = -1 - index
        _thread.context = weakref.ref(self)

    def _render(self, box: Box, scene: Any) -> None:
        """Draws a scene in colour; its depth is drawn when somebody asks."""
        frame, drawer = self._frame, self._pen
        if self._open and self._target == WINDOW:
            raise _core.FatalError(
                "cortenforge.mujoco does not draw into windows: draw offscreen (mjr_setBuffer with mjFB_OFFSCREEN), in Gymnasium with "
                "render_mode 'rgb_array'"
            )
        self._viewport = box
        if box.empty:
            return
        if self._owed is not None and (self._owed[0] is not frame or self._owed[1] != box):
            self._settle()
        self._owed = None
        drawer.resize(box.width, box.height)
        drawer.load(scene)
        self._draw(frame.color, box, drawer.color, frame)
        self._owed = (frame, box)

    def _settle(self) -> None:
        """Draws the depth that is owed."""
        if self._owed is not None:
            (frame, box), self._owed = self._owed, None
            self._draw(frame.depth, box, self._pen.depth_buffer, frame)

    @staticmethod
    def _draw(target: npt.NDArray[Any], box: Box, draw: Any, frame: Frame) -> None:
        place, inside = frame.parts(box)
        region = target[place]
        if region.flags.c_contiguous and region.shape[:2] == (box.height, box.width):
            draw(region)
            return
        whole = np.empty((box.height, box.width, *target.shape[2:]), dtype=target.dtype)
        draw(whole)
        region[...] = whole[inside]


def check_aux(index: int) -> None:
    """Refuses a number that no auxiliary frame can have."""
    if not 0 <= index < NAUX:
        raise _core.FatalError(f"auxiliary frames have the numbers 0 to {NAUX - 1}, not {index}")


def current() -> MjrContext:
    """The context that was set last in this thread."""
    known = getattr(_thread, "context", None)
    context: MjrContext | None = known() if known is not None else None
    if context is None:
        raise _core.FatalError("no MjrContext is current in this thread: mjr_setBuffer makes one current")
    return context


__all__ = ["MjrContext"]
