//! `cargo run --release --example random -- TARGET SECONDS [SEED]`: random inputs, without coverage guidance and
//! without the sanitizer, but several times as many. An input that panics is written to `artifacts/TARGET`.

use oorandom::Rand32;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// An index of a list, or its length.
fn place(random: &mut Rand32, len: usize) -> usize {
    random.rand_range(0..len as u32 + 1) as usize
}

/// Random bytes, or an input of the corpus, perhaps with the end of another one, with some bytes changed.
fn input(random: &mut Rand32, corpus: &[Vec<u8>]) -> Vec<u8> {
    if corpus.is_empty() || random.rand_range(0..4) == 0 {
        let length = random.rand_range(20..1520);
        return (0..length).map(|_| random.rand_range(0..256) as u8).collect();
    }
    let mut bytes = corpus[place(random, corpus.len() - 1)].clone();
    if random.rand_range(0..2) == 0 {
        let other = &corpus[place(random, corpus.len() - 1)];
        bytes.truncate(place(random, bytes.len()));
        bytes.extend_from_slice(&other[place(random, other.len())..]);
    }
    for _ in 0..random.rand_range(1..9) {
        if !bytes.is_empty() {
            let at = place(random, bytes.len() - 1);
            bytes[at] = random.rand_range(0..256) as u8;
        }
    }
    bytes
}

fn write(target: &str, kind: &str, bytes: &[u8], number: u64) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target);
    let path = folder.join(format!("{kind}-{number:016x}"));
    if let Err(error) = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, bytes)) {
        eprintln!("{}: {error}", path.display());
    }
    path
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args.get(i).and_then(|a| a.parse().ok());
    let target = args.first().map_or("step", String::as_str).to_string();
    let (seconds, seed): (u64, u64) = (number(1).unwrap_or(60), number(2).unwrap_or(1));
    let run: fn(&[u8]) = match target.as_str() {
        "mjcf" => sim_fuzz::mjcf,
        "stl" => sim_fuzz::mesh::stl,
        "obj" => sim_fuzz::mesh::obj,
        "msh" => sim_fuzz::mesh::msh,
        "skn" => sim_fuzz::skin::skn,
        "png_hfield" => sim_fuzz::picture::run,
        "edits" => sim_fuzz::edits,
        "scene" => sim_fuzz::drawing::run,
        "viewer" => sim_fuzz::viewing::run,
        _ => sim_fuzz::step,
    };
    let folders = ["corpus", "work"].map(|f| Path::new(env!("CARGO_MANIFEST_DIR")).join(f).join(&target));
    let files = folders.into_iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let mut corpus: Vec<Vec<u8>> = files.filter_map(|entry| std::fs::read(entry.path()).ok()).collect();
    corpus.sort();
    let mut random = Rand32::new(seed);
    let (start, mut runs, mut found) = (Instant::now(), 0u64, 0);
    let mut slowest = Duration::ZERO;
    while start.elapsed() < Duration::from_secs(seconds) {
        let bytes = input(&mut random, &corpus);
        let begin = Instant::now();
        if catch_unwind(|| run(&bytes)).is_err() {
            found += 1;
            println!("{}", write(&target, "crash", &bytes, random.state().0).display());
        }
        let took = begin.elapsed();
        if took > slowest {
            slowest = took;
            if took > Duration::from_secs(2) {
                println!("{took:?}: {}", write(&target, "slow", &bytes, random.state().0).display());
            }
        }
        runs += 1;
    }
    println!("{target}: {runs} runs in {seconds} s, {found} panicked, the slowest took {slowest:?}");
}
