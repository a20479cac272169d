"""`Handle`: a viewer of a program that steps its own world."""

from __future__ import annotations

import contextlib
import threading
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any, Optional

from . import _core, _overlays
from ._page_orders import Refusals, beyond, missing
from ._serving import Served
from .mujoco import MjrRect, MjvCamera, MjvOption, MjvPerturb, MjvScene

#: A rectangle and what is drawn in it.
_Placed = tuple[MjrRect, Any]
#: Font, place, left and right column.
_Text = tuple[Optional[int], Optional[int], Optional[str], Optional[str]]

#: Most geoms that a program may draw besides.
MAX_GEOM = 10_000

#: Most orders of pages that wait for `sync`.
MOST_ORDERS = 1024

#: Width and height (pixels) of a picture before a page has reported its own.
USUAL_SIZE = (1280, 720)

#: What pages may ask for that a program with its own loop decides itself.
_OF_THE_LOOP = {
    "play": "when time runs",
    "pause": "when time runs",
    "step": "when time runs",
    "speed": "how fast time runs",
    "seek": "what it keeps of the past",
    "world": "which world is shown",
    "shown": "which world is shown",
    "reload": "which model is shown",
    "load": "which model is shown",
}

#: Words of orders that are carried out where they arrive: what the mouse holds, and keys.
_DONE_ELSEWHERE = ("perturb", "pressed")


def name_of(model: _core.Model) -> str:
    """The model's own name."""
    return model.names.split(b"\0", 1)[0].decode(errors="replace")


class Handle(Served):
    """What a program has of its viewer.

    `sync` applies what users of the pages want (controls, positions, resets, pushes) to the world, and shows them a copy of it; it never
    waits for a page. Pages start with the camera and the options of `cam` and `opt`; whoever changed them last, the program or a user,
    decides.
    """

    def __init__(
        self,
        server: _core._Viewer,
        model: _core.Model,
        data: _core.Data,
        *,
        key_callback: Callable[[int], object] | None = None,
        show_left_ui: bool = True,
        show_right_ui: bool = True,
    ) -> None:
        super().__init__(server, show_left_ui, show_right_ui)
        self._m, self._d = model, data
        self._cam, self._opt, self._pert = MjvCamera(), MjvOption(), MjvPerturb()
        self._user_scn = MjvScene(model, MAX_GEOM)
        _core.mjv_defaultFreeCamera(model, self._cam)
        self._view = self._view_bytes()
        self._lock = threading.RLock()
        self._orders: list[tuple[Any, ...]] = []
        self._orders_lock = threading.Lock()
        self._pulled = 0
        self._refusals = Refusals(server)
        self._has_other_settings = False
        self._keys = key_callback
        self._server.show(model, data, name_of(model))
        self.sync()
        if key_callback is not None:
            threading.Thread(target=self._listen, name="viewer keys", daemon=True).start()

    @property
    def cam(self) -> MjvCamera:
        """Where pages look from."""
        return self._cam

    @property
    def opt(self) -> MjvOption:
        """What pages show."""
        return self._opt

    @property
    def perturb(self) -> MjvPerturb:
        """What a user selected and pulls at."""
        return self._pert

    @property
    def pert(self) -> MjvPerturb:
        """What a user selected and pulls at: `perturb` under the name of the `mujoco` package."""
        return self._pert

    @property
    def user_scn(self) -> MjvScene:
        """A scene whose geoms are drawn besides those of the world, and whose flags say how pages draw."""
        return self._user_scn

    @property
    def m(self) -> _core.Model:
        """The model."""
        return self._m

    @property
    def d(self) -> _core.Data:
        """The world."""
        return self._d

    @property
    def viewport(self) -> MjrRect:
        """The picture of the page that reported its size last, in the pixels of figures and images. Before: a usual size."""
        width, height = self._server.picture_size or USUAL_SIZE
        return MjrRect(0, 0, width, height)

    def lock(self) -> contextlib.AbstractContextManager[Any]:
        """Keeps `sync` of other threads off model, world, camera and options."""
        return self._lock

    def close(self) -> None:
        """Ends it; its pages say so."""
        with self._lock:
            super().close()

    def sync(self, state_only: bool = False) -> None:
        """Applies what users of the pages want, and shows the world as it is now.

        With `state_only` the model is not looked at: edits of it are shown by the next call without.
        """
        with self._lock:
            if not self.is_running():
                return
            self._apply_orders()
            self._call_buttons()
            self._agree_on_view()
            self._pull()
            state_only = state_only and not self._has_other_settings
            self._server.publish(self._m, self._d, self._pert, self._user_scn, state_only)
            self._has_other_settings = False

    def update_hfield(self, hfieldid: int) -> None:
        """Shows a height field as it is now."""
        self._show_again("hfield", hfieldid, self._m.nhfield)

    def update_mesh(self, meshid: int) -> None:
        """Shows a mesh as it is now."""
        self._show_again("mesh", meshid, self._m.nmesh)

    def update_texture(self, texid: int) -> None:
        """Shows a texture as it is now."""
        self._show_again("texture", texid, self._m.ntex)

    def set_figures(self, viewports_figures: _Placed | list[_Placed]) -> None:
        """Draws figures over the pages, each an `MjvFigure` in its rectangle, until others are set."""
        self._draw_over("figures", _overlays.figures(_overlays.listed(viewports_figures, "figures")))

    def set_images(self, viewports_images: _Placed | list[_Placed]) -> None:
        """Draws images over the pages, each of `(height, width, 3)` bytes in its rectangle, until others are set."""
        self._draw_over("images", _overlays.images(_overlays.listed(viewports_images, "images")))

    def set_texts(self, texts: _Text | list[_Text]) -> None:
        """Draws texts over the pages until others are set: font (`mjtFontScale`), place (`mjtGridPos`), left and right column of each."""
        self._draw_over("texts", _overlays.texts(_overlays.listed(texts, "texts")))

    def clear_figures(self) -> None:
        """Draws no figures any more."""
        self.set_figures([])

    def clear_images(self) -> None:
        """Draws no images any more."""
        self.set_images([])

    def clear_texts(self) -> None:
        """Draws no texts any more."""
        self.set_texts([])

    def __enter__(self) -> Handle:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _time(self) -> float:
        return self._d.time

    def _draw_over(self, kind: str, message: bytes) -> None:
        if self.is_running():
            self._server.draw_over(kind, message)

    def _show_again(self, kind: str, number: int, count: int) -> None:
        if not 0 <= number < count:
            raise ValueError(f"there is no {kind} {number}: the model has {count}")
        with self._lock:
            if self.is_running():
                self._server.show(self._m, self._d, name_of(self._m))
                self.sync()

    def _listen(self) -> None:
        """Calls the program at once when a key is pressed; the rest waits for `sync`."""
        while self.is_running():
            self._receive(0.2)

    def _receive(self, seconds: float) -> None:
        orders = self._server.orders(self._pert, seconds)
        with self._orders_lock:
            self._orders += [order for order in orders if order[0] != "pressed"]
            # a program that does not call sync for long has the newest
            excess = len(self._orders) - MOST_ORDERS
            del self._orders[: max(excess, 0)]
        if excess > 0:
            self._refusals.tell("The program is busy: of the orders that wait for its `sync`, the oldest are dropped.")
        for order in orders:
            if order[0] == "pressed" and self._keys is not None:
                try:
                    self._keys(order[1])
                except Exception:
                    traceback.print_exc()

    def _apply_orders(self) -> None:
        if self._keys is None:
            self._receive(0.0)
        with self._orders_lock:
            orders, self._orders = self._orders, []
        moved = False
        for order in orders:
            moved |= self._apply(*order)
        if moved:
            _core.mj_forward(self._m, self._d)

    def _apply(self, word: str, *values: Any) -> bool:
        """Does what a page wants; whether positions changed. Its users hear of what is not done."""
        m, d = self._m, self._d
        if word == "ctrl":
            if values[0] < m.nu:
                d.ctrl[values[0]] = values[1]
            else:
                self._refusals.tell(missing("control", values[0], m.nu))
        elif word == "qpos":
            if values[0] + len(values[1]) <= m.nq:
                d.qpos[values[0] : values[0] + len(values[1])] = values[1]
                return True
            self._refusals.tell(beyond(values[0], len(values[1]), m.nq))
        elif word == "reset":
            _core.mj_resetData(m, d)
            return True
        elif word == "key":
            if values[0] < m.nkey:
                _core.mj_resetDataKeyframe(m, d, values[0])
                return True
            self._refusals.tell(missing("keyframe", values[0], m.nkey))
        elif word == "setting":
            self._change_setting(*values)
        elif word in _OF_THE_LOOP:
            self._refusals.tell(f"This world is stepped by a program, which decides {_OF_THE_LOOP[word]}.")
        elif word not in _DONE_ELSEWHERE:
            self._refusals.tell(f"This program's viewer has no order '{word}': update the package of the page or of the program.")
        return False

    def _change_setting(self, name: str, values: list[float]) -> None:
        """Changes a setting of the model, such as the time step."""
        try:
            problem = _core._change_setting(self._m, self._d, [], name, values)
        except _core.FatalError as error:
            problem = str(error)
        if problem is not None:
            self._refusals.tell(problem)
        self._has_other_settings |= problem is None

    def _view_bytes(self) -> bytes:
        records: list[Any] = [self._cam, self._opt]
        scene: Any = self._user_scn
        return b"".join([*(record._bytes.tobytes() for record in records), scene.flags.tobytes()])

    def _agree_on_view(self) -> None:
        """Whoever changed camera or options last decides."""
        if self._view_bytes() != self._view:
            self._server.look(self._cam, self._opt, self._user_scn)
        else:
            self._server.chosen(self._cam, self._opt)
        self._view = self._view_bytes()

    def _pull(self) -> None:
        """Pulls what a user's mouse or the program holds, as long as it does."""
        if self._pulled:
            self._d.xfrc_applied[self._pulled] = 0
        self._pulled = 0
        if self._pert.active or self._pert.active2:
            _core.mjv_applyPerturbPose(self._m, self._d, self._pert, 0)
            _core.mjv_applyPerturbForce(self._m, self._d, self._pert)
            self._pulled = self._pert.select if 0 < self._pert.select < self._m.nbody else 0
