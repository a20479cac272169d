//! Fields for CUDA. Without CUDA the error has a reason and nothing changes; with CUDA numbers arrive bit for bit. The
//! example `cuda` tests the second case further.

use crate::harness::{context, parse};
use sim_gpu::{CudaArray, CudaView, GpuBatchSim, GpuKind, GpuNumbers, GpuOptions, GpuSimError};

const ROD: &str = r#"
<mujoco>
  <worldbody>
    <body><joint name="pivot" axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/></body>
  </worldbody>
  <actuator><motor joint="pivot"/></actuator>
</mujoco>"#;

/// More than a tile, so that the worlds lie in several tiles.
const WORLDS: usize = 40;

fn batch() -> GpuBatchSim {
    GpuBatchSim::with(&context(), parse(ROD), WORLDS, &GpuOptions::default()).unwrap()
}

#[test]
fn numbers_that_a_field_does_not_take_are_refused_before_cuda_is_asked() {
    let mut batch = batch();
    assert_eq!((batch.field_kind("ctrl"), batch.field_kind("status")), (Ok(GpuKind::Single), Ok(GpuKind::Whole)));
    let right = CudaView { address: 0, len: WORLDS, kind: GpuKind::Single };
    let error = batch.write_cuda("ctrl", CudaView { kind: GpuKind::Double, ..right }).unwrap_err();
    assert_eq!(error.to_string(), "ctrl has numbers of type float32, not float64: convert them");
    let error = batch.write_cuda("ctrl", CudaView { len: 3, ..right }).unwrap_err();
    assert_eq!(error, GpuSimError::WrongLength { field: "ctrl".into(), expected: WORLDS, given: 3 });
    let error = batch.step_all_with_cuda(right, 2).unwrap_err();
    assert!(error.to_string().contains("ctrl of 2 steps has 40 numbers: give 80"), "{error}");
    assert!(matches!(batch.write_cuda("xpos", right), Err(GpuSimError::UnknownField(_))));
    assert!(matches!(batch.read_cuda("xpos"), Err(GpuSimError::UnknownField(_))));
}

#[test]
fn without_cuda_there_is_a_reason_and_with_it_the_numbers_are_the_same() {
    let mut batch = batch();
    let numbers: Vec<f32> = (0..WORLDS).map(|i| i as f32 * 0.1).collect();
    let wide: Vec<f64> = numbers.iter().map(|&x| f64::from(x)).collect();
    batch.write("ctrl", &wide).unwrap();
    let Some(why) = batch.context().no_cuda().map(String::from) else {
        let array = batch.read_cuda("ctrl").unwrap();
        assert_eq!(array.to_host().unwrap(), GpuNumbers::Single(numbers));
        batch.write("ctrl", &[0.0; WORLDS]).unwrap();
        batch.write_cuda("ctrl", array.view()).unwrap();
        return assert_eq!(batch.read("ctrl").unwrap(), wide);
    };
    assert!(!why.is_empty());
    let expected = GpuSimError::Cuda(why);
    let view = CudaView { address: 4096, len: WORLDS, kind: GpuKind::Single };
    assert_eq!(batch.read_cuda("ctrl").unwrap_err(), expected);
    assert_eq!(batch.write_cuda("ctrl", view).unwrap_err(), expected);
    assert_eq!(batch.step_all_with_cuda(view, 1).unwrap_err(), expected);
    assert_eq!(CudaArray::from_host(batch.context(), &GpuNumbers::Single(numbers)).unwrap_err(), expected);
    // nothing has changed
    assert_eq!((batch.read("ctrl").unwrap(), batch.read("time").unwrap()), (wide, vec![0.0; WORLDS]));
}
