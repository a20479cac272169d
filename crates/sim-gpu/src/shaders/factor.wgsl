// Cholesky factor of a matrix in memory and what it solves: the Hessian where lanes do not hold it.

#if NEWTON
// place of an entry in the lower triangle
fn triangle(i: i32, j: i32) -> i32 {
    return ((i * (i + 1)) >> 1u) + j;
}

#if !SOLVED_IN_LANES
// the first column of a row that may be other than zero
fn first_column(i: i32) -> i32 {
    return 0;
}
#end

// H = L L^T in place, column by column with rows to each lane; `qH_inv` are the inverse diagonals. A pivot that rounding left
// without a positive number is raised: the direction is shorter then, but still leads down.
fn factor_hessian() {
    for (var k = 0; k < NV; k++) {
        sync();
        let row_k = triangle(k, 0);
        let start_k = first_column(k);
        for (var i = first_row_from(k); i < NV; i += LANES) {
            let start = max(start_k, first_column(i));
            if (start <= k) {
                factor_entry(triangle(i, 0), row_k, start, k, i == k);
            }
        }
        sync();
        let inverse = qH_inv(k);
        for (var i = first_row_from(k + 1); i < NV; i += LANES) {
            if (first_column(i) <= k) {
                let at = triangle(i, k);
                set_qH(at, qH(at) * inverse);
            }
        }
    }
    sync();
}

// what the columns before it leave of an entry of column `k`, and of its pivot
fn factor_entry(row: i32, row_k: i32, start: i32, k: i32, is_pivot: bool) {
    let entry = qH(row + k);
    var sum = entry;
    for (var j = start; j < k; j += 4) {
        // the loads do not wait for each other; columns that are not there are the last one again, and take nothing
        let last = k - 1 - j;
        let b = min(1, last);
        let c = min(2, last);
        let d = min(3, last);
        sum -= (qH(row + j) * qH(row_k + j) + select(0.0, qH(row + j + b) * qH(row_k + j + b), last > 0))
            + (select(0.0, qH(row + j + c) * qH(row_k + j + c), last > 1)
                + select(0.0, qH(row + j + d) * qH(row_k + j + d), last > 2));
    }
    if (is_pivot) {
        set_qH_inv(k, 1.0 / sqrt(max(max(sum, SMALLEST_PIVOT * entry), MINVAL)));
    } else {
        set_qH(row + k, sum);
    }
}

// the first row of this lane from row k on; the number of lanes is a power of two
fn first_row_from(k: i32) -> i32 {
    return lane + ((k + LANES - 1 - lane) & -LANES);
}

// Mgrad <- H^-1 Mgrad
fn solve_hessian() {
    for (var k = 0; k < NV; k++) {
        sync();
        let x = Mgrad(k) * qH_inv(k);
        for (var i = first_row_from(k + 1); i < NV; i += LANES) {
            if (first_column(i) <= k) {
                set_Mgrad(i, Mgrad(i) - qH(triangle(i, k)) * x);
            }
        }
    }
    sync();
    for (var i = lane; i < NV; i += LANES) {
        set_Mgrad(i, Mgrad(i) * qH_inv(i));
    }
    for (var k = NV - 1; k >= 0; k--) {
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
