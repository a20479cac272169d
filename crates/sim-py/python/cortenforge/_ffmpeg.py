"""Films as .mp4, encoded by an ffmpeg that is installed: the package has no encoder of its own for that format."""

from __future__ import annotations

import importlib
import os
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

#: Variable of the environment that names the ffmpeg to use.
VARIABLE = "CORTENFORGE_FFMPEG"

#: Most bytes of ffmpeg's own words in an error.
_MOST_WORDS = 400


def program() -> str:
    """The ffmpeg that the environment names, that of the package `imageio-ffmpeg`, or the one on the PATH."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    try:
        # by name: the package has no types, and type checkers of users would say so
        return str(importlib.import_module("imageio_ffmpeg").get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        pass
    found = shutil.which("ffmpeg")
    if found is None:
        raise RuntimeError(
            "an .mp4 needs ffmpeg, which is not installed: pip install imageio-ffmpeg, or save the run as .webp, .gif or .npz, which need nothing"
        )
    return found


def name_program(arguments: Iterable[str]) -> None:
    """Names the ffmpeg for the command `cortenforge`, where its arguments name an .mp4."""
    if any(argument.lower().endswith(".mp4") for argument in arguments):
        try:
            os.environ[VARIABLE] = program()
        except RuntimeError:
            # the command says what to install
            pass


def write(path: pathlib.Path, pictures: Iterable[npt.NDArray[np.uint8]], width: int, height: int, rate: float) -> None:
    """Writes pictures as a film. An existing file stays until the new one is complete."""
    encoder = program()
    place, unfinished = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".mp4", dir=path.parent)
    os.close(place)
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", repr(rate), "-i", "-"]
    # players want an even number of pixels along each side
    result = ["-an", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "-movflags", "+faststart", unfinished]
    try:
        with tempfile.TemporaryFile() as words:
            running = subprocess.Popen(
                [encoder, "-y", "-loglevel", "error", *source, *result], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=words
            )
            try:
                _feed(running, pictures)
            except BaseException:
                running.kill()
                raise
            finally:
                running.wait()
            if running.returncode:
                words.seek(0)
                said = words.read(_MOST_WORDS).decode(errors="replace").strip()
                raise RuntimeError(f"ffmpeg ({encoder}) did not write {path.name}: {said}: save the run as .webp, .gif or .npz")
        os.chmod(unfinished, 0o666 & ~_umask())
        os.replace(unfinished, path)
    finally:
        if os.path.exists(unfinished):
            os.unlink(unfinished)


def _feed(running: subprocess.Popen[bytes], pictures: Iterable[npt.NDArray[np.uint8]]) -> None:
    """Hands over pictures; an encoder that ends early says why."""
    stream = running.stdin
    assert stream is not None
    try:
        for picture in pictures:
            stream.write(picture.tobytes())
        stream.close()
    except BrokenPipeError:
        pass


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
