"""Scenes: fields in place, the functions that fill them, and what wrong input does."""

import copy
import gc
import pickle

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

ARM = """
<mujoco>
  <asset><material name="red" rgba="1 0 0 1" specular=".2"/></asset>
  <worldbody>
    <light pos="0 0 3"/><camera name="side" pos="0 -3 1" xyaxes="1 0 0 0 0 1"/>
    <geom name="floor" type="plane" size="0 0 .1"/>
    <body name="arm" pos="0 0 1"><joint name="hinge" axis="0 1 0" range="-90 90" limited="true"/>
      <geom name="rod" type="capsule" size=".05" fromto="0 0 0 .5 0 0" material="red"/><site name="tip" pos=".5 0 0"/></body>
    <body name="ball" pos="1 0 .1"><freejoint/><geom size=".1"/></body>
    <body name="hand" mocap="true" pos="2 0 1"><geom size=".1" contype="0" conaffinity="0"/></body>
  </worldbody>
  <actuator><motor joint="hinge"/></actuator>
</mujoco>
"""
ENGINES = (cf, mujoco)


def world(engine, steps=3):
    model = engine.MjModel.from_xml_string(ARM)
    data = engine.MjData(model)
    for _ in range(steps):
        engine.mj_step(model, data)
    engine.mj_forward(model, data)
    return model, data


def filled(engine, maxgeom=100, **options):
    model, data = world(engine)
    scene, camera, option = engine.MjvScene(model, maxgeom), engine.MjvCamera(), engine.MjvOption()
    for name, value in options.items():
        getattr(option, name)[...] = value
    engine.mjv_defaultFreeCamera(model, camera)
    engine.mjv_updateScene(model, data, option, None, camera, engine.mjtCatBit.mjCAT_ALL, scene)
    return model, data, scene, camera, option


def test_a_scene_has_what_the_reference_has():
    (_, _, ours, *_), (_, _, theirs, *_) = (filled(engine, flags=1) for engine in ENGINES)
    fields = [name for name in dir(mujoco.MjvGeom()) if not name.startswith("_")]
    assert ours.ngeom == theirs.ngeom > 20 and ours.nlight == theirs.nlight == 2
    for mine, other in zip(ours.geoms[: ours.ngeom], theirs.geoms[: theirs.ngeom], strict=True):
        assert mine.label == other.label
        for name in fields:
            if name != "label":
                # positions of two engines after a few steps, in single precision
                np.testing.assert_allclose(getattr(mine, name), getattr(other, name), rtol=1e-6, atol=1e-7, err_msg=name)
    assert repr(ours.camera[0]).count("frustum") == 6


def test_geoms_are_written_through():
    model, data, scene, camera, option = filled(cf)
    geom = scene.geoms[1]
    assert geom is scene.geoms[1] and isinstance(scene.geoms, tuple) and len(scene.geoms) == scene.maxgeom == 100
    geom.rgba[:] = (0.1, 0.2, 0.3, 0.4)
    geom.label = "marked"
    geom.matid = np.int32(-1)
    np.testing.assert_array_equal(scene.geoms[1].rgba, np.array([0.1, 0.2, 0.3, 0.4], np.float32))
    assert scene.geoms[1].label == "marked" and scene.geoms[1].mat.shape == (3, 3)
    with pytest.raises(TypeError, match="integer"):
        geom.objid = 1.5
    with pytest.raises(AttributeError):
        geom.colour = 1
    with pytest.raises(IndexError):
        scene.geoms[100]
    # the next update makes all geoms anew, in the same objects
    cf.mjv_updateScene(model, data, option, None, camera, 7, scene)
    assert geom.label == "" and geom.rgba[0] == 1


def test_markers_as_clients_add_them():
    model, data, scene, camera, option = filled(cf)
    before = scene.ngeom
    cf.mjv_initGeom(scene.geoms[scene.ngeom], cf.mjtGeom.mjGEOM_SPHERE, size=np.full(3, 0.2), pos=np.ones(3),
                    mat=np.eye(3).flatten(), rgba=np.array([1, 0, 0, 1]))  # fmt: skip
    scene.ngeom += 1
    cf.mjv_connector(scene.geoms[scene.ngeom], cf.mjtGeom.mjGEOM_ARROW, 0.1, np.zeros(3), np.array([0, 0, 2.0]))
    scene.ngeom += 1
    assert scene.ngeom == before + 2
    np.testing.assert_array_equal(scene.geoms[before].size, np.full(3, 0.2, np.float32))
    assert scene.geoms[before + 1].size[2] == 2
    # what is added comes after what is there
    cf.mjv_addGeoms(model, data, option, cf.MjvPerturb(), cf.mjtCatBit.mjCAT_DYNAMIC, scene)
    assert scene.geoms[before].pos[0] == 1 and scene.geoms[before + 2].objtype == cf.mjtObj.mjOBJ_GEOM
    assert scene.geoms[before + 2].segid == before + 2
    with pytest.raises(cf.FatalError, match="connect"):
        cf.mjv_connector(scene.geoms[0], cf.mjtGeom.mjGEOM_BOX, 0.1, np.zeros(3), np.ones(3))


def test_a_full_scene_warns_and_stops():
    model, data = world(cf)
    scene = cf.MjvScene(model, maxgeom=3)
    arguments = model, data, cf.MjvOption(), cf.MjvPerturb(), cf.MjvCamera(), 7, scene
    with pytest.warns(RuntimeWarning, match="maxgeom above 3"):
        cf.mjv_updateScene(*arguments)
    assert scene.ngeom == 3 and scene.status == 1
    cf.mjv_updateScene(*arguments)
    # fields that say otherwise do not make room
    scene.maxgeom, scene.ngeom, scene.nlight = 10**6, 10**6, 10**6
    cf.mjv_addGeoms(model, data, cf.MjvOption(), cf.MjvPerturb(), 7, scene)
    assert scene.ngeom == 3 and scene.nlight <= 100
    scene.ngeom = scene.maxgeom = -5
    cf.mjv_updateScene(*arguments)
    assert scene.ngeom == 0


def test_scenes_without_a_model_copies_and_pickles():
    empty = cf.MjvScene()
    assert (empty.maxgeom, empty.geoms, empty.scale, empty.flags.sum()) == (0, (), 1, 5)
    *_, scene, camera, option = filled(cf)
    twin = copy.copy(scene)
    assert twin == scene and copy.deepcopy(scene) == scene
    twin.geoms[0].rgba[0] = 0.77
    assert twin != scene and scene.geoms[0].rgba[0] != np.float32(0.77)
    assert pickle.loads(pickle.dumps(scene)) == scene
    for record in (camera, option, cf.MjvPerturb(), scene.geoms[0], scene.lights[0], scene.camera[0]):
        assert pickle.loads(pickle.dumps(record)) == record == copy.deepcopy(record)


def test_arrays_outlive_their_scene():
    *_, scene, _, _ = filled(cf)
    pos = scene.geoms[1].pos
    before = pos.copy()
    del scene
    gc.collect()
    np.testing.assert_array_equal(pos, before)


@pytest.mark.parametrize("kind, fields", [("fixedcamid is 1:", {"type": 2, "fixedcamid": 1}),
                                          ("trackbodyid is 4:", {"type": 1, "trackbodyid": 4}),
                                          ("trackbodyid is -1:", {"type": 1}), ("camera type -3 does not exist", {"type": -3})])  # fmt: skip
def test_cameras_that_are_not_there(kind, fields):
    model, data, scene, camera, option = filled(cf)
    for name, value in fields.items():
        setattr(camera, name, value)
    with pytest.raises(cf.FatalError, match=kind):
        cf.mjv_updateScene(model, data, option, None, camera, 7, scene)
    with pytest.raises(cf.FatalError, match=kind):
        cf.mjv_updateCamera(model, data, camera, scene)


def test_any_numbers_in_any_record():
    model, data, scene, camera, option = filled(cf)
    rng = np.random.default_rng(0)
    records = [camera, option, cf.MjvPerturb(), scene, *scene.camera, scene.geoms[0], scene.lights[0]]
    for _ in range(300):
        for record in records:
            record._bytes[:] = rng.integers(0, 256, record._bytes.shape)
            if rng.random() < 0.5:
                record._bytes[rng.integers(0, len(record._bytes), 20)] = 0
        perturb = records[2]
        calls = [
            lambda: cf.mjv_updateScene(model, data, option, perturb, camera, 7, scene),
            lambda: cf.mjv_addGeoms(model, data, option, perturb, 7, scene),
            lambda: cf.mjv_makeLights(model, data, scene),
            lambda: cf.mjv_moveCamera(model, int(rng.integers(0, 10)), 0.1, 0.2, camera),
            lambda: cf.mjv_movePerturb(model, data, int(rng.integers(0, 10)), 0.1, 0.2, scene, perturb),
            lambda: cf.mjv_moveModel(model, int(rng.integers(0, 10)), 0.1, 0.2, [0, 0, 1], scene),
            lambda: cf.mjv_initPerturb(model, data, scene, perturb),
            lambda: cf.mjv_frustumHeight(scene),
            lambda: cf.mjv_averageCamera(*scene.camera),
            lambda: repr(scene.geoms[0]),
        ]
        for call in calls:
            try:
                call()
            except cf.FatalError as error:
                assert "the engine failed" not in str(error)


def test_wrong_classes_are_refused():
    model, data, scene, camera, option = filled(cf)
    with pytest.raises(TypeError, match="cam should be a MjvCamera, not a MjvOption"):
        cf.mjv_updateScene(model, data, option, None, option, 7, scene)
    with pytest.raises(TypeError, match="scn should be a MjvScene, not a int"):
        cf.mjv_frustumHeight(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="model should be an MjModel"):
        cf.MjvScene(3, 4)  # type: ignore[call-overload]


def test_the_mouse_moves_things():
    results = []
    for engine in ENGINES:
        model, data, scene, camera, option = filled(engine)
        perturb = engine.MjvPerturb()
        perturb.select, perturb.active = 2, int(engine.mjtPertBit.mjPERT_TRANSLATE)
        engine.mjv_initPerturb(model, data, scene, perturb)
        engine.mjv_movePerturb(model, data, engine.mjtMouse.mjMOUSE_MOVE_V, 0.1, 0.2, scene, perturb)
        engine.mjv_applyPerturbForce(model, data, perturb)
        engine.mjv_applyPerturbPose(model, data, perturb, 1)
        engine.mjv_moveCamera(model, engine.mjtMouse.mjMOUSE_ZOOM, 0.0, 0.1, camera)
        point, ids = np.zeros(3), [np.zeros(1, np.int32) for _ in range(3)]
        body = engine.mjv_select(model, data, option, 1.5, 0.5, 0.1, scene, point, *ids)
        found = [body, *(int(id[0]) for id in ids), *point]
        results.append([*perturb.refpos, perturb.localmass, *data.xfrc_applied[2], *data.qpos, camera.distance, *found])
    # worlds of two engines after a few steps
    np.testing.assert_allclose(results[0], results[1], rtol=1e-6, atol=1e-9)


SHEET = """
<mujoco>
  <statistic extent="2" center="0 0 .5"/>
  <asset>
    <skin name="sheet" vertex="-.6 -.4 .5  0 -.5 .6  .6 -.4 .5  -.6 .4 .5  0 .5 .4  .6 .4 .5" face="0 1 3 1 4 3 1 2 4 2 5 4"
          inflate=".02">
      <bone body="left" bindpos="-.5 0 .5" bindquat="1 0 0 0" vertid="0 1 3 4" vertweight="1 .5 1 .3"/>
      <bone body="right" bindpos=".5 0 .5" bindquat="1 0 0 0" vertid="1 2 4 5" vertweight=".5 1 .7 1"/>
    </skin>
    <skin name="small" vertex="-.2 -.2 .9  .2 -.2 .9  0 .2 .9" face="0 1 2">
      <bone body="right" bindpos=".5 0 .5" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
    </skin>
  </asset>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <body name="left" pos="-.5 0 .5"><joint axis="0 1 0"/><geom size=".15" pos="0 0 .1"/></body>
    <body name="right" pos=".5 0 .5"><joint axis="0 1 0"/><geom type="box" size=".1 .1 .05" pos="0 0 -.2"/></body>
  </worldbody>
</mujoco>
"""


@pytest.mark.parametrize("orthographic", [0, 1])
@pytest.mark.parametrize("flag", [0, 1])
def test_the_mouse_finds_skins(flag, orthographic):
    results = []
    for engine in ENGINES:
        model = engine.MjModel.from_xml_string(SHEET)
        # of a parallel projection it is the height in metres
        model.vis.global_.orthographic, model.vis.global_.fovy = orthographic, 2 if orthographic else 45
        data, scene, camera, option = engine.MjData(model), engine.MjvScene(model, 100), engine.MjvCamera(), engine.MjvOption()
        data.qpos[:] = 0.3, -0.2
        engine.mj_forward(model, data)
        engine.mjv_defaultFreeCamera(model, camera)
        engine.mjv_updateScene(model, data, option, None, camera, engine.mjtCatBit.mjCAT_ALL, scene)
        option.flags[engine.mjtVisFlag.mjVIS_SKIN] = flag
        found = []
        for x, y in np.random.default_rng(5).uniform(0, 1, (400, 2)):
            point, ids = np.zeros(3), [np.zeros(1, np.int32) for _ in range(3)]
            body = engine.mjv_select(model, data, option, 1.3, x, y, scene, point, *ids)
            found.append([body, *(int(id[0]) for id in ids), *point])
        results.append(np.array(found))
    ours, theirs = results
    np.testing.assert_array_equal(ours[:, :4], theirs[:, :4])
    np.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-12)
    skins = {int(skin) for skin in theirs[:, 3]}
    assert skins == ({-1, 0, 1} if flag else {-1})
    assert {int(body) for body in theirs[theirs[:, 3] == 0, 0]} == ({1, 2} if flag else set())


def test_figures_look_like_the_reference():
    ours, theirs = cf.MjvFigure(), mujoco.MjvFigure()
    fields = [n for n in dir(theirs) if not n.startswith("_")]
    for field in fields:
        np.testing.assert_array_equal(getattr(ours, field), getattr(theirs, field), err_msg=field)
    ours.linedata[0, :4] = 1
    ours.title = "speed"
    cf.mjv_defaultFigure(ours)
    assert ours.title == "" and not ours.linedata.any()
