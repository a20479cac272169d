//! Compiles all mesh assets, several at a time.

use super::assets;
use super::tree::Tree;
use crate::error::Result;
use crate::error_list::ErrorList;
use crate::files::{AssetKind, Files, asset_path};
use crate::mesh::{self, CompiledMesh, Needs};
use crate::spec::{Mesh, Spec};
use crate::stop::Stop;
use sim_core::ObjType;
use std::collections::HashMap;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Compiles every mesh, with errors in file order. Equal assets are compiled once. A mesh that cannot be compiled is empty
/// and marked.
pub(crate) fn compile_all(
    tree: &Tree,
    spec: &Spec,
    files: &Files,
    errors: &mut ErrorList,
) -> Result<(Vec<CompiledMesh>, Vec<bool>)> {
    let needs = assets::mesh_needs(tree, spec);
    let compile = |id: usize| -> Result<CompiledMesh> {
        files.stop.check()?;
        let asset = &spec.meshes[id];
        let bytes = match asset.file.as_str() {
            "" => None,
            _ => {
                mesh::check_format(asset)?;
                Some(files.read_as(Some(AssetKind::Mesh), &path(asset, spec), &asset.meta.span)?)
            }
        };
        let (hull, sdf) = needs[id];
        mesh::compile(asset, bytes.as_deref(), Needs { hull, sdf }, &files.limits, &files.stop)
    };
    let first = first_equal(spec, &needs);
    let results = in_parallel(&first, spec.origins[0].usethread, &files.stop, &compile);
    let mut compiled = Vec::with_capacity(results.len());
    for result in results {
        compiled.push(errors.take(result)?.flatten());
    }
    // the last user of a mesh takes it, the others get copies
    let mut waiting = vec![0; first.len()];
    first.iter().for_each(|&id| waiting[id] += 1);
    let broken = first.iter().map(|&id| compiled[id].is_none()).collect();
    let mut out = Vec::with_capacity(first.len());
    for &id in &first {
        waiting[id] -= 1;
        let mesh = if waiting[id] == 0 { compiled[id].take() } else { compiled[id].clone() };
        out.push(mesh.unwrap_or_default());
    }
    Ok((out, broken))
}

fn path(asset: &Mesh, spec: &Spec) -> PathBuf {
    asset_path(&spec.origins[asset.meta.origin], AssetKind::Mesh, &asset.file)
}

/// Returns for each mesh the first equal one: same file, same settings.
fn first_equal(spec: &Spec, needs: &[(bool, bool)]) -> Vec<usize> {
    let mut by_path: HashMap<PathBuf, Vec<usize>> = HashMap::new();
    let mut out: Vec<usize> = vec![];
    for (id, asset) in spec.meshes.iter().enumerate() {
        let mut first = id;
        if !asset.file.is_empty() {
            let seen = by_path.entry(path(asset, spec)).or_default();
            let equal = |&other: &usize| {
                let other_asset =
                    Mesh { meta: asset.meta.clone(), file: asset.file.clone(), ..spec.meshes[other].clone() };
                needs[other] == needs[id] && other_asset == *asset
            };
            match seen.iter().copied().find(equal) {
                Some(other) => first = other,
                None => seen.push(id),
            }
        }
        out.push(first);
    }
    out
}

/// Compiles each mesh that is the first of its equals; the others stay empty.
fn in_parallel(
    first: &[usize],
    threaded: bool,
    stop: &Stop,
    compile: &(dyn Fn(usize) -> Result<CompiledMesh> + Sync),
) -> Vec<Result<Option<CompiledMesh>>> {
    let count = first.len();
    let own = |id: usize| first[id] == id;
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get()).min(count);
    if threads < 2 || !threaded {
        return (0..count).map(|id| own(id).then(|| compile(id)).transpose()).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<CompiledMesh>>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let work = || {
        loop {
            let id = next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = results.get(id) else { break };
            let result = own(id).then(|| compile(id));
            if let Ok(mut slot) = slot.lock() {
                *slot = result;
            }
        }
    };
    let ended = std::thread::scope(|scope| stop.run_threads(scope, threads, None, work));
    if ended.is_empty() {
        // no thread could be started
        work();
    }
    ended.into_iter().for_each(|thread| thread.unwrap_or_else(|panic| resume_unwind(panic)));
    results.into_iter().map(|slot| slot.into_inner().ok().flatten().transpose()).collect()
}

/// Drops meshes that no colliding geom uses and renumbers the geoms' references.
pub(crate) fn discard_unused(meshes: &mut Vec<CompiledMesh>, tree: &mut Tree, spec: &mut Spec) {
    let mut used = assets::colliding_meshes(tree, meshes.len());
    // a tactile sensor samples its mesh even when no geom collides with it
    for sensor in spec.sensors.iter().filter(|sensor| sensor.objtype == ObjType::Mesh) {
        let sampled = spec.meshes.iter().map(|mesh| mesh.meta.name == sensor.objname);
        used.iter_mut().zip(sampled).for_each(|(used, sampled)| *used |= sampled);
    }
    let mut renumbered = Vec::with_capacity(used.len());
    let mut count = 0;
    for &keep in &used {
        renumbered.push(count);
        count += usize::from(keep);
    }
    let mut keep = used.iter();
    meshes.retain(|_| *keep.next().unwrap_or(&true));
    let mut keep = used.iter();
    spec.meshes.retain(|_| *keep.next().unwrap_or(&true));
    for geom in tree.bodies.iter_mut().flat_map(|b| &mut b.geoms) {
        geom.mesh = geom.mesh.filter(|&m| used[m]).map(|m| renumbered[m]);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn texture_coordinates_outlive_the_materials() {
        let shape = "vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 2 1 0 1 3 0 3 2 1 2 3' texcoord='0 0 1 0 0 1 1 1'";
        let text = format!(
            "<mujoco><compiler discardvisual='true'/><asset><mesh name='m' {shape}/></asset>
             <worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>"
        );
        assert!(crate::load_model(&text).is_ok_and(|m| m.nmeshtexcoord == 4));
    }

    #[test]
    fn equal_meshes_are_compiled_once() {
        let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
        let text = "<mujoco><asset><mesh name='a' file='m.obj'/><mesh name='b' file='./m.obj'/>
             <mesh name='c' file='m.obj' scale='2 1 1'/></asset>
             <worldbody><geom type='mesh' mesh='a'/><geom type='mesh' mesh='b'/><geom type='mesh' mesh='c'/></worldbody>
             </mujoco>";
        let assets = [("m.obj", obj)].into_iter().collect();
        let m = crate::Loader::new().assets(assets).load_str(text, "").unwrap().model;
        assert_eq!(m.nmesh, 3);
        assert_eq!(m.mesh_vert[..12], m.mesh_vert[12..24]);
        assert_ne!(m.mesh_vert[..12], m.mesh_vert[24..]);
    }
}
