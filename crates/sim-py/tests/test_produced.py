"""Arrays that the engine keeps in another form: what they hold, that they stay current, that what is written acts."""

import copy
import pickle
import threading
from pathlib import Path

import mujoco
import numpy as np
import pytest

import cortenforge
import cortenforge.mujoco as cf

MODELS = Path(__file__).resolve().parents[3] / "models"
FACTORS = ["qLD", "qLDiagInv"]
FIXED = [*FACTORS, "qH", "qHDiagInv"]
ISLANDS = ["iacc", "iacc_smooth", "ifrc_smooth", "ifrc_constraint", "iefc_type", "iefc_id", "iefc_state", "iefc_frictionloss",
           "iefc_D", "iefc_R", "iefc_aref", "iefc_force"]


def worlds(name="humanoid", steps=40, **options):
    """One world in both engines, after the steps that MuJoCo takes."""
    path = str(MODELS / f"{name}.xml")
    theirs, ours = mujoco.MjModel.from_xml_path(path), cf.MjModel.from_xml_path(path)
    for model in (theirs, ours):
        for option, value in options.items():
            setattr(model.opt, option, int(value))
        # both find the solution itself, not just something near it
        model.opt.tolerance, model.opt.iterations = 1e-14, 400
    a, b = mujoco.MjData(theirs), cf.MjData(ours)
    mujoco.mj_step(theirs, a, steps)
    spec = int(mujoco.mjtState.mjSTATE_INTEGRATION)
    state = np.zeros(mujoco.mj_stateSize(theirs, spec))
    mujoco.mj_getState(theirs, a, state, spec)
    cf.mj_setState(ours, b, state, spec)
    mujoco.mj_forward(theirs, a)
    cf.mj_forward(ours, b)
    return theirs, a, ours, b


def assert_near(ours, theirs, name):
    assert ours.shape == theirs.shape and ours.dtype == theirs.dtype, name
    scale = np.abs(theirs).max(initial=1)
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-6 * scale, err_msg=name)


@pytest.mark.parametrize("name", ["humanoid", "quadruped", "gripper", "loops"])
def test_factors_are_those_of_mujoco(name):
    _, theirs, _, ours = worlds(name)
    for field in FACTORS:
        assert_near(getattr(ours, field), getattr(theirs, field), field)


@pytest.mark.parametrize("jacobian", [0, 1])
@pytest.mark.parametrize("name", ["humanoid", "quadruped", "gripper", "workshop"])
def test_arrays_by_island_are_those_of_mujoco(name, jacobian):
    _, theirs, _, ours = worlds(name, 300, jacobian=jacobian)
    assert ours.nisland == theirs.nisland
    for field in ISLANDS:
        if field != "iefc_state":  # ambiguous where a force is zero
            assert_near(getattr(ours, field), getattr(theirs, field), field)
    if jacobian:
        np.testing.assert_array_equal(ours.efc_J_rowsuper, theirs.efc_J_rowsuper)


def test_an_array_that_was_handed_out_follows_every_call():
    model = cf.MjModel.from_xml_path(str(MODELS / "humanoid.xml"))
    data, other = cf.MjData(model), cf.MjData(model)
    held = {name: getattr(data, name) for name in FIXED}
    assert all(not array.any() for array in held.values())
    for _ in range(3):
        cf.mj_step(model, data)
        cf.mj_step(model, other)
        for name, array in held.items():
            assert array is getattr(data, name)
            np.testing.assert_array_equal(array, getattr(cf.MjData.__copy__(other), name), err_msg=name)
    assert held["qLD"].any() and held["qH"].any()
    cf.mj_resetData(model, data)
    assert not held["qLD"].any()


def test_an_array_of_a_batch_follows_its_steps():
    model = cf.MjModel.from_xml_path(str(MODELS / "quadruped.xml"))
    batch = cortenforge.BatchSim(model, 3, threads=2)
    held = [batch[i].qLD for i in range(3)]
    batch.step()
    alone = cf.MjData(model)
    cf.mj_step(model, alone)
    for array in held:
        np.testing.assert_array_equal(array, alone.qLD)


def test_an_array_that_is_made_while_another_thread_steps_is_current_afterwards():
    model = cf.MjModel.from_xml_path(str(MODELS / "quadruped.xml"))
    for _ in range(100):
        data = cf.MjData(model)
        thread = threading.Thread(target=cf.mj_step, args=(model, data, 3))
        thread.start()
        held = data.qLD
        thread.join()
        np.testing.assert_array_equal(held, cf.MjData.__copy__(data).qLD)


def moved_batch(n=3):
    """Worlds in different poses, stepped once."""
    model = cf.MjModel.from_xml_path(str(MODELS / "quadruped.xml"))
    batch = cortenforge.BatchSim(model, n, threads=2)
    for i in range(n):
        batch[i].qpos[7:] += 0.1 * i
    batch.step()
    return model, batch


def test_a_batch_reads_them_of_all_worlds():
    model, batch = moved_batch()
    for name in FIXED:
        rows = batch.get(name)
        assert rows.dtype == np.float64 and rows.shape == (3, model.nv if "Diag" in name else model.nC), name
        assert rows.any() and not np.array_equal(rows[0], rows[1]), name
        np.testing.assert_array_equal(rows, [getattr(world, name) for world in batch], err_msg=name)
        out = np.full_like(rows, np.nan)
        assert batch.get(name, out) is out
        np.testing.assert_array_equal(out, rows)
        single = np.empty(rows.shape, np.float32)
        np.testing.assert_array_equal(batch.get(name, single), rows.astype(np.float32))
        with pytest.raises(ValueError, match="should have shape"):
            batch.get(name, out[:2])
    assert cortenforge.BatchSim(model, 0).get("qLD").shape == (0, model.nC)


def test_a_batch_reads_them_anew_after_every_step():
    _, batch = moved_batch()
    before = batch.get("qLD")
    batch.step()
    assert not np.array_equal(batch.get("qLD"), before)
    batch.reset()
    assert not batch.get("qLD").any()


@pytest.mark.parametrize("n", [0, 3])
def test_a_batch_does_not_write_them(n):
    _, batch = moved_batch(n)
    for name in FIXED:
        before = batch.get(name)
        with pytest.raises(ValueError, match=rf"`{name}` is computed by forward\(\): set"):
            batch.set(name, np.zeros_like(before))
        np.testing.assert_array_equal(batch.get(name), before)


@pytest.mark.parametrize("name", ["efc_J", "efc_AR", "efc_AR_rownnz", "iacc", "iefc_force", "efc_pos", "efc_id"])
def test_a_batch_has_no_rows_for_arrays_that_change_their_length(name):
    _, batch = moved_batch()
    for call in (lambda: batch.get(name), lambda: batch.set(name, 0)):
        with pytest.raises(KeyError, match=f"no array of a fixed size is called '{name}'"):
            call()


def solved(engine, m, d):
    d.qLDiagInv[:] *= 2
    d.qLD = d.qLD * 0.5
    result = np.zeros((1, m.nv))
    engine.mj_solveM(m, d, result, np.ones((1, m.nv)))
    return result


def test_factors_can_be_written_and_assigned_and_act():
    theirs, x, model, data = worlds()
    np.testing.assert_allclose(solved(cf, model, data), solved(mujoco, theirs, x), rtol=1e-9)


def forced(engine, m, d):
    d.efc_force[:] = np.arange(d.nefc)
    d.efc_J[:] *= 3
    out = np.zeros(m.nv)
    engine.mj_mulJacTVec(m, d, out, d.efc_force)
    return out


def test_constraint_rows_can_be_written_and_act():
    theirs, x, model, data = worlds()
    assert data.nefc
    np.testing.assert_allclose(forced(cf, model, data), forced(mujoco, theirs, x), rtol=1e-9)
    twin = copy.copy(data)
    np.testing.assert_array_equal(twin.efc_force, np.arange(data.nefc))
    np.testing.assert_array_equal(twin.efc_J, data.efc_J)


def test_patterns_cannot_be_written():
    _, _, model, data = worlds()
    data.efc_J_rownnz[0] += 1
    with pytest.raises(ValueError, match="efc_J_rownnz"):
        cf.mj_forward(model, data)


def test_a_jacobian_that_was_not_written_keeps_its_bits():
    _, _, model, data = worlds()
    _, _, model2, data2 = worlds()
    for _ in range(20):
        assert data.efc_J.size == data.nJ and data.qLD.size == model.nC
        cf.mj_step(model, data)
        cf.mj_step(model2, data2)
    np.testing.assert_array_equal(data.qpos, data2.qpos)


def test_the_inertia_can_be_written_and_acts():
    _, _, model, data = worlds()
    before = data.qacc_smooth.copy()
    data.M[:] *= 2
    cf.mj_factorM(model, data)
    cf.mj_fwdAcceleration(model, data)
    np.testing.assert_allclose(data.qacc_smooth, before / 2, rtol=1e-9, atol=1e-9)


def test_a_stored_world_keeps_them():
    _, _, model, data = worlds("humanoid", 100)
    again = pickle.loads(pickle.dumps(data))
    for name in [*FIXED, "efc_J", "efc_J_colind"]:
        np.testing.assert_array_equal(getattr(again, name), getattr(data, name), err_msg=name)
    for world, its_model in ((data, model), (again, again.model)):
        world.qfrc_applied[3] = 1.0
        cf.mj_forwardSkip(its_model, world, int(mujoco.mjtStage.mjSTAGE_VEL), 1)
    np.testing.assert_array_equal(again.qacc, data.qacc)


OF_ROWS = [f"efc_{matrix}{part}" for matrix in ("AR", "Y") for part in ("", "_rownnz", "_rowadr", "_colind")]


def assert_rows_kept(again, data):
    assert (again.nefc, again.nA, again.nY) == (data.nefc, data.nA, data.nY)
    for name in OF_ROWS:
        np.testing.assert_array_equal(getattr(again, name), getattr(data, name), err_msg=name)
    np.testing.assert_array_equal(again.solver_nnz, data.solver_nnz)


@pytest.mark.parametrize("jacobian", [0, 1])
@pytest.mark.parametrize("name", ["humanoid", "gripper", "workshop"])
def test_a_stored_world_of_a_dual_solver_keeps_the_inertia_of_its_rows(name, jacobian):
    _, theirs, model, data = worlds(name, 100, solver=mujoco.mjtSolver.mjSOL_PGS, jacobian=jacobian)
    stored, again = pickle.loads(pickle.dumps(theirs)), pickle.loads(pickle.dumps(data))
    assert data.nA > 0 and (again.nA, again.nY) == (stored.nA, stored.nY)
    assert_near(again.efc_AR, stored.efc_AR, "efc_AR")
    assert_near(again.efc_Y, stored.efc_Y, "efc_Y")
    assert_rows_kept(again, data)
    # the solver goes on with it
    for world, its_model in ((data, model), (again, again.model)):
        world.qfrc_applied[-1] = 1.0
        cf.mj_forwardSkip(its_model, world, int(mujoco.mjtStage.mjSTAGE_VEL), 1)
    np.testing.assert_array_equal(again.qacc, data.qacc)
    assert_rows_kept(again, data)


def test_a_stored_world_keeps_what_another_solver_left():
    _, _, model, data = worlds("humanoid", 100, solver=mujoco.mjtSolver.mjSOL_PGS, jacobian=1)
    model.opt.solver = int(mujoco.mjtSolver.mjSOL_NEWTON)
    assert_rows_kept(pickle.loads(pickle.dumps(data)), data)
    cf.mj_forward(model, data)
    assert data.nA == 0 and data.nefc > 0
    model.opt.solver = int(mujoco.mjtSolver.mjSOL_PGS)
    assert_rows_kept(pickle.loads(pickle.dumps(data)), data)


def test_a_stored_world_whose_rows_are_not_coupled_to_themselves_is_refused():
    _, _, _, data = worlds("humanoid", 100, solver=mujoco.mjtSolver.mjSOL_PGS, jacobian=1)
    rebuild, (model, state) = data.__reduce__()
    state["arrays"]["efc_AR_colind"][:] = 0
    with pytest.raises(ValueError, match="inertia of the constraint rows does not fit"):
        rebuild(model, state)


def test_rows_without_a_solution_count_no_entries_of_its_matrix():
    _, _, model, data = worlds("humanoid", 100, solver=mujoco.mjtSolver.mjSOL_PGS, jacobian=1)
    assert data.solver_nnz.any()
    cf.mj_makeConstraint(model, data)
    assert data.nefc > 0 and not data.solver_nnz.any()


@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_a_tendon_that_names_a_joint_twice_acts_as_in_mujoco(jacobian):
    xml = f"""<mujoco><option jacobian="{jacobian}"/><worldbody>
      <body><joint name="a" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/>
        <body pos="1 0 0"><joint name="b" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></body></worldbody>
      <tendon><fixed limited="true" range="0.1 0.2">
        <joint joint="a" coef="1"/><joint joint="b" coef="3"/><joint joint="a" coef="2"/></fixed></tendon></mujoco>"""
    worlds = []
    for engine in (cf, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        worlds.append(engine.MjData(m))
        engine.mj_forward(m, worlds[-1])
    ours, theirs = worlds
    assert theirs.nefc == 1
    np.testing.assert_allclose(ours.qacc, theirs.qacc, rtol=1e-9)
    np.testing.assert_array_equal(ours.efc_J, theirs.efc_J)
