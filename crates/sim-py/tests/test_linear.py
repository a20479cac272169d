"""Linear algebra beyond vectors and matrices gives the reference's numbers."""

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

RNG = np.random.default_rng(5)


def spd(n):
    a = RNG.normal(size=(n, n))
    return a @ a.T + n * np.eye(n)


@pytest.mark.parametrize(("total", "band", "dense"), [(6, 3, 2), (5, 5, 0), (4, 1, 4), (7, 2, 1)])
def test_bands(total, band, dense):
    matrix = spd(total)
    vec = RNG.normal(size=(total, 1))
    out = []
    for engine in (cf, mujoco):
        packed = np.zeros((total - dense) * band + dense * total)
        engine.mju_dense2Band(packed, matrix, total, band, dense)
        whole, product, x = np.zeros((total, total)), np.zeros((total, 1)), np.zeros(total)
        engine.mju_band2Dense(whole, packed, total, band, dense, 1)
        band_matrix = packed.reshape(-1, 1)
        engine.mju_bandMulMatVec(product, band_matrix, vec, total, band, dense, 1, 1)
        diag = [engine.mju_bandDiag(i, total, band, dense) for i in range(total)]
        smallest = engine.mju_cholFactorBand(packed, total, band, dense, 0.1, 0.2)
        engine.mju_cholSolveBand(x, packed, vec[:, 0].copy(), total, band, dense)
        out.append([whole, product, diag, smallest, x])
    for mine, theirs in zip(*out, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("bounds", ["both", "lower", "none", "tight"])
def test_box_qp(bounds):
    for _ in range(20):
        n = 6
        hessian, bias = spd(n) / n, 3 * RNG.normal(size=n)
        width = 1e-3 if bounds == "tight" else 1.0
        lower = None if bounds == "none" else -width * RNG.uniform(0.1, 1, n)
        upper = width * RNG.uniform(0.1, 1, n) if bounds in ("both", "tight") else None
        out = []
        for engine in (cf, mujoco):
            res, factor, index = np.zeros(n), np.zeros((n, n + 7)), np.zeros(n, np.int32)
            free = engine.mju_boxQP(res, factor, index, hessian, bias, lower, upper)
            lower_factor = np.tril(factor.ravel()[: free * free].reshape(free, free))
            out.append([free, res, index[:free], lower_factor])
        for mine, theirs in zip(*out, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-7, atol=1e-9)
    with pytest.raises(cf.FatalError):
        cf.mju_boxQP(np.zeros(1), np.zeros((1, 8)), None, np.eye(1), np.ones(1), np.ones(1), np.zeros(1))


@pytest.mark.parametrize("plus", [0, 1])
def test_cholesky_update(plus):
    matrix, x = np.linalg.cholesky(spd(4)), RNG.normal(size=4)
    out = []
    for engine in (cf, mujoco):
        factor, vector = matrix.copy(), x.copy()
        out.append((engine.mju_cholUpdate(factor, vector, plus), np.tril(factor), vector))
    for mine, theirs in zip(*out, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-10, atol=1e-12)


def test_pyramids():
    force, mu = np.array([2.0, 0.3, -0.4]), np.array([0.5, 0.7])
    out = []
    for engine in (cf, mujoco):
        pyramid, back = np.zeros(4), np.zeros(3)
        engine.mju_encodePyramid(pyramid, force, mu)
        engine.mju_decodePyramid(back, pyramid, mu)
        out.append((pyramid, back))
    for mine, theirs in zip(*out, strict=True):
        np.testing.assert_allclose(mine, theirs)


@pytest.mark.parametrize("angle", [0.0, 1e-9, 1e-3, 0.02, 1.0, 3.0])
def test_derivatives_of_rotations(angle):
    axis = np.array([0.48, -0.6, 0.64])
    qa, qb = np.array([1.0, 0, 0, 0]), np.zeros(4)
    mujoco.mju_axisAngle2Quat(qb, axis, angle)
    out = []
    for engine in (cf, mujoco):
        da, db, dq, dv, ds = np.zeros(9), np.zeros((3, 3)), np.zeros(9), np.zeros(9), np.zeros(3)
        engine.mjd_subQuat(qa, qb, da, db)
        engine.mjd_quatIntegrate(axis, angle, dq, dv, ds)
        out.append((da, db, dq, dv, ds))
    for mine, theirs in zip(*out, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-14)


def test_eigenvectors_and_nearest_rotation():
    for _ in range(10):
        matrix = spd(3).ravel()
        out = []
        for engine in (cf, mujoco):
            values, vectors, quat, near = np.zeros(3), np.zeros(9), np.zeros(4), np.array([1.0, 0, 0, 0])
            engine.mju_eig3(values, vectors, quat, matrix)
            count = engine.mju_mat2Rot(near, RNG_MATRIX)
            out.append((values, vectors, quat, near, count))
        for mine, theirs in zip(*out, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-14)


RNG_MATRIX = np.random.default_rng(1).normal(size=9)


def test_muscles():
    prm = np.array([0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2])
    for length in np.linspace(0.1, 2, 12):
        arguments = (length, 0.3, np.array([0.5, 1.5]), 2.0, prm)
        assert cf.mju_muscleGain(*arguments) == pytest.approx(mujoco.mju_muscleGain(*arguments), rel=1e-14)
        arguments = (length, np.array([0.5, 1.5]), 2.0, prm)  # type: ignore[assignment]
        assert cf.mju_muscleBias(*arguments) == pytest.approx(mujoco.mju_muscleBias(*arguments), rel=1e-14)  # type: ignore[call-arg]
        arguments = (0.4, length / 2, np.array([0.01, 0.04, 0.1]))  # type: ignore[assignment]
        assert cf.mju_muscleDynamics(*arguments) == pytest.approx(mujoco.mju_muscleDynamics(*arguments), rel=1e-14)  # type: ignore[call-arg]


@pytest.mark.parametrize("count", [0, 5, 1024, 1500, 3 << 20, 7 << 40])
def test_bytes_in_words(count):
    assert cf.mju_writeNumBytes(count) == mujoco.mju_writeNumBytes(count)
