// Constraint rows: which there are, their positions and their Jacobian.
//
// Stored rows of the Jacobian (`basis`) are those of couplings (equalities, tendons, balls) and of each contact the normal, the
// tangents, torsion and rolling, all but the normal times their friction: an edge of a pyramid is the normal plus or minus one of
// them, and an elliptic cone is circular in them. Rows that act on one dof alone (friction loss, limits of hinges and slides) are
// kept with their dof.

const SOURCE_EQUALITY: i32 = 0;
const SOURCE_FRICTION_DOF: i32 = 1;
const SOURCE_FRICTION_TENDON: i32 = 2;
const SOURCE_LIMIT_JOINT: i32 = 3;
const SOURCE_LIMIT_BALL: i32 = 4;
const SOURCE_LIMIT_TENDON: i32 = 5;

const ROW_EQUALITY: i32 = 0;
const ROW_FRICTION_DOF: i32 = 1;
const ROW_FRICTION_TENDON: i32 = 2;
const ROW_LIMIT_JOINT: i32 = 3;
const ROW_LIMIT_TENDON: i32 = 4;
const ROW_CONTACT_FRICTIONLESS: i32 = 5;
const ROW_CONTACT_PYRAMIDAL: i32 = 6;
const ROW_CONTACT_ELLIPTIC: i32 = 7;

const EQ_CONNECT: i32 = 0;
const EQ_WELD: i32 = 1;
const EQ_JOINT: i32 = 2;
const EQ_TENDON: i32 = 3;
const OBJ_SITE: i32 = 6;

// how many rows, and how many of them are stored in the basis
struct RowCount {
    rows: i32,
    stored: i32,
}

// stage: constraint rows
fn constraint_rows() {
    if (lane == 0) {
        set_ne(0);
        set_nf(0);
        set_nl(0);
        set_ncoupling(0);
    }
    sync();
    let total = place_rows();
    let fits = total.rows <= MAXROW && total.stored <= MAXBASIS;
    if (lane == 0) {
        if (!fits) {
            fail(STATUS_ROWS, total.rows);
        }
        set_nefc(select(0, total.rows, fits));
        set_nbasis(select(0, total.stored, fits));
        if (!fits) {
            set_ncoupling(0);
        }
    }
    sync();
#if BY_TREES
    note_contacts_of_trees();
    sync();
#end
    fill_basis();
}

// gives every thing that makes rows its place, in their order; what does not fit is counted only
fn place_rows() -> RowCount {
    var total = RowCount(0, 0);
    let sources = NSOURCE + contact_count();
    for (var chunk = 0; chunk < sources; chunk += LANES) {
        let k = chunk + lane;
        var count = RowCount(0, 0);
        if (k < sources) {
            count = source_count(k);
        }
        // both counts in one number: rows in the lower half
        let packed = count.rows + (count.stored << 16u);
        let before = lanes_before(packed);
        let row = total.rows + (before & 0xffff);
        let stored = total.stored + (before >> 16u);
        let fits = row + count.rows <= MAXROW && stored + count.stored <= MAXBASIS;
        if (k < sources) {
            place_source(k, row, stored, count, fits);
        }
        let all = lanes_sum_int(packed);
        total.rows += all & 0xffff;
        total.stored += all >> 16u;
    }
    return total;
}

fn contact_count() -> i32 {
#if CONTACTS
    return ncon();
#else
    return 0;
#end
}

fn source_count(k: i32) -> RowCount {
    if (k >= NSOURCE) {
#if CONTACTS
        return contact_row_count(k - NSOURCE);
#else
        return RowCount(0, 0);
#end
    }
    let id = row_source_at(k, 1);
    switch (row_source_at(k, 0)) {
#if EQUALITIES
        case SOURCE_EQUALITY: {
            let rows = equality_row_count(id);
            return RowCount(rows, rows);
        }
#end
#if TENDON_FRICTION
        case SOURCE_FRICTION_TENDON: {
            let rows = select(0, 1, tendon_moves(id));
            return RowCount(rows, rows);
        }
#end
#if DOF_LIMITS
        case SOURCE_LIMIT_JOINT: {
            let dist = joint_distances(id);
            return RowCount(select(0, 1, dist.x < jnt_margin(id)) + select(0, 1, dist.y < jnt_margin(id)), 0);
        }
#end
#if BALL_LIMITS
        case SOURCE_LIMIT_BALL: {
            let rows = select(0, 1, ball_limit(id).w < jnt_margin(id));
            return RowCount(rows, rows);
        }
#end
#if TENDON_LIMITS
        case SOURCE_LIMIT_TENDON: {
            let dist = tendon_distances(id);
            let sides = select(0, 1, dist.x < tendon_margin(id)) + select(0, 1, dist.y < tendon_margin(id));
            let rows = select(0, sides, tendon_moves(id));
            return RowCount(rows, rows);
        }
#end
        // friction loss of a dof
        default: {
            return RowCount(1, 0);
        }
    }
}

// notes the rows of a source; `row` and `stored` are its first row and its first place in the basis
fn place_source(k: i32, row: i32, stored: i32, count: RowCount, fits: bool) {
    // the last of its kind tells where the kind ends
    if (k == NSOURCE_EQUALITY - 1) {
        set_ne(row + count.rows);
    }
    if (k == NSOURCE_FRICTION - 1) {
        set_nf(row + count.rows);
    }
    if (k == NSOURCE - 1) {
        set_nl(row + count.rows);
        set_ncoupling(stored + count.stored);
    }
    if (k >= NSOURCE) {
#if CONTACTS
        place_contact_rows(k - NSOURCE, select(-1, row, fits && count.rows > 0), stored);
#end
        return;
    }
    let id = row_source_at(k, 1);
    let kind = row_source_at(k, 0);
#if DOF_LIMITS
    if (kind == SOURCE_LIMIT_JOINT) {
        set_dof_limit_row(jnt_dofadr(id), row);
    }
#end
    if (!fits || count.rows == 0) {
        return;
    }
    switch (kind) {
#if EQUALITIES
        case SOURCE_EQUALITY: {
            place_equality(id, row, stored);
        }
#end
#if TENDON_FRICTION
        case SOURCE_FRICTION_TENDON: {
            note_coupling(stored, kind, id, 0, row, 0.0);
            note_row(row, ROW_FRICTION_TENDON, id, 0.0, 0.0, tendon_frictionloss(id));
        }
#end
#if DOF_FRICTION
        case SOURCE_FRICTION_DOF: {
            note_row(row, ROW_FRICTION_DOF, id, 0.0, 0.0, dof_frictionloss(id));
        }
#end
#if DOF_LIMITS
        case SOURCE_LIMIT_JOINT: {
            let dist = joint_distances(id);
            note_row(row, ROW_LIMIT_JOINT, id, select(dist.y, dist.x, dist.x < jnt_margin(id)), jnt_margin(id), 0.0);
            if (count.rows == 2) {
                note_row(row + 1, ROW_LIMIT_JOINT, id, dist.y, jnt_margin(id), 0.0);
            }
        }
#end
#if BALL_LIMITS
        case SOURCE_LIMIT_BALL: {
            let dist = ball_limit(id).w;
            note_coupling(stored, kind, id, 0, row, dist);
            note_row(row, ROW_LIMIT_JOINT, id, dist, jnt_margin(id), 0.0);
        }
#end
#if TENDON_LIMITS
        case SOURCE_LIMIT_TENDON: {
            // the place in the group tells the side
            let dist = tendon_distances(id);
            let upper = select(1, 0, dist.x < tendon_margin(id));
            let first = select(dist.x, dist.y, upper == 1);
            note_coupling(stored, kind, id, upper, row, first);
            note_row(row, ROW_LIMIT_TENDON, id, first, tendon_margin(id), 0.0);
            if (count.rows == 2) {
                note_coupling(stored + 1, kind, id, 1, row + 1, dist.y);
                note_row(row + 1, ROW_LIMIT_TENDON, id, dist.y, tendon_margin(id), 0.0);
            }
        }
#end
        default: {}
    }
}

// what of a row is told to whoever asks for it
fn note_row(row: i32, kind: i32, id: i32, pos: real, margin: real, loss: real) {
    set_efc_type(row, kind);
    set_efc_id(row, id);
    set_efc_pos(row, pos);
    set_efc_margin(row, margin);
    set_efc_frictionloss(row, loss);
}

#if COUPLINGS
fn note_coupling(v: i32, kind: i32, id: i32, part: i32, row: i32, pos: real) {
    set_coupling(v, (id << 8u) + (kind << 4u) + part);
    set_coupling_row(v, row);
    set_coupling_pos(v, pos);
}

fn coupling_id(v: i32) -> i32 {
    return coupling(v) >> 8u;
}

fn coupling_kind(v: i32) -> i32 {
    return (coupling(v) >> 4u) & 15;
}

fn coupling_part(v: i32) -> i32 {
    return coupling(v) & 15;
}
#end

// distance to the lower and to the upper end of a joint's range
fn joint_distances(j: i32) -> vec2r {
    let value = qpos(jnt_qposadr(j));
    let range = jnt_range(j);
    let distances = vec2r(value - range.x, range.y - value);
#if DOUBLE
    return distances;
#else
    // near the limit these differences are exact, and what rounding took from the range is a part of them that counts
    let rest = jnt_range_rest(j);
    return distances + vec2r(-rest.x, rest.y);
#end
}

fn tendon_distances(i: i32) -> vec2r {
    let value = ten_length(i);
    let range = tendon_range(i);
    return vec2r(value - range.x, range.y - value);
}

// axis of a ball joint's rotation, and in w the angle left
fn ball_limit(j: i32) -> vec4r {
    let q = jnt_qposadr(j);
    let turn = quat_to_rotvec(quat_normalize(vec4r(qpos(q), qpos(q + 1), qpos(q + 2), qpos(q + 3))));
    let angle = sqrt(dot(turn, turn));
    let range = jnt_range(j);
    var axis = vec3r(1.0, 0.0, 0.0);
    if (angle >= MINVAL) {
        axis = turn * (1.0 / angle);
    }
    return vec4r(axis, max(range.x, range.y) - angle);
}

// whether any dof moves a tendon: by its pattern, or where rows are dense by its numbers
fn tendon_moves(i: i32) -> bool {
#if SPARSE_ROWS
    return ten_J_rownnz(i) > 0;
#else
    let first = ten_J_rowadr(i);
    for (var k = first; k < first + ten_J_rownnz(i); k++) {
        if (tendon_entry(i, k) != 0.0) {
            return true;
        }
    }
    return false;
#end
}

// an entry of a tendon's row; of several in one column a dense row has the last
fn tendon_entry(i: i32, k: i32) -> real {
#if !SPARSE_ROWS
    if (k + 1 < ten_J_rowadr(i) + ten_J_rownnz(i) && ten_J_colind(k + 1) == ten_J_colind(k)) {
        return 0.0;
    }
#end
    return ten_J(k);
}

// whether a dof moves a body
fn dof_moves(dof: i32, body: i32) -> bool {
    return ((body_dofs_at(body, dof >> 5u) >> u32(dof & 31)) & 1) == 1;
}

// velocity of a point of a body per unit of a dof; `offset` is from the centre of mass of the tree
fn point_column(axis: Vec6, offset: vec3r) -> vec3r {
    return axis.b + cross(axis.a, offset);
}

// Jacobian of all rows that have a place in the basis
fn fill_basis() {
#if COUPLINGS
    for (var p = lane; p < ncoupling() * NBASISCOL; p += LANES) {
        let v = p / NBASISCOL;
        let i = p % NBASISCOL;
#if ATTACHMENTS
        if (coupling_kind(v) == SOURCE_EQUALITY && eq_type(coupling_id(v)) <= EQ_WELD) {
            // all rows of an attachment at once
            if (coupling_part(v) == 0) {
                fill_attachment(v, i);
            }
            continue;
        }
#end
        set_basis_at(v, i, 0.0);
    }
    sync();
    for (var v = lane; v < ncoupling(); v += LANES) {
        fill_coupling(v);
    }
#end
#if CONTACTS
    if (nefc() > 0) {
        fill_contacts();
    }
#end
    sync();
}

#if COUPLINGS
// the entries of a coupling that is not an attachment
fn fill_coupling(v: i32) {
    let id = coupling_id(v);
    switch (coupling_kind(v)) {
#if EQ_JOINT
        case SOURCE_EQUALITY: {
            if (eq_type(id) == EQ_JOINT) {
                fill_joint_equality(v, id);
            }
#if EQ_TENDON
            if (eq_type(id) == EQ_TENDON) {
                fill_tendon_equality(v, id);
            }
#end
        }
#else
#if EQ_TENDON
        case SOURCE_EQUALITY: {
            if (eq_type(id) == EQ_TENDON) {
                fill_tendon_equality(v, id);
            }
        }
#end
#end
#if TENDON_FRICTION
        case SOURCE_FRICTION_TENDON: {
            add_tendon(v, id, 1.0);
        }
#end
#if BALL_LIMITS
        case SOURCE_LIMIT_BALL: {
            let limit = ball_limit(id);
            let dof = jnt_dofadr(id);
            set_basis_at(v, dof, -limit.x);
            set_basis_at(v, dof + 1, -limit.y);
            set_basis_at(v, dof + 2, -limit.z);
        }
#end
#if TENDON_LIMITS
        case SOURCE_LIMIT_TENDON: {
            add_tendon(v, id, select(real(1.0), real(-1.0), coupling_part(v) == 1));
        }
#end
        default: {}
    }
}

fn add_tendon(v: i32, i: i32, scale: real) {
    let first = ten_J_rowadr(i);
    for (var k = first; k < first + ten_J_rownnz(i); k++) {
        let dof = ten_J_colind(k);
        set_basis_at(v, dof, basis_at(v, dof) + scale * tendon_entry(i, k));
    }
}
#end

#if CONTACTS
fn contact_bodies(c: i32) -> vec2<i32> {
    let pair = contact_pair(c);
    return vec2<i32>(geom_bodyid(near_geom_at(pair, 0)), geom_bodyid(near_geom_at(pair, 1)));
}

// first of a contact's rows in the basis
fn contact_basis(c: i32) -> i32 {
    return contact_rows(c) & 0xffff;
}

// its dimensions, none where it has no rows
fn contact_dim(c: i32) -> i32 {
    return contact_rows(c) >> 16u;
}

// the same for contacts with rows, whose bodies were noted
fn noted_bodies(c: i32) -> vec2<i32> {
    let sides = contact_sides(c);
    return vec2<i32>(sides & 0xffff, sides >> 16u);
}

// whether some dof moves the two sides of a contact against each other; rows that are stored whole do not ask
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
    // where nothing moves there are contacts, but no rows
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

// `row` is -1 where the contact has no rows
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
    // where nothing of a tree takes part, the first has the rows, which are zero
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
// the two trees that a contact joins, from what it has instead of a single one
fn joined_trees(joined: i32) -> vec2<i32> {
    let first = (-1 - joined) / NTREE;
    return vec2<i32>(first, -1 - joined - first * NTREE);
}

// Words of 32 contacts, and in each tree's words a bit for every contact with rows that acts on it: other trees' contacts are none of its
// matter.
fn contact_words() -> i32 {
    return (ncon() + 31) >> 5u;
}

fn contacts_of_tree(tree: i32, word: i32) -> u32 {
    return u32(tree_contacts_at(tree, word));
}

// place of the lowest bit
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

// which part of the rows of a contact with these trees a tree has: the first, the second, or none (-1)
fn part_of_tree(of_contact: i32, tree: i32) -> i32 {
    if (of_contact >= 0) {
        return select(-1, 0, of_contact == tree);
    }
    let trees = joined_trees(of_contact);
    return select(select(-1, 1, trees.y == tree), 0, trees.x == tree);
}

// The second part lies apart: few contacts have one, and rows without lie close together.
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

// rows of all contacts: each lane has a dof, and goes through the contacts with it
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

// the column of dof `i`, at a place of its tree, in the rows of every contact; there is no dof from NV on
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

// a column of the rows of a contact, that of dof `i`: its second side against the first; a dof that moves both does not part them
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
    offset += contact_pos_rest(c);
#end
    let shift = sign * point_column(axis, offset);
    let frame = frame_of_contact(c);
    set_entry(v, part, place, dot(frame.x, shift));
#if FRICTION
    let pair = contact_pair(c);
    if (dim > 1) {
        set_entry(v + 1, part, place, near_friction(pair, 0) * dot(frame.y, shift));
        set_entry(v + 2, part, place, near_friction(pair, 1) * dot(frame.z, shift));
    }
    if (dim > 3) {
        set_entry(v + 3, part, place, near_friction(pair, 2) * sign * dot(frame.x, axis.a));
    }
    if (dim > 4) {
        set_entry(v + 4, part, place, near_friction(pair, 3) * sign * dot(frame.y, axis.a));
        set_entry(v + 5, part, place, near_friction(pair, 4) * sign * dot(frame.z, axis.a));
    }
#end
}
#end
