"""Compiled models as files and bytes.

The container is numpy's ``.npz``: sizes, settings and arrays by name, no code. It is not MuJoCo's MJB format, whose
layout changes with every release of MuJoCo; such files are refused. Nothing is unpacked before its size is known to be in
the file, and what was unpacked is checked like a model that was edited.
"""

import io
import os
import stat
import zipfile
from collections.abc import Callable, Mapping
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from .. import _core
from ._classes import MjModel

# more than a model has arrays, sizes and settings
_MOST_ENTRIES = 4096


def _flatten(state: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {f"{group}/{name}": np.asarray(value) for group, entries in state.items() for name, value in entries.items()}


def _bytes(m: MjModel) -> bytes:
    reduced: Any = m.__reduce__()
    _, (state,) = reduced
    stream = io.BytesIO()
    np.savez(stream, **_flatten(state))
    return stream.getvalue()


def mj_sizeModel(m: MjModel) -> int:
    """How many bytes `mj_saveModel` needs."""
    return len(_bytes(m))


def mj_saveModel(m: MjModel, filename: str | None = None, buffer: npt.NDArray[np.uint8] | None = None) -> None:
    """Saves a compiled model to a buffer, or to a file when there is no buffer."""
    content = _bytes(m)
    if buffer is not None:
        if np.size(buffer) < len(content):
            raise _core.FatalError(f"mj_saveModel: buffer of {np.size(buffer)} bytes for a model of {len(content)}")
        buffer.flat[: len(content)] = np.frombuffer(content, np.uint8)
    elif filename is not None:
        with open(filename, "wb") as file:
            file.write(content)


def _entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int) -> Any:
    """One array of an archive that has `left` bytes."""
    if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & 1 or info.file_size != info.compress_size:
        raise ValueError(f"'{info.filename}' is compressed or encrypted")
    if info.file_size > left:
        raise ValueError(f"'{info.filename}' is said to have {info.file_size} bytes, more than the file has")
    with archive.open(info) as stream:
        version = np.lib.format.read_magic(stream)
        readers: dict[tuple[int, int], Any] = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }
        read = readers.get(version)
        if read is None:
            raise ValueError(f"'{info.filename}' is an array of an unknown version")
        shape, _, dtype = read(stream)
        if dtype.hasobject or dtype.kind not in "fiub" or len(shape) > 1:
            raise ValueError(f"'{info.filename}' is no flat array of numbers")
        count = shape[0] if shape else 1
        length = info.file_size - stream.tell()
        if count * dtype.itemsize != length:
            raise ValueError(f"'{info.filename}' should have {count * dtype.itemsize} bytes of numbers and has {length}")
        value = np.frombuffer(stream.read(), dtype)
    value = value.astype(dtype.newbyteorder("="))
    return value if shape else value[0].item()


def _unpack(stream: IO[bytes], length: int) -> dict[str, dict[str, Any]]:
    """The groups of a stored model, bounded by the length of the file."""
    state: dict[str, dict[str, Any]] = {}
    with zipfile.ZipFile(stream) as archive:
        entries = archive.infolist()
        if len(entries) > _MOST_ENTRIES:
            raise ValueError(f"there are {len(entries)} entries, more than any model has")
        for info in entries:
            group, slash, name = info.filename.removesuffix(".npy").partition("/")
            if not slash or name in state.setdefault(group, {}):
                raise ValueError(f"'{info.filename}' is not part of a model, or occurs twice")
            state[group][name] = _entry(archive, info, length)
            length -= info.file_size
    return state


def _load(stream: IO[bytes], length: int, where: str) -> MjModel:
    try:
        state = _unpack(stream, length)
    except Exception as error:  # whatever zipfile and numpy make of garbage
        message = (
            f"{where} was not written by mj_saveModel of cortenforge.mujoco (MuJoCo's own MJB files are not read): {error}"
        )
        raise ValueError(message) from error
    rebuild: Callable[[Any], MjModel] = getattr(MjModel, "_from_state")
    return rebuild(state)


def from_binary_path(filename: str | os.PathLike[str], assets: Mapping[str, bytes] | None = None) -> MjModel:
    """Loads a compiled model that `mj_saveModel` wrote."""
    name = os.fspath(filename)
    if assets is not None and name in assets:
        content = bytes(assets[name])
        return _load(io.BytesIO(content), len(content), name)
    if not stat.S_ISREG(os.stat(name).st_mode):
        raise ValueError(f"{name} is not a regular file")
    with open(name, "rb") as file:
        return _load(file, os.fstat(file.fileno()).st_size, name)


setattr(MjModel, "from_binary_path", staticmethod(from_binary_path))

__all__ = ["mj_saveModel", "mj_sizeModel"]
