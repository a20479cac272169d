// Poses of cameras and lights: rigid, tracking or looking at a target.

#if CAMERAS || LIGHTS
// stage: cameras and lights
fn cameras_and_lights() {
#if CAMERAS
    for (var i = lane; i < NCAM; i += LANES) {
        camera_pose(i);
    }
#end
#if LIGHTS
    for (var i = lane; i < NLIGHT; i += LANES) {
        light_pose(i);
    }
#end
}

fn looks_at_body(mode: i32, goal: i32) -> bool {
    return goal >= 0 && (mode == MODE_TARGETBODY || mode == MODE_TARGETBODYCOM);
}

// the point that a targeting object looks at
fn goal_point(mode: i32, body: i32) -> vec3r {
    if (mode == MODE_TARGETBODY) {
        return xpos(body);
    }
    return subtree_com(body);
}
#end

#if CAMERAS
fn camera_pose(i: i32) {
    let body = cam_bodyid(i);
    let mode = cam_mode(i);
    let goal = cam_targetbodyid(i);
    if (mode == MODE_TRACK) {
        set_cam_xpos(i, xpos(body) + cam_pos0(i));
        set_cam_xmat(i, cam_mat0(i));
    } else if (mode == MODE_TRACKCOM) {
        set_cam_xpos(i, subtree_com(body) + cam_poscom0(i));
        set_cam_xmat(i, cam_mat0(i));
    } else {
        let pos = quat_rotate(xquat(body), cam_pos(i)) + xpos(body);
        set_cam_xpos(i, pos);
        if (looks_at_body(mode, goal)) {
            set_cam_xmat(i, look_at(pos, goal_point(mode, goal)));
        } else {
            set_cam_xmat(i, quat_to_mat(quat_mul(xquat(body), cam_quat(i))));
        }
    }
}

// orientation of a camera that looks at a point: -z ahead, x horizontal
fn look_at(pos: vec3r, point: vec3r) -> Mat3 {
    let z = unit(pos - point).dir;
    let x = unit(cross(vec3r(0.0, 0.0, 1.0), z)).dir;
    let y = unit(cross(z, x)).dir;
    return Mat3(vec3r(x.x, y.x, z.x), vec3r(x.y, y.y, z.y), vec3r(x.z, y.z, z.z));
}
#end

#if LIGHTS
fn light_pose(i: i32) {
    let body = light_bodyid(i);
    let mode = light_mode(i);
    let goal = light_targetbodyid(i);
    var dir = light_dir0(i);
    if (mode == MODE_TRACK) {
        set_light_xpos(i, xpos(body) + light_pos0(i));
    } else if (mode == MODE_TRACKCOM) {
        set_light_xpos(i, subtree_com(body) + light_poscom0(i));
    } else {
        let pos = quat_rotate(xquat(body), light_pos(i)) + xpos(body);
        set_light_xpos(i, pos);
        if (looks_at_body(mode, goal)) {
            dir = goal_point(mode, goal) - pos;
        } else {
            dir = quat_rotate(xquat(body), light_dir(i));
        }
    }
    set_light_xdir(i, unit(dir).dir);
}
#end
