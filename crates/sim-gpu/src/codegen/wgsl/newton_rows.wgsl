// Linear systems tree by tree. Each lane holds a row of a tree's matrix in registers: the columns are members of a struct, and loops over
// them are unrolled, so that nothing is indexed at run time. Trees of more than 32 dofs have two rows per lane.
//
// Warps on one SM execute different parts of the kernel, and long code exceeds the instruction cache, which costs more than all arithmetic
// here. So long code appears in a kernel once, and every system of a step goes through `solve_by_trees`.

#if BY_TREES
// whether a contact joins two trees that move
fn trees_touch() -> bool {
    var found = false;
    for (var c = lane; c < ncon(); c += LANES) {
        found = found || (contact_dim(c) > 0 && contact_tree(c) < 0);
    }
    return lanes_any(found);
}
#end

#if SOLVED_IN_LANES && ROWS_IN_LANES
// less than every pivot
const LEAST: real = -1e30;

// a number for each row of a lane
#if TWO_ROWS
alias Both = vec2r;
#else
alias Both = real;
#end

struct Rows {
#for j 0 NCOL
    c$j: Both,
#next
    // the part of rows on single dofs in the diagonal
    weight: Both,
    // the diagonal before elimination, the smallest allowed pivot, the inverse of the pivot
    diagonal: Both,
    floor: Both,
    inverse: Both,
    // the right side, which becomes the solution
    x: Both,
}

// the rows of a tree's matrix in a lane: indices in the tree, and whether they exist
struct LaneRows {
    a: i32,
    has_a: bool,
#if TWO_ROWS
    b: i32,
    has_b: bool,
#end
}

fn rows_of_lane(count: i32) -> LaneRows {
    // lanes without a row use the first
    var lane_rows: LaneRows;
    lane_rows.has_a = lane < count;
    lane_rows.a = select(0, lane, lane_rows.has_a);
#if TWO_ROWS
    lane_rows.has_b = lane + 32 < count;
    lane_rows.b = select(0, lane + 32, lane_rows.has_b);
#end
    return lane_rows;
}

// numbers for the rows of a lane, zero for a missing row
fn where_there(lane_rows: LaneRows, numbers: Both) -> Both {
#if TWO_ROWS
    return vec2r(select(0.0, numbers.x, lane_rows.has_a), select(0.0, numbers.y, lane_rows.has_b));
#else
    return select(0.0, numbers, lane_rows.has_a);
#end
}

// the diagonal, one for a missing row
fn or_one(lane_rows: LaneRows, numbers: Both) -> Both {
#if TWO_ROWS
    return vec2r(select(1.0, numbers.x, lane_rows.has_a), select(1.0, numbers.y, lane_rows.has_b));
#else
    return select(1.0, numbers, lane_rows.has_a);
#end
}

fn first_of(numbers: Both) -> real {
#if TWO_ROWS
    return numbers.x;
#else
    return numbers;
#end
}

// The matrix of a task, and a final zero for all entries outside its pattern. Four at a time: the loads are independent.
fn take_matrix(task: i32) {
    for (var k = lane; k < NC; k += 4 * LANES) {
        let entries = vec4r(
            entry_of_task(task, k),
            entry_of_task(task, k + LANES),
            entry_of_task(task, k + 2 * LANES),
            entry_of_task(task, k + 3 * LANES),
        );
        for (var q = 0; q < 4; q++) {
            if (k + q * LANES < NC) {
                set_matrix(k + q * LANES, entries[q]);
            }
        }
    }
    if (lane == 0) {
        set_matrix(NC, 0.0);
    }
}

// an entry of the matrix of a task; indices beyond the end read the last entry
fn entry_of_task(task: i32, k: i32) -> real {
    let at = min(k, NC - 1);
#if STEP_IN_LANES
    if (task == TASK_STEP) {
        return step_matrix(at);
    }
#end
    return M(at);
}

// `search` <- A^-1 search, with A the matrix of the task; returns the product of both. `joined`: contacts join trees.
fn solve_by_trees(task: i32, joined: bool) -> real {
    // lanes read the numbers that other lanes wrote for the dofs of their rows
    sync();
#if BY_TREES
    if (joined) {
        find_reach();
    }
#end
    var sum = real(0.0);
    for (var tree = 0; tree < NTREE; tree++) {
        let first = tree_dofadr(tree);
        let lane_rows = rows_of_lane(tree_dofnum(tree));
        let rows = assemble(task, tree, first, lane_rows);
#if BY_TREES
        if (joined && tree_joined(tree) != 0) {
            keep_rows(rows, first, lane_rows);
            continue;
        }
#end
        let solved = eliminate(rows);
#if TWO_ROWS
        sum += dot(rows.x, solved.x);
        if (lane_rows.has_a) {
            set_search(first + lane, solved.x.x);
        }
        if (lane_rows.has_b) {
            set_search(first + lane + 32, solved.x.y);
        }
#else
        sum += rows.x * solved.x;
        if (lane_rows.has_a) {
            set_search(first + lane, solved.x);
        }
#end
    }
    sync();
    let product = lanes_sum(sum);
#if BY_TREES
    if (joined) {
        return product + solve_joined();
    }
#end
    return product;
}

// the rows of a tree's matrix, with their right sides
fn assemble(task: i32, tree: i32, first: i32, lane_rows: LaneRows) -> Rows {
    var rows = rows_of_matrix(first, lane_rows);
    // no lane may read a number that another lane has already replaced by its solution
    if (lane_rows.has_a) {
#if TWO_ROWS
        rows.x.x = search(first + lane);
#else
        rows.x = search(first + lane);
#end
    }
#if TWO_ROWS
    if (lane_rows.has_b) {
        rows.x.y = search(first + lane + 32);
    }
    rows.diagonal = vec2r(matrix(M_diagonal(first + lane_rows.a)), matrix(M_diagonal(first + lane_rows.b)));
#else
    rows.diagonal = matrix(M_diagonal(first + lane_rows.a));
#end
    // a zero pivot divides nothing; matrices of integrators keep their pivots
    rows.floor = or_one(lane_rows, Both(LEAST));
    if (task != TASK_NEWTON) {
        return rows;
    }
#if DOF_FRICTION || DOF_LIMITS
#if TWO_ROWS
    rows.weight = where_there(lane_rows, vec2r(dof_weight(first + lane_rows.a), dof_weight(first + lane_rows.b)));
#else
    rows.weight = where_there(lane_rows, dof_weight(first + lane_rows.a));
#end
    rows.diagonal += rows.weight;
#end
#if COUPLINGS
    for (var v = 0; v < ncoupling(); v++) {
        let weight = coupling_weight(v);
        if (weight != 0.0) {
            let own = own_entries(v, lane_rows);
            rows = add_to_rows(rows, weight * own, v, own);
        }
    }
#end
#if BY_TREES
    for (var word = 0; word < contact_words(); word++) {
        var left = contacts_of_tree(tree, word);
        while (left != 0u) {
            let c = 32 * word + first_contact(left);
            left &= left - 1u;
            if (contact_tree(c) == tree) {
                rows = add_contact_to_rows(rows, c, lane_rows);
            }
        }
    }
#else
#if CONTACTS
    for (var c = 0; c < ncon(); c++) {
        if (contact_dim(c) > 0) {
            rows = add_contact_to_rows(rows, c, lane_rows);
        }
    }
#end
#end
    // a pivot that rounding made zero or negative is raised: the direction is then shorter, but still descends
    rows.floor = or_one(lane_rows, max(SMALLEST_PIVOT * rows.diagonal, Both(MINVAL)));
    return rows;
}

// the matrix without constraints
fn rows_of_matrix(first: i32, lane_rows: LaneRows) -> Rows {
    var rows: Rows;
    let at = select(NV, first + lane_rows.a, lane_rows.has_a);
#if TWO_ROWS
    let at2 = select(NV, first + lane_rows.b, lane_rows.has_b);
#end
#for p 0 NPAIR
    let p$p = matrix_places_at($p, at);
#if TWO_ROWS
    let q$p = matrix_places_at($p, at2);
    rows.c$(2*p) = vec2r(matrix(p$p & 0xffff), matrix(q$p & 0xffff));
    rows.c$(2*p+1) = vec2r(matrix(p$p >> 16u), matrix(q$p >> 16u));
#else
    rows.c$(2*p) = matrix(p$p & 0xffff);
    rows.c$(2*p+1) = matrix(p$p >> 16u);
#end
#next
    return rows;
}

// numbers of a stored row in the columns of this lane's dofs
fn own_entries(v: i32, lane_rows: LaneRows) -> Both {
#if TWO_ROWS
    return where_there(lane_rows, vec2r(basis_at(v, lane_rows.a), basis_at(v, lane_rows.b)));
#else
    return where_there(lane_rows, basis_at(v, lane_rows.a));
#end
}

// adds a stored row times a number for each of the lane's rows
fn add_to_rows(before: Rows, scale: Both, v: i32, own: Both) -> Rows {
    var rows = before;
#for q 0 NQUAD
    let b$q = basis_four(v, $q);
    rows.c$(4*q) += scale * b$q.x;
    rows.c$(4*q+1) += scale * b$q.y;
    rows.c$(4*q+2) += scale * b$q.z;
    rows.c$(4*q+3) += scale * b$q.w;
#next
    rows.diagonal += scale * own;
    return rows;
}

#if CONTACTS
fn add_contact_to_rows(before: Rows, c: i32, lane_rows: LaneRows) -> Rows {
    var rows = before;
    if (!contact_acts(c)) {
        return rows;
    }
    let v = contact_basis(c);
    let normal = own_entries(v, lane_rows);
    var mix = Both(0.0);
    for (var k = 1; k < contact_dim(c); k++) {
        mix += contact_mix(c, k, normal, own_entries(v + k, lane_rows));
    }
    for (var k = 0; k < contact_dim(c); k++) {
        let own = own_entries(v + k, lane_rows);
        rows = add_to_rows(rows, contact_scale(c, k, normal, mix, own), v + k, own);
    }
    return rows;
}

// The Hessian of a contact's cost is a sum over its stored rows b: each b times a combination of all rows. `contact_scale` is one entry of
// the combination for row k, for a dof with the entries `normal` of the first row and `own` of row k. `mix` is the sum of `contact_mix`
// over the rows after the first.
#if PYRAMIDAL
fn contact_acts(c: i32) -> bool {
    return contact_edges(c) != 0;
}

// how many edges of a friction direction push (x), and the difference between its two edges (y)
fn edges_that_push(c: i32, k: i32) -> vec2r {
    let pair = contact_edges(c) >> u32(2 * (k - 1));
    let plus = real(pair & 1);
    let minus = real((pair >> 1u) & 1);
    return vec2r(plus + minus, plus - minus);
}

// along the normal all pushing edges add up
fn contact_mix(c: i32, k: i32, normal: Both, own: Both) -> Both {
    let push = edges_that_push(c, k);
    return push.x * normal + push.y * own;
}

// along a friction direction only its own two
fn contact_scale(c: i32, k: i32, normal: Both, mix: Both, own: Both) -> Both {
    if (k == 0) {
        return contact_D(c) * select(mix, normal, contact_dim(c) == 1);
    }
    let push = edges_that_push(c, k);
    return contact_D(c) * (push.y * normal + push.x * own);
}
#else
fn contact_acts(c: i32) -> bool {
    return contact_curvature(c).x != 0.0;
}

fn contact_mix(c: i32, k: i32, normal: Both, own: Both) -> Both {
    return jar(contact_basis(c) + k) * own;
}

fn contact_scale(c: i32, k: i32, normal: Both, mix: Both, own: Both) -> Both {
    let w = contact_curvature(c);
    if (k == 0) {
        return w.x * normal + w.y * mix;
    }
    return w.w * own + (w.y * normal + w.z * mix) * jar(contact_basis(c) + k);
}
#end
#end

// Gauss-Jordan elimination: each row is subtracted from all others, also from those before it. That costs the lanes nothing and needs no
// back substitution. The matrices are positive definite, so no rows are exchanged.
//
// After each step all columns shift by one, so that all steps share one short code.
fn eliminate(before: Rows) -> Rows {
    var rows = before;
    for (var k = 0; k < NHALF; k++) {
        rows = eliminate_first(rows, k);
    }
    for (var k = NHALF; k < NFIRST; k++) {
        rows = eliminate_first_short(rows, k);
    }
#if TWO_ROWS
    for (var k = 0; k < NSECOND; k++) {
        rows = eliminate_second(rows, k);
    }
#end
    rows.x *= rows.inverse;
    return rows;
}

// the lane's rows, and their multiples of the pivot row
struct Elimination {
    rows: Rows,
    part: Both,
}

// subtracts row `k` of the first 32 from the right sides, and returns the multiples for the columns
fn begin_elimination(before: Rows, k: i32) -> Elimination {
    var step: Elimination;
    step.rows = before;
    let from_lane = u32(k);
    // lanes whose numbers are not pivots do not divide by them
    let pivot = subgroupShuffle(max(first_of(before.c0) + first_of(before.weight), first_of(before.floor)), from_lane);
    let inverse = 1.0 / pivot;
#if TWO_ROWS
    let own = vec2r(select(before.c0.x, 0.0, lane == k), before.c0.y);
    step.rows.inverse.x = select(before.inverse.x, inverse, lane == k);
#else
    let own = select(before.c0, 0.0, lane == k);
    step.rows.inverse = select(before.inverse, inverse, lane == k);
#end
    step.part = own * inverse;
    step.rows.x -= step.part * subgroupShuffle(first_of(before.x), from_lane);
    return step;
}

// subtracts row `k` of the first 32 from all others
fn eliminate_first(before: Rows, k: i32) -> Rows {
    let step = begin_elimination(before, k);
    var rows = step.rows;
#for j 1 NBLOCK
    rows.c$(j-1) = rows.c$j - step.part * subgroupShuffle(first_of(rows.c$j), u32(k));
#next
    return rows;
}

// a step for the second half of the columns
fn eliminate_first_short(before: Rows, k: i32) -> Rows {
    let step = begin_elimination(before, k);
    var rows = step.rows;
#for j 1 NLEFT
    rows.c$(j-1) = rows.c$j - step.part * subgroupShuffle(first_of(rows.c$j), u32(k));
#next
    return rows;
}

#if TWO_ROWS
// subtracts row `k` of those after the first 32 from all others
fn eliminate_second(before: Rows, k: i32) -> Rows {
    var rows = before;
    let from_lane = u32(k);
    let inverse = 1.0 / subgroupShuffle(max(rows.c0.y + rows.weight.y, rows.floor.y), from_lane);
    let own = vec2r(rows.c0.x, select(rows.c0.y, 0.0, lane == k));
    rows.inverse.y = select(rows.inverse.y, inverse, lane == k);
    let part = own * inverse;
    rows.x -= part * subgroupShuffle(rows.x.y, from_lane);
#for j 1 NSECOND
    rows.c$(j-1) = rows.c$j - part * subgroupShuffle(rows.c$j.y, from_lane);
#next
    return rows;
}
#end
#end
