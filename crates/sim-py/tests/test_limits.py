"""Limits that a model sets on contacts and constraint rows: passing one is said, and nothing is lost."""

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
    ("size", "kind", "names"),
    [
        ('<size memory="15000"/>', ROWS, "memory"),
        ('<size memory="5000"/>', CONTACT, "memory"),
    ],
)
def test_passing_a_limit_warns_once_and_keeps_all(size, kind, names):
    model = balls(size)
    data = mujoco.MjData(model)
    with pytest.warns(RuntimeWarning, match=names):
        mujoco.mj_forward(model, data)
    assert (data.ncon, data.nefc) == (12, 48)
    assert data.warning[kind].number == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mujoco.mj_forward(model, data)
    assert data.warning[kind].number == 2


@pytest.mark.parametrize("size", ["", '<size nconmax="5"/>', '<size njmax="40"/>'])
def test_without_limits_there_is_no_warning(size):
    model = balls(size)
    data = mujoco.MjData(model)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mujoco.mj_forward(model, data)
    assert not any(w.number for w in data.warning)
