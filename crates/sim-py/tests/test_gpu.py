"""Many worlds on a GPU: Mesa's in software on machines without a GPU. The models are tiny: a driver compiles their shaders."""

import gc
import os
import platform
import subprocess
import sys
import threading

import numpy as np
import pytest

import cortenforge

ROD = """
<mujoco>
  <worldbody>
    <body name="rod" pos="0 0 1">
      <joint name="pivot" axis="0 1 0" damping=".05"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/>
    </body>
  </worldbody>
  <actuator><motor name="torque" joint="pivot"/></actuator>
  <keyframe><key name="up" qpos="3" qvel=".5"/></keyframe>
</mujoco>
"""

#: More than the worlds that lie side by side on the GPU.
WORLDS = 40


@pytest.fixture(scope="module", autouse=True)
def gpu():
    # asked for here, so that the tests of other files run without the threads of a driver
    if not cortenforge.GpuBatchSim.available():
        pytest.fail("no GPU, not even in software: apt-get install mesa-vulkan-drivers libvulkan1")


@pytest.fixture(scope="module")
def model():
    return cortenforge.Model.from_string(ROD)


@pytest.fixture(scope="module")
def shared(model):
    """One batch for all tests that leave its worlds alike: what is compiled once is used by all."""
    return cortenforge.GpuBatchSim(model, WORLDS, precision="double", visible=["xpos", "qacc", "sensordata"],
                                   per_world=["body_mass", "gravity", "qpos0"])  # fmt: skip


@pytest.fixture
def batch(shared, model):
    shared.override(body_mass=model.body_mass, gravity=model.opt.gravity, qpos0=model.qpos0)
    shared.reset()
    for field in ("ctrl", "qfrc_applied", "xfrc_applied"):
        shared.set(field, 0)
    return shared


def close(found, wanted):
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-12)


def test_equals_the_cpu(batch, model):
    reference = cortenforge.BatchSim(model, WORLDS)
    control = np.linspace(-1, 1, WORLDS)[:, None]
    assert batch.step(150, ctrl=control) == reference.step(150, ctrl=control) == [None] * WORLDS
    for field in ("time", "qpos", "qvel", "ctrl", "xpos", "qacc", "sensordata", "eq_active"):
        found, wanted = batch.get(field), reference.get(field)
        assert found.shape == wanted.shape, field
        close(found, wanted)
    assert batch.get("qpos").dtype == np.float64 and batch.get("eq_active").dtype == np.int32


def test_views_are_current_and_count(shared, model):
    """Without CUDA's kernels a view is an array on the host that calls copy from and to, as a warning says once."""
    batch = cortenforge.GpuBatchSim(model, 3, precision="double", visible=["xpos"], compiler="driver")
    with pytest.warns(RuntimeWarning, match="copies through the host"):
        positions = batch.view("qpos")
    controls, places, status = batch.view("ctrl"), batch.view("xpos"), batch.view("status")
    assert positions.shape == (3, 1) and places.shape == (3, 2, 3) and status.dtype == "int32"
    assert batch.view("qpos").__dlpack_device__() == (1, 0) and batch.stream is None
    with pytest.raises(AttributeError, match="numpy.asarray"):
        positions.__cuda_array_interface__
    rows, inputs = np.asarray(positions), np.asarray(controls)
    rows[:] = [[0.1], [0.2], [np.nan]]
    inputs[:] = 0.5
    reference = cortenforge.BatchSim(model, 3)
    reference.set("qpos", rows)
    reference.set("ctrl", inputs)
    batch.submit(4)
    reference.submit(4)
    batch.wait()
    reference.wait()
    close(rows[:2], reference.get("qpos")[:2])
    close(np.asarray(places)[:2], reference.get("xpos")[:2])
    assert np.asarray(status).ravel().tolist()[:2] == [0, 0] and np.asarray(status)[2] != 0
    assert [error is None for error in batch.errors] == [True, True, False]
    assert [str(error) for error in batch.errors] == [str(error) for error in reference.errors]
    batch.reset([2])
    assert rows[2] == 0 and batch.errors == [None] * 3
    with pytest.raises(KeyError, match="does not keep 'xquat'"):
        batch.view("xquat")
    with pytest.raises(TypeError, match="no stream of CUDA"):
        batch.stream = 7
    batch.stream = None


def test_friction_of_worlds_is_mixed_at_the_contact():
    text = """<mujoco><option tolerance="1e-15"/><worldbody><geom type="plane" size="5 5 .1" friction=".3 .01 .001"/>
      <body pos="0 0 .0999"><freejoint/><geom size=".1" friction=".2 .005 .0001"/></body>
      <body pos="1 0 .0999"><freejoint/><geom size=".1" priority="1" friction=".9 .005 .0001"/></body>
      </worldbody></mujoco>"""
    model = cortenforge.Model.from_string(text)
    on_gpu = cortenforge.GpuBatchSim(model, 3, precision="double", per_world=["geom_friction"])
    batches: list[cortenforge.Batch] = [cortenforge.BatchSim(model, 3), on_gpu]
    friction = np.tile(model.geom_friction, (3, 1, 1))
    friction[1, 0, 0], friction[2, 2, 0], friction[0, 1, 0] = 1.5, 0.05, 0.7
    assert on_gpu.bytes_per_world > 0
    for batch in batches:
        batch.override(geom_friction=friction)
        batch.set("qvel", [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
        assert batch.step(20) == [None] * 3
    # the solvers end in minima that differ by their rounding
    np.testing.assert_allclose(batches[1].get("qvel"), batches[0].get("qvel"), rtol=0, atol=1e-9)
    spread = np.ptp(batches[0].get("qvel"), axis=0)
    assert spread[0] > 1e-3 and spread[7] > 1e-3, "the worlds do differ"
    assert batches[1].model_of(1).geom_friction[0, 0] == 1.5


def test_controls_of_every_step(batch, model):
    reference = cortenforge.BatchSim(model, WORLDS)
    control = np.random.default_rng(1).uniform(-1, 1, (30, WORLDS, model.nu))
    assert batch.step(30, ctrl=control) == [None] * WORLDS
    for rows in control:
        reference.step(ctrl=rows)
    close(batch.get("qpos"), reference.get("qpos"))
    close(batch.get("ctrl"), control[-1])
    with pytest.raises(ValueError, match=r"ctrl of 2 steps has shape \(2, 40, 1\), not \(30, 40, 1\)"):
        batch.step(2, ctrl=control)
    with pytest.raises(ValueError, match=r"'ctrl' has shape \(40, 1\), not \(3, 1\)"):
        batch.step(ctrl=np.zeros((3, 1)))


def test_controls_of_every_step_for_all_worlds(batch, model):
    control = np.random.default_rng(2).uniform(-1, 1, (300, 1, model.nu))
    batch.set("qpos", np.linspace(0, 1, WORLDS)[:, None])
    kept = batch.save()
    assert batch.step(300, ctrl=control) == [None] * WORLDS
    shared = batch.get("qpos")
    np.testing.assert_array_equal(batch.get("ctrl"), np.repeat(control[-1], WORLDS, axis=0))
    batch.restore(kept)
    batch.step(300, ctrl=np.repeat(control, WORLDS, axis=1))
    np.testing.assert_array_equal(batch.get("qpos"), shared)
    batch.restore(kept)
    batch.step(2, ctrl=np.full((1, 1, model.nu), 0.5))  # one row for all steps, too
    held = batch.get("qpos")
    batch.restore(kept)
    batch.step(2, ctrl=0.5)
    np.testing.assert_array_equal(batch.get("qpos"), held)
    with pytest.raises(ValueError, match=r"ctrl of 2 steps has shape \(2, 1, 1\), not \(300, 1, 1\)"):
        batch.step(2, ctrl=control)


def test_errors_stay_in_their_world(batch):
    control = np.zeros((4, WORLDS, 1))
    control[1, 35] = np.nan
    errors = batch.step(4, ctrl=control)
    assert [i for i, error in enumerate(errors) if error] == [35] and batch.errors[35] is errors[35]
    error = errors[35]
    assert isinstance(error, cortenforge.StepError) and (error.kind, error.world) == ("BadControl", 35)
    assert "ctrl[0] of actuator 'torque'" in str(error) and error.time == 0.002
    close(batch.get("time")[[0, 35]], [0.008, 0.002])
    batch.reset([error is not None for error in errors])
    assert batch.errors == [None] * WORLDS
    close(batch.get("time")[[0, 35]], [0.008, 0])
    batch.set("qpos", np.where(np.arange(WORLDS) == 3, np.inf, 0)[:, None])
    assert [error is None for error in batch.forward()].count(False) == 1
    assert batch.errors[3].kind == "BadPosition"


def test_resets(batch):
    batch.step(3, ctrl=1.0)
    batch.reset(keyframe="up")
    close(batch.get("qpos"), 3)
    close(batch.get("qvel"), 0.5)
    batch.reset([1, -1])
    close(batch.get("qpos")[[0, 1, 2, -1], 0], [3, 0, 3, 0])
    batch.reset(np.zeros(WORLDS, bool))
    close(batch.get("qpos")[0], 3)
    with pytest.raises(KeyError):
        batch.reset(keyframe="down")
    with pytest.raises(IndexError):
        batch.reset([WORLDS])


def test_fields_in_and_out(batch, model):
    batch.set("qvel", np.arange(WORLDS)[:, None])
    out = np.zeros((WORLDS, 1), np.float32)
    assert batch.get("qvel", out) is out and out[7] == 7
    batch.set("qpos", 0.25)
    close(batch.get("qpos"), 0.25)
    with pytest.raises(ValueError, match=r"'qvel' should have shape \(40, 1\)"):
        batch.get("qvel", np.zeros(3))
    with pytest.raises(ValueError, match=r"'qpos' has shape \(40, 1\), not \(2, 1\)"):
        batch.set("qpos", np.zeros((2, 1)))
    with pytest.raises(KeyError, match="name it in `visible`"):
        batch.get("xquat")
    with pytest.raises(ValueError, match=r"`xpos` is computed by forward\(\): set .*qpos"):
        batch.set("xpos", 0)
    with pytest.raises(KeyError, match=r"`body_mass` is a parameter of the model: use override\(body_mass=...\)"):
        batch.set("body_mass", 0)
    for field in ("status", "nothing"):
        with pytest.raises(KeyError, match=f"no array of a fixed size is called '{field}'"):
            batch.set(field, 0)
    # other libraries take the array without a copy
    array = batch.get("qpos")
    np.testing.assert_array_equal(np.from_dlpack(array), array)
    assert np.shares_memory(np.from_dlpack(array), array)


def test_fields_for_other_libraries(batch, model):
    batch.set("qpos", np.linspace(0, 1, WORLDS)[:, None])
    seen = batch.read_device("qpos")
    assert (seen.shape, seen.dtype, len(seen)) == ((WORLDS, 1), "float64", WORLDS) and "GpuArray" in repr(seen)
    then = batch.get("qpos")
    batch.step(3)
    np.testing.assert_array_equal(np.asarray(seen), then)
    assert np.asarray(seen, np.float32).dtype == np.float32
    assert batch.read_device("eq_active").shape == (WORLDS, 0) and batch.read_device("status").dtype == "int32"
    # where memory is shared with CUDA this stays in device memory
    batch.set("qvel", seen)
    np.testing.assert_array_equal(batch.get("qvel"), then)
    batch.step(2, ctrl=batch.read_device("qvel"))
    with pytest.raises(KeyError, match="name it in `visible`"):
        batch.read_device("xquat")
    # the host is reached in any case, by a copy where it must be
    on_host = np.from_dlpack(seen, device="cpu")
    np.testing.assert_array_equal(on_host, then)
    if batch.no_cuda is None:
        assert seen.__dlpack_device__()[0] == 2 and "CUDA" in repr(seen)
        with pytest.raises(ValueError, match=r"'ctrl' takes a CUDA tensor of shape \(40, 1\), not \(40, 2, 3\)"):
            batch.set("ctrl", batch.read_device("xpos"))
        with pytest.raises(BufferError, match="clone the tensor"):
            seen.__dlpack__(copy=True)
    else:
        assert seen.__dlpack_device__() == (1, 0) and "on the host" in repr(seen)
        assert np.shares_memory(on_host, np.asarray(seen))
        assert not np.shares_memory(np.from_dlpack(seen, copy=True), np.asarray(seen))
        with pytest.raises(BufferError, match=r"on device \(1, 0\) of DLPack, not on \(2, 0\)"):
            seen.__dlpack__(dl_device=(2, 0))


class OnAnotherGpu:
    """What a CUDA tensor looks like to a batch that shares no memory with CUDA."""

    def __init__(self, values):
        self.values, self.shape = values, np.shape(values)

    def __dlpack_device__(self):
        return (2, 0)


class Tensor(OnAnotherGpu):
    def cpu(self):
        return self.values


def test_tensors_of_cuda_come_through_the_host_where_no_memory_is_shared(batch):
    if batch.no_cuda is None:
        return
    rows = np.linspace(0, 1, WORLDS)[:, None]
    batch.set("ctrl", Tensor(rows))
    np.testing.assert_array_equal(batch.get("ctrl"), rows)
    batch.step(2, ctrl=Tensor(np.stack([rows, 2 * rows])))
    np.testing.assert_array_equal(batch.get("ctrl"), 2 * rows)
    with pytest.raises(TypeError, match="copy them to the host"):
        batch.set("ctrl", OnAnotherGpu(rows))


def test_nvrtc_without_a_gpu_of_nvidia_is_rejected_with_a_reason(batch, model):
    if batch.no_cuda is None:
        pytest.skip("this GPU has CUDA")
    with pytest.raises(RuntimeError, match="kernels for CUDA: ") as refused:
        cortenforge.GpuBatchSim(model, 2, compiler="nvrtc")
    assert batch.no_cuda in str(refused.value)


def test_the_best_compiler_is_the_driver_without_a_gpu_of_nvidia(batch, model):
    # which is usual
    best = cortenforge.GpuBatchSim(model, 2)
    assert cortenforge.GpuBatchSim(model, 2, compiler="best").compiler == best.compiler
    assert best.compiler == ("driver" if batch.no_cuda is not None else "nvrtc")
    assert best.step(3) == [None, None]
    if batch.no_cuda is not None:
        with pytest.raises(RuntimeError, match="kernels for CUDA: "):
            cortenforge.GpuBatchSim.nvrtc_version()


@pytest.mark.skipif(sys.platform != "linux" or platform.machine() != "x86_64", reason="no package of NVRTC is pinned there")
def test_kernels_are_compiled_ahead_by_the_package_of_nvrtc(model, tmp_path):
    # without LD_LIBRARY_PATH: the package is found by itself
    times = cortenforge.GpuBatchSim.compile_ahead(model, tmp_path, "sm_90", control_noise=(0.1, 0.0, 1))
    assert {"noise", "smooth", "solve", "move"} - set(times) <= {"solve"}
    kernels = sorted(tmp_path.iterdir())
    # small and large batches have kernels of the same names
    assert len(kernels) > len(times) and all(kernel.suffix == ".cubin" for kernel in kernels)
    with pytest.raises(RuntimeError, match="does not compile for 'sm_1'.*name an architecture such as sm_90"):
        cortenforge.GpuBatchSim.compile_ahead(model, tmp_path, "sm_1")
    with pytest.raises(RuntimeError, match="could not be written to"):
        cortenforge.GpuBatchSim.compile_ahead(model, kernels[0], "sm_90")


def test_kernels_are_timed(batch):
    try:
        kernels = batch.profile(3)
    except RuntimeError as error:
        assert "no timestamps" in str(error)
        return
    assert all(set(kernel) == {"name", "microseconds", "lanes", "workgroup_bytes"} for kernel in kernels)
    assert {"smooth", "move"} <= {kernel["name"] for kernel in kernels}
    # three steps were taken
    close(batch.get("time"), np.full((WORLDS,), 3 * batch.model.opt.timestep))


def test_tensors_of_pytorch(model):
    torch = pytest.importorskip("torch")
    batch = cortenforge.GpuBatchSim(model, WORLDS)
    torques = torch.linspace(0, 1, WORLDS).reshape(WORLDS, 1)
    if batch.no_cuda is None:
        torques = torques.to(f"cuda:{batch.read_device('ctrl').__dlpack_device__()[1]}")
    batch.step(5, ctrl=torques)
    seen = torch.from_dlpack(batch.read_device("ctrl"))
    assert seen.device == torques.device and torch.equal(seen, torques)
    for _ in range(100):
        batch.step(1, ctrl=torch.from_dlpack(batch.read_device("qpos")) * 0.5)
    kept = torch.from_dlpack(batch.read_device("qpos"))
    then = batch.get("qpos")
    batch.step(1)
    np.testing.assert_array_equal(kept.cpu().numpy(), then)
    if batch.no_cuda is None:
        for wrong in (torques.double(), torques.expand(WORLDS, 2)[:, :1], torques[0]):
            with pytest.raises(ValueError):
                batch.set("ctrl", wrong)
        with pytest.raises(TypeError, match="float32"):
            batch.set("ctrl", torques.half())


def test_fields_are_read_as_they_were(batch):
    batch.step(3, ctrl=0.5)
    reading = batch.begin_read("qpos", "time", "sensordata")
    then = batch.get("qpos")
    batch.step(5)
    assert reading.ready()
    seen = reading.finish()
    assert list(seen) == ["qpos", "time", "sensordata"] and seen["sensordata"].shape == (WORLDS, 0)
    np.testing.assert_array_equal(seen["qpos"], then)
    assert not np.array_equal(seen["qpos"], batch.get("qpos"))
    for late in (reading.finish, reading.ready):
        with pytest.raises(RuntimeError, match="returned these fields already"):
            late()
    with pytest.raises(KeyError, match="xquat"):
        batch.begin_read("qpos", "xquat")


def test_states_are_saved_on_the_gpu(batch):
    batch.step(5, ctrl=np.linspace(0, 1, WORLDS)[:, None])
    saved, then = batch.save(), batch.get("qpos")
    assert len(saved) == WORLDS
    batch.step(20)
    batch.restore(saved)
    np.testing.assert_array_equal(batch.get("qpos"), then)
    with pytest.raises(TypeError):
        batch.restore(then)


def test_single_worlds(batch, model):
    batch.step(5, ctrl=1.0)
    world = batch.world(-1)
    assert world.time == pytest.approx(0.01)
    close(world.qpos, batch.get("qpos")[-1])
    close(world.xpos, batch.get("xpos")[-1])
    world.step()
    batch.set_world(3, world)
    close(batch.get("qpos")[3], world.qpos)
    close(batch.get("time")[[2, 3]], [0.01, 0.012])
    other = cortenforge.Model.from_string("<mujoco/>").make_data()
    with pytest.raises(ValueError, match="other sizes"):
        batch.set_world(0, other)
    for i in (WORLDS, -WORLDS - 1):
        with pytest.raises(IndexError):
            batch.world(i)


def test_worlds_with_parameters_of_their_own(batch, model):
    reference = cortenforge.BatchSim(model, WORLDS)
    mass = model.body_mass * np.linspace(0.5, 2, WORLDS)[:, None]
    for some in (batch, reference):
        some.override(body_mass=mass)
        some.override([1, 2], gravity=[0, 0, -1.62])
        some.set("ctrl", 0.3)
        some.step(50)
    close(batch.get("qpos"), reference.get("qpos"))
    close(batch.model_of(1).body_mass, mass[1])
    assert batch.model_of(1).opt.gravity[2] == -1.62 and batch.model_of(0).opt.gravity[2] == -9.81
    assert batch.world(1).model.opt.gravity[2] == -1.62
    batch.override(qpos0=np.linspace(0, 1, WORLDS)[:, None])
    batch.reset([0, WORLDS - 1])
    close(batch.get("qpos")[[0, -1], 0], [0, 1])
    with pytest.raises(ValueError, match="'body_mass' has shape"):
        batch.override(body_mass=np.ones((3, 2)))
    with pytest.raises(KeyError, match="name it in `per_world`"):
        batch.override(dof_damping=0.1)
    with pytest.raises(KeyError, match="called 'nothing'"):
        batch.override(nothing=1)
    batch.override([], body_mass=1)


def test_single_precision_and_names(model):
    batch = cortenforge.GpuBatchSim(model, 3, adapter=0)
    assert (len(batch), batch.nworld, batch.precision, batch.model) == (3, 3, "single", model)
    assert batch.get("qpos").dtype == np.float32 and 0 < batch.bytes_per_world < 10_000
    assert batch.adapter == cortenforge.GpuBatchSim.adapters()[0]["name"] and batch.adapter in repr(batch)
    assert batch.model_of(1) is batch.world(1).model is model
    assert batch.step(100, ctrl=0.5) == [None] * 3
    world = model.make_data()
    world.ctrl = 0.5
    world.step(100)
    np.testing.assert_allclose(batch.get("qpos")[1], world.qpos, rtol=1e-4)


def test_noise_on_the_controls(model):
    batch, other = (cortenforge.GpuBatchSim(model, 3, control_noise=(0.5, 0.1, seed)) for seed in (1, 2))
    batch.step(4, ctrl=0.25)
    other.step(4)
    first = batch.get("control_noise")
    assert first.shape == (3, model.nu) and first.dtype == np.float32
    assert len(np.unique(first)) == 3 and not np.array_equal(first, other.get("control_noise"))
    np.testing.assert_array_equal(batch.get("ctrl"), np.full((3, model.nu), 0.25))
    np.testing.assert_array_equal(batch.get("noise_step"), [4, 4, 4])
    kept = batch.save()
    batch.reset()
    np.testing.assert_array_equal(batch.get("control_noise"), np.zeros((3, model.nu)))
    batch.set("noise_step", [0, 9, 0])
    batch.step(4)
    np.testing.assert_array_equal(batch.get("control_noise") == first, [[True], [False], [True]])
    batch.restore(kept)
    np.testing.assert_array_equal(batch.get("control_noise"), first)
    batch.set("control_noise", [[1], [2], [3]])
    np.testing.assert_array_equal(batch.get("control_noise"), [[1], [2], [3]])
    with pytest.raises(ValueError, match="control_noise.time_constant.*-1.*give seconds"):
        cortenforge.GpuBatchSim(model, 2, control_noise=(0.01, -1, 0))
    with pytest.raises(KeyError, match="control_noise"):
        cortenforge.GpuBatchSim(model, 2).set("noise_step", 0)
    with pytest.raises(KeyError, match="control_noise"):
        cortenforge.GpuBatchSim(model, 2).set("control_noise", 0)


def test_what_a_gpu_lacks_is_reported(model):
    assert cortenforge.GpuBatchSim.missing(model) == []
    slow = cortenforge.Model.from_string(ROD.replace("<worldbody>", "<option solver='PGS'/><worldbody>"))
    (reason,) = cortenforge.GpuBatchSim.missing(slow)
    assert 'set <option solver="Newton"/> or "CG"' in reason
    with pytest.raises(cortenforge.FatalError, match='set <option solver="Newton"/> or "CG"'):
        cortenforge.GpuBatchSim(slow, 2)
    with pytest.raises(RuntimeError, match="no adapter has 'no such GPU' in its name; there are: "):
        cortenforge.GpuBatchSim(model, 2, adapter="no such GPU")
    with pytest.raises(TypeError, match="part of its name"):
        cortenforge.GpuBatchSim(model, 2, adapter=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'single' or 'double', not 'half'"):
        cortenforge.GpuBatchSim(model, 2, precision="half")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'driver', 'nvrtc' or 'best', not 'gcc'"):
        cortenforge.GpuBatchSim(model, 2, compiler="gcc")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="solver_lanes.*power of two"):
        cortenforge.GpuBatchSim(model, 2, solver_lanes=3)
    with pytest.raises(ValueError, match="smooth_lanes.*power of two"):
        cortenforge.GpuBatchSim(model, 2, smooth_lanes=0)
    with pytest.raises(ValueError, match="`nworld` is -1: give the number of worlds"):
        cortenforge.GpuBatchSim(model, -1)
    with pytest.raises(MemoryError, match="smaller batches"):
        cortenforge.GpuBatchSim(model, 2**60)
    assert cortenforge.GpuBatchSim(model, 0, rows=2**60, contacts=2**60).step() == []
    with pytest.raises(KeyError, match="nothing"):
        cortenforge.GpuBatchSim(model, 2, visible=["nothing"])
    with pytest.raises(KeyError, match="nothing"):
        cortenforge.GpuBatchSim(model, 2, per_world=["nothing"])


def test_other_threads_run_meanwhile(batch):
    """The interpreter's lock is free while the GPU works, and calls of several threads wait for each other."""
    threads = [threading.Thread(target=batch.step, args=(20,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    close(batch.get("time"), 80 * 0.002)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_process_must_make_its_own(batch):
    gc.collect()
    child = os.fork()
    if child == 0:
        try:
            batch.get("qpos")
        except RuntimeError as error:
            os._exit(0 if "forked" in str(error) else 1)
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="drivers are found in another way")
def test_a_machine_without_a_gpu_gets_advice():
    code = (
        "import cortenforge as c\n"
        "assert not c.GpuBatchSim.available() and c.GpuBatchSim.adapters() == []\n"
        "try: c.GpuBatchSim(c.Model.from_string('<mujoco/>'), 1)\n"
        "except RuntimeError as error: assert 'install a Vulkan driver' in str(error), error\n"
        "else: raise SystemExit('no error')\n"
    )
    hidden = {**os.environ, "VK_DRIVER_FILES": "/nowhere", "VK_ICD_FILENAMES": "/nowhere"}
    subprocess.run([sys.executable, "-c", code], env=hidden, check=True)
