"""Scenes, ours beside MuJoCo's: every field of every geom, light and camera that `mjv_updateScene` makes of the same world.

Usage: python scene.py [--filter TEXT] [--groups scene,ours,gymnasium,dm_control] [--dir FOLDER ...] [--states N] [--quick] [--tries N]

Ours gets MuJoCo's results (poses, contacts, rows, readings), so that what differs is the scene's own. Counts, order, whole
numbers and texts have to be equal; numbers too, up to `ULPS` neighbours in single precision. Then the functions of the mouse
on random input. Exit status 1 where anything differs.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import compare
import models
import numpy as np
import states

#: How many neighbours in single precision numbers may be apart, in units of the largest number of their field: sine, cosine,
#: tangent and exponential functions of two libraries differ by a rounding of the double, which can round to the next single.
ULPS = 2
SINGLE = 2.0**-23
#: The same for results in double precision: a few roundings, relative to the largest number of the result.
DOUBLE = 1e-12
#: The same for the mass that the mouse feels: each engine solves with its own factor of the inertia matrix.
FACTOR = 1e-9
#: `mjCAT_DECOR`
DECOR = 4
#: Geoms of a scene; more than the largest of the scenes below has.
MAXGEOM = 20000

#: Fields of `mjvGeom` in the order of the reference's memory.
GEOM = np.dtype([(name, "i4") for name in ("type", "dataid", "objtype", "objid", "category", "matid", "texid", "texuniform",
                                           "texcoord", "segid")]
                + [("size", "f4", 3), ("pos", "f4", 3), ("mat", "f4", (3, 3)), ("rgba", "f4", 4), ("emission", "f4"),
                   ("specular", "f4"), ("shininess", "f4"), ("reflectance", "f4"), ("texrepeat", "f4", 2), ("label", "S100"),
                   ("camdist", "f4"), ("modelrbound", "f4"), ("transparent", "i4")])  # fmt: skip
#: Results of a world that a scene is made of; ours takes them over.
RESULTS = ("xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat light_xpos "
           "light_xdir subtree_com ten_wrapadr ten_wrapnum ten_length wrap_obj wrap_xpos sensordata bvh_active xfrc_applied ctrl act "
           "eq_active mocap_pos mocap_quat qpos qvel tendon_efcadr dof_island cvel tree_asleep body_awake").split()  # fmt: skip
ROWS = ("efc_KBIP", "efc_force", "efc_id", "efc_island", "island_dofadr")
CONTACT = ("pos", "frame", "dist", "friction", "dim", "efc_address")
CAMERA = ("type", "fixedcamid", "trackbodyid", "lookat", "distance", "azimuth", "elevation", "orthographic")


#: Everything that models of the collections do not have.
KITCHEN = """<mujoco><compiler autolimits="true"/><size memory="20M"/>
<option><flag sleep="{sleep}" {flags}/></option>
<visual><global ipd=".1" fovy="50" glow=".4"/><headlight ambient=".2 .3 .4"/><scale jointlength="1.5" framewidth=".2"/></visual>
<asset>
  <texture name="grid" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".1 .2 .3" width="64" height="64"/>
  <texture name="cube" type="cube" builtin="gradient" rgb1="1 1 1" rgb2="0 0 0" width="32" height="32"/>
  <material name="grid" texture="grid" texrepeat="3 5" texuniform="true" reflectance=".3"/>
  <material name="plain" rgba=".2 .4 .6 .8" emission=".1" specular=".7" shininess=".9"/>
  <material name="none" rgba="1 1 1 0"/><material name="cube" texture="cube"/>
  <mesh name="gem" vertex="0 0 0  .3 0 0  0 .3 0  0 0 .3  .2 .2 .2  .1 .4 -.1"/>
  <mesh name="ball" builtin="sphere" params="2" scale=".2 .2 .2"/>
  <hfield name="hill" nrow="5" ncol="5" size="1 1 .2 .1"/>
</asset>
<default><default class="group"><geom group="4"/><site group="5"/></default></default>
<worldbody>
  <light name="spot" pos="0 0 3" dir="0 .3 -1" cutoff="30" exponent="5" attenuation="1 .1 .2"/>
  <light type="directional" pos="1 1 3" castshadow="false" diffuse=".1 .2 .3"/><light type="point" pos="-1 0 2" active="false"/>
  <light type="point" pos="-1 1 2" bulbradius=".3" range="4" intensity="2"/>
  <camera name="wide" pos="0 -3 1" xyaxes="1 0 0 0 .3 1" fovy="70" ipd=".2" resolution="8 6"/>
  <camera name="lens" pos="2 0 1" euler="80 0 60" sensorsize=".02 .015" focal=".02 .021" principal=".001 -.002" resolution="6 4"/>
  <camera name="flat" pos="0 0 4" projection="orthographic" fovy="3" resolution="5 4"/>
  <camera name="lens1" pos="2 0 1" euler="80 0 60" sensorsize=".02 .015" focal=".02 .021" principal=".001 -.002"/>
  <geom name="floor" type="plane" size="0 0 .1" material="grid"/><geom type="plane" size="0 2 .1" pos="0 0 -1" euler="10 0 0"/>
  <geom type="plane" size="1 1 .1" pos="0 0 -2" material="cube"/>
  <geom type="hfield" hfield="hill" pos="4 0 0"/><geom type="sdf" mesh="ball" pos="4 3 0"/>
  <geom name="belt" type="box" size=".5 .5 .1" pos="-3 0 .1" surfacevel=".3 .1 0 0 0 .2"/>
  <site name="anchor" pos="0 0 2" type="box" size=".02 .03 .04" material="plain"/><site name="anchor2" pos=".5 0 2.2"/>
  <site name="eye" pos="0 2 1" euler="100 0 0"/><site name="hidden" class="group"/>
  <geom type="sphere" size=".1" pos="3 3 3" rgba="1 0 0 0"/><geom size=".1" pos="3 3 2" material="none"/>
  <body name="mocap" mocap="true" pos="1 1 1"><geom size=".05" contype="0" conaffinity="0"/><site name="m"/></body>
  <body name="arm" pos="0 0 1.5"><joint name="hinge" axis="0 1 0" range="-30 30" actuatorfrcrange="-1 1"/>
    <geom name="{long}" type="capsule" size=".04" fromto="0 0 0 .4 0 0" material="plain"/><site name="tip" pos=".4 0 0"/>
    <body pos=".4 0 0"><joint name="slide" type="slide" axis="1 0 0" range="-.1 .1"/><joint name="ball" type="ball"/>
      <geom type="ellipsoid" size=".1 .05 .03" rgba=".9 .1 .1 .5"/><geom class="group" type="cylinder" size=".02 .1"/>
      <site name="end" pos=".1 0 0"/><body pos="0 0 .2"><geom type="mesh" mesh="gem" material="cube"/></body></body></body>
  <body name="box" pos="-3 0 .29"><freejoint name="free"/><geom name="crate" type="box" size=".1 .1 .1"/><site name="b"/></body>
  <body name="box2" pos="-3 .05 .48"><freejoint/><geom type="box" size=".1 .1 .1" condim="1"/></body>
  <body name="ball" pos="1 -1 .1"><freejoint/><geom type="mesh" mesh="gem" condim="4"/></body>
  <body name="egg" pos="4 3 .35"><freejoint/><geom type="sdf" mesh="ball"/></body>
  <body pos="6 6 1" sleep="init"><freejoint/><geom size=".1"/><geom size=".1" pos=".1 0 0" material="plain"/></body>
  <body pos="7 6 1" sleep="init"><freejoint/><geom size=".1"/></body>
  <body name="w1" pos="-1 2 1"><joint name="j1" type="slide" axis="0 0 1"/><geom size=".1" mass="1"/><site name="s1"/></body>
  <body name="w2" pos="-.2 2 1"><joint name="j2" type="slide" axis="0 0 1"/><geom size=".1" mass="1"/><site name="s2"/></body>
  <body name="drum" pos="-.6 2 1.3"><geom name="drum" type="cylinder" size=".1 .2" euler="90 0 0"/><site name="side" pos="0 0 .2"/></body>
  <body name="crank" pos="2 2 1"><joint name="crank" axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 .2 0 0"/><site name="pin" pos=".2 0 0"/></body>
  <body name="rod" pos="3 2 1"><joint name="piston" type="slide" axis="1 0 0"/><geom size=".05"/><site name="rod" euler="0 90 0"/></body>
</worldbody>
<contact><pair geom1="belt" geom2="crate" margin=".1" gap=".2"/></contact>
<equality><connect body1="arm" body2="mocap" anchor=".1 .2 .3"/><weld body1="box" body2="box2" active="true"/>
  <connect site1="s1" site2="m"/><weld site1="b" site2="m" active="false"/><joint joint1="j1" joint2="j2"/></equality>
<tendon>
  <spatial name="rope" limited="true" range="0 2.5" width=".01"><site site="anchor"/><site site="b"/></spatial>
  <spatial name="elastic" stiffness="20" springlength="0 .6" material="plain" width=".02"><site site="anchor"/><site site="anchor2"/></spatial>
  <spatial name="plumb" limited="true" range="0 3" width=".01"><site site="anchor"/><site site="hidden"/></spatial>
  <spatial name="wrap" limited="true" range="0 1" width=".015"><site site="s1"/><geom geom="drum" sidesite="side"/><site site="s2"/>
    <pulley divisor="2"/><site site="tip"/><site site="end"/></spatial>
  <spatial name="pulled" rgba="1 0 0 1" group="1"><site site="anchor2"/><site site="tip"/></spatial>
  <fixed name="sum"><joint joint="j1" coef="1"/><joint joint="j2" coef="2"/></fixed>
</tendon>
<actuator>
  <motor joint="hinge" ctrlrange="-1 2"/><position joint="slide" ctrlrange=".1 .5"/><motor jointinparent="ball" gear="1 0 0"/>
  <motor joint="free" gear="0 0 1 0 0 0"/><general site="end" gear="1 0 0 0 0 0" ctrlrange="-2 -1"/>
  <adhesion body="box" ctrlrange="0 1"/><adhesion body="arm" ctrlrange="0 1"/><muscle tendon="pulled" lengthrange=".1 1"/><motor tendon="wrap"/>
  <intvelocity joint="j1" actrange="-.5 .5" ctrlrange="-1 1"/><general joint="j2" dyntype="filter" actlimited="true" actrange="0 .4"/>
  <motor slidersite="rod" cranksite="pin" cranklength=".9"/><motor slidersite="rod" cranksite="pin" cranklength=".1" group="5"/>
  <motor joint="j2" group="4"/><motor joint="j1" group="31"/>
</actuator>
<sensor>
  <rangefinder site="eye"/><rangefinder site="eye" data="dist dir origin point normal depth"/><rangefinder site="eye" data="point normal"/>
  <rangefinder camera="wide" data="dist point normal"/><rangefinder camera="lens"/><rangefinder camera="flat" data="point"/>
  <fromto geom1="crate" geom2="drum" cutoff="9"/><fromto geom1="crate" geom2="drum" cutoff=".01"/>
</sensor></mujoco>"""


def own_scenes() -> list[models.Source]:
    """Models with what the collections do not have, awake, allowed to sleep, and without gravity."""
    long = "n" * 120
    variants = {"awake": ("disable", ""), "sleepy": ("enable", ""), "weightless": ("disable", 'gravity="disable" island="disable"'),
                "steep": ("disable", 'contact="disable"')}  # fmt: skip
    return [models.Source("scene", name, xml=KITCHEN.format(sleep=sleep, flags=flags, long=long))
            for name, (sleep, flags) in variants.items()]  # fmt: skip


@dataclass
class Outcome:
    """What was compared, and what differs."""

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
    """The geoms of MuJoCo's scene as one array: the package hands out one object per number."""

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
            assert (geom.type, geom.label, geom.modelrbound) == (found["type"][k], found["label"][k].decode(), found["modelrbound"][k])
        return found


def own_geoms(scene) -> np.ndarray:
    found = np.zeros(scene.ngeom, GEOM)
    for name in GEOM.names:
        found[name] = scene._geoms[: scene.ngeom][name]
    return found


def apart(ours: np.ndarray, theirs: np.ndarray) -> float:
    """How many neighbours in single precision two fields are apart, at most; infinite where one alone is a number."""
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
                outcome.differs(f"{what}.{name}", f"{where}: row {rows[0]} {mine[rows[0]]} != {other[rows[0]]}, {units:.1f} units")
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
        #: Actuators whose activation the reference reads although they have none: their colour is undefined there.
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
        """The state, and MuJoCo's results of it in both worlds; whether ours has the same contacts and rows."""
        (ours, real), (mine, theirs), (own, data) = self.packages, self.models, self.datas
        real.mj_resetData(theirs, data)
        state.apply(data)
        for _ in range(steps):
            real.mj_step(theirs, data)
        if not np.isfinite(data.qpos).all() or data.warning.number.any():
            return False
        ours.mj_resetData(mine, own)
        for name in ("tree_asleep", "qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat", "qacc_warmstart", "qfrc_applied", "xfrc_applied", "eq_active"):
            getattr(own, name)[...] = getattr(data, name)
        own.time = data.time
        real.mj_forward(theirs, data)
        try:
            ours.mj_forward(mine, own)
        except ours.FatalError:
            return False
        if (own.ncon, own.nefc, own.nisland, own.ne, own.nf, own.nl) != (data.ncon, data.nefc, data.nisland, data.ne, data.nf, data.nl):
            return False
        return self.take_over(own, data)

    def take_over(self, own, data) -> bool:
        for k in range(data.ncon):
            if not np.array_equal(own.contact[k].geom, data.contact[k].geom) or own.contact[k].efc_address != data.contact[k].efc_address:
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
        compare_records(outcome, "scene", names, mine, theirs, where)


def options_of(pair: Pair, where: str, quick: bool) -> None:
    """Every switch alone, all together; every label and every frame with few and with all switches; depths and groups."""
    package = pair.packages[1]
    flags = [int(f) for f in package.mjtVisFlag.__members__.values() if int(f) < int(package.mjtVisFlag.mjNVISFLAG)]
    default = [int(text[1]) for text in package.mjVISSTRING]
    everything = np.ones(len(flags), np.uint8)

    def show(name: str, catmask: int = 7, **values: Any) -> None:
        pair.reset()
        pair.set("options", **values)
        pair.update(f"{where}, {name}", catmask)

    show("default")
    for flag in flags:
        toggled = np.array(default, np.uint8)
        toggled[flag] = 1 - toggled[flag]
        show(f"flag {flag}", flags=toggled)
    show("all flags", flags=everything)
    show("no flags", flags=0)
    for label in range(-1, 18):
        show(f"label {label}", label=label)
        show(f"label {label}, all flags", label=label, flags=everything)
        split = everything.copy()
        split[[int(package.mjtVisFlag.mjVIS_INERTIA), int(package.mjtVisFlag.mjVIS_CONTACTSPLIT)]] = 0
        show(f"label {label}, other flags", label=label, flags=split)
    for frame in range(-1, 9):
        show(f"frame {frame}", frame=frame)
        show(f"frame {frame}, all flags", frame=frame, flags=everything)
    if quick:
        return
    for depth in (-1, 0, 2, 5, 100):
        show(f"depth {depth}", bvh_depth=depth, flags=everything)
    groups = "geomgroup sitegroup jointgroup tendongroup actuatorgroup flexgroup skingroup".split()
    for value in (0, 1):
        show(f"all groups {value}", flags=everything, **dict.fromkeys(groups, value))
    for catmask in range(8):
        show(f"categories {catmask}", catmask, flags=everything, frame=1)
    islands = np.array(default, np.uint8)
    islands[[int(package.mjtVisFlag.mjVIS_ISLAND), int(package.mjtVisFlag.mjVIS_CONTACTPOINT)]] = 1
    show("islands", flags=islands)
    activation = np.array(default, np.uint8)
    activation[[int(package.mjtVisFlag.mjVIS_ACTUATOR), int(package.mjtVisFlag.mjVIS_ACTIVATION)]] = 1
    show("activations", flags=activation)


def settings_of(pair: Pair, where: str) -> None:
    """Settings of the model that scenes depend on."""
    everything = np.ones(len(pair.packages[1].mjVISSTRING), np.uint8)
    changes: list[tuple[str, str, Any]] = [
        ("vis.global_", "ellipsoidinertia", 1), ("vis.global_", "bvactive", 1), ("vis.global_", "orthographic", 1),
        ("vis.headlight", "active", 0), ("vis.quality", "numslices", 200), ("vis.map", "alpha", 0.7), ("stat", "meansize", 0.05),
    ]  # fmt: skip
    for group, name, value in changes:
        before = []
        for model in pair.models:
            struct = model
            for part in group.split("."):
                struct = getattr(struct, part)
            before.append((struct, getattr(struct, name)))
            setattr(struct, name, value)
        pair.reset()
        pair.set("options", flags=everything, label=7)
        pair.update(f"{where}, {name} {value}")
        for struct, old in before:
            setattr(struct, name, old)


def cameras_of(pair: Pair, where: str, rng: np.random.Generator) -> None:
    """Free cameras in random places, tracking ones, those of the model, one that the user placed."""
    model = pair.models[1]
    views = [{"azimuth": a, "elevation": e, "distance": d, "lookat": rng.normal(0, 3, 3)}
             for a, e, d in zip(rng.uniform(-400, 400, 6), rng.uniform(-100, 100, 6), 10 ** rng.uniform(-2, 2, 6), strict=True)]  # fmt: skip
    views += [{"type": 1, "trackbodyid": int(b)} for b in {0, model.nbody - 1, *rng.integers(0, model.nbody, 3)}]
    views += [{"type": 2, "fixedcamid": c} for c in range(model.ncam)]
    views += [{"type": 3}]
    for view in views:
        pair.reset()
        pair.set("cameras", **view)
        # twice: an infinite plane goes with the camera of the picture before
        pair.update(f"{where}, camera {view}")
        pair.update(f"{where}, camera {view} again")
    for bad in ({"type": 2, "fixedcamid": model.ncam}, {"type": 1, "trackbodyid": model.nbody}, {"type": 1}, {"type": 2}, {"type": 9}):
        pair.reset()
        pair.set("cameras", **bad)
        # an error ends the process of the reference here, so ours alone is asked
        package, (m, *_), (d, *_), (o, *_) = pair.packages[0], pair.models, pair.datas, pair.options
        try:
            package.mjv_updateScene(m, d, o, pair.perturbs[0], pair.cameras[0], 7, pair.scenes[0])
            pair.outcome.differs("refusal", f"{where}: {bad} is not refused")
        except package.FatalError:
            pass


def selections_of(pair: Pair, where: str, rng: np.random.Generator) -> None:
    """Bodies that the mouse holds."""
    everything = np.ones(len(pair.packages[1].mjVISSTRING), np.uint8)
    model = pair.models[1]
    for _ in range(4):
        pair.reset()
        quat = rng.normal(size=4)
        held = {
            "select": int(rng.integers(0, model.nbody)), "active": int(rng.integers(0, 4)), "active2": int(rng.integers(0, 4)),
            "localpos": rng.normal(0, 0.1, 3), "refpos": rng.normal(0, 1, 3), "refselpos": rng.normal(0, 1, 3),
            "refquat": quat / np.linalg.norm(quat),
        }  # fmt: skip
        pair.set("perturbs", **held)
        for label in (0, 12, 13):
            pair.set("options", label=label, flags=1)
            pair.update(f"{where}, held {held['select']}, label {label}")
            flags = everything.copy()
            flags[int(pair.packages[1].mjtVisFlag.mjVIS_INERTIA)] = 0
            pair.set("options", flags=flags)
            pair.update(f"{where}, held {held['select']}, label {label}, no inertia")


def close(outcome: Outcome, what: str, ours, theirs, where: str) -> None:
    """Results in double precision."""
    bar = FACTOR if what.endswith("localmass") else DOUBLE
    ours, theirs = np.atleast_1d(np.asarray(ours, float)), np.atleast_1d(np.asarray(theirs, float))
    both = np.isfinite(ours) & np.isfinite(theirs)
    size = max(1e-9, np.abs(theirs[np.isfinite(theirs)]).max(initial=0.0))
    if not np.array_equal(ours[~both], theirs[~both], equal_nan=True) or (np.abs(ours - theirs)[both] > bar * size).any():
        outcome.differs(what, f"{where}: {ours} != {theirs}")


def mouse_of(pair: Pair, where: str, rng: np.random.Generator, tries: int) -> None:
    """The functions of the mouse and of spaces, on random input."""
    for k in range(tries):
        pair.reset()
        _mouse(pair, f"{where}, try {k}", rng)


def call(pair: Pair, what: str, where: str, calls, results) -> None:
    """Calls a function of both; `results` are compared, and refusals have to agree."""
    pair.outcome.calls += 1
    refused = []
    for package, each in zip(pair.packages, calls, strict=True):
        try:
            each()
            refused.append(False)
        except package.FatalError:
            refused.append(True)
    if refused[0] != refused[1]:
        pair.outcome.differs(f"{what} refused", f"{where}: {refused}")
    elif not refused[0]:
        for name, (mine, theirs) in results().items():
            close(pair.outcome, f"{what}.{name}", mine, theirs, where)


def _mouse(pair: Pair, where: str, rng: np.random.Generator) -> None:
    (ours, real), models_, datas, scenes = pair.packages, pair.models, pair.datas, pair.scenes
    model = models_[1]
    packages = pair.packages
    pair.set("cameras", azimuth=rng.uniform(-180, 180), elevation=rng.uniform(-89, 89), distance=rng.uniform(0.5, 5),
             lookat=rng.normal(size=3), orthographic=int(rng.integers(2)))  # fmt: skip

    def both(function: str, arguments):
        return [lambda p=p, k=k: getattr(p, function)(*arguments(k)) for k, p in enumerate(packages)]

    def fields(things: str, names):
        mine, theirs = getattr(pair, things)
        return lambda: {n: (getattr(mine, n), getattr(theirs, n)) for n in names}

    # the camera
    kind, action = int(rng.choice([0, 0, 0, 1, 2, 3])), int(rng.integers(0, 11))
    dx, dy = rng.normal(0, 0.3, 2)
    pair.set("cameras", type=kind, trackbodyid=0, fixedcamid=0)
    # a tracking camera is moved without a world, which the reference refuses where it needs one
    call(pair, f"mjv_moveCamera", f"{where}, kind {kind}, action {action}",
         both("mjv_moveCamera", lambda k: (models_[k], action, dx, dy, pair.cameras[k])), fields("cameras", CAMERA))  # fmt: skip

    # scenes with and without transformation
    pair.set("cameras", type=0)
    call(pair, "mjv_updateCamera", where, both("mjv_updateCamera", lambda k: (models_[k], datas[k], pair.cameras[k], scenes[k])),
         lambda: {})  # fmt: skip
    # from here on both have the same eyes
    for k in range(2):
        for name in type(scenes[0].camera[k])._fields:
            value = getattr(scenes[1].camera[k], name)
            present = getattr(scenes[0].camera[k], name)
            if isinstance(present, np.ndarray):
                present[...] = value
            else:
                setattr(scenes[0].camera[k], name, value)
    quat = rng.normal(size=4)
    on = int(rng.integers(2))
    pair.set("scenes", enabletransform=on, translate=rng.normal(size=3), rotate=quat / np.linalg.norm(quat), scale=float(rng.uniform(0.2, 3)))
    vectors = [[np.zeros(3) for _ in range(4)] for _ in range(2)]
    quats = [np.zeros(4) for _ in range(2)]
    pos, turn = rng.normal(size=3), rng.normal(size=4)
    turn /= np.linalg.norm(turn)
    for name in ("mjv_room2model", "mjv_model2room"):
        call(pair, name, where, both(name, lambda k: (vectors[k][0], quats[k], pos, turn, scenes[k])),
             lambda: {"pos": (vectors[0][0], vectors[1][0]), "quat": (quats[0], quats[1])})  # fmt: skip
    for name in ("mjv_cameraInModel", "mjv_cameraInRoom"):
        call(pair, name, where, both(name, lambda k: (*vectors[k][:3], scenes[k])),
             lambda: {str(i): (vectors[0][i], vectors[1][i]) for i in range(3)})  # fmt: skip
    close(pair.outcome, "mjv_frustumHeight", ours.mjv_frustumHeight(scenes[0]), real.mjv_frustumHeight(scenes[1]), where)
    call(pair, "mjv_alignToCamera", where, both("mjv_alignToCamera", lambda k: (vectors[k][0], pos, turn[:3])),
         lambda: {"res": (vectors[0][0], vectors[1][0])})  # fmt: skip
    call(pair, "mjv_cameraFrame", where, both("mjv_cameraFrame", lambda k: (*vectors[k], datas[k], pair.cameras[k])),
         lambda: {str(i): (vectors[0][i], vectors[1][i]) for i in range(4)})  # fmt: skip
    singles = [[np.zeros(2, np.float32) for _ in range(3)] for _ in range(2)]
    call(pair, "mjv_cameraFrustum", where, both("mjv_cameraFrustum", lambda k: (*singles[k], models_[k], pair.cameras[k])), lambda: {})
    for i in range(3):
        if apart(singles[0][i], singles[1][i]) > ULPS:
            pair.outcome.differs("mjv_cameraFrustum", f"{where}: {singles}")
    for name, arguments in (("mjv_averageCamera", lambda k: tuple(scenes[k].camera)),
                            ("mjv_camera2GLCamera", lambda k: (models_[k], datas[k], pair.cameras[k]))):  # fmt: skip
        results = [getattr(p, name)(*arguments(k)) for k, p in enumerate(packages)]
        compare_records(pair.outcome, name, type(results[0])._fields, *results, where)
    action = int(rng.integers(0, 11))
    call(pair, "mjv_moveModel", f"{where}, action {action}, on {on}",
         both("mjv_moveModel", lambda k: (models_[k], action, dx, dy, np.array([0.0, 0, 1]), scenes[k])), lambda: {})  # fmt: skip
    for name in ("translate", "rotate", "scale"):
        if apart(getattr(scenes[0], name), getattr(scenes[1], name)) > ULPS:
            pair.outcome.differs(f"mjv_moveModel.{name}", f"{where}, action {action}")
    pair.set("scenes", translate=np.array(scenes[1].translate), rotate=np.array(scenes[1].rotate), scale=scenes[1].scale)

    # what the mouse holds
    held = ("refpos", "refquat", "refselpos", "localpos", "localmass", "scale", "select", "active", "active2")
    quat = rng.normal(size=4)
    pair.set("perturbs", select=int(rng.integers(0, model.nbody)), localpos=rng.normal(0, 0.1, 3), refpos=rng.normal(size=3),
             refselpos=rng.normal(size=3), refquat=quat / np.linalg.norm(quat), localmass=float(rng.uniform(0, 2)),
             active=int(rng.integers(0, 4)), active2=int(rng.integers(0, 4)), scale=float(rng.normal()))  # fmt: skip
    action = int(rng.integers(0, 11))
    call(pair, "mjv_movePerturb", f"{where}, action {action}",
         both("mjv_movePerturb", lambda k: (models_[k], datas[k], action, dx, dy, scenes[k], pair.perturbs[k])),
         fields("perturbs", held))  # fmt: skip
    if action in (1, 2):
        pair.set("perturbs", refquat=np.array(pair.perturbs[1].refquat))
    before = [(np.array(d.qpos), np.array(d.mocap_pos), np.array(d.mocap_quat), np.array(d.xfrc_applied)) for d in datas]
    world = ("qpos", "mocap_pos", "mocap_quat", "xfrc_applied")
    results = lambda: {n: (getattr(datas[0], n), getattr(datas[1], n)) for n in world}  # noqa: E731
    call(pair, "mjv_applyPerturbForce", where, both("mjv_applyPerturbForce", lambda k: (models_[k], datas[k], pair.perturbs[k])), results)
    call(pair, "mjv_applyPerturbPose", where,
         both("mjv_applyPerturbPose", lambda k: (models_[k], datas[k], pair.perturbs[k], int(on))), results)  # fmt: skip
    for data, values in zip(datas, before, strict=True):
        for name, value in zip(world, values, strict=True):
            getattr(data, name)[...] = value
    # the factor of a tree that slept is that of when it fell asleep, which ours did not see
    sleeps = model.opt.enableflags & int(real.mjtEnableBit.mjENBL_SLEEP)
    compared = tuple(n for n in held if not sleeps or n != "localmass")
    call(pair, "mjv_initPerturb", where, both("mjv_initPerturb", lambda k: (models_[k], datas[k], scenes[k], pair.perturbs[k])),
         fields("perturbs", compared))  # fmt: skip

    # what is under it
    pair.set("scenes", enabletransform=0)
    found, points, ids = [], [np.zeros(3) for _ in range(2)], [[np.zeros(1, np.int32) for _ in range(3)] for _ in range(2)]
    x, y, aspect = rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0.5, 2)
    for k, p in enumerate(packages):
        found.append(p.mjv_select(models_[k], datas[k], pair.options[k], aspect, x, y, scenes[k], points[k], *ids[k]))
    pair.outcome.calls += 2
    if found[0] != found[1] or any(int(a[0]) != int(b[0]) for a, b in zip(*ids, strict=True)):
        pair.outcome.differs("mjv_select", f"{where}: {found} {ids}")
    elif found[1] >= 0:
        close(pair.outcome, "mjv_select.selpnt", points[0], points[1], where)

    # single geoms
    geoms = [p.MjvGeom() for p in packages]
    shape = int(rng.choice([*range(9), 100, 101, 102, 103, 104, 107, 108, 1001]))
    size, mat, rgba = rng.uniform(0, 1, 3), rng.normal(size=9), rng.uniform(0, 1, 4).astype(np.float32)
    for p, g in zip(packages, geoms, strict=True):
        g.objid, g.segid, g.matid, g.label = 3, 4, 5, "x"
        p.mjv_initGeom(g, shape, size, pos, mat, rgba)
    compare_records(pair.outcome, "mjv_initGeom", GEOM.names, *geoms, where)
    to = rng.normal(size=3) if rng.random() < 0.9 else pos
    call(pair, "mjv_connector", f"{where}, shape {shape}", both("mjv_connector", lambda k: (geoms[k], shape, dx, pos, to)), lambda: {})
    compare_records(pair.outcome, "mjv_connector", GEOM.names, *geoms, where)


def examine(source: models.Source, packages, outcome: Outcome, args) -> str:
    ours, real = packages
    try:
        loaded = [source.load(ours), compare.without_skins(source, source.load(real))]
    except (ValueError, ours.FatalError) as error:
        return f"not loaded: {str(error).splitlines()[0][:80]}"
    if loaded[1].nflex or loaded[1].nplugin:
        return "has flexes or plugins"
    pair = Pair(packages, loaded, outcome)
    compared = 0
    for n, state in enumerate(states.states(loaded[1], source.name, args.states, keys=False)):
        where = f"{source.group}/{source.name}, {state.name}"
        if not pair.place(state, 5 * n):
            outcome.skipped += 1
            continue
        rng = np.random.default_rng([n, len(source.name)])
        compared += 1
        options_of(pair, where, args.quick)
        settings_of(pair, where)
        cameras_of(pair, where, rng)
        selections_of(pair, where, rng)
        mouse_of(pair, where, rng, args.tries)
    return f"{compared} states"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--filter", default="")
    parser.add_argument("--groups", default="scene,ours,gymnasium,dm_control")
    parser.add_argument("--dir", action="append", default=[])
    parser.add_argument("--states", type=int, default=1, help="random states beside the reference pose")
    parser.add_argument("--tries", type=int, default=10, help="random inputs of the mouse in each state")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--show", type=int, default=40)
    args = parser.parse_args()

    import mujoco

    import cortenforge.mujoco as ours

    total = Outcome()
    sources = [s for s in own_scenes() if "scene" in args.groups and args.filter in s.name]
    sources += models.collect(args.dir, args.filter, args.groups.split(","))
    for source in sources:
        before = sum(total.differences.values())
        said = examine(source, (ours, mujoco), total, args)
        print(f"{source.group}/{source.name}: {said}, {sum(total.differences.values()) - before} differences", flush=True)
    print(f"\n{len(sources)} models, {total.scenes} scenes, {total.geoms} geoms, {total.lights} lights, {total.calls} calls; "
          f"{total.skipped} states left out for other contacts or rows; largest distance {total.largest:.2f} units in single precision")  # fmt: skip
    print("shapes:", dict(sorted(total.kinds.items())))
    for what, count in total.differences.most_common(args.show):
        print(f"{count:7d}  {what}: {total.examples[what]}")
    return 1 if total.differences else 0


if __name__ == "__main__":
    sys.exit(main())
