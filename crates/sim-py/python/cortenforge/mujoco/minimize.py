"""Nonlinear least squares with bounds, under the names of `mujoco.minimize`.

Gauss-Newton steps with a regularizer (Levenberg 1944, Marquardt 1963), whose growth and decay speed up while they go on in one
direction (Tassa, Erez, Todorov 2012). With bounds, each step is the solution of a quadratic program in the box that is left
(Tassa, Mansard, Todorov 2014), so that steps slide along bounds rather than stop at them.
"""

from __future__ import annotations

import abc
import dataclasses
import enum
import sys
import time
from collections.abc import Callable, Sequence
from typing import TextIO

import numpy as np
import numpy.typing as npt

from .._core import mju_cholFactor, mju_cholSolve
from ._constants import mjMINVAL
from ._linear import mju_boxQP

Array = npt.NDArray[np.float64]
Residual = Callable[[Array], Array]


class Verbosity(enum.IntEnum):
    """What is printed: nothing, the outcome, a line for each iteration; FULLITER also keeps more in the trace."""

    SILENT = 0
    FINAL = 1
    ITER = 2
    FULLITER = 3


class Status(enum.IntEnum):
    """Why a search ended."""

    FACTORIZATION_FAILED = enum.auto()
    NO_IMPROVEMENT = enum.auto()
    MAX_ITER = enum.auto()
    DX_TOL = enum.auto()
    G_TOL = enum.auto()


_STATUS_MESSAGE = {
    Status.FACTORIZATION_FAILED: "factorization failed.",
    Status.NO_IMPROVEMENT: "insufficient reduction.",
    Status.MAX_ITER: "maximum iterations reached.",
    Status.DX_TOL: "norm(dx) < tol",
    Status.G_TOL: "norm(gradient) < tol",
}


@dataclasses.dataclass(frozen=True)
class IterLog:
    """One iteration.

    Attributes:
      candidate: decision variables at its beginning, (n,).
      objective: objective there.
      reduction: by how much the objective fell.
      regularizer: regularizer of the step.
      residual, jacobian, grad, step: set with `Verbosity.FULLITER` only, (nr, 1), (nr, n), (n, 1), (n, 1).
    """

    candidate: Array
    objective: np.float64
    reduction: np.float64
    regularizer: np.float64
    residual: Array | None = None
    jacobian: Array | None = None
    grad: Array | None = None
    step: Array | None = None


class Norm(abc.ABC):
    """What measures a residual. Subclasses give its value, and its derivatives seen through a projection."""

    @abc.abstractmethod
    def value(self, r: Array) -> np.float64:
        """The norm of a residual, a column (nr, 1)."""

    @abc.abstractmethod
    def grad_hess(self, r: Array, proj: Array) -> tuple[Array, Array]:
        """`proj.T @ gradient` and `proj.T @ Hessian @ proj` of the norm at `r`, for a matrix `proj` of nr rows."""


class Quadratic(Norm):
    """Half of the sum of squares."""

    def value(self, r: Array) -> np.float64:
        """Half of the sum of squares of the residual."""
        return np.float64(0.5 * np.vdot(r, r))

    def grad_hess(self, r: Array, proj: Array) -> tuple[Array, Array]:
        """Gradient and Hessian of the norm."""
        return proj.T @ r, proj.T @ proj


def jacobian_fd(
    residual: Residual, x: Array, r: Array, eps: float, n_res: int, bounds: Sequence[Array] | None = None
) -> tuple[Array, int]:
    """Finite-difference Jacobian (nr, n) of a residual at `x` (n, 1), and `n_res + n`.

    All points are evaluated in one call of `residual`. Steps go away from the nearer bound.
    """
    n = x.size
    sign = np.ones((n, 1))
    if bounds is not None:
        middle = 0.5 * (np.reshape(bounds[0], (n, 1)) + np.reshape(bounds[1], (n, 1)))
        sign[x.reshape(n, 1) > middle] = -1.0
    steps = eps * sign
    points = x.reshape(n, 1) + np.diag(steps[:, 0])
    # what the step has become by rounding
    taken = np.diag(points).reshape(1, n) - x.reshape(1, n)
    return (residual(points) - r) / taken, n_res + n


def _compare(name: str, given: Array, found: Array, eps: float, output: TextIO | None) -> None:
    # forward differences are right to the root of the precision, relative to the numbers involved
    scale = max(1.0, float(np.max(np.abs(found), initial=0.0)))
    error = float(np.max(np.abs(given - found), initial=0.0))
    if not error <= 100.0 * eps * scale * max(1.0, scale):
        raise ValueError(f"User-provided {name} does not match finite differences: they differ by {error:.3g}")
    print(f"User-provided {name} matches finite differences.", file=output)


def check_jacobian(
    residual: Residual,
    x: Array,
    r: Array,
    jac: Array,
    eps: float,
    n_res: int,
    bounds: Sequence[Array] | None = None,
    output: TextIO | None = None,
    name: str | None = "Jacobian",
) -> int:
    """Compares a Jacobian with finite differences; ValueError where it differs. Returns the count of evaluations."""
    found, n_res = jacobian_fd(residual, x, r, eps, n_res, bounds)
    _compare(name or "Jacobian", jac, found, eps, output)
    return n_res


def check_norm(r: Array, norm: Norm, eps: float, output: TextIO | None = None) -> None:
    """Compares the derivatives of a norm with finite differences; ValueError where they differ."""
    n = r.size
    grad, hess = norm.grad_hess(r, np.eye(n))
    if not np.allclose(hess, hess.T, rtol=1e-9, atol=1e-12):
        raise ValueError("User-provided norm Hessian is not symmetric")
    if np.min(np.linalg.eigvalsh(hess), initial=0.0) < -1e-9 * max(1.0, float(np.max(np.abs(hess), initial=0.0))):
        raise ValueError("User-provided norm Hessian is not positive definite")

    def values(points: Array) -> Array:
        return np.array([[norm.value(points[:, [k]]) for k in range(points.shape[1])]], dtype=np.float64)

    def gradients(points: Array) -> Array:
        return np.hstack([norm.grad_hess(points[:, [k]], np.eye(n))[0].reshape(n, 1) for k in range(points.shape[1])])

    found, _ = jacobian_fd(values, r, values(r), eps, 0)
    _compare("norm gradient", grad.reshape(1, n), found, eps, output)
    found, _ = jacobian_fd(gradients, r, gradients(r), eps, 0)
    _compare("norm Hessian", hess, found, eps, output)


class _Regularizer:
    """A number that grows and decays the faster the longer it does."""

    def __init__(self, least: float, most: float, factor: float) -> None:
        self.value, self._speed = 0.0, 1.0
        self._least, self._most, self._factor = least, most, factor

    def grow(self) -> bool:
        """Whether it could grow."""
        self._speed = max(self._speed * self._factor, self._factor)
        if self.value >= self._most:
            return False
        self.value = min(max(self.value * self._speed, self._least), self._most)
        return True

    def decay(self) -> None:
        self._speed = min(self._speed / self._factor, 1.0 / self._factor)
        self.value *= self._speed
        if self.value < self._least:
            self.value = 0.0


def _box(bounds: Sequence[Array] | None, n: int) -> list[Array] | None:
    if bounds is None:
        return None
    if len(bounds) != 2:
        raise ValueError(f"bounds should be a pair of arrays, not {len(bounds)} of them")
    low, high = (np.array(bound, dtype=np.float64).reshape(-1, 1) for bound in bounds)
    if low.size != n or high.size != n:
        raise ValueError(f"bounds should have {n} entries, as x0 has, not {low.size} and {high.size}")
    if not (np.all(np.isfinite(low)) and np.all(np.isfinite(high))):
        raise ValueError("bounds should be finite")
    if not np.all(low < high):
        raise ValueError("lower bounds should be smaller than upper bounds")
    return [low, high]


def _scaling(x_scale: float | npt.ArrayLike | str | None, n: int) -> Array | None:
    """The scale of each parameter; None where it follows from the Jacobian."""
    if isinstance(x_scale, str):
        if x_scale != "jac":
            raise ValueError(f"x_scale should be numbers, None or 'jac', not {x_scale!r}")
        return None
    scale = np.array(1.0 if x_scale is None else x_scale, dtype=np.float64)
    if scale.shape not in ((), (n,)):
        raise ValueError(f"x_scale should be a number or of shape ({n},), not {scale.shape}")
    if not np.all(np.isfinite(scale)) or np.any(scale <= 0):
        raise ValueError("x_scale should be positive and finite")
    return np.broadcast_to(scale, (n,)).reshape(n, 1).copy()


def _jacobian_scale(jac: Array) -> Array:
    """Scales at which all columns of a Jacobian are one long."""
    norms: Array = np.linalg.norm(jac, axis=0).reshape(-1, 1)
    norms[norms == 0.0] = 1.0
    return 1.0 / norms


def _step(hess: Array, grad: Array, low: Array | None, high: Array | None, start: Array) -> Array | None:
    """The least point of a quadratic function in a box; None where the Hessian is not positive definite."""
    n = grad.size
    if low is None or high is None:
        factor, out = hess.copy(), np.zeros(n)
        if mju_cholFactor(factor, mjMINVAL) < n:
            return None
        mju_cholSolve(out, factor, grad.reshape(n))
        return -out.reshape(n, 1)
    point = start.reshape(n).copy()
    found = mju_boxQP(point, np.zeros((n, n + 7)), None, hess, grad.reshape(n), low.reshape(n), high.reshape(n))
    return None if found < 0 else point.reshape(n, 1)


@dataclasses.dataclass
class _Search:
    """A search that is under way."""

    residual: Residual
    norm: Norm
    bounds: list[Array] | None
    x: Array
    r: Array
    objective: np.float64
    n_res: int = 1
    n_jac: int = 0
    t_res: float = 0.0

    def at(self, x: Array) -> tuple[Array, np.float64]:
        start = time.perf_counter()
        r = np.asarray(self.residual(x), dtype=np.float64)
        self.t_res += time.perf_counter() - start
        self.n_res += 1
        return r, np.float64(self.norm.value(r))

    def outward(self, grad: Array) -> Array:
        """The gradient without what presses against a bound."""
        if self.bounds is None:
            return grad
        low, high = self.bounds
        held = ((self.x <= low) & (grad > 0)) | ((self.x >= high) & (grad < 0))
        return np.where(held, 0.0, grad)

    def try_steps(
        self, grad: Array, hess: Array, scale: Array, mu: _Regularizer
    ) -> tuple[Array, Array, np.float64, float] | Status:
        """A step that lowers the objective, with the residual and objective there and the regularizer it took."""
        n = self.x.size
        grad, hess = scale * grad, scale * hess * scale.T
        low = high = None
        if self.bounds is not None:
            low, high = ((bound - self.x) / scale for bound in self.bounds)
        start = np.zeros((n, 1))
        failed = Status.FACTORIZATION_FAILED
        while True:
            step = _step(hess + mu.value * np.eye(n), grad, low, high, start)
            if step is not None:
                failed, used = Status.NO_IMPROVEMENT, mu.value
                x = self.x + scale * step
                if self.bounds is not None:
                    x = np.clip(x, *self.bounds)
                expected = -float(np.vdot(grad, step) + 0.5 * np.vdot(step, hess @ step))
                r, objective = self.at(x)
                reduction = float(self.objective - objective)
                if reduction > 0.0 and expected > 0.0:
                    quality = reduction / expected
                    if quality > 0.5:
                        mu.decay()
                    elif quality < 0.1:
                        mu.grow()
                    return x, r, objective, used
                if reduction == 0.0 and np.linalg.norm(x - self.x) <= mjMINVAL * max(1.0, float(np.linalg.norm(self.x))):
                    return failed
            if not mu.grow():
                return failed


def least_squares(
    x0: npt.ArrayLike,
    residual: Residual,
    bounds: Sequence[Array] | None = None,
    jacobian: Callable[[Array, Array], Array] | None = None,
    norm: Norm = Quadratic(),
    eps: float = float(np.finfo(np.float64).eps ** 0.5),
    mu_min: float = 1e-6,
    mu_max: float = 1e8,
    mu_factor: float = 10.0**0.1,
    xtol: float = 1e-8,
    gtol: float = 1e-8,
    max_iter: int = 100,
    verbose: Verbosity | int = Verbosity.ITER,
    output: TextIO | None = None,
    iter_callback: Callable[[list[IterLog]], None] | None = None,
    check_derivatives: bool = False,
    x_scale: float | npt.ArrayLike | str | None = None,
) -> tuple[Array, list[IterLog]]:
    """Finds decision variables at which a residual is least, in a box.

    Args:
      x0: where to start, (n,).
      residual: takes points as columns (n, k) and returns their residuals (nr, k).
      bounds: lowest and highest values, two arrays (n,).
      jacobian: takes a point (n, 1) and its residual (nr, 1) and returns the Jacobian (nr, n); else finite differences serve.
      norm: what measures the residual.
      eps: step of finite differences.
      mu_min, mu_max, mu_factor: least and largest regularizer, and how its growth speeds up.
      xtol: ends the search where a step is shorter than this, relative to the point.
      gtol: ends the search where the gradient is shorter than this.
      max_iter: most iterations.
      verbose: what to print, to `output` or to the standard output.
      iter_callback: called with the trace after each iteration.
      check_derivatives: compares `jacobian` and `norm` with finite differences first.
      x_scale: scale of each parameter, (n,) or one number: the search is one in x / x_scale; 'jac' follows the Jacobian.

    Returns:
      The best point, (n,), and the iterations.
    """
    start = np.array(x0, dtype=np.float64)
    n, verbose = start.size, Verbosity(verbose)
    box, fixed_scale = _box(bounds, n), _scaling(x_scale, n)
    x = start.reshape(n, 1)
    if box is not None:
        x = np.clip(x, *box)
    began = time.perf_counter()
    r = np.asarray(residual(x), dtype=np.float64)
    search = _Search(residual, norm, box, x, r, np.float64(norm.value(r)), t_res=time.perf_counter() - began)
    mu = _Regularizer(mu_min, mu_max, mu_factor)

    def say(text: str) -> None:
        if verbose > Verbosity.SILENT:
            print(text, file=output or sys.stdout)

    if check_derivatives and not isinstance(norm, Quadratic):
        check_norm(r, norm, eps, output or sys.stdout)
    trace: list[IterLog] = []
    status, t_jac = Status.MAX_ITER, 0.0

    def log(reduction: float, used: float, jac: Array | None, grad: Array | None, step: Array | None) -> None:
        full = verbose == Verbosity.FULLITER
        extra = (search.r, jac, grad, step) if full else (None, None, None, None)
        trace.append(IterLog(search.x.reshape(start.shape), search.objective, np.float64(reduction), np.float64(used), *extra))

    for iteration in range(max_iter + 1):
        since = time.perf_counter()
        if jacobian is None:
            jac, search.n_res = jacobian_fd(residual, search.x, search.r, eps, search.n_res, box)
        else:
            jac = np.asarray(jacobian(search.x, search.r), dtype=np.float64)
            search.n_jac += 1
            if check_derivatives and iteration == 0:
                search.n_res = check_jacobian(
                    residual, search.x, search.r, jac, eps, search.n_res, box, output or sys.stdout
                )
        t_jac += time.perf_counter() - since
        grad, hess = norm.grad_hess(search.r, jac)
        grad = np.reshape(grad, (n, 1))
        scale = _jacobian_scale(jac) if fixed_scale is None else fixed_scale
        if float(np.linalg.norm(search.outward(grad))) < gtol:
            status = Status.G_TOL
            log(0.0, mu.value, jac, grad, np.zeros((n, 1)))
            break
        if iteration == max_iter:
            log(0.0, mu.value, jac, grad, np.zeros((n, 1)))
            break
        found = search.try_steps(grad, hess, scale, mu)
        if isinstance(found, Status):
            status = found
            log(0.0, mu.value, jac, grad, np.zeros((n, 1)))
            break
        new_x, new_r, objective, used = found
        step = new_x - search.x
        reduction = float(search.objective - objective)
        log(reduction, used, jac, grad, step)
        if verbose >= Verbosity.ITER:
            length = float(np.linalg.norm(step))
            say(
                f"iter: {iteration:<3d}  y: {search.objective:<9.4g}  log10mu: {np.log10(max(used, 1e-99)):>4.1f}  "
                f"ratio: {reduction / max(float(search.objective), 1e-99):<7.2g}  dx: {length:<8.2g}  "
                f"reduction: {reduction:<8.2g}"
            )
        if iter_callback is not None:
            iter_callback(trace)
        search.x, search.r, search.objective = new_x, new_r, objective
        if float(np.linalg.norm(step)) < xtol * (xtol + float(np.linalg.norm(new_x))):
            status = Status.DX_TOL
            log(0.0, mu.value, None, None, None)
            break

    spent = time.perf_counter() - began
    exact = " (exact minimum found)" if status == Status.G_TOL and not np.any(grad) else ""
    say(f"Terminated after {len(trace) - 1} iterations: {_STATUS_MESSAGE[status]}{exact}")
    shares = f"residual {search.t_res / spent:.1%}, Jacobian {t_jac / spent:.1%}" if spent > 0 else ""
    say(f"y: {search.objective:.4g}, residual evals: {search.n_res}, Jacobian evals: {search.n_jac}, {spent * 1e3:.1f} ms: {shares}")
    return search.x.reshape(start.shape).copy(), trace
