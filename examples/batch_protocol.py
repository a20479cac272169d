"""Every word of the batch protocol, on the CPU and, when there is one, on a GPU.

    python examples/batch_protocol.py

`cortenforge.batch` makes a batch on a device. What follows is the same program for both.
"""

import importlib
import pickle
import tempfile
from pathlib import Path
from typing import Any, Literal

import numpy as np

import cortenforge

ROD = """
<mujoco model="rod">
  <worldbody>
    <body name="rod" pos="0 0 1">
      <joint name="pivot" axis="0 1 0" damping=".05"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/>
    </body>
  </worldbody>
  <actuator><motor name="torque" joint="pivot"/></actuator>
  <sensor><jointpos joint="pivot"/></sensor>
  <keyframe><key name="up" qpos="3" qvel=".5"/></keyframe>
</mujoco>
"""

N = 6

#: Numbers on the host, as DLPack counts devices.
CPU = 1


def raises(kind: type[Exception], words: str, call: Any, *arguments: Any, **named: Any) -> None:
    """Checks that a call is refused, with words that say why."""
    try:
        call(*arguments, **named)
    except kind as error:
        assert words in str(error), f"{words!r} is not in: {error}"
    else:
        raise AssertionError(f"no {kind.__name__}")


def close(found: Any, wanted: Any) -> None:
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-9)


def names(batch: cortenforge.Batch) -> None:
    assert isinstance(batch, cortenforge.Batch)
    assert (batch.nworld, len(batch)) == (N, N) and batch.model.nu == 1
    assert (batch.threads is None) == (batch.device != "cpu")
    assert f"('rod', nworld={N}, device='{batch.device}'" in repr(batch)


def steps(batch: cortenforge.Batch) -> None:
    batch.reset()
    held = np.linspace(-1, 1, N)[:, None]
    assert batch.step(4, ctrl=held) == [None] * N
    close(batch.get("ctrl"), held)
    then = batch.get("qpos")
    batch.reset()
    assert batch.step(4, ctrl=np.repeat(held[None], 4, axis=0)) == [None] * N
    close(batch.get("qpos"), then)
    assert batch.step(3, ctrl=np.array([0.1, 0.2, 0.3]).reshape(3, 1, 1)) == [None] * N
    close(batch.get("ctrl"), 0.3)
    raises(ValueError, "ctrl of 2 steps has shape", batch.step, 2, ctrl=np.zeros((5, N, 1)))
    raises(ValueError, "`n` is -1: give the number of steps", batch.step, -1)

    state, sensordata = np.zeros((2, N, 3)), np.zeros((2, N, 1))  # time, qpos, qvel; the angle
    if batch.device == "cpu":
        batch.step(2, state=state, sensordata=sensordata)
        close(state[-1, :, 1], batch.get("qpos")[:, 0])
        close(state[:, :, 0], np.array([[0.016], [0.018]]) * np.ones(N))
        assert (sensordata[1] != sensordata[0]).any()
    else:
        raises(NotImplementedError, "`state`", batch.step, 2, state=state)
        raises(NotImplementedError, "`sensordata`", batch.step, 2, sensordata=sensordata)


def arrays(batch: cortenforge.Batch) -> None:
    batch.reset()
    batch.set("qpos", np.linspace(0, 1, N)[:, None])
    out = np.zeros((N, 1))
    assert batch.get("qpos", out) is out
    close(out[:, 0], np.linspace(0, 1, N))
    batch.set("qvel", 0.5)
    close(batch.get("qvel"), 0.5)
    assert batch.forward() == [None] * N
    close(batch.get("xpos")[:, 1], np.tile([0, 0, 1], (N, 1)))
    raises(ValueError, "`xpos` is computed by forward(): set", batch.set, "xpos", 0)
    raises(KeyError, "nothing", batch.get, "nothing")
    raises(ValueError, "shape", batch.set, "qpos", np.zeros((N + 1, 1)))
    views(batch)


def views(batch: cortenforge.Batch) -> None:
    batch.reset()
    positions = batch.view("qpos")
    rows: Any
    if isinstance(positions, list):
        rows = positions
    elif positions.__dlpack_device__()[0] == CPU:
        rows = np.asarray(positions)  # shares its memory
    else:
        rows = importlib.import_module("torch").from_dlpack(positions)
    rows[2][:] = 7
    close(batch.get("qpos")[2], 7)
    batch.submit(3)
    assert batch.errors == [None] * N
    for row, now in zip(rows, batch.get("qpos"), strict=True):
        close(np.asarray(row.tolist()), now)
    raises(KeyError, "nothing", batch.view, "nothing")


def worlds(batch: cortenforge.Batch) -> None:
    batch.reset()
    batch.step(5, ctrl=1.0)
    world = batch.world(-1)
    close(world.qpos, batch.get("qpos")[-1])
    world.step(3)
    close(batch.get("time")[-1], 0.01)  # a copy
    batch.set_world(1, world)
    close(batch.get("qpos")[1], world.qpos)
    close(batch.get("time"), [0.01, 0.016, 0.01, 0.01, 0.01, 0.01])
    for i in (N, -N - 1):
        raises(IndexError, f"there is no world {i}", batch.world, i)
        raises(IndexError, f"there is no world {i}", batch.set_world, i, world)


def errors(batch: cortenforge.Batch) -> None:
    batch.reset()
    batch.set("qpos", np.where(np.arange(N) == 3, np.nan, 0)[:, None])
    found = batch.step()
    assert [i for i, error in enumerate(found) if error is not None] == [3]
    error = batch.errors[3]
    assert error is not None and error.world == 3 and str(error).startswith("world 3: ")
    batch.reset([3])
    assert batch.errors == [None] * N


def saved(batch: cortenforge.Batch) -> None:
    batch.reset()
    batch.set("qpos", np.arange(N)[:, None])
    states = batch.save()
    assert len(states) == N
    batch.step(5, ctrl=0.3)
    batch.restore(states)
    close(batch.get("qpos")[:, 0], np.arange(N))
    close(batch.get("time"), 0)
    batch.reset([0, 2], states=states, rows=[5, 4])
    close(batch.get("qpos")[:, 0], [5, 1, 4, 3, 4, 5])
    batch.reset(states=states)
    close(batch.get("qpos")[:, 0], np.arange(N))
    raises(IndexError, "there is no row 9", batch.reset, [0], states=states, rows=[9])
    raises(ValueError, "`rows` is given without `states`", batch.reset, rows=[0] * N)


def resets(batch: cortenforge.Batch) -> None:
    batch.reset(keyframe="up")
    close(batch.get("qpos"), 3)
    close(batch.get("qvel"), 0.5)
    batch.reset([True] + [False] * (N - 1))
    close(batch.get("qpos")[:2, 0], [0, 3])
    batch.reset([1], keyframe=0)
    raises(KeyError, "down", batch.reset, keyframe="down")
    raises(ValueError, "the mask has 2 entries: give one for each of the 6 worlds", batch.reset, [True, False])
    raises(IndexError, "there is no world 6", batch.reset, [N])

    batch.reset(noise=(0.1, 0.2), seed=5)
    first = batch.get("qpos"), batch.get("qvel")
    assert len(np.unique(first[0])) == N and np.abs(first[0]).max() < 1
    batch.reset(noise=(0.1, 0.2), seed=5)
    close(batch.get("qpos"), first[0])
    batch.reset([4], noise=(0.1, 0.0), seed=6)
    assert batch.get("qpos")[4] != first[0][4] and batch.get("qvel")[4] == 0
    close(batch.get("qpos")[:4], first[0][:4])
    raises(ValueError, "`position` is -1", batch.reset, noise=-1.0, seed=1)
    raises(ValueError, "`seed` is 3 without `noise`", batch.reset, seed=3)


def parameters(batch: cortenforge.Batch) -> None:
    batch.reset()
    mass = batch.model.body_mass
    batch.override([1, 2], body_mass=2 * mass)
    batch.override(gravity=[0, 0, -1])
    close(batch.model_of(2).body_mass, 2 * mass)
    close(batch.model_of(0).opt.gravity, [0, 0, -1])
    batch.clear_override([1])
    close(batch.model_of(1).body_mass, mass)
    close(batch.model_of(2).body_mass, 2 * mass)
    batch.clear_override()
    close(batch.model_of(2).body_mass, mass)
    close(batch.model_of(2).opt.gravity, [0, 0, -9.81])
    raises(KeyError, "nothing", batch.override, nothing=1)


def pickled(batch: cortenforge.Batch) -> None:
    batch.reset()
    batch.override([0], body_mass=3 * batch.model.body_mass)
    batch.step(5, ctrl=np.linspace(-1, 1, N)[:, None])
    copy: cortenforge.Batch = pickle.loads(pickle.dumps(batch))
    assert repr(copy) == repr(batch)
    close(copy.model_of(0).body_mass, batch.model_of(0).body_mass)
    for each in (copy, batch):
        each.step(5)
    np.testing.assert_array_equal(copy.get("qpos"), batch.get("qpos"))
    batch.clear_override()


def run(device: Literal["cpu", "gpu"]) -> None:
    options: dict[str, Any] = {"threads": 2}
    if device == "gpu":
        options = {"precision": "double", "visible": ["xpos", "sensordata"], "per_world": ["body_mass", "gravity"]}
    batch = cortenforge.batch(ROD, N, device=device, **options)
    for part in (names, steps, arrays, worlds, errors, saved, resets, parameters, pickled):
        part(batch)
    raises(ValueError, "the saved states have 2 worlds and this batch has 6", batch.restore, cortenforge.batch(
        batch.model, 2, device=device, **options).save())  # fmt: skip
    print(f"{batch!r}: every word of the protocol")


def devices() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rod.xml"
        path.write_text(ROD)
        assert cortenforge.batch(path, 2).model.nu == 1
    raises(ValueError, "`device` is 'tpu'", cortenforge.batch, ROD, 2, device="tpu")
    raises(ValueError, "`nworld` is -3: give the number of worlds", cortenforge.batch, ROD, -3)
    raises(ValueError, "`threads` is 0: give the number of threads, at least 1", cortenforge.batch, ROD, 1, threads=0)


if __name__ == "__main__":
    devices()
    run("cpu")
    if cortenforge.GpuBatchSim.available():
        run("gpu")
        print(cortenforge.batch(ROD, 2, device="auto"))
