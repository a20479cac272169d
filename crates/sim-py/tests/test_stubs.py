"""The committed type stubs are what the package would write today."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))

import stubs


def test_stubs_are_current():
    for name, text in stubs.stubs().items():
        assert (stubs.ROOT / name).read_text() == text, f"run tools/stubs.py: {name} is not current"


def test_stubs_are_python():
    for name, text in stubs.stubs().items():
        compile(text, name, "exec")


def test_the_package_is_marked_as_typed():
    assert (stubs.ROOT / "py.typed").exists()
