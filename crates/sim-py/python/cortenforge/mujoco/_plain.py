"""Records of the `mujoco` package that only carry numbers: figures, windows, how to search length ranges."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import numpy.typing as npt

from ._constants import mjMAXLINE, mjMAXLINEPNT


class _Field:
    """A number, text or array of a record; arrays are set in place, as numpy would."""

    def __init__(self, name: str, default: Any) -> None:
        self.name = name
        self.default = default

    def __get__(self, record: Any, owner: type | None = None) -> Any:
        return self if record is None else record.__dict__[self.name]

    def __set__(self, record: Any, value: Any) -> None:
        present = self.default
        if isinstance(present, np.ndarray):
            record.__dict__[self.name][...] = value
        elif isinstance(present, str):
            record.__dict__[self.name] = str(value)
        elif isinstance(present, int):
            if isinstance(value, (float, np.floating)):
                raise TypeError(f"{self.name} is an integer, not {value!r}")
            record.__dict__[self.name] = int(value)
        else:
            record.__dict__[self.name] = float(value)


class Record:
    """Fields with defaults, compared and shown by value."""

    _fields: tuple[str, ...] = ()

    def __init__(self) -> None:
        for name in self._fields:
            default = getattr(type(self), name).default
            self.__dict__[name] = default.copy() if isinstance(default, np.ndarray) else default

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in self._fields)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        lines = [f"  {name}: {getattr(self, name)!r}" for name in sorted(self._fields)]
        return "\n".join([f"<{type(self).__name__}", *lines, ">"])

    def __copy__(self) -> Any:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(copy.deepcopy(self.__dict__))
        return twin

    def __deepcopy__(self, memo: object) -> Any:
        return self.__copy__()


def _record(name: str, doc: str, **defaults: Any) -> Any:
    body: dict[str, Any] = {field: _Field(field, default) for field, default in defaults.items()}
    body |= {"_fields": tuple(defaults), "__doc__": doc, "__module__": __package__}
    return type(name, (Record,), body)


def _reals(*values: float, kind: Any = np.float64) -> npt.NDArray[Any]:
    return np.array(values, dtype=kind)


def _singles(*values: float) -> npt.NDArray[Any]:
    return _reals(*values, kind=np.float32)


def _wholes(*values: int) -> npt.NDArray[Any]:
    return _reals(*values, kind=np.int32)


# colours of the first lines of a figure; those after them are spread by Halton sequences
_LINES = [(1, 0.3, 0.3), (0.1, 1, 0.1), (0.3, 0.3, 1), (0.1, 1, 1), (1, 0.2, 1), (1, 1, 0.1), (1, 0.6, 0.2), (0.6, 0.7, 0.4)]


def _halton(index: int, base: int) -> float:
    digit, value = 1 / base, 0.0
    while index:
        index, rest = divmod(index, base)
        value += digit * rest
        digit /= base
    return value


def _line_colours() -> npt.NDArray[Any]:
    low, span = float(np.float32(0.1)), float(np.float32(0.8))
    spread = [[low + span * _halton(n, base) for base in (2, 3, 5)] for n in range(len(_LINES), mjMAXLINE)]
    return np.array([*_LINES, *spread], dtype=np.float32)


MjvFigure = _record(
    "MjvFigure", "A diagram of lines.",
    flg_legend=1, flg_ticklabel=_wholes(1, 1), flg_extend=1, flg_barplot=0, flg_selection=0, flg_symmetric=0,
    linewidth=3.0, gridwidth=1.0, gridsize=_wholes(2, 2), gridrgb=_singles(0.4, 0.4, 0.4),
    figurergba=_singles(0, 0, 0, 1), panergba=_singles(0, 0, 0, 1), legendrgba=_singles(0, 0, 0, 0.3),
    textrgb=_singles(1, 1, 1), linergb=_line_colours(), range=np.array([[0, 1], [0, 1]], dtype=np.float32),
    xformat="%.0f", yformat="%.2g", minwidth="XXX", title="", xlabel="",
    linename=np.zeros(mjMAXLINE, dtype="S100"), legendoffset=0, subplot=0, highlight=_wholes(0, 0), highlightid=-1,
    selection=0.0, linepnt=np.zeros(mjMAXLINE, dtype=np.int32),
    linedata=np.zeros((mjMAXLINE, 2 * mjMAXLINEPNT), dtype=np.float32), xaxispixel=_wholes(0, 0), yaxispixel=_wholes(0, 0),
    xaxisdata=_singles(0, 0), yaxisdata=_singles(0, 0),
)  # fmt: skip
MjLROpt = _record(
    "MjLROpt", "How length ranges of actuators are searched.",
    mode=0, useexisting=0, uselimit=0, accel=0.0, maxforce=0.0, timeconst=0.0, timestep=0.0, inttotal=0.0,
    interval=0.0, tolrange=0.0,
)  # fmt: skip


class MjrRect(_record("MjrRect", "A part of a window.", left=0, bottom=0, width=0, height=0)):  # type: ignore[misc]
    """A part of a window."""

    def __init__(self, left: int, bottom: int, width: int, height: int) -> None:
        super().__init__()
        self.left, self.bottom, self.width, self.height = left, bottom, width, height


def mjv_defaultFigure(fig: Any) -> None:
    """Sets a figure to its defaults."""
    fig.__init__()


def mj_defaultLROpt(opt: Any) -> None:
    """Sets the search of length ranges to its defaults."""
    opt.mode, opt.useexisting, opt.uselimit = 1, 1, 0
    opt.accel, opt.maxforce, opt.timeconst, opt.timestep = 20.0, 0.0, 1.0, 0.01
    opt.inttotal, opt.interval, opt.tolrange = 10.0, 2.0, 0.05


__all__ = [name for name in dir() if name.startswith(("mj", "Mj")) and not name.startswith("mjMAX")]
