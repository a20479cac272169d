"""The stubs are what the package would write today, and everything public has a docstring, there and at runtime."""

import ast
import importlib
import pathlib
import pickle
import pkgutil
import sys

import numpy as np
import pytest

import cortenforge
import cortenforge.mujoco as cf

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))

import stubs
from doc_types import Reader, Untyped

SCENE = "<mujoco><worldbody><geom size='1 1 1' type='plane'/><body pos='0 0 .05'><freejoint/><geom size='.1'/></body></worldbody></mujoco>"


def test_stubs_are_current():
    for name, text in stubs.stubs().items():
        assert (stubs.ROOT / name).read_text() == text, f"run tools/stubs.py: {name} is not current"


def test_stubs_are_python():
    for name, text in stubs.stubs().items():
        compile(text, name, "exec")


def test_the_package_is_marked_as_typed():
    assert (stubs.ROOT / "py.typed").exists()


def is_overload_or_setter(node):
    marks = [mark.id if isinstance(mark, ast.Name) else getattr(mark, "attr", "") for mark in node.decorator_list]
    return "overload" in marks or "setter" in marks


def undocumented(body, path, attributes):
    """Names of public classes and functions without a docstring, and of attributes of classes if `attributes` is true."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and attributes and path.count(".") > 0:
            is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str)
            name = ast.unparse(node.target)
            if not is_text and not name.startswith("_"):
                yield f"{path}.{name}"
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("_") or is_overload_or_setter(node):
            continue
        name = f"{path}.{node.name}"
        if not (ast.get_docstring(node) or "").strip():
            yield name
        if isinstance(node, ast.ClassDef):
            yield from undocumented(node.body, name, attributes)


def test_everything_in_the_stubs_has_a_docstring():
    core, mujoco = (ast.parse(text) for text in stubs.stubs().values())
    assert not list(undocumented(core.body, "_core", True))
    assert not list(undocumented(mujoco.body, "mujoco", False))
    # the search finds what is missing
    found = undocumented(ast.parse("class A:\n    '''a'''\n    x: int\n    '''x'''\n    y: int\n    def f(self): ...").body, "m", True)
    assert list(found) == ["m.A.y", "m.A.f"]


def test_everything_in_python_has_a_docstring():
    files = [file for file in stubs.ROOT.rglob("*.py") if "_typings" not in file.parts]
    assert len(files) > 30
    for file in files:
        tree = ast.parse(file.read_text())
        assert not file.read_text() or ast.get_docstring(tree), file
        assert not list(undocumented(tree.body, file.stem, False))


@pytest.mark.parametrize("cls", [cortenforge.Model, cortenforge.Data, cortenforge.Options, cortenforge.Visual, cortenforge.Contact])
def test_help_says_what_an_attribute_is(cls):
    missing = [name for name in dir(cls) if not name.startswith("_") and not getattr(cls, name).__doc__]
    assert not missing
    about, _, kind = (cortenforge.Data.xpos.__doc__ or "").partition("\n\n")
    assert "body frame" in about and kind == "float64 array (nbody, 3); can be set."


def settable(instance):
    """Attributes of an object, and whether their docstrings say that they can be set."""
    for name in dir(type(instance)):
        member = getattr(type(instance), name)
        if not name.startswith("_") and type(member).__name__ in ("getset_descriptor", "member_descriptor", "_Attribute"):
            yield name, member.__doc__.endswith("; can be set.")


def test_docstrings_say_what_can_be_set():
    data = cortenforge.Model.from_string(SCENE).make_data()
    data.forward()
    objects = [data.model, data, data.model.limits, data.contact[0], data.solver[0], data.warning[0], data.timer[0], data.contacts[0]]
    for thing in [*objects, data.warning, data.contact, data.model.opt, data.model.vis.map]:
        for name, can_be_set in settable(thing):
            if thing is data and isinstance(getattr(thing, name), int) and name.startswith("n"):
                # counts but `ncon` can be set to what they are
                assert can_be_set == (name == "ncon")
                continue
            value = getattr(thing, name)
            value = value.copy() if isinstance(value, np.ndarray) else value
            try:
                setattr(thing, name, value)
            except AttributeError:
                assert not can_be_set, (type(thing), name)
            else:
                assert can_be_set, (type(thing), name)


def test_shapes_in_docstrings_are_those_of_the_arrays():
    data = cortenforge.Model.from_string(SCENE).make_data()
    for thing in [data, data.solver, data.warning, data.timer]:
        for name, member in vars(type(thing)).items():
            if type(member).__name__ == "getset_descriptor" and " array (" in member.__doc__:
                kind, _, shape = member.__doc__.rpartition("\n")[2].rstrip(".").partition(" array ")
                array = getattr(thing, name)
                assert (array.dtype.name, str(array.shape)) == (kind, shape.split(";")[0]), name


def test_classes_have_the_names_that_users_see():
    assert not [name for name in cortenforge.__all__ if name.startswith("Mj")]
    named = {"MjModel": "Model", "MjData": "Data", "MjOption": "Options", "MjVisual": "Visual", "MjContact": "ContactRecord"}
    for alias, name in named.items():
        assert getattr(cf, alias).__name__ == name and name not in cf.__all__ and not hasattr(cf, name)
    model = cf.MjModel.from_xml_string(SCENE)
    assert type(model) is cortenforge.Model and type(model.make_data()) is cf.MjData
    assert repr(model.opt).startswith("<Options\n")


def test_classes_are_found_by_module_and_name():
    for cls in [cortenforge.Model, cortenforge.Data, cortenforge.Options, cortenforge.Visual.Map, cortenforge.StepLimits]:
        assert pickle.loads(pickle.dumps(cls)) is cls
    for info in pkgutil.iter_modules(cf.__path__):
        module = importlib.import_module(f"{cf.__name__}.{info.name}")
        assert module.__doc__


def test_earlier_pickles_load():
    """Classes had MuJoCo's names in them."""
    options = cortenforge.Options()
    options.timestep = 0.5
    stored = pickle.dumps(options, protocol=0)
    assert b"ccortenforge\nOptions\n" in stored
    assert pickle.loads(stored.replace(b"ccortenforge\nOptions\n", b"ccortenforge\nMjOption\n")) == options
    model = cortenforge.Model.from_string(SCENE)
    stored = pickle.dumps(model, protocol=0).replace(b"ccortenforge\nModel\n", b"ccortenforge\nMjModel\n")
    assert b"MjModel" in stored and pickle.loads(stored).nq == 7
    with pytest.raises(AttributeError, match="no attribute 'MjThing'"):
        cortenforge.MjThing  # type: ignore[attr-defined]


def test_types_are_read_from_docstrings():
    read = Reader({"Model": "Model", "MjModel": "Model"})
    doc = 'Does.\n\nm: MjModel; a, b: float64 (3,), written; c: array or None; d: "x", "y" or "z". e: tuple[int, float]. Returns float64 array.'
    kinds = {name: read.argument(doc, name) for name in "mbcde"}
    assert kinds == {
        "m": "Model",
        "b": "npt.NDArray[np.float64]",
        "c": "npt.ArrayLike | None",
        "d": 'Literal["x", "y", "z"]',
        "e": "tuple[SupportsIndex, SupportsFloat]",
    }
    assert read.result(doc) == "npt.NDArray[np.float64]" and read.result("Returns the mass.\n\nm: Model. Returns float.") == "float"
    for wrong in ["Does.", "x: something.", "x: list[int"]:
        with pytest.raises(Untyped):
            read.argument(wrong, "x")
