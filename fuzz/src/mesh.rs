//! Mesh files: loaded with every option of a mesh, then touched by a ball.

use crate::dice::Dice;
use sim_mjcf::Assets;

/// Largest mesh that is also stepped.
const MAX_STEPPED: usize = 4096;

/// Loads `file` under `name` as a mesh with random attributes from `dice`, and steps a world with it.
pub fn run(name: &str, file: Vec<u8>, dice: &mut Dice<'_>) {
    let inertia = dice.pick(&["legacy", "convex", "exact", "shell"]);
    let mut mesh = format!("inertia='{inertia}'");
    if dice.chance(48) {
        mesh += &format!(" maxhullvert='{}'", dice.whole(true));
    }
    if dice.chance(64) {
        mesh += &format!(" scale='{:?} {:?} {:?}'", dice.number(), dice.number(), dice.number());
    }
    if dice.chance(48) {
        mesh += " smoothnormal='true'";
    }
    if dice.chance(48) {
        mesh += &format!(" refpos='{:?} 0 {:?}' refquat='1 0 .2 {:?}'", dice.number(), dice.usual(), dice.number());
    }
    // distance fields take long to build
    let sdf = dice.chance(4);
    let geom = dice.pick(&["mesh", "mesh", "mesh", "mesh", "box", "capsule", "sphere", "ellipsoid", "cylinder"]);
    let geom = if sdf { "sdf" } else { geom };
    let fit = if dice.chance(32) { "<compiler fitaabb='true'/>" } else { "" };
    let xml = format!(
        "<mujoco>{fit}<asset><mesh name='m' file='{name}' {mesh}/></asset><worldbody><geom type='plane' size='1 1 1'/>\
         <body pos='0 0 .1'><freejoint/><geom type='{geom}' mesh='m'/></body><body pos='.1 0 .1'><freejoint/>\
         <geom size='.2'/></body><body pos='0 .1 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody>\
         </mujoco>"
    );
    let mut assets = Assets::new();
    assets.insert(name, file);
    if let Ok(loaded) = crate::load::load(&xml, assets) {
        let model = loaded.model;
        if model.nmeshvert <= MAX_STEPPED {
            let mut data = model.make_data();
            for _ in 0..3 {
                let _ = data.step(&model);
            }
        }
    }
}

/// The `stl` target: the last eight bytes choose the attributes, and whether the count of faces is corrected.
pub fn stl(bytes: &[u8]) {
    let (file, last) = bytes.split_at(bytes.len().saturating_sub(8));
    let mut dice = Dice::new(last);
    let mut file = file.to_vec();
    if dice.chance(128) && file.len() > 84 + 50 {
        let faces = (file.len() - 84) / 50;
        file.truncate(84 + 50 * faces);
        file[80..84].copy_from_slice(&(faces as u32).to_le_bytes());
    }
    run("a.stl", file, &mut dice);
}

/// The `obj` target.
pub fn obj(bytes: &[u8]) {
    let (file, last) = bytes.split_at(bytes.len().saturating_sub(8));
    run("a.obj", file.to_vec(), &mut Dice::new(last));
}

/// The `msh` target: as for `stl`, a matching header may be prepended.
pub fn msh(bytes: &[u8]) {
    let (file, last) = bytes.split_at(bytes.len().saturating_sub(8));
    let mut dice = Dice::new(last);
    let mut file = file.to_vec();
    if dice.chance(128) && file.len() > 16 + 12 {
        let words = (file.len() - 16) / 4;
        let vertices = (1 + dice.below(words)).min(words / 3);
        let normals = if dice.chance(64) && 6 * vertices <= words { vertices } else { 0 };
        let coordinates = 0;
        let faces = words.saturating_sub(3 * vertices + 3 * normals) / 3;
        let counts = [vertices, normals, coordinates, faces].map(|n| n as i32);
        for (place, count) in file.chunks_exact_mut(4).zip(counts) {
            place.copy_from_slice(&count.to_le_bytes());
        }
        file.truncate(16 + 12 * (vertices + normals + faces));
        // faces with valid vertices
        for word in file[16 + 12 * (vertices + normals)..].chunks_exact_mut(4) {
            let index = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
            if word[3] != 0xff {
                word.copy_from_slice(&(index % vertices.max(1) as u32).to_le_bytes());
            }
        }
    }
    run("a.msh", file, &mut dice);
}
