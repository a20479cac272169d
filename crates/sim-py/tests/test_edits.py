"""Models that were edited amiss, and stored models that were tampered with: errors that say what is wrong, and no crash."""

import copy
import io
import os
import pickle
import subprocess
import sys
import zipfile
from pathlib import Path

import cortenforge
import cortenforge.mujoco as cf
import numpy as np
import pytest
from hostile_edits import LIMBS, MODELS


@pytest.fixture(scope="module")
def limbs():
    return cf.MjModel.from_xml_string(LIMBS)


@pytest.mark.parametrize("number", range(len(MODELS)))
def test_every_array_of_whole_numbers_survives_hostile_values(number):
    program = Path(__file__).with_name("hostile_edits.py")
    run = subprocess.run([sys.executable, program, str(number)], capture_output=True, text=True, timeout=900)
    lines = run.stdout.replace("\r", "\n").splitlines()
    assert run.returncode == 0, f"ended by {run.returncode} at {lines[-1] if lines else 'the start'}: {run.stderr[-2000:]}"
    defects = [line for line in lines if ": " in line]
    assert not defects, "\n".join(defects)
    assert int(lines[-1].split()[0]) > 60


# array, entry, value, and what the error says
EDITS = [
    ("body_parentid", 3, 7, r"body_parentid\[3\] = 7: a parent must come before its body"),
    ("dof_parentid", 4, 4, r"dof_parentid\[4\] = 4: the bodies and joints make it 3"),
    ("jnt_type", 0, 3, r"edited: jnt_type\[0\] = 3 \(was 0\)"),
    ("geom_type", 0, 99, r"geom_type\[0\] = 99: must be one of 0 \(plane\)"),
    ("geom_dataid", 0, 5, r"geom_dataid\[0\] = 5: must be from 0 to 0 \(nhfield = 1\)"),
    ("hfield_ncol", 0, 10**6, r"hfield_ncol\[0\] = 1000000"),
    ("mesh_vertnum", 0, 2, r"mesh_vertnum\[0\] = 2"),
    ("mesh_face", (0, 1), -5, r"mesh_face\[0, 1\] = -5: must be from 0 to 3"),
    ("mesh_graph", 0, 2**31 - 1, r"mesh_graph\[0\] = 2147483647"),
    ("skin_face", (0, 1), 3, r"skin_face\[0, 1\] = 3: must be from 0 to 2 \(vertices of the skin = 3\)"),
    ("skin_bonevertid", 3, -1, r"skin_bonevertid\[3\] = -1: must be from 0 to 2"),
    ("skin_bonebodyid", 1, 99, r"skin_bonebodyid\[1\] = 99: must be from 0 to \d+ \(nbody"),
    ("skin_texcoordadr", 0, 1, r"skin_texcoordadr\[0\] = 1: must be -1 \(none\), or with skin_vertnum\[0\] = 3"),
    ("bvh_child", (0, 0), 0, r"bvh_child\[0, 0\] = 0: a child comes after its node"),
    ("wrap_objid", 1, -1, r"wrap_objid\[1\] = -1: must be from 0"),
    ("tendon_num", 0, 99, r"tendon_num\[0\] = 99: with tendon_adr\[0\] = 0 reaches beyond nwrap"),
    ("eq_obj1id", 1, 99, r"eq_obj1id\[1\] = 99: must be from 0 to \d+ \(nbody"),
    ("actuator_trnid", (0, 0), -1, r"actuator_trnid\[0, 0\] = -1: must be from 0 to \d+ \(njnt"),
    ("actuator_actnum", 2, 99, r"actuator_actnum\[2\] = 99: .* reaches beyond na"),
    ("sensor_objid", 0, 99, r"sensor_objid\[0\] = 99: must be from 0 to \d+ \(objects of type 'site'"),
    ("sensor_dim", 0, -1, r"sensor_dim\[0\] = -1: a number of things cannot be negative"),
    ("cam_resolution", (0, 0), 2**31 - 1, r"cam_resolution\[0, 0\] = 2147483647"),
    ("actuator_historyadr", 1, 2**30, r"actuator_historyadr\[1\] = 1073741824: a buffer of \d+ numbers"),
    ("M_colind", 3, 2, r"M_colind\[3\] = 2: the chains of dofs make it"),
    ("name_bodyadr", 1, -1, r"name_bodyadr\[1\] = -1"),
]


@pytest.mark.parametrize(("array", "entry", "value", "message"), EDITS)
def test_an_edit_amiss_is_named_until_it_is_undone(limbs, array, entry, value, message):
    model = copy.copy(limbs)
    data = cf.MjData(model)
    cf.mj_step(model, data)
    before = getattr(model, array)[entry]
    getattr(model, array)[entry] = value
    for call in (cf.mj_step, cf.mj_forward, cf.mj_resetData, lambda m, _: cf.MjData(m), lambda m, _: copy.copy(m)):
        with pytest.raises(cf.FatalError, match=message):
            call(model, data)
    getattr(model, array)[entry] = before
    cf.mj_step(model, data)
    assert data.time > 0 and np.isfinite(data.qpos).all()


def test_edits_that_are_consistent_take_effect(limbs):
    model = copy.copy(limbs)
    data, other = cf.MjData(model), cf.MjData(limbs)
    model.geom_contype[:] = 0
    model.geom_conaffinity[:] = 0
    model.eq_obj1id[0] = model.body("torso").id
    model.actuator_trnid[0, 0] = model.joint("hip").id
    data.ctrl[0] = other.ctrl[0] = 1
    for _ in range(5):
        cf.mj_step(model, data)
        cf.mj_step(limbs, other)
    assert data.ncon < other.ncon and not np.array_equal(data.qpos, other.qpos)


def test_an_edited_model_is_the_error_of_its_worlds(limbs):
    model = copy.copy(limbs)
    batch = cortenforge.BatchSim(model, 3, threads=1)
    batch.override([1], body_mass=2 * model.body_mass)
    own = batch.model_of(1)
    own.body_parentid[2] = 9
    state = np.zeros((3, cf.mj_stateSize(model, cf.mjtState.mjSTATE_FULLPHYSICS)))
    errors = batch.step(2, state=state)
    assert errors[0] is None and errors[2] is None and "body_parentid[2] = 9" in str(errors[1])
    assert np.isnan(state[1]).all() and np.isfinite(state[[0, 2]]).all()
    own.body_parentid[2] = model.body_parentid[2]
    assert batch.step() == [None] * 3
    model.dof_jntid[0] = -1
    errors = batch.step()
    assert errors[1] is None and all("dof_jntid[0] = -1" in str(errors[i]) for i in (0, 2))
    with pytest.raises(cf.FatalError, match="dof_jntid"):
        cortenforge.BatchSim(model, 2)
    with pytest.raises(cf.FatalError, match="dof_jntid"):
        batch.override(body_mass=model.body_mass)


def test_any_byte_is_a_flag(limbs):
    model = copy.copy(limbs)
    data, other = cf.MjData(model), cf.MjData(limbs)
    for array in [data.eq_active, model.eq_active0, model.jnt_limited, model.tendon_limited, model.actuator_ctrllimited]:
        assert array.dtype == bool
        array.view(np.uint8)[:] *= np.uint8(2)
    data.bvh_active.view(np.uint8)[:] = 255
    for _ in range(5):
        cf.mj_step(model, data)
        cf.mj_step(limbs, other)
    np.testing.assert_array_equal(data.qpos, other.qpos)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.jnt_limited.view(np.uint8), limbs.jnt_limited.view(np.uint8))
    batch = cortenforge.BatchSim(limbs, 2, threads=1)
    batch.set("eq_active", np.full((2, limbs.neq), 2, np.uint8).view(bool))
    assert (batch.get("eq_active").view(np.uint8) == 1).all()


def state_of(model):
    _, (state,) = model.__reduce__()
    return {group: dict(entries) for group, entries in state.items()}


def change(group, name, value):
    def work(state):
        state[group][name] = value

    return work


def edit(name, entry, value):
    def work(state):
        state["arrays"][name] = state["arrays"][name].copy()
        state["arrays"][name][entry] = value

    return work


STATES = {
    "a group is missing": (lambda s: s.pop("arrays"), "'arrays' is missing"),
    "a group is no dictionary": (lambda s: s.update(sizes=[1]), "'sizes' is no dictionary"),
    "a size is missing": (lambda s: s["sizes"].pop("nq"), "size 'nq' is missing"),
    "a size is negative": (change("sizes", "nbody", -1), "nbody = -1 is no size"),
    "a size is enormous": (change("sizes", "nuserdata", 2**62), "nuserdata = 4611686018427387904 is no size"),
    "a size is no number": (change("sizes", "nv", "many"), "size 'nv' is no whole number"),
    "a size does not fit its arrays": (change("sizes", "ngeom", 10**9), r"array '\w+' has \d+ entries, and its sizes ask for"),
    "a size without arrays": (change("sizes", "nsensordata", 10**8), "nsensordata = 100000000: must be at most"),
    "an array is missing": (lambda s: s["arrays"].pop("body_mass"), "array 'body_mass' is missing"),
    "an array of another type": (change("arrays", "body_mass", np.zeros(3, np.int8)), "'body_mass' is not a flat array of type float64"),
    "an array of another length": (change("arrays", "body_mass", np.zeros(3)), "array 'body_mass' has 3 entries"),
    "a parent that comes later": (edit("body_parentid", 2, 5), r"body_parentid\[2\] = 5: a parent must come before"),
    "a joint of no type": (edit("jnt_type", 0, 44), r"jnt_type\[0\] = 44"),
    "a pattern of another tree": (edit("D_colind", 0, 3), r"D_colind\[0\] = 3: the chains of dofs make it 0"),
    "a setting of another length": (change("option", "gravity", np.zeros(2)), "setting 'gravity' is not an array of 3 numbers"),
    "a setting that is no number": (change("option", "timestep", np.array(["x"])), "setting 'timestep' is no flat array of numbers"),
}


@pytest.mark.parametrize("case", STATES)
def test_pickles_are_validated(limbs, case):
    work, message = STATES[case]
    state = state_of(limbs)
    work(state)
    with pytest.raises(ValueError, match=message):
        cf.MjModel._from_state(state)


def test_pickles_of_models_and_worlds_come_back(limbs):
    data = cf.MjData(limbs)
    cf.mj_step(limbs, data, 3)
    model, again = pickle.loads(pickle.dumps((limbs, data)))
    np.testing.assert_array_equal(again.qpos, data.qpos)
    cf.mj_step(model, again)
    cf.mj_step(limbs, data)
    np.testing.assert_array_equal(again.qpos, data.qpos)


@pytest.fixture
def stored(limbs, tmp_path):
    path = tmp_path / "model.mjb"
    cf.mj_saveModel(limbs, str(path))
    return path


def rewrite(path, name, content=None, compression=zipfile.ZIP_STORED):
    """Stores another content under a name of the archive."""
    with zipfile.ZipFile(path) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    parts[name] = parts[name] if content is None else content
    with zipfile.ZipFile(path, "w") as archive:
        for part, data in parts.items():
            archive.writestr(part, data, compression if part == name else zipfile.ZIP_STORED)


def array_bytes(shape, dtype="<f8", entries=b""):
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(stream, {"descr": dtype, "fortran_order": False, "shape": shape})
    return stream.getvalue() + entries


FILES = {
    "garbage": (lambda p: p.write_bytes(os.urandom(5000)), "was not written by mj_saveModel"),
    "nothing": (lambda p: p.write_bytes(b""), "was not written by mj_saveModel"),
    "cut off": (lambda p: p.write_bytes(p.read_bytes()[: p.stat().st_size // 2]), "was not written by mj_saveModel"),
    "a byte flipped": (
        lambda p: p.write_bytes(bytes(b ^ (i == 5000) for i, b in enumerate(p.read_bytes()))),
        "CRC|was not written",
    ),
    "a bomb": (
        lambda p: rewrite(p, "arrays/body_mass.npy", array_bytes((10**7,)) + bytes(8 * 10**7), zipfile.ZIP_DEFLATED),
        "'arrays/body_mass.npy' is compressed",
    ),
    "a header that lies": (lambda p: rewrite(p, "arrays/body_mass.npy", array_bytes((10**12,))), "should have 8000000000000 bytes"),
    "objects": (lambda p: rewrite(p, "arrays/body_mass.npy", array_bytes((1,), "|O", b"12345678")), "is no flat array of numbers"),
    "a strange entry": (lambda p: rewrite(p, "body_mass.npy", array_bytes((0,))), "is not part of a model"),
    "a size that lies": (lambda p: rewrite(p, "sizes/nbody.npy", array_bytes((), "<i8", (10**9).to_bytes(8, "little"))), "its sizes ask for"),
    "an index that lies": (
        lambda p: rewrite(p, "arrays/geom_bodyid.npy", array_bytes((9,), "<i4", b"\xff\xff\xff\x7f" * 9)),
        r"geom_bodyid",
    ),
}


def tamper(path, work):
    """Changes a stored model; what the archive does not have is added to it."""
    try:
        work(path)
    except KeyError:
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr("body_mass.npy", array_bytes((0,)))


@pytest.mark.parametrize("case", FILES)
def test_stored_models_are_bounded_and_validated(stored, case):
    work, message = FILES[case]
    tamper(stored, work)
    with pytest.raises(ValueError, match=message):
        cf.MjModel.from_binary_path(stored)


def test_stored_models_are_regular_files(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", tmp_path / "pipe", tmp_path):
        with pytest.raises(ValueError, match="is not a regular file"):
            cf.MjModel.from_binary_path(path)
    with open(tmp_path / "sparse", "wb") as file:
        file.truncate(1 << 33)
    with pytest.raises(ValueError, match="was not written by mj_saveModel"):
        cf.MjModel.from_binary_path(tmp_path / "sparse")
