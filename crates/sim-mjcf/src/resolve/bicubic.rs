//! Bicubic interpolation on a grid of control points: the weights of 4 x 4 points at a position in their middle square.
//!
//! Along one axis a cubic `p(t) = c0 + c1 t + c2 t² + c3 t³` takes values and slopes at both ends of the square (Hermite). Slopes
//! are central differences, one-sided at the end of the grid. For both axes, `shares = powers · coefficients · differences`
//! with 16 x 16 matrices. They are multiplied from left to right as in MuJoCo: shares near zero depend on the order.

/// Points around a square, along one axis: one before it, its two ends, one after it.
const AROUND: usize = 4;
/// Points around a square, and numbers that define a bicubic.
pub(super) const POINTS: usize = AROUND * AROUND;

/// Coefficients of the cubic (rows) from values at both ends and slopes at both ends (columns).
const HERMITE: [[f64; 4]; 4] =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [-3.0, 3.0, -2.0, -1.0], [2.0, -2.0, 1.0, 1.0]];

/// Corners of the square, by their ends of the two axes, in the order of the columns.
const CORNERS: [[usize; 2]; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];
/// Whether a group of four columns holds slopes along each axis: values, slopes in x, in y, and twisted.
const SLOPES: [[bool; 2]; 4] = [[false, false], [true, false], [false, true], [true, true]];

/// Position of a square along an axis: whether the grid ends before it, and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    pub first: bool,
    pub last: bool,
}

/// The rows of a 16 x 16 matrix.
type Matrix = [[f64; POINTS]; POINTS];

/// Multiplies a row by a matrix, adding the matrix's rows in order.
fn row_times(row: &[f64; POINTS], matrix: &Matrix) -> [f64; POINTS] {
    let mut out = [0.0; POINTS];
    for (factor, line) in row.iter().zip(matrix) {
        out.iter_mut().zip(line).for_each(|(sum, entry)| *sum += factor * entry);
    }
    out
}

/// Coefficients of the bicubic (rows, by powers of x and y) from values and slopes at the corners (columns).
fn coefficients() -> Matrix {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let (corner, slope) = (CORNERS[column % 4], SLOPES[column / 4]);
            let one = |axis: usize, power: usize| HERMITE[power][corner[axis] + 2 * usize::from(slope[axis])];
            one(0, row / AROUND) * one(1, row % AROUND)
        })
    })
}

/// Shares of the four points of an axis in the value, or the slope, at an end of the square.
fn differences(end: usize, slope: bool, ends: Ends) -> [f64; AROUND] {
    match (slope, end) {
        (false, 0) => [0.0, 1.0, 0.0, 0.0],
        (false, _) => [0.0, 0.0, 1.0, 0.0],
        (true, 0) if ends.first => [0.0, -1.0, 1.0, 0.0],
        (true, 0) => [-0.5, 0.0, 0.5, 0.0],
        (true, _) if ends.last => [0.0, -1.0, 1.0, 0.0],
        (true, _) => [0.0, -0.5, 0.0, 0.5],
    }
}

/// The bicubic of one square.
#[derive(Clone, Debug)]
pub(super) struct Bicubic {
    coefficients: Matrix,
    differences: Matrix,
}

impl Bicubic {
    /// Makes the bicubic of a square with these ends along x and y.
    pub fn new(x: Ends, y: Ends) -> Self {
        let differences = std::array::from_fn(|row| {
            let (corner, slope) = (CORNERS[row % 4], SLOPES[row / 4]);
            let [along_x, along_y] = [(0, x), (1, y)].map(|(axis, ends)| differences(corner[axis], slope[axis], ends));
            std::array::from_fn(|point| along_x[point / AROUND] * along_y[point % AROUND])
        });
        Self { coefficients: coefficients(), differences }
    }

    /// Returns the share of each point at a position in the square, 0 to 1 along both axes. Points with equal x are adjacent.
    pub fn shares(&self, x: f64, y: f64) -> [f64; POINTS] {
        let mut powers = [0.0; POINTS];
        let mut of_x = 1.0;
        for line in powers.chunks_exact_mut(AROUND) {
            let mut product = of_x;
            for power in line {
                *power = product;
                product *= y;
            }
            of_x *= x;
        }
        row_times(&row_times(&powers, &self.coefficients), &self.differences)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INNER: Ends = Ends { first: false, last: false };

    fn value(cubic: &Bicubic, (x, y): (f64, f64), f: impl Fn(f64, f64) -> f64) -> f64 {
        let at = |point: usize| f((point / AROUND) as f64 - 1.0, (point % AROUND) as f64 - 1.0);
        cubic.shares(x, y).iter().enumerate().map(|(point, share)| share * at(point)).sum()
    }

    #[test]
    fn corners_are_the_points_themselves() {
        let shares = Bicubic::new(INNER, INNER).shares(1.0, 0.0);
        let expected: [f64; POINTS] = std::array::from_fn(|point| f64::from(u8::from(point == 9)));
        assert_eq!(shares, expected);
    }

    #[test]
    fn quadratics_are_followed_exactly() {
        // central differences are exact for quadratics
        let f = |x: f64, y: f64| 1.0 + 2.0 * x - 3.0 * y + 0.5 * x * x - x * y + 0.25 * y * y;
        let found = value(&Bicubic::new(INNER, INNER), (0.3, 0.6), f);
        assert!((found - f(0.3, 0.6)).abs() < 1e-14, "{found}");
    }

    #[test]
    fn the_grid_may_end_at_the_square() {
        let end = Ends { first: true, last: true };
        let plane = |x: f64, y: f64| 1.0 + 2.0 * x - 3.0 * y;
        let cubic = Bicubic::new(end, end);
        assert!((value(&cubic, (0.3, 0.6), plane) - plane(0.3, 0.6)).abs() < 1e-14);
        for (point, share) in cubic.shares(0.3, 0.6).iter().enumerate() {
            let corner = [5, 6, 9, 10].contains(&point);
            assert_eq!(*share != 0.0, corner, "point {point} has {share}");
        }
    }
}
