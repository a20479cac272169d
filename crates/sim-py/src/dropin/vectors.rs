//! Plain vectors and matrices of the `mujoco` package.
//!
//! The first argument is the result, if there is one. Arguments that share its memory are read before it is written.

#![allow(non_snake_case)] // MuJoCo's own names

use crate::memory::arguments::{
    Vector, check, current, current_vector, fixed, input, matrix, output, target_dims, target_len, vector,
};
use crate::memory::views::{self, Dims};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use sim_core::binding::linalg::dense;

/// Vectors shorter than this have no length.
const SMALLEST: f64 = 1e-15;

/// Functions that write entry by entry: the one for any length, then those for three and four.
macro_rules! entries {
    ($($(#[$meta:meta])* $name:ident($($arg:ident),*) $(of $n:literal)? $(, $num:ident)? = [$($x:ident),*] $value:expr;)*) => {
        $(
            $(#[$meta])*
            #[doc = ""]
            #[doc = concat!("res: float64 (", entries!(@size $($n)?), ",), written" $(, "; ", stringify!($arg), ": array of that length")* $(, "; ", stringify!($num), ": float")?, ".")]
            #[pyfunction]
            fn $name(res: &Bound<'_, PyAny> $(, $arg: Vector<'_>)* $(, $num: f64)?) -> PyResult<()> {
                entries!(@body [$($n)?] res, ($($arg),*), [$($x),*] $value)
            }
        )*

        fn register_entries(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
    (@size) => { "n" };
    (@size $n:literal) => { $n };
    (@body [] $res:ident, ($($arg:ident),*), [$($x:ident),*] $value:expr) => {{
        let n = target_len("res", $res)?;
        $(let $arg = input(stringify!($arg), &$arg, n)?;)*
        let mut out = vec![0.0; n];
        for (k, out) in out.iter_mut().enumerate() {
            let _ = k;
            $(let $x = $arg[k];)*
            *out = $value;
        }
        output($res, out)
    }};
    (@body [$n:literal] $res:ident, ($($arg:ident),*), [$($x:ident),*] $value:expr) => {{
        check("res", $res, &[$n])?;
        $(let $arg = fixed::<$n>(stringify!($arg), &$arg)?;)*
        let mut out = [0.0; $n];
        for (k, out) in out.iter_mut().enumerate() {
            let _ = k;
            $(let $x = $arg[k];)*
            *out = $value;
        }
        output($res, out)
    }};
}

entries! {
    /// Sets all entries to zero.
    mju_zero() = [] 0.0;
    /// Sets three entries to zero.
    mju_zero3() of 3 = [] 0.0;
    /// Sets four entries to zero.
    mju_zero4() of 4 = [] 0.0;
    /// Sets all entries to a number.
    mju_fill(), val = [] val;
    /// Copies a vector: `res = data`.
    mju_copy(data) = [x] x;
    /// Copies three entries: `res = data`.
    mju_copy3(data) of 3 = [x] x;
    /// Copies four entries: `res = data`.
    mju_copy4(data) of 4 = [x] x;
    /// Scales a vector: `res = vec * scl`.
    mju_scl(vec), scl = [x] x * scl;
    /// Scales three entries: `res = vec * scl`.
    mju_scl3(vec) of 3, scl = [x] x * scl;
    /// Adds two vectors: `res = vec1 + vec2`.
    mju_add(vec1, vec2) = [a, b] a + b;
    /// Adds vectors of three entries: `res = vec1 + vec2`.
    mju_add3(vec1, vec2) of 3 = [a, b] a + b;
    /// Subtracts two vectors: `res = vec1 - vec2`.
    mju_sub(vec1, vec2) = [a, b] a - b;
    /// Subtracts vectors of three entries: `res = vec1 - vec2`.
    mju_sub3(vec1, vec2) of 3 = [a, b] a - b;
    /// Adds a scaled vector: `res = vec1 + vec2 * scl`.
    mju_addScl(vec1, vec2), scl = [a, b] a + b * scl;
    /// Adds a scaled vector of three entries: `res = vec1 + vec2 * scl`.
    mju_addScl3(vec1, vec2) of 3, scl = [a, b] a + b * scl;
}

/// Functions that change a vector entry by entry.
macro_rules! changes {
    ($($(#[$meta:meta])* $name:ident $([$n:literal])? $(, $num:ident)? = |$x:ident, $y:ident| $value:expr;)*) => {
        $(
            $(#[$meta])*
            #[doc = ""]
            #[doc = concat!("res: float64 (", entries!(@size $($n)?), ",), written; vec: array of that length" $(, "; ", stringify!($num), ": float")?, ".")]
            #[pyfunction]
            fn $name(res: &Bound<'_, PyAny>, vec: Vector<'_> $(, $num: f64)?) -> PyResult<()> {
                changes!(@body [$($n)?] res, vec, |$x, $y| $value)
            }
        )*

        fn register_changes(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
    (@body [] $res:ident, $vec:ident, |$x:ident, $y:ident| $value:expr) => {{
        let mut out = current_vector("res", $res)?;
        let vec = input("vec", &$vec, out.len())?;
        out.iter_mut().zip(vec).for_each(|(out, $y)| {
            let $x = *out;
            *out = $value;
        });
        output($res, out)
    }};
    (@body [$n:literal] $res:ident, $vec:ident, |$x:ident, $y:ident| $value:expr) => {{
        let mut out = current::<$n>("res", $res)?;
        let vec = fixed::<$n>("vec", &$vec)?;
        out.iter_mut().zip(vec).for_each(|(out, $y)| {
            let $x = *out;
            *out = $value;
        });
        output($res, out)
    }};
}

changes! {
    /// `res += vec`.
    mju_addTo = |x, y| x + y;
    /// `res += vec`, three entries.
    mju_addTo3[3] = |x, y| x + y;
    /// `res -= vec`.
    mju_subFrom = |x, y| x - y;
    /// `res -= vec`, three entries.
    mju_subFrom3[3] = |x, y| x - y;
    /// `res += vec * scl`.
    mju_addToScl, scl = |x, y| x + y * scl;
    /// `res += vec * scl`, three entries.
    mju_addToScl3[3], scl = |x, y| x + y * scl;
}

/// Sets a quaternion to no rotation.
///
/// res: float64 (4,), written.
#[pyfunction]
fn mju_unit4(res: &Bound<'_, PyAny>) -> PyResult<()> {
    check("res", res, &[4])?;
    output(res, [1.0, 0.0, 0.0, 0.0])
}

/// Returns the sum of the entries.
///
/// vec: float64 (n,). Returns float.
#[pyfunction]
fn mju_sum(vec: Vector<'_>) -> PyResult<f64> {
    Ok(vector("vec", &vec)?.iter().sum())
}

/// Returns the sum of the magnitudes of the entries.
///
/// vec: float64 (n,). Returns float.
#[pyfunction]
fn mju_L1(vec: Vector<'_>) -> PyResult<f64> {
    Ok(vector("vec", &vec)?.iter().map(|x| x.abs()).sum())
}

/// Returns the dot product of two vectors.
///
/// vec1, vec2: float64 (n,). Returns float.
#[pyfunction]
fn mju_dot(vec1: Vector<'_>, vec2: Vector<'_>) -> PyResult<f64> {
    let a = vector("vec1", &vec1)?;
    let b = input("vec2", &vec2, a.len())?;
    Ok(dense::dot(&a, &b))
}

/// Returns the dot product of two vectors of three entries.
///
/// vec1, vec2: float64 (3,). Returns float.
#[pyfunction]
fn mju_dot3(vec1: Vector<'_>, vec2: Vector<'_>) -> PyResult<f64> {
    Ok(sim_core::math::vec3::dot(fixed("vec1", &vec1)?, fixed("vec2", &vec2)?))
}

/// Returns the Euclidean length of a vector.
///
/// vec: float64 (n,). Returns float.
#[pyfunction]
fn mju_norm(vec: Vector<'_>) -> PyResult<f64> {
    Ok(dense::norm(&vector("vec", &vec)?))
}

/// Returns the Euclidean length of a vector of three entries.
///
/// vec: float64 (3,). Returns float.
#[pyfunction]
fn mju_norm3(vec: Vector<'_>) -> PyResult<f64> {
    Ok(sim_core::math::vec3::norm(fixed("vec", &vec)?))
}

/// Returns the distance of two points.
///
/// pos1, pos2: float64 (3,). Returns float.
#[pyfunction]
fn mju_dist3(pos1: Vector<'_>, pos2: Vector<'_>) -> PyResult<f64> {
    Ok(sim_core::math::vec3::dist(fixed("pos1", &pos1)?, fixed("pos2", &pos2)?))
}

/// Makes a vector one long and returns its length; one without length becomes the first unit vector.
///
/// res: float64 (n,), written. Returns float.
#[pyfunction]
fn mju_normalize(res: &Bound<'_, PyAny>) -> PyResult<f64> {
    let mut values = current_vector("res", res)?;
    let norm = dense::norm(&values);
    if norm < SMALLEST {
        values.fill(0.0);
        values.iter_mut().take(1).for_each(|x| *x = 1.0);
    } else {
        dense::scale(&mut values, 1.0 / norm);
    }
    output(res, values)?;
    Ok(norm)
}

/// Returns 1 if all entries are zero, else 0.
///
/// vec: float64 (n,). Returns int.
#[pyfunction]
fn mju_isZero(vec: Vector<'_>) -> PyResult<i32> {
    Ok(i32::from(dense::is_zero(&vector("vec", &vec)?)))
}

/// `out = a x` for a matrix of `cols` columns.
fn times_vector(a: &[f64], cols: usize, x: &[f64]) -> Vec<f64> {
    a.chunks_exact(cols.max(1)).map(|row| dense::dot(row, x)).collect()
}

/// The transpose of a matrix.
fn transposed(a: &[f64], rows: usize, cols: usize) -> Vec<f64> {
    let mut out = vec![0.0; a.len()];
    for (r, row) in a.chunks_exact(cols.max(1)).enumerate() {
        for (c, x) in row.iter().enumerate() {
            out[c * rows + r] = *x;
        }
    }
    out
}

/// `a b` for `a` of `inner` columns and `b` of `cols`.
fn product(a: &[f64], inner: usize, b: &[f64], cols: usize) -> Vec<f64> {
    let rows = a.len().checked_div(inner).unwrap_or(0);
    let mut out = vec![0.0; rows * cols];
    for (row, out) in a.chunks_exact(inner.max(1)).zip(out.chunks_exact_mut(cols.max(1))) {
        for (x, line) in row.iter().zip(b.chunks_exact(cols.max(1))) {
            dense::add_scaled_to(out, line, *x);
        }
    }
    out
}

fn inner_sizes() -> PyErr {
    PyTypeError::new_err("the inner sizes of mat1 and mat2 should be equal")
}

/// Multiplies a matrix with a vector: `res = mat vec`.
///
/// res: float64 (nr,), written; mat: float64 (nr, nc); vec: float64 (nc,).
#[pyfunction]
fn mju_mulMatVec(res: &Bound<'_, PyAny>, mat: Vector<'_>, vec: Vector<'_>) -> PyResult<()> {
    let (rows, cols, mat) = matrix("mat", &mat)?;
    check("res", res, &[rows])?;
    let vec = input("vec", &vec, cols)?;
    let out = if cols == 0 { vec![0.0; rows] } else { times_vector(&mat, cols, &vec) };
    output(res, out)
}

/// Multiplies a transposed matrix with a vector: `res = matᵀ vec`.
///
/// res: float64 (nc,), written; mat: float64 (nr, nc); vec: float64 (nr,).
#[pyfunction]
fn mju_mulMatTVec(res: &Bound<'_, PyAny>, mat: Vector<'_>, vec: Vector<'_>) -> PyResult<()> {
    let (rows, cols, mat) = matrix("mat", &mat)?;
    check("res", res, &[cols])?;
    let vec = input("vec", &vec, rows)?;
    output(res, product(&vec, rows, &mat, cols))
}

/// Returns the product `vec1ᵀ mat vec2`.
///
/// vec1, vec2: float64 (n,); mat: float64 (n, n). Returns float.
#[pyfunction]
fn mju_mulVecMatVec(vec1: Vector<'_>, mat: Vector<'_>, vec2: Vector<'_>) -> PyResult<f64> {
    let a = vector("vec1", &vec1)?;
    let (rows, cols, mat) = matrix("mat", &mat)?;
    let b = input("vec2", &vec2, a.len())?;
    if rows != a.len() || cols != a.len() {
        return Err(PyTypeError::new_err("mat should be square, with as many rows as vec1 has entries"));
    }
    Ok(dense::dot(&a, &times_vector(&mat, cols, &b)))
}

/// Transposes a matrix.
///
/// res: float64 (nc, nr), written; mat: float64 (nr, nc).
#[pyfunction]
fn mju_transpose(res: &Bound<'_, PyAny>, mat: Vector<'_>) -> PyResult<()> {
    let (rows, cols, mat) = matrix("mat", &mat)?;
    check("res", res, &[cols, rows])?;
    output(res, transposed(&mat, rows, cols))
}

/// Writes the symmetric part of a matrix: `res = (mat + matᵀ) / 2`.
///
/// res: float64 (n, n), written; mat: float64 (n, n).
#[pyfunction]
fn mju_symmetrize(res: &Bound<'_, PyAny>, mat: Vector<'_>) -> PyResult<()> {
    let (rows, cols, mat) = matrix("mat", &mat)?;
    if rows != cols {
        return Err(PyTypeError::new_err("mat should be square"));
    }
    check("res", res, &[rows, rows])?;
    let other = transposed(&mat, rows, rows);
    output(res, mat.iter().zip(other).map(|(a, b)| 0.5 * (a + b)).collect::<Vec<f64>>())
}

/// Sets a square matrix to the identity.
///
/// mat: float64 (n, n), written.
#[pyfunction]
fn mju_eye(mat: &Bound<'_, PyAny>) -> PyResult<()> {
    let n = square("mat", mat)?;
    output(mat, (0..n * n).map(|k| if k / n == k % n { 1.0 } else { 0.0 }).collect::<Vec<f64>>())
}

/// Number of rows of a square matrix for a result.
fn square(name: &str, mat: &Bound<'_, PyAny>) -> PyResult<usize> {
    match target_dims(name, mat)? {
        Dims::Matrix(rows, cols) if rows == cols => Ok(rows),
        Dims::Vector(1) => Ok(1),
        _ => Err(PyTypeError::new_err(format!("{name} should be square"))),
    }
}

/// Multiplies two matrices: `res = mat1 mat2`.
///
/// res: float64 (r, c), written; mat1: float64 (r, k); mat2: float64 (k, c).
#[pyfunction]
fn mju_mulMatMat(res: &Bound<'_, PyAny>, mat1: Vector<'_>, mat2: Vector<'_>) -> PyResult<()> {
    let ((rows, inner, a), (other, cols, b)) = (matrix("mat1", &mat1)?, matrix("mat2", &mat2)?);
    if inner != other {
        return Err(inner_sizes());
    }
    check("res", res, &[rows, cols])?;
    let out = if inner == 0 { vec![0.0; rows * cols] } else { product(&a, inner, &b, cols) };
    output(res, out)
}

/// Multiplies a matrix with a transposed one: `res = mat1 mat2ᵀ`.
///
/// res: float64 (r, c), written; mat1: float64 (r, k); mat2: float64 (c, k).
#[pyfunction]
fn mju_mulMatMatT(res: &Bound<'_, PyAny>, mat1: Vector<'_>, mat2: Vector<'_>) -> PyResult<()> {
    let ((rows, inner, a), (cols, other, b)) = (matrix("mat1", &mat1)?, matrix("mat2", &mat2)?);
    if inner != other {
        return Err(inner_sizes());
    }
    check("res", res, &[rows, cols])?;
    let out = (0..rows * cols).map(|k| {
        let (r, c) = (k / cols, k % cols);
        dense::dot(&a[r * inner..][..inner], &b[c * inner..][..inner])
    });
    output(res, out.collect::<Vec<f64>>())
}

/// Multiplies a transposed matrix with another: `res = mat1ᵀ mat2`.
///
/// res: float64 (r, c), written; mat1: float64 (k, r); mat2: float64 (k, c).
#[pyfunction]
fn mju_mulMatTMat(res: &Bound<'_, PyAny>, mat1: Vector<'_>, mat2: Vector<'_>) -> PyResult<()> {
    let ((inner, rows, a), (other, cols, b)) = (matrix("mat1", &mat1)?, matrix("mat2", &mat2)?);
    if inner != other {
        return Err(inner_sizes());
    }
    check("res", res, &[rows, cols])?;
    let out = if inner == 0 { vec![0.0; rows * cols] } else { product(&transposed(&a, inner, rows), inner, &b, cols) };
    output(res, out)
}

/// Writes `matᵀ diag(diag) mat`, or `matᵀ mat` when `diag` is None.
///
/// res: float64 (nc, nc), written; mat: float64 (nr, nc); diag: float64 (nr,) or None.
#[pyfunction]
#[pyo3(signature = (res, mat, diag))]
fn mju_sqrMatTD(res: &Bound<'_, PyAny>, mat: Vector<'_>, diag: Option<Vector<'_>>) -> PyResult<()> {
    let (rows, cols, mat) = matrix("mat", &mat)?;
    check("res", res, &[cols, cols])?;
    let mut scaled = mat.clone();
    if let Some(diag) = diag {
        let diag = input("diag", &diag, rows)?;
        scaled.chunks_exact_mut(cols.max(1)).zip(diag).for_each(|(row, d)| dense::scale(row, d));
    }
    let out =
        if rows == 0 { vec![0.0; cols * cols] } else { product(&transposed(&mat, rows, cols), rows, &scaled, cols) };
    output(res, out)
}

/// Cholesky factor in the lower triangle of `mat`; pivots below `mindiag` are raised to it. Returns the rank.
///
/// mat: float64 (n, n), written; mindiag: float. Returns int.
#[pyfunction]
fn mju_cholFactor(mat: &Bound<'_, PyAny>, mindiag: f64) -> PyResult<usize> {
    let n = square("mat", mat)?;
    let (_, mut values) = views::numbers::<f64>(mat).map_err(|_| PyTypeError::new_err("mat changed meanwhile"))?;
    let rank = dense::cholesky(&mut values, n, mindiag);
    output(mat, values)?;
    Ok(rank)
}

/// Solves a linear system with the factor that `mju_cholFactor` left in `mat`.
///
/// res: float64 (n,), written; vec: float64 (n,); mat: float64 (n, n).
#[pyfunction]
fn mju_cholSolve(res: &Bound<'_, PyAny>, mat: Vector<'_>, vec: Vector<'_>) -> PyResult<()> {
    let (rows, cols, mat) = matrix("mat", &mat)?;
    if rows != cols {
        return Err(PyTypeError::new_err("mat should be square"));
    }
    check("res", res, &[rows])?;
    let mut x = input("vec", &vec, rows)?;
    dense::cholesky_solve(&mat, rows, &mut x);
    output(res, x)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_entries(module)?;
    register_changes(module)?;
    module.add_function(wrap_pyfunction!(mju_unit4, module)?)?;
    module.add_function(wrap_pyfunction!(mju_sum, module)?)?;
    module.add_function(wrap_pyfunction!(mju_L1, module)?)?;
    module.add_function(wrap_pyfunction!(mju_dot, module)?)?;
    module.add_function(wrap_pyfunction!(mju_dot3, module)?)?;
    module.add_function(wrap_pyfunction!(mju_norm, module)?)?;
    module.add_function(wrap_pyfunction!(mju_norm3, module)?)?;
    module.add_function(wrap_pyfunction!(mju_dist3, module)?)?;
    module.add_function(wrap_pyfunction!(mju_normalize, module)?)?;
    module.add_function(wrap_pyfunction!(mju_isZero, module)?)?;
    module.add_function(wrap_pyfunction!(mju_mulMatVec, module)?)?;
    module.add_function(wrap_pyfunction!(mju_mulMatTVec, module)?)?;
    module.add_function(wrap_pyfunction!(mju_mulVecMatVec, module)?)?;
    module.add_function(wrap_pyfunction!(mju_transpose, module)?)?;
    module.add_function(wrap_pyfunction!(mju_symmetrize, module)?)?;
    module.add_function(wrap_pyfunction!(mju_eye, module)?)?;
    module.add_function(wrap_pyfunction!(mju_mulMatMat, module)?)?;
    module.add_function(wrap_pyfunction!(mju_mulMatMatT, module)?)?;
    module.add_function(wrap_pyfunction!(mju_mulMatTMat, module)?)?;
    module.add_function(wrap_pyfunction!(mju_sqrMatTD, module)?)?;
    module.add_function(wrap_pyfunction!(mju_cholFactor, module)?)?;
    module.add_function(wrap_pyfunction!(mju_cholSolve, module)?)
}
