//! Small models collide by a list of pairs, large ones by a search. Contacts are bit-equal and in the same order. Marking the
//! bounding volumes of a model always selects the search, so that both can be compared.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::Random;
use sim_core::binding::pipeline::{self, stages};
use sim_core::{Data, DisableFlags, EnableFlags, Model};

/// Moves a world: changes every position and every mocap body.
fn move_randomly(m: &Model, d: &mut Data, random: &mut Random, scale: f64) {
    d.reset_all(m);
    for x in d.qpos.iter_mut().chain(&mut d.mocap_pos) {
        *x += random.around(scale);
    }
    pipeline::forward_kinematics(m, d);
}

/// Compares the contacts of the list with those of the search at random positions; returns the number of contacts.
fn compare(name: &str, m: &Model, worlds: &mut (Data, Data), random: &mut Random, states: usize) -> usize {
    let mut searched = m.clone();
    searched.vis.global.bvactive = 1;
    let (listed, other) = worlds;
    let mut seen = 0;
    for state in 0..states {
        move_randomly(m, listed, random, [0.02, 0.1, 0.4, 1.0][state % 4]);
        other.copy_from(listed);
        stages::contacts(m, listed).unwrap();
        stages::contacts(&searched, other).unwrap();
        let geoms = |d: &Data| d.contact.iter().map(|c| c.geom()).collect::<Vec<_>>();
        let same = format!("{:?}", listed.contact) == format!("{:?}", other.contact);
        assert!(same, "{name}, state {state}:\n{:?}\n{:?}", geoms(listed), geoms(other));
        seen += listed.ncon;
    }
    seen
}

/// Few geoms of every kind that fall on each other; some bodies have two, some pairs are named or excluded.
const PILES: [&str; 5] = [
    "<worldbody><geom type='plane' size='2 2 .1'/>
       <body name='a' pos='0 0 .2'><freejoint/><geom type='box' size='.1 .1 .05'/><geom type='sphere' size='.08' pos='.15 0 0'/></body>
       <body name='b' pos='.1 0 .35'><freejoint/><geom type='capsule' size='.05 .1'/></body>
       <body name='c' pos='0 .1 .5'><freejoint/><geom type='box' size='.06 .1 .08'/></body></worldbody>",
    "<worldbody><geom type='box' size='1 1 .05'/>
       <body name='a' pos='0 0 .2'><freejoint/><geom type='ellipsoid' size='.1 .06 .05'/></body>
       <body name='b' pos='.1 0 .3'><freejoint/><geom type='cylinder' size='.06 .1'/><geom type='box' size='.05 .05 .1' pos='0 .1 0'/></body>
       <body name='c' pos='0 .05 .45'><freejoint/><geom type='sphere' size='.09'/></body></worldbody>
     <contact><exclude body1='a' body2='c'/></contact>",
    "<worldbody><geom name='floor' type='plane' size='2 2 .1'/>
       <body pos='0 0 .2'><freejoint/><geom name='x' type='capsule' size='.06 .12'/>
         <body pos='.1 0 .1'><joint/><geom name='y' type='capsule' size='.05 .1'/>
           <body pos='.1 0 .1'><joint axis='0 1 0'/><geom name='z' type='box' size='.05 .05 .1'/></body></body></body></worldbody>
     <contact><pair geom1='x' geom2='z' margin='.02'/><pair geom1='floor' geom2='y' condim='1'/></contact>",
    "<default><geom margin='.03' gap='.01'/></default>
     <worldbody><geom type='plane' size='2 2 .1'/>
       <body mocap='true' pos='0 .1 .2'><geom type='box' size='.1 .1 .02'/></body>
       <body pos='0 0 .3'><freejoint/><geom type='box' size='.1 .04 .05'/></body>
       <body pos='.1 .05 .4'><freejoint/><geom type='box' size='.06 .1 .03' euler='20 30 10'/></body></worldbody>",
    // edges and corners that face each other from afar
    "<default><geom margin='.1'/></default>
     <worldbody>
       <body><freejoint/><geom type='box' size='.1 .2 .05'/></body>
       <body pos='.3 .2 .1'><freejoint/><geom type='box' size='.15 .1 .1' euler='40 30 20'/></body>
       <body pos='-.2 .3 .2'><freejoint/><geom type='box' size='.05 .1 .2' euler='10 50 70'/></body></worldbody>",
];

fn piles() -> impl Iterator<Item = (String, Model)> {
    PILES
        .iter()
        .enumerate()
        .map(|(i, body)| (format!("pile {i}"), sim_mjcf::load_model(&format!("<mujoco>{body}</mujoco>")).unwrap()))
}

#[test]
fn the_list_finds_what_the_search_finds() {
    let mut random = Random::new(5);
    let mut seen = 0;
    for (name, m) in piles().chain(common::our_models()) {
        let mut worlds = (m.make_data(), m.make_data());
        seen += compare(&name, &m, &mut worlds, &mut random, 300);
        // geom boxes disabled, parents allowed
        let mut other = m.clone();
        other.opt.disableflags |= DisableFlags::MIDPHASE | DisableFlags::FILTERPARENT;
        seen += compare(&name, &other, &mut worlds, &mut random, 100);
        // larger margins bring boxes and spheres into play
        let mut other = m.clone();
        other.geom_margin.fill(0.05);
        seen += compare(&name, &other, &mut worlds, &mut random, 100);
        // one margin for all leaves the gaps as they are, though not in the boxes of bodies
        other.opt.enableflags |= EnableFlags::OVERRIDE;
        (other.opt.o_margin, other.opt.o_friction) = (0.01, [1.0; 5]);
        other.geom_gap.fill(0.1);
        seen += compare(&name, &other, &mut worlds, &mut random, 100);
    }
    assert!(seen > 10_000, "{seen} contacts prove little");
}

/// An edited array and its edit.
type Edit = (&'static str, fn(&mut Model));

#[test]
fn the_list_follows_edits_of_the_model() {
    let mut random = Random::new(6);
    let (_, m) = piles().next().unwrap();
    let mut worlds = (m.make_data(), m.make_data());
    let mut edited = m.clone();
    let edits: [Edit; 10] = [
        ("types", |m| m.geom_contype[1] = 0),
        ("affinities", |m| m.geom_conaffinity[0] = 0),
        ("no bits", |m| m.geom_conaffinity.fill(0)),
        ("all bits", |m| {
            m.geom_contype.fill(1);
            m.geom_conaffinity.fill(1);
        }),
        ("no middle phase", |m| m.opt.disableflags |= DisableFlags::MIDPHASE),
        ("margins", |m| m.geom_margin.fill(0.2)),
        ("gaps", |m| m.geom_gap.fill(0.1)),
        ("bounding spheres", |m| m.geom_rbound.iter_mut().for_each(|r| *r *= 0.7)),
        ("places", |m| m.geom_pos[3] += 0.3),
        ("bodies without bits", |m| {
            m.body_contype[2..].fill(0);
            m.body_conaffinity[2..].fill(0);
        }),
    ];
    let mut counts = vec![compare("before", &m, &mut worlds, &mut Random::new(7), 60)];
    for (name, edit) in edits {
        edit(&mut edited);
        compare(name, &edited, &mut worlds, &mut random, 60);
        counts.push(compare(name, &edited, &mut worlds, &mut Random::new(7), 60));
    }
    counts.dedup();
    assert!(counts.len() > 3, "the edits change nothing: {counts:?}");
    assert_eq!(compare("as before", &m, &mut worlds, &mut Random::new(7), 60), counts[0]);
}

/// Edits sizes and bounding spheres, not boxes. Against the world, MuJoCo checks only spheres, and so does the list.
#[test]
fn boxes_that_are_too_small_hide_nothing() {
    let bodies = ["type='box' size='.1 .06 .05'", "type='capsule' size='.05 .1'", "type='sphere' size='.09'"];
    let bodies =
        bodies.map(|geom| format!("<body pos='0 0 .25'><freejoint/><geom {geom} contype='0' conaffinity='1'/></body>"));
    let xml = format!("<worldbody><geom type='box' size='.5 .5 .05' conaffinity='0'/>{}</worldbody>", bodies.concat());
    let m = sim_mjcf::load_model(&format!("<mujoco>{xml}</mujoco>")).unwrap();
    let mut worlds = (m.make_data(), m.make_data());
    let before = compare("as loaded", &m, &mut worlds, &mut Random::new(8), 400);
    let mut edited = m.clone();
    edited.geom_size.iter_mut().for_each(|size| *size *= 1.6);
    edited.geom_rbound.iter_mut().for_each(|radius| *radius *= 1.6);
    let after = compare("edited", &edited, &mut worlds, &mut Random::new(8), 400);
    assert!(after > before, "{before} contacts, {after} after the edit");
}
