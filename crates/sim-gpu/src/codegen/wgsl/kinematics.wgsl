// Forward kinematics: qpos to poses of bodies, inertial frames, joints, geoms and sites.
//
// Several lanes compute all bodies in their parents' frames at once, and then in the world from the root on: few steps depend on each
// other. One lane alone goes from the root on, with joints in the world from the start: it writes every number once.

// stage: kinematics
fn kinematics() {
    if (lane == 0) {
        set_xpos(0, vec3r(0.0));
        set_xquat(0, IDENTITY_QUAT);
        set_xipos(0, vec3r(0.0));
        set_ximat(0, identity_mat());
    }
#if ONE_LANE
    for (var k = 0; k < level_adr(NLEVEL); k++) {
        place_body(level_body(k));
    }
#else
    for (var i = 1 + lane; i < NBODY; i += LANES) {
        place_body(i);
    }
    sync();
    // the parent of the first ones is the world
    for (var level = 1; level < NLEVEL; level++) {
        let end = level_adr(level + 1);
        for (var j = level_adr(level) + lane; j < end; j += LANES) {
            let i = level_body(j);
            let parent = body_parentid(i);
            set_xpos(i, quat_rotate(xquat(parent), xpos(i)) + xpos(parent));
            set_xquat(i, quat_normalize(quat_mul(xquat(parent), xquat(i))));
        }
        sync();
    }
    for (var j = lane; j < NJNT; j += LANES) {
        let parent = body_parentid(jnt_bodyid(j));
        if (parent > 0) {
            set_xanchor(j, quat_rotate(xquat(parent), xanchor(j)) + xpos(parent));
            set_xaxis(j, quat_rotate(xquat(parent), xaxis(j)));
        }
    }
#end
    for (var i = lane; i < NBODY; i += LANES) {
        set_xmat(i, body_mat(i));
    }
    sync();
}

// computes a body and its joints: in the frame of its parent, or, with one lane, in the world
fn place_body(i: i32) {
    let first = body_jntadr(i);
    let joints = body_jntnum(i);
    var pose: Pose;
#if FREE
    if (joints == 1 && jnt_type(first) == JNT_FREE) {
        let q = jnt_qposadr(first);
        pose = Pose(vec3r(qpos(q), qpos(q + 1), qpos(q + 2)), quat_normalize(qpos_quat(q + 3)));
        set_xanchor(first, pose.pos);
        set_xaxis(first, jnt_axis(first));
    } else {
        pose = jointed_pose(i, first, joints);
    }
#else
    pose = jointed_pose(i, first, joints);
#end
    set_xpos(i, pose.pos);
    set_xquat(i, quat_normalize(pose.quat));
}

fn qpos_quat(q: i32) -> vec4r {
    return vec4r(qpos(q), qpos(q + 1), qpos(q + 2), qpos(q + 3));
}

fn jointed_pose(i: i32, first: i32, joints: i32) -> Pose {
    var pose = rest_pose(i);
    for (var j = first; j < first + joints; j++) {
        pose = apply_joint(j, pose);
    }
    return pose;
}

// pose before the joints move it: from the model, or from the mocap input
fn rest_pose(i: i32) -> Pose {
#if MOCAP
    let mocap = body_mocapid(i);
    if (mocap >= 0) {
        return Pose(mocap_pos(mocap), quat_normalize(mocap_quat(mocap)));
    }
#end
#if ONE_LANE
    let parent = body_parentid(i);
    if (parent > 0) {
        return Pose(quat_rotate(xquat(parent), body_pos(i)) + xpos(parent), quat_mul(xquat(parent), body_quat(i)));
    }
#end
    return Pose(body_pos(i), body_quat(i));
}

// applies joint j to a pose and records its anchor and axis
fn apply_joint(j: i32, pose: Pose) -> Pose {
    let axis = quat_rotate(pose.quat, jnt_axis(j));
    let anchor = quat_rotate(pose.quat, jnt_pos(j)) + pose.pos;
    set_xanchor(j, anchor);
    set_xaxis(j, axis);
    let q = jnt_qposadr(j);
    var turn = IDENTITY_QUAT;
    switch (jnt_type(j)) {
#if SLIDE
        case JNT_SLIDE: {
            return Pose(pose.pos + axis * (qpos(q) - qpos0(q)), pose.quat);
        }
#end
#if BALL
        case JNT_BALL: {
            turn = quat_normalize(qpos_quat(q));
        }
#end
        default: {
            turn = quat_from_axis_angle(jnt_axis(j), qpos(q) - qpos0(q));
        }
    }
    let quat = quat_mul(pose.quat, turn);
    // the anchor stays where it is
    return Pose(anchor - quat_rotate(quat, jnt_pos(j)), quat);
}

// stage: attached poses
fn attached_poses() {
    for (var i = 1 + lane; i < NBODY; i += LANES) {
        set_xipos(i, attached_pos(i, body_sameframe(i), body_ipos(i)));
        set_ximat(i, inertia_mat(i));
    }
    sync();
#if GEOMS
    for (var i = lane; i < NGEOM; i += LANES) {
#if FINE
        place_finely(i);
#else
        let body = geom_bodyid(i);
        let same = geom_sameframe(i);
        set_geom_xpos(i, attached_pos(body, same, geom_pos(i)));
        let mat = attached_mat(body, same, geom_quat(i));
        set_geom_xmat(i, mat);
        set_geom_axis(i, mat_col(mat, 2));
#end
    }
#end
#if SITES
    for (var i = lane; i < NSITE; i += LANES) {
        let body = site_bodyid(i);
        let same = site_sameframe(i);
        set_site_xpos(i, attached_pos(body, same, site_pos(i)));
        set_site_xmat(i, attached_mat(body, same, site_quat(i)));
    }
#end
    sync();
}

// Matrices are computed from quaternions when needed: nine numbers for each body, geom or inertia would cost more registers and workgroup
// memory than they save.

// axes of a body
fn body_mat(i: i32) -> Mat3 {
    return quat_to_mat(xquat(i));
}

// principal axes of a body
fn inertia_mat(i: i32) -> Mat3 {
    let same = body_sameframe(i);
    if (same == SAME_BODY || same == SAME_BODYROT) {
        return body_mat(i);
    }
    return quat_to_mat(quat_mul(xquat(i), body_iquat(i)));
}

#if GEOMS
// axes of a geom
fn geom_mat(g: i32) -> Mat3 {
#if FINE
    return geom_xmat(g);
#else
    return attached_mat(geom_bodyid(g), geom_sameframe(g), geom_quat(g));
#end
}
#end

fn attached_pos(body: i32, same: i32, pos: vec3r) -> vec3r {
    if (same == SAME_BODY) {
        return xpos(body);
    }
    if (same == SAME_INERTIA) {
        return xipos(body);
    }
    return quat_rotate(xquat(body), pos) + xpos(body);
}

fn attached_mat(body: i32, same: i32, quat: vec4r) -> Mat3 {
    if (same == SAME_BODY || same == SAME_BODYROT) {
        return body_mat(body);
    }
    if (same == SAME_INERTIA || same == SAME_INERTIAROT) {
        return inertia_mat(body);
    }
    return quat_to_mat(quat_mul(xquat(body), quat));
}
