"""Trajectories compared with MuJoCo's: every model, random controls.

With everything on, each model moves by its own integrator from the reference pose and from its first keyframe. With `--smooth`, contacts
and constraints are off and each model moves by every integrator. A model passes when its state stays within the tolerance of MuJoCo's,
relative to the largest entry. A chaotic model passes within NUDGES times the effect that a nudge at the start has in MuJoCo. Smooth motion
is judged at every step. Motion with contacts is judged at the end, since a touch may begin a step sooner or later. When a motion diverges,
MuJoCo warns and resets; ours does the same or returns an error. Both must happen at the same step, plus or minus one.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from dataclasses import dataclass
from typing import Iterator

import numpy as np

import models
import states

@dataclass(frozen=True)
class Bar:
    """Tolerances of trajectories: `near`, or NUDGES times the largest drift over `starts` starts that are off by
    `nudge`."""

    near: float
    nudge: float
    starts: int
    every_step: bool


SMOOTH = Bar(near=1e-8, nudge=1e-12, starts=1, every_step=True)
FULL = Bar(near=1e-5, nudge=1e-10, starts=4, every_step=False)
NUDGES = 100.0
#: Largest ratio of a drift to its nudge for which the bar of chaotic models has a meaning.
LOST = 0.1

INTEGRATORS = {"Euler": 0, "RK4": 1, "implicit": 2, "implicitfast": 3}
#: mjDSBL_CONSTRAINT and mjDSBL_CONTACT
SMOOTH_ONLY = 1 << 0 | 1 << 4


@dataclass
class Outcome:
    """The differences of one trajectory."""

    label: str
    status: str
    worst: float = 0.0
    step: int = -1
    detail: str = ""


def _start(engine, model, name: str, key: int, nudge: float = 0.0, attempt: int = 0):
    data = engine.MjData(model)
    if key >= 0:
        engine.mj_resetDataKeyframe(model, data, key)
    else:
        engine.mj_resetData(model, data)
    if nudge:
        rng = np.random.default_rng([zlib.crc32(name.encode()), attempt])
        data.qvel[:] += nudge * rng.choice([-1.0, 1.0], model.nv)
        engine.mj_integratePos(model, data.qpos, rng.choice([-1.0, 1.0], model.nv), nudge)
    return data


def _controls(name: str, model, steps: int) -> Iterator[np.ndarray]:
    """New random controls every ten steps, equal in every run of a model."""
    rng = np.random.default_rng(zlib.crc32(name.encode()) + 1)
    ctrl = np.zeros(model.nu)
    for step in range(steps):
        if step % 10 == 0:
            ctrl = states._controls(model, rng)
        yield ctrl


def _state(model, data) -> np.ndarray:
    return np.concatenate([data.qpos, data.qvel, data.act])


def _scale(state: np.ndarray) -> float:
    return max(1.0, float(np.abs(state).max(initial=0.0)))


def _diverges(reference, data) -> bool:
    kinds = reference.mjtWarning
    return any(data.warning[int(k)].number for k in (kinds.mjWARN_BADQPOS, kinds.mjWARN_BADQVEL, kinds.mjWARN_BADQACC))


def _advance(engine, model, data) -> str:
    try:
        engine.mj_step(model, data)
    except Exception as error:
        return str(error) or type(error).__name__
    return ""


@dataclass
class Run:
    """One trajectory: its start, integrator and tolerance."""

    label: str
    bar: Bar
    key: int = -1


def follow(name: str, engines, pair, run: Run, steps: int) -> Outcome:
    """Runs one model on both sides. If they differ, MuJoCo runs again from nudged starts."""
    datas = [_start(engine, model, name, run.key) for engine, model in zip(engines, pair)]
    outcome, path, gaps = Outcome(run.label, "agrees"), [], []
    for step, ctrl in enumerate(_controls(name, pair[1], steps)):
        for data in datas:
            data.ctrl[:] = ctrl
        engines[1].mj_step(pair[1], datas[1])
        error = _advance(engines[0], pair[0], datas[0])
        if error or any(_diverges(engines[1], data) for data in datas):
            outcome = _divergence(outcome, engines, pair, datas, step, error)
            if outcome.status == "error" and path and _drift(name, engines[1], pair[1], run, path)[-1] > LOST:
                # only one of them reports a NaN, but MuJoCo's own path was lost before
                outcome.status, outcome.detail = "agrees", f"lost before step {step}: {outcome.detail}"
            return outcome
        mine, theirs = (_state(m, d) for m, d in zip(pair, datas))
        path.append(theirs)
        gaps.append(float(np.abs(mine - theirs).max(initial=0.0)) / _scale(theirs))
    gap = np.nan_to_num(np.array(gaps), nan=np.inf)
    if gap.size:
        outcome.step = int(gap.argmax())
        outcome.worst = float(gap[outcome.step])
    if outcome.worst > run.bar.near:
        _judge(outcome, run.bar, gap, _drift(name, engines[1], pair[1], run, path))
    return outcome


def _drift(name: str, reference, model, run: Run, path: list[np.ndarray]) -> np.ndarray:
    """The largest distance so far, step by step, between the path and those from nudged starts."""
    drift = np.zeros(len(path))
    for attempt in range(run.bar.starts):
        data = _start(reference, model, name, run.key, run.bar.nudge, attempt)
        for step, ctrl in enumerate(_controls(name, model, len(path))):
            data.ctrl[:] = ctrl
            reference.mj_step(model, data)
            distance = float(np.abs(_state(model, data) - path[step]).max(initial=0.0)) / _scale(path[step])
            drift[step] = max(drift[step], distance)
    return np.maximum.accumulate(np.nan_to_num(drift, nan=np.inf))


def _judge(outcome: Outcome, bar: Bar, gap: np.ndarray, drift: np.ndarray) -> None:
    lost = np.flatnonzero(drift > LOST)
    known = int(lost[0]) if lost.size and bar.every_step else len(gap)
    allowed = drift if bar.every_step else np.full(len(gap), drift[-1])
    wrong = np.flatnonzero((gap > bar.near) & (gap > NUDGES * allowed))
    wrong = wrong[wrong <= known]
    if wrong.size:
        outcome.status, outcome.step = "differs", int(wrong[0])
        outcome.worst = float(gap[outcome.step])
    outcome.detail = f"MuJoCo itself drifts by {allowed[outcome.step]:.1e}"


def _divergence(worst: Outcome, engines, pair, datas, step: int, error: str) -> Outcome:
    """Both sides must report that the motion diverges, by a warning or an error, within a step of each other."""
    seen = [bool(error) or _diverges(engines[1], datas[0]), _diverges(engines[1], datas[1])]
    if not seen[0]:
        error = _advance(engines[0], pair[0], datas[0])
        seen[0] = bool(error) or _diverges(engines[1], datas[0])
    elif not seen[1]:
        engines[1].mj_step(pair[1], datas[1])
        seen[1] = _diverges(engines[1], datas[1])
    if all(seen):
        worst.detail = f"both diverge at step {step}"
    else:
        worst.status, worst.step = "error", step
        worst.detail = error or ("only we diverge" if seen[0] else "MuJoCo diverges and we report nothing")
    return worst


def smooth_runs(pair) -> Iterator[Run]:
    """Every integrator, contacts and constraints off."""
    for label, integrator in INTEGRATORS.items():
        for model in pair:
            model.opt.disableflags |= SMOOTH_ONLY
            model.opt.integrator = integrator
        yield Run(label, SMOOTH)


def full_runs(pair) -> Iterator[Run]:
    """The unchanged model, from the reference pose and the first keyframe."""
    yield Run("reference pose", FULL)
    if pair[1].nkey:
        yield Run("keyframe", FULL, key=0)


def main() -> int:
    import cortenforge.mujoco as ours
    import mujoco

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="", help="only models whose group/name contains this")
    parser.add_argument("--dir", action="append", default=[], help="also every model below this folder")
    parser.add_argument("--only-dir", action="store_true", help="leave out ours, gymnasium and dm_control")
    parser.add_argument("--smooth", action="store_true", help="contacts and constraints off, every integrator")
    parser.add_argument("--steps", type=int, default=0, help="50, or 1000 with --smooth")
    parser.add_argument("--largest", type=int, default=10_000, help="leave out models with more degrees of freedom")
    args = parser.parse_args()
    runs, steps = (smooth_runs, args.steps or 1000) if args.smooth else (full_runs, args.steps or 50)
    passed = failed = chaotic = 0
    for source in models.collect(args.dir, args.filter, [] if args.only_dir else None):
        name = f"{source.group}/{source.name}"
        try:
            pair = [source.load(engine) for engine in (ours, mujoco)]
        except Exception:
            continue  # compare.py reports models that do not load on both sides
        if pair[1].nv > args.largest:
            continue
        for run in runs(pair):
            outcome = follow(name, (ours, mujoco), pair, run, steps)
            passed += outcome.status == "agrees"
            failed += outcome.status != "agrees"
            chaotic += outcome.status == "agrees" and outcome.worst > run.bar.near
            if outcome.status != "agrees" or outcome.detail:
                print(f"{name} {run.label}: {outcome.status}, {outcome.worst:.1e} at step {outcome.step} {outcome.detail}",
                      flush=True)
    print(f"trajectories: {passed} passed ({chaotic} chaotic), {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
