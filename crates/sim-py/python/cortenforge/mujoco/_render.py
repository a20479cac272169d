"""What the `mujoco` package has in its module of this name, for programs that reach into it."""

import sys
from typing import Any

_PACKAGE = sys.modules[__package__]


def __getattr__(name: str) -> Any:
    return getattr(_PACKAGE, name)
