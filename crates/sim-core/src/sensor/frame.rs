//! Frames that sensors measure, and the frames they measure against.

use crate::dynamics::velocity::{Orientation, object_frame, object_velocity};
use crate::math::{Mat3, Quat, Vec3, Vec6, mat3, quat, row, spatial, vec3};
use crate::model::{GeomType, Model, ObjType};
use crate::stage::{ObjectFrames, ObjectMotion, SiteFrames};

/// The object a sensor measures.
pub(super) fn object(m: &Model, i: usize) -> (ObjType, usize) {
    (m.sensor_objtype[i], m.sensor_objid[i].max(0) as usize)
}

/// The object a sensor measures against; `None` for the world.
pub(super) fn reference(m: &Model, i: usize) -> Option<(ObjType, usize)> {
    Some((m.sensor_reftype[i], usize::try_from(m.sensor_refid[i]).ok()?))
}

/// Position and orientation of an object; the world's for an object without a frame.
pub(super) fn pose(m: &Model, d: ObjectFrames<'_>, (kind, id): (ObjType, usize)) -> (Vec3, Mat3) {
    object_frame(m, d, kind, id).map_or(([0.0; 3], mat3::IDENTITY), |(_, pos, mat)| (pos, mat))
}

/// Position of the measured object in the frame of the reference.
pub(super) fn relative_position(m: &Model, d: ObjectFrames<'_>, i: usize) -> Vec3 {
    let (pos, _) = pose(m, d, object(m, i));
    match reference(m, i) {
        None => pos,
        Some(other) => {
            let (origin, axes) = pose(m, d, other);
            mat3::mul_t_vec(&axes, vec3::sub(pos, origin))
        }
    }
}

/// Axis `k` of the measured object in the frame of the reference.
pub(super) fn relative_axis(m: &Model, d: ObjectFrames<'_>, i: usize, k: usize) -> Vec3 {
    let axis = mat3::col(&pose(m, d, object(m, i)).1, k);
    reference(m, i).map_or(axis, |other| mat3::mul_t_vec(&pose(m, d, other).1, axis))
}

/// Orientation of an object as its body's, turned by the object's own.
fn orientation(m: &Model, xquat: &[f64], (kind, id): (ObjType, usize)) -> Quat {
    let on = |body: usize, local: &[f64]| quat::mul(row(xquat, body), row(local, id));
    match kind {
        ObjType::XBody => row(xquat, id),
        ObjType::Body => on(id, &m.body_iquat),
        ObjType::Geom => on(m.geom_bodyid[id] as usize, &m.geom_quat),
        ObjType::Site => on(m.site_bodyid[id] as usize, &m.site_quat),
        ObjType::Camera => on(m.cam_bodyid[id] as usize, &m.cam_quat),
        _ => quat::IDENTITY,
    }
}

/// Orientation of the measured object in the frame of the reference.
pub(super) fn relative_orientation(m: &Model, xquat: &[f64], i: usize) -> Quat {
    let own = orientation(m, xquat, object(m, i));
    reference(m, i).map_or(own, |other| quat::mul(quat::conj(orientation(m, xquat, other)), own))
}

/// Velocity of the measured object as the reference sees it, rotation first.
pub(super) fn relative_velocity(m: &Model, d: ObjectMotion<'_>, i: usize) -> Vec6 {
    let target = object(m, i);
    let own = object_velocity(m, d, target.0, target.1, Orientation::World);
    let Some(other) = reference(m, i) else { return own };
    let ((pos, _), (origin, axes)) = (pose(m, ObjectFrames!(d), target), pose(m, ObjectFrames!(d), other));
    let carrier = object_velocity(m, d, other.0, other.1, Orientation::World);
    let slip = spatial::sub(&own, &carrier);
    // the turning reference carries the object along
    let carried = vec3::cross(vec3::sub(pos, origin), spatial::rot(&carrier));
    let slip = spatial::join(spatial::rot(&slip), vec3::add(spatial::lin(&slip), carried));
    spatial::to_local(&slip, &axes)
}

/// Whether a point is inside the volume of site `id`.
pub(super) fn inside_site(m: &Model, d: SiteFrames<'_>, id: usize, point: Vec3) -> bool {
    let arm = vec3::sub(point, row(d.site_xpos, id));
    let [a, b, c]: Vec3 = row(&m.site_size, id);
    let [x, y, z] = mat3::mul_t_vec(&row(d.site_xmat, id), arm);
    match m.site_type[id] {
        // turning does not matter
        GeomType::Sphere => vec3::dot(arm, arm) < a * a,
        GeomType::Capsule => {
            let beyond = z - z.max(-b).min(b);
            x * x + y * y + beyond * beyond < a * a
        }
        GeomType::Ellipsoid => x * x / (a * a) + y * y / (b * b) + z * z / (c * c) < 1.0,
        GeomType::Cylinder => z.abs() < b && x * x + y * y < a * a,
        GeomType::Box => x.abs() < a && y.abs() < b && z.abs() < c,
        GeomType::Plane => z < 0.0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volumes_contain_their_centres() {
        let mut m = Model::n_link_pendulum(1, 1.0, 0.1);
        m.nsite = 1;
        m.resize_arrays();
        m.site_size.copy_from_slice(&[0.1, 0.2, 0.3]);
        let mut d = m.make_data();
        d.site_xmat.copy_from_slice(&mat3::IDENTITY);
        for kind in [GeomType::Sphere, GeomType::Capsule, GeomType::Ellipsoid, GeomType::Cylinder, GeomType::Box] {
            m.site_type[0] = kind;
            assert!(inside_site(&m, SiteFrames::of(&d), 0, [0.0; 3]));
            assert!(!inside_site(&m, SiteFrames::of(&d), 0, [0.0, 0.0, 0.35]));
        }
        m.site_type[0] = GeomType::Capsule;
        assert!(inside_site(&m, SiteFrames::of(&d), 0, [0.0, 0.0, 0.29]));
    }
}
