"""Abstract scenes compared with MuJoCo's: every field of every geom, light and camera that `mjv_updateScene` makes.

Usage: python scene.py [--filter TEXT] [--groups scene,ours,gymnasium,dm_control] [--dir FOLDER ...] [--random N] [--states N]
    [--quick] [--tries N]

Our engine starts from MuJoCo's results (poses, contacts, rows, readings), so that every difference comes from the scene. Counts, order,
integers and texts must be equal. Floats may differ by `ULPS` units in the last place of f32. The functions of the mouse run on random
input. The exit status is 1 when anything differs.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import models
import numpy as np
import scene_models
import scene_mouse
import states
from scene_pair import Outcome, Pair


def options_of(pair: Pair, where: str, quick: bool) -> None:
    """Every flag alone and all together; every label and every frame with few and with all flags; depths and groups."""
    package = pair.packages[1]
    flags = [int(f) for f in package.mjtVisFlag.__members__.values() if int(f) < int(package.mjtVisFlag.mjNVISFLAG)]
    default = [int(text[1]) for text in package.mjVISSTRING]
    everything = np.ones(len(flags), np.uint8)

    def show(name: str, catmask: int = 7, **values: Any) -> None:
        pair.reset()
        pair.set("options", **values)
        pair.update(f"{where}, {name}", catmask)

    show("default")
    for flag in flags:
        toggled = np.array(default, np.uint8)
        toggled[flag] = 1 - toggled[flag]
        show(f"flag {flag}", flags=toggled)
    show("all flags", flags=everything)
    show("no flags", flags=0)
    for label in range(-1, 18):
        show(f"label {label}", label=label)
        show(f"label {label}, all flags", label=label, flags=everything)
        split = everything.copy()
        split[[int(package.mjtVisFlag.mjVIS_INERTIA), int(package.mjtVisFlag.mjVIS_CONTACTSPLIT)]] = 0
        show(f"label {label}, other flags", label=label, flags=split)
    for frame in range(-1, 9):
        show(f"frame {frame}", frame=frame)
        show(f"frame {frame}, all flags", frame=frame, flags=everything)
    if quick:
        return
    for depth in (-1, 0, 2, 5, 100):
        show(f"depth {depth}", bvh_depth=depth, flags=everything)
    groups = "geomgroup sitegroup jointgroup tendongroup actuatorgroup flexgroup skingroup".split()
    for value in (0, 1):
        show(f"all groups {value}", flags=everything, **dict.fromkeys(groups, value))
    for catmask in range(8):
        show(f"categories {catmask}", catmask, flags=everything, frame=1)
    islands = np.array(default, np.uint8)
    islands[[int(package.mjtVisFlag.mjVIS_ISLAND), int(package.mjtVisFlag.mjVIS_CONTACTPOINT)]] = 1
    show("islands", flags=islands)
    activation = np.array(default, np.uint8)
    activation[[int(package.mjtVisFlag.mjVIS_ACTUATOR), int(package.mjtVisFlag.mjVIS_ACTIVATION)]] = 1
    show("activations", flags=activation)


def settings_of(pair: Pair, where: str) -> None:
    """Settings of the model that scenes depend on."""
    everything = np.ones(len(pair.packages[1].mjVISSTRING), np.uint8)
    changes: list[tuple[str, str, Any]] = [
        ("vis.global_", "ellipsoidinertia", 1), ("vis.global_", "bvactive", 1), ("vis.global_", "orthographic", 1),
        ("vis.headlight", "active", 0), ("vis.quality", "numslices", 200), ("vis.map", "alpha", 0.7), ("stat", "meansize", 0.05),
    ]  # fmt: skip
    for group, name, value in changes:
        before = []
        for model in pair.models:
            struct = model
            for part in group.split("."):
                struct = getattr(struct, part)
            before.append((struct, getattr(struct, name)))
            setattr(struct, name, value)
        pair.reset()
        pair.set("options", flags=everything, label=7)
        pair.update(f"{where}, {name} {value}")
        for struct, old in before:
            setattr(struct, name, old)


def cameras_of(pair: Pair, where: str, rng: np.random.Generator) -> None:
    """Free cameras in random positions, tracking cameras, those of the model, and a user camera."""
    model = pair.models[1]
    views: list[dict[str, Any]] = [
        {"azimuth": rng.uniform(-400, 400), "elevation": rng.uniform(-100, 100), "distance": 10 ** rng.uniform(-2, 2),
         "lookat": rng.normal(0, 3, 3)} for _ in range(6)
    ]  # fmt: skip
    views += [{"type": 1, "trackbodyid": int(b)} for b in {0, model.nbody - 1, *rng.integers(0, model.nbody, 3)}]
    views += [{"type": 2, "fixedcamid": c} for c in range(model.ncam)]
    views += [{"type": 3}]
    for view in views:
        pair.reset()
        pair.set("cameras", **view)
        # twice: an infinite plane follows the camera of the previous picture
        pair.update(f"{where}, camera {view}")
        pair.update(f"{where}, camera {view} again")
    beyond = [{"type": 2, "fixedcamid": model.ncam}, {"type": 1, "trackbodyid": model.nbody}]
    for bad in [*beyond, {"type": 1}, {"type": 2}, {"type": 9}]:
        pair.reset()
        pair.set("cameras", **bad)
        # MuJoCo ends the process on an error here, so only ours is called
        package, (m, *_), (d, *_), (o, *_) = pair.packages[0], pair.models, pair.datas, pair.options
        try:
            package.mjv_updateScene(m, d, o, pair.perturbs[0], pair.cameras[0], 7, pair.scenes[0])
            pair.outcome.differs("refusal", f"{where}: {bad} is not refused")
        except package.FatalError:
            pass


def selections_of(pair: Pair, where: str, rng: np.random.Generator) -> None:
    """Selections of bodies by the mouse."""
    everything = np.ones(len(pair.packages[1].mjVISSTRING), np.uint8)
    model = pair.models[1]
    for _ in range(4):
        pair.reset()
        quat = rng.normal(size=4)
        held = {
            "select": int(rng.integers(0, model.nbody)), "active": int(rng.integers(0, 4)),
            "active2": int(rng.integers(0, 4)),
            "localpos": rng.normal(0, 0.1, 3), "refpos": rng.normal(0, 1, 3), "refselpos": rng.normal(0, 1, 3),
            "refquat": quat / np.linalg.norm(quat),
        }  # fmt: skip
        pair.set("perturbs", **held)
        for label in (0, 12, 13):
            pair.set("options", label=label, flags=1)
            pair.update(f"{where}, held {held['select']}, label {label}")
            flags = everything.copy()
            flags[int(pair.packages[1].mjtVisFlag.mjVIS_INERTIA)] = 0
            pair.set("options", flags=flags)
            pair.update(f"{where}, held {held['select']}, label {label}, no inertia")


def examine(source: models.Source, packages, outcome: Outcome, args) -> tuple[int, str]:
    """The number of compared states of a model, and a text: the number, or the reason why no state was compared."""
    ours, real = packages
    try:
        loaded = [source.load(ours), source.load(real)]
    except (ValueError, ours.FatalError) as error:
        return 0, f"not loaded: {str(error).splitlines()[0][:80]}"
    if loaded[1].nflex or loaded[1].nplugin:
        return 0, "has flexes or plugins"
    pair = Pair(packages, loaded, outcome)
    compared = 0
    for n, state in enumerate(states.states(loaded[1], source.name, args.states, keys=False)):
        where = f"{source.group}/{source.name}, {state.name}"
        if not pair.place(state, 5 * n):
            outcome.skipped += 1
            continue
        rng = np.random.default_rng([n, len(source.name)])
        compared += 1
        options_of(pair, where, args.quick)
        settings_of(pair, where)
        cameras_of(pair, where, rng)
        selections_of(pair, where, rng)
        scene_mouse.compare_calls(pair, where, rng, args.tries)
    return compared, f"{compared} states"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--filter", default="")
    parser.add_argument("--groups", default="scene,ours,gymnasium,dm_control")
    parser.add_argument("--dir", action="append", default=[])
    parser.add_argument("--random", type=int, default=0, help="random models beside the others")
    parser.add_argument("--states", type=int, default=1, help="random states beside the reference pose")
    parser.add_argument("--tries", type=int, default=10, help="random inputs of the mouse in each state")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--show", type=int, default=40)
    args = parser.parse_args()

    import mujoco

    import cortenforge.mujoco as ours

    total = Outcome()
    passed = failed = 0
    sources = [s for s in scene_models.own() if "scene" in args.groups and args.filter in s.name]
    sources += models.collect(args.dir, args.filter, args.groups.split(","))
    sources += scene_models.random_models(args.random)
    for source in sources:
        before = sum(total.differences.values())
        compared, said = examine(source, (ours, mujoco), total, args)
        found = sum(total.differences.values()) - before
        failed += found > 0
        passed += compared > 0 and found == 0
        print(f"{source.group}/{source.name}: {said}, {found} differences", flush=True)
    print(f"\n{len(sources)} models, {total.scenes} scenes, {total.geoms} geoms, {total.lights} lights, {total.calls} calls; "
          f"{total.skipped} states left out because contacts or rows differ")  # fmt: skip
    print(f"largest distance: {total.largest:.2f} units in single precision")
    print("shapes:", dict(sorted(total.kinds.items())))
    for what, count in total.differences.most_common(args.show):
        print(f"{count:7d}  {what}: {total.examples[what]}")
    print(f"scenes: {passed} passed, {failed} failed")
    return 1 if total.differences else 0


if __name__ == "__main__":
    sys.exit(main())
