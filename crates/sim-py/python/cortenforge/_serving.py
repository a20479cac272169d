"""A viewer that is served: its address, how users get there, and its end."""

from __future__ import annotations

import atexit
import html
import os
import sys
import urllib.parse
import weakref
import webbrowser

from . import _core
from ._widgets import Widgets

#: Variable that names the folder of a built page. Default: the page in the package.
_PAGE = "CORTENFORGE_PAGE"
#: Height of the page in a notebook, pixels.
_NOTEBOOK_HEIGHT = 600

_open_servers: weakref.WeakSet[_core._Viewer] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    """Pages learn that the program has ended."""
    for server in list(_open_servers):
        server.stop()


def start(host: str | None = None, port: int = 0) -> _core._Viewer:
    """Starts to serve pages."""
    server = _core._Viewer(os.environ.get(_PAGE) or None, host, port)
    _open_servers.add(server)
    return server


def has_display() -> bool:
    """Whether a browser can be opened here."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def in_notebook() -> bool:
    """Whether results are shown as HTML."""
    interactive = sys.modules.get("IPython")
    shell = interactive.get_ipython() if interactive is not None else None
    return shell is not None and hasattr(shell, "kernel")


def announce(url: str, port: int, browser: bool | None) -> None:
    """Says where to look, and opens it where there is a browser."""
    wanted = has_display() and not in_notebook() if browser is None else browser
    print(url, flush=True)
    if not (wanted and webbrowser.open(url)):
        print(
            "Open this address in a browser. From another machine: "
            f"ssh -N -L {port}:localhost:{port} USER@THIS_MACHINE, then the same address.",
            flush=True,
        )


class Served(Widgets):
    """A viewer whose pages can be opened; in a notebook it shows one."""

    def __init__(self, server: _core._Viewer, show_left_ui: bool = True, show_right_ui: bool = True) -> None:
        self._server = server
        self._left, self._right = bool(show_left_ui), bool(show_right_ui)

    @property
    def url(self) -> str:
        """What to open in a browser. Who has it can use the viewer."""
        hidden = [f"&{side}=0" for side, shown in (("left", self._left), ("right", self._right)) if not shown]
        return self._server.url + "".join(hidden)

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._server.port

    @property
    def pages(self) -> int:
        """Pages that look."""
        return self._server.pages

    def is_running(self) -> bool:
        """Whether it was not closed."""
        return self._server.is_running

    def __repr__(self) -> str:
        # without the key of the address
        state = f"port {self.port}, {self.pages} page{'' if self.pages == 1 else 's'}" if self.is_running() else "closed"
        return f"<{type(self).__name__}: {self._about()}{state}>"

    def _about(self) -> str:
        """What is shown, for `repr`."""
        return ""

    def close(self) -> None:
        """Ends it; its pages say so."""
        self._server.close()

    def _repr_html_(self) -> str:
        if not self.is_running():
            return "<p>This viewer is closed.</p>"
        # a page of this machine by name: notebooks are found so too
        parts = urllib.parse.urlsplit(self.url)
        near = parts._replace(netloc=f"localhost:{self.port}").geturl() if parts.hostname == "127.0.0.1" else self.url
        address = html.escape(near, quote=True)
        return (
            f'<iframe src="{address}" style="width: 100%; height: {_NOTEBOOK_HEIGHT}px; border: 0" allow="fullscreen; clipboard-write"></iframe>'
            f'<p>Empty? Open <a href="{address}" target="_blank" rel="noopener">{address}</a>; where the notebook runs on another machine, after '
            f"<code>ssh -N -L {self.port}:localhost:{self.port} USER@THAT_MACHINE</code>.</p>"
        )
