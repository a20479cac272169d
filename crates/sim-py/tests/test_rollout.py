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


HINGE = """
<mujoco>%s
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body><geom size=".01"/></body>
    <body pos="0 0 1"><joint name="%s" axis="0 1 0"/><geom size=".1" pos=".3 0 0" contype="0" conaffinity="0"/></body>
    <body pos="1 0 .09"><freejoint/><geom size=".1"/></body>
  </worldbody>
  <actuator><motor joint="%s" delay=".004" nsample="4"/><motor joint="%s"/></actuator>
</mujoco>
"""


def hinge(option="", name="j"):
    return HINGE % (option, name, name, name)


def bad(place, value=np.nan):
    """Three trajectories of eight steps, of which one gets a bad number."""

    def arguments(engine, model):
        spec = engine.mjtState.mjSTATE_FULLPHYSICS
        data = engine.MjData(model)
        state = np.empty(engine.mj_stateSize(model, spec))
        engine.mj_getState(model, data, state, spec)
        given = {"initial_state": np.tile(state, (3, 1)), "control": np.full((3, 8, model.nu), 0.1)}
        given["initial_warmstart"] = np.zeros((3, model.nv))
        name, *index = place
        if name == "xfrc_applied":
            given["control_spec"] = int(engine.mjtState.mjSTATE_XFRC_APPLIED)  # type: ignore[assignment]
            given["control"] = np.zeros((3, 8, 6 * model.nbody))
            name = "control"
        given[name][tuple(index)] = value
        return data, given

    return arguments


@pytest.mark.parametrize(
    "place",
    [
        ("control", 1, 2, 0),
        ("control", 1, 2, 1),
        ("initial_warmstart", 1, 3),
        ("initial_state", 1, 1),
        ("xfrc_applied", 1, 2, 6),
        ("xfrc_applied", 1, 2, 14),
    ],
)
@pytest.mark.parametrize(
    "option",
    [
        "",
        '<option integrator="RK4"/>',
        '<option integrator="implicit"><flag autoreset="disable"/></option>',
        '<option jacobian="sparse" solver="CG"/>',
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_bad_numbers_beside_mujoco(place, option):
    found = []
    for engine, roll in ((mujoco, mujoco.rollout.rollout), (cf, rollout.rollout)):
        model = engine.MjModel.from_xml_string(hinge(option))
        data, given = bad(place)(engine, model)
        engine.set_mju_user_warning(lambda text: None)
        try:
            state, _ = roll(model, data, **given)
        finally:
            engine.set_mju_user_warning(None)
        found.append((state, [warning.number for warning in data.warning]))
    np.testing.assert_allclose(found[1][0], found[0][0], rtol=1e-8, atol=1e-10)
    assert found[1][1] == found[0][1]


@pytest.mark.parametrize(("place", "value"), [(5, 100.0), (9, 7.0)])
def test_histories_out_of_order_beside_mujoco(place, value):
    xml = hinge().replace('<freejoint/><geom size=".1"/>', "")
    found = []
    for engine, roll in ((mujoco, mujoco.rollout.rollout), (cf, rollout.rollout)):
        model = engine.MjModel.from_xml_string(xml)
        data, given = bad(("control", 0, 0, 0), 0.2)(engine, model)
        # time, position, velocity; then a user's number, the cursor, the times
        given["initial_state"][:, 4 if place == 9 else place] = value
        found.append(roll(model, data, **given)[0])
    np.testing.assert_allclose(found[1], found[0], rtol=1e-8, atol=1e-10)


def test_warnings_reach_the_user():
    model = cf.MjModel.from_xml_string(hinge())
    data, given = bad(("initial_state", 1, 1))(cf, model)
    messages: list[str] = []
    cf.set_mju_user_warning(messages.append)
    try:
        rollout.rollout(model, [data, cf.MjData(model)], **given)
    finally:
        cf.set_mju_user_warning(None)
    assert len(messages) == 1 and "QPOS" in messages[0]
    with pytest.warns(RuntimeWarning, match="QPOS"):
        rollout.rollout(model, data, **given)


def test_models_may_differ_where_worlds_do_not():
    found = []
    for engine, roll in ((mujoco, mujoco.rollout.rollout), (cf, rollout.rollout)):
        key = hinge(name="joint").replace("</mujoco>", '<keyframe><key name="a"/></keyframe></mujoco>')
        models = [engine.MjModel.from_xml_string(xml) for xml in (hinge(), key)]
        models[1].body_gravcomp[2] = 1
        engine.mj_setConst(models[1], engine.MjData(models[1]))
        _, given = bad(("control", 0, 0, 0), 0.2)(engine, models[0])
        given = {name: array[:2] for name, array in given.items()}
        found.append(roll(models, engine.MjData(models[0]), **given)[0])
    np.testing.assert_allclose(found[1], found[0], rtol=1e-8, atol=1e-10)
    assert (found[1][0] != found[1][1]).any()


def test_what_callbacks_add_stays_within_a_chunk():
    found = []
    for engine, roll in ((mujoco, mujoco.rollout.rollout), (cf, rollout.rollout)):
        model = engine.MjModel.from_xml_string(hinge())
        data, given = bad(("control", 0, 0, 0), 0.2)(engine, model)
        given |= {"control": None, "control_spec": 0, "nstep": 2}

        def count(_, d):
            d.ctrl[1] += 1

        engine.set_mjcb_control(count)
        try:
            found.append((roll(model, data, **given)[0], data.ctrl[1]))
        finally:
            engine.set_mjcb_control(None)
    np.testing.assert_allclose(found[1][0], found[0][0], rtol=1e-8, atol=1e-10)
    assert found[1][1] == found[0][1]


def test_unchecked_arguments_are_converted():
    model = cf.MjModel.from_xml_string(hinge())
    _, given = bad(("control", 0, 0, 0), 0.2)(cf, model)
    state = np.empty((3, 8, given["initial_state"].shape[1]))
    want, _ = rollout.rollout(model, cf.MjData(model), given["initial_state"], given["control"].astype("f4"))
    lists = {"initial_state": given["initial_state"].tolist(), "control": given["control"].astype("f4")}
    rollout.rollout([model] * 3, [cf.MjData(model)], **lists, nstep=8, state=state, skip_checks=True)
    np.testing.assert_array_equal(state, want)
    with pytest.raises(TypeError):
        rollout.rollout([model] * 3, [cf.MjData(model)], **lists, nstep=8, control_spec=64.0, skip_checks=True)  # type: ignore[arg-type]
    assert rollout.Rollout(nthread=-1).rollout(model, cf.MjData(model), np.array(lists["initial_state"]))[0].shape[0] == 3
