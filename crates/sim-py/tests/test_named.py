"""Access by name gives what the reference gives."""

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

KINDS = (
    "body joint jnt geom site camera cam light mesh skin hfield tex texture mat material pair exclude equality eq tendon "
    "actuator sensor numeric tuple keyframe key"
).split()
DATA_KINDS = "body joint jnt geom site camera cam light tendon ten actuator sensor".split()

# where the reference reads a sparse array as if it were dense
SPARSE = {"moment", "J_colind"}


def compare(ours, theirs):
    assert (ours.id, ours.name) == (theirs.id, theirs.name)
    assert f"_Mj{type(ours).__name__}Views" == type(theirs).__name__
    names = {n for n in dir(theirs) if not n.startswith("__") and n != "_pybind11_conduit_v1_"}
    missing = names - set(dir(ours))
    assert not missing
    for name in names - SPARSE - {"id", "name"}:
        x, y = getattr(ours, name), getattr(theirs, name)
        if name == "_lengthspring" or name == "lengthspring":
            assert x.shape == (2,)  # the reference shows the first of the two
            continue
        assert x.shape == y.shape, (name, x.shape, y.shape)
        np.testing.assert_array_equal(x, y, err_msg=name)
        # the reference narrows these here, not in the arrays of the model
        assert x.dtype == y.dtype or (x.dtype, y.dtype) in [(bool, np.uint8), (np.int64, np.int32)], name


@pytest.mark.parametrize("kind", KINDS)
def test_model(arm, kind):
    theirs, ours = arm
    count = 0
    while True:
        try:
            other = getattr(theirs, kind)(count)
        except IndexError:
            break
        compare(getattr(ours, kind)(count), other)
        if other.name:
            assert getattr(ours, kind)(other.name).id == count
            assert getattr(ours, kind)(name=other.name).id == count
        count += 1
    assert count > 0


@pytest.mark.parametrize("kind", DATA_KINDS)
def test_data(arm, kind):
    theirs, ours = (mujoco.MjData(arm[0]), cf.MjData(arm[1]))
    for d in theirs, ours:
        d.qpos[:] = np.arange(d.qpos.size)
        d.ctrl[:] = 0.5
    count = 0
    while True:
        try:
            other = getattr(theirs, kind)(count)
        except IndexError:
            break
        compare(getattr(ours, kind)(count), other)
        count += 1
    assert count > 0


def test_parts_are_live(arm):
    _, m = arm
    d = cf.MjData(m)
    m.body("upper").mass = 5
    m.geom("box").rgba[3] = 0.5
    d.joint("root").qpos[:3] = 9
    d.actuator("push").ctrl = 2
    assert m.body_mass[2] == 5 and m.geom_rgba[1, 3] == 0.5 and d.ctrl[1] == 2
    np.testing.assert_array_equal(d.qpos[:3], 9)
    np.testing.assert_array_equal(m.tendon("cable").J_colind, [9, 10])


@pytest.mark.parametrize("call", ["body('zz')", "body()", "body(99)", "body(-1)", "mesh('x')", "key('x')", "geom('x')"])
def test_errors(arm, call):
    theirs, ours = arm
    with pytest.raises((KeyError, IndexError)) as expected:
        eval(f"theirs.{call}")
    with pytest.raises(expected.type) as found:
        eval(f"ours.{call}")
    assert str(found.value) == str(expected.value)


@pytest.mark.parametrize("key", [1.0, None, b"base", ()])
def test_bad_keys(arm, key):
    with pytest.raises((TypeError, KeyError)):
        arm[1].body(key)


def test_text(arm):
    assert arm[1].text("note").data == b"hello\0"


def test_repr(arm):
    theirs, ours = arm
    assert repr(ours.sensor("angle")).startswith("<_MjModelSensorViews\n  adr: array([0], dtype=int32)\n")
    assert repr(cf.MjData(ours).sensor("where")) == repr(mujoco.MjData(theirs).sensor("where"))


def test_ids_and_names(arm):
    theirs, ours = arm
    for kind in mujoco.mjtObj.__members__.values():
        kind = int(kind)
        for id in range(-1, 8):
            assert cf.mj_id2name(ours, kind, id) == mujoco.mj_id2name(theirs, kind, id)
        for name in ["base", "elbow", "lift", "", "none"]:
            assert cf.mj_name2id(ours, kind, name) == mujoco.mj_name2id(theirs, kind, name)
    assert cf.mj_name2id(ours, cf.mjtObj.mjOBJ_BODY, "base") == 1
