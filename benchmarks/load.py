"""Load time compared with MuJoCo's, over all models. A benchmark, not a test.

Usage: python -m benchmarks.load [--dir FOLDER ...] [--filter TEXT] [--repeat N]
       python -m benchmarks.load --first [--repeat N] [--write]

The two engines take turns on each model, so that both see the same machine; the best of N loads counts. MuJoCo caches compiled assets in
the process. The cache is emptied before each load, so that every load is a first one.

--first measures the start of a program: a new Python process imports the package, loads the humanoid, makes a world and takes a step.
Processes of the two engines take turns. --write puts the table into BENCHMARKS.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time

import numpy as np

from benchmarks import tables
from conformance import models

# the timed program of --first; it imports numpy before, because both engines need it
FIRST = """
import json, sys, time
import numpy
def now():
    return [time.perf_counter(), time.process_time()]
begin = now()
if sys.argv[1] == "ours":
    import cortenforge.mujoco as engine
else:
    import mujoco as engine
imported = now()
m = engine.MjModel.from_xml_path(sys.argv[2])
d = engine.MjData(m)
engine.mj_step(m, d)
print(json.dumps([begin, imported, now()]))
"""


def best(source: models.Source, engines, repeat: int, cached: bool) -> list[float] | None:
    """Best load time per engine; None for an engine that rejects the model."""
    times = [float("inf")] * len(engines)
    for _ in range(repeat):
        for i, engine in enumerate(engines):
            if not cached and hasattr(engine, "mj_clearCache"):
                engine.mj_clearCache(engine.mj_getCache())
            start = time.perf_counter()
            try:
                model = source.load(engine)
            except Exception:
                return None
            times[i] = min(times[i], time.perf_counter() - start)
            del model
    return times


def first_step(repeat: int) -> np.ndarray:
    """Seconds by run, engine, part (import, load and step) and clock (wall, processor)."""
    path = str(models.ROOT / "models" / "humanoid.xml")
    runs = []
    for _ in range(repeat):
        both = []
        for engine in ("ours", "MuJoCo"):
            output = subprocess.run([sys.executable, "-c", FIRST, engine, path], capture_output=True, text=True, check=True)
            both.append(np.diff(np.array(json.loads(output.stdout)), axis=0))
        runs.append(both)
    return np.array(runs)


def first_table(runs: np.ndarray) -> str:
    """Best and median of every part in Markdown, milliseconds."""
    whole = runs.sum(axis=2)
    lines = ["| | Best | MuJoCo's | Median | MuJoCo's | Ratio of the medians |", "|---|---:|---:|---:|---:|---:|"]
    for clock, clock_name in enumerate(("wall", "processor")):
        for name, times in [("load, make data, step", runs[:, :, 1, clock]), ("the same with the import", whole[:, :, clock])]:
            best, median = 1e3 * times.min(axis=0), 1e3 * np.median(times, axis=0)
            lines.append(f"| {name} (ms, {clock_name}) | {best[0]:.2f} | {best[1]:.2f} | {median[0]:.2f} | {median[1]:.2f} | {median[1] / median[0]:.2f} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="")
    parser.add_argument("--dir", action="append", default=[])
    parser.add_argument("--repeat", type=int, help="loads of each model, default: 3; with --first the number of processes, default: 40")
    parser.add_argument("--first", action="store_true", help="load and first step in new processes")
    parser.add_argument("--write", action="store_true", help="with --first: put the table into BENCHMARKS.md")
    parser.add_argument("--cached", action="store_true", help="let MuJoCo keep its cache between loads")
    args = parser.parse_args()
    if args.first:
        table = first_table(first_step(args.repeat or 40))
        print(table)
        if args.write:
            tables.write("first step", table)
        return

    import cortenforge.mujoco as ours
    import mujoco

    total = [0.0, 0.0]
    rows = []
    for source in models.collect(args.dir, args.filter):
        times = best(source, (ours, mujoco), args.repeat or 3, args.cached)
        if times is None:
            continue
        total = [a + b for a, b in zip(total, times)]
        rows.append((times[0] / times[1], times, f"{source.group}/{source.name}"))
    if not rows:
        print("no model loads on both sides")
        return
    print(f"{'ours ms':>10} {'MuJoCo ms':>10} {'ratio':>6}")
    for ratio, (mine, theirs), name in sorted(rows, reverse=True):
        print(f"{1e3 * mine:10.2f} {1e3 * theirs:10.2f} {ratio:6.2f}  {name}")
    print(f"{1e3 * total[0]:10.2f} {1e3 * total[1]:10.2f} {total[0] / total[1]:6.2f}  total of {len(rows)} models")


if __name__ == "__main__":
    main()
