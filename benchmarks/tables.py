"""Writes the tables of benchmarks into BENCHMARKS.md."""

from __future__ import annotations

from conformance import models

FILE = models.ROOT / "BENCHMARKS.md"


def write(table: str, text: str) -> None:
    """Replaces the text between the markers of a table."""
    begin, end = f"<!-- {table} -->", f"<!-- end of {table} -->"
    head, rest = FILE.read_text().split(begin)
    FILE.write_text(f"{head}{begin}\n\n{text}\n\n{end}{rest.split(end)[1]}")
