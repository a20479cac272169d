"""The viewer as its pages see it; no browser is needed."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import urllib.request

import numpy as np
import pytest
from page_client import Page, Refused, until

import cortenforge
import cortenforge.mujoco as mujoco
import cortenforge.mujoco.viewer
from cortenforge import _core, _serving, viewer

MODEL = """
<mujoco model="ball">
  <option gravity="0 0 0"/>
  <worldbody>
    <body name="ball"><joint name="x" type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><geom size=".1" mass="1"/></body>
  </worldbody>
  <actuator><motor name="push" joint="x"/></actuator>
  <keyframe><key name="away" qpos="2 0"/></keyframe>
</mujoco>
"""


@pytest.fixture(autouse=True)
def page(tmp_path, monkeypatch):
    """A page that is none, and no browser."""
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text("<p>a page</p>")
    monkeypatch.setenv("CORTENFORGE_PAGE", str(folder))
    monkeypatch.setattr("webbrowser.open", lambda url: False)
    return folder


@pytest.fixture
def world():
    model = cortenforge.Model.from_string(MODEL)
    return model, model.make_data()


@pytest.fixture
def passive(world):
    with viewer.launch_passive(*world) as handle:
        yield handle


def synced(handle, condition):
    """Syncs until something is so."""

    def turn():
        handle.sync()
        return condition()

    until(turn)


def test_the_address_is_printed(world, capsys):
    with viewer.launch_passive(*world) as handle:
        said = capsys.readouterr().out
        assert handle.url in said and f"ssh -N -L {handle.port}:localhost:{handle.port}" in said
        assert handle.is_running() and handle.pages == 0
        assert repr(handle) == f"<Handle: port {handle.port}, 0 pages>"
    assert not handle.is_running() and repr(handle) == "<Handle: closed>"
    handle.sync()
    handle.close()


def test_a_page_hears_of_the_model_and_sees_states(passive):
    page = Page(passive.url)
    model = page.text("model")
    assert (model["name"], model["can_play"]) == ("ball", False)
    assert [actuator["name"] for actuator in model["actuators"]] == ["push"] and model["keys"] == ["away"]
    assert page.frame().qpos() == (0, 0)
    passive.d.qpos[:] = [0.5, 1]
    passive.d.step()
    passive.sync()
    frame = page.frame()
    assert frame.time == pytest.approx(0.002) and frame.qpos() == (0.5, 1)
    assert passive.pages == 1
    page.close()
    until(lambda: passive.pages == 0)


def test_what_pages_want_is_done_by_sync(passive):
    page = Page(passive.url)
    page.text("model")
    page.frame()
    page.send(do="ctrl", id=0, value=3.5)
    page.send(do="qpos", first=1, values=[0.25])
    assert passive.d.ctrl[0] == 0
    synced(passive, lambda: passive.d.ctrl[0] == 3.5 and passive.d.qpos[1] == 0.25)
    assert passive.d.body("ball").xpos.tolist() == [0, 0.25, 0]
    page.send(do="key", id=0)
    synced(passive, lambda: passive.d.qpos.tolist() == [2, 0])
    page.send(do="reset")
    synced(passive, lambda: passive.d.qpos.tolist() == [0, 0])


def test_a_push_moves_a_body_until_it_is_let_go(passive):
    page = Page(passive.url)
    page.text("model")
    page.frame()
    page.send(do="camera", kind=0, lookat=[0, 0, 0], distance=3, azimuth=90, elevation=0)
    page.send(do="pick", x=0.5, y=0.5, aspect=1)
    assert page.text("picked")["name"] == "ball"
    synced(passive, lambda: passive.perturb.select == 1)
    page.send(do="hold", kind=1)
    page.send(do="drag", action=4, dx=0.2, dy=0)
    synced(passive, lambda: passive.perturb.active == 1 and passive.d.xfrc_applied[1].any())
    for _ in range(50):
        passive.d.step()
        passive.sync()
    assert abs(passive.d.qpos[0]) > 1e-3
    page.send(do="release")
    synced(passive, lambda: passive.perturb.active == 0)
    assert not passive.d.xfrc_applied.any()


def test_a_push_of_the_program_itself(passive):
    passive.perturb.select, passive.perturb.active = 1, 1
    passive.perturb.refselpos[:] = [0.1, 0, 0]
    passive.perturb.localmass = 1
    passive.sync()
    assert passive.d.xfrc_applied[1, 0] > 0
    passive.perturb.active = 0
    passive.sync()
    assert not passive.d.xfrc_applied.any()


def test_keys_arrive_at_once_and_a_callback_that_fails_is_no_end(world, capfd):
    pressed = []

    def note(key):
        pressed.append(key)
        raise ValueError("no")

    with viewer.launch_passive(*world, key_callback=note) as handle:
        page = Page(handle.url)
        page.text("model")
        page.send(do="pressed", key=32)
        page.send(do="pressed", key=65)
        until(lambda: pressed == [32, 65])
        page.send(do="ctrl", id=0, value=1)
        synced(handle, lambda: handle.d.ctrl[0] == 1)
    assert "ValueError: no" in capfd.readouterr().err


def test_orders_that_nobody_takes_are_few(world, monkeypatch):
    monkeypatch.setattr("cortenforge._handle.MOST_ORDERS", 10)
    pressed: list[int] = []
    with viewer.launch_passive(*world, key_callback=pressed.append) as handle:
        page = Page(handle.url)
        page.text("model")
        for value in range(30):
            page.send(do="ctrl", id=0, value=value)
            page.send(do="pressed", key=value)
        until(lambda: len(pressed) == 30)
        assert len(handle._orders) == 10
        synced(handle, lambda: handle.d.ctrl[0] == 29)


def test_geoms_of_the_program_and_edits_of_the_model_are_drawn(passive):
    page = Page(passive.url)
    page.text("model")
    before = page.frame()
    scene = passive.user_scn
    mujoco.mjv_initGeom(scene.geoms[0], mujoco.mjtGeom.mjGEOM_BOX, [1, 1, 1], [1, 2, 3], np.eye(3).ravel(), [0, 1, 0, 1])
    scene.ngeom = 1
    passive.m.geom_rgba[0] = [1, 0, 0, 1]
    passive.sync(state_only=True)
    only = page.frame()
    assert only.items == before.items + 1 and only.shapes() == [(6, (0, 1, 0, 1))]
    assert only.pose(only.items - 1)[:3] == (1, 2, 3)
    passive.sync()
    assert page.frame().shapes() == [(2, (1, 0, 0, 1))]


def test_camera_and_options_go_both_ways(passive):
    start = passive.cam.distance
    page = Page(passive.url)
    page.text("model")
    passive.cam.distance = 7
    passive.opt.flags[mujoco.mjtVisFlag.mjVIS_CONTACTPOINT] = 1
    passive.user_scn.flags[mujoco.mjtRndFlag.mjRND_WIREFRAME] = 1
    passive.opt.bvh_depth, passive.opt.flex_layer, passive.opt.flexgroup[5] = 3, 2, 1
    passive.sync()
    message = page.text("view")
    assert (message["number"], message["camera"]["distance"], message["rendering"]["wireframe"]) == (1, 7, True)
    assert message["options"]["flags"] & 1 << 14
    # a page that did not know of it yet
    page.send(do="camera", kind=0, lookat=[0, 0, 0], distance=start, azimuth=90, elevation=0)
    page.send(do="camera", kind=0, lookat=[0, 0, 1], distance=5, azimuth=90, elevation=0, view=1)
    synced(passive, lambda: passive.cam.distance != 7)
    assert passive.cam.distance == 5 and passive.cam.lookat.tolist() == [0, 0, 1]
    assert (message["options"]["bvh_depth"], message["options"]["flex_layer"], message["options"]["flexgroup"][5]) == (3, 2, True)
    page.send(do="options", view=1, **{**message["options"], "label": 1})
    synced(passive, lambda: passive.opt.label == 1)
    assert (passive.opt.bvh_depth, passive.opt.flex_layer, passive.opt.flexgroup[5]) == (3, 2, 1)


def test_meshes_and_textures_are_shown_anew(passive):
    page = Page(passive.url)
    version = page.text("model")["version"]
    with pytest.raises(ValueError, match="no mesh 0"):
        passive.update_mesh(0)
    model = cortenforge.Model.from_string(
        "<mujoco><asset><texture name='a' type='2d' builtin='flat' width='2' height='2'/></asset></mujoco>"
    )
    with viewer.launch_passive(model, model.make_data()) as other:
        page = Page(other.url)
        version = page.text("model")["version"]
        other.update_texture(0)
        assert page.text("model")["version"] == version + 1


def test_texts_go_to_the_pages(passive):
    page = Page(passive.url)
    page.text("model")
    passive.set_texts((None, None, "left", None))
    assert page.overlay("texts") == [{"font": 150, "grid": 0, "left": "left", "right": ""}]
    scale, place = mujoco.mjtFontScale.mjFONTSCALE_200, mujoco.mjtGridPos.mjGRID_BOTTOMRIGHT
    passive.set_texts([(scale, place, "a\nb", "1\n2"), (mujoco.mjtFont.mjFONT_BIG, mujoco.mjtGridPos.mjGRID_TOP, None, "c")])
    assert [text["font"] for text in page.overlay("texts")] == [200, 300]
    # a page that comes later gets it too
    later = Page(passive.url)
    assert later.overlay("texts")[1] == {"font": 300, "grid": 4, "left": "", "right": "c"}
    passive.clear_texts()
    assert page.overlay("texts") == []
    for wrong, match in [((None, 8, "", ""), "gridpos 8"), ((5, 0, "", ""), "font 5"), ((None, 0, "x" * 10_001, ""), "letters")]:
        with pytest.raises(ValueError, match=match):
            passive.set_texts(wrong)
    with pytest.raises(ValueError, match="65 texts"):
        passive.set_texts([(None, None, "", "")] * 65)


def test_figures_go_to_the_pages(passive):
    page = Page(passive.url)
    page.text("model")
    figure = mujoco.MjvFigure()
    mujoco.mjv_defaultFigure(figure)
    figure.title, figure.xlabel, figure.flg_legend = "height", "time", 1
    figure.gridsize[:], figure.flg_ticklabel[:], figure.xformat, figure.yformat = [3, 2], [1, 1], "%.1f", "%.0f"
    figure.range[0] = [0, 2]
    figure.linename[1], figure.linergb[1] = b"ball", [1, 0.5, 0]
    figure.linepnt[1] = 3
    figure.linedata[1][:6] = [0, 0, 1, float("nan"), 2, 10]
    passive.set_figures((mujoco.MjrRect(10, 20, 300, 200), figure))
    (message,) = page.overlay("figures")
    assert (message["rect"], message["title"], message["xlabel"], message["ranges"]) == ([10, 20, 300, 200], "height", "time", [[0, 2], [0, 10]])
    assert message["ticks"] == [["0", "1", "2"], ["0", "10"]] and message["legend"] == [{"name": "ball", "rgb": [1, 0.5, 0]}]
    assert message["lines"] == [{"id": 1, "rgb": [1, 0.5, 0], "points": [0, 0, 1, None, 2, 10]}]
    figure.linewidth, figure.gridwidth, figure.flg_selection, figure.selection = float("nan"), float("inf"), 1, float("nan")
    passive.set_figures((mujoco.MjrRect(10, 20, 300, 200), figure))
    (message,) = page.overlay("figures")
    assert (message["widths"], message["selection"]) == ([None, None], None), "what is no number is none in JSON"
    passive.clear_figures()
    assert page.overlay("figures") == []
    with pytest.raises(TypeError, match="MjvFigure"):
        passive.set_figures((mujoco.MjrRect(0, 0, 1, 1), "figure"))


def test_images_go_to_the_pages(passive):
    page = Page(passive.url)
    page.text("model")
    rect, image = mujoco.MjrRect(1, 2, 3, 2), np.arange(18, dtype=np.uint8).reshape(2, 3, 3)
    passive.set_images([(rect, image), (rect, image[:, ::-1])])
    assert page.overlay("images") == [((1, 2, 3, 2), image.tobytes()), ((1, 2, 3, 2), image[:, ::-1].tobytes())]
    passive.clear_images()
    assert page.overlay("images") == []
    with pytest.raises(ValueError, match="does not match target shape"):
        passive.set_images((mujoco.MjrRect(0, 0, 2, 3), image))
    with pytest.raises(TypeError, match="viewport should be an MjrRect"):
        passive.set_images((3, image))
    with pytest.raises(ValueError, match="3 bytes"):
        passive.set_images((rect, image.astype(float)))
    large = np.zeros((3000, 2000, 3), np.uint8)
    with pytest.raises(ValueError, match="at most 16777216"):
        passive.set_images((mujoco.MjrRect(0, 0, 2000, 3000), large))


def test_the_viewport_is_that_of_a_page(passive):
    assert passive.viewport.width > 0
    page = Page(passive.url)
    page.text("model")
    page.send(do="size", width=640, height=480)
    until(lambda: (passive.viewport.left, passive.viewport.width, passive.viewport.height) == (0, 640, 480))


def test_without_the_key_there_is_nothing(passive):
    with pytest.raises(Refused, match="403"):
        Page(passive.url, token="0" * 32)
    with pytest.raises(Refused, match="403"):
        Page(passive.url, token="0")


def test_closing_ends_the_connection(passive):
    page = Page(passive.url)
    page.text("model")
    passive.close()
    with pytest.raises((EOFError, ConnectionError)):
        while True:
            page.receive()
    with pytest.raises(ConnectionError):
        Page(passive.url)


def test_a_page_that_reads_nothing_slows_nobody(passive):
    page = Page(passive.url)
    page.text("model")
    start = time.monotonic()
    for _ in range(300):
        passive.d.step()
        passive.sync()
    assert time.monotonic() - start < 10
    page.close()


def test_other_threads_wait_for_the_lock(passive):
    with passive.lock():
        other = threading.Thread(target=passive.sync)
        other.start()
        other.join(0.1)
        assert other.is_alive()
    other.join(20)
    assert not other.is_alive()


def managed(**what):
    """Runs a viewer in a thread; its server, and what to call for its end."""
    server = _serving.start()
    raised = []

    def run():
        try:
            _core._play(server, **what)
        except Exception as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()

    def end():
        server.stop()
        thread.join(20)
        assert not thread.is_alive() and not raised
        server.close()

    return server, end


def test_a_managed_world_runs_until_it_is_closed(world):
    model, data = world
    data.qvel[0] = 1
    pressed: list[int] = []
    server, end = managed(model=model, data=data, name="ball", keys=pressed.append)
    page = Page(server.url)
    assert page.text("model")["can_play"]
    until(lambda: page.frame().time > 0.1)
    page.send(do="pause")
    page.send(do="ctrl", id=0, value=2)
    page.send(do="pressed", key=66)
    until(lambda: pressed == [66] and data.ctrl[0] == 2)
    end()
    assert data.time > 0.1 and data.qpos[0] == pytest.approx(data.time, rel=1e-3)


def test_a_managed_world_ends_when_its_pages_are_closed(world, monkeypatch):
    model, data = world
    server = _serving.start()
    monkeypatch.setattr(_serving, "start", lambda *_: server)
    run = threading.Thread(target=viewer.launch, args=(model, data), kwargs={"linger": 1.0}, daemon=True)
    run.start()
    run.join(1.5)
    assert run.is_alive(), "nobody has looked yet"
    page = Page(server.url)
    page.text("model")
    page.close()
    time.sleep(0.3)
    # it is there again, as after a reload
    page = Page(server.url)
    page.text("model")
    run.join(1.5)
    assert run.is_alive()
    page.close()
    run.join(20)
    assert not run.is_alive() and not server.is_running


def test_callbacks_run_in_a_managed_world(world):
    model, data = world

    def control(m, d):
        assert m is model and d is data
        d.ctrl[0] = 5

    mujoco.set_mjcb_control(control)
    try:
        server, end = managed(model=model, data=data, name="ball")
        page = Page(server.url)
        page.text("model")
        until(lambda: page.frame().time > 0.02)
        end()
    finally:
        mujoco.set_mjcb_control(None)
    assert data.ctrl[0] == 5 and data.qvel[0] > 0


def test_a_loader_makes_the_model_again(world):
    made = []

    def load():
        made.append(1)
        if len(made) == 2:
            raise ValueError("not now")
        return *world, f"made {len(made)}"

    server, end = managed(loader=load)
    page = Page(server.url)
    assert page.text("model")["name"] == "made 1"
    page.send(do="reload")
    assert "not now" in page.text("error")["message"]
    page.send(do="reload")
    assert page.text("model")["name"] == "made 3"
    end()


def test_a_file_is_loaded_again_when_it_changes(tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(MODEL)
    server, end = managed(path=path)
    page = Page(server.url)
    assert page.text("model")["actuators"]
    path.write_text("<mujoco><worldbody/></mujoco>")
    assert not page.text("model")["actuators"]
    path.write_text("<mujoco><world/></mujoco>")
    error = page.text("error")
    while error["message"] is None:
        error = page.text("error")
    assert error["line"] == 1 and "world" in error["lines"][0]["text"]
    end()


@pytest.mark.parametrize(
    ("file", "text", "title"),
    [
        ("unitree_g1/scene.xml", "<mujoco model='scene'><worldbody/></mujoco>", "unitree_g1/scene"),
        ("unitree_g1/g1.xml", "<mujoco><worldbody/></mujoco>", "g1"),
        ("a/scene.xml", MODEL, "ball"),
    ],
)
def test_the_title_of_a_file_names_its_model(tmp_path, file, text, title):
    path = tmp_path / file
    path.parent.mkdir()
    path.write_text(text)
    server, end = managed(path=path)
    assert Page(server.url).text("model")["name"] == title
    end()


def test_a_file_that_is_none_is_an_error():
    with pytest.raises(cortenforge.FatalError, match="nowhere.xml"):
        viewer.launch_from_path("nowhere.xml")


def test_view_runs_in_the_background_of_a_prompt(world):
    model, data = world
    data.qvel[0] = 1
    look = viewer.view(model, data, block=False)
    page = Page(look.url)
    until(lambda: page.frame().time > 0.05)
    assert data.time == 0, "it runs a copy"
    assert "<iframe" in look._repr_html_() and f"localhost:{look.port}" in look._repr_html_()
    look.close()
    assert "closed" in look._repr_html_()


def test_arguments_that_contradict_each_other(world):
    model, data = world
    with pytest.raises(ValueError, match="without the model"):
        viewer.launch(None, data)
    with pytest.raises(ValueError, match="both"):
        viewer.launch(model, loader=lambda: world)
    with pytest.raises(ValueError, match="should be a Model"):
        viewer.launch_passive("model.xml", data)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="should be a function"):
        mujoco.viewer.launch_passive(model, data, key_callback=3)  # type: ignore[arg-type]
    for worlds in (0, -1):
        with pytest.raises(ValueError, match=f"`worlds` is {worlds}: give the number of worlds, at least 1"):
            viewer.launch(model, worlds=worlds)
        with pytest.raises(ValueError, match=f"`worlds` is {worlds}: give the number of worlds, at least 1"):
            viewer.view(model, worlds=worlds)


def test_panels_are_left_out_by_the_address(world):
    with mujoco.viewer.launch_passive(*world, show_left_ui=False, show_right_ui=False) as handle:
        assert handle.url.endswith("&left=0&right=0")
        Page(handle.url).text("model")


def test_a_missing_page_is_reported(monkeypatch, tmp_path):
    monkeypatch.setenv("CORTENFORGE_PAGE", str(tmp_path / "nowhere"))
    with pytest.raises(OSError, match="CORTENFORGE_PAGE is .*nowhere: .*unset the variable"):
        _serving.start()


def test_the_page_is_in_the_package_or_its_absence_has_a_cure(monkeypatch):
    monkeypatch.delenv("CORTENFORGE_PAGE")
    try:
        server = _serving.start()
    except OSError as error:
        # a package that was built without Node.js, or in debug mode
        assert "CORTENFORGE_PAGE" in str(error) and "build" in str(error)
    else:
        with urllib.request.urlopen(server.url) as answer:
            assert "<script" in answer.read().decode()
        server.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_the_command(tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(MODEL)
    python = str(pathlib.Path(cortenforge.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([python, os.environ.get("PYTHONPATH", "")])}
    # whoever runs the tests in the background may have switched it off, which the command would inherit
    signal.signal(signal.SIGINT, signal.default_int_handler)
    command = [sys.executable, "-m", "cortenforge.viewer", f"--mjcf={path}", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as run:
        assert run.stdout is not None
        url = run.stdout.readline().strip()
        page = Page(url)
        page.text("model")
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=60)
    assert run.returncode == 0 and errors == ""


MANY = MODEL.replace('<option gravity="0 0 0"/>', '<option gravity="0 0 -1"/>').replace(
    "</worldbody>", '<body name="hand" mocap="true" pos="0 3 0"><geom size=".1" contype="0" conaffinity="0"/></body></worldbody>'
)


def batch_of(device, count=10):
    model = cortenforge.Model.from_string(MANY)
    if device == "cpu":
        return cortenforge.BatchSim(model, count, threads=1)
    if not cortenforge.GpuBatchSim.available():
        pytest.fail("no GPU, not even in software: apt-get install mesa-vulkan-drivers libvulkan1")
    return cortenforge.GpuBatchSim(model, count, precision="double")


@pytest.mark.parametrize("device", ["cpu", "gpu"])
def test_a_batch_is_shown_in_blocks(device):
    batch = batch_of(device)
    with cortenforge.view(batch, worlds=4, world=5, browser=False) as handle:
        page = Page(handle.url)
        model = page.text("model")
        assert (model["worlds"]["count"], model["worlds"]["shown"], model["can_play"]) == (10, 4, False)
        assert (handle.world, handle.shown, handle.batch) == (5, range(4, 8), batch)
        places = np.zeros((10, 2))
        places[:, 0] = np.arange(10)
        batch.set("qpos", places)

        def sees(position, seconds=0.0):
            # a page gets 30 pictures a second, and the GPU is read between two of them
            for _ in range(3):
                time.sleep(0.04)
                handle.sync()
            frame = page.frame()
            return frame.qpos()[0] == position and frame.time == pytest.approx(seconds)

        until(lambda: sees(5))
        batch.step(3)
        until(lambda: sees(5, 0.006))
        page.send(do="world", id=9)
        until(lambda: sees(9, 0.006) and handle.world == 9)
        assert handle.shown == range(8, 10)
        page.send(do="shown", count=100)
        until(lambda: handle.sync() or handle.shown == range(10))
        page.send(do="ctrl", id=0, value=2.5)
        until(lambda: handle.sync() or batch.get("ctrl")[9, 0] == 2.5)
        assert not batch.get("ctrl")[:9].any()
        page.send(do="qpos", first=1, values=[0.5])
        until(lambda: handle.sync() or batch.get("qpos")[9, 1] == 0.5)
        page.send(do="key", id=0)
        until(lambda: handle.sync() or (batch.get("qpos")[:, 0] == 2).all())
        page.send(do="reset")
        until(lambda: handle.sync() or not batch.get("qpos").any())
        handle.world = -1
        assert handle.world == 9
        with pytest.raises(IndexError, match="no world 10 in a batch of 10"):
            handle.world = 10
    handle.sync()


def test_poses_of_the_other_worlds_are_those_of_their_positions():
    """Whatever the batch computed last: a reset shows at once."""
    batch = batch_of("cpu", 4)
    batch.set("qpos", [[0, 0], [1, 0], [2, 0], [3, 0]])
    with cortenforge.view(batch, browser=False) as handle:
        page = Page(handle.url)
        page.text("model")
        handle._due = 0
        handle.sync()
        before = page.frame().poses()
        batch.reset()
        handle._due = 0
        handle.sync()
        until(lambda: page.frame().poses() != before)
        at = len(before) // 3
        assert len({tuple(before[k * at : (k + 1) * at]) for k in range(3)}) == 3


def test_sync_costs_nothing_between_two_pictures():
    batch = batch_of("cpu", 1000)
    with cortenforge.view(batch, browser=False) as handle:
        published = []
        grid = handle._grid

        class Counted:
            block = grid.block

            def publish(self, *arguments):
                published.append(time.perf_counter())
                grid.publish(*arguments)

        handle._grid = Counted()
        start = time.perf_counter()
        while time.perf_counter() - start < 0.5:
            handle.sync()
        # without a page, one picture a second
        assert len(published) <= 2
        page = Page(handle.url)
        page.text("model")
        until(lambda: handle.pages == 1)
        published.clear()
        start = time.perf_counter()
        while time.perf_counter() - start < 0.5:
            handle.sync()
        assert len(published) <= 0.5 * 30 + 3


def test_arguments_of_a_view_of_a_batch():
    batch = batch_of("cpu", 3)
    for wrong, words in [
        ({"worlds": 0}, "`worlds` is 0: give the number of worlds, at least 1"),
        ({"worlds": -2}, "`worlds` is -2"),
        ({"world": 3}, "`world` is 3: give a world of the batch, 0 to 2"),
        ({"world": -1}, "`world` is -1"),
        ({"block": True}, "`data` and `block` are for a model"),
        ({"data": batch[0]}, "`data` and `block` are for a model"),
    ]:
        with pytest.raises(ValueError, match=words):
            cortenforge.view(batch, browser=False, **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the batch has 0 worlds"):
        cortenforge.view(batch_of("cpu", 0), browser=False)


def test_plots_buttons_and_sliders(passive):
    page = Page(passive.url)
    page.text("model")
    pressed = []
    passive.plot("reward", 1.5)
    button = passive.button("push", lambda: pressed.append(passive.d.time))
    quiet, gain = passive.button("quiet"), passive.slider("gain", -1, 2, 0.5)
    message = page.text("widgets")
    while len(message["widgets"]) < 3:
        message = page.text("widgets")
    assert message["scalars"] == ["reward"]
    assert [(widget["kind"], widget["name"]) for widget in message["widgets"]] == [("button", "push"), ("button", "quiet"), ("slider", "gain")]
    assert (gain.value, float(gain), gain.range, button.presses) == (0.5, 0.5, (-1, 2), 0)
    page.send(do="widget", id=message["widgets"][0]["id"], value=1)
    page.send(do="widget", id=message["widgets"][0]["id"], value=1)
    page.send(do="widget", id=message["widgets"][1]["id"], value=1)
    page.send(do="widget", id=message["widgets"][2]["id"], value=7)
    page.send(do="widget", id=77, value=7)
    synced(passive, lambda: gain.value == 2)
    passive.sync()
    assert (button.presses, len(pressed), quiet.pressed(), quiet.pressed()) == (2, 2, 1, 0)
    gain.value = -1
    moved = page.text("widgets")
    while moved["widgets"][2]["value"] != -1:
        moved = page.text("widgets")
    page.send(do="watch", values=["user.reward", "user.none"])
    passive.plot("reward", np.float32(2.5), time=3)

    def sees():
        passive.sync()
        values = page.frame().watched()
        return len(values) == 2 and values[0] == 2.5 and np.isnan(values[1])

    until(sees)


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda handle: handle.plot("", 1), ValueError, "the name '' has 0 bytes"),
        (lambda handle: handle.plot("x" * 101, 1), ValueError, "has 101 bytes: give 1 to 100"),
        (lambda handle: handle.plot(3, 1), TypeError, "`name` is 3: give a text"),
        (lambda handle: handle.plot("r", "high"), TypeError, "`value of 'r'` is 'high': give a number"),
        (lambda handle: handle.plot("r", [1, 2]), TypeError, "give a number"),
        (lambda handle: [handle.plot(str(k), 1) for k in range(65)], ValueError, "'64' would be scalar number 65: pages show at most 64"),
        (lambda handle: handle.slider("s", 1, 1), ValueError, "the slider 's' goes from 1 to 1"),
        (lambda handle: handle.slider("s", 0, 1, 2), ValueError, "has the value 2: give finite numbers"),
        (lambda handle: handle.slider("s", 0, float("nan")), ValueError, "goes from 0 to NaN"),
        (lambda handle: (handle.button("b"), handle.slider("b", 0, 1)), ValueError, "'b' is already the name of a button"),
        (lambda handle: handle.button("b", 3), TypeError, "`callback` is 3: give a function"),
    ],
)
def test_widgets_that_make_no_sense(passive, call, error, words):
    with pytest.raises(error, match=words):
        call(passive)


def test_a_closed_viewer_plots_nothing(world):
    handle = viewer.launch_passive(*world, browser=False)
    handle.close()
    handle.plot("reward", 1)
