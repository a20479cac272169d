// Newton's direction where contacts join trees: the rows that lanes made of each tree go to a triangle in memory, the contacts between
// trees are added there, and the whole is factored. A tree without such a contact has nothing before its own dofs, and a tree that is
// joined with one before it reaches back to its first dof: what lies before is zero, in the factor too, and left out.

#if SOLVED_IN_LANES && ROWS_IN_LANES && BY_TREES
// a tree's own part of the triangle; columns move to the front, so that the text of one serves all
fn keep_rows(before: Rows, first: i32, places: Places) {
    var rows = before;
    for (var j = 0; j < NBLOCK; j++) {
#if TWO_ROWS
        keep_entry(first, places.a, places.has_a, j, rows.c0.x, rows.weight.x);
        keep_entry(first, places.b, places.has_b, j, rows.c0.y, rows.weight.y);
#else
        keep_entry(first, places.a, places.has_a, j, rows.c0, rows.weight);
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

// `search` <- H^-1 search; returns the product of both
fn solve_joined() -> real {
    find_reach();
    clear_between();
    for (var c = 0; c < ncon(); c++) {
        if (contact_dim(c) > 0 && contact_tree(c) < 0) {
            // other contacts have the same entries, in other lanes
            sync();
            join_trees(c);
        }
    }
    factor_hessian();
    for (var i = lane; i < NV; i += LANES) {
        set_Mgrad(i, search(i));
    }
    sync();
    solve_hessian();
    var sum = real(0.0);
    for (var i = lane; i < NV; i += LANES) {
        sum += search(i) * Mgrad(i);
        set_search(i, Mgrad(i));
    }
    sync();
    return lanes_sum(sum);
}

// how far back each tree reaches
fn find_reach() {
    if (lane == 0) {
        for (var tree = 0; tree < NTREE; tree++) {
            set_tree_reach(tree, tree_dofadr(tree));
        }
        for (var c = 0; c < ncon(); c++) {
            if (contact_dim(c) > 0 && contact_tree(c) < 0) {
                let trees = contact_trees(c);
                let later = max(trees.x, trees.y);
                set_tree_reach(later, min(tree_reach(later), tree_dofadr(min(trees.x, trees.y))));
            }
        }
    }
    sync();
}

// the first column of a row that may be other than zero
fn first_column(i: i32) -> i32 {
    return tree_reach(dof_treeid(i));
}

// zeros before the own dofs of trees that reach back
fn clear_between() {
    for (var i = lane; i < NV; i += LANES) {
        let row = triangle(i, 0);
        for (var j = first_column(i); j < tree_dofadr(dof_treeid(i)); j++) {
            set_qH(row + j, 0.0);
        }
    }
}

// adds a contact between two trees: each lane has rows of their dofs, the columns of both as the contact's stored rows have them
fn join_trees(c: i32) {
    if (!contact_acts(c)) {
        return;
    }
    let v = contact_basis(c);
    for (var r = lane; r < 2 * NCOL; r += LANES) {
        let i = column_dof(c, r);
        if (i < NV) {
            let normal = Both(basis_at(v, r));
            var mix = Both(0.0);
            for (var k = 1; k < contact_dim(c); k++) {
                mix += contact_mix(c, k, normal, Both(basis_at(v + k, r)));
            }
            for (var k = 0; k < contact_dim(c); k++) {
                let scale = first_of(contact_scale(c, k, normal, mix, Both(basis_at(v + k, r))));
                for (var s = 0; s < 2 * NCOL; s++) {
                    let j = column_dof(c, s);
                    if (j <= i) {
                        let at = triangle(i, j);
                        set_qH(at, qH(at) + scale * basis_at(v + k, s));
                    }
                }
            }
        }
    }
}
#end
