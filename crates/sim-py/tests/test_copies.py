"""copy, deepcopy and pickle."""

import copy
import pickle

import numpy as np
import pytest

import cortenforge.mujoco as cf
from test_arrays import arrays


def same(x, y):
    for name in arrays(type(x)):
        np.testing.assert_array_equal(getattr(x, name), getattr(y, name), err_msg=name)
        assert getattr(x, name).shape == getattr(y, name).shape


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_model(both, twin):
    m = both[1]
    m.opt.timestep = 0.123
    m.vis.map.znear = 0.5
    other = twin(m)
    assert type(other) is cf.MjModel and other is not m
    same(other, m)
    assert other.opt == m.opt and other.stat == m.stat and other.vis == m.vis and other.names == m.names
    other.qpos0[:] = 7
    assert not (m.qpos0 == 7).any()


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_data(arm, twin):
    m = arm[1]
    m.opt.disableflags |= cf.mjtDisableBit.mjDSBL_CONTACT
    d = cf.MjData(m)
    d.qvel[:] = 0.1
    cf.mj_forward(m, d)
    d.time = 3
    other = twin(d)
    same(other, d)
    assert other.time == 3 and other.nefc == d.nefc > 0
    assert (other.model is m) == (twin is copy.copy)
    other.qpos[:] = 5
    assert d.qpos[0] == 0
    for world in [d, other]:
        world.qpos[:] = m.qpos0
        cf.mj_step(m if world is d else other.model, world)
    same(other, d)


def copied(d):
    other = cf.MjData(d.model)
    cf.mj_copyData(other, d.model, d)
    return other


@pytest.mark.parametrize("twin", [copy.copy, copied, lambda x: pickle.loads(pickle.dumps(x))])
@pytest.mark.parametrize("solver", ["mjSOL_NEWTON", "mjSOL_PGS"])
def test_a_copy_goes_on_in_the_middle_of_a_pass(arm, twin, solver):
    m = arm[1]
    m.opt.solver = getattr(cf.mjtSolver, solver)
    m.dof_frictionloss[:] = 0.1
    d = cf.MjData(m)
    d.qvel[:] = 0.1
    cf.mj_forward(m, d)
    assert d.nefc >= m.nv
    other = twin(d)
    for world in (d, other):
        world.qfrc_applied[:] = 0.3
        cf.mj_forwardSkip(m, world, cf.mjtStage.mjSTAGE_VEL, 1)
    np.testing.assert_array_equal(other.qacc, d.qacc)
    np.testing.assert_array_equal(other.efc_force, d.efc_force)


def test_foreign_pickles_are_refused():
    with pytest.raises(ValueError, match="not a stored model"):
        cf.MjModel._from_state({})
    m = cf.MjModel.from_xml_string("<mujoco/>")
    _, (state,) = m.__reduce__()
    state["sizes"]["nbody"] = 10**15
    with pytest.raises(ValueError, match="is no size"):
        cf.MjModel._from_state(state)
    state["sizes"]["nbody"] = 10**9
    with pytest.raises(ValueError, match="its sizes ask for"):
        cf.MjModel._from_state(state)
    state["sizes"]["nbody"] = "x"
    with pytest.raises(ValueError, match="no whole number"):
        cf.MjModel._from_state(state)
