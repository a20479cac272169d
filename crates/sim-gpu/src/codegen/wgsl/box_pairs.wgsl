// Boxes against spheres and against each other. Two boxes: a separating-axis test over the face normals of both and the cross
// products of their edges, then either one face clipped against the other (Sutherland, Hodgman 1974) or the nearest points of two
// edges.

fn sphere_box(pair: Pair) {
    let cuboid = solid(pair.second);
    let ball = geom_xpos(pair.first);
    let centre = mat_t_mul_vec(cuboid.mat, ball - cuboid.pos);
    ball_box(pair, Ball(ball, vec3r(0.0), geom_size_at(pair.first, 0)), centre, cuboid);
}

// a ball with its centre in the frame of the box: against the nearest point of the box, or, from inside, through the nearest face
fn ball_box(pair: Pair, ball: Ball, centre: vec3r, cuboid: Solid) {
    let size = cuboid.size;
    let radius = ball.radius;
    let clamped = min(max(centre, -size), size);
    let inward = unit(clamped - centre);
    if (inward.length - radius > pair.margin + NEAR_SLACK) {
        return;
    }
    var local_normal = inward.dir;
    var dist = inward.length;
    var surface = clamped;
    if (dist <= MINVAL) {
        // faces in the order of their axes, the negative side first
        var closest = 2.0 * (size.x + size.y + size.z);
        for (var i = 0; i < 3; i++) {
            for (var sign = real(-1.0); sign < 2.0; sign += 2.0) {
                let away = abs(sign * size[i] - centre[i]);
                if (closest > away) {
                    closest = away;
                    local_normal = axis_unit(i) * -sign;
                    surface = select(centre, sign * size, axis_unit(i) > vec3r(0.5));
                }
            }
        }
        dist = -closest;
    }
    // relative to the ball, which is closer than the centre of the box: less cancellation
    let normal = mat_mul_vec(cuboid.mat, local_normal);
#if FINE
    let between = fine_between(pair, Two3(ball.local, vec3r(0.0)), on_box(pair.second, surface));
    let left = fine_less(fine_along(between, normal), radius, radius_low(pair.first));
    if (left.x + left.y > pair.margin) {
        return;
    }
    let gap = left.x + left.y;
#else
    let gap = dist - radius;
#end
    let offset = geom_axis(pair.first) * ball.local.z + normal * (0.5 * (dist + radius));
    touch_at(touch_near(pair.first, gap, offset, normal));
}

// Slack of the separation tests against rounding, in units of the summed half-sizes. Squared sine below which the cross product of two
// edges has no reliable direction. Axis component below which either corner supports the axis. Squared distance below which clipped
// vertices count as one, in units of the face's squared half-diagonal.
#if DOUBLE
const SEPARATION_SLACK: real = 1e-13;
const PARALLEL_EDGES: real = 1e-16;
const AMBIGUOUS: real = 1e-9;
const DUPLICATE: real = 1e-14;
#else
const SEPARATION_SLACK: real = 1e-6;
const PARALLEL_EDGES: real = 1e-8;
const AMBIGUOUS: real = 1e-5;
const DUPLICATE: real = 1e-10;
#end

// relative handicap of an edge axis: a face gives more contacts
const EDGE_HANDICAP: real = 1e-6;

// cosine above which an edge axis repeats the best face normal, and how much better it must then be, relative to the face's depth
const SAME_DIRECTION: real = 0.99;

const FACE_PREFERENCE: real = 0.05;

// The second box seen from the first, and the reverse.
struct BoxView {
    // axes of the second box in the frame of the first, as columns
    rot: Mat3,
    // centre of the second in the frame of the first, and of the first in that of the second
    pos21: vec3r,
    pos12: vec3r,
    size1: vec3r,
    size2: vec3r,
    // largest separation of boxes that touch, and its rounding error
    limit: real,
    slack: real,
}

// up to eight contact points
fn box_box(pair: Pair) {
    let a = solid(pair.first);
    let b = solid(pair.second);
    let slack = SEPARATION_SLACK * (a.size.x + a.size.y + a.size.z + b.size.x + b.size.y + b.size.z);
    var view: BoxView;
    view.rot = mat_t_mul(a.mat, b.mat);
    view.pos21 = mat_t_mul_vec(a.mat, b.pos - a.pos);
    view.pos12 = mat_t_mul_vec(b.mat, a.pos - b.pos);
    view.size1 = a.size;
    view.size2 = b.size;
    view.limit = pair.margin + slack;
    view.slack = slack;
    let found = separating_axis(view);
    if (found.axis < 0) {
        return;
    }
    var face = BoxFace(a, b, pair.first, view.rot, view.pos21, real(1.0));
    if (found.face >= 3) {
        face = BoxFace(b, a, pair.second, mat_transpose(view.rot), view.pos12, real(-1.0));
    }
    var by_edges = found.axis >= 6;
    if (by_edges) {
        let edges = nearest_edges(pair, view, a, (found.axis - 6) / 3, (found.axis - 6) % 3);
        by_edges = !prefers_face(pair, found, face, edges.dist);
#if FINE
        let limit = pair.margin;
#else
        let limit = view.limit;
#end
        if (by_edges && edges.dist <= limit) {
            touch_at(edges);
        }
    }
    if (!by_edges) {
        touch_face(pair, face, found.face % 3);
    }
}

// resting stacks would flip between a face and an edge axis near it: the face wins unless it is clearly worse
fn prefers_face(pair: Pair, found: BoxAxis, face: BoxFace, separation: real) -> bool {
#if FINE
    let best_face = fine_separation(pair, face, found.face % 3);
    return found.repeats && separation < best_face + FACE_PREFERENCE * abs(best_face);
#else
    return found.repeats && found.best < found.best_face + FACE_PREFERENCE * abs(found.best_face) + found.slack;
#end
}

// The axis of largest separation, and the face normal of largest separation; whether an edge axis repeats that normal.
struct BoxAxis {
    axis: i32,
    face: i32,
    repeats: bool,
    best: real,
    best_face: real,
    // rounding error of the separations
    slack: real,
}

// the axis of largest separation: 0 to 2 a face normal of the first box, 3 to 5 of the second, 6 + 3 i + j the cross product of edge
// i of the first and j of the second; -1 when one of them separates the boxes
fn separating_axis(view: BoxView) -> BoxAxis {
    let reach = Mat3(abs(view.rot.x), abs(view.rot.y), abs(view.rot.z));
    let faces1 = abs(view.pos21) - view.size1 - mat_mul_vec(reach, view.size2);
    let faces2 = abs(view.pos12) - view.size2 - mat_t_mul_vec(reach, view.size1);
    var best = faces1.x;
    var axis = 0;
    for (var k = 1; k < 6; k++) {
        let separation = select(faces1[k % 3], faces2[k % 3], k >= 3);
        if (separation > best) {
            best = separation;
            axis = k;
        }
    }
    let none = BoxAxis(-1, 0, false, 0.0, 0.0, 0.0);
    if (best > view.limit) {
        return none;
    }
    let best_face = best;
    let face = axis;
    for (var i = 0; i < 3; i++) {
        for (var j = 0; j < 3; j++) {
            let direction = edge_axis(view.rot, i, j);
            let square = dot(direction, direction);
            if (square < PARALLEL_EDGES) {
                continue;
            }
            let separation = edge_separation(view, direction * (1.0 / sqrt(square)));
            if (separation > view.limit) {
                return none;
            }
            if (separation - EDGE_HANDICAP * abs(separation) > best && separation > best_face) {
                best = separation;
                axis = 6 + 3 * i + j;
            }
        }
    }
    var repeats = false;
    if (axis >= 6) {
        let direction = unit(edge_axis(view.rot, (axis - 6) / 3, (axis - 6) % 3)).dir;
        var normal = axis_unit(face % 3);
        if (face >= 3) {
            normal = mat_col(view.rot, face - 3);
        }
        repeats = abs(dot(direction, normal)) > SAME_DIRECTION;
    }
    return BoxAxis(axis, face, repeats, best, best_face, max(MINVAL, FACE_SLACK * view.slack));
}

// share of the rounding slack in favour of the face
#if DOUBLE
const FACE_SLACK: real = 0.0;
#else
const FACE_SLACK: real = 1.0;
#end

// cross product of edge i of the first and edge j of the second box, in the frame of the first
fn edge_axis(rot: Mat3, i: i32, j: i32) -> vec3r {
    return cross(axis_unit(i), mat_col(rot, j));
}

// separation along the unit cross product of two edges
fn edge_separation(view: BoxView, axis: vec3r) -> real {
    let radius1 = dot(abs(axis), view.size1);
    let radius2 = dot(abs(mat_t_mul_vec(view.rot, axis)), view.size2);
    return abs(dot(axis, view.pos21)) - radius1 - radius2;
}

// most vertices of a clipped face: four corners and four cuts make at most eight
const MAX_VERTICES: i32 = 12;

// a convex polygon over the reference face (two coordinates in the face, one above it), and a buffer for clipping
var<private> polygon: array<vec3r, MAX_VERTICES>;

var<private> polygon_len: i32;

var<private> cut: array<vec3r, MAX_VERTICES>;

// A box with the reference face, and the box that touches it.
struct BoxFace {
    reference: Solid,
    other: Solid,
    // geom of the reference
    geom: i32,
    // axes of the other box in the frame of the reference, as columns, and its centre there
    rot: Mat3,
    centre: vec3r,
    // -1 if the reference is the second box of the pair
    order: real,
}

// contact points of the face `axis` of the reference with the opposing face of the other box
fn touch_face(pair: Pair, boxes: BoxFace, axis: i32) {
    let reference = boxes.reference;
    let other = boxes.other;
    let rot = boxes.rot;
    let centre = boxes.centre;
    let half = from_axis(reference.size, axis);
    let side = select(real(-1.0), 1.0, centre[axis] >= 0.0);

    // face of the other box that opposes the reference face most
    let facings = row_of(rot, axis);
    var facing = 0;
    for (var k = 1; k < 3; k++) {
        if (abs(facings[k]) > abs(facings[facing])) {
            facing = k;
        }
    }
    let towards = select(real(1.0), -1.0, side * facings[facing] > 0.0);
    let u = (facing + 1) % 3;
    let v = (facing + 2) % 3;
    let above = vec3r(1.0, 1.0, side);
    let lift = vec3r(0.0, 0.0, half.z);
    let middle = from_axis(centre + mat_col(rot, facing) * (towards * other.size[facing]), axis) * above - lift;
    let du = from_axis(mat_col(rot, u) * other.size[u], axis) * above;
    let dv = from_axis(mat_col(rot, v) * other.size[v], axis) * above;
    polygon[0] = middle + du + dv;
    polygon[1] = middle - du + dv;
    polygon[2] = middle - du - dv;
    polygon[3] = middle + du - dv;
    polygon_len = 4;
    for (var cuts = 0; cuts < 4; cuts++) {
        clip_polygon(cuts / 2, select(real(1.0), -1.0, cuts % 2 == 1), half[cuts / 2]);
    }

    let duplicate = DUPLICATE * (half.x * half.x + half.y * half.y);
    let normal = mat_col(reference.mat, axis) * (boxes.order * side);
    var kept = 0;
    for (var n = 0; n < polygon_len; n++) {
        var vertex = polygon[n];
#if FINE
        if (vertex.z <= pair.margin + NEAR_SLACK) {
            vertex.z = fine_depth(pair, boxes, vertex, axis, facing, side);
        }
#end
        var is_new = vertex.z <= pair.margin;
        for (var k = 0; k < kept; k++) {
            let off = cut[k].xy - vertex.xy;
            is_new = is_new && dot(off, off) >= duplicate;
        }
        if (is_new) {
            cut[kept] = vertex;
            kept += 1;
            let local = to_axis(vec3r(vertex.xy, side * (half.z + 0.5 * vertex.z)), axis);
            touch_at(touch_near(boxes.geom, vertex.z, mat_mul_vec(reference.mat, local), normal));
        }
    }
}

// keeps the part of the polygon where `sign` times coordinate k is at most `limit`
fn clip_polygon(k: i32, sign: real, limit: real) {
    var len = 0;
    for (var n = 0; n < polygon_len; n++) {
        let p = polygon[n];
        let q = polygon[select(n + 1, 0, n + 1 == polygon_len)];
        let dp = sign * p[k] - limit;
        let dq = sign * q[k] - limit;
        if (dp <= 0.0 && len < MAX_VERTICES) {
            cut[len] = p;
            len += 1;
        }
        if (((dp < 0.0 && dq > 0.0) || (dp > 0.0 && dq < 0.0)) && len < MAX_VERTICES) {
            cut[len] = p + (q - p) * (dp / (dp - dq));
            len += 1;
        }
    }
    for (var n = 0; n < len; n++) {
        polygon[n] = cut[n];
    }
    polygon_len = len;
}

// a vector with its coordinates turned so that `axis` is the last, and back
fn from_axis(v: vec3r, axis: i32) -> vec3r {
    return vec3r(v[(axis + 1) % 3], v[(axis + 2) % 3], v[axis]);
}

fn to_axis(v: vec3r, axis: i32) -> vec3r {
    return vec3r(v[(2 - axis) % 3], v[(3 - axis) % 3], v[(4 - axis) % 3]);
}

fn row_of(m: Mat3, i: i32) -> vec3r {
    return vec3r(mat_col(m, 0)[i], mat_col(m, 1)[i], mat_col(m, 2)[i]);
}
