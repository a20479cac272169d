// Springs, dampers and gravity compensation, and the sum of all passive forces.

// stage: passive forces
fn passive_forces() {
    for (var j = lane; j < NJNT; j += LANES) {
        joint_spring(j);
    }
    for (var i = lane; i < NV; i += LANES) {
        set_qfrc_damper(i, dof_damper_force(i));
    }
#if TENDONS && PASSIVE
    for (var t = lane; t < NTENDON; t += LANES) {
        tendon_force(t);
    }
    sync();
    for (var i = lane; i < NV; i += LANES) {
        add_tendon_forces(i);
    }
#end
    gravity_compensation();
    fluid_forces();
    sync();
    for (var i = lane; i < NV; i += LANES) {
        set_qfrc_passive(i, passive_force(i));
    }
}

fn passive_force(i: i32) -> real {
#if PASSIVE
    var sum = qfrc_spring(i) + qfrc_damper(i);
#if FLUID
    sum += qfrc_fluid(i);
#end
#if GRAVCOMP
    // compensation by actuators is part of their force
    if (jnt_actgravcomp(dof_jntid(i)) == 0) {
        sum += qfrc_gravcomp(i);
    }
#end
    return sum;
#else
    return 0.0;
#end
}

// coefficient of a spring whose force is a polynomial of its stretch
fn spring_coefficient(linear: real, curve: vec2r, x: real) -> real {
    return linear + curve.x * x + curve.y * (x * x);
}

// coefficient of a damper: its force always opposes the motion
fn damper_coefficient(linear: real, curve: vec2r, v: real) -> real {
    return spring_coefficient(linear, curve, abs(v));
}

// derivative of a damper's force by the velocity, negative
fn damper_slope(linear: real, curve: vec2r, v: real) -> real {
    let speed = abs(v);
    return linear + 2.0 * curve.x * speed + 3.0 * curve.y * (speed * speed);
}

fn joint_spring(j: i32) {
    var dof = jnt_dofadr(j);
#if JOINT_SPRINGS
    let linear = jnt_stiffness(j);
    let curve = jnt_stiffnesspoly(j);
    var q = jnt_qposadr(j);
#if FREE || BALL
    let kind = jnt_type(j);
#if FREE
    if (kind == JNT_FREE) {
        let stretch = vec3r(qpos(q), qpos(q + 1), qpos(q + 2))
            - vec3r(qpos_spring(q), qpos_spring(q + 1), qpos_spring(q + 2));
        spring_along(dof, linear, curve, stretch);
        q += 3;
        dof += 3;
    }
#end
    if (kind == JNT_FREE || kind == JNT_BALL) {
        if (linear != 0.0 || curve.x != 0.0 || curve.y != 0.0) {
            spring_along(dof, linear, curve, quat_difference(quat_normalize(qpos_quat(q)), spring_quat(q)));
        } else {
            spring_along(dof, 0.0, vec2r(0.0), vec3r(0.0));
        }
        return;
    }
#end
    let x = qpos(q) - qpos_spring(q);
    set_qfrc_spring(dof, -x * spring_coefficient(linear, curve, x));
#else
    for (var k = dof; k < dof + joint_dofs(j); k++) {
        set_qfrc_spring(k, 0.0);
    }
#end
}

fn spring_quat(q: i32) -> vec4r {
    return vec4r(qpos_spring(q), qpos_spring(q + 1), qpos_spring(q + 2), qpos_spring(q + 3));
}

// force of a spring that pulls along its stretch
fn spring_along(dof: i32, linear: real, curve: vec2r, stretch: vec3r) {
    let force = stretch * -spring_coefficient(linear, curve, norm(stretch));
    set_qfrc_spring(dof, force.x);
    set_qfrc_spring(dof + 1, force.y);
    set_qfrc_spring(dof + 2, force.z);
}

fn joint_dofs(j: i32) -> i32 {
    let kind = jnt_type(j);
    if (kind == JNT_FREE) {
        return 6;
    }
    return select(1, 3, kind == JNT_BALL);
}

fn dof_damper_force(i: i32) -> real {
#if JOINT_DAMPERS
    let v = qvel(i);
    let c = dof_total_damping(i);
    return -v * damper_coefficient(c.x, c.yz, v);
#else
    return 0.0;
#end
}

// linear and polynomial damping of a dof, including its actuators
fn dof_total_damping(i: i32) -> vec3r {
    var total = vec3r(dof_damping(i), dof_dampingpoly(i));
#if REFLECTED
    let j = dof_jntid(i);
    let driver = jnt_actuatorid(j);
    if (driver >= 0) {
        total += reflected_damping(driver);
    } else if (driver == SEVERAL_DRIVERS) {
        for (var k = 0; k < NACTUATOR; k++) {
            if (drives_joint(k, j)) {
                total += reflected_damping(k);
            }
        }
    }
#end
    return total;
}

// linear and polynomial damping of a tendon, including its actuators
fn tendon_total_damping(t: i32) -> vec3r {
    var total = vec3r(tendon_damping(t), tendon_dampingpoly(t));
#if REFLECTED
    let driver = tendon_actuatorid(t);
    if (driver >= 0) {
        total += reflected_damping(driver);
    } else if (driver == SEVERAL_DRIVERS) {
        for (var k = 0; k < NACTUATOR; k++) {
            if (drives_tendon(k, t)) {
                total += reflected_damping(k);
            }
        }
    }
#end
    return total;
}

fn reflected_damping(i: i32) -> vec3r {
    return vec3r(actuator_damping(i), actuator_dampingpoly(i)) * gear_squared(i);
}

// distance of a tendon's length from the dead band of its spring
fn tendon_stretch(t: i32) -> real {
    let band = tendon_lengthspring(t);
    let x = ten_length(t);
    if (x > band.y) {
        return x - band.y;
    }
    if (x < band.x) {
        return x - band.x;
    }
    return 0.0;
}

fn tendon_force(t: i32) {
    var spring: real = 0.0;
    var damper: real = 0.0;
#if SPRING
    let x = tendon_stretch(t);
    spring = -x * spring_coefficient(tendon_stiffness(t), tendon_stiffnesspoly(t), x);
#end
#if DAMPER
    let v = ten_velocity(t);
    let c = tendon_total_damping(t);
    damper = -v * damper_coefficient(c.x, c.yz, v);
#end
    set_ten_spring(t, spring);
    set_ten_damper(t, damper);
}

fn add_tendon_forces(i: i32) {
    let end = dof_tendonadr(i + 1);
    var spring = qfrc_spring(i);
    var damper = qfrc_damper(i);
    for (var k = dof_tendonadr(i); k < end; k++) {
        let t = dof_tendon(k, 0);
        let arm = ten_J(dof_tendon(k, 1));
        spring += arm * ten_spring(t);
        damper += arm * ten_damper(t);
    }
    set_qfrc_spring(i, spring);
    set_qfrc_damper(i, damper);
}

// lifts each compensated body at its centre of mass
fn gravity_compensation() {
#if GRAVCOMP
    sync();
    for (var i = lane; i < NBODY; i += LANES) {
        let lift = opt_gravity() * -(body_mass(i) * body_gravcomp(i));
        set_cfrc_body(i, wrench_at_origin(i, Vec6(vec3r(0.0), lift)));
    }
    sync();
    gather_wrenches();
    for (var i = lane; i < NV; i += LANES) {
        set_qfrc_gravcomp(i, dof_wrench(i));
    }
    sync();
#else
    for (var i = lane; i < NV; i += LANES) {
        set_qfrc_gravcomp(i, 0.0);
    }
#end
}
