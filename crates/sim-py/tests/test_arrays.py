"""Names, element types and shapes of arrays and sizes are the reference's; arrays are live views."""

import copy
import gc
import weakref

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf
from conftest import PENDULUM, mirror


def attributes(cls, chosen):
    infos = {n: a for n, a in vars(cls).items() if type(a).__name__ == "_Attribute"}
    return {n: a for n, a in infos.items() if chosen(a.kind)}


def arrays(cls):
    return attributes(cls, lambda kind: " array (" in kind)


def test_sizes(both):
    theirs, ours = both
    names = attributes(cf.MjModel, lambda kind: kind == "int")
    assert len(names) > 90
    for name in names:
        assert getattr(ours, name) == getattr(theirs, name), name


def test_model_arrays(both):
    theirs, ours = both
    assert len(arrays(cf.MjModel)) > 300
    for name in arrays(cf.MjModel):
        x, y = getattr(ours, name), getattr(theirs, name)
        assert (x.dtype, x.shape) == (y.dtype, y.shape), name
        np.testing.assert_array_equal(x, y, err_msg=name)


def test_model_bytes(both):
    theirs, ours = both
    for name in ["names", "paths", "text_data"]:
        assert getattr(ours, name) == getattr(theirs, name)
        assert getattr(ours, name) is getattr(ours, name)


def test_data_arrays(both):
    theirs, ours = both
    x, y = cf.MjData(ours), mujoco.MjData(theirs)
    for name in arrays(cf.MjData):
        mine, other = getattr(x, name), getattr(y, name)
        assert (mine.dtype, mine.shape) == (other.dtype, other.shape), name
    for name in attributes(cf.MjData, lambda kind: kind == "int"):
        assert getattr(x, name) == getattr(y, name), name
    np.testing.assert_array_equal(x.qpos, y.qpos)
    np.testing.assert_array_equal(x.mocap_pos, y.mocap_pos)


#: What models and worlds can do under names of this package.
NATIVE = {"from_file", "from_string", "make_data", "set_const", "step", "forward", "inverse", "reset", "contacts"}


def test_names_exist_in_the_reference(arm):
    theirs, ours = arm
    for x, y in [(ours, theirs), (cf.MjData(ours), mujoco.MjData(theirs))]:
        extra = {n for n in dir(x) if not n.startswith("_")} - set(dir(y))
        assert extra <= {"text", "equality", "eq", "limits"} | NATIVE


def test_identity_and_dir(arm):
    _, m = arm
    d = cf.MjData(m)
    for object in [m, d]:
        for name in arrays(type(object)):
            assert name in dir(object)
            if not name.startswith(("efc_", "iacc", "iefc_", "ifrc_", "island_", "map_efc", "map_iefc")):
                assert getattr(object, name) is getattr(object, name), name
    assert m.opt is m.opt and m.vis is m.vis and m.vis.rgba is m.vis.rgba
    assert m.opt.gravity is m.opt.gravity and m.vis.rgba.fog is m.vis.rgba.fog
    assert d.model is m and d.energy is d.energy


def test_views_are_the_memory(arm):
    _, m = arm
    m.body_pos[2] = [7, 8, 9]
    m.opt.gravity[:] = [1, 2, 3]
    twin = copy.copy(m)
    np.testing.assert_array_equal(twin.body_pos[2], [7, 8, 9])
    np.testing.assert_array_equal(twin.opt.gravity, [1, 2, 3])
    twin.body_pos[:] = 0
    assert m.body_pos[2, 0] == 7


def test_assignment_copies(arm):
    theirs, ours = arm
    values = np.arange(theirs.nq)
    for m in [theirs, ours]:
        before = m.qpos0
        m.qpos0 = values
        assert m.qpos0 is before
        m.body_pos += 1
        m.jnt_limited = 1
        m.dof_damping = np.float32(0.5)
    np.testing.assert_array_equal(ours.qpos0, theirs.qpos0)
    np.testing.assert_array_equal(ours.body_pos, theirs.body_pos)
    assert ours.jnt_limited.all() and ours.jnt_limited.dtype == bool
    for bad in [np.zeros(3), "a", np.zeros((theirs.nq, 1))]:
        with pytest.raises(ValueError) as ours_says:
            ours.qpos0 = bad
        with pytest.raises(ValueError) as theirs_says:
            theirs.qpos0 = bad
        assert str(ours_says.value) == f"`qpos0` has shape ({theirs.nq},): {theirs_says.value}"


@pytest.mark.parametrize("name", ["nq", "names", "opt", "vis", "stat", "no_such_thing"])
def test_what_cannot_be_set(arm, name):
    with pytest.raises(AttributeError):
        setattr(arm[1], name, 1)
    with pytest.raises(AttributeError):
        delattr(arm[1], name)


def test_arrays_keep_their_memory(arm):
    m = arm[1]
    m.qpos0[:] = 3
    array, gravity, row = m.qpos0, m.opt.gravity, m.body("upper").pos
    del m, arm
    gc.collect()
    np.testing.assert_array_equal(array, 3)
    assert gravity.shape == (3,) and row.shape == (3,)


def test_models_do_not_leak():
    m = mirror(mujoco.MjModel.from_xml_string(PENDULUM))
    array = m.qpos0  # cached in the model, whose memory it shares
    gone = weakref.ref(m)
    del m
    assert gone() is None
    assert array.shape == (1,)


def test_row_arrays_can_be_written_and_not_assigned(arm):
    d = cf.MjData(arm[1])
    cf.mj_forward(arm[1], d)
    assert d.efc_force.flags.writeable and d.efc_force is d.efc_force
    with pytest.raises(AttributeError):
        d.efc_J = 1  # type: ignore[assignment, misc]
    before = d.efc_force
    cf.mj_forward(arm[1], d)
    assert d.efc_force is not before, "the rows of before are an array of their own"
