//! Many worlds beside each other: where they stand, and the poses of their bodies in few bytes.

use serde_json::{Value, json};
use sim_core::math::quat;
use sim_core::{Data, GeomType, Model};

/// A grid of worlds of one model.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    count: usize,
    columns: usize,
    spacing: f64,
    /// Bodies that move and carry something to see.
    bodies: Vec<usize>,
    low: [f64; 3],
    high: [f64; 3],
}

impl Grid {
    /// A grid for so many worlds.
    pub fn new(m: &Model, count: usize) -> Self {
        let moves = |body: usize| m.body_weldid.get(body).is_some_and(|&weld| weld > 0);
        let carries = |body: usize| m.body_geomnum.get(body).is_some_and(|&count| count > 0);
        let bodies = (1..m.nbody).filter(|&body| moves(body) && carries(body)).collect();
        let columns = (count as f64).sqrt().ceil().max(1.0) as usize;
        let extent = m.stat.extent.clamp(1e-3, 1e6);
        // a world may leave its place; poses are kept within some extents of it
        let (low, high) = ([0, 1, 2].map(|k| m.stat.center[k] - 8.0 * extent), [0, 1, 2].map(|k| m.stat.center[k] + 8.0 * extent));
        Self { count, columns, spacing: 1.5 * extent, bodies, low, high }
    }

    /// What pages are told.
    pub fn description(&self, m: &Model, selected: usize) -> Value {
        let place = |geom: usize| {
            let body = m.geom_bodyid.get(geom).and_then(|&body| usize::try_from(body).ok())?;
            self.bodies.iter().position(|&own| own == body)
        };
        let numbers = |list: &[f64], at: usize, count: usize| list.get(at..at + count).unwrap_or_default().to_vec();
        let geom = |id: usize| {
            let is_plane = m.geom_type.get(id) == Some(&GeomType::Plane);
            let body = place(id).filter(|_| !is_plane)?;
            Some(json!({
                "geom": id,
                "body": body,
                "pos": numbers(&m.geom_pos, 3 * id, 3),
                "quat": numbers(&m.geom_quat, 4 * id, 4),
            }))
        };
        let geoms: Vec<Value> = if self.count > 1 { (0..m.ngeom).filter_map(geom).collect() } else { Vec::new() };
        json!({
            "count": self.count.max(1),
            "columns": self.columns.max(1),
            "spacing": [self.spacing, self.spacing],
            "selected": selected,
            "bodies": self.bodies,
            "low": self.low,
            "high": self.high,
            "geoms": geoms,
        })
    }

    /// Poses of the bodies of a world, twelve bytes each.
    pub fn write(&self, d: &Data, out: &mut Vec<u8>) {
        for &body in &self.bodies {
            let pos = d.xpos.get(3 * body..3 * body + 3).map_or([0.0; 3], |p| [p[0], p[1], p[2]]);
            let turn = d.xquat.get(4 * body..4 * body + 4).map_or([1.0, 0.0, 0.0, 0.0], |q| [q[0], q[1], q[2], q[3]]);
            let shares = [0, 1, 2].map(|k| (pos[k] - self.low[k]) / (self.high[k] - self.low[k]));
            shares.iter().for_each(|share| out.extend_from_slice(&whole(*share, 65535.0).to_le_bytes()));
            packed(turn).iter().for_each(|part| out.extend_from_slice(&part.to_le_bytes()));
        }
    }
}

/// A number from 0 to 1 as a whole one; what is none is the middle.
fn whole(share: f64, most: f64) -> u16 {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 };
    (share * most).round() as u16
}

/// A quaternion without its largest component.
fn packed(turn: [f64; 4]) -> [u16; 3] {
    let unit = quat::normalize(turn).0;
    let largest = (0..4).fold(0, |best, k| if unit[k].abs() > unit[best].abs() { k } else { best });
    let sign = if unit[largest] < 0.0 { -1.0 } else { 1.0 };
    let mut parts = [0; 3];
    let others = (0..4).filter(|&k| k != largest);
    for (part, k) in parts.iter_mut().zip(others) {
        *part = whole(0.5 + sign * unit[k] * std::f64::consts::FRAC_1_SQRT_2, 32767.0);
    }
    parts[0] |= ((largest as u16 >> 1) & 1) << 15;
    parts[1] |= (largest as u16 & 1) << 15;
    parts
}

/// The quaternion again.
#[cfg(test)]
fn unpacked(parts: [u16; 3]) -> [f64; 4] {
    let largest = usize::from((parts[0] >> 15) << 1 | parts[1] >> 15);
    let value = |part: u16| (f64::from(part & 0x7fff) / 32767.0 - 0.5) * std::f64::consts::SQRT_2;
    let others = parts.map(value);
    let square: f64 = others.iter().map(|x| x * x).sum();
    let mut rest = others.into_iter();
    std::array::from_fn(|k| if k == largest { (1.0 - square).max(0.0).sqrt() } else { rest.next().unwrap_or(0.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quaternions_survive_their_packing() {
        for k in 0..1000 {
            let x = f64::from(k);
            let turn = quat::normalize([(x * 0.37).sin(), (x * 0.11).cos(), (x * 0.73).sin(), (x * 0.05).cos()]).0;
            let found = unpacked(packed(turn));
            let same: f64 = (0..4).map(|k| found[k] * turn[k]).sum();
            assert!(same.abs() > 1.0 - 1e-7, "{turn:?} {found:?}");
        }
        assert_eq!(unpacked(packed([f64::NAN; 4])).iter().map(|x| x * x).sum::<f64>().round(), 1.0);
    }
}
