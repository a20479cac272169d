"""Writes python/cortenforge/mujoco/_enums.py from the installed `mujoco` package: names and numbers only."""

import pathlib
import textwrap

import mujoco

TARGET = pathlib.Path(__file__).parents[1] / "python/cortenforge/mujoco/_enums.py"

HEAD = '''"""Names and numbers of the enums of the `mujoco` package, and the classes made from them when first used.

The table is written by tools/enums.py and checked against the reference by tests/test_enums.py.
"""

from __future__ import annotations

import enum
from typing import Any, NoReturn

from ._enum_docs import DOCS


class Enum(enum.IntEnum):
    """An integer with a name. Members of different enums are different, whatever their numbers."""

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Enum):
            return self is other
        return int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        if isinstance(value, str):
            raise TypeError(f"{cls.__name__}() takes an integer, not {value!r}")
        raise ValueError(f"Invalid int value for {cls.__name__}: {value}")


def make(name: str, module: str) -> type[Enum]:
    """The enum called `name`."""
    members = [entry.split("=") for entry in TABLE[name].split()]
    functional: Any = Enum
    made: type[Enum] = functional(name, [(member, int(value)) for member, value in members], module=module)
    made.__doc__ = DOCS.get(name)
    return made


'''


def table():
    lines = ["TABLE = {"]
    for name in sorted(n for n in dir(mujoco) if n.startswith("mj") and hasattr(getattr(mujoco, n), "__members__")):
        members = getattr(mujoco, name).__members__
        text = " ".join(f"{member}={int(value)}" for member, value in members.items())
        lines.append(f'    "{name}": """')
        lines += textwrap.wrap(text, 112, initial_indent="        ", subsequent_indent="        ")
        lines.append('    """,')
    return "\n".join(lines + ["}", ""])


if __name__ == "__main__":
    TARGET.write_text(HEAD + table())
