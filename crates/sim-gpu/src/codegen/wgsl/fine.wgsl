// Positions of geoms as sums of two f32, and their differences. One f32 resolves some nanometres for geoms of a few centimetres, so a
// depth of micrometres would keep few digits.
//
// Functions named `exact…` compute rounding errors. The compiler must not reorder them (`spirv.rs`).

#if FINE
// three numbers and their rounding errors
struct Two3 {
    hi: vec3r,
    lo: vec3r,
}

// sum (x) and its rounding error (y)
fn exact_sum(a: real, b: real) -> vec2r {
    let sum = a + b;
    let second = sum - a;
    return vec2r(sum, (a - (sum - second)) + (b - second));
}

fn exact_sum3(a: vec3r, b: vec3r) -> Two3 {
    let sum = a + b;
    let second = sum - a;
    return Two3(sum, (a - (sum - second)) + (b - second));
}

// the upper half of the digits
fn upper_half(a: vec3r) -> vec3r {
    return bitcast<vec3<f32>>(bitcast<vec3<u32>>(a) & vec3<u32>(0xfffff000u));
}

// product, component by component; products of halves are exact
fn exact_product3(a: vec3r, b: vec3r) -> Two3 {
    let product = a * b;
    let ah = upper_half(a);
    let bh = upper_half(b);
    let al = a - ah;
    let bl = b - bh;
    return Two3(product, ((ah * bh - product) + ah * bl + al * bh) + al * bl);
}

fn two_add(a: Two3, b: Two3) -> Two3 {
    let sum = exact_sum3(a.hi, b.hi);
    return Two3(sum.hi, sum.lo + (a.lo + b.lo));
}

fn two_minus(a: Two3) -> Two3 {
    return Two3(-a.hi, -a.lo);
}

fn two_times(a: Two3, b: Two3) -> Two3 {
    let product = exact_product3(a.hi, b.hi);
    return Two3(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

// moves as much as possible into the larger number
fn two_rounded(a: Two3) -> Two3 {
    return exact_sum3(a.hi, a.lo);
}

// sum of the three (x, y)
fn two_total(a: Two3) -> vec2r {
    let first = exact_sum(a.hi.x, a.hi.y);
    let all = exact_sum(first.x, a.hi.z);
    return vec2r(all.x, all.y + first.y + (a.lo.x + a.lo.y + a.lo.z));
}

struct TwoMat {
    hi: Mat3,
    lo: Mat3,
}

// the rotation of a quaternion of any length
fn fine_mat(q: vec4r) -> TwoMat {
    let v = q.yzw;
    let squares = exact_product3(v, v);
    let real_part = exact_product3(vec3r(q.x, 0.0, 0.0), vec3r(q.x, 0.0, 0.0));
    let length = two_total(two_add(squares, real_part));
    // 2 / length
    let first = 2.0 / length.x;
    let back = exact_product3(vec3r(first), vec3r(length.x));
    let off = ((2.0 - back.hi.x) - back.lo.x) - first * length.y;
    let scale = Two3(vec3r(first), vec3r(0.5 * first * off));

    let zero = vec3r(0.0);
    let mixed = exact_product3(v.yzx, v.zxy);
    let turn = exact_product3(vec3r(q.x), v);
    let sides = two_add(Two3(squares.hi.yzx, squares.lo.yzx), Two3(squares.hi.zxy, squares.lo.zxy));
    let plus = two_rounded(two_times(scale, two_add(mixed, turn)));
    let minus = two_rounded(two_times(scale, two_add(mixed, two_minus(turn))));
    let along = two_rounded(two_add(Two3(vec3r(1.0), zero), two_minus(two_times(scale, sides))));
    return TwoMat(
        Mat3(
            vec3r(along.hi.x, minus.hi.z, plus.hi.y),
            vec3r(plus.hi.z, along.hi.y, minus.hi.x),
            vec3r(minus.hi.y, plus.hi.x, along.hi.z),
        ),
        Mat3(
            vec3r(along.lo.x, minus.lo.z, plus.lo.y),
            vec3r(plus.lo.z, along.lo.y, minus.lo.x),
            vec3r(minus.lo.y, plus.lo.x, along.lo.z),
        ),
    );
}

// a point of a frame, in the world
fn fine_point(pos: Two3, mat: TwoMat, point: Two3) -> Two3 {
    var sum = pos;
    for (var k = 0; k < 3; k++) {
        let column = Two3(mat_col(mat.hi, k), mat_col(mat.lo, k));
        sum = two_add(sum, two_times(column, Two3(vec3r(point.hi[k]), vec3r(point.lo[k]))));
    }
    return sum;
}

// sets the position of a geom
fn place_finely(g: i32) {
    let none = Mat3(vec3r(0.0), vec3r(0.0), vec3r(0.0));
    if (geom_fixed(g) == 1) {
        set_geom_xpos(g, geom_fixed_pos(g));
        set_geom_xpos_low(g, geom_fixed_pos_low(g));
        set_fine_mat(g, TwoMat(geom_fixed_mat(g), geom_fixed_mat_low(g)));
        return;
    }
    let body = geom_bodyid(g);
    let same = geom_sameframe(g);
    var pos = Two3(xpos(body), vec3r(0.0));
    var mat = TwoMat(body_mat(body), none);
    let joint = body_jntadr(body);
    if (jnt_type(max(joint, 0)) == JNT_FREE && body_jntnum(body) == 1) {
        mat = fine_mat(qpos_quat(jnt_qposadr(joint) + 3));
    } else if (body_parentid(body) == 0) {
        pos.lo = body_pos_low(body);
    }
    if (same != SAME_BODY) {
        pos = two_rounded(fine_point(pos, mat, Two3(geom_pos(g), geom_pos_low(g))));
    }
    set_geom_xpos(g, pos.hi);
    set_geom_xpos_low(g, pos.lo);
    if (same == SAME_BODY || same == SAME_BODYROT) {
        set_fine_mat(g, mat);
    } else {
        set_fine_mat(g, TwoMat(attached_mat(body, same, geom_quat(g)), none));
    }
}

fn set_fine_mat(g: i32, mat: TwoMat) {
    set_geom_xmat(g, mat.hi);
    set_geom_xmat_low(g, mat.lo);
    set_geom_axis(g, mat_col(mat.hi, 2));
}

// a point of a geom's frame, in the world
fn point_of_geom(g: i32, point: Two3) -> Two3 {
    return fine_point(Two3(geom_xpos(g), geom_xpos_low(g)), TwoMat(geom_xmat(g), geom_xmat_low(g)), point);
}

// vector from a point of the pair's first geom to a point of its second, each in its geom's frame
fn fine_between(pair: Pair, first: Two3, second: Two3) -> Two3 {
    return two_rounded(two_add(point_of_geom(pair.second, second), two_minus(point_of_geom(pair.first, first))));
}

// component of that vector along a direction whose length is one up to rounding
fn fine_along(between: Two3, direction: vec3r) -> vec2r {
    let way = Two3(direction, vec3r(0.0));
    let along = two_total(two_times(between, way));
    let square = two_total(two_times(way, way));
    return vec2r(along.x, along.y + 0.5 * along.x * ((1.0 - square.x) - square.y));
}

// a two-part number minus a two-part number
fn fine_less(a: vec2r, b: real, b_low: real) -> vec2r {
    let sum = exact_sum(a.x, -b);
    return vec2r(sum.x, sum.y + (a.y - b_low));
}

// low part of the radius of a sphere or capsule
fn radius_low(g: i32) -> real {
    return geom_size_low_at(g, 0);
}

// a point of a box's frame, with all digits of the coordinates that lie on its surface
fn on_box(g: i32, point: vec3r) -> Two3 {
    let rest = geom_size_low(g);
    return Two3(point, select(vec3r(0.0), select(-rest, rest, point > vec3r(0.0)), abs(point) == geom_size(g)));
}
#end
