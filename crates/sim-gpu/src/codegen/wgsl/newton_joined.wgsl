// Newton's direction if contacts join trees. The rows of such trees are copied from the lanes to a triangle in memory, the contacts between
// trees are added there, and the whole is factored. All other trees are solved separately. A joined tree reaches back to the first dof of
// the earliest tree that it touches, any other tree to its own first dof. Entries before that are zero, in the factor too, and skipped.

#if SOLVED_IN_LANES && ROWS_IN_LANES && BY_TREES
// a tree's own part of the triangle; columns shift to the front, so that the code for one column serves all
fn keep_rows(before: Rows, first: i32, lane_rows: LaneRows) {
    var rows = before;
    for (var j = 0; j < NBLOCK; j++) {
#if TWO_ROWS
        keep_entry(first, lane_rows.a, lane_rows.has_a, j, rows.c0.x, rows.weight.x);
        keep_entry(first, lane_rows.b, lane_rows.has_b, j, rows.c0.y, rows.weight.y);
#else
        keep_entry(first, lane_rows.a, lane_rows.has_a, j, rows.c0, rows.weight);
#end
#for j 1 NBLOCK
        rows.c$(j-1) = rows.c$j;
#next
    }
}

fn keep_entry(first: i32, place: i32, has: bool, j: i32, entry: real, weight: real) {
    if (has && j <= place) {
        set_qH(triangle(first + place, first + j), entry + select(0.0, weight, j == place));
    }
}

// `search` <- H^-1 search for the dofs of trees that contacts join; returns the product of both
fn solve_joined() -> real {
    take_right_side();
    clear_between();
    for (var c = 0; c < ncon(); c++) {
        if (contact_dim(c) > 0 && contact_tree(c) < 0) {
            // lanes of other contacts have these entries too
            sync();
            join_trees(c);
        }
    }
    factor_hessian();
    return solve_by_factor();
}

// which trees contacts join, and how far back each of them reaches
fn find_reach() {
    if (lane == 0) {
        for (var tree = 0; tree < NTREE; tree++) {
            set_tree_reach(tree, tree_dofadr(tree));
            set_tree_joined(tree, 0);
        }
        for (var c = 0; c < ncon(); c++) {
            if (contact_dim(c) > 0 && contact_tree(c) < 0) {
                let trees = joined_trees(contact_tree(c));
                let later = max(trees.x, trees.y);
                set_tree_joined(trees.x, 1);
                set_tree_joined(trees.y, 1);
                set_tree_reach(later, min(tree_reach(later), tree_dofadr(min(trees.x, trees.y))));
            }
        }
    }
    sync();
}

// the first column of a row that may be nonzero
fn first_column(i: i32) -> i32 {
    return tree_reach(dof_treeid(i));
}

fn is_factored(i: i32) -> bool {
    return tree_joined(dof_treeid(i)) != 0;
}

// zeros before the own dofs of trees that reach back
fn clear_between() {
    for (var i = lane; i < NV; i += LANES) {
        for (var j = first_column(i); j < tree_dofadr(dof_treeid(i)); j++) {
            set_qH(triangle(i, j), 0.0);
        }
    }
}

// adds a contact between two trees: each lane has rows of their dofs
fn join_trees(c: i32) {
    if (!contact_acts(c)) {
        return;
    }
    let v = contact_basis(c);
    let trees = joined_trees(contact_tree(c));
    let first = vec2<i32>(tree_dofadr(trees.x), tree_dofadr(trees.y));
    let count = vec2<i32>(tree_dofnum(trees.x), tree_dofnum(trees.y));
    for (var r = lane; r < count.x + count.y; r += LANES) {
        let is_second = r >= count.x;
        let place = select(r, r - count.x, is_second);
        let part = select(0, 1, is_second);
        let i = place + select(first.x, first.y, is_second);
        let normal = Both(entry(v, part, place));
        var mix = Both(0.0);
        for (var k = 1; k < contact_dim(c); k++) {
            mix += contact_mix(c, k, normal, Both(entry(v + k, part, place)));
        }
        for (var k = 0; k < contact_dim(c); k++) {
            let scale = first_of(contact_scale(c, k, normal, mix, Both(entry(v + k, part, place))));
            for (var other = 0; other < 2; other++) {
                add_columns(i, first[other], min(count[other], i + 1 - first[other]), v + k, other, scale);
            }
        }
    }
}

// adds a part of a stored row times a number to `count` entries of row `i`
fn add_columns(i: i32, first: i32, count: i32, v: i32, part: i32, scale: real) {
    let end = first + count;
    for (var j = first; j < end; j += 4) {
        let sum = four_of_row(i, j, end) + scale * entries_four(v, part, (j - first) >> 2u);
        for (var k = 0; k < min(4, end - j); k++) {
            set_qH(triangle(i, j + k), sum[k]);
        }
    }
}
#end
