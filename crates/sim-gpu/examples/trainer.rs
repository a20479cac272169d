//! Measures what a training loop costs beyond the steps: `trainer MODEL.xml [worlds …]`. A round steps all worlds STEPS times, with several
//! numbers of steps in a call. Between the calls it does nothing, or it writes controls and reads positions and velocities. Every world
//! starts at the
//! first keyframe. COMPILER, SMOOTH_LANES and SOLVER_LANES work as in `throughput`.

mod speed_test;

use sim_gpu::{GpuBatchSim, GpuOptions, GpuSimContext, GpuStates};
use speed_test::{Failure, compiler};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Numbers of steps in a call that are measured.
const STEPS_A_CALL: [usize; 4] = [1, 5, 20, 100];

/// Rounds of each measurement. The best one counts.
const ROUNDS: usize = 3;

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

#[allow(clippy::print_stdout)]
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
        println!("    a reset of every hundredth world: {:.0} us", reset(&mut batch)?);
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
