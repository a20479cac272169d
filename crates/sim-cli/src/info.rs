//! `info`: describes a model to a person who opens it for the first time.

use crate::args::InfoArgs;
use crate::error::Result;
use crate::interrupt::Interrupt;
use crate::report::{Report, bytes, columns, short};
use crate::source::{self, Loaded};
use serde_json::{Value, json};
use sim_core::binding::message::{Line, Name, number};
use sim_core::{Data, JointType, Model, ObjType};
use std::fmt::Write;

/// Arrays listed as the largest of a model.
const LARGEST: usize = 5;

/// The `info` command.
pub fn info(args: &InfoArgs) -> Result<Report> {
    let Loaded { model, title, source, seconds, .. } = source::load(args.model.as_deref(), &Interrupt::watch()?)?;
    let data = model.make_data();
    let memory = Memory::of(&model, &data);
    let mut text = format!("{} ({})\n", Name(&title), Line(&source));
    let _ = writeln!(
        text,
        "  time step {} s, {} integrator, {} solver; loaded in {:.1} ms",
        number(model.opt.timestep),
        model.opt.integrator,
        model.opt.solver,
        seconds * 1e3
    );
    section(&mut text, "sizes", &sizes_text(&model));
    let mass = model.body_subtreemass.first().copied().unwrap_or(0.0);
    section(&mut text, &format!("bodies, {} in all, {} kg", model.nbody, short(mass)), &tree_text(&model));
    section(&mut text, "joints", &columns(&joint_rows(&model)));
    section(&mut text, "actuators", &columns(&actuator_rows(&model)));
    section(&mut text, "sensors", &columns(&sensor_rows(&model)));
    section(&mut text, "memory", &memory.text());
    Ok(Report::new(text, json_of(&model, &source, &memory)))
}

fn section(text: &mut String, title: &str, body: &str) {
    if !body.is_empty() {
        let _ = write!(text, "\n{title}\n{body}");
    }
}

fn name(model: &Model, kind: ObjType, id: usize) -> String {
    model.name(kind, id).map_or_else(|| format!("#{id}"), |name| Name(name).to_string())
}

/// Name of the object an array of ids points at; `-` for -1.
fn target(model: &Model, kind: ObjType, ids: &[i32], at: usize) -> String {
    match ids.get(at).copied().map(usize::try_from) {
        Some(Ok(id)) => name(model, kind, id),
        _ => "-".into(),
    }
}

fn sizes(model: &Model) -> Vec<(&'static str, usize)> {
    let mut sizes = vec![];
    model.visit_sizes(&mut |name, value| sizes.push((name, value)));
    // a limit that is not set is stored as the largest number
    sizes.retain(|(_, n)| *n != usize::MAX);
    sizes
}

/// The sizes that are not zero, six to a line.
fn sizes_text(model: &Model) -> String {
    let present: Vec<String> =
        sizes(model).into_iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name} {n}")).collect();
    let rows: Vec<Vec<String>> = present.chunks(6).map(<[String]>::to_vec).collect();
    columns(&rows)
}

/// The body tree with masses and joints, indented by depth.
fn tree_text(model: &Model) -> String {
    let mut depth = vec![0usize; model.nbody];
    let mut rows = vec![];
    for id in 0..model.nbody {
        let parent = usize::try_from(model.body_parentid[id]).unwrap_or(0);
        if id > 0 {
            depth[id] = depth[parent] + 1;
        }
        let joints: Vec<String> = joints_of(model, id)
            .map(|j| {
                format!("{} {}", model.jnt_type[j], Name(model.name(ObjType::Joint, j).unwrap_or("")))
                    .trim_end()
                    .to_string()
            })
            .collect();
        let mass = if id == 0 { String::new() } else { format!("{} kg", short(model.body_mass[id])) };
        let geoms = match model.body_geomnum[id] {
            0 => String::new(),
            1 => "1 geom".into(),
            n => format!("{n} geoms"),
        };
        let label = format!("{}{}", "  ".repeat(depth[id]), name(model, ObjType::Body, id));
        rows.push(vec![label, mass, geoms, joints.join(", ")]);
    }
    columns(&rows)
}

fn joints_of(model: &Model, body: usize) -> impl Iterator<Item = usize> {
    let first = usize::try_from(model.body_jntadr[body]).unwrap_or(0);
    let count = usize::try_from(model.body_jntnum[body]).unwrap_or(0);
    first..first + count
}

fn range(limited: bool, range: &[f64]) -> String {
    if limited { format!("[{}, {}]", short(range[0]), short(range[1])) } else { "-".into() }
}

/// A table is its heading and one row per object; without objects, nothing.
fn table(count: usize, heading: &[&str], row: impl Fn(usize) -> Vec<String>) -> Vec<Vec<String>> {
    if count == 0 {
        return vec![];
    }
    std::iter::once(heading.iter().map(|h| h.to_string()).collect()).chain((0..count).map(row)).collect()
}

fn joint_rows(model: &Model) -> Vec<Vec<String>> {
    table(model.njnt, &["joint", "type", "body", "qpos", "dof", "range"], |j| {
        vec![
            name(model, ObjType::Joint, j),
            model.jnt_type[j].to_string(),
            target(model, ObjType::Body, &model.jnt_bodyid, j),
            model.jnt_qposadr[j].to_string(),
            model.jnt_dofadr[j].to_string(),
            match model.jnt_type[j] {
                JointType::Free => "-".into(),
                _ => range(model.jnt_limited[j].get(), &model.jnt_range[2 * j..2 * j + 2]),
            },
        ]
    })
}

fn actuator_rows(model: &Model) -> Vec<Vec<String>> {
    table(model.nactuator, &["actuator", "drives", "gain", "bias", "dynamics", "controls"], |a| {
        let kind = match model.actuator_trntype[a].label() {
            Some(label) => label.to_string(),
            None => "?".into(),
        };
        vec![
            name(model, ObjType::Actuator, a),
            format!("{kind} {}", transmission_target(model, a)),
            model.actuator_gaintype[a].to_string(),
            model.actuator_biastype[a].to_string(),
            model.actuator_dyntype[a].to_string(),
            control_ranges(model, a),
        ]
    })
}

fn transmission_target(model: &Model, actuator: usize) -> String {
    use sim_core::TransmissionType as T;
    let kind = match model.actuator_trntype[actuator] {
        T::Joint | T::JointInParent => ObjType::Joint,
        T::Tendon => ObjType::Tendon,
        T::Site | T::SliderCrank => ObjType::Site,
        T::Body => ObjType::Body,
        _ => return String::new(),
    };
    target(model, kind, &model.actuator_trnid, 2 * actuator)
}

fn control_ranges(model: &Model, actuator: usize) -> String {
    let first = usize::try_from(model.actuator_ctrladr[actuator]).unwrap_or(0);
    let count = usize::try_from(model.actuator_ctrlnum[actuator]).unwrap_or(0);
    let ranges: Vec<String> = (first..first + count)
        .map(|c| range(model.actuator_ctrllimited[c].get(), &model.actuator_ctrlrange[2 * c..2 * c + 2]))
        .collect();
    ranges.join(" ")
}

fn sensor_rows(model: &Model) -> Vec<Vec<String>> {
    table(model.nsensor, &["sensor", "type", "of", "data"], |s| {
        let dim = usize::try_from(model.sensor_dim[s]).unwrap_or(0);
        let adr = usize::try_from(model.sensor_adr[s]).unwrap_or(0);
        vec![
            name(model, ObjType::Sensor, s),
            model.sensor_type[s].to_string(),
            target(model, model.sensor_objtype[s], &model.sensor_objid, s),
            if dim == 1 { adr.to_string() } else { format!("{adr}..{}", adr + dim) },
        ]
    })
}

/// Bytes of a model and of one world.
struct Memory {
    model: usize,
    data: usize,
    largest: Vec<(&'static str, usize)>,
}

impl Memory {
    fn of(model: &Model, data: &Data) -> Self {
        let mut arrays = vec![];
        model.visit_arrays(model, &mut |name, _, array| arrays.push((name, array.bytes())));
        let total = arrays.iter().map(|(_, n)| n).sum();
        let mut world = 0;
        data.visit_arrays(model, &mut |_, _, array| world += array.bytes());
        arrays.sort_by_key(|&(name, n)| (std::cmp::Reverse(n), name));
        arrays.retain(|(_, n)| *n > 0);
        arrays.truncate(LARGEST);
        Self { model: total, data: world, largest: arrays }
    }

    fn text(&self) -> String {
        let largest: Vec<String> =
            self.largest.iter().map(|(name, n)| format!("{name} {}", bytes(*n as u64))).collect();
        columns(&[
            vec!["model".into(), bytes(self.model as u64), format!("largest: {}", largest.join(", "))],
            vec![
                "world".into(),
                bytes(self.data as u64),
                "one Data; a thousand worlds take a thousand times as much".into(),
            ],
        ])
    }
}

fn json_of(model: &Model, source: &str, memory: &Memory) -> Value {
    let keyed = |rows: Vec<Vec<String>>| -> Value {
        let mut rows = rows.into_iter();
        let Some(heading) = rows.next() else { return json!([]) };
        rows.map(|row| heading.iter().cloned().zip(row.into_iter().map(Value::from)).collect::<Value>()).collect()
    };
    let bodies: Value = (0..model.nbody)
        .map(|b| {
            json!({
                "name": model.name(ObjType::Body, b),
                "parent": model.body_parentid[b],
                "mass": model.body_mass[b],
                "joints": joints_of(model, b).collect::<Vec<_>>(),
                "geoms": model.body_geomnum[b],
            })
        })
        .collect();
    json!({
        "model": model.model_name(),
        "source": source,
        "timestep": model.opt.timestep,
        "sizes": sizes(model).into_iter().map(|(name, n)| (name.to_string(), Value::from(n))).collect::<Value>(),
        "bodies": bodies,
        "joints": keyed(joint_rows(model)),
        "actuators": keyed(actuator_rows(model)),
        "sensors": keyed(sensor_rows(model)),
        "memory": { "model_bytes": memory.model, "world_bytes": memory.data },
        "unsimulated": model.unsimulated_features(),
    })
}
