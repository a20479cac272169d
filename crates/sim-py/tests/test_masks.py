"""Masks, states and parameters that do not fit a batch are errors that name object, value and cure, and change nothing."""

import numpy as np
import pytest

import cortenforge

N = 3
ROD = """
<mujoco>
  <worldbody><body><joint axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/></body></worldbody>
  <actuator><motor joint="pivot" ctrllimited="true" ctrlrange="-1 1"/></actuator>
</mujoco>
""".replace('<joint axis="0 1 0"/>', '<joint name="pivot" axis="0 1 0"/>')

PER_WORLD = ["body_mass", "body_inertia", "dof_armature", "geom_friction", "actuator_ctrlrange", "gravity", "timestep", "density"]


@pytest.fixture(scope="module", params=["cpu", "gpu"])
def batch(request):
    model = cortenforge.Model.from_string(ROD)
    if request.param == "cpu":
        return cortenforge.BatchSim(model, N, threads=1)
    if not cortenforge.GpuBatchSim.available():
        pytest.fail("no GPU, not even in software: apt-get install mesa-vulkan-drivers libvulkan1")
    return cortenforge.GpuBatchSim(model, N, precision="double", per_world=PER_WORLD)


def snapshot(batch):
    masses = [batch.model_of(i).body_mass.tolist() for i in range(N)]
    steps = [batch.model_of(i).opt.timestep for i in range(N)]
    return batch.get("qpos").tolist(), batch.get("time").tolist(), masses, steps


def takes_a_mask(batch, saved):
    """Every method that takes a mask."""
    return [
        lambda mask: batch.reset(mask),
        lambda mask: batch.reset(mask, noise=0.1, seed=1),
        lambda mask: batch.reset(mask, states=saved),
        lambda mask: batch.override(mask, body_mass=1),
        lambda mask: batch.override(mask, timestep=0.001),
        lambda mask: batch.override(mask),
        lambda mask: batch.clear_override(mask),
    ]


LENGTHS = [0, N - 1, N + 1, 2 * N]


@pytest.fixture
def moved(batch):
    batch.clear_override()
    batch.reset()
    batch.override([1], body_mass=2 * batch.model.body_mass)
    batch.step(3)
    return batch


@pytest.mark.parametrize("length", LENGTHS)
def test_masks_of_another_length(moved, length):
    saved, before = moved.save(), snapshot(moved)
    for call in takes_a_mask(moved, saved):
        for mask in ([True] * length, np.ones(length, bool), np.zeros(length, bool), tuple([False] * length)):
            if length == 0 and not isinstance(mask, np.ndarray):
                continue  # an empty list names no world
            with pytest.raises(ValueError, match=f"the mask has {length} entries: give one for each of the {N} worlds"):
                call(mask)
    assert snapshot(moved) == before


WRONG_KINDS = [[0.5, 1.0, 0.0], [[True, False, True]], ["a", "b", "c"], True, 1, np.ones((N, 1), bool), np.ones(N), [None] * N]


@pytest.mark.parametrize("mask", WRONG_KINDS, ids=str)
def test_masks_of_another_kind(moved, mask):
    saved, before = moved.save(), snapshot(moved)
    for call in takes_a_mask(moved, saved):
        with pytest.raises(TypeError, match=f"the mask is an array of shape .* and type .*: give {N} booleans, one for each world"):
            call(mask)
    assert snapshot(moved) == before


@pytest.mark.parametrize("mask", [[1, 0, 1], [0, 0], [-1, 2], np.array([1, 1, 0], np.uint8), [0, 1, 2, 0]], ids=str)
def test_worlds_that_are_named_twice(moved, mask):
    """A mask of zeros and ones that is not boolean is a list of numbers that repeats some."""
    saved, before = moved.save(), snapshot(moved)
    for call in takes_a_mask(moved, saved):
        with pytest.raises(ValueError, match=f"names world . twice: name each once, or give a mask of {N} booleans"):
            call(mask)
    assert snapshot(moved) == before


@pytest.mark.parametrize("world", [N, -N - 1, 10**9, -(10**9), 10**30, -(10**30)])
def test_worlds_that_are_not_there(moved, world):
    calls = [
        *takes_a_mask(moved, moved.save()),
        lambda mask: moved.world(mask[0]),
        lambda mask: moved.set_world(mask[0], moved.world(0)),
        lambda mask: moved.model_of(mask[0]),
    ]
    before = snapshot(moved)
    for call in calls:
        with pytest.raises(IndexError, match=f"there is no world {world} in a batch of {N}"):
            call([world])
    assert snapshot(moved) == before


@pytest.mark.parametrize("count", [0, 1, N - 1, N + 1, 2 * N])
def test_saved_states_of_another_number_of_worlds(moved, count):
    settings = {} if isinstance(moved, cortenforge.BatchSim) else {"precision": "double", "per_world": PER_WORLD}
    other = type(moved)(moved.model, count, **settings).save()
    before = snapshot(moved)
    with pytest.raises(ValueError, match=rf"the saved states have {count} worlds and this batch has {N}: use reset\(states=states, rows="):
        moved.restore(other)
    with pytest.raises(ValueError, match=f"the saved states have {count} worlds and this batch has {N}: choose a state for each"):
        moved.reset(states=other)
    for rows in ([0] * (N - 1), [0] * (N + 1), [], [count] * N, [-count - 1] * N, [0.5] * N, [10**30] * N):
        with pytest.raises((ValueError, IndexError, TypeError), match="row"):
            moved.reset(states=other, rows=rows)
    assert snapshot(moved) == before


WRONG_NUMBERS = [
    ({"timestep": 0}, "opt_timestep is 0: give a finite number above 0"),
    ({"timestep": -1}, "opt_timestep is -1: give a finite number above 0"),
    ({"timestep": [0.01, 0.01, -0.5]}, "opt_timestep is -0.5"),
    ({"timestep": np.nan}, "opt_timestep is NaN"),
    ({"timestep": np.inf}, "opt_timestep is inf"),
    ({"gravity": [0, 0, np.nan]}, r"opt_gravity\[2\] is NaN: give a finite number"),
    ({"density": -1}, "opt_density is -1: give a finite number, at least 0"),
    ({"body_mass": -1}, r"body_mass\[0\] is -1|body_mass\[1\] is -1"),
    ({"body_mass": np.nan}, r"body_mass\[.\] is NaN"),
    ({"body_inertia": -1}, r"body_inertia\[., 0\] is -1"),
    ({"dof_armature": -1}, r"dof_armature\[0\] is -1"),
    ({"geom_friction": -1}, r"geom_friction\[0, 0\] is -1"),
    ({"actuator_ctrlrange": [[1, -1]]}, r"actuator_ctrlrange\[0, 0\] is 1: give a range whose low end"),
]


@pytest.mark.parametrize("values, words", WRONG_NUMBERS, ids=lambda part: str(part)[:30])
def test_parameters_that_make_no_sense(moved, values, words):
    before = snapshot(moved)
    for worlds in (None, [1], [True, False, True], [2, 0]):
        given = {name: value if np.shape(value) != (N,) or name == "gravity" else np.array(value)[-1] for name, value in values.items()}
        with pytest.raises(ValueError, match=words):
            moved.override(worlds, **given)
    assert snapshot(moved) == before and moved.step() == [None] * N


def test_what_was_right_before_is_right_now(moved):
    moved.reset([])
    moved.reset(np.zeros(0, int))
    moved.override([], body_mass=1)
    moved.override([True, False, True], timestep=[0.001, 0.004])
    assert [moved.model_of(i).opt.timestep for i in range(N)] == [0.001, 0.002, 0.004]
    moved.clear_override(np.array([False, False, True]))
    assert [moved.model_of(i).opt.timestep for i in range(N)] == [0.001, 0.002, 0.002]
    moved.restore(moved.save())
