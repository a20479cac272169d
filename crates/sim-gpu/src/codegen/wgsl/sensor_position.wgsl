// Sensors of the position stage: lengths, poses, images of points, energies, time.

#if POSITION_SENSORS
// stage: sensors of positions
fn position_sensors() {
    for (var k = lane; k < NPOSITION_SENSOR; k += LANES) {
        let i = position_sensor(k);
        put_reading(i, position_reading(i));
#if SENSOR_ACTUATORPOS
        if (sensor_type(i) == SENSOR_ACTUATORPOS) {
            put_lengths(i);
        }
#end
    }
}

fn position_reading(i: i32) -> vec4r {
    let id = sensor_object(i);
    switch (sensor_type(i)) {
#if SENSOR_MAGNETOMETER
        case SENSOR_MAGNETOMETER: {
            return three(mat_t_mul_vec(site_xmat(id), opt_magnetic()));
        }
#end
#if SENSOR_CAMPROJECTION
        case SENSOR_CAMPROJECTION: {
            let place = pixel(max(sensor_refid(i), 0), site_xpos(id));
            return vec4r(place, 0.0, 0.0);
        }
#end
#if SENSOR_JOINTPOS
        case SENSOR_JOINTPOS: {
            return one(qpos(jnt_qposadr(id)));
        }
#end
#if SENSOR_TENDONPOS
        case SENSOR_TENDONPOS: {
            return one(ten_length(id));
        }
#end
#if SENSOR_BALLQUAT
        case SENSOR_BALLQUAT: {
            return quat_normalize(qpos_quat(jnt_qposadr(id)));
        }
#end
#if SENSOR_JOINTLIMITPOS
        case SENSOR_JOINTLIMITPOS: {
            return one(joint_limit_distance(id));
        }
#end
#if SENSOR_TENDONLIMITPOS
        case SENSOR_TENDONLIMITPOS: {
            return one(tendon_limit_distance(id));
        }
#end
#if SENSOR_FRAMEPOS || SENSOR_FRAMEXAXIS || SENSOR_FRAMEYAXIS || SENSOR_FRAMEZAXIS
        case SENSOR_FRAMEPOS, SENSOR_FRAMEXAXIS, SENSOR_FRAMEYAXIS, SENSOR_FRAMEZAXIS: {
            return three(relative_place(i, sensor_type(i)));
        }
#end
#if SENSOR_FRAMEQUAT
        case SENSOR_FRAMEQUAT: {
            return relative_orientation(i);
        }
#end
#if SENSOR_SUBTREECOM
        case SENSOR_SUBTREECOM: {
            return three(subtree_com(id));
        }
#end
#if SENSOR_INSIDESITE
        case SENSOR_INSIDESITE: {
            return one(select(real(0.0), real(1.0), measures_inside(i)));
        }
#end
#if SENSOR_E_POTENTIAL
        case SENSOR_E_POTENTIAL: {
            return one(energy_at(0));
        }
#end
#if SENSOR_E_KINETIC
        case SENSOR_E_KINETIC: {
            return one(energy_at(1));
        }
#end
#if SENSOR_CLOCK
        case SENSOR_CLOCK: {
            return one(time());
        }
#end
        default: {
            return vec4r(0.0);
        }
    }
}

#if SENSOR_CAMPROJECTION
// image of a point in a camera, in pixels from the upper left corner
fn pixel(cam: i32, point: vec3r) -> vec2r {
    let p = mat_t_mul_vec(cam_xmat(cam), point - cam_xpos(cam));
    var depth = p.z;
    if (abs(depth) < MINVAL) {
        depth = select(MINVAL, -MINVAL, depth < 0.0);
    }
    let focal = focal_lengths(cam);
    let half_size = 0.5 * vec2r(real(cam_resolution(cam, 0)), real(cam_resolution(cam, 1)));
    return vec2r(-focal.x, focal.y) * (p.xy / depth) + half_size;
}

// focal lengths in pixels, in f32 if the model stores the lens in f32
fn focal_lengths(cam: i32) -> vec2r {
    let size = cam_sensorsize(cam);
    if (size.x != 0.0 && size.y != 0.0) {
        let lens = cam_intrinsic(cam);
        return vec2r(
            real(f32(lens.x) / f32(size.x) * f32(cam_resolution(cam, 0))),
            real(f32(lens.y) / f32(size.y) * f32(cam_resolution(cam, 1))),
        );
    }
    let turn = sin_cos(cam_fovy(cam) * PI / 360.0);
    return vec2r(0.5 * turn.y / turn.x * real(cam_resolution(cam, 1)));
}
#end

#if SENSOR_ACTUATORPOS
// lengths of all outputs of an actuator
fn put_lengths(i: i32) {
    let id = sensor_object(i);
    for (var k = 0; k < actuator_outnum(id); k++) {
        put_number(i, k, actuator_length(actuator_outadr(id) + k));
    }
}
#end

// position or axis of the measured object in the frame of the reference
fn relative_place(i: i32, kind: i32) -> vec3r {
    let own = measured_frame(i);
    let other = reference_frame(i);
    var v = own.pos - other.pos;
    if (kind != SENSOR_FRAMEPOS) {
        v = mat_col(own.mat, kind - SENSOR_FRAMEXAXIS);
    }
    return mat_t_mul_vec(other.mat, v);
}

// orientation of the measured object in the frame of the reference
fn relative_orientation(i: i32) -> vec4r {
    let own = object_quat(sensor_objtype(i), sensor_object(i));
    return quat_mul(quat_conj(object_quat(reference_kind(i), sensor_refid(i))), own);
}

// orientation of an object: its body's, rotated by the object's own
fn object_quat(kind: i32, id: i32) -> vec4r {
    switch (kind) {
#if SENSED_BODIES
        case OBJ_BODY: {
            return quat_mul(xquat(id), body_iquat(id));
        }
#end
#if SENSED_XBODIES
        case OBJ_XBODY: {
            return xquat(id);
        }
#end
#if SENSED_GEOMS
        case OBJ_GEOM: {
            return quat_mul(xquat(geom_bodyid(id)), geom_quat(id));
        }
#end
#if SENSED_SITES
        case OBJ_SITE: {
            return quat_mul(xquat(site_bodyid(id)), site_quat(id));
        }
#end
#if SENSED_CAMERAS
        case OBJ_CAMERA: {
            return quat_mul(xquat(cam_bodyid(id)), cam_quat(id));
        }
#end
        default: {
            return IDENTITY_QUAT;
        }
    }
}

// whether the measured object is in the volume of the reference site
fn measures_inside(i: i32) -> bool {
    let id = sensor_object(i);
    var point = measured_frame(i).pos;
    // a massless body has the centre of its subtree
    if (sensor_objtype(i) == OBJ_BODY && id > 0 && body_mass(id) < MINVAL && body_subtreemass(id) >= MINVAL) {
        point = subtree_com(id);
    }
    return is_inside_site(max(sensor_refid(i), 0), point);
}

// distance of a joint to its limit minus its margin; zero if the limit is inactive
fn joint_limit_distance(j: i32) -> real {
    let side = joint_limit_side(j);
    if (side == 0) {
        return 0.0;
    }
#if BALL_LIMITS
    if (jnt_type(j) == JNT_BALL) {
        return ball_limit(j).w - jnt_margin(j);
    }
#end
    let dist = joint_distances(j);
    return select(dist.y, dist.x, side > 0) - jnt_margin(j);
}

// distance of a tendon from its limits
fn tendon_limit_distance(t: i32) -> real {
    let side = tendon_limit_side(t);
    if (side == 0) {
        return 0.0;
    }
    let dist = tendon_distances(t);
    return select(dist.y, dist.x, side > 0) - tendon_margin(t);
}
#end

// which end of its range a joint is at, as the sign of its row: 1 for the lower one, -1 for the upper one and for balls, 0 for none;
// the lower one has priority
fn joint_limit_side(j: i32) -> i32 {
    if (jnt_limited(j) == 0) {
        return 0;
    }
    let kind = jnt_type(j);
#if BALL_LIMITS
    if (kind == JNT_BALL) {
        return select(0, -1, ball_limit(j).w < jnt_margin(j));
    }
#end
#if DOF_LIMITS
    if (kind == JNT_SLIDE || kind == JNT_HINGE) {
        let dist = joint_distances(j);
        let margin = jnt_margin(j);
        return select(select(0, -1, dist.y < margin), 1, dist.x < margin);
    }
#end
    return 0;
}

// side of a tendon whose limit is nearer: 0 without limits
fn tendon_limit_side(t: i32) -> i32 {
#if TENDON_LIMITS
    if (tendon_limited(t) != 0 && tendon_moves(t)) {
        let dist = tendon_distances(t);
        let margin = tendon_margin(t);
        return select(select(0, -1, dist.y < margin), 1, dist.x < margin);
    }
#end
    return 0;
}
