"""The viewer in the browser.

`launch` runs a model until its pages are closed or Ctrl-C, `launch_passive` shows a world that the program steps itself, `view` opens a look at a model from
anywhere. ``python -m cortenforge.viewer --mjcf=FILE`` shows a file, and loads it again when it changes. Names and arguments are those of
`mujoco.viewer`; `host` and `port` say where it listens, by default at a free port that only this machine reaches.
"""

from __future__ import annotations

import argparse
import copy
import os
import pathlib
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Union, overload

from . import _core, _serving
from ._batch_view import SHOWN, BatchHandle
from ._handle import Handle, name_of
from ._serving import Served
from ._widgets import Button, Slider

__all__ = ["BatchHandle", "Button", "Handle", "Slider", "View", "launch", "launch_from_path", "launch_passive", "view"]

#: Seconds without a page after which `launch` ends: a page that is reloaded is back before.
LINGER = 5.0

KeyCallbackType = Callable[[int], object]
LoaderType = Callable[[], Union[tuple[_core.Model, _core.Data], tuple[_core.Model, _core.Data, str]]]


class View(Served):
    """A world that runs in the background for its pages; see `view`."""

    def _start(self, model: _core.Model, data: _core.Data, worlds: int) -> None:
        run = threading.Thread(target=self._run, args=(model, data, worlds), name="viewer", daemon=True)
        run.start()

    def button(self, name: str, callback: Callable[[], object] | None = None) -> Button:
        """Shows a button on the pages. A thread calls `callback` for each press."""
        button = super().button(name, callback)
        if callback is not None and self.__dict__.setdefault("_listener", None) is None:
            self._listener = threading.Thread(target=self._listen, name="viewer buttons", daemon=True)
            self._listener.start()
        return button

    def _listen(self) -> None:
        while self.is_running():
            self._call_buttons()
            time.sleep(0.05)

    def _run(self, model: _core.Model, data: _core.Data, worlds: int) -> None:
        _core._play(self._server, model, data, name=name_of(model), worlds=worlds)


def launch(
    model: _core.Model | None = None,
    data: _core.Data | None = None,
    *,
    loader: LoaderType | None = None,
    key_callback: KeyCallbackType | None = None,
    show_left_ui: bool = True,
    show_right_ui: bool = True,
    worlds: int = 1,
    paused: bool = False,
    host: str | None = None,
    port: int = 0,
    browser: bool | None = None,
    linger: float | None = LINGER,
) -> None:
    """Runs a model for the pages of a viewer until its last page has been closed for `linger` seconds, or Ctrl-C.

    `data` says where it begins, and follows what the viewer shows. `loader` makes model and data instead, again whenever a page wants
    the model loaded anew. Without either, a model can be dropped on the page; it sees the files that were dropped with it, and
    nothing else of the disk. A step that fails is reported on the page, and the world waits there to be looked at. `browser` says whether to open one; by default where there is a display. Without `linger`, closed pages end
    nothing.
    """
    if model is None and data is not None:
        raise ValueError("data is given without the model that it belongs to")
    if callable(model) and not isinstance(model, _core.Model):
        raise ValueError("model is a function: give it as loader=")
    if loader is not None and model is not None:
        raise ValueError("model and loader are both given: one of them says what to show")
    if loader is None and model is None:
        model = _core.Model.from_string("<mujoco model='drop a model here'/>")
    if model is not None and data is None:
        data = _core.Data(model)
    _checked(model, data, key_callback, worlds)
    served = Served(_serving.start(host, port), show_left_ui, show_right_ui)
    name = name_of(model) if model is not None else ""
    _run(served, browser, model=model, data=data, loader=loader, name=name, worlds=worlds, keys=key_callback, paused=paused, linger=linger)


def launch_from_path(
    path: str | os.PathLike[str], *, host: str | None = None, port: int = 0, browser: bool | None = None, linger: float | None = LINGER
) -> None:
    """Runs a model file as `launch` does, and loads it again when one of its files changes."""
    served = Served(_serving.start(host, port))
    _run(served, browser, path=pathlib.Path(path), linger=linger)


def launch_passive(
    model: _core.Model,
    data: _core.Data,
    *,
    key_callback: KeyCallbackType | None = None,
    show_left_ui: bool = True,
    show_right_ui: bool = True,
    host: str | None = None,
    port: int = 0,
    browser: bool | None = None,
) -> Handle:
    """Shows a world that the program steps: `Handle.sync` shows its state, and applies what users of the pages want.

    `key_callback` is called with GLFW's number of each key that is pressed in a page. It runs in its own thread.
    """
    _checked(model, data, key_callback)
    _core.mj_forward(model, data)
    server = _serving.start(host, port)
    handle = Handle(server, model, data, key_callback=key_callback, show_left_ui=show_left_ui, show_right_ui=show_right_ui)
    _serving.announce(handle.url, handle.port, browser)
    return handle


@overload
def view(
    model: _core.Model,
    data: _core.Data | None = None,
    *,
    worlds: int | None = None,
    block: bool | None = None,
    host: str | None = None,
    port: int = 0,
    browser: bool | None = None,
) -> View: ...
@overload
def view(
    model: _core.BatchSim | _core.GpuBatchSim,
    *,
    worlds: int | None = None,
    world: int = 0,
    host: str | None = None,
    port: int = 0,
    browser: bool | None = None,
) -> BatchHandle: ...
def view(
    model: Any,
    data: Any = None,
    *,
    worlds: int | None = None,
    world: int = 0,
    block: bool | None = None,
    host: str | None = None,
    port: int = 0,
    browser: bool | None = None,
) -> View | BatchHandle:
    """Runs a model from a copy of `data` for the pages of a viewer, or shows a batch that the program steps.

    In a notebook and at a prompt a model runs in the background, and a notebook shows the page; a program waits for Ctrl-C. `block` says
    otherwise. `worlds` is the number of worlds that run, by default 1.

    Of a batch, `worlds` is the number of worlds that are shown at a time, by default 64, and `world` the one that is selected. The program
    calls `sync` of the result after its steps.

        batch = cortenforge.BatchSim(model, 1024)
        viewer = cortenforge.view(batch)
        while viewer.is_running():
            batch.step(ctrl=policy(batch))
            viewer.sync()
    """
    if isinstance(model, (_core.BatchSim, _core.GpuBatchSim)):
        return _view_batch(model, data, worlds, world, block, (host, port, browser))
    worlds = 1 if worlds is None else worlds
    data = _core.Data(model) if data is None else copy.copy(data)
    _checked(model, data, None, worlds)
    served = View(_serving.start(host, port))
    interactive = _serving.in_notebook() or hasattr(sys, "ps1")
    if block is None:
        block = not interactive
    if block:
        _run(served, browser, model=model, data=data, name=name_of(model), worlds=worlds)
    else:
        served._start(model, data, worlds)
        if not _serving.in_notebook() or browser:
            _serving.announce(served.url, served.port, browser)
    return served


def _view_batch(
    batch: Any, data: Any, worlds: int | None, world: int, block: bool | None, where: tuple[str | None, int, bool | None]
) -> BatchHandle:
    """Shows a batch."""
    if data is not None or block:
        raise ValueError("`data` and `block` are for a model: a batch has its worlds, and the program steps them")
    if not len(batch):
        raise ValueError("the batch has 0 worlds: make one with at least 1")
    worlds = SHOWN if worlds is None else worlds
    _checked(None, None, None, worlds)
    if not 0 <= world < len(batch):
        raise ValueError(f"`world` is {world}: give a world of the batch, 0 to {len(batch) - 1}")
    host, port, browser = where
    handle = BatchHandle(_serving.start(host, port), batch, min(worlds, len(batch)), world)
    if not _serving.in_notebook() or browser:
        _serving.announce(handle.url, handle.port, browser)
    return handle


def _checked(model: object, data: object, key_callback: object, worlds: int = 1) -> None:
    if model is not None and not isinstance(model, _core.Model):
        raise ValueError(f"model should be a Model, not {model!r}")
    if data is not None and not isinstance(data, _core.Data):
        raise ValueError(f"data should be a Data, not {data!r}")
    if key_callback is not None and not callable(key_callback):
        raise ValueError(f"key_callback should be a function, not {key_callback!r}")
    if worlds < 1:
        raise ValueError(f"`worlds` is {worlds}: give the number of worlds, at least 1")


def _run(served: Served, browser: bool | None, **what: Any) -> None:
    """Runs a world until Ctrl-C, until the viewer is closed, or until nobody looks any more."""
    try:
        _serving.announce(served.url, served.port, browser)
        print("Ctrl-C ends it.", flush=True)
        _core._play(served._server, **what)
    finally:
        served.close()


def main() -> None:
    """``python -m cortenforge.viewer [--mjcf=FILE]``."""
    parser = argparse.ArgumentParser(prog="python -m cortenforge.viewer", description="Shows a model in the browser.")
    parser.add_argument("--mjcf", metavar="FILE", help="the model; without it, one can be dropped on the page")
    parser.add_argument("--host", help="listen for other machines too, at this name or address")
    parser.add_argument("--port", type=int, default=0, help="listen here, not at a free port")
    parser.add_argument("--no-browser", action="store_true", help="open none")
    given = parser.parse_args()
    where = {"host": given.host, "port": given.port, "browser": False if given.no_browser else None}
    try:
        if given.mjcf is None:
            launch(**where)
        else:
            launch_from_path(os.path.expanduser(given.mjcf), **where)
    except KeyboardInterrupt:
        pass
    except (OSError, _core.FatalError, ValueError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
