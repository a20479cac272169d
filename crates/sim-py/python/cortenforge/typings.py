"""Types for programs that say ``import mujoco`` and run on this package after ``install()``.

``python -m cortenforge.typings [FOLDER]`` writes stubs of `mujoco` into FOLDER, by default ``typings``, where pyright looks for
them; mypy finds them with ``mypy_path = "typings"``. They are copied because mypy refuses a path inside of the installed packages.
"""

import argparse
import os
from pathlib import Path
from shutil import copytree

_STUBS = Path(__file__).parent / "_typings"


def write(folder: "str | os.PathLike[str]" = "typings") -> Path:
    """Writes the stubs of `mujoco`, which are the types of :mod:`cortenforge.mujoco`, into `folder`, and returns its path."""
    target = Path(folder)
    copytree(_STUBS, target, dirs_exist_ok=True)
    return target


def _main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m cortenforge.typings", description="Writes type stubs for programs that say `import mujoco`."
    )
    parser.add_argument("folder", nargs="?", default="typings", help="where the stubs go (default: %(default)s)")
    folder = write(parser.parse_args().folder)
    print(f"stubs of mujoco are in {folder}: name it in mypy's `mypy_path` or pyright's `stubPath`")


if __name__ == "__main__":
    _main()
