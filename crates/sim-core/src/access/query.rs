//! Queries of a posed world by name: Jacobians, rays, distances. They read the poses of the last pass
//! ([`Data::forward`], [`Data::step`]) with the Model it was made with.

use super::id::{BodyId, Find, GeomId, Id, SiteId, UnknownObject};
use crate::data::Data;
use crate::dynamics::jacobian;
use crate::math::{Vec3, row, vec3};
use crate::model::Model;
use crate::query;
use crate::query::ray::{self, Filter as RayFilter};
use crate::stage::{Axes, GeomPoses, NarrowPhase};

/// Jacobian of a point of a body: a velocity of the point is the product of its rows with `qvel`.
///
/// ```
/// use sim_core::Model;
///
/// let model = Model::n_link_pendulum(1, 2.0, 0.1);
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// let tip = data.point_jacobian(&model, "link1", [2.0, 0.0, 0.0])?;
/// let (_, spin) = tip.velocity(&[3.0]);
/// assert!((spin.iter().map(|w| w * w).sum::<f64>().sqrt() - 3.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Jacobian {
    linear: [Vec<f64>; 3],
    angular: [Vec<f64>; 3],
}

impl Jacobian {
    fn new(m: &Model, fill: impl FnOnce(&mut [f64], &mut [f64])) -> Self {
        let (mut linear, mut angular) = (vec![0.0; 3 * m.nv], vec![0.0; 3 * m.nv]);
        fill(&mut linear, &mut angular);
        let rows = |all: &[f64]| std::array::from_fn(|axis| all[axis * m.nv..(axis + 1) * m.nv].to_vec());
        Self { linear: rows(&linear), angular: rows(&angular) }
    }

    /// Rows of the translation along x, y and z, with an entry for each dof.
    #[must_use]
    pub fn linear(&self) -> [&[f64]; 3] {
        self.linear.each_ref().map(Vec::as_slice)
    }

    /// Rows of the rotation about x, y and z, with an entry for each dof.
    #[must_use]
    pub fn angular(&self) -> [&[f64]; 3] {
        self.angular.each_ref().map(Vec::as_slice)
    }

    /// Linear (m/s) and angular (rad/s) velocity of the point for velocities of the dofs.
    #[must_use]
    pub fn velocity(&self, qvel: &[f64]) -> (Vec3, Vec3) {
        let times = |rows: &[Vec<f64>; 3]| rows.each_ref().map(|row| row.iter().zip(qvel).map(|(j, v)| j * v).sum());
        (times(&self.linear), times(&self.angular))
    }

    /// Generalised force of a force (N) at the point and a torque (N m) on its body.
    #[must_use]
    pub fn joint_forces(&self, force: Vec3, torque: Vec3) -> Vec<f64> {
        let column = |rows: &[Vec<f64>; 3], dof: usize| rows.each_ref().map(|row| row[dof]);
        let dofs = 0..self.linear[0].len();
        dofs.map(|i| vec3::dot(column(&self.linear, i), force) + vec3::dot(column(&self.angular, i), torque)).collect()
    }
}

/// The nearest hit of a ray.
///
/// ```
/// use sim_core::Model;
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// let hit = data.cast_ray(&model, [2.0, 0.0, 3.0], [0.0, 0.0, -2.0]).expect("there is a floor");
/// assert_eq!((hit.geom, hit.distance), (model.geom("floor")?.id(), 1.5));
/// assert_eq!((hit.point, hit.normal), ([2.0, 0.0, 0.0], [0.0, 0.0, 1.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The geom.
    pub geom: GeomId,
    /// Distance in lengths of the ray's direction.
    pub distance: f64,
    /// The point that was met.
    pub point: Vec3,
    /// Outward normal of the surface there, of length 1.
    pub normal: Vec3,
}

/// The smallest distance between two geoms.
///
/// ```
/// use sim_core::Model;
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// let gap = data.geom_distance(&model, "floor", "bone", 10.0)?.expect("within 10 m");
/// assert!((gap.distance - 0.5).abs() < 1e-9);
/// assert!((gap.points[1][2] - 0.5).abs() < 1e-9, "the lower end of the bone");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeomDistance {
    /// Distance (m), negative where they overlap.
    pub distance: f64,
    /// Ends of the segment between them, on the first and on the second geom.
    pub points: [Vec3; 2],
}

impl Data {
    /// Jacobian of the point of a body that is now at `point` in the world.
    pub fn point_jacobian(&self, m: &Model, body: impl Find<BodyId>, point: Vec3) -> Result<Jacobian, UnknownObject> {
        let body = body.find_in(m)?.index();
        Ok(Jacobian::new(m, |p, r| jacobian::point(m, Axes::of(self), Some(p), Some(r), point, body)))
    }

    /// Jacobian of a body's origin.
    pub fn body_jacobian(&self, m: &Model, body: impl Find<BodyId>) -> Result<Jacobian, UnknownObject> {
        let body = body.find_in(m)?;
        self.point_jacobian(m, body, row(&self.xpos, body.index()))
    }

    /// Jacobian of a site.
    pub fn site_jacobian(&self, m: &Model, site: impl Find<SiteId>) -> Result<Jacobian, UnknownObject> {
        let site = site.find_in(m)?.index();
        self.point_jacobian(m, BodyId::new(m.site_bodyid[site] as usize), row(&self.site_xpos, site))
    }

    /// The nearest visible geom that a half-line meets; `None` for a ray without direction.
    ///
    /// ```
    /// use sim_core::Model;
    ///
    /// let model = Model::n_link_pendulum(1, 1.0, 0.1);
    /// let mut data = model.make_data();
    /// data.forward(&model)?;
    /// let centre = data.geom(model.geoms().next().map(|geom| geom.id()).unwrap())?.xpos();
    /// let above = [centre[0], centre[1], centre[2] + 3.0];
    /// let hit = data.cast_ray(&model, above, [0.0, 0.0, -1.0]).expect("the link is below");
    /// assert!(hit.distance < 3.0 && hit.normal[2] > 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cast_ray(&self, m: &Model, origin: Vec3, direction: Vec3) -> Option<RayHit> {
        self.cast_ray_among(m, origin, direction, &RayFilter::default())
    }

    /// The nearest geom of those that `among` selects that a half-line meets; `None` for a ray without direction.
    #[must_use]
    pub fn cast_ray_among(&self, m: &Model, origin: Vec3, direction: Vec3, among: &RayFilter) -> Option<RayHit> {
        let hit = ray::cast(m, GeomPoses::of(self), &ray::Ray { origin, direction }, among)?;
        let point = vec3::add_scaled(origin, direction, hit.distance);
        Some(RayHit { geom: GeomId::new(hit.geom), distance: hit.distance, point, normal: hit.normal })
    }

    /// The smallest distance between two geoms; `None` if it is more than `most` (m), or if geoms of these types never collide.
    pub fn geom_distance(
        &mut self,
        m: &Model,
        first: impl Find<GeomId>,
        second: impl Find<GeomId>,
        most: f64,
    ) -> Result<Option<GeomDistance>, UnknownObject> {
        let geoms = [first.find_in(m)?, second.find_in(m)?].map(Id::index);
        let (distance, segment) = query::geom_distance(m, &mut NarrowPhase::of(self), geoms[0], geoms[1], most);
        let points = [row(&segment, 0), row(&segment, 1)];
        Ok((distance < most).then_some(GeomDistance { distance, points }))
    }
}
