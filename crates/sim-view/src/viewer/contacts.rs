//! The contacts of a state, for the list of a page, and a state as the text of a keyframe.

use crate::viewer::protocol::{ContactInfo, ContactsMessage};
use sim_core::data::Side;
use sim_core::math::vec3;
use sim_core::{Data, Model, ObjType};
use std::fmt::Write;

/// Limit on the contacts of a message: those with the largest forces.
const MOST: usize = 100;

/// The contacts of a state, by falling force.
pub fn contacts(m: &Model, d: &Data) -> ContactsMessage {
    let forces = d.contacts().map(|contact| contact.local_force());
    let mut order: Vec<(usize, [f64; 6])> = forces.enumerate().collect();
    order.sort_by(|a, b| b.1[0].total_cmp(&a.1[0]).then(a.0.cmp(&b.0)));
    let info = |(index, force): (usize, [f64; 6])| {
        let contact = d.contact.get(index)?;
        let body = |side: Side| side.body(m).map_or(-1, |body| body as i64);
        Some(ContactInfo {
            sides: contact.sides.map(|side| side_name(m, side)),
            bodies: contact.sides.map(body),
            distance: contact.dist,
            force: force[0],
            friction: vec3::norm([force[1], force[2], 0.0]),
            pos: contact.pos,
        })
    };
    ContactsMessage { time: d.time, count: d.ncon, list: order.into_iter().take(MOST).filter_map(info).collect() }
}

/// The name of what touches.
fn side_name(m: &Model, side: Side) -> String {
    match side {
        Side::Geom(geom) => match m.name(ObjType::Geom, geom as usize) {
            Some(name) if !name.is_empty() => name.to_string(),
            _ => unnamed(m, side, geom),
        },
        Side::Element { flex, element } => format!("flex {flex} element {element}"),
        Side::Vertex { flex, vertex } => format!("flex {flex} vertex {vertex}"),
        Side::World => "a fixed point".to_string(),
    }
}

/// A geom without a name, by its body.
fn unnamed(m: &Model, side: Side, geom: u32) -> String {
    match side.body(m).and_then(|body| m.name(ObjType::Body, body)) {
        Some(body) if !body.is_empty() => format!("geom {geom} of {body}"),
        _ => format!("geom {geom}"),
    }
}

/// A state as MJCF: `<key …/>` with all digits. `None`: a number is NaN or infinite, which MJCF cannot hold.
pub fn keyframe(d: &Data) -> Option<String> {
    let lists: [(&str, &[f64]); 6] = [
        ("qpos", &d.qpos),
        ("qvel", &d.qvel),
        ("act", &d.act),
        ("ctrl", &d.ctrl),
        ("mpos", &d.mocap_pos),
        ("mquat", &d.mocap_quat),
    ];
    if !d.time.is_finite() || lists.iter().any(|(_, list)| list.iter().any(|x| !x.is_finite())) {
        return None;
    }
    let mut text = String::from("<key");
    // writing to a text has no errors
    if d.time != 0.0 {
        let _ = write!(text, " time=\"{}\"", d.time);
    }
    for (name, list) in lists.iter().filter(|(_, list)| !list.is_empty()) {
        let numbers: Vec<String> = list.iter().map(f64::to_string).collect();
        let _ = write!(text, " {name}=\"{}\"", numbers.join(" "));
    }
    text.push_str("/>");
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_come_with_names_and_forces() {
        let m = Model::example();
        let mut d = m.make_data();
        d.forward(&m).unwrap();
        let found = contacts(&m, &d);
        assert!(found.count > 0 && found.list.len() == found.count);
        assert!(found.list.windows(2).all(|pair| pair[0].force >= pair[1].force));
        let first = &found.list[0];
        let sides = d.contact.iter().map(|contact| contact.sides.map(|side| side_name(&m, side)));
        assert!(sides.clone().any(|sides| sides == first.sides) && !first.sides[0].is_empty());
        let total: f64 = d.contacts().map(|contact| contact.local_force()[0]).sum();
        assert!((found.list.iter().map(|contact| contact.force).sum::<f64>() - total).abs() < 1e-9 && total > 0.0);
        assert_eq!(first.bodies[0], first.bodies[0].clamp(0, m.nbody as i64 - 1));
    }

    #[test]
    fn a_long_list_is_cut_to_the_largest_forces() {
        let m = Model::example();
        let mut d = m.make_data();
        d.forward(&m).unwrap();
        let contact = d.contact[0];
        d.contact.resize(5000, contact);
        d.ncon = 5000;
        let found = contacts(&m, &d);
        assert_eq!((found.count, found.list.len()), (5000, MOST));
    }

    #[test]
    fn a_keyframe_holds_every_bit_of_the_state() {
        let m = Model::example();
        let mut d = m.make_data();
        (0..7).for_each(|_| d.step(&m).unwrap());
        let text = keyframe(&d).unwrap();
        let list = |name: &str| -> Vec<f64> {
            let (_, rest) = text.split_once(&format!(" {name}=\"")).unwrap();
            rest.split_once('"').unwrap().0.split(' ').map(|number| number.parse().unwrap()).collect()
        };
        assert_eq!((list("qpos"), list("qvel"), list("time")), (d.qpos.to_vec(), d.qvel.to_vec(), vec![d.time]));
        assert!(text.starts_with("<key time=") && text.ends_with("/>"));
        assert_eq!(text.contains(" mpos="), m.nmocap > 0);
        d.qvel[0] = f64::NAN;
        assert_eq!(keyframe(&d), None);
    }
}
