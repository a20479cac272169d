// Sensors of contacts: touch, and contacts selected by their two objects.

#if CONTACTS
// torque and force of a contact in its frame; zero without rows
fn contact_wrench(c: i32) -> Vec6 {
    var parts = array<real, 6>(0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    let row = contact_efc_address(c);
    if (row >= 0) {
        let pair = contact_pair(c);
        let dim = near_dim(pair);
#if PYRAMIDAL
        if (dim == 1) {
            parts[0] = efc_force(row);
        }
        for (var k = 1; k < dim; k++) {
            let up = efc_force(row + 2 * k - 2);
            let down = efc_force(row + 2 * k - 1);
            parts[0] += up + down;
            parts[k] = (up - down) * friction_of(pair, k - 1);
        }
#else
        for (var k = 0; k < dim; k++) {
            parts[k] = efc_force(row + k);
        }
#end
    }
    return Vec6(vec3r(parts[3], parts[4], parts[5]), vec3r(parts[0], parts[1], parts[2]));
}
#end

#if SENSOR_TOUCH && CONTACTS
// sum of the normal forces on the site's body whose lines intersect the site's volume
fn touch_force(site: i32) -> real {
    let body = site_bodyid(site);
    var sum: real = 0.0;
    for (var c = 0; c < ncon(); c++) {
        let bodies = contact_bodies(c);
        if (contact_efc_address(c) < 0 || (bodies.x != body && bodies.y != body)) {
            continue;
        }
        let normal = contact_wrench(c).b.x;
        if (normal > 0.0) {
            let dir = contact_axes(c).a * select(real(1.0), real(-1.0), bodies.y == body);
            sum += select(0.0, normal, ray_meets_site(site, contact_pos(c), dir));
        }
    }
    return sum;
}

// whether a ray intersects the surface of a site
fn ray_meets_site(site: i32, start: vec3r, dir: vec3r) -> bool {
    let mat = site_xmat(site);
    let o = mat_t_mul_vec(mat, start - site_xpos(site));
    let v = mat_t_mul_vec(mat, dir);
    let size = site_size(site);
    switch (site_type(site)) {
        case GEOM_SPHERE: {
            return roots(dot(v, v), dot(v, o), dot(o, o) - size.x * size.x).y >= 0.0;
        }
        case GEOM_CAPSULE: {
            return ray_meets_tube(o, v, size.x, size.y) || ray_meets_cap(o, v, size.x, size.y)
                || ray_meets_cap(vec3r(o.xy, -o.z), vec3r(v.xy, -v.z), size.x, size.y);
        }
        case GEOM_ELLIPSOID: {
            let p = o / size;
            let q = v / size;
            return roots(dot(q, q), dot(q, p), dot(p, p) - 1.0).y >= 0.0;
        }
        case GEOM_CYLINDER: {
            return ray_meets_disc(o, v, size.x, size.y) || ray_meets_disc(o, v, size.x, -size.y)
                || ray_meets_tube(o, v, size.x, size.y);
        }
        case GEOM_BOX: {
            return ray_meets_face(o, v, size) || ray_meets_face(o.yzx, v.yzx, size.yzx)
                || ray_meets_face(o.zxy, v.zxy, size.zxy);
        }
        case GEOM_PLANE: {
            return ray_meets_plane(o, v, size);
        }
        default: {
            return false;
        }
    }
}

// both roots of a x^2 + 2 b x + c, the smaller first; negative if there are none
fn roots(a: real, b: real, c: real) -> vec2r {
    let discriminant = b * b - a * c;
    if (discriminant < 0.0 || a < MINVAL) {
        return vec2r(-1.0);
    }
    let root = sqrt(discriminant);
    return vec2r(-b - root, -b + root) / a;
}

// the side of a cylinder about z: only its first crossing counts
fn ray_meets_tube(o: vec3r, v: vec3r, radius: real, length: real) -> bool {
    let x = roots(dot(v.xy, v.xy), dot(v.xy, o.xy), dot(o.xy, o.xy) - radius * radius);
    let first = select(x.y, x.x, x.x >= 0.0);
    return first >= 0.0 && abs(o.z + first * v.z) <= length;
}

// the hemisphere at the upper end of a capsule
fn ray_meets_cap(o: vec3r, v: vec3r, radius: real, length: real) -> bool {
    let p = vec3r(o.xy, o.z - length);
    let x = roots(dot(v, v), dot(v, p), dot(p, p) - radius * radius);
    return (x.x >= 0.0 && p.z + x.x * v.z >= 0.0) || (x.y >= 0.0 && p.z + x.y * v.z >= 0.0);
}

// a disc about z at a height
fn ray_meets_disc(o: vec3r, v: vec3r, radius: real, height: real) -> bool {
    if (abs(v.z) <= MINVAL) {
        return false;
    }
    let x = (height - o.z) / v.z;
    let p = o.xy + x * v.xy;
    return x >= 0.0 && dot(p, p) <= radius * radius;
}

// the two faces of a box across x
fn ray_meets_face(o: vec3r, v: vec3r, size: vec3r) -> bool {
    if (abs(v.x) <= MINVAL) {
        return false;
    }
    for (var side = -1; side < 2; side += 2) {
        let x = (real(side) * size.x - o.x) / v.x;
        if (x >= 0.0 && all(abs(o.yz + x * v.yz) <= size.yz)) {
            return true;
        }
    }
    return false;
}

// the front of a plane, within its rectangle if it has one
fn ray_meets_plane(o: vec3r, v: vec3r, size: vec3r) -> bool {
    if (v.z > -MINVAL) {
        return false;
    }
    let x = -o.z / v.z;
    let p = abs(o.xy + x * v.xy);
    return x >= 0.0 && (size.x <= 0.0 || p.x <= size.x) && (size.y <= 0.0 || p.y <= size.y);
}
#end

#if SENSOR_CONTACT
const MATCH_NONE: i32 = 0;
const MATCH_SAME: i32 = 1;
const MATCH_TURNED: i32 = -1;

// All fields of a slot but the number of contacts.
struct ContactReading {
    force: vec3r,
    torque: vec3r,
    dist: real,
    pos: vec3r,
    normal: vec3r,
    tangent: vec3r,
}

// A contact that matches a sensor, and its sorting key.
struct ContactRank {
    id: i32,
    criterion: real,
}

// contacts between two objects, one slot each; empty slots are zero
fn read_contacts(i: i32) {
    put_zeros(i);
#if CONTACTS
    var found = 0;
    for (var c = 0; c < ncon(); c++) {
        found += abs(contact_match(i, c));
    }
    let slot_size = slot_length(sensor_intprm(i, 0));
    let reduction = sensor_intprm(i, 1);
    let room = sensor_dim(i) / max(slot_size, 1);
    let slots = select(min(found, room), 1, reduction == REDUCE_NETFORCE);
    var last = ContactRank(-1, 0.0);
    for (var slot = 0; slot < slots; slot++) {
        var reading: ContactReading;
        if (reduction == REDUCE_NETFORCE) {
            reading = net_contact(i);
        } else {
            last = next_contact(i, reduction, last);
            // NaN has no order
            if (last.id < 0) {
                break;
            }
            reading = single_contact(last.id, contact_match(i, last.id));
        }
        put_slot(i, slot * slot_size, found, reading);
    }
#else
    if (sensor_intprm(i, 1) == REDUCE_NETFORCE) {
        // without contacts, the net force still has a frame
        var reading: ContactReading;
        reading.normal = vec3r(1.0, 0.0, 0.0);
        reading.tangent = vec3r(0.0, 1.0, 0.0);
        put_slot(i, 0, 0, reading);
    }
#end
}

// the contact after a given one in the order of the reduction; none is before the first
fn next_contact(i: i32, reduction: i32, last: ContactRank) -> ContactRank {
    var best = ContactRank(-1, 0.0);
    for (var c = 0; c < ncon(); c++) {
        if (contact_match(i, c) == MATCH_NONE) {
            continue;
        }
        let own = ContactRank(c, contact_criterion(c, reduction));
        if ((last.id < 0 || is_before(last, own)) && (best.id < 0 || is_before(own, best))) {
            best = own;
        }
    }
    return best;
}

fn is_before(a: ContactRank, b: ContactRank) -> bool {
    return a.criterion < b.criterion || (a.criterion == b.criterion && a.id < b.id);
}

fn contact_criterion(c: i32, reduction: i32) -> real {
    switch (reduction) {
        case REDUCE_MINDIST: {
            return contact_dist(c);
        }
        case REDUCE_MAXFORCE: {
            let force = contact_wrench(c).b;
            return -dot(force, force);
        }
        default: {
            return 0.0;
        }
    }
}

// Whether a contact is between the sensor's objects, and whether its normal must be reversed: it points from the first object to
// the second.
fn contact_match(i: i32, c: i32) -> i32 {
    let kind1 = sensor_objtype(i);
    let kind2 = sensor_reftype(i);
    let id1 = sensor_objid(i);
    let id2 = sensor_refid(i);
    if (kind1 == OBJ_UNKNOWN && kind2 == OBJ_UNKNOWN) {
        return MATCH_SAME;
    }
    if (kind1 == OBJ_SITE && !contact_in_site(id1, c)) {
        return MATCH_NONE;
    }
    let pair = contact_pair(c);
    let geoms = vec2<i32>(near_geom(pair, 0), near_geom(pair, 1));
    let first = vec2<bool>(involves(kind1, id1, geoms.x), involves(kind1, id1, geoms.y));
    let second = vec2<bool>(involves(kind2, id2, geoms.x), involves(kind2, id2, geoms.y));
    if (!any(first) || !any(second)) {
        return MATCH_NONE;
    }
    if (kind2 == OBJ_UNKNOWN) {
        return select(MATCH_TURNED, MATCH_SAME, first.x);
    }
    if (kind1 == OBJ_UNKNOWN) {
        return select(MATCH_TURNED, MATCH_SAME, second.y);
    }
    if (first.x && second.y) {
        return MATCH_SAME;
    }
    return select(MATCH_NONE, MATCH_TURNED, first.y && second.x);
}

fn contact_in_site(site: i32, c: i32) -> bool {
#if SENSED_SITES
    return is_inside_site(max(site, 0), contact_pos(c));
#else
    return false;
#end
}

// whether a geom belongs to an object: a geom, a body, a body with its subtree, or anything
fn involves(kind: i32, id: i32, geom: i32) -> bool {
    if (kind == OBJ_UNKNOWN || kind == OBJ_SITE) {
        return true;
    }
    if (kind == OBJ_GEOM) {
        return geom == id;
    }
    var body = geom_bodyid(geom);
    if (kind == OBJ_XBODY) {
        // parents come before their children
        while (body > id && body > 0) {
            body = body_parentid(body);
        }
    }
    return body == id;
}

// one contact in its own frame; rotated about the second tangent if the normal is reversed
fn single_contact(c: i32, side: i32) -> ContactReading {
    let wrench = contact_wrench(c);
    let sign = real(side);
    let turn = vec3r(1.0, 1.0, sign);
    let frame = frame_of_contact(c);
    return ContactReading(
        turn * wrench.b,
        turn * wrench.a,
        contact_dist(c),
        contact_pos(c),
        sign * frame.x,
        sign * frame.y,
    );
}

// all contacts as one wrench in world axes, at the centroid of the forces
fn net_contact(i: i32) -> ContactReading {
    var pos = vec3r(0.0);
    var weight: real = 0.0;
    var force = vec3r(0.0);
    var torque = vec3r(0.0);
    // the centroid first, then the wrench about it
    for (var pass_number = 0; pass_number < 2; pass_number++) {
        for (var c = 0; c < ncon(); c++) {
            let sign = real(contact_match(i, c));
            if (sign == 0.0) {
                continue;
            }
            let wrench = contact_wrench(c);
            if (pass_number == 0) {
                let strength = norm(wrench.b);
                pos += contact_pos(c) * strength;
                weight += strength;
            } else {
                let frame = frame_of_contact(c);
                let f = sign * mat_t_mul_vec(frame, wrench.b);
                force += f;
                torque += sign * mat_t_mul_vec(frame, wrench.a) + cross(contact_pos(c) - pos, f);
            }
        }
        if (pass_number == 0) {
            pos *= 1.0 / max(weight, MINVAL);
        }
    }
    return ContactReading(force, torque, 0.0, pos, vec3r(1.0, 0.0, 0.0), vec3r(0.0, 1.0, 0.0));
}

// numbers of a slot: a bit for each of found, force, torque, distance, position, normal, tangent
fn slot_length(fields: i32) -> i32 {
    return (fields & 1) + 3 * ((fields >> 1u) & 1) + 3 * ((fields >> 2u) & 1) + ((fields >> 3u) & 1)
        + 3 * ((fields >> 4u) & 1) + 3 * ((fields >> 5u) & 1) + 3 * ((fields >> 6u) & 1);
}

fn put_slot(i: i32, first: i32, found: i32, reading: ContactReading) {
    let fields = sensor_intprm(i, 0);
    var at = first;
    if ((fields & 1) != 0) {
        put_number(i, at, real(found));
        at += 1;
    }
    at = put_field(i, at, fields & 2, reading.force);
    at = put_field(i, at, fields & 4, reading.torque);
    if ((fields & 8) != 0) {
        put_number(i, at, reading.dist);
        at += 1;
    }
    at = put_field(i, at, fields & 16, reading.pos);
    at = put_field(i, at, fields & 32, reading.normal);
    at = put_field(i, at, fields & 64, reading.tangent);
}

// writes a vector if the sensor reports it; returns the next index
fn put_field(i: i32, at: i32, is_wanted: i32, v: vec3r) -> i32 {
    if (is_wanted == 0) {
        return at;
    }
    for (var k = 0; k < 3; k++) {
        put_number(i, at + k, v[k]);
    }
    return at + 3;
}
#end
