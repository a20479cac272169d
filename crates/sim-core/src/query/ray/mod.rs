//! Ray casts: the nearest visible surface that a half-line meets.
//!
//! Distances are in units of the direction's length: the point met is `origin + distance * direction`. Shapes are met in
//! their own frame (`shape.rs`, `mesh.rs`, `terrain.rs`, `field.rs`), which also gives the outward normal there.

mod field;
mod line;
mod mesh;
mod shape;
mod terrain;

use crate::collision::sdf::Field;
use crate::math::{MINVAL, Mat3, Vec3, mat3, row, vec3};
use crate::model::{GeomType, Model};
use crate::stage::GeomPoses;

pub use line::{Crossing, Ray};
pub use mesh::triangle as triangle_crossing;

/// Which geoms a ray can meet. Invisible geoms never count.
///
/// ```
/// use sim_core::Model;
/// use sim_core::access::RayFilter;
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// let (above, down) = ([1.0, 0.0, 3.0], [0.0, 0.0, -1.0]);
/// let moving = RayFilter { skip_static: true, ..RayFilter::default() };
/// let hit = data.cast_ray_among(&model, above, down, &moving).expect("the ball");
/// assert_eq!(hit.geom, model.geom("skin")?.id());
/// let ball = Some(model.body("ball")?.id().index());
/// assert!(data.cast_ray_among(&model, above, down, &RayFilter { exclude_body: ball, ..moving }).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Filter {
    /// Groups 0 to 5 that count; all of them when not given.
    pub groups: Option<[bool; 6]>,
    /// Whether geoms that are fixed to the world are left out.
    pub skip_static: bool,
    /// A body whose geoms are left out.
    pub exclude_body: Option<usize>,
}

impl Filter {
    /// Whether a geom counts.
    fn admits(&self, m: &Model, geom: usize) -> bool {
        let body = m.geom_bodyid[geom] as usize;
        let alpha = match usize::try_from(m.geom_matid[geom]) {
            Ok(material) => m.mat_rgba[4 * material + 3],
            Err(_) => m.geom_rgba[4 * geom + 3],
        };
        let in_group = self.groups.is_none_or(|groups| groups[m.geom_group[geom].clamp(0, 5) as usize]);
        alpha != 0.0 && in_group && self.exclude_body != Some(body) && !(self.skip_static && m.body_weldid[body] == 0)
    }
}

/// The nearest hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The geom.
    pub geom: usize,
    /// Distance along the ray, in lengths of its direction.
    pub distance: f64,
    /// Outward unit normal of the surface, in the world.
    pub normal: Vec3,
}

/// The nearest geom that a ray meets; `None` for a ray without direction.
pub fn cast(m: &Model, d: GeomPoses<'_>, ray: &Ray, filter: &Filter) -> Option<Hit> {
    nearest(m, d, ray, |geom| filter.admits(m, geom))
}

/// Casts rays from one point; geoms wholly beyond `cutoff` (m) are left out.
pub fn cast_fan(
    m: &Model,
    d: GeomPoses<'_>,
    origin: Vec3,
    directions: &[Vec3],
    filter: &Filter,
    cutoff: f64,
    out: &mut [Option<Hit>],
) {
    for (slot, &direction) in out.iter_mut().zip(directions) {
        *slot = nearest(m, d, &Ray { origin, direction }, |geom| {
            // planes and height fields have no bounding sphere and are never too far
            let far =
                m.geom_rbound[geom] > 0.0 && vec3::dist(row(d.geom_xpos, geom), origin) > cutoff + m.geom_rbound[geom];
            !far && filter.admits(m, geom)
        });
    }
}

fn nearest(m: &Model, d: GeomPoses<'_>, ray: &Ray, admits: impl Fn(usize) -> bool) -> Option<Hit> {
    let length = vec3::norm(ray.direction);
    if length < MINVAL {
        return None;
    }
    let mut best: Option<Hit> = None;
    for geom in 0..m.ngeom {
        let reach = best.map_or(f64::INFINITY, |hit| hit.distance * length);
        if out_of_sight(m, d, geom, ray, length, reach) || !admits(geom) {
            continue;
        }
        if let Some(Crossing { distance, normal }) = geom_crossing(m, d, geom, ray)
            && best.is_none_or(|hit| distance < hit.distance)
        {
            best = Some(Hit { geom, distance, normal });
        }
    }
    best
}

/// Whether a geom's bounding sphere lies wholly beside the ray, behind it, or beyond `reach` (m): most geoms are rejected so,
/// with a slack far above rounding.
fn out_of_sight(m: &Model, d: GeomPoses<'_>, geom: usize, ray: &Ray, length: f64, reach: f64) -> bool {
    let radius = m.geom_rbound[geom];
    // planes and height fields have no bounding sphere; distance fields may be larger than their placeholder
    if radius <= 0.0 || m.geom_type[geom] == GeomType::Sdf {
        return false;
    }
    let offset = vec3::sub(row(d.geom_xpos, geom), ray.origin);
    let along = vec3::dot(offset, ray.direction) / length;
    let apart = vec3::dot(offset, offset);
    let radius = radius * (1.0 + 1e-6) + 1e-9 * apart.sqrt();
    along < -radius || along > reach + radius || apart - along * along > radius * radius + 1e-12 * apart
}

/// Where a ray meets one geom, normal in the world.
pub fn geom_crossing(m: &Model, d: GeomPoses<'_>, geom: usize, ray: &Ray) -> Option<Crossing> {
    let mat = row(d.geom_xmat, geom);
    let local = ray.seen_from(row(d.geom_xpos, geom), &mat);
    let size = row(&m.geom_size, geom);
    let crossing = match m.geom_type[geom] {
        GeomType::Mesh => mesh::crossing(m, usize::try_from(m.geom_dataid[geom]).ok()?, &local),
        GeomType::HField => terrain::crossing(m, usize::try_from(m.geom_dataid[geom]).ok()?, &local),
        GeomType::Sdf => field::crossing(&Field::of_geom(m, geom)?, size, &local),
        kind => shape::crossing(kind, size, &local),
    }?;
    Some(Crossing { normal: mat3::mul_vec(&mat, crossing.normal), ..crossing })
}

/// Where a ray meets a primitive shape, normal in the world; meshes and height fields are not primitive.
pub fn shape_crossing(kind: GeomType, size: Vec3, pos: Vec3, mat: &Mat3, ray: &Ray) -> Option<Crossing> {
    let crossing = shape::crossing(kind, size, &ray.seen_from(pos, mat))?;
    Some(Crossing { normal: mat3::mul_vec(mat, crossing.normal), ..crossing })
}
