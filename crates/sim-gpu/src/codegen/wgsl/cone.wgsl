// Contacts in the solver: pyramids, whose edges are the normal plus or minus one friction direction, and elliptic cones.
//
// All rows of a contact but the normal are scaled by their friction, so that a cone is circular: with `N` the normal error times
// `mu` and `T` the length of the others, it is free where N >= mu T, sticks where mu N + T <= 0 and slides between, where the cost
// is Dm (N - mu T)^2 / 2. The scaled rows all have the mass D / mu^2.

#if CONTACTS
#if PYRAMIDAL
// cost of the trial acceleration in `search`
fn contact_cost(c: i32) -> real {
    let v = contact_basis(c);
    let mass = contact_D(c);
    let normal = jv(v) - basis_ref(v);
    if (contact_dim(c) == 1) {
        return limit_cost(normal, mass);
    }
    var sum = real(0.0);
    for (var k = 1; k < contact_dim(c); k++) {
        let slip = jv(v + k) - basis_ref(v + k);
        sum += limit_cost(normal + slip, mass) + limit_cost(normal - slip, mass);
    }
    return sum;
}

// forces of a contact; returns whether an edge changed its zone
fn push_contact(c: i32) -> bool {
    let v = contact_basis(c);
    let dim = contact_dim(c);
    let mass = contact_D(c);
    let normal = jar(v);
    var edges = 0;
    var force = real(0.0);
    if (dim == 1) {
        edges = select(0, 1, normal < 0.0);
        force = -mass * min(normal, 0.0);
    }
    for (var k = 1; k < dim; k++) {
        let slip = jar(v + k);
        let plus = normal + slip;
        let minus = normal - slip;
        edges += (select(0, 1, plus < 0.0) + select(0, 2, minus < 0.0)) << u32(2 * (k - 1));
        let push_plus = -mass * min(plus, 0.0);
        let push_minus = -mass * min(minus, 0.0);
        set_basis_force(v + k, push_plus - push_minus);
        force += push_plus + push_minus;
    }
    set_basis_force(v, force);
    let changed = contact_edges(c) != edges;
    set_contact_edges(c, edges);
    return changed;
}

fn write_contact_forces(c: i32) {
    let v = contact_basis(c);
    let row = contact_efc_address(c);
    let mass = contact_D(c);
    if (contact_dim(c) == 1) {
        note_response(row, limit_response(jar(v), mass));
        return;
    }
    for (var k = 1; k < contact_dim(c); k++) {
        note_response(row + 2 * (k - 1), limit_response(jar(v) + jar(v + k), mass));
        note_response(row + 2 * (k - 1) + 1, limit_response(jar(v) - jar(v + k), mass));
    }
}

// change of cost, slope and curvature at a step length
fn contact_change(c: i32, alpha: real) -> vec3r {
    let v = contact_basis(c);
    let mass = contact_D(c);
    if (contact_dim(c) == 1) {
        return limit_change(jar(v), jv(v), mass, alpha);
    }
    var sum = vec3r(0.0, 0.0, 0.0);
    for (var k = 1; k < contact_dim(c); k++) {
        sum += limit_change(jar(v) + jar(v + k), jv(v) + jv(v + k), mass, alpha);
        sum += limit_change(jar(v) - jar(v + k), jv(v) - jv(v + k), mass, alpha);
    }
    return sum;
}
#end

#if ELLIPTIC
fn cone_zone(normal: real, tangent: real, mu: real) -> i32 {
    if (normal >= mu * tangent) {
        return ZONE_SATISFIED;
    }
    return select(ZONE_CONE, ZONE_QUADRATIC, mu * normal + tangent <= 0.0);
}

// mass of the middle zone
fn middle_mass(mass: real, mu: real) -> real {
    return mass / (mu * mu * (1.0 + mu * mu));
}

// cost of the trial acceleration in `search`
fn contact_cost(c: i32) -> real {
    let v = contact_basis(c);
    let mass = contact_D(c);
    let x = jv(v) - basis_ref(v);
    if (contact_dim(c) == 1) {
        return limit_cost(x, mass);
    }
    let mu = contact_mu(c);
    var square = real(0.0);
    for (var k = 1; k < contact_dim(c); k++) {
        let slip = jv(v + k) - basis_ref(v + k);
        square += slip * slip;
    }
    let normal = mu * x;
    let tangent = sqrt(square);
    switch (cone_zone(normal, tangent, mu)) {
        case ZONE_SATISFIED: {
            return 0.0;
        }
        case ZONE_QUADRATIC: {
            return 0.5 * mass * (x * x + square / (mu * mu));
        }
        default: {
            let depth = normal - mu * tangent;
            return 0.5 * middle_mass(mass, mu) * depth * depth;
        }
    }
}

// errors of a contact, scaled so that its cone is circular
struct Circular {
    normal: real,
    tangent: real,
    mu: real,
    zone: i32,
}

fn circular(c: i32) -> Circular {
    let v = contact_basis(c);
    if (contact_dim(c) == 1) {
        return Circular(jar(v), 0.0, 1.0, select(ZONE_SATISFIED, ZONE_QUADRATIC, jar(v) < 0.0));
    }
    let mu = contact_mu(c);
    var square = real(0.0);
    for (var k = 1; k < contact_dim(c); k++) {
        square += jar(v + k) * jar(v + k);
    }
    let tangent = sqrt(square);
    return Circular(mu * jar(v), tangent, mu, cone_zone(mu * jar(v), tangent, mu));
}

// forces of a contact, and the Hessian of its cost. With b the rows of the basis and s the sum of the friction rows times their
// errors, the Hessian is x b0 b0 + y (b0 s + s b0) + z s s + w (b1 b1 + b2 b2 ..). Returns whether the contact changed.
fn push_contact(c: i32) -> bool {
    let v = contact_basis(c);
    let mass = contact_D(c);
    let u = circular(c);
    var curvature = vec4r(0.0, 0.0, 0.0, 0.0);
    var normal = real(0.0);
    // ratio of a friction row's force to its error
    var ratio = real(0.0);
    if (u.zone == ZONE_QUADRATIC) {
        normal = -mass * jar(v);
        ratio = -mass / (u.mu * u.mu);
        curvature = vec4r(mass, 0.0, 0.0, mass / (u.mu * u.mu));
    }
    if (u.zone == ZONE_CONE) {
        let middle = middle_mass(mass, u.mu);
        normal = -middle * (u.normal - u.mu * u.tangent) * u.mu;
        ratio = -normal / u.tangent;
        let t = u.tangent;
        curvature = (middle * u.mu) * vec4r(u.mu, -u.mu / t, u.normal / (t * t * t), u.mu - u.normal / t);
    }
    set_basis_force(v, normal);
    for (var k = 1; k < contact_dim(c); k++) {
        set_basis_force(v + k, ratio * jar(v + k));
    }
    let changed = u.zone == ZONE_CONE || any(contact_curvature(c) != curvature);
    set_contact_curvature(c, curvature);
    return changed;
}

fn write_contact_forces(c: i32) {
    let v = contact_basis(c);
    let row = contact_efc_address(c);
    let zone = circular(c).zone;
    note_response(row, Response(basis_force(v), 0.0, zone));
#if FRICTION
    for (var k = 1; k < contact_dim(c); k++) {
        note_response(row + k, Response(basis_force(v + k) * friction_of(contact_pair(c), k - 1), 0.0, zone));
    }
#end
}

// A cone along a line of errors: the normal error is normal + alpha rate, the squared tangential error is uu + 2 alpha uv + alpha^2 vv;
// quad are the coefficients of the cost while it sticks.
struct ConeLine {
    quad: vec3r,
    normal: real,
    rate: real,
    uu: real,
    uv: real,
    vv: real,
    mu: real,
    mass: real,
}

fn cone_line(c: i32) -> ConeLine {
    let v = contact_basis(c);
    let mass = contact_D(c);
    let mu = contact_mu(c);
    var uu = real(0.0);
    var uv = real(0.0);
    var vv = real(0.0);
    for (var k = 1; k < contact_dim(c); k++) {
        uu += jar(v + k) * jar(v + k);
        uv += jar(v + k) * jv(v + k);
        vv += jv(v + k) * jv(v + k);
    }
    let friction = mass / (mu * mu);
    let quad = vec3r(
        0.5 * (mass * jar(v) * jar(v) + friction * uu),
        mass * jar(v) * jv(v) + friction * uv,
        0.5 * (mass * jv(v) * jv(v) + friction * vv),
    );
    return ConeLine(quad, mu * jar(v), mu * jv(v), uu, uv, vv, mu, middle_mass(mass, mu));
}

// change of cost, slope and curvature at a step length
fn contact_change(c: i32, alpha: real) -> vec3r {
    if (contact_dim(c) == 1) {
        return limit_change(jar(contact_basis(c)), jv(contact_basis(c)), contact_D(c), alpha);
    }
    let line = cone_line(c);
    let normal = line.normal + alpha * line.rate;
    // a negative square is a rounding error
    let tangent = sqrt(max(line.uu + alpha * (2.0 * line.uv + alpha * line.vv), 0.0));
    let tangent0 = sqrt(max(line.uu, 0.0));
    let before = cone_zone(line.normal, tangent0, line.mu);
    let zone = cone_zone(normal, tangent, line.mu);
    var out = vec3r(cone_cost_change(line, alpha, vec2r(tangent0, tangent), before, zone), 0.0, 0.0);
    if (zone == ZONE_QUADRATIC) {
        out.y = 2.0 * alpha * line.quad.z + line.quad.y;
        out.z = 2.0 * line.quad.z;
    }
    if (zone == ZONE_CONE) {
        let along = line.uv + alpha * line.vv;
        let first = along / tangent;
        let second = line.vv / tangent - along * first / (tangent * tangent);
        let depth = normal - line.mu * tangent;
        let rate = line.rate - line.mu * first;
        out.y = line.mass * depth * rate;
        out.z = line.mass * (rate * rate - depth * line.mu * second);
    }
    return out;
}

// without cancellation if both ends are in one zone or in neighbouring ones
fn cone_cost_change(line: ConeLine, alpha: real, tangents: vec2r, before: i32, zone: i32) -> real {
    let mu = line.mu;
    let normal = line.normal + alpha * line.rate;
    let stick = alpha * (alpha * line.quad.z + line.quad.y);
    let depth0 = line.normal - mu * tangents.x;
    let depth = normal - mu * tangents.y;
    if (before == ZONE_SATISFIED) {
        if (zone == ZONE_SATISFIED) {
            return 0.0;
        }
        return select(0.5 * line.mass * depth * depth, stick + line.quad.x, zone == ZONE_QUADRATIC);
    }
    if (before == ZONE_QUADRATIC) {
        if (zone == ZONE_SATISFIED) {
            return -line.quad.x;
        }
        let lift = mu * normal + tangents.y;
        return select(stick - 0.5 * line.mass * lift * lift, stick, zone == ZONE_QUADRATIC);
    }
    if (zone == ZONE_SATISFIED) {
        return -0.5 * line.mass * depth0 * depth0;
    }
    if (zone == ZONE_QUADRATIC) {
        let lift = mu * line.normal + tangents.x;
        return stick + 0.5 * line.mass * lift * lift;
    }
    let stretch = alpha * (2.0 * line.uv + alpha * line.vv) / (tangents.y + tangents.x);
    let deeper = alpha * line.rate - mu * stretch;
    return 0.5 * line.mass * deeper * (2.0 * depth0 + deeper);
}
#end
#end
