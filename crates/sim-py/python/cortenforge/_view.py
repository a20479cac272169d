"""`view`: a look at a model in the browser. The viewer itself is imported when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from . import _core

if TYPE_CHECKING:
    from ._batch_view import BatchHandle
    from .viewer import View


@overload
def view(model: _core.Model, data: _core.Data | None = None, **settings: Any) -> View: ...
@overload
def view(model: _core.BatchSim | _core.GpuBatchSim, **settings: Any) -> BatchHandle: ...
def view(model: Any, data: Any = None, **settings: Any) -> View | BatchHandle:
    """Runs a model from a copy of `data` in the browser: in the background in a notebook and at a prompt, until Ctrl-C in a program.

    A batch is shown as the program steps it: call `sync` of the result after its steps. The settings are those of
    `cortenforge.viewer.view`.
    """
    from . import viewer

    return viewer.view(model, data, **settings)
