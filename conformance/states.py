"""States at which both engines are compared: the reference pose, the keyframes, random states from a seed."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np

#: Number of random states per model, in addition to the reference pose.
RANDOM_STATES = 3


@dataclass
class State:
    """Inputs of a forward pass."""

    name: str
    inputs: dict[str, np.ndarray]

    def apply(self, data) -> None:
        """Writes the inputs into a Data of either engine."""
        for field, values in self.inputs.items():
            getattr(data, field)[...] = values


def states(model, name: str, count: int = RANDOM_STATES, keys: bool = True) -> list[State]:
    """The reference pose, the keyframes, and `count` random states. The model's name is the seed, so that every run has equal states."""
    found = [State("reference pose", {"qpos": np.array(model.qpos0)})]
    if keys:
        found += [State(f"keyframe {k}", _keyframe(model, k)) for k in range(model.nkey)]
    for k in range(count):
        rng = np.random.default_rng([zlib.crc32(name.encode()), k])
        found.append(State(f"random {k + 1}", _random(model, rng)))
    return found


def _keyframe(model, k: int) -> dict[str, np.ndarray]:
    inputs = {field: np.array(getattr(model, f"key_{field}")[k]) for field in ("qpos", "qvel", "act", "ctrl")}
    for field, shape in (("mocap_pos", (-1, 3)), ("mocap_quat", (-1, 4))) if model.nmocap else ():
        inputs[field] = np.array(getattr(model, field.replace("mocap_", "key_m"))[k]).reshape(shape)
    return inputs


def _random(model, rng: np.random.Generator) -> dict[str, np.ndarray]:
    inputs = {
        "qpos": _positions(model, rng),
        "qvel": rng.normal(0, 1, model.nv),
        "ctrl": _controls(model, rng),
        "act": rng.uniform(0, 1, model.na),
        "qfrc_applied": rng.normal(0, 0.1, model.nv),
        "xfrc_applied": rng.normal(0, 0.1, (model.nbody, 6)),
    }
    if model.nmocap:
        inputs["mocap_pos"] = rng.normal(0, 0.5, (model.nmocap, 3))
        quat = rng.normal(0, 1, (model.nmocap, 4))
        inputs["mocap_quat"] = quat / np.linalg.norm(quat, axis=1, keepdims=True)
    return inputs


def _positions(model, rng: np.random.Generator) -> np.ndarray:
    """Limited joints within their range and a little beyond, so that some limits are active."""
    qpos = np.array(model.qpos0)
    for joint in range(model.njnt):
        at, kind = int(model.jnt_qposadr[joint]), int(model.jnt_type[joint])
        if kind == 0:
            qpos[at : at + 3] += rng.normal(0, 0.3, 3)
            at += 3
        if kind in (0, 1):
            quat = rng.normal(0, 1, 4)
            qpos[at : at + 4] = quat / np.linalg.norm(quat)
        elif model.jnt_limited[joint]:
            low, high = model.jnt_range[joint]
            reach = 0.05 * (high - low)
            qpos[at] = rng.uniform(low - reach, high + reach)
        else:
            qpos[at] += rng.normal(0, 0.5)
    return qpos


def _controls(model, rng: np.random.Generator) -> np.ndarray:
    low, high = model.actuator_ctrlrange[:, 0], model.actuator_ctrlrange[:, 1]
    limited = np.asarray(model.actuator_ctrllimited, dtype=bool)
    return rng.uniform(np.where(limited, low, -1.0), np.where(limited, high, 1.0))
