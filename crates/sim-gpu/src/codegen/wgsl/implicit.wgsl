// Implicit integration of velocity: (M - h D) a = f, with D the derivative of the smooth forces by the velocities. D has no Coriolis and
// centrifugal forces, except for standalone free bodies, whose six dofs are coupled with no others.

#if IMPLICITFAST
// M - h D with the sparsity of M
fn step_system() {
#if ACTUATORS
    for (var i = lane; i < NACTUATOR; i += LANES) {
        let slope = actuator_slope(i);
        let out = actuator_outadr(i);
        for (var k = out; k < out + actuator_outnum(i); k++) {
            set_output_slope(k, slope);
        }
    }
#end
#if TENDONS && DAMPER
    for (var t = lane; t < NTENDON; t += LANES) {
        let c = tendon_total_damping(t);
        set_tendon_slope(t, -damper_slope(c.x, c.yz, ten_velocity(t)));
    }
#end
#if FLUID
    fluid_slopes();
#end
    sync();
    for (var i = lane; i < NV; i += LANES) {
        step_row(i);
    }
}

fn step_row(i: i32) {
    let first = M_rowadr(i);
    let last = first + M_rownnz(i) - 1;
    for (var k = first; k <= last; k++) {
        set_step_matrix(k, M(k));
    }
#if FREE
    // these rows have their own solve; the inertia keeps the elimination well defined
    if (is_free_body(dof_bodyid(i))) {
        return;
    }
#end
    let h = opt_timestep();
#if ACTUATORS
    let outputs_end = dof_momentadr(i + 1);
    for (var k = dof_momentadr(i); k < outputs_end; k++) {
        let out = dof_moment(k, 0);
        let s = -h * output_slope(out) * actuator_moment(dof_moment(k, 1));
        if (s != 0.0) {
            let end = moment_adr(out + 1);
            for (var e = moment_adr(out); e < end; e++) {
                add_to_step(first, last, moment_dof(e), s * actuator_moment(e));
            }
        }
    }
#end
#if TENDONS && DAMPER
    let tendons_end = dof_tendonadr(i + 1);
    for (var k = dof_tendonadr(i); k < tendons_end; k++) {
        let t = dof_tendon(k, 0);
        let s = -h * tendon_slope(t) * ten_J(dof_tendon(k, 1));
        if (s != 0.0) {
            let row = ten_J_rowadr(t);
            for (var e = row; e < row + ten_J_rownnz(t); e++) {
                add_to_step(first, last, ten_J_colind(e), s * ten_J(e));
            }
        }
    }
#end
#if JOINT_DAMPERS
    let c = dof_total_damping(i);
    set_step_matrix(last, step_matrix(last) + h * damper_slope(c.x, c.yz, qvel(i)));
#end
#if FLUID
    let body = dof_bodyid(i);
    let axis = cdof(i);
    for (var k = first; k <= last; k++) {
        let wrench = fluid_slope_times(body, cdof(M_colind(k)));
        set_step_matrix(k, step_matrix(k) - h * vec6_dot(axis, wrench));
    }
#end
}

// adds to the entry of a row in the column of a dof, if the row has one
fn add_to_step(first: i32, last: i32, dof: i32, x: real) {
    let at = first + M_rownnz(dof) - 1;
    if (at <= last && M_colind(at) == dof) {
        set_step_matrix(at, step_matrix(at) + x);
    }
}

#if ACTUATORS
// derivative of an output's force by its own velocity; zero for an actuator at a bound of its range
fn actuator_slope(i: i32) -> real {
    if (is_disabled(i) || is_saturated(i)) {
        return 0.0;
    }
    let out = actuator_outadr(i);
    var slope: real = 0.0;
    switch (actuator_biastype(i)) {
        case BIAS_AFFINE, BIAS_SO3: {
            slope = actuator_biasprm_at(i, 2);
        }
#if ACT_DCMOTOR
        case BIAS_DCMOTOR: {
            // back-EMF; a motor with a current state feels it through the current
            if (actuator_dynprm_at(i, 0) <= 0.0) {
                let k = actuator_gainprm_at(i, 1);
                slope = -(k * k / max(actuator_gainprm_at(i, 0), MINVAL));
            }
        }
#end
        default: {}
    }
    switch (actuator_gaintype(i)) {
        case GAIN_AFFINE: {
            slope += actuator_gainprm_at(i, 2) * slope_input(i);
        }
#if ACT_MUSCLE
        case GAIN_MUSCLE: {
            slope += muscle_gain_slope(i, out, actuator_length(out), actuator_velocity(out)) * slope_input(i);
        }
#end
#if ACT_DCMOTOR
        case GAIN_DCMOTOR: {
            slope += motor_slope(i);
        }
#end
        default: {}
    }
    return slope;
}

fn is_saturated(i: i32) -> bool {
#if FORCE_LIMITS
    if (actuator_forcelimited(i) != 0) {
        let range = actuator_forcerange(i);
        let out = actuator_outadr(i);
#if ACT_SO3
        if (actuator_gaintype(i) == GAIN_SO3) {
            return norm(vec3r(actuator_force(out), actuator_force(out + 1), actuator_force(out + 2))) >= range.y;
        }
#end
        return actuator_force(out) <= range.x || actuator_force(out) >= range.y;
    }
#end
    return false;
}

// input of the gain: the control, or the activation that the force uses
fn slope_input(i: i32) -> real {
#if ACTIVATIONS
    if (actuator_dyntype(i) != DYN_NONE) {
        let at = actuator_actadr(i) + actuator_actnum(i) - 1;
        if (at < 0) {
            return 0.0;
        }
        return activation_input(i, at);
    }
#end
    let at = actuator_ctrladr(i);
    if (at < 0 || at >= NU) {
        return 0.0;
    }
#if CONTROL_NOISE
    return ctrl(at) + control_noise(at);
#else
    return ctrl(at);
#end
}
#end

#if ACT_DCMOTOR
// controller, current and friction of a DC motor
fn motor_slope(i: i32) -> real {
    let resistance = max(actuator_gainprm_at(i, 0), MINVAL);
    let k = actuator_gainprm_at(i, 1);
    // volts per unit of velocity: damping through the torque-to-voltage map, back-EMF compensation
    var voltage: real = 0.0;
    if ((actuator_ctrlspec(i) & (INPUT_POSITION | INPUT_VELOCITY | INPUT_FORCE)) != 0) {
        voltage = -actuator_gainprm_at(i, 6) * resistance / k + k;
    }
    var slope = k * voltage / resistance;
    let te = actuator_dynprm_at(i, 0);
    if (te > 0.0) {
        // fraction of the way to its target that a current state moves within the step
        let reached = 1.0 - exp_of(-opt_timestep() / te);
        slope = k * (voltage - k) * reached / resistance;
    }
    return slope - max(actuator_dynprm_at(i, 6), 0.0);
}
#end

#if FREE
// whether a body is a kinematic tree by itself, with one free joint
fn is_free_body(i: i32) -> bool {
    if (body_jntnum(i) != 1 || jnt_type(body_jntadr(i)) != JNT_FREE) {
        return false;
    }
    return tree_dofnum(dof_treeid(body_dofadr(i))) == 6 && body_subtreemass(i) == body_mass(i);
}

fn solve_free_bodies() {
    for (var j = lane; j < NJNT; j += LANES) {
        if (jnt_type(j) == JNT_FREE && is_free_body(jnt_bodyid(j))) {
            solve_free_body(j);
        }
    }
}

// six rows of seven numbers: M - h D of a free body with the derivative of its bias force, and the force
fn free_body_system(j: i32) -> array<real, 42> {
    let dof = jnt_dofadr(j);
    let h = opt_timestep();
    var a: array<real, 42>;
    for (var r = 0; r < 6; r++) {
        let first = M_rowadr(dof + r);
        for (var k = first; k < first + M_rownnz(dof + r); k++) {
            let c = M_colind(k) - dof;
            a[7 * r + c] = M(k);
            a[7 * c + r] = M(k);
        }
        a[7 * r + 6] = qfrc_smooth(dof + r) + qfrc_constraint(dof + r);
    }
    for (var r = 0; r < 6; r++) {
#if JOINT_DAMPERS
        let damping = dof_total_damping(dof + r);
        a[8 * r] += h * damper_slope(damping.x, damping.yz, qvel(dof + r));
#end
#if ACTUATORS
        let outputs_end = dof_momentadr(dof + r + 1);
        for (var k = dof_momentadr(dof + r); k < outputs_end; k++) {
            let out = dof_moment(k, 0);
            let s = h * output_slope(out) * actuator_moment(dof_moment(k, 1));
            let end = moment_adr(out + 1);
            for (var e = moment_adr(out); e < end; e++) {
                let c = moment_dof(e) - dof;
                // dofs of other trees have no entry here
                if (c >= 0 && c < 6) {
                    a[7 * r + c] -= s * actuator_moment(e);
                }
            }
        }
#end
    }
#if FLUID
    for (var c = 0; c < 6; c++) {
        let wrench = fluid_slope_times(jnt_bodyid(j), cdof(dof + c));
        for (var r = 0; r < 6; r++) {
            a[7 * r + c] -= h * vec6_dot(cdof(dof + r), wrench);
        }
    }
#end
    for (var c = 0; c < 3; c++) {
        let column = free_bias_column(j, c);
        for (var r = 0; r < 3; r++) {
            a[7 * r + 3 + c] += h * column.b[r];
            a[7 * (3 + r) + 3 + c] += h * column.a[r];
        }
    }
    return a;
}

// Derivative of the bias force of a free body by an angular velocity; the derivative by linear velocity is zero.
//
// With w the angular velocity, s the vector from the joint to the centre of mass and I the inertia about the joint, all in world axes, the
// force is f = m w x (w x s) and the torque s x f + w x I w.
fn free_bias_column(j: i32, c: i32) -> Vec6 {
    let body = jnt_bodyid(j);
    let dof = jnt_dofadr(j) + 3;
    let frame = body_mat(body);
    let arm = xipos(body) - xpos(body);
    let spin = mat_mul_vec(frame, vec3r(qvel(dof), qvel(dof + 1), qvel(dof + 2)));
    let w = mat_col(frame, c);
    let force = (cross(w, cross(spin, arm)) + cross(spin, cross(w, arm))) * body_mass(body);
    let gyroscopic = cross(w, angular_momentum(body, spin)) + cross(spin, angular_momentum(body, w));
    return Vec6(mat_t_mul_vec(frame, cross(arm, force) + gyroscopic), force);
}

fn angular_momentum(body: i32, w: vec3r) -> vec3r {
    let axes = inertia_mat(body);
    return mat_mul_vec(axes, body_inertia(body) * mat_t_mul_vec(axes, w));
}

// elimination with row exchanges; a singular system keeps the symmetric solution
fn solve_free_body(j: i32) {
    var a = free_body_system(j);
    for (var k = 0; k < 6; k++) {
        var best = k;
        for (var r = k + 1; r < 6; r++) {
            if (abs(a[7 * r + k]) > abs(a[7 * best + k])) {
                best = r;
            }
        }
        if (abs(a[7 * best + k]) < MINVAL || is_bad(a[7 * best + k])) {
            return;
        }
        for (var c = k; c < 7; c++) {
            let x = a[7 * k + c];
            a[7 * k + c] = a[7 * best + c];
            a[7 * best + c] = x;
        }
        for (var r = k + 1; r < 6; r++) {
            let ratio = a[7 * r + k] / a[8 * k];
            for (var c = k + 1; c < 7; c++) {
                a[7 * r + c] -= ratio * a[7 * k + c];
            }
        }
    }
    for (var r = 5; r >= 0; r--) {
        var x = a[7 * r + 6];
        for (var c = r + 1; c < 6; c++) {
            x -= a[7 * r + c] * a[7 * c + 6];
        }
        a[7 * r + 6] = x / a[8 * r];
        set_step_acc(jnt_dofadr(j) + r, a[7 * r + 6]);
    }
}
#end
#end

#if SPRINGDAMPER
// M + h D + h^2 K with the derivatives of the joints' dampers and springs; the force is reduced by the springs' change within the step
fn step_system() {
    let h = opt_timestep();
    for (var j = lane; j < NJNT; j += LANES) {
        joint_stiffness(j);
    }
    sync();
    for (var i = lane; i < NV; i += LANES) {
        let first = M_rowadr(i);
        let last = first + M_rownnz(i) - 1;
        for (var k = first; k < last; k++) {
            set_step_matrix(k, M(k));
        }
        var damping: real = 0.0;
#if JOINT_DAMPERS
        let c = dof_total_damping(i);
        damping = damper_slope(c.x, c.yz, qvel(i));
#end
        // a softening spring or damper stays explicit: it would make the matrix indefinite
        let stiffness = max(step_stiffness(i), 0.0);
        set_step_matrix(last, M(last) + h * max(damping, 0.0) + h * h * stiffness);
        set_step_acc(i, step_acc(i) - h * stiffness * qvel(i));
    }
}

// derivative of a joint's spring at its present stretch, for each of its dofs
fn joint_stiffness(j: i32) {
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
        set_stiffness3(dof, spring_slope(linear, curve, norm(stretch)));
        q += 3;
        dof += 3;
    }
#end
    if (kind == JNT_FREE || kind == JNT_BALL) {
        let turn = quat_difference(quat_normalize(qpos_quat(q)), spring_quat(q));
        set_stiffness3(dof, spring_slope(linear, curve, norm(turn)));
        return;
    }
#end
    set_step_stiffness(dof, spring_slope(linear, curve, qpos(q) - qpos_spring(q)));
#else
    for (var k = dof; k < dof + joint_dofs(j); k++) {
        set_step_stiffness(k, 0.0);
    }
#end
}

fn set_stiffness3(dof: i32, slope: real) {
    for (var k = dof; k < dof + 3; k++) {
        set_step_stiffness(k, slope);
    }
}

// derivative of a spring's force by its stretch, negative
fn spring_slope(linear: real, curve: vec2r, x: real) -> real {
    return linear + 2.0 * curve.x * x + 3.0 * curve.y * (x * x);
}
#end
