//! Names in use while a spec is expanded, by kind of object.

use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::source_span::SourceSpan;
use sim_core::ObjType;
use std::collections::{BTreeSet, HashMap};

/// Every name in use, how often, and where it was first given.
#[derive(Debug, Default)]
pub(crate) struct Names {
    kinds: HashMap<ObjType, HashMap<String, Entry>>,
    /// Names that copies made ambiguous. They must be removed before the next object of that kind gets a name.
    repeated: BTreeSet<(ObjType, String)>,
    /// Names registered since the log was last taken; none if no log is kept.
    log: Option<Vec<String>>,
}

#[derive(Debug)]
struct Entry {
    count: usize,
    span: SourceSpan,
    node: usize,
}

impl Names {
    /// Registers a name and returns whether it was free. `node` is the object's node in the tree.
    pub fn add(&mut self, kind: ObjType, name: &str, span: &SourceSpan, node: usize) -> bool {
        if name.is_empty() {
            return true;
        }
        if let Some(log) = &mut self.log {
            log.push(name.to_string());
        }
        let names = self.kinds.entry(kind).or_default();
        if let Some(entry) = names.get_mut(name) {
            entry.count += 1;
            self.repeated.insert((kind, name.to_string()));
            return false;
        }
        names.insert(name.to_string(), Entry { count: 1, span: span.clone(), node });
        true
    }

    /// Registers a name that must be free, among names that all differ.
    pub fn claim(&mut self, kind: ObjType, name: &str, span: &SourceSpan, node: usize) -> Result<()> {
        self.add(kind, name, span, node);
        let repeated = self.repeated.range((kind, String::new())..).next().filter(|(k, _)| *k == kind);
        let Some((_, name)) = repeated.filter(|_| !name.is_empty()) else { return Ok(()) };
        let first = self.kinds.get(&kind).and_then(|names| names.get(name)).map(|e| e.span.clone());
        Err(MjcfError::DuplicateName {
            span: span.clone(),
            kind: kind.to_string(),
            name: name.clone(),
            first: first.unwrap_or_default(),
        })
    }

    /// Registers a name that must be free. A repeated name goes into `errors` once.
    pub fn claim_or(
        &mut self,
        kind: ObjType,
        name: &str,
        span: &SourceSpan,
        node: usize,
        errors: &mut ErrorList,
    ) -> Result<()> {
        if let Err(repeated) = self.claim(kind, name, span, node) {
            errors.push(repeated)?;
            self.repeated.retain(|(other, _)| *other != kind);
        }
        Ok(())
    }

    /// Removes one use of a name.
    pub fn remove(&mut self, kind: ObjType, name: &str) {
        let Some(names) = self.kinds.get_mut(&kind) else { return };
        let Some(entry) = names.get_mut(name) else { return };
        entry.count -= 1;
        match entry.count {
            0 => _ = names.remove(name),
            1 => _ = self.repeated.remove(&(kind, name.to_string())),
            _ => {}
        }
    }

    /// Starts or stops keeping a log of new names.
    pub fn keep_log(&mut self, on: bool) {
        self.log = on.then(Vec::new);
    }

    /// The names registered since the last call.
    pub fn take_log(&mut self) -> Vec<String> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Visits every name, in no particular order.
    #[allow(clippy::disallowed_methods)] // callers collect into sets
    pub fn for_each(&self, visit: &mut dyn FnMut(&str)) {
        self.kinds.values().flat_map(HashMap::keys).for_each(|name| visit(name));
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
