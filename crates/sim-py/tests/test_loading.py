"""Models from text and files."""

import pathlib

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf
from conftest import MODELS


@pytest.mark.parametrize("name", MODELS)
def test_text(name):
    theirs, ours = mujoco.MjModel.from_xml_string(MODELS[name]), cf.MjModel.from_xml_string(MODELS[name])
    assert (ours.nq, ours.nv, ours.nu, ours.ngeom) == (theirs.nq, theirs.nv, theirs.nu, theirs.ngeom)
    assert ours.names == theirs.names
    np.testing.assert_allclose(ours.body_mass, theirs.body_mass, rtol=1e-12)


def test_files(tmp_path):
    path = tmp_path / "pendulum.xml"
    path.write_text(MODELS["pendulum"])
    for name in [path, str(path)]:
        assert cf.MjModel.from_xml_path(name).nq == 1
    assert cf.MjModel.from_xml_path(filename=str(path)).nq == 1


def test_assets():
    xml = "<mujoco><include file='part.xml'/></mujoco>"
    part = b"<mujoco><worldbody><body name='x'><joint/><geom size='1'/></body></worldbody></mujoco>"
    assert cf.MjModel.from_xml_string(xml, assets={"part.xml": part}).body("x").id == 1
    assert cf.MjModel.from_xml_string(xml, {"part.xml": part}).nv == 1


@pytest.mark.parametrize("xml", ["", "<mujoco", "<mujoco><foo/></mujoco>", "<mujoco><worldbody><geom size='x'/></worldbody></mujoco>"])
def test_bad_text(xml):
    with pytest.raises(ValueError):
        cf.MjModel.from_xml_string(xml)


def test_errors_name_the_place():
    with pytest.raises(ValueError, match=r"(?s)line 2|:2"):
        cf.MjModel.from_xml_string("<mujoco>\n<worldboddy/></mujoco>")


def test_bad_arguments(tmp_path):
    with pytest.raises(ValueError):
        cf.MjModel.from_xml_path("/no/such/file.xml")
    with pytest.raises(TypeError):
        cf.MjModel.from_xml_string(3)  # type: ignore[arg-type]
    with pytest.raises((TypeError, AttributeError)):
        cf.MjModel.from_xml_string("<mujoco/>", assets=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        cf.MjModel.from_xml_string("<mujoco/>", assets={"a": "text"})  # type: ignore[dict-item]
    with pytest.raises(TypeError):
        cf.MjModel()
