// Planes against spheres, capsules, ellipsoids, cylinders and boxes. The normal is the plane's.

fn plane_sphere(pair: Pair) {
    plane_ball(pair, geom_xpos(pair.second), real(0.0), geom_size_at(pair.second, 0));
}

// a ball on the axis of the second geom, at `along` from its centre
fn plane_ball(pair: Pair, centre: vec3r, along: real, radius: real) {
    let normal = geom_axis(pair.first);
    let height = dot(centre - geom_xpos(pair.first), normal);
    var dist = height - radius;
#if FINE
    dist = fine_height(pair, centre, Two3(vec3r(0.0, 0.0, along), vec3r(0.0)), radius, radius_low(pair.second));
#end
    if (dist <= pair.margin) {
        let offset = geom_axis(pair.second) * along + normal * (-dist / 2.0 - radius);
        touch_at(touch_near(pair.second, dist, offset, normal));
    }
}

#if FINE
// distance from the plane of the point `place` of the second geom, minus a radius
fn fine_height(pair: Pair, place: vec3r, point: Two3, radius: real, rest: real) -> real {
    // measured from the point of the plane below it, so that rounding of the normal has no effect
    let below = mat_t_mul_vec(geom_xmat(pair.first), place - geom_xpos(pair.first)) * vec3r(1.0, 1.0, 0.0);
    let between = fine_between(pair, Two3(below, vec3r(0.0)), point);
    let dist = fine_less(fine_along(between, geom_axis(pair.first)), radius, rest);
    return dist.x + dist.y;
}
#end

// the two ends of the capsule, frames along its axis
fn plane_capsule(pair: Pair) {
    let axis = geom_axis(pair.second);
    let half = axis * geom_size_at(pair.second, 1);
    touch_tangent = axis;
    for (var end = real(1.0); end > -2.0; end -= 2.0) {
        let along = geom_size_at(pair.second, 1) * end;
        plane_ball(pair, geom_xpos(pair.second) + half * end, along, geom_size_at(pair.second, 0));
    }
}

// the lowest point of the ellipsoid
fn plane_ellipsoid(pair: Pair) {
    let normal = geom_axis(pair.first);
    let body = solid(pair.second);
    // the direction, scaled to the unit sphere and back
    let down = mat_t_mul_vec(body.mat, -normal);
    let local = unit(down * body.size).dir * body.size;
    let lowest = mat_mul_vec(body.mat, local);
    let dist = dot(normal, lowest + body.pos - geom_xpos(pair.first));
    if (dist <= pair.margin) {
        touch_at(touch_near(pair.second, dist, lowest - normal * (0.5 * dist), normal));
    }
}

// the lowest point of each rim, and two more that form a triangle on the lower rim; none unless the lowest point is near
fn plane_cylinder(pair: Pair) {
    let normal = geom_axis(pair.first);
    let body = solid(pair.second);
    let radius = body.size.x;

    // the axis, turned towards the plane
    var axis = mat_col(body.mat, 2);
    var drop = dot(normal, axis);
    if (drop > 0.0) {
        axis = -axis;
        drop = -drop;
    }
    let height = dot(body.pos - geom_xpos(pair.first), normal);

    // radius towards the plane; if the disk is parallel to it, any radius
    var radial = axis * drop - normal;
    let length = sqrt(dot(radial, radial));
    if (length >= PARALLEL_RIM) {
        radial = radial * (radius / length);
    } else {
        radial = mat_col(body.mat, 0) * radius;
    }
    let radial_drop = dot(radial, normal);
    axis = axis * body.size.y;
    drop = drop * body.size.y;

    // the lower rim, the other one, and the two other corners of the triangle: none of them is lower than the first
    let sideways = unit(cross(radial, axis)).dir * (radius * 0.86602540378443864676);
    for (var i = 0; i < 4; i++) {
        let end = select(real(1.0), -1.0, i == 1);
        let along = select(real(1.0), -0.5, i >= 2);
        let across = select(select(real(0.0), 1.0, i == 2), -1.0, i == 3);
        let dist = height + end * drop + along * radial_drop;
        if (dist <= pair.margin) {
            let surface = axis * end + radial * along + sideways * across;
            touch_at(touch_near(pair.second, dist, surface - normal * (0.5 * dist), normal));
        } else if (i == 0) {
            // a direction that is only rounding error may point up, and the others then seem lower
            return;
        }
    }
}

// sine of the angle between axis and normal below which its direction is only rounding error
#if DOUBLE
const PARALLEL_RIM: real = 1e-15;
#else
const PARALLEL_RIM: real = 1e-6;
#end

// the corners on the plane's side of the box's centre, at most four
fn plane_box(pair: Pair) {
    let normal = geom_axis(pair.first);
    let body = solid(pair.second);
    let height = dot(body.pos - geom_xpos(pair.first), normal);
    var found = 0;
    for (var i = 0; i < 8 && found < 4; i++) {
        let corner = mat_mul_vec(body.mat, box_corner(body.size, i));
        let below = dot(normal, corner);
        var dist = height + below;
#if FINE
        if (dist <= pair.margin + NEAR_SLACK && below <= 0.0) {
            dist = fine_height(pair, corner + body.pos, on_box(pair.second, box_corner(body.size, i)), 0.0, 0.0);
        }
#end
        if (dist <= pair.margin && below <= 0.0) {
            touch_at(touch_near(pair.second, dist, corner - normal * (0.5 * dist), normal));
            found += 1;
        }
    }
}

// a corner of a box in its frame: three bits, set for positive coordinates
fn box_corner(size: vec3r, bits: i32) -> vec3r {
    return select(-size, size, vec3<bool>((bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0));
}
