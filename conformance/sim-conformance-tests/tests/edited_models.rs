//! A Model may be edited between steps: its caches follow. The tests edit each array that a cache is made from. The world
//! then steps bit for bit like that of a Model without caches.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_core::arrays::{ArrayMut, ArrayRef};
use sim_core::{BatchSim, Data, Model};
use std::sync::Arc;

/// Builds a Model from another one's numbers, without its caches.
fn fresh(m: &Model) -> Model {
    let mut sizes = vec![];
    m.visit_sizes(&mut |_, size| sizes.push(size));
    let (mut out, mut sizes) = (Model::default(), sizes.into_iter());
    out.visit_sizes_mut(&mut |_, size| *size = sizes.next().unwrap());
    out.resize_arrays();
    (out.opt, out.stat, out.vis) = (m.opt.clone(), m.stat.clone(), m.vis.clone());
    copy_arrays(m, &mut out);
    assert_eq!(*m, out);
    out
}

/// Writes the entries of all arrays to those of another Model.
fn copy_arrays(from: &Model, to: &mut Model) {
    for name in Model::ARRAY_NAMES {
        match (from.array(name).unwrap(), to.array_mut(name).unwrap()) {
            (ArrayRef::F64(a), ArrayMut::F64(b)) => b.copy_from_slice(a),
            (ArrayRef::F32(a), ArrayMut::F32(b)) => b.copy_from_slice(a),
            (ArrayRef::I32(a), ArrayMut::I32(b)) => b.copy_from_slice(a),
            (ArrayRef::I64(a), ArrayMut::I64(b)) => b.copy_from_slice(a),
            (ArrayRef::U8(a), ArrayMut::U8(b)) => b.copy_from_slice(a),
            (ArrayRef::Bool(a), ArrayMut::Bool(b)) => b.copy_from_slice(a),
            _ => panic!("{name}"),
        }
    }
}

/// Steps a world of the edited Model beside one of a Model without caches, from the same state.
fn compare(what: &str, m: &Model, d: &Data, steps: usize) -> Data {
    let bare = fresh(m);
    let (mut used, mut new) = (d.clone(), bare.make_data());
    new.copy_from(d);
    for step in 0..steps {
        used.step(m).unwrap();
        new.step(&bare).unwrap();
        assert!(used == new, "{what}: step {step}");
    }
    used
}

/// A small and a large hull that lie on each other and on the floor.
fn meshes() -> Model {
    let points = |count: u32, scale: f64| -> String {
        let point = |i: u32| {
            let (angle, z) = (f64::from(i) * 2.4, 1.0 - 2.0 * (f64::from(i) + 0.5) / f64::from(count));
            let r = (1.0 - z * z).sqrt();
            [r * angle.cos(), r * angle.sin(), z].map(|x| format!("{:.4} ", scale * x)).concat()
        };
        (0..count).map(point).collect()
    };
    let body = |i: u32| {
        let mesh = ["few", "many", "more"][i as usize % 3];
        let (x, z) = (0.01 * f64::from(i), 0.1 + 0.19 * f64::from(i));
        format!("<body pos='{x} 0 {z}'><freejoint/><geom type='mesh' mesh='{mesh}'/></body>")
    };
    sim_mjcf::load_model(&format!(
        "<mujoco><asset><mesh name='few' vertex='{}'/><mesh name='many' vertex='{}'/><mesh name='more' vertex='{}'/></asset>
         <worldbody><geom type='plane' size='5 5 1'/>{}</worldbody></mujoco>",
        points(8, 0.1),
        points(60, 0.1),
        points(70, 0.11),
        (0..5).map(body).collect::<String>()
    ))
    .unwrap()
}

#[test]
fn hulls_follow_the_meshes() {
    type Edit = fn(&mut Model);
    let edits: [(&str, Edit); 6] = [
        ("mesh_vert", |m| m.mesh_vert.iter_mut().step_by(7).for_each(|x| *x *= 1.1)),
        ("mesh_vertadr", |m| m.mesh_vertadr.swap(1, 2)),
        ("mesh_vertnum", |m| m.mesh_vertnum[0] -= 2),
        ("mesh_graph", |m| {
            // every other list of neighbours ends at once
            let start = m.mesh_graphadr[1] as usize;
            let n = m.mesh_graph[start] as usize;
            for i in (0..n).step_by(2) {
                let list = m.mesh_graph[start + 2 + i] as usize;
                m.mesh_graph[start + 2 + 2 * n + list] = -1;
            }
        }),
        ("mesh_graphadr", |m| m.mesh_graphadr.swap(1, 2)),
        ("geom_contype", |m| m.geom_contype.fill(0)),
    ];
    let whole = meshes();
    for pinned in [false, true] {
        for (name, edit) in edits {
            let mut m = whole.clone();
            if pinned {
                m.pin_array(name).unwrap();
            }
            let mut d = m.make_data();
            (0..60).for_each(|_| d.step(&m).unwrap());
            assert!(d.ncon > 0);
            // the edited arrays may have other owners, and were read before
            let before = compare(name, &m, &d, 30);
            edit(&mut m);
            assert!(m != whole, "{name}");
            let after = compare(name, &m, &d, 30);
            assert!(before.qpos != after.qpos, "{name} does not matter here");
            assert_eq!(whole, meshes(), "{name} of another Model was edited");
            m.set_const().unwrap();
            compare(name, &m, &d, 30);
        }
    }
}

/// Five hinges in two trees: a fork and a single one, or two chains. Both have matrices of the same sizes.
fn trees(fork: bool) -> Model {
    let link = |name: &str, inner: &str| {
        format!(
            "<body name='{name}' pos='.1 0 -.2'><joint axis='0 1 0.1' damping='.01' range='-1 1' limited='true'/>\
             <geom type='capsule' fromto='0 0 0 .1 0 -.2' size='.02' contype='0' conaffinity='0'/>{inner}</body>"
        )
    };
    let (leaf, world) = (
        |name: &str| link(name, ""),
        |bodies: &str| {
            let text = format!("<mujoco><option integrator='implicitfast'/><worldbody>{bodies}</worldbody></mujoco>");
            sim_mjcf::load_model(&text).unwrap()
        },
    );
    if fork {
        world(&(link("a", &(link("b", &leaf("c")) + &leaf("d"))) + &leaf("e")))
    } else {
        world(&(link("a", &link("b", &leaf("c"))) + &link("d", &leaf("e"))))
    }
}

#[test]
fn places_of_dofs_follow_the_trees() {
    let (forked, chains) = (trees(true), trees(false));
    assert_ne!(forked.dof_parentid, chains.dof_parentid);
    for pinned in [false, true] {
        let mut m = forked.clone();
        if pinned {
            for name in Model::ARRAY_NAMES {
                m.pin_array(name).unwrap();
            }
        }
        let mut d = m.make_data();
        d.qvel.iter_mut().zip(1..).for_each(|(v, i)| *v = 2.0 * f64::from(i));
        (0..20).for_each(|_| d.step(&m).unwrap());
        compare("before", &m, &d, 20);
        let places: Vec<_> = [&m.dof_parentid, &m.M_colind].map(|array| array.as_ptr()).into();
        copy_arrays(&chains, &mut m);
        if pinned {
            assert_eq!(places, [&m.dof_parentid, &m.M_colind].map(|array| array.as_ptr()));
        }
        assert_eq!(m, chains);
        let after = compare("after", &m, &d, 60);
        assert!(after.nefc > 0, "a limit is reached");
        // and back
        copy_arrays(&forked, &mut m);
        compare("back", &m, &after, 60);
    }
}

#[test]
fn counts_of_polygons_follow_the_meshes() {
    let mut m = meshes();
    let (polygon, degree) = (m.npolygonmax, m.nmeshdegmax);
    m.mesh_polyvertnum[3] = 40;
    m.mesh_polymapnum[3] = 50;
    m.set_const().unwrap();
    assert!(polygon < 40 && degree < 50);
    assert_eq!((m.npolygonmax, m.nmeshdegmax), (40, 50));
}

#[test]
fn worlds_share_what_they_do_not_override() {
    let common = Arc::new(meshes());
    let mut batch = BatchSim::new(common.clone(), 3);
    let masses: Vec<f64> = (1..=3).flat_map(|k| common.body_mass.iter().map(move |m| f64::from(k) * m)).collect();
    batch.override_fields(&[("body_mass", &masses)]).unwrap();
    batch.override_model(1, |m| m.mesh_vert.iter_mut().for_each(|x| *x *= 1.05)).unwrap();
    for i in 0..3 {
        let own = batch.model_of(i).unwrap();
        // what the masses decide, and what nobody touched
        assert_eq!(own.body_mass.is_same(&common.body_mass), i == 0, "{i}");
        assert_eq!(own.body_invweight0.is_same(&common.body_invweight0), i == 0, "{i}");
        assert_eq!(own.mesh_vert.is_same(&common.mesh_vert), i != 1, "{i}");
        for name in ["mesh_graph", "mesh_face", "tex_data", "geom_sameframe", "tree_dofadr", "names", "M_colind"] {
            let place = |m: &Model| match m.array(name).unwrap() {
                ArrayRef::I32(a) => a.as_ptr() as usize,
                ArrayRef::U8(a) => a.as_ptr() as usize,
                _ => panic!("{name}"),
            };
            assert_eq!(place(own), place(&common), "{name} of world {i}");
        }
    }
    // and they step as if they were alone
    let alone: Vec<Model> = (0..3).map(|i| fresh(batch.model_of(i).unwrap())).collect();
    let mut worlds: Vec<Data> = alone.iter().map(Model::make_data).collect();
    for _ in 0..60 {
        assert_eq!(batch.step_all(), [None, None, None]);
        worlds.iter_mut().zip(&alone).for_each(|(d, m)| d.step(m).unwrap());
    }
    assert!(batch.worlds().eq(&worlds));
    assert!(worlds[0] != worlds[1]);
}
