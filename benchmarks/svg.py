"""Draws a small plot as SVG: lines over two logarithmic axes."""

from __future__ import annotations

import math
from pathlib import Path

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 400, 62, 42, 28, 190
COLOURS = ["#1b6ca8", "#c8553d", "#3b8b4f", "#8a4f9e", "#b8860b", "#4d4d4d", "#2a9d8f", "#d1495b", "#6c757d", "#7a5195", "#111111"]


def _decades(low: float, high: float) -> list[float]:
    """Powers of ten around a range."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return [10.0**k for k in range(first, max(last, first + 1) + 1)]


def _number(x: float) -> str:
    return f"{x:g}" if 1e-3 <= x < 1e5 else f"1e{round(math.log10(x))}"


def write(path: Path, title: str, axes: tuple[str, str], lines: list[tuple[str, list[float], list[float], int, bool]]) -> None:
    """Draws lines: name (in the legend unless empty), x, y, colour number, and whether it is dashed."""
    points = [(x, y) for _, xs, ys, _, _ in lines for x, y in zip(xs, ys) if y > 0]
    across, up = _decades(min(p[0] for p in points), max(p[0] for p in points)), _decades(min(p[1] for p in points), max(p[1] for p in points))

    def place(value: float, marks: list[float], begin: float, end: float) -> float:
        share = math.log(value / marks[0]) / math.log(marks[-1] / marks[0])
        return round(begin + share * (end - begin), 1)

    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="16" font-size="13">{title}</text>',
        f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 8}" text-anchor="middle">{axes[0]}</text>',
        f'<text transform="translate(14 {(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle">{axes[1]}</text>',
    ]
    for mark in across:
        x = place(mark, across, LEFT, right)
        out.append(f'<path d="M{x} {TOP}V{bottom}" stroke="#ddd"/><text x="{x}" y="{bottom + 14}" text-anchor="middle">{_number(mark)}</text>')
    for mark in up:
        y = place(mark, up, bottom, TOP)
        out.append(f'<path d="M{LEFT} {y}H{right}" stroke="#ddd"/><text x="{LEFT - 5}" y="{y + 4}" text-anchor="end">{_number(mark)}</text>')
    row = 0
    for name, xs, ys, colour, dashed in lines:
        spots = [(place(x, across, LEFT, right), place(y, up, bottom, TOP)) for x, y in zip(xs, ys) if y > 0]
        style = f'stroke="{COLOURS[colour % len(COLOURS)]}"' + (' stroke-dasharray="5 4"' if dashed else "")
        out.append(f'<path d="M{" ".join(f"{x} {y}" for x, y in spots)}" fill="none" stroke-width="1.6" {style}/>')
        if name:
            y = TOP + 8 + 16 * row
            out.append(f'<path d="M{right + 10} {y}h22" stroke-width="1.6" {style}/><text x="{right + 37}" y="{y + 4}">{name}</text>')
            row += 1
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([*out, "</svg>"]) + "\n")
