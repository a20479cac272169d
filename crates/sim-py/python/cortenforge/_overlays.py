"""Texts, figures and images that a program draws over the pages of its viewer, as the pages read them."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterable
from typing import Any

import numpy as np

from .mujoco import MjrRect, MjvFigure
from .mujoco._figure import MOST_TICKS, axis_range, line_points, number_text

#: Most texts, figures or images at a time, and most letters of a text.
MOST = 64
LONGEST = 10_000

#: `mjtFontScale` of a text that names `mjtFont`: normal, with a shadow, big.
_FONTS = {0: 150, 1: 150, 2: 300}
_DEFAULT_FONT, _DEFAULT_PLACE, _PLACES = 150, 0, 8


def listed(given: Any, what: str) -> list[Any]:
    """One or many, as a list."""
    many = [given] if isinstance(given, tuple) else list(given)
    if len(many) > MOST:
        raise ValueError(f"{len(many)} {what}: pages draw at most {MOST}")
    return many


def texts(given: Iterable[Any]) -> bytes:
    """Texts at the edges of the picture: font, place, left and right column of each."""
    return _json([_text(*entry) for entry in given])


def _text(font: Any, place: Any, left: Any, right: Any) -> dict[str, Any]:
    scale = _DEFAULT_FONT if font is None else _FONTS.get(int(font), int(font))
    grid = _DEFAULT_PLACE if place is None else int(place)
    if not 0 <= grid < _PLACES:
        raise ValueError(f"gridpos {grid}: mjtGridPos has 0 to {_PLACES - 1}")
    if not 10 <= scale <= 1000:
        raise ValueError(f"font {scale}: mjtFontScale has 50 to 300")
    columns = ["" if column is None else str(column) for column in (left, right)]
    if max(map(len, columns)) > LONGEST:
        raise ValueError(f"a text of {max(map(len, columns))} letters: pages draw at most {LONGEST}")
    return {"font": scale, "grid": grid, "left": columns[0], "right": columns[1]}


def images(given: Iterable[Any]) -> bytes:
    """Images in their rectangles: RGB, rows from the top."""
    parts = []
    for rect, image in given:
        place, pixels = _rect(rect), np.asarray(image)
        if pixels.shape[:2] != (rect.height, rect.width):
            raise ValueError(f"Image shape {pixels.shape[:2]} does not match target shape {(rect.height, rect.width)}")
        if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8:
            raise ValueError(f"an image should have 3 bytes for each pixel, not {pixels.shape} of {pixels.dtype}")
        body = np.ascontiguousarray(pixels).tobytes()
        parts.append(struct.pack("<4i", *place) + body + bytes(-len(body) % 4))
    return struct.pack("<I", len(parts)) + b"".join(parts)


def figures(given: Iterable[Any]) -> bytes:
    """Plots in their rectangles."""
    return _json([_figure(rect, fig) for rect, fig in given])


def _figure(rect: Any, fig: Any) -> dict[str, Any]:
    if not isinstance(fig, MjvFigure):
        raise TypeError(f"a figure should be an MjvFigure, not a {type(fig).__name__}")
    shown: Any = fig
    ranges = [axis_range(shown, axis) for axis in (0, 1)]
    titles = [part.strip() for part in str(shown.title).split("  ") if part.strip()]
    chosen = int(shown.subplot)
    names = [bytes(name).decode(errors="replace") for name in shown.linename]
    first = int(shown.legendoffset) if shown.flg_legend else len(names)
    lines = [(n, line_points(shown, n)) for n in range(len(names))]
    return {
        "rect": _rect(rect),
        "title": titles[chosen] if 0 <= chosen < len(titles) else "",
        "xlabel": str(shown.xlabel),
        "ranges": ranges,
        "grid": _counts(shown),
        "ticks": _ticks(shown, ranges),
        "widths": _numbers([shown.linewidth, shown.gridwidth]),
        "colours": {name: _numbers(getattr(shown, field)) for name, field in _COLOURS.items()},
        "bars": bool(shown.flg_barplot),
        "selection": _numbers([shown.selection])[0] if shown.flg_selection else None,
        "highlight": int(shown.highlightid),
        "legend": [{"name": name, "rgb": _numbers(shown.linergb[n])} for n, name in enumerate(names) if name and n >= first],
        "lines": [{"id": n, "rgb": _numbers(shown.linergb[n]), "points": _numbers(points)} for n, points in lines if len(points)],
    }


_COLOURS = {"grid": "gridrgb", "figure": "figurergba", "pane": "panergba", "legend": "legendrgba", "text": "textrgb"}


def _counts(fig: Any) -> list[int]:
    counts = [min(MOST_TICKS, int(n)) for n in fig.gridsize]
    return counts if min(counts) > 1 else [0, 0]


def _ticks(fig: Any, ranges: list[tuple[float, float]]) -> list[list[str]]:
    """Texts along both axes; none where they are not shown."""
    forms, counts = (fig.xformat, fig.yformat), _counts(fig)
    texts: list[list[str]] = []
    for axis, (low, high) in enumerate(ranges):
        count = counts[axis] if fig.flg_ticklabel[axis] else 0
        texts.append([number_text(forms[axis], low + (high - low) * i / (count - 1)) for i in range(count)])
    return texts


def _rect(rect: Any) -> list[int]:
    if not isinstance(rect, MjrRect):
        raise TypeError(f"a viewport should be an MjrRect, not a {type(rect).__name__}")
    return [int(rect.left), int(rect.bottom), int(rect.width), int(rect.height)]


def _numbers(values: Any) -> list[float | None]:
    """Numbers with the digits that single precision has; none where there is no finite one."""
    return [float(f"{x:.7g}") if math.isfinite(x) else None for x in np.asarray(values, dtype=float).ravel().tolist()]


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
