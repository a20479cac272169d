"""CortenForge: a physics engine for robotics and reinforcement learning that computes what MuJoCo computes.

``Model.from_file`` loads a model, ``model.make_data()`` makes a world of it, ``data.step()`` moves it, and `BatchSim` steps many,
`GpuBatchSim` thousands of them on a GPU. The classes are the ones of :mod:`cortenforge.mujoco`, which carries the names of the `mujoco`
package: a model or a world can be given to the functions there, and what they make has the methods that are described here.
"""

from . import _processor  # isort: skip  # first: what it refuses cannot be loaded
from . import _core
from ._batch import Batch, batch
from ._core import BatchSim, BatchStates, Contact, FatalError, GpuArray, GpuBatchSim, GpuRead, GpuStates, MjData, MjModel, MjOption
from ._core import MjStatistic, MjVisual, StepLimits, __version__
from ._errors import ModelError, StepError
from ._examples import example_models, load_example
from ._recording import Recording
from ._renderer import Renderer
from ._view import view

Model = MjModel
Data = MjData

__all__ = [
    "Batch",
    "BatchSim",
    "BatchStates",
    "Contact",
    "Data",
    "FatalError",
    "GpuArray",
    "GpuBatchSim",
    "GpuRead",
    "GpuStates",
    "MjData",
    "MjModel",
    "MjOption",
    "MjStatistic",
    "MjVisual",
    "Model",
    "ModelError",
    "Recording",
    "Renderer",
    "StepError",
    "StepLimits",
    "__version__",
    "batch",
    "example_models",
    "load_example",
    "view",
]
