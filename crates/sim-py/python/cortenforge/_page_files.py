"""Where the viewer's page is: in the package, or in a checkout, where npm builds it on first use."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

#: A folder with a built page, for those who keep it elsewhere.
_FOLDER = "CORTENFORGE_PAGE"
_PACKAGE = pathlib.Path(__file__).resolve().parent
#: The page's sources in a checkout.
_SOURCES = _PACKAGE.parents[3] / "viewer"


def folder() -> pathlib.Path:
    """The folder of the built page."""
    named = os.environ.get(_FOLDER)
    if named:
        return pathlib.Path(named)
    own = _PACKAGE / "_page"
    if (own / "index.html").is_file():
        return own
    if not (_SOURCES / "package.json").is_file():
        raise FileNotFoundError(
            f"the viewer's page is not there: wheels of cortenforge have it in {own}; install one, or name the folder of a built page in {_FOLDER}"
        )
    built = _SOURCES / "dist"
    if _is_older(built / "index.html"):
        _build()
    return built


def _is_older(built: pathlib.Path) -> bool:
    """Whether a source is newer than what was built of it."""
    if not built.is_file():
        return True
    sources = [_SOURCES / name for name in ("index.html", "package-lock.json", "vite.config.ts")]
    sources += [path for path in (_SOURCES / "src").rglob("*") if path.is_file()]
    return max(path.stat().st_mtime for path in sources) > built.stat().st_mtime


def _build() -> None:
    print("building the viewer's page with npm (once, and when its sources change) …", file=sys.stderr, flush=True)
    _npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    _npm("run", "build", "--silent")


def _npm(*arguments: str) -> None:
    what = " ".join(["npm", *arguments])
    try:
        # npm of Windows is a script, which only its shell finds
        done = subprocess.run(["npm", *arguments], cwd=_SOURCES, capture_output=True, text=True, check=False, shell=sys.platform == "win32")
    except FileNotFoundError:
        raise FileNotFoundError(f"{what}: the viewer's page of a checkout is built with Node.js 20 or later; install it") from None
    if done.returncode != 0:
        raise RuntimeError(f"{what} failed in {_SOURCES}: {done.stderr.strip() or done.stdout.strip()}")
