//! A GPU without free memory: every call reports it, nothing is lost, and calls work again after something is dropped.

use crate::harness::parse;
use sim_core::Model;
use sim_gpu::{ControlNoise, GpuBatchSim, GpuOptions, GpuSimContext, GpuSimError, GpuSimResult};
use std::sync::Arc;

/// A sled with a wheel, controls, a keyframe, and a stage of every kind of kernel.
const SLED: &str = r#"<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 .19">
      <joint name="x" type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/>
      <geom type="box" size=".3 .1 .1"/>
      <body pos=".3 0 0"><joint name="wheel" axis="0 1 0"/><geom type="sphere" size=".1"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="x"/><motor joint="wheel"/></actuator>
  <sensor><jointpos joint="wheel"/></sensor>
  <keyframe><key qpos=".1 .2 0 .3"/></keyframe>
</mujoco>"#;

const WORLDS: usize = 20;

fn device(memory_bytes: u64) -> GpuSimContext {
    let settings = shader_machine::Settings { memory_bytes, ..shader_machine::Settings::default() };
    let (device, queue, info) = shader_machine::device(&settings);
    GpuSimContext::from_device(device, queue, info)
}

fn batch(context: &GpuSimContext, m: &Arc<Model>, worlds: usize) -> GpuSimResult<GpuBatchSim> {
    let options = GpuOptions::default()
        .visible(["xpos", "sensordata"])
        .per_world(["body_mass"])
        .control_noise(ControlNoise::default());
    GpuBatchSim::with(context, Arc::clone(m), worlds, &options)
}

/// Makes every call that allocates memory.
fn tour(batch: &mut GpuBatchSim) -> Vec<(&'static str, GpuSimResult<()>)> {
    let m = Arc::new(batch.model().clone());
    let (nq, nu, nbody) = (m.nq, m.nu, m.nbody);
    let mut done = vec![("steps", batch.step_all_n(2).map(drop))];
    done.push(("write", batch.write("ctrl", &vec![0.1; WORLDS * nu])));
    done.push(("read", batch.read("qpos").map(drop)));
    done.push(("read of much", batch.read("xpos").map(drop)));
    done.push(("reads", batch.begin_read(&["qpos", "qvel"]).and_then(|read| read.finish().map(drop))));
    done.push(("a world", batch.world(3).and_then(|data| batch.set_world(4, &data))));
    done.push(("states", batch.save_states().and_then(|states| batch.restore_states(&states))));
    done.push(("keyframes", batch.keyframes().and_then(|keys| batch.reset_from(&keys, &[Some(0); WORLDS]))));
    done.push(("a reset", batch.reset_where(&[true; WORLDS])));
    done.push(("controls", batch.step_all_with(&vec![0.2; 3 * WORLDS * nu], 3).map(drop)));
    done.push(("masses", batch.override_fields(&[("body_mass", &vec![1.0; WORLDS * nbody])])));
    done.push(("poses", batch.write("qpos", &vec![0.0; WORLDS * nq])));
    done
}

fn is_full(error: &GpuSimError) -> bool {
    matches!(error, GpuSimError::OutOfMemory { .. })
}

#[test]
fn a_gpu_of_any_size_says_what_does_not_fit() {
    let m = parse(SLED);
    let (mut refused, mut partly, mut whole) = (0, 0, 0);
    for memory in (0..).step_by(1500) {
        let context = device(memory);
        let mut batch = match batch(&context, &m, WORLDS) {
            Ok(batch) => batch,
            Err(error) => {
                assert!(is_full(&error), "{memory} bytes: {error}");
                refused += 1;
                continue;
            }
        };
        let calls = tour(&mut batch);
        for (call, error) in calls.iter().filter_map(|(call, done)| Some((call, done.as_ref().err()?))) {
            assert!(is_full(error), "{memory} bytes, {call}: {error}");
        }
        // the device is not lost: what fitted before fits again
        batch.step_all().unwrap();
        if calls.iter().all(|(_, done)| done.is_ok()) {
            whole += 1;
            if whole == 3 {
                break;
            }
        } else {
            partly += 1;
        }
    }
    assert!(refused > 3 && partly > 3, "{refused} GPUs were too small, {partly} had room for some calls");
}

#[test]
fn there_is_room_when_a_batch_is_gone() {
    let m = parse(SLED);
    let most = (1..).map(|k| k * 4000).find(|&memory| batch(&device(memory), &m, WORLDS).is_ok()).unwrap();
    let context = device(most + most / 2);
    let first = batch(&context, &m, WORLDS).unwrap();
    let error = batch(&context, &m, WORLDS).unwrap_err();
    assert!(is_full(&error), "{error}");
    drop(first);
    let mut second = batch(&context, &m, WORLDS).unwrap();
    assert!(second.step_all_n(3).unwrap().iter().all(Option::is_none));
}
