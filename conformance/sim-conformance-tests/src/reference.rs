//! The reference files: lines of `kind name length values`, grouped by family, state and stage.

use thiserror::Error;

/// A line that cannot be read.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("line {line}: {message}")]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// Recorded values of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Every entry, and whether MuJoCo stores f32.
    Reals {
        /// The entries.
        values: Vec<f64>,
        /// Whether MuJoCo stores them as f32.
        single: bool,
    },
    /// Every entry of an integer or flag array.
    Integers(Vec<i64>),
    /// FNV-1a of the bytes, or of the entries as little-endian 64-bit integers.
    Hash(u64),
    /// Sum, sum of magnitudes, and weighted sum of a long array.
    Digest {
        /// The three sums.
        sums: [f64; 3],
        /// Whether MuJoCo stores the entries as f32.
        single: bool,
    },
}

/// A recorded field.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// MuJoCo's name.
    pub name: String,
    /// Number of entries.
    pub len: usize,
    /// Recorded values.
    pub values: Values,
}

/// Fields of a family of the model, or of a stage of the pipeline.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    /// Name of the family or stage.
    pub name: String,
    /// Tolerance relative to the largest entry.
    pub bar: f64,
    /// The fields.
    pub fields: Vec<Field>,
}

/// Inputs of a forward pass and the results of each stage.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// Name of the state.
    pub name: String,
    /// Fields of Data to set.
    pub inputs: Vec<(String, Vec<f64>)>,
    /// Results, in pipeline order.
    pub stages: Vec<Section>,
}

/// A reference file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reference {
    /// The compiled model by family.
    pub families: Vec<Section>,
    /// Forward passes.
    pub states: Vec<State>,
}

/// Tolerance of compiled constants.
const CONSTANTS_BAR: f64 = 1e-9;

impl Reference {
    /// Reads a reference file.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut reference = Self::default();
        for (index, line) in text.lines().enumerate() {
            let error = |message: &str| ParseError { line: index + 1, message: message.to_string() };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (kind, rest) = line.split_once(' ').ok_or_else(|| error("expected a kind and a name"))?;
            match kind {
                "family" => reference.families.push(Section { name: rest.into(), bar: CONSTANTS_BAR, fields: vec![] }),
                "state" => reference.states.push(State { name: rest.into(), ..State::default() }),
                "stage" => {
                    let (bar, name) = rest.split_once(' ').ok_or_else(|| error("expected a bar and a name"))?;
                    let bar = bar.parse().map_err(|_| error("bad bar"))?;
                    let state = reference.states.last_mut().ok_or_else(|| error("a stage before any state"))?;
                    state.stages.push(Section { name: name.into(), bar, fields: vec![] });
                }
                "input" => {
                    let field = Field::parse("f64", rest).map_err(|m| error(&m))?;
                    let Values::Reals { values, .. } = field.values else { return Err(error("inputs are reals")) };
                    let state = reference.states.last_mut().ok_or_else(|| error("an input before any state"))?;
                    state.inputs.push((field.name, values));
                }
                _ => {
                    let field = Field::parse(kind, rest).map_err(|m| error(&m))?;
                    let section = match reference.states.last_mut() {
                        Some(state) => state.stages.last_mut(),
                        None => reference.families.last_mut(),
                    };
                    section.ok_or_else(|| error("a field before any family or stage"))?.fields.push(field);
                }
            }
        }
        Ok(reference)
    }
}

impl Field {
    fn parse(kind: &str, rest: &str) -> Result<Self, String> {
        let mut words = rest.split(' ');
        let name = words.next().ok_or("no name")?.to_string();
        let len = words.next().and_then(|w| w.parse().ok()).ok_or("no length")?;
        let values = match kind {
            "f64" | "f32" => Values::Reals { values: expand(words, len)?, single: kind == "f32" },
            "int" => Values::Integers(expand(words, len)?),
            "hash" => Values::Hash(
                words.next().and_then(|w| u64::from_str_radix(w, 16).ok()).ok_or("expected a hash of 16 digits")?,
            ),
            "digest" => {
                let single = words.next() == Some("f32");
                let sums: Vec<f64> = expand(words, 3)?;
                Values::Digest { sums: [sums[0], sums[1], sums[2]], single }
            }
            other => return Err(format!("unknown kind '{other}'")),
        };
        Ok(Self { name, len, values })
    }
}

/// Values separated by spaces, `value*count` repeated.
fn expand<'a, T: std::str::FromStr + Clone>(
    words: impl Iterator<Item = &'a str>,
    len: usize,
) -> Result<Vec<T>, String> {
    let mut values = vec![];
    for word in words.filter(|w| !w.is_empty()) {
        let (value, count) = match word.split_once('*') {
            Some((value, count)) => (value, count.parse().map_err(|_| format!("bad count in '{word}'"))?),
            None => (word, 1),
        };
        let value: T = value.parse().map_err(|_| format!("bad number '{value}'"))?;
        if count > len {
            return Err(format!("'{word}' repeats more often than the array is long"));
        }
        values.resize(values.len() + count, value);
    }
    if values.len() != len {
        return Err(format!("{} values, expected {len}", values.len()));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_file_reads_back() {
        let text = "# comment\nfamily sizes\nint nq 1 2\nstate first\ninput qpos 2 1 0.5\nstage 1e-09 kinematics\nf64 xpos 6 0*3 1 2 3\n";
        let reference = Reference::parse(text).unwrap();
        assert_eq!(reference.families[0].fields[0].values, Values::Integers(vec![2]));
        assert_eq!(reference.states[0].inputs[0].1, [1.0, 0.5]);
        let Values::Reals { values, single } = &reference.states[0].stages[0].fields[0].values else { panic!() };
        assert_eq!((values.as_slice(), *single), ([0.0, 0.0, 0.0, 1.0, 2.0, 3.0].as_slice(), false));
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, line) in [("int nq 1 2", 1), ("family a\nint nq 2 1", 2), ("family a\nwhat nq 1 1", 2)] {
            assert_eq!(Reference::parse(text).unwrap_err().line, line, "{text}");
        }
    }
}
