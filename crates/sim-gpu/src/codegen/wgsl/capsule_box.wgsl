// Capsule against box. The first point is the point of the capsule's axis nearest to the box; a second one exists if the axis runs along a
// face or an edge. Both points are balls against the box. All vectors are in the frame of the box. Positions on the axis and on the
// box's edges run from -1 to 1. A corner of the box is three bits, set for positive coordinates.

// part of the box that is nearest to the axis
const NEAR_NOTHING: i32 = 0;
const NEAR_FACE: i32 = 1;
const NEAR_CORNER: i32 = 2;
const NEAR_EDGE: i32 = 3;

// The nearest point of the axis, and the part of the box that it is nearest to.
struct BoxNearest {
    square: real,
    at: real,
    feature: i32,
    // the coordinate of the face, -1 inside the box; the coordinate along the edge
    axis: i32,
    // the corner, or the one at which the edge starts
    corner: i32,
    // position on the edge
    on_edge: real,
}

// The axis of the capsule, seen from the box.
struct Segment {
    centre: vec3r,
    // its direction, and the vector from its centre to its end
    dir: vec3r,
    half: vec3r,
    length: real,
    // signs of `half` as a corner
    octant: i32,
}

// an edge is nearer than a face only if its squared distance is smaller by this, in units of the squared half-sizes: an axis
// numerically parallel to a face must not lose to its edges
#if DOUBLE
const EDGE_SLACK: real = 0.0;
#else
const EDGE_SLACK: real = 1e-6;
#end

fn capsule_box(pair: Pair) {
    let cuboid = solid(pair.second);
    let radius = geom_size_at(pair.first, 0);
    var segment: Segment;
    segment.length = geom_size_at(pair.first, 1);
    segment.dir = mat_t_mul_vec(cuboid.mat, geom_axis(pair.first));
    segment.half = segment.dir * segment.length;
    segment.centre = mat_t_mul_vec(cuboid.mat, geom_xpos(pair.first) - cuboid.pos);
    segment.octant = corner_bits(segment.half);
    // an upper bound of all distances; it is compared with squares, as MuJoCo does
    let size = cuboid.size;
    let far = pair.margin + 2.0 * (radius + segment.length + size.x + size.y + size.z);
    let nearest = nearest_to_box(segment, size, far);
    if (nearest.feature == NEAR_NOTHING) {
        return;
    }
    let second = second_point(segment, size, nearest);
    for (var i = 0; i < select(1, 2, second.x > 0.0); i++) {
        let at = nearest.at + select(real(0.0), second.y, i == 1);
        let ball = geom_xpos(pair.first) + geom_axis(pair.first) * (segment.length * at);
        let local = vec3r(0.0, 0.0, segment.length * at);
        ball_box(pair, Ball(ball, local, radius), segment.centre + segment.half * at, cuboid);
    }
}

// whether the axis has a second contact point (x is one), and the step to it (y)
fn second_point(segment: Segment, size: vec3r, nearest: BoxNearest) -> vec2r {
    switch (nearest.feature) {
        case NEAR_FACE: {
            if (nearest.axis < 0) {
                return vec2r(0.0);
            }
            return vec2r(1.0, beyond_face(segment, size, nearest.at, nearest.axis));
        }
        case NEAR_CORNER: {
            let differing = segment.octant ^ nearest.corner;
            if (differing == 0 || differing == 7) {
                return vec2r(0.0);
            }
            return vec2r(1.0, beyond_corner(segment, size, differing, nearest.at));
        }
        default: {
            let differing = (segment.octant ^ nearest.corner) & (7 - (1 << u32(nearest.axis)));
            if (!is_one_bit(differing)) {
                return vec2r(0.0);
            }
            return vec2r(1.0, beyond_edge(segment, size, differing, nearest));
        }
    }
}

fn corner_bits(v: vec3r) -> i32 {
    return select(0, 1, v.x > 0.0) + select(0, 2, v.y > 0.0) + select(0, 4, v.z > 0.0);
}

fn is_one_bit(bits: i32) -> bool {
    return bits == 1 || bits == 2 || bits == 4;
}

fn has_bit(bits: i32, k: i32) -> bool {
    return ((bits >> u32(k)) & 1) == 1;
}

// the nearest point of the axis: an end over a face, or a point near an edge
fn nearest_to_box(segment: Segment, size: vec3r, far: real) -> BoxNearest {
    var best = BoxNearest(far, 0.0, NEAR_NOTHING, -1, 0, 0.0);
    for (var end = real(-1.0); end < 2.0; end += 2.0) {
        let point = segment.centre + segment.half * end;
        let away = min(max(point, -size), size) - point;
        var outside = 0;
        var face = -1;
        for (var k = 0; k < 3; k++) {
            if (abs(point[k]) > size[k]) {
                outside += 1;
                face = k;
            }
        }
        if (outside <= 1 && dot(away, away) < best.square) {
            best = BoxNearest(dot(away, away), end, NEAR_FACE, face, 0, 0.0);
        }
    }
    let slack = max(MINVAL, EDGE_SLACK * dot(size, size));
    for (var axis = 0; axis < 3; axis++) {
        for (var corner = 0; corner < 8; corner++) {
            if (has_bit(corner, axis)) {
                continue;
            }
            let found = near_edge(segment, size, axis, corner);
            if (found.feature != NEAR_NOTHING && found.square < best.square - slack) {
                best = found;
            }
        }
    }
    return best;
}

// nearest point of the axis to the edge along `axis` that starts at `corner`; none if they are parallel
fn near_edge(segment: Segment, size: vec3r, axis: i32, corner: i32) -> BoxNearest {
    let along = axis_unit(axis);
    let between = box_corner(size, corner) * (1.0 - along) - segment.centre;
    let edge = size[axis];

    // [ma mb; mb mc] x = [u; v] for the positions on edge and axis
    let ma = edge * edge;
    let mb = -edge * segment.half[axis];
    let mc = segment.length * segment.length;
    let u = -edge * between[axis];
    let v = dot(segment.half, between);
    let det = ma * mc - mb * mb;
    if (are_parallel(det, ma, mc)) {
        return BoxNearest(0.0, 0.0, NEAR_NOTHING, -1, 0, 0.0);
    }
    let inverse = 1.0 / det;
    let x1 = (mc * u - mb * v) * inverse;
    var side = end_beyond(x1);
    var on_edge = clip(x1, -1.0, 1.0);
    var x2 = (ma * v - mb * u) * inverse;
    if (side != 0) {
        x2 = (v - real(side) * mb) * (1.0 / mc);
    }
    let end = end_beyond(x2);
    let on_axis = clip(x2, -1.0, 1.0);
    if (end != 0) {
        let back = (u - real(end) * mb) * (1.0 / ma);
        on_edge = clip(back, -1.0, 1.0);
        // once at an end of the edge, remember its side even if the point moves back inside
        if (end_beyond(back) != 0) {
            side = end_beyond(back);
        }
    }
    let away = between - segment.half * on_axis + along * (edge * on_edge);
    let square = dot(away, away);
    if (side == 0) {
        return BoxNearest(square, on_axis, NEAR_EDGE, axis, corner, on_edge);
    }
    return BoxNearest(square, on_axis, NEAR_CORNER, -1, corner + select(0, 1 << u32(axis), side > 0), 0.0);
}

// the end of -1 to 1 that a position exceeds
fn end_beyond(x: real) -> i32 {
    return select(0, 1, x > 1.0) - select(0, 1, x < -1.0);
}

// `step`, or the step at which the axis crosses `width` along coordinate k, if that is shorter
fn shorter_step(step: real, width: real, segment: Segment, k: i32) -> real {
    let slope = abs(segment.half[k]);
    if (width < step * slope) {
        return width / slope;
    }
    return step;
}

// step from a corner along the edge or face that the axis follows; `differing` are the one or two coordinates in which the axis points
// away from the corner
fn beyond_corner(segment: Segment, size: vec3r, differing: i32, at: real) -> real {
    let is_one = is_one_bit(differing);
    let direction = select(real(-1.0), 1.0, is_one);
    let single = select(7 - differing, differing, is_one);
    let axis = select(select(0, 1, single == 2), 2, single == 4);
    if (segment.dir[axis] * segment.dir[axis] > 0.5) {
        return shorter_step(1.0 - direction * at, 2.0 * size[axis], segment, axis) * direction;
    }
    let first = (axis + 1) % 3;
    let second = (axis + 2) % 3;
    let step = shorter_step(1.0 + direction * at, 2.0 * size[first], segment, first);
    return shorter_step(step, 2.0 * size[second], segment, second) * -direction;
}

// step from inside an edge over the face with the smaller angle to the axis
fn beyond_edge(segment: Segment, size: vec3r, differing: i32, nearest: BoxNearest) -> real {
    let first = (nearest.axis + 1) % 3;
    let second = (nearest.axis + 2) % 3;
    let over = select(second, first, abs(segment.dir[first]) > abs(segment.dir[second]));
    let ahead = has_bit(differing, over);
    let sign = select(real(-1.0), 1.0, ahead);
    let along = select(real(-1.0), 1.0, has_bit(segment.octant, nearest.axis) == ahead);
    let step = shorter_step(1.0 - sign * nearest.at, 2.0 * size[over], segment, over);
    return sign * shorter_step(step, size[nearest.axis] * (1.0 - along * nearest.on_edge), segment, nearest.axis);
}

// step from the end over a face to the point where the axis leaves the box's outline
fn beyond_face(segment: Segment, size: vec3r, end: real, face: i32) -> real {
    let point = segment.centre + segment.half * end;
    var step = real(2.0);
    for (var k = 0; k < 3; k++) {
        let forwards = -end * segment.half[k];
        if (k == face || forwards == 0.0) {
            continue;
        }
        // towards the side that the axis points to, if the end is not beyond it
        let width = size[k] - select(-point[k], point[k], forwards > 0.0);
        if (width > 0.0) {
            step = shorter_step(step, width, segment, k);
        }
    }
    return step * -end;
}
