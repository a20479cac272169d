// Transmissions: lengths of actuator outputs, and their moment arms by dof.
//
// Each output has a table of dofs; zero moment arms stay in it.

#if ACTUATORS || ACTUATOR_LENGTHS
// stage: transmission
fn transmission() {
    for (var i = lane; i < NACTUATOR; i += LANES) {
        let out = actuator_outadr(i);
        let id = actuator_trnid(i, 0);
        switch (actuator_trntype(i)) {
            case TRN_JOINT, TRN_JOINTINPARENT: {
                joint_transmission(i, out, id);
            }
#if TENDONS
            case TRN_TENDON: {
                tendon_transmission(out, id);
            }
#end
#if SITES
            case TRN_SLIDERCRANK: {
                crank_transmission(i, out, id);
            }
            case TRN_SITE: {
                site_transmission(i, out, id);
            }
#end
#if ADHESION
            case TRN_BODY: {
                adhesion_transmission(out, id);
            }
#end
#if ACT_SO3
            case TRN_SO3: {
                orientation_transmission(i, out, id);
            }
#end
            default: {
                set_actuator_length(out, 0.0);
            }
        }
    }
}
#end

fn joint_transmission(i: i32, out: i32, j: i32) {
    let at = moment_adr(out);
    let q = jnt_qposadr(j);
#if FREE || BALL
    let in_parent = actuator_trntype(i) == TRN_JOINTINPARENT;
    let gear = actuator_gear(out);
#end
#if BALL
    if (jnt_type(j) == JNT_BALL) {
        let quat = quat_normalize(qpos_quat(q));
        var axis = gear.a;
        if (in_parent) {
            axis = quat_rotate(quat_conj(quat), axis);
        }
        set_actuator_length(out, dot(quat_to_rotvec(quat), axis));
        set_moment3(at, axis);
        return;
    }
#end
#if FREE
    if (jnt_type(j) == JNT_FREE) {
        var axis = gear.b;
        if (in_parent) {
            axis = quat_rotate(quat_conj(quat_normalize(qpos_quat(q + 3))), axis);
        }
        // a wrench has no length
        set_actuator_length(out, 0.0);
        set_moment3(at, gear.a);
        set_moment3(at + 3, axis);
        return;
    }
#end
    let scale = actuator_gear_at(out, 0);
    set_actuator_length(out, qpos(q) * scale);
    set_actuator_moment(at, scale);
}

fn set_moment3(at: i32, arms: vec3r) {
    set_actuator_moment(at, arms.x);
    set_actuator_moment(at + 1, arms.y);
    set_actuator_moment(at + 2, arms.z);
}

fn tendon_transmission(out: i32, t: i32) {
    let gear = actuator_gear_at(out, 0);
    let first = moment_adr(out);
    let row = ten_J_rowadr(t);
    set_actuator_length(out, ten_length(t) * gear);
    for (var k = 0; k < ten_J_rownnz(t); k++) {
        set_actuator_moment(first + k, ten_J(row + k) * gear);
    }
}

// velocity of a site's origin per unit of a dof that moves it
fn site_column(axis: Vec6, site: i32) -> vec3r {
    return axis.b + cross(axis.a, site_xpos(site) - subtree_com(body_rootid(site_bodyid(site))));
}

// motion of a second site relative to a first one per unit of a dof
fn gap_column(axis: Vec6, moves: i32, first: i32, second: i32) -> Vec6 {
    var column = vec6_zero();
    if ((moves & MOVES_FIRST) != 0) {
        column = Vec6(axis.a, site_column(axis, second));
    }
    if ((moves & MOVES_SECOND) != 0) {
        column = Vec6(column.a - axis.a, column.b - site_column(axis, first));
    }
    return column;
}

// length of a rod's slider along its axis
fn crank_transmission(i: i32, out: i32, crank: i32) {
    let slider = actuator_trnid(i, 1);
    let rod = rod_length(out);
    let gear = actuator_gear_at(out, 0);
    let axis = mat_col(site_xmat(slider), 2);
    let v = site_xpos(crank) - site_xpos(slider);
    let av = dot(v, axis);
    let det = av * av + rod * rod - dot(v, v);
    // derivatives of the length by the vector and the axis; a rod that is too short gives its projection
    var by_vector = axis;
    var by_axis = v;
    var travel = av;
    if (det > 0.0) {
        let root = sqrt(det);
        by_vector = axis * (1.0 - av / root) + v * (1.0 / root);
        by_axis = v * (1.0 - av / root);
        travel = av - root;
    }
    set_actuator_length(out, travel * gear);
    let end = moment_adr(out + 1);
    for (var e = moment_adr(out); e < end; e++) {
        let motion = cdof(moment_dof(e));
        let moves = moment_moves(e);
        var arm = dot(by_vector, gap_column(motion, moves, slider, crank).b);
        if ((moves & MOVES_SECOND) != 0) {
            arm += dot(by_axis, cross(motion.a, axis));
        }
        set_actuator_moment(e, arm * gear);
    }
}

// rotation vector of a site relative to a reference site
fn relative_rotation(first: i32, second: i32) -> vec3r {
    // these products follow MuJoCo's order
    let a = quat_mul(site_quat(second), xquat(site_bodyid(second)));
    let b = quat_mul(site_quat(first), xquat(site_bodyid(first)));
    return quat_difference(a, b);
}

fn site_transmission(i: i32, out: i32, site: i32) {
    let gear = actuator_gear(out);
    let reference = actuator_trnid(i, 1);
    let frame = select(site, reference, reference >= 0);
    let mat = site_xmat(frame);
    let force = mat_mul_vec(mat, gear.a);
    let torque = mat_mul_vec(mat, gear.b);
    var travel: real = 0.0;
    if (reference >= 0) {
        travel = dot(mat_t_mul_vec(mat, site_xpos(site) - site_xpos(reference)), gear.a);
        if (dot(gear.b, gear.b) > 0.0) {
            travel += dot(relative_rotation(reference, site), gear.b);
        }
    }
    set_actuator_length(out, travel);
    let end = moment_adr(out + 1);
    for (var e = moment_adr(out); e < end; e++) {
        let column = gap_column(cdof(moment_dof(e)), moment_moves(e), frame, site);
        set_actuator_moment(e, dot(column.b, force) + dot(column.a, torque));
    }
}

#if ADHESION
// pulls on all contacts of a body, also those in the gap: the mean of their normals, negated
fn adhesion_transmission(out: i32, body: i32) {
    set_actuator_length(out, 0.0);
    let first = moment_adr(out);
    let end = moment_adr(out + 1);
    for (var e = first; e < end; e++) {
        set_actuator_moment(e, 0.0);
    }
    var count = 0;
    for (var c = 0; c < ncon(); c++) {
        let bodies = contact_bodies(c);
        if ((bodies.x != body && bodies.y != body) || is_left_out(c)) {
            continue;
        }
        count += 1;
        for (var e = first; e < end; e++) {
            set_actuator_moment(e, actuator_moment(e) + normal_column(c, bodies, moment_dof(e)));
        }
    }
    let scale = -1.0 / real(max(count, 1));
    for (var e = first; e < end; e++) {
        set_actuator_moment(e, actuator_moment(e) * scale);
    }
}

// whether a contact would carry force but has no rows because nothing moves its sides relative to each other
fn is_left_out(c: i32) -> bool {
    return contact_dist(c) < near_includemargin(contact_pair(c)) && !contact_is_moved(c);
}

// relative motion of a contact's surfaces per unit of a dof
fn normal_column(c: i32, bodies: vec2<i32>, dof: i32) -> real {
    let second = dof_moves(dof, bodies.y);
    if (dof_moves(dof, bodies.x) == second) {
        return 0.0;
    }
    let body = select(bodies.x, bodies.y, second);
    let way = dot(contact_axes(c).a, point_column(cdof(dof), contact_pos(c) - subtree_com(body_rootid(body))));
    return select(-way, way, second);
}
#end

// three outputs: the rotation vector of a ball joint, or of a site relative to a reference site
fn orientation_transmission(i: i32, out: i32, id: i32) {
    let reference = actuator_trnid(i, 1);
    var turn = vec3r(0.0);
    if (reference < 0) {
        turn = quat_to_rotvec(quat_normalize(qpos_quat(jnt_qposadr(id))));
    } else {
#if SITES
        turn = relative_rotation(reference, id);
#end
    }
    for (var k = 0; k < 3; k++) {
        set_actuator_length(out + k, turn[k]);
        if (reference < 0) {
            set_actuator_moment(moment_adr(out + k), 1.0);
        } else {
#if SITES
            let axis = mat_col(site_xmat(id), k);
            let end = moment_adr(out + k + 1);
            for (var e = moment_adr(out + k); e < end; e++) {
                let column = gap_column(cdof(moment_dof(e)), moment_moves(e), reference, id);
                set_actuator_moment(e, dot(column.a, axis));
            }
#end
        }
    }
}

// The rod at an output. MuJoCo 3.12.0 indexes it by output, not by actuator: beyond the last actuator it reads the zeros that pad the
// array to 64 bytes, and beyond those the next array.
fn rod_length(out: i32) -> real {
    if (out < NACTUATOR) {
        return actuator_cranklength(out);
    }
    let beyond = out - (NACTUATOR + 7) / 8 * 8;
    if (beyond < 0 || beyond >= 10 * NACTUATOR) {
        return 0.0;
    }
    return actuator_dynprm_at(beyond / 10, beyond % 10);
}
