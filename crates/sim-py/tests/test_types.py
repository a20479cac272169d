"""Programs as the type checker sees them: those of the READMEs, and one that says `import mujoco`."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

from cortenforge import typings

pytest.importorskip("mypy")

ROOT = pathlib.Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "crates/sim-py"

PROGRAM = """
import mujoco
import numpy as np
from mujoco import minimize, rollout

model = mujoco.MjModel.from_xml_string("<mujoco/>")
data = mujoco.MjData(model)
data.qpos = 0.0
data.qpos = [1, 2]
data.qpos[:] = 1
model.opt.gravity = [0, 0, -9.81]
model.opt.timestep = 0.01
data.body("a").xpos[0] = 1
where: float = float(data.geom(0).xpos[0])
mujoco.mju_mulQuat(np.zeros(4), [1, 0, 0, 0], data.body("a").xquat)
length: float = mujoco.mju_norm3([1, 2, 3])
mujoco.mj_step(model, data, nstep=3)
number: int = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, "a") + model.nq
dist: float = data.contact[0].dist
states, readings = rollout.rollout(model, data, np.zeros(1), nstep=3)
x, trace = minimize.least_squares(np.zeros(2), lambda x: x - 1)
"""

WRONG = [
    'data.qposs = 1',
    'model.nq = 3',
    'data.efc_force = 1',
    'mujoco.mj_step(data, model)',
    'mujoco.mju_mulQuat([0] * 4, [1, 0, 0, 0], [1, 0, 0, 0])',
]  # fmt: skip


def check(tmp_path, text):
    file = tmp_path / "program.py"
    file.write_text(text)
    path = os.pathsep.join([str(typings.write(tmp_path / "typings")), str(PACKAGE / "python")])
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--python-executable", sys.executable, str(file)]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "MYPYPATH": path}, check=False)


def test_programs_that_import_mujoco(tmp_path):
    done = check(tmp_path, PROGRAM)
    assert done.returncode == 0, done.stdout


def test_mistakes_are_found(tmp_path):
    done = check(tmp_path, PROGRAM + "\n".join(WRONG))
    first = len(PROGRAM.splitlines())
    found = {int(line) for line in re.findall(r"program.py:(\d+): error", done.stdout)}
    assert found == set(range(first + 1, first + 1 + len(WRONG))), done.stdout


@pytest.mark.parametrize("readme", ["README.md", "crates/sim-py/README.md"])
def test_examples_of_the_readme(tmp_path, readme):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / readme).read_text(), re.S)
    assert blocks
    done = check(tmp_path, "\n".join(blocks))
    assert done.returncode == 0, done.stdout


def test_stubs_are_written_where_asked(tmp_path):
    command = [sys.executable, "-m", "cortenforge.typings"]
    subprocess.run(command, cwd=tmp_path, check=True)
    subprocess.run([*command, "types/of/mujoco"], cwd=tmp_path, check=True)
    for folder in ("typings", "types/of/mujoco"):
        assert "cortenforge" in (tmp_path / folder / "mujoco/__init__.pyi").read_text()
