//! Pictures take no new memory once warm, by whichever thread. A file of its own: it counts what all threads hold.

#![allow(clippy::expect_used)]

#[path = "../../sim-core/tests/counting/mod.rs"]
mod counting;
mod scenes;

use counting::{HELD, PEAK};
use scenes::{everything, model};
use sim_view::Scene;
use sim_view::render::{Options, Renderer};
use std::sync::atomic::Ordering;

/// Bytes of a block of rayon's queue of jobs, which it replaces after 63 of them. A picture is one job.
const BLOCK: usize = 2048;

/// Most bytes that were held during some pictures of each kind, above what was held before.
fn taken(r: &mut Renderer, scene: &Scene, rounds: usize) -> usize {
    let pixels = r.width() * r.height();
    let (mut color, mut depth, mut objects) = (vec![0; 3 * pixels], vec![0.0; pixels], vec![[0; 2]; pixels]);
    let mut all = |rounds: usize| {
        for _ in 0..rounds {
            r.color(scene, &mut color).expect("colour");
            r.depth(scene, &mut depth).expect("depth");
            r.segmentation(scene, &mut objects).expect("segmentation");
        }
    };
    all(3);
    let before = HELD.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    all(rounds);
    PEAK.load(Ordering::Relaxed) - before
}

#[test]
fn warm_pictures_take_no_memory() {
    let scene = everything();
    for threads in [1, 2] {
        let options = Options { threads, ..Options::default() };
        let mut r = Renderer::new(&model(), 200, 150, options).expect("a renderer");
        let bytes = taken(&mut r, &scene, 50);
        assert!(bytes <= if threads == 1 { 0 } else { BLOCK }, "{threads} threads took {bytes} bytes");
    }
}
