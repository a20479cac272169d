"""There is no viewer in this package; programs that import one can still run without it."""

from typing import NoReturn


def _absent(*args: object, **kwargs: object) -> NoReturn:
    raise NotImplementedError("cortenforge.mujoco has no viewer")


launch = launch_passive = launch_from_path = _absent
