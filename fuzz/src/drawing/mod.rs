//! Scenes with extreme entries of the model, the world, the view and the scene. Drawing returns pictures or errors within
//! the memory limit, and they do not depend on the number of threads.

// the allocator of every target
#[path = "../../../crates/sim-core/tests/counting/mod.rs"]
mod counting;
mod scenery;
mod subject;

use crate::dice::Dice;
use counting::{HELD, PEAK};
use sim_core::Model;
use sim_view::Scene;
use sim_view::render::{Options, RenderError, Renderer, Threads};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use subject::Subject;

/// Default memory limit of a renderer: enough for a usual scene of these models.
const MEMORY: u64 = 48 << 20;
/// Bytes beyond the limit: names and lists that grow with the model, which has its own limits.
const UNCOUNTED: u64 = 1 << 20;
/// Longest side of a picture.
const SIDE: usize = 64;
/// The most pictures of one run.
const MAX_PICTURES: usize = 3;

/// The `scene` target: a world, then scenes and pictures of it.
pub fn run(bytes: &[u8]) {
    let mut dice = Dice::new(bytes);
    let Some(mut subject) = Subject::new(&mut dice) else { return };
    let (width, height) = (side(&mut dice), side(&mut dice));
    let options = Options::default().with_threads(1).with_memory(memory(&mut dice));
    let scenes: Vec<Scene> = (0..1 + dice.below(MAX_PICTURES)).map(|_| subject.scene(&mut dice)).collect();
    let uploads: Vec<[usize; 2]> = (0..dice.below(4)).map(|_| [dice.below(5), dice.below(6)]).collect();
    let session = Session { model: &subject.model, size: [width, height], options, scenes: &scenes, uploads: &uploads };
    let alone = within(&options, || session.pictures(None));
    if let Some(threads) = two_threads() {
        let shared = within(&options, || session.pictures(Some(threads)));
        compare(&alone, &shared);
    }
}

/// Returns a side of the picture, sometimes an invalid one.
fn side(dice: &mut Dice<'_>) -> usize {
    if dice.chance(4) { dice.pick(&[0, RenderError::MOST_PIXELS + 1, usize::MAX]) } else { 1 + dice.below(SIDE) }
}

/// Returns the memory limit, sometimes too low.
fn memory(dice: &mut Dice<'_>) -> u64 {
    if dice.chance(24) { 1 << dice.below(27) } else { MEMORY }
}

fn two_threads() -> Option<&'static Threads> {
    static THREADS: OnceLock<Option<Threads>> = OnceLock::new();
    THREADS.get_or_init(|| Threads::new(2).ok()).as_ref()
}

/// All pictures of one scene, each of them a value or an error.
#[derive(Default)]
struct Pictures {
    color: Vec<u8>,
    depth: Vec<f32>,
    buffer: Vec<f32>,
    objects: Vec<[i32; 2]>,
    outcomes: [Option<RenderError>; 4],
}

/// Input of a renderer.
struct Session<'a> {
    model: &'a Model,
    size: [usize; 2],
    options: Options,
    scenes: &'a [Scene],
    /// Kind and index of the asset that is uploaded again between two scenes.
    uploads: &'a [[usize; 2]],
}

impl Session<'_> {
    /// Makes a renderer and draws pictures of every scene; returns them and the bytes of their arrays.
    fn pictures(&self, threads: Option<&Threads>) -> (Result<Vec<Pictures>, RenderError>, u64) {
        let [width, height] = self.size;
        let made = match threads {
            Some(threads) => Renderer::with_threads(self.model, width, height, self.options, threads),
            None => Renderer::new(self.model, width, height, self.options),
        };
        let mut renderer = match made {
            Ok(renderer) => renderer,
            Err(error) => return (Err(error), 0),
        };
        assert!((1..=SIDE).contains(&width) && (1..=SIDE).contains(&height), "{width} x {height} was not refused");
        let mut all = vec![];
        for scene in self.scenes {
            all.push(take(&mut renderer, scene));
            for [kind, id] in self.uploads {
                upload(&mut renderer, self.model, *kind, *id);
            }
        }
        let pixels = width * height;
        let bytes = all.len() * (pixels * (3 + 4 + 4 + 8) + size_of::<Pictures>());
        (Ok(all), 2 * bytes as u64)
    }
}

fn upload(renderer: &mut Renderer, model: &Model, kind: usize, id: usize) {
    let id = if id == 5 { usize::MAX } else { id };
    let outcome = match kind {
        0 => renderer.upload_mesh(model, id),
        1 => renderer.upload_hfield(model, id),
        2 => renderer.upload_texture(model, id),
        3 => renderer.upload_skin(id, &[[0, 1, 2], [0, 2, u32::MAX]], &[]),
        _ => renderer.resize(1 + id % SIDE, id),
    };
    if let Err(error) = outcome {
        let _ = error.to_string();
    }
}

/// Draws all pictures; those without an error must hold valid numbers.
fn take(renderer: &mut Renderer, scene: &Scene) -> Pictures {
    let pixels = renderer.width() * renderer.height();
    let mut p = Pictures {
        color: vec![0; 3 * pixels],
        depth: vec![0.0; pixels],
        buffer: vec![0.0; pixels],
        objects: vec![[0; 2]; pixels],
        ..Pictures::default()
    };
    p.outcomes[0] = renderer.color(scene, &mut p.color).err();
    p.outcomes[1] = renderer.depth(scene, &mut p.depth).err();
    p.outcomes[2] = renderer.depth_buffer(scene, &mut p.buffer).err();
    p.outcomes[3] = renderer.segmentation(scene, &mut p.objects).err();
    if p.outcomes[1].is_none() {
        assert!(p.depth.iter().all(|distance| !distance.is_nan()), "a distance is NaN");
    }
    if p.outcomes[2].is_none() {
        assert!(
            p.buffer.iter().all(|value| (0.0..=1.0).contains(value)),
            "a value of the depth buffer is beyond its ends"
        );
    }
    p
}

/// Runs a call and checks that it takes no more memory than its options allow.
fn within<T>(options: &Options, work: impl FnOnce() -> (T, u64)) -> T {
    let before = HELD.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let (outcome, arrays) = work();
    let taken = PEAK.load(Ordering::Relaxed).saturating_sub(before) as u64;
    let allowed = options.memory + UNCOUNTED + arrays;
    assert!(taken <= allowed, "{taken} bytes were taken, {} are allowed", options.memory);
    outcome
}

/// Compares pictures and errors of two runs. The one with more threads may exceed the memory limit.
fn compare(alone: &Result<Vec<Pictures>, RenderError>, shared: &Result<Vec<Pictures>, RenderError>) {
    let (alone, shared) = match (alone, shared) {
        (Ok(alone), Ok(shared)) => (alone, shared),
        (a, b) => return same_outcome(a.as_ref().err(), b.as_ref().err()),
    };
    for (a, b) in alone.iter().zip(shared) {
        for (one, other) in a.outcomes.iter().zip(&b.outcomes) {
            same_outcome(one.as_ref(), other.as_ref());
        }
        let both = |k: usize| a.outcomes[k].is_none() && b.outcomes[k].is_none();
        let bits = |list: &[f32]| list.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert!(!both(0) || a.color == b.color, "colours differ between one thread and two");
        assert!(!both(1) || bits(&a.depth) == bits(&b.depth), "depths differ between one thread and two");
        assert!(!both(2) || bits(&a.buffer) == bits(&b.buffer), "depth buffers differ between one thread and two");
        assert!(!both(3) || a.objects == b.objects, "segmentations differ between one thread and two");
    }
}

fn same_outcome(alone: Option<&RenderError>, shared: Option<&RenderError>) {
    let too_little = |error: Option<&RenderError>| matches!(error, Some(RenderError::Memory { .. }));
    if !too_little(alone) && !too_little(shared) {
        let [alone, shared] = [alone, shared].map(|error| error.map(ToString::to_string));
        assert!(alone == shared, "one thread: {alone:?}; two: {shared:?}");
    }
}
