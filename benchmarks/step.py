"""Steps per second compared with MuJoCo's, one thread. A benchmark, not a test.

Usage: python -m benchmarks.step [--filter TEXT] [--rounds N] [--seconds S] [--mujoco-models FOLDER] [--model FILE] [--write]
       python -m benchmarks.step --stages [...]       the time of each stage in both engines
       python -m benchmarks.step --smooth [--integrator NAME] [...]       contacts and sensors off, every integrator

MuJoCo drives each model from its first keyframe, or the reference pose, with steady controls to a state in the midst of its motion. From
there both engines take the same steps with the same controls, in one native call, many times. A round is as many trajectories as fit
into it. The engines take turns, so that both see the same machine. Time is the processor time of the thread, so that waiting for a shared
core does not count. The best trajectory of each engine counts. --write puts the table into BENCHMARKS.md. Some models come with MuJoCo's
sources but not with its Python package: --mujoco-models or the variable MUJOCO_MODELS names their folder.
"""

from __future__ import annotations

import argparse
import time
import warnings

import numpy as np

from benchmarks import catalog, tables, timers
from conformance import models

# longest trajectory (steps), and the length of MuJoCo's motion before it (seconds, steps)
LONGEST, DRIVEN_SECONDS, DRIVEN_STEPS = 200, 0.6, 300
# steps that fill buffers and caches before the clock starts
WARM_UP = 20


class World:
    """A model and a world of one engine."""

    def __init__(self, engine, source: models.Source) -> None:
        self.engine = engine
        self.model = source.load(engine)
        self.data = engine.MjData(self.model)

    def smooth(self, integrator: str) -> World:
        """Disables contacts and sensors, and sets the integrator."""
        flags = self.engine.mjtDisableBit
        self.model.opt.disableflags |= int(flags.mjDSBL_CONTACT) | int(flags.mjDSBL_SENSOR)
        self.model.opt.integrator = int(getattr(self.engine.mjtIntegrator, f"mjINT_{integrator.upper()}"))
        return self

    def begin(self, state: np.ndarray) -> None:
        """Sets a state and makes a step, which sizes the buffers."""
        self.engine.mj_setState(self.model, self.data, state, int(self.engine.mjtState.mjSTATE_INTEGRATION))
        self.engine.mj_step(self.model, self.data)

    def seconds(self, state: np.ndarray, steps: int) -> float:
        """Processor time of `steps` steps from a state."""
        self.begin(state)
        begin = time.thread_time()
        self.engine.mj_step(self.model, self.data, steps)
        return time.thread_time() - begin


def state_of(mujoco, m, d) -> np.ndarray:
    """All numbers that the next steps depend on."""
    sig = int(mujoco.mjtState.mjSTATE_INTEGRATION)
    state = np.empty(mujoco.mj_stateSize(m, sig))
    mujoco.mj_getState(m, d, state, sig)
    return state


def driven(world: World) -> np.ndarray:
    """A state in the midst of the motion, computed by MuJoCo."""
    mujoco, m, d = world.engine, world.model, world.data
    random = np.random.default_rng(0)
    if m.nkey:
        mujoco.mj_resetDataKeyframe(m, d, 0)
    low, high = np.where(m.actuator_ctrllimited[:, None], m.actuator_ctrlrange, [-1.0, 1.0]).T if m.nu else (0.0, 0.0)
    d.ctrl[:] = low + (high - low) * random.uniform(0.3, 0.7, m.nu)
    mujoco.mj_step(m, d, min(DRIVEN_STEPS, int(DRIVEN_SECONDS / m.opt.timestep)))
    return state_of(mujoco, m, d)


def scattered(world: World) -> np.ndarray:
    """A state off the reference pose, for smooth dynamics."""
    mujoco, m, d = world.engine, world.model, world.data
    random = np.random.default_rng(1)
    mujoco.mj_integratePos(m, d.qpos, 0.1 * random.standard_normal(m.nv), 1.0)
    d.qvel[:] = 0.1 * random.standard_normal(m.nv)
    d.ctrl[:] = 0.05 * random.random(m.nu)
    mujoco.mj_step(m, d, WARM_UP)
    return state_of(mujoco, m, d)


def trajectory(world: World, state: np.ndarray, seconds: float) -> tuple[int, int]:
    """Steps of a trajectory, up to the longest, and number of trajectories of a round."""
    one = max(world.seconds(state, 1), 1e-7)
    some = world.seconds(state, 10) / 10 if one < 0.1 * seconds else one
    steps = int(np.clip(seconds / some, 1, LONGEST))
    return steps, max(1, int(seconds / (steps * some)))


def measure(worlds: list[World], state: np.ndarray, rounds: int, seconds: float):
    """Best seconds per step of each engine, steps of a trajectory, and the difference of the last positions."""
    steps, repeats = trajectory(worlds[1], state, seconds)
    best = [float("inf")] * 2
    for _ in range(rounds * repeats):
        for i, world in enumerate(worlds):
            best[i] = min(best[i], world.seconds(state, steps) / steps)
    apart = float(np.max(np.abs(worlds[0].data.qpos - worlds[1].data.qpos), initial=0.0))
    return best, steps, apart


def stages(worlds: list[World], state: np.ndarray, rounds: int, seconds: float) -> list[np.ndarray]:
    """Seconds per step of each part, ours and MuJoCo's: the minimum over all trajectories, part by part, because an interruption
    affects one part only."""
    steps, repeats = trajectory(worlds[1], state, seconds)
    best = [np.full(len(timers.PARTS), np.inf)] * 2
    for _ in range(rounds * repeats):
        for i, world in enumerate(worlds):
            world.begin(state)
            if i == 0:
                taken = timers.ours(world.model, world.data, steps)
            else:
                taken = timers.theirs(world.engine, world.model, world.data, steps)
            best[i] = np.minimum(best[i], taken)
    return best


def geometric_mean(ratios) -> float:
    return float(np.exp(np.mean(np.log(ratios))))


def step_table(rows) -> str:
    """Rates and ratios in Markdown."""
    lines = ["| Model | nv | Contacts | Rows | Steps/s | MuJoCo's | Ratio |", "|---|---:|---:|---:|---:|---:|---:|"]
    for source, d, nv, (mine, theirs) in rows:
        lines.append(f"| {source.name} ({source.group}) | {nv:,} | {d.ncon:,} | {d.nefc:,} "
                     f"| {1 / mine:,.0f} | {1 / theirs:,.0f} | {theirs / mine:.2f} |")
    mean = geometric_mean([theirs / mine for *_, (mine, theirs) in rows])
    return "\n".join([*lines, f"| **geometric mean** | | | | | | **{mean:.2f}** |"])


def smooth_table(rows) -> str:
    """Rates of the first integrator and ratios of all in Markdown."""
    names = [f"Ratio, {integrator}" for integrator in rows[0][2]]
    lines = [f"| Model | nv | Steps/s | MuJoCo's | {' | '.join(names)} |", "|---|---:|---:|---:|" + "---:|" * len(names)]
    for name, nv, times in rows:
        mine, theirs = next(iter(times.values()))
        ratios = " | ".join(f"{b / a:.2f}" for a, b in times.values())
        lines.append(f"| {name} | {nv} | {1 / mine:,.0f} | {1 / theirs:,.0f} | {ratios} |")
    return "\n".join(lines)


def stage_table(rows) -> str:
    """Microseconds per step and part in Markdown, ours / MuJoCo's, without parts that take no time."""
    kept = [i for i in range(len(timers.PARTS)) if any(max(a[i], b[i]) > 0.01 * a.sum() for _, (a, b) in rows)]
    heads = [timers.PARTS[i] for i in kept]
    lines = [f"| Model | {' | '.join(heads)} | whole step |", "|---|" + "---:|" * (len(heads) + 1)]
    for source, (mine, theirs) in rows:
        cells = [f"{1e6 * a:,.1f} / {1e6 * b:,.1f}" for a, b in [*((mine[i], theirs[i]) for i in kept), (mine.sum(), theirs.sum())]]
        lines.append(f"| {source.name} ({source.group}) | {' | '.join(cells)} |")
    return "\n".join(lines)


def run_steps(sources, engines, args) -> None:
    rows = []
    print(f"{'ours':>10} {'MuJoCo':>10} {'ratio':>6}   steps/s")
    for source in sources:
        worlds = [World(engine, source) for engine in engines]
        state = driven(worlds[1])
        best, steps, apart = measure(worlds, state, args.rounds, args.seconds)
        rows.append((source, worlds[1].data, worlds[1].model.nv, best))
        print(f"{1 / best[0]:10.0f} {1 / best[1]:10.0f} {best[1] / best[0]:6.3f}   {source.name} ({source.group}); "
              f"{apart:.1e} apart after {steps} steps", flush=True)
    if rows:
        print(f"geometric mean {geometric_mean([b / a for *_, (a, b) in rows]):.3f}")
    if args.write and rows:
        tables.write("steps with contacts", step_table(rows))


def run_stages(sources, engines, args) -> None:
    rows = []
    with timers.clock():
        for source in sources:
            worlds = [World(engine, source) for engine in engines]
            best = stages(worlds, driven(worlds[1]), args.rounds, args.seconds)
            rows.append((source, best))
            print(f"\n{source.name} ({source.group}): microseconds per step, ours and MuJoCo's, with the share of each")
            for name, mine, theirs in [*zip(timers.PARTS, *best), ("whole step", best[0].sum(), best[1].sum())]:
                print(f"  {name:30s} {1e6 * mine:10.2f} {1e6 * theirs:10.2f}   "
                      f"{100 * mine / best[0].sum():5.1f} % {100 * theirs / best[1].sum():5.1f} %", flush=True)
        if args.write and rows:
            tables.write("stages", stage_table(rows))


def run_smooth(engines, args) -> None:
    rows = []
    print(f"{'ours':>10} {'MuJoCo':>10} {'ratio':>6}   steps/s")
    for source in catalog.smooth():
        if args.filter not in source.name:
            continue
        times = {}
        for integrator in args.integrator or ["Euler", "RK4", "implicit", "implicitfast"]:
            worlds = [World(engine, source).smooth(integrator) for engine in engines]
            times[integrator], steps, apart = measure(worlds, scattered(worlds[1]), args.rounds, args.seconds)
            mine, theirs = times[integrator]
            print(f"{1 / mine:10.0f} {1 / theirs:10.0f} {theirs / mine:6.2f}   {source.name}, {integrator}; "
                  f"{apart:.1e} apart after {steps} steps", flush=True)
        rows.append((source.name, worlds[1].model.nv, times))
    if args.write and rows:
        tables.write("steps", smooth_table(rows))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="", help="only models whose name contains this")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.2, help="length of a round")
    parser.add_argument("--mujoco-models", help="the folder `model` of MuJoCo's sources")
    parser.add_argument("--model", action="append", default=[], help="another model file instead of the list")
    parser.add_argument("--stages", action="store_true", help="time by stage")
    parser.add_argument("--smooth", action="store_true", help="contacts and sensors off, every integrator")
    parser.add_argument("--integrator", action="append", help="with --smooth: Euler, RK4, implicit or implicitfast; default: all")
    parser.add_argument("--write", action="store_true", help="put the table into BENCHMARKS.md")
    args = parser.parse_args()

    import cortenforge.mujoco as ours
    import mujoco

    # features that the engine leaves out, mostly drawings, do not affect the speed
    warnings.simplefilter("ignore", UserWarning)
    if args.smooth:
        return run_smooth((ours, mujoco), args)
    sources = [models.Source("file", path, path=path) for path in args.model] or catalog.contacts(args.mujoco_models)
    sources = [source for source in sources if args.filter in f"{source.group}/{source.name}"]
    return (run_stages if args.stages else run_steps)(sources, (ours, mujoco), args)


if __name__ == "__main__":
    main()
