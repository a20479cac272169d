"""Bad numbers, callbacks and timers: what mj_step and its relatives do beside physics, as the reference does it."""

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

PENDULUM = """
<mujoco>
  <option timestep="0.01" integrator="{integrator}"/>
  <worldbody>
    <geom type="plane" size="1 1 .1" pos="0 0 -2"/>
    <body><joint name="swing" type="hinge" axis="0 1 0" damping=".1"/><geom size=".1" pos="1 0 0"/>
      <site name="tip" pos="1 0 0"/>
    </body>
    <body pos="3 0 0"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody>
  <actuator><motor joint="swing"/></actuator>
  <sensor><user dim="2" needstage="vel" cutoff="1.5" datatype="real"/><jointpos joint="swing"/></sensor>
</mujoco>
"""

INTEGRATORS = ["Euler", "RK4", "implicit", "implicitfast"]


def pair(integrator="Euler"):
    worlds = []
    for engine in (cf, mujoco):
        model = engine.MjModel.from_xml_string(PENDULUM.format(integrator=integrator))
        worlds.append((engine, model, engine.MjData(model)))
    return worlds


def counters(data):
    return [(entry.number, entry.lastinfo) for entry in data.warning]


@pytest.fixture(autouse=True)
def quiet(tmp_path, monkeypatch):
    # MuJoCo writes a log file where it runs
    monkeypatch.chdir(tmp_path)
    heard: list[object] = []
    for engine in (cf, mujoco):
        engine.set_mju_user_warning(heard.append)
    yield heard
    for engine in (cf, mujoco):
        engine.set_mju_user_warning(None)
        engine.mj_resetCallbacks()


@pytest.mark.parametrize("autoreset", [True, False])
@pytest.mark.parametrize("field", ["qpos", "qvel", "ctrl", "qfrc_applied"])
@pytest.mark.parametrize("value", [np.nan, 1e11])
def test_bad_numbers(field, value, autoreset, quiet):
    results = []
    for engine, model, data in pair():
        if not autoreset:
            model.opt.disableflags |= engine.mjtDisableBit.mjDSBL_AUTORESET
        for _ in range(3):
            engine.mj_step(model, data)
        getattr(data, field)[0] = value
        for _ in range(2):
            engine.mj_step(model, data)
        results.append((counters(data), data.time, data.qpos.copy(), data.ctrl.copy()))
    (ours, theirs) = results
    assert ours[0] == theirs[0] and ours[1] == theirs[1]
    # without a reset, MuJoCo's solver carries bad numbers to bodies that have nothing to do with each other
    compared = np.isfinite(theirs[2])
    np.testing.assert_allclose(ours[2][compared], theirs[2][compared], atol=1e-12)
    assert np.isfinite(ours[2][0]) == np.isfinite(theirs[2][0])
    np.testing.assert_array_equal(ours[3], theirs[3])
    assert len(quiet) >= 2


def test_checks(quiet):
    for engine, model, data in pair():
        data.qpos[1] = np.inf
        engine.mj_checkPos(model, data)
        assert counters(data)[int(engine.mjtWarning.mjWARN_BADQPOS)] == (1, 1)
        assert data.qpos[1] == model.qpos0[1]
        data.warning[3].number = 5
        assert data.warning.number[3] == 5
    assert len(quiet) == 2


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_control_and_passive_callbacks(integrator):
    results = []
    for engine, model, data in pair(integrator):
        calls: list[object] = []

        def control(m, d, calls=calls):
            calls.append("control")
            d.ctrl[0] = np.cos(3 * d.qpos[0] + d.time)

        def passive(m, d, calls=calls):
            calls.append("passive")
            d.qfrc_passive[0] -= 2 * d.qpos[0]

        engine.set_mjcb_control(control)
        engine.set_mjcb_passive(passive)
        assert engine.get_mjcb_control() is control
        for _ in range(30):
            engine.mj_step(model, data)
        engine.mj_step1(model, data)
        engine.mj_step2(model, data)
        engine.mj_forward(model, data)
        engine.mj_inverse(model, data)
        results.append((data.qpos.copy(), data.qfrc_inverse.copy(), calls))
        engine.mj_resetCallbacks()
        engine.mj_step(model, data)
        assert calls == results[-1][2]
    (ours, theirs) = results
    np.testing.assert_allclose(ours[0], theirs[0], atol=1e-10)
    np.testing.assert_allclose(ours[1], theirs[1], atol=1e-8)
    assert ours[2] == theirs[2]


def test_sensor_callback():
    for engine, model, data in pair():
        stages: list[object] = []

        def sense(m, d, stage, stages=stages):
            stages.append(int(stage))
            d.sensordata[:2] = [7, -7]

        engine.set_mjcb_sensor(sense)
        engine.mj_forward(model, data)
        np.testing.assert_array_equal(data.sensordata[:2], [1.5, -1.5])
        assert 2 in stages


def test_a_callback_that_fails():
    _, model, data = pair("RK4")[0]
    before = data.qpos.copy()

    def control(m, d):
        if d.time > 0:
            raise KeyError("stop")

    cf.set_mjcb_control(control)
    with pytest.raises(KeyError):
        cf.mj_step(model, data)
    np.testing.assert_array_equal(data.qpos, before)
    cf.set_mjcb_control(None)
    cf.mj_step(model, data)
    assert data.time == model.opt.timestep


def test_what_is_not_a_callback():
    with pytest.raises(TypeError):
        cf.set_mjcb_control(3)  # type: ignore[arg-type]
    with pytest.raises(NotImplementedError):
        cf.set_mjcb_contactfilter(lambda *_: 0)
    cf.set_mjcb_contactfilter(None)
    assert cf.get_mjcb_contactfilter() is None


def test_timers():
    _, model, data = pair()[0]
    cf.mj_step(model, data, 5)
    cf.mj_forward(model, data)
    assert [data.timer[k].number for k in range(3)] == [5, 1, 0] and data.timer[0].duration > 0
    assert len(data.timer) == int(cf.mjtTimer.mjNTIMER)
    cf.mj_resetData(model, data)
    assert data.timer[0].number == 0


def test_integrators_by_name():
    for function, integrator in [("mj_Euler", "Euler"), ("mj_implicit", "implicit"), ("mj_RungeKutta", "RK4")]:
        results = []
        for engine, model, data in pair(integrator):
            data.qvel[0] = 1
            engine.mj_forward(model, data)
            getattr(engine, function)(model, data, *([4] if integrator == "RK4" else []))
            results.append(np.concatenate([[data.time], data.qpos, data.qvel]))
        np.testing.assert_allclose(results[0], results[1], atol=1e-12)


def test_a_world_serves_models_of_the_same_sizes():
    body = "<body pos='.5 0 0'><joint axis='0 1 0' damping='1'/><geom size='.1' pos='.2 0 .1'/>{}</body>"
    leaf = body.format("")
    trees = [body.format(branches) for branches in (body.format(leaf) + leaf, leaf + body.format(leaf))]
    first, second = (cf.MjModel.from_xml_string(f"<mujoco><worldbody>{tree}</worldbody></mujoco>") for tree in trees)
    used, new = cf.MjData(first), cf.MjData(second)
    cf.mj_step(first, used, 5)
    cf.mj_resetData(second, new)
    for d in (used, new):
        d.time, d.qpos[:], d.qvel[:], d.qacc_warmstart[:] = 0, 0.1, 0.2, 0
        cf.mj_step(second, d, 3)
    np.testing.assert_array_equal(used.qpos, new.qpos)
    np.testing.assert_array_equal(used.qLD, new.qLD)
    other = cf.MjData(first)
    cf.mj_copyData(other, second, used)
    for d in (used, other):
        d.qfrc_applied[:] = 0.5
        cf.mj_forwardSkip(second, d, cf.mjtStage.mjSTAGE_VEL, 1)
    np.testing.assert_array_equal(used.qacc, other.qacc)
