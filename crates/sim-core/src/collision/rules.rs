//! MuJoCo's rules for a pair of geoms that touches, applied afterwards: would the search, which compares boxes of bodies and
//! geoms, have found the pair?

use super::bounds::extent_along;
use super::broadphase::spread_frame;
use super::midphase;
use crate::math::{Mat3, Vec3, mat3, row, rows, vec3};
use crate::model::{GeomType, Model};
use crate::scratch::collision::{Group, RuleWork};
use crate::scratch::pair::{self, GeomPair};
use crate::shape::manifold::Touch;
use crate::stage::{Candidates, GeomPoses};

/// How deep inside both boxes a point must lie to prove that they overlap, relative to its coordinates. It is more than the
/// single precision in which MuJoCo compares ends of boxes.
const DEEP: f64 = 1e-6;

/// Whether the box of a pair is worth a look before the pair is collided: where that is a search.
pub(super) fn is_costly(m: &Model, pair: &GeomPair) -> bool {
    let [a, b] = [pair.g1, pair.g2].map(|g| m.geom_type[g as usize]);
    a == GeomType::HField
        || b >= GeomType::Mesh
        || a >= GeomType::Sphere
            && matches!(b, GeomType::Ellipsoid | GeomType::Cylinder)
            && !(a == GeomType::Sphere && b == GeomType::Cylinder)
        || a >= GeomType::Ellipsoid && b == GeomType::Box && a != GeomType::Box
}

/// Answers of the rules about the pairs of one group, once computed.
#[derive(Default)]
pub(super) struct Verdict {
    /// Whether the boxes of the bodies meet.
    bodies: Option<bool>,
    /// Whether the pairs that the middle phase lets through are known.
    knows_geoms: bool,
}

/// The rules in one pass.
pub(super) struct Rules<'a> {
    m: &'a Model,
    /// Directions in which the geoms are spread, computed at first use; `None` if nothing moves.
    frame: Option<Option<Mat3>>,
    work: &'a mut RuleWork,
}

impl<'a> Rules<'a> {
    pub(super) fn new(m: &'a Model, work: &'a mut RuleWork) -> Self {
        Self { m, frame: None, work }
    }

    /// Whether the search would have let a pair through that touches at `touches`.
    pub(super) fn allow(
        &mut self,
        d: &mut Candidates<'_>,
        group: &Group,
        pair: &GeomPair,
        touches: &[Touch],
        verdict: &mut Verdict,
    ) -> bool {
        let Some(bodies) = group.bodies else { return true };
        if group.is_unbounded && !group.has_boxes {
            return true;
        }
        if self.proves_overlap(d, group, pair, touches) {
            return true;
        }
        let meet = *verdict.bodies.get_or_insert_with(|| group.is_unbounded || self.bodies_meet(GeomPoses!(d), bodies));
        if !meet || !group.has_boxes {
            return meet;
        }
        if !verdict.knows_geoms {
            verdict.knows_geoms = true;
            self.work.let_through.clear();
            midphase::geom_pairs(self.m, d, bodies, |_, _| true, &mut self.work.stack, &mut self.work.let_through);
        }
        self.work.let_through.contains(pair)
    }

    /// Whether a touch lies well inside the boxes and spheres of both geoms, and of all boxes around these: then they overlap
    /// in every direction, and no other rule can separate them.
    fn proves_overlap(&self, d: &Candidates<'_>, group: &Group, listed: &GeomPair, touches: &[Touch]) -> bool {
        let (m, poses) = (self.m, GeomPoses!(d));
        let (g1, g2) = (listed.g1 as usize, listed.g2 as usize);
        // a margin below zero makes boxes smaller
        let grows = |g: usize| m.geom_margin[g] >= 0.0 && m.geom_gap[g] >= 0.0;
        let bodies_grow = || group.bodies.is_none_or(|bodies| bodies.iter().all(|&b| m.body_margin[b] >= 0.0));
        if !(grows(g1) && grows(g2) && pair::margin(m, 0.0) >= 0.0 && (!group.has_boxes || bodies_grow())) {
            return false;
        }
        touches.iter().any(|touch| {
            let deep = DEEP * (1.0 + touch.pos.iter().map(|x| x.abs()).sum::<f64>());
            is_inside_geom(m, poses, g1, touch.pos, deep)
                && is_inside_geom(m, poses, g2, touch.pos, deep)
                && (!group.has_boxes || [g1, g2].iter().all(|&g| is_inside_tree(m, d, g, touch.pos, deep)))
        })
    }

    /// Whether the boxes of two bodies meet along the directions in which the geoms are spread.
    fn bodies_meet(&mut self, d: GeomPoses<'_>, bodies: [usize; 2]) -> bool {
        let (m, swept) = (self.m, &mut self.work.swept);
        let frame = self.frame.get_or_insert_with(|| {
            swept.clear();
            swept.resize(m.nbody, None);
            spread_frame(m, d)
        });
        let Some(frame) = frame else { return false };
        let [first, second] = bodies.map(|b| *swept[b].get_or_insert_with(|| extent_along(m, d, b, frame)));
        first.is_swept_with(&second)
    }
}

/// Whether a point is inside a box, in the frame that both are given in, by more than `deep`.
fn is_inside(bounds: &[f64; 6], point: Vec3, deep: f64) -> bool {
    (0..3).all(|k| (point[k] - bounds[k]).abs() <= bounds[3 + k] - deep)
}

/// Whether a point of the world is inside the box and the sphere of a geom by more than `deep`.
fn is_inside_geom(m: &Model, d: GeomPoses<'_>, g: usize, point: Vec3, deep: f64) -> bool {
    // a distance field may reach out of its box
    if m.geom_type[g] == GeomType::Sdf {
        return false;
    }
    let mat: &Mat3 = &rows(d.geom_xmat)[g];
    let off = vec3::sub(point, row(d.geom_xpos, g));
    let radius = m.geom_rbound[g];
    let in_sphere = radius <= 0.0 || vec3::dot(off, off) <= (radius - deep) * (radius - deep) && radius > deep;
    in_sphere && is_inside(&rows(&m.geom_aabb)[g], mat3::mul_t_vec(mat, off), deep)
}

/// Whether a point of the world is inside every box of its body's hierarchy that holds a geom by more than `deep`.
fn is_inside_tree(m: &Model, d: &Candidates<'_>, g: usize, point: Vec3, deep: f64) -> bool {
    let body = m.geom_bodyid[g] as usize;
    let Some(root) = usize::try_from(m.body_bvhadr[body]).ok().filter(|_| m.body_bvhnum[body] > 0) else {
        return false;
    };
    let local = mat3::mul_t_vec(&rows(d.ximat)[body], vec3::sub(point, row(d.xipos, body)));
    // from the root to the leaf by boxes that hold the point: few bodies have more than a handful of geoms
    let mut stack = [0; 16];
    let mut depth = 1;
    while depth > 0 {
        depth -= 1;
        let node = stack[depth];
        if !is_inside(&rows(&m.bvh_aabb)[root + node], local, deep) {
            continue;
        }
        let children: [i32; 2] = m.bvh_child.as_chunks().0[root + node];
        if children == [-1, -1] {
            if usize::try_from(m.bvh_nodeid[root + node]).is_ok_and(|leaf| leaf == g) {
                return true;
            }
            continue;
        }
        for child in children.into_iter().flat_map(usize::try_from) {
            if depth == stack.len() {
                return false;
            }
            stack[depth] = child;
            depth += 1;
        }
    }
    false
}
