"""Writes hostile numbers into every array of whole numbers of a model, one entry at a time, and calls the engine.

Run as a program with the number of a model: prints a line for each edit that did not end as it should. Each edit has a limit of
processor time, and the program one of memory, so that a hang or a growth ends it.
"""

import copy
import os
import resource
import signal
import sys
import warnings

import cortenforge
import cortenforge.mujoco as cf
import numpy as np

SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")
# of processor time for one edit; a build without optimisation whose every access is checked takes five times as long
SECONDS = 5.0 if SANITIZED else 1.0
MEMORY = (600 if SANITIZED else 200) << 20  # bytes beyond what the interpreter has

LIMBS = """
<mujoco>
  <option timestep="0.002" integrator="implicitfast"/>
  <custom><numeric name="n" data="1 2 3"/><text name="t" data="words"/>
    <tuple name="u"><element objtype="body" objname="torso" prm="1"/></tuple></custom>
  <asset>
    <texture name="checks" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 1 0" width="4" height="4"/>
    <material name="tiles" texture="checks"/>
    <hfield name="hills" nrow="3" ncol="4" size="2 2 .1 .1" elevation="0 1 2 3 4 5 6 7 8 9 10 11"/>
    <mesh name="tetra" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .2"/>
    <skin name="sleeve" vertex="0 0 0 .1 0 0 0 .1 0" texcoord="0 0 1 0 0 1" face="0 1 2" material="tiles">
      <bone body="torso" bindpos="0 0 1" bindquat="1 0 0 0" vertid="0 1" vertweight="1 3"/>
      <bone body="arm" bindpos="0 .2 1" bindquat="1 0 0 0" vertid="1 2" vertweight="1 1"/></skin>
    <mesh name="stone" vertex="-.1 -.1 -.1 .1 -.1 -.1 .1 .1 -.1 -.1 .1 -.1 -.1 -.1 .1 .1 -.1 .1 .1 .1 .1 -.1 .1 .1 0 0 .2 .2 0 0 0 .2 0"/>
  </asset>
  <worldbody>
    <light pos="0 0 3" mode="targetbody" target="torso"/>
    <camera name="eye" pos="0 -2 1" mode="targetbodycom" target="torso" resolution="3 2"/>
    <geom name="ground" type="hfield" hfield="hills" material="tiles"/>
    <site name="post" pos=".5 0 2"/>
    <body name="torso" pos="0 0 1">
      <freejoint name="root"/>
      <geom name="trunk" type="capsule" size=".07" fromto="0 -.07 0 0 .07 0"/>
      <geom name="ball" size=".05" pos="0 0 .2"/>
      <site name="chest" pos="0 0 .1"/>
      <body name="arm" pos="0 .2 0">
        <joint name="shoulder" type="ball" damping=".1"/>
        <geom name="bone" type="capsule" size=".03" fromto="0 0 0 0 .2 0"/>
        <site name="wrist" pos="0 .2 0"/>
        <body name="hand" pos="0 .2 0">
          <joint name="elbow" axis="1 0 0" range="-1 1" damping=".1" armature=".01"/>
          <joint name="slider" type="slide" axis="0 1 0" range="-.1 .1" frictionloss=".1"/>
          <geom name="palm" type="mesh" mesh="tetra"/>
          <site name="finger" pos="0 .1 0" size=".1"/>
        </body>
      </body>
      <body name="leg" pos="0 0 -.2">
        <joint name="hip" axis="0 1 0" range="-1 1" stiffness="3"/>
        <geom name="shin" type="box" size=".03 .03 .1" pos="0 0 -.1"/>
        <site name="foot" pos="0 0 -.2"/>
      </body>
    </body>
    <body name="rock" pos=".3 .3 .1"><freejoint/><geom name="rock" type="mesh" mesh="stone"/></body>
    <body name="egg" pos="-.3 .3 .15"><freejoint/><geom type="ellipsoid" size=".1 .1 .15" condim="6"/></body>
    <body name="guide" mocap="true" pos="0 0 2"><geom size=".02" contype="0" conaffinity="0"/></body>
  </worldbody>
  <contact><pair geom1="shin" geom2="ball" condim="4"/><exclude body1="torso" body2="hand"/></contact>
  <tendon>
    <spatial name="string" range="0 3" limited="true" stiffness="1"><site site="post"/><geom geom="ball" sidesite="chest"/>
      <site site="wrist"/><pulley divisor="2"/><site site="chest"/><site site="foot"/></spatial>
    <fixed name="sum" frictionloss=".1"><joint joint="elbow" coef="1"/><joint joint="hip" coef="-1"/></fixed>
  </tendon>
  <equality>
    <connect body1="rock" body2="egg" anchor="0 0 0" active="false"/>
    <weld body1="guide" body2="hand" solref=".1 1"/>
    <weld site1="post" site2="finger" active="false"/>
    <joint joint1="elbow" joint2="hip" polycoef="0 .5 0 0 0"/>
    <tendon tendon1="sum" polycoef="0 1 0 0 0" active="false"/>
  </equality>
  <actuator>
    <motor name="m" joint="elbow" ctrlrange="-1 1" ctrllimited="true"/>
    <position name="p" joint="hip" kp="3" delay=".004" nsample="3"/>
    <muscle name="u" tendon="string" lengthrange=".1 2"/>
    <intvelocity name="v" joint="slider" kp="2" actrange="-1 1"/>
    <general name="s" site="finger" refsite="chest" gear="0 0 1 0 0 0"/>
    <general name="b" joint="shoulder" gear="1 0 0 0 0 0" dyntype="filter" dynprm=".1"/>
    <adhesion name="a" body="hand" ctrlrange="0 1"/>
    <cylinder name="c" joint="hip"/>
  </actuator>
  <sensor>
    <touch site="finger"/><accelerometer site="chest"/><force site="wrist"/><rangefinder site="foot"/>
    <rangefinder camera="eye" data="dist dir"/><camprojection site="finger" camera="eye"/>
    <jointpos joint="elbow" delay=".004" nsample="4"/><ballquat joint="shoulder"/><tendonpos tendon="string"/>
    <actuatorfrc actuator="m"/><jointlimitpos joint="hip"/><framepos objtype="geom" objname="palm"/>
    <framequat objtype="xbody" objname="hand" reftype="site" refname="chest"/><subtreecom body="torso"/>
    <distance geom1="shin" geom2="palm" cutoff="1"/><contact geom1="shin" num="2"/><e_kinetic/><clock/>
    <insidesite site="finger" objtype="site" objname="wrist"/><user dim="2"/>
  </sensor>
  <keyframe><key name="k" time="1"/></keyframe>
</mujoco>
"""


def pile():
    bodies = "".join(
        f"""<body pos='{0.01 * (i % 3)} {0.02 * (i % 2)} {0.1 + 0.15 * i}'><freejoint/><geom type='box' size='.1 .1 .05'/>
        <geom pos='.1 0 0' size='.05'/><geom pos='-.1 0 0' size='.05'/><body pos='0 0 .02'><joint/><geom size='.03'/></body></body>"""
        for i in range(5)
    )
    return f"<mujoco><option solver='PGS' cone='elliptic'><flag sleep='enable'/></option><worldbody><geom type='plane' size='5 5 1'/>{bodies}</worldbody></mujoco>"


CHAIN = """<mujoco><option integrator='RK4' jacobian='sparse'/><worldbody>
<body><joint axis='0 1 0'/><geom type='capsule' size='.02' fromto='0 0 0 .1 0 0'/>
<body pos='.1 0 0'><joint axis='0 1 0'/><geom type='capsule' size='.02' fromto='0 0 0 .1 0 0'/>
<body pos='.1 0 0'><joint axis='0 1 0'/><geom type='capsule' size='.02' fromto='0 0 0 .1 0 0'/></body>
<body pos='.1 .1 0'><joint axis='0 1 0'/><geom size='.02'/></body></body></body>
<body pos='0 0 .3'><joint type='slide' axis='0 0 1'/><geom size='.05'/></body></worldbody></mujoco>"""

MODELS = [LIMBS, pile(), CHAIN]


def arrays(model):
    """Names of all arrays of whole numbers that have entries."""
    names = (name for name in dir(type(model)) if not name.startswith("_"))
    for name in names:
        value = getattr(model, name)
        if isinstance(value, np.ndarray) and value.dtype.kind in "iub" and value.size:
            yield name


def values(array, random):
    info = np.iinfo(np.uint8 if array.dtype.kind == "b" else array.dtype)
    hostile = [-2, -1, 0, 1, 2, array.size, array.size - 1, info.max, info.min, 7, 100, int(random.integers(info.max))]
    return sorted({v for v in hostile if info.min <= v <= info.max})


def attempt(model, name, entry, value):
    """Edits an entry and calls the engine; what went wrong."""
    before = copy.copy(model)
    data = cf.MjData(before)
    cf.mj_step(before, data)
    array = getattr(before, name)
    flat = array.reshape(-1)
    if array.dtype.kind == "b":
        flat = flat.view(np.uint8)
    flat[entry] = value
    calls = {
        "mj_forward": lambda: cf.mj_forward(before, data),
        "mj_step": lambda: cf.mj_step(before, data, 2),
        "mj_inverse": lambda: cf.mj_inverse(before, data),
        "MjData": lambda: cf.mj_step(before, cf.MjData(before)),
        "mj_resetData": lambda: cf.mj_resetData(before, data),
        "mj_setConst": lambda: cf.mj_setConst(before, data),
        "copy": lambda: cf.mj_forward(copy.copy(before), data),
        "Data.step": lambda: data.step(2),
        "BatchSim": lambda: cortenforge.BatchSim(before, 2, threads=1).step(2),
    }
    for what, call in calls.items():
        try:
            call()
        except (cf.FatalError, ValueError) as error:
            text = str(error)
            known = name in text or "is not supported" in text
            if not known or "panic" in text or "engine failed" in text:
                return f"{what}: {type(error).__name__}: {text}"
        except BaseException as error:
            return f"{what}: {type(error).__name__}: {error}"
    if not np.isfinite(data.qpos).all():
        return "the positions are not numbers"
    return None


def main(number):
    warnings.simplefilter("ignore")
    random = np.random.default_rng(number)
    model = cf.MjModel.from_xml_string(MODELS[number])
    names = list(arrays(copy.copy(model)))
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    count = 0
    for name in names:
        array = getattr(copy.copy(model), name)
        for entry in sorted({0, array.size - 1, int(random.integers(array.size))}):
            for value in values(array, random):
                # what does not end in time ends the program, after this line
                print(f"{name}[{entry}] = {value}", end="", flush=True)
                signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
                outcome = attempt(model, name, entry, value)
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
                print("\r" if outcome is None else f": {outcome}\n", end="", flush=True)
                count += 1
    print(f"\n{len(names)} arrays, {count} edits")


if __name__ == "__main__":
    main(int(sys.argv[1]))
