"""Types for programs that say ``import mujoco`` and run on this package after ``install()``.

``python -m cortenforge.typings`` prints the folder for mypy's ``mypy_path`` or pyright's ``stubPath``.
"""

from pathlib import Path

#: A folder with stubs of `mujoco` that are the types of :mod:`cortenforge.mujoco`.
PATH = Path(__file__).parent / "_typings"

if __name__ == "__main__":
    print(PATH)
