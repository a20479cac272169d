"""Records of the `mujoco` package that only carry numbers: what to look at, how to draw, how to search length ranges."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .._core import MjModel


class _Field:
    """A number, text or array of a record; arrays are set in place, as numpy would."""

    def __init__(self, name: str, default: Any) -> None:
        self.name = name
        self.default = default

    def __get__(self, record: Any, owner: type | None = None) -> Any:
        return self if record is None else record.__dict__[self.name]

    def __set__(self, record: Any, value: Any) -> None:
        present = self.default
        if isinstance(present, np.ndarray):
            record.__dict__[self.name][...] = value
        elif isinstance(present, str):
            record.__dict__[self.name] = str(value)
        elif isinstance(present, int):
            if isinstance(value, (float, np.floating)):
                raise TypeError(f"{self.name} is an integer, not {value!r}")
            record.__dict__[self.name] = int(value)
        else:
            record.__dict__[self.name] = float(value)


class Record:
    """Fields with defaults, compared and shown by value."""

    _fields: tuple[str, ...] = ()

    def __init__(self) -> None:
        for name in self._fields:
            default = getattr(type(self), name).default
            self.__dict__[name] = default.copy() if isinstance(default, np.ndarray) else default

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in self._fields)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        lines = [f"  {name}: {getattr(self, name)!r}" for name in sorted(self._fields)]
        return "\n".join([f"<{type(self).__name__}", *lines, ">"])

    def __copy__(self) -> Any:
        twin = type(self).__new__(type(self))
        twin.__dict__.update(copy.deepcopy(self.__dict__))
        return twin

    def __deepcopy__(self, memo: object) -> Any:
        return self.__copy__()


def _record(name: str, doc: str, **defaults: Any) -> Any:
    body: dict[str, Any] = {field: _Field(field, default) for field, default in defaults.items()}
    body |= {"_fields": tuple(defaults), "__doc__": doc, "__module__": __package__}
    return type(name, (Record,), body)


def _reals(*values: float, kind: Any = np.float64) -> npt.NDArray[Any]:
    return np.array(values, dtype=kind)


def _singles(*values: float) -> npt.NDArray[Any]:
    return _reals(*values, kind=np.float32)


def _bytes(*values: int) -> npt.NDArray[Any]:
    return _reals(*values, kind=np.uint8)


_GROUPS = (1, 1, 1, 0, 0, 0)
_SHOWN = (1, 7, 8, 13, 22, 23, 25, 27)  # textures, tendons, range finders, perturbed objects, ...

MjvCamera = _record(
    "MjvCamera", "Where a viewer looks from.",
    type=0, fixedcamid=-1, trackbodyid=-1, lookat=_reals(0, 0, 0), distance=2.0, azimuth=90.0, elevation=-45.0,
    orthographic=0,
)  # fmt: skip
MjvOption = _record(
    "MjvOption", "What a viewer shows.",
    label=0, frame=0, geomgroup=_bytes(*_GROUPS), sitegroup=_bytes(*_GROUPS), jointgroup=_bytes(*_GROUPS),
    tendongroup=_bytes(*_GROUPS), actuatorgroup=_bytes(*_GROUPS), flexgroup=_bytes(*_GROUPS),
    skingroup=_bytes(*_GROUPS), flags=_bytes(*[int(k in _SHOWN) for k in range(31)]), bvh_depth=1, flex_layer=0,
)  # fmt: skip
MjvPerturb = _record(
    "MjvPerturb", "What a user pulls at.",
    select=0, flexselect=-1, skinselect=-1, active=0, active2=0, refpos=_reals(0, 0, 0), refquat=_reals(1, 0, 0, 0),
    refselpos=_reals(0, 0, 0), localpos=_reals(0, 0, 0), localmass=0.0, scale=1.0,
)  # fmt: skip
MjvGLCamera = _record(
    "MjvGLCamera", "A camera in the terms of OpenGL.",
    pos=_singles(0, 0, 0), forward=_singles(0, 0, 0), up=_singles(0, 0, 0), frustum_center=0.0, frustum_width=0.0,
    frustum_bottom=0.0, frustum_top=0.0, frustum_near=0.0, frustum_far=0.0, orthographic=0,
)  # fmt: skip
MjvGeom = _record(
    "MjvGeom", "A shape to draw.",
    type=1001, dataid=-1, objtype=0, objid=0, category=0, matid=-1, texid=-1, texuniform=0, texcoord=0, segid=0,
    texrepeat=_singles(0, 0), size=_singles(0.1, 0.1, 0.1), pos=_singles(0, 0, 0), mat=np.eye(3, dtype=np.float32),
    rgba=_singles(0.5, 0.5, 0.5, 1), emission=0.0, specular=0.5, shininess=0.5, reflectance=0.0, label="",
    camdist=0.0, modelrbound=0.0, transparent=0,
)  # fmt: skip
MjvLight = _record(
    "MjvLight", "A light of a scene.",
    id=0, pos=_singles(0, 0, 0), dir=_singles(0, 0, 0), type=0, texid=0, attenuation=_singles(0, 0, 0), cutoff=0.0,
    exponent=0.0, ambient=_singles(0, 0, 0), diffuse=_singles(0, 0, 0), specular=_singles(0, 0, 0), headlight=0,
    castshadow=0, bulbradius=0.0, intensity=0.0, range=0.0, softness=0.0,
)  # fmt: skip
MjLROpt = _record(
    "MjLROpt", "How length ranges of actuators are searched.",
    mode=0, useexisting=0, uselimit=0, accel=0.0, maxforce=0.0, timeconst=0.0, timestep=0.0, inttotal=0.0,
    interval=0.0, tolrange=0.0,
)  # fmt: skip


class MjrRect(_record("MjrRect", "A part of a window.", left=0, bottom=0, width=0, height=0)):  # type: ignore[misc]
    """A part of a window."""

    def __init__(self, left: int, bottom: int, width: int, height: int) -> None:
        super().__init__()
        self.left, self.bottom, self.width, self.height = left, bottom, width, height


def mjv_defaultCamera(cam: Any) -> None:
    """Sets a camera to its defaults."""
    cam.__init__()


def mjv_defaultOption(opt: Any) -> None:
    """Sets what a viewer shows to the defaults."""
    opt.__init__()


def mjv_defaultPerturb(pert: Any) -> None:
    """Nothing is pulled."""
    pert.__init__()


def mjv_defaultFreeCamera(m: MjModel, cam: Any) -> None:
    """A free camera that sees the whole model, as its visual settings say."""
    cam.__init__()
    view = m.vis.global_
    cam.lookat[:] = m.stat.center
    cam.distance = 1.5 * m.stat.extent
    cam.azimuth, cam.elevation, cam.orthographic = view.azimuth, view.elevation, view.orthographic


def mj_defaultLROpt(opt: Any) -> None:
    """Sets the search of length ranges to its defaults."""
    opt.mode, opt.useexisting, opt.uselimit = 1, 1, 0
    opt.accel, opt.maxforce, opt.timeconst, opt.timestep = 20.0, 0.0, 1.0, 0.01
    opt.inttotal, opt.interval, opt.tolrange = 10.0, 2.0, 0.05


__all__ = [name for name in dir() if name.startswith(("mj", "Mj"))]
