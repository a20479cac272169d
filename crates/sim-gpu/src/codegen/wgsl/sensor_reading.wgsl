// Shared by sensors: their types, cutoff and output, the frames that they measure and the reference frames.

// The frame of an object, and the body that carries it.
struct Frame {
    body: i32,
    pos: vec3r,
    mat: Mat3,
}

// number `k` of the reading of sensor `i`
fn put_number(i: i32, k: i32, x: real) {
    if (k < sensor_dim(i)) {
        set_sensordata(sensor_adr(i) + k, cut_off(i, x));
    }
}

// the whole reading of a sensor of at most four numbers; called once for all types, because drivers inline every call
fn put_reading(i: i32, reading: vec4r) {
    for (var k = 0; k < min(sensor_dim(i), 4); k++) {
        put_number(i, k, reading[k]);
    }
}

fn put_zeros(i: i32) {
    for (var k = 0; k < sensor_dim(i); k++) {
        put_number(i, k, 0.0);
    }
}

fn one(x: real) -> vec4r {
    return vec4r(x, 0.0, 0.0, 0.0);
}

fn three(v: vec3r) -> vec4r {
    return vec4r(v, 0.0);
}

// real numbers are limited on both sides, positive ones from above
fn cut_off(i: i32, x: real) -> real {
#if SENSOR_CUTOFF
    let limit = sensor_cutoff(i);
    if (limit > 0.0 && sensor_type(i) != SENSOR_CONTACT) {
        let kind = sensor_datatype(i);
        if (kind == DATATYPE_REAL) {
            return clip(x, -limit, limit);
        }
        if (kind == DATATYPE_POSITIVE) {
            return min(x, limit);
        }
    }
#end
    return x;
}

// the object that a sensor measures
fn sensor_object(i: i32) -> i32 {
    return max(sensor_objid(i), 0);
}

// the frame of an object; that of the world by default
fn object_frame(kind: i32, id: i32) -> Frame {
    switch (kind) {
#if SENSED_BODIES
        case OBJ_BODY: {
            return Frame(id, xipos(id), inertia_mat(id));
        }
#end
#if SENSED_XBODIES
        case OBJ_XBODY: {
            return Frame(id, xpos(id), body_mat(id));
        }
#end
#if SENSED_GEOMS
        case OBJ_GEOM: {
            return Frame(geom_bodyid(id), geom_xpos(id), geom_mat(id));
        }
#end
#if SENSED_SITES
        case OBJ_SITE: {
            return site_frame(id);
        }
#end
#if SENSED_CAMERAS
        case OBJ_CAMERA: {
            return Frame(cam_bodyid(id), cam_xpos(id), cam_xmat(id));
        }
#end
        default: {
            return Frame(0, vec3r(0.0), identity_mat());
        }
    }
}

fn site_frame(id: i32) -> Frame {
    return Frame(site_bodyid(id), site_xpos(id), site_xmat(id));
}

// the frame that a sensor measures
fn measured_frame(i: i32) -> Frame {
    return object_frame(sensor_objtype(i), sensor_object(i));
}

// the reference frame of a sensor
fn reference_frame(i: i32) -> Frame {
    return object_frame(reference_kind(i), sensor_refid(i));
}

// type of a sensor's reference object; none for the world
fn reference_kind(i: i32) -> i32 {
    return select(OBJ_UNKNOWN, sensor_reftype(i), sensor_refid(i) >= 0);
}

// whether any dof moves a body
fn body_moves(body: i32) -> bool {
    return body_dofnum(body_weldid(body)) != 0;
}

// a motion in the com frame, expressed at the origin of a frame's body
fn motion_at(motion: Vec6, f: Frame) -> Vec6 {
    return move_motion(motion, f.pos, subtree_com(body_rootid(f.body)));
}

// velocity of a frame at its origin, in world axes
fn frame_velocity(f: Frame) -> Vec6 {
    if (!body_moves(f.body)) {
        return vec6_zero();
    }
    return motion_at(cvel(f.body), f);
}

// whether a point is inside the volume of a site
fn is_inside_site(id: i32, point: vec3r) -> bool {
    let size = site_size(id);
    let p = mat_t_mul_vec(site_xmat(id), point - site_xpos(id));
    switch (site_type(id)) {
        case GEOM_SPHERE: {
            return dot(p, p) < size.x * size.x;
        }
        case GEOM_CAPSULE: {
            let beyond = p.z - clip(p.z, -size.y, size.y);
            return p.x * p.x + p.y * p.y + beyond * beyond < size.x * size.x;
        }
        case GEOM_ELLIPSOID: {
            let q = p / size;
            return dot(q, q) < 1.0;
        }
        case GEOM_CYLINDER: {
            return abs(p.z) < size.y && p.x * p.x + p.y * p.y < size.x * size.x;
        }
        case GEOM_BOX: {
            return all(abs(p) < size);
        }
        case GEOM_PLANE: {
            return p.z < 0.0;
        }
        default: {
            return false;
        }
    }
}
