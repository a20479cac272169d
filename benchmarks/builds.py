"""Steps per second of two builds of the Python package, one beside the other. A benchmark, not a test.

Usage: python -m benchmarks.builds --old FOLDER [--new FOLDER] [--rounds N] [--seconds S] [--filter TEXT] [--batches]
                                   [--mujoco-models FOLDER]

A folder holds an unpacked package: `pip install --no-deps --target FOLDER target/wheels/*.whl`. The default of --new is the installed
package. Models and states are those of benchmarks.step. MuJoCo alone chooses the trajectories, so that both builds do the same.

Each build has a process. Both are pinned to one core and take turns: old, new, new, old. A turn takes about ten milliseconds. Its result
is the best of its trajectories by the processor time of the thread. Neighbouring turns see the same machine, so they are compared with
each other: the ratio of a round, new over old, is the median of its pairs. The address of a world in memory changes the time of a small
model by up to a sixth, so every turn has a new world and every round new processes.

The table has the median and the quartiles of the rounds' ratios, and the rate of the median turn. --batches adds a BatchSim of
benchmarks.batch with 64 worlds, by the processor time of all threads. With two threads it adds wall time, which needs an idle machine.
A turn of a batch is ten steps. "differ" means that the builds end in different positions.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import multiprocessing
import os
import sys
import time
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks import catalog, step
from benchmarks.batch import states
from conformance import models

# turns of a build in a round: an even number, so that each order occurs equally often; for batches, whole trajectories
TURNS = 20
# smallest number of steps of a trajectory
SHORTEST = 5
# worlds of a batch, steps of their trajectory, steps of a turn
WORLDS, BATCH_STEPS, BATCH_TURN = 64, 100, 10


@dataclass
class Steps:
    """A trajectory of one world."""

    source: models.Source
    state: np.ndarray
    steps: int
    repeats: int
    threads: int = 1

    @property
    def name(self) -> str:
        return f"{self.source.name} ({self.source.group})"

    def prepare(self):
        """A turn, which returns its seconds, and a function that reads the final positions."""
        import cortenforge.mujoco as engine

        world = step.World(engine, self.source)
        random = np.random.default_rng()

        def turn() -> float:
            world.data = None
            # changes the addresses of later allocations
            gap = np.empty(random.integers(16384), np.uint8)
            world.data = engine.MjData(world.model)
            world.begin(self.state)
            del gap
            return min(world.seconds(self.state, self.steps) for _ in range(self.repeats))

        return turn, lambda: world.data.qpos.copy()


@dataclass
class Batch:
    """A BatchSim in a loop, by a clock of the module `time`."""

    path: Path
    threads: int
    clock: str
    steps: int = WORLDS * BATCH_TURN

    @property
    def name(self) -> str:
        clock = "wall" if self.clock == "perf_counter" else "processor"
        return f"{self.path.stem}, {WORLDS} worlds, {self.threads} thread{'s' * (self.threads > 1)}, {clock}"

    def prepare(self):
        """A turn, which returns its seconds, and a function that reads the final positions. Each turn is the next part of the trajectory."""
        import cortenforge
        import cortenforge.mujoco as engine

        model = engine.MjModel.from_xml_path(str(self.path))
        start, control = states(model, engine, WORLDS, BATCH_STEPS)
        batch = cortenforge.BatchSim(model, WORLDS, threads=self.threads)
        spec = int(engine.mjtState.mjSTATE_FULLPHYSICS)
        state = np.empty_like(start)
        parts = itertools.cycle(range(0, BATCH_STEPS, BATCH_TURN))
        now = getattr(time, self.clock)
        # older builds have another name
        word = "ctrl" if hasattr(batch, "nworld") else "control"

        def turn() -> float:
            part = next(parts)
            if part == 0:
                batch.reset()
                batch.set_state(start, spec)
            begin = now()
            for t in range(part, part + BATCH_TURN):
                batch.step(**{word: control[:, t]}, state=state)
            return now() - begin

        for _ in range(0, BATCH_STEPS, BATCH_TURN):
            turn()
        return turn, lambda: state


def serve(connection, folder: str | None, job: Steps | Batch) -> None:
    """The process of a build. It answers requests: ready, a turn with its seconds per step, and the end with the positions."""
    warnings.simplefilter("ignore", UserWarning)
    if folder:
        sys.path.insert(0, folder)
    import cortenforge

    if folder and not Path(cortenforge.__file__).resolve().is_relative_to(Path(folder).resolve()):
        raise SystemExit(f"{folder} has no package cortenforge")
    if job.threads == 1 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    turn, positions = job.prepare()
    with contextlib.suppress(EOFError):  # the parent process has ended
        while True:
            connection.send(turn() / job.steps if connection.recv() == "turn" else positions())


@contextlib.contextmanager
def asked(folders, job: Steps | Batch):
    """A process for each build, as functions that send requests."""
    fresh = multiprocessing.get_context("spawn")
    processes, asks = [], []
    for folder in folders:
        here, there = fresh.Pipe()
        processes.append(fresh.Process(target=serve, args=(there, folder, job), daemon=True))
        processes[-1].start()
        there.close()

        def ask(wanted: str, here=here):
            here.send(wanted)
            return here.recv()

        asks.append(ask)
    try:
        yield asks
    finally:
        for process in processes:
            process.terminate()
            process.join()


def one_round(folders, job: Steps | Batch) -> tuple[np.ndarray, bool]:
    """Seconds per step of each turn and build, and whether both end in equal positions."""
    times = np.empty((TURNS, 2))
    with asked(folders, job) as asks:
        for ask in asks:
            ask("ready")
        for turn in range(TURNS):
            for i in (0, 1) if turn % 2 == 0 else (1, 0):
                times[turn, i] = asks[i]("turn")
        return times, np.array_equal(*(ask("end") for ask in asks), equal_nan=True)


def measure(folders, job: Steps | Batch, rounds: int) -> float | None:
    """Prints the line of a job. Returns the median of the rounds' ratios, if both builds can run it."""
    try:
        found = [one_round(folders, job) for _ in range(rounds)]
    except (EOFError, ConnectionError):
        print(f"{'':46}   {job.name}: a build cannot run it; its message is above", flush=True)
        return None
    times = np.array([turns for turns, _ in found])
    old, new = 1 / np.median(times, axis=(0, 1))
    ratios = np.median(times[:, :, 0] / times[:, :, 1], axis=1)
    low, median, high = np.percentile(ratios, [25, 50, 75])
    note = "" if all(same for _, same in found) else "; differ"
    print(f"{old:10.0f} {new:10.0f} {median:7.3f} {low:7.3f} {high:7.3f}   {job.name}{note}", flush=True)
    return float(median)


def trajectory(source: models.Source, seconds: float) -> Steps:
    """The trajectory of a model, computed by MuJoCo, whose repetitions fill the turns of a round."""
    import mujoco

    world = step.World(mujoco, source)
    state = step.driven(world)
    steps, repeats = step.trajectory(world, state, seconds / TURNS)
    return Steps(source, state, max(steps, SHORTEST), repeats)


def batches(text: str) -> list[Batch]:
    """The batches whose name contains the text."""
    paths = [models.ROOT / "models" / f"{name}.xml" for name in ("humanoid", "quadruped")]
    kinds = [(1, "process_time"), (2, "process_time"), (2, "perf_counter")]
    found = [Batch(path, threads, clock) for path in paths for threads, clock in kinds]
    return [job for job in found if text in f"batch/{job.name}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", required=True, help="folder of a package")
    parser.add_argument("--new", help="folder of the package compared with it; default: the installed one")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=0.2, help="time of a build in a round, about")
    parser.add_argument("--filter", default="", help="only models and batches whose name contains this; batches are in batch/")
    parser.add_argument("--batches", action="store_true", help="batches too")
    parser.add_argument("--mujoco-models", help="the folder `model` of MuJoCo's sources")
    args = parser.parse_args()

    warnings.simplefilter("ignore", UserWarning)
    folders = (args.old, args.new)
    sources = [s for s in catalog.contacts(args.mujoco_models) if args.filter in f"{s.group}/{s.name}"]
    print(f"{'old':>10} {'new':>10} {'median':>7} {'25 %':>7} {'75 %':>7}   steps/s, new over old")
    medians = [measure(folders, trajectory(source, args.seconds), args.rounds) for source in sources]
    medians = [median for median in medians if median]
    if medians:
        print(f"{step.geometric_mean(medians):29.3f} {'':15}   geometric mean of {len(medians)} models")
    for job in batches(args.filter) if args.batches else []:
        measure(folders, job, args.rounds)


if __name__ == "__main__":
    main()
