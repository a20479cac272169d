"""Compiled models as files and bytes.

The container is numpy's ``.npz``: sizes, settings and arrays by name, no code. It is not MuJoCo's MJB format, whose
layout changes with every release of MuJoCo; such files are refused.
"""

import io
import os
import zipfile

import numpy as np

from .. import _core
from .._core import MjModel


def _flatten(state):
    return {f"{group}/{name}": np.asarray(value) for group, entries in state.items() for name, value in entries.items()}


def _bytes(m):
    _, (state,) = m.__reduce__()
    stream = io.BytesIO()
    np.savez(stream, **_flatten(state))
    return stream.getvalue()


def mj_sizeModel(m):
    """How many bytes `mj_saveModel` needs."""
    return len(_bytes(m))


def mj_saveModel(m, filename=None, buffer=None):
    """Saves a compiled model to a buffer, or to a file when there is no buffer."""
    content = _bytes(m)
    if buffer is not None:
        if np.size(buffer) < len(content):
            raise _core.FatalError(f"mj_saveModel: buffer of {np.size(buffer)} bytes for a model of {len(content)}")
        buffer.reshape(-1)[: len(content)] = np.frombuffer(content, np.uint8)
    elif filename is not None:
        with open(filename, "wb") as file:
            file.write(content)


def _from_bytes(content, where):
    state = {}
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            for key in arrays.files:
                group, _, name = key.partition("/")
                value = arrays[key]
                state.setdefault(group, {})[name] = value if value.ndim else value.item()
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        message = f"{where} was not written by mj_saveModel of cortenforge.mujoco (MuJoCo's own MJB files are not read)"
        raise ValueError(message) from error
    return MjModel._from_state(state)


def from_binary_path(filename, assets=None):
    """Loads a compiled model that `mj_saveModel` wrote."""
    name = os.fspath(filename)
    if assets is not None and name in assets:
        return _from_bytes(bytes(assets[name]), name)
    with open(name, "rb") as file:
        return _from_bytes(file.read(), name)


MjModel.from_binary_path = staticmethod(from_binary_path)

__all__ = ["mj_saveModel", "mj_sizeModel"]
