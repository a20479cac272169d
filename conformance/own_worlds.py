"""Time and memory of worlds with their own masses, friction and gains, for a model with 100 MB of meshes and textures.

Usage: python own_worlds.py [WORLDS]. The Rust example `own_worlds` measures the same worlds.
"""

import struct
import sys
import time
from pathlib import Path

import cortenforge
import cortenforge.mujoco as cf
import numpy as np

MESHES, RINGS, TEXTURE = 24, 80, 4096


def ball(seed: int) -> bytes:
    """A bumpy ball as a binary STL file."""
    ring, side = np.meshgrid(np.arange(RINGS + 1), np.arange(RINGS + 1), indexing="ij")
    polar, around = np.pi * ring / RINGS, 2 * np.pi * (side % RINGS) / RINGS
    bump = 0.1 * (1 + 0.05 * np.sin(9 * polar + seed) * np.cos(7 * around))
    directions = np.stack([np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around), np.cos(polar)], axis=-1)
    points = (bump[..., None] * directions).astype("<f4")
    a, b, c, d = points[:-1, :-1], points[1:, :-1], points[1:, 1:], points[:-1, 1:]
    faces = np.concatenate([np.stack([a, b, c], 2)[:-1].reshape(-1, 9), np.stack([a, c, d], 2)[1:].reshape(-1, 9)])
    rows = np.zeros(len(faces), [("normal", "<f4", 3), ("corners", "<f4", 9), ("attribute", "<u2")])
    rows["corners"] = faces
    return bytes(80) + struct.pack("<I", len(faces)) + rows.tobytes()


def load() -> cf.MjModel:
    text = (Path(__file__).parent.parent / "models/humanoid.xml").read_text()
    meshes = "".join(f"<mesh name='ball{i}' file='ball{i}.stl'/>" for i in range(MESHES))
    meshes += f"<texture name='large' type='2d' builtin='checker' width='{TEXTURE}' height='{TEXTURE}'/>"
    geom = "<geom type='mesh' mesh='ball{0}' pos='{0} 3 0.1' contype='0' conaffinity='0'/>"
    text = text.replace("</asset>", meshes + "</asset>", 1)
    text = text.replace("<worldbody>", "<worldbody>" + "".join(map(geom.format, range(MESHES))), 1)
    return cf.MjModel.from_xml_string(text, {f"ball{i}.stl": ball(i) for i in range(MESHES)})


def resident() -> float:
    """Memory of this process in use (MB)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("VmRSS"))


def main() -> None:
    worlds = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
    begin = time.perf_counter()
    model = load()
    print(f"model loaded in {time.perf_counter() - begin:.2f} s")
    # arrays that a program has read cost the worlds nothing
    print(f"texture {model.tex_data.nbytes / 1e6:.1f} MB, vertices {model.mesh_vert.nbytes / 1e6:.1f} MB")
    before, begin = resident(), time.perf_counter()
    batch = cortenforge.BatchSim(model, worlds)
    made = time.perf_counter() - begin
    factor = np.linspace(0.8, 1.2, worlds)
    names = ["body_mass", "body_inertia", "geom_friction", "actuator_gainprm"]
    batch.override(**{name: np.multiply.outer(factor, getattr(model, name)) for name in names})
    seconds = time.perf_counter() - begin
    print(f"{worlds} worlds of their own made in {seconds:.2f} s, {made:.2f} s of it without parameters")
    begin = time.perf_counter()
    failed = sum(error is not None for error in batch.step())
    print(f"stepped once in {time.perf_counter() - begin:.3f} s, {failed} failed")
    print(f"resident: {resident():.0f} MB, {before:.0f} MB before the worlds")


if __name__ == "__main__":
    main()
