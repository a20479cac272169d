//! What looks at the world and lights it: cameras and lights.

use super::body::{AXISANGLE, EULER, XYAXES, ZAXIS};
use super::{Meta, Orientation, object};
use crate::schema::Kind;
use crate::schema::keywords::CAMERA_OUTPUT;
use crate::table::codec::{Bits, Custom};
use crate::table::{FieldType, object_table};
use sim_core::math::quat;
use sim_core::{CamLightMode, LightType, ObjType, Projection};

object_table! {
    /// `<camera>`.
    ///
    /// ```
    /// use sim_mjcf::Fields;
    /// use sim_mjcf::spec::Camera;
    ///
    /// let mut camera = Camera::default();
    /// camera.set("output", "rgb depth")?;
    /// camera.set("resolution", [640, 480])?;
    /// assert_eq!((camera.output, camera.resolution), (3, [640, 480]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Camera "camera" (meta) in ["worldbody/body/camera"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Projection.
        projection: Projection = Projection::Perspective, "projection";
        /// Vertical field of view, or its extent without perspective.
        fovy: f64 = 45.0, "fovy";
        /// Distance between the eyes.
        ipd: f64 = 0.068, "ipd";
        /// Resolution in pixels.
        resolution: [i32; 2] = [1, 1], "resolution";
        /// Output kinds, as bits.
        output: i32 = 1, "output" by Bits(CAMERA_OUTPUT);
        /// Position in the body.
        pos: [f64; 3] = [0.0; 3], "pos";
        /// Orientation in the body.
        quat: [f64; 4] = quat::IDENTITY, "quat";
        /// Alternative orientation.
        alt: Orientation = Orientation::Quat,
            "axisangle" by AXISANGLE, "xyaxes" by XYAXES, "zaxis" by ZAXIS, "euler" by EULER;
        /// What it follows.
        mode: CamLightMode = CamLightMode::Fixed, "mode";
        /// Body it looks at.
        target: String = String::new(), "target";
        /// Focal length.
        focal: [f32; 2] = [0.0; 2], "focal";
        /// Focal length in pixels.
        focalpixel: [f32; 2] = [0.0; 2], "focalpixel";
        /// Principal point.
        principal: [f32; 2] = [0.0; 2], "principal";
        /// Principal point in pixels.
        principalpixel: [f32; 2] = [0.0; 2], "principalpixel";
        /// Size of the sensor.
        sensorsize: [f32; 2] = [0.0; 2], "sensorsize";
        /// User data.
        user: Vec<f64> = vec![], "user";
    }
    not_fields { "name": "it is meta.name"; "class": "it is meta.class"; }
}

/// The older form of a light's type.
const DIRECTIONAL: Custom<Light> = Custom::alias(Kind::Bool, 1, |light, value| {
    let mut directional = false;
    directional.read(value)?;
    light.kind = if directional { LightType::Directional } else { LightType::Spot };
    Ok(())
});

object_table! {
    /// `<light>`.
    ///
    /// ```
    /// use sim_core::LightType;
    /// use sim_mjcf::Fields;
    /// use sim_mjcf::spec::Light;
    ///
    /// let mut light = Light::default();
    /// light.set("directional", true)?; // the older form
    /// assert_eq!(light.kind, LightType::Directional);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Light "light" (meta) in ["worldbody/body/light"] {
        /// Common part.
        meta: Meta = Meta::default();
        /// Kind.
        kind: LightType = LightType::Spot, "type";
        /// Whether it casts shadows.
        castshadow: bool = true, "castshadow";
        /// Whether it is on.
        active: bool = true, "active";
        /// Position in the body.
        pos: [f64; 3] = [0.0; 3], "pos";
        /// Direction.
        dir: [f64; 3] = [0.0, 0.0, -1.0], "dir";
        /// Radius of the bulb.
        bulbradius: f32 = 0.02, "bulbradius";
        /// Intensity in candela.
        intensity: f32 = 0.0, "intensity";
        /// How far it reaches.
        range: f32 = 10.0, "range";
        /// Constant, linear and quadratic attenuation.
        attenuation: [f32; 3] = [1.0, 0.0, 0.0], "attenuation";
        /// Half-angle of a spot light.
        cutoff: f32 = 45.0, "cutoff";
        /// Softness of the edge of a spot light.
        softness: f32 = 0.2, "softness";
        /// Sharpness of a spot light.
        exponent: f32 = 10.0, "exponent";
        /// Ambient colour.
        ambient: [f32; 3] = [0.0; 3], "ambient";
        /// Diffuse colour.
        diffuse: [f32; 3] = [0.7; 3], "diffuse";
        /// Specular colour.
        specular: [f32; 3] = [0.3; 3], "specular";
        /// What it follows.
        mode: CamLightMode = CamLightMode::Fixed, "mode";
        /// Body it looks at.
        target: String = String::new(), "target";
        /// Texture of an image light.
        texture: String = String::new(), "texture";
    }
    whole {
        /// Short for a directional light or a spot light.
        "directional" in kind by DIRECTIONAL;
    }
    not_fields { "name": "it is meta.name"; "class": "it is meta.class"; }
}

object!(Camera, Camera, (ObjType::Body, target));
object!(Light, Light, (ObjType::Body, target), (ObjType::Texture, texture));
