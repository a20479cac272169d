"""Classes of this package under the names of the `mujoco` package."""

from .._core import ContactRecord as MjContact
from .._core import Data as MjData
from .._core import Model as MjModel
from .._core import Options as MjOption
from .._core import SolverStat as MjSolverStat
from .._core import Statistic as MjStatistic
from .._core import TimerStat as MjTimerStat
from .._core import Visual as MjVisual
from .._core import WarningStat as MjWarningStat

MjVisualHeadlight = MjVisual.Headlight
MjVisualRgba = MjVisual.Rgba

__all__ = [
    "MjContact",
    "MjData",
    "MjModel",
    "MjOption",
    "MjSolverStat",
    "MjStatistic",
    "MjTimerStat",
    "MjVisual",
    "MjVisualHeadlight",
    "MjVisualRgba",
    "MjWarningStat",
]
