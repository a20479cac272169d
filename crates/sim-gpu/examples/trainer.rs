//! Measures what a training loop costs beyond the steps: `trainer MODEL.xml [worlds …]`.
//!
//! With kernels of CUDA a round is what a trainer does: before every step new controls are written, after it positions and velocities are
//! read, and at times some worlds are reset, all of it in device memory and without a wait of the host. Beside it stands the loop through
//! the host, with several numbers of steps in a call. Every world starts at the first keyframe. COMPILER, SMOOTH_LANES and SOLVER_LANES
//! work as in `throughput`.

#![allow(clippy::print_stdout)]

mod speed_test;

use sim_gpu::{CudaArray, CudaMask, GpuBatchSim, GpuKind, GpuNumbers, GpuOptions, GpuSimContext, GpuStates};
use speed_test::{Failure, compiler};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Numbers of steps in a call that are measured.
const STEPS_A_CALL: [usize; 4] = [1, 5, 20, 100];

/// Rounds of each measurement. The best one counts.
const ROUNDS: usize = 3;

/// Blocks of controls that the loop on the device takes in turn.
const BLOCKS: usize = 16;

/// Steps between two resets of the loop on the device.
const STEPS_A_RESET: usize = 50;

/// Time of a round, and the part of it that writes controls and reads states.
#[derive(Clone, Copy)]
struct Times {
    whole: Duration,
    written: Duration,
    read: Duration,
}

/// The best round of `steps` steps, `in_call` in each call, with or without controls and states between the calls.
fn measure(
    batch: &mut GpuBatchSim,
    start: &GpuStates,
    (steps, in_call): (usize, usize),
    passes: bool,
) -> Result<Times, Failure> {
    let worlds = batch.len();
    let mut controls = vec![0.0; worlds * batch.model().nu];
    let mut best: Option<Times> = None;
    for _ in 0..ROUNDS {
        batch.reset_from(start, &vec![Some(0); worlds])?;
        batch.errors()?;
        let began = Instant::now();
        let (mut written, mut read) = (Duration::ZERO, Duration::ZERO);
        for call in 0..steps / in_call {
            if passes {
                controls.fill(0.1 * (call as f64 * 0.1).sin());
                let before = Instant::now();
                batch.write("ctrl", &controls)?;
                written += before.elapsed();
            }
            batch.step_all_n(in_call)?;
            if passes {
                let before = Instant::now();
                std::hint::black_box((batch.read_numbers("qpos")?, batch.read_numbers("qvel")?));
                read += before.elapsed();
            }
        }
        let times = Times { whole: began.elapsed(), written, read };
        if best.is_none_or(|best| times.whole < best.whole) {
            best = Some(times);
        }
    }
    best.ok_or_else(|| "no round was measured".into())
}

/// Numbers of the type that the batch keeps its reals in.
fn reals(batch: &GpuBatchSim, numbers: Vec<f32>) -> Result<GpuNumbers, Failure> {
    Ok(match batch.field_kind("qpos")? {
        GpuKind::Double => GpuNumbers::Double(numbers.into_iter().map(f64::from).collect()),
        _ => GpuNumbers::Single(numbers),
    })
}

/// A mask of every tenth world, as bytes in words.
fn tenth_of(worlds: usize) -> GpuNumbers {
    let bytes: Vec<u8> = (0..worlds.next_multiple_of(4)).map(|world| u8::from(world % 10 == 0)).collect();
    GpuNumbers::Whole(bytes.as_chunks().0.iter().map(|&word| i32::from_ne_bytes(word)).collect())
}

/// The loop of a trainer in device memory: controls written and states read every step, resets now and then. Returns the best time of a
/// round, the time of the host until it had launched everything, and the time of a reset of a tenth of the worlds.
fn on_device(batch: &mut GpuBatchSim, start: &GpuStates, steps: usize) -> Result<[Duration; 3], Failure> {
    let worlds = batch.len();
    let context = batch.context().clone();
    let count = worlds * batch.model().nu;
    let controls = (0..BLOCKS)
        .map(|block| {
            let numbers = (0..count).map(|i| 0.1 * ((i + block) as f32 * 0.1).sin()).collect();
            Ok(CudaArray::from_host(&context, &reals(batch, numbers)?)?)
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let seen = |batch: &GpuBatchSim, len: usize| -> Result<CudaArray, Failure> {
        Ok(CudaArray::from_host(&context, &reals(batch, vec![0.0; worlds * len])?)?)
    };
    let (qpos, qvel) = (seen(batch, batch.model().nq)?, seen(batch, batch.model().nv)?);
    let mask = CudaArray::from_host(&context, &tenth_of(worlds))?;
    let mask = CudaMask { address: mask.view().address, len: worlds };
    let mut best = [Duration::MAX; 3];
    for _ in 0..ROUNDS {
        batch.reset_from(start, &vec![Some(0); worlds])?;
        batch.finish()?;
        let began = Instant::now();
        for step in 0..steps {
            batch.write_cuda("ctrl", controls[step % BLOCKS].view())?;
            batch.submit_steps(1)?;
            batch.read_into_cuda("qpos", qpos.view())?;
            batch.read_into_cuda("qvel", qvel.view())?;
            if step % STEPS_A_RESET == STEPS_A_RESET - 1 {
                batch.reset_where_cuda(mask, None)?;
            }
        }
        let launched = began.elapsed();
        batch.finish()?;
        let whole = began.elapsed();
        let began = Instant::now();
        for _ in 0..100 {
            batch.reset_where_cuda(mask, None)?;
        }
        batch.finish()?;
        for (best, time) in best.iter_mut().zip([whole, launched, began.elapsed() / 100]) {
            *best = time.min(*best);
        }
    }
    if batch.errors()?.iter().any(Option::is_some) {
        println!("    some worlds failed in their last step");
    }
    Ok(best)
}

/// Time of a reset of a few worlds that also reads the errors (µs).
fn reset(batch: &mut GpuBatchSim) -> Result<f64, Failure> {
    let mask: Vec<bool> = (0..batch.len()).map(|world| world % 100 == 0).collect();
    let mut best = Duration::MAX;
    for _ in 0..20 {
        batch.step_all()?;
        let began = Instant::now();
        batch.reset_where(&mask)?;
        batch.errors()?;
        best = best.min(began.elapsed());
    }
    Ok(best.as_secs_f64() * 1e6)
}

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: trainer MODEL.xml [worlds …]")?;
    let counts: Vec<usize> = arguments.map(|n| n.parse()).collect::<Result<_, _>>()?;
    let counts = if counts.is_empty() { vec![1024] } else { counts };
    let setting = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    // a multiple of every number of steps in a call
    let steps = setting("STEPS").unwrap_or(400_usize).next_multiple_of(100);
    let model = Arc::new(sim_mjcf::load_model_from_file(&path)?);
    let context = GpuSimContext::shared()?;
    println!("{path} on {}", context.adapter_info().name);
    for worlds in counts {
        let options = GpuOptions::default()
            .compiler(compiler()?)
            .tune(|tuning| tuning.smooth_lanes(setting("SMOOTH_LANES")).solver_lanes(setting("SOLVER_LANES")));
        let mut batch = GpuBatchSim::with(&context, Arc::clone(&model), worlds, &options)?;
        let start = batch.upload_states(&[speed_test::start(&model, None)])?;
        let speed = |times: Times| (worlds * steps) as f64 / times.whole.as_secs_f64() / 1e6;
        let whole = measure(&mut batch, &start, (steps, steps), false)?;
        println!("{worlds} worlds: {:.3} M steps/s in one call", speed(whole));
        if batch.cuda_ordinal().is_some() {
            let [time, launched, reset] = on_device(&mut batch, &start, steps)?;
            println!(
                "    on the device, controls and states every step: {:.3} M steps/s; launched in {:.0} % of the time; a reset of a tenth: {:.0} us",
                (worlds * steps) as f64 / time.as_secs_f64() / 1e6,
                100.0 * launched.as_secs_f64() / time.as_secs_f64(),
                reset.as_secs_f64() * 1e6
            );
        }
        println!("    through the host: a reset of every hundredth world: {:.0} us", reset(&mut batch)?);
        for in_call in STEPS_A_CALL {
            let alone = measure(&mut batch, &start, (steps, in_call), false)?;
            let passed = measure(&mut batch, &start, (steps, in_call), true)?;
            let of_call = |time: Duration| time.as_secs_f64() * 1e6 * in_call as f64 / steps as f64;
            println!(
                "    {in_call} steps a call: {:.3}, {:.0} us each; with controls written and states read {:.3}, {:.0} us, {:.0} of them writing and {:.0} reading",
                speed(alone),
                of_call(alone.whole),
                speed(passed),
                of_call(passed.whole),
                of_call(passed.written),
                of_call(passed.read),
            );
        }
    }
    Ok(())
}
