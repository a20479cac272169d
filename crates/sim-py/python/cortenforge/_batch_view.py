"""`BatchHandle`: a viewer of a batch that a program steps."""

from __future__ import annotations

import copy
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._handle import name_of
from ._page_orders import Refusals, beyond, missing
from ._serving import Served
from .mujoco import MjvPerturb

#: Worlds that are shown at a time when nobody says otherwise.
SHOWN = 64

#: Pictures of a batch in a second: `sync` may be called more often, and then does nothing. Without a page, one.
_RATE, _RATE_ALONE = 30.0, 1.0

#: What a page may ask for that the program decides.
_OF_THE_LOOP = {
    "play": "when time runs",
    "pause": "when time runs",
    "step": "when time runs",
    "speed": "how fast time runs",
    "seek": "what it keeps of the past",
    "reload": "which model is shown",
    "load": "which model is shown",
}

#: Words of orders that are carried out where they arrive, or that say what the user did: what the mouse holds, and keys.
_DONE_ELSEWHERE = ("perturb", "pressed")

#: Fields of the selected world that are copied, where they have entries.
_STATE = ("qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat", "time")

Rows = npt.NDArray[np.float64]


class BatchHandle(Served):
    """What a program has of the viewer of its batch.

    `sync` shows the worlds as they are now, and applies what users of the pages want: controls, positions, resets. It is cheap: pages
    get at most 30 pictures a second of at most `worlds` worlds, and a call in between does nothing. A batch on a GPU is read while it
    goes on. Shapes are those of the common model.
    """

    def __init__(self, server: _core._Viewer, batch: Any, shown: int, selected: int) -> None:
        super().__init__(server)
        self._batch, self._m = batch, batch.model
        self._world = selected
        self._pert = MjvPerturb()
        self._pulled = False
        self._refusals = Refusals(server)
        self._is_pull_refused = False
        self._due = 0.0
        self._reading: Any = None
        self._d = _core.Data(self._m)
        self._show(shown)
        self._publish(wait=True)

    @property
    def batch(self) -> Any:
        """The batch."""
        return self._batch

    @property
    def world(self) -> int:
        """The selected world. Users of the pages choose it, and so can the program."""
        return self._world

    @world.setter
    def world(self, world: int) -> None:
        count = len(self._batch)
        if not -count <= world < count:
            raise IndexError(f"there is no world {world} in a batch of {count}")
        self._world = world % count
        self._due = 0.0

    @property
    def shown(self) -> range:
        """The worlds that pages show."""
        return range(*self._grid.block(self._world))

    def sync(self) -> None:
        """Applies what users of the pages want, and shows the worlds as they are now, if pages are due for a picture."""
        if not self.is_running():
            return
        self._apply_orders()
        self._call_buttons()
        self._pull()
        now = time.perf_counter()
        if now < self._due:
            return
        if self._publish():
            self._due = now + 1 / (_RATE if self.pages else _RATE_ALONE)

    def __enter__(self) -> BatchHandle:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _about(self) -> str:
        return f"world {self._world} of {len(self._batch)}, "

    def _time(self) -> float:
        return self._d.time

    def _show(self, shown: int) -> None:
        self._grid: Any = _core._WorldGrid(self._server, self._m, self._d, name_of(self._m), len(self._batch), shown)

    def _publish(self, wait: bool = False) -> bool:
        """Shows the worlds; False: the GPU has not sent them yet."""
        block = self.shown
        state = self._of_gpu(block, wait) if isinstance(self._batch, _core.GpuBatchSim) else self._of_cpu(block)
        if state is None:
            return False
        own = self._world - block.start
        for name in _STATE:
            if name == "time":
                self._d.time = float(state[name][own])
            elif name in state:
                getattr(self._d, name)[...] = state[name][own].reshape(getattr(self._d, name).shape)
        try:
            self._d.forward()
        except (_core.FatalError, RuntimeError):
            pass  # a state that cannot be evaluated is shown as far as it was computed
        mocap = [_rows(state[name], len(block)) for name in ("mocap_pos", "mocap_quat") if name in state]
        places: Rows = np.concatenate(mocap, axis=1) if mocap else np.zeros((len(block), 0))
        self._grid.publish(self._d, self._world, _rows(state["qpos"], len(block)), np.ascontiguousarray(places), self._pert)
        return True

    def _names(self) -> list[str]:
        m = self._m
        sizes = {"qpos": m.nq, "qvel": m.nv, "act": m.na, "ctrl": m.nu, "mocap_pos": m.nmocap, "mocap_quat": m.nmocap, "time": 1}
        return [name for name in _STATE if sizes[name] or name == "qpos"]

    def _of_cpu(self, block: range) -> dict[str, Any]:
        worlds: Sequence[Any] = [self._batch[i] for i in block]
        return {name: np.array([getattr(world, name) for world in worlds], dtype=np.float64) for name in self._names()}

    def _of_gpu(self, block: range, wait: bool) -> dict[str, Any] | None:
        """What was asked for at the call before; the GPU copies it beside its steps."""
        if self._reading is None:
            self._reading = self._batch.begin_read(*(name for name in self._names() if name != "qpos" or self._m.nq))
        if not (wait or self._reading.ready()):
            return None
        arrays, self._reading = self._reading.finish(), None
        shown = {name: np.asarray(array[block.start : block.stop], dtype=np.float64) for name, array in arrays.items()}
        return {"qpos": np.zeros((len(block), 0)), **shown}

    def _apply_orders(self) -> None:
        for word, *values in self._server.orders(self._pert, 0.0):
            self._apply(word, *values)

    def _apply(self, word: str, *values: Any) -> None:
        """Does what a page wants. Its users hear of what is not done."""
        m, batch = self._m, self._batch
        if word == "world":
            if values[0] < len(batch):
                self._let_go()
                self.world = values[0]
            else:
                self._refusals.tell(missing("world", values[0], len(batch)))
        elif word == "shown":
            self._show(max(1, min(int(values[0]), len(batch))))
            self._due = 0.0
        elif word == "ctrl":
            if values[0] < m.nu:
                self._edit("ctrl", slice(values[0], values[0] + 1), values[1])
            else:
                self._refusals.tell(missing("control", values[0], m.nu))
        elif word == "qpos":
            if values[0] + len(values[1]) <= m.nq:
                self._edit("qpos", slice(values[0], values[0] + len(values[1])), values[1])
            else:
                self._refusals.tell(beyond(values[0], len(values[1]), m.nq))
        elif word == "reset":
            batch.reset()
            self._due = 0.0
        elif word == "key":
            if values[0] < m.nkey:
                batch.reset(keyframe=values[0])
                self._due = 0.0
            else:
                self._refusals.tell(missing("keyframe", values[0], m.nkey))
        elif word == "setting":
            problem = self._change_setting(*values)
            if problem is not None:
                self._refusals.tell(problem)
        elif word in _OF_THE_LOOP:
            self._refusals.tell(f"These worlds are stepped by a program, which decides {_OF_THE_LOOP[word]}.")
        elif word not in _DONE_ELSEWHERE:
            self._refusals.tell(f"This program's viewer has no order '{word}': update the package of the page or of the program.")

    def _change_setting(self, name: str, values: list[float]) -> str | None:
        """Changes a setting of all worlds. Returns why it changes nothing."""
        batch = self._batch
        try:
            if isinstance(batch, _core.GpuBatchSim):
                return self._change_setting_on_gpu(name, values)
            own = batch.model_of(self._world)
            others = {id(model): model for model in [batch.model, *(batch.model_of(i) for i in range(len(batch)))] if model is not own}
            problem = _core._change_setting(own, batch[self._world], list(others.values()), name, values)
        except (_core.FatalError, RuntimeError) as error:
            return str(error)
        if problem is None:
            self._show_settings(own)
        return problem

    def _change_setting_on_gpu(self, name: str, values: list[float]) -> str | None:
        """Overrides an option that worlds on the GPU have each for themselves. All others are part of its program."""
        trial = copy.copy(self._batch.model_of(self._world))
        problem = _core._change_setting(trial, self._d, [], name, values)
        if problem is not None:
            return problem
        cure = f"give per_world=[{name!r}] when you make the batch" if _is_real(getattr(trial.opt, name)) else f"set model.opt.{name} and make the batch again"
        try:
            self._batch.override(**{name: getattr(trial.opt, name)})
        except (KeyError, ValueError, TypeError):
            return f"{name} is the same in all worlds of a batch on a GPU and stays as it is: {cure}"
        self._show_settings(trial)
        return None

    def _show_settings(self, model: _core.Model) -> None:
        """Shows the settings of a model on pages from the next picture on."""
        self._grid.take_settings(model)
        self._due = 0.0

    def _edit(self, name: str, place: slice, values: Any) -> None:
        """Sets entries of the selected world."""
        if isinstance(self._batch, _core.GpuBatchSim):
            rows = self._batch.get(name)
            rows[self._world, place] = values
            self._batch.set(name, rows)
        else:
            getattr(self._batch[self._world], name)[place] = values
        self._due = 0.0

    def _pull(self) -> None:
        """Pulls what a user's mouse holds, as long as it does."""
        held = bool(self._pert.active) and 0 < self._pert.select < self._m.nbody
        if isinstance(self._batch, _core.GpuBatchSim):
            if held and not self._is_pull_refused:
                self._refusals.tell("Worlds on a GPU cannot be pulled at: step a batch on the CPU for that.")
            # once for each grip
            self._is_pull_refused = held
            return
        if self._pulled:
            self._let_go()
        if held:
            world = self._batch[self._world]
            _core.mjv_applyPerturbForce(self._m, world, self._pert)
            self._pulled = True

    def _let_go(self) -> None:
        if self._pulled and self._pert.select < self._m.nbody:
            self._batch[self._world].xfrc_applied[self._pert.select] = 0
        self._pulled = False


def _is_real(value: Any) -> bool:
    """Whether a setting is a real number or several."""
    return isinstance(value, float) or (isinstance(value, np.ndarray) and value.dtype.kind == "f")


def _rows(values: Any, worlds: int) -> Rows:
    return np.ascontiguousarray(np.asarray(values, dtype=np.float64).reshape(worlds, -1))
