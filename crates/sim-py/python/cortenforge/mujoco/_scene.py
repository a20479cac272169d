"""Records of scenes: what to look at, what to show, what there is to draw.

Each is numpy memory in the layout of the engine's table, so that fields are read and written in place: the geoms of a scene
are rows of one array.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .. import _core
from ._constants import mjMAXLIGHT


def _layout(fields: list[tuple[str, str, list[int], int]], size: int) -> np.dtype[Any]:
    names, codes, dims, places = zip(*fields, strict=True)
    formats = [(code, tuple(shape)) if shape else code for code, shape in zip(codes, dims, strict=True)]
    return np.dtype({"names": list(names), "formats": formats, "offsets": list(places), "itemsize": size})


_NEW: dict[str, npt.NDArray[Any]] = {
    name: np.frombuffer(new, dtype=_layout(fields, size)) for name, (fields, size, new) in _core._scene_records().items()
}


class _Field:
    """A number, text or array of a record; arrays are set in place, as numpy would."""

    def __init__(self, record: str, name: str) -> None:
        self.name = name
        first = _NEW[record][name][0]
        self.default = first.copy() if isinstance(first, np.ndarray) else self._plain(first)

    @staticmethod
    def _plain(value: Any) -> Any:
        value = value.item()
        return value.decode(errors="replace") if isinstance(value, bytes) else value

    def __get__(self, record: Any, owner: type | None = None) -> Any:
        if record is None:
            return self
        value = record._memory[self.name][0]
        return value if isinstance(value, np.ndarray) else self._plain(value)

    def __set__(self, record: Any, value: Any) -> None:
        if isinstance(self.default, str):
            # room for the zero at the end
            value = str(value).encode()[:99]
        elif isinstance(self.default, int):
            if isinstance(value, (float, np.floating)):
                raise TypeError(f"{self.name} is an integer, not {value!r}")
            value = int(value)
        elif isinstance(self.default, float):
            value = float(value)
        record._memory[self.name][0] = value


class _Record:
    """Fields in numpy memory, compared and shown by value."""

    __slots__ = ("_memory", "__weakref__")

    _record = ""
    _fields: tuple[str, ...] = ()
    #: An array of one entry.
    _memory: npt.NDArray[Any]

    def __init__(self) -> None:
        self._memory = _NEW[self._record].copy()

    @property
    def _bytes(self) -> npt.NDArray[np.uint8]:
        """The memory as the engine reads and writes it."""
        return self._memory.view(np.uint8)

    @classmethod
    def _of(cls, memory: npt.NDArray[Any]) -> Any:
        record = cls.__new__(cls)
        record._memory = memory
        return record

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in self._fields)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        lines = [f"  {name}: {getattr(self, name)!r}" for name in sorted(self._fields)]
        return "\n".join([f"<{type(self).__name__}", *lines, ">"])

    def __copy__(self) -> Any:
        return self._of(self._memory.copy())

    def __deepcopy__(self, memo: object) -> Any:
        return self.__copy__()

    def __reduce__(self) -> Any:
        return _restored, (type(self), self._bytes.tobytes())


def _restored(kind: type[_Record], stored: bytes) -> Any:
    return kind._of(np.frombuffer(bytearray(stored), dtype=_NEW[kind._record].dtype))


def _make(name: str, doc: str) -> Any:
    fields = _NEW[name].dtype.names or ()
    body: dict[str, Any] = {field: _Field(name, field) for field in fields}
    body |= {"_fields": fields, "_record": name, "__doc__": doc, "__module__": __package__, "__slots__": ()}
    return type(name, (_Record,), body)


MjvCamera = _make("MjvCamera", "The camera of a view: free, tracking, or a camera of the model.")
MjvGLCamera = _make("MjvGLCamera", "The frame of a camera, with its projection.")
MjvOption = _make("MjvOption", "Visible groups and flags of a view.")
MjvPerturb = _make("MjvPerturb", "A perturbation of a selected body with the mouse.")
MjvGeom = _make("MjvGeom", "A shape in a scene.")
MjvLight = _make("MjvLight", "A light of a scene.")


class _EmptyArray:
    """An array of flexes, of which there are none."""

    def __init__(self, kind: str) -> None:
        self.default: npt.NDArray[Any] = np.zeros(0, dtype=kind)

    def __get__(self, scene: Any, owner: type | None = None) -> Any:
        return self if scene is None else self.default

    def __set__(self, scene: Any, value: Any) -> None:
        self.default[...] = value


class _OfSkins(_EmptyArray):
    """An array of skins in its own slot of a scene. Assigning sets its entries."""

    def __init__(self, slot: str, kind: str) -> None:
        super().__init__(kind)
        self.slot = slot

    def __get__(self, scene: Any, owner: type | None = None) -> Any:
        return self if scene is None else getattr(scene, self.slot)

    def __set__(self, scene: Any, value: Any) -> None:
        getattr(scene, self.slot)[...] = value


class MjvScene(_make("MjvScene", "A scene to draw.")):  # type: ignore[misc]
    """A scene to draw: geoms, lights and cameras. `mjv_updateScene` fills it from a model and a world."""

    #: Slots and their docstrings, as `help` shows them.
    __slots__ = {
        "lights": "Lights of the scene. The first `nlight` are in use; the others are free memory.",
        "camera": "The cameras of the two eyes.",
        "geomorder": "Order of the geoms from near to far.",
        **dict.fromkeys(["_skinfacenum", "_skinvertadr", "_skinvertnum", "_skinvert", "_skinnormal"], None),
        **dict.fromkeys(["_geoms", "_rows", "_geom_bytes", "_light_bytes", "_camera_bytes", "_work"], None),
    }  # fmt: skip

    lights: tuple[Any, ...]
    camera: tuple[Any, ...]
    _rows: tuple[Any, ...] | None

    flexedgeadr, flexedgenum, flexvertadr, flexvertnum = (_EmptyArray("int32") for _ in range(4))
    flexfaceadr, flexfacenum, flexfaceused, flexedge = (_EmptyArray("int32") for _ in range(4))
    flexvert, flexface, flexnormal, flextexcoord = (_EmptyArray("float32") for _ in range(4))
    skinfacenum, skinvertadr, skinvertnum = (_OfSkins(f"_skin{name}", "int32") for name in ("facenum", "vertadr", "vertnum"))
    skinvert, skinnormal = (_OfSkins(f"_skin{name}", "float32") for name in ("vert", "normal"))

    def __init__(self, model: Any = None, maxgeom: int = 0) -> None:
        super().__init__()
        if model is not None and not isinstance(model, _core.Model):
            raise TypeError(f"model should be an MjModel, not {type(model).__name__}")
        room = max(0, int(maxgeom)) if model is not None else 0
        self._memory["maxgeom"] = room
        sizes = {"MjvGeom": room, "MjvLight": mjMAXLIGHT, "MjvGLCamera": 2}
        self._hold(*(np.zeros(count, _NEW[name].dtype) for name, count in sizes.items()))
        tables = [] if model is None else [model.skin_facenum, model.skin_vertadr, model.skin_vertnum]
        whole = [np.array(table, np.int32) for table in tables] or [np.zeros(0, np.int32)] * 3
        count = 3 * int(whole[2].sum())
        self._memory["nskin"] = len(whole[0])
        self._hold_skins(*whole, np.zeros(count, np.float32), np.zeros(count, np.float32))

    def _hold_skins(self, *arrays: npt.NDArray[Any]) -> None:
        self._skinfacenum, self._skinvertadr, self._skinvertnum, self._skinvert, self._skinnormal = arrays

    def _skins(self) -> tuple[npt.NDArray[Any], ...]:
        return self.skinfacenum, self.skinvertadr, self.skinvertnum, self.skinvert, self.skinnormal

    def _hold(self, geoms: npt.NDArray[Any], lights: npt.NDArray[Any], cameras: npt.NDArray[Any]) -> None:
        self._geoms = geoms
        self._rows = None
        self._geom_bytes, self._light_bytes, self._camera_bytes = (a.view(np.uint8) for a in (geoms, lights, cameras))
        self.lights = tuple(MjvLight._of(lights[k : k + 1]) for k in range(len(lights)))
        self.camera = tuple(MjvGLCamera._of(cameras[k : k + 1]) for k in range(len(cameras)))
        self.geomorder = np.zeros(len(geoms), np.int32)
        self._work = _core._SceneWork()

    @property
    def geoms(self) -> tuple[Any, ...]:
        """Geoms of the scene. The first `ngeom` are in use; the others are free memory."""
        if self._rows is None:
            self._rows = tuple(MjvGeom._of(self._geoms[k : k + 1]) for k in range(len(self._geoms)))
        return self._rows

    def __copy__(self) -> Any:
        twin = super().__copy__()
        arrays = [(self._geom_bytes, "MjvGeom"), (self._light_bytes, "MjvLight"), (self._camera_bytes, "MjvGLCamera")]
        twin._hold(*(memory.copy().view(_NEW[name].dtype) for memory, name in arrays))
        twin._hold_skins(*(array.copy() for array in self._skins()))
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MjvScene):
            return NotImplemented
        lists = [(self.geoms[: self.ngeom], other.geoms[: other.ngeom]), (self.lights[: self.nlight], other.lights[: other.nlight])]
        skins = zip(self._skins(), other._skins(), strict=True)
        same = bool(super().__eq__(other)) and self.camera == other.camera and all(a == b for a, b in lists)
        return same and all(np.array_equal(a, b) for a, b in skins)

    def __reduce__(self) -> Any:
        lists = tuple(memory.tobytes() for memory in (self._geom_bytes, self._light_bytes, self._camera_bytes))
        return _restored_scene, (self._bytes.tobytes(), self._skins(), *lists)


def _restored_scene(record: bytes, skins: tuple[npt.NDArray[Any], ...], *lists: bytes) -> Any:
    scene = _restored(MjvScene, record)
    names = ("MjvGeom", "MjvLight", "MjvGLCamera")
    scene._hold(*(np.frombuffer(bytearray(a), dtype=_NEW[name].dtype) for a, name in zip(lists, names, strict=True)))
    scene._hold_skins(*skins)
    return scene


__all__ = ["MjvCamera", "MjvGLCamera", "MjvGeom", "MjvLight", "MjvOption", "MjvPerturb", "MjvScene"]
