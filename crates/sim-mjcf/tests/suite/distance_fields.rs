//! Geoms of type sdf: placeholders, grids given by the program, meshes.

use sim_core::math::{row, vec3};
use sim_core::{Data, GeomType, Model, SdfCollisionData};
use std::sync::Arc;

/// A placeholder at the origin and another geom above it.
fn scene(other: &str) -> Model {
    sim_mjcf::load_model(&format!(
        "<mujoco><asset><mesh name='cube' vertex='-.3 -.3 -.3 .3 -.3 -.3 -.3 .3 -.3 .3 .3 -.3 -.3 -.3 .3 .3 -.3 .3 -.3 .3 .3
         .3 .3 .3'/><hfield name='ground' nrow='5' ncol='5' size='2 2 1 .1'/></asset><worldbody>
         <body><geom name='field' type='sdf'/></body>
         <body pos='0 0 .7'><freejoint/><inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/>{other}</body>
         </worldbody></mujoco>"
    ))
    .unwrap()
}

fn ball() -> Arc<SdfCollisionData> {
    Arc::new(SdfCollisionData::sphere([0.0; 3], 0.5, 40, 0.1).unwrap())
}

fn forward(m: &Model) -> Data {
    let mut d = m.make_data();
    d.forward(m).unwrap();
    d
}

#[test]
fn a_placeholder_is_accepted_and_touches_nothing() {
    let m = scene("<geom type='sphere' size='.3'/>");
    assert_eq!((m.geom_type[0], m.geom_sdf[0], m.nsdf()), (GeomType::Sdf, None, 0));
    assert!(m.unsimulated_features().is_empty());
    assert_eq!(forward(&m).ncon, 0);
}

#[test]
fn a_grid_collides_with_every_shape() {
    let shapes = [
        "<geom type='sphere' size='.3'/>",
        "<geom type='capsule' size='.3 .2' zaxis='1 0 0'/>",
        "<geom type='box' size='.3 .3 .3'/>",
        "<geom type='cylinder' size='.3 .3'/>",
        "<geom type='ellipsoid' size='.4 .3 .3'/>",
        "<geom type='mesh' mesh='cube'/>",
        "<geom name='other' type='sdf'/>",
    ];
    for shape in shapes {
        let mut m = scene(shape);
        m.set_geom_sdf(0, ball()).unwrap();
        if shape.contains("other") {
            m.set_geom_sdf(1, Arc::new(SdfCollisionData::sphere([0.0; 3], 0.3, 30, 0.1).unwrap())).unwrap();
        }
        let d = forward(&m);
        assert!(d.ncon > 0, "{shape}");
        for contact in &d.contact {
            // the first geom of a pair is the one of the lower type; normals point from it to the second
            let centres = contact.geom().map(|g| row::<3>(&d.geom_xpos, g as usize));
            let along = vec3::sub(centres[1], centres[0]);
            let normal = [contact.frame[0], contact.frame[1], contact.frame[2]];
            assert!(vec3::dot(normal, along) > 0.0, "{shape}: {contact:?}");
            assert!(contact.dist < 0.0 && contact.dist > -0.35 && contact.pos[2] > 0.2, "{shape}: {contact:?}");
        }
    }
}

#[test]
fn a_grid_stands_on_planes_and_height_fields() {
    for ground in ["type='plane' size='1 1 1'", "type='hfield' hfield='ground'"] {
        let mut m = sim_mjcf::load_model(&format!(
            "<mujoco><asset><hfield name='ground' nrow='5' ncol='5' size='2 2 1 .1'/></asset><worldbody><geom {ground}/>
             <body pos='0 0 .49'><freejoint/><inertial mass='1' pos='0 0 0' diaginertia='.1 .1 .1'/><geom type='sdf'/></body>
             </worldbody></mujoco>"
        ))
        .unwrap();
        m.set_geom_sdf(1, ball()).unwrap();
        let mut d = forward(&m);
        assert!(d.ncon > 0, "{ground}");
        assert!(d.contact.iter().all(|c| c.frame[2] > 0.9), "{ground}: {:?}", d.contact);
        for _ in 0..500 {
            d.step(&m).unwrap();
        }
        assert!((d.qpos[2] - 0.5).abs() < 0.03, "{ground}: {}", d.qpos[2]);
    }
}

#[test]
fn meshes_become_fields_and_rays_meet_them() {
    let mut m = scene("<geom type='sdf' mesh='cube'/>");
    assert!(m.noct > 0 && m.geom_sdf[1].is_none());
    m.set_geom_sdf(0, ball()).unwrap();
    let d = forward(&m);
    assert!(d.ncon > 0);
    let ray = sim_core::binding::query::ray::Ray { origin: [0.01, 0.02, 3.0], direction: [0.0, 0.0, -1.0] };
    let hit =
        sim_core::binding::query::ray::cast(&m, sim_core::binding::stage::GeomPoses::of(&d), &ray, &Default::default())
            .unwrap();
    assert!(hit.geom == 1 && (hit.distance - 2.0).abs() < 0.02 && hit.normal[2] > 0.9, "{hit:?}");
}

#[test]
fn bounds_of_a_grid_and_of_a_placeholder() {
    let mut m = scene("<geom size='.3'/>");
    // a placeholder keeps the size it was given
    assert!(m.geom_rbound[0].is_finite());
    let grid = Arc::new(SdfCollisionData::cuboid([0.0; 3], [0.4, 0.2, 0.1], 40, 0.05).unwrap());
    m.set_geom_sdf(0, grid.clone()).unwrap();
    let (low, high) = grid.aabb();
    assert!((m.geom_rbound[0] - 0.5 * vec3::dist(low, high)).abs() < 1e-12);
    // box of the broad phase: half extents of the grid, turned with the geom
    let half: [f64; 3] = std::array::from_fn(|k| 0.5 * (high[k] - low[k]));
    assert!((0..3).all(|k| (m.geom_aabb[3 + k] - half[k]).abs() < 1e-12));
}

#[test]
fn turned_grids_are_found_wherever_they_touch() {
    // a long grid turned about z: a ball at its far end is outside the box of the unturned grid
    for turn in [0.0f64, 30.0, 60.0, 90.0, 135.0] {
        let (sin, cos) = turn.to_radians().sin_cos();
        let mut m = sim_mjcf::load_model(&format!(
            "<mujoco><worldbody><body euler='0 0 {turn}'><geom type='sdf'/></body>
             <body pos='{} {} 0'><freejoint/><geom size='.1'/></body></worldbody></mujoco>",
            1.08 * cos,
            1.08 * sin
        ))
        .unwrap();
        let grid = SdfCollisionData::cuboid([0.0; 3], [1.0, 0.1, 0.1], 80, 0.05).unwrap();
        m.set_geom_sdf(0, Arc::new(grid)).unwrap();
        let d = forward(&m);
        assert!(d.ncon > 0, "{turn}");
        for c in &d.contact {
            // the ball has the lower type, so the normal points from it to the grid
            assert_eq!(c.geom(), [1, 0]);
            assert!(c.frame[0] * cos + c.frame[1] * sin < -0.9, "{turn}: {c:?}");
        }
    }
}

#[test]
fn two_grids_touch_in_either_order() {
    for swap in [false, true] {
        let mut m = sim_mjcf::load_model(&format!(
            "<mujoco><worldbody><body pos='0 0 {}'><geom type='sdf'/></body><body pos='0 0 {}'><freejoint/>
             <inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/><geom type='sdf'/></body></worldbody></mujoco>",
            if swap { 0.75 } else { 0.0 },
            if swap { 0.0 } else { 0.75 }
        ))
        .unwrap();
        m.set_geom_sdf(0, ball()).unwrap();
        // one of two fields alone still touches nothing
        assert_eq!(forward(&m).ncon, 0);
        m.set_geom_sdf(1, Arc::new(SdfCollisionData::sphere([0.0; 3], 0.3, 30, 0.1).unwrap())).unwrap();
        let d = forward(&m);
        assert!(d.ncon > 0);
        let up = if swap { -1.0 } else { 1.0 };
        assert!(
            d.contact.iter().all(|c| c.geom() == [0, 1] && up * c.frame[2] > 0.5 && c.dist < 0.0),
            "{:?}",
            d.contact
        );
    }
}

#[test]
fn a_grid_meets_a_height_field_where_its_hill_is() {
    // a single hill away from the middle (the first row of the text is the farthest along y): only a field placed around its geom is met there
    let heights: Vec<&str> = (0..49).map(|i| if i == 7 + 1 { "1" } else { "0" }).collect();
    let mut m = sim_mjcf::load_model(&format!(
        "<mujoco><asset><hfield name='ground' nrow='7' ncol='7' size='3 3 1 .1' elevation='{}'/></asset><worldbody>
         <geom type='hfield' hfield='ground'/><body pos='-2 2 1.4'><freejoint/>
         <inertial mass='1' pos='0 0 0' diaginertia='1 1 1'/><geom type='sdf'/></body></worldbody></mujoco>",
        heights.join(" ")
    ))
    .unwrap();
    m.set_geom_sdf(1, ball()).unwrap();
    let mut d = forward(&m);
    assert!(d.ncon > 0 && d.contact.iter().all(|c| c.geom() == [0, 1] && c.pos[2] > 0.5), "{:?}", d.contact);
    (d.qpos[0], d.qpos[1]) = (2.0, -2.0);
    d.forward(&m).unwrap();
    assert_eq!(d.ncon, 0);
}
