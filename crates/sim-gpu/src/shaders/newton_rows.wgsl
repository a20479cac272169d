// Linear systems tree by tree, with a row of a tree's matrix to each lane, in registers: its columns are members of a struct, and
// everything over them is written out, so that nothing is indexed at run time. Trees of more than 32 dofs have two rows to a lane.
//
// The text of the elimination is long and stands in a kernel once: whatever is solved in a step goes through `solve_by_trees`.

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

struct Row {
#for j 0 NBLOCK
    c$j: real,
#next
    // the diagonal as it was added up, the least that its pivot may be, the inverse of its pivot
    diagonal: real,
    floor: real,
    inverse: real,
    // the right side, which becomes the solution
    x: real,
}

struct Rows {
    a: Row,
#if TWO_ROWS
    b: Row,
#end
}

// `search` <- A^-1 search for trees that do not touch each other, with A the matrix of the task; returns the product of both
fn solve_by_trees(task: i32) -> real {
    // what a lane wrote for its dofs is read by the lanes of their places in the tree
    sync();
    var sum = real(0.0);
    for (var tree = 0; tree < NTREE; tree++) {
        let first = tree_dofadr(tree);
        let count = tree_dofnum(tree);
        var rows: Rows;
        rows.a = assemble_row(task, tree, first, lane, lane < count);
#if TWO_ROWS
        rows.b = assemble_row(task, tree, first, lane + 32, lane + 32 < count);
#end
        let solved = eliminate(rows);
        if (lane < count) {
            sum += rows.a.x * solved.a.x;
            set_search(first + lane, solved.a.x);
        }
#if TWO_ROWS
        if (lane + 32 < count) {
            sum += rows.b.x * solved.b.x;
            set_search(first + lane + 32, solved.b.x);
        }
#end
    }
    sync();
    return lanes_sum(sum);
}

// row `place` of a tree's matrix, with its right side
fn assemble_row(task: i32, tree: i32, first: i32, place: i32, is_row: bool) -> Row {
    var row: Row;
    // lanes without a row go along with the first
    let own = select(0, place, is_row);
    if (is_row) {
        row = row_of_inertia(task, first, place);
        row.x = search(first + place);
    }
    // a pivot of nothing at all divides nothing; the matrices of the integrators keep what they have
    row.floor = select(1.0, LEAST, is_row);
    if (task != TASK_NEWTON) {
        return row;
    }
#if COUPLINGS
    for (var v = 0; v < ncoupling(); v++) {
        let weight = coupling_weight(v);
        if (weight != 0.0) {
            row = add_to_row(row, weight * own_entry(v, own, is_row), v, own);
        }
    }
#end
#if CONTACTS
    for (var c = 0; c < ncon(); c++) {
        if (contact_dim(c) > 0 && is_of_tree(c, tree)) {
            row = add_contact_to_row(row, c, own, is_row);
        }
    }
#end
    if (is_row) {
        // one that rounding left without a positive number is raised: the direction is shorter then, but still leads down
        row.floor = max(SMALLEST_PIVOT * row.diagonal, MINVAL);
    }
    return row;
}

fn is_of_tree(c: i32, tree: i32) -> bool {
#if BY_TREES
    return contact_tree(c) == tree;
#else
    return true;
#end
}

// the inertia and what single dofs add to it. Row i of M holds the ancestors of dof i from the root on: what two dofs share has the
// place of the nearer to the root in the row of the other.
fn row_of_inertia(task: i32, first: i32, place: i32) -> Row {
    var row: Row;
    let dof = first + place;
    let adr = M_rowadr(dof);
    let depth = M_rownnz(dof) - 1;
    let near = u32(tree_chain(dof, 0));
#for j 0 NFIRST
    if (((near >> $(j)u) & 1u) != 0u) {
        row.c$j = inertia_entry(task, select(M_rowadr(first + $j) + depth, adr + M_rownnz(first + $j) - 1, $j <= place));
    }
#next
#if TWO_ROWS
    let far = u32(tree_chain(dof, 1));
#for j 32 NBLOCK
    if (((far >> $(j-32)u) & 1u) != 0u) {
        row.c$j = inertia_entry(task, select(M_rowadr(first + $j) + depth, adr + M_rownnz(first + $j) - 1, $j <= place));
    }
#next
#end
    row.diagonal = inertia_entry(task, adr + depth);
#if DOF_FRICTION || DOF_LIMITS
    if (task == TASK_NEWTON) {
        let weight = dof_weight(dof);
#for j 0 NBLOCK
        row.c$j += select(0.0, weight, place == $j);
#next
        row.diagonal += weight;
    }
#end
    return row;
}

fn inertia_entry(task: i32, at: i32) -> real {
#if STEP_IN_LANES
    if (task == TASK_STEP) {
        return step_matrix(at);
    }
#end
    return M(at);
}

// number of a stored row in the column of this lane's dof
fn own_entry(v: i32, own: i32, is_row: bool) -> real {
    return select(0.0, basis_at(v, own), is_row);
}

fn add_to_row(before: Row, scale: real, v: i32, own: i32) -> Row {
    var row = before;
#for j 0 NBLOCK
    row.c$j += scale * basis_at(v, $j);
#next
    row.diagonal += scale * basis_at(v, own);
    return row;
}

#if CONTACTS
#if PYRAMIDAL
fn add_contact_to_row(before: Row, c: i32, own: i32, is_row: bool) -> Row {
    var row = before;
    let edges = contact_edges(c);
    if (edges == 0) {
        return row;
    }
    let v = contact_basis(c);
    let mass = contact_D(c);
    let normal = own_entry(v, own, is_row);
    // along the normal all edges that push add up, along a friction direction the two of it
    var along = select(0.0, normal, contact_dim(c) == 1);
    for (var k = 1; k < contact_dim(c); k++) {
        let pair = edges >> u32(2 * (k - 1));
        let plus = real(pair & 1);
        let minus = real((pair >> 1u) & 1);
        along += (plus + minus) * normal + (plus - minus) * own_entry(v + k, own, is_row);
    }
    for (var k = 0; k < contact_dim(c); k++) {
        var scale = along;
        if (k > 0) {
            let pair = edges >> u32(2 * (k - 1));
            let plus = real(pair & 1);
            let minus = real((pair >> 1u) & 1);
            scale = (plus - minus) * normal + (plus + minus) * own_entry(v + k, own, is_row);
        }
        row = add_to_row(row, mass * scale, v + k, own);
    }
    return row;
}
#else
fn add_contact_to_row(before: Row, c: i32, own: i32, is_row: bool) -> Row {
    var row = before;
    let w = contact_curvature(c);
    if (w.x == 0.0) {
        return row;
    }
    let v = contact_basis(c);
    let normal = own_entry(v, own, is_row);
    var mix = real(0.0);
    for (var k = 1; k < contact_dim(c); k++) {
        mix += jar(v + k) * own_entry(v + k, own, is_row);
    }
    for (var k = 0; k < contact_dim(c); k++) {
        var scale = w.x * normal + w.y * mix;
        if (k > 0) {
            scale = w.w * own_entry(v + k, own, is_row) + (w.y * normal + w.z * mix) * jar(v + k);
        }
        row = add_to_row(row, scale, v + k, own);
    }
    return row;
}
#end
#end

// Gauss-Jordan: each row is taken from all others, those before it too, which costs lanes nothing and leaves the solution without a
// way back. The matrices are positive definite and need no exchange of rows.
//
// Every column moves one place to the front when the first is done, so that all steps have the same short text: lanes are at
// different places of it, and a long one would not fit the memory of instructions.
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
    rows.a.x *= rows.a.inverse;
#if TWO_ROWS
    rows.b.x *= rows.b.inverse;
#end
    return rows;
}

// how much of row `k`, one of the first 32, the lane's rows lose
struct Elimination {
    rows: Rows,
    part: real,
#if TWO_ROWS
    part2: real,
#end
}

// takes row `k` of the first 32 from the right sides, and tells what it takes from the columns
fn begin_elimination(before: Rows, k: i32) -> Elimination {
    var step: Elimination;
    step.rows = before;
    let from_lane = u32(k);
    let inverse = 1.0 / max(subgroupShuffle(before.a.c0, from_lane), subgroupShuffle(before.a.floor, from_lane));
    let solved = subgroupShuffle(before.a.x, from_lane) * inverse;
    let own = select(before.a.c0, 0.0, lane == k);
    step.rows.a.x -= own * solved;
    step.rows.a.inverse = select(before.a.inverse, inverse, lane == k);
    step.part = own * inverse;
#if TWO_ROWS
    step.rows.b.x -= before.b.c0 * solved;
    step.part2 = before.b.c0 * inverse;
#end
    return step;
}

// takes row `k` of the first 32 from all others
fn eliminate_first(before: Rows, k: i32) -> Rows {
    let step = begin_elimination(before, k);
    var rows = step.rows;
#for j 1 NBLOCK
    let r$j = subgroupShuffle(rows.a.c$j, u32(k));
    rows.a.c$(j-1) = rows.a.c$j - step.part * r$j;
#if TWO_ROWS
    rows.b.c$(j-1) = rows.b.c$j - step.part2 * r$j;
#end
#next
    return rows;
}

// the same when half of the columns are done
fn eliminate_first_short(before: Rows, k: i32) -> Rows {
    let step = begin_elimination(before, k);
    var rows = step.rows;
#for j 1 NLEFT
    let r$j = subgroupShuffle(rows.a.c$j, u32(k));
    rows.a.c$(j-1) = rows.a.c$j - step.part * r$j;
#if TWO_ROWS
    rows.b.c$(j-1) = rows.b.c$j - step.part2 * r$j;
#end
#next
    return rows;
}

#if TWO_ROWS
// takes row `k` of those after the first 32 from all others
fn eliminate_second(before: Rows, k: i32) -> Rows {
    var rows = before;
    let from_lane = u32(k);
    let inverse = 1.0 / max(subgroupShuffle(rows.b.c0, from_lane), subgroupShuffle(rows.b.floor, from_lane));
    let solved = subgroupShuffle(rows.b.x, from_lane) * inverse;
    let own = select(rows.b.c0, 0.0, lane == k);
    rows.b.x -= own * solved;
    rows.b.inverse = select(rows.b.inverse, inverse, lane == k);
    rows.a.x -= rows.a.c0 * solved;
    let part = rows.a.c0 * inverse;
    let part2 = own * inverse;
#for j 1 NSECOND
    let r$j = subgroupShuffle(rows.b.c$j, from_lane);
    rows.a.c$(j-1) = rows.a.c$j - part * r$j;
    rows.b.c$(j-1) = rows.b.c$j - part2 * r$j;
#next
    return rows;
}
#end
#end
