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

// inertia in the com frame: diagonal, products xy xz yz, first moment, mass
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

const MINVAL: real = 1e-15;

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

fn quat_mul(p: vec4r, q: vec4r) -> vec4r {
    return vec4r(
        p.x * q.x - p.y * q.y - p.z * q.z - p.w * q.w,
        p.x * q.y + p.y * q.x + p.z * q.w - p.w * q.z,
        p.x * q.z - p.y * q.w + p.z * q.x + p.w * q.y,
        p.x * q.w + p.y * q.z - p.z * q.y + p.w * q.x,
    );
}

// the identity where there is no length
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

fn quat_to_mat(q: vec4r) -> Mat3 {
    let w = q.x;
    let x = q.y;
    let y = q.z;
    let z = q.w;
    return Mat3(
        vec3r(w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        vec3r(2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)),
        vec3r(2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z),
    );
}

fn quat_from_axis_angle(axis: vec3r, angle: real) -> vec4r {
    if (angle == 0.0) {
        return IDENTITY_QUAT;
    }
    let t = sin_cos(0.5 * angle);
    return vec4r(t.y, axis * t.x);
}
