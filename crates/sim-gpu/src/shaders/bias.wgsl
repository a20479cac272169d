// Coriolis, centrifugal and gravitational forces by recursive Newton-Euler.
//
// Fixed tendons have a constant Jacobian, so that their armature adds nothing here.

// stage: bias forces
fn bias_forces() {
    if (lane == 0) {
        set_cacc_bias(0, world_acceleration());
    }
    sync();
    for (var level = 0; level < NLEVEL; level++) {
        let end = level_adr(level + 1);
        for (var j = level_adr(level) + lane; j < end; j += LANES) {
            bias_of_body(level_body(j));
        }
        sync();
    }
    gather_wrenches();
    for (var i = lane; i < NV; i += LANES) {
        set_qfrc_bias(i, dof_wrench(i));
    }
    // others use the bodies' wrenches for their own sums
    sync();
}

// acceleration of the world that stands for gravity
fn world_acceleration() -> Vec6 {
#if GRAVITY
    return Vec6(vec3r(0.0), -opt_gravity());
#else
    return vec6_zero();
#end
}

// acceleration of a body that its velocity alone gives, and the force that takes
fn bias_of_body(i: i32) {
    var acc = cacc_bias(body_parentid(i));
    let first = body_dofadr(i);
    let end = first + body_dofnum(i);
    for (var k = first; k < end; k++) {
        acc = vec6_add(acc, vec6_scale(cdof_dot(k), qvel(k)));
    }
    set_cacc_bias(i, acc);
    set_cfrc_body(i, wrench_at_origin(i, inertial_wrench(i, acc, cvel(i))));
}

// wrench at the centre of mass of a body that gives it an acceleration
fn inertial_wrench(i: i32, acc: Vec6, vel: Vec6) -> Vec6 {
    let o = xipos(i) - subtree_com(body_rootid(i));
    // of the centre itself, where `acc` is of a point that the body passes through
    let linear = acc.b + cross(acc.a, o) + cross(vel.a, vel.b + cross(vel.a, o));
    // along the principal axes, which four numbers tell from the body's own; the nine of a matrix would have to be handed on
    let moments = body_inertia(i);
    let principal = quat_mul(xquat(i), body_iquat(i));
    let spin = quat_rotate(quat_conj(principal), vel.a);
    let turn = quat_rotate(quat_conj(principal), acc.a);
    let turning = quat_rotate(principal, moments * turn + cross(spin, moments * spin));
    return Vec6(turning, body_mass(i) * linear);
}
