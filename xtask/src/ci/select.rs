//! Which steps of the table run: all, single ones with their prerequisites, or the rest from one on.

use super::steps::Step;
use std::fmt::Write as _;

/// Options of `cargo xtask ci`.
#[derive(Debug, Default, clap::Args)]
pub struct Selection {
    /// List the steps with what they need, and run none
    #[arg(long)]
    pub list: bool,
    /// Run this step and what it needs; may be given several times
    #[arg(long, value_name = "NAME", conflicts_with = "list")]
    pub only: Vec<String>,
    /// Run this step, all steps below it in the list, and what they need
    #[arg(long, value_name = "NAME", conflicts_with_all = ["list", "only"])]
    pub from: Option<String>,
}

/// The indices of the chosen steps and of everything they need, in the order of the table.
pub fn chosen(steps: &[Step], selection: &Selection) -> Result<Vec<usize>, String> {
    let mut wanted: Vec<usize> = match &selection.from {
        Some(name) => (find(steps, name)?..steps.len()).collect(),
        None if selection.only.is_empty() => (0..steps.len()).collect(),
        None => selection.only.iter().map(|name| find(steps, name)).collect::<Result<_, _>>()?,
    };
    let mut next = 0;
    while let Some(&index) = wanted.get(next) {
        for need in steps[index].needs {
            let need = find(steps, need)?;
            if !wanted.contains(&need) {
                wanted.push(need);
            }
        }
        next += 1;
    }
    wanted.sort_unstable();
    wanted.dedup();
    Ok(wanted)
}

/// The table of steps as text.
pub fn list(steps: &[Step]) -> String {
    let mut text = format!("{:<20} {:<8} {:<32} {}\n", "step", "track", "needs", "checks");
    for step in steps {
        let needs = if step.needs.is_empty() { "-".to_string() } else { step.needs.join(", ") };
        let _ = writeln!(text, "{:<20} {:<8} {:<32} {}", step.name, step.track.name(), needs, step.about);
    }
    text
}

fn find(steps: &[Step], name: &str) -> Result<usize, String> {
    let found = steps.iter().position(|step| step.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
        let near = nearest(&names, name).join(", ");
        format!("no step is called '{name}': nearest are {near}; `cargo xtask ci --list` shows all")
    })
}

/// The three names most like `name`.
fn nearest<'a>(names: &[&'a str], name: &str) -> Vec<&'a str> {
    let mut sorted = names.to_vec();
    // a name that contains the word, or is contained in it, comes first
    sorted.sort_by_key(|other| {
        let part = !name.is_empty() && (other.contains(name) || name.contains(other));
        (!part, distance(other, name))
    });
    sorted.truncate(3);
    sorted
}

/// Levenshtein's distance: the least number of letters to insert, delete and replace.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let replaced = corner + usize::from(letter != *other);
            corner = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::super::steps::STEPS;
    use super::*;

    fn names(selection: &Selection) -> Vec<&'static str> {
        chosen(STEPS, selection).unwrap().into_iter().map(|index| STEPS[index].name).collect()
    }

    #[test]
    fn a_step_brings_its_prerequisites() {
        let only = |name: &str| names(&Selection { only: vec![name.into()], ..Selection::default() });
        assert_eq!(only("format"), ["format"]);
        assert_eq!(only("python-types"), ["python", "python-packages", "python-types"]);
        let from = names(&Selection { from: Some("fuzz".into()), ..Selection::default() });
        assert_eq!(from, ["fuzz"]);
        assert_eq!(names(&Selection::default()).len(), STEPS.len());
    }

    #[test]
    fn an_unknown_step_is_named_with_the_nearest() {
        let unknown = |name: &str| chosen(STEPS, &Selection { only: vec![name.into()], ..Selection::default() });
        let message = unknown("lint").unwrap_err();
        assert!(message.starts_with("no step is called 'lint': nearest are lints"), "{message}");
        assert!(unknown("determinsm").unwrap_err().contains("nearest are determinism"));
        assert!(unknown("").is_err());
    }

    #[test]
    fn the_list_has_every_step() {
        let text = list(STEPS);
        assert_eq!(text.lines().count(), STEPS.len() + 1);
        assert!(text.contains("python-types") && text.contains("mypy"));
    }

    #[test]
    fn distances_are_small_for_slips() {
        assert_eq!(distance("lints", "lints"), 0);
        assert_eq!(distance("lints", "lnts"), 1);
        assert_eq!(distance("", "fuzz"), 4);
    }
}
