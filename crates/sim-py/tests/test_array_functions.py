"""Functions of plain numbers and arrays give what the reference gives."""

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

RNG = np.random.default_rng(7)
V, W = RNG.normal(size=5), RNG.normal(size=5)
P, Q = RNG.normal(size=3), RNG.normal(size=3)
A, B = RNG.normal(size=(4, 5)), RNG.normal(size=(5, 3))
SQUARE = RNG.normal(size=(5, 5))
SYMMETRIC = SQUARE @ SQUARE.T + np.eye(5)

# name, shape of the result in place or None, arguments
CASES = [
    ("mju_min", None, (1.0, -2.0)), ("mju_max", None, (1.0, -2.0)), ("mju_clip", None, (3.0, -1.0, 2.0)),
    ("mju_sign", None, (-3.0,)), ("mju_round", None, (2.5,)), ("mju_round", None, (-2.5,)), ("mju_round", None, (1e12,)),
    ("mju_isBad", None, (1e11,)), ("mju_isBad", None, (float("nan"),)), ("mju_sigmoid", None, (0.3,)),
    ("mju_Halton", None, (11, 3)), ("mju_springDamper", None, (1.0, 0.5, 3.0, 0.2, 0.7)),
    ("mju_springDamper", None, (1.0, 0.5, 1.0, 5.0, 0.7)), ("mju_springDamper", None, (1.0, 0.5, 1.0, 2.0, 0.7)),
    ("mju_zero", 5, ()), ("mju_zero3", 3, ()), ("mju_zero4", 4, ()), ("mju_unit4", 4, ()), ("mju_fill", 5, (2.0,)),
    ("mju_copy", 5, (V,)), ("mju_copy3", 3, (P,)), ("mju_copy4", 4, (V[:4],)), ("mju_scl", 5, (V, 2.0)),
    ("mju_scl3", 3, (P, 2.0)), ("mju_add", 5, (V, W)), ("mju_add3", 3, (P, Q)), ("mju_sub", 5, (V, W)),
    ("mju_sub3", 3, (P, Q)), ("mju_addTo", 5, (V,)), ("mju_addTo3", 3, (P,)), ("mju_subFrom", 5, (V,)),
    ("mju_subFrom3", 3, (P,)), ("mju_addScl", 5, (V, W, 0.3)), ("mju_addScl3", 3, (P, Q, 0.3)),
    ("mju_addToScl", 5, (V, 0.3)), ("mju_addToScl3", 3, (P, 0.3)), ("mju_sum", None, (V,)), ("mju_L1", None, (V,)),
    ("mju_dot", None, (V, W)), ("mju_dot3", None, (P, Q)), ("mju_norm", None, (V,)), ("mju_norm3", None, (P,)),
    ("mju_dist3", None, (P, Q)), ("mju_normalize", 5, ()), ("mju_isZero", None, (np.zeros(3),)),
    ("mju_insertionSort", 5, ()), ("mju_mulMatVec", 4, (A, V)), ("mju_mulMatTVec", 5, (A, W[:4])),
    ("mju_mulVecMatVec", None, (V, SQUARE, W)), ("mju_transpose", (5, 4), (A,)), ("mju_symmetrize", (5, 5), (SQUARE,)),
    ("mju_eye", (3, 3), ()), ("mju_mulMatMat", (4, 3), (A, B)), ("mju_mulMatMatT", (4, 4), (A, A)),
    ("mju_mulMatTMat", (5, 5), (A, A)), ("mju_sqrMatTD", (5, 5), (A, W[:4])), ("mju_sqrMatTD", (5, 5), (A, None)),
    ("mju_transformSpatial", 6, (np.arange(6.0), 0, P, Q, SQUARE.ravel()[:9])),
    ("mju_transformSpatial", 6, (np.arange(6.0), 1, P, Q, SQUARE.ravel()[:9])),
]  # fmt: skip


@pytest.mark.parametrize("name, shape, arguments", CASES)
def test_agrees(name, shape, arguments):
    found = []
    for package in (mujoco, cf):
        copies = [np.array(a) if isinstance(a, np.ndarray) else a for a in arguments]
        if shape is None:
            found.append([getattr(package, name)(*copies)])
        else:
            result = np.arange(1.0, 1.0 + np.prod(shape)).reshape(shape)[::-1].copy()
            found.append([result, getattr(package, name)(result, *copies)])
    for mine, reference in zip(found[1], found[0], strict=True):
        assert (mine is None) == (reference is None)
        if mine is not None:
            np.testing.assert_allclose(mine, reference, rtol=1e-14, atol=1e-14)


def test_cholesky():
    factors, solutions = [], []
    for package in (mujoco, cf):
        factor, solution = SYMMETRIC.copy(), np.zeros(5)
        assert package.mju_cholFactor(factor, 1e-10) == 5
        package.mju_cholSolve(solution, factor, V)
        factors.append(np.tril(factor))
        solutions.append(solution)
    np.testing.assert_allclose(factors[1], factors[0], rtol=1e-13)
    np.testing.assert_allclose(solutions[1], np.linalg.solve(SYMMETRIC, V), rtol=1e-10)


def test_sparse_matrices():
    mat = np.where(np.abs(A) > 0.7, A, 0)
    found = []
    for package in (mujoco, cf):
        values, count, start = np.zeros(20), np.zeros(4, np.int32), np.zeros(4, np.int32)
        columns, dense = np.zeros(20, np.int32), np.zeros((4, 5))
        assert package.mju_dense2sparse(values, mat, count, start, columns) == 0
        package.mju_sparse2dense(dense, values, count, start, columns)
        found.append([values, count, start, columns, dense])
    for mine, reference in zip(found[1], found[0], strict=True):
        np.testing.assert_array_equal(mine, reference)
    np.testing.assert_array_equal(found[1][4], mat)


def test_wrong_sizes_are_refused():
    with pytest.raises(TypeError):
        cf.mju_add(np.zeros(3), np.zeros(3), np.zeros(4))
    with pytest.raises(TypeError):
        cf.mju_copy3(np.zeros(4), np.zeros(4))
    with pytest.raises(TypeError):
        cf.mju_mulMatMat(np.zeros((2, 2)), np.zeros((2, 3)), np.zeros((2, 2)))
