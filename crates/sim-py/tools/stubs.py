"""Writes the type stubs of the package from the package itself.

Arrays, sizes and settings come from the descriptors on the classes, functions from their signatures, so a
new array of the engine is in the stubs after the next run; tests/test_stubs.py fails until then.
"""

import pathlib
import types

import cortenforge
import cortenforge.mujoco as cf
from cortenforge import _core
from cortenforge.mujoco import _absent, _arrays, _callbacks, _constants, _context, _enums, _figure, _linear, _mjr, _overlay
from cortenforge.mujoco import _plain, _printing, _scene, _storage

ROOT = pathlib.Path(cortenforge.__file__).parent

TYPES = {name: f"np.{name}" for name in ["float64", "float32", "int32", "int64", "uint8"]} | {"bool": "np.bool_"}
ARRAY = {name: f"npt.NDArray[{kind}]" for name, kind in TYPES.items()}
#: Read as an array, set from whatever numpy can broadcast to its shape.
SETTABLE = {name: f"_Array[{kind}]" for name, kind in TYPES.items()}
#: Arrays that can be written to but not assigned: their length changes.
VARIABLE_LENGTH = {"nefc", "nJ", "nA", "nY", "nidof", "nisland"}
SCALAR = {"int": "int", "int32": "int", "float64": "float", "float32": "float"}

# arguments that are results, by name; other arrays are read, and may be lists
OUTPUTS = {"res", "jacp", "jacr", "dst", "x", "result", "fromto", "dist", "normal", "geomid", "qfrc_target", "posres",
           "quatres", "eigval", "eigvec", "cost", "xpos", "xmat", "A", "B", "C", "D", "DfDq", "DfDv", "DfDa", "DsDq",
           "DsDv", "DsDa", "DmDq", "state", "sensordata"}  # fmt: skip
RESULTS_OF = {
    "mju_mat2Quat": "quat", "mju_quatZ2Vec": "quat", "mju_euler2Quat": "quat", "mju_mat2Rot": "quat", "mju_eig3": "quat",
    "mju_quatIntegrate": "quat", "mju_normalize3": "vec", "mju_normalize4": "vec", "mj_differentiatePos": "qvel",
    "mj_integratePos": "qpos", "mj_normalizeQuat": "qpos", "mj_angmomMat": "mat", "mju_eye": "mat", "mju_cholFactor": "mat",
}  # fmt: skip

# arguments of functions, by name; all others are arrays
ARGUMENTS = {
    **dict.fromkeys(["m", "model"], "MjModel"),
    **dict.fromkeys(["d", "dest"], "MjData"),
    **dict.fromkeys(
        ["nstep", "key", "type", "id", "body", "geom", "site", "objtype", "objid", "flg_acc", "flg_local", "sig", "k",
         "srcsig", "dstsig", "seed", "skipstage", "skipsensor", "sameframe", "interp", "flg_coneHessian",
         "flg_centered", "flg_actuation", "bodyexclude", "nray", "geomtype", "flg_static", "N"], "SupportsIndex"),
    **dict.fromkeys(["dt", "newmass", "angle", "scale", "eps", "time", "phase", "cutoff"], "SupportsFloat"),
    **dict.fromkeys(["name", "xml", "seq", "str"], "str | bytes"),
    **dict.fromkeys(["flg_html", "flg_pad"], "bool"),
    **dict.fromkeys(["callback"], "Any"),
    **dict.fromkeys(["con"], "MjContact"),
    **dict.fromkeys(["warning", "info"], "SupportsIndex"),
    **dict.fromkeys(
        ["jacp", "jacr", "A", "B", "C", "D", "DfDq", "DfDv", "DfDa", "DsDq", "DsDv", "DsDa", "DmDq", "cost"],
        "npt.NDArray[np.float64] | None"),
    "times": "npt.ArrayLike | None",
    **dict.fromkeys(["normal", "fromto"], "npt.NDArray[np.float64] | None"),
    **dict.fromkeys(["geomgroup"], "npt.ArrayLike | None"),
    "geomid": "npt.NDArray[np.int32] | None",
    **dict.fromkeys(["geom1", "geom2"], "SupportsIndex"),
    **dict.fromkeys(["distmax", "scl", "val", "mindiag"], "SupportsFloat"),
    "diag": "npt.ArrayLike | None",
    "picture": "npt.NDArray[np.uint8]",
}  # fmt: skip
# the same of functions that make scenes
SCENE_ARGUMENTS = {
    **dict.fromkeys(["cam1", "cam2"], "MjvGLCamera"),
    **dict.fromkeys(["opt", "vopt"], "MjvOption"),
    **dict.fromkeys(["size", "pos", "mat", "rgba"], "npt.ArrayLike | None"),
    **dict.fromkeys(["headpos", "forward", "up", "right", "modelpos", "modelquat", "roompos", "roomquat", "selpnt"],
                    "npt.NDArray[np.float64]"),
    **dict.fromkeys(["zver", "zhor", "zclip"], "npt.NDArray[np.float32]"),
    **dict.fromkeys(["geomid", "flexid", "skinid"], "npt.NDArray[np.int32]"),
    **dict.fromkeys(["reldx", "reldy", "width", "aspectratio", "relx", "rely"], "SupportsFloat"),
    **dict.fromkeys(["action", "catmask", "type", "flg_paused"], "SupportsIndex"),
    "cam": "MjvCamera",
    "pert": "MjvPerturb",
    "scn": "MjvScene",
    "geom": "MjvGeom",
}  # fmt: skip
# those that are read where others are written
SCENE_INPUTS = {"mjv_alignToCamera": ["forward"], "mjv_room2model": ["roompos", "roomquat"], "mjv_model2room": ["modelpos", "modelquat"]}
RESULTS = {
    "_scene_records": "dict[str, tuple[list[tuple[str, str, list[int], int]], int, bytes]]",
    **dict.fromkeys(["mjv_averageCamera", "mjv_camera2GLCamera"], "MjvGLCamera"),
    "mjv_frustumHeight": "float",
    "mjv_select": "int",
    **dict.fromkeys(["_png", "_glyphs"], "bytes"),
    "_code_names": "dict[str, dict[int, str]]",
    "_stages": "list[tuple[str, list[str], list[str], list[str]]]",
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
    **dict.fromkeys(["mju_normalize", "mju_normalize3", "mju_normalize4", "mju_sum", "mju_L1", "mju_dot", "mju_dot3",
                     "mju_norm", "mju_norm3", "mju_dist3", "mju_mulVecMatVec"], "float"),
    **dict.fromkeys(["mju_isZero", "mju_cholFactor"], "int"),
    "mju_type2Str": "str",
    "mju_str2Type": "int",
    "mj_printSchema": "str",
    "mju_warningText": "str",
    "mj_addContact": "int",
    **dict.fromkeys(["mju_eig3", "mju_mat2Rot"], "int"),
    **dict.fromkeys(["mju_muscleGain", "mju_muscleBias", "mju_muscleDynamics"], "float"),
}

#: Functions whose arguments are described here, not by their names.
WHOLE = {
    "_play": "viewer: _Viewer, model: MjModel | None = None, data: MjData | None = None, loader: Callable[[], Any] | None = None,"
    " path: str | PathLike[str] | None = None, name: str = '', worlds: int = 1, keys: Callable[[int], object] | None = None,"
    " paused: bool = False, linger: float | None = None",
}

#: Modules that programs reach through the package.
MODULES = ("gl_context", "minimize", "renderer", "rollout", "viewer")

# constants that are not plain numbers
CONSTANTS = {tuple: "tuple[Any, ...]", type: "type[np.float64]"}

CORE_HEAD = '''# written by tools/stubs.py
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, ClassVar, Generic, Literal, NoReturn, SupportsFloat, SupportsIndex, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ._errors import StepError
from .mujoco import MjvCamera, MjvGeom, MjvGLCamera, MjvOption, MjvPerturb, MjvScene

_T = TypeVar("_T", bound=np.generic)

class _Array(Generic[_T]):
    """Read as an array, set from anything that numpy can broadcast to its shape."""

    @overload
    def __get__(self, owner: None, kind: type, /) -> _Array[_T]: ...
    @overload
    def __get__(self, owner: object, kind: type | None = None, /) -> npt.NDArray[_T]: ...
    def __set__(self, owner: object, value: npt.ArrayLike, /) -> None: ...

__version__: str

class FatalError(Exception): ...

class StepLimits:
    """What a step of one world may take: passing a limit is an error of that step and of that world alone."""

    contacts: int | None
    bytes: int
    memory: int | None
    solver_products: int
'''

CLASS_METHODS = {
    "MjModel": [
        "@property",
        "def limits(self) -> StepLimits: ...",
        "@property",
        "def opt(self) -> MjOption: ...",
        "@property",
        "def stat(self) -> MjStatistic: ...",
        "@property",
        "def vis(self) -> MjVisual: ...",
        "flg_gravcomp: bool",
        "flg_surfacevel: bool",
        "flg_adhesion: bool",
        "_size_fields: ClassVar[tuple[str, ...]]",
        "def __copy__(self) -> MjModel: ...",
        "def __deepcopy__(self, memo: Any, /) -> MjModel: ...",
        "def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]: ...",
        "@staticmethod",
        "def _from_state(state: dict[str, Any]) -> MjModel: ...",
        "@property",
        "def _sizes(self) -> npt.NDArray[np.int64]: ...",
        "@property",
        "def _source(self) -> str | PathLike[str] | None: ...",
        "@staticmethod",
        "def from_file(path: str | PathLike[str], assets: Mapping[str, bytes] | None = None) -> MjModel: ...",
        "@staticmethod",
        "def from_string(text: str | bytes, assets: Mapping[str, bytes] | None = None) -> MjModel: ...",
        "def make_data(self) -> MjData: ...",
        "def _repr_png_(self) -> bytes | None: ...",
        "def set_const(self) -> None: ...",
        "@staticmethod",
        "def from_xml_path(filename: str | PathLike[str], assets: Mapping[str, bytes] | None = None) -> MjModel: ...",
        "@staticmethod",
        "def from_xml_string(xml: str | bytes, assets: Mapping[str, bytes] | None = None) -> MjModel: ...",
        "@staticmethod",
        "def from_binary_path(filename: str | PathLike[str], assets: Mapping[str, bytes] | None = None) -> MjModel: ...",
    ],
    "MjData": [
        "def __copy__(self) -> MjData: ...",
        "def __deepcopy__(self, memo: Any, /) -> MjData: ...",
        "def __reduce__(self) -> tuple[Any, tuple[MjModel, dict[str, Any]]]: ...",
        "@staticmethod",
        "def _from_state(model: MjModel, state: dict[str, Any]) -> MjData: ...",
        "time: float",
        "energy: _Array[np.float64]",
        "solver_fwdinv: _Array[np.float64]",
        "solver_niter: _Array[np.int32]",
        "solver_nnz: _Array[np.int32]",
        "flg_energypos: bool",
        "flg_energyvel: bool",
        "flg_subtreevel: bool",
        "flg_rnepost: bool",
        "@property",
        "def model(self) -> MjModel: ...",
        "@property",
        "def solver(self) -> _MjSolverStatList: ...",
        "@property",
        "def contact(self) -> _MjContactList: ...",
        "@property",
        "def warning(self) -> _MjWarningStatList: ...",
        "@property",
        "def timer(self) -> _MjTimerStatList: ...",
        "def __init__(self, model: MjModel) -> None: ...",
        "def step(self, n: SupportsIndex = 1) -> None: ...",
        "def forward(self) -> None: ...",
        "def _repr_png_(self) -> bytes | None: ...",
        "def inverse(self) -> None: ...",
        "def reset(self, keyframe: str | SupportsIndex | None = None) -> None: ...",
        "@property",
        "def contacts(self) -> list[Contact]: ...",
    ],
    "Contact": [
        "@property",
        "def bodies(self) -> tuple[_MjDataBodyViews | None, _MjDataBodyViews | None]: ...",
        "@property",
        "def geoms(self) -> tuple[_MjDataGeomViews | None, _MjDataGeomViews | None]: ...",
        "@property",
        "def dist(self) -> float: ...",
        "@property",
        "def dim(self) -> int: ...",
        "@property",
        "def pos(self) -> npt.NDArray[np.float64]: ...",
        "@property",
        "def frame(self) -> npt.NDArray[np.float64]: ...",
        "@property",
        "def normal(self) -> npt.NDArray[np.float64]: ...",
        "@property",
        "def friction(self) -> npt.NDArray[np.float64]: ...",
        "@property",
        "def force(self) -> npt.NDArray[np.float64]: ...",
        "@property",
        "def torque(self) -> npt.NDArray[np.float64]: ...",
        "@property",
        "def local_force(self) -> npt.NDArray[np.float64]: ...",
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
        "def __iter__(self) -> Iterator[MjWarningStat]: ...",
        "@property",
        "def lastinfo(self) -> npt.NDArray[np.int32]: ...",
        "@property",
        "def number(self) -> npt.NDArray[np.int32]: ...",
    ],
    "_MjSolverStatList": [
        "def __len__(self) -> int: ...",
        "def __getitem__(self, index: SupportsIndex, /) -> MjSolverStat: ...",
        "def __iter__(self) -> Iterator[MjSolverStat]: ...",
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
    "_MjTimerStatList": [
        "def __len__(self) -> int: ...",
        "def __getitem__(self, index: SupportsIndex, /) -> MjTimerStat: ...",
        "def __iter__(self) -> Iterator[MjTimerStat]: ...",
        "@property",
        "def duration(self) -> npt.NDArray[np.float64]: ...",
        "@property",
        "def number(self) -> npt.NDArray[np.int32]: ...",
    ],
    "MjSolverStat": [
        "improvement: float",
        "gradient: float",
        "lineslope: float",
        "nactive: int",
        "nchange: int",
        "neval: int",
        "nupdate: int",
        "def __init__(self) -> None: ...",
    ],
    "MjWarningStat": [
        "lastinfo: int",
        "number: int",
        "def __init__(self) -> None: ...",
    ],
    "_Rollout": [
        "def __init__(self, *, nthread: int) -> None: ...",
        "def rollout(self, model: list[MjModel], data: list[MjData], nstep: int, control_spec: int,"
        " state0: npt.NDArray[np.float64], warmstart0: npt.NDArray[np.float64] | None = None,"
        " control: npt.NDArray[np.float64] | None = None, state: npt.NDArray[np.float64] | None = None,"
        " sensordata: npt.NDArray[np.float64] | None = None, chunk_size: int | None = None) -> None: ...",
    ],
    "BatchSim": [
        "def __init__(self, model: MjModel, nworld: SupportsIndex, *, threads: SupportsIndex | None = None) -> None: ...",
        "@property",
        "def model(self) -> MjModel: ...",
        "@property",
        "def errors(self) -> list[StepError | None]: ...",
        "@property",
        "def nworld(self) -> int: ...",
        "@property",
        "def device(self) -> str: ...",
        "@property",
        "def threads(self) -> int: ...",
        "def model_of(self, i: SupportsIndex) -> MjModel: ...",
        "def world(self, i: SupportsIndex) -> MjData: ...",
        "def set_world(self, i: SupportsIndex, data: MjData) -> None: ...",
        "def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...",
        "def __len__(self) -> int: ...",
        "def __getitem__(self, i: SupportsIndex) -> MjData: ...",
        "def __iter__(self) -> Iterator[MjData]: ...",
        "def step(self, n: SupportsIndex = 1, *, ctrl: npt.ArrayLike | None = None,"
        " state: npt.NDArray[np.float64] | None = None, sensordata: npt.NDArray[np.float64] | None = None)"
        " -> list[StepError | None]: ...",
        "def forward(self) -> list[StepError | None]: ...",
        "def reset(self, mask: npt.ArrayLike | None = None, *, keyframe: str | SupportsIndex | None = None,"
        " states: BatchStates | None = None, rows: npt.ArrayLike | None = None,"
        " noise: SupportsFloat | tuple[SupportsFloat, SupportsFloat] | None = None, seed: SupportsIndex | None = None) -> None: ...",
        "def save(self) -> BatchStates: ...",
        "def restore(self, states: BatchStates) -> None: ...",
        "def view(self, name: str) -> list[npt.NDArray[Any]]: ...",
        "def get(self, name: str, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]: ...",
        "def set(self, name: str, values: npt.ArrayLike) -> None: ...",
        "def get_state(self, spec: SupportsIndex = ..., out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]: ...",
        "def set_state(self, states: npt.ArrayLike, spec: SupportsIndex = ...) -> None: ...",
        "def override(self, worlds: npt.ArrayLike | None = None, /, **values: npt.ArrayLike) -> None: ...",
        "def clear_override(self, worlds: npt.ArrayLike | None = None) -> None: ...",
    ],
    "GpuBatchSim": [
        "def __init__(self, model: MjModel, nworld: SupportsIndex, *, visible: Sequence[str] = ..., per_world: Sequence[str] = ...,"
        " precision: Literal['single', 'double'] = 'single', contacts: SupportsIndex | None = None,"
        " rows: SupportsIndex | None = None, adapter: str | SupportsIndex | None = None,"
        " smooth_lanes: SupportsIndex | None = None, solver_lanes: SupportsIndex | None = None,"
        " control_noise: tuple[SupportsFloat, SupportsFloat, SupportsIndex] | None = None,"
        " compiler: Literal['driver', 'nvrtc', 'best'] = 'best') -> None: ...",
        "@staticmethod",
        "def available() -> bool: ...",
        "@staticmethod",
        "def adapters() -> list[dict[str, str]]: ...",
        "@staticmethod",
        "def missing(model: MjModel) -> list[str]: ...",
        "@staticmethod",
        "def nvrtc_version(adapter: str | SupportsIndex | None = None) -> tuple[int, int]: ...",
        "@staticmethod",
        "def compile_ahead(model: MjModel, folder: str | PathLike[str], architecture: str, *, visible: Sequence[str] = ...,"
        " per_world: Sequence[str] = ..., precision: Literal['single', 'double'] = 'single',"
        " contacts: SupportsIndex | None = None, rows: SupportsIndex | None = None,"
        " smooth_lanes: SupportsIndex | None = None, solver_lanes: SupportsIndex | None = None,"
        " control_noise: tuple[SupportsFloat, SupportsFloat, SupportsIndex] | None = None) -> dict[str, float]: ...",
        "@property",
        "def model(self) -> MjModel: ...",
        "@property",
        "def nworld(self) -> int: ...",
        "@property",
        "def device(self) -> str: ...",
        "@property",
        "def threads(self) -> None: ...",
        "@property",
        "def precision(self) -> Literal['single', 'double']: ...",
        "@property",
        "def compiler(self) -> Literal['driver', 'nvrtc']: ...",
        "@property",
        "def adapter(self) -> str: ...",
        "@property",
        "def bytes_per_world(self) -> int: ...",
        "@property",
        "def no_cuda(self) -> str | None: ...",
        "@property",
        "def errors(self) -> list[StepError | None]: ...",
        "def __len__(self) -> int: ...",
        "def step(self, n: SupportsIndex = 1, *, ctrl: npt.ArrayLike | None = None,"
        " state: npt.NDArray[np.float64] | None = None, sensordata: npt.NDArray[np.float64] | None = None)"
        " -> list[StepError | None]: ...",
        "def forward(self) -> list[StepError | None]: ...",
        "def profile(self, n: SupportsIndex = 50) -> list[dict[str, Any]]: ...",
        "def reset(self, mask: npt.ArrayLike | None = None, *, keyframe: str | SupportsIndex | None = None,"
        " states: GpuStates | None = None, rows: npt.ArrayLike | None = None,"
        " noise: SupportsFloat | tuple[SupportsFloat, SupportsFloat] | None = None, seed: SupportsIndex | None = None) -> None: ...",
        "def read_device(self, field: str) -> GpuArray: ...",
        "def begin_read(self, *fields: str) -> GpuRead: ...",
        "def view(self, name: str) -> NoReturn: ...",
        "def get(self, name: str, out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]: ...",
        "def set(self, name: str, values: npt.ArrayLike) -> None: ...",
        "def save(self) -> GpuStates: ...",
        "def restore(self, states: GpuStates) -> None: ...",
        "def world(self, i: SupportsIndex) -> MjData: ...",
        "def set_world(self, i: SupportsIndex, data: MjData) -> None: ...",
        "def model_of(self, i: SupportsIndex) -> MjModel: ...",
        "def override(self, worlds: npt.ArrayLike | None = None, /, **values: npt.ArrayLike) -> None: ...",
        "def clear_override(self, worlds: npt.ArrayLike | None = None) -> None: ...",
        "def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...",
    ],
    "GpuArray": [
        "@property",
        "def shape(self) -> tuple[int, ...]: ...",
        "@property",
        "def dtype(self) -> Literal['float32', 'float64', 'int32']: ...",
        "def __dlpack__(self, *, stream: Any = None, max_version: tuple[int, int] | None = None,"
        " dl_device: tuple[int, int] | None = None, copy: bool | None = None) -> Any: ...",
        "def __dlpack_device__(self) -> tuple[int, int]: ...",
        "def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]: ...",
        "def __len__(self) -> int: ...",
    ],
    "GpuRead": [
        "def ready(self) -> bool: ...",
        "def finish(self) -> dict[str, npt.NDArray[Any]]: ...",
    ],
    "BatchStates": [
        "def __len__(self) -> int: ...",
    ],
    "GpuStates": [
        "def __len__(self) -> int: ...",
    ],
    "_Film": [
        "def __init__(self, format: str, width: int, height: int, rate: float) -> None: ...",
        "def push(self, picture: npt.NDArray[np.uint8]) -> None: ...",
        "def finish(self) -> bytes: ...",
    ],
    "_Drawer": [
        "def __init__(self, model: MjModel, width: SupportsIndex, height: SupportsIndex) -> None: ...",
        "def resize(self, width: SupportsIndex, height: SupportsIndex) -> None: ...",
        "def load(self, scn: MjvScene) -> None: ...",
        "def look(self, data: MjData, cam: MjvCamera, opt: MjvOption | None = None, maxgeom: int = 10_000) -> None: ...",
        "def color(self, out: npt.NDArray[np.uint8]) -> None: ...",
        "def depth(self, out: npt.NDArray[np.float32]) -> None: ...",
        "def depth_buffer(self, out: npt.NDArray[np.float32]) -> None: ...",
        "def segmentation(self, out: npt.NDArray[np.int32]) -> None: ...",
        "def worlds(self, kind: str, batch: BatchSim, cam: MjvCamera, out: npt.NDArray[Any], opt: MjvOption | None = None,"
        " maxgeom: int = 10_000) -> None: ...",
        "def upload(self, kind: str, id: SupportsIndex) -> None: ...",
    ],
    "_Viewer": [
        "def __init__(self, page: str | PathLike[str], host: str | None = None, port: SupportsIndex = 0) -> None: ...",
        "@property",
        "def url(self) -> str: ...",
        "@property",
        "def port(self) -> int: ...",
        "@property",
        "def is_running(self) -> bool: ...",
        "@property",
        "def pages(self) -> int: ...",
        "def stop(self) -> None: ...",
        "def close(self) -> None: ...",
        "def show(self, model: MjModel, data: MjData, name: str) -> None: ...",
        "def publish(self, model: MjModel, data: MjData, perturb: MjvPerturb | None = None, user: MjvScene | None = None,"
        " state_only: bool = False) -> None: ...",
        "def orders(self, perturb: MjvPerturb, seconds: float = 0.0) -> list[tuple[Any, ...]]: ...",
        "def look(self, cam: MjvCamera, opt: MjvOption, scn: MjvScene) -> None: ...",
        "def chosen(self, cam: MjvCamera, opt: MjvOption) -> bool: ...",
        "@property",
        "def picture_size(self) -> tuple[int, int] | None: ...",
        "def draw_over(self, kind: str, message: bytes) -> None: ...",
        "def notice(self, text: str) -> None: ...",
        "def plot(self, name: str, value: float, time: float | None = None) -> None: ...",
        "def button(self, name: str) -> int: ...",
        "def slider(self, name: str, low: float, high: float, value: float) -> int: ...",
        "def widget_value(self, id: int) -> float: ...",
    ],
    "_WorldGrid": [
        "def __init__(self, viewer: _Viewer, model: MjModel, data: MjData, name: str, count: SupportsIndex,"
        " shown: SupportsIndex) -> None: ...",
        "def block(self, selected: int) -> tuple[int, int]: ...",
        "def publish(self, data: MjData, selected: int, qpos: npt.NDArray[np.float64], mocap: npt.NDArray[np.float64],"
        " perturb: MjvPerturb | None = None) -> None: ...",
    ],
    "MjTimerStat": [
        "duration: float",
        "number: int",
        "def __init__(self) -> None: ...",
    ],
}


def descriptors(cls):
    return {n: a for n, a in vars(cls).items() if type(a).__name__ == "_Attribute"}


def attribute(cls, name, doc):
    """The lines that declare an attribute whose description is `doc`."""
    words = doc.split()
    if (cls.__name__, name) == ("MjData", "ncon"):
        return [f"{name}: int"]
    if doc.startswith("bytes"):
        return ["@property", f"def {name}(self) -> bytes: ..."]
    if doc == "int":
        return ["@property", f"def {name}(self) -> int: ..."]
    if len(words) == 1:
        return [f"{name}: {SCALAR[doc]}"]
    shape = doc[doc.index("(") :]
    changes = any(word.strip("(),") in VARIABLE_LENGTH for word in words[2:])
    if cls.__name__ == "_MjContactList" or changes:
        return ["@property", f"def {name}(self) -> {ARRAY[words[0]]}: ...  # {shape}"]
    return [f"{name}: {SETTABLE[words[0]]}  # {shape}"]


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
            lines.append(f"    {name}: {SETTABLE[whole.split()[0]]}")
    return lines


def plain_class(cls, indent=""):
    lines = [f"{indent}class {cls.__name__}:"]
    body = list(CLASS_METHODS.get(cls.__name__, []))
    if cls.__name__ not in CLASS_METHODS:
        body.append("def __init__(self) -> None: ...")
    for name, accessor in accessors(cls).items():
        body.append(f"def {name}(self, name: str | SupportsIndex = ..., /) -> {accessor.view_class.__name__}: ...")
    for name, info in descriptors(cls).items():
        body += attribute(cls, name, info.__doc__)
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
    if function.startswith("mjv_"):
        if argument in SCENE_INPUTS.get(function, []):
            return "npt.ArrayLike"
        if argument == "pert" and function in ("mjv_updateScene", "mjv_addGeoms"):
            return "MjvPerturb | None"
        if argument in SCENE_ARGUMENTS:
            return SCENE_ARGUMENTS[argument]
    # both are a world in mj_copyData and mj_copyState, and a vector in mj_extractState
    if argument in ("src", "dst") and function.startswith("mj_copy"):
        return "MjData"
    # length, velocity, control and activation of one muscle
    if function.startswith("mju_muscle") and argument not in ("lengthrange", "prm"):
        return "SupportsFloat"
    if argument == "geomid" and function in ("mj_rayMesh", "mj_rayHfield"):
        return "SupportsIndex"
    if argument == "state" and function == "mj_setState":
        return "npt.ArrayLike"
    is_result = argument in OUTPUTS or RESULTS_OF.get(function) == argument
    return ARGUMENTS.get(argument, "npt.NDArray[np.float64]" if is_result else "npt.ArrayLike")


def function(f):
    if f.__name__ in WHOLE:
        return f"def {f.__name__}({WHOLE[f.__name__]}) -> None: ..."
    names = f.__text_signature__.strip("()").removeprefix("$module, ").split(", ")
    arguments = []
    for entry in filter(None, names):
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
    counters = [cf.MjWarningStat, _core._MjWarningStatList, cf.MjTimerStat, _core._MjTimerStatList]
    for cls in [cf.MjContact, _core._MjContactList, *counters, cf.MjSolverStat, _core._MjSolverStatList]:
        lines += [*plain_class(cls), ""]
    batches = [_core.BatchStates, _core.BatchSim, _core.GpuBatchSim, _core.GpuArray, _core.GpuRead, _core.GpuStates]
    for cls in [_core.Contact, cf.MjModel, cf.MjData, _core._Rollout, *batches, _core._SceneWork, _core._Drawer, _core._Film, _core._Viewer, _core._WorldGrid]:
        lines += [*plain_class(cls), ""]
    functions = [f for f in vars(_core).values() if isinstance(f, types.BuiltinFunctionType)]
    lines += [function(f) for f in sorted(functions, key=lambda f: f.__name__)]
    return "\n".join(lines) + "\n"


# what a scene has besides numbers
SCENE_MEMBERS = [
    "    geomorder: npt.NDArray[np.int32]",
    *(f"    {name}: _Array[np.{kind}]" for name, kind in (
        (name, part.default.dtype.name) for name, part in vars(_scene.MjvScene).items() if isinstance(part, _scene._EmptyArray))),
    "    @property",
    "    def geoms(self) -> tuple[MjvGeom, ...]: ...",
    "    @property",
    "    def lights(self) -> tuple[MjvLight, ...]: ...",
    "    @property",
    "    def camera(self) -> tuple[MjvGLCamera, ...]: ...",
    "    @overload",
    "    def __init__(self) -> None: ...",
    "    @overload",
    "    def __init__(self, model: MjModel, maxgeom: SupportsIndex) -> None: ...",
]


def record_class(cls):
    """The lines that declare a record of plain numbers."""
    kinds = {int: "int", float: "float", str: "str"}
    lines = ["", f"class {cls.__name__}:"]
    for field in cls._fields:
        default = getattr(cls, field).default
        lines.append(f"    {field}: {SETTABLE.get(default.dtype.name, '_Array[np.bytes_]') if hasattr(default, 'dtype') else kinds[type(default)]}")
    if cls is _scene.MjvScene:
        return [*lines, *SCENE_MEMBERS]
    arguments = "".join(f", {field}: int" for field in cls._fields) if cls is _plain.MjrRect else ""
    return [*lines, f"    def __init__(self{arguments}) -> None: ..."]


def context_class():
    """The lines that declare what draws."""
    context = _context.MjrContext()
    lines = ["", "class MjrContext:"]
    for name, value in vars(context).items():
        if name.startswith("_"):
            continue
        if name in _context.SETTABLE:
            lines.append(f"    {name}: int")
            continue
        kind = ARRAY.get(value.dtype.name, "npt.NDArray[np.uint32]") if hasattr(value, "dtype") else type(value).__name__
        lines += ["    @property", f"    def {name}(self) -> {kind}: ..."]
    return [*lines, "    @overload", "    def __init__(self) -> None: ...", "    @overload",
            "    def __init__(self, model: MjModel, fontscale: SupportsIndex) -> None: ...", "    def free(self) -> None: ...", ""]


def plain_stub():
    """What the package has besides arrays and the engine: records, callbacks, files, and what it leaves out."""
    lines = []
    for name in _callbacks.__all__:
        if name.startswith("set_"):
            lines.append(f"def {name}(callback: Callable[..., Any] | None) -> None: ...")
        elif name.startswith("get_"):
            lines.append(f"def {name}() -> Any: ...")
    lines.append("from cortenforge.mujoco._callbacks import mj_resetCallbacks as mj_resetCallbacks")
    for module in [_plain, _scene, _printing, _storage]:
        for name in module.__all__:
            thing = getattr(module, name)
            own = [f"from {module.__name__} import {name} as {name}"]
            lines += record_class(thing) if isinstance(thing, type) else own
    lines += context_class()
    for module in [_figure, _mjr, _overlay]:
        lines += [f"from {module.__name__} import {name} as {name}" for name in module.__all__]
    lines.append("from cortenforge.mujoco.gl_context import GLContext as GLContext")
    lines.append("from cortenforge.mujoco.renderer import Renderer as Renderer")
    for name in _absent.TABLE:
        if isinstance(_absent.make(name), type):
            lines += ["", f"class {name}:", "    def __init__(self, *args: Any, **kwargs: Any) -> None: ..."]
        else:
            lines.append(f"def {name}(*args: Any, **kwargs: Any) -> NoReturn: ...")
    return lines


def mujoco_stub():
    names = sorted(n for n in vars(_core)["__all__"] if not n.startswith("_"))
    lines = ["# written by tools/stubs.py", "import enum", "from collections.abc import Callable", "from typing import Any, NoReturn, SupportsIndex, overload", ""]
    lines += ["import numpy as np", "import numpy.typing as npt", ""]
    lines += ["from cortenforge._core import _Array", "", "__all__ = ["]
    lines += [*(f'    "{name}",' for name in sorted({*cf.__all__, *MODULES, "__version__"})), "]", ""]
    lines += [f"from cortenforge.mujoco import {name} as {name}" for name in MODULES]
    lines += [f"from cortenforge._core import {name} as {name}" for name in names]
    lines += [f"from cortenforge.mujoco._arrays import {name} as {name}" for name in sorted(_arrays.__all__)]
    lines += [f"from cortenforge.mujoco._linear import {name} as {name}" for name in sorted(_linear.__all__)]
    lines += ["", "__version__: str", "mjVERSION_HEADER: int", "", "def mj_version() -> int: ..."]
    lines += ["def mj_versionString() -> str: ...", "def install() -> None: ...", "def uninstall() -> None: ..."]
    lines += ["", "class UnexpectedError(Exception): ...", "",
              "MjVisualHeadlight = MjVisual.Headlight", "MjVisualRgba = MjVisual.Rgba", *plain_stub(), ""]
    for name in _constants.__all__:
        kind = type(getattr(_constants, name))
        lines.append(f"{name}: {CONSTANTS.get(kind, kind.__name__)}")
    for name in _enums.TABLE:
        lines += ["", f"class {name}(enum.IntEnum):"]
        lines += [f"    {member} = {int(value)}" for member, value in getattr(cf, name).__members__.items()]
    return "\n".join(lines) + "\n"


def stubs():
    return {"_core.pyi": core_stub(), "mujoco/__init__.pyi": mujoco_stub()}


if __name__ == "__main__":
    for name, text in stubs().items():
        (ROOT / name).write_text(text)
