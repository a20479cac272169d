"""Names of the `mujoco` package that exist there for model editing, plugins and logs, which this package leaves out.

Programs may import and mention functions and classes; using one says what is missing. Other names are not there, so that
`hasattr` tells, and the error says why and what serves instead.
"""

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

_PRINTING = "cortenforge.mujoco does not print scenes: read their fields"
_VERTICES = "cortenforge.mujoco has no vertex buffers"
_EDITING = "cortenforge.mujoco does not edit model specs: load MJCF text instead"
_PLUGINS = "cortenforge.mujoco does not load plugins"
_FLEX = "cortenforge.mujoco has no flexes"
_SKIN = "MuJoCo's takes one number where triangles and vertices belong; mjv_select finds skins"
_LOGGING = "cortenforge.mujoco has no log of its own: set_mju_user_warning receives the engine's warnings"
_MEMORY = "cortenforge.mujoco does its own memory management"
_COMPILER = "cortenforge.mujoco computes this while it loads a model, not on demand"

FUNCTIONS = {
    _PRINTING: "mj_printScene mj_printFormattedScene",
    _EDITING: "from_zip to_zip mj_saveLastXML",
    _PLUGINS: "mj_loadAllPluginLibraries mj_loadPluginLibrary",
    _FLEX: "mj_rayFlex",
    _SKIN: "mju_raySkin",
    _LOGGING: "mju_writeLog",
    _MEMORY: "mju_threadpool mj_resetDataDebug",
    _COMPILER: "mj_maxContact mj_setLengthRange",
}

#: Names of the package that are neither functions nor classes of its interface.
OTHERS = {
    _PLUGINS: "PLUGINS_DIR PLUGIN_HANDLES",
    "cortenforge.mujoco has no C headers: link against the Rust crates": "HEADERS_DIR",
    _EDITING: "MjStruct",
    "cortenforge.mujoco has no such module; the functions themselves have docstrings and stubs": "introspect",
    "cortenforge.mujoco has no such tool": "msh2obj sysid",
}

CLASSES = {
    _VERTICES: "MjrVertexAttribute",
    _EDITING: """
        MjSpec MjsActuator MjsAuthored MjsBody MjsCamera MjsCompiler MjsDefault MjsElement MjsEquality MjsExclude
        MjsFlex MjsFrame MjsGeom MjsHField MjsJoint MjsKey MjsLight MjsMaterial MjsMesh MjsNumeric MjsOrientation
        MjsPair MjsPlugin MjsSensor MjsSite MjsSkin MjsTendon MjsTendonPath MjsText MjsTexture MjsTuple MjsWrap
        MjByteVec MjCharVec MjDoubleVec MjFloatVec MjIntVec MjStringVec
    """,
    _LOGGING: "MjLogConfig MjLogMessage",
    _MEMORY: "MjVfs MjPreContact",
}


def _function(name: str, reason: str) -> Callable[..., NoReturn]:
    def absent(*args: object, **kwargs: object) -> NoReturn:
        raise NotImplementedError(f"{name}: {reason}")

    absent.__name__ = absent.__qualname__ = name
    absent.__doc__ = f"Not supported: {reason}."
    return absent


class _Absent(type):
    """A class that is not there: what is asked of it says so."""

    reason: str

    def __getattr__(cls, name: str) -> NoReturn:
        raise AttributeError(f"{cls.__name__}.{name}: {cls.reason}", name=name, obj=cls)


def _class(name: str, reason: str) -> type:
    def __init__(self: object, *args: object, **kwargs: object) -> None:
        raise NotImplementedError(f"{name}: {reason}")

    body = {"__init__": __init__, "__doc__": f"Not supported: {reason}.", "__module__": __package__, "reason": reason}
    return _Absent(name, (), body)


def why_not(name: str) -> str | None:
    """Why a name of the package is not there; None for one that it does not have either."""
    return next((f"{name}: {reason}" for reason, names in OTHERS.items() if name in names.split()), None)


def _table() -> Iterator[tuple[str, tuple[Callable[[str, str], Any], str]]]:
    kinds: list[tuple[Callable[[str, str], Any], dict[str, str]]] = [(_function, FUNCTIONS), (_class, CLASSES)]
    for make, groups in kinds:
        for reason, names in groups.items():
            for name in names.split():
                yield name, (make, reason)


TABLE = dict(_table())


def make(name: str) -> Any:
    """The stand-in for `name`."""
    kind, reason = TABLE[name]
    return kind(name, reason)
