//! What makes the worlds of a player differ: noise on their first states, or random controls.
//!
//! Every number follows from the seed, the world and its place, so that a run repeats bit for bit.

use crate::scene::read::{id, row};
use sim_core::math::{Vec3, quat, vec3};
use sim_core::{Data, EqType, JointType, Model, ObjType};
use std::collections::BTreeSet;

/// Largest change of a hinge, and of each axis of a ball joint, in radians.
const ANGLE: f64 = 0.1;

/// Largest change of a joint with limits, as a share of its range.
const SHARE: f64 = 0.05;

/// Largest change of a slide joint, as a share of the model's extent.
const SLIDE: f64 = 0.02;

/// Largest change of a velocity: m/s or rad/s.
const VELOCITY: f64 = 0.1;

/// Simulated seconds between two independent values of a control.
const CONTROL_PERIOD: f64 = 0.5;

/// Largest distance of a random control from its first value, as a share of half its range.
const CONTROL_SHARE: f64 = 0.7;

/// Penetration that noise may add before a floating body is lifted, in metres.
const DEEPER: f64 = 1e-4;

/// What makes worlds of one model differ.
///
/// ```
/// use sim_view::viewer::Variation;
///
/// assert_eq!(Variation::default(), Variation::None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variation {
    /// All worlds are alike.
    #[default]
    None,
    /// Each world starts from another state: seeded noise on positions and velocities, within the limits of joints.
    Noise,
    /// Smooth random controls drive each world.
    Controls,
}

/// The chosen variation, its seed, and what users took over.
#[derive(Debug, Default)]
pub(super) struct Vary {
    pub kind: Variation,
    pub seed: u64,
    /// Worlds and actuators whose control a user has set.
    taken: BTreeSet<(usize, usize)>,
    /// Controls of the first state.
    first: Vec<f64>,
}

impl Vary {
    /// A variation with its seed.
    pub fn new(kind: Variation, seed: u64) -> Self {
        Self { kind, seed, ..Self::default() }
    }

    /// Starts again: no control is the user's. `first` is a world that nothing has changed.
    pub fn restart(&mut self, first: Option<&Data>) {
        self.taken.clear();
        self.first = first.map(|world| world.ctrl.clone()).unwrap_or_default();
    }

    /// A user sets this control from now on.
    pub fn take_over(&mut self, world: usize, actuator: usize) {
        if self.kind == Variation::Controls {
            self.taken.insert((world, actuator));
        }
    }

    /// Adds the noise of a world to its state.
    pub fn disturb(&self, m: &Model, d: &mut Data, world: usize) {
        if self.kind != Variation::Noise {
            return;
        }
        let mut random = Random::new(self.seed, world);
        let closed = closed_trees(m);
        for joint in 0..m.njnt {
            let tree = id(&m.jnt_bodyid, joint).and_then(|body| id(&m.body_treeid, body));
            if tree.is_none_or(|tree| !closed.contains(&tree)) {
                disturb_joint(m, d, joint, &mut random);
            }
        }
        d.qvel.iter_mut().for_each(|speed| *speed += VELOCITY * random.signed());
    }

    /// Writes the controls of a world for its time.
    pub fn drive(&self, m: &Model, d: &mut Data, world: usize) {
        if self.kind != Variation::Controls {
            return;
        }
        let time = d.time;
        for (actuator, control) in d.ctrl.iter_mut().enumerate() {
            if !self.taken.contains(&(world, actuator)) {
                let first = self.first.get(actuator).copied().unwrap_or(0.0);
                let wave = wave(self.seed, world, actuator, time / CONTROL_PERIOD);
                *control = control_of(m, actuator, first, wave);
            }
        }
    }
}

/// Moves a joint by noise that its limits allow.
fn disturb_joint(m: &Model, d: &mut Data, joint: usize, random: &mut Random) -> Option<()> {
    let at = id(&m.jnt_qposadr, joint)?;
    let range: [f64; 2] = row(&m.jnt_range, joint)?;
    let limited = m.jnt_limited.get(joint)?.get() && range[0] < range[1];
    match *m.jnt_type.get(joint)? {
        JointType::Free => turn(d.qpos.get_mut(at + 3..at + 7)?, random.vector(ANGLE), None),
        JointType::Ball => turn(d.qpos.get_mut(at..at + 4)?, random.vector(ANGLE), limited.then_some(range[1])),
        kind => {
            let most = if kind == JointType::Slide { SLIDE * m.stat.extent.clamp(0.0, 1e6) } else { ANGLE };
            let most = if limited { most.min(SHARE * (range[1] - range[0])) } else { most };
            let entry = d.qpos.get_mut(at)?;
            let moved = *entry + most * random.signed();
            // a position that is outside its limits already comes no nearer by force
            *entry = if limited { moved.clamp(range[0].min(*entry), range[1].max(*entry)) } else { moved };
            Some(())
        }
    }
}

/// Turns a quaternion by a rotation vector, unless that would turn it beyond `most` radians.
fn turn(entry: &mut [f64], by: Vec3, most: Option<f64>) -> Option<()> {
    let own = quat::normalize(*entry.first_chunk::<4>()?).0;
    let turned = quat::normalize(quat::mul(own, quat::from_rotvec(by))).0;
    if most.is_none_or(|most| vec3::norm(quat::to_rotvec(turned)) <= most) {
        entry.copy_from_slice(&turned);
    }
    Some(())
}

/// Trees whose positions equality constraints bind: noise would tear their loops.
fn closed_trees(m: &Model) -> BTreeSet<usize> {
    let tree = |body: usize| id(&m.body_treeid, body);
    let body_of = |kind: ObjType, object: Option<usize>| match kind {
        ObjType::Site => id(&m.site_bodyid, object?),
        _ => object,
    };
    let mut trees = BTreeSet::new();
    for equality in 0..m.neq {
        let bodies = match m.eq_type.get(equality) {
            Some(&(EqType::Connect | EqType::Weld)) => {
                let kind = m.eq_objtype.get(equality).copied().unwrap_or(ObjType::Body);
                [&m.eq_obj1id, &m.eq_obj2id].map(|list| body_of(kind, id(list, equality)))
            }
            Some(&EqType::Joint) => [&m.eq_obj1id, &m.eq_obj2id].map(|list| id(&m.jnt_bodyid, id(list, equality)?)),
            _ => [None; 2],
        };
        trees.extend(bodies.into_iter().flatten().filter_map(tree));
    }
    trees
}

/// A control around its first value, within its range.
fn control_of(m: &Model, actuator: usize, first: f64, wave: f64) -> f64 {
    let limited = m.actuator_ctrllimited.get(actuator).is_some_and(|flag| flag.get());
    match row::<f64, 2>(&m.actuator_ctrlrange, actuator).filter(|range| limited && range[0] < range[1]) {
        Some([low, high]) => (first + CONTROL_SHARE * 0.5 * (high - low) * wave).clamp(low, high),
        None => first + CONTROL_SHARE * wave,
    }
}

/// A smooth curve through random values from -1 to 1 at whole numbers.
fn wave(seed: u64, world: usize, actuator: usize, x: f64) -> f64 {
    let x = if x.is_finite() { x } else { 0.0 };
    let (start, part) = (x.floor(), x - x.floor());
    let value = |place: f64| {
        let place = place as i64 as u64;
        signed(mix(mix(mix(seed, world as u64), actuator as u64), place))
    };
    let (a, b) = (value(start), value(start + 1.0));
    a + (b - a) * part * part * (3.0 - 2.0 * part)
}

/// Random numbers of one world.
struct Random {
    state: u64,
    count: u64,
}

impl Random {
    fn new(seed: u64, world: usize) -> Self {
        Self { state: mix(seed, world as u64), count: 0 }
    }

    /// A number from -1 to 1.
    fn signed(&mut self) -> f64 {
        self.count += 1;
        signed(mix(self.state, self.count))
    }

    fn vector(&mut self, most: f64) -> Vec3 {
        [0; 3].map(|_| most * self.signed())
    }
}

/// Mixes two numbers, by the finishing rounds of SplitMix64.
fn mix(a: u64, b: u64) -> u64 {
    let z = a.wrapping_add(b.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The upper bits as a number from -1 to 1.
fn signed(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// Deepest penetration of a world's contacts, in metres.
pub(super) fn depth(d: &Data) -> f64 {
    d.contact.iter().map(|contact| -contact.dist).fold(0.0, f64::max)
}

/// Lifts floating bodies, against gravity, so that no contact is deeper than `most`. Returns whether something moved.
pub(super) fn lift(m: &Model, d: &mut Data, most: f64) -> bool {
    let by = depth(d) - most;
    let (up, weight) = vec3::normalize(vec3::scale(m.opt.gravity, -1.0));
    if !(by > DEEPER && by.is_finite() && weight > 0.0) {
        return false;
    }
    let free = (0..m.njnt).filter(|&joint| m.jnt_type.get(joint) == Some(&JointType::Free));
    let mut moved = false;
    for at in free.filter_map(|joint| id(&m.jnt_qposadr, joint)) {
        if let Some(entry) = d.qpos.get_mut(at..at + 3) {
            entry.iter_mut().zip(up).for_each(|(x, up)| *x += by * up);
            moved = true;
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of joint; some start at or beyond a limit.
    const JOINTS: &str = "<mujoco><worldbody>
      <geom type='plane' size='5 5 .1'/>
      <body pos='0 0 .1'><freejoint/><geom size='.1'/>
        <body pos='.2 0 0'><joint name='hinge' range='0 10'/><geom size='.05'/></body>
        <body pos='-.2 0 0'><joint name='ball' type='ball' range='0 3'/><geom size='.05'/></body>
        <body pos='0 .2 0'><joint name='slide' type='slide' range='-.001 .001'/><geom size='.05'/></body>
      </body>
      <body name='a' pos='3 0 1'><joint/><geom size='.1'/></body>
      <body name='b' pos='3.5 0 1'><joint/><geom size='.1'/></body>
    </worldbody>
    <equality><connect body1='a' body2='b' anchor='.25 0 0'/></equality>
    <actuator><motor joint='hinge' ctrlrange='-2 6'/><motor joint='slide'/></actuator></mujoco>";

    fn model() -> Model {
        sim_mjcf::load_str(JOINTS).unwrap()
    }

    #[test]
    fn noise_keeps_limits_norms_and_loops() {
        let m = model();
        let vary = Vary::new(Variation::Noise, 7);
        let mut all = BTreeSet::new();
        for world in 0..100 {
            let mut d = m.make_data();
            vary.disturb(&m, &mut d, world);
            let [hinge, slide] = [d.qpos[7], d.qpos[12]];
            assert!((0.0..=10f64.to_radians()).contains(&hinge) && slide.abs() <= 0.001, "{hinge} {slide}");
            for q in [&d.qpos[3..7], &d.qpos[8..12]] {
                assert!((q.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-12, "{q:?}");
            }
            let ball: [f64; 4] = d.qpos[8..12].try_into().unwrap();
            assert!(vec3::norm(quat::to_rotvec(ball)) <= 3f64.to_radians() + 1e-12);
            assert_eq!(d.qpos[13..15], m.qpos0[13..15], "a closed loop is not torn");
            assert_eq!(d.qpos[..3], m.qpos0[..3], "bodies stay at their place");
            all.insert(d.qpos.iter().chain(&d.qvel).map(|x| x.to_bits()).collect::<Vec<_>>());
        }
        assert_eq!(all.len(), 100, "no world is like another");
    }

    #[test]
    fn a_seed_repeats_and_another_differs() {
        let m = model();
        let state = |seed: u64, world: usize| {
            let mut d = m.make_data();
            Vary::new(Variation::Noise, seed).disturb(&m, &mut d, world);
            d.qpos.iter().chain(&d.qvel).map(|x| x.to_bits()).collect::<Vec<_>>()
        };
        assert_eq!(state(3, 5), state(3, 5));
        assert!(state(3, 5) != state(4, 5) && state(3, 5) != state(3, 6));
    }

    #[test]
    fn a_body_that_noise_pushed_into_the_floor_is_lifted() {
        let m = model();
        let mut d = m.make_data();
        d.forward(&m).unwrap();
        let most = depth(&d);
        d.qpos[2] -= 0.05;
        d.forward(&m).unwrap();
        assert!(depth(&d) > most + 0.04 && lift(&m, &mut d, most));
        d.forward(&m).unwrap();
        assert!((depth(&d) - most).abs() < 1e-9 && !lift(&m, &mut d, most));
    }

    #[test]
    fn controls_are_smooth_differ_by_world_and_stay_in_their_ranges() {
        let m = model();
        let mut vary = Vary::new(Variation::Controls, 1);
        let start = m.make_data();
        vary.restart(Some(&start));
        let at = |vary: &Vary, world: usize, time: f64| {
            let mut d = m.make_data();
            d.time = time;
            vary.drive(&m, &mut d, world);
            d.ctrl.to_vec()
        };
        let mut largest: f64 = 0.0;
        for k in 0..2000 {
            let (now, next) = (at(&vary, 3, 0.01 * f64::from(k)), at(&vary, 3, 0.01 * f64::from(k + 1)));
            assert!((-2.0..=6.0).contains(&now[0]) && now[1].abs() <= 1.0);
            assert!((now[0] - next[0]).abs() < 0.5, "no jumps: {now:?} {next:?}");
            largest = largest.max(now[0].abs());
        }
        assert!(largest > 1.0 && at(&vary, 3, 0.4) != at(&vary, 4, 0.4) && at(&vary, 3, 0.4) == at(&vary, 3, 0.4));
        for time in [f64::NAN, f64::INFINITY, -1e300] {
            assert!(at(&vary, 0, time).iter().all(|x| x.is_finite()), "{time}");
        }
        vary.take_over(3, 0);
        assert_eq!(at(&vary, 3, 0.4)[0], 0.0, "a control that a user set is the user's");
        assert_ne!(at(&vary, 4, 0.4)[0], 0.0);
        vary.restart(Some(&start));
        assert_ne!(at(&vary, 3, 0.4)[0], 0.0, "until the worlds begin anew");
    }
}
