"""The difference between two values of one field, relative to the largest entry of the reference."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

#: The tolerance of the project in f64.
BAR = 1e-9
#: f32 stores about seven digits: one unit in the last place is 1.2e-7.
BAR_SINGLE = 5e-7
#: Allowed rounding noise if the exact value is zero, as a part of the tolerance, in SI units: 1e-14 for most fields.
NOISE = 1e-5


@dataclass
class Difference:
    """A field that differs: name, both values, difference, and, if it was measured, the change of MuJoCo's own value after a nudge
    of the state in the last digits."""

    stage: str
    field: str
    index: str
    ours: str
    reference: str
    error: float
    own: float | None = None

    def text(self) -> str:
        where = f"{self.field}{self.index}"
        return f"{self.stage}: {where}: ours {self.ours}, MuJoCo {self.reference} (error {self.error:.3g})"

    def json(self) -> dict[str, Any]:
        return asdict(self)


def bar_of(reference: np.ndarray) -> float:
    """The tolerance for the precision of an array."""
    return BAR_SINGLE if reference.dtype == np.float32 else BAR


def relative_error(ours: np.ndarray, reference: np.ndarray, bar: float) -> tuple[float, int]:
    """Largest error relative to the largest entry, without noise, and its flat index."""
    a = ours.astype(np.float64).ravel()
    b = reference.astype(np.float64).ravel()
    if b.size == 0:
        return 0.0, 0
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    gap = np.where(same, 0.0, np.abs(np.where(same, 0.0, a) - np.where(same, 0.0, b)))
    gap = np.where(np.isnan(gap), np.inf, gap)
    gap = np.where(gap <= NOISE * min(bar, 1e-6), 0.0, gap)
    at = int(np.argmax(gap))
    if gap[at] == 0.0:
        return 0.0, at
    finite = np.abs(b[np.isfinite(b)])
    scale = float(finite.max()) if finite.size else 0.0
    return float(gap[at] / scale) if scale > 0 else float("inf"), at


def compare(stage: str, field: str, ours: Any, reference: Any, bar: float | None = None) -> Difference | None:
    """Compares one field; integers, flags and texts must be equal."""
    if isinstance(reference, (bytes, str)):
        theirs, mine = _as_bytes(reference), _as_bytes(ours)
        if theirs == mine:
            return None
        at = next((i for i, (x, y) in enumerate(zip(mine, theirs)) if x != y), min(len(mine), len(theirs)))
        return Difference(stage, field, f"[{at}]", repr(mine[at : at + 24]), repr(theirs[at : at + 24]), 1.0)
    b, a = np.asarray(reference), np.asarray(ours)
    if a.shape != b.shape:
        return Difference(stage, field, ".shape", str(a.shape), str(b.shape), 1.0)
    if b.size == 0:
        return None
    if b.dtype.kind in "iub":
        wrong = np.flatnonzero(a.ravel() != b.ravel())
        if wrong.size == 0:
            return None
        at, error = int(wrong[0]), float(wrong.size / b.size)
    else:
        allowed = bar if bar is not None else bar_of(b)
        error, at = relative_error(a, b, allowed)
        if error <= allowed:
            return None
    index = "" if b.ndim == 0 else str([int(i) for i in np.unravel_index(at, b.shape)])
    return Difference(stage, field, index, _value(a.ravel()[at]), _value(b.ravel()[at]), error)


def _as_bytes(value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode()
    return bytes(value) if isinstance(value, (bytes, bytearray)) else np.asarray(value).tobytes()


def _value(x: Any) -> str:
    return repr(float(x)) if np.asarray(x).dtype.kind == "f" else str(int(x))
