"""Functions of a model and a world compute what the reference computes."""

import copy
import threading

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

NO_CONTACT = int(mujoco.mjtDisableBit.mjDSBL_CONTACT)


@pytest.fixture
def worlds(arm):
    """A random state, in the reference and here, contacts off."""
    theirs, ours = arm
    rng = np.random.default_rng(1)
    qpos, qvel = theirs.qpos0 + 0.1 * rng.standard_normal(theirs.nq), rng.standard_normal(theirs.nv)
    result = []
    for m, package in [(theirs, mujoco), (ours, cf)]:
        m.opt.disableflags |= NO_CONTACT
        d = package.MjData(m)
        d.qpos[:], d.qvel[:], d.ctrl[:] = qpos, qvel, [0.3, -0.2, 0.1]
        d.xfrc_applied[2] = [1, 2, 3, 0.1, 0.2, 0.3]
        result += [m, d]
    return result


def agree(x, y, name, tolerance=1e-10):
    np.testing.assert_allclose(getattr(x, name), getattr(y, name), rtol=tolerance, atol=tolerance, err_msg=name)


RESULTS = "qpos qvel act qacc xpos xquat xmat xipos geom_xpos site_xpos cam_xpos subtree_com cdof M qLD qfrc_bias qfrc_passive actuator_force qfrc_actuator ten_length".split()


def test_forward(worlds):
    theirs, x, ours, y = worlds
    mujoco.mj_forward(theirs, x)
    cf.mj_forward(ours, y)
    for name in RESULTS + ["qfrc_constraint", "efc_type", "efc_pos", "efc_force"]:
        agree(y, x, name)


@pytest.mark.parametrize("nstep", [1, 20])
def test_step(worlds, nstep):
    theirs, x, ours, y = worlds
    mujoco.mj_step(theirs, x, nstep)
    cf.mj_step(ours, y, nstep)
    for name in ["qpos", "qvel", "act", "time"]:
        agree(y, x, name, 1e-8)


def test_views_survive_every_function(worlds):
    _, _, m, d = worlds
    held = {name: getattr(d, name) for name in dir(d) if isinstance(getattr(d, name), np.ndarray)}
    cf.mj_forward(m, d)
    # others change their length with the constraints: a new array every time
    held = {name: array for name, array in held.items() if array.flags.writeable and getattr(d, name) is array}
    assert len(held) > 100

    def check():
        twin = copy.copy(d)  # copied by the engine from its own buffers
        for name, array in held.items():
            np.testing.assert_array_equal(array, getattr(twin, name), err_msg=name)

    stages = [getattr(cf, n) for n in dir(cf) if n.startswith("mj_")]
    stages = [f for f in stages if getattr(f, "__text_signature__", "") in ("(m, d)", "($module, m, d)")]
    assert len(stages) > 15
    for f in [*stages, *stages]:
        f(m, d)
        check()
    cf.mj_resetDataKeyframe(m, d, 0)
    check()
    cf.mj_step(m, d, 10)
    check()


def test_model_views_survive_set_const(arm):
    theirs, ours = arm
    held = {name: getattr(ours, name) for name in dir(ours) if isinstance(getattr(ours, name), np.ndarray)}
    for m, package in [(theirs, mujoco), (ours, cf)]:
        m.body_mass[2] *= 3
        m.opt.disableflags |= NO_CONTACT
        d = package.MjData(m)
        d.qpos[:], d.qvel[:] = 2, 2
        package.mj_setConst(m, d)
        np.testing.assert_array_equal(d.qpos, m.qpos0)
        np.testing.assert_array_equal(d.qvel, 2)
        assert d.xpos[1, 2] == pytest.approx(1)
    twin = copy.copy(ours)
    for name, array in held.items():
        np.testing.assert_array_equal(array, getattr(twin, name), err_msg=name)
    np.testing.assert_allclose(ours.body_invweight0, theirs.body_invweight0, rtol=1e-10)
    np.testing.assert_allclose(ours.stat.meaninertia, theirs.stat.meaninertia, rtol=1e-10)


def test_edits_count_at_the_next_step():
    m = cf.MjModel.from_xml_string("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>")
    d = cf.MjData(m)
    cf.mj_step(m, d)
    assert d.qvel[2] == pytest.approx(-9.81 * 0.002)
    m.opt.gravity[2] = 5
    m.opt.timestep = 0.1
    cf.mj_resetData(m, d)
    cf.mj_step(m, d)
    assert d.qvel[2] == pytest.approx(0.5) and d.time == 0.1


def test_keyframes(arm):
    theirs, ours = arm
    x, y = mujoco.MjData(theirs), cf.MjData(ours)
    for key in [0, 1, 7, -1]:
        mujoco.mj_resetDataKeyframe(theirs, x, key)
        cf.mj_resetDataKeyframe(ours, y, key)
        for name in ["qpos", "qvel", "time", "mocap_pos", "ctrl"]:
            agree(y, x, name)


def test_matrices(worlds):
    theirs, x, ours, y = worlds
    mujoco.mj_forward(theirs, x)
    cf.mj_forward(ours, y)
    nv = theirs.nv
    for package, m, d, out in [(mujoco, theirs, x, []), (cf, ours, y, [])]:
        full = np.zeros((nv, nv))
        package.mj_fullM(m, d, full)
        vec, res = np.arange(nv, dtype=float), np.zeros(nv)
        package.mj_mulM(m, d, res, vec)
        solved = np.zeros((2, nv))
        package.mj_solveM(m, d, solved, np.stack([vec, res]))
        one = np.zeros(nv)
        package.mj_rne(m, d, 1, one)
        out += [full, res, solved, one]
        for name, arguments in [
            ("mj_jacBody", (3,)), ("mj_jacBodyCom", (3,)), ("mj_jacGeom", (4,)), ("mj_jacSite", (0,)),
            ("mj_jac", (np.array([1.0, 2, 3]), 2)),
        ]:  # fmt: skip
            jacp, jacr = np.zeros((3, nv)), np.zeros((3, nv))
            getattr(package, name)(m, d, jacp, jacr, *arguments)
            getattr(package, name)(m, d, None, jacr, *arguments)
            out += [jacp, jacr]
        jacp = np.zeros((3, nv))
        package.mj_jacSubtreeCom(m, d, jacp, 1)
        vel = np.zeros(6)
        package.mj_objectVelocity(m, d, 6, 0, vel, 1)
        qpos = d.qpos.copy()
        package.mj_integratePos(m, qpos, d.qvel, 0.3)
        out += [jacp, vel, qpos]
        if package is mujoco:
            expected = out
    for a, b in zip(out, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-10)


def test_arguments_may_be_the_worlds_own_arrays(worlds):
    _, _, m, d = worlds
    cf.mj_forward(m, d)
    expected = np.zeros(m.nv)
    cf.mj_mulM(m, d, expected, d.qvel)
    cf.mj_mulM(m, d, d.qvel, d.qvel)
    np.testing.assert_array_equal(d.qvel, expected)


def test_wrong_arguments(worlds):
    _, _, m, d = worlds
    with pytest.raises(TypeError):
        cf.mj_fullM(m, d, np.zeros((2, 2)))
    with pytest.raises(TypeError):
        cf.mj_fullM(m, d, np.zeros((m.nv, m.nv), np.float32))
    with pytest.raises(TypeError):
        cf.mj_mulM(m, d, np.zeros(m.nv), np.zeros(2))
    with pytest.raises(IndexError):
        cf.mj_jacBody(m, d, None, None, 99)
    with pytest.raises(TypeError):
        cf.mj_step(m, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        cf.MjData()  # type: ignore[call-arg]
    other = cf.MjModel.from_xml_string("<mujoco/>")
    with pytest.raises(ValueError, match="other sizes"):
        cf.mj_step(other, d)


def test_bad_state_is_a_warning(worlds):
    _, _, m, d = worlds
    d.qpos[0] = np.nan
    with pytest.warns(RuntimeWarning, match="QPOS"):
        cf.mj_step(m, d)
    assert d.warning[cf.mjtWarning.mjWARN_BADQPOS].number == 1 and np.isfinite(d.qpos).all()


def test_inconsistent_models_do_not_crash(worlds):
    _, _, m, d = worlds
    held = [d.qpos, d.qfrc_bias, d.xpos, d.qfrc_smooth, d.qacc_smooth, d.actuator_velocity]
    m.dof_parentid[:] = 10**6
    m.body_parentid[:] = 10**6
    m.jnt_qposadr[:] = 10**6
    for array in held:
        with pytest.raises(cf.FatalError, match=r"body_parentid\[0\] = 1000000"):
            cf.mj_step(m, d)
        array[:] = 1.0  # the memory is still there


def test_threads_share_a_world(worlds):
    _, _, m, d = worlds
    m.opt.timestep = 1e-5

    def work():
        for _ in range(200):
            cf.mj_step(m, d)
            assert d.time >= 0 and m.opt.timestep == 1e-5

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert d.time == pytest.approx(800e-5)


SIGNATURES = [int(v) for n, v in mujoco.mjtState.__members__.items() if n != "mjNSTATE"] + [3, 0]


@pytest.mark.parametrize("sig", SIGNATURES)
def test_state_vectors(worlds, sig):
    theirs, x, ours, y = worlds
    x.eq_active[:] = y.eq_active[:] = [False]
    x.time = y.time = 5
    size = mujoco.mj_stateSize(theirs, sig)
    assert cf.mj_stateSize(ours, sig) == size
    state, other = np.zeros(size), np.zeros(size)
    mujoco.mj_getState(theirs, x, state, sig)
    cf.mj_getState(ours, y, other, sig)
    np.testing.assert_array_equal(other, state)
    fresh = cf.MjData(ours)
    cf.mj_setState(ours, fresh, state, sig)
    cf.mj_getState(ours, fresh, other, sig)
    np.testing.assert_array_equal(other, state)
    another = cf.MjData(ours)
    cf.mj_copyState(ours, y, another, sig)
    cf.mj_getState(ours, another, other, sig)
    np.testing.assert_array_equal(other, state)


def test_extract_state(worlds):
    theirs, x, ours, y = worlds
    full = np.zeros(cf.mj_stateSize(ours, 16383))
    cf.mj_getState(ours, y, full, 16383)
    part = np.zeros(ours.nq + ours.nu)
    cf.mj_extractState(ours, full, 16383, part, 2 | 64)
    np.testing.assert_array_equal(part, [*y.qpos, *y.ctrl])
    with pytest.raises(cf.FatalError):
        cf.mj_extractState(ours, part, 2 | 64, full, 4)
    with pytest.raises(cf.FatalError):
        cf.mj_stateSize(ours, 1 << 14)


def test_keyframes_and_copies(worlds):
    _, _, m, d = worlds
    cf.mj_forward(m, d)
    cf.mj_setKeyframe(m, d, 1)
    np.testing.assert_array_equal(m.key_qpos[1], d.qpos)
    with pytest.raises(cf.FatalError):
        cf.mj_setKeyframe(m, d, 2)
    twin = cf.MjData(m)
    held = twin.qpos
    cf.mj_copyData(twin, m, d)
    np.testing.assert_array_equal(held, d.qpos)
    np.testing.assert_array_equal(twin.efc_J, d.efc_J)
    np.testing.assert_array_equal(twin.qacc, d.qacc)


SCENE = """
<mujoco><option gravity="1 0 -9.81"/><worldbody><geom type="plane" size="1 1 .1" condim="4"/>
<body pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
<body pos=".03 0 .297"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
<body pos="1 0 .098"><freejoint/><geom size=".1"/></body></worldbody></mujoco>
"""


@pytest.mark.parametrize("cone", [0, 1])
@pytest.mark.parametrize("solver", [0, 1, 2])
def test_solvers(solver, cone):
    models = [package.MjModel.from_xml_string(SCENE) for package in (mujoco, cf)]
    for m in models:
        m.opt.solver, m.opt.cone, m.opt.noslip_iterations = solver, cone, 2
    theirs, ours = mujoco.MjData(models[0]), cf.MjData(models[1])
    mujoco.mj_step(models[0], theirs, 10)
    # the same state, the start of the solver included
    sig = int(mujoco.mjtState.mjSTATE_INTEGRATION)
    state = np.zeros(mujoco.mj_stateSize(models[0], sig))
    mujoco.mj_getState(models[0], theirs, state, sig)
    cf.mj_setState(models[1], ours, state, sig)
    mujoco.mj_forward(models[0], theirs)
    cf.mj_forward(models[1], ours)
    assert ours.nisland == theirs.nisland == 2
    np.testing.assert_allclose(ours.qacc, theirs.qacc, atol=1e-6)
    np.testing.assert_allclose(ours.qfrc_constraint, theirs.qfrc_constraint, atol=1e-6)
    np.testing.assert_array_equal(ours.solver_niter, theirs.solver_niter)
    np.testing.assert_array_equal(ours.solver_nnz[:2], theirs.solver_nnz[:2])
    assert len(ours.solver) == len(theirs.solver)
    n = int(ours.solver_niter[0])
    np.testing.assert_allclose(ours.solver.improvement[:n], theirs.solver.improvement[:n], atol=1e-8)
    assert ours.solver[0].neval == theirs.solver[0].neval == ours.solver.neval[0]
    with pytest.raises(IndexError):
        ours.solver[len(ours.solver)]


def test_runge_kutta_through_contacts():
    """Every stage of a step collides anew; smooth bodies leave no tie that rounding could decide."""
    balls = "".join(
        f'<body pos="{0.13 * k} 0.02 {0.09 + 0.05 * k}"><freejoint/><geom size=".1"/></body>' for k in range(3)
    )
    xml = f'<mujoco><option integrator="RK4"/><worldbody><geom type="plane" size="2 2 .1"/>{balls}</worldbody></mujoco>'
    models = [package.MjModel.from_xml_string(xml) for package in (mujoco, cf)]
    theirs, ours = mujoco.MjData(models[0]), cf.MjData(models[1])
    touching = 0
    for _ in range(200):
        ours.qpos[:], ours.qvel[:] = theirs.qpos, theirs.qvel
        ours.qacc_warmstart[:] = theirs.qacc_warmstart
        mujoco.mj_step(models[0], theirs)
        cf.mj_step(models[1], ours)
        touching += theirs.ncon
        np.testing.assert_allclose(ours.qpos, theirs.qpos, atol=1e-11)
        np.testing.assert_allclose(ours.qvel, theirs.qvel, atol=1e-9)
    assert touching > 200


def test_only_the_first_input_is_delayed():
    """The reference leaves the other inputs unset, so there is nothing to compare with."""
    m = cf.MjModel.from_xml_string(
        '<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator>'
        '<pid joint="j" kp="1" kv="2" input="pos vel ff" delay="0.01" nsample="5"/></actuator></mujoco>'
    )
    d = cf.MjData(m)
    d.ctrl[:] = [7, 5, 3]
    cf.mj_forward(m, d)
    assert d.actuator_force[0] == 2 * 5 + 3
