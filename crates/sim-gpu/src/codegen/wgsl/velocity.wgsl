// Velocities of bodies in the com frame, rates of the motion axes and their effect on the bodies, velocities of tendons and actuators.

// stage: output velocities
fn output_velocities() {
#if TENDONS
    for (var t = lane; t < NTENDON; t += LANES) {
        let first = ten_J_rowadr(t);
        let end = first + ten_J_rownnz(t);
        var sum: real = 0.0;
        for (var e = first; e < end; e++) {
            sum += ten_J(e) * qvel(ten_J_colind(e));
        }
        set_ten_velocity(t, sum);
    }
#end
#if ACTUATORS
    for (var out = lane; out < NOUT; out += LANES) {
        let end = moment_adr(out + 1);
        var sum: real = 0.0;
        for (var e = moment_adr(out); e < end; e++) {
            sum += actuator_moment(e) * qvel(moment_dof(e));
        }
        set_actuator_velocity(out, sum);
    }
#end
}

// stage: velocity
fn velocity() {
    if (lane == 0) {
        set_cvel(0, vec6_zero());
        set_cacc_bias(0, world_acceleration());
    }
    for (var i = 1 + lane; i < NBODY; i += LANES) {
        set_cvel(i, own_velocity(i));
    }
    sync();
    // the parent of the first ones does not move
    for (var level = 1; level < NLEVEL; level++) {
        let end = level_adr(level + 1);
        for (var j = level_adr(level) + lane; j < end; j += LANES) {
            let i = level_body(j);
            set_cvel(i, vec6_add(cvel(body_parentid(i)), cvel(i)));
        }
        sync();
    }
    for (var i = 1 + lane; i < NBODY; i += LANES) {
        set_cacc_bias(i, own_bias(i));
    }
    sync();
    for (var level = 0; level < NLEVEL; level++) {
        let end = level_adr(level + 1);
        for (var j = level_adr(level) + lane; j < end; j += LANES) {
            let i = level_body(j);
            set_cacc_bias(i, vec6_add(cacc_bias(body_parentid(i)), cacc_bias(i)));
        }
        sync();
    }
}

// acceleration of the world body that represents gravity
fn world_acceleration() -> Vec6 {
#if GRAVITY
    return Vec6(vec3r(0.0), -opt_gravity());
#else
    return vec6_zero();
#end
}

// contribution of a body's own dofs to its velocity
fn own_velocity(i: i32) -> Vec6 {
    var vel = vec6_zero();
    let first = body_dofadr(i);
    let end = first + body_dofnum(i);
    for (var k = first; k < end; k++) {
        vel = vec6_add(vel, vec6_scale(cdof(k), qvel(k)));
    }
    return vel;
}

// contribution of its own dofs to the acceleration, from velocities alone
fn own_bias(i: i32) -> Vec6 {
    var vel = cvel(body_parentid(i));
    var acc = vec6_zero();
    let first = body_jntadr(i);
    let end = first + body_jntnum(i);
    for (var j = first; j < end; j++) {
        var dof = jnt_dofadr(j);
        var n = 1;
#if BALL || FREE
        let kind = jnt_type(j);
#end
#if BALL
        if (kind == JNT_BALL) {
            n = 3;
        }
#end
#if FREE
        if (kind == JNT_FREE) {
            // translations of a free body do not turn
            for (var k = 0; k < 3; k++) {
                set_cdof_dot(dof + k, vec6_zero());
                vel = vec6_add(vel, vec6_scale(cdof(dof + k), qvel(dof + k)));
            }
            dof += 3;
            n = 3;
        }
#end
        // the velocity before the joint: its own motion does not change its axes
        var after = vel;
        for (var k = dof; k < dof + n; k++) {
            let axis = cdof(k);
            let rate = cross_motion(vel, axis);
            set_cdof_dot(k, rate);
            after = vec6_add(after, vec6_scale(axis, qvel(k)));
            acc = vec6_add(acc, vec6_scale(rate, qvel(k)));
        }
        vel = after;
    }
    return acc;
}
