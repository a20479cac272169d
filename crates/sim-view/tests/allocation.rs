//! Warm pictures allocate nothing, on any thread. The only test of its binary, because it counts the allocations of all
//! threads.

#![allow(clippy::expect_used)]

#[path = "../../sim-core/tests/counting/mod.rs"]
mod counting;
mod scenes;

use counting::TAKEN;
use scenes::{everything, model};
use sim_view::Scene;
use sim_view::render::{Options, Renderer, Threads};
use std::sync::Barrier;
use std::sync::atomic::Ordering;

/// Number of pictures of each of three kinds: more than a thousand together.
const ROUNDS: usize = 350;

/// Draws pictures of each kind.
struct Studio {
    renderer: Renderer,
    color: Vec<u8>,
    depth: Vec<f32>,
    objects: Vec<[i32; 2]>,
}

impl Studio {
    fn new(threads: &Threads) -> Self {
        let renderer = Renderer::with_threads(&model(), 72, 72, Options::default(), threads).expect("a renderer");
        let pixels = renderer.width() * renderer.height();
        Self { renderer, color: vec![0; 3 * pixels], depth: vec![0.0; pixels], objects: vec![[0; 2]; pixels] }
    }

    fn work(&mut self, scene: &Scene, rounds: usize) {
        for _ in 0..rounds {
            self.renderer.color(scene, &mut self.color).expect("colour");
            self.renderer.depth(scene, &mut self.depth).expect("depth");
            self.renderer.segmentation(scene, &mut self.objects).expect("segmentation");
        }
    }
}

#[test]
fn warm_pictures_take_no_memory() {
    let scene = everything();
    [1, 2, 4].into_iter().for_each(|threads| one_renderer(&scene, threads));
    two_renderers(&scene);
}

fn one_renderer(scene: &Scene, threads: usize) {
    let mut studio = Studio::new(&Threads::new(threads).expect("threads"));
    studio.work(scene, 2);
    let before = TAKEN.load(Ordering::Relaxed);
    studio.work(scene, ROUNDS);
    assert_eq!(TAKEN.load(Ordering::Relaxed) - before, 0, "{threads} threads");
}

/// Two renderers that share threads and draw at once.
fn two_renderers(scene: &Scene) {
    let (threads, meet) = (Threads::new(3).expect("threads"), Barrier::new(3));
    let draw = || {
        let mut studio = Studio::new(&threads);
        studio.work(scene, 2);
        meet.wait();
        meet.wait();
        studio.work(scene, ROUNDS / 2);
        meet.wait();
    };
    std::thread::scope(|scope| {
        (0..2).for_each(|_| _ = scope.spawn(draw));
        meet.wait();
        let before = TAKEN.load(Ordering::Relaxed);
        meet.wait();
        meet.wait();
        assert_eq!(TAKEN.load(Ordering::Relaxed) - before, 0, "two renderers");
    });
}
