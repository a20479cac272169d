#![allow(clippy::unwrap_used)]
use sim_mjcf::*;
use std::sync::{Arc, Mutex};
use std::time::Instant;
fn gaps(name: &str, text: &str, assets: Assets) {
    let last = Arc::new(Mutex::new((Instant::now(), 0usize)));
    let start = Instant::now();
    let shared = last.clone();
    let main = std::thread::current().id();
    let name2 = name.to_string();
    let stop = Stop::when(move || {
        assert_eq!(std::thread::current().id(), main);
        let mut l = shared.lock().unwrap();
        let gap = l.0.elapsed();
        if gap.as_secs_f64() > 0.05 {
            let bt = std::backtrace::Backtrace::force_capture().to_string();
            let f: Vec<&str> =
                bt.lines().filter(|l| l.contains("sim_mjcf::") || l.contains("sim_core::")).take(5).collect();
            println!("{name2}: gap {gap:?} at {:?} before {f:?}", start.elapsed());
        }
        l.0 = Instant::now();
        l.1 += 1;
        false
    });
    let files = Files { stop, ..Files::with_disk(assets) };
    let r = load_from(text, "", &files).map(drop);
    let l = *last.lock().unwrap();
    println!(
        "{name}: {:?} {:?} asked {} last gap {:?}",
        start.elapsed(),
        r.err().map(|e| e.to_string()),
        l.1,
        l.0.elapsed()
    );
}
#[test]
fn all() {
    let dir = "/tmp/slow";
    for e in std::fs::read_dir(dir).unwrap() {
        let p = e.unwrap().path();
        if p.extension().is_some_and(|x| x == "xml") {
            let mut assets = Assets::new();
            assets.insert("ball.obj", std::fs::read("/tmp/slow/ball.obj").unwrap());
            gaps(&p.file_name().unwrap().to_string_lossy(), &std::fs::read_to_string(&p).unwrap(), assets);
        }
    }
}
