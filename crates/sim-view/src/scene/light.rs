//! Lights: the head light, and the active lights of the model.

use crate::scene::geom::single;
use crate::scene::read::row;
use crate::scene::{Scene, SceneError};
use sim_core::{Data, LightType, Model};

/// An active light, MuJoCo's `mjvLight`.
///
/// ```
/// use sim_core::Model;
/// use sim_view::{Camera, Categories, Scene, SceneOption};
///
/// let model = Model::example();
/// let mut data = model.make_data();
/// data.forward(&model)?;
/// let mut scene = Scene::new(&model, 100);
/// scene.update(&model, &data, &SceneOption::default(), None, &mut Camera::free(&model), Categories::all())?;
/// assert!(scene.lights[0].headlight && scene.lights[0].id == -1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneLight {
    /// Light of the model; -1 for the head light.
    pub id: i32,
    /// Position in the world.
    pub pos: [f32; 3],
    /// Direction of the light.
    pub dir: [f32; 3],
    /// Spot, directional, point or image.
    pub kind: LightType,
    /// Texture of an image light; -1 for none.
    pub texid: i32,
    /// Constant, linear and quadratic attenuation with distance.
    pub attenuation: [f32; 3],
    /// Half angle of a spot, degrees.
    pub cutoff: f32,
    /// Exponent of a spot's decrease with the angle from its axis.
    pub exponent: f32,
    /// Ambient colour.
    pub ambient: [f32; 3],
    /// Diffuse colour.
    pub diffuse: [f32; 3],
    /// Specular colour.
    pub specular: [f32; 3],
    /// Whether it is attached to the camera.
    pub headlight: bool,
    /// Whether it casts shadows.
    pub castshadow: bool,
    /// Radius of the bulb, for soft shadows.
    pub bulbradius: f32,
    /// Intensity, candela.
    pub intensity: f32,
    /// Range.
    pub range: f32,
    /// Softness of a spot's edge.
    pub softness: f32,
}

/// Radius of the head light's bulb, and its range.
const HEADLIGHT_RADIUS: f32 = 0.02;
const HEADLIGHT_RANGE: f32 = 10.0;

impl Default for SceneLight {
    /// A spot light at the origin with zero intensity.
    fn default() -> Self {
        Self {
            id: 0,
            pos: [0.0; 3],
            dir: [0.0; 3],
            kind: LightType::Spot,
            texid: 0,
            attenuation: [0.0; 3],
            cutoff: 0.0,
            exponent: 0.0,
            ambient: [0.0; 3],
            diffuse: [0.0; 3],
            specular: [0.0; 3],
            headlight: false,
            castshadow: false,
            bulbradius: 0.0,
            intensity: 0.0,
            range: 0.0,
            softness: 0.0,
        }
    }
}

impl SceneLight {
    /// Light `l` of the model.
    fn of(m: &Model, d: &Data, l: usize) -> Option<Self> {
        let kind = *m.light_type.get(l)?;
        let mut light = Self {
            id: i32::try_from(l).ok()?,
            kind,
            texid: *m.light_texid.get(l)?,
            castshadow: m.light_castshadow.get(l)?.get(),
            bulbradius: *m.light_bulbradius.get(l)?,
            intensity: *m.light_intensity.get(l)?,
            range: *m.light_range.get(l)?,
            ambient: row(&m.light_ambient, l)?,
            diffuse: row(&m.light_diffuse, l)?,
            specular: row(&m.light_specular, l)?,
            pos: single(row(&d.light_xpos, l)?),
            dir: single(row(&d.light_xdir, l)?),
            ..Self::default()
        };
        if kind == LightType::Spot {
            light.attenuation = row(&m.light_attenuation, l)?;
            light.exponent = *m.light_exponent.get(l)?;
            light.cutoff = *m.light_cutoff.get(l)?;
            light.softness = *m.light_softness.get(l)?;
        }
        Some(light)
    }
}

impl Scene {
    /// Updates the list of active lights, `mjv_makeLights`. The head light is at the camera, so update the camera first.
    ///
    /// # Errors
    ///
    /// If there is a head light and the cameras were never updated; the list is empty then.
    pub fn update_lights(&mut self, m: &Model, d: &Data) -> Result<(), SceneError> {
        self.lights.clear();
        let head = &m.vis.headlight;
        if head.active != 0 {
            let place = self.head_in_model()?;
            self.lights.push(SceneLight {
                id: -1,
                headlight: true,
                texid: -1,
                kind: LightType::Directional,
                bulbradius: HEADLIGHT_RADIUS,
                range: HEADLIGHT_RANGE,
                pos: single(place.pos),
                dir: single(place.forward),
                ambient: head.ambient,
                diffuse: head.diffuse,
                specular: head.specular,
                ..SceneLight::default()
            });
        }
        let room = Self::MAX_LIGHTS - self.lights.len();
        let active = |l: &usize| m.light_active.get(*l).is_some_and(|active| active.get());
        self.lights.extend((0..m.nlight).filter(active).filter_map(|l| SceneLight::of(m, d, l)).take(room));
        Ok(())
    }
}
