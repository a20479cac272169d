"""Models and worlds as text, the grammar of MJCF, and what else a model is about."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .. import _core
from ._classes import MjData, MjModel, MjOption, MjVisual
from . import _enums
from ._arrays import Array, bare


def _lines(thing: object, float_format: str) -> Iterator[str]:
    for name in sorted(n for n in dir(type(thing)) if not n.startswith("_")):
        value = getattr(thing, name)
        if isinstance(value, np.ndarray):
            if value.size:
                yield name.upper()
                for row in value.reshape(len(value), -1):
                    entries = (float_format % x if value.dtype.kind == "f" else str(x) for x in row)
                    yield "  " + " ".join(entries)
        elif isinstance(value, (bool, int)):
            yield f"{name:24s} {value if isinstance(value, bool) else int(value)}"
        elif isinstance(value, float):
            yield f"{name:24s} {float_format % value}"


def _print(thing: object, filename: str, float_format: str) -> None:
    Path(filename).write_text("\n".join(_lines(thing, float_format)) + "\n", encoding="utf-8")


def mj_printFormattedModel(m: MjModel, filename: str, float_format: str) -> None:
    """Writes a model as text, with numbers in a format of `%`."""
    _print(m, filename, float_format)


def mj_printModel(m: MjModel, filename: str) -> None:
    """Writes a model as text."""
    _print(m, filename, "%.8g")


def mj_printFormattedData(m: MjModel, d: MjData, filename: str, float_format: str) -> None:
    """Writes a world as text, with numbers in a format of `%`."""
    _print(d, filename, float_format)


def mj_printData(m: MjModel, d: MjData, filename: str) -> None:
    """Writes a world as text."""
    _print(d, filename, "%.8g")


@bare
def mj_defaultSolRefImp(solref: Array, solimp: Array) -> None:
    """Sets parameters of constraints to their defaults."""
    solref[...] = [0.02, 1.0]
    solimp[...] = [0.9, 0.95, 0.001, 0.5, 2.0]


def mj_defaultOption(opt: MjOption) -> None:
    """Sets options to their defaults."""
    _copy(opt, MjOption())


def mj_defaultVisual(vis: MjVisual) -> None:
    """Sets visual settings to their defaults."""
    _copy(vis, MjVisual())


def _copy(target: Any, source: Any) -> None:
    target.__setstate__(source.__getstate__())


# kinds of actuators with named inputs, and names of servo inputs by their bit in `actuator_ctrlspec`.
_GAINS = {name: int(value) for name, value in (entry.split("=") for entry in _enums.TABLE["mjtGain"].split())}
_QUATERNION = 2  # mjCHART_QUAT
_SERVO_INPUTS = ((1, "pos"), (2, "vel"), (4, "ff"), (8, "voltage"))


def mj_actuatorInputName(m: MjModel, id: int, input: int) -> str | None:
    """Name of one of an actuator's inputs; None where the kind of actuator has no names for them."""
    if not 0 <= id < m.nactuator or not 0 <= input < m.actuator_ctrlnum[id]:
        return None
    gain, spec = int(m.actuator_gaintype[id]), int(m.actuator_ctrlspec[id])
    if gain == _GAINS["mjGAIN_SO3"]:
        return ("qw", "qx", "qy", "qz")[input] if spec == _QUATERNION else ("rx", "ry", "rz")[input]
    if gain in (_GAINS["mjGAIN_PID"], _GAINS["mjGAIN_DCMOTOR"]):
        present = [name for bit, name in _SERVO_INPUTS if spec & bit]
        return present[input] if input < len(present) else None
    return None


def mj_getCache() -> None:
    """The cache of the compiler: there is none, every model is compiled from its files."""
    return None


def mj_getCacheSize(cache: object) -> int:
    """Bytes in the cache: none."""
    return 0


def mj_getCacheCapacity(cache: object) -> int:
    """Room in the cache: none."""
    return 0


def mj_setCacheCapacity(cache: object, size: int) -> int:
    """Room in the cache after the request: none, as before."""
    return 0


def mj_clearCache(cache: object) -> None:
    """Nothing to clear."""


#: Attributes of MJCF elements that name files.
_FILE_ATTRIBUTES = {"file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"}
_MESH_TAGS = {"mesh", "skin"}
_TEXTURE_TAGS = {"texture"}


def mju_getXMLDependencies(filename: str) -> list[str]:
    """The file and all files it names, and theirs, without those in memory."""
    found: list[str] = []
    _depend(Path(filename), Path(filename).parent, found)
    return found


def _depend(path: Path, root: Path, found: list[str]) -> None:
    name = str(path).replace("\\", "/")
    if name in found:
        return
    found.append(name)
    if path.suffix.lower() != ".xml":
        return
    tree = ElementTree.parse(path)
    compiler: dict[str, str] = {}
    for element in tree.iter("compiler"):
        compiler.update(element.attrib)
    assets = compiler.get("assetdir", "")
    folders = dict.fromkeys(_MESH_TAGS, compiler.get("meshdir", assets))
    folders |= dict.fromkeys(_TEXTURE_TAGS, compiler.get("texturedir", assets))
    for element in tree.iter():
        for attribute in sorted(_FILE_ATTRIBUTES & set(element.attrib)):
            where = folders.get(element.tag, "" if element.tag in ("include", "model") else assets)
            _depend(root / where / element.attrib[attribute], root, found)


__all__ = [name for name in dir() if name.startswith("mj")]
