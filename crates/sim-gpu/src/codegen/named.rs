//! Objects of a model in messages: a few names, and how many more there are.

use sim_core::binding::message::Name;
use sim_core::{Model, ObjType};

/// Most objects that a message names.
const MOST_NAMED: usize = 4;

/// An object by its name, or by its kind and number: `'hand'`, `geom 3`.
pub fn label(m: &Model, kind: ObjType, id: usize) -> String {
    m.name(kind, id).map_or_else(|| format!("{kind} {id}"), |name| format!("'{}'", Name(name)))
}

/// The first texts of a list, and how many more there are: `a, b and c`, `a, b, c, d and 7 more`.
pub fn listed(texts: impl ExactSizeIterator<Item = String>) -> String {
    let count = texts.len();
    let mut shown: Vec<String> = texts.take(MOST_NAMED).collect();
    let last = match count {
        0..=1 => return shown.concat(),
        _ if count > MOST_NAMED => format!("{} more", count - MOST_NAMED),
        _ => shown.pop().unwrap_or_default(),
    };
    format!("{} and {last}", shown.join(", "))
}

/// Some objects of a kind by name.
pub fn objects(m: &Model, kind: ObjType, ids: &[usize]) -> String {
    listed(ids.iter().map(|&id| label(m, kind, id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_short() {
        let list = |count: usize| listed((0..count).map(|k| k.to_string()));
        assert_eq!([0, 1, 2, 4].map(list), ["", "0", "0 and 1", "0, 1, 2 and 3"].map(String::from));
        assert_eq!(list(9), "0, 1, 2, 3 and 5 more");
        let m = Model::example();
        assert_eq!(label(&m, ObjType::Geom, 10_000), "geom 10000");
    }
}
