//! Primitive shapes fitted to a mesh.

use super::CompiledMesh;
use sim_core::GeomType;
use sim_core::math::Vec3;

/// Size of a geom of the given type fitted to a mesh and, in the mesh's frame, its centre. `size` is the geom's own,
/// of which the entries its type does not use are kept (but scaled). `None`: the type cannot be fitted.
pub(crate) fn fit(mesh: &CompiledMesh, kind: GeomType, mut size: Vec3, scale: f64, aabb: bool) -> Option<(Vec3, Vec3)> {
    let mut centre = [0.0; 3];
    if aabb {
        // the smallest geom whose box contains the mesh's box
        let mut half = [0.0; 3];
        for k in 0..3 {
            centre[k] = (mesh.aamm[k] + mesh.aamm[k + 3]) / 2.0;
            half[k] = mesh.aamm[k + 3] - centre[k];
        }
        match kind {
            GeomType::Sphere => size[0] = half[0].max(half[1]).max(half[2]),
            GeomType::Capsule | GeomType::Cylinder => {
                size[0] = half[0].max(half[1]);
                size[1] = half[2];
                if kind == GeomType::Capsule {
                    size[1] -= size[0];
                }
            }
            GeomType::Ellipsoid | GeomType::Box => size = half,
            _ => return None,
        }
    } else {
        let b = mesh.boxsz;
        match kind {
            GeomType::Sphere => size[0] = (b[0] + b[1] + b[2]) / 3.0,
            GeomType::Capsule => {
                size[0] = (b[0] + b[1]) / 2.0;
                size[1] = f64::max(0.0, b[2] - size[0] / 2.0);
            }
            GeomType::Cylinder => {
                size[0] = (b[0] + b[1]) / 2.0;
                size[1] = b[2];
            }
            GeomType::Ellipsoid | GeomType::Box => size = b,
            _ => return None,
        }
    }
    Some((size.map(|x| x * scale), centre))
}
