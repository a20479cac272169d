"""Writes the type stubs of the package from the package itself.

Arrays, sizes and settings come from the descriptors on the classes, functions from their signatures, so a
new array of the engine is in the stubs after the next run; tests/test_stubs.py fails until then.
"""

import pathlib
import types

import cortenforge
import cortenforge.mujoco as cf
from cortenforge import _core
from cortenforge.mujoco import _arrays, _constants, _enums

ROOT = pathlib.Path(cortenforge.__file__).parent

ARRAY = {name: f"npt.NDArray[np.{name}]" for name in ["float64", "float32", "int32", "int64", "uint8"]}
ARRAY["bool"] = "npt.NDArray[np.bool_]"
SCALAR = {"int": "int", "int32": "int", "float64": "float", "float32": "float"}

# arguments of functions, by name; all others are arrays
ARGUMENTS = {
    **dict.fromkeys(["m"], "MjModel"),
    **dict.fromkeys(["d", "dest"], "MjData"),
    **dict.fromkeys(
        ["nstep", "key", "type", "id", "body", "geom", "site", "objtype", "objid", "flg_acc", "flg_local", "sig", "k",
         "srcsig", "dstsig", "seed", "skipstage", "skipsensor", "sameframe", "interp", "flg_coneHessian",
         "flg_centered", "flg_actuation", "bodyexclude", "nray", "geomtype", "flg_static"], "SupportsIndex"),
    **dict.fromkeys(["dt", "newmass", "angle", "scale", "eps", "time", "phase", "cutoff"], "SupportsFloat"),
    **dict.fromkeys(["name", "xml", "seq", "str"], "str"),
    **dict.fromkeys(
        ["jacp", "jacr", "A", "B", "C", "D", "DfDq", "DfDv", "DfDa", "DsDq", "DsDv", "DsDa", "DmDq", "times", "cost"],
        "npt.NDArray[np.float64] | None"),
    **dict.fromkeys(["normal", "fromto"], "npt.NDArray[np.float64] | None"),
    **dict.fromkeys(["geomgroup"], "npt.NDArray[np.uint8] | None"),
    **dict.fromkeys(["geom1", "geom2"], "SupportsIndex"),
    **dict.fromkeys(["distmax"], "SupportsFloat"),
}  # fmt: skip
RESULTS = {
    "mj_name2id": "int",
    "mj_id2name": "str | None",
    "mj_getTotalmass": "float",
    "mj_isSparse": "int",
    "mj_isPyramidal": "int",
    "mj_isDual": "int",
    "mj_stateSize": "int",
    "mj_readCtrl": "float",
    **dict.fromkeys(["mj_ray", "mj_rayMesh", "mj_rayHfield", "mju_rayGeom", "mj_geomDistance"], "float"),
    "mj_readSensor": "npt.NDArray[np.float64]",
    "mju_normalize3": "float",
    "mju_normalize4": "float",
    "mju_type2Str": "str",
    "mju_str2Type": "int",
}

CORE_HEAD = '''# written by tools/stubs.py
from collections.abc import Iterator, Mapping
from os import PathLike
from typing import Any, SupportsFloat, SupportsIndex, TypeAlias, overload

import numpy as np
import numpy.typing as npt

Settable: TypeAlias = Any  # arrays are read as arrays and set from anything numpy can broadcast

__version__: str

class FatalError(Exception): ...
'''

CLASS_METHODS = {
    "MjModel": [
        "@property",
        "def opt(self) -> MjOption: ...",
        "@property",
        "def stat(self) -> MjStatistic: ...",
        "@property",
        "def vis(self) -> MjVisual: ...",
        "@property",
        "def flg_gravcomp(self) -> bool: ...",
        "@property",
        "def flg_surfacevel(self) -> bool: ...",
        "@property",
        "def flg_adhesion(self) -> bool: ...",
        "@staticmethod",
        "def from_xml_path(filename: str | PathLike[str], assets: Mapping[str, bytes] | None = None) -> MjModel: ...",
        "@staticmethod",
        "def from_xml_string(xml: str, assets: Mapping[str, bytes] | None = None) -> MjModel: ...",
    ],
    "MjData": [
        "time: float",
        "energy: npt.NDArray[np.float64]",
        "solver_fwdinv: npt.NDArray[np.float64]",
        "flg_energypos: bool",
        "flg_energyvel: bool",
        "flg_subtreevel: bool",
        "flg_rnepost: bool",
        "@property",
        "def model(self) -> MjModel: ...",
        "@property",
        "def solver_niter(self) -> npt.NDArray[np.int32]: ...",
        "@property",
        "def solver_nnz(self) -> npt.NDArray[np.int32]: ...",
        "@property",
        "def solver(self) -> _MjSolverStatList: ...",
        "@property",
        "def contact(self) -> _MjContactList: ...",
        "@property",
        "def warning(self) -> _MjWarningStatList: ...",
        "def __init__(self, model: MjModel) -> None: ...",
    ],
    "_MjContactList": [
        "def __len__(self) -> int: ...",
        "@overload",
        "def __getitem__(self, key: SupportsIndex, /) -> MjContact: ...",
        "@overload",
        "def __getitem__(self, key: slice, /) -> _MjContactList: ...",
        "def __iter__(self) -> Iterator[MjContact]: ...",
    ],
    "_MjWarningStatList": [
        "def __len__(self) -> int: ...",
        "def __getitem__(self, index: SupportsIndex, /) -> MjWarningStat: ...",
        "@property",
        "def lastinfo(self) -> npt.NDArray[np.int32]: ...",
        "@property",
        "def number(self) -> npt.NDArray[np.int32]: ...",
    ],
    "_MjSolverStatList": [
        "def __len__(self) -> int: ...",
        "def __getitem__(self, index: SupportsIndex, /) -> MjSolverStat: ...",
        "@property",
        "def improvement(self) -> npt.NDArray[np.float64]: ...",
        "@property",
        "def gradient(self) -> npt.NDArray[np.float64]: ...",
        "@property",
        "def lineslope(self) -> npt.NDArray[np.float64]: ...",
        "@property",
        "def nactive(self) -> npt.NDArray[np.int32]: ...",
        "@property",
        "def nchange(self) -> npt.NDArray[np.int32]: ...",
        "@property",
        "def neval(self) -> npt.NDArray[np.int32]: ...",
        "@property",
        "def nupdate(self) -> npt.NDArray[np.int32]: ...",
    ],
    "MjSolverStat": [
        "@property",
        "def improvement(self) -> float: ...",
        "@property",
        "def gradient(self) -> float: ...",
        "@property",
        "def lineslope(self) -> float: ...",
        "@property",
        "def nactive(self) -> int: ...",
        "@property",
        "def nchange(self) -> int: ...",
        "@property",
        "def neval(self) -> int: ...",
        "@property",
        "def nupdate(self) -> int: ...",
    ],
    "MjWarningStat": [
        "@property",
        "def lastinfo(self) -> int: ...",
        "@property",
        "def number(self) -> int: ...",
    ],
}


def descriptors(cls):
    return {n: a for n, a in vars(cls).items() if type(a).__name__ == "_Attribute"}


def attribute(name, doc):
    """The lines that declare an attribute whose description is `doc`."""
    words = doc.split()
    if doc.startswith("bytes"):
        return ["@property", f"def {name}(self) -> bytes: ..."]
    if doc == "int":
        return ["@property", f"def {name}(self) -> int: ..."]
    if len(words) == 1:
        return [f"{name}: {SCALAR[doc]}"]
    shape = doc[doc.index("(") :]
    return [f"{name}: {ARRAY[words[0]]}  # {shape}"]


def accessors(cls):
    return {n: a for n, a in vars(cls).items() if type(a).__name__ == "_Accessor"}


def view_class(cls, owner):
    lines = [f"class {cls.__name__}:", "    @property", "    def id(self) -> int: ...", "    @property"]
    lines.append("    def name(self) -> str: ...")
    for name, info in sorted(descriptors(cls).items()):
        whole = descriptors(owner)[info.__doc__.removeprefix("part of ")].__doc__
        if whole.startswith("bytes"):
            lines += ["    @property", f"    def {name}(self) -> bytes: ..."]
        else:
            lines.append(f"    {name}: {ARRAY[whole.split()[0]]}")
    return lines


def plain_class(cls, indent=""):
    lines = [f"{indent}class {cls.__name__}:"]
    body = list(CLASS_METHODS.get(cls.__name__, []))
    if cls.__name__ not in CLASS_METHODS:
        body.append("def __init__(self) -> None: ...")
    for name, accessor in accessors(cls).items():
        body.append(f"def {name}(self, name: str | SupportsIndex = ..., /) -> {accessor.view_class.__name__}: ...")
    for name, info in descriptors(cls).items():
        body += attribute(name, info.__doc__)
    lines += [f"{indent}    {line}" for line in body]
    return lines


def visual_class():
    lines = ["class MjVisual:"]
    parts = {n: c for n, c in vars(cf.MjVisual).items() if isinstance(c, type)}
    for part in parts.values():
        lines += plain_class(part, "    ")
    for name in parts:
        lines += ["    @property", f"    def {'global_' if name == 'Global' else name.lower()}(self) -> {name}: ..."]
    return lines + ["    def __init__(self) -> None: ..."]


def kind_of(function, argument):
    # both are a world in mj_copyData and mj_copyState, and a vector in mj_extractState
    if argument in ("src", "dst") and function.startswith("mj_copy"):
        return "MjData"
    return ARGUMENTS.get(argument, "npt.NDArray[np.float64]")


def function(f):
    names = f.__text_signature__.strip("()").removeprefix("$module, ").split(", ")
    arguments = []
    for entry in names:
        name, _, default = entry.partition("=")
        kind = kind_of(f.__name__, name)
        arguments.append(f"{name}: {kind}" + (f" = {default}" if default else ""))
    return f"def {f.__name__}({', '.join(arguments)}) -> {RESULTS.get(f.__name__, 'None')}: ..."


def core_stub():
    lines = [CORE_HEAD]
    for owner in [cf.MjModel, cf.MjData]:
        views = {a.view_class.__name__: a.view_class for a in accessors(owner).values()}
        for cls in views.values():
            lines += [*view_class(cls, owner), ""]
    for cls in [cf.MjOption, cf.MjStatistic]:
        lines += [*plain_class(cls), ""]
    lines += [*visual_class(), ""]
    for cls in [cf.MjContact, _core._MjContactList, cf.MjWarningStat, _core._MjWarningStatList]:
        lines += [*plain_class(cls), ""]
    for cls in [cf.MjModel, cf.MjData]:
        lines += [*plain_class(cls), ""]
    functions = [f for f in vars(_core).values() if isinstance(f, types.BuiltinFunctionType)]
    lines += [function(f) for f in sorted(functions, key=lambda f: f.__name__)]
    return "\n".join(lines) + "\n"


def mujoco_stub():
    names = sorted(n for n in _core.__all__ if not n.startswith("_"))
    lines = ["# written by tools/stubs.py", "import enum", ""]
    lines += [f"from cortenforge._core import {name} as {name}" for name in names]
    lines += [f"from cortenforge.mujoco._arrays import {name} as {name}" for name in sorted(_arrays.__all__)]
    lines += ["", "__version__: str", "mjVERSION_HEADER: int", "", "def mj_version() -> int: ..."]
    lines += ["def mj_versionString() -> str: ...", ""]
    for name in _constants.__all__:
        kind = type(getattr(_constants, name))
        lines.append(f"{name}: {'tuple[str, ...]' if kind is tuple else kind.__name__}")
    for name in _enums.TABLE:
        lines += ["", f"class {name}(enum.IntEnum):"]
        lines += [f"    {member} = {int(value)}" for member, value in getattr(cf, name).__members__.items()]
    return "\n".join(lines) + "\n"


def stubs():
    return {"_core.pyi": core_stub(), "mujoco/__init__.pyi": mujoco_stub()}


if __name__ == "__main__":
    for name, text in stubs().items():
        (ROOT / name).write_text(text)
