//! Names in use while a spec is expanded, by kind of object.

use crate::error::{MjcfError, Result};
use crate::place::Place;
use sim_core::ObjType;
use std::collections::HashMap;

/// Every name in use, how often, and where it was first given.
#[derive(Debug, Default)]
pub(crate) struct Names {
    kinds: HashMap<ObjType, HashMap<String, Entry>>,
}

#[derive(Debug)]
struct Entry {
    count: usize,
    place: Place,
    node: usize,
}

impl Names {
    /// Registers a name and says whether it was free. `node` finds objects of the tree again.
    pub fn add(&mut self, kind: ObjType, name: &str, place: &Place, node: usize) -> bool {
        if name.is_empty() {
            return true;
        }
        let names = self.kinds.entry(kind).or_default();
        if let Some(entry) = names.get_mut(name) {
            entry.count += 1;
            return false;
        }
        names.insert(name.to_string(), Entry { count: 1, place: place.clone(), node });
        true
    }

    /// Registers a name that must be free.
    pub fn claim(&mut self, kind: ObjType, name: &str, place: &Place, node: usize) -> Result<()> {
        if self.add(kind, name, place, node) {
            return Ok(());
        }
        let first = self.kinds.get(&kind).and_then(|names| names.get(name)).map(|e| e.place.clone());
        Err(MjcfError::DuplicateName {
            place: place.clone(),
            kind: kind.to_string(),
            name: name.to_string(),
            first: first.unwrap_or_default(),
        })
    }

    /// Gives a name back.
    pub fn remove(&mut self, kind: ObjType, name: &str) {
        let Some(names) = self.kinds.get_mut(&kind) else { return };
        let gone = names.get_mut(name).is_some_and(|entry| {
            entry.count -= 1;
            entry.count == 0
        });
        if gone {
            names.remove(name);
        }
    }

    /// Whether an object has that name.
    pub fn has(&self, kind: ObjType, name: &str) -> bool {
        self.entry(kind, name).is_some()
    }

    /// The node of an object of the tree.
    pub fn node(&self, kind: ObjType, name: &str) -> Option<usize> {
        self.entry(kind, name).map(|entry| entry.node)
    }

    fn entry(&self, kind: ObjType, name: &str) -> Option<&Entry> {
        let kind = if kind == ObjType::XBody { ObjType::Body } else { kind };
        self.kinds.get(&kind)?.get(name)
    }
}
