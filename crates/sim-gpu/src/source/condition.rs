//! Conditional lines of shader text: `#if NAME`, `#if !NAME`, `#if A || B`, `#if A && B`, `#else`, `#end`, each on a line of
//! its own. What a model does not use is not in its shaders.

use std::collections::BTreeSet;

/// Names that are true of a model: what it uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features(BTreeSet<&'static str>);

impl Features {
    /// Adds a name where the condition holds.
    pub fn set(&mut self, name: &'static str, condition: bool) {
        if condition {
            self.0.insert(name);
        }
    }

    /// Whether a name is true.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    fn holds(&self, expression: &str) -> bool {
        let term = |term: &str| match term.trim().strip_prefix('!') {
            Some(name) => !self.has(name.trim()),
            None => self.has(term.trim()),
        };
        expression.split("||").any(|all| all.split("&&").all(term))
    }

    /// The lines whose conditions hold.
    pub fn select(&self, text: &str) -> String {
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
