//! Numbers of fields as the device keeps them, and as callers have them.

use crate::codegen::Precision;
use crate::codegen::catalogue::Numbers;

/// Numbers of a field of all worlds, `[world][number]`, in the type that the device keeps.
///
/// ```
/// use sim_gpu::{GpuBatchSim, GpuNumbers, GpuOptions};
/// use std::sync::Arc;
///
/// let text = "<mujoco><worldbody><body><joint type='hinge'/><geom size='.1' pos='0 .5 0'/></body></worldbody></mujoco>";
/// let model = Arc::new(sim_mjcf::load_model(text)?);
/// # let (device, queue, info) = shader_machine::device(&Default::default());
/// # let context = sim_gpu::GpuSimContext::from_device(device, queue, info);
/// let batch = GpuBatchSim::with(&context, model, 2, &GpuOptions::default())?;
/// let read = batch.begin_read(&["qpos"])?.finish()?;
/// assert_eq!(read[0].1, GpuNumbers::Single(vec![0.0, 0.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum GpuNumbers {
    /// f32: reals of a batch in single precision.
    Single(Vec<f32>),
    /// f64: reals of a batch in double precision.
    Double(Vec<f64>),
    /// i32.
    Whole(Vec<i32>),
}

impl GpuNumbers {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Single(list) => list.len(),
            Self::Double(list) => list.len(),
            Self::Whole(list) => list.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers as f64.
    pub fn into_reals(self) -> Vec<f64> {
        match self {
            Self::Single(list) => list.into_iter().map(f64::from).collect(),
            Self::Double(list) => list,
            Self::Whole(list) => list.into_iter().map(f64::from).collect(),
        }
    }

    /// The type of the numbers.
    pub fn kind(&self) -> GpuKind {
        match self {
            Self::Single(_) => GpuKind::Single,
            Self::Double(_) => GpuKind::Double,
            Self::Whole(_) => GpuKind::Whole,
        }
    }

    pub(crate) fn new(bytes: &[u8], kind: GpuKind) -> Self {
        let mut numbers = Self::with_capacity(kind, bytes.len() / kind.bytes());
        numbers.take(bytes);
        numbers
    }

    /// An empty list with capacity for `count` numbers.
    pub(crate) fn with_capacity(kind: GpuKind, count: usize) -> Self {
        match kind {
            GpuKind::Single => Self::Single(Vec::with_capacity(count)),
            GpuKind::Double => Self::Double(Vec::with_capacity(count)),
            GpuKind::Whole => Self::Whole(Vec::with_capacity(count)),
        }
    }

    /// Appends numbers of the same kind from device bytes.
    pub(crate) fn take(&mut self, bytes: &[u8]) {
        match self {
            Self::Single(list) => list.extend(words(bytes).map(f32::from_ne_bytes)),
            Self::Double(list) => list.extend(words(bytes).map(f64::from_ne_bytes)),
            Self::Whole(list) => list.extend(words(bytes).map(i32::from_ne_bytes)),
        }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Single(list) => bytemuck::cast_slice(list),
            Self::Double(list) => bytemuck::cast_slice(list),
            Self::Whole(list) => bytemuck::cast_slice(list),
        }
    }
}

/// Type of the numbers of a field.
///
/// ```
/// use sim_gpu::{GpuKind, GpuNumbers};
///
/// assert_eq!(GpuNumbers::Whole(vec![1, 2]).kind(), GpuKind::Whole);
/// assert_eq!((GpuKind::Double.name(), GpuKind::Double.bytes()), ("float64", 8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GpuKind {
    /// f32.
    Single,
    /// f64.
    Double,
    /// i32.
    Whole,
}

impl GpuKind {
    pub(crate) fn new(is_int: bool, precision: Precision) -> Self {
        match precision {
            _ if is_int => Self::Whole,
            Precision::Single => Self::Single,
            Precision::Double => Self::Double,
        }
    }

    /// Bytes of a number.
    pub fn bytes(self) -> usize {
        match self {
            Self::Single | Self::Whole => 4,
            Self::Double => 8,
        }
    }

    /// The name of the type in numpy and PyTorch.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "float32",
            Self::Double => "float64",
            Self::Whole => "int32",
        }
    }

    /// Numbers as device bytes. Integers are truncated.
    pub(crate) fn packed(self, list: &[f64]) -> Vec<u8> {
        let mut bytes = vec![0; list.len() * self.bytes()];
        self.pack(list, &mut bytes);
        bytes
    }

    /// Writes numbers as device bytes into `bytes`. Integers are truncated.
    pub(crate) fn pack(self, list: &[f64], bytes: &mut [u8]) {
        match self {
            Self::Single => {
                bytes.chunks_exact_mut(4).zip(list).for_each(|(b, &x)| b.copy_from_slice(&(x as f32).to_ne_bytes()));
            }
            Self::Double => {
                bytes.chunks_exact_mut(8).zip(list).for_each(|(b, &x)| b.copy_from_slice(&x.to_ne_bytes()));
            }
            Self::Whole => {
                bytes.chunks_exact_mut(4).zip(list).for_each(|(b, &x)| b.copy_from_slice(&(x as i32).to_ne_bytes()));
            }
        }
    }

    /// Appends numbers from device bytes.
    pub(crate) fn unpack(self, bytes: &[u8], list: &mut Vec<f64>) {
        match self {
            Self::Single => list.extend(words(bytes).map(|word| f64::from(f32::from_ne_bytes(word)))),
            Self::Double => list.extend(words(bytes).map(f64::from_ne_bytes)),
            Self::Whole => list.extend(words(bytes).map(|word| f64::from(i32::from_ne_bytes(word)))),
        }
    }
}

/// Numbers of a model as device bytes.
pub(crate) fn to_bytes(numbers: &Numbers, precision: Precision) -> Vec<u8> {
    match numbers {
        Numbers::Ints(list) => bytemuck::cast_slice(list).to_vec(),
        Numbers::Reals(list) => GpuKind::new(false, precision).packed(list),
    }
}

/// Words of `N` bytes, whatever the alignment.
fn words<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> + '_ {
    let (words, _) = bytes.as_chunks::<N>();
    words.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_to_the_device_and_back() {
        let list = [0.5, -3.0, 1e7];
        for kind in [GpuKind::Single, GpuKind::Double, GpuKind::Whole] {
            let bytes = kind.packed(&list);
            assert_eq!(bytes.len(), list.len() * kind.bytes());
            let kept = if kind == GpuKind::Whole { list.map(f64::trunc) } else { list };
            let mut back = vec![7.0];
            kind.unpack(&bytes, &mut back);
            assert_eq!(back, [&[7.0], &kept[..]].concat());
            // wherever the bytes begin
            let shifted = [&[9], &bytes[..]].concat();
            assert_eq!(GpuNumbers::new(&shifted[1..], kind).into_reals(), kept);
        }
    }
}
