// Exact minimisation of the cost along `search`: Newton steps to bracket the minimum, then a bracketed Newton search.
//
// The cost along the line is a sum of quadratics that switch on and off at known points. Costs are differences from the start, so they
// keep their precision.

struct Point {
    alpha: real,
    cost: real,
    slope: real,
    curve: real,
}

// step length, zero without an improvement, and the decrease of the cost
struct Found {
    alpha: real,
    improvement: real,
}

// a step along `search`, and whether it cancels most of the acceleration, which then has lost digits
struct Step {
    alpha: real,
    improvement: real,
    lost: bool,
}

// change of a unilateral quadratic row: cost, slope and curvature
fn limit_change(x: real, rate: real, mass: real, alpha: real) -> vec3r {
    let half = 0.5 * mass * x * x;
    let before = select(0.0, half, x < 0.0);
    if (x + alpha * rate < 0.0) {
        let slope = rate * mass * x;
        let curve = rate * mass * rate;
        return vec3r((half - before) + alpha * (slope + 0.5 * alpha * curve), slope + alpha * curve, curve);
    }
    return vec3r(-before, 0.0, 0.0);
}

// the zone of a friction row: below, between or above its limits
fn friction_zone(x: real, knee: real) -> i32 {
    return select(select(1, -1, x <= -knee), 0, abs(x) < knee);
}

fn friction_change(x0: real, rate: real, loss: real, mass: real, alpha: real) -> vec3r {
    let knee = loss / mass;
    let x = x0 + alpha * rate;
    let before = friction_zone(x0, knee);
    let zone = friction_zone(x, knee);
    var cost = real(0.0);
    if (before != zone) {
        cost = friction_cost(x, loss, mass) - friction_cost(x0, loss, mass);
    } else if (zone == 0) {
        cost = 0.5 * mass * (x - x0) * (x + x0);
    } else {
        cost = loss * real(zone) * (x - x0);
    }
    if (zone == 0) {
        return vec3r(cost, mass * x * rate, mass * rate * rate);
    }
    return vec3r(cost, loss * real(zone) * rate, 0.0);
}

// `gauss` is the slope and half the curvature of Gauss's cost
fn line_point(alpha: real, gauss: vec2r) -> Point {
    var sum = vec3r(0.0, 0.0, 0.0);
#if DOF_FRICTION || DOF_LIMITS
    for (var i = lane; i < NV; i += LANES) {
#if DOF_FRICTION
        if (dof_friction_rank(i) >= 0) {
            sum += friction_change(qacc(i) - dof_friction_ref(i), search(i), dof_frictionloss(i), dof_friction_D(i), alpha);
        }
#end
#if DOF_LIMITS
        if (dof_limit_joint(i) >= 0) {
            sum += limit_change(qacc(i) - dof_limit_ref(i).x, search(i), dof_limit_D(i).x, alpha);
            sum += limit_change(-qacc(i) - dof_limit_ref(i).y, -search(i), dof_limit_D(i).y, alpha);
        }
#end
    }
#end
#if COUPLINGS
    for (var v = lane; v < ncoupling(); v += LANES) {
        let mass = coupling_D(v);
        switch (coupling_kind(v)) {
#if EQUALITIES
            case SOURCE_EQUALITY: {
                let slope = jv(v) * mass * jar(v);
                let curve = jv(v) * mass * jv(v);
                sum += vec3r(alpha * (slope + 0.5 * alpha * curve), slope + alpha * curve, curve);
            }
#end
#if TENDON_FRICTION
            case SOURCE_FRICTION_TENDON: {
                sum += friction_change(jar(v), jv(v), tendon_frictionloss(coupling_id(v)), mass, alpha);
            }
#end
            default: {
                sum += limit_change(jar(v), jv(v), mass, alpha);
            }
        }
    }
#end
#if CONTACTS
    for (var c = lane; c < ncon(); c += LANES) {
        if (contact_dim(c) > 0) {
            sum += contact_change(c, alpha);
        }
    }
#end
    let all = lanes_sum3(sum);
    let cost = all.x + alpha * (gauss.x + alpha * gauss.y);
    let slope = all.y + gauss.x + 2.0 * alpha * gauss.y;
    let curve = all.z + 2.0 * gauss.y;
    return Point(alpha, cost, slope, select(curve, MINVAL, curve <= 0.0));
}

fn newton_alpha(p: Point) -> real {
    return p.alpha - p.slope / p.curve;
}

// moves an end of the bracket to the candidate on its side that is nearest to the minimum
fn nearer(end: Point, candidate: Point) -> bool {
    return candidate.slope != 0.0
        && (end.slope < 0.0) == (candidate.slope < 0.0)
        && abs(candidate.slope) < abs(end.slope);
}

fn tightened(end: Point, a: Point, b: Point, c: Point) -> Point {
    var best = end;
    if (nearer(best, a)) {
        best = a;
    }
    if (nearer(best, b)) {
        best = b;
    }
    if (nearer(best, c)) {
        best = c;
    }
    return best;
}

// phase of a line search
const LINE_START: i32 = 0;
const LINE_FIRST: i32 = 1;
const LINE_STEP: i32 = 2;
const LINE_NEXT: i32 = 3;
const LINE_MIDDLE: i32 = 4;
const LINE_TIGHT1: i32 = 5;
const LINE_TIGHT2: i32 = 6;

// Step length that minimises the cost to a slope below `asked`. A loop around a single evaluation keeps the code short. `start` is the
// start of the line; if it has no curvature it is evaluated here.
fn line_search(start: Point, gauss: vec2r, asked: real) -> Found {
    let limit = opt_ls_iterations();
    var tolerance = reachable(asked, start.slope);
    let none = Point(0.0, 0.0, 0.0, 0.0);
    // ends of the bracket, a Newton step from each, and the next position of the second end
    var p1 = start;
    var p2 = none;
    var next1 = none;
    var next2 = none;
    var tight2 = none;
    var moved2 = false;
    var direction = real(1.0);
    var phase = LINE_START;
    var alpha = real(0.0);
    var evaluations = 1;
    if (start.curve > 0.0) {
        phase = LINE_FIRST;
        alpha = newton_alpha(start);
        evaluations = 2;
    }
    // at most two evaluations beyond the limit finish a round
    for (; evaluations < limit + 4; evaluations++) {
        let p = line_point(alpha, gauss);
        var round_ends = false;
        switch (phase) {
            case LINE_START: {
                p1 = p;
                tolerance = reachable(asked, p.slope);
                alpha = newton_alpha(p);
                phase = LINE_FIRST;
            }
            case LINE_FIRST, LINE_STEP: {
                p2 = p1;
                p1 = p;
                if (abs(p.slope) < tolerance && (p.cost < 0.0 || (phase == LINE_FIRST && p.alpha == 0.0))) {
                    return Found(p.alpha, -p.cost);
                }
                if (phase == LINE_FIRST) {
                    direction = select(real(-1.0), real(1.0), p.slope < 0.0);
                }
                if (evaluations >= limit) {
                    return Found(p.alpha, -p.cost);
                }
                // continue in one direction until the slope changes sign
                let passed = !(p.slope * direction <= -tolerance);
                if (passed) {
                    next2 = p;
                }
                alpha = newton_alpha(p);
                phase = select(LINE_STEP, LINE_NEXT, passed);
            }
            case LINE_NEXT: {
                next1 = p;
                round_ends = true;
            }
            case LINE_MIDDLE: {
                let best = best_below(tolerance, next1, next2, p);
                if (best.curve > 0.0) {
                    return Found(best.alpha, -best.cost);
                }
                let tight1 = tightened(p1, next1, next2, p);
                tight2 = tightened(p2, next1, next2, p);
                // NaN differs from itself; a bracket does not move because of NaN
                let moved1 = tight1.slope != p1.slope && !is_nan(p1.slope);
                moved2 = tight2.slope != p2.slope && !is_nan(p2.slope);
                if (!moved1 && !moved2) {
                    return Found(p.alpha, -p.cost);
                }
                if (moved1) {
                    p1 = tight1;
                    alpha = newton_alpha(p1);
                    phase = LINE_TIGHT1;
                } else {
                    p2 = tight2;
                    alpha = newton_alpha(p2);
                    phase = LINE_TIGHT2;
                }
            }
            case LINE_TIGHT1: {
                next1 = p;
                round_ends = !moved2;
                if (moved2) {
                    p2 = tight2;
                    alpha = newton_alpha(p2);
                    phase = LINE_TIGHT2;
                }
            }
            default: {
                next2 = p;
                round_ends = true;
            }
        }
        if (round_ends) {
            if (evaluations >= limit) {
                break;
            }
            alpha = 0.5 * (p1.alpha + p2.alpha);
            phase = LINE_MIDDLE;
        }
    }
    if (p1.cost <= p2.cost && p1.cost < 0.0) {
        return Found(p1.alpha, -p1.cost);
    }
    if (p2.cost <= p1.cost && p2.cost < 0.0) {
        return Found(p2.alpha, -p2.cost);
    }
    return Found(0.0, 0.0);
}

// The smallest slope that rounding allows for a line with this first slope. The remaining cost is then (1e-6)^2 of the decrease; a smaller
// tolerance would use up all evaluations.
fn reachable(asked: real, first: real) -> real {
#if DOUBLE
    return asked;
#else
    return max(asked, 1e-6 * abs(first));
#end
}

// the candidate of least cost among those with a slope below `tolerance`; its curvature is zero if there is none
fn best_below(tolerance: real, a: Point, b: Point, c: Point) -> Point {
    var best = Point(0.0, 0.0, 0.0, 0.0);
    if (abs(a.slope) < tolerance) {
        best = a;
    }
    if (abs(b.slope) < tolerance && (best.curve == 0.0 || b.cost < best.cost)) {
        best = b;
    }
    if (abs(c.slope) < tolerance && (best.curve == 0.0 || c.cost < best.cost)) {
        best = c;
    }
    return best;
}

// moves along `search` to the minimum; the step length is zero without an improvement
fn step_along_search() -> Step {
    inertia_times_search();
    basis_times_search();
    sync();
    return line_along_search(Point(0.0, 0.0, 0.0, 0.0));
}

// line search with known products of `search`, and a known start if `start` has a curvature
fn line_along_search(start: Point) -> Step {
    var own = vec3r(0.0, 0.0, 0.0);
    for (var i = lane; i < NV; i += LANES) {
        own += search(i) * vec3r(search(i), qacc(i), 0.0) + qacc(i) * vec3r(0.0, 0.0, qacc(i));
    }
    let squares = lanes_sum3(own);
    let length = sqrt(squares.x);
    if (length < MINVAL) {
        return Step(0.0, 0.0, false);
    }
    var slope = real(0.0);
    var curve = real(0.0);
    for (var i = lane; i < NV; i += LANES) {
        slope += search(i) * (Ma(i) - qfrc_smooth(i));
        curve += 0.5 * search(i) * Mv(i);
    }
    let gauss = lanes_sum3(vec3r(slope, curve, 0.0)).xy;
    let found = line_search(start, gauss, solver_tolerance() * opt_ls_tolerance() * length / cost_scale());
    if (found.alpha == 0.0) {
        return Step(0.0, 0.0, false);
    }
    advance_by(found.alpha);
    if (is_nan(found.alpha)) {
        // the acceleration is NaN now, and further steps would not remove it
        return Step(0.0, 0.0, false);
    }
    let left = squares.z + found.alpha * (2.0 * squares.y + found.alpha * squares.x);
    var lost = left < LITTLE_LEFT * squares.z;
    if (lost) {
        // a difference that is small compared with the unconstrained acceleration has lost its digits
        var free = real(0.0);
        for (var i = lane; i < NV; i += LANES) {
            free += qacc_smooth(i) * qacc_smooth(i);
        }
        lost = squares.z > 0.01 * lanes_sum(free);
    }
    return Step(found.alpha, found.improvement, lost);
}

// Remaining fraction of the acceleration's square below which digits count as lost; f64 never loses too many.
#if DOUBLE
const LITTLE_LEFT: real = -1.0;
#else
const LITTLE_LEFT: real = 0.003;
#end
