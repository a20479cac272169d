//! Where two distance fields overlap: gradient descent from points spread over the overlap of their boxes.
//!
//! With distances A and B of the two fields, descent minimises `A + B + |max(A, B)|`, then makes one step on
//! `max(A, B)`, whose value is the depth; the normal is that of the surface `A = B` between the shapes. Every start may
//! give a touch, as many as there are starts (`sdf_initpoints`).

use super::field::Field;
use crate::math::{MINVAL, Mat3, Pose, Quat, Vec3, mat3, quat, vec3};
use crate::shape::manifold::{MAX_TOUCHES, Manifold, Touch};

/// Largest component of a usable gradient, and the distance that stands for a failed search.
const FAR: f64 = 1e10;
/// First length of a step, in gradients; halved before use.
const FIRST_STEP: f64 = 2.0;
/// Each trial of the line search shortens the step so much.
const SHORTEN: f64 = 0.5;
/// Share of the linear decrease a step must reach.
const DECREASE: f64 = 0.1;
/// Steps shorter than this are accepted as they are.
const SHORTEST: f64 = 1e-4;

/// Limits of the search for touches of two fields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchLimits {
    /// Descent steps from each start.
    pub iterations: i32,
    /// Starts.
    pub starts: i32,
}

/// A field placed in the world, with its box in the frame of the field (centre and half-sizes).
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The field.
    pub field: Field<'a>,
    /// Its frame.
    pub pose: Pose,
    /// Its box.
    pub aabb: [f64; 6],
}

/// Position and rotation that take points from one frame to another.
pub(super) fn relative(from: &Pose, to: &Pose) -> (Vec3, Mat3) {
    let pose = to.inverse().compose(from);
    (pose.pos, quat::to_mat(quat::normalize(pose.quat).0))
}

/// What descent minimises.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    Overlap,
    Intersection,
    Midsurface,
}

/// Two fields seen from the frame of the first.
struct Pair<'a> {
    near: Field<'a>,
    other: Field<'a>,
    pos: Vec3,
    mat: Mat3,
}

impl Pair<'_> {
    fn seen(&self, x: Vec3) -> Vec3 {
        vec3::add(mat3::mul_vec(&self.mat, x), self.pos)
    }

    fn distances(&self, x: Vec3) -> (f64, f64) {
        (self.near.distance(x), self.other.distance(self.seen(x)))
    }

    fn other_gradient(&self, x: Vec3) -> Vec3 {
        mat3::mul_t_vec(&self.mat, self.other.gradient(self.seen(x)))
    }

    fn value(&self, goal: Goal, x: Vec3) -> f64 {
        let (a, b) = self.distances(x);
        let most = if a > b { a } else { b };
        match goal {
            Goal::Overlap => a + b + most.abs(),
            Goal::Intersection => most,
            Goal::Midsurface => a - b,
        }
    }

    fn gradient(&self, goal: Goal, x: Vec3) -> Vec3 {
        match goal {
            Goal::Intersection => {
                let (a, b) = self.distances(x);
                if a > b { self.near.gradient(x) } else { self.other_gradient(x) }
            }
            Goal::Midsurface => {
                let (a, _) = vec3::normalize(self.near.gradient(x));
                let (b, _) = vec3::normalize(self.other_gradient(x));
                vec3::normalize(vec3::sub(a, b)).0
            }
            Goal::Overlap => {
                let (a, b) = self.distances(x);
                let (grad_a, grad_b) = (self.near.gradient(x), self.other_gradient(x));
                let (most, steeper) = if a > b { (a, grad_a) } else { (b, grad_b) };
                vec3::add_scaled(vec3::add(grad_a, grad_b), steeper, if most > 0.0 { 1.0 } else { -1.0 })
            }
        }
    }

    /// Gradient descent with backtracking; the value reached.
    fn descend(&self, goal: Goal, x: &mut Vec3, iterations: i32) -> f64 {
        let mut value = FAR;
        for _ in 0..iterations {
            let grad = self.gradient(goal, *x);
            if grad.iter().any(|g| g.is_nan() || g.abs() > FAR) {
                return FAR;
            }
            let start = *x;
            let before = self.value(goal, start);
            let mut step = FIRST_STEP;
            let mut wanted = -DECREASE * step * vec3::dot(grad, grad);
            loop {
                step *= SHORTEN;
                wanted *= SHORTEN;
                *x = vec3::add_scaled(start, grad, -step);
                value = self.value(goal, *x);
                if !(step > SHORTEST && value - before > wanted) {
                    break;
                }
            }
            if before < value {
                return value;
            }
        }
        value
    }
}

/// Touches in the frame of one field, without repetition.
pub(super) struct Collector<'a> {
    pose: &'a Pose,
    known: [Vec3; MAX_TOUCHES],
    count: usize,
}

impl<'a> Collector<'a> {
    pub(super) fn new(pose: &'a Pose) -> Self {
        Self { pose, known: [[0.0; 3]; MAX_TOUCHES], count: 0 }
    }

    /// Adds a touch at a point of the field's frame, unless it is apart or known; `outward` gives the direction out of
    /// the field. False when there is no room for more.
    pub(super) fn add(&mut self, x: Vec3, dist: f64, outward: impl FnOnce() -> Vec3, out: &mut Manifold) -> bool {
        let known = self.known.get(..self.count).unwrap_or(&[]);
        if dist > 0.0 || dist.is_nan() || known.iter().any(|k| vec3::dist(x, *k) < MINVAL) {
            return true;
        }
        let (normal, length) = vec3::normalize(outward());
        if length < MINVAL || length.is_nan() {
            return true;
        }
        let quat: Quat = self.pose.quat;
        let normal = quat::rotate(quat, vec3::neg(normal));
        let pos = vec3::add(quat::rotate(quat, x), self.pose.pos);
        let touch = Touch { dist, pos: vec3::add_scaled(pos, normal, -0.5 * dist), normal, tangent: [0.0; 3] };
        let Some(slot) = self.known.get_mut(self.count) else { return false };
        *slot = x;
        self.count += 1;
        out.push(touch)
    }
}

/// Fills the manifold with the touches of two fields, normals from the first to the second.
pub fn collide(first: &Placed<'_>, second: &Placed<'_>, effort: SearchLimits, out: &mut Manifold) {
    let (to_first, to_second) = (relative(&second.pose, &first.pose), relative(&first.pose, &second.pose));
    let Some([low, high]) = overlap(&first.aabb, &second.aabb, &to_first) else { return };
    // MuJoCo passes starts through the first frame's own identity, with its rounding
    let identity = relative(&first.pose, &first.pose);
    let pair = Pair { near: second.field, other: first.field, pos: to_first.0, mat: to_first.1 };
    let mut found = Collector::new(&second.pose);
    for i in 0..effort.starts {
        let base = [2, 3, 5];
        let start: Vec3 = std::array::from_fn(|k| low[k] + (high[k] - low[k]) * halton(i, base[k]));
        let start = vec3::add(mat3::mul_vec(&identity.1, start), identity.0);
        let mut x = vec3::add(mat3::mul_vec(&to_second.1, start), to_second.0);
        pair.descend(Goal::Overlap, &mut x, effort.iterations);
        // fields that are not exact give false overlaps: the depth is that of the intersection
        let dist = pair.descend(Goal::Intersection, &mut x, 1);
        if !found.add(x, dist, || pair.gradient(Goal::Midsurface, x), out) {
            return;
        }
    }
}

/// Lower and upper corner of the overlap of two boxes in the frame of the first.
fn overlap(first: &[f64; 6], second: &[f64; 6], (pos, mat): &(Vec3, Mat3)) -> Option<[Vec3; 2]> {
    let corner = |b: &[f64; 6], i: usize| -> Vec3 {
        std::array::from_fn(|k| if i >> k & 1 == 1 { b[k] + b[k + 3] } else { b[k] - b[k + 3] })
    };
    let mut low = [[FAR; 3]; 2];
    let mut high = [[-FAR; 3]; 2];
    for i in 0..8 {
        let corners = [corner(first, i), vec3::add(mat3::mul_vec(mat, corner(second, i)), *pos)];
        for (b, v) in corners.iter().enumerate() {
            for k in 0..3 {
                low[b][k] = low[b][k].min(v[k]);
                high[b][k] = high[b][k].max(v[k]);
            }
        }
    }
    let low: Vec3 = std::array::from_fn(|k| low[0][k].max(low[1][k]));
    let high: Vec3 = std::array::from_fn(|k| high[0][k].min(high[1][k]));
    (0..3).all(|k| high[k] >= low[k]).then_some([low, high])
}

/// Member `index` of the Halton sequence of a base (Halton 1960): numbers spread evenly over the unit interval.
pub(super) fn halton(index: i32, base: i32) -> f64 {
    let b = f64::from(base);
    let (mut rest, mut digit, mut out) = (index, 1.0 / b, 0.0);
    while rest > 0 {
        out += digit * f64::from(rest % base);
        digit /= b;
        rest /= base;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GeomType;

    fn ball(x: f64) -> Placed<'static> {
        Placed {
            field: Field::Shape(GeomType::Sphere, [1.0, 0.0, 0.0]),
            pose: Pose { pos: [x, 0.0, 0.0], quat: quat::IDENTITY },
            aabb: [0.0, 0.0, 0.0, 1.0, 1.0, 1.0],
        }
    }

    #[test]
    fn two_balls_touch_between_their_centres() {
        let mut out = Manifold::default();
        collide(&ball(0.0), &ball(1.8), SearchLimits { iterations: 50, starts: 10 }, &mut out);
        let deepest = out.iter().min_by(|a, b| a.dist.total_cmp(&b.dist)).unwrap();
        // no point is more than half the overlap below both surfaces; ten starts come near it
        assert!(deepest.dist >= -0.1 && deepest.dist < -0.07, "{deepest:?}");
        assert!(deepest.normal[0] > 0.99);
        out.clear();
        collide(&ball(0.0), &ball(2.5), SearchLimits { iterations: 50, starts: 10 }, &mut out);
        assert!(out.is_empty());
    }

    #[test]
    fn halton_numbers() {
        assert_eq!([0, 1, 2, 3].map(|i| halton(i, 2)), [0.0, 0.5, 0.25, 0.75]);
    }
}
