// The inertia matrix by composite bodies, with armature; its factor L'DL; and the acceleration from smooth forces.
//
// Row i of M holds the ancestors of dof i from the root on, the diagonal last. The row of an ancestor is a prefix of the rows below it, so
// a column has one index in all of them.
//
// Inertias and wrenches are about the origins of the bodies' frames, which are at their joints or near them. About the centre of mass of
// the tree, the effect of a distant light body on its joint would be a small difference of large numbers.

// stage: inertia
fn inertia() {
#if !ONE_LANE
    for (var i = 1 + lane; i < NBODY; i += LANES) {
        set_composite(i, inertia_at(i, centre_offset(i)));
    }
    sync();
#end
    for (var level = NLEVEL - 1; level >= 0; level--) {
        let end = level_adr(level + 1);
        for (var j = level_adr(level) + lane; j < end; j += LANES) {
            let i = level_body(j);
#if ONE_LANE
            var sum = inertia_at(i, centre_offset(i));
#else
            var sum = composite(i);
#end
            let last = child_adr(i + 1);
            for (var c = child_adr(i); c < last; c++) {
                let child = child_body(c);
                sum = inertia_add(sum, inertia_moved(composite(child), xpos(child) - xpos(i)));
            }
            set_composite(i, sum);
        }
        sync();
    }
#if COM_COMPOSITES
    for (var i = lane; i < NBODY; i += LANES) {
        set_crb(i, com_composite(i));
    }
#end
    for (var i = lane; i < NV; i += LANES) {
        inertia_row(i);
    }
}

#if COM_COMPOSITES
// inertia of a body and all bodies below it, about its tree's centre of mass
fn com_composite(i: i32) -> Inertia {
    if (i == 0) {
        return inertia_zero();
    }
    return inertia_moved(composite(i), xpos(i) - subtree_com(body_rootid(i)));
}
#end

// vector from the origin of a body to its centre of mass: rotated from the model, since a difference of positions has lost digits
fn centre_offset(i: i32) -> vec3r {
    return quat_rotate(xquat(i), body_ipos(i));
}

fn inertia_row(i: i32) {
    let first = M_rowadr(i);
    let last = first + M_rownnz(i) - 1;
    if (dof_simplenum(i) > 0) {
        set_M(last, dof_M0(i));
    } else {
        let body = dof_bodyid(i);
        let origin = xpos(body);
        let momentum = inertia_mul(composite(body), motion_at_point(i, origin));
        for (var k = first; k < last; k++) {
            set_M(k, wrench_along(M_colind(k), momentum, origin));
        }
        set_M(last, wrench_along(i, momentum, origin) + (dof_armature(i) + joint_reflected_armature(dof_jntid(i))));
    }
#if TENDON_ARMATURE
    tendon_inertia(i, first, last);
#end
}

#if TENDON_ARMATURE
// adds the inertia of tendons to row i of M
fn tendon_inertia(i: i32, first: i32, last: i32) {
    let end = dof_tendonadr(i + 1);
    for (var k = dof_tendonadr(i); k < end; k++) {
        let t = dof_tendon(k, 0);
        let armature = tendon_armature(t) + tendon_reflected_armature(t);
        let scale = armature * ten_J(dof_tendon(k, 1));
        if (scale != 0.0) {
            let row = ten_J_rowadr(t);
            let row_end = row + ten_J_rownnz(t);
            for (var e = row; e < row_end; e++) {
                let at = first + M_rownnz(ten_J_colind(e)) - 1;
                // a dof that is not an ancestor has no entry in the row
                if (at <= last && M_colind(at) == ten_J_colind(e)) {
                    set_M(at, M(at) + scale * ten_J(e));
                }
            }
        }
    }
}
#end

// armature that actuators add to a joint
fn joint_reflected_armature(j: i32) -> real {
#if REFLECTED
    let driver = jnt_actuatorid(j);
    if (driver >= 0) {
        return reflected_armature(driver);
    }
    if (driver == -1) {
        return 0.0;
    }
    var sum: real = 0.0;
    for (var i = 0; i < NACTUATOR; i++) {
        if (drives_joint(i, j)) {
            sum += reflected_armature(i);
        }
    }
    return sum;
#else
    return 0.0;
#end
}

// armature that actuators add to a tendon
fn tendon_reflected_armature(t: i32) -> real {
#if REFLECTED
    let driver = tendon_actuatorid(t);
    if (driver >= 0) {
        return reflected_armature(driver);
    }
    if (driver == -1) {
        return 0.0;
    }
    var sum: real = 0.0;
    for (var i = 0; i < NACTUATOR; i++) {
        if (drives_tendon(i, t)) {
            sum += reflected_armature(i);
        }
    }
    return sum;
#else
    return 0.0;
#end
}

fn drives_joint(i: i32, j: i32) -> bool {
    let kind = actuator_trntype(i);
    return actuator_trnid(i, 0) == j && (kind == TRN_JOINT || kind == TRN_JOINTINPARENT);
}

fn drives_tendon(i: i32, t: i32) -> bool {
    return actuator_trnid(i, 0) == t && actuator_trntype(i) == TRN_TENDON;
}

fn gear_squared(i: i32) -> real {
    let gear = actuator_gear_at(actuator_outadr(i), 0);
    return gear * gear;
}

fn reflected_armature(i: i32) -> real {
    return actuator_armature(i) * gear_squared(i);
}

// stage: inertia factor
fn inertia_factor() {
    for (var k = lane; k < NC; k += LANES) {
        set_qLD(k, M(k));
    }
    sync();
    eliminate_inertia();
    for (var i = lane; i < NV; i += LANES) {
        let first = M_rowadr(i);
        let last = first + M_rownnz(i) - 1;
        for (var k = first; k < last; k++) {
            set_qLD(k, qLD(k) * qLDiagInv(i));
        }
    }
}

#if ONE_LANE
// the pivots, and the rows before their division by the pivots: each row minus those of its ancestors
fn eliminate_inertia() {
    for (var k = NV - 1; k >= 0; k--) {
        let first = M_rowadr(k);
        let last = first + M_rownnz(k) - 1;
        let inverse = 1.0 / qLD(last);
        set_qLDiagInv(k, inverse);
        for (var n = first; n < last; n++) {
            let above = M_rowadr(M_colind(n));
            let s = qLD(n) * inverse;
            for (var e = first; e <= n; e++) {
                set_qLD(above + e - first, qLD(above + e - first) - s * qLD(e));
            }
        }
    }
}
#else
// factor by depth: each entry of a row subtracts the rows below it
fn eliminate_inertia() {
    for (var level = NDOFLEVEL - 1; level >= 0; level--) {
        let end = level_entryadr(level + 1);
        for (var j = level_entryadr(level) + lane; j < end; j += LANES) {
            let i = level_entry(j, 0);
            let place = level_entry(j, 1);
            // rows of a depth have depth + 1 entries
            var sum = qLD(M_rowadr(i) + place);
            let last = below_adr(i + 1);
            for (var b = below_adr(i); b < last; b++) {
                let k = below_dof(b);
                let row = M_rowadr(k);
                sum -= qLD(row + level) * qLDiagInv(k) * qLD(row + place);
            }
            set_qLD(M_rowadr(i) + place, sum);
            if (place == level) {
                set_qLDiagInv(i, 1.0 / sum);
            }
        }
        sync();
    }
}
#end

// stage: smooth acceleration
fn smooth_acceleration() {
    let is_pushed = applied_wrenches();
    for (var i = lane; i < NV; i += LANES) {
        var force = qfrc_passive(i) - qfrc_bias(i) + qfrc_applied(i) + qfrc_actuator(i);
        if (is_pushed) {
            force += dof_wrench(i);
        }
        set_qfrc_smooth(i, force);
#if !FREE_IN_LANES
        set_qacc_smooth(i, force);
#end
    }
    // otherwise lanes that hold the rows of matrices solve for the acceleration, before anything else
#if !FREE_IN_LANES
    sync();
    solve_smooth();
#end
}

// qacc_smooth <- M^-1 qacc_smooth
fn solve_smooth() {
    for (var level = NDOFLEVEL - 1; level >= 0; level--) {
        let end = level_dofadr(level + 1);
        for (var j = level_dofadr(level) + lane; j < end; j += LANES) {
            let i = level_dof(j);
            var x = qacc_smooth(i);
            let last = below_adr(i + 1);
            for (var b = below_adr(i); b < last; b++) {
                let k = below_dof(b);
                x -= qLD(M_rowadr(k) + level) * qacc_smooth(k);
            }
            set_qacc_smooth(i, x);
        }
        sync();
    }
    for (var level = 0; level < NDOFLEVEL; level++) {
        let end = level_dofadr(level + 1);
        for (var j = level_dofadr(level) + lane; j < end; j += LANES) {
            let i = level_dof(j);
            let first = M_rowadr(i);
            var x = qacc_smooth(i) * qLDiagInv(i);
            for (var k = first; k < first + level; k++) {
                x -= qLD(k) * qacc_smooth(M_colind(k));
            }
            set_qacc_smooth(i, x);
        }
        sync();
    }
}

// Writes the user's wrench on each body to cfrc_body, and sums them. Returns false without wrenches.
fn applied_wrenches() -> bool {
    var pushes = false;
    for (var i = lane; i < NBODY; i += LANES) {
        let applied = xfrc_applied(i);
        // force before torque, at the centre of mass
        let wrench = Vec6(applied.b, applied.a);
        set_cfrc_body(i, wrench_at_origin(i, wrench));
        pushes = pushes || is_there(applied.a) || is_there(applied.b);
    }
    let is_pushed = lanes_any(pushes);
    if (group_max_int(select(0, 1, is_pushed)) > 0) {
        sync();
        gather_wrenches();
    }
    return is_pushed;
}

// whether a vector is nonzero; NaN is tested by its bits, because drivers optimize comparisons with NaN away
fn is_there(v: vec3r) -> bool {
    return any(v != vec3r(0.0)) || is_bad(v.x) || is_bad(v.y) || is_bad(v.z);
}

// a wrench at the centre of mass of a body, moved to its origin
fn wrench_at_origin(i: i32, wrench: Vec6) -> Vec6 {
    return Vec6(wrench.a + cross(centre_offset(i), wrench.b), wrench.b);
}

// sums the wrenches in cfrc_body, each about the origin of its body, towards the root of each tree
fn gather_wrenches() {
    for (var level = NLEVEL - 2; level >= 0; level--) {
        let end = level_adr(level + 1);
        for (var j = level_adr(level) + lane; j < end; j += LANES) {
            let i = level_body(j);
            let last = child_adr(i + 1);
            var sum = cfrc_body(i);
            for (var c = child_adr(i); c < last; c++) {
                let child = child_body(c);
                sum = vec6_add(sum, move_force(cfrc_body(child), xpos(i), xpos(child)));
            }
            set_cfrc_body(i, sum);
        }
        sync();
    }
}

// force on a dof from the wrenches below it
fn dof_wrench(dof: i32) -> real {
    let body = dof_bodyid(dof);
    return wrench_along(dof, cfrc_body(body), xpos(body));
}

// component of a wrench at a point along a dof
fn wrench_along(dof: i32, wrench: Vec6, point: vec3r) -> real {
    let axis = cdof(dof);
#if FREE || SLIDE
    if (dof_slides(axis)) {
        return dot(axis.b, wrench.b);
    }
#end
    return dot(axis.a, wrench.a + cross(point - xanchor(dof_jntid(dof)), wrench.b));
}

// motion of a point of the body per unit of a dof
fn motion_at_point(dof: i32, point: vec3r) -> Vec6 {
    let axis = cdof(dof);
#if FREE || SLIDE
    if (dof_slides(axis)) {
        return axis;
    }
#end
    return Vec6(axis.a, cross(axis.a, point - xanchor(dof_jntid(dof))));
}

#if FREE || SLIDE
// whether a motion axis has no rotation
fn dof_slides(axis: Vec6) -> bool {
    return axis.a.x == 0.0 && axis.a.y == 0.0 && axis.a.z == 0.0;
}
#end
