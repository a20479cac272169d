// Exact minimisation of the cost along `search`: Newton steps to bracket the minimum, then a bracketed Newton search.
//
// The cost along the line is a sum of quadratics that switch on and off at known points. Costs are changes since the start, so
// that no precision is lost in them.

struct Point {
    alpha: real,
    cost: real,
    slope: real,
    curve: real,
}

// step length, zero where there is no improvement, and by how much the cost falls
struct Found {
    alpha: real,
    improvement: real,
}

// change of a quadratic row that only pushes: cost, slope and curvature
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

// which side of its knees a friction row is on
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
    let cost = lanes_sum(sum.x) + alpha * (gauss.x + alpha * gauss.y);
    let slope = lanes_sum(sum.y) + gauss.x + 2.0 * alpha * gauss.y;
    let curve = lanes_sum(sum.z) + 2.0 * gauss.y;
    return Point(alpha, cost, slope, select(curve, MINVAL, curve <= 0.0));
}

fn newton_alpha(p: Point) -> real {
    return p.alpha - p.slope / p.curve;
}

// moves an end of the bracket to the candidate on its side that is nearest to the minimum
fn nearer(end: Point, candidate: Point) -> bool {
    return (end.slope < 0.0 && candidate.slope < 0.0 && end.slope < candidate.slope)
        || (end.slope > 0.0 && candidate.slope > 0.0 && end.slope > candidate.slope);
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

// step length that minimises the cost to a slope below `tolerance`
fn line_search(gauss: vec2r, tolerance: real) -> Found {
    let limit = opt_ls_iterations();
    let start = line_point(0.0, gauss);
    var p1 = line_point(newton_alpha(start), gauss);
    if (abs(p1.slope) < tolerance && (p1.alpha == 0.0 || p1.cost < 0.0)) {
        return Found(p1.alpha, -p1.cost);
    }
    // step on in one direction until the slope changes sign
    let direction = select(real(-1.0), real(1.0), p1.slope < 0.0);
    var p2 = start;
    var evaluations = 2;
    while (p1.slope * direction <= -tolerance && evaluations < limit) {
        p2 = p1;
        p1 = line_point(newton_alpha(p1), gauss);
        evaluations += 1;
        if (abs(p1.slope) < tolerance && p1.cost < 0.0) {
            return Found(p1.alpha, -p1.cost);
        }
    }
    if (evaluations >= limit) {
        return Found(p1.alpha, -p1.cost);
    }
    return bracketed_search(p1, p2, gauss, tolerance, limit - evaluations);
}

fn bracketed_search(end1: Point, end2: Point, gauss: vec2r, tolerance: real, limit: i32) -> Found {
    var p1 = end1;
    var p2 = end2;
    var next2 = p1;
    var next1 = line_point(newton_alpha(p1), gauss);
    var evaluations = 1;
    while (evaluations < limit) {
        let middle = line_point(0.5 * (p1.alpha + p2.alpha), gauss);
        evaluations += 1;
        var best = Point(0.0, 0.0, 0.0, 0.0);
        var any_good = false;
        if (abs(next1.slope) < tolerance) {
            best = next1;
            any_good = true;
        }
        if (abs(next2.slope) < tolerance && (!any_good || next2.cost < best.cost)) {
            best = next2;
            any_good = true;
        }
        if (abs(middle.slope) < tolerance && (!any_good || middle.cost < best.cost)) {
            best = middle;
            any_good = true;
        }
        if (any_good) {
            return Found(best.alpha, -best.cost);
        }
        let tight1 = tightened(p1, next1, next2, middle);
        let tight2 = tightened(p2, next1, next2, middle);
        let moved1 = tight1.alpha != p1.alpha || tight1.slope != p1.slope;
        let moved2 = tight2.alpha != p2.alpha || tight2.slope != p2.slope;
        if (!moved1 && !moved2) {
            return Found(middle.alpha, -middle.cost);
        }
        if (moved1) {
            p1 = tight1;
            next1 = line_point(newton_alpha(p1), gauss);
            evaluations += 1;
        }
        if (moved2) {
            p2 = tight2;
            next2 = line_point(newton_alpha(p2), gauss);
            evaluations += 1;
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

// moves along `search` to the minimum; the length of the step is zero where there is no improvement
fn step_along_search() -> Found {
    var square = real(0.0);
    for (var i = lane; i < NV; i += LANES) {
        square += search(i) * search(i);
    }
    let length = sqrt(lanes_sum(square));
    if (length < MINVAL) {
        return Found(0.0, 0.0);
    }
    inertia_times_search();
    basis_times_search();
    sync();
    var slope = real(0.0);
    var curve = real(0.0);
    for (var i = lane; i < NV; i += LANES) {
        slope += search(i) * (Ma(i) - qfrc_smooth(i));
        curve += 0.5 * search(i) * Mv(i);
    }
    let gauss = vec2r(lanes_sum(slope), lanes_sum(curve));
    let found = line_search(gauss, solver_tolerance() * opt_ls_tolerance() * length / cost_scale());
    if (found.alpha != 0.0) {
        advance_by(found.alpha);
    }
    return found;
}
