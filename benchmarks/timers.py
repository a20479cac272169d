"""Time by stage of both engines, by the parts of MuJoCo's timers.

MuJoCo times its stages when it has a clock. A clock in Python would cost more than most stages, so this is a
native one, GLFW's. Its package is among the requirements, and it needs no display.
"""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np

# parts of a step in the order of the engine's profile, with MuJoCo's timers
TIMERS = {
    "kinematics": ["POS_KINEMATICS"],
    "inertia": ["POS_INERTIA"],
    "collision": ["POS_COLLISION"],
    "constraint rows": ["POS_MAKE"],
    "inertia of rows": ["POS_PROJECT"],
    "velocity": ["VELOCITY"],
    "actuation": ["ACTUATION"],
    "solver": ["CONSTRAINT"],
}
# the rest of a forward pass, and the rest of a step
REST_OF_FORWARD, REST_OF_STEP = "sensors, smooth acceleration", "integration, checks"
PARTS = [*TIMERS, REST_OF_FORWARD, REST_OF_STEP]


@contextmanager
def clock():
    """A context in which MuJoCo's timers run, in seconds."""
    import glfw
    import mujoco

    glfw.init_hint(glfw.PLATFORM, glfw.PLATFORM_NULL)
    if not glfw.init():
        raise RuntimeError("GLFW has no clock without a display")
    mujoco.set_mjcb_time(glfw._glfw.glfwGetTime)
    try:
        yield
    finally:
        mujoco.set_mjcb_time(None)
        glfw.terminate()


def _timers(mujoco, data) -> dict[str, float]:
    kinds = mujoco.mjtTimer.__members__
    return {name.removeprefix("mjTIMER_"): data.timer[int(kind)].duration for name, kind in kinds.items() if name != "mjNTIMER"}


def theirs(mujoco, model, data, steps: int) -> np.ndarray:
    """Seconds per step of each part in MuJoCo; inside `clock`."""
    before = _timers(mujoco, data)
    mujoco.mj_step(model, data, steps)
    taken = {name: (time - before[name]) / steps for name, time in _timers(mujoco, data).items()}
    parts = [sum(taken[name] for name in names) for names in TIMERS.values()]
    return np.maximum([*parts, taken["FORWARD"] - sum(parts), taken["STEP"] - taken["FORWARD"]], 0.0)


def ours(model, data, steps: int) -> np.ndarray:
    """Seconds per step of each part in our engine."""
    from cortenforge import _core

    sums = dict.fromkeys(PARTS, 0.0)
    for part, _, seconds in _core._profile(model, data, steps):
        sums[part] += seconds
    return np.array(list(sums.values()))
