"""``install()``: this package in the place of `mujoco`, in processes of their own."""

import subprocess
import sys

import pytest


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_install():
    code = """
import cortenforge.mujoco as cf
cf.install()
cf.install()
import mujoco, mujoco.viewer
from mujoco import MjModel, mjtObj, _structs, _functions
from mujoco._structs import MjData
assert mujoco is cf and MjModel is cf.MjModel and MjData is cf.MjData and mujoco.viewer is cf.viewer
assert cf.viewer.__spec__.name == "cortenforge.mujoco.viewer"
names = {}
exec("from mujoco import *", names)
assert names["mj_step"] is cf.mj_step and names["mjtObj"] is cf.mjtObj
try:
    import mujoco.mjx
except ModuleNotFoundError as error:
    assert "mjx" in str(error) and "cortenforge" in str(error)
else:
    raise AssertionError
from mujoco.egl import GLContext
from mujoco.rendering.classic.renderer import Renderer
assert mujoco.Renderer is Renderer and mujoco.GLContext is GLContext
cf.uninstall()
import mujoco
assert mujoco is not cf
print("done")
"""
    ran = run(code)
    assert ran.stdout == "done\n", ran.stderr


def test_the_real_one_is_not_replaced():
    ran = run("import mujoco, cortenforge.mujoco as cf\ncf.install()")
    assert ran.returncode != 0 and "already imported" in ran.stderr


@pytest.mark.parametrize("name", ["MjrVertexAttribute", "MjSpec", "mj_printScene", "mj_loadPluginLibrary"])
def test_what_is_left_out_says_so(name):
    import cortenforge.mujoco as cf

    assert name in dir(cf)
    with pytest.raises(NotImplementedError, match="cortenforge"):
        getattr(cf, name)()


def test_every_name_of_the_reference_exists():
    import mujoco

    import cortenforge.mujoco as cf

    modules = {"np", "os", "ctypes", "platform", "subprocess", "warnings", "zipfile", "glfw", "rendering"}
    typing = {"Any", "IO", "Sequence", "TypeAlias", "Union", "MjStruct"}
    places = {"HEADERS_DIR", "PLUGINS_DIR", "PLUGIN_HANDLES"}
    missing = [n for n in dir(mujoco) if not n.startswith("_") and not hasattr(cf, n)]
    assert sorted(set(missing) - modules - typing - places) == []
