"""Models of the tests, and the same model in both packages."""

import signal

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

# whoever starts the tests in the background may have switched Ctrl-C off, which children inherit: tests of it would wait forever
signal.signal(signal.SIGINT, signal.default_int_handler)

ARM = """
<mujoco model="arm">
  <option timestep="0.004" gravity="0 0 -9"/>
  <visual><headlight ambient=".2 .3 .4"/><global fovy="50"/></visual>
  <asset>
    <hfield name="hills" nrow="3" ncol="4" size="1 1 1 .1" elevation="0 1 2 3 4 5 6 7 8 9 10 11"/>
    <texture name="checks" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 1 0" width="5" height="7"/>
    <material name="tiles" texture="checks" rgba=".1 .2 .3 1"/>
    <mesh name="tetra" vertex="0 0 0  .1 0 0  0 .1 0  0 0 .1"/>
    <skin name="sleeve" vertex="0 0 0  .1 0 0  0 .1 0" texcoord="0 0 1 0 0 1" face="0 1 2" material="tiles" inflate=".01">
      <bone body="base" bindpos="0 0 1" bindquat="1 0 0 0" vertid="0 1" vertweight="1 3"/>
      <bone body="upper" bindpos="0 0 1.4" bindquat="2 0 0 0" vertid="1 2" vertweight="1 .5"/>
    </skin>
  </asset>
  <worldbody>
    <light name="lamp" pos="0 0 3" dir="0 0 -1"/>
    <camera name="eye" pos="0 -2 1" fovy="60"/>
    <geom name="ground" type="plane" size="5 5 .1" material="tiles"/>
    <body name="base" pos="0 0 1">
      <freejoint name="root"/>
      <geom name="box" type="box" size=".1 .2 .3" rgba="1 .5 .25 1"/>
      <geom type="sphere" size=".05" pos="0 0 .4"/>
      <body name="upper" pos="0 0 .4">
        <joint name="shoulder" type="ball" damping=".1" stiffness="2"/>
        <geom name="bone" type="capsule" size=".04" fromto="0 0 0 0 0 .5"/>
        <site name="elbow" pos="0 0 .5"/>
        <body name="lower" pos="0 0 .5">
          <joint name="elbow" type="hinge" axis="0 1 0" range="-1 2" limited="true" armature=".01"/>
          <joint name="slider" type="slide" axis="0 0 1" frictionloss=".3"/>
          <geom name="tip" type="mesh" mesh="tetra"/>
        </body>
      </body>
    </body>
    <body name="target" mocap="true" pos="1 1 1"><geom name="mark" size=".02" contype="0" conaffinity="0"/></body>
  </worldbody>
  <contact>
    <pair name="touching" geom1="ground" geom2="tip" friction="1 1 .01 .001 .001"/>
    <exclude name="apart" body1="base" body2="upper"/>
  </contact>
  <equality><joint name="couple" joint1="elbow" joint2="slider"/></equality>
  <tendon><fixed name="cable" stiffness="3"><joint joint="elbow" coef="1"/><joint joint="slider" coef="-2"/></fixed></tendon>
  <actuator>
    <motor name="lift" joint="elbow" gear="5" ctrlrange="-2 2"/>
    <position name="push" joint="slider" kp="7" timeconst=".1"/>
    <motor name="pull" tendon="cable"/>
  </actuator>
  <sensor>
    <jointpos name="angle" joint="elbow"/>
    <framepos name="where" objtype="site" objname="elbow"/>
  </sensor>
  <custom>
    <numeric name="gains" data="1 2 3"/>
    <text name="note" data="hello"/>
    <tuple name="group"><element objtype="body" objname="upper"/><element objtype="geom" objname="tip" prm="2"/></tuple>
  </custom>
  <keyframe><key name="home" qpos="0 0 1 1 0 0 0 1 0 0 0 .5 .1"/><key qvel="1 2 3 4 5 6 7 8 9 10 11"/></keyframe>
</mujoco>
"""

PENDULUM = """
<mujoco model="pendulum">
  <worldbody>
    <body name="rod" pos="0 0 1">
      <joint name="pivot" axis="0 1 0" damping=".05"/>
      <geom name="rod" type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/>
    </body>
  </worldbody>
  <actuator><motor name="torque" joint="pivot"/></actuator>
  <keyframe><key name="up" qpos="3.14"/></keyframe>
</mujoco>
"""

EMPTY = "<mujoco/>"

MODELS = {"arm": ARM, "pendulum": PENDULUM, "empty": EMPTY}

VISUAL = {"global": "global_", "quality": "quality", "headlight": "headlight", "map": "map", "scale": "scale", "rgba": "rgba"}


def flat(value, dtype):
    return np.frombuffer(value, np.uint8) if isinstance(value, bytes) else np.array(value, dtype).reshape(-1)


def mirror(model):
    """The model of the reference, number by number, as one of ours.

    The tests of the package start from here, so that they speak of the package and not of the loader.
    """
    ours = cf.MjModel
    infos = {n: a for n, a in vars(ours).items() if type(a).__name__ == "_Attribute"}
    sizes = {n: getattr(model, n) for n, a in infos.items() if a.kind == "int"}
    arrays = {}
    for name, info in infos.items():
        if " array " in info.kind or info.kind.startswith("bytes"):
            dtype = "uint8" if info.kind.startswith("bytes") else info.kind.split()[0]
            arrays[name] = flat(getattr(model, name), dtype)
    state = {"sizes": sizes, "arrays": arrays}
    groups = {"option": model.opt, "statistic": model.stat}
    groups |= {key: getattr(model.vis, part) for key, part in VISUAL.items()}
    for key, group in groups.items():
        names = [n for n in dir(group) if not n.startswith("_")]
        # the reference shows two of its colours as empty arrays
        state[key] = {n: v for n in names if (v := np.array(getattr(group, n)).reshape(-1)).size}
    return ours._from_state(state)


@pytest.fixture(params=MODELS)
def both(request):
    """The reference's model and ours."""
    theirs = mujoco.MjModel.from_xml_string(MODELS[request.param])
    return theirs, mirror(theirs)


@pytest.fixture
def arm():
    """The reference's arm and ours."""
    theirs = mujoco.MjModel.from_xml_string(ARM)
    return theirs, mirror(theirs)
