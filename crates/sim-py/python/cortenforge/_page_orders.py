"""Orders of pages that a program's viewer does not carry out, and what their users hear."""

from __future__ import annotations

import time

from . import _core

#: Seconds after which users hear the same again.
_REPEAT = 3.0

#: Most texts that are remembered.
_MOST_TEXTS = 64


def missing(kind: str, number: int, count: int) -> str:
    """Says that no such object exists, and which do."""
    cure = f"give 0 to {count - 1}" if count else f"the model has no {kind}"
    return f"{kind} {number} does not exist: {cure}"


def beyond(first: int, given: int, count: int) -> str:
    """Says that positions do not exist, and which do."""
    return f"qpos[{first}:{first + given}] does not exist: give entries of the {count} of the model"


class Refusals:
    """Tells users of pages why an order is not carried out. They hear the same at most every few seconds: a slider sends many."""

    def __init__(self, server: _core._Viewer) -> None:
        self._server = server
        self._last: dict[str, float] = {}

    def tell(self, text: str) -> None:
        """Shows a line of text on all pages."""
        now = time.monotonic()
        if now - self._last.get(text, -_REPEAT) < _REPEAT:
            return
        if len(self._last) >= _MOST_TEXTS:
            self._last.clear()
        self._last[text] = now
        self._server.notice(text)
