"""Text over pictures: the functions `mjr_text`, `mjr_overlay` and `mjr_label`."""

from __future__ import annotations

from typing import Any

from ._constants import mjMAXOVERLAY
from ._context import MjrContext
from ._frame import Box, Colour, width_of
from ._mjr import checked

_SHADOW, _BIG = 1, 2
_TOPLEFT, _TOPRIGHT, _BOTTOMLEFT, _BOTTOMRIGHT, _TOP, _BOTTOM, _LEFT, _RIGHT = range(8)
#: Pixels around texts.
_PAD = 5


def words(text: Any) -> str:
    """A text, which some callers give as bytes."""
    if text is None:
        return ""
    if isinstance(text, bytes):
        return text.decode(errors="replace")
    if not isinstance(text, str):
        raise TypeError(f"a text is needed, not {type(text).__name__}")
    return text


def size(context: MjrContext, font: int) -> tuple[int, int]:
    """Pixels of a dot and of a line of a font."""
    return (2 * context._dot, context.charHeightBig) if font == _BIG else (context._dot, context.charHeight)


def mjr_text(font: int, txt: Any, con: Any, x: float, y: float, r: float, g: float, b: float) -> None:
    """Writes a text at a place of the last viewport, both coordinates from 0 to 1."""
    context, text = checked(con), words(txt)
    box = context._viewport
    if not (0 <= x <= 1 and 0 <= y <= 1):
        return
    dot, _ = size(context, int(font))
    left, bottom = box.left + int(x * box.width), box.bottom + int(y * box.height)
    context._frame.write(text, left, bottom, dot, (r, g, b, 1), shadow=int(font) == _SHADOW)


def _place(box: Box, gridpos: int, width: int, height: int, skip: int) -> Box:
    """Where a column of text goes."""
    if gridpos in (_TOPLEFT, _BOTTOMLEFT, _LEFT):
        left = box.left + skip + _PAD
    elif gridpos in (_TOPRIGHT, _BOTTOMRIGHT, _RIGHT):
        left = box.left + box.width - skip - 1 - _PAD - width
    else:
        left = box.left + (box.width - skip - width) // 2 - 1 - _PAD
    if gridpos in (_TOPLEFT, _TOPRIGHT, _TOP):
        bottom = box.bottom + box.height - 1 - _PAD - height
    elif gridpos in (_BOTTOMLEFT, _BOTTOMRIGHT, _BOTTOM):
        bottom = box.bottom + _PAD
    else:
        bottom = box.bottom + (box.height - height) // 2 - 1 - _PAD
    return Box(left, bottom, width, height)


def _column(context: MjrContext, font: int, box: Box, gridpos: int, skip: int, grey: float, text: str) -> int:
    """Draws one column of an overlay; the pixels that it takes."""
    dot, line = size(context, font)
    rows = text[:mjMAXOVERLAY].split("\n")
    width = _PAD + 8 + max(width_of(row, dot) for row in rows)
    height = _PAD + len(rows) * line + (len(rows) - 1) * _PAD
    place = _place(box, gridpos, width, height, skip)
    frame = context._frame
    frame.fill(place, (0, 0, 0, 0.5))
    for number, row in enumerate(rows):
        below = height - line - number * (line + _PAD)
        frame.write(row, place.left + 3, place.bottom + below, dot, (grey, grey, grey, 1), shadow=font == _SHADOW)
    return width - 2


def mjr_overlay(font: int, gridpos: int, viewport: Any, overlay: Any, overlay2: Any, con: Any) -> None:
    """Writes one or two columns of text at a place of a viewport (mjtGridPos)."""
    context, box = checked(con), Box.of(viewport)
    if not _TOPLEFT <= int(gridpos) <= _RIGHT:
        raise ValueError(f"gridpos should be one of mjtGridPos, not {int(gridpos)}")
    first, second = words(overlay), words(overlay2)
    if box.empty:
        return
    columns: list[tuple[float, str]] = [(1.0, first)]
    if second:
        columns = [(0.7, first), (1.0, second)]
        if int(gridpos) not in (_TOPLEFT, _BOTTOMLEFT):
            columns.reverse()
    skip = 0
    for grey, text in columns:
        skip = _column(context, int(font), box, int(gridpos), skip, grey, text)


def mjr_label(
    viewport: Any, font: int, txt: Any, r: float, g: float, b: float, a: float, rt: float, gt: float, bt: float, con: Any
) -> None:
    """Fills a viewport with a colour, and writes a text in the middle of it."""
    context, box, text = checked(con), Box.of(viewport), words(txt)
    if box.empty:
        return
    context._viewport = box
    dot, line = size(context, int(font))
    colour: Colour = (rt, gt, bt, 1)
    context._frame.fill(box, (r, g, b, a))
    left = max(0, (box.width - width_of(text, dot)) // 2)
    context._frame.write(text, box.left + left, box.bottom + (box.height - line) // 2, dot, colour)


__all__ = ["mjr_text", "mjr_overlay", "mjr_label"]
