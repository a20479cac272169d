"""Frames in memory: colour and depth, and what is drawn on them without a scene.

Rows come from the top; places count from the lower left corner, as those of windows do.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core

#: Columns and rows of a character, and the dots left free after it and above and below it.
_COLUMNS, _ROWS = 5, 7
_BITS: npt.NDArray[np.uint8] = np.frombuffer(_core._glyphs(), dtype=np.uint8).reshape(-1, _COLUMNS)
_GLYPHS: npt.NDArray[np.bool_] = ((_BITS[:, None, :] >> np.arange(_ROWS)[None, :, None]) & 1).astype(bool)

Colour = tuple[float, float, float, float]


class Box:
    """A part of a frame: left, bottom, width, height."""

    __slots__ = ("left", "bottom", "width", "height")

    def __init__(self, left: int, bottom: int, width: int, height: int) -> None:
        self.left, self.bottom, self.width, self.height = int(left), int(bottom), int(width), int(height)

    @classmethod
    def of(cls, rect: Any) -> Box:
        """The box of an MjrRect."""
        try:
            return cls(rect.left, rect.bottom, rect.width, rect.height)
        except AttributeError:
            raise TypeError(f"viewport should be an MjrRect, not a {type(rect).__name__}") from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and all(getattr(self, side) == getattr(other, side) for side in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    @property
    def empty(self) -> bool:
        """Whether it has no pixels."""
        return self.width <= 0 or self.height <= 0


class Frame:
    """Colour and depth of so many pixels. Depth is 0 at the near plane and 1 at the far one."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    @cached_property
    def color(self) -> npt.NDArray[np.uint8]:
        """Red, green and blue, made when first used."""
        return np.zeros((self.height, self.width, 3), dtype=np.uint8)

    @cached_property
    def depth(self) -> npt.NDArray[np.float32]:
        """Depth, made when first used."""
        return np.ones((self.height, self.width), dtype=np.float32)

    def parts(self, box: Box) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
        """Where a box lies in the frame, and which part of the box that is; both by rows from the top."""
        top = self.height - box.bottom - box.height
        rows = slice(max(0, top), max(0, min(self.height, top + box.height)))
        columns = slice(max(0, box.left), max(0, min(self.width, box.left + box.width)))
        inside = slice(rows.start - top, rows.stop - top), slice(columns.start - box.left, columns.stop - box.left)
        if rows.stop <= rows.start or columns.stop <= columns.start:
            nothing = slice(0, 0), slice(0, 0)
            return nothing, nothing
        return (rows, columns), inside

    def fill(self, box: Box, colour: Colour) -> None:
        """Mixes a colour into a box, by its last entry."""
        if not box.empty:
            self._mix(self.color[self.parts(box)[0]], colour)

    @staticmethod
    def _mix(pixels: npt.NDArray[np.uint8], colour: Colour) -> None:
        *rgb, share = (min(1.0, max(0.0, float(c))) if c == c else 0.0 for c in colour)
        tone = np.array(rgb) * 255.0
        if share >= 1.0:
            pixels[...] = np.rint(tone).astype(np.uint8)
        elif share > 0.0:
            pixels[...] = np.rint(pixels * (1.0 - share) + tone * share).astype(np.uint8)

    def write(self, text: str, left: int, bottom: int, dot: int, colour: Colour, shadow: bool = False) -> None:
        """Writes a line of text whose lower left corner is at a place."""
        dots = line_of(text)
        if not dots.size:
            return
        mask = np.repeat(np.repeat(dots, dot, axis=0), dot, axis=1)
        if shadow:
            wide = np.zeros((mask.shape[0] + 2, mask.shape[1] + 2), dtype=bool)
            for row in range(3):
                for column in range(3):
                    wide[row : row + mask.shape[0], column : column + mask.shape[1]] |= mask
            self._stamp(wide, left - 1, bottom + dot - 1, (0, 0, 0, 0.5))
        self._stamp(mask, left, bottom + dot, colour)

    def _stamp(self, mask: npt.NDArray[np.bool_], left: int, bottom: int, colour: Colour) -> None:
        place, inside = self.parts(Box(left, bottom, mask.shape[1], mask.shape[0]))
        region, mask = self.color[place], mask[inside]
        pixels = region[mask]
        self._mix(pixels, colour)
        region[mask] = pixels

    def lines(self, points: npt.NDArray[np.float64], box: Box, width: float, colour: Colour) -> None:
        """Draws segments, rows of x1 y1 x2 y2 in pixels of the box, as far as they are in it."""
        points = _clipped(points[np.isfinite(points).all(axis=1)], float(box.width), float(box.height))
        thick = max(1, min(round(width) if width == width else 1, 64))
        for x1, y1, x2, y2 in points:
            count = int(max(abs(x2 - x1), abs(y2 - y1))) + 1
            xs = np.rint(np.linspace(x1, x2, count + 1)).astype(np.intp)
            ys = np.rint(np.linspace(y1, y2, count + 1)).astype(np.intp)
            for across in range(thick):
                offset = across - thick // 2
                steep = abs(y2 - y1) > abs(x2 - x1)
                self._dots(xs + offset if steep else xs, ys if steep else ys + offset, box, colour)

    def _dots(self, xs: npt.NDArray[np.intp], ys: npt.NDArray[np.intp], box: Box, colour: Colour) -> None:
        rows, columns = self.height - 1 - box.bottom - ys, box.left + xs
        inside = (xs >= 0) & (xs < box.width) & (ys >= 0) & (ys < box.height)
        inside &= (rows >= 0) & (rows < self.height) & (columns >= 0) & (columns < self.width)
        rows, columns = rows[inside], columns[inside]
        pixels = self.color[rows, columns]
        self._mix(pixels, colour)
        self.color[rows, columns] = pixels


def _clipped(lines: npt.NDArray[np.float64], width: float, height: float) -> npt.NDArray[np.float64]:
    """The parts of segments that are inside of a box (Liang and Barsky)."""
    if not len(lines):
        return lines
    start, step = lines[:, :2], lines[:, 2:] - lines[:, :2]
    low, high = np.zeros(len(lines)), np.ones(len(lines))
    kept = np.isfinite(step).all(axis=1)
    for axis, size in ((0, width), (1, height)):
        for sign, bound in ((-1.0, 1.0), (1.0, size)):
            speed, room = sign * step[:, axis], bound - sign * start[:, axis]
            with np.errstate(divide="ignore", invalid="ignore"):
                at = room / speed
            low = np.where(speed < 0, np.maximum(low, at), low)
            high = np.where(speed > 0, np.minimum(high, at), high)
            kept &= (speed != 0) | (room >= 0)
    kept &= low <= high
    ends = [start + low[:, None] * step, start + high[:, None] * step]
    return np.concatenate(ends, axis=1)[kept]


def line_of(text: str) -> npt.NDArray[np.bool_]:
    """The dots of a line of text: rows from the top, six columns for a character."""
    numbers = [ord(letter) - 32 if 32 <= ord(letter) < 127 else 31 for letter in text]
    glyphs = np.pad(_GLYPHS[np.array(numbers, dtype=np.intp)], ((0, 0), (0, 0), (0, 1)))
    return glyphs.transpose(1, 0, 2).reshape(_ROWS, -1)


def width_of(text: str, dot: int) -> int:
    """Pixels of a line of text."""
    return len(text) * (_COLUMNS + 1) * dot


def height_of(dot: int) -> int:
    """Pixels of the height of a line of text."""
    return (_ROWS + 2) * dot


def scaled(pixels: npt.NDArray[Any], width: int, height: int, smooth: bool) -> npt.NDArray[Any]:
    """A picture in another size: the nearest pixel, or a mixture of four."""
    rows, columns = pixels.shape[:2]
    if (columns, rows) == (width, height):
        return pixels
    y = (np.arange(height) + 0.5) * rows / height
    x = (np.arange(width) + 0.5) * columns / width
    if not smooth:
        nearest: npt.NDArray[Any] = pixels[np.minimum(y.astype(np.intp), rows - 1)[:, None], np.minimum(x.astype(np.intp), columns - 1)]
        return nearest
    y, x = np.clip(y - 0.5, 0, rows - 1), np.clip(x - 0.5, 0, columns - 1)
    top, left = y.astype(np.intp), x.astype(np.intp)
    low, right = np.minimum(top + 1, rows - 1), np.minimum(left + 1, columns - 1)
    down, across = (y - top)[:, None, None], (x - left)[None, :, None]
    upper = pixels[top[:, None], left] * (1 - across) + pixels[top[:, None], right] * across
    lower = pixels[low[:, None], left] * (1 - across) + pixels[low[:, None], right] * across
    mixture: npt.NDArray[Any] = np.rint(upper * (1 - down) + lower * down).astype(pixels.dtype)
    return mixture
