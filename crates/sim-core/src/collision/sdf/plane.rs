//! A plane against a distance grid: the lowest points of the surface.
//!
//! The first touch is the deepest point of the surface's samples; each further one is as far as possible from those before it, so
//! that a body stands firmly on the plane.

use crate::math::{Pose, Vec3, mat3, quat, vec3};
use crate::shape::grid::SdfCollisionData;
use crate::shape::manifold::{Manifold, Touch};

/// Most touches.
const MOST: usize = 4;

/// Appends the touches nearer than `margin`, normals from the plane to the grid.
pub fn collide(plane: &Pose, grid: &SdfCollisionData, pose: &Pose, margin: f64, out: &mut Manifold) {
    let normal = mat3::col(&quat::to_mat(plane.quat), 2);
    // the plane seen from the grid
    let local = quat::rotate(quat::conj(pose.quat), normal);
    let offset = vec3::dot(normal, vec3::sub(pose.pos, plane.pos));
    let height = |p: Vec3| vec3::dot(local, p) + offset;

    let mut chosen = [[0.0; 3]; MOST];
    for count in 0..MOST {
        let known = chosen.get(..count).unwrap_or(&[]);
        let mut best: Option<(f64, Vec3)> = None;
        for &p in grid.surface() {
            let h = height(p);
            if h > margin {
                continue;
            }
            // the deepest first, then the farthest
            let merit = known.iter().map(|k| vec3::dist(*k, p)).fold(f64::INFINITY, f64::min);
            let merit = if count == 0 { -h } else { merit };
            if best.is_none_or(|(b, _)| merit > b) {
                best = Some((merit, p));
            }
        }
        let Some((merit, p)) = best else { return };
        if count > 0 && merit < grid.cell_size() {
            return;
        }
        chosen[count] = p;
        let dist = height(p);
        let world = vec3::add(pose.pos, quat::rotate(pose.quat, p));
        let pos = vec3::add_scaled(world, normal, -0.5 * dist);
        out.push(Touch { dist, pos, normal, tangent: [0.0; 3] });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_stands_on_four_corners() {
        let grid = SdfCollisionData::cuboid([0.0; 3], [0.5, 0.5, 0.25], 20, 0.05).unwrap();
        let pose = Pose { pos: [0.0, 0.0, 0.24], ..Pose::IDENTITY };
        let mut out = Manifold::default();
        collide(&Pose::IDENTITY, &grid, &pose, 0.0, &mut out);
        assert_eq!(out.len(), 4);
        assert!((out[0].dist + 0.01).abs() < 1e-9);
        for touch in out.iter() {
            assert!(touch.dist > -0.0101 && touch.dist <= 0.0 && touch.normal == [0.0, 0.0, 1.0]);
            assert!(touch.pos[0].abs() > 0.35 && touch.pos[1].abs() > 0.35, "{touch:?}");
        }
    }
}
