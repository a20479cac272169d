// Equality rows: connects and welds of bodies or sites, couplings of joints and of tendons.

#if ATTACHMENTS
// two attached frames: bodies, anchors in the world, orientations to align (the first includes the relative pose)
struct Frames {
    bodies: vec2<i32>,
    anchor1: vec3r,
    anchor2: vec3r,
    first: vec4r,
    second: vec4r,
}

fn attached_frames(e: i32) -> Frames {
    let object1 = eq_obj1id(e);
    let object2 = eq_obj2id(e);
#if ATTACHED_SITES
    if (eq_objtype(e) == OBJ_SITE) {
        let body1 = site_bodyid(object1);
        let body2 = site_bodyid(object2);
        return Frames(
            vec2<i32>(body1, body2),
            site_xpos(object1),
            site_xpos(object2),
            quat_mul(xquat(body1), site_quat(object1)),
            quat_mul(xquat(body2), site_quat(object2)),
        );
    }
#end
    let low = vec3r(eq_data(e, 0), eq_data(e, 1), eq_data(e, 2));
    let high = vec3r(eq_data(e, 3), eq_data(e, 4), eq_data(e, 5));
    // a connect stores the anchor in the first body first, a weld stores it second
    let connects = eq_type(e) == EQ_CONNECT;
    return Frames(
        vec2<i32>(object1, object2),
        xpos(object1) + quat_rotate(xquat(object1), select(high, low, connects)),
        xpos(object2) + quat_rotate(xquat(object2), select(low, high, connects)),
        quat_mul(xquat(object1), relative_pose(e)),
        xquat(object2),
    );
}

fn relative_pose(e: i32) -> vec4r {
    return vec4r(eq_data(e, 6), eq_data(e, 7), eq_data(e, 8), eq_data(e, 9));
}

// translation and rotation of the first frame relative to the second per unit of a dof; the rotation is the vector part of conj(q2) q1
fn attachment_column(f: Frames, dof: i32, torque_scale: real) -> Vec6 {
    let axis = cdof(dof);
    var shift = vec3r(0.0, 0.0, 0.0);
    var turn = vec3r(0.0, 0.0, 0.0);
    if (dof_moves(dof, f.bodies.x)) {
        shift += point_column(axis, f.anchor1 - subtree_com(body_rootid(f.bodies.x)));
        turn += axis.a;
    }
    if (dof_moves(dof, f.bodies.y)) {
        shift -= point_column(axis, f.anchor2 - subtree_com(body_rootid(f.bodies.y)));
        turn -= axis.a;
    }
    let rate = quat_mul(quat_mul(quat_conj(f.second), vec4r(0.0, turn)), f.first);
    return Vec6(shift, (0.5 * torque_scale) * rate.yzw);
}

// whether any dof moves the rows: by the chains of the bodies, or for dense rows by their entries
fn attachment_moves(e: i32) -> bool {
    let f = attached_frames(e);
    for (var i = 0; i < NV; i++) {
        if (dof_moves(i, f.bodies.x) || dof_moves(i, f.bodies.y)) {
#if SPARSE_ROWS
            return true;
#else
            let column = attachment_column(f, i, eq_data(e, 10));
            let none = vec3r(0.0, 0.0, 0.0);
            if (any(column.a != none) || (eq_type(e) == EQ_WELD && any(column.b != none))) {
                return true;
            }
#end
        }
    }
    return false;
}

// column `i` of the rows of an attachment; `v` is its first row
fn fill_attachment(v: i32, i: i32) {
    let e = coupling_id(v);
    var column = Vec6(vec3r(0.0, 0.0, 0.0), vec3r(0.0, 0.0, 0.0));
    if (i < NV) {
        column = attachment_column(attached_frames(e), i, eq_data(e, 10));
    }
    set_basis_at(v, i, column.a.x);
    set_basis_at(v + 1, i, column.a.y);
    set_basis_at(v + 2, i, column.a.z);
    if (eq_type(e) == EQ_WELD) {
        set_basis_at(v + 3, i, column.b.x);
        set_basis_at(v + 4, i, column.b.y);
        set_basis_at(v + 5, i, column.b.z);
    }
}

fn place_attachment(e: i32, row: i32, v: i32) {
    let f = attached_frames(e);
    let shift = f.anchor1 - f.anchor2;
    place_equality_row(e, 0, row, v, shift.x);
    place_equality_row(e, 1, row, v, shift.y);
    place_equality_row(e, 2, row, v, shift.z);
    if (eq_type(e) == EQ_WELD) {
        let turn = quat_mul(quat_conj(f.second), f.first) * eq_data(e, 10);
        place_equality_row(e, 3, row, v, turn.y);
        place_equality_row(e, 4, row, v, turn.z);
        place_equality_row(e, 5, row, v, turn.w);
    }
}
#end

#if EQUALITIES
fn equality_row_count(e: i32) -> i32 {
    if (eq_active(e) == 0) {
        return 0;
    }
    switch (eq_type(e)) {
#if ATTACHMENTS
        case EQ_CONNECT: {
            return select(0, 3, attachment_moves(e));
        }
        case EQ_WELD: {
            return select(0, 6, attachment_moves(e));
        }
#end
#if EQ_TENDON
        case EQ_TENDON: {
            return select(0, 1, tendon_equality_moves(e));
        }
#end
        default: {
            return joint_equality_rows(e);
        }
    }
}

fn place_equality(e: i32, row: i32, v: i32) {
    switch (eq_type(e)) {
#if EQ_JOINT
        case EQ_JOINT: {
            place_equality_row(e, 0, row, v, joint_equality_error(e));
        }
#end
#if EQ_TENDON
        case EQ_TENDON: {
            place_equality_row(e, 0, row, v, tendon_equality_error(e));
        }
#end
        default: {
#if ATTACHMENTS
            place_attachment(e, row, v);
#end
        }
    }
}

fn place_equality_row(e: i32, part: i32, row: i32, v: i32, pos: real) {
    note_coupling(v + part, SOURCE_EQUALITY, e, part, row + part, pos);
    note_row(row + part, ROW_EQUALITY, e, pos, 0.0, 0.0);
}

// value (x) and slope (y) of the polynomial that couples a second value
fn coupling_polynomial(e: i32, x: real) -> vec2r {
    let a = eq_data(e, 1);
    let b = eq_data(e, 2);
    let c = eq_data(e, 3);
    let d = eq_data(e, 4);
    return vec2r(
        a * x + b * x * x + c * x * x * x + d * x * x * x * x,
        a + 2.0 * b * x + 3.0 * c * x * x + 4.0 * d * x * x * x,
    );
}

fn joint_equality_rows(e: i32) -> i32 {
#if EQ_JOINT && !SPARSE_ROWS
    // a joint that is coupled to itself with slope one
    let second = eq_obj2id(e);
    if (second == eq_obj1id(e) && coupling_polynomial(e, joint_value(second)).y == 1.0) {
        return 0;
    }
#end
    return 1;
}
#end

#if EQ_JOINT
fn joint_value(j: i32) -> real {
    let q = jnt_qposadr(j);
    return qpos(q) - qpos0(q);
}

fn joint_equality_error(e: i32) -> real {
    let own = joint_value(eq_obj1id(e)) - eq_data(e, 0);
    let second = eq_obj2id(e);
    if (second < 0) {
        return own;
    }
    return own - coupling_polynomial(e, joint_value(second)).x;
}

fn fill_joint_equality(v: i32, e: i32) {
    let dof = jnt_dofadr(eq_obj1id(e));
    set_basis_at(v, dof, 1.0);
    let second = eq_obj2id(e);
    if (second >= 0) {
        let other = jnt_dofadr(second);
        set_basis_at(v, other, basis_at(v, other) - coupling_polynomial(e, joint_value(second)).y);
    }
}
#end

#if EQ_TENDON
fn tendon_value(i: i32) -> real {
    return ten_length(i) - tendon_length0(i);
}

fn tendon_equality_error(e: i32) -> real {
    let own = tendon_value(eq_obj1id(e)) - eq_data(e, 0);
    let second = eq_obj2id(e);
    if (second < 0) {
        return own;
    }
    return own - coupling_polynomial(e, tendon_value(second)).x;
}

fn tendon_equality_slope(e: i32) -> real {
    return coupling_polynomial(e, tendon_value(eq_obj2id(e))).y;
}

fn fill_tendon_equality(v: i32, e: i32) {
    sum_tendon(v, eq_obj1id(e), 1.0);
    if (eq_obj2id(e) >= 0) {
        sum_tendon(v, eq_obj2id(e), -tendon_equality_slope(e));
    }
}

// unlike other rows of tendons, couplings sum all entries of a column
fn sum_tendon(v: i32, i: i32, scale: real) {
    let first = ten_J_rowadr(i);
    for (var k = first; k < first + ten_J_rownnz(i); k++) {
        let dof = ten_J_colind(k);
        set_basis_at(v, dof, basis_at(v, dof) + scale * ten_J(k));
    }
}

fn tendon_equality_moves(e: i32) -> bool {
    let first = eq_obj1id(e);
    let second = eq_obj2id(e);
#if SPARSE_ROWS
    var entries = ten_J_rownnz(first);
    if (second >= 0) {
        entries += ten_J_rownnz(second);
    }
    return entries > 0;
#else
    for (var i = 0; i < NV; i++) {
        var sum = tendon_column(first, i);
        if (second >= 0) {
            sum -= tendon_equality_slope(e) * tendon_column(second, i);
        }
        if (sum != 0.0) {
            return true;
        }
    }
    return false;
#end
}

fn tendon_column(i: i32, dof: i32) -> real {
    var sum = real(0.0);
    let first = ten_J_rowadr(i);
    for (var k = first; k < first + ten_J_rownnz(i); k++) {
        sum += select(0.0, ten_J(k), ten_J_colind(k) == dof);
    }
    return sum;
}
#end
