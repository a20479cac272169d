//! Finds the object under the mouse.

use crate::scene::geom::double;
use crate::scene::read::{id, span};
use crate::scene::{Projection, Scene, SceneError, SceneOption, VisualFlags};
use sim_core::access::RayFilter;
use sim_core::binding::query::ray::{Ray, shape_crossing, triangle_crossing};
use sim_core::math::{Vec3, mat3, vec3};
use sim_core::{Data, GeomType, Model};

/// The object under the mouse.
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
    /// The body: that of the geom, or the bone that moves the skin's vertex most.
    pub body: usize,
    /// The geom, if the object is one.
    pub geom: Option<usize>,
    /// The skin, if the object is one.
    pub skin: Option<usize>,
    /// The point on the geom's surface, or the nearest vertex of the skin.
    pub point: Vec3,
}

impl Scene {
    /// Finds the object at a position of the picture, `mjv_select`. `x` and `y` go from 0 at the lower left corner to 1; `aspect` is the
    /// picture's. Skins are at the scene's vertices.
    ///
    /// # Errors
    ///
    /// If the cameras were never updated, or one eye is parallel and the other is not.
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
        // heights in f32, as in the projection
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
        let hit = d.cast_ray_among(m, origin, direction, &filter);
        let skinned = option.flags.contains(VisualFlags::SKIN);
        let skin = skinned.then(|| self.skin_crossing(m, &Ray { origin, direction })).flatten();
        Ok(match (hit, skin) {
            (Some(hit), skin) if skin.is_none_or(|skin| hit.distance <= skin.distance) => {
                let geom = hit.geom.index();
                let body = id(&m.geom_bodyid, geom);
                body.map(|body| Selection { body, geom: Some(geom), skin: None, point: hit.point })
            }
            (_, Some(skin)) => self.selected_skin(m, &skin),
            (_, None) => None,
        })
    }

    /// The first intersection of a ray with any skin.
    fn skin_crossing(&self, m: &Model, ray: &Ray) -> Option<SkinCrossing> {
        let mut best: Option<SkinCrossing> = None;
        for skin in 0..m.nskin {
            let Some(vert) = self.skinvert.get(span(&m.skin_vertadr, &m.skin_vertnum, skin)) else { continue };
            if !meets_bounds(vert, ray) {
                continue;
            }
            let faces = m.skin_face.as_chunks().0.get(span(&m.skin_faceadr, &m.skin_facenum, skin));
            for face in faces.unwrap_or_default() {
                let Some((distance, vertex)) = face_crossing(face, vert, ray) else { continue };
                if best.is_none_or(|best| distance < best.distance) {
                    best = Some(SkinCrossing { skin, vertex, distance });
                }
            }
        }
        best
    }

    /// The bone with the largest weight of a vertex, the first if several have it.
    fn selected_skin(&self, m: &Model, found: &SkinCrossing) -> Option<Selection> {
        let mut most: Option<(f32, usize)> = None;
        for bone in span(&m.skin_boneadr, &m.skin_bonenum, found.skin).take_while(|bone| *bone < m.nskinbone) {
            let moved = span(&m.skin_bonevertadr, &m.skin_bonevertnum, bone);
            let (ids, weights) = (m.skin_bonevertid.get(moved.clone())?, m.skin_bonevertweight.get(moved)?);
            let own = ids.iter().zip(weights).filter(|(vertex, _)| usize::try_from(**vertex) == Ok(found.vertex));
            for (_, weight) in own {
                if most.is_none_or(|(most, _)| *weight > most) {
                    most = Some((*weight, id(&m.skin_bonebodyid, bone)?));
                }
            }
        }
        let vertex = id(&m.skin_vertadr, found.skin)?.checked_add(found.vertex)?;
        let point = double(*self.skinvert.get(vertex)?);
        most.map(|(_, body)| Selection { body, geom: None, skin: Some(found.skin), point })
    }
}

/// Intersection of a ray with a skin.
#[derive(Clone, Copy)]
struct SkinCrossing {
    skin: usize,
    /// The vertex of the skin nearest to that point.
    vertex: usize,
    distance: f64,
}

/// Whether a ray intersects the box around some vertices.
fn meets_bounds(vert: &[[f32; 3]], ray: &Ray) -> bool {
    let Some(first) = vert.first() else { return false };
    let bounds = vert.iter().fold([*first; 2], |[low, high], v| {
        [[0, 1, 2].map(|k| v[k].min(low[k])), [0, 1, 2].map(|k| v[k].max(high[k]))]
    });
    let [low, high] = bounds.map(double);
    let (centre, half) = (vec3::scale(vec3::add(low, high), 0.5), vec3::scale(vec3::sub(high, low), 0.5));
    shape_crossing(GeomType::Box, half, centre, &mat3::IDENTITY, ray).is_some()
}

/// Intersection of a ray with a triangle of a skin, and the skin's vertex nearest to it.
fn face_crossing(face: &[i32; 3], vert: &[[f32; 3]], ray: &Ray) -> Option<(f64, usize)> {
    let mut places = [(0, [0.0; 3]); 3];
    for (place, corner) in places.iter_mut().zip(face) {
        let corner = usize::try_from(*corner).ok()?;
        *place = (corner, double(*vert.get(corner)?));
    }
    let distance = triangle_crossing(places.map(|(_, place)| place), ray)?.distance;
    let point = ray.at(distance);
    let apart = places.map(|(_, place)| vec3::dist(point, place));
    let nearest = (1..3).fold(0, |best, k| if apart[k] < apart[best] { k } else { best });
    Some((distance, places[nearest].0))
}
