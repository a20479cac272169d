"""Load time, ours beside MuJoCo's, over all models: a benchmark, not a test.

Usage: python bench_load.py [--dir FOLDER ...] [--filter TEXT] [--repeat N]

The two engines take turns on each model, so that both see the same machine; the best of N loads counts. MuJoCo keeps
compiled assets in a cache of the process; it is emptied before each load, so that every load is a first one.
"""

from __future__ import annotations

import argparse
import time

import models


def best(source: models.Source, engines, repeat: int, cached: bool) -> list[float] | None:
    """Best load time per engine, None when one of them refuses the model."""
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="")
    parser.add_argument("--dir", action="append", default=[])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--cached", action="store_true", help="let MuJoCo keep its cache between loads")
    args = parser.parse_args()

    import cortenforge.mujoco as ours
    import mujoco

    total = [0.0, 0.0]
    rows = []
    for source in models.collect(args.dir, args.filter):
        times = best(source, (ours, mujoco), args.repeat, args.cached)
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
