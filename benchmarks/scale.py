"""Time of each stage by bodies, contacts and worlds, compared with MuJoCo's. A benchmark, not a test.

Usage: python -m benchmarks.scale [--filter TEXT] [--seconds S] [--largest N] [--largest-batch N] [--write]

Both engines take the same few steps from the same state, equally many at every size, and take turns. There are at least two rounds, more
when they are short, one when it takes long. The times of the stages are those of benchmarks.step --stages in wall time: the machine should
be idle. Growth is the slope of a line through the larger half of the sizes on logarithmic axes: one is linear, two quadratic. --write puts
the tables into BENCHMARKS.md and the plots into benchmarks/plots.
"""

from __future__ import annotations

import argparse
import math
import time

import numpy as np

from benchmarks import scenes, step, svg, tables, timers
from conformance import models

PLOTS = models.ROOT / "benchmarks" / "plots"
WORLDS = "worlds in a batch"
# steps before the clock starts
SETTLE = 5
# smallest number of rounds at each size, and the seconds after which one round is enough
FEWEST, MOST, LONG = 2, 2000, 10.0
# growth above MuJoCo's that is more than the scatter of a fit
STEEPER = 0.05


# links of one file: elements may nest 500 deep
PIECE = 400


def _links(count: int, first: str, inside: str) -> str:
    """A chain of rods whose hinges alternate between x and y; the first rod has the joint `first`."""
    bodies = ""
    for i in range(count):
        joint = first if i == 0 else f'<joint axis="{"1 0 0" if i % 2 else "0 1 0"}"/>'
        bodies += f'<body name="{i}" pos="0 0 -0.2">{joint}<geom type="capsule" fromto="0 0 0 0 0 -0.2" size="0.02" mass="0.1"/>'
    return f"{bodies}{inside}{'</body>' * count}"


def chain(links: int, free: bool = False) -> models.Source:
    """A pendulum of `links` rods, fixed or falling. Long ones are assembled from several files."""
    pieces = [PIECE] * (links // PIECE) + [links % PIECE] * (links % PIECE > 0)
    assets, model, inside = {}, "", ""
    for k, count in enumerate(pieces):
        first = "<freejoint/>" if free and k == len(pieces) - 1 else '<joint axis="0 1 0"/>'
        text = f"""<mujoco model="chain of {links}"><option timestep="0.001"/><size memory="500M"/>
          <default><geom contype="0" conaffinity="0"/></default><asset>{model}</asset>
          <worldbody>{_links(count, first, inside)}</worldbody></mujoco>"""
        assets[f"{k}.xml"] = text.encode()
        model = f'<model name="{k}" file="{k}.xml"/>'
        inside = f'<attach model="{k}" body="0" prefix="{k}-"/>'
    return models.Source("bench", f"chain of {links}", xml=text, assets=assets)


def free_bodies(count: int) -> models.Source:
    """Bodies that fall separately: each is a tree."""
    side = math.ceil(math.sqrt(count))
    bodies = "".join(
        f'<body pos="{i % side} {i // side} 100"><freejoint/><geom type="capsule" size="0.1 0.2"/></body>' for i in range(count)
    )
    xml = f'<mujoco model="{count} free bodies"><size memory="500M"/><worldbody>{bodies}</worldbody></mujoco>'
    return models.Source("bench", f"{count} free bodies", xml=xml)


def _pile(name: str, geom: str, places) -> models.Source:
    random = np.random.default_rng(3)
    bodies = "".join(
        f'<body pos="{scenes.text(p + 0.0005 * random.standard_normal(3))}"><freejoint/><geom {geom}/></body>' for p in places
    )
    size = 1.001 * float(np.max(np.abs(np.asarray(places)[:, :2]))) + 0.1
    xml = f'<mujoco model="{name}"><size memory="2G"/><worldbody>{scenes.pen(size)}{bodies}</worldbody></mujoco>'
    return models.Source("bench", name, xml=xml)


def spheres(count: int) -> models.Source:
    """Densely packed spheres, each slightly inside its neighbours; about five contacts each."""
    side = max(2, round(count ** (1 / 3)))
    r, places = 0.1, []
    for i in range(count):
        layer, place = divmod(i, side * side)
        x, y = place % side, place // side
        shift = 0.5 * (layer % 2)
        places.append([2 * r * (x + 0.5 * (y % 2) + shift - side / 2) * 0.995, 2 * r * (y * math.sqrt(3) / 2 + shift / math.sqrt(3) - side / 2) * 0.995,
                       r * (0.995 + 2 * layer * math.sqrt(2 / 3) * 0.995)])
    return _pile("spheres", 'type="sphere" size="0.1"', places)


def bricks(count: int) -> models.Source:
    """Bricks in layers, each on four of the layer below; about sixteen contacts each."""
    side = max(2, round((count / 2) ** (1 / 3) * 1.2))
    places = []
    for i in range(count):
        layer, place = divmod(i, side * side)
        shift = 0.5 * (layer % 2)
        places.append([0.22 * (place % side + shift - side / 2), 0.22 * (place // side + shift - side / 2), 0.1 * (0.499 + 0.998 * layer)])
    return _pile("bricks", 'type="box" size="0.1 0.1 0.05"', places)


# name: counted quantity, sizes, timed steps, model
SERIES = {
    "pendulum of many links": ("links", (10, 30, 100, 200, 300, 500, 1000), 5, chain),
    "falling chain": ("links", (10, 30, 100, 200, 300, 500, 1000), 5, lambda n: chain(n, free=True)),
    "free bodies": ("bodies", (10, 30, 100, 300, 1000, 1500, 2500, 4000), 10, free_bodies),
    "pile of spheres": ("contacts", (10, 30, 100, 200, 400, 750, 1300), 2, spheres),
    "pile of bricks": ("contacts", (8, 20, 60, 120, 230, 420, 750), 2, bricks),
}


def rounds(seconds: float):
    """Yields round numbers until the time is over."""
    begin = time.perf_counter()
    for i in range(MOST):
        yield i
        taken = time.perf_counter() - begin
        if taken > LONG or (i + 1 >= FEWEST and taken > seconds):
            return


def settled(world) -> np.ndarray:
    """A state a few steps after the beginning, computed by our engine, which is faster with piles."""
    engine, m, d = world.engine, world.model, world.data
    d.qvel[:] = 0.1 * np.random.default_rng(1).standard_normal(m.nv)
    engine.mj_step(m, d, SETTLE)
    return step.state_of(engine, m, d)


def stages(worlds, state: np.ndarray, steps: int, seconds: float) -> list[np.ndarray]:
    """Seconds per step of each part, ours and MuJoCo's: the minimum over all rounds, part by part."""
    best = [np.full(len(timers.PARTS), np.inf)] * 2
    for _ in rounds(seconds):
        for i, world in enumerate(worlds):
            engine, m, d = world.engine, world.model, world.data
            engine.mj_setState(m, d, state, int(engine.mjtState.mjSTATE_INTEGRATION))
            taken = timers.theirs(engine, m, d, steps) if i else timers.ours(m, d, steps)
            best[i] = np.minimum(best[i], taken)
    return best


def measure(series: str, engines, args):
    """Counted quantity at each size, and the seconds of each part, ours and MuJoCo's."""
    unit, sizes, steps, make = SERIES[series]
    counts, times = [], []
    for size in [size for size in sizes if size <= args.largest]:
        begin = time.perf_counter()
        worlds = [step.World(engine, make(size)) for engine in engines]
        best = stages(worlds, settled(worlds[0]), steps, args.seconds)
        m, d = worlds[1].model, worlds[1].data
        counts.append(d.ncon if unit == "contacts" else size)
        times.append(best)
        print(f"{series}: {counts[-1]:,} {unit}, {m.nv:,} dofs, {d.ncon:,} contacts, {d.nefc:,} rows: "
              f"{1e6 * best[0].sum():,.1f} us, MuJoCo {1e6 * best[1].sum():,.1f}; took {time.perf_counter() - begin:.1f} s", flush=True)
    return np.array(counts, float), np.array(times).transpose(1, 2, 0)


def slope(counts, times) -> float:
    """Growth of a part over the larger half of the sizes; NaN for a part that takes no time."""
    half = len(counts) // 2
    kept = times[half:] > 0
    if kept.sum() < 2:
        return float("nan")
    return float(np.polyfit(np.log(counts[half:][kept]), np.log(times[half:][kept]), 1)[0])


def parts_of(times):
    """Name and times, ours and MuJoCo's, of the whole step and of every part with at least a hundredth of it at the largest size."""
    whole = times.sum(axis=1)
    yield "whole step", whole[0], whole[1]
    for i, part in enumerate(timers.PARTS):
        if max(times[0, i, -1] / whole[0, -1], times[1, i, -1] / whole[1, -1]) > 0.01:
            yield part, times[0, i], times[1, i]


def steeper(series: str, counts, times) -> list[str]:
    """Parts that grow faster than MuJoCo's."""
    found = []
    for part, mine, theirs in parts_of(times):
        growth = slope(counts, mine), slope(counts, theirs)
        if growth[0] > growth[1] + STEEPER:
            found.append(f"steeper than MuJoCo's: {series}, {part}: {growth[0]:.2f} and {growth[1]:.2f}")
    return found


def growth_rows(series: str, counts, times) -> list[str]:
    """Lines of the table of growth."""
    unit = SERIES[series][0]
    lines = []
    for part, mine, theirs in parts_of(times):
        lines.append(
            f"| {series}, to {counts[-1]:,.0f} {unit} | {part} | {1e6 * mine[-1]:,.1f} | {1e6 * theirs[-1]:,.1f} "
            f"| {slope(counts, mine):.2f} | {slope(counts, theirs):.2f} |"
        )
    return lines


def plot(series: str, counts, times) -> None:
    lines = []
    for i, (part, mine, theirs) in enumerate(parts_of(times)):
        lines += [(part, counts, 1e6 * mine, i, False), ("", counts, 1e6 * theirs, i, True)]
    title = f"{series}: microseconds per step, ours and MuJoCo's (dashed)"
    svg.write(PLOTS / f"{series.replace(' ', '-')}.svg", title, (SERIES[series][0], "microseconds"), lines)


def batch(engines, args):
    """Processor time per step and world of a batch of humanoids on one thread, ours as a batch of worlds and by rollout,
    and MuJoCo's rollout."""
    from benchmarks.batch import ways

    path = models.ROOT / "models" / "humanoid.xml"
    counts = [n for n in (1, 4, 16, 64, 256, 1024, 4096) if n <= args.largest_batch]
    times = []
    for n in counts:
        steps = max(5, min(50, 4096 // n))
        found = ways(path, n, steps, 1)
        chosen = [found[name] for name in ("BatchSim in a loop, 1", "rollout ours, 1", "rollout MuJoCo's, 1")]
        best = [float("inf")] * 3
        for _ in rounds(3 * args.seconds):
            for i, work in enumerate(chosen):
                begin = time.process_time()
                work()
                best[i] = min(best[i], (time.process_time() - begin) / (n * steps))
        times.append(best)
        print(f"{n:,} worlds: {1e6 * best[0]:.2f} us per step and world, rollout {1e6 * best[1]:.2f}, MuJoCo's {1e6 * best[2]:.2f}", flush=True)
    return np.array(counts, float), np.array(times).T


def batch_table(counts, times) -> str:
    lines = ["| Worlds | Batch | Rollout | MuJoCo's rollout |", "|---:|---:|---:|---:|"]
    lines += [f"| {n:,.0f} | {1e6 * a:.2f} | {1e6 * b:.2f} | {1e6 * c:.2f} |" for n, a, b, c in zip(counts, *times)]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="")
    parser.add_argument("--seconds", type=float, default=2.0, help="time at each size, if two rounds take less")
    parser.add_argument("--largest", type=int, default=1_000_000, help="largest size of a series")
    parser.add_argument("--largest-batch", type=int, default=4096)
    parser.add_argument("--write", action="store_true", help="put tables and plots into the repository")
    args = parser.parse_args()

    import cortenforge.mujoco as ours
    import mujoco

    engines, rows, notes = (ours, mujoco), [], []
    with timers.clock():
        for series in [name for name in SERIES if args.filter in name]:
            counts, times = measure(series, engines, args)
            lines = growth_rows(series, counts, times)
            print("\n".join(lines), flush=True)
            rows += lines
            notes += steeper(series, counts, times)
            if args.write:
                plot(series, counts, times)
    print("\n".join(notes), flush=True)
    if args.write and rows and not args.filter:
        head = ["| Series | Part | Microseconds at the largest | MuJoCo's | Growth | MuJoCo's |", "|---|---|---:|---:|---:|---:|"]
        tables.write("growth", "\n".join(head + rows))
    if args.filter in WORLDS:
        counts, times = batch(engines, args)
        if args.write:
            tables.write("worlds", batch_table(counts, times))
            names = ("batch", "rollout", "MuJoCo's rollout")
            lines = [(name, counts, 1e6 * t, i, i == 2) for i, (name, t) in enumerate(zip(names, times))]
            svg.write(PLOTS / "worlds.svg", "microseconds per step and world, one thread", ("worlds", "microseconds"), lines)


if __name__ == "__main__":
    main()
