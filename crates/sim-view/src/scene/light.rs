//! One light.

use sim_core::LightType;

/// A light that is switched on, MuJoCo's `mjvLight`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneLight {
    /// Light of the model; -1 for the head light.
    pub id: i32,
    /// Position in the world.
    pub pos: [f32; 3],
    /// Direction it shines in.
    pub dir: [f32; 3],
    /// Spot, directional, point or image.
    pub kind: LightType,
    /// Texture of an image light; -1 for none.
    pub texid: i32,
    /// Constant, linear and quadratic attenuation with distance.
    pub attenuation: [f32; 3],
    /// Half angle of a spot, degrees.
    pub cutoff: f32,
    /// How fast a spot fades away from its axis.
    pub exponent: f32,
    /// Colour that reaches every surface.
    pub ambient: [f32; 3],
    /// Colour of matt reflection.
    pub diffuse: [f32; 3],
    /// Colour of highlights.
    pub specular: [f32; 3],
    /// Whether it sits on the camera.
    pub headlight: bool,
    /// Whether it casts shadows.
    pub castshadow: bool,
    /// Radius of the bulb, for soft shadows.
    pub bulbradius: f32,
    /// Intensity, candela.
    pub intensity: f32,
    /// How far it reaches.
    pub range: f32,
    /// Softness of a spot's edge.
    pub softness: f32,
}
