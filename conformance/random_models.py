"""Random models compared with MuJoCo: compiled constants, stages of the forward pass, steps, short trajectories.

Usage: python random_models.py [--models N] [--seed S] [--filter TEXT] [--only INDEX] [--show]

Both engines compile each model and their constants are compared. The stages are compared at the reference pose and at random states,
as in compare.py. Then MuJoCo moves the model under random controls. Stages and one step are compared at each of its states, so that no
error grows. At the end a trajectory of ours is judged as in trajectories.py. A difference of at most ten times the effect of a nudge in
the last digits counts as ill-conditioned. The exit status is 1 when a model differs.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections import Counter
from dataclasses import dataclass

import numpy as np

import compare
import models
import random_mjcf
import stages
import states
import trajectories
from difference import Difference

#: Steps of the walk through MuJoCo's states, and of the trajectory.
STEPS = 30
#: State that a step continues from, besides its controls.
STATE = ("qpos", "qvel", "act", "qacc_warmstart")
#: A step with the model's own integrator, and the number of nudged runs of MuJoCo.
STEP = stages.Stage("step", stages.MOTION, *stages.STEP_BAR)
TRIES = 64
#: Statuses in the order of the table's columns.
GOOD = ("agrees", "ill-conditioned", "refused by both")
BAD = ("differs", "refused only by us", "accepted only by us", "error")


@dataclass
class Verdict:
    """The result of one model."""

    status: str
    detail: str = ""


def walk(engine, model, name: str, steps: int) -> list[states.State]:
    """The states of MuJoCo's motion from a random one, until it diverges."""
    data, found = engine.MjData(model), []
    states.states(model, name, keys=False)[-1].apply(data)
    data.qfrc_applied[:], data.xfrc_applied[:] = 0, 0
    for step, ctrl in enumerate(trajectories._controls(name, model, steps)):
        data.ctrl[:] = ctrl
        inputs = {field: np.array(getattr(data, field)) for field in (*STATE, "ctrl", "mocap_pos", "mocap_quat")}
        engine.mj_step(model, data)
        if trajectories._diverges(engine, data):
            break
        found.append(states.State(f"step {step}", inputs))
    return found


def stages_of(integrator: int) -> list[stages.Stage]:
    """The forward pass and one step with an integrator."""
    forward = [s for s in stages.PIPELINE if not s.name.startswith("step") and not s.tight]
    return [*forward, stages.Stage("step", stages.MOTION, *stages.STEP_BAR, integrator=integrator)]


def by_chance(difference: Difference) -> bool:
    """Whether a nudge changes MuJoCo's own value by about as much; the rule of compare.py."""
    return difference.own is not None and difference.own >= 0.1 * difference.error


def judge(where: str, found: list[Difference]) -> Verdict | None:
    """The first field that differs by more than chance; None when nothing differs."""
    if not found:
        return None
    real = [d for d in found if not by_chance(d)]
    first = (real or found)[0]
    own = "" if first.own is None else f"; MuJoCo's own value moves by {first.own:.2g}"
    return Verdict("differs" if real else "ill-conditioned", f"{where}: {first.text()}{own}")


def examine(source: models.Source, engines, steps: int) -> Verdict:
    """Compares one model. The first part that differs decides; an ill-conditioned part does not end the comparison."""
    loaded, refusals = [], []
    for engine in engines:
        try:
            loaded.append(source.load(engine))
        except Exception as error:
            refusals.append(str(error).strip())
            loaded.append(None)
    if refusals:
        status = "refused by both" if len(refusals) == 2 else f"{'refused' if loaded[0] is None else 'accepted'} only by us"
        return Verdict(status, refusals[0])
    name, integrator = source.name, int(loaded[1].opt.integrator)
    verdicts = [judge("model", compare.compare_constants(*loaded))]
    if verdicts[0] is None:
        found, _, refused = compare.compare_pipeline(name, engines, loaded, tries=TRIES)
        verdicts.append(judge("states", found) or (Verdict("refused only by us", refused) if refused else None))
        for model in loaded:
            model.opt.integrator = integrator
        path = walk(engines[1], loaded[1], name, steps)
        found, _, _ = compare.compare_pipeline(name, engines, loaded, path, stages_of(integrator), TRIES)
        verdicts.append(judge("walk", found))
        for model in loaded:
            model.opt.integrator = integrator
        outcome = trajectories.follow(name, engines, loaded, trajectories.Run("trajectory", trajectories.FULL), steps)
        if outcome.status != "agrees":
            verdicts.append(parting(name, engines, loaded, steps, outcome))
    found = [v for v in verdicts if v]
    return next((v for v in found if v.status in BAD), found[0] if found else Verdict("agrees"))


def parting(name: str, engines, pair, steps: int, outcome: trajectories.Outcome) -> Verdict:
    """Whether chance decides at the step where two trajectories separate: MuJoCo's own solver stops one iteration sooner or later
    there when the state before that step is nudged in the last digits."""
    datas = [trajectories._start(engine, model, name, -1) for engine, model in zip(engines, pair)]
    detail = f"trajectory: {outcome.worst:.1e} at step {outcome.step} {outcome.detail}"
    for step, ctrl in enumerate(trajectories._controls(name, pair[1], steps)):
        for data in datas:
            data.ctrl[:] = ctrl
        before = states.State("", {field: np.array(getattr(datas[1], field)) for field in (*STATE, "ctrl")})
        for engine, model, data in zip(engines, pair, datas):
            trajectories._advance(engine, model, data)
        found = [d for d in (compare._compare_field(STEP, field, pair, datas) for field in ("qpos", "qvel")) if d]
        if found:
            for difference in found:
                difference.own = compare.own_spread(engines[1], pair[1], datas[1], before, STEP, difference.field, TRIES)
            return judge(f"{detail}; parted at step {step}", found) or Verdict("differs", detail)
    return Verdict("differs", detail)


def table(verdicts: list[tuple[tuple[str, ...], Verdict]]) -> str:
    """Models by solver and cone."""
    lines = [f"{'solver and cone':<20}" + "".join(f"{status:>22}" for status in (*GOOD, *BAD))]
    for solver in random_mjcf.SOLVERS:
        for cone in random_mjcf.CONES:
            counts = Counter(v.status for chosen, v in verdicts if chosen[:2] == (solver, cone))
            lines.append(f"{solver + ' ' + cone:<20}" + "".join(f"{counts[status]:>22}" for status in (*GOOD, *BAD)))
    return "\n".join(lines)


def main() -> int:
    import cortenforge.mujoco as ours
    import mujoco

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--filter", default="", help="only models whose name contains this, such as 'PGS elliptic'")
    parser.add_argument("--only", type=int, help="only the model of this number")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--show", action="store_true", help="print the models instead")
    args = parser.parse_args()
    # models that diverge are among the expected ones
    mujoco.set_mju_user_warning(lambda text: None)
    warnings.simplefilter("ignore", RuntimeWarning)
    verdicts, begin = [], time.perf_counter()
    for index in range(args.models) if args.only is None else [args.only]:
        name, xml = random_mjcf.make(args.seed, index)
        if args.filter not in name:
            continue
        if args.show:
            print(f"<!-- {name} -->\n{xml}")
            continue
        try:
            verdict = examine(models.Source("random", name, xml=xml), (ours, mujoco), args.steps)
        except Exception as error:
            verdict = Verdict("error", f"{type(error).__name__}: {error}")
        verdicts.append((random_mjcf.settings(args.seed, index), verdict))
        if verdict.status != "agrees":
            print(f"{name}: {verdict.status}: {verdict.detail}", flush=True)
    if args.show:
        return 0
    print(table(verdicts))
    failed = sum(v.status in BAD for _, v in verdicts)
    chance = sum(v.status == "ill-conditioned" for _, v in verdicts)
    print(f"{time.perf_counter() - begin:.0f} s")
    print(f"random models: {len(verdicts) - failed} passed ({chance} ill-conditioned), {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
