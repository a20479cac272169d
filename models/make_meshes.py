"""Writes the small mesh files in models/meshes: run it from anywhere, it needs only the standard library."""

import math
import struct
from pathlib import Path

Point = tuple[float, float, float]
Face = tuple[int, int, int]

OUT = Path(__file__).parent / "meshes"


def write_stl(name: str, points: list[Point], faces: list[Face]) -> None:
    """Binary STL; normals are left zero, as readers recompute them."""
    with open(OUT / name, "wb") as f:
        f.write(name.encode().ljust(80, b"\0"))
        f.write(struct.pack("<I", len(faces)))
        for face in faces:
            f.write(struct.pack("<3f", 0, 0, 0))
            for i in face:
                f.write(struct.pack("<3f", *points[i]))
            f.write(struct.pack("<H", 0))


def write_obj(name: str, points: list[Point], faces: list[tuple[int, ...]], uv: list[tuple[float, float]] | None = None) -> None:
    """OBJ text with optional texture coordinates, one per vertex."""
    with open(OUT / name, "w", newline="\n") as f:
        f.write(f"# {name}\n")
        for p in points:
            f.write("v {:.6g} {:.6g} {:.6g}\n".format(*p))
        for t in uv or []:
            f.write("vt {:.6g} {:.6g}\n".format(*t))
        for face in faces:
            corner = "{0}/{0}" if uv else "{0}"
            f.write("f " + " ".join(corner.format(i + 1) for i in face) + "\n")


def knot() -> tuple[list[Point], list[Face]]:
    """A tube along a trefoil knot."""
    along, around, radius = 48, 8, 0.35
    points: list[Point] = []

    def curve(t: float) -> Point:
        return (math.sin(t) + 2 * math.sin(2 * t), math.cos(t) - 2 * math.cos(2 * t), -math.sin(3 * t))

    for i in range(along):
        t = 2 * math.pi * i / along
        a, b = curve(t - 1e-3), curve(t + 1e-3)
        d = [y - x for x, y in zip(a, b)]
        n = math.sqrt(sum(x * x for x in d))
        d = [x / n for x in d]
        # a frame around the tangent that never degenerates: the knot's tangent is never vertical
        side = [-d[1], d[0], 0.0]
        n = math.hypot(side[0], side[1])
        side = [x / n for x in side]
        up = [d[1] * side[2] - d[2] * side[1], d[2] * side[0] - d[0] * side[2], d[0] * side[1] - d[1] * side[0]]
        c = curve(t)
        for j in range(around):
            s = 2 * math.pi * j / around
            points.append(tuple(c[k] + radius * (math.cos(s) * side[k] + math.sin(s) * up[k]) for k in range(3)))  # type: ignore[arg-type]
    faces: list[Face] = []
    for i in range(along):
        for j in range(around):
            a = i * around + j
            b = i * around + (j + 1) % around
            c = (i + 1) % along * around + j
            d = (i + 1) % along * around + (j + 1) % around
            faces += [(a, d, c), (a, b, d)]
    return points, faces


def gem() -> tuple[list[Point], list[tuple[int, ...]], list[tuple[float, float]]]:
    """A cut stone: crown, girdle and pavilion, with quads and texture coordinates."""
    n = 9
    points: list[Point] = [(0, 0, -1)]
    for k in range(n):
        a = 2 * math.pi * k / n
        points.append((math.cos(a), math.sin(a), 0.1))
    for k in range(n):
        a = 2 * math.pi * (k + 0.5) / n
        points.append((0.6 * math.cos(a), 0.6 * math.sin(a), 0.45))
    faces: list[tuple[int, ...]] = []
    for k in range(n):
        l = (k + 1) % n
        faces.append((0, 1 + l, 1 + k))
        faces.append((1 + k, 1 + l, 1 + n + k))
        faces.append((1 + l, 1 + n + l, 1 + n + k))
    faces.append(tuple(range(1 + n, 1 + 2 * n)))
    uv = [(0.5 + 0.5 * p[0], 0.5 + 0.5 * p[1]) for p in points]
    return points, faces, uv


def bowl() -> tuple[list[Point], list[tuple[int, ...]]]:
    """An open half sphere: a surface without volume. Rings are turned against each other, so that no four points lie in
    one plane except on the rim: the facets of its hull are unambiguous."""
    rings, n = 5, 12
    points: list[Point] = [(0, 0, -1)]
    for i in range(1, rings + 1):
        b = 0.5 * math.pi * i / rings
        for k in range(n):
            a = 2 * math.pi * (k + 0.5 * (i % 2)) / n
            points.append((math.sin(b) * math.cos(a), math.sin(b) * math.sin(a), -math.cos(b)))
    faces: list[tuple[int, ...]] = [(0, 1 + (k + 1) % n, 1 + k) for k in range(n)]
    for i in range(rings - 1):
        for k in range(n):
            ring, above = 1 + i * n, 1 + (i + 1) * n
            # the two points above that stand left and right of this one
            left, right = ((k - 1) % n, k) if i % 2 else (k, (k + 1) % n)
            faces.append((ring + k, ring + (k + 1) % n, above + right))
            faces.append((ring + k, above + right, above + left))
    return points, faces


def bracket() -> tuple[list[Point], list[Face]]:
    """An extruded L: not convex, planar faces of many triangles."""
    outline = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 4), (0, 4)]
    caps = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]
    n = len(outline)
    points: list[Point] = [(x, y, z) for z in (0.0, 1.5) for x, y in outline]
    faces: list[Face] = []
    for a, b, c in caps:
        faces += [(c, b, a), (a + n, b + n, c + n)]
    for k in range(n):
        l = (k + 1) % n
        faces += [(k, l, l + n), (k, l + n, k + n)]
    return points, faces


def main() -> None:
    OUT.mkdir(exist_ok=True)
    write_stl("knot.stl", *knot())
    points, faces, uv = gem()
    write_obj("gem.obj", points, faces, uv)
    write_obj("bowl.obj", *bowl())
    write_stl("bracket.stl", *bracket())


if __name__ == "__main__":
    main()
