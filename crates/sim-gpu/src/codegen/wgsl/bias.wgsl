// Coriolis, centrifugal and gravitational forces by recursive Newton-Euler.
//
// Fixed tendons have a constant Jacobian, so their armature adds nothing here.

// stage: bias forces
fn bias_forces() {
    // nothing acts on the world body
    for (var i = 1 + lane; i < NBODY; i += LANES) {
        set_cfrc_body(i, wrench_at_origin(i, inertial_wrench(i, cacc_bias(i), cvel(i))));
    }
    sync();
    gather_wrenches();
    for (var i = lane; i < NV; i += LANES) {
        set_qfrc_bias(i, dof_wrench(i));
    }
    // other kernels use the bodies' wrenches for their own sums
    sync();
}

// wrench at the centre of mass that gives a body an acceleration
fn inertial_wrench(i: i32, acc: Vec6, vel: Vec6) -> Vec6 {
    let o = xipos(i) - subtree_com(body_rootid(i));
    // acceleration of the centre of mass; `acc` is that of the com frame's origin
    let linear = acc.b + cross(acc.a, o) + cross(vel.a, vel.b + cross(vel.a, o));
    // along the principal axes: a quaternion relates them to the body's frame, where a matrix would take nine numbers
    let moments = body_inertia(i);
    let principal = quat_mul(xquat(i), body_iquat(i));
    let spin = quat_rotate(quat_conj(principal), vel.a);
    let turn = quat_rotate(quat_conj(principal), acc.a);
    let turning = quat_rotate(principal, moments * turn + cross(spin, moments * spin));
    return Vec6(turning, body_mass(i) * linear);
}
