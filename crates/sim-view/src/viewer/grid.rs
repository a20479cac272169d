//! The grid of worlds: where they stand, and the packed poses of their bodies.

use crate::scene::read::{id, row};
use crate::viewer::bounds::{Bounds, floor_height, model_bounds};
use crate::viewer::protocol::{
    NEAR_POSITION_BITS, NEAR_QUATERNION_BITS, POSITION_BITS, QUATERNION_BITS, WorldGeom, WorldMark, WorldsInfo,
};
use sim_core::math::{Pose, quat, vec3};
use sim_core::{Data, GeomType, JointType, Model};
use std::collections::BTreeMap;

/// A grid of worlds of one model.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    count: usize,
    /// Number of worlds that are shown at a time.
    shown: usize,
    columns: usize,
    spacing: f64,
    /// Moving bodies with geoms.
    bodies: Vec<usize>,
    /// For each body its anchor: the index of the first of these bodies in its tree. `None` for that body itself.
    anchors: Vec<Option<usize>>,
    /// Largest distance of a body from its anchor, in metres.
    reach: f64,
    low: [f64; 3],
    high: [f64; 3],
    /// The box around one world in its reference state, of a grid of several.
    bounds: Option<Bounds>,
}

/// Distance of worlds, in extents or longest sides of a world.
const SPACING: f64 = 1.5;

/// Radius of the mark of the selected world, in distances of worlds.
const MARK: f64 = 0.4;

impl Grid {
    /// A grid for `count` worlds, of which at most `shown` are shown at a time.
    pub fn new(m: &Model, count: usize, shown: usize) -> Self {
        let shown = shown.clamp(1, count.max(1));
        let moves = |body: usize| m.body_weldid.get(body).is_some_and(|&weld| weld > 0);
        let carries = |body: usize| m.body_geomnum.get(body).is_some_and(|&count| count > 0);
        let bodies: Vec<usize> = (1..m.nbody).filter(|&body| moves(body) && carries(body)).collect();
        let mut firsts = BTreeMap::new();
        let anchors: Vec<Option<usize>> = bodies
            .iter()
            .enumerate()
            .map(|(place, &body)| {
                let first = *firsts.entry(m.body_rootid.get(body)).or_insert(place);
                (first < place).then_some(first)
            })
            .collect();
        let paths = paths(m);
        let apart = |place: usize| anchors[place].map_or(0.0, |anchor| paths[bodies[place]] + paths[bodies[anchor]]);
        let reach = (0..bodies.len()).map(apart).fold(1e-3, f64::max);
        let columns = (shown as f64).sqrt().ceil().max(1.0) as usize;
        let extent = m.stat.extent.clamp(1e-3, 1e6);
        // positions are encoded within eight extents of the centre
        let (low, high) =
            ([0, 1, 2].map(|k| m.stat.center[k] - 8.0 * extent), [0, 1, 2].map(|k| m.stat.center[k] + 8.0 * extent));
        let bounds = if count > 1 { model_bounds(m, &m.make_data()) } else { None };
        let longest = bounds.map_or(0.0, |bounds| bounds.longest().min(1e6));
        Self {
            count,
            shown,
            columns,
            spacing: SPACING * extent.max(longest),
            bodies,
            anchors,
            reach,
            low,
            high,
            bounds,
        }
    }

    /// The block of worlds that are shown with a world, including itself.
    pub fn around(&self, id: usize) -> std::ops::Range<usize> {
        let first = id / self.shown.max(1) * self.shown;
        first..(first + self.shown).min(self.count)
    }

    /// What pages know of the grid.
    pub fn description(&self, m: &Model, selected: usize) -> WorldsInfo {
        WorldsInfo {
            count: self.count.max(1),
            shown: self.shown.max(1),
            columns: self.columns.max(1),
            spacing: [self.spacing; 2],
            selected,
            bodies: self.bodies.clone(),
            anchors: self.anchors.iter().map(|anchor| anchor.map_or(-1, |place| place as i64)).collect(),
            reach: self.reach,
            low: self.low,
            high: self.high,
            geoms: if self.count > 1 { (0..m.ngeom).filter_map(|geom| self.geom(m, geom)).collect() } else { vec![] },
            floors: if self.count > 1 { (0..m.ngeom).filter(|geom| is_floor(m, *geom)).collect() } else { vec![] },
            mark: self.mark(m),
        }
    }

    /// A geom that every world has: of a moving body, or one that stands still. `None`: all worlds share it.
    fn geom(&self, m: &Model, geom: usize) -> Option<WorldGeom> {
        let owner = id(&m.geom_bodyid, geom)?;
        let own = Pose { pos: row(&m.geom_pos, geom)?, quat: row(&m.geom_quat, geom)? };
        let is_plane = m.geom_type.get(geom) == Some(&GeomType::Plane);
        let place = self.bodies.binary_search(&owner).ok().filter(|_| !is_plane);
        let still = *m.body_weldid.get(owner)? == 0 && !is_plane;
        let (body, pose) = match place {
            Some(place) => (place as i64, own),
            None if still => (-1, still_pose(m, owner)?.compose(&own)),
            None => return None,
        };
        Some(WorldGeom { geom, body, pos: pose.pos, quat: quat::normalize(pose.quat).0 })
    }

    /// The mark of the selected world: below a floating body, or around the middle of the world.
    fn mark(&self, m: &Model) -> WorldMark {
        let Some(bounds) = &self.bounds else { return WorldMark::default() };
        let floats = |body: usize| {
            let joint = m.body_jntadr.get(body).and_then(|&first| usize::try_from(first).ok());
            joint.is_some_and(|joint| m.jnt_type.get(joint) == Some(&JointType::Free))
        };
        let first = self.bodies.iter().find(|body| floats(**body));
        let geom = first.and_then(|body| id(&m.body_geomadr, *body)).and_then(|geom| i64::try_from(geom).ok());
        let [x, y, _] = bounds.center();
        WorldMark { geom: geom.unwrap_or(-1), center: [x, y, floor_height(m, bounds)], radius: MARK * self.spacing }
    }

    /// Writes the poses of a world's bodies, eight or twelve bytes each.
    pub fn write(&self, d: &Data, out: &mut Vec<u8>) {
        let position = |body: usize| d.xpos.get(3 * body..3 * body + 3).map_or([0.0; 3], |p| [p[0], p[1], p[2]]);
        for (&body, anchor) in self.bodies.iter().zip(&self.anchors) {
            let pos = position(body);
            let turn = d.xquat.get(4 * body..4 * body + 4).map_or([1.0, 0.0, 0.0, 0.0], |q| [q[0], q[1], q[2], q[3]]);
            match anchor {
                Some(anchor) => {
                    let from = position(self.bodies[*anchor]);
                    let shares = [0, 1, 2].map(|k| 0.5 + 0.5 * (pos[k] - from[k]) / self.reach);
                    out.extend_from_slice(&near(shares, turn).to_le_bytes());
                }
                None => {
                    let shares = [0, 1, 2].map(|k| (pos[k] - self.low[k]) / (self.high[k] - self.low[k]));
                    shares.iter().for_each(|share| out.extend_from_slice(&whole(*share, POSITION_BITS).to_le_bytes()));
                    packed(turn).iter().for_each(|part| out.extend_from_slice(&part.to_le_bytes()));
                }
            }
        }
    }
}

/// Whether a geom is a plane that stands still.
fn is_floor(m: &Model, geom: usize) -> bool {
    let still = id(&m.geom_bodyid, geom).and_then(|body| m.body_weldid.get(body)) == Some(&0);
    still && m.geom_type.get(geom) == Some(&GeomType::Plane)
}

/// The pose of a body that stands still.
fn still_pose(m: &Model, body: usize) -> Option<Pose> {
    let mut pose = Pose::IDENTITY;
    let mut at = body;
    while at > 0 {
        let own = Pose { pos: row(&m.body_pos, at)?, quat: row(&m.body_quat, at)? };
        pose = own.compose(&pose);
        // parents come before their children
        at = id(&m.body_parentid, at).filter(|parent| *parent < at)?;
    }
    Some(pose)
}

/// Largest distance of each body from the origin of its tree: the length of the path along the tree.
fn paths(m: &Model) -> Vec<f64> {
    let length = |list: &[f64], at: usize| list.get(3 * at..3 * at + 3).map_or(0.0, |v| vec3::norm([v[0], v[1], v[2]]));
    let mut all = vec![0.0; m.nbody];
    for body in 1..m.nbody {
        let parent = m.body_parentid.get(body).and_then(|&parent| usize::try_from(parent).ok()).unwrap_or(0);
        let first = m.body_jntadr.get(body).copied().unwrap_or(-1).max(0) as usize;
        let count = m.body_jntnum.get(body).copied().unwrap_or(0).max(0) as usize;
        // a joint's anchor stays in its place while the body turns about it
        let joint = |joint: usize| {
            let slides = m.jnt_type.get(joint) == Some(&JointType::Slide);
            let range =
                m.jnt_range.get(2 * joint..2 * joint + 2).map_or(0.0, |range| range[0].abs().max(range[1].abs()));
            let limited = m.jnt_limited.get(joint).is_some_and(|flag| flag.get());
            let slide = if limited { range } else { m.stat.extent };
            2.0 * length(&m.jnt_pos, joint) + if slides { slide } else { 0.0 }
        };
        if parent > 0 && parent < body {
            all[body] = all[parent] + length(&m.body_pos, body) + (first..first + count).map(joint).sum::<f64>();
        }
    }
    all
}

/// A share from 0 to 1 as an integer of `bits` bits. NaN and infinity become the middle.
fn whole(share: f64, bits: u32) -> u16 {
    let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 };
    (share * f64::from((1u32 << bits) - 1)).round() as u16
}

/// Index of the largest component of a quaternion, and the others as shares from 0 to 1.
fn smaller(turn: [f64; 4]) -> (usize, [f64; 3]) {
    let unit = quat::normalize(turn).0;
    let largest = (0..4).fold(0, |best, k| if unit[k].abs() > unit[best].abs() { k } else { best });
    let sign = if unit[largest] < 0.0 { -1.0 } else { 1.0 };
    let mut parts = [0.0; 3];
    let others = (0..4).filter(|&k| k != largest);
    parts.iter_mut().zip(others).for_each(|(part, k)| *part = 0.5 + sign * unit[k] * std::f64::consts::FRAC_1_SQRT_2);
    (largest, parts)
}

/// Packs a quaternion into six bytes.
fn packed(turn: [f64; 4]) -> [u16; 3] {
    let (largest, shares) = smaller(turn);
    let mut parts = shares.map(|share| whole(share, QUATERNION_BITS));
    parts[0] |= ((largest as u16 >> 1) & 1) << QUATERNION_BITS;
    parts[1] |= (largest as u16 & 1) << QUATERNION_BITS;
    parts
}

/// Packs a position and a quaternion into eight bytes.
fn near(position: [f64; 3], turn: [f64; 4]) -> u64 {
    let (largest, shares) = smaller(turn);
    let field = |share: f64, bits: u32| (u64::from(whole(share, bits)), bits);
    let [x, y, z] = position.map(|share| field(share, NEAR_POSITION_BITS));
    let [a, b, c] = [0, 1, 2].map(|k| field(shares[k], NEAR_QUATERNION_BITS[k]));
    let fields = [x, y, z, (largest as u64, 2), a, b, c];
    fields.iter().rev().fold(0, |all, (value, bits)| all << bits | value)
}

/// Unpacks a quaternion.
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
    fn blocks_of_worlds_are_shown() {
        let grid = Grid::new(&Model::example(), 10, 4);
        assert_eq!([0, 3, 4, 7, 9].map(|id| grid.around(id)), [0..4, 0..4, 4..8, 4..8, 8..10]);
        assert_eq!(Grid::new(&Model::example(), 3, 400).around(2), 0..3);
        assert_eq!(Grid::default().around(0), 0..0);
    }

    #[test]
    fn every_world_has_what_stands_still_and_the_floor_is_shared() {
        let m = sim_mjcf::load_str(
            "<mujoco><statistic extent='0.1'/><worldbody><geom name='floor' type='plane' size='5 5 1'/>
              <body pos='0 0 1' euler='0 0 90'><body pos='1 0 0'><geom name='post' type='box' size='.1 .1 .2' pos='0 .5 0'/>
                <body pos='0 0 .5'><joint/><geom name='arm' size='.1'/></body></body></body></worldbody></mujoco>",
        )
        .unwrap();
        let worlds = Grid::new(&m, 4, 4).description(&m, 0);
        assert_eq!(worlds.floors, [0]);
        assert_eq!(worlds.geoms.iter().map(|geom| (geom.geom, geom.body)).collect::<Vec<_>>(), [(1, -1), (2, 0)]);
        assert!(vec3::dist(worlds.geoms[0].pos, [-0.5, 1.0, 1.0]) < 1e-12, "{:?}", worlds.geoms[0].pos);
        assert!((worlds.spacing[0] - 1.5 * 0.8).abs() < 1e-9, "worlds do not overlap whatever the statistics say");
        assert_eq!((worlds.mark.geom, worlds.mark.center[2]), (-1, 0.0));
        let one = Grid::new(&m, 1, 1).description(&m, 0);
        assert!(one.geoms.is_empty() && one.floors.is_empty() && one.mark.radius == 0.0);
    }

    #[test]
    fn the_mark_follows_a_floating_body() {
        let m = sim_mjcf::load_str(
            "<mujoco><worldbody><geom type='plane' size='5 5 1' pos='0 0 -1'/><body><joint/><geom size='.1'/></body>
              <body><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
        )
        .unwrap();
        let mark = Grid::new(&m, 2, 2).mark(&m);
        assert_eq!((mark.geom, mark.center[2]), (2, -1.0));
    }

    #[test]
    fn packed_quaternions_keep_their_value() {
        for k in 0..1000 {
            let x = f64::from(k);
            let turn = quat::normalize([(x * 0.37).sin(), (x * 0.11).cos(), (x * 0.73).sin(), (x * 0.05).cos()]).0;
            let found = unpacked(packed(turn));
            let same: f64 = (0..4).map(|k| found[k] * turn[k]).sum();
            assert!(same.abs() > 1.0 - 1e-7, "{turn:?} {found:?}");
        }
        let word = near([0.0, 1.0, 0.5], [0.0, 0.0, 1.0, 0.0]);
        assert_eq!((word & 0x7ff, word >> 11 & 0x7ff, word >> 22 & 0x7ff, word >> 33 & 3), (0, 2047, 1024, 2));
        assert_eq!((word >> 35 & 0x3ff, word >> 45 & 0x3ff, word >> 55), (512, 512, 256));
        assert_eq!(unpacked(packed([f64::NAN; 4])).iter().map(|x| x * x).sum::<f64>().round(), 1.0);
    }
}
