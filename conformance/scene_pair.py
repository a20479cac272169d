"""One world in both engines, and the comparison of their scenes field by field."""

from __future__ import annotations

import ctypes
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import states

#: Largest difference of f32, in units in the last place of the largest number of their field: sine, cosine,
#: tangent and exponential functions of two libraries differ by a rounding in f64, which can round to the next f32.
ULPS = 2
SINGLE = 2.0**-23
#: `mjCAT_DECOR`
DECOR = 4
#: Limit on geoms: more than the largest of the scenes below has.
MAXGEOM = 20000

#: Fields of `mjvGeom` in the order of MuJoCo's memory.
GEOM = np.dtype([(name, "i4") for name in ("type", "dataid", "objtype", "objid", "category", "matid", "texid", "texuniform",
                                           "texcoord", "segid")]
                + [("size", "f4", 3), ("pos", "f4", 3), ("mat", "f4", (3, 3)), ("rgba", "f4", 4), ("emission", "f4"),
                   ("specular", "f4"), ("shininess", "f4"), ("reflectance", "f4"), ("texrepeat", "f4", 2), ("label", "S100"),
                   ("camdist", "f4"), ("modelrbound", "f4"), ("transparent", "i4")])  # fmt: skip
#: Inputs of a pass of the engine.
STATE = (
    "tree_asleep", "qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat", "qacc_warmstart", "qfrc_applied", "xfrc_applied",
    "eq_active",
)  # fmt: skip
#: Results of a world that a scene follows from; ours copies them.
RESULTS = ("xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat light_xpos "
           "light_xdir subtree_com ten_wrapadr ten_wrapnum ten_length wrap_obj wrap_xpos sensordata bvh_active xfrc_applied ctrl act "
           "eq_active mocap_pos mocap_quat qpos qvel tendon_efcadr dof_island cvel tree_asleep body_awake").split()  # fmt: skip
ROWS = ("efc_KBIP", "efc_force", "efc_id", "efc_island", "island_dofadr")
CONTACT = ("pos", "frame", "dist", "friction", "dim", "efc_address")
CAMERA = ("type", "fixedcamid", "trackbodyid", "lookat", "distance", "azimuth", "elevation", "orthographic")


@dataclass
class Outcome:
    """Numbers of comparisons, and the differences."""

    scenes: int = 0
    geoms: int = 0
    lights: int = 0
    calls: int = 0
    skipped: int = 0
    largest: float = 0.0
    kinds: Counter = field(default_factory=Counter)
    differences: Counter = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def differs(self, what: str, example: str) -> None:
        self.differences[what] += 1
        self.examples.setdefault(what, example)


class Reference:
    """The geoms of MuJoCo's scene as one array: the package returns one object per geom."""

    def __init__(self, scene) -> None:
        self.scene = scene
        first, second = (scene.geoms[k].size.ctypes.data for k in (0, 1))
        assert second - first == GEOM.itemsize, "mjvGeom has another layout"
        start = first - GEOM.fields["size"][1]
        memory = (ctypes.c_char * (GEOM.itemsize * scene.maxgeom)).from_address(start)
        self.array = np.frombuffer(memory, GEOM)

    def geoms(self) -> np.ndarray:
        found = self.array[: self.scene.ngeom].copy()
        # one byte and three of padding
        found["transparent"] &= 0xFF
        for k in range(min(1, len(found))):
            geom = self.scene.geoms[k]
            assert (geom.type, geom.label) == (found["type"][k], found["label"][k].decode())
            assert geom.modelrbound == found["modelrbound"][k]
        return found


def own_geoms(scene) -> np.ndarray:
    found = np.zeros(scene.ngeom, GEOM)
    for name in GEOM.names:
        found[name] = scene._geoms[: scene.ngeom][name]
    return found


def apart(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Largest difference of two fields in units in the last place of f32; infinite if only one of them is a number."""
    ours, theirs = np.atleast_1d(np.asarray(ours, np.float64)), np.atleast_1d(np.asarray(theirs, np.float64))
    same = (ours == theirs) | (np.isnan(ours) & np.isnan(theirs))
    if same.all():
        return 0.0
    if not (np.isfinite(ours) & np.isfinite(theirs))[~same].all():
        return np.inf
    axes = tuple(range(1, ours.ndim))
    size = np.abs(theirs).max(axis=axes, keepdims=True, initial=0.0) if axes else np.abs(theirs)
    with np.errstate(divide="ignore", invalid="ignore"):
        units = np.where(same, 0.0, np.abs(ours - theirs) / (size * SINGLE))
    return float(units.max())


def compare_arrays(outcome: Outcome, what: str, names, ours, theirs, where: str) -> None:
    for name in names:
        mine, other = ours[name], theirs[name]
        if mine.dtype.kind == "f":
            units = apart(mine, other)
            outcome.largest = max(outcome.largest, units if np.isfinite(units) else 0.0)
            if units > ULPS:
                rows = [k for k in range(len(mine)) if apart(mine[k : k + 1], other[k : k + 1]) > ULPS]
                row = rows[0]
                outcome.differs(f"{what}.{name}", f"{where}: row {row} {mine[row]} != {other[row]}, {units:.1f} units")
        elif not np.array_equal(mine, other):
            row = int(np.flatnonzero((mine != other).reshape(len(mine), -1).any(axis=1))[0])
            outcome.differs(f"{what}.{name}", f"{where}: row {row} {mine[row]} != {other[row]}")


def compare_records(outcome: Outcome, what: str, names, ours, theirs, where: str) -> None:
    for name in names:
        mine, other = getattr(ours, name), getattr(theirs, name)
        if isinstance(other, (int, str)):
            bad = mine != other
        else:
            units = apart(mine, other)
            outcome.largest = max(outcome.largest, units if np.isfinite(units) else 0.0)
            bad = units > ULPS
        if bad:
            outcome.differs(f"{what}.{name}", f"{where}: {mine} != {other}")


#: Arrays of a scene that follow its skins.
SKINS = ("skinfacenum", "skinvertadr", "skinvertnum", "skinvert", "skinnormal")


class Pair:
    """One model in both engines, with scenes, options, cameras and a mouse."""

    def __init__(self, packages, loaded, outcome: Outcome) -> None:
        self.packages, self.models, self.outcome = packages, loaded, outcome
        self.datas = [p.MjData(m) for p, m in zip(packages, loaded, strict=True)]
        self.scenes = [p.MjvScene(m, MAXGEOM) for p, m in zip(packages, loaded, strict=True)]
        self.reference = Reference(self.scenes[1])
        self.options = [p.MjvOption() for p in packages]
        self.cameras = [p.MjvCamera() for p in packages]
        self.perturbs = [p.MjvPerturb() for p in packages]
        model = loaded[1]
        #: Actuators without activations whose activation MuJoCo reads anyway: their colour is undefined there.
        self.undefined = np.flatnonzero((model.actuator_dyntype != 0) & (model.actuator_actnum == 0))

    def reset(self) -> None:
        for package, model, option, camera, perturb in zip(
            self.packages, self.models, self.options, self.cameras, self.perturbs, strict=True
        ):
            package.mjv_defaultOption(option)
            package.mjv_defaultFreeCamera(model, camera)
            package.mjv_defaultPerturb(perturb)

    def set(self, things: str, **values: Any) -> None:
        for thing in getattr(self, things):
            for name, value in values.items():
                present = getattr(thing, name)
                if isinstance(present, np.ndarray):
                    present[...] = value
                else:
                    setattr(thing, name, value)

    def place(self, state: states.State, steps: int) -> bool:
        """Sets the state, and MuJoCo's results of it in both worlds; returns whether ours has equal contacts and rows."""
        (ours, real), (mine, theirs), (own, data) = self.packages, self.models, self.datas
        real.mj_resetData(theirs, data)
        state.apply(data)
        for _ in range(steps):
            real.mj_step(theirs, data)
        if not np.isfinite(data.qpos).all() or data.warning.number.any():
            return False
        ours.mj_resetData(mine, own)
        for name in STATE:
            getattr(own, name)[...] = getattr(data, name)
        own.time = data.time
        real.mj_forward(theirs, data)
        try:
            ours.mj_forward(mine, own)
        except ours.FatalError:
            return False
        if any(getattr(own, name) != getattr(data, name) for name in ("ncon", "nefc", "nisland", "ne", "nf", "nl")):
            return False
        return self.take_over(own, data)

    def take_over(self, own, data) -> bool:
        for k in range(data.ncon):
            mine, theirs = own.contact[k], data.contact[k]
            if not np.array_equal(mine.geom, theirs.geom) or mine.efc_address != theirs.efc_address:
                return False
        for name in RESULTS:
            getattr(own, name)[...] = getattr(data, name)
        for name in ROWS:
            rows = getattr(own, name)
            rows[...] = np.reshape(getattr(data, name), np.shape(rows))
        for k in range(data.ncon):
            for name in CONTACT:
                present, value = getattr(own.contact[k], name), getattr(data.contact[k], name)
                if isinstance(present, np.ndarray):
                    present[...] = value
                else:
                    setattr(own.contact[k], name, value)
        return True

    def update(self, where: str, catmask: int = 7) -> None:
        """Makes both scenes and compares them."""
        for p, m, d, o, e, c, s in zip(
            self.packages, self.models, self.datas, self.options, self.perturbs, self.cameras, self.scenes, strict=True
        ):
            p.mjv_updateScene(m, d, o, e, c, catmask, s)
        self.compare(where)

    def compare(self, where: str) -> None:
        outcome, (mine, theirs) = self.outcome, self.scenes
        outcome.scenes += 1
        if mine.ngeom != theirs.ngeom:
            ours, real = own_geoms(mine), self.reference.geoms()
            count = lambda geoms: dict(Counter(zip(geoms["objtype"].tolist(), geoms["type"].tolist())))  # noqa: E731
            outcome.differs("ngeom", f"{where}: {mine.ngeom} != {theirs.ngeom}, {count(ours)} beside {count(real)}")
            return
        ours, real = own_geoms(mine), self.reference.geoms()
        outcome.geoms += len(ours)
        outcome.kinds.update(real["type"].tolist())
        if self.options[1].flags[int(self.packages[1].mjtVisFlag.mjVIS_ACTIVATION)]:
            actuators = ours["objtype"] == int(self.packages[1].mjtObj.mjOBJ_ACTUATOR)
            undefined = actuators & (ours["category"] == DECOR) & np.isin(ours["objid"], self.undefined)
            ours["rgba"][undefined] = real["rgba"][undefined]
        compare_arrays(outcome, "geom", GEOM.names, ours, real, where)
        if mine.nlight != theirs.nlight:
            outcome.differs("nlight", f"{where}: {mine.nlight} != {theirs.nlight}")
            return
        outcome.lights += mine.nlight
        for k in range(mine.nlight):
            compare_records(outcome, "light", type(mine.lights[k])._fields, mine.lights[k], theirs.lights[k], where)
        for k in range(2):
            compare_records(outcome, "camera", type(mine.camera[k])._fields, mine.camera[k], theirs.camera[k], where)
        compare_records(outcome, "mjvCamera", CAMERA, *self.cameras, where)
        names = [n for n in type(mine)._fields if n not in ("maxgeom",)]
        compare_records(outcome, "scene", [*names, *SKINS], mine, theirs, where)
