"""Steps per second, ours beside MuJoCo's, one thread: a benchmark, not a test.

Usage: python bench_step.py [--filter TEXT] [--rounds N] [--seconds S] [--integrator NAME] [--write]

Both engines load the same model, start each round from the same state and controls and take the same number of steps
in one native call. They take turns, so that both see the same machine; time is the processor time of the thread, so that
waiting for a shared core does not count; the best round of each counts. Contacts and sensors are switched off on both
sides. --write puts the table into BENCHMARKS.md.
"""

from __future__ import annotations

import argparse
import time

import bench_models
import bench_table
import models
import numpy as np

TABLE = "steps"
# steps that fill buffers and caches before the clock starts
WARM_UP = 20


class World:
    """A model and a world of one engine."""

    def __init__(self, engine, source: models.Source, integrator: str) -> None:
        self.engine = engine
        self.model = source.load(engine)
        flags = engine.mjtDisableBit
        self.model.opt.disableflags |= int(flags.mjDSBL_CONTACT) | int(flags.mjDSBL_SENSOR)
        self.model.opt.integrator = int(getattr(engine.mjtIntegrator, f"mjINT_{integrator.upper()}"))
        self.data = engine.MjData(self.model)

    def start(self) -> None:
        """A state off the reference pose, the same for both engines."""
        random = np.random.default_rng(1)
        m, d = self.model, self.data
        self.engine.mj_resetData(m, d)
        self.engine.mj_integratePos(m, d.qpos, 0.1 * random.standard_normal(m.nv), 1.0)
        d.qvel[:] = 0.1 * random.standard_normal(m.nv)
        d.ctrl[:] = 0.05 * random.random(m.nu)
        self.engine.mj_step(m, d, WARM_UP)

    def seconds(self, steps: int) -> float:
        """Processor time of `steps` steps from the start."""
        self.start()
        begin = time.thread_time()
        self.engine.mj_step(self.model, self.data, steps)
        return time.thread_time() - begin


def measure(source: models.Source, engines, rounds: int, seconds: float, integrator: str):
    """Dofs, best steps per second of each engine, steps of a round, and how far apart the last positions are."""
    worlds = [World(engine, source, integrator) for engine in engines]
    trial = 200
    steps = max(100, int(seconds * trial / worlds[1].seconds(trial)))
    best = [float("inf")] * 2
    for _ in range(rounds):
        for i, world in enumerate(worlds):
            best[i] = min(best[i], world.seconds(steps))
    apart = float(np.max(np.abs(worlds[0].data.qpos - worlds[1].data.qpos), initial=0.0))
    return worlds[1].model.nv, [steps / t for t in best], steps, apart


def table(rows) -> str:
    """The rows in Markdown: rates of the first integrator, ratios of all."""
    names = [f"Ratio, {integrator}" for integrator in rows[0][2]]
    lines = [f"| Model | nv | Steps/s | MuJoCo's | {' | '.join(names)} |", "|---|---:|---:|---:|" + "---:|" * len(names)]
    for name, nv, rates in rows:
        ours, theirs = next(iter(rates.values()))
        ratios = " | ".join(f"{a / b:.2f}" for a, b in rates.values())
        lines.append(f"| {name} | {nv} | {ours:,.0f} | {theirs:,.0f} | {ratios} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.02, help="length of a round")
    parser.add_argument("--integrator", action="append", help="Euler, RK4, implicit, implicitfast; all unless told")
    parser.add_argument("--write", action="store_true", help="put the table into BENCHMARKS.md")
    args = parser.parse_args()

    import cortenforge.mujoco as ours
    import mujoco

    integrators = args.integrator or ["Euler", "RK4", "implicit", "implicitfast"]
    rows = []
    print(f"{'ours':>10} {'MuJoCo':>10} {'ratio':>6}   steps/s")
    for source in bench_models.smooth():
        if args.filter not in source.name:
            continue
        rates = {}
        for integrator in integrators:
            nv, rates[integrator], steps, apart = measure(source, (ours, mujoco), args.rounds, args.seconds, integrator)
            mine, theirs = rates[integrator]
            print(
                f"{mine:10.0f} {theirs:10.0f} {mine / theirs:6.2f}   {source.name}, {integrator}; "
                f"{apart:.1e} apart after {steps} steps",
                flush=True,
            )
        rows.append((source.name, nv, rates))
    if args.write and rows:
        bench_table.write(TABLE, table(rows))
        print(f"written to {bench_table.FILE.name}")


if __name__ == "__main__":
    main()
