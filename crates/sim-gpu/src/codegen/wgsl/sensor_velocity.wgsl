// Sensors of the velocity stage: rates of lengths, velocities of frames, momenta of subtrees.

#if VELOCITY_SENSORS || SUBTREE_VELOCITIES
// stage: sensors of velocities
fn velocity_sensors() {
#if SUBTREE_VELOCITIES
    subtree_velocities();
#end
#if VELOCITY_SENSORS
    for (var k = lane; k < NVELOCITY_SENSOR; k += LANES) {
        let i = velocity_sensor(k);
        put_reading(i, velocity_reading(i));
#if SENSOR_ACTUATORVEL && ACTUATORS
        if (sensor_type(i) == SENSOR_ACTUATORVEL) {
            put_rates(i);
        }
#end
    }
#end
}
#end

#if VELOCITY_SENSORS
fn velocity_reading(i: i32) -> vec4r {
    let id = sensor_object(i);
    switch (sensor_type(i)) {
#if SENSOR_VELOCIMETER || SENSOR_GYRO
        case SENSOR_VELOCIMETER, SENSOR_GYRO: {
            let vel = site_velocity(id);
            return three(select(vel.a, vel.b, sensor_type(i) == SENSOR_VELOCIMETER));
        }
#end
#if SENSOR_JOINTVEL
        case SENSOR_JOINTVEL: {
            return one(qvel(jnt_dofadr(id)));
        }
#end
#if SENSOR_TENDONVEL
        case SENSOR_TENDONVEL: {
            return one(ten_velocity(id));
        }
#end
#if SENSOR_BALLANGVEL
        case SENSOR_BALLANGVEL: {
            return three(turning_velocity(id));
        }
#end
#if SENSOR_JOINTLIMITVEL
        case SENSOR_JOINTLIMITVEL: {
            return one(joint_limit_velocity(id));
        }
#end
#if SENSOR_TENDONLIMITVEL
        case SENSOR_TENDONLIMITVEL: {
            return one(tendon_limit_velocity(id));
        }
#end
#if SENSOR_FRAMELINVEL || SENSOR_FRAMEANGVEL
        case SENSOR_FRAMELINVEL, SENSOR_FRAMEANGVEL: {
            let vel = relative_velocity(i);
            return three(select(vel.a, vel.b, sensor_type(i) == SENSOR_FRAMELINVEL));
        }
#end
#if SENSOR_SUBTREELINVEL
        case SENSOR_SUBTREELINVEL: {
            return three(subtree_linvel(id));
        }
#end
#if SENSOR_SUBTREEANGMOM
        case SENSOR_SUBTREEANGMOM: {
            return three(subtree_angmom(id));
        }
#end
        default: {
            return vec4r(0.0);
        }
    }
}

// velocity of a site in its own axes
fn site_velocity(id: i32) -> Vec6 {
    let site = site_frame(id);
    return to_local(frame_velocity(site), site.mat);
}

// angular velocity of a ball joint
fn turning_velocity(j: i32) -> vec3r {
    let dof = jnt_dofadr(j);
    return vec3r(qvel(dof), qvel(dof + 1), qvel(dof + 2));
}

// velocity of the measured object relative to the reference
fn relative_velocity(i: i32) -> Vec6 {
    let measured = measured_frame(i);
    let other = reference_frame(i);
    let carrier = frame_velocity(other);
    var slip = vec6_sub(frame_velocity(measured), carrier);
    // the rotating reference carries the object along
    slip.b += cross(measured.pos - other.pos, carrier.a);
    return to_local(slip, other.mat);
}

#if SENSOR_ACTUATORVEL && ACTUATORS
// velocities of all outputs of an actuator
fn put_rates(i: i32) {
    let id = sensor_object(i);
    for (var k = 0; k < actuator_outnum(id); k++) {
        put_number(i, k, actuator_velocity(actuator_outadr(id) + k));
    }
}
#end

// velocity of the limit's row; zero if the limit is inactive
fn joint_limit_velocity(j: i32) -> real {
    let side = joint_limit_side(j);
    if (side == 0) {
        return 0.0;
    }
#if BALL_LIMITS
    if (jnt_type(j) == JNT_BALL) {
        return -dot(ball_limit(j).xyz, turning_velocity(j));
    }
#end
    return real(side) * qvel(jnt_dofadr(j));
}

fn tendon_limit_velocity(t: i32) -> real {
    let side = tendon_limit_side(t);
    var sum: real = 0.0;
    if (side != 0) {
        let first = ten_J_rowadr(t);
        let end = first + ten_J_rownnz(t);
        for (var e = first; e < end; e++) {
            sum += tendon_entry(t, e) * qvel(ten_J_colind(e));
        }
    }
    return real(side) * sum;
}
#end

#if SUBTREE_VELOCITIES
// linear velocity and angular momentum of every subtree
fn subtree_velocities() {
    for (var level = NLEVEL - 1; level >= 0; level--) {
        let end = level_adr(level + 1);
        for (var k = level_adr(level) + lane; k < end; k += LANES) {
            subtree_momentum(level_body(k));
        }
        sync();
    }
    if (lane == 0) {
        subtree_momentum(0);
    }
    sync();
    for (var i = lane; i < NBODY; i += LANES) {
        set_subtree_linvel(i, subtree_linvel(i) * (1.0 / max(body_subtreemass(i), MINVAL)));
    }
    sync();
    for (var level = NLEVEL - 1; level >= 0; level--) {
        let end = level_adr(level + 1);
        for (var k = level_adr(level) + lane; k < end; k += LANES) {
            subtree_spin(level_body(k));
        }
        sync();
    }
    if (lane == 0) {
        subtree_spin(0);
    }
    sync();
}

// velocity of a body at its centre of mass
fn centre_velocity(i: i32) -> Vec6 {
    return frame_velocity(Frame(i, xipos(i), identity_mat()));
}

// momentum of a subtree, stored in the array of its velocity; children first
fn subtree_momentum(i: i32) {
    var momentum = centre_velocity(i).b * body_mass(i);
    let end = child_adr(i + 1);
    for (var c = child_adr(i); c < end; c++) {
        momentum += subtree_linvel(child_body(c));
    }
    set_subtree_linvel(i, momentum);
}

// angular momentum of a subtree about its own centre of mass; children first
fn subtree_spin(i: i32) {
    let vel = centre_velocity(i);
    let mat = inertia_mat(i);
    let com = subtree_com(i);
    let linvel = subtree_linvel(i);
    var spin = mat_mul_vec(mat, mat_t_mul_vec(mat, vel.a) * body_inertia(i));
    spin += cross(xipos(i) - com, (vel.b - linvel) * body_mass(i));
    let end = child_adr(i + 1);
    for (var c = child_adr(i); c < end; c++) {
        let child = child_body(c);
        let moved = (subtree_linvel(child) - linvel) * body_subtreemass(child);
        spin += subtree_angmom(child) + cross(subtree_com(child) - com, moved);
    }
    set_subtree_angmom(i, spin);
}
#end
