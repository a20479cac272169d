//! Sensors of contacts: touch, and contacts selected by what touches what.

use super::frame::{inside_site, object};
use super::reading::put;
use crate::constraint::contact;
use crate::data::{Contact, Side};
use crate::math::{MINVAL, Mat3, Vec3, mat3, row, vec3};
use crate::model::chain::carrier;
use crate::model::{Model, ObjType};
use crate::query::ray::{Ray, shape_crossing};
use crate::scratch::sensor::Match;
use crate::stage::{ContactForces, ContactReadings, SiteFrames};

/// Numbers per field of a contact's reading: found, force, torque, distance, position, normal, tangent.
const FIELDS: [usize; 7] = [1, 3, 3, 1, 3, 3, 3];

/// How matching contacts are brought down to the number of slots.
mod reduce {
    pub const MINDIST: i32 = 1;
    pub const MAXFORCE: i32 = 2;
    pub const NETFORCE: i32 = 3;
}

/// Force and torque at contact `i`, in its frame.
fn force(m: &Model, d: ContactReadings<'_>, i: usize) -> [f64; 6] {
    contact::force(m, ContactForces!(d), i)
}

/// Sum of the normal forces on the site's body whose lines meet the site's volume.
pub(super) fn touch(m: &Model, d: ContactReadings<'_>, i: usize, out: &mut [f64]) {
    let (_, site) = object(m, i);
    let body = m.site_bodyid[site] as usize;
    let mut sum = 0.0;
    for (k, contact) in d.contact.iter().enumerate() {
        let touching = contact.sides.map(|side| side.body(m));
        if contact.efc_address < 0 || !touching.contains(&Some(body)) {
            continue;
        }
        let normal = force(m, d, k)[0];
        if normal <= 0.0 {
            continue;
        }
        let mut direction = vec3::normalize(vec3::scale(row(&contact.frame, 0), normal)).0;
        if touching[1] == Some(body) {
            direction = vec3::neg(direction);
        }
        let ray = Ray { origin: contact.pos, direction };
        let (pos, mat) = (row(d.site_xpos, site), row(d.site_xmat, site));
        if shape_crossing(m.site_type[site], row(&m.site_size, site), pos, &mat, &ray).is_some() {
            sum += normal;
        }
    }
    put(out, &[sum]);
}

/// Readings of the contacts between two objects, one slot each; empty slots are zero.
pub(super) fn contact(m: &Model, d: ContactReadings<'_>, found: &mut Vec<Match>, i: usize, out: &mut [f64]) {
    out.fill(0.0);
    let (fields, reduction) = (m.sensor_intprm[3 * i], m.sensor_intprm[3 * i + 1]);
    let slot: usize = (0..FIELDS.len()).filter(|k| fields >> k & 1 == 1).map(|k| FIELDS[k]).sum();
    find(m, d, i, reduction, found);
    if reduction == reduce::NETFORCE {
        write_slot(out, fields, &net_force(m, d, found));
    } else {
        if reduction == reduce::MINDIST || reduction == reduce::MAXFORCE {
            found.sort_unstable_by(|a, b| a.criterion.total_cmp(&b.criterion).then(a.id.cmp(&b.id)));
        }
        for (part, chosen) in out.chunks_exact_mut(slot.max(1)).zip(&*found) {
            write_slot(part, fields, &single(m, d, *chosen, found.len()));
        }
    }
}

/// The contacts that sensor `i` counts, in their order.
fn find(m: &Model, d: ContactReadings<'_>, i: usize, reduction: i32, found: &mut Vec<Match>) {
    found.clear();
    for (id, contact) in d.contact.iter().enumerate() {
        let Some(flip) = matching(m, d, i, contact) else { continue };
        let criterion = match reduction {
            reduce::MINDIST => contact.dist,
            reduce::MAXFORCE => {
                let [x, y, z, ..] = force(m, d, id);
                -vec3::dot([x, y, z], [x, y, z])
            }
            _ => 0.0,
        };
        found.push(Match { criterion, id, flip });
    }
}

/// Whether a contact is between the sensor's objects, and if so whether its normal is to be turned: it points away from
/// the first object and towards the second.
fn matching(m: &Model, d: ContactReadings<'_>, i: usize, contact: &Contact) -> Option<bool> {
    let first = (m.sensor_objtype[i], m.sensor_objid[i]);
    let second = (m.sensor_reftype[i], m.sensor_refid[i]);
    let given = |(kind, _): (ObjType, i32)| kind != ObjType::Unknown;
    if !given(first) && !given(second) {
        return Some(false);
    }
    if first.0 == ObjType::Site && !inside_site(m, SiteFrames!(d), first.1.max(0) as usize, contact.pos) {
        return None;
    }
    let is = |object, side: usize| involves(m, object, contact.sides[side]);
    let (first1, first2) = (is(first, 0), is(first, 1));
    let (second1, second2) = (is(second, 0), is(second, 1));
    if !(first1 || first2) || !(second1 || second2) {
        return None;
    }
    match (given(first), given(second)) {
        (true, true) if first1 && second2 => Some(false),
        (true, true) if first2 && second1 => Some(true),
        (true, true) => None,
        (true, false) => Some(!first1),
        _ => Some(!second2),
    }
}

/// Whether one side of a contact belongs to an object: a geom, a body, a body with its subtree, or anything. A soft side
/// belongs to no body.
fn involves(m: &Model, (kind, id): (ObjType, i32), side: Side) -> bool {
    let Ok(object) = usize::try_from(id) else { return matches!(kind, ObjType::Unknown | ObjType::Site) };
    match kind {
        ObjType::Unknown | ObjType::Site => true,
        ObjType::Geom => side.geom() == Some(object),
        ObjType::Body => side.body(m) == Some(object),
        ObjType::XBody => side.body(m).is_some_and(|mut body| {
            while body > object {
                body = carrier(m, body);
            }
            body == object
        }),
        _ => false,
    }
}

/// All fields of a reading.
struct Reading {
    found: f64,
    force: Vec3,
    torque: Vec3,
    dist: f64,
    pos: Vec3,
    normal: Vec3,
    tangent: Vec3,
}

fn write_slot(out: &mut [f64], fields: i32, reading: &Reading) {
    let all: [&[f64]; 7] = [
        &[reading.found],
        &reading.force,
        &reading.torque,
        &[reading.dist],
        &reading.pos,
        &reading.normal,
        &reading.tangent,
    ];
    let chosen = all.iter().enumerate().filter(|(k, _)| fields >> k & 1 == 1).flat_map(|(_, values)| values.iter());
    out.iter_mut().zip(chosen).for_each(|(x, value)| *x = *value);
}

/// One contact in its own frame; turned about the second tangent if the normal is.
fn single(m: &Model, d: ContactReadings<'_>, chosen: Match, count: usize) -> Reading {
    let contact = &d.contact[chosen.id];
    let [fx, fy, fz, tx, ty, tz] = force(m, d, chosen.id);
    let sign = if chosen.flip { -1.0 } else { 1.0 };
    Reading {
        found: count as f64,
        force: [fx, fy, sign * fz],
        torque: [tx, ty, sign * tz],
        dist: contact.dist,
        pos: contact.pos,
        normal: vec3::scale(row(&contact.frame, 0), sign),
        tangent: vec3::scale(row(&contact.frame, 1), sign),
    }
}

/// The sum of all contacts as one wrench in the world's axes, at the centroid of the forces.
fn net_force(m: &Model, d: ContactReadings<'_>, found: &[Match]) -> Reading {
    let wrench = |chosen: &Match| {
        let [fx, fy, fz, tx, ty, tz] = force(m, d, chosen.id);
        let sign = if chosen.flip { -1.0 } else { 1.0 };
        (vec3::scale([fx, fy, fz], sign), vec3::scale([tx, ty, tz], sign))
    };
    let (mut pos, mut weight) = ([0.0; 3], 0.0);
    for chosen in found {
        let strength = vec3::norm(wrench(chosen).0);
        pos = vec3::add_scaled(pos, d.contact[chosen.id].pos, strength);
        weight += strength;
    }
    pos = vec3::scale(pos, 1.0 / weight.max(MINVAL));
    let (mut force, mut torque) = ([0.0; 3], [0.0; 3]);
    for chosen in found {
        let contact = &d.contact[chosen.id];
        let (f, t) = wrench(chosen);
        let frame: Mat3 = contact.frame;
        let (f, t) = (mat3::mul_t_vec(&frame, f), mat3::mul_t_vec(&frame, t));
        force = vec3::add(force, f);
        torque = vec3::add(vec3::add(torque, t), vec3::cross(vec3::sub(contact.pos, pos), f));
    }
    let (normal, tangent) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
    Reading { found: found.len() as f64, force, torque, dist: 0.0, pos, normal, tangent }
}
