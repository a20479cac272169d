"""Models and worlds as text, the grammar of MJCF, and what else a model is about."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np

from .. import _core


def _lines(thing, float_format):
    for name in sorted(n for n in dir(type(thing)) if not n.startswith("_")):
        value = getattr(thing, name)
        if isinstance(value, np.ndarray):
            if value.size:
                yield name.upper()
                rows = value.reshape(len(value), -1) if value.dtype.kind == "f" else value.reshape(len(value), -1)
                for row in rows:
                    entries = (float_format % x if value.dtype.kind == "f" else str(x) for x in row)
                    yield "  " + " ".join(entries)
        elif isinstance(value, (bool, int)):
            yield f"{name:24s} {value}"
        elif isinstance(value, float):
            yield f"{name:24s} {float_format % value}"


def _print(thing, filename, float_format):
    Path(filename).write_text("\n".join(_lines(thing, float_format)) + "\n", encoding="utf-8")


def mj_printFormattedModel(m, filename, float_format):
    """Writes a model as text, with numbers in a format of `%`."""
    _print(m, filename, float_format)


def mj_printModel(m, filename):
    """Writes a model as text."""
    _print(m, filename, "%.8g")


def mj_printFormattedData(m, d, filename, float_format):
    """Writes a world as text, with numbers in a format of `%`."""
    _print(d, filename, float_format)


def mj_printData(m, d, filename):
    """Writes a world as text."""
    _print(d, filename, "%.8g")


def mj_defaultSolRefImp(solref, solimp):
    """Sets parameters of constraints to their defaults."""
    solref[...] = [0.02, 1.0]
    solimp[...] = [0.9, 0.95, 0.001, 0.5, 2.0]


def mj_defaultOption(opt):
    """Sets options to their defaults."""
    _copy(opt, _core.MjOption())


def mj_defaultVisual(vis):
    """Sets visual settings to their defaults."""
    vis.__setstate__(_core.MjVisual().__getstate__())


def _copy(target, source):
    target.__setstate__(source.__getstate__())


#: Attributes of MJCF elements that name files.
_FILE_ATTRIBUTES = {"file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback"}
_MESH_TAGS = {"mesh", "skin"}
_TEXTURE_TAGS = {"texture"}


def mju_getXMLDependencies(filename):
    """The file and all files it names, and theirs, without those in memory."""
    found = []
    _depend(Path(filename), Path(filename).parent, found)
    return found


def _depend(path, root, found):
    name = str(path).replace("\\", "/")
    if name in found:
        return
    found.append(name)
    if path.suffix.lower() != ".xml":
        return
    tree = ElementTree.parse(path)
    compiler = {}
    for element in tree.iter("compiler"):
        compiler.update(element.attrib)
    assets = compiler.get("assetdir", "")
    folders = dict.fromkeys(_MESH_TAGS, compiler.get("meshdir", assets))
    folders |= dict.fromkeys(_TEXTURE_TAGS, compiler.get("texturedir", assets))
    for element in tree.iter():
        for attribute in sorted(_FILE_ATTRIBUTES & set(element.attrib)):
            where = folders.get(element.tag, "" if element.tag in ("include", "model") else assets)
            _depend(root / where / element.get(attribute), root, found)


__all__ = [name for name in dir() if name.startswith("mj")]
