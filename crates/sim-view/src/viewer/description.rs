//! A model in words for a page: names, ranges, what can be switched and watched.

use crate::scene::{Camera, CameraKind, SceneOption, VisualFlags};
use serde_json::{Value, json};
use sim_core::arrays::ArrayRef;
use sim_core::{Data, Model, ObjType, TextureType};

/// Names of the switches of `mjvOption`, in the order of their bits.
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

/// What a page must know of whoever runs the world.
///
/// ```
/// use sim_view::viewer::RunInfo;
///
/// let mine = RunInfo { name: "my robot".into(), ..RunInfo::default() };
/// assert!(!mine.can_play, "my own program lets time run");
/// ```
#[derive(Clone, Debug, Default)]
pub struct RunInfo {
    /// Name of the model.
    pub name: String,
    /// Whether it is a recording.
    pub is_recording: bool,
    /// Whether pages may let time run.
    pub can_play: bool,
}

/// The message about a model.
pub fn description(m: &Model, d: &Data, version: u32, playing: &RunInfo, worlds: &Value) -> Value {
    let name = |kind: ObjType, id: usize| m.name(kind, id).unwrap_or_default().to_string();
    let names = |kind: ObjType, count: usize| (0..count).map(|id| name(kind, id)).collect::<Vec<_>>();
    let range = |list: &[f64], id: usize| [list.get(2 * id), list.get(2 * id + 1)].map(|x| x.copied().unwrap_or(0.0));
    let entry = |list: &[i32], id: usize| list.get(id).copied().unwrap_or(0);
    let joint = |id: usize| {
        json!({
            "name": name(ObjType::Joint, id),
            "type": m.jnt_type.get(id).map_or(0, |kind| kind.0),
            "body": entry(&m.jnt_bodyid, id),
            "qpos": entry(&m.jnt_qposadr, id),
            "limited": m.jnt_limited.get(id).is_some_and(|flag| flag.get()),
            "range": range(&m.jnt_range, id),
        })
    };
    let actuator = |id: usize| {
        json!({
            "name": name(ObjType::Actuator, id),
            "limited": m.actuator_ctrllimited.get(id).is_some_and(|flag| flag.get()),
            "range": range(&m.actuator_ctrlrange, id),
        })
    };
    let sensor = |id: usize| json!({ "name": name(ObjType::Sensor, id), "first": entry(&m.sensor_adr, id), "count": entry(&m.sensor_dim, id) });
    let body = |id: usize| json!({ "name": name(ObjType::Body, id), "parent": entry(&m.body_parentid, id) });
    let geom = |id: usize| json!({ "name": name(ObjType::Geom, id), "group": entry(&m.geom_group, id) });
    let camera = |id: usize| {
        let (orthographic, edges) = edges(m, id);
        json!({ "name": name(ObjType::Camera, id), "orthographic": orthographic, "edges": edges })
    };
    let start = overview(m, worlds);
    json!({
        "is": "model",
        "version": version,
        "name": playing.name,
        "is_recording": playing.is_recording,
        "can_play": playing.can_play,
        "timestep": m.opt.timestep,
        "worlds": worlds,
        "bodies": (0..m.nbody).map(body).collect::<Vec<_>>(),
        "joints": (0..m.njnt).map(joint).collect::<Vec<_>>(),
        "actuators": (0..m.nu).map(actuator).collect::<Vec<_>>(),
        "sensors": (0..m.nsensor).map(sensor).collect::<Vec<_>>(),
        "keys": names(ObjType::Key, m.nkey),
        "cameras": (0..m.ncam).map(camera).collect::<Vec<_>>(),
        "geoms": (0..m.ngeom).map(geom).collect::<Vec<_>>(),
        "fields": fields(d),
        "visual": visual(m),
        "camera": {
            "lookat": start.lookat,
            "distance": start.distance,
            "azimuth": start.azimuth,
            "elevation": start.elevation,
            "orthographic": start.orthographic,
        },
        "flags": flags(),
        "labels": LABELS,
        "frames": FRAMES,
    })
}

/// Whether a camera of the model has a parallel projection, and what it sees at distance 1: the middle and half the width of its picture, which
/// is 0 where the window decides, then its lower and its upper edge.
fn edges(m: &Model, id: usize) -> (bool, [f32; 4]) {
    let camera = Camera { kind: CameraKind::Fixed, fixedcamid: id as i32, ..Camera::default() };
    let is_parallel = camera.is_parallel(m);
    let Ok(frustum) = camera.frustum(m) else { return (is_parallel, [0.0, 0.0, -1.0, 1.0]) };
    let [left, right] = frustum.horizontal;
    let scale = if is_parallel { 1.0 } else { 1.0 / frustum.clip[0] };
    let edges = [(right - left) / 2.0, (right + left) / 2.0, -frustum.vertical[1], frustum.vertical[0]];
    (is_parallel, edges.map(|edge| edge * scale))
}

/// Where to begin to look from: at the model, or at all worlds where there are many.
fn overview(m: &Model, worlds: &Value) -> Camera {
    let mut camera = Camera::free(m);
    let number = |name: &str| worlds[name].as_f64().unwrap_or(1.0);
    let (count, columns) = (number("shown"), number("columns").max(1.0));
    if count > 1.0 {
        let rows = (count / columns).ceil();
        let spacing = worlds["spacing"][0].as_f64().unwrap_or(0.0);
        camera.lookat[0] += 0.5 * spacing * (columns - 1.0);
        camera.lookat[1] += 0.5 * spacing * (rows - 1.0);
        camera.distance += spacing * columns.max(rows);
    }
    camera
}

fn visual(m: &Model) -> Value {
    let (map, rgba) = (&m.vis.map, &m.vis.rgba);
    json!({
        "fovy": m.vis.global.fovy,
        "znear": map.znear,
        "zfar": map.zfar,
        "extent": m.stat.extent,
        "center": m.stat.center,
        "haze": rgba.haze,
        "fog": rgba.fog,
        "fogstart": map.fogstart,
        "fogend": map.fogend,
        "hazefactor": map.haze,
        "headlight": m.vis.headlight.active != 0,
        "shadowsize": m.vis.quality.shadowsize,
        "shadowclip": map.shadowclip,
        "shadowscale": map.shadowscale,
        "linewidth": m.vis.global.linewidth,
        "skybox": m.tex_type.iter().position(|&kind| kind == TextureType::Skybox).map_or(-1, |id| id as i64),
    })
}

fn flags() -> Vec<Value> {
    let usual = SceneOption::default().flags;
    let is_on = |bit: usize| usual.contains(VisualFlags::from_bits_truncate(1 << bit));
    FLAGS.iter().enumerate().map(|(bit, name)| json!({ "name": name, "bit": bit, "on": is_on(bit) })).collect()
}

/// Fields of real numbers that can be watched.
fn fields(d: &Data) -> Vec<Value> {
    let real = |name: &str| match d.array(name) {
        Some(ArrayRef::F64(list)) if !list.is_empty() => Some(list.len()),
        _ => None,
    };
    let known = Data::ARRAYS.iter().filter_map(|array| Some(json!({ "name": array.name, "count": real(array.name)? })));
    known.collect()
}

/// The value of a name that a page watches: a word, or a field with a number in brackets; none where there is no such thing.
pub fn watched(d: &Data, name: &str, speed: f64) -> f64 {
    match name {
        "time" => d.time,
        "potential" => d.energy[0],
        "kinetic" => d.energy[1],
        "contacts" => d.ncon as f64,
        "rows" => d.nefc as f64,
        "iterations" => f64::from(d.solver_niter[0]),
        "speed" => speed,
        _ => entry(d, name).unwrap_or(f64::NAN),
    }
}

fn entry(d: &Data, name: &str) -> Option<f64> {
    let (field, place) = name.strip_suffix(']')?.split_once('[')?;
    match d.array(field)? {
        ArrayRef::F64(list) => list.get(place.parse::<usize>().ok()?).copied(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_values() {
        let m = Model::example();
        let mut d = m.make_data();
        d.step(&m).unwrap();
        assert_eq!(watched(&d, "time", 1.0), d.time);
        assert_eq!(watched(&d, "qpos[0]", 1.0), d.qpos[0]);
        for unknown in ["qpos[999]", "qpos", "qpos[]", "nothing[0]", "qpos[-1]", "[", "]", ""] {
            assert!(watched(&d, unknown, 1.0).is_nan(), "{unknown}");
        }
    }

    #[test]
    fn switches_are_named_by_their_bits() {
        let d = flags();
        assert_eq!(d[14]["name"], "contact point");
        assert_eq!(VisualFlags::CONTACTPOINT.bits(), 1 << 14);
        assert_eq!(d.len() as u32, VisualFlags::all().bits().count_ones());
        assert_eq!((LABELS[16], FRAMES[7]), ("island", "world"));
    }
}
