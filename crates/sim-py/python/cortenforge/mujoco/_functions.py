"""What the `mujoco` package has in its module of this name, for programs that reach into it."""

import sys

_PACKAGE = sys.modules[__package__]


def __getattr__(name):
    return getattr(_PACKAGE, name)
