// Newton's direction tree by tree, with a row of a tree's Hessian to each lane, in registers: its columns are members of a struct, and
// everything over them is written out, so that nothing is indexed at run time. Trees of more than 32 dofs have two rows to a lane.

#if ROWS_IN_LANES
struct Row {
#for j 0 NBLOCK
    c$j: real,
#next
    // the diagonal as it was added up, and the inverse of the factor's
    diagonal: real,
    inverse: real,
}

struct Rows {
    a: Row,
#if TWO_ROWS
    b: Row,
#end
}

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

// `search` = -H^-1 g for trees that do not touch each other; returns g . H^-1 g
fn direction_by_trees() -> real {
    // what a lane wrote for its dofs is read by the lanes of their places in the tree
    sync();
    var sum = real(0.0);
    for (var tree = 0; tree < NTREE; tree++) {
        let first = tree_dofadr(tree);
        let count = tree_dofnum(tree);
        var rows: Rows;
        rows.a = assemble_row(tree, first, lane, lane < count);
#if TWO_ROWS
        rows.b = assemble_row(tree, first, lane + 32, lane + 32 < count);
#end
        rows = factor_rows(rows);
        var x = vec2r(0.0, 0.0);
        if (lane < count) {
            x.x = grad(first + lane);
        }
#if TWO_ROWS
        if (lane + 32 < count) {
            x.y = grad(first + lane + 32);
        }
#end
        let g = x;
        x = solve_rows(rows, x, count);
        sum += dot(g, x);
        if (lane < count) {
            set_search(first + lane, -x.x);
        }
#if TWO_ROWS
        if (lane + 32 < count) {
            set_search(first + lane + 32, -x.y);
        }
#end
    }
    sync();
    return lanes_sum(sum);
}

// row `place` of a tree's Hessian up to the diagonal; what lies beyond it is of no importance
fn assemble_row(tree: i32, first: i32, place: i32, is_row: bool) -> Row {
    var row: Row;
    // lanes without a row go along with the first
    let own = select(0, place, is_row);
    if (is_row) {
        row = row_of_inertia(first + place, place);
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
    return row;
}

fn is_of_tree(c: i32, tree: i32) -> bool {
#if BY_TREES
    return contact_tree(c) == tree;
#else
    return true;
#end
}

// the inertia and what single dofs add to it
fn row_of_inertia(dof: i32, place: i32) -> Row {
    var row: Row;
    let adr = M_rowadr(dof);
    let near = u32(tree_chain(dof, 0));
#for j 0 NFIRST
    if (((near >> $(j)u) & 1u) != 0u) {
        row.c$j = M(adr + i32(countOneBits(near & ((1u << $(j)u) - 1u))));
    }
#next
#if TWO_ROWS
    let far = u32(tree_chain(dof, 1));
    let before = adr + i32(countOneBits(near));
#for j 32 NBLOCK
    if (((far >> $(j-32)u) & 1u) != 0u) {
        row.c$j = M(before + i32(countOneBits(far & ((1u << $(j-32)u) - 1u))));
    }
#next
#end
    var weight = real(0.0);
#if DOF_FRICTION || DOF_LIMITS
    weight = dof_weight(dof);
#for j 0 NBLOCK
    row.c$j += select(0.0, weight, place == $j);
#next
#end
    row.diagonal = M(adr + M_rownnz(dof) - 1) + weight;
    return row;
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

// the inverse of a pivot's root; one that rounding left without a positive number is raised: the direction is shorter then, but still
// leads down
fn pivot_inverse(pivot: real, diagonal: real) -> real {
    return 1.0 / sqrt(max(max(pivot, SMALLEST_PIVOT * diagonal), MINVAL));
}

// H = L L^T: each column is scaled by its pivot and taken from those after it
fn factor_rows(before: Rows) -> Rows {
    var rows = before;
#for k 0 NFIRST
    rows = eliminate_column_$k(rows);
#next
#for k 32 NBLOCK
    rows = eliminate_column_$k(rows);
#next
    return rows;
}

#for k 0 NFIRST
fn eliminate_column_$k(before: Rows) -> Rows {
    var rows = before;
    let inverse = pivot_inverse(subgroupBroadcast(rows.a.c$k, $(k)u), subgroupBroadcast(rows.a.diagonal, $(k)u));
    rows.a.inverse = select(rows.a.inverse, inverse, lane == $k);
    let l = rows.a.c$k * inverse;
    rows.a.c$k = l;
#if TWO_ROWS
    let l2 = rows.b.c$k * inverse;
    rows.b.c$k = l2;
#end
#for j k+1 NFIRST
    let l_$j = subgroupBroadcast(l, $(j)u);
    rows.a.c$j -= l * l_$j;
#if TWO_ROWS
    rows.b.c$j -= l2 * l_$j;
#end
#next
#if TWO_ROWS
#for j 32 NBLOCK
    rows.b.c$j -= l2 * subgroupBroadcast(l2, $(j-32)u);
#next
#end
    return rows;
}

#next
#if TWO_ROWS
#for k 32 NBLOCK
fn eliminate_column_$k(before: Rows) -> Rows {
    var rows = before;
    let inverse = pivot_inverse(subgroupBroadcast(rows.b.c$k, $(k-32)u), subgroupBroadcast(rows.b.diagonal, $(k-32)u));
    rows.b.inverse = select(rows.b.inverse, inverse, lane == $(k-32));
    let l = rows.b.c$k * inverse;
    rows.b.c$k = l;
#for j k+1 NBLOCK
    rows.b.c$j -= l * subgroupBroadcast(l, $(j-32)u);
#next
    return rows;
}

#next
#end
// L L^T x = x for the lanes' own numbers
fn solve_rows(rows: Rows, right: vec2r, count: i32) -> vec2r {
    var x = right;
#for k 0 NFIRST
    {
        let solved = subgroupBroadcast(x.x * rows.a.inverse, $(k)u);
        x.x = select(x.x, x.x - rows.a.c$k * solved, lane > $k);
#if TWO_ROWS
        x.y -= rows.b.c$k * solved;
#end
    }
#next
#if TWO_ROWS
#for k 32 NBLOCK
    {
        let solved = subgroupBroadcast(x.y * rows.b.inverse, $(k-32)u);
        x.y = select(x.y, x.y - rows.b.c$k * solved, lane > $(k-32));
    }
#next
    x.y = select(0.0, x.y * rows.b.inverse, lane + 32 < count);
#end
    x.x = select(0.0, x.x * rows.a.inverse, lane < count);
    // columns of L are spread over the lanes: sums over those below the diagonal
#if TWO_ROWS
#for j 32 NBLOCK
    {
        let below = subgroupAdd(select(0.0, rows.b.c$(NBLOCK+31-j) * x.y, lane > $(NBLOCK-1-j)));
        x.y = select(x.y, (x.y - below) * rows.b.inverse, lane == $(NBLOCK-1-j) && lane + 32 < count);
    }
#next
#end
#for j 0 NFIRST
    {
        var own = select(0.0, rows.a.c$(NFIRST-1-j) * x.x, lane > $(NFIRST-1-j));
#if TWO_ROWS
        own += rows.b.c$(NFIRST-1-j) * x.y;
#end
        let below = subgroupAdd(own);
        x.x = select(x.x, (x.x - below) * rows.a.inverse, lane == $(NFIRST-1-j) && lane < count);
    }
#next
    return x;
}
#end
