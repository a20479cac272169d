//! Boxes around the geoms of a body, grown by their margins. Along the axes of the world the boxes of bodies that touch overlap.
//! Along other axes they are computed as MuJoCo does.
//!
//! Why what touches overlaps in the world. Two shapes a distance `δ` apart have nearest points, so boxes along any axes that
//! hold them overlap once they have grown by `δ` together. Pair functions find distances between points of the shapes, `δ`
//! or more: for a touch within `D`, the sum of two margins, growing by the margins is enough. There are two exceptions.
//!
//! Two boxes are separated by their largest separation along face normals and crossed edges, which is less than `δ` where
//! corners or edges face each other. Let `u` be the direction between the nearest points. It lies in the cone of directions
//! in which these points are the outermost of their boxes: an octant of the one, or a face of it, cut with that of the
//! other. The edges `nᵢ` of that cone are face normals and crossed edges, and `u = Σ λᵢ nᵢ` with no `λᵢ` below zero. In the
//! axes of the first box, turned so that the octant is the positive one, all coordinates of these vectors are at least zero,
//! and those of a unit vector have a sum of 1 to `√3`: so `Σ λᵢ ≤ √3`. Then `1 = u·u = Σ λᵢ (u·nᵢ)` asks for some `u·nᵢ` of
//! at least `1/√3`. The separation along that axis is `δ (u·nᵢ)`, at most `D` where boxes touch: `δ ≤ √3 D`. Where `D` is
//! below zero the shapes overlap by that much along every axis, and margins count once.
//!
//! Distance fields need not be distances, nor stay inside their boxes: what they touch is known to have bounding spheres
//! that meet, no more. In models with such geoms the boxes hold the spheres.

use super::filter;
use crate::math::{Mat3, Vec3, mat3, row, rows, vec3};
use crate::model::{EnableFlags, GeomType, Model};
use crate::scratch::pair::is_overridden;
use crate::shape::extent::Extent;
use crate::stage::GeomPoses;

/// √3: how many times a margin counts in the boxes along the axes of the world.
pub(super) const CORNERS: f64 = 1.732_050_807_568_877_3;

/// Margin for rounding, relative to the coordinates. Edges whose angle has a sine below 1e-8 are not crossed, and searches end
/// before the last digit.
pub(super) const ROUNDING: f64 = 1e-6;

/// The bounding box of a geom, margin included, and the sphere around it.
struct BoundedGeom<'a> {
    margin: f64,
    centre: Vec3,
    half: Vec3,
    pos: Vec3,
    mat: &'a Mat3,
    radius: f64,
}

impl<'a> BoundedGeom<'a> {
    // in line: handed back through memory, the numbers would be waited for
    #[inline(always)]
    fn of(m: &Model, d: GeomPoses<'a>, g: usize) -> Self {
        let overriding = if m.opt.enableflags.contains(EnableFlags::OVERRIDE) { 0.5 * m.opt.o_margin } else { 0.0 };
        let margin = if overriding != 0.0 { overriding } else { m.geom_margin[g] + m.geom_gap[g] };
        let aabb: &[f64; 6] = &rows(&m.geom_aabb)[g];
        let (pos, mat): (Vec3, &Mat3) = (row(d.geom_xpos, g), &rows(d.geom_xmat)[g]);
        let centre = vec3::add(mat3::mul_vec(mat, [aabb[0], aabb[1], aabb[2]]), pos);
        Self { margin, centre, half: [aabb[3], aabb[4], aabb[5]], pos, mat, radius: m.geom_rbound[g] }
    }
}

impl BoundedGeom<'_> {
    /// Box along the axes of the world that overlaps those of all geoms within `margin` and their own margins.
    #[inline(always)]
    fn in_world(&self, margin: f64, fit: Fit) -> Extent {
        let &Self { centre, half, pos, mat, radius, .. } = self;
        let (low, high): (Vec3, Vec3) = match fit {
            Fit::Shapes => {
                let reach =
                    [0, 3, 6].map(|j| half[0] * mat[j].abs() + half[1] * mat[j + 1].abs() + half[2] * mat[j + 2].abs());
                // whichever of box and sphere is tighter
                (
                    std::array::from_fn(|j| greater(pos[j] - radius, centre[j] - reach[j])),
                    std::array::from_fn(|j| lesser(pos[j] + radius, centre[j] + reach[j])),
                )
            }
            Fit::Spheres => (pos.map(|x| x - radius), pos.map(|x| x + radius)),
        };
        let size = (0..3).fold(1.0, |sum, j| sum + (low[j].abs() + high[j].abs()));
        let slack = greater(CORNERS * margin, margin) + ROUNDING * size;
        Extent { low: low.map(|x| x - slack), high: high.map(|x| x + slack) }
    }
}

/// What the boxes along the axes of the world hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// The geoms.
    Shapes,
    /// Their bounding spheres.
    Spheres,
}

impl Fit {
    /// How exact the boxes of a model must be.
    pub fn of_model(m: &Model) -> Self {
        if m.geom_type.contains(&GeomType::Sdf) { Self::Spheres } else { Self::Shapes }
    }
}

/// Box along the axes of the world that overlaps those of all bodies that this one may touch.
pub(super) fn world_extent(m: &Model, d: GeomPoses<'_>, body: usize, fit: Fit) -> Extent {
    let mut out = Extent { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };
    for g in filter::geoms(m, body) {
        let hold = BoundedGeom::of(m, d, g);
        // a margin that overrides the geom's own leaves its gap as it is, though not in the boxes of MuJoCo
        let overriding = 0.5 * m.opt.o_margin + m.geom_gap[g];
        let margin = if is_overridden(m) { greater(hold.margin, overriding) } else { hold.margin };
        let own = hold.in_world(margin, fit);
        for j in 0..3 {
            out.low[j] = lesser(own.low[j], out.low[j]);
            out.high[j] = greater(own.high[j], out.high[j]);
        }
    }
    out
}

/// `a` if it is greater, `b` otherwise: one operation, unlike `f64::max`, which has to look for what is not a number.
#[inline]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// `a` if it is less, `b` otherwise.
#[inline]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// Box of a body's geoms, their margins included, along the rows of `frame`.
pub(super) fn extent_along(m: &Model, d: GeomPoses<'_>, body: usize, frame: &Mat3) -> Extent {
    let mut out = Extent::default();
    for (i, g) in filter::geoms(m, body).enumerate() {
        let BoundedGeom { margin, centre, half, pos, mat, radius } = BoundedGeom::of(m, d, g);
        for j in 0..3 {
            let axis = row(frame, j);
            let reach = (0..3).fold(0.0, |sum, k| sum + (half[k] * vec3::dot(mat3::col(mat, k), axis)).abs());
            let (middle, origin) = (vec3::dot(centre, axis), vec3::dot(pos, axis));
            let low = (origin - radius).max(middle - reach) - margin;
            let high = (origin + radius).min(middle + reach) + margin;
            (out.low[j], out.high[j]) = if i == 0 { (low, high) } else { (out.low[j].min(low), out.high[j].max(high)) };
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::primitive::{Solid, box_box};
    use crate::math::quat;
    use crate::shape::manifold::Manifold;
    use oorandom::Rand64;

    /// Numbers between -1 and 1.
    struct Random(Rand64);

    impl Random {
        fn roll(&mut self) -> f64 {
            2.0 * self.0.rand_float() - 1.0
        }

        fn vector(&mut self) -> Vec3 {
            std::array::from_fn(|_| self.roll())
        }

        /// A rotation of any angle, or a small one.
        fn rotation(&mut self, scale: f64) -> Mat3 {
            let [x, y, z] = vec3::scale(self.vector(), scale);
            let w = if scale < 1.0 { 1.0 } else { self.roll() };
            quat::to_mat(quat::normalize([w, x, y, z]).0)
        }
    }

    /// Boxes that touch within the sum of their margins, seen from anywhere.
    #[test]
    fn boxes_that_touch_overlap_in_the_world() {
        let (mut dice, mut out) = (Random(Rand64::new(7)), Manifold::default());
        let (mut touching, mut beyond) = (0, 0);
        for round in 0..200_000 {
            let world = dice.rotation(1.0);
            let relative = dice.rotation([1.0, 0.3, 0.03][round % 3]);
            let mats = [world, mat3::mul(&world, &relative)];
            let halves = [dice.vector(), dice.vector()].map(|v| v.map(|x| 0.02 + 0.2 * x.abs()));
            let margins = [0.05 * (1.0 + dice.roll()), 0.05 * dice.roll()];
            let centres = [dice.vector(), dice.vector()].map(|v| vec3::scale(v, 0.3));
            let [a, b] = [0, 1].map(|k| Solid { pos: centres[k], mat: mats[k], size: halves[k] });
            out.clear();
            box_box(&a, &b, margins[0] + margins[1], &mut out);
            if out.is_empty() {
                continue;
            }
            touching += 1;
            let hold = |k: usize| BoundedGeom {
                margin: margins[k],
                centre: centres[k],
                half: halves[k],
                pos: centres[k],
                mat: &mats[k],
                radius: vec3::norm(halves[k]),
            };
            let boxes = [0, 1].map(|k| hold(k).in_world(margins[k], Fit::Shapes));
            assert!(boxes[0].overlaps(&boxes[1]), "round {round}: {a:?} {b:?} {margins:?}");
            let grown = [0, 1].map(|k| {
                let tight = hold(k).in_world(0.0, Fit::Shapes);
                Extent { low: tight.low.map(|x| x - margins[k]), high: tight.high.map(|x| x + margins[k]) }
            });
            beyond += usize::from(!grown[0].overlaps(&grown[1]));
        }
        assert!(touching > 10_000 && beyond > 0, "{touching} touch, {beyond} farther than the margins: too few");
    }

    /// Whatever lies in spheres that meet, here boxes: those around the spheres overlap where those around the shapes need not.
    #[test]
    fn spheres_that_meet_overlap_in_the_world() {
        let mut dice = Random(Rand64::new(3));
        let mut apart = 0;
        for _ in 0..10_000 {
            let mats = [dice.rotation(1.0), dice.rotation(1.0)];
            let holds: [BoundedGeom<'_>; 2] = std::array::from_fn(|k| {
                let (pos, half) = (dice.vector(), dice.vector().map(|x| 0.5 * x.abs()));
                BoundedGeom { margin: 0.1, centre: pos, half, pos, mat: &mats[k], radius: vec3::norm(half) }
            });
            let [a, b] = &holds;
            let reach = a.radius + b.radius + a.margin + b.margin;
            if vec3::norm(vec3::sub(a.pos, b.pos)) > reach {
                continue;
            }
            let overlap = |fit| a.in_world(a.margin, fit).overlaps(&b.in_world(b.margin, fit));
            assert!(overlap(Fit::Spheres));
            apart += usize::from(!overlap(Fit::Shapes));
        }
        assert!(apart > 0);
    }
}
