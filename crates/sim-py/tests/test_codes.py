"""Numbers of enums print as names, and are numbers in every other respect."""

import copy
import json
import pickle

import numpy as np
import pytest

import cortenforge
import cortenforge.mujoco as cf
from cortenforge import _core

TEXT = """
<mujoco>
  <option integrator="implicitfast" solver="CG" cone="elliptic" jacobian="sparse"/>
  <asset><texture name="t" type="2d" builtin="flat" width="2" height="2"/></asset>
  <worldbody>
    <light name="lamp"/>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body><freejoint/><geom name="hand" type="capsule" size=".1 .1"/><site name="s" type="box" size=".1 .1 .1"/></body>
    <body><joint name="hinge"/><geom name="crate" type="box" size=".1 .1 .1"/></body>
  </worldbody>
  <equality><joint joint1="hinge"/></equality>
  <tendon><fixed><joint joint="hinge" coef="1"/></fixed></tendon>
  <actuator><position joint="hinge" kp="2"/></actuator>
  <sensor><jointpos joint="hinge"/><framepos objtype="geom" objname="hand" reftype="site" refname="s"/></sensor>
</mujoco>
"""


@pytest.fixture(scope="module")
def model():
    return cortenforge.Model.from_string(TEXT)


TABLE = {
    "geom_type": "[plane capsule box]",
    "site_type": "[box]",
    "jnt_type": "[free hinge]",
    "light_type": "[spot]",
    "tex_type": "[2d]",
    "eq_type": "[joint]",
    "wrap_type": "[joint]",
    "actuator_trntype": "[joint]",
    "actuator_gaintype": "[fixed]",
    "actuator_biastype": "[affine]",
    "actuator_dyntype": "[none]",
    "sensor_type": "[jointpos framepos]",
    "sensor_objtype": "[joint geom]",
}


@pytest.mark.parametrize("name", TABLE)
def test_arrays_print_names(model, name):
    array = getattr(model, name)
    assert str(array) == TABLE[name] and repr(array) == f"Codes({TABLE[name].replace(' ', ', ')})"
    assert isinstance(array, np.ndarray) and array.dtype == np.int32 and array is getattr(model, name)
    assert array.tolist() == [int(code) for code in array] and type(array.tolist()[0]) is int


@pytest.mark.parametrize("name, label, number", [("integrator", "implicitfast", 3), ("solver", "CG", 1), ("cone", "elliptic", 1), ("jacobian", "sparse", 1)])
def test_options_print_names(model, name, label, number):
    value = getattr(model.opt, name)
    assert str(value) == repr(value) == f"{value}" == label and f"{name}: {label}" in repr(model.opt)
    assert value == number and isinstance(value, int) and value + 1 == number + 1 and f"{value:02d}" == f"{number:02d}"
    assert json.dumps(value) == str(number) and pickle.loads(pickle.dumps(value)) == number and hash(value) == hash(number)
    setattr(model.opt, name, value)
    assert getattr(model.opt, name) == number


def test_they_stay_numbers(model):
    kinds = model.geom_type
    assert (kinds == cf.mjtGeom.mjGEOM_BOX).tolist() == [False, False, True]
    assert type(kinds == 6) is np.ndarray and type(kinds + 1) is np.ndarray and str(kinds + 1) == "[1 4 7]"
    assert kinds[2] == 6 and str(kinds[1:]) == "[capsule box]" and str(model.geom("hand").type) == "[capsule]"
    for twin in (pickle.loads(pickle.dumps(kinds)), copy.deepcopy(kinds)):
        assert type(twin) is np.ndarray and twin.tolist() == [0, 3, 6]
    own = cortenforge.Model.from_string(TEXT)
    own.geom_type[1] = cf.mjtGeom.mjGEOM_SPHERE
    assert str(own.geom_type) == "[plane sphere box]" and str(own.geom("hand").type) == "[sphere]"
    own.geom_type[1] = 99
    assert str(own.geom_type) == "[plane 99 box]"
    own.opt.integrator = 77
    assert repr(own.opt.integrator) == "77" and type(own.opt.integrator) is int


def test_models_of_the_drop_in_print_numbers():
    model = cf.MjModel.from_xml_string(TEXT)
    assert str(model.geom_type) == "[0 3 6]" and type(model.geom_type) is np.ndarray and type(model.opt.integrator) is int
    own = cortenforge.Model.from_string(TEXT)
    batch = cortenforge.BatchSim(own, 2, threads=1)
    batch.override([1], body_mass=2 * own.body_mass, timestep=0.001)
    for twin in (copy.copy(own), copy.deepcopy(own), batch.model_of(1)):
        assert str(twin.geom_type) == "[plane capsule box]" and str(twin.opt.integrator) == "implicitfast"


def test_every_name_is_a_field(model):
    for name, names in _core._code_names().items():
        assert names and (hasattr(model, name) or hasattr(model.opt, name)), name


def test_the_class_names_its_loaders(tmp_path):
    path = tmp_path / "robot.xml"
    for given, words in [
        (("file.xml",), "call Model.from_file('file.xml')"),
        ((path,), "call Model.from_file("),
        (("<mujoco/>",), "call Model.from_string(text) with this MJCF text"),
        ((b"<mujoco/>",), "call Model.from_string(text)"),
        ((), "call Model.from_file(path), or Model.from_string(text)"),
        ((3,), "from_string(text), not Model(3)"),
    ]:
        with pytest.raises(TypeError) as refused:
            cortenforge.Model(*given)
        assert str(refused.value).startswith("a Model is loaded: ") and words in str(refused.value)
    with pytest.raises(TypeError, match="a Model is loaded"):
        cortenforge.Model(path="x.xml")  # type: ignore[call-arg]


def test_a_reset_computes_what_follows():
    text = TEXT.replace("</mujoco>", "<keyframe><key name='up' qpos='0 0 3 1 0 0 0 1'/></keyframe></mujoco>")
    model = cortenforge.Model.from_string(text)
    data, fresh = model.make_data(), model.make_data()
    data.step(50)
    data.reset("up")
    fresh.qpos[:] = model.key_qpos[0]
    fresh.forward()
    assert data.geom("hand").xpos[2] == 3 and data.time == 0
    for name in ("xpos", "xquat", "sensordata", "qfrc_bias", "cvel", "M"):
        np.testing.assert_array_equal(getattr(data, name), getattr(fresh, name), err_msg=name)
    data.step(30)
    data.reset()
    at_rest = model.make_data()
    at_rest.forward()
    assert data.ncon == at_rest.ncon > 0 and data.geom("hand").xpos[2] == 0
    # a step from a reset world is the step of a new one
    new = model.make_data()
    data.step(20)
    new.step(20)
    np.testing.assert_array_equal(data.qpos, new.qpos)
    np.testing.assert_array_equal(data.qvel, new.qvel)
    bad = cortenforge.Model.from_string(text)
    bad.key_qpos[0, 2] = np.nan
    data = bad.make_data()
    data.reset("up")
    assert np.isnan(data.qpos[2])
    with pytest.raises(cortenforge.StepError, match=r"qpos\[2\]"):
        data.step()
