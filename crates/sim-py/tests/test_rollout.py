"""Trajectories by several threads, beside MuJoCo's own and beside single steps."""

import copy
import inspect

import mujoco
import mujoco.rollout
import numpy as np
import pytest
from conftest import ARM

import cortenforge.mujoco as cf
from cortenforge.mujoco import rollout

SWING = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .1"><joint name="yaw" axis="0 0 1"/><joint name="pitch" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 1 0 0"/><geom type="box" pos="1 0 0" size=".1 .1 .1"/>
      <site name="tip" pos="1 0 0"/></body>
  </worldbody>
  <actuator><general joint="pitch" gainprm="10"/><general joint="yaw" dyntype="filter" dynprm="1"/></actuator>
  <sensor><accelerometer site="tip"/></sensor>
</mujoco>
"""


def both(xml=SWING):
    return cf.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)


@pytest.mark.parametrize("xml", [SWING, ARM])
def test_beside_mujoco(xml):
    ours, theirs = both(xml)
    random = np.random.default_rng(0)
    start = np.zeros((6, mujoco.mj_stateSize(theirs, mujoco.mjtState.mjSTATE_FULLPHYSICS)))
    start[:, 1 : 1 + theirs.nq] = theirs.qpos0
    control = 0.1 * random.standard_normal((6, 20, theirs.nu))
    want = mujoco.rollout.rollout(theirs, mujoco.MjData(theirs), start, control)
    got = rollout.rollout(ours, cf.MjData(ours), start, control)
    for a, b in zip(got, want, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("chunk", [None, 1, 4, 100])
def test_threads_and_chunks_change_nothing(threads, chunk):
    model, _ = both()
    random = np.random.default_rng(1)
    start = 0.1 * random.standard_normal((13, cf.mj_stateSize(model, rollout.FULLPHYSICS)))
    control = random.standard_normal((13, 9, model.nu))
    want = rollout.rollout(model, cf.MjData(model), start, control)
    worlds = [cf.MjData(model) for _ in range(threads)]
    with rollout.Rollout(nthread=threads) as pool:
        for _ in range(2):
            got = pool.rollout(model, worlds, start, control, chunk_size=chunk)
            for a, b in zip(got, want, strict=True):
                np.testing.assert_array_equal(a, b)
    with pytest.raises(RuntimeError):
        pool.rollout(model, worlds, start, control)


def test_worlds_are_left_as_their_last_trajectory_left_them():
    pool = rollout.Rollout(nthread=2)
    for xml in (SWING, ARM, SWING):
        model, _ = both(xml)
        worlds = [cf.MjData(model) for _ in range(2)]
        views = [world.qpos for world in worlds]
        start = np.zeros((2, cf.mj_stateSize(model, rollout.FULLPHYSICS)))
        start[:, 1 : 1 + model.nq] = model.qpos0
        state, _ = pool.rollout(model, worlds, start, nstep=7)
        np.testing.assert_array_equal(state[0], state[1])
        # a thread that came too late for a trajectory leaves its world alone
        ends = [world for world in worlds if world.time > 0]
        assert ends
        for world in ends:
            np.testing.assert_array_equal(world.qpos, state[0, -1, 1 : 1 + model.nq])
            alone = copy.copy(world)
            cf.mj_forward(model, world)
            cf.mj_forward(model, alone)
            np.testing.assert_array_equal(world.qacc, alone.qacc)
        assert all(world.qpos is view for world, view in zip(worlds, views, strict=True))


def test_signatures():
    def parameters(f):
        return [(p.name, p.kind, p.default) for p in inspect.signature(f).parameters.values()]

    assert parameters(rollout.rollout) == parameters(mujoco.rollout.rollout)
    assert parameters(rollout.Rollout.rollout) == parameters(mujoco.rollout.Rollout.rollout)
    assert rollout.FULLPHYSICS == cf.mjtState.mjSTATE_FULLPHYSICS
    assert rollout.USER == cf.mjtState.mjSTATE_USER


def test_outputs_are_the_callers_memory():
    model, _ = both()
    state = np.empty((2, 3, cf.mj_stateSize(model, rollout.FULLPHYSICS)))
    start = np.zeros(state.shape[-1])
    got, sensors = rollout.rollout(model, cf.MjData(model), start, state=state)
    assert got is state and sensors.shape == (2, 3, 3)
    np.testing.assert_allclose(state[:, :, 0], [[0.002, 0.004, 0.006]] * 2)


def test_any_memory_order():
    model, _ = both()
    random = np.random.default_rng(2)
    start = np.asfortranarray(0.1 * random.standard_normal((4, cf.mj_stateSize(model, rollout.FULLPHYSICS))))
    control = np.asfortranarray(random.standard_normal((4, 5, model.nu)))
    want = rollout.rollout(model, cf.MjData(model), start.copy("C"), control.copy("C"))
    out = np.empty_like(want[0]), np.empty_like(want[1])
    rollout.rollout([model] * 4, [cf.MjData(model)], start, control, nstep=5, state=out[0], sensordata=out[1], skip_checks=True)
    np.testing.assert_array_equal(out[0], want[0])
    with pytest.raises(ValueError, match="contiguous"):
        rollout.rollout([model] * 4, [cf.MjData(model)], start, nstep=5, state=np.asfortranarray(out[0]), skip_checks=True)


def test_several_models():
    model, _ = both()
    heavy = copy.copy(model)
    heavy.body_mass[1] *= 3
    cf.mj_setConst(heavy, cf.MjData(heavy))
    start = np.zeros((2, cf.mj_stateSize(model, rollout.FULLPHYSICS)))
    control = np.ones((2, 8, model.nu))
    state, _ = rollout.rollout([model, heavy], cf.MjData(model), start, control)
    for i, one in enumerate([model, heavy]):
        np.testing.assert_array_equal(state[i : i + 1], rollout.rollout(one, cf.MjData(one), start[i], control[i])[0])
    assert (state[0] != state[1]).any()


def test_callbacks_are_called():
    model, _ = both()
    calls = []
    cf.set_mjcb_control(lambda m, d: calls.append(d.time))
    try:
        start = np.zeros((2, cf.mj_stateSize(model, rollout.FULLPHYSICS)))
        rollout.rollout(model, [cf.MjData(model) for _ in range(2)], start, nstep=3)
    finally:
        cf.set_mjcb_control(None)
    assert len(calls) == 6


def test_bad_arguments():
    model, _ = both()
    data = cf.MjData(model)
    start = np.zeros((2, cf.mj_stateSize(model, rollout.FULLPHYSICS)))
    with pytest.raises(ValueError, match="length 3"):
        rollout.rollout([model] * 3, data, start)
    with pytest.raises(ValueError, match="not compatible"):
        rollout.rollout([model, cf.MjModel.from_xml_string(ARM)], data, start)
    with pytest.raises(ValueError, match="chunk_size"):
        rollout.rollout(model, [data, cf.MjData(model)], start, chunk_size=-1)
    with pytest.raises(ValueError, match="control.size should be 8, got 4"):
        rollout.rollout([model] * 2, [data], start, np.zeros((2, 1, 2)), nstep=2, skip_checks=True)
    with pytest.raises(ValueError, match="other sizes"):
        rollout.rollout(model, cf.MjData(cf.MjModel.from_xml_string(ARM)), start)
