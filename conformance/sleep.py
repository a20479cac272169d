"""Sleeping islands compared with MuJoCo's, step by step.

Usage: python sleep.py [--filter TEXT] [--dir FOLDER ...] [--only-dir] [--steps N]

Every model runs with the sleep flag on, and so does a scene with everything that wakes a tree. Contacts are chaotic, so our engine
takes MuJoCo's state after each step. Each step must end within the tolerance of one step. The trees that sleep, the trees that are
awake and the sleep cycles must be equal.
"""

from __future__ import annotations

import argparse
import itertools
import sys

import models
import numpy as np

#: mjENBL_SLEEP
SLEEP = 1 << 4
#: Largest difference of positions after one step from equal states: both solvers stop at their tolerance.
BAR = 1e-5
STATE = ("qpos", "qvel", "act", "qacc_warmstart")
COUNTS = ("ntree_awake", "nbody_awake", "nparent_awake", "nv_awake")
EXACT = ("tree_asleep", "tree_awake", "body_awake")
#: Lists, with the number of their entries.
LISTS = {"body_awake_ind": "nbody_awake", "parent_awake_ind": "nparent_awake", "dof_awake_ind": "nv_awake"}

SCENE = """<mujoco><option integrator="{integrator}" solver="{solver}" cone="{cone}" jacobian="{jacobian}" sleep_tolerance=".01">
<flag sleep="enable" energy="enable"/></option><default><geom solref=".02 1.5" condim="6" friction="1 .05 .05"/></default>
<worldbody><geom type="plane" size="5 5 .1"/><site name="ceiling" pos="-1 0 2"/>
<body name="hand" mocap="true" pos="0 0 3"><geom size=".1"/></body>
<body pos="3 0 0"><geom type="box" size=".2 .2 .2"/><body pos="0 0 .6"><joint name="arm" axis="0 1 0" damping=".3" stiffness="1"/>
<geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/></body></body>
<body name="a" pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="a"/></body>
<body name="b" pos="0 0 .28"><freejoint/><geom type="box" size=".08 .08 .08"/></body>
<body name="c" pos="1 0 .1" sleep="allowed"><freejoint/><geom size=".1"/><site name="c"/></body>
<body name="d" pos="1 1 .1" sleep="never"><freejoint/><geom type="capsule" size=".1 .1" euler="0 90 0"/></body>
<body name="e" pos="-1 0 1" sleep="init"><freejoint/><geom type="ellipsoid" size=".1 .08 .06"/></body>
<body pos="-2 0 1" sleep="allowed"><joint name="l" type="slide" axis="1 0 0" damping="5"/><geom size=".1"/></body>
<body pos="-2 1 1" sleep="allowed"><joint name="r" type="slide" axis="1 0 0" damping="5"/><geom size=".1"/></body>
</worldbody>
<tendon><fixed name="t" limited="true" range="-1 .05"><joint joint="l" coef="1"/><joint joint="r" coef="-1"/></fixed></tendon>
<equality><connect body1="c" body2="a" anchor="0 0 0" active="false"/><weld body1="c" body2="hand" active="false"/></equality>
<actuator><position joint="r" kp="1" kv="1"/><general joint="l" dyntype="filter" dynprm=".1"/></actuator>
<sensor><framepos objtype="site" objname="a"/><framelinacc objtype="site" objname="c"/><subtreelinvel body="world"/>
<framepos objtype="site" objname="a" reftype="site" refname="c"/><touch site="c"/><e_potential/></sensor></mujoco>"""


def disturb(model, data, step: int) -> None:
    """The user's actions on the scene, another one every few hundred steps."""
    def dof(body: str) -> int:
        return int(model.body(body).dofadr[0])

    events = {
        300: lambda: data.xfrc_applied[model.body("b").id].__setitem__(2, 9.0),
        310: lambda: data.xfrc_applied.fill(0.0),
        450: lambda: data.qfrc_applied.__setitem__(dof("c"), 0.5),
        455: lambda: data.qfrc_applied.fill(0.0),
        600: lambda: data.qvel.__setitem__(dof("c") + 1, 0.2),
        750: lambda: data.qpos.__setitem__(int(model.joint("l").qposadr[0]), 0.1),
        900: lambda: data.mocap_pos.__setitem__(0, [0.0, 0.0, 0.44]),
        1000: lambda: data.mocap_pos.__setitem__(0, [0.0, 0.0, 3.0]),
        1100: lambda: data.eq_active.__setitem__(0, 1),
        1250: lambda: data.eq_active.__setitem__(slice(0, 2), [0, 1]),
        1350: lambda: data.ctrl.fill(0.3),
        1450: lambda: data.qvel.__setitem__(dof("e"), -0.3),
    }
    events.get(step, lambda: None)()


def _difference(ours, theirs) -> str:
    for name in (*COUNTS, *EXACT, *LISTS):
        mine, reference = np.atleast_1d(getattr(ours, name)), np.atleast_1d(getattr(theirs, name))
        if name in LISTS:
            mine, reference = (x[: getattr(theirs, LISTS[name])] for x in (mine, reference))
        if not np.array_equal(mine, reference):
            return f"{name}: {mine.tolist()} instead of {reference.tolist()}"[:300]
    apart = float(np.abs(ours.qpos - theirs.qpos).max(initial=0.0))
    return f"qpos: {apart:.1e} apart" if not apart <= BAR * max(1.0, float(np.abs(theirs.qpos).max(initial=0.0))) else ""


def follow(engines, pair, steps: int, act=None) -> tuple[str, int]:
    """The first difference of two worlds, empty without one, and the largest number of sleeping trees."""
    (ours, reference), (mine, theirs) = engines, pair
    for model in pair:
        model.opt.enableflags |= SLEEP
        # MuJoCo 3.12.0 fails once a tree of a model with tactile sensors sleeps ("mj_sleepState: unsupported object type
        # 'mesh'"), while ours keeps reading them. Sensors move nothing, so they are left out.
        if reference.mjtSensor.mjSENS_TACTILE in theirs.sensor_type:
            model.opt.disableflags |= int(reference.mjtDisableBit.mjDSBL_SENSOR)
    a, b = ours.MjData(mine), reference.MjData(theirs)
    most = 0
    for step in range(steps):
        if act:
            act(mine, a, step)
            act(theirs, b, step)
        failures = []
        for engine, model, data in ((ours, mine, a), (reference, theirs, b)):
            try:
                engine.mj_step(model, data)
            except Exception as error:
                failures.append(str(error))
        if any(w.number for w in b.warning) or len(failures) == 2:
            # MuJoCo resets when the motion diverges; neither engine wakes trees connected by tendon equalities
            return "", most
        found = failures[0] if failures else _difference(a, b)
        if found:
            return f"step {step}: {found}", most
        most = max(most, int((b.tree_asleep >= 0).sum()))
        for name in STATE:
            getattr(a, name)[:] = getattr(b, name)
    return "", most


def scenes() -> list[tuple[str, models.Source]]:
    """The scene with every integrator, solver, cone and storage of the Jacobian."""
    found = []
    for integrator, solver, cone, jacobian in itertools.product(
        ("Euler", "implicit", "implicitfast"), ("Newton", "CG", "PGS"), ("pyramidal", "elliptic"), ("dense", "sparse")
    ):
        xml = SCENE.format(integrator=integrator, solver=solver, cone=cone, jacobian=jacobian)
        name = f"{integrator} {solver} {cone} {jacobian}"
        found.append((name, models.Source("scene", name, xml=xml)))
    return found


def main() -> int:
    import cortenforge.mujoco as ours
    import mujoco

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="", help="only models whose group/name contains this")
    parser.add_argument("--dir", action="append", default=[], help="also every model below this folder")
    parser.add_argument("--only-dir", action="store_true", help="leave out ours, gymnasium and dm_control")
    parser.add_argument("--steps", type=int, default=400)
    args = parser.parse_args()
    engines = (ours, mujoco)
    found = [(f"scene/{name}", source, 1600, disturb) for name, source in scenes() if args.filter in f"scene/{name}"]
    for source in models.collect(args.dir, args.filter, [] if args.only_dir else None):
        found.append((f"{source.group}/{source.name}", source, args.steps, None))
    passed = failed = asleep = 0
    for name, source, steps, act in found:
        try:
            pair = [source.load(engine) for engine in engines]
        except Exception:
            continue  # compare.py reports models that do not load on both sides
        difference, most = follow(engines, pair, steps, act)
        if act and not difference and most < 5:
            difference = f"only {most} trees slept"
        passed, failed, asleep = passed + (not difference), failed + bool(difference), asleep + (most > 0)
        if difference:
            print(f"{name}: {difference}", flush=True)
    print(f"sleep: {passed} passed, {failed} failed; trees slept in {asleep}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
