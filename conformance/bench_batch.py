"""Many worlds: gain by threads, ours beside mujoco.rollout, and memory of a large batch. A benchmark, not a test.

Usage: python bench_batch.py [--worlds N] [--steps N] [--rounds N] [--threads N] [--memory N] [--model PATH ...]

Every way computes the same trajectories: as many worlds, as many steps, from the same states with the same controls. The
ways take turns, so that all see the same machine, and the best round of each counts. Ratios by the wall's clock need a
machine that has nothing else to do; those by processor time say what threads and engines cost on a busy one. --memory measures a batch of so many worlds, each model in a process of its
own, after a hundred steps.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("BatchSim", "rollout ours", "rollout MuJoCo's")


def states(model, mujoco, worlds: int, steps: int):
    """Initial states that differ, and controls."""
    random = np.random.default_rng(0)
    size = mujoco.mj_stateSize(model, int(mujoco.mjtState.mjSTATE_FULLPHYSICS))
    start = np.zeros((worlds, size))
    start[:, 1 : 1 + model.nq] = model.qpos0
    start[:, 1 + model.nq : 1 + model.nq + model.nv] = 0.05 * random.standard_normal((worlds, model.nv))
    return start, 0.2 * random.uniform(-1, 1, (worlds, steps, model.nu))


def ways(path: Path, worlds: int, steps: int, threads: int):
    """What is timed, by name."""
    import cortenforge
    import cortenforge.mujoco as ours
    import cortenforge.mujoco.rollout
    import mujoco
    import mujoco.rollout

    found = {}
    for name, engine in [("ours", ours), ("MuJoCo's", mujoco)]:
        model = engine.MjModel.from_xml_path(str(path))
        start, control = states(model, engine, worlds, steps)
        for count in sorted({1, threads}):
            data = [engine.MjData(model) for _ in range(count)]
            pool = engine.rollout.Rollout(nthread=count)
            outputs = {
                "state": np.empty((worlds, steps, start.shape[1])),
                "sensordata": np.empty((worlds, steps, model.nsensordata)),
            }

            def roll(pool=pool, model=model, data=data, start=start, control=control, outputs=outputs):
                pool.rollout(model, data, start, control, **outputs)

            found[f"rollout {name}, {count}"] = roll
    model = ours.MjModel.from_xml_path(str(path))
    start, control = states(model, ours, worlds, steps)
    for count in sorted({1, threads}):
        batch = cortenforge.BatchSim(model, worlds, threads=count)

        def step(batch=batch, start=start, control=control):
            batch.reset()
            batch.set_state(start, int(ours.mjtState.mjSTATE_FULLPHYSICS))
            for t in range(steps):
                batch.set("ctrl", control[:, t])
                batch.step()

        found[f"BatchSim, {count}"] = step
    return found


def speed(path: Path, args) -> None:
    """Rates of every way, and the ratios that matter."""
    found = ways(path, args.worlds, args.steps, args.threads)
    best = {name: [float("inf")] * 2 for name in found}
    for _ in range(args.rounds):
        for name, work in found.items():
            begin = np.array([time.perf_counter(), time.process_time()])
            work()
            taken = np.array([time.perf_counter(), time.process_time()]) - begin
            best[name] = np.minimum(best[name], taken)
    print(f"{path.stem}: {args.worlds} worlds, {args.steps} steps, best of {args.rounds}, load {os.getloadavg()[0]:.1f}")
    total = args.worlds * args.steps
    for name, (wall, processor) in best.items():
        print(f"  {name:22s} {total / wall:12,.0f} steps/s {1e6 * processor / total:10.2f} us of processor time per step")
    n = args.threads
    batch, ours, theirs = ([best[f"{name}, {count}"] for count in (1, n)] for name in NAMES)
    # the processor's share is what the wall's would be if the machine had nothing else to do and no thread waited
    print(f"  ratios by the wall, by the processor; {n} threads:")
    for what, (wall, processor), factor in [
        (f"BatchSim, {n} threads / 1", batch[0] / batch[1], n),
        (f"rollout, {n} threads / 1", ours[0] / ours[1], n),
        (f"MuJoCo's rollout, {n} threads / 1", theirs[0] / theirs[1], n),
        ("rollout, ours / MuJoCo's", theirs[1] / ours[1], 1),
        ("BatchSim / MuJoCo's rollout", theirs[1] / batch[1], 1),
    ]:
        print(f"  {what:36s} {wall:6.2f} {factor * processor:6.2f}")


def resident() -> float:
    """Memory of this process (MB)."""
    text = Path("/proc/self/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


def memory(path: Path, worlds: int) -> None:
    """Memory of a batch, made and warm."""
    import cortenforge

    model = cortenforge.Model.from_xml_path(str(path))
    before = resident()
    batch = cortenforge.BatchSim(model, worlds)
    made = resident() - before
    random = np.random.default_rng(0)
    batch.set("ctrl", 0.2 * random.uniform(-1, 1, (worlds, model.nu)))
    failed = sum(error is not None for error in batch.step(100))
    warm = resident() - before
    contacts = max(world.ncon for world in batch)
    print(
        f"{path.stem}: {worlds} worlds: {made:.0f} MB made, {warm:.0f} MB after 100 steps"
        f" ({1024 * warm / worlds:.1f} kB each, at most {contacts} contacts, {failed} failed)"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", type=int, help="measure the memory of so many worlds instead")
    parser.add_argument("--model", type=Path, nargs="+", default=[ROOT / "models/humanoid.xml", ROOT / "models/quadruped.xml"])
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    for path in args.model:
        if args.memory and args.here:
            memory(path, args.memory)
        elif args.memory:
            command = [sys.executable, __file__, "--memory", str(args.memory), "--model", str(path), "--here"]
            subprocess.run(command, check=True)
        else:
            speed(path, args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
