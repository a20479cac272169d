//! Tendons: lengths, paths and Jacobians.
//!
//! A fixed tendon is a linear combination of joint positions; a spatial one a string through sites,
//! around spheres and cylinders, branching at pulleys.

use super::jacobian;
use super::tendon_wrap::{Obstacle, wrap};
use super::velocity::{moves, point_velocity};
use crate::linalg::sparse;
use crate::math::{MINVAL, Vec3, row, set_row, spatial, vec3};
use crate::model::{Model, ObjType, WrapType};
use crate::sleep::Filter;
use crate::stage::{Awake, Axes, AxisRates, BodyMotion, TendonRates, Tendons};

/// Marks a pulley in `wrap_obj`.
const PULLEY: i32 = -2;
/// Marks a site in `wrap_obj`.
const SITE: i32 = -1;

/// Lengths, paths and Jacobians of all tendons.
pub fn tendons(m: &Model, d: &mut Tendons<'_>) {
    d.ten_length.fill(0.0);
    d.ten_J.fill(0.0);
    let filter = Filter::new(m, d.ntree_awake);
    let mut points = 0;
    for i in 0..m.ntendon {
        if filter.skips(m, Awake!(d), ObjType::Tendon, i) {
            continue;
        }
        d.ten_wrapadr[i] = points as i32;
        if m.tendon_num[i] > 0 && m.wrap_type[m.tendon_adr[i] as usize] == WrapType::Joint {
            fixed(m, d, i);
        } else {
            points = spatial_path(m, d, i, points);
        }
        d.ten_wrapnum[i] = points as i32 - d.ten_wrapadr[i];
    }
}

fn fixed(m: &Model, d: &mut Tendons<'_>, i: usize) {
    let first = m.tendon_adr[i] as usize;
    let range = sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, i);
    for w in first..first + m.tendon_num[i] as usize {
        let joint = m.wrap_objid[w] as usize;
        d.ten_length[i] += m.wrap_prm[w] * d.qpos[m.jnt_qposadr[joint] as usize];
        let columns = &m.ten_J_colind[range.clone()];
        let dof = [m.jnt_dofadr[joint]];
        sparse::add_matching(columns, &mut d.ten_J[range.clone()], &dof, &[1.0], m.wrap_prm[w]);
    }
}

/// One straight piece of a path, or the end of a branch.
#[derive(Clone, Copy)]
struct Point {
    pos: Vec3,
    body: usize,
}

fn site_point(m: &Model, site_xpos: &[f64], site: usize) -> Point {
    Point { pos: row(site_xpos, site), body: m.site_bodyid[site] as usize }
}

/// Walks the path of spatial tendon `i`, writing its points from `at`; returns the next free place.
fn spatial_path(m: &Model, d: &mut Tendons<'_>, i: usize, mut at: usize) -> usize {
    let first = m.tendon_adr[i] as usize;
    let last = (first + m.tendon_num[i] as usize).saturating_sub(1);
    let mut divisor = 1.0;
    let mut w = first;
    while w < last {
        let (here, next) = (m.wrap_type[w], m.wrap_type[w + 1]);
        if here == WrapType::Pulley || next == WrapType::Pulley {
            if here == WrapType::Pulley {
                divisor = m.wrap_prm[w];
                at = add_point(d, at, [0.0; 3], PULLEY);
            }
            w += 1;
            continue;
        }
        let start = site_point(m, d.site_xpos, m.wrap_objid[w] as usize);
        let around = matches!(next, WrapType::Sphere | WrapType::Cylinder);
        let step = if around { 2 } else { 1 };
        if w + step > last {
            break;
        }
        let end = site_point(m, d.site_xpos, m.wrap_objid[w + step] as usize);
        let touching = if around { wrap_geom(m, d, w + 1, start.pos, end.pos) } else { None };

        at = add_point(d, at, start.pos, SITE);
        match touching {
            None => {
                d.ten_length[i] += vec3::dist(start.pos, end.pos) / divisor;
                add_moment(m, d, i, start, end, divisor);
            }
            Some((points, length)) => {
                let geom = m.wrap_objid[w + 1];
                let body = m.geom_bodyid[geom as usize] as usize;
                let [p1, p2] = points.map(|pos| Point { pos, body });
                let straight = vec3::dist(start.pos, p1.pos) + length + vec3::dist(p2.pos, end.pos);
                d.ten_length[i] += straight / divisor;
                add_moment(m, d, i, start, p1, divisor);
                add_moment(m, d, i, p2, end, divisor);
                at = add_point(d, at, p1.pos, geom);
                at = add_point(d, at, p2.pos, geom);
            }
        }
        w += step;
        if w == last || m.wrap_type[w + 1] == WrapType::Pulley {
            at = add_point(d, at, end.pos, SITE);
        }
    }
    at
}

fn add_point(d: &mut Tendons<'_>, at: usize, pos: Vec3, object: i32) -> usize {
    set_row(d.wrap_xpos, at, pos);
    d.wrap_obj[at] = object;
    at + 1
}

/// Wraps the string between two points around the geom at path place `w`.
fn wrap_geom(m: &Model, d: &Tendons<'_>, w: usize, x0: Vec3, x1: Vec3) -> Option<([Vec3; 2], f64)> {
    let geom = m.wrap_objid[w] as usize;
    let obstacle = Obstacle {
        pos: row(d.geom_xpos, geom),
        mat: row(d.geom_xmat, geom),
        radius: m.geom_size[3 * geom],
        cylinder: m.wrap_type[w] == WrapType::Cylinder,
    };
    // the side site's id is stored as a number; the nearest integer, without a call
    let side = m.wrap_prm[w] + 0.5;
    let side = (side >= 0.5 && side < m.nsite as f64 + 0.5).then(|| row(d.site_xpos, side as usize));
    wrap(x0, x1, &obstacle, side)
}

/// Adds the derivative of the distance between two points to the tendon's Jacobian.
fn add_moment(m: &Model, d: &mut Tendons<'_>, i: usize, from: Point, to: Point, divisor: f64) {
    if from.body == to.body {
        return;
    }
    let direction = vec3::normalize(vec3::sub(to.pos, from.pos)).0;
    let range = sparse::row_range(&m.ten_J_rownnz, &m.ten_J_rowadr, i);
    let columns = &m.ten_J_colind[range.clone()];
    let target = &mut d.ten_J[range];
    let mut at = columns.len();
    let scale = 1.0 / divisor;
    jacobian::difference(m, Axes!(d), (from.body, from.pos), (to.body, to.pos), |dof, column, _| {
        while at > 0 && columns[at - 1] as usize > dof {
            at -= 1;
        }
        if at > 0 && columns[at - 1] as usize == dof {
            target[at - 1] += scale * vec3::dot(column, direction);
        }
    });
}

/// Time derivative of a tendon's Jacobian times `vec`. Needs the velocity stage. A fixed tendon's Jacobian
/// is constant; pieces that touch a geom count as straight between their sites, as MuJoCo refuses
/// armature there.
pub fn jacobian_rate_times(m: &Model, d: TendonRates<'_>, i: usize, vec: &[f64]) -> f64 {
    let first = m.tendon_adr[i] as usize;
    let last = (first + m.tendon_num[i] as usize).saturating_sub(1);
    if m.tendon_num[i] <= 0 || m.wrap_type[first] == WrapType::Joint {
        return 0.0;
    }
    let mut sum = 0.0;
    let mut divisor = 1.0;
    let mut w = first;
    while w < last {
        let (here, next) = (m.wrap_type[w], m.wrap_type[w + 1]);
        if here == WrapType::Pulley || next == WrapType::Pulley {
            if here == WrapType::Pulley {
                divisor = m.wrap_prm[w];
            }
            w += 1;
            continue;
        }
        let step = if matches!(next, WrapType::Sphere | WrapType::Cylinder) { 2 } else { 1 };
        if w + step > last {
            break;
        }
        let (s0, s1) = (m.wrap_objid[w] as usize, m.wrap_objid[w + step] as usize);
        sum += segment_rate(m, d, s0, s1, vec) / divisor;
        w += step;
    }
    sum
}

/// `d/dt (u . (J1 - J0))` times `vec`, with `u` the unit vector between two sites.
fn segment_rate(m: &Model, d: TendonRates<'_>, s0: usize, s1: usize, vec: &[f64]) -> f64 {
    let (p0, p1) = (site_point(m, d.site_xpos, s0), site_point(m, d.site_xpos, s1));
    if p0.body == p1.body {
        return 0.0;
    }
    let (unit, length) = vec3::normalize(vec3::sub(p1.pos, p0.pos));
    let velocity = |p: &Point| match moves(m, p.body) {
        true => spatial::lin(&point_velocity(m, BodyMotion!(d), p.body, p.pos)),
        false => [0.0; 3],
    };
    let mut turn = vec3::sub(velocity(&p1), velocity(&p0));
    turn = vec3::add_scaled(turn, unit, -vec3::dot(unit, turn));
    turn = vec3::scale(turn, if length > MINVAL { 1.0 / length } else { 0.0 });

    let rate = vec3::sub(
        jacobian::point_rate_times(m, AxisRates!(d), p1.pos, p1.body, vec).0,
        jacobian::point_rate_times(m, AxisRates!(d), p0.pos, p0.body, vec).0,
    );
    let slide = vec3::sub(
        jacobian::point_times(m, Axes!(d), p1.pos, p1.body, vec),
        jacobian::point_times(m, Axes!(d), p0.pos, p0.body, vec),
    );
    vec3::dot(rate, unit) + vec3::dot(slide, turn)
}
