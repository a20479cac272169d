//! The crates of the workspace: which of them own a file, and which depend on them.

use crate::cargo::cargo;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Affected crates by name, each with the reason.
pub type Affected = BTreeMap<String, String>;

/// Files that change how every crate is built.
const SHARED: [&str; 5] = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "clippy.toml", ".cargo/config.toml"];

/// A crate.
#[derive(Debug)]
struct Member {
    name: String,
    /// Its folder from the repository's root, with a slash at the end.
    folder: String,
    /// Sources outside of its folder.
    sources: BTreeSet<String>,
    /// Names of the workspace's crates that it uses.
    uses: BTreeSet<String>,
}

/// The crates of the workspace.
#[derive(Debug)]
pub struct Workspace(Vec<Member>);

impl Workspace {
    /// Asks cargo.
    pub fn read() -> Result<Self, String> {
        let text = cargo(&["metadata", "--no-deps", "--format-version", "1"]).quiet().must()?.output;
        let metadata: Value = serde_json::from_str(&text).map_err(|e| format!("cargo metadata: {e}"))?;
        let root = metadata["workspace_root"].as_str().unwrap_or_default();
        let inside =
            |path: &Value| -> Option<String> { Some(direct(&path.as_str()?.strip_prefix(root)?.replace('\\', "/"))) };
        let array = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let member = |package: &Value| -> Option<Member> {
            let folder = inside(&package["manifest_path"])?.strip_suffix("Cargo.toml")?.to_string();
            let targets = array(&package["targets"]);
            let sources = targets.iter().filter_map(|target| inside(&target["src_path"]));
            let sources = sources.filter(|path| !path.starts_with(&folder)).collect();
            let dependencies = array(&package["dependencies"]);
            let local = dependencies.iter().filter(|dependency| dependency["path"].is_string());
            let uses = local.filter_map(|dependency| dependency["name"].as_str().map(str::to_string)).collect();
            Some(Member { name: package["name"].as_str()?.to_string(), folder, sources, uses })
        };
        Ok(Self(array(&metadata["packages"]).iter().filter_map(member).collect()))
    }

    /// Every crate.
    pub fn all(&self) -> Affected {
        self.0.iter().map(|member| (member.name.clone(), "all crates".to_string())).collect()
    }

    /// The crates that own one of `files`, and those that depend on them.
    pub fn affected(&self, files: &[String]) -> Affected {
        if let Some(file) = files.iter().find(|file| SHARED.contains(&file.as_str())) {
            return self.0.iter().map(|member| (member.name.clone(), format!("{file} changed"))).collect();
        }
        let mut affected = Affected::new();
        for member in &self.0 {
            let owned = files.iter().filter(|file| file.starts_with(&member.folder) || member.sources.contains(*file));
            let owned: Vec<&String> = owned.collect();
            if let [first, rest @ ..] = owned.as_slice() {
                let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
                affected.insert(member.name.clone(), format!("changed: {first}{more}"));
            }
        }
        loop {
            let next = self.0.iter().filter(|member| !affected.contains_key(&member.name));
            let found = next.filter_map(|member| {
                let used = member.uses.iter().find(|name| affected.contains_key(*name))?;
                Some((member.name.clone(), format!("depends on {used}")))
            });
            let found: Vec<(String, String)> = found.collect();
            if found.is_empty() {
                return affected;
            }
            affected.extend(found);
        }
    }
}

/// A path without `..` and without a slash in front.
fn direct(path: &str) -> String {
    let mut names: Vec<&str> = vec![];
    for name in path.trim_start_matches('/').split('/') {
        if name == ".." {
            names.pop();
        } else {
            names.push(name);
        }
    }
    names.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn affected(files: &[&str]) -> Affected {
        let files: Vec<String> = files.iter().map(|file| file.to_string()).collect();
        Workspace::read().unwrap().affected(&files)
    }

    #[test]
    fn dependent_crates_are_affected() {
        let found = affected(&["crates/sim-mjcf/src/lib.rs"]);
        assert_eq!(found["sim-mjcf"], "changed: crates/sim-mjcf/src/lib.rs");
        assert_eq!(found["sim-physics"], "depends on sim-mjcf");
        assert!(found.contains_key("sim-cli") && !found.contains_key("sim-core") && !found.contains_key("xtask"));
    }

    #[test]
    fn shared_files_affect_every_crate() {
        assert_eq!(affected(&["Cargo.lock"]).len(), Workspace::read().unwrap().all().len());
        assert!(affected(&["README.md", "docs/notes/ci.md"]).is_empty());
    }

    #[test]
    fn examples_belong_to_the_crate_that_builds_them() {
        let examples = std::fs::read_dir(crate::folders::root().join("examples")).unwrap().flatten();
        let first = examples.map(|entry| entry.file_name().into_string().unwrap()).find(|name| name.ends_with(".rs"));
        assert!(!affected(&[&format!("examples/{}", first.unwrap())]).is_empty());
    }
}
