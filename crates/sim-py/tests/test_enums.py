"""Enums and constants have the reference's names and numbers."""

import pickle

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

ENUMS = sorted(n for n in dir(mujoco) if n.startswith("mj") and hasattr(getattr(mujoco, n), "__members__"))


@pytest.mark.parametrize("name", ENUMS)
def test_members(name):
    theirs, ours = getattr(mujoco, name), getattr(cf, name)
    assert ours.__name__ == name and name in dir(cf) and name in cf.__all__
    assert {n: int(v) for n, v in ours.__members__.items()} == {n: int(v) for n, v in theirs.__members__.items()}
    for member, other in theirs.__members__.items():
        x = getattr(ours, member)
        assert (x.name, x.value, int(x)) == (other.name, other.value, int(other))
        assert str(x) == str(other) and repr(x) == repr(other) and hash(x) == hash(other)
        assert ours(int(other)) == x


def test_constants():
    for name in dir(cf):
        value = getattr(cf, name)
        if name.startswith("mj") and isinstance(value, (int, float, tuple)):
            assert value == getattr(mujoco, name), name


def test_versions():
    assert cf.__version__ == mujoco.__version__ == cf.mj_versionString()
    assert cf.mj_version() == mujoco.mj_version()


def test_behaves_like_an_integer():
    ball, contact = cf.mjtJoint.mjJNT_BALL, cf.mjtDisableBit.mjDSBL_CONTACT
    assert ball == 1 and 1 == ball and ball != 2 and ball + 1 == 2 and -ball == -1 and ball / 2 == 0.5
    assert contact | cf.mjtDisableBit.mjDSBL_LIMIT == 24
    assert [10, 11][ball] == 11 and {1: 2}[ball] == 2
    assert np.array([1, 2])[ball] == 2
    assert ball != cf.mjtGeom.mjGEOM_HFIELD  # type: ignore[comparison-overlap]


def test_errors_and_pickle():
    with pytest.raises(ValueError, match="Invalid int value for mjtJoint: 77"):
        cf.mjtJoint(77)
    with pytest.raises(TypeError):
        cf.mjtJoint("mjJNT_FREE")  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        cf.mjtNothing  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(cf.mjtJoint.mjJNT_HINGE)) is cf.mjtJoint.mjJNT_HINGE
