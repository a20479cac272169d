//! The drawn model and world, with entries of any value, and the user's settings of the view.

use crate::dice::Dice;
use crate::document::Errors;
use crate::drawing::scenery;
use crate::{edits, samples, scene};
use sim_core::binding::model::FieldMut;
use sim_core::data::Side;
use sim_core::{Data, Model, warning};
use sim_view::{
    Camera, CameraKind, Categories, FrameKind, LabelKind, MouseAction, Perturb, Scene, SceneOption, VisualFlags,
};
use std::sync::LazyLock;

/// A model with every kind of asset and decoration.
const EVERY_KIND: &str = "<mujoco><statistic extent='2' meansize='.2'/>
<option><flag energy='enable' island='enable'/></option><asset>
<texture type='skybox' builtin='gradient' rgb1='.3 .5 .7' rgb2='0 0 0' width='16' height='96'/>
<texture name='cube' type='cube' builtin='flat' mark='cross' width='16' height='16' rgb1='.8 .6 .4' markrgb='1 1 1'/>
<texture name='grid' type='2d' builtin='checker' width='20' height='12' rgb1='.1 .2 .3' rgb2='.6 .7 .8'/>
<texture name='photo' type='2d' file='a.png'/><material name='cube' texture='cube' texuniform='true'/>
<material name='grid' texture='grid' texrepeat='2 2' reflectance='.3'/><material name='photo' texture='photo'/>
<mesh name='wedge' vertex='0 0 0  1 0 0  0 1 0  0 0 1  1 0 1' scale='.4 .4 .4'/>
<hfield name='hills' nrow='3' ncol='4' size='.6 .6 .3 .1' elevation='0 .1 .2 .4 .9 .3 0 .5 .2 .1 0 1'/>
<skin name='sheet' material='photo' vertex='-.3 -.3 0 .3 -.3 0 .3 .3 0 -.3 .3 0' face='0 1 2 0 2 3'
 texcoord='0 0 1 0 1 1 0 1' inflate='.01'>
<bone body='arm' bindpos='0 0 .5' bindquat='1 0 0 0' vertid='0 1 2 3' vertweight='1 .5 1 .5'/>
<bone body='ball' bindpos='0 0 .8' bindquat='1 0 0 0' vertid='1 3' vertweight='.5 .5'/></skin></asset>
<worldbody><light name='spot' type='spot' pos='0 0 3' dir='0 .1 -1' bulbradius='.1'/>
<light type='directional' pos='1 1 3' dir='-1 -1 -2'/><light type='point' pos='-1 0 1' castshadow='false'/>
<camera name='fixed' pos='-2 0 1' xyaxes='0 -1 0 .3 0 1'/>
<camera name='lens' pos='0 -2 1' xyaxes='1 0 0 0 .3 1' sensorsize='.1 .1' focal='.2 .2' resolution='32 24'/>
<camera name='flat' pos='0 0 3' projection='orthographic' fovy='2'/>
<geom name='floor' type='plane' size='0 0 .05' material='grid'/><geom type='hfield' hfield='hills' pos='1 1 0'/>
<geom type='plane' size='1 2 .1' pos='0 0 -.1' rgba='1 0 0 .5'/><site name='wall' pos='0 0 1.5' type='box' size='.1 .1 .1'/>
<body name='hand' mocap='true' pos='.5 0 1'><geom type='box' size='.1 .1 .1' material='cube' contype='0' conaffinity='0'/></body>
<body name='arm' pos='0 0 .5'><joint name='swing' axis='0 1 0' range='-90 90' limited='true'/><joint name='slide' type='slide'/>
<geom name='wedge' type='mesh' mesh='wedge' rgba='.2 .8 .2 .6'/><geom type='cylinder' size='.05 .2' material='cube'/>
<site name='tip' pos='.3 0 0' type='ellipsoid' size='.03 .02 .01'/><site name='sole' pos='0 0 -.1' zaxis='0 0 -1'/>
<body name='fore' pos='.4 0 0'><joint name='turn' type='ball' damping='1'/><geom type='capsule' size='.04 .1'/>
<site name='end' pos='.1 0 0'/></body></body>
<body name='ball' pos='0 0 .09'><freejoint/><geom name='ball' size='.1' material='photo'/>
<light mode='targetbody' target='arm' pos='0 0 .4' cutoff='30' exponent='2'/><camera mode='track' pos='0 -1 0'/></body>
<body name='egg' pos='.6 .6 .12'><freejoint/><geom type='ellipsoid' size='.15 .1 .1' surfacevel='1 0 0 0 0 2'/></body>
</worldbody><tendon><spatial name='rope' width='.01' limited='true' range='0 1'><site site='wall'/>
<geom geom='ball' sidesite='tip'/><site site='tip'/></spatial><spatial springlength='2'><site site='wall'/><site site='end'/></spatial>
</tendon><equality><connect body1='fore' body2='ball' anchor='0 0 0'/><weld body1='hand' body2='egg' active='false'/></equality>
<actuator><motor joint='swing'/><position tendon='rope'/><adhesion body='ball' ctrlrange='0 1'/>
<general site='tip' gear='0 0 1 0 0 0' dyntype='filter' dynprm='.1'/><intvelocity joint='slide' actrange='-1 1'/></actuator>
<sensor><rangefinder site='sole'/><touch site='tip'/></sensor></mujoco>";

/// Models of this repository that need no files.
const OWN_MODELS: [&str; 6] = [
    include_str!("../../../models/servos.xml"),
    include_str!("../../../models/muscle_arm.xml"),
    include_str!("../../../models/tactile_pad.xml"),
    include_str!("../../../models/gripper.xml"),
    include_str!("../../../models/loops.xml"),
    include_str!("../../../models/cable.xml"),
];

/// Side of shadow maps; the default one takes longer than everything else.
const SHADOW_SIDE: i32 = 128;
/// Slices and stacks of round shapes; the default takes several times as long.
const SLICES: i32 = 10;
/// The most entries that are changed.
const MAX_EDITS: usize = 6;
/// The most geoms of a scene.
const MAX_GEOMS: usize = 300;

static MODELS: LazyLock<Vec<Model>> = LazyLock::new(|| {
    let texts = [EVERY_KIND].into_iter().chain(OWN_MODELS);
    texts.map(|xml| crate::load::load(xml, samples::all()).unwrap_or_else(|error| panic!("{error}")).model).collect()
});

/// A model and a world of it.
pub(super) struct Subject {
    pub(super) model: Model,
    data: Data,
    /// Whether every index of the model is valid; otherwise calls that index without a check are skipped.
    sound: bool,
    /// The previous scene, which the next one updates.
    scene: Option<Scene>,
}

impl Subject {
    /// Makes a model of this repository or a random one, and a world of it, with wrong entries in both.
    pub(super) fn new(dice: &mut Dice<'_>) -> Option<Self> {
        let mut model = match dice.below(12) {
            0..=5 => MODELS.first()?.clone(),
            6..=8 => MODELS.get(1 + dice.below(OWN_MODELS.len()))?.clone(),
            _ => scene::model(Errors::None, dice)?,
        };
        // a small world may still have a million samples
        if model.nhistory > 1 << 16 || model.nsensordata > 1 << 14 {
            return None;
        }
        let quality = &mut model.vis.quality;
        quality.shadowsize = quality.shadowsize.min(SHADOW_SIDE);
        (quality.numslices, quality.numstacks) = (quality.numslices.min(SLICES), quality.numstacks.min(SLICES));
        let mut data = model.make_data();
        let _ = if dice.chance(128) { data.step(&model) } else { data.forward(&model) };
        let mut subject = Self { model, data, sound: true, scene: None };
        subject.edit(dice);
        Some(subject)
    }

    fn edit(&mut self, dice: &mut Dice<'_>) {
        for _ in 0..dice.below(MAX_EDITS) {
            match dice.below(8) {
                0..=2 => edits::edit(&mut self.model, dice),
                3 => settings(&mut self.model, dice),
                4..=6 => edits::edit_world(&mut self.data, dice),
                _ => contact(&mut self.data, dice),
            }
        }
        self.sound = self.model.validate().is_ok();
    }

    /// Updates the scene; after an error it holds what was done so far.
    pub(super) fn scene(&mut self, dice: &mut Dice<'_>) -> Scene {
        let room = if dice.chance(32) { dice.below(8) } else { MAX_GEOMS };
        let mut scene = self.scene.take().unwrap_or_else(|| Scene::new(&self.model, room));
        scene.maxgeom = room;
        let (option, mut perturb, mut camera) = (option(dice), perturb(dice), self.camera(dice));
        let categories =
            if dice.chance(32) { Categories::from_bits_retain(dice.whole(true) as i32) } else { Categories::all() };
        let held = dice.chance(128).then_some(&perturb);
        // a full scene warns
        let update = || scene.update(&self.model, &self.data, &option, held, &mut camera, categories);
        let _ = warning::collect(update);
        if dice.chance(64) {
            self.mouse(&mut scene, &mut camera, &mut perturb, &option, dice);
        }
        if dice.chance(32) {
            scene.add_geoms(&self.model, &self.data, &option, Some(&perturb), categories);
        }
        scenery::change_scene(&mut scene, dice);
        self.scene = Some(scene.clone());
        self.edit(dice);
        scene
    }

    fn camera(&self, dice: &mut Dice<'_>) -> Camera {
        let mut camera = Camera::free(&self.model);
        match dice.below(8) {
            0..=2 => {}
            3 => (camera.kind, camera.fixedcamid) = (CameraKind::Fixed, dice.whole(true) as i32),
            4 => (camera.kind, camera.trackbodyid) = (CameraKind::Tracking, dice.whole(true) as i32),
            5 => camera.kind = CameraKind::User,
            6 => {
                (camera.distance, camera.azimuth, camera.elevation) = (dice.number(), dice.number(), dice.number());
                camera.lookat[dice.below(3)] = dice.number();
            }
            _ => camera.orthographic = true,
        }
        camera
    }

    /// Moves the camera as the mouse does.
    fn mouse(
        &mut self,
        scene: &mut Scene,
        camera: &mut Camera,
        perturb: &mut Perturb,
        option: &SceneOption,
        dice: &mut Dice<'_>,
    ) {
        let (m, d) = (&self.model, &mut self.data);
        let Ok(action) = MouseAction::from_number(dice.below(11) as i32) else { return };
        let (dx, dy) = (dice.number(), dice.number());
        let _ = camera.drag(m, action, dx, dy);
        let _ = scene.drag(m, action, dx, dy, [dx, dy, dice.number()]);
        let _ = scene.head_in_room();
        let _ = scene.frustum_height();
        if self.sound {
            let _ = perturb.grip(m, d, scene);
            let _ = perturb.drag(m, d, action, dx, dy, scene);
            perturb.apply_pose(m, d, dice.chance(128));
            perturb.apply_force(m, d);
            let _ = scene.select(m, d, option, dice.positive(), dx, dy);
        }
    }
}

/// Writes one of the numbers that drawing uses.
fn settings(m: &mut Model, dice: &mut Dice<'_>) {
    let mut left = dice.below(90);
    let (number, whole) = (dice.number(), dice.whole(true));
    let mut write = |name: &'static str, field: FieldMut<'_>, _: bool| {
        let wanted = left == 0;
        left = left.wrapping_sub(1);
        match field {
            FieldMut::F64(entries) if wanted => entries[0] = number,
            FieldMut::F32(entries) if wanted => entries[0] = number as f32,
            // a large map is only slow
            FieldMut::I32(entries) if wanted && name == "shadowsize" => entries[0] = (whole as i32).min(SHADOW_SIDE),
            FieldMut::I32(entries) if wanted => entries[0] = whole as i32,
            _ => {}
        }
    };
    m.vis.global.visit_fields(&mut write);
    m.vis.quality.visit_fields(&mut write);
    m.vis.headlight.visit_fields(&mut write);
    m.vis.map.visit_fields(&mut write);
    m.vis.scale.visit_fields(&mut write);
    m.vis.rgba.visit_fields(&mut write);
    m.stat.visit_fields(&mut write);
}

/// Writes a field of a contact.
fn contact(d: &mut Data, dice: &mut Dice<'_>) {
    let at = dice.below(d.contact.len());
    let Some(contact) = d.contact.get_mut(at) else { return };
    match dice.below(6) {
        0 => contact.pos[dice.below(3)] = dice.number(),
        1 => contact.frame[dice.below(9)] = dice.number(),
        2 => contact.dist = dice.number(),
        3 => contact.efc_address = dice.whole(true) as i32,
        4 => contact.dim = dice.whole(true) as _,
        _ => contact.sides[dice.below(2)] = dice.pick(&[Side::Geom(u32::MAX), Side::World, Side::Geom(0)]),
    }
}

fn option(dice: &mut Dice<'_>) -> SceneOption {
    let mut option = SceneOption::default();
    if dice.chance(128) {
        option.flags ^= VisualFlags::from_bits_retain(1 << dice.below(32) | 1 << dice.below(32) | 1 << dice.below(32));
    }
    if dice.chance(64) {
        option.flags = VisualFlags::all();
    }
    option.label = LabelKind::from_number(dice.below(20) as i32).unwrap_or_default();
    option.frame = FrameKind::from_number(dice.below(20) as i32).unwrap_or_default();
    if dice.chance(32) {
        let group = [true; 6];
        (option.geomgroup, option.sitegroup, option.jointgroup, option.skingroup) = (group, group, group, [false; 6]);
        (option.tendongroup, option.actuatorgroup, option.flexgroup) = (group, group, group);
    }
    (option.bvh_depth, option.flex_layer) = (dice.whole(true) as i32, dice.whole(true) as i32);
    option
}

fn perturb(dice: &mut Dice<'_>) -> Perturb {
    let mut perturb = Perturb {
        select: dice.whole(true) as i32,
        skinselect: dice.whole(true) as i32,
        flexselect: dice.whole(true) as i32,
        active: dice.below(4) as i32,
        active2: dice.below(4) as i32,
        ..Perturb::default()
    };
    if dice.chance(64) {
        perturb.refpos[dice.below(3)] = dice.number();
        perturb.refquat[dice.below(4)] = dice.number();
        perturb.refselpos[dice.below(3)] = dice.number();
        perturb.localpos[dice.below(3)] = dice.number();
        (perturb.localmass, perturb.scale) = (dice.number(), dice.number());
    }
    perturb
}
