"""What the `mujoco` package has in its module of this name: pictures need no graphics library here."""

from .gl_context import GLContext

__all__ = ["GLContext"]
