//! Values of what is selected.

use crate::viewer::hub::Snapshot;
use crate::viewer::protocol::PickedMessage;
use sim_core::{Model, ObjType};

/// Transforms a point of the world into a body's frame.
pub fn in_body(snapshot: &Snapshot, body: usize, point: [f64; 3]) -> [f64; 3] {
    let d = &snapshot.data;
    let (Some(pos), Some(mat)) = (d.xpos.get(3 * body..3 * body + 3), d.xmat.get(9 * body..9 * body + 9)) else {
        return [0.0; 3];
    };
    let away = [0, 1, 2].map(|k| point[k] - pos[k]);
    [0, 1, 2].map(|k| (0..3).map(|j| mat[3 * j + k] * away[j]).sum())
}

/// Names and values of a body and its geom.
pub fn facts(snapshot: &Snapshot, body: usize, geom: Option<usize>) -> PickedMessage {
    let (m, d): (&Model, _) = (&snapshot.model, &snapshot.data);
    if body == 0 || body >= m.nbody {
        return PickedMessage { body: 0, geom: -1, name: String::new(), facts: Vec::new() };
    }
    let name = |kind: ObjType, id: usize| match m.name(kind, id) {
        Some(name) if !name.is_empty() => name.to_string(),
        _ => format!("#{id}"),
    };
    let numbers = |list: Option<&[f64]>| {
        let text: Vec<String> = list.unwrap_or_default().iter().map(|x| format!("{x:9.4}")).collect();
        text.join(" ")
    };
    let mut lines = vec![
        ["body".to_string(), name(ObjType::Body, body)],
        ["position".into(), numbers(d.xpos.get(3 * body..3 * body + 3))],
        ["orientation".into(), numbers(d.xquat.get(4 * body..4 * body + 4))],
        ["velocity".into(), numbers(d.cvel.get(6 * body + 3..6 * body + 6))],
        ["angular velocity".into(), numbers(d.cvel.get(6 * body..6 * body + 3))],
        ["mass".into(), numbers(m.body_mass.get(body..body + 1))],
        ["mass with children".into(), numbers(m.body_subtreemass.get(body..body + 1))],
    ];
    if let Some(geom) = geom.filter(|&geom| geom < m.ngeom) {
        lines.push(["geom".into(), name(ObjType::Geom, geom)]);
        lines.push(["size".into(), numbers(m.geom_size.get(3 * geom..3 * geom + 3))]);
        let touching = d.contact.iter().filter(|contact| contact.geom().contains(&(geom as i32))).count();
        lines.push(["contacts".into(), touching.to_string()]);
    }
    let (first, count) =
        (m.body_jntadr.get(body).copied().unwrap_or(-1), m.body_jntnum.get(body).copied().unwrap_or(0));
    for joint in (first.max(0)..first.max(0) + count).filter_map(|id| usize::try_from(id).ok()).filter(|_| first >= 0) {
        let at = m.jnt_qposadr.get(joint).and_then(|&at| usize::try_from(at).ok()).unwrap_or(0);
        let end = m.jnt_qposadr.get(joint + 1).and_then(|&at| usize::try_from(at).ok()).unwrap_or(m.nq);
        lines.push([format!("joint {}", name(ObjType::Joint, joint)), numbers(d.qpos.get(at..end))]);
    }
    PickedMessage { body, geom: geom.map_or(-1, |geom| geom as i64), name: name(ObjType::Body, body), facts: lines }
}
