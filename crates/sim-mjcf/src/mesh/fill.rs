//! Writes compiled meshes into the Model: sizes, mesh arrays, and their part of the shared tree arrays.

use super::CompiledMesh;
use sim_core::Model;

/// Directions of a unit cube's 27 features, for which the furthest hull vertex is kept.
const EXTREMA: usize = 27;

/// Sets the counts of meshes and adds the meshes' nodes to those of the trees (bodies' nodes, already counted in
/// `nbvhstatic`, come first).
pub(crate) fn sizes(meshes: &[CompiledMesh], model: &mut Model) {
    let sum = |f: &dyn Fn(&CompiledMesh) -> usize| meshes.iter().map(f).sum::<usize>();
    model.nmesh = meshes.len();
    model.nmeshvert = sum(&|m| m.vert.len() / 3);
    model.nmeshnormal = sum(&|m| m.normal.len() / 3);
    model.nmeshtexcoord = sum(&|m| m.texcoord.len() / 2);
    model.nmeshface = sum(&|m| m.face.len() / 3);
    model.nmeshgraph = sum(&|m| m.graph.len());
    model.nmeshpoly = sum(&|m| m.polygons.num.len());
    model.nmeshpolyvert = sum(&|m| m.polygons.vert.len());
    model.nmeshpolymap = sum(&|m| m.polygons.map.len());
    model.noct = sum(&|m| m.octree.cells.len());
    let nodes = sum(&|m| m.bvh.len());
    model.nbvhstatic += nodes;
    model.nbvh += nodes;
}

/// Running positions in the Model's arrays, in rows.
#[derive(Default)]
struct At {
    vert: usize,
    normal: usize,
    texcoord: usize,
    face: usize,
    graph: usize,
    poly: usize,
    polyvert: usize,
    polymap: usize,
    bvh: usize,
    oct: usize,
}

/// Writes the mesh arrays, and the trees starting at node `bvh` (after the bodies' nodes).
pub(crate) fn fill(meshes: &[CompiledMesh], model: &mut Model, bvh: usize) {
    let mut at = At { bvh, ..At::default() };
    for (i, mesh) in meshes.iter().enumerate() {
        shape(mesh, model, i, &mut at);
        polygons(mesh, model, i, &mut at);
        trees(mesh, model, i, &mut at);
    }
}

fn put<T: Copy>(to: &mut [T], at: usize, from: &[T]) {
    to[at..at + from.len()].copy_from_slice(from);
}

fn shape(mesh: &CompiledMesh, model: &mut Model, i: usize, at: &mut At) {
    model.mesh_vertadr[i] = at.vert as i32;
    model.mesh_vertnum[i] = (mesh.vert.len() / 3) as i32;
    model.mesh_normaladr[i] = at.normal as i32;
    model.mesh_normalnum[i] = (mesh.normal.len() / 3) as i32;
    model.mesh_texcoordadr[i] = if mesh.texcoord.is_empty() { -1 } else { at.texcoord as i32 };
    model.mesh_texcoordnum[i] = (mesh.texcoord.len() / 2) as i32;
    model.mesh_faceadr[i] = at.face as i32;
    model.mesh_facenum[i] = (mesh.face.len() / 3) as i32;
    model.mesh_graphadr[i] = if mesh.graph.is_empty() { -1 } else { at.graph as i32 };
    put(&mut model.mesh_scale, 3 * i, &mesh.scale);
    put(&mut model.mesh_pos, 3 * i, &mesh.pos);
    put(&mut model.mesh_quat, 4 * i, &mesh.quat);
    put(&mut model.mesh_vert, 3 * at.vert, &mesh.vert);
    put(&mut model.mesh_normal, 3 * at.normal, &mesh.normal);
    put(&mut model.mesh_texcoord, 2 * at.texcoord, &mesh.texcoord);
    put(&mut model.mesh_face, 3 * at.face, &mesh.face);
    put(&mut model.mesh_facenormal, 3 * at.face, &mesh.facenormal);
    if !mesh.texcoord.is_empty() {
        put(&mut model.mesh_facetexcoord, 3 * at.face, &mesh.facetexcoord);
    }
    put(&mut model.mesh_graph, at.graph, &mesh.graph);
    put(&mut model.mesh_extrema, EXTREMA * i, &extrema(mesh));
    at.vert += mesh.vert.len() / 3;
    at.normal += mesh.normal.len() / 3;
    at.texcoord += mesh.texcoord.len() / 2;
    at.face += mesh.face.len() / 3;
    at.graph += mesh.graph.len();
}

/// For each direction with components -1, 0 and 1: the hull vertex furthest along it, by its number in the graph.
fn extrema(mesh: &CompiledMesh) -> [i32; EXTREMA] {
    let mut best = [(f32::MIN, 0); EXTREMA];
    let ids = mesh.graph.first().map_or(&[][..], |n| &mesh.graph[2 + *n as usize..2 + 2 * *n as usize]);
    for (local, &id) in ids.iter().enumerate() {
        let v = &mesh.vert[3 * id as usize..3 * id as usize + 3];
        let mut k = 0;
        for cx in [-1.0f32, 0.0, 1.0] {
            for cy in [-1.0f32, 0.0, 1.0] {
                for cz in [-1.0f32, 0.0, 1.0] {
                    let dot = v[0] * cx + v[1] * cy + v[2] * cz;
                    if dot > best[k].0 {
                        best[k] = (dot, local as i32);
                    }
                    k += 1;
                }
            }
        }
    }
    best.map(|(_, local)| local)
}

fn polygons(mesh: &CompiledMesh, model: &mut Model, i: usize, at: &mut At) {
    let p = &mesh.polygons;
    model.mesh_polyadr[i] = at.poly as i32;
    model.mesh_polynum[i] = p.num.len() as i32;
    put(&mut model.mesh_polyvert, at.polyvert, &p.vert);
    put(&mut model.mesh_polymap, at.polymap, &p.map);
    for (normal, &num) in p.normal.iter().zip(&p.num) {
        put(&mut model.mesh_polynormal, 3 * at.poly, normal);
        model.mesh_polyvertadr[at.poly] = at.polyvert as i32;
        model.mesh_polyvertnum[at.poly] = num;
        at.poly += 1;
        at.polyvert += num as usize;
    }
    // vertices were counted in `shape`
    let first = at.vert - mesh.vert.len() / 3;
    for v in 0..mesh.vert.len() / 3 {
        let num = p.mapnum.get(v).copied().unwrap_or(0);
        model.mesh_polymapadr[first + v] = at.polymap as i32;
        model.mesh_polymapnum[first + v] = num;
        at.polymap += num as usize;
    }
}

fn trees(mesh: &CompiledMesh, model: &mut Model, i: usize, at: &mut At) {
    let nodes = mesh.bvh.len();
    model.mesh_bvhnum[i] = nodes as i32;
    model.mesh_bvhadr[i] = if nodes == 0 { -1 } else { at.bvh as i32 };
    put(&mut model.bvh_aabb, 6 * at.bvh, &mesh.bvh.aabb);
    put(&mut model.bvh_child, 2 * at.bvh, &mesh.bvh.child);
    put(&mut model.bvh_nodeid, at.bvh, &mesh.bvh.nodeid);
    put(&mut model.bvh_depth, at.bvh, &mesh.bvh.depth);
    at.bvh += nodes;

    let cells = &mesh.octree.cells;
    model.mesh_octnum[i] = cells.len() as i32;
    model.mesh_octadr[i] = if cells.is_empty() { -1 } else { at.oct as i32 };
    for cell in cells {
        model.oct_depth[at.oct] = cell.level;
        put(&mut model.oct_child, 8 * at.oct, &cell.child);
        put(&mut model.oct_coeff, 8 * at.oct, &cell.coeff);
        let a = &cell.aamm;
        for k in 0..3 {
            model.oct_aabb[6 * at.oct + k] = (a[k] + a[k + 3]) / 2.0;
            model.oct_aabb[6 * at.oct + 3 + k] = (a[k + 3] - a[k]) / 2.0;
        }
        at.oct += 1;
    }
}
