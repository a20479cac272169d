// Potential and kinetic energy.

#if ENERGY
// stage: potential energy
fn potential_energy() {
    var own: real = 0.0;
#if GRAVITY
    for (var i = 1 + lane; i < NBODY; i += LANES) {
        own -= body_mass(i) * dot(opt_gravity(), xipos(i));
    }
#end
#if JOINT_SPRINGS
    for (var j = lane; j < NJNT; j += LANES) {
        own += joint_spring_energy(j);
    }
#end
#if TENDONS && SPRING
    for (var t = lane; t < NTENDON; t += LANES) {
        own += spring_energy(tendon_stiffness(t), tendon_stiffnesspoly(t), tendon_stretch(t));
    }
#end
    let sum = lanes_sum(own);
    if (lane == 0) {
        set_energy_at(0, sum);
    }
}

// energy of a spring whose force is a polynomial of its stretch
fn spring_energy(linear: real, curve: vec2r, x: real) -> real {
    let square = x * x;
    return 0.5 * linear * square + curve.x / 3.0 * (square * x) + curve.y / 4.0 * (square * square);
}

fn joint_spring_energy(j: i32) -> real {
    let linear = jnt_stiffness(j);
    let curve = jnt_stiffnesspoly(j);
    var q = jnt_qposadr(j);
    var sum: real = 0.0;
#if FREE || BALL
    let kind = jnt_type(j);
#if FREE
    if (kind == JNT_FREE) {
        let stretch = vec3r(qpos(q), qpos(q + 1), qpos(q + 2))
            - vec3r(qpos_spring(q), qpos_spring(q + 1), qpos_spring(q + 2));
        sum += spring_energy(linear, curve, norm(stretch));
        q += 3;
    }
#end
    if (kind == JNT_FREE || kind == JNT_BALL) {
        return sum + spring_energy(linear, curve, norm(quat_difference(qpos_quat(q), spring_quat(q))));
    }
#end
    return spring_energy(linear, curve, qpos(q) - qpos_spring(q));
}

// stage: kinetic energy
#if ENERGY_FLAG
// computed after the sensors, which read the energies of the last pass
fn kinetic_energy() {
    add_kinetic_energy();
}
#else
fn kinetic_energy_of_sensors() {
    add_kinetic_energy();
}
#end

fn add_kinetic_energy() {
    var own: real = 0.0;
    for (var i = lane; i < NV; i += LANES) {
        let first = M_rowadr(i);
        let last = first + M_rownnz(i) - 1;
        // the rows hold half of the symmetric matrix
        var momentum = 0.5 * M(last) * qvel(i);
        for (var k = first; k < last; k++) {
            momentum += M(k) * qvel(M_colind(k));
        }
        own += momentum * qvel(i);
    }
    let sum = lanes_sum(own);
    if (lane == 0) {
        set_energy_at(1, sum);
    }
}
#end
