"""Time of collision detection compared with MuJoCo's, one thread. A benchmark, not a test.

Usage: python -m benchmarks.collision [--filter TEXT] [--rounds N] [--seconds S] [--model FILE] [--write]

MuJoCo lets each scene settle and gives the states. Both engines compute the kinematics of one state, then find its contacts many times.
They take turns, so that both see the same machine. Time is the processor time of the thread, and the best round of each counts. A call
with contacts switched off measures the cost of the call itself. The table has the ratio with and without that cost. --write puts the
table into BENCHMARKS.md.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from benchmarks import scenes, tables
from conformance import models

TABLE = "collision"
# states per scene, and steps between them
STATES, APART = 4, 15


def settle(source: models.Source, steps: int):
    """Positions of the scene after `steps` steps of MuJoCo and at some steps more."""
    import mujoco

    m = source.load(mujoco)
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d, steps)
    states = []
    for _ in range(STATES):
        states.append(d.qpos.copy())
        mujoco.mj_step(m, d, APART)
    return states


class World:
    """A model and a world of one engine."""

    def __init__(self, engine, source: models.Source) -> None:
        self.engine = engine
        self.model = source.load(engine)
        self.data = engine.MjData(self.model)
        self.off = int(engine.mjtDisableBit.mjDSBL_CONTACT)

    def pose(self, qpos) -> int:
        """Sets a state and returns the number of its contacts."""
        self.data.qpos[:] = qpos
        self.engine.mj_kinematics(self.model, self.data)
        self.engine.mj_collision(self.model, self.data)
        return self.data.ncon

    def seconds(self, calls: int) -> float:
        """Processor time of `calls` collision detections."""
        collide, m, d = self.engine.mj_collision, self.model, self.data
        begin = time.thread_time()
        for _ in range(calls):
            collide(m, d)
        return time.thread_time() - begin

    def overhead(self, calls: int) -> float:
        """Processor time of as many calls without geoms to collide."""
        self.model.opt.disableflags |= self.off
        try:
            return self.seconds(calls)
        finally:
            self.model.opt.disableflags &= ~self.off


def measure(worlds, states, rounds: int, length: float):
    """Mean contacts, and for each engine the seconds per call and the part that a call without geoms takes."""
    best, empty, ncon = np.zeros(2), np.full(2, np.inf), []
    for qpos in states:
        counts = [world.pose(qpos) for world in worlds]
        if counts[0] != counts[1]:
            print(f"  {counts[0]} contacts, MuJoCo {counts[1]}")
        ncon.append(counts[1])
        calls = max(1, int(length / max(worlds[1].seconds(3) / 3, 1e-7)))
        times = np.full(2, np.inf)
        for _ in range(rounds):
            for i, world in enumerate(worlds):
                times[i] = min(times[i], world.seconds(calls) / calls)
                empty[i] = min(empty[i], world.overhead(calls) / calls)
        best += times / len(states)
    return float(np.mean(ncon)), best, empty


def table(rows) -> str:
    """The rows in Markdown."""
    lines = ["| Scene | Geoms | Contacts | Microseconds | MuJoCo's | Ratio | Ratio without the call |", "|---|---:|---:|---:|---:|---:|---:|"]
    for name, ngeom, ncon, best, empty in rows:
        net = best - empty
        lines.append(
            f"| {name} | {ngeom:,} | {ncon:,.0f} | {1e6 * best[0]:,.1f} | {1e6 * best[1]:,.1f} "
            f"| {best[1] / best[0]:.2f} | {net[1] / net[0]:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.01, help="length of a round")
    parser.add_argument("--model", action="append", default=[], help="another model file, settled for 500 steps")
    parser.add_argument("--write", action="store_true", help="put the table into BENCHMARKS.md")
    args = parser.parse_args()

    import cortenforge.mujoco as ours
    import mujoco

    settled = scenes.contacts() if not args.model else []
    settled += [(models.Source("bench", path, path=path), 500) for path in args.model]
    rows = []
    for source, steps in settled:
        if args.filter not in source.name:
            continue
        states = settle(source, steps)
        worlds = [World(engine, source) for engine in (ours, mujoco)]
        ncon, best, empty = measure(worlds, states, args.rounds, args.seconds)
        rows.append((source.name, worlds[1].model.ngeom, ncon, best, empty))
        print(table(rows[-1:]).splitlines()[-1], flush=True)
    if args.write and rows:
        tables.write(TABLE, table(rows))
        print(f"written to {tables.FILE.name}")


if __name__ == "__main__":
    main()
