"""What the package says: warnings go to one place, names cannot move the cursor, and there is a cure."""

import unicodedata
import warnings

import cortenforge
import cortenforge.mujoco as mujoco
import numpy as np
import pytest

NAME = "a&#27;[31m&#10;b"
SHOWN = r"a\u{1b}[31m\nb"

HINGE = """<mujoco><worldbody><body><joint name="{0}"/><geom name="{0}" size=".1"/></body></worldbody>
<actuator><motor name="{0}" joint="{0}"/></actuator></mujoco>"""

CROWD = """<mujoco><size memory="5000"/>{}<worldbody><geom type="plane" size="9 9 1"/>
<replicate count="12" offset=".3 0 0"><body pos="0 0 .09"><freejoint/><geom size=".1"/></body></replicate>
</worldbody></mujoco>"""

STRAY = '<body name="stray"/>'


def crowd(section=""):
    """Twelve balls that need more memory than the model names; without a limit that is a warning."""
    model = mujoco.MjModel.from_xml_string(CROWD.format(section))
    model.limits.memory = None
    return model


@pytest.fixture
def heard():
    messages: list[object] = []
    mujoco.set_mju_user_warning(messages.append)
    yield messages
    mujoco.set_mju_user_warning(None)


def raw(text):
    return any(unicodedata.category(c) == "Cc" and c != "\n" for c in text)


def test_one_hook_hears_the_loader_and_the_steps(heard):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = crowd(STRAY)
        assert len(heard) == 1 and "body[stray]" in heard[0] and "outside <worldbody>" in heard[0]
        data = mujoco.MjData(model)
        mujoco.mj_step(model, data, nstep=3)
    assert sum("12 contacts are more than" in text for text in heard) == 1
    assert all("raise 'n" in text and "Time = 0.0000." in text for text in heard[1:])


def test_by_default_python_warns():
    with pytest.warns(UserWarning, match=r"body\[stray\]"):
        model = crowd(STRAY)
    with pytest.warns(RuntimeWarning, match="12 contacts"):
        mujoco.mj_step(model, mujoco.MjData(model))


def test_the_worlds_of_a_batch_warn_once_for_equal_words(heard):
    batch = cortenforge.BatchSim(crowd(), 4)
    batch.step()
    contacts = [text for text in heard if "12 contacts" in text]
    assert len(contacts) == 1 and contacts[0].endswith("In 4 worlds.")


@pytest.mark.parametrize(
    ("field", "index", "words"),
    [
        ("qpos", 0, "QPOS[0] of joint 'hip': "),
        ("qvel", 0, "QVEL[0] of joint 'hip': "),
        ("qfrc_applied", 0, "QACC[0] of joint 'hip': "),
        ("ctrl", 0, "ctrl[0] of actuator 'hip': all controls count as zero; give it a number"),
    ],
)
def test_warnings_of_a_step_name_the_joint_or_actuator(field, index, words, heard):
    model = mujoco.MjModel.from_xml_string(HINGE.format("hip"))
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data)
    getattr(data, field)[index] = np.nan
    mujoco.mj_step(model, data)
    assert len(heard) == 1 and words in heard[0] and "Time = 0.0020." in heard[0]
    if field != "ctrl":
        assert "try a smaller time step" in heard[0]


def test_names_cannot_move_the_cursor(heard):
    model = mujoco.MjModel.from_xml_string(HINGE.format(NAME))
    data = mujoco.MjData(model)
    assert model.joint(0).name == "a\x1b[31m\nb"
    data.ctrl[0] = np.nan
    mujoco.mj_step(model, data)
    with pytest.raises(KeyError) as unknown:
        model.joint("no\x1bsuch")
    with pytest.raises(ValueError) as refused:
        mujoco.MjModel.from_xml_string(HINGE.format(NAME).replace('size=".1"', ""))
    with pytest.raises(ValueError) as repeated:
        mujoco.MjModel.from_xml_string("<mujoco/>", {"a/x\x1b": b"", "b/x\x1b": b""})
    for text in [*heard, unknown.value.args[0], str(refused.value), repr(model.joint(0)), str(repeated.value)]:
        assert not raw(text), repr(text)
    assert SHOWN in heard[0] and SHOWN in unknown.value.args[0] and r"no\u{1b}such" in unknown.value.args[0]


def test_batch_errors_name_the_actuator():
    batch = cortenforge.BatchSim(mujoco.MjModel.from_xml_string(HINGE.format("hip")), 2)
    control = np.array([[0.0], [np.nan]])
    errors = batch.step(ctrl=control)
    assert errors[0] is None and "ctrl[0] of actuator 'hip' is NaN" in str(errors[1])


@pytest.mark.parametrize(
    "xml",
    [
        '<mujoco><include file="{}"/></mujoco>',
        '<mujoco><asset><mesh file="{}/x.obj"/></asset></mujoco>',
    ],
)
def test_directories_are_said_to_be_directories(xml, tmp_path):
    (tmp_path / "x.obj").mkdir()
    path = tmp_path / "model.xml"
    path.write_text(xml.format(tmp_path))
    with pytest.raises(ValueError, match="directory"):
        mujoco.MjModel.from_xml_path(str(path))
    with pytest.raises(ValueError, match="directory"):
        mujoco.MjModel.from_xml_path(str(tmp_path))


BALL = "<mujoco model='ball'><worldbody><body name='b'><freejoint/><geom size='1'/></body></worldbody></mujoco>"


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: cortenforge.BatchSim("humanoid", 4), TypeError, "not 'humanoid': load it with cortenforge.load_example('humanoid')"),  # type: ignore[arg-type]
        (lambda: cortenforge.BatchSim("a.xml", 4), TypeError, "not 'a.xml': load it with Model.from_file('a.xml')"),  # type: ignore[arg-type]
        (lambda: cortenforge.view("humanoid"), TypeError, "load it with cortenforge.load_example('humanoid')"),  # type: ignore[call-overload]
        (lambda: cortenforge.Data(BALL), TypeError, "load it with Model.from_string(text)"),  # type: ignore[arg-type]
        (lambda: cortenforge.Data(3), TypeError, "`model` should be a Model, not 3: load one with Model.from_file(path)"),  # type: ignore[arg-type]
        (lambda: cortenforge.Data(), TypeError, "`model` is missing: give a Model"),  # type: ignore[call-arg]
        (lambda: cortenforge.Model.from_string("arm.xml"), ValueError, "'arm.xml' is the name of a file, not MJCF text: call Model.from_file('arm.xml')"),
        (lambda: cortenforge.Model.from_file("nofile.xml"), ValueError, "nofile.xml: no such file"),
        (lambda: cortenforge.Model.from_file("humanoid"), ValueError, 'cortenforge.load_example("humanoid") loads it'),
        (lambda: cortenforge.Model.from_file("no/humanod.xml"), ValueError, 'cortenforge.load_example("humanoid") loads it'),
        (lambda: mujoco.MjModel.from_xml_path("nofile.xml"), ValueError, "nofile.xml: no such file"),
    ],
)
def test_what_is_no_model_has_a_cure(call, error, words):
    with pytest.raises(error) as refused:
        call()
    assert words in str(refused.value) and "missing files" not in str(refused.value)


def test_arrays_of_the_wrong_length_are_named():
    model = cortenforge.Model.from_string(BALL)
    data = model.make_data()
    for thing, name, value, shape in (
        (data, "qpos", [1, 2, 3], "(7,)"),
        (data, "qvel", "abc", "(6,)"),
        (model, "body_mass", [1, 2, 3], "(2,)"),
        (model.opt, "gravity", [1, 2], "(3,)"),
        (data.body("b"), "xfrc_applied", [1, 2], "(6,)"),
    ):
        with pytest.raises(ValueError) as refused:
            setattr(thing, name, value)
        assert str(refused.value).startswith(f"`{name}` has shape {shape}: "), refused.value


def test_named_objects_print_native_names():
    model = cortenforge.Model.from_string(BALL)
    assert repr(model.body("b")).startswith("<ModelBody\n") and repr(model.make_data().body("b")).startswith("<DataBody\n")
    assert "type: Codes([free])" in repr(cortenforge.load_example("humanoid").joint(0))
