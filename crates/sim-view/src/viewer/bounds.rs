//! The box around a model: what moves, and what stands near it.

use crate::scene::read::{id, row};
use sim_core::binding::pipeline::forward_kinematics;
use sim_core::math::{Mat3, Vec3, vec3};
use sim_core::{Data, GeomType, Model};

/// How far from what moves a geom that stays may be, and how large, in half diagonals of the box around what moves.
const NEAR: f64 = 3.0;

/// Groups of geoms that are shown by default.
const SHOWN_GROUPS: std::ops::Range<i32> = 0..3;

/// A box along the axes of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Lowest corner.
    pub low: Vec3,
    /// Highest corner.
    pub high: Vec3,
}

impl Bounds {
    fn around(center: Vec3, half: Vec3) -> Self {
        Self { low: vec3::sub(center, half), high: vec3::add(center, half) }
    }

    fn with(self, other: Self) -> Self {
        let corner = |a: Vec3, b: Vec3, pick: fn(f64, f64) -> f64| [0, 1, 2].map(|k| pick(a[k], b[k]));
        Self { low: corner(self.low, other.low, f64::min), high: corner(self.high, other.high, f64::max) }
    }

    /// Middle of the box.
    pub fn center(&self) -> Vec3 {
        vec3::scale(vec3::add(self.low, self.high), 0.5)
    }

    /// Half of the box's diagonal.
    fn radius(&self) -> f64 {
        0.5 * vec3::dist(self.low, self.high)
    }

    /// The longest side of the box.
    pub fn longest(&self) -> f64 {
        (0..3).map(|k| self.high[k] - self.low[k]).fold(0.0, f64::max)
    }

    /// This box moved by a vector.
    pub fn moved(&self, by: Vec3) -> Self {
        Self { low: vec3::add(self.low, by), high: vec3::add(self.high, by) }
    }

    /// The smallest box around both.
    pub fn joined(&self, other: &Self) -> Self {
        self.with(*other)
    }
}

/// The box around a model at the positions of a state. `None`: the model has no shape, or its positions are NaN or infinite.
///
/// Geoms that stay count if they are near what moves: a hall around a robot does not hide the robot. Planes do not count.
pub fn model_bounds(m: &Model, d: &Data) -> Option<Bounds> {
    if d.qpos.len() != m.nq || d.geom_xpos.len() != 3 * m.ngeom {
        return None;
    }
    let mut state = d.clone();
    // the fields of a program's state may not follow from its positions yet
    forward_kinematics(m, &mut state);
    let all: Vec<(bool, Bounds)> = (0..m.ngeom).filter_map(|geom| geom_bounds(m, &state, geom)).collect();
    let join = |list: &mut dyn Iterator<Item = Bounds>| list.reduce(Bounds::with);
    let moving = join(&mut all.iter().filter(|(moves, _)| *moves).map(|(_, bounds)| *bounds));
    let still = || all.iter().filter(|(moves, _)| !moves).map(|(_, bounds)| *bounds);
    let Some(moving) = moving else { return join(&mut still()) };
    let reach = NEAR * moving.radius();
    let is_near = |bounds: &Bounds| {
        bounds.radius() <= reach && vec3::dist(bounds.center(), moving.center()) <= reach + bounds.radius()
    };
    join(&mut still().filter(is_near).chain([moving]))
}

/// Whether a geom moves, and the box around it. `None`: nothing of it is seen by default.
fn geom_bounds(m: &Model, d: &Data, geom: usize) -> Option<(bool, Bounds)> {
    let is_plane = *m.geom_type.get(geom)? == GeomType::Plane;
    let is_clear = |colour: [f32; 4]| colour[3] == 0.0;
    let material = id(&m.geom_matid, geom).and_then(|material| row(&m.mat_rgba, material));
    let is_hidden = is_clear(row(&m.geom_rgba, geom)?) || material.is_some_and(is_clear);
    if is_plane || is_hidden || !SHOWN_GROUPS.contains(m.geom_group.get(geom)?) {
        return None;
    }
    let [x, y, z, a, b, c]: [f64; 6] = row(&m.geom_aabb, geom)?;
    let (pos, mat): (Vec3, Mat3) = (row(&d.geom_xpos, geom)?, row(&d.geom_xmat, geom)?);
    let turned = |v: Vec3, absolute: bool| {
        let part = |entry: f64| if absolute { entry.abs() } else { entry };
        [0, 1, 2].map(|k| (0..3).map(|j| part(mat[3 * k + j]) * v[j]).sum::<f64>())
    };
    let bounds = Bounds::around(vec3::add(pos, turned([x, y, z], false)), turned([a, b, c], true));
    let is_finite = bounds.low.iter().chain(&bounds.high).all(|x| x.is_finite());
    let body = id(&m.geom_bodyid, geom)?;
    is_finite.then_some((m.body_weldid.get(body).is_some_and(|&weld| weld > 0), bounds))
}

/// Height of the floor below a model: that of a level plane of the world, or the model's lowest point.
pub fn floor_height(m: &Model, bounds: &Bounds) -> f64 {
    let level = |geom: usize| {
        let is_plane = m.geom_type.get(geom) == Some(&GeomType::Plane) && m.geom_bodyid.get(geom) == Some(&0);
        let [w, x, y, z]: [f64; 4] = row(&m.geom_quat, geom).filter(|_| is_plane)?;
        let up = w * w - x * x - y * y + z * z;
        (up > 0.99).then_some(row::<_, 3>(&m.geom_pos, geom)?[2])
    };
    let slack = 0.1 * bounds.longest();
    let below = (0..m.ngeom).filter_map(level).filter(|height| *height <= bounds.low[2] + slack);
    below.reduce(f64::max).unwrap_or(bounds.low[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds_of(xml: &str) -> Option<Bounds> {
        let m = sim_mjcf::load_str(xml).unwrap();
        model_bounds(&m, &m.make_data())
    }

    #[test]
    fn a_box_is_turned_with_its_body_and_planes_do_not_count() {
        let found = bounds_of(
            "<mujoco><worldbody><geom type='plane' size='50 50 1'/>
              <body pos='1 2 3' euler='0 0 90'><freejoint/><geom type='box' size='.3 .2 .1'/></body></worldbody></mujoco>",
        )
        .unwrap();
        let wanted = Bounds::around([1.0, 2.0, 3.0], [0.2, 0.3, 0.1]);
        assert!(vec3::dist(found.low, wanted.low) < 1e-9 && vec3::dist(found.high, wanted.high) < 1e-9, "{found:?}");
    }

    #[test]
    fn a_pedestal_counts_and_a_hall_does_not() {
        let model = |still: &str| {
            format!("<mujoco><worldbody>{still}<body pos='0 0 1'><joint/><geom size='.2'/></body></worldbody></mujoco>")
        };
        let low = |still: &str| bounds_of(&model(still)).unwrap().low;
        assert_eq!(low("<geom type='box' size='.1 .1 .4' pos='0 0 .4'/>")[2], 0.0);
        for ignored in [
            "<geom type='box' size='50 50 1'/>",
            "<geom type='box' size='.1 .1 .1' pos='30 0 0'/>",
            "<geom type='box' size='.1 .1 .4' pos='0 0 .4' group='3'/>",
            "<geom type='box' size='.1 .1 .4' pos='0 0 .4' rgba='1 1 1 0'/>",
        ] {
            assert_eq!(low(ignored), [-0.2, -0.2, 0.8], "{ignored}");
        }
    }

    #[test]
    fn a_model_without_shape_has_no_box_and_one_that_stays_has_one() {
        assert_eq!(bounds_of("<mujoco/>"), None);
        assert_eq!(bounds_of("<mujoco><worldbody><geom type='plane' size='1 1 1'/></worldbody></mujoco>"), None);
        let still = bounds_of("<mujoco><worldbody><geom size='.5'/></worldbody></mujoco>").unwrap();
        assert_eq!((still.longest(), still.center()), (1.0, [0.0; 3]));
        let m = Model::example();
        let mut d = m.make_data();
        d.qpos.fill(f64::NAN);
        let _ = model_bounds(&m, &d);
    }

    #[test]
    fn the_floor_is_the_plane_below_the_model() {
        let model = |plane: &str| {
            format!(
                "<mujoco><worldbody>{plane}<body pos='0 0 1'><freejoint/><geom size='.5'/></body></worldbody></mujoco>"
            )
        };
        let height = |plane: &str| {
            let m = sim_mjcf::load_str(&model(plane)).unwrap();
            floor_height(&m, &model_bounds(&m, &m.make_data()).unwrap())
        };
        assert_eq!(height("<geom type='plane' size='1 1 1' pos='0 0 -2'/>"), -2.0);
        assert_eq!(height("<geom type='plane' size='1 1 1' pos='0 0 7'/>"), 0.5);
        assert_eq!(height("<geom type='plane' size='1 1 1' euler='90 0 0'/>"), 0.5);
        assert_eq!(height(""), 0.5);
    }
}
