"""The batch protocol: the example that uses every word of it, word by word, on the CPU and on a GPU."""

import importlib.util
import pathlib
import pickle
import warnings

import numpy as np
import pytest

import cortenforge

PATH = pathlib.Path(__file__).parents[3] / "examples/batch_protocol.py"
spec = importlib.util.spec_from_file_location("batch_protocol", PATH)
assert spec is not None and spec.loader is not None
protocol = importlib.util.module_from_spec(spec)
spec.loader.exec_module(protocol)

GPU = {"precision": "double", "visible": ["xpos", "sensordata"], "per_world": ["body_mass", "gravity"]}


@pytest.fixture(scope="module", params=["cpu", "gpu"])
def batch(request):
    if request.param == "gpu" and not cortenforge.GpuBatchSim.available():
        pytest.fail("no GPU, not even in software: apt-get install mesa-vulkan-drivers libvulkan1")
    return cortenforge.batch(protocol.ROD, protocol.N, device=request.param, **(GPU if request.param == "gpu" else {"threads": 2}))


PARTS = [
    protocol.names, protocol.steps, protocol.arrays, protocol.worlds, protocol.errors, protocol.saved, protocol.resets,
    protocol.parameters, protocol.pickled,
]  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_words(batch, part):
    part(batch)


def test_devices():
    protocol.devices()


def test_both_give_the_same_noise():
    states = []
    for some in (cortenforge.batch(protocol.ROD, 3), cortenforge.batch(protocol.ROD, 3, device="gpu", precision="double")):
        some.reset(noise=0.1, seed=11)
        states.append(np.hstack([some.get("qpos"), some.get("qvel")]))
    np.testing.assert_allclose(states[0], states[1], rtol=0, atol=1e-12)


def test_noise_is_independent_of_worlds_and_threads():
    free = "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>"
    found = []
    for n, threads in ((2, 1), (9, 4)):
        some = cortenforge.batch(free, n, threads=threads)
        some.reset(noise=(0.5, 0.25), seed=3)
        found.append(some.get("qpos")[:2])
        np.testing.assert_allclose(np.linalg.norm(some.get("qpos")[:, 3:], axis=1), 1, rtol=1e-12)
    np.testing.assert_array_equal(found[0], found[1])
    some.reset(noise=0.5)
    before = some.get("qpos")
    some.reset(noise=0.5)
    assert (some.get("qpos") != before).any(), "without a seed the numbers are new"


def test_results_of_every_step():
    some, other = (cortenforge.BatchSim(cortenforge.Model.from_string(protocol.ROD), 3, threads=2) for _ in range(2))
    ctrl = np.random.default_rng(1).uniform(-1, 1, (7, 3, 1))
    state, sensordata = np.zeros((7, 3, 3)), np.zeros((7, 3, 1))
    assert some.step(7, ctrl=ctrl, state=state, sensordata=sensordata) == [None] * 3
    for t in range(7):
        last = np.zeros((3, 3))
        other.step(ctrl=ctrl[t], state=last)
        np.testing.assert_array_equal(state[t], last)
        np.testing.assert_array_equal(sensordata[t], other.get("sensordata"))
    ctrl[3, 1] = np.nan
    some.reset()
    errors = some.step(7, ctrl=ctrl, state=state)
    assert [error is None for error in errors] == [True, False, True]
    np.testing.assert_array_equal(state[3:, 1], np.repeat(state[2:3, 1], 4, axis=0))
    for wrong in (np.zeros((6, 3, 3)), np.zeros((3, 2))):
        with pytest.raises(ValueError, match=r"`state` has shape .*: give \(3, 3\) for the end of the call, or \(7, 3, 3\)"):
            some.step(7, state=wrong)


def test_auto_takes_the_cpu_with_a_warning_where_a_gpu_does_not_run_the_model():
    slow = protocol.ROD.replace("<worldbody>", "<option solver='PGS'/><worldbody>")
    with pytest.warns(RuntimeWarning, match="the worlds run on the CPU: "):
        some = cortenforge.batch(slow, 2, device="auto", cpu={"threads": 1})
    assert (some.device, some.threads) == ("cpu", 1)
    with pytest.raises(TypeError, match="`threads` is no option of device='auto'"):
        cortenforge.batch(slow, 2, device="auto", threads=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cortenforge.batch(protocol.ROD, 2, device="auto").threads is None


def test_a_pickled_batch_keeps_its_class():
    some = cortenforge.BatchSim(cortenforge.Model.from_string(protocol.ROD), 2)
    again = pickle.loads(pickle.dumps(some))
    assert type(again) is cortenforge.BatchSim and again.threads == some.threads


def on_both(some: cortenforge.Batch) -> int:
    """Type-checked: both classes are batches."""
    return some.nworld


def test_both_are_batches():
    model = cortenforge.Model.from_string(protocol.ROD)
    cpu: cortenforge.BatchSim = cortenforge.BatchSim(model, 2)
    gpu: cortenforge.GpuBatchSim = cortenforge.GpuBatchSim(model, 3)
    assert on_both(cpu) == 2 and on_both(gpu) == 3
    assert isinstance(cpu, cortenforge.Batch) and isinstance(gpu, cortenforge.Batch) and not isinstance(model, cortenforge.Batch)
