//! Breaks worlds on purpose, for a long time. Each fault stays in its world and becomes its error. A reset repairs the world.
//! All other worlds stay bit-equal to those of an undisturbed batch. Memory does not grow, and dropping the worlds frees
//! it.
//!
//! The short run is a test of the suite; `cargo xtask soak --minutes N` makes the long one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod common;
#[path = "../../../crates/sim-core/tests/counting/mod.rs"]
mod counting;

use common::Random;
use counting::HELD;
use sim_core::arrays::ArrayRef;
use sim_core::{BatchError, BatchSim, Data, JointType, Model, StepError};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const MODELS: [&str; 9] =
    ["humanoid", "quadruped", "gripper", "muscle_arm", "loops", "swimmer", "terrain", "pendulum_free", HEAP];
/// Forty balls that fall past each other: put into each other they make more contacts than their model allows.
const HEAP: &str = "heap";
const HEAP_CONTACTS: usize = 300;
const WORLDS: usize = 12;
/// Steps of a round: inputs are set, worlds broken and results compared between rounds.
const STEPS: usize = 10;
/// Threads of the disturbed batch and of the undisturbed one.
const THREADS: [usize; 2] = [4, 2];
/// Bytes that threads may keep: less than a few for each fault, or for each step that panicked.
const KEPT: usize = 16 << 10;

/// A fault of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    NanPosition,
    HugePosition,
    InfiniteVelocity,
    NanControl,
    HugeControl,
    NanActivation,
    NanForce,
    InfiniteWrench,
    ZeroQuaternions,
    NanTime,
    NanWarmStart,
    /// An array is empty: the engine panics.
    MissingArray,
    /// An array is too short: the engine panics later.
    ShortArray,
    /// Everything moves at a speed that the step cannot follow.
    Explosion,
    /// All free bodies are in one place.
    OnePlace,
    /// The world has a limit of contacts that any touch exceeds.
    NoContacts,
    /// The world overrides masses, gains and friction.
    EditedModel,
    /// A wrong index of the world's model, which must be refused.
    WrongIndex,
}

const FAULTS: [Fault; 18] = [
    Fault::NanPosition,
    Fault::HugePosition,
    Fault::InfiniteVelocity,
    Fault::NanControl,
    Fault::HugeControl,
    Fault::NanActivation,
    Fault::NanForce,
    Fault::InfiniteWrench,
    Fault::ZeroQuaternions,
    Fault::NanTime,
    Fault::NanWarmStart,
    Fault::MissingArray,
    Fault::ShortArray,
    Fault::Explosion,
    Fault::OnePlace,
    Fault::NoContacts,
    Fault::EditedModel,
    Fault::WrongIndex,
];

impl Fault {
    fn inject(self, m: &Model, d: &mut Data, rng: &mut Random) {
        fn put(array: &mut [f64], value: f64, rng: &mut Random) {
            if !array.is_empty() {
                let i = rng.below(array.len());
                array[i] = value;
            }
        }
        match self {
            Self::NanPosition => put(&mut d.qpos, f64::NAN, rng),
            Self::HugePosition => put(&mut d.qpos, 1e300, rng),
            Self::InfiniteVelocity => put(&mut d.qvel, f64::INFINITY, rng),
            Self::NanControl => put(&mut d.ctrl, f64::NAN, rng),
            Self::HugeControl => put(&mut d.ctrl, 1e300, rng),
            Self::NanActivation => put(&mut d.act, f64::NAN, rng),
            Self::NanForce => put(&mut d.qfrc_applied, f64::NAN, rng),
            Self::InfiniteWrench => {
                // on a body that can move
                let body = m.dof_bodyid[rng.below(m.nv)] as usize;
                put(&mut d.xfrc_applied[6 * body..6 * body + 6], f64::NEG_INFINITY, rng);
            }
            Self::ZeroQuaternions => {
                for j in 0..m.njnt {
                    let at = m.jnt_qposadr[j] as usize;
                    match m.jnt_type[j] {
                        JointType::Free => d.qpos[at + 3..at + 7].fill(0.0),
                        JointType::Ball => d.qpos[at..at + 4].fill(0.0),
                        _ => {}
                    }
                }
            }
            Self::NanTime => d.time = f64::NAN,
            Self::NanWarmStart => d.qacc_warmstart.fill(f64::NAN),
            Self::MissingArray => match rng.below(4) {
                0 => d.cdof.clear(),
                1 => d.xpos.clear(),
                2 => d.cinert.clear(),
                _ => d.qfrc_bias.clear(),
            },
            Self::ShortArray => d.xquat.truncate(4),
            Self::Explosion => d.qvel.iter_mut().for_each(|v| *v = rng.around(1e7)),
            Self::OnePlace => {
                let free = (0..m.njnt).filter(|j| m.jnt_type[*j] == JointType::Free);
                for at in free.map(|j| m.jnt_qposadr[j] as usize) {
                    d.qpos[at..at + 3].fill(0.5);
                }
            }
            Self::NoContacts | Self::EditedModel | Self::WrongIndex => {}
        }
    }

    /// The faults that are edits of the world's model.
    fn edit(self, batch: &mut BatchSim, world: usize, rng: &mut Random) {
        match self {
            Self::NoContacts => batch.override_model(world, |m| m.limits.contacts = Some(0)).unwrap(),
            Self::EditedModel => {
                let factors = [0; 3].map(|_| 1.0 + rng.around(0.5));
                let scale = |array: &mut [f64], factor: f64| array.iter_mut().for_each(|x| *x *= factor);
                let edited = batch.override_model(world, |m| {
                    scale(&mut m.body_mass, factors[0]);
                    scale(&mut m.body_inertia, factors[0]);
                    scale(&mut m.actuator_gainprm, factors[1]);
                    scale(&mut m.geom_friction, factors[2]);
                });
                edited.unwrap();
            }
            Self::WrongIndex => {
                let before = batch.model_of(world).unwrap().clone();
                let body = 1 + rng.below(before.nbody - 1);
                let refused = batch.override_model(world, |m| m.body_parentid[body] = m.nbody as i32);
                assert!(matches!(refused, Err(BatchError::Model { .. })), "{refused:?}");
                assert!(Arc::ptr_eq(&before, batch.model_of(world).unwrap()), "a refused edit took effect");
            }
            _ => {}
        }
    }

    /// Whether the fault explains this error.
    fn explains(self, error: &Option<StepError>) -> bool {
        match self {
            Self::NanPosition | Self::HugePosition => matches!(error, Some(StepError::BadPosition { .. })),
            Self::InfiniteVelocity => matches!(error, Some(StepError::BadVelocity { .. })),
            Self::MissingArray | Self::ShortArray => matches!(error, Some(StepError::Panicked { .. })),
            Self::NanForce | Self::InfiniteWrench => error.is_some(),
            Self::NoContacts => matches!(error, None | Some(StepError::TooLarge { .. })),
            // a refused edit leaves the world unchanged
            Self::WrongIndex => error.is_none(),
            // the engine may have an answer to these
            _ => !matches!(error, Some(StepError::Panicked { .. })),
        }
    }
}

/// The bits of a world's whole state.
fn bits(m: &Model, d: &Data, out: &mut Vec<u64>) {
    out.clear();
    out.extend([d.time.to_bits(), d.ncon as u64, d.nefc as u64]);
    let mut add = |_: &str, _, array: ArrayRef<'_>| match array {
        ArrayRef::F64(a) => out.extend(a.iter().map(|x| x.to_bits())),
        ArrayRef::F32(a) => out.extend(a.iter().map(|x| u64::from(x.to_bits()))),
        ArrayRef::I32(a) => out.extend(a.iter().map(|x| *x as u64)),
        ArrayRef::I64(a) => out.extend(a.iter().map(|x| *x as u64)),
        ArrayRef::U8(a) => out.extend(a.iter().map(|x| u64::from(*x))),
        ArrayRef::Bool(a) => out.extend(a.iter().map(|x| u64::from(x.get()))),
    };
    d.visit_arrays(m, &mut add);
    d.visit_row_arrays(&mut add);
}

/// Two batches of one model; one is disturbed.
struct Scene {
    name: &'static str,
    model: Arc<Model>,
    disturbed: BatchSim,
    twin: BatchSim,
    /// The fault of each world in the disturbed batch.
    broken: [Option<Fault>; WORLDS],
}

/// Counts of events so far.
#[derive(Default)]
struct Tally {
    rounds: usize,
    steps: usize,
    compared: usize,
    faults: BTreeMap<Fault, usize>,
    errors: BTreeMap<String, usize>,
}

/// The model with many balls.
fn heap() -> Model {
    let ball =
        "<replicate count='40' offset='.3 0 0'><body pos='0 0 1'><freejoint/><geom size='.1'/></body></replicate>";
    let text = format!("<mujoco><worldbody><geom type='plane' size='0 0 1'/>{ball}</worldbody></mujoco>");
    let mut model = sim_mjcf::load_model(&text).unwrap();
    model.limits.contacts = Some(HEAP_CONTACTS);
    model
}

impl Scene {
    fn new(name: &'static str) -> Self {
        let file = || common::root().join(format!("models/{name}.xml"));
        let model = if name == HEAP { heap() } else { sim_mjcf::load_model_from_file(file()).unwrap() };
        let model = Arc::new(model);
        let [disturbed, twin] = [0; 2].map(|_| BatchSim::new(model.clone(), WORLDS));
        Self { name, model, disturbed, twin, broken: [None; WORLDS] }
    }

    fn both(&mut self, world: usize) -> [&mut Data; 2] {
        [self.disturbed.world_mut(world).unwrap(), self.twin.world_mut(world).unwrap()]
    }

    /// Resets a world in both batches, its forces included.
    fn reset(&mut self, world: usize) {
        self.disturbed.clear_override(world).unwrap();
        self.disturbed.reset(world).unwrap();
        self.twin.reset(world).unwrap();
        for d in self.both(world) {
            d.qfrc_applied.fill(0.0);
            d.xfrc_applied.fill(0.0);
        }
        self.broken[world] = None;
    }

    /// Sets new controls and forces of the intact worlds, equal in both batches.
    fn drive(&mut self, rng: &mut Random) {
        for world in (0..WORLDS).filter(|w| self.broken[*w].is_none()).collect::<Vec<_>>() {
            let seed = rng.below(1 << 30) as u64;
            for d in self.both(world) {
                let mut rng = Random::new(seed);
                d.ctrl.iter_mut().for_each(|c| *c = rng.around(0.5));
                d.qfrc_applied.iter_mut().for_each(|f| *f = rng.around(0.05));
            }
        }
    }

    fn round(&mut self, pools: &[rayon::ThreadPool; 2], rng: &mut Random, tally: &mut Tally) {
        self.drive(rng);
        for world in 0..WORLDS {
            if self.broken[world].is_none() && rng.below(8) == 0 {
                let fault = FAULTS[rng.below(FAULTS.len())];
                // a model without activations cannot have a bad one
                let possible = !(fault == Fault::NanActivation && self.model.na == 0);
                if possible {
                    fault.inject(&self.model, self.disturbed.world_mut(world).unwrap(), rng);
                    fault.edit(&mut self.disturbed, world, rng);
                    self.broken[world] = Some(fault);
                    *tally.faults.entry(fault).or_default() += 1;
                }
            }
        }
        let found = pools[0].install(|| self.disturbed.step_all_n(STEPS));
        let expected = pools[1].install(|| self.twin.step_all_n(STEPS));
        let (mut ours, mut theirs) = (vec![], vec![]);
        for world in 0..WORLDS {
            let place = || format!("{} world {world}, round {}", self.name, tally.rounds);
            if let Some(error) = &found[world] {
                let kind = format!("{error:?}").split([' ', '(']).next().unwrap_or_default().to_string();
                *tally.errors.entry(kind).or_default() += 1;
            }
            let Some(fault) = self.broken[world] else {
                assert_eq!(found[world], expected[world], "{}", place());
                bits(&self.model, self.disturbed.world(world).unwrap(), &mut ours);
                bits(&self.model, self.twin.world(world).unwrap(), &mut theirs);
                assert!(ours == theirs, "{}: differs from its twin", place());
                tally.compared += 1;
                // random inputs may make an intact world diverge
                if found[world].is_some() {
                    self.reset(world);
                }
                continue;
            };
            assert!(fault.explains(&found[world]), "{}: {fault:?} led to {:?}", place(), found[world]);
            // some stay broken for a while
            if rng.below(3) > 0 {
                self.reset(world);
            }
        }
        tally.rounds += 1;
        tally.steps += 2 * STEPS * WORLDS;
    }
}

/// Memory of the process in bytes, with its allocator's pages; zero if the system does not report it.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or(0) * 4096
}

/// Number of caught panics. A hook counts them instead of printing them for an hour.
static CAUGHT: AtomicUsize = AtomicUsize::new(0);

fn count_panics_of_the_engine() {
    let ordinary = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let engine = info.location().is_some_and(|l| l.file().contains("sim-core"));
        let worker = rayon::current_thread_index().is_some();
        if engine && worker {
            CAUGHT.fetch_add(1, Ordering::Relaxed);
        } else {
            ordinary(info);
        }
    }));
}

/// Runs rounds over all models until `done`, which gets the counts so far.
fn rounds(pools: &[rayon::ThreadPool; 2], mut done: impl FnMut(&Tally) -> bool) -> Tally {
    let mut scenes = MODELS.map(Scene::new);
    let mut rng = Random::new(2024);
    let mut tally = Tally::default();
    while !done(&tally) {
        for scene in &mut scenes {
            scene.round(pools, &mut rng, &mut tally);
        }
    }
    tally
}

/// Runs the rounds after a few that warm up the threads. Afterwards the worlds' memory must be free.
fn soak(done: impl FnMut(&Tally) -> bool) -> Tally {
    count_panics_of_the_engine();
    let pools = THREADS.map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap());
    rounds(&pools, |tally| tally.rounds >= 3 * MODELS.len());
    let before = HELD.load(Ordering::Relaxed);
    let tally = rounds(&pools, done);
    let left = HELD.load(Ordering::Relaxed).saturating_sub(before);
    println!("{left} bytes left of the worlds and of the threads that stepped them");
    assert!(left <= KEPT, "{left} bytes were not given back");
    assert_eq!(CAUGHT.load(Ordering::Relaxed) > 0, tally.errors.contains_key("Panicked"));
    tally
}

#[test]
fn broken_worlds_disturb_nobody() {
    if std::env::var_os("SOAK_MINUTES").is_some() {
        return;
    }
    let tally = soak(|tally| tally.rounds >= 15 * MODELS.len());
    assert_eq!(tally.faults.len(), FAULTS.len(), "every fault happened: {:?}", tally.faults);
    assert!(tally.errors.contains_key("Panicked") && tally.errors.contains_key("TooLarge"), "{:?}", tally.errors);
    assert!(tally.compared > 100);
}

#[test]
#[ignore = "as long as SOAK_MINUTES says; cargo xtask soak runs it"]
fn for_a_long_time() {
    let minutes: f64 = std::env::var("SOAK_MINUTES").ok().and_then(|m| m.parse().ok()).unwrap_or(1.0);
    let (start, mut next) = (Instant::now(), Duration::from_secs(60));
    let (mut warm, mut largest) = (0, 0);
    let tally = soak(|tally| {
        let (now, elapsed) = (HELD.load(Ordering::Relaxed), start.elapsed());
        // every world has seen its faults and its contacts once
        if tally.rounds >= 200 * MODELS.len() && warm == 0 {
            warm = now;
        }
        largest = largest.max(now);
        if elapsed >= next {
            next += Duration::from_secs(60);
            let Tally { rounds, steps, compared, faults, errors } = tally;
            println!(
                "{:.0} min: {rounds} rounds, {steps} steps, {compared} worlds compared, {} faults, errors {errors:?}, \
                 {now} bytes held, {warm} when warm, {largest} at most; {} resident",
                elapsed.as_secs_f64() / 60.0,
                faults.values().sum::<usize>(),
                resident(),
            );
        }
        elapsed.as_secs_f64() >= 60.0 * minutes
    });
    println!("{} rounds, {} steps, {} worlds compared with their twins", tally.rounds, tally.steps, tally.compared);
    println!("faults {:?}", tally.faults);
    println!("errors {:?}", tally.errors);
    println!("memory: {warm} bytes held when warm, {largest} at most");
    // rows of contacts make room for the largest number so far
    assert!(warm == 0 || largest <= warm + warm / 5, "memory grew");
}
