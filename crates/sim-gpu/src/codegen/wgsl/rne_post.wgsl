// Accelerations of bodies and the forces between them, once the acceleration and all external forces are known.

// visible fields
fn body_forces() {
#if EXTERNAL_FORCES
    external_forces();
#end
#if BODY_ACCELERATIONS
    body_accelerations();
#end
#if BODY_FORCES
    forces_of_parents();
#end
}

#if BODY_ACCELERATIONS
fn body_accelerations() {
    if (lane == 0) {
        set_cacc(0, world_acceleration());
    }
    sync();
    for (var level = 0; level < NLEVEL; level++) {
        let end = level_adr(level + 1);
        for (var k = level_adr(level) + lane; k < end; k += LANES) {
            body_acceleration(level_body(k));
        }
        sync();
    }
}

fn body_acceleration(i: i32) {
    var acc = cacc(body_parentid(i));
    let first = body_dofadr(i);
    let end = first + body_dofnum(i);
    for (var k = first; k < end; k++) {
        acc = vec6_add(acc, vec6_scale(cdof_dot(k), qvel(k)));
        acc = vec6_add(acc, vec6_scale(cdof(k), qacc(k)));
    }
    set_cacc(i, acc);
}
#end

#if BODY_FORCES
// force of every parent on its child: children first
fn forces_of_parents() {
    for (var level = NLEVEL - 1; level >= 0; level--) {
        let end = level_adr(level + 1);
        for (var k = level_adr(level) + lane; k < end; k += LANES) {
            let i = level_body(k);
            let vel = cvel(i);
            let own = cinert(i);
            let moved = vec6_add(inertia_mul(own, cacc(i)), cross_force(vel, inertia_mul(own, vel)));
            set_cfrc_int(i, vec6_add(vec6_sub(moved, cfrc_ext(i)), forces_on_children(i)));
        }
        sync();
    }
    if (lane == 0) {
        set_cfrc_int(0, forces_on_children(0));
    }
    sync();
}

fn forces_on_children(i: i32) -> Vec6 {
    var sum = vec6_zero();
    let end = child_adr(i + 1);
    for (var c = child_adr(i); c < end; c++) {
        sum = vec6_add(sum, cfrc_int(child_body(c)));
    }
    return sum;
}
#end

#if EXTERNAL_FORCES
// wrenches of the user, of contacts, of connects and welds on every body; a lane adds to its own bodies, in the order of the rows
fn external_forces() {
    for (var i = lane; i < NBODY; i += LANES) {
        let applied = xfrc_applied(i);
        set_cfrc_ext(i, vec6_zero());
        // force before torque
        add_external(i, Vec6(applied.b, applied.a), xipos(i), 1.0);
    }
#if CONTACTS
    for (var c = 0; c < ncon(); c++) {
        if (contact_efc_address(c) >= 0) {
            add_contact_force(c);
        }
    }
#end
#if ATTACHMENTS
    // adds the rows of an equality to `at`
    for (var at = 0; at < ne(); at++) {
        let e = efc_id(at);
        let kind = eq_type(e);
        if (kind <= EQ_WELD) {
            add_attachment_force(e, at);
            at += select(2, 5, kind == EQ_WELD);
        }
    }
#end
    sync();
}

// whether this lane sums the wrenches on a body; nothing acts on the world body
fn is_own_body(body: i32) -> bool {
    return body != 0 && body % LANES == lane;
}

// adds a wrench that acts on a body at a point
fn add_external(body: i32, wrench: Vec6, pos: vec3r, sign: real) {
    if (is_own_body(body)) {
        let moved = move_force(wrench, subtree_com(body_rootid(body)), pos);
        set_cfrc_ext(body, vec6_add(cfrc_ext(body), vec6_scale(moved, sign)));
    }
}

#if CONTACTS
fn add_contact_force(c: i32) {
    let bodies = contact_bodies(c);
    if (!is_own_body(bodies.x) && !is_own_body(bodies.y)) {
        return;
    }
    let local = contact_wrench(c);
    let frame = frame_of_contact(c);
    let wrench = Vec6(mat_t_mul_vec(frame, local.a), mat_t_mul_vec(frame, local.b));
    add_external(bodies.x, wrench, contact_pos(c), -1.0);
    add_external(bodies.y, wrench, contact_pos(c), 1.0);
}
#end

#if ATTACHMENTS
fn add_attachment_force(e: i32, at: i32) {
    let f = attached_frames(e);
    var wrench = Vec6(vec3r(0.0), vec3r(efc_force(at), efc_force(at + 1), efc_force(at + 2)));
    if (eq_type(e) == EQ_WELD) {
        wrench.a = vec3r(efc_force(at + 3), efc_force(at + 4), efc_force(at + 5));
    }
    add_external(f.bodies.x, wrench, f.anchor1, 1.0);
    add_external(f.bodies.y, wrench, f.anchor2, -1.0);
}
#end
#end
