//! Height fields: `hfield_*`. Elevations come from the model, a PNG or MuJoCo's binary file (two 32-bit
//! counts of rows and columns, then 32-bit floats, all little-endian), and are stretched to 0..1.

use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::files::Load;
use crate::image::{self, png};
use crate::limits::Limits;
use crate::source_span::SourceSpan;
use crate::spec::{HField, Meta, Spec};
use sim_core::Model;
use sim_core::binding::message::number;

/// Elevations whose range is below this are not stretched, metres.
const MIN_RANGE: f64 = 1e-14;
/// Bounds the search for the smallest and the largest elevation starts from.
const SEARCH_BOUND: f32 = 1e10;
/// Bytes before the samples of a binary file.
const HEADER_BYTES: usize = 8;

/// A height field of known size, whose samples are not yet written.
#[derive(Debug)]
pub struct Planned {
    rows: usize,
    columns: usize,
    source: Source,
}

#[derive(Debug)]
enum Source {
    /// Every elevation is zero.
    Level,
    /// In the spec.
    Inline,
    Png(Vec<u8>),
    Binary(Vec<u8>),
}

/// Reads files and headers; sets `nhfield` and `nhfielddata`. A field that cannot be read has no plan.
pub fn sizes(
    spec: &Spec,
    limits: &Limits,
    load: &mut Load<'_>,
    model: &mut Model,
    errors: &mut ErrorList,
) -> Result<Vec<Option<Planned>>> {
    let mut total = 0u64;
    let mut planned = Vec::with_capacity(spec.hfields.len());
    for hfield in &spec.hfields {
        let plan = errors.take(plan(hfield, load))?;
        if let Some(plan) = &plan {
            check(limits, &hfield.meta.span, plan.rows, plan.columns, total)?;
            total += plan.rows as u64 * plan.columns as u64;
        }
        planned.push(plan);
    }
    // fail here: a failed allocation of the arrays would end the process
    if Vec::<f32>::new().try_reserve_exact(total as usize).is_err() {
        let span = spec.hfields.last().map_or(&spec.world.meta.span, |hfield| &hfield.meta.span).clone();
        let message = format!("no memory for {total} samples of height fields; use coarser grids");
        return Err(MjcfError::TooLarge { span, message });
    }
    model.nhfield = planned.len();
    model.nhfielddata = total as usize;
    Ok(planned)
}

/// Writes `hfield_size`, `hfield_nrow`, `hfield_ncol`, `hfield_adr`, `hfield_data`.
pub fn fill(spec: &Spec, planned: Vec<Option<Planned>>, model: &mut Model) -> Result<()> {
    let mut adr = 0;
    ErrorList::each(spec.hfields.iter().zip(planned).enumerate(), |(i, (hfield, plan))| {
        let Some(plan) = plan else { return Ok(()) };
        model.hfield_size[4 * i..4 * i + 4].copy_from_slice(&hfield.size);
        model.hfield_nrow[i] = plan.rows as i32;
        model.hfield_ncol[i] = plan.columns as i32;
        model.hfield_adr[i] = adr as i32;
        let start = adr;
        adr += plan.rows * plan.columns;
        let Some(out) = model.hfield_data.get_mut(start..adr) else {
            return Err(hfield.meta.span.conversion("height field data was not allocated"));
        };
        write(hfield, &plan, out)?;
        normalize(hfield, out)
    })
}

/// Refuses a height field that exceeds the limit after `before` samples of others.
pub(crate) fn check(limits: &Limits, span: &SourceSpan, rows: usize, columns: usize, before: u64) -> Result<()> {
    let samples = rows as u128 * columns as u128 + u128::from(before);
    let what = format!("a height field of {rows} x {columns} samples, with those before it,");
    limits.check_pictures(samples.saturating_mul(size_of::<f32>() as u128), span, &what, "use a coarser grid")
}

fn plan(hfield: &HField, load: &mut Load<'_>) -> Result<Planned> {
    let meta = &hfield.meta;
    if let Some(bad) = hfield.size.iter().find(|size| size.is_nan() || **size <= 0.0) {
        return Err(meta
            .span
            .conversion(format!("all four sizes of a height field must be positive, found {}", number(*bad))));
    }
    if hfield.file.is_empty() {
        return plan_inline(hfield);
    }
    match image::content_type(&hfield.file, &hfield.content_type) {
        "image/png" => {
            let bytes = load(meta, &hfield.file)?;
            let header = png::header(&bytes).map_err(|message| bad_file(hfield, message))?;
            Ok(Planned { rows: header.height, columns: header.width, source: Source::Png(bytes) })
        }
        "" | "image/vnd.mujoco.hfield" => plan_binary(hfield, load(meta, &hfield.file)?),
        other => Err(bad_file(hfield, format!("height fields are PNG or binary files, not '{other}'"))),
    }
}

fn plan_inline(hfield: &HField) -> Result<Planned> {
    let (Some(rows), Some(columns)) = (positive(hfield.nrow), positive(hfield.ncol)) else {
        let message = "a height field needs a file, or positive nrow and ncol";
        return Err(hfield.meta.span.conversion(message));
    };
    let given = hfield.elevation.len();
    if given == 0 {
        return Ok(Planned { rows, columns, source: Source::Level });
    }
    if rows.checked_mul(columns) != Some(given) {
        let message = format!("elevation must have nrow x ncol = {rows} x {columns} numbers, found {given}");
        return Err(hfield.meta.span.conversion(message));
    }
    Ok(Planned { rows, columns, source: Source::Inline })
}

fn plan_binary(hfield: &HField, bytes: Vec<u8>) -> Result<Planned> {
    let (Some(nrow), Some(ncol)) = (word(&bytes, 0), word(&bytes, 4)) else {
        return Err(bad_file(hfield, format!("{} bytes are too few for the header of a height field", bytes.len())));
    };
    let (Some(rows), Some(columns)) = (positive(nrow), positive(ncol)) else {
        return Err(bad_file(hfield, format!("rows and columns must be positive, the header says {nrow} x {ncol}")));
    };
    let expected = (rows as u64 * columns as u64).saturating_mul(4).saturating_add(HEADER_BYTES as u64);
    if bytes.len() as u64 != expected {
        let message = format!("{rows} x {columns} samples need {expected} bytes, the file has {}", bytes.len());
        return Err(bad_file(hfield, message));
    }
    Ok(Planned { rows, columns, source: Source::Binary(bytes) })
}

fn positive(count: i32) -> Option<usize> {
    usize::try_from(count).ok().filter(|count| *count > 0)
}

fn word(bytes: &[u8], at: usize) -> Option<i32> {
    bytes.get(at..)?.first_chunk().map(|word| i32::from_le_bytes(*word))
}

fn write(hfield: &HField, plan: &Planned, out: &mut [f32]) -> Result<()> {
    match &plan.source {
        Source::Level => out.fill(0.0),
        Source::Inline => out.copy_from_slice(&hfield.elevation),
        Source::Binary(bytes) => {
            let samples = bytes.get(HEADER_BYTES..).unwrap_or(&[]);
            for (value, sample) in out.iter_mut().zip(samples.as_chunks::<4>().0) {
                *value = f32::from_le_bytes(*sample);
            }
        }
        Source::Png(bytes) => {
            let mut grey = vec![0; out.len()];
            png::decode(bytes, 1, &mut grey).map_err(|message| bad_file(hfield, message))?;
            // the image's top row lies at the largest y, the field's first row at the smallest
            let rows = grey.chunks_exact(plan.columns).rev();
            for (out, row) in out.chunks_exact_mut(plan.columns).zip(rows) {
                for (value, &grey) in out.iter_mut().zip(row) {
                    *value = f32::from(grey);
                }
            }
        }
    }
    Ok(())
}

/// Stretches elevations to 0..1; a level field becomes zero.
fn normalize(hfield: &HField, data: &mut [f32]) -> Result<()> {
    let (mut low, mut high) = (SEARCH_BOUND, -SEARCH_BOUND);
    for &value in &*data {
        if !value.is_finite() {
            return Err(hfield.meta.span.conversion(format!("elevations must be finite numbers, found {value}")));
        }
        // comparisons rather than min and max: the sign of a zero must not depend on the platform
        if value < low {
            low = value;
        }
        if value > high {
            high = value;
        }
    }
    if low > high {
        return Err(hfield.meta.span.conversion("elevations lie beyond ±1e10"));
    }
    let range = high - low;
    if f64::from(range) > MIN_RANGE {
        for value in data {
            *value = (*value - low) / range;
        }
    } else {
        for value in data {
            *value -= low;
        }
    }
    Ok(())
}

fn bad_file(hfield: &HField, message: String) -> MjcfError {
    let Meta { span, .. } = &hfield.meta;
    MjcfError::BadFile { span: span.clone(), file: hfield.file.clone(), message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::png::tests::encode;
    use ::png::{BitDepth, ColorType};

    fn compile(hfield: HField, file: &[u8]) -> Result<Model> {
        let spec = Spec { hfields: vec![HField { size: [1.0; 4], ..hfield }], ..Spec::default() };
        let mut model = Model::default();
        let mut errors = ErrorList::default();
        let planned = sizes(&spec, &Limits::default(), &mut |_, _| Ok(file.to_vec()), &mut model, &mut errors)?;
        errors.finish()?;
        model.resize_arrays();
        fill(&spec, planned, &mut model)?;
        Ok(model)
    }

    fn inline(nrow: i32, ncol: i32, elevation: &[f32]) -> HField {
        HField { nrow, ncol, elevation: elevation.to_vec(), ..HField::default() }
    }

    fn from_file(file: &str) -> HField {
        HField { file: file.into(), ..HField::default() }
    }

    fn binary(rows: i32, columns: i32, samples: &[f32]) -> Vec<u8> {
        let counts = [rows, columns].into_iter().flat_map(i32::to_le_bytes);
        counts.chain(samples.iter().flat_map(|sample| sample.to_le_bytes())).collect()
    }

    #[test]
    fn elevations_are_stretched_to_one() {
        assert_eq!(compile(inline(1, 3, &[-1.0, 3.0, 1.0]), &[]).unwrap().hfield_data, [0.0, 1.0, 0.5]);
        assert_eq!(compile(inline(1, 2, &[5.0, 5.0]), &[]).unwrap().hfield_data, [0.0, 0.0]);
        assert_eq!(compile(inline(2, 2, &[]), &[]).unwrap().hfield_data, [0.0; 4]);
    }

    #[test]
    fn images_are_read_from_the_bottom() {
        let file = encode(1, 2, ColorType::Grayscale, BitDepth::Eight, &[200, 100]);
        let model = compile(from_file("a.png"), &file).unwrap();
        assert_eq!((model.hfield_nrow[0], model.hfield_ncol[0]), (2, 1));
        assert_eq!(model.hfield_data, [0.0, 1.0]);
    }

    #[test]
    fn binary_files_must_have_the_size_they_claim() {
        let model = compile(from_file("a.bin"), &binary(1, 2, &[4.0, 2.0])).unwrap();
        assert_eq!(model.hfield_data, [1.0, 0.0]);
        for bad in [binary(1, 3, &[4.0, 2.0]), binary(-1, 2, &[]), binary(i32::MAX, i32::MAX, &[]), vec![1, 2], vec![]]
        {
            assert!(compile(from_file("a.bin"), &bad).is_err());
        }
    }

    #[test]
    fn impossible_fields_are_refused() {
        let message = |hfield| compile(hfield, &[]).unwrap_err().to_string();
        assert!(message(inline(100_000, 100_000, &[])).contains("limit"));
        assert!(message(inline(0, 5, &[])).contains("positive nrow"));
        assert!(message(inline(2, 2, &[1.0])).contains("found 1"));
        assert!(message(inline(1, 2, &[f32::NAN, 1.0])).contains("finite"));
        assert!(message(from_file("a.stl")).contains("model/stl"));
    }
}
