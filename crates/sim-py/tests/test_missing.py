"""Names that are not here say so, and what programs look at before they give up."""

import importlib.metadata
import subprocess
import sys

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf


@pytest.mark.parametrize("name", ["bind", "bind_scalar", "signature", "_address", "_from_model_ptr"])
def test_attributes_that_are_not_there_say_why(arm, name):
    model = arm[1]
    assert not hasattr(model, name) and name not in dir(model)
    with pytest.raises(AttributeError, match=f"Model.{name} is not supported: "):
        getattr(model, name)


def test_other_names_are_reported_as_usual(arm):
    with pytest.raises(AttributeError, match="no attribute 'qpoz'"):
        cf.MjData(arm[1]).qpoz  # type: ignore[attr-defined]


def test_every_name_of_the_reference_is_there_or_explained():
    ordinary = {"Any", "IO", "Sequence", "TypeAlias", "Union", "ctypes", "np", "os", "platform", "subprocess", "warnings",
                "zipfile"}  # fmt: skip
    for name in dir(mujoco):
        if name.startswith("_") or name in ordinary or hasattr(cf, name):
            continue
        with pytest.raises(AttributeError, match="cortenforge.mujoco"):
            getattr(cf, name)


def test_classes_that_are_left_out_explain_themselves():
    assert not hasattr(cf.MjSpec, "from_file")
    with pytest.raises(AttributeError, match="MjSpec.from_file: cortenforge.mujoco does not edit model specs"):
        cf.MjSpec.from_file("x.xml")  # type: ignore[attr-defined]
    with pytest.raises(NotImplementedError, match="load MJCF text instead"):
        cf.MjSpec()


def test_sizes(arm):
    theirs, ours = arm
    assert ours._size_fields == theirs._size_fields
    assert ours._sizes.dtype == theirs._sizes.dtype and not ours._sizes.flags.writeable
    different = {name for name, a, b in zip(ours._size_fields, theirs._sizes, ours._sizes, strict=True) if a != b}
    # bytes of MuJoCo's own memory
    assert different <= {"nbuffer", "narena"}
    with pytest.raises(AttributeError):
        ours._sizes = 0


def test_fields_without_entries_can_be_assigned(arm):
    theirs, ours = arm
    for model, data in [(theirs, mujoco.MjData(theirs)), (ours, cf.MjData(ours))]:
        model.flex_vert = np.zeros((0, 3))
        data.flexvert_xpos = np.zeros((0, 3))
        with pytest.raises(ValueError):
            model.flex_vert = np.zeros((1, 4))


def test_counts(arm):
    model = arm[1]
    data = cf.MjData(model)
    data.qpos[2] = 0.2
    cf.mj_forward(model, data)
    assert data.ncon > 1
    first = data.contact[0]
    data.ncon = 1
    assert data.ncon == len(data.contact) == 1 and data.contact[0] is first
    data.nefc = data.nefc  # type: ignore[misc]
    with pytest.raises(ValueError, match="mj_addContact"):
        data.ncon = 5
    with pytest.raises(AttributeError, match="follows from its constraints"):
        data.nefc = 0  # type: ignore[misc]


def test_errors_of_the_loader_end_with_element_and_line():
    for engine in (mujoco, cf):
        with pytest.raises(ValueError, match=r"Element 'goem', line 3"):
            engine.MjModel.from_xml_string("<mujoco>\n<worldbody>\n<goem/>\n</worldbody>\n</mujoco>")


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_the_version_of_mujoco_after_install():
    code = (
        "import importlib.metadata as m, cortenforge.mujoco as cf; cf.install();"
        "print(m.version('mujoco'), m.version('numpy'))"
    )
    done = run(code)
    assert done.stdout.split() == ["3.12.0", importlib.metadata.version("numpy")], done.stderr


def test_a_missing_package_of_gymnasium_is_named_with_the_extra():
    hide = (
        "import sys; sys.path_hooks[:] = []; sys.path_importer_cache.clear();"
        "import cortenforge.mujoco as cf"
    )
    code = f"import cortenforge.mujoco as cf; cf.install(); {hide.split('; import')[0]}\nimport glfw"
    done = run(code)
    assert 'pip install "cortenforge[gym]"' in done.stderr and "glfw" in done.stderr, done.stderr
