"""The command `cortenforge` of the package, and its built-in models."""

import os
import pathlib
import signal
import subprocess
import sys

import numpy as np
import pytest

import cortenforge

#: The package may be installed for an isolated interpreter.
PACKAGE = str(pathlib.Path(cortenforge.__file__).parents[1])


def environment():
    others = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([PACKAGE, others])}


def run(*arguments, **settings):
    command = [sys.executable, "-m", "cortenforge", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment(), check=False, **settings)


def test_the_command_has_the_version_of_the_package():
    ran = run("--version")
    assert (ran.returncode, ran.stdout.split()) == (0, ["cortenforge", cortenforge.__version__])


def test_the_command_runs_a_built_in_model():
    ran = run("run", "cartpole", "--steps", "10", "--json")
    assert ran.returncode == 0 and '"steps": 10' in ran.stdout, ran.stderr


def test_errors_have_their_status_and_no_traceback():
    for arguments, status, words in ((["fly"], 2, "unrecognized subcommand"), (["run", "humanod"], 1, "did you mean")):
        ran = run(*arguments)
        assert ran.returncode == status and words in ran.stderr and "Traceback" not in ran.stderr, ran.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_the_command_without_a_traceback(tmp_path):
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<p>a page</p>")
    env = {**environment(), "CORTENFORGE_PAGE": str(page)}
    command = [sys.executable, "-m", "cortenforge", "view", "humanoid", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as ran:
        assert ran.stdout is not None and ran.stdout.readline().startswith("http://")
        ran.send_signal(signal.SIGINT)
        _, errors = ran.communicate(timeout=60)
    assert ran.returncode == 0 and "Traceback" not in errors and "KeyboardInterrupt" not in errors, errors


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_films_use_the_ffmpeg_of_the_package(tmp_path):
    encoder = tmp_path / "encoder"
    encoder.write_text(f"#!{sys.executable}\nimport sys\nsys.stdin.buffer.read()\nopen(sys.argv[-1], 'w').write('encoded')\n")
    encoder.chmod(0o755)
    (tmp_path / "imageio_ffmpeg.py").write_text(f"def get_ffmpeg_exe():\n    return {str(encoder)!r}\n")
    others = {name: value for name, value in environment().items() if name != "CORTENFORGE_FFMPEG"}
    film = [sys.executable, "-m", "cortenforge", "render", "cartpole", "-o", str(tmp_path / "film.MP4"), "--time", "0.1", "--size", "32x24"]
    # no ffmpeg is on the PATH
    env = {**others, "PYTHONPATH": os.pathsep.join([str(tmp_path), others["PYTHONPATH"]]), "PATH": str(tmp_path)}
    ran = subprocess.run(film, capture_output=True, text=True, env=env, check=False)
    assert ran.returncode == 0 and (tmp_path / "film.MP4").read_text() == "encoded", ran.stderr
    (tmp_path / "imageio_ffmpeg.py").write_text("raise ImportError\n")
    ran = subprocess.run(film, capture_output=True, text=True, env=env, check=False)
    assert ran.returncode == 1 and "install ffmpeg" in ran.stderr and "pip install imageio-ffmpeg" in ran.stderr, ran.stderr


def test_a_recording_of_a_built_in_model_names_it(tmp_path):
    model = cortenforge.load_example("cartpole")
    assert model._source == pathlib.Path("cartpole") or model._source == "cartpole"
    batch = cortenforge.BatchSim(model, 1)
    states = np.zeros((3, 1, 1 + model.nq + model.nv + model.na))
    batch.step(3, state=states)
    cortenforge.Recording(model, states[:, 0]).save(tmp_path / "run.npz")
    ran = run("render", str(tmp_path / "run.npz"), "-o", str(tmp_path / "run.png"), "--size", "32x24", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr


def test_built_in_models_load():
    names = cortenforge.example_models()
    assert len(names) >= 12 and all(names.values())
    for name in names:
        model = cortenforge.load_example(name)
        model.make_data().step()
    for wrong, message in (("humanod", "did you mean 'humanoid'"), ("g1", r"example_models\(\)")):
        with pytest.raises(ValueError, match=message):
            cortenforge.load_example(wrong)
