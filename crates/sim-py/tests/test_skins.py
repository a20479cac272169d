"""Skins have the numbers of the reference, and files that are none are refused by both."""

import copy
import pickle
import struct

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

SIZES = "nskin nskinvert nskintexvert nskinface nskinbone nskinbonevert nnames nnames_map npaths".split()
ARRAYS = [name for name in dir(mujoco.MjModel) if name.startswith("skin_")] + ["name_skinadr", "names_map"]

WORLD = """<worldbody><body name="a" pos="0 0 1"><freejoint/><geom size=".1"/><body name="b"><joint/><geom size=".1"/></body>
  </body></worldbody>"""
BONES = """<bone body="a" bindpos=".1 .2 .3" bindquat="1 2 3 4" vertid="0 1 3" vertweight=".3 .7 2"/>
  <bone body="b" bindpos="0 0 0" bindquat="0 0 0 0" vertid="1 2 3" vertweight=".9 1e-7 .1"/>"""
SHAPE = 'vertex="0 0 0 1 0 0 0 1 0 .1 .2 .7" face="0 1 2 0 1 3 0 3 2"'
SKIN = f'<skin name="s" {SHAPE} texcoord="0 0 .1 0 0 .3 1 1" rgba=".1 .2 .3 .4" inflate=".1" group="3" material="m">{BONES}</skin>'
PLAIN = f'<skin {SHAPE}>{BONES}</skin>'
ASSET = f'<asset><material name="k"/><material name="m"/>{SKIN}</asset>'
CABLE = """<composite type="cable" prefix="{}" count="{}" size="1" curve="s"><skin subgrid="{}" texcoord="true" inflate="7"/>
  <geom type="box" size=".1 .03 .007"/></composite>"""


def cables(*each):
    return "<worldbody>" + "".join(CABLE.format(*cable) for cable in each) + "</worldbody>"


MODELS = {
    "a skin": WORLD + ASSET,
    "two": f"{WORLD}<deformable>{PLAIN}</deformable>{ASSET}<custom><tuple name='t'><element objtype='skin' objname='s'/></tuple></custom>",
    "beside a cable": cables(("c", 6, 0)) + ASSET.replace('body="a"', 'body="cB_1"').replace('body="b"', 'body="cB_last"'),
    "coarse": cables(("c", 5, 0)),
    "fine": cables(("c", 4, 1), ("d", 9, 2), ("e", 5, 7)),
    "fused": f"<compiler fusestatic='true'/>{WORLD.replace('<joint/>', '')}{ASSET}",
}


def same(ours, theirs):
    for name in SIZES:
        assert getattr(ours, name) == getattr(theirs, name), name
    assert ours.names == theirs.names and ours.paths == theirs.paths
    for name in ARRAYS:
        x, y = getattr(ours, name), getattr(theirs, name)
        assert (x.dtype, x.shape) == (y.dtype, y.shape), name
        np.testing.assert_array_equal(x, y, err_msg=name)


@pytest.mark.parametrize("name", MODELS)
def test_arrays(name):
    text = f"<mujoco>{MODELS[name]}</mujoco>"
    theirs, ours = mujoco.MjModel.from_xml_string(text), cf.MjModel.from_xml_string(text)
    assert theirs.nskin > 0
    same(ours, theirs)
    same(copy.copy(ours), theirs)
    same(pickle.loads(pickle.dumps(ours)), theirs)


def test_binary(tmp_path):
    ours = cf.MjModel.from_xml_string(f"<mujoco>{MODELS['two']}</mujoco>")
    path = str(tmp_path / "model.mjb")
    cf.mj_saveModel(ours, path)
    same(cf.MjModel.from_binary_path(path), ours)


def skn(vertices=4, weights=(0.5, 1.0, 2.0, 0.25), names=(b"a", b"b"), face=(0, 1, 2), ids=(0, 1, 2, 3)):
    bones = b"".join(
        struct.pack("<40s7f i 4i 4f", name, 0.1, 0.2, 0.3, 1, k, 0, 0, 4, *ids, *weights) for k, name in enumerate(names)
    )
    shape = np.arange(3 * vertices, dtype="<f4").tobytes() + np.arange(2 * vertices, dtype="<f4").tobytes()
    return struct.pack("<4i", vertices, vertices, 1, len(names)) + shape + struct.pack("<3i", *face) + bones


def from_file(package, content, element='<skin file="meshes/glove.SKN"/>'):
    text = f'<mujoco><compiler meshdir="./meshes"/>{WORLD}<asset>{element}</asset></mujoco>'
    return package.MjModel.from_xml_string(text, {"glove.SKN": content})


def test_files():
    theirs, ours = (from_file(package, skn()) for package in (mujoco, cf))
    assert theirs.nskin == 1 and ours.skin(0).name == "glove"
    same(ours, theirs)


CUT = len(skn())
HOSTILE = {
    "nothing": b"",
    "no header": skn()[:15],
    "no vertices": skn()[:40],
    "no bones": skn()[:160],
    "half a bone": skn()[: CUT - 40],
    "a byte too few": skn()[:-1],
    "a byte too many": skn() + b"\0",
    "negative": struct.pack("<4i", -1, 0, 0, 0) + skn()[16:],
    "no weight": skn(weights=(0, 1, 1, 1)),
    "wild vertices": skn(ids=(0, 1, 2, 4)),
    "negative vertices": skn(ids=(0, 1, 2, -1)),
    "unknown body": skn(names=(b"a", b"nobody")),
    "no text": skn(names=(b"a", b"\xff\xfe")),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_files_that_are_none(name):
    for package in (mujoco, cf):
        with pytest.raises(ValueError):
            from_file(package, HOSTILE[name])


# the reference takes these, or ends with them
WORSE = [
    (struct.pack("<4i", 2**31 - 1, 0, 0, 0) + skn()[16:], "too few for 2147483647 vertices"),
    (skn()[:12] + struct.pack("<i", 2**31 - 1) + skn()[16:], "insufficient data in the SKN file, bone 2 of 2147483647"),
    (skn(face=(0, 1, 4)), "vertex 4 does not exist"),
    (skn(face=(0, 1, -1)), "vertex -1 does not exist"),
    (skn(weights=(1, 1, 1, np.nan)), "positive total weight, it has NaN"),
    (skn(weights=(1, 1, 1, np.inf)), "positive total weight, it has inf"),
]


@pytest.mark.parametrize(("content", "message"), WORSE)
def test_what_cannot_be_drawn_is_refused(content, message):
    with pytest.raises(ValueError, match=message):
        from_file(cf, content)


@pytest.mark.parametrize("element", ['<skin file="glove.obj"/>', f'<skin file="glove.SKN" {SHAPE}/>', '<skin name="s"/>', "<skin/>"])
def test_elements_that_are_none(element):
    for package in (mujoco, cf):
        with pytest.raises(ValueError):
            from_file(package, skn(), element)


def test_attachments():
    named = SKIN.replace('material="m"', "")
    child = f"<mujoco model='c'>{WORLD}<asset>{PLAIN}{named}</asset></mujoco>".encode()
    for attach in ("body='a'", "body='b'", ""):
        text = f"""<mujoco><asset><model name='c' file='c.xml'/></asset><worldbody><attach model='c' {attach} prefix='p_'/>
          </worldbody></mujoco>"""
        theirs, ours = (package.MjModel.from_xml_string(text, {"c.xml": child}) for package in (mujoco, cf))
        same(ours, theirs)
    assert theirs.nskin == 2
