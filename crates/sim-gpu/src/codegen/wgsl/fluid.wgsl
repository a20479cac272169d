// Force of the surrounding fluid: inertia-box or ellipsoid model of each body.
//
// The box model uses the box with a body's mass and inertia. The ellipsoid model (Andersen, Pesavento & Wang 2005, generalised)
// adds, for each geom, added mass, Kutta and Magnus lift, blunt, slender and angular drag.

fn fluid_forces() {
#if FLUID
    sync();
    for (var i = lane; i < NBODY; i += LANES) {
        set_cfrc_body(i, fluid_wrench(i));
    }
    sync();
    gather_wrenches();
    for (var i = lane; i < NV; i += LANES) {
        set_qfrc_fluid(i, dof_wrench(i));
    }
#else
    for (var i = lane; i < NV; i += LANES) {
        set_qfrc_fluid(i, 0.0);
    }
#end
}

#if FLUID
// wrench on a body about its origin
fn fluid_wrench(i: i32) -> Vec6 {
    var sum = vec6_zero();
    if (body_mass(i) < MINVAL) {
        return sum;
    }
#if ELLIPSOIDS
    if (uses_ellipsoids(i)) {
        let first = body_geomadr(i);
        let end = first + body_geomnum(i);
        for (var g = first; g < end; g++) {
            if (geom_fluid(g, 0) != 0.0) {
                let mat = geom_mat(g);
                let wrench = ellipsoid_wrench(g, relative_motion(i, geom_xpos(g), mat));
                sum = vec6_add(sum, move_force(to_world(wrench, mat), xpos(i), geom_xpos(g)));
            }
        }
        return sum;
    }
#end
    let mat = inertia_mat(i);
    let wrench = box_wrench(i, relative_motion(i, xipos(i), mat));
    return wrench_at_origin(i, to_world(wrench, mat));
}

// whether a body uses the ellipsoid model: one such geom is enough
fn uses_ellipsoids(i: i32) -> bool {
    let first = body_geomadr(i);
    let end = first + body_geomnum(i);
    for (var g = first; g < end; g++) {
        if (geom_fluid(g, 0) > 0.0) {
            return true;
        }
    }
    return false;
}

fn to_world(v: Vec6, mat: Mat3) -> Vec6 {
    return Vec6(mat_mul_vec(mat, v.a), mat_mul_vec(mat, v.b));
}

// velocity of a frame of a body relative to the fluid, in its own axes
fn relative_motion(body: i32, pos: vec3r, mat: Mat3) -> Vec6 {
    var vel = vec6_zero();
    if (body_dofnum(body_weldid(body)) != 0) {
        vel = to_local(move_motion(cvel(body), pos, subtree_com(body_rootid(body))), mat);
    }
    return Vec6(vel.a, vel.b - mat_t_mul_vec(mat, opt_wind()));
}

// sides of the box with the mass and inertia of a body
fn inertia_box(i: i32) -> vec3r {
    let moments = body_inertia(i);
    let squares = max(moments.yzx + moments.zxy - moments, vec3r(MINVAL)) / body_mass(i) * 6.0;
    return vec3r(sqrt(squares.x), sqrt(squares.y), sqrt(squares.z));
}

fn box_wrench(i: i32, vel: Vec6) -> Vec6 {
    let size = inertia_box(i);
    let viscosity = max(opt_viscosity(), 0.0);
    let density = max(opt_density(), 0.0);
    let diameter = (size.x + size.y + size.z) / 3.0;
    var torque = vel.a * (-PI * diameter * diameter * diameter * viscosity);
    var force = vel.b * (-3.0 * PI * diameter * viscosity);
    let a = size.yzx;
    let b = size.zxy;
    force -= 0.5 * density * a * b * abs(vel.b) * vel.b;
    torque -= density * size * (a * a * a * a + b * b * b * b) * abs(vel.a) * vel.a / 64.0;
    return Vec6(torque, force);
}

// half axes of the ellipsoid that stands for a geom
fn semi_axes(g: i32) -> vec3r {
    let size = geom_size(g);
    switch (geom_type(g)) {
        case GEOM_SPHERE: {
            return vec3r(size.x);
        }
        case GEOM_CAPSULE: {
            return vec3r(size.x, size.x, size.y + size.x);
        }
        case GEOM_CYLINDER: {
            return vec3r(size.x, size.x, size.y);
        }
        default: {
            return size;
        }
    }
}

// coefficients of the forces on an ellipsoid
struct Drag {
    blunt: real,
    slender: real,
    angular: real,
    kutta: real,
    magnus: real,
}

fn drag_of(g: i32) -> Drag {
    return Drag(geom_fluid(g, 1), geom_fluid(g, 2), geom_fluid(g, 3), geom_fluid(g, 4), geom_fluid(g, 5));
}

// mass and inertia of the fluid that moves with a geom
fn added_mass(g: i32) -> Vec6 {
    let mass = vec3r(geom_fluid(g, 6), geom_fluid(g, 7), geom_fluid(g, 8));
    return Vec6(vec3r(geom_fluid(g, 9), geom_fluid(g, 10), geom_fluid(g, 11)), mass);
}

fn ellipsoid_wrench(g: i32, vel: Vec6) -> Vec6 {
    let added = added_mass(g);
    let p = opt_density() * added.b * vel.b;
    let l = opt_density() * added.a * vel.a;
    let carried = Vec6(cross(p, vel.b) + cross(l, vel.a), cross(p, vel.a));
    return vec6_scale(vec6_add(carried, viscous_wrench(semi_axes(g), drag_of(g), vel)), geom_fluid(g, 0));
}

// the largest and the middle half axis
fn two_largest(size: vec3r) -> vec2r {
    let largest = max(max(size.x, size.y), size.z);
    let least = min(min(size.x, size.y), size.z);
    return vec2r(largest, size.x + size.y + size.z - largest - least);
}

fn pow4(x: real) -> real {
    return (x * x) * (x * x);
}

// moments that the angular drag is proportional to, about each axis
fn drag_moments(size: vec3r, c: Drag) -> vec3r {
    let two = two_largest(size);
    let most = 8.0 / 15.0 * PI * two.y * pow4(two.x);
    let spread = max(size.yzx, size.zxy);
    let own = 8.0 / 15.0 * PI * size * vec3r(pow4(spread.x), pow4(spread.y), pow4(spread.z));
    return c.angular * own + c.slender * (vec3r(most) - own);
}

fn viscous_wrench(size: vec3r, c: Drag, vel: Vec6) -> Vec6 {
    let w = vel.a;
    let v = vel.b;
    let density = opt_density();
    let viscosity = opt_viscosity();
    let volume = 4.0 / 3.0 * PI * size.x * size.y * size.z;
    let two = two_largest(size);
    let area_max = PI * two.x * two.y;
    let magnus = cross(w, v) * (c.magnus * density * volume);

    // area projected along the velocity, and the angle between its normal and the velocity
    let q = squared_faces(size);
    let denominator = dot(q * q, v * v);
    let numerator = dot(q, v * v);
    let area = PI * sqrt(denominator / max(numerator, MINVAL));
    let speed = norm(v);
    let cosine = numerator / max(speed * denominator, MINVAL);
    let circulation = cross(q * v, v) * (c.kutta * density * cosine * area);

    // Stokes drag of the equivalent sphere plus quadratic drag
    let diameter = 2.0 / 3.0 * (size.x + size.y + size.z);
    let linear = viscosity * (3.0 * PI * diameter) + density * speed * (area * c.blunt + c.slender * (area_max - area));
    let angular = viscosity * (PI * diameter * diameter * diameter) + density * norm(w * drag_moments(size, c));
    return Vec6(w * -angular, magnus + cross(circulation, v) - v * linear);
}

// squares of the areas of the ellipsoid's three faces, up to a factor of pi
fn squared_faces(size: vec3r) -> vec3r {
    let face = size.yzx * size.zxy;
    return face * face;
}
#end
