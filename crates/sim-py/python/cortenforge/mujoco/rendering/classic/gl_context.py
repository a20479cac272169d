"""What the `mujoco` package has in its module of this name."""

from ...gl_context import GLContext

__all__ = ["GLContext"]
