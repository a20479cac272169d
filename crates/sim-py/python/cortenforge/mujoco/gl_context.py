"""`GLContext`: the size of a window. Pictures are drawn in memory, so that there is no OpenGL to set up."""

from __future__ import annotations

from . import _context


class GLContext:
    """A window that nobody sees. Contexts (`MjrContext`) made while it is current have a frame of its size."""

    def __init__(self, max_width: int, max_height: int) -> None:
        self._size = (int(max_width), int(max_height))
        if min(self._size) < 1 or max(self._size) > _context.LARGEST:
            raise ValueError(f"a window of {self._size[0]} x {self._size[1]} pixels: each side must be 1 to {_context.LARGEST}")

    def make_current(self) -> None:
        """Makes it the window of this thread."""
        _context.use_window(*self._size)

    def free(self) -> None:
        """There is nothing to free."""


__all__ = ["GLContext"]
