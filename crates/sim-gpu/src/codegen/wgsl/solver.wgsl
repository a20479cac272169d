// The acceleration that minimises Gauss's cost (deviation from the unconstrained motion) plus the cost of the constraint rows.
//
// The solver improves `qacc` along `search`; `jar` is the product of the basis and `qacc` minus the references, `jv` the product with
// `search`. Rows of single dofs follow from `qacc` and `search` directly.

// force of a row, its part of the Hessian, and its zone
struct Response {
    force: real,
    weight: real,
    zone: i32,
}

// result for a world or for one dof: length of the gradient, and whether rows changed their zones
struct Evaluation {
    gradient: real,
    changed: bool,
}

// stage: constraint solution
fn constraint_solution() {
#if !FREE_IN_LANES
    if (nefc() == 0) {
        move_freely();
        return;
    }
#end
#if NEWTON
    let iterations = newton();
#else
    start();
    let iterations = conjugate_gradients();
#end
    if (lane == 0) {
        set_solver_niter(iterations);
    }
    if (nefc() > 0) {
        show_bad_numbers();
        write_forces();
    }
}

// A gradient or an unconstrained acceleration that is NaN makes the acceleration NaN, whatever the solver's comparisons made of it.
fn show_bad_numbers() {
    for (var i = lane; i < NV; i += LANES) {
        let sum = grad(i) + qacc_smooth(i);
        if (is_nan(sum)) {
            set_qacc(i, sum);
        }
    }
}

fn move_freely() {
    for (var i = lane; i < NV; i += LANES) {
        set_qacc(i, qacc_smooth(i));
        set_qfrc_constraint(i, 0.0);
    }
    if (lane == 0) {
        set_solver_niter(0);
    }
}

// makes costs and gradients comparable across models: an inverse inertia
fn cost_scale() -> real {
    return 1.0 / (stat_meaninertia() * real(NV));
}

fn solver_tolerance() -> real {
#if DOUBLE
    return opt_tolerance();
#else
    // below this, rounding dominates
    return max(opt_tolerance(), 1e-6);
#end
}

// cost of the acceleration in `search`
fn cost_of_search() -> real {
    var gauss = real(0.0);
    for (var i = lane; i < NV; i += LANES) {
        gauss += 0.5 * (Mv(i) - qfrc_smooth(i)) * (search(i) - qacc_smooth(i));
    }
    return search_cost() + lanes_sum(gauss);
}

// makes `search` the acceleration
fn take_search() {
    for (var i = lane; i < NV; i += LANES) {
        set_qacc(i, search(i));
        set_Ma(i, Mv(i));
    }
    for (var v = lane; v < nbasis(); v += LANES) {
        set_jar(v, jv(v) - basis_ref(v));
    }
}

// product of the inertia with `search`: `Mv`
fn inertia_times_search() {
    for (var i = lane; i < NV; i += LANES) {
        set_Mv(i, inertia_row_times_search(i));
    }
}

#if SOLVED_IN_LANES
// two columns of the dof's tree at a time; entries outside the sparsity of the inertia are zero
fn inertia_row_times_search(i: i32) -> real {
    let tree = dof_treeid(i);
    let first = tree_dofadr(tree);
    let count = tree_dofnum(tree);
    var sum = real(0.0);
    for (var p = 0; 2 * p < count; p++) {
        let places = matrix_places_at(p, i);
        let j = first + 2 * p;
        sum += matrix(places & 0xffff) * search(j) + matrix(places >> 16u) * search(min(j + 1, NV - 1));
    }
    return sum;
}
#else
fn inertia_row_times_search(i: i32) -> real {
    var sum = real(0.0);
    let end = Mfull_adr(i + 1);
    var k = Mfull_adr(i);
    // four at a time: the loads are independent
    for (; k + 3 < end; k += 4) {
        sum += (inertia_product(k) + inertia_product(k + 1)) + (inertia_product(k + 2) + inertia_product(k + 3));
    }
    for (; k < end; k++) {
        sum += inertia_product(k);
    }
    return sum;
}

// an entry of the symmetric inertia: its index in `M` in the lower half, its column in the upper
fn inertia_product(k: i32) -> real {
    let entry = Mfull(k);
    return M(entry & 0xffff) * search(entry >> 16u);
}
#end

// cost of the rows for the acceleration in `search`
fn search_cost() -> real {
    var sum = real(0.0);
#if DOF_FRICTION || DOF_LIMITS
    for (var i = lane; i < NV; i += LANES) {
#if DOF_FRICTION
        if (dof_friction_rank(i) >= 0) {
            sum += friction_cost(search(i) - dof_friction_ref(i), dof_frictionloss(i), dof_friction_D(i));
        }
#end
#if DOF_LIMITS
        if (dof_limit_joint(i) >= 0) {
            sum += limit_cost(search(i) - dof_limit_ref(i).x, dof_limit_D(i).x);
            sum += limit_cost(-search(i) - dof_limit_ref(i).y, dof_limit_D(i).y);
        }
#end
    }
#end
#if COUPLINGS
    for (var v = lane; v < ncoupling(); v += LANES) {
        let x = jv(v) - basis_ref(v);
        let mass = coupling_D(v);
        switch (coupling_kind(v)) {
#if EQUALITIES
            case SOURCE_EQUALITY: {
                sum += 0.5 * mass * x * x;
            }
#end
#if TENDON_FRICTION
            case SOURCE_FRICTION_TENDON: {
                sum += friction_cost(x, tendon_frictionloss(coupling_id(v)), mass);
            }
#end
            default: {
                sum += limit_cost(x, mass);
            }
        }
    }
#end
#if CONTACTS
    for (var c = lane; c < ncon(); c += LANES) {
        if (contact_dim(c) > 0) {
            sum += contact_cost(c);
        }
    }
#end
    return lanes_sum(sum);
}

// cost of a unilateral row
fn limit_cost(x: real, mass: real) -> real {
    return select(0.0, 0.5 * mass * x * x, x < 0.0);
}

// Huber cost of a friction row with a limited force
fn friction_cost(x: real, loss: real, mass: real) -> real {
    let knee = loss / mass;
    if (abs(x) < knee) {
        return 0.5 * mass * x * x;
    }
    return loss * (abs(x) - 0.5 * knee);
}

fn limit_response(x: real, mass: real) -> Response {
    if (x < 0.0) {
        return Response(-mass * x, mass, ZONE_QUADRATIC);
    }
    return Response(0.0, 0.0, ZONE_SATISFIED);
}

fn friction_response(x: real, loss: real, mass: real) -> Response {
    let knee = loss / mass;
    if (abs(x) < knee) {
        return Response(-mass * x, mass, ZONE_QUADRATIC);
    }
    if (x <= -knee) {
        return Response(loss, 0.0, ZONE_LINEAR_NEG);
    }
    return Response(-loss, 0.0, ZONE_LINEAR_POS);
}

#if COUPLINGS
fn coupling_response(v: i32) -> Response {
    let x = jar(v);
    let mass = coupling_D(v);
    switch (coupling_kind(v)) {
#if EQUALITIES
        case SOURCE_EQUALITY: {
            return Response(-mass * x, mass, ZONE_QUADRATIC);
        }
#end
#if TENDON_FRICTION
        case SOURCE_FRICTION_TENDON: {
            return friction_response(x, tendon_frictionloss(coupling_id(v)), mass);
        }
#end
        default: {
            return limit_response(x, mass);
        }
    }
}
#end

// forces for the current errors, their sums over the dofs, and the gradient of the cost; the first time all zones are new
fn evaluate(first: bool) -> Evaluation {
    var changed = first;
#if COUPLINGS
    for (var v = lane; v < ncoupling(); v += LANES) {
        let r = coupling_response(v);
        set_basis_force(v, r.force);
        changed = changed || coupling_weight(v) != r.weight;
        set_coupling_weight(v, r.weight);
    }
#end
#if CONTACTS
    for (var c = lane; c < ncon(); c += LANES) {
        if (contact_dim(c) > 0) {
            changed = push_contact(c) || changed;
        }
    }
#end
    sync();
    var square = real(0.0);
#if BY_TREES
    for (var tree = 0; tree < NTREE; tree++) {
        for (var place = lane; place < tree_dofnum(tree); place += LANES) {
            let dof = balance(tree_dofadr(tree) + place, contact_force_on(tree, place));
            square += dof.gradient * dof.gradient;
            changed = changed || dof.changed;
        }
    }
    // lanes read the numbers that other lanes wrote for their dofs
    sync();
#else
    for (var i = lane; i < NV; i += LANES) {
        let dof = balance(i, basis_force_on(i));
        square += dof.gradient * dof.gradient;
        changed = changed || dof.changed;
    }
#end
    return Evaluation(sqrt(lanes_sum(square)), lanes_any(changed));
}

// constraint force of a dof, given that of the stored rows, and the gradient there
fn balance(i: i32, stored: real) -> Evaluation {
    var force = stored;
    var changed = false;
#if DOF_FRICTION || DOF_LIMITS
    let own = dof_response(i);
    force += own.force;
    changed = dof_weight(i) != own.weight;
    set_dof_weight(i, own.weight);
#end
    set_qfrc_constraint(i, force);
    let gradient = Ma(i) - qfrc_smooth(i) - force;
    set_grad(i, gradient);
    return Evaluation(gradient, changed);
}

#if BY_TREES
// force of a tree's contacts along the dof with an index in the tree
fn contact_force_on(tree: i32, place: i32) -> real {
    var force = real(0.0);
    for (var word = 0; word < contact_words(); word++) {
        var left = contacts_of_tree(tree, word);
        while (left != 0u) {
            let c = 32 * word + first_contact(left);
            left &= left - 1u;
            let part = part_of_tree(contact_tree(c), tree);
            let dim = contact_dim(c);
            let v = contact_basis(c);
            // three at a time: the loads are independent
            var k = 0;
            for (; k + 2 < dim; k += 3) {
                force += entry(v + k, part, place) * basis_force(v + k)
                    + entry(v + k + 1, part, place) * basis_force(v + k + 1)
                    + entry(v + k + 2, part, place) * basis_force(v + k + 2);
            }
            for (; k < dim; k++) {
                force += entry(v + k, part, place) * basis_force(v + k);
            }
        }
    }
    return force;
}
#else
// force of the stored rows along a dof
fn basis_force_on(i: i32) -> real {
    var force = real(0.0);
    let rows = nbasis();
    var v = 0;
    // four at a time: the loads are independent
    for (; v + 3 < rows; v += 4) {
        force += (basis_at(v, i) * basis_force(v) + basis_at(v + 1, i) * basis_force(v + 1))
            + (basis_at(v + 2, i) * basis_force(v + 2) + basis_at(v + 3, i) * basis_force(v + 3));
    }
    for (; v < rows; v++) {
        force += basis_at(v, i) * basis_force(v);
    }
    return force;
}
#end

#if DOF_FRICTION || DOF_LIMITS
// force on a dof of the rows that act on it alone, and their part of the Hessian
fn dof_response(i: i32) -> Response {
    var sum = Response(0.0, 0.0, ZONE_SATISFIED);
#if DOF_FRICTION
    if (dof_friction_rank(i) >= 0) {
        let r = friction_response(qacc(i) - dof_friction_ref(i), dof_frictionloss(i), dof_friction_D(i));
        sum.force += r.force;
        sum.weight += r.weight;
    }
#end
#if DOF_LIMITS
    if (dof_limit_joint(i) >= 0) {
        let lower = limit_response(qacc(i) - dof_limit_ref(i).x, dof_limit_D(i).x);
        let upper = limit_response(-qacc(i) - dof_limit_ref(i).y, dof_limit_D(i).y);
        sum.force += lower.force - upper.force;
        sum.weight += lower.weight + upper.weight;
    }
#end
    return sum;
}
#end

// moves along `search`
fn advance_by(alpha: real) {
    // other lanes may still read the rows
    sync();
    for (var i = lane; i < NV; i += LANES) {
        set_qacc(i, qacc(i) + alpha * search(i));
        set_Ma(i, Ma(i) + alpha * Mv(i));
    }
    for (var v = lane; v < nbasis(); v += LANES) {
        set_jar(v, jar(v) + alpha * jv(v));
    }
    sync();
}

// forces and zones of the rows, if they are visible
fn write_forces() {
#if DOF_FRICTION || DOF_LIMITS
    for (var i = lane; i < NV; i += LANES) {
#if DOF_FRICTION
        let rank = dof_friction_rank(i);
        if (rank >= 0) {
            note_response(ne() + rank, friction_response(qacc(i) - dof_friction_ref(i), dof_frictionloss(i), dof_friction_D(i)));
        }
#end
#if DOF_LIMITS
        if (dof_limit_joint(i) >= 0) {
            var row = dof_limit_row(i);
            let mass = dof_limit_D(i);
            if (mass.x > 0.0) {
                note_response(row, limit_response(qacc(i) - dof_limit_ref(i).x, mass.x));
                row += 1;
            }
            if (mass.y > 0.0) {
                note_response(row, limit_response(-qacc(i) - dof_limit_ref(i).y, mass.y));
            }
        }
#end
    }
#end
#if COUPLINGS
    for (var v = lane; v < ncoupling(); v += LANES) {
        note_response(coupling_row(v), coupling_response(v));
    }
#end
#if CONTACTS
    for (var c = lane; c < ncon(); c += LANES) {
        if (contact_dim(c) > 0) {
            write_contact_forces(c);
        }
    }
#end
}

fn note_response(row: i32, r: Response) {
    set_efc_force(row, r.force);
    set_efc_state(row, r.zone);
}
