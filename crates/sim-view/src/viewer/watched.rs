//! Values that a page watches, by their names: words such as `time`, and entries of fields such as `qpos[3]`.

use sim_core::arrays::ArrayRef;
use sim_core::binding::batch::reader;
use sim_core::binding::pipeline::{forward_kinematics, run};
use sim_core::binding::stage::StageId;
use sim_core::{Data, Model};

/// How to find the entries of a field.
type Field = for<'a> fn(&'a Data) -> ArrayRef<'a>;

/// A watched value, found by its name once.
#[derive(Clone, Copy)]
enum Probe {
    Time,
    Potential,
    Kinetic,
    Total,
    Contacts,
    Rows,
    Iterations,
    Speed,
    Entry(Field, usize),
    /// No state has it: it may be a scalar of the program.
    Unknown,
}

impl std::fmt::Debug for Probe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Entry(_, index) => write!(f, "Entry({index})"),
            _ => f.write_str(if self.needs_energies() { "Energy" } else { "Word" }),
        }
    }
}

impl Probe {
    fn named(name: &str) -> Self {
        match name {
            "time" => Self::Time,
            "potential" => Self::Potential,
            "kinetic" => Self::Kinetic,
            "total" => Self::Total,
            "contacts" => Self::Contacts,
            "rows" => Self::Rows,
            "iterations" => Self::Iterations,
            "speed" => Self::Speed,
            _ => entry(name).map_or(Self::Unknown, |(field, index)| Self::Entry(field, index)),
        }
    }

    fn needs_energies(self) -> bool {
        matches!(self, Self::Potential | Self::Kinetic | Self::Total)
    }

    fn value(self, at: &Moment<'_>) -> f64 {
        let d = at.data;
        match self {
            Self::Time => d.time,
            Self::Potential => at.energy[0],
            Self::Kinetic => at.energy[1],
            Self::Total => at.energy[0] + at.energy[1],
            Self::Contacts => d.ncon as f64,
            Self::Rows => d.nefc as f64,
            Self::Iterations => f64::from(d.solver_niter[0]),
            Self::Speed => at.speed,
            Self::Entry(field, index) => match field(d) {
                ArrayRef::F64(list) => list.get(index).copied().unwrap_or(f64::NAN),
                _ => f64::NAN,
            },
            Self::Unknown => f64::NAN,
        }
    }
}

/// The field and the index of `field[index]`.
fn entry(name: &str) -> Option<(Field, usize)> {
    let (field, index) = name.strip_suffix(']')?.split_once('[')?;
    Some((reader(field)?, index.parse().ok()?))
}

/// A state whose values are watched.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Version of the model.
    pub version: u32,
    /// Number of the world.
    pub world: u32,
    /// The model.
    pub model: &'a Model,
    /// The state.
    pub data: &'a Data,
    /// Potential and kinetic energy, if they are watched.
    pub energy: [f64; 2],
    /// Simulated seconds per second, measured.
    pub speed: f64,
}

impl<'a> Moment<'a> {
    /// A state without its energies.
    pub fn new(version: u32, world: u32, model: &'a Model, data: &'a Data, speed: f64) -> Self {
        Self { version, world, model, data, energy: [f64::NAN; 2], speed }
    }
}

/// The list of values that a page watches.
#[derive(Debug, Default)]
pub struct Watched {
    names: Vec<String>,
    probes: Vec<Probe>,
    /// Number of the list, which the page chooses.
    pub list: u32,
}

impl Watched {
    /// A list of names, with the number that the page gave it.
    pub fn new(names: Vec<String>, list: u32) -> Self {
        let probes = names.iter().map(|name| Probe::named(name)).collect();
        Self { names, probes, list }
    }

    /// The names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether one of the values is an energy, which must be computed.
    pub fn needs_energies(&self) -> bool {
        self.probes.iter().any(|probe| probe.needs_energies())
    }

    /// Whether a value is none of a state, by its index.
    pub fn is_unknown(&self, index: usize) -> bool {
        matches!(self.probes.get(index), Some(Probe::Unknown))
    }

    /// The values at a state, in the order of the names. NaN: no state has the value.
    pub fn values<'a>(&'a self, at: &'a Moment<'_>) -> impl Iterator<Item = f64> + 'a {
        self.probes.iter().map(|probe| probe.value(at))
    }
}

/// Computes energies of states, with memory that is used again.
#[derive(Debug, Default)]
pub struct Energies {
    scratch: Data,
    /// Version of the model that the memory is for.
    version: u32,
}

impl Energies {
    /// Potential and kinetic energy of a state, whether or not the model asks the engine for them. NaN: the state is too large or NaN.
    ///
    /// A step leaves `qpos` and `qvel` newer than all other fields. Poses, tendons and inertia are computed again for that reason.
    pub fn of(&mut self, version: u32, m: &Model, d: &Data) -> [f64; 2] {
        if self.version != version || self.scratch.qvel.len() != d.qvel.len() {
            (self.scratch, self.version) = (m.make_data(), version);
        }
        self.scratch.copy_from(d);
        let d = &mut self.scratch;
        forward_kinematics(m, d);
        let stages = [StageId::Inertia, StageId::PotentialEnergy, StageId::KineticEnergy];
        let is_done = stages.into_iter().all(|stage| run(stage, m, d).is_ok());
        if is_done { d.energy } else { [f64::NAN; 2] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::EnableFlags;

    /// Values of a state by their names.
    fn values(m: &Model, d: &Data, names: &[&str]) -> Vec<f64> {
        let watched = Watched::new(names.iter().map(ToString::to_string).collect(), 0);
        let energy = if watched.needs_energies() { Energies::default().of(1, m, d) } else { [0.0; 2] };
        watched.values(&Moment { version: 1, world: 0, model: m, data: d, energy, speed: 0.5 }).collect()
    }

    #[test]
    fn names_stand_for_values() {
        let m = Model::example();
        let mut d = m.make_data();
        d.step(&m).unwrap();
        assert_eq!(values(&m, &d, &["time", "qpos[0]", "speed", "contacts"]), [d.time, d.qpos[0], 0.5, d.ncon as f64]);
        for unknown in ["qpos[999]", "qpos", "qpos[]", "nothing[0]", "qpos[-1]", "[", "]", "", "user.reward"] {
            assert!(values(&m, &d, &[unknown])[0].is_nan(), "{unknown}");
        }
    }

    #[test]
    fn energies_are_those_of_the_engine_though_the_model_asks_for_none() {
        let m = Model::example();
        let mut asking = m.clone();
        asking.opt.enableflags |= EnableFlags::ENERGY;
        let mut d = m.make_data();
        for _ in 0..30 {
            d.step(&m).unwrap();
            let mut reference = d.clone();
            reference.forward(&asking).unwrap();
            let found = values(&m, &d, &["potential", "kinetic", "total"]);
            assert_eq!(found[..2], reference.energy);
            assert_eq!(found[2], reference.energy[0] + reference.energy[1]);
        }
        assert_eq!(d.energy, [0.0; 2], "the world itself is not touched");
        assert!(values(&m, &d, &["kinetic"])[0] > 0.0);
    }
}
