// Centres of mass of subtrees, inertias and motion axes in the com frame.

// stage: centres of mass
fn centres_of_mass() {
    subtree_moments();
    for (var i = lane; i < NBODY; i += LANES) {
        let mass = body_subtreemass(i);
        if (mass < MINVAL) {
            set_subtree_com(i, xipos(i));
        } else {
            set_subtree_com(i, subtree_com(i) * (1.0 / mass));
        }
    }
    sync();
#if COM_INERTIAS
    for (var i = lane; i < NBODY; i += LANES) {
        set_cinert(i, com_inertia(i));
    }
#end
    for (var j = lane; j < NJNT; j += LANES) {
        motion_axes(j);
    }
}

// mass times position of every subtree, children first
fn subtree_moments() {
    for (var level = NLEVEL - 1; level >= 0; level--) {
        let end = level_adr(level + 1);
        for (var j = level_adr(level) + lane; j < end; j += LANES) {
            subtree_moment(level_body(j));
        }
        sync();
    }
    if (lane == 0) {
        subtree_moment(0);
    }
    sync();
}

fn subtree_moment(i: i32) {
    var moment = xipos(i) * body_mass(i);
    let end = child_adr(i + 1);
    for (var c = child_adr(i); c < end; c++) {
        moment += subtree_com(child_body(c));
    }
    set_subtree_com(i, moment);
}

#if COM_INERTIAS
// inertia of a body about its tree's centre of mass
fn com_inertia(i: i32) -> Inertia {
    if (i == 0) {
        return inertia_zero();
    }
    return inertia_at(i, xipos(i) - subtree_com(body_rootid(i)));
}
#end

// inertia of a body about a point; `o` is the vector from the point to its centre of mass
fn inertia_at(i: i32, o: vec3r) -> Inertia {
    let mass = body_mass(i);
    let m = inertia_mat(i);
    let moments = body_inertia(i);
    let x = m.x * moments;
    let y = m.y * moments;
    let z = m.z * moments;
    let turned = vec3r(dot(m.x, x), dot(m.y, y), dot(m.z, z));
    let products = vec3r(dot(m.x, y), dot(m.x, z), dot(m.y, z));
    return Inertia(
        turned + mass * vec3r(o.y * o.y + o.z * o.z, o.x * o.x + o.z * o.z, o.x * o.x + o.y * o.y),
        products - mass * vec3r(o.x * o.y, o.x * o.z, o.y * o.z),
        mass * o,
        mass,
    );
}

// velocity of the com frame for each dof of joint j
fn motion_axes(j: i32) {
    let body = jnt_bodyid(j);
    let offset = subtree_com(body_rootid(body)) - xanchor(j);
    var dof = jnt_dofadr(j);
    let kind = jnt_type(j);
#if FREE
    if (kind == JNT_FREE) {
        set_cdof(dof, Vec6(vec3r(0.0), vec3r(1.0, 0.0, 0.0)));
        set_cdof(dof + 1, Vec6(vec3r(0.0), vec3r(0.0, 1.0, 0.0)));
        set_cdof(dof + 2, Vec6(vec3r(0.0), vec3r(0.0, 0.0, 1.0)));
        dof += 3;
    }
#end
#if FREE || BALL
    if (kind == JNT_FREE || kind == JNT_BALL) {
        // rotations act in the frame of the moving body
        let mat = body_mat(body);
        for (var k = 0; k < 3; k++) {
            set_cdof(dof + k, turning_axis(mat_col(mat, k), offset));
        }
        return;
    }
#end
    let axis = xaxis(j);
#if SLIDE
    if (kind == JNT_SLIDE) {
        set_cdof(dof, Vec6(vec3r(0.0), axis));
        return;
    }
#end
    set_cdof(dof, turning_axis(axis, offset));
}

fn turning_axis(axis: vec3r, offset: vec3r) -> Vec6 {
    return Vec6(axis, cross(axis, offset));
}
