// Depths of overlapping boxes with all digits, from positions as sums of two f32.

#if FINE
// Height of a vertex over the reference face. The vertex is where the plane of the other face meets two more planes, sides of either face.
// Up to rounding, its coordinates along these planes are half-sizes of the boxes. Along the other directions the vertex is less exact, and
// the height is computed without them.
fn fine_depth(pair: Pair, boxes: BoxFace, vertex: vec3r, axis: i32, facing: i32, side: real) -> real {
    let half = boxes.reference.size[axis];
    let over = to_axis(vec3r(vertex.xy, side * (half + vertex.z)), axis);
    let place = snapped(to_axis(vec3r(vertex.xy, side * half), axis), boxes.reference.size);
    let opposite = snapped(mat_t_mul_vec(boxes.rot, over - boxes.centre), boxes.other.size);
    let is_first = boxes.order > 0.0;
    let first = on_box(pair.first, select(opposite, place, is_first));
    let second = on_box(pair.second, select(place, opposite, is_first));
    let between = fine_between(pair, first, second);
    let normal = mat_col(boxes.reference.mat, axis) * (boxes.order * side);
    let depth = fine_along(between, normal);
    let free = Free(0, vec3r(0.0), vec3r(0.0));
    let of_place = free_directions(free, place, boxes.reference, axis);
    let all = free_directions(of_place, opposite, boxes.other, facing);
    let way = cross(all.first, all.second);
    let rise = dot(way, normal);
    var slip = real(0.0);
    if (all.count == 2 && abs(rise) > 0.01) {
        slip = dot(between.hi - normal * depth.x, way) / rise;
    }
    return depth.x + (depth.y + slip);
}

// height over the reference face of the other box's lowest corner
fn fine_separation(pair: Pair, boxes: BoxFace, axis: i32) -> real {
    let side = select(real(-1.0), 1.0, boxes.centre[axis] >= 0.0);
    let opposite = select(boxes.other.size, -boxes.other.size, side * row_of(boxes.rot, axis) > vec3r(0.0));
    let over = boxes.centre + mat_mul_vec(boxes.rot, opposite);
    let place = select(over, side * boxes.reference.size, axis_unit(axis) > vec3r(0.5));
    let is_first = boxes.order > 0.0;
    let first = on_box(pair.first, select(opposite, place, is_first));
    let second = on_box(pair.second, select(place, opposite, is_first));
    let depth = fine_along(fine_between(pair, first, second), mat_col(boxes.reference.mat, axis) * (boxes.order * side));
    return depth.x + depth.y;
}

// replaces coordinates that equal a half-size up to rounding by the half-size
fn snapped(point: vec3r, size: vec3r) -> vec3r {
    let tolerance = 2e-7 * (size.x + size.y + size.z);
    return select(point, select(-size, size, point > vec3r(0.0)), abs(abs(point) - size) < vec3r(tolerance));
}

// directions in which a vertex is less exact
struct Free {
    count: i32,
    first: vec3r,
    second: vec3r,
}

// adds those along a face of a box
fn free_directions(before: Free, point: vec3r, cuboid: Solid, face: i32) -> Free {
    var free = before;
    for (var k = 0; k < 3; k++) {
        if (k != face && abs(point[k]) != cuboid.size[k]) {
            free = Free(free.count + 1, free.second, mat_col(cuboid.mat, k));
        }
    }
    return free;
}
#end
