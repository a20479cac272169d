"""What the `mujoco` package has in its module of this name."""

from ...gl_context import GLContext
from ...renderer import Renderer

__all__ = ["GLContext", "Renderer"]
