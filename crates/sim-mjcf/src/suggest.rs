//! Suggestions for error messages.

/// Returns the candidate nearest to `word`, if it is close enough to be a typing error. Of equal ones the alphabetically first.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 2).clamp(1, 3);
    let lower = word.to_lowercase();
    candidates
        .filter(|c| c.len().abs_diff(word.len()) <= limit)
        .map(|c| (strsim::levenshtein(&lower, &c.to_lowercase()), c))
        .filter(|&(d, _)| d <= limit)
        .min()
        .map(|(_, c)| c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let known = ["geom", "joint", "site", "body"];
        assert_eq!(nearest("goem", known.into_iter()), Some("geom"));
        assert_eq!(nearest("joints", known.into_iter()), Some("joint"));
        assert_eq!(nearest("Body", known.into_iter()), Some("body"));
        assert_eq!(nearest("camera", known.into_iter()), None);
    }
}
