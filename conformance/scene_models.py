"""Models for the comparison of scenes, with features that the collections lack."""

from __future__ import annotations

import models
import random_mjcf

#: Of the random models.
SEED = 5

#: All features that models of the collections do not have.
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


def own() -> list[models.Source]:
    """Models with features that the collections do not have: awake, allowed to sleep, without contacts, and without gravity."""
    long = "n" * 120
    variants = {
        "awake": ("disable", ""), "sleepy": ("enable", ""), "untouchable": ("disable", 'contact="disable"'),
        "weightless": ("disable", 'gravity="disable" island="disable"'),
    }  # fmt: skip
    return [models.Source("scene", name, xml=KITCHEN.format(sleep=sleep, flags=flags, long=long))
            for name, (sleep, flags) in variants.items()]  # fmt: skip


def random_models(count: int) -> list[models.Source]:
    """Models of random bodies, joints and geoms, equal in every run."""
    made = (random_mjcf.make(SEED, k) for k in range(count))
    return [models.Source("random", name, xml=xml) for name, xml in made]
