//! Light on vertices, by the equations of OpenGL's fixed pipeline, as MuJoCo's classic renderer sets it up.
//!
//! A lamp adds `fade (ambient c + diffuse c max(0, n.l) + specular s [n.l > 0] max(0, n.h)^shininess)`, with `fade` by distance
//! and angle for a spot. c is the colour of the surface, s its specular factor, h the direction midway between lamp and eye. Sums are
//! limited to 1 at the vertex, and triangles interpolate between their vertices. Only spot and directional lights are used, and only the
//! first eight of the list. MuJoCo's classic renderer ignores point and image lights too.

use crate::render::numeric::{dot, larger, narrow, power, share, unit, wide};
use crate::scene::{Scene, SceneLight};
use sim_core::LightType;

/// Limit on lights: OpenGL's guaranteed minimum, and Mesa's limit.
pub(super) const MOST_LAMPS: usize = 8;

/// Vertices that are lit at a time.
pub(super) const BLOCK: usize = 16;

/// A number for each vertex of a block.
type Block = [f32; BLOCK];

/// A prepared light.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lamp {
    /// Direction to a directional light; axis of a spot.
    axis: [f32; 3],
    pos: [f32; 3],
    directional: bool,
    attenuation: [f32; 3],
    /// Cosine of the half angle of a spot.
    cutoff: f32,
    exponent: f32,
    ambient: [f32; 3],
    diffuse: [f32; 3],
    specular: [f32; 3],
}

impl Lamp {
    fn new(light: &SceneLight) -> Self {
        let directional = light.kind == LightType::Directional;
        let axis = narrow(unit(wide(light.dir)));
        // OpenGL has cones up to a right angle, and lights without a cone
        let cone = (0.0..=90.0).contains(&light.cutoff);
        let cutoff = if cone { libm::cos(f64::from(light.cutoff).to_radians()) as f32 } else { -2.0 };
        Self {
            axis: if directional { axis.map(|x| -x) } else { axis },
            pos: light.pos,
            directional,
            attenuation: light.attenuation,
            cutoff,
            exponent: light.exponent.clamp(0.0, 128.0),
            ambient: light.ambient,
            diffuse: light.diffuse,
            specular: light.specular,
        }
    }
}

/// The lights of a scene, and which of them have separate channels because they cast shadows.
#[derive(Clone, Debug, Default)]
pub(super) struct Lamps {
    lamps: Vec<Lamp>,
    /// For each lamp: 0, or the number of its separate channel.
    channel: Vec<usize>,
    /// Indices of the lamps with a channel in the scene's list, in order.
    pub(super) casting: Vec<usize>,
    /// Ambient light of a scene without lamps.
    background: f32,
    /// Ratio of the lengths of attenuation to the model's.
    scale: f32,
}

impl Lamps {
    /// Reads the lights of a scene.
    pub(super) fn update(&mut self, scene: &Scene, shadows: bool, scale: f32) {
        self.lamps.clear();
        self.channel.clear();
        self.casting.clear();
        for (i, light) in scene.lights.iter().enumerate().take(MOST_LAMPS) {
            if light.kind != LightType::Directional && light.kind != LightType::Spot {
                continue;
            }
            self.lamps.push(Lamp::new(light));
            if shadows && light.castshadow {
                self.casting.push(i);
                self.channel.push(self.casting.len());
            } else {
                self.channel.push(0);
            }
        }
        let supported = |light: &SceneLight| light.kind == LightType::Directional || light.kind == LightType::Spot;
        self.background = if scene.lights.iter().any(supported) { 0.0 } else { 0.3 };
        self.scale = scale;
    }

    /// Number of channels of a surface that receives shadows: one for light without shadows, then one for each lamp with shadows.
    pub(super) fn channels(&self) -> usize {
        1 + self.casting.len()
    }

    /// Square of the distance to the nearest spot.
    pub(super) fn nearest(&self, p: [f32; 3]) -> f32 {
        let spots = self.lamps.iter().filter(|lamp| !lamp.directional);
        spots.map(|lamp| [0, 1, 2].map(|k| lamp.pos[k] - p[k])).map(|d| dot(d, d)).fold(f32::INFINITY, f32::min)
    }

    /// Lights a block and writes the colours of its channels, one after the other. `apart` gives lamps with shadows separate
    /// channels.
    #[inline(always)]
    pub(super) fn shine(
        &self,
        apart: bool,
        finish: &Finish,
        eye: [f32; 3],
        p: &[Block; 3],
        n: &[Block; 3],
        out: &mut [[Block; 3]],
    ) {
        for channel in out.iter_mut() {
            *channel = [[0.0; BLOCK]; 3];
        }
        let Some(first) = out.first_mut() else { return };
        for k in 0..3 {
            first[k] = [(finish.emission + self.background) * finish.color[k]; BLOCK];
        }
        let v = towards(p, eye);
        for (lamp, &own) in self.lamps.iter().zip(&self.channel) {
            let channel = if apart { own } else { 0 };
            let Some(out) = out.get_mut(channel) else { continue };
            let (l, fade) = lamp.reach(p, self.scale);
            lamp.add(finish, &l, &fade, &v, n, out);
        }
        for value in out.iter_mut().flatten().flatten() {
            *value = share(*value);
        }
    }
}

/// How a surface reflects light.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Finish {
    pub(super) color: [f32; 3],
    pub(super) emission: f32,
    pub(super) specular: f32,
    /// Exponent of specular light.
    pub(super) shininess: f32,
}

/// Unit vectors from points towards one point.
#[inline(always)]
fn towards(p: &[Block; 3], to: [f32; 3]) -> [Block; 3] {
    let mut v = [[0.0; BLOCK]; 3];
    for i in 0..BLOCK {
        let d = [to[0] - p[0][i], to[1] - p[1][i], to[2] - p[2][i]];
        let length = larger(dot(d, d).sqrt(), 1e-20);
        for k in 0..3 {
            v[k][i] = d[k] / length;
        }
    }
    v
}

impl Lamp {
    /// Directions to the lamp, and the fraction of its light that arrives.
    #[inline(always)]
    fn reach(&self, p: &[Block; 3], scale: f32) -> ([Block; 3], Block) {
        if self.directional {
            return (self.axis.map(|x| [x; BLOCK]), [1.0; BLOCK]);
        }
        let l = towards(p, self.pos);
        let mut fade = [0.0; BLOCK];
        for i in 0..BLOCK {
            let d = [self.pos[0] - p[0][i], self.pos[1] - p[1][i], self.pos[2] - p[2][i]];
            let square = dot(d, d) * scale * scale;
            let [a, b, c] = self.attenuation;
            let reach = 1.0 / (a + b * square.sqrt() + c * square);
            let cosine = -(l[0][i] * self.axis[0] + l[1][i] * self.axis[1] + l[2][i] * self.axis[2]);
            let spot = power(larger(cosine, 0.0), self.exponent);
            let spot = if self.cutoff < -1.0 { 1.0 } else { spot };
            fade[i] = if cosine >= self.cutoff { reach * spot } else { 0.0 };
        }
        (l, fade)
    }

    /// Adds the light of a lamp.
    #[inline(always)]
    fn add(&self, finish: &Finish, l: &[Block; 3], fade: &Block, v: &[Block; 3], n: &[Block; 3], out: &mut [Block; 3]) {
        let ambient = [0, 1, 2].map(|k| self.ambient[k] * finish.color[k]);
        let diffuse = [0, 1, 2].map(|k| self.diffuse[k] * finish.color[k]);
        let specular = self.specular.map(|x| x * finish.specular);
        for i in 0..BLOCK {
            let turned = n[0][i] * l[0][i] + n[1][i] * l[1][i] + n[2][i] * l[2][i];
            let lit = larger(turned, 0.0);
            for k in 0..3 {
                out[k][i] += fade[i] * (ambient[k] + diffuse[k] * lit);
            }
        }
        if specular == [0.0; 3] {
            return;
        }
        for i in 0..BLOCK {
            let turned = n[0][i] * l[0][i] + n[1][i] * l[1][i] + n[2][i] * l[2][i];
            let h = [l[0][i] + v[0][i], l[1][i] + v[1][i], l[2][i] + v[2][i]];
            let length = larger(dot(h, h).sqrt(), 1e-20);
            let along = (n[0][i] * h[0] + n[1][i] * h[1] + n[2][i] * h[2]) / length;
            let shine = power(larger(along, 0.0), finish.shininess);
            let shine = if turned > 0.0 { fade[i] * shine } else { 0.0 };
            for k in 0..3 {
                out[k][i] += shine * specular[k];
            }
        }
    }
}
