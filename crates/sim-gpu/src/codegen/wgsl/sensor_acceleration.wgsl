// Sensors of the acceleration stage: accelerations of frames, forces of actuators, limits, parents, contacts.

#if ACCELERATION_SENSORS || BODY_ACCELERATIONS || EXTERNAL_FORCES
// stage: sensors of accelerations
fn acceleration_sensors() {
    body_forces();
#if ACCELERATION_SENSORS
    for (var k = lane; k < NACCELERATION_SENSOR; k += LANES) {
        let i = acceleration_sensor(k);
        put_reading(i, acceleration_reading(i));
#if SENSOR_ACTUATORFRC && ACTUATORS
        if (sensor_type(i) == SENSOR_ACTUATORFRC) {
            put_forces(i);
        }
#end
#if SENSOR_CONTACT
        if (sensor_type(i) == SENSOR_CONTACT) {
            read_contacts(i);
        }
#end
    }
#end
}
#end

#if ACCELERATION_SENSORS
fn acceleration_reading(i: i32) -> vec4r {
    let id = sensor_object(i);
    switch (sensor_type(i)) {
#if SENSOR_ACCELEROMETER
        case SENSOR_ACCELEROMETER: {
            let site = site_frame(id);
            return three(mat_t_mul_vec(site.mat, frame_acceleration(site).b));
        }
#end
#if SENSOR_FORCE || SENSOR_TORQUE
        case SENSOR_FORCE, SENSOR_TORQUE: {
            let wrench = parent_wrench(id);
            return three(select(wrench.a, wrench.b, sensor_type(i) == SENSOR_FORCE));
        }
#end
#if SENSOR_JOINTACTFRC && ACTUATORS
        case SENSOR_JOINTACTFRC: {
            return one(qfrc_actuator(jnt_dofadr(id)));
        }
#end
#if SENSOR_TENDONACTFRC && ACTUATORS
        case SENSOR_TENDONACTFRC: {
            return one(tendon_actuation(id));
        }
#end
#if SENSOR_JOINTLIMITFRC || SENSOR_TENDONLIMITFRC
        case SENSOR_JOINTLIMITFRC, SENSOR_TENDONLIMITFRC: {
            let kind = select(ROW_LIMIT_TENDON, ROW_LIMIT_JOINT, sensor_type(i) == SENSOR_JOINTLIMITFRC);
            return one(limit_row_force(kind, id));
        }
#end
#if SENSOR_FRAMELINACC || SENSOR_FRAMEANGACC
        case SENSOR_FRAMELINACC, SENSOR_FRAMEANGACC: {
            let acc = frame_acceleration(measured_frame(i));
            return three(select(acc.a, acc.b, sensor_type(i) == SENSOR_FRAMELINACC));
        }
#end
#if SENSOR_TOUCH && CONTACTS
        case SENSOR_TOUCH: {
            return one(touch_force(id));
        }
#end
        default: {
            return vec4r(0.0);
        }
    }
}

// acceleration of a frame at its origin, in world axes; gravity counts as an upward acceleration
fn frame_acceleration(f: Frame) -> Vec6 {
    if (!body_moves(f.body)) {
        return vec6_zero();
    }
    let acc = motion_at(cacc(f.body), f);
    let vel = motion_at(cvel(f.body), f);
    // from the spatial acceleration to that of the point
    return Vec6(acc.a, acc.b + cross(vel.a, vel.b));
}

// wrench of the parent on the body of a site, at the site and in its axes
fn parent_wrench(id: i32) -> Vec6 {
    let site = site_frame(id);
    let com = subtree_com(body_rootid(site.body));
    return to_local(move_force(cfrc_int(site.body), site.pos, com), site.mat);
}

#if SENSOR_ACTUATORFRC && ACTUATORS
// forces of all outputs of an actuator
fn put_forces(i: i32) {
    let id = sensor_object(i);
    for (var k = 0; k < actuator_outnum(id); k++) {
        put_number(i, k, actuator_force(actuator_outadr(id) + k));
    }
}
#end

// sum of the actuators on a tendon
fn tendon_actuation(t: i32) -> real {
    var sum: real = 0.0;
    for (var a = 0; a < NACTUATOR; a++) {
        if (actuator_trntype(a) == TRN_TENDON && actuator_trnid(a, 0) == t) {
            sum += actuator_force(actuator_outadr(a));
        }
    }
    return sum;
}

// force of the first row of a limit; zero if the limit is inactive
fn limit_row_force(kind: i32, id: i32) -> real {
    // contacts are last
    for (var r = 0; r < nefc(); r++) {
        let found = efc_type(r);
        if (found == kind && efc_id(r) == id) {
            return efc_force(r);
        }
        if (found >= ROW_CONTACT_FRICTIONLESS) {
            break;
        }
    }
    return 0.0;
}
#end
