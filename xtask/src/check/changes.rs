//! What changed: the files that differ from a revision, in commits and in the working tree.

use crate::git::git;

/// The changed files, and what they are compared with.
#[derive(Debug)]
pub struct Changes {
    /// The revision in words.
    pub base: String,
    /// Paths from the repository's root, in order; removed files too.
    pub files: Vec<String>,
}

impl Changes {
    /// Compares with the merge base of HEAD and `base`. The default is `origin/main`, else `main`.
    pub fn find(base: Option<&str>) -> Result<Self, String> {
        let candidates = base.map_or(vec!["origin/main", "main"], |base| vec![base]);
        let exists = |name: &&str| git(&["rev-parse", "--verify", "--quiet", &format!("{name}^{{commit}}")]).is_ok();
        let (revision, base) = match (candidates.into_iter().find(exists), base) {
            (Some(name), _) => {
                let common = git(&["merge-base", "HEAD", name])?.trim().to_string();
                let short = common.get(..8).unwrap_or(&common).to_string();
                (common, format!("{short}, the merge base with {name}"))
            }
            (None, Some(name)) => return Err(format!("no commit is called '{name}': name a revision that git knows")),
            (None, None) => ("HEAD".to_string(), "HEAD".to_string()),
        };
        let differing = git(&["diff", "--name-only", "--no-renames", "-z", &revision])?;
        let untracked = git(&["ls-files", "--others", "--exclude-standard", "-z"])?;
        let names = differing.split('\0').chain(untracked.split('\0')).map(|name| name.trim_matches('\n'));
        let mut files: Vec<String> = names.filter(|name| !name.is_empty()).map(str::to_string).collect();
        files.sort();
        files.dedup();
        Ok(Self { base, files })
    }
}

#[cfg(test)]
mod tests {
    use super::Changes;

    #[test]
    fn the_working_tree_can_be_compared() {
        // an archive of the sources has no history
        if crate::git::git(&["rev-parse", "HEAD"]).is_err() {
            return;
        }
        let changes = Changes::find(Some("HEAD")).unwrap();
        assert!(changes.base.ends_with("the merge base with HEAD"));
        assert!(changes.files.iter().all(|file| !file.is_empty()));
        assert!(Changes::find(Some("no-such-revision")).unwrap_err().contains("no commit is called"));
    }
}
