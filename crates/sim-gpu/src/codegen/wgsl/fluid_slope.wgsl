// Derivatives of the fluid forces by the velocities: for each body or geom the six-by-six derivative of the wrench, transformed to the com
// frame and summed over the bodies that a dof moves.

#if IMPLICITFAST && FLUID
fn fluid_slopes() {
    for (var i = lane; i < NBODY; i += LANES) {
        for (var k = 0; k < 36; k++) {
            set_fluid_slope(i, k, 0.0);
        }
        if (body_mass(i) >= MINVAL) {
            body_slope(i);
        }
    }
    sync();
    for (var level = NLEVEL - 2; level >= 0; level--) {
        let end = level_adr(level + 1);
        for (var j = level_adr(level) + lane; j < end; j += LANES) {
            let i = level_body(j);
            for (var c = child_adr(i); c < child_adr(i + 1); c++) {
                for (var k = 0; k < 36; k++) {
                    set_fluid_slope(i, k, fluid_slope(i, k) + fluid_slope(child_body(c), k));
                }
            }
        }
        sync();
    }
}

// derivative of the wrench on the geoms of a body, times a motion
fn fluid_slope_times(body: i32, v: Vec6) -> Vec6 {
    var sum = vec6_zero();
    for (var c = 0; c < 6; c++) {
        let x = vec6_get(v, c);
        let column = Vec6(
            vec3r(fluid_slope(body, 6 * c), fluid_slope(body, 6 * c + 1), fluid_slope(body, 6 * c + 2)),
            vec3r(fluid_slope(body, 6 * c + 3), fluid_slope(body, 6 * c + 4), fluid_slope(body, 6 * c + 5)),
        );
        sum = vec6_add(sum, vec6_scale(column, x));
    }
    return sum;
}

fn vec6_get(v: Vec6, k: i32) -> real {
    if (k < 3) {
        return v.a[k];
    }
    return v.b[k - 3];
}

fn vec6_unit(k: i32) -> Vec6 {
    var v = vec6_zero();
    if (k < 3) {
        v.a[k] = 1.0;
    } else {
        v.b[k - 3] = 1.0;
    }
    return v;
}

fn body_slope(i: i32) {
#if ELLIPSOIDS
    if (uses_ellipsoids(i)) {
        let first = body_geomadr(i);
        let end = first + body_geomnum(i);
        for (var g = first; g < end; g++) {
            if (geom_fluid(g, 0) != 0.0) {
                add_slope(i, geom_xpos(g), geom_mat(g), ellipsoid_slope(i, g));
            }
        }
        return;
    }
#end
    add_slope(i, xipos(i), inertia_mat(i), box_slope(i));
}

// adds a derivative given by its columns in the axes of a frame of the body
fn add_slope(i: i32, pos: vec3r, mat: Mat3, local_slope: array<Vec6, 6>) {
    var columns = local_slope;
    let com = subtree_com(body_rootid(i));
    for (var c = 0; c < 6; c++) {
        let v = to_local(move_motion(vec6_unit(c), pos, com), mat);
        var wrench = vec6_zero();
        for (var k = 0; k < 6; k++) {
            wrench = vec6_add(wrench, vec6_scale(columns[k], vec6_get(v, k)));
        }
        wrench = move_force(to_world(wrench, mat), com, pos);
        for (var r = 0; r < 6; r++) {
            set_fluid_slope(i, 6 * c + r, fluid_slope(i, 6 * c + r) + vec6_get(wrench, r));
        }
    }
}

// drag of the equivalent inertia box: each component acts alone
fn box_slope(i: i32) -> array<Vec6, 6> {
    let vel = relative_motion(i, xipos(i), inertia_mat(i));
    let size = inertia_box(i);
    let viscosity = max(opt_viscosity(), 0.0);
    let density = max(opt_density(), 0.0);
    let diameter = (size.x + size.y + size.z) / 3.0;
    let a = size.yzx;
    let b = size.zxy;
    let turning = vec3r(-PI * diameter * diameter * diameter * viscosity)
        - density * size * (a * a * a * a + b * b * b * b) * 2.0 * abs(vel.a) / 64.0;
    let moving = vec3r(-3.0 * PI * diameter * viscosity) - density * a * b * abs(vel.b);
    var columns: array<Vec6, 6>;
    for (var k = 0; k < 3; k++) {
        columns[k] = vec6_scale(vec6_unit(k), turning[k]);
        columns[3 + k] = vec6_scale(vec6_unit(3 + k), moving[k]);
    }
    return columns;
}

#if ELLIPSOIDS
fn ellipsoid_slope(i: i32, g: i32) -> array<Vec6, 6> {
    let vel = relative_motion(i, geom_xpos(g), geom_mat(g));
    let size = semi_axes(g);
    let drag = drag_of(g);
    let lift = kutta_slope(vel.b, opt_density() * drag.kutta, size);
    let push = drag_slope(vel.b, size, drag);
    let turn = torque_slope(vel.a, size, drag);
    let added = added_mass(g);
    let magnus = drag.magnus * opt_density() * (4.0 / 3.0 * PI * size.x * size.y * size.z);
    // momentum of the fluid that moves along
    let p = opt_density() * added.b * vel.b;
    let l = opt_density() * added.a * vel.a;
    var columns: array<Vec6, 6>;
    for (var c = 0; c < 6; c++) {
        let d = vec6_unit(c);
        let dp = opt_density() * added.b * d.b;
        let dl = opt_density() * added.a * d.a;
        let torque = mat_mul_vec(turn, d.a) + cross(l, d.a) + cross(dl, vel.a) + cross(p, d.b) + cross(dp, vel.b);
        let force = mat_mul_vec(lift, d.b) + mat_mul_vec(push, d.b) + magnus * (cross(d.a, vel.b) + cross(vel.a, d.b))
            + cross(p, d.a) + cross(dp, vel.a);
        columns[c] = Vec6(torque, force);
    }
#if FREE
    if (is_free_body(i)) {
        return columns;
    }
#end
    // the system is symmetric, except for free bodies
    var even: array<Vec6, 6>;
    for (var c = 0; c < 6; c++) {
        for (var r = 0; r < 6; r++) {
            let mean = 0.5 * (vec6_get(columns[c], r) + vec6_get(columns[r], c));
            even[c] = vec6_add(even[c], vec6_scale(vec6_unit(r), mean));
        }
    }
    return even;
}

// derivative of the Kutta lift, with n = q v the normal of the projected area
fn kutta_slope(v: vec3r, k: real, size: vec3r) -> Mat3 {
    let q = squared_faces(size);
    let denominator = dot(q * q, v * v);
    let numerator = dot(q, v * v);
    let norm2 = dot(v, v);
    let scale = PI * k / max(sqrt(denominator * numerator * norm2), MINVAL);
    let inner = q * q * (numerator / max(denominator, MINVAL)) - q + vec3r(numerator / max(norm2, MINVAL));
    // angle of the normal to the velocity, for each row
    let tilt = q * norm2 - vec3r(numerator);
    let x = kutta_row(v, q, inner, numerator, tilt.x, v.x, q.x) - vec3r(tilt.x * numerator, 0.0, 0.0);
    let y = kutta_row(v, q, inner, numerator, tilt.y, v.y, q.y) - vec3r(0.0, tilt.y * numerator, 0.0);
    let z = kutta_row(v, q, inner, numerator, tilt.z, v.z, q.z) - vec3r(0.0, 0.0, tilt.z * numerator);
    return Mat3(x * scale, y * scale, z * scale);
}

fn kutta_row(v: vec3r, q: vec3r, inner: vec3r, numerator: real, tilt: real, vi: real, qi: real) -> vec3r {
    return (2.0 * numerator * (q - vec3r(qi)) + inner * tilt) * (vi * v);
}

// derivative of the linear and quadratic drag
fn drag_slope(v: vec3r, size: vec3r, c: Drag) -> Mat3 {
    let density = opt_density();
    let two = two_largest(size);
    let area_max = PI * two.x * two.y;
    let q = squared_faces(size);
    let denominator = dot(q * q, v * v);
    let numerator = dot(q, v * v);
    let area = PI * sqrt(denominator / max(numerator, MINVAL));
    let speed = norm(v);
    let linear = opt_viscosity() * 3.0 * PI * (2.0 / 3.0 * (size.x + size.y + size.z));
    let quadratic = density * (area * c.blunt + c.slender * (area_max - area)) / max(speed, MINVAL);
    // derivative of the projected area by the direction of the velocity
    let scale = PI / max(sqrt(numerator * numerator * numerator * denominator), MINVAL);
    let by_area = density * speed * (c.blunt - c.slender) * scale;
    let turn = q * dot(q, v * v) - vec3r(dot(q * q, v * v));
    let growth = by_area * q * v * turn;
    let own = quadratic * dot(v, v) + linear;
    let row = quadratic * v + growth;
    return Mat3(
        -v.x * row - vec3r(own, 0.0, 0.0),
        -v.y * row - vec3r(0.0, own, 0.0),
        -v.z * row - vec3r(0.0, 0.0, own),
    );
}

// derivative of the drag torque
fn torque_slope(w: vec3r, size: vec3r, c: Drag) -> Mat3 {
    let diameter = 2.0 / 3.0 * (size.x + size.y + size.z);
    let linear = opt_viscosity() * (PI * diameter * diameter * diameter);
    let moment = drag_moments(size, c);
    let scale = opt_density() / max(norm(w * moment), MINVAL);
    let growth = -scale * w * moment * moment;
    let diagonal = dot(w, growth) - linear;
    return Mat3(
        w.x * growth + vec3r(diagonal, 0.0, 0.0),
        w.y * growth + vec3r(0.0, diagonal, 0.0),
        w.z * growth + vec3r(0.0, 0.0, diagonal),
    );
}
#end
#end
