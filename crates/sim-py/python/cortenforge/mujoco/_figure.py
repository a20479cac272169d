"""`mjr_figure`: diagrams of lines with axes, grid and legend."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ._constants import mjMAXLINE, mjMAXLINEPNT
from ._context import MjrContext
from ._frame import Box, Colour, width_of
from ._mjr import checked
from ._plain import MjvFigure

#: The smallest range of an axis, and the share of it that is left free around the lines.
_SMALLEST, _MARGIN = 1e-5, 0.001
#: Most numbers along an axis.
MOST_TICKS = 20
#: How many times wider a highlighted line is.
_EMPHASIS = 5


def _solid(rgb: Any) -> Colour:
    return float(rgb[0]), float(rgb[1]), float(rgb[2]), 1.0


def _mixed(rgba: Any) -> Colour:
    return float(rgba[0]), float(rgba[1]), float(rgba[2]), float(rgba[3])


def line_points(fig: Any, number: int) -> npt.NDArray[np.float64]:
    """Points of a line."""
    count = max(0, min(int(fig.linepnt[number]), mjMAXLINEPNT))
    points: npt.NDArray[np.float64] = fig.linedata[number][: 2 * count].reshape(-1, 2).astype(np.float64)
    return points


def axis_range(fig: Any, axis: int) -> tuple[float, float]:
    """The numbers at both ends of an axis."""
    low, high = (float(v) for v in fig.range[axis])
    known = low < high
    if not known or fig.flg_extend:
        values = np.concatenate([line_points(fig, n)[:, axis] for n in range(mjMAXLINE)])
        values = values[np.isfinite(values)]
        if len(values):
            least, most = float(values.min()), float(values.max())
            low, high = (min(low, least), max(high, most)) if known else (least, most)
    if not (math.isfinite(low) and math.isfinite(high)):
        low, high = 0.0, 1.0
    if high - low < _SMALLEST:
        missing = _SMALLEST - (high - low)
        low, high = low - missing / 2, high + missing / 2
    if not low < high:
        # numbers so large that the smallest range is lost in them
        low, high = low - abs(low) / 2, high + abs(high) / 2
    if axis == 1:
        power = 10.0 ** math.floor(math.log10(high - low))
        low, high = math.floor(low / power) * power, math.ceil(high / power) * power
        if fig.flg_symmetric:
            high = max(abs(low), abs(high))
            low = -high
    return low, high


def number_text(form: Any, value: float) -> str:
    """A number in a caller's format, without zeros at its end; plain where the format is none."""
    try:
        text = str(form)[:20] % value
    except (TypeError, ValueError):
        text = f"{value:g}"
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


class _Diagram:
    """A figure on its way into a frame. The box gets smaller as its surroundings are drawn."""

    def __init__(self, context: MjrContext, fig: Any, box: Box) -> None:
        self.frame, self.dot, self.line = context._frame, context._dot, context.charHeight
        self.fig, self.box = fig, Box(box.left, box.bottom, box.width, box.height)
        self.pad = self.line // 2
        self.ranges = [axis_range(fig, axis) for axis in (0, 1)]

    def write(self, text: str, x: float, y: float, colour: Colour, shadow: bool = False) -> None:
        self.frame.write(text, self.box.left + int(x), self.box.bottom + int(y), self.dot, colour, shadow)

    def titles(self) -> None:
        """Title above, label of the axis below."""
        titles = [part.strip() for part in str(self.fig.title).split("  ") if part.strip()]
        chosen = int(self.fig.subplot)
        title = titles[chosen] if 0 <= chosen < len(titles) else ""
        label = str(self.fig.xlabel)
        middle, colour = self.box.width // 2, _solid(self.fig.textrgb)
        if title:
            self.write(title, max(0, middle - width_of(title, self.dot) // 2), self.box.height - self.pad - self.line, colour)
        if label:
            self.write(label, max(0, middle - width_of(label, self.dot) // 2), self.pad, colour)
        below, above = self.line + self.pad // 2 if label else 0, self.line + self.pad if title else 0
        self.box = Box(self.box.left, self.box.bottom + below, self.box.width, self.box.height - below - above)

    def ticks(self) -> None:
        """Numbers along both axes."""
        counts = [min(MOST_TICKS, int(n)) for n in self.fig.gridsize]
        if min(counts) < 2:
            return
        shown, forms = self.fig.flg_ticklabel, (self.fig.xformat, self.fig.yformat)
        texts = [
            [number_text(forms[axis], low + (high - low) * i / (counts[axis] - 1)) for i in range(counts[axis])]
            for axis, (low, high) in enumerate(self.ranges)
        ]
        below = self.line + self.pad if shown[0] else 0
        beside = 0
        if shown[1]:
            beside = self.pad + max(width_of(text, self.dot) for text in [*texts[1], str(self.fig.minwidth)])
        colour = _solid(self.fig.textrgb)
        for i, text in enumerate(texts[0] if shown[0] else []):
            share, wide = i / (counts[0] - 1), width_of(text, self.dot)
            aside = 0 if i == 0 else wide if i == counts[0] - 1 else wide // 2
            self.write(text, self.pad + beside - aside + (self.box.width - 2 * self.pad - beside) * share, self.pad, colour)
        for i, text in enumerate(texts[1] if shown[1] else []):
            rise = (self.box.height - 2 * self.pad - below) * i / (counts[1] - 1)
            self.write(text, beside - width_of(text, self.dot), self.pad + below - self.line // 2 + rise, colour)
        self.box = Box(self.box.left + beside, self.box.bottom + below, self.box.width - beside, self.box.height - below)

    def pane(self) -> None:
        """Background and grid."""
        fig, box = self.fig, self.box
        self.frame.fill(box, _mixed(fig.panergba))
        counts = [min(MOST_TICKS, int(n)) for n in fig.gridsize]
        if min(counts) < 2:
            return
        across, up = (np.linspace(0, 1, count) for count in counts)
        upright = [[x * (box.width - 1), 0, x * (box.width - 1), box.height - 1] for x in across]
        level = [[0, y * (box.height - 1), box.width - 1, y * (box.height - 1)] for y in up]
        self.frame.lines(np.array(upright + level), box, float(fig.gridwidth), _solid(fig.gridrgb))

    def scaled(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Points of the data in pixels of the pane."""
        low = np.array([low - (high - low) * _MARGIN for low, high in self.ranges])
        span = np.array([(high - low) * (1 + 2 * _MARGIN) for low, high in self.ranges])
        places: npt.NDArray[np.float64] = (points - low) / span * [self.box.width - 1, self.box.height - 1]
        return places

    def data(self, number: int, width: float) -> None:
        """One line."""
        places = self.scaled(line_points(self.fig, number))
        if self.fig.flg_barplot:
            places = places[: len(places) // 2 * 2]
            segments = np.concatenate([places[::2], places[1::2]], axis=1)
        else:
            segments = np.concatenate([places[:-1], places[1:]], axis=1)
        self.frame.lines(segments, self.box, width, _solid(self.fig.linergb[number]))

    def legend(self) -> int:
        """Names of the lines; the number of the line that is highlighted."""
        fig, box = self.fig, self.box
        room = max(0, (box.height - 2 * self.pad - 1) // max(1, self.line))
        names = [(n, bytes(name).decode(errors="replace")) for n, name in enumerate(fig.linename) if name]
        names = [entry for entry in names if entry[0] >= int(fig.legendoffset)][:room]
        if not names:
            return int(fig.highlightid)
        wide, high = max(width_of(name, self.dot) for _, name in names), len(names) * self.line
        back = Box(box.left + box.width - 2 * self.pad - wide, box.bottom + box.height - 2 * self.pad - high, 0, 0)
        back.width, back.height = wide + 2 * self.pad, high + 2 * self.pad
        self.frame.fill(back, _mixed(fig.legendrgba))
        for row, (n, name) in enumerate(names):
            left = box.width - self.pad - width_of(name, self.dot)
            self.write(name, left, box.height - self.pad - (row + 1) * self.line, _solid(fig.linergb[n]), shadow=True)
        x, y = int(fig.highlight[0]) - box.left, int(fig.highlight[1]) - box.bottom
        inside = box.width - self.pad - wide <= x <= box.width - self.pad
        row = (box.height - self.pad - y) // self.line
        return names[row][0] if inside and 0 <= row < len(names) else int(fig.highlightid)

    def highlight(self, number: int) -> None:
        """Draws a line once more, wider, and says where it is at the selection."""
        self.data(number, _EMPHASIS * float(self.fig.linewidth))
        points = line_points(self.fig, number)
        if self.fig.flg_selection and len(points):
            nearest = points[int(np.argmin(np.abs(points[:, 0] - float(self.fig.selection))))]
            text = f"( {nearest[0]:.4g} : {nearest[1]:.4g} )"
            self.write(text, 0.1 * self.box.width, 0.1 * self.box.height, _solid(self.fig.textrgb), shadow=True)


def mjr_figure(viewport: Any, fig: Any, con: Any) -> None:
    """Draws a diagram into a viewport."""
    context, box = checked(con), Box.of(viewport)
    if not isinstance(fig, MjvFigure):
        raise TypeError(f"fig should be an MjvFigure, not a {type(fig).__name__}")
    if box.empty:
        return
    context._viewport = box
    context._frame.fill(box, _mixed(fig.figurergba))
    diagram = _Diagram(context, fig, box)
    (fig.xaxisdata, fig.yaxisdata) = diagram.ranges
    diagram.titles()
    diagram.ticks()
    inner, pad = diagram.box, diagram.pad
    diagram.box = inner = Box(inner.left + pad, inner.bottom + pad, inner.width - 2 * pad, inner.height - 2 * pad)
    if inner.empty:
        return
    fig.xaxispixel = (inner.left, inner.left + inner.width - 1)
    fig.yaxispixel = (inner.bottom, inner.bottom + inner.height - 1)
    diagram.pane()
    for number in reversed(range(mjMAXLINE)):
        diagram.data(number, float(fig.linewidth))
    if fig.flg_selection:
        low, high = diagram.ranges[1]
        ends = diagram.scaled(np.array([[float(fig.selection), low], [float(fig.selection), high]]))
        diagram.frame.lines(ends.reshape(1, 4), inner, 3, (1, 1, 1, 1))
    chosen = diagram.legend() if fig.flg_legend else int(fig.highlightid)
    if 0 <= chosen < mjMAXLINE:
        diagram.highlight(chosen)


__all__ = ["mjr_figure"]
