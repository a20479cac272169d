"""Iterations of CG by contacts, and the time of each integrator, compared with MuJoCo's. A benchmark, not a test.

Usage: python -m benchmarks.solver [--seconds S] [--write]

Piles of spheres and bricks (benchmarks.scale) settle for some steps with the solver CG. Iterations are counted over the next steps, which
both engines take from MuJoCo's state. The cost of an integrator is the processor time of its step on a chain of ten links and on our models,
as a multiple of Euler's in the same engine. --write puts the tables into BENCHMARKS.md.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from benchmarks import scale, step, tables
from conformance import models

SIZES = {"spheres": (scale.spheres, (5, 10, 30, 100, 200, 400)), "bricks": (scale.bricks, (4, 8, 20, 60, 120, 230))}
SETTLE, COUNTED = 20, 20
#: Models whose integrators are compared.
COSTS = ("pendulum_free", "humanoid", "hand", "quadruped")
STEPS = 100
INTEGRATORS = ("euler", "rk4", "implicitfast", "implicit")


def iterations(engine, source: models.Source, start: np.ndarray | None) -> tuple[np.ndarray, float, float]:
    """State before the counted steps, mean contacts and mean iterations over all islands."""
    world = step.World(engine, source)
    world.model.opt.solver = int(engine.mjtSolver.mjSOL_CG)
    world.model.opt.iterations = 1000
    if start is None:
        engine.mj_step(world.model, world.data, SETTLE)
        start = step.state_of(engine, world.model, world.data)
    engine.mj_setState(world.model, world.data, start, int(engine.mjtState.mjSTATE_INTEGRATION))
    contacts, counts = [], []
    for _ in range(COUNTED):
        engine.mj_step(world.model, world.data)
        contacts.append(world.data.ncon)
        counts.append(int(np.max(world.data.solver_niter)))
    return start, float(np.mean(contacts)), float(np.mean(counts))


def iteration_table(engines) -> str:
    ours, mujoco = engines
    rows = ["| Pile | Bodies | Contacts | Iterations | MuJoCo's |", "|---|---:|---:|---:|---:|"]
    for name, (make, sizes) in SIZES.items():
        for size in sizes:
            source = make(size)
            start, contacts, theirs = iterations(mujoco, source, None)
            mine = iterations(ours, source, start)[2]
            rows.append(f"| {name} | {size} | {contacts:.0f} | {mine:.1f} | {theirs:.1f} |")
    return "\n".join(rows)


def seconds_per_step(world: step.World, state: np.ndarray, budget: float) -> float:
    """Smallest processor time of a step, over trajectories from one state."""
    best, begin = np.inf, time.monotonic()
    while time.monotonic() - begin < budget:
        best = min(best, world.seconds(state, STEPS) / STEPS)
    return best


def cost_table(engines, budget: float) -> str:
    ours, mujoco = engines
    sources = [scale.chain(10)] + [s for s in models.collect([], "", ["ours"]) if s.name in COSTS]
    heads = " | ".join(f"{name}, MuJoCo's" for name in INTEGRATORS[1:])
    rows = [f"| Model | Euler, µs | MuJoCo's | {heads} |", "|---|---:|---:|" + "---:|" * (len(INTEGRATORS) - 1)]
    for source in sources:
        times = {}
        state = step.driven(step.World(mujoco, source))
        for integrator in INTEGRATORS:
            for engine in engines:
                world = step.World(engine, source)
                world.model.opt.integrator = int(getattr(engine.mjtIntegrator, f"mjINT_{integrator.upper()}"))
                times[engine, integrator] = seconds_per_step(world, state, budget)
        euler = {engine: times[engine, "euler"] for engine in engines}
        cells = [f"{times[ours, k] / euler[ours]:.2f}, {times[mujoco, k] / euler[mujoco]:.2f}" for k in INTEGRATORS[1:]]
        rows.append(f"| {source.name} | {1e6 * euler[ours]:.2f} | {1e6 * euler[mujoco]:.2f} | {' | '.join(cells)} |")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="time for each engine, model and integrator")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    import cortenforge.mujoco as ours
    import mujoco

    engines = (ours, mujoco)
    for name, table in (("iterations", iteration_table(engines)), ("integrators", cost_table(engines, args.seconds))):
        print(table, "\n")
        if args.write:
            tables.write(name, table)


if __name__ == "__main__":
    main()
