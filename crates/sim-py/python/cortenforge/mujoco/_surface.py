"""The drawing surface of dm_control. It asks for an OpenGL context, of which there is none here and none is needed.

`install` puts the class in the place of dm_control's own choice (GLFW, EGL, OSMesa), since all of them need a graphics library or
a display.
"""

from __future__ import annotations

import os
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

#: The module of dm_control that chooses.
MODULE = "dm_control._render"
_CHOICE = "MUJOCO_GL"


def _surface() -> type:
    """A class like those that dm_control chooses from."""
    from dm_control._render import base, executor  # type: ignore[import-not-found,unused-ignore]

    from .gl_context import GLContext

    class Surface(base.ContextBase):  # type: ignore[misc,unused-ignore]
        """A surface in memory."""

        def __init__(self, max_width: int, max_height: int) -> None:
            super().__init__(max_width, max_height, executor.PassthroughRenderExecutor)

        def _platform_init(self, max_width: int, max_height: int) -> None:
            self._window = GLContext(max_width, max_height)

        def _platform_make_current(self) -> None:
            self._window.make_current()

        def _platform_free(self) -> None:
            self._window.free()

    return Surface


class SurfaceLoader(Loader):
    """Loads dm_control's module as it is, and gives it the surface."""

    def __init__(self, loader: Any) -> None:
        self.loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Makes dm_control's module."""
        found: ModuleType | None = self.loader.create_module(spec)
        return found

    def exec_module(self, module: ModuleType) -> None:
        """Runs dm_control's module, and then puts the surface into it."""
        # its own choice may need what is not installed, so that it makes none
        chosen = os.environ.get(_CHOICE)
        os.environ[_CHOICE] = "off"
        try:
            self.loader.exec_module(module)
        finally:
            if chosen is None:
                del os.environ[_CHOICE]
            else:
                os.environ[_CHOICE] = chosen
        setattr(module, "Renderer", _surface())
        setattr(module, "BACKEND", "cortenforge")
        setattr(module, "USING_GPU", False)
