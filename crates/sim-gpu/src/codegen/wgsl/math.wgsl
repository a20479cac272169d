// Vectors, quaternions (w, x, y, z), rotation matrices by rows, spatial vectors (rotation before translation).

struct Mat3 {
    x: vec3r,
    y: vec3r,
    z: vec3r,
}

struct Vec6 {
    a: vec3r,
    b: vec3r,
}

// inertia about a point: diagonal, products xy xz yz, first moment, mass
struct Inertia {
    diagonal: vec3r,
    products: vec3r,
    moment: vec3r,
    mass: real,
}

struct Pose {
    pos: vec3r,
    quat: vec4r,
}

const IDENTITY_QUAT: vec4r = vec4r(1.0, 0.0, 0.0, 0.0);

fn identity_mat() -> Mat3 {
    return Mat3(vec3r(1.0, 0.0, 0.0), vec3r(0.0, 1.0, 0.0), vec3r(0.0, 0.0, 1.0));
}

fn mat_mul_vec(m: Mat3, v: vec3r) -> vec3r {
    return vec3r(dot(m.x, v), dot(m.y, v), dot(m.z, v));
}

fn mat_t_mul_vec(m: Mat3, v: vec3r) -> vec3r {
    return m.x * v.x + m.y * v.y + m.z * v.z;
}

fn mat_col(m: Mat3, k: i32) -> vec3r {
    return vec3r(m.x[k], m.y[k], m.z[k]);
}

fn mat_transpose(m: Mat3) -> Mat3 {
    return Mat3(mat_col(m, 0), mat_col(m, 1), mat_col(m, 2));
}

// the transpose of a, times b
fn mat_t_mul(a: Mat3, b: Mat3) -> Mat3 {
    return Mat3(mat_t_mul_vec(b, mat_col(a, 0)), mat_t_mul_vec(b, mat_col(a, 1)), mat_t_mul_vec(b, mat_col(a, 2)));
}

// unit vector along a coordinate
fn axis_unit(k: i32) -> vec3r {
    return vec3r(select(real(0.0), 1.0, k == 0), select(real(0.0), 1.0, k == 1), select(real(0.0), 1.0, k == 2));
}

fn quat_mul(p: vec4r, q: vec4r) -> vec4r {
    return vec4r(
        p.x * q.x - p.y * q.y - p.z * q.z - p.w * q.w,
        p.x * q.y + p.y * q.x + p.z * q.w - p.w * q.z,
        p.x * q.z - p.y * q.w + p.z * q.x + p.w * q.y,
        p.x * q.w + p.y * q.z - p.z * q.y + p.w * q.x,
    );
}

// the identity for length zero
fn quat_normalize(q: vec4r) -> vec4r {
    let length = sqrt(dot(q, q));
    if (length < MINVAL) {
        return IDENTITY_QUAT;
    }
    return q * (1.0 / length);
}

fn quat_rotate(q: vec4r, v: vec3r) -> vec3r {
    let u = q.yzw;
    let t = q.x * v + cross(u, v);
    return v + 2.0 * cross(u, t);
}

// entries near one follow from entries near zero, so a rotation about an axis keeps the axis exactly
fn quat_to_mat(q: vec4r) -> Mat3 {
    let w = q.x;
    let x = q.y;
    let y = q.z;
    let z = q.w;
    return Mat3(
        vec3r(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        vec3r(2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
        vec3r(2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
    );
}

fn quat_from_axis_angle(axis: vec3r, angle: real) -> vec4r {
    if (angle == 0.0) {
        return IDENTITY_QUAT;
    }
    let t = sin_cos(0.5 * angle);
    return vec4r(t.y, axis * t.x);
}

fn quat_conj(q: vec4r) -> vec4r {
    return vec4r(q.x, -q.yzw);
}

struct Unit {
    dir: vec3r,
    length: real,
}

// direction and length; the x axis for length zero
fn unit(v: vec3r) -> Unit {
    let length = sqrt(dot(v, v));
    if (length < MINVAL) {
        return Unit(vec3r(1.0, 0.0, 0.0), length);
    }
    return Unit(v * (1.0 / length), length);
}

fn norm(v: vec3r) -> real {
    return sqrt(dot(v, v));
}

// by its bits, because drivers optimize comparisons with NaN away
fn is_nan(x: real) -> bool {
    return (bitcast<u32>(f32(x)) & 0x7fffffffu) > 0x7f800000u;
}

// limited to a range, which may be reversed; NaN stays NaN, while min and max of some drivers return a limit
fn clip(x: real, low: real, high: real) -> real {
    if (is_nan(x)) {
        return x;
    }
    if (x < low) {
        return low;
    }
    if (x > high) {
        return high;
    }
    return x;
}

// rotation vector of a quaternion, its angle in (-pi, pi]
fn quat_to_rotvec(q: vec4r) -> vec3r {
    let u = unit(q.yzw);
    var angle = 2.0 * atan_of(u.length, q.x);
    if (angle > PI) {
        angle -= 2.0 * PI;
    }
    return u.dir * angle;
}

fn quat_from_rotvec(v: vec3r) -> vec4r {
    let angle = norm(v);
    if (angle < MINVAL) {
        return IDENTITY_QUAT;
    }
    return quat_from_axis_angle(v / angle, angle);
}

// the rotation vector, in the frame of b, that takes b to a
fn quat_difference(a: vec4r, b: vec4r) -> vec3r {
    return quat_to_rotvec(quat_mul(quat_conj(b), a));
}

// q after a rotation for a time with an angular velocity in its own frame
fn quat_integrate(q: vec4r, vel: vec3r, time: real) -> vec4r {
    let u = unit(vel);
    return quat_mul(quat_normalize(q), quat_from_axis_angle(u.dir, time * u.length));
}

fn vec6_add(p: Vec6, q: Vec6) -> Vec6 {
    return Vec6(p.a + q.a, p.b + q.b);
}

fn vec6_sub(p: Vec6, q: Vec6) -> Vec6 {
    return Vec6(p.a - q.a, p.b - q.b);
}

fn vec6_scale(p: Vec6, s: real) -> Vec6 {
    return Vec6(p.a * s, p.b * s);
}

fn vec6_dot(p: Vec6, q: Vec6) -> real {
    return dot(p.a, q.a) + dot(p.b, q.b);
}

fn vec6_zero() -> Vec6 {
    return Vec6(vec3r(0.0), vec3r(0.0));
}

// rate of change of a motion vector in a frame that moves with a velocity
fn cross_motion(vel: Vec6, v: Vec6) -> Vec6 {
    return Vec6(cross(vel.a, v.a), cross(vel.a, v.b) + cross(vel.b, v.a));
}

// rate of change of a force vector in a frame that moves with a velocity
fn cross_force(vel: Vec6, f: Vec6) -> Vec6 {
    return Vec6(cross(vel.a, f.a) + cross(vel.b, f.b), cross(vel.a, f.b));
}

// a rigid motion, expressed at another point
fn move_motion(v: Vec6, to: vec3r, from_point: vec3r) -> Vec6 {
    return Vec6(v.a, v.b - cross(to - from_point, v.a));
}

// a wrench, expressed at another point
fn move_force(f: Vec6, to: vec3r, from_point: vec3r) -> Vec6 {
    return Vec6(f.a - cross(to - from_point, f.b), f.b);
}

// both halves in the frame whose axes are the columns of m
fn to_local(v: Vec6, m: Mat3) -> Vec6 {
    return Vec6(mat_t_mul_vec(m, v.a), mat_t_mul_vec(m, v.b));
}

fn inertia_zero() -> Inertia {
    return Inertia(vec3r(0.0), vec3r(0.0), vec3r(0.0), 0.0);
}

// an inertia about another point; `d` is the vector from that point to the first one
fn inertia_moved(i: Inertia, d: vec3r) -> Inertia {
    let shift = i.mass * d;
    let h = i.moment + shift;
    let twice = d * (i.moment + h);
    return Inertia(
        i.diagonal + vec3r(twice.y + twice.z, twice.x + twice.z, twice.x + twice.y),
        i.products - vec3r(
            i.moment.x * d.y + d.x * h.y,
            i.moment.x * d.z + d.x * h.z,
            i.moment.y * d.z + d.y * h.z,
        ),
        h,
        i.mass,
    );
}

fn inertia_add(p: Inertia, q: Inertia) -> Inertia {
    return Inertia(p.diagonal + q.diagonal, p.products + q.products, p.moment + q.moment, p.mass + q.mass);
}

// momentum of an inertia that moves with v
fn inertia_mul(i: Inertia, v: Vec6) -> Vec6 {
    let d = i.diagonal;
    let p = i.products;
    let turning = vec3r(
        d.x * v.a.x + p.x * v.a.y + p.y * v.a.z,
        p.x * v.a.x + d.y * v.a.y + p.z * v.a.z,
        p.y * v.a.x + p.z * v.a.y + d.z * v.a.z,
    );
    return Vec6(turning + cross(i.moment, v.b), i.mass * v.b - cross(i.moment, v.a));
}
