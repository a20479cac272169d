//! Compiles all mesh assets, several at a time.

use super::assets;
use super::tree::Tree;
use crate::error::Result;
use crate::files::{AssetKind, Files, asset_path};
use crate::mesh::{self, CompiledMesh, Needs};
use crate::spec::Spec;
use sim_core::ObjType;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Compiles every mesh; errors come in the order of the file.
pub(crate) fn compile_all(tree: &Tree, spec: &Spec, files: &Files) -> Result<Vec<CompiledMesh>> {
    let needs = assets::mesh_needs(tree, spec);
    let compile = |id: usize| -> Result<CompiledMesh> {
        let asset = &spec.meshes[id];
        let bytes = match asset.file.as_str() {
            "" => None,
            file => {
                let path = asset_path(&spec.origins[asset.meta.origin], AssetKind::Mesh, file);
                Some(files.read(&path, &asset.meta.place)?)
            }
        };
        let (hull, sdf) = needs[id];
        mesh::compile(asset, bytes.as_deref(), Needs { hull, sdf })
    };
    let count = spec.meshes.len();
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get()).min(count);
    if threads < 2 || !spec.origins[0].usethread {
        return (0..count).map(compile).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<CompiledMesh>>>> = (0..count).map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let id = next.fetch_add(1, Ordering::Relaxed);
                    let Some(slot) = results.get(id) else { break };
                    let result = compile(id);
                    if let Ok(mut slot) = slot.lock() {
                        *slot = Some(result);
                    }
                }
            });
        }
    });
    results
        .into_iter()
        .enumerate()
        .map(|(id, slot)| slot.into_inner().ok().flatten().unwrap_or_else(|| compile(id)))
        .collect()
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
}
