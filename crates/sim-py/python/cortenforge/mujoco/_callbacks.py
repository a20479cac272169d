"""Callbacks of the `mujoco` package: Python functions the engine calls while it works.

Control and passive-force callbacks, sensors, clocks and warnings are served; what needs user-defined actuators or a
contact filter is refused when it is set.
"""

import ctypes

from .. import _core

_FUNCTION_POINTER = ctypes.CFUNCTYPE(None).__mro__[1]

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
_given = {}


def _check(name, callback):
    if callback is not None and not callable(callback):
        raise TypeError("callback is not an Optional[Callable]")
    if isinstance(callback, _FUNCTION_POINTER):
        if name != "mju_user_warning":
            raise NotImplementedError(f"{name} takes Python functions only, not addresses of C functions")
        return lambda text: callback(text.encode())
    return callback


def _set(name, callback):
    _core._set_callback(name, _check(name, callback))
    _given[name] = callback


def _functions():
    for name in _SERVED:

        def setter(callback, name=name):
            _set(name, callback)

        def getter(name=name):
            return _given.get(name)

        yield name, setter, getter, "Sets", "Returns"
    for name, what in _REFUSED.items():

        def setter(callback, name=name, what=what):
            if callback is not None:
                raise NotImplementedError(f"set_{name}: cortenforge.mujoco does not support {what}")

        def getter():
            return None

        yield name, setter, getter, "Clears", "Returns"


for _name, _setter, _getter, _sets, _gets in _functions():
    for _prefix, _function, _verb in [("set_", _setter, _sets), ("get_", _getter, _gets)]:
        _function.__name__ = _function.__qualname__ = _prefix + _name
        _function.__doc__ = f"{_verb} the callback {_name}."
        globals()[_prefix + _name] = _function


def mj_resetCallbacks():
    """Removes all callbacks but the one for warnings."""
    for name in _SERVED:
        if name.startswith("mjcb_"):
            _set(name, None)


__all__ = [name for name in dir() if name.startswith(("set_", "get_", "mj_"))]
