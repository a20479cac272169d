//! File names: none repeats its folder, none is a coined word.

use super::finding::Finding;
use super::names;
use std::path::Path;

/// What is wrong with the name of a source file.
pub fn finding(path: &str) -> Option<Finding> {
    let name = Path::new(path).file_stem()?.to_str()?.trim_start_matches('_');
    if let Some((word, instead)) = names::coined_file(name).filter(|(word, _)| !names::allowed(path, word)) {
        let text = format!("the file name has the coined word `{word}`: say what it is, as {instead}");
        return Some(Finding::new(path, 0, text));
    }
    let folder = Path::new(path).parent()?.file_name()?.to_str()?.replace('-', "_");
    let one = |word: &str| word.trim_end_matches('s').to_string();
    let words: Vec<&str> = name.split('_').collect();
    // pytest finds tests by the first word
    let words = if folder == "tests" && words[0] == "test" { &words[1..] } else { &words[..] };
    let (first, last) = (words.first()?, words.last()?);
    if one(first) == one(&folder) || one(last) == one(&folder) || one(name) == one(&folder) {
        let text = format!("the file name repeats its folder `{folder}`: leave that word out");
        return Some(Finding::new(path, 0, text));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::finding;

    #[test]
    fn names_do_not_repeat_their_folder() {
        for path in ["a/cuda/cuda_program.rs", "a/sensors/sensor.rs", "a/mesh/read_mesh.py", "a/src/room.rs"] {
            assert!(finding(path).is_some(), "{path}");
        }
        for path in ["a/cuda/program.rs", "a/tests/test_native.py", "a/b/mod.rs", "main.rs", "a/cut/lines.rs"] {
            assert_eq!(finding(path), None, "{path}");
        }
    }
}
