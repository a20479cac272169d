//! Describes a model for a page: names, ranges, flags, fields to watch.

use crate::scene::read::row;
use crate::scene::{Camera, CameraKind, SceneOption, VisualFlags};
use crate::viewer::bounds::{Bounds, model_bounds};
use crate::viewer::protocol::{
    ActuatorInfo, BodyInfo, CameraInfo, FieldInfo, FlagInfo, GeomInfo, JointInfo, ModelMessage, SensorInfo,
    StartCamera, Visual, WorldsInfo,
};
use crate::viewer::sensors::value_names;
use sim_core::arrays::ArrayRef;
use sim_core::math::vec3;
use sim_core::{Data, Model, ObjType, TextureType};

/// Names of the flags of `mjtVisFlag`, in the order of their bits.
const FLAGS: [&str; 31] = [
    "convex hull",
    "texture",
    "joint",
    "camera",
    "actuator",
    "activation",
    "light",
    "tendon",
    "range finder",
    "constraint",
    "inertia",
    "scale inertia",
    "perturb force",
    "perturb object",
    "contact point",
    "island",
    "contact force",
    "contact split",
    "transparent",
    "auto connect",
    "centre of mass",
    "select point",
    "static body",
    "skin",
    "flex vertex",
    "flex edge",
    "flex face",
    "flex skin",
    "body tree",
    "mesh tree",
    "sdf iterations",
];

/// Names of the kinds of labels.
const LABELS: [&str; 17] = [
    "none",
    "body",
    "joint",
    "geom",
    "site",
    "camera",
    "light",
    "tendon",
    "actuator",
    "constraint",
    "flex",
    "skin",
    "selection",
    "selection point",
    "contact point",
    "contact force",
    "island",
];

/// Names of the kinds of frames.
const FRAMES: [&str; 8] = ["none", "body", "geom", "site", "camera", "light", "contact", "world"];

/// Describes a run for pages.
///
/// ```
/// use sim_view::viewer::RunInfo;
///
/// let run = RunInfo { name: "my robot".into(), ..RunInfo::default() };
/// assert!(!run.can_play, "the program alone runs the simulation");
/// ```
#[derive(Clone, Debug, Default)]
pub struct RunInfo {
    /// Name of the model.
    pub name: String,
    /// Whether the run is a recording.
    pub is_recording: bool,
    /// Whether pages can play and pause.
    pub can_play: bool,
}

/// The message about a model.
pub fn description(m: &Model, d: &Data, version: u32, run: &RunInfo, worlds: WorldsInfo) -> ModelMessage {
    let name = |kind: ObjType, id: usize| m.name(kind, id).unwrap_or_default().to_string();
    let range = |list: &[f64], id: usize| row::<f64, 2>(list, id).unwrap_or_default();
    let entry = |list: &[i32], id: usize| list.get(id).copied().unwrap_or(0);
    let joint = |id: usize| JointInfo {
        name: name(ObjType::Joint, id),
        r#type: m.jnt_type.get(id).map_or(0, |kind| kind.0),
        body: entry(&m.jnt_bodyid, id),
        qpos: entry(&m.jnt_qposadr, id),
        qvel: entry(&m.jnt_dofadr, id),
        limited: m.jnt_limited.get(id).is_some_and(|flag| flag.get()),
        range: range(&m.jnt_range, id),
    };
    let actuator = |id: usize| ActuatorInfo {
        name: name(ObjType::Actuator, id),
        limited: m.actuator_ctrllimited.get(id).is_some_and(|flag| flag.get()),
        range: range(&m.actuator_ctrlrange, id),
    };
    let sensor = |id: usize| SensorInfo {
        name: name(ObjType::Sensor, id),
        first: entry(&m.sensor_adr, id),
        count: entry(&m.sensor_dim, id),
        axes: value_names(m, id),
    };
    let camera = |id: usize| {
        let (orthographic, edges) = edges(m, id);
        CameraInfo { name: name(ObjType::Camera, id), orthographic, edges }
    };
    let body = |id: usize| BodyInfo { name: name(ObjType::Body, id), parent: entry(&m.body_parentid, id) };
    let geom = |id: usize| GeomInfo {
        name: name(ObjType::Geom, id),
        group: entry(&m.geom_group, id),
        body: entry(&m.geom_bodyid, id),
    };
    ModelMessage {
        version,
        name: run.name.clone(),
        is_recording: run.is_recording,
        can_play: run.can_play,
        timestep: m.opt.timestep,
        bodies: (0..m.nbody).map(body).collect(),
        joints: (0..m.njnt).map(joint).collect(),
        actuators: (0..m.nu).map(actuator).collect(),
        sensors: (0..m.nsensor).map(sensor).collect(),
        keys: (0..m.nkey).map(|id| name(ObjType::Key, id)).collect(),
        cameras: (0..m.ncam).map(camera).collect(),
        geoms: (0..m.ngeom).map(geom).collect(),
        fields: fields(d),
        visual: visual(m),
        camera: start_camera(m, d, &worlds),
        flags: flags(),
        labels: LABELS.to_vec(),
        frames: FRAMES.to_vec(),
        worlds,
    }
}

/// Whether a camera of the model has a parallel projection, and what it sees at distance 1: middle and half width of the picture (0: the
/// window decides), lower and upper edge.
fn edges(m: &Model, id: usize) -> (bool, [f64; 4]) {
    let camera = Camera { kind: CameraKind::Fixed, fixedcamid: id as i32, ..Camera::default() };
    let is_parallel = camera.is_parallel(m);
    let Ok(frustum) = camera.frustum(m) else { return (is_parallel, [0.0, 0.0, -1.0, 1.0]) };
    let [left, right] = frustum.horizontal;
    let scale = if is_parallel { 1.0 } else { 1.0 / frustum.clip[0] };
    let edges = [(right - left) / 2.0, (right + left) / 2.0, -frustum.vertical[1], frustum.vertical[0]];
    (is_parallel, edges.map(|edge| f64::from(edge * scale)))
}

/// The first camera of a page: the model's angles, and the box of what the page brings into view: the model, or all worlds of the grid.
fn start_camera(m: &Model, d: &Data, worlds: &WorldsInfo) -> StartCamera {
    let Camera { lookat, distance, azimuth, elevation, orthographic, .. } = Camera::free(m);
    let own = model_bounds(m, d).filter(|bounds| bounds.longest() > 0.0);
    let half = 0.5 * distance;
    let none = Bounds { low: lookat.map(|x| x - half), high: lookat.map(|x| x + half) };
    let Bounds { low, high } = grid_bounds(own.unwrap_or(none), worlds);
    StartCamera { lookat, distance, azimuth, elevation, orthographic, low, high }
}

/// The box around all worlds that are shown, from the selected one's place.
fn grid_bounds(own: Bounds, worlds: &WorldsInfo) -> Bounds {
    let columns = worlds.columns.max(1);
    let place = |at: usize| [(at % columns) as f64 * worlds.spacing[0], (at / columns) as f64 * worlds.spacing[1], 0.0];
    let first = worlds.selected / worlds.shown.max(1) * worlds.shown.max(1);
    let count = worlds.shown.min(worlds.count.saturating_sub(first)).max(1);
    let from = place(worlds.selected - first);
    let corners = [0, columns.min(count) - 1, count - 1].map(|at| vec3::sub(place(at), from));
    corners.iter().map(|corner| own.moved(*corner)).fold(own, |all, next| all.joined(&next))
}

fn visual(m: &Model) -> Visual {
    let (map, rgba) = (&m.vis.map, &m.vis.rgba);
    Visual {
        fovy: m.vis.global.fovy.into(),
        znear: map.znear.into(),
        zfar: map.zfar.into(),
        extent: m.stat.extent,
        center: m.stat.center,
        haze: rgba.haze.map(f64::from),
        fog: rgba.fog.map(f64::from),
        fogstart: map.fogstart.into(),
        fogend: map.fogend.into(),
        hazefactor: map.haze.into(),
        headlight: m.vis.headlight.active != 0,
        shadowsize: m.vis.quality.shadowsize,
        shadowclip: map.shadowclip.into(),
        shadowscale: map.shadowscale.into(),
        linewidth: m.vis.global.linewidth.into(),
        skybox: m.tex_type.iter().position(|&kind| kind == TextureType::Skybox).map_or(-1, |id| id as i64),
    }
}

fn flags() -> Vec<FlagInfo> {
    let usual = SceneOption::default().flags;
    let is_on = |bit: usize| usual.contains(VisualFlags::from_bits_truncate(1 << bit));
    FLAGS.iter().enumerate().map(|(bit, &name)| FlagInfo { name, bit, on: is_on(bit) }).collect()
}

/// Fields of real numbers that can be watched.
fn fields(d: &Data) -> Vec<FieldInfo> {
    let count = |name: &str| match d.array(name) {
        Some(ArrayRef::F64(list)) if !list.is_empty() => Some(list.len()),
        _ => None,
    };
    Data::ARRAYS.iter().filter_map(|array| Some(FieldInfo { name: array.name, count: count(array.name)? })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_camera_brings_the_whole_model_into_view_whatever_its_statistics_say() {
        let m = sim_mjcf::load_str(
            "<mujoco><statistic extent='0.1' center='5 5 5'/><visual><global azimuth='30' elevation='-12'/></visual>
              <worldbody><geom type='plane' size='9 9 9'/>
              <body pos='0 0 1'><freejoint/><geom type='box' size='.2 .3 1'/></body></worldbody></mujoco>",
        )
        .unwrap();
        let d = m.make_data();
        let camera = start_camera(&m, &d, &WorldsInfo { count: 1, shown: 1, columns: 1, ..WorldsInfo::default() });
        assert_eq!((camera.azimuth, camera.elevation), (30.0, -12.0));
        assert_eq!((camera.low, camera.high), ([-0.2, -0.3, 0.0], [0.2, 0.3, 2.0]));
        let empty = start_camera(&Model::default(), &Data::default(), &WorldsInfo::default());
        assert!(empty.low.iter().zip(&empty.high).all(|(low, high)| low < high), "{empty:?}");
    }

    #[test]
    fn the_first_camera_sees_all_worlds_from_the_selected_one() {
        let own = Bounds { low: [-1.0; 3], high: [1.0; 3] };
        let worlds = |selected: usize| WorldsInfo {
            count: 17,
            shown: 10,
            columns: 4,
            spacing: [3.0, 5.0],
            selected,
            ..WorldsInfo::default()
        };
        let sides = |selected: usize| {
            let found = grid_bounds(own, &worlds(selected));
            ([found.low[0], found.low[1]], [found.high[0], found.high[1]])
        };
        assert_eq!(sides(0), ([-1.0, -1.0], [10.0, 11.0]));
        assert_eq!(sides(5), ([-4.0, -6.0], [7.0, 6.0]));
        assert_eq!(sides(16), ([-7.0, -6.0], [4.0, 1.0]), "the last block has seven worlds");
    }

    #[test]
    fn flags_are_named_by_their_bits() {
        let d = flags();
        assert_eq!(d[14].name, "contact point");
        assert_eq!(VisualFlags::CONTACTPOINT.bits(), 1 << 14);
        assert_eq!(d.len() as u32, VisualFlags::all().bits().count_ones());
        assert_eq!((LABELS[16], FRAMES[7]), ("island", "world"));
    }
}
