//! Lines of shader text that depend on the model.
//!
//! Conditions: `#if NAME`, `#if !NAME`, `#if A || B`, `#if A && B`, `#else`, `#end`, each on a line of its own. What a model does
//! not use is not in its shaders. Repetitions: `#for j FROM TO` to `#next` repeats its lines for every number from FROM up to TO,
//! with `$j` and `$(j + 1)` replaced: what lives in registers must not be indexed at run time.

mod repeat;

use repeat::repeat;
use std::collections::{BTreeMap, BTreeSet};

/// Names that are true of a model: what it uses, and sizes that repetitions ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    names: BTreeSet<&'static str>,
    sizes: BTreeMap<String, i64>,
}

impl Features {
    /// Adds a name where the condition holds.
    pub fn set(&mut self, name: &'static str, condition: bool) {
        if condition {
            self.names.insert(name);
        }
    }

    /// Adds a size.
    pub fn size(&mut self, name: &str, size: usize) {
        self.sizes.insert(name.to_string(), size as i64);
    }

    /// Whether a name is true.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    fn holds(&self, expression: &str) -> bool {
        let term = |term: &str| match term.trim().strip_prefix('!') {
            Some(name) => !self.has(name.trim()),
            None => self.has(term.trim()),
        };
        expression.split("||").any(|all| all.split("&&").all(term))
    }

    /// The lines whose conditions hold, repeated where they ask for it.
    pub fn select(&self, text: &str) -> String {
        repeat(&self.kept(text), &self.sizes)
    }

    fn kept(&self, text: &str) -> String {
        // for each open condition: whether its lines are kept, and whether those after `#else` would be
        let mut open: Vec<(bool, bool)> = Vec::new();
        let mut kept = String::with_capacity(text.len());
        for line in text.lines() {
            let outer = open.iter().all(|level| level.0);
            match line.trim() {
                command if command.starts_with("#if ") => {
                    let holds = self.holds(&command[4..]);
                    open.push((outer && holds, outer && !holds));
                }
                "#else" => {
                    if let Some(level) = open.last_mut() {
                        *level = (level.1, false);
                    }
                }
                "#end" => {
                    open.pop();
                }
                _ if outer => {
                    kept.push_str(line);
                    kept.push('\n');
                }
                _ => {}
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::Features;

    #[test]
    fn lines_follow_their_conditions() {
        let mut features = Features::default();
        features.set("A", true);
        features.set("B", false);
        let text =
            "1\n#if A\n2\n#if B\n3\n#else\n4\n#end\n#else\n5\n#end\n#if !B && A\n6\n#end\n#if B || A\n7\n#end\n8";
        assert_eq!(features.select(text).split_whitespace().collect::<String>(), "124678");
    }
}
