// Contacts: pairs of geoms that may touch, in the order of the CPU's search. Pairs whose bounding spheres overlap are collided, and
// their contact points become contacts in that order.

// A pair of geoms, and the distance below which it touches.
struct Pair {
    first: i32,
    second: i32,
    margin: real,
}

// Pose and size of a geom in the world.
struct Solid {
    pos: vec3r,
    mat: Mat3,
    size: vec3r,
}

// A contact point of a pair.
struct Touch {
    dist: real,
    pos: vec3r,
#if FINE
    // rounding error of the position: bodies of centimetres may be metres away from the origin of the world
    rest: vec3r,
#end
    normal: vec3r,
}

// Slack (m): distances within the margin plus this are computed precisely.
#if FINE
const NEAR_SLACK: real = 1e-5;
#else
const NEAR_SLACK: real = 0.0;
#end

// Contact points of the lane's pair, and their common first tangent; a zero tangent leaves the choice to the frame. They are collected
// first, so that the shader creates contacts in one place, with a known number.
var<private> touches: array<Touch, MAXTOUCH>;

var<private> touch_count: i32;

var<private> touch_tangent: vec3r;

// stage: contacts
fn contacts() {
    // contacts beyond the limit count too
    var found = 0;
#if CONTACTS
    found = find_contacts();
#end
    if (lane == 0) {
        set_ncon(min(found, MAXCON));
        if (found > MAXCON) {
            fail(STATUS_CONTACTS, found);
        }
    }
}

#if CONTACTS
#if ONE_LANE
// creates the contacts and counts them
fn find_contacts() -> i32 {
    var found = 0;
    for (var p = 0; p < NNEAR; p++) {
        if (pair_is_near(p)) {
            touch_count = 0;
            collide(p);
            place_touches(p, found);
            found += touch_count;
        }
    }
    return found;
}
#else
// Collects near pairs in their order until every lane has one. Few pairs are near, and lanes without one would wait for the others.
var<workgroup> waiting_pairs: array<i32, 2 * LANES * GROUP_WORLDS>;

// creates the contacts and counts them
fn find_contacts() -> i32 {
    let queue = 2 * first_thread;
    var found = 0;
    var waiting = 0;
    for (var first = 0; first < NNEAR; first += LANES) {
        let p = first + lane;
        var near = 0;
        if (p < NNEAR) {
            near = select(0, 1, pair_is_near(p));
        }
        let place = waiting + lanes_before(near);
        if (near > 0) {
            waiting_pairs[queue + place] = p;
        }
        waiting += lanes_sum_int(near);
        sync();
        // One place in the code for all worlds. With two, the other worlds of the workgroup would decide which one a world uses, and
        // compilers round the two differently.
        let least = select(LANES, 1, first + LANES >= NNEAR);
        while (group_max_int(waiting) >= least) {
            found += collide_waiting(queue, waiting, found);
            // the remaining ones move up
            waiting = max(waiting - LANES, 0);
            if (lane < waiting) {
                waiting_pairs[queue + lane] = waiting_pairs[queue + LANES + lane];
            }
            sync();
        }
    }
    return found;
}

// collides the first of the waiting pairs, one per lane, and counts the new contacts
fn collide_waiting(queue: i32, waiting: i32, found: i32) -> i32 {
    touch_count = 0;
    var p = 0;
    if (lane < min(waiting, LANES)) {
        p = waiting_pairs[queue + lane];
        collide(p);
    }
    place_touches(p, found + lanes_before(touch_count));
    return lanes_sum_int(touch_count);
}
#end

// creates contacts from the contact points of the lane's pair
fn place_touches(p: i32, place: i32) {
    for (var k = 0; k < touch_count; k++) {
        place_contact(place + k, p, touches[k]);
    }
}
#end

// a contact point of the lane's pair, at `offset` from the centre of a geom
fn touch_near(g: i32, dist: real, offset: vec3r, normal: vec3r) -> Touch {
#if FINE
    let pos = exact_sum3(geom_xpos(g), offset);
    return Touch(dist, pos.hi, pos.lo + geom_xpos_low(g), normal);
#else
    return Touch(dist, geom_xpos(g) + offset, normal);
#end
}

// adds a contact point of the lane's pair
fn touch_at(touch: Touch) {
    if (touch_count < MAXTOUCH) {
        touches[touch_count] = touch;
        touch_count += 1;
    }
}

fn place_contact(c: i32, p: i32, touch: Touch) {
    if (c >= MAXCON) {
        return;
    }
    set_contact_pair(c, p);
    set_contact_dist(c, touch.dist);
    set_contact_pos(c, touch.pos);
#if FINE
    set_contact_pos_low(c, touch.rest);
#end
    let frame = touch_frame(touch.normal, touch_tangent);
    set_contact_frame(c, frame);
    set_contact_axes(c, Vec6(frame.x, frame.y));
}

// right-handed frame from a normal and a tangent; a tangent near zero leaves the choice to y or z
fn touch_frame(normal: vec3r, tangent: vec3r) -> Mat3 {
    let x = unit(normal).dir;
    var y = tangent;
    if (dot(y, y) < 0.25) {
        y = select(vec3r(0.0, 0.0, 1.0), vec3r(0.0, 1.0, 0.0), abs(x.y) < 0.5);
    }
    y = unit(y - x * dot(x, y)).dir;
    return Mat3(x, y, cross(x, y));
}

fn solid(g: i32) -> Solid {
    return Solid(geom_xpos(g), geom_mat(g), geom_size(g));
}

// whether bounding spheres, or a plane and a bounding sphere, are within the margin
fn pair_is_near(p: i32) -> bool {
    let g1 = near_geom(p, 0);
    let between = geom_xpos(near_geom(p, 1)) - geom_xpos(g1);
    let bound = near_bound(p);
#if PLANE_PAIRS
    if (near_kind(p) <= PAIR_PLANE_BOX) {
        return dot(between, geom_axis(g1)) <= bound;
    }
#end
    return dot(between, between) <= bound * bound;
}

// contact points of a pair of the list
fn collide(p: i32) {
    let pair = Pair(near_geom(p, 0), near_geom(p, 1), near_margin(p));
    touch_tangent = vec3r(0.0);
    switch (near_kind(p)) {
#if PLANE_SPHERE
        case PAIR_PLANE_SPHERE: { plane_sphere(pair); }
#end
#if PLANE_CAPSULE
        case PAIR_PLANE_CAPSULE: { plane_capsule(pair); }
#end
#if PLANE_ELLIPSOID
        case PAIR_PLANE_ELLIPSOID: { plane_ellipsoid(pair); }
#end
#if PLANE_CYLINDER
        case PAIR_PLANE_CYLINDER: { plane_cylinder(pair); }
#end
#if PLANE_BOX
        case PAIR_PLANE_BOX: { plane_box(pair); }
#end
#if SPHERE_SPHERE
        case PAIR_SPHERE_SPHERE: { sphere_sphere(pair); }
#end
#if SPHERE_CAPSULE
        case PAIR_SPHERE_CAPSULE: { sphere_capsule(pair); }
#end
#if SPHERE_CYLINDER
        case PAIR_SPHERE_CYLINDER: { sphere_cylinder(pair); }
#end
#if SPHERE_BOX
        case PAIR_SPHERE_BOX: { sphere_box(pair); }
#end
#if CAPSULE_CAPSULE
        case PAIR_CAPSULE_CAPSULE: { capsule_capsule(pair); }
#end
#if CAPSULE_BOX
        case PAIR_CAPSULE_BOX: { capsule_box(pair); }
#end
#if BOX_BOX
        case PAIR_BOX_BOX: { box_box(pair); }
#end
        default: {}
    }
}
