"""Trajectories of smooth motion beside MuJoCo: every model, every integrator, random controls.

Contacts and constraints are switched off on both sides, so that only smooth dynamics move the model. A model passes when
its state stays within BAR of MuJoCo's, relative to the largest entry so far; a chaotic one when it stays within NUDGES
times what MuJoCo's own motion changes when its start is nudged by NUDGE.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from dataclasses import dataclass

import numpy as np

import models
import states

BAR = 1e-8
NUDGE = 1e-12
NUDGES = 100.0
#: How far apart two states may be relative to the nudge before the bar of chaotic models is meaningless.
LOST = 0.1

INTEGRATORS = {"Euler": 0, "RK4": 1, "implicit": 2, "implicitfast": 3}
#: mjDSBL_CONSTRAINT and mjDSBL_CONTACT
SMOOTH_ONLY = 1 << 0 | 1 << 4


@dataclass
class Outcome:
    """How far one trajectory went apart."""

    integrator: str
    status: str
    worst: float = 0.0
    step: int = -1
    detail: str = ""


def _start(engine, model, name: str, nudge: float):
    data = engine.MjData(model)
    engine.mj_resetData(model, data)
    if nudge:
        rng = np.random.default_rng(zlib.crc32(name.encode()))
        data.qvel[:] += nudge * rng.choice([-1.0, 1.0], model.nv)
    return data


def _state(model, data) -> np.ndarray:
    return np.concatenate([data.qpos, data.qvel, data.act])


def _scale(state: np.ndarray) -> float:
    return max(1.0, float(np.abs(state).max(initial=0.0)))


def follow(name: str, engines, pair, integrator: str, steps: int) -> Outcome:
    """Runs one model with one integrator on both sides, and MuJoCo once more from a nudged start."""
    for model in pair:
        model.opt.disableflags |= SMOOTH_ONLY
        model.opt.integrator = INTEGRATORS[integrator]
    (ours, reference), (mine, theirs) = engines, pair
    datas = [_start(ours, mine, name, 0.0), _start(reference, theirs, name, 0.0), _start(reference, theirs, name, NUDGE)]
    rng = np.random.default_rng(zlib.crc32(name.encode()) + 1)
    worst, drift = Outcome(integrator, "agrees"), 0.0
    for step in range(steps):
        if step % 10 == 0:
            ctrl = states._controls(theirs, rng)
        for data in datas:
            data.ctrl[:] = ctrl
        reference.mj_step(theirs, datas[1])
        reference.mj_step(theirs, datas[2])
        if any(w.number for w in datas[1].warning):
            # MuJoCo starts again from the reference pose where the motion diverges
            worst.detail = f"MuJoCo diverges at step {step}"
            return worst
        try:
            ours.mj_step(mine, datas[0])
        except Exception as error:
            return Outcome(integrator, "error", detail=str(error), step=step)
        a, b, nudged = (_state(m, d) for m, d in zip((mine, theirs, theirs), datas))
        difference = float(np.abs(a - b).max(initial=0.0)) / _scale(b)
        drift = max(drift, float(np.abs(nudged - b).max(initial=0.0)) / _scale(b))
        if not np.isfinite(difference):
            return Outcome(integrator, "differs", np.inf, step)
        if difference > worst.worst:
            worst.worst, worst.step = difference, step
        if difference > BAR and difference > NUDGES * drift:
            worst.status = "differs"
            return worst
        if drift > LOST:
            worst.detail = f"chaos at step {step}"
            break
    if worst.worst > BAR:
        worst.detail = worst.detail or f"chaotic: MuJoCo itself drifts by {drift:.1e}"
    return worst


def main() -> int:
    import cortenforge.mujoco as ours
    import mujoco

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="", help="only models whose group/name contains this")
    parser.add_argument("--dir", action="append", default=[], help="also every model below this folder")
    parser.add_argument("--only-dir", action="store_true", help="leave out ours, gymnasium and dm_control")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--largest", type=int, default=10_000, help="leave out models with more degrees of freedom")
    args = parser.parse_args()
    passed = failed = 0
    for source in models.collect(args.dir, args.filter, [] if args.only_dir else None):
        name = f"{source.group}/{source.name}"
        for integrator in INTEGRATORS:
            try:
                pair = [source.load(engine) for engine in (ours, mujoco)]
            except Exception:
                break  # what does not load on both sides is compare.py's concern
            if pair[1].nv > args.largest:
                break
            outcome = follow(name, (ours, mujoco), pair, integrator, args.steps)
            passed += outcome.status == "agrees"
            failed += outcome.status != "agrees"
            if outcome.status != "agrees" or outcome.detail:
                print(f"{name} {integrator}: {outcome.status}, {outcome.worst:.1e} at step {outcome.step} {outcome.detail}",
                      flush=True)
    print(f"trajectories: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
