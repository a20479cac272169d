// Spheres against spheres, capsules and cylinders, and capsules against capsules.

fn sphere_sphere(pair: Pair) {
    let first = Ball(geom_xpos(pair.first), vec3r(0.0), geom_size_at(pair.first, 0));
    balls(pair, first, Ball(geom_xpos(pair.second), vec3r(0.0), geom_size_at(pair.second, 0)));
}

// A ball about a point of a geom: its position in the world and in the frame of the geom. The first geom's ball is on its third axis.
struct Ball {
    centre: vec3r,
    local: vec3r,
    radius: real,
}

// two balls, one of each geom; if the centres coincide, the normal is the cross product of the geoms' axes
fn balls(pair: Pair, first: Ball, second: Ball) {
    let radius1 = first.radius;
    let radius2 = second.radius;
#if FINE
    let fine = fine_between(pair, Two3(first.local, vec3r(0.0)), Two3(second.local, vec3r(0.0)));
    let between = fine.hi;
#else
    let between = second.centre - first.centre;
#end
    let square = dot(between, between);
    let reach = pair.margin + radius1 + radius2 + NEAR_SLACK;
    if (square > reach * reach) {
        return;
    }
    let length = sqrt(square);
    var dist = length - radius1 - radius2;
#if FINE
    if (length >= MINVAL) {
        // a rim has no radius
        let rests = vec2r(radius_low(pair.first), radius_low(pair.second)) * sign(vec2r(radius1, radius2));
        let along = fine_along(fine, between * (1.0 / length));
        let left = fine_less(fine_less(along, radius1, rests.x), radius2, rests.y);
        dist = left.x + left.y;
    }
    if (dist > pair.margin) {
        return;
    }
#end
    var normal: vec3r;
    if (length < MINVAL) {
        normal = unit(cross(geom_axis(pair.first), geom_axis(pair.second))).dir;
    } else {
        normal = between * (1.0 / length);
    }
    let offset = geom_axis(pair.first) * first.local.z + normal * (radius1 + dist / 2.0);
    touch_at(touch_near(pair.first, dist, offset, normal));
}

// the sphere against the nearest point of the capsule's axis
fn sphere_capsule(pair: Pair) {
    let centre = geom_xpos(pair.first);
    let middle = geom_xpos(pair.second);
    let axis = geom_axis(pair.second);
    let half = geom_size_at(pair.second, 1);
    let along = clip(dot(axis, centre - middle), -half, half);
    let first = Ball(centre, vec3r(0.0), geom_size_at(pair.first, 0));
    balls(pair, first, Ball(axis * along + middle, vec3r(0.0, 0.0, along), geom_size_at(pair.second, 0)));
}

// against the side of the cylinder, one of its caps, or a rim
fn sphere_cylinder(pair: Pair) {
    let centre = geom_xpos(pair.first);
    let middle = geom_xpos(pair.second);
    let axis = geom_axis(pair.second);
    let sphere_radius = geom_size_at(pair.first, 0);
    let radius = geom_size_at(pair.second, 0);
    let half = geom_size_at(pair.second, 1);
    let along = dot(axis, centre - middle);
    let axial = axis * along;
    let radial = centre - middle - axial;
    let away = sqrt(dot(radial, radial));

    var side = abs(along) < half;
    var cap = dot(radial, radial) < radius * radius;
    if (side && cap) {
        // the centre is inside: leave through the nearer surface
        if (half - abs(along) < radius - away) {
            side = false;
        } else {
            cap = false;
        }
    }
    let end = select(-half, half, along > 0.0);
    if (cap && !side) {
        let out = select(-axis, axis, along > 0.0);
        let height = dot(centre - (middle + axis * end), out);
        if (height <= pair.margin + sphere_radius) {
            let dist = height - sphere_radius;
            touch_at(touch_near(pair.first, dist, out * (-dist / 2.0 - sphere_radius), -out));
        }
        return;
    }
    // the side is a ball on the axis, the rim a point
    var point = axial + middle;
    var point_radius = radius;
    if (!side) {
        point = axis * end + radial * (radius / away) + middle;
        point_radius = 0.0;
    }
    let local = mat_t_mul_vec(geom_mat(pair.second), point - middle);
    balls(pair, Ball(centre, vec3r(0.0), sphere_radius), Ball(point, local, point_radius));
}

// squared sine of the angle between two segments below which they count as parallel
#if DOUBLE
const PARALLEL_SEGMENTS: real = 0.0;
#else
const PARALLEL_SEGMENTS: real = 1e-6;
#end

// whether two segments are parallel by the determinant of their equations; ma and mc are their squared half-lengths
fn are_parallel(det: real, ma: real, mc: real) -> bool {
    return abs(det) < max(MINVAL, PARALLEL_SEGMENTS * ma * mc);
}

// nearest points of the axes, or up to two contacts if the axes are parallel
fn capsule_capsule(pair: Pair) {
    let axis1 = geom_axis(pair.first) * geom_size_at(pair.first, 1);
    let axis2 = geom_axis(pair.second) * geom_size_at(pair.second, 1);
    let between = geom_xpos(pair.first) - geom_xpos(pair.second);

    // the nearest points at x1 axis1 and x2 axis2 solve [ma mb; mb mc] x = [u; v]
    let ma = dot(axis1, axis1);
    let mb = -dot(axis1, axis2);
    let mc = dot(axis2, axis2);
    let u = -dot(axis1, between);
    let v = dot(axis2, between);
    let det = ma * mc - mb * mb;
    let is_parallel = are_parallel(det, ma, mc);
    // parallel axes: each end of the first, then of the second, until there are two contacts
    let most = select(1, 4, is_parallel);
    for (var i = 0; i < most && !(i >= 2 && touch_count >= 2); i++) {
        let end = select(real(-1.0), 1.0, (i & 1) == 0);
        var x1 = end;
        var x2 = end;
        if (!is_parallel) {
            x1 = (mc * u - mb * v) / det;
            x2 = (ma * v - mb * u) / det;
            if (abs(x1) > 1.0) {
                x1 = select(real(-1.0), 1.0, x1 > 0.0);
                x2 = (v - x1 * mb) / mc;
            }
            if (abs(x2) > 1.0) {
                x2 = select(real(-1.0), 1.0, x2 > 0.0);
                x1 = clip((u - x2 * mb) / ma, -1.0, 1.0);
            }
        } else if (i < 2) {
            x2 = clip((v - end * mb) / mc, -1.0, 1.0);
        } else {
            x1 = clip((u - end * mb) / ma, -1.0, 1.0);
        }
        let centre1 = axis1 * x1 + geom_xpos(pair.first);
        let centre2 = axis2 * x2 + geom_xpos(pair.second);
        let local1 = vec3r(0.0, 0.0, geom_size_at(pair.first, 1) * x1);
        let local2 = vec3r(0.0, 0.0, geom_size_at(pair.second, 1) * x2);
        let first = Ball(centre1, local1, geom_size_at(pair.first, 0));
        balls(pair, first, Ball(centre2, local2, geom_size_at(pair.second, 0)));
    }
}
