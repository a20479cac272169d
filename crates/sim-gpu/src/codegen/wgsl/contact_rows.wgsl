// Rows of contacts: which contacts have them, the kinematic trees they act on, and their columns.
//
// If lanes hold rows of a tree's matrix (`BY_TREES`: and the model has several trees), a stored row has the columns of one tree. For a
// contact between two trees, the columns of the second tree are stored separately.

#if CONTACTS
fn contact_bodies(c: i32) -> vec2<i32> {
    let pair = contact_pair(c);
    return vec2<i32>(geom_bodyid(near_geom_at(pair, 0)), geom_bodyid(near_geom_at(pair, 1)));
}

// first of a contact's rows in the basis
fn contact_basis(c: i32) -> i32 {
    return contact_rows(c) & 0xffff;
}

// its dimension, zero without rows
fn contact_dim(c: i32) -> i32 {
    return contact_rows(c) >> 16u;
}

// bodies of a contact with rows
fn noted_bodies(c: i32) -> vec2<i32> {
    let sides = contact_sides(c);
    return vec2<i32>(sides & 0xffff, sides >> 16u);
}

// whether some dof moves the two sides of a contact relative to each other; always true if rows are dense
fn contact_is_moved(c: i32) -> bool {
#if SPARSE_ROWS
    let bodies = contact_bodies(c);
    for (var word = 0; word < (NV + 31) / 32; word++) {
        if (body_dofs_at(bodies.x, word) != body_dofs_at(bodies.y, word)) {
            return true;
        }
    }
    return false;
#else
    return true;
#end
}

fn contact_row_count(c: i32) -> RowCount {
    let pair = contact_pair(c);
    // contacts between fixed bodies have no rows
    if (NV == 0 || contact_dist(c) >= near_includemargin(pair)) {
        return RowCount(0, 0);
    }
    if (!contact_is_moved(c)) {
        return RowCount(0, 0);
    }
    let dim = near_dim(pair);
    return RowCount(contact_rows_of(dim), dim);
}

fn contact_rows_of(dim: i32) -> i32 {
#if ELLIPTIC
    return dim;
#else
    return select(2 * (dim - 1), 1, dim == 1);
#end
}

// `row` is -1 if the contact has no rows
fn place_contact_rows(c: i32, row: i32, stored: i32) {
    set_contact_efc_address(c, row);
    let pair = contact_pair(c);
    let dim = near_dim(pair);
    set_contact_rows(c, stored + (select(0, dim, row >= 0) << 16u));
    if (row < 0) {
        return;
    }
    let bodies = contact_bodies(c);
    set_contact_sides(c, bodies.x + (bodies.y << 16u));
#if BY_TREES
    let trees = vec2<i32>(body_treeid(bodies.x), body_treeid(bodies.y));
    let joins = trees.x >= 0 && trees.y >= 0 && trees.x != trees.y;
    // if no tree takes part, the first one gets the rows, which are zero
    let tree = select(max(max(trees.x, trees.y), 0), -1 - (trees.x * NTREE + trees.y), joins);
    set_contact_tree(c, tree);
    for (var k = 0; k < dim; k++) {
        set_basis_tree(stored + k, tree);
    }
#end
    let margin = near_includemargin(pair);
#if ELLIPTIC
    note_row(row, select(ROW_CONTACT_ELLIPTIC, ROW_CONTACT_FRICTIONLESS, dim == 1), c, contact_dist(c), margin, 0.0);
    for (var k = 1; k < dim; k++) {
        // distance and margin are those of the normal
        note_row(row + k, ROW_CONTACT_ELLIPTIC, c, 0.0, 0.0, 0.0);
    }
#else
    let kind = select(ROW_CONTACT_PYRAMIDAL, ROW_CONTACT_FRICTIONLESS, dim == 1);
    for (var k = 0; k < contact_rows_of(dim); k++) {
        note_row(row + k, kind, c, contact_dist(c), margin, 0.0);
    }
#end
}

#if BY_TREES
// the two trees of a contact, from the negative code that replaces the number of a single tree
fn joined_trees(joined: i32) -> vec2<i32> {
    let first = (-1 - joined) / NTREE;
    return vec2<i32>(first, -1 - joined - first * NTREE);
}

// Number of 32-bit words of a contact mask. Each tree has a mask with a bit for every contact with rows that acts on it, so that it skips
// the contacts of other trees.
fn contact_words() -> i32 {
    return (ncon() + 31) >> 5u;
}

fn contacts_of_tree(tree: i32, word: i32) -> u32 {
    return u32(tree_contacts_at(tree, word));
}

// index of the lowest bit
fn first_contact(bits: u32) -> i32 {
    return i32(countOneBits((bits & (~bits + 1u)) - 1u));
}

fn note_contacts_of_trees() {
    let words = contact_words();
    for (var p = lane; p < NTREE * words; p += LANES) {
        let tree = p / words;
        let word = p % words;
        var bits = 0u;
        for (var c = 32 * word; c < min(32 * word + 32, ncon()); c++) {
            if (contact_dim(c) > 0 && part_of_tree(contact_tree(c), tree) >= 0) {
                bits |= 1u << u32(c & 31);
            }
        }
        set_tree_contacts_at(tree, word, i32(bits));
    }
}

// which part of the rows of a contact belongs to a tree: the first, the second, or none (-1)
fn part_of_tree(of_contact: i32, tree: i32) -> i32 {
    if (of_contact >= 0) {
        return select(-1, 0, of_contact == tree);
    }
    let trees = joined_trees(of_contact);
    return select(select(-1, 1, trees.y == tree), 0, trees.x == tree);
}

// The second part has a separate buffer: few contacts have one, so the rows without it stay dense.
fn set_entry(v: i32, part: i32, place: i32, x: real) {
    if (part == 0) {
        set_basis_at(v, place, x);
    } else {
        set_joint_basis_at(v, place, x);
    }
}

fn entry(v: i32, part: i32, place: i32) -> real {
    if (part == 0) {
        return basis_at(v, place);
    }
    return joint_basis_at(v, place);
}

fn entries_four(v: i32, part: i32, quad: i32) -> vec4r {
    if (part == 0) {
        return basis_four(v, quad);
    }
    return joint_basis_four(v, quad);
}
#else
fn set_entry(v: i32, part: i32, place: i32, x: real) {
    set_basis_at(v, place, x);
}
#end

fn frame_of_contact(c: i32) -> Mat3 {
    let axes = contact_axes(c);
    return Mat3(axes.a, axes.b, cross(axes.a, axes.b));
}

// rows of all contacts: each lane has a dof, and loops over the contacts that involve it
fn fill_contacts() {
#if BY_TREES
    for (var tree = 0; tree < NTREE; tree++) {
        for (var place = lane; place < NCOL; place += LANES) {
            fill_columns(tree, place, select(NV, tree_dofadr(tree) + place, place < tree_dofnum(tree)));
        }
    }
#else
    for (var column = lane; column < NBASISCOL; column += LANES) {
        fill_columns(0, column, column);
    }
#end
}

// the column of dof `i`, at index `place` of its tree, in the rows of every contact; there is no dof from NV on
fn fill_columns(tree: i32, place: i32, i: i32) {
    let dof = min(i, NV - 1);
    let axis = cdof(dof);
    let com = subtree_com(body_rootid(dof_bodyid(dof)));
#if BY_TREES
    for (var word = 0; word < contact_words(); word++) {
        var left = contacts_of_tree(tree, word);
        while (left != 0u) {
            let c = 32 * word + first_contact(left);
            left &= left - 1u;
            fill_contact(c, part_of_tree(contact_tree(c), tree), place, i, axis, com);
        }
    }
#else
    for (var c = 0; c < contact_count(); c++) {
        if (contact_dim(c) > 0) {
            fill_contact(c, 0, place, i, axis, com);
        }
    }
#end
}

// column of dof `i` in the rows of a contact: the second side minus the first; a dof that moves both sides alike contributes nothing
fn fill_contact(c: i32, part: i32, place: i32, i: i32, axis: Vec6, com: vec3r) {
    let v = contact_basis(c);
    let dim = contact_dim(c);
    let bodies = noted_bodies(c);
    var sign = real(0.0);
    if (i < NV) {
        sign = select(real(0.0), real(1.0), dof_moves(i, bodies.y)) - select(real(0.0), real(1.0), dof_moves(i, bodies.x));
    }
    var offset = contact_pos(c) - com;
#if FINE
    offset += contact_pos_low(c);
#end
    let shift = sign * point_column(axis, offset);
    let frame = frame_of_contact(c);
    set_entry(v, part, place, dot(frame.x, shift));
#if FRICTION
    let pair = contact_pair(c);
    if (dim > 1) {
        set_entry(v + 1, part, place, friction_of(pair, 0) * dot(frame.y, shift));
        set_entry(v + 2, part, place, friction_of(pair, 1) * dot(frame.z, shift));
    }
    if (dim > 3) {
        set_entry(v + 3, part, place, friction_of(pair, 2) * sign * dot(frame.x, axis.a));
    }
    if (dim > 4) {
        set_entry(v + 4, part, place, friction_of(pair, 3) * sign * dot(frame.y, axis.a));
        set_entry(v + 5, part, place, friction_of(pair, 4) * sign * dot(frame.z, axis.a));
    }
#end
}
#end
