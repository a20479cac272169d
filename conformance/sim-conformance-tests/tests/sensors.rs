//! Readings of frame axes, distances between geoms and contacts against values by MuJoCo 3.12.0.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use sim_core::{Data, Model};

/// A ball that rolls and slides half a centimetre deep in the floor, beside a tilted box that touches nothing.
fn reading(sensor: &str) -> Vec<f64> {
    let xml = format!(
        "<mujoco><worldbody><geom name='floor' type='plane' size='5 5 .1'/>
           <camera name='cam' pos='0 -2 1' euler='80 10 0'/>
           <body name='a' pos='0 0 .095' euler='30 40 50'><freejoint/><geom name='ball' size='.1'/>
             <site name='s' pos='.1 0 0' euler='10 20 30'/></body>
           <body name='b' pos='.5 .2 .4' euler='0 0 45'>
             <geom name='box' type='box' size='.1 .2 .05' euler='20 0 0'/></body></worldbody>
         <sensor>{sensor}</sensor></mujoco>"
    );
    let m: Model = sim_mjcf::load_model(&xml).unwrap_or_else(|e| panic!("{sensor}: {e}"));
    let mut d: Data = m.make_data();
    d.qvel.copy_from_slice(&[0.1, 0.2, -0.3, 0.4, 0.5, 0.6]);
    d.forward(&m).unwrap();
    d.sensordata.clone()
}

/// Compares with MuJoCo's readings, up to `tolerance` of the largest entry.
fn check(tolerance: f64, cases: &[(&str, &[f64])]) {
    for (sensor, expected) in cases {
        let found = reading(sensor);
        assert_eq!(found.len(), expected.len(), "{sensor}: {found:?}");
        let scale = expected.iter().fold(1.0_f64, |s, x| s.max(x.abs()));
        for (a, b) in found.iter().zip(*expected) {
            assert!((a - b).abs() <= tolerance * scale, "{sensor}: {found:?}\n  against {expected:?}");
        }
    }
}

#[test]
fn frameyaxis_of_every_kind_of_frame() {
    check(
        1e-14,
        &[
            (
                "<frameyaxis objtype='xbody' objname='a'/>",
                &[-0.5868240888334653, 0.31046846097336744, 0.7478280708194913],
            ),
            (
                "<frameyaxis objtype='site' objname='s'/>",
                &[-0.5094938819336923, -0.2753038142328684, 0.8152446222705005],
            ),
            (
                "<frameyaxis objtype='geom' objname='box'/>",
                &[-0.6644630243886747, 0.6644630243886744, 0.3420201433256687],
            ),
            ("<frameyaxis objtype='camera' objname='cam'/>", &[0.0, 0.17364817766693041, 0.984807753012208]),
            // relative to another frame
            (
                "<frameyaxis objtype='site' objname='s' reftype='xbody' refname='b'/>",
                &[-0.5549357728189548, 0.16559738495778925, 0.8152446222705005],
            ),
        ],
    );
}

#[test]
fn distance_normal_and_fromto_of_two_geoms() {
    const FROM: [f64; 3] = [0.07058821723745554, 0.04077510147092019, 0.15291972623617983];
    const TO: [f64; 3] = [0.3540579708600098, 0.20452067290268072, 0.38551506818715536];
    const NORMAL: [f64; 3] = [0.7058821723745522, 0.40775101470920055, 0.5791972623617968];
    check(
        1e-7,
        &[
            ("<distance geom1='ball' geom2='box' cutoff='1'/>", &[0.4015822536911171]),
            ("<normal geom1='ball' geom2='box' cutoff='1'/>", &NORMAL),
            ("<normal geom1='box' geom2='ball' cutoff='1'/>", &NORMAL.map(|x| -x)),
            ("<fromto geom1='ball' geom2='box' cutoff='1'/>", [FROM, TO].as_flattened()),
            // bodies stand for all their geoms
            ("<fromto body1='b' body2='a' cutoff='1'/>", [TO, FROM].as_flattened()),
            // farther apart than the cutoff
            ("<distance geom1='ball' geom2='box' cutoff='.1'/>", &[0.1]),
            ("<normal geom1='ball' geom2='box' cutoff='.1'/>", &[0.0; 3]),
            ("<fromto geom1='ball' geom2='box' cutoff='.1'/>", &[0.0; 6]),
        ],
    );
}

#[test]
fn contact_reports_what_is_asked_for() {
    const PRESS: f64 = 217.061_014_016_929_1;
    const SLIDE: [f64; 2] = [-28.898280948601588, 9.287_677_118_129_743];
    // force and frame of the contact as seen from the first geom, which lies above: the normal points down
    let mut two = vec![1.0, PRESS, SLIDE[0], -SLIDE[1], 0.0, 0.0, 0.0, -0.005, 0.0, 0.0, -0.0025];
    two.extend([0.0, 0.0, -1.0, 0.0, -1.0, 0.0]);
    // one contact, and room for two
    two.extend([0.0; 17]);
    check(
        1e-9,
        &[
            ("<contact geom1='ball' geom2='floor' num='2' data='found force torque dist pos normal tangent'/>", &two),
            (
                "<contact geom1='floor' body2='a' data='found force dist normal'/>",
                &[1.0, PRESS, SLIDE[0], SLIDE[1], -0.005, 0.0, 0.0, 1.0],
            ),
            ("<contact geom1='box' data='found dist'/>", &[0.0, 0.0]),
            // the sum of all contacts, in the frame of the world
            (
                "<contact subtree1='a' reduce='netforce' data='found force pos normal'/>",
                &[1.0, SLIDE[1], -SLIDE[0], -PRESS, 0.0, 0.0, -0.0025, 1.0, 0.0, 0.0],
            ),
        ],
    );
}
