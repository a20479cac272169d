"""Functions of the `mujoco` package on plain numbers and arrays: numpy's work under MuJoCo's names.

The result, where there is one, is the first argument and is written in place.
"""

import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, SupportsFloat, SupportsIndex, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from ._constants import mjMAXVAL, mjMINVAL

if TYPE_CHECKING:
    from ._classes import MjData, MjModel

Array: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.int32]


P = ParamSpec("P")
R = TypeVar("R")


def _bare(argument: object) -> object:
    is_other = isinstance(argument, np.ndarray) and type(argument) is not np.ndarray
    return np.asarray(argument) if is_other else argument


def bare(function: Callable[P, R]) -> Callable[P, R]:
    """Shows a function the memory of arrays of any subclass of numpy's, without what the subclass does when it is written to."""

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*map(_bare, args), **{name: _bare(value) for name, value in kwargs.items()})  # type: ignore[arg-type]

    return call


def _sized(size: int, *arrays: npt.ArrayLike) -> None:
    for array in arrays:
        if np.size(array) != size:
            raise TypeError(f"an array of {size} numbers was expected, not of {np.size(array)}")


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


@bare
def mju_insertionSort(list: Array) -> None:
    """Sorts in increasing order."""
    list[...] = np.sort(list, axis=0, kind="stable")


@bare
def mju_insertionSortInt(list: Indices) -> None:
    """Sorts integers in increasing order."""
    list[...] = np.sort(list, axis=0, kind="stable")


# ---- matrices


@bare
def mju_sym2dense(res: Array, mat: Array, rownnz: Indices, rowadr: Indices, colind: Indices) -> None:
    """The dense matrix of a sparse lower triangle."""
    mju_sparse2dense(res, mat, rownnz, rowadr, colind)
    res[...] += np.tril(res, -1).T


@bare
def mju_sparse2dense(res: Array, mat: Array, rownnz: Indices, rowadr: Indices, colind: Indices) -> None:
    """The dense matrix of sparse rows."""
    _sized(res.shape[0], rownnz, rowadr)
    res[...] = 0
    for row, (n, start) in enumerate(zip(rownnz, rowadr, strict=True)):
        res[row, colind[start : start + n]] = mat[start : start + n]


@bare
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


@bare
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


@bare
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
