"""The package under its own names: a model, a world, objects by name, contacts, an error with its place, and a batch.

    python examples/native.py
"""

from pathlib import Path

import numpy as np

import cortenforge

MODELS = Path(__file__).parent.parent / "models"


def one_world(model: cortenforge.Model) -> None:
    data = model.make_data()
    data.actuator("left knee").ctrl = 0.2
    data.step(60)

    low, high = model.joint("left knee").range
    print(f"at {data.time:.1f} s the pelvis is at {data.body('pelvis').xpos.round(3)} m")
    print(f"the left knee is at {data.joint('left knee').qpos[0]:.2f} rad, between {low:.2f} and {high:.2f}")

    for contact in data.contacts:
        first, second = contact.bodies
        assert first is not None and second is not None, "no side is part of a deformable body"
        print(f"{first.name} pushes {second.name} with {contact.force.round(1)} N at {contact.pos.round(2)}")
    assert sum(contact.force[2] for contact in data.contacts) > 0, "it stands on something"

    data.reset()
    assert data.time == 0


def a_mistake() -> None:
    text = """
<mujoco>
  <worldbody>
    <body name="arm">
      <geom typ="box" size="1 1 1"/>
    </body>
  </worldbody>
</mujoco>"""
    try:
        cortenforge.Model.from_string(text)
    except cortenforge.ModelError as error:
        print(f"line {error.line}, column {error.column}: {error.message}")
        assert (error.line, error.element) == (5, "mujoco/worldbody/body[arm]/geom")
    else:
        raise AssertionError("the model has an unknown attribute")


def many_worlds(model: cortenforge.Model) -> None:
    batch = cortenforge.BatchSim(model, 8)
    for number, qvel in enumerate(batch.view("qvel")):  # no copies: each is the memory of a world
        qvel[0] = 0.1 * number
    batch[5].qpos[0] = np.nan

    errors = batch.step(20, ctrl=np.zeros(model.nu))
    for error in errors:
        if error is not None:
            print(f"world {error.world} at {error.time} s: {error.message}")
    assert [error is None for error in errors] == [True] * 5 + [False] + [True] * 2

    batch.reset([error is not None for error in errors])
    assert batch.step() == [None] * 8
    forward = batch.get("qpos")[:, 0]  # one array of all worlds, a copy
    print(f"after {batch[0].time:.3f} s: {forward.round(4)}")


if __name__ == "__main__":
    humanoid = cortenforge.Model.from_file(MODELS / "humanoid.xml")
    one_world(humanoid)
    a_mistake()
    many_worlds(humanoid)
