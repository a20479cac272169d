"""Many worlds stepped together."""

import copy
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import cortenforge
import cortenforge.mujoco as cf

SLIDE = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .3"><freejoint/><geom name="ball" size=".1"/></body>
    <body pos="1 0 1"><joint name="swing" axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/></body>
  </worldbody>
  <actuator><motor joint="swing"/></actuator>
  <sensor><jointpos joint="swing"/></sensor>
</mujoco>
"""


@pytest.fixture
def model():
    return cf.MjModel.from_xml_string(SLIDE)


@pytest.mark.parametrize("threads", [None, 1, 2, 3, 8])
def test_equals_single_worlds(model, threads):
    batch = cortenforge.BatchSim(model, 7, threads=threads)
    control = np.linspace(-1, 1, 7)[:, None]
    batch.set("ctrl", control)
    assert batch.step(150) == [None] * 7
    states = batch.get_state()
    for i, ctrl in enumerate(control):
        alone = cf.MjData(model)
        alone.ctrl[:] = ctrl
        cf.mj_step(model, alone, 150)
        want = np.empty(states.shape[1])
        cf.mj_getState(model, alone, want, cf.mjtState.mjSTATE_INTEGRATION)
        np.testing.assert_array_equal(states[i], want)
        np.testing.assert_array_equal(batch[i].xpos, alone.xpos)
        assert batch[i].ncon == alone.ncon > 0


def test_views_and_copies(model):
    batch = cortenforge.BatchSim(model, 3)
    view = batch[1].qpos
    batch.step(5)
    out = np.zeros((3, model.nq))
    assert batch.get("qpos", out) is out
    np.testing.assert_array_equal(out[1], view)
    assert view is batch[1].qpos
    view[0] = 4.0
    assert batch.get("qpos")[1, 0] == 4.0
    single = batch.get("xpos", np.empty((3, model.nbody, 3), np.float32))
    np.testing.assert_allclose(single, batch.get("xpos"), rtol=1e-6)
    np.testing.assert_allclose(batch.get("time"), 5 * model.opt.timestep)
    batch.set("time", 0.0)
    assert [world.time for world in batch] == [0.0] * 3
    for name in ["efc_J", "nothing", "model"]:
        with pytest.raises(KeyError):
            batch.get(name)
    with pytest.raises(ValueError):
        batch.get("qpos", np.empty((2, model.nq)))
    np.testing.assert_array_equal(batch.get("qpos", np.empty((3, model.nq), order="F")), batch.get("qpos"))


def test_errors_stay_in_their_world(model):
    batch = cortenforge.BatchSim(model, 4)
    batch[2].qpos[0] = np.nan
    for _ in range(2):
        errors = batch.step()
        assert [error is None for error in errors] == [True, True, False, True]
        assert "qpos[0]" in str(errors[2]) and batch.errors == errors
    batch.reset([False, False, True, False])
    assert batch.step() == [None] * 4
    np.testing.assert_allclose(batch.get("time"), np.array([3, 3, 1, 3]) * model.opt.timestep)
    batch.reset()
    assert not batch.get("time").any()


def test_states_come_back(model):
    batch = cortenforge.BatchSim(model, 3)
    batch.set("qvel", np.arange(3 * model.nv).reshape(3, -1) * 0.01)
    batch.step(10)
    saved = batch.get_state()
    batch.step(10)
    after = batch.get_state()
    batch.set_state(saved)
    batch.step(10)
    np.testing.assert_array_equal(batch.get_state(), after)
    batch.set_state(saved[0])
    assert np.ptp(batch.get_state(), axis=0).max() == 0


def test_overrides(model):
    batch = cortenforge.BatchSim(model, 3)
    mass = np.tile(model.body_mass, (2, 1))
    mass[:, 1] *= [2, 3]
    batch.override([0, 2], body_mass=mass)
    assert batch.model_of(1) is model and batch.model_of(2).body_mass[1] == mass[1, 1]
    own = batch.model_of(2)
    np.testing.assert_allclose(own.body_invweight0[1], model.body_invweight0[1] / [3, 1], rtol=1e-12)
    pose = model.qpos0.copy()
    pose[2] = 2.0
    batch.override(qpos0=pose)
    assert batch.model_of(2).body_mass[1] == mass[1, 1]
    batch.reset()
    assert (batch.get("qpos")[:, 2] == 2.0).all()
    batch.clear_override()
    batch.reset()
    assert (batch.get("qpos")[:, 2] == model.qpos0[2]).all()


def test_others_run_while_it_steps(model):
    batch = cortenforge.BatchSim(model, 64)
    counted = []
    done = threading.Event()

    def count():
        while not done.is_set():
            counted.append(1)
            done.wait(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    batch.step(300)
    done.set()
    thread.join()
    assert len(counted) > 3


def test_contact_objects_follow(model):
    batch = cortenforge.BatchSim(model, 2)
    batch.step(150)
    contact = batch[0].contact[0]
    before = contact.pos.copy()
    batch[0].qvel[0] = 1.0
    batch.step(20)
    assert contact.pos[0] > before[0]


def test_empty(model):
    batch = cortenforge.BatchSim(model, 0)
    assert len(batch) == 0 and batch.step() == [] and batch.get_state().shape[0] == 0
    for bad in [(-1, None), (1, 0)]:
        with pytest.raises(ValueError):
            cortenforge.BatchSim(model, bad[0], threads=bad[1])


@pytest.mark.parametrize("threads", [None, 1, 2])
def test_controls_and_results_go_with_the_step(model, threads):
    together, apart = (cortenforge.BatchSim(model, 5, threads=threads) for _ in range(2))
    spec = cf.mjtState.mjSTATE_FULLPHYSICS
    state = np.empty((5, cf.mj_stateSize(model, spec)))
    sensordata = np.empty((5, model.nsensordata))
    control = np.linspace(-1, 1, 50).reshape(10, 5, model.nu).swapaxes(0, 1)
    for t in range(10):
        assert together.step(2, ctrl=control[:, t], state=state, sensordata=sensordata) == [None] * 5
        apart.set("ctrl", control[:, t])
        apart.step(2)
        np.testing.assert_array_equal(state, apart.get_state(spec))
        np.testing.assert_array_equal(sensordata, apart.get("sensordata"))
    assert state[:, 0] == pytest.approx(20 * model.opt.timestep)
    together[3].qpos[0] = np.nan
    errors = together.step(state=state)
    assert [error is None for error in errors] == [True, True, True, False, True] and np.isnan(state[3, 1])
    for wrong in (
                {"state": np.zeros((5, 2))},
        {"sensordata": np.zeros((6, model.nsensordata))},
    ):
        with pytest.raises(ValueError, match=f"`{next(iter(wrong))}` has shape .*: give .5, "):
            together.step(**wrong)
    with pytest.raises(ValueError, match=r"'ctrl' has shape \(5, 1\), not \(4, 1\)"):
        together.step(ctrl=np.zeros((4, model.nu)))
    with pytest.raises(ValueError, match="`state` is not contiguous"):
        together.step(state=np.empty((state.shape[1], 5)).T)


def test_a_world_goes_on_by_itself_in_the_middle_of_a_pass(model):
    batch = cortenforge.BatchSim(model, 2, threads=1)
    batch.step(200)
    alone = copy.copy(batch[1])
    batch.forward()
    cf.mj_forward(model, alone)
    for world in (batch[1], alone):
        world.ctrl[0] = 0.5
        cf.mj_forwardSkip(model, world, cf.mjtStage.mjSTAGE_VEL, 0)
    assert alone.nefc > 0
    np.testing.assert_array_equal(batch[1].qacc, alone.qacc)
    np.testing.assert_array_equal(batch[1].efc_force, alone.efc_force)


SLEEPY = """<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="5 5 1"/>
<body pos="1 0 1"><joint name="swing" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/></body>
<body pos="0 0 .1" sleep="init"><freejoint/><geom size=".1"/></body></worldbody>
<actuator><motor joint="swing"/></actuator><sensor><jointpos joint="swing"/></sensor></mujoco>"""


def break_engine(batch, worlds):
    """Makes the engine itself fail in some worlds: the lists of what is awake, which it keeps, name bodies that do not exist."""
    for i in worlds:
        batch[i].body_awake_ind[:] = 10**6
    return batch.step()


def test_a_failure_of_the_engine_stays_in_its_world():
    model = cf.MjModel.from_xml_string(SLEEPY)
    batch, twin = (cortenforge.BatchSim(model, 4, threads=2) for _ in range(2))
    batch[1].qfrc_applied[0] = twin[1].qfrc_applied[0] = 3.0
    held = batch[1].qpos
    errors = break_engine(batch, [0, 1])
    twin.step()
    assert [error is None for error in errors] == [False, False, True, True]
    spec = cf.mjtState.mjSTATE_FULLPHYSICS
    state = np.full((4, cf.mj_stateSize(model, spec)), 7.0)
    sensordata = np.full((4, model.nsensordata), 7.0)
    again = batch.step(state=state, sensordata=sensordata)
    assert [str(e) for e in again[:2]] == [str(e) for e in errors[:2]], "the first error is repeated"
    assert again[1] is not None and again[1].kind == "Panicked" and again[1].world == 1
    twin.step()
    assert np.isnan(state[:2]).all() and np.isnan(sensordata[:2]).all()
    np.testing.assert_array_equal(state[2:], twin.get_state(spec)[2:])
    # everything goes on for the others, while two worlds are broken
    assert batch.get("qpos").shape == (4, model.nq)
    batch.set("ctrl", 0.1)
    twin.set("ctrl", 0.1)
    batch.override([3], body_mass=2 * model.body_mass)
    batch.clear_override([3])
    batch.reset([False, True, False, False])
    twin.reset([False, True, False, False])
    assert batch[1].time == batch.get("time")[1] == 0.0 and batch.errors[1] is None
    assert batch[1].qfrc_applied[0] == 3.0, "applied forces are kept"
    assert held.shape == (model.nq,), "views of the old world stay"
    batch.set("ctrl", 0.1)
    twin.set("ctrl", 0.1)
    for _ in range(3):
        assert [e is None for e in batch.step()] == [False, True, True, True]
        twin.step()
    np.testing.assert_array_equal(batch.get_state()[1:], twin.get_state()[1:])
    batch.reset()
    assert batch.step() == [None] * 4


def test_worlds_are_chosen_by_masks_or_numbers(model):
    batch = cortenforge.BatchSim(model, 3)
    batch.step()
    batch.reset([0, -1])
    assert (batch.get("time") > 0).tolist() == [False, True, False]
    batch.override([False, True, True], body_mass=3 * model.body_mass)
    assert [batch.model_of(i) is model for i in range(3)] == [True, False, False]
    batch.clear_override(np.array([1]))
    assert [batch.model_of(i) is model for i in range(3)] == [True, True, False]
    batch.reset([])
    for mask in ([True] * 9, [True]):
        with pytest.raises(ValueError, match=f"the mask has {len(mask)} entries: give one for each of the 3 worlds"):
            batch.reset(mask)
    with pytest.raises(IndexError, match="no world 3 in a batch of 3"):
        batch.override([3])


def test_overrides_of_options_and_of_what_is_counted(model):
    batch = cortenforge.BatchSim(model, 3)
    batch.override([1, 2], gravity=[[0, 0, 0], [0, 0, 1]], timestep=[0.001, 0.004])
    batch.override([0], body_gravcomp=1.0)
    batch.override([0], body_gravcomp=[0.0, 1.0, 0.5])
    assert batch.model_of(0).ngravcomp == 2
    batch.step(10)
    np.testing.assert_allclose(batch.get("time"), [0.02, 0.01, 0.04])
    rise = batch.get("qpos")[:, 2] - model.qpos0[2]
    assert abs(rise[0]) < 1e-12 and rise[1] == 0 and rise[2] > 0
    assert model.opt.timestep == 0.002
    assert batch[1].model is batch.model_of(1) is not model
    alone = cf.MjData(batch.model_of(2))
    cf.mj_step(alone.model, alone, 10)
    np.testing.assert_array_equal(batch[2].qpos, alone.qpos)
    for name in ["nothing", "nq", "names", "_address"]:
        with pytest.raises(KeyError, match="neither an array nor an option"):
            batch.override(**{name: 1})
    with pytest.raises(TypeError):
        batch.override(geom_contype=0.5)
    with pytest.raises(ValueError, match="'body_mass' has shape"):
        batch.override([0, 1], body_mass=np.ones((3, model.nbody)))


@pytest.mark.parametrize("bad", [{"body_parentid": [0, 2, 1]}, {"sensor_adr": 99}, {"geom_bodyid": 99}])
def test_overrides_that_make_no_sense_change_nothing(model, bad):
    batch = cortenforge.BatchSim(model, 2)
    with pytest.raises(ValueError, match=next(iter(bad))):
        batch.override([1], **bad)
    assert batch.model_of(1) is model and batch.step() == [None] * 2


def test_callbacks_are_refused(model):
    batch = cortenforge.BatchSim(model, 2)
    cf.set_mjcb_control(lambda m, d: None)
    try:
        for run in (batch.step, batch.forward):
            with pytest.raises(RuntimeError, match="callbacks"):
                run()
    finally:
        cf.set_mjcb_control(None)
    assert batch.step() == [None] * 2


def test_values_for_all(model):
    batch = cortenforge.BatchSim(model, 3)
    batch.step(ctrl=0.25)
    assert (batch.get("ctrl") == 0.25).all()
    with pytest.raises(ValueError, match=r"'ctrl' has shape \(3, 1\), not \(2,\)"):
        batch.step(ctrl=[1, 2])
    states = batch.get_state()
    for out in (np.empty(states.shape, np.float32), np.empty(states.shape, order="F")):
        assert batch.get_state(out=out) is out
        np.testing.assert_allclose(out, states, rtol=1e-6)
    with pytest.raises(ValueError, match="the states should have shape"):
        batch.get_state(out=np.empty(3))


def test_no_worlds_have_arrays_too(model):
    batch = cortenforge.BatchSim(model, 0)
    assert batch.get("qpos").shape == (0, model.nq) and batch.get("time").shape == (0,)
    assert batch.get("eq_active").dtype == np.bool_ and batch.get("energy").shape == (0, 2)
    batch.set("ctrl", 0.0)
    batch.reset()
    batch.override(body_mass=model.body_mass)
    with pytest.raises(KeyError, match="nothing"):
        batch.get("nothing")
    with pytest.raises(ValueError):
        batch.step(ctrl=np.zeros((7, 9)))


FORK = """
import os, sys
import numpy as np
import cortenforge
import cortenforge.mujoco as cf
from cortenforge.mujoco import rollout

model = cf.MjModel.from_xml_string('''%s''')
state = np.zeros((4, cf.mj_stateSize(model, cf.mjtState.mjSTATE_FULLPHYSICS)))
worlds = [cf.MjData(model) for _ in range(2)]
pool = rollout.Rollout(nthread=2)


def work(batch):
    batch.reset()
    assert batch.step(5) == [None] * 8
    pool.rollout(model, worlds, state, nstep=3)
    return batch.get_state()


inherited = [cortenforge.BatchSim(model, 8, threads=threads) for threads in (None, 2)]
expected = [work(batch) for batch in inherited]
child = os.fork()
found = [work(batch) for batch in [*inherited, cortenforge.BatchSim(model, 8)]]
same = all((one == expected[0]).all() for one in found)
if child == 0:
    os._exit(0 if same else 3)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if same else 4)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only systems that fork")
def test_a_forked_process_has_its_own_threads():
    subprocess.run([sys.executable, "-c", FORK % SLIDE], check=True, timeout=60)
