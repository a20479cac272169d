//! Compares a Model and a Data with a reference, in order, relative to the largest entry of each array.

use crate::reference::{Field, Reference, Section, State, Values};
use sim_core::arrays::{ArrayMut, ArrayRef};
use sim_core::binding::data::Produced;
use sim_core::binding::model::FieldMut;
use sim_core::data::Contact;
use sim_core::{Data, EnableFlags, Integrator, Model, StepError};
use std::collections::BTreeMap;
use std::fmt;

/// f32 has about seven digits.
const SINGLE_BAR: f64 = 5e-7;
/// Allowed rounding noise if the exact value is zero, as a part of the tolerance, in SI units: 1e-14 for most fields.
const NOISE: f64 = 1e-5;
/// Fields whose last entries no stage writes: only as many as recorded are compared.
const PARTLY_USED: [&str; 4] = ["wrap_obj", "wrap_xpos", "moment_colind", "actuator_moment"];

/// A field that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Family or stage, and state.
    pub stage: String,
    /// MuJoCo's name of the field.
    pub field: String,
    /// What differs, with both values.
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.stage, self.field, self.what)
    }
}

/// Named arrays of either struct, entries as they are stored.
type Arrays<'a> = BTreeMap<String, Entries<'a>>;

enum Entries<'a> {
    Reals(Vec<f64>),
    Integers(Vec<i64>),
    Bytes(&'a [u8]),
}

impl Entries<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Reals(a) => a.len(),
            Self::Integers(a) => a.len(),
            Self::Bytes(a) => a.len(),
        }
    }
}

fn entries(array: ArrayRef<'_>) -> Entries<'_> {
    match array {
        ArrayRef::F64(a) => Entries::Reals(a.to_vec()),
        ArrayRef::F32(a) => Entries::Reals(a.iter().map(|&x| f64::from(x)).collect()),
        ArrayRef::I32(a) => Entries::Integers(a.iter().map(|&x| i64::from(x)).collect()),
        ArrayRef::I64(a) => Entries::Integers(a.to_vec()),
        ArrayRef::U8(a) => Entries::Bytes(a),
        ArrayRef::Bool(a) => Entries::Integers(a.iter().map(|&x| i64::from(x.get())).collect()),
    }
}

/// Differences of the compiled constants, in family order.
pub fn compare_constants(model: &Model, reference: &Reference) -> Vec<Difference> {
    let arrays = model_arrays(model);
    reference.families.iter().flat_map(|family| compare_section(&arrays, family, &family.name)).collect()
}

fn model_arrays(model: &Model) -> Arrays<'_> {
    let mut arrays = Arrays::new();
    model.visit_sizes(&mut |name, value| {
        // an unset limit is -1 in MuJoCo, and here a number that no model reaches
        let value = i64::try_from(value).unwrap_or(-1);
        arrays.insert(name.to_string(), Entries::Integers(vec![value]));
    });
    model.visit_arrays(model, &mut |name, _, array| {
        arrays.insert(name.to_string(), entries(array));
    });
    let mut settings = (model.opt.clone(), model.stat.clone());
    let mut add = |prefix: &str, name: &str, field: FieldMut<'_>| {
        let entries = match field {
            FieldMut::F64(a) => Entries::Reals(a.to_vec()),
            FieldMut::F32(a) => Entries::Reals(a.iter().map(|&x| f64::from(x)).collect()),
            FieldMut::I32(a) => Entries::Integers(a.iter().map(|&x| i64::from(x)).collect()),
        };
        arrays.insert(format!("{prefix}.{name}"), entries);
    };
    settings.0.visit_fields(&mut |name, field, _| add("opt", name, field));
    settings.1.visit_fields(&mut |name, field, _| add("stat", name, field));
    arrays
}

/// Result of comparing forward passes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Compared {
    /// Fields of the first stage that differs.
    pub differences: Vec<Difference>,
    /// The error of a step, which ended the comparison.
    pub refused: Option<String>,
}

/// Compares the forward pass at every recorded state. The first stage that differs or fails ends the comparison.
pub fn compare_states(model: &Model, reference: &Reference) -> Result<Compared, StepError> {
    let mut model = model.clone();
    prepare(&mut model);
    let mut data = model.make_data();
    for state in &reference.states {
        match compare_state(&model, &mut data, state) {
            Ok(differences) if differences.is_empty() => {}
            Ok(differences) => return Ok(Compared { differences, refused: None }),
            Err(StepError::Unsupported(what)) => return Ok(Compared { differences: vec![], refused: Some(what) }),
            Err(other) => return Err(other),
        }
    }
    Ok(Compared::default())
}

/// Settings under which the references were recorded (`prepare` in conformance/stages.py): energies on, and Euler where
/// a stage does not name an integrator.
fn prepare(model: &mut Model) {
    model.opt.enableflags |= EnableFlags::ENERGY;
    model.opt.integrator = Integrator::Euler;
}

fn compare_state(model: &Model, data: &mut Data, state: &State) -> Result<Vec<Difference>, StepError> {
    data.reset_all(model);
    set_inputs(data, state);
    data.forward(model)?;
    let mut stepping = model.clone();
    for stage in &state.stages {
        if let Some(integrator) = integrator_of(&stage.name) {
            stepping.opt.integrator = integrator;
            data.reset_all(model);
            set_inputs(data, state);
        }
        if stage.name.starts_with("step") {
            data.step(&stepping)?;
        }
        let found = compare_section(&data_arrays(model, data), stage, &format!("{} at {}", stage.name, state.name));
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(vec![])
}

/// The integrator of a stage that is a step with a particular one.
fn integrator_of(stage: &str) -> Option<Integrator> {
    let name = stage.strip_prefix("step with ")?;
    Integrator::ALL.iter().copied().find(|i| i.label() == Some(name))
}

fn set_inputs(data: &mut Data, state: &State) {
    data.visit_arrays_mut(&mut |name, array| {
        if let (Some((_, values)), ArrayMut::F64(target)) = (state.inputs.iter().find(|(n, _)| n == name), array) {
            for (to, from) in target.iter_mut().zip(values) {
                *to = *from;
            }
        }
    });
}

fn data_arrays<'a>(model: &Model, data: &'a Data) -> Arrays<'a> {
    let mut arrays = Arrays::new();
    data.visit_arrays(model, &mut |name, _, array| {
        arrays.insert(name.to_string(), entries(array));
    });
    data.visit_row_arrays(&mut |name, _, array| {
        arrays.insert(name.to_string(), entries(array));
    });
    for info in Data::PRODUCED {
        if let Some(array) = data.produce(info.name) {
            let entries = match array {
                Produced::F64(a) => Entries::Reals(a),
                Produced::I32(a) => Entries::Integers(a.into_iter().map(i64::from).collect()),
            };
            arrays.insert(info.name.to_string(), entries);
        }
    }
    add_contacts(data, &mut arrays);
    let counts = [("ncon", data.ncon), ("ne", data.ne), ("nf", data.nf), ("nl", data.nl), ("nefc", data.nefc)];
    for (name, count) in counts {
        arrays.insert(name.to_string(), Entries::Integers(vec![i64::try_from(count).unwrap_or(-1)]));
    }
    arrays.insert("time".to_string(), Entries::Reals(vec![data.time]));
    arrays.insert("energy".to_string(), Entries::Reals(data.energy.to_vec()));
    arrays
}

/// Fields of the contacts, one array each: `contact.dist`, `contact.pos` …
fn add_contacts(data: &Data, arrays: &mut Arrays<'_>) {
    let contacts = &data.contact[..data.ncon];
    let mut reals = |name: &str, read: &dyn Fn(&Contact) -> Vec<f64>| {
        let values = contacts.iter().flat_map(read).collect();
        arrays.insert(format!("contact.{name}"), Entries::Reals(values));
    };
    reals("dist", &|c| vec![c.dist]);
    reals("pos", &|c| c.pos.to_vec());
    reals("frame", &|c| c.frame.to_vec());
    reals("friction", &|c| c.friction.to_vec());
    reals("includemargin", &|c| vec![c.includemargin]);
    reals("solref", &|c| c.solref.to_vec());
    reals("solimp", &|c| c.solimp.to_vec());
    let geoms = contacts.iter().flat_map(|c| c.geom().map(i64::from)).collect();
    arrays.insert("contact.geom".to_string(), Entries::Integers(geoms));
    let dims = contacts.iter().map(|c| i64::from(c.dim)).collect();
    arrays.insert("contact.dim".to_string(), Entries::Integers(dims));
}

fn compare_section(arrays: &Arrays<'_>, section: &Section, stage: &str) -> Vec<Difference> {
    let differs = |field: &Field, what: String| Difference { stage: stage.into(), field: field.name.clone(), what };
    section
        .fields
        .iter()
        .filter_map(|field| match arrays.get(&field.name) {
            Some(ours) => compare_field(ours, field, section.bar).map(|what| differs(field, what)),
            None if is_zero(field) => None,
            None => Some(differs(field, "is missing".into())),
        })
        .collect()
}

fn is_zero(field: &Field) -> bool {
    match &field.values {
        Values::Reals { values, .. } => values.iter().all(|&v| v == 0.0),
        Values::Integers(values) => values.iter().all(|&v| v == 0),
        _ => false,
    }
}

fn compare_field(ours: &Entries<'_>, field: &Field, bar: f64) -> Option<String> {
    let used = PARTLY_USED.contains(&field.name.as_str());
    if ours.len() != field.len && !(used && ours.len() > field.len) {
        return Some(format!("{} entries, MuJoCo has {}", ours.len(), field.len));
    }
    match (&field.values, ours) {
        (Values::Reals { values, single }, Entries::Reals(a)) => {
            compare_reals(&a[..field.len], values, if *single { bar.max(SINGLE_BAR) } else { bar })
        }
        (Values::Integers(values), ours) => {
            let a = integers(ours)?;
            let at = values.iter().zip(&a).position(|(r, o)| r != o)?;
            Some(format!("[{at}]: ours {}, MuJoCo {}", a[at], values[at]))
        }
        (Values::Hash(hash), ours) => {
            let found = match ours {
                Entries::Bytes(bytes) => fnv1a(bytes.iter().copied()),
                other => fnv1a(integers(other)?.iter().flat_map(|v| v.to_le_bytes())),
            };
            // byte arrays that MuJoCo's Python shows as numbers are hashed as numbers
            let as_numbers = || match ours {
                Entries::Bytes(bytes) => fnv1a(bytes.iter().flat_map(|&b| i64::from(b).to_le_bytes())),
                _ => found,
            };
            (found != *hash && as_numbers() != *hash).then(|| "contents differ (hash)".to_string())
        }
        (Values::Digest { sums, single }, Entries::Reals(a)) => {
            let scale = sums[1].max(f64::MIN_POSITIVE);
            let bar = if *single { bar.max(SINGLE_BAR) } else { bar };
            let found = digest(a);
            let worst = sums.iter().zip(found).map(|(r, o)| (r - o).abs() / scale).fold(0.0, f64::max);
            // only rounding noise on both sides: the second sum is that of the magnitudes
            let is_noise = sums[1].max(found[1]) <= NOISE * bar.min(1e-6);
            (worst.is_nan() || worst > bar && !is_noise)
                .then(|| format!("digest differs: ours {found:?}, MuJoCo {sums:?}"))
        }
        _ => Some("is of another type".into()),
    }
}

fn integers(entries: &Entries<'_>) -> Option<Vec<i64>> {
    match entries {
        Entries::Integers(a) => Some(a.clone()),
        Entries::Bytes(a) => Some(a.iter().map(|&b| i64::from(b)).collect()),
        Entries::Reals(_) => None,
    }
}

fn compare_reals(ours: &[f64], theirs: &[f64], bar: f64) -> Option<String> {
    let scale = theirs.iter().map(|x| x.abs()).filter(|x| x.is_finite()).fold(0.0, f64::max);
    let noise = NOISE * bar.min(1e-6);
    let gap = |o: f64, r: f64| match (o - r).abs() {
        _ if o == r || (o.is_nan() && r.is_nan()) => 0.0,
        g if g.is_nan() => f64::INFINITY,
        g if g <= noise => 0.0,
        g => g,
    };
    let (at, worst) = ours
        .iter()
        .zip(theirs)
        .map(|(&o, &r)| gap(o, r))
        .enumerate()
        .fold((0, 0.0), |best, (i, g)| if g > best.1 { (i, g) } else { best });
    (worst > bar * scale)
        .then(|| format!("[{at}]: ours {}, MuJoCo {} (error {:.3e})", ours[at], theirs[at], worst / scale))
}

fn digest(values: &[f64]) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for (i, value) in values.iter().enumerate() {
        let hash = (i as u64).wrapping_mul(2_654_435_761) % (1 << 32);
        let weight = hash as f64 / (1u64 << 32) as f64 - 0.5;
        sums[0] += value;
        sums[1] += value.abs();
        sums[2] += value * weight;
    }
    sums
}

/// Fowler, Noll and Vo's hash, as `conformance/generate.py` writes it into the references.
fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_relative_to_the_largest_entry() {
        assert_eq!(compare_reals(&[1e3, 1e-7], &[1e3, 0.0], 1e-9), None);
        assert!(compare_reals(&[1e3, 1e-5], &[1e3, 0.0], 1e-9).unwrap().starts_with("[1]: ours 0.00001"));
        assert!(compare_reals(&[f64::NAN], &[1.0], 1e-9).is_some());
        assert_eq!(compare_reals(&[1e-17], &[0.0], 1e-9), None);
    }

    #[test]
    fn the_hash_is_fnv1a() {
        assert_eq!(fnv1a(b"foobar".iter().copied()), 0x8594_4171_f739_67e8);
    }
}
