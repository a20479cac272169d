//! Arrays of all worlds at once, in and out of contiguous memory that belongs to the caller: world after world.

use super::{BatchError, BatchSim};
use crate::arrays::{ArrayMut, ArrayRef};
use crate::data::Data;
use std::slice::{from_mut, from_ref};

/// A number of the caller's memory.
///
/// ```
/// use sim_core::{BatchSim, Model};
/// use std::sync::Arc;
///
/// let mut batch = BatchSim::new(Arc::new(Model::example()), 3);
/// batch.set_ctrl(&[0.25_f32, 0.5, 0.75])?;
/// let mut controls = [0.0_f64; 3];
/// batch.copy_field_into("ctrl", &mut controls)?;
/// assert_eq!(controls, [0.25, 0.5, 0.75]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Number: Copy {
    /// The nearest number of this type.
    fn from_f64(x: f64) -> Self;
    /// The number as the engine has it.
    fn to_f64(self) -> f64;
}

impl Number for f64 {
    fn from_f64(x: f64) -> Self {
        x
    }
    fn to_f64(self) -> f64 {
        self
    }
}

impl Number for f32 {
    fn from_f64(x: f64) -> Self {
        x as Self
    }
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
}

/// How to find the entries under a name: an array of the table, `time` or `energy`.
#[must_use]
pub fn reader(name: &str) -> Option<for<'a> fn(&'a Data) -> ArrayRef<'a>> {
    match name {
        "time" => Some(|d| ArrayRef::F64(from_ref(&d.time))),
        "energy" => Some(|d| ArrayRef::F64(&d.energy)),
        _ => Data::reader(name),
    }
}

/// How to find the entries under a name, mutably.
#[must_use]
pub fn writer(name: &str) -> Option<for<'a> fn(&'a mut Data) -> ArrayMut<'a>> {
    match name {
        "time" => Some(|d| ArrayMut::F64(from_mut(&mut d.time))),
        "energy" => Some(|d| ArrayMut::F64(&mut d.energy)),
        _ => Data::writer(name),
    }
}

/// Copies entries out as numbers; as many as both have.
pub fn read_entries<T: Number>(from: ArrayRef<'_>, to: &mut [T]) {
    fn copy<A: Copy, T: Number>(from: &[A], to: &mut [T], number: impl Fn(A) -> f64) {
        from.iter().zip(to).for_each(|(a, t)| *t = T::from_f64(number(*a)));
    }
    match from {
        ArrayRef::F64(a) => copy(a, to, |x| x),
        ArrayRef::F32(a) => copy(a, to, f64::from),
        ArrayRef::I32(a) => copy(a, to, f64::from),
        ArrayRef::I64(a) => copy(a, to, |x| x as f64),
        ArrayRef::U8(a) => copy(a, to, f64::from),
        ArrayRef::Bool(a) => copy(a, to, |x| f64::from(u8::from(x.get()))),
    }
}

/// Sets entries from numbers; as many as both have. Whole numbers are cut off, flags are set by what is not zero.
pub fn write_entries<T: Number>(to: ArrayMut<'_>, from: &[T]) {
    fn copy<A, T: Number>(to: &mut [A], from: &[T], entry: impl Fn(f64) -> A) {
        to.iter_mut().zip(from).for_each(|(a, t)| *a = entry(t.to_f64()));
    }
    match to {
        ArrayMut::F64(a) => copy(a, from, |x| x),
        ArrayMut::F32(a) => copy(a, from, |x| x as f32),
        ArrayMut::I32(a) => copy(a, from, |x| x as i32),
        ArrayMut::I64(a) => copy(a, from, |x| x as i64),
        ArrayMut::U8(a) => copy(a, from, |x| x as u8),
        ArrayMut::Bool(a) => copy(a, from, |x| (x != 0.0).into()),
    }
}

impl BatchSim {
    /// Numbers per world of an array of [`Data`] with a fixed size, or of `time` or `energy`.
    pub fn field_len(&self, name: &str) -> Result<usize, BatchError> {
        let unknown = || BatchError::UnknownField(name.to_string());
        match name {
            "time" => return Ok(1),
            "energy" => return Ok(2),
            _ => {}
        }
        if let Some(len) = Data::produced_len(&self.model, name) {
            return Ok(len);
        }
        if !Data::ARRAY_NAMES.contains(&name) {
            return Err(unknown());
        }
        let mut len = 0;
        Data::default().visit_arrays(&self.model, &mut |found, shape, _| {
            if found == name {
                len = shape.len();
            }
        });
        Ok(len)
    }

    fn check_field(&self, name: &str, found: usize) -> Result<usize, BatchError> {
        let len = self.field_len(name)?;
        let expected = len * self.len();
        if found == expected {
            return Ok(len);
        }
        Err(BatchError::Length { field: name.to_string(), expected, found })
    }

    /// Copies an array of every world into `out`, one world after another. Whole numbers and flags become numbers.
    pub fn copy_field_into<T: Number>(&self, name: &str, out: &mut [T]) -> Result<(), BatchError> {
        let len = self.check_field(name, out.len())?;
        if Data::PRODUCED.iter().any(|info| info.name == name) && len > 0 {
            for (d, out) in self.worlds.iter().zip(out.chunks_exact_mut(len)) {
                if let Some(array) = d.produce(name) {
                    read_entries(array.entries(), out);
                }
            }
        } else if let Some(find) = reader(name).filter(|_| len > 0) {
            self.worlds.iter().zip(out.chunks_exact_mut(len)).for_each(|(d, out)| read_entries(find(d), out));
        }
        Ok(())
    }

    /// Sets an array of every world from `values`, one world after another.
    pub fn copy_field_from<T: Number>(&mut self, name: &str, values: &[T]) -> Result<(), BatchError> {
        let len = self.check_field(name, values.len())?;
        if Data::PRODUCED.iter().any(|info| info.name == name) {
            return Err(BatchError::ReadOnlyField(name.to_string()));
        }
        if let Some(find) = writer(name).filter(|_| len > 0) {
            self.worlds.iter_mut().zip(values.chunks_exact(len)).for_each(|(d, values)| write_entries(find(d), values));
        }
        Ok(())
    }

    /// Sets the controls of every world, one world after another.
    pub fn set_ctrl<T: Number>(&mut self, ctrl: &[T]) -> Result<(), BatchError> {
        self.copy_field_from("ctrl", ctrl)
    }
}
