"""The package under its own names: loading, worlds, contacts, errors with their places, and views of a batch."""

import copy
import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

import cortenforge
import cortenforge.mujoco as cf
from cortenforge import Data, Model, ModelError, StepError

ARM = """
<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="ball" pos="0 0 .099"><freejoint/><geom name="ball" size=".1" mass="2"/></body>
    <body name="arm" pos="1 0 1">
      <joint name="knee" axis="0 1 0" range="-1 2" limited="true"/>
      <geom name="rod" type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/>
    </body>
  </worldbody>
  <actuator><motor name="motor" joint="knee"/></actuator>
  <sensor><jointpos name="angle" joint="knee"/></sensor>
  <keyframe><key name="up" time="3" qpos="0 0 .5 1 0 0 0 1.5" ctrl=".25"/></keyframe>
</mujoco>
"""


@pytest.fixture
def model():
    return Model.from_string(ARM)


def test_models_come_from_files_and_text(tmp_path):
    (tmp_path / "arm.xml").write_text(ARM)
    mesh = '<mujoco><asset><mesh file="a.obj"/></asset></mujoco>'
    tetra = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    for model in (Model.from_file(tmp_path / "arm.xml"), Model.from_file(str(tmp_path / "arm.xml")), Model.from_string(ARM.encode())):
        assert isinstance(model, Model) and model.nq == 8
    assert Model.from_string(mesh, assets={"a.obj": tetra}).nmesh == 1
    assert Model.from_string(mesh, {"a.obj": tetra}).nmeshvert == 4


def test_steps_are_those_of_the_drop_in(model):
    data, same, other = model.make_data(), Data(model), cf.MjData(model)
    data.actuator("motor").ctrl = 0.3
    same.ctrl[:] = other.ctrl[:] = 0.3
    data.step()
    data.step(49)
    same.step(n=50)
    cf.mj_step(model, other, 50)
    assert data.time == other.time > 0
    for world in (data, same):
        np.testing.assert_array_equal(world.qpos, other.qpos)
        np.testing.assert_array_equal(world.sensor("angle").data, other.sensordata)
    data.qpos[7] = 0.7
    data.forward()
    assert data.sensor("angle").data[0] == 0.7
    data.inverse()
    np.testing.assert_allclose(data.qfrc_inverse, data.qfrc_actuator + data.qfrc_applied, atol=1e-3)
    assert data.timer[cf.mjtTimer.mjTIMER_STEP].number == 50


def test_names_and_views(model):
    data = model.make_data()
    assert data.qpos is data.qpos and data.model is model
    np.testing.assert_array_equal(model.joint("knee").range, [-1, 2])
    data.body("arm").xfrc_applied[1] = 2.0
    assert data.xfrc_applied[model.body("arm").id, 1] == 2.0
    with pytest.raises(KeyError, match="knee"):
        data.joint("kne")


def test_reset_to_a_keyframe_keeps_applied_forces(model):
    data = model.make_data()
    data.qfrc_applied[0] = 1.0
    data.step(3)
    data.reset()
    assert data.time == 0 and data.qfrc_applied[0] == 1.0
    for key in ("up", 0, np.int64(0)):
        data.reset()
        data.reset(key)
        assert (data.time, data.qpos[7], data.ctrl[0], data.qfrc_applied[0]) == (3, 1.5, 0.25, 1.0)
    data.reset(keyframe=None)
    assert data.qpos[7] == 0
    with pytest.raises(KeyError, match=r"\['up'\]"):
        data.reset("down")
    for wrong in (1, -1):
        with pytest.raises(IndexError):
            data.reset(wrong)


def test_constants_follow_edits(model):
    before = model.body("ball").invweight0.copy()
    model.body("ball").mass = 4.0
    model.set_const()
    assert model.body("ball").invweight0[0] == pytest.approx(before[0] / 2)


def test_contacts_know_their_bodies_and_force(model):
    data = model.make_data()
    data.step(500)
    (contact,) = data.contacts
    ground, ball = contact.bodies
    assert (ground.name, ball.name) == ("world", "ball") and ball.xpos is data.body("ball").xpos
    assert [geom.name for geom in contact.geoms] == ["floor", "ball"]
    np.testing.assert_allclose(contact.force, [0, 0, 2 * 9.81], atol=1e-3)
    np.testing.assert_allclose(contact.normal, [0, 0, 1])
    assert contact.frame.shape == (3, 3) and contact.dim == 3 and contact.dist < 0
    wrench = np.zeros(6)
    cf.mj_contactForce(model, data, 0, wrench)
    np.testing.assert_array_equal(contact.local_force, wrench)
    np.testing.assert_allclose(contact.frame.T @ wrench[:3], contact.force, atol=1e-12)
    np.testing.assert_allclose(contact.frame.T @ wrench[3:], contact.torque, atol=1e-12)
    np.testing.assert_array_equal(contact.pos, data.contact[0].pos)
    np.testing.assert_array_equal(contact.friction, data.contact[0].friction)
    assert "world" in repr(contact) and "ball" in repr(contact)
    with pytest.raises(ValueError, match="read-only"):
        contact.pos[0] = 1
    before = contact.force.copy()
    data.body("ball").xfrc_applied[2] = -10
    data.step(200)
    np.testing.assert_array_equal(contact.force, before)
    assert data.contacts[0].force[2] == pytest.approx(2 * 9.81 + 10, abs=1e-2)
    data.reset()
    assert [contact.dist for contact in data.contacts] == [pytest.approx(-0.001)], "those of the reference pose"


WRONG = """<mujoco>
  <worldbody>
    <body name="arm">
      <geom typ="box" size="1"/>
      <goem/>
    </body>
  </worldbody>
</mujoco>"""


def test_errors_of_a_model_have_places(tmp_path):
    path = tmp_path / "wrong.xml"
    path.write_text(WRONG)
    with pytest.raises(ModelError) as raised:
        Model.from_file(path)
    error = raised.value
    assert isinstance(error, ValueError)
    assert Path(str(error.file)).name == "wrong.xml" and (error.line, error.column) == (4, 13)
    assert error.element == "mujoco/worldbody/body[arm]/geom"
    assert error.message == "<geom> has no attribute 'typ'; did you mean 'type'?"
    assert len(error.errors) > 1 and [one.line for one in error.errors][:2] == [4, 5]
    assert error.errors[1].message.startswith("unknown element <goem>") and error.errors[1].errors == (error.errors[1],)
    assert str(error).startswith(f"{error.file}:4:13: ") and "line 4" not in str(error)
    twin = pickle.loads(pickle.dumps(error))
    assert (str(twin), twin.line, len(twin.errors)) == (str(error), 4, len(error.errors))


def test_errors_of_text_and_of_files_that_are_not_there(tmp_path):
    with pytest.raises(ModelError) as raised:
        Model.from_string("<mujoco>")
    assert raised.value.file is None and raised.value.line == 1 and raised.value.errors == (raised.value,)
    with pytest.raises(ModelError, match="nowhere.xml") as raised:
        Model.from_file(tmp_path / "nowhere.xml")
    assert raised.value.line is None
    made = ModelError("by hand")
    assert made.message == "by hand" and made.line is None


def test_the_drop_in_raises_the_same_with_its_own_words():
    with pytest.raises(ValueError, match=r"Element 'geom', line 4$") as raised:
        cf.MjModel.from_xml_string(WRONG)
    assert isinstance(raised.value, ModelError) and raised.value.line == 4


@pytest.mark.parametrize(
    ("field", "kind", "thing"),
    [("qpos", "BadPosition", "joint 'knee'"), ("qvel", "BadVelocity", "joint 'knee'"), ("ctrl", "BadControl", "actuator 'motor'")],
)
def test_a_step_that_fails_says_what_is_known(model, field, kind, thing):
    data = model.make_data()
    data.step(5)
    last = len(getattr(data, field)) - 1
    getattr(data, field)[last] = np.nan
    with pytest.raises(StepError) as raised:
        data.step(3)
    error = raised.value
    assert isinstance(error, cortenforge.FatalError)
    assert (error.kind, error.object, error.index, error.world) == (kind, thing, last, None)
    assert error.time == data.time == pytest.approx(5 * model.opt.timestep)
    assert error.value is not None and np.isnan(error.value)
    assert str(error) == error.message and thing in error.message
    assert np.isnan(getattr(data, field)[last]), "nothing is reset"
    twin = pickle.loads(pickle.dumps(error))
    assert (twin.kind, twin.index, twin.time) == (error.kind, error.index, error.time)
    data.reset()
    data.step()


def test_other_reasons_for_a_step_to_fail(model):
    data = model.make_data()
    model.opt.timestep = -1.0
    with pytest.raises(StepError, match="opt.timestep") as raised:
        data.step()
    assert (raised.value.kind, raised.value.value) == ("InvalidTimestep", -1)
    model.opt.timestep = 0.002
    parent = model.body_parentid[1]
    model.body_parentid[1] = 77
    with pytest.raises(StepError, match="body_parentid") as raised:
        data.step()
    assert raised.value.kind == "BadModel"
    model.body_parentid[1] = parent
    data.step()
    with pytest.raises(ValueError, match="`n` is -1: give the number of steps, at least 0"):
        data.step(-1)


def test_callbacks_are_refused(model):
    data = model.make_data()
    cf.set_mjcb_control(lambda m, d: None)
    try:
        for run in (data.step, data.forward, data.inverse):
            with pytest.raises(RuntimeError, match="callbacks"):
                run()
    finally:
        cf.set_mjcb_control(None)
    assert data.time == 0


def test_warnings_that_are_errors_stay_what_they_are(model):
    model.limits.memory = None
    crowd = '<mujoco><size memory="5000"/><worldbody><geom type="plane" size="9 9 1"/><replicate count="12" offset=".3 0 0">'
    crowd += '<body pos="0 0 .09"><freejoint/><geom size=".1"/></body></replicate></worldbody></mujoco>'
    model = Model.from_string(crowd)
    model.limits.memory = None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(RuntimeWarning, match="12 contacts"):
            model.make_data().step()
    model.limits.contacts = 3
    with pytest.raises(StepError, match="contacts") as raised:
        model.make_data().step()
    assert raised.value.kind == "TooLarge" and raised.value.time == 0


def test_views_of_a_batch_are_the_worlds_own_memory(model):
    batch = cortenforge.BatchSim(model, 3, threads=2)
    views = batch.view("qvel")
    assert len(views) == 3 and all(view is world.qvel for view, world in zip(views, batch, strict=True))
    views[1][6] = 1.0
    batch.step(20)
    assert batch.get("qpos")[:, 7].argmax() == 1 and views[1][6] < 1.0
    assert [view.shape for view in batch.view("xpos")] == [(model.nbody, 3)] * 3
    with pytest.raises(TypeError, match="get\\('time'\\)"):
        batch.view("time")
    for name in ("efc_J", "nothing"):
        with pytest.raises(KeyError, match=name):
            batch.view(name)


def test_errors_of_a_batch_know_their_world(model):
    batch = cortenforge.BatchSim(model, 3)
    batch.step(2)
    batch[1].qvel[6] = np.inf
    errors = batch.step()
    assert errors[0] is errors[2] is None and errors[1] is batch.errors[1]
    error = errors[1]
    assert isinstance(error, StepError) and (error.world, error.kind, error.index) == (1, "BadVelocity", 6)
    assert error.time == pytest.approx(2 * model.opt.timestep)
    with pytest.raises(StepError, match="knee"):
        raise error
    batch.reset([1])
    assert batch.errors == [None] * 3


def test_worlds_of_a_batch_step_by_themselves(model):
    batch = cortenforge.BatchSim(model, 2)
    batch.step(5)
    alone = copy.copy(batch[0])
    batch[0].step(3)
    alone.step(3)
    np.testing.assert_array_equal(batch[0].qpos, alone.qpos)
    assert batch[-1] is batch[1] and batch.model_of(-1) is model
    with pytest.raises(IndexError, match="no world 2 in a batch of 2"):
        batch[2]


def test_a_batch_may_be_derived_from(model):
    class Named(cortenforge.BatchSim):
        title = "mine"

    batch = Named(model, 2)
    assert batch.title == "mine" and batch.step() == [None] * 2


def test_overrides_leave_the_arrays_of_the_model_shared(model):
    """To ask for the shape of an array does not hand the array out."""
    batch = cortenforge.BatchSim(model, 2)
    batch.override(body_mass=2 * model.body_mass, gravity=[0, 0, -1])
    own = batch.model_of(1)
    assert own.body_mass[1] == 4 and own.opt.gravity[2] == -1 and model.opt.gravity[2] == pytest.approx(-9.81)
    with pytest.raises(KeyError, match="neither an array nor an option called 'body_mas'"):
        batch.override(body_mas=1.0)


def test_the_native_names_are_not_mujocos():
    for name in ("BatchSim", "Contact", "ModelError", "StepError"):
        assert hasattr(cortenforge, name) and name in cortenforge.__all__
        assert not hasattr(cf, name) and name not in cf.__all__
