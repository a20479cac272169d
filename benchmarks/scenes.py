"""Scenes with contacts: piles, people, an arm of meshes, a hand, a walker on rough ground. All are made here or from our own models."""

from __future__ import annotations

import math

import numpy as np

from conformance import models


def text(values) -> str:
    """Numbers in the format of an attribute."""
    return " ".join(f"{v:.6g}" for v in np.ravel(values))


def _scene(name: str, assets: str, bodies: str, options: str = "") -> str:
    return f"""<mujoco model="{name}">
  <option {options}/>
  <size memory="300M"/>
  <asset>{assets}</asset>
  <worldbody>{bodies}</worldbody>
</mujoco>"""


def _model(name: str) -> dict[str, bytes]:
    return {f"{name}.xml": (models.ROOT / "models" / f"{name}.xml").read_bytes()}


def _poses(count: int, wide: int, spacing: float, height: float, seed: int):
    """Positions on a grid of `wide` by `wide` per layer, each with a random orientation."""
    random = np.random.default_rng(seed)
    for i in range(count):
        layer, place = divmod(i, wide * wide)
        cell = np.array([place % wide - (wide - 1) / 2, place // wide - (wide - 1) / 2, layer])
        pos = spacing * (cell + 0.1 * random.standard_normal(3)) + [0, 0, height]
        yield pos, random.standard_normal(4)


def crowd(side: int) -> models.Source:
    """Humanoids dropped close to each other, `side` by `side`, each row and column turned a little further."""
    bodies = f"""<geom type="plane" size="30 30 1"/>
    <replicate count="{side}" offset="0.5 0 0" euler="0 0 0.3" sep="-"><frame pos="0 1 0.6">
      <replicate count="{side}" offset="0 0.5 0.02" euler="0 0 0.4" sep="-">
        <frame euler="80 20 0"><attach model="humanoid" body="pelvis" prefix="_"/></frame>
      </replicate></frame>
    </replicate>"""
    xml = _scene("crowd", '<model name="humanoid" file="humanoid.xml"/>', bodies, 'timestep="0.0025"')
    return models.Source("bench", f"{side * side} humanoids", xml=xml, assets=_model("humanoid"))


def pen(size: float) -> str:
    """A floor with four walls."""
    walls = "".join(
        f'<geom type="plane" size="5 5 1" pos="{text(-np.array(n) * size)}" zaxis="{text(n)}"/>'
        for n in ([1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0])
    )
    return f'<geom type="plane" size="5 5 1"/>{walls}'


def boxes(count: int) -> models.Source:
    """A heap of boxes in a pen."""
    random = np.random.default_rng(4)
    bodies = pen(0.8)
    for pos, quat in _poses(count, 5, 0.28, 0.2, 5):
        size = random.uniform(0.05, 0.12, 3)
        bodies += f'<body pos="{text(pos)}" quat="{text(quat)}"><freejoint/>'
        bodies += f'<geom type="box" size="{text(size)}"/></body>'
    return models.Source("bench", f"pile of {count} boxes", xml=_scene("boxes", "", bodies, 'timestep="0.005"'))


def hulls(count: int, kinds: int = 20) -> models.Source:
    """A heap of convex meshes, hulls of 12 to 100 points about a sphere."""
    random = np.random.default_rng(6)
    assets = ""
    for k in range(kinds):
        points = random.standard_normal((int(random.integers(12, 100)), 3))
        points *= random.uniform(0.08, 0.12, (len(points), 1)) / np.linalg.norm(points, axis=1, keepdims=True)
        assets += f'<mesh name="{k}" vertex="{text(points)}"/>'
    bodies = pen(0.8)
    for i, (pos, quat) in enumerate(_poses(count, 5, 0.28, 0.2, 7)):
        bodies += f'<body pos="{text(pos)}" quat="{text(quat)}"><freejoint/><geom type="mesh" mesh="{i % kinds}"/></body>'
    return models.Source("bench", f"{count} convex meshes", xml=_scene("hulls", assets, bodies, 'timestep="0.005"'))


def _shell(points: int, length: float, radius: float, seed: int) -> str:
    """Vertices of a rounded link along z: an irregular tube of many points."""
    random = np.random.default_rng(seed)
    z = random.uniform(0, length, points)
    angle = random.uniform(0, 2 * math.pi, points)
    r = radius * (0.8 + 0.2 * np.sin(math.pi * z / length)) * (1 - 0.02 * random.random(points))
    return text(np.stack([r * np.cos(angle), r * np.sin(angle), z], axis=1))


def servo_arm() -> models.Source:
    """An arm of seven links under position servos that holds a block with a gripper whose fingers an equality couples."""
    lengths = [0.14, 0.2, 0.14, 0.18, 0.16, 0.09, 0.1]
    limits = [(-2.9, 2.9), (-1.8, 1.8), (-2.9, 2.9), (-3.0, 0.1), (-2.9, 2.9), (-1, 3.7), (-2.9, 2.9)]
    gains = [4500, 4500, 3500, 3500, 2000, 2000, 2000]
    axes = ["0 0 1", "0 1 0", "0 0 1", "0 -1 0", "0 0 1", "0 -1 0", "0 0 1"]
    pose = [0, 0.6, 0, -2.2, 0, 2.8 - math.pi, 0]
    # the hand points down; its fingertips hold the block
    pitch = np.cumsum(np.array(pose) * [0, 1, 0, -1, 0, -1, 0])
    reach = np.array(lengths[:-1] + [0.175])
    tip = (float(reach @ np.sin(pitch)), 0.4 + float(reach @ np.cos(pitch)))
    chain, servos = "", ""
    for i, (length, limit, gain, axis) in enumerate(zip(lengths, limits, gains, axes)):
        where = "0 0 0.4" if i == 0 else f"0 0 {lengths[i - 1]}"
        radius = 0.06 - 0.005 * i
        chain += f'<body name="link {i}" pos="{where}"><joint name="{i}" axis="{axis}" range="{limit[0]} {limit[1]}" damping="1" armature="0.1"/>'
        chain += f'<geom type="capsule" fromto="0 0 0 0 0 {length}" size="{radius:.3f}" density="1500"/>'
        chain += f'<geom type="cylinder" size="{1.1 * radius:.4f} 0.03" euler="1.5708 0 0" density="1500"/>'
        servos += f'<position joint="{i}" kp="{gain}" kv="{gain / 10}" ctrlrange="{limit[0]} {limit[1]}" forcerange="-87 87"/>'
    for name, side in (("left", 1), ("right", -1)):
        chain += f'<body name="{name}" pos="0 0 0.14" euler="0 0 {0 if side > 0 else math.pi}"><joint name="{name}" type="slide" axis="0 1 0" '
        chain += 'range="0 0.04" damping="10" armature="0.1"/>'
        chain += '<geom type="box" size="0.01 0.008 0.03" pos="0 0.008 0.02" density="1000" friction="1 0.005 0.0001" condim="4"/>'
        chain += '<geom type="box" size="0.008 0.004 0.008" pos="0 0.004 0.045" friction="2 0.05 0.0001" condim="4"/></body>'
    chain += '<geom type="box" size="0.02 0.09 0.03" pos="0 0 0.1" density="1500"/>' + "</body>" * len(lengths)
    where = f"{tip[0]:.5f} 0 {tip[1]:.5f}"
    block = f'<body pos="{where}"><freejoint/><geom type="box" size="0.03 0.02 0.05" density="300" friction="1 0.01 0.001" condim="4"/></body>'
    excludes = "".join(f'<exclude body1="link {i}" body2="link {i + 2}"/>' for i in range(5))
    xml = f"""<mujoco model="servo arm">
  <compiler angle="radian"/>
  <option timestep="0.002" integrator="implicitfast" cone="elliptic" impratio="10"/>
  <worldbody><geom type="plane" size="2 2 0.1"/>{chain}{block}</worldbody>
  <contact>{excludes}<exclude body1="left" body2="right"/></contact>
  <tendon><fixed name="grip"><joint joint="left" coef="0.5"/><joint joint="right" coef="0.5"/></fixed></tendon>
  <equality><joint joint1="left" joint2="right" solimp="0.95 0.99 0.001" solref="0.005 1"/></equality>
  <actuator>{servos}<position name="grip" tendon="grip" kp="500" kv="20" ctrlrange="0 0.04" forcerange="-100 100"/></actuator>
  <keyframe><key qpos="{text(pose)} 0.02 0.02 {where} 1 0 0 0" ctrl="{text(pose)} 0"/></keyframe>
</mujoco>"""
    return models.Source("bench", "servo arm with gripper", xml=xml)


def arm(points: int = 600) -> models.Source:
    """A slack arm of seven links and a hand, three meshes each, fallen onto a table among mesh objects."""
    assets, chain = "", ""
    lengths = [0.2, 0.25, 0.2, 0.22, 0.18, 0.12, 0.1]
    for i, length in enumerate(lengths):
        radius = 0.06 - 0.004 * i
        for part, (start, share) in enumerate([(0.0, 0.45), (0.3, 0.4), (0.6, 0.4)]):
            shape = _shell(points, share * length, radius * (1 + 0.1 * part), 10 * i + part)
            assets += f'<mesh name="{i} {part}" vertex="{shape}"/>'
        geoms = "".join(
            f'<geom type="mesh" mesh="{i} {part}" pos="0 0 {at * length:.5f}"/>' for part, at in enumerate((0.1, 0.4, 0.7))
        )
        where = "0 0 0.05" if i == 0 else f"0 0 {1.05 * lengths[i - 1]:.5f}"
        axis = "0 0 1" if i % 2 == 0 else "0 1 0"
        chain += f'<body pos="{where}"><joint axis="{axis}" damping="0.3" armature="0.02" range="-2.3 2.3" limited="true" ref="0.4"/>{geoms}'
    fingers = ""
    for k, side in enumerate((1, -1)):
        assets += f'<mesh name="finger {k}" vertex="{_shell(points, 0.08, 0.012, 90 + k)}"/>'
        fingers += f'<body pos="0 {0.03 * side} 0.12"><joint type="slide" axis="0 1 0" damping="1" range="-0.02 0.02"/>'
        fingers += f'<geom type="mesh" mesh="finger {k}"/></body>'
    chain += fingers + "</body>" * len(lengths)
    assets += f'<mesh name="table" vertex="-0.7 -0.7 -0.05 0.7 -0.7 -0.05 -0.7 0.7 -0.05 0.7 0.7 -0.05 -0.7 -0.7 0 0.7 -0.7 0 -0.7 0.7 0 0.7 0.7 0"/>'
    bodies = f'<geom type="mesh" mesh="table" pos="0 0 -0.025"/>{chain}'
    for k, (pos, quat) in enumerate(_poses(12, 4, 0.3, 0.3, 8)):
        assets += f'<mesh name="thing {k}" vertex="{_shell(points // 2, 0.1, 0.05, 100 + k)}"/>'
        bodies += f'<body pos="{text(pos)}" quat="{text(quat)}"><freejoint/><geom type="mesh" mesh="thing {k}"/></body>'
    return models.Source("bench", "arm of meshes", xml=_scene("arm", assets, bodies))


def walker(side: int = 100) -> models.Source:
    """The quadruped on rough ground of `side` by `side` heights."""
    random = np.random.default_rng(9)
    rows, cols = np.mgrid[0:side, 0:side] / side
    heights = 0.5 + 0.25 * np.sin(19 * rows) * np.cos(23 * cols) + 0.1 * random.random((side, side))
    assets = f'<model name="walker" file="quadruped.xml"/><hfield name="ground" nrow="{side}" ncol="{side}" '
    assets += f'size="4 4 0.3 0.1" elevation="{text(heights)}"/>'
    bodies = '<geom type="hfield" hfield="ground"/><frame pos="0.2 0.1 0.2"><attach model="walker" body="torso" prefix="w "/></frame>'
    xml = _scene("walker", assets, bodies, 'timestep="0.005"')
    return models.Source("bench", f"quadruped on a {side}x{side} height field", xml=xml, assets=_model("quadruped"))


def _digit(name: str, root: str, lengths, radius: float, spread: bool) -> tuple[str, str, str]:
    """Bodies, tendon and actuators of a finger: a knuckle of two hinges, then hinges of one, the last two coupled."""
    bodies, joints = f'<body name="{name}" {root}>', []
    for k, length in enumerate(lengths):
        if k > 0:
            bodies += f'<body pos="0 0 {lengths[k - 1]:.4f}">'
        if k == 0:
            bodies += f'<joint name="{name} s" axis="1 0 0" range="{"-60 60" if spread else "-20 20"}"/>'
        bodies += f'<joint name="{name} {k}" axis="0 1 0" range="{-10 if k else -20} 90"/>'
        bodies += f'<geom type="capsule" fromto="0 0 0 0 0 {length:.4f}" size="{radius:.4f}" mass="{20 * length * radius:.4f}"/>'
        bodies += f'<site name="{name} {k}" pos="0 0 {length:.4f}"/>'
        joints.append(f"{name} {k}")
    bodies += f'<geom type="ellipsoid" pos="0 0 {lengths[-1]:.4f}" size="{radius} {radius} {1.3 * radius:.4f}" mass="0.002"/>'
    bodies += "</body>" * len(lengths)
    last = joints[-2:]
    tendon = f'<fixed name="{name}">' + "".join(f'<joint joint="{j}" coef="1"/>' for j in last) + "</fixed>"
    servos = "".join(f'<position joint="{j}" kp="1" ctrlrange="-0.2 1.5"/>' for j in [f"{name} s", *joints[:-2]])
    return bodies, tendon, servos + f'<position tendon="{name}" kp="1" ctrlrange="0 3"/>'


def hand() -> models.Source:
    """A hand of 24 hinges in its palm's box, 20 servos of which five pull two joints each, and a block that lies in it."""
    digits = [
        _digit(name, f'pos="0.01 {y} 0.095"', (0.045, 0.025, 0.022), 0.009, False)
        for name, y in (("first", 0.033), ("middle", 0.011), ("ring", -0.011), ("little", -0.033))
    ]
    digits.append(_digit("thumb", 'pos="0.02 0.035 0.03" euler="-60 30 0"', (0.038, 0.032, 0.027), 0.011, True))
    bodies = "".join(d[0] for d in digits)
    xml = f"""<mujoco model="hand with a block">
  <compiler autolimits="true"/>
  <option timestep="0.002" cone="elliptic" impratio="10"/>
  <default><joint damping="0.05" armature="0.0005" frictionloss="0.001"/><geom friction="1 0.005 0.0001" condim="4"/></default>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 0.2" euler="0 90 180"><body name="wrist">
      <joint name="wrist a" axis="0 1 0" range="-30 30"/><joint name="wrist b" axis="1 0 0" range="-30 30"/>
      <geom type="box" size="0.012 0.045 0.05" pos="0 0 0.045" mass="0.3"/><geom type="cylinder" size="0.025 0.02" mass="0.2"/>
      {bodies}</body></body>
    <body name="block" pos="0.07 0 0.25"><freejoint/><geom type="box" size="0.025 0.025 0.025" mass="0.08" condim="4"/></body>
  </worldbody>
  <tendon>{"".join(d[1] for d in digits)}</tendon>
  <actuator><position joint="wrist a" kp="5"/><position joint="wrist b" kp="5"/>{"".join(d[2] for d in digits)}</actuator>
  <sensor>{"".join(f'<touch site="{n} 2"/>' for n in ("first", "middle", "ring", "little", "thumb"))}</sensor>
</mujoco>"""
    return models.Source("bench", "hand with a block", xml=xml)


def contacts() -> list[tuple[models.Source, int]]:
    """The scenes of the table in its order, each with the steps it needs to settle."""
    humanoid = models.Source("bench", "humanoid on the floor", path=str(models.ROOT / "models" / "humanoid.xml"))
    return [
        (humanoid, 1000), (crowd(10), 300), (boxes(200), 400), (hulls(200), 400), (arm(), 800), (walker(), 400),
    ]
