"""Writes conformance/references: MuJoCo's results for our own models, as small text files for `cargo test`.

Usage: python generate.py [--filter TEXT] [--check]

There is one file per model. A line is `kind name shape values`. Values have 12 significant digits; a repeated value is
`value*count`. A digest replaces a long array: its length, sum, sum of magnitudes and a weighted sum. A hash replaces bytes and long
integer arrays. `--check` writes nothing and fails when a file is missing or would change.

`references/motions` holds the first hundred steps of each model with everything on, as states every twenty steps. The tolerance of
a motion is a multiple of the change that a nudge at the start causes in MuJoCo. Models whose nudge grows too much or whose state is
too long have no recording; trajectories.py compares them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Iterator

import mujoco
import numpy as np

import compare
import models
import stages
import states

FOLDER = models.ROOT / "conformance" / "references"
MOTIONS = FOLDER / "motions"
#: The version that defines correct behaviour.
VERSION = "3.12.0"
#: Arrays with more entries are kept as a digest or a hash.
LONG = 256
DIGITS = {"f64": 12, "f32": 8}
#: Random states beside the reference pose: one keeps the files small, the live run takes more.
STATES = 1
#: Steps of a motion, and between two recorded states.
STEPS, EVERY = 100, 20
#: Nudge of the starts of the neighbouring motions, their number, and the factor on their distance.
NUDGE, NUDGED, TIMES = 1e-12, 4, 100.0
#: Limits on the tolerance of a motion: the smallest, and the largest that is recorded.
NEAR, LOST = 1e-9, 1e-4


def fnv1a(data: bytes) -> int:
    """The 64-bit FNV-1a hash."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def weights(count: int) -> np.ndarray:
    """Fixed pseudo-random weights in [-0.5, 0.5), from a multiplicative hash of the index."""
    return (np.arange(count, dtype=np.uint64) * np.uint64(2654435761) % np.uint64(2**32)).astype(np.float64) / 2**32 - 0.5


def tokens(values: np.ndarray, kind: str) -> str:
    """Values separated by spaces, repeats as value*count."""
    if kind in DIGITS:
        words = [f"{float(v):.{DIGITS[kind]}g}" for v in values]
    else:
        words = [str(int(v)) for v in values]
    out: list[str] = []
    at = 0
    while at < len(words):
        end = at
        while end < len(words) and words[end] == words[at]:
            end += 1
        run = end - at
        out += [f"{words[at]}*{run}"] if run > 2 else [words[at]] * run
        at = end
    return " ".join(out)


def field_line(name: str, value: Any) -> str:
    """One field as a line."""
    if isinstance(value, (bytes, bytearray)):
        return f"hash {name} {len(value)} {fnv1a(bytes(value)):016x}"
    array = np.asarray(value)
    kind = {"f8": "f64", "f4": "f32"}.get(array.dtype.str[1:], "int")
    flat = array.ravel()
    if flat.size <= LONG:
        return f"{kind} {name} {flat.size} {tokens(flat, kind)}".rstrip()
    if kind == "int":
        return f"hash {name} {flat.size} {fnv1a(flat.astype('<i8').tobytes()):016x}"
    wide = flat.astype(np.float64)
    sums = (wide.sum(), np.abs(wide).sum(), (wide * weights(flat.size)).sum())
    return f"digest {name} {flat.size} {kind} " + " ".join(f"{s:.12g}" for s in sums)


def constants(model) -> Iterator[str]:
    """The compiled model, family by family."""
    fields = list(compare.model_fields(model).items())
    fields.sort(key=lambda item: stages.FAMILY_ORDER.index(stages.family_of(item[0])))
    family = ""
    for name, value in fields:
        # without sizes that are zero and arrays without effect on motion: the live run compares them
        if not np.any(value) and name.startswith("n") or np.size(value) == 0 or name.startswith(("flex", "vis.", "flg_")):
            continue
        if stages.family_of(name) != family:
            family = stages.family_of(name)
            yield f"family {family}"
        yield field_line(name, value)


def pipeline(model, name: str) -> Iterator[str]:
    """Inputs and stage outputs at every state."""
    stages.prepare(model)
    data = mujoco.MjData(model)
    for state in states.states(model, name, STATES, keys=False):
        mujoco.mj_resetData(model, data)
        state.apply(data)
        yield f"state {state.name}"
        for field in state.inputs:
            values = np.asarray(getattr(data, field)).ravel()
            # inputs are read back exactly: 17 digits
            yield f"input {field} {values.size} " + " ".join(f"{v:.17g}" for v in values)
        mujoco.mj_forward(model, data)
        for stage in (s for s in stages.PIPELINE if not s.tight):
            if stage.integrator is not None:
                mujoco.mj_resetData(model, data)
                state.apply(data)
                model.opt.integrator = stage.integrator
            if stage.name.startswith("step"):
                mujoco.mj_step(model, data)
            yield f"stage {stage.bar or 1e-9:g} {stage.name}"
            for field in (f for f in stage.fields if f not in stages.LIVE_ONLY):
                value = compare.trimmed(model, data, field)
                if value.size:
                    yield field_line(field, value)
        stages.prepare(model)


def reference(source: models.Source) -> str:
    """The whole file of a model."""
    model = source.load(mujoco)
    lines = [f"# {source.name}.xml by MuJoCo {mujoco.__version__}; written by conformance/generate.py"]
    lines += constants(model)
    lines += pipeline(model, f"{source.group}/{source.name}")
    return "\n".join(lines) + "\n"


def controls(model, step: int) -> np.ndarray:
    """Controls that change every ten steps, by arithmetic that gives the same numbers everywhere."""
    share = 0.25 + 0.5 * ((3 * np.arange(model.nu) + 7 * (step // 10)) % 11 / 10)
    low, high = np.where(model.actuator_ctrllimited[:, None], model.actuator_ctrlrange, [-1.0, 1.0]).reshape(-1, 2).T
    return low + (high - low) * share


def motion(model, nudge: int = 0) -> list[np.ndarray]:
    """Positions, velocities and activations after each step."""
    data = mujoco.MjData(model)
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    data.qvel[:] += 0.1 * (np.arange(model.nv) % 5 - 2)
    if nudge:
        data.qvel[:] += NUDGE * np.random.default_rng(nudge).choice([-1.0, 1.0], model.nv)
    path = []
    for step in range(STEPS):
        data.ctrl[:] = controls(model, step)
        mujoco.mj_step(model, data)
        path.append(np.concatenate([data.qpos, data.qvel, data.act]))
    return path


def motion_reference(source: models.Source) -> str | None:
    """The file of a model's motion; None if it cannot be recorded to its end."""
    model = source.load(mujoco)
    if max(model.nq, model.nv, model.na) > LONG:
        return None
    path = motion(model)
    scale = [max(1.0, float(np.abs(state).max(initial=0.0))) for state in path]
    drift = np.zeros(STEPS)
    for nudge in range(1, NUDGED + 1):
        apart = [float(np.abs(a - b).max(initial=0.0)) / s for a, b, s in zip(motion(model, nudge), path, scale)]
        drift = np.maximum(drift, np.maximum.accumulate(apart))
    lines = [f"# {STEPS} steps of {source.name}.xml by MuJoCo {mujoco.__version__}; written by conformance/generate.py"]
    for step in [1, *range(EVERY, STEPS + 1, EVERY)]:
        bar = max(NEAR, TIMES * drift[step - 1])
        if bar > LOST:
            return None
        lines += [f"state {step}", f"stage {bar:.3g} motion"]
        parts = np.split(path[step - 1], [model.nq, model.nq + model.nv])
        lines += [field_line(name, part) for name, part in zip(("qpos", "qvel", "act"), parts) if part.size]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if mujoco.__version__ != VERSION:
        print(f"references come from MuJoCo {VERSION}, this is {mujoco.__version__}")
        return 2
    MOTIONS.mkdir(parents=True, exist_ok=True)
    changed, total = [], 0
    for source in models.collect([], args.filter, ["ours"]):
        for folder, write in ((FOLDER, reference), (MOTIONS, motion_reference)):
            text, path = write(source), folder / f"{source.name}.txt"
            if text is None:
                continue
            total += len(text)
            if not path.exists() or path.read_text() != text:
                changed.append(str(path.relative_to(FOLDER).with_suffix("")))
                if not args.check:
                    path.write_text(text)
    what = "would change" if args.check else "written"
    print(f"references: {len(changed)} {what}, {total / 1024:.0f} KiB in all" + (f": {', '.join(changed)}" if changed else ""))
    return 1 if args.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
