"""`mujoco.viewer`: the same names and arguments, shown in the browser by `cortenforge.viewer`."""

from __future__ import annotations

from .. import viewer as _viewer
from ._classes import MjData, MjModel
from .._handle import Handle
from ..viewer import KeyCallbackType, LoaderType

__all__ = ["Handle", "KeyCallbackType", "LoaderType", "launch", "launch_from_path", "launch_passive"]


def launch(
    model: MjModel | None = None,
    data: MjData | None = None,
    *,
    loader: LoaderType | None = None,
    show_left_ui: bool = True,
    show_right_ui: bool = True,
) -> None:
    """Runs a model for the pages of a viewer until the last of them has been closed for some seconds, or Ctrl-C."""
    _viewer.launch(model, data, loader=loader, show_left_ui=show_left_ui, show_right_ui=show_right_ui)


def launch_from_path(path: str) -> None:
    """Runs the model of a file for the pages of a viewer. The file is loaded again when it, or a file it names, changes."""
    _viewer.launch_from_path(path)


def launch_passive(
    model: MjModel,
    data: MjData,
    *,
    key_callback: KeyCallbackType | None = None,
    show_left_ui: bool = True,
    show_right_ui: bool = True,
) -> Handle:
    """Shows a world that the program steps."""
    return _viewer.launch_passive(
        model, data, key_callback=key_callback, show_left_ui=show_left_ui, show_right_ui=show_right_ui
    )


if __name__ == "__main__":
    _viewer.main()
