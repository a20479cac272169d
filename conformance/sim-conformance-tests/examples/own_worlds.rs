//! Measures time and memory of worlds that override masses, friction and gains, of a model with 100 MB of meshes and textures.
//!
//! `cargo run --release -p sim-conformance-tests --example own_worlds [WORLDS]`.

#![allow(clippy::print_stdout)]

use sim_core::{BatchSim, Model};
use sim_mjcf::{Assets, Loader};
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Number of meshes, and rings of each.
const MESHES: usize = 24;
const RINGS: usize = 80;
/// Width and height of the texture.
const TEXTURE: usize = 4096;

/// A bumpy ball as a binary STL file.
fn ball(seed: usize) -> Vec<u8> {
    let point = |ring: usize, side: usize| {
        let (a, b) = (ring as f64 / RINGS as f64, side as f64 / RINGS as f64);
        let (polar, around) = (std::f64::consts::PI * a, std::f64::consts::TAU * b);
        let bump = 0.1 * (1.0 + 0.05 * (polar * 9.0 + seed as f64).sin() * (around * 7.0).cos());
        [polar.sin() * around.cos(), polar.sin() * around.sin(), polar.cos()].map(|x| (bump * x) as f32)
    };
    let mut faces = vec![];
    for ring in 0..RINGS {
        for side in 0..RINGS {
            let next = (side + 1) % RINGS;
            let corners = [(ring, side), (ring + 1, side), (ring + 1, next), (ring, next)].map(|(r, s)| point(r, s));
            if ring + 1 < RINGS {
                faces.push([corners[0], corners[1], corners[2]]);
            }
            if ring > 0 {
                faces.push([corners[0], corners[2], corners[3]]);
            }
        }
    }
    let mut bytes = vec![0; 80];
    bytes.extend((faces.len() as u32).to_le_bytes());
    for face in faces {
        bytes.extend([0; 12]);
        bytes.extend(face.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

/// The humanoid with additional meshes and a large texture.
fn load() -> Result<Model, Box<dyn Error>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/humanoid.xml");
    let text = std::fs::read_to_string(&file)?;
    let (mut assets, mut meshes, mut geoms) = (Assets::new(), String::new(), String::new());
    for i in 0..MESHES {
        assets.insert(format!("ball{i}.stl"), ball(i));
        write!(meshes, "<mesh name='ball{i}' file='ball{i}.stl'/>")?;
        write!(geoms, "<geom type='mesh' mesh='ball{i}' pos='{i} 3 0.1' contype='0' conaffinity='0'/>")?;
    }
    write!(meshes, "<texture name='large' type='2d' builtin='checker' width='{TEXTURE}' height='{TEXTURE}'/>")?;
    let text = text.replacen("</asset>", &format!("{meshes}</asset>"), 1);
    let text = text.replacen("<worldbody>", &format!("<worldbody>{geoms}"), 1);
    Ok(Loader::new().assets(assets).load_str(&text, &file.to_string_lossy())?.model)
}

/// Memory of this process in use (bytes).
fn resident() -> Result<usize, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS")).ok_or("no VmRSS")?;
    Ok(1024 * line.split_whitespace().nth(1).ok_or("no number")?.parse::<usize>()?)
}

fn bytes(m: &Model, prefixes: &[&str]) -> usize {
    let mut sum = 0;
    m.visit_arrays(m, &mut |name, _, entries| {
        if prefixes.iter().any(|prefix| name.starts_with(prefix)) {
            sum += entries.bytes();
        }
    });
    sum
}

/// Repeats the numbers for every world, each scaled by the world's factor.
fn scaled(numbers: &[f64], worlds: usize) -> Vec<f64> {
    let factor = |world: usize| 0.8 + 0.4 * world as f64 / worlds as f64;
    (0..worlds).flat_map(|world| numbers.iter().map(move |x| factor(world) * x)).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let worlds = std::env::args().nth(1).map_or(Ok(4096), |n| n.parse())?;
    let begin = Instant::now();
    let model = Arc::new(load()?);
    let mb = |bytes: usize| bytes as f64 / 1e6;
    let (meshes, textures) = (bytes(&model, &["mesh_", "bvh_"]), bytes(&model, &["tex_"]));
    println!(
        "model loaded in {:.2} s: meshes {:.1} MB, textures {:.1} MB",
        begin.elapsed().as_secs_f64(),
        mb(meshes),
        mb(textures)
    );
    let before = resident()?;

    let begin = Instant::now();
    let mut batch = BatchSim::new(model.clone(), worlds);
    let worlds_made = begin.elapsed().as_secs_f64();
    let fields = ["body_mass", "body_inertia", "geom_friction", "actuator_gainprm"];
    let arrays = [&model.body_mass, &model.body_inertia, &model.geom_friction, &model.actuator_gainprm];
    let values: Vec<Vec<f64>> = arrays.iter().map(|array| scaled(array, worlds)).collect();
    let rows: Vec<(&str, &[f64])> = fields.iter().copied().zip(values.iter().map(Vec::as_slice)).collect();
    batch.override_fields(&rows)?;
    let seconds = begin.elapsed().as_secs_f64();
    println!("{worlds} worlds of their own made in {seconds:.2} s, {worlds_made:.2} s of it without parameters");

    let begin = Instant::now();
    let failed = batch.step_all().iter().flatten().count();
    println!("stepped once in {:.3} s, {failed} failed", begin.elapsed().as_secs_f64());
    let now = resident()?;
    println!(
        "resident: {:.0} MB, {:.0} MB before the worlds, {:.1} kB a world",
        mb(now),
        mb(before),
        (now - before) as f64 / 1e3 / worlds as f64
    );
    Ok(())
}
