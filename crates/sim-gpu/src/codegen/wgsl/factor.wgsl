// Cholesky factor of a matrix in memory, and its solutions: for a Hessian that does not fit the lanes' registers.

#if NEWTON
// Index of an entry in the lower triangle, column by column. Lanes have rows, so lanes that read one column of neighbouring rows read
// neighbouring numbers.
fn triangle(i: i32, j: i32) -> i32 {
    return ((j * (2 * NV - 1 - j)) >> 1u) + i;
}

#if !SOLVED_IN_LANES
// the first column of a row that may be nonzero
fn first_column(i: i32) -> i32 {
    return 0;
}

// whether the factor has the row of a dof
fn is_factored(i: i32) -> bool {
    return true;
}
#end

// H = L L^T in place, column by column, with rows distributed over the lanes; `qH_inv` are the inverse diagonals. A pivot that rounding
// made zero or negative is raised: the direction is then shorter, but still descends. The forward substitution of the right side in
// `Mgrad` runs along: each column is subtracted as soon as it is known.
fn factor_hessian() {
    for (var k = 0; k < NV; k++) {
        if (!is_factored(k)) {
            continue;
        }
        sync();
        let start_k = first_column(k);
        for (var i = first_row_from(k); i < NV; i += LANES) {
            let start = max(start_k, first_column(i));
            if (start <= k) {
                factor_entry(i, start, k);
            }
        }
        sync();
        let inverse = qH_inv(k);
        let x = Mgrad(k) * inverse;
        for (var i = first_row_from(k + 1); i < NV; i += LANES) {
            if (first_column(i) <= k) {
                let at = triangle(i, k);
                let entry = qH(at) * inverse;
                set_qH(at, entry);
                set_Mgrad(i, Mgrad(i) - entry * x);
            }
        }
    }
    sync();
}

// an entry of column `k` and its pivot, minus the columns before it
fn factor_entry(i: i32, start: i32, k: i32) {
    let at = triangle(i, k);
    let entry = qH(at);
    var sum = entry;
    for (var j = start; j < k; j += 4) {
        sum -= dot(four_of_row(i, j, k), four_of_row(k, j, k));
    }
    if (i == k) {
        set_qH_inv(k, 1.0 / sqrt(max(max(sum, SMALLEST_PIVOT * entry), MINVAL)));
    } else {
        set_qH(at, sum);
    }
}

// four entries of a row from column `j` on, zeros from column `end` on; the loads are independent
fn four_of_row(i: i32, j: i32, end: i32) -> vec4r {
    let columns = vec4<i32>(j, j + 1, j + 2, j + 3);
    let there = min(columns, vec4<i32>(end - 1));
    let entries = vec4r(
        qH(triangle(i, there.x)),
        qH(triangle(i, there.y)),
        qH(triangle(i, there.z)),
        qH(triangle(i, there.w)),
    );
    return select(vec4r(0.0), entries, columns < vec4<i32>(end));
}

// the first row of this lane from row k on; the number of lanes is a power of two
fn first_row_from(k: i32) -> i32 {
    return lane + ((k + LANES - 1 - lane) & -LANES);
}

// `Mgrad` <- search
fn take_right_side() {
    for (var i = lane; i < NV; i += LANES) {
        set_Mgrad(i, search(i));
    }
    sync();
}

// `search` <- L^-T Mgrad, where L is the factor; returns the product of both
fn solve_by_factor() -> real {
    solve_backward();
    var sum = real(0.0);
    for (var i = lane; i < NV; i += LANES) {
        if (is_factored(i)) {
            sum += search(i) * Mgrad(i);
            set_search(i, Mgrad(i));
        }
    }
    sync();
    return lanes_sum(sum);
}

#if !SOLVED_IN_LANES
// forward substitution with an existing factor
fn solve_forward() {
    for (var k = 0; k < NV; k++) {
        sync();
        let x = Mgrad(k) * qH_inv(k);
        for (var i = first_row_from(k + 1); i < NV; i += LANES) {
            set_Mgrad(i, Mgrad(i) - qH(triangle(i, k)) * x);
        }
    }
    sync();
}
#end

// backward substitution
fn solve_backward() {
    for (var i = lane; i < NV; i += LANES) {
        set_Mgrad(i, Mgrad(i) * qH_inv(i));
    }
    for (var k = NV - 1; k >= 0; k--) {
        if (!is_factored(k)) {
            continue;
        }
        sync();
        let x = Mgrad(k) * qH_inv(k);
        let start = first_column(k);
        for (var i = first_row_from(start); i < k; i += LANES) {
            set_Mgrad(i, Mgrad(i) - qH(triangle(k, i)) * x);
        }
    }
    sync();
    for (var i = lane; i < NV; i += LANES) {
        set_Mgrad(i, Mgrad(i) * qH_inv(i));
    }
}
#end
