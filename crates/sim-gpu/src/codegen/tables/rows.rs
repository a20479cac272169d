//! Tables of the constraint rows and of their solver: what may make rows, which dofs move a body, the pattern of the inertia.

use super::Numbers;
use crate::codegen::preprocessor::{Feature, Features, Size};
use sim_core::{DisableFlags, EqType, JointType, Model};

/// Columns and rows of the squares in which the Hessian is added up.
const TILE: usize = 4;

/// Dofs of the largest tree whose Hessian the lanes hold: two rows each.
const MOST_ROWS: usize = 64;

/// Most entries of an inertia whose places fit half a word.
const MOST_ENTRIES: usize = 0x7fff;

/// Most dofs of trees whose systems, but for Newton's direction, one lane solves: on an H200 it was quicker for nine dofs, and
/// slower for 27; nothing between them was measured.
const SMALL_TREE: usize = 12;

/// Kinds of sources of constraint rows. Contacts are not among them: their rows follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Equality = 0,
    FrictionDof = 1,
    FrictionTendon = 2,
    LimitJoint = 3,
    LimitBall = 4,
    LimitTendon = 5,
}

/// Kinds of sources by their names in the shaders.
pub const SOURCES: [(&str, i32); 6] = [
    ("SOURCE_EQUALITY", Source::Equality as i32),
    ("SOURCE_FRICTION_DOF", Source::FrictionDof as i32),
    ("SOURCE_FRICTION_TENDON", Source::FrictionTendon as i32),
    ("SOURCE_LIMIT_JOINT", Source::LimitJoint as i32),
    ("SOURCE_LIMIT_BALL", Source::LimitBall as i32),
    ("SOURCE_LIMIT_TENDON", Source::LimitTendon as i32),
];

/// The tables.
#[derive(Clone, Debug, Default)]
pub struct RowTables {
    /// Kind and number of each thing that may make rows, in the order of the rows.
    source: Vec<i32>,
    /// How many of them are equalities, and how many equalities or friction loss.
    ends: [usize; 2],
    /// Rows that contacts do not make and that have a vector of their own.
    couplings: usize,
    /// For each body a bit for every dof that moves it, in words of 32.
    body_dofs: Vec<i32>,
    words: usize,
    /// Limited hinge or slide joint of each dof, -1 without one.
    dof_limit_joint: Vec<i32>,
    /// Low part of each joint's range, beyond f32: a joint at its limit is a small difference away from it.
    range_low: Vec<f64>,
    /// Place of each dof among those with friction loss, -1 where it has none.
    dof_friction_rank: Vec<i32>,
    /// The whole symmetric pattern of the inertia: first entry of each row and the end; column (upper half)
    /// and place in `M` of each entry.
    inertia_adr: Vec<i32>,
    inertia: Vec<i32>,
    /// Place of each dof's diagonal in `M`.
    inertia_diagonal: Vec<i32>,
    /// Row of each entry of `M`.
    inertia_row: Vec<i32>,
    /// For each pair of columns of a tree's matrix and each dof, which is its row: their places in `M`, in the lower and the upper half
    /// of a word. A place one behind the last stands for a zero. The last row is empty.
    matrix_places: Vec<i32>,
    /// Entries of `M`.
    entries: usize,
    trees: usize,
    /// Dofs of the largest tree.
    block: usize,
    /// Lanes hold the rows of a tree's matrix.
    in_lanes: bool,
    /// Stored rows have columns for two trees instead of all dofs.
    by_trees: bool,
    dofs: usize,
}

impl RowTables {
    /// Tables of a model.
    pub fn new(m: &Model) -> Self {
        let mut tables = Self { dofs: m.nv, words: m.nv.div_ceil(32).max(1), ..Self::default() };
        tables.sources(m);
        tables.moved(m);
        tables.inertia(m);
        tables.trees(m);
        tables
    }

    fn sources(&mut self, m: &Model) {
        let off = |flag| m.opt.disableflags.contains(flag) || m.opt.disableflags.contains(DisableFlags::CONSTRAINT);
        let mut list: Vec<(Source, usize)> = Vec::new();
        if !off(DisableFlags::EQUALITY) {
            for i in 0..m.neq {
                self.couplings += match m.eq_type[i] {
                    EqType::Connect => 3,
                    EqType::Weld => 6,
                    EqType::Joint | EqType::Tendon => 1,
                    _ => continue,
                };
                list.push((Source::Equality, i));
            }
        }
        self.ends[0] = list.len();
        self.dof_friction_rank = vec![-1; m.nv];
        if !off(DisableFlags::FRICTIONLOSS) {
            for i in (0..m.nv).filter(|&i| m.dof_frictionloss[i] != 0.0) {
                self.dof_friction_rank[i] = (list.len() - self.ends[0]) as i32;
                list.push((Source::FrictionDof, i));
            }
            let rubbing = (0..m.ntendon).filter(|&i| m.tendon_frictionloss[i] > 0.0);
            list.extend(rubbing.map(|i| (Source::FrictionTendon, i)));
        }
        self.ends[1] = list.len();
        self.range_low = m.jnt_range.iter().map(|&end| end - f64::from(end as f32)).collect();
        self.dof_limit_joint = vec![-1; m.nv];
        if !off(DisableFlags::LIMIT) {
            for j in (0..m.njnt).filter(|&j| m.jnt_limited[j].get()) {
                match m.jnt_type[j] {
                    JointType::Slide | JointType::Hinge => {
                        self.dof_limit_joint[m.jnt_dofadr[j] as usize] = j as i32;
                        list.push((Source::LimitJoint, j));
                    }
                    JointType::Ball => list.push((Source::LimitBall, j)),
                    _ => {}
                }
            }
            list.extend((0..m.ntendon).filter(|&i| m.tendon_limited[i].get()).map(|i| (Source::LimitTendon, i)));
        }
        self.couplings += list
            .iter()
            .map(|(source, _)| match source {
                Source::FrictionTendon | Source::LimitBall => 1,
                Source::LimitTendon => 2,
                _ => 0,
            })
            .sum::<usize>();
        self.source = list.into_iter().flat_map(|(source, id)| [source as i32, id as i32]).collect();
    }

    fn moved(&mut self, m: &Model) {
        self.body_dofs = vec![0; m.nbody * self.words];
        for body in 0..m.nbody {
            let carrier = m.body_weldid[body] as usize;
            let mut dof = m.body_dofadr[carrier] + m.body_dofnum[carrier] - 1;
            if m.body_dofnum[carrier] == 0 {
                continue;
            }
            while let Ok(i) = usize::try_from(dof) {
                self.body_dofs[body * self.words + i / 32] |= (1u32 << (i % 32)) as i32;
                dof = m.dof_parentid[i].min(dof - 1);
            }
        }
    }

    /// Sizes of the trees, and the places of their matrices' entries.
    fn trees(&mut self, m: &Model) {
        self.trees = m.ntree;
        self.block = m.tree_dofnum.iter().map(|&n| n as usize).max().unwrap_or(0);
        self.entries = m.nC;
        if !self.trees_fit() {
            return;
        }
        let width = m.nv + 1;
        let mut places = vec![vec![m.nC as i32; width]; 2 * self.pairs()];
        for i in 0..m.nv {
            let first = m.tree_dofadr[m.dof_treeid[i] as usize] as usize;
            for k in m.M_rowadr[i]..m.M_rowadr[i] + m.M_rownnz[i] {
                let j = m.M_colind[k as usize] as usize;
                places[j - first][i] = k;
                places[i - first][j] = k;
            }
        }
        let pairs = places.chunks_exact(2);
        self.matrix_places = pairs.flat_map(|pair| (0..width).map(|i| pair[0][i] | (pair[1][i] << 16))).collect();
    }

    /// Whether the Hessian of the trees fits the lanes, by its size; couplings may join trees, which is known of contacts alone.
    fn trees_fit(&self) -> bool {
        (1..=MOST_ROWS).contains(&self.block)
            && (self.trees == 1 || self.couplings == 0)
            && self.entries <= MOST_ENTRIES
    }

    /// Whether the largest tree keeps the lanes of a solver busy.
    pub fn has_large_tree(&self) -> bool {
        self.block > SMALL_TREE
    }

    /// Stores rows by trees if the model has several and lanes can hold their Hessian.
    pub fn arrange(&mut self, lanes_hold_rows: bool) {
        self.in_lanes = lanes_hold_rows && self.trees_fit();
        self.by_trees = self.in_lanes && self.trees > 1;
    }

    /// Fours of columns of a tree's matrix.
    fn quads(&self) -> usize {
        self.block.div_ceil(4)
    }

    /// Pairs of them.
    fn pairs(&self) -> usize {
        2 * self.quads()
    }

    /// Names and sizes for the solver that has a row of a tree's Hessian in each lane, or two.
    pub fn features(&self, f: &mut Features) {
        f.traits.several_trees = self.trees > 1;
        f.set(Feature::TwoRows, self.block > 32);
        f.traits.trees_fit = self.trees_fit();
        f.set_size(Size::Block, self.block);
        f.set_size(Size::Quads, self.quads());
        f.set_size(Size::Pairs, self.pairs());
        f.set_size(Size::Columns, 4 * self.quads());
        let first = self.block.min(32);
        // columns that are left after half of the elimination, and rows beyond the first 32
        f.set_size(Size::Left, self.block - first / 2);
        f.set_size(Size::Second, self.block - first);
    }

    fn inertia(&mut self, m: &Model) {
        let mut rows: Vec<Vec<(i32, i32)>> = vec![Vec::new(); m.nv];
        self.inertia_row = vec![0; m.nC];
        for i in 0..m.nv {
            self.inertia_diagonal.push(m.M_rowadr[i] + m.M_rownnz[i] - 1);
            for k in m.M_rowadr[i]..m.M_rowadr[i] + m.M_rownnz[i] {
                let j = m.M_colind[k as usize];
                self.inertia_row[k as usize] = i as i32;
                rows[i].push((j, k));
                if j as usize != i {
                    rows[j as usize].push((i as i32, k));
                }
            }
        }
        for row in rows {
            self.inertia_adr.push(self.inertia.len() as i32);
            self.inertia.extend(row.iter().map(|&(column, place)| (column << 16) | place));
        }
        self.inertia_adr.push(self.inertia.len() as i32);
    }

    /// Rows that contacts do not make and that have a vector of their own, at most.
    pub fn couplings(&self) -> usize {
        self.couplings
    }

    /// Numbers in a stored row of the Jacobian: whole fours where lanes hold rows, which read them four at a time; otherwise whole tiles,
    /// and an odd number so that lanes that read the same column of different rows meet different banks of the memory.
    pub fn basis_width(&self) -> usize {
        if self.in_lanes { 4 * self.quads() } else { (self.tiles() * TILE) | 1 }
    }

    /// Numbers that a stored row has of a contact's second tree; zero unless rows are stored by trees.
    pub fn joint_basis_width(&self) -> usize {
        if self.by_trees { self.basis_width() } else { 0 }
    }

    /// Entries of a lower triangle over the dofs.
    pub fn triangle(&self) -> usize {
        self.dofs * (self.dofs + 1) / 2
    }

    fn tiles(&self) -> usize {
        self.dofs.div_ceil(TILE)
    }

    /// Row and column of each tile of a lower triangle.
    fn tile_places(&self) -> Vec<i32> {
        (0..self.tiles()).flat_map(|i| (0..=i).flat_map(move |j| [i as i32, j as i32])).collect()
    }

    /// Sizes that shaders know by name.
    pub fn constants(&self) -> [(&'static str, usize); 14] {
        let first = self.block.min(32);
        [
            ("NBLOCK", self.block),
            ("NWHOLE", self.block / 4),
            ("NQUAD", self.quads()),
            ("NCOL", 4 * self.quads()),
            ("NFIRST", first),
            ("NHALF", first / 2),
            ("NSECOND", self.block - first),
            ("NSOURCE", self.source.len() / 2),
            ("NSOURCE_EQUALITY", self.ends[0]),
            ("NSOURCE_FRICTION", self.ends[1]),
            ("MAXCOUPLING", self.couplings),
            ("NBASISCOL", self.basis_width()),
            ("NTRIANGLE", self.triangle()),
            ("NTILE", self.tiles() * (self.tiles() + 1) / 2),
        ]
    }

    /// Name, width and numbers of each table.
    pub fn arrays(&self) -> Vec<(&'static str, usize, Numbers)> {
        let ints = |list: &[i32]| Numbers::Ints(list.to_vec());
        vec![
            ("row_source", 2, ints(&self.source)),
            ("body_dofs", self.words, ints(&self.body_dofs)),
            ("dof_limit_joint", 1, ints(&self.dof_limit_joint)),
            ("jnt_range_low", 2, Numbers::Reals(self.range_low.clone())),
            ("dof_friction_rank", 1, ints(&self.dof_friction_rank)),
            ("Mfull_adr", 1, ints(&self.inertia_adr)),
            ("Mfull", 1, ints(&self.inertia)),
            ("M_row", 1, ints(&self.inertia_row)),
            ("M_diagonal", 1, ints(&self.inertia_diagonal)),
            ("tile_place", 2, Numbers::Ints(self.tile_places())),
            ("matrix_places", self.dofs + 1, ints(&self.matrix_places)),
        ]
    }
}
