"""Results go to the caller's memory: arrays of any subclass and any strides, the same array twice, and what is refused."""

from typing import Any

import mujoco
import numpy as np
import pytest

import cortenforge.mujoco as cf


class Refusing(np.ndarray):
    """An array with its own idea of who may write to it, as dm_control's arrays have."""

    def __setitem__(self, key, value):
        raise RuntimeError("written through __setitem__")

    def reshape(self, *args, **kwargs):
        raise RuntimeError("reshaped")


@pytest.fixture
def worlds(arm):
    found = []
    for engine, model in zip((mujoco, cf), arm, strict=True):
        data = engine.MjData(model)
        data.qpos[9] = 0.3
        data.qvel[:] = np.linspace(-1, 1, model.nv)
        engine.mj_forward(model, data)
        found.append((engine, model, data))
    return found


def number(*shape, seed=3):
    return np.random.default_rng(seed).standard_normal(shape)


POSITIVE = np.eye(4) * 3 + 0.1

# the call, and the arrays it is given: those that it writes come first
CASES: dict[str, Any] = {
    "mj_jacBody": (lambda e, m, d, p, r: e.mj_jacBody(m, d, p, r, 2), 2, lambda m: [(3, m.nv), (3, m.nv)]),
    "mj_jacBodyCom": (lambda e, m, d, p, r: e.mj_jacBodyCom(m, d, p, r, 2), 2, lambda m: [(3, m.nv), (3, m.nv)]),
    "mj_jacGeom": (lambda e, m, d, p, r: e.mj_jacGeom(m, d, p, r, 2), 2, lambda m: [(3, m.nv), (3, m.nv)]),
    "mj_jacSite": (lambda e, m, d, p, r: e.mj_jacSite(m, d, p, r, 0), 2, lambda m: [(3, m.nv), (3, m.nv)]),
    "mj_jacSubtreeCom": (lambda e, m, d, p: e.mj_jacSubtreeCom(m, d, p, 1), 1, lambda m: [(3, m.nv)]),
    "mj_jac": (lambda e, m, d, p, r, x: e.mj_jac(m, d, p, r, x, 2), 2, lambda m: [(3, m.nv), (3, m.nv), (3,)]),
    "mj_jacDot": (lambda e, m, d, p, r, x: e.mj_jacDot(m, d, p, r, x, 2), 2, lambda m: [(3, m.nv), (3, m.nv), (3,)]),
    "mj_jacPointAxis": (lambda e, m, d, p, r, x, a: e.mj_jacPointAxis(m, d, p, r, x, a, 2), 2,
                        lambda m: [(3, m.nv), (3, m.nv), (3,), (3,)]),
    "mj_fullM": (lambda e, m, d, a: e.mj_fullM(m, d, a), 1, lambda m: [(m.nv, m.nv)]),
    "mj_mulM": (lambda e, m, d, a, b: e.mj_mulM(m, d, a, b), 1, lambda m: [(m.nv,), (m.nv,)]),
    "mj_mulM2": (lambda e, m, d, a, b: e.mj_mulM2(m, d, a, b), 1, lambda m: [(m.nv,), (m.nv,)]),
    "mj_solveM": (lambda e, m, d, a, b: e.mj_solveM(m, d, a, b), 1, lambda m: [(2, m.nv), (2, m.nv)]),
    "mj_rne": (lambda e, m, d, a: e.mj_rne(m, d, 1, a), 1, lambda m: [(m.nv,)]),
    "mj_objectVelocity": (lambda e, m, d, a: e.mj_objectVelocity(m, d, 1, 2, a, 0), 1, lambda m: [(6,)]),
    "mj_geomDistance": (lambda e, m, d, a: e.mj_geomDistance(m, d, 0, 1, 9.0, a), 1, lambda m: [(6,)]),
    "mj_integratePos": (lambda e, m, d, a, b: e.mj_integratePos(m, a, b, 0.1), 1, lambda m: [(m.nq,), (m.nv,)]),
    "mj_normalizeQuat": (lambda e, m, d, a: e.mj_normalizeQuat(m, a), 1, lambda m: [(m.nq,)]),
    "mj_differentiatePos": (lambda e, m, d, v, a, b: e.mj_differentiatePos(m, v, 0.1, a, b), 1,
                            lambda m: [(m.nv,), (m.nq,), (m.nq,)]),
    "mj_applyFT": (lambda e, m, d, q, f, t, p: e.mj_applyFT(m, d, f, t, p, 2, q), 1,
                   lambda m: [(m.nv,), (3,), (3,), (3,)]),
    "mj_angmomMat": (lambda e, m, d, a: e.mj_angmomMat(m, d, a, 1), 1, lambda m: [(3, m.nv)]),
    "mj_getState": (lambda e, m, d, a: e.mj_getState(m, d, a, 2), 1, lambda m: [(m.nq,)]),
    "mju_mulQuat": (lambda e, m, d, *a: e.mju_mulQuat(*a), 1, lambda m: [(4,)] * 3),
    "mju_quat2Mat": (lambda e, m, d, *a: e.mju_quat2Mat(*a), 1, lambda m: [(9,), (4,)]),
    "mju_mat2Quat": (lambda e, m, d, *a: e.mju_mat2Quat(*a), 1, lambda m: [(4,), (9,)]),
    "mju_rotVecQuat": (lambda e, m, d, *a: e.mju_rotVecQuat(*a), 1, lambda m: [(3,), (3,), (4,)]),
    "mju_normalize4": (lambda e, m, d, *a: e.mju_normalize4(*a), 1, lambda m: [(4,)]),
    "mju_quatIntegrate": (lambda e, m, d, q, v: e.mju_quatIntegrate(q, v, 0.5), 1, lambda m: [(4,), (3,)]),
    "mju_euler2Quat": (lambda e, m, d, q, v: e.mju_euler2Quat(q, v, "xyz"), 1, lambda m: [(4,), (3,)]),
    "mju_mulPose": (lambda e, m, d, *a: e.mju_mulPose(*a), 2, lambda m: [(3,), (4,), (3,), (4,), (3,), (4,)]),
    "mju_negPose": (lambda e, m, d, *a: e.mju_negPose(*a), 2, lambda m: [(3,), (4,), (3,), (4,)]),
    "mju_eig3": (lambda e, m, d, *a: e.mju_eig3(*a), 3, lambda m: [(3,), (9,), (4,), (9,)]),
    "mju_zero": (lambda e, m, d, *a: e.mju_zero(*a), 1, lambda m: [(5,)]),
    "mju_fill": (lambda e, m, d, a: e.mju_fill(a, 2.5), 1, lambda m: [(5,)]),
    "mju_copy": (lambda e, m, d, *a: e.mju_copy(*a), 1, lambda m: [(5,), (5,)]),
    "mju_scl": (lambda e, m, d, a, b: e.mju_scl(a, b, 3.0), 1, lambda m: [(5,), (5,)]),
    "mju_add": (lambda e, m, d, *a: e.mju_add(*a), 1, lambda m: [(5,)] * 3),
    "mju_sub3": (lambda e, m, d, *a: e.mju_sub3(*a), 1, lambda m: [(3,)] * 3),
    "mju_addTo": (lambda e, m, d, *a: e.mju_addTo(*a), 1, lambda m: [(5,)] * 2),
    "mju_addScl3": (lambda e, m, d, *a: e.mju_addScl3(*a, 2.0), 1, lambda m: [(3,)] * 3),
    "mju_normalize": (lambda e, m, d, *a: e.mju_normalize(*a), 1, lambda m: [(5,)]),
    "mju_mulMatVec": (lambda e, m, d, *a: e.mju_mulMatVec(*a), 1, lambda m: [(2,), (2, 3), (3,)]),
    "mju_mulMatTVec": (lambda e, m, d, *a: e.mju_mulMatTVec(*a), 1, lambda m: [(3,), (2, 3), (2,)]),
    "mju_transpose": (lambda e, m, d, *a: e.mju_transpose(*a), 1, lambda m: [(3, 2), (2, 3)]),
    "mju_symmetrize": (lambda e, m, d, *a: e.mju_symmetrize(*a), 1, lambda m: [(3, 3), (3, 3)]),
    "mju_eye": (lambda e, m, d, *a: e.mju_eye(*a), 1, lambda m: [(3, 3)]),
    "mju_mulMatMat": (lambda e, m, d, *a: e.mju_mulMatMat(*a), 1, lambda m: [(2, 4), (2, 3), (3, 4)]),
    "mju_mulMatMatT": (lambda e, m, d, *a: e.mju_mulMatMatT(*a), 1, lambda m: [(2, 4), (2, 3), (4, 3)]),
    "mju_mulMatTMat": (lambda e, m, d, *a: e.mju_mulMatTMat(*a), 1, lambda m: [(2, 4), (3, 2), (3, 4)]),
    "mju_sqrMatTD": (lambda e, m, d, *a: e.mju_sqrMatTD(*a), 1, lambda m: [(3, 3), (2, 3), (2,)]),
    "mju_cholFactor": (lambda e, m, d, a: e.mju_cholFactor(a, 0.1), 1, lambda m: [(4, 4)]),
    "mju_insertionSort": (lambda e, m, d, *a: e.mju_insertionSort(*a), 1, lambda m: [(5,)]),
    "mju_transformSpatial": (lambda e, m, d, r, v, p, q, t: e.mju_transformSpatial(r, v, 1, p, q, t), 1,
                             lambda m: [(6,), (6,), (3,), (3,), (9,)]),
    "mju_band2Dense": (lambda e, m, d, a, b: e.mju_band2Dense(a, b, 3, 2, 1, 1), 1, lambda m: [(3, 3), (7,)]),
    "mju_cholFactorBand": (lambda e, m, d, a: e.mju_cholFactorBand(a, 3, 2, 1, 9.0, 1.0), 1, lambda m: [(7,)]),
    "mju_encodePyramid": (lambda e, m, d, *a: e.mju_encodePyramid(*a), 1, lambda m: [(4,), (3,), (2,)]),
    "mju_decodePyramid": (lambda e, m, d, *a: e.mju_decodePyramid(*a), 1, lambda m: [(3,), (4,), (2,)]),
    "mjd_subQuat": (lambda e, m, d, a, b, p, q: e.mjd_subQuat(p, q, a, b), 2, lambda m: [(9,), (9,), (4,), (4,)]),
    "mjd_quatIntegrate": (lambda e, m, d, a, b, c, v: e.mjd_quatIntegrate(v, 0.2, a, b, c), 3,
                          lambda m: [(9,), (9,), (3,), (3,)]),
    "mjd_transitionFD": (lambda e, m, d, a, b: e.mjd_transitionFD(m, d, 1e-6, True, a, b, None, None), 2,
                         lambda m: [(2 * m.nv + m.na,) * 2, (2 * m.nv + m.na, m.nu)]),
}  # fmt: skip


def arrays_of(name, model):
    shapes = CASES[name][2](model)
    arrays = [number(*shape, seed=k) for k, shape in enumerate(shapes)]
    if name == "mju_eig3":
        arrays[-1] = np.array([3.0, 0.1, 0.2, 0.1, 2.0, 0.3, 0.2, 0.3, 1.0])
    return [POSITIVE.copy()] if name == "mju_cholFactor" else arrays


@pytest.mark.parametrize("name", CASES)
def test_subclasses_get_their_results(name, worlds):
    call, count, _ = CASES[name]
    results = []
    for engine, model, data in worlds:
        plain = arrays_of(name, model)
        returned = call(engine, model, data, *plain)
        results.append((plain, returned))
        if engine is not cf:
            continue
        # the same by way of a subclass
        own = arrays_of(name, model)
        again = call(engine, model, data, *(array.view(Refusing) for array in own))
        assert again == returned
        for mine, theirs in zip(own, plain, strict=True):
            np.testing.assert_array_equal(mine, theirs)
    (theirs, a), (ours, b) = results
    tolerance = 1e-4 if name.startswith("mjd_transition") else 1e-8
    for x, y in zip(theirs[:count], ours[:count], strict=True):
        np.testing.assert_allclose(y, x, atol=tolerance, rtol=tolerance)
    assert a is b is None or a == pytest.approx(b)


@pytest.mark.parametrize("name", [n for n in CASES if n.startswith(("mj_jac", "mju_", "mj_mul", "mj_full"))])
def test_strides_do_not_matter(name, worlds):
    call, count, _ = CASES[name]
    engine, model, data = worlds[1]
    packed, spread = arrays_of(name, model), []
    for array in packed:
        room = np.full([2 * n + 1 for n in array.shape], 7.0, order="F")
        view = room[tuple(slice(0, 2 * n, 2) for n in array.shape)]
        view[...] = array
        spread.append((room, view))
    call(engine, model, data, *packed)
    call(engine, model, data, *(view for _, view in spread))
    for array, (room, view) in zip(packed, spread, strict=True):
        np.testing.assert_array_equal(view, array)
        view[...] = 7.0
        assert np.all(room == 7.0), "nothing beside the entries is written"


def test_one_array_may_be_argument_and_result(worlds):
    for engine, *_ in worlds:
        a, b = np.array([0.5, 0.5, 0.5, 0.5]), np.array([0.8, 0.6, 0.0, 0.0])
        expected = np.zeros(4)
        engine.mju_mulQuat(expected, a.copy(), b)
        engine.mju_mulQuat(a, a, b)
        np.testing.assert_allclose(a, expected)
        square = number(3, 3)
        expected = square.T.copy()
        engine.mju_transpose(square, square.copy())
        np.testing.assert_array_equal(square, expected)


def test_arrays_of_the_world_may_be_results(worlds):
    for engine, model, data in worlds:
        engine.mj_integratePos(model, data.qpos, data.qvel, 0.01)
        engine.mju_copy3(data.mocap_pos[0], [1.0, 2.0, 3.0])
    (_, _, x), (_, _, y) = worlds
    np.testing.assert_allclose(y.qpos, x.qpos)
    np.testing.assert_array_equal(y.mocap_pos, x.mocap_pos)


def test_inputs_may_be_anything_like_an_array(worlds):
    for engine, *_ in worlds:
        out = np.zeros(4)
        engine.mju_mulQuat(out, [1, 0, 0, 0], (0, 1, 0, 0))
        np.testing.assert_array_equal(out, [0, 1, 0, 0])
        engine.mju_mulQuat(out, np.array([1, 0, 0, 0], dtype=np.float32), np.array([[0], [0], [1], [0]], dtype=np.int8))
        np.testing.assert_array_equal(out, [0, 0, 1, 0])


def frozen(array):
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("bad", [
    np.zeros(3), np.zeros(5), np.zeros((2, 2)), np.zeros((1, 4)), np.zeros(4, np.float32), np.zeros(4, np.int64),
    np.zeros(4, ">f8"), frozen(np.zeros(4)), [0.0] * 4, None, 1.0,
], ids=str)  # fmt: skip
def test_results_that_do_not_fit_are_refused(bad, worlds):
    for engine, *_ in worlds:
        with pytest.raises(TypeError):
            engine.mju_mulQuat(bad, np.ones(4), np.ones(4))


@pytest.mark.parametrize("bad", [np.zeros(3), np.zeros((2, 2)), [1.0, 2.0], None, 1.0, "text", [[1, 2], [3]]], ids=str)
def test_inputs_that_do_not_fit_are_refused(bad, worlds):
    for engine, *_ in worlds:
        with pytest.raises(TypeError):
            engine.mju_mulQuat(np.zeros(4), bad, np.ones(4))


def test_nothing_is_written_when_an_argument_is_refused():
    out = np.zeros(4)
    with pytest.raises(TypeError, match="quat2 should have 4 entries"):
        cf.mju_mulQuat(out, np.ones(4), np.ones(3))
    assert not out.any()


def test_results_of_changed_length_are_refused(worlds):
    _, model, data = worlds[1]
    with pytest.raises(TypeError, match="jacp should be a float64 array of shape"):
        cf.mj_jacBody(model, data, np.zeros((3, model.nv + 1)), None, 1)
    with pytest.raises(TypeError, match="read-only"):
        cf.mj_jacBody(model, data, frozen(np.zeros((3, model.nv))), None, 1)
