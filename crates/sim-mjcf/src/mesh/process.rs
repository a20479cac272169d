//! From raw data to a finished mesh: normals, user transformation, centring on the principal axes, bounding boxes.

use super::arrays::Raw;
use super::bvh::Bvh;
use super::octree::Octree;
use super::raw::mirrored;
use super::vector::{inverse_mat, triangle};
use super::{CompiledMesh, Needs, bvh, hull, inertia, polygon, sdf};
use crate::error::Result;
use crate::numeric::{eigen, unit};
use crate::spec::{Mesh, MeshInertia};
use crate::stop::Stop;
use sim_core::math::{MINVAL, Vec3, mat3, quat, vec3};

/// Levels of the octree of a distance field. Fuzzing uses fewer: it needs every kind of cell but not their number.
const OCTREE_DEPTH: i32 = if cfg!(fuzzing) { 3 } else { 6 };
/// Slack in A + B >= C for the eigenvalues of an inertia.
const TRIANGLE_ATOL: f64 = 1e-9;
const TRIANGLE_RTOL: f64 = 1e-6;
/// A face whose normal is further than this (cosine) from its vertex's mean normal does not count towards it.
const SMOOTH_COS: f64 = 0.8;

/// Does everything after loading.
pub(super) fn process(mesh: &Mesh, mode: MeshInertia, mut raw: Raw, needs: Needs, stop: &Stop) -> Result<CompiledMesh> {
    let span = &mesh.meta.span;
    let fail = |message: String| span.conversion(message);
    let mut vert: Vec<Vec3> =
        raw.vert.chunks_exact(3).map(|v| [f64::from(v[0]), f64::from(v[1]), f64::from(v[2])]).collect();

    if mode == MeshInertia::Exact {
        check_orientation(&vert, &raw.face).map_err(fail)?;
    }

    // convex hull, also the source of missing faces
    stop.check()?;
    let graph = if needs.hull || raw.face.is_empty() || mode == MeshInertia::Convex {
        let graph = hull::graph(&vert, mesh.maxhullvert, stop);
        stop.check()?;
        graph.map_err(fail)?
    } else {
        hull::Graph::default()
    };
    if raw.face.is_empty() {
        raw.face = graph.faces().to_vec();
    }

    complete(&mut raw, &vert, mesh.smoothnormal).map_err(fail)?;
    stop.check()?;
    let mut polygons = polygon::merge(&vert, graph.faces(), stop);
    stop.check()?;

    if mirrored(mesh.scale) {
        for list in [&mut raw.face, &mut raw.facenormal, &mut raw.facetexcoord] {
            for face in list.chunks_exact_mut(3) {
                face.swap(1, 2);
            }
        }
    }
    transform(mesh, &mut vert, &mut raw.normal);
    if vert.iter().flatten().any(|x| !x.is_finite()) {
        return Err(fail("the mesh has coordinates that are not finite after refpos, refquat and scale".into()));
    }

    // mass properties and the frame they define
    stop.check()?;
    let body = mass(mode, &vert, &raw.face, graph.faces()).map_err(fail)?;
    let aamm = centre(&mut vert, &mut raw.normal, body.pos, body.quat);
    polygons.set_normals(&vert);

    stop.check()?;
    let bvh = face_bvh(&vert, &raw.face, stop);
    stop.check()?;
    let octree = if needs.sdf {
        let mut octree = Octree::new(&vert, &raw.face, &aamm, OCTREE_DEPTH, stop);
        stop.check()?;
        sdf::fill(&mut octree, &vert, &raw.face, &bvh, stop);
        stop.check()?;
        octree
    } else {
        Octree::default()
    };
    Ok(CompiledMesh {
        vert: vert.iter().flatten().map(|x| *x as f32).collect(),
        normal: raw.normal,
        texcoord: raw.texcoord,
        face: raw.face,
        facenormal: raw.facenormal,
        facetexcoord: raw.facetexcoord,
        graph: graph.into_data(),
        polygons,
        bvh,
        octree,
        scale: mesh.scale,
        pos: body.pos,
        quat: body.quat,
        aamm,
        boxsz: body.boxsz,
        volume: body.volume,
    })
}

/// Two faces that run along an edge in the same direction make an exact volume meaningless.
fn check_orientation(vert: &[Vec3], faces: &[i32]) -> Result<(), String> {
    let mut edges: Vec<(i32, i32)> = Vec::with_capacity(faces.len());
    for f in faces.chunks_exact(3) {
        let area = triangle(vert[f[0] as usize], vert[f[1] as usize], vert[f[2] as usize]).0;
        if area > MINVAL.sqrt() {
            edges.extend([(f[0], f[1]), (f[1], f[2]), (f[2], f[0])]);
        }
    }
    edges.sort_unstable();
    match edges.windows(2).find(|w| w[0] == w[1]) {
        Some(w) => Err(format!(
            "the mesh's faces have inconsistent orientation, see the faces with the vertices {} and {}; \
             repair them or choose another inertia mode",
            w[0].0 + 1,
            w[0].1 + 1
        )),
        None => Ok(()),
    }
}

/// Adds normals and the index arrays that were not given.
fn complete(raw: &mut Raw, vert: &[Vec3], smooth: bool) -> Result<(), String> {
    if raw.normal.is_empty() {
        raw.normal = vertex_normals(vert, &raw.face, smooth);
        raw.facenormal = raw.face.clone();
    }
    if !raw.facenormal.is_empty() && raw.facenormal.len() != raw.face.len() {
        return Err("face data must have the same size as face normal data".into());
    }
    if raw.facetexcoord.is_empty() && !raw.texcoord.is_empty() {
        raw.facetexcoord = raw.face.clone();
    }
    if raw.facenormal.is_empty() {
        let per_vertex = (raw.normal.len() / raw.vert.len()) as i32;
        raw.facenormal = raw.face.iter().map(|v| per_vertex.saturating_mul(*v)).collect();
    }
    Ok(())
}

/// Area-weighted mean of the normals of the faces around each vertex, without faces at large angles unless smooth.
fn vertex_normals(vert: &[Vec3], faces: &[i32], smooth: bool) -> Vec<f32> {
    let mut normals = vec![0f32; 3 * vert.len()];
    let mut face_normals = Vec::with_capacity(faces.len() / 3);
    for f in faces.chunks_exact(3) {
        let [a, b, c] = [vert[f[0] as usize], vert[f[1] as usize], vert[f[2] as usize]];
        let (normal, area) = unit(vec3::cross(vec3::sub(b, a), vec3::sub(c, a)));
        for v in f {
            for k in 0..3 {
                let sum = &mut normals[3 * *v as usize + k];
                *sum = (f64::from(*sum) + normal[k] * area) as f32;
            }
        }
        face_normals.push((normal, area));
    }
    if !smooth {
        let mut removed = vec![0f32; normals.len()];
        for (f, (normal, area)) in faces.chunks_exact(3).zip(&face_normals) {
            for v in f {
                let at = 3 * *v as usize;
                let sum = [f64::from(normals[at]), f64::from(normals[at + 1]), f64::from(normals[at + 2])];
                let (mean, _) = unit(sum);
                if vec3::dot(*normal, mean) < SMOOTH_COS {
                    for k in 0..3 {
                        removed[at + k] = (f64::from(removed[at + k]) + normal[k] * area) as f32;
                    }
                }
            }
        }
        for (n, r) in normals.iter_mut().zip(&removed) {
            *n -= r;
        }
    }
    for n in normals.chunks_exact_mut(3) {
        let length = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
        if f64::from(length) > MINVAL {
            n.iter_mut().for_each(|x| *x /= length);
        } else {
            n.copy_from_slice(&[0.0, 0.0, 1.0]);
        }
    }
    normals
}

/// Applies refpos, refquat and scale to vertices and normals, and makes normals unit length.
fn transform(mesh: &Mesh, vert: &mut [Vec3], normals: &mut [f32]) {
    if mesh.refpos != [0.0; 3] {
        for v in vert.iter_mut() {
            *v = vec3::sub(*v, mesh.refpos);
        }
    }
    if mesh.refquat != quat::IDENTITY {
        let mat = quat::to_mat(unit(mesh.refquat).0);
        for v in vert.iter_mut() {
            *v = mat3::mul_t_vec(&mat, *v);
        }
        for n in normals.chunks_exact_mut(3) {
            let turned = mat3::mul_t_vec(&mat, [f64::from(n[0]), f64::from(n[1]), f64::from(n[2])]);
            n.copy_from_slice(&turned.map(|x| x as f32));
        }
    }
    if mesh.scale != [1.0; 3] {
        for v in vert.iter_mut() {
            for k in 0..3 {
                v[k] *= mesh.scale[k];
            }
        }
        // normals are covectors: they scale inversely
        for n in normals.chunks_exact_mut(3) {
            for k in 0..3 {
                n[k] = (f64::from(n[k]) / mesh.scale[k]) as f32;
            }
        }
    }
    for n in normals.chunks_exact_mut(3) {
        let square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
        if f64::from(square) > MINVAL {
            let s = 1.0 / square.sqrt();
            n.iter_mut().for_each(|x| *x *= s);
        } else {
            n.copy_from_slice(&[0.0, 0.0, 1.0]);
        }
    }
}

/// Mass properties at unit density: volume (or area), equivalent inertia box, and the frame of the principal axes.
struct Mass {
    volume: f64,
    boxsz: Vec3,
    pos: Vec3,
    quat: [f64; 4],
}

fn mass(mode: MeshInertia, vert: &[Vec3], faces: &[i32], hull: &[i32]) -> Result<Mass, String> {
    let (area, apex) = inertia::face_centroid(vert, faces);
    if area < MINVAL {
        return Err(format!("the mesh's surface area is {area:e}: it must be at least {MINVAL:e}; scale the mesh"));
    }
    let faces = if mode == MeshInertia::Convex { hull } else { faces };
    let (volume, pos) = inertia::mass_centre(mode, vert, faces, apex);
    if volume < MINVAL {
        return Err(if mode == MeshInertia::Shell {
            format!("the mesh's surface area is {volume:e}: it must be at least {MINVAL:e}; scale the mesh")
        } else if volume < 0.0 {
            format!("the mesh's volume is {volume:e}: its triangles point inwards; turn them, or set inertia=\"shell\"")
        } else {
            format!(
                "the mesh's volume is {volume:e}: it must be at least {MINVAL:e}; scale the mesh, or try inertia=\"shell\""
            )
        });
    }
    let (volume, full) = inertia::about(mode, vert, faces, pos);
    let (eig, quat) = eigen(&full);
    if eig[2] <= 0.0 {
        return Err("the eigenvalues of the mesh's inertia must be positive".into());
    }
    let short = |a: f64, b: f64, c: f64| a + b < c * (1.0 - TRIANGLE_RTOL) - TRIANGLE_ATOL;
    if short(eig[0], eig[1], eig[2]) || short(eig[0], eig[2], eig[1]) || short(eig[1], eig[2], eig[0]) {
        return Err("the eigenvalues of the mesh's inertia violate A + B >= C".into());
    }
    let half = |plus: f64, minus: f64| 0.5 * (6.0 * (plus - minus) / volume).sqrt();
    let boxsz = [half(eig[1] + eig[2], eig[0]), half(eig[0] + eig[2], eig[1]), half(eig[0] + eig[1], eig[2])];
    Ok(Mass { volume, boxsz, pos, quat })
}

/// Moves vertices and normals into the frame; returns the bounding box as minimum and maximum.
fn centre(vert: &mut [Vec3], normals: &mut [f32], pos: Vec3, quat: [f64; 4]) -> [f64; 6] {
    let mat = inverse_mat(quat);
    let mut aamm = [1e10, 1e10, 1e10, -1e10, -1e10, -1e10];
    for v in vert.iter_mut() {
        *v = mat3::mul_vec(&mat, vec3::sub(*v, pos));
        for k in 0..3 {
            aamm[k] = f64::min(aamm[k], v[k]);
            aamm[k + 3] = f64::max(aamm[k + 3], v[k]);
        }
    }
    for n in normals.chunks_exact_mut(3) {
        let turned = mat3::mul_vec(&mat, [f64::from(n[0]), f64::from(n[1]), f64::from(n[2])]);
        n.copy_from_slice(&turned.map(|x| x as f32));
    }
    aamm
}

/// Bounding volumes over the faces, sorted by their circumcentres.
fn face_bvh(vert: &[Vec3], faces: &[i32], stop: &Stop) -> Bvh {
    let leaves: Vec<bvh::Leaf> = faces
        .chunks_exact(3)
        .enumerate()
        .map(|(id, f)| {
            let [a, b, c] = [vert[f[0] as usize], vert[f[1] as usize], vert[f[2] as usize]];
            let mut aabb = [0.0; 6];
            for k in 0..3 {
                let (min, max) = (a[k].min(b[k]).min(c[k]), a[k].max(b[k]).max(c[k]));
                aabb[k] = 0.5 * (min + max);
                aabb[k + 3] = 0.5 * (max - min);
            }
            bvh::Leaf { id: id as i32, pos: circumcentre(a, b, c), quat: None, aabb }
        })
        .collect();
    Bvh::new_unless(&leaves, [0.0; 3], quat::IDENTITY, stop)
}

/// Centre of a face's circumcircle; NaN for a face without area, which the tree accepts.
fn circumcentre(v0: Vec3, v1: Vec3, v2: Vec3) -> Vec3 {
    let (a, b) = (vec3::sub(v0, v2), vec3::sub(v1, v2));
    let normal = vec3::cross(a, b);
    let (aa, bb) = (vec3::dot(a, a), vec3::dot(b, b));
    let area = vec3::norm(normal);
    let mixed = [aa * b[0] - bb * a[0], aa * b[1] - bb * a[1], aa * b[2] - bb * a[2]];
    let res = vec3::cross(mixed, normal);
    let mut out = [0.0; 3];
    for k in 0..3 {
        out[k] = res[k] / (2.0 * area * area) + v2[k];
    }
    out
}
