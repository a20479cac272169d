"""Writes the type stubs of the package from the package itself, with docstrings.

Names, signatures and docstrings come from the compiled module; types are read from the docstrings (`doc_types.py`). A new array or
function of the engine is in the stubs after the next run; tests/test_stubs.py fails until then.
"""

import inspect
import pathlib
import re
import types

import cortenforge
import cortenforge.mujoco as cf
from cortenforge import _core
from cortenforge.mujoco import _absent, _arrays, _callbacks, _classes, _constants, _context, _context_docs, _enums
from cortenforge.mujoco import _figure, _linear, _mjr, _overlay, _plain, _printing, _scene, _storage
from doc_types import Reader

ROOT = pathlib.Path(cortenforge.__file__).parent

#: Classes of the compiled module, and classes of scenes that its functions take.
CLASSES = [thing for _, thing in sorted(vars(_core).items()) if isinstance(thing, type) and not issubclass(thing, BaseException)]
SCENE_CLASSES = ["MjvCamera", "MjvGLCamera", "MjvGeom", "MjvOption", "MjvPerturb", "MjvScene"]
VIEW = vars(_core.Model)["body"].view_class.__base__

#: Arrays that can be set: read as an array, set from whatever numpy can broadcast to its shape.
SETTABLE = {name: f"_Array[np.{name}]" for name in ["float64", "float32", "int32", "int64", "uint8"]} | {"bool": "_Array[np.bool_]"}
ARRAY = {name: kind.replace("_Array", "npt.NDArray") for name, kind in SETTABLE.items()}

#: Modules that programs reach through the package.
MODULES = ("gl_context", "minimize", "renderer", "rollout", "viewer")

# constants that are not plain numbers
CONSTANTS = {tuple: "tuple[Any, ...]", type: "type[np.float64]"}

#: Methods of Python's own protocols, of which a class has no docstring. Others of these names are left out.
PROTOCOLS = {
    "__len__": "def __len__(self) -> int: ...",
    "__copy__": "def __copy__(self) -> {cls}: ...",
    "__deepcopy__": "def __deepcopy__(self, memo: Any, /) -> {cls}: ...",
    "__reduce__": "def __reduce__(self) -> tuple[Any, ...]: ...",
}

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
'''


def views():
    """The classes of objects of a model and of a world."""
    owners = [_core.Model, _core.Data]
    found = {a.view_class for owner in owners for a in vars(owner).values() if type(a).__name__ == "_Accessor"}
    return sorted(found, key=lambda cls: cls.__name__)


def reader():
    """What reads kinds: it knows all classes by their names here and in the drop-in."""
    visual = {f"Visual.{name}": f"Visual.{name}" for name, part in vars(_core.Visual).items() if isinstance(part, type)}
    names = {cls.__name__: cls.__name__ for cls in [*CLASSES, *views()]} | {name: name for name in SCENE_CLASSES} | visual
    aliases = {name: thing.__name__ for name, thing in vars(_classes).items() if isinstance(thing, type)}
    return Reader(names | aliases | {"StepError": "StepError"})


READER = reader()


def docstring(text, indent=""):
    """The lines of a docstring."""
    text = inspect.cleandoc(text).replace("\\", "\\\\").replace('"""', r"\"\"\"")
    if "\n" not in text and not text.endswith('"'):
        return [f'{indent}"""{text}"""']
    lines = [f"{indent}{line}".rstrip() for line in text.split("\n")]
    return [f'{indent}"""{lines[0].strip()}', *lines[1:], f'{indent}"""']


def declared(head, doc, indent=""):
    """A function or a class without contents, with its docstring."""
    return [f"{indent}{head}:", *docstring(doc, f"{indent}    ")] if doc else [f"{indent}{head}: ..."]


def parameters(signature, doc):
    """The parameters of a signature as the interpreter writes it, with their types."""
    entries = filter(None, signature.strip("()").split(", "))
    for entry in entries:
        name, _, default = entry.partition("=")
        if name in ("$module", "$cls", "*", "/"):
            yield from [] if name.startswith("$") else [name]
        elif name == "$self":
            yield "self"
        else:
            yield f"{name}: {READER.argument(doc, name.lstrip('*'))}" + (f" = {default}" if default else "")


def function(f, indent="", first=()):
    """The lines that declare a function. `first` are parameters that its signature does not have."""
    arguments = ", ".join([*first, *parameters(f.__text_signature__, f.__doc__)])
    return declared(f"def {f.__name__}({arguments}) -> {READER.result(f.__doc__)}", f.__doc__, indent)


def attribute(name, doc, indent):
    """The lines that declare an attribute."""
    kinds, can_be_set, shown = READER.attribute(doc)
    array = next((element for kind, element, *_ in kinds if kind == "array"), None)
    if not can_be_set:
        return [f"{indent}@property", *declared(f"def {name}(self) -> {READER.value(kinds)}", shown, indent)]
    kind = f"_Array[{array}]" if array else READER.value(kinds)
    return [f"{indent}{name}: {kind}", *docstring(shown, indent)]


def accessor(name, member, indent):
    """The lines that declare `Model.body` and its siblings."""
    kinds = READER.argument(member.__doc__, "name")
    head = f"def {name}(self, name: {kinds} = '', /) -> {READER.result(member.__doc__)}"
    return declared(head, member.__doc__, indent)


def added(name, f, indent, is_static=False):
    """The lines that declare a function which Python's half of the package gives a class."""
    signature = inspect.signature(f)
    entries = list(signature.parameters.values())
    if not is_static:
        entries[0] = entries[0].replace(name="self", annotation=inspect.Parameter.empty)
    return declared(f"def {name}{annotated(signature.replace(parameters=entries))}", f.__doc__, indent)


def annotated(signature):
    """A signature of Python's half under the names of the stub."""
    text = re.sub(r"\b(cortenforge\._core|cortenforge|_core|os|typing|collections\.abc)\.", "", str(signature).replace("'", ""))
    return re.sub(r"\bMj\w+", lambda word: READER.classes.get(word[0], word[0]), text)


def member(cls, name, value, indent):
    """The lines that declare a member of a class."""
    kind = type(value).__name__
    if name in PROTOCOLS:
        return [f"{indent}{PROTOCOLS[name].format(cls=cls.__name__)}"]
    if kind in ("_Attribute", "getset_descriptor", "member_descriptor"):
        return attribute(name, value.__doc__, indent)
    if kind == "_Accessor":
        return accessor(name, value, indent)
    if kind == "method_descriptor":
        return function(value, indent)
    if kind == "staticmethod":
        is_python = isinstance(value.__func__, types.FunctionType)
        declare = added(name, value.__func__, indent, True) if is_python else function(value.__func__, indent)
        return [f"{indent}@staticmethod", *declare]
    if kind == "classmethod_descriptor":
        return [f"{indent}@classmethod", *function(value, indent, ["cls"])]
    if kind == "function":
        return added(name, value, indent)
    return []


#: Members without a type in a docstring, which programs have no use for.
HIDDEN = {"__dict__", "__weakref__", "__doc__", "__module__", "__getstate__", "__setstate__"}
#: Order of the members. Accessors come last: after `Model.tuple` the word `tuple` means something else in the class.
ORDER = ["type", "getset_descriptor", "member_descriptor", "staticmethod", "classmethod_descriptor", "method_descriptor", "function", "_Accessor"]


def class_lines(cls, indent=""):
    """The lines that declare a class of the compiled module."""
    inner = f"{indent}    "
    base = f"({VIEW.__name__})" if VIEW in cls.__mro__[1:] else ""
    lines = [f"{indent}class {cls.__name__}{base}:", *docstring(cls.__doc__ or "", inner), ""]
    if cls.__text_signature__ and cls is not VIEW and not base:
        lines.append(f"{inner}def __init__({', '.join(['self', *parameters(cls.__text_signature__, cls.__doc__)])}) -> None: ...")
    lines += ADDED.get(cls.__name__, [])
    members = {name: value for name, value in vars(cls).items() if name not in HIDDEN}
    # arrays as the engine lists them, everything else by name
    others = [(name, value) for name, value in members.items() if type(value).__name__ not in ("_Attribute", "wrapper_descriptor")]
    rank = {kind: place for place, kind in enumerate(ORDER)}
    for name, value in sorted(others, key=lambda entry: (rank.get(type(entry[1]).__name__, len(ORDER)), entry[0])):
        if isinstance(value, type):
            lines += class_lines(value, inner)
        else:
            lines += member(cls, name, value, inner)
    if "__len__" in members and "__len__" not in dict(others):
        lines.append(f"{inner}{PROTOCOLS['__len__']}")
    lines += items(cls, inner)
    for name, value in members.items():
        if type(value).__name__ == "_Attribute":
            lines += attribute(name, value.__doc__, inner)
    return [*lines, ""]


def items(cls, indent):
    """The lines that declare how a container gives its items."""
    found = READER.items(cls.__doc__)
    if not found:
        return []
    name, slices = found
    one = f"{indent}def __getitem__(self, index: SupportsIndex, /) -> {name}: ..."
    part = f"{indent}def __getitem__(self, index: slice, /) -> {cls.__name__}: ..."
    get = [f"{indent}@overload", one, f"{indent}@overload", part] if slices else [one]
    return [*get, f"{indent}def __iter__(self) -> Iterator[{name}]: ..."]


#: What Python's half of the package gives a class, besides functions.
ADDED = {
    "Model": [
        "    _size_fields: ClassVar[tuple[str, ...]]",
        "    @property",
        "    def _sizes(self) -> npt.NDArray[np.int64]: ...",
    ],
}


def core_stub():
    lines = [CORE_HEAD, *declared("class FatalError(Exception)", cf.FatalError.__doc__), "", *class_lines(VIEW)]
    for cls in [*views(), *CLASSES]:
        lines += class_lines(cls)
    functions = [f for f in vars(_core).values() if isinstance(f, types.BuiltinFunctionType)]
    for f in sorted(functions, key=lambda f: f.__name__):
        lines += [*function(f), ""]
    return "\n".join(lines).rstrip() + "\n"


# what a scene has besides numbers
SCENE_MEMBERS = [
    "    geomorder: npt.NDArray[np.int32]",
    *(f"    {name}: _Array[np.{kind}]" for name, kind in (
        (name, part.default.dtype.name) for name, part in vars(_scene.MjvScene).items() if isinstance(part, _scene._EmptyArray))),
    "    @property",
    *declared("def geoms(self) -> tuple[MjvGeom, ...]", _scene.MjvScene.geoms.__doc__, "    "),
    "    @property",
    *declared("def lights(self) -> tuple[MjvLight, ...]", _scene.MjvScene.__slots__["lights"], "    "),
    "    @property",
    *declared("def camera(self) -> tuple[MjvGLCamera, ...]", _scene.MjvScene.__slots__["camera"], "    "),
    "    @overload",
    "    def __init__(self) -> None: ...",
    "    @overload",
    "    def __init__(self, model: MjModel, maxgeom: SupportsIndex) -> None: ...",
]


def record_class(cls):
    """The lines that declare a record of plain numbers."""
    kinds = {int: "int", float: "float", str: "str"}
    lines = ["", *declared(f"class {cls.__name__}", cls.__doc__), ""]
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
    lines = ["", *declared("class MjrContext", _context.MjrContext.__doc__), ""]
    for name, value in vars(context).items():
        if name.startswith("_"):
            continue
        if name in _context.SETTABLE:
            lines += [f"    {name}: int", *docstring(_context_docs.DOCS[name], "    ")]
            continue
        kind = ARRAY.get(value.dtype.name, "npt.NDArray[np.uint32]") if hasattr(value, "dtype") else type(value).__name__
        lines += ["    @property", *declared(f"def {name}(self) -> {kind}", _context_docs.DOCS[name], "    ")]
    return [*lines, "    @overload", "    def __init__(self) -> None: ...", "    @overload",
            "    def __init__(self, model: MjModel, fontscale: SupportsIndex) -> None: ...",
            *declared("def free(self) -> None", _context.MjrContext.free.__doc__, "    "), ""]


def plain_stub():
    """What the package has besides arrays and the engine: records, callbacks, files, and what it leaves out."""
    lines = []
    for name in _callbacks.__all__:
        doc = getattr(_callbacks, name).__doc__
        if name.startswith("set_"):
            lines += declared(f"def {name}(callback: Callable[..., Any] | None) -> None", doc)
        elif name.startswith("get_"):
            lines += declared(f"def {name}() -> Any", doc)
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
        absent = _absent.make(name)
        if isinstance(absent, type):
            lines += ["", *declared(f"class {name}", absent.__doc__), "    def __init__(self, *args: Any, **kwargs: Any) -> None: ..."]
        else:
            lines += declared(f"def {name}(*args: Any, **kwargs: Any) -> NoReturn", absent.__doc__)
    return lines


def mujoco_stub():
    names = sorted(n for n in vars(_core)["__all__"] if not n.startswith("_"))
    lines = ["# written by tools/stubs.py", "import enum", "from collections.abc import Callable", "from typing import Any, NoReturn, SupportsIndex, overload", ""]
    lines += ["import numpy as np", "import numpy.typing as npt", ""]
    lines += ["from cortenforge._core import _Array", "", "__all__ = ["]
    lines += [*(f'    "{name}",' for name in sorted({*cf.__all__, *MODULES, "__version__"})), "]", ""]
    lines += [f"from cortenforge.mujoco import {name} as {name}" for name in MODULES]
    lines += [f"from cortenforge._core import {name} as {name}" for name in names]
    for module in [_arrays, _classes, _linear]:
        lines += [f"from {module.__name__} import {name} as {name}" for name in sorted(module.__all__)]
    lines += ["", "__version__: str", "mjVERSION_HEADER: int", ""]
    for head in ["mj_version() -> int", "mj_versionString() -> str", "install() -> None", "uninstall() -> None"]:
        lines += declared(f"def {head}", getattr(cf, head.partition("(")[0]).__doc__)
    lines += ["", *declared("class UnexpectedError(Exception)", cf.UnexpectedError.__doc__), "", *plain_stub(), ""]
    for name in _constants.__all__:
        kind = type(getattr(_constants, name))
        lines.append(f"{name}: {CONSTANTS.get(kind, kind.__name__)}")
    for name in _enums.TABLE:
        enum = getattr(cf, name)
        lines += ["", *declared(f"class {name}(enum.IntEnum)", enum.__doc__), ""]
        lines += [f"    {entry} = {int(value)}" for entry, value in enum.__members__.items()]
    return "\n".join(lines) + "\n"


def stubs():
    return {"_core.pyi": core_stub(), "mujoco/__init__.pyi": mujoco_stub()}


if __name__ == "__main__":
    for name, text in stubs().items():
        (ROOT / name).write_text(text)
