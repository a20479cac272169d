"""`view`: a look at a model in the browser. The viewer itself is imported when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core

if TYPE_CHECKING:
    from .viewer import View


def view(model: _core.Model, data: _core.Data | None = None, **settings: Any) -> View:
    """Runs a model from a copy of `data` in the browser: in the background in a notebook and at a prompt, until Ctrl-C in a program.

    The settings are those of `cortenforge.viewer.view`.
    """
    from . import viewer

    return viewer.view(model, data, **settings)
