"""Constraint rows, their Jacobian and their functions beside the real package."""

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

SCENE = """<mujoco><option jacobian="{jacobian}" solver="{solver}" cone="{cone}"><flag diagexact="{exact}"/></option><worldbody>
<geom type="plane" size="0 0 .01" surfacevel=".3 0 0"/>
<body pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1" condim="4"/></body>
<body pos="1 0 .5"><joint name="a" axis="0 1 0" range="-10 10"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/></body>
<body pos="1 1 .5"><joint name="b" axis="0 1 0" frictionloss=".2"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/></body>
</worldbody><equality><joint name="couple" joint1="a" joint2="b"/></equality></mujoco>"""


def worlds(jacobian="auto", solver="Newton", cone="elliptic", exact="disable"):
    made = []
    for package in (cf, mujoco):
        m = package.MjModel.from_xml_string(SCENE.format(jacobian=jacobian, solver=solver, cone=cone, exact=exact))
        m.opt.tolerance, m.opt.iterations = 0, 200
        d = package.MjData(m)
        d.qpos[7:] = 0.3, 0.1
        package.mj_forward(m, d)
        made.append((package, m, d))
    return made


@pytest.mark.parametrize("jacobian", ["dense", "sparse", "auto"])
@pytest.mark.parametrize("solver", ["Newton", "PGS"])
def test_matrices_of_rows_are_stored_as_mujoco_stores_them(jacobian, solver):
    (_, m, d), (_, mm, dd) = worlds(jacobian, solver)
    assert cf.mj_isSparse(m) == mujoco.mj_isSparse(mm) == (jacobian == "sparse")
    assert (d.nefc, d.nJ, d.nY, d.nA) == (dd.nefc, dd.nJ, dd.nY, dd.nA)
    for name in ("efc_J", "efc_Y", "efc_AR"):
        np.testing.assert_allclose(getattr(d, name), getattr(dd, name), atol=1e-12, err_msg=name)
        if jacobian == "sparse" and getattr(d, name).size:
            for part in ("rownnz", "rowadr", "colind"):
                np.testing.assert_array_equal(getattr(d, f"{name}_{part}"), getattr(dd, f"{name}_{part}"))
    if jacobian != "sparse":
        # the pattern of a full matrix: both readings give the same
        rows = np.repeat(np.arange(d.nefc), d.efc_J_rownnz)
        full = np.zeros((d.nefc, m.nv))
        full[rows, d.efc_J_colind] = d.efc_J
        np.testing.assert_array_equal(full, d.efc_J.reshape(d.nefc, m.nv))


@pytest.mark.parametrize("exact", ["enable", "disable"])
def test_rows_and_solutions(exact):
    (_, _, d), (_, _, dd) = worlds(exact=exact)
    for name in ("efc_type", "efc_id", "efc_pos", "efc_diagA", "efc_D", "efc_vel", "efc_aref", "efc_force", "qacc"):
        np.testing.assert_allclose(getattr(d, name), getattr(dd, name), rtol=1e-9, atol=1e-9, err_msg=name)
    assert abs(d.qacc[0]) > 0.1, "the belt moves the box"


def test_products_and_updates():
    outcomes = []
    for package, m, d in worlds():
        rng = np.random.default_rng(0)
        rows, dofs, cost = np.zeros(d.nefc), np.zeros(m.nv), np.zeros(1)
        package.mj_mulJacVec(m, d, rows, rng.normal(size=m.nv))
        package.mj_mulJacTVec(m, d, dofs, rng.normal(size=d.nefc))
        package.mj_constraintUpdate(m, d, rng.normal(size=d.nefc) - d.efc_aref, cost, 1)
        outcomes.append([rows, dofs, cost, np.array(d.efc_force), np.array(d.efc_state), np.array(d.qfrc_constraint)])
    for ours, theirs in zip(*outcomes):
        np.testing.assert_allclose(ours, theirs, rtol=1e-11, atol=1e-11)


def test_equalities_are_switched_at_run_time():
    for package, m, d in worlds():
        assert d.ne == 1
        d.eq_active[0] = 0
        package.mj_forward(m, d)
        assert d.ne == 0
        d.eq_active[0] = 1
        package.mj_forward(m, d)
        assert d.ne == 1


def test_stages_by_themselves():
    values = []
    for package, m, d in worlds(solver="PGS"):
        package.mj_makeConstraint(m, d)
        package.mj_island(m, d)
        package.mj_projectConstraint(m, d)
        package.mj_referenceConstraint(m, d)
        package.mj_fwdConstraint(m, d)
        package.mj_rnePostConstraint(m, d)
        wrench = np.zeros(6)
        package.mj_contactForce(m, d, 0, wrench)
        values.append([wrench, np.array(d.qacc), np.array(d.cfrc_ext), np.array(d.cfrc_int), d.nisland])
    for ours, theirs in zip(*values):
        np.testing.assert_allclose(ours, theirs, rtol=1e-7, atol=1e-7)


def test_derivatives_go_through_contacts():
    values = []
    for package, m, d in worlds():
        n = 2 * m.nv
        a = np.zeros((n, n))
        package.mjd_transitionFD(m, d, 1e-6, 1, a, None, None, None)
        values.append(a)
    np.testing.assert_allclose(values[0], values[1], atol=1e-6)
    assert np.abs(values[1][m.nv :, : m.nv]).max() > 1
