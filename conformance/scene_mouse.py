"""The functions of the mouse, of cameras and of spaces, compared with MuJoCo's on random input."""

from __future__ import annotations

from typing import Any

import numpy as np
from scene_pair import CAMERA, GEOM, ULPS, Outcome, Pair, apart, compare_records

#: Largest difference of results in f64: a few roundings, relative to the largest number of the result.
DOUBLE = 1e-12
#: Largest difference of results with inertia: the effective mass, by each engine's own factor of the inertia matrix, and the
#: torque of the mouse, by `body_invweight0` of each compiler.
INERTIA = 1e-9
#: Numbers of `mjtMouse`, and an invalid one.
ACTIONS = 11
#: Fields of the held object that the mouse changes.
HELD = ("refpos", "refquat", "refselpos", "localpos", "localmass", "scale", "select", "active", "active2")
#: Fields of a world that the mouse changes.
WORLD = ("qpos", "mocap_pos", "mocap_quat", "xfrc_applied")
SHAPES = (*range(9), 100, 101, 102, 103, 104, 107, 108, 1001)


def compare_calls(pair: Pair, where: str, rng: np.random.Generator, tries: int) -> None:
    """Compares all functions several times."""
    for k in range(tries):
        pair.reset()
        mouse = Mouse(pair, f"{where}, try {k}", rng)
        mouse.move_camera()
        mouse.use_spaces()
        mouse.use_cameras()
        mouse.move_scene()
        mouse.hold()
        mouse.select()
        mouse.make_geoms()


def close(outcome: Outcome, what: str, ours, theirs, where: str) -> None:
    """Compares results in f64."""
    bar = INERTIA if what.endswith(("localmass", "xfrc_applied")) else DOUBLE
    ours, theirs = np.atleast_1d(np.asarray(ours, float)), np.atleast_1d(np.asarray(theirs, float))
    both = np.isfinite(ours) & np.isfinite(theirs)
    size = max(1e-9, np.abs(theirs[np.isfinite(theirs)]).max(initial=0.0))
    same = np.array_equal(ours[~both], theirs[~both], equal_nan=True)
    if not same or (np.abs(ours - theirs)[both] > bar * size).any():
        outcome.differs(what, f"{where}: {ours} != {theirs}")


class Mouse:
    """A camera in a random position, and a random motion."""

    def __init__(self, pair: Pair, where: str, rng: np.random.Generator) -> None:
        self.pair, self.where, self.rng = pair, where, rng
        self.model = pair.models[1]
        self.motion = rng.normal(0, 0.3, 2)
        self.pos = rng.normal(size=3)
        self.quat = self.unit()
        self.vectors = [[np.zeros(3) for _ in range(4)] for _ in range(2)]
        pair.set("cameras", azimuth=rng.uniform(-180, 180), elevation=rng.uniform(-89, 89), distance=rng.uniform(0.5, 5),
                 lookat=rng.normal(size=3), orthographic=int(rng.integers(2)))  # fmt: skip

    def unit(self) -> np.ndarray:
        quat = self.rng.normal(size=4)
        return quat / np.linalg.norm(quat)

    def call(self, name: str, arguments, results=None, note: str = "") -> None:
        """Calls a function of both engines. Errors must agree, and `results`, pairs by name, are compared."""
        pair, where, refused = self.pair, f"{self.where} {note}", []
        pair.outcome.calls += 1
        for k, package in enumerate(pair.packages):
            try:
                getattr(package, name)(*arguments(k))
                refused.append(False)
            except package.FatalError:
                refused.append(True)
        if refused[0] != refused[1]:
            pair.outcome.differs(f"{name} refused", f"{where}: {refused}")
        elif results is not None and not refused[0]:
            for part, (mine, theirs) in results().items():
                close(pair.outcome, f"{name}.{part}", mine, theirs, where)

    def fields(self, things: str, names):
        mine, theirs = getattr(self.pair, things)
        return lambda: {name: (getattr(mine, name), getattr(theirs, name)) for name in names}

    def outputs(self, count: int):
        return lambda: {str(i): (self.vectors[0][i], self.vectors[1][i]) for i in range(count)}

    def move_camera(self) -> None:
        pair, rng = self.pair, self.rng
        kind, action = int(rng.choice([0, 0, 0, 1, 2, 3])), int(rng.integers(0, ACTIONS))
        pair.set("cameras", type=kind, trackbodyid=0, fixedcamid=0)
        self.call("mjv_moveCamera", lambda k: (pair.models[k], action, *self.motion, pair.cameras[k]),
                  self.fields("cameras", CAMERA), f"kind {kind}, action {action}")  # fmt: skip
        pair.set("cameras", type=0)
        self.call("mjv_updateCamera", lambda k: (pair.models[k], pair.datas[k], pair.cameras[k], pair.scenes[k]))
        self.share_eyes()

    def share_eyes(self) -> None:
        """Copies MuJoCo's cameras to our scene, for results that follow from them in f64."""
        mine, theirs = self.pair.scenes
        for eye, other in zip(mine.camera, theirs.camera, strict=True):
            for name in type(eye)._fields:
                present: Any = getattr(eye, name)
                if isinstance(present, np.ndarray):
                    present[...] = getattr(other, name)
                else:
                    setattr(eye, name, getattr(other, name))

    def use_spaces(self) -> None:
        pair, rng, vectors = self.pair, self.rng, self.vectors
        pair.set("scenes", enabletransform=int(rng.integers(2)), translate=rng.normal(size=3), rotate=self.unit(),
                 scale=float(rng.uniform(0.2, 3)))  # fmt: skip
        quats = [np.zeros(4) for _ in range(2)]
        for name in ("mjv_room2model", "mjv_model2room"):
            self.call(name, lambda k: (vectors[k][0], quats[k], self.pos, self.quat, pair.scenes[k]),
                      lambda: {"pos": (vectors[0][0], vectors[1][0]), "quat": (quats[0], quats[1])})  # fmt: skip
        for name in ("mjv_cameraInModel", "mjv_cameraInRoom"):
            self.call(name, lambda k: (*vectors[k][:3], pair.scenes[k]), self.outputs(3))
        self.call("mjv_alignToCamera", lambda k: (vectors[k][0], self.pos, self.quat[:3]), self.outputs(1))
        heights = [p.mjv_frustumHeight(s) for p, s in zip(pair.packages, pair.scenes, strict=True)]
        close(pair.outcome, "mjv_frustumHeight", *heights, self.where)

    def use_cameras(self) -> None:
        pair = self.pair
        self.call("mjv_cameraFrame", lambda k: (*self.vectors[k], pair.datas[k], pair.cameras[k]), self.outputs(4))
        sides = [[np.zeros(2, np.float32) for _ in range(3)] for _ in range(2)]
        self.call("mjv_cameraFrustum", lambda k: (*sides[k], pair.models[k], pair.cameras[k]))
        if any(apart(mine, theirs) > ULPS for mine, theirs in zip(*sides, strict=True)):
            pair.outcome.differs("mjv_cameraFrustum", f"{self.where}: {sides}")
        projections = {
            "mjv_averageCamera": lambda k: tuple(pair.scenes[k].camera),
            "mjv_camera2GLCamera": lambda k: (pair.models[k], pair.datas[k], pair.cameras[k]),
        }
        for name, arguments in projections.items():
            made = [getattr(p, name)(*arguments(k)) for k, p in enumerate(pair.packages)]
            compare_records(pair.outcome, name, type(made[0])._fields, *made, self.where)

    def move_scene(self) -> None:
        pair, action = self.pair, int(self.rng.integers(0, ACTIONS))
        up = np.array([0.0, 0.0, 1.0])
        self.call("mjv_moveModel", lambda k: (pair.models[k], action, *self.motion, up, pair.scenes[k]), note=f"action {action}")
        mine, theirs = pair.scenes
        for name in ("translate", "rotate", "scale"):
            if apart(getattr(mine, name), getattr(theirs, name)) > ULPS:
                pair.outcome.differs(f"mjv_moveModel.{name}", f"{self.where}, action {action}")
        pair.set("scenes", translate=np.array(theirs.translate), rotate=np.array(theirs.rotate), scale=theirs.scale)

    def hold(self) -> None:
        pair, rng, datas = self.pair, self.rng, self.pair.datas
        pair.set("perturbs", select=int(rng.integers(0, self.model.nbody)), localpos=rng.normal(0, 0.1, 3),
                 refpos=rng.normal(size=3), refselpos=rng.normal(size=3), refquat=self.unit(), scale=float(rng.normal()),
                 localmass=float(rng.uniform(0, 2)), active=int(rng.integers(0, 4)), active2=int(rng.integers(0, 4)))  # fmt: skip
        action, paused = int(rng.integers(0, ACTIONS)), int(rng.integers(2))
        self.call("mjv_movePerturb",
                  lambda k: (pair.models[k], datas[k], action, *self.motion, pair.scenes[k], pair.perturbs[k]),
                  self.fields("perturbs", HELD), f"action {action}")  # fmt: skip
        before = [{name: np.array(getattr(data, name)) for name in WORLD} for data in datas]
        self.call("mjv_applyPerturbForce", lambda k: (pair.models[k], datas[k], pair.perturbs[k]), self.fields("datas", WORLD))
        self.call("mjv_applyPerturbPose", lambda k: (pair.models[k], datas[k], pair.perturbs[k], paused),
                  self.fields("datas", WORLD))  # fmt: skip
        for data, values in zip(datas, before, strict=True):
            for name, value in values.items():
                getattr(data, name)[...] = value
        # the factor of a sleeping tree dates from the moment when it fell asleep, which our engine did not see
        sleeps = self.model.opt.enableflags & int(pair.packages[1].mjtEnableBit.mjENBL_SLEEP)
        compared = tuple(name for name in HELD if not sleeps or name != "localmass")
        self.call("mjv_initPerturb", lambda k: (pair.models[k], datas[k], pair.scenes[k], pair.perturbs[k]),
                  self.fields("perturbs", compared))  # fmt: skip

    def select(self) -> None:
        pair = self.pair
        pair.set("scenes", enabletransform=0)
        points, ids = [np.zeros(3) for _ in range(2)], [[np.zeros(1, np.int32) for _ in range(3)] for _ in range(2)]
        aspect, x, y = self.rng.uniform(0.5, 2), *self.rng.uniform(0, 1, 2)
        pair.outcome.calls += 1
        found = [
            p.mjv_select(pair.models[k], pair.datas[k], pair.options[k], aspect, x, y, pair.scenes[k], points[k], *ids[k])
            for k, p in enumerate(pair.packages)
        ]
        if found[0] != found[1] or any(int(mine[0]) != int(theirs[0]) for mine, theirs in zip(*ids, strict=True)):
            pair.outcome.differs("mjv_select", f"{self.where}: {found} {ids}")
        elif found[1] >= 0:
            close(pair.outcome, "mjv_select.selpnt", points[0], points[1], self.where)

    def make_geoms(self) -> None:
        pair, rng = self.pair, self.rng
        geoms = [p.MjvGeom() for p in pair.packages]
        shape, size, mat = int(rng.choice(SHAPES)), rng.uniform(0, 1, 3), rng.normal(size=9)
        rgba = rng.uniform(0, 1, 4).astype(np.float32)
        for package, geom in zip(pair.packages, geoms, strict=True):
            geom.objid, geom.segid, geom.matid, geom.label = 3, 4, 5, "x"
            package.mjv_initGeom(geom, shape, size, self.pos, mat, rgba)
        compare_records(pair.outcome, "mjv_initGeom", GEOM.names, *geoms, self.where)
        to = rng.normal(size=3) if rng.random() < 0.9 else self.pos
        self.call("mjv_connector", lambda k: (geoms[k], shape, self.motion[0], self.pos, to), note=f"shape {shape}")
        compare_records(pair.outcome, "mjv_connector", GEOM.names, *geoms, self.where)
