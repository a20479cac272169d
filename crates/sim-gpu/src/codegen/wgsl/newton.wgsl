// Newton's method: the direction is -H^-1 g with the Hessian H = M + B^T W B of the cost. B has the rows of the basis; W has a small
// matrix for each contact and a number for each other row.

#if NEWTON
// Tasks in their order: the unconstrained acceleration; trials of that one and of the last one as a start; Newton's direction and a step
// along it; recomputed products after a loss of digits; the acceleration over the step, with the matrix of an implicit integrator.
const TASK_FREE: i32 = 0;
const TASK_TRY_FREE: i32 = 1;
const TASK_TRY_LAST: i32 = 2;
const TASK_NEWTON: i32 = 3;
const TASK_RENEW: i32 = 4;
const TASK_STEP: i32 = 5;
const TASK_NONE: i32 = 6;

#if FREE_IN_LANES
const FIRST_TASK: i32 = TASK_FREE;
#else
const FIRST_TASK: i32 = TASK_TRY_FREE;
#end
#if STEP_IN_LANES
const LAST_TASK: i32 = TASK_STEP;
#else
const LAST_TASK: i32 = TASK_NONE;
#end

// all tasks, in a loop around one solve and one product with the rows, because their code is long; returns Newton's iterations
fn newton() -> i32 {
    let scale = cost_scale();
#if FINE
    // if one body of many is about to stop, its small acceleration counts little in the total cost
    let tolerance = 1e-3 * opt_tolerance();
#else
    let tolerance = solver_tolerance();
#end
    var improvement = real(0.0);
    // product of the gradient with Newton's direction: slope and curvature along it
    var product = real(0.0);
    var free_cost = real(0.0);
    var iteration = 0;
    // the first step that loses digits is followed by another
    var goes_on = true;
    var has_lost = false;
#if FINE
    // number of steps for the last digits
    var late = 0;
#end
    var task = FIRST_TASK;
    while (task != TASK_NONE) {
        // lanes may still read results of the last task
        sync();
#if SOLVED_IN_LANES
        if (task == FIRST_TASK || task == TASK_STEP) {
            take_matrix(task);
        }
#end
        var evaluation = Evaluation(0.0, false);
        if (task == TASK_NEWTON) {
            evaluation = evaluate(iteration == 0);
        }
        let is_small = scale * evaluation.gradient < tolerance;
        var is_done = is_small || (improvement > 0.0 && improvement < tolerance);
#if FINE
        // when only rounding remains, steps gain a constant amount
        is_done = is_done || late > MOST_LATE || (late > 1 && !evaluation.changed);
#end
        if (task == TASK_NEWTON && !goes_on && is_done) {
            task = LAST_TASK;
            continue;
        }
        for (var i = lane; i < NV; i += LANES) {
            set_search(i, task_vector(task, i));
        }
        sync();
        if (task == TASK_FREE || task == TASK_NEWTON || task == TASK_STEP) {
            product = solve_system(task, evaluation.changed);
            if (task != TASK_NEWTON) {
                task = take_solution(task);
                continue;
            }
            let is_near = 0.5 * scale * product < tolerance && (!goes_on || (iteration == 0 && is_small));
            if (is_near || iteration >= opt_iterations()) {
                task = LAST_TASK;
                continue;
            }
        }
        inertia_times_search();
        basis_times_search();
        sync();
        if (task != TASK_NEWTON) {
            var takes = true;
            if (task != TASK_RENEW) {
                let cost = cost_of_search();
                // also if the cost is NaN: the accelerations then show it
                takes = task == TASK_TRY_FREE || !(cost > free_cost);
                free_cost = cost;
            }
            if (takes) {
                take_search();
            }
            task = task_after_trial(task);
            continue;
        }
        let found = line_along_search(Point(0.0, 0.0, -product, product));
        if (found.alpha == 0.0) {
            task = LAST_TASK;
            continue;
        }
        improvement = scale * found.improvement;
#if FINE
        late += select(0, 1, improvement < LATE);
#end
        iteration += 1;
        goes_on = found.lost && !has_lost;
        has_lost = has_lost || goes_on;
        task = select(TASK_NEWTON, TASK_RENEW, goes_on);
    }
    return iteration;
}

#if FINE
// Improvement below which a step only refines the last digits, and the limit on such steps: those of sliding cones never end.
const LATE: real = 1e-6;
const MOST_LATE: i32 = 4;
#end

// input of a task in `search`: the right side of a system, or an acceleration
fn task_vector(task: i32, i: i32) -> real {
    switch (task) {
        case TASK_FREE: {
            return qfrc_smooth(i);
        }
        case TASK_TRY_FREE: {
            return qacc_smooth(i);
        }
#if WARMSTART
        case TASK_TRY_LAST: {
            return qacc_warmstart(i);
        }
#end
        case TASK_RENEW: {
            // the updated products keep the rounding errors of the first, larger accelerations
            return qacc(i);
        }
        case TASK_STEP: {
            return qfrc_smooth(i) + qfrc_constraint(i);
        }
        default: {
            return -grad(i);
        }
    }
}

fn task_after_trial(task: i32) -> i32 {
#if WARMSTART
    if (task == TASK_TRY_FREE) {
        return TASK_TRY_LAST;
    }
#end
    return TASK_NEWTON;
}

#if FREE_IN_LANES
// stores an acceleration; returns the next task
fn take_solution(task: i32) -> i32 {
#if STEP_IN_LANES
    if (task == TASK_STEP) {
        for (var i = lane; i < NV; i += LANES) {
            set_step_acc(i, search(i));
        }
        return TASK_NONE;
    }
#end
    for (var i = lane; i < NV; i += LANES) {
        set_qacc_smooth(i, search(i));
    }
    if (nefc() == 0) {
        move_freely();
        return LAST_TASK;
    }
    return TASK_TRY_FREE;
}
#else
fn take_solution(task: i32) -> i32 {
    return TASK_NONE;
}
#end

#if SOLVED_IN_LANES
// `search` <- A^-1 search; returns the product of both. Trees in contact have a common Hessian.
fn solve_system(task: i32, changed: bool) -> real {
#if BY_TREES
    return solve_by_trees(task, task == TASK_NEWTON && trees_touch());
#else
    return solve_by_trees(task, false);
#end
}
#else
fn solve_system(task: i32, changed: bool) -> real {
    return dense_direction(changed);
}
#end

#if !SOLVED_IN_LANES
// `search` <- H^-1 search; returns the product of both. If no row changed its zone, the last factor is still valid.
fn dense_direction(changed: bool) -> real {
    take_right_side();
    if (changed) {
        assemble_hessian();
        sync();
        factor_hessian();
    } else {
        solve_forward();
    }
    return solve_by_factor();
}

fn assemble_hessian() {
    for (var p = lane; p < NTRIANGLE; p += LANES) {
        set_qH(p, 0.0);
    }
    sync();
    for (var k = lane; k < NC; k += LANES) {
        set_qH(triangle(M_row(k), M_colind(k)), M(k));
    }
    sync();
    for (var t = lane; t < NTILE; t += LANES) {
        add_tile(t, 4 * tile_place_at(t, 0), 4 * tile_place_at(t, 1));
    }
}

// four rows of four columns
struct Tile {
    a: vec4r,
    b: vec4r,
    c: vec4r,
    d: vec4r,
}

fn tile_add(t: Tile, x: vec4r, y: vec4r) -> Tile {
    return Tile(t.a + x.x * y, t.b + x.y * y, t.c + x.z * y, t.d + x.w * y);
}

// four numbers of a row of the basis
fn basis_columns(v: i32, i: i32) -> vec4r {
    return vec4r(basis_at(v, i), basis_at(v, i + 1), basis_at(v, i + 2), basis_at(v, i + 3));
}

// adds the rows to a tile of the Hessian whose first entry is (i, j), in registers
fn add_tile(t: i32, i: i32, j: i32) {
    let none = vec4r(0.0, 0.0, 0.0, 0.0);
    var sum = Tile(none, none, none, none);
#if COUPLINGS
    for (var v = 0; v < ncoupling(); v++) {
        let weight = coupling_weight(v);
        if (weight != 0.0) {
            sum = tile_add(sum, weight * basis_columns(v, i), basis_columns(v, j));
        }
    }
#end
#if CONTACTS
    for (var c = 0; c < ncon(); c++) {
        if (contact_dim(c) > 0) {
            sum = add_contact(sum, c, i, j);
        }
    }
#end
    add_row(i, j, sum.a);
    add_row(i + 1, j, sum.b);
    add_row(i + 2, j, sum.c);
    add_row(i + 3, j, sum.d);
}

fn add_row(i: i32, j: i32, row: vec4r) {
    if (i >= NV) {
        return;
    }
    for (var k = 0; k < min(4, i - j + 1); k++) {
        let at = triangle(i, j + k);
        var sum = qH(at) + row[k];
#if DOF_FRICTION || DOF_LIMITS
        if (j + k == i) {
            sum += dof_weight(i);
        }
#end
        set_qH(at, sum);
    }
}

#if CONTACTS
#if PYRAMIDAL
fn add_contact(before: Tile, c: i32, i: i32, j: i32) -> Tile {
    var sum = before;
    let edges = contact_edges(c);
    if (edges == 0) {
        return sum;
    }
    let v = contact_basis(c);
    let mass = contact_D(c);
    let normal_i = mass * basis_columns(v, i);
    let normal_j = basis_columns(v, j);
    if (contact_dim(c) == 1) {
        return tile_add(sum, normal_i, normal_j);
    }
    // along the normal all pushing edges add up, along a friction direction only its own two
    var along = vec4r(0.0, 0.0, 0.0, 0.0);
    for (var k = 1; k < contact_dim(c); k++) {
        let pair = (edges >> u32(2 * (k - 1))) & 3;
        if (pair != 0) {
            let plus = real(pair & 1);
            let minus = real(pair >> 1u);
            let slip_i = mass * basis_columns(v + k, i);
            let slip_j = basis_columns(v + k, j);
            along += (plus + minus) * normal_j + (plus - minus) * slip_j;
            sum = tile_add(sum, slip_i, (plus - minus) * normal_j + (plus + minus) * slip_j);
        }
    }
    return tile_add(sum, normal_i, along);
}
#else
fn add_contact(before: Tile, c: i32, i: i32, j: i32) -> Tile {
    let w = contact_curvature(c);
    if (w.x == 0.0) {
        return before;
    }
    let v = contact_basis(c);
    let normal_i = basis_columns(v, i);
    let normal_j = basis_columns(v, j);
    if (contact_dim(c) == 1) {
        return tile_add(before, w.x * normal_i, normal_j);
    }
    var sum = before;
    var mix_i = vec4r(0.0, 0.0, 0.0, 0.0);
    var mix_j = vec4r(0.0, 0.0, 0.0, 0.0);
    for (var k = 1; k < contact_dim(c); k++) {
        let slip_i = basis_columns(v + k, i);
        let slip_j = basis_columns(v + k, j);
        mix_i += jar(v + k) * slip_i;
        mix_j += jar(v + k) * slip_j;
        sum = tile_add(sum, w.w * slip_i, slip_j);
    }
    sum = tile_add(sum, normal_i, w.x * normal_j + w.y * mix_j);
    return tile_add(sum, mix_i, w.y * normal_j + w.z * mix_j);
}
#end
#end
#end
#end

#if DOUBLE
const SMALLEST_PIVOT: real = 1e-15;
#else
const SMALLEST_PIVOT: real = 1e-7;
#end
