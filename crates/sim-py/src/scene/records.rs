//! The records of scenes, field by field, under the names of the `mujoco` package.

use crate::scene::layout::{Text, records};

records! {
    /// A camera of a view.
    CameraRecord = "MjvCamera" {
        "type" kind: i32,
        "fixedcamid" fixedcamid: i32,
        "trackbodyid" trackbodyid: i32,
        "lookat" lookat: [f64; 3],
        "distance" distance: f64,
        "azimuth" azimuth: f64,
        "elevation" elevation: f64,
        "orthographic" orthographic: i32,
    }

    /// A camera frame with its projection.
    ProjectionRecord = "MjvGLCamera" {
        "pos" pos: [f32; 3],
        "forward" forward: [f32; 3],
        "up" up: [f32; 3],
        "frustum_center" frustum_center: f32,
        "frustum_width" frustum_width: f32,
        "frustum_bottom" frustum_bottom: f32,
        "frustum_top" frustum_top: f32,
        "frustum_near" frustum_near: f32,
        "frustum_far" frustum_far: f32,
        "orthographic" orthographic: i32,
    }

    /// The visible groups and flags of a view.
    OptionRecord = "MjvOption" {
        "label" label: i32,
        "frame" frame: i32,
        "geomgroup" geomgroup: [u8; 6],
        "sitegroup" sitegroup: [u8; 6],
        "jointgroup" jointgroup: [u8; 6],
        "tendongroup" tendongroup: [u8; 6],
        "actuatorgroup" actuatorgroup: [u8; 6],
        "flexgroup" flexgroup: [u8; 6],
        "skingroup" skingroup: [u8; 6],
        "flags" flags: [u8; 31],
        "bvh_depth" bvh_depth: i32,
        "flex_layer" flex_layer: i32,
    }

    /// A perturbation by the mouse.
    PerturbRecord = "MjvPerturb" {
        "select" select: i32,
        "flexselect" flexselect: i32,
        "skinselect" skinselect: i32,
        "active" active: i32,
        "active2" active2: i32,
        "refpos" refpos: [f64; 3],
        "refquat" refquat: [f64; 4],
        "refselpos" refselpos: [f64; 3],
        "localpos" localpos: [f64; 3],
        "localmass" localmass: f64,
        "scale" scale: f64,
    }

    /// A geom of a scene.
    GeomRecord = "MjvGeom" {
        "type" kind: i32,
        "dataid" dataid: i32,
        "objtype" objtype: i32,
        "objid" objid: i32,
        "category" category: i32,
        "matid" matid: i32,
        "texid" texid: i32,
        "texuniform" texuniform: i32,
        "texcoord" texcoord: i32,
        "segid" segid: i32,
        "texrepeat" texrepeat: [f32; 2],
        "size" size: [f32; 3],
        "pos" pos: [f32; 3],
        "mat" mat: [[f32; 3]; 3],
        "rgba" rgba: [f32; 4],
        "emission" emission: f32,
        "specular" specular: f32,
        "shininess" shininess: f32,
        "reflectance" reflectance: f32,
        "label" label: Text,
        "camdist" camdist: f32,
        "modelrbound" modelrbound: f32,
        "transparent" transparent: i32,
    }

    /// A light of a scene.
    LightRecord = "MjvLight" {
        "id" id: i32,
        "pos" pos: [f32; 3],
        "dir" dir: [f32; 3],
        "type" kind: i32,
        "texid" texid: i32,
        "attenuation" attenuation: [f32; 3],
        "cutoff" cutoff: f32,
        "exponent" exponent: f32,
        "ambient" ambient: [f32; 3],
        "diffuse" diffuse: [f32; 3],
        "specular" specular: [f32; 3],
        "headlight" headlight: i32,
        "castshadow" castshadow: i32,
        "bulbradius" bulbradius: f32,
        "intensity" intensity: f32,
        "range" range: f32,
        "softness" softness: f32,
    }

    /// The fields of a scene besides its lists.
    SceneRecord = "MjvScene" {
        "maxgeom" maxgeom: i32,
        "ngeom" ngeom: i32,
        "nflex" nflex: i32,
        "flexvertopt" flexvertopt: i32,
        "flexedgeopt" flexedgeopt: i32,
        "flexfaceopt" flexfaceopt: i32,
        "flexskinopt" flexskinopt: i32,
        "nskin" nskin: i32,
        "nlight" nlight: i32,
        "enabletransform" enabletransform: i32,
        "translate" translate: [f32; 3],
        "rotate" rotate: [f32; 4],
        "scale" scale: f32,
        "stereo" stereo: i32,
        "flags" flags: [u8; 11],
        "framewidth" framewidth: i32,
        "framergb" framergb: [f32; 3],
        "status" status: i32,
    }
}
