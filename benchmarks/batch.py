"""Batches beside mujoco.rollout: speed by threads, and memory of a large batch. A benchmark, not a test.

Usage: python -m benchmarks.batch [--worlds N] [--steps N] [--rounds N] [--threads N] [--memory N] [--model PATH ...] [--write]

There are two tasks. Sequence: the controls of all steps are known, and a rollout of each engine computes the whole trajectory in one
call. Loop: each step reads the states and gets new controls, as in training. A BatchSim keeps the worlds; MuJoCo's rollout is
called for one step at a time. Within a task, all ways compute the same worlds and steps, and they take turns.

| Ratio | Meaning |
|---|---|
| best | of the best rounds by wall time; needs an idle machine |
| median | of the ratios within a round; tolerates neighbours that come and go |
| processor | of the best rounds by processor time: the ratio of wall times if no thread waited |

BatchSim is also compared with MuJoCo's rollout of whole sequences, which has less to do. Processes that share nothing measure what the
machine gives: each has a BatchSim of one thread and a part of the worlds. Threads can gain no more. Then come the rates of a BatchSim of
the first model by the number of worlds, 100 steps each. The memory of a batch of --memory worlds is measured after a hundred steps, each
model in its own process. --write puts the tables into BENCHMARKS.md.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from benchmarks import tables

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("BatchSim in a loop", "rollout ours", "rollout MuJoCo's", "rollout MuJoCo's in a loop")
APART = "BatchSims in processes"


def states(model, mujoco, worlds: int, steps: int):
    """Initial states that differ, and controls."""
    random = np.random.default_rng(0)
    size = mujoco.mj_stateSize(model, int(mujoco.mjtState.mjSTATE_FULLPHYSICS))
    start = np.zeros((worlds, size))
    start[:, 1 : 1 + model.nq] = model.qpos0
    start[:, 1 + model.nq : 1 + model.nq + model.nv] = 0.05 * random.standard_normal((worlds, model.nv))
    return start, 0.2 * random.uniform(-1, 1, (worlds, steps, model.nu))


def rollouts(engine, path: Path, worlds: int, steps: int, threads: int):
    """A whole sequence in one call, and a call for each step."""
    model = engine.MjModel.from_xml_path(str(path))
    start, control = states(model, engine, worlds, steps)
    data = [engine.MjData(model) for _ in range(threads)]
    pool = engine.rollout.Rollout(nthread=threads)

    def outputs(length: int) -> dict[str, np.ndarray]:
        return {
            "state": np.empty((worlds, length, start.shape[1])),
            "sensordata": np.empty((worlds, length, model.nsensordata)),
        }

    whole, single = outputs(steps), outputs(1)

    def sequence():
        pool.rollout(model, data, start, control, **whole)

    def loop():
        state = start
        for t in range(steps):
            pool.rollout(model, data, state, np.ascontiguousarray(control[:, t : t + 1]), **single)
            state = single["state"][:, 0].copy()

    return sequence, loop


def batch(path: Path, worlds: int, steps: int, threads: int, part: slice = slice(None)):
    """Sets controls, makes a step and reads states, for a part of the worlds."""
    import cortenforge
    import cortenforge.mujoco as engine

    model = engine.MjModel.from_xml_path(str(path))
    start, control = (np.ascontiguousarray(every[part]) for every in states(model, engine, worlds, steps))
    kept = cortenforge.BatchSim(model, len(start), threads=threads)
    spec = int(engine.mjtState.mjSTATE_FULLPHYSICS)
    state = np.empty_like(start)

    def loop():
        kept.reset()
        kept.set_state(start, spec)
        for t in range(steps):
            kept.step(ctrl=control[:, t], state=state)

    return loop


def serve(connection, path: Path, worlds: int, steps: int, part: slice) -> None:
    """Steps a part of the worlds at each request, and answers with the processor time of the steps."""
    loop = batch(path, worlds, steps, 1, part)
    with contextlib.suppress(EOFError):  # the parent process has ended
        while connection.recv():
            begin = time.process_time()
            loop()
            connection.send(time.process_time() - begin)


def apart(path: Path, worlds: int, steps: int, count: int):
    """A loop that steps the worlds in `count` processes. It returns their processor time."""
    fresh = multiprocessing.get_context("spawn")
    connections = []
    for part in (slice(worlds * i // count, worlds * (i + 1) // count) for i in range(count)):
        here, there = fresh.Pipe()
        fresh.Process(target=serve, args=(there, path, worlds, steps, part), daemon=True).start()
        connections.append(here)

    def loop() -> float:
        for connection in connections:
            connection.send(True)
        return sum(connection.recv() for connection in connections)

    return loop


def ways(path: Path, worlds: int, steps: int, threads: int):
    """Functions to time, by name. A function that returns a number used that much processor time in other processes."""
    import cortenforge.mujoco as ours
    import cortenforge.mujoco.rollout
    import mujoco
    import mujoco.rollout

    found = {}
    # one thread and several threads run next to each other, because their times are compared round by round
    for count in sorted({1, threads}):
        found[f"rollout ours, {count}"], _ = rollouts(ours, path, worlds, steps, count)
        found[f"BatchSim in a loop, {count}"] = batch(path, worlds, steps, count)
        sequence, loop = rollouts(mujoco, path, worlds, steps, count)
        found[f"rollout MuJoCo's, {count}"], found[f"rollout MuJoCo's in a loop, {count}"] = sequence, loop
    found[APART] = apart(path, worlds, steps, threads)
    return dict(sorted(found.items()))


def speed(path: Path, args) -> list[str]:
    """Rates of all functions and their ratios, as lines of the table."""
    found = ways(path, args.worlds, args.steps, args.threads)
    for work in found.values():
        work()
    times = {name: np.empty((args.rounds, 2)) for name in found}
    for r in range(args.rounds):
        for name, work in found.items():
            begin = np.array([time.perf_counter(), time.process_time()])
            elsewhere = work() or 0
            times[name][r] = np.array([time.perf_counter(), time.process_time() + elsewhere]) - begin
    print(f"{path.stem}: {args.worlds} worlds, {args.steps} steps, {args.rounds} rounds, load {os.getloadavg()[0]:.1f}")
    total = args.worlds * args.steps
    for name, (wall, processor) in ((name, rounds.min(axis=0)) for name, rounds in times.items()):
        print(f"  {name:30s} {total / wall:12,.0f} steps/s {1e6 * processor / total:10.2f} us of processor time per step")
    n = args.threads
    kept, ours, theirs, stepwise = ([times[f"{name}, {count}"] for count in (1, n)] for name in NAMES)
    print("  ratios of the best rounds, median of the rounds' ratios, best by the processor:")
    lines = []
    for what, (slow, fast), factor in [
        (f"BatchSim, {n} threads over one", kept, n),
        (f"BatchSims in {n} processes over one", (kept[0], times[APART]), n),
        (f"rollout, {n} threads over one", ours, n),
        (f"MuJoCo's rollout, {n} threads over one", theirs, n),
        (f"sequence: rollout over MuJoCo's, {n} threads", (theirs[1], ours[1]), 1),
        ("sequence: rollout over MuJoCo's, one thread", (theirs[0], ours[0]), 1),
        (f"loop: BatchSim over MuJoCo's rollout, {n} threads", (stepwise[1], kept[1]), 1),
        ("loop: BatchSim over MuJoCo's rollout, one thread", (stepwise[0], kept[0]), 1),
        (f"BatchSim in a loop over MuJoCo's whole sequence, {n} threads", (theirs[1], kept[1]), 1),
    ]:
        best, processor = slow.min(axis=0) / fast.min(axis=0)
        median = np.median(slow[:, 0] / fast[:, 0])
        print(f"  {what:62s} {best:6.2f} {median:6.2f} {factor * processor:6.2f}")
        cells = f"{best:.2f} | {median:.2f} | {factor * processor:.2f}"
        lines.append(f"| {path.stem}, {args.worlds} worlds | {what} | {cells} |")
    return lines


def by_worlds(path: Path, args) -> list[str]:
    """Rates of a BatchSim by the number of worlds, with one thread and several; lines of the table."""
    import cortenforge

    model = cortenforge.Model.from_xml_path(str(path))
    lines = []
    for worlds in (1, 16, 64, 256, 1024):
        control = 0.2 * np.random.default_rng(0).uniform(-1, 1, (worlds, model.nu))
        batches = [cortenforge.BatchSim(model, worlds, threads=count) for count in (1, args.threads)]
        times = np.empty((2 + 4 * args.rounds // max(worlds // 64, 4), 2))
        for row in times:
            for i, batch in enumerate(batches):
                batch.reset()
                begin = time.perf_counter()
                for _ in range(100):
                    batch.step(ctrl=control)
                row[i] = time.perf_counter() - begin
        one, several = 100 * worlds / times[1:].min(axis=0)
        median = np.median(times[1:, 0] / times[1:, 1])
        lines.append(f"| {path.stem} | {worlds:,} | {one:,.0f} | {several:,.0f} | {several / one:.2f} | {median:.2f} |")
        print(lines[-1], flush=True)
    return lines


def resident() -> float:
    """Memory of this process (MB)."""
    text = Path("/proc/self/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


def memory(path: Path, worlds: int) -> None:
    """Memory of a new and of a warm batch; prints a line of the table."""
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
        f"| {path.stem} | {worlds:,} | {made:,.0f} MB | {warm:,.0f} MB | {1024 * warm / worlds:.1f} kB "
        f"| {contacts} | {failed} |"
    )


def memory_apart(path: Path, worlds: int) -> str:
    """The line of a batch measured in a new process."""
    command = [sys.executable, "-m", "benchmarks.batch", "--memory", str(worlds), "--model", str(path), "--here"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--memory", type=int, default=4096, help="worlds whose memory is measured; 0 for none")
    parser.add_argument("--model", type=Path, nargs="+", default=[ROOT / "models/humanoid.xml", ROOT / "models/quadruped.xml"])
    parser.add_argument("--write", action="store_true", help="put the tables into BENCHMARKS.md")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.here:
        memory(args.model[0], args.memory)
        return 0
    lines = [line for path in args.model for line in speed(path, args)]
    growth = by_worlds(args.model[0], args)
    sizes = [memory_apart(path, args.memory) for path in args.model if args.memory]
    print("\n".join(sizes))
    if args.write:
        tables.write("batch", "\n".join(["| Worlds | What | Best | Median | Processor |", "|---|---|---:|---:|---:|", *lines]))
        head = [f"| Model | Worlds | Steps/s, one thread | {args.threads} threads | Best | Median |", "|---|---:|---:|---:|---:|---:|"]
        tables.write("batch by worlds", "\n".join(head + growth))
        head = ["| Model | Worlds | Made | Warm | Each | Contacts, at most | Failed |", "|---|---:|---:|---:|---:|---:|---:|"]
        tables.write("batch memory", "\n".join(head + sizes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
