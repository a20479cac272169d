//! Sensors of the position stage: lengths, poses, images of points, energies, time.

use super::frame::{inside_site, object, pose, relative_axis, relative_orientation, relative_position};
use super::geometry;
use super::{limit_row, put};
use crate::data::{ConstraintType, Data};
use crate::dynamics::energy;
use crate::math::{MINVAL, Vec3, get, mat3, quat, row, vec3};
use crate::model::{Model, ObjType, SensorType};
use crate::stage::{KineticEnergy, PotentialEnergy};

/// The reading of sensor `i`.
pub(super) fn read(m: &Model, d: &mut Data, i: usize, out: &mut [f64]) {
    use SensorType as S;
    let (kind, (_, id)) = (m.sensor_type[i], object(m, i));
    match kind {
        S::Magnetometer => put(out, &mat3::mul_t_vec(&row(&d.site_xmat, id), m.opt.magnetic)),
        S::CamProjection => put(out, &pixel(m, d, m.sensor_refid[i].max(0) as usize, row(&d.site_xpos, id))),
        S::JointPos => put(out, &[d.qpos[m.jnt_qposadr[id] as usize]]),
        S::TendonPos => put(out, &[d.ten_length[id]]),
        S::ActuatorPos => put(out, &d.actuator_length[m.actuator_outadr[id] as usize..]),
        S::BallQuat => put(out, &quat::normalize(get(&d.qpos, m.jnt_qposadr[id] as usize)).0),
        S::JointLimitPos => put(out, &[limit_distance(d, ConstraintType::LimitJoint, id)]),
        S::TendonLimitPos => put(out, &[limit_distance(d, ConstraintType::LimitTendon, id)]),
        S::FramePos => put(out, &relative_position(m, d, i)),
        S::FrameXAxis => put(out, &relative_axis(m, d, i, 0)),
        S::FrameYAxis => put(out, &relative_axis(m, d, i, 1)),
        S::FrameZAxis => put(out, &relative_axis(m, d, i, 2)),
        S::FrameQuat => put(out, &relative_orientation(m, d, i)),
        S::SubtreeCom => put(out, &row::<3>(&d.subtree_com, id)),
        S::InsideSite => put(out, &[f64::from(u8::from(is_inside(m, d, i)))]),
        S::EPotential => {
            if !d.flg_energypos {
                energy::potential(m, &mut PotentialEnergy::of(d));
            }
            put(out, &[d.energy[0]]);
        }
        S::EKinetic => {
            if !d.flg_energyvel {
                energy::kinetic(m, &mut KineticEnergy::of(d));
            }
            put(out, &[d.energy[1]]);
        }
        S::Clock => put(out, &[d.time]),
        S::Rangefinder => geometry::rangefinder(m, d, i, out),
        S::GeomDist | S::GeomNormal | S::GeomFromTo => geometry::between_geoms(m, d, i, out),
        _ => out.fill(0.0),
    }
}

/// Distance to the limit less its margin; zero away from it.
fn limit_distance(d: &Data, kind: ConstraintType, id: usize) -> f64 {
    limit_row(d, kind, id).map_or(0.0, |r| d.efc_pos[r] - d.efc_margin[r])
}

/// Whether the measured object is in the volume of the reference site.
fn is_inside(m: &Model, d: &Data, i: usize) -> bool {
    let (kind, id) = object(m, i);
    // a body without mass of its own is where its subtree is
    let carried = kind == ObjType::Body && id > 0 && m.body_mass[id] < MINVAL && m.body_subtreemass[id] >= MINVAL;
    let point = if carried { row(&d.subtree_com, id) } else { pose(m, d, (kind, id)).0 };
    inside_site(m, d, m.sensor_refid[i].max(0) as usize, point)
}

/// Where camera `cam` sees a point, in pixels from the upper left corner.
fn pixel(m: &Model, d: &Data, cam: usize, point: Vec3) -> [f64; 2] {
    let [width, height] = [0, 1].map(|k| f64::from(m.cam_resolution[2 * cam + k]));
    let [fx, fy] = geometry::focal_lengths(m, cam);
    let [x, y, z] = mat3::mul_t_vec(&row(&d.cam_xmat, cam), vec3::sub(point, row(&d.cam_xpos, cam)));
    let depth = if z.abs() >= MINVAL {
        z
    } else if z < 0.0 {
        -MINVAL
    } else {
        MINVAL
    };
    [-fx * (x / depth) + 0.5 * width, fy * (y / depth) + 0.5 * height]
}
