//! Small models collide by a list of pairs, large ones by a search: the contacts are the same to the bit, in the same order.
//! A model whose bounding volumes are marked is always searched, which gives the two to compare.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::Random;
use sim_core::pipeline::{self, stages};
use sim_core::{Data, DisableFlags, Model};

/// A world somewhere: every position nudged, every mocap body moved.
fn wander(m: &Model, d: &mut Data, random: &mut Random, scale: f64) {
    d.reset_all(m);
    for x in d.qpos.iter_mut().chain(&mut d.mocap_pos) {
        *x += random.around(scale);
    }
    pipeline::forward_kinematics(m, d);
}

/// Compares the contacts of the list with those of the search at random positions; how many contacts were seen.
fn compare(name: &str, m: &Model, worlds: &mut (Data, Data), random: &mut Random, states: usize) -> usize {
    let mut searched = m.clone();
    searched.vis.global.bvactive = 1;
    let (listed, other) = worlds;
    let mut seen = 0;
    for state in 0..states {
        wander(m, listed, random, [0.02, 0.1, 0.4, 1.0][state % 4]);
        other.copy_from(listed);
        stages::contacts(m, listed);
        stages::contacts(&searched, other);
        let geoms = |d: &Data| d.contact.iter().map(|c| c.geom).collect::<Vec<_>>();
        let same = format!("{:?}", listed.contact) == format!("{:?}", other.contact);
        assert!(same, "{name}, state {state}:\n{:?}\n{:?}", geoms(listed), geoms(other));
        seen += listed.ncon;
    }
    seen
}

#[test]
fn the_list_finds_what_the_search_finds() {
    let mut random = Random::new(5);
    let mut seen = 0;
    for (name, m) in common::our_models() {
        let mut worlds = (m.make_data(), m.make_data());
        seen += compare(&name, &m, &mut worlds, &mut random, 200);
        // boxes of geoms left out, parents allowed
        let mut other = m.clone();
        other.opt.disableflags |= DisableFlags::MIDPHASE | DisableFlags::FILTERPARENT;
        seen += compare(&name, &other, &mut worlds, &mut random, 40);
        // larger margins bring boxes and spheres into play
        let mut other = m.clone();
        other.geom_margin.fill(0.05);
        seen += compare(&name, &other, &mut worlds, &mut random, 40);
    }
    assert!(seen > 10_000, "{seen} contacts prove little");
}

#[test]
fn the_list_follows_edits_of_the_model() {
    let mut random = Random::new(6);
    let m = common::our_models().into_iter().find(|(name, _)| name == "workshop").unwrap().1;
    let mut worlds = (m.make_data(), m.make_data());
    let mut edited = m.clone();
    let edits: [(&str, fn(&mut Model)); 6] = [
        ("types", |m| m.geom_contype[1] = 0),
        ("affinities", |m| m.geom_conaffinity.fill(0)),
        ("all bits", |m| {
            m.geom_contype.fill(1);
            m.geom_conaffinity.fill(1);
            m.body_contype.fill(1);
            m.body_conaffinity.fill(1);
        }),
        ("parents", |m| m.opt.disableflags |= DisableFlags::FILTERPARENT),
        ("no middle phase", |m| m.opt.disableflags |= DisableFlags::MIDPHASE),
        ("bodies without bits", |m| m.body_contype[2..].fill(0)),
    ];
    let mut counts = vec![compare("before", &m, &mut worlds, &mut Random::new(7), 30)];
    for (name, edit) in edits {
        edit(&mut edited);
        compare(name, &edited, &mut worlds, &mut random, 30);
        counts.push(compare(name, &edited, &mut worlds, &mut Random::new(7), 30));
    }
    counts.dedup();
    assert!(counts.len() > 3, "the edits change nothing: {counts:?}");
    assert_eq!(compare("as before", &m, &mut worlds, &mut Random::new(7), 30), counts[0]);
}
