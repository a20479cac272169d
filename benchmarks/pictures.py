"""Pictures per second compared with MuJoCo's with OSMesa, both with all cores. A benchmark, not a test.

Usage: MUJOCO_GL=osmesa python -m benchmarks.pictures [--rounds N] [--mujoco-models FOLDER] [--write]

The first scene is the humanoid of MuJoCo's sources with its lights, shadows and reflection at several sizes. Without their folder it is
ours. Then come 1 to 100 humanoids at 320x240. Both engines update the scene and draw one state from the model's free camera, in turns. Time
is wall time, since both draw with several threads, and the median of the rounds counts. --write puts the table into BENCHMARKS.md and plots
the time against pixels and geoms.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from pathlib import Path

import numpy as np

from benchmarks import svg, tables
from conformance import models

TABLE = "pictures"
SIZES = ((84, 84), (160, 120), (320, 240), (640, 480), (1280, 960))
#: Files of MuJoCo's sources with increasing numbers of geoms.
GROWING = ("humanoid/humanoid.xml", "humanoid/22_humanoids.xml", "humanoid/100_humanoids.xml")


class Painter:
    """A world of one engine, and its renderer."""

    def __init__(self, engine, path: Path, width: int, height: int) -> None:
        self.model = engine.MjModel.from_xml_path(str(path))
        self.model.vis.global_.offwidth, self.model.vis.global_.offheight = width, height
        self.data = engine.MjData(self.model)
        engine.mj_forward(self.model, self.data)
        self.camera = engine.MjvCamera()
        engine.mjv_defaultFreeCamera(self.model, self.camera)
        self.renderer = engine.Renderer(self.model, height, width)
        self.out = np.empty((height, width, 3), np.uint8)

    def seconds(self) -> float:
        """Time of one picture."""
        begin = time.perf_counter()
        self.renderer.update_scene(self.data, self.camera)
        self.renderer.render(out=self.out)
        return time.perf_counter() - begin


def measure(path: Path, width: int, height: int, rounds: int) -> tuple[float, float, int]:
    """Seconds of a picture, ours and MuJoCo's, and the number of geoms."""
    import mujoco

    import cortenforge.mujoco as ours

    pair = [Painter(engine, path, width, height) for engine in (ours, mujoco)]
    for painter in pair:
        painter.seconds(), painter.seconds()
    turns = [[painter.seconds() for painter in pair] for _ in range(rounds)]
    geoms = int(pair[0].renderer.scene.ngeom)
    for painter in pair:
        painter.renderer.close()
    mine, theirs = (statistics.median(times) for times in zip(*turns))
    return mine, theirs, geoms


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, help="pictures of each engine")
    parser.add_argument("--mujoco-models", type=Path, default=os.environ.get("MUJOCO_MODELS"), help="folder of MuJoCo's models")
    parser.add_argument("--write", action="store_true", help="put the table into BENCHMARKS.md")
    args = parser.parse_args()
    if os.environ.get("MUJOCO_GL") != "osmesa":
        parser.error("set MUJOCO_GL=osmesa, and install libosmesa6")
    folder = Path(args.mujoco_models) if args.mujoco_models else None
    first = folder / GROWING[0] if folder else models.ROOT / "models" / "humanoid.xml"
    lines = ["| scene | size | geoms | ours, pictures/s | MuJoCo, pictures/s | ratio |", "|---|---|---|---|---|---|"]
    print(*lines, sep="\n", flush=True)

    def row(path: Path, width: int, height: int) -> tuple[float, float, int]:
        mine, theirs, geoms = measure(path, width, height, args.rounds)
        line = f"| {path.stem} | {width}x{height} | {geoms} | {1 / mine:.1f} | {1 / theirs:.1f} | {theirs / mine:.1f} |"
        lines.append(line)
        print(line, flush=True)
        return mine, theirs, geoms

    by_size = [(width * height, *row(first, width, height)) for width, height in SIZES]
    by_geoms = [row(folder / name, 320, 240) for name in GROWING] if folder else []
    if args.write:
        tables.write(TABLE, "\n".join(lines))
        plots = models.ROOT / "benchmarks" / "plots"
        pixels = [size for size, *_ in by_size]
        curves = [("ours", pixels, [r[1] for r in by_size], 0, False), ("MuJoCo, OSMesa", pixels, [r[2] for r in by_size], 1, False)]
        svg.write(plots / "pictures_by_pixels.svg", "One picture of the humanoid", ("pixels", "seconds"), curves)
        if by_geoms:
            geoms = [r[2] for r in by_geoms]
            curves = [("ours", geoms, [r[0] for r in by_geoms], 0, False), ("MuJoCo, OSMesa", geoms, [r[1] for r in by_geoms], 1, False)]
            svg.write(plots / "pictures_by_geoms.svg", "One picture of 320x240", ("geoms", "seconds"), curves)


if __name__ == "__main__":
    main()
