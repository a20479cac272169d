//! Which dofs tendons and actuator outputs act on: rows by output, and the same entries by dof.

use super::Numbers;
use super::Pairs;
use sim_core::{JointType, Model, TransmissionType, WrapType};
use std::collections::BTreeSet;

/// The dof moves the first of two sites.
const FIRST: i32 = 1;
/// The dof moves the second of two sites.
const SECOND: i32 = 2;

/// Bits of `moment_moves` by their names in the shaders.
pub const MOVES: [(&str, i32); 2] = [("MOVES_FIRST", FIRST), ("MOVES_SECOND", SECOND)];

/// Entries of a sparse matrix by column.
#[derive(Clone, Debug, Default)]
struct Columns {
    /// First entry of each column, and their end.
    adr: Vec<i32>,
    /// Row and place of each entry.
    entry: Vec<i32>,
}

impl Columns {
    /// Those of a matrix with `n` columns, given by the row and the column of each entry.
    fn new(n: usize, entries: &[(usize, i32)]) -> Self {
        let mut columns = Self::default();
        for dof in 0..n {
            columns.adr.push(columns.entry.len() as i32 / 2);
            for (at, (row, _)) in entries.iter().enumerate().filter(|(_, entry)| entry.1 == dof as i32) {
                columns.entry.extend([*row as i32, at as i32]);
            }
        }
        columns.adr.push(columns.entry.len() as i32 / 2);
        columns
    }
}

/// The tables.
#[derive(Clone, Debug, Default)]
pub struct OutputTables {
    /// First moment arm of each output, and their end.
    moment_adr: Vec<i32>,
    /// Dof of each moment arm.
    moment_dof: Vec<i32>,
    /// Which sites of the transmission that dof moves.
    moment_moves: Vec<i32>,
    /// Moment arms by dof.
    of_dof: Columns,
    /// Entry of `ten_J` that each joint of a fixed tendon adds to.
    wrap_entry: Vec<i32>,
    /// Entries of `ten_J` by dof.
    tendon_of_dof: Columns,
}

impl OutputTables {
    /// Tables of a model whose geoms may touch in these pairs.
    pub fn new(m: &Model, pairs: &Pairs) -> Self {
        let mut tables = Self::default();
        for i in 0..m.nactuator {
            for _ in 0..m.actuator_outnum[i] {
                tables.moment_adr.push(tables.moment_dof.len() as i32);
            }
            match m.actuator_trntype[i] {
                TransmissionType::Body => tables.touching(m, pairs, m.actuator_trnid[2 * i]),
                _ => tables.arms(m, i),
            }
        }
        tables.moment_adr.push(tables.moment_dof.len() as i32);
        let row_of = |at: usize| tables.moment_adr.partition_point(|&first| first as usize <= at) - 1;
        let entries: Vec<_> = tables.moment_dof.iter().enumerate().map(|(at, &dof)| (row_of(at), dof)).collect();
        tables.of_dof = Columns::new(m.nv, &entries);
        tables.tendons(m);
        tables
    }

    /// Moment arms of an actuator.
    fn arms(&mut self, m: &Model, i: usize) {
        let (id, second) = (m.actuator_trnid[2 * i].max(0) as usize, m.actuator_trnid[2 * i + 1]);
        match m.actuator_trntype[i] {
            TransmissionType::Joint | TransmissionType::JointInParent => {
                let dofs = match m.jnt_type[id] {
                    JointType::Free => 6,
                    JointType::Ball => 3,
                    _ => 1,
                };
                (0..dofs).for_each(|k| self.arm(m.jnt_dofadr[id] + k, FIRST));
            }
            TransmissionType::Tendon => {
                let first = m.ten_J_rowadr[id] as usize;
                let row = &m.ten_J_colind[first..first + m.ten_J_rownnz[id] as usize];
                row.iter().for_each(|&dof| self.arm(dof, FIRST));
            }
            TransmissionType::SliderCrank => self.between(m, id, second, true),
            TransmissionType::Site => self.between(m, id, second, false),
            TransmissionType::SO3 if second < 0 => {
                let out = m.actuator_outadr[i] as usize;
                for k in 0..3 {
                    self.moment_adr[out + k] = self.moment_dof.len() as i32;
                    self.arm(m.jnt_dofadr[id] + k as i32, FIRST);
                }
            }
            TransmissionType::SO3 => {
                let out = m.actuator_outadr[i] as usize;
                for k in 0..3 {
                    self.moment_adr[out + k] = self.moment_dof.len() as i32;
                    self.between(m, id, second, false);
                }
            }
            _ => {}
        }
    }

    fn arm(&mut self, dof: i32, moves: i32) {
        self.moment_dof.push(dof);
        self.moment_moves.push(moves);
    }

    /// Dofs that move a site or a second one, with or without those that move both.
    fn between(&mut self, m: &Model, site: usize, second: i32, keep_common: bool) {
        let first = chain(m, m.site_bodyid[site]);
        let second = usize::try_from(second).map_or(Vec::new(), |s| chain(m, m.site_bodyid[s]));
        for dof in 0..m.nv as i32 {
            let moves = if first.contains(&dof) { FIRST } else { 0 } | if second.contains(&dof) { SECOND } else { 0 };
            if moves != 0 && (keep_common || moves != FIRST | SECOND) {
                self.arm(dof, moves);
            }
        }
    }

    /// Dofs that move a body or one that may touch it.
    fn touching(&mut self, m: &Model, pairs: &Pairs, body: i32) {
        let bodies_of = |geoms: [usize; 2]| geoms.map(|g| m.geom_bodyid[g]);
        let touching = pairs.list.iter().map(|pair| bodies_of(pair.geoms)).filter(|bodies| bodies.contains(&body));
        let dofs: BTreeSet<i32> = touching.flatten().flat_map(|body| chain(m, body)).collect();
        dofs.into_iter().for_each(|dof| self.arm(dof, FIRST));
    }

    fn tendons(&mut self, m: &Model) {
        self.wrap_entry = vec![0; m.nwrap];
        let mut entries = Vec::new();
        for t in 0..m.ntendon {
            let first = m.ten_J_rowadr[t] as usize;
            let row = &m.ten_J_colind[first..first + m.ten_J_rownnz[t] as usize];
            entries.extend(row.iter().map(|&dof| (t, dof)));
            let path = m.tendon_adr[t] as usize..(m.tendon_adr[t] + m.tendon_num[t]) as usize;
            for w in path.filter(|&w| m.wrap_type[w] == WrapType::Joint) {
                let dof = m.jnt_dofadr[m.wrap_objid[w] as usize];
                let place = row.iter().position(|&column| column == dof).unwrap_or(0);
                self.wrap_entry[w] = (first + place) as i32;
            }
        }
        self.tendon_of_dof = Columns::new(m.nv, &entries);
    }

    /// Name, width and numbers of each table.
    pub fn arrays(&self) -> Vec<(&'static str, usize, Numbers)> {
        let ints = |list: &[i32]| Numbers::Ints(list.to_vec());
        vec![
            ("moment_adr", 1, ints(&self.moment_adr)),
            ("moment_dof", 1, ints(&self.moment_dof)),
            ("moment_moves", 1, ints(&self.moment_moves)),
            ("dof_momentadr", 1, ints(&self.of_dof.adr)),
            ("dof_moment", 2, ints(&self.of_dof.entry)),
            ("wrap_entry", 1, ints(&self.wrap_entry)),
            ("dof_tendonadr", 1, ints(&self.tendon_of_dof.adr)),
            ("dof_tendon", 2, ints(&self.tendon_of_dof.entry)),
        ]
    }
}

/// The dofs that move a body.
fn chain(m: &Model, body: i32) -> Vec<i32> {
    let body = m.body_weldid[body as usize] as usize;
    let last = if m.body_dofnum[body] > 0 { m.body_dofadr[body] + m.body_dofnum[body] - 1 } else { -1 };
    let above = |&dof: &i32| usize::try_from(dof).ok().map(|dof| m.dof_parentid[dof]).filter(|&dof| dof >= 0);
    std::iter::successors((last >= 0).then_some(last), above).collect()
}
