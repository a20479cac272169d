"""Canonical form of a mesh's convex hull.

Which vertex of several at one place a hull names, in which order it lists its corners and facets, and how it cuts a flat
facet into triangles is the choice of the hull library. What the hull *is* does not depend on that: the set of its corner
positions, the set of its flat polygons, each with its corners and its normal, and how far it reaches in a direction.

A mesh given by its vertices alone gets the triangles of its hull as faces. For such a mesh the faces, what follows from
their order (vertex normals, the boxes below the root of its bounding volume tree) are the library's choice too; its
polygons are compared instead. Meshes that come with faces are compared entry by entry.
"""

from __future__ import annotations

import numpy as np

#: Fields replaced by the canonical comparison below.
GRAPH_FIELDS = ("mesh_graph", "mesh_extrema")
POLY_FIELDS = (
    "mesh_polynormal", "mesh_polyvertadr", "mesh_polyvertnum", "mesh_polyvert", "mesh_polymapadr", "mesh_polymapnum",
    "mesh_polymap", "mesh_polyadr", "mesh_polynum",
)
#: Fields whose rows follow from the order of a mesh's faces: name, and the address and count of a mesh's rows.
FACE_FIELDS = {
    "mesh_face": ("mesh_faceadr", "mesh_facenum"),
    "mesh_facenormal": ("mesh_faceadr", "mesh_facenum"),
    "mesh_normal": ("mesh_normaladr", "mesh_normalnum"),
    "bvh_aabb": ("mesh_bvhadr", "mesh_bvhnum"),
    "bvh_nodeid": ("mesh_bvhadr", "mesh_bvhnum"),
    "bvh_child": ("mesh_bvhadr", "mesh_bvhnum"),
    "bvh_depth": ("mesh_bvhadr", "mesh_bvhnum"),
}
#: Positions closer than this part of the mesh's size are one corner (vertices are stored in single precision).
SAME_CORNER = 1e-5


def _corner_ids(model, mesh: int) -> np.ndarray:
    """For each vertex of a mesh, a number shared by all vertices at the same position."""
    first, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    points = np.asarray(model.mesh_vert[first : first + count], dtype=np.float64)
    size = max(float(np.ptp(points, axis=0).max()), 1e-30) if count else 1.0
    order = np.lexsort(np.round(points / (size * SAME_CORNER)).T)
    ids = np.empty(count, dtype=np.int64)
    last = -1
    for rank, vertex in enumerate(order):
        if rank and np.abs(points[vertex] - points[order[rank - 1]]).max() <= size * SAME_CORNER:
            ids[vertex] = last
        else:
            last = int(vertex)
            ids[vertex] = last
    # name each corner by its smallest vertex
    smallest: dict[int, int] = {}
    for vertex, group in enumerate(ids):
        smallest.setdefault(int(group), vertex)
    return np.array([smallest[int(g)] for g in ids], dtype=np.int64)


def hull_corners(model, mesh: int) -> set[int] | None:
    """Corners of the hull graph, None when the mesh has none."""
    start = int(model.mesh_graphadr[mesh])
    if start < 0:
        return None
    graph = np.asarray(model.mesh_graph)
    count = int(graph[start])
    ids = graph[start + 2 + count : start + 2 + 2 * count]
    corner = _corner_ids(model, mesh)
    return {int(corner[i]) for i in ids}


def graph_is_sound(model, mesh: int) -> str | None:
    """What is wrong with a hull graph, if anything: edges must be symmetric and faces must use their own corners."""
    start = int(model.mesh_graphadr[mesh])
    if start < 0:
        return None
    graph = np.asarray(model.mesh_graph)
    nvert, nface = int(graph[start]), int(graph[start + 1])
    adr = graph[start + 2 : start + 2 + nvert]
    ids = graph[start + 2 + nvert : start + 2 + 2 * nvert]
    edges = graph[start + 2 + 2 * nvert : start + 2 + 3 * nvert + 3 * nface]
    faces = graph[start + 2 + 3 * nvert + 3 * nface : start + 2 + 3 * nvert + 6 * nface]
    neighbours = []
    for a in adr:
        end = int(a)
        while end < len(edges) and edges[end] >= 0:
            end += 1
        neighbours.append(set(int(x) for x in edges[int(a) : end]))
    for v, others in enumerate(neighbours):
        for w in others:
            if v not in neighbours[w]:
                return f"edge {v}-{w} is listed once"
    if not set(int(f) for f in faces) <= set(int(i) for i in ids):
        return "a face uses a vertex that is not a corner"
    return None


def faces_are_hull(model, mesh: int) -> bool:
    """Whether a mesh's faces are the triangles of its hull."""
    start, count = int(model.mesh_graphadr[mesh]), int(model.mesh_facenum[mesh])
    if start < 0 or int(model.mesh_graph[start + 1]) != count:
        return False
    nvert = int(model.mesh_graph[start])
    first = start + 2 + 3 * nvert + 3 * count
    hull = np.asarray(model.mesh_graph[first : first + 3 * count]).reshape(-1, 3)
    faces = np.asarray(model.mesh_face[int(model.mesh_faceadr[mesh]) :][:count])
    as_sets = lambda triangles: {frozenset(int(i) for i in t) for t in triangles}
    return as_sets(hull) == as_sets(faces)


def meshes_of_vertices(spec, model) -> list[int]:
    """Meshes that were given by their vertices alone, told from the reference's own spec: no faces of their own, and
    not from an STL file, which cannot do without."""
    given = list(spec.meshes)
    candidates = [mesh for mesh in range(int(model.nmesh)) if faces_are_hull(model, mesh)]
    if len(given) != int(model.nmesh):
        return candidates
    return [m for m in candidates if not len(given[m].userface) and not given[m].file.lower().endswith(".stl")]


def without_rows_of(meshes: list[int], field: str, value: np.ndarray, reference) -> np.ndarray:
    """A field without the rows of some meshes; the root of a bounding volume tree stays."""
    address, number = FACE_FIELDS[field]
    keep = np.ones(len(value), dtype=bool)
    for mesh in meshes:
        first, count = int(getattr(reference, address)[mesh]), int(getattr(reference, number)[mesh])
        keep[first + (field == "bvh_aabb") : first + count] = False
    return value[keep]


def reach(model, mesh: int) -> np.ndarray | None:
    """How far the hull reaches in the 27 directions of `mesh_extrema`, None without a hull."""
    start = int(model.mesh_graphadr[mesh])
    if start < 0:
        return None
    count = int(model.mesh_graph[start])
    ids = np.asarray(model.mesh_graph[start + 2 + count : start + 2 + 2 * count])
    local = np.asarray(model.mesh_extrema[mesh])
    if local.min() < 0 or local.max() >= count:
        return np.full(27, np.nan)
    points = np.asarray(model.mesh_vert, dtype=np.float64)[int(model.mesh_vertadr[mesh]) + ids[local]]
    directions = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)])
    return (points * directions).sum(axis=1)


def polygons(model, mesh: int) -> dict[frozenset[int], np.ndarray]:
    """Flat polygons of the hull: their corners, and their area vectors (half the sum of the cross products along the
    border). Polygons with the same corners, as a flat hull has them, are added up."""
    corner, points = _corner_ids(model, mesh), _points(model, mesh)
    found: dict[frozenset[int], np.ndarray] = {}
    for path, _ in _paths(model, mesh):
        border = points[path] - points[path[0]]
        area = 0.5 * np.cross(border, np.roll(border, -1, axis=0)).sum(axis=0)
        key = frozenset(int(corner[i]) for i in path)
        found[key] = found.get(key, 0.0) + area
    return found


def _points(model, mesh: int) -> np.ndarray:
    first, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    return np.asarray(model.mesh_vert[first : first + count], dtype=np.float64)


def _paths(model, mesh: int):
    """Vertices along the border, and the stored normal, of every polygon."""
    first, count = int(model.mesh_polyadr[mesh]), int(model.mesh_polynum[mesh])
    for p in range(first, first + count):
        start, n = int(model.mesh_polyvertadr[p]), int(model.mesh_polyvertnum[p])
        yield np.asarray(model.mesh_polyvert[start : start + n]), np.asarray(model.mesh_polynormal[p])


def wrong_normal(model, mesh: int) -> str | None:
    """A polygon whose normal is not that of its first three corners, which is how MuJoCo defines it. The normals of two
    hulls are not compared: which corner comes first is arbitrary, and three nearly collinear ones give any direction."""
    points = _points(model, mesh)
    size = float(np.ptp(points, axis=0).max()) if len(points) else 0.0
    for path, stored in _paths(model, mesh):
        a, b, c = points[path[:3]]
        normal = np.cross(b - a, c - a)
        length = float(np.linalg.norm(normal))
        if length > 1e-6 * size * size and np.abs(normal / length - stored).max() > 1e-4:
            return f"{stored} instead of {normal / length}"
    return None


def compare_hulls(ours, reference) -> list[tuple[str, str, str, str]]:
    """Differences as (field, place, ours, reference)."""
    found: list[tuple[str, str, str, str]] = []
    for mesh in range(int(reference.nmesh)):
        place = f"[mesh {mesh}]"
        theirs, mine = hull_corners(reference, mesh), hull_corners(ours, mesh)
        if theirs != mine:
            only = lambda a, b: f"{len(a or ())} corners, {len((a or set()) - (b or set()))} of its own"
            found.append(("mesh_graph", place, only(mine, theirs), only(theirs, mine)))
            continue
        far, ref_far = reach(ours, mesh), reach(reference, mesh)
        if far is not None and ref_far is not None and not np.abs(far - ref_far).max() <= 1e-6 * np.abs(ref_far).max():
            found.append(("mesh_extrema", place, f"reaches {far}", f"reaches {ref_far}"))
        problem = graph_is_sound(ours, mesh)
        if problem:
            found.append(("mesh_graph", place, problem, "a sound graph"))
        polys, refs = polygons(ours, mesh), polygons(reference, mesh)
        if polys.keys() != refs.keys():
            lone, missed = len(polys.keys() - refs.keys()), len(refs.keys() - polys.keys())
            found.append(("mesh_polyvert", place, f"{len(polys)} polygons, {lone} of its own",
                          f"{len(refs)} polygons, {missed} of its own"))
            continue
        largest = max((float(np.linalg.norm(area)) for area in refs.values()), default=0.0)
        for corners, area in refs.items():
            if np.abs(polys[corners] - area).max() > 1e-5 * largest:
                found.append(("mesh_polyvert", place, f"area {polys[corners]}", f"area {area}"))
                break
        problem = wrong_normal(ours, mesh)
        if problem:
            found.append(("mesh_polynormal", place, problem, "the normal of its first corners"))
    return found
