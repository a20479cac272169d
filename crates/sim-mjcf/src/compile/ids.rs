//! Names to ids while compiling.

use crate::error::{MjcfError, Result};
use crate::source_span::SourceSpan;
use sim_core::ObjType;
use std::collections::HashMap;

/// Ids of all named objects, by kind.
#[derive(Clone, Debug, Default)]
pub struct Ids {
    maps: HashMap<ObjType, HashMap<String, (usize, SourceSpan)>>,
}

impl Ids {
    /// Registers an object; unnamed ones are skipped, repeated names are errors.
    pub fn add(&mut self, kind: ObjType, name: &str, id: usize, span: &SourceSpan) -> Result<()> {
        if name.is_empty() {
            return Ok(());
        }
        let map = self.maps.entry(kind).or_default();
        if let Some((_, first)) = map.get(name) {
            return Err(MjcfError::DuplicateName {
                span: span.clone(),
                kind: kind.to_string(),
                name: name.to_string(),
                first: first.clone(),
            });
        }
        map.insert(name.to_string(), (id, span.clone()));
        Ok(())
    }

    /// Takes the ids of one kind from another table.
    pub fn take_kind(&mut self, kind: ObjType, from: &Self) {
        if let Some(map) = from.maps.get(&kind) {
            self.maps.insert(kind, map.clone());
        }
    }

    /// Id of an object, if it exists.
    pub fn get(&self, kind: ObjType, name: &str) -> Option<usize> {
        let kind = if kind == ObjType::XBody { ObjType::Body } else { kind };
        self.maps.get(&kind)?.get(name).map(|(id, _)| *id)
    }

    /// Id of an object that must exist.
    pub fn find(&self, kind: ObjType, name: &str, span: &SourceSpan) -> Result<usize> {
        self.get(kind, name).ok_or_else(|| MjcfError::UnknownReference {
            span: span.clone(),
            kind: kind.to_string(),
            name: name.to_string(),
            suggestion: self.nearest(kind, name),
        })
    }

    /// The most similar known name, for error messages.
    #[allow(clippy::disallowed_methods)] // the smallest of all does not depend on their order
    fn nearest(&self, kind: ObjType, name: &str) -> Option<String> {
        let kind = if kind == ObjType::XBody { ObjType::Body } else { kind };
        crate::suggest::nearest(name, self.maps.get(&kind)?.keys().map(String::as_str)).map(str::to_string)
    }
}
