// Boxes that touch at an edge of each: the nearest points of the edges.

// nearest points of edge i of the first and edge j of the second box that support the axis between them
fn nearest_edges(pair: Pair, view: BoxView, a: Solid, i: i32, j: i32) -> Touch {
    var axis = unit(edge_axis(view.rot, i, j)).dir;
    if (dot(axis, view.pos21) < 0.0) {
        axis = -axis;
    }
    let axis2 = mat_t_mul_vec(view.rot, axis);
    // a component near zero does not decide which of two edges supports the axis: try both
    let unclear1 = unclear_component(axis, i);
    let unclear2 = unclear_component(axis2, j);
    let dir2 = mat_col(view.rot, j);
    let corner1 = select(-view.size1, view.size1, axis >= vec3r(0.0)) * (1.0 - axis_unit(i));
    let corner2 = select(view.size2, -view.size2, axis2 >= vec3r(0.0)) * (1.0 - axis_unit(j));
    var nearest = EdgePoints(vec3r(0.0), vec3r(0.0), 0.0);
    var nearest_corner = corner2;
    var best = real(1e10);
    for (var flip1 = 0; flip1 < select(1, 2, unclear1 >= 0); flip1++) {
        for (var flip2 = 0; flip2 < select(1, 2, unclear2 >= 0); flip2++) {
            var c1 = corner1;
            var c2 = corner2;
            if (flip1 == 1) {
                c1 = c1 * (1.0 - 2.0 * axis_unit(unclear1));
            }
            if (flip2 == 1) {
                c2 = c2 * (1.0 - 2.0 * axis_unit(unclear2));
            }
            let middle2 = mat_mul_vec(view.rot, c2) + view.pos21;
            let points = nearest_on_edges(c1, i, view.size1[i], middle2, dir2, view.size2[j]);
            let gap = points.second - points.first;
            if (dot(gap, gap) < best) {
                best = dot(gap, gap);
                nearest = points;
                nearest_corner = c2;
            }
        }
    }
    var dist = dot(nearest.second - nearest.first, axis);
#if FINE
    let second = on_box(pair.second, nearest_corner + axis_unit(j) * nearest.on_second);
    let fine = fine_along(fine_between(pair, on_box(pair.first, nearest.first), second), mat_mul_vec(a.mat, axis));
    dist = fine.x + fine.y;
#end
    let middle = 0.5 * (nearest.first + nearest.second);
    return touch_near(pair.first, dist, mat_mul_vec(a.mat, middle), mat_mul_vec(a.mat, axis));
}

// the first component near zero, other than the edge's own; -1 if none
fn unclear_component(axis: vec3r, edge: i32) -> i32 {
    let k1 = (edge + 1) % 3;
    let k2 = (edge + 2) % 3;
    if (abs(axis[k1]) < AMBIGUOUS) {
        return k1;
    }
    return select(-1, k2, abs(axis[k2]) < AMBIGUOUS);
}

struct EdgePoints {
    first: vec3r,
    second: vec3r,
    // position of the second on its edge
    on_second: real,
}

// nearest points of two segments: one along coordinate i about c1, one along dir2 about c2
fn nearest_on_edges(c1: vec3r, i: i32, half1: real, c2: vec3r, dir2: vec3r, half2: real) -> EdgePoints {
    let cosine = dir2[i];
    let sine2 = 1.0 - cosine * cosine;
    let between = c2 - c1;
    let e1 = between[i];
    let e2 = dot(dir2, between);
    // each clamp needs the other position again
    var s = real(0.0);
    if (sine2 >= MINVAL) {
        s = clip((e1 - cosine * e2) / sine2, -half1, half1);
    }
    let t = clip(cosine * s - e2, -half2, half2);
    s = clip(e1 + cosine * t, -half1, half1);
    return EdgePoints(c1 + axis_unit(i) * s, c2 + dir2 * t, t);
}
