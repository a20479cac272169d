"""Callbacks of the `mujoco` package: Python functions the engine calls while it works.

Control and passive-force callbacks, sensors, clocks and warnings are served; what needs user-defined actuators or a
contact filter is refused when it is set.
"""

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

from .. import _core

_FUNCTION_POINTER: Any = ctypes.CFUNCTYPE(None).__mro__[1]

_SERVED = ("mjcb_control", "mjcb_passive", "mjcb_sensor", "mjcb_time", "mju_user_warning")
_REFUSED = {
    "mjcb_act_dyn": "user-defined actuator dynamics",
    "mjcb_act_gain": "user-defined actuator gains",
    "mjcb_act_bias": "user-defined actuator biases",
    "mjcb_contactfilter": "user-defined contact filters",
    "mju_user_malloc": "memory of the caller",
    "mju_user_free": "memory of the caller",
}

# what was given, where it is not what the engine calls
_given: dict[str, Any] = {}


def _check(name: str, callback: Any) -> Any:
    if callback is not None and not callable(callback):
        raise TypeError("callback is not an Optional[Callable]")
    if isinstance(callback, _FUNCTION_POINTER):
        if name != "mju_user_warning":
            raise NotImplementedError(f"{name} takes Python functions only, not addresses of C functions")
        return lambda text: callback(text.encode())
    return callback


def _set(name: str, callback: Any) -> None:
    _core._set_callback(name, _check(name, callback))
    _given[name] = callback


def _served(name: str) -> tuple[Callable[[Any], None], Callable[[], Any]]:
    def setter(callback: Any) -> None:
        _set(name, callback)

    def getter() -> Any:
        return _given.get(name)

    return setter, getter


def _refused(name: str, what: str) -> tuple[Callable[[Any], None], Callable[[], Any]]:
    def setter(callback: Any) -> None:
        if callback is not None:
            raise NotImplementedError(f"set_{name}: cortenforge.mujoco does not support {what}")

    def getter() -> Any:
        return None

    return setter, getter


def _functions() -> Iterator[tuple[str, Any, Any, str, str]]:
    for name in _SERVED:
        yield name, *_served(name), "Sets", "Returns"
    for name, what in _REFUSED.items():
        yield name, *_refused(name, what), "Clears", "Returns"


for _name, _setter, _getter, _sets, _gets in _functions():
    for _prefix, _function, _verb in [("set_", _setter, _sets), ("get_", _getter, _gets)]:
        _function.__name__ = _function.__qualname__ = _prefix + _name
        _function.__doc__ = f"{_verb} the callback {_name}."
        globals()[_prefix + _name] = _function


def mj_resetCallbacks() -> None:
    """Removes all callbacks but the one for warnings."""
    for name in _SERVED:
        if name.startswith("mjcb_"):
            _set(name, None)


__all__ = [name for name in dir() if name.startswith(("set_", "get_", "mj_"))]
