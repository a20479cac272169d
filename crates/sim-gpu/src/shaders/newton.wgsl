// Newton's method: the direction is -H^-1 g with the Hessian H = M + B^T W B of the cost. B are the rows of the basis, W is a small
// matrix for each contact and a number for each other row.

#if NEWTON
// what is solved: Newton's direction; the acceleration without constraints; the acceleration over the step, by the matrix of an
// implicit integrator
const SYSTEM_NEWTON: i32 = 0;
const SYSTEM_FREE: i32 = 1;
const SYSTEM_STEP: i32 = 2;
const SYSTEM_NONE: i32 = 3;

// all systems of a step, in a loop around a single solution; returns Newton's iterations
fn newton() -> i32 {
    let scale = cost_scale();
    let tolerance = solver_tolerance();
    var improvement = real(0.0);
    var iteration = 0;
    // after the first step that lost digits there is another
    var goes_on = true;
    var has_lost = false;
    var system = first_system();
    while (system != SYSTEM_NONE) {
        var standing = Standing(0.0, false);
        if (system == SYSTEM_NEWTON) {
            standing = evaluate(iteration == 0);
            let is_small = scale * standing.gradient < tolerance;
            if (!goes_on && (is_small || (improvement > 0.0 && improvement < tolerance))) {
                system = last_system();
                continue;
            }
        }
        let product = solve_system(system, standing.changed);
        if (system != SYSTEM_NEWTON) {
            system = take_solution(system);
            continue;
        }
        let is_small = scale * standing.gradient < tolerance;
        let is_near = 0.5 * scale * product < tolerance && (!goes_on || (iteration == 0 && is_small));
        if (is_near || iteration == opt_iterations()) {
            system = last_system();
            continue;
        }
        let found = step_along_search();
        if (found.alpha == 0.0) {
            system = last_system();
            continue;
        }
        improvement = scale * found.improvement;
        iteration += 1;
        goes_on = found.lost && !has_lost;
        if (goes_on) {
            has_lost = true;
            renew();
        }
    }
    return iteration;
}

// products of the acceleration with the inertia and the rows: those that were carried along are as wrong as its first numbers were large
fn renew() {
    for (var i = lane; i < NV; i += LANES) {
        set_search(i, qacc(i));
    }
    sync();
    basis_times_search();
    inertia_times_search();
    sync();
    take_search();
    sync();
}

#if SOLVED_IN_LANES
fn first_system() -> i32 {
    for (var i = lane; i < NV; i += LANES) {
        set_search(i, qfrc_smooth(i));
    }
    return SYSTEM_FREE;
}

// what follows when no constraint moves any more
fn last_system() -> i32 {
#if STEP_IN_LANES
    // other lanes may still read the last direction
    sync();
    for (var i = lane; i < NV; i += LANES) {
        set_search(i, qfrc_smooth(i) + qfrc_constraint(i));
    }
    return SYSTEM_STEP;
#else
    return SYSTEM_NONE;
#end
}

// keeps an acceleration; returns what is solved next
fn take_solution(system: i32) -> i32 {
#if STEP_IN_LANES
    if (system == SYSTEM_STEP) {
        for (var i = lane; i < NV; i += LANES) {
            set_step_acc(i, search(i));
        }
        return SYSTEM_NONE;
    }
#end
    for (var i = lane; i < NV; i += LANES) {
        set_qacc_smooth(i, search(i));
    }
    if (nefc() == 0) {
        move_freely();
        return last_system();
    }
    start();
    return SYSTEM_NEWTON;
}

// solves for `search`, or for Newton's direction; returns the product of both sides
fn solve_system(system: i32, changed: bool) -> real {
    if (system == SYSTEM_NEWTON) {
#if BY_TREES
        if (trees_touch()) {
            return dense_direction(changed);
        }
#end
        for (var i = lane; i < NV; i += LANES) {
            set_search(i, -grad(i));
        }
    }
    return solve_by_trees(system);
}
#else
fn first_system() -> i32 {
    start();
    return SYSTEM_NEWTON;
}

fn last_system() -> i32 {
    return SYSTEM_NONE;
}

fn take_solution(system: i32) -> i32 {
    return SYSTEM_NONE;
}

fn solve_system(system: i32, changed: bool) -> real {
    return dense_direction(changed);
}
#end

#if !SOLVED_IN_LANES || BY_TREES
// `search` = -H^-1 g; returns g . H^-1 g. Where no row changed its zone the last factor holds.
fn dense_direction(changed: bool) -> real {
    if (changed) {
        assemble_hessian();
        sync();
        factor_hessian();
    }
    for (var i = lane; i < NV; i += LANES) {
        set_Mgrad(i, grad(i));
    }
    sync();
    solve_hessian();
    var sum = real(0.0);
    for (var i = lane; i < NV; i += LANES) {
        let x = Mgrad(i);
        set_search(i, -x);
        sum += grad(i) * x;
    }
    sync();
    return lanes_sum(sum);
}

// place of an entry in the lower triangle
fn triangle(i: i32, j: i32) -> i32 {
    return i * (i + 1) / 2 + j;
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
fn basis_four(v: i32, i: i32) -> vec4r {
    return vec4r(basis_of(v, i), basis_of(v, i + 1), basis_of(v, i + 2), basis_of(v, i + 3));
}

// adds the rows to a tile of the Hessian whose first entry is (i, j), in registers
fn add_tile(t: i32, i: i32, j: i32) {
    let none = vec4r(0.0, 0.0, 0.0, 0.0);
    var sum = Tile(none, none, none, none);
#if COUPLINGS
    for (var v = 0; v < ncoupling(); v++) {
        let weight = coupling_weight(v);
        if (weight != 0.0) {
            sum = tile_add(sum, weight * basis_four(v, i), basis_four(v, j));
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
    let at = triangle(i, j);
    for (var k = 0; k < min(4, i - j + 1); k++) {
        var sum = qH(at + k) + row[k];
#if DOF_FRICTION || DOF_LIMITS
        if (j + k == i) {
            sum += dof_weight(i);
        }
#end
        set_qH(at + k, sum);
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
    let normal_i = mass * basis_four(v, i);
    let normal_j = basis_four(v, j);
    if (contact_dim(c) == 1) {
        return tile_add(sum, normal_i, normal_j);
    }
    // along the normal all edges that push add up, along a friction direction the two of it
    var along = vec4r(0.0, 0.0, 0.0, 0.0);
    for (var k = 1; k < contact_dim(c); k++) {
        let pair = (edges >> u32(2 * (k - 1))) & 3;
        if (pair != 0) {
            let plus = real(pair & 1);
            let minus = real(pair >> 1u);
            let slip_i = mass * basis_four(v + k, i);
            let slip_j = basis_four(v + k, j);
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
    let normal_i = basis_four(v, i);
    let normal_j = basis_four(v, j);
    if (contact_dim(c) == 1) {
        return tile_add(before, w.x * normal_i, normal_j);
    }
    var sum = before;
    var mix_i = vec4r(0.0, 0.0, 0.0, 0.0);
    var mix_j = vec4r(0.0, 0.0, 0.0, 0.0);
    for (var k = 1; k < contact_dim(c); k++) {
        let slip_i = basis_four(v + k, i);
        let slip_j = basis_four(v + k, j);
        mix_i += jar(v + k) * slip_i;
        mix_j += jar(v + k) * slip_j;
        sum = tile_add(sum, w.w * slip_i, slip_j);
    }
    sum = tile_add(sum, normal_i, w.x * normal_j + w.y * mix_j);
    return tile_add(sum, mix_i, w.y * normal_j + w.z * mix_j);
}
#end
#end

// H = L L^T in place, column by column with a row to each lane; `qH_inv` are the inverse diagonals. A pivot that rounding left
// without a positive number is raised: the direction is shorter then, but still leads down.
fn factor_hessian() {
    for (var k = 0; k < NV; k++) {
        sync();
        let row_k = triangle(k, 0);
        let diagonal = qH(row_k + k);
        var pivot = diagonal;
        for (var j = 0; j < k; j++) {
            pivot -= qH(row_k + j) * qH(row_k + j);
        }
        let inverse = 1.0 / sqrt(max(max(pivot, SMALLEST_PIVOT * diagonal), MINVAL));
        if (lane == 0) {
            set_qH_inv(k, inverse);
        }
        for (var i = first_row_after(k); i < NV; i += LANES) {
            let row_i = triangle(i, 0);
            var sum = qH(row_i + k);
            for (var j = 0; j < k; j++) {
                sum -= qH(row_i + j) * qH(row_k + j);
            }
            set_qH(row_i + k, sum * inverse);
        }
    }
    sync();
}

// the first row of this lane below row k
fn first_row_after(k: i32) -> i32 {
    return lane + (k + LANES - lane) / LANES * LANES;
}

// Mgrad <- H^-1 Mgrad
fn solve_hessian() {
    for (var k = 0; k < NV; k++) {
        sync();
        let x = Mgrad(k) * qH_inv(k);
        for (var i = first_row_after(k); i < NV; i += LANES) {
            set_Mgrad(i, Mgrad(i) - qH(triangle(i, k)) * x);
        }
    }
    sync();
    for (var i = lane; i < NV; i += LANES) {
        set_Mgrad(i, Mgrad(i) * qH_inv(i));
    }
    for (var k = NV - 1; k >= 0; k--) {
        sync();
        let x = Mgrad(k) * qH_inv(k);
        for (var i = lane; i < k; i += LANES) {
            set_Mgrad(i, Mgrad(i) - qH(triangle(k, i)) * x);
        }
    }
    sync();
    for (var i = lane; i < NV; i += LANES) {
        set_Mgrad(i, Mgrad(i) * qH_inv(i));
    }
}
#end
#end

#if DOUBLE
const SMALLEST_PIVOT: real = 1e-15;
#else
const SMALLEST_PIVOT: real = 1e-7;
#end
