//! Checks that fields reach CUDA bit for bit without a copy through the host, and measures the time saved: `cuda [MODEL.xml [worlds]]`.
//! Without CUDA, it prints the reason.

#![allow(clippy::print_stdout)]

use sim_gpu::{
    CudaArray, CudaView, GpuBatchSim, GpuKind, GpuNumbers, GpuOptions, GpuSimContext, GpuSimResult, Precision,
};
use std::sync::Arc;
use std::time::Instant;

/// Fields of floats and of integers, small and large.
const FIELDS: [&str; 6] = ["time", "qpos", "qvel", "xpos", "eq_active", "status"];

/// Calls timed for each path.
const ROUNDS: usize = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/humanoid.xml");
    let path = arguments.next().unwrap_or_else(|| own.into());
    let worlds: usize = arguments.next().map_or(Ok(4096), |n| n.parse())?;
    let context = GpuSimContext::shared()?;
    println!("{worlds} worlds of {path} on {}", context.adapter_info().name);
    if let Some(why) = context.no_cuda() {
        println!("no CUDA: {why}; fields go through the host, one copy");
        return Ok(());
    }
    let model = Arc::new(sim_mjcf::load_model_from_file(&path)?);
    for precision in [Precision::Single, Precision::Double] {
        let options = GpuOptions::default().precision(precision).visible(["xpos"]);
        let mut batch = GpuBatchSim::with(&context, Arc::clone(&model), worlds, &options)?;
        println!("{precision:?} precision");
        batch.write("qvel", &numbers(worlds * model.nv))?;
        batch.step_all_n(10)?;
        check_fields(&batch)?;
        check_arrays_are_kept(&mut batch)?;
        check_controls(&mut batch)?;
        check_refusals(&mut batch)?;
        measure(&mut batch)?;
    }
    println!("all equal, bit for bit");
    Ok(())
}

/// Distinct numbers.
fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|i| (i as f64 * 0.37).sin()).collect()
}

/// Numbers in the batch's precision.
fn in_precision(batch: &GpuBatchSim, numbers: &[f64]) -> GpuNumbers {
    match batch.precision() {
        Precision::Single => GpuNumbers::Single(numbers.iter().map(|&x| x as f32).collect()),
        Precision::Double => GpuNumbers::Double(numbers.to_vec()),
    }
}

/// Reads a field through the host.
fn read(batch: &GpuBatchSim, field: &str) -> GpuSimResult<GpuNumbers> {
    let mut fields = batch.begin_read(&[field])?.finish()?;
    Ok(fields.pop().map_or(GpuNumbers::Whole(vec![]), |(_, numbers)| numbers))
}

fn same(found: &GpuNumbers, wanted: &GpuNumbers, what: &str) -> Result<(), String> {
    let bits = |numbers: &GpuNumbers| -> Vec<u64> {
        match numbers {
            GpuNumbers::Single(list) => list.iter().map(|x| u64::from(x.to_bits())).collect(),
            GpuNumbers::Double(list) => list.iter().map(|x| x.to_bits()).collect(),
            GpuNumbers::Whole(list) => list.iter().map(|&x| x as u64).collect(),
        }
    };
    let (found_bits, wanted_bits) = (bits(found), bits(wanted));
    let differ = found_bits.iter().zip(&wanted_bits).position(|(a, b)| a != b);
    if found.kind() == wanted.kind() && found.len() == wanted.len() && differ.is_none() {
        return Ok(());
    }
    Err(format!("{what}: {} and {} numbers, the first that differs: {differ:?}", found.len(), wanted.len()))
}

/// Checks that CUDA copies out of its memory what the batch reads.
fn check_fields(batch: &GpuBatchSim) -> Result<(), Box<dyn std::error::Error>> {
    for field in FIELDS {
        let array = batch.read_cuda(field)?;
        let CudaView { address, len, kind } = array.view();
        same(&array.to_host()?, &read(batch, field)?, field)?;
        println!("  {field}: {len} numbers of kind {} at {address:#x} on GPU {}", kind.name(), array.ordinal());
    }
    Ok(())
}

/// Checks that an array belongs to its holder: steps and later reads do not change it. Dropped, its memory returns to the pool.
fn check_arrays_are_kept(batch: &mut GpuBatchSim) -> Result<(), Box<dyn std::error::Error>> {
    let then = read(batch, "qpos")?;
    let kept = batch.read_cuda("qpos")?;
    batch.step_all_n(5)?;
    let later = batch.read_cuda("qpos")?;
    same(&kept.to_host()?, &then, "qpos that is kept")?;
    same(&later.to_host()?, &read(batch, "qpos")?, "qpos later")?;
    let address = later.view().address;
    drop(later);
    let again = batch.read_cuda("qpos")?.view().address == address;
    println!("  released memory is pooled again: {again}");
    Ok(())
}

/// Checks that controls from CUDA's memory, held or for each step, act as controls of the host.
fn check_controls(batch: &mut GpuBatchSim) -> Result<(), Box<dyn std::error::Error>> {
    // more steps than one submission holds
    let (block, steps) = (batch.len() * batch.model().nu, 300);
    let held = numbers(block);
    let array = CudaArray::from_host(batch.context(), &in_precision(batch, &held))?;
    batch.write_cuda("ctrl", array.view())?;
    same(&read(batch, "ctrl")?, &in_precision(batch, &held), "ctrl")?;
    // a field of the batch itself
    let velocities = batch.read_cuda("qvel")?;
    batch.write("qvel", &vec![0.0; batch.len() * batch.model().nv])?;
    batch.write_cuda("qvel", velocities.view())?;
    same(&read(batch, "qvel")?, &velocities.to_host()?, "qvel")?;

    let all: Vec<f64> = numbers(steps * block).iter().map(|x| 0.1 * x).collect();
    let array = CudaArray::from_host(batch.context(), &in_precision(batch, &all))?;
    let saved = batch.save_states()?;
    let of_host = batch.step_all_with(&all, steps)?;
    let wanted = (read(batch, "qpos")?, read(batch, "ctrl")?);
    batch.restore_states(&saved)?;
    let of_cuda = batch.step_all_with_cuda(array.view(), steps)?;
    same(&read(batch, "qpos")?, &wanted.0, "qpos after steps with controls")?;
    same(&read(batch, "ctrl")?, &wanted.1, "ctrl after steps with controls")?;
    if of_host != of_cuda {
        return Err("other worlds failed".into());
    }
    println!("  controls: held, and of {steps} steps; {} worlds failed in both", of_host.iter().flatten().count());
    Ok(())
}

/// Checks that host memory, short buffers and other types are rejected.
fn check_refusals(batch: &mut GpuBatchSim) -> Result<(), Box<dyn std::error::Error>> {
    let kind = batch.field_kind("time")?;
    let other = if kind == GpuKind::Single { GpuKind::Double } else { GpuKind::Single };
    let len = batch.len();
    let of_host = vec![0_u64; len];
    let address = of_host.as_ptr().addr() as u64;
    let array = batch.read_cuda("time")?;
    let wrong = [
        CudaView { address, len, kind },
        CudaView { address: 8, len, kind },
        CudaView { len: len + 1, ..array.view() },
        CudaView { kind: other, ..array.view() },
    ];
    for view in wrong {
        match batch.write_cuda("time", view) {
            Err(error) => println!("  refused: {error}"),
            Ok(()) => return Err(format!("{view:?} was taken").into()),
        }
    }
    Ok(())
}

/// Time of a call (µs).
fn timed<R>(mut call: impl FnMut() -> GpuSimResult<R>) -> GpuSimResult<f64> {
    for _ in 0..3 {
        call()?;
    }
    let start = Instant::now();
    for _ in 0..ROUNDS {
        call()?;
    }
    Ok(start.elapsed().as_secs_f64() / ROUNDS as f64 * 1e6)
}

fn measure(batch: &mut GpuBatchSim) -> Result<(), Box<dyn std::error::Error>> {
    for field in ["qpos", "xpos"] {
        let bytes = batch.read_cuda(field)?.view().len * batch.field_kind(field)?.bytes();
        let of_host = timed(|| read(batch, field))?;
        let of_cuda = timed(|| batch.read_cuda(field))?;
        println!("  read {field}, {bytes} bytes: {of_host:.1} us through the host, {of_cuda:.1} us for CUDA");
    }
    let held = numbers(batch.len() * batch.model().nu);
    let array = CudaArray::from_host(batch.context(), &in_precision(batch, &held))?;
    let wait = |batch: &GpuBatchSim| batch.read_world("time", 0).map(drop);
    let of_host = timed(|| batch.write("ctrl", &held).and_then(|()| wait(batch)))?;
    let of_cuda = timed(|| batch.write_cuda("ctrl", array.view()).and_then(|()| wait(batch)))?;
    let alone = timed(|| wait(batch))?;
    println!(
        "  write ctrl, {} numbers, and wait: {of_host:.1} us from the host, {of_cuda:.1} us from CUDA; the wait alone {alone:.1} us",
        held.len()
    );
    Ok(())
}
