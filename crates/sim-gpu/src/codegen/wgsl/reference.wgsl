// Mass and reference acceleration of every row: its stiffness as a damped spring towards the constraint surface, minus the
// velocity-product term of connects and welds. Contacts include the velocity of moving surfaces, adhesive ones their pull.

// stage: constraint reference
fn constraint_reference() {
    for (var i = lane; i < NV; i += LANES) {
        set_search(i, qvel(i));
    }
    sync();
    basis_times_search();
    sync();
#if DOF_FRICTION || DOF_LIMITS
    if (nefc() > 0) {
        for (var i = lane; i < NV; i += LANES) {
            dof_references(i);
        }
    }
#end
#if COUPLINGS
    for (var v = lane; v < ncoupling(); v += LANES) {
        coupling_reference(v);
    }
#end
#if CONTACTS
    for (var c = lane; c < solved_contacts(); c += LANES) {
        if (contact_dim(c) > 0) {
            contact_reference(c);
        }
    }
#end
    sync();
}

// product of the basis and `search`: `jv`
fn basis_times_search() {
    for (var v = lane; v < nbasis(); v += LANES) {
#if BY_TREES
        let tree = basis_tree(v);
        var trees = vec2<i32>(tree, -1);
        if (tree < 0) {
            trees = joined_trees(tree);
        }
        set_jv(v, columns_times_search(v, trees));
#else
#if ROWS_IN_LANES
        set_jv(v, columns_times_search(v));
#else
        var sum = real(0.0);
        for (var i = 0; i < NV; i++) {
            sum += basis_at(v, i) * search(i);
        }
        set_jv(v, sum);
#end
#end
    }
}

#if BY_TREES
// product of a stored row with `search`; a second tree may be missing
fn columns_times_search(v: i32, trees: vec2<i32>) -> real {
    var sum = real(0.0);
    var tree = trees.x;
    for (var part = 0; tree >= 0 && part < 2; part++) {
        let first = tree_dofadr(tree);
        let count = tree_dofnum(tree);
        for (var q = 0; 4 * q < count; q++) {
            // columns after the last dof are zero
            let b = entries_four(v, part, q);
            let j = first + 4 * q;
            sum += (b.x * search(j) + b.y * search(min(j + 1, NV - 1)))
                + (b.z * search(min(j + 2, NV - 1)) + b.w * search(min(j + 3, NV - 1)));
        }
        tree = trees.y;
    }
    return sum;
}
#else
#if ROWS_IN_LANES
// product of a stored row with `search`
fn columns_times_search(v: i32) -> real {
    var sum = real(0.0);
    for (var q = 0; q < NWHOLE; q++) {
        let b = basis_four(v, q);
        let j = 4 * q;
        sum += (b.x * search(j) + b.y * search(j + 1)) + (b.z * search(j + 2) + b.w * search(j + 3));
    }
    for (var j = 4 * NWHOLE; j < NBLOCK; j++) {
        sum += basis_at(v, j) * search(j);
    }
    return sum;
}
#end
#end

#if DOF_FRICTION || DOF_LIMITS
// rows of a single dof need no product with the Jacobian
fn dof_references(i: i32) {
#if DOF_FRICTION
    let rank = dof_friction_rank(i);
    if (rank >= 0) {
        let s = row_impedance(IMPEDANCE_FRICTION_DOF + i, 0.0, dof_invweight0(i));
        let row = ne() + rank;
        let aref = -s.damping * qvel(i);
        set_dof_friction_D(i, 1.0 / s.regularisation);
        set_dof_friction_ref(i, aref);
        note_impedance(row, s, s.regularisation);
        note_reference(row, qvel(i), aref);
    }
#end
#if DOF_LIMITS
    let j = dof_limit_joint(i);
    if (j >= 0) {
        let dist = joint_distances(j);
        let margin = jnt_margin(j);
        var row = dof_limit_row(i);
        var mass = vec2r(0.0, 0.0);
        var aref = vec2r(0.0, 0.0);
        // the lower limit, then the upper
        for (var side = 0; side < 2; side++) {
            if (dist[side] < margin) {
                let limit = limit_reference(j, row, dist[side], margin, select(qvel(i), -qvel(i), side == 1));
                mass[side] = limit.x;
                aref[side] = limit.y;
                row += 1;
            }
        }
        set_dof_limit_D(i, mass);
        set_dof_limit_ref(i, aref);
    }
#end
}
#end

#if DOF_LIMITS || BALL_LIMITS
// mass (x) and reference (y) of a joint limit
fn limit_reference(j: i32, row: i32, pos: real, margin: real, vel: real) -> vec2r {
    let s = row_impedance(IMPEDANCE_LIMIT_JOINT + j, pos - margin, dof_invweight0(jnt_dofadr(j)));
    let aref = reference_acceleration(s, pos, margin, vel);
    note_impedance(row, s, s.regularisation);
    note_reference(row, vel, aref);
    return vec2r(1.0 / s.regularisation, aref);
}
#end

fn note_reference(row: i32, vel: real, aref: real) {
    set_efc_vel(row, vel);
    set_efc_aref(row, aref);
}

#if COUPLINGS
fn coupling_reference(v: i32) {
    let id = coupling_id(v);
    let row = coupling_row(v);
    let pos = coupling_pos(v);
    switch (coupling_kind(v)) {
#if BALL_LIMITS
        case SOURCE_LIMIT_BALL: {
            let limit = limit_reference(id, row, pos, jnt_margin(id), jv(v));
            set_coupling_D(v, limit.x);
            set_basis_ref(v, limit.y);
        }
#end
#if TENDON_LIMITS
        case SOURCE_LIMIT_TENDON: {
            let s = row_impedance(IMPEDANCE_LIMIT_TENDON + id, pos - tendon_margin(id), tendon_invweight0(id));
            keep_coupling(v, s, pos, tendon_margin(id));
        }
#end
#if TENDON_FRICTION
        case SOURCE_FRICTION_TENDON: {
            keep_coupling(v, row_impedance(IMPEDANCE_FRICTION_TENDON + id, 0.0, tendon_invweight0(id)), 0.0, 0.0);
        }
#end
#if EQUALITIES
        case SOURCE_EQUALITY: {
            if (coupling_part(v) == 0) {
                equality_reference(v, id);
            }
        }
#end
        default: {}
    }
}

fn keep_coupling(v: i32, s: Impedance, pos: real, margin: real) {
    let aref = reference_acceleration(s, pos, margin, jv(v));
    set_coupling_D(v, 1.0 / s.regularisation);
    set_basis_ref(v, aref);
    note_impedance(coupling_row(v), s, s.regularisation);
    note_reference(coupling_row(v), jv(v), aref);
}
#end

#if EQUALITIES
// all rows of an equality
fn equality_reference(v: i32, e: i32) {
    switch (eq_type(e)) {
#if ATTACHMENTS
        case EQ_CONNECT, EQ_WELD: {
            let rows = select(3, 6, eq_type(e) == EQ_WELD);
            // impedance from the violation of all rows together
            var square = real(0.0);
            for (var k = 0; k < rows; k++) {
                square += coupling_pos(v + k) * coupling_pos(v + k);
            }
            let pos = sqrt(square);
            let weights = attached_weights(e);
            let shift = row_impedance(IMPEDANCE_EQUALITY + e, pos, weights.x);
            let turn = row_impedance(IMPEDANCE_EQUALITY + e, pos, weights.y);
            for (var k = 0; k < 3; k++) {
                keep_coupling(v + k, shift, coupling_pos(v + k), 0.0);
            }
            for (var k = 3; k < rows; k++) {
                keep_coupling(v + k, turn, coupling_pos(v + k), 0.0);
            }
            subtract_attachment_rate(v, e);
        }
#end
        default: {
            keep_coupling(v, row_impedance(IMPEDANCE_EQUALITY + e, coupling_pos(v), equality_weight(e)), coupling_pos(v), 0.0);
        }
    }
}

// inverse inertia of a coupling of joints or tendons
fn equality_weight(e: i32) -> real {
    var weight = real(0.0);
#if EQ_JOINT
    if (eq_type(e) == EQ_JOINT) {
        weight = dof_invweight0(jnt_dofadr(eq_obj1id(e)));
        if (eq_obj2id(e) >= 0) {
            weight += dof_invweight0(jnt_dofadr(eq_obj2id(e)));
        }
    }
#end
#if EQ_TENDON
    if (eq_type(e) == EQ_TENDON) {
        weight = tendon_invweight0(eq_obj1id(e));
        if (eq_obj2id(e) >= 0) {
            weight += tendon_invweight0(eq_obj2id(e));
        }
    }
#end
    return weight;
}
#end

#if ATTACHMENTS
fn attached_weights(e: i32) -> vec2r {
    let bodies = attached_frames(e).bodies;
    return body_invweight0(bodies.x) + body_invweight0(bodies.y);
}

// product of the Jacobian's time derivative with the velocity
fn subtract_attachment_rate(v: i32, e: i32) {
    let f = attached_frames(e);
    let first = point_rate_times_qvel(f.anchor1, f.bodies.x);
    let second = point_rate_times_qvel(f.anchor2, f.bodies.y);
    subtract_from_references(v, first.b - second.b);
    if (eq_type(e) == EQ_WELD) {
        subtract_from_references(v + 3, weld_turn_rate(e, f, first.a - second.a));
    }
}

fn subtract_from_references(v: i32, rate: vec3r) {
    for (var k = 0; k < 3; k++) {
        let aref = basis_ref(v + k) - rate[k];
        set_basis_ref(v + k, aref);
        set_efc_aref(coupling_row(v + k), aref);
    }
}

// time derivative of the Jacobian of a body's point times the velocity: rotation and translation
fn point_rate_times_qvel(point: vec3r, body: i32) -> Vec6 {
    let com = subtree_com(body_rootid(body));
    let offset = point - com;
    let velocity = move_motion(cvel(body), point, com).b;
    var sum = vec6_zero();
    for (var i = 0; i < NV; i++) {
        if (dof_moves(i, body)) {
            let rate = axis_rate(i);
            sum.a += rate.a * qvel(i);
            sum.b += (point_column(rate, offset) + cross(cdof(i).a, velocity)) * qvel(i);
        }
    }
    return sum;
}

// time derivative of an axis of a ball joint, with the joint's whole rotation
fn axis_rate(i: i32) -> Vec6 {
    let j = dof_jntid(i);
    let kind = jnt_type(j);
    if (kind == JNT_BALL || (kind == JNT_FREE && i >= jnt_dofadr(j) + 3)) {
        return cross_motion(cvel(dof_bodyid(i)), cdof(i));
    }
    return cdof_dot(i);
}

// the product rule on conj(q2) w q1 / 2
fn weld_turn_rate(e: i32, f: Frames, acceleration: vec3r) -> vec3r {
    let w1 = cvel(f.bodies.x).a;
    let w2 = cvel(f.bodies.y).a;
    let slip = vec4r(0.0, w1 - w2);
    let conj = quat_conj(f.second);
    var first_rate = quat_rate(f.first, w1);
    // MuJoCo differentiates the body's quaternion, then rotates by the relative pose
#if ATTACHED_SITES
    if (eq_objtype(e) != OBJ_SITE) {
        first_rate = quat_mul(quat_rate(xquat(f.bodies.x), w1), relative_pose(e));
    }
#else
    first_rate = quat_mul(quat_rate(xquat(f.bodies.x), w1), relative_pose(e));
#end
    let second_rate = quat_conj(quat_rate(f.second, w2));
    let a = quat_mul(quat_mul(second_rate, slip), f.first);
    let b = quat_mul(quat_mul(conj, vec4r(0.0, acceleration)), f.first);
    let c = quat_mul(quat_mul(conj, slip), first_rate);
    return (0.5 * eq_data(e, 10)) * (a.yzw + b.yzw + c.yzw);
}

// half the product of a quaternion with an angular velocity, on MuJoCo's side
fn quat_rate(q: vec4r, w: vec3r) -> vec4r {
    return 0.5 * vec4r(
        -w.x * q.y - w.y * q.z - w.z * q.w,
        w.x * q.x + w.y * q.w - w.z * q.z,
        -w.x * q.w + w.y * q.x + w.z * q.y,
        w.x * q.z - w.y * q.y + w.z * q.x,
    );
}
#end

#if CONTACTS
// contacts that may have rows
fn solved_contacts() -> i32 {
    return select(0, ncon(), nefc() > 0);
}

fn contact_reference(c: i32) {
    let pair = contact_pair(c);
    let v = contact_basis(c);
    let row = contact_efc_address(c);
    let dim = contact_dim(c);
    let bodies = noted_bodies(c);
    let margin = near_includemargin(pair);
    var weight = body_invweight0(bodies.x).x + body_invweight0(bodies.y).x;
#if PYRAMIDAL && FRICTION
    let edge = friction_of(pair, 0);
    if (dim > 1) {
        weight += edge * edge * weight;
    }
#end
    let s = row_impedance(pair, contact_dist(c) - margin, weight);
    let normal_ref = reference_acceleration(s, contact_dist(c), margin, jv(v));
    set_basis_ref(v, normal_ref);
    if (dim == 1) {
        set_contact_D(c, 1.0 / s.regularisation);
        note_impedance(row, s, s.regularisation);
        note_reference(row, jv(v), normal_ref);
        return;
    }
#if FRICTION
    let tangent = s.regularisation / max(opt_impratio(), MINVAL);
    let mu = friction_of(pair, 0) * sqrt(tangent / s.regularisation);
#if PYRAMIDAL
    // every edge gets the R that makes the pyramid as compliant as the elliptic cone along its friction directions
    let edge_r = 2.0 * mu * mu * s.regularisation;
    set_contact_D(c, 1.0 / edge_r);
    for (var k = 1; k < dim; k++) {
        let slip = jv(v + k);
        let aref = -s.damping * slip;
        set_basis_ref(v + k, aref);
        let at = row + 2 * (k - 1);
        note_impedance(at, s, edge_r);
        note_impedance(at + 1, s, edge_r);
        note_reference(at, jv(v) + slip, normal_ref + aref);
        note_reference(at + 1, jv(v) - slip, normal_ref - aref);
    }
#else
    set_contact_D(c, 1.0 / s.regularisation);
    set_contact_mu(c, mu);
    note_impedance(row, s, s.regularisation);
    note_reference(row, jv(v), normal_ref);
    let friction = friction_impedance(pair, s);
    for (var k = 1; k < dim; k++) {
        let aref = -friction.damping * jv(v + k);
        set_basis_ref(v + k, aref);
        // R mu^2 is the same in all friction directions
        let own = friction_of(pair, k - 1);
        let ratio = friction_of(pair, 0) / own;
        note_impedance(row + k, friction, tangent * ratio * ratio);
        note_reference(row + k, jv(v + k) / own, aref / own);
    }
#end
#end
}

#if ELLIPTIC && FRICTION
// friction only damps, with its own parameters if it has any
fn friction_impedance(pair: i32, s: Impedance) -> Impedance {
    return Impedance(0.0, near_damping(pair), s.impedance, s.slope, s.regularisation);
}
#end
#end
