"""Contacts, counters and plain records: written through, compared, copied and shown as the reference does."""

import copy

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

BOX = """
<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body pos="0 0 .09"><freejoint/><geom name="box" type="box" size=".1 .1 .1"/></body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def world():
    model = cf.MjModel.from_xml_string(BOX)
    data = cf.MjData(model)
    cf.mj_forward(model, data)
    assert data.ncon == 4
    return model, data


def test_contacts_are_written_through(world):
    model, data = world
    contact = data.contact[1]
    assert contact is data.contact[1] and contact.pos is contact.pos
    contact.pos[:2] = 7
    contact.dist = -0.5
    np.testing.assert_array_equal(data.contact.pos[1, :2], [7, 7])
    assert data.contact[1].dist == -0.5 and data.contact.dist[1] == -0.5
    twin = copy.copy(data)
    assert twin.contact[1].dist == -0.5 and twin.contact == data.contact


def test_contacts_follow_the_engine(world):
    model, data = world
    first, last, kept = data.contact[0], data.contact[3], copy.copy(data.contact[0])
    before = first.dist
    data.qpos[2] = 0.095
    cf.mj_forward(model, data)
    assert first.dist == pytest.approx(before + 0.005) and kept.dist == before
    data.qpos[2] = 3
    cf.mj_forward(model, data)
    assert data.ncon == 0 and len(data.contact) == 0
    assert last.dist < 0  # the last thing it was
    last.dist = 1
    cf.mj_forward(model, data)


def test_lists_compare(world):
    model, data = world
    other = cf.MjData(model)
    cf.mj_forward(model, other)
    assert data.contact == other.contact and data.warning == other.warning and data.solver == other.solver
    other.contact[0].friction[0] = 9
    assert data.contact != other.contact
    assert data.contact != data.warning and data.contact != 5


@pytest.mark.parametrize("name", ["MjvCamera", "MjvOption", "MjvPerturb", "MjvGLCamera", "MjvGeom", "MjvLight",
                                  "MjLROpt", "MjTimerStat", "MjWarningStat", "MjSolverStat", "MjContact"])  # fmt: skip
def test_records_look_like_the_reference(name):
    ours, theirs = getattr(cf, name)(), getattr(mujoco, name)()
    fields = [n for n in dir(theirs) if not n.startswith("_") and not callable(getattr(theirs, n))]
    for field in fields:
        np.testing.assert_array_equal(getattr(ours, field), getattr(theirs, field), err_msg=field)
    printed = repr(ours).replace(f"<{type(ours).__name__}", f"<{name}", 1)
    assert printed.replace(" ", "") == repr(theirs).replace(" ", "")
    assert copy.copy(ours) == ours and copy.deepcopy(ours) == ours


def test_defaults():
    opts = [engine.MjLROpt() for engine in (cf, mujoco)]
    for engine, opt in zip((cf, mujoco), opts, strict=True):
        engine.mj_defaultLROpt(opt)
    assert repr(opts[0]) == repr(opts[1])
    model, cameras = [e.MjModel.from_xml_string(BOX) for e in (cf, mujoco)], [e.MjvCamera() for e in (cf, mujoco)]
    for engine, m, camera in zip((cf, mujoco), model, cameras, strict=True):
        engine.mjv_defaultFreeCamera(m, camera)
    np.testing.assert_allclose(cameras[0].lookat, cameras[1].lookat)
    assert (cameras[0].distance, cameras[0].azimuth) == pytest.approx((cameras[1].distance, cameras[1].azimuth))


def test_saved_models(world, tmp_path):
    model, _ = world
    cf.mj_saveModel(model, str(tmp_path / "box.mjb"))
    again = cf.MjModel.from_binary_path(tmp_path / "box.mjb")
    np.testing.assert_array_equal(again.geom_size, model.geom_size)
    assert again.geom("box").id == 1 and again.opt.timestep == model.opt.timestep
    buffer = np.zeros(cf.mj_sizeModel(model), np.uint8)
    cf.mj_saveModel(model, None, buffer)
    third = cf.MjModel.from_binary_path("x.mjb", {"x.mjb": buffer.tobytes()})
    assert third.nq == model.nq
    real = mujoco.MjModel.from_xml_string(BOX)
    mujoco.mj_saveModel(real, str(tmp_path / "real.mjb"))
    with pytest.raises(ValueError, match="MJB"):
        cf.MjModel.from_binary_path(tmp_path / "real.mjb")


def test_text_may_be_bytes(world):
    model, _ = world
    assert cf.mj_name2id(model, cf.mjtObj.mjOBJ_GEOM, b"box") == 1
    assert cf.MjModel.from_xml_string(BOX.encode()).nq == model.nq
    assert cf.mju_str2Type(b"geom") == int(cf.mjtObj.mjOBJ_GEOM)


def test_repeated_assets_are_refused():
    with pytest.raises(ValueError, match="Repeated"):
        cf.MjModel.from_xml_string("<mujoco/>", {"a.xml": b"", "b/a.xml": b""})


def test_printing(world, tmp_path):
    model, data = world
    cf.mj_printModel(model, tmp_path / "model.txt")
    cf.mj_printData(model, data, tmp_path / "data.txt")
    assert "GEOM_SIZE" in (tmp_path / "model.txt").read_text() and "QPOS" in (tmp_path / "data.txt").read_text()
    assert "worldbody" in cf.mj_printSchema(False, True)


def test_dependencies(tmp_path):
    (tmp_path / "part.xml").write_text('<mujoco><asset><mesh file="m.stl"/></asset></mujoco>')
    text = '<mujoco><compiler meshdir="meshes"/><include file="part.xml"/></mujoco>'
    (tmp_path / "main.xml").write_text(text)
    found = cf.mju_getXMLDependencies(str(tmp_path / "main.xml"))
    assert [name.rsplit("/", 1)[1] for name in found] == ["main.xml", "part.xml", "m.stl"]


def test_views_are_the_same_objects(world):
    model, data = world
    assert data.geom("box") is data.geom(1) and model.geom("box").size is model.geom(1).size
    assert data.geom("box").xpos is data.geom(1).xpos


