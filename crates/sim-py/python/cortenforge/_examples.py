"""The models that are part of the package."""

from __future__ import annotations

from . import _core


def example_models() -> dict[str, str]:
    """Names of the built-in models, each with a line about it."""
    return _core._example_models()


def load_example(name: str) -> _core.Model:
    """Loads a built-in model by its name, such as ``"humanoid"``. An unknown name is a ValueError with the closest one."""
    return _core._load_example(name)
