"""Models of the step benchmark: well-known models of others, scenes of our own, and for smooth dynamics generated chains and a muscle
arm.
"""

from __future__ import annotations

import math
import os
from pathlib import Path

from benchmarks import scenes
from conformance import models


def chain(links: int) -> str:
    """A pendulum of `links` rods whose hinges alternate between x and y."""
    body = []
    for i in range(links):
        where = "" if i == 0 else ' pos="0 0 -0.2"'
        axis = "1 0 0" if i % 2 else "0 1 0"
        body.append(
            f'<body{where}><joint axis="{axis}"/><geom type="capsule" fromto="0 0 0 0 0 -0.2" size="0.02" mass="0.1"/>'
        )
    bodies = "\n".join(body) + "</body>" * links
    return f"""<mujoco model="chain of {links}">
  <option timestep="0.001"/>
  <default><geom contype="0" conaffinity="0"/></default>
  <worldbody>{bodies}</worldbody>
</mujoco>"""


# segments of the arm: name, length, radius of the wrapped geom at its head, joints
ARM = [
    ("upper", 0.3, 0.04, ["1 0 0", "0 1 0", "0 0 1"]),
    ("fore", 0.26, 0.03, ["0 1 0", "0 0 1"]),
    ("hand", 0.1, 0.02, ["1 0 0", "0 1 0"]),
    ("finger", 0.08, 0.01, ["0 1 0"]),
]


def _around(name: str, count: int, radius: float, z: float) -> str:
    return "".join(
        f'<site name="{name} {k}" pos="{radius * math.cos(2 * math.pi * k / count):.5f} '
        f'{radius * math.sin(2 * math.pi * k / count):.5f} {z:.5f}"/>'
        for k in range(count)
    )


def tendon_arm(count: int = 50) -> str:
    """A hanging arm of eight hinges pulled by `count` muscles, each over one or two wrapped joints."""
    per = 8
    bodies = f'<body name="base">{_around("base", per, 0.06, 0.1)}<geom size="0.02" mass="1"/>'
    for i, (name, length, radius, axes) in enumerate(ARM):
        where = 0.0 if i == 0 else -ARM[i - 1][1]
        joints = "".join(f'<joint axis="{a}" damping="0.3" armature="0.01" stiffness="5"/>' for a in axes)
        wrap = "sphere" if i % 2 == 0 else "cylinder"
        bodies += (
            f'<body name="{name}" pos="0 0 {where}">{joints}'
            f'<geom type="capsule" fromto="0 0 0 0 0 {-length}" size="{0.6 * radius}"/>'
            f'<geom name="{name} wrap" type="{wrap}" size="{radius} {radius}" mass="0" euler="90 0 0"/>'
            f'{_around(name, per, 0.8 * radius, -0.4 * length)}'
        )
    bodies += "</body>" * (len(ARM) + 1)
    names = ["base"] + [name for name, *_ in ARM]
    tendons, muscles = [], []
    for t in range(count):
        first = t % len(ARM)
        reach = 2 if (t // len(ARM)) % 2 and first + 2 < len(names) else 1
        spot = t % per
        path = f'<site site="{names[first]} {spot}"/>'
        for k in range(first + 1, first + reach + 1):
            path += f'<geom geom="{names[k]} wrap"/><site site="{names[k]} {spot}"/>'
        tendons.append(f'<spatial name="t{t}">{path}</spatial>')
        muscles.append(f'<muscle tendon="t{t}" lengthrange="0.05 0.7" force="20" ctrlrange="0 1"/>')
    return f"""<mujoco model="arm of {count} tendons">
  <option timestep="0.002"/>
  <default><geom contype="0" conaffinity="0"/><site size="0.003"/></default>
  <worldbody>{bodies}</worldbody>
  <tendon>{"".join(tendons)}</tendon>
  <actuator>{"".join(muscles)}</actuator>
</mujoco>"""


def smooth() -> list[models.Source]:
    """The models of the table, in its order."""
    own = {source.name: source for source in models.own()}
    named = [models.Source("bench", f"chain of {n}", xml=chain(n)) for n in (3, 30, 100)]
    named += [models.Source("bench", label, path=own[name].path)
              for label, name in (("cartpole", "cartpole"), ("swimmer", "swimmer"), ("floating humanoid", "humanoid"))]
    return named + [models.Source("bench", "arm of 50 tendons", xml=tendon_arm())]


# files below the folder `model` of MuJoCo's sources, which its Python package does not contain
MUJOCO = {
    "humanoid": "humanoid/humanoid.xml",
    "22 humanoids": "humanoid/22_humanoids.xml",
    "100 humanoids": "humanoid/100_humanoids.xml",
    "cube 3x3x3": "cube/cube_3x3x3.xml",
    "cards": "cards/cards.xml",
    "car": "car/car.xml",
    "arm26": "tendon_arm/arm26.xml",
}
GYMNASIUM = {"ant": "ant", "half-cheetah": "half_cheetah", "humanoid": "humanoid", "hopper": "hopper"}
DM_CONTROL = {"dog": "dog", "quadruped": "quadruped", "cartpole": "cartpole", "manipulator": "manipulator"}


def contacts(folder: str | None = None) -> list[models.Source]:
    """The models of the table with contacts, in its order. `folder` is MuJoCo's `model`; the default is the variable MUJOCO_MODELS.
    Without a folder its models are missing."""
    found = []
    base = folder or os.environ.get("MUJOCO_MODELS")
    for label, path in MUJOCO.items():
        file = Path(base or "") / path
        if base and file.exists():
            found.append(models.Source("MuJoCo", label, path=str(file)))
        else:
            print(f"missing: MuJoCo's {path}; --mujoco-models or MUJOCO_MODELS names the folder")
    for group, chosen, sources in (("gymnasium", GYMNASIUM, models.gymnasium()), ("dm_control", DM_CONTROL, models.suite_files())):
        paths = {source.name: source.path for source in sources}
        found += [models.Source(group, label, path=paths[name]) for label, name in chosen.items() if name in paths]
    own = [scenes.servo_arm(), scenes.arm(), scenes.hand(), scenes.walker()]
    return found + [models.Source("ours", s.name, path=s.path, xml=s.xml, assets=s.assets) for s in own]
