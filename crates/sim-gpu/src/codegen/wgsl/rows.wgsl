// Constraint rows: their number, positions and Jacobian.
//
// Stored rows of the Jacobian (`basis`) are those of couplings (equalities, tendons, balls). A contact stores its normal, tangents, torsion
// and rolling, all but the normal times their friction: an edge of a pyramid is the normal plus or minus one of them, and an elliptic cone
// is circular in them. Rows on a single dof (friction loss, limits of hinges and slides) are stored with their dof.

// number of rows, and how many of them are stored in the basis
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

// assigns every source its first row, in order; rows beyond the limit are only counted
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

// records the rows of a source; `row` and `stored` are its first row and its first index in the basis
fn place_source(k: i32, row: i32, stored: i32, count: RowCount, fits: bool) {
    // the last source of a kind ends the kind
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
            // the index in the group gives the side
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

// visible fields of a row
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
    // near the limit these differences are exact, and the range has a rounding error
    let rest = jnt_range_low(j);
    return distances + vec2r(-rest.x, rest.y);
#end
}

fn tendon_distances(i: i32) -> vec2r {
    let value = ten_length(i);
    let range = tendon_range(i);
    return vec2r(value - range.x, range.y - value);
}

// axis of a ball joint's rotation, and in w the remaining angle
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

// whether any dof moves a tendon: by its sparsity, or for dense rows by its entries
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

// an entry of a tendon's row; a dense row keeps the last of several entries in one column
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

// Jacobian of all rows in the basis
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
