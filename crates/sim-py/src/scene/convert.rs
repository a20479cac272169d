//! Records as values of `sim_view`, and back.

use crate::scene::layout::Text;
use crate::scene::records::*;
use sim_core::{LightType, ObjType};
use sim_view::{
    Camera, CameraKind, Categories, FrameKind, Label, LabelKind, Perturb, Projection, RenderFlags, Scene, SceneError,
    SceneGeom, SceneLight, SceneOption, Shape, VisualFlags,
};

/// Bytes that are not zero as bits.
fn bits(bytes: &[u8]) -> u32 {
    bytes.iter().enumerate().filter(|(_, byte)| **byte != 0).fold(0, |bits, (k, _)| bits | 1 << k)
}

fn bytes<const N: usize>(bits: u32) -> [u8; N] {
    std::array::from_fn(|k| u8::from(bits & (1 << k) != 0))
}

impl TryFrom<CameraRecord> for Camera {
    type Error = SceneError;

    fn try_from(r: CameraRecord) -> Result<Self, SceneError> {
        Ok(Self {
            kind: CameraKind::from_number(r.kind).ok_or(SceneError::NoSuchCameraKind(r.kind))?,
            fixedcamid: r.fixedcamid,
            trackbodyid: r.trackbodyid,
            lookat: r.lookat,
            distance: r.distance,
            azimuth: r.azimuth,
            elevation: r.elevation,
            orthographic: r.orthographic != 0,
        })
    }
}

impl From<Camera> for CameraRecord {
    fn from(c: Camera) -> Self {
        Self {
            kind: c.kind as i32,
            fixedcamid: c.fixedcamid,
            trackbodyid: c.trackbodyid,
            lookat: c.lookat,
            distance: c.distance,
            azimuth: c.azimuth,
            elevation: c.elevation,
            orthographic: i32::from(c.orthographic),
        }
    }
}

impl From<ProjectionRecord> for Projection {
    fn from(r: ProjectionRecord) -> Self {
        Self {
            pos: r.pos,
            forward: r.forward,
            up: r.up,
            frustum_center: r.frustum_center,
            frustum_width: r.frustum_width,
            frustum_bottom: r.frustum_bottom,
            frustum_top: r.frustum_top,
            frustum_near: r.frustum_near,
            frustum_far: r.frustum_far,
            orthographic: r.orthographic != 0,
        }
    }
}

impl From<Projection> for ProjectionRecord {
    fn from(p: Projection) -> Self {
        Self {
            pos: p.pos,
            forward: p.forward,
            up: p.up,
            frustum_center: p.frustum_center,
            frustum_width: p.frustum_width,
            frustum_bottom: p.frustum_bottom,
            frustum_top: p.frustum_top,
            frustum_near: p.frustum_near,
            frustum_far: p.frustum_far,
            orthographic: i32::from(p.orthographic),
        }
    }
}

impl From<OptionRecord> for SceneOption {
    fn from(r: OptionRecord) -> Self {
        let groups = |bytes: [u8; 6]| bytes.map(|byte| byte != 0);
        Self {
            // an unknown number shows nothing
            label: LabelKind::from_number(r.label).unwrap_or_default(),
            frame: FrameKind::from_number(r.frame).unwrap_or_default(),
            geomgroup: groups(r.geomgroup),
            sitegroup: groups(r.sitegroup),
            jointgroup: groups(r.jointgroup),
            tendongroup: groups(r.tendongroup),
            actuatorgroup: groups(r.actuatorgroup),
            flexgroup: groups(r.flexgroup),
            skingroup: groups(r.skingroup),
            flags: VisualFlags::from_bits_truncate(bits(&r.flags)),
            bvh_depth: r.bvh_depth,
            flex_layer: r.flex_layer,
        }
    }
}

impl From<SceneOption> for OptionRecord {
    fn from(o: SceneOption) -> Self {
        let groups = |shown: [bool; 6]| shown.map(u8::from);
        Self {
            label: o.label as i32,
            frame: o.frame as i32,
            geomgroup: groups(o.geomgroup),
            sitegroup: groups(o.sitegroup),
            jointgroup: groups(o.jointgroup),
            tendongroup: groups(o.tendongroup),
            actuatorgroup: groups(o.actuatorgroup),
            flexgroup: groups(o.flexgroup),
            skingroup: groups(o.skingroup),
            flags: bytes(o.flags.bits()),
            bvh_depth: o.bvh_depth,
            flex_layer: o.flex_layer,
        }
    }
}

impl From<PerturbRecord> for Perturb {
    fn from(r: PerturbRecord) -> Self {
        Self {
            select: r.select,
            flexselect: r.flexselect,
            skinselect: r.skinselect,
            active: r.active,
            active2: r.active2,
            refpos: r.refpos,
            refquat: r.refquat,
            refselpos: r.refselpos,
            localpos: r.localpos,
            localmass: r.localmass,
            scale: r.scale,
        }
    }
}

impl From<Perturb> for PerturbRecord {
    fn from(p: Perturb) -> Self {
        Self {
            select: p.select,
            flexselect: p.flexselect,
            skinselect: p.skinselect,
            active: p.active,
            active2: p.active2,
            refpos: p.refpos,
            refquat: p.refquat,
            refselpos: p.refselpos,
            localpos: p.localpos,
            localmass: p.localmass,
            scale: p.scale,
        }
    }
}

impl From<&GeomRecord> for SceneGeom {
    fn from(r: &GeomRecord) -> Self {
        let [x, y, z] = r.mat;
        Self {
            shape: Shape(r.kind),
            dataid: r.dataid,
            objtype: ObjType(r.objtype),
            objid: r.objid,
            category: Categories::from_bits_retain(r.category),
            matid: r.matid,
            texid: r.texid,
            texuniform: r.texuniform != 0,
            texcoord: r.texcoord != 0,
            segid: r.segid,
            size: r.size,
            pos: r.pos,
            mat: [x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]],
            rgba: r.rgba,
            emission: r.emission,
            specular: r.specular,
            shininess: r.shininess,
            reflectance: r.reflectance,
            texrepeat: r.texrepeat,
            label: Label::new(r.label.as_str()),
            camdist: r.camdist,
            modelrbound: r.modelrbound,
            transparent: r.transparent != 0,
        }
    }
}

impl From<&SceneGeom> for GeomRecord {
    fn from(g: &SceneGeom) -> Self {
        let [a, b, c, d, e, f, x, y, z] = g.mat;
        Self {
            kind: g.shape.0,
            dataid: g.dataid,
            objtype: g.objtype.0,
            objid: g.objid,
            category: g.category.bits(),
            matid: g.matid,
            texid: g.texid,
            texuniform: i32::from(g.texuniform),
            texcoord: i32::from(g.texcoord),
            segid: g.segid,
            texrepeat: g.texrepeat,
            size: g.size,
            pos: g.pos,
            mat: [[a, b, c], [d, e, f], [x, y, z]],
            rgba: g.rgba,
            emission: g.emission,
            specular: g.specular,
            shininess: g.shininess,
            reflectance: g.reflectance,
            label: Text::from(g.label.as_str()),
            camdist: g.camdist,
            modelrbound: g.modelrbound,
            transparent: i32::from(g.transparent),
        }
    }
}

impl From<&LightRecord> for SceneLight {
    fn from(r: &LightRecord) -> Self {
        Self {
            id: r.id,
            pos: r.pos,
            dir: r.dir,
            kind: LightType(r.kind),
            texid: r.texid,
            attenuation: r.attenuation,
            cutoff: r.cutoff,
            exponent: r.exponent,
            ambient: r.ambient,
            diffuse: r.diffuse,
            specular: r.specular,
            headlight: r.headlight != 0,
            castshadow: r.castshadow != 0,
            bulbradius: r.bulbradius,
            intensity: r.intensity,
            range: r.range,
            softness: r.softness,
        }
    }
}

impl From<&SceneLight> for LightRecord {
    fn from(l: &SceneLight) -> Self {
        Self {
            id: l.id,
            pos: l.pos,
            dir: l.dir,
            kind: l.kind.0,
            texid: l.texid,
            attenuation: l.attenuation,
            cutoff: l.cutoff,
            exponent: l.exponent,
            ambient: l.ambient,
            diffuse: l.diffuse,
            specular: l.specular,
            headlight: i32::from(l.headlight),
            castshadow: i32::from(l.castshadow),
            bulbradius: l.bulbradius,
            intensity: l.intensity,
            range: l.range,
            softness: l.softness,
        }
    }
}

impl SceneRecord {
    /// Copies the fields of a scene; keeps the other fields of `self`.
    pub fn follow(self, scene: &Scene) -> Self {
        Self {
            ngeom: scene.geoms.len() as i32,
            nlight: scene.lights.len() as i32,
            enabletransform: i32::from(scene.enabletransform),
            translate: scene.translate,
            rotate: scene.rotate,
            scale: scene.scale,
            flags: bytes(scene.flags.bits()),
            framewidth: scene.framewidth as i32,
            framergb: scene.framergb,
            status: i32::from(scene.exhausted),
            ..self
        }
    }

    /// Copies the record to a scene.
    pub fn fill(&self, scene: &mut Scene) {
        scene.maxgeom = usize::try_from(self.maxgeom).unwrap_or_default();
        scene.enabletransform = self.enabletransform != 0;
        scene.translate = self.translate;
        scene.rotate = self.rotate;
        scene.scale = self.scale;
        scene.flags = RenderFlags::from_bits_truncate(bits(&self.flags));
        scene.framewidth = u32::try_from(self.framewidth).unwrap_or_default();
        scene.framergb = self.framergb;
        scene.exhausted = self.status != 0;
    }
}
