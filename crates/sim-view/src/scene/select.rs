//! What is under the mouse.

use crate::scene::{Projection, Scene, SceneError, SceneOption, VisualFlags};
use sim_core::access::RayFilter;
use sim_core::math::{Vec3, vec3};
use sim_core::{Data, Model};

/// What was found under the mouse.
///
/// ```
/// use sim_core::Model;
/// use sim_view::{Camera, Scene, SceneOption};
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// let mut scene = Scene::new(&model, 100);
/// scene.update_camera(&model, &data, &mut Camera::free(&model))?;
/// let below = scene.select(&model, &data, &SceneOption::default(), 1.0, 0.5, 0.0)?;
/// assert!(below.is_some_and(|found| found.body == 0), "the floor");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// The body.
    pub body: usize,
    /// The geom.
    pub geom: usize,
    /// The point on its surface.
    pub point: Vec3,
}

impl Scene {
    /// What is seen at a place of the picture, `x` and `y` from 0 at the lower left corner to 1, in a picture of this aspect,
    /// `mjv_select`.
    ///
    /// # Errors
    ///
    /// Where the cameras were never updated, or one eye is parallel and the other is not.
    pub fn select(
        &self,
        m: &Model,
        d: &Data,
        option: &SceneOption,
        aspect: f64,
        x: f64,
        y: f64,
    ) -> Result<Option<Selection>, SceneError> {
        let [left_eye, right_eye] = &self.camera;
        let eye = Projection::between(left_eye, right_eye)?;
        let head = self.head_in_model()?;
        let left = vec3::normalize(vec3::cross(head.up, head.forward)).0;
        // heights in single precision, as the projection has them
        let height = f64::from(eye.frustum_top - eye.frustum_bottom);
        let half_width = 0.5 * aspect * height;
        let up = f64::from(eye.frustum_bottom) + y * height;
        let aside = -(f64::from(eye.frustum_center) + (2.0 * x - 1.0) * half_width);
        let shifted = |base: Vec3| vec3::add_scaled(vec3::add_scaled(base, head.up, up), left, aside);
        let (origin, direction) = if eye.orthographic {
            (shifted(head.pos), head.forward)
        } else {
            let near = vec3::scale(head.forward, f64::from(eye.frustum_near));
            (head.pos, vec3::normalize(shifted(near)).0)
        };
        let filter = RayFilter {
            groups: Some(option.geomgroup),
            skip_static: !option.flags.contains(VisualFlags::STATIC),
            exclude_body: None,
        };
        let Some(hit) = d.cast_ray_among(m, origin, direction, &filter) else { return Ok(None) };
        let geom = hit.geom.index();
        let body = m.geom_bodyid.get(geom).and_then(|body| usize::try_from(*body).ok());
        Ok(body.map(|body| Selection { body, geom, point: hit.point }))
    }
}
