"""Puts this package in the place of `mujoco` for one process, so that programs which say ``import mujoco`` run on it."""

import importlib
import importlib.abc
import importlib.machinery
import importlib.metadata
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from . import _surface

NAME = "mujoco"
PACKAGE = __name__.rpartition(".")[0]

#: What Gymnasium's environments import besides `mujoco`.
_GYM_NEEDS = ("gymnasium", "glfw", "imageio", "packaging")


class _Distribution(importlib.metadata.Distribution):
    """What `importlib.metadata` says of `mujoco`: the release that this package computes like."""

    def read_text(self, filename: str) -> str | None:
        if filename != "METADATA":
            return None
        version = sys.modules[PACKAGE].__version__
        return f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version}\nSummary: {PACKAGE}, installed as {NAME}\n"

    def locate_file(self, path: Any) -> Any:
        return importlib.metadata.distribution("cortenforge").locate_file(path)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds ``mujoco.x`` where ``cortenforge.mujoco.x`` is, and nothing else under that name; dm_control draws on our surface."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname == _surface.MODULE:
            return self._with_surface(fullname, path)
        if not fullname.startswith(NAME + "."):
            return None
        return importlib.machinery.ModuleSpec(fullname, self)

    @staticmethod
    def _with_surface(fullname: str, path: Sequence[str] | None) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is not None and spec.loader is not None:
            spec.loader = _surface.SurfaceLoader(spec.loader)
        return spec

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        ours = PACKAGE + spec.name[len(NAME) :]
        try:
            module = importlib.import_module(ours)
        except ModuleNotFoundError as error:
            if error.name != ours:
                raise
            message = f"'{spec.name}' is not part of cortenforge.mujoco, which is installed as 'mujoco'"
            raise ModuleNotFoundError(message, name=spec.name) from None
        # the import system is about to overwrite it
        spec.loader_state = module.__spec__
        return module

    def find_distributions(
        self, context: importlib.metadata.DistributionFinder.Context = importlib.metadata.DistributionFinder.Context()
    ) -> list[importlib.metadata.Distribution]:
        return [_Distribution()] if context.name in (NAME, None) else []

    def exec_module(self, module: ModuleType) -> None:
        state = None if module.__spec__ is None else module.__spec__.loader_state
        if state is not None:
            module.__spec__ = state


class _Adviser(importlib.abc.MetaPathFinder):
    """Asked last: says how to get what nobody found."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in _GYM_NEEDS:
            return None
        message = f"No module named '{fullname}': Gymnasium's MuJoCo environments need it, pip install \"cortenforge[gym]\""
        raise ModuleNotFoundError(message, name=fullname)


_finder = _Finder()
_adviser = _Adviser()


def install() -> None:
    """Makes ``import mujoco`` mean this package in this process. Call it before anything imports `mujoco`."""
    ours = sys.modules[PACKAGE]
    present = sys.modules.get(NAME)
    if present is ours:
        return
    if present is not None:
        where = getattr(present, "__file__", None) or "an unknown place"
        raise ImportError(
            f"'mujoco' is already imported (from {where}): call cortenforge.mujoco.install() before anything imports it",
            name=NAME,
        )
    sys.meta_path.insert(0, _finder)
    sys.meta_path.append(_adviser)
    sys.modules[NAME] = ours


def uninstall() -> None:
    """Undoes `install`; modules that were imported meanwhile keep what they have."""
    ours = sys.modules[PACKAGE]
    if sys.modules.get(NAME) is not ours:
        return
    sys.meta_path[:] = [finder for finder in sys.meta_path if finder not in (_finder, _adviser)]
    for name in [name for name in sys.modules if name == NAME or name.startswith(NAME + ".")]:
        del sys.modules[name]
