"""Banded matrices, quadratic programs, derivatives of rotations: linear algebra of the `mujoco` package beyond plain
vectors and matrices.

A band matrix has `ntotal - ndense` sparse rows of `nband` entries that end at the diagonal, then `ndense` whole rows.
"""

import math
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

from .. import _core
from .._core import mju_cholFactor, mju_cholSolve
from ._arrays import Array, Indices, bare
from ._constants import mjMINVAL


def _square(name: str, mat: Array) -> int:
    if np.ndim(mat) != 2 or mat.shape[0] != mat.shape[1]:
        raise TypeError(f"{name} should be a square matrix, not of shape {np.shape(mat)}")
    return int(mat.shape[0])


def _band(mat: Array, ntotal: SupportsIndex, nband: SupportsIndex, ndense: SupportsIndex) -> tuple[int, int, int]:
    total, band, dense = int(ntotal), int(nband), int(ndense)
    if not 0 <= dense <= total or band < 0:
        raise TypeError("ndense should be between 0 and ntotal, and nband not negative")
    if np.size(mat) != (total - dense) * band + dense * total:
        raise TypeError("mat should have (ntotal - ndense) * nband + ndense * ntotal entries")
    return total, band, dense


def _lower(mat: Array, total: int, band: int, dense: int) -> Array:
    """The lower triangle as a dense matrix."""
    flat, out = np.ravel(mat), np.zeros((total, total))
    sparse = total - dense
    for i in range(sparse):
        width = min(i + 1, band)
        end = (i + 1) * band
        out[i, i + 1 - width : i + 1] = flat[end - width : end]
    out[sparse:] = np.tril(flat[sparse * band :].reshape(dense, total), sparse)
    return out


def _pack(res: Array, lower: Array, total: int, band: int, dense: int, *, keep: bool = False) -> None:
    """Stores a lower triangle; entries left of the matrix are zero, or as they were."""
    flat, sparse = np.array(res, dtype=np.float64).ravel() if keep else np.zeros(np.size(res)), total - dense
    for i in range(sparse):
        width = min(i + 1, band)
        end = (i + 1) * band
        flat[end - width : end] = lower[i, i + 1 - width : i + 1]
    flat[sparse * band :] = lower[sparse:].ravel()
    res[...] = flat.reshape(res.shape)


def mju_bandDiag(i: SupportsIndex, ntotal: SupportsIndex, nband: SupportsIndex, ndense: SupportsIndex) -> int:
    """Place of diagonal entry `i` in a band matrix."""
    row, total, band, sparse = int(i), int(ntotal), int(nband), int(ntotal) - int(ndense)
    return (row + 1) * band - 1 if row < sparse else sparse * band + (row - sparse) * total + row


@bare
def mju_dense2Band(
    res: Array, mat: Array, ntotal: SupportsIndex, nband: SupportsIndex, ndense: SupportsIndex
) -> None:
    """Packs a dense matrix."""
    total, band, dense = _band(res, ntotal, nband, ndense)
    if np.shape(mat) != (total, total):
        raise TypeError("mat should be of shape (ntotal, ntotal)")
    _pack(res, np.tril(mat), total, band, dense)


@bare
def mju_band2Dense(
    res: Array,
    mat: Array,
    ntotal: SupportsIndex,
    nband: SupportsIndex,
    ndense: SupportsIndex,
    flg_sym: SupportsIndex,
) -> None:
    """Unpacks a band matrix, both triangles if `flg_sym`."""
    total, band, dense = _band(mat, ntotal, nband, ndense)
    if np.shape(res) != (total, total):
        raise TypeError("res should be of shape (ntotal, ntotal)")
    lower = _lower(mat, total, band, dense)
    res[...] = lower + np.tril(lower, -1).T if flg_sym else lower


@bare
def mju_bandMulMatVec(
    res: Array,
    mat: Array,
    vec: Array,
    ntotal: SupportsIndex,
    nband: SupportsIndex,
    ndense: SupportsIndex,
    nvec: SupportsIndex,
    flg_sym: SupportsIndex,
) -> None:
    """Multiplies a band matrix with `nvec` vectors, one after another in `vec`."""
    total, band, dense = _band(mat, ntotal, nband, ndense)
    count = int(nvec)
    if np.size(vec) != total * count or np.size(res) != total * count:
        raise TypeError("res and vec should have ntotal * nvec entries")
    lower = _lower(mat, total, band, dense)
    whole = lower + np.tril(lower, -1).T if flg_sym else lower
    res[...] = (np.reshape(vec, (count, total)) @ whole.T).reshape(res.shape)


@bare
def mju_cholFactorBand(
    mat: Array,
    ntotal: SupportsIndex,
    nband: SupportsIndex,
    ndense: SupportsIndex,
    diagadd: SupportsFloat,
    diagmul: SupportsFloat,
) -> float:
    """Cholesky factor of a band matrix in place; the smallest pivot, 0 where one is not positive."""
    total, band, dense = _band(mat, ntotal, nband, ndense)
    lower, smallest = _lower(mat, total, band, dense), math.inf
    index = np.arange(total)
    lower[index, index] += float(diagadd) + float(diagmul) * lower[index, index]
    for j in range(total):
        pivot = lower[j, j] - lower[j, :j] @ lower[j, :j]
        smallest = min(smallest, pivot)
        if pivot < mjMINVAL:
            return 0.0
        lower[j, j] = math.sqrt(pivot)
        lower[j + 1 :, j] = (lower[j + 1 :, j] - lower[j + 1 :, :j] @ lower[j, :j]) / lower[j, j]
    _pack(mat, lower, total, band, dense, keep=True)
    return float(smallest)


@bare
def mju_cholSolveBand(
    res: Array, mat: Array, vec: Array, ntotal: SupportsIndex, nband: SupportsIndex, ndense: SupportsIndex
) -> None:
    """Solves with the factor of a band matrix."""
    total, band, dense = _band(mat, ntotal, nband, ndense)
    if np.size(res) != total or np.size(vec) != total:
        raise TypeError("res and vec should have ntotal entries")
    lower, x = _lower(mat, total, band, dense), np.array(vec, dtype=np.float64).ravel()
    for i in range(total):
        x[i] = (x[i] - lower[i, :i] @ x[:i]) / lower[i, i]
    for i in reversed(range(total)):
        x[i] = (x[i] - lower[i + 1 :, i] @ x[i + 1 :]) / lower[i, i]
    res[...] = x.reshape(res.shape)


@bare
def mju_cholUpdate(mat: Array, x: Array, flg_plus: SupportsIndex) -> int:
    """Cholesky factor of `L Lᵀ ± x xᵀ`, in place; `x` is used up. Returns the rank."""
    n = _square("mat", mat)
    if np.size(x) != n:
        raise TypeError("the size of x should be the number of rows of mat")
    rank, flat, sign = n, x.reshape(-1), 1.0 if flg_plus else -1.0
    for k in range(n):
        if flat[k] == 0:
            continue
        diagonal = mat[k, k]
        square = diagonal * diagonal + sign * flat[k] * flat[k]
        if square < mjMINVAL:
            square, rank = mjMINVAL, rank - 1
        root = math.sqrt(square)
        cosine, sine = root / diagonal, flat[k] / diagonal
        mat[k, k] = root
        mat[k + 1 :, k] = (mat[k + 1 :, k] + sign * sine * flat[k + 1 :]) / cosine
        flat[k + 1 :] = cosine * flat[k + 1 :] - sine * mat[k + 1 :, k]
    return rank


# projected Newton method: iterations, gradient, step and sufficient decrease at which it ends or gives up
_QP_ITERATIONS = 100
_QP_GRADIENT = 1e-16
_QP_SMALLEST_STEP = 1e-22
_QP_DECREASE = 0.1


@bare
def mju_boxQP(
    res: Array,
    R: Array,
    index: Indices | None,
    H: Array,
    g: Array,
    lower: Array | None,
    upper: Array | None,
) -> int:
    """Minimises `x' H x / 2 + x' g` between bounds (Tassa, Mansard, Todorov 2014); starts from `res`.

    Returns how many entries are free, -1 when `H` is not positive definite; `R` gets the factor over the free entries
    and `index` their numbers.
    """
    n = _square("H", H)
    if np.size(res) != n or np.size(g) != n or np.size(R) != n * (n + 7):
        raise TypeError("res and g should have n entries and R should have n * (n + 7), for H of n rows")
    for name, bound in [("index", index), ("lower", lower), ("upper", upper)]:
        if bound is not None and np.size(bound) != n:
            raise TypeError(f"{name} should have as many entries as H has rows")
    low = np.full(n, -math.inf) if lower is None else np.ravel(lower)
    high = np.full(n, math.inf) if upper is None else np.ravel(upper)
    if n == 0:
        raise _core.FatalError("mju_boxQPoption: problem size n must be positive")
    if lower is not None and upper is not None and np.any(low >= high):
        raise _core.FatalError("mju_boxQPoption: upper bounds must be strictly larger than lower bounds")
    hessian = np.tril(H) + np.tril(H, -1).T
    bias = np.ravel(g)
    if lower is None and upper is None:
        x, free, factor = _newton_point(hessian, bias)
    else:
        x, free, factor = _projected_newton(hessian, bias, low, high, np.clip(np.ravel(res), low, high))
    if free is None:
        return -1
    res[...] = x.reshape(res.shape)
    count = len(free)
    R.flat[: count * count] = factor.ravel()
    if index is not None:
        index.flat[:count] = free
    return count


def _newton_point(hessian: Array, bias: Array) -> tuple[Array, Any, Array]:
    factor, x = hessian.copy(), np.zeros(len(bias))
    if mju_cholFactor(factor, mjMINVAL) < len(bias):
        return x, None, factor
    mju_cholSolve(x, factor, bias)
    return -x, np.arange(len(bias)), factor


def _projected_newton(hessian: Array, bias: Array, low: Array, high: Array, x: Array) -> tuple[Array, Any, Array]:
    def cost(y: Array) -> float:
        return float(0.5 * y @ hessian @ y + y @ bias)

    before, free, factor = None, np.arange(len(x)), hessian.copy()
    for _ in range(_QP_ITERATIONS):
        gradient = hessian @ x + bias
        clamped = ((x == low) & (gradient > 0)) | ((x == high) & (gradient < 0))
        free = np.flatnonzero(~clamped)
        if len(free) == 0:
            return x, free, np.zeros((0, 0))
        if before is None or not np.array_equal(clamped, before):
            factor = hessian[np.ix_(free, free)].copy()
            if mju_cholFactor(factor, mjMINVAL) < len(free):
                return x, None, factor
        before = clamped
        if gradient[free] @ gradient[free] < _QP_GRADIENT:
            break
        # the Newton point of the free entries, the others where they are
        target = np.zeros(len(free))
        mju_cholSolve(target, factor, (bias + hessian @ np.where(clamped, x, 0.0))[free])
        search = np.zeros(len(x))
        search[free] = -target - x[free]
        slope = search @ gradient
        if slope >= 0:
            break
        step, value = 1.0, cost(x)
        candidate = np.clip(x + search, low, high)
        while cost(candidate) - value > _QP_DECREASE * step * slope:
            step *= 0.5
            if step < _QP_SMALLEST_STEP:
                return x, free, factor
            candidate = np.clip(x + step * search, low, high)
        x = candidate
    return x, free, factor


# ---- contact forces


@bare
def mju_encodePyramid(pyramid: Array, force: Array, mu: Array) -> None:
    """Coefficients of a pyramidal cone's edges for a contact force.

    As in the reference's Python package, the dimension of the contact is the size of `mu`, so that the last entries
    of the three arrays are not used.
    """
    dim = _pyramid(pyramid, force, mu)
    if dim < 2:
        return
    flat = np.ravel(force)
    share = flat[0] / (dim - 1)
    part = np.minimum(share, flat[1:dim] / np.ravel(mu)[: dim - 1])
    pyramid.flat[: 2 * (dim - 1)] = np.stack([0.5 * (share + part), 0.5 * (share - part)], axis=1).ravel()


@bare
def mju_decodePyramid(force: Array, pyramid: Array, mu: Array) -> None:
    """Contact force from the coefficients of a pyramidal cone's edges; sizes as in `mju_encodePyramid`."""
    dim, flat = _pyramid(pyramid, force, mu), np.ravel(pyramid)
    if dim == 1:
        force.flat[0] = flat[0]
        return
    pairs = flat[: 2 * (dim - 1)].reshape(-1, 2)
    force.flat[0] = pairs.sum()
    force.flat[1:dim] = (pairs[:, 0] - pairs[:, 1]) * np.ravel(mu)[: dim - 1]


def _pyramid(pyramid: Array, force: Array, mu: Array) -> int:
    if np.size(pyramid) != 2 * np.size(mu):
        raise TypeError("size of pyramid should be twice as large as size of mu")
    if np.size(force) != np.size(mu) + 1:
        raise TypeError("size of force should be exactly one larger than size of mu")
    return np.size(mu)


# ---- derivatives of rotations


def _cross_matrix(v: Array) -> Array:
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def _nine(name: str, array: Array | None) -> None:
    if array is not None and np.size(array) != 9:
        raise TypeError(f"{name} should have 9 entries, not {np.size(array)}")


@bare
def mjd_subQuat(qa: Array, qb: Array, Da: Array | None, Db: Array | None) -> None:
    """Derivatives of `mju_subQuat` with respect to rotations of either quaternion."""
    if np.size(qa) != 4 or np.size(qb) != 4:
        raise TypeError("qa and qb should have 4 entries")
    _nine("Da", Da)
    _nine("Db", Db)
    axis = np.zeros(3)
    _core.mju_subQuat(axis, np.ravel(qa), np.ravel(qb))
    half = 0.5 * _core.mju_normalize3(axis)
    cross = _cross_matrix(axis)
    # half / tan(half) tends to 1; below this angle it is 1 in floating point
    ratio = 1.0 if half < 6e-8 else half / math.tan(half)
    derivative = np.eye(3) + half * cross + (1.0 - ratio) * (cross @ cross)
    if Da is not None:
        Da[...] = derivative.reshape(Da.shape)
    if Db is not None:
        Db[...] = -derivative.T.reshape(Db.shape)


@bare
def mjd_quatIntegrate(
    vel: Array, scale: SupportsFloat, Dquat: Array | None, Dvel: Array | None, Dscale: Array | None
) -> None:
    """Derivatives of `mju_quatIntegrate` (Sola 2017, eq. 183)."""
    if np.size(vel) != 3:
        raise TypeError("vel should have 3 entries")
    _nine("Dquat", Dquat)
    _nine("Dvel", Dvel)
    rate = np.ravel(vel)
    s = float(scale) * rate
    square = float(s @ s)
    angle = math.sqrt(square)
    a = math.cos(angle)
    if angle > 1.0 / 32:
        b = math.sin(angle) / angle
        c = (1.0 - a) / square
        d = (1.0 - b) / square
    else:
        # Taylor's series: exact to rounding at such angles
        b = 1 + square / 6 * (square / 20 * (1 - square / 42) - 1)
        c = (1 + square / 12 * (square / 30 * (1 - square / 56) - 1)) / 2
        d = (1 + square / 20 * (square / 42 * (1 - square / 72) - 1)) / 6
    cross, outer = -_cross_matrix(s), np.outer(s, s)
    by_velocity = b * np.eye(3) + c * cross + d * outer
    if Dquat is not None:
        Dquat[...] = (a * np.eye(3) + b * cross + c * outer).reshape(Dquat.shape)
    if Dvel is not None:
        Dvel[...] = by_velocity.reshape(Dvel.shape)
    if Dscale is not None:
        Dscale[...] = (by_velocity @ rate).reshape(Dscale.shape)


# ---- small things


def _convert(res: npt.NDArray[Any], vec: npt.NDArray[Any]) -> None:
    if np.size(res) != np.size(vec):
        raise TypeError("res and vec should have the same size")
    res[...] = np.reshape(vec, res.shape)


@bare
def mju_f2n(res: Array, vec: npt.NDArray[np.float32]) -> None:
    """Copies 32-bit numbers to the engine's."""
    _convert(res, vec)


@bare
def mju_n2f(res: npt.NDArray[np.float32], vec: Array) -> None:
    """Copies the engine's numbers to 32-bit ones."""
    _convert(res, vec)


@bare
def mju_d2n(res: Array, vec: Array) -> None:
    """Copies 64-bit numbers to the engine's."""
    _convert(res, vec)


@bare
def mju_n2d(res: Array, vec: Array) -> None:
    """Copies the engine's numbers to 64-bit ones."""
    _convert(res, vec)


def mju_standardNormal(num2: SupportsFloat | None = None) -> float:
    """A random number from the standard normal distribution."""
    return float(np.random.standard_normal())


@bare
def mju_printMat(mat: Array) -> None:
    """Prints a matrix."""
    for row in np.atleast_2d(mat):
        print(" ".join(f"{value:.8f}" for value in row))
    print()


@bare
def mju_printMatSparse(mat: Array, rownnz: Indices, rowadr: Indices, colind: Indices) -> None:
    """Prints the entries of a sparse matrix with their columns."""
    flat = np.ravel(mat)
    for count, start in zip(np.ravel(rownnz), np.ravel(rowadr), strict=True):
        entries = range(int(start), int(start) + int(count))
        print(" ".join(f"{flat[k]:.8f} ({int(np.ravel(colind)[k])})" for k in entries))
    print()


def mju_writeNumBytes(nbytes: SupportsIndex) -> str:
    """A number of bytes in words: in the largest unit that divides it."""
    count = int(nbytes)
    for power, suffix in [(6, "E"), (5, "P"), (4, "T"), (3, "G"), (2, "M"), (1, "K")]:
        unit = 1 << (10 * power)
        if count >= unit and count % unit == 0:
            return f"{count // unit}{suffix}"
    return str(count)


_BORROWED = ("mju_cholFactor", "mju_cholSolve")

__all__ = [name for name in dir() if name.startswith(("mju_", "mjd_")) and name not in _BORROWED]
