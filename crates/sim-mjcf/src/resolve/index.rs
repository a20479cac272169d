//! Index of references, so that thousands of copies need not visit every object each.
//!
//! An object is copied under a suffix only if a name it refers to exists with that suffix. Names are stored reversed and
//! sorted, so that names with the same ending are adjacent.

use super::names::Names;
use crate::spec::{Object, Spec};
use sim_core::ObjType;
use std::collections::{BTreeSet, HashMap};

/// References by name, and names by ending.
#[derive(Debug, Default)]
pub(crate) struct Index {
    backwards: BTreeSet<String>,
    uses: HashMap<String, Vec<(ObjType, usize)>>,
    /// Objects that refer to nothing and are always copied.
    free: Vec<(ObjType, usize)>,
}

impl Index {
    /// Makes the index of a whole spec.
    pub fn new(spec: &mut Spec, names: &Names) -> Self {
        let mut out = Self::default();
        names.for_each(&mut |name| out.add_name(name));
        out.extend(spec, [0; 7]);
        out
    }

    /// Lengths of the lists.
    pub fn lengths(spec: &Spec) -> [usize; 7] {
        [
            spec.pairs.len(),
            spec.excludes.len(),
            spec.tendons.len(),
            spec.equalities.len(),
            spec.actuators.len(),
            spec.sensors.len(),
            spec.tuples.len(),
        ]
    }

    /// Adds the objects of each list from a position on.
    pub fn extend(&mut self, spec: &mut Spec, from: [usize; 7]) {
        let [pairs, excludes, tendons, equalities, actuators, sensors, tuples] = from;
        self.extend_list(&mut spec.pairs, pairs);
        self.extend_list(&mut spec.excludes, excludes);
        self.extend_list(&mut spec.tendons, tendons);
        self.extend_list(&mut spec.equalities, equalities);
        self.extend_list(&mut spec.actuators, actuators);
        self.extend_list(&mut spec.sensors, sensors);
        self.extend_list(&mut spec.tuples, tuples);
    }

    fn extend_list<T: Object>(&mut self, list: &mut [T], from: usize) {
        for (i, object) in list.iter_mut().enumerate().skip(from) {
            let mut any = false;
            object.references(&mut |kind, name| {
                if kind != ObjType::Unknown {
                    any = true;
                    self.uses.entry(name.clone()).or_default().push((T::KIND, i));
                }
            });
            if !any {
                self.free.push((T::KIND, i));
            }
        }
    }

    /// Adds a name.
    pub fn add_name(&mut self, name: &str) {
        self.backwards.insert(name.chars().rev().collect());
    }

    /// Returns the positions below `end` of the objects that may be copied under a suffix, in order.
    pub fn candidates(&self, kind: ObjType, suffix: &str, end: usize) -> Vec<usize> {
        let ending: String = suffix.chars().rev().collect();
        let mut out: Vec<usize> = self.free.iter().filter(|(k, _)| *k == kind).map(|&(_, i)| i).collect();
        for name in self.backwards.range(ending.clone()..).take_while(|name| name.starts_with(&ending)) {
            let base: String = name.chars().rev().collect();
            let Some(users) = base.strip_suffix(suffix).and_then(|base| self.uses.get(base)) else { continue };
            out.extend(users.iter().filter(|(k, _)| *k == kind).map(|&(_, i)| i));
        }
        out.retain(|&i| i < end);
        out.sort_unstable();
        out.dedup();
        out
    }
}
