//! Every word of the protocol of batches, on any batch of [`Model::example`]: other crates' tests include this file too.

use sim_core::Data;
use sim_core::batch::{Batch, Controls, Reset, ResetNoise};

/// Uses every word of the protocol. `make` gives a batch of so many worlds of [`Model::example`]; numbers agree with a single world
/// within `tolerance`.
pub fn every_word<B: Batch>(make: impl Fn(usize) -> Result<B, B::Error>, tolerance: f64) -> Result<(), B::Error> {
    const WORLDS: usize = 4;
    let close = |a: &[f64], b: &[f64]| {
        assert_eq!(a.len(), b.len());
        a.iter().zip(b).for_each(|(a, b)| assert!((a - b).abs() <= tolerance, "{a} instead of {b}"));
    };
    let mut batch = make(WORLDS)?;
    let m = batch.model().clone();
    let (nq, nv, nu) = (m.nq, m.nv, m.nu);
    assert_eq!((batch.world_count(), nu), (WORLDS, 1));
    assert!(!batch.device().is_empty());
    assert!(batch.view("nothing").is_err() && batch.view("efc_J").is_err());
    assert_eq!(batch.view("qpos")?.len(), WORLDS);
    assert!(batch.model_of(WORLDS - 1).is_ok() && batch.model_of(WORLDS).is_err());

    // controls: held, set, for every step, shared
    assert!(batch.step(2, Controls::Set(&[0.1, 0.2, 0.3, 0.4]))?.iter().all(Option::is_none));
    assert!(batch.step(1, Controls::Held)?.iter().all(Option::is_none));
    close(&batch.get("ctrl")?, &[0.1, 0.2, 0.3, 0.4]);
    batch.step(2, Controls::EveryStep(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]))?;
    close(&batch.get("ctrl")?, &[0.5, 0.6, 0.7, 0.8]);
    batch.step(2, Controls::Shared(&[0.25, -0.25]))?;
    let mut alone = m.make_data();
    for ctrl in [0.2, 0.2, 0.2, 0.2, 0.6, 0.25, -0.25] {
        alone.ctrl[0] = ctrl;
        alone.step(&m).unwrap();
    }
    close(&batch.world(1)?.qpos, &alone.qpos);
    close(&batch.get("qvel")?[nv..2 * nv], &alone.qvel);
    for controls in [Controls::Set(&[0.1]), Controls::EveryStep(&[0.1; WORLDS]), Controls::Shared(&[0.1])] {
        assert!(batch.step(2, controls).is_err(), "{controls:?}");
    }

    // fields: inputs are set, computed ones are refused by name
    batch.set("qvel", &vec![0.0; WORLDS * nv])?;
    assert!(batch.get("qvel")?.iter().all(|v| *v == 0.0));
    assert!(batch.set("xpos", &batch.get("xpos")?).unwrap_err().to_string().contains("xpos"));
    assert!(batch.set("qpos", &[0.0]).is_err());
    assert!(batch.get("no_such").unwrap_err().to_string().contains("no_such"));
    assert!(batch.forward()?.iter().all(Option::is_none));

    // worlds one by one
    let mut data: Data = m.make_data();
    data.qpos[0] = 0.75;
    batch.set_world(2, &data)?;
    close(&batch.world(2)?.qpos, &data.qpos);
    assert!(batch.world(WORLDS).is_err() && batch.set_world(WORLDS, &data).is_err());

    // states
    let (saved, before) = (batch.save()?, batch.get("qpos")?);
    batch.step(5, Controls::Held)?;
    batch.restore(&saved)?;
    assert_eq!(batch.get("qpos")?, before);
    assert!(make(WORLDS - 1)?.restore(&saved).is_err());

    // resets: of some worlds, to a keyframe, to rows, with noise
    batch.reset(Some(&[true, false, false, false]), &Reset::initial())?;
    close(&batch.get("qpos")?[..nq], &m.qpos0);
    assert_eq!(batch.get("qpos")?[nq..], before[nq..]);
    batch.reset(None, &Reset::keyframe("bent"))?;
    let bent = m.key_qpos[..nq].repeat(WORLDS);
    close(&batch.get("qpos")?, &bent);
    batch.reset(None, &Reset::keyframe(0))?;
    close(&batch.get("qpos")?, &bent);
    assert!(batch.reset(None, &Reset::keyframe("bend")).unwrap_err().to_string().contains("bend"));
    assert!(batch.reset(None, &Reset::keyframe(9)).is_err());
    batch.reset(Some(&[true, true, false, false]), &Reset::rows(&saved, &[3, 2]))?;
    assert_eq!(batch.get("qpos")?[..nq], before[3 * nq..]);
    assert_eq!(batch.get("qpos")?[nq..2 * nq], before[2 * nq..3 * nq]);
    assert!(batch.reset(None, &Reset::rows(&saved, &[0, 1, 2, 4])).is_err());
    assert!(batch.reset(None, &Reset::rows(&saved, &[0])).is_err());
    assert!(batch.reset(Some(&[true]), &Reset::initial()).is_err());
    let noise = ResetNoise { position: 0.05, velocity: 0.5, seed: 11 };
    batch.reset(None, &Reset::initial().with_noise(noise))?;
    for world in 0..WORLDS {
        let (mut qpos, mut qvel) = (m.qpos0.to_vec(), vec![0.0; nv]);
        noise.add_to(&m, world, &mut qpos, &mut qvel);
        close(&batch.world(world)?.qpos, &qpos);
        close(&batch.get("qvel")?[world * nv..(world + 1) * nv], &qvel);
    }
    let bad = ResetNoise { position: -1.0, ..noise };
    assert!(batch.reset(None, &Reset::initial().with_noise(bad)).is_err());

    // parameters of worlds
    batch.reset(None, &Reset::initial())?;
    let masses = m.body_mass.repeat(WORLDS);
    let heavy: Vec<f64> = masses.iter().enumerate().map(|(i, mass)| mass * (1 + i / m.nbody) as f64).collect();
    batch.override_fields(&[("body_mass", &heavy)])?;
    batch.step(10, Controls::Set(&[0.5; WORLDS]))?;
    let qvel = batch.get("qvel")?;
    assert!(qvel[0] > 1.5 * qvel[3 * nv], "a heavier arm is slower: {qvel:?}");
    assert!(batch.override_fields(&[("no_such", &[])]).is_err());
    batch.clear_override(Some(&[false, false, false, true]))?;
    assert!(batch.clear_override(Some(&[true])).is_err());
    batch.clear_override(None)?;
    batch.reset(None, &Reset::initial())?;
    batch.step(10, Controls::Set(&[0.5; WORLDS]))?;
    let qvel = batch.get("qvel")?;
    assert_eq!(qvel[0], qvel[3 * nv]);

    // an error stays in its world until that is reset
    let mut qpos = batch.get("qpos")?;
    qpos[nq] = f64::NAN;
    batch.set("qpos", &qpos)?;
    let failed = |errors: &[Option<sim_core::StepError>]| errors.iter().map(Option::is_some).collect::<Vec<_>>();
    let mask = failed(&batch.step(1, Controls::Held)?);
    assert_eq!(mask, [false, true, false, false]);
    assert_eq!(failed(&batch.errors()?), mask);
    batch.reset(Some(&mask), &Reset::initial())?;
    assert_eq!(failed(&batch.errors()?), [false; WORLDS]);
    assert_eq!(failed(&batch.step(1, Controls::Held)?), [false; WORLDS]);
    Ok(())
}
