"""Whole numbers that do not fit are errors that name the argument, its value, the limit and the cure, not Python's own."""

import ast
import functools
import pathlib

import numpy as np
import pytest

import cortenforge
from cortenforge import _core, _serving, viewer
from cortenforge.mujoco import mjtState

TEXT = "<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody><keyframe><key qpos='1'/></keyframe></mujoco>"
MODEL = cortenforge.Model.from_string(TEXT)


def batch():
    return cortenforge.BatchSim(MODEL, 2, threads=1)


@functools.cache
def gpu(**settings):
    return cortenforge.GpuBatchSim(MODEL, 2, **settings)


def limit(name):
    def call(value):
        setattr(cortenforge.Model.from_string(TEXT).limits, name, value)

    return call


def recording():
    width = _core.mj_stateSize(MODEL, int(mjtState.mjSTATE_FULLPHYSICS))
    return cortenforge.Recording(MODEL, np.zeros((2, width)))


def compile_ahead(name):
    return lambda value: cortenforge.GpuBatchSim.compile_ahead(MODEL, "nowhere", "sm_90", **{name: value})


#: Every whole number of the native API: its class, method and argument, a call with it, and the least value.
COUNTS = {
    ("Data", "step", "n"): (lambda n: MODEL.make_data().step(n), 0),
    ("BatchSim", "__init__", "nworld"): (lambda n: cortenforge.BatchSim(MODEL, n), 0),
    ("BatchSim", "__init__", "threads"): (lambda n: cortenforge.BatchSim(MODEL, 1, threads=n), 1),
    ("BatchSim", "step", "n"): (lambda n: batch().step(n), 0),
    ("BatchSim", "submit", "n"): (lambda n: batch().submit(n), 0),
    ("BatchSim", "reset", "seed"): (lambda n: batch().reset(noise=0.1, seed=n), 0),
    ("GpuBatchSim", "__init__", "nworld"): (lambda n: cortenforge.GpuBatchSim(MODEL, n), 0),
    ("GpuBatchSim", "__init__", "contacts"): (lambda n: gpu(contacts=n), 0),
    ("GpuBatchSim", "__init__", "rows"): (lambda n: gpu(rows=n), 0),
    ("GpuBatchSim", "__init__", "adapter"): (lambda n: gpu(adapter=n), 0),
    ("GpuBatchSim", "__init__", "smooth_lanes"): (lambda n: gpu(smooth_lanes=n), 1),
    ("GpuBatchSim", "__init__", "solver_lanes"): (lambda n: gpu(solver_lanes=n), 1),
    ("GpuBatchSim", "__init__", "control_noise"): (lambda n: gpu(control_noise=(0.1, 0.1, n)), 0),
    ("GpuBatchSim", "nvrtc_version", "adapter"): (lambda n: cortenforge.GpuBatchSim.nvrtc_version(n), 0),
    ("GpuBatchSim", "compile_ahead", "contacts"): (compile_ahead("contacts"), 0),
    ("GpuBatchSim", "compile_ahead", "rows"): (compile_ahead("rows"), 0),
    ("GpuBatchSim", "compile_ahead", "smooth_lanes"): (compile_ahead("smooth_lanes"), 1),
    ("GpuBatchSim", "compile_ahead", "solver_lanes"): (compile_ahead("solver_lanes"), 1),
    ("GpuBatchSim", "compile_ahead", "control_noise"): (
        lambda n: cortenforge.GpuBatchSim.compile_ahead(MODEL, "nowhere", "sm_90", control_noise=(0.1, 0.1, n)), 0),
    ("GpuBatchSim", "step", "n"): (lambda n: gpu().step(n), 0),
    ("GpuBatchSim", "submit", "n"): (lambda n: gpu().submit(n), 0),
    ("GpuBatchSim", "profile", "n"): (lambda n: gpu().profile(n), 1),
    ("GpuBatchSim", "reset", "seed"): (lambda n: gpu().reset(noise=0.1, seed=n), 0),
    ("StepLimits", "contacts", ""): (limit("contacts"), 0),
    ("StepLimits", "bytes", ""): (limit("bytes"), 0),
    ("StepLimits", "memory", ""): (limit("memory"), 0),
    ("StepLimits", "solver_products", ""): (limit("solver_products"), 0),
    ("Renderer", "__init__", "width"): (lambda n: cortenforge.Renderer(MODEL, n, 10), 1),
    ("Renderer", "__init__", "height"): (lambda n: cortenforge.Renderer(MODEL, 10, n), 1),
    ("Renderer", "__init__", "max_geom"): (lambda n: cortenforge.Renderer(MODEL, 10, 10, max_geom=n), 0),
    ("Recording", "film", "width"): (lambda n: recording().film(width=n), 1),
    ("Recording", "film", "height"): (lambda n: recording().film(height=n), 1),
    ("viewer", "view", "worlds"): (lambda n: viewer.view(MODEL, worlds=n), 1),
    ("viewer", "launch", "worlds"): (lambda n: viewer.launch(MODEL, worlds=n), 1),
    ("viewer", "start", "port"): (lambda n: _serving.start(port=n), 0),
}  # fmt: skip

#: Arguments that are indices, whose errors say what there is, or sums of bits; and results that hold numbers of any kind.
INDICES = {"i", "keyframe", "spec"}

NAMES = {"control_noise": "seed of control_noise"}


@pytest.mark.parametrize("place", COUNTS, ids=lambda place: ".".join(place))
def test_numbers_below_the_least(place, tmp_path, monkeypatch):
    (tmp_path / "index.html").write_text("")
    monkeypatch.setenv("CORTENFORGE_PAGE", str(tmp_path))
    call, least = COUNTS[place]
    name = NAMES.get(place[2], place[2] or place[1])
    for value in (least - 1, -3, -(2**40), -(2**63) - 1, -(2**70)):
        with pytest.raises(ValueError, match=rf"`{name}` is {value}: give") as refused:
            call(value)
        assert "int too" not in str(refused.value) and "unsigned" not in str(refused.value)


def test_the_words_of_a_refusal():
    for call, words in [
        (lambda: batch().step(-3), "`n` is -3: give the number of steps, at least 0"),
        (lambda: cortenforge.BatchSim(MODEL, 1, threads=0), "`threads` is 0: give the number of threads, at least 1"),
        (lambda: batch().step(2**80), f"`n` is {2**80}: give the number of steps, at most {2**63 - 1}"),
        (lambda: batch().step(10**50), "`n` is above 1e38: give the number of steps, at most"),
        (lambda: batch().reset(noise=1, seed=-1), f"`seed` is -1: give a whole number from 0 to {2**64 - 1}"),
        (lambda: _serving.start(port=65536), "`port` is 65536: give 0 for a free port, or a number up to 65535"),
    ]:
        with pytest.raises(ValueError) as refused:
            call()
        assert words in str(refused.value)
    for wrong in ("3", 1.5, None):
        with pytest.raises(TypeError):
            batch().step(wrong)


def test_every_whole_number_of_the_stubs_is_in_the_table():
    stubs = ast.parse((pathlib.Path(cortenforge.__file__).parent / "_core.pyi").read_text())
    classes = {node.name: node for node in stubs.body if isinstance(node, ast.ClassDef)}
    found = set()
    for name in ("Data", "BatchSim", "GpuBatchSim"):
        for method in classes[name].body:
            if isinstance(method, ast.FunctionDef) and method.name != "_from_state":
                for argument in [*method.args.args, *method.args.kwonlyargs]:
                    if argument.annotation is not None and "SupportsIndex" in ast.unparse(argument.annotation):
                        found.add((name, method.name, argument.arg))
    counts = {place for place in found if place[2] not in INDICES}
    assert counts <= set(COUNTS), counts - set(COUNTS)
