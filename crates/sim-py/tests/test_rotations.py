"""Quaternions, poses and positions against the reference."""

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

Q1, Q2 = np.array([0.5, -0.1, 0.7, 0.3]), np.array([0.1, 0.9, 0.2, -0.3])
Q1, Q2 = Q1 / np.linalg.norm(Q1), Q2 / np.linalg.norm(Q2)
V1, V2 = np.array([0.3, -1.2, 2.0]), np.array([1.0, 0.5, -0.25])
MAT = np.zeros(9)
mujoco.mju_quat2Mat(MAT, Q1)

CALLS = [
    ("mju_mulQuat", 4, (Q1, Q2)),
    ("mju_mulQuatAxis", 4, (Q1, V1)),
    ("mju_negQuat", 4, (Q1,)),
    ("mju_rotVecQuat", 3, (V1, Q2)),
    ("mju_quat2Mat", 9, (Q2,)),
    ("mju_mat2Quat", 4, (MAT,)),
    ("mju_axisAngle2Quat", 4, (V2 / np.linalg.norm(V2), 1.5)),
    ("mju_axisAngle2Quat", 4, (V2, 0.0)),
    ("mju_quat2Vel", 3, (Q2, 0.1)),
    ("mju_quat2Vel", 3, (-Q1, 2.0)),
    ("mju_subQuat", 3, (Q1, Q2)),
    ("mju_derivQuat", 4, (Q1, V1)),
    ("mju_quatZ2Vec", 4, (V1,)),
    ("mju_quatZ2Vec", 4, (np.array([0, 0, -1.0]),)),
    ("mju_trnVecPose", 3, (V1, Q1, V2)),
    ("mju_cross", 3, (V1, V2)),
    ("mju_mulMatVec3", 3, (MAT, V1)),
    ("mju_mulMatTVec3", 3, (MAT, V1)),
    ("mju_euler2Quat", 4, (V1, "xyz")),
    ("mju_euler2Quat", 4, (V1, "ZYX")),
    ("mju_euler2Quat", 4, (V1, "xYz")),
]


@pytest.mark.parametrize("name, size, arguments", CALLS)
def test_functions(name, size, arguments):
    x, y = np.zeros(size), np.zeros(size)
    getattr(mujoco, name)(x, *arguments)
    getattr(cf, name)(y, *arguments)
    np.testing.assert_allclose(y, x, rtol=1e-14, atol=1e-15)


def test_in_place():
    for name, vector in [("mju_normalize3", V1), ("mju_normalize4", 3 * Q1), ("mju_normalize4", np.zeros(4))]:
        x, y = vector.copy(), vector.copy()
        assert getattr(cf, name)(y) == pytest.approx(getattr(mujoco, name)(x), rel=1e-14)
        np.testing.assert_allclose(y, x, rtol=1e-14)
    x, y = Q1.copy(), Q1.copy()
    mujoco.mju_quatIntegrate(x, V1, 0.2)
    cf.mju_quatIntegrate(y, V1, 0.2)
    np.testing.assert_allclose(y, x, rtol=1e-14)


def test_poses():
    for name, arguments in [("mju_mulPose", (V1, Q1, V2, Q2)), ("mju_negPose", (V1, Q1))]:
        results = []
        for package in [mujoco, cf]:
            pos, quat = np.zeros(3), np.zeros(4)
            getattr(package, name)(pos, quat, *arguments)
            results.append([*pos, *quat])
        np.testing.assert_allclose(results[1], results[0], rtol=1e-14, atol=1e-15)


def test_positions(arm):
    theirs, ours = arm
    rng = np.random.default_rng(3)
    qpos1, qpos2 = rng.standard_normal(ours.nq), rng.standard_normal(ours.nq)
    results = []
    for package, m in [(mujoco, theirs), (cf, ours)]:
        a, b = qpos1.copy(), qpos2.copy()
        package.mj_normalizeQuat(m, a)
        package.mj_normalizeQuat(m, b)
        qvel = np.zeros(m.nv)
        package.mj_differentiatePos(m, qvel, 0.25, a, b)
        results.append([*a, *b, *qvel])
    np.testing.assert_allclose(results[1], results[0], rtol=1e-13, atol=1e-14)


def test_words():
    for kind in range(30):
        assert cf.mju_type2Str(kind) == (mujoco.mju_type2Str(kind) or ""), kind
        word = cf.mju_type2Str(kind)
        assert cf.mju_str2Type(word) == mujoco.mju_str2Type(word)


def test_wrong_arguments():
    with pytest.raises(TypeError):
        cf.mju_mulQuat(np.zeros(3), Q1, Q2)
    with pytest.raises(TypeError):
        cf.mju_mulQuat(np.zeros(4), Q1, V1)
    with pytest.raises(cf.FatalError):
        cf.mju_euler2Quat(np.zeros(4), V1, "xyw")
