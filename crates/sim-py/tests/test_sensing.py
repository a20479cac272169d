"""Sensors, inverse dynamics, derivatives and halves of a step agree with the reference."""

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf

HEAD = """
<mujoco>
  <option timestep=".01" magnetic=".1 .2 -.5"/>
  <worldbody>
    <body name="link" pos="0 0 1">
      <joint name="pivot" axis="0 1 0" damping=".1" range="-.3 .3" limited="true"/>
      <joint name="rail" type="slide" stiffness="3"/>
      <geom size=".1" pos=".3 0 0"/>
      <site name="tip" pos=".2 0 .1" euler="10 20 30"/>
      <camera name="eye" pos="0 -1 0" resolution="64 48"/>
      <body name="end" pos=".5 0 0">
        <joint name="ball" type="ball"/>
        <geom name="end" type="capsule" size=".05 .1" pos="0 .1 0"/>
      </body>
    </body>
    <site name="zone" type="box" size="1 1 1"/>
  </worldbody>
  <equality><connect body1="end" anchor="0 .2 0" solref=".05 1"/></equality>
  <tendon><fixed name="cable" range="-.1 .1" limited="true"><joint joint="pivot" coef="1"/><joint joint="rail" coef="-1"/></fixed></tendon>
  <actuator>
    <position name="servo" joint="pivot" kp="5" ctrlrange="-1 1"/>
    <motor name="pull" tendon="cable"/>
    <general joint="rail" dyntype="filter" dynprm=".1"/>
  </actuator>
  <sensor>
"""

KINDS = """
accelerometer site="tip" | velocimeter site="tip" | gyro site="tip" | force site="tip" | torque site="tip"
magnetometer site="tip" | camprojection site="zone" camera="eye" | jointpos joint="pivot" | jointvel joint="pivot"
tendonpos tendon="cable" | tendonvel tendon="cable" | actuatorpos actuator="servo" | actuatorvel actuator="servo"
actuatorfrc actuator="pull" | jointactuatorfrc joint="pivot" | tendonactuatorfrc tendon="cable" | ballquat joint="ball"
ballangvel joint="ball" | jointlimitpos joint="pivot" | jointlimitvel joint="pivot" | jointlimitfrc joint="pivot"
tendonlimitpos tendon="cable" | tendonlimitvel tendon="cable" | tendonlimitfrc tendon="cable"
framepos objtype="geom" objname="end" reftype="site" refname="tip" | framequat objtype="camera" objname="eye"
framexaxis objtype="body" objname="end" reftype="xbody" refname="link" | framezaxis objtype="site" objname="tip"
framelinvel objtype="body" objname="end" reftype="site" refname="tip" | frameangvel objtype="xbody" objname="end"
framelinacc objtype="geom" objname="end" | frameangacc objtype="xbody" objname="end" | subtreecom body="link"
subtreelinvel body="link" | subtreeangmom body="link" | insidesite objtype="body" objname="end" site="zone"
e_potential | e_kinetic | clock | user dim="2" needstage="acc" | force site="tip" cutoff=".5"
"""
KINDS = [kind.strip() for line in KINDS.strip().splitlines() for kind in line.split("|")]  # type: ignore[assignment]
TIMING = [
    "", 'nsample="3"', 'delay=".025" nsample="5" interp="linear"', 'delay=".033" nsample="6" interp="cubic"',
    'interval=".025 -.01" nsample="4"', 'interval=".03" delay=".04" nsample="5"',
]  # fmt: skip


def worlds(timing=""):
    """The model with every sensor in both packages, and a world of each in the same state."""
    sensors = "".join(f"<{kind} {'' if kind.startswith('user') else timing}/>" for kind in KINDS)
    text = HEAD + sensors + "</sensor><keyframe><key qvel='1 0 0 0 0'/></keyframe></mujoco>"
    rng = np.random.default_rng(3)
    qpos, qvel, qacc = rng.normal(0, 0.4, 6), rng.normal(0, 1, 5), rng.normal(0, 1, 5)
    result = []
    for package in (mujoco, cf):
        m = package.MjModel.from_xml_string(text)
        m.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
        m.opt.tolerance = 0
        d = package.MjData(m)
        d.qpos[:], d.qvel[:], d.qacc[:], d.act[:], d.ctrl[:] = qpos, qvel, qacc, 0.3, [0.2, 1.0, -0.5]
        d.xfrc_applied[1] = [1, 2, 3, 0.1, 0.2, 0.3]
        result += [m, d]
    return result


def agree(y, x, *names, tolerance=1e-8):
    for name in names:
        np.testing.assert_allclose(getattr(y, name), getattr(x, name), rtol=tolerance, atol=tolerance, err_msg=name)


BODIES = ["subtree_linvel", "subtree_angmom", "cacc", "cfrc_int", "cfrc_ext"]
FLAGS = ["flg_energypos", "flg_energyvel", "flg_subtreevel", "flg_rnepost"]


def test_every_sensor():
    theirs, x, ours, y = worlds()
    mujoco.mj_forward(theirs, x)
    cf.mj_forward(ours, y)
    agree(y, x, "sensordata", "energy", *BODIES, *FLAGS)


@pytest.mark.parametrize("timing", TIMING)
def test_delays_and_intervals(timing):
    theirs, x, ours, y = worlds(timing)
    for _ in range(25):
        mujoco.mj_step(theirs, x)
        cf.mj_step(ours, y)
        agree(y, x, "sensordata", "history", tolerance=1e-6)
    for sensor in range(theirs.nsensor):
        a, b = np.zeros(theirs.sensor_dim[sensor]), np.zeros(theirs.sensor_dim[sensor])
        mujoco.mj_readSensor(theirs, x, sensor, x.time - 0.013, a, 1)
        assert cf.mj_readSensor(ours, y, sensor, y.time - 0.013, b, 1) is b
        np.testing.assert_allclose(b, a, rtol=1e-6, atol=1e-6)


def test_histories_are_set():
    theirs, x, ours, y = worlds(TIMING[2])
    sensor = KINDS.index('jointvel joint="pivot"')
    for package, m, d in [(mujoco, theirs, x), (cf, ours, y)]:
        package.mj_initSensorHistory(m, d, sensor, np.arange(5) * 0.01, np.arange(5.0)[:, None], 0.5)
    agree(y, x, "history")
    with pytest.raises(cf.FatalError, match="give increasing times"):
        cf.mj_initSensorHistory(ours, y, sensor, np.zeros(5), np.zeros((5, 1)), 0)
    with pytest.raises(TypeError):
        cf.mj_initSensorHistory(ours, y, sensor, None, np.zeros((4, 1)), 0)


def test_halves_of_a_step():
    theirs, x, ours, y = worlds()
    for package, m, d in [(mujoco, theirs, x), (cf, ours, y)]:
        for k in range(10):
            package.mj_step1(m, d)
            d.ctrl[:] = np.sin(k)
            package.mj_step2(m, d)
    agree(y, x, "qpos", "qvel", "act", "time", "sensordata", tolerance=1e-6)


@pytest.mark.parametrize("stage", [0, 1, 2])
def test_skipped_stages(stage):
    theirs, x, ours, y = worlds()
    for package, m, d in [(mujoco, theirs, x), (cf, ours, y)]:
        package.mj_forward(m, d)
        d.qpos[0] += 0.1
        d.qvel[1] += 0.1
        d.ctrl[1] += 0.1
        package.mj_forwardSkip(m, d, stage, 0)
    agree(y, x, "xpos", "cvel", "qacc", "sensordata", tolerance=1e-7)
    for package, m, d in [(mujoco, theirs, x), (cf, ours, y)]:
        d.qacc[0] += 1
        package.mj_inverseSkip(m, d, stage, 1)
    agree(y, x, "qfrc_inverse", "sensordata", tolerance=1e-7)


@pytest.mark.parametrize("discrete", [False, True])
def test_inverse(discrete):
    theirs, x, ours, y = worlds()
    for package, m, d in [(mujoco, theirs, x), (cf, ours, y)]:
        if discrete:
            m.opt.enableflags |= int(mujoco.mjtEnableBit.mjENBL_INVDISCRETE)
        package.mj_inverse(m, d)
    agree(y, x, "qfrc_inverse", "qfrc_constraint", "efc_force", "sensordata", "qacc", tolerance=1e-9)


def test_inverse_undoes_forward():
    _, _, m, d = worlds()
    cf.mj_forward(m, d)
    force = np.array(d.qfrc_actuator)
    cf.mj_applyFT(m, d, d.xfrc_applied[1, :3], d.xfrc_applied[1, 3:], d.xipos[1], 1, force)
    cf.mj_inverse(m, d)
    np.testing.assert_allclose(d.qfrc_inverse, force, rtol=1e-9, atol=1e-9)


def test_forward_against_inverse():
    theirs, x, ours, y = worlds()
    for package, m, d in [(mujoco, theirs, x), (cf, ours, y)]:
        m.opt.enableflags |= int(mujoco.mjtEnableBit.mjENBL_FWDINV)
        package.mj_step(m, d)
    assert np.all(np.array(y.solver_fwdinv) < 1e-8) and np.all(np.array(x.solver_fwdinv) < 1e-8)


@pytest.mark.parametrize("centered", [False, True])
def test_transition(centered):
    theirs, x, ours, y = worlds()
    nx, nu, ns = 2 * theirs.nv + theirs.na, theirs.nu, theirs.nsensordata
    shapes = [(nx, nx), (nx, nu), (ns, nx), (ns, nu)]
    a, b = ([np.zeros(shape) for shape in shapes] for _ in range(2))
    x.ctrl[0] = y.ctrl[0] = 1.0  # at the end of its range
    mujoco.mjd_transitionFD(theirs, x, 1e-6, centered, *a)
    cf.mjd_transitionFD(ours, y, 1e-6, centered, *b)
    for mine, reference in zip(b, a, strict=True):
        np.testing.assert_allclose(mine, reference, rtol=1e-5, atol=1e-5 * max(1, np.abs(reference).max()))
    agree(y, x, "qpos", "qvel", "act", "time", "ctrl", tolerance=0)
    cf.mjd_transitionFD(ours, y, 1e-6, centered, None, b[1], None, None)
    with pytest.raises(TypeError, match="A should"):
        cf.mjd_transitionFD(ours, y, 1e-6, centered, np.zeros((2, 2)), None, None, None)


def test_inverse_derivatives():
    theirs, x, ours, y = worlds()
    nv, ns = theirs.nv, theirs.nsensordata
    shapes = [(nv, nv)] * 3 + [(nv, ns)] * 3 + [(nv, theirs.nC)]
    a, b = ([np.zeros(shape) for shape in shapes] for _ in range(2))
    mujoco.mjd_inverseFD(theirs, x, 1e-6, True, *a)
    cf.mjd_inverseFD(ours, y, 1e-6, True, *b)
    for mine, reference in zip(b, a, strict=True):
        np.testing.assert_allclose(mine, reference, rtol=1e-5, atol=1e-5 * max(1, np.abs(reference).max()))


def test_functions_of_points_and_frames():
    theirs, x, ours, y = worlds()
    nv = theirs.nv
    point, axis = np.array([0.1, 0.2, 0.3]), np.array([0.0, 0.6, 0.8])
    results = []
    for package, m, d in [(mujoco, theirs, x), (cf, ours, y)]:
        package.mj_forward(m, d)
        package.mj_rnePostConstraint(m, d)
        found = [np.zeros((3, nv)) for _ in range(5)] + [np.zeros(nv), np.zeros(6), np.zeros(3), np.zeros(9)]
        package.mj_jacPointAxis(m, d, found[0], found[1], point, axis, 2)
        package.mj_jacDot(m, d, found[2], found[3], point, 2)
        package.mj_angmomMat(m, d, found[4], 1)
        package.mj_applyFT(m, d, point, axis, point, 2, found[5])
        package.mj_objectAcceleration(m, d, int(mujoco.mjtObj.mjOBJ_SITE), 0, found[6], 1)
        package.mj_local2Global(d, found[7], found[8], point, np.array([0.6, 0.8, 0, 0]), 2, 0)
        rows = np.zeros(d.nefc)
        package.mj_mulJacVec(m, d, rows, d.qvel)
        back = np.zeros(nv)
        package.mj_mulJacTVec(m, d, back, rows)
        half, whole, root = np.zeros(nv), np.zeros((2, nv)), np.sqrt(d.qLDiagInv)
        package.mj_mulM2(m, d, half, d.qvel)
        package.mj_solveM2(m, d, whole, np.stack([d.qvel, d.qacc]), root)
        cost = np.zeros(1)
        package.mj_constraintUpdate(m, d, rows, cost, 0)
        results.append([*found, rows, back, half, whole, cost, np.array(d.qfrc_constraint)])
    for mine, reference in zip(results[1], results[0], strict=True):
        np.testing.assert_allclose(mine, reference, rtol=1e-7, atol=1e-7)


def test_inertia_is_added():
    _, _, m, d = worlds()
    cf.mj_forward(m, d)
    full, dense = np.zeros((m.nv, m.nv)), np.ones((m.nv, m.nv))
    cf.mj_fullM(m, d, full)
    cf.mj_addM(m, d, dense, None, None, None)
    np.testing.assert_allclose(np.tril(dense - 1), np.tril(full), atol=1e-15)
    count, start = np.array(m.M_rownnz), np.array(m.M_rowadr)
    values, columns = np.array(d.M), np.array(m.M_colind)
    cf.mj_addM(m, d, values, count, start, columns)
    np.testing.assert_allclose(values, 2 * d.M)
