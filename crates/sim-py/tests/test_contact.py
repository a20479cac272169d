"""Contacts and warnings of a world."""

import copy
import pickle

import numpy as np
import pytest

import cortenforge.mujoco as mujoco

XML = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body pos="0 0 .09"><freejoint/><geom name="ball" size=".1" mass="1"/></body>
    <body pos="1 0 .1"><freejoint/><geom name="box" type="box" size=".1 .1 .11"/></body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def world():
    model = mujoco.MjModel.from_xml_string(XML)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data


def test_list_and_fields(world):
    _, data = world
    assert data.ncon == len(data.contact) == 5
    assert data.contact.geom.shape == (5, 2) and data.contact.geom.dtype == np.int32
    assert data.contact.frame.shape == (5, 9)
    assert [c.dist for c in data.contact] == list(data.contact.dist)
    first = data.contact[0]
    assert (first.geom1, first.geom2, first.dim, first.exclude) == (0, 1, 3, 0)
    np.testing.assert_allclose(first.dist, -0.01)
    np.testing.assert_array_equal(first.frame[:3], [0, 0, 1])
    assert data.contact[-1].geom.tolist() == [0, 2]
    assert len(data.contact[1:3]) == 2
    with pytest.raises(IndexError):
        data.contact[5]
    first.friction[0] = 2
    assert data.contact.friction[0, 0] == 2
    with pytest.raises(ValueError, match="read-only"):
        data.contact.friction[0, 0] = 3
    assert "dist" in dir(first) and "dist" in dir(data.contact)


def test_sides_of_a_contact(world):
    model, data = world
    for name in ("flex", "elem", "vert"):
        column = getattr(data.contact, name)
        assert column.shape == (5, 2) and column.dtype == np.int32 and (column == -1).all()
        assert getattr(data.contact[0], name).tolist() == [-1, -1]
    first = data.contact[0]
    first.geom1 = 2
    assert first.geom.tolist() == [2, 1] and data.contact.geom[0].tolist() == [2, 1]
    first.geom[:] = [1, 2]
    assert (first.geom1, first.geom2) == (1, 2) and data.contact.geom2[0] == 2
    # a vertex of a deformable body
    first.geom[0], first.flex[0], first.vert[0] = -1, 3, 4
    assert [getattr(data.contact, name)[0].tolist() for name in ("geom", "flex", "elem", "vert")] == [
        [-1, 2],
        [3, -1],
        [-1, -1],
        [4, -1],
    ]
    assert copy.copy(data).contact[0].vert.tolist() == [4, -1]


def test_contacts_made_by_hand(world):
    model, data = world
    made = mujoco.MjContact()
    assert [getattr(made, name).tolist() for name in ("geom", "flex", "elem", "vert")] == [[0, 0]] * 4
    made.geom[:] = [0, 1]
    assert mujoco.mj_addContact(model, data, made) == 0
    assert data.ncon == 6 and data.contact.geom[5].tolist() == [0, 1]
    made.geom[0] = -1
    with pytest.raises(NotImplementedError, match="side 0 .* flex 0"):
        mujoco.mj_addContact(model, data, made)
    assert data.ncon == 6


def test_force_carries_the_weight(world):
    model, data = world
    force = np.zeros(6)
    mujoco.mj_contactForce(model, data, 0, force)
    assert force[0] > 0
    assert data.contact[0].efc_address >= 0
    mujoco.mj_contactForce(model, data, 99, force)
    assert not force.any()


def test_copies_keep_contacts(world):
    model, data = world
    for other in (copy.copy(data), pickle.loads(pickle.dumps(data))):
        np.testing.assert_array_equal(other.contact.pos, data.contact.pos)
        np.testing.assert_array_equal(other.contact.geom, data.contact.geom)
    fresh = mujoco.MjData(model)
    assert fresh.ncon == 0
    mujoco.mj_copyData(fresh, model, data)
    np.testing.assert_array_equal(fresh.contact.dist, data.contact.dist)


def test_warnings_are_live(world):
    _, data = world
    number = data.warning.number
    assert number.shape == (7,) and len(data.warning) == 7
    number[mujoco.mjtWarning.mjWARN_BADQPOS] = 3
    assert data.warning[mujoco.mjtWarning.mjWARN_BADQPOS].number == 3
