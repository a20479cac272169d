"""CortenForge: a physics engine for robotics and reinforcement learning that computes what MuJoCo computes.

``Model.from_file`` loads a model, ``model.make_data()`` makes a world of it, ``data.step()`` moves it. `BatchSim` steps many worlds on
the CPU, `GpuBatchSim` thousands on a GPU. Programs written for the `mujoco` package use :mod:`cortenforge.mujoco`: it has the same classes
under MuJoCo's names, and MuJoCo's functions.
"""

from typing import TYPE_CHECKING

from . import _processor  # isort: skip  # first: what it refuses cannot be loaded
from . import _core
from ._batch import Batch, batch
from ._core import BatchSim, BatchStates, Contact, Data, FatalError, GpuArray, GpuBatchSim, GpuRead, GpuStates, Model, Options
from ._core import Statistic, StepLimits, Visual, __version__
from ._errors import ModelError, StepError
from ._examples import example_models, load_example
from ._recording import Recording
from ._renderer import Renderer
from ._view import view

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
    "Model",
    "ModelError",
    "Options",
    "Recording",
    "Renderer",
    "Statistic",
    "StepError",
    "StepLimits",
    "Visual",
    "__version__",
    "batch",
    "example_models",
    "load_example",
    "view",
]

if not TYPE_CHECKING:
    _FORMER = {"MjData": Data, "MjModel": Model, "MjOption": Options, "MjStatistic": Statistic, "MjVisual": Visual}

    def __getattr__(name):
        # earlier pickles have these names
        if name in _FORMER:
            return _FORMER[name]
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'", name=name)
