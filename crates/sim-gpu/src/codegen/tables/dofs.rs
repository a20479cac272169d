//! Dofs by their depth in the pattern of the inertia matrix, and those below each.
//!
//! Row `i` of `M` holds the ancestors of dof `i` from the root on, so that a column has the same place in the rows of all dofs
//! below it: the number of its own ancestors. Dofs of one depth do not meet in an elimination.

use super::Numbers;
use sim_core::Model;

/// The tables.
#[derive(Clone, Debug, Default)]
pub struct DofTables {
    /// Dofs by depth.
    level_dof: Vec<i32>,
    /// First entry of each depth in `level_dof`, and their end.
    level_dofadr: Vec<i32>,
    /// Entries of `M` by the depth of their rows: the row, and the place in it.
    level_entry: Vec<i32>,
    /// First entry of each depth in `level_entry`, and their end.
    level_entryadr: Vec<i32>,
    /// Dofs below each dof, the last first.
    below_dof: Vec<i32>,
    /// First entry of each dof in `below_dof`, and their end.
    below_adr: Vec<i32>,
}

impl DofTables {
    /// Tables of a model.
    pub fn new(m: &Model) -> Self {
        let mut tables = Self::default();
        let length = |i: usize| m.M_rownnz[i] as usize;
        let deepest = (0..m.nv).map(length).max().unwrap_or(0);
        for depth in 1..=deepest {
            tables.level_dofadr.push(tables.level_dof.len() as i32);
            tables.level_entryadr.push(tables.level_entry.len() as i32 / 2);
            for i in (0..m.nv).filter(|&i| length(i) == depth) {
                tables.level_dof.push(i as i32);
                tables.level_entry.extend((0..depth).flat_map(|place| [i as i32, place as i32]));
            }
        }
        tables.level_dofadr.push(tables.level_dof.len() as i32);
        tables.level_entryadr.push(tables.level_entry.len() as i32 / 2);
        tables.below(m);
        tables
    }

    fn below(&mut self, m: &Model) {
        let mut below: Vec<Vec<i32>> = vec![Vec::new(); m.nv];
        for k in (0..m.nv).rev() {
            let first = m.M_rowadr[k] as usize;
            for &i in &m.M_colind[first..first + m.M_rownnz[k] as usize - 1] {
                below[i as usize].push(k as i32);
            }
        }
        for list in below {
            self.below_adr.push(self.below_dof.len() as i32);
            self.below_dof.extend(list);
        }
        self.below_adr.push(self.below_dof.len() as i32);
    }

    /// Depths of the pattern.
    pub fn depths(&self) -> usize {
        self.level_dofadr.len() - 1
    }

    /// Name, width and numbers of each table.
    pub fn arrays(&self) -> Vec<(&'static str, usize, Numbers)> {
        let ints = |list: &[i32]| Numbers::Ints(list.to_vec());
        vec![
            ("level_dof", 1, ints(&self.level_dof)),
            ("level_dofadr", 1, ints(&self.level_dofadr)),
            ("level_entry", 2, ints(&self.level_entry)),
            ("level_entryadr", 1, ints(&self.level_entryadr)),
            ("below_dof", 1, ints(&self.below_dof)),
            ("below_adr", 1, ints(&self.below_adr)),
        ]
    }
}
