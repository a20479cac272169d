//! How qhull begins: tolerances from the extent of the input, and a first simplex of far points.

use sim_core::math::{Vec3, vec3};

/// No point.
const NONE: u32 = u32::MAX;

/// Distances below which things count as equal, from the size of the input.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    /// Largest rounding error of a distance.
    pub round: f64,
    /// A point further above a facet sees it.
    pub visible: f64,
    /// A point further above a facet is outside.
    pub outside: f64,
    /// A point further below a facet is forgotten.
    pub near_inside: f64,
    /// Facets that bulge by less are merged.
    pub centrum: f64,
    /// Most that a point may stick out after one merge.
    pub one_merge: f64,
    /// Largest extent along an axis.
    width: f64,
    /// Determinants below ten times this are zero, by dimension.
    near_zero: [f64; 3],
}

/// Limits from the extent of the points, and the extreme points along each axis.
pub(super) fn limits(points: &[Vec3]) -> (Limits, Vec<u32>) {
    let mut out = Limits::default();
    let mut extremes = vec![];
    let (mut max_abs, mut sum, mut width) = (0f64, 0.0, f64::MIN);
    for k in 0..3 {
        let (mut min, mut max) = (0, 0);
        for (i, p) in points.iter().enumerate() {
            if points[max][k] < p[k] {
                max = i;
            } else if points[min][k] > p[k] {
                min = i;
            }
        }
        let (low, high) = (points[min][k], points[max][k]);
        let abs = f64::max(high, -low);
        width = f64::max(width, high - low);
        max_abs = f64::max(max_abs, abs);
        sum += abs;
        extremes.extend([min as u32, max as u32]);
        out.near_zero[k] = 80.0 * sum * f64::EPSILON;
    }
    let reach = f64::min(3f64.sqrt() * max_abs, sum);
    out.round = f64::EPSILON * (3.0 * reach * 1.01 + max_abs);
    out.centrum = 2.0 * out.round;
    out.visible = out.centrum;
    out.outside = 2.0 * out.visible;
    out.one_merge = f64::max(3f64.sqrt() * width * 0.0 + out.round, 3.0 * out.centrum + out.round);
    out.near_inside = 5.0 * out.one_merge;
    out.width = width;
    (out, extremes)
}

/// Four points that span a large volume: extremes in x, then the largest determinants.
pub(super) fn simplex(points: &[Vec3], limits: &Limits, extremes: &[u32]) -> Option<[u32; 4]> {
    /// A determinant below this fraction of the expected one may be an accident of the extremes.
    const RATIO: f64 = 1e-3;
    let (mut low, mut high) = (f64::MAX, -f64::MAX);
    let (mut min, mut max) = (NONE, NONE);
    for &i in extremes {
        let x = points[i as usize][0];
        if high < x {
            (high, max) = (x, i);
        }
        if low > x {
            (low, min) = (x, i);
        }
    }
    if min == max {
        return None;
    }
    let mut chosen = vec![min, max];
    let mut best_det = high - low;
    for dim in [2, 3] {
        let expected = best_det * limits.width;
        let enough = 10.0 * RATIO * expected;
        let mut best = NONE;
        let mut near_zero = false;
        best_det = -1.0;
        for &i in extremes {
            if !chosen.contains(&i) && i != best {
                let (det, near) = determinant(points, &chosen, i, dim, limits);
                if det > best_det {
                    (best_det, best, near_zero) = (det, i, near);
                }
            }
        }
        if best == NONE || near_zero || (best_det > 0.0 && best_det / expected < RATIO) {
            for i in (0..points.len() as u32).filter(|i| !extremes.contains(i)) {
                if chosen.contains(&i) {
                    continue;
                }
                let (det, near) = determinant(points, &chosen, i, dim, limits);
                if det > best_det {
                    (best_det, best, near_zero) = (det, i, near);
                    if !near_zero && best_det > enough {
                        break;
                    }
                }
            }
        }
        if best == NONE {
            return None;
        }
        chosen.push(best);
    }
    chosen.try_into().ok()
}

/// Size of the determinant of the first `dim` coordinates of the chosen points seen from `apex`.
fn determinant(points: &[Vec3], chosen: &[u32], apex: u32, dim: usize, limits: &Limits) -> (f64, bool) {
    let row = |i: usize| vec3::sub(points[chosen[i] as usize], points[apex as usize]);
    let (a, b) = (row(0), row(1));
    let det = if dim == 2 {
        a[0] * b[1] - a[1] * b[0]
    } else {
        let c = row(2);
        let det2 = |a1: f64, a2: f64, b1: f64, b2: f64| a1 * b2 - a2 * b1;
        a[0] * det2(b[1], b[2], c[1], c[2]) - b[0] * det2(a[1], a[2], c[1], c[2]) + c[0] * det2(a[1], a[2], b[1], b[2])
    };
    (det.abs(), det.abs() < 10.0 * limits.near_zero[dim - 1])
}
