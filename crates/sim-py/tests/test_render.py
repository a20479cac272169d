"""Pictures: `Renderer`, `MjrContext` and the functions `mjr_...`, and the pictures of notebooks."""

import os
import sys
import threading
import time
import types

import numpy as np
import pytest

import cortenforge
import cortenforge.mujoco as cf

XML = """
<mujoco>
  <visual><global offwidth="320" offheight="240"/></visual>
  <asset>
    <texture name="check" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 0 1" width="64" height="64"/>
    <material name="check" texture="check"/>
  </asset>
  <worldbody>
    <light pos="0 0 3"/>
    <camera name="side" pos="0 -3 0" xyaxes="1 0 0 0 0 1"/>
    <camera name="top" pos="0 0 4"/>
    <geom name="floor" type="plane" size="2 2 .1" pos="0 0 -.5" material="check"/>
    <body><freejoint/><geom name="ball" type="sphere" size=".5" rgba="0 1 0 1"/></body>
  </worldbody>
</mujoco>
"""
OFFSCREEN = cf.mjtFramebuffer.mjFB_OFFSCREEN
BALL = 1


@pytest.fixture(scope="module")
def world():
    model = cf.MjModel.from_xml_string(XML)
    data = cf.MjData(model)
    cf.mj_forward(model, data)
    return model, data


@pytest.fixture
def renderer(world):
    with cf.Renderer(world[0], 60, 80) as made:
        made.update_scene(world[1], "side")
        yield made


@pytest.fixture
def context(world):
    made = cf.MjrContext(world[0], cf.mjtFontScale.mjFONTSCALE_150)
    cf.mjr_setBuffer(OFFSCREEN, made)
    yield made
    made.free()


def scene_of(world, camera="side"):
    model, data = world
    scene, seen = cf.MjvScene(model, 100), cf.MjvCamera()
    seen.type, seen.fixedcamid = cf.mjtCamera.mjCAMERA_FIXED, model.camera(camera).id
    for _ in range(2):
        cf.mjv_updateScene(model, data, cf.MjvOption(), None, seen, cf.mjtCatBit.mjCAT_ALL, scene)
    return scene


def read(context, box, depth=False):
    rgb, far = np.empty((box.height, box.width, 3), np.uint8), np.empty((box.height, box.width), np.float32)
    cf.mjr_readPixels(rgb, far if depth else None, box, context)
    return (rgb, far) if depth else rgb


# ---- Renderer


def test_colours_depth_and_segmentation_agree(renderer):
    colours = renderer.render()
    assert colours.shape == (60, 80, 3) and colours.dtype == np.uint8
    renderer.enable_depth_rendering()
    depth = renderer.render()
    assert depth.shape == (60, 80) and depth.dtype == np.float32
    renderer.enable_segmentation_rendering()
    seen = renderer.render()
    assert seen.shape == (60, 80, 2) and seen.dtype == np.int32
    middle = (30, 40)
    assert tuple(seen[middle]) == (BALL, cf.mjtObj.mjOBJ_GEOM)
    assert colours[middle].argmax() == 1
    # the camera is 3 m away, the surface of the ball half a metre nearer
    assert depth[middle] == pytest.approx(2.5, abs=0.01)
    renderer.disable_segmentation_rendering()
    assert np.array_equal(renderer.render(), colours)
    assert tuple(seen[0, 0]) == (-1, -1) and depth[0, 0] > 10


def test_pictures_go_to_the_callers_array(renderer):
    expected = renderer.render()
    out = np.zeros((60, 80, 3), np.uint8)
    assert renderer.render(out=out) is out and np.array_equal(out, expected)
    cast = np.zeros((60, 80, 3), np.float64)
    assert renderer.render(out=cast) is cast and np.array_equal(cast, expected)
    room = np.zeros((120, 160, 3), np.uint8)
    renderer.render(out=room[::2, ::2])
    assert np.array_equal(room[::2, ::2], expected) and not room[1::2].any()
    renderer.enable_segmentation_rendering()
    pairs = np.zeros((60, 80, 2), np.int32)
    assert renderer.render(out=pairs) is pairs
    numbers = np.zeros((60, 80, 3), np.uint8)
    assert np.array_equal(renderer.render(out=numbers), pairs)
    ball = next(g.segid for g in renderer.scene.geoms[: renderer.scene.ngeom] if g.objid == BALL)
    assert tuple(numbers[30, 40]) == (ball + 1, 0, 0)
    assert not renderer.scene.flags[cf.mjtRndFlag.mjRND_SEGMENT]


@pytest.mark.parametrize("shape", [(60, 80), (80, 60, 3), (60, 80, 4), (0,), (60, 80, 3, 1)])
def test_arrays_of_another_shape_are_refused(renderer, shape):
    with pytest.raises(ValueError, match="out.shape"):
        renderer.render(out=np.zeros(shape, np.uint8))


def test_what_is_no_array_that_can_be_written_is_refused(renderer):
    fixed = np.zeros((60, 80, 3), np.uint8)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        renderer.render(out=fixed)
    with pytest.raises(TypeError, match="array"):
        renderer.render(out=[[1]])


@pytest.mark.parametrize("height, width", [(0, 80), (60, 0), (-1, 80), (241, 80), (60, 321), (16000, 16000)])
def test_sizes_that_do_not_fit_the_frame_are_refused(world, height, width):
    with pytest.raises(ValueError, match="Image (width|height)"):
        cf.Renderer(world[0], height, width)


def test_cameras(renderer, world):
    model, data = world
    renderer.update_scene(data, camera=0)
    by_number = renderer.render()
    renderer.update_scene(data, camera="side")
    assert np.array_equal(renderer.render(), by_number)
    renderer.update_scene(data)
    assert not np.array_equal(renderer.render(), by_number)
    for wrong, text in [("back", 'camera "back" does not exist'), (-2, "-2 is out of range"), (2, "2 is out of range")]:
        with pytest.raises(ValueError, match=text):
            renderer.update_scene(data, wrong)
    free = cf.MjvCamera()
    cf.mjv_defaultFreeCamera(model, free)
    for field in ("distance", "azimuth", "elevation"):
        bad = cf.MjvCamera()
        cf.mjv_defaultFreeCamera(model, bad)
        setattr(bad, field, np.nan)
        try:
            renderer.update_scene(data, bad)
            renderer.render()
        except cf.FatalError:
            pass
    renderer.update_scene(data, free)
    assert renderer.render().any()


def test_options_count(renderer, world):
    option = cf.MjvOption()
    option.geomgroup[:] = 0
    renderer.update_scene(world[1], "side", option)
    renderer.enable_segmentation_rendering()
    assert (renderer.render() == -1).all()


def test_a_closed_renderer_draws_nothing(world):
    renderer = cf.Renderer(world[0], 10, 10)
    renderer.close()
    renderer.close()
    with pytest.raises(RuntimeError, match="after close"):
        renderer.render()


def test_models_and_worlds_of_others_are_refused(renderer):
    other = cf.MjModel.from_xml_string("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>")
    with pytest.raises(ValueError, match="other sizes"):
        renderer.update_scene(cf.MjData(other))
    with pytest.raises(TypeError, match="MjModel"):
        cf.Renderer(None)


def test_threads_draw_at_the_same_time(world):
    def draw(pictures):
        with cf.Renderer(world[0], 60, 80) as renderer:
            for _ in range(5):
                renderer.update_scene(world[1], "side")
                pictures.append(renderer.render())

    lists: list[list[np.ndarray]] = [[], [], []]
    threads = [threading.Thread(target=draw, args=(pictures,)) for pictures in lists]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    first = lists[0][0]
    assert all(np.array_equal(picture, first) for pictures in lists for picture in pictures)


def test_others_run_while_a_picture_is_drawn(world):
    own, out = cortenforge.Renderer(world[0], 800, 800), np.empty((800, 800, 3), np.uint8)
    own.color(world[1], out=out)
    counted, over = [0], threading.Event()

    def count():
        while not over.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    try:
        while not counted[0]:
            time.sleep(0.001)
        before = counted[0]
        own.color(world[1], out=out)
        assert counted[0] - before > 100
    finally:
        over.set()
        thread.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_draws_too(renderer):
    expected = renderer.render()
    child = os.fork()
    if child == 0:
        os._exit(0 if np.array_equal(renderer.render(), expected) else 1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_forked_while_another_thread_draws_draws_too(renderer, world):
    expected, over = renderer.render(), threading.Event()

    def draw():
        own = cortenforge.Renderer(world[0], 120, 160)
        while not over.is_set():
            own.color(world[1])

    thread = threading.Thread(target=draw)
    thread.start()
    try:
        for _ in range(10):
            child = os.fork()
            if child == 0:
                os._exit(0 if np.array_equal(renderer.render(), expected) else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        over.set()
        thread.join()


# ---- MjrContext


def test_fields_of_a_context(world):
    nothing = cf.MjrContext()
    assert (nothing.offWidth, nothing.glInitialized, nothing.rangeFont) == (0, 0, 0)
    context = cf.MjrContext(world[0], 100)
    assert (context.offWidth, context.offHeight, context.fontScale) == (320, 240, 100)
    assert context.currentBuffer == cf.mjtFramebuffer.mjFB_WINDOW and context.windowAvailable == 1
    assert context.ntexture == 1 and context.mat_texid.shape == (10000,)
    with pytest.raises(AttributeError, match="cannot be set"):
        context.offWidth = 3  # type: ignore[misc]
    with pytest.raises(AttributeError, match="no field"):
        context.offwidth = 3  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="RGB"):
        context.readPixelFormat = 7
    with pytest.raises(cf.FatalError, match="fontscale"):
        cf.MjrContext(world[0], 149)
    with pytest.raises(TypeError, match="MjModel"):
        cf.MjrContext(3, 100)  # type: ignore[call-overload]


def test_a_context_draws_what_a_renderer_draws(world, context, renderer):
    box = cf.MjrRect(0, 0, 80, 60)
    cf.mjr_render(box, scene_of(world), context)
    rgb, depth = read(context, box, depth=True)
    renderer.update_scene(world[1], "side")
    assert np.array_equal(rgb[::-1], renderer.render())
    assert depth.min() > 0 and depth.max() == 1
    context.readDepthMap = cf.mjtDepthMap.mjDEPTH_ZEROFAR
    reverse = read(context, box, depth=True)[1]
    assert np.array_equal(np.float32(1) - depth, reverse)
    context.readPixelFormat = 0x80E0
    assert np.array_equal(read(context, box), rgb[..., ::-1])
    flat = np.empty(80 * 60 * 3, np.uint8)
    context.readPixelFormat = 0x1907
    cf.mjr_readPixels(flat, None, box, context)
    assert np.array_equal(flat.reshape(rgb.shape), rgb)


def test_several_viewports_of_one_frame(world, context):
    left, right = cf.MjrRect(0, 0, 80, 60), cf.MjrRect(80, 10, 80, 60)
    cf.mjr_render(left, scene_of(world), context)
    cf.mjr_render(right, scene_of(world, "top"), context)
    near, far = read(context, left, depth=True), read(context, right, depth=True)
    assert not np.array_equal(near[0], far[0]) and not np.array_equal(near[1], far[1])
    cf.mjr_render(cf.MjrRect(0, 0, 80, 60), scene_of(world), context)
    assert np.array_equal(read(context, left), near[0]) and np.array_equal(read(context, right), far[0])
    # what is outside of the frame is cut off
    cf.mjr_render(cf.MjrRect(300, 230, 80, 60), scene_of(world), context)
    corner = read(context, cf.MjrRect(300, 230, 80, 60))
    assert np.array_equal(corner[:10, :20], near[0][:10, :20]) and not corner[10:].any()
    cf.mjr_render(cf.MjrRect(0, 0, 0, 0), scene_of(world), context)


def test_arrays_for_pixels_are_checked(context):
    box = cf.MjrRect(0, 0, 8, 6)
    for wrong in (np.zeros((6, 8, 3), np.float32), [1], np.zeros((6, 8, 3), np.int8)):
        with pytest.raises(TypeError, match="uint8"):
            cf.mjr_readPixels(wrong, None, box, context)
    with pytest.raises(TypeError, match="float32"):
        cf.mjr_readPixels(None, np.zeros((6, 8)), box, context)
    with pytest.raises(ValueError, match="144 entries"):
        cf.mjr_readPixels(np.zeros(3, np.uint8), None, box, context)
    with pytest.raises(ValueError, match="one after another"):
        cf.mjr_readPixels(np.zeros(288, np.uint8)[::2], None, box, context)
    fixed = np.zeros((6, 8, 3), np.uint8)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        cf.mjr_readPixels(fixed, None, box, context)
    with pytest.raises(ValueError, match="16384"):
        cf.mjr_readPixels(None, None, cf.MjrRect(0, 0, 20000, 8), context)
    with pytest.raises(TypeError, match="MjrRect"):
        cf.mjr_readPixels(None, None, (0, 0, 1, 1), context)
    with pytest.raises(TypeError, match="MjrContext"):
        cf.mjr_readPixels(None, None, box, None)
    with pytest.raises(TypeError, match="MjvScene"):
        cf.mjr_render(box, None, context)


def test_a_freed_context_says_so(world, context):
    context.free()
    box = cf.MjrRect(0, 0, 8, 6)
    calls = [
        lambda: cf.mjr_setBuffer(OFFSCREEN, context),
        lambda: cf.mjr_render(box, scene_of(world), context),
        lambda: cf.mjr_readPixels(np.zeros((6, 8, 3), np.uint8), None, box, context),
        lambda: cf.mjr_overlay(0, 0, box, "a", "", context),
    ]
    for call in calls:
        with pytest.raises(cf.FatalError):
            call()


def test_cameras_that_see_nothing_are_errors(world, context):
    scene = scene_of(world)
    for value in (np.nan, 0.0, -1.0):
        for camera in scene.camera:
            camera.frustum_near = value
        with pytest.raises(cf.FatalError, match="near plane"):
            cf.mjr_render(cf.MjrRect(0, 0, 8, 6), scene, context)
    # the next picture does not care
    box = cf.MjrRect(8, 6, 8, 6)
    cf.mjr_render(box, scene_of(world), context)
    assert read(context, box, depth=True)[1].min() < 1
    scene = scene_of(world)
    scene.stereo = 1
    with pytest.raises(cf.FatalError, match="stereo"):
        cf.mjr_render(cf.MjrRect(0, 0, 8, 6), scene, context)


def test_frames_and_their_pixels(world, context):
    assert cf.mjr_maxViewport(context) == cf.MjrRect(0, 0, 320, 240)
    cf.mjr_resizeOffscreen(40, 30, context)
    assert (context.offWidth, cf.mjr_maxViewport(context).height) == (40, 30)
    whole = cf.mjr_maxViewport(context)
    pixels = np.arange(40 * 30 * 3, dtype=np.uint32).astype(np.uint8)
    cf.mjr_drawPixels(pixels, np.full(1200, 0.25, np.float32), whole, context)
    rgb, depth = read(context, whole, depth=True)
    assert np.array_equal(rgb.ravel(), pixels) and np.allclose(depth, 0.75)
    cf.mjr_rectangle(cf.MjrRect(10, 5, 3, 2), 1, 0, 0, 1)
    assert (read(context, whole)[5:7, 10:13] == [255, 0, 0]).all()
    cf.mjr_blitBuffer(whole, cf.MjrRect(0, 0, 40, 30), 1, 0, context)
    cf.mjr_setBuffer(cf.mjtFramebuffer.mjFB_WINDOW, context)
    assert (read(context, whole)[5:7, 10:13] == [255, 0, 0]).all()
    cf.mjr_blitBuffer(whole, cf.MjrRect(0, 0, 20, 15), 1, 0, context)
    with pytest.raises(cf.FatalError, match="16384"):
        cf.mjr_resizeOffscreen(20000, 10, context)


def test_auxiliary_frames(context):
    cf.mjr_addAux(2, 20, 10, 0, context)
    assert context.auxWidth[2] == 20 and context.auxFBO[2]
    cf.mjr_setAux(2, context)
    cf.mjr_rectangle(cf.MjrRect(0, 0, 20, 10), 0, 0, 1, 1)
    cf.mjr_restoreBuffer(context)
    cf.mjr_blitAux(2, cf.MjrRect(0, 0, 20, 10), 5, 6, context)
    picture = read(context, cf.MjrRect(0, 0, 40, 40))
    assert (picture[6:16, 5:25] == [0, 0, 255]).all() and not picture[:6].any()
    for wrong in (-1, 10):
        with pytest.raises(cf.FatalError, match="0 to 9"):
            cf.mjr_setAux(wrong, context)
    with pytest.raises(cf.FatalError, match="mjr_addAux"):
        cf.mjr_setAux(3, context)


def test_uploads(world, context):
    model = cf.MjModel.from_xml_string(XML)
    data = cf.MjData(model)
    cf.mj_forward(model, data)
    own, box = cf.MjrContext(model, 150), cf.MjrRect(0, 0, 80, 60)
    scene = scene_of((model, data), "top")
    cf.mjr_render(box, scene, own)
    before = read(own, box)
    model.tex_data[:] = 255
    cf.mjr_uploadTexture(model, own, 0)
    cf.mjr_render(box, scene, own)
    assert not np.array_equal(read(own, box), before)
    for upload in (cf.mjr_uploadTexture, cf.mjr_uploadMesh, cf.mjr_uploadHField):
        for number in (-1, 1, 10**12):
            with pytest.raises(cf.FatalError, match="does not exist"):
                upload(model, own, number)
    with pytest.raises(cf.FatalError, match="another model"):
        cf.mjr_uploadTexture(world[0], own, 0)


def test_texts(context):
    box = cf.MjrRect(0, 0, 200, 100)
    for position in cf.mjtGridPos:
        for font in cf.mjtFont:
            cf.mjr_rectangle(box, 0.2, 0.4, 0.6, 1)
            blank = read(context, box)
            cf.mjr_overlay(font, position, box, "a line\nand one", b"more", context)
            assert not np.array_equal(read(context, box), blank)
    cf.mjr_rectangle(box, 0, 0, 0, 1)
    cf.mjr_label(box, 0, "text", 0, 0, 1, 1, 1, 1, 1, context)
    assert read(context, box).min(axis=(0, 1)).tolist() == [0, 0, 255]
    assert read(context, box).max() == 255
    cf.mjr_text(cf.mjtFont.mjFONT_NORMAL, "x\u00e9", context, 0.9, 0.9, 1, 0, 0)
    cf.mjr_text(cf.mjtFont.mjFONT_NORMAL, "far", context, np.nan, 0.9, 1, 0, 0)
    cf.mjr_overlay(0, 0, cf.MjrRect(10**6, -(10**6), 10, 10), "x" * 10_000, "", context)
    before = context.charHeight
    cf.mjr_changeFont(300, context)
    assert context.charHeight > before
    with pytest.raises(ValueError, match="mjtGridPos"):
        cf.mjr_overlay(0, 8, box, "a", "", context)
    with pytest.raises(TypeError, match="text"):
        cf.mjr_overlay(0, 0, box, 3, "", context)


def test_figures(context):
    figure = cf.MjvFigure()
    figure.title, figure.xlabel = "title", "time"
    figure.linename[0] = b"first"
    figure.linepnt[0] = 50
    figure.linedata[0][:100:2] = np.linspace(0, 1, 50)
    figure.linedata[0][1:100:2] = np.sin(np.linspace(0, 6, 50))
    figure.flg_selection, figure.selection, figure.highlightid = 1, 0.5, 0
    box = cf.MjrRect(0, 0, 200, 150)
    cf.mjr_figure(box, figure, context)
    picture = read(context, box).reshape(-1, 3)
    assert len(np.unique(picture, axis=0)) > 5
    assert figure.yaxisdata.tolist() == [-1, 1] and figure.xaxispixel[1] > figure.xaxispixel[0]
    figure.linedata[0][:100] = np.tile([np.nan, np.inf, 1e38, -1e38], 25)
    figure.linewidth, figure.gridsize[:], figure.xformat = np.nan, 10**6, "%d%s"
    figure.range[:] = np.nan
    cf.mjr_figure(box, figure, context)
    for size in (1, 2, 30):
        cf.mjr_figure(cf.MjrRect(0, 0, size, size), figure, context)
    with pytest.raises(TypeError, match="MjvFigure"):
        cf.mjr_figure(box, None, context)


def test_places():
    rects = [cf.MjrRect(0, 0, 5, 5), cf.MjrRect(5, 0, 5, 5)]
    assert cf.mjr_findRect(6, 1, 2, rects) == 1
    assert cf.mjr_findRect(6, 1, 1, rects[0]) == -1
    assert cf.mjr_getError() == 0
    cf.mjr_finish()
    info = cf.MjrRendererInfo()
    cf.mjr_getRendererInfo(info)
    assert info.renderer == "classic" and info.backend == ""


def test_windows(world):
    window = cf.GLContext(64, 48)
    window.make_current()
    context = cf.MjrContext(world[0], 150)
    assert cf.mjr_maxViewport(context) == cf.MjrRect(0, 0, 64, 48)
    window.free()
    with pytest.raises(ValueError, match="pixels"):
        cf.GLContext(0, 10)
    from cortenforge.mujoco import egl, glfw, osmesa

    assert egl.GLContext is glfw.GLContext is osmesa.GLContext is cf.gl_context.GLContext


def test_windows_that_are_open_cannot_be_drawn_into(world, monkeypatch):
    monkeypatch.setitem(sys.modules, "glfw", types.SimpleNamespace(get_current_context=lambda: 1))
    context, box = cf.MjrContext(world[0], 150), cf.MjrRect(0, 0, 8, 6)
    with pytest.raises(cf.FatalError, match="does not draw into windows"):
        cf.mjr_render(box, scene_of(world), context)
    cf.mjr_setBuffer(OFFSCREEN, context)
    cf.mjr_render(box, scene_of(world), context)


# ---- cortenforge.Renderer and notebooks


def test_native_renderer(world, renderer):
    model, data = world
    own = cortenforge.Renderer(model, 80, 60)
    colours = own.color(data, "side")
    renderer.update_scene(data, "side")
    assert np.array_equal(colours, renderer.render())
    out = np.empty((2, 60, 80, 3), np.uint8)
    assert own.color(data, ["side", "top"], out=out) is out and np.array_equal(out[0], colours)
    assert own.depth(data, "side").shape == (60, 80)
    assert tuple(own.segmentation(data, 0)[30, 40]) == (BALL, cf.mjtObj.mjOBJ_GEOM)
    with pytest.raises(TypeError, match="uint8"):
        own.color(data, out=np.empty((60, 80, 3)))
    with pytest.raises(ValueError, match="shape"):
        own.color(data, out=np.empty((60, 80, 4), np.uint8))
    with pytest.raises(ValueError, match="out of range"):
        own.color(data, 7)
    with pytest.raises(ValueError, match=r'The camera "nope" does not exist. The model has: \'side\', \'top\''):
        own.color(data, "nope")
    assert repr(own).startswith("<Renderer of '") and repr(own).endswith("': 80 x 60 pixels>")
    with pytest.raises(TypeError, match="Data"):
        own.color(None)  # type: ignore[arg-type]
    for width, height in [(0, 1), (1, 0), (-5, 5), (20000, 5)]:
        with pytest.raises(ValueError, match="pixels"):
            cortenforge.Renderer(model, width, height)


def test_pictures_of_a_batch(world):
    model, _ = world
    batch = cortenforge.BatchSim(model, 5, threads=2)
    heights = np.linspace(0, 1, 5)
    for one, height in zip(batch, heights, strict=True):
        one.qpos[2] = height
    batch.forward()
    renderer = cortenforge.Renderer(model, 40, 30)
    pictures = renderer.batch(batch, "side")
    assert pictures.shape == (5, 30, 40, 3)
    for one, picture in zip(batch, pictures, strict=True):
        assert np.array_equal(renderer.color(one, "side"), picture)
    both = renderer.batch(batch, ["side", "top"], kind="segmentation")
    assert both.shape == (2, 5, 30, 40, 2) and both.max() == cf.mjtObj.mjOBJ_GEOM
    assert renderer.batch(batch, kind="depth").dtype == np.float32
    with pytest.raises(ValueError, match="shape"):
        renderer.batch(batch, out=np.empty((4, 30, 40, 3), np.uint8))
    with pytest.raises(ValueError, match="kind"):
        renderer.batch(batch, kind="sound")
    with pytest.raises(TypeError, match="BatchSim"):
        renderer.batch([1])  # type: ignore[arg-type]
    other = cf.MjModel.from_xml_string("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>")
    with pytest.raises(ValueError, match="other sizes"):
        renderer.batch(cortenforge.BatchSim(other, 2))
    assert renderer.batch(cortenforge.BatchSim(model, 0)).shape == (0, 30, 40, 3)


def test_notebooks_show_pictures(world):
    model, data = world
    for thing in (model, data):
        assert thing._repr_png_()[:4] == b"\x89PNG"
    broken = cf.MjModel.from_xml_string(XML)
    broken.vis.quality.numslices = -3
    assert broken._repr_png_() is None


def run_of(world, steps=60):
    model, spec = world[0], cf.mjtState.mjSTATE_FULLPHYSICS
    data = cf.MjData(model)
    rows = np.zeros((steps, cf.mj_stateSize(model, spec)))
    for row in rows:
        cf.mj_step(model, data)
        cf.mj_getState(model, data, row, spec)
    return rows


def test_recordings(world, tmp_path):
    model = world[0]
    run = cortenforge.Recording(model, run_of(world))
    assert len(run) == 60 and run.times[-1] == pytest.approx(0.12)
    assert run.film(width=40, height=30)[:4] == b"RIFF"
    assert run.film("gif", "side", width=40, height=30)[:3] == b"GIF"
    run.save(tmp_path / "run.gif", width=40, height=30)
    assert (tmp_path / "run.gif").read_bytes()[:3] == b"GIF"
    assert "data:image/webp" in (run._repr_html_() or "")
    assert len(run._steps(25.0)) == 3 and len(cortenforge.Recording(model, run_of(world, 1))._steps(25.0)) == 1
    for wrong in (np.zeros((0, 3)), np.zeros(3), np.zeros((2, 3))):
        with pytest.raises(ValueError, match="shape"):
            cortenforge.Recording(model, wrong)
    with pytest.raises(ValueError, match=r"ends in '.txt': give a name that ends in .webp, .gif, .mp4 or .npz"):
        run.save(tmp_path / "run.txt")
    with pytest.raises(ValueError, match=r"'run' has no ending: give a name"):
        run.save(tmp_path / "run")
    assert repr(run).endswith(": 60 steps, from 0.002 s to 0.12 s>") and repr(run).startswith("<Recording of '")
    for rate in (0.0, -1.0, np.nan, 1e9):
        with pytest.raises(ValueError, match="second|pictures"):
            run.film(rate=rate)
    for bad in (np.nan, np.inf, 1e12):
        run.states[-1, 0] = bad
        with pytest.raises(ValueError):
            run.film()
    run.states[-1, 0] = np.nan
    assert run._repr_html_() is None


def recorded(world, tmp_path):
    """A run of a model that was loaded from a file."""
    path = tmp_path / "ball.xml"
    path.write_text(XML)
    model = cf.MjModel.from_xml_path(str(path))
    return path, cortenforge.Recording(model, run_of((model,)), np.full((60, model.nu), 0.25))


def test_recordings_of_states(world, tmp_path):
    path, run = recorded(world, tmp_path)
    run.save(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz") as file:
        assert str(file["model"]) == str(path)
        np.testing.assert_array_equal(file["time"], run.times)
        np.testing.assert_array_equal(np.hstack([file["qpos"], file["qvel"]]), run.states[:, 1:])
        assert file["ctrl"].shape == (60, run.model.nu) and file["act"].shape == (60, 0)
        assert all(file[name].dtype == np.float64 and file[name].flags.c_contiguous for name in ("time", "qpos", "qvel", "act", "ctrl"))
    of_text = cortenforge.Recording(world[0], run_of(world))
    of_text.save(tmp_path / "text.npz")
    assert "model" not in np.load(tmp_path / "text.npz")
    with pytest.raises(ValueError, match="`ctrl` has shape"):
        cortenforge.Recording(world[0], run_of(world), np.zeros((3, 7)))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["ball.xml", "run.npz", "text.npz"], "nothing is left over"


def fake_ffmpeg(tmp_path, monkeypatch, program):
    """A program in the place of ffmpeg."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "ffmpeg").write_text(f"#!{sys.executable}\nimport sys\n{program}")
    (folder / "ffmpeg").chmod(0o755)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setenv("PATH", str(folder))


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_films_for_an_encoder(world, tmp_path, monkeypatch):
    _, run = recorded(world, tmp_path)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match=r"pip install imageio-ffmpeg.*\.webp, \.gif or \.npz, which need nothing"):
        run.save(tmp_path / "run.mp4")
    fake_ffmpeg(tmp_path, monkeypatch, "open(sys.argv[-1], 'wb').write(sys.stdin.buffer.read())")
    run.save(tmp_path / "run.mp4", width=41, height=31, rate=50)
    pictures = (tmp_path / "run.mp4").read_bytes()
    assert len(pictures) == len(run._steps(50)) * 41 * 31 * 3 and any(pictures)
    (tmp_path / "bin" / "ffmpeg").unlink()
    (tmp_path / "bin").rmdir()
    fake_ffmpeg(tmp_path, monkeypatch, "sys.exit('no such codec')")
    with pytest.raises(RuntimeError, match="did not write run.mp4: no such codec"):
        run.save(tmp_path / "run.mp4")
    assert (tmp_path / "run.mp4").read_bytes() == pictures, "the film of before stays"
    assert {file.name for file in tmp_path.iterdir()} == {"ball.xml", "bin", "run.mp4"}, "nothing is left over"


def test_films_take_pictures_of_their_size():
    from cortenforge import _core

    film = _core._Film("gif", 4, 3, 10.0)
    with pytest.raises(ValueError, match="4x3"):
        film.push(np.zeros((4, 3, 3), np.uint8))
    film.push(np.zeros((3, 4, 3), np.uint8))
    assert film.finish()[:3] == b"GIF"
    with pytest.raises(RuntimeError, match="finished"):
        film.finish()
    with pytest.raises(ValueError, match="pixels"):
        _core._Film("gif", 0, 3, 10.0)
