"""Contacts of every ordered pair of geom types over many poses, compared with MuJoCo's.

Usage: python collision_sweep.py [--pairs TEXT ...] [--models N] [--seed N] [--out FILE]

Each model holds two geoms of random sizes and margins. Poses are of seven kinds: apart, within the margin, touching, shallow,
deep, faces aligned, edges aligned. A pose agrees when both engines report the same contacts in the same order, with equal
distance, position and normal. The exit status is 1 when a pair agrees in fewer than 99.5 % of its poses. It is also 1 when a
contact is NaN or has the wrong sign.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

#: Geom types of the sweep, in MuJoCo's order.
TYPES = ("plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf")
#: Number of the type of distance fields.
SDF = TYPES.index("sdf")
#: Pairs solved by a formula: equal to rounding.
FORMULA = {
    ("plane", "sphere"), ("plane", "capsule"), ("plane", "ellipsoid"), ("plane", "cylinder"), ("plane", "box"),
    ("plane", "mesh"), ("sphere", "sphere"), ("sphere", "capsule"), ("sphere", "cylinder"), ("sphere", "box"),
    ("capsule", "capsule"), ("capsule", "box"), ("box", "box"),
}  # fmt: skip
#: Bar of distance, position (m) and normal for pairs with a formula.
BAR = 1e-8
#: Bar for iterative pairs, which stop at `ccd_tolerance`, 1e-6 by default.
BAR_ITERATIVE = 1e-6
#: Part of the poses that must agree.
AGREE = 0.995
#: Kinds of poses, and how many of each a model is compared in.
KINDS = {"any": 6, "margin": 4, "touching": 4, "shallow": 4, "deep": 4, "faces": 4, "edges": 4}

MESH = "0 0 0  1 0 0  0 1 0  0 0 1  .7 .7 .1  .6 .1 .8  -.3 .4 .5  .2 -.4 .3  .4 .5 -.5  -.1 -.2 -.3  .3 .9 .6  .9 .3 .7"


#: Meshes that become distance fields: round, flat-sided, pointed, and one with a hole.
SOLIDS = (
    'builtin="sphere" params="3"', 'builtin="supersphere" params="12 .5 .5"', 'builtin="cone" params="10 .4"',
    'builtin="supertorus" params="12 .4 1 1"',
    'vertex="-1 -1 -1  1 -1 -1  -1 1 -1  1 1 -1  -1 -1 1  1 -1 1  -1 1 1  1 1 1"', f'vertex="{MESH}"',
)  # fmt: skip


@dataclass
class Pair:
    """The results of one ordered pair."""

    first: str
    second: str
    poses: int = 0
    touching: int = 0
    agree: int = 0
    not_a_number: int = 0
    wrong_sign: int = 0
    largest: float = 0.0
    reasons: Counter = field(default_factory=Counter)
    examples: list = field(default_factory=list)

    @property
    def has_formula(self) -> bool:
        return tuple(sorted((self.first, self.second), key=TYPES.index)) in FORMULA

    @property
    def passes(self) -> bool:
        return self.not_a_number == 0 and self.wrong_sign == 0 and self.agree >= AGREE * self.poses


def sizes(kind: str, rng: np.random.Generator) -> str:
    """Random `size` of a geom; one in four is a needle or a plate."""
    base = 10 ** rng.uniform(-1.2, 0.3, 3)
    if rng.random() < 0.25:
        base[rng.integers(3)] *= rng.choice([0.02, 30.0])
    count = {"plane": 0, "hfield": 0, "mesh": 0, "sdf": 0, "sphere": 1, "capsule": 2, "cylinder": 2}.get(kind, 3)
    return " ".join(f"{x:.17g}" for x in base[:count])


def geom(kind: str, name: str, rng: np.random.Generator) -> str:
    margin, gap = rng.choice([0.0, 0.0, 0.02, 0.1]), rng.choice([0.0, 0.0, 0.05])
    size = {"plane": "5 5 1"}.get(kind, sizes(kind, rng))
    what = {"mesh": 'mesh="shape"', "hfield": 'hfield="field"', "sdf": 'mesh="solid"'}.get(kind, f'size="{size}"')
    return f'<geom name="{name}" type="{kind}" {what} margin="{margin}" gap="{gap}"/>'


def scale(rng: np.random.Generator) -> str:
    return " ".join(f"{x:.6g}" for x in rng.uniform(0.2, 1.5, 3))


def model(first: str, second: str, rng: np.random.Generator) -> str:
    """Two geoms. A geom that cannot move is on a rotated fixed body, others have free joints."""
    bodies = []
    for name, kind in (("a", first), ("b", second)):
        joint = "" if kind in ("plane", "hfield") else "<freejoint/>"
        inertial = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>' if joint else ""
        quat = " ".join(f"{x:.17g}" for x in rng.normal(size=4)) if kind == "plane" else "1 0 0 0"
        bodies.append(f'<body name="{name}" quat="{quat}">{joint}{inertial}{geom(kind, name, rng)}</body>')
    heights = " ".join(f"{x:.6g}" for x in rng.uniform(0, 1, 49))
    shape = scale(rng)
    solid = f'<mesh name="solid" {SOLIDS[rng.integers(len(SOLIDS))]} scale="{scale(rng)}"/>' if "sdf" in (first, second) else ""
    return f"""<mujoco>
  <asset>
    <mesh name="shape" vertex="{MESH}" scale="{shape}"/>{solid}
    <hfield name="field" nrow="7" ncol="7" elevation="{heights}" size="2 2 .5 .2"/>
  </asset>
  <worldbody>{"".join(bodies)}</worldbody>
</mujoco>"""


def unit(rng: np.random.Generator, n: int) -> np.ndarray:
    v = rng.normal(size=n)
    return v / np.linalg.norm(v)


def quarter_turns(rng: np.random.Generator) -> np.ndarray:
    """One of the rotations of the cube, as exact as a quaternion can be."""
    q = np.array([1.0, 0, 0, 0])
    for _ in range(3):
        axis = rng.integers(3)
        turn = np.zeros(4)
        turn[0] = turn[1 + axis] = np.sqrt(0.5)
        if rng.random() < 0.5:
            q = multiply(q, turn)
    return q


def multiply(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    (w, x, y, z), (s, t, u, v) = a, b
    return np.array([w * s - x * t - y * u - z * v, w * t + x * s + y * v - z * u,
                     w * u - x * v + y * s + z * t, w * v + x * u - y * t + z * s])  # fmt: skip


class Scene:
    """One model in both engines."""

    def __init__(self, first: str, second: str, rng: np.random.Generator, packages):
        self.text = model(first, second, rng)
        self.rng = rng
        self.sides = [(p, m := p.MjModel.from_xml_string(self.text), p.MjData(m)) for p in packages]
        self.model = self.sides[0][1]
        movable = [i for i, kind in enumerate((first, second)) if kind not in ("plane", "hfield")]
        self.floating = movable[-1]
        self.other = 1 - self.floating
        self.reach = [float(r) if r > 0 else 0.0 for r in self.model.geom_rbound]
        self.start = np.array(self.model.qpos0)

    def place(self, qpos: np.ndarray) -> None:
        for package, m, d in self.sides:
            d.qpos[:] = qpos
            package.mj_kinematics(m, d)
            package.mj_comPos(m, d)

    def qpos(self, offset: np.ndarray, quats: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """Positions with the floating body at `offset` from the other."""
        q = self.start.copy()
        for i in range(len(q) // 7):
            body = self.floating if len(q) == 7 else i
            q[7 * i : 7 * i + 3] = offset if body == self.floating else 0
            q[7 * i + 3 : 7 * i + 7] = quats[body]
        return q

    def pose(self, kind: str) -> np.ndarray:
        rng = self.rng
        turned = (unit(rng, 4), unit(rng, 4))
        reach = sum(self.reach) or 1.0
        direction = unit(rng, 3)
        if kind == "faces" or kind == "edges":
            turned = (quarter_turns(rng), quarter_turns(rng))
            if kind == "edges":
                half = np.pi / 8
                turned = (turned[0], multiply(turned[1], np.array([np.cos(half), 0, 0, np.sin(half)])))
            direction = np.eye(3)[rng.integers(3)] * rng.choice([-1.0, 1.0])
        if kind == "any":
            return self.qpos(direction * rng.uniform(0, 1.1) * reach, turned)
        if kind == "deep":
            return self.qpos(direction * rng.uniform(0, 0.3) * min(self.reach[self.floating], reach), turned)
        goal = {"margin": rng.uniform(0.0, 0.03), "touching": 0.0, "shallow": -(10 ** rng.uniform(-5, -2))}.get(kind)
        if goal is None:
            goal = rng.choice([0.0, -0.01, 0.01])
        low, high = 0.0, 2.0 * reach + 1.0
        for _ in range(45):
            middle = 0.5 * (low + high)
            if self.distance(self.qpos(direction * middle, turned)) < goal:
                low = middle
            else:
                high = middle
        return self.qpos(direction * high, turned)

    def distance(self, qpos: np.ndarray) -> float:
        package, m, d = self.sides[0]
        d.qpos[:] = qpos
        package.mj_kinematics(m, d)
        if m.geom_type[self.other] < 2 or max(m.geom_type[:2]) == SDF:
            # no distance query exists for planes and fields: the smallest contact distance is close enough
            package.mj_comPos(m, d)
            package.mj_collision(m, d)
            return float(d.contact.dist.min()) if d.ncon else 1.0
        return package.mj_geomDistance(m, d, 0, 1, 10.0, None)

    def contacts(self, qpos: np.ndarray):
        self.place(qpos)
        found = []
        for package, m, d in self.sides:
            package.mj_collision(m, d)
            found.append({f: np.array(getattr(d.contact, f)) for f in ("dist", "pos", "frame", "geom")})
        return found


def judge(pair: Pair, kind: str, theirs: dict, ours: dict, bar: float) -> str | None:
    """The reason why a pose disagrees; None when it agrees."""
    pair.poses += 1
    pair.touching += len(theirs["dist"]) > 0
    if not all(np.isfinite(ours[f]).all() for f in ("dist", "pos", "frame")):
        pair.not_a_number += 1
        return "not a number"
    if len(theirs["dist"]) != len(ours["dist"]):
        # within rounding of the margin, both results are right
        return f"{kind}: number of contacts"
    if not len(theirs["dist"]):
        pair.agree += 1
        return None
    wrong = (np.sign(theirs["dist"]) != np.sign(ours["dist"])) & (np.abs(theirs["dist"]) > 1e-6)
    pair.wrong_sign += bool(wrong.any())
    scale = max(1.0, float(np.abs(theirs["pos"]).max()))
    errors = {
        "geom": float(np.abs(theirs["geom"] - ours["geom"]).max()),
        "dist": float(np.abs(theirs["dist"] - ours["dist"]).max()) / scale,
        "pos": float(np.abs(theirs["pos"] - ours["pos"]).max()) / scale,
        "normal": float(np.abs(theirs["frame"][:, :3] - ours["frame"][:, :3]).max()),
    }
    worst = max(errors, key=errors.get)
    if errors[worst] <= bar:
        pair.agree += 1
        pair.largest = max(pair.largest, errors[worst])
        return None
    return f"{kind}: {worst}"


def sweep(first: str, second: str, count: int, seed: int, packages) -> Pair:
    """Compares one ordered pair in `count` models."""
    pair = Pair(first, second)
    bar = BAR if pair.has_formula else BAR_ITERATIVE
    for k in range(count):
        rng = np.random.default_rng([seed, TYPES.index(first), TYPES.index(second), k])
        scene = Scene(first, second, rng, packages)
        for kind, times in KINDS.items():
            for _ in range(times):
                qpos = scene.pose(kind)
                theirs, ours = scene.contacts(qpos)
                reason = judge(pair, kind, theirs, ours, bar)
                if reason is not None:
                    pair.reasons[reason] += 1
                    if len(pair.examples) < 3:
                        pair.examples.append({"reason": reason, "model": k, "qpos": qpos.tolist(), "xml": scene.text})
    return pair


def line(pair: Pair) -> str:
    share = 100.0 * pair.agree / max(1, pair.poses)
    name = f"{pair.first}-{pair.second}"
    reasons = ", ".join(f"{r} {n}" for r, n in pair.reasons.most_common(3))
    kind = "formula" if pair.has_formula else "iterative"
    return (f"{name:20} {kind:9} {pair.poses:6} poses {pair.touching:6} touch {share:7.2f} % agree  "
            f"largest {pair.largest:.1e}  {reasons}")  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", nargs="*", default=[], help="only pairs whose name contains one of these")
    parser.add_argument("--models", type=int, default=20, help="models per ordered pair")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--formula", action="store_true", help="only pairs with a formula")
    parser.add_argument("--out", type=Path, help="JSON file for the details")
    arguments = parser.parse_args()

    import mujoco

    import cortenforge.mujoco as ours

    pairs = []
    for first in TYPES:
        for second in TYPES:
            name = f"{first}-{second}"
            still = first in ("plane", "hfield") and second in ("plane", "hfield")
            # MuJoCo has no function for height fields against distance fields; ours has separate tests
            if still or {first, second} == {"hfield", "sdf"} or (arguments.pairs and not any(text in name for text in arguments.pairs)):
                continue
            if arguments.formula and not Pair(first, second).has_formula:
                continue
            pairs.append(sweep(first, second, arguments.models, arguments.seed, (mujoco, ours)))
            print(line(pairs[-1]), flush=True)
    if arguments.out:
        arguments.out.write_text(json.dumps([vars(p) for p in pairs], indent=1))
    failed = sum(not p.passes for p in pairs)
    print(f"{len(pairs)} ordered pairs, {sum(p.poses for p in pairs)} poses")
    print(f"collision sweep: {len(pairs) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
