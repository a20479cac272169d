"""Limits that a model sets on contacts and constraint rows: passing one is said, and nothing is lost."""

import copy
import pickle
import warnings

import cortenforge.mujoco as mujoco
import pytest

CONTACT, ROWS = int(mujoco.mjtWarning.mjWARN_CONTACTFULL), int(mujoco.mjtWarning.mjWARN_CNSTRFULL)


def balls(size: str) -> mujoco.MjModel:
    """Twelve balls on a floor: one contact and four rows each."""
    bodies = "".join(f'<body pos="{i} 0 .099"><freejoint/><geom size=".1"/></body>' for i in range(12))
    return mujoco.MjModel.from_xml_string(
        f'<mujoco>{size}<worldbody><geom type="plane" size="50 50 1"/>{bodies}</worldbody></mujoco>'
    )


@pytest.mark.parametrize(
    ("narena", "kind"),
    [(15000, ROWS), (5000, CONTACT)],
)
def test_where_mujoco_would_leave_something_out_there_is_a_warning(narena, kind):
    _, (state,) = balls("").__reduce__()
    state["sizes"]["narena"] = narena
    model = mujoco.MjModel._from_state(state)
    data = mujoco.MjData(model)
    with pytest.warns(RuntimeWarning, match="memory"):
        mujoco.mj_forward(model, data)
    assert (data.ncon, data.nefc) == (12, 48)
    assert data.warning[kind].number == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mujoco.mj_forward(model, data)
    assert data.warning[kind].number == 2


@pytest.mark.parametrize("memory", [15000, 5000])
def test_memory_that_a_file_names_is_a_limit(memory):
    model = balls(f'<size memory="{memory}"/>')
    assert model.limits.memory == memory
    data = mujoco.MjData(model)
    with pytest.raises(mujoco.FatalError, match=rf"more than the limit of {memory}.*'memory'"):
        mujoco.mj_step(model, data)
    model.limits.memory = None
    with pytest.warns(RuntimeWarning, match="memory"):
        mujoco.mj_step(model, data)
    assert data.ncon == 12


def test_limits_are_set_copied_and_stored(tmp_path):
    model = balls("")
    assert (model.limits.contacts, model.limits.memory) == (None, None)
    model.limits.contacts = 11
    data = mujoco.MjData(model)
    with pytest.raises(mujoco.FatalError, match="contacts of one step: 12, more than the limit of 11"):
        mujoco.mj_step(model, data)
    model.limits.bytes = 123456
    mujoco.mj_saveModel(model, str(tmp_path / "model"))
    stored = mujoco.MjModel.from_binary_path(str(tmp_path / "model"))
    for twin in (copy.copy(model), pickle.loads(pickle.dumps(model)), stored):
        assert (twin.limits.contacts, twin.limits.bytes, twin.limits.memory) == (11, 123456, None)
    assert "contacts=11" in repr(model.limits)


@pytest.mark.parametrize("size", ["", '<size nconmax="5"/>', '<size njmax="40"/>'])
def test_without_limits_there_is_no_warning(size):
    model = balls(size)
    data = mujoco.MjData(model)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mujoco.mj_forward(model, data)
    assert not any(w.number for w in data.warning)
