"""Nonlinear least squares: minima with and without bounds, what ends a search, what is printed and refused."""

import io
from typing import Any

import mujoco.minimize
import numpy as np
import pytest

from cortenforge.mujoco import minimize


def rosenbrock(x):
    return np.stack([1 - x[0], 10 * (x[1] - x[0] ** 2)])


@pytest.mark.parametrize("bounds", [
    None, [np.array([-2.0, -2.0]), np.array([2.0, 2.0])], [np.array([-2.0, 2.0]), np.array([0.5, 3.0])],
    [np.array([-2.0, -2.0]), np.array([0.5, 2.0])], [np.array([1.5, -9.0]), np.array([9.0, 9.0])],
])  # fmt: skip
@pytest.mark.parametrize("scale", [None, 2.0, "jac"])
def test_minima_are_those_of_mujoco(bounds, scale):
    found = []
    for module in (mujoco.minimize, minimize):
        x, trace = module.least_squares(np.zeros(2), rosenbrock, bounds=bounds, x_scale=scale, verbose=0)
        found.append(x)
        assert all(b.objective < a.objective for a, b in zip(trace, trace[1:], strict=False))
    np.testing.assert_allclose(found[1], found[0], atol=1e-5)


def test_a_search_ends_for_a_reason():
    text = {}
    cases: dict[str, dict[str, Any]] = {
        "gradient": {}, "steps": {"xtol": 1.0, "gtol": 0.0}, "iterations": {"max_iter": 2},
    }  # fmt: skip
    for name, options in cases.items():
        out = io.StringIO()
        minimize.least_squares(np.zeros(2), rosenbrock, output=out, **options)
        text[name] = out.getvalue()
    assert "norm(gradient) < tol" in text["gradient"]
    assert "norm(dx) < tol" in text["steps"]
    assert "maximum iterations" in text["iterations"]


def test_points_stay_in_the_box():
    seen = []

    def residual(x):
        seen.append(x)
        return rosenbrock(x)

    low, high = np.array([-0.5, 0.1]), np.array([0.3, 0.2])
    x, _ = minimize.least_squares(np.zeros(2), residual, bounds=[low, high], verbose=minimize.Verbosity.SILENT)
    points = np.hstack(seen)
    assert np.all(points >= low[:, None]) and np.all(points <= high[:, None])
    np.testing.assert_allclose(x, [0.3, 0.1], atol=1e-6)


def test_full_traces_hold_more():
    _, trace = minimize.least_squares(
        np.zeros(2), rosenbrock, verbose=minimize.Verbosity.FULLITER, output=io.StringIO()
    )
    first = trace[0]
    assert first.residual is not None and first.jacobian is not None and first.grad is not None
    assert (first.residual.shape, first.jacobian.shape, first.grad.shape) == ((2, 1), (2, 2), (2, 1))
    _, trace = minimize.least_squares(np.zeros(2), rosenbrock, verbose=0)
    assert trace[0].jacobian is None


def test_wrong_derivatives_are_refused():
    with pytest.raises(ValueError, match="Jacobian does not match"):
        minimize.least_squares(
            np.ones(2), rosenbrock, jacobian=lambda x, r: np.eye(2), check_derivatives=True, output=io.StringIO()
        )


@pytest.mark.parametrize("arguments", [
    {"bounds": [np.zeros(2)]}, {"bounds": [np.zeros(3), np.ones(3)]}, {"bounds": [np.ones(2), np.zeros(2)]},
    {"bounds": [np.zeros(2), np.full(2, np.inf)]}, {"x_scale": "rows"}, {"x_scale": -1.0}, {"x_scale": np.ones(3)},
])  # fmt: skip
def test_bad_arguments_are_refused(arguments):
    with pytest.raises(ValueError):
        minimize.least_squares(np.zeros(2), rosenbrock, verbose=0, **arguments)
