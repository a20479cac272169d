"""Every order of a page has an effect on a program's world, or its users hear why it has none."""

import re
import time
from typing import Any

import numpy as np
import pytest
from page_client import Page, until

import cortenforge
from cortenforge import viewer
from cortenforge._page_orders import Refusals

MODEL = """
<mujoco model="ball">
  <worldbody>
    <body name="ball"><joint name="x" type="slide"/><joint type="slide" axis="0 1 0"/><geom size=".1" mass="1"/></body>
  </worldbody>
  <actuator><motor joint="x"/></actuator>
  <keyframe><key qpos="2 0"/></keyframe>
</mujoco>
"""

#: Orders that the program of a world decides, or that name what does not exist: what users hear.
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"do": "play"}, "stepped by a program, which decides when time runs"),
    ({"do": "pause"}, "which decides when time runs"),
    ({"do": "step", "count": 3}, "which decides when time runs"),
    ({"do": "speed", "value": 2}, "which decides how fast time runs"),
    ({"do": "seek", "index": 1}, "which decides what it keeps of the past"),
    ({"do": "reload"}, "which decides which model is shown"),
    ({"do": "ctrl", "id": 1, "value": 1}, "control 1 does not exist: give 0 to 0"),
    ({"do": "qpos", "first": 1, "values": [1, 2]}, "qpos[1:3] does not exist: give entries of the 2 of the model"),
    ({"do": "key", "id": 7}, "keyframe 7 does not exist: give 0 to 0"),
    ({"do": "setting", "name": "timestep", "values": [0]}, "timestep is 0: give a positive number of seconds"),
    ({"do": "setting", "name": "timestep", "values": [1, 2]}, "timestep has 2 values: give 1"),
    ({"do": "setting", "name": "solver", "values": [9]}, "solver is 9: give 0 (PGS)"),
    ({"do": "setting", "name": "body_mass", "values": [1, 2]}, "there is no setting 'body_mass'"),
]


@pytest.fixture(autouse=True)
def page(tmp_path, monkeypatch):
    """A page that is none, and no browser."""
    (tmp_path / "index.html").write_text("<p>a page</p>")
    monkeypatch.setenv("CORTENFORGE_PAGE", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", lambda url: False)


@pytest.fixture
def model():
    return cortenforge.Model.from_string(MODEL)


@pytest.fixture
def passive(model):
    with viewer.launch_passive(model, model.make_data(), browser=False) as handle:
        yield handle


def batch_of(device, model, **options):
    if device == "cpu":
        return cortenforge.BatchSim(model, 3, threads=1)
    if not cortenforge.GpuBatchSim.available():
        pytest.fail("no GPU, not even in software: apt-get install mesa-vulkan-drivers libvulkan1")
    return cortenforge.GpuBatchSim(model, 3, precision="double", **options)


def synced(handle, condition):
    """Syncs until something is so."""
    until(lambda: handle.sync() or condition())


def heard(handle, page, words):
    """Syncs until a page hears some words. Pictures and statistics keep coming meanwhile."""

    def is_heard():
        time.sleep(0.02)
        handle.sync()
        message = page.receive()
        return isinstance(message, dict) and message["is"] == "notice" and words in message["text"]

    until(is_heard)


def settings_of(handle, page, name):
    """What a page shows of a setting."""

    def shown():
        time.sleep(0.04)
        handle.sync()
        message = page.receive()
        if not (isinstance(message, dict) and message["is"] == "settings"):
            return False
        found.append(next(one["values"] for one in message["list"] if one["name"] == name))
        return True

    found: list[list[float]] = []
    until(shown)
    return found[0]


@pytest.mark.parametrize(("order", "words"), [*REFUSED, ({"do": "world", "id": 1}, "which world is shown"), ({"do": "shown", "count": 2}, "which world is shown")])
def test_a_world_says_what_it_does_not_do(passive, order, words):
    page = Page(passive.url)
    page.text("model")
    page.send(**order)
    heard(passive, page, words)
    assert passive.d.qpos.tolist() == [0, 0] and passive.m.opt.timestep == 0.002


@pytest.mark.parametrize(("order", "words"), [*REFUSED, ({"do": "world", "id": 3}, "world 3 does not exist: give 0 to 2")])
def test_a_batch_says_what_it_does_not_do(model, order, words):
    batch = batch_of("cpu", model)
    with cortenforge.view(batch, browser=False) as handle:
        page = Page(handle.url)
        page.text("model")
        page.send(**order)
        heard(handle, page, words)
        assert not batch.get("qpos").any() and handle.world == 0 and model.opt.timestep == 0.002


def test_a_dropped_model_is_refused(passive, model):
    for handle in (passive, cortenforge.view(batch_of("cpu", model), browser=False)):
        page = Page(handle.url)
        page.text("model")
        handle._apply("load", "a.xml", {"a.xml": b"<mujoco/>"})
        heard(handle, page, "which decides which model is shown")
        handle.close()


def test_a_setting_of_a_page_changes_the_model_of_a_program(passive):
    gravity = passive.m.opt.gravity
    page = Page(passive.url)
    page.text("model")
    page.send(do="panels", contacts=False, settings=True)
    assert settings_of(passive, page, "gravity") == [0, 0, -9.81]
    page.send(do="setting", name="gravity", values=[0, 0, 2.5])
    synced(passive, lambda: passive.m.opt.gravity.tolist() == [0, 0, 2.5])
    assert gravity.tolist() == [0, 0, 2.5], "arrays that the program has follow"
    assert settings_of(passive, page, "gravity") == [0, 0, 2.5]
    # a program that says that it does not edit its model
    page.send(do="setting", name="disableflags", values=[128])
    until(lambda: passive.sync(state_only=True) or passive.m.opt.disableflags == 128)
    assert settings_of(passive, page, "disableflags") == [128]
    page.send(do="setting", name="timestep", values=[0.001])
    synced(passive, lambda: passive.m.opt.timestep == 0.001)
    passive.d.step()
    assert passive.d.time == 0.001


def test_a_setting_of_a_page_changes_all_worlds_of_a_batch(model):
    batch = batch_of("cpu", model)
    batch.override([2], body_mass=[[0, 5]])
    with cortenforge.view(batch, world=1, browser=False) as handle:
        page = Page(handle.url)
        page.text("model")
        page.send(do="panels", contacts=False, settings=True)
        settings_of(handle, page, "timestep")
        page.send(do="setting", name="timestep", values=[0.001])
        synced(handle, lambda: [batch.model_of(i).opt.timestep for i in range(3)] == [0.001] * 3)
        assert settings_of(handle, page, "timestep") == [0.001]
        batch.step(2)
        assert batch.get("time").ravel().tolist() == [0.002] * 3
        assert batch.model_of(2).body_mass[1] == 5 and model.opt.timestep == 0.001


def test_a_setting_of_a_batch_on_a_gpu_is_taken_or_refused_with_its_cure(model):
    batch = batch_of("gpu", model, per_world=["gravity"])
    with cortenforge.view(batch, browser=False) as handle:
        page = Page(handle.url)
        page.text("model")
        page.send(do="panels", contacts=False, settings=True)
        page.send(do="setting", name="gravity", values=[0, 0, 3])
        synced(handle, lambda: batch.model_of(2).opt.gravity.tolist() == [0, 0, 3])
        until(lambda: settings_of(handle, page, "gravity") == [0, 0, 3])
        batch.step()
        assert np.allclose(batch.get("qvel")[:, 0], 0.006)
        refused: list[tuple[str, list[float], str]] = [
            ("timestep", [0.001], "give per_world=['timestep'] when you make the batch"),
            ("iterations", [7], "set model.opt.iterations and make the batch again"),
            ("solver", [1], "set model.opt.solver and make the batch again"),
            ("timestep", [-1], "timestep is -1: give a positive number of seconds"),
        ]
        for name, values, cure in refused:
            page.send(do="setting", name=name, values=values)
            heard(handle, page, cure)
            assert getattr(batch.model_of(0).opt, name) == getattr(model.opt, name) != values[0]


def test_every_order_of_the_protocol_is_in_these_tests():
    """A new kind of message must be thought of here."""
    protocol = __import__("pathlib").Path(__file__).parents[3] / "viewer/src/protocol.generated.ts"
    kinds = set(re.findall(r'"do": "(\w+)"', protocol.read_text()))
    of_the_page = {"seen", "drawn", "options", "camera", "size", "watch", "panels", "select", "hide", "keyframe", "pick", "probe", "hold", "drag",
                   "release", "draw", "undraw", "widget"}  # fmt: skip
    carried_out = {"reset", "key", "ctrl", "qpos", "setting", "pressed", "world", "shown"}
    refused = {order["do"] for order, _ in REFUSED}
    assert kinds == of_the_page | carried_out | refused


def test_users_hear_the_same_once_in_a_while():
    class Server:
        def __init__(self):
            self.texts = []

        def notice(self, text):
            self.texts.append(text)

    server: Any = Server()
    refusals = Refusals(server)
    for k in range(500):
        refusals.tell("no")
        refusals.tell(f"no {k}")
    assert server.texts.count("no") < 10 and len(server.texts) > 500 and len(refusals._last) <= 64
