"""CortenForge: a physics engine for robotics and reinforcement learning that computes what MuJoCo computes.

The classes here are the ones of :mod:`cortenforge.mujoco`, which carries the names of the `mujoco` package.
"""

from . import _processor  # isort: skip  # first: what it refuses cannot be loaded
from . import _core
from ._batch import BatchSim
from ._core import FatalError, MjData, MjModel, MjOption, MjStatistic, MjVisual, __version__

Model = MjModel
Data = MjData

__all__ = [
    "BatchSim",
    "Data",
    "FatalError",
    "MjData",
    "MjModel",
    "MjOption",
    "MjStatistic",
    "MjVisual",
    "Model",
    "__version__",
]
