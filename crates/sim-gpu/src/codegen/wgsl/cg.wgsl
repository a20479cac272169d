// Conjugate gradients, preconditioned by the inertia matrix, with the direction of Hager and Zhang (2005).

#if CG
// smallest allowed angle between direction and gradient, as in the paper
const HAGER_ZHANG_ETA: real = 0.01;

// starts from the last or the unconstrained acceleration, whichever costs less
fn start() {
    var free_cost = real(0.0);
#if WARMSTART
    let starts = 2;
#else
    let starts = 1;
#end
    for (var trial = 0; trial < starts; trial++) {
        let is_free = trial == 0;
        for (var i = lane; i < NV; i += LANES) {
            set_search(i, select(qacc_warmstart(i), qacc_smooth(i), is_free));
        }
        sync();
        basis_times_search();
        inertia_times_search();
        sync();
        let cost = cost_of_search();
        // also if the cost is NaN: the accelerations then show it
        if (is_free || !(cost > free_cost)) {
            take_search();
        }
        free_cost = cost;
        sync();
    }
}

// returns the number of iterations
fn conjugate_gradients() -> i32 {
    let scale = cost_scale();
    let tolerance = solver_tolerance();
    var improvement = real(0.0);
    for (var iteration = 0; iteration <= opt_iterations(); iteration++) {
        let evaluation = evaluate(iteration == 0);
        let decrement = 0.5 * scale * precondition();
        let is_small = scale * evaluation.gradient < tolerance;
        if (iteration > 0 && (is_small || (improvement > 0.0 && improvement < tolerance))) {
            return iteration;
        }
        if ((iteration == 0 && decrement < tolerance) || iteration >= opt_iterations()) {
            return iteration;
        }
        conjugate_direction(iteration == 0, evaluation.gradient);
        let found = step_along_search();
        if (found.alpha == 0.0) {
            return iteration;
        }
        improvement = scale * found.improvement;
    }
    return opt_iterations();
}

// Mgrad = M^-1 grad; returns their product
fn precondition() -> real {
    for (var i = lane; i < NV; i += LANES) {
        set_Mgrad(i, grad(i));
    }
    sync();
    for (var level = NDOFLEVEL - 1; level >= 0; level--) {
        let end = level_dofadr(level + 1);
        for (var j = level_dofadr(level) + lane; j < end; j += LANES) {
            let i = level_dof(j);
            var x = Mgrad(i);
            for (var b = below_adr(i); b < below_adr(i + 1); b++) {
                let k = below_dof(b);
                x -= qLD(M_rowadr(k) + level) * Mgrad(k);
            }
            set_Mgrad(i, x);
        }
        sync();
    }
    for (var level = 0; level < NDOFLEVEL; level++) {
        let end = level_dofadr(level + 1);
        for (var j = level_dofadr(level) + lane; j < end; j += LANES) {
            let i = level_dof(j);
            let first = M_rowadr(i);
            var x = Mgrad(i) * qLDiagInv(i);
            for (var k = first; k < first + level; k++) {
                x -= qLD(k) * Mgrad(M_colind(k));
            }
            set_Mgrad(i, x);
        }
        sync();
    }
    var sum = real(0.0);
    for (var i = lane; i < NV; i += LANES) {
        sum += grad(i) * Mgrad(i);
    }
    return lanes_sum(sum);
}

// next direction; the preconditioned gradient at first and when conjugacy is lost
fn conjugate_direction(is_first: bool, gradient: real) {
    // products of the search direction d, the gradient g, its change y, and both preconditioned
    var dy = real(0.0);
    var yy = real(0.0);
    var yg = real(0.0);
    var dg = real(0.0);
    var dd = real(0.0);
    for (var i = lane; i < NV; i += LANES) {
        if (!is_first) {
            let y = grad(i) - old_grad(i);
            let d = search(i);
            dy += d * y;
            yy += y * (Mgrad(i) - old_Mgrad(i));
            yg += y * Mgrad(i);
            dg += d * grad(i);
            dd += d * d;
        }
        set_old_grad(i, grad(i));
        set_old_Mgrad(i, Mgrad(i));
    }
    dy = lanes_sum(dy);
    yy = lanes_sum(yy);
    yg = lanes_sum(yg);
    dg = lanes_sum(dg);
    let length = sqrt(lanes_sum(dd)) * min(HAGER_ZHANG_ETA, gradient);
    var beta = real(0.0);
    if (dy >= MINVAL) {
        beta = max((yg - 2.0 * (yy / dy) * dg) / dy, -1.0 / max(length, MINVAL));
    }
    for (var i = lane; i < NV; i += LANES) {
        let last = select(search(i), 0.0, is_first);
        set_search(i, beta * last - Mgrad(i));
    }
    sync();
}
#end
