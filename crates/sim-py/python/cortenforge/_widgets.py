"""Scalars, buttons and sliders that a program shows on the pages of its viewer."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any, SupportsFloat

from . import _core


class Button:
    """A button on the pages of a viewer: see `Widgets.button`."""

    def __init__(self, server: _core._Viewer, name: str, callback: Callable[[], object] | None) -> None:
        self._server, self._name, self._callback = server, name, callback
        self._id = server.button(name)
        self._seen = self._called = self.presses

    @property
    def name(self) -> str:
        """Its text."""
        return self._name

    @property
    def presses(self) -> int:
        """How often users of the pages have pressed it."""
        return int(self._server.widget_value(self._id))

    def pressed(self) -> int:
        """How often it was pressed since this was asked before."""
        before, self._seen = self._seen, self.presses
        return self._seen - before

    def _call(self) -> None:
        """Calls the callback once for each press that it has not heard of."""
        presses = self.presses
        while self._called < presses:
            self._called += 1
            if self._callback is None:
                continue
            try:
                self._callback()
            except Exception:
                traceback.print_exc()

    def __repr__(self) -> str:
        return f"<Button {self._name!r}: {self.presses} presses>"


class Slider:
    """A slider on the pages of a viewer: see `Widgets.slider`."""

    def __init__(self, server: _core._Viewer, name: str, low: float, high: float, value: float) -> None:
        self._server, self._name, self._range = server, name, (low, high)
        self._id = server.slider(name, low, high, value)

    @property
    def name(self) -> str:
        """Its text."""
        return self._name

    @property
    def range(self) -> tuple[float, float]:
        """Lowest and highest value."""
        return self._range

    @property
    def value(self) -> float:
        """Where it stands. Pages follow when the program sets it."""
        return self._server.widget_value(self._id)

    @value.setter
    def value(self, value: SupportsFloat) -> None:
        self._server.slider(self._name, *self._range, number("value", value))

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return f"<Slider {self._name!r}: {self.value} of {self._range[0]} to {self._range[1]}>"


class Widgets:
    """What a program shows on the pages of its viewer besides a world: plots, buttons and sliders.

        viewer.plot("reward", reward)
        gain = viewer.slider("gain", 0, 10, 1)
        viewer.button("push", lambda: data.qvel.fill(1))
    """

    _server: _core._Viewer

    def plot(self, name: str, value: SupportsFloat, time: SupportsFloat | None = None) -> None:
        """Plots a number on the pages, under a name of its own.

        time: s, by default the time of the world. Each call is a sample. A viewer has at most 64 such names, and keeps the last 4096
        samples of each. ValueError: the name is empty or too long, or there are too many. A closed viewer plots nothing.
        """
        if self._server.is_running:
            when = self._time() if time is None else number("time", time)
            self._server.plot(_name(name), number(f"value of {name!r}", value), when)

    def button(self, name: str, callback: Callable[[], object] | None = None) -> Button:
        """Shows a button on the pages. `callback` is called for each press: by `sync`, or by a thread where the viewer runs the world.

        ValueError: the name is empty or too long, there are more than 64 buttons and sliders, or a slider has this name.
        """
        if callback is not None and not callable(callback):
            raise TypeError(f"`callback` is {callback!r}: give a function without arguments")
        button = Button(self._server, _name(name), callback)
        self._buttons().append(button)
        return button

    def slider(self, name: str, low: SupportsFloat, high: SupportsFloat, value: SupportsFloat | None = None) -> Slider:
        """Shows a slider on the pages, which begins at `value`, by default at `low`. `slider.value` is where it stands now.

        ValueError: the range is empty or the value outside of it, or a limit of `button`.
        """
        least, most = number("low", low), number("high", high)
        return Slider(self._server, _name(name), least, most, least if value is None else number("value", value))

    def _time(self) -> float | None:
        """The time of the world, where the program has it."""
        return None

    def _buttons(self) -> list[Button]:
        known: list[Button] = self.__dict__.setdefault("_known_buttons", [])
        return known

    def _call_buttons(self) -> None:
        """Calls what the program wants to happen when buttons are pressed."""
        for button in list(self._buttons()):
            button._call()


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"`name` is {name!r}: give a text")
    return name


def number(what: str, value: Any) -> float:
    """A number of the caller's."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"`{what}` is {value!r}: give a number") from None
