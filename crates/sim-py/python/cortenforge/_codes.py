"""Numbers of enums that print as names: ``print(model.geom_type)`` shows ``[plane capsule box]``.

They stay numbers: a `Code` is an int, `Codes` is a numpy array of int32. Only `repr` and `str` differ.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core


@functools.cache
def _names() -> dict[str, dict[int, str]]:
    return dict(_core._code_names())


class Code(int):
    """A number of an enum, like ``model.opt.integrator``. `name` is its keyword in MJCF."""

    name: str

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__

    def __format__(self, form: str) -> str:
        return format(int(self), form) if form else self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return int, (int(self),)


class Codes(np.ndarray):
    """Numbers of an enum, like ``model.geom_type``."""

    _code_names: dict[int, str] = {}

    def __array_finalize__(self, source: Any) -> None:
        self._code_names = getattr(source, "_code_names", {})

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        """Results of calculations are plain arrays."""
        plain = np.asarray(array)
        return plain[()] if return_scalar or plain.ndim == 0 else plain

    def _text(self, separator: str, prefix: str) -> str:
        names = self._code_names
        show = {"int": lambda number: names.get(int(number), str(number))}
        return np.array2string(np.asarray(self), separator=separator, prefix=prefix, formatter=show)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"Codes({self._text(', ', 'Codes(')})"

    def __str__(self) -> str:
        return self._text(" ", "")

    def __reduce__(self) -> Any:
        return np.asarray(self).__reduce__()

    def __deepcopy__(self, memo: Any) -> Any:
        return np.array(self)


def number(field: str, value: int) -> int:
    """A number that prints its name; one without a name as it is."""
    name = _names()[field].get(value)
    if name is None:
        return value
    code = Code(value)
    code.name = name
    return code


def array(field: str, entries: npt.NDArray[np.int32]) -> Any:
    """A view of an array that prints names."""
    made = entries.view(Codes)
    made._code_names = _names()[field]
    return made
