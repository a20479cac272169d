"""Functions of the `mujoco` package on plain numbers and arrays: numpy's work under MuJoCo's names.

The result, where there is one, is the first argument and is written in place.
"""

import math
from typing import TYPE_CHECKING, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from ._constants import mjMAXVAL, mjMINVAL

if TYPE_CHECKING:
    from .._core import MjData, MjModel

Array: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.int32]


def _same(res: Array, *others: npt.ArrayLike) -> None:
    for other in others:
        if np.size(res) != np.size(other):
            raise TypeError("res and its arguments should have the same size")


def _sized(size: int, *arrays: npt.ArrayLike) -> None:
    for array in arrays:
        if np.size(array) != size:
            raise TypeError(f"an array of {size} numbers was expected, not of {np.size(array)}")


def _shaped(shape: tuple[int, ...], name: str, array: Array) -> None:
    if np.shape(array) != shape:
        raise TypeError(f"{name} should be of shape {shape}, not {np.shape(array)}")


def _put(res: Array, value: npt.ArrayLike) -> None:
    res[...] = np.reshape(value, res.shape)


# ---- numbers


def mju_min(a: SupportsFloat, b: SupportsFloat) -> float:
    """The smaller one."""
    return min(float(a), float(b))


def mju_max(a: SupportsFloat, b: SupportsFloat) -> float:
    """The larger one."""
    return max(float(a), float(b))


def mju_clip(x: SupportsFloat, min: SupportsFloat, max: SupportsFloat) -> float:
    """`x` moved into a range."""
    x, low, high = float(x), float(min), float(max)
    return low if x < low else high if x > high else x


def mju_sign(x: SupportsFloat) -> float:
    """1, 0 or -1."""
    x = float(x)
    return float((x > 0) - (x < 0))


def mju_round(x: SupportsFloat) -> int:
    """The nearest integer, halves away from zero."""
    x = float(x)
    return max(-(2**31), min(2**31 - 1, int(math.copysign(math.floor(abs(x) + 0.5), x))))


def mju_isBad(x: SupportsFloat) -> int:
    """Whether a number is not finite or absurdly large."""
    x = float(x)
    return int(math.isnan(x) or abs(x) > mjMAXVAL)


def mju_sigmoid(x: SupportsFloat) -> float:
    """The quintic step from 0 to 1 between 0 and 1."""
    x = float(x)
    if x <= 0 or x >= 1:
        return float(x > 0)
    return x * x * x * (3 * x * (2 * x - 5) + 10)


def mju_Halton(index: SupportsIndex, base: SupportsIndex) -> float:
    """Entry of the Halton sequence of a base."""
    rest, b = int(index), int(base)
    value, weight = 0.0, 1 / b
    while rest > 0:
        rest, digit = divmod(rest, b)
        value += weight * digit
        weight /= b
    return value


def mju_springDamper(
    pos0: SupportsFloat, vel0: SupportsFloat, Kp: SupportsFloat, Kv: SupportsFloat, dt: SupportsFloat
) -> float:
    """Position of a damped spring of unit mass after the time `dt`."""
    x, v, k, b, t = (float(a) for a in (pos0, vel0, Kp, Kv, dt))
    det = b * b - 4 * k
    if det > mjMINVAL:
        w = math.sqrt(det) / 2
        fast, slow = -b / 2 + w, -b / 2 - w
        first, second = (x * slow - v) / (slow - fast), (x * fast - v) / (fast - slow)
        return first * math.exp(fast * t) + second * math.exp(slow * t)
    if det >= -mjMINVAL:
        return math.exp(-b * t / 2) * (x + (v + b * x / 2) * t)
    w = math.sqrt(-det) / 2
    return math.exp(-b * t / 2) * (x * math.cos(w * t) + (v + b * x / 2) / w * math.sin(w * t))


# ---- vectors


def mju_zero(res: Array) -> None:
    """Sets all entries to zero."""
    res[...] = 0


def mju_zero3(res: Array) -> None:
    """Sets three entries to zero."""
    _sized(3, res)
    res[...] = 0


def mju_zero4(res: Array) -> None:
    """Sets four entries to zero."""
    _sized(4, res)
    res[...] = 0


def mju_unit4(res: Array) -> None:
    """Sets a quaternion to no rotation."""
    _sized(4, res)
    _put(res, [1, 0, 0, 0])


def mju_fill(res: Array, val: SupportsFloat) -> None:
    """Sets all entries to a number."""
    res[...] = float(val)


def mju_copy(res: Array, data: Array) -> None:
    """`res = data`."""
    _same(res, data)
    _put(res, data)


def mju_copy3(res: Array, data: Array) -> None:
    """`res = data`, three entries."""
    _sized(3, res, data)
    _put(res, data)


def mju_copy4(res: Array, data: Array) -> None:
    """`res = data`, four entries."""
    _sized(4, res, data)
    _put(res, data)


def mju_scl(res: Array, vec: Array, scl: SupportsFloat) -> None:
    """`res = vec * scl`."""
    _same(res, vec)
    _put(res, np.multiply(vec, float(scl)))


def mju_scl3(res: Array, vec: Array, scl: SupportsFloat) -> None:
    """`res = vec * scl`, three entries."""
    _sized(3, res)
    mju_scl(res, vec, scl)


def mju_add(res: Array, vec1: Array, vec2: Array) -> None:
    """`res = vec1 + vec2`."""
    _same(res, vec1, vec2)
    _put(res, np.add(np.ravel(vec1), np.ravel(vec2)))


def mju_add3(res: Array, vec1: Array, vec2: Array) -> None:
    """`res = vec1 + vec2`, three entries."""
    _sized(3, res)
    mju_add(res, vec1, vec2)


def mju_sub(res: Array, vec1: Array, vec2: Array) -> None:
    """`res = vec1 - vec2`."""
    _same(res, vec1, vec2)
    _put(res, np.subtract(np.ravel(vec1), np.ravel(vec2)))


def mju_sub3(res: Array, vec1: Array, vec2: Array) -> None:
    """`res = vec1 - vec2`, three entries."""
    _sized(3, res)
    mju_sub(res, vec1, vec2)


def mju_addTo(res: Array, vec: Array) -> None:
    """`res += vec`."""
    mju_add(res, res, vec)


def mju_addTo3(res: Array, vec: Array) -> None:
    """`res += vec`, three entries."""
    mju_add3(res, res, vec)


def mju_subFrom(res: Array, vec: Array) -> None:
    """`res -= vec`."""
    mju_sub(res, res, vec)


def mju_subFrom3(res: Array, vec: Array) -> None:
    """`res -= vec`, three entries."""
    mju_sub3(res, res, vec)


def mju_addScl(res: Array, vec1: Array, vec2: Array, scl: SupportsFloat) -> None:
    """`res = vec1 + vec2 * scl`."""
    _same(res, vec1, vec2)
    _put(res, np.ravel(vec1) + np.ravel(vec2) * float(scl))


def mju_addScl3(res: Array, vec1: Array, vec2: Array, scl: SupportsFloat) -> None:
    """`res = vec1 + vec2 * scl`, three entries."""
    _sized(3, res)
    mju_addScl(res, vec1, vec2, scl)


def mju_addToScl(res: Array, vec: Array, scl: SupportsFloat) -> None:
    """`res += vec * scl`."""
    mju_addScl(res, res, vec, scl)


def mju_addToScl3(res: Array, vec: Array, scl: SupportsFloat) -> None:
    """`res += vec * scl`, three entries."""
    mju_addScl3(res, res, vec, scl)


def mju_sum(vec: Array) -> float:
    """Sum of the entries."""
    return float(np.sum(vec))


def mju_L1(vec: Array) -> float:
    """Sum of the magnitudes."""
    return float(np.sum(np.abs(vec)))


def mju_dot(vec1: Array, vec2: Array) -> float:
    """Dot product."""
    _same(vec1, vec2)
    return float(np.dot(np.ravel(vec1), np.ravel(vec2)))


def mju_dot3(vec1: Array, vec2: Array) -> float:
    """Dot product of three entries."""
    _sized(3, vec1, vec2)
    return mju_dot(vec1, vec2)


def mju_norm(vec: Array) -> float:
    """Length."""
    return math.sqrt(mju_dot(vec, vec))


def mju_norm3(vec: Array) -> float:
    """Length of a vector of three entries."""
    _sized(3, vec)
    return mju_norm(vec)


def mju_dist3(pos1: Array, pos2: Array) -> float:
    """Distance of two points."""
    _sized(3, pos1, pos2)
    return mju_norm(np.subtract(np.ravel(pos1), np.ravel(pos2)))


def mju_normalize(res: Array) -> float:
    """Makes a vector one long and returns its length; one without length becomes the first unit vector."""
    norm = mju_norm(res)
    if norm >= mjMINVAL:
        res[...] *= 1 / norm
    elif np.size(res):
        _put(res, np.eye(1, np.size(res)))
    return norm


def mju_isZero(vec: Array) -> int:
    """Whether all entries are zero."""
    return int(not np.any(vec))


def mju_insertionSort(list: Array) -> None:
    """Sorts in increasing order."""
    list[...] = np.sort(list, axis=0, kind="stable")


def mju_insertionSortInt(list: Indices) -> None:
    """Sorts integers in increasing order."""
    list[...] = np.sort(list, axis=0, kind="stable")


# ---- matrices


def mju_mulMatVec(res: Array, mat: Array, vec: Array) -> None:
    """`res = mat vec`."""
    _sized(mat.shape[0], res)
    _sized(mat.shape[1], vec)
    _put(res, mat @ np.ravel(vec))


def mju_mulMatTVec(res: Array, mat: Array, vec: Array) -> None:
    """`res = matᵀ vec`."""
    mju_mulMatVec(res, mat.T, vec)


def mju_mulVecMatVec(vec1: Array, mat: Array, vec2: Array) -> float:
    """`vec1ᵀ mat vec2`."""
    _shaped((np.size(vec1), np.size(vec2)), "mat", mat)
    _same(vec1, vec2)
    return float(np.ravel(vec1) @ mat @ np.ravel(vec2))


def mju_transpose(res: Array, mat: Array) -> None:
    """`res = matᵀ`."""
    _shaped(mat.T.shape, "res", res)
    res[...] = mat.T.copy()


def mju_symmetrize(res: Array, mat: Array) -> None:
    """`res = (mat + matᵀ) / 2`."""
    _shaped((mat.shape[0], mat.shape[0]), "mat", mat)
    _shaped(mat.shape, "res", res)
    res[...] = 0.5 * (mat + mat.T)


def mju_eye(mat: Array) -> None:
    """Sets a square matrix to the identity."""
    _shaped((mat.shape[0], mat.shape[0]), "mat", mat)
    mat[...] = np.eye(mat.shape[0])


def mju_mulMatMat(res: Array, mat1: Array, mat2: Array) -> None:
    """`res = mat1 mat2`."""
    if mat1.shape[1] != mat2.shape[0]:
        raise TypeError("the inner sizes of mat1 and mat2 should be equal")
    _shaped((mat1.shape[0], mat2.shape[1]), "res", res)
    res[...] = mat1 @ mat2


def mju_mulMatMatT(res: Array, mat1: Array, mat2: Array) -> None:
    """`res = mat1 mat2ᵀ`."""
    mju_mulMatMat(res, mat1, mat2.T)


def mju_mulMatTMat(res: Array, mat1: Array, mat2: Array) -> None:
    """`res = mat1ᵀ mat2`."""
    mju_mulMatMat(res, mat1.T, mat2)


def mju_sqrMatTD(res: Array, mat: Array, diag: Array | None) -> None:
    """`res = matᵀ diag mat`; without `diag` the identity stands for it."""
    scaled = mat
    if diag is not None:
        _sized(mat.shape[0], diag)
        scaled = mat * np.ravel(diag)[:, None]
    mju_mulMatMat(res, mat.T, scaled)


def mju_cholFactor(mat: Array, mindiag: SupportsFloat) -> int:
    """Cholesky factor in the lower triangle of `mat`; pivots below `mindiag` are raised to it. Returns the rank."""
    n, least = mat.shape[0], float(mindiag)
    _shaped((n, n), "mat", mat)
    rank = n
    for j in range(n):
        pivot = mat[j, j] - mat[j, :j] @ mat[j, :j]
        if pivot < least:
            mat[j, j], rank = math.sqrt(least), rank - 1
            mat[j + 1 :, j] = 0
        else:
            mat[j, j] = math.sqrt(pivot)
            mat[j + 1 :, j] = (mat[j + 1 :, j] - mat[j + 1 :, :j] @ mat[j, :j]) / mat[j, j]
    return rank


def mju_cholSolve(res: Array, mat: Array, vec: Array) -> None:
    """Solves with the factor that `mju_cholFactor` left in `mat`."""
    n = mat.shape[0]
    _shaped((n, n), "mat", mat)
    _sized(n, res, vec)
    x = np.array(vec, dtype=float).ravel()
    for i in range(n):
        x[i] = (x[i] - mat[i, :i] @ x[:i]) / mat[i, i]
    for i in reversed(range(n)):
        x[i] = (x[i] - mat[i + 1 :, i] @ x[i + 1 :]) / mat[i, i]
    _put(res, x)


def mju_sym2dense(res: Array, mat: Array, rownnz: Indices, rowadr: Indices, colind: Indices) -> None:
    """The dense matrix of a sparse lower triangle."""
    mju_sparse2dense(res, mat, rownnz, rowadr, colind)
    res[...] += np.tril(res, -1).T


def mju_sparse2dense(res: Array, mat: Array, rownnz: Indices, rowadr: Indices, colind: Indices) -> None:
    """The dense matrix of sparse rows."""
    _sized(res.shape[0], rownnz, rowadr)
    res[...] = 0
    for row, (n, start) in enumerate(zip(rownnz, rowadr, strict=True)):
        res[row, colind[start : start + n]] = mat[start : start + n]


def mju_dense2sparse(res: Array, mat: Array, rownnz: Indices, rowadr: Indices, colind: Indices) -> int:
    """The non-zero entries of a matrix as sparse rows. Returns 1 when they do not fit."""
    _sized(mat.shape[0], rownnz, rowadr)
    start = 0
    for row, values in enumerate(mat):
        columns = np.flatnonzero(values)
        end = start + len(columns)
        if end > np.size(res):
            return 1
        rownnz[row], rowadr[row] = len(columns), start
        res[start:end], colind[start:end] = values[columns], columns
        start = end
    return 0


def mju_transformSpatial(
    res: Array, vec: Array, flg_force: SupportsIndex, newpos: Array, oldpos: Array, rotnew2old: Array | None
) -> None:
    """A motion or force, rotation first, seen at another point and in other axes."""
    _sized(6, res, vec)
    arm = np.subtract(np.ravel(newpos), np.ravel(oldpos))
    rotation, translation = np.array(vec, dtype=float).reshape(2, 3)
    if int(flg_force):
        rotation = rotation - np.cross(arm, translation)
    else:
        translation = translation - np.cross(arm, rotation)
    moved = np.stack([rotation, translation])
    _put(res, moved if rotnew2old is None else moved @ np.reshape(rotnew2old, (3, 3)))


def mj_addM(
    m: "MjModel", d: "MjData", dst: Array, rownnz: Indices | None, rowadr: Indices | None, colind: Indices | None
) -> None:
    """Adds the inertia matrix to `dst`: its lower triangle to sparse rows with room for it, or to a dense matrix."""
    for row in range(m.nv):
        start = m.M_rowadr[row]
        own = slice(start, start + m.M_rownnz[row])
        columns, values = m.M_colind[own], d.M[own]
        if rownnz is None or rowadr is None or colind is None:
            np.reshape(dst, (m.nv, m.nv))[row, columns] += values
            continue
        first, n = rowadr[row], rownnz[row]
        sums = dict(zip(colind[first : first + n].tolist(), dst[first : first + n].tolist(), strict=True))
        for column, value in zip(columns.tolist(), values.tolist(), strict=True):
            sums[column] = sums.get(column, 0.0) + value
        rownnz[row] = len(sums)
        for place, column in enumerate(sorted(sums), first):
            colind[place], dst[place] = column, sums[column]


__all__ = [name for name in dir() if name.startswith(("mj_", "mju_"))]
